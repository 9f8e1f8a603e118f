//! `pkg/cjs/`: the entries of the package for those who `require` it, made by esbuild.

use crate::process::{command, root, run, say};
use crate::tools::node;
use anyhow::Result;
use std::fs;
use std::process::Command;

/// Where esbuild is a development dependency.
const TOOLS: &str = "js-tests";

/// Stands for `import.meta.url`, as if the bundle lay beside the ES modules it was made from.
const MODULE_URL: &str = "const module_url = require(\"node:url\")\
    .pathToFileURL(require(\"node:path\").join(__dirname, \"../index.js\")).href;";

/// Bundles `pkg/index.js` and `pkg/mcp.js`, and puts their types beside them: a declaration file
/// speaks for modules of one kind only. The second one imports `twochannel` by its name, so that
/// there is one module instance and one set of classes.
pub fn bundle() -> Result<()> {
    node::install(TOOLS)?;
    say("Writing pkg/cjs");
    bundle_entry("index")?;
    bundle_entry("mcp")
}

fn bundle_entry(name: &str) -> Result<()> {
    run(esbuild(&format!("{name}.js"))
        .args(["--bundle", "--format=cjs", "--platform=node", "--target=node20"])
        .args(["--packages=external", "--log-level=warning"])
        .args(["--define:import.meta.url=module_url", &format!("--banner:js={MODULE_URL}")])
        .arg(format!("--outfile=cjs/{name}.cjs")))?;
    let package = root().join("pkg");
    let types = fs::read_to_string(package.join(format!("{name}.d.ts")))?;
    let types = types.replace("./index.js", "./index.cjs");
    fs::write(package.join(format!("cjs/{name}.d.cts")), types)?;
    Ok(())
}

fn esbuild(entry: &str) -> Command {
    // Its install script, where npm lets it run, puts a program in place of the Node script.
    let mut esbuild = command(root().join(TOOLS).join("node_modules/.bin/esbuild"));
    esbuild.current_dir(root().join("pkg")).arg(entry);
    esbuild
}
