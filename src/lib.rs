//! One tool value, two channels: what a tool returns, as a Model Context Protocol result.
//!
//! [`convert_result`] does it once; a [`Converter`] compiles the schema once for all calls;
//! [`Policy`] holds every choice. Values that break their promise become error results. Only a
//! schema or a policy that cannot work is an error: a [`SchemaError`], when the tool is registered.
#![deny(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod checker;
mod clean;
mod content;
mod convert;
pub mod error;
mod ffi;
mod lint;
pub mod policy;
mod problem;
mod promise;
mod publish;
mod python;
mod render;
mod reshape;
mod result;
mod schema;
mod survey;
mod workspace;

use twochannel_value::{blocks, print, shape, texts, wire};

pub use convert::{Converter, convert_result};
pub use error::{Issue, Problem, SchemaError, Segment};
pub use lint::{Finding, lint, lint_with_value};
pub use policy::*;
pub use result::{CallToolResult, Content};
pub use twochannel_value::{tape, wire::Call};

/// The Rust examples of the documents, run as tests. Those in Python are run by
/// `python/tests/test_docs.py`, those in JavaScript by `js-tests/docs.test.mjs`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/cookbook.md")]
struct Cookbook;
