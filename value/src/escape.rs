//! JSON strings: finding the bytes that must be escaped, sixteen at a time, and escaping them.

use std::cell::OnceCell;

use crate::out::{CHUNK, Out, padded};

/// A string of at most two chunks in which nothing must be escaped.
pub struct Plain<'r> {
    first: &'r [u8; CHUNK],
    /// The last chunk, which overlaps with the first.
    last: &'r [u8; CHUNK],
    length: usize,
}

impl<'r> Plain<'r> {
    /// The string that is `run[start..end]`, if it surely is one of these. What stands behind it in the
    /// run is looked at.
    #[inline(always)]
    pub fn of(run: &'r [u8], start: usize, end: usize) -> Option<Self> {
        let length = end.wrapping_sub(start);
        let first = run.get(start..)?.first_chunk()?;
        if length <= CHUNK {
            return (first_special(first) >= length).then_some(Plain {
                first,
                last: first,
                length,
            });
        }
        if length > 2 * CHUNK {
            return None;
        }
        let last = run.get(..end)?.last_chunk()?;
        let is_plain = first_special(first) == CHUNK && first_special(last) == CHUNK;
        is_plain.then_some(Plain { first, last, length })
    }

    /// Appends it, into room that was made.
    #[inline(always)]
    pub fn write(&self, out: &mut Out) {
        let Plain { first, last, length } = self;
        if *length <= CHUNK {
            out.first(**first, *length);
        } else {
            out.first(**first, length - CHUNK);
            out.first(**last, CHUNK);
        }
    }
}

/// A stretch of a string: bytes that stand for themselves, and what comes after them.
pub struct Piece<'r> {
    /// The bytes are the first so many of a chunk.
    pub chunk: &'r [u8; CHUNK],
    pub plain: usize,
    /// A byte that must be escaped.
    pub special: Option<u8>,
    /// How many bytes are still to come.
    pub left: usize,
}

/// Hands over the string that is `run[start..end]` piece by piece. What stands behind it in the run is
/// looked at, so that a string need not be copied to be read in chunks.
#[inline(always)]
pub fn pieces(run: &[u8], start: usize, end: usize, mut take: impl FnMut(Piece<'_>)) {
    let mut rest = run.get(start..).unwrap_or_default();
    let mut left = rest.len().min(end.saturating_sub(start));
    let spare = OnceCell::new();
    while left > 0 {
        let Some(chunk) = rest.first_chunk::<CHUNK>() else {
            // The end of the run, and less than a chunk of it: with more behind it, it is like the rest.
            let last = padded(rest);
            rest = spare.get_or_init(|| [last, [0; CHUNK]]).as_flattened();
            continue;
        };
        let plain = first_special(chunk).min(left);
        left -= plain;
        rest = rest.get(plain..).unwrap_or_default();
        let mut special = None;
        if plain < CHUNK
            && left > 0
            && let Some((byte, behind)) = rest.split_first()
        {
            (special, rest, left) = (Some(*byte), behind, left - 1);
        }
        take(Piece { chunk, plain, special, left });
    }
}

/// Appends a string for the inside of a JSON string, without the quotes.
pub fn escaped(text: &str, out: &mut Out) {
    escaped_part(text.as_bytes(), 0, text.len(), false, out);
}

/// The same for `run[start..end]`; `nested` for the inside of a JSON string inside of one.
#[inline(always)]
pub fn escaped_part(run: &[u8], start: usize, end: usize, nested: bool, out: &mut Out) {
    out.room(end.saturating_sub(start));
    if let Some(plain) = Plain::of(run, start, end) {
        return plain.write(out);
    }
    pieces(run, start, end, |Piece { chunk, plain, special, left }| {
        out.first(*chunk, plain);
        if let Some(byte) = special {
            escape(byte, nested, left, out);
        }
    });
}

/// The index of the first byte in the chunk that must be escaped, or [`CHUNK`].
#[inline(always)]
pub fn first_special(chunk: &[u8; CHUNK]) -> usize {
    imp::first_special(chunk)
}

/// Appends what stands for `byte` in a JSON string. Inside a JSON string that itself stands in
/// one (`nested`), every backslash and quote is escaped once more. Makes room for it and for `left`
/// bytes behind it.
#[inline(always)]
pub fn escape(byte: u8, nested: bool, left: usize, out: &mut Out) {
    let table = if nested { &NESTED } else { &PLAIN };
    let (bytes, length) = table.get(usize::from(byte)).unwrap_or(&([0; 8], 0));
    out.room(8 + left);
    out.first(*bytes, *length);
}

/// What stands for each byte up to the backslash, as eight bytes of which so many count.
type Table = [([u8; 8], usize); 0x5d];

const PLAIN: Table = table(false);
const NESTED: Table = table(true);

#[allow(clippy::indexing_slicing)] // The compiler runs it.
const fn table(nested: bool) -> Table {
    let mut table = [([b' '; 8], 0); 0x5d];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = spelled(byte as u8, nested);
        byte += 1;
    }
    table
}

const fn spelled(byte: u8, nested: bool) -> ([u8; 8], usize) {
    // Control characters end at 0x1f.
    let high = b'0' + (byte >> 4);
    let low = if byte & 15 < 10 { b'0' + (byte & 15) } else { b'a' - 10 + (byte & 15) };
    let short = match byte {
        b'"' | b'\\' if nested => return ([b'\\', b'\\', b'\\', byte, 0, 0, 0, 0], 4),
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        _ if nested => return ([b'\\', b'\\', b'u', b'0', b'0', high, low, 0], 7),
        _ => return ([b'\\', b'u', b'0', b'0', high, low, 0, 0], 6),
    };
    match nested {
        true => ([b'\\', b'\\', short, 0, 0, 0, 0, 0], 3),
        false => ([b'\\', short, 0, 0, 0, 0, 0, 0], 2),
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod imp {
    use super::CHUNK;
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_eq, i8x16_splat, u8x16_lt, u8x16_splat, u64x2, v128_or,
    };

    #[inline(always)]
    pub fn first_special(chunk: &[u8; CHUNK]) -> usize {
        let [low, high] = super::halves(chunk);
        let bytes = u64x2(low, high);
        let control = u8x16_lt(bytes, u8x16_splat(0x20));
        let quote = i8x16_eq(bytes, i8x16_splat(b'"' as i8));
        let backslash = i8x16_eq(bytes, i8x16_splat(b'\\' as i8));
        let mask = i8x16_bitmask(v128_or(control, v128_or(quote, backslash)));
        (u32::from(mask) | 1 << CHUNK).trailing_zeros() as usize
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod imp {
    use super::CHUNK;

    #[inline(always)]
    pub fn first_special(chunk: &[u8; CHUNK]) -> usize {
        let [low, high] = super::halves(chunk);
        let (first, second) = (special_bytes(low), special_bytes(high));
        let at = |mask: u64| (mask.trailing_zeros() / 8) as usize;
        if first != 0 { at(first) } else { 8 + at(second) }
    }

    /// A mask whose lowest set bit is the top bit of the first byte that is `"`, `\` or a control
    /// character; bytes above it may be marked by mistake.
    #[inline(always)]
    fn special_bytes(word: u64) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let zero = |x: u64| x.wrapping_sub(ONES) & !x & HIGH;
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        control | zero(word ^ (ONES * b'"' as u64)) | zero(word ^ (ONES * b'\\' as u64))
    }
}

#[inline(always)]
fn halves(chunk: &[u8; CHUNK]) -> [u64; 2] {
    let wide = u128::from_le_bytes(*chunk);
    [wide as u64, (wide >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_special_byte_at_each_place() {
        for byte in 0..=255u8 {
            for place in 0..CHUNK {
                let mut chunk = *b"abcdefgh~\x7f\xc3\xa9\xff !#";
                chunk[place] = byte;
                let special = byte < 0x20 || byte == b'"' || byte == b'\\';
                assert_eq!(first_special(&chunk), if special { place } else { CHUNK }, "{byte}");
            }
        }
    }
}
