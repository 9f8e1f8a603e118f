//! `cargo xtask size`: how large the published files are, and whether they grew.

use crate::process::{output, root};
use crate::tools::node;
use crate::{build, process, www};
use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

const SNAPSHOT: &str = "size-snapshot.txt";
const HEAD: &str = "# Published files in bytes; written by `cargo xtask size --update`\n\
                    #      raw       gzip     brotli  file\n";

/// A file may grow by two per cent, or by this many bytes where two per cent are less.
const ALLOWANCE: usize = 256;

/// Sizes of one file, in bytes.
#[derive(Debug, Clone, PartialEq)]
struct Size {
    raw: usize,
    gzip: usize,
    brotli: usize,
    file: String,
}

/// Prints the sizes and refuses growth over the committed snapshot.
pub fn check() -> Result<()> {
    let sizes = measure()?;
    print!("{}", table(&sizes));
    let snapshot = fs::read_to_string(root().join(SNAPSHOT)).context(SNAPSHOT)?;
    let problems = compare(&parse(&snapshot)?, &sizes);
    if !problems.is_empty() {
        bail!("{}\nIf that is meant: cargo xtask size --update", problems.join("\n"));
    }
    Ok(())
}

/// Writes the snapshot anew.
pub fn update() -> Result<()> {
    let table = table(&measure()?);
    print!("{table}");
    fs::write(root().join(SNAPSHOT), table).context(SNAPSHOT)
}

/// Every file but documents that `npm pack` would put into the archive, and their sum.
fn measure() -> Result<Vec<Size>> {
    build::package()?;
    process::say("Compressing the published files");
    let listing = output(node::npm("pkg").args(["pack", "--dry-run", "--json"]))?;
    let listing: serde_json::Value = serde_json::from_str(&listing)?;
    let files = listing[0]["files"].as_array().context("npm pack --json lists no files")?;
    let is_code = |name: &&str| !name.ends_with(".md") && !name.starts_with("LICENSE");
    let names = files.iter().filter_map(|file| file["path"].as_str()).filter(is_code);
    let mut sizes = names
        .map(|name| size_of(&root().join("pkg").join(name), name))
        .collect::<Result<Vec<_>>>()?;
    sizes.sort_by(|a, b| a.file.cmp(&b.file));
    let sum = |part: fn(&Size) -> usize| sizes.iter().map(part).sum();
    let (raw, gzip, brotli) = (sum(|s| s.raw), sum(|s| s.gzip), sum(|s| s.brotli));
    sizes.push(Size { raw, gzip, brotli, file: "total".into() });
    sizes.extend(measure_page()?);
    Ok(sizes)
}

/// The files of the playground, but for the module, which is the package's.
fn measure_page() -> Result<Vec<Size>> {
    www::build()?;
    let mut sizes = Vec::new();
    for entry in fs::read_dir(www::dist())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(".wasm") {
            sizes.push(size_of(&path, &format!("www/{name}"))?);
        }
    }
    sizes.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(sizes)
}

fn size_of(path: &Path, name: &str) -> Result<Size> {
    let bytes = fs::read(path).with_context(|| name.to_owned())?;
    Ok(Size {
        raw: bytes.len(),
        gzip: gzip(&bytes)?,
        brotli: brotli(&bytes)?,
        file: name.to_owned(),
    })
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// As `brotli -q 11` does it.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    Ok(compressed.len())
}

fn table(sizes: &[Size]) -> String {
    let mut text = String::from(HEAD);
    for Size { raw, gzip, brotli, file } in sizes {
        let _ = writeln!(text, "{raw:10} {gzip:10} {brotli:10}  {file}");
    }
    text
}

fn parse(snapshot: &str) -> Result<Vec<Size>> {
    let rows = snapshot.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| parse_row(line).with_context(|| format!("{SNAPSHOT}: {line:?}"))).collect()
}

fn parse_row(line: &str) -> Option<Size> {
    let mut fields = line.split_whitespace();
    let mut number = || fields.next()?.parse().ok();
    let (raw, gzip, brotli) = (number()?, number()?, number()?);
    Some(Size { raw, gzip, brotli, file: fields.next()?.to_owned() })
}

/// One sentence for each file whose compressed size grew, or that the snapshot does not know.
fn compare(before: &[Size], now: &[Size]) -> Vec<String> {
    let mut problems = Vec::new();
    for size in now {
        let (file, brotli) = (&size.file, size.brotli);
        match before.iter().find(|known| known.file == *file) {
            None => problems.push(format!("{file} is not in {SNAPSHOT}")),
            Some(known) if brotli > known.brotli + ALLOWANCE.max(known.brotli / 50) => {
                let percent = (brotli as f64 / known.brotli as f64 - 1.0) * 100.0;
                let before = known.brotli;
                problems.push(format!("{file} grew by {percent:.1} %, from {before} to {brotli}"));
            }
            Some(_) => {}
        }
    }
    for known in before.iter().filter(|known| now.iter().all(|size| size.file != known.file)) {
        problems.push(format!("{} is no longer published", known.file));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(file: &str, brotli: usize) -> Size {
        Size { raw: 4 * brotli, gzip: 2 * brotli, brotli, file: file.into() }
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let sizes = [size("index.js", 1200), size("wasm/twochannel_bg.wasm", 560_000)];
        assert_eq!(parse(&table(&sizes)).unwrap(), sizes);
    }

    #[test]
    fn a_line_that_is_no_row_is_named() {
        let error = parse("12 index.js").unwrap_err();
        assert_eq!(error.to_string(), r#"size-snapshot.txt: "12 index.js""#);
    }

    #[test]
    fn two_per_cent_of_a_large_file_may_be_added() {
        assert!(compare(&[size("a", 100_000)], &[size("a", 102_000)]).is_empty());
        assert_eq!(
            compare(&[size("a", 100_000)], &[size("a", 102_001)]),
            ["a grew by 2.0 %, from 100000 to 102001"]
        );
    }

    #[test]
    fn a_small_file_may_grow_by_the_allowance() {
        assert!(compare(&[size("a", 100)], &[size("a", 356)]).is_empty());
        assert_eq!(
            compare(&[size("a", 100)], &[size("a", 357)]),
            ["a grew by 257.0 %, from 100 to 357"]
        );
    }

    #[test]
    fn files_that_come_and_go_are_reported() {
        assert_eq!(
            compare(&[size("a", 1)], &[size("b", 1)]),
            ["b is not in size-snapshot.txt", "a is no longer published"]
        );
    }
}
