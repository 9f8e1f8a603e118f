use std::collections::HashMap;

/// The member names that a converter knows, each with a number.
///
/// Names of the schema come first and stay; a host that writes tapes itself may have more names
/// learned, up to a limit, so that memory stays bounded.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    names: Vec<Box<str>>,
    ids: HashMap<Box<str>, u32>,
    /// How many names may be learned on top of those that were declared.
    room: usize,
}

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
        self.names.get(id as usize).map_or("", |name| name)
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
        self.names.push(name.into());
        self.ids.insert(name.into(), id);
        Some(id)
    }
}
