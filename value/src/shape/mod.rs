//! What a value surely is: the plain keywords of a schema, compiled. Schemas are compiled to shapes
//! elsewhere; here a value is held against them.

mod fit;
mod suspect;

pub use suspect::Suspect;

use serde_json::Value;

use crate::tape::{Node, Number, View, tag, word};

/// A schema of the plain keywords, compiled to shapes that are linked by numbers.
#[derive(Debug)]
pub struct Shapes {
    /// The shapes, by their numbers.
    pub shapes: Vec<Shape>,
    root: ShapeId,
}

/// The number of a shape.
pub type ShapeId = usize;

/// What a schema asks of a value.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The types that are allowed.
    pub types: Types,
    /// Whether that is all; [`Shapes::new`] sees to it.
    only_types: bool,
    /// Whether what is in an array or object is left to other shapes; the same.
    leaves_parts: bool,
    /// Bounds of numbers, if there are any.
    pub bounds: Option<Bounds>,
    /// Characters of a string, least and most.
    pub length: Option<(u64, u64)>,
    /// The items of an array.
    pub items: Items,
    /// The members of an object.
    pub members: Members,
    /// Scalars to choose from.
    pub choices: Option<Choices>,
    /// Shapes of which one has to fit.
    pub any: Option<Vec<ShapeId>>,
    /// Shapes that have to fit as well.
    pub all: Vec<ShapeId>,
}

/// A set of JSON types, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u8);

/// The types of tagged words that are no numbers, a byte for each tag.
const BY_TAG: u64 = at(tag::NULL, Types::NULL)
    | at(tag::FALSE, Types::BOOL)
    | at(tag::TRUE, Types::BOOL)
    | at(tag::STRING, Types::STRING)
    | at(tag::ARRAY, Types::ARRAY)
    | at(tag::OBJECT, Types::OBJECT);

const fn at(tag: u64, types: Types) -> u64 {
    (types.0 as u64) << (8 * tag)
}

impl Types {
    /// `null`.
    pub const NULL: Types = Types(1);
    /// `true` and `false`.
    pub const BOOL: Types = Types(2);
    /// Numbers without a fraction.
    pub const INTEGER: Types = Types(4);
    /// All numbers.
    pub const NUMBER: Types = Types(8 | 4);
    /// Strings.
    pub const STRING: Types = Types(16);
    /// Arrays.
    pub const ARRAY: Types = Types(32);
    /// Objects.
    pub const OBJECT: Types = Types(64);
    /// Nothing.
    pub const NONE: Types = Types(0);
    /// Everything but arrays and objects.
    pub const SCALARS: Types = Types(31);
    /// Everything.
    pub const ALL: Types = Types(127);

    /// What both allow.
    pub fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// Whether all of `other` is allowed.
    #[inline]
    pub fn allow(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether values of that tag are allowed; false for literals of numbers.
    #[inline(always)]
    fn hold_tag(self, tag: u64) -> bool {
        u64::from(self.0) & (BY_TAG >> (8 * tag)) != 0
    }

    #[inline(always)]
    fn hold_number(self, number: Number<'_>) -> bool {
        number.is_finite()
            && (self.allow(Types::NUMBER) || self.allow(Types::INTEGER) && number.is_integer())
    }
}

/// The least and the most a number may be, inclusive and exclusive.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The least.
    pub minimum: f64,
    /// The most.
    pub maximum: f64,
    /// What it must exceed.
    pub above: f64,
    /// What it must stay below.
    pub below: f64,
}

/// What an array's items must be.
#[derive(Clone, Debug)]
pub struct Items {
    /// How few.
    pub least: usize,
    /// How many.
    pub most: usize,
    /// By position.
    pub first: Vec<ShapeId>,
    /// All others; `None` is anything.
    pub rest: Option<ShapeId>,
}

/// What an object's members must be.
#[derive(Clone, Debug)]
pub struct Members {
    /// How few.
    pub least: usize,
    /// How many.
    pub most: usize,
    /// Those that the schema names, in its order.
    pub known: Vec<Member>,
    /// Their keys and places, in the order of the keys, where they are many.
    places: Vec<(u32, usize)>,
    /// The required ones, as [`Seen`] counts them.
    pub required: Seen,
    /// All others; `None` is anything.
    pub rest: Option<ShapeId>,
}

/// A member that the schema names.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name's number in the converter's table.
    pub key: u32,
    /// The name on a tape.
    word: u64,
    /// What its value must be.
    pub shape: ShapeId,
    /// The types of which every value will do, where no other will.
    free: Types,
    /// Its place among the required ones.
    pub required: Option<u8>,
}

/// The scalars of `enum` or `const`; numbers and texts in order.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Whether `null` is one.
    null: bool,
    /// Whether `false` is, and whether `true` is.
    no: bool,
    yes: bool,
    numbers: Vec<f64>,
    texts: Vec<Box<str>>,
}

impl Choices {
    /// Reads the choices; a number that is none of `exactly`'s, an array or an object is refused.
    pub fn new(values: &[Value], exactly: impl Fn(&Value) -> Option<f64>) -> Option<Self> {
        let mut choices = Choices::default();
        for value in values {
            match value {
                Value::Null => choices.null = true,
                Value::Bool(false) => choices.no = true,
                Value::Bool(true) => choices.yes = true,
                // Both zeros are one number.
                Value::Number(_) => choices.numbers.push(exactly(value)? + 0.0),
                Value::String(text) => choices.texts.push(text.as_str().into()),
                Value::Array(_) | Value::Object(_) => return None,
            }
        }
        choices.numbers.sort_by(f64::total_cmp);
        choices.texts.sort();
        Some(choices)
    }

    fn hold(&self, node: Node<'_>) -> bool {
        match node.view() {
            View::Null => self.null,
            View::Bool(value) => {
                if value {
                    self.yes
                } else {
                    self.no
                }
            }
            View::Number(number) => {
                let number = number.to_f64() + 0.0;
                self.numbers.binary_search_by(|other| other.total_cmp(&number)).is_ok()
            }
            View::String(text) => match self.texts.as_slice() {
                few @ ([] | [_] | [_, _] | [_, _, _] | [_, _, _, _]) => {
                    few.iter().any(|other| **other == *text)
                }
                many => many.binary_search_by(|other| (**other).cmp(text)).is_ok(),
            },
            View::Array(_) | View::Object(_) => false,
        }
    }
}

/// A set of required members, of which there may be 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen(pub [u64; 4]);

impl Members {
    /// More members than these are not looked through one by one.
    const FEW: usize = 32;

    /// Makes look-ups quick; to be called when all members are known.
    pub fn settle(&mut self) {
        if self.known.len() > Self::FEW {
            let known = self.known.iter().enumerate();
            self.places = known.map(|(at, member)| (member.key, at)).collect();
            self.places.sort_unstable();
        }
    }

    #[inline]
    fn place(&self, key: u32) -> Option<usize> {
        match self.places.is_empty() {
            true => self.known.iter().position(|member| member.key == key),
            false => {
                let at = self.places.binary_search_by_key(&key, |(key, _)| *key).ok()?;
                self.places.get(at).map(|(_, place)| *place)
            }
        }
    }
}

impl Seen {
    /// Adds a member by its place among the required ones.
    #[inline]
    pub fn add(&mut self, member: u8) {
        if let Some(word) = self.0.get_mut(usize::from(member >> 6)) {
            *word |= 1 << (member & 63);
        }
    }
}

impl Shape {
    /// A shape that everything fits.
    pub fn anything() -> Self {
        Shape {
            types: Types::ALL,
            only_types: false,
            leaves_parts: false,
            bounds: None,
            length: None,
            items: Items { least: 0, most: usize::MAX, first: Vec::new(), rest: None },
            members: Members {
                least: 0,
                most: usize::MAX,
                known: Vec::new(),
                places: Vec::new(),
                required: Seen::default(),
                rest: None,
            },
            choices: None,
            any: None,
            all: Vec::new(),
        }
    }

    /// Looks for what it does not ask.
    fn settle(&mut self) {
        let Shape { bounds, length, items, members, choices, any, all, .. } = self;
        let items_are_free = items.least == 0
            && items.most == usize::MAX
            && items.first.is_empty()
            && items.rest.is_none();
        let members_are_free = members.least == 0
            && members.most == usize::MAX
            && members.known.is_empty()
            && members.rest.is_none();
        let has_others = any.is_some() || !all.is_empty();
        let values_are_free = bounds.is_none() && length.is_none() && choices.is_none();
        let parts_are_free = items_are_free && members_are_free;
        self.only_types = parts_are_free && values_are_free && !has_others;
        self.leaves_parts = parts_are_free && has_others;
    }

    /// The bounds, to be narrowed.
    pub fn bounds(&mut self) -> &mut Bounds {
        self.bounds.get_or_insert(Bounds {
            minimum: f64::NEG_INFINITY,
            maximum: f64::INFINITY,
            above: f64::NEG_INFINITY,
            below: f64::INFINITY,
        })
    }
}

impl Member {
    /// A member; `required` is its place among the required ones.
    pub fn new(key: u32, shape: ShapeId, required: Option<u8>) -> Self {
        Member { key, word: word(tag::KEY, 0, key), shape, free: Types::NONE, required }
    }
}

impl Shapes {
    /// Links shapes; `root` is the number of the whole value's.
    pub fn new(mut shapes: Vec<Shape>, root: ShapeId) -> Self {
        for shape in &mut shapes {
            shape.settle();
        }
        let free: Vec<Types> = shapes
            .iter()
            .map(|shape| if shape.only_types { shape.types } else { Types::NONE })
            .collect();
        for member in shapes.iter_mut().flat_map(|shape| &mut shape.members.known) {
            member.free = free.get(member.shape).copied().unwrap_or(Types::NONE);
        }
        Shapes { shapes, root }
    }

    /// The types of which every value surely fits, as the one member of an object.
    pub fn free_types_of_only_member(&self, key: u32) -> Types {
        let shape = |id: ShapeId| self.shapes.get(id);
        let root = shape(self.root).filter(|root| {
            let Members { least, most, known, .. } = &root.members;
            let others_are_optional =
                known.iter().all(|member| member.key == key || member.required.is_none());
            root.types.allow(Types::OBJECT)
                && *least <= 1
                && *most >= 1
                && others_are_optional
                && root.choices.is_none()
                && root.any.is_none()
                && root.all.is_empty()
        });
        let member = root.and_then(|root| root.members.known.iter().find(|m| m.key == key));
        match member.and_then(|member| shape(member.shape)) {
            Some(shape) if shape.only_types => shape.types,
            _ => Types::NONE,
        }
    }
}

impl Bounds {
    #[inline]
    fn hold(self, value: f64) -> bool {
        value >= self.minimum && value <= self.maximum && value > self.above && value < self.below
    }
}
