//! Content blocks: what a value becomes for the model, and values that are blocks already.

use crate::print::{self, Between, Layout, Out};
use crate::tape::{Items, Node, Object, TapeBuf, View};

/// What a content block of each type must hold, each a string. Oldest first: the first three are
/// of every revision of the protocol, `audio` came with 2025-03-26, `resource_link` with 2025-06-18.
pub const BLOCK_TYPES: [(&str, &[&str]); 5] = [
    ("text", &["text"]),
    ("image", &["data", "mimeType"]),
    ("resource", &[]),
    ("audio", &["data", "mimeType"]),
    ("resource_link", &["uri", "name"]),
];

/// Members of blocks, of their annotations and of the resources in them that may be absent.
const OPTIONAL: [&str; 12] = [
    "annotations",
    "_meta",
    "audience",
    "priority",
    "lastModified",
    "mimeType",
    "title",
    "description",
    "size",
    "icons",
    "sizes",
    "theme",
];

/// Whether the value is a well-formed content block of the protocol.
pub fn is_block(node: Node<'_>) -> bool {
    is_known_block(node, BLOCK_TYPES.len())
}

/// The same for a client that knows the first `known` of [`BLOCK_TYPES`].
fn is_known_block(node: Node<'_>, known: usize) -> bool {
    if known == 0 {
        return false;
    }
    let Some(block) = node.as_object() else { return false };
    let Some(kind) = block.get_type().and_then(Node::as_str) else { return false };
    let mut types = BLOCK_TYPES.iter().take(known);
    let Some((_, strings)) = types.find(|(name, _)| *name == kind) else { return false };
    let whole = match kind {
        "resource" => block.get("resource").and_then(Node::as_object).is_some_and(is_resource),
        "resource_link" => {
            optional(block, "title", is_string)
                && optional(block, "description", is_string)
                && optional(block, "mimeType", is_string)
                && optional(block, "size", is_integer)
                && optional(block, "icons", |icons| all_items(icons, is_icon))
        }
        _ => true,
    };
    whole
        && strings.iter().all(|name| has_string(block, name))
        && optional(block, "_meta", is_object)
        && optional(block, "annotations", is_annotations)
}

fn is_resource(resource: Object<'_>) -> bool {
    has_string(resource, "uri")
        && (has_string(resource, "text") || has_string(resource, "blob"))
        && optional(resource, "mimeType", is_string)
        && optional(resource, "_meta", is_object)
}

fn is_annotations(node: Node<'_>) -> bool {
    let is_role = |role: Node<'_>| matches!(role.as_str(), Some("user" | "assistant"));
    let is_share = |share: Node<'_>| match share.view() {
        View::Number(number) => (0.0..=1.0).contains(&number.to_f64()),
        _ => false,
    };
    node.as_object().is_some_and(|annotations| {
        optional(annotations, "audience", |roles| all_items(roles, is_role))
            && optional(annotations, "priority", is_share)
            && optional(annotations, "lastModified", is_string)
    })
}

fn is_icon(node: Node<'_>) -> bool {
    let is_theme = |theme: Node<'_>| matches!(theme.as_str(), Some("light" | "dark"));
    node.as_object().is_some_and(|icon| {
        has_string(icon, "src")
            && optional(icon, "mimeType", is_string)
            && optional(icon, "sizes", |sizes| all_items(sizes, is_string))
            && optional(icon, "theme", is_theme)
    })
}

/// Whether a member is absent, null (as dumped models have it), or what it should be.
fn optional(object: Object<'_>, name: &str, is_sound: impl Fn(Node<'_>) -> bool) -> bool {
    object.get(name).is_none_or(|member| member.is_null() || is_sound(member))
}

fn has_string(object: Object<'_>, name: &str) -> bool {
    object.get(name).is_some_and(is_string)
}

fn is_string(node: Node<'_>) -> bool {
    node.as_str().is_some()
}

fn is_object(node: Node<'_>) -> bool {
    node.as_object().is_some()
}

fn is_integer(node: Node<'_>) -> bool {
    matches!(node.view(), View::Number(number) if number.is_integer())
}

fn all_items(node: Node<'_>, is_sound: impl Fn(Node<'_>) -> bool) -> bool {
    node.as_array().is_some_and(|items| items.iter().all(is_sound))
}

/// Appends a content block as JSON. Every member is kept, but optional ones that are null: in no
/// revision of the protocol may they be.
pub fn write_block(block: Node<'_>, out: &mut Out) {
    if !has_null(block) {
        return print::compact(block, out);
    }
    let mut sound = TapeBuf::new();
    copy_without_nulls(block, &mut sound);
    print::compact(sound.tape(block.tape().keys()).root(), out);
}

/// `_meta` belongs to the host.
fn has_null(node: Node<'_>) -> bool {
    match node.view() {
        View::Array(items) => items.iter().any(has_null),
        View::Object(members) => members.iter().any(|(key, member)| {
            (member.is_null() && OPTIONAL.contains(&key.name))
                || (key.name != "_meta" && has_null(member))
        }),
        _ => false,
    }
}

fn copy_without_nulls(node: Node<'_>, out: &mut TapeBuf) {
    match node.view() {
        View::Array(items) => {
            let mark = out.open_array();
            items.iter().for_each(|item| copy_without_nulls(item, out));
            out.close(mark, items.len());
        }
        View::Object(members) => {
            let mark = out.open_object();
            let mut count = 0;
            for (key, member) in members.iter() {
                if member.is_null() && OPTIONAL.contains(&key.name) {
                    continue;
                }
                out.key(node.tape().keys(), key.name);
                match key.name {
                    "_meta" => out.copy(member),
                    _ => copy_without_nulls(member, out),
                }
                count += 1;
            }
            out.close(mark, count);
        }
        _ => out.copy(node),
    }
}

/// Whether the value is a whole result: `content` made of blocks, and nothing that a result
/// does not have.
pub fn is_ready_made(node: Node<'_>) -> bool {
    let Some(object) = node.as_object() else { return false };
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
    /// A block for the object that comes next among items; where it is handier, one for each of the
    /// objects behind it, too. None of them is a content block.
    fn objects(&mut self, items: &mut Items<'a>);
    /// A null, which is no block.
    fn null(&mut self) {}
    /// The beginning, comma or end of an array whose items are blocks.
    fn bracket(&mut self, _bracket: u8) {}
}

/// How values become blocks.
#[derive(Clone, Copy, Debug)]
pub struct FanOut {
    /// An array is one block, not one for each item.
    pub single: bool,
    /// An empty array is the block `[]`, not none.
    pub empty_as_text: bool,
    /// How many of [`BLOCK_TYPES`] the client knows; blocks of the others are printed as values.
    pub known_blocks: usize,
    /// How text is laid out.
    pub layout: Layout,
}

/// Hands over the blocks that a value becomes.
#[inline]
pub fn fan_out<'a>(value: Node<'a>, how: FanOut, blocks: &mut impl Blocks<'a>) {
    // Worth a look at the whole tape where there are items to ask.
    let known = match value.view() {
        View::Array(_) if !value.tape().may_have_type() => 0,
        _ => how.known_blocks,
    };
    match value.view() {
        View::Array(items) if items.is_empty() && how.empty_as_text => {
            blocks.block(Leaf::Json(value));
        }
        // Content blocks are no text: a list that has any is fanned out all the same.
        View::Array(items)
            if how.single && !items.iter().any(|item| is_known_block(item, known)) =>
        {
            blocks.block(Leaf::Json(value));
        }
        _ => leaves(value, known, blocks),
    }
}

fn leaves<'a>(node: Node<'a>, known: usize, blocks: &mut impl Blocks<'a>) {
    match node.view() {
        View::Null => blocks.null(),
        View::String(text) => blocks.block(Leaf::Raw(text)),
        View::Array(items) if !items.is_single() => {
            blocks.bracket(b'[');
            let mut items = items.iter();
            while let Some(item) = items.clone().next() {
                match item.view() {
                    View::Object(_) if known == 0 => blocks.objects(&mut items),
                    _ => {
                        items.next();
                        leaves(item, known, blocks);
                    }
                }
                if items.len() > 0 {
                    blocks.bracket(b',');
                }
            }
            blocks.bracket(b']');
        }
        View::Object(_) if is_known_block(node, known) => blocks.block(Leaf::Block(node)),
        _ => blocks.block(Leaf::Json(node)),
    }
}

/// Appends the blocks that a value becomes as JSON, with commas between them and, in the same pass,
/// the value as compact JSON to `data`.
pub fn write(value: Node<'_>, how: FanOut, out: &mut Out, data: Option<&mut Out>) {
    fan_out(value, how, &mut WireBlocks { layout: how.layout, out, data, first: true });
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
            write_block(node, self.out);
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
                print::wire(node, self.layout, self.out, self.data.as_deref_mut());
            }
        }
        self.out.extend(b"\"}");
    }

    fn objects(&mut self, items: &mut Items<'a>) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        self.out.extend(TEXT_BLOCK);
        print::wires(items, self.layout, NEXT_TEXT_BLOCK, self.out, self.data.as_deref_mut());
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
/// The end of one, and the beginning of the next.
const NEXT_TEXT_BLOCK: &Between = b"\"},{\"type\":\"text\",\"text\":\"";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::Keys;
    use crate::texts::Texts;
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
            json!({"type": "text", "text": "", "annotations": {"audience": ["user"], "priority": 1}}),
            json!({"type": "text", "text": "", "annotations": null, "anything": [null]}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3.0,
                "icons": [{"src": "data:,", "sizes": ["any"], "theme": "dark"}]}),
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
            json!({"type": "resource", "resource": {"uri": "a", "text": "", "mimeType": 1}}),
            json!({"type": "text", "text": "", "_meta": []}),
            json!({"type": "text", "text": "", "annotations": {"priority": 2}}),
            json!({"type": "text", "text": "", "annotations": {"audience": ["robot"]}}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a", "size": 1.5}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a", "icons": [{}]}),
        ] {
            assert!(!on_tape(&data, is_block), "{data}");
        }
    }

    #[test]
    fn clients_get_blocks_that_they_know_without_nulls() {
        let written = |value: &Value, known_blocks| {
            let (keys, mut tape, mut out) = (Keys::default(), TapeBuf::new(), Out::default());
            tape.value(&keys, value, 64).unwrap();
            let layout = Layout::COMPACT;
            let how = FanOut { single: false, empty_as_text: false, known_blocks, layout };
            write(tape.tape(&keys).root(), how, &mut out, None);
            String::from_utf8(out.as_bytes().to_vec()).unwrap()
        };
        let audio = json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"});
        assert_eq!(written(&audio, 4), audio.to_string());
        let as_text = json!({"type": "text", "text": audio.to_string()});
        assert_eq!(written(&audio, 3), as_text.to_string());
        let dumped = json!({"type": "resource", "annotations": null, "mine": null, "resource": {
            "uri": "file:///a", "mimeType": null, "text": "hi", "_meta": {"title": null}}});
        assert_eq!(
            written(&dumped, 5),
            r#"{"type":"resource","mine":null,"resource":{"uri":"file:///a","text":"hi","_meta":{"title":null}}}"#
        );
    }

    #[test]
    fn objects_side_by_side_become_blocks_each() {
        let items = json!([{"a": 1}, {"a": []}, null, {}, "s", {"b": {"c": "\""}}, [[{}, {"a": 2}], 3], {}]);
        let (keys, mut tape) = (Keys::new(["a"]), TapeBuf::new());
        tape.value(&keys, &items, 64).unwrap();
        let tape = tape.tape(&keys);
        let layout = Layout { indent: 1, constants: false };
        let how = FanOut { single: false, empty_as_text: false, known_blocks: 5, layout };
        let expected = [
            "{\n \"a\": 1\n}",
            "{\n \"a\": []\n}",
            "{}",
            "s",
            "{\n \"b\": {\n  \"c\": \"\\\"\"\n }\n}",
            "{}",
            "{\n \"a\": 2\n}",
            "3",
            "{}",
        ];
        let (mut out, mut data) = (Out::default(), Out::default());
        write(tape.root(), how, &mut out, Some(&mut data));
        assert_eq!(data.as_bytes(), items.to_string().as_bytes());
        let blocks: Vec<Value> =
            serde_json::from_slice(&[b"[", out.as_bytes(), b"]"].concat()).unwrap();
        assert_eq!(blocks, expected.map(|text| json!({"type": "text", "text": text})));
        for is_ascii in [true, false] {
            let mut texts = Texts::default();
            texts.add_value(tape.root(), how, is_ascii);
            let ends = texts.ends_in_bytes();
            let starts = std::iter::once(0).chain(ends.iter().copied());
            let found = starts
                .zip(&ends)
                .map(|(start, end)| &texts.as_bytes()[start as usize..*end as usize]);
            assert_eq!(found.collect::<Vec<_>>(), expected.map(str::as_bytes));
        }
    }

    #[test]
    fn results_are_told_from_data_with_content() {
        let text = json!({"type": "text", "text": "hi"});
        for ready in [
            json!({"content": []}),
            json!({"content": [text], "isError": true, "_meta": {"a": 1}}),
            json!({"structuredContent": 1, "content": [text]}),
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
