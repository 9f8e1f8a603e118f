/// Bytes that are written front to back, with room kept ahead so that short pieces are copied as
/// whole chunks.
#[derive(Clone, Debug, Default)]
pub struct Out {
    /// Longer than what is written: the rest is room.
    bytes: Vec<u8>,
    at: usize,
}

/// The bytes of a whole chunk.
pub const CHUNK: usize = 16;

impl Out {
    /// Nothing.
    pub const fn new() -> Self {
        Out { bytes: Vec::new(), at: 0 }
    }

    /// What was written.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.at).unwrap_or_default()
    }

    /// The number of bytes that were written.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.at
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// Forgets what was written and keeps the memory.
    pub fn clear(&mut self) {
        self.at = 0;
    }

    /// The same, but gives back memory of more than `kept` bytes.
    #[inline(always)]
    pub fn clear_down_to(&mut self, kept: usize) {
        self.at = 0;
        if self.bytes.capacity() > kept {
            self.bytes = Vec::new();
        }
    }

    /// The memory that is held, in bytes.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Lends all of it and keeps nothing.
    #[inline(always)]
    pub fn lend(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Takes back what was lent.
    #[inline(always)]
    pub fn take_back(&mut self, out: Self) {
        // What was here meanwhile is empty; to drop it would be a question more.
        std::mem::forget(std::mem::replace(self, out));
    }

    /// Makes room for `more` bytes and a chunk.
    #[inline(always)]
    pub fn room(&mut self, more: usize) {
        let needed = self.at + more + CHUNK;
        if needed > self.bytes.len() {
            // Lent as a whole, so that who writes can keep all of `self` in registers.
            self.bytes = grown(std::mem::take(&mut self.bytes), needed);
        }
    }

    /// Appends one byte.
    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        self.room(1);
        self.byte(byte);
    }

    /// Appends bytes of any number.
    #[inline]
    pub fn extend(&mut self, bytes: &[u8]) {
        self.room(bytes.len());
        if let Some(slot) = self.bytes.get_mut(self.at..self.at + bytes.len()) {
            slot.copy_from_slice(bytes);
            self.at += bytes.len();
        }
    }
}

/// Into room that [`Out::room`] has made. To make it once for many pieces leaves more in registers.
impl Out {
    /// Appends one byte.
    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        self.first([byte], 1);
    }

    /// Appends the first `count` of some bytes. There must be room for all of them.
    #[inline(always)]
    pub fn first<const N: usize>(&mut self, bytes: [u8; N], count: usize) {
        let slot = self.bytes.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut());
        debug_assert!(slot.is_some(), "no room was made");
        if let Some(slot) = slot {
            *slot = bytes;
            self.at += count;
        }
    }

    /// Appends at most two chunks of bytes.
    #[inline(always)]
    pub fn two_chunks(&mut self, bytes: &[u8]) {
        debug_assert!(bytes.len() <= 2 * CHUNK);
        match (bytes.first_chunk::<CHUNK>(), bytes.last_chunk::<CHUNK>()) {
            (Some(first), Some(last)) => {
                // They overlap, unless there are two whole ones.
                self.first(*first, bytes.len() - CHUNK);
                self.first(*last, CHUNK);
            }
            _ => self.first(padded(bytes), bytes.len()),
        }
    }

    /// Appends the first so many of each eight bytes.
    #[inline(always)]
    pub fn eights<const N: usize>(&mut self, pieces: [([u8; 8], usize); N]) {
        for (bytes, count) in pieces {
            if count > 0 {
                self.first(bytes, count);
            }
        }
    }

    /// Appends a byte, and begins a line with so many spaces.
    #[inline(always)]
    pub fn line(&mut self, lead: u8, line: NewLine, spaces: usize) {
        // Put together as a number: bytes would go through memory one by one.
        let chunk = line.chunk << 8 | u128::from(lead);
        self.padded_with_spaces(chunk.to_le_bytes(), 1 + line.length + spaces);
    }

    /// Begins a line with so many spaces.
    #[inline(always)]
    pub fn line_after(&mut self, line: NewLine, spaces: usize) {
        self.padded_with_spaces(line.chunk.to_le_bytes(), line.length + spaces);
    }

    /// Appends the first `count` bytes of a chunk, and spaces where it is more than all of them.
    #[inline(always)]
    fn padded_with_spaces(&mut self, chunk: [u8; CHUNK], count: usize) {
        self.first(chunk, count.min(CHUNK));
        let mut left = count.saturating_sub(CHUNK);
        while left > 0 {
            let now = left.min(CHUNK);
            self.first([b' '; CHUNK], now);
            left -= now;
        }
    }
}

/// How a line begins, with spaces behind it.
#[derive(Clone, Copy)]
pub struct NewLine {
    chunk: u128,
    length: usize,
}

impl NewLine {
    /// In a text.
    pub const PLAIN: Self = Self { chunk: u128::from_le_bytes(*b"\n               "), length: 1 };
    /// Inside a JSON string.
    pub const NESTED: Self = Self { chunk: u128::from_le_bytes(*b"\\n              "), length: 2 };
}

#[cold]
fn grown(mut bytes: Vec<u8>, needed: usize) -> Vec<u8> {
    bytes.resize(needed.max(bytes.len() * 2).max(1024), 0);
    bytes
}

/// At most a chunk of bytes, with zeros behind them; without a loop or a call to copy memory.
#[inline(always)]
pub fn padded(bytes: &[u8]) -> [u8; CHUNK] {
    if let Some(chunk) = bytes.first_chunk::<CHUNK>() {
        return *chunk;
    }
    // Two loads that overlap; what both hold is the same.
    let length = bytes.len();
    let wide = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        u128::from(first) | u128::from(last) << (8 * (length - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        u128::from(first) | u128::from(last) << (8 * (length - 4))
    } else {
        match bytes {
            [] => 0,
            [a] => u128::from(*a),
            [a, b] => u128::from(*a) | u128::from(*b) << 8,
            [a, b, c, ..] => u128::from(*a) | u128::from(*b) << 8 | u128::from(*c) << 16,
        }
    };
    wide.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_every_length_arrive() {
        let source: [u8; 40] = std::array::from_fn(|i| i as u8 + 1);
        for length in 0..=40 {
            let piece = &source[..length];
            let (mut short, mut extended) = (Out::default(), Out::default());
            for _ in 0..100 {
                short.room(40);
                short.first(source, length);
                extended.extend(piece);
            }
            assert_eq!(short.as_bytes(), piece.repeat(100));
            assert_eq!(extended.as_bytes(), piece.repeat(100));
            if length <= CHUNK {
                assert_eq!(padded(piece)[..length], *piece);
                assert!(padded(piece)[length..].iter().all(|byte| *byte == 0));
            }
        }
    }

    #[test]
    fn spaces_of_every_number_arrive() {
        for count in 0..50 {
            let mut out = Out::default();
            out.room(2 * (CHUNK + count));
            out.line(b',', NewLine::NESTED, count);
            out.line_after(NewLine::PLAIN, count);
            let spaces = " ".repeat(count);
            assert_eq!(out.as_bytes(), format!(",\\n{spaces}\n{spaces}").as_bytes());
        }
    }
}
