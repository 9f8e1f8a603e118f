//! What each schema is examined for.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::walk::Place;
use super::{Finding, formats};
use crate::survey::check::TYPES;
use crate::survey::draft::{Draft, holds};
use crate::survey::pointer::join;

pub const REMOTE_REF: &str = "remote-ref";

/// Adds what there is to say of one schema.
pub fn examine(place: &Place<'_>, findings: &mut Vec<Finding>) {
    let mut report = |code, keyword: &str, message: String, reason| {
        findings.push(Finding::new(code, &join(place.pointer, keyword), message, reason));
    };
    for (keyword, value) in place.keywords {
        match (keyword.as_str(), value) {
            ("$schema", Value::String(uri)) => {
                let (message, reason) = dialect(uri);
                report("dialect-stamp", keyword, message, reason);
            }
            ("$ref", Value::String(text)) if !text.starts_with('#') => report(
                REMOTE_REF,
                keyword,
                format!("`{text}` leads out of the schema."),
                "Nothing is ever fetched here, and a client that does fetch asks a server of somebody else's choice; put the schema under `$defs`.",
            ),
            ("format", Value::String(name)) if !formats::is_standard(name) => {
                let known = match formats::origin(name) {
                    Some(origin) => format!("the format `{name}` is {origin}'s"),
                    None => format!("no library that we know has the format `{name}`"),
                };
                report(
                    "uncommon-format",
                    keyword,
                    format!("{}.", capitalised(&known)),
                    "JSON Schema does not have it: most validators skip it, and some refuse the schema; `pattern` says the same to all.",
                );
            }
            ("items", Value::Array(_)) => report(
                "tuple-spelling",
                keyword,
                "The items of a tuple are listed under `items`.".to_owned(),
                "That is the spelling of older drafts; since 2020-12 it is `prefixItems`, and a validator of that draft refuses the list.",
            ),
            ("prefixItems", Value::Array(_)) => {
                let (message, reason) = prefix_items(place.draft);
                report("tuple-spelling", keyword, message, reason);
            }
            ("contentMediaType", Value::String(media)) if is_json(media) => report(
                "json-in-string",
                keyword,
                format!("This string holds {media}."),
                "It is escaped twice on the wire, and no client validates or shows what is inside; return the value itself.",
            ),
            ("oneOf", Value::Array(arms)) if lacks_discriminator(place, arms) => report(
                "no-discriminator",
                keyword,
                format!(
                    "The {} arms of `oneOf` have no member in common that tells them apart.",
                    arms.len()
                ),
                "A value that fails is reported once for every arm, and one that fits two arms is refused; give each arm a required `const` of its own.",
            ),
            (_, Value::Object(value)) if is_stray_member(keyword, value, place.draft) => report(
                "stray-member",
                keyword,
                format!("`{keyword}` is no keyword, and looks like a member."),
                "Validators skip keywords that they do not know, so that nothing holds the member to its schema; it belongs under `properties`.",
            ),
            _ => {}
        }
    }
}

fn dialect(uri: &str) -> (String, &'static str) {
    match Draft::named(uri) {
        Some(Draft::D2020) => (
            "The schema is stamped with 2020-12.".to_owned(),
            "That is the protocol's default and says nothing new, but some clients refuse any stamp.",
        ),
        Some(draft) => (
            format!("The schema is stamped with {}.", name(draft)),
            "Clients that know 2020-12 alone refuse the schema, or read some of its keywords otherwise than they are meant.",
        ),
        None => (
            format!("`{uri}` is a dialect that is not known here."),
            "A client that does not know it cannot validate.",
        ),
    }
}

fn name(draft: Draft) -> &'static str {
    match draft {
        Draft::D4 => "draft-04",
        Draft::D6 => "draft-06",
        Draft::D7 => "draft-07",
        Draft::D2019 => "2019-09",
        Draft::D2020 => "2020-12",
    }
}

fn prefix_items(draft: Draft) -> (String, &'static str) {
    if draft == Draft::D2020 {
        return (
            "The items of a tuple are listed under `prefixItems`.".to_owned(),
            "Clients with a validator of an older draft skip it and accept any items; an object with named members is understood by all.",
        );
    }
    (
        format!("{} does not have `prefixItems`.", capitalised(name(draft))),
        "It is skipped, and any items are accepted; the spelling of this draft is `items`.",
    )
}

fn is_json(media: &str) -> bool {
    let media = media.split(';').next().unwrap_or_default().trim();
    media == "application/json" || media.ends_with("+json")
}

/// Whether a schema stands where no keyword has one.
fn is_stray_member(keyword: &str, value: &Map<String, Value>, draft: Draft) -> bool {
    let holds_data = ["const", "default", "example", "examples"].contains(&keyword);
    let is_known = holds(keyword, draft).or_else(|| holds(keyword, Draft::D2019)).is_some();
    let is_schema = match value.get("type") {
        Some(Value::String(name)) => TYPES.contains(&name.as_str()),
        _ => value.get("$ref").is_some_and(Value::is_string),
    };
    is_schema && !is_known && !holds_data && !keyword.starts_with("x-")
}

/// Whether two or more arms are objects and nothing tells them apart at once.
fn lacks_discriminator(place: &Place<'_>, arms: &[Value]) -> bool {
    if place.keywords.contains_key("discriminator") {
        return false;
    }
    let objects: Vec<&Map<String, Value>> =
        arms.iter().filter_map(|arm| properties(place.root, arm)).collect();
    let Some((first, others)) = objects.split_first().filter(|(_, others)| !others.is_empty())
    else {
        return false;
    };
    let tells_apart = |member: &String| {
        let mut seen = BTreeSet::new();
        std::iter::once(first).chain(others).all(|arm| {
            let values = arm.get(member).and_then(fixed_values);
            values.is_some_and(|values| values.into_iter().all(|value| seen.insert(value)))
        })
    };
    !first.keys().any(tells_apart)
}

/// The members that an arm declares, directly or behind one reference.
fn properties<'a>(root: &'a Value, arm: &'a Value) -> Option<&'a Map<String, Value>> {
    let target = arm.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
    let arm = target.map_or(Some(arm), |pointer| root.pointer(pointer))?;
    arm.get("properties")?.as_object()
}

/// The values that a member can only have.
fn fixed_values(schema: &Value) -> Option<Vec<String>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value.to_string()]),
        (None, Some(Value::Array(values))) => Some(values.iter().map(Value::to_string).collect()),
        _ => None,
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
