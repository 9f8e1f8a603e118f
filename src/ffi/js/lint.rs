//! Advice on schemas, for JavaScript.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::{issues, read_policy};
use crate::error::SchemaError;
use crate::lint::{lint, lint_with_value};

/// `lint` of `pkg/lib/lint.js`. Schema and value are JSON.
#[wasm_bindgen(js_name = lint)]
pub fn findings(schema: &str, policy: JsValue, value: Option<String>) -> Result<JsValue, JsValue> {
    let policy = read_policy(policy)?;
    let read = |json: &str, what: &str| {
        let mut reader = serde_json::Deserializer::from_str(json);
        reader.disable_recursion_limit();
        serde::Deserialize::deserialize(&mut reader).map_err(|error| {
            let (tool, reason) = (policy.tool.clone(), format!("{what}: {error}"));
            issues::schema_error(&SchemaError { tool, pointer: None, reason })
        })
    };
    let schema: Value = read(schema, "return schema")?;
    let value: Option<Value> = value.map(|json| read(&json, "value")).transpose()?;
    Ok(issues::to_js(&match value {
        None => lint(&schema, &policy),
        Some(value) => lint_with_value(&schema, &policy, &value),
    }))
}
