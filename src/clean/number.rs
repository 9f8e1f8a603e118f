//! Numbers: what is taken for one, and the limits it is held against.

use serde_json::{Map, Value};

use crate::error::Problem;
use crate::problem;
use crate::tape::Number;

/// Texts with more digits are refused, as Python refuses them.
const MOST_DIGITS: usize = 4300;
/// How far from a multiple a number may be.
const TOLERANCE: f64 = 1e-9;

/// The limits of a schema for a number.
#[derive(Debug, Default)]
pub struct Bounds {
    multiple_of: Option<Limit>,
    at_most: Option<Limit>,
    less_than: Option<Limit>,
    at_least: Option<Limit>,
    more_than: Option<Limit>,
}

#[derive(Debug)]
struct Limit {
    /// As error texts have it.
    text: String,
    float: f64,
    integer: Option<i128>,
}

impl Limit {
    fn read(value: &Value, integer: bool) -> Option<Self> {
        let float = value.as_f64().filter(|float| float.is_finite())?;
        let exact = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
        let small = float.trunc() == float && float.abs() < 1e30;
        let exact = exact.or_else(|| small.then_some(float as i128));
        let text = match exact {
            Some(exact) if integer => exact.to_string(),
            _ => float.to_string(),
        };
        Some(Limit { text, float, integer: exact })
    }
}

impl Bounds {
    /// Reads the limits of a schema; an error is the keyword at fault.
    pub fn read(schema: &Map<String, Value>, integer: bool) -> Result<Self, &'static str> {
        let limit = |word: &'static str| match schema.get(word) {
            None => Ok(None),
            Some(value) => Limit::read(value, integer).map(Some).ok_or(word),
        };
        let bounds = Bounds {
            multiple_of: limit("multipleOf")?,
            at_most: limit("maximum")?,
            less_than: limit("exclusiveMaximum")?,
            at_least: limit("minimum")?,
            more_than: limit("exclusiveMinimum")?,
        };
        match &bounds.multiple_of {
            Some(factor) if factor.float <= 0.0 => Err("multipleOf"),
            _ => Ok(bounds),
        }
    }

    pub fn is_empty(&self) -> bool {
        let Bounds { multiple_of, at_most, less_than, at_least, more_than } = self;
        [multiple_of, at_most, less_than, at_least, more_than].iter().all(|limit| limit.is_none())
    }

    /// The first limit that a double breaks, in pydantic's order.
    pub fn check_float(&self, value: f64) -> Result<(), Problem> {
        self.check(
            |factor| is_near_multiple(value, factor.float),
            |limit| value.partial_cmp(&limit.float),
        )
    }

    /// The same for an integer of any size.
    pub fn check_integer(&self, digits: &str) -> Result<(), Problem> {
        let exact: Option<i128> = digits.parse().ok();
        let float: f64 = digits.parse().unwrap_or(f64::NAN);
        self.check(
            |factor| match factor.integer {
                Some(integer) => remainder(digits, integer) == Some(0),
                None => (float - (float / factor.float).round() * factor.float).abs() <= TOLERANCE,
            },
            |limit| match (exact, limit.integer) {
                (Some(value), Some(limit)) => Some(value.cmp(&limit)),
                _ => float.partial_cmp(&limit.float),
            },
        )
    }

    fn check(
        &self,
        is_multiple: impl Fn(&Limit) -> bool,
        compare: impl Fn(&Limit) -> Option<std::cmp::Ordering>,
    ) -> Result<(), Problem> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        if let Some(factor) = self.multiple_of.as_ref().filter(|factor| !is_multiple(factor)) {
            return Err(problem::multiple_of(&factor.text));
        }
        type Named = fn(&str) -> Problem;
        let limits: [(&Option<Limit>, &[std::cmp::Ordering], Named); 4] = [
            (&self.at_most, &[Less, Equal], problem::less_than_equal),
            (&self.less_than, &[Less], problem::less_than),
            (&self.at_least, &[Greater, Equal], problem::greater_than_equal),
            (&self.more_than, &[Greater], problem::greater_than),
        ];
        for (limit, allowed, named) in limits {
            let Some(limit) = limit else { continue };
            if !compare(limit).is_some_and(|order| allowed.contains(&order)) {
                return Err(named(&limit.text));
            }
        }
        Ok(())
    }
}

/// NaN and infinities are as good as multiples.
fn is_near_multiple(value: f64, factor: f64) -> bool {
    let off = (value - (value / factor).round() * factor).abs();
    off.is_nan() || off <= TOLERANCE
}

/// The remainder of decimal digits, which may be many and negative.
fn remainder(digits: &str, factor: i128) -> Option<i128> {
    let factor = factor.checked_abs().filter(|factor| *factor > 0)?;
    digits.trim_start_matches('-').bytes().try_fold(0i128, |rest, digit| {
        let shifted = rest.checked_mul(10)?.checked_add(i128::from(digit.wrapping_sub(b'0')))?;
        Some(shifted % factor)
    })
}

/// What an integer came from.
pub struct Integer {
    /// Canonical digits.
    pub digits: String,
    /// Whether it was an integer all along.
    pub exact: bool,
}

/// Takes a number for an integer.
pub fn integer_from_number(number: Number<'_>) -> Result<Integer, Problem> {
    if number.is_written_as_integer() {
        let digits = number.to_text();
        let digits = if digits == "-0" { "0".to_owned() } else { digits.into_owned() };
        return Ok(Integer { digits, exact: true });
    }
    let value = number.to_f64();
    if !value.is_finite() {
        Err(problem::finite_number())
    } else if value.trunc() != value {
        Err(problem::int_from_float())
    } else if i64::MIN as f64 <= value && value < i64::MAX as f64 {
        Ok(Integer { digits: (value as i64).to_string(), exact: false })
    } else {
        Err(problem::int_parsing_size())
    }
}

/// Takes a string for an integer: digits with spaces around them, a sign, leading zeros, a zero
/// fraction and single underscores between digits.
pub fn integer_from_text(text: &str) -> Result<String, Problem> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    if digits > MOST_DIGITS && !unsigned.starts_with('0') {
        return Err(problem::int_parsing_size());
    }
    let tidy = if is_integer_literal(text) { Some(text.to_owned()) } else { tidy_integer(text) };
    match tidy.filter(|text| is_integer_literal(text) && text.len() <= MOST_DIGITS) {
        Some(text) if text == "-0" => Ok("0".to_owned()),
        Some(text) => Ok(text),
        None => Err(problem::int_parsing()),
    }
}

fn is_integer_literal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

fn tidy_integer(text: &str) -> Option<String> {
    let text = text.trim();
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let (sign, digits) = match unsigned.strip_prefix('-') {
        Some(_) if unsigned.len() < text.len() => return None,
        Some(digits) => ("-", digits),
        None => ("", unsigned),
    };
    if digits.starts_with(['-', '+']) {
        return None;
    }
    let digits = without_leading_zeros(digits)?;
    let digits = match digits.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
        _ => digits,
    };
    let digits = without_underscores(digits).unwrap_or(digits.to_owned());
    Some(format!("{sign}{digits}"))
}

/// Leading zeros may have underscores among them; the last zero stays where nothing else does.
/// As in pydantic, a minus may follow them.
fn without_leading_zeros(text: &str) -> Option<&str> {
    if !text.starts_with('0') {
        return text.starts_with(|c: char| c.is_ascii_digit()).then_some(text);
    }
    match text.char_indices().find(|(_, c)| !matches!(c, '0' | '_')) {
        Some((at, '1'..='9' | '-')) => text.get(at..),
        Some((at, '.')) => text.get(at.checked_sub(1)?..),
        Some(_) => None,
        None => text.get(text.len().checked_sub(1)?..),
    }
}

/// Single underscores between other characters, as in `1_000`.
fn without_underscores(text: &str) -> Option<String> {
    let placed = !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    (placed && text.contains('_')).then(|| text.replace('_', ""))
}

/// Takes a string for a double; `inf`, `infinity` and `nan` are doubles, in any case.
pub fn float_from_text(text: &str) -> Result<f64, Problem> {
    let parsed = text.trim().parse().ok();
    parsed.or_else(|| without_underscores(text)?.parse().ok()).ok_or_else(problem::float_parsing)
}

/// Takes a number for a double. A literal integer beyond its range is none.
pub fn float_from_number(number: Number<'_>) -> Result<f64, Problem> {
    let value = number.to_f64();
    match value.is_infinite() && number.is_written_as_integer() {
        true => Err(problem::float_type()),
        false => Ok(value),
    }
}

/// Takes a string for a boolean.
pub fn boolean_from_text(text: &str) -> Result<bool, Problem> {
    let is_any = |words: [&str; 6]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_any(["0", "f", "n", "no", "off", "false"]) {
        Ok(false)
    } else if is_any(["1", "t", "y", "on", "yes", "true"]) {
        Ok(true)
    } else {
        Err(problem::bool_parsing())
    }
}

/// Takes a number for a boolean.
pub fn boolean_from_number(number: Number<'_>) -> Result<bool, Problem> {
    let value = number.to_f64();
    let whole = match number.is_written_as_integer() {
        true => number.to_i64().is_some(),
        false => value.trunc() == value && value.abs() < i64::MAX as f64,
    };
    match value {
        0.0 => Ok(false),
        1.0 => Ok(true),
        _ if whole => Err(problem::bool_parsing()),
        _ => Err(problem::bool_type()),
    }
}
