//! The core for every WebAssembly host: the module with the C ABI, and the component.

use crate::process::{cargo, root, run, say, target_dir};
use crate::tools::rust;
use crate::wasm::{FLAGS, TARGET};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

/// Where the Python package has the module.
pub fn module_file() -> PathBuf {
    root().join("python/src/twochannel/twochannel.wasm")
}

/// Where the component is.
pub fn component_file() -> PathBuf {
    target_dir().join("twochannel.component.wasm")
}

/// Makes the module and the component, and sees that neither imports anything.
pub fn build() -> Result<()> {
    rust::wasm_target()?;
    say("Compiling the core module (some minutes when nothing is cached)");
    let module = without_debris(&compile("abi")?)?;
    check_imports(&module).context("the core module")?;
    write(&module_file(), &module)?;
    say("Compiling the component");
    let core = compile("component")?;
    let component = ComponentEncoder::default().validate(true).module(&core)?.encode()?;
    check_imports(&component).context("the component")?;
    write(&component_file(), &component)
}

/// Writes what is new, so that nothing else takes an old file for a new one.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(file).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    say(&format!("Writing {} ({} kB)", file.display(), bytes.len() / 1000));
    fs::write(file, bytes).with_context(|| file.display().to_string())
}

/// Compiles the crate with one face.
fn compile(feature: &str) -> Result<Vec<u8>> {
    // The files of a library for other languages have the same name whatever its features: in one
    // folder each would push out the other.
    let folder = target_dir().join("core").join(feature);
    let mut cargo = cargo();
    cargo.args(["build", "--package", "twochannel", "--lib", "--target", TARGET]);
    cargo.args(["--profile", "core", "--no-default-features", "--features", feature]);
    cargo.env("CARGO_TARGET_DIR", &folder);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    run(&mut cargo)?;
    Ok(fs::read(folder.join(TARGET).join("core/twochannel.wasm"))?)
}

/// The module without the names of its functions and the like, which no host reads.
fn without_debris(module: &[u8]) -> Result<Vec<u8>> {
    let mut kept = module.get(..8).context("not a module")?.to_vec();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if matches!(payload, Payload::CustomSection(_)) {
            continue;
        }
        if let Some((id, range)) = payload.as_section() {
            let (start, end) = (usize::try_from(range.start)?, usize::try_from(range.end)?);
            let body = module.get(start..end).context("a section outside the module")?;
            kept.push(id);
            leb128(body.len(), &mut kept);
            kept.extend_from_slice(body);
        }
    }
    Ok(kept)
}

/// Appends a number as the format has it: seven bits a byte, the least first.
fn leb128(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Both run anywhere because they ask their host for nothing.
fn check_imports(wasm: &[u8]) -> Result<()> {
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            // Modules and components within a component import from each other.
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ImportSection(imports) if depth == 0 && imports.count() > 0 => {
                bail!("it has {} imports, and must have none", imports.count());
            }
            Payload::ComponentImportSection(imports) if depth == 0 && imports.count() > 0 => {
                bail!("it has {} imports, and must have none", imports.count());
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

    fn with_section(id: u8, body: &[u8]) -> Vec<u8> {
        let mut module = EMPTY.to_vec();
        module.push(id);
        leb128(body.len(), &mut module);
        module.extend_from_slice(body);
        module
    }

    #[test]
    fn imports_are_noticed() {
        // One type `() -> ()`, and an import of that type, `a.b`.
        let mut module = with_section(1, &[1, 0x60, 0, 0]);
        module.extend_from_slice(&with_section(2, &[1, 1, b'a', 1, b'b', 0, 0])[8..]);
        let error = check_imports(&module).unwrap_err();
        assert_eq!(error.to_string(), "it has 1 imports, and must have none");
        check_imports(EMPTY).unwrap();
    }

    #[test]
    fn custom_sections_are_dropped() {
        let name = [&[4, b'n', b'a', b'm', b'e'][..], &[0; 200]].concat();
        let types = with_section(1, &[1, 0x60, 0, 0]);
        let module = [&types[..], &with_section(0, &name)[8..]].concat();
        assert_eq!(without_debris(&module).unwrap(), types);
    }
}
