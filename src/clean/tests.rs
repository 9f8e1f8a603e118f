use serde_json::{Value, json};

use super::Cleaner;
use crate::error::Issue;
use crate::policy::Formats;
use crate::tape::{Keys, TapeBuf, parse};

fn on_tape<T>(json: &str, use_it: impl FnOnce(&TapeBuf, &Keys) -> T) -> T {
    let (keys, mut tape) = (Keys::new([]), TapeBuf::new());
    parse(json.as_bytes(), 1000, &keys, &mut tape).unwrap();
    use_it(&tape, &keys)
}

/// Cleans a member of that schema: its JSON, or places and codes.
fn clean(member: Value, json: &str) -> Result<String, Vec<String>> {
    clean_with(json!({}), member, json)
}

fn clean_with(definitions: Value, member: Value, json: &str) -> Result<String, Vec<String>> {
    let schema = json!({
        "title": "T", "type": "object", "$defs": definitions,
        "properties": {"m": member}, "required": ["m"]
    });
    let cleaner = Cleaner::new(&schema, "tool", false).unwrap();
    on_tape(&format!("{{\"m\": {json}}}"), |tape, keys| {
        let mut out = TapeBuf::new();
        cleaner.clean(tape.tape(keys).root(), keys, &mut out).map_err(|issues| lines(&issues))?;
        let json = format!("{:?}", out.tape(keys).root());
        Ok(json.strip_prefix("{\"m\":").unwrap().strip_suffix('}').unwrap().to_owned())
    })
}

fn lines(issues: &[Issue]) -> Vec<String> {
    let line = |issue: &Issue| format!("{} {}", issue.location(), issue.problem.code);
    issues.iter().map(line).collect()
}

fn ok(json: &str) -> Result<String, Vec<String>> {
    Ok(json.to_owned())
}

fn err(lines: &[&str]) -> Result<String, Vec<String>> {
    Err(lines.iter().map(|line| (*line).to_owned()).collect())
}

#[test]
fn scalars_are_converted_as_pydantic_converts_them() {
    for (kind, json, expected) in [
        ("integer", "\" +0_017.00 \"", ok("17")),
        ("integer", "17.0", ok("17")),
        ("integer", "true", ok("1")),
        ("integer", "1e30", err(&["m int_parsing_size"])),
        ("integer", "2.5", err(&["m int_from_float"])),
        ("integer", "\"1e3\"", err(&["m int_parsing"])),
        ("number", "3", ok("3.0")),
        ("number", "\" 1_0.5 \"", err(&["m float_parsing"])),
        ("number", "\"1_0.5\"", ok("10.5")),
        ("number", "1E5", ok("100000.0")),
        ("boolean", "\"oFF\"", ok("false")),
        ("boolean", "1.0", ok("true")),
        ("boolean", "2", err(&["m bool_parsing"])),
        ("boolean", "0.5", err(&["m bool_type"])),
        ("string", "17", err(&["m string_type"])),
        ("null", "0", err(&["m none_required"])),
    ] {
        assert_eq!(clean(json!({"type": kind}), json), expected, "{kind} {json}");
    }
}

#[test]
fn numbers_of_any_type_are_written_as_python_writes_them() {
    let text = on_tape(r#"{"m": [1E5, -0, 12345678901234567890.0, {"n": 1.50}]}"#, |tape, keys| {
        let cleaner = Cleaner::new(&json!({"type": "object"}), "tool", false).unwrap();
        let mut out = TapeBuf::new();
        cleaner.clean(tape.tape(keys).root(), keys, &mut out).unwrap();
        out.tape(keys).text().to_owned()
    });
    assert_eq!(text, "m100000.001.2345678901234567e+19n1.5");
}

#[test]
fn objects_get_their_order_and_their_defaults() {
    let schema = json!({
        "type": "object",
        "title": "Reading",
        "properties": {
            "a": {"type": "integer"},
            "b": {"type": "number", "default": 3},
            "c": {"type": "string", "default": 7},
            "d": {"type": "string"}
        },
        "required": ["a"]
    });
    let cleaned = clean(schema.clone(), r#"{"x": 1, "d": "d", "a": "1"}"#);
    assert_eq!(cleaned, ok(r#"{"a":1,"b":3.0,"c":7,"d":"d"}"#));
    assert_eq!(
        clean(schema.clone(), r#"{"b": "x", "a.b": 1}"#),
        err(&["m.a missing", "m.b float_parsing"])
    );
    assert_eq!(clean(schema, "[]"), err(&["m model_type"]));
    let closed = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(clean(closed, r#"{"a.b": 1}"#), err(&["m.`a.b` extra_forbidden"]));
    let open =
        json!({"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}});
    assert_eq!(clean(open, r#"{"b": "1", "a": "x"}"#), err(&["m.a int_parsing"]));
}

#[test]
fn sets_keep_the_first_of_equal_items() {
    let set = |item| json!({"type": "array", "items": item, "uniqueItems": true});
    assert_eq!(clean(set(json!({"type": "integer"})), "[3, \"3\", 1, 3.0]"), ok("[3,1]"));
    assert_eq!(clean(set(json!({})), "[1, true, 1.0, \"1\"]"), ok("[1,\"1\"]"));
    assert_eq!(
        clean(set(json!({})), "[[1], [1]]"),
        err(&["m.0 set_item_not_hashable", "m.1 set_item_not_hashable"])
    );
    let two =
        json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "maxItems": 1});
    assert_eq!(clean(two, "[1, 1, \"x\", 2]"), err(&["m too_long"]));
}

#[test]
fn the_best_arm_of_a_union_wins() {
    let either = json!({"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "number"}]});
    assert_eq!(clean(either.clone(), "\"1\""), ok("\"1\""));
    assert_eq!(clean(either.clone(), "1.5"), ok("1.5"));
    assert_eq!(clean(either.clone(), "true"), ok("1"));
    assert_eq!(
        clean(either, "[]"),
        err(&["m.int int_type", "m.str string_type", "m.float float_type"])
    );
    let definitions = json!({
        "A": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "B": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    });
    let arms = json!({"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"type": "null"}]});
    let choose = |json| clean_with(definitions.clone(), arms.clone(), json);
    assert_eq!(choose(r#"{"a": "1"}"#), ok(r#"{"a":"1"}"#));
    assert_eq!(choose(r#"{"b": 2, "a": "1"}"#), ok(r#"{"a":"1","b":2}"#));
    assert_eq!(choose("null"), ok("null"));
    assert_eq!(choose(r#"{"a": []}"#), err(&["m.A.a int_type", "m.B.a string_type"]));
}

#[test]
fn tags_choose_the_arm() {
    let definitions = json!({
        "Cat": {"type": "object", "properties": {"kind": {"const": "cat"}, "n": {"type": "integer"}}, "required": ["kind", "n"]},
        "Dog": {"type": "object", "properties": {"kind": {"const": 2}}, "required": ["kind"]}
    });
    let pet = json!({
        "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
        "discriminator": {"propertyName": "kind"}
    });
    let choose = |json| clean_with(definitions.clone(), pet.clone(), json);
    assert_eq!(choose(r#"{"kind": 2}"#), ok(r#"{"kind":2}"#));
    assert_eq!(choose(r#"{"kind": "cat", "n": "x"}"#), err(&["m.cat.n int_parsing"]));
    assert_eq!(choose(r#"{"kind": "cow"}"#), err(&["m union_tag_invalid"]));
    assert_eq!(choose("{}"), err(&["m union_tag_not_found"]));
    assert_eq!(choose("1"), err(&["m model_attributes_type"]));
}

#[test]
fn recursive_unions_take_no_longer_than_the_value_is_deep() {
    let arm = |name: &str| {
        json!({"type": "object", "title": name, "properties": {"next": {
            "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"type": "null"}]
        }}})
    };
    let definitions = json!({"A": arm("A"), "B": arm("B")});
    let member = json!({"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]});
    let deep = format!("{}null{}", "{\"next\": ".repeat(120), "}".repeat(120));
    assert!(clean_with(definitions.clone(), member.clone(), &deep).is_ok());
    // Every arm at every level is wrong: pydantic has a problem for each way down.
    let wrong = deep.replace("null", "17");
    let issues = clean_with(definitions, member, &wrong).unwrap_err();
    let steps: usize = 2 * 120 + 2;
    assert_eq!(issues.len(), super::walk::MOST_NOTES.div_ceil(1 + steps));
}

#[test]
fn names_of_members_are_held_against_their_schema() {
    let limited = json!({"type": "object", "propertyNames": {"maxLength": 1}, "additionalProperties": {"type": "integer"}});
    assert_eq!(
        clean(limited, r#"{"a": 1, "bb": "x"}"#),
        err(&["m.bb.[key] string_too_long", "m.bb int_parsing"])
    );
    let wrapped = json!({
        "title": "toolOutput", "type": "object", "required": ["result"],
        "properties": {"result": {"type": "object", "additionalProperties": {"type": "integer"}}}
    });
    let cleaner = Cleaner::new(&wrapped, "tool", true).unwrap();
    on_tape(r#"{"result": {"007": 1, "8": 2, "7": 3}}"#, |tape, keys| {
        let mut out = TapeBuf::new();
        cleaner.clean(tape.tape(keys).root(), keys, &mut out).unwrap();
        assert_eq!(format!("{:?}", out.tape(keys).root()), r#"{"result":{"8":2,"7":3}}"#);
    });
}

#[test]
fn what_has_no_meaning_is_refused_by_keyword_and_place() {
    for (schema, pointer, reason) in [
        (json!({"not": {}}), "/properties/m/not", "`not` is unsupported"),
        (
            json!({"items": {"type": "array", "contains": {}}, "type": "array"}),
            "/properties/m/items/contains",
            "`contains` is unsupported",
        ),
        (
            json!({"allOf": [{}, {}]}),
            "/properties/m/allOf",
            "`allOf` of several schemas is unsupported",
        ),
        (
            json!({"anyOf": [{}], "minItems": 1}),
            "/properties/m/minItems",
            "`minItems` next to `anyOf` is unsupported",
        ),
        (
            json!({"$ref": "#/$defs/A", "maxLength": 1}),
            "/properties/m/maxLength",
            "`maxLength` next to `$ref` is unsupported",
        ),
        (json!({"$ref": "#/$defs/A"}), "/properties/m/$ref", "`#/$defs/A` leads nowhere"),
        (json!({"$ref": "other.json"}), "/properties/m/$ref", "`other.json` leads nowhere"),
        (json!({"minimum": 1}), "/properties/m/minimum", "`minimum` needs a `type`"),
        (
            json!({"type": "string", "pattern": "(?=a)"}),
            "/properties/m/pattern",
            "`pattern` is unsupported",
        ),
        (json!({"type": "float"}), "/properties/m/type", "unknown type `float`"),
    ] {
        let root = json!({"title": "T", "type": "object", "properties": {"m": schema}});
        let refused = Cleaner::new(&root, "tool", false).unwrap_err();
        assert_eq!(refused.pointer.as_deref(), Some(pointer));
        assert!(
            refused.reason.starts_with(&format!("lax validation: {reason}")),
            "{}",
            refused.reason
        );
    }
    let endless = json!({"type": "object", "properties": {"m": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/B"}]}, "B": {"$ref": "#/$defs/A"}}});
    assert!(Cleaner::new(&endless, "tool", false).unwrap_err().reason.contains("without end"));
}

#[test]
fn labels_are_those_of_pydantic() {
    let subject = |rest: Value| {
        let root =
            json!({"type": "object", "additionalProperties": rest, "title": "toolDictOutput"});
        Cleaner::new(&root, "tool", false).unwrap().subject().to_owned()
    };
    let array = |item: Value| json!({"type": "array", "items": item});
    for (schema, label) in [
        (json!({}), "dict[str,any]"),
        (array(json!({"type": "integer", "minimum": 0})), "dict[str,list[constrained-int]]"),
        (json!({"type": ["string", "integer", "null"]}), "dict[str,nullable[union[str,int]]]"),
        (json!({"enum": ["it's", 1]}), "dict[str,literal[\"it's\",1]]"),
        (
            json!({"type": "array", "prefixItems": [{"type": "null"}, {"format": "date", "type": "string"}]}),
            "dict[str,tuple[none, date, any, ...]]",
        ),
        (json!({"anyOf": [{"type": "number"}, {"type": "string"}]}), "dict[str,decimal]"),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "string"}]}),
            "dict[str,union[int,float,str]]",
        ),
        (json!({"type": "object", "properties": {}}), "dict[str,typed-dict]"),
    ] {
        assert_eq!(subject(schema), label);
    }
    // A list that contains itself has a name all the same.
    let endless = json!({"type": "object", "properties": {"m": {"anyOf": [{"$ref": "#/$defs/L"}, {"type": "string"}]}},
        "$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}}});
    assert!(Cleaner::new(&endless, "tool", false).is_ok());
}

#[derive(serde::Deserialize)]
struct Row {
    id: String,
    tool: String,
    value: String,
    wrap: Option<bool>,
    valid: Option<bool>,
    expect: Expect,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expect {
    output_schema: Option<Value>,
}

/// The strict walk finds something wrong exactly where JSON Schema does, which says nothing of
/// integer keys.
#[test]
fn explanations_are_given_where_they_are_due() {
    let mut seen = 0;
    for file in ["structure", "types", "formats"] {
        let path = format!("{}/tests/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let row: Row = serde_json::from_str(line).unwrap();
            let (Some(schema), Some(valid), None) = (row.expect.output_schema, row.valid, row.wrap)
            else {
                continue;
            };
            let wrapped = schema["title"] == format!("{}Output", row.tool).as_str();
            let json = if wrapped { format!("{{\"result\":{}}}", row.value) } else { row.value };
            let cleaner = Cleaner::new(&schema, &row.tool, wrapped).unwrap();
            let issues = on_tape(&json, |tape, keys| {
                lines(&cleaner.explain(tape.tape(keys).root(), Formats::Annotate, &[]))
            });
            assert_eq!(issues.is_empty(), valid, "{} {json} {issues:?}", row.id);
            seen += 1;
        }
    }
    assert_eq!(seen, 2934);
}

#[test]
fn strict_words_are_plain_for_what_lax_mode_takes() {
    let schema = json!({"title": "T", "type": "object", "required": ["e"], "properties": {
        "a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "boolean"},
        "d": {"type": "string", "format": "date"}, "e": {"type": "string", "default": ""},
        "f": {"type": "array", "items": {}, "uniqueItems": true},
        "g": {"type": "string", "format": "date-time"}
    }});
    let cleaner = Cleaner::new(&schema, "tool", false).unwrap();
    let json = r#"{"a": "x", "b": "17", "c": 1, "d": "2024-01-02T00:00:00", "f": [1, 1.0], "g": "2024-01-02 03:04"}"#;
    let issues =
        on_tape(json, |tape, keys| cleaner.explain(tape.tape(keys).root(), Formats::Assert, &[]));
    assert_eq!(
        lines(&issues),
        [
            "a int_parsing",
            "b int_type",
            "c bool_type",
            "d date_type",
            "e missing",
            "f set_type",
            "g datetime_type"
        ]
    );
}

#[test]
fn the_deepest_values_end_in_a_result() {
    let definitions = json!({
        "A": {"type": "object", "properties": {"next": {
            "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"type": "null"}]
        }}},
        "B": {"$ref": "#/$defs/C"},
        "C": {"type": "array", "items": {"$ref": "#/$defs/A"}}
    });
    let member = json!({"$ref": "#/$defs/A"});
    let deep = format!("{}null{}", "{\"next\": ".repeat(490), "}".repeat(490));
    let run = move || {
        assert!(clean_with(definitions.clone(), member.clone(), &deep).is_ok());
        let wrong = deep.replace("null", "17");
        assert!(clean_with(definitions, member, &wrong).is_err());
    };
    // Frames of unoptimised code are large.
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap().join().unwrap();
}
