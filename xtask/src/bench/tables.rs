//! The tables of `docs/performance.md`.

use super::{Report, cases, geometric_mean, ratio};
use serde_json::Value;
use std::fmt::Write;

/// All tables, as Markdown.
pub fn all(reports: &[Report], chromium: &Value, native: &str) -> String {
    let mut text = String::new();
    for Report { name, conversions, .. } in reports {
        text.push_str(&conversion_table(name, conversions));
    }
    let version = chromium["runtime"]["chromium"].as_str().unwrap_or_default();
    text.push_str(&conversion_table(&format!("Chromium {version}"), chromium));
    text.push_str(&growth_table(reports));
    text.push_str(&registration_table(reports));
    text.push_str(&server_table(reports));
    writeln!(text, "### Native\n\n{}", native.trim_end()).ok();
    text
}

fn conversion_table(name: &str, conversions: &Value) -> String {
    let peers = ["ajv", "zod", "cfworker"];
    let mut text = format!(
        "### {name}\n\n| case | convert, µs | / ajv | / zod | / cfworker | bytes, µs | / by hand |\n| --- | --: | --: | --: | --: | --: | --: |\n"
    );
    for case in cases(conversions) {
        let micros = |what: &str| case[what]["ours"]["median"].as_f64().unwrap_or(f64::NAN);
        write!(text, "| {} | {:.1}", case["name"].as_str().unwrap_or_default(), micros("convert"))
            .ok();
        for peer in peers {
            write!(text, " | {:.2}", ratio(case, "convert", peer).unwrap_or(f64::NAN)).ok();
        }
        let bytes = ratio(case, "bytes", "ajv").unwrap_or(f64::NAN);
        writeln!(text, " | {:.1} | {bytes:.2} |", micros("bytes")).ok();
    }
    let mean = |what: &str, peer: &str| {
        geometric_mean(cases(conversions).iter().filter_map(|case| ratio(case, what, peer)))
    };
    write!(text, "| geometric mean |").ok();
    for peer in peers {
        write!(text, " | {:.2}", mean("convert", peer)).ok();
    }
    writeln!(text, " | | {:.2} |\n", mean("bytes", "ajv")).ok();
    text
}

fn growth_table(reports: &[Report]) -> String {
    let mut text =
        "### Growth: 100,000 records / 10,000 records\n\n| | convert | bytes |\n| --- | --: | --: |\n"
            .to_owned();
    for Report { name, conversions, .. } in reports {
        let times = |what: &str| conversions["growth"][what].as_f64().unwrap_or(f64::NAN);
        writeln!(text, "| {name} | {:.1} | {:.1} |", times("convert"), times("convertToBytes"))
            .ok();
    }
    text.push('\n');
    text
}

fn registration_table(reports: &[Report]) -> String {
    let mut text = "### Registration\n\n| | warm, µs | / ajv | start to first result, ms | / ajv |\n| --- | --: | --: | --: | --: |\n".to_owned();
    for Report { name, registration, .. } in reports {
        let measured = &registration["registration"];
        let ours = |what: &str| measured[what]["ours"]["median"].as_f64().unwrap_or(f64::NAN);
        let ratio =
            |what: &str| ours(what) / measured[what]["ajv"]["median"].as_f64().unwrap_or(f64::NAN);
        writeln!(
            text,
            "| {name} | {:.0} | {:.2} | {:.1} | {:.2} |",
            ours("warm"),
            ratio("warm"),
            ours("start") / 1000.0,
            ratio("start")
        )
        .ok();
    }
    text.push('\n');
    text
}

fn server_table(reports: &[Report]) -> String {
    let mut text = "### A call through the official server and client, in memory\n\n| | registerTool of ours, µs | by hand with zod, µs | ratio |\n| --- | --: | --: | --: |\n".to_owned();
    for Report { name, server, .. } in reports {
        for result in server["server"]["results"].as_array().into_iter().flatten() {
            let time = |who: &str| result[who].as_f64().unwrap_or(f64::NAN);
            writeln!(
                text,
                "| {name}, {} | {:.0} | {:.0} | {:.2} |",
                result["name"].as_str().unwrap_or_default(),
                time("ours"),
                time("zod"),
                time("ours") / time("zod")
            )
            .ok();
        }
    }
    text.push('\n');
    text
}
