//! A result as JSON: blocks for the model, data for the application.

use crate::blocks::{self, BLOCK_TYPES, FanOut};
use crate::policy::{EmptyList, List, NonFinite, Policy, Revision, Text};
use crate::print::{self, Layout, Out};
use crate::tape::Node;

/// What a host may add to one call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'c> {
    /// A text of its own for the model, in place of the printed value.
    pub text: Option<&'c str>,
    /// The result's `_meta`: a JSON object as text.
    pub meta: Option<&'c str>,
    /// Blocks of its own for the model, in place of the printed value: JSON objects as text, with
    /// commas between them.
    pub blocks: Option<&'c str>,
}

/// How the policy lays out text.
pub fn layout(policy: &Policy) -> Layout {
    Layout {
        indent: usize::from(policy.indent),
        constants: policy.non_finite == NonFinite::Constants,
    }
}

/// How the policy makes blocks of arrays.
pub fn fan_out(policy: &Policy) -> FanOut {
    FanOut {
        single: policy.list == List::Single,
        empty_as_text: policy.empty_list == EmptyList::Text,
        known_blocks: match policy.revision {
            Revision::V2024_11_05 => 3,
            Revision::V2025_03_26 => 4,
            _ => BLOCK_TYPES.len(),
        },
    }
}

/// The structured data of a result.
#[derive(Clone, Copy)]
pub enum Data<'a> {
    /// None.
    Absent,
    /// The value itself, inside `{"result": …}` if `wrapped`: printed in one pass with the text.
    Value {
        /// Whether it is wrapped.
        wrapped: bool,
    },
    /// Something else.
    Other(Node<'a>),
}

/// Appends a result with the text of `value` and with `data`; `spare` is used on the way.
pub fn result(
    value: Node<'_>,
    data: Data<'_>,
    policy: &Policy,
    call: Call<'_>,
    out: &mut Out,
    spare: &mut Out,
) {
    out.extend(b"{\"content\":[");
    spare.clear();
    let mut printed = false;
    if let Some(text) = call.text {
        blocks::write_text(text, out);
    } else if let Some(blocks) = call.blocks {
        out.extend(blocks.as_bytes());
    } else if policy.text == Text::Mirror {
        printed = matches!(data, Data::Value { .. });
        let data = printed.then_some(&mut *spare);
        blocks::write(value, fan_out(policy), layout(policy), out, data);
    }
    out.push(b']');
    if !matches!(data, Data::Absent) {
        out.extend(b",\"structuredContent\":");
    }
    match data {
        Data::Absent => {}
        Data::Other(node) => print::compact(node, out),
        Data::Value { wrapped } => {
            if wrapped {
                out.extend(b"{\"result\":");
            }
            match printed {
                true => out.extend(spare.as_bytes()),
                false => print::compact(value, out),
            }
            if wrapped {
                out.push(b'}');
            }
        }
    }
    finish(false, policy, call, out);
}

/// Appends an error result.
pub fn error(text: &str, policy: &Policy, out: &mut Out) {
    out.extend(b"{\"content\":[");
    blocks::write_text(text, out);
    out.push(b']');
    finish(true, policy, Call::default(), out);
}

fn finish(is_error: bool, policy: &Policy, call: Call<'_>, out: &mut Out) {
    out.extend(if is_error { b",\"isError\":true" } else { b",\"isError\":false" });
    if policy.revision.has_result_type() {
        out.extend(b",\"resultType\":\"complete\"");
    }
    if let Some(meta) = call.meta {
        out.extend(b",\"_meta\":");
        out.extend(meta.as_bytes());
    }
    out.push(b'}');
}
