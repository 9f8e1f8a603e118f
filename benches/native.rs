//! The native face against `serde_json` and `jsonschema` used by hand: medians of alternating
//! runs in one process. `cargo bench --bench native`.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use twochannel::{Converter, Policy};

struct Case {
    name: &'static str,
    schema: Value,
    json: String,
}

fn records(n: usize) -> Value {
    let record = |i: usize| json!({"temperature": 16.2 + i as f64, "humidity": 0.83, "conditions": "Overcast with spells"});
    (0..n).map(record).collect()
}

fn cases() -> Vec<Case> {
    let record = json!({
        "type": "object",
        "title": "W",
        "properties": {
            "temperature": {"type": "number", "description": "C"},
            "humidity": {"type": "number"},
            "conditions": {"type": "string"}
        },
        "required": ["temperature", "humidity", "conditions"]
    });
    let object = json!({
        "type": "object",
        "properties": {"result": {"type": "array", "items": {"$ref": "#/$defs/W"}}},
        "required": ["result"],
        "$defs": {"W": record}
    });
    let list = json!({"type": "array", "items": {"$ref": "#/$defs/W"}, "$defs": {"W": record}});
    let mut cases = Vec::new();
    for (name, n) in [("object of 1", 1), ("object of 100", 100), ("object of 1000", 1000)] {
        let json = json!({"result": records(n)}).to_string();
        cases.push(Case { name, schema: object.clone(), json });
    }
    cases.push(Case { name: "list of 1000", schema: list, json: records(1000).to_string() });
    cases
}

/// What people write by hand: parse, validate, print for the model, print for the wire.
fn by_hand(validator: &jsonschema::Validator, json: &str, fan_out: bool) -> Vec<u8> {
    let value: Value = serde_json::from_str(json).unwrap();
    assert!(validator.is_valid(&value));
    let text = |value: &Value| json!({"type": "text", "text": serde_json::to_string_pretty(value).unwrap()});
    let content: Vec<Value> = match (&value, fan_out) {
        (Value::Array(items), true) => items.iter().map(text).collect(),
        _ => vec![text(&value)],
    };
    let data = if fan_out { json!({"result": value}) } else { value };
    serde_json::to_vec(&json!({"content": content, "structuredContent": data, "isError": false}))
        .unwrap()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    println!("| case | bytes | ours µs | by hand µs | ratio |\n| --- | --- | --- | --- | --- |");
    for Case { name, schema, json } in cases() {
        let converter = Converter::new(Some(&schema), Policy::default()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let fan_out = converter.wrapped();
        let ours: Value = serde_json::from_slice(&converter.convert_json(json.as_bytes())).unwrap();
        let theirs: Value = serde_json::from_slice(&by_hand(&validator, &json, fan_out)).unwrap();
        assert_eq!(ours, theirs, "{name}");
        let rounds = (20_000_000 / (json.len() + 2000)).clamp(15, 20_000);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let start = Instant::now();
            black_box(converter.convert_json(black_box(json.as_bytes())));
            a.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            black_box(by_hand(&validator, black_box(&json), fan_out));
            b.push(start.elapsed().as_secs_f64());
        }
        let (a, b) = (median(a) * 1e6, median(b) * 1e6);
        println!("| {name} | {} | {a:.1} | {b:.1} | {:.2} |", json.len(), a / b);
    }
}
