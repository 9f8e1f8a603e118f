//! `cargo xtask bench`: every candidate in one process, in turn; the tables and the chart of
//! `docs/performance.md`.

mod chart;
mod tables;

use crate::process::{cargo, output, root, say};
use crate::tools::{browser, node};
use crate::wasm;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "js-tests";

/// The releases of Node.js that are compared.
const NODES: [&str; 2] = ["20", "24"];

/// What one runtime printed.
struct Report {
    /// How the tables call the runtime.
    name: String,
    /// `convert` and `convertToBytes` of each case.
    conversions: Value,
    /// Warm registration and cold start.
    registration: Value,
    /// Calls through the official server.
    server: Value,
}

/// Measures everything and writes the document.
pub fn run_all() -> Result<()> {
    node::check()?;
    browser::chromedriver()?;
    wasm::build()?;
    node::install(FOLDER)?;
    let mut reports = Vec::new();
    for major in NODES {
        let node = node::release(major)?;
        let version = output(Command::new(&node).arg("--version"))?;
        let name = format!("Node {}", version.trim().trim_start_matches('v'));
        say(&format!("Measuring in {name} (about three minutes)"));
        reports.push(Report {
            conversions: script(&node, "run.mjs")?,
            registration: script(&node, "registration.mjs")?,
            server: script(&node, "server.mjs")?,
            name,
        });
    }
    say("Measuring in Chromium");
    let chromium = script(Path::new("node"), "chromium.mjs")?;
    say("Measuring the native library");
    let native =
        output(cargo().args(["bench", "--quiet", "--package", "twochannel", "--bench", "native"]))?;
    let tables = tables::all(&reports, &chromium, &native);
    println!("{tables}");
    write_section(&tables)?;
    fs::write(root().join("docs/performance.svg"), chart::convert_and_bytes(&reports))?;
    say("Wrote docs/performance.md and docs/performance.svg");
    Ok(())
}

/// Runs one script of `js-tests/bench/` and reads the JSON that it prints.
fn script(node: &Path, name: &str) -> Result<Value> {
    let mut command = Command::new(node);
    command.current_dir(root().join(FOLDER)).arg(format!("bench/{name}"));
    let printed = output(&mut command)?;
    serde_json::from_str(&printed).with_context(|| format!("what {name} printed"))
}

const BEGIN: &str = "<!-- measured: written by cargo xtask bench -->\n";
const END: &str = "<!-- end of measured -->\n";

/// Replaces what stands between the two marks of the document.
fn write_section(tables: &str) -> Result<()> {
    let path = root().join("docs/performance.md");
    let text = fs::read_to_string(&path)?;
    let (before, rest) = text.split_once(BEGIN).context("docs/performance.md has no mark")?;
    let (_, after) = rest.split_once(END).context("docs/performance.md has no end mark")?;
    Ok(fs::write(path, format!("{before}{BEGIN}\n{tables}\n{END}{after}"))?)
}

/// Medians of two candidates of one case, as a ratio.
fn ratio(case: &Value, what: &str, peer: &str) -> Option<f64> {
    let median = |name: &str| case[what][name]["median"].as_f64();
    Some(median("ours")? / median(peer)?)
}

/// The cases of a report.
fn cases(conversions: &Value) -> &[Value] {
    conversions["results"].as_array().map_or(&[], Vec::as_slice)
}

fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = ratios.into_iter().map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp()
}
