//! One conversion, from the words that JavaScript wrote to what it reads back.

use std::borrow::Cow;

use crate::convert::{Converter, Verdict};
use crate::policy::UnsafeIntegers;
use crate::print::{self, Out};
use crate::render::Failure;
use crate::tape::utf16::{self, BadOffset};
use crate::tape::{Keys, Tape};
use crate::texts::Texts;
use crate::wire::Call;

use super::integers;
use super::staging::Staging;

/// What JavaScript knows of the value that it wrote, as bits. `pkg/lib/walker.js` sets them.
mod flags {
    /// The text is ASCII, so that offsets in UTF-16 units are bytes.
    pub const ASCII: u32 = 1;
    /// The caller's own value is not its own JSON: structured data is wanted as JSON.
    pub const CONVERTED: u32 = 2;
    /// There is an integer that no double holds.
    pub const UNSAFE_INTEGERS: u32 = 4;
    /// Long strings stayed with JavaScript; such a value can be checked, and no more.
    pub const ABSENT: u32 = 8;
}

/// What became of a value. `OUTCOME` in `pkg/lib/converter.js`.
pub mod outcome {
    /// Text alone.
    pub const TEXT: u32 = 0;
    /// The caller's own value is the structured data, or the whole result.
    pub const SAME: u32 = 1;
    /// The structured data, or the whole result, is in `data` as JSON.
    pub const JSON: u32 = 2;
    /// The one text block says what is wrong.
    pub const ERROR: u32 = 3;
    /// Lone surrogates of neighbouring strings have met. The value has to be written again, with
    /// each string made well-formed on its own.
    pub const AGAIN: u32 = 4;
    /// Added where the value is a whole result.
    pub const READY: u32 = 8;
}

/// How much JavaScript has written, and what it knows of it.
pub struct Written {
    pub words: u32,
    pub bytes: u32,
    pub flags: u32,
}

/// A value with its verdict.
pub struct Judged<'a> {
    pub verdict: Verdict,
    /// The value as it was written, for the text.
    value: &'a Tape<'a>,
    /// The data that is sent, where there is any.
    data: &'a Tape<'a>,
}

/// The buffers for results, of [`Staging`].
pub struct Results<'a> {
    texts: &'a mut Texts,
    data: &'a mut Out,
    spare: &'a mut Out,
}

/// Why there is no tape to judge.
enum NoTape {
    Again,
    Malformed(String),
}

impl Written {
    /// Judges the tool's value. `None` where it has to be written again.
    pub fn judge<T>(
        self,
        converter: &Converter,
        finish: impl FnOnce(Judged<'_>, Results<'_>) -> T,
    ) -> Option<T> {
        Staging::with(|staging| {
            let Staging { words, bytes, stringed, changed, texts, data, spare } = staging;
            let out = Results { texts, data, spare };
            let keys = converter.keys();
            let value = &match self.read(words, bytes, keys) {
                Ok(tape) => tape,
                Err(no_tape) => return no_tape.finish(keys, out, finish),
            };
            let unsafe_integers =
                self.flags & flags::UNSAFE_INTEGERS != 0 && converter.sends_data();
            if unsafe_integers && let Err(failure) = converter.distrust(value) {
                let verdict = Verdict::Fail(failure);
                return Some(finish(Judged { verdict, value, data: value }, out));
            }
            if unsafe_integers && converter.policy().unsafe_integers == UnsafeIntegers::Error {
                let issues = integers::unsafe_integer_issues(value.root());
                let verdict = Verdict::Fail(Failure::Issues(issues));
                return Some(finish(Judged { verdict, value, data: value }, out));
            }
            stringed.clear();
            if unsafe_integers {
                integers::as_strings(value.root(), keys, stringed);
            }
            let stringed = stringed.tape(keys);
            let data = if unsafe_integers { &stringed } else { value };
            Some(match converter.judge(data, changed) {
                Verdict::Data if unsafe_integers => {
                    finish(Judged { verdict: Verdict::Changed, value, data }, out)
                }
                verdict @ Verdict::Changed => {
                    finish(Judged { verdict, value, data: &changed.tape(keys) }, out)
                }
                verdict => finish(Judged { verdict, value, data: value }, out),
            })
        })
    }

    /// Whether the value surely keeps the promise. False says nothing.
    pub fn surely_fits(self, converter: &Converter) -> bool {
        Staging::with(|staging| {
            let tape = self.read(&mut staging.words, &staging.bytes, converter.keys());
            tape.is_ok_and(|tape| converter.surely_keeps(&tape))
        })
    }

    /// Judges a ready-made result.
    pub fn judge_ready<T>(
        self,
        converter: &Converter,
        finish: impl FnOnce(Judged<'_>, Results<'_>) -> T,
    ) -> Option<T> {
        Staging::with(|staging| {
            let Staging { words, bytes, texts, data, spare, .. } = staging;
            let out = Results { texts, data, spare };
            match self.read(words, bytes, converter.keys()) {
                Ok(value) => {
                    let verdict = converter.judge_ready(&value);
                    Some(finish(Judged { verdict, value: &value, data: &value }, out))
                }
                Err(no_tape) => no_tape.finish(converter.keys(), out, finish),
            }
        })
    }

    /// The tape that was written. Whether it makes sense remains to be seen.
    fn read<'a>(
        &self,
        words: &'a mut [u64],
        bytes: &'a [u8],
        keys: &'a Keys,
    ) -> Result<Tape<'a>, NoTape> {
        let malformed = |reason: &str| NoTape::Malformed(format!("malformed tape: {reason}"));
        let words = words.get_mut(..self.words as usize).ok_or_else(|| malformed("no words"))?;
        let bytes = bytes.get(..self.bytes as usize).ok_or_else(|| malformed("no bytes"))?;
        let text = std::str::from_utf8(bytes).map_err(|_| malformed("not UTF-8"))?;
        if self.flags & flags::ASCII == 0 {
            utf16::offsets_to_bytes(words, text).map_err(|bad| match bad {
                BadOffset::SplitsCharacter => NoTape::Again,
                BadOffset::OutOfOrder => malformed("text out of order"),
            })?;
        }
        let tape = if self.flags & flags::ABSENT == 0 { Tape::foreign } else { Tape::lean };
        Ok(tape(words, text, keys))
    }
}

impl NoTape {
    fn finish<T>(
        self,
        keys: &Keys,
        out: Results<'_>,
        finish: impl FnOnce(Judged<'_>, Results<'_>) -> T,
    ) -> Option<T> {
        let NoTape::Malformed(reason) = self else { return None };
        let empty = &Tape::foreign(&[], "", keys);
        let verdict = Verdict::Fail(Failure::unfit(reason));
        Some(finish(Judged { verdict, value: empty, data: empty }, out))
    }
}

impl Judged<'_> {
    /// Writes the result as JSON. Gives an `outcome`.
    pub fn write(self, converter: &Converter, call: Call<'_>, out: Results<'_>) -> u32 {
        converter.write_wire(&self.verdict, self.value, self.data, call, out.data, out.spare);
        outcome::JSON
    }

    /// Writes what JavaScript needs to put a result together. Gives an `outcome`.
    pub fn answer(
        self,
        converter: &Converter,
        call: Call<'_>,
        known: u32,
        mut out: Results<'_>,
    ) -> u32 {
        if let Some(failure) = self.failure(converter, call, &mut out) {
            write_text(&converter.error_text(&failure), out.texts);
            return outcome::ERROR;
        }
        let data = out.data;
        let mut send = |tape: &Tape<'_>, is_own: bool| {
            if is_own && known & flags::CONVERTED == 0 {
                return outcome::SAME;
            }
            print::compact(tape.root(), data);
            outcome::JSON
        };
        let sent = match &self.verdict {
            Verdict::Ready => return outcome::READY | send(self.value, true),
            Verdict::Data => send(self.value, true),
            Verdict::Changed => send(self.data, false),
            Verdict::Text | Verdict::Fail(_) => outcome::TEXT,
        };
        match call.text {
            Some(text) => write_text(text, out.texts),
            None => {
                let is_ascii = known & flags::ASCII != 0;
                converter.print_texts(self.value, is_ascii, out.texts);
            }
        }
        sent
    }

    /// What is wrong with the value, or with the size of its result.
    fn failure(
        &self,
        converter: &Converter,
        call: Call<'_>,
        out: &mut Results<'_>,
    ) -> Option<Cow<'_, Failure>> {
        if let Verdict::Fail(failure) = &self.verdict {
            return Some(Cow::Borrowed(failure));
        }
        converter.policy().max_bytes?;
        let Results { data, spare, .. } = out;
        converter.write_unlimited(&self.verdict, self.value, self.data, call, data, spare);
        let failure = converter.oversize(data.len());
        data.clear();
        failure.map(Cow::Owned)
    }
}

/// Writes an error result: its text as the one block, or all of it as JSON.
pub fn fail(converter: &Converter, failure: &Failure, to_bytes: bool, staging: &mut Staging) {
    let Staging { texts, data, .. } = staging;
    if to_bytes {
        converter.write_failure(failure, data);
    } else {
        write_text(&converter.error_text(failure), texts);
    }
}

/// Writes one block.
fn write_text(block: &str, texts: &mut Texts) {
    texts.add(false, |out| out.extend(block.as_bytes()));
}
