use super::{INLINE, LONG, TAGGED, Tape, payload, small, tag, tag_of};

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

/// A container that is being walked.
struct Open {
    head: usize,
    end: usize,
    left: usize,
    object: bool,
}

/// Checks words that a host wrote: one value, containers that end where they say, text that
/// lies inside `text` on character boundaries, keys that exist, and at most `max_depth` levels.
pub fn verify(tape: &Tape<'_>, max_depth: usize) -> Result<(), BadTape> {
    let words = tape.words;
    let mut stack: Vec<Open> = Vec::new();
    let mut at = 0;
    loop {
        let bad = |at| move |reason| Err(BadTape { at, reason });
        if let Some(open) = stack.last_mut()
            && open.object
        {
            let Some(&key) = words.get(at) else { return bad(at)("a key is missing") };
            if tag_of(key) != Some(tag::KEY) {
                return bad(at)("a member without a key");
            }
            if small(key) == INLINE {
                let length = words.get(at + 1).copied().unwrap_or(u64::MAX);
                if !in_text(tape, payload(key), length) {
                    return bad(at)("a key outside the text");
                }
                at += 2;
            } else if payload(key) < tape.keys.len() {
                at += 1;
            } else {
                return bad(at)("an unknown key");
            }
        }
        let Some(&word) = words.get(at) else { return bad(at)("a value is missing") };
        match tag_of(word) {
            None | Some(tag::NULL | tag::FALSE | tag::TRUE) => at += 1,
            Some(kind @ (tag::STRING | tag::NUMBER)) => {
                let long = small(word) == LONG;
                let length = match long {
                    true => words.get(at + 1).copied().unwrap_or(u64::MAX),
                    false => small(word),
                };
                if !in_text(tape, payload(word), length) {
                    return bad(at)("text outside the tape");
                }
                if kind == tag::NUMBER && !is_literal(tape.slice(at, word)) {
                    return bad(at)("a number that is no JSON literal");
                }
                at += 1 + usize::from(long);
            }
            Some(tag::ARRAY | tag::OBJECT) => {
                if stack.len() >= max_depth {
                    return bad(at)("nested too deeply");
                }
                let end = words.get(at + 1).copied().unwrap_or(u64::MAX);
                if end > words.len() as u64 || (end as usize) < at + 2 || end >= TAGGED {
                    return bad(at)("a container that ends outside the tape");
                }
                let object = tag_of(word) == Some(tag::OBJECT);
                stack.push(Open { head: at, end: end as usize, left: payload(word), object });
                at += 2;
                if payload(word) > 0 {
                    continue;
                }
                if end as usize != at {
                    return bad(at)("an empty container with contents");
                }
                stack.pop();
            }
            _ => return bad(at)("a key where a value should be"),
        }
        // A value has ended; close what ends with it.
        loop {
            let Some(open) = stack.last_mut() else {
                return match at == words.len() {
                    true => Ok(()),
                    false => Err(BadTape { at, reason: "words after the value" }),
                };
            };
            open.left -= 1;
            if open.left > 0 {
                break;
            }
            if open.end != at {
                return Err(BadTape { at: open.head, reason: "a container that ends elsewhere" });
            }
            stack.pop();
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
            Err("an empty container with contents")
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
