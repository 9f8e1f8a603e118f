//! Advice on a return schema: what is allowed, and still puzzles clients.

mod formats;
mod rules;
mod value;
mod walk;

use serde::Serialize;
use serde_json::Value;

use crate::content;
use crate::policy::{Extra, NonFinite, Policy, Text, Validation, Wrap};
use crate::publish::publish;
use crate::survey::Survey;

/// One piece of advice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// A name for its kind, such as `remote-ref`.
    pub code: &'static str,
    /// The place as a JSON Pointer into the host's schema.
    pub pointer: String,
    /// What there is, in one sentence.
    pub message: String,
    /// Why that matters, in one sentence.
    pub reason: &'static str,
}

impl Finding {
    fn new(code: &'static str, pointer: &str, message: String, reason: &'static str) -> Self {
        Finding { code, pointer: pointer.to_owned(), message, reason }
    }
}

/// Advice on the schema of what a tool returns, in the order of the schema.
///
/// Findings are no errors: a schema that no converter can be made from is refused by
/// [`Converter::new`](crate::Converter::new). Without structured output there is nothing to say.
///
/// ```
/// use serde_json::json;
/// use twochannel::{Policy, lint};
///
/// let findings = lint(&json!({"type": "string", "format": "ulid"}), &Policy::default());
/// let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
/// assert_eq!(codes, ["root-not-object", "uncommon-format"]);
/// assert_eq!(findings[1].pointer, "/format");
/// ```
pub fn lint(schema: &Value, policy: &Policy) -> Vec<Finding> {
    if !publishes_data(schema, policy) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    findings.extend(root_not_object(schema, policy));
    findings.extend(text_says_more(policy));
    walk::each_schema(schema, &mut |place| rules::examine(&place, &mut findings));
    if Survey::of(schema).is_ok() {
        // Every reference was resolved within the schema.
        findings.retain(|finding| finding.code != rules::REMOTE_REF);
    }
    findings
}

/// The same, and what one value of the tool shows.
pub fn lint_with_value(schema: &Value, policy: &Policy, value: &Value) -> Vec<Finding> {
    let mut findings = lint(schema, policy);
    if publishes_data(schema, policy) {
        value::examine(schema, policy, value, &mut findings);
    }
    findings
}

fn publishes_data(schema: &Value, policy: &Policy) -> bool {
    let wanted = match policy.structured_output {
        Some(wanted) => wanted,
        None => !content::is_block_schema(schema),
    };
    wanted && policy.revision.has_structured_content()
}

fn root_not_object(schema: &Value, policy: &Policy) -> Option<Finding> {
    if policy.wrap == Wrap::Always || policy.revision.has_result_type() {
        return None;
    }
    let is_object = match publish(schema, policy) {
        Ok(published) => !published.wrapped,
        Err(_) => schema.get("$ref").is_some() || schema.get("type") == Some(&"object".into()),
    };
    (!is_object).then(|| {
        Finding::new(
            "root-not-object",
            "",
            "The root is not an object, so that values are sent as {\"result\": …}.".to_owned(),
            "Structured data must be an object before revision 2026-07-28; applications find the value one level down.",
        )
    })
}

/// The policies under which the text keeps what the data loses.
fn text_says_more(policy: &Policy) -> Option<Finding> {
    if policy.text == Text::None {
        return None;
    }
    let message = if policy.validation == Validation::Lax {
        "Lax validation drops undeclared members from the data; the text keeps them."
    } else if policy.extra == Extra::Strip {
        "`extra: \"strip\"` drops undeclared members from the data; the text keeps them."
    } else if policy.non_finite == NonFinite::Constants {
        "`nonFinite: \"constants\"` sends NaN and infinities as null in the data; the text names them."
    } else {
        return None;
    };
    Some(Finding::new(TEXT_SAYS_MORE, "", message.to_owned(), TEXT_SAYS_MORE_REASON))
}

const TEXT_SAYS_MORE: &str = "text-says-more";
const TEXT_SAYS_MORE_REASON: &str =
    "Clients that read the structured data alone never see what only the text says.";

#[cfg(test)]
mod tests;
