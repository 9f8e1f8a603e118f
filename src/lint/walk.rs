//! Visits every schema within a schema, also in one that a survey refuses.

use serde_json::{Map, Value};

use crate::survey::Survey;
use crate::survey::draft::{Draft, Holds, holds};
use crate::survey::pointer::join;

/// A schema and where it stands.
pub struct Place<'a> {
    /// Its keywords.
    pub keywords: &'a Map<String, Value>,
    /// Its JSON Pointer.
    pub pointer: &'a str,
    /// The draft that holds here.
    pub draft: Draft,
    /// The schema that all is part of.
    pub root: &'a Value,
}

/// Calls `see` with each schema that is an object, outer ones first, in the order of the document.
pub fn each_schema(root: &Value, see: &mut impl FnMut(Place<'_>)) {
    Walk { root, see }.visit(root, "", Draft::D2020, Survey::DEEPEST);
}

struct Walk<'a, F> {
    root: &'a Value,
    see: &'a mut F,
}

impl<F: FnMut(Place<'_>)> Walk<'_, F> {
    fn visit(&mut self, schema: &Value, pointer: &str, outer: Draft, levels: usize) {
        let (Value::Object(keywords), Some(levels)) = (schema, levels.checked_sub(1)) else {
            return;
        };
        let named = keywords.get("$schema").and_then(Value::as_str).and_then(Draft::named);
        let draft = named.unwrap_or(outer);
        (self.see)(Place { keywords, pointer, draft, root: self.root });
        for (keyword, value) in keywords {
            let place = join(pointer, keyword);
            // Old spellings hold schemas whatever the draft.
            let meaning = holds(keyword, draft).or_else(|| holds(keyword, Draft::D2019));
            match (meaning, value) {
                (
                    Some(Holds::Schemas | Holds::Schema | Holds::SchemaOrTuple),
                    Value::Array(all),
                ) => {
                    for (index, schema) in all.iter().enumerate() {
                        self.visit(schema, &join(&place, &index.to_string()), draft, levels);
                    }
                }
                (Some(Holds::Schema | Holds::SchemaOrTuple), _) => {
                    self.visit(value, &place, draft, levels);
                }
                (
                    Some(Holds::SchemaMap | Holds::PatternMap | Holds::Dependencies),
                    Value::Object(all),
                ) => {
                    for (name, schema) in all {
                        self.visit(schema, &join(&place, name), draft, levels);
                    }
                }
                _ => {}
            }
        }
    }
}
