//! Doubles as JavaScript writes them.

use crate::out::CHUNK;

/// Room for the longest number and more.
pub const WIDTH: usize = 2 * CHUNK;

/// The text of one double.
pub struct Digits {
    text: [u8; WIDTH],
    length: usize,
}

impl Digits {
    /// The shortest text of a double, in JavaScript's notation (`1e+21`, `1e-7`, `0` for negative
    /// zero), or `null` where it is not finite.
    #[inline]
    pub fn of(value: f64) -> Self {
        let mut digits = Digits { text: [0; WIDTH], length: 0 };
        digits.write(value);
        digits
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..self.length).unwrap_or_default()
    }

    /// The text, and what stands behind it in whole chunks.
    pub(super) fn text(&self) -> &[u8; WIDTH] {
        &self.text
    }

    /// How long the text is.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.text.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.push(*byte));
    }

    #[inline]
    fn write(&mut self, value: f64) {
        let magnitude = value.abs();
        if value < 0.0 && value.is_finite() {
            self.push(b'-');
        }
        if magnitude < 9e15 {
            let whole = magnitude as u64;
            if whole as f64 == magnitude {
                return self.integer(whole);
            }
            if self.short_decimal(magnitude) {
                return;
            }
            if magnitude >= 1e-5 {
                // Here the notations are the same.
                let mut buffer = zmij::Buffer::new();
                return self.copy(buffer.format_finite(magnitude).as_bytes());
            }
        }
        self.long_way(magnitude);
    }

    #[cold]
    fn long_way(&mut self, magnitude: f64) {
        if !magnitude.is_finite() {
            return self.extend(b"null");
        }
        let mut buffer = zmij::Buffer::new();
        self.js_notation(buffer.format_finite(magnitude));
    }

    #[inline(always)]
    fn copy(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if let Some(slot) = self.text.get_mut(self.length..end) {
            slot.copy_from_slice(bytes);
            self.length = end;
        }
    }

    /// Writes a double that has at most six decimals and fifteen digits.
    ///
    /// A decimal of at most fifteen digits is told apart from every other by its double, so where
    /// `n / 1,000,000` gives the double back, `n` holds the shortest digits.
    #[inline(always)]
    fn short_decimal(&mut self, magnitude: f64) -> bool {
        if !(1e-6..1e9).contains(&magnitude) {
            return false;
        }
        let millionths = (magnitude * 1e6).round_ties_even();
        if millionths / 1e6 != magnitude {
            return false;
        }
        let all = millionths as u64;
        let whole = (all / 1_000_000) as u32;
        let fraction = (all - u64::from(whole) * 1_000_000) as u32;
        self.small(whole);
        self.push(b'.');
        self.pair(fraction / 10_000);
        self.pair(fraction / 100 % 100);
        self.pair(fraction % 100);
        while let Some(b'0') = self.text.get(self.length - 1) {
            self.length -= 1;
        }
        true
    }

    /// Writes an integer of any size.
    #[inline(always)]
    fn integer(&mut self, value: u64) {
        if value < 100_000_000 { self.small(value as u32) } else { self.large(value) }
    }

    fn large(&mut self, value: u64) {
        self.integer(value / 100_000_000);
        let low = (value % 100_000_000) as u32;
        for pair in [low / 1_000_000, low / 10_000 % 100, low / 100 % 100, low % 100] {
            self.pair(pair);
        }
    }

    /// Writes an integer below 1,000,000,000.
    #[inline(always)]
    fn small(&mut self, value: u32) {
        let (mut left, mut at) = (value, self.length + width(value));
        let end = at;
        while left >= 100 {
            at -= 2;
            self.put_pair(at, left % 100);
            left /= 100;
        }
        match left {
            10.. => self.put_pair(at - 2, left),
            digit => {
                if let Some(slot) = self.text.get_mut(at - 1) {
                    *slot = b'0' + digit as u8;
                }
            }
        }
        self.length = end;
    }

    /// Writes two digits.
    #[inline(always)]
    fn pair(&mut self, number: u32) {
        self.put_pair(self.length, number);
        self.length += 2;
    }

    #[inline(always)]
    fn put_pair(&mut self, at: usize, number: u32) {
        if let Some(slot) = self.text.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
            // Both digits at once: the tens in the low byte, for they come first.
            let tens = (number * 103) >> 10;
            *slot = (0x3030 + tens as u16 + ((number - tens * 10) << 8) as u16).to_le_bytes();
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
                self.integer(u64::from(power.unsigned_abs()));
            }
        }
    }
}

/// How many digits an integer below 1,000,000,000 has.
#[inline(always)]
fn width(value: u32) -> usize {
    const POWERS: [u32; 8] = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    1 + POWERS.iter().filter(|power| value >= **power).count()
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
                let mut long = Digits { text: [0; WIDTH], length: 0 };
                long.long_way(value);
                assert_eq!(js(value).as_bytes(), long.as_bytes());
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
