//! A schema as lax mode sees it: one shape per type, linked by numbers.

use std::collections::HashMap;

use serde_json::Value;

use super::number::Bounds;

/// The number of a shape in its [`Plan`].
pub type ShapeId = usize;

/// All shapes of a schema; references are numbers, so that a schema may be recursive.
#[derive(Debug, Default)]
pub struct Plan {
    pub shapes: Vec<Shape>,
    pub root: ShapeId,
}

impl Plan {
    pub fn shape(&self, id: ShapeId) -> &Shape {
        self.shapes.get(id).unwrap_or(&Shape::Any)
    }
}

/// What a value is held against.
#[derive(Debug)]
pub enum Shape {
    Any,
    /// The schema `false`.
    Nothing,
    Null,
    Bool,
    Int(Bounds),
    Float(Bounds),
    Text(TextRules),
    Literal(Literal),
    Format(Format, TextRules),
    List(List),
    Set(List),
    Tuple(Tuple),
    Map(Map),
    Object(Object),
    /// Null, or the other shape.
    Nullable(ShapeId),
    Union(Vec<Arm>),
    Tagged(Tagged),
    /// What another shape says: a reference.
    Same(ShapeId),
}

impl Shape {
    /// The shapes that bear on the same value.
    pub fn same_place(&self) -> Vec<ShapeId> {
        match self {
            Shape::Nullable(id) | Shape::Same(id) => vec![*id],
            Shape::Union(arms) => arms.iter().map(|arm| arm.shape).collect(),
            Shape::Tagged(tagged) => tagged.arms.iter().map(|(_, id)| *id).collect(),
            _ => Vec::new(),
        }
    }
}

/// Types that travel as strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Bytes,
    Date,
    Time,
    DateTime,
    Duration,
    /// A UUID, of one version only where there is a number.
    Uuid(Option<u8>),
    Url,
    Decimal,
}

/// `minLength` or `minItems`, and their counterparts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    pub least: Option<u64>,
    pub most: Option<u64>,
}

/// The rules for a string; `bounds` for a string that is a number.
#[derive(Debug, Default)]
pub struct TextRules {
    pub size: Size,
    pub pattern: Option<regex::Regex>,
    pub bounds: Bounds,
}

impl TextRules {
    pub fn is_empty(&self) -> bool {
        self.size.least.is_none() && self.size.most.is_none() && self.pattern.is_none()
    }
}

/// `enum` or `const`.
#[derive(Debug)]
pub struct Literal {
    pub values: Vec<Value>,
    /// The values as Python literals.
    pub choices: Vec<String>,
    pub kind: LiteralKind,
}

/// What a list of values was in Python.
#[derive(Debug)]
pub enum LiteralKind {
    /// A `Literal`.
    Plain,
    /// An `Enum`, with its name.
    Class(String),
    /// An `IntEnum`, with its name.
    Integers(String),
}

#[derive(Debug)]
pub struct List {
    pub item: ShapeId,
    pub size: Size,
}

/// `prefixItems`, of which the first `required` must be there.
#[derive(Debug)]
pub struct Tuple {
    pub items: Vec<ShapeId>,
    pub required: usize,
    /// The shape of all further items; none are allowed without one.
    pub rest: Option<ShapeId>,
    pub size: Size,
}

/// An object of names that the schema does not know.
#[derive(Debug)]
pub struct Map {
    /// What a name must look like; `None` takes any.
    pub key: Option<ShapeId>,
    pub value: ShapeId,
    pub size: Size,
}

/// An object of known members.
#[derive(Debug)]
pub struct Object {
    /// The class; an object without a name is a `TypedDict`.
    pub name: Option<String>,
    pub fields: Vec<Field>,
    pub index: HashMap<String, usize>,
    pub extra: Extra,
}

/// What happens to members that are not declared.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    Drop,
    Forbid,
    Keep(ShapeId),
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub shape: ShapeId,
    pub required: bool,
    pub default: Option<Value>,
}

/// One alternative of a union.
#[derive(Debug)]
pub struct Arm {
    pub shape: ShapeId,
    /// What pydantic calls it in error texts.
    pub label: String,
}

/// A union that a member tells apart.
#[derive(Debug)]
pub struct Tagged {
    pub name: String,
    /// Tag and shape, in the schema's order.
    pub arms: Vec<(Value, ShapeId)>,
    /// The tags as Python literals.
    pub choices: Vec<String>,
}
