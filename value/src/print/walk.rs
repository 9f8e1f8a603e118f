//! The walk over a tape that hands its tokens to a sink.
//!
//! It reads the words themselves: this is where most of a conversion's time goes.

use super::number::{Digits, Short, WIDTH, common};
use crate::out::CHUNK;
use crate::tape::{INLINE, Items, Keys, Node, Tape, payload, small, tag, tag_of};

/// Where a value is printed to.
pub trait Sink {
    /// Who writes.
    type Pen: Pen;
    /// Lends what is written to, so that nobody else writes meanwhile and all of it can be kept in
    /// registers.
    fn lend(&mut self) -> Self::Pen;
    /// Takes it back.
    fn take_back(&mut self, pen: Self::Pen);
}

/// Writes the tokens of a value. All of it has to be inlined.
///
/// Each token but a string leaves room for the scalar that may come next.
pub trait Pen {
    /// Makes room for a first scalar.
    fn begin(&mut self);
    /// What stands before an item: the bracket of its container before the first one, a comma before
    /// the others, and a new line.
    fn item(&mut self, lead: u8, depth: usize);
    /// The same, and the name of a member that has a number, with its colon.
    fn member(&mut self, lead: u8, depth: usize, keys: &Keys, id: u32);
    /// The colon after a name that was written as a string.
    fn colon(&mut self);
    /// `null`, `true` or `false`: the first bytes of a chunk.
    fn literal(&mut self, chunk: [u8; CHUNK], length: usize);
    /// A number that was given as text: `run[start..end]`.
    fn number(&mut self, run: &[u8], start: usize, end: usize);
    /// A double of few digits.
    fn short(&mut self, short: Short);
    /// Most other doubles, as text of no more than [`WIDTH`] bytes.
    fn common(&mut self, text: &str);
    /// Any other finite double.
    fn digits(&mut self, digits: [u8; WIDTH], length: usize);
    /// A number that is not finite.
    fn non_finite(&mut self, value: f64);
    /// The string that is `run[start..end]`.
    fn string(&mut self, run: &[u8], start: usize, end: usize);
    /// The last bracket of a container, on a line of its own.
    fn close(&mut self, bracket: u8, depth: usize);
    /// A container that holds nothing.
    fn empty(&mut self, brackets: [u8; 2]);
    /// What stands between two values that are printed one after another.
    fn between(&mut self);
}

/// Hands the tokens of a value to a sink.
pub fn value<S: Sink>(node: Node<'_>, sink: &mut S) {
    let (tape, at) = (node.tape(), node.index());
    match tag_of(tape.word(at)) {
        Some(tag::ARRAY | tag::OBJECT) => {
            containers(tape, at, 1, 0, sink);
        }
        _ => lone_scalar(tape, at, sink),
    }
}

/// Hands over the container that comes next among items, and the objects behind it.
pub fn run<S: Sink>(items: &mut Items<'_>, sink: &mut S) {
    let Some(first) = items.clone().next() else { return };
    let (end, left) = containers(first.tape(), first.index(), items.len(), 0, sink);
    *items = first.tape().items(end, left);
}

fn lone_scalar<S: Sink>(tape: &Tape<'_>, at: usize, sink: &mut S) {
    let mut pen = sink.lend();
    pen.begin();
    scalar(tape, at, &mut pen);
    sink.take_back(pen);
}

/// What [`scalar`] says of an array or object.
const CONTAINER: usize = usize::MAX;

/// Prints the value at `at`, if it is no container, and returns the index behind it.
#[inline(always)]
fn scalar(tape: &Tape<'_>, at: usize, pen: &mut impl Pen) -> usize {
    let word = tape.word(at);
    match tag_of(word) {
        None => {
            let number = f64::from_bits(word);
            if let Some(short) = Short::of(number) {
                pen.short(short);
            } else if let Some(text) = common(number, &mut zmij::Buffer::new()) {
                pen.common(text);
            } else if number.is_finite() {
                let digits = Digits::uncommon(number);
                pen.digits(digits.text, digits.length);
            } else {
                pen.non_finite(number);
            }
        }
        Some(tag::STRING) => {
            let (start, end, after) = tape.stretch(at, word);
            pen.string(tape.text().as_bytes(), start, end);
            return after;
        }
        Some(tag::OBJECT | tag::ARRAY) => return CONTAINER,
        Some(tag::NUMBER) => {
            let (start, end, after) = tape.stretch(at, word);
            pen.number(tape.text().as_bytes(), start, end);
            return after;
        }
        Some(tag::TRUE) => pen.literal(*b"true            ", 4),
        Some(tag::FALSE) => pen.literal(*b"false           ", 5),
        _ => pen.literal(*b"null            ", 4),
    }
    at + 1
}

/// The level of nothing.
const NONE: usize = usize::MAX;

/// So many containers within each other are printed without a call.
const LEVELS: usize = 6;

/// A container that is being printed.
#[derive(Clone, Copy)]
struct Open {
    is_object: bool,
    /// How many items or members are still to come.
    left: usize,
}

impl Open {
    #[inline(always)]
    fn at(tape: &Tape<'_>, head: usize) -> Self {
        let word = tape.word(head);
        Open { is_object: tag_of(word) == Some(tag::OBJECT), left: payload(word) }
    }

    #[inline(always)]
    fn brackets(self) -> [u8; 2] {
        if self.is_object { *b"{}" } else { *b"[]" }
    }
}

/// Prints the container at `head`, within so many others, and the objects behind it: at most `count`
/// in all. Returns the index behind them, and how many are left.
fn containers<S: Sink>(
    tape: &Tape<'_>,
    head: usize,
    count: usize,
    depth: usize,
    sink: &mut S,
) -> (usize, usize) {
    let mut pen = sink.lend();
    let mut outer = [Open { is_object: false, left: 0 }; LEVELS];
    let (mut at, mut count) = (head, count);
    loop {
        let mut level = 0;
        let mut open = Open::at(tape, at);
        let [mut lead, _] = open.brackets();
        at += 2;
        if open.left == 0 {
            pen.empty(open.brackets());
            level = NONE;
        }
        while level != NONE {
            let inside = depth + level + 1;
            if open.left == 0 {
                let [_, last] = open.brackets();
                pen.close(last, inside - 1);
                level = level.wrapping_sub(1);
                if let Some(around) = outer.get(level) {
                    open = *around;
                }
                continue;
            }
            open.left -= 1;
            if open.is_object {
                let key = tape.word(at);
                if small(key) == INLINE {
                    let (start, end) = tape.inline_name(at, key);
                    pen.item(lead, inside);
                    pen.string(tape.text().as_bytes(), start, end);
                    pen.colon();
                    at += 2;
                } else {
                    pen.member(lead, inside, tape.keys(), payload(key) as u32);
                    at += 1;
                }
            } else {
                pen.item(lead, inside);
            }
            lead = b',';
            let after = scalar(tape, at, &mut pen);
            if after != CONTAINER {
                at = after;
                continue;
            }
            let inner = Open::at(tape, at);
            if inner.left == 0 {
                pen.empty(inner.brackets());
                at += 2;
            } else if let Some(slot) = outer.get_mut(level) {
                *slot = open;
                level += 1;
                open = inner;
                [lead, _] = open.brackets();
                at += 2;
            } else {
                sink.take_back(pen);
                (at, _) = containers(tape, at, 1, inside, sink);
                pen = sink.lend();
            }
        }
        count = count.saturating_sub(1);
        if count == 0 || tag_of(tape.word(at)) != Some(tag::OBJECT) {
            break;
        }
        pen.between();
    }
    sink.take_back(pen);
    (at, count)
}
