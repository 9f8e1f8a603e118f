use serde_json::json;

use super::*;

fn fault(schema: Value) -> (String, String) {
    let fault = Survey::of(&schema).expect_err(&schema.to_string());
    (fault.pointer, fault.reason)
}

#[test]
fn what_is_no_schema_is_refused_at_its_place() {
    for (schema, pointer, reason) in [
        (json!(17), "", "a schema is an object or a boolean, not 17"),
        (json!({"items": "x"}), "/items", "a schema is an object or a boolean, not \"x\""),
        (
            json!({"properties": {"a": {"type": "strng"}}}),
            "/properties/a/type",
            "unknown type \"strng\"; the types are array, boolean, integer, null, number, object, string",
        ),
        (
            json!({"type": ["null", "nul"]}),
            "/type/1",
            "unknown type \"nul\"; the types are array, boolean, integer, null, number, object, string",
        ),
        (json!({"type": ["null", "null"]}), "/type/1", "\"null\" stands twice"),
        (json!({"type": []}), "/type", "must name at least one type, not []"),
        (json!({"type": 3}), "/type", "must be the name of a type, not 3"),
        (
            json!({"exclusiveMinimum": true}),
            "/exclusiveMinimum",
            "must be a number (a boolean is draft 4, which `$schema` has to name), not true",
        ),
        (json!({"minimum": "0"}), "/minimum", "must be a number, not \"0\""),
        (json!({"multipleOf": 0}), "/multipleOf", "must be a number above 0, not 0"),
        (json!({"minLength": -1}), "/minLength", "must be a whole number from 0, not -1"),
        (json!({"maxItems": 1.5}), "/maxItems", "must be a whole number from 0, not 1.5"),
        (json!({"required": true}), "/required", "must be an array of names, not true"),
        (json!({"required": ["a", "a"]}), "/required/1", "\"a\" stands twice"),
        (json!({"enum": "a"}), "/enum", "must be an array, not \"a\""),
        (json!({"anyOf": []}), "/anyOf", "must be an array of at least one schema, not []"),
        (json!({"properties": []}), "/properties", "must be an object of schemas, not []"),
        (json!({"title": 1}), "/title", "must be a string, not 1"),
        (json!({"uniqueItems": 1}), "/uniqueItems", "must be a boolean, not 1"),
        (
            json!({"$schema": "https://x.invalid/s"}),
            "/$schema",
            "unknown dialect \"https://x.invalid/s\"",
        ),
        (
            json!({"$anchor": "1a"}),
            "/$anchor",
            "must be a name that starts with a letter or `_`, not \"1a\"",
        ),
        (
            json!({"$id": "https://x.invalid/#a"}),
            "/$id",
            "must have no fragment, not \"https://x.invalid/#a\"",
        ),
        (
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "items": [true]}),
            "/items",
            "an array of schemas is spelled `prefixItems` in draft 2020-12",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-04/schema#", "not": true}),
            "/not",
            "must be an object in draft 4, not true",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "enum": []}),
            "/enum",
            "must be an array of at least one value, not []",
        ),
    ] {
        assert_eq!(fault(schema), (pointer.to_owned(), reason.to_owned()));
    }
}

#[test]
fn patterns_must_compile() {
    let (pointer, reason) = fault(json!({"items": {"pattern": "(a"}}));
    assert_eq!(pointer, "/items/pattern");
    assert!(reason.starts_with("invalid regular expression \"(a\": "), "{reason}");
    let (pointer, reason) = fault(json!({"patternProperties": {"a**": true}}));
    assert_eq!(pointer, "/patternProperties/a**");
    assert!(reason.starts_with("invalid regular expression \"a**\": "), "{reason}");
    assert!(Survey::of(&json!({"pattern": "^(?=a)[a-z]+\\d$"})).unwrap().plain);
}

#[test]
fn references_must_lead_to_a_schema_of_the_document() {
    let outside = "leads out of the schema, and nothing is ever fetched";
    for (schema, pointer, reason) in [
        (json!({"items": {"$ref": "#/$defs/A"}}), "/items/$ref", "\"#/$defs/A\" leads nowhere".to_owned()),
        (json!({"$ref": "#a"}), "/$ref", "\"#a\" leads nowhere".to_owned()),
        (json!({"$dynamicRef": "#a"}), "/$dynamicRef", "\"#a\" leads nowhere".to_owned()),
        (json!({"$ref": "#/%zz"}), "/$ref", "\"#/%zz\" leads nowhere".to_owned()),
        (
            json!({"$ref": "https://example.invalid/p.json"}),
            "/$ref",
            format!("\"https://example.invalid/p.json\" {outside}"),
        ),
        (json!({"$ref": "p.json#/a"}), "/$ref", format!("\"p.json#/a\" {outside}")),
        (json!({"$ref": "#"}), "/$ref", "\"#\" leads in a circle and to no schema".to_owned()),
        (
            json!({"items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}),
            "/items/$ref",
            "\"#/$defs/A\" leads in a circle and to no schema".to_owned(),
        ),
        (
            json!({"default": {"a": {}}, "items": {"$ref": "#/default/a"}}),
            "/items/$ref",
            "`#/default/a` is data of `default`, not a schema".to_owned(),
        ),
        (
            json!({"x": [1], "items": {"$ref": "#/x/0"}}),
            "/items/$ref",
            "`#/x/0` is 1, not a schema".to_owned(),
        ),
        (
            json!({"x": {"type": "int"}, "items": {"$ref": "#/x"}}),
            "/x/type",
            "unknown type \"int\"; the types are array, boolean, integer, null, number, object, string".to_owned(),
        ),
    ] {
        assert_eq!(fault(schema), (pointer.to_owned(), reason));
    }
}

#[test]
fn data_is_no_schema() {
    let data = json!({"$ref": "#/nowhere", "type": "strng", "$id": "x"});
    let schema = json!({
        "const": data, "enum": [data], "default": data, "examples": [data], "x-note": data,
        "properties": {"$ref": {"type": "string"}, "const": {"type": "null"}},
    });
    let survey = Survey::of(&schema).unwrap();
    assert!(survey.references.is_empty() && survey.plain);
}

#[test]
fn every_kind_of_reference_is_resolved() {
    let schema = json!({
        "$id": "https://example.invalid/tree/root.json",
        "$defs": {
            "named": {"$anchor": "here", "type": "string"},
            "folder": {
                "$id": "folder.json",
                "$defs": {"inner": {"type": "null"}},
                "properties": {
                    "pointer": {"$ref": "#/$defs/inner"},
                    "up": {"$ref": "root.json#here"},
                    "root": {"$ref": "root.json"},
                },
            },
            "a/b %": {"type": "integer"},
        },
        "properties": {
            "anchor": {"$ref": "#here"},
            "uri": {"$ref": "folder.json#/properties/pointer"},
            "full": {"$ref": "https://example.invalid/tree/folder.json"},
            "escaped": {"$ref": "#/$defs/a~1b%20%25"},
        },
    });
    let survey = Survey::of(&schema).unwrap();
    let target = |at: &str| survey.ref_target(at).unwrap();
    assert_eq!(target("/properties/anchor"), "/$defs/named");
    assert_eq!(target("/properties/uri"), "/$defs/folder/properties/pointer");
    assert_eq!(target("/properties/full"), "/$defs/folder");
    assert_eq!(target("/properties/escaped"), "/$defs/a~1b %");
    assert_eq!(target("/$defs/folder/properties/pointer"), "/$defs/folder/$defs/inner");
    assert_eq!(target("/$defs/folder/properties/up"), "/$defs/named");
    assert_eq!(target("/$defs/folder/properties/root"), "");
    assert!(!survey.plain);
}

#[test]
fn legacy_ids_name_places_and_are_void_beside_a_ref() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"a": {"$id": "#spot", "type": "null"}, "b": {"$id": "x.json", "$ref": "#/definitions/a"}},
        "properties": {"p": {"$ref": "#spot"}, "q": {"$ref": "#/definitions/b"}},
    });
    let survey = Survey::of(&schema).unwrap();
    assert_eq!(survey.ref_target("/properties/p"), Some("/definitions/a"));
    assert_eq!(survey.ref_target("/definitions/b"), Some("/definitions/a"));
    assert_eq!(survey.resource_of("/definitions/b"), 0);
}

#[test]
fn deep_schemas_are_refused_and_no_stack_ends() {
    let mut schema = json!({});
    for _ in 0..10_000 {
        schema = Value::Object([("not".to_owned(), schema)].into_iter().collect());
    }
    let found = Survey::of(&schema).map(|_| ());
    assert!(crate::checker::property_names(&schema).is_empty());
    std::mem::forget(schema);
    assert_eq!(found, Err(Fault::new("", "nested deeper than 128 levels".to_owned())));
}
