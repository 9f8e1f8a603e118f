//! `cargo xtask test dependencies`: every direct dependency has a reason, every crate a licence that
//! `deny.toml` allows, and all of them come from crates.io. `cargo xtask deny` asks cargo-deny.

use crate::process::{cargo, command, find_program, output, root, run, say, target_dir};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// All crates of the lock file, as cargo describes them.
pub fn packages() -> Result<Vec<Value>> {
    let text = output(cargo().args(["metadata", "--format-version", "1", "--locked"]))?;
    let mut metadata: Value = serde_json::from_str(&text)?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => bail!("cargo metadata lists no packages"),
    }
}

/// Holds the lock file against the documents.
pub fn check() -> Result<()> {
    let packages = packages()?;
    let allowed = allowed_licences(&fs::read_to_string(root().join("deny.toml"))?);
    let mut faults = Vec::new();
    let mut direct = BTreeSet::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(source) = package["source"].as_str() else {
            let dependencies = package["dependencies"].as_array().into_iter().flatten();
            let names = dependencies.filter_map(|dependency| dependency["name"].as_str());
            direct.extend(names.map(str::to_owned));
            continue;
        };
        if !source.starts_with("registry+https://github.com/rust-lang/crates.io-index") {
            faults.push(format!("{name} comes from {source}"));
        }
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(licence, &allowed) {
            faults.push(format!("{name} has the licence {licence:?}"));
        }
    }
    let document = fs::read_to_string(root().join("docs/dependencies.md"))?;
    let listed: BTreeSet<String> = document
        .lines()
        .filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned()))
        .collect();
    let (own, direct): (Vec<_>, Vec<_>) =
        direct.into_iter().partition(|name| name.starts_with("twochannel"));
    drop(own);
    let without_reason = direct.iter().filter(|name| !listed.contains(*name));
    faults.extend(without_reason.map(|name| format!("docs/dependencies.md has no `{name}`")));
    let gone = listed.iter().filter(|name| !direct.contains(name));
    faults.extend(gone.map(|name| format!("docs/dependencies.md has `{name}`, and Cargo has not")));
    match faults.as_slice() {
        [] => {
            say(&format!("{} crates, {} of them direct", packages.len(), direct.len()));
            Ok(())
        }
        faults => bail!("{}", faults.join("\n")),
    }
}

/// Runs cargo-deny, which is installed into the target folder on the first time.
pub fn deny() -> Result<()> {
    let tools = target_dir().join("tools");
    let own = tools.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let program = match find_program("cargo-deny") {
        Some(found) => found,
        None => {
            if !own.is_file() {
                say("Installing cargo-deny, which takes minutes");
                run(cargo().args(["install", "cargo-deny@0.20.2", "--root"]).arg(&tools))?;
            }
            own
        }
    };
    // Advisories would have to be fetched from elsewhere.
    run(command(program).args(["check", "licenses", "bans", "sources"]))
}

/// The list `allow` of `[licenses]`, the first one in the file.
fn allowed_licences(text: &str) -> Vec<String> {
    let list = text.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    let items = list.map(|(list, _)| list.split(',')).into_iter().flatten();
    items.map(|item| item.trim().trim_matches('"').to_owned()).filter(|i| !i.is_empty()).collect()
}

/// Whether one of the alternatives of a licence expression is allowed in all its parts.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let all_of = |conjunction: &str| {
        conjunction.split(" AND ").all(|part| allowed.iter().any(|name| name == part.trim()))
    };
    // `(A OR B) AND C` is read as `A OR (B AND C)`: the parts that stand alone are checked too.
    plain.split(" OR ").any(all_of)
}

/// The version that all published packages have.
pub fn version() -> Result<String> {
    let read = |name: &str| fs::read_to_string(root().join(name)).context(name.to_owned());
    let line = |name: &str, start: &str| -> Result<String> {
        let text = read(name)?;
        let found = text.lines().find_map(|line| line.trim().strip_prefix(start));
        let version = found.and_then(|rest| rest.split('"').next()).map(str::to_owned);
        version.with_context(|| format!("{name} has no line {start:?}"))
    };
    let found = [
        ("Cargo.toml", line("Cargo.toml", "version = \"")?),
        ("Cargo.toml, twochannel-value", line("Cargo.toml", "twochannel-value = { version = \"")?),
        ("pkg/package.json", line("pkg/package.json", "\"version\": \"")?),
        ("python/pyproject.toml", line("python/pyproject.toml", "version = \"")?),
        (
            "wit/twochannel.wit",
            line("wit/twochannel.wit", "package twochannel:core@")?.trim_end_matches(';').into(),
        ),
    ];
    let (_, version) = &found[0];
    if found.iter().any(|(_, other)| other != version) {
        let all: Vec<_> =
            found.iter().map(|(name, other)| format!("{name} says {other}")).collect();
        bail!("versions differ: {}", all.join(", "));
    }
    Ok(version.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read_as_they_are_meant() {
        let allowed = allowed_licences("x\nallow = [\n \"MIT\",\n \"Unicode-3.0\",\n]\n");
        assert_eq!(allowed, ["MIT", "Unicode-3.0"]);
        for (expression, is) in [
            ("MIT", true),
            ("MIT OR GPL-3.0", true),
            ("Apache-2.0/MIT", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("GPL-3.0", false),
            ("MIT AND GPL-3.0", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), is, "{expression}");
        }
    }

    #[test]
    fn all_packages_have_one_version() {
        assert!(version().is_ok_and(|version| version.split('.').count() == 3));
    }
}
