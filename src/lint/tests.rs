use serde_json::json;

use super::*;

fn advice(schema: &Value) -> Vec<(String, String)> {
    with(schema, &Policy::default())
}

/// What is said of a schema beside that its root is no object.
fn with(schema: &Value, policy: &Policy) -> Vec<(String, String)> {
    let findings = lint(schema, policy).into_iter();
    findings
        .filter(|finding| finding.code != "root-not-object")
        .map(|finding| (finding.pointer, finding.message))
        .collect()
}

fn one(pointer: &str, message: &str) -> Vec<(String, String)> {
    vec![(pointer.to_owned(), message.to_owned())]
}

#[test]
fn a_plain_object_needs_no_advice() {
    let schema = json!({
        "type": "object",
        "properties": {"at": {"type": "string", "format": "date-time"}, "format": {"type": "string"}},
        "required": ["at"],
        "examples": [{"$ref": "http://example.com/data.json", "format": "ulid"}],
    });
    assert_eq!(lint(&schema, &Policy::default()), []);
}

#[test]
fn a_root_that_is_no_object_goes_into_a_wrapper() {
    let [finding] = &lint(&json!({"type": "array"}), &Policy::default())[..] else { panic!() };
    assert_eq!((finding.code, finding.pointer.as_str()), ("root-not-object", ""));
    assert_eq!(
        finding.message,
        "The root is not an object, so that values are sent as {\"result\": …}."
    );
    assert!(finding.reason.contains("2026-07-28"));
    let newest = Policy { revision: crate::Revision::V2026_07_28, ..Policy::default() };
    assert_eq!(lint(&json!({"type": "array"}), &newest), []);
    let behind = json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}});
    assert_eq!(lint(&behind, &Policy::default()), []);
}

#[test]
fn members_belong_under_properties() {
    let message = "`level` is no keyword, and looks like a member.";
    for member in [json!({"type": "number"}), json!({"$ref": "#/$defs/Level"})] {
        assert_eq!(advice(&json!({"type": "object", "level": member})), one("/level", message));
        let below = json!({"type": "array", "items": {"level": member}});
        assert_eq!(advice(&below), one("/items/level", message));
    }
    let level = json!({"type": "number"});
    for keyword in ["const", "default", "examples", "x-level", "not", "additionalItems"] {
        assert_eq!(advice(&json!({"type": "object", keyword: level})), [], "{keyword}");
    }
    assert_eq!(advice(&json!({"level": {"type": "gauge"}, "properties": {"type": level}})), []);
}

#[test]
fn nothing_is_said_where_no_data_is_sent() {
    let schema = json!({"type": "array", "items": {"format": "ulid"}});
    for policy in [
        Policy { structured_output: Some(false), ..Policy::default() },
        Policy { revision: crate::Revision::V2025_03_26, ..Policy::default() },
    ] {
        assert_eq!(lint_with_value(&schema, &policy, &json!(["{\"a\":1}"])), []);
    }
}

#[test]
fn stamps_are_named() {
    let stamped = |uri: &str| advice(&json!({"type": "object", "$schema": uri}));
    assert_eq!(
        stamped("http://json-schema.org/draft-07/schema#"),
        one("/$schema", "The schema is stamped with draft-07.")
    );
    assert_eq!(
        stamped("https://json-schema.org/draft/2020-12/schema"),
        one("/$schema", "The schema is stamped with 2020-12.")
    );
    assert_eq!(
        stamped("https://example.com/mine"),
        one("/$schema", "`https://example.com/mine` is a dialect that is not known here.")
    );
}

#[test]
fn references_that_lead_out_are_found() {
    assert_eq!(
        advice(
            &json!({"type": "object", "properties": {"a/b": {"$ref": "https://example.com/a.json"}}})
        ),
        one("/properties/a~1b/$ref", "`https://example.com/a.json` leads out of the schema.")
    );
    let embedded = json!({
        "type": "object",
        "properties": {"a": {"$ref": "https://example.com/a.json"}},
        "$defs": {"A": {"$id": "https://example.com/a.json", "type": "string"}},
    });
    assert_eq!(advice(&embedded), []);
}

#[test]
fn formats_of_one_library_are_traced_to_it() {
    let of = |format: &str| advice(&json!({"type": "array", "items": {"format": format}}));
    assert_eq!(of("ulid"), one("/items/format", "The format `ulid` is Zod's."));
    assert_eq!(of("uint64"), one("/items/format", "The format `uint64` is schemars's."));
    assert_eq!(of("json-string"), one("/items/format", "The format `json-string` is pydantic's."));
    assert_eq!(
        of("colour"),
        one("/items/format", "No library that we know has the format `colour`.")
    );
    assert_eq!(of("uuid"), []);
}

#[test]
fn both_spellings_of_tuples_have_their_price() {
    assert_eq!(
        advice(&json!({"type": "array", "items": [{"type": "string"}, {"format": "ulid"}]})),
        [
            one("/items", "The items of a tuple are listed under `items`."),
            one("/items/1/format", "The format `ulid` is Zod's."),
        ]
        .concat()
    );
    assert_eq!(
        advice(&json!({"type": "array", "prefixItems": [{"type": "string"}]})),
        one("/prefixItems", "The items of a tuple are listed under `prefixItems`.")
    );
    let stamp = "http://json-schema.org/draft-07/schema#";
    assert_eq!(
        advice(&json!({"$schema": stamp, "type": "array", "prefixItems": [{"type": "string"}]}))
            [1..],
        one("/prefixItems", "Draft-07 does not have `prefixItems`.")
    );
}

#[test]
fn json_in_strings_is_found_in_schemas_and_values() {
    assert_eq!(
        advice(&json!({"contentMediaType": "application/problem+json; charset=utf-8"})),
        one("/contentMediaType", "This string holds application/problem+json; charset=utf-8.")
    );
    assert_eq!(advice(&json!({"contentMediaType": "text/html"})), []);
    let schema = json!({"type": "object", "additionalProperties": {"type": "array"}});
    let value = json!({"a": ["{\"b\": [1]}", "{}", "[not json]"]});
    let said: Vec<_> = lint_with_value(&schema, &Policy::default(), &value)
        .into_iter()
        .map(|finding| (finding.code, finding.message))
        .collect();
    let expected = "The string at /a/0 of the value holds JSON.";
    assert_eq!(said[0], ("json-in-string", expected.to_owned()));
    assert_eq!(said.iter().filter(|(code, _)| *code == "json-in-string").count(), 1);
}

#[test]
fn text_that_says_more_than_the_data_is_found() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let strip = Policy { extra: Extra::Strip, publish_schema: false, ..Policy::default() };
    assert_eq!(
        with(&schema, &strip),
        one("", "`extra: \"strip\"` drops undeclared members from the data; the text keeps them.")
    );
    let seen = |value: &Value| -> Vec<String> {
        lint_with_value(&schema, &strip, value).into_iter().map(|f| f.message).collect()
    };
    assert_eq!(
        seen(&json!({"a": 1, "b": 2})),
        ["/b of the value is in the text, but not in the data."]
    );
    assert_eq!(seen(&json!({"a": 1})), [""; 0]);
    let silent = Policy { text: Text::None, ..strip.clone() };
    assert_eq!(with(&schema, &silent), []);
    assert_eq!(
        with(&schema, &Policy::python_sdk())[0].1,
        "Lax validation drops undeclared members from the data; the text keeps them."
    );
}

#[test]
fn a_schema_larger_than_its_result_is_weighed() {
    let schema = json!({"type": "object", "description": "x".repeat(200)});
    let found = lint_with_value(&schema, &Policy::default(), &json!({}));
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert_eq!(finding.code, "schema-larger-than-result");
    assert_eq!(finding.message, "`outputSchema` has 234 bytes, the result 80.");
    let private = Policy { publish_schema: false, ..Policy::default() };
    assert_eq!(lint_with_value(&schema, &private, &json!({})), []);
}

#[test]
fn arms_that_nothing_tells_apart_are_found() {
    let arm = |kind: Value| json!({"type": "object", "properties": {"kind": kind}});
    let of =
        |arms: Value| advice(&json!({"oneOf": arms, "$defs": {"B": arm(json!({"const": "b"}))}}));
    assert_eq!(
        of(json!([arm(json!({"type": "string"})), arm(json!({"const": "b"}))])),
        one("/oneOf", "The 2 arms of `oneOf` have no member in common that tells them apart.")
    );
    assert_eq!(of(json!([arm(json!({"enum": ["a", "c"]})), {"$ref": "#/$defs/B"}])), []);
    assert_eq!(of(json!([arm(json!({"const": "b"})), {"$ref": "#/$defs/B"}])).len(), 1);
    assert_eq!(of(json!([{"type": "string"}, arm(json!({"const": "b"}))])), []);
}

#[test]
fn a_schema_that_is_none_is_walked_as_far_as_it_goes() {
    let mut deep = json!({"format": "ulid"});
    for _ in 0..400 {
        deep = json!({"items": deep});
    }
    assert_eq!(lint(&deep, &Policy::default()).len(), 1);
    assert_eq!(lint(&json!(17), &Policy::default()).len(), 1);
    assert_eq!(
        advice(&json!({"type": "nonsense", "properties": {"a": {"format": "ulid"}, "b": 3}})),
        one("/properties/a/format", "The format `ulid` is Zod's.")
    );
}
