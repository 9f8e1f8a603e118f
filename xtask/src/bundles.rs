//! The entries of the package for Node and its like, each in one file, made by esbuild: finding and
//! linking module by module shows in the time to the first result.

use crate::process::{command, root, run, say};
use crate::tools::node;
use anyhow::Result;
use std::fs;
use std::process::Command;

/// Where esbuild is a development dependency.
const TOOLS: &str = "js-tests";

/// Stands for `import.meta.url` in CommonJS, as if the bundle lay beside the ES modules it was made
/// from.
const MODULE_URL: &str = "const module_url = require(\"node:url\")\
    .pathToFileURL(require(\"node:path\").join(__dirname, \"../index.js\")).href;";

/// Bundles `pkg/node.js` as `pkg/index.js` for those who import it, and that and `pkg/mcp.js` as
/// `pkg/cjs/` for those who require it. `mcp` imports `twochannel` by its name, so that there is one
/// module instance and one set of classes.
pub fn bundle() -> Result<()> {
    node::install(TOOLS)?;
    say("Writing pkg/index.js and pkg/cjs");
    run(esbuild("node.js").args(["--format=esm", "--outfile=index.js"]))?;
    for (entry, name) in [("node.js", "index"), ("mcp.js", "mcp")] {
        require(entry, name)?;
    }
    Ok(())
}

/// Puts the types beside it, too: a declaration file speaks for modules of one kind only.
fn require(entry: &str, name: &str) -> Result<()> {
    run(esbuild(entry)
        .args(["--format=cjs", &format!("--outfile=cjs/{name}.cjs")])
        .args(["--define:import.meta.url=module_url", &format!("--banner:js={MODULE_URL}")]))?;
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
    esbuild.args(["--bundle", "--platform=node", "--target=node20"]);
    esbuild.args(["--packages=external", "--log-level=warning"]);
    esbuild
}
