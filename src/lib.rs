//! One tool value, two channels: what a tool returns, as a Model Context Protocol result.

mod content;
pub mod error;
pub mod policy;
mod print;
mod python;
mod render;
pub mod tape;

pub use error::{Issue, Problem, SchemaError, Segment};
pub use policy::*;
