//! Rings: arrays in which one thread fills what another one has emptied, each behind a cursor of its own.
//!
//! ```java
//! boolean offer(E e) {                                     E poll() {
//!     if (tail - head.get() == size) return false;             if (head == tail.get()) return null;
//!     slots[tail % size] = e;                                   E e = slots[head % size];
//!     tail.set(tail + 1);                                       head.set(head + 1);
//! ```
//!
//! Who has seen a cursor beyond an element comes after what was done there before the cursor was moved. So it is asked of each of
//! the two accesses that its index comes from a cursor that its thread moves after it, and that it is never done again, nor at all,
//! without a look at the cursor of the other. That holds for elements only: what both have besides, they have at the same time.
//! How far the cursors may be from each other is not known, so this is a doubt, not a proof.

use ir::body::{Op, Value};
use points_to::Node;

use crate::order::Point;
use crate::program::Step;
use crate::questions::{Question, Questions};
use crate::reach::Stops;
use crate::result::{Doubt, ThreadId};

use super::{Sync, Syncs};

/// Through how many operations an index is followed to a cursor.
const DEPTH: usize = 8;

/// An access to an element.
pub(crate) type Element = (Point, Value);

impl Syncs<'_> {
    /// Whether the cursors of a ring keep two threads from being at one element at the same time.
    pub(crate) fn in_ring(&self, first: Element, second: Element) -> Option<Doubt> {
        let (a, b) = (first.0.thread, second.0.thread);
        if a == b || self.order.is_many(a) || self.order.is_many(b) {
            return None;
        }
        let of_second = self.cursors(second);
        let own = self.cursors(first).into_iter().find(|&own| {
            of_second.iter().any(|&other| {
                own != other
                    && self.keeps_behind(first.0, own, other)
                    && self.keeps_behind(second.0, other, own)
            })
        })?;
        Some(self.doubt_of(own, &self.own(a).releases[&own]))
    }

    /// The cursors that an index comes from, and that the thread of the access alone moves.
    fn cursors(&self, (point, index): Element) -> Vec<Sync> {
        let mut syncs = Vec::new();
        self.add_cursors(point.node, index, DEPTH, &mut syncs);
        syncs.sort_unstable();
        syncs.dedup();
        let is_moved_by =
            |thread: ThreadId, sync: &Sync| self.own(thread).releases.contains_key(sync);
        syncs.retain(|sync| {
            let mut others = self.threads.ids().filter(|&thread| thread != point.thread);
            is_moved_by(point.thread, sync) && !others.any(|thread| is_moved_by(thread, sync))
        });
        syncs
    }

    fn add_cursors(&self, node: Node, value: Value, depth: usize, syncs: &mut Vec<Sync>) {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return };
        let def = info.body.values[value].def;
        let mut follow = |value| self.add_cursors(node, value, depth - 1, syncs);
        match info.body.insts[def].op {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                syncs.extend(self.paths.field_in(node, field).map(Sync::Field));
            }
            Op::Unary(_, value) | Op::CheckCast { value, .. } => follow(value),
            Op::Binary(_, a, b) => {
                follow(a);
                follow(b);
            }
            Op::Invoke { args, .. } => {
                // A helper that makes an index of a cursor.
                if info.steps_at(def).any(|step| matches!(step, Step::Call { is_direct: true, .. }))
                {
                    info.body.list(args).iter().copied().for_each(follow);
                } else {
                    syncs.extend(self.safe_receivers(node, info, def));
                }
            }
            _ => {}
        }
    }

    /// Whether a thread moves its own cursor after a point, to which it does not come, from its beginning or after it has moved the
    /// cursor, without a look at the other one.
    fn keeps_behind(&self, point: Point, own: Sync, other: Sync) -> bool {
        let (all, numbers) = (self.own(point.thread), self.numbers());
        let (Some(moves), Some(looks)) = (all.releases.get(&own), all.acquires.get(&other)) else {
            return false;
        };
        let is_moved_later =
            numbers.of.get(&own).is_some_and(|&number| self.is_released_after(point, number));
        let mut stops = Stops::default();
        for &(node, block, _) in &looks.edges {
            for &next in self.program.flow(node).successors(block) {
                stops.on((node, block, next), Questions::ALL);
            }
        }
        stops.close(self.program);
        let mut search = self.search(point.thread, &stops);
        for &root in &self.threads.get(point.thread).roots {
            search.begin_with(root, Questions::ALL);
        }
        for &(node, inst) in moves {
            search.begin_behind(node, inst, Questions::ALL);
        }
        is_moved_later
            && !search.run().points(Question::new(0)).has(self.program, point.node, point.inst)
    }
}
