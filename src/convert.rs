//! From a tool's value to its result: publish, validate, fan out.

use serde_json::Value;

use crate::blocks::{self, BLOCK_TYPES, FanOut};
use crate::content;
use crate::error::{Issue, SchemaError};
use crate::policy::{EmptyList, List, NonFinite, Policy, Revision, Text, Validation};
use crate::print::{self, Layout, Out};
use crate::promise::Promise;
use crate::render::{self, Failure};
use crate::reshape::{Reshape, non_finite_issues};
use crate::result::CallToolResult;
#[cfg(feature = "js")]
use crate::shape::{Shapes, Types};
use crate::tape::{Keys, Node, Object, ParseReason, Tape, TapeBuf, View, parse};
use crate::texts::Texts;
use crate::wire::{Call, Data, Frame, RESULT};
use crate::workspace::Workspace;

/// Turns the values of one tool into results.
///
/// Making one compiles the schema; using it does not, so keep it with the tool.
///
/// ```
/// use serde_json::json;
/// use twochannel::{Converter, Policy};
///
/// let schema = json!({"type": "array", "items": {"type": "integer"}});
/// let dice = Converter::new(Some(&schema), Policy { tool: "dice".into(), ..Policy::default() })?;
/// assert_eq!(dice.output_schema().unwrap()["title"], "diceOutput");
///
/// let result = dice.convert(&json!([4, 6]));
/// assert_eq!(result.texts().collect::<Vec<_>>(), ["4", "6"]);
/// assert_eq!(result.structured_content, Some(json!({"result": [4, 6]})));
///
/// let failed = dice.convert(&json!([4, "six"]));
/// assert!(failed.is_error && failed.structured_content.is_none());
/// # Ok::<(), twochannel::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    policy: Policy,
    promise: Option<Promise>,
    keys: Keys,
    frame: Frame,
    /// Whether a value that keeps the promise is sent as it is.
    sends_as_is: bool,
}

/// What becomes of a value.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It is text for the model, and no data.
    Text,
    /// It is sent in both channels.
    Data,
    /// It is sent in both channels; the data is what stands on the second tape.
    Changed,
    /// It is a result already.
    Ready,
    /// It becomes an error result.
    Fail(Failure),
}

impl Converter {
    /// Makes a converter from the JSON Schema of the tool's return type, if there is one.
    ///
    /// # Errors
    ///
    /// A [`SchemaError`] where the schema cannot be compiled, is missing though the policy
    /// insists on one, or where the policy is out of range.
    pub fn new(schema: Option<&Value>, policy: Policy) -> Result<Self, SchemaError> {
        let refuse = |reason| SchemaError { tool: policy.tool.clone(), pointer: None, reason };
        policy.check().map_err(refuse)?;
        let declared = match policy.structured_output {
            Some(false) => None,
            Some(true) if schema.is_none() => {
                return Err(refuse(
                    "structured output is required, but there is no return schema".to_owned(),
                ));
            }
            Some(true) => schema,
            None => schema.filter(|schema| !content::is_block_schema(schema)),
        };
        let promise = declared.map(|schema| Promise::new(schema, &policy)).transpose()?;
        let (promise, keys) = promise.unzip();
        let sends_as_is = policy.validation == Validation::Strict
            && Reshape::new(&Value::Null, &policy, false).is_idle();
        let frame = frame(&policy, promise.as_ref().is_some_and(Promise::wrapped));
        Ok(Converter { policy, promise, keys: keys.unwrap_or_default(), frame, sends_as_is })
    }

    /// Makes a converter from a type that describes itself, as it is serialised.
    ///
    /// ```
    /// use schemars::JsonSchema;
    /// use serde::Serialize;
    /// use twochannel::{Converter, Policy};
    ///
    /// #[derive(JsonSchema, Serialize)]
    /// struct Tide {
    ///     level: f64,
    ///     #[serde(skip_serializing_if = "Option::is_none")]
    ///     remark: Option<String>,
    /// }
    ///
    /// let tides = Converter::for_type::<Vec<Tide>>(Policy::default())?;
    /// let schema = tides.output_schema().unwrap();
    /// assert_eq!(schema["properties"]["result"]["items"]["$ref"], "#/$defs/Tide");
    /// assert_eq!(schema["$defs"]["Tide"]["required"], serde_json::json!(["level"]));
    ///
    /// let value = serde_json::to_value([Tide { level: 4.5, remark: None }]).unwrap();
    /// let result = tides.convert(&value);
    /// assert_eq!(result.structured_content, Some(serde_json::json!({"result": [{"level": 4.5}]})));
    /// # Ok::<(), twochannel::SchemaError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Converter::new`].
    #[cfg(feature = "schemars")]
    pub fn for_type<T: schemars::JsonSchema + ?Sized>(policy: Policy) -> Result<Self, SchemaError> {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<T>();
        Self::new(Some(schema.as_value()), policy)
    }

    /// The policy that the converter was made with.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The schema to publish in `tools/list`; `None` for text alone, for protocol revisions
    /// that have none, and where the policy keeps it private.
    pub fn output_schema(&self) -> Option<&Value> {
        let public = self.policy.publish_schema && self.policy.revision.has_structured_content();
        self.promise.as_ref().filter(|_| public).map(Promise::schema)
    }

    /// Whether values are put into `{"result": …}`.
    pub fn wrapped(&self) -> bool {
        self.frame.wrapped
    }

    /// Converts one value. A bad value is an error result, never an error.
    pub fn convert(&self, value: &Value) -> CallToolResult {
        let write = |tape: &mut TapeBuf| self.copy(value, tape);
        self.on_tape(write, Call::default(), |wire| self.read_back(wire))
    }

    /// Converts a value given as JSON text to a `CallToolResult` as JSON text. Numbers keep every
    /// digit; text that is not JSON is an error result.
    ///
    /// ```
    /// # use twochannel::{Converter, Policy};
    /// let any = Converter::new(None, Policy::default())?;
    /// let result = any.convert_json(b"12345678901234567890.0");
    /// assert_eq!(
    ///     String::from_utf8(result).unwrap(),
    ///     r#"{"content":[{"type":"text","text":"12345678901234567890.0"}],"isError":false}"#
    /// );
    /// # Ok::<(), twochannel::SchemaError>(())
    /// ```
    pub fn convert_json(&self, json: &[u8]) -> Vec<u8> {
        self.convert_json_with(json, Call::default())
    }

    /// The same with a text of its own for the model, or with `_meta`.
    pub fn convert_json_with(&self, json: &[u8], call: Call<'_>) -> Vec<u8> {
        let write = |tape: &mut TapeBuf| self.parse(json, tape);
        self.on_tape(write, call, <[u8]>::to_vec)
    }

    /// Everything that is wrong with a value, in document order: for logs and editors, never for
    /// the wire. Empty where [`Converter::convert`] succeeds or fails for another reason than
    /// the schema.
    pub fn check(&self, value: &Value) -> Vec<Issue> {
        Workspace::with(|work| {
            let write = |tape: &mut TapeBuf| self.copy(value, tape);
            match self.stage(&mut work.value, write) {
                Ok(()) => self.judge(&work.value.tape(&self.keys), &mut work.changed).issues(),
                Err(_) => Vec::new(),
            }
        })
    }

    /// Checks a result that the tool made itself: its `structuredContent` must keep the promise,
    /// unless it is an error. Nothing is added or reordered.
    pub fn pass_through(&self, result: &Value) -> CallToolResult {
        let write = |tape: &mut TapeBuf| self.copy(result, tape);
        self.on_ready_tape(write, |wire| self.read_back(wire))
    }

    /// [`Converter::pass_through`] for a result given and returned as JSON text.
    pub fn pass_through_json(&self, json: &[u8]) -> Vec<u8> {
        self.on_ready_tape(|tape| self.parse(json, tape), <[u8]>::to_vec)
    }

    fn max_depth(&self) -> usize {
        self.policy.max_depth as usize
    }

    fn copy(&self, value: &Value, tape: &mut TapeBuf) -> Result<(), Failure> {
        Ok(tape.value(&self.keys, value, self.max_depth())?)
    }

    fn on_tape<T>(
        &self,
        write: impl FnOnce(&mut TapeBuf) -> Result<(), Failure>,
        call: Call<'_>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> T {
        Workspace::with(|work| {
            let Workspace { value, changed, wire, data, .. } = work;
            let staged = self.stage(value, write);
            let tape = value.tape(&self.keys);
            let verdict = match staged {
                Ok(()) => self.judge(&tape, changed),
                Err(failure) => Verdict::Fail(failure),
            };
            self.write_wire(&verdict, &tape, &changed.tape(&self.keys), call, wire, data);
            read(wire.as_bytes())
        })
    }

    fn on_ready_tape<T>(
        &self,
        write: impl FnOnce(&mut TapeBuf) -> Result<(), Failure>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> T {
        Workspace::with(|work| {
            let Workspace { value, wire, data, .. } = work;
            value.clear();
            let written = write(value);
            let tape = value.tape(&self.keys);
            let verdict = match written {
                Ok(()) => self.judge_ready(&tape),
                Err(failure) => Verdict::Fail(failure),
            };
            self.write_wire(&verdict, &tape, &tape, Call::default(), wire, data);
            read(wire.as_bytes())
        })
    }

    fn read_back(&self, wire: &[u8]) -> CallToolResult {
        let mut reader = serde_json::Deserializer::from_slice(wire);
        reader.disable_recursion_limit();
        serde::Deserialize::deserialize(&mut reader).unwrap_or_else(|error| {
            CallToolResult::error(self.error_text(&Failure::unfit(format!("{error}"))))
        })
    }
}

/// For the faces: values that are on a tape.
impl Converter {
    /// The member names that the converter knows.
    #[allow(dead_code)] // Not every build has a face that needs it.
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Gives a member name a number, while there is room.
    #[cfg(feature = "js")]
    pub(crate) fn learn(&mut self, name: &str) -> Option<u32> {
        self.keys.learn(name)
    }

    /// Whether results carry structured data.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub(crate) fn sends_data(&self) -> bool {
        self.promise.is_some() && self.policy.revision.has_structured_content()
    }

    /// Whether a valid value is sent as it is, with its text, and nothing else is looked at.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub(crate) fn has_plain_results(&self) -> bool {
        let Policy { text, max_bytes, .. } = &self.policy;
        self.sends_data() && self.sends_as_is && *text == Text::Mirror && max_bytes.is_none()
    }

    /// The shapes of such values, as far as shapes can tell.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub(crate) fn plain_shapes(&self) -> Option<&Shapes> {
        if self.has_plain_results() { self.promise.as_ref()?.shapes() } else { None }
    }

    /// How results are put together.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The types of scalars of which every value is valid, and whose result holds nothing but that
    /// value and its text.
    #[cfg(feature = "js")]
    pub(crate) fn free_scalars(&self) -> Types {
        let promise = self.promise.as_ref().filter(|_| self.has_plain_results());
        promise.map_or(Types::NONE, |promise| promise.free_types(&self.keys).and(Types::SCALARS))
    }

    /// Whether a staged value surely keeps the promise, and is well formed.
    pub(crate) fn surely_keeps(&self, tape: &Tape<'_>) -> bool {
        self.promise.as_ref().is_some_and(|promise| promise.surely_holds(tape.root()))
    }

    /// The tape as one to believe, or what is wrong with it.
    pub(crate) fn believed<'a>(&self, tape: &Tape<'a>) -> Result<Tape<'a>, Failure> {
        let depth = self.max_depth() + usize::from(self.wrapped());
        tape.believed(depth).map_err(|bad| Failure::unfit(bad.to_string()))
    }

    /// Reads JSON text behind what the tape holds.
    pub(crate) fn parse(&self, json: &[u8], tape: &mut TapeBuf) -> Result<(), Failure> {
        parse(json, self.max_depth(), &self.keys, tape).map_err(|error| match error.reason {
            ParseReason::TooDeep(limit) => Failure::too_deep(limit),
            _ => Failure::unfit(format!("the output is not JSON: {error}")),
        })
    }

    /// Writes a value to an empty tape, inside the wrapper if there is one.
    pub(crate) fn stage<E>(
        &self,
        tape: &mut TapeBuf,
        write: impl FnOnce(&mut TapeBuf) -> Result<(), E>,
    ) -> Result<(), E> {
        tape.clear();
        if !self.wrapped() {
            return write(tape);
        }
        let wrapper = tape.open_object();
        tape.key(&self.keys, RESULT);
        write(tape)?;
        tape.close(wrapper, 1);
        Ok(())
    }

    /// Decides what becomes of a staged value. A value that had to be changed is written to
    /// `changed`.
    pub(crate) fn judge(&self, tape: &Tape<'_>, changed: &mut TapeBuf) -> Verdict {
        match self.sends_as_is && self.surely_keeps(tape) {
            true => self.verdict_on_data(Verdict::Data),
            false => self.judge_in_doubt(tape, changed),
        }
    }

    /// The same for a value that does not surely keep the promise.
    pub(crate) fn judge_in_doubt(&self, tape: &Tape<'_>, changed: &mut TapeBuf) -> Verdict {
        changed.clear();
        let tape = &match self.believed(tape) {
            Ok(tape) => tape,
            Err(failure) => return Verdict::Fail(failure),
        };
        let root = tape.root();
        let Some(promise) = &self.promise else {
            let asks = root.as_object().is_some_and(|value| self.asks_for_input(value));
            return match asks || blocks::is_ready_made(root) {
                true => Verdict::Ready,
                false => Verdict::Text,
            };
        };
        let odd_numbers = tape.has_non_finite();
        if odd_numbers && self.policy.non_finite == NonFinite::Error {
            return Verdict::Fail(Failure::Issues(non_finite_issues(root)));
        }
        let held = match self.policy.validation {
            Validation::Lax => promise
                .clean(root, &self.keys, self.policy.non_finite, changed)
                .map(|()| Verdict::Changed),
            Validation::Strict => {
                let reshape = Reshape::new(promise.schema(), &self.policy, odd_numbers);
                if reshape.is_idle() {
                    promise.hold_in_doubt(root).map(|()| Verdict::Data)
                } else {
                    reshape.copy(root, &self.keys, changed);
                    promise.hold(changed.tape(&self.keys).root()).map(|()| Verdict::Changed)
                }
            }
        };
        match held {
            Err(issues) => Verdict::Fail(Failure::Issues(issues)),
            Ok(verdict) => self.verdict_on_data(verdict),
        }
    }

    fn verdict_on_data(&self, verdict: Verdict) -> Verdict {
        match self.policy.revision.has_structured_content() {
            true => verdict,
            false => Verdict::Text,
        }
    }

    /// Decides what becomes of a ready-made result.
    pub(crate) fn judge_ready(&self, tape: &Tape<'_>) -> Verdict {
        let tape = &match self.believed(tape) {
            Ok(tape) => tape,
            Err(failure) => return Verdict::Fail(failure),
        };
        let unfit = |reason: &str| Verdict::Fail(Failure::unfit(reason.to_owned()));
        let Some(result) = tape.root().as_object() else {
            return unfit("a ready-made result must be an object");
        };
        // Whoever says that it is a result knows which client asked, as in the reference.
        if blocks::asks_for_input(result) {
            return Verdict::Ready;
        }
        let blocks = result.get("content").and_then(Node::as_array);
        if !blocks.is_some_and(|blocks| blocks.iter().all(blocks::is_block)) {
            return unfit("a ready-made result needs `content`, a list of content blocks");
        }
        let failed = matches!(result.get("isError").map(Node::view), Some(View::Bool(true)));
        let Some(promise) = self.promise.as_ref().filter(|_| !failed) else {
            return Verdict::Ready;
        };
        let held = match result.get("structuredContent") {
            Some(data) => promise.hold(data),
            None => {
                let mut absent = TapeBuf::new();
                absent.null();
                promise.hold(absent.tape(&self.keys).root())
            }
        };
        match held {
            Ok(()) => Verdict::Ready,
            Err(issues) => Verdict::Fail(Failure::Issues(issues)),
        }
    }

    /// Whether the value asks for more input, in a revision that knows such results.
    fn asks_for_input(&self, value: Object<'_>) -> bool {
        self.policy.revision.has_result_type() && blocks::asks_for_input(value)
    }

    /// Writes a result as JSON over what `out` holds; one that is too large becomes an error.
    /// `spare` is used on the way.
    pub(crate) fn write_wire(
        &self,
        verdict: &Verdict,
        tape: &Tape<'_>,
        changed: &Tape<'_>,
        call: Call<'_>,
        out: &mut Out,
        spare: &mut Out,
    ) {
        self.write_unlimited(verdict, tape, changed, call, out, spare);
        if let Some(failure) = self.oversize(out.len())
            && !matches!(verdict, Verdict::Fail(_))
        {
            out.clear();
            self.write_failure(&failure, out);
        }
    }

    /// What is wrong with a result of so many bytes.
    pub(crate) fn oversize(&self, bytes: usize) -> Option<Failure> {
        let limit = self.policy.max_bytes?;
        let size = bytes as u64;
        (size > limit).then_some(Failure::TooLarge { size, limit })
    }

    /// Writes a result as JSON over what `out` holds, whatever its size.
    pub(crate) fn write_unlimited(
        &self,
        verdict: &Verdict,
        tape: &Tape<'_>,
        changed: &Tape<'_>,
        call: Call<'_>,
        out: &mut Out,
        spare: &mut Out,
    ) {
        out.clear();
        let root = tape.root();
        let data = match verdict {
            Verdict::Fail(failure) => return self.write_failure(failure, out),
            Verdict::Ready => None,
            Verdict::Text => Some(Data::Absent),
            Verdict::Data => Some(Data::Value),
            Verdict::Changed => Some(Data::Other(changed.root())),
        };
        match data {
            Some(data) => self.frame.write(root, data, call, out, spare),
            None => print::compact(root, out),
        }
    }

    /// Appends an error result as JSON.
    pub(crate) fn write_failure(&self, failure: &Failure, out: &mut Out) {
        self.frame.write_error(&self.error_text(failure), out);
    }

    /// The text of the one block of an error result. Where that would be too large itself, it
    /// says no more than that.
    pub(crate) fn error_text(&self, failure: &Failure) -> String {
        let Policy { errors, tool, .. } = &self.policy;
        let subject = self.promise.as_ref().map_or(tool.as_str(), Promise::subject);
        let text = render::error_text(*errors, tool, subject, failure);
        if self.policy.max_bytes.is_none() || matches!(failure, Failure::TooLarge { .. }) {
            return text;
        }
        let mut result = Out::default();
        self.frame.write_error(&text, &mut result);
        match self.oversize(result.len()) {
            Some(too_large) => render::error_text(*errors, tool, subject, &too_large),
            None => text,
        }
    }

    /// Prints the texts of the blocks that a staged value becomes. `is_ascii` says that the text of
    /// its tape is.
    #[allow(dead_code)] // Not every build has a face that needs it.
    pub(crate) fn print_texts(&self, tape: &Tape<'_>, is_ascii: bool, texts: &mut Texts) {
        self.frame.add_texts(tape.root(), is_ascii, texts);
    }
}

impl Verdict {
    /// What is wrong with the value, where that is what the verdict says.
    pub(crate) fn issues(self) -> Vec<Issue> {
        match self {
            Verdict::Fail(Failure::Issues(issues)) => issues,
            _ => Vec::new(),
        }
    }
}

/// What the policy says of every result.
fn frame(policy: &Policy, wrapped: bool) -> Frame {
    let fan_out = FanOut {
        single: policy.list == List::Single,
        empty_as_text: policy.empty_list == EmptyList::Text,
        known_blocks: match policy.revision {
            Revision::V2024_11_05 => 3,
            Revision::V2025_03_26 => 4,
            _ => BLOCK_TYPES.len(),
        },
        layout: Layout {
            indent: usize::from(policy.indent),
            constants: policy.non_finite == NonFinite::Constants,
        },
    };
    Frame {
        blocks: (policy.text == Text::Mirror).then_some(fan_out),
        wrapped,
        has_result_type: policy.revision.has_result_type(),
    }
}

/// Converts one value with a schema that is used once.
///
/// Compiling the schema is most of the work; a [`Converter`] does it once for all calls.
///
/// ```
/// use serde_json::json;
/// use twochannel::{Policy, convert_result};
///
/// let result = convert_result(&json!(17), Some(&json!({"type": "integer"})), &Policy::default())?;
/// assert_eq!(result.structured_content, Some(json!({"result": 17})));
/// # Ok::<(), twochannel::SchemaError>(())
/// ```
///
/// # Errors
///
/// As [`Converter::new`].
pub fn convert_result(
    value: &Value,
    schema: Option<&Value>,
    policy: &Policy,
) -> Result<CallToolResult, SchemaError> {
    Ok(Converter::new(schema, policy.clone())?.convert(value))
}
