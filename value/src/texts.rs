//! The texts of a value's blocks, for hosts that put results together themselves.

use crate::blocks::{self, Blocks, FanOut, Leaf, fan_out};
use crate::out::Out;
use crate::print::{self, Layout};
use crate::tape::{Items, Node, utf16};

/// Texts one after another, and where each of them ends.
#[derive(Debug, Default)]
pub struct Texts {
    all: Out,
    ends: Vec<u32>,
    units: usize,
    is_known_ascii: bool,
}

impl Texts {
    /// Marks the end of a content block as JSON.
    pub const IS_BLOCK: u32 = 1 << 31;

    /// No texts.
    pub const fn new() -> Self {
        Texts { all: Out::new(), ends: Vec::new(), units: 0, is_known_ascii: false }
    }

    /// Forgets the texts and keeps the memory, unless it is more than `kept` bytes.
    #[inline(always)]
    pub fn clear(&mut self, kept: usize) {
        self.all.clear_down_to(kept);
        self.ends.clear();
        self.units = 0;
    }

    /// Adds what `print` prints; `is_block` for a content block as JSON.
    #[inline]
    pub fn add(&mut self, is_block: bool, print: impl FnOnce(&mut Out)) {
        let start = self.all.len();
        print(&mut self.all);
        self.units += match self.is_known_ascii {
            true => self.all.len() - start,
            false => utf16::units(self.all.as_bytes().get(start..).unwrap_or_default()),
        };
        let mark = if is_block { Self::IS_BLOCK } else { 0 };
        self.ends.push(self.units as u32 | mark);
    }

    /// Adds the blocks that a value becomes. `is_ascii` says that the text of its tape is.
    pub fn add_value(&mut self, value: Node<'_>, how: FanOut, is_ascii: bool) {
        self.is_known_ascii = is_ascii && value.tape().keys().are_ascii();
        fan_out(value, how, &mut Printed { layout: how.layout, texts: self });
        self.is_known_ascii = false;
    }

    /// The memory that is held, in bytes.
    pub fn capacity(&self) -> usize {
        self.all.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    /// All texts, as UTF-8.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        self.all.as_bytes()
    }

    /// Where each block ends in UTF-16 units; [`Texts::IS_BLOCK`] marks a content block as JSON.
    #[inline(always)]
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Where each block ends in bytes; [`Texts::IS_BLOCK`] marks a content block as JSON.
    pub fn ends_in_bytes(&self) -> Vec<u32> {
        if self.is_ascii() {
            return self.ends.clone();
        }
        let (mut rest, mut byte, mut unit) = (self.as_bytes(), 0, 0);
        let mut found = Vec::with_capacity(self.ends.len());
        for end in &self.ends {
            let units = (end & !Self::IS_BLOCK) - unit;
            let bytes = utf16::bytes(rest, units as usize);
            rest = rest.get(bytes..).unwrap_or_default();
            byte += bytes as u32;
            unit += units;
            found.push(byte | end & Self::IS_BLOCK);
        }
        found
    }

    /// Whether bytes and UTF-16 units are the same.
    #[inline(always)]
    pub fn is_ascii(&self) -> bool {
        self.all.len() == self.units
    }
}

struct Printed<'o> {
    layout: Layout,
    texts: &'o mut Texts,
}

impl<'a> Blocks<'a> for Printed<'_> {
    fn block(&mut self, leaf: Leaf<'a>) {
        let layout = self.layout;
        self.texts.add(matches!(leaf, Leaf::Block(_)), |out| match leaf {
            Leaf::Raw(raw) => out.extend(raw.as_bytes()),
            Leaf::Json(node) => print::text(node, layout, out),
            Leaf::Block(node) => blocks::write_block(node, out),
        });
    }

    fn objects(&mut self, items: &mut Items<'a>) {
        let Texts { all, ends, units, is_known_ascii } = self.texts;
        if *is_known_ascii && *units == all.len() {
            print::texts(items, self.layout, all, ends);
            *units = all.len();
        } else if let Some(item) = items.next() {
            self.block(Leaf::Json(item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    #[test]
    fn ends_are_in_units() {
        let (keys, mut tape) = (Keys::new(["é"]), TapeBuf::new());
        let json = r#"["a🦀",{"é":1},{"type":"text","text":"t"},null,"z"]"#;
        parse(json.as_bytes(), 8, &keys, &mut tape).unwrap();
        let tape = tape.tape(&keys);
        let how = FanOut {
            single: false,
            empty_as_text: false,
            known_blocks: 5,
            layout: Layout::COMPACT,
        };
        let mut texts = Texts::default();
        for _ in 0..2 {
            texts.clear(usize::MAX);
            texts.add_value(tape.root(), how, false);
            assert_eq!(
                String::from_utf8_lossy(texts.as_bytes()),
                r#"a🦀{"é":1}{"type":"text","text":"t"}z"#
            );
            assert_eq!(texts.ends(), [3, 10, 36 | Texts::IS_BLOCK, 37]);
            assert_eq!(texts.ends_in_bytes(), [5, 13, 39 | Texts::IS_BLOCK, 40]);
            assert!(!texts.is_ascii());
        }
    }
}
