//! Types that travel as strings: which forms are taken for them, and the one they leave in.

use super::plan::{Format, TextRules};
use super::walk::Mode;
use super::{decimal, scalar, temporal, url, uuid};
use crate::error::Problem;
use crate::policy::Formats;
use crate::problem;
use crate::tape::{Node, View};

/// The longest URL of pydantic's `HttpUrl`, which takes two schemes only.
const HTTP_URL_LENGTH: u64 = 2083;

/// Converts a value to the canonical text of a type.
pub fn convert(format: Format, rules: &TextRules, node: Node<'_>) -> Result<String, Problem> {
    let text = match format {
        Format::Date => temporal::date(node)?,
        Format::Time => temporal::time(node)?,
        Format::DateTime => temporal::date_time(node)?,
        Format::Duration => temporal::duration(node)?,
        Format::Uuid(version) => {
            uuid::canonical(node.as_str().ok_or_else(problem::uuid_type)?, version)?
        }
        Format::Bytes => {
            let text = node.as_str().ok_or_else(problem::bytes_type)?;
            let length = text.len() as u64;
            if let Some(least) = rules.size.least.filter(|least| length < *least) {
                return Err(problem::bytes_too_short(least));
            }
            if let Some(most) = rules.size.most.filter(|most| length > *most) {
                return Err(problem::bytes_too_long(most));
            }
            text.to_owned()
        }
        Format::Url => {
            let text = node.as_str().ok_or_else(problem::url_type)?;
            if let Some(most) = rules.size.most.filter(|most| text.len() as u64 > *most) {
                return Err(problem::url_too_long(most));
            }
            let url = url::normalize(text).map_err(problem::url_parsing)?;
            let http = url.starts_with("http://") || url.starts_with("https://");
            if rules.size.most == Some(HTTP_URL_LENGTH) && !http {
                return Err(problem::url_scheme());
            }
            url
        }
        Format::Decimal => {
            let decimal = decimal::read(node)?;
            rules.bounds.check_float(decimal.to_f64())?;
            decimal.to_string()
        }
    };
    Ok(text)
}

/// What is wrong with a value as JSON Schema has it.
pub fn check(format: Format, rules: &TextRules, node: Node<'_>, mode: Mode) -> Result<(), Problem> {
    let text = match node.view() {
        View::String(text) => text,
        View::Number(number) if format == Format::Decimal => {
            return rules.bounds.check_float(number.to_f64());
        }
        _ => return Err(type_problem(format)),
    };
    scalar::check_text(rules, text)?;
    // To JSON Schema these two are no formats.
    if mode == Mode::Strict(Formats::Annotate) || matches!(format, Format::Bytes | Format::Decimal)
    {
        return Ok(());
    }
    convert(format, rules, node)?;
    let text = text.as_bytes();
    let native = match format {
        Format::Bytes | Format::Decimal | Format::Url => true,
        Format::Date => text.len() == 10,
        Format::Time => is_full_time(text),
        Format::DateTime => {
            matches!(text.get(10), Some(b'T' | b't')) && text.get(11..).is_some_and(is_full_time)
        }
        Format::Duration => text.first() == Some(&b'P'),
        Format::Uuid(_) => text.len() == 36,
    };
    if native { Ok(()) } else { Err(type_problem(format)) }
}

/// Whether a time that lax mode takes is one of RFC 3339, with seconds and an offset.
fn is_full_time(text: &[u8]) -> bool {
    let offset = matches!(text, [.., b'Z' | b'z'] | [.., b'+' | b'-', _, _, b':', _, _]);
    offset && text.get(5) == Some(&b':') && !text.contains(&b',')
}

/// What strict mode says of a value that lax mode would convert.
fn type_problem(format: Format) -> Problem {
    match format {
        Format::Bytes => problem::bytes_type(),
        Format::Date => problem::date_type(),
        Format::Time => problem::time_type(),
        Format::DateTime => problem::datetime_type(),
        Format::Duration => problem::time_delta_type(),
        Format::Uuid(_) => problem::uuid_type(),
        Format::Url => problem::url_type(),
        Format::Decimal => problem::decimal_type(),
    }
}
