//! A root that only refers to an object.

use serde_json::{Map, Value};

use super::{insert_in_order, is_object_schema};
use crate::survey::Survey;
use crate::survey::pointer::is_within;

/// Puts the definition that a bare root `$ref` leads to onto the root, which then has the
/// `type: "object"` that clients look for. A root with more to say keeps its `$ref`, and the type
/// is written beside it.
pub(super) fn inline_root(root: &mut Map<String, Value>, survey: &Survey) {
    let mut at = "";
    while let Some(target) = survey.ref_target(at) {
        if is_object_schema(Some(root)) && !survey.draft.ref_stands_alone() {
            return;
        }
        match inlined(root, target, survey) {
            Some(inlined) => *root = inlined,
            None => break,
        }
        at = target;
    }
    if !is_object_schema(Some(root)) {
        root.shift_remove("type");
        insert_in_order(root, "type", Value::from("object"));
    }
}

/// The definition's keywords, then the root's own; `None` where that would change a meaning.
fn inlined(root: &Map<String, Value>, target: &str, survey: &Survey) -> Option<Map<String, Value>> {
    let names = target.strip_prefix('/').map(|path| path.split('/'));
    let definition = names?.try_fold(None::<&Value>, |at, name| {
        let name = name.replace("~1", "/").replace("~0", "~");
        let next = match at {
            None => root.get(&name),
            Some(Value::Array(items)) => items.get(name.parse::<usize>().ok()?),
            Some(inner) => inner.get(&name),
        };
        next.map(Some)
    })??;
    let definition = definition.as_object()?;
    let harmless = ["$defs", "definitions", "$schema", "$comment", "title", "description"];
    let own = || root.iter().filter(|(key, _)| *key != "$ref");
    let bare =
        own().all(|(key, _)| harmless.contains(&key.as_str()) && !definition.contains_key(key));
    // A name or a base URI in two places would be ambiguous.
    let is_named = survey.is_named_within(target) || survey.resource_of(target) != 0;
    let is_definition = is_within(target, "/$defs") || is_within(target, "/definitions");
    if !bare || is_named || !is_definition {
        return None;
    }
    let own = own().map(|(key, value)| (key.clone(), value.clone()));
    Some(definition.iter().map(|(k, v)| (k.clone(), v.clone())).chain(own).collect())
}
