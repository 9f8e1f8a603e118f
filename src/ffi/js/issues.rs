//! Errors as JavaScript values.

use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::{Issue, SchemaError, Segment};

/// `SchemaError` of `pkg/lib/errors.js`, before it is one.
#[derive(Serialize)]
struct Refusal<'a> {
    tool: &'a str,
    pointer: Option<&'a str>,
    reason: &'a str,
    message: String,
}

/// What goes wrong when a converter is made.
pub fn schema_error(error: &SchemaError) -> JsValue {
    to_js(&Refusal {
        tool: &error.tool,
        pointer: error.pointer.as_deref(),
        reason: &error.reason,
        message: error.to_string(),
    })
}

/// `Issue` of `pkg/index.d.ts`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'a> {
    path: &'a [Segment<'static>],
    pointer: String,
    code: &'a str,
    message: &'a str,
    input_type: &'a str,
}

/// The list of issues.
pub fn list(issues: &[Issue]) -> Array {
    let shown = issues.iter().map(|issue| Shown {
        path: &issue.path,
        pointer: issue.pointer(),
        code: issue.problem.code,
        message: &issue.problem.message,
        input_type: issue.input_type,
    });
    shown.map(|issue| to_js(&issue)).collect()
}

/// A value in plain objects, as JSON has it.
pub fn to_js(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}
