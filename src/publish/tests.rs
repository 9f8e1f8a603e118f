use serde_json::json;

use super::*;
use crate::policy::Revision;

fn policy(tool: &str) -> Policy {
    Policy { tool: tool.to_owned(), ..Policy::default() }
}

/// The published schema as text.
fn published(schema: Value) -> String {
    publish(&schema, &policy("t")).unwrap().schema.to_string()
}

/// What `properties.result` is, and the document around it.
fn wrapped(schema: Value) -> (Value, Value) {
    let published = publish(&schema, &policy("t")).unwrap();
    assert!(published.wrapped, "{schema}");
    let mut document = published.schema;
    let result = document["properties"]["result"].take();
    (result, document)
}

#[test]
fn published_schemas_equal_the_reference_to_the_letter() {
    let (mut total, mut wrong) = (0, Vec::new());
    for file in ["structure", "types", "formats"] {
        let path = format!("{}/tests/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let expected = &case["expect"]["outputSchema"];
            if case["schema"].is_null() || expected.is_null() {
                continue;
            }
            total += 1;
            let wrap = if case["wrap"] == true { Wrap::Always } else { Wrap::Auto };
            let policy = Policy { wrap, ..policy(case["tool"].as_str().unwrap()) };
            let ours = publish(&case["schema"], &policy).unwrap().schema;
            let (ours, expected) = (ours.to_string(), expected.to_string());
            if ours != expected {
                wrong.push(format!("{}: {ours}\nexpected {expected}", case["id"]));
            }
        }
    }
    println!("{} of {total} published schemas are equal", total - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(total, 2956);
}

#[test]
fn objects_are_published_as_they_are() {
    for schema in [
        json!({"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {}}}),
        json!({"z": 1, "type": "object", "properties": {}, "$id": "https://example.invalid/a"}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}),
        json!({"type": "object", "$anchor": "a", "properties": {"next": {"$ref": "#a"}}}),
    ] {
        assert_eq!(published(schema.clone()), schema.to_string());
    }
}

#[test]
fn the_default_dialect_goes_without_saying() {
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(published(json!({"$schema": dialect, "type": "object"})), r#"{"type":"object"}"#);
    let (_, document) = wrapped(json!({"$schema": dialect, "type": "null"}));
    assert_eq!(document.get("$schema"), None);
    let older = "http://json-schema.org/draft-07/schema#";
    let (result, document) = wrapped(json!({"$schema": older, "type": "null"}));
    assert_eq!(document["$schema"], older);
    assert_eq!(result, json!({"title": "Result", "type": "null"}));
}

#[test]
fn everything_else_is_wrapped() {
    for (schema, expected) in [
        (json!(true), json!({"title": "Result"})),
        (json!({}), json!({"title": "Result"})),
        (json!(false), json!({"not": {}, "title": "Result"})),
        (
            json!({"type": ["object", "null"]}),
            json!({"title": "Result", "type": ["object", "null"]}),
        ),
        (json!({"properties": {}}), json!({"properties": {}, "title": "Result"})),
        (json!({"title": "Own", "type": "null"}), json!({"title": "Own", "type": "null"})),
        (
            json!({"$defs": {"A": {"type": "null"}}, "$ref": "#/$defs/A"}),
            json!({"$ref": "#/$defs/A"}),
        ),
        (
            json!({"$defs": {"A": {}}, "anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
            json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
        ),
    ] {
        assert_eq!(wrapped(schema).0.to_string(), expected.to_string());
    }
}

#[test]
fn a_bare_reference_to_an_object_is_inlined() {
    let defs = json!({"A": {"$ref": "#/$defs/B"}, "B": {"properties": {}, "type": "object"}});
    assert_eq!(
        published(json!({"$defs": defs, "$ref": "#/$defs/A"})),
        format!(r#"{{"properties":{{}},"type":"object","$defs":{defs}}}"#)
    );
    // With something to say beside it, the reference stays.
    let spoken =
        json!({"$defs": {"A": {"type": "object"}}, "$ref": "#/$defs/A", "minProperties": 1});
    assert_eq!(
        published(spoken),
        r##"{"$defs":{"A":{"type":"object"}},"$ref":"#/$defs/A","minProperties":1,"type":"object"}"##
    );
    // So it does where a copy would make a name ambiguous.
    let named = json!({"$defs": {"A": {"type": "object", "$anchor": "a"}}, "$ref": "#a"});
    assert_eq!(
        published(named),
        r##"{"$defs":{"A":{"type":"object","$anchor":"a"}},"$ref":"#a","type":"object"}"##
    );
    let mapping = json!({"$defs": {"A": {"type": "object", "additionalProperties": {}}}, "$ref": "#/$defs/A"});
    assert!(
        published(mapping)
            .starts_with(r#"{"title":"tDictOutput","type":"object","additionalProperties":"#)
    );
}

#[test]
fn draft_7_hears_nothing_beside_a_reference() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "$id": "x.json",
        "$ref": "#/definitions/A", "definitions": {"A": {"type": "string"}},
    });
    let (result, document) = wrapped(schema);
    assert_eq!(result, json!({"type": "object", "$ref": "#/definitions/A"}));
    assert_eq!(document.get("$id"), None);
    assert_eq!(document["definitions"], json!({"A": {"type": "string"}}));
}

#[test]
fn references_follow_what_moves() {
    let (result, document) = wrapped(json!({
        "type": "array",
        "$defs": {"A": {"items": {"$ref": "#"}}, "B": {"$ref": "#/items/properties/a~1b/x%20y"}},
        "definitions": {"C": {"$ref": "#/definitions/D"}, "D": {}},
        "items": {
            "properties": {
                "a/b": {"x y": {"type": "string"}},
                "root": {"$ref": "#"},
                "escaped": {"$ref": "#%2Fitems"},
                "kept": {"$ref": "#/%24defs/A"},
                "data": {"const": {"$ref": "#/items"}, "default": {"$ref": "#"}},
                "$ref": {"enum": [{"$ref": "#/items"}]},
            },
        },
        "x-shared": {"S": {"$ref": "#/items"}},
        "contains": {"$ref": "#/x-shared/S"},
    }));
    let properties = &result["items"]["properties"];
    assert_eq!(document["$defs"]["A"]["items"]["$ref"], "#/properties/result");
    assert_eq!(document["$defs"]["B"]["$ref"], "#/properties/result/items/properties/a~1b/x%20y");
    assert_eq!(document["definitions"]["C"]["$ref"], "#/definitions/D");
    assert_eq!(properties["root"]["$ref"], "#/properties/result");
    assert_eq!(properties["escaped"]["$ref"], "#/properties/result/items");
    assert_eq!(properties["kept"]["$ref"], "#/%24defs/A");
    assert_eq!(properties["data"], json!({"const": {"$ref": "#/items"}, "default": {"$ref": "#"}}));
    assert_eq!(properties["$ref"], json!({"enum": [{"$ref": "#/items"}]}));
    assert_eq!(result["x-shared"]["S"]["$ref"], "#/properties/result/items");
    assert_eq!(result["contains"]["$ref"], "#/properties/result/x-shared/S");
}

#[test]
fn base_uris_are_respected() {
    let (result, document) = wrapped(json!({
        "$id": "https://example.invalid/fleet/list",
        "type": "array",
        "items": {"$ref": "boat#/properties/name"},
        "contains": {"anyOf": [{"$ref": "list"}, {"$ref": "list#/items"}, {"$ref": "boat"}]},
        "prefixItems": [{
            "$id": "boat",
            "properties": {
                "name": {"type": "string"},
                "alias": {"$ref": "#/properties/name"},
                "self": {"$ref": "#"},
                "fleet": {"$ref": "list"},
            },
        }],
    }));
    assert_eq!(document["$id"], "https://example.invalid/fleet/list");
    assert_eq!(result.get("$id"), None);
    assert_eq!(result["items"]["$ref"], "boat#/properties/name");
    assert_eq!(
        result["contains"]["anyOf"],
        json!([{"$ref": "list#/properties/result"}, {"$ref": "list#/properties/result/items"}, {"$ref": "boat"}])
    );
    let boat = &result["prefixItems"][0]["properties"];
    assert_eq!(boat["alias"]["$ref"], "#/properties/name");
    assert_eq!(boat["self"]["$ref"], "#");
    assert_eq!(boat["fleet"]["$ref"], "list#/properties/result");
}

#[test]
fn names_are_left_alone() {
    let schema = json!({
        "$dynamicAnchor": "node", "$anchor": "root", "type": "array",
        "items": {"anyOf": [{"$dynamicRef": "#node"}, {"$ref": "#root"}, {"$dynamicRef": "#/type-free"}]},
        "type-free": {},
    });
    let (result, _) = wrapped(schema);
    assert_eq!(result["$dynamicAnchor"], "node");
    assert_eq!(
        result["items"]["anyOf"],
        json!([{"$dynamicRef": "#node"}, {"$ref": "#root"}, {"$dynamicRef": "#/properties/result/type-free"}])
    );
}

#[test]
fn recursive_references_become_plain_ones() {
    let dialect = "https://json-schema.org/draft/2019-09/schema";
    let (result, _) = wrapped(json!({
        "$schema": dialect, "$recursiveAnchor": true, "type": ["array", "null"],
        "items": {"$recursiveRef": "#", "description": "d"},
        "contains": {"$ref": "#/items", "$recursiveRef": "#"},
    }));
    assert_eq!(result.get("$recursiveAnchor"), None);
    assert_eq!(result["items"], json!({"$ref": "#/properties/result", "description": "d"}));
    assert_eq!(
        result["contains"],
        json!({"$ref": "#/properties/result/items", "allOf": [{"$ref": "#/properties/result"}]})
    );
    let tree = json!({"$id": "tree", "$recursiveAnchor": true, "items": {"$recursiveRef": "#"}});
    let (result, _) = wrapped(json!({
        "$schema": dialect, "$id": "https://example.invalid/root", "$recursiveAnchor": true, "contains": tree,
    }));
    assert_eq!(
        result["contains"]["items"]["$ref"],
        "https://example.invalid/root#/properties/result"
    );
    let unnamed = json!({"$schema": dialect, "$recursiveAnchor": true, "contains": tree});
    let refused = publish(&unnamed, &policy("t")).unwrap_err();
    assert_eq!(refused.pointer.as_deref(), Some("/contains/items/$recursiveRef"));
    let apart = json!({"$schema": dialect, "contains": tree});
    assert_eq!(wrapped(apart).0["contains"], tree);
}

#[test]
fn tuples_are_spelled_anew() {
    let (result, _) = wrapped(json!({
        "type": "array",
        "items": [{"type": "integer"}, {"items": [{"$ref": "#/additionalItems"}]}],
        "additionalItems": {"anyOf": [{"$ref": "#/items/0"}, {"$ref": "#/items/1/items/0"}]},
    }));
    assert_eq!(
        result.to_string(),
        json!({
            "title": "Result",
            "type": "array",
            "prefixItems": [
                {"type": "integer"},
                {"prefixItems": [{"$ref": "#/properties/result/items"}]},
            ],
            "items": {"anyOf": [
                {"$ref": "#/properties/result/prefixItems/0"},
                {"$ref": "#/properties/result/prefixItems/1/prefixItems/0"},
            ]},
        })
        .to_string()
    );
    let object = json!({
        "type": "object",
        "properties": {"p": {"items": [{}]}, "q": {"$ref": "#/properties/p/items/0"}},
    });
    assert_eq!(
        published(object),
        r##"{"type":"object","properties":{"p":{"prefixItems":[{}]},"q":{"$ref":"#/properties/p/prefixItems/0"}}}"##
    );
    let older = json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{}]});
    assert_eq!(wrapped(older).0["items"], json!([{}]));
}

#[test]
fn wrapping_can_be_chosen() {
    let object = json!({"type": "object"});
    let always = Policy { wrap: Wrap::Always, ..policy("t") };
    assert!(publish(&object, &always).unwrap().wrapped);
    let never = Policy { wrap: Wrap::Never, ..policy("t") };
    assert!(!publish(&object, &never).unwrap().wrapped);
    assert_eq!(
        publish(&json!({"type": "array"}), &never).unwrap_err().to_string(),
        "Tool t: return schema: the root is of type array, and without wrapping (`wrap: \"never\"`) revision \"2025-11-25\" has objects only"
    );
    let newest = Policy { revision: Revision::V2026_07_28, ..never };
    let array = publish(&json!({"type": "array"}), &newest).unwrap();
    assert_eq!((array.schema, array.wrapped), (json!({"type": "array"}), false));
}

#[test]
fn faults_name_tool_place_and_reason() {
    for (schema, message) in [
        (
            json!({"type": "object", "properties": {"shot": {"$ref": "#/$defs/Shot"}}}),
            "Tool t: return schema at /properties/shot/$ref: \"#/$defs/Shot\" leads nowhere",
        ),
        (
            json!("string"),
            "Tool t: return schema: a schema is an object or a boolean, not \"string\"",
        ),
    ] {
        assert_eq!(publish(&schema, &policy("t")).unwrap_err().to_string(), message);
    }
}
