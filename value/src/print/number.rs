//! Doubles as JavaScript writes them.

/// Room for the longest number and two chunks.
const WIDTH: usize = 32;

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
        if !value.is_finite() {
            return self.extend(b"null");
        }
        let magnitude = value.abs();
        if value < 0.0 {
            self.push(b'-');
        }
        if magnitude.trunc() == magnitude && magnitude < 9_007_199_254_740_992.0 {
            self.decimal(magnitude as u64, 0);
        } else if !self.short_decimal(magnitude) {
            let mut buffer = zmij::Buffer::new();
            self.js_notation(buffer.format_finite(magnitude));
        }
    }

    /// Writes a double that has at most three decimals and fifteen digits.
    ///
    /// A decimal of at most fifteen digits is told apart from every other by its double, so where
    /// `n / 1000` gives the double back, `n` holds the shortest digits.
    #[inline]
    fn short_decimal(&mut self, magnitude: f64) -> bool {
        if !(0.001..1e11).contains(&magnitude) {
            return false;
        }
        let thousandths = (magnitude * 1000.0).round();
        if thousandths / 1000.0 != magnitude {
            return false;
        }
        let mut digits = thousandths as u64;
        let mut decimals = 3;
        while digits.is_multiple_of(10) {
            digits /= 10;
            decimals -= 1;
        }
        self.decimal(digits, decimals);
        true
    }

    /// Writes `digits` with a point before the last `decimals` of them.
    #[inline]
    fn decimal(&mut self, digits: u64, decimals: usize) {
        let mut count = 1;
        let mut bound = 10;
        while digits >= bound && count < 20 {
            count += 1;
            bound = bound.saturating_mul(10);
        }
        let point = usize::from(decimals > 0);
        let end = self.length + count.max(decimals + 1) + point;
        let Some(room) = self.text.get_mut(self.length..end) else { return };
        let mut left = digits;
        for (written, slot) in room.iter_mut().rev().enumerate() {
            if decimals > 0 && written == decimals {
                *slot = b'.';
            } else {
                *slot = b'0' + (left % 10) as u8;
                left /= 10;
            }
        }
        self.length = end;
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
                self.decimal(u64::from(power.unsigned_abs()), 0);
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
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(js(value), text);
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
