//! The memory that JavaScript writes values to and reads results from.

use std::cell::{Cell, RefCell};

use crate::print::Out;
use crate::tape::{TapeBuf, utf16};

/// Everything of a conversion that is used again from call to call, one for all converters.
///
/// JavaScript writes a tape into `words` and `bytes` (`pkg/lib/walker.js`). Both are as long as
/// their memory, so that what it wrote is there, and what it did not write is zero or left over,
/// nothing worse.
#[derive(Default)]
pub struct Staging {
    pub words: Vec<u64>,
    pub bytes: Vec<u8>,
    /// The value with large integers as strings, where the policy wants that.
    pub stringed: TapeBuf,
    /// The value as it is sent, where that differs.
    pub changed: TapeBuf,
    /// The text of all blocks.
    pub texts: Texts,
    /// Structured data or a whole result, as JSON.
    pub data: Out,
    /// What is printed on the way to a result.
    pub spare: Out,
}

/// The texts of blocks, one after another.
#[derive(Default)]
pub struct Texts {
    all: Out,
    /// Where each block ends in UTF-16 units; [`Texts::IS_BLOCK`] marks a content block as JSON.
    ends: Vec<u32>,
    units: usize,
}

impl Texts {
    /// Marks an end.
    const IS_BLOCK: u32 = 1 << 31;

    /// Adds what `print` prints; `is_block` for a content block as JSON.
    pub fn add(&mut self, is_block: bool, print: impl FnOnce(&mut Out)) {
        let start = self.all.len();
        print(&mut self.all);
        self.units += utf16::units(self.all.as_bytes().get(start..).unwrap_or_default());
        let mark = if is_block { Self::IS_BLOCK } else { 0 };
        self.ends.push(self.units as u32 | mark);
    }

    fn clear(&mut self) {
        reuse(&mut self.all);
        self.ends.clear();
        self.units = 0;
    }

    /// Whether bytes and UTF-16 units are the same.
    fn is_ascii(&self) -> bool {
        self.all.len() == self.units
    }
}

/// Empties a buffer; one that grew large is given back instead of kept.
fn reuse(out: &mut Out) {
    const KEPT: usize = 16 << 20;
    out.clear();
    if out.capacity() > KEPT {
        *out = Out::default();
    }
}

/// Where JavaScript finds what, in the order of `REPORT` in `pkg/lib/staging.js`: `words`,
/// `bytes` (address and capacity each), `text` (address and length), `ends` (address and count),
/// whether `text` is ASCII, `data` (address and length).
type Report = [u32; 16];

thread_local! {
    static STAGING: RefCell<Staging> = RefCell::default();
    static REPORT: Cell<Report> = const { Cell::new([0; 16]) };
}

impl Staging {
    /// Lends the staging area and reports what is in it afterwards.
    pub fn with<T>(use_it: impl FnOnce(&mut Staging) -> T) -> T {
        STAGING.with_borrow_mut(|staging| {
            staging.give_back();
            let result = use_it(staging);
            staging.report();
            result
        })
    }

    /// The address of the report, which never changes.
    pub fn report_address() -> u32 {
        REPORT.with(|report| report.as_ptr().addr() as u32)
    }

    /// Makes room for so many words and bytes, and keeps what is there. Whether there is memory.
    pub fn reserve(&mut self, words: usize, bytes: usize) -> bool {
        grow(&mut self.words, words) && grow(&mut self.bytes, bytes)
    }

    /// The first `length` bytes that JavaScript wrote.
    pub fn written(&self, length: usize) -> &[u8] {
        self.bytes.get(..length).unwrap_or_default()
    }

    fn give_back(&mut self) {
        self.texts.clear();
        reuse(&mut self.data);
        reuse(&mut self.spare);
    }

    fn report(&self) {
        let (text, data) = (self.texts.all.as_bytes(), self.data.as_bytes());
        let mut report = [0; 16];
        let found = [
            self.words.as_ptr().addr(),
            self.words.len(),
            self.bytes.as_ptr().addr(),
            self.bytes.len(),
            text.as_ptr().addr(),
            text.len(),
            self.texts.ends.as_ptr().addr(),
            self.texts.ends.len(),
            usize::from(self.texts.is_ascii()),
            data.as_ptr().addr(),
            data.len(),
        ];
        for (slot, value) in report.iter_mut().zip(found) {
            *slot = value as u32;
        }
        REPORT.set(report);
    }
}

/// Lengthens a vector to `length`, if memory allows.
fn grow<T: Clone + Default>(vector: &mut Vec<T>, length: usize) -> bool {
    let more = length.saturating_sub(vector.len());
    if vector.try_reserve_exact(more).is_err() {
        return false;
    }
    vector.resize(vector.len() + more, T::default());
    true
}
