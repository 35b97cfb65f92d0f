//! What a thread does from a point on.
//!
//! A search over bodies and calls, in one thread, not told apart by who called. Exceptions lead into handlers, but not back into
//! code that is also reached without one: that a thread is not joined because an exception came in between is not what people
//! mean by a race. A handler that a search begins in does come back.
//!
//! A search ends at [`Stops`]. They are few and most code has nothing to do with them: a body that has none, and of whose calls
//! each comes back, is reached as a whole, and not looked into.

use ir::entity::EntityId as _;
use ir::{Block, Body, Inst};
use points_to::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::leaves;
use crate::node_set::NodeSet;
use crate::program::{NodeInfo, Program, Step};

/// Points of a thread.
#[derive(Default)]
pub(crate) struct Points {
    /// Bodies of which all is reached.
    whole: NodeSet,
    /// By body and block, from which instruction to which one it is reached.
    spans: FxHashMap<Frame, Vec<Vec<(Inst, Inst)>>>,
    /// Bodies that were running and whose ends are reached.
    ended: FxHashSet<Node>,
}

impl Points {
    pub(crate) fn has(&self, program: &Program<'_>, node: Node, inst: Inst) -> bool {
        self.whole.contains(node)
            || self.has_in(program, Frame::running(node), inst)
            || self.has_in(program, Frame::called(node), inst)
    }

    /// Whether one of these bodies, where a thread begins, comes to its end.
    pub(crate) fn has_end_of(&self, roots: &[Node]) -> bool {
        roots.iter().any(|root| self.ended.contains(root))
    }

    fn has_in(&self, program: &Program<'_>, frame: Frame, inst: Inst) -> bool {
        let Some(blocks) = self.spans.get(&frame) else { return false };
        let spans = &blocks[program.flow(frame.node).block_of(inst).index()];
        spans.iter().any(|&(first, last)| first <= inst && inst <= last)
    }
}

/// Where a search does not go on.
#[derive(Default)]
pub(crate) struct Stops {
    insts: FxHashSet<(Node, Inst)>,
    /// Ways out of blocks.
    edges: FxHashSet<(Node, Block, Block)>,
    /// Bodies that have one of them.
    direct: NodeSet,
    /// Bodies that do not come to their end without one of them.
    endless: NodeSet,
    /// Bodies that have to be looked into: those that have one, or a call that does not come back.
    opaque: NodeSet,
}

impl Stops {
    pub(crate) fn new(
        program: &Program<'_>,
        insts: FxHashSet<(Node, Inst)>,
        edges: FxHashSet<(Node, Block, Block)>,
    ) -> Stops {
        let direct = insts.iter().map(|&(node, _)| node);
        let direct: NodeSet = direct.chain(edges.iter().map(|&(node, _, _)| node)).collect();
        let Endless { nodes: endless, opaque, .. } = program.endless();
        let opaque = direct.iter().chain(opaque.iter()).collect();
        let mut stops = Stops { insts, edges, direct, endless: endless.clone(), opaque };
        stops.find_endless(program, stops.direct.iter().collect());
        stops
    }

    /// Finds the bodies that do not come to their end, beginning with some that may not.
    fn find_endless(&mut self, program: &Program<'_>, mut pending: Vec<Node>) {
        while let Some(node) = pending.pop() {
            if self.endless.contains(node) || self.has_way_out(program, node) {
                continue;
            }
            self.endless.insert(node);
            for from in program.callers(node) {
                if self.is_dead_end(program, from.node, from.inst) {
                    self.opaque.insert(from.node);
                    pending.push(from.node);
                }
            }
        }
    }

    fn has(&self, node: Node, inst: Inst) -> bool {
        self.direct.contains(node) && self.insts.contains(&(node, inst))
    }

    /// Whether it is a call, and none of the bodies that it may run comes to its end.
    fn is_dead_end(&self, program: &Program<'_>, node: Node, inst: Inst) -> bool {
        let Some(info) = program.node(node) else { return false };
        let mut callees = info.steps_at(inst).filter_map(Step::callee).peekable();
        callees.peek().is_some() && callees.all(|callee| self.endless.contains(callee))
    }

    /// Whether a way leads through a body that comes by none of them.
    fn has_way_out(&self, program: &Program<'_>, node: Node) -> bool {
        let Some(info) = program.node(node) else { return true };
        let flow = program.flow(node);
        // Without stops, code that is also reached without an exception is come by anyway.
        let has_stops = !self.insts.is_empty() || !self.edges.is_empty();
        let mut seen = vec![false; flow.block_count()];
        let mut pending = vec![Body::entry()];
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            let handlers = flow.handlers(block).iter();
            pending.extend(handlers.filter(|&&h| !has_stops || program.is_exceptional(node, h)));
            let mut insts = info.body.insts_of(block);
            if insts.any(|inst| self.has(node, inst) || self.is_dead_end(program, node, inst)) {
                continue;
            }
            let last = info.body.insts_of(block).next_back();
            if last.is_some_and(|last| leaves(&info.body.insts[last].op)) {
                return true;
            }
            let next = flow.successors(block).iter();
            pending
                .extend(next.filter(|&&n| !has_stops || !self.is_closed(program, node, block, n)));
        }
        false
    }

    /// By block of a body, whether it is not come by without an exception.
    fn unreached(&self, program: &Program<'_>, node: Node) -> Vec<bool> {
        let flow = program.flow(node);
        let mut unreached = vec![true; flow.block_count()];
        let Some(info) = program.node(node) else { return unreached };
        let mut pending = vec![Body::entry()];
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut unreached[block.index()], false) {
                continue;
            }
            let mut insts = info.body.insts_of(block);
            if !insts.any(|inst| self.is_dead_end(program, node, inst)) {
                pending.extend(flow.successors(block));
            }
        }
        unreached
    }

    /// Whether a way out of a block is not taken.
    fn is_closed(&self, program: &Program<'_>, node: Node, block: Block, next: Block) -> bool {
        program.is_exceptional(node, block) && !program.is_exceptional(node, next)
            || self.is_over(program, node, block, next)
    }

    /// Whether a way out of a block is one of the stops, or leaves a loop that has some.
    fn is_over(&self, program: &Program<'_>, node: Node, block: Block, next: Block) -> bool {
        // A loop that joins has joined all when it is left.
        self.opaque.contains(node)
            && (self.edges.contains(&(node, block, next))
                || program
                    .flow(node)
                    .left(block, next)
                    .any(|blocks| self.are_in(program, node, blocks)))
    }

    /// Whether a loop, but none inside of it, has a stop, or a call that does not come back without one.
    fn are_in(&self, program: &Program<'_>, node: Node, blocks: &[bool]) -> bool {
        let flow = program.flow(node);
        let info = program.node(node).expect("invariant: threads run bodies");
        info.steps().any(|(inst, step)| {
            let block = flow.block_of(inst);
            let is_stop = match step {
                Step::Call { node: callee, .. } => {
                    !program.endless().nodes.contains(*callee)
                        && self.is_dead_end(program, node, inst)
                }
                _ => self.has(node, inst),
            };
            is_stop
                && blocks[block.index()]
                && flow.innermost(block).is_some_and(|innermost| std::ptr::eq(innermost, blocks))
                && flow.is_done_in_each_round(info.body, blocks, block)
        })
    }
}

/// Bodies that do not come to their end, whatever happens: they throw, or go on for ever.
#[derive(Default)]
pub(crate) struct Endless {
    pub(crate) nodes: NodeSet,
    /// Bodies with a call that does not come back.
    opaque: NodeSet,
    /// By such a body and block: whether it is reached through exceptions alone, as those calls do not come back.
    exceptional: FxHashMap<Node, Vec<bool>>,
}

impl Endless {
    pub(crate) fn of(program: &Program<'_>) -> Endless {
        let has_return =
            |info: &NodeInfo<'_>| info.body.insts.values().any(|inst| leaves(&inst.op));
        let never = program.nodes().filter(|(_, info)| !has_return(info)).map(|(node, _)| node);
        let mut stops = Stops::default();
        stops.find_endless(program, never.collect());
        let exceptional = stops.opaque.iter().map(|node| (node, stops.unreached(program, node)));
        let exceptional = exceptional.collect();
        Endless { nodes: stops.endless, opaque: stops.opaque, exceptional }
    }

    /// Whether a block is reached through exceptions alone; none if what its calls do makes no difference.
    pub(crate) fn is_exceptional(&self, node: Node, block: Block) -> Option<bool> {
        if !self.opaque.contains(node) {
            return None;
        }
        self.exceptional.get(&node).map(|blocks| blocks[block.index()])
    }
}

/// A search forward from points of a thread.
///
/// A body is looked at up to twice: as one that was *called* on the way, and as one that was running already, from whose end the
/// search goes on in all its callers.
pub(crate) struct Search<'a> {
    program: &'a Program<'a>,
    /// What the thread runs.
    nodes: &'a NodeSet,
    stops: &'a Stops,
    points: Points,
    pending: Vec<(Frame, Inst)>,
    /// Bodies that were running and have ended.
    ends: Vec<Node>,
    /// Blocks of handlers that were being carried out when the search began.
    caught: FxHashSet<(Node, Block)>,
}

/// A body that runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Frame {
    node: Node,
    is_called: bool,
}

impl Frame {
    fn running(node: Node) -> Frame {
        Frame { node, is_called: false }
    }

    fn called(node: Node) -> Frame {
        Frame { node, is_called: true }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        nodes: &'a NodeSet,
        stops: &'a Stops,
    ) -> Search<'a> {
        Search {
            program,
            nodes,
            stops,
            points: Points::default(),
            pending: Vec::new(),
            ends: Vec::new(),
            caught: FxHashSet::default(),
        }
    }

    /// Begins at a call that starts a thread.
    pub(crate) fn begin_at_start(&mut self, node: Node, inst: Inst) {
        // What the call itself runs after it has started the thread.
        let info = self.program.node(node).expect("invariant: threads run bodies");
        for step in info.steps_at(inst) {
            if let Step::Call { node: callee, .. } = step {
                self.call(*callee);
            }
        }
        if !self.stops.has(node, inst) {
            self.begin_behind(node, inst);
        }
    }

    /// Begins behind an instruction.
    pub(crate) fn begin_behind(&mut self, node: Node, inst: Inst) {
        self.come_back(node, inst);
        self.behind(Frame::running(node), inst);
    }

    /// Begins where a thread does.
    pub(crate) fn begin_with(&mut self, root: Node) {
        self.enter_block(Frame::running(root), Body::entry());
    }

    pub(crate) fn run(mut self) -> Points {
        loop {
            if let Some((frame, inst)) = self.pending.pop() {
                self.go(frame, inst);
            } else if let Some(node) = self.ends.pop() {
                self.go_on_in_callers(node);
            } else {
                return self.points;
            }
        }
    }

    /// Comes into a body by a call.
    fn call(&mut self, callee: Node) {
        let mut pending = vec![callee];
        while let Some(node) = pending.pop() {
            if self.stops.opaque.contains(node) {
                if !self.points.spans.contains_key(&Frame::called(node)) {
                    self.enter_block(Frame::called(node), Body::entry());
                }
            } else if self.points.whole.insert(node) {
                pending.extend(self.program.callees(node));
            }
        }
    }

    /// Goes on behind an instruction.
    fn behind(&mut self, frame: Frame, inst: Inst) {
        if self.points.whole.contains(frame.node) {
            if !self.program.endless().nodes.contains(frame.node) {
                self.end(frame);
            }
            return;
        }
        let flow = self.program.flow(frame.node);
        let block = flow.block_of(inst);
        let next = Inst::from_index(inst.index() + 1);
        if self.body(frame.node).insts.get(next).is_some() && flow.block_of(next) == block {
            self.reach(frame, next);
        } else {
            self.leave_block(frame, inst);
        }
        self.handlers(frame, inst);
    }

    fn body(&self, node: Node) -> &'a Body {
        self.program.node(node).expect("invariant: threads run bodies").body
    }

    fn reach(&mut self, frame: Frame, inst: Inst) {
        if !self.points.has_in(self.program, frame, inst) {
            self.pending.push((frame, inst));
        }
    }

    fn handlers(&mut self, frame: Frame, inst: Inst) {
        let flow = self.program.flow(frame.node);
        for &handler in flow.handlers(flow.block_of(inst)) {
            if self.program.is_exceptional(frame.node, handler) {
                self.enter_block(frame, handler);
            }
        }
    }

    fn enter_block(&mut self, frame: Frame, block: Block) {
        let first = self.body(frame.node).insts_of(block).next();
        if let Some(first) = first {
            self.reach(frame, first);
        }
    }

    /// Carries out a block from an instruction on.
    fn go(&mut self, frame: Frame, from: Inst) {
        if self.points.has_in(self.program, frame, from) {
            return;
        }
        let program = self.program;
        let node = frame.node;
        let flow = program.flow(node);
        let info = program.node(node).expect("invariant: threads run bodies");
        let block = flow.block_of(from);
        let mut last = info.body.insts_of(block).next_back().unwrap_or(from);
        let mut is_stopped = false;
        // Only what has steps can be a stop.
        for steps in info.steps_between(from, last).chunk_by(|a, b| a.0 == b.0) {
            let inst = steps[0].0;
            is_stopped = self.stops.has(node, inst);
            for callee in steps.iter().filter_map(|(_, step)| step.callee()) {
                if !self.stops.has(node, inst) {
                    self.call(callee);
                }
            }
            is_stopped |= self.stops.is_dead_end(program, node, inst);
            if is_stopped {
                last = inst;
                break;
            }
        }
        let blocks = self.points.spans.entry(frame);
        let blocks = blocks.or_insert_with(|| vec![Vec::new(); flow.block_count()]);
        blocks[block.index()].push((from, last));
        self.handlers(frame, from);
        if !is_stopped {
            self.leave_block(frame, last);
        }
    }

    fn leave_block(&mut self, frame: Frame, last: Inst) {
        let node = frame.node;
        let flow = self.program.flow(node);
        let block = flow.block_of(last);
        let is_caught = !frame.is_called && self.caught.contains(&(node, block));
        for &next in flow.successors(block) {
            let is_closed = if is_caught {
                self.stops.is_over(self.program, node, block, next)
            } else {
                self.stops.is_closed(self.program, node, block, next)
            };
            if !is_closed {
                self.enter_block(frame, next);
            }
        }
        if leaves(&self.body(node).insts[last].op) {
            self.end(frame);
        }
    }

    /// A body has ended. Who called it as a part of the search has gone on already.
    fn end(&mut self, frame: Frame) {
        if !frame.is_called && self.points.ended.insert(frame.node) {
            self.ends.push(frame.node);
        }
    }

    fn go_on_in_callers(&mut self, node: Node) {
        for from in self.program.callers(node) {
            // A call whose body has ended may itself be a stop.
            if self.nodes.contains(from.node) && !self.stops.has(from.node, from.inst) {
                self.begin_behind(from.node, from.inst);
            }
        }
    }

    /// Lets a body that was running go on behind the handler that it was in, if it was in one.
    fn come_back(&mut self, node: Node, inst: Inst) {
        let (program, frame) = (self.program, Frame::running(node));
        let flow = program.flow(node);
        let mut pending = vec![flow.block_of(inst)];
        while let Some(block) = pending.pop() {
            if !program.is_exceptional(node, block) || !self.caught.insert((node, block)) {
                continue;
            }
            pending.extend(flow.successors(block));
            // The search may have been there already.
            let last = self.body(node).insts_of(block).next_back();
            let is_left = |last: &Inst| {
                self.points.has_in(program, frame, *last)
                    && !self.stops.has(node, *last)
                    && !self.stops.is_dead_end(program, node, *last)
            };
            if let Some(last) = last.filter(is_left) {
                self.leave_block(frame, last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use points_to::ProgramDelta;
    use testkit::mutate::Random;
    use testkit::points_to::check::{Setting, all_classes};
    use testkit::points_to::generate::Generator;
    use testkit::points_to::policies;

    use super::*;

    /// Bodies are reached as a whole only where it makes no difference.
    #[test]
    fn bodies_as_a_whole() {
        let (mut searches, mut wholes) = (0, 0);
        for seed in 0..300 {
            let made = Generator::new(seed).program();
            let setting = Setting::generated(policies::ALL[0].1, true);
            let mut solver = setting.solver(all_classes(&made));
            let entries = Some(made.entry_points());
            solver.apply(ProgramDelta { classes: Vec::new(), entries });
            let program = Program::new(&solver);
            let nodes: NodeSet = program.nodes().map(|(node, _)| node).collect();
            let calls: Vec<(Node, Inst)> = calls(&program);
            let mut random = Random::new(seed);
            for _ in 0..10 {
                if calls.is_empty() {
                    break;
                }
                let some = (0..random.below(4)).map(|_| calls[random.below(calls.len())]);
                let some: FxHashSet<(Node, Inst)> = some.collect();
                let fast = Stops::new(&program, some.clone(), FxHashSet::default());
                let mut slow = Stops::new(&program, some, FxHashSet::default());
                slow.opaque = nodes.clone();
                let from = calls[random.below(calls.len())];
                let (fast, slow) = [&fast, &slow]
                    .map(|stops| {
                        let mut search = Search::new(&program, &nodes, stops);
                        search.begin_at_start(from.0, from.1);
                        search.run()
                    })
                    .into();
                assert_eq!(reached(&program, &fast), reached(&program, &slow), "{seed}: {from:?}");
                assert_eq!(fast.ended, slow.ended, "{seed}: {from:?}");
                searches += 1;
                wholes += usize::from(!fast.whole.is_empty());
            }
        }
        assert!(searches > 1000 && wholes > 300, "{searches} searches, {wholes} with whole bodies");
    }

    /// The calls of bodies.
    fn calls(program: &Program<'_>) -> Vec<(Node, Inst)> {
        let of = |(node, info): (Node, &NodeInfo<'_>)| {
            let calls = info.steps().filter(|(_, step)| step.callee().is_some());
            calls.map(|(inst, _)| (node, inst)).collect::<Vec<_>>()
        };
        program.nodes().flat_map(of).collect()
    }

    fn reached(program: &Program<'_>, points: &Points) -> BTreeSet<(Node, Inst)> {
        let all = program.nodes().flat_map(|(node, info)| {
            info.body.insts.keys().map(move |inst| (node, inst)).collect::<Vec<_>>()
        });
        all.filter(|&(node, inst)| points.has(program, node, inst)).collect()
    }
}
