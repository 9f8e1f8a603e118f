//! The value side of `twochannel`: a JSON value on a flat tape, checked, printed, and fanned out
//! into content blocks. It knows nothing of schemas, policies or hosts.
//!
//! It is a crate of its own because every value passes through it: the published WebAssembly module
//! compiles this crate for speed and the rest for size.

#![deny(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)
)]

pub mod blocks;
mod escape;
mod out;
pub mod print;
pub mod shape;
pub mod tape;
pub mod texts;
pub mod wire;
