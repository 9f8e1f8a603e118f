//! The core as WebAssembly: the same tests run in Node.js and in a browser.
#![cfg(target_arch = "wasm32")]

use serde_json::{Value, json};
use twochannel::{Converter, Errors, Policy, convert_result};
use wasm_bindgen_test::wasm_bindgen_test;

fn policy(tool: &str) -> Policy {
    Policy { tool: tool.into(), ..Policy::default() }
}

fn weather() -> Value {
    json!({
        "title": "WeatherData",
        "type": "object",
        "properties": {
            "temperature": {"title": "Temperature", "type": "number"},
            "conditions": {"title": "Conditions", "type": "string", "format": "date"},
        },
        "required": ["temperature"],
    })
}

#[wasm_bindgen_test]
fn a_scalar_is_wrapped() {
    let tool = Converter::new(Some(&json!({"type": "integer"})), policy("add")).unwrap();
    assert_eq!(
        tool.output_schema().unwrap().to_string(),
        r#"{"properties":{"result":{"title":"Result","type":"integer"}},"required":["result"],"title":"addOutput","type":"object"}"#
    );
    let result = tool.convert(&json!(42));
    assert_eq!(result.texts().collect::<Vec<_>>(), ["42"]);
    assert_eq!(result.structured_content, Some(json!({"result": 42})));
}

#[wasm_bindgen_test]
fn a_model_goes_into_both_channels() {
    let value = json!({"temperature": 16.5, "conditions": "2026-02-28"});
    let result = convert_result(&value, Some(&weather()), &policy("get_weather")).unwrap();
    assert_eq!(
        result.texts().collect::<Vec<_>>(),
        ["{\n  \"temperature\": 16.5,\n  \"conditions\": \"2026-02-28\"\n}"]
    );
    assert_eq!(result.structured_content, Some(value));
    assert!(!result.is_error);
}

#[wasm_bindgen_test]
fn a_list_has_a_block_for_each_item() {
    let schema = json!({"type": "array", "items": {"type": "string"}});
    let result = convert_result(&json!(["São Paulo", "東京"]), Some(&schema), &policy("cities"));
    let result = result.unwrap();
    assert_eq!(result.texts().collect::<Vec<_>>(), ["São Paulo", "東京"]);
    assert_eq!(result.structured_content, Some(json!({"result": ["São Paulo", "東京"]})));
}

#[wasm_bindgen_test]
fn a_failing_value_has_no_data() {
    let policy = Policy { errors: Errors::Full, ..policy("get_weather") };
    let tool = Converter::new(Some(&weather()), policy).unwrap();
    let result = tool.convert(&json!({"conditions": "Overcast"}));
    assert!(result.is_error);
    assert_eq!(result.structured_content, None);
    let text = result.texts().collect::<String>();
    let first = "Error executing tool get_weather: 2 validation errors for WeatherData\n";
    assert!(text.starts_with(first), "{text}");
    let problems = tool.check(&json!({"conditions": "Overcast"}));
    let pointers: Vec<_> = problems.iter().map(|issue| issue.pointer()).collect();
    assert_eq!(pointers, ["/temperature", "/conditions"]);
}

#[wasm_bindgen_test]
fn numbers_in_json_text_keep_every_digit() {
    let tool = Converter::new(Some(&json!({"type": "number"})), policy("count")).unwrap();
    let result = String::from_utf8(tool.convert_json(b"123456789012345678901234567890.0")).unwrap();
    assert_eq!(result.matches("123456789012345678901234567890.0").count(), 2, "{result}");
}

#[wasm_bindgen_test]
fn a_schema_that_cannot_work_is_refused_with_its_place() {
    let schema = json!({"type": "object", "properties": {"city": {"type": "strnig"}}});
    let error = Converter::new(Some(&schema), policy("get_weather")).unwrap_err();
    assert_eq!(error.tool, "get_weather");
    assert_eq!(error.pointer.as_deref(), Some("/properties/city/type"));
}

#[wasm_bindgen_test]
fn depth_is_limited_before_the_stack_is() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let tool = Converter::new(None, policy("nested")).unwrap();
    let result: Value = serde_json::from_slice(&tool.convert_json(deep.as_bytes())).unwrap();
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("128"), "{text}");
}
