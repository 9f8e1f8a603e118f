//! `cargo xtask build`: everything that is made and not written.

use crate::process::root;
use crate::{cjs, core_module, wasm};
use anyhow::{Context, Result, anyhow};
use std::fs;
use std::sync::OnceLock;

/// Makes `pkg/wasm/` and `pkg/cjs/`, the core module and the component.
pub fn run() -> Result<()> {
    wasm::build()?;
    cjs::bundle()?;
    copy_documents()?;
    core_module::build()
}

/// The documents that npm shows and that the licences ask for; they stand at the root.
fn copy_documents() -> Result<()> {
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(name), root().join("pkg").join(name)).context(name)?;
    }
    Ok(())
}

/// Like [`run`], but only the first call of a process does the work; all get its result.
pub fn once() -> Result<()> {
    static RESULT: OnceLock<Result<(), String>> = OnceLock::new();
    let result = RESULT.get_or_init(|| run().map_err(|error| format!("{error:#}")));
    result.clone().map_err(|error| anyhow!("the build failed: {error}"))
}
