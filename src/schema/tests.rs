use serde_json::json;

use super::*;
use crate::policy::Policy;
use crate::publish::publish;
use crate::tape::{Keys, TapeBuf, parse};

/// Runs a check on the tape of a JSON text.
fn with_node<T>(json: &str, check: impl FnOnce(Node<'_>) -> T) -> T {
    let keys = Keys::new(["result", "a", "b"]);
    let mut buffer = TapeBuf::new();
    parse(json.as_bytes(), 1000, &keys, &mut buffer).unwrap();
    check(buffer.tape(&keys).root())
}

fn validator(schema: &Value) -> Validator {
    Validator::new(schema, Formats::Assert, "t").unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn is_valid(schema: &Value, json: &str) -> bool {
    with_node(json, |node| validator(schema).is_valid(node))
}

/// Each issue as `place: code: message`.
fn issues(schema: Value, json: &str) -> Vec<String> {
    let validator = validator(&schema);
    with_node(json, |node| {
        assert!(!validator.is_valid(node), "{schema} accepts {json}");
        let issues = validator.issues(node);
        let line = |issue: &Issue| {
            format!("{}: {}: {}", issue.location(), issue.problem.code, issue.problem.message)
        };
        issues.iter().map(line).collect()
    })
}

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

#[test]
fn numbers_of_any_length_are_judged() {
    let seven = json!({"multipleOf": 7});
    for (schema, json, valid) in [
        (json!({"type": "integer"}), "100000000000000000000000000000000000001", true),
        (json!({"type": "integer"}), "1e400", true),
        (json!({"type": "integer"}), "10000000000000000000000000000000000.5", false),
        (json!({"minimum": 9007199254740993u64}), "9007199254740992.0", false),
        (json!({"minimum": 9007199254740993u64}), "9.007199254740993e15", true),
        (json!({"maximum": u64::MAX}), "18446744073709551616", false),
        (json!({"exclusiveMinimum": -5}), "-100000000000000000000000000000", false),
        (json!({"maximum": 1e300}), "1e999", false),
        (json!({"minimum": 1e300}), "1e999", true),
        (json!({"maximum": 1e300}), "-1e999", true),
        (seven.clone(), "70000000000000000000000000000000000000000007", true),
        (seven.clone(), "70000000000000000000000000000000000000000008", false),
        (json!({"const": 1}), "1.0", true),
        (json!({"enum": [9007199254740993u64]}), "9007199254740993.0", true),
        (json!({"enum": [9007199254740993u64]}), "9007199254740992.0", false),
    ] {
        assert_eq!(is_valid(&schema, json), valid, "{schema} {json}");
    }
}

#[test]
fn drafts_and_formats_are_as_named() {
    let dialect = |name: &str| format!("http://json-schema.org/{name}/schema#");
    let four = json!({"$schema": dialect("draft-04"), "minimum": 0, "exclusiveMinimum": true});
    assert!(!is_valid(&four, "0") && is_valid(&four, "1"));
    let seven = json!({"$schema": dialect("draft-07"), "items": [{"type": "null"}], "additionalItems": false});
    assert!(is_valid(&seven, "[null]") && !is_valid(&seven, "[null, 1]"));
    let date = json!({"format": "date"});
    assert!(!is_valid(&date, "\"x\""));
    let annotated = Validator::new(&date, Formats::Annotate, "t").unwrap();
    assert!(with_node("\"x\"", |node| annotated.is_valid(node)));
    assert!(is_valid(&json!({"format": "google-duration"}), "\"3.5s\""));
    assert!(is_valid(&json!({"format": "uint8"}), "6"));
}

#[test]
fn only_what_was_checked_to_the_last_waits() {
    let waits = |schema: Value| validator(&schema).compiled.get().is_none();
    assert!(waits(
        json!({"properties": {"a": {"pattern": "a"}}, "$ref": "#/$defs/A", "$defs": {"A": {}}})
    ));
    assert!(!waits(json!({"$id": "https://example.invalid/a", "type": "object"})));
    assert!(!waits(json!({"$schema": "http://json-schema.org/draft-07/schema#"})));
    assert!(!waits(json!({"$dynamicRef": "#a", "$defs": {"A": {"$dynamicAnchor": "a"}}})));
}

#[test]
fn what_cannot_be_compiled_is_refused_by_name() {
    let refused =
        Validator::new(&json!({"items": {"type": "strng"}}), Formats::Assert, "shop").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Tool shop: return schema at /items/type: unknown type \"strng\"; the types are array, boolean, integer, null, number, object, string"
    );
}

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

#[test]
fn strict_validation_agrees_with_the_vectors() {
    let (mut total, mut wrong) = (0, Vec::new());
    for file in ["structure", "types", "formats"] {
        let path = format!("{}/tests/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let (Some(expected), Some(value)) = (case["valid"].as_bool(), case["value"].as_str())
            else {
                continue;
            };
            if case["expect"]["outputSchema"].is_null() {
                continue;
            }
            total += 1;
            let wrap = if case["wrap"] == true { crate::Wrap::Always } else { crate::Wrap::Auto };
            let policy = Policy { wrap, ..Policy::default() };
            let published = publish(&case["schema"], &policy).unwrap();
            let value = if published.wrapped {
                format!("{{\"result\": {value}}}")
            } else {
                value.to_owned()
            };
            // The vectors take `format` for a remark, as the draft does.
            let validator = Validator::new(&published.schema, Formats::Annotate, "t").unwrap();
            let (valid, issues) =
                with_node(&value, |n| (validator.is_valid(n), validator.issues(n)));
            assert_eq!(valid, issues.is_empty(), "{}", case["id"]);
            if valid != expected {
                wrong.push(format!("{} says {valid} to {value} of {}", case["id"], case["schema"]));
            }
        }
    }
    println!("{} of {total} verdicts agree", total - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_deepest_schema_and_value_leave_the_stack_whole() {
    // Threads of hosts and of this test have 2 MB.
    let mut schema = json!({"type": "integer"});
    for _ in 0..Survey::DEEPEST / 2 - 1 {
        schema = json!({"properties": {"a": schema}});
    }
    schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": schema});
    let validator = validator(&schema);
    assert!(with_node("1", |node| validator.is_valid(node)));
    // Unoptimised frames are several times as large, so this is not `Policy::DEEPEST`.
    let depth = if cfg!(debug_assertions) { 400 } else { 1000 };
    let list = self::validator(&json!({"items": {"$ref": "#"}, "type": "array"}));
    let deep = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    with_node(&deep, |node| {
        assert!(!list.is_valid(node));
        let issues = list.issues(node);
        assert_eq!((issues.len(), issues[0].path.len()), (1, depth));
    });
    let chain = self::validator(&json!({
        "$ref": "#/$defs/N",
        "$defs": {"N": {"allOf": [{"type": "object", "properties": {
            "next": {"anyOf": [{"oneOf": [{"$ref": "#/$defs/N"}]}, {"type": "null"}]}}}]}},
    }));
    let deep = format!("{}1{}", "{\"next\":".repeat(depth / 2), "}".repeat(depth / 2));
    with_node(&deep, |node| {
        assert!(!chain.is_valid(node));
        assert!(!chain.issues(node).is_empty());
    });
}

#[test]
fn odd_identifiers_are_refused_or_used_but_never_panic() {
    let texts = [
        "",
        "#",
        "##",
        "a b",
        "http://[",
        "urn:x",
        "urn:x#",
        "%zz",
        "//",
        "///",
        "file:x",
        "?q",
        "..",
        "a/../b",
        ":",
        "http://",
        "http://a:99999999",
        "json-schema:///",
        "ü",
        "http://ü/%FF",
        "#/",
        "#a",
        "x#",
        "\u{0}",
        "http://a#%",
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#",
    ];
    let dialects = [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    for dialect in dialects {
        for text in texts {
            for schema in [
                json!({"$schema": dialect, "$id": text, "id": text, "items": {"$ref": "#"}}),
                json!({"$schema": dialect, "properties": {"a": {"$id": text, "id": text, "items": {"$ref": "#"}}}}),
                json!({"$schema": dialect, "$ref": text, "definitions": {"": true}, "": {}}),
                json!({"$schema": dialect, "$id": "http://a/b", "items": {"$ref": text}}),
                json!({"$schema": dialect, "$anchor": text, "$dynamicRef": text, "$recursiveRef": text}),
                json!({"$schema": dialect, "properties": {"a": {"$schema": text}, "b": {"$id": "x", "$schema": text}}}),
            ] {
                let Ok(published) = publish(&schema, &Policy::default()) else { continue };
                let outcome = Validator::new(&published.schema, Formats::Assert, "t");
                if let Ok(validator) = outcome {
                    with_node("{\"result\": {\"a\": [[1]]}}", |node| validator.issues(node));
                }
            }
        }
    }
}
