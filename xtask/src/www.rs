//! `www/`: the playground. Built by its own script, served by [`crate::serve`], tested in Chromium.

use crate::build::Once;
use crate::js_tests::test_files;
use crate::process::{root, run, say};
use crate::serve::Server;
use crate::tools::{browser, node};
use crate::wasm;
use anyhow::Result;
use std::path::PathBuf;

const FOLDER: &str = "www";

/// Where the page is when it is built.
pub fn dist() -> PathBuf {
    root().join(FOLDER).join("dist")
}

/// Makes `www/dist/`, with the module of the npm package, once in the life of the process.
pub fn build() -> Result<()> {
    static PAGE: Once = Once::new();
    PAGE.run(|| {
        wasm::build()?;
        node::install(FOLDER)?;
        say("Writing www/dist");
        run(node::node(FOLDER).arg("build.mjs"))
    })
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
    build()?;
    browser::chromedriver()?;
    let server = Server::open(dist(), 0)?;
    let address = server.address();
    std::thread::spawn(move || server.run());
    // One file at a time: figures of a page that shares its processor say little.
    run(node::node(FOLDER)
        .args(["--test", "--test-concurrency=1", "--test-timeout=300000"])
        .args(test_files(&root().join(FOLDER).join("tests"))?)
        .env("WWW_URL", address))
}
