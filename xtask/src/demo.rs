//! `cargo xtask demo`: a real MCP server and the official client.

use crate::process::{run, say};
use crate::tools::node;
use crate::wasm;
use anyhow::{Result, bail};

const FOLDER: &str = "examples/node-server";

/// Builds what the demonstration needs and runs it, over stdio or with `--http`.
pub fn run_demo(options: &[&str]) -> Result<()> {
    if let Some(option) = options.iter().find(|option| **option != "--http") {
        bail!("demo knows no option {option:?}, only --http");
    }
    node::check()?;
    wasm::build()?;
    node::install(FOLDER)?;
    say("Starting the client, which starts the server");
    run(node::node(FOLDER).arg("client.mjs").args(options))
}
