use super::{ABSENT, INLINE, LONG, Tape, payload, small, tag, tag_of};

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
    check(tape, max_depth, false)
}

/// The same for a tape whose host may keep the text of some strings. It can be held against shapes,
/// and not printed.
pub fn verify_lean(tape: &Tape<'_>, max_depth: usize) -> Result<(), BadTape> {
    check(tape, max_depth, true)
}

fn check(tape: &Tape<'_>, max_depth: usize, is_lean: bool) -> Result<(), BadTape> {
    let mut check = Check { tape, words: tape.words, is_lean, bad: None };
    let end = check.value(0, max_depth);
    match check.bad {
        Some(bad) => Err(bad),
        None if end == tape.words.len() => Ok(()),
        None => Err(BadTape { at: end, reason: "words after the value" }),
    }
}

struct Check<'t> {
    tape: &'t Tape<'t>,
    words: &'t [u64],
    is_lean: bool,
    /// The first fault. What is checked after it is of no interest, and ends soon.
    bad: Option<BadTape>,
}

impl Check<'_> {
    /// Notes a fault; the index ends every loop.
    #[cold]
    fn fault(&mut self, at: usize, reason: &'static str) -> usize {
        self.bad.get_or_insert(BadTape { at, reason });
        usize::MAX
    }

    /// Checks the value at `at`, within which so many levels may be; the index behind it.
    #[inline]
    fn value(&mut self, at: usize, levels: usize) -> usize {
        let Some(&word) = self.words.get(at) else { return self.fault(at, "a value is missing") };
        match tag_of(word) {
            None | Some(tag::NULL | tag::FALSE | tag::TRUE) => at + 1,
            Some(tag::STRING) if self.may_be_absent(word) => at + 2,
            Some(tag::STRING) => self.text(at, word),
            Some(tag::ARRAY | tag::OBJECT) => self.container(at, word, levels),
            Some(tag::NUMBER) => {
                let after = self.text(at, word);
                match after == usize::MAX || is_literal(self.tape.slice(at, word)) {
                    true => after,
                    false => self.fault(at, "a number that is no JSON literal"),
                }
            }
            _ => self.fault(at, "a key where a value should be"),
        }
    }

    #[inline(always)]
    fn may_be_absent(&self, word: u64) -> bool {
        self.is_lean && payload(word) == ABSENT && small(word) == LONG
    }

    #[inline(always)]
    fn text(&mut self, at: usize, word: u64) -> usize {
        let is_long = small(word) == LONG;
        let length = match is_long {
            true => self.words.get(at + 1).copied().unwrap_or(u64::MAX),
            false => small(word),
        };
        if !in_text(self.tape, payload(word), length) {
            return self.fault(at, "text outside the tape");
        }
        at + 1 + usize::from(is_long)
    }

    fn container(&mut self, head: usize, word: u64, levels: usize) -> usize {
        let Some(levels) = levels.checked_sub(1) else {
            return self.fault(head, "nested too deeply");
        };
        let end = self.words.get(head + 1).copied().unwrap_or(u64::MAX);
        let is_inside = end <= self.words.len() as u64 && end as usize >= head + 2;
        if !is_inside {
            return self.fault(head, "a container that ends outside the tape");
        }
        let is_object = tag_of(word) == Some(tag::OBJECT);
        let mut at = head + 2;
        for _ in 0..payload(word) {
            if is_object {
                at = self.key(at);
            }
            at = self.value(at, levels);
            if at == usize::MAX {
                return at;
            }
        }
        if end as usize != at {
            return self.fault(head, "a container that ends elsewhere");
        }
        at
    }

    #[inline(always)]
    fn key(&mut self, at: usize) -> usize {
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
        verify(&Tape::new(words, text, &keys), 4).map_err(|bad| bad.reason)
    }

    #[test]
    fn believes_what_the_parser_writes() {
        let (keys, mut tape) = (Keys::new(["a"]), TapeBuf::new());
        let json = r#"{"a":[1,2.5,{"b\"":"x"}],"c":{},"":[[],true,null]}"#;
        parse(json.as_bytes(), 8, &keys, &mut tape).unwrap();
        assert_eq!(verify(&tape.tape(&keys), 8), Ok(()));
    }

    #[test]
    fn absent_strings_are_believed_where_they_may_be() {
        let keys = Keys::new(["a"]);
        let words = [word(tag::ARRAY, 0, 2), 5, word(tag::STRING, LONG, u32::MAX), 9, 1];
        let tape = Tape::new(&words, "", &keys);
        assert_eq!(verify_lean(&tape, 4), Ok(()));
        let reason = verify(&tape, 4).unwrap_err().reason;
        assert_eq!(reason, "text outside the tape");
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
        assert_eq!(check(&[word(tag::ARRAY, 0, 1), 2], ""), Err("a value is missing"));
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
