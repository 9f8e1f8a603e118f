//! Literals, strings, numbers and arrays, from a JSON Schema to a plan.

use serde_json::Value;

use super::compile::{Compiled, Compiler, Schema};
use super::number::Bounds;
use super::plan::{Format, List, Literal, LiteralKind, Shape, Size, TextRules, Tuple};
use crate::python;

impl<'s> Compiler<'s> {
    pub(super) fn literal(
        &self,
        schema: &'s Schema,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<Option<Literal>> {
        let values = match (schema.get("enum"), schema.get("const")) {
            (None, None) => return Ok(None),
            (Some(Value::Array(values)), None) if !values.is_empty() => values.clone(),
            (_, Some(value)) => vec![value.clone()],
            _ => return self.refuse(&format!("{at}/enum"), "`enum` is no list of values"),
        };
        // pydantic gives a title to a class of named values and none to a `Literal`.
        let class = name.filter(|_| schema.contains_key("title") && schema.contains_key("enum"));
        let kind = match class {
            None => LiteralKind::Plain,
            Some(class) if values.iter().all(Value::is_i64) => {
                LiteralKind::Integers(class.to_owned())
            }
            Some(class) => LiteralKind::Class(class.to_owned()),
        };
        let choices = values.iter().map(python::literal).collect();
        Ok(Some(Literal { values, choices, kind }))
    }

    pub(super) fn string(&mut self, schema: &'s Schema, at: &str) -> Compiled<Shape> {
        let rules = self.text_rules(schema, at)?;
        let format = match schema.get("format").and_then(Value::as_str) {
            Some("binary") => Format::Bytes,
            Some("date") => Format::Date,
            Some("time") => Format::Time,
            Some("date-time") => Format::DateTime,
            Some("duration") => Format::Duration,
            Some("uuid") => Format::Uuid(None),
            Some("uuid1") => Format::Uuid(Some(1)),
            Some("uuid3") => Format::Uuid(Some(3)),
            Some("uuid4") => Format::Uuid(Some(4)),
            Some("uuid5") => Format::Uuid(Some(5)),
            Some("uuid6") => Format::Uuid(Some(6)),
            Some("uuid7") => Format::Uuid(Some(7)),
            Some("uuid8") => Format::Uuid(Some(8)),
            Some("uri") => Format::Url,
            _ => return Ok(Shape::Text(rules)),
        };
        Ok(Shape::Format(format, rules))
    }

    pub(super) fn text_rules(&self, schema: &'s Schema, at: &str) -> Compiled<TextRules> {
        let pattern = match schema.get("pattern") {
            None => None,
            Some(Value::String(pattern)) => match regex::Regex::new(pattern) {
                Ok(regex) => Some(regex),
                Err(error) => {
                    let reason = format!("`pattern` is unsupported: {error}");
                    return self.refuse(&format!("{at}/pattern"), reason);
                }
            },
            Some(_) => return self.refuse(&format!("{at}/pattern"), "`pattern` is no string"),
        };
        let size = self.size(schema, at, "minLength", "maxLength")?;
        Ok(TextRules { size, pattern, bounds: Bounds::default() })
    }

    pub(super) fn size(
        &self,
        schema: &'s Schema,
        at: &str,
        least: &str,
        most: &str,
    ) -> Compiled<Size> {
        let count = |word: &str| match schema.get(word) {
            None => Ok(None),
            Some(value) => match value.as_u64().or_else(|| whole(value)) {
                Some(count) => Ok(Some(count)),
                None => self.refuse(&format!("{at}/{word}"), format!("`{word}` is no count")),
            },
        };
        Ok(Size { least: count(least)?, most: count(most)? })
    }

    pub(super) fn bounds(&self, schema: &'s Schema, at: &str, integer: bool) -> Compiled<Bounds> {
        Bounds::read(schema, integer).or_else(|word| {
            self.refuse(&format!("{at}/{word}"), format!("`{word}` is no usable number"))
        })
    }

    pub(super) fn array(&mut self, schema: &'s Schema, at: &str) -> Compiled<Shape> {
        let size = self.size(schema, at, "minItems", "maxItems")?;
        let (prefix, rest) = match (schema.get("prefixItems"), schema.get("items")) {
            (Some(prefix), rest) => (Some(("prefixItems", prefix)), rest.map(|r| ("items", r))),
            (None, Some(prefix @ Value::Array(_))) => (
                Some(("items", prefix)),
                schema.get("additionalItems").map(|rest| ("additionalItems", rest)),
            ),
            (None, rest) => (None, rest.map(|rest| ("items", rest))),
        };
        let any = &Value::Bool(true);
        let (word, rest) = rest.unwrap_or(("items", any));
        let Some((prefix_word, prefix)) = prefix else {
            let item = self.add(rest, &format!("{at}/{word}"))?;
            let list = List { item, size };
            let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
            return Ok(if unique { Shape::Set(list) } else { Shape::List(list) });
        };
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let reason = format!("`uniqueItems` next to `{prefix_word}` is unsupported");
            return self.refuse(&format!("{at}/uniqueItems"), reason);
        }
        let Some(prefix) = prefix.as_array() else {
            let reason = format!("`{prefix_word}` is no list of schemas");
            return self.refuse(&format!("{at}/{prefix_word}"), reason);
        };
        let mut items = Vec::new();
        for (index, item) in prefix.iter().enumerate() {
            items.push(self.add(item, &format!("{at}/{prefix_word}/{index}"))?);
        }
        let count = items.len() as u64;
        let closed = rest == &Value::Bool(false) || size.most.is_some_and(|most| most <= count);
        let rest = match closed {
            true => None,
            false => Some(self.add(rest, &format!("{at}/{word}"))?),
        };
        let required = size.least.unwrap_or(0).min(count) as usize;
        Ok(Shape::Tuple(Tuple { items, required, rest, size }))
    }
}

fn whole(value: &Value) -> Option<u64> {
    let value = value.as_f64()?;
    (value.trunc() == value && (0.0..9e15).contains(&value)).then_some(value as u64)
}
