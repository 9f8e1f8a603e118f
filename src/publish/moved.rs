//! References that follow what they refer to.

use serde_json::{Map, Value};

use crate::survey::draft::Draft;
use crate::survey::pointer::{decode_fragment, encode_fragment, is_within, join, tokens};
use crate::survey::{Fault, Reference, Survey};

/// The keywords of `schema`, in the newest spelling of tuples, with every reference as it must be
/// once the schema stands at `root` and its definitions beside it.
pub(super) fn rewritten(
    schema: &Value,
    survey: &Survey,
    root: &str,
) -> Result<Map<String, Value>, Fault> {
    let mut moved = schema.clone();
    for reference in &survey.references {
        let Some(Value::Object(keywords)) = moved.pointer_mut(&reference.at) else { continue };
        match reference.keyword {
            "$recursiveRef" if root.is_empty() => {}
            "$recursiveRef" => follow_recursive(keywords, reference, schema, survey, root)?,
            _ => follow(keywords, reference, survey, root),
        }
    }
    if survey.draft == Draft::D2019
        && !root.is_empty()
        && let Value::Object(keywords) = &mut moved
    {
        // It may stand on a document's root only, and nothing refers to it any more.
        keywords.shift_remove("$recursiveAnchor");
    }
    // Deepest first: a renamed keyword changes the pointers below it.
    for at in survey.tuples.iter().rev() {
        if let Some(Value::Object(keywords)) = moved.pointer_mut(at) {
            let renamed = std::mem::take(keywords).into_iter();
            *keywords =
                renamed.map(|(key, value)| (tuple_keyword(&key).to_owned(), value)).collect();
        }
    }
    match moved {
        Value::Object(keywords) => Ok(keywords),
        _ => Ok(Map::new()),
    }
}

/// Rewrites one reference, if what it means has moved.
fn follow(keywords: &mut Map<String, Value>, reference: &Reference, survey: &Survey, root: &str) {
    let (uri, fragment) = match reference.text.split_once('#') {
        Some((uri, fragment)) => (uri, fragment),
        None => (reference.text.as_str(), ""),
    };
    let fragment = decode_fragment(fragment).unwrap_or_default();
    let is_name = !fragment.is_empty() && !fragment.starts_with('/');
    if is_name {
        return;
    }
    // The pointer starts at the root of a resource, which may have moved as a whole.
    let length = tokens(&fragment).count();
    let skipped = tokens(&reference.target).count().saturating_sub(length);
    let start =
        tokens(&reference.target).take(skipped).fold(String::new(), |at, token| join(&at, &token));
    let start_now = if start.is_empty() { String::new() } else { place_now(&start, survey, root) };
    let target_now = place_now(&reference.target, survey, root);
    let stays = reference.target.strip_prefix(&start) == target_now.strip_prefix(&start_now);
    if let Some(pointer) = target_now.strip_prefix(&start_now).filter(|_| !stays) {
        let text = format!("{uri}#{}", encode_fragment(pointer));
        keywords.insert(reference.keyword.to_owned(), Value::from(text));
    }
}

/// Turns `$recursiveRef` of draft 2019-09 into a plain `$ref`: it means the root of a document,
/// which is no longer the root of the schema. Where it means the outermost of several embedded
/// resources, it stays.
fn follow_recursive(
    keywords: &mut Map<String, Value>,
    reference: &Reference,
    schema: &Value,
    survey: &Survey,
    root: &str,
) -> Result<(), Fault> {
    let recurs = |at: &str| {
        schema.pointer(at).and_then(|schema| schema.get("$recursiveAnchor")) == Some(&true.into())
    };
    let embedded = reference.resource != 0;
    if embedded && !(recurs("") && recurs(&reference.target)) {
        return Ok(());
    }
    let document = survey.resource_uri(0);
    if embedded && document.is_empty() {
        return Err(Fault {
            pointer: join(&reference.at, "$recursiveRef"),
            reason: "means the root from within an embedded resource: the root needs an `$id`"
                .to_owned(),
        });
    }
    let uri = if embedded { document } else { "" };
    let text = Value::from(format!("{uri}#{}", place_now("", survey, root)));
    let place = keywords.keys().position(|key| key == "$recursiveRef").unwrap_or(0);
    keywords.shift_remove("$recursiveRef");
    if !keywords.contains_key("$ref") {
        keywords.shift_insert(place, "$ref".to_owned(), text);
        return Ok(());
    }
    let step = Value::Object([("$ref".to_owned(), text)].into_iter().collect());
    match keywords.get_mut("allOf") {
        Some(Value::Array(all)) => all.push(step),
        _ => {
            keywords.insert("allOf".to_owned(), Value::Array(vec![step]));
        }
    }
    Ok(())
}

/// Where the host's `pointer` points in the published schema.
fn place_now(pointer: &str, survey: &Survey, root: &str) -> String {
    let mut before = String::new();
    let hoisted = ["/$defs", "/definitions"].iter().any(|top| is_within(pointer, top));
    let mut now = if hoisted { String::new() } else { root.to_owned() };
    for token in tokens(pointer) {
        let is_keyword = survey.tuples.contains(&before);
        now = join(&now, if is_keyword { tuple_keyword(&token) } else { &token });
        before = join(&before, &token);
    }
    now
}

/// The newest spelling of a keyword beside an array of `items`.
fn tuple_keyword(keyword: &str) -> &str {
    match keyword {
        "items" => "prefixItems",
        "additionalItems" => "items",
        other => other,
    }
}
