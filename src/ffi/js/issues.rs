//! Errors as JavaScript values.

use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::{Issue, SchemaError};
use crate::ffi::crossing::{Problem, Refusal};

/// `SchemaError` of `pkg/lib/errors.js`, before it is one.
pub fn schema_error(error: &SchemaError) -> JsValue {
    to_js(&Refusal::from(error))
}

/// Each an `Issue` of `pkg/index.d.ts`.
pub fn list(issues: &[Issue]) -> Array {
    issues.iter().map(|issue| to_js(&Problem::from(issue))).collect()
}

/// A value in plain objects, as JSON has it.
pub fn to_js(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}
