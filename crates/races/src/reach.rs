//! What a thread does from a point on.
//!
//! A search over bodies and calls, in one thread, not told apart by who called. Exceptions lead into handlers, but not back into
//! code that is also reached without one, nor to the end of a body that comes to it without one, too: that a thread is not joined
//! because an exception came in between is not what people mean by a race. A handler that a search begins in does come back.
//!
//! A search ends at [`Stops`]. They are few and most code has nothing to do with them: a body that has none, and of whose calls
//! each comes back, is reached as a whole, and not looked into.
//!
//! One search answers many [`Questions`], each with beginnings and stops of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ir::entity::EntityId as _;
use ir::{Block, Body, Inst};
use points_to::Node;
use rustc_hash::FxHashMap;

use crate::flow::leaves;
use crate::node_set::NodeSet;
use crate::program::{NodeInfo, Program, Step};
use crate::questions::{ByNode, Question, Questions};

/// The points of a thread that are the answer to one question.
#[derive(Clone)]
pub(crate) struct Points {
    reached: Rc<Reached>,
    question: Question,
}

impl Points {
    /// No points.
    pub(crate) fn none() -> Points {
        Points { reached: Rc::default(), question: Question::new(0) }
    }

    pub(crate) fn has(&self, program: &Program<'_>, node: Node, inst: Inst) -> bool {
        self.reached.at(program, node, inst).contains(self.question)
    }

    /// Whether one of these bodies, where a thread begins, comes to its end.
    pub(crate) fn has_end_of(&self, roots: &[Node]) -> bool {
        let mut ended = roots.iter().filter_map(|root| self.reached.ended.get(root));
        ended.any(|asked| asked.contains(self.question))
    }
}

/// What is reached, for which questions.
#[derive(Default)]
pub(crate) struct Reached {
    /// Bodies of which all is reached.
    whole: ByNode,
    /// Other bodies.
    parts: FxHashMap<Frame, Parts>,
    /// Bodies that were running and whose ends are reached.
    ended: FxHashMap<Node, Questions>,
}

/// What of a body is reached.
struct Parts {
    /// By block, as a whole.
    blocks: Box<[Questions]>,
    /// Of other blocks, from which instruction to which one.
    spans: FxHashMap<Block, Vec<Span>>,
}

struct Span {
    first: Inst,
    last: Inst,
    asked: Questions,
}

impl Reached {
    /// The answer to one question.
    pub(crate) fn points(self: &Rc<Reached>, question: Question) -> Points {
        Points { reached: Rc::clone(self), question }
    }

    pub(crate) fn at(&self, program: &Program<'_>, node: Node, inst: Inst) -> Questions {
        self.whole.get(node)
            | self.in_frame(program, Frame::running(node), inst)
            | self.in_frame(program, Frame::called(node), inst)
    }

    fn in_frame(&self, program: &Program<'_>, frame: Frame, inst: Inst) -> Questions {
        let Some(parts) = self.parts.get(&frame) else { return Questions::NONE };
        let block = program.flow(frame.node).block_of(inst);
        let spans = parts.spans.get(&block).into_iter().flatten();
        let spans = spans.filter(|span| span.first <= inst && inst <= span.last);
        spans.fold(parts.blocks[block.index()], |all, span| all | span.asked)
    }
}

/// Where a search does not go on, for which questions.
#[derive(Default)]
pub(crate) struct Stops {
    insts: FxHashMap<(Node, Inst), Questions>,
    /// Ways out of blocks.
    edges: FxHashMap<(Node, Block, Block), Questions>,
    /// Instructions that are stops in what comes after the loop that does them in each round.
    rounds: FxHashMap<(Node, Inst), Questions>,
    /// Ways out of loops that are no stops, whatever the loops do in each round.
    open: FxHashMap<(Node, Block, Block), Questions>,
    /// Bodies that have one of them.
    direct: NodeSet,
    /// Bodies that do not come to their end without one of them.
    endless: ByNode,
    /// Bodies that have to be looked into: those that have one, or a call that does not come back.
    opaque: ByNode,
    /// Those of them that have to be because of the stops.
    stopped: ByNode,
    is_closed: bool,
    /// By loop, when all stops are known: what is asked that [`Stops::within`] says of it.
    loops: RefCell<FxHashMap<(Node, Block), Questions>>,
}

impl Stops {
    /// No stops but calls that never come back.
    pub(crate) fn none(program: &Program<'_>) -> Stops {
        let mut stops = Stops::default();
        stops.close(program);
        stops
    }

    /// Stops at an instruction.
    pub(crate) fn at(&mut self, node: Node, inst: Inst, questions: Questions) {
        *self.insts.entry((node, inst)).or_default() |= questions;
        self.direct.insert(node);
        self.opaque.insert(node, questions);
        self.stopped.insert(node, questions);
    }

    /// Stops on a way out of a block.
    pub(crate) fn on(&mut self, (node, block, next): (Node, Block, Block), questions: Questions) {
        *self.edges.entry((node, block, next)).or_default() |= questions;
        self.direct.insert(node);
        self.opaque.insert(node, questions);
        self.stopped.insert(node, questions);
    }

    /// Does not stop on a way out of a loop, though the loop stops in each round.
    pub(crate) fn leave_open(&mut self, way: (Node, Block, Block), questions: Questions) {
        *self.open.entry(way).or_default() |= questions;
    }

    /// Stops behind the loop that does something in each round.
    pub(crate) fn behind_loop(&mut self, node: Node, inst: Inst, questions: Questions) {
        *self.rounds.entry((node, inst)).or_default() |= questions;
        self.direct.insert(node);
        self.opaque.insert(node, questions);
        self.stopped.insert(node, questions);
    }

    /// Finds out which bodies do not come to their end because of all these stops.
    pub(crate) fn close(&mut self, program: &Program<'_>) {
        let Endless { all, all_opaque, .. } = program.endless();
        self.endless.union(all);
        self.opaque.union(all_opaque);
        self.find_endless(program, self.direct.iter().collect());
        self.is_closed = true;
    }

    /// Whether all ways through a body come by one of the stops, whatever is asked.
    pub(crate) fn are_on_all_ways(&self, node: Node) -> bool {
        self.on_all_ways(node) == Questions::ALL
    }

    /// The questions for which all ways through a body come by one of the stops.
    pub(crate) fn on_all_ways(&self, node: Node) -> Questions {
        self.endless.get(node)
    }

    /// Whether a body has to be looked into.
    pub(crate) fn are_in(&self, node: Node) -> bool {
        !self.opaque.get(node).is_empty()
    }

    /// Finds the bodies that do not come to their end, beginning with some that may not.
    fn find_endless(&mut self, program: &Program<'_>, mut pending: Vec<Node>) {
        while let Some(node) = pending.pop() {
            let not_yet = Questions::ALL - self.endless.get(node);
            if not_yet.is_empty() {
                continue;
            }
            let new = self.endless.insert(node, not_yet - self.ways_out(program, node));
            if new.is_empty() {
                continue;
            }
            for from in program.callers(node) {
                let dead = new & self.dead_ends(program, from.node, from.inst);
                if !dead.is_empty() {
                    self.opaque.insert(from.node, dead);
                    self.stopped.insert(from.node, dead);
                    pending.push(from.node);
                }
            }
        }
    }

    fn has(&self, node: Node, inst: Inst) -> Questions {
        match self.direct.contains(node) {
            true => self.insts.get(&(node, inst)).copied().unwrap_or_default(),
            false => Questions::NONE,
        }
    }

    fn has_in_rounds(&self, node: Node, inst: Inst) -> Questions {
        let in_rounds = self.rounds.get(&(node, inst)).copied().unwrap_or_default();
        in_rounds | self.has(node, inst)
    }

    /// The questions for which it is a call, and none of the bodies that it may run comes to its end.
    fn dead_ends(&self, program: &Program<'_>, node: Node, inst: Inst) -> Questions {
        let Some(info) = program.node(node) else { return Questions::NONE };
        self.dead_ends_of(info.steps_at(inst))
    }

    /// The same in a body that may call itself: the innermost of its calls comes to its end without that, so that a call of itself
    /// is no way around a stop.
    fn dead_ends_in(&self, info: &NodeInfo<'_>, node: Node, inst: Inst) -> Questions {
        let callees = info.steps_at(inst).filter_map(Step::callee);
        let dead = callees.map(|callee| match callee == node {
            true => self.stopped.get(node),
            false => self.endless.get(callee),
        });
        dead.reduce(|all, one| all & one).unwrap_or_default()
    }

    fn dead_ends_of<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> Questions {
        let callees = steps.filter_map(Step::callee);
        let dead = callees.map(|callee| self.endless.get(callee));
        dead.reduce(|all, one| all & one).unwrap_or_default()
    }

    /// The questions for which a way leads through a body that comes by none of the stops.
    fn ways_out(&self, program: &Program<'_>, node: Node) -> Questions {
        let Some(info) = program.node(node) else { return Questions::ALL };
        let flow = program.flow(node);
        // Without stops, code that is also reached without an exception is come by anyway.
        let has_stops = !self.insts.is_empty() || !self.edges.is_empty();
        let mut seen = vec![Questions::NONE; flow.block_count()];
        let mut pending = vec![(Body::entry(), Questions::ALL)];
        let mut out = Questions::NONE;
        while let Some((block, questions)) = pending.pop() {
            let mut new = questions - seen[block.index()];
            if new.is_empty() {
                continue;
            }
            seen[block.index()] |= new;
            let handlers = flow.handlers(block).iter();
            let handlers = handlers.filter(|&&h| !has_stops || program.is_exceptional(node, h));
            pending.extend(handlers.map(|&handler| (handler, new)));
            for inst in info.body.insts_of(block) {
                new = new - self.has(node, inst) - self.dead_ends_in(info, node, inst);
            }
            if new.is_empty() {
                continue;
            }
            let last = info.body.insts_of(block).next_back();
            if last.is_some_and(|last| leaves(&info.body.insts[last].op))
                && !(has_stops && leaves_by_exception(program, node, block))
            {
                out |= new;
            }
            for &next in flow.successors(block) {
                let open = match has_stops {
                    true => new - self.closed(program, node, block, next),
                    false => new,
                };
                pending.push((next, open));
            }
        }
        out
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
            if insts.all(|inst| self.dead_ends(program, node, inst).is_empty()) {
                pending.extend(flow.successors(block));
            }
        }
        unreached
    }

    /// The questions for which a way out of a block is not taken.
    fn closed(&self, program: &Program<'_>, node: Node, block: Block, next: Block) -> Questions {
        match comes_back(program, node, block, next) {
            true => Questions::ALL,
            false => self.over(program, node, block, next, &[]),
        }
    }

    /// The questions for which a way out of a block is one of the stops, or leaves a loop that has some and in which the search
    /// has not begun.
    fn over(
        &self,
        program: &Program<'_>,
        node: Node,
        block: Block,
        next: Block,
        begun: &[(Block, Questions)],
    ) -> Questions {
        let opaque = self.opaque.get(node);
        if opaque.is_empty() {
            return Questions::NONE;
        }
        let edge = self.edges.get(&(node, block, next)).copied().unwrap_or_default();
        // A loop that joins has joined all when it is left, unless it was in its last round already.
        let left = program.flow(node).left(block, next);
        let left = left.map(|blocks| {
            let inside = begun.iter().filter(|(block, _)| blocks[block.index()]);
            let inside = inside.fold(Questions::NONE, |all, (_, asked)| all | *asked);
            self.within_loop(program, node, blocks) - inside
        });
        let left = left.fold(Questions::NONE, |all, one| all | one);
        let open = self.open.get(&(node, block, next)).copied().unwrap_or_default();
        opaque & (edge | (left - open))
    }

    /// The same as [`Stops::within`], found once.
    fn within_loop(&self, program: &Program<'_>, node: Node, blocks: &[bool]) -> Questions {
        let header = program.flow(node).header(blocks).filter(|_| self.is_closed);
        let Some(header) = header else { return self.within(program, node, blocks) };
        let known = self.loops.borrow().get(&(node, header)).copied();
        known.unwrap_or_else(|| {
            let found = self.within(program, node, blocks);
            self.loops.borrow_mut().insert((node, header), found);
            found
        })
    }

    /// The questions for which a loop, but none inside of it, has a stop, or a call that does not come back without one.
    fn within(&self, program: &Program<'_>, node: Node, blocks: &[bool]) -> Questions {
        let flow = program.flow(node);
        let info = program.node(node).expect("invariant: threads run bodies");
        let mut all = Questions::NONE;
        for (inst, step) in info.steps() {
            let block = flow.block_of(inst);
            if !blocks[block.index()] {
                continue;
            }
            let stopped = match step {
                Step::Call { node: callee, .. } => {
                    match program.endless().nodes.contains(*callee) {
                        true => Questions::NONE,
                        false => self.dead_ends(program, node, inst),
                    }
                }
                _ => self.has_in_rounds(node, inst),
            };
            // One that waits again and again until something has ended does so once for the loop around it.
            let is_wait = self.rounds.contains_key(&(node, inst));
            let is_innermost = || match is_wait {
                true => flow.depth_within(block, blocks) <= 1,
                false => flow.depth_within(block, blocks) == 0,
            };
            if !(stopped - all).is_empty()
                && is_innermost()
                && flow.is_done_in_each_round(info.body, blocks, block)
            {
                all |= stopped;
            }
        }
        all
    }
}

/// Whether a way out of a block leads from a handler back into code that is also reached without an exception.
fn comes_back(program: &Program<'_>, node: Node, block: Block, next: Block) -> bool {
    program.is_exceptional(node, block) && !program.is_exceptional(node, next)
}

/// Whether a block is the end of a handler, of a body that also has an end without an exception.
fn leaves_by_exception(program: &Program<'_>, node: Node, block: Block) -> bool {
    if !program.is_exceptional(node, block) {
        return false;
    }
    let (flow, body) = (program.flow(node), program.node(node).map(|info| info.body));
    body.is_some_and(|body| {
        let mut ends = body.insts.iter().filter(|(_, inst)| leaves(&inst.op));
        ends.any(|(inst, _)| !program.is_exceptional(node, flow.block_of(inst)))
    })
}

/// Bodies that do not come to their end, whatever happens: they throw, or go on for ever.
#[derive(Default)]
pub(crate) struct Endless {
    pub(crate) nodes: NodeSet,
    /// Bodies with a call that does not come back.
    opaque: NodeSet,
    /// The same two, whatever is asked.
    all: ByNode,
    all_opaque: ByNode,
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
        let opaque: NodeSet = stops.opaque.iter().map(|(node, _)| node).collect();
        let exceptional = opaque.iter().map(|node| (node, stops.unreached(program, node)));
        let exceptional = exceptional.collect();
        let nodes: NodeSet = stops.endless.iter().map(|(node, _)| node).collect();
        let (all, all_opaque) = (ByNode::all_of(&nodes), ByNode::all_of(&opaque));
        Endless { nodes, opaque, all, all_opaque, exceptional }
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
    is_in_body: bool,
    reached: Reached,
    /// Bodies that were running, callees first: then each is left with all questions that come from what it called.
    up: Queue,
    /// Bodies that are called, callers first, when all that were running are done with.
    down: Queue,
    /// Blocks of handlers that were being carried out when the search began.
    caught: FxHashMap<(Node, Block), Questions>,
    /// By body that was running, the blocks that it was in.
    begun: FxHashMap<Node, Vec<(Block, Questions)>>,
}

/// Where a search goes on. It comes to a place once for all questions that have come there by then.
type Queue = BTreeMap<(u32, Task), Questions>;

/// Takes out what comes after the last one that was taken, in rounds: where calls go in circles, all that came in one round is
/// carried on in the next.
fn next(queue: &mut Queue, last: &mut u32) -> Option<(Task, Questions)> {
    let first = Task::Go(Node::from_index(0), Inst::from_index(0));
    let later = queue.range((*last, first)..).next().map(|(&key, _)| key);
    let key = later.or_else(|| queue.first_key_value().map(|(&key, _)| key))?;
    *last = key.0;
    let asked = queue.remove(&key)?;
    Some((key.1, asked))
}

/// What a search does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// Carries out a block of a body from an instruction on.
    Go(Node, Inst),
    /// Goes on in the callers of a body that has ended.
    End(Node),
    /// Calls what a body that is reached as a whole calls.
    Whole(Node),
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
        debug_assert!(stops.is_closed, "invariant: stops are closed before a search");
        Search {
            program,
            nodes,
            stops,
            is_in_body: false,
            reached: Reached::default(),
            up: Queue::default(),
            down: Queue::default(),
            caught: FxHashMap::default(),
            begun: FxHashMap::default(),
        }
    }

    /// A search that does not look into what is called, nor into callers if there are no nodes.
    pub(crate) fn in_body(
        program: &'a Program<'a>,
        nodes: &'a NodeSet,
        stops: &'a Stops,
    ) -> Search<'a> {
        Search { is_in_body: true, ..Search::new(program, nodes, stops) }
    }

    /// Begins at a call that starts a thread.
    pub(crate) fn begin_at_start(&mut self, node: Node, inst: Inst, asked: Questions) {
        // What the call itself runs after it has started the thread.
        let info = self.program.node(node).expect("invariant: threads run bodies");
        for callee in info.steps_at(inst).filter_map(Step::callee) {
            self.call(callee, asked);
        }
        self.begin_behind(node, inst, asked - self.stops.has(node, inst));
    }

    /// Begins behind an instruction.
    pub(crate) fn begin_behind(&mut self, node: Node, inst: Inst, asked: Questions) {
        if !asked.is_empty() {
            let block = self.program.flow(node).block_of(inst);
            let begun = self.begun.entry(node).or_default();
            match begun.iter_mut().find(|(other, _)| *other == block) {
                Some((_, known)) => *known |= asked,
                None => begun.push((block, asked)),
            }
            self.come_back(node, inst, asked);
            self.behind(Frame::running(node), inst, asked);
        }
    }

    /// Begins where a thread does.
    pub(crate) fn begin_with(&mut self, root: Node, asked: Questions) {
        self.enter_block(Frame::running(root), Body::entry(), asked);
    }

    pub(crate) fn run(mut self) -> Rc<Reached> {
        let mut last = 0;
        while let Some((task, asked)) = next(&mut self.up, &mut last) {
            match task {
                Task::Go(node, inst) => self.go(Frame::running(node), inst, asked),
                Task::End(node) => self.go_on_in_callers(node, asked),
                Task::Whole(_) => {}
            }
        }
        last = 0;
        while let Some((task, asked)) = next(&mut self.down, &mut last) {
            match task {
                Task::Go(node, inst) => self.go(Frame::called(node), inst, asked),
                Task::Whole(node) => {
                    for callee in self.program.callees(node) {
                        self.call(callee, asked);
                    }
                }
                Task::End(_) => {}
            }
        }
        Rc::new(self.reached)
    }

    fn push(&mut self, node: Node, is_called: bool, task: Task, asked: Questions) {
        if asked.is_empty() {
            return;
        }
        let rank = self.program.rank(node);
        let waiting = match is_called {
            true => self.down.entry((u32::MAX - rank, task)),
            false => self.up.entry((rank, task)),
        };
        *waiting.or_default() |= asked;
    }

    /// Comes into a body by a call.
    fn call(&mut self, callee: Node, asked: Questions) {
        if self.is_in_body {
            return;
        }
        let opaque = self.stops.opaque.get(callee);
        let new = self.reached.whole.insert(callee, asked - opaque);
        self.push(callee, true, Task::Whole(callee), new);
        let inside = asked & opaque;
        if !inside.is_empty() {
            self.enter_block(Frame::called(callee), Body::entry(), inside);
        }
    }

    /// Goes on behind an instruction.
    fn behind(&mut self, frame: Frame, inst: Inst, asked: Questions) {
        let flow = self.program.flow(frame.node);
        let block = flow.block_of(inst);
        let next = Inst::from_index(inst.index() + 1);
        if self.body(frame.node).insts.get(next).is_some() && flow.block_of(next) == block {
            self.reach(frame, next, asked);
        } else {
            self.leave_block(frame, inst, asked);
        }
        self.handlers(frame, inst, asked);
    }

    fn body(&self, node: Node) -> &'a Body {
        self.program.node(node).expect("invariant: threads run bodies").body
    }

    fn reach(&mut self, frame: Frame, inst: Inst, asked: Questions) {
        let new = asked - self.reached.in_frame(self.program, frame, inst);
        self.push(frame.node, frame.is_called, Task::Go(frame.node, inst), new);
    }

    fn handlers(&mut self, frame: Frame, inst: Inst, asked: Questions) {
        let flow = self.program.flow(frame.node);
        for &handler in flow.handlers(flow.block_of(inst)) {
            if self.program.is_exceptional(frame.node, handler) {
                self.enter_block(frame, handler, asked);
            }
        }
    }

    fn enter_block(&mut self, frame: Frame, block: Block, asked: Questions) {
        let first = self.body(frame.node).insts_of(block).next();
        if let Some(first) = first {
            self.reach(frame, first, asked);
        }
    }

    /// Carries out a block from an instruction on.
    fn go(&mut self, frame: Frame, from: Inst, asked: Questions) {
        let program = self.program;
        let asked = asked - self.reached.in_frame(program, frame, from);
        if asked.is_empty() {
            return;
        }
        let node = frame.node;
        let info = program.node(node).expect("invariant: threads run bodies");
        let block = program.flow(node).block_of(from);
        let last = info.body.insts_of(block).next_back().unwrap_or(from);
        let mut left = asked;
        // Only what has steps can be a stop.
        for steps in info.steps_between(from, last).chunk_by(|a, b| a.0 == b.0) {
            let inst = steps[0].0;
            let inside = left - self.stops.has(node, inst);
            for callee in steps.iter().filter_map(|(_, step)| step.callee()) {
                self.call(callee, inside);
            }
            let behind = inside - self.stops.dead_ends_of(steps.iter().map(|(_, step)| step));
            self.add(frame, block, Span { first: from, last: inst, asked: left - behind });
            left = behind;
            if left.is_empty() {
                break;
            }
        }
        self.add(frame, block, Span { first: from, last, asked: left });
        self.handlers(frame, from, asked);
        self.leave_block(frame, last, left);
    }

    fn add(&mut self, frame: Frame, block: Block, new: Span) {
        if new.asked.is_empty() {
            return;
        }
        let mut insts = self.body(frame.node).insts_of(block);
        let is_whole = insts.next() == Some(new.first)
            && insts.next_back().is_none_or(|last| last == new.last);
        let count = self.program.flow(frame.node).block_count();
        let parts = self.reached.parts.entry(frame).or_insert_with(|| Parts {
            blocks: vec![Questions::NONE; count].into(),
            spans: FxHashMap::default(),
        });
        if is_whole {
            parts.blocks[block.index()] |= new.asked;
            return;
        }
        let spans = parts.spans.entry(block).or_default();
        match spans.iter_mut().find(|span| span.first == new.first && span.last == new.last) {
            Some(span) => span.asked |= new.asked,
            None => spans.push(new),
        }
    }

    fn leave_block(&mut self, frame: Frame, last: Inst, asked: Questions) {
        if asked.is_empty() {
            return;
        }
        let (program, node) = (self.program, frame.node);
        let flow = program.flow(node);
        let block = flow.block_of(last);
        for &next in flow.successors(block) {
            let open = match comes_back(program, node, block, next) {
                false => asked,
                true if frame.is_called => Questions::NONE,
                true => asked & self.caught.get(&(node, block)).copied().unwrap_or_default(),
            };
            if !open.is_empty() {
                let begun = self.begun.get(&node).filter(|_| !frame.is_called);
                let begun = begun.map_or(&[][..], Vec::as_slice);
                let over = self.stops.over(program, node, block, next, begun);
                self.enter_block(frame, next, open - over);
            }
        }
        if leaves(&self.body(node).insts[last].op) {
            let ended = match leaves_by_exception(program, node, block) {
                false => asked,
                true => asked & self.caught.get(&(node, block)).copied().unwrap_or_default(),
            };
            self.end(frame, ended - self.stops.has(node, last));
        }
    }

    /// A body has ended. Who called it as a part of the search has gone on already.
    fn end(&mut self, frame: Frame, asked: Questions) {
        if !frame.is_called {
            let ended = self.reached.ended.entry(frame.node).or_default();
            let new = asked - *ended;
            *ended |= new;
            self.push(frame.node, false, Task::End(frame.node), new);
        }
    }

    fn go_on_in_callers(&mut self, node: Node, asked: Questions) {
        for from in self.program.callers(node) {
            // A call whose body has ended may itself be a stop.
            if self.nodes.contains(from.node) {
                let asked = asked - self.stops.has(from.node, from.inst);
                self.begin_behind(from.node, from.inst, asked);
            }
        }
    }

    /// Lets a body that was running go on behind the handler that it was in, if it was in one.
    fn come_back(&mut self, node: Node, inst: Inst, asked: Questions) {
        let (program, frame) = (self.program, Frame::running(node));
        let flow = program.flow(node);
        let mut pending = vec![(flow.block_of(inst), asked)];
        while let Some((block, asked)) = pending.pop() {
            if !program.is_exceptional(node, block) {
                continue;
            }
            let caught = self.caught.entry((node, block)).or_default();
            let new = asked - *caught;
            *caught |= new;
            if new.is_empty() {
                continue;
            }
            pending.extend(flow.successors(block).iter().map(|&next| (next, new)));
            // The search may have been there already.
            if let Some(last) = self.body(node).insts_of(block).next_back() {
                let been = new & self.reached.in_frame(program, frame, last);
                let stopped =
                    self.stops.has(node, last) | self.stops.dead_ends(program, node, last);
                self.leave_block(frame, last, been - stopped);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use points_to::{ProgramDelta, Solver};
    use testkit::mutate::Random;
    use testkit::points_to::check::{Setting, all_classes};
    use testkit::points_to::generate::Generator;
    use testkit::points_to::policies;

    use super::*;

    /// A question, where it begins and where it stops.
    type Begun = (Questions, (Node, Inst), Vec<(Node, Inst)>);

    /// A made-up program, solved.
    fn solved(seed: u64) -> Solver {
        let made = Generator::new(seed).program();
        let setting = Setting::generated(policies::ALL[0].1, true);
        let mut solver = setting.solver(all_classes(&made));
        let entries = Some(made.entry_points());
        solver.apply(ProgramDelta { classes: Vec::new(), entries });
        solver
    }

    /// Bodies are reached as a whole only where it makes no difference.
    #[test]
    fn bodies_as_a_whole() {
        let (mut searches, mut wholes) = (0, 0);
        for seed in 0..300 {
            let solver = solved(seed);
            let program = Program::new(&solver);
            let nodes: NodeSet = program.nodes().map(|(node, _)| node).collect();
            let calls: Vec<(Node, Inst)> = calls(&program);
            let mut random = Random::new(seed);
            for _ in 0..10 {
                if calls.is_empty() {
                    break;
                }
                let some = (0..random.below(4)).map(|_| calls[random.below(calls.len())]);
                let some: Vec<(Node, Inst)> = some.collect();
                let from = calls[random.below(calls.len())];
                let fast = stops(&program, &[(Questions::ALL, &some)]);
                let mut slow = stops(&program, &[(Questions::ALL, &some)]);
                for node in nodes.iter() {
                    slow.opaque.insert(node, Questions::ALL);
                }
                let (fast, slow) = [&fast, &slow]
                    .map(|stops| {
                        let mut search = Search::new(&program, &nodes, stops);
                        search.begin_at_start(from.0, from.1, Questions::ALL);
                        search.run().points(Question::new(0))
                    })
                    .into();
                assert_eq!(reached(&program, &fast), reached(&program, &slow), "{seed}: {from:?}");
                assert_eq!(ended(&fast), ended(&slow), "{seed}: {from:?}");
                searches += 1;
                wholes += usize::from(fast.reached.whole.iter().next().is_some());
            }
        }
        assert!(searches > 1000 && wholes > 300, "{searches} searches, {wholes} with whole bodies");
    }

    /// Questions that are asked together are answered like each alone.
    #[test]
    fn questions_together() {
        let mut differing = 0;
        for seed in 0..300 {
            let solver = solved(seed);
            let program = Program::new(&solver);
            let nodes: NodeSet = program.nodes().map(|(node, _)| node).collect();
            let calls: Vec<(Node, Inst)> = calls(&program);
            if calls.is_empty() {
                continue;
            }
            let mut random = Random::new(seed);
            let asked: Vec<Begun> = (0..20)
                .map(|at| {
                    let from = calls[random.below(calls.len())];
                    let some = (0..random.below(4)).map(|_| calls[random.below(calls.len())]);
                    (Questions::of(Question::new(at * 7)), from, some.collect())
                })
                .collect();
            let search = |asked: &[Begun]| {
                let at: Vec<_> = asked.iter().map(|(q, _, some)| (*q, &some[..])).collect();
                let stops = stops(&program, &at);
                let mut search = Search::new(&program, &nodes, &stops);
                for &(question, (node, inst), _) in asked {
                    search.begin_at_start(node, inst, question);
                }
                search.run()
            };
            let together = search(&asked);
            for (at, one) in asked.iter().enumerate() {
                let question = Question::new(at * 7);
                let alone = search(std::slice::from_ref(one)).points(question);
                let among = together.points(question);
                assert_eq!(reached(&program, &alone), reached(&program, &among), "{seed}: {at}");
                assert_eq!(ended(&alone), ended(&among), "{seed}: {at}");
                let first = together.points(Question::new(0));
                differing += usize::from(reached(&program, &first) != reached(&program, &among));
            }
        }
        assert!(differing > 1000, "{differing} questions have another answer than the first");
    }

    fn stops(program: &Program<'_>, at: &[(Questions, &[(Node, Inst)])]) -> Stops {
        let mut stops = Stops::default();
        for &(questions, insts) in at {
            for &(node, inst) in insts {
                stops.at(node, inst, questions);
            }
        }
        stops.close(program);
        stops
    }

    fn ended(points: &Points) -> Vec<Node> {
        let ended = points.reached.ended.iter();
        let ended = ended.filter(|(_, asked)| asked.contains(points.question));
        let mut ended: Vec<Node> = ended.map(|(&node, _)| node).collect();
        ended.sort_unstable();
        ended
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
