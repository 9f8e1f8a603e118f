//! Members of large objects by name, for who asks for one member after another.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{Node, Object};

/// Objects with fewer members are walked.
const LARGE: usize = 64;
/// So many questions are answered by walking, before an index is worth while.
const WALKED: usize = 4;

/// Where members stand: in words of the tape, and counted from the first.
type Places = HashMap<Box<str>, (usize, usize)>;

#[derive(Default)]
struct Index {
    asked: usize,
    places: Places,
}

thread_local! {
    /// By the address of the words, and the place of the object among them.
    static INDEXES: RefCell<HashMap<(usize, usize), Index>> = RefCell::default();
}

impl<'a> Object<'a> {
    /// The same as [`Object::get`], with the member's position. From the fifth question on, those
    /// to a large object are answered from an index, which stands until [`forget`].
    pub fn find(self, name: &str) -> Option<(usize, Node<'a>)> {
        if self.len < LARGE {
            return self.walk_to(name);
        }
        let tape = self.first.tape;
        INDEXES.with_borrow_mut(|indexes| {
            let index = indexes.entry((tape.words.as_ptr().addr(), self.first.at)).or_default();
            index.asked += 1;
            if index.asked <= WALKED {
                return self.walk_to(name);
            }
            if index.places.is_empty() {
                index.places = self.places();
            }
            let (at, position) = *index.places.get(name)?;
            Some((position, Node { tape, at }))
        })
    }

    fn walk_to(self, name: &str) -> Option<(usize, Node<'a>)> {
        let mut members = self.iter().enumerate();
        members.find(|(_, (key, _))| key.name == name).map(|(at, (_, value))| (at, value))
    }

    fn places(self) -> Places {
        let mut places = Places::with_capacity(self.len);
        for (position, (key, value)) in self.iter().enumerate() {
            places.entry(key.name.into()).or_insert((value.at, position));
        }
        places
    }
}

/// Forgets all indexes of this thread: the tapes that they are of may change.
pub fn forget() {
    INDEXES.with_borrow_mut(HashMap::clear);
}

#[cfg(test)]
mod tests {
    use super::super::{Keys, TapeBuf, parse};
    use super::*;

    #[test]
    fn large_objects_answer_as_small_ones() {
        let keys = Keys::new(["p5"]);
        for members in [3, 200] {
            let names: Vec<String> = (0..members).map(|i| format!("\"p{i}\":[{i}]")).collect();
            let mut tape = TapeBuf::new();
            parse(format!("[{{{}}}]", names.join(",")).as_bytes(), 9, &keys, &mut tape).unwrap();
            let tape = tape.tape(&keys);
            let root = tape.root().as_array().unwrap().iter().next().unwrap();
            let object = root.as_object().unwrap();
            for name in ["p0", "p1", "p2", "p5", "p199", "no", "p1"].repeat(2) {
                let found = object.find(name).map(|(_, node)| node.index());
                assert_eq!(found, object.get(name).map(Node::index), "{name}");
            }
            assert_eq!(object.find("p2").map(|(position, _)| position), Some(2));
            forget();
        }
    }
}
