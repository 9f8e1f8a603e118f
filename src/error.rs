//! What can be wrong: with a schema, once and at registration; with a value, every time.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::python::LastCut;
use crate::tape::Node;

/// A schema or a policy that no converter can be made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The tool that was being registered.
    pub tool: String,
    /// The place in the schema as a JSON Pointer; `None` where it is not the schema's fault.
    pub pointer: Option<String>,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_deref() {
            None => write!(f, "Tool {}: {}", self.tool, self.reason),
            Some("") => write!(f, "Tool {}: return schema: {}", self.tool, self.reason),
            Some(at) => write!(f, "Tool {}: return schema at {at}: {}", self.tool, self.reason),
        }
    }
}

impl std::error::Error for SchemaError {}

/// One step of the way to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Segment<'a> {
    /// A member of an object.
    Key(Cow<'a, str>),
    /// An item of an array.
    Index(usize),
    /// An arm of a union: a step in the schema, not in the value.
    Arm(Cow<'a, str>),
}

impl fmt::Display for Segment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Segment::Key(name) | Segment::Arm(name) if name.contains('.') => write!(f, "`{name}`"),
            Segment::Key(name) | Segment::Arm(name) => f.write_str(name),
            Segment::Index(index) => write!(f, "{index}"),
        }
    }
}

/// What a schema asks for and a value does not give. The words are pydantic's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// pydantic's name of the error type, such as `missing`.
    pub code: &'static str,
    /// pydantic's sentence, such as `Field required`.
    pub message: String,
    /// What was expected, in plain words that fit after "expected", such as `an integer`.
    pub expected: String,
}

/// One problem of one value, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The way from the root of the structured data.
    pub path: Vec<Segment<'static>>,
    /// What is wrong there.
    pub problem: Problem,
    /// The value at fault in Python's notation, cut in the middle past 50 characters.
    pub input: String,
    /// The value's type in Python's words, such as `dict`.
    pub input_type: &'static str,
    /// The value's type in JSON's words, such as `object`.
    pub found: &'static str,
    /// A remark that helps, such as a member with nearly the right name.
    pub hint: Option<String>,
}

impl Issue {
    /// Notes that `node`, at `path`, has `problem`.
    pub fn new(path: Vec<Segment<'static>>, problem: Problem, node: Node<'_>) -> Self {
        Issue::after(&mut LastCut::default(), path, problem, node)
    }

    /// The same in a row of issues.
    pub(crate) fn after(
        last: &mut LastCut,
        path: Vec<Segment<'static>>,
        problem: Problem,
        node: Node<'_>,
    ) -> Self {
        Issue {
            path,
            problem,
            input: last.cut_repr(node),
            input_type: crate::python::type_name(node),
            found: node.json_type(),
            hint: None,
        }
    }

    /// The place as a JSON Pointer into the structured data; union arms are no part of it.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in &self.path {
            match segment {
                Segment::Arm(_) => continue,
                Segment::Index(index) => pointer.push_str(&format!("/{index}")),
                Segment::Key(name) => {
                    pointer.push('/');
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
            }
        }
        pointer
    }

    /// The place as pydantic prints it: segments with dots between them.
    pub fn location(&self) -> String {
        let segments: Vec<String> = self.path.iter().map(Segment::to_string).collect();
        segments.join(".")
    }
}
