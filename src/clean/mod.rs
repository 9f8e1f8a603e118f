//! The reference's own validation: pydantic's lax mode, driven by a JSON Schema alone.

mod array;
mod compile;
mod decimal;
mod format;
mod host;
mod label;
mod members;
mod number;
mod object;
mod parts;
mod plan;
mod scalar;
mod temporal;
#[cfg(test)]
mod tests;
mod union;
mod url;
mod uuid;
mod walk;

use serde_json::Value;

use crate::error::{Issue, SchemaError};
use crate::policy::Formats;
use crate::tape::{Keys, Node, TapeBuf};
use plan::Plan;
use walk::{Mode, Place, Walk};

/// A published schema, ready to clean values with.
#[derive(Debug)]
pub struct Cleaner {
    plan: Plan,
    subject: String,
}

impl Cleaner {
    /// Compiles a published schema: its root is an object, `{"result": …}` around the return type
    /// where it is `wrapped`.
    ///
    /// # Errors
    ///
    /// A [`SchemaError`] at the first keyword that lax mode has no meaning for; its pointer is into
    /// the published schema.
    pub fn new(published: &Value, tool: &str, wrapped: bool) -> Result<Self, SchemaError> {
        let (plan, subject) = compile::compile(published, tool, wrapped)?;
        Ok(Cleaner { plan, subject })
    }

    /// Writes the data to `out` as pydantic's lax mode cleans it, with the members in the schema's
    /// order and defaults filled in.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, in pydantic's order; `out` has no meaning then.
    pub fn clean(&self, node: Node<'_>, keys: &Keys, out: &mut TapeBuf) -> Result<(), Vec<Issue>> {
        let mut walk = Walk::new(&self.plan, keys, Mode::Lax);
        match walk.value(self.plan.root, &Place::ROOT, node, out) {
            true => Ok(()),
            false => Err(walk.issues),
        }
    }

    /// What is wrong with data that a JSON Schema validator refuses, in pydantic's words and
    /// order. Empty where nothing is found. `sound` are items that nothing is wrong with, by
    /// [`Node::index`] and in that order.
    pub fn explain(&self, node: Node<'_>, formats: Formats, sound: &[usize]) -> Vec<Issue> {
        let keys = Keys::default();
        let mut walk = Walk::new(&self.plan, &keys, Mode::Strict(formats));
        walk.sound = sound;
        walk.value(self.plan.root, &Place::ROOT, node, &mut TapeBuf::new());
        walk.issues
    }

    /// What error texts call the schema: a title, or a type such as `dict[str,float]`.
    pub fn subject(&self) -> &str {
        &self.subject
    }
}
