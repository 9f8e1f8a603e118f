use std::borrow::Cow;

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
                let mut out = Vec::new();
                write_f64(value, &mut out);
                Cow::Owned(String::from_utf8(out).unwrap_or_default())
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

/// Appends the shortest text of a double, in JavaScript's notation (`1e21`, `1e-7`, `0` for
/// negative zero). NaN and infinities become `null`.
pub(crate) fn write_f64(value: f64, out: &mut Vec<u8>) {
    if !value.is_finite() {
        out.extend_from_slice(b"null");
        return;
    }
    if value.trunc() == value && value.abs() < 9_007_199_254_740_992.0 {
        write_integer(value as i64, out);
        return;
    }
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(value);
    write_js_notation(shortest, out);
}

/// Appends the digits of an integer.
fn write_integer(value: i64, out: &mut Vec<u8>) {
    let mut digits = [0u8; 20];
    let mut left = value.unsigned_abs();
    let mut used = 0;
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + (left % 10) as u8;
        left /= 10;
        used += 1;
        if left == 0 {
            break;
        }
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(digits.get(digits.len() - used..).unwrap_or_default());
}

/// Lays out shortest digits as `Number.prototype.toString` does.
fn write_js_notation(shortest: &str, out: &mut Vec<u8>) {
    let unsigned = match shortest.strip_prefix('-') {
        Some(rest) => {
            out.push(b'-');
            rest
        }
        None => shortest,
    };
    let (mantissa, exponent) = unsigned.split_once('e').unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = if fraction == "0" { "" } else { fraction };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let all = format!("{whole}{fraction}");
    let leading = all.len() - all.trim_start_matches('0').len();
    let digits = all.trim_matches('0');
    // The value is 0.digits × 10^point.
    let point = whole.len() as i32 + exponent - leading as i32;
    let count = digits.len() as i32;
    let zeros = |n: i32| std::iter::repeat_n(b'0', n.max(0) as usize);
    let part = |from: usize, to: usize| digits.as_bytes().get(from..to).unwrap_or_default();
    if count <= point && point <= 21 {
        out.extend_from_slice(digits.as_bytes());
        out.extend(zeros(point - count));
    } else if 0 < point && point <= 21 {
        out.extend_from_slice(part(0, point as usize));
        out.push(b'.');
        out.extend_from_slice(part(point as usize, digits.len()));
    } else if -6 < point && point <= 0 {
        out.extend_from_slice(b"0.");
        out.extend(zeros(-point));
        out.extend_from_slice(digits.as_bytes());
    } else {
        out.extend_from_slice(part(0, 1));
        if count > 1 {
            out.push(b'.');
            out.extend_from_slice(part(1, digits.len()));
        }
        out.push(b'e');
        if point > 0 {
            out.push(b'+');
        }
        write_integer(i64::from(point - 1), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn js(value: f64) -> String {
        Number::Float(value).to_text().into_owned()
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
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-9, "1.5e-9"),
            (-1.25e300, "-1.25e+300"),
            (5e-324, "5e-324"),
            (0.000123, "0.000123"),
            (9007199254740993.0, "9007199254740992"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(js(value), text);
        }
    }

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
