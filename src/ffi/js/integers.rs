//! Integers that JavaScript's own numbers cannot hold: a BigInt crosses as its digits.

use crate::error::{Issue, Problem, Segment};
use crate::tape::{Keys, Node, Number, TapeBuf, View};

/// The greatest integer up to which a double holds every one.
const SAFE: i64 = (1 << 53) - 1;

fn is_unsafe(number: Number<'_>) -> bool {
    match number {
        Number::Text(_) => !number.to_i64().is_some_and(|value| (-SAFE..=SAFE).contains(&value)),
        Number::Float(_) => false,
    }
}

/// One issue for each of them, in document order.
pub fn unsafe_integer_issues(root: Node<'_>) -> Vec<Issue> {
    let mut issues = Vec::new();
    find(root, &mut Vec::new(), &mut issues);
    issues
}

fn find(node: Node<'_>, path: &mut Vec<Segment<'static>>, issues: &mut Vec<Issue>) {
    match node.view() {
        View::Number(number) if is_unsafe(number) => {
            let problem = Problem {
                code: "unsafe_integer",
                message: "Input should be an integer between -(2^53 - 1) and 2^53 - 1".to_owned(),
                expected: "an integer between -(2^53 - 1) and 2^53 - 1".to_owned(),
            };
            let mut issue = Issue::new(path.clone(), problem, node);
            issue.found = "an integer beyond that";
            issues.push(issue);
        }
        View::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Segment::Index(index));
                find(item, path, issues);
                path.pop();
            }
        }
        View::Object(members) => {
            for (key, value) in members.iter() {
                path.push(Segment::Key(key.name.to_owned().into()));
                find(value, path, issues);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Writes the value to the empty tape `out`, with those integers as strings of their digits.
pub fn as_strings(node: Node<'_>, keys: &Keys, out: &mut TapeBuf) {
    match node.view() {
        View::Number(number) if is_unsafe(number) => out.string(&number.to_text()),
        View::Array(items) => {
            let mark = if items.is_single() { out.open_set() } else { out.open_array() };
            items.iter().for_each(|item| as_strings(item, keys, out));
            out.close(mark, items.len());
        }
        View::Object(members) => {
            let mark = out.open_object();
            for (key, value) in members.iter() {
                out.key(keys, key.name);
                as_strings(value, keys, out);
            }
            out.close(mark, members.len());
        }
        _ => out.copy(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_beyond_doubles_are_found_and_spelled() {
        let keys = Keys::default();
        let mut tape = TapeBuf::new();
        let json = br#"{"a":[9007199254740991,-9007199254740992],"b":123456789012345678901}"#;
        crate::tape::parse(json, 9, &keys, &mut tape).unwrap();
        let tape = tape.tape(&keys);
        let issues = unsafe_integer_issues(tape.root());
        let places: Vec<String> = issues.iter().map(Issue::pointer).collect();
        assert_eq!(places, ["/a/1", "/b"]);
        assert_eq!(issues[0].input, "-9007199254740992");
        let mut strings = TapeBuf::new();
        as_strings(tape.root(), &keys, &mut strings);
        assert_eq!(
            strings.tape(&keys).root().to_value(),
            serde_json::json!({
                "a": [9007199254740991i64, "-9007199254740992"], "b": "123456789012345678901"})
        );
    }
}
