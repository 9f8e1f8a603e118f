//! A JSON value as a flat array of 64-bit words: the core's one representation of a value.
//!
//! A [`Tape`] borrows two runs of memory: the words, and the text that strings and number
//! literals point into. Nothing is allocated per node, and a host can write the words itself.
//!
//! | word | meaning |
//! | --- | --- |
//! | any `f64` up to and including the canonical NaN | a number that is its own value |
//! | tag 0, offset, length | a number as it was written, in the text |
//! | tag 1, 2, 3 | `null`, `false`, `true` |
//! | tag 4, offset, length | a string |
//! | tag 5, count; next word: end | an array; `end` is the index one past its last word; `small` is 1 for one that stays in one block of text (a set) |
//! | tag 6, count; next word: end | an object; every member is a key and a value |
//! | tag 7, id | a key of the [`Keys`] table |
//! | tag 7, offset, marked inline; next word: length | a key that the table does not know |
//!
//! A string whose offset is [`ABSENT`] is known by its type alone: its host keeps the text.
//!
//! A tagged word is `0xFFF8 | tag`, a 16-bit `small` field and a 32-bit payload, from the top. The
//! length of a string or number stands in `small`, or in the next word where `small` is
//! [`LONG`]. Reading never panics: a word outside the tape reads as `null`.

mod keys;
pub mod lookup;
mod number;
mod parse;
pub mod utf16;
mod value;
mod verify;
mod write;

pub use keys::Keys;
pub(crate) use keys::Spelling;
pub use number::Number;
pub use parse::{ParseError, ParseReason, parse};
pub use value::TooDeep;
pub use verify::{BadTape, verify};
pub(crate) use verify::{NOWHERE, Reader};
pub use write::{Mark, TapeBuf};

/// Words at or above this value are tagged; everything below is an `f64`.
pub(crate) const TAGGED: u64 = 0xFFF8 << 48;
/// `small` of a string or number whose length stands in the next word.
pub(crate) const LONG: u64 = 0xFFFF;
/// `small` of a key that is spelled out in the text.
pub(crate) const INLINE: u64 = 1;

/// `small` of an array that stays in one block of text, as a set does.
pub(crate) const SINGLE: u64 = 1;

/// The offset of a string whose text stayed with the host.
pub(crate) const ABSENT: usize = u32::MAX as usize;

/// The tags, in bits 48–50 of a tagged word.
pub(crate) mod tag {
    pub const NUMBER: u64 = 0;
    pub const NULL: u64 = 1;
    pub const FALSE: u64 = 2;
    pub const TRUE: u64 = 3;
    pub const STRING: u64 = 4;
    pub const ARRAY: u64 = 5;
    pub const OBJECT: u64 = 6;
    pub const KEY: u64 = 7;
}

/// Builds a tagged word.
pub(crate) const fn word(tag: u64, small: u64, payload: u32) -> u64 {
    TAGGED | tag << 48 | small << 32 | payload as u64
}

/// The tag of a word, or `None` for a plain `f64`.
pub(crate) const fn tag_of(word: u64) -> Option<u64> {
    if word < TAGGED { None } else { Some(word >> 48 & 7) }
}

pub(crate) const fn small(word: u64) -> u64 {
    word >> 32 & 0xFFFF
}

pub(crate) const fn payload(word: u64) -> usize {
    word as u32 as usize
}

/// A value on loan: words, text and the table of known keys.
#[derive(Clone, Copy, Debug)]
pub struct Tape<'a> {
    words: &'a [u64],
    text: &'a str,
    keys: &'a Keys,
    origin: Origin,
    /// Whether every number is known to be finite.
    is_finite: bool,
}

/// Who wrote a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// This crate, or one that has been verified: it is well formed.
    Own,
    /// A host, and nobody has looked.
    Foreign,
    /// A host that may keep the text of some strings.
    Lean,
}

impl<'a> Tape<'a> {
    /// A tape that somebody else wrote. Reading it does no harm, but [`verify`] says whether it makes
    /// sense.
    #[inline(always)]
    pub fn foreign(words: &'a [u64], text: &'a str, keys: &'a Keys) -> Self {
        Tape { words, text, keys, origin: Origin::Foreign, is_finite: false }
    }

    /// The same where the text of some strings stayed with its host. It can be held against shapes, and
    /// not printed.
    #[inline(always)]
    pub fn lean(words: &'a [u64], text: &'a str, keys: &'a Keys) -> Self {
        Tape { origin: Origin::Lean, ..Tape::foreign(words, text, keys) }
    }

    /// The value that the tape holds.
    pub fn root(&'a self) -> Node<'a> {
        Node { tape: self, at: 0 }
    }

    pub(crate) fn node(&'a self, at: usize) -> Node<'a> {
        Node { tape: self, at }
    }

    /// So many items, the first of which is at `at`.
    pub(crate) fn items(&'a self, at: usize, left: usize) -> Items<'a> {
        Items { next: self.node(at), left }
    }

    /// The value that was begun at `mark`.
    pub fn at(&'a self, mark: Mark) -> Node<'a> {
        Node { tape: self, at: mark.words() }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no value on the tape.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The table of known keys.
    pub fn keys(&self) -> &'a Keys {
        self.keys
    }

    /// All the text behind strings and number literals.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Whether all that text is ASCII.
    pub fn is_ascii(&self) -> bool {
        // In a fold, which compilers make vectors of.
        self.text.bytes().fold(0, |all, byte| all | byte) < 128
    }

    /// Whether a NaN or an infinity is among the numbers.
    pub fn has_non_finite(&self) -> bool {
        const EXPONENT: u64 = 0x7FF << 52;
        let is_odd = |word: &u64| *word < TAGGED && word & EXPONENT == EXPONENT;
        !self.is_finite && self.words.iter().any(is_odd)
    }

    /// Whether some object may have a member called `type`: it has one that is spelled out, or the
    /// table has the name.
    pub(crate) fn may_have_type(&self) -> bool {
        let inline = word(tag::KEY, INLINE, 0);
        self.keys.type_id().is_some() || self.words.iter().any(|word| word >> 32 << 32 == inline)
    }

    /// Where the string or number literal at `at` begins and ends in the text, and the index behind
    /// it on the tape.
    #[inline(always)]
    pub(crate) fn stretch(&self, at: usize, word: u64) -> (usize, usize, usize) {
        let start = payload(word);
        let is_long = small(word) == LONG;
        let length = if is_long { payload(self.word(at + 1)) } else { small(word) as usize };
        (start, start.wrapping_add(length), at + 1 + usize::from(is_long))
    }

    /// Where the name that is spelled out at `at` begins and ends in the text.
    #[inline(always)]
    pub(crate) fn inline_name(&self, at: usize, word: u64) -> (usize, usize) {
        let start = payload(word);
        (start, start.wrapping_add(payload(self.word(at + 1))))
    }

    #[inline(always)]
    pub(crate) fn word(&self, at: usize) -> u64 {
        match self.words.get(at) {
            Some(word) => *word,
            None => word(tag::NULL, 0, 0),
        }
    }

    #[inline(always)]
    fn slice(&self, at: usize, word: u64) -> &'a str {
        let (start, end, _) = self.stretch(at, word);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The index after the value at `at`.
    #[inline(always)]
    fn after(&self, at: usize) -> usize {
        let word = self.word(at);
        match tag_of(word) {
            Some(tag::ARRAY | tag::OBJECT) => payload(self.word(at + 1)).max(at + 2),
            Some(tag::STRING | tag::NUMBER) if small(word) == LONG => at + 2,
            _ => at + 1,
        }
    }
}

/// One value on a [`Tape`]. Copying it is free.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tape: &'a Tape<'a>,
    at: usize,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_value())
    }
}

/// What a [`Node`] is.
#[derive(Clone, Copy)]
pub enum View<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number<'a>),
    /// A string.
    String(&'a str),
    /// An array.
    Array(Array<'a>),
    /// An object.
    Object(Object<'a>),
}

impl<'a> Node<'a> {
    /// What the node is, ready to match on.
    #[inline(always)]
    pub fn view(self) -> View<'a> {
        let word = self.tape.word(self.at);
        match tag_of(word) {
            None => View::Number(Number::Float(f64::from_bits(word))),
            Some(tag::NUMBER) => View::Number(Number::Text(self.tape.slice(self.at, word))),
            Some(tag::FALSE) => View::Bool(false),
            Some(tag::TRUE) => View::Bool(true),
            Some(tag::STRING) => View::String(self.tape.slice(self.at, word)),
            Some(tag::ARRAY) => View::Array(Array {
                first: self.child(2),
                len: payload(word),
                single: small(word) == SINGLE,
            }),
            Some(tag::OBJECT) => View::Object(Object { first: self.child(2), len: payload(word) }),
            _ => View::Null,
        }
    }

    /// Where the node stands on its tape; unique among the nodes of one tape.
    pub fn index(self) -> usize {
        self.at
    }

    /// The tape that the node stands on.
    pub fn tape(self) -> &'a Tape<'a> {
        self.tape
    }

    /// The number of words that the node takes, with everything in it.
    pub fn size(self) -> usize {
        self.tape.after(self.at).saturating_sub(self.at)
    }

    /// The string, if the node is one.
    pub fn as_str(self) -> Option<&'a str> {
        match self.view() {
            View::String(text) => Some(text),
            _ => None,
        }
    }

    /// The object, if the node is one.
    pub fn as_object(self) -> Option<Object<'a>> {
        match self.view() {
            View::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The array, if the node is one.
    pub fn as_array(self) -> Option<Array<'a>> {
        match self.view() {
            View::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Whether the node is `null`.
    pub fn is_null(self) -> bool {
        matches!(self.view(), View::Null)
    }

    /// Whether the node is a string whose text is not here.
    pub(crate) fn is_absent(self) -> bool {
        let word = self.tape.word(self.at);
        tag_of(word) == Some(tag::STRING) && payload(word) == ABSENT
    }

    /// The name of the node's JSON type, as JSON Schema spells it (`number` for every number).
    pub fn json_type(self) -> &'static str {
        match self.view() {
            View::Null => "null",
            View::Bool(_) => "boolean",
            View::Number(_) => "number",
            View::String(_) => "string",
            View::Array(_) => "array",
            View::Object(_) => "object",
        }
    }

    #[inline(always)]
    fn child(self, offset: usize) -> Node<'a> {
        Node { tape: self.tape, at: self.at + offset }
    }

    #[inline(always)]
    fn next(self) -> Node<'a> {
        Node { tape: self.tape, at: self.tape.after(self.at) }
    }
}

/// The items of an array, in order.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    first: Node<'a>,
    len: usize,
    single: bool,
}

impl<'a> Array<'a> {
    /// The number of items.
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Whether the array stays in one block of text, as a set does.
    pub fn is_single(self) -> bool {
        self.single
    }

    /// The items.
    pub fn iter(self) -> Items<'a> {
        Items { next: self.first, left: self.len }
    }
}

/// Iterator over the items of an [`Array`].
#[derive(Clone)]
pub struct Items<'a> {
    next: Node<'a>,
    left: usize,
}

impl<'a> Iterator for Items<'a> {
    type Item = Node<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Node<'a>> {
        self.left = self.left.checked_sub(1)?;
        let item = self.next;
        self.next = item.next();
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// The members of an object, in order.
#[derive(Clone, Copy)]
pub struct Object<'a> {
    first: Node<'a>,
    len: usize,
}

/// The name of a member.
#[derive(Clone, Copy)]
pub struct Key<'a> {
    /// Its number in the [`Keys`] table; a key without one is in no schema of the converter.
    pub id: Option<u32>,
    /// How it is spelled.
    pub name: &'a str,
}

impl<'a> Object<'a> {
    /// The number of members.
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The members.
    pub fn iter(self) -> Members<'a> {
        Members { next: self.first, left: self.len }
    }

    /// The value of the member called `name`.
    pub fn get(self, name: &str) -> Option<Node<'a>> {
        self.iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }

    /// The value of the first member.
    pub(crate) fn first(self) -> Option<Node<'a>> {
        self.iter().next().map(|(_, value)| value)
    }

    /// The value of the member called `type`, for who asks every object.
    #[inline(always)]
    pub(crate) fn get_type(self) -> Option<Node<'a>> {
        let known = self.first.tape.keys.type_id();
        let is_type = |key: &Key<'_>| match key.id {
            Some(_) => key.id == known,
            None => key.name == "type",
        };
        self.iter().find(|(key, _)| is_type(key)).map(|(_, value)| value)
    }
}

/// Iterator over the members of an [`Object`].
pub struct Members<'a> {
    next: Node<'a>,
    left: usize,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, Node<'a>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Key<'a>, Node<'a>)> {
        self.left = self.left.checked_sub(1)?;
        let at = self.next;
        let tape = at.tape;
        let word = tape.word(at.at);
        let (key, value) = if small(word) == INLINE {
            let (start, end) = tape.inline_name(at.at, word);
            let name = tape.text.get(start..end).unwrap_or_default();
            (Key { id: None, name }, at.child(2))
        } else {
            let id = payload(word) as u32;
            (Key { id: Some(id), name: tape.keys.name(id) }, at.child(1))
        };
        self.next = value.next();
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
