//! The memory that JavaScript writes values to and reads results from.

use std::cell::{Cell, RefCell};

use crate::print::Out;
use crate::tape::TapeBuf;
use crate::texts::Texts;

/// Everything of a conversion that is used again from call to call, one for all converters.
///
/// JavaScript writes a tape into `words` and `bytes` (`pkg/lib/walker.js`). Both are as long as
/// their memory, so that what it wrote is there, and what it did not write is zero or left over,
/// nothing worse.
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

/// What buffers keep of their memory from call to call.
const KEPT: usize = 16 << 20;

/// Where JavaScript finds what, in the order of `REPORT` in `pkg/lib/staging.js`: `words`,
/// `bytes` (address and capacity each), `text` (address and length), `ends` (address and count),
/// whether `text` is ASCII, `data` (address and length).
type Report = [u32; 11];

thread_local! {
    static STAGING: RefCell<Staging> = const { RefCell::new(Staging::new()) };
    static REPORT: Cell<Report> = const { Cell::new([0; 11]) };
}

impl Staging {
    const fn new() -> Self {
        Staging {
            words: Vec::new(),
            bytes: Vec::new(),
            stringed: TapeBuf::new(),
            changed: TapeBuf::new(),
            texts: Texts::new(),
            data: Out::new(),
            spare: Out::new(),
        }
    }

    /// Lends the staging area and reports what is in it afterwards.
    #[inline(always)]
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

    #[inline(always)]
    fn give_back(&mut self) {
        self.texts.clear(KEPT);
        self.data.clear_down_to(KEPT);
        self.spare.clear_down_to(KEPT);
    }

    #[inline(always)]
    fn report(&self) {
        let (text, ends) = (self.texts.as_bytes(), self.texts.ends());
        let data = self.data.as_bytes();
        let found = [
            self.words.as_ptr().addr() as u32,
            self.words.len() as u32,
            self.bytes.as_ptr().addr() as u32,
            self.bytes.len() as u32,
            text.as_ptr().addr() as u32,
            text.len() as u32,
            ends.as_ptr().addr() as u32,
            ends.len() as u32,
            u32::from(self.texts.is_ascii()),
            data.as_ptr().addr() as u32,
            data.len() as u32,
        ];
        REPORT.with(|report| report.set(found));
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
