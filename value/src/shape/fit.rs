//! Holding a value against shapes.

use super::{Items, Member, Members, Seen, Shape, ShapeId, Shapes, Types};
use crate::tape::{NOWHERE, Node, Number, Reader, Tape, View, payload, small, tag, tag_of};

/// How deeply a value may be nested to be checked.
pub(super) const DEEPEST: usize = 256;

impl Shapes {
    /// Whether the value certainly has the shape, and no number that JSON does not have. `false` says
    /// nothing. Where the tape came from outside, it is well formed if the answer is yes.
    pub fn surely_fit(&self, node: Node<'_>) -> bool {
        let mut run = self.run(node);
        let end = run.value(self.root, node.index(), DEEPEST);
        run.reader.has_ended_well(node.index(), end)
    }

    pub(super) fn run<'r>(&'r self, node: Node<'r>) -> Run<'r> {
        let tape = node.tape();
        // Alternatives of alternatives could be tried without end; the validator remembers.
        let fuel = tape.len().saturating_mul(16).saturating_add(1024);
        Run { shapes: &self.shapes, fuel, tape, reader: Reader::new(tape) }
    }
}

/// A walk over a value. Each step says where the next one begins, or [`NOWHERE`] where it is not sure.
pub(super) struct Run<'c> {
    shapes: &'c [Shape],
    /// Steps that are left.
    fuel: usize,
    tape: &'c Tape<'c>,
    reader: Reader<'c>,
}

impl<'c> Run<'c> {
    /// Whether the node fits.
    pub fn fits(&mut self, shape: ShapeId, node: Node<'_>, depth: usize) -> bool {
        self.value(shape, node.index(), depth) != NOWHERE
    }

    #[inline(always)]
    fn value(&mut self, shape: ShapeId, at: usize, depth: usize) -> usize {
        match self.shapes.get(shape) {
            Some(shape) if shape.only_types => self.typed(shape.types, at, depth),
            Some(shape) => self.in_full(shape, at, depth),
            None => NOWHERE,
        }
    }

    /// A value of which nothing but the type is asked.
    #[inline(always)]
    fn typed(&mut self, types: Types, at: usize, depth: usize) -> usize {
        let word = self.tape.word(at);
        match tag_of(word) {
            None if types.hold_number(Number::Float(f64::from_bits(word))) => at + 1,
            None => NOWHERE,
            Some(tag::STRING) if types.hold_tag(tag::STRING) => self.reader.text(at, word),
            Some(tag::NULL | tag::FALSE | tag::TRUE) if types.hold_tag(word >> 48 & 7) => at + 1,
            Some(tag @ (tag::ARRAY | tag::OBJECT)) if types.hold_tag(tag) => {
                self.reader.value(at, depth)
            }
            Some(tag::NUMBER) => self.literal(types, at, word),
            _ => NOWHERE,
        }
    }

    fn literal(&mut self, types: Types, at: usize, word: u64) -> usize {
        let after = self.reader.literal(at, word);
        match self.tape.node(at).view() {
            View::Number(number) if types.hold_number(number) => after,
            _ => NOWHERE,
        }
    }

    fn in_full(&mut self, shape: &'c Shape, at: usize, depth: usize) -> usize {
        let steps = 1 + std::mem::take(&mut self.reader.parts);
        let (Some(fuel), Some(depth)) = (self.fuel.checked_sub(steps), depth.checked_sub(1)) else {
            return NOWHERE;
        };
        self.fuel = fuel;
        let word = self.tape.word(at);
        let after = match tag_of(word) {
            Some(tag @ (tag::OBJECT | tag::ARRAY)) if shape.leaves_parts => {
                match shape.types.hold_tag(tag) {
                    true => self.reader.end(at, payload(word)),
                    false => NOWHERE,
                }
            }
            Some(tag::OBJECT) if shape.types.allow(Types::OBJECT) => {
                self.members(&shape.members, at, depth)
            }
            Some(tag::ARRAY) if shape.types.allow(Types::ARRAY) => {
                self.items(&shape.items, at, depth)
            }
            _ => self.scalar(shape, at, depth),
        };
        let is_more_asked = shape.choices.is_some() || shape.any.is_some() || !shape.all.is_empty();
        if after == NOWHERE || !is_more_asked || self.fits_more(shape, at, depth) {
            after
        } else {
            NOWHERE
        }
    }

    fn fits_more(&mut self, shape: &'c Shape, at: usize, depth: usize) -> bool {
        let node = self.tape.node(at);
        let mut fits = |shape: &ShapeId| self.fits(*shape, node, depth);
        shape.choices.as_ref().is_none_or(|choices| !node.is_absent() && choices.hold(node))
            && shape.any.as_ref().is_none_or(|any| any.iter().any(&mut fits))
            && shape.all.iter().all(fits)
    }

    fn scalar(&mut self, shape: &Shape, at: usize, depth: usize) -> usize {
        let after = self.typed(shape.types.and(Types::SCALARS), at, depth);
        if after == NOWHERE {
            return NOWHERE;
        }
        let node = self.tape.node(at);
        let fits = match (shape.bounds, shape.length, node.view()) {
            (Some(bounds), _, View::Number(number)) => bounds.hold(number.to_f64()),
            // One whose text is not here has what is not asked for.
            (_, Some(length), View::String(text)) => !node.is_absent() && is_as_long(text, length),
            _ => true,
        };
        if fits { after } else { NOWHERE }
    }

    fn items(&mut self, items: &'c Items, head: usize, depth: usize) -> usize {
        let count = payload(self.tape.word(head));
        let end = self.reader.end(head, count);
        if end == NOWHERE || count < items.least || count > items.most {
            return NOWHERE;
        }
        let (mut at, mut left) = (head + 2, count);
        for shape in items.first.iter().take(count) {
            at = self.value(*shape, at, depth);
            left -= 1;
            if at == NOWHERE {
                return NOWHERE;
            }
        }
        for _ in 0..left {
            at = self.other(items.rest, at, depth);
            if at == NOWHERE {
                return NOWHERE;
            }
        }
        if at == end { end } else { NOWHERE }
    }

    /// A value that is not named.
    #[inline(always)]
    fn other(&mut self, shape: Option<ShapeId>, at: usize, depth: usize) -> usize {
        match shape {
            Some(shape) => self.value(shape, at, depth),
            None => self.reader.value(at, depth),
        }
    }

    fn members(&mut self, members: &'c Members, head: usize, depth: usize) -> usize {
        let count = payload(self.tape.word(head));
        let end = self.reader.end(head, count);
        if end == NOWHERE || count < members.least || count > members.most {
            return NOWHERE;
        }
        let after = match count == members.known.len() {
            true => self.members_in_order(members, head + 2, depth),
            false => None,
        };
        match after.unwrap_or_else(|| self.members_as_they_come(members, head + 2, count, depth)) {
            after if after == end => end,
            _ => NOWHERE,
        }
    }

    /// All members that the schema names, in its order; `None` where they come in another.
    #[inline(always)]
    fn members_in_order(
        &mut self,
        members: &'c Members,
        first: usize,
        depth: usize,
    ) -> Option<usize> {
        let mut at = first;
        for member in &members.known {
            if self.tape.word(at) != member.word {
                return None;
            }
            at = self.member(member, at + 1, depth);
            if at == NOWHERE {
                return Some(NOWHERE);
            }
        }
        Some(at)
    }

    fn members_as_they_come(
        &mut self,
        members: &'c Members,
        first: usize,
        count: usize,
        depth: usize,
    ) -> usize {
        let mut seen = Seen::default();
        // Members mostly come in the order of the schema.
        let mut ahead = members.known.iter();
        let mut at = first;
        for _ in 0..count {
            let key = self.tape.word(at);
            if ahead.as_slice().first().is_none_or(|next| next.word != key)
                && let Some(from_there) = self.place(members, key)
            {
                ahead = from_there.iter();
            }
            let known = ahead.as_slice().first().filter(|next| next.word == key);
            at = match known {
                Some(member) => {
                    ahead.next();
                    if let Some(required) = member.required {
                        seen.add(required);
                    }
                    self.member(member, at + 1, depth)
                }
                None => {
                    let value = self.unknown_key(at, key);
                    if value == NOWHERE {
                        return NOWHERE;
                    }
                    self.other(members.rest, value, depth)
                }
            };
            if at == NOWHERE {
                return NOWHERE;
            }
        }
        if seen == members.required { at } else { NOWHERE }
    }

    /// The members that the schema names, from the one with that key on.
    #[inline(always)]
    fn place(&self, members: &'c Members, key: u64) -> Option<&'c [Member]> {
        let is_numbered = tag_of(key) == Some(tag::KEY) && small(key) == 0;
        let place = is_numbered.then(|| members.place(payload(key) as u32))??;
        members.known.get(place..)
    }

    #[inline(always)]
    fn unknown_key(&mut self, at: usize, key: u64) -> usize {
        let value = self.reader.key(at);
        // A name that is spelled out is in no schema, unless the tape was written carelessly.
        let is_careless = || {
            let (start, end) = self.tape.inline_name(at, key);
            let name = self.tape.text().get(start..end).unwrap_or_default();
            self.tape.keys().id(name).is_some()
        };
        if value == at + 2 && is_careless() { NOWHERE } else { value }
    }

    #[inline(always)]
    fn member(&mut self, member: &Member, at: usize, depth: usize) -> usize {
        match member.free {
            Types::NONE => self.value(member.shape, at, depth),
            types => self.typed(types, at, depth),
        }
    }
}

/// Whether a text has as many characters as it should.
fn is_as_long(text: &str, (least, most): (u64, u64)) -> bool {
    // A character takes one to four bytes.
    let (bytes, fewest) = (text.len() as u64, text.len().div_ceil(4) as u64);
    if least <= fewest && bytes <= most {
        return true;
    }
    bytes >= least && fewest <= most && (least..=most).contains(&(text.chars().count() as u64))
}
