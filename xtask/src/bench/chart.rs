//! The chart of `docs/performance.md`: one bar a case and a call, as SVG that follows the reader's
//! colour scheme.

use super::{Report, cases, ratio};
use std::fmt::Write;

const LABELS: f64 = 250.0;
const WIDTH: f64 = 400.0;
const BAR: f64 = 7.0;
const ROW: f64 = 40.0;

const STYLE: &str = "<style>
text { font: 12px system-ui, sans-serif; fill: #333 }
.convert { fill: #3b6ea5 } .bytes { fill: #2a9d6f } .older { opacity: 0.55 } .line { stroke: #999 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } .line { stroke: #777 } }
</style>";

/// Ours as a share of the time that the hand-written JavaScript takes.
pub fn convert_and_bytes(reports: &[Report]) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let rows = cases(&first.conversions).len() as f64;
    let (width, height) = (LABELS + WIDTH * 1.25 + 20.0, 50.0 + rows * ROW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Time of twochannel against stringify and ajv</title>\n{STYLE}\n"
    );
    legend(&mut svg, reports);
    for (row, case) in cases(&first.conversions).iter().enumerate() {
        let top = 40.0 + row as f64 * ROW;
        let name = case["name"].as_str().unwrap_or_default();
        writeln!(svg, "<text x=\"0\" y=\"{}\">{name}</text>", top + 18.0).ok();
        let mut bar = 0.0;
        for what in ["convert", "bytes"] {
            for (index, report) in reports.iter().enumerate() {
                let Some(case) = cases(&report.conversions).get(row) else { continue };
                let share = ratio(case, what, "ajv").unwrap_or(0.0);
                let age = if index == 0 { " older" } else { "" };
                writeln!(
                    svg,
                    "<rect class=\"{what}{age}\" x=\"{LABELS}\" y=\"{}\" width=\"{:.1}\" height=\"{}\"/>",
                    top + bar,
                    share.min(1.25) * WIDTH,
                    BAR - 1.0
                )
                .ok();
                bar += BAR;
            }
        }
    }
    let at = LABELS + WIDTH;
    writeln!(svg, "<line class=\"line\" x1=\"{at}\" x2=\"{at}\" y1=\"34\" y2=\"{height}\"/>").ok();
    writeln!(svg, "<text x=\"{}\" y=\"30\">by hand</text>\n</svg>", at - 20.0).ok();
    svg
}

fn legend(svg: &mut String, reports: &[Report]) {
    let mut x = LABELS;
    for (what, label) in [("convert", "convert"), ("bytes", "convertToBytes")] {
        for (index, report) in reports.iter().enumerate() {
            let age = if index == 0 { " older" } else { "" };
            writeln!(
                svg,
                "<rect class=\"{what}{age}\" x=\"{x}\" y=\"4\" width=\"8\" height=\"8\"/><text x=\"{}\" y=\"12\">{label}, {}</text>",
                x + 11.0,
                report.name.split('.').next().unwrap_or_default()
            )
            .ok();
            x += 30.0 + 6.2 * (label.len() + 9) as f64;
        }
    }
}
