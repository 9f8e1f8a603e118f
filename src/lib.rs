//! One tool value, two channels: what a tool returns, as a Model Context Protocol result.

pub mod error;
pub mod policy;
mod python;
pub mod tape;

pub use error::{Issue, Problem, SchemaError, Segment};
pub use policy::*;
