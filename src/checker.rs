//! A quick check in front of the validator. It may say "surely valid" and nothing else: whatever
//! it cannot prove, and every refusal, is the validator's.

mod compile;

use std::collections::HashSet;

use serde_json::Value;

use crate::policy::Formats;
use crate::survey::{Survey, is_shallow};
use crate::tape::{Array, Keys, Node, Number, Object, View};

/// A schema of the plain keywords, compiled to shapes that are linked by numbers.
#[derive(Debug)]
pub struct Checker {
    shapes: Vec<Shape>,
    root: usize,
}

/// The number of a shape.
type ShapeId = usize;

/// What a schema asks of a value.
#[derive(Clone, Debug)]
struct Shape {
    /// The types that are allowed.
    types: Types,
    /// Whether that is all.
    only_types: bool,
    /// Bounds of numbers, if there are any.
    bounds: Option<Bounds>,
    /// Characters of a string, least and most.
    length: Option<(u64, u64)>,
    /// The items of an array.
    items: Items,
    /// The members of an object.
    members: Members,
    /// Scalars to choose from.
    choices: Option<Vec<Choice>>,
    /// Shapes of which one has to fit.
    any: Option<Vec<ShapeId>>,
    /// Shapes that have to fit as well.
    all: Vec<ShapeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Types(u8);

impl Types {
    const NULL: Types = Types(1);
    const BOOL: Types = Types(2);
    /// Numbers without a fraction.
    const INTEGER: Types = Types(4);
    /// All numbers.
    const NUMBER: Types = Types(8 | 4);
    const STRING: Types = Types(16);
    const ARRAY: Types = Types(32);
    const OBJECT: Types = Types(64);
    const ALL: Types = Types(127);

    /// Whether all of `other` is allowed.
    #[inline]
    fn allow(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the value is of an allowed type.
    #[inline]
    fn hold(self, node: Node<'_>) -> bool {
        match node.view() {
            View::Number(number) => self.hold_number(number),
            View::String(_) => self.allow(Types::STRING),
            View::Null => self.allow(Types::NULL),
            View::Bool(_) => self.allow(Types::BOOL),
            View::Array(_) => self.allow(Types::ARRAY),
            View::Object(_) => self.allow(Types::OBJECT),
        }
    }

    #[inline]
    fn hold_number(self, number: Number<'_>) -> bool {
        number.is_finite()
            && (self.allow(Types::NUMBER) || self.allow(Types::INTEGER) && number.is_integer())
    }
}

/// The least and the most a number may be, inclusive and exclusive.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    minimum: f64,
    maximum: f64,
    above: f64,
    below: f64,
}

#[derive(Clone, Debug)]
struct Items {
    /// How many.
    least: usize,
    most: usize,
    /// By position.
    first: Vec<ShapeId>,
    /// All others; `None` is anything.
    rest: Option<ShapeId>,
}

#[derive(Clone, Debug)]
struct Members {
    /// How many.
    least: usize,
    most: usize,
    /// Those that the schema names, in its order.
    known: Vec<Member>,
    /// The required ones, as [`Seen`] counts them.
    required: Seen,
    /// All others; `None` is anything.
    rest: Option<ShapeId>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    /// The name's number in the converter's table.
    key: u32,
    shape: ShapeId,
    /// Its place among the required ones.
    required: Option<u8>,
}

#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Null,
    Bool(bool),
    Number(f64),
    Text(Box<str>),
}

/// A set of required members, of which there may be 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen([u64; 4]);

impl Seen {
    #[inline]
    fn add(&mut self, member: u8) {
        if let Some(word) = self.0.get_mut(usize::from(member >> 6)) {
            *word |= 1 << (member & 63);
        }
    }
}

/// How deeply a value may be nested to be checked.
const DEEPEST: usize = 256;

impl Checker {
    /// Compiles a schema; `None` where it has keywords that the checker does not cover. `keys`
    /// must hold all names of the schema.
    pub fn new(published: &Value, keys: &Keys, formats: Formats) -> Option<Self> {
        compile::compile(published, keys, formats)
    }

    /// Whether the value certainly satisfies the schema. `false` says nothing.
    pub fn surely_valid(&self, node: Node<'_>) -> bool {
        // Alternatives of alternatives could be tried without end; the validator remembers.
        let fuel = node.size().saturating_mul(16).saturating_add(1024);
        Run { shapes: &self.shapes, fuel, keys: node.tape().keys() }.fits(self.root, node, DEEPEST)
    }
}

struct Run<'c> {
    shapes: &'c [Shape],
    /// Steps that are left.
    fuel: usize,
    keys: &'c Keys,
}

impl<'c> Run<'c> {
    #[inline]
    fn fits(&mut self, shape: ShapeId, node: Node<'_>, depth: usize) -> bool {
        match self.shapes.get(shape) {
            Some(shape) if shape.only_types => shape.types.hold(node),
            Some(shape) => self.fits_in_full(shape, node, depth),
            None => false,
        }
    }

    fn fits_in_full(&mut self, shape: &'c Shape, node: Node<'_>, depth: usize) -> bool {
        let (Some(fuel), Some(depth)) = (self.fuel.checked_sub(1), depth.checked_sub(1)) else {
            return false;
        };
        self.fuel = fuel;
        if !shape.types.hold(node) {
            return false;
        }
        let fits = match node.view() {
            View::Number(number) => shape.bounds.is_none_or(|bounds| bounds.hold(number.to_f64())),
            View::String(text) => length_fits(shape, text),
            View::Array(array) => self.items_fit(&shape.items, array, depth),
            View::Object(object) => self.members_fit(&shape.members, object, depth),
            View::Null | View::Bool(_) => true,
        };
        fits && shape.choices.as_ref().is_none_or(|choices| is_chosen(choices, node))
            && shape
                .any
                .as_ref()
                .is_none_or(|any| any.iter().any(|arm| self.fits(*arm, node, depth)))
            && shape.all.iter().all(|part| self.fits(*part, node, depth))
    }

    fn items_fit(&mut self, items: &'c Items, array: Array<'_>, depth: usize) -> bool {
        if array.len() < items.least || array.len() > items.most {
            return false;
        }
        if items.first.is_empty() {
            let Some(shape) = items.rest else { return true };
            return array.iter().all(|item| self.fits(shape, item, depth));
        }
        let by_position = items.first.iter().copied().map(Some);
        let shapes = by_position.chain(std::iter::repeat(items.rest));
        array.iter().zip(shapes).all(|(item, shape)| match shape {
            Some(shape) => self.fits(shape, item, depth),
            None => true,
        })
    }

    fn members_fit(&mut self, members: &'c Members, object: Object<'_>, depth: usize) -> bool {
        if object.len() < members.least || object.len() > members.most {
            return false;
        }
        let mut seen = Seen::default();
        // Members mostly come in the order of the schema.
        let mut expected = 0;
        for (key, value) in object.iter() {
            let Some(id) = key.id else {
                // Such a key is in no schema, unless the tape was written carelessly.
                if self.keys.id(key.name).is_some() || !self.rest_fits(members, value, depth) {
                    return false;
                }
                continue;
            };
            let at = match members.known.get(expected) {
                Some(member) if member.key == id => Some(expected),
                _ => members.known.iter().position(|member| member.key == id),
            };
            let Some((at, member)) = at.and_then(|at| Some((at, members.known.get(at)?))) else {
                if !self.rest_fits(members, value, depth) {
                    return false;
                }
                continue;
            };
            expected = at + 1;
            if let Some(required) = member.required {
                seen.add(required);
            }
            if !self.fits(member.shape, value, depth) {
                return false;
            }
        }
        seen == members.required
    }

    fn rest_fits(&mut self, members: &Members, value: Node<'_>, depth: usize) -> bool {
        members.rest.is_none_or(|shape| self.fits(shape, value, depth))
    }
}

impl Bounds {
    #[inline]
    fn hold(self, value: f64) -> bool {
        value >= self.minimum && value <= self.maximum && value > self.above && value < self.below
    }
}

/// Whether a string has as many characters as it should.
#[inline]
fn length_fits(shape: &Shape, text: &str) -> bool {
    let Some((least, most)) = shape.length else { return true };
    // A character takes one to four bytes.
    let (bytes, fewest) = (text.len() as u64, text.len().div_ceil(4) as u64);
    if least <= fewest && bytes <= most {
        return true;
    }
    bytes >= least && fewest <= most && (least..=most).contains(&(text.chars().count() as u64))
}

fn is_chosen(choices: &[Choice], node: Node<'_>) -> bool {
    match node.view() {
        View::Null => choices.contains(&Choice::Null),
        View::Bool(value) => choices.contains(&Choice::Bool(value)),
        View::Number(number) => choices.contains(&Choice::Number(number.to_f64())),
        View::String(text) => {
            choices.iter().any(|choice| matches!(choice, Choice::Text(other) if &**other == text))
        }
        View::Array(_) | View::Object(_) => false,
    }
}

/// The names of all members that a schema speaks of, each once, in the order they stand there.
pub fn property_names(schema: &Value) -> Vec<&str> {
    fn collect<'s>(value: &'s Value, seen: &mut HashSet<&'s str>, names: &mut Vec<&'s str>) {
        let mut add = |name: &'s str| {
            if seen.insert(name) {
                names.push(name);
            }
        };
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(item, seen, names)),
            Value::Object(members) => {
                if let Some(Value::Object(properties)) = members.get("properties") {
                    properties.keys().for_each(|name| add(name));
                }
                if let Some(Value::Array(required)) = members.get("required") {
                    required.iter().filter_map(Value::as_str).for_each(add);
                }
                members.values().for_each(|member| collect(member, seen, names));
            }
            _ => {}
        }
    }
    let mut names = Vec::new();
    if is_shallow(schema, Survey::DEEPEST) {
        collect(schema, &mut HashSet::new(), &mut names);
    }
    names
}

#[cfg(test)]
mod tests;
