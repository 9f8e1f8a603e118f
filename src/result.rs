//! The result of a tool call, as Rust hosts hold it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A `CallToolResult` of the Model Context Protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallToolResult {
    /// What the model reads.
    pub content: Vec<Content>,
    /// What the application gets. Absent on errors and where no schema is declared.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub structured_content: Option<Value>,
    /// Whether the call failed.
    #[serde(default)]
    pub is_error: bool,
    /// Everything else: `_meta`, and `resultType` from revision 2026-07-28 on.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A member that is there, be it null.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// One content block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Value", into = "Value")]
pub enum Content {
    /// A text block without annotations.
    Text(String),
    /// Any other block, with every member that it came with.
    Block(Value),
}

impl From<Value> for Content {
    fn from(block: Value) -> Self {
        match &block {
            Value::Object(members) if members.len() == 2 => {
                match (members.get("type"), members.get("text")) {
                    (Some(Value::String(kind)), Some(Value::String(text))) if kind == "text" => {
                        Content::Text(text.clone())
                    }
                    _ => Content::Block(block),
                }
            }
            _ => Content::Block(block),
        }
    }
}

impl From<Content> for Value {
    fn from(content: Content) -> Self {
        match content {
            Content::Text(text) => serde_json::json!({"type": "text", "text": text}),
            Content::Block(block) => block,
        }
    }
}

impl CallToolResult {
    /// An error result with one text block.
    pub fn error(text: String) -> Self {
        CallToolResult {
            content: vec![Content::Text(text)],
            structured_content: None,
            is_error: true,
            other: Map::new(),
        }
    }

    /// The text of the blocks that have one, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.content.iter().filter_map(|content| match content {
            Content::Text(text) => Some(text.as_str()),
            Content::Block(block) => block.get("text").and_then(Value::as_str),
        })
    }
}
