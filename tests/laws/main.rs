//! Laws that hold for every schema, value and policy. `PROPTEST_CASES` sets how many are tried.

mod strategies;

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use serde_json::{Value, json};
use strategies::{REVISIONS, pair, policy, value};
use twochannel::*;

/// The same cases every time, unless somebody asks for more.
fn config() -> ProptestConfig {
    let rng_seed = match std::env::var_os("PROPTEST_CASES") {
        None => RngSeed::Fixed(7),
        Some(_) => RngSeed::Random,
    };
    ProptestConfig { failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

/// Makes a converter; a policy that does not fit the schema is no case.
fn converter(schema: &Value, policy: &Policy) -> Result<Converter, TestCaseError> {
    Converter::new(Some(schema), policy.clone()).map_err(|e| TestCaseError::reject(e.to_string()))
}

fn text_of(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

fn parsed(wire: &[u8]) -> Value {
    serde_json::from_slice(wire).expect("a result is JSON")
}

/// The protocol's own idea of a result.
fn protocol(revision: Revision) -> &'static jsonschema::Validator {
    static ALL: LazyLock<Vec<jsonschema::Validator>> = LazyLock::new(|| {
        let read = |revision| {
            let name = json!(revision);
            let root = env!("CARGO_MANIFEST_DIR");
            let path = format!("{root}/tests/protocol/{}.json", name.as_str().unwrap());
            let schema = parsed(&std::fs::read(path).unwrap());
            jsonschema::validator_for(&schema).unwrap()
        };
        REVISIONS.map(read).into()
    });
    &ALL[REVISIONS.iter().position(|known| *known == revision).unwrap()]
}

/// Whether a tool hands over what is a result already: that is its own.
fn is_ready_made(value: &Value) -> bool {
    value.get("content").is_some() || value.get("resultType").is_some()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_result_is_one_of_its_revision((schema, value) in pair(), policy in policy()) {
        let converter = converter(&schema, &policy)?;
        let result = parsed(&converter.convert_json(&text_of(&value)));
        for error in protocol(policy.revision).iter_errors(&result) {
            prop_assert!(false, "{error} at {}: {result}", error.instance_path());
        }
        let text_only = Converter::new(None, policy.clone()).unwrap();
        let result = parsed(&text_only.convert_json(&text_of(&value)));
        let valid = protocol(policy.revision).is_valid(&result);
        prop_assert!(valid || is_ready_made(&value), "{result}");
    }

    #[test]
    fn an_answer_is_the_same_every_time((schema, value) in pair(), policy in policy()) {
        let converter_one = converter(&schema, &policy)?;
        let json = text_of(&value);
        let wire = converter_one.convert_json(&json);
        prop_assert_eq!(&wire, &converter_one.convert_json(&json));
        let another = converter(&schema, &policy)?;
        another.convert_json(b"[{\"another\":[1,2,3]}]");
        prop_assert_eq!(&wire, &another.convert_json(&json));
        let read_back = another.convert(&value);
        prop_assert_eq!(serde_json::to_value(&read_back).unwrap(), parsed(&wire));
        let levels = depth(&value) + usize::from(another.wrapped());
        let other_reason = policy.max_bytes.is_some() || levels > policy.max_depth as usize;
        prop_assert!(!read_back.is_error || other_reason || !another.check(&value).is_empty());
    }

    #[test]
    fn what_is_sent_keeps_the_promise((schema, value) in pair(), policy in policy()) {
        let policy = Policy { publish_schema: true, ..policy };
        let converter = converter(&schema, &policy)?;
        let result = converter.convert(&value);
        let Some(data) = &result.structured_content else { return Ok(()) };
        prop_assert!(!result.is_error);
        let published = converter.output_schema().expect("data only with a schema");
        let formats = policy.validation == Validation::Strict && policy.formats == Formats::Assert;
        let validator =
            jsonschema::options().should_validate_formats(formats).build(published).unwrap();
        prop_assert!(validator.is_valid(data), "{} of {}", data, published);
    }

    #[test]
    fn unwrapping_gives_back_what_was_wrapped((schema, value) in pair(), always in any::<bool>()) {
        let wrap = if always { Wrap::Always } else { Wrap::Auto };
        let converter = converter(&schema, &Policy { wrap, ..Policy::default() })?;
        prop_assume!(converter.wrapped());
        let published = converter.output_schema().unwrap();
        prop_assert_eq!(&published["required"], &json!(["result"]));
        if schema.get("$defs").is_none() {
            let mut inner = published["properties"]["result"].clone();
            if let (Some(inner), None) = (inner.as_object_mut(), schema.get("title")) {
                inner.shift_remove("title");
            }
            let schema = if schema == json!(true) { json!({}) } else { schema };
            prop_assert_eq!(inner, schema);
        }
        if let Some(data) = converter.convert(&value).structured_content {
            prop_assert_eq!(data, json!({"result": value}));
        }
    }

    #[test]
    fn the_blocks_of_a_list_are_its_leaves(items in proptest::collection::vec(value(), 0..5)) {
        let list = Value::from(items);
        prop_assume!(!list.to_string().contains("\"type\":"));
        fn leaves(value: &Value, into: &mut Vec<String>) {
            match value {
                Value::Null => {}
                Value::String(text) => into.push(text.clone()),
                Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
                other => into.push(serde_json::to_string_pretty(other).unwrap()),
            }
        }
        let mut expected = Vec::new();
        leaves(&list, &mut expected);
        let result = Converter::new(None, Policy::default()).unwrap().convert(&list);
        prop_assert_eq!(result.texts().collect::<Vec<_>>(), expected);
        prop_assert_eq!(result.content.len(), result.texts().count());
    }

    #[test]
    fn limits_hold((schema, value) in pair(), policy in policy(), limit in 0..600u64) {
        let policy = Policy { max_bytes: Some(limit), ..policy };
        let converter = converter(&schema, &policy)?;
        let wire = converter.convert_json(&text_of(&value));
        let unlimited = converter_without_limit(&schema, &policy)?.convert_json(&text_of(&value));
        if unlimited.len() as u64 <= limit {
            prop_assert_eq!(wire, unlimited);
        } else {
            let result = parsed(&wire);
            prop_assert_eq!(&result["isError"], &json!(true));
            prop_assert!(wire.len() < 300, "{}", result);
            if policy.errors != Errors::Generic {
                let text = result["content"][0]["text"].as_str().unwrap();
                prop_assert!(text.contains(&limit.to_string()), "{}", text);
                prop_assert!(text.contains(&unlimited.len().to_string()), "{}", text);
            }
        }
        let levels = depth(&value);
        let deep = Policy { max_depth: 3, max_bytes: None, errors: Errors::Full, ..policy };
        let result = Converter::new(Some(&schema), deep).unwrap().convert(&value);
        let refused = result.is_error && result.texts().any(|text| text.contains("nested"));
        prop_assert_eq!(refused, levels > 3);
    }
}

proptest! {
    #![proptest_config(config())]

    /// Names of members are no values: they are in paths. Texts and numbers are.
    #[test]
    fn discreet_errors_tell_no_value((schema, value) in pair(), policy in policy(), at in any::<u16>()) {
        let value = marked(&value);
        let json = text_of(&value);
        let broken = &json[..json.len() * usize::from(at) / usize::from(u16::MAX)];
        for errors in [Errors::Named, Errors::Generic] {
            let converter = converter(&schema, &Policy { errors, ..policy.clone() })?;
            for wire in [converter.convert_json(&json), converter.convert_json(broken)] {
                let result = parsed(&wire);
                if result["isError"] == true {
                    let text = result["content"][0]["text"].as_str().unwrap();
                    prop_assert!(!text.contains("SECRET") && !text.contains("7700000"), "{}", text);
                    prop_assert!(errors == Errors::Named || text == "Error executing tool tool");
                    prop_assert_eq!(result["content"].as_array().unwrap().len(), 1);
                    prop_assert!(result.get("structuredContent").is_none());
                }
            }
        }
    }
}

/// A value of the same shape whose texts and numbers can be told from everything else.
fn marked(value: &Value) -> Value {
    match value {
        Value::String(text) => format!("SECRET{text}").into(),
        Value::Number(number) if number.is_i64() => {
            (7_700_000_000 + number.as_i64().unwrap_or_default() % 1000).into()
        }
        Value::Number(_) => json!(7_700_000.25),
        Value::Array(items) => items.iter().map(marked).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(k, v)| (k.clone(), marked(v))).collect())
        }
        other => other.clone(),
    }
}

fn converter_without_limit(schema: &Value, policy: &Policy) -> Result<Converter, TestCaseError> {
    converter(schema, &Policy { max_bytes: None, ..policy.clone() })
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// A text that turned into a number which JSON does not have.
#[test]
fn lax_mode_has_no_numbers_beyond_json() {
    let schema =
        json!({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "null"}]}});
    let value = json!([1.5, "nan", "-inf"]);
    let answer = |non_finite, schema: &Value| {
        let policy = Policy { validation: Validation::Lax, non_finite, ..Policy::default() };
        Converter::new(Some(schema), policy).unwrap().convert(&value)
    };
    let refused = answer(NonFinite::Error, &schema);
    assert!(refused.is_error && refused.structured_content.is_none());
    let text = refused.texts().next().unwrap();
    assert!(text.contains("result.1\n") && text.contains("result.2\n"), "{text}");
    let nulled = answer(NonFinite::Null, &schema);
    assert_eq!(nulled.structured_content, Some(json!({"result": [1.5, null, null]})));
    let numbers = json!({"type": "array", "items": {"type": "number"}});
    assert!(answer(NonFinite::Null, &numbers).is_error);
    let like_the_reference = answer(NonFinite::Constants, &numbers);
    assert_eq!(like_the_reference.structured_content, Some(json!({"result": [1.5, null, null]})));
}

/// Writes cases with our answers for the tests of the other faces, which must give the same.
#[test]
fn cases_for_other_faces() {
    let mut runner = TestRunner::new(config());
    let mut lines = String::new();
    for _ in 0..4 * config().cases {
        let ((schema, value), policy) = (pair(), policy()).new_tree(&mut runner).unwrap().current();
        let Ok(converter) = Converter::new(Some(&schema), policy.clone()) else { continue };
        let text = value.to_string();
        let wire = String::from_utf8(converter.convert_json(text.as_bytes())).unwrap();
        let schema = schema.to_string();
        let published = converter.output_schema().map(Value::to_string);
        let case = json!({"schema": schema, "published": published, "policy": policy,
            "value": text, "wire": wire});
        lines += &format!("{case}\n");
    }
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/cases.jsonl"), lines).unwrap();
}
