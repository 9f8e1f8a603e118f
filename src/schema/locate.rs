//! Finds the values that errors speak of.

use crate::survey::pointer::tokens;
use crate::tape::{Items, Node, Object, View};

/// One step from a value to the next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// To a member, which stands at `position` among the others if it is there.
    Key { name: String, position: Option<usize> },
    /// To an item.
    Index(usize),
}

impl Step {
    /// The step to a member of `object`, or to one that it lacks.
    pub fn member(object: Option<Object<'_>>, name: &str) -> Step {
        let position = object.and_then(|o| o.find(name)).map(|(position, _)| position);
        Step::Key { name: name.to_owned(), position }
    }
}

/// A value, and the way to it.
pub(super) struct Spot<'v> {
    pub steps: Vec<Step>,
    pub node: Node<'v>,
    /// The array or object around it.
    pub parent: Option<Node<'v>>,
}

/// Walks to one value after another. Errors come in the order of the document, so a walk goes on
/// from where the last one was, and a long array is gone through once.
pub(super) struct Locator<'v> {
    root: Node<'v>,
    trail: Vec<Passed<'v>>,
}

struct Passed<'v> {
    token: String,
    step: Step,
    node: Node<'v>,
    /// The items behind this one, if it is one.
    rest: Option<Items<'v>>,
}

impl<'v> Locator<'v> {
    pub fn new(root: Node<'v>) -> Self {
        Locator { root, trail: Vec::new() }
    }

    /// The value at a JSON Pointer.
    pub fn find(&mut self, pointer: &str) -> Option<Spot<'v>> {
        let tokens: Vec<String> = tokens(pointer).collect();
        let shared = self.trail.iter().zip(&tokens).take_while(|(p, t)| p.token == **t).count();
        let mut left = self.trail.drain(shared..).next();
        for token in tokens.into_iter().skip(shared) {
            let around = self.trail.last().map_or(self.root, |passed| passed.node);
            let passed = pass(around, token, left.take())?;
            self.trail.push(passed);
        }
        let above = self.trail.len().checked_sub(2).and_then(|at| self.trail.get(at));
        Some(Spot {
            steps: self.trail.iter().map(|passed| passed.step.clone()).collect(),
            node: self.trail.last().map_or(self.root, |passed| passed.node),
            parent: (!self.trail.is_empty()).then(|| above.map_or(self.root, |p| p.node)),
        })
    }
}

/// Takes one step down from `around`; `left` is where the last walk left it.
fn pass<'v>(around: Node<'v>, token: String, left: Option<Passed<'v>>) -> Option<Passed<'v>> {
    match around.view() {
        View::Array(array) => {
            let index: usize = token.parse().ok()?;
            let (mut rest, skip) = match left {
                Some(Passed { step: Step::Index(last), rest: Some(rest), .. }) if last < index => {
                    (rest, index - last - 1)
                }
                _ => (array.iter(), index),
            };
            let node = rest.nth(skip)?;
            Some(Passed { token, step: Step::Index(index), node, rest: Some(rest) })
        }
        View::Object(object) => {
            let (position, node) = object.find(&token)?;
            let step = Step::Key { name: token.clone(), position: Some(position) };
            Some(Passed { token, step, node, rest: None })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf, parse};

    #[test]
    fn walks_forward_and_back() {
        let keys = Keys::default();
        let mut buffer = TapeBuf::new();
        parse(br#"{"0": [[1], [2, 3], 4], "": {"a/b": 5}}"#, 9, &keys, &mut buffer).unwrap();
        let tape = buffer.tape(&keys);
        let mut locator = Locator::new(tape.root());
        for (pointer, expected) in [
            ("/0/0/0", Some("1")),
            ("/0/1/1", Some("3")),
            ("/0/2", Some("4")),
            ("/0/1/0", Some("2")),
            ("/0/3", None),
            ("/0/2", Some("4")),
            ("//a~1b", Some("5")),
            ("/missing", None),
            ("/0/0", Some("[1]")),
            ("", Some(r#"{"0":[[1],[2,3],4],"":{"a/b":5}}"#)),
        ] {
            let found = locator.find(pointer).map(|spot| spot.node.to_value().to_string());
            assert_eq!(found.as_deref(), expected, "{pointer}");
        }
        let spot = locator.find("//a~1b").unwrap();
        assert_eq!(spot.parent.unwrap().to_value().to_string(), r#"{"a/b":5}"#);
        assert_eq!(spot.steps.last(), Some(&Step::Key { name: "a/b".into(), position: Some(0) }));
    }
}
