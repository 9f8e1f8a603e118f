//! Prints a value from its tape: text for the model, and JSON for the wire.

mod number;
mod sinks;
mod walk;

pub use crate::escape::escaped;
pub use crate::out::Out;
pub use number::Digits;

use crate::tape::{Items, Node};
pub use sinks::Between;
use sinks::{Text, Wire};
use walk::{run, value};

/// How text is laid out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// Spaces per level; 0 is compact, without any space.
    pub indent: usize,
    /// Whether NaN and infinities are printed by name; otherwise as `null`.
    pub constants: bool,
}

impl Layout {
    /// JSON without a space.
    pub const COMPACT: Layout = Layout { indent: 0, constants: false };
}

/// Appends a value as JSON text in the given layout.
pub fn text(node: Node<'_>, layout: Layout, out: &mut Out) {
    value(node, &mut Text { layout, out, ends: Vec::new() });
}

/// Appends the container that comes next among items, and the objects behind it, as texts. Adds to
/// `ends` where each of them ends in `out`.
pub fn texts(items: &mut Items<'_>, layout: Layout, out: &mut Out, ends: &mut Vec<u32>) {
    let mut sink = Text { layout, out, ends: std::mem::take(ends) };
    run(items, &mut sink);
    *ends = sink.ends;
    ends.push(out.len() as u32);
}

/// Appends a value as text for the inside of a JSON string and, where it is wanted, as compact JSON
/// to `data` in the same pass.
pub fn wire(node: Node<'_>, layout: Layout, text: &mut Out, data: Option<&mut Out>) {
    value(node, &mut Wire { layout, text, data, between: &[0; _] });
}

/// The same for the container that comes next among items, and the objects behind it: what is
/// `between` their texts, and commas between their data.
pub fn wires(
    items: &mut Items<'_>,
    layout: Layout,
    between: &'static Between,
    text: &mut Out,
    data: Option<&mut Out>,
) {
    run(items, &mut Wire { layout, text, data, between });
}

/// Appends a value as compact JSON.
pub fn compact(node: Node<'_>, out: &mut Out) {
    text(node, Layout::COMPACT, out);
}

/// The name of a number that JSON does not have.
pub fn constant(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    const SAMPLE: &str = r#"{"a":[1,-0.0,{"b\"\n":"x\\y\"\u0001é\u2028 and some more text\t"}],"c":{},"d":[],"e":[[]],"n":[null,true,false],"a name longer than a chunk":[0.1,1.5,-17]}"#;

    /// The plain text, the text inside a string, and the data that comes with it. Every other name
    /// has a number.
    fn print(json: &str, indent: usize) -> [String; 3] {
        let keys = Keys::new(["a", "b\"\n", "e", "a name longer than a chunk"]);
        let mut tape = TapeBuf::new();
        parse(json.as_bytes(), 64, &keys, &mut tape).unwrap();
        let tape = tape.tape(&keys);
        let layout = Layout { indent, constants: true };
        let (mut plain, mut nested, mut data) = (Out::default(), Out::default(), Out::default());
        text(tape.root(), layout, &mut plain);
        wire(tape.root(), layout, &mut nested, Some(&mut data));
        [plain, nested, data].map(|out| String::from_utf8(out.as_bytes().to_vec()).unwrap())
    }

    #[test]
    fn prints_what_serde_json_prints() {
        let value: serde_json::Value = serde_json::from_str(SAMPLE).unwrap();
        assert_eq!(print(SAMPLE, 2)[0], serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(print(SAMPLE, 0)[0], serde_json::to_string(&value).unwrap());
        assert_eq!(print(SAMPLE, 8)[2], serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn text_in_a_string_reads_back_as_the_text() {
        for indent in [0, 1, 2, 8] {
            let [plain, nested, _] = print(SAMPLE, indent);
            assert_eq!(serde_json::to_string(&plain).unwrap(), format!("\"{nested}\""));
        }
    }

    #[test]
    fn deep_values_are_indented_to_the_end() {
        let json = format!("{}1{}", "[".repeat(30), "]".repeat(30));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        let [plain, nested, data] = print(&json, 2);
        assert_eq!(plain, serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(nested, plain.replace('\n', "\\n"));
        assert_eq!(data, json);
    }

    #[test]
    fn names_of_every_length_are_printed() {
        for length in (0..80).chain([200]) {
            let name = "n".repeat(length);
            let json = format!("{{\"{name}\":[\"{name}\"],\"other {name}\":{{}}}}");
            let keys = Keys::new([name.as_str()]);
            let mut tape = TapeBuf::new();
            parse(json.as_bytes(), 9, &keys, &mut tape).unwrap();
            let value: serde_json::Value = serde_json::from_str(&json).unwrap();
            for (indent, printed) in [(0, json.clone()), (2, format!("{value:#}"))] {
                let layout = Layout { indent, constants: false };
                let (mut plain, mut nested, mut data) = <(Out, Out, Out)>::default();
                text(tape.tape(&keys).root(), layout, &mut plain);
                wire(tape.tape(&keys).root(), layout, &mut nested, Some(&mut data));
                assert_eq!(plain.as_bytes(), printed.as_bytes());
                let escaped = serde_json::to_string(&printed).unwrap();
                assert_eq!(nested.as_bytes(), &escaped.as_bytes()[1..escaped.len() - 1]);
                assert_eq!(data.as_bytes(), json.as_bytes());
            }
        }
    }

    #[test]
    fn constants_are_printed_by_name_where_asked() {
        let [plain, nested, data] = print("[NaN,Infinity,-Infinity]", 0);
        assert_eq!(plain, "[NaN,Infinity,-Infinity]");
        assert_eq!(nested, plain);
        assert_eq!(data, "[null,null,null]");
    }
}
