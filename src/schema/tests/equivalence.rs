//! A published schema judges as the host's does.

use serde_json::{Value, json};

use super::{validator, with_node};
use crate::policy::Policy;
use crate::publish::publish;

/// Values of every kind, for schemas to be held against.
const VALUES: [&str; 22] = [
    "null",
    "true",
    "0",
    "1",
    "-1.5",
    "7",
    "\"\"",
    "\"a\"",
    "\"abc\"",
    "[]",
    "[1]",
    "[\"a\", 1]",
    "[[1], [[]]]",
    "[null, {\"name\": \"x\"}]",
    "{}",
    "{\"name\": \"x\"}",
    "{\"name\": 1}",
    "{\"name\": \"x\", \"next\": {\"name\": \"y\", \"next\": null}}",
    "{\"name\": \"x\", \"next\": {}}",
    "{\"kids\": [{\"kids\": []}, {\"kids\": [1]}]}",
    "{\"kids\": [[], [{}]]}",
    "[{\"kids\": 1}]",
];

#[test]
fn the_wrapped_schema_judges_as_the_original_does() {
    let d2019 = "https://json-schema.org/draft/2019-09/schema";
    let d7 = "http://json-schema.org/draft-07/schema#";
    let schemas = [
        json!({"type": ["array", "null"], "items": {"$ref": "#"}}),
        json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/anyOf/0"}}]}),
        json!({"$anchor": "top", "type": "array", "items": {"anyOf": [{"$ref": "#top"}, {"type": "integer"}]}}),
        json!({"$dynamicAnchor": "n", "type": "array", "items": {"anyOf": [{"$dynamicRef": "#n"}, {"type": "null"}]}}),
        json!({"$schema": d2019, "$recursiveAnchor": true, "type": "array", "items": {"$recursiveRef": "#"}}),
        json!({"$schema": d2019, "type": "array", "items": {"anyOf": [{"$recursiveRef": "#"}, {"type": "integer"}]}}),
        json!({"$schema": d7, "$ref": "#/definitions/L", "definitions": {
            "L": {"type": ["array", "null"], "items": {"$ref": "#/definitions/L"}}}}),
        json!({"$schema": d7, "items": [{"type": "string"}], "additionalItems": {"$ref": "#/items/0"}}),
        json!({"items": [{"type": "string"}, {"$ref": "#/additionalItems"}], "additionalItems": {"type": "integer"}}),
        json!({"$id": "https://example.invalid/x", "type": "array", "items": {"$ref": "https://example.invalid/x#/$defs/I"},
            "$defs": {"I": {"anyOf": [{"$ref": "x"}, {"type": "integer"}]}}}),
        json!({"anyOf": [{"$ref": "node"}, {"type": "null"}], "$defs": {"N": {
            "$id": "node", "type": "object", "properties": {"name": {"type": "string"}, "next": {
                "anyOf": [{"$ref": "#"}, {"type": "null"}]}}, "required": ["name"]}}}),
        // A tree that an outer schema makes strict: the dynamic reference means the outer one.
        json!({"$id": "https://example.invalid/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
            "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": ["object", "array"],
                "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}}),
        json!({"$schema": d2019, "$id": "https://example.invalid/strict", "$recursiveAnchor": true, "$ref": "tree",
            "unevaluatedProperties": false,
            "$defs": {"tree": {"$id": "tree", "$recursiveAnchor": true, "type": ["object", "array"],
                "properties": {"kids": {"type": "array", "items": {"$recursiveRef": "#"}}}}}}),
        json!({"enum": [{"name": "x"}, {"$ref": "#/enum"}], "default": {"$ref": "#"}}),
        json!({"x-lib": {"s": {"type": "string"}, "l": {"items": {"$ref": "#/x-lib/s"}}}, "type": "array", "$ref": "#/x-lib/l"}),
        json!({"not": {"$ref": "#/properties/name"}, "properties": {"name": {"type": ["string", "array"]}}}),
        json!(true),
        json!(false),
        json!({}),
    ];
    let mut compared = 0;
    for schema in &schemas {
        let published = publish(schema, &Policy::default()).unwrap();
        assert!(published.wrapped);
        let mut schema = schema.clone();
        if schema.get("items").is_some_and(Value::is_array) {
            // The older spelling has its meaning in the older draft only.
            schema["$schema"] = json!(d7);
        }
        let (original, wrapping) = (validator(&schema), validator(&published.schema));
        let verdicts: Vec<bool> = VALUES
            .iter()
            .map(|value| {
                let before = with_node(value, |node| original.is_valid(node));
                let inside = format!("{{\"result\": {value}}}");
                let after = with_node(&inside, |node| wrapping.is_valid(node));
                assert_eq!(before, after, "{schema}\n{}\n{value}", published.schema);
                compared += 1;
                before
            })
            .collect();
        let decides = verdicts.contains(&true) && verdicts.contains(&false);
        assert!(decides || schema.is_boolean() || schema == json!({}), "{schema}: {verdicts:?}");
    }
    println!("{compared} verdicts agree");
}

#[test]
fn an_inlined_root_judges_as_the_reference_did() {
    for schema in [
        json!({"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "required": ["name"],
            "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}}}),
        json!({"$ref": "#n", "$defs": {"N": {"$anchor": "n", "type": "object", "required": ["name"],
            "properties": {"next": {"$ref": "#n"}}}}}),
        json!({"$ref": "node", "$defs": {"N": {"$id": "node", "type": "object",
            "properties": {"kids": {"items": {"$ref": "#"}}}}}}),
    ] {
        let published = publish(&schema, &Policy::default()).unwrap();
        assert!(!published.wrapped);
        assert_eq!(published.schema["type"], "object");
        let (original, inlined) = (validator(&schema), validator(&published.schema));
        for value in VALUES {
            let verdicts = with_node(value, |n| (original.is_valid(n), inlined.is_valid(n)));
            assert_eq!(verdicts.0, verdicts.1, "{schema} {value}");
        }
    }
}
