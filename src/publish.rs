//! Makes a tool's `outputSchema` from the JSON Schema of its return type.

mod inline;
mod moved;

use serde_json::{Map, Value};

use crate::error::SchemaError;
use crate::policy::{Policy, Wrap};
use crate::survey::draft::Draft;
use crate::survey::{Fault, Survey};

/// An `outputSchema`, ready to be published.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The schema of the structured data.
    pub schema: Value,
    /// Whether the structured data is `{"result": value}`, not the value itself.
    pub wrapped: bool,
    /// Whether every keyword was checked to the last ([`Survey::plain`]).
    pub plain: bool,
}

/// Makes the `outputSchema` of a tool from `schema`, the JSON Schema of its return type.
///
/// A schema of an object is published as it is; everything else is wrapped as the member `result`
/// of one, and references follow what moves. What is no JSON Schema, or refers to something
/// outside, is refused with the place in `schema`; nothing is ever fetched.
pub fn publish(schema: &Value, policy: &Policy) -> Result<Published, SchemaError> {
    let survey = Survey::of(schema).map_err(|fault| fault.in_tool(&policy.tool))?;
    let is_object = leads_to_object(schema, &survey);
    let wrapped = match policy.wrap {
        Wrap::Always => true,
        Wrap::Auto => !is_object,
        Wrap::Never if is_object || policy.revision.has_result_type() => false,
        Wrap::Never => {
            return Err(SchemaError {
                tool: policy.tool.clone(),
                pointer: Some(String::new()),
                reason: format!(
                    "the root is {}, and without wrapping (`wrap: \"never\"`) revision {} has objects only",
                    describe(schema),
                    serde_json::to_string(&policy.revision).unwrap_or_default()
                ),
            });
        }
    };
    let schema = match schema {
        _ if wrapped => {
            let wrapping = wrap(schema, &survey, &policy.tool);
            wrapping.map_err(|fault| fault.in_tool(&policy.tool))?
        }
        Value::Object(_) => {
            let moved = moved::rewritten(schema, &survey, "");
            let mut root = moved.map_err(|fault| fault.in_tool(&policy.tool))?;
            if is_object {
                inline::inline_root(&mut root, &survey);
                title_mapping(&mut root, &policy.tool);
            }
            drop_default_dialect(&mut root, survey.draft);
            Value::Object(root)
        }
        _ => schema.clone(),
    };
    Ok(Published { schema, wrapped, plain: survey.plain })
}

/// An error in the published schema, with its place in the host's.
pub fn host_error(wrapped: bool, mut error: SchemaError) -> SchemaError {
    if let Some(pointer) = &error.pointer
        && wrapped
        && let Some(inner) = pointer.strip_prefix(RESULT)
    {
        error.pointer = Some(inner.to_owned());
    }
    error
}

/// Where the host's schema stands when it is wrapped.
const RESULT: &str = "/properties/result";

/// Whether the root is a schema of objects by its `type`, or by a `$ref` to one.
fn leads_to_object(schema: &Value, survey: &Survey) -> bool {
    let mut at = "";
    loop {
        let keywords = schema.pointer(at).and_then(Value::as_object);
        let target = survey.ref_target(at);
        let only_ref = survey.draft.ref_stands_alone() && target.is_some();
        if !only_ref && is_object_schema(keywords) {
            return true;
        }
        match target {
            Some(target) => at = target,
            None => return false,
        }
    }
}

fn is_object_schema(keywords: Option<&Map<String, Value>>) -> bool {
    keywords.and_then(|keywords| keywords.get("type")).is_some_and(|kind| kind == "object")
}

/// `{"properties": {"result": S}, …}` around the schema, with everything that belongs to a root
/// moved out of S.
fn wrap(schema: &Value, survey: &Survey, tool: &str) -> Result<Value, Fault> {
    let mut inner = match schema {
        // Some clients take no booleans below `properties`.
        Value::Bool(false) => [("not".to_owned(), Value::Object(Map::new()))].into_iter().collect(),
        _ => moved::rewritten(schema, survey, RESULT)?,
    };
    let mut outer = Map::new();
    let id_is_void = survey.draft.ref_stands_alone() && inner.contains_key("$ref");
    let id = survey.draft.id_keyword();
    for keyword in ["$defs", "$id", "$schema", "$vocabulary", "definitions", "id"] {
        let belongs_to_root = !matches!(keyword, "$id" | "id") || keyword == id;
        if !belongs_to_root {
            continue;
        }
        if let Some(value) = inner.shift_remove(keyword)
            && !(keyword == id && id_is_void)
        {
            outer.insert(keyword.to_owned(), value);
        }
    }
    drop_default_dialect(&mut outer, survey.draft);
    if !has_own_title(&inner) {
        insert_in_order(&mut inner, "title", Value::from("Result"));
    }
    let result = [("result".to_owned(), Value::Object(inner))];
    outer.insert("properties".to_owned(), Value::Object(result.into_iter().collect()));
    outer.insert("required".to_owned(), Value::from(["result"].as_slice()));
    outer.insert("title".to_owned(), Value::from(format!("{tool}Output")));
    outer.insert("type".to_owned(), Value::from("object"));
    Ok(Value::Object(outer))
}

/// Whether a schema has a title, or gets one from the `$ref` that it is, nullable or not.
fn has_own_title(keywords: &Map<String, Value>) -> bool {
    let is_ref = |schema: &Value| {
        schema
            .as_object()
            .is_some_and(|keywords| keywords.len() == 1 && keywords.contains_key("$ref"))
    };
    let is_null = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "null");
    if keywords.contains_key("title") || keywords.contains_key("$ref") {
        return true;
    }
    match keywords.get("anyOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([one, other]) => is_ref(one) && is_null(other) || is_null(one) && is_ref(other),
        _ => false,
    }
}

/// Gives a mapping (a dictionary in Python) its title.
fn title_mapping(root: &mut Map<String, Value>, tool: &str) {
    let is_mapping = root.contains_key("additionalProperties") && !root.contains_key("properties");
    if is_mapping && !root.contains_key("title") {
        insert_in_order(root, "title", Value::from(format!("{tool}DictOutput")));
    }
}

/// Takes away a `$schema` that names the protocol's default: older validators stumble over it.
fn drop_default_dialect(root: &mut Map<String, Value>, draft: Draft) {
    if draft == Draft::D2020 {
        root.shift_remove("$schema");
    }
}

/// Inserts a key before the first that comes after it in the alphabet.
fn insert_in_order(map: &mut Map<String, Value>, key: &str, value: Value) {
    let at = map.keys().position(|other| other.as_str() > key).unwrap_or(map.len());
    map.shift_insert(at, key.to_owned(), value);
}

/// What a root asks for, in a few words.
fn describe(schema: &Value) -> String {
    match schema.get("type") {
        Some(Value::String(kind)) => format!("of type {kind}"),
        Some(other) => format!("of type {other}"),
        None => "of no one type".to_owned(),
    }
}

impl Fault {
    /// The fault as a host sees it.
    pub(crate) fn in_tool(self, tool: &str) -> SchemaError {
        SchemaError { tool: tool.to_owned(), pointer: Some(self.pointer), reason: self.reason }
    }
}

#[cfg(test)]
mod tests;
