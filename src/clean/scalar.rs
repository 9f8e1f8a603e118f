//! Everything that has no parts.

use super::plan::{Literal, LiteralKind, Shape, Size, TextRules};
use super::walk::{Exactness, Walk};
use super::{format, number};
use crate::error::Problem;
use crate::policy::Policy;
use crate::problem;
use crate::python;
use crate::tape::{Node, Number, TapeBuf, View};

/// A value that was converted; strict mode has another word for it.
enum Taken {
    /// It is of the type as JSON has it.
    Native,
    /// It was converted.
    Converted,
}

impl Walk<'_> {
    /// Holds a value without parts against a shape, and writes what it becomes.
    pub fn scalar(
        &mut self,
        shape: &Shape,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> Result<(), Problem> {
        match shape {
            Shape::Nothing => Err(problem::extra_forbidden()),
            Shape::Null => match node.is_null() {
                true => {
                    out.null();
                    Ok(())
                }
                false => Err(problem::none_required()),
            },
            Shape::Bool => {
                let taken = self.boolean(node, out)?;
                self.native(taken, problem::bool_type)
            }
            Shape::Int(bounds) => {
                let (digits, taken) = self.integer(node)?;
                bounds.check_integer(&digits)?;
                match node.view() {
                    View::Number(Number::Float(value)) => out.float(value),
                    _ => out.number(&digits),
                }
                self.native(taken, problem::int_type)
            }
            Shape::Float(bounds) => {
                let (value, taken) = self.float(node)?;
                bounds.check_float(value)?;
                write_float(value, node, out);
                self.native(taken, problem::float_type)
            }
            Shape::Text(rules) => {
                let text = node.as_str().ok_or_else(problem::string_type)?;
                check_text(rules, text)?;
                out.string(text);
                Ok(())
            }
            Shape::Literal(literal) => self.literal(literal, node, out),
            Shape::Format(format, rules) => {
                if self.is_strict() {
                    return format::check(*format, rules, node, self.mode);
                }
                let text = format::convert(*format, rules, node)?;
                self.floor(Exactness::Lax);
                out.string(&text);
                Ok(())
            }
            _ => {
                self.floor(Exactness::Strict);
                self.copy(node, out);
                Ok(())
            }
        }
    }

    /// Copies a value of any type; its numbers are written as Python writes them.
    fn copy(&self, node: Node<'_>, out: &mut TapeBuf) {
        match node.view() {
            View::Number(number @ Number::Text(_)) if number.is_written_as_integer() => {
                out.number(&python::number(number));
            }
            View::Number(number @ Number::Text(_)) => write_float(number.to_f64(), node, out),
            View::Array(items) => {
                let mark = if items.is_single() { out.open_set() } else { out.open_array() };
                items.iter().for_each(|item| self.copy(item, out));
                out.close(mark, items.len());
            }
            View::Object(members) => {
                let mark = out.open_object();
                for (key, value) in members.iter() {
                    out.key(self.keys, key.name);
                    self.copy(value, out);
                }
                out.close(mark, members.len());
            }
            _ => out.copy(node),
        }
    }

    /// In strict mode a conversion is a problem.
    fn native(&self, taken: Taken, otherwise: fn() -> Problem) -> Result<(), Problem> {
        match taken {
            Taken::Converted if self.is_strict() => Err(otherwise()),
            _ => Ok(()),
        }
    }

    /// Writes a value of the schema.
    pub fn write_json(&self, value: &serde_json::Value, out: &mut TapeBuf) {
        let mark = out.mark();
        if out.value(self.keys, value, Policy::DEEPEST as usize).is_err() {
            out.rollback(mark);
            out.null();
        }
    }

    fn boolean(&mut self, node: Node<'_>, out: &mut TapeBuf) -> Result<Taken, Problem> {
        let (value, taken) = match node.view() {
            View::Bool(value) => (value, Taken::Native),
            View::String(text) => (number::boolean_from_text(text)?, Taken::Converted),
            View::Number(value) => (number::boolean_from_number(value)?, Taken::Converted),
            _ => return Err(problem::bool_type()),
        };
        if matches!(taken, Taken::Converted) {
            self.floor(Exactness::Lax);
        }
        out.boolean(value);
        Ok(taken)
    }

    fn integer(&mut self, node: Node<'_>) -> Result<(String, Taken), Problem> {
        let (digits, exactness, taken) = match node.view() {
            View::Number(value) => {
                let integer = number::integer_from_number(value)?;
                let exactness = if integer.exact { Exactness::Exact } else { Exactness::Lax };
                (integer.digits, exactness, Taken::Native)
            }
            View::String(text) => {
                (number::integer_from_text(text)?, Exactness::Lax, Taken::Converted)
            }
            View::Bool(value) => (u8::from(value).to_string(), Exactness::Lax, Taken::Converted),
            _ => return Err(problem::int_type()),
        };
        self.floor(exactness);
        Ok((digits, taken))
    }

    fn float(&mut self, node: Node<'_>) -> Result<(f64, Taken), Problem> {
        let (value, exactness, taken) = match node.view() {
            View::Number(value) => {
                let integer = value.is_written_as_integer();
                let exactness = if integer { Exactness::Strict } else { Exactness::Exact };
                (number::float_from_number(value)?, exactness, Taken::Native)
            }
            View::String(text) => {
                (number::float_from_text(text)?, Exactness::Lax, Taken::Converted)
            }
            View::Bool(value) => (f64::from(u8::from(value)), Exactness::Lax, Taken::Converted),
            _ => return Err(problem::float_type()),
        };
        self.floor(exactness);
        Ok((value, taken))
    }

    fn literal(
        &mut self,
        literal: &Literal,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> Result<(), Problem> {
        let found = match &literal.kind {
            _ if self.is_strict() => literal.values.iter().find(|value| is_same(value, node)),
            LiteralKind::Plain => literal.find(node)?,
            LiteralKind::Class(_) => {
                self.floor(Exactness::Lax);
                literal.find(node)?
            }
            LiteralKind::Integers(_) => {
                let integer = self.integer(node).ok().and_then(|(digits, _)| digits.parse().ok());
                self.floor(Exactness::Lax);
                integer.and_then(|integer: i64| literal.values.iter().find(|v| **v == integer))
            }
        };
        match (found, &literal.kind) {
            (Some(serde_json::Value::String(text)), _) => out.string(text),
            (Some(value), _) => self.write_json(value, out),
            (None, LiteralKind::Plain) => return Err(problem::literal_error(&literal.choices)),
            (None, _) => return Err(problem::enumeration(&literal.choices)),
        }
        Ok(())
    }
}

impl Literal {
    /// The value that Python takes for equal; of several, the one of the same type.
    fn find(&self, node: Node<'_>) -> Result<Option<&serde_json::Value>, Problem> {
        if let View::Number(number) = node.view()
            && number.is_written_as_integer()
            && number.to_text().parse::<i64>().is_err()
            && self.values.iter().any(serde_json::Value::is_i64)
        {
            return Err(problem::int_parsing_size());
        }
        let same = self.values.iter().find(|value| is_same_type(value, node));
        Ok(same.or_else(|| self.values.iter().rfind(|value| is_equal(value, node))))
    }
}

/// Numbers that came as text leave as text, in Python's notation.
pub fn write_float(value: f64, node: Node<'_>, out: &mut TapeBuf) {
    match node.view() {
        View::Number(Number::Float(value)) => out.float(value),
        _ if value.is_finite() => out.number(&python::float(value)),
        _ => out.float(value),
    }
}

/// Length in characters, then pattern.
pub fn check_text(rules: &TextRules, text: &str) -> Result<(), Problem> {
    let Size { least, most } = rules.size;
    if least.is_some() || most.is_some() {
        let length = text.chars().count() as u64;
        if let Some(least) = least.filter(|least| length < *least) {
            return Err(problem::string_too_short(least));
        }
        if let Some(most) = most.filter(|most| length > *most) {
            return Err(problem::string_too_long(most));
        }
    }
    match &rules.pattern {
        Some(pattern) if !pattern.is_match(text) => {
            Err(problem::string_pattern_mismatch(pattern.as_str()))
        }
        _ => Ok(()),
    }
}

/// Equal as JSON Schema has it.
fn is_same(value: &serde_json::Value, node: Node<'_>) -> bool {
    use serde_json::Value;
    match (value, node.view()) {
        (Value::Null, View::Null) => true,
        (Value::Bool(a), View::Bool(b)) => *a == b,
        (Value::String(a), View::String(b)) => a == b,
        (Value::Number(a), View::Number(b)) => is_same_number(a, b),
        (Value::Array(a), View::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), View::Object(b)) => {
            a.len() == b.len()
                && b.iter().all(|(key, b)| a.get(key.name).is_some_and(|a| is_same(a, b)))
        }
        _ => false,
    }
}

fn is_same_number(a: &serde_json::Number, b: Number<'_>) -> bool {
    match (a.as_i64(), a.as_u64()) {
        (Some(a), _) if b.is_written_as_integer() => b.to_i64() == Some(a),
        (_, Some(a)) if b.is_written_as_integer() => b.to_u64() == Some(a),
        _ => a.as_f64() == Some(b.to_f64()),
    }
}

/// The same value of the same Python type.
fn is_same_type(value: &serde_json::Value, node: Node<'_>) -> bool {
    match (value, node.view()) {
        (serde_json::Value::Number(a), View::Number(b)) => {
            a.is_f64() != b.is_written_as_integer() && is_same_number(a, b)
        }
        _ => is_same(value, node),
    }
}

/// Equal as Python has it: `1 == 1.0 == True`.
pub fn is_equal(value: &serde_json::Value, node: Node<'_>) -> bool {
    use serde_json::Value;
    match (value, node.view()) {
        (Value::Number(a), View::Bool(b)) => a.as_f64() == Some(f64::from(u8::from(b))),
        (Value::Bool(a), View::Number(b)) => b.to_f64() == f64::from(u8::from(*a)),
        _ => is_same(value, node),
    }
}
