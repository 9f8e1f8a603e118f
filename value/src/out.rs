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
    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.at).unwrap_or_default()
    }

    /// The number of bytes that were written.
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

    /// Makes room for `more` bytes and a chunk.
    #[inline(always)]
    pub fn room(&mut self, more: usize) {
        let needed = self.at + more + CHUNK;
        if needed > self.bytes.len() {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.bytes.resize(needed.max(self.bytes.len() * 2).max(1024), 0);
    }

    /// Appends one byte.
    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        self.room(1);
        if let Some(slot) = self.bytes.get_mut(self.at) {
            *slot = byte;
            self.at += 1;
        }
    }

    /// Appends `run[start..end]`, which is few bytes as a rule.
    #[inline(always)]
    pub fn part(&mut self, run: &[u8], start: usize, end: usize) {
        let (rest, length) = (run.get(start..).unwrap_or_default(), end.wrapping_sub(start));
        match rest.first_chunk::<CHUNK>() {
            Some(chunk) if length <= CHUNK => {
                self.room(CHUNK);
                self.chunk(chunk, length);
            }
            _ => self.extend(rest.get(..length).unwrap_or_default()),
        }
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

    /// Appends the first `count` bytes of a chunk, at most all of them. [`Out::room`] must have
    /// been made.
    #[inline(always)]
    pub fn chunk(&mut self, chunk: &[u8; CHUNK], count: usize) {
        self.put(chunk, count);
    }

    /// Appends the first so many of each eight bytes.
    #[inline(always)]
    pub fn eights<const N: usize>(&mut self, pieces: [([u8; 8], usize); N]) {
        self.room(8 * N);
        for (bytes, count) in pieces {
            if count > 0 {
                self.put(&bytes, count);
            }
        }
    }

    /// Appends the first `count` bytes of two chunks.
    #[inline(always)]
    pub fn wide(&mut self, chunks: &[u8; 2 * CHUNK], count: usize) {
        self.room(2 * CHUNK);
        self.put(chunks, count);
    }

    /// Writes all of some bytes into the room, of which the first `count` stay.
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: &[u8; N], count: usize) {
        if let Some(slot) = self.bytes.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
            *slot = *bytes;
            self.at += count;
        }
    }

    /// Appends the first `count` bytes of a chunk, and spaces where it is more than all of them.
    #[inline(always)]
    pub fn padded_with_spaces(&mut self, chunk: &[u8; CHUNK], count: usize) {
        self.room(count);
        self.chunk(chunk, count.min(CHUNK));
        let mut left = count.saturating_sub(CHUNK);
        while left > 0 {
            let now = left.min(CHUNK);
            self.chunk(&[b' '; CHUNK], now);
            left -= now;
        }
    }
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
        let source: Vec<u8> = (1..=40).collect();
        for length in 0..=40 {
            let piece = &source[..length];
            let (mut short, mut extended) = (Out::default(), Out::default());
            (0..100).for_each(|_| short.part(&source, 0, length));
            (0..100).for_each(|_| extended.extend(piece));
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
        for count in 1..50 {
            let mut out = Out::default();
            out.padded_with_spaces(b"\n               ", count);
            assert_eq!(out.as_bytes(), format!("\n{}", " ".repeat(count - 1)).as_bytes());
        }
    }
}
