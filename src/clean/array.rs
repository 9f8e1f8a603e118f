//! Lists, sets and tuples.

use std::collections::HashSet;

use super::plan::{List, Shape, ShapeId, Size, Tuple};
use super::walk::{Exactness, Place, Walk};
use crate::problem;
use crate::python;
use crate::tape::{Node, TapeBuf, View};

impl Walk<'_> {
    pub fn list(
        &mut self,
        list: &List,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let Some(items) = node.as_array() else {
            return self.fail(problem::list_type(), place, node);
        };
        if let Some(most) = list.size.most.filter(|most| items.len() as u64 > *most) {
            // pydantic looks at items until there are too many of them, and forgets the others.
            return self.fail(problem::too_long("List", most, items.len()), place, node);
        }
        let mark = out.open_array();
        let mut fits = true;
        for (index, item) in items.iter().enumerate() {
            if self.quiet == 0 && self.is_sound(item) {
                out.null();
                continue;
            }
            fits &= self.value(list.item, &place.index(index), item, out);
            if !fits && self.quiet > 0 {
                return false;
            }
        }
        out.close(mark, items.len());
        fits && self.check_least("List", list.size, items.len(), place, node)
    }

    fn check_least(
        &mut self,
        kind: &str,
        size: Size,
        count: usize,
        place: &Place<'_>,
        node: Node<'_>,
    ) -> bool {
        match size.least.filter(|least| (count as u64) < *least) {
            Some(least) => self.fail(problem::too_short(kind, least, count), place, node),
            None => true,
        }
    }

    pub fn set(
        &mut self,
        set: &List,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let Some(items) = node.as_array() else {
            return self.fail(problem::set_type(), place, node);
        };
        self.floor(Exactness::Lax);
        let noted = self.issues.len();
        let hashable = self.is_hashable(set.item);
        let mark = out.open_array();
        let mut seen = HashSet::new();
        let mut fits = true;
        let mut repeated = false;
        for (index, item) in items.iter().enumerate() {
            let start = out.mark();
            let place_of_item = place.index(index);
            if !self.value(set.item, &place_of_item, item, out) {
                fits = false;
            } else {
                let tape = out.tape(self.keys);
                let cleaned = tape.at(start);
                let unhashable =
                    !hashable && matches!(cleaned.view(), View::Array(_) | View::Object(_));
                let is_new = unhashable || seen.insert(identity(cleaned, index));
                if unhashable && !self.is_strict() {
                    fits = self.fail(problem::set_item_not_hashable(), &place_of_item, item);
                } else if !is_new {
                    repeated = true;
                    out.rollback(start);
                }
            }
            if !fits && self.quiet > 0 {
                return false;
            }
            if let Some(most) = set.size.most.filter(|most| seen.len() as u64 > *most) {
                self.issues.truncate(noted);
                return self.fail(problem::too_long("Set", most, "more"), place, node);
            }
        }
        out.close(mark, seen.len());
        if fits && repeated && self.is_strict() {
            return self.fail(problem::set_type(), place, node);
        }
        fits && self.check_least("Set", set.size, seen.len(), place, node)
    }

    /// Whether items that are arrays or objects can be told apart: Python can do so for tuples
    /// and for objects that never change, not for free-form values.
    fn is_hashable(&self, item: ShapeId) -> bool {
        match self.plan.shape(item) {
            Shape::Any | Shape::Map(_) => false,
            shape => shape.same_place().into_iter().all(|id| self.is_hashable(id)),
        }
    }

    pub fn tuple(
        &mut self,
        tuple: &Tuple,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let Some(items) = node.as_array() else {
            return self.fail(problem::tuple_type(), place, node);
        };
        self.floor(Exactness::Lax);
        let length = items.len();
        let most = match tuple.rest {
            Some(_) => tuple.size.most,
            None => Some(tuple.size.most.unwrap_or(u64::MAX).min(tuple.items.len() as u64)),
        };
        if let Some(most) = most.filter(|most| length as u64 > *most) {
            return self.fail(problem::too_long("Tuple", most, length), place, node);
        }
        let mark = out.open_array();
        let mut fits = true;
        for (index, item) in items.iter().enumerate() {
            if let Some(shape) = tuple.items.get(index).copied().or(tuple.rest) {
                fits &= self.value(shape, &place.index(index), item, out);
            }
            if !fits && self.quiet > 0 {
                return false;
            }
        }
        out.close(mark, length);
        for index in length..tuple.required {
            fits = self.fail(problem::missing(), &place.index(index), node);
        }
        if tuple.rest.is_some() && length >= tuple.required {
            fits &= self.check_least("Tuple", tuple.size, length, place, node);
        }
        fits
    }
}

/// A text that is the same for values that Python takes for equal.
fn identity(node: Node<'_>, index: usize) -> String {
    match node.view() {
        View::Null => "n".to_owned(),
        View::Bool(value) => u8::from(value).to_string(),
        View::Number(number) if number.is_written_as_integer() => python::number(number),
        View::Number(number) => match number.to_f64() {
            // Every NaN is a value of its own.
            value if value.is_nan() => format!("nan{index}"),
            value if value.trunc() == value && value.abs() < 1e18 => (value as i64).to_string(),
            value => python::float(value),
        },
        View::String(text) => format!("s{text}"),
        View::Array(items) => {
            let parts: Vec<String> =
                items.iter().map(|item| python::quote(&identity(item, index))).collect();
            format!("[{}]", parts.join(","))
        }
        View::Object(members) => {
            let member = |(key, value): (crate::tape::Key<'_>, Node<'_>)| {
                format!("{}:{}", python::quote(key.name), python::quote(&identity(value, index)))
            };
            let mut parts: Vec<String> = members.iter().map(member).collect();
            parts.sort();
            format!("{{{}}}", parts.join(","))
        }
    }
}
