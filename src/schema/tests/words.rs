//! Codes, words and places of problems.

use serde_json::json;

use super::issues;

#[test]
fn every_keyword_has_words_of_its_own() {
    let draft_7 = "http://json-schema.org/draft-07/schema#";
    for (schema, json, expected) in [
        (json!({"type": "integer"}), "\"1\"", ": int_type: Input should be a valid integer"),
        (
            json!({"type": "integer"}),
            "1.5",
            ": int_from_float: Input should be a valid integer, got a number with a fractional part",
        ),
        (json!({"type": "number"}), "true", ": float_type: Input should be a valid number"),
        (json!({"type": "string"}), "1", ": string_type: Input should be a valid string"),
        (json!({"type": "boolean"}), "1", ": bool_type: Input should be a valid boolean"),
        (json!({"type": "null"}), "1", ": none_required: Input should be None"),
        (json!({"type": "array"}), "1", ": list_type: Input should be a valid list"),
        (json!({"type": "object"}), "1", ": dict_type: Input should be a valid dictionary"),
        (json!({"type": ["string", "null"]}), "1", ": string_type: Input should be a valid string"),
        (
            json!({"minimum": 2}),
            "1",
            ": greater_than_equal: Input should be greater than or equal to 2",
        ),
        (
            json!({"maximum": 0.5}),
            "1",
            ": less_than_equal: Input should be less than or equal to 0.5",
        ),
        (json!({"exclusiveMinimum": 1}), "1", ": greater_than: Input should be greater than 1"),
        (json!({"exclusiveMaximum": 1}), "1", ": less_than: Input should be less than 1"),
        (json!({"multipleOf": 0.2}), "0.3", ": multiple_of: Input should be a multiple of 0.2"),
        (
            json!({"minLength": 1}),
            "\"\"",
            ": string_too_short: String should have at least 1 character",
        ),
        (
            json!({"maxLength": 2}),
            "\"äöü\"",
            ": string_too_long: String should have at most 2 characters",
        ),
        (
            json!({"pattern": "^a"}),
            "\"b\"",
            ": string_pattern_mismatch: String should match pattern '^a'",
        ),
        (
            json!({"minItems": 1}),
            "[]",
            ": too_short: List should have at least 1 item after validation, not 0",
        ),
        (
            json!({"maxItems": 1}),
            "[1, 2]",
            ": too_long: List should have at most 1 item after validation, not 2",
        ),
        (
            json!({"prefixItems": [{}], "items": false}),
            "[1, 2, 3]",
            ": too_long: List should have at most 1 item after validation, not 3",
        ),
        (
            json!({"$schema": draft_7, "items": [{}], "additionalItems": false}),
            "[1, 2, 3]",
            ": too_long: List should have at most 1 item after validation, not 3",
        ),
        (
            json!({"prefixItems": [{}], "unevaluatedItems": false}),
            "[1, 2, 3]",
            ": too_long: List should have at most 1 item after validation, not 3",
        ),
        (
            json!({"uniqueItems": true}),
            "[1, 1.0]",
            ": value_error: Value error, list items should be unique",
        ),
        (
            json!({"contains": {"const": 1}}),
            "[]",
            ": value_error: Value error, list should contain at least 1 matching item",
        ),
        (
            json!({"contains": {"const": 1}, "minContains": 2}),
            "[1]",
            ": value_error: Value error, list should contain at least 2 matching items",
        ),
        (
            json!({"contains": {"const": 1}, "maxContains": 1}),
            "[1, 1]",
            ": value_error: Value error, list should contain at most 1 matching item",
        ),
        (json!({"required": ["a"]}), "{}", "a: missing: Field required"),
        (json!({"dependentRequired": {"b": ["a"]}}), "{\"b\": 1}", "a: missing: Field required"),
        (
            json!({"dependentSchemas": {"b": {"required": ["a"]}}}),
            "{\"b\": 1}",
            "a: missing: Field required",
        ),
        (
            json!({"$schema": draft_7, "dependencies": {"b": ["a"]}}),
            "{\"b\": 1}",
            "a: missing: Field required",
        ),
        (
            json!({"additionalProperties": false}),
            "{\"a\": 1}",
            "a: extra_forbidden: Extra inputs are not permitted",
        ),
        (
            json!({"unevaluatedProperties": false}),
            "{\"a\": 1}",
            "a: extra_forbidden: Extra inputs are not permitted",
        ),
        (
            json!({"properties": {"a": false}}),
            "{\"a\": 1}",
            "a: extra_forbidden: Extra inputs are not permitted",
        ),
        (
            json!({"minProperties": 2}),
            "{\"a\": 1}",
            ": too_short: Dictionary should have at least 2 items after validation, not 1",
        ),
        (
            json!({"maxProperties": 0}),
            "{\"a\": 1}",
            ": too_long: Dictionary should have at most 0 items after validation, not 1",
        ),
        (
            json!({"propertyNames": {"maxLength": 2}}),
            "{\"abc\": 1}",
            "abc.[key]: string_too_long: String should have at most 2 characters",
        ),
        (
            json!({"propertyNames": false}),
            "{\"abc\": 1}",
            ": too_long: Dictionary should have at most 0 items after validation, not 1",
        ),
        (json!({"const": "it's"}), "1", ": literal_error: Input should be \"it's\""),
        (
            json!({"enum": ["a", 2, null, true]}),
            "1",
            ": literal_error: Input should be 'a', 2, None or True",
        ),
        (
            json!({"not": {"type": "null"}}),
            "null",
            ": value_error: Value error, input should not match the schema that `not` excludes",
        ),
        (
            json!({"allOf": [{"minimum": 2}]}),
            "1",
            ": greater_than_equal: Input should be greater than or equal to 2",
        ),
        (
            json!({"if": {"minimum": 2}, "else": {"const": 0}}),
            "1",
            ": literal_error: Input should be 0",
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"type": "number"}, {"title": "Low", "maximum": 0}]}),
            "1",
            ": value_error: Value error, input should match exactly one of the alternatives, but matches int and float",
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"minimum": 2}]}),
            "1",
            ": greater_than_equal: Input should be greater than or equal to 2",
        ),
        (
            json!({"format": "date"}),
            "\"x\"",
            ": date_parsing: Input should be a valid date in the format YYYY-MM-DD, invalid characters or out of range",
        ),
        (
            json!({"format": "email"}),
            "\"x\"",
            ": value_error: Value error, input should be a valid email address",
        ),
        (
            json!({"format": "ipv4"}),
            "\"x\"",
            ": value_error: Value error, input should be a valid ipv4",
        ),
        (
            json!({"$schema": draft_7, "contentEncoding": "base64"}),
            "\"?\"",
            ": value_error: Value error, text should hold valid base64",
        ),
        (
            json!({"$schema": draft_7, "contentMediaType": "application/json"}),
            "\"{\"",
            ": value_error: Value error, text should hold valid application/json",
        ),
        (json!(false), "1", ": value_error: Value error, no value is allowed here"),
        (
            json!({"pattern": "^(a|aa)+(?<=a)\\1c$"}),
            &format!("\"{}b\"", "a".repeat(64)),
            ": string_pattern_mismatch: String should match pattern '^(a|aa)+(?<=a)\\1c$', but trying it took too long",
        ),
    ] {
        assert_eq!(issues(schema.clone(), json), [expected], "{schema}");
    }
}

#[test]
fn every_problem_is_found_in_document_order() {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["c", "a"],
        "properties": {
            "c": {"type": "string"},
            "list": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
            "a": {"type": "integer"},
        },
        "$defs": {"Row": {"properties": {"y": {"minLength": 3, "pattern": "^b"}, "x": {"type": "null"}}}},
    });
    let json = r#"{"z": 1, "list": [{"x": 1, "y": "a"}, {}, {"x": 0}], "a": 1.5, "": 2}"#;
    assert_eq!(
        issues(schema, json),
        [
            "c: missing: Field required",
            "list.0.y: string_too_short: String should have at least 3 characters",
            "list.0.y: string_pattern_mismatch: String should match pattern '^b'",
            "list.0.x: none_required: Input should be None",
            "list.2.x: none_required: Input should be None",
            "a: int_from_float: Input should be a valid integer, got a number with a fractional part",
            "z: extra_forbidden: Extra inputs are not permitted",
            ": extra_forbidden: Extra inputs are not permitted",
        ]
    );
}

#[test]
fn unions_list_the_problems_of_every_arm() {
    let schema = json!({
        "properties": {"u": {"anyOf": [
            {"$ref": "#/$defs/Point"},
            {"type": "array", "items": {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 1}]}},
            {"minimum": 5, "type": ["integer", "boolean"]},
        ]}},
        "$defs": {"Point": {"title": "Point", "type": "object", "required": ["x", "y"]}},
    });
    assert_eq!(
        issues(schema.clone(), r#"{"u": {"x": 1}}"#),
        [
            "u.Point.y: missing: Field required",
            "u.list: list_type: Input should be a valid list",
            "u.alternative 3.bool: bool_type: Input should be a valid boolean",
            "u.alternative 3.int: int_type: Input should be a valid integer",
        ]
    );
    assert_eq!(
        issues(schema, r#"{"u": [1, "ab"]}"#),
        [
            "u.Point: dict_type: Input should be a valid dictionary",
            "u.list.1.int: int_type: Input should be a valid integer",
            "u.list.1.str: string_too_long: String should have at most 1 character",
            "u.alternative 3.bool: bool_type: Input should be a valid boolean",
            "u.alternative 3.int: int_type: Input should be a valid integer",
        ]
    );
}
