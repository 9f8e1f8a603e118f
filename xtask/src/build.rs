//! `cargo xtask build`: everything that is made and not written.

use crate::{cjs, core_module, wasm};
use anyhow::{Result, anyhow};
use std::sync::OnceLock;

/// Makes `pkg/wasm/` and `pkg/cjs/`, the core module and the component.
pub fn run() -> Result<()> {
    wasm::build()?;
    cjs::bundle()?;
    core_module::build()
}

/// Like [`run`], but only the first call of a process does the work; all get its result.
pub fn once() -> Result<()> {
    static RESULT: OnceLock<Result<(), String>> = OnceLock::new();
    let result = RESULT.get_or_init(|| run().map_err(|error| format!("{error:#}")));
    result.clone().map_err(|error| anyhow!("the build failed: {error}"))
}
