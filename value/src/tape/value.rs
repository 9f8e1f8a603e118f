use serde_json::{Map, Value};

use super::{Keys, Node, Number, TapeBuf, View};

/// A value is nested beyond the levels that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDeep(pub usize);

impl TapeBuf {
    /// Writes a `serde_json` value of at most `depth` levels.
    pub fn value(&mut self, keys: &Keys, value: &Value, depth: usize) -> Result<(), TooDeep> {
        self.nested(keys, value, depth).ok_or(TooDeep(depth))
    }

    fn nested(&mut self, keys: &Keys, value: &Value, depth: usize) -> Option<()> {
        match value {
            Value::Null => self.null(),
            Value::Bool(value) => self.boolean(*value),
            Value::Number(number) => self.number(&number.to_string()),
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                let below = depth.checked_sub(1)?;
                let mark = self.open_array();
                items.iter().try_for_each(|item| self.nested(keys, item, below))?;
                self.close(mark, items.len());
            }
            Value::Object(members) => {
                let below = depth.checked_sub(1)?;
                let mark = self.open_object();
                for (name, value) in members {
                    self.key(keys, name);
                    self.nested(keys, value, below)?;
                }
                self.close(mark, members.len());
            }
        }
        Some(())
    }
}

impl Node<'_> {
    /// The node as a `serde_json` value, for places where speed does not matter. Numbers beyond
    /// its range become the nearest double, or `null` where there is none.
    pub fn to_value(self) -> Value {
        match self.view() {
            View::Null => Value::Null,
            View::Bool(value) => Value::Bool(value),
            View::Number(number) => number.to_json(),
            View::String(text) => Value::String(text.to_owned()),
            View::Array(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            View::Object(members) => {
                let member = |(key, value): (super::Key<'_>, Node<'_>)| {
                    (key.name.to_owned(), value.to_value())
                };
                Value::Object(members.iter().map(member).collect::<Map<_, _>>())
            }
        }
    }
}

impl Number<'_> {
    /// The number as a `serde_json` value: exact where it fits, else the nearest double, or `null`.
    pub fn to_json(self) -> Value {
        let parsed = match self {
            Number::Text(text) => serde_json::from_str(text).ok(),
            Number::Float(_) => None,
        };
        let exact = || self.to_i64().map(Value::from).or_else(|| self.to_u64().map(Value::from));
        parsed
            .or_else(exact)
            .or_else(|| serde_json::Number::from_f64(self.to_f64()).map(Value::Number))
            .unwrap_or(Value::Null)
    }
}
