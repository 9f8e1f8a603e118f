//! Error texts. All of them are made from the same issues.

use crate::error::{Issue, Segment};
use crate::policy::Errors;
use crate::tape::TooDeep;

/// Why a value became no result.
#[derive(Clone, Debug)]
pub enum Failure {
    /// It breaks the schema.
    Issues(Vec<Issue>),
    /// It cannot be sent whatever the schema says: too deep, circular, not JSON.
    Unfit {
        /// Where, from the root of the structured data.
        path: Vec<Segment<'static>>,
        /// What is wrong, in plain words.
        reason: String,
    },
    /// Its result has more bytes than are allowed.
    TooLarge {
        /// How many it has.
        size: u64,
        /// How many are allowed.
        limit: u64,
    },
}

impl Failure {
    /// A value that cannot be sent as a whole.
    pub fn unfit(reason: String) -> Self {
        Failure::Unfit { path: Vec::new(), reason }
    }

    /// A value that is nested beyond `limit` levels.
    pub fn too_deep(limit: usize) -> Self {
        Failure::unfit(format!("the output is nested beyond the depth of {limit} that is allowed"))
    }
}

impl From<TooDeep> for Failure {
    fn from(TooDeep(limit): TooDeep) -> Self {
        Failure::too_deep(limit)
    }
}

/// How many problems the `named` text lists.
pub const NAMED_LIMIT: usize = 20;

/// The text of the one block that an error result has.
pub fn error_text(errors: Errors, tool: &str, subject: &str, failure: &Failure) -> String {
    let head = format!("Error executing tool {tool}");
    match (errors, failure) {
        (Errors::Generic, _) => head,
        (_, Failure::Unfit { path, reason }) if path.is_empty() => format!("{head}: {reason}"),
        (_, Failure::Unfit { path, reason }) => format!("{head}: {}: {reason}", dotted(path)),
        (_, Failure::TooLarge { size, limit }) => {
            format!("{head}: the result has {size} bytes, {limit} are allowed")
        }
        (Errors::Full, Failure::Issues(issues)) => format!("{head}: {}", full(subject, issues)),
        (Errors::Named, Failure::Issues(issues)) => format!("{head}: {}", named(issues)),
    }
}

/// The reference's layout, with values.
fn full(subject: &str, issues: &[Issue]) -> String {
    let plural = if issues.len() == 1 { "" } else { "s" };
    let mut text = format!("{} validation error{plural} for {subject}", issues.len());
    for issue in issues {
        let Issue { problem, input, input_type, .. } = issue;
        if !issue.path.is_empty() {
            text.push('\n');
            text.push_str(&dotted(&issue.path));
        }
        text.push_str(&format!(
            "\n  {} [type={}, input_value={input}, input_type={input_type}]",
            problem.message, problem.code
        ));
    }
    text
}

/// Plain words, without any value.
fn named(issues: &[Issue]) -> String {
    let count = match issues.len() {
        1 => "1 problem".to_owned(),
        n => format!("{n} problems"),
    };
    let mut text = format!("the tool's output does not match its own output schema ({count})");
    for issue in issues.iter().take(NAMED_LIMIT) {
        let place = match issue.path.is_empty() {
            true => "the whole output".to_owned(),
            false => dotted(&issue.path),
        };
        text.push_str(&format!("\n- {place}: "));
        match issue.problem.code {
            "missing" => text.push_str("required, but missing"),
            _ => {
                text.push_str(&format!("expected {}, got {}", issue.problem.expected, issue.found))
            }
        }
        if let Some(hint) = &issue.hint {
            text.push_str(&format!(" ({hint})"));
        }
    }
    if issues.len() > NAMED_LIMIT {
        text.push_str(&format!("\n… and {} more", issues.len() - NAMED_LIMIT));
    }
    text
}

fn dotted(path: &[Segment<'_>]) -> String {
    let segments: Vec<String> = path.iter().map(Segment::to_string).collect();
    segments.join(".")
}
