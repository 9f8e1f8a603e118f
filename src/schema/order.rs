//! The order of problems: members as the schema lists them, then the others as they come.

use serde_json::Value;

/// Ranks of members that the schema does not list, behind all that it does.
const UNLISTED: usize = 1 << 24;
/// More schemas than these for one place are not looked at.
const ENOUGH: usize = 64;

/// The schemas that speak about one place of a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Place<'s> {
    schemas: Vec<&'s Value>,
}

impl<'s> Place<'s> {
    /// The root of a value.
    pub fn root(schema: &'s Value) -> Self {
        let mut place = Place::default();
        place.add(schema, schema);
        place
    }

    /// Adds a schema, those it refers to and those it is put together from.
    fn add(&mut self, document: &'s Value, schema: &'s Value) {
        if self.schemas.len() >= ENOUGH
            || self.schemas.iter().any(|known| std::ptr::eq(*known, schema))
        {
            return;
        }
        self.schemas.push(schema);
        let target = schema.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|text| document.pointer(text.strip_prefix('#')?));
        target.into_iter().for_each(|target| self.add(document, target));
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(keyword).and_then(Value::as_array);
            parts.into_iter().flatten().for_each(|part| self.add(document, part));
        }
        for keyword in ["if", "then", "else"] {
            schema.get(keyword).into_iter().for_each(|part| self.add(document, part));
        }
    }

    /// The place of a member.
    pub fn member(&self, document: &'s Value, name: &str) -> Self {
        let mut place = Place::default();
        for schema in &self.schemas {
            let listed = schema.get("properties").and_then(|properties| properties.get(name));
            if let Some(inner) = listed.or_else(|| schema.get("additionalProperties")) {
                place.add(document, inner);
            }
        }
        place
    }

    /// The place of an item.
    pub fn item(&self, document: &'s Value, index: usize) -> Self {
        let mut place = Place::default();
        for schema in &self.schemas {
            let by_position =
                |keyword: &str| schema.get(keyword).and_then(|items| items.get(index));
            let inner = by_position("prefixItems").or_else(|| by_position("items"));
            if let Some(inner) = inner.or_else(|| schema.get("items")) {
                place.add(document, inner);
            }
        }
        place
    }

    /// The rank of a member that stands at `position` of the value, if it is there.
    pub fn rank(&self, name: &str, position: Option<usize>) -> usize {
        let listed = self.schemas.iter().find_map(|schema| {
            schema.get("properties")?.as_object()?.keys().position(|known| known == name)
        });
        listed.or(position.map(|position| UNLISTED + position)).unwrap_or(UNLISTED - 1)
    }
}
