//! Values in Python's notation, as error texts of the reference show them.

use crate::tape::{Key, Node, Number, View};

/// More bytes than these are cut in the middle.
const LONGEST: usize = 50;
/// What a cut text keeps of its beginning and its end, in bytes.
const HEAD: usize = LONGEST.div_ceil(2);
const TAIL: usize = HEAD - 1;
/// Tags of unions are not cut by pydantic; no real one is longer.
const TAG_LENGTH: usize = 1000;
/// Room to find a character boundary in.
const SLACK: usize = 4;

/// The value in Python's notation, cut in the middle past 50 bytes as pydantic cuts it.
///
/// Of a large value only the two ends are written out.
pub fn cut_repr(node: Node<'_>) -> String {
    let mut head = Head { text: String::new(), limit: LONGEST + SLACK };
    head.value(node);
    if !head.is_full() && head.text.len() <= LONGEST {
        return head.text;
    }
    let start = head.text.get(..floor_boundary(&head.text, HEAD)).unwrap_or_default();
    let tail = if head.is_full() { tail(node, TAIL + SLACK) } else { head.text.clone() };
    let end = tail.get(ceil_boundary(&tail, tail.len().saturating_sub(TAIL))..).unwrap_or_default();
    format!("{start}...{end}")
}

/// The last large object that was cut: one that lacks many members is shown with each of them.
#[derive(Debug, Default)]
pub struct LastCut(Option<((usize, usize), String)>);

impl LastCut {
    /// Objects with fewer members are cut anew.
    const LARGE: usize = 64;

    /// The same as [`cut_repr`].
    pub fn cut_repr(&mut self, node: Node<'_>) -> String {
        if node.as_object().is_none_or(|object| object.len() < Self::LARGE) {
            return cut_repr(node);
        }
        let place = (std::ptr::from_ref(node.tape()).addr(), node.index());
        match &self.0 {
            Some((last, text)) if *last == place => text.clone(),
            _ => {
                let text = cut_repr(node);
                self.0 = Some((place, text.clone()));
                text
            }
        }
    }
}

/// The value in Python's notation, which ends after `TAG_LENGTH` bytes or so.
pub(crate) fn repr(node: Node<'_>) -> String {
    let mut head = Head { text: String::new(), limit: TAG_LENGTH };
    head.value(node);
    head.text
}

/// The name of the value's type in Python.
pub fn type_name(node: Node<'_>) -> &'static str {
    match node.view() {
        View::Null => "NoneType",
        View::Bool(_) => "bool",
        View::Number(number) if number.is_written_as_integer() => "int",
        View::Number(_) => "float",
        View::String(_) => "str",
        View::Array(_) => "list",
        View::Object(_) => "dict",
    }
}

/// A string as a Python literal.
pub(crate) fn quote(text: &str) -> String {
    let mut head = Head { text: String::new(), limit: usize::MAX };
    head.string(text);
    head.text
}

/// A JSON value as a Python literal.
pub(crate) fn literal(value: &serde_json::Value) -> String {
    use serde_json::Value;
    let all = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(value) => number(Number::Text(&value.to_string())),
        Value::String(text) => quote(text),
        Value::Array(items) => format!("[{}]", all(items.iter().map(literal).collect())),
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{}: {}", quote(name), literal(value));
            format!("{{{}}}", all(members.iter().map(member).collect()))
        }
    }
}

/// A double as Python's `repr` writes it: `1.0`, `1e-07`, `1e+16`, `nan`.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value == 0.0 {
        return format!("{sign}0.0");
    }
    let mut buffer = zmij::Buffer::new();
    let (digits, point) = decimal_digits(buffer.format_finite(value.abs()));
    let count = digits.len() as i32;
    let zeros = |n: i32| "0".repeat(n.max(0) as usize);
    if !(-3..=16).contains(&point) {
        let (first, rest) = digits.split_at(digits.len().min(1));
        let dot = if rest.is_empty() { "" } else { "." };
        let exponent = point - 1;
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{first}{dot}{rest}e{exponent_sign}{:02}", exponent.abs())
    } else if point <= 0 {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else if point >= count {
        format!("{sign}{digits}{}.0", zeros(point - count))
    } else {
        let (whole, fraction) = digits.split_at(point as usize);
        format!("{sign}{whole}.{fraction}")
    }
}

/// A number as Python writes it after reading it from JSON.
pub(crate) fn number(number: Number<'_>) -> String {
    if !number.is_written_as_integer() {
        return float(number.to_f64());
    }
    match number {
        Number::Text("-0") => "0".to_owned(),
        _ => number.to_text().into_owned(),
    }
}

/// The significant digits of an unsigned shortest text, without zeros at either end, and where
/// the decimal point stands: the value is 0.digits × 10^point.
fn decimal_digits(shortest: &str) -> (String, i32) {
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let all = format!("{whole}{fraction}");
    let leading = all.len() - all.trim_start_matches('0').len();
    let point = whole.len() as i32 + exponent - leading as i32;
    (all.trim_matches('0').to_owned(), point)
}

/// Whether Python's `repr` shows a character as it is.
fn is_printable(c: char) -> bool {
    // Inside a string, `escape_debug` leaves exactly the printable characters alone.
    let mut pair = String::from('x');
    pair.push(c);
    pair.escape_debug().nth(1) == Some(c)
}

fn escape(c: char, quote: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\\' => out.push_str("\\\\"),
        '\'' if quote == '\'' => out.push_str("\\'"),
        '"' | '\'' => out.push(c),
        ' '..='~' => out.push(c),
        _ if is_printable(c) => out.push(c),
        '\0'..='\u{ff}' => out.push_str(&format!("\\x{:02x}", c as u32)),
        '\u{100}'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", c as u32)),
        _ => out.push_str(&format!("\\U{:08x}", c as u32)),
    }
}

/// Python prefers `'` and takes `"` where the text has only `'`.
fn quote_mark(text: &str) -> char {
    if text.contains('\'') && !text.contains('"') { '"' } else { '\'' }
}

/// Writes from the front and stops soon after the limit.
struct Head {
    text: String,
    limit: usize,
}

impl Head {
    fn is_full(&self) -> bool {
        self.text.len() >= self.limit
    }

    fn value(&mut self, node: Node<'_>) {
        match node.view() {
            View::Null => self.text.push_str("None"),
            View::Bool(true) => self.text.push_str("True"),
            View::Bool(false) => self.text.push_str("False"),
            View::Number(value) => self.text.push_str(&number(value)),
            View::String(text) => self.string(text),
            View::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if self.is_full() {
                        return;
                    }
                    self.comma(index);
                    self.value(item);
                }
                self.text.push(']');
            }
            View::Object(members) => {
                self.text.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if self.is_full() {
                        return;
                    }
                    self.comma(index);
                    self.string(key.name);
                    self.text.push_str(": ");
                    self.value(value);
                }
                self.text.push('}');
            }
        }
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push_str(", ");
        }
    }

    fn string(&mut self, text: &str) {
        let quote = quote_mark(text);
        self.text.push(quote);
        for c in text.chars() {
            if self.is_full() {
                return;
            }
            escape(c, quote, &mut self.text);
        }
        self.text.push(quote);
    }
}

/// The last `want` bytes of the value's notation, or a few more; all of it where it is shorter.
fn tail(node: Node<'_>, want: usize) -> String {
    match node.view() {
        View::String(text) => string_tail(text, want),
        View::Array(items) => {
            let last = last_of(items.iter(), want);
            let write = |item: &Node<'_>, want| tail(*item, want);
            container_tail(['[', ']'], &last, items.len(), want, write)
        }
        View::Object(members) => {
            let last = last_of(members.iter(), want);
            container_tail(['{', '}'], &last, members.len(), want, member_tail)
        }
        View::Number(value) => number(value),
        View::Null | View::Bool(_) => {
            let mut head = Head { text: String::new(), limit: usize::MAX };
            head.value(node);
            head.text
        }
    }
}

fn member_tail((key, value): &(Key<'_>, Node<'_>), want: usize) -> String {
    let mut text = tail(*value, want);
    if text.len() < want {
        text.insert_str(0, ": ");
        text.insert_str(0, &string_tail(key.name, want));
    }
    text
}

fn string_tail(text: &str, want: usize) -> String {
    let quote = quote_mark(text);
    // Every character is at least one byte long, so these are enough.
    let from = floor_boundary(text, text.len().saturating_sub(want));
    let mut out = String::new();
    if from == 0 {
        out.push(quote);
    }
    text.get(from..).unwrap_or_default().chars().for_each(|c| escape(c, quote, &mut out));
    out.push(quote);
    out
}

fn container_tail<T>(
    [open, close]: [char; 2],
    last: &[T],
    len: usize,
    want: usize,
    write: impl Fn(&T, usize) -> String,
) -> String {
    let mut out = close.to_string();
    for (place, item) in last.iter().enumerate().rev() {
        if out.len() >= want {
            return out;
        }
        out.insert_str(0, &write(item, want - out.len()));
        if place > 0 {
            out.insert_str(0, ", ");
        }
    }
    if last.len() == len {
        out.insert(0, open);
    }
    out
}

/// The last `count` items.
fn last_of<T>(items: impl Iterator<Item = T>, count: usize) -> Vec<T> {
    let mut last = std::collections::VecDeque::with_capacity(count + 1);
    for item in items {
        last.push_back(item);
        if last.len() > count {
            last.pop_front();
        }
    }
    last.into()
}

fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ceil_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    fn repr(json: &str) -> String {
        let (keys, mut tape) = (Keys::default(), TapeBuf::new());
        parse(json.as_bytes(), 1000, &keys, &mut tape).unwrap();
        cut_repr(tape.tape(&keys).root())
    }

    #[test]
    fn short_values_are_whole() {
        for (json, python) in [
            ("null", "None"),
            ("[true, false]", "[True, False]"),
            ("-0", "0"),
            ("-0.0", "-0.0"),
            ("1E5", "100000.0"),
            ("1e-7", "1e-07"),
            ("1e16", "1e+16"),
            ("123456789012345680.0", "1.2345678901234568e+17"),
            ("0.0001", "0.0001"),
            ("1.50", "1.5"),
            (r#""it's""#, r#""it's""#),
            (r#""\"it's\"""#, r#"'"it\'s"'"#),
            (r#""a\n\u0001\u00a0\u2028é晴\u00ad""#, r"'a\n\x01\xa0\u2028é晴\xad'"),
            (r#""e\u0301""#, "'e\u{301}'"),
            (r#"{"a": [1, {"b": "c"}], "": {}}"#, "{'a': [1, {'b': 'c'}], '': {}}"),
        ] {
            assert_eq!(repr(json), python);
        }
    }

    #[test]
    fn long_values_are_cut_in_the_middle() {
        let items = "1, ".repeat(100_000) + "234";
        for (json, python) in [
            (format!("\"{}\"", "x".repeat(48)), format!("'{}'", "x".repeat(48))),
            (
                format!("\"{}\"", "x".repeat(49)),
                format!("'{}...{}'", "x".repeat(24), "x".repeat(23)),
            ),
            (
                format!("[{items}]"),
                "[1, 1, 1, 1, 1, 1, 1, 1, ..., 1, 1, 1, 1, 1, 1, 234]".to_owned(),
            ),
            (
                format!("[{{\"k\": [{items}]}}]"),
                "[{'k': [1, 1, 1, 1, 1, 1,...1, 1, 1, 1, 1, 1, 234]}]".to_owned(),
            ),
            // The cut moves outwards to whole characters.
            (
                format!("\"{}\"", "晴".repeat(20)),
                format!("'{}...{}'", "晴".repeat(8), "晴".repeat(7)),
            ),
            ("1".repeat(60), format!("{}...{}", "1".repeat(25), "1".repeat(24))),
        ] {
            assert_eq!(repr(&json), python);
        }
    }

    #[test]
    fn every_cut_is_the_cut_of_the_whole() {
        for length in 1..40 {
            let json = format!("{{\"a'\": [{}], \"\\n\": null}}", "[\"é\", 1.0], ".repeat(length))
                .replace("], ]", "]]");
            let (keys, mut tape) = (Keys::default(), TapeBuf::new());
            parse(json.as_bytes(), 10, &keys, &mut tape).unwrap();
            let tape = tape.tape(&keys);
            let mut whole = Head { text: String::new(), limit: usize::MAX };
            whole.value(tape.root());
            let whole = whole.text;
            let cut = if whole.len() <= LONGEST {
                whole
            } else {
                let start = floor_boundary(&whole, HEAD);
                let end = ceil_boundary(&whole, whole.len() - TAIL);
                format!("{}...{}", &whole[..start], &whole[end..])
            };
            assert_eq!(cut_repr(tape.root()), cut);
        }
    }
}
