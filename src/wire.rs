//! A result as JSON: blocks for the model, data for the application.

use crate::content;
use crate::policy::{EmptyList, List, NonFinite, Policy, Text};
use crate::print::{self, Layout};
use crate::tape::{Node, View};

/// What a host may add to one call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'c> {
    /// A text of its own for the model, in place of the printed value.
    pub text: Option<&'c str>,
    /// The result's `_meta`: a JSON object as text.
    pub meta: Option<&'c str>,
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

/// Hands over the blocks that a value becomes, depth first.
pub fn fan_out<'a>(value: Node<'a>, policy: &Policy, each: &mut dyn FnMut(Leaf<'a>)) {
    match value.view() {
        _ if policy.text == Text::None => {}
        View::Array(items) if items.is_empty() && policy.empty_list == EmptyList::Text => {
            each(Leaf::Json(value));
        }
        View::Array(items) if policy.list == List::Single => {
            // Content blocks are no text: a list that has any is fanned out all the same.
            match items.iter().any(content::is_block) {
                true => leaves(value, each),
                false => each(Leaf::Json(value)),
            }
        }
        _ => leaves(value, each),
    }
}

fn leaves<'a>(node: Node<'a>, each: &mut dyn FnMut(Leaf<'a>)) {
    match node.view() {
        View::Null => {}
        View::String(text) => each(Leaf::Raw(text)),
        View::Array(items) if !items.is_single() => {
            items.iter().for_each(|item| leaves(item, each))
        }
        View::Object(_) if content::is_block(node) => each(Leaf::Block(node)),
        _ => each(Leaf::Json(node)),
    }
}

/// Appends a result with the text of `value` and, if there is any, `data`.
pub fn result(
    value: Node<'_>,
    data: Option<Node<'_>>,
    policy: &Policy,
    call: Call<'_>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{\"content\":[");
    match call.text {
        Some(text) => text_block(out, |out| print::escaped(text, out)),
        None => {
            let layout = layout(policy);
            let mut first = true;
            fan_out(value, policy, &mut |leaf| {
                if !std::mem::take(&mut first) {
                    out.push(b',');
                }
                match leaf {
                    Leaf::Raw(text) => text_block(out, |out| print::escaped(text, out)),
                    Leaf::Json(node) => {
                        text_block(out, |out| print::text_in_string(node, layout, out));
                    }
                    Leaf::Block(node) => print::compact(node, out),
                }
            });
        }
    }
    out.push(b']');
    if let Some(data) = data {
        out.extend_from_slice(b",\"structuredContent\":");
        print::compact(data, out);
    }
    finish(false, policy, call, out);
}

/// Appends an error result.
pub fn error(text: &str, policy: &Policy, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"content\":[");
    text_block(out, |out| print::escaped(text, out));
    out.push(b']');
    finish(true, policy, Call::default(), out);
}

fn finish(is_error: bool, policy: &Policy, call: Call<'_>, out: &mut Vec<u8>) {
    let flag: &[u8] = if is_error { b",\"isError\":true" } else { b",\"isError\":false" };
    out.extend_from_slice(flag);
    if policy.revision.has_result_type() {
        out.extend_from_slice(b",\"resultType\":\"complete\"");
    }
    if let Some(meta) = call.meta {
        out.extend_from_slice(b",\"_meta\":");
        out.extend_from_slice(meta.as_bytes());
    }
    out.push(b'}');
}

fn text_block(out: &mut Vec<u8>, print: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":\"");
    print(out);
    out.extend_from_slice(b"\"}");
}
