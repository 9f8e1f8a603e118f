//! stub
use crate::{
    Issue, SchemaError,
    tape::{Keys, Node, TapeBuf},
};
use serde_json::Value;
pub struct Cleaner;
impl Cleaner {
    pub fn new(_published: &Value, _tool: &str) -> Result<Self, SchemaError> {
        Ok(Cleaner)
    }
    pub fn clean(&self, node: Node<'_>, _keys: &Keys, out: &mut TapeBuf) -> Result<(), Vec<Issue>> {
        out.copy(node);
        Ok(())
    }
    pub fn explain(&self, _node: Node<'_>) -> Vec<Issue> {
        vec![]
    }
    pub fn subject(&self) -> &str {
        "x"
    }
}
