//! stub
mod pattern;
use crate::{Formats, Issue, Problem, SchemaError, tape::Node};
pub(crate) use pattern::pattern_fault;
use serde_json::Value;
pub struct Validator(jsonschema::Validator);
impl Validator {
    pub fn new(published: &Value, _formats: Formats, _tool: &str) -> Result<Self, SchemaError> {
        jsonschema::validator_for(published).map(Validator).map_err(|e| SchemaError {
            tool: String::new(),
            pointer: None,
            reason: e.to_string(),
        })
    }
    pub fn is_valid(&self, node: Node<'_>) -> bool {
        self.0.is_valid(&node.to_value())
    }
    pub fn issues(&self, node: Node<'_>) -> Vec<Issue> {
        self.0
            .iter_errors(&node.to_value())
            .map(|e| {
                Issue::new(
                    vec![],
                    Problem { code: "x", message: e.to_string(), expected: e.to_string() },
                    node,
                )
            })
            .collect()
    }
}
