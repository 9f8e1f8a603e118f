mod random;

use serde_json::{Map, json};

use super::*;
use crate::policy::Policy;
use crate::publish::publish;
use crate::schema::Validator;
use crate::tape::{Tape, TapeBuf, parse, verify};
use random::Random;

fn checker(schema: &Value) -> (Option<Checker>, Keys) {
    let keys = Keys::new(property_names(schema));
    (Checker::new(schema, &keys, Formats::Assert), keys)
}

fn says(schema: Value, json: &str) -> bool {
    let (checker, keys) = checker(&schema);
    let mut buffer = TapeBuf::new();
    parse(json.as_bytes(), 500, &keys, &mut buffer).unwrap();
    checker.expect("covered").surely_valid(buffer.tape(&keys).root())
}

#[test]
fn names_are_listed_once() {
    let schema = json!({
        "properties": {"b": {"properties": {"a": {}, "c": {}}}, "a": {}},
        "required": ["b", "z"],
    });
    assert_eq!(property_names(&schema), ["b", "a", "z", "c"]);
}

#[test]
fn valid_values_are_recognised() {
    let record = json!({
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": ["string", "null"]}, "c": {"$ref": "#"}},
        "required": ["a", "d"],
        "additionalProperties": {"type": "boolean"},
    });
    for (schema, json) in [
        (record.clone(), r#"{"a": 1, "b": null, "d": true}"#),
        (record.clone(), r#"{"d": false, "x": true, "b": "", "a": 1.5}"#),
        (record, r#"{"a": 1, "d": true, "c": {"a": 2, "d": true}}"#),
        (json!({"type": "integer"}), "100000000000000000000000000000000.0"),
        (json!({"minimum": 1, "exclusiveMaximum": 2}), "1.99"),
        (json!({"minLength": 2, "maxLength": 2}), "\"üü\""),
        (json!({"prefixItems": [{"type": "null"}], "items": {"type": "string"}}), r#"[null, "a"]"#),
        (json!({"prefixItems": [{"type": "null"}], "items": false}), "[null]"),
        (json!({"anyOf": [{"type": "null"}, {"enum": [1, "a"]}]}), "\"a\""),
        (json!({"allOf": [{"minimum": 1}], "const": 2}), "2"),
        (
            json!({"$defs": {"L": {"items": {"$ref": "#/$defs/L"}}}, "$ref": "#/$defs/L"}),
            "[[], [[1]]]",
        ),
        (json!({"format": "google-duration", "nullable": true, "title": "t"}), "1"),
        (json!(true), "1"),
    ] {
        assert!(says(schema.clone(), json), "{schema} {json}");
    }
}

#[test]
fn schemas_beyond_it_are_left_to_the_validator() {
    for schema in [
        json!({"pattern": "a"}),
        json!({"items": {"oneOf": [true]}}),
        json!({"format": "date"}),
        json!({"not": {}}),
        json!({"uniqueItems": true}),
        json!({"const": {"a": 1}}),
        json!({"maximum": 9_007_199_254_740_993u64}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#"}),
        json!({"$id": "x"}),
        json!({"$ref": "#a", "$defs": {"a": {"$anchor": "a"}}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}),
        json!({"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"anyOf": [{"$ref": "#"}]}}}),
    ] {
        assert!(checker(&schema).0.is_none(), "{schema}");
    }
    let keys = Keys::new(["a"]);
    assert!(Checker::new(&json!({"properties": {"b": {}}}), &keys, Formats::Assert).is_none());
    let annotated = Checker::new(&json!({"format": "date"}), &keys, Formats::Annotate);
    assert!(annotated.is_some());
}

#[test]
fn alternatives_of_alternatives_end() {
    let mut defs = Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
        defs.insert(
            level.to_string(),
            json!({"anyOf": [{"allOf": [next, {}]}, {"allOf": [next, {}]}]}),
        );
    }
    defs.insert("40".to_owned(), json!({"type": "null"}));
    assert!(!says(json!({"$defs": defs, "$ref": "#/$defs/0"}), "1"));
}

#[test]
fn careless_tapes_prove_nothing() {
    let schema = json!({"properties": {"a": {"type": "null"}, "b": {}}, "required": ["a", "b"]});
    let (checker, keys) = checker(&schema);
    let checker = checker.unwrap();
    // A known name that is spelled out, and a member that stands twice.
    let other = Keys::default();
    let mut buffer = TapeBuf::new();
    parse(br#"{"a": 1, "b": 1}"#, 9, &other, &mut buffer).unwrap();
    assert!(!checker.surely_valid(buffer.tape(&keys).root()));
    buffer.clear();
    let mark = buffer.open_object();
    for _ in 0..2 {
        buffer.key(&keys, "a");
        buffer.null();
    }
    buffer.close(mark, 2);
    assert!(!checker.surely_valid(buffer.tape(&keys).root()));
}

#[test]
fn the_vectors_are_never_contradicted() {
    let (mut covered, mut proved, mut valid) = (0, 0, 0);
    for file in ["structure", "types", "formats"] {
        let path = format!("{}/tests/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let (Some(expected), Some(value)) = (case["valid"].as_bool(), case["value"].as_str())
            else {
                continue;
            };
            if case["schema"].is_null() {
                continue;
            }
            let wrap = if case["wrap"] == true { crate::Wrap::Always } else { crate::Wrap::Auto };
            let policy = Policy { wrap, ..Policy::default() };
            let published = publish(&case["schema"], &policy).unwrap();
            let keys = Keys::new(property_names(&published.schema));
            let checker = Checker::new(&published.schema, &keys, Formats::Annotate);
            let Some(checker) = checker else { continue };
            covered += 1;
            let value = match published.wrapped {
                true => format!("{{\"result\": {value}}}"),
                false => value.to_owned(),
            };
            let mut buffer = TapeBuf::new();
            parse(value.as_bytes(), 500, &keys, &mut buffer).unwrap();
            let says = checker.surely_valid(buffer.tape(&keys).root());
            assert!(expected || !says, "{}", case["id"]);
            valid += usize::from(expected);
            proved += usize::from(says);
        }
    }
    println!("{covered} vectors covered, {proved} of {valid} valid values proved");
    assert!(covered > 1500 && proved == valid);
}

/// Holds random values against random schemas; `pairs` of those the checker covers.
fn hold_against_the_validator(seed: u64, pairs: usize) {
    let mut random = Random(seed);
    let (mut done, mut proved, mut valid) = (0, 0, 0);
    while done < pairs {
        let mut schema = random.schema(3);
        if let Value::Object(keywords) = &mut schema {
            keywords.insert("$defs".into(), json!({"A": random.schema(2), "B": random.schema(2)}));
        }
        // What the survey lets through and calls plain, the validator must accept.
        let Ok(validator) = Validator::new(schema.clone(), Formats::Assert, "t") else { continue };
        assert_eq!(validator.fault(), None, "{schema}");
        let (checker, keys) = checker(&schema);
        let Some(checker) = checker else { continue };
        let mut buffer = TapeBuf::new();
        for round in 0..40 {
            let value = match round % 4 {
                0 => random.value(3),
                _ => random.value_for(&schema, &schema, 5),
            };
            buffer.clear();
            if round % 2 == 0 {
                parse(value.to_string().as_bytes(), 100, &keys, &mut buffer).unwrap();
            } else {
                write_as_doubles(&value, &keys, &mut buffer);
            }
            let tape = buffer.tape(&keys);
            let (says, is) = (checker.surely_valid(tape.root()), validator.is_valid(tape.root()));
            assert!(is || !says, "{schema}\n{value}");
            let (words, text) = buffer.parts();
            let foreign = Tape::foreign(words, text, &keys);
            assert_eq!(checker.surely_valid(foreign.root()), says, "{schema}\n{value}");
            assert_believes_no_lie(&checker, words.to_vec(), text, &keys, &mut random);
            let rest = checker.suspect(tape.root()).rest;
            let rest = rest.tape(&keys);
            assert!(!is || validator.is_valid(rest.root()), "{schema}\n{value}\n{:?}", rest.root());
            done += 1;
            proved += usize::from(says);
            valid += usize::from(is);
        }
    }
    println!("{done} pairs, {valid} valid, {proved} of them proved");
    assert!(proved * 10 > valid * 9, "{proved} of {valid} proved");
    assert!(valid * 5 > done, "too few valid values: {valid} of {done}");
}

/// Spoils a word: what is still said to be valid must be well formed.
fn assert_believes_no_lie(
    checker: &Checker,
    mut words: Vec<u64>,
    text: &str,
    keys: &Keys,
    random: &mut Random,
) {
    let at = random.below(words.len());
    words[at] = match random.below(4) {
        0 => words[random.below(words.len())],
        1 => words[at].wrapping_add(1),
        2 => words[at] ^ (1 << random.below(64)),
        _ => random.below(16) as u64,
    };
    let foreign = Tape::foreign(&words, text, keys);
    if checker.surely_valid(foreign.root()) {
        assert_eq!(verify(&foreign, 256), Ok(()), "{words:x?} {text:?}");
    }
}

/// Optional members of the schema's own kind: each level is read once, not once more for each level
/// around it.
#[test]
fn alternatives_read_what_they_hold_once() {
    let node = json!({
        "type": "object",
        "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "array"}]}},
        "required": ["next"],
    });
    let schema = json!({"$ref": "#/$defs/Node", "$defs": {"Node": node}});
    let (checker, keys) = checker(&schema);
    let json = format!("{}[1{}]{}", "{\"next\":".repeat(60), ",1".repeat(999), "}".repeat(60));
    let mut buffer = TapeBuf::new();
    parse(json.as_bytes(), 100, &keys, &mut buffer).unwrap();
    let (words, text) = buffer.parts();
    let checker = checker.unwrap();
    assert!(checker.surely_valid(Tape::foreign(words, text, &keys).root()));
}

/// Writes numbers as JavaScript hands them over.
fn write_as_doubles(value: &Value, keys: &Keys, out: &mut TapeBuf) {
    match value {
        Value::Null => out.null(),
        Value::Bool(value) => out.boolean(*value),
        Value::Number(number) => out.float(number.as_f64().unwrap()),
        Value::String(text) => out.string(text),
        Value::Array(items) => {
            let mark = out.open_array();
            items.iter().for_each(|item| write_as_doubles(item, keys, out));
            out.close(mark, items.len());
        }
        Value::Object(members) => {
            let mark = out.open_object();
            for (name, value) in members {
                out.key(keys, name);
                write_as_doubles(value, keys, out);
            }
            out.close(mark, members.len());
        }
    }
}

#[test]
fn what_is_surely_valid_is_valid() {
    hold_against_the_validator(1, 20_000);
}

/// `cargo test --lib -- --ignored --nocapture a_million`
#[test]
#[ignore = "takes minutes"]
fn a_million_times_over() {
    hold_against_the_validator(2, 1_000_000);
}

#[test]
fn sound_items_of_which_nothing_else_is_asked_are_left_out() {
    let suspect = |schema: Value, json: &str| {
        let (checker, keys) = checker(&schema);
        let mut buffer = TapeBuf::new();
        parse(json.as_bytes(), 500, &keys, &mut buffer).unwrap();
        let Suspect { sound, rest } = checker.unwrap().suspect(buffer.tape(&keys).root());
        (sound.len(), rest.tape(&keys).root().to_value().to_string())
    };
    let all = |sound: usize, json: &str| (sound, json.to_owned());
    let record = json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}});
    let list = json!({"type": "object", "properties": {"l": {"type": "array", "items": record}}});
    let bad = r#"{"b":{"c":1},"l":[{},{"a":[1,"x",2]},{"b":1}]}"#;
    assert_eq!(suspect(list.clone(), bad), all(4, r#"{"b":{"c":1},"l":[{"a":["x"]}]}"#));
    assert_eq!(suspect(list.clone(), r#"{"l":7}"#), all(0, r#"{"l":7}"#));
    let some = json!({"type": "array", "items": {"type": "integer"}, "minItems": 2});
    assert_eq!(suspect(some, "[1,2,3,null,4]"), all(4, "[1,2,null]"));
    let either = json!({"anyOf": [list, {"type": "array", "items": {"type": "string"}}]});
    assert_eq!(suspect(either, r#"["a",1]"#), all(0, r#"["a",1]"#));
    let both = json!({"type": "array", "items": {"type": "integer"}, "allOf": [{"items": {"minimum": 5}}]});
    assert_eq!(suspect(both, "[1,9]"), all(0, "[1,9]"));
}
