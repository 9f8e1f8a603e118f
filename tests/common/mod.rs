//! What the vector tests share: reading rows and comparing JSON by its text.
#![allow(dead_code)]

pub mod sets;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use twochannel::Policy;

/// One line of a vector file. See `tests/vectors/README.md`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub id: String,
    pub tool: String,
    pub schema: Value,
    pub structured_output: Option<bool>,
    pub wrap: Option<bool>,
    pub value: String,
    pub valid: Option<bool>,
    pub exact_error: Option<bool>,
    pub expect: Expect,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Expect {
    pub registration_error: Option<String>,
    pub output_schema: Option<Box<RawValue>>,
    pub content: Option<Box<RawValue>>,
    pub structured_content: Option<Box<RawValue>>,
    pub error: Option<String>,
}

impl Expect {
    pub fn output_schema(&self) -> Value {
        let raw = self.output_schema.as_ref();
        raw.map_or(Value::Null, |raw| serde_json::from_str(raw.get()).unwrap())
    }
}

impl Row {
    pub fn schema(&self) -> Option<&Value> {
        Some(&self.schema).filter(|schema| !schema.is_null())
    }

    /// `base` with what the row says.
    pub fn policy(&self, base: Policy) -> Policy {
        use twochannel::Wrap;
        Policy {
            tool: self.tool.clone(),
            structured_output: self.structured_output,
            wrap: match self.wrap {
                None => Wrap::Auto,
                Some(true) => Wrap::Always,
                Some(false) => Wrap::Never,
            },
            ..base
        }
    }
}

pub fn rows(file: &str) -> Vec<Row> {
    rows_of(&format!("{}/tests/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR")))
}

pub fn rows_of(path: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The members of a JSON object, each as compact JSON with its numbers as they are written.
pub fn members(json: &[u8]) -> BTreeMap<String, String> {
    let raw: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(json).unwrap();
    raw.into_iter().map(|(name, value)| (name, compact(value.get()))).collect()
}

pub fn compact(json: &str) -> String {
    let any = twochannel::Converter::new(
        None,
        Policy { indent: 0, list: twochannel::List::Single, ..Policy::default() },
    );
    // Print through the tape, where numbers keep their text.
    let result = any.unwrap().convert_json(format!("{{\"v\":{json}}}").as_bytes());
    let result: Value = serde_json::from_slice(&result).unwrap();
    let text = result["content"][0]["text"].as_str().unwrap();
    text["{\"v\":".len()..text.len() - 1].to_owned()
}

/// Fails with the first differences and the counts.
pub struct Tally {
    name: String,
    passed: usize,
    failed: Vec<String>,
}

impl Tally {
    pub fn new(name: &str) -> Self {
        Tally { name: name.to_owned(), passed: 0, failed: Vec::new() }
    }

    pub fn count(&mut self, id: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(difference) => self.failed.push(format!("{id}: {difference}")),
        }
    }

    pub fn finish(self) {
        let total = self.passed + self.failed.len();
        println!("{}: {}/{total}", self.name, self.passed);
        assert!(
            self.failed.is_empty(),
            "{}: {}/{total}\n{}",
            self.name,
            self.passed,
            self.failed.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}

pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("{what}\n    ours      {ours:?}\n    reference {theirs:?}"))
    }
}
