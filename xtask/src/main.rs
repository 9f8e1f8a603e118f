//! Build tool of the project: `cargo xtask --help` lists the commands.

mod bench;
mod build;
mod bundles;
mod core_module;
mod demo;
mod dependencies;
mod fuzz;
mod js_tests;
mod process;
mod python;
mod release;
mod serve;
mod size;
mod test;
mod tools;
mod wasm;
mod www;

use anyhow::{Context, Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask COMMAND

Commands
  demo [--http]     build, then run an MCP server and the official client against it
  test [STEP…]      run every check, or only the steps named (test --list shows them)
  bench             measure everything, and write docs/performance.md
  build             compile the WebAssembly modules: what JavaScript needs in pkg/, the core
                    module for Python and other hosts, and the component
  www               build the playground into www/dist
  serve [--port N]  build the playground and serve it at http://127.0.0.1:8080/
  fuzz TARGET [SECONDS]
                    fuzz one of fuzz/fuzz_targets; fuzz --keep TARGET writes fuzz/kept anew
  miri              the tests of the tape under Miri, with a nightly compiler
  deny              licences, bans and sources of all crates, by cargo-deny
  release --dry-run what a release would publish, in target/release-VERSION
  size [--update]   sizes of the published files against size-snapshot.txt

What is missing is installed as it is needed: the wasm32 target and components through
rustup, npm packages into the folder that uses them, Chromium through apt when run as root.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("--help", arguments),
    };
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    match (command, rest.as_slice()) {
        ("demo", options) => demo::run_demo(options)?,
        ("test", steps) => return test::run_steps(steps),
        ("bench", []) => bench::run_all()?,
        ("build", []) => build::run()?,
        ("www", []) => www::build()?,
        ("serve", []) => www::serve(8080)?,
        ("serve", ["--port", port]) => www::serve(port.parse().context("--port")?)?,
        ("fuzz", ["--keep", target]) => fuzz::keep(target)?,
        ("fuzz", [target]) => fuzz::fuzz(target, "60")?,
        ("fuzz", [target, seconds]) => fuzz::fuzz(target, seconds)?,
        ("miri", []) => test::miri()?,
        ("deny", []) => dependencies::deny()?,
        ("release", ["--dry-run"]) => release::dry_run()?,
        ("size", []) => size::check()?,
        ("size", ["--update"]) => size::update()?,
        ("help" | "--help" | "-h", _) => print!("{HELP}"),
        (
            "bench" | "build" | "deny" | "fuzz" | "miri" | "release" | "serve" | "size" | "www",
            [option, ..],
        ) => {
            bail!("{command} knows no option {option:?}\n\n{HELP}")
        }
        _ => bail!("no command {command:?}\n\n{HELP}"),
    }
    Ok(ExitCode::SUCCESS)
}
