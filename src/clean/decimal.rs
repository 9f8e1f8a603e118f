//! Python's `Decimal`: which texts it takes, and how it writes itself.

use std::fmt;

use crate::error::Problem;
use crate::problem;
use crate::python;
use crate::tape::{Node, View};

/// The least exponent that is written out as zeros.
const LEAST_PLAIN: i64 = -6;

/// Digits times a power of ten.
pub struct Decimal {
    negative: bool,
    /// Without leading zeros; `0` for zero.
    digits: String,
    exponent: i64,
}

/// Takes a number or a string for a decimal.
pub fn read(node: Node<'_>) -> Result<Decimal, Problem> {
    match node.view() {
        View::Number(number) if !number.is_finite() => Err(problem::finite_number()),
        View::Number(number) => parse(&python::number(number)),
        View::String(text) => parse(text),
        _ => Err(problem::decimal_type()),
    }
}

fn parse(text: &str) -> Result<Decimal, Problem> {
    let text = text.trim().replace('_', "");
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(&text);
    if is_special(unsigned) {
        return Err(problem::finite_number());
    }
    let number = unsigned.to_ascii_lowercase();
    let (mantissa, exponent) = match number.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)),
        None => (number.as_str(), Some(0)),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let valid = !all.is_empty() && all.bytes().all(|byte| byte.is_ascii_digit());
    let Some(exponent) = exponent.filter(|_| valid) else {
        return Err(problem::decimal_parsing());
    };
    let digits = all.trim_start_matches('0');
    Ok(Decimal {
        negative: text.starts_with('-'),
        digits: if digits.is_empty() { "0".to_owned() } else { digits.to_owned() },
        exponent: exponent - fraction.len() as i64,
    })
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Python's decimals end at this exponent.
    text.parse().ok().filter(|exponent: &i64| valid && exponent.abs() < 1 << 59)
}

/// Infinity, or a NaN that may have digits.
fn is_special(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let nan = text.strip_prefix('s').unwrap_or(&text).strip_prefix("nan");
    text == "inf"
        || text == "infinity"
        || nan.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Decimal {
    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.digits.len() as i64;
        // The exponent of the first digit.
        let leading = self.exponent + count - 1;
        if self.negative {
            f.write_str("-")?;
        }
        if self.exponent > 0 || leading < LEAST_PLAIN {
            let (first, rest) = self.digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            return write!(f, "{first}{dot}{rest}E{leading:+}");
        }
        let whole = count + self.exponent;
        if self.exponent == 0 {
            f.write_str(&self.digits)
        } else if whole > 0 {
            let (whole, fraction) = self.digits.split_at(whole as usize);
            write!(f, "{whole}.{fraction}")
        } else {
            write!(f, "0.{}{}", "0".repeat(whole.unsigned_abs() as usize), self.digits)
        }
    }
}
