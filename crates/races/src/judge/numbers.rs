//! Whether two accesses are to different elements, or rows, of arrays and lists, by the numbers that they are found by.

use std::cell::Cell;

use ir::Inst;
use ir::entity::EntityId as _;
use points_to::Node;

use crate::accesses::Found;
use crate::indices::Meeting;
use crate::objects::{offset, step};
use crate::order::Overlap;
use crate::program::{NodeInfo, Step, arguments};
use crate::result::{AccessKind, Doubt, ThreadId};

use super::{InThread, Judge};

impl<'a> Judge<'a> {
    /// Whether two accesses are to elements of an array that are not the same.
    pub(crate) fn have_other_indices(&self, first: &Found, second: &Found) -> bool {
        match (self.index(first), self.index(second)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        }
    }

    /// Whether each thread seems to have elements of its own.
    pub(super) fn indices_apart(
        &self,
        first: InThread<'_>,
        second: InThread<'_>,
        overlap: Overlap,
    ) -> Option<Doubt> {
        let by_index = |access: InThread<'_>| {
            let (node, index) = (access.found.node, access.found.index);
            let is_write = access.found.kind == AccessKind::Write;
            let is_by_thread = |index| match self.is_updated(access.found) {
                true => self.indices.is_updated_by_thread(access.thread, node, index),
                false => self.indices.is_by_thread(access.thread, node, index),
            };
            index.is_some_and(|index| {
                is_by_thread(index)
                    && !(is_write && self.indices.is_remainder(node, index))
                    && !self.indices.is_up_to(access.thread, node, index)
            })
        };
        let rows = |access: InThread<'_>| {
            let found = access.found;
            found.base.map_or(0, |b| self.own_levels(access.thread, found.node, b, 3))
        };
        let by_row = |access: InThread<'_>| rows(access) != 0;
        let is_by_thread = |access: InThread<'_>| by_index(access) || by_row(access);
        // Who starts threads in a loop uses an index of the loop for each of them.
        let is_by_start = |access: InThread<'_>, is_outside: bool| {
            let (Overlap::FirstStarts(node, start) | Overlap::SecondStarts(node, start)) = overlap
            else {
                return false;
            };
            let found = access.found;
            is_outside
                && found.node == node
                && found.index.is_some_and(|index| self.varies_with(node, index, start))
        };
        let is_first_outside = matches!(overlap, Overlap::FirstStarts(..));
        let (a, b) = (first.found, second.found);
        let row = |found: &Found| {
            let body = self.program.node(found.node)?.body;
            match body.insts[body.values[found.base?].def].op {
                ir::Op::ArrayLoad { index, .. } => Some(index),
                _ => None,
            }
        };
        // Where each has every other element of its rows, as on a chessboard, neighbours do not meet,
        // unless the fields of both colours are worked on between the same barriers.
        let has_all = |found: &Found| {
            let body = self.program.node(found.node).map(|info| info.body);
            body.zip(found.index).is_none_or(|(body, index)| {
                matches!(step(body, offset(body, index).0), None | Some(1))
            })
        };
        let are_neighbours = || {
            let are_beside = |of_a, of_b| {
                let indices = ((a.node, of_a), (b.node, of_b));
                a.kind != b.kind && self.indices.are_neighbours(first.thread, indices.0, indices.1)
            };
            let are_opposite = || {
                let indices = ((a.node, a.index), (b.node, b.index));
                self.indices.are_opposite(first.thread, indices.0, indices.1)
            };
            by_index(first) && by_index(second) && (are_beside(a.index, b.index) || are_opposite())
                || by_row(first)
                    && by_row(second)
                    && (has_all(a) && has_all(b) || self.syncs.comes_again(first.thread, a.node))
                    && are_beside(row(a), row(b))
        };
        let are_apart = || {
            self.indices.are_apart((a.node, a.index), (b.node, b.index))
                || self.indices.are_in_rows_apart((a.node, a.base), (b.node, b.base))
                || self.indices.are_swapped((a.node, a.base), (b.node, b.base))
        };
        let are_single = !self.order.is_many(first.thread) && !self.order.is_many(second.thread);
        match self.indices.compare((first.thread, a), (second.thread, b), are_single) {
            Meeting::Apart => return Some(Doubt::IndexByThread),
            Meeting::Overlapping => return are_apart().then_some(Doubt::IndexByThread),
            Meeting::Unknown => {}
        }
        if first.thread == second.thread
            && let Some(are_apart) = self.indices.are_apart_in_loop(first.thread, a, b)
        {
            return are_apart.then_some(Doubt::IndexByThread);
        }
        // A row of the one and a column of the other cross.
        let are_crossing = by_row(first) != by_row(second)
            && by_index(first) != by_index(second)
            && is_by_thread(first)
            && is_by_thread(second)
            || by_row(first) && by_row(second) && rows(first) & rows(second) == 0;
        let has_own = !are_crossing
            && (is_by_thread(first) || is_by_start(first, is_first_outside))
            && (is_by_thread(second) || is_by_start(second, !is_first_outside))
            && !are_neighbours();
        (has_own || are_apart()).then_some(Doubt::IndexByThread)
    }

    /// Whether an element is read and then written, `counts[kind]++`, and not one after the other of a range.
    fn is_updated(&self, found: &Found) -> bool {
        let (Some(info), Some(array), Some(index)) =
            (self.program.node(found.node), found.base, found.index)
        else {
            return false;
        };
        let counter = crate::objects::offset(info.body, index).0;
        if matches!(info.body.insts[info.body.values[counter].def].op, ir::Op::Phi(_)) {
            return false;
        }
        let same = |a: ir::Value, i: ir::Value| a == array && Some(i) == found.index;
        let mut insts = info.body.insts.values();
        let is_read = insts.any(
            |inst| matches!(inst.op, ir::Op::ArrayLoad { array, index, .. } if same(array, index)),
        );
        let mut insts = info.body.insts.values();
        is_read
            && insts.any(|inst| {
                matches!(inst.op, ir::Op::ArrayStore { array, index, .. } if same(array, index))
            })
    }

    /// On which levels of arrays and lists in each other a value is an element that each thread has one of, the bits counted from
    /// the inside: `cells.get(row).get(column)` is the thread's own on the second if `row` is.
    fn own_levels(&self, thread: ThreadId, node: Node, value: ir::Value, depth: usize) -> u32 {
        let Some(info) = self.program.node(node) else { return 0 };
        let by_index = |index| u32::from(self.indices.is_by_thread(thread, node, index));
        let outer = |value| match depth {
            0 => 0,
            _ => self.own_levels(thread, node, value, depth - 1) << 1,
        };
        let narrow = |levels: &Cell<u32>, given: u32| {
            levels.set(levels.get() & given);
            levels.get() != 0
        };
        match info.body.insts[info.body.values[value].def].op {
            ir::Op::ArrayLoad { array, index, .. } => by_index(index) | outer(array),
            ir::Op::CheckCast { value, .. } => self.own_levels(thread, node, value, depth),
            ir::Op::GetField { object, .. } => outer(object),
            // Of a list.
            ir::Op::Invoke { args, .. }
                if info.steps_at(info.body.values[value].def).all(|s| s.callee().is_none()) =>
            {
                let args = info.body.list(args);
                let is_number = |arg: &&ir::Value| info.body.values[**arg].ty == ir::Type::Int;
                let index = args.iter().skip(1).find(is_number);
                index.map_or(0, |&index| by_index(index) | outer(args[0]))
            }
            // Of what a method of the program has: by the number that it is asked for.
            ir::Op::Invoke { .. } if depth > 0 => {
                let def = info.body.values[value].def;
                let args = arguments(info.body, def);
                let mut numbers =
                    args.into_iter().filter(|&arg| info.body.values[arg].ty == ir::Type::Int);
                let are_own = numbers.all(|n| self.is_number_of(thread, node, n, depth));
                let levels = Cell::new(u32::MAX);
                let is_so = are_own
                    && self.is_so_for_returned(info, def, |node, returned| {
                        narrow(&levels, self.own_levels(thread, node, returned, depth - 1))
                    });
                if is_so { levels.get() } else { 0 }
            }
            ir::Op::Param(_) if depth > 0 => {
                let levels = Cell::new(u32::MAX);
                let is_so = self.is_so_for_callers(node, value, |node, arg| {
                    narrow(&levels, self.own_levels(thread, node, arg, depth - 1))
                });
                if is_so { levels.get() } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether a number is one that a thread has, or counts, not one that it has drawn or worked out: that may be another one's, too.
    fn is_number_of(&self, thread: ThreadId, node: Node, number: ir::Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        match info.body.insts[info.body.values[number].def].op {
            ir::Op::GetField { .. } => true,
            ir::Op::Phi(_) => step(info.body, number).is_some(),
            ir::Op::Param(_) => {
                self.threads.get(thread).roots.contains(&node)
                    || self.is_so_for_callers(node, number, |node, arg| {
                        self.is_number_of(thread, node, arg, depth - 1)
                    })
            }
            _ => false,
        }
    }

    /// Whether something is so for all that a call may return, if it means methods of the program.
    fn is_so_for_returned(
        &self,
        info: &NodeInfo<'_>,
        call: Inst,
        is_so: impl Fn(Node, ir::Value) -> bool,
    ) -> bool {
        let mut steps = info.steps_at(call).peekable();
        steps.peek().is_some()
            && steps.all(|step| {
                let Step::Call { node: callee, is_direct: true, .. } = step else { return false };
                let Some(inner) = self.program.node(*callee) else { return false };
                let returned = inner.body.insts.values().filter_map(|inst| match inst.op {
                    ir::Op::Return(value) => value,
                    _ => None,
                });
                let mut returned = returned.peekable();
                returned.peek().is_some() && returned.all(|value| is_so(*callee, value))
            })
    }

    /// Whether something is so for what all callers give for a parameter.
    fn is_so_for_callers(
        &self,
        node: Node,
        param: ir::Value,
        is_so: impl Fn(Node, ir::Value) -> bool,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let ir::Op::Param(at) = info.body.insts[info.body.values[param].def].op else {
            return false;
        };
        let callers = self.program.callers(node);
        !callers.is_empty()
            && callers.iter().all(|from| {
                let args = self.program.node(from.node).map(|i| arguments(i.body, from.inst));
                let arg = args.and_then(|args| args.get(usize::from(at)).copied());
                from.is_direct && arg.is_some_and(|arg| is_so(from.node, arg))
            })
    }

    /// Whether an index changes with each round of the loop that an instruction is in.
    fn varies_with(&self, node: Node, index: ir::Value, start: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        let def = info.body.values[index].def;
        let Some(blocks) = flow.innermost(flow.block_of(start)) else { return false };
        matches!(info.body.insts[def].op, ir::Op::Phi(_)) && blocks[flow.block_of(def).index()]
    }

    /// The index of an array element, if it is a constant.
    pub(super) fn index(&self, found: &Found) -> Option<i32> {
        let info = self.program.node(found.node).filter(|_| found.end.is_none())?;
        crate::objects::int_constant(info.body, found.index?)
    }
}
