//! stub
use crate::tape::{Keys, Node};
use serde_json::Value;
pub struct Checker;
impl Checker {
    pub fn new(_published: &Value, _keys: &Keys) -> Option<Self> {
        None
    }
    pub fn surely_valid(&self, _node: Node<'_>) -> bool {
        false
    }
}
pub fn property_names(_published: &Value) -> Vec<&str> {
    vec![]
}
