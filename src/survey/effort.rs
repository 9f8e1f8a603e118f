//! How many schemas one value is held against.

use std::collections::HashMap;

use serde_json::Value;

use super::pointer::join;
use super::{Fault, Survey};

/// No value is held against more schemas than these.
const MOST: u64 = 1_000_000;
/// So few references cannot multiply beyond that.
const HARMLESS: usize = 24;

/// Keywords with a schema for the same value; with several, by number or name.
const IN_PLACE: [&str; 4] = ["not", "if", "then", "else"];
const IN_PLACE_LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies"];

impl Survey {
    /// Refuses references that lead to more references, each twice or oftener, until a value is
    /// held against the same schema a million times.
    pub(super) fn refuse_bombs(&self, document: &Value) -> Result<(), Fault> {
        if self.references.len() < HARMLESS {
            return Ok(());
        }
        let mut targets: HashMap<&str, Vec<&str>> = HashMap::new();
        for reference in &self.references {
            targets.entry(&reference.at).or_default().push(&reference.target);
        }
        // A schema that is still on the way counts as one.
        let mut efforts: HashMap<String, u64> = HashMap::new();
        for start in targets.keys() {
            let mut stack = vec![(start.to_string(), false)];
            while let Some((at, leaving)) = stack.pop() {
                if !leaving && efforts.contains_key(&at) {
                    continue;
                }
                let mut below = in_place(document, &at);
                below.extend(targets.get(at.as_str()).into_iter().flatten().map(|t| t.to_string()));
                if !leaving {
                    efforts.insert(at.clone(), 1);
                    stack.push((at, true));
                    stack.extend(below.into_iter().map(|inner| (inner, false)));
                    continue;
                }
                let inner = below.iter().map(|at| efforts.get(at).copied().unwrap_or(1));
                let effort = inner.fold(1, u64::saturating_add);
                if effort > MOST {
                    let reason = format!(
                        "its references multiply: a value would be held against more than {MOST} schemas"
                    );
                    return Err(Fault::new(&at, reason));
                }
                efforts.insert(at, effort);
            }
        }
        Ok(())
    }
}

/// The schemas inside the one at `at` that are for the same value.
fn in_place(document: &Value, at: &str) -> Vec<String> {
    let Some(Value::Object(keywords)) = document.pointer(at) else { return Vec::new() };
    let alone = IN_PLACE.iter().filter(|word| keywords.contains_key(**word));
    let mut found: Vec<String> = alone.map(|word| join(at, word)).collect();
    for word in IN_PLACE_LISTS {
        let list = keywords.get(word).map(|_| join(at, word)).unwrap_or_default();
        match keywords.get(word) {
            Some(Value::Array(schemas)) => {
                found.extend((0..schemas.len()).map(|index| join(&list, &index.to_string())));
            }
            Some(Value::Object(schemas)) => {
                found.extend(schemas.keys().map(|name| join(&list, name)))
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Each of so many definitions refers to the next one twice.
    fn doubling(levels: usize) -> Value {
        let level = |at: usize| {
            let next = json!({"$ref": format!("#/$defs/L{}", at + 1)});
            (format!("L{at}"), json!({"anyOf": [next, {"allOf": [next]}]}))
        };
        let mut defs: serde_json::Map<String, Value> = (0..levels).map(level).collect();
        defs.insert(format!("L{levels}"), json!({"type": "integer"}));
        json!({"$ref": "#/$defs/L0", "$defs": defs})
    }

    #[test]
    fn references_that_multiply_are_refused() {
        assert!(Survey::of(&doubling(15)).is_ok());
        let fault = Survey::of(&doubling(40)).unwrap_err();
        assert!(fault.pointer.starts_with("/$defs/L"), "{fault:?}");
        assert!(fault.reason.starts_with("its references multiply"), "{fault:?}");
    }

    #[test]
    fn long_chains_and_recursion_are_no_bombs() {
        let link = |at: usize| {
            let next = format!("#/$defs/C{}", (at + 1) % 5_000);
            (
                format!("C{at}"),
                json!({"properties": {"next": {"$ref": next}}, "anyOf": [{"$ref": "#/$defs/T"}]}),
            )
        };
        let mut defs: serde_json::Map<String, Value> = (0..5_000).map(link).collect();
        defs.insert(
            "T".into(),
            json!({"items": {"$ref": "#/$defs/T"}, "oneOf": [{"$ref": "#/$defs/T"}]}),
        );
        assert!(Survey::of(&json!({"$ref": "#/$defs/C0", "$defs": defs})).is_ok());
    }
}
