//! `js-tests/`: the npm package as a user has it, tested with `node --test`.

use crate::process::{cargo, output, root, run, target_dir};
use crate::tools::{browser, node};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "js-tests";

/// Tests in these folders get the packed package in `TWOCHANNEL_TARBALL`; the others import `pkg/`.
const PACKED: &str = "packed";
const RUNTIMES: &str = "runtimes";

/// Runs all tests that import `pkg/`.
pub fn unpacked() -> Result<()> {
    node::install(FOLDER)?;
    let cases = cases()?;
    let folder = root().join(FOLDER);
    let mut files = test_files(&folder)?;
    files.retain(|file| ![PACKED, RUNTIMES].iter().any(|of| file.starts_with(folder.join(of))));
    run_files(&files, &[("TWOCHANNEL_CASES", &cases)])
}

/// Packs the package and runs the tests in `js-tests/packed/`.
pub fn packed() -> Result<()> {
    node::install(FOLDER)?;
    let tarball = pack()?;
    run_files(&test_files(&root().join(FOLDER).join(PACKED))?, &[("TWOCHANNEL_TARBALL", &tarball)])
}

/// Has the Rust tests write cases with their answers, which every face must give.
pub fn cases() -> Result<PathBuf> {
    run(cargo().args(["test", "--quiet", "--test", "laws", "cases_for_other_faces"]))?;
    Ok(target_dir().join("tmp/cases.jsonl"))
}

/// Packs the package and runs it in each runtime and through each bundler.
pub fn runtimes() -> Result<()> {
    node::install(node::RUNTIMES)?;
    browser::chromedriver()?;
    let tarball = pack()?;
    let folder = root().join(FOLDER).join(RUNTIMES);
    run_files(&test_files(&folder)?, &[("TWOCHANNEL_TARBALL", &tarball)])
}

/// `npm pack`: the archive that would be published.
pub fn pack() -> Result<PathBuf> {
    let folder = target_dir().join("npm");
    fs::create_dir_all(&folder)?;
    let mut npm = node::npm("pkg");
    let name = output(npm.args(["pack", "--loglevel=error", "--pack-destination"]).arg(&folder))?;
    Ok(folder.join(name.trim_end()))
}

fn run_files(files: &[PathBuf], variables: &[(&str, &Path)]) -> Result<()> {
    if files.is_empty() {
        bail!("no tests found");
    }
    let folder = root().join(FOLDER);
    let mut node = node::node(FOLDER);
    node.arg("--test").args(files.iter().map(|file| file.strip_prefix(&folder).unwrap_or(file)));
    run(node.envs(variables.iter().copied()))
}

/// All `*.test.js`, `*.test.mjs` and `*.test.cjs` below a folder, in order of their names.
pub fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "node_modules" {
            files.extend(test_files(&path)?);
        } else if [".test.js", ".test.mjs", ".test.cjs"].iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
