//! Whether the value of a keyword is one that the keyword may have.

use std::collections::HashSet;

use serde_json::Value;

use super::Fault;
use super::draft::{Draft, Holds};
use super::pointer::join;
use crate::schema::pattern_fault;

/// The names of the types that JSON Schema has.
pub(crate) const TYPES: [&str; 7] =
    ["array", "boolean", "integer", "null", "number", "object", "string"];

/// A value for a message: JSON, cut past 60 characters.
pub(crate) fn show(value: &Value) -> String {
    let text = match value {
        Value::Array(items) if items.len() > 20 => format!("an array of {} items", items.len()),
        Value::Object(members) if members.len() > 20 => {
            format!("an object of {} members", members.len())
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// Checks a keyword that holds no schemas. Here and below, the place of a fault is one within the value.
pub(crate) fn check(keyword: &str, holds: Holds, draft: Draft, value: &Value) -> Result<(), Fault> {
    let wrong = |what: &str| Err(Fault::new("", format!("must be {what}, not {}", show(value))));
    match holds {
        Holds::Types => check_types(value),
        Holds::Names => check_names(value),
        Holds::NamesMap => match value {
            Value::Object(lists) => lists.iter().try_for_each(|(name, list)| {
                check_names(list).map_err(|fault| fault.within(&join("", name)))
            }),
            _ => wrong("an object of lists of names"),
        },
        Holds::Pattern => match value {
            Value::String(pattern) => check_pattern(pattern),
            _ => wrong("a string"),
        },
        Holds::Text | Holds::Reference | Holds::Id | Holds::Dialect => match value {
            Value::String(_) => Ok(()),
            _ => wrong("a string"),
        },
        Holds::Anchor => match value {
            Value::String(name) if is_name(name) => Ok(()),
            _ => wrong("a name that starts with a letter or `_`"),
        },
        Holds::Flag => match value {
            Value::Bool(_) => Ok(()),
            _ => wrong("a boolean"),
        },
        Holds::Number => match value {
            Value::Number(_) => Ok(()),
            Value::Bool(_) if keyword.starts_with("exclusive") => {
                wrong("a number (a boolean is draft 4, which `$schema` has to name)")
            }
            _ => wrong("a number"),
        },
        Holds::Divisor => match value.as_f64() {
            Some(number) if number > 0.0 => Ok(()),
            _ => wrong("a number above 0"),
        },
        Holds::Count => match value.as_f64() {
            Some(number) if number >= 0.0 && number.trunc() == number => Ok(()),
            _ => wrong("a whole number from 0"),
        },
        Holds::Choices => match value {
            Value::Array(choices) if draft > Draft::D7 || !choices.is_empty() => Ok(()),
            Value::Array(_) => wrong("an array of at least one value"),
            _ => wrong("an array"),
        },
        Holds::List => match value {
            Value::Array(_) => Ok(()),
            _ => wrong("an array"),
        },
        Holds::Vocabulary => match value {
            Value::Object(_) => Ok(()),
            _ => wrong("an object"),
        },
        Holds::Data => Ok(()),
        Holds::Schema
        | Holds::Schemas
        | Holds::SchemaMap
        | Holds::PatternMap
        | Holds::SchemaOrTuple
        | Holds::Dependencies => Ok(()),
    }
}

/// Checks a regular expression.
pub(crate) fn check_pattern(pattern: &str) -> Result<(), Fault> {
    match pattern_fault(pattern) {
        None => Ok(()),
        Some(why) => {
            let shown = show(&Value::from(pattern));
            Err(Fault::new("", format!("invalid regular expression {shown}: {why}")))
        }
    }
}

/// Checks a list of names, each of which stands once.
pub(crate) fn check_names(value: &Value) -> Result<(), Fault> {
    let Value::Array(names) = value else {
        return Err(Fault::new("", format!("must be an array of names, not {}", show(value))));
    };
    let mut seen = HashSet::new();
    for (index, name) in names.iter().enumerate() {
        let here = || join("", &index.to_string());
        match name {
            Value::String(name) if seen.insert(name.as_str()) => {}
            Value::String(_) => {
                return Err(Fault::new(&here(), format!("{} stands twice", show(name))));
            }
            _ => return Err(Fault::new(&here(), format!("must be a name, not {}", show(name)))),
        }
    }
    Ok(())
}

fn check_types(value: &Value) -> Result<(), Fault> {
    let check = |name: &Value, at: &str| match name {
        Value::String(text) if TYPES.contains(&text.as_str()) => Ok(()),
        Value::String(_) => Err(Fault::new(
            at,
            format!("unknown type {}; the types are {}", show(name), TYPES.join(", ")),
        )),
        _ => Err(Fault::new(at, format!("must be the name of a type, not {}", show(name)))),
    };
    let Value::Array(names) = value else { return check(value, "") };
    if names.is_empty() {
        return Err(Fault::new("", "must name at least one type, not []".to_owned()));
    }
    for (index, name) in names.iter().enumerate() {
        let at = join("", &index.to_string());
        check(name, &at)?;
        if names.iter().take(index).any(|earlier| earlier == name) {
            return Err(Fault::new(&at, format!("{} stands twice", show(name))));
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}
