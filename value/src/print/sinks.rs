//! What a value is printed as.

use super::number::{Short, WIDTH};
use super::walk::Sink;
use super::{Layout, constant};
use crate::escape::{Piece, each_piece, escape, escaped_part};
use crate::out::{CHUNK, Out};
use crate::tape::{Keys, Spelling};

/// Text as it is read.
pub struct Text<'o> {
    /// How it is laid out.
    pub layout: Layout,
    /// Where it goes.
    pub out: &'o mut Out,
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

impl Sink for Text<'_> {
    #[inline(always)]
    fn literal(&mut self, chunk: &[u8; CHUNK], length: usize) {
        self.out.room(CHUNK);
        self.out.chunk(chunk, length);
    }

    #[inline(always)]
    fn number(&mut self, run: &[u8], start: usize, end: usize) {
        self.out.part(run, start, end);
    }

    #[inline(always)]
    fn short(&mut self, short: &Short) {
        self.out.eights(short.pieces());
    }

    #[inline(always)]
    fn digits(&mut self, digits: &[u8; WIDTH], length: usize) {
        self.out.wide(digits, length);
    }

    fn non_finite(&mut self, value: f64) {
        self.out.extend(self.layout.non_finite(value));
    }

    #[inline(always)]
    fn string(&mut self, run: &[u8], start: usize, end: usize) {
        self.out.push(b'"');
        escaped_part(run, start, end, false, self.out);
        self.out.push(b'"');
    }

    #[inline(always)]
    fn known_name(&mut self, keys: &Keys, id: u32) {
        let space = usize::from(self.layout.indent == 0);
        spell(keys.spelling(id), space, self.out);
    }

    fn name(&mut self, run: &[u8], start: usize, end: usize) {
        self.string(run, start, end);
        self.out.extend(self.layout.colon());
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
    }

    #[inline(always)]
    fn next(&mut self, is_first: bool, depth: usize) {
        if self.layout.indent == 0 {
            if !is_first {
                self.out.push(b',');
            }
            return;
        }
        let spaces = depth * self.layout.indent;
        match is_first {
            true => self.out.padded_with_spaces(b"\n               ", spaces + 1),
            false => self.out.padded_with_spaces(b",\n              ", spaces + 2),
        }
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8, is_empty: bool, depth: usize) {
        if !is_empty && self.layout.indent > 0 {
            let spaces = depth * self.layout.indent;
            self.out.padded_with_spaces(b"\n               ", spaces + 1);
        }
        self.out.push(bracket);
    }
}

impl Sink for Wire<'_> {
    #[inline(always)]
    fn literal(&mut self, chunk: &[u8; CHUNK], length: usize) {
        self.both(|out| {
            out.room(CHUNK);
            out.chunk(chunk, length);
        });
    }

    #[inline(always)]
    fn number(&mut self, run: &[u8], start: usize, end: usize) {
        self.both(|out| out.part(run, start, end));
    }

    #[inline(always)]
    fn short(&mut self, short: &Short) {
        self.both(|out| out.eights(short.pieces()));
    }

    #[inline(always)]
    fn digits(&mut self, digits: &[u8; WIDTH], length: usize) {
        self.both(|out| out.wide(digits, length));
    }

    fn non_finite(&mut self, value: f64) {
        self.text.extend(self.layout.non_finite(value));
        if let Some(data) = &mut self.data {
            data.extend(b"null");
        }
    }

    #[inline(always)]
    fn string(&mut self, run: &[u8], start: usize, end: usize) {
        self.text.extend(b"\\\"");
        match &mut self.data {
            None => escaped_part(run, start, end, true, self.text),
            Some(data) => {
                data.push(b'"');
                each_piece(run, start, end, |piece| match piece {
                    Piece::Chunk(chunk, count) => {
                        self.text.room(CHUNK);
                        self.text.chunk(chunk, count);
                        data.room(CHUNK);
                        data.chunk(chunk, count);
                    }
                    Piece::Special(byte) => {
                        escape(byte, true, self.text);
                        escape(byte, false, data);
                    }
                });
                data.push(b'"');
            }
        }
        self.text.extend(b"\\\"");
    }

    #[inline(always)]
    fn known_name(&mut self, keys: &Keys, id: u32) {
        let space = usize::from(self.layout.indent == 0);
        spell(keys.nested_spelling(id), space, self.text);
        if let Some(data) = &mut self.data {
            spell(keys.spelling(id), 1, data);
        }
    }

    fn name(&mut self, run: &[u8], start: usize, end: usize) {
        self.string(run, start, end);
        self.text.extend(self.layout.colon());
        if let Some(data) = &mut self.data {
            data.push(b':');
        }
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8) {
        self.both(|out| out.push(bracket));
    }

    #[inline(always)]
    fn next(&mut self, is_first: bool, depth: usize) {
        if !is_first && let Some(data) = &mut self.data {
            data.push(b',');
        }
        if self.layout.indent == 0 {
            if !is_first {
                self.text.push(b',');
            }
            return;
        }
        let spaces = depth * self.layout.indent;
        match is_first {
            true => self.text.padded_with_spaces(b"\\n              ", spaces + 2),
            false => self.text.padded_with_spaces(b",\\n             ", spaces + 3),
        }
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8, is_empty: bool, depth: usize) {
        if !is_empty && self.layout.indent > 0 {
            let spaces = depth * self.layout.indent;
            self.text.padded_with_spaces(b"\\n              ", spaces + 2);
        }
        self.both(|out| out.push(bracket));
    }
}

impl Wire<'_> {
    #[inline(always)]
    fn both(&mut self, write: impl Fn(&mut Out)) {
        write(self.text);
        if let Some(data) = &mut self.data {
            write(data);
        }
    }
}

impl Layout {
    fn non_finite(self, value: f64) -> &'static [u8] {
        if self.constants { constant(value).as_bytes() } else { b"null" }
    }

    fn colon(self) -> &'static [u8] {
        if self.indent > 0 { b": " } else { b":" }
    }
}

/// Appends a name but for so many of its last bytes.
#[inline(always)]
fn spell(name: Spelling<'_>, less: usize, out: &mut Out) {
    let mut left = name.length.saturating_sub(less);
    out.room(left);
    for chunk in name.chunks {
        out.chunk(chunk, left.min(CHUNK));
        if left <= CHUNK {
            return;
        }
        left -= CHUNK;
    }
}
