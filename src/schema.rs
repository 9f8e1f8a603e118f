//! The JSON Schema validator over the tape. This module and the files below it are the only place
//! that names the validator crate.

mod beyond;
mod decimal;
mod explain;
mod locate;
mod multiple;
mod order;
mod pattern;
mod tape;

use std::sync::OnceLock;

use jsonschema::PatternOptions;
use serde_json::Value;

use crate::error::{Issue, SchemaError};
use crate::policy::Formats;
use crate::survey::pointer::tokens;
use crate::survey::{Fault, Survey, is_shallow};
use crate::tape::{Node, lookup};

pub(crate) use pattern::pattern_fault;
use tape::TapeJson;

/// A compiled schema.
///
/// Compiling is costly. Where a schema has only keywords that were checked to the last, it waits
/// until the first value that needs it.
pub struct Validator {
    schema: Value,
    formats: Formats,
    compiled: OnceLock<Result<jsonschema::Validator<TapeJson>, Fault>>,
}

impl std::fmt::Debug for Validator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Validator({})", self.schema)
    }
}

impl Validator {
    /// Makes a validator of a schema in the draft that `$schema` names, 2020-12 without one.
    /// What no validator can be made of is refused at its place.
    pub fn new(schema: Value, formats: Formats, tool: &str) -> Result<Self, SchemaError> {
        let survey = Survey::of(&schema).map_err(|fault| fault.in_tool(tool))?;
        let validator = Validator { schema, formats, compiled: OnceLock::new() };
        if !survey.plain {
            validator.compiled().as_ref().map_err(|fault| fault.clone().in_tool(tool))?;
        }
        Ok(validator)
    }

    /// The same of a schema that was published from a plain one. Publishing moves what was checked, and
    /// adds plain keywords, references and levels of nesting; only the last can be too many.
    pub fn of_plain(schema: Value, formats: Formats, tool: &str) -> Result<Self, SchemaError> {
        if !is_shallow(&schema, Survey::DEEPEST) {
            return Self::new(schema, formats, tool);
        }
        debug_assert!(Survey::of(&schema).is_ok_and(|survey| survey.plain), "{schema}");
        Ok(Validator { schema, formats, compiled: OnceLock::new() })
    }

    /// The schema.
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Whether the value satisfies the schema.
    pub fn is_valid(&self, node: Node<'_>) -> bool {
        lookup::forget();
        self.compiled().as_ref().is_ok_and(|compiled| compiled.is_valid(node))
    }

    /// Everything that is wrong with the value, in the order of the document: members as the
    /// schema lists them, then those it does not know; items by number.
    pub fn issues(&self, node: Node<'_>) -> Vec<Issue> {
        lookup::forget();
        match self.compiled() {
            Ok(compiled) => explain::explain(&self.schema, compiled.iter_errors(node), node),
            Err(fault) => vec![Issue::new(Vec::new(), beyond::no_validator(&fault.reason), node)],
        }
    }

    /// What the validator's own checks object to, although the survey did not.
    #[cfg(test)]
    pub(crate) fn fault(&self) -> Option<String> {
        self.compiled().as_ref().err().map(|fault| fault.reason.clone())
    }

    fn compiled(&self) -> &Result<jsonschema::Validator<TapeJson>, Fault> {
        self.compiled.get_or_init(|| compile(&self.schema, self.formats))
    }
}

fn compile(schema: &Value, formats: Formats) -> Result<jsonschema::Validator<TapeJson>, Fault> {
    let patterns = PatternOptions::fancy_regex().backtrack_limit(pattern::BACKTRACK_LIMIT);
    jsonschema::options_for::<TapeJson>()
        .offline()
        .should_validate_formats(formats == Formats::Assert)
        .with_pattern_options(patterns)
        .with_keyword("multipleOf", multiple::compile)
        .build(schema)
        .map_err(|error| {
            let path = error.instance_path().as_str();
            let known = tokens(path).count() > 0 && schema.pointer(path).is_some();
            let pointer = if known { path.to_owned() } else { String::new() };
            Fault { pointer, reason: error.to_string() }
        })
}

/// Whether `format` of this name is checked where formats are; any other is a remark.
pub(crate) fn is_known_format(name: &str) -> bool {
    jsonschema::options_for::<TapeJson>().is_known_format(jsonschema::Draft::Draft202012, name)
}

#[cfg(test)]
mod tests;
