//! Every kind of problem, with pydantic's name and sentence for it, and in plain words.
//!
//! The plain words fit after "expected" and may hold limits of the schema, never a value.

use std::fmt::Display;

use crate::error::Problem;

fn problem(code: &'static str, message: &str, expected: &str) -> Problem {
    Problem { code, message: message.to_owned(), expected: expected.to_owned() }
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Declares problems that need no details.
macro_rules! plain {
    ($($name:ident = $message:literal, $expected:literal;)+) => {
        $(pub fn $name() -> Problem {
            problem(stringify!($name), $message, $expected)
        })+
    };
}

/// Declares problems that end in what a parser said.
macro_rules! parsing {
    ($($name:ident = $message:literal, $expected:literal;)+) => {
        $(pub fn $name(error: &str) -> Problem {
            problem(stringify!($name), &format!(concat!($message, ", {}"), error), $expected)
        })+
    };
}

plain! {
    missing = "Field required", "a value";
    extra_forbidden = "Extra inputs are not permitted", "no such member";
    recursion_depth_exceeded =
        "Recursion error - maximum validation depth exceeded", "less nesting";
    none_required = "Input should be None", "null";
    bool_type = "Input should be a valid boolean", "a boolean";
    bool_parsing = "Input should be a valid boolean, unable to interpret input", "a boolean";
    int_type = "Input should be a valid integer", "an integer";
    int_parsing =
        "Input should be a valid integer, unable to parse string as an integer", "an integer";
    int_parsing_size =
        "Unable to parse input string as an integer, exceeded maximum size",
        "an integer of fewer digits";
    int_from_float =
        "Input should be a valid integer, got a number with a fractional part",
        "an integer without a fraction";
    float_type = "Input should be a valid number", "a number";
    float_parsing =
        "Input should be a valid number, unable to parse string as a number", "a number";
    finite_number = "Input should be a finite number", "a finite number";
    decimal_type =
        "Decimal input should be an integer, float, string or Decimal object",
        "a decimal number or a string of one";
    decimal_parsing = "Input should be a valid decimal", "a decimal number";
    string_type = "Input should be a valid string", "a string";
    bytes_type = "Input should be a valid bytes", "a string";
    list_type = "Input should be a valid list", "an array";
    tuple_type = "Input should be a valid tuple", "an array";
    set_type = "Input should be a valid set", "an array without repeated items";
    set_item_not_hashable = "Set items should be hashable", "an item other than array or object";
    dict_type = "Input should be a valid dictionary", "an object";
    model_attributes_type =
        "Input should be a valid dictionary or object to extract fields from", "an object";
    date_type = "Input should be a valid date", "a date";
    date_from_datetime_inexact =
        "Datetimes provided to dates should have zero time - e.g. be exact dates",
        "a date without a time";
    time_type = "Input should be a valid time", "a time";
    datetime_type = "Input should be a valid datetime", "a date and time";
    time_delta_type = "Input should be a valid timedelta", "a duration";
    uuid_type = "UUID input should be a string, bytes or UUID object", "a UUID";
    url_type = "URL input should be a string or URL", "a URL";
}

parsing! {
    date_parsing = "Input should be a valid date in the format YYYY-MM-DD", "a date";
    date_from_datetime_parsing = "Input should be a valid date or datetime", "a date";
    time_parsing = "Input should be in a valid time format", "a time";
    datetime_parsing = "Input should be a valid datetime", "a date and time";
    datetime_from_date_parsing = "Input should be a valid datetime or date", "a date and time";
    time_delta_parsing = "Input should be a valid timedelta", "a duration";
    uuid_parsing = "Input should be a valid UUID", "a UUID";
    url_parsing = "Input should be a valid URL", "a URL";
}

pub fn model_type(name: &str) -> Problem {
    let message = format!("Input should be a valid dictionary or instance of {name}");
    problem("model_type", &message, "an object")
}

/// `limits` as pydantic prints them.
pub fn greater_than(limit: &str) -> Problem {
    let expected = format!("a number greater than {limit}");
    problem("greater_than", &format!("Input should be greater than {limit}"), &expected)
}

pub fn greater_than_equal(limit: &str) -> Problem {
    let message = format!("Input should be greater than or equal to {limit}");
    problem("greater_than_equal", &message, &format!("a number of at least {limit}"))
}

pub fn less_than(limit: &str) -> Problem {
    let expected = format!("a number less than {limit}");
    problem("less_than", &format!("Input should be less than {limit}"), &expected)
}

pub fn less_than_equal(limit: &str) -> Problem {
    let message = format!("Input should be less than or equal to {limit}");
    problem("less_than_equal", &message, &format!("a number of at most {limit}"))
}

pub fn multiple_of(factor: &str) -> Problem {
    let expected = format!("a multiple of {factor}");
    problem("multiple_of", &format!("Input should be a multiple of {factor}"), &expected)
}

/// `kind` is `List`, `Tuple`, `Set` or `Dictionary`; `actual` a count.
pub fn too_short(kind: &str, least: u64, actual: usize) -> Problem {
    let items = format!("at least {least} item{}", plural(least));
    let message = format!("{kind} should have {items} after validation, not {actual}");
    problem("too_short", &message, &items)
}

/// `actual` is a count, or `more` where pydantic stops counting.
pub fn too_long(kind: &str, most: u64, actual: impl Display) -> Problem {
    let items = format!("at most {most} item{}", plural(most));
    let message = format!("{kind} should have {items} after validation, not {actual}");
    problem("too_long", &message, &items)
}

pub fn string_too_short(least: u64) -> Problem {
    let length = format!("at least {least} character{}", plural(least));
    problem("string_too_short", &format!("String should have {length}"), &length)
}

pub fn string_too_long(most: u64) -> Problem {
    let length = format!("at most {most} character{}", plural(most));
    problem("string_too_long", &format!("String should have {length}"), &length)
}

pub fn bytes_too_short(least: u64) -> Problem {
    let length = format!("at least {least} byte{}", plural(least));
    problem("bytes_too_short", &format!("Data should have {length}"), &length)
}

pub fn bytes_too_long(most: u64) -> Problem {
    let length = format!("at most {most} byte{}", plural(most));
    problem("bytes_too_long", &format!("Data should have {length}"), &length)
}

pub fn url_too_long(most: u64) -> Problem {
    let length = format!("at most {most} character{}", plural(most));
    problem("url_too_long", &format!("URL should have {length}"), &length)
}

pub fn string_pattern_mismatch(pattern: &str) -> Problem {
    let message = format!("String should match pattern '{pattern}'");
    problem("string_pattern_mismatch", &message, &format!("a string that matches {pattern}"))
}

pub fn uuid_version(version: u8) -> Problem {
    let message = format!("UUID version {version} expected");
    problem("uuid_version", &message, &format!("a UUID of version {version}"))
}

/// `choices` as Python literals.
pub fn literal_error(choices: &[String]) -> Problem {
    let choices = alternatives(choices);
    problem("literal_error", &format!("Input should be {choices}"), &choices)
}

/// The same for a class of named values.
pub fn enumeration(choices: &[String]) -> Problem {
    Problem { code: "enum", ..literal_error(choices) }
}

/// `name` and `tags` as Python literals, `tag` the value that was found.
pub fn union_tag_invalid(name: &str, tag: &str, tags: &[String]) -> Problem {
    let message = format!(
        "Input tag '{tag}' found using {name} does not match any of the expected tags: {}",
        tags.join(", ")
    );
    problem("union_tag_invalid", &message, &format!("{name} to be {}", alternatives(tags)))
}

pub fn union_tag_not_found(name: &str) -> Problem {
    let message = format!("Unable to extract tag using discriminator {name}");
    problem("union_tag_not_found", &message, &format!("a member {name}"))
}

/// `a`, `a or b`, `a, b or c`.
fn alternatives(choices: &[String]) -> String {
    match choices {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
