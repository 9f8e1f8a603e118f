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
    // Both are read down to the depth that `serde_json` allows: a stack ends.
    let schema: Value = serde_json::from_str(schema).map_err(|error| {
        let (tool, reason) = (policy.tool.clone(), format!("return schema: {error}"));
        issues::schema_error(&SchemaError { tool, pointer: None, reason })
    })?;
    let value: Option<Value> = value.and_then(|json| serde_json::from_str(&json).ok());
    Ok(issues::to_js(&match value {
        None => lint(&schema, &policy),
        Some(value) => lint_with_value(&schema, &policy, &value),
    }))
}
