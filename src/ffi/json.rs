//! The JSON face: everything that crosses is JSON text. The C ABI and the component share it.

use serde::Serialize;
use serde_json::Value;

use super::crossing::{self, Problem, to_json};
use crate::error::{Issue, SchemaError};
use crate::print::{self, Out};
use crate::render::Failure;
use crate::tape::{Keys, Node, TapeBuf, View, parse};
use crate::workspace::Workspace;
use crate::{Call, Converter, blocks};
#[cfg(any(feature = "abi", test))]
use crate::{convert::Verdict, texts::Texts};

/// A [`Converter`] that speaks JSON text.
#[derive(Debug)]
pub struct JsonConverter {
    inner: Converter,
}

/// What a tool registration needs to know, as it crosses.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Description<'c> {
    output_schema: Option<&'c Value>,
    wrapped: bool,
}

impl JsonConverter {
    /// Makes a converter. An empty `schema` means none, an empty `policy` the defaults.
    pub fn new(schema: &str, policy: &str) -> Result<Self, SchemaError> {
        Ok(JsonConverter { inner: crossing::converter(schema, policy)? })
    }

    /// The converter itself.
    #[cfg(feature = "component")]
    pub fn inner(&self) -> &Converter {
        &self.inner
    }

    /// `{"outputSchema": …, "wrapped": …}`.
    pub fn describe(&self) -> Vec<u8> {
        to_json(&Description {
            output_schema: self.inner.output_schema(),
            wrapped: self.inner.wrapped(),
        })
    }

    /// The result of a value. `call` is empty or an object with `text`, `meta`, `content`.
    ///
    /// # Errors
    ///
    /// What is wrong with `call`: that is the host's mistake, and no result of the tool.
    pub fn convert(&self, value: &[u8], call: &[u8]) -> Result<Vec<u8>, String> {
        if call.is_empty() {
            return Ok(self.inner.convert_json(value));
        }
        Ok(self.convert_with(value, &CallOptions::read(call)?))
    }

    /// The same with options that were read already.
    pub fn convert_with(&self, value: &[u8], options: &CallOptions) -> Vec<u8> {
        let CallOptions { text, meta, content } = options;
        let call =
            Call { text: text.as_deref(), meta: meta.as_deref(), blocks: content.as_deref() };
        self.inner.convert_json_with(value, call)
    }

    /// The texts of a value that is sent as it is, for a host that has it and puts the result
    /// together itself: a zero, their number and where each ends in bytes, as 32-bit little-endian
    /// words, and the texts. Any other value gives its result, which never begins with a zero.
    #[cfg(any(feature = "abi", test))]
    pub fn texts(&self, value: &[u8]) -> Vec<u8> {
        let converter = &self.inner;
        Workspace::with(|work| {
            let Workspace { value: staged, changed, wire, data, texts } = work;
            let written = converter.stage(staged, |tape| converter.parse(value, tape));
            let tape = staged.tape(converter.keys());
            let verdict = match written {
                Ok(()) => converter.judge(&tape, changed),
                Err(failure) => Verdict::Fail(failure),
            };
            if matches!(verdict, Verdict::Data) && converter.policy().max_bytes.is_none() {
                texts.clear(usize::MAX);
                converter.print_texts(&tape, tape.is_ascii(), texts);
                if let Some(found) = with_ends(texts) {
                    return found;
                }
            }
            let changed = changed.tape(converter.keys());
            converter.write_wire(&verdict, &tape, &changed, Call::default(), wire, data);
            wire.as_bytes().to_vec()
        })
    }

    /// A ready-made result, checked.
    pub fn pass_through(&self, result: &[u8]) -> Vec<u8> {
        self.inner.pass_through_json(result)
    }

    /// The error result for a value that the host could not bring over.
    pub fn fail(&self, reason: &str) -> Vec<u8> {
        let mut out = Out::default();
        self.inner.write_failure(&Failure::unfit(reason.to_owned()), &mut out);
        out.as_bytes().to_vec()
    }

    /// Everything that is wrong with a value.
    pub fn issues(&self, value: &[u8]) -> Vec<Issue> {
        Workspace::with(|work| {
            let converter = &self.inner;
            match converter.stage(&mut work.value, |tape| converter.parse(value, tape)) {
                Ok(()) => {
                    let tape = work.value.tape(converter.keys());
                    converter.judge(&tape, &mut work.changed).issues()
                }
                Err(_) => Vec::new(),
            }
        })
    }

    /// [`JsonConverter::issues`] as a JSON array.
    pub fn check(&self, value: &[u8]) -> Vec<u8> {
        let issues = self.issues(value);
        to_json(&issues.iter().map(Problem::from).collect::<Vec<_>>())
    }
}

/// What a host adds to one call, checked. Numbers in it keep every digit.
#[derive(Default)]
pub struct CallOptions {
    text: Option<String>,
    meta: Option<String>,
    content: Option<String>,
}

impl CallOptions {
    /// How deeply the options may be nested.
    const DEPTH: usize = 128;

    /// Reads the options from one JSON object.
    fn read(json: &[u8]) -> Result<Self, String> {
        with_json(json, "the options of the call", |root| {
            let Some(members) = root.as_object() else {
                return Err("the options of the call must be an object".to_owned());
            };
            let mut options = CallOptions::default();
            for (key, value) in members.iter().filter(|(_, value)| !value.is_null()) {
                match (key.name, value.view()) {
                    ("text", View::String(text)) => options.text = Some(text.to_owned()),
                    ("text", _) => return Err("call option `text` must be a string".to_owned()),
                    ("meta", _) => options.meta = Some(meta(value)?),
                    ("content", _) => options.content = Some(blocks(value)?),
                    (name, _) => {
                        return Err(format!(
                            "unknown call option `{name}`; the options are text, meta, content"
                        ));
                    }
                }
            }
            Ok(options)
        })
    }

    /// Checks options that came one by one, the last two as JSON.
    #[cfg(feature = "component")]
    pub fn checked(
        text: Option<String>,
        meta_json: Option<&str>,
        content_json: Option<&str>,
    ) -> Result<Self, String> {
        let read = |json: Option<&str>, what, check: fn(Node<'_>) -> Result<String, String>| {
            json.map(|json| with_json(json.as_bytes(), what, check)).transpose()
        };
        Ok(CallOptions {
            text,
            meta: read(meta_json, "call option `meta`", meta)?,
            content: read(content_json, "call option `content`", blocks)?,
        })
    }
}

/// Texts behind their ends. None where some block is no text.
#[cfg(any(feature = "abi", test))]
fn with_ends(texts: &Texts) -> Option<Vec<u8>> {
    let ends = texts.ends_in_bytes();
    if ends.iter().any(|end| end & Texts::IS_BLOCK != 0) {
        return None;
    }
    let mut out = Vec::with_capacity(8 + 4 * ends.len() + texts.as_bytes().len());
    for word in [0, ends.len() as u32].iter().chain(&ends) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.extend_from_slice(texts.as_bytes());
    Some(out)
}

fn with_json<T>(
    json: &[u8],
    what: &str,
    read: impl FnOnce(Node<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let (keys, mut buffer) = (Keys::default(), TapeBuf::new());
    parse(json, CallOptions::DEPTH, &keys, &mut buffer)
        .map_err(|error| format!("{what}: not JSON: {error}"))?;
    let tape = buffer.tape(&keys);
    read(tape.root())
}

fn meta(node: Node<'_>) -> Result<String, String> {
    match node.view() {
        View::Object(_) => Ok(printed(node, print::compact)),
        _ => Err("call option `meta` must be an object".to_owned()),
    }
}

fn blocks(node: Node<'_>) -> Result<String, String> {
    match node.view() {
        View::Array(items) if items.iter().all(blocks::is_block) => Ok(items
            .iter()
            .map(|block| printed(block, blocks::write_block))
            .collect::<Vec<_>>()
            .join(",")),
        _ => Err("call option `content` must be a list of content blocks".to_owned()),
    }
}

fn printed(node: Node<'_>, print: fn(Node<'_>, &mut Out)) -> String {
    let mut out = Out::default();
    print(node, &mut out);
    String::from_utf8_lossy(out.as_bytes()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"{"type":"array","items":{"type":"integer"}}"#;

    fn converter(schema: &str, policy: &str) -> JsonConverter {
        JsonConverter::new(schema, policy).unwrap()
    }

    fn convert(converter: &JsonConverter, value: &str, call: &str) -> Result<String, String> {
        let result = converter.convert(value.as_bytes(), call.as_bytes())?;
        Ok(String::from_utf8(result).unwrap())
    }

    #[test]
    fn values_become_results() {
        let dice = converter(LIST, r#"{"tool":"dice"}"#);
        assert_eq!(
            convert(&dice, "[4,6]", "").unwrap(),
            r#"{"content":[{"type":"text","text":"4"},{"type":"text","text":"6"}],"structuredContent":{"result":[4,6]},"isError":false}"#
        );
        let description: Value = serde_json::from_slice(&dice.describe()).unwrap();
        assert_eq!(description["outputSchema"]["properties"]["result"]["type"], "array");
        assert_eq!(description["wrapped"], true);
        let failed = String::from_utf8(dice.fail("a cycle")).unwrap();
        assert_eq!(
            failed,
            r#"{"content":[{"type":"text","text":"Error executing tool dice: a cycle"}],"isError":true}"#
        );
    }

    #[test]
    fn a_call_can_bring_its_own_text_blocks_and_meta() {
        let dice = converter(LIST, "");
        let meta = r#"{"text":"two dice","meta":{"seed":12345678901234567890.0}}"#;
        assert_eq!(
            convert(&dice, "[4]", meta).unwrap(),
            r#"{"content":[{"type":"text","text":"two dice"}],"structuredContent":{"result":[4]},"isError":false,"_meta":{"seed":12345678901234567890.0}}"#
        );
        let blocks = r#"{"content":[{"type":"text","text":"\"x\"","_meta":{}}],"text":null}"#;
        assert_eq!(
            convert(&dice, "[4]", blocks).unwrap(),
            r#"{"content":[{"type":"text","text":"\"x\"","_meta":{}}],"structuredContent":{"result":[4]},"isError":false}"#
        );
        for (call, message) in [
            ("[]", "the options of the call must be an object"),
            ("{", "the options of the call: not JSON"),
            (r#"{"text":1}"#, "call option `text` must be a string"),
            (r#"{"meta":[]}"#, "call option `meta` must be an object"),
            (r#"{"content":[{"type":"text"}]}"#, "call option `content` must be a list of"),
            (r#"{"_meta":{}}"#, "unknown call option `_meta`; the options are text, meta, content"),
        ] {
            let error = convert(&dice, "[4]", call).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn texts_come_alone_where_the_value_is_sent_as_it_is() {
        let list = converter(r#"{"type":"array"}"#, "");
        let words = |numbers: &[u32]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
        };
        let found = list.texts(r#"["é🦀",[{"a":1}],"z"]"#.as_bytes());
        assert_eq!(found, [words(&[0, 3, 6, 18, 19]), "é🦀{\n  \"a\": 1\n}z".into()].concat());
        assert_eq!(list.texts(b"[]"), words(&[0, 0]));
        for value in [&b"7"[..], br#"[{"type":"text","text":"a"}]"#, b"[1"] {
            assert_eq!(list.texts(value), list.convert(value, b"").unwrap());
        }
        let ready = br#"{"isError":false,"content":[]}"#;
        assert_eq!(converter("", "").texts(ready), ready);
        let limited = converter(r#"{"type":"array"}"#, r#"{"maxBytes":9}"#);
        assert_eq!(limited.texts(b"[1]"), limited.convert(b"[1]", b"").unwrap());
    }

    #[test]
    fn mistakes_are_refused_at_registration() {
        for (schema, policy, message) in [
            ("", "{", "Tool tool: the policy is not JSON: EOF while parsing an object"),
            ("{", r#"{"tool":"t"}"#, "Tool t: the schema is not JSON: EOF while parsing"),
            ("", r#"{"tool":"t","ident":2}"#, "Tool t: unknown policy member `ident`"),
            ("", r#"{"tool":"t","structuredOutput":true}"#, "Tool t: structured output is req"),
        ] {
            let error = JsonConverter::new(schema, policy).unwrap_err();
            let found = error.to_string();
            assert!(found.starts_with(message), "{found}");
        }
    }

    #[test]
    fn bad_values_are_error_results() {
        let any = converter("", "");
        let not_json = convert(&any, "[1", "").unwrap();
        assert!(not_json.contains("the output is not JSON") && not_json.contains("true"));
        let ready = br#"{"content":[{"type":"text","text":"hi"}],"_meta":{"a":1.0}}"#;
        assert_eq!(any.pass_through(ready), ready);
        let asking = br#"{"resultType":"input_required","requestState":"s"}"#;
        assert_eq!(any.pass_through(asking), asking);
        assert_eq!(any.check(b"[1"), b"[]");
    }
}
