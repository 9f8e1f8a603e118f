//! Advice on schemas, for JavaScript.

use wasm_bindgen::prelude::*;

use super::{issues, read_policy};
use crate::ffi::crossing;

/// `lint` of `pkg/lib/lint.js`. Schema and value are JSON.
#[wasm_bindgen(js_name = lint)]
pub fn findings(schema: &str, policy: JsValue, value: Option<String>) -> Result<JsValue, JsValue> {
    let findings = crossing::findings(schema, &read_policy(policy)?, value.as_deref());
    Ok(issues::to_js(&findings.map_err(|error| issues::schema_error(&error))?))
}
