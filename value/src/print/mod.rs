//! Prints a value from its tape: text for the model, and JSON for the wire.

mod escape;
mod number;
mod out;

pub use escape::first_special;
pub use number::Digits;
pub use out::{CHUNK, Out, padded};

use crate::tape::{Node, Number, View};

/// How text is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Spaces per level; 0 is compact, without any space.
    pub indent: usize,
    /// Whether NaN and infinities are printed by name; otherwise as `null`.
    pub constants: bool,
}

impl Layout {
    /// JSON without a space.
    pub const COMPACT: Layout = Layout { indent: 0, constants: false };
}

/// Appends a value as JSON text in the given layout.
pub fn text(node: Node<'_>, layout: Layout, out: &mut Out) {
    value(node, 0, &mut Text { layout, out });
}

/// Appends a value as compact JSON.
pub fn compact(node: Node<'_>, out: &mut Out) {
    text(node, Layout::COMPACT, out);
}

/// Appends a string for the inside of a JSON string, without the quotes.
pub fn escaped(text: &str, out: &mut Out) {
    each_piece(text, |piece| match piece {
        Piece::Chunk(chunk, count) => {
            out.room(count);
            out.chunk(chunk, count);
        }
        Piece::Special(byte) => escape::escape(byte, false, out),
    });
}

/// Where the tokens of a value go.
pub trait Sink {
    /// A token of the grammar, the same in every layout.
    fn token(&mut self, token: &[u8]);
    /// A token of any length that is the same in every layout.
    fn short(&mut self, token: &[u8]);
    /// A string or a member's name, in quotes.
    fn string(&mut self, text: &str);
    /// A number that is not finite.
    fn non_finite(&mut self, value: f64);
    /// A new line at a depth.
    fn line(&mut self, depth: usize);
    /// The colon behind a member's name.
    fn colon(&mut self);
}

/// Hands the tokens of a value to a sink.
pub fn value<S: Sink>(node: Node<'_>, depth: usize, sink: &mut S) {
    match node.view() {
        View::Null => sink.token(b"null"),
        View::Bool(true) => sink.token(b"true"),
        View::Bool(false) => sink.token(b"false"),
        View::Number(Number::Text(text)) => sink.short(text.as_bytes()),
        View::Number(Number::Float(float)) if float.is_finite() => {
            sink.short(Digits::of(float).as_bytes());
        }
        View::Number(Number::Float(float)) => sink.non_finite(float),
        View::String(text) => sink.string(text),
        View::Array(items) => {
            sink.token(b"[");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    sink.token(b",");
                }
                sink.line(depth + 1);
                value(item, depth + 1, sink);
            }
            if !items.is_empty() {
                sink.line(depth);
            }
            sink.token(b"]");
        }
        View::Object(members) => {
            sink.token(b"{");
            for (index, (key, member)) in members.iter().enumerate() {
                if index > 0 {
                    sink.token(b",");
                }
                sink.line(depth + 1);
                sink.string(key.name);
                sink.colon();
                value(member, depth + 1, sink);
            }
            if !members.is_empty() {
                sink.line(depth);
            }
            sink.token(b"}");
        }
    }
}

/// Text as it is read.
struct Text<'o> {
    layout: Layout,
    out: &'o mut Out,
}

impl Sink for Text<'_> {
    #[inline(always)]
    fn token(&mut self, token: &[u8]) {
        self.out.extend(token);
    }

    #[inline(always)]
    fn short(&mut self, token: &[u8]) {
        self.out.short(token);
    }

    #[inline(always)]
    fn string(&mut self, text: &str) {
        self.out.push(b'"');
        escaped(text, self.out);
        self.out.push(b'"');
    }

    fn non_finite(&mut self, value: f64) {
        let name = if self.layout.constants { constant(value) } else { "null" };
        self.out.extend(name.as_bytes());
    }

    #[inline(always)]
    fn line(&mut self, depth: usize) {
        if self.layout.indent > 0 {
            self.out.push(b'\n');
            self.out.spaces(depth * self.layout.indent);
        }
    }

    #[inline(always)]
    fn colon(&mut self) {
        self.out.extend(if self.layout.indent > 0 { b": " } else { b":" });
    }
}

/// Text for the inside of a JSON string and, in the same pass, compact JSON.
pub struct Wire<'o> {
    /// The layout of the text.
    pub layout: Layout,
    /// The text, escaped.
    pub text: &'o mut Out,
    /// The compact JSON, where it is wanted.
    pub data: Option<&'o mut Out>,
}

impl Sink for Wire<'_> {
    #[inline(always)]
    fn token(&mut self, token: &[u8]) {
        self.text.extend(token);
        if let Some(data) = &mut self.data {
            data.extend(token);
        }
    }

    #[inline(always)]
    fn short(&mut self, token: &[u8]) {
        self.text.short(token);
        if let Some(data) = &mut self.data {
            data.short(token);
        }
    }

    #[inline(always)]
    fn string(&mut self, text: &str) {
        self.text.extend(b"\\\"");
        match &mut self.data {
            None => each_piece(text, |piece| match piece {
                Piece::Chunk(chunk, count) => {
                    self.text.room(count);
                    self.text.chunk(chunk, count);
                }
                Piece::Special(byte) => escape::escape(byte, true, self.text),
            }),
            Some(data) => {
                data.push(b'"');
                each_piece(text, |piece| match piece {
                    Piece::Chunk(chunk, count) => {
                        self.text.room(count);
                        self.text.chunk(chunk, count);
                        data.room(count);
                        data.chunk(chunk, count);
                    }
                    Piece::Special(byte) => {
                        escape::escape(byte, true, self.text);
                        escape::escape(byte, false, data);
                    }
                });
                data.push(b'"');
            }
        }
        self.text.extend(b"\\\"");
    }

    fn non_finite(&mut self, value: f64) {
        let name = if self.layout.constants { constant(value) } else { "null" };
        self.text.extend(name.as_bytes());
        if let Some(data) = &mut self.data {
            data.extend(b"null");
        }
    }

    #[inline(always)]
    fn line(&mut self, depth: usize) {
        if self.layout.indent > 0 {
            self.text.extend(b"\\n");
            self.text.spaces(depth * self.layout.indent);
        }
    }

    #[inline(always)]
    fn colon(&mut self) {
        self.text.extend(if self.layout.indent > 0 { b": " } else { b":" });
        if let Some(data) = &mut self.data {
            data.push(b':');
        }
    }
}

/// A stretch of a string.
enum Piece<'c> {
    /// Bytes that stand for themselves: the first so many of the chunk.
    Chunk(&'c [u8; CHUNK], usize),
    /// A byte that must be escaped.
    Special(u8),
}

#[inline(always)]
fn each_piece(text: &str, mut piece: impl FnMut(Piece<'_>)) {
    let mut rest = text.as_bytes();
    let mut last;
    while !rest.is_empty() {
        let (chunk, length) = match rest.first_chunk::<CHUNK>() {
            Some(chunk) => (chunk, CHUNK),
            None => {
                last = padded(rest);
                (&last, rest.len())
            }
        };
        let plain = first_special(chunk).min(length);
        piece(Piece::Chunk(chunk, plain));
        rest = rest.get(plain..).unwrap_or_default();
        if plain < length
            && let Some((byte, after)) = rest.split_first()
        {
            piece(Piece::Special(*byte));
            rest = after;
        }
    }
}

/// The name of a number that JSON does not have.
pub fn constant(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    const SAMPLE: &str = r#"{"a":[1,-0.0,{"b\"\n":"x\\y\"\u0001é\u2028 and some more text\t"}],"c":{},"d":[],"e":[[]],"n":[null,true,false]}"#;

    /// The plain text, the text inside a string, and the data that comes with it.
    fn print(json: &str, indent: usize) -> [String; 3] {
        let (keys, mut tape) = (Keys::default(), TapeBuf::new());
        parse(json.as_bytes(), 64, &keys, &mut tape).unwrap();
        let tape = tape.tape(&keys);
        let layout = Layout { indent, constants: true };
        let (mut plain, mut nested, mut data) = (Out::default(), Out::default(), Out::default());
        text(tape.root(), layout, &mut plain);
        let sink = &mut Wire { layout, text: &mut nested, data: Some(&mut data) };
        value(tape.root(), 0, sink);
        [plain, nested, data].map(|out| String::from_utf8(out.as_bytes().to_vec()).unwrap())
    }

    #[test]
    fn prints_what_serde_json_prints() {
        let value: serde_json::Value = serde_json::from_str(SAMPLE).unwrap();
        assert_eq!(print(SAMPLE, 2)[0], serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(print(SAMPLE, 0)[0], serde_json::to_string(&value).unwrap());
        assert_eq!(print(SAMPLE, 8)[2], serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn text_in_a_string_reads_back_as_the_text() {
        for indent in [0, 1, 2, 8] {
            let [plain, nested, _] = print(SAMPLE, indent);
            assert_eq!(serde_json::to_string(&plain).unwrap(), format!("\"{nested}\""));
        }
    }

    #[test]
    fn constants_are_printed_by_name_where_asked() {
        let [plain, nested, data] = print("[NaN,Infinity,-Infinity]", 0);
        assert_eq!(plain, "[NaN,Infinity,-Infinity]");
        assert_eq!(nested, plain);
        assert_eq!(data, "[null,null,null]");
    }
}
