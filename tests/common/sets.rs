//! The order of a set: Python's differs from run to run, so that it cannot be compared.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::compact;

/// JSON as compact text with the items in order, where the schema says that an array is a set.
pub fn sets_sorted(json: &str, schema: &Value) -> String {
    sorted(&compact(json), &[schema], schema)
}

fn sorted(json: &str, schemas: &[&Value], root: &Value) -> String {
    let mut bearing = Vec::new();
    schemas.iter().for_each(|schema| collect(schema, root, &mut bearing));
    let below = |keyword: &str| -> Vec<&Value> {
        bearing.iter().filter_map(|schema| schema.get(keyword)).collect()
    };
    match json.as_bytes()[0] {
        b'[' => {
            let items: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap();
            let mut items: Vec<String> = items
                .iter()
                .enumerate()
                .map(|(index, item)| {
                    let prefix = below("prefixItems").into_iter();
                    let mut schemas: Vec<&Value> = prefix.filter_map(|p| p.get(index)).collect();
                    schemas.extend(below("items"));
                    sorted(item.get(), &schemas, root)
                })
                .collect();
            if below("uniqueItems").contains(&&Value::Bool(true)) {
                items.sort();
            }
            format!("[{}]", items.join(","))
        }
        b'{' => {
            let member = |(name, value): &(String, Box<RawValue>)| {
                let mut schemas: Vec<&Value> =
                    below("properties").into_iter().filter_map(|p| p.get(name)).collect();
                schemas.extend(below("additionalProperties"));
                format!("{}:{}", Value::from(name.as_str()), sorted(value.get(), &schemas, root))
            };
            let members: Vec<String> = members(json).iter().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
        _ => json.to_owned(),
    }
}

/// A schema and everything that applies to the same place through it.
fn collect<'s>(schema: &'s Value, root: &'s Value, found: &mut Vec<&'s Value>) {
    if found.iter().any(|seen| std::ptr::eq(*seen, schema)) {
        return;
    }
    found.push(schema);
    let reference = schema.get("$ref").and_then(Value::as_str);
    if let Some(target) = reference.and_then(|r| root.pointer(r.strip_prefix('#')?)) {
        collect(target, root, found);
    }
    for keyword in ["anyOf", "oneOf"] {
        let arms = schema.get(keyword).and_then(Value::as_array);
        arms.into_iter().flatten().for_each(|arm| collect(arm, root, found));
    }
}

/// The members of an object in order, their values as text.
fn members(json: &str) -> Vec<(String, Box<RawValue>)> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, Box<RawValue>)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    serde_json::Deserializer::from_str(json).deserialize_map(Members).unwrap()
}
