//! Time and memory against size, for input that is made to hurt: `cargo bench --bench hostile`
//! prints the table of `docs/hostile.md`.
//!
//! Every figure is of a process of its own, which this program starts anew with the case's name and
//! size; memory is the most that the process held (Linux only).

use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use serde_json::{Map, Value, json};
use twochannel::{Converter, Policy, Validation};

/// What is measured: a schema and a value, as JSON, of a size.
struct Case {
    name: &'static str,
    unit: &'static str,
    sizes: [usize; 3],
    lax: bool,
    make: fn(usize) -> (Value, String),
}

const fn case(
    name: &'static str,
    unit: &'static str,
    sizes: [usize; 3],
    make: fn(usize) -> (Value, String),
) -> Case {
    Case { name, unit, sizes, lax: false, make }
}

const THOUSANDS: [usize; 3] = [1_000, 10_000, 100_000];

const CASES: &[Case] = &[
    case("pattern `^(a+)+$`, text of `a` and `!`", "characters", THOUSANDS, |n| {
        (json!({"type": "string", "pattern": "^(a+)+$"}), format!("\"{}!\"", "a".repeat(n)))
    }),
    case("pattern `^(?=(a|a)+$)b`, the same text", "characters", THOUSANDS, |n| {
        (json!({"type": "string", "pattern": "^(?=(a|a)+$)b"}), format!("\"{}!\"", "a".repeat(n)))
    }),
    case("pattern `^(a+)\\1*$`, the same text", "characters", THOUSANDS, |n| {
        (json!({"type": "string", "pattern": "^(a+)\\1*$"}), format!("\"{}!\"", "a".repeat(n)))
    }),
    case("`$ref` twice on each of so many levels", "levels", [10, 20, 40], ref_bomb),
    case("schema with so many definitions, each used", "definitions", THOUSANDS, |n| {
        let defs: Map<_, _> = (0..n)
            .map(|i| {
                let text = "a description of what it is, in some forty words or fewer, ";
                (format!("D{i}"), json!({"type": "integer", "minimum": i, "description": text}))
            })
            .collect();
        let properties: Map<_, _> =
            (0..n).map(|i| (format!("p{i}"), json!({"$ref": format!("#/$defs/D{i}")}))).collect();
        (json!({"type": "object", "properties": properties, "$defs": defs}), "{\"p7\":9}".into())
    }),
    case("object of so many declared members", "members", THOUSANDS, |n| {
        let properties: Map<_, _> =
            (0..n).map(|i| (format!("p{i}"), json!({"type": "integer"}))).collect();
        let names: Vec<_> = properties.keys().cloned().collect();
        (json!({"type": "object", "properties": properties, "required": names}), object(n))
    }),
    case("the same, in the reverse order, one of them bad", "members", THOUSANDS, |n| {
        let properties: Map<_, _> =
            (0..n).rev().map(|i| (format!("p{i}"), json!({"type": "integer"}))).collect();
        let value = object(n).replace("\"p7\":7", "\"p7\":\"x\"");
        (json!({"type": "object", "properties": properties}), value)
    }),
    Case {
        lax: true,
        ..case("the same in lax mode", "members", THOUSANDS, |n| {
            let properties: Map<_, _> =
                (0..n).rev().map(|i| (format!("p{i}"), json!({"type": "integer"}))).collect();
            (json!({"type": "object", "properties": properties}), object(n))
        })
    },
    case("object of so many undeclared members", "members", THOUSANDS, |n| {
        (json!({"type": "object", "additionalProperties": {"type": "integer"}}), object(n))
    }),
    case("so many required members missing, as many others there", "members", THOUSANDS, |n| {
        let names: Vec<_> = (0..n).map(|i| format!("q{i}")).collect();
        (json!({"type": "object", "required": names}), object(n))
    }),
    case("undeclared members that are not allowed", "members", THOUSANDS, |n| {
        (json!({"type": "object", "additionalProperties": false}), object(n))
    }),
    case("one name so many times in one object", "members", THOUSANDS, |n| {
        let members: Vec<_> = (0..n).map(|i| format!("\"a\":{i}")).collect();
        (json!({"type": "object"}), format!("{{{}}}", members.join(",")))
    }),
    case("list of so many bad items, all told", "items", THOUSANDS, |n| {
        (json!({"type": "array", "items": {"type": "integer"}}), list(n, |i| format!("\"{i}\"")))
    }),
    case("the same, with two arms each", "items", THOUSANDS, |n| {
        let items = json!({"anyOf": [{"type": "integer"}, {"type": "null"}]});
        (json!({"type": "array", "items": items}), list(n, |i| format!("\"{i}\"")))
    }),
    case("`uniqueItems` over so many objects", "items", THOUSANDS, |n| {
        let value = list(n, |i| format!("{{\"a\":{{\"b\":{i}}}}}"));
        (json!({"type": "array", "uniqueItems": true}), value)
    }),
    case("`enum` of so many texts, against as many items", "items", THOUSANDS, |n| {
        let choices: Vec<_> = (0..n).map(|i| format!("e{i}")).collect();
        let value = list(n, |i| format!("\"e{i}\""));
        (json!({"type": "array", "items": {"enum": choices}}), value)
    }),
    case("integer of so many digits, `minimum`", "digits", THOUSANDS, |n| {
        (json!({"type": "integer", "minimum": 5}), "7".repeat(n))
    }),
    case("integer of so many digits, `multipleOf: 7`", "digits", THOUSANDS, |n| {
        (json!({"type": "integer", "multipleOf": 7}), "7".repeat(n))
    }),
    case("`1e` with so many digits, no schema", "digits", THOUSANDS, |n| {
        (json!(true), format!("1e{}", "9".repeat(n)))
    }),
    case("text of control characters", "characters", THOUSANDS, |n| {
        (json!({"type": "string"}), format!("\"{}\"", "\\u0000".repeat(n)))
    }),
    case("text of lone surrogates", "characters", THOUSANDS, |n| {
        (json!({"type": "string"}), format!("\"{}\"", "\\ud800\\udbff".repeat(n)))
    }),
    case("union of so many arms, the last one fits", "arms", [100, 1_000, 10_000], |n| {
        let arms: Vec<_> = (0..n)
            .map(|i| json!({"type": "object", "properties": {"kind": {"const": i}}, "required": ["kind"]}))
            .collect();
        (json!({"type": "array", "items": {"anyOf": arms}}), format!("[{{\"kind\":{}}}]", n - 1))
    }),
    case("the same, none fits", "arms", [100, 1_000, 10_000], |n| {
        let arms: Vec<_> = (0..n)
            .map(|i| json!({"type": "object", "properties": {"kind": {"const": i}}, "required": ["kind"]}))
            .collect();
        (json!({"type": "array", "items": {"anyOf": arms}}), "[{\"kind\":-1}]".into())
    }),
    case("list of so many lists", "lists", THOUSANDS, |n| {
        (json!({"type": "array"}), list(n, |_| "[[]]".into()))
    }),
    case("refused: nested so deeply", "levels", [10_000, 100_000, 1_000_000], |n| {
        (json!(true), "[".repeat(n))
    }),
];

fn ref_bomb(levels: usize) -> (Value, String) {
    let mut defs = Map::new();
    for level in 0..levels {
        let next = json!({"$ref": format!("#/$defs/L{}", level + 1)});
        defs.insert(format!("L{level}"), json!({"allOf": [next, next]}));
    }
    defs.insert(format!("L{levels}"), json!({"type": "integer"}));
    (json!({"$ref": "#/$defs/L0", "$defs": defs}), "1".into())
}

fn object(members: usize) -> String {
    let members: Vec<_> = (0..members).map(|i| format!("\"p{i}\":{i}")).collect();
    format!("{{{}}}", members.join(","))
}

fn list(items: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<_> = (0..items).map(item).collect();
    format!("[{}]", items.join(","))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match arguments.as_slice() {
        [name, size] => measure(name, size.parse().expect("a size")),
        _ => table(arguments.first().map_or("", String::as_str)),
    }
}

/// Measures one case in this process.
fn measure(name: &str, size: usize) {
    let case = CASES.iter().find(|case| case.name == name).expect("a case of that name");
    let (schema, value) = (case.make)(size);
    let before = peak_kilobytes();
    let validation = if case.lax { Validation::Lax } else { Validation::Strict };
    let start = Instant::now();
    let policy = Policy { tool: "t".into(), validation, ..Policy::default() };
    let Ok(converter) = Converter::new(Some(&schema), policy) else {
        println!("refused {:.3} {}", start.elapsed().as_secs_f64() * 1e3, 0);
        return;
    };
    let registered = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    std::hint::black_box(converter.convert_json(value.as_bytes()));
    let converted = start.elapsed().as_secs_f64() * 1e3;
    let input = schema.to_string().len() + value.len();
    println!("{registered} {converted} {} {input}", peak_kilobytes().saturating_sub(before));
}

/// The most memory that this process has held.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// Measures every case in each of its sizes.
fn table(only: &str) {
    let mut table = String::from(
        "| what | sizes | registration, ms | conversion, ms | memory, kB | input, kB |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for case in CASES.iter().filter(|case| case.name.contains(only)) {
        let mut columns: [Vec<String>; 4] = Default::default();
        for size in case.sizes {
            let this = std::env::current_exe().expect("a program");
            let mut run = Command::new("timeout");
            let output = run
                .arg("60")
                .arg(this)
                .args([case.name, &size.to_string()])
                .output()
                .expect("a run");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let fields: Vec<&str> = text.split_whitespace().collect();
            let number = |at: usize| fields.get(at).and_then(|f| f.parse::<f64>().ok());
            for (at, column) in columns.iter_mut().enumerate() {
                let shown = match (number(at), fields.first(), at) {
                    (Some(kilobytes), _, 2) => format!("{kilobytes:.0}"),
                    (Some(bytes), _, 3) => format!("{:.0}", bytes / 1e3),
                    (Some(milliseconds), _, _) => format!("{milliseconds:.2}"),
                    (None, Some(&"refused"), _) => "refused".into(),
                    _ => "over 60 s".into(),
                };
                column.push(shown);
            }
        }
        let sizes: Vec<_> = case.sizes.iter().map(usize::to_string).collect();
        let cells: Vec<_> = columns.iter().map(|column| column.join(", ")).collect();
        let _ = writeln!(
            table,
            "| {} | {} {} | {} |",
            case.name,
            sizes.join(", "),
            case.unit,
            cells.join(" | ")
        );
        eprintln!("{}", table.lines().last().unwrap_or_default());
    }
    println!("{table}");
}
