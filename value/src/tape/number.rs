use std::borrow::Cow;

use crate::print::Digits;

/// A JSON number: a double, or the text it was written as.
#[derive(Clone, Copy, Debug)]
pub enum Number<'a> {
    /// A double, as JavaScript hands it over. May be NaN or infinite until a policy has looked.
    Float(f64),
    /// A literal of JSON text (or the digits of a BigInt), never re-read or rounded.
    Text(&'a str),
}

impl<'a> Number<'a> {
    /// The nearest double; infinite where the literal is beyond its range.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Float(value) => value,
            Number::Text(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    /// Whether the number is neither NaN nor infinite. A literal always is.
    pub fn is_finite(self) -> bool {
        match self {
            Number::Float(value) => value.is_finite(),
            Number::Text(_) => true,
        }
    }

    /// Whether the number has no fractional part, however it is written (`1.0`, `1e2`).
    pub fn is_integer(self) -> bool {
        match self {
            Number::Float(value) => value.trunc() == value && value.is_finite(),
            Number::Text(text) => self.is_written_as_integer() || literal_is_integer(text),
        }
    }

    /// Whether the number is written without a fraction and an exponent. A double below 1e21
    /// is, as JavaScript writes it.
    pub fn is_written_as_integer(self) -> bool {
        match self {
            Number::Float(value) => value.trunc() == value && value.abs() < 1e21,
            Number::Text(text) => !text.bytes().any(|b| matches!(b, b'.' | b'e' | b'E')),
        }
    }

    /// The exact value, if it is an integer that fits.
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Number::Float(value) => {
                let integer = value as i64;
                (integer as f64 == value && integer.unsigned_abs() < 1 << 62).then_some(integer)
            }
            Number::Text(text) => text.parse().ok(),
        }
    }

    /// The exact value, if it is a non-negative integer that fits.
    pub fn to_u64(self) -> Option<u64> {
        match self {
            Number::Float(value) => {
                let integer = value as u64;
                (integer as f64 == value && integer < 1 << 63).then_some(integer)
            }
            Number::Text(text) => text.parse().ok(),
        }
    }

    /// The number as JSON text: the literal itself, or the shortest text of the double, in
    /// JavaScript's notation.
    pub fn to_text(self) -> Cow<'a, str> {
        match self {
            Number::Text(text) => Cow::Borrowed(text),
            Number::Float(value) => {
                Cow::Owned(String::from_utf8_lossy(Digits::of(value).as_bytes()).into_owned())
            }
        }
    }
}

/// Whether a literal with a fraction or an exponent has an integer value, by its digits alone.
fn literal_is_integer(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let digits = mantissa.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() && whole.bytes().all(|b| b == b'0') {
        return true;
    }
    let exponent = exponent.get(1..).unwrap_or("");
    let negative = exponent.starts_with('-');
    let Ok(shift) = exponent.trim_start_matches(['+', '-']).parse::<u64>() else {
        // No exponent, or one beyond 64 bits, which moves every digit to one side.
        return if exponent.is_empty() { fraction.is_empty() } else { !negative };
    };
    if negative {
        let zeros = whole.len() - whole.trim_end_matches('0').len();
        fraction.is_empty() && shift <= zeros as u64
    } else {
        fraction.len() as u64 <= shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_recognised_by_value() {
        for (text, integer) in [
            ("1", true),
            ("1.0", true),
            ("-0.0", true),
            ("1.50", false),
            ("1.5e1", true),
            ("1.5e0", false),
            ("100e-2", true),
            ("10e-2", false),
            ("1e400", true),
            ("1e-400", false),
            ("0e-400", true),
            ("1e99999999999999999999", true),
            ("1e-99999999999999999999", false),
        ] {
            assert_eq!(Number::Text(text).is_integer(), integer, "{text}");
        }
    }
}
