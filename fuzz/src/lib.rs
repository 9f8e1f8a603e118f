//! What the fuzzer runs. `tests/fuzz_corpus.rs` runs the same on the inputs that are kept.

pub mod corpus;
pub mod targets;
