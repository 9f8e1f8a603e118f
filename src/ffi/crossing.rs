//! What the faces share: policies on their way in, refusals, problems and advice on their way out.

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::convert::Converter;
use crate::error::{Issue, SchemaError, Segment};
use crate::lint::{Finding, lint, lint_with_value};
use crate::policy::Policy;
use crate::survey::Survey;

/// A refused schema or policy.
#[derive(Serialize)]
pub struct Refusal<'e> {
    /// The tool that was being registered.
    pub tool: &'e str,
    /// The place in the schema as a JSON Pointer; null where it is not the schema's fault.
    pub pointer: Option<&'e str>,
    /// What is wrong there.
    pub reason: &'e str,
    /// All of it in one sentence.
    pub message: String,
}

impl<'e> From<&'e SchemaError> for Refusal<'e> {
    fn from(error: &'e SchemaError) -> Self {
        Refusal {
            tool: &error.tool,
            pointer: error.pointer.as_deref(),
            reason: &error.reason,
            message: error.to_string(),
        }
    }
}

/// A problem with a value.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem<'i> {
    path: &'i [Segment<'static>],
    pointer: String,
    code: &'static str,
    message: &'i str,
    input_type: &'static str,
}

impl<'i> From<&'i Issue> for Problem<'i> {
    fn from(issue: &'i Issue) -> Self {
        Problem {
            path: &issue.path,
            pointer: issue.pointer(),
            code: issue.problem.code,
            message: &issue.problem.message,
            input_type: issue.input_type,
        }
    }
}

/// Reads a policy; a refusal names its tool.
pub fn policy(value: &Value) -> Result<Policy, SchemaError> {
    let tool = value.get("tool").and_then(Value::as_str).unwrap_or("tool");
    Policy::from_json(value).map_err(|reason| refused(tool, reason))
}

/// The same from JSON text; an empty one is the defaults.
pub fn policy_text(text: &str) -> Result<Policy, SchemaError> {
    json(text)
        .map_err(|error| refused("tool", format!("the policy is not JSON: {error}")))
        .and_then(|value| policy(&value))
}

/// Reads a schema; an empty text is null.
pub fn schema_text(text: &str, tool: &str) -> Result<Value, SchemaError> {
    json(text).map_err(|error| {
        let what = if error.is_data() { "return schema" } else { "the schema is not JSON" };
        refused(tool, format!("{what}: {error}"))
    })
}

/// Reads a JSON text that may be nested as deeply as a schema may. An empty one is null: there is no
/// schema, or nothing in the policy.
pub fn json(text: &str) -> Result<Value, serde_json::Error> {
    const DEEPEST: usize = Survey::DEEPEST;
    if text.is_empty() {
        return Ok(Value::Null);
    }
    if levels(text.as_bytes()) > DEEPEST {
        return Err(Error::custom(format_args!("nested deeper than {DEEPEST} levels")));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end().map(|()| value)
}

/// How deeply a JSON text is nested, or more where it is none.
fn levels(text: &[u8]) -> usize {
    let (mut level, mut deepest, mut is_string, mut is_escaped) = (0usize, 0, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            b'[' | b'{' if !is_string => level += 1,
            b']' | b'}' if !is_string => level = level.saturating_sub(1),
            _ => continue,
        }
        deepest = deepest.max(level);
    }
    deepest
}

/// Serialises a type that crosses, all of which serde_json can write.
pub fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Makes a converter. An empty `schema` means none, an empty `policy` the defaults.
pub fn converter(schema: &str, policy: &str) -> Result<Converter, SchemaError> {
    let policy = policy_text(policy)?;
    let schema = schema_text(schema, &policy.tool)?;
    Converter::new(Some(&schema).filter(|schema| !schema.is_null()), policy)
}

/// A refusal that is not the fault of one place in the schema.
pub fn refused(tool: &str, reason: String) -> SchemaError {
    SchemaError { tool: tool.to_owned(), pointer: None, reason }
}

/// Advice on a schema, and on what a value shows. A value that cannot be read shows nothing.
pub fn findings(
    schema: &str,
    policy: &Policy,
    value: Option<&str>,
) -> Result<Vec<Finding>, SchemaError> {
    let schema = schema_text(schema, &policy.tool)?;
    // No schema promises as little as the schema that allows everything.
    let schema = if schema.is_null() { Value::Bool(true) } else { schema };
    Ok(match value.and_then(|text| json(text).ok()) {
        None => lint(&schema, policy),
        Some(value) => lint_with_value(&schema, policy, &value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_may_be_as_deep_as_for_the_core() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(json(&nested(128)).is_ok());
        let error = json(&nested(129)).unwrap_err().to_string();
        assert_eq!(error, "nested deeper than 128 levels");
        assert!(json(&nested(1_000_000)).is_err());
        let brackets = format!("[{:?}, {:?}]", "[{".repeat(300), "\\\"[");
        assert!(json(&brackets).is_ok());
    }

    #[test]
    fn advice_needs_no_converter() {
        let policy = Policy::default();
        let codes = |schema, value| -> Vec<&str> {
            let found = findings(schema, &policy, value).unwrap();
            found.iter().map(|finding| finding.code).collect()
        };
        assert_eq!(codes(r#"{"type":"integer"}"#, None), ["root-not-object"]);
        assert_eq!(codes("", None), codes("true", None));
        let object = r#"{"type":"object"}"#;
        assert_eq!(codes(object, Some(r#"{"raw":"{\"a\":1}"}"#)), ["json-in-string"]);
        assert_eq!(codes(object, Some(&"[".repeat(200))), [""; 0]);
        let error = findings("{", &policy, None).unwrap_err();
        assert!(error.to_string().starts_with("Tool tool: the schema is not JSON: EOF"), "{error}");
    }
}
