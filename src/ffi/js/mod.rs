//! The face for JavaScript. The functions here speak in numbers; `pkg/lib/converter.js` is what
//! people see.

mod conversion;
mod integers;
mod issues;
mod lint;
mod staging;

use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::convert::Converter;
use crate::error::Segment;
use crate::ffi::crossing;
use crate::policy::{Errors, Policy};
use crate::render::Failure;
use crate::wire::Call;
use conversion::Written;
use staging::Staging;

/// The address of the report of where things are.
#[wasm_bindgen]
pub fn report() -> u32 {
    Staging::report_address()
}

/// Makes room for so many words and bytes, keeping what is there. Whether there is memory.
#[wasm_bindgen]
pub fn reserve(words: u32, bytes: u32) -> bool {
    Staging::with(|staging| staging.reserve(words as usize, bytes as usize))
}

/// A converter for JavaScript.
#[wasm_bindgen]
pub struct Handle {
    converter: Converter,
}

#[wasm_bindgen]
impl Handle {
    /// Makes a converter. The schema is JSON of that many bytes; -1 for none.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: i32, policy: JsValue) -> Result<Handle, JsValue> {
        let policy = read_policy(policy)?;
        let refuse = |error| {
            let reason = format!("return schema: {error}");
            issues::schema_error(&crossing::refused(&policy.tool, reason))
        };
        let schema: Option<Value> = match usize::try_from(schema) {
            Ok(length) => {
                let read = |staging: &mut Staging| crossing::json_bytes(staging.written(length));
                let schema = Staging::with(read);
                Some(schema.map_err(refuse)?)
            }
            Err(_) => None,
        };
        let converter = Converter::new(schema.as_ref(), policy);
        Ok(Handle { converter: converter.map_err(|error| issues::schema_error(&error))? })
    }

    /// The schema to publish, as JSON.
    #[wasm_bindgen(getter)]
    pub fn output_schema(&self) -> Option<String> {
        self.converter.output_schema().map(Value::to_string)
    }

    /// Whether values are put into `{"result": …}`.
    #[wasm_bindgen(getter)]
    pub fn wrapped(&self) -> bool {
        self.converter.wrapped()
    }

    /// How deeply a value may be nested.
    #[wasm_bindgen(getter)]
    pub fn max_depth(&self) -> u32 {
        self.converter.policy().max_depth
    }

    /// Whether the size of a result is limited.
    #[wasm_bindgen(getter)]
    pub fn is_limited(&self) -> bool {
        self.converter.policy().max_bytes.is_some()
    }

    /// Whether results name their type.
    #[wasm_bindgen(getter)]
    pub fn has_result_type(&self) -> bool {
        self.converter.policy().revision.has_result_type()
    }

    /// The indentation of results whose text may be printed by JavaScript, where the value is its own
    /// JSON and surely fits; -1 where the core has to print them.
    #[wasm_bindgen(getter)]
    pub fn left_indent(&self) -> i32 {
        match self.converter.has_plain_results() {
            true => self.converter.policy().indent.into(),
            false => -1,
        }
    }

    /// Whether the value that was written surely keeps the promise.
    pub fn surely_fits(&self, words: u32, bytes: u32, flags: u32) -> bool {
        Written { words, bytes, flags }.surely_fits(&self.converter)
    }

    /// The types of scalars that need no more than to be put into place, as bits of `Types`.
    #[wasm_bindgen(getter)]
    pub fn scalars(&self) -> u8 {
        self.converter.free_scalars().0
    }

    /// The member names that have numbers, in order.
    pub fn names(&self) -> Vec<String> {
        let keys = self.converter.keys();
        (0..keys.len() as u32).map(|id| keys.name(id).to_owned()).collect()
    }

    /// The number of the member name of that many bytes; -1 where there is no room for it.
    pub fn learn(&mut self, bytes: u32) -> i32 {
        Staging::with(|staging| {
            let name = std::str::from_utf8(staging.written(bytes as usize)).ok()?;
            self.converter.learn(name)
        })
        .map_or(-1, |id| id as i32)
    }

    /// Converts the value that was written. Gives an `outcome`.
    pub fn convert(&self, words: u32, bytes: u32, flags: u32) -> u32 {
        Written { words, bytes, flags }.answer(&self.converter, Call::default())
    }

    /// The same with a text of its own for the model, or with `_meta` as JSON.
    pub fn convert_with(
        &self,
        words: u32,
        bytes: u32,
        flags: u32,
        text: Option<String>,
        meta: Option<String>,
    ) -> u32 {
        let call = Call { text: text.as_deref(), meta: meta.as_deref(), blocks: None };
        Written { words, bytes, flags }.answer(&self.converter, call)
    }

    /// Converts the value that was written to a result as JSON, in `data`.
    pub fn convert_to_bytes(&self, words: u32, bytes: u32, flags: u32) -> u32 {
        Written { words, bytes, flags }.write(&self.converter, Call::default())
    }

    /// The same with a text of its own for the model, or with `_meta` as JSON.
    pub fn convert_to_bytes_with(
        &self,
        words: u32,
        bytes: u32,
        flags: u32,
        text: Option<String>,
        meta: Option<String>,
    ) -> u32 {
        let call = Call { text: text.as_deref(), meta: meta.as_deref(), blocks: None };
        Written { words, bytes, flags }.write(&self.converter, call)
    }

    /// Converts JSON of that many bytes to a result as JSON, in `data`.
    pub fn convert_json(&self, bytes: u32, text: Option<String>, meta: Option<String>) {
        let call = Call { text: text.as_deref(), meta: meta.as_deref(), blocks: None };
        Staging::with(|staging| {
            let result = self.converter.convert_json_with(staging.written(bytes as usize), call);
            staging.data.extend(&result);
        });
    }

    /// Everything that is wrong with the value that was written; `undefined` for `AGAIN`.
    pub fn check(&self, words: u32, bytes: u32, flags: u32) -> Option<js_sys::Array> {
        let issues = Written { words, bytes, flags }.issues(&self.converter)?;
        Some(issues::list(&issues))
    }

    /// Checks the ready-made result that was written, without a wrapper.
    pub fn pass_through(&self, words: u32, bytes: u32, flags: u32) -> u32 {
        Written { words, bytes, flags }.pass_through(&self.converter)
    }

    /// Makes the error result of a value that JavaScript could not write: its text as a block,
    /// or the result as JSON in `data`.
    pub fn refuse(&self, path: JsValue, reason: String, detail: String, to_bytes: bool) {
        let path: Vec<Value> = serde_wasm_bindgen::from_value(path).unwrap_or_default();
        let path = path.into_iter().map(|segment| match segment {
            Value::String(name) => Segment::Key(name.into()),
            index => Segment::Index(index.as_u64().unwrap_or(0) as usize),
        });
        let shows_values = self.converter.policy().errors == Errors::Full;
        let reason = match shows_values && !detail.is_empty() {
            true => format!("{reason} ({detail})"),
            false => reason,
        };
        let failure = Failure::Unfit { path: path.collect(), reason };
        Staging::with(|staging| conversion::fail(&self.converter, &failure, to_bytes, staging));
    }
}

/// Reads a policy; a mistake in it is an exception.
fn read_policy(policy: JsValue) -> Result<Policy, JsValue> {
    serde_wasm_bindgen::from_value::<Value>(policy)
        .map_err(|error| crossing::refused("tool", format!("policy: {error}")))
        .and_then(|policy| crossing::policy(&policy))
        .map_err(|error| issues::schema_error(&error))
}
