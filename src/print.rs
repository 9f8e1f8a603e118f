//! Prints a value from its tape: text for the model, and JSON for the wire.

use crate::tape::{Node, Number, View, write_f64};

/// How text is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Spaces per level; 0 is compact, without any space.
    pub indent: usize,
    /// Whether NaN and infinities are printed by name; otherwise as `null`.
    pub constants: bool,
}

/// Appends a value as JSON text in the given layout.
pub fn text(node: Node<'_>, layout: Layout, out: &mut Vec<u8>) {
    Printer::<PLAIN> { layout, out }.value(node, 0);
}

/// Appends the same text as [`text`] does, escaped for the inside of a JSON string.
pub fn text_in_string(node: Node<'_>, layout: Layout, out: &mut Vec<u8>) {
    Printer::<IN_STRING> { layout, out }.value(node, 0);
}

/// Appends a value as compact JSON.
pub fn compact(node: Node<'_>, out: &mut Vec<u8>) {
    text(node, Layout { indent: 0, constants: false }, out);
}

/// Appends `text` for the inside of a JSON string, without the quotes.
pub fn escaped(text: &str, out: &mut Vec<u8>) {
    escape::<PLAIN>(text, out);
}

/// The text is read as it is.
const PLAIN: bool = false;
/// The text stands inside a JSON string, so that every quote and escape is escaped once more.
const IN_STRING: bool = true;

struct Printer<'o, const NESTED: bool> {
    layout: Layout,
    out: &'o mut Vec<u8>,
}

impl<const NESTED: bool> Printer<'_, NESTED> {
    fn value(&mut self, node: Node<'_>, depth: usize) {
        match node.view() {
            View::Null => self.out.extend_from_slice(b"null"),
            View::Bool(true) => self.out.extend_from_slice(b"true"),
            View::Bool(false) => self.out.extend_from_slice(b"false"),
            View::Number(number) => self.number(number),
            View::String(text) => self.string(text),
            View::Array(items) => {
                self.out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    self.separate(index, depth + 1);
                    self.value(item, depth + 1);
                }
                self.finish(items.len(), depth, b']');
            }
            View::Object(members) => {
                self.out.push(b'{');
                for (index, (key, value)) in members.iter().enumerate() {
                    self.separate(index, depth + 1);
                    self.string(key.name);
                    let colon: &[u8] = if self.layout.indent == 0 { b":" } else { b": " };
                    self.out.extend_from_slice(colon);
                    self.value(value, depth + 1);
                }
                self.finish(members.len(), depth, b'}');
            }
        }
    }

    fn separate(&mut self, index: usize, depth: usize) {
        if index > 0 {
            self.out.push(b',');
        }
        self.line(depth);
    }

    fn finish(&mut self, count: usize, depth: usize, bracket: u8) {
        if count > 0 {
            self.line(depth);
        }
        self.out.push(bracket);
    }

    fn line(&mut self, depth: usize) {
        if self.layout.indent == 0 {
            return;
        }
        let newline: &[u8] = if NESTED { b"\\n" } else { b"\n" };
        self.out.extend_from_slice(newline);
        self.out.resize(self.out.len() + depth * self.layout.indent, b' ');
    }

    fn string(&mut self, text: &str) {
        let quote: &[u8] = if NESTED { b"\\\"" } else { b"\"" };
        self.out.extend_from_slice(quote);
        escape::<NESTED>(text, self.out);
        self.out.extend_from_slice(quote);
    }

    fn number(&mut self, number: Number<'_>) {
        match number {
            Number::Text(text) => self.out.extend_from_slice(text.as_bytes()),
            Number::Float(value) if value.is_finite() || !self.layout.constants => {
                write_f64(value, self.out);
            }
            Number::Float(value) => self.out.extend_from_slice(constant(value).as_bytes()),
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

fn escape<const NESTED: bool>(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.extend_from_slice(bytes.get(from..at).unwrap_or_default());
        from = at + 1;
        if NESTED {
            out.push(b'\\');
        }
        out.push(b'\\');
        match byte {
            b'"' | b'\\' => {
                if NESTED {
                    out.push(b'\\');
                }
                out.push(byte);
            }
            b'\n' => out.push(b'n'),
            b'\r' => out.push(b'r'),
            b'\t' => out.push(b't'),
            0x08 => out.push(b'b'),
            0x0c => out.push(b'f'),
            _ => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                let digit = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or(b'0');
                out.extend_from_slice(&[b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            }
        }
    }
    out.extend_from_slice(bytes.get(from..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    fn print(json: &str, indent: usize, nested: bool) -> String {
        let (keys, mut tape, mut out) = (Keys::default(), TapeBuf::new(), Vec::new());
        parse(json.as_bytes(), 64, &keys, &mut tape).unwrap();
        let tape = tape.tape(&keys);
        let layout = Layout { indent, constants: true };
        match nested {
            true => text_in_string(tape.root(), layout, &mut out),
            false => text(tape.root(), layout, &mut out),
        }
        String::from_utf8(out).unwrap()
    }

    const SAMPLE: &str = r#"{"a":[1,-0.0,{"b\"\n":"x\\y\"\u0001é\u2028"}],"c":{},"d":[],"e":[[]],"n":[null,true,false]}"#;

    #[test]
    fn prints_what_serde_json_prints() {
        let value: serde_json::Value = serde_json::from_str(SAMPLE).unwrap();
        assert_eq!(print(SAMPLE, 2, false), serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(print(SAMPLE, 0, false), serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn text_in_a_string_reads_back_as_the_text() {
        for indent in [0, 1, 2, 8] {
            let plain = print(SAMPLE, indent, false);
            assert_eq!(
                serde_json::to_string(&plain).unwrap(),
                format!("\"{}\"", print(SAMPLE, indent, true))
            );
        }
    }

    #[test]
    fn constants_are_printed_by_name_where_asked() {
        assert_eq!(print("[NaN,Infinity,-Infinity]", 0, false), "[NaN,Infinity,-Infinity]");
        let (keys, mut tape, mut out) = (Keys::default(), TapeBuf::new(), Vec::new());
        tape.float(f64::NAN);
        compact(tape.tape(&keys).root(), &mut out);
        assert_eq!(out, b"null");
    }
}
