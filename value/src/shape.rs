//! What a value surely is: the plain keywords of a schema, compiled. Schemas are compiled to shapes
//! elsewhere; here a value is held against them.

use serde_json::Value;

use crate::tape::{Array, Keys, Node, Number, Object, TapeBuf, View, tag, tag_of};

/// What may be wrong with a value that does not have its shape.
#[derive(Debug, Default)]
pub struct Suspect {
    /// The items of arrays that certainly have their shape, by [`Node::index`] and in that order. Only
    /// those of which nothing else is asked.
    pub sound: Vec<usize>,
    /// The value without them: it has the shape if the whole value has it.
    pub rest: TapeBuf,
}

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
    pub only_types: bool,
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

    /// Whether the value is of an allowed type.
    #[inline(always)]
    fn hold(self, node: Node<'_>) -> bool {
        let word = node.word();
        match tag_of(word) {
            None => self.hold_number(Number::Float(f64::from_bits(word))),
            Some(tag::NUMBER) => match node.view() {
                View::Number(number) => self.hold_number(number),
                _ => false,
            },
            Some(tag) => u64::from(self.0) & (BY_TAG >> (8 * tag)) != 0,
        }
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
    /// What its value must be.
    pub shape: ShapeId,
    /// The types of which every value will do.
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

/// How deeply a value may be nested to be checked.
const DEEPEST: usize = 256;

impl Shape {
    /// A shape that everything fits.
    pub fn anything() -> Self {
        Shape {
            types: Types::ALL,
            only_types: false,
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

    /// Whether types are all that it asks for.
    fn asks_for_types_only(&self) -> bool {
        let Shape { types: _, only_types: _, bounds, length, items, members, choices, any, all } =
            self;
        let items_are_free = items.least == 0
            && items.most == usize::MAX
            && items.first.is_empty()
            && items.rest.is_none();
        let members_are_free = members.least == 0
            && members.most == usize::MAX
            && members.known.is_empty()
            && members.rest.is_none();
        let values_are_free =
            bounds.is_none() && length.is_none() && choices.is_none() && any.is_none();
        items_are_free && members_are_free && values_are_free && all.is_empty()
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
        Member { key, shape, free: Types::NONE, required }
    }
}

impl Shapes {
    /// Links shapes; `root` is the number of the whole value's.
    pub fn new(mut shapes: Vec<Shape>, root: ShapeId) -> Self {
        for shape in &mut shapes {
            shape.only_types = shape.asks_for_types_only();
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

    /// Whether the value certainly has the shape. `false` says nothing.
    pub fn surely_fit(&self, node: Node<'_>) -> bool {
        self.run(node).fits(self.root, node, DEEPEST)
    }

    /// Leaves out what is certainly sound in a value that does not have its shape.
    pub fn suspect(&self, node: Node<'_>) -> Suspect {
        let mut found = Suspect::default();
        self.run(node).suspect(self.root, node, DEEPEST, &mut found);
        found
    }

    fn run<'r>(&'r self, node: Node<'r>) -> Run<'r> {
        // Alternatives of alternatives could be tried without end; the validator remembers.
        let fuel = node.size().saturating_mul(16).saturating_add(1024);
        Run { shapes: &self.shapes, fuel, keys: node.tape().keys() }
    }
}

struct Run<'c> {
    shapes: &'c [Shape],
    /// Steps that are left.
    fuel: usize,
    keys: &'c Keys,
}

impl<'c> Run<'c> {
    #[inline(always)]
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
        let types = shape.types;
        let fits = match node.view() {
            View::Object(object) => {
                types.allow(Types::OBJECT) && self.members_fit(&shape.members, object, depth)
            }
            View::Array(array) => {
                types.allow(Types::ARRAY) && self.items_fit(&shape.items, array, depth)
            }
            View::Number(number) => {
                types.hold_number(number)
                    && shape.bounds.is_none_or(|bounds| bounds.hold(number.to_f64()))
            }
            View::String(text) => types.allow(Types::STRING) && text_fits(shape, node, text),
            View::Null => types.allow(Types::NULL),
            View::Bool(_) => types.allow(Types::BOOL),
        };
        fits && shape.choices.as_ref().is_none_or(|choices| choices.hold(node))
            && shape
                .any
                .as_ref()
                .is_none_or(|any| any.iter().any(|arm| self.fits(*arm, node, depth)))
            && shape.all.iter().all(|part| self.fits(*part, node, depth))
    }

    fn suspect(&mut self, shape: ShapeId, node: Node<'_>, depth: usize, found: &mut Suspect) {
        let nothing_else = |shape: &&Shape| shape.any.is_none() && shape.all.is_empty();
        let shape = self.shapes.get(shape).filter(nothing_else);
        let (Some(shape), Some(depth)) = (shape, depth.checked_sub(1)) else {
            return found.rest.copy(node);
        };
        match (node.view(), shape.items.rest) {
            (View::Array(array), Some(items)) if shape.items.first.is_empty() => {
                let mark = found.rest.open_array();
                let mut kept = 0;
                for item in array.iter() {
                    let is_sound = self.fits(items, item, depth);
                    if is_sound {
                        found.sound.push(item.index());
                    }
                    match is_sound {
                        true if kept >= shape.items.least => continue,
                        true => found.rest.copy(item),
                        false => self.suspect(items, item, depth, found),
                    }
                    kept += 1;
                }
                found.rest.close(mark, kept);
            }
            (View::Object(object), _) => {
                let mark = found.rest.open_object();
                for (key, value) in object.iter() {
                    found.rest.key_of(key);
                    let place = key.id.and_then(|id| shape.members.place(id));
                    match place.and_then(|place| shape.members.known.get(place)) {
                        Some(known) => self.suspect(known.shape, value, depth, found),
                        None => found.rest.copy(value),
                    }
                }
                found.rest.close(mark, object.len());
            }
            _ => found.rest.copy(node),
        }
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
        let mut ahead = members.known.iter();
        for (key, value) in object.iter() {
            let Some(id) = key.id else {
                // Such a key is in no schema, unless the tape was written carelessly.
                if self.keys.id(key.name).is_some() || !self.rest_fits(members, value, depth) {
                    return false;
                }
                continue;
            };
            if ahead.as_slice().first().is_none_or(|next| next.key != id) {
                let from_there = members.place(id).and_then(|place| members.known.get(place..));
                let Some(from_there) = from_there else {
                    if !self.rest_fits(members, value, depth) {
                        return false;
                    }
                    continue;
                };
                ahead = from_there.iter();
            }
            let Some(member) = ahead.next() else { return false };
            if let Some(required) = member.required {
                seen.add(required);
            }
            if !member.free.hold(value) && !self.fits(member.shape, value, depth) {
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

/// Whether a string has as many characters as it should. One whose text is not here has what is not
/// asked for.
fn text_fits(shape: &Shape, node: Node<'_>, text: &str) -> bool {
    if (shape.length.is_some() || shape.choices.is_some()) && node.is_absent() {
        return false;
    }
    let Some((least, most)) = shape.length else { return true };
    // A character takes one to four bytes.
    let (bytes, fewest) = (text.len() as u64, text.len().div_ceil(4) as u64);
    if least <= fewest && bytes <= most {
        return true;
    }
    bytes >= least && fewest <= most && (least..=most).contains(&(text.chars().count() as u64))
}
