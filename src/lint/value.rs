//! What a value shows that a schema does not.

use serde_json::Value;

use super::{Finding, TEXT_SAYS_MORE, TEXT_SAYS_MORE_REASON};
use crate::convert::Converter;
use crate::policy::{Policy, Text};
use crate::survey::is_shallow;
use crate::survey::pointer::join;

/// How many places one kind of finding is reported for.
const MOST: usize = 20;

/// Adds what there is to say of the value and its result.
pub fn examine(schema: &Value, policy: &Policy, value: &Value, findings: &mut Vec<Finding>) {
    if !is_shallow(value, policy.max_depth as usize) {
        return;
    }
    json_in_strings(value, "", &mut 0, findings);
    let Ok(converter) = Converter::new(Some(schema), policy.clone()) else { return };
    let result = converter.convert(value);
    let Some(data) = &result.structured_content else { return };
    let data = match converter.wrapped() {
        true => data.get("result").unwrap_or(data),
        false => data,
    };
    if policy.text == Text::Mirror {
        // What the value shows is said instead of what the policy might do.
        findings.retain(|finding| finding.code != TEXT_SAYS_MORE);
        lost(value, data, "", &mut 0, findings);
    }
    let published = converter.output_schema().map_or(0, |schema| schema.to_string().len());
    let sent = serde_json::to_string(&result).map_or(usize::MAX, |json| json.len());
    if published > sent {
        findings.push(Finding::new(
            "schema-larger-than-result",
            "",
            format!("`outputSchema` has {published} bytes, the result {sent}."),
            "The schema is sent with every `tools/list`, and some clients put it before the model; `publishSchema: false` still validates.",
        ));
    }
}

fn json_in_strings(value: &Value, at: &str, found: &mut usize, findings: &mut Vec<Finding>) {
    match value {
        Value::String(text) if *found < MOST && holds_json(text) => {
            *found += 1;
            findings.push(Finding::new(
                "json-in-string",
                "",
                format!("The string at {} of the value holds JSON.", shown(at)),
                "It is escaped twice on the wire, and no client validates or shows what is inside; return the value itself.",
            ));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                json_in_strings(item, &join(at, &index.to_string()), found, findings);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                json_in_strings(member, &join(at, name), found, findings);
            }
        }
        _ => {}
    }
}

fn holds_json(text: &str) -> bool {
    let text = text.trim();
    let looks = (text.starts_with('{') && text.ends_with('}'))
        || (text.starts_with('[') && text.ends_with(']'));
    looks && text.len() > 2 && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Members of the value, and so of the text, that the data lacks.
fn lost(value: &Value, data: &Value, at: &str, found: &mut usize, findings: &mut Vec<Finding>) {
    match (value, data) {
        (Value::Array(items), Value::Array(kept)) => {
            for (index, (item, kept)) in items.iter().zip(kept).enumerate() {
                lost(item, kept, &join(at, &index.to_string()), found, findings);
            }
        }
        (Value::Object(members), Value::Object(kept)) => {
            for (name, member) in members {
                let place = join(at, name);
                match kept.get(name) {
                    Some(kept) => lost(member, kept, &place, found, findings),
                    None if *found < MOST => {
                        *found += 1;
                        let message =
                            format!("{place} of the value is in the text, but not in the data.");
                        findings.push(Finding::new(
                            TEXT_SAYS_MORE,
                            "",
                            message,
                            TEXT_SAYS_MORE_REASON,
                        ));
                    }
                    None => {}
                }
            }
        }
        _ => {}
    }
}

fn shown(at: &str) -> &str {
    if at.is_empty() { "the root" } else { at }
}
