//! Node.js, npm and the packages of a folder.

use crate::process::{command, find_program, output, root, run, say};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const OLDEST: u32 = 20;

/// The folder whose packages are runtimes and bundlers.
pub const RUNTIMES: &str = "js-tests/runtimes";

/// `node`, to be run in a folder of the repository.
pub fn node(folder: &str) -> Command {
    let mut node = command("node");
    node.current_dir(root().join(folder));
    node
}

/// `npm`, to be run in a folder of the repository.
pub fn npm(folder: &str) -> Command {
    let mut npm = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(root().join(folder));
    npm
}

/// A release of Node.js among those that the tests run in: `js-tests/runtimes` has their versions.
pub fn release(major: &str) -> Result<PathBuf> {
    install(RUNTIMES)?;
    let arch = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let name = format!("node-{major}-linux-{arch}");
    let program = root().join(RUNTIMES).join("node_modules").join(name).join("bin/node");
    if !program.exists() {
        bail!("Node.js {major} is there for Linux alone, on x64 and arm64");
    }
    Ok(program)
}

/// Checks that Node.js is there and new enough.
pub fn check() -> Result<()> {
    if find_program("node").is_none() || output(npm("").arg("--version")).is_err() {
        bail!("Node.js or npm is missing: install Node.js {OLDEST} or newer, with npm");
    }
    let version = output(node("").arg("--version"))?;
    let major = version.trim_start_matches('v').split('.').next().unwrap_or_default();
    match major.parse::<u32>() {
        Ok(major) if major >= OLDEST => Ok(()),
        _ => bail!("Node.js {OLDEST} or newer is needed, this is {}", version.trim_end()),
    }
}

/// Installs the packages of a folder into its `node_modules`, unless that was done already.
pub fn install(folder: &str) -> Result<()> {
    check()?;
    let path = root().join(folder);
    let lock = path.join("package-lock.json");
    let locked = fs::read(&lock).with_context(|| format!("{folder}/package-lock.json"))?;
    check_lock(&lock)?;
    let stamp = path.join("node_modules/.xtask-installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == locked) {
        return Ok(());
    }
    say(&format!("Installing npm packages into {folder}/node_modules"));
    run(npm(folder).args(["ci", "--no-fund", "--no-audit", "--loglevel=warn"]))?;
    fs::create_dir_all(path.join("node_modules"))?;
    Ok(fs::write(stamp, locked)?)
}

/// A lock file names versions and checksums, not the registry of whoever wrote it.
fn check_lock(lock: &Path) -> Result<()> {
    let text = fs::read_to_string(lock)?;
    if let Some(line) = text.lines().find(|line| line.contains("\"resolved\": \"http")) {
        bail!(
            "{} names a registry: {}\nwrite it again with omit-lockfile-registry-resolved=true in .npmrc",
            lock.display(),
            line.trim()
        );
    }
    Ok(())
}
