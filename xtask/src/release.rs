//! `cargo xtask release --dry-run`: everything that a release publishes, in one folder, and nothing
//! published.

use crate::process::{cargo, output, root, run, say, target_dir};
use crate::tools::node;
use crate::{build, core_module, dependencies, js_tests, python};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The crates, in the order in which they are published.
const CRATES: [&str; 2] = ["twochannel-value", "twochannel"];

/// Makes all artifacts from one version number.
pub fn dry_run() -> Result<()> {
    let version = dependencies::version()?;
    let folder = target_dir().join(format!("release-{version}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    build::run()?;
    crates(&version, &folder)?;
    node::check()?;
    take(&js_tests::pack()?, &folder)?;
    take(&python::build_wheel()?, &folder)?;
    fs::copy(core_module::module_file(), folder.join(format!("twochannel-{version}.wasm")))?;
    let component = folder.join(format!("twochannel-{version}.component.wasm"));
    fs::copy(core_module::component_file(), component)?;
    let bom = serde_json::to_string_pretty(&bill_of_materials(&version)?)?;
    fs::write(folder.join(format!("twochannel-{version}.cdx.json")), bom)?;
    summary(&folder)
}

fn crates(version: &str, folder: &Path) -> Result<()> {
    let mut package = cargo();
    package.args(["package", "--no-verify", "--allow-dirty", "--locked"]);
    run(package.args(CRATES.iter().flat_map(|name| ["--package", name])))?;
    for name in CRATES {
        let list = output(cargo().args(["package", "--list", "--allow-dirty", "--package", name]))?;
        if let Some(stray) = list.lines().find(|path| !belongs(path)) {
            bail!("{name} would be published with {stray}");
        }
        take(&target_dir().join(format!("package/{name}-{version}.crate")), folder)?;
    }
    Ok(())
}

/// Whether a file belongs into a crate: sources, the interface, and the documents at the root.
fn belongs(path: &str) -> bool {
    match path.split_once('/') {
        Some((folder, _)) => ["src", "wit"].contains(&folder),
        None => true,
    }
}

fn take(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().context("a file")?;
    fs::copy(file, folder.join(name)).with_context(|| file.display().to_string())?;
    Ok(())
}

/// What the published module is made of, as CycloneDX 1.6: the crates of its build, without those
/// that only tests or the build itself use, and what the Python package needs at run time.
fn bill_of_materials(version: &str) -> Result<Value> {
    let mut tree = cargo();
    tree.args(["tree", "--package", "twochannel", "--features", "js,component,abi"]);
    tree.args(["--edges", "normal", "--target", "wasm32-unknown-unknown"]);
    let tree = output(tree.args(["--prefix", "none", "--format", "{p}", "--locked"]))?;
    let used = |package: &Value| {
        let name = package["name"].as_str().unwrap_or_default();
        let version = package["version"].as_str().unwrap_or_default();
        let line = format!("{name} v{version}");
        tree.lines().any(|other| other.split(" (").next() == Some(&line))
    };
    let mut components: Vec<Value> = Vec::new();
    for package in dependencies::packages()?.iter().filter(|package| used(package)) {
        if package["name"] == "twochannel" {
            continue;
        }
        let (name, version) = (&package["name"], &package["version"]);
        let purl = format!("pkg:cargo/{}@{}", text(name), text(version));
        components.push(json!({
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "licenses": [{"expression": text(&package["license"]).replace('/', " OR ")}],
            "purl": purl,
        }));
    }
    components.push(json!({
        "type": "library",
        "bom-ref": "pkg:pypi/wasmtime",
        "name": "wasmtime",
        "description": "Of the Python package: python/pyproject.toml names the versions.",
        "licenses": [{"expression": "Apache-2.0 WITH LLVM-exception"}],
        "purl": "pkg:pypi/wasmtime",
    }));
    let purl = format!("pkg:cargo/twochannel@{version}");
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {
            "type": "library",
            "bom-ref": purl,
            "name": "twochannel",
            "version": version,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
            "purl": purl,
        }},
        "components": components,
    }))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn summary(folder: &Path) -> Result<()> {
    let mut names: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    names.sort();
    if names.len() != CRATES.len() + 5 {
        bail!("not all artifacts were made: {names:?}");
    }
    let shown = folder.strip_prefix(root()).unwrap_or(folder);
    say(&format!("{}:", shown.display()));
    for path in names {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("  {name:44} {:>8} bytes", fs::metadata(&path)?.len());
    }
    Ok(())
}
