//! `pkg/cjs/`: the Node entries of the package for those who `require` it.

use crate::process::{command, root, run, say};
use crate::tools::node;
use anyhow::Result;

/// Where esbuild is a development dependency.
const TOOLS: &str = "js-tests";

/// Stands for `import.meta.url`, as if the bundle lay beside the ES modules it was made from.
const MODULE_URL: &str = "const module_url = require(\"node:url\")\
    .pathToFileURL(require(\"node:path\").join(__dirname, \"../index.js\")).href;";

/// Bundles `pkg/index.js` and `pkg/mcp.js`. The second one imports `twochannel` by its name, so
/// that there is one module instance and one set of classes.
pub fn bundle() -> Result<()> {
    node::install(TOOLS)?;
    say("Writing pkg/cjs");
    bundle_entry("index")?;
    bundle_entry("mcp")
}

fn bundle_entry(name: &str) -> Result<()> {
    // Its install script, where npm lets it run, puts a program in place of the Node script.
    let esbuild = root().join(TOOLS).join("node_modules/.bin/esbuild");
    run(command(esbuild)
        .current_dir(root().join("pkg"))
        .arg(format!("{name}.js"))
        .args(["--bundle", "--format=cjs", "--platform=node", "--target=node20"])
        .args(["--packages=external", "--log-level=warning"])
        .args(["--define:import.meta.url=module_url", &format!("--banner:js={MODULE_URL}")])
        .arg(format!("--outfile=cjs/{name}.cjs")))
}
