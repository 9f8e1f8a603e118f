//! Unions: pydantic's smart mode, and unions that a member tells apart.

use super::plan::{Arm, ShapeId, Tagged};
use super::walk::{Exactness, Fit, Outcome, Place, Walk};
use crate::problem;
use crate::python;
use crate::tape::{Node, TapeBuf, View};

/// The best arm so far.
struct Best {
    arm: usize,
    fit: Fit,
}

impl Best {
    /// More declared members win, then the better exactness, then the earlier arm.
    fn is_beaten_by(&self, fit: Fit) -> bool {
        match (self.fit.members, fit.members) {
            (Some(old), Some(new)) if old != new => old < new,
            _ => self.fit.exactness < fit.exactness,
        }
    }
}

impl Walk<'_> {
    pub fn union(
        &mut self,
        id: ShapeId,
        arms: &[Arm],
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let outer = self.fit;
        // Unions in unions meet the same value again for every arm around them.
        let known = self.outcomes.get(&(id, node.index())).copied();
        let best = match known {
            Some(Outcome::Nothing) => None,
            Some(Outcome::Arm(arm)) => self.retry(arms, arm, place, node, out),
            None => {
                let best = self.try_all(arms, place, node, out);
                if self.quiet > 0 && matches!(node.view(), View::Array(_) | View::Object(_)) {
                    let outcome = best.as_ref().map_or(Outcome::Nothing, |b| Outcome::Arm(b.arm));
                    self.outcomes.insert((id, node.index()), outcome);
                }
                best
            }
        };
        self.fit = outer;
        if let Some(best) = best {
            self.fit = outer.and(best.fit);
            return true;
        }
        if self.quiet == 0 {
            for arm in arms {
                self.value(arm.shape, &place.arm(&arm.label), node, out);
            }
            self.fit = outer;
        }
        false
    }

    /// Finds the best arm, whose result stands on `out` afterwards.
    fn try_all(
        &mut self,
        arms: &[Arm],
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> Option<Best> {
        let mark = out.mark();
        let mut best: Option<Best> = None;
        self.quiet += 1;
        for (index, arm) in arms.iter().enumerate() {
            self.fit = Fit::EXACT;
            let Some(current) = &best else {
                if self.value(arm.shape, place, node, out) {
                    best = Some(Best { arm: index, fit: self.fit });
                    if self.is_final() {
                        break;
                    }
                } else {
                    out.rollback(mark);
                }
                continue;
            };
            let mut other = self.spare.pop().unwrap_or_default();
            other.clear();
            let fits = self.value(arm.shape, place, node, &mut other);
            let wins = fits && (self.is_final() || current.is_beaten_by(self.fit));
            if wins {
                out.rollback(mark);
                out.copy(other.tape(self.keys).root());
                best = Some(Best { arm: index, fit: self.fit });
            }
            self.spare.push(other);
            if wins && self.is_final() {
                break;
            }
        }
        self.quiet -= 1;
        best
    }

    /// Nothing can be better: an exact match without members to count, or, in strict mode, any.
    fn is_final(&self) -> bool {
        let exact = self.fit.exactness == Exactness::Exact && self.fit.members.is_none();
        exact || self.is_strict()
    }

    fn retry(
        &mut self,
        arms: &[Arm],
        index: usize,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> Option<Best> {
        let arm = arms.get(index)?;
        self.fit = Fit::EXACT;
        self.value(arm.shape, place, node, out).then_some(Best { arm: index, fit: self.fit })
    }

    pub fn tagged(
        &mut self,
        tagged: &Tagged,
        place: &Place<'_>,
        node: Node<'_>,
        out: &mut TapeBuf,
    ) -> bool {
        let Some(members) = node.as_object() else {
            return self.fail(problem::model_attributes_type(), place, node);
        };
        let name = python::quote(&tagged.name);
        let Some(tag) = members.get(&tagged.name) else {
            return self.fail(problem::union_tag_not_found(&name), place, node);
        };
        let found = tagged.arms.iter().find(|(value, _)| super::scalar::is_equal(value, tag));
        match found {
            Some((value, shape)) => {
                let label = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                self.value(*shape, &place.arm(&label), node, out)
            }
            None => {
                let text = tag.as_str().map_or_else(|| python::repr(tag), str::to_owned);
                let problem = problem::union_tag_invalid(&name, &text, &tagged.choices);
                self.fail(problem, place, node)
            }
        }
    }
}
