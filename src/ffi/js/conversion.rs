//! One conversion, from the words that JavaScript wrote to what it reads back.

use std::borrow::Cow;

use crate::convert::{Converter, Verdict};
use crate::error::Issue;
use crate::policy::UnsafeIntegers;
use crate::print::{self, Out};
use crate::render::Failure;
use crate::shape::Shapes;
use crate::tape::utf16::{self, BadOffset};
use crate::tape::{Keys, Tape, TapeBuf};
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
struct Judged<'a> {
    verdict: Verdict,
    /// The value as it was written, for the text.
    value: &'a Tape<'a>,
    /// The data that is sent, where there is any.
    data: &'a Tape<'a>,
}

/// What a conversion is given of [`Staging`], besides the value.
struct Room<'a> {
    stringed: &'a mut TapeBuf,
    changed: &'a mut TapeBuf,
    out: Results<'a>,
}

/// The buffers for results.
struct Results<'a> {
    texts: &'a mut Texts,
    data: &'a mut Out,
    spare: &'a mut Out,
}

impl Written {
    /// Writes what JavaScript needs to put a result together. Gives an `outcome`.
    pub fn answer(self, converter: &Converter, call: Call<'_>) -> u32 {
        let known = self.flags;
        self.lend(converter, |tape, room| {
            let shapes = self.shapes(converter, &call);
            if let Some(shapes) = shapes {
                let (frame, is_ascii) = (converter.frame(), known & flags::ASCII != 0);
                if frame.add_texts_if_sure(tape, shapes, is_ascii, room.out.texts) {
                    return outcome::SAME;
                }
            }
            let finish =
                |judged: Judged<'_>, out: Results<'_>| judged.answer(converter, call, known, out);
            self.judge(converter, tape, shapes.is_some(), room, finish)
        })
        .unwrap_or(outcome::AGAIN)
    }

    /// Writes the result as JSON. Gives an `outcome`.
    pub fn write(self, converter: &Converter, call: Call<'_>) -> u32 {
        self.lend(converter, |tape, mut room| {
            let shapes = self.shapes(converter, &call);
            if let Some(shapes) = shapes {
                let Results { data, spare, .. } = &mut room.out;
                if converter.frame().write_if_sure(tape, shapes, data, spare) {
                    return outcome::JSON;
                }
            }
            let finish = |judged: Judged<'_>, out: Results<'_>| judged.write(converter, call, out);
            self.judge(converter, tape, shapes.is_some(), room, finish)
        })
        .unwrap_or(outcome::AGAIN)
    }

    /// Everything that is wrong with the value. `None` where it has to be written again.
    pub fn issues(self, converter: &Converter) -> Option<Vec<Issue>> {
        self.lend(converter, |tape, room| {
            self.judge(converter, tape, false, room, |judged, _| judged.verdict.issues())
        })
    }

    /// Whether the value surely keeps the promise. False says nothing.
    pub fn surely_fits(self, converter: &Converter) -> bool {
        self.lend(converter, |tape, _| converter.surely_keeps(tape)).unwrap_or(false)
    }

    /// The same as [`Written::answer`] for a ready-made result.
    pub fn pass_through(self, converter: &Converter) -> u32 {
        let known = self.flags;
        self.lend(converter, |value, room| {
            let judged = Judged { verdict: converter.judge_ready(value), value, data: value };
            judged.answer(converter, Call::default(), known, room.out)
        })
        .unwrap_or(outcome::AGAIN)
    }

    /// The shapes by which to see whether the value is sent as it is, with its text, and nothing
    /// else is to be looked at.
    #[inline(always)]
    fn shapes<'c>(&self, converter: &'c Converter, call: &Call<'_>) -> Option<&'c Shapes> {
        let is_plain = self.flags & !flags::ASCII == 0 && call.is_empty();
        if is_plain { converter.plain_shapes() } else { None }
    }

    /// Lends the tape that was written and room for results. `None` where the value has to be written
    /// again.
    #[inline(always)]
    fn lend<T>(
        &self,
        converter: &Converter,
        use_it: impl FnOnce(&Tape<'_>, Room<'_>) -> T,
    ) -> Option<T> {
        Staging::with(|staging| {
            let Staging { words, bytes, stringed, changed, texts, data, spare } = staging;
            let tape = self.read(words, bytes, converter.keys())?;
            let out = Results { texts, data, spare };
            Some(use_it(&tape, Room { stringed, changed, out }))
        })
    }

    /// The tape that was written. Whether it makes sense remains to be seen; where there is none, it
    /// is empty, which makes none.
    #[inline(always)]
    fn read<'a>(&self, words: &'a mut [u64], bytes: &'a [u8], keys: &'a Keys) -> Option<Tape<'a>> {
        let words = words.get_mut(..self.words as usize).unwrap_or_default();
        let bytes = bytes.get(..self.bytes as usize).unwrap_or_default();
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        if self.flags & flags::ASCII == 0 {
            match utf16::offsets_to_bytes(words, text) {
                Ok(()) => {}
                Err(BadOffset::SplitsCharacter) => return None,
                Err(BadOffset::OutOfOrder) => return Some(Tape::foreign(&[], "", keys)),
            }
        }
        let tape = if self.flags & flags::ABSENT == 0 { Tape::foreign } else { Tape::lean };
        Some(tape(words, text, keys))
    }

    /// Judges the tool's value. `in_doubt` says that it was held against its shapes already.
    fn judge<T>(
        &self,
        converter: &Converter,
        value: &Tape<'_>,
        in_doubt: bool,
        room: Room<'_>,
        finish: impl FnOnce(Judged<'_>, Results<'_>) -> T,
    ) -> T {
        let Room { stringed, changed, out } = room;
        let keys = converter.keys();
        let unsafe_integers = self.flags & flags::UNSAFE_INTEGERS != 0 && converter.sends_data();
        if unsafe_integers && let Err(failure) = converter.believed(value) {
            let verdict = Verdict::Fail(failure);
            return finish(Judged { verdict, value, data: value }, out);
        }
        if unsafe_integers && converter.policy().unsafe_integers == UnsafeIntegers::Error {
            let issues = integers::unsafe_integer_issues(value.root());
            let verdict = Verdict::Fail(Failure::Issues(issues));
            return finish(Judged { verdict, value, data: value }, out);
        }
        stringed.clear();
        if unsafe_integers {
            integers::as_strings(value.root(), keys, stringed);
        }
        let stringed = stringed.tape(keys);
        let data = if unsafe_integers { &stringed } else { value };
        let verdict = match in_doubt {
            true => converter.judge_in_doubt(data, changed),
            false => converter.judge(data, changed),
        };
        match verdict {
            Verdict::Data if unsafe_integers => {
                finish(Judged { verdict: Verdict::Changed, value, data }, out)
            }
            verdict @ Verdict::Changed => {
                finish(Judged { verdict, value, data: &changed.tape(keys) }, out)
            }
            verdict => finish(Judged { verdict, value, data: value }, out),
        }
    }
}

impl Judged<'_> {
    /// Writes the result as JSON. Gives an `outcome`.
    fn write(self, converter: &Converter, call: Call<'_>, out: Results<'_>) -> u32 {
        converter.write_wire(&self.verdict, self.value, self.data, call, out.data, out.spare);
        outcome::JSON
    }

    /// Writes what JavaScript needs to put a result together. Gives an `outcome`.
    fn answer(
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
