//! A quick check in front of the validator. It may say "surely valid" and nothing else: whatever
//! it cannot prove, and every refusal, is the validator's.

mod compile;

use std::collections::HashSet;

use serde_json::Value;

use crate::policy::Formats;
#[cfg(feature = "js")]
use crate::shape::Types;
use crate::shape::{Shapes, Suspect};
use crate::survey::{Survey, is_shallow};
use crate::tape::{Keys, Node};

/// A schema of the plain keywords.
#[derive(Debug)]
pub struct Checker(Shapes);

impl Checker {
    /// Compiles a schema; `None` where it has keywords that the checker does not cover. `keys`
    /// must hold all names of the schema.
    pub fn new(published: &Value, keys: &Keys, formats: Formats) -> Option<Self> {
        compile::compile(published, keys, formats).map(Checker)
    }

    /// The types of which every value is certainly valid as the one member of that number.
    #[cfg(feature = "js")]
    pub fn free_types_of_only_member(&self, key: u32) -> Types {
        self.0.free_types_of_only_member(key)
    }

    /// The shapes that it holds values against.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub fn shapes(&self) -> &Shapes {
        &self.0
    }

    /// Leaves out what certainly is as it should be in a value that does not satisfy the schema.
    pub fn suspect(&self, node: Node<'_>) -> Suspect {
        self.0.suspect(node)
    }

    /// Whether the value certainly satisfies the schema. `false` says nothing.
    pub fn surely_valid(&self, node: Node<'_>) -> bool {
        self.0.surely_fit(node)
    }
}

/// The names of all members that a schema speaks of, each once, in the order they stand there.
pub fn property_names(schema: &Value) -> Vec<&str> {
    fn collect<'s>(value: &'s Value, seen: &mut HashSet<&'s str>, names: &mut Vec<&'s str>) {
        let mut add = |name: &'s str| {
            if seen.insert(name) {
                names.push(name);
            }
        };
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(item, seen, names)),
            Value::Object(members) => {
                if let Some(Value::Object(properties)) = members.get("properties") {
                    properties.keys().for_each(|name| add(name));
                }
                if let Some(Value::Array(required)) = members.get("required") {
                    required.iter().filter_map(Value::as_str).for_each(add);
                }
                members.values().for_each(|member| collect(member, seen, names));
            }
            _ => {}
        }
    }
    let mut names = Vec::new();
    if is_shallow(schema, Survey::DEEPEST) {
        collect(schema, &mut HashSet::new(), &mut names);
    }
    names
}

#[cfg(test)]
mod tests;
