//! The laws that hold for every input, each a function of arbitrary bytes that panics where its law
//! is broken.

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use twochannel::tape::{Keys, Node, ParseReason, Tape, TapeBuf, View, parse, utf16, verify};
use twochannel::{
    Converter, EmptyList, Errors, Extra, Formats, List, NonFinite, NullOptional, Policy, Revision,
    Text, Validation, Wrap, lint_with_value,
};
use twochannel_value::blocks::{self, FanOut};
use twochannel_value::print::{self, Layout, Out};

const DEPTH: usize = 40;

/// The JSON parser reads what JSON is, and what it reads survives printing.
pub fn json(data: &[u8]) {
    let keys = Keys::new(["a", "b", "type"]);
    let mut read = TapeBuf::new();
    let outcome = parse(data, DEPTH, &keys, &mut read);
    let text = std::str::from_utf8(data).ok();
    let text = text.map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    let is_json = text.is_some_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
    if let Err(error) = outcome {
        assert!(!is_json || matches!(error.reason, ParseReason::TooDeep(DEPTH)), "{error}");
        assert!(error.offset <= data.len() && error.line > 0 && error.column > 0);
        return;
    }
    let constants = text.is_some_and(|text| text.contains("NaN") || text.contains("Infinity"));
    assert!(is_json || constants, "read, though it is no JSON");
    let tape = read.tape(&keys);
    assert_eq!(verify(&tape, DEPTH), Ok(()));
    survives_printing(tape.root());
    if let Ok(value) = serde_json::from_str::<Value>(text.unwrap_or_default()) {
        assert_eq!(tape.root().to_value(), value);
    }
}

/// Words that a host might have written: refused, or as good as any other tape.
///
/// The first byte says how the words are spelled and how much of what follows is text.
pub fn tape(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let (text, rest) = rest.split_at(usize::from(first & 0x3F).min(rest.len()));
    let text = String::from_utf8_lossy(text);
    let mut words = match first & 0x40 {
        0 => terse_words(rest),
        _ => {
            rest.chunks_exact(8).map(|w| w.iter().fold(0, |n, b| n << 8 | u64::from(*b))).collect()
        }
    };
    if first & 0x80 != 0 && utf16::offsets_to_bytes(&mut words, &text).is_err() {
        return;
    }
    let keys = Keys::new(["a", "b"]);
    let tape = Tape::foreign(&words, &text, &keys);
    if let Err(bad) = verify(&tape, DEPTH) {
        assert!(!bad.to_string().is_empty());
        return;
    }
    assert_eq!(tape.root().size(), words.len());
    survives_printing(tape.root());
}

/// Words of which most are tagged and near to something valid: a tag, `small`, a payload.
fn terse_words(bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| match *chunk {
        [kind, small, payload] if kind & 0x80 == 0 => {
            let small = if small == 0xFF { 0xFFFF } else { u64::from(small) };
            0xFFF8 << 48 | u64::from(kind & 7) << 48 | small << 32 | u64::from(payload)
        }
        [kind, _, number] if kind & 0x40 == 0 => u64::from(number),
        [kind, high, low] => u64::from(kind) << 56 | u64::from(high) << 48 | u64::from(low),
        _ => 0,
    };
    bytes.chunks_exact(3).map(word).collect()
}

/// Whatever is on a tape can be printed in every layout, and read again.
fn survives_printing(root: Node<'_>) {
    let keys = root.tape().keys();
    let compact = printed(|out| print::compact(root, out));
    let mut again = TapeBuf::new();
    parse(&compact, DEPTH, keys, &mut again).expect("printed JSON");
    if !root.tape().has_non_finite() && !names_repeat(root) {
        let again = again.tape(keys);
        assert_eq!(printed(|out| print::compact(again.root(), out)), compact);
    }
    let layout = Layout { indent: 3, constants: true };
    let pretty = printed(|out| print::text(root, layout, out));
    assert!(std::str::from_utf8(&pretty).is_ok());
    let (mut wire, mut data) = (Out::default(), Out::default());
    blocks::write(
        root,
        FanOut { single: false, empty_as_text: true, known_blocks: 5, layout },
        &mut wire,
        Some(&mut data),
    );
    let blocks = [b"[", wire.as_bytes(), b"]"].concat();
    serde_json::from_slice::<IgnoredAny>(&blocks).expect("blocks as JSON");
    let mut copy = TapeBuf::new();
    copy.copy(root);
    assert_eq!(verify(&copy.tape(keys), DEPTH), Ok(()));
}

fn printed(print: impl FnOnce(&mut Out)) -> Vec<u8> {
    let mut out = Out::default();
    print(&mut out);
    out.as_bytes().to_vec()
}

/// A host's own words may name a member twice; JSON text then keeps the last.
fn names_repeat(node: Node<'_>) -> bool {
    match node.view() {
        View::Array(items) => items.iter().any(names_repeat),
        View::Object(members) => {
            let mut seen = std::collections::HashSet::new();
            members.iter().any(|(key, value)| !seen.insert(key.name) || names_repeat(value))
        }
        _ => false,
    }
}

/// A schema is refused at a place that exists, or it makes a promise that can be promised again.
///
/// Two characters choose a policy; the rest is the schema.
pub fn schema(data: &[u8]) {
    let Some((bits, schema)) = data.split_first_chunk() else { return };
    let Ok(schema) = serde_json::from_slice::<Value>(schema) else { return };
    let policy = policy(*bits, Validation::Strict);
    let examples = [&schema, &Value::Null, &Value::from(1), &Value::from("2026-07-28")];
    lint_with_value(&schema, &policy, &schema);
    let converter = match Converter::new(Some(&schema), policy.clone()) {
        Ok(converter) => converter,
        Err(error) => {
            let pointer = error.pointer.as_deref().unwrap_or_default();
            assert!(schema.pointer(pointer).is_some(), "{error}");
            return;
        }
    };
    for value in examples {
        let issues = converter.check(value);
        assert!(issues.is_empty() || converter.convert(value).is_error, "{value}: {issues:?}");
    }
    let Some(published) = converter.output_schema() else { return };
    let again = Policy { wrap: Wrap::Auto, ..policy };
    let again = Converter::new(Some(published), again).expect("a published schema");
    if !converter.wrapped() && published["type"] != "object" {
        return; // Revision 2026-07-28 publishes any root.
    }
    assert!(!again.wrapped());
    assert_eq!(again.output_schema(), Some(published));
}

/// What lax mode sends satisfies the schema that it published.
///
/// Two characters choose a policy; then a line of schema, and the value.
pub fn lax(data: &[u8]) {
    let Some((converter, _, value)) = converter_and_value(data, Validation::Lax) else { return };
    let result: Value = serde_json::from_slice(&converter.convert_json(value)).expect("a result");
    let (Some(data), Some(published)) =
        (result.get("structuredContent"), converter.output_schema())
    else {
        return;
    };
    assert_eq!(result["isError"], false);
    let strict = Policy {
        wrap: Wrap::Auto,
        formats: Formats::Annotate,
        revision: Revision::V2026_07_28,
        ..Policy::default()
    };
    let strict = Converter::new(Some(published), strict).expect("a published schema");
    let issues = strict.check(data);
    assert!(issues.is_empty(), "{data} breaks {published}: {issues:?}");
}

/// Strict mode answers the same from a value and from text, and accepts what an independent
/// validation of the published schema accepts.
pub fn strict(data: &[u8]) {
    let Some((converter, policy, value)) = converter_and_value(data, Validation::Strict) else {
        return;
    };
    let Ok(value) = serde_json::from_slice::<Value>(value) else {
        converter.convert_json(value);
        return;
    };
    let text = value.to_string();
    let result = converter.convert(&value);
    let wire = converter.convert_json(text.as_bytes());
    let read: Value = serde_json::from_slice(&wire).expect("a result");
    assert_eq!(serde_json::to_value(&result).expect("a result"), read);
    assert_eq!(wire, converter.convert_json(text.as_bytes()), "twice the same");
    let (Some(published), Extra::Keep, NullOptional::Keep) =
        (converter.output_schema(), policy.extra, policy.null_optional)
    else {
        return;
    };
    if published.to_string().contains("multipleOf") {
        return; // The crate's own keyword works on doubles.
    }
    let validator = jsonschema::options()
        .offline()
        .should_validate_formats(policy.formats == Formats::Assert)
        .with_pattern_options(jsonschema::PatternOptions::fancy_regex().backtrack_limit(100_000))
        .build(published)
        .expect("a published schema");
    let data = match converter.wrapped() {
        true => Value::Object(Map::from_iter([("result".to_owned(), value)])),
        false => value,
    };
    let says = result.structured_content.is_some();
    assert_eq!(says, validator.is_valid(&data), "{published} of {data}");
}

fn converter_and_value(data: &[u8], validation: Validation) -> Option<(Converter, Policy, &[u8])> {
    let (bits, rest) = data.split_first_chunk()?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (schema, value) = (rest.get(..end)?, rest.get(end + 1..)?);
    let schema = serde_json::from_slice(schema).ok()?;
    let policy = policy(*bits, validation);
    let converter = Converter::new(Some(&schema), policy.clone()).ok()?;
    Some((converter, policy, value))
}

/// Spreads two bytes over the choices. `AA` is the default policy.
fn policy([first, second]: [u8; 2], validation: Validation) -> Policy {
    let bits = u32::from(first ^ b'A') << 8 | u32::from(second ^ b'A');
    let bit = |at: u32| bits >> at & 1 == 1;
    Policy {
        validation,
        errors: [Errors::Full, Errors::Named, Errors::Generic, Errors::Full][(bits & 3) as usize],
        revision: if bit(2) { Revision::V2026_07_28 } else { Revision::V2025_11_25 },
        wrap: match (bit(3), bit(2)) {
            (false, _) => Wrap::Auto,
            (true, true) => Wrap::Never,
            (true, false) => Wrap::Always,
        },
        formats: if bit(4) { Formats::Annotate } else { Formats::Assert },
        list: if bit(5) { List::Single } else { List::PerItem },
        empty_list: if bit(6) { EmptyList::Text } else { EmptyList::None },
        indent: if bit(7) { 0 } else { 2 },
        text: if bit(8) { Text::None } else { Text::Mirror },
        non_finite: if bit(9) { NonFinite::Null } else { NonFinite::Error },
        extra: if bit(10) { Extra::Strip } else { Extra::Keep },
        null_optional: if bit(11) { NullOptional::Omit } else { NullOptional::Keep },
        max_depth: if bit(12) { 5 } else { 128 },
        ..Policy::default()
    }
}
