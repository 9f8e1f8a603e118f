//! `cargo xtask test`: every check of the project, as a list of steps.

use crate::process::{cargo, run, say, target_dir};
use crate::tools::{browser, node, rust};
use crate::wasm::cargo_wasm;
use crate::{build, dependencies, js_tests, python, size, www};
use anyhow::{Result, bail};
use std::process::ExitCode;
use std::time::{Duration, Instant};

struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<()>,
}

/// In the order in which they run: what is quick and often wrong comes first.
const STEPS: &[Step] = &[
    Step { name: "format", about: "rustfmt", run: format },
    Step { name: "clippy", about: "clippy on the host", run: clippy },
    Step { name: "clippy-wasm", about: "clippy for wasm32", run: clippy_wasm },
    Step { name: "dependencies", about: "reasons and licences", run: dependencies::check },
    Step { name: "native", about: "Rust tests on the host", run: native },
    Step { name: "docs", about: "rustdoc without a warning", run: docs },
    Step { name: "build", about: "the npm package's generated files", run: build::package },
    Step { name: "size", about: "published files against size-snapshot.txt", run: sizes },
    Step { name: "wasm-node", about: "wasm-bindgen tests in Node.js", run: wasm_node },
    Step { name: "wasm-chromium", about: "wasm-bindgen tests in Chromium", run: wasm_chromium },
    Step { name: "core", about: "the core module and the component", run: build::core },
    Step { name: "js", about: "tests of the npm package", run: js },
    Step { name: "packed", about: "the packed npm package in empty projects", run: packed },
    Step { name: "runtimes", about: "the same in every runtime and bundler", run: runtimes },
    Step { name: "python", about: "tests of the Python package", run: python::tests },
    Step { name: "python-types", about: "mypy, strict", run: python::types },
    Step {
        name: "wheel",
        about: "the wheel, checked and in an empty environment",
        run: python::wheel,
    },
    Step { name: "www", about: "the playground, in Chromium", run: www::test },
];

/// Runs all steps, or those named. A failed step does not keep the next one from running.
pub fn run_steps(names: &[&str]) -> Result<ExitCode> {
    if names == ["--list"] {
        for step in STEPS {
            println!("{:14} {}", step.name, step.about);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        bail!("no step {name:?}: `cargo xtask test --list` shows them");
    }
    let wanted = |step: &&Step| names.is_empty() || names.contains(&step.name);
    let results: Vec<_> = STEPS.iter().filter(wanted).map(run_step).collect();
    Ok(summary(&results))
}

struct Outcome {
    name: &'static str,
    time: Duration,
    result: Result<()>,
}

fn run_step(step: &Step) -> Outcome {
    println!("\n=== {}: {}", step.name, step.about);
    let start = Instant::now();
    let result = (step.run)();
    if let Err(error) = &result {
        println!("error: {error:#}");
    }
    let time = start.elapsed();
    let word = if result.is_ok() { "passed" } else { "FAILED" };
    println!("=== {} {word} after {:.1} s", step.name, time.as_secs_f64());
    Outcome { name: step.name, time, result }
}

fn summary(outcomes: &[Outcome]) -> ExitCode {
    println!("\nSummary");
    for Outcome { name, time, result } in outcomes {
        let word = if result.is_ok() { "passed" } else { "FAILED" };
        println!("  {word}  {name:14} {:7.1} s", time.as_secs_f64());
        if let Err(error) = result {
            println!("          {}", format!("{error:#}").lines().next().unwrap_or_default());
        }
    }
    let failed = outcomes.iter().filter(|outcome| outcome.result.is_err()).count();
    println!("{} passed, {failed} failed", outcomes.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn format() -> Result<()> {
    rust::component("rustfmt")?;
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> Result<()> {
    rust::component("clippy")?;
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn clippy_wasm() -> Result<()> {
    rust::component("clippy")?;
    rust::wasm_target()?;
    run(cargo_wasm("clippy").args(["--lib", "--test", "web", "--", "-D", "warnings"]))
}

fn native() -> Result<()> {
    run(cargo().args(["test", "--package", "twochannel", "--features", "schemars"]))?;
    run(cargo().args(["test", "--package", "twochannel-value"]))?;
    run(cargo().args(["test", "--package", "xtask"]))
}

/// The tape and everything that reads it, where Miri watches every access.
pub fn miri() -> Result<()> {
    rust::nightly_miri()?;
    let mut miri = rust::nightly_cargo();
    // Printing numbers is arithmetic, and would take an hour.
    let rooms = ["tape::", "blocks::", "shape::", "texts::"];
    run(miri.args(["miri", "test", "--package", "twochannel-value", "--lib", "--"]).args(rooms))
}

fn docs() -> Result<()> {
    let mut doc = cargo();
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc.args(["doc", "--no-deps", "--package", "twochannel", "--features", "schemars"]))
}

fn sizes() -> Result<()> {
    build::package()?;
    size::check()
}

fn wasm_node() -> Result<()> {
    node::check()?;
    run(&mut wasm_tests()?)
}

fn wasm_chromium() -> Result<()> {
    let driver = browser::chromedriver()?;
    run(wasm_tests()?.env("CHROMEDRIVER", driver).env("WASM_BINDGEN_USE_BROWSER", "1"))
}

/// `cargo test` for wasm32, with the runner of the same wasm-bindgen version. It runs the tests in
/// Node.js unless told otherwise; `webdriver.json` has the browser's flags.
fn wasm_tests() -> Result<std::process::Command> {
    rust::wasm_target()?;
    say("Compiling the wasm-bindgen test runner");
    let mut build = cargo();
    build.env("CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY", "never");
    run(build.args(["build", "--package", "test-runner"]))?;
    let runner = format!("debug/test-runner{}", std::env::consts::EXE_SUFFIX);
    let mut tests = cargo_wasm("test");
    tests.args(["--test", "web"]);
    // Debug information would make a module of which the runner needs a gigabyte to read.
    tests.env("CARGO_PROFILE_DEV_DEBUG", "false");
    tests.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", target_dir().join(runner));
    tests.env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    tests.env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60");
    Ok(tests)
}

fn js() -> Result<()> {
    build::package()?;
    build::core()?;
    js_tests::unpacked()
}

fn packed() -> Result<()> {
    build::package()?;
    js_tests::packed()
}

fn runtimes() -> Result<()> {
    build::package()?;
    js_tests::runtimes()
}
