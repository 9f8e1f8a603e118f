//! Input that has hurt others, and the bytes that come out: the same on every face, whose tests read
//! the same file. `TWOCHANNEL_WRITE=1` writes the answers anew, for somebody to read.

use serde_json::{Value, json};
use twochannel::{Converter, Policy};

#[test]
fn hostile_input_is_answered_as_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/hostile.jsonl");
    let mut lines = String::new();
    let mut wrong = Vec::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let mut row: Value = serde_json::from_str(line).unwrap();
        let policy = Policy::from_json(&row["policy"]).unwrap();
        let converter = Converter::new(Some(&row["schema"]), policy).unwrap();
        let wire = converter.convert_json(row["value"].as_str().unwrap().as_bytes());
        let wire = json!(String::from_utf8(wire).unwrap());
        if row["wire"] != wire {
            wrong.push(row["name"].clone());
        }
        row["wire"] = wire;
        lines += &format!("{row}\n");
    }
    if std::env::var_os("TWOCHANNEL_WRITE").is_some() {
        std::fs::write(path, lines).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
