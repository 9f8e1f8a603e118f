//! What a value is printed as.

use super::number::{Short, WIDTH};
use super::walk::{Pen, Sink};
use super::{Layout, constant};
use crate::escape::{Piece, Plain, escape, escaped_part, pieces};
use crate::out::{CHUNK, NewLine, Out};
use crate::tape::{Keys, Spelling};

/// Text as it is read.
pub struct Text<'o> {
    /// How it is laid out.
    pub layout: Layout,
    /// Where it goes.
    pub out: &'o mut Out,
    /// Where each of several values ends but for the last, in bytes.
    pub ends: Vec<u32>,
}

/// Text for the inside of a JSON string and, in the same pass, compact JSON.
pub struct Wire<'o> {
    /// The layout of the text.
    pub layout: Layout,
    /// The text, escaped.
    pub text: &'o mut Out,
    /// The compact JSON, where it is wanted.
    pub data: Option<&'o mut Out>,
    /// What stands between the texts of several values. Their data has commas.
    pub between: &'static Between,
}

/// What [`Wire`] writes between two texts.
pub type Between = [u8; 26];

/// Writes [`Text`].
pub struct TextPen {
    layout: Layout,
    out: Out,
    ends: Vec<u32>,
}

/// Writes [`Wire`].
pub struct WirePen {
    layout: Layout,
    text: Out,
    data: Option<Out>,
    between: &'static Between,
}

impl Sink for Text<'_> {
    type Pen = TextPen;

    #[inline(always)]
    fn lend(&mut self) -> TextPen {
        let ends = std::mem::take(&mut self.ends);
        TextPen { layout: self.layout, out: self.out.lend(), ends }
    }

    #[inline(always)]
    fn take_back(&mut self, pen: TextPen) {
        self.out.take_back(pen.out);
        std::mem::forget(std::mem::replace(&mut self.ends, pen.ends));
    }
}

impl Sink for Wire<'_> {
    type Pen = WirePen;

    #[inline(always)]
    fn lend(&mut self) -> WirePen {
        let data = self.data.as_mut().map(|data| data.lend());
        WirePen { layout: self.layout, text: self.text.lend(), data, between: self.between }
    }

    #[inline(always)]
    fn take_back(&mut self, pen: WirePen) {
        self.text.take_back(pen.text);
        if let (Some(data), Some(written)) = (&mut self.data, pen.data) {
            data.take_back(written);
        }
    }
}

/// Room for every scalar but strings and long literals.
const SCALAR: usize = WIDTH;

impl Pen for TextPen {
    #[inline(always)]
    fn begin(&mut self) {
        self.out.room(SCALAR);
    }

    #[inline(always)]
    fn item(&mut self, lead: u8, depth: usize) {
        self.out.room(self.layout.room(depth) + SCALAR);
        self.layout.lead(lead, NewLine::PLAIN, depth, &mut self.out);
    }

    #[inline(always)]
    fn member(&mut self, lead: u8, depth: usize, keys: &Keys, id: u32) {
        let name = keys.spelling(id);
        self.out.room(self.layout.room(depth) + name.length + SCALAR);
        self.layout.lead(lead, NewLine::PLAIN, depth, &mut self.out);
        spell(name, self.layout.less(), &mut self.out);
    }

    #[inline(always)]
    fn colon(&mut self) {
        self.out.extend(self.layout.colon());
        self.begin();
    }

    #[inline(always)]
    fn literal(&mut self, chunk: [u8; CHUNK], length: usize) {
        self.out.first(chunk, length);
    }

    #[inline(always)]
    fn number(&mut self, run: &[u8], start: usize, end: usize) {
        part(run, start, end, &mut self.out);
    }

    #[inline(always)]
    fn short(&mut self, short: Short) {
        self.out.eights(short.pieces());
    }

    #[inline(always)]
    fn common(&mut self, text: &str) {
        self.out.two_chunks(text.as_bytes());
    }

    #[inline(always)]
    fn digits(&mut self, digits: [u8; WIDTH], length: usize) {
        self.out.first(digits, length);
    }

    #[inline(always)]
    fn non_finite(&mut self, value: f64) {
        self.out.extend(self.layout.non_finite(value));
    }

    #[inline(always)]
    fn string(&mut self, run: &[u8], start: usize, end: usize) {
        self.out.byte(b'"');
        escaped_part(run, start, end, false, &mut self.out);
        self.out.byte(b'"');
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8, depth: usize) {
        self.out.room(self.layout.room(depth));
        if self.layout.indent > 0 {
            self.out.line_after(NewLine::PLAIN, depth * self.layout.indent);
        }
        self.out.byte(bracket);
    }

    #[inline(always)]
    fn empty(&mut self, brackets: [u8; 2]) {
        self.out.room(2);
        self.out.first(brackets, 2);
    }

    #[inline(always)]
    fn between(&mut self) {
        self.ends.push(self.out.len() as u32);
    }
}

impl Pen for WirePen {
    #[inline(always)]
    fn begin(&mut self) {
        self.both(|out| out.room(SCALAR));
    }

    #[inline(always)]
    fn item(&mut self, lead: u8, depth: usize) {
        if let Some(data) = &mut self.data {
            data.room(1 + SCALAR);
            data.byte(lead);
        }
        self.text.room(self.layout.room(depth) + SCALAR);
        self.layout.lead(lead, NewLine::NESTED, depth, &mut self.text);
    }

    #[inline(always)]
    fn member(&mut self, lead: u8, depth: usize, keys: &Keys, id: u32) {
        if let Some(data) = &mut self.data {
            let name = keys.spelling(id);
            data.room(1 + name.length + SCALAR);
            data.byte(lead);
            spell(name, 1, data);
        }
        let name = keys.nested_spelling(id);
        self.text.room(self.layout.room(depth) + name.length + SCALAR);
        self.layout.lead(lead, NewLine::NESTED, depth, &mut self.text);
        spell(name, self.layout.less(), &mut self.text);
    }

    #[inline(always)]
    fn colon(&mut self) {
        self.text.extend(self.layout.colon());
        if let Some(data) = &mut self.data {
            data.push(b':');
        }
        self.begin();
    }

    #[inline(always)]
    fn literal(&mut self, chunk: [u8; CHUNK], length: usize) {
        self.both(|out| out.first(chunk, length));
    }

    #[inline(always)]
    fn number(&mut self, run: &[u8], start: usize, end: usize) {
        self.both(|out| part(run, start, end, out));
    }

    #[inline(always)]
    fn short(&mut self, short: Short) {
        self.both(|out| out.eights(short.pieces()));
    }

    #[inline(always)]
    fn common(&mut self, text: &str) {
        self.both(|out| out.two_chunks(text.as_bytes()));
    }

    #[inline(always)]
    fn digits(&mut self, digits: [u8; WIDTH], length: usize) {
        self.both(|out| out.first(digits, length));
    }

    #[inline(always)]
    fn non_finite(&mut self, value: f64) {
        self.text.extend(self.layout.non_finite(value));
        if let Some(data) = &mut self.data {
            data.extend(b"null");
        }
    }

    #[inline(always)]
    fn string(&mut self, run: &[u8], start: usize, end: usize) {
        self.text.first(*b"\\\"", 2);
        match &mut self.data {
            None => escaped_part(run, start, end, true, &mut self.text),
            Some(data) => {
                data.byte(b'"');
                let text = &mut self.text;
                text.room(end.saturating_sub(start));
                data.room(end.saturating_sub(start));
                if let Some(plain) = Plain::of(run, start, end) {
                    plain.write(text);
                    plain.write(data);
                } else {
                    pieces(run, start, end, |Piece { chunk, plain, special, left }| {
                        text.first(*chunk, plain);
                        data.first(*chunk, plain);
                        if let Some(byte) = special {
                            escape(byte, true, left, text);
                            escape(byte, false, left, data);
                        }
                    });
                }
                data.byte(b'"');
            }
        }
        self.text.first(*b"\\\"", 2);
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8, depth: usize) {
        self.text.room(self.layout.room(depth));
        if self.layout.indent > 0 {
            self.text.line_after(NewLine::NESTED, depth * self.layout.indent);
        }
        self.text.byte(bracket);
        if let Some(data) = &mut self.data {
            data.push(bracket);
        }
    }

    #[inline(always)]
    fn empty(&mut self, brackets: [u8; 2]) {
        self.both(|out| {
            out.room(2);
            out.first(brackets, 2);
        });
    }

    #[inline(always)]
    fn between(&mut self) {
        self.text.room(self.between.len());
        self.text.first(*self.between, self.between.len());
        if let Some(data) = &mut self.data {
            data.push(b',');
        }
    }
}

impl WirePen {
    #[inline(always)]
    fn both(&mut self, write: impl Fn(&mut Out)) {
        write(&mut self.text);
        if let Some(data) = &mut self.data {
            write(data);
        }
    }
}

impl Layout {
    /// Room for what stands before a member or item.
    #[inline(always)]
    fn room(self, depth: usize) -> usize {
        CHUNK + depth * self.indent
    }

    /// Writes what stands before a member or item.
    #[inline(always)]
    fn lead(self, lead: u8, line: NewLine, depth: usize, out: &mut Out) {
        match self.indent {
            0 => out.byte(lead),
            indent => out.line(lead, line, depth * indent),
        }
    }

    /// How many bytes less than its spelling a name takes.
    #[inline(always)]
    fn less(self) -> usize {
        usize::from(self.indent == 0)
    }

    fn non_finite(self, value: f64) -> &'static [u8] {
        if self.constants { constant(value).as_bytes() } else { b"null" }
    }

    fn colon(self) -> &'static [u8] {
        if self.indent > 0 { b": " } else { b":" }
    }
}

/// Writes a name but for so many of its last bytes.
#[inline(always)]
fn spell(name: &Spelling, less: usize, out: &mut Out) {
    let length = name.length.wrapping_sub(less);
    match name.long.is_empty() {
        true => out.first(name.line, length),
        false => out.extend(name.long.get(..length).unwrap_or_default()),
    }
}

/// Appends the literal `run[start..end]`, which is few bytes as a rule.
#[inline(always)]
fn part(run: &[u8], start: usize, end: usize, out: &mut Out) {
    let (rest, length) = (run.get(start..).unwrap_or_default(), end.wrapping_sub(start));
    match rest.first_chunk::<CHUNK>() {
        Some(chunk) if length <= CHUNK => out.first(*chunk, length),
        _ => out.extend(rest.get(..length).unwrap_or_default()),
    }
}
