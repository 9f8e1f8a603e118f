//! What rustup has to provide beyond the compiler itself.

use crate::process::{command, find_program, output, run, say};
use crate::wasm::TARGET;
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// Makes sure that the standard library for wasm32 is there.
pub fn wasm_target() -> Result<()> {
    let mut rustc = command("rustc");
    let libraries = output(rustc.args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(libraries.trim_end()).is_dir() {
        return Ok(());
    }
    rustup(&["target", "add", TARGET])
}

/// Makes sure that a component is there, `rustfmt` or `clippy`.
pub fn component(name: &str) -> Result<()> {
    let program = if name == "clippy" { "cargo-clippy" } else { name };
    if output(command(program).arg("--version")).is_ok() {
        return Ok(());
    }
    rustup(&["component", "add", name])
}

/// Cargo of the nightly toolchain, whatever started this program.
pub fn nightly_cargo() -> Command {
    let mut cargo = command("cargo");
    cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
    cargo
}

/// Makes sure that the nightly toolchain has Miri.
pub fn nightly_miri() -> Result<()> {
    if output(nightly_cargo().args(["miri", "--version"])).is_ok() {
        return Ok(());
    }
    rustup(&["component", "add", "--toolchain", "nightly", "miri", "rust-src"])
}

fn rustup(arguments: &[&str]) -> Result<()> {
    let line = arguments.join(" ");
    if find_program("rustup").is_none() {
        bail!("rustup is missing: install it, or do by other means what `rustup {line}` does");
    }
    say(&format!("Installing what is missing: rustup {line}"));
    run(command("rustup").args(arguments))
}
