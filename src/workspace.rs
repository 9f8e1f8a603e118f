//! Memory that is used again from call to call.

use std::cell::Cell;

use crate::print::Out;
use crate::tape::TapeBuf;
use crate::texts::Texts;

/// The buffers of one conversion.
#[derive(Default)]
pub struct Workspace {
    /// The value.
    pub value: TapeBuf,
    /// The value as it is sent, where that differs.
    pub changed: TapeBuf,
    /// The result as JSON.
    pub wire: Out,
    /// Data that is printed on the way to the result.
    pub data: Out,
    /// The texts of blocks, where they are wanted apart.
    pub texts: Texts,
}

thread_local! {
    static SPARE: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

impl Workspace {
    /// Buffers that grew beyond this many bytes are given back instead of kept.
    const KEPT: usize = 4 << 20;

    /// Lends the thread's workspace, or a fresh one where it is in use.
    pub fn with<T>(use_it: impl FnOnce(&mut Workspace) -> T) -> T {
        let mut work = SPARE.take().unwrap_or_default();
        let result = use_it(&mut work);
        if work.capacity() <= Self::KEPT {
            SPARE.set(Some(work));
        }
        result
    }

    fn capacity(&self) -> usize {
        let tapes = self.value.capacity() + self.changed.capacity();
        tapes + self.wire.capacity() + self.data.capacity() + self.texts.capacity()
    }
}
