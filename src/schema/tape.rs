//! The tape as a representation of JSON that the validator reads in place.

use std::borrow::Cow;
use std::collections::HashSet;

use jsonschema::JsonType;
use jsonschema::json::{self, Json, JsonNumber, NodeIdentity, cmp};
use serde_json::{Map, Value};

use super::decimal::Decimal;
use crate::tape::{Array, Items, Key, Keys, Members, Node, Number, Object, TapeBuf, View};

/// The representation's name.
pub(crate) struct TapeJson;

/// An error's own copy of the value is cut to this many words of tape: nothing reads it, and a
/// large value with many problems would be copied many times.
const COPIED: usize = 64;

impl Json for TapeJson {
    type Node<'a> = Node<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = TapeBuf;

    // A look-up walks the members, so one pass over them replaces several.
    const KEYS_PER_LOOKUP: usize = 4;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>(buffer: &mut TapeBuf, string: &str, f: impl FnOnce(Node<'_>) -> T) -> T {
        buffer.clear();
        buffer.string(string);
        let keys = Keys::default();
        let tape = buffer.tape(&keys);
        f(tape.root())
    }
}

impl<'a> json::Node<'a, TapeJson> for Node<'a> {
    type Object = Object<'a>;
    type Array = Array<'a>;
    type Number = Numeral<'a>;

    fn as_object(&self) -> Option<Object<'a>> {
        Node::as_object(*self)
    }

    fn as_array(&self) -> Option<Array<'a>> {
        Node::as_array(*self)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.as_str().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Numeral<'a>> {
        match self.view() {
            View::Number(number) => Some(Numeral(number)),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        match self.view() {
            View::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        Node::is_null(*self)
    }

    fn json_type(&self) -> JsonType {
        match self.view() {
            View::Null => JsonType::Null,
            View::Bool(_) => JsonType::Boolean,
            View::Number(_) => JsonType::Number,
            View::String(_) => JsonType::String,
            View::Array(_) => JsonType::Array,
            View::Object(_) => JsonType::Object,
        }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        let text = self.as_str()?;
        // A code point takes one to four bytes.
        let most = text.len() as u64;
        let fewest = most.div_ceil(4);
        if most < min || fewest > max {
            return Some(false);
        }
        if min <= fewest && most <= max {
            return Some(true);
        }
        Some((min..=max).contains(&(text.chars().count() as u64)))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match (self.view(), expected) {
            (View::Null, Value::Null) => true,
            (View::Bool(value), Value::Bool(expected)) => value == *expected,
            (View::Number(number), Value::Number(expected)) => {
                cmp::equal_numbers(&Numeral(number), expected)
            }
            (View::String(text), Value::String(expected)) => text == expected,
            (View::Array(items), Value::Array(expected)) => {
                items.len() == expected.len()
                    && items.iter().zip(expected).all(|(item, other)| item.equals_value(other))
            }
            (View::Object(members), Value::Object(expected)) => {
                members.len() == expected.len()
                    && members.iter().all(|(key, value)| {
                        expected.get(key.name).is_some_and(|other| value.equals_value(other))
                    })
            }
            _ => false,
        }
    }

    fn to_value(&self) -> Cow<'a, Value> {
        let value = match self.view() {
            View::Array(_) if self.size() > COPIED => Value::Array(Vec::new()),
            View::Object(_) if self.size() > COPIED => Value::Object(Map::new()),
            _ => Node::to_value(*self),
        };
        Cow::Owned(value)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let tape = std::ptr::from_ref(self.tape()) as usize;
        Some(NodeIdentity::tagged(tape, self.index() as u32))
    }
}

impl<'a> json::Object<'a, TapeJson> for Object<'a> {
    type Node = Node<'a>;
    type MemberName = &'a str;
    type MembersIter = std::iter::Map<Members<'a>, fn((Key<'a>, Node<'a>)) -> (&'a str, Node<'a>)>;

    fn len(&self) -> usize {
        Object::len(*self)
    }

    fn get(&self, key: &Box<str>) -> Option<Node<'a>> {
        self.find(key).map(|(_, value)| value)
    }

    fn members(&self) -> Self::MembersIter {
        self.iter().map(|(key, value)| (key.name, value))
    }
}

impl<'a> json::Array<'a, TapeJson> for Array<'a> {
    type Node = Node<'a>;
    type ElementsIter = Items<'a>;

    fn len(&self) -> usize {
        Array::len(*self)
    }

    fn elements(&self) -> Items<'a> {
        self.iter()
    }

    fn is_unique(&self) -> bool {
        let mut seen = HashSet::with_capacity(Array::len(*self));
        self.iter().all(|item| {
            let mut canonical = String::new();
            write_canonical(item, &mut canonical);
            seen.insert(canonical)
        })
    }
}

/// A number as the validator reads it.
#[derive(Clone, Copy)]
pub struct Numeral<'a>(pub Number<'a>);

impl JsonNumber for Numeral<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.to_u64().or_else(|| exact(self.0)?.try_into().ok())
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.to_i64().or_else(|| exact(self.0)?.try_into().ok())
    }

    fn as_f64(&self) -> Option<f64> {
        Some(self.0.to_f64()).filter(|value| value.is_finite())
    }

    fn as_str(&self) -> Cow<'_, str> {
        match self.0 {
            // What is no number of JSON counts as larger than all that are.
            Number::Float(value) if !value.is_finite() => {
                Cow::Borrowed(if value < 0.0 { "-1e999" } else { "1e999" })
            }
            _ => self.0.to_text(),
        }
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(match self.0.to_json() {
            Value::Number(number) => number,
            _ => serde_json::Number::from(0),
        })
    }

    fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    fn is_written_as_integer(&self) -> bool {
        self.0.is_written_as_integer()
    }
}

/// The exact integer that a literal with a fraction or an exponent stands for.
fn exact(number: Number<'_>) -> Option<i128> {
    match number {
        Number::Text(literal) if literal.bytes().any(|byte| !byte.is_ascii_digit()) => {
            Decimal::parse(literal).to_integer()
        }
        _ => None,
    }
}

/// Writes a value as text that is the same for values that are equal in JSON Schema.
fn write_canonical(node: Node<'_>, out: &mut String) {
    match node.view() {
        View::Null => out.push('n'),
        View::Bool(value) => out.push(if value { 't' } else { 'f' }),
        View::Number(number) => Decimal::parse(&JsonNumber::as_str(&Numeral(number))).write(out),
        View::String(text) => write_text(text, out),
        View::Array(items) => {
            out.push('[');
            for item in items.iter() {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        View::Object(members) => {
            let mut members: Vec<(&str, Node<'_>)> =
                members.iter().map(|(key, value)| (key.name, value)).collect();
            members.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in members {
                write_text(name, out);
                write_canonical(value, out);
            }
            out.push('}');
        }
    }
}

/// Writes text with its length in front, so that nothing in it can be taken for structure.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    out.push_str(&text.len().to_string());
    out.push(':');
    out.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::parse;
    use jsonschema::json::{Array as _, conformance};

    fn with_tape(json: &str, check: impl FnOnce(Node<'_>)) {
        let keys = Keys::new(["nested"]);
        let mut buffer = TapeBuf::new();
        parse(json.as_bytes(), 128, &keys, &mut buffer).unwrap();
        check(buffer.tape(&keys).root());
    }

    #[test]
    fn the_tape_keeps_the_validators_contract() {
        with_tape(&conformance::document().to_string(), |root| {
            conformance::assert_conformance::<TapeJson>(&root);
        });
    }

    #[test]
    fn uniqueness_is_exact() {
        for (json, unique) in [
            ("[1, 1.0]", false),
            ("[1, true, \"1\", null, [1], {\"a\": 1}]", true),
            ("[{\"a\": 1, \"b\": [2]}, {\"b\": [2.0], \"a\": 1e0}]", false),
            ("[100000000000000000000000000000001, 100000000000000000000000000000002]", true),
            ("[0, -0.0]", false),
            ("[[\"a\", \"b\"], [\"a,b\"]]", true),
            ("[]", true),
        ] {
            with_tape(json, |root| {
                assert_eq!(Node::as_array(root).unwrap().is_unique(), unique, "{json}");
            });
        }
    }
}
