//! Objects and tagged unions, from a JSON Schema to a plan.

use std::collections::HashMap;

use serde_json::Value;

use super::compile::{Compiled, Compiler, Schema};
use super::number::Bounds;
use super::plan::{Extra, Field, Map, Object, Shape, ShapeId, Tagged};
use crate::python;

impl<'s> Compiler<'s> {
    pub(super) fn object(
        &mut self,
        schema: &'s Schema,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<Shape> {
        let required = self.required(schema, at)?;
        let declared = match schema.get("properties") {
            Some(Value::Object(declared)) => Some(declared),
            Some(_) => {
                return self.refuse(&format!("{at}/properties"), "`properties` is no object");
            }
            None => None,
        };
        let rest = schema.get("additionalProperties");
        let closed = rest == Some(&Value::Bool(false));
        if declared.is_none() && required.is_empty() && !closed {
            return self.map(schema, rest, at);
        }
        for word in ["propertyNames", "minProperties", "maxProperties"] {
            if schema.contains_key(word) {
                let reason = format!("`{word}` next to `properties` is unsupported");
                return self.refuse(&format!("{at}/{word}"), reason);
            }
        }
        // A definition has the name of its class; the title may be another one.
        let title = schema.get("title").and_then(Value::as_str);
        let mut object = Object {
            name: name.or(title).map(str::to_owned),
            fields: Vec::new(),
            index: HashMap::new(),
            extra: Extra::Drop,
        };
        for (name, property) in declared.into_iter().flatten() {
            let place = format!("{at}/properties/{}", name.replace('~', "~0").replace('/', "~1"));
            let shape = match self.integer_keys(name, property, at) {
                Some(shape) => shape?,
                None => self.add(property, &place)?,
            };
            object.index.insert(name.clone(), object.fields.len());
            object.fields.push(Field {
                name: name.clone(),
                shape,
                required: required.contains(&name.as_str()),
                default: property.get("default").cloned(),
            });
        }
        for name in required {
            if !object.index.contains_key(name) {
                let shape = self.push(Shape::Any);
                object.index.insert(name.to_owned(), object.fields.len());
                let name = name.to_owned();
                object.fields.push(Field { name, shape, required: true, default: None });
            }
        }
        object.extra = match rest {
            None => Extra::Drop,
            Some(_) if closed => Extra::Forbid,
            Some(rest) => Extra::Keep(self.add(rest, &format!("{at}/additionalProperties"))?),
        };
        Ok(Shape::Object(object))
    }

    fn required(&self, schema: &'s Schema, at: &str) -> Compiled<Vec<&'s str>> {
        let names = match schema.get("required") {
            None => Some(Vec::new()),
            Some(list) => list.as_array().and_then(|list| list.iter().map(Value::as_str).collect()),
        };
        match names {
            Some(names) => Ok(names),
            None => self.refuse(&format!("{at}/required"), "`required` is no list of names"),
        }
    }

    fn map(&mut self, schema: &'s Schema, value: Option<&'s Value>, at: &str) -> Compiled<Shape> {
        let size = self.size(schema, at, "minProperties", "maxProperties")?;
        let key = match schema.get("propertyNames") {
            None => None,
            Some(names) => Some(self.key(names, &format!("{at}/propertyNames"))?),
        };
        let value = value.unwrap_or(&Value::Bool(true));
        let value = self.add(value, &format!("{at}/additionalProperties"))?;
        Ok(Shape::Map(Map { key, value, size }))
    }

    /// `propertyNames` need not say that a name is a string.
    fn key(&mut self, schema: &'s Value, at: &str) -> Compiled<ShapeId> {
        let untyped = |members: &&Schema| {
            ["type", "$ref", "anyOf", "oneOf", "allOf"].iter().all(|w| !members.contains_key(*w))
        };
        match schema.as_object().filter(untyped) {
            Some(members) => {
                let shape = self.typed("string", members, at, None)?;
                let shape = match self.literal(members, at, None)? {
                    Some(literal) => Shape::Literal(literal),
                    None => shape,
                };
                Ok(self.push(shape))
            }
            None => self.add(schema, at),
        }
    }

    /// A mapping is an object and needs no wrapping, unless its keys are no strings: Python's
    /// `dict[int, T]`, whose schema says nothing of keys.
    fn integer_keys(
        &mut self,
        name: &str,
        property: &'s Value,
        at: &str,
    ) -> Option<Compiled<ShapeId>> {
        let members = property.as_object()?;
        let mapping = self.wrapped
            && at.is_empty()
            && name == crate::wire::RESULT
            && members.get("type").and_then(Value::as_str) == Some("object")
            && members.get("additionalProperties").is_some_and(|rest| *rest != Value::Bool(false))
            && !members.contains_key("properties")
            && !members.contains_key("propertyNames");
        if !mapping {
            return None;
        }
        let place = format!("/properties/{name}");
        let rest = members.get("additionalProperties");
        Some(self.map(members, rest, &place).map(|shape| {
            let key = Some(self.push(Shape::Int(Bounds::default())));
            match shape {
                Shape::Map(map) => self.push(Shape::Map(Map { key, ..map })),
                other => self.push(other),
            }
        }))
    }

    /// A union with a `discriminator`, if the arms can be told apart by it.
    pub(super) fn tagged(
        &mut self,
        schema: &'s Schema,
        arms: &'s [Value],
        at: &str,
    ) -> Compiled<Option<Shape>> {
        let Some(discriminator) = schema.get("discriminator") else { return Ok(None) };
        let Some(name) = discriminator.get("propertyName").and_then(Value::as_str) else {
            return Ok(None);
        };
        let mut tagged = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            let tags = match self.tags(arm, name) {
                Some(tags) => tags,
                None => return Ok(None),
            };
            let shape = self.add(arm, &format!("{at}/{index}"))?;
            tagged.extend(tags.into_iter().map(|tag| (tag.clone(), shape)));
        }
        let choices = tagged.iter().map(|(tag, _)| python::literal(tag)).collect();
        let name = name.to_owned();
        Ok(Some(Shape::Tagged(Tagged { name, arms: tagged, choices })))
    }

    /// The values that an arm allows for the member that tells arms apart.
    fn tags(&self, arm: &'s Value, name: &str) -> Option<Vec<&'s Value>> {
        let arm = self.follow(arm)?;
        let member = self.follow(arm.get("properties")?.get(name)?)?;
        match (member.get("const"), member.get("enum")) {
            (Some(value), _) => Some(vec![value]),
            (None, Some(Value::Array(values))) => Some(values.iter().collect()),
            _ => None,
        }
    }
}
