//! `cargo xtask fuzz`: libFuzzer on the targets of `fuzz/`, with the inputs that are kept there.

use crate::process::{command, root, run, say, target_dir};
use crate::tools::rust;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../fuzz/src/corpus.rs"]
mod corpus;

/// What `cargo fuzz` passes to the compiler, without a sanitizer: the core has no `unsafe`.
const INSTRUMENT: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// More than this of one target does not belong in a repository.
const KEPT_BYTES: usize = 60_000;

/// Runs a target for some seconds; new inputs stay in the target folder.
pub fn fuzz(target: &str, seconds: &str) -> Result<()> {
    let seconds: u32 = seconds.parse().context("the number of seconds")?;
    let fuzzer = Fuzzer::new(target)?;
    let mut run_it = fuzzer.command();
    run_it.arg(&fuzzer.found).arg(format!("-max_total_time={seconds}"));
    run_it.arg(format!("-dict={}", root().join("fuzz/words.dict").display()));
    run_it.args(["-max_len=4096", "-timeout=10", "-print_final_stats=1"]);
    run(&mut run_it)
}

/// Puts the smallest inputs that reach everything found so far where tests replay them.
pub fn keep(target: &str) -> Result<()> {
    let fuzzer = Fuzzer::new(target)?;
    let merged = fuzzer.folder.join("merged").join(target);
    let _ = fs::remove_dir_all(&merged);
    fs::create_dir_all(&merged)?;
    // How often an edge is taken would keep thousands of inputs; that it is keeps hundreds.
    let mut merge = fuzzer.command();
    run(merge
        .args(["-set_cover_merge=1", "-use_counters=0", "-max_len=512"])
        .arg(&merged)
        .arg(&fuzzer.found))?;
    let mut inputs = read_folder(&merged)?;
    inputs.sort_by_key(|input| (input.len(), input.clone()));
    let (mut text, mut left_out) = (String::new(), 0);
    for line in inputs.iter().map(|input| corpus::line(input)) {
        match text.len() + line.len() < KEPT_BYTES {
            true => text += &(line + "\n"),
            false => left_out += 1,
        }
    }
    say(&format!("{} inputs kept, {left_out} too large", text.lines().count()));
    Ok(fs::write(kept(target), text)?)
}

struct Fuzzer {
    folder: PathBuf,
    binary: PathBuf,
    /// The inputs of this and earlier runs.
    found: PathBuf,
}

impl Fuzzer {
    /// Compiles a target, and lays out the inputs that are kept.
    fn new(target: &str) -> Result<Self> {
        if !root().join(format!("fuzz/fuzz_targets/{target}.rs")).is_file() {
            bail!("no target {target:?}: fuzz/fuzz_targets/ has them");
        }
        let folder = target_dir().join("fuzz");
        let mut build = rust::nightly_cargo();
        build.current_dir(root().join("fuzz"));
        build.env("RUSTFLAGS", INSTRUMENT).env("CARGO_TARGET_DIR", &folder);
        // A target of its own keeps build scripts and macros free of instrumentation.
        let host = host()?;
        build.args(["build", "--release", "--target", &host, "--bin", target]);
        run(&mut build)?;
        let found = folder.join("corpus").join(target);
        fs::create_dir_all(&found)?;
        for (number, line) in fs::read_to_string(kept(target))?.lines().enumerate() {
            fs::write(found.join(format!("kept-{number}")), corpus::input(line))?;
        }
        let binary = folder.join(host).join("release").join(target);
        Ok(Fuzzer { folder, binary, found })
    }

    /// The fuzzer, which leaves an input that breaks a law in the target folder.
    fn command(&self) -> Command {
        let mut command = command(&self.binary);
        command.current_dir(&self.folder);
        command
    }
}

fn kept(target: &str) -> PathBuf {
    root().join(format!("fuzz/kept/{target}.txt"))
}

fn host() -> Result<String> {
    let version = crate::process::output(command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

fn read_folder(folder: &Path) -> Result<Vec<Vec<u8>>> {
    fs::read_dir(folder)?.map(|entry| Ok(fs::read(entry?.path())?)).collect()
}
