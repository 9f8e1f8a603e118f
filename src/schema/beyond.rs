//! Problems that JSON Schema has and pydantic does not, in pydantic's manner.

use crate::error::Problem;

/// A problem as pydantic words those of a validator function.
fn value_error(message: String, expected: String) -> Problem {
    Problem { code: "value_error", message: format!("Value error, {message}"), expected }
}

/// A schema that allows nothing.
pub fn nothing() -> Problem {
    value_error("no value is allowed here".into(), "no value".into())
}

/// `not`.
pub fn excluded() -> Problem {
    value_error(
        "input should not match the schema that `not` excludes".into(),
        "a value that `not` does not exclude".into(),
    )
}

/// `oneOf`, where more than one arm matches.
pub fn ambiguous(arms: &[String]) -> Problem {
    let found = match arms {
        [] => "several".to_owned(),
        arms => arms.join(" and "),
    };
    value_error(
        format!("input should match exactly one of the alternatives, but matches {found}"),
        format!("exactly one of the alternatives, not {found}"),
    )
}

/// `contains`, `minContains`.
pub fn contains_too_few(least: u64) -> Problem {
    let items = counted(least, "matching item");
    value_error(format!("list should contain at least {items}"), format!("at least {items}"))
}

/// `maxContains`.
pub fn contains_too_many(most: u64) -> Problem {
    let items = counted(most, "matching item");
    value_error(format!("list should contain at most {items}"), format!("at most {items}"))
}

/// `uniqueItems`.
pub fn repeated_items() -> Problem {
    value_error("list items should be unique".into(), "no repeated items".into())
}

/// A `format` that pydantic has no type for.
pub fn format(name: &str) -> Problem {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    value_error(format!("input should be a valid {name}"), format!("{article} {name}"))
}

/// `contentEncoding`, `contentMediaType`: `what` the text should hold.
pub fn content(what: &str) -> Problem {
    value_error(format!("text should hold valid {what}"), format!("text that holds {what}"))
}

/// A pattern that took too long to try.
pub fn pattern_given_up(pattern: &str) -> Problem {
    Problem {
        code: "string_pattern_mismatch",
        message: format!("String should match pattern '{pattern}', but trying it took too long"),
        expected: format!("a string that quickly matches {pattern}"),
    }
}

/// A schema that could not be compiled after all.
pub fn no_validator(reason: &str) -> Problem {
    value_error(format!("the schema cannot be compiled: {reason}"), "a usable schema".into())
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
