//! Advice on schemas, for JavaScript.

use wasm_bindgen::prelude::*;

use super::issues;
use crate::ffi::crossing;

/// `lint` of `pkg/lib/lint.js`. Schema, policy and value are JSON.
#[wasm_bindgen(js_name = lint)]
pub fn findings(schema: &str, policy: &str, value: Option<String>) -> Result<JsValue, JsValue> {
    let findings = crossing::policy_text(policy)
        .and_then(|policy| crossing::findings(schema, &policy, value.as_deref()));
    Ok(issues::to_js(&findings.map_err(|error| issues::schema_error(&error))?))
}
