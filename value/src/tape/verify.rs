use super::{ABSENT, INLINE, LONG, Origin, Tape, payload, small, tag, tag_of};

/// What is wrong with words that came from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTape {
    /// The word at fault.
    pub at: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl std::fmt::Display for BadTape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "malformed tape at word {}: {}", self.at, self.reason)
    }
}

impl std::error::Error for BadTape {}

/// Checks words that a host wrote: one value, containers that end where they say, text that
/// lies inside `text` on character boundaries, keys that exist, and at most `max_depth` levels.
pub fn verify(tape: &Tape<'_>, max_depth: usize) -> Result<(), BadTape> {
    read(tape, max_depth).map(|_| ())
}

/// Does so, and tells whether every number is finite.
fn read(tape: &Tape<'_>, max_depth: usize) -> Result<bool, BadTape> {
    let mut reader = Reader { believes: false, ..Reader::new(tape) };
    let end = reader.value(0, max_depth);
    match reader.bad {
        Some(bad) => Err(bad),
        None if end == tape.words.len() => Ok(!reader.has_non_finite),
        None => Err(BadTape { at: end, reason: "words after the value" }),
    }
}

impl<'a> Tape<'a> {
    /// The tape as one to believe: it was written here, or it has been verified.
    pub fn believed(&self, max_depth: usize) -> Result<Tape<'a>, BadTape> {
        match self.origin {
            Origin::Own => Ok(*self),
            Origin::Foreign => {
                let is_finite = read(self, max_depth)?;
                Ok(Tape { origin: Origin::Own, is_finite, ..*self })
            }
            // Without all of its text it never is.
            Origin::Lean => Err(BadTape { at: 0, reason: "text that stayed with the host" }),
        }
    }
}

/// Where a reader that met a fault goes on. It ends every loop.
pub(crate) const NOWHERE: usize = usize::MAX;

/// Reads words one after another and believes none that came from outside. Each step says where the
/// next one begins, or [`NOWHERE`].
pub(crate) struct Reader<'t> {
    tape: &'t Tape<'t>,
    words: &'t [u64],
    /// Whether the tape was written by this crate.
    believes: bool,
    is_lean: bool,
    /// The first fault. What is checked after it is of no interest, and ends soon.
    bad: Option<BadTape>,
    /// Whether a NaN or an infinity was met.
    has_non_finite: bool,
    /// How many values were read inside of others, since somebody last asked.
    pub(crate) parts: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(tape: &'t Tape<'t>) -> Self {
        let (believes, is_lean) = (tape.origin == Origin::Own, tape.origin == Origin::Lean);
        let words = tape.words;
        Reader { tape, words, believes, is_lean, bad: None, has_non_finite: false, parts: 0 }
    }

    /// Whether all of the value was read, from `start` to `end`, and it is JSON.
    pub(crate) fn has_ended_well(&self, start: usize, end: usize) -> bool {
        // There may be more on an own tape than one value.
        let is_all = self.believes || start > 0 || end == self.words.len();
        end != NOWHERE && is_all && !self.has_non_finite
    }

    /// Notes a fault.
    #[cold]
    fn fault(&mut self, at: usize, reason: &'static str) -> usize {
        self.bad.get_or_insert(BadTape { at, reason });
        NOWHERE
    }

    /// Reads the value at `at`, within which so many levels may be.
    #[inline]
    pub(crate) fn value(&mut self, at: usize, levels: usize) -> usize {
        let Some(&word) = self.words.get(at) else { return self.fault(at, "a value is missing") };
        match tag_of(word) {
            None => {
                self.has_non_finite |= !f64::from_bits(word).is_finite();
                at + 1
            }
            Some(tag::NULL | tag::FALSE | tag::TRUE) => at + 1,
            Some(tag::STRING) => self.text(at, word),
            Some(tag::ARRAY | tag::OBJECT) => self.container(at, word, levels),
            Some(tag::NUMBER) => self.literal(at, word),
            _ => self.fault(at, "a key where a value should be"),
        }
    }

    /// Reads a number that is text.
    pub(crate) fn literal(&mut self, at: usize, word: u64) -> usize {
        let after = self.text(at, word);
        match after == NOWHERE || self.believes || is_literal(self.tape.slice(at, word)) {
            true => after,
            false => self.fault(at, "a number that is no JSON literal"),
        }
    }

    /// Reads a string.
    #[inline(always)]
    pub(crate) fn text(&mut self, at: usize, word: u64) -> usize {
        let is_long = small(word) == LONG;
        let after = at + 1 + usize::from(is_long);
        if self.believes || (is_long && self.is_lean && payload(word) == ABSENT) {
            return after;
        }
        let length = match is_long {
            true => self.words.get(at + 1).copied().unwrap_or(u64::MAX),
            false => small(word),
        };
        match in_text(self.tape, payload(word), length) {
            true => after,
            false => self.fault(at, "text outside the tape"),
        }
    }

    /// Where the container at `head` ends, if that is inside the tape and it may hold so many values.
    #[inline(always)]
    pub(crate) fn end(&mut self, head: usize, count: usize) -> usize {
        let end = self.words.get(head + 1).copied().unwrap_or(u64::MAX);
        let is_inside = end <= self.words.len() as u64 && end as usize >= head + 2;
        match is_inside && count <= end as usize - head - 2 {
            true => end as usize,
            false => self.fault(head, "a container that ends outside the tape"),
        }
    }

    fn container(&mut self, head: usize, word: u64, levels: usize) -> usize {
        let Some(levels) = levels.checked_sub(1) else {
            return self.fault(head, "nested too deeply");
        };
        let count = payload(word);
        let end = self.end(head, count);
        if end == NOWHERE || (self.believes && self.tape.is_finite) {
            return end;
        }
        self.parts = self.parts.saturating_add(count);
        let is_object = tag_of(word) == Some(tag::OBJECT);
        let mut at = head + 2;
        for _ in 0..count {
            if is_object {
                at = self.key(at);
            }
            at = self.value(at, levels);
            if at == NOWHERE {
                return NOWHERE;
            }
        }
        if end != at {
            return self.fault(head, "a container that ends elsewhere");
        }
        at
    }

    /// Reads the name of a member.
    #[inline(always)]
    pub(crate) fn key(&mut self, at: usize) -> usize {
        let Some(&key) = self.words.get(at) else { return self.fault(at, "a key is missing") };
        if tag_of(key) != Some(tag::KEY) {
            return self.fault(at, "a member without a key");
        }
        if small(key) != INLINE {
            return match payload(key) < self.tape.keys.len() {
                true => at + 1,
                false => self.fault(at, "an unknown key"),
            };
        }
        let length = self.words.get(at + 1).copied().unwrap_or(u64::MAX);
        match in_text(self.tape, payload(key), length) {
            true => at + 2,
            false => self.fault(at, "a key outside the text"),
        }
    }
}

fn in_text(tape: &Tape<'_>, start: usize, length: u64) -> bool {
    let end = start as u64 + (length & u64::from(u32::MAX));
    length <= u64::from(u32::MAX) && tape.text.get(start..end as usize).is_some()
}

fn is_literal(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
        && text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::{Keys, TapeBuf, parse, word};
    use super::*;

    fn check(words: &[u64], text: &str) -> Result<(), &'static str> {
        let keys = Keys::new(["a"]);
        verify(&Tape::foreign(words, text, &keys), 4).map_err(|bad| bad.reason)
    }

    #[test]
    fn believes_what_the_parser_writes() {
        let (keys, mut tape) = (Keys::new(["a"]), TapeBuf::new());
        let json = r#"{"a":[1,2.5,{"b\"":"x"}],"c":{},"":[[],true,null]}"#;
        parse(json.as_bytes(), 8, &keys, &mut tape).unwrap();
        assert_eq!(verify(&tape.tape(&keys), 8), Ok(()));
    }

    #[test]
    fn what_is_sound_is_believed() {
        let keys = Keys::new(["a"]);
        let number = |number: f64| [number.to_bits()];
        for (number, is_finite) in [(number(1.0), true), (number(f64::INFINITY), false)] {
            let tape = Tape::foreign(&number, "", &keys).believed(4).unwrap();
            assert_eq!((tape.origin, tape.is_finite), (Origin::Own, is_finite));
            assert_eq!(tape.has_non_finite(), !is_finite);
            assert!(tape.believed(0).is_ok());
        }
        assert!(Tape::foreign(&[], "", &keys).believed(4).is_err());
        assert!(Tape::lean(&number(1.0), "", &keys).believed(4).is_err());
    }

    #[test]
    fn absent_strings_are_believed_where_they_may_be() {
        let keys = Keys::new(["a"]);
        let words = [word(tag::ARRAY, 0, 2), 5, word(tag::STRING, LONG, u32::MAX), 9, 1];
        let [lean, foreign] = [Tape::lean, Tape::foreign].map(|tape| tape(&words, "", &keys));
        assert_eq!(verify(&lean, 4), Ok(()));
        assert_eq!(verify(&foreign, 4).unwrap_err().reason, "text outside the tape");
    }

    #[test]
    fn refuses_every_kind_of_lie() {
        assert_eq!(check(&[], ""), Err("a value is missing"));
        assert_eq!(check(&[0, 0], ""), Err("words after the value"));
        assert_eq!(check(&[word(tag::KEY, 0, 0)], ""), Err("a key where a value should be"));
        assert_eq!(check(&[word(tag::STRING, 2, 0)], "é"), Ok(()));
        assert_eq!(check(&[word(tag::STRING, 1, 0)], "é"), Err("text outside the tape"));
        assert_eq!(check(&[word(tag::STRING, 3, 0)], "é"), Err("text outside the tape"));
        assert_eq!(check(&[word(tag::STRING, LONG, 0)], ""), Err("text outside the tape"));
        assert_eq!(
            check(&[word(tag::NUMBER, 2, 0)], "1 "),
            Err("a number that is no JSON literal")
        );
        assert_eq!(
            check(&[word(tag::NUMBER, 4, 0)], "null"),
            Err("a number that is no JSON literal")
        );
        assert_eq!(
            check(&[word(tag::ARRAY, 0, 1), 2], ""),
            Err("a container that ends outside the tape")
        );
        assert_eq!(
            check(&[word(tag::ARRAY, 0, 1), 9, 0], ""),
            Err("a container that ends outside the tape")
        );
        assert_eq!(
            check(&[word(tag::ARRAY, 0, 1), 1, 0], ""),
            Err("a container that ends outside the tape")
        );
        assert_eq!(
            check(&[word(tag::ARRAY, 0, 0), 3, 0], ""),
            Err("a container that ends elsewhere")
        );
        assert_eq!(check(&[word(tag::ARRAY, 0, 2), 4, 0, 0], ""), Ok(()));
        assert_eq!(
            check(&[word(tag::ARRAY, 0, 1), 4, 0, 0], ""),
            Err("a container that ends elsewhere")
        );
        assert_eq!(check(&[word(tag::OBJECT, 0, 1), 3, 0], ""), Err("a member without a key"));
        let object = |key| [word(tag::OBJECT, 0, 1), 4, key, 0];
        assert_eq!(check(&object(word(tag::KEY, 0, 0)), ""), Ok(()));
        assert_eq!(check(&object(word(tag::KEY, 0, 1)), ""), Err("an unknown key"));
        assert_eq!(check(&object(word(tag::KEY, INLINE, 9)), ""), Err("a key outside the text"));
        let deep: Vec<u64> = (0..5).flat_map(|_| [word(tag::ARRAY, 0, 1), 10]).collect();
        assert_eq!(check(&deep, ""), Err("nested too deeply"));
    }
}
