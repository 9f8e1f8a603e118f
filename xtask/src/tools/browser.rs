//! Chromium and its driver, for the tests that run in a browser.

use crate::process::{command, find_program, output, run, say};
use anyhow::{Result, bail};
use std::path::PathBuf;

const CHROMIUMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Finds chromedriver, with a Chromium for it to drive; installs both where that is possible.
pub fn chromedriver() -> Result<PathBuf> {
    if let Some(driver) = find() {
        return Ok(driver);
    }
    if find_program("apt-get").is_none() || !is_root() {
        bail!(
            "Chromium or chromedriver is missing. On Debian: sudo apt-get install chromium \
             chromium-driver. Elsewhere: install Chrome and the chromedriver of its version"
        );
    }
    say("Installing Chromium and chromedriver through apt");
    run(command("apt-get").args(["update", "-qq"]))?;
    run(command("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args([
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium",
        "chromium-driver",
    ]))?;
    match find() {
        Some(driver) => Ok(driver),
        None => bail!("apt installed chromium-driver, but there is still no chromedriver in PATH"),
    }
}

fn find() -> Option<PathBuf> {
    CHROMIUMS.iter().find_map(|name| find_program(name))?;
    find_program("chromedriver")
}

fn is_root() -> bool {
    output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
