//! One tool value, two channels: what a tool returns, as a Model Context Protocol result.

mod checker;
mod clean;
mod content;
mod convert;
pub mod error;
mod ffi;
pub mod policy;
mod print;
mod promise;
mod publish;
mod python;
mod render;
mod reshape;
mod result;
mod schema;
pub mod tape;
mod wire;
mod workspace;

pub use convert::{Converter, convert_result};
pub use error::{Issue, Problem, SchemaError, Segment};
pub use policy::*;
pub use result::{CallToolResult, Content};
pub use wire::Call;
