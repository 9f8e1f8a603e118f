//! A result as JSON: blocks for the model, data for the application.

use crate::content;
use crate::policy::{EmptyList, List, NonFinite, Policy, Text};
use crate::print::{self, Layout, Out, Wire};
use crate::tape::{Node, View};

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

/// One block of content.
#[derive(Clone, Copy)]
pub enum Leaf<'a> {
    /// A string, which is its own text.
    Raw(&'a str),
    /// A value, which is printed.
    Json(Node<'a>),
    /// A content block, which passes through.
    Block(Node<'a>),
}

/// How the policy lays out text.
pub fn layout(policy: &Policy) -> Layout {
    Layout {
        indent: usize::from(policy.indent),
        constants: policy.non_finite == NonFinite::Constants,
    }
}

/// Who receives the blocks that a value becomes, depth first. The brackets between them matter
/// only to who prints the value itself at the same time.
pub trait Blocks<'a> {
    /// A block.
    fn block(&mut self, leaf: Leaf<'a>);
    /// A null, which is no block.
    fn null(&mut self) {}
    /// The beginning, comma or end of an array whose items are blocks.
    fn bracket(&mut self, _bracket: u8) {}
}

/// Hands over the blocks that a value becomes.
pub fn fan_out<'a>(value: Node<'a>, policy: &Policy, blocks: &mut impl Blocks<'a>) {
    match value.view() {
        View::Array(items) if items.is_empty() && policy.empty_list == EmptyList::Text => {
            blocks.block(Leaf::Json(value));
        }
        // Content blocks are no text: a list that has any is fanned out all the same.
        View::Array(items)
            if policy.list == List::Single && !items.iter().any(content::is_block) =>
        {
            blocks.block(Leaf::Json(value));
        }
        _ => leaves(value, blocks),
    }
}

fn leaves<'a>(node: Node<'a>, blocks: &mut impl Blocks<'a>) {
    match node.view() {
        View::Null => blocks.null(),
        View::String(text) => blocks.block(Leaf::Raw(text)),
        View::Array(items) if !items.is_single() => {
            blocks.bracket(b'[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    blocks.bracket(b',');
                }
                leaves(item, blocks);
            }
            blocks.bracket(b']');
        }
        View::Object(_) if content::is_block(node) => blocks.block(Leaf::Block(node)),
        _ => blocks.block(Leaf::Json(node)),
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

/// Prints blocks for the wire, and the value as data in the same pass where it is wanted.
struct WireBlocks<'o> {
    layout: Layout,
    out: &'o mut Out,
    data: Option<&'o mut Out>,
    first: bool,
}

impl<'a> Blocks<'a> for WireBlocks<'_> {
    fn block(&mut self, leaf: Leaf<'a>) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        if let Leaf::Block(node) = leaf {
            print::compact(node, self.out);
            if let Some(data) = &mut self.data {
                print::compact(node, data);
            }
            return;
        }
        self.out.extend(TEXT_BLOCK);
        match leaf {
            Leaf::Raw(text) => {
                print::escaped(text, self.out);
                if let Some(data) = &mut self.data {
                    data.push(b'"');
                    print::escaped(text, data);
                    data.push(b'"');
                }
            }
            Leaf::Json(node) | Leaf::Block(node) => {
                let data = self.data.as_deref_mut();
                let mut sink = Wire { layout: self.layout, text: self.out, data };
                print::value(node, 0, &mut sink);
            }
        }
        self.out.extend(b"\"}");
    }

    fn null(&mut self) {
        if let Some(data) = &mut self.data {
            data.extend(b"null");
        }
    }

    fn bracket(&mut self, bracket: u8) {
        if let Some(data) = &mut self.data {
            data.push(bracket);
        }
    }
}

const TEXT_BLOCK: &[u8] = b"{\"type\":\"text\",\"text\":\"";

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
        text_block(text, out);
    } else if let Some(blocks) = call.blocks {
        out.extend(blocks.as_bytes());
    } else if policy.text == Text::Mirror {
        printed = matches!(data, Data::Value { .. });
        let data = printed.then_some(&mut *spare);
        let blocks = &mut WireBlocks { layout: layout(policy), out: &mut *out, data, first: true };
        fan_out(value, policy, blocks);
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
    text_block(text, out);
    out.push(b']');
    finish(true, policy, Call::default(), out);
}

fn text_block(text: &str, out: &mut Out) {
    out.extend(TEXT_BLOCK);
    print::escaped(text, out);
    out.extend(b"\"}");
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
