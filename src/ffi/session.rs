//! Converters under numbers, and one request at a time: the C ABI without its memory.

use super::crossing::{self, Refusal, to_json};
use super::json::JsonConverter;
use crate::error::SchemaError;
use serde_json::Value;

/// What a host asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Makes room for input: nothing a session has to do with.
    Reserve,
    /// `a` is a schema, `b` a policy; the new handle comes back.
    Open,
    /// Gives up a handle.
    Close,
    /// Describes a converter.
    Describe,
    /// `a` is a value, `b` the options of the call.
    Convert,
    /// `a` is a ready-made result.
    PassThrough,
    /// `a` is a value.
    Check,
    /// `a` is the reason why the host has no value.
    Fail,
    /// `a` is a schema, `b` a policy and a value; no converter is needed.
    Lint,
    /// As [`Operation::Convert`] without options, but the texts alone where the host has the rest.
    Texts,
}

impl Operation {
    /// The operation of a number in the ABI.
    pub fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            0 => Operation::Reserve,
            1 => Operation::Open,
            2 => Operation::Close,
            3 => Operation::Describe,
            4 => Operation::Convert,
            5 => Operation::PassThrough,
            6 => Operation::Check,
            7 => Operation::Fail,
            8 => Operation::Lint,
            9 => Operation::Texts,
            _ => return None,
        })
    }
}

/// How a request went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// The output is what was asked for.
    Done = 0,
    /// The schema or the policy was refused; the output says why, as JSON.
    Refused = 1,
    /// The host made a mistake; the output says which, as text.
    Misuse = 2,
}

/// The converters of one instance.
#[derive(Debug, Default)]
pub struct Session {
    converters: Vec<Option<JsonConverter>>,
}

impl Session {
    /// A session without converters.
    pub const fn new() -> Self {
        Session { converters: Vec::new() }
    }

    /// Carries out one request. `handle` is read, or written by [`Operation::Open`].
    pub fn run(
        &mut self,
        operation: Operation,
        handle: &mut u32,
        a: &[u8],
        b: &[u8],
    ) -> (Status, Vec<u8>) {
        if operation == Operation::Open {
            return match self.open(a, b) {
                Ok(opened) => {
                    *handle = opened;
                    self.run(Operation::Describe, handle, &[], &[])
                }
                Err((status, output)) => (status, output),
            };
        }
        if operation == Operation::Lint {
            return lint(a, b).unwrap_or_else(|failed| failed);
        }
        let slot = (*handle as usize).checked_sub(1).and_then(|at| self.converters.get_mut(at));
        let Some(slot) = slot else { return misuse(format!("there is no handle {handle}")) };
        let Some(converter) = slot else { return misuse(format!("handle {handle} was closed")) };
        let output = match operation {
            Operation::Open | Operation::Reserve | Operation::Lint => Vec::new(),
            Operation::Close => {
                *slot = None;
                Vec::new()
            }
            Operation::Describe => converter.describe(),
            Operation::Convert => match converter.convert(a, b) {
                Ok(output) => output,
                Err(mistake) => return misuse(mistake),
            },
            Operation::Texts => converter.texts(a),
            Operation::PassThrough => converter.pass_through(a),
            Operation::Check => converter.check(a),
            Operation::Fail => converter.fail(&String::from_utf8_lossy(a)),
        };
        (Status::Done, output)
    }

    /// Handles count from 1; that of a closed converter is given out again.
    fn open(&mut self, schema: &[u8], policy: &[u8]) -> Result<u32, (Status, Vec<u8>)> {
        let (schema, policy) = (text(schema, "schema")?, text(policy, "policy")?);
        let converter = JsonConverter::new(schema, policy).map_err(|error| refuse(&error))?;
        let free = self.converters.iter_mut().position(|slot| slot.is_none());
        let at = free.unwrap_or(self.converters.len());
        match self.converters.get_mut(at) {
            Some(slot) => *slot = Some(converter),
            None => self.converters.push(Some(converter)),
        }
        Ok(at as u32 + 1)
    }
}

/// Advice on a schema. `options` is empty, or an object with `policy` and `value`, a JSON text.
fn lint(schema: &[u8], options: &[u8]) -> Result<(Status, Vec<u8>), (Status, Vec<u8>)> {
    let options = crossing::json(text(options, "options")?)
        .map_err(|error| misuse(format!("the options are not JSON: {error}")))?;
    let policy = options.get("policy").unwrap_or(&Value::Null);
    let policy = crossing::policy(policy).map_err(|error| refuse(&error))?;
    let value = options.get("value").and_then(Value::as_str);
    let findings = crossing::findings(text(schema, "schema")?, &policy, value);
    let findings = findings.map_err(|error| refuse(&error))?;
    Ok((Status::Done, to_json(&findings)))
}

fn text<'b>(bytes: &'b [u8], what: &str) -> Result<&'b str, (Status, Vec<u8>)> {
    std::str::from_utf8(bytes).map_err(|_| misuse(format!("the {what} is not UTF-8")))
}

fn refuse(error: &SchemaError) -> (Status, Vec<u8>) {
    (Status::Refused, to_json(&Refusal::from(error)))
}

fn misuse(message: String) -> (Status, Vec<u8>) {
    (Status::Misuse, message.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(
        session: &mut Session,
        number: u32,
        handle: &mut u32,
        a: &str,
        b: &str,
    ) -> (Status, String) {
        let operation = Operation::from_number(number).unwrap();
        let (status, output) = session.run(operation, handle, a.as_bytes(), b.as_bytes());
        (status, String::from_utf8(output).unwrap())
    }

    #[test]
    fn converters_are_opened_used_and_closed() {
        let mut session = Session::new();
        let (mut first, mut second) = (0, 0);
        let (status, description) = run(&mut session, 1, &mut first, "", "");
        assert_eq!(
            (status, first, &*description),
            (Status::Done, 1, r#"{"outputSchema":null,"wrapped":false}"#)
        );
        run(&mut session, 1, &mut second, "", r#"{"tool":"b"}"#);
        assert_eq!(second, 2);
        let (status, result) = run(&mut session, 4, &mut first, "1", "");
        assert_eq!(
            (status, &*result),
            (Status::Done, r#"{"content":[{"type":"text","text":"1"}],"isError":false}"#)
        );
        let (_, failed) = run(&mut session, 7, &mut second, "no value", "");
        assert!(failed.contains("Error executing tool b: no value"), "{failed}");
        run(&mut session, 2, &mut first, "", "");
        let (status, message) = run(&mut session, 4, &mut first, "1", "");
        assert_eq!((status, &*message), (Status::Misuse, "handle 1 was closed"));
        let mut third = 0;
        run(&mut session, 1, &mut third, "", "");
        assert_eq!(third, 1);
    }

    #[test]
    fn advice_needs_no_handle() {
        let mut session = Session::new();
        let mut advise = |schema, options| run(&mut session, 8, &mut 0, schema, options);
        let (status, findings) = advise(r#"{"type":"integer"}"#, "");
        assert_eq!(status, Status::Done);
        assert!(findings.starts_with(r#"[{"code":"root-not-object","pointer":"","#), "{findings}");
        let text_alone = r#"{"policy":{"structuredOutput":false},"value":"{}"}"#;
        assert_eq!(advise(r#"{"type":"integer"}"#, text_alone), (Status::Done, "[]".to_owned()));
        let (status, refusal) = advise("{}", r#"{"policy":{"tool":"t","indent":9}}"#);
        assert_eq!(status, Status::Refused);
        assert!(refusal.contains("Tool t: policy member `indent`: 9 is more than 8"), "{refusal}");
        let (status, mistake) = advise("{}", "{");
        assert_eq!(status, Status::Misuse);
        assert!(mistake.starts_with("the options are not JSON: EOF"), "{mistake}");
    }

    #[test]
    fn mistakes_are_told_apart_from_refusals() {
        let mut session = Session::new();
        let (status, refusal) = run(&mut session, 1, &mut 0, "", r#"{"tool":"t","wrap":1}"#);
        assert_eq!(status, Status::Refused);
        assert!(refusal.starts_with(r#"{"tool":"t","pointer":null,"reason":"policy member"#));
        let (status, message) = run(&mut session, 4, &mut 9, "1", "");
        assert_eq!((status, &*message), (Status::Misuse, "there is no handle 9"));
        assert_eq!(Operation::from_number(10), None);
    }
}
