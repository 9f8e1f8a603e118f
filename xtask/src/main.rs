//! Build tool of the project: `cargo xtask`.
fn main() {}
