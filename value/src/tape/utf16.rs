//! Tapes whose offsets count UTF-16 units, as JavaScript counts them.

use super::{ABSENT, INLINE, LONG, small, tag, tag_of};

/// Why offsets could not be turned into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOffset {
    /// A stretch of text begins or ends inside a character: two halves of a surrogate pair that
    /// belong to different strings stand side by side.
    SplitsCharacter,
    /// A stretch begins before the end of the last one, or ends after the text.
    OutOfOrder,
}

/// Turns offsets and lengths in UTF-16 units into bytes of `text`, in place.
///
/// The stretches of text must stand in the order of their words, as a walk over a value leaves
/// them. A length in the word itself must leave room for three bytes a unit.
pub fn offsets_to_bytes(words: &mut [u64], text: &str) -> Result<(), BadOffset> {
    let mut cursor = Cursor { text: text.as_bytes(), byte: 0, unit: 0 };
    let mut rest = words;
    while let Some((word, behind)) = rest.split_first_mut() {
        rest = behind;
        let length_follows = match tag_of(*word) {
            Some(tag::STRING | tag::NUMBER) => small(*word) == LONG,
            Some(tag::KEY) if small(*word) == INLINE => true,
            Some(tag::ARRAY | tag::OBJECT) => {
                rest = rest.get_mut(1..).unwrap_or_default();
                continue;
            }
            _ => continue,
        };
        if *word as u32 as usize == ABSENT && length_follows {
            rest = rest.get_mut(1..).unwrap_or_default();
            continue;
        }
        let start = cursor.advance_to(*word as u32 as usize)?;
        if length_follows {
            let Some((length, behind)) = rest.split_first_mut() else { return Ok(()) };
            rest = behind;
            let end = cursor.advance_by(*length as u32 as usize)?;
            *length = (end - start) as u64;
            *word = *word >> 32 << 32 | start as u64;
        } else {
            let end = cursor.advance_by(small(*word) as usize)?;
            let length = u16::try_from(end - start).map_err(|_| BadOffset::OutOfOrder)?;
            *word = *word >> 48 << 48 | u64::from(length) << 32 | start as u64;
        }
    }
    Ok(())
}

/// The number of UTF-16 units that text has, given as UTF-8.
pub fn units(text: &[u8]) -> usize {
    if text.is_ascii() { text.len() } else { text.iter().map(|byte| units_of(*byte)).sum() }
}

/// The number of bytes that the first `units` UTF-16 units of a text have, given as UTF-8.
pub fn bytes(text: &[u8], units: usize) -> usize {
    let mut left = units;
    let end = text.iter().position(|byte| {
        let units = units_of(*byte);
        let is_behind = left == 0 && units > 0;
        left = left.saturating_sub(units);
        is_behind
    });
    end.unwrap_or(text.len())
}

/// The units that a character has, at its first byte; 0 at every other byte.
#[inline(always)]
fn units_of(byte: u8) -> usize {
    usize::from(byte as i8 >= -64) + usize::from(byte >= 0xF0)
}

/// A place in UTF-8 text that is known in UTF-16 units, too.
struct Cursor<'t> {
    text: &'t [u8],
    byte: usize,
    unit: usize,
}

impl Cursor<'_> {
    /// Bytes that are counted at once.
    const BLOCK: usize = 32;

    fn advance_to(&mut self, unit: usize) -> Result<usize, BadOffset> {
        self.advance_by(unit.checked_sub(self.unit).ok_or(BadOffset::OutOfOrder)?)
    }

    /// Goes on by so many units and tells the byte that it arrives at.
    fn advance_by(&mut self, units: usize) -> Result<usize, BadOffset> {
        let mut left = units;
        // A block has at most one unit more than it has bytes: that of a character cut off.
        while left > Self::BLOCK
            && let Some(block) = self.text.get(self.byte..self.byte + Self::BLOCK)
        {
            left -= block.iter().map(|byte| units_of(*byte)).sum::<usize>();
            self.byte += Self::BLOCK;
        }
        loop {
            let here = self.text.get(self.byte).map(|byte| units_of(*byte));
            match here {
                // The bytes of a character that has been counted.
                Some(0) => self.byte += 1,
                _ if left == 0 => break,
                None => return Err(BadOffset::OutOfOrder),
                Some(units) => {
                    left = left.checked_sub(units).ok_or(BadOffset::SplitsCharacter)?;
                    self.byte += 1;
                }
            }
        }
        self.unit += units;
        Ok(self.byte)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Keys, Tape, verify, word};
    use super::*;

    /// Lays out `strings` as JavaScript does and reads them back.
    fn round_trip(strings: &[&str]) -> Vec<String> {
        let mut words = vec![word(tag::ARRAY, 0, strings.len() as u32), 0];
        let (mut text, mut unit) = (String::new(), 0);
        for string in strings {
            let length = string.encode_utf16().count();
            if length < 21_845 {
                words.push(word(tag::STRING, length as u64, unit));
            } else {
                words.push(word(tag::STRING, LONG, unit));
                words.push(length as u64);
            }
            unit += length as u32;
            text.push_str(string);
        }
        words[1] = words.len() as u64;
        assert_eq!(units(text.as_bytes()), unit as usize);
        assert_eq!(offsets_to_bytes(&mut words, &text), Ok(()));
        let keys = Keys::default();
        let tape = Tape::foreign(&words, &text, &keys);
        assert_eq!(verify(&tape, 1), Ok(()));
        let items = tape.root().as_array().unwrap();
        items.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn strings_of_every_width_come_back() {
        let long = "日本語テキスト 🌊 ".repeat(5_000);
        let edge = "語".repeat(21_844);
        let strings = [
            "",
            "plain",
            "é",
            "",
            "🌊",
            "a🌊b",
            &long,
            &edge,
            "\u{feff}",
            "plain text with more bytes than one block has, then 語🌊",
            "🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊",
            "end",
        ];
        assert_eq!(round_trip(&strings), strings);
        for shift in 0..40 {
            let (plain, wide) = ("x".repeat(shift), "🌊語é".repeat(20));
            let strings = [plain.as_str(), wide.as_str(), "tail"];
            assert_eq!(round_trip(&strings), strings);
        }
    }

    #[test]
    fn keys_numbers_and_raw_words_are_told_apart() {
        let text = "éa1";
        let mut words = [
            word(tag::OBJECT, 0, 2),
            7,
            word(tag::KEY, INLINE, 0),
            1,
            word(tag::NUMBER, 1, 2),
            word(tag::KEY, 0, 0),
            1.5f64.to_bits(),
        ];
        assert_eq!(offsets_to_bytes(&mut words, text), Ok(()));
        assert_eq!(words[2..5], [word(tag::KEY, INLINE, 0), 2, word(tag::NUMBER, 1, 3)]);
        let keys = Keys::new(["k"]);
        assert_eq!(verify(&Tape::foreign(&words, text, &keys), 1), Ok(()));
    }

    #[test]
    fn bad_offsets_are_told() {
        let split = |at, length| {
            offsets_to_bytes(&mut [word(tag::STRING, length, at)], "ab🌊").unwrap_err()
        };
        assert_eq!(split(0, 3), BadOffset::SplitsCharacter);
        assert_eq!(split(3, 1), BadOffset::SplitsCharacter);
        assert_eq!(split(0, 5), BadOffset::OutOfOrder);
        assert_eq!(split(9, 0), BadOffset::OutOfOrder);
        let mut backwards = [word(tag::STRING, 2, 0), word(tag::STRING, 1, 0)];
        assert_eq!(offsets_to_bytes(&mut backwards, "ab🌊"), Err(BadOffset::OutOfOrder));
        // Nonsense ends without a panic; `verify` refuses it.
        assert_eq!(offsets_to_bytes(&mut [word(tag::STRING, LONG, 0)], ""), Ok(()));
        assert_eq!(offsets_to_bytes(&mut [word(tag::ARRAY, 0, 0)], ""), Ok(()));
    }
}
