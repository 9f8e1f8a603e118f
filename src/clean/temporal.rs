//! Dates, times and durations, read and written by the crate that pydantic uses.
//!
//! The numbers among them are read here: seconds since 1970, or milliseconds where the number is
//! too large for seconds.

use speedate::{
    Date, DateConfig, DateTime, DateTimeConfig, Duration, MicrosecondsPrecisionOverflowBehavior,
    ParseError, Time, TimeConfig,
};
use strum::EnumMessage;

use crate::error::Problem;
use crate::problem;
use crate::tape::{Node, Number, View};

const YEAR_0: &str = "year 0 is out of range";
const NAN: &str = "NaN values not permitted";

/// Fractions beyond microseconds are cut off; a time that was a number is in UTC.
const TIME: TimeConfig = TimeConfig {
    microseconds_precision_overflow_behavior: MicrosecondsPrecisionOverflowBehavior::Truncate,
    unix_timestamp_offset: Some(0),
};

fn date_time_config() -> DateTimeConfig {
    DateTimeConfig { time_config: TIME, ..DateTimeConfig::default() }
}

/// What a parser says of its error.
fn why(error: ParseError) -> &'static str {
    error.get_documentation().unwrap_or_default()
}

type Parsed<T> = Result<T, &'static str>;

/// A date; a date and time at midnight is one too.
pub fn date(node: Node<'_>) -> Result<String, Problem> {
    let date = match node.view() {
        View::String(text) => match parse_date(text) {
            Ok(date) => date,
            Err(_) => exact_date(parse_date_time(text))?,
        },
        View::Number(number) => exact_date(date_time_from_number(number))?,
        _ => return Err(problem::date_type()),
    };
    match date.year {
        0 => Err(problem::date_parsing(YEAR_0)),
        _ => Ok(date.to_string()),
    }
}

fn exact_date(parsed: Parsed<DateTime>) -> Result<Date, Problem> {
    let DateTime { date, time } = parsed.map_err(problem::date_from_datetime_parsing)?;
    match (time.hour, time.minute, time.second, time.microsecond) {
        (0, 0, 0, 0) => Ok(date),
        _ => Err(problem::date_from_datetime_inexact()),
    }
}

/// A date and time; a date is its midnight.
pub fn date_time(node: Node<'_>) -> Result<String, Problem> {
    let date_time = match node.view() {
        View::String(text) => match parse_date_time(text) {
            Ok(date_time) => date_time,
            Err(_) => {
                let date = parse_date(text).map_err(problem::datetime_from_date_parsing)?;
                let time = Time { hour: 0, minute: 0, second: 0, microsecond: 0, tz_offset: None };
                DateTime { date, time }
            }
        },
        View::Number(number) => date_time_from_number(number).map_err(problem::datetime_parsing)?,
        _ => return Err(problem::datetime_type()),
    };
    match date_time.date.year {
        0 => Err(problem::datetime_parsing(YEAR_0)),
        _ => Ok(date_time.to_string()),
    }
}

fn parse_date(text: &str) -> Parsed<Date> {
    match (Date::parse_bytes_rfc3339(text.as_bytes()), integer(text)) {
        (Ok(date), _) => Ok(date),
        (Err(_), Some(seconds)) => {
            Date::from_timestamp(seconds, true, &DateConfig::default()).map_err(why)
        }
        (Err(error), None) => Err(why(error)),
    }
}

fn parse_date_time(text: &str) -> Parsed<DateTime> {
    match DateTime::parse_bytes_rfc3339_with_config(text.as_bytes(), &TIME) {
        Ok(date_time) => Ok(date_time),
        Err(error) => match (integer(text), fraction(text)) {
            (Some(seconds), _) => from_integer(seconds),
            (None, Some(seconds)) => from_float(seconds),
            (None, None) => Err(why(error)),
        },
    }
}

fn date_time_from_number(number: Number<'_>) -> Parsed<DateTime> {
    match integral(number) {
        Some(seconds) => from_integer(seconds),
        None => from_float(number.to_f64()),
    }
}

fn from_integer(seconds: i64) -> Parsed<DateTime> {
    DateTime::from_timestamp_with_config(seconds, 0, &date_time_config()).map_err(why)
}

fn from_float(seconds: f64) -> Parsed<DateTime> {
    match seconds.is_nan() {
        true => Err(NAN),
        false => DateTime::from_float_with_config(seconds, &date_time_config()).map_err(why),
    }
}

/// A time of day; a number is seconds since midnight.
pub fn time(node: Node<'_>) -> Result<String, Problem> {
    let time = match node.view() {
        View::String(text) => Time::parse_bytes_with_config(text.as_bytes(), &TIME).map_err(why),
        View::Number(number) => match integral(number) {
            Some(seconds) => time_from(seconds, 0),
            None => match number.to_f64() {
                value if value.is_nan() => Err(NAN),
                value => {
                    let micros = (value.fract().abs() * 1_000_000.0).round() as u32;
                    time_from(value.floor() as i64, micros)
                }
            },
        },
        _ => return Err(problem::time_type()),
    };
    Ok(time.map_err(problem::time_parsing)?.to_string())
}

fn time_from(seconds: i64, micros: u32) -> Parsed<Time> {
    if seconds < 0 {
        return Err("time in seconds should be positive");
    }
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    Time::from_timestamp_with_config(seconds, micros, &TIME).map_err(why)
}

/// A span of time; a number is seconds, and so is a boolean, which Python counts as 0 or 1.
pub fn duration(node: Node<'_>) -> Result<String, Problem> {
    let duration = match node.view() {
        View::String(text) => {
            Duration::parse_bytes_with_config(text.as_bytes(), &TIME).map_err(why)
        }
        View::Bool(value) => duration_from_integer(i64::from(value)),
        View::Number(number) => match integral(number) {
            Some(seconds) => duration_from_integer(seconds),
            None => duration_from_float(number.to_f64()),
        },
        _ => return Err(problem::time_delta_type()),
    };
    let mut duration = duration.map_err(problem::time_delta_parsing)?;
    duration.positive |= (duration.day, duration.second, duration.microsecond) == (0, 0, 0);
    Ok(duration.to_string())
}

fn duration_from_integer(seconds: i64) -> Parsed<Duration> {
    let size = seconds.unsigned_abs();
    let days = u32::try_from(size / 86_400).map_err(|_| why(ParseError::DurationDaysTooLarge))?;
    Duration::new(seconds >= 0, days, (size % 86_400) as u32, 0).map_err(why)
}

fn duration_from_float(seconds: f64) -> Parsed<Duration> {
    if seconds.is_nan() {
        return Err(NAN);
    }
    let size = seconds.abs();
    let micros = (size.fract() * 1_000_000.0).round() as u32;
    let days = (size / 86_400.0) as u32;
    Duration::new(seconds >= 0.0, days, (size as u64 % 86_400) as u32, micros).map_err(why)
}

/// The number as Python's `int`, if it is one of 64 bits.
fn integral(number: Number<'_>) -> Option<i64> {
    number.is_written_as_integer().then(|| number.to_i64())?
}

/// Digits with a sign.
fn integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// Digits, if any, and a point, before anything else that a double may have.
fn fraction(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let point = unsigned.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    if point { text.parse().ok() } else { None }
}
