//! Objects of known members, and mappings.

use std::collections::HashMap;

use super::plan::{Extra, Map, Object, Shape, ShapeId};
use super::walk::{Exactness, Place, Walk};
use crate::problem;
use crate::python;
use crate::tape::{self, Node, TapeBuf, View};

impl Walk<'_> {
    pub fn object(
        &mut self,
        object: &Object,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let Some(members) = node.as_object() else {
            let problem = match &object.name {
                Some(name) => problem::model_type(name),
                None => problem::dict_type(),
            };
            return self.fail(problem, place, node);
        };
        if object.name.is_some() {
            self.floor(Exactness::Strict);
        }
        let values = declared_values(object, members);
        let mark = out.open_object();
        let mut count = 0;
        let mut given = 0;
        let mut fits = true;
        for (field, value) in object.fields.iter().zip(&values) {
            let place = place.key(&field.name);
            match (value, &field.default) {
                (Some(value), _) => {
                    out.key(self.keys, &field.name);
                    fits &= self.value(field.shape, &place, *value, out);
                    given += 1;
                    count += 1;
                }
                (None, Some(default)) if !self.is_strict() => {
                    out.key(self.keys, &field.name);
                    self.default(field.shape, default, out);
                    count += 1;
                }
                (None, _) if field.required => {
                    fits = self.fail(problem::missing(), &place, node);
                }
                (None, _) => {}
            }
            if !fits && self.quiet > 0 {
                return false;
            }
        }
        let strays = members.len() > given && !matches!(object.extra, Extra::Drop);
        for (key, value) in members.iter().filter(|_| strays) {
            if object.index.contains_key(key.name) {
                continue;
            }
            let place = place.key(key.name);
            match object.extra {
                Extra::Drop => {}
                Extra::Forbid => fits = self.fail(problem::extra_forbidden(), &place, value),
                Extra::Keep(shape) => {
                    out.key(self.keys, key.name);
                    fits &= self.value(shape, &place, value, out);
                    count += 1;
                }
            }
        }
        out.close(mark, count);
        if fits {
            self.fit.members = Some(self.fit.members.unwrap_or(0) + given);
        }
        fits
    }

    /// Writes a default, which is not validated; a number is written as its type has it.
    fn default(&self, shape: ShapeId, default: &serde_json::Value, out: &mut TapeBuf) {
        let float = matches!(self.plan.shape(shape), Shape::Float(_));
        match default {
            serde_json::Value::Number(number) if float => {
                out.number(&python::float(number.as_f64().unwrap_or(0.0)));
            }
            _ => self.write_json(default, out),
        }
    }

    pub fn map(&mut self, map: &Map, place: &Place<'_>, node: Node<'_>, out: &mut TapeBuf) -> bool {
        let Some(members) = node.as_object() else {
            return self.fail(problem::dict_type(), place, node);
        };
        let noted = self.issues.len();
        let renamed = map.key.map(|shape| self.renamed(shape, members));
        let mark = out.open_object();
        let mut fits = true;
        let mut count = 0;
        for (index, (key, value)) in members.iter().enumerate() {
            let place = place.key(key.name);
            let name = match renamed.as_ref().and_then(|names| names.get(index)) {
                None => Some(key.name),
                Some(Renamed::As(name)) => Some(name.as_str()),
                Some(Renamed::Replaced) => None,
                Some(Renamed::Refused) => {
                    fits = false;
                    self.refuse_key(map.key, key.name, &place);
                    None
                }
            };
            let start = out.mark();
            out.key(self.keys, name.unwrap_or_default());
            fits &= self.value(map.value, &place, value, out);
            match name {
                Some(_) => count += 1,
                None => out.rollback(start),
            }
            if !fits && self.quiet > 0 {
                return false;
            }
            if let Some(most) = map.size.most.filter(|most| count as u64 > *most) {
                self.issues.truncate(noted);
                return self.fail(problem::too_long("Dictionary", most, "more"), &place, node);
            }
        }
        out.close(mark, count);
        match map.size.least.filter(|least| fits && (count as u64) < *least) {
            Some(least) => self.fail(problem::too_short("Dictionary", least, count), place, node),
            None => fits,
        }
    }

    /// What becomes of each name under the shape for names.
    fn renamed(&mut self, shape: ShapeId, members: tape::Object<'_>) -> Vec<Renamed> {
        let mut names = Vec::with_capacity(members.len());
        let mut last: HashMap<String, usize> = HashMap::new();
        self.quiet += 1;
        for (index, (key, _)) in members.iter().enumerate() {
            let name = self.clean_key(shape, key.name, &Place::ROOT);
            if let Some(earlier) = name.as_ref().and_then(|name| last.insert(name.clone(), index))
                && let Some(slot) = names.get_mut(earlier)
            {
                *slot = Renamed::Replaced;
            }
            names.push(name.map_or(Renamed::Refused, Renamed::As));
        }
        self.quiet -= 1;
        names
    }

    fn refuse_key(&mut self, shape: Option<ShapeId>, name: &str, place: &Place<'_>) {
        if let Some(shape) = shape {
            self.clean_key(shape, name, &place.arm("[key]"));
        }
    }

    /// Holds a name against a shape, as a string.
    fn clean_key(&mut self, shape: ShapeId, name: &str, place: &Place<'_>) -> Option<String> {
        let (mut given, mut cleaned) = (TapeBuf::new(), TapeBuf::new());
        given.string(name);
        let fits = self.value(shape, place, given.tape(self.keys).root(), &mut cleaned);
        fits.then(|| match cleaned.tape(self.keys).root().view() {
            View::String(text) => text.to_owned(),
            View::Number(number) => number.to_text().into_owned(),
            _ => name.to_owned(),
        })
    }
}

enum Renamed {
    As(String),
    /// A later member has the same name.
    Replaced,
    Refused,
}

/// The value of each declared member, in the schema's order.
fn declared_values<'n>(object: &Object, members: tape::Object<'n>) -> Vec<Option<Node<'n>>> {
    let mut values = vec![None; object.fields.len()];
    let mut guess = 0;
    for (key, value) in members.iter() {
        let at = match object.fields.get(guess) {
            Some(field) if field.name == key.name => Some(guess),
            _ => object.index.get(key.name).copied(),
        };
        let Some(at) = at else { continue };
        if let Some(slot) = values.get_mut(at) {
            *slot = Some(value);
        }
        guess = at + 1;
    }
    values
}
