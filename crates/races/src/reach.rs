//! What a thread does from a point on.
//!
//! A search over bodies and calls, in one thread, not told apart by who called. Exceptions lead into handlers, but not back into
//! code that is also reached without one: that a thread is not joined because an exception came in between is not what people
//! mean by a race.
//!
//! A search ends at [`Stops`]. They are few and most code has nothing to do with them: a body that neither has a stop nor calls
//! one that has is reached as a whole, with all that it calls, and not looked into.

use ir::entity::EntityId as _;
use ir::{Block, Body, Inst};
use points_to::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::leaves;
use crate::node_set::NodeSet;
use crate::program::{Program, Step};

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
    /// Bodies that have one, and all that call them.
    around: NodeSet,
}

impl Stops {
    pub(crate) fn new(
        program: &Program<'_>,
        insts: FxHashSet<(Node, Inst)>,
        edges: FxHashSet<(Node, Block, Block)>,
    ) -> Stops {
        let mut around = NodeSet::default();
        let mut pending: Vec<Node> = insts.iter().map(|&(node, _)| node).collect();
        pending.extend(edges.iter().map(|&(node, _, _)| node));
        while let Some(node) = pending.pop() {
            if around.insert(node) {
                pending.extend(program.callers(node).iter().map(|from| from.node));
            }
        }
        Stops { insts, edges, around }
    }

    fn has(&self, node: Node, inst: Inst) -> bool {
        self.insts.contains(&(node, inst))
    }
}

/// A search forward from points of a thread.
///
/// A body is looked at up to twice: as one that was *called* on the way, which goes back to where it was called when it ends; and
/// as one that was running already, from which the search goes on in all its callers.
pub(crate) struct Search<'a> {
    program: &'a Program<'a>,
    /// What the thread runs.
    nodes: &'a NodeSet,
    stops: &'a Stops,
    points: Points,
    pending: Vec<(Frame, Inst)>,
    /// Bodies that were called and end.
    ended: NodeSet,
    /// Calls that go on when a body that was called ends.
    waiting: FxHashMap<Node, Vec<(Frame, Inst)>>,
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
            ended: NodeSet::default(),
            waiting: FxHashMap::default(),
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
        self.behind(Frame::running(node), inst);
    }

    /// Begins where a thread does.
    pub(crate) fn begin_with(&mut self, root: Node) {
        self.enter_block(Frame::running(root), Body::entry());
    }

    pub(crate) fn run(mut self) -> Points {
        while let Some((frame, inst)) = self.pending.pop() {
            self.go(frame, inst);
        }
        self.points
    }

    /// Comes into a body by a call; whether it is known to end.
    fn call(&mut self, callee: Node) -> bool {
        if self.stops.around.contains(callee) {
            if !self.points.spans.contains_key(&Frame::called(callee)) {
                self.enter_block(Frame::called(callee), Body::entry());
            }
            return self.ended.contains(callee);
        }
        let mut pending = vec![callee];
        while let Some(node) = pending.pop() {
            if self.points.whole.insert(node) {
                pending.extend(self.program.callees(node));
            }
        }
        self.program.may_return(callee)
    }

    /// Goes on behind an instruction.
    fn behind(&mut self, frame: Frame, inst: Inst) {
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
            if flow.is_exceptional(handler) {
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
            // Behind a call it goes on when one of the bodies ends.
            let (mut is_call, mut has_ended) = (false, false);
            is_stopped = self.stops.has(node, inst);
            for (_, step) in steps.iter().filter(|_| !self.stops.has(node, inst)) {
                let Step::Call { node: callee, .. } = step else { continue };
                is_call = true;
                has_ended |= self.call(*callee);
                if self.stops.around.contains(*callee) {
                    self.waiting.entry(*callee).or_default().push((frame, inst));
                }
            }
            is_stopped |= is_call && !has_ended;
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
        let is_exceptional = flow.is_exceptional(block);
        for &next in flow.successors(block) {
            // A loop that joins has joined all when it is left.
            let has_joined = self.stops.around.contains(node)
                && flow.left(block, next).any(|blocks| self.stops_in(node, blocks));
            let is_closed = self.stops.edges.contains(&(node, block, next));
            if !has_joined && !is_closed && (!is_exceptional || flow.is_exceptional(next)) {
                self.enter_block(frame, next);
            }
        }
        if leaves(&self.body(node).insts[last].op) {
            self.end(frame);
        }
    }

    /// Whether a loop, but none inside of it, has a stop, or calls a body that has one.
    fn stops_in(&self, node: Node, blocks: &[bool]) -> bool {
        let flow = self.program.flow(node);
        let info = self.program.node(node).expect("invariant: threads run bodies");
        info.steps().any(|(inst, step)| {
            let block = flow.block_of(inst);
            let is_stop = || match step {
                Step::Call { node: callee, .. } => {
                    let inner = self.program.node(*callee);
                    inner.is_some_and(|info| {
                        info.steps().any(|(inst, _)| self.stops.has(*callee, inst))
                    })
                }
                _ => self.stops.has(node, inst),
            };
            blocks[block.index()]
                && flow.innermost(block).is_some_and(|innermost| std::ptr::eq(innermost, blocks))
                && flow.is_done_in_each_round(info.body, blocks, block)
                && is_stop()
        })
    }

    /// A body has ended.
    fn end(&mut self, frame: Frame) {
        let mut calls = Vec::new();
        if frame.is_called {
            self.ended.insert(frame.node);
            calls = self.waiting.remove(&frame.node).unwrap_or_default();
        } else if self.points.ended.insert(frame.node) {
            let callers = self.program.callers(frame.node).iter();
            let callers = callers.filter(|from| self.nodes.contains(from.node));
            calls.extend(callers.map(|from| (Frame::running(from.node), from.inst)));
        }
        for (frame, inst) in calls {
            // A call whose body has ended may itself be a stop.
            if !self.stops.has(frame.node, inst) {
                self.behind(frame, inst);
            }
        }
    }
}
