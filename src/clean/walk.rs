//! One walk over a value, along a plan.

use std::collections::HashMap;

use super::plan::{Plan, Shape, ShapeId};
use crate::error::{Issue, Problem, Segment};
use crate::policy::{Formats, Policy};
use crate::problem;
use crate::python::LastCut;
use crate::tape::{Keys, Node, TapeBuf};

/// Problems are noted until they and the steps of their paths are so many together: a value may be
/// wrong in more ways than there is memory for.
pub const MOST_NOTES: usize = 300_000;
/// How deep the walk may go; a nullable union of objects takes three steps a level.
const DEEPEST: u32 = 4 * Policy::DEEPEST;

/// Whether values are converted, or only what is wrong with them is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// pydantic's lax mode.
    Lax,
    /// As JSON Schema has it, in pydantic's words.
    Strict(Formats),
}

/// Where the walk is: a list from the innermost step to the root.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
    Arm(&'p str),
}

impl<'p> Place<'p> {
    pub const ROOT: Place<'static> = Place { parent: None, step: Step::Root };

    pub fn key(&'p self, name: &'p str) -> Place<'p> {
        Place { parent: Some(self), step: Step::Key(name) }
    }

    pub fn index(&'p self, index: usize) -> Place<'p> {
        Place { parent: Some(self), step: Step::Index(index) }
    }

    pub fn arm(&'p self, label: &'p str) -> Place<'p> {
        Place { parent: Some(self), step: Step::Arm(label) }
    }

    fn path(&self) -> Vec<Segment<'static>> {
        let mut path = Vec::new();
        let mut at = Some(self);
        while let Some(place) = at {
            match place.step {
                Step::Root => {}
                Step::Key(name) => path.push(Segment::Key(name.to_owned().into())),
                Step::Index(index) => path.push(Segment::Index(index)),
                Step::Arm(label) => path.push(Segment::Arm(label.to_owned().into())),
            }
            at = place.parent;
        }
        path.reverse();
        path
    }
}

/// How well a value fits: pydantic's measure for the arms of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exactness {
    /// It had to be converted.
    Lax,
    /// It had to be converted to a type that contains its own.
    Strict,
    /// It is of the type.
    Exact,
}

/// The fit of everything since the last union began.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    pub exactness: Exactness,
    /// How many declared members objects had; `None` without any object.
    pub members: Option<usize>,
}

impl Fit {
    pub const EXACT: Fit = Fit { exactness: Exactness::Exact, members: None };

    /// Both together.
    pub fn and(self, other: Fit) -> Fit {
        let members = match (self.members, other.members) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        Fit { exactness: self.exactness.min(other.exactness), members }
    }
}

/// What became of a union at a place, so that it is not asked twice.
#[derive(Clone, Copy)]
pub enum Outcome {
    Nothing,
    Arm(usize),
}

/// The state of one walk.
pub struct Walk<'w> {
    pub plan: &'w Plan,
    pub keys: &'w Keys,
    pub mode: Mode,
    pub issues: Vec<Issue>,
    pub fit: Fit,
    /// Above zero where problems are not noted: an arm of a union is being tried.
    pub quiet: u32,
    pub outcomes: HashMap<(ShapeId, usize), Outcome>,
    pub spare: Vec<TapeBuf>,
    /// Items that need not be looked at, by their index on the tape, in order.
    pub sound: &'w [usize],
    last_cut: LastCut,
    depth: u32,
    notes: usize,
}

impl<'w> Walk<'w> {
    pub fn new(plan: &'w Plan, keys: &'w Keys, mode: Mode) -> Self {
        Walk {
            plan,
            keys,
            mode,
            issues: Vec::new(),
            fit: Fit::EXACT,
            quiet: 0,
            outcomes: HashMap::new(),
            spare: Vec::new(),
            sound: &[],
            last_cut: LastCut::default(),
            depth: 0,
            notes: 0,
        }
    }

    pub fn is_strict(&self) -> bool {
        self.mode != Mode::Lax
    }

    /// Whether an item need not be looked at; asked in the order of the tape as a rule.
    pub fn is_sound(&mut self, item: Node<'_>) -> bool {
        match self.sound.split_first() {
            Some((next, rest)) if *next == item.index() => {
                self.sound = rest;
                true
            }
            _ => self.sound.binary_search(&item.index()).is_ok(),
        }
    }

    /// Notes a problem.
    pub fn fail(&mut self, problem: Problem, place: &Place<'_>, node: Node<'_>) -> bool {
        if self.quiet == 0 && self.notes < MOST_NOTES {
            let path = place.path();
            self.notes += 1 + path.len();
            self.issues.push(Issue::after(&mut self.last_cut, path, problem, node));
        }
        false
    }

    /// Lowers the exactness.
    pub fn floor(&mut self, exactness: Exactness) {
        self.fit.exactness = self.fit.exactness.min(exactness);
    }

    /// Holds a value against a shape, and writes what it becomes to `out`. Returns whether it
    /// fits; if not, the problems are noted and what was written has no meaning.
    pub fn value(
        &mut self,
        id: ShapeId,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        if self.notes >= MOST_NOTES {
            return false;
        }
        if self.depth >= DEEPEST {
            return self.fail(problem::recursion_depth_exceeded(), place, node);
        }
        self.depth += 1;
        let plan = self.plan;
        let fits = match plan.shape(id) {
            Shape::Same(id) => self.value(*id, place, node, out),
            Shape::Nullable(_) if node.is_null() => {
                out.null();
                true
            }
            Shape::Nullable(id) => self.value(*id, place, node, out),
            Shape::Object(object) => self.object(object, place, node, out),
            Shape::Map(map) => self.map(map, place, node, out),
            Shape::List(list) => self.list(list, place, node, out),
            Shape::Set(set) => self.set(set, place, node, out),
            Shape::Tuple(tuple) => self.tuple(tuple, place, node, out),
            Shape::Union(arms) => self.union(id, arms, place, node, out),
            Shape::Tagged(tagged) => self.tagged(tagged, place, node, out),
            shape => match self.scalar(shape, node, out) {
                Ok(()) => true,
                Err(problem) => self.fail(problem, place, node),
            },
        };
        self.depth -= 1;
        fits
    }
}
