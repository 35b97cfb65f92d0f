//! What may happen at the same time: starts and joins of threads (ECHO §3.1, StaTS Def. 8).
//!
//! Threads form a graph of starts. Of two accesses the question is asked in the thread where their ways part:
//!
//! ```text
//!            C ──start f──▶ … ▶ A: access          g ∈ live(f, A)  or  f ∈ live(g, B):  they may overlap
//!            └──start g──▶ … ▶ B: access
//! ```
//!
//! `live(f, A)` are the points of C that are reached from the start `f` without coming by a join of `A`: before the start and
//! after the join nothing of A runs. If the one access is in C itself, the question is whether it is in that set. A thread
//! overlaps another instance of itself if its start is in its own set.
//!
//! Reachability is over bodies and calls, in one thread, not told apart by who called. Exceptions lead into handlers, but not back
//! into code that is also reached without one: that a thread is not joined because an exception came in between is not what
//! people mean by a race.

use std::cell::RefCell;
use std::rc::Rc;

use ir::entity::EntityId as _;
use ir::{Block, Body, Inst};
use models::Property;
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::leaves;
use crate::objects::{Objects, plain};
use crate::program::{Program, Step, What, arguments};
use crate::result::ThreadId;
use crate::threads::{Start, Threads, main_thread};

/// A point in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub(crate) thread: ThreadId,
    pub(crate) node: Node,
    pub(crate) inst: Inst,
}

/// Why two points may happen at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// Two instances of a thread, or of threads that such instances start.
    Instances(ThreadId),
    /// Two starts in one thread.
    Starts((Node, Inst), (Node, Inst)),
    /// The first point's thread starts the second's here.
    FirstStarts(Node, Inst),
    /// The other way round.
    SecondStarts(Node, Inst),
    /// A class initialiser starts one of them.
    Unknown,
}

/// A start on the way from a thread up to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Up {
    /// The thread that starts.
    above: ThreadId,
    node: Node,
    inst: Inst,
    /// The thread that is started.
    child: ThreadId,
}

pub(crate) struct Order<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    objects: &'a Objects<'a>,
    /// Whether a join with a time limit counts.
    trusts_limits: bool,
    /// By thread: all starts on ways to it.
    ups: Vec<Vec<Up>>,
    is_many: RefCell<FxHashMap<ThreadId, bool>>,
    live: RefCell<FxHashMap<(Up, ThreadId), Rc<Points>>>,
    ending: RefCell<FxHashSet<(ThreadId, ThreadId)>>,
    overlaps: RefCell<FxHashMap<(ThreadId, ThreadId), Option<Overlap>>>,
}

/// Points of a thread: by body and block, from which instruction to which one is reached.
#[derive(Default)]
pub(crate) struct Points {
    spans: FxHashMap<Frame, Vec<Vec<(Inst, Inst)>>>,
    /// Whether the thread's end is among them.
    has_end: bool,
}

impl Points {
    pub(crate) fn has(&self, program: &Program<'_>, node: Node, inst: Inst) -> bool {
        self.has_in(program, Frame::running(node), inst)
            || self.has_in(program, Frame::called(node), inst)
    }

    fn has_in(&self, program: &Program<'_>, frame: Frame, inst: Inst) -> bool {
        let Some(blocks) = self.spans.get(&frame) else { return false };
        let spans = &blocks[program.flow(frame.node).block_of(inst).index()];
        spans.iter().any(|&(first, last)| first <= inst && inst <= last)
    }
}

impl<'a> Order<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        objects: &'a Objects<'a>,
        trusts_limits: bool,
    ) -> Order<'a> {
        let ups = threads.ids().map(|id| ups(threads, id)).collect();
        Order {
            program,
            threads,
            objects,
            trusts_limits,
            ups,
            is_many: RefCell::default(),
            live: RefCell::default(),
            ending: RefCell::default(),
            overlaps: RefCell::default(),
        }
    }

    /// Whether two instances of a thread may run at the same time.
    pub(crate) fn is_many(&self, thread: ThreadId) -> bool {
        if let Some(&known) = self.is_many.borrow().get(&thread) {
            return known;
        }
        // While it is being found out, it is not: what is found without it suffices.
        self.is_many.borrow_mut().insert(thread, false);
        let is_many = self.find_many(thread);
        self.is_many.borrow_mut().insert(thread, is_many);
        is_many
    }

    fn find_many(&self, thread: ThreadId) -> bool {
        if self.are_in_turn(thread, thread) {
            return false;
        }
        let starts = &self.threads.get(thread).starts;
        let mut points: Vec<(Point, &Start)> = Vec::new();
        for start in starts {
            if start.parents.contains(&thread) {
                return true;
            }
            for &parent in &start.parents {
                if self.is_many(parent) {
                    return true;
                }
                let (node, inst) = (start.node, start.inst);
                points.push((Point { thread: parent, node, inst }, start));
            }
        }
        for (at, (first, start)) in points.iter().enumerate() {
            // One object, one start: `Thread.start` refuses a second one.
            for (second, _) in &points[at..] {
                if first.thread == second.thread {
                    let same_site = (first.node, first.inst) == (second.node, second.inst);
                    if same_site && self.objects.starts_once(start) {
                        continue;
                    }
                    if same_site && start.is_again {
                        return true;
                    }
                    let live = |from: &Point, to: &Point| {
                        let up = Up {
                            above: from.thread,
                            node: from.node,
                            inst: from.inst,
                            child: thread,
                        };
                        self.is_live(up, thread, to.node, to.inst)
                    };
                    if live(first, second) || live(second, first) {
                        return true;
                    }
                } else if self.may_overlap(*first, *second).is_some() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether two points may happen at the same time, in different threads or in different instances of one.
    pub(crate) fn may_overlap(&self, first: Point, second: Point) -> Option<Overlap> {
        let (a, b) = (first.thread, second.thread);
        if let Some(overlap) = self.instances(a, b) {
            return Some(overlap);
        }
        if a == b {
            return None;
        }
        let up = self.ups[b.index()].iter().filter(|up| up.above == a);
        for up in up {
            if self.is_live(*up, b, first.node, first.inst) {
                return Some(Overlap::FirstStarts(up.node, up.inst));
            }
        }
        let up = self.ups[a.index()].iter().filter(|up| up.above == b);
        for up in up {
            if self.is_live(*up, a, second.node, second.inst) {
                return Some(Overlap::SecondStarts(up.node, up.inst));
            }
        }
        self.siblings(a, b)
    }

    /// Whether two threads are, or are started by, two instances of one thread.
    fn instances(&self, a: ThreadId, b: ThreadId) -> Option<Overlap> {
        if a == b && self.is_many(a) {
            return Some(Overlap::Instances(a));
        }
        let above = |thread: ThreadId| {
            let ups = self.ups[thread.index()].iter().map(|up| up.child);
            std::iter::once(thread).chain(ups).collect::<FxHashSet<_>>()
        };
        let (of_a, of_b) = (above(a), above(b));
        let mut common: Vec<ThreadId> = of_a.intersection(&of_b).copied().collect();
        common.sort_unstable();
        let is_main = |thread: &ThreadId| *thread == main_thread();
        common
            .into_iter()
            .filter(|thread| !is_main(thread))
            .find(|&thread| self.is_many(thread))
            .map(Overlap::Instances)
    }

    /// Whether two threads that do not start each other may overlap.
    fn siblings(&self, a: ThreadId, b: ThreadId) -> Option<Overlap> {
        if let Some(known) = self.overlaps.borrow().get(&(a, b)) {
            return *known;
        }
        let found = self.find_siblings(a, b);
        self.overlaps.borrow_mut().insert((a, b), found);
        found
    }

    fn find_siblings(&self, a: ThreadId, b: ThreadId) -> Option<Overlap> {
        if self.is_started_by_initialiser(a) || self.is_started_by_initialiser(b) {
            return Some(Overlap::Unknown);
        }
        if self.are_in_turn(a, b) {
            return None;
        }
        for f in &self.ups[a.index()] {
            for g in &self.ups[b.index()] {
                if f.above != g.above || f == g {
                    continue;
                }
                let is_live = self.is_live(*f, a, g.node, g.inst)
                    || self.is_live(*g, b, f.node, f.inst)
                    // Two threads that one call starts.
                    || (f.node, f.inst) == (g.node, g.inst);
                if is_live {
                    return Some(Overlap::Starts((f.node, f.inst), (g.node, g.inst)));
                }
            }
        }
        None
    }

    /// Whether both are tasks of one timer or the like, which carries them out one after the other.
    fn are_in_turn(&self, a: ThreadId, b: ThreadId) -> bool {
        let solver = self.program.solver;
        let is_sequential = |obj: Obj| {
            let class = solver.class_of(obj).class;
            self.objects.is_single(obj) && solver.has_property(class, Property::Sequential)
        };
        let (a, b) = (&self.threads.get(a).starts, &self.threads.get(b).starts);
        !a.is_empty()
            && !b.is_empty()
            && a.iter().all(|start| {
                b.iter().all(|other| {
                    let common = start.handles.intersection(&other.handles);
                    common.iter().any(is_sequential)
                })
            })
    }

    fn is_started_by_initialiser(&self, thread: ThreadId) -> bool {
        let is_known = |thread: ThreadId| {
            thread == main_thread()
                || self.threads.get(thread).starts.iter().all(|start| !start.parents.is_empty())
        };
        !is_known(thread) || self.ups[thread.index()].iter().any(|up| !is_known(up.above))
    }

    fn is_live(&self, up: Up, target: ThreadId, node: Node, inst: Inst) -> bool {
        self.live(up, target).has(self.program, node, inst)
    }

    /// The points of the starting thread at which `target`, which runs because of a start, may be running.
    fn live(&self, up: Up, target: ThreadId) -> Rc<Points> {
        let key = (up, target);
        if let Some(known) = self.live.borrow().get(&key) {
            return Rc::clone(known);
        }
        // Cycles of threads that start each other: nothing is joined.
        let found = Rc::new(self.find_live(up, target));
        self.live.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn find_live(&self, up: Up, target: ThreadId) -> Points {
        let joins_child = up.child == target || self.ends_with(up.child, target);
        let is_join = |node: Node, step: &Step, inst: Inst| {
            self.joins(node, inst, step, target, None)
                || joins_child && self.joins(node, inst, step, up.child, Some((up.node, up.inst)))
        };
        let mut search = self.search(up.above, &is_join, &NO_EDGE);
        search.from(up.node, up.inst);
        search.run();
        let mut points = search.points;
        let roots = &self.threads.get(up.above).roots;
        points.has_end = roots.iter().any(|&root| search.ended.contains(&Frame::running(root)));
        points
    }

    fn search<'b>(
        &'b self,
        thread: ThreadId,
        is_stop: &'b dyn Fn(Node, &Step, Inst) -> bool,
        is_closed: &'b dyn Fn(Node, Block, Block) -> bool,
    ) -> Search<'b> {
        Search {
            program: self.program,
            nodes: &self.threads.get(thread).nodes,
            points: Points::default(),
            pending: Vec::new(),
            entered: FxHashSet::default(),
            ended: FxHashSet::default(),
            waiting: FxHashMap::default(),
            is_join: is_stop,
            is_closed,
        }
    }

    /// The points of a thread that are reached from others without coming by certain steps and ways out of blocks.
    pub(crate) fn after(
        &self,
        thread: ThreadId,
        from: &[(Node, Inst)],
        is_stop: &dyn Fn(Node, &Step, Inst) -> bool,
        is_closed: &dyn Fn(Node, Block, Block) -> bool,
    ) -> Points {
        let mut search = self.search(thread, is_stop, is_closed);
        for &(node, inst) in from {
            search.behind(Frame::running(node), inst);
        }
        search.run();
        search.points
    }

    /// The points of a thread that are reached from its beginning without coming by certain steps and ways out of blocks.
    pub(crate) fn without(
        &self,
        thread: ThreadId,
        is_stop: &dyn Fn(Node, &Step, Inst) -> bool,
        is_closed: &dyn Fn(Node, Block, Block) -> bool,
    ) -> Points {
        let mut search = self.search(thread, is_stop, is_closed);
        for &root in &self.threads.get(thread).roots {
            search.enter_block(Frame::running(root), Body::entry());
        }
        search.run();
        search.points
    }

    /// Whether a thread that another one leads to is over when that one is.
    fn ends_with(&self, above: ThreadId, thread: ThreadId) -> bool {
        // Threads that start their own kind: what the others find out decides.
        if !self.ending.borrow_mut().insert((above, thread)) {
            return true;
        }
        let ends = self.find_end(above, thread);
        self.ending.borrow_mut().remove(&(above, thread));
        ends
    }

    fn find_end(&self, above: ThreadId, thread: ThreadId) -> bool {
        let ups = &self.ups[thread.index()];
        let mut is_below = false;
        for up in ups.iter().filter(|up| up.child == thread) {
            is_below = true;
            let is_over = !self.live(*up, thread).has_end;
            if !is_over || up.above != above && !self.ends_with(above, up.above) {
                return false;
            }
        }
        is_below
    }

    /// Whether an abstract object stands for one object of a run.
    pub(crate) fn is_single(&self, obj: Obj) -> bool {
        let maker = self.threads.maker(self.program.solver, obj);
        self.objects.is_single(obj)
            || self.objects.is_single_in_thread(obj)
                && maker.is_some_and(|maker| !self.is_many(maker))
    }

    /// Whether a step surely waits for the end of all that runs of a thread, or of what one start of it began.
    fn joins(
        &self,
        node: Node,
        inst: Inst,
        step: &Step,
        thread: ThreadId,
        start: Option<(Node, Inst)>,
    ) -> bool {
        let Step::Event(event) = step else { return false };
        let What::Join { is_try } = event.what else { return false };
        if is_try && !self.trusts_limits {
            return false;
        }
        let all = &self.threads.get(thread).starts;
        let is_meant = |s: &&Start| start.is_none_or(|start| start == (s.node, s.inst));
        let mut starts = all.iter().filter(is_meant);
        if all.is_empty() || !starts.all(|start| start.handles.intersects(&event.objs)) {
            return false;
        }
        // What was just started, or what the start gave.
        if let Some((started, at)) = start
            && started == node
            && let Some(info) = self.program.node(node)
            && event.value.is_some()
            && (arguments(info.body, at).first().copied() == event.value
                || info.body.insts[at].result == event.value)
        {
            return true;
        }
        let mut objs: Vec<Obj> = event.objs.iter().map(plain).collect();
        objs.dedup();
        let one = objs.first().filter(|_| objs.len() == 1);
        // A loop is taken to go over all of them, and so is what library code does.
        one.is_some_and(|&obj| self.is_single(obj))
            || !event.is_direct
            || self.objects.is_repeated(node, inst)
            || one.is_some() && !self.is_many(thread)
    }
}

fn ups(threads: &Threads, thread: ThreadId) -> Vec<Up> {
    let mut ups = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![thread];
    while let Some(child) = pending.pop() {
        if !seen.insert(child) {
            continue;
        }
        for start in &threads.get(child).starts {
            for &above in &start.parents {
                let up = Up { above, node: start.node, inst: start.inst, child };
                if !ups.contains(&up) {
                    ups.push(up);
                }
                pending.push(above);
            }
        }
    }
    ups
}

/// A search forward from a point of a thread.
///
/// A body is looked at up to twice: as one that was *called* on the way, which goes back to where it was called when it ends; and
/// as one that was running already, from which the search goes on in all its callers.
struct Search<'a> {
    program: &'a Program<'a>,
    nodes: &'a FxHashSet<Node>,
    points: Points,
    pending: Vec<(Frame, Inst)>,
    /// Bodies that were called.
    entered: FxHashSet<Node>,
    ended: FxHashSet<Frame>,
    /// Calls that go on when a body that was called ends.
    waiting: FxHashMap<Node, Vec<(Frame, Inst)>>,
    is_join: &'a dyn Fn(Node, &Step, Inst) -> bool,
    /// Ways out of blocks that are not taken.
    is_closed: &'a dyn Fn(Node, Block, Block) -> bool,
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

const NO_EDGE: fn(Node, Block, Block) -> bool = |_, _, _| false;

impl Search<'_> {
    /// Begins at a call that starts a thread.
    fn from(&mut self, node: Node, inst: Inst) {
        // What the call itself runs after it has started the thread.
        let info = self.program.node(node).expect("invariant: threads run bodies");
        let mut is_joined = false;
        for step in info.steps_at(inst) {
            is_joined |= (self.is_join)(node, step, inst);
            if let Step::Call { node: callee, .. } = step {
                self.enter(*callee);
            }
        }
        if !is_joined {
            self.behind(Frame::running(node), inst);
        }
    }

    fn run(&mut self) {
        while let Some((frame, inst)) = self.pending.pop() {
            self.go(frame, inst);
        }
    }

    fn enter(&mut self, callee: Node) {
        if self.nodes.contains(&callee) && self.entered.insert(callee) {
            self.enter_block(Frame::called(callee), Body::entry());
        }
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

    fn body(&self, node: Node) -> &Body {
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
        let mut last = from;
        let mut is_stopped = false;
        let mut callees = Vec::new();
        for inst in info.body.insts_of(block).filter(|&inst| inst >= from) {
            last = inst;
            if info.steps_at(inst).any(|step| (self.is_join)(node, step, inst)) {
                is_stopped = true;
                break;
            }
            let calls = info.steps_at(inst).filter_map(|step| match step {
                Step::Call { node: callee, .. } => Some(*callee),
                _ => None,
            });
            let calls: Vec<Node> = calls.filter(|callee| self.nodes.contains(callee)).collect();
            // Behind a call it goes on when one of the bodies ends.
            let has_ended = |callee: &Node| self.ended.contains(&Frame::called(*callee));
            is_stopped = !calls.is_empty() && !calls.iter().any(has_ended);
            for callee in calls {
                self.waiting.entry(callee).or_default().push((frame, inst));
                callees.push(callee);
            }
            if is_stopped {
                break;
            }
        }
        let blocks = self.points.spans.entry(frame);
        let blocks = blocks.or_insert_with(|| vec![Vec::new(); flow.block_count()]);
        blocks[block.index()].push((from, last));
        for callee in callees {
            self.enter(callee);
        }
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
            let has_joined = flow.left(block, next).any(|blocks| self.joins_in(node, blocks));
            let is_closed = (self.is_closed)(node, block, next);
            if !has_joined && !is_closed && (!is_exceptional || flow.is_exceptional(next)) {
                self.enter_block(frame, next);
            }
        }
        if leaves(&self.body(node).insts[last].op) {
            self.end(frame);
        }
    }

    /// Whether a loop, but none inside of it, has a join, or calls a body that has one.
    fn joins_in(&self, node: Node, blocks: &[bool]) -> bool {
        let flow = self.program.flow(node);
        let info = self.program.node(node).expect("invariant: threads run bodies");
        info.steps().any(|(inst, step)| {
            let block = flow.block_of(inst);
            let is_join = || match step {
                Step::Call { node: callee, .. } => {
                    let inner = self.program.node(*callee);
                    inner.is_some_and(|info| {
                        info.steps().any(|(inst, step)| (self.is_join)(*callee, step, inst))
                    })
                }
                _ => (self.is_join)(node, step, inst),
            };
            blocks[block.index()]
                && flow.innermost(block).is_some_and(|innermost| std::ptr::eq(innermost, blocks))
                && flow.is_done_in_each_round(info.body, blocks, block)
                && is_join()
        })
    }

    /// A body has ended.
    fn end(&mut self, frame: Frame) {
        let is_new = self.ended.insert(frame);
        let mut calls = Vec::new();
        if frame.is_called {
            calls = self.waiting.get(&frame.node).cloned().unwrap_or_default();
        } else if is_new {
            let callers = self.program.callers(frame.node).iter();
            let callers = callers.filter(|from| self.nodes.contains(&from.node));
            calls.extend(callers.map(|from| (Frame::running(from.node), from.inst)));
        }
        for (frame, inst) in calls {
            if self.may_go_on(frame.node, inst) {
                self.behind(frame, inst);
            }
        }
    }

    /// Whether a call whose body has ended is not itself a join.
    fn may_go_on(&self, node: Node, inst: Inst) -> bool {
        let info = self.program.node(node).expect("invariant: threads run bodies");
        !info.steps_at(inst).any(|step| (self.is_join)(node, step, inst))
    }
}
