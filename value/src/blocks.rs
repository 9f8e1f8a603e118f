//! Content blocks: what a value becomes for the model, and values that are blocks already.

use crate::print::{self, Layout, Out, Wire};
use crate::tape::{Node, Object, View};

/// What a content block of each type must hold, each a string.
pub const BLOCK_TYPES: [(&str, &[&str]); 5] = [
    ("text", &["text"]),
    ("image", &["data", "mimeType"]),
    ("audio", &["data", "mimeType"]),
    ("resource_link", &["uri", "name"]),
    ("resource", &[]),
];

/// Whether the value is a well-formed content block of the protocol.
pub fn is_block(node: Node<'_>) -> bool {
    let Some(object) = node.as_object() else { return false };
    let Some(kind) = object.get("type").and_then(Node::as_str) else { return false };
    let Some((_, strings)) = BLOCK_TYPES.iter().find(|(name, _)| *name == kind) else {
        return false;
    };
    let is_string =
        |object: Object<'_>, name: &str| object.get(name).and_then(Node::as_str).is_some();
    if kind != "resource" {
        return strings.iter().all(|name| is_string(object, name));
    }
    object.get("resource").and_then(Node::as_object).is_some_and(|resource| {
        is_string(resource, "uri") && (is_string(resource, "text") || is_string(resource, "blob"))
    })
}

/// Whether the value is a whole result: `content` made of blocks, and nothing that a result
/// does not have; or a request for more input.
pub fn is_ready_made(node: Node<'_>) -> bool {
    let Some(object) = node.as_object() else { return false };
    if asks_for_input(object) {
        return true;
    }
    let blocks = object.get("content").and_then(Node::as_array);
    blocks.is_some_and(|blocks| blocks.iter().all(is_block))
        && object.iter().all(|(key, value)| {
            matches!(
                (key.name, value.view()),
                ("content" | "structuredContent", _)
                    | ("isError", View::Bool(_))
                    | ("_meta", View::Object(_))
                    | ("resultType", View::String(_))
            )
        })
}

/// Whether a result asks for more input instead of giving a value (revision 2026-07-28).
pub fn asks_for_input(result: Object<'_>) -> bool {
    result.get("resultType").and_then(Node::as_str) == Some("input_required")
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

/// How arrays become blocks.
#[derive(Clone, Copy, Debug)]
pub struct FanOut {
    /// An array is one block, not one for each item.
    pub single: bool,
    /// An empty array is the block `[]`, not none.
    pub empty_as_text: bool,
}

/// Hands over the blocks that a value becomes.
#[inline]
pub fn fan_out<'a>(value: Node<'a>, how: FanOut, blocks: &mut impl Blocks<'a>) {
    match value.view() {
        View::Array(items) if items.is_empty() && how.empty_as_text => {
            blocks.block(Leaf::Json(value));
        }
        // Content blocks are no text: a list that has any is fanned out all the same.
        View::Array(items) if how.single && !items.iter().any(is_block) => {
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
        View::Object(_) if is_block(node) => blocks.block(Leaf::Block(node)),
        _ => blocks.block(Leaf::Json(node)),
    }
}

/// Appends the blocks that a value becomes as JSON, with commas between them and, in the same pass,
/// the value as compact JSON to `data`.
pub fn write(value: Node<'_>, how: FanOut, layout: Layout, out: &mut Out, data: Option<&mut Out>) {
    fan_out(value, how, &mut WireBlocks { layout, out, data, first: true });
}

/// Appends one text block as JSON.
pub fn write_text(text: &str, out: &mut Out) {
    out.extend(TEXT_BLOCK);
    print::escaped(text, out);
    out.extend(b"\"}");
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
                print::value(node, &mut sink);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf};
    use serde_json::{Value, json};

    fn on_tape(value: &Value, check: fn(Node<'_>) -> bool) -> bool {
        let (keys, mut tape) = (Keys::default(), TapeBuf::new());
        tape.value(&keys, value, 64).unwrap();
        check(tape.tape(&keys).root())
    }

    #[test]
    fn blocks_are_told_from_look_alikes() {
        for block in [
            json!({"type": "text", "text": ""}),
            json!({"type": "image", "data": "aGk=", "mimeType": "image/png", "_meta": {}}),
            json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
            json!({"type": "resource", "resource": {"uri": "file:///a", "text": "hi"}}),
            json!({"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk="}}),
        ] {
            assert!(on_tape(&block, is_block), "{block}");
        }
        for data in [
            json!(null),
            json!("text"),
            json!({"type": "text"}),
            json!({"type": "text", "text": 5}),
            json!({"type": "image", "data": "aGk="}),
            json!({"type": "video", "data": "aGk=", "mimeType": "video/mp4"}),
            json!({"type": "resource", "resource": {"uri": "file:///a"}}),
            json!({"type": "resource", "resource": "file:///a"}),
        ] {
            assert!(!on_tape(&data, is_block), "{data}");
        }
    }

    #[test]
    fn results_are_told_from_data_with_content() {
        let text = json!({"type": "text", "text": "hi"});
        for ready in [
            json!({"content": []}),
            json!({"content": [text], "isError": true, "_meta": {"a": 1}}),
            json!({"structuredContent": 1, "content": [text]}),
            json!({"resultType": "input_required", "inputRequests": {}}),
        ] {
            assert!(on_tape(&ready, is_ready_made), "{ready}");
        }
        for data in [
            json!({"content": "text"}),
            json!({"content": [{"type": "text"}]}),
            json!({"content": [text], "title": "a page"}),
            json!({"content": [text], "isError": "no"}),
            json!({"isError": true}),
        ] {
            assert!(!on_tape(&data, is_ready_made), "{data}");
        }
    }
}
