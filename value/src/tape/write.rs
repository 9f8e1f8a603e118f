use super::{INLINE, Key, Keys, LONG, Node, Origin, SINGLE, TAGGED, Tape, View, tag, word};

/// An owned tape that grows as a value is written to it, and is reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct TapeBuf {
    pub(super) words: Vec<u64>,
    pub(super) text: String,
    /// Whether a NaN or an infinity was written.
    has_non_finite: bool,
}

/// A place on a [`TapeBuf`] to close a container at, or to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    words: usize,
    text: usize,
}

impl Mark {
    pub(super) fn words(self) -> usize {
        self.words
    }
}

impl TapeBuf {
    /// An empty tape.
    pub const fn new() -> Self {
        TapeBuf { words: Vec::new(), text: String::new(), has_non_finite: false }
    }

    /// Empties the tape and keeps its memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.text.clear();
        self.has_non_finite = false;
    }

    /// The memory that the tape holds, in bytes.
    pub fn capacity(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.text.capacity()
    }

    /// The value that was written.
    pub fn tape<'a>(&'a self, keys: &'a Keys) -> Tape<'a> {
        Tape {
            words: &self.words,
            text: &self.text,
            keys,
            origin: Origin::Own,
            is_finite: !self.has_non_finite,
        }
    }

    /// The words of the tape, and the text behind them: what a host would hand over.
    pub fn parts(&self) -> (&[u64], &str) {
        (&self.words, &self.text)
    }

    /// The current end, to return to with [`TapeBuf::rollback`].
    pub fn mark(&self) -> Mark {
        Mark { words: self.words.len(), text: self.text.len() }
    }

    /// Takes back everything that was written since `mark`.
    pub fn rollback(&mut self, mark: Mark) {
        self.words.truncate(mark.words);
        self.text.truncate(mark.text);
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.words.push(word(tag::NULL, 0, 0));
    }

    /// Writes a boolean.
    pub fn boolean(&mut self, value: bool) {
        self.words.push(word(if value { tag::TRUE } else { tag::FALSE }, 0, 0));
    }

    /// Writes a double.
    pub fn float(&mut self, value: f64) {
        self.has_non_finite |= !value.is_finite();
        let bits = value.to_bits();
        self.words.push(if bits < TAGGED { bits } else { f64::NAN.to_bits() & !(1 << 63) });
    }

    /// Writes a number as a literal, which must be one of JSON.
    pub fn number(&mut self, literal: &str) {
        self.stretch(tag::NUMBER, literal);
    }

    /// Writes a string.
    pub fn string(&mut self, value: &str) {
        self.stretch(tag::STRING, value);
    }

    /// Writes the name of the next member.
    pub fn key(&mut self, keys: &Keys, name: &str) {
        match keys.id(name) {
            Some(id) => self.key_id(id),
            None => self.key_text(name),
        }
    }

    /// Writes a name from another tape with the same key table.
    pub(crate) fn key_of(&mut self, key: Key<'_>) {
        match key.id {
            Some(id) => self.key_id(id),
            None => self.key_text(key.name),
        }
    }

    pub(super) fn key_id(&mut self, id: u32) {
        self.words.push(word(tag::KEY, 0, id));
    }

    pub(super) fn key_text(&mut self, name: &str) {
        self.key_at(self.text.len(), name.len());
        self.text.push_str(name);
    }

    /// Writes a name that is in the text already.
    pub(super) fn key_at(&mut self, start: usize, length: usize) {
        self.words.push(word(tag::KEY, INLINE, start as u32));
        self.words.push(length as u64);
    }

    /// Opens an array; [`TapeBuf::close`] ends it.
    pub fn open_array(&mut self) -> Mark {
        self.open(tag::ARRAY)
    }

    /// Opens an array that stays in one block of text.
    pub fn open_set(&mut self) -> Mark {
        let mark = self.open(tag::ARRAY);
        if let Some(head) = self.words.get_mut(mark.words) {
            *head |= SINGLE << 32;
        }
        mark
    }

    /// Opens an object; [`TapeBuf::close`] ends it.
    pub fn open_object(&mut self) -> Mark {
        self.open(tag::OBJECT)
    }

    fn open(&mut self, tag: u64) -> Mark {
        let mark = self.mark();
        self.words.push(word(tag, 0, 0));
        self.words.push(0);
        mark
    }

    /// Closes the container opened at `mark`, which has `count` items or members.
    pub fn close(&mut self, mark: Mark, count: usize) {
        let end = self.words.len() as u64;
        if let Some([head, skip, ..]) = self.words.get_mut(mark.words..) {
            *head = *head >> 32 << 32 | count as u32 as u64;
            *skip = end;
        }
    }

    /// Copies a value from another tape with the same key table.
    pub fn copy(&mut self, node: Node<'_>) {
        match node.view() {
            View::Null => self.null(),
            View::Bool(value) => self.boolean(value),
            View::Number(super::Number::Float(value)) => self.float(value),
            View::Number(super::Number::Text(text)) => self.number(text),
            View::String(text) => self.string(text),
            View::Array(items) => {
                let mark = if items.is_single() { self.open_set() } else { self.open_array() };
                items.iter().for_each(|item| self.copy(item));
                self.close(mark, items.len());
            }
            View::Object(members) => {
                let mark = self.open_object();
                for (key, value) in members.iter() {
                    self.key_of(key);
                    self.copy(value);
                }
                self.close(mark, members.len());
            }
        }
    }

    fn stretch(&mut self, tag: u64, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.stretch_from(tag, start);
    }

    /// Writes a string or literal whose text is already behind `start`.
    pub(super) fn stretch_from(&mut self, tag: u64, start: usize) {
        self.stretch_at(tag, start, self.text.len() - start);
    }

    /// Writes a string or literal whose text is already there.
    #[inline]
    pub(super) fn stretch_at(&mut self, tag: u64, start: usize, length: usize) {
        let length = length as u64;
        if length < LONG {
            self.words.push(word(tag, length, start as u32));
        } else {
            self.words.push(word(tag, LONG, start as u32));
            self.words.push(length);
        }
    }
}
