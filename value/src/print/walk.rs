//! The walk over a tape that hands its tokens to a sink.
//!
//! It reads the words themselves: this is where most of a conversion's time goes.

use super::number::{Digits, Short, WIDTH};
use crate::out::CHUNK;
use crate::tape::{INLINE, Keys, Node, Tape, payload, small, tag, tag_of};

/// Where the tokens of a value go.
pub trait Sink {
    /// `null`, `true` or `false`: the first bytes of a chunk.
    fn literal(&mut self, chunk: &[u8; CHUNK], length: usize);
    /// A number that was given as text: `run[start..end]`.
    fn number(&mut self, run: &[u8], start: usize, end: usize);
    /// A double of few digits.
    fn short(&mut self, short: &Short);
    /// Any other finite double.
    fn digits(&mut self, digits: &[u8; WIDTH], length: usize);
    /// A number that is not finite.
    fn non_finite(&mut self, value: f64);
    /// The string that is `run[start..end]`.
    fn string(&mut self, run: &[u8], start: usize, end: usize);
    /// A member's name that has a number, with its colon.
    fn known_name(&mut self, keys: &Keys, id: u32);
    /// A member's name that is `run[start..end]`, with its colon.
    fn name(&mut self, run: &[u8], start: usize, end: usize);
    /// The first bracket of a container.
    fn open(&mut self, bracket: u8);
    /// What stands before a member or an item: a comma unless it is the first, and a new line.
    fn next(&mut self, is_first: bool, depth: usize);
    /// The last bracket of a container, on a line of its own unless it is empty.
    fn close(&mut self, bracket: u8, is_empty: bool, depth: usize);
}

/// Hands the tokens of a value to a sink.
pub fn value<S: Sink>(node: Node<'_>, sink: &mut S) {
    any(node.tape(), node.index(), 0, sink);
}

/// Prints the value at `at` and returns the index behind it.
#[inline(always)]
fn any<S: Sink>(tape: &Tape<'_>, at: usize, depth: usize, sink: &mut S) -> usize {
    let word = tape.word(at);
    match tag_of(word) {
        None => {
            let number = f64::from_bits(word);
            match Short::of(number) {
                Some(short) => sink.short(&short),
                None => long_number(number, sink),
            }
        }
        Some(tag::STRING) => {
            let (start, end, after) = tape.stretch(at, word);
            sink.string(tape.text().as_bytes(), start, end);
            return after;
        }
        Some(tag::OBJECT) => return object(tape, at, depth, sink),
        Some(tag::ARRAY) => return array(tape, at, depth, sink),
        Some(tag::NUMBER) => {
            let (start, end, after) = tape.stretch(at, word);
            sink.number(tape.text().as_bytes(), start, end);
            return after;
        }
        Some(tag::TRUE) => sink.literal(b"true            ", 4),
        Some(tag::FALSE) => sink.literal(b"false           ", 5),
        _ => sink.literal(b"null            ", 4),
    }
    at + 1
}

fn long_number<S: Sink>(number: f64, sink: &mut S) {
    if number.is_finite() {
        let digits = Digits::of(number);
        sink.digits(digits.text(), digits.len());
    } else {
        sink.non_finite(number);
    }
}

fn array<S: Sink>(tape: &Tape<'_>, at: usize, depth: usize, sink: &mut S) -> usize {
    let count = payload(tape.word(at));
    sink.open(b'[');
    let mut item = at + 2;
    for index in 0..count {
        sink.next(index == 0, depth + 1);
        item = any(tape, item, depth + 1, sink);
    }
    sink.close(b']', count == 0, depth);
    item
}

fn object<S: Sink>(tape: &Tape<'_>, at: usize, depth: usize, sink: &mut S) -> usize {
    let count = payload(tape.word(at));
    sink.open(b'{');
    let mut member = at + 2;
    for index in 0..count {
        sink.next(index == 0, depth + 1);
        let key = tape.word(member);
        if small(key) == INLINE {
            let (start, end) = tape.inline_name(member, key);
            sink.name(tape.text().as_bytes(), start, end);
            member += 2;
        } else {
            sink.known_name(tape.keys(), payload(key) as u32);
            member += 1;
        }
        member = any(tape, member, depth + 1, sink);
    }
    sink.close(b'}', count == 0, depth);
    member
}
