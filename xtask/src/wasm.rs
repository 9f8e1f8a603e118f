//! From the Rust crate to `pkg/wasm/`: cargo for wasm32, then wasm-bindgen as a library.

use crate::process::{cargo, root, run, say, target_dir};
use crate::tools::rust;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

/// The one compilation target beside the host.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Compiler flags of every wasm32 build. The custom back end of `getrandom` keeps the module free
/// of imports from the host (`src/ffi/random.rs` provides it).
pub const FLAGS: [&str; 3] = ["--cfg", "getrandom_backend=\"custom\"", "-Ctarget-feature=+simd128"];

/// A cargo command for wasm32, with a target folder of its own: the flags differ from the host's.
pub fn cargo_wasm(subcommand: &str) -> Command {
    let mut cargo = cargo();
    cargo.args([subcommand, "--package", "twochannel", "--target", TARGET]);
    cargo.args(["--no-default-features", "--features", "js"]);
    cargo.env("CARGO_TARGET_DIR", target_folder());
    cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    cargo
}

/// Writes `pkg/wasm/twochannel.js` and `pkg/wasm/twochannel_bg.wasm`.
pub fn build() -> Result<()> {
    rust::wasm_target()?;
    say("Compiling the WebAssembly module (about two minutes when nothing is cached)");
    run(cargo_wasm("build").args(["--lib", "--profile", "wasm"]))?;
    let module = target_folder().join(TARGET).join("wasm/twochannel.wasm");
    let package = root().join("pkg/wasm");
    if is_newer(&package.join("twochannel.js"), &module) {
        return Ok(());
    }
    say("Writing pkg/wasm");
    let _ = fs::remove_dir_all(&package);
    generate(&module, &package).context("wasm-bindgen")?;
    check_imports(&package.join("twochannel.js"))
}

fn generate(module: &Path, package: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name("twochannel")
        .web(true)?
        .typescript(false)
        // `__wbg_reset_state`: a fresh instance of the module after a trap (`pkg/lib/engine.js`).
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(package)
}

/// The module may call the glue, and nothing that reads the host's randomness.
fn check_imports(glue: &Path) -> Result<()> {
    let text = fs::read_to_string(glue)?;
    for name in ["getRandomValues", "randomFillSync", "crypto"] {
        if text.contains(name) {
            bail!("{} uses {name}: getrandom's custom back end was not chosen", glue.display());
        }
    }
    Ok(())
}

fn target_folder() -> PathBuf {
    target_dir().join("wasm")
}

fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    matches!((time(made), time(source)), (Some(made), Some(source)) if made > source)
}
