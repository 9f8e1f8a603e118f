mod equivalence;
mod words;

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
    Validator::new(schema.clone(), Formats::Assert, "t")
        .unwrap_or_else(|error| panic!("{schema}: {error}"))
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
    let annotated = Validator::new(date, Formats::Annotate, "t").unwrap();
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
        Validator::new(json!({"items": {"type": "strng"}}), Formats::Assert, "shop").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Tool shop: return schema at /items/type: unknown type \"strng\"; the types are array, boolean, integer, null, number, object, string"
    );
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
            let validator =
                Validator::new(published.schema.clone(), Formats::Annotate, "t").unwrap();
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
                let outcome = Validator::new(published.schema.clone(), Formats::Assert, "t");
                if let Ok(validator) = outcome {
                    with_node("{\"result\": {\"a\": [[1]]}}", |node| validator.issues(node));
                }
            }
        }
    }
}

/// What may be compiled later must not turn out to be impossible then.
#[test]
fn whatever_waits_can_be_compiled() {
    let schema = json!({"type": "string"});
    let map = json!({"a": schema, "": true});
    let mut values = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(2.0),
        json!(-1),
        json!(0.1),
        json!(1e-320),
        json!(1e300),
        json!(4_294_967_295u64),
        json!(u64::MAX),
        json!(""),
        json!("a"),
        json!("#"),
        json!("string"),
        json!([]),
        json!(["a"]),
        json!(["a", "b"]),
        json!(["string", "null"]),
        json!([1, {"a": 1}]),
        json!([schema]),
        json!([schema, true, false]),
        json!({}),
        json!({"a": ["b"]}),
        json!({"a": []}),
        schema,
        map,
        json!("date"),
    ];
    let patterns = [
        "^a$",
        "\\d+",
        "\\p{L}",
        "[\\w-]+",
        "(?<year>\\d{4})",
        "a{1,1000}",
        "(a{1,100}){1,100}",
        "(?=a)b",
        "(?!x)",
        "\\u00e4",
        "\\/",
        "[^]",
        "\\cA",
        "(a)\\1",
        "(?:)",
        "^[\\s\\S]*$",
        "x*?",
        "[a-\\d]",
        "\\_",
        "😀+",
        "^(?i:a)$",
    ];
    values.extend(patterns.map(Value::from));
    values.extend(patterns.map(|pattern| json!({pattern: true})));
    let keywords = [
        "$comment",
        "$defs",
        "$ref",
        "$schema",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "definitions",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "deprecated",
        "description",
        "else",
        "enum",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "id",
        "if",
        "items",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "nullable",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "readOnly",
        "required",
        "then",
        "title",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
        "writeOnly",
        "$recursiveRef",
        "$recursiveAnchor",
        "x-other",
    ];
    let (mut waiting, mut failed) = (0, Vec::new());
    for keyword in keywords {
        for value in &values {
            for around in [json!({}), json!({"if": true, "contains": true, "items": {"$ref": "#"}})]
            {
                let mut schema = around;
                schema[keyword] = value.clone();
                if !Survey::of(&schema).is_ok_and(|survey| survey.plain) {
                    continue;
                }
                waiting += 1;
                if let Some(fault) = validator(&schema).fault() {
                    failed.push(format!("{schema}: {fault}"));
                }
            }
        }
    }
    println!("{waiting} schemas wait");
    assert!(failed.is_empty() && waiting > 1000, "{}", failed.join("\n"));
}
