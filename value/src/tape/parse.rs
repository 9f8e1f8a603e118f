use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Keys, Mark, Node, TapeBuf, View, tag};
use crate::escape::first_special;
use crate::out::{CHUNK, padded};

/// Why a text is not a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub reason: ParseReason,
    /// Where, in bytes from the start.
    pub offset: usize,
    /// The same place as a line, from 1.
    pub line: usize,
    /// The same place as a column of that line, in characters from 1.
    pub column: usize,
}

/// The kinds of [`ParseError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseReason {
    /// The text is not JSON; the words say what was expected.
    Expected(&'static str),
    /// Arrays and objects are nested more deeply than was allowed.
    TooDeep(usize),
    /// The text is not UTF-8.
    NotUtf8,
    /// The text has 2 GiB or more.
    TooLong,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            ParseReason::Expected(what) => write!(f, "expected {what}")?,
            ParseReason::TooDeep(limit) => write!(f, "nested more than {limit} levels deep")?,
            ParseReason::NotUtf8 => write!(f, "the text is not UTF-8")?,
            ParseReason::TooLong => return write!(f, "the text has 2 GiB or more"),
        }
        write!(f, " at line {} column {}", self.line, self.column)
    }
}

impl std::error::Error for ParseError {}

/// Reads JSON text behind what `tape` holds, keeping every number as it is written.
///
/// The text of the tape is the JSON itself, and behind it the strings that had escapes.
///
/// Beyond the JSON grammar a byte order mark and the constants `NaN`, `Infinity` and `-Infinity`
/// are read; a lone surrogate escape becomes U+FFFD; of members with the same name the last
/// value stands, at the first one's place.
pub fn parse(
    json: &[u8],
    max_depth: usize,
    keys: &Keys,
    tape: &mut TapeBuf,
) -> Result<(), ParseError> {
    let start = tape.mark();
    let fail = |reason, offset| Err(locate(json, reason, offset));
    // Twice the text has to be within reach of an offset.
    if json.len() >= i32::MAX as usize {
        return fail(ParseReason::TooLong, 0);
    }
    let text = match std::str::from_utf8(json) {
        Ok(text) => text,
        Err(error) => return fail(ParseReason::NotUtf8, error.valid_up_to()),
    };
    let base = tape.text.len();
    tape.text.push_str(text);
    let mut parser = Parser {
        text,
        bytes: json,
        base,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        max_depth,
        keys,
        tape,
        followers: vec![0; keys.len()],
        stamps: Vec::new(),
        closed: 0,
        repeated: false,
    };
    if let Err(reason) = parser.document() {
        let offset = parser.at;
        return fail(reason, offset);
    }
    if parser.repeated {
        keep_last_of_repeated_keys(start, keys, tape);
    }
    Ok(())
}

fn locate(json: &[u8], reason: ParseReason, offset: usize) -> ParseError {
    let before = json.get(..offset).unwrap_or(json);
    let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|b| **b == b'\n').count();
    let on_line = before.get(line_start..).unwrap_or_default();
    let column = 1 + on_line.iter().filter(|b| (**b as i8) >= -64).count();
    ParseError { reason, offset, line, column }
}

/// An array or object that is being read.
struct Open {
    mark: Mark,
    count: usize,
    object: bool,
    /// The last key's number, to guess the next one from.
    last_key: u32,
    /// Whether the numbers of the keys have grown from each to the next, so that none came twice.
    in_order: bool,
}

struct Parser<'p> {
    text: &'p str,
    bytes: &'p [u8],
    /// Where the text stands in the text of the tape.
    base: usize,
    at: usize,
    max_depth: usize,
    keys: &'p Keys,
    tape: &'p mut TapeBuf,
    /// For each key, the one that came after it the last time.
    followers: Vec<u32>,
    /// For each key, the last object that was seen to hold it.
    stamps: Vec<u32>,
    closed: u32,
    repeated: bool,
}

type Step<T = ()> = Result<T, ParseReason>;
use ParseReason::Expected;

impl Parser<'_> {
    fn document(&mut self) -> Step {
        let mut stack: Vec<Open> = Vec::new();
        loop {
            if let Some(open) = stack.last_mut()
                && open.object
            {
                self.member_name(open)?;
            }
            self.skip_space();
            if let Some(object) = self.opening() {
                if stack.len() >= self.max_depth {
                    return Err(ParseReason::TooDeep(self.max_depth));
                }
                self.at += 1;
                let mark = if object { self.tape.open_object() } else { self.tape.open_array() };
                let open = Open { mark, count: 0, object, last_key: 0, in_order: true };
                self.skip_space();
                if self.peek() == Some(if object { b'}' } else { b']' }) {
                    self.at += 1;
                    self.tape.close(mark, 0);
                } else {
                    stack.push(open);
                    continue;
                }
            } else {
                self.scalar()?;
            }
            // A value has ended; close what ends with it.
            loop {
                self.skip_space();
                let Some(open) = stack.last_mut() else {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => Err(Expected("the end of the text")),
                    };
                };
                open.count += 1;
                match (self.peek(), open.object) {
                    (Some(b','), _) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b'}'), true) => {
                        self.at += 1;
                        self.tape.close(open.mark, open.count);
                        if !open.in_order {
                            let mark = open.mark;
                            self.look_for_repeated_keys(mark);
                        }
                        stack.pop();
                    }
                    (Some(b']'), false) => {
                        self.at += 1;
                        self.tape.close(open.mark, open.count);
                        stack.pop();
                    }
                    (_, true) => return Err(Expected("`,` or `}`")),
                    (_, false) => return Err(Expected("`,` or `]`")),
                }
            }
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
            self.at += rest.iter().take_while(is_space).count();
        }
    }

    /// Whether the next byte opens an object (`true`) or an array (`false`).
    #[inline]
    fn opening(&self) -> Option<bool> {
        match self.peek() {
            Some(b'{') => Some(true),
            Some(b'[') => Some(false),
            _ => None,
        }
    }

    fn member_name(&mut self, object: &mut Open) -> Step {
        self.skip_space();
        let is_first = object.count == 0;
        let id = match self.expected_name(object.last_key) {
            Some(id) => {
                self.tape.key_id(id);
                Some(id)
            }
            None => self.other_name(object.last_key)?,
        };
        match id {
            Some(id) => {
                object.in_order &= is_first || id > object.last_key;
                object.last_key = id;
            }
            None => object.in_order &= is_first,
        }
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(Expected("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads the name that came after this one the last time, if it does so again: records cost one
    /// comparison for each member.
    #[inline]
    fn expected_name(&mut self, last_key: u32) -> Option<u32> {
        let id = self.followers.get(last_key as usize).copied()?;
        let rest = self.bytes.get(self.at..)?;
        let length = self.keys.spelling(id).in_quotes(rest)?;
        self.at += length;
        Some(id)
    }

    fn other_name(&mut self, last_key: u32) -> Step<Option<u32>> {
        if self.peek() != Some(b'"') {
            return Err(Expected("a member name in double quotes"));
        }
        self.at += 1;
        let start = self.at;
        self.at = self.end_of_plain(start);
        if self.peek() == Some(b'"') {
            let name = self.text.get(start..self.at).unwrap_or_default();
            self.at += 1;
            let id = self.follow(last_key, name);
            match id {
                Some(id) => self.tape.key_id(id),
                None => self.tape.key_at(self.base + start, name.len()),
            }
            return Ok(id);
        }
        // The name has escapes: spell it out behind the text, then look it up.
        let unescaped = self.tape.text.len();
        self.at = start;
        self.unescape()?;
        let name = self.tape.text.split_off(unescaped);
        let id = self.follow(last_key, &name);
        match id {
            Some(id) => self.tape.key_id(id),
            None => self.tape.key_text(&name),
        }
        Ok(id)
    }

    /// The number of `name`, which is noted as the one that comes after another.
    fn follow(&mut self, last_key: u32, name: &str) -> Option<u32> {
        let id = self.keys.id(name)?;
        if let Some(follower) = self.followers.get_mut(last_key as usize) {
            *follower = id;
        }
        Some(id)
    }

    fn scalar(&mut self) -> Step {
        match self.peek() {
            Some(b'"') => {
                self.at += 1;
                let start = self.at;
                let end = self.end_of_plain(start);
                if self.bytes.get(end) == Some(&b'"') {
                    self.at = end + 1;
                    self.tape.stretch_at(tag::STRING, self.base + start, end - start);
                    return Ok(());
                }
                let start = self.tape.text.len();
                self.unescape()?;
                self.tape.stretch_from(tag::STRING, start);
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true", |tape| tape.boolean(true)),
            Some(b'f') => self.literal("false", |tape| tape.boolean(false)),
            Some(b'n') => self.literal("null", TapeBuf::null),
            Some(b'N') => self.literal("NaN", |tape| tape.float(f64::NAN)),
            Some(b'I') => self.literal("Infinity", |tape| tape.float(f64::INFINITY)),
            _ => Err(Expected("a value")),
        }
    }

    fn literal(&mut self, word: &str, write: impl FnOnce(&mut TapeBuf)) -> Step {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err(Expected("a value"));
        }
        self.at += word.len();
        write(self.tape);
        Ok(())
    }

    #[inline]
    fn number(&mut self) -> Step {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.peek() == Some(b'I') {
                return self.literal("Infinity", |tape| tape.float(f64::NEG_INFINITY));
            }
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        self.tape.stretch_at(tag::NUMBER, self.base + start, self.at - start);
        Ok(())
    }

    #[inline]
    fn digits(&mut self) -> Step {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += count;
        if count == 0 { Err(Expected("a digit")) } else { Ok(()) }
    }

    /// The index of the first byte from `at` on that ends or interrupts a string.
    #[inline]
    fn end_of_plain(&self, mut at: usize) -> usize {
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let length = rest.len().min(CHUNK);
            let plain = first_special(&padded(rest)).min(length);
            at += plain;
            if plain < CHUNK {
                return at;
            }
        }
    }

    /// Reads the rest of a string behind the tape's text; `at` stands after its opening quote.
    fn unescape(&mut self) -> Step {
        loop {
            let start = self.at;
            self.at = self.end_of_plain(start);
            self.tape.text.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    let c = self.escape()?;
                    self.tape.text.push(c);
                }
                Some(_) => return Err(Expected("no control character in a string")),
                None => return Err(Expected("`\"` at the end of the string")),
            }
        }
    }

    fn escape(&mut self) -> Step<char> {
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let unit = self.hex()?;
                return Ok(self.code_point(unit));
            }
            _ => return Err(Expected("an escape such as `\\n` or `\\u00e9`")),
        };
        self.at += 1;
        Ok(c)
    }

    fn hex(&mut self) -> Step<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            unit = unit * 16 + digit.ok_or(Expected("four hexadecimal digits"))?;
            self.at += 1;
        }
        Ok(unit)
    }

    /// The character of a UTF-16 unit, joined with the low surrogate that may follow.
    fn code_point(&mut self, unit: u32) -> char {
        if let Some(c) = char::from_u32(unit) {
            return c;
        }
        let low_follows = self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u"));
        if unit < 0xDC00 && low_follows {
            let back = self.at;
            self.at += 2;
            if let Ok(low @ 0xDC00..=0xDFFF) = self.hex() {
                let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            self.at = back;
        }
        char::REPLACEMENT_CHARACTER
    }

    /// Notes whether the object that was just closed names a member twice.
    fn look_for_repeated_keys(&mut self, mark: Mark) {
        if self.repeated {
            return;
        }
        self.closed += 1;
        self.stamps.resize(self.keys.len(), 0);
        let (stamps, closed) = (&mut self.stamps, self.closed);
        let tape = self.tape.tape(self.keys);
        let Some(object) = tape.at(mark).as_object() else { return };
        let mut spelled: Vec<&str> = Vec::new();
        for (key, _) in object.iter() {
            match key.id {
                None => spelled.push(key.name),
                Some(id) => {
                    if let Some(stamp) = stamps.get_mut(id as usize) {
                        self.repeated |= *stamp == closed;
                        *stamp = closed;
                    }
                }
            }
        }
        self.repeated |= if spelled.len() < 8 {
            spelled.iter().enumerate().any(|(i, name)| spelled.iter().take(i).any(|n| n == name))
        } else {
            let mut seen = HashSet::with_capacity(spelled.len());
            !spelled.iter().all(|name| seen.insert(*name))
        };
    }
}

/// Writes the value at `mark` anew, each member once.
fn keep_last_of_repeated_keys(mark: Mark, keys: &Keys, tape: &mut TapeBuf) {
    let source = tape.clone();
    let source = source.tape(keys);
    tape.rollback(mark);
    copy_distinct(source.at(mark), keys, tape);
}

fn copy_distinct(node: Node<'_>, keys: &Keys, out: &mut TapeBuf) {
    match node.view() {
        View::Array(items) => {
            let mark = out.open_array();
            items.iter().for_each(|item| copy_distinct(item, keys, out));
            out.close(mark, items.len());
        }
        View::Object(members) => {
            let mut last: HashMap<&str, Node<'_>> =
                members.iter().map(|(key, value)| (key.name, value)).collect();
            let count = last.len();
            let mark = out.open_object();
            for (key, _) in members.iter() {
                if let Some(value) = last.remove(key.name) {
                    out.key(keys, key.name);
                    copy_distinct(value, keys, out);
                }
            }
            out.close(mark, count);
        }
        _ => out.copy(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn read(json: &str) -> Result<String, String> {
        let (keys, mut tape) = (Keys::new(["a", "c"]), TapeBuf::new());
        match parse(json.as_bytes(), 16, &keys, &mut tape) {
            Ok(()) => Ok(tape.tape(&keys).root().to_value().to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn reads_every_kind_of_value() {
        for json in [
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            r#"{"a":[1,2.5,{"b":"x"}],"c":{},"d":[],"e":[[]],"f":false,"n":null}"#,
            r#""été 潮 🌊""#,
        ] {
            assert_eq!(read(json).as_deref(), Ok(json));
        }
        assert_eq!(read(" { \"a\" :\t[ 1 , 2 ]\r\n} ").as_deref(), Ok(r#"{"a":[1,2]}"#));
        assert_eq!(read("\u{feff}1").as_deref(), Ok("1"));
    }

    #[test]
    fn unescapes_strings_and_names() {
        assert_eq!(read(r#""\"\\\/\b\f\n\r\t\u00e9\ud83c\udf0a""#).as_deref(), {
            Ok(r#""\"\\/\b\f\n\r\té🌊""#)
        });
        assert_eq!(
            read(r#""\ud83c x \udf0a \ud83c\u0041""#).as_deref(),
            Ok("\"\u{fffd} x \u{fffd} \u{fffd}A\"")
        );
        assert_eq!(read(r#"{"\u0061\n":1}"#).as_deref(), Ok(r#"{"a\n":1}"#));
    }

    #[test]
    fn names_that_come_again_are_told_from_others() {
        let long = "n".repeat(40);
        let names: Vec<&str> =
            (1..=40).map(|length| &long[..length]).chain(["q\"\\", "é", ""]).collect();
        let object = |names: &[&str], space: &str| {
            let members: Vec<String> =
                names.iter().map(|n| format!("{}:{space}1", Value::from(*n))).collect();
            format!("{{{}}}", members.join(&format!("{space},{space}")))
        };
        let reversed: Vec<&str> = names.iter().rev().copied().collect();
        // In the order of the table, in another one, and with as few bytes behind the last as can be.
        let rows = [&names[..], &names[..], &reversed[..], &names[20..], &names[..20], &[""]];
        let (keys, mut tape) = (Keys::new(names.iter().copied()), TapeBuf::new());
        for space in ["", " \r\n\t"] {
            let json = format!("[{}]", rows.map(|row| object(row, space)).join(","));
            tape.clear();
            assert!(parse(json.as_bytes(), 2, &keys, &mut tape).is_ok());
            let expected: Value = serde_json::from_str(&json).unwrap();
            assert_eq!(tape.tape(&keys).root().to_value().to_string(), expected.to_string());
        }
    }

    #[test]
    fn the_last_of_repeated_members_stands_at_the_first_place() {
        assert_eq!(read(r#"{"a":{"a":1},"b":2,"a":3}"#).as_deref(), Ok(r#"{"a":3,"b":2}"#));
        assert_eq!(read(r#"[{"x":1,"x":{"y":1,"y":2}}]"#).as_deref(), Ok(r#"[{"x":{"y":2}}]"#));
        assert_eq!(
            read(r#"{"a":1,"c":{"c":1,"a":2,"c":3},"x":4,"a":5}"#).as_deref(),
            Ok(r#"{"a":5,"c":{"c":3,"a":2},"x":4}"#)
        );
        let long = "k".repeat(100);
        let json = format!(r#"{{"{long}":1,"{long}":2}}"#);
        assert_eq!(read(&json), Ok(format!(r#"{{"{long}":2}}"#)));
    }

    #[test]
    fn says_what_was_expected_and_where() {
        for (json, message) in [
            ("", "expected a value at line 1 column 1"),
            ("[1,", "expected a value at line 1 column 4"),
            ("[1 2]", "expected `,` or `]` at line 1 column 4"),
            ("{\"é\"\n 1}", "expected `:` at line 2 column 2"),
            ("{a:1}", "expected a member name in double quotes at line 1 column 2"),
            ("{\"a\":1]", "expected `,` or `}` at line 1 column 7"),
            ("1 1", "expected the end of the text at line 1 column 3"),
            ("01", "expected the end of the text at line 1 column 2"),
            ("-", "expected a digit at line 1 column 2"),
            ("1.", "expected a digit at line 1 column 3"),
            ("tru", "expected a value at line 1 column 1"),
            ("\"a\nb\"", "expected no control character in a string at line 1 column 3"),
            ("\"\\x\"", "expected an escape such as `\\n` or `\\u00e9` at line 1 column 3"),
            ("\"\\u12g\"", "expected four hexadecimal digits at line 1 column 6"),
            ("\"abc", "expected `\"` at the end of the string at line 1 column 5"),
            (&"[".repeat(17), "nested more than 16 levels deep at line 1 column 17"),
        ] {
            assert_eq!(read(json), Err(message.to_owned()));
        }
        let not_utf8 = parse(b"\"\xff\"", 9, &Keys::default(), &mut TapeBuf::new());
        assert!(not_utf8.is_err_and(|e| e.reason == ParseReason::NotUtf8 && e.offset == 1));
    }

    #[test]
    fn numbers_keep_their_text() {
        let (keys, mut tape) = (Keys::new(["a", "c"]), TapeBuf::new());
        for text in ["1.0", "-0.0", "1e-7", "1E5", &"9".repeat(70_000), "1e400"] {
            tape.clear();
            assert!(parse(text.as_bytes(), 1, &keys, &mut tape).is_ok());
            let tape = tape.tape(&keys);
            let View::Number(number) = tape.root().view() else { panic!("not a number: {text}") };
            assert_eq!(number.to_text(), text);
        }
    }
}
