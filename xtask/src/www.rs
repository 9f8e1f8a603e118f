//! `www/`: the playground. Built by its own script, served by [`crate::serve`], tested in Chromium.

use crate::process::{run, say};
use crate::serve::Server;
use crate::tools::{browser, node};
use crate::wasm;
use anyhow::{Result, anyhow};
use std::path::PathBuf;
use std::sync::OnceLock;

const FOLDER: &str = "www";

/// Where the page is when it is built.
pub fn dist() -> PathBuf {
    crate::process::root().join(FOLDER).join("dist")
}

/// Makes `www/dist/`, with the module of the npm package.
pub fn build() -> Result<()> {
    wasm::build()?;
    node::install(FOLDER)?;
    say("Writing www/dist");
    run(node::node(FOLDER).arg("build.mjs"))
}

/// Like [`build`], but only the first call of a process does the work; all get its result.
pub fn build_once() -> Result<()> {
    static RESULT: OnceLock<Result<(), String>> = OnceLock::new();
    let result = RESULT.get_or_init(|| build().map_err(|error| format!("{error:#}")));
    result.clone().map_err(|error| anyhow!("the playground was not built: {error}"))
}

/// Builds the page and serves it until it is stopped.
pub fn serve(port: u16) -> Result<()> {
    build()?;
    let server = Server::open(dist(), port)?;
    say(&format!("The playground is at {} (Ctrl+C ends it)", server.address()));
    server.run()
}

/// Runs the tests in `www/tests/`: those of the sources in Node.js, those of the page in Chromium.
pub fn test() -> Result<()> {
    build_once()?;
    browser::chromedriver()?;
    let server = Server::open(dist(), 0)?;
    let address = server.address();
    std::thread::spawn(move || server.run());
    // One file at a time: figures of a page that shares its processor say little.
    run(node::node(FOLDER)
        .args(["--test", "--test-concurrency=1", "tests/"])
        .env("WWW_URL", address))
}
