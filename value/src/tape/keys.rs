use std::collections::HashMap;

use crate::escape::escaped_part;
use crate::out::{CHUNK, Out};

/// The member names that a converter knows, each with a number.
///
/// Names of the schema come first and stay; a host that writes tapes itself may have more names
/// learned, up to a limit, so that memory stays bounded.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    names: Vec<Name>,
    ids: HashMap<Box<str>, u32>,
    /// Whether some name is not ASCII.
    has_others: bool,
    /// The number of `type`.
    type_id: Option<u32>,
    /// Where names are spelled.
    pen: Out,
    /// How many names may be learned on top of those that were declared.
    room: usize,
}

/// A member name, ready to be printed.
#[derive(Clone, Debug)]
struct Name {
    name: Box<str>,
    plain: Spelling,
    nested: Spelling,
}

/// A member name as it is printed: in quotes, escaped, with a colon and a space.
#[derive(Clone, Debug)]
pub(crate) struct Spelling {
    /// How long it is.
    pub length: usize,
    /// All of it, with spaces behind it; nothing that counts where it is longer.
    pub line: Line,
    /// All of it, where it is longer than a line.
    pub long: Vec<u8>,
}

/// What is written of a name at once.
pub(crate) type Line = [u8; 2 * CHUNK];

impl Spelling {
    const NONE: &Spelling = &Spelling { length: 0, line: [b' '; 2 * CHUNK], long: Vec::new() };

    fn new(spelled: &[u8]) -> Self {
        let mut line = [b' '; 2 * CHUNK];
        let short = line.get_mut(..spelled.len());
        let is_short = short.is_some();
        if let Some(short) = short {
            short.copy_from_slice(spelled);
        }
        let long: &[u8] = if is_short { &[] } else { spelled };
        Spelling { length: spelled.len(), line, long: long.into() }
    }

    /// How long the name in its quotes is, if some JSON begins with it.
    #[inline]
    pub(super) fn in_quotes(&self, json: &[u8]) -> Option<usize> {
        let length = self.length.checked_sub(COLON.len())?;
        if !self.long.is_empty() {
            return json.starts_with(self.long.get(..length)?).then_some(length);
        }
        let (mut rest, mut left) = (json, length);
        for chunk in self.line.as_chunks().0 {
            let found = u128::from_le_bytes(*rest.first_chunk()?);
            let count = left.min(CHUNK);
            let counted = u128::MAX >> (8 * (CHUNK - count));
            if (found ^ u128::from_le_bytes(*chunk)) & counted != 0 {
                return None;
            }
            left -= count;
            if left == 0 {
                return Some(length);
            }
            rest = rest.get(CHUNK..)?;
        }
        None
    }
}

/// What stands behind a name.
const COLON: &[u8] = b": ";

impl Keys {
    /// Longer names are not worth a place in the table.
    const LONGEST_LEARNED: usize = 64;
    const LEARNED: usize = 512;

    /// A table of the names in a schema.
    pub fn new<'s>(declared: impl IntoIterator<Item = &'s str>) -> Self {
        let mut keys = Keys { room: usize::MAX, ..Keys::default() };
        for name in declared {
            keys.learn(name);
        }
        keys.room = Self::LEARNED;
        keys
    }

    /// The number of a name, if the table has it.
    pub fn id(&self, name: &str) -> Option<u32> {
        self.ids.get(name).copied()
    }

    /// The name of a number; the empty string for a number that was never given out.
    #[inline(always)]
    pub fn name(&self, id: u32) -> &str {
        self.names.get(id as usize).map_or("", |name| &name.name)
    }

    /// The name of a number as it is printed.
    #[inline(always)]
    pub(crate) fn spelling(&self, id: u32) -> &Spelling {
        self.names.get(id as usize).map_or(Spelling::NONE, |name| &name.plain)
    }

    /// The name of a number as it is printed inside a JSON string.
    #[inline(always)]
    pub(crate) fn nested_spelling(&self, id: u32) -> &Spelling {
        self.names.get(id as usize).map_or(Spelling::NONE, |name| &name.nested)
    }

    fn spell(&mut self, name: &str, nested: bool) -> Spelling {
        self.pen.clear();
        let quote: &[u8] = if nested { b"\\\"" } else { b"\"" };
        self.pen.extend(quote);
        escaped_part(name.as_bytes(), 0, name.len(), nested, &mut self.pen);
        self.pen.extend(quote);
        self.pen.extend(COLON);
        Spelling::new(self.pen.as_bytes())
    }

    /// Whether all names are ASCII.
    pub(crate) fn are_ascii(&self) -> bool {
        !self.has_others
    }

    /// The number of `type`, if the table has it.
    pub(crate) fn type_id(&self) -> Option<u32> {
        self.type_id
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a name, which is added while there is room.
    pub fn learn(&mut self, name: &str) -> Option<u32> {
        if let Some(id) = self.id(name) {
            return Some(id);
        }
        if self.room == 0 || (self.room != usize::MAX && name.len() > Self::LONGEST_LEARNED) {
            return None;
        }
        if self.room != usize::MAX {
            self.room -= 1;
        }
        let id = self.names.len() as u32;
        self.has_others |= !name.is_ascii();
        if name == "type" {
            self.type_id = Some(id);
        }
        let (plain, nested) = (self.spell(name, false), self.spell(name, true));
        self.names.push(Name { name: name.into(), plain, nested });
        self.ids.insert(name.into(), id);
        Some(id)
    }
}
