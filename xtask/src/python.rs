//! The Python package: a virtual environment, its tests, its types, its wheel.

use crate::process::{command, output, root, run, say, target_dir};
use crate::{build, js_tests};
use anyhow::{Context, Result, bail};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests need beside the package itself; the versions are those the vectors are from.
const TOOLS: &[&str] = &[
    "pytest>=9,<10",
    "hypothesis>=6.170,<7",
    "jsonschema>=4.26,<5",
    "mypy>=2.4,<3",
    "build",
    "twine>=7,<8",
    "mcp==2.3.0",
    "pydantic==2.14.4",
];

/// FastMCP wants other versions of some packages, and so gets an environment of its own.
const FASTMCP_TOOLS: &[&str] = &["pytest>=9,<10", "fastmcp==4.2.3"];

/// All tests of the package, with the reference SDK beside it.
pub fn tests() -> Result<()> {
    build::core()?;
    let venv = Venv::with(&target_dir().join("python-venv"), TOOLS)?;
    let cases = js_tests::cases()?;
    let mut tests = venv.python(["-m", "pytest", "tests"]);
    run(tests.current_dir(package()).env("TWOCHANNEL_CASES", cases))?;
    let fastmcp = Venv::with(&target_dir().join("fastmcp-venv"), FASTMCP_TOOLS)?;
    run(fastmcp.python(["-m", "pytest", "tests/test_fastmcp.py"]).current_dir(package()))
}

/// The types, as mypy's strict mode sees them.
pub fn types() -> Result<()> {
    build::core()?;
    let venv = Venv::with(&target_dir().join("python-venv"), TOOLS)?;
    run(venv.python(["-m", "mypy"]).current_dir(package()))
}

/// The wheel: built, checked, and used in an environment that has nothing else.
pub fn wheel() -> Result<()> {
    let wheel = build_wheel()?;
    let venv = Venv::with(&target_dir().join("python-venv"), TOOLS)?;
    run(venv.python(["-m", "twine", "check", "--strict"]).arg(&wheel))?;
    let empty = target_dir().join("python-empty");
    let _ = fs::remove_dir_all(&empty);
    let venv = Venv::make(&empty)?;
    run(venv.pip().arg(wheel))?;
    let program = "import twochannel; print(twochannel.convert_result(17, {'type': 'integer'}))";
    let printed = output(venv.python(["-c", program]).current_dir(&empty))?;
    if !printed.contains("'structuredContent': {'result': 17}") {
        bail!("the installed wheel printed {printed}");
    }
    Ok(())
}

/// The wheel that would be published.
pub fn build_wheel() -> Result<PathBuf> {
    build::core()?;
    let venv = Venv::with(&target_dir().join("python-venv"), TOOLS)?;
    let dist = target_dir().join("python-dist");
    let _ = fs::remove_dir_all(&dist);
    run(venv.python(["-m", "build", "--wheel", "--outdir"]).arg(&dist).arg(package()))?;
    let wheels: Vec<PathBuf> =
        fs::read_dir(&dist)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    match <[PathBuf; 1]>::try_from(wheels) {
        Ok([wheel]) => Ok(wheel),
        Err(wheels) => bail!("not one wheel: {wheels:?}"),
    }
}

fn package() -> PathBuf {
    root().join("python")
}

/// A virtual environment.
struct Venv {
    python: PathBuf,
}

impl Venv {
    /// An environment with the package (as it stands in the checkout) and the given tools. One that
    /// has them already is left as it is.
    fn with(folder: &Path, tools: &[&str]) -> Result<Self> {
        let noted = folder.join("installed.txt");
        let wanted = tools.join("\n");
        let venv = Venv { python: python_in(folder) };
        if fs::read_to_string(&noted).is_ok_and(|found| found == wanted) {
            return Ok(venv);
        }
        let venv = Venv::make(folder)?;
        run(venv.pip().arg("--editable").arg(package()).args(tools))?;
        fs::write(noted, wanted)?;
        Ok(venv)
    }

    fn make(folder: &Path) -> Result<Self> {
        say(&format!("Making a virtual environment in {}", folder.display()));
        let made = run(command("python3").args(["-m", "venv", "--clear"]).arg(folder));
        made.context("Python 3.10 or newer with its `venv` module is needed")?;
        Ok(Venv { python: python_in(folder) })
    }

    fn pip(&self) -> Command {
        self.python(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
    }

    fn python<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut python = command(&self.python);
        python.args(arguments);
        python
    }
}

fn python_in(folder: &Path) -> PathBuf {
    match cfg!(windows) {
        true => folder.join(format!("Scripts/python{EXE_SUFFIX}")),
        false => folder.join("bin/python"),
    }
}
