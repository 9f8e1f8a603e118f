//! `cargo xtask build`: everything that is made and not written.

use crate::process::root;
use crate::{bundles, core_module, wasm};
use anyhow::{Context, Result, anyhow};
use std::fs;
use std::sync::OnceLock;

/// Makes what the packages for npm and Python need, and the component.
pub fn run() -> Result<()> {
    package()?;
    core()
}

/// Makes what is generated in `pkg/`, once in the life of the process.
pub fn package() -> Result<()> {
    static PACKAGE: Once = Once::new();
    PACKAGE.run(|| {
        wasm::build()?;
        bundles::bundle()?;
        copy_documents()
    })
}

/// Makes the core module and the component, once in the life of the process.
pub fn core() -> Result<()> {
    static CORE: Once = Once::new();
    CORE.run(core_module::build)
}

/// The documents that npm shows and that the licences ask for; they stand at the root.
fn copy_documents() -> Result<()> {
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(name), root().join("pkg").join(name)).context(name)?;
    }
    Ok(())
}

/// Work that several steps need: the first one does it, and all get its result.
pub struct Once(OnceLock<Result<(), String>>);

impl Once {
    /// Nothing done yet.
    pub const fn new() -> Self {
        Once(OnceLock::new())
    }

    /// Does the work, or says how it went.
    pub fn run(&self, work: fn() -> Result<()>) -> Result<()> {
        let result = self.0.get_or_init(|| work().map_err(|error| format!("{error:#}")));
        result.clone().map_err(|error| anyhow!("the build failed: {error}"))
    }
}
