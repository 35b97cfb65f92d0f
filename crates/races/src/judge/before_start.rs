//! What is done to an object before the thread is started that has it for itself.
//!
//! ```java
//! for (Form form : forms) {
//!     Claim claim = new Claim().with("age", form.age());      // `with` returns its receiver
//!     results.add(pool.submit(() -> settle(claim)));          // each task has a claim of its own
//! }
//! ```
//!
//! The loop makes the next claim while the task works on the last one. What happens in a method like `with` is followed back through
//! all its calls, each of which must be done before the start, to an object that is made anew; or when nothing of the thread can be
//! running any more: `results.get(i).get().with("paid", 1)`.

use ir::Inst;
use ir::body::{Op, Value};
use points_to::Node;

use crate::accesses::Place;
use crate::judge::{InThread, Judge};
use crate::order::{Overlap, Point};
use crate::paths::Root;
use crate::program::arguments;

/// How many calls are looked at.
const MANY: usize = 32;

impl Judge<'_> {
    /// Whether one access is done by who starts the other's thread, to an object that is that thread's own, before the start.
    pub(crate) fn is_before_own_start(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        overlap: Overlap,
    ) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let (outside, inside, (node, start)) = match overlap {
            Overlap::FirstStarts(node, inst) => (first, second, (node, inst)),
            Overlap::SecondStarts(node, inst) => (second, first, (node, inst)),
            _ => return false,
        };
        if !self.locality.of(inside.thread).has(self.program, obj) {
            return false;
        }
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        let is_made_here = |&(value, inst): &(Value, Inst)| {
            let path = self.paths.of(node, value);
            let Root::Value(made) = path.root else { return false };
            let def = info.body.values[made].def;
            path.fields.iter().all(|&field| self.paths.is_owned(field))
                && matches!(info.body.insts[def].op, Op::New(_) | Op::NewArray { .. })
                && flow.reaches(def, start, None)
                && !flow.reaches(start, inst, Some(def))
        };
        let ways = self.ways(place, outside, inside, node);
        ways.is_some_and(|ways| !ways.is_empty() && ways.iter().all(is_made_here))
    }

    /// The values in a calling body that the object of an access is, or is a part of, and the calls that lead to the access; none if
    /// it is not clear what the object is there. Calls that are done when nothing of the other thread runs do not count.
    fn ways(
        &self,
        place: Place,
        access: InThread<'_>,
        other: InThread<'_>,
        target: Node,
    ) -> Option<Vec<(Value, Inst)>> {
        let found = access.found;
        let (mut ways, mut pending) = (Vec::new(), vec![(found.node, found.base?, found.inst)]);
        let mut next = 0;
        while let Some(&(node, value, inst)) = pending.get(next) {
            next += 1;
            let point = Point { thread: access.thread, node, inst };
            if next > 1 && !self.may_meet(place, point, value, other) {
                continue;
            }
            if node == target {
                ways.push((value, inst));
                continue;
            }
            let path = self.paths.of(node, value);
            let Root::Param(at) = path.root else { return None };
            if !path.fields.iter().all(|&field| self.paths.is_owned(field)) {
                return None;
            }
            for from in self.program.callers(node) {
                if !self.threads.of(from.node).contains(&access.thread) {
                    continue;
                }
                let info = self.program.node(from.node).filter(|_| from.is_direct)?;
                let arg = *arguments(info.body, from.inst).get(usize::from(at))?;
                let frame = (from.node, arg, from.inst);
                if !pending.contains(&frame) {
                    pending.push(frame);
                }
            }
            if pending.len() > MANY {
                return None;
            }
        }
        Some(ways)
    }

    /// Whether what is done with a value at a point may happen while another thread accesses a place.
    fn may_meet(&self, place: Place, point: Point, value: Value, other: InThread<'_>) -> bool {
        let is_late = || {
            self.without.iter().any(|(limit, order)| {
                self.limit(*limit, point.thread, other.thread).is_some()
                    && order.may_overlap(point, other.point()).is_some()
            })
        };
        let is_in_round = || {
            !self.rounds.is_empty()
                && self.in_rounds.may_overlap(point, other.point()).is_some()
                && self.is_of_others_at(place, point, vec![value], other.thread)
        };
        self.order.may_overlap(point, other.point()).is_some() || is_in_round() || is_late()
    }
}
