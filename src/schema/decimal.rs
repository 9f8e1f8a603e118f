//! Numbers as decimals: exact where a double would round.

/// `±digits × 10^exponent`, without zeros at either end of the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Empty for zero.
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a JSON number. An exponent beyond 64 bits counts as the nearest within.
    pub fn parse(literal: &str) -> Decimal {
        let (negative, literal) = match literal.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, literal),
        };
        let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0');
        if digits.is_empty() {
            return Decimal { negative: false, digits: String::new(), exponent: 0 };
        }
        let power: i64 = exponent
            .strip_prefix('+')
            .unwrap_or(exponent)
            .parse()
            .unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
        let zeros = significant.len() - digits.len();
        let exponent = power.saturating_add(zeros as i64).saturating_sub(fraction.len() as i64);
        Decimal { negative, digits: digits.to_owned(), exponent }
    }

    /// The value, if it is an integer of at most 38 digits.
    pub fn to_integer(&self) -> Option<i128> {
        let zeros = usize::try_from(self.exponent).ok()?;
        if self.digits.len().checked_add(zeros)? > 38 {
            return None;
        }
        let size = self.digits.bytes().try_fold(0i128, |sum, digit| {
            sum.checked_mul(10)?.checked_add(i128::from(digit - b'0'))
        })?;
        let size = size.checked_mul(10i128.checked_pow(u32::try_from(zeros).ok()?)?)?;
        Some(if self.negative { -size } else { size })
    }

    /// Whether the value is a whole number of times `divisor`, which is not zero.
    pub fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if self.digits.is_empty() {
            return true;
        }
        let Some(modulus) = divisor.digits.parse::<u128>().ok().filter(|modulus| *modulus > 0)
        else {
            return false;
        };
        // The digits end in no zero, so nothing makes up for a divisor's greater power of ten.
        let Ok(shift) = u64::try_from(self.exponent.saturating_sub(divisor.exponent)) else {
            return false;
        };
        // A divisor is a double, of 17 digits at most, so that no product overflows.
        let step =
            |remainder: u128, digit: u8| (remainder * 10 + u128::from(digit - b'0')) % modulus;
        let remainder = self.digits.bytes().fold(0, step);
        (remainder * power_of_ten(shift, modulus)).is_multiple_of(modulus)
    }

    /// The value as text that is the same for equal values.
    pub fn write(&self, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        out.push_str(&self.digits);
        out.push('e');
        out.push_str(&self.exponent.to_string());
    }
}

/// `10^power mod modulus`.
fn power_of_ten(mut power: u64, modulus: u128) -> u128 {
    let (mut base, mut result) = (10 % modulus, 1 % modulus);
    while power > 0 {
        if power & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        power >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_are_exact() {
        for (value, divisor, expected) in [
            ("0", "7", true),
            ("-0.0", "7", true),
            ("21", "7", true),
            ("22", "7", false),
            ("0.3", "0.1", true),
            ("0.35", "0.1", false),
            ("1070468.14", "0.01", true),
            ("1e300", "3", false),
            ("3e300", "3", true),
            ("1e-7", "1e-8", true),
            ("1e-8", "1e-7", false),
            ("70000000000000000000000000000000000000000007", "7", true),
            ("70000000000000000000000000000000000000000008", "7", false),
            ("123456789012345678901234567890.5", "0.5", true),
            ("1e99999999999999999999999", "3", false),
            ("1e99999999999999999999999", "2", true),
            ("10", "1.7976931348623157e308", false),
        ] {
            let (value, divisor) = (Decimal::parse(value), Decimal::parse(divisor));
            assert_eq!(value.is_multiple_of(&divisor), expected, "{value:?} {divisor:?}");
        }
    }

    #[test]
    fn integers_are_read_in_any_notation() {
        for (literal, expected) in [
            ("9007199254740993.0", Some(9_007_199_254_740_993)),
            ("9.007199254740993e15", Some(9_007_199_254_740_993)),
            ("-12e1", Some(-120)),
            ("0.0", Some(0)),
            ("1.5", None),
            ("1e39", None),
        ] {
            assert_eq!(Decimal::parse(literal).to_integer(), expected, "{literal}");
        }
    }
}
