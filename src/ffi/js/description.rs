//! What JavaScript has to know of a converter.

use serde::Serialize;
use serde_json::Value;

use crate::convert::Converter;

/// Read in `pkg/lib/converter.js`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Description<'c> {
    /// The schema to publish.
    output_schema: Option<&'c Value>,
    /// Whether values are put into `{"result": …}`.
    wrapped: bool,
    /// How deeply a value may be nested.
    max_depth: u32,
    /// Whether the size of a result is limited.
    is_limited: bool,
    /// Whether results name their type.
    has_result_type: bool,
    /// The types of scalars that need no more than to be put into place, as bits of `Types`.
    scalars: u8,
    /// The indentation of results whose text may be printed by JavaScript, where the value is its own
    /// JSON and surely fits; -1 where the core has to print them.
    left_indent: i32,
    /// The member names that have numbers, in order.
    names: Vec<&'c str>,
}

impl<'c> Description<'c> {
    /// What there is to know.
    pub fn of(converter: &'c Converter) -> Self {
        let (policy, keys) = (converter.policy(), converter.keys());
        Description {
            output_schema: converter.output_schema(),
            wrapped: converter.wrapped(),
            max_depth: policy.max_depth,
            is_limited: policy.max_bytes.is_some(),
            has_result_type: policy.revision.has_result_type(),
            scalars: converter.free_scalars().0,
            left_indent: match converter.has_plain_results() {
                true => policy.indent.into(),
                false => -1,
            },
            names: (0..keys.len() as u32).map(|id| keys.name(id)).collect(),
        }
    }
}
