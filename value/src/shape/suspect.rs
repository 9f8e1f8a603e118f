//! What may be wrong with a value that does not have its shape.

use super::fit::{DEEPEST, Run};
use super::{Shape, ShapeId, Shapes};
use crate::tape::{Node, TapeBuf, View};

/// A value without what is certainly sound in it.
#[derive(Debug, Default)]
pub struct Suspect {
    /// The items of arrays that certainly have their shape, by [`Node::index`] and in that order. Only
    /// those of which nothing else is asked.
    pub sound: Vec<usize>,
    /// The value without them: it has the shape if the whole value has it.
    pub rest: TapeBuf,
}

impl Shapes {
    /// Leaves out what is certainly sound in a value that does not have its shape.
    pub fn suspect(&self, node: Node<'_>) -> Suspect {
        let mut found = Suspect::default();
        self.leave_out(self.root, node, DEEPEST, &mut self.run(node), &mut found);
        found
    }

    fn leave_out<'r>(
        &'r self,
        shape: ShapeId,
        node: Node<'_>,
        depth: usize,
        run: &mut Run<'r>,
        found: &mut Suspect,
    ) {
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
                    let is_sound = run.fits(items, item, depth);
                    if is_sound {
                        found.sound.push(item.index());
                    }
                    match is_sound {
                        true if kept >= shape.items.least => continue,
                        true => found.rest.copy(item),
                        false => self.leave_out(items, item, depth, run, found),
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
                        Some(known) => self.leave_out(known.shape, value, depth, run, found),
                        None => found.rest.copy(value),
                    }
                }
                found.rest.close(mark, object.len());
            }
            _ => found.rest.copy(node),
        }
    }
}
