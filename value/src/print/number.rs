//! Doubles as JavaScript writes them.

use crate::out::CHUNK;

/// Room for the longest number and more.
pub const WIDTH: usize = 2 * CHUNK;

/// A double below 100,000,000 with at most six decimals, in registers.
#[derive(Clone, Copy)]
pub struct Short {
    is_negative: bool,
    /// The first bytes of the text, the very first in the lowest.
    text: u64,
    length: usize,
    /// More of it, where it does not end there.
    fraction: u64,
    /// 0 where there is no more.
    fraction_length: usize,
}

impl Short {
    /// The double, if it is one of these.
    ///
    /// A decimal of at most fifteen digits is told apart from every other by its double, so where
    /// `n / 1,000,000` gives the double back, `n` holds the shortest digits.
    #[inline(always)]
    pub fn of(value: f64) -> Option<Self> {
        let magnitude = value.abs();
        if magnitude.is_nan() || magnitude >= 1e8 {
            return None;
        }
        let mut short =
            Short { is_negative: value < 0.0, text: 0, length: 0, fraction: 0, fraction_length: 0 };
        let (whole, nearest) = rounded(magnitude);
        if nearest == magnitude {
            short.set_whole(whole as u32);
            return Some(short);
        }
        // Most have two decimals at most, which takes half the work.
        let (hundredths, nearest_hundredth) = rounded(magnitude * 1e2);
        if nearest_hundredth < 1e6 && nearest_hundredth / 1e2 == magnitude {
            short.set_hundredths(hundredths as u32);
            return Some(short);
        }
        let (millionths, nearest_millionth) = rounded(magnitude * 1e6);
        if nearest_millionth / 1e6 != magnitude {
            return None;
        }
        let whole = whole - u64::from(nearest > magnitude);
        short.set_whole(whole as u32);
        short.set_fraction((millionths - whole * 1_000_000) as u32);
        Some(short)
    }

    #[inline(always)]
    fn set_whole(&mut self, whole: u32) {
        if whole < 10_000 {
            let zeros = u32::from(whole < 1000) + u32::from(whole < 100) + u32::from(whole < 10);
            let digits = u64::from(pair(whole / 100)) | u64::from(pair(whole % 100)) << 16;
            self.text = digits >> (8 * zeros);
            self.length = 4 - zeros as usize;
        } else {
            let digits = digits(whole);
            let zeros = (digits.trailing_zeros() / 8) as usize;
            self.text = (digits | ZEROS) >> (8 * zeros);
            self.length = 8 - zeros;
        }
    }

    /// A number of hundredths below a million, of which the last two are not both zeros.
    #[inline(always)]
    fn set_hundredths(&mut self, hundredths: u32) {
        self.set_whole(hundredths / 100);
        let decimals = pair(hundredths % 100);
        let point_and_decimals = u64::from(decimals) << 8 | u64::from(b'.');
        self.text |= point_and_decimals << (8 * self.length);
        self.length += if decimals >> 8 == u16::from(b'0') { 2 } else { 3 };
    }

    #[inline(always)]
    fn set_fraction(&mut self, millionths: u32) {
        // Two more zeros make eight digits, which end where the last one that counts does.
        let digits = digits(millionths * 100);
        self.fraction = (digits | ZEROS) << 8 | u64::from(b'.');
        self.fraction_length = 9 - (digits.leading_zeros() / 8) as usize;
    }

    /// The text in pieces: the first so many bytes of each.
    #[inline(always)]
    pub fn pieces(&self) -> [([u8; 8], usize); 3] {
        [
            (*b"-       ", usize::from(self.is_negative)),
            (self.text.to_le_bytes(), self.length),
            (self.fraction.to_le_bytes(), self.fraction_length),
        ]
    }
}

/// The whole number nearest to a double that is at least 0 and below 2^52, also as a double.
///
/// Added to 2^52, the double has no room for a fraction, and its lowest bits are the number: that is
/// less work than to convert it.
#[inline(always)]
fn rounded(value: f64) -> (u64, f64) {
    const SHIFT: f64 = (1_u64 << 52) as f64;
    let shifted = value + SHIFT;
    (shifted.to_bits() ^ SHIFT.to_bits(), shifted - SHIFT)
}

/// The two digits of a number below 100, the first in the lower byte.
#[inline(always)]
fn pair(value: u32) -> u16 {
    PAIRS.get(value as usize & (PAIRS.len() - 1)).copied().unwrap_or_default()
}

/// Longer than it need be, by a power of two, so that no place is out of it.
const PAIRS: [u16; 128] = {
    let mut pairs = [0; 128];
    let mut value = 0;
    #[allow(clippy::indexing_slicing)] // The compiler runs it.
    while value < pairs.len() {
        pairs[value] = u16::from_le_bytes([b'0' + value as u8 / 10, b'0' + value as u8 % 10]);
        value += 1;
    }
    pairs
};

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The eight digits of a number below 100,000,000, each in a byte, the first in the lowest.
#[inline(always)]
fn digits(value: u32) -> u64 {
    // Halves of four digits, then pairs, then digits, all at once.
    let halves = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    let upper = ((halves * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = ((halves - upper * 100) << 16) + upper;
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens + ((pairs - tens * 10) << 8)
}

/// The shortest text of a double that is not [`Short`], if it has neither an exponent nor too many zeros
/// for one; most doubles are like that.
#[inline(always)]
pub fn common(value: f64, buffer: &mut zmij::Buffer) -> Option<&str> {
    // Here the notations are the same, but for integers.
    let is_common = (1e-5..9e15).contains(&value.abs());
    is_common.then(|| {
        let shortest = buffer.format_finite(value);
        shortest.strip_suffix(".0").unwrap_or(shortest)
    })
}

/// The text of one double.
pub struct Digits {
    pub(super) text: [u8; WIDTH],
    pub(super) length: usize,
}

impl Digits {
    /// The shortest text of a double, in JavaScript's notation (`1e+21`, `1e-7`, `0` for negative
    /// zero), or `null` where it is not finite.
    #[inline]
    pub fn of(value: f64) -> Self {
        let mut digits = Digits { text: [0; WIDTH], length: 0 };
        if let Some(short) = Short::of(value) {
            for (bytes, length) in short.pieces() {
                digits.extend(bytes.get(..length).unwrap_or_default());
            }
        } else if let Some(common) = common(value, &mut zmij::Buffer::new()) {
            digits.extend(common.as_bytes());
        } else {
            return Digits::uncommon(value);
        }
        digits
    }

    /// The same for any double, the long way.
    #[cold]
    pub(super) fn uncommon(value: f64) -> Self {
        let mut digits = Digits { text: [0; WIDTH], length: 0 };
        if !value.is_finite() {
            digits.extend(b"null");
            return digits;
        }
        if value < 0.0 {
            digits.push(b'-');
        }
        digits.js_notation(zmij::Buffer::new().format_finite(value.abs()));
        digits
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..self.length).unwrap_or_default()
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.text.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    #[inline(always)]
    fn extend(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if let Some(slot) = self.text.get_mut(self.length..end) {
            slot.copy_from_slice(bytes);
            self.length = end;
        }
    }

    /// Lays out shortest digits as `Number.prototype.toString` does.
    fn js_notation(&mut self, shortest: &str) {
        let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        // All digits, and where the first one that counts stands.
        let mut all = Digits { text: [0; WIDTH], length: 0 };
        all.extend(whole.as_bytes());
        all.extend(fraction.as_bytes());
        let all = all.as_bytes();
        let zeros = all.iter().take_while(|digit| **digit == b'0').count();
        let digits = all.get(zeros..).unwrap_or_default();
        let trailing = digits.iter().rev().take_while(|digit| **digit == b'0').count();
        let digits = digits.get(..digits.len() - trailing).unwrap_or_default();
        // The value is 0.digits × 10^point.
        let point = whole.len() as i32 + exponent - zeros as i32;
        let count = digits.len() as i32;
        let (before, after) = digits.split_at(point.clamp(0, count) as usize);
        match point {
            _ if count <= point && point <= 21 => {
                self.extend(digits);
                (count..point).for_each(|_| self.push(b'0'));
            }
            1..=21 => {
                self.extend(before);
                self.push(b'.');
                self.extend(after);
            }
            -5..=0 => {
                self.extend(b"0.");
                (point..0).for_each(|_| self.push(b'0'));
                self.extend(digits);
            }
            _ => {
                let (first, rest) = digits.split_at(1.min(digits.len()));
                self.extend(first);
                if !rest.is_empty() {
                    self.push(b'.');
                    self.extend(rest);
                }
                let power = point - 1;
                self.extend(if power < 0 { b"e-" } else { b"e+" });
                self.extend(power.unsigned_abs().to_string().as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn js(value: f64) -> String {
        String::from_utf8(Digits::of(value).as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn doubles_are_written_as_javascript_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-17.0, "-17"),
            (0.1, "0.1"),
            (16.2, "16.2"),
            (-0.001, "-0.001"),
            (99999999999.999, "99999999999.999"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-9, "1.5e-9"),
            (-1.25e300, "-1.25e+300"),
            (5e-324, "5e-324"),
            (0.000123, "0.000123"),
            (1.0000000000000002, "1.0000000000000002"),
            (9007199254740993.0, "9007199254740992"),
            (8999999999999999.0, "8999999999999999"),
            (9000000000000001.0, "9000000000000001"),
            (123456789.0, "123456789"),
            (100000000.0, "100000000"),
            (99999999.0, "99999999"),
            (99999999.999999, "99999999.999999"),
            (-0.5, "-0.5"),
            (0.000002, "0.000002"),
            (10.000001, "10.000001"),
            (999999999.999999, "999999999.999999"),
            (0.000001, "0.000001"),
            (0.00001, "0.00001"),
            (0.0000123, "0.0000123"),
            (2251799813685248.5, "2251799813685248.5"),
            (100.5, "100.5"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(js(value), text);
        }
    }

    #[test]
    fn eight_digits_are_found_at_once() {
        for value in (0..100_000_000).step_by(997).chain([9, 99_999_999, 10_000, 9_999]) {
            let text = format!("{value:08}");
            assert_eq!((digits(value) + ZEROS).to_le_bytes(), text.as_bytes());
        }
    }

    #[test]
    fn quick_ways_lead_where_the_long_way_does() {
        let mut state = 7u64;
        for _ in 0..200_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let bits = state ^ state >> 29;
            // Exponents around those where the ways part.
            let value = f64::from_bits(bits >> 12 | (1023 - 24 + bits % 80) << 52);
            for value in [value, (value * 1e3).ceil() / 1e3, (value * 1e7).ceil() / 1e7] {
                assert_eq!(js(value).as_bytes(), Digits::uncommon(value).as_bytes());
            }
        }
    }

    #[test]
    fn every_double_reads_back() {
        let mut state = 1u64;
        for _ in 0..100_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let random = f64::from_bits(state);
            let short = (state >> 40) as f64 / [1.0, 10.0, 100.0, 1000.0, 1e5][state as usize % 5];
            for value in [random, short, -short].into_iter().filter(|v| v.is_finite()) {
                assert_eq!(js(value).parse::<f64>().unwrap(), value);
            }
        }
    }
}
