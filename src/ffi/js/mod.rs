//! The face for JavaScript. The functions here speak in numbers; `pkg/lib/converter.js` is what
//! people see.

mod conversion;
mod description;
mod integers;
mod issues;
mod lint;
mod staging;

use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::convert::Converter;
use crate::error::Segment;
use crate::ffi::crossing;
use crate::policy::Errors;
use crate::render::Failure;
use crate::wire::Call;
use conversion::Written;
use description::Description;
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
    /// Makes a converter. So many bytes were written: its policy as JSON, the end of the line, and its
    /// schema as JSON, if there is one.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: u32) -> Result<Handle, JsValue> {
        let converter = Staging::with(|staging| {
            let text = std::str::from_utf8(staging.written(bytes as usize)).unwrap_or_default();
            let (policy, schema) = text.split_once('\n').unwrap_or_default();
            crossing::converter(schema, policy)
        });
        Ok(Handle { converter: converter.map_err(|error| issues::schema_error(&error))? })
    }

    /// Writes what JavaScript has to know of the converter to `data`, as JSON.
    pub fn describe(&self) {
        let description = crossing::to_json(&Description::of(&self.converter));
        Staging::with(|staging| staging.data.extend(&description));
    }

    /// Whether the value that was written surely keeps the promise.
    pub fn surely_fits(&self, words: u32, bytes: u32, flags: u32) -> bool {
        Written { words, bytes, flags }.surely_fits(&self.converter)
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
