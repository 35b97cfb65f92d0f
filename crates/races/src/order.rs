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
//! A thread may also wait for one that somebody else has started. What it does only after that join comes after all of the other
//! thread, if that was started before: who is not started yet is not waited for.
//!
//! How points are reached is told in [`crate::reach`].

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Block, Body, Cond, Op, Value};
use ir::entity::EntityId as _;
use models::{ForkKind, Limit};
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::OnWay;
use crate::limits;
use crate::objects::{Objects, first_of, offset, plain, step, uncast};
use crate::program::{Event, Program, Step, What, arguments};
use crate::questions::{Question, Questions};
use crate::reach::{Points, Search, Stops};
use crate::result::ThreadId;
use crate::rounds::waited_for;
use crate::threads::{Start, Threads, main_thread};
use crate::turns::is_in_turn;

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

/// A start, who carries it out, and the joins at which it is over, by their numbers.
type LiveKey = (ThreadId, (Node, Inst), Vec<usize>);

/// By thread and other thread, some points of the first.
type BeforeJoins = FxHashMap<(ThreadId, ThreadId), Option<Rc<Points>>>;

/// A call that waits for threads.
struct Join<'a> {
    node: Node,
    inst: Inst,
    event: &'a Event,
    /// Whether it has no time limit.
    is_sure: bool,
    /// Whether it is taken to wait long enough.
    is_trusted: bool,
    /// Whether it is taken to wait for one thread in each round of its loop, and not for all.
    is_by_round: bool,
}

/// What is believed of joins.
#[derive(Clone, Copy)]
pub(crate) struct Trust<'a> {
    /// Those with these time limits wait long enough.
    pub(crate) limits: &'static [Limit],
    /// Library code that waits for one of several threads does so for all.
    pub(crate) library: bool,
    /// The order in which a loop that waits for threads has waited for all of them in its first round, if this is not to be it.
    pub(crate) simple: Option<&'a Order<'a>>,
}

pub(crate) struct Order<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    objects: &'a Objects<'a>,
    /// By thread: all starts on ways to it.
    ups: Vec<Vec<Up>>,
    /// By thread: itself and all threads on ways to it, in order.
    above: Vec<Vec<ThreadId>>,
    /// By thread: all sets of its points at which others that it starts may be running.
    lives: RefCell<FxHashMap<ThreadId, Rc<[Rc<Points>]>>>,
    is_many: RefCell<FxHashMap<ThreadId, bool>>,
    /// Whether library code that waits for one of several threads is taken to do so for all.
    trusts_library: bool,
    /// The calls that wait for threads, in the order of the bodies.
    joins: Vec<Join<'a>>,
    live: RefCell<FxHashMap<(Up, ThreadId), Rc<Points>>>,
    /// The same by what they were found from: most threads are joined nowhere.
    live_with: RefCell<FxHashMap<LiveKey, Rc<Points>>>,
    /// By the same: whether what was started may be running when the thread that started it has ended.
    outliving: RefCell<FxHashMap<LiveKey, bool>>,
    ending: RefCell<FxHashSet<(ThreadId, ThreadId)>>,
    overlaps: RefCell<FxHashMap<(ThreadId, ThreadId), Option<Overlap>>>,
    /// What a thread does before it has waited for another that it has not started.
    before_joins: RefCell<BeforeJoins>,
    /// Whether tasks come before others in the queue of what carries out all of them in turn.
    queued: RefCell<FxHashMap<(ThreadId, ThreadId), bool>>,
    /// The order if loops that wait for threads have waited for all of them in their first round, unless this is it. Most joins are in
    /// no such loop, and what depends on those alone is known there.
    simple: Option<&'a Order<'a>>,
}

impl<'a> Order<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        objects: &'a Objects<'a>,
        trust: Trust<'a>,
    ) -> Order<'a> {
        let ups: Vec<Vec<Up>> = threads.ids().map(|id| ups(threads, id)).collect();
        let above = threads.ids().map(|id| {
            let ups = ups[id.index()].iter().map(|up| up.child);
            let mut above: Vec<ThreadId> = std::iter::once(id).chain(ups).collect();
            above.sort_unstable();
            above.dedup();
            above
        });
        let mut joins = Vec::new();
        for (node, info) in program.nodes() {
            for (inst, event) in info.events() {
                if !matches!(event.what, What::Join { .. }) {
                    continue;
                }
                let limit = limits::limit(program, info, inst, event);
                let is_sure = limit == Limit::None;
                let is_trusted = is_sure || trust.limits.contains(&limit);
                if is_trusted || !limits::in_time(program, node, inst).is_empty() {
                    let is_by_round =
                        trust.simple.is_some() && waited_for(program, node, inst, event).is_some();
                    joins.push(Join { node, inst, event, is_sure, is_trusted, is_by_round });
                }
            }
        }
        Order {
            program,
            threads,
            objects,
            joins,
            trusts_library: trust.library,
            above: above.collect(),
            ups,
            lives: RefCell::default(),
            is_many: RefCell::default(),
            live: RefCell::default(),
            live_with: RefCell::default(),
            outliving: RefCell::default(),
            ending: RefCell::default(),
            overlaps: RefCell::default(),
            before_joins: RefCell::default(),
            queued: RefCell::default(),
            simple: trust.simple,
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
        if self.is_loop(thread) {
            return true;
        }
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
                    if same_site && (start.is_again || self.is_called_again(start.node, thread)) {
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

    /// Whether library code calls a body again and again, so that what one call starts may run while another does. A search does
    /// not go back there; who needs to be sure asks. What the same library call waits for, it is taken to wait for each time.
    fn is_called_again(&self, node: Node, thread: ThreadId) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if seen.insert(node) {
                let mut again = self.program.callers(node).iter().filter(|from| from.is_again);
                let is_joined = |node, inst| self.trusts_library && self.waits(node, inst, thread);
                if again.any(|from| !is_joined(from.node, from.inst)) {
                    return true;
                }
                pending.extend(self.program.callers(node).iter().map(|from| from.node));
            }
        }
        false
    }

    /// Whether a call, or what library code calls back there, waits for a thread.
    fn waits(&self, node: Node, inst: Inst, thread: ThreadId) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let called: Vec<Node> = info.steps_at(inst).filter_map(Step::callee).collect();
        let starts = &self.threads.get(thread).starts;
        self.joins.iter().filter(|join| join.is_trusted).any(|join| {
            (join.node == node && join.inst == inst || called.contains(&join.node))
                && starts.iter().any(|start| start.handles.intersects(&join.event.objs))
        })
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
        let has_joined = |point: Point, other: ThreadId| {
            let before = self.before_join(point.thread, other);
            before.is_some_and(|before| !before.has(self.program, point.node, point.inst))
        };
        self.siblings(a, b).filter(|_| !has_joined(first, b) && !has_joined(second, a))
    }

    /// What a thread does before it has waited for another one, which both have been started by others; none if it does not.
    fn before_join(&self, thread: ThreadId, other: ThreadId) -> Option<Rc<Points>> {
        let key = (thread, other);
        if let Some(known) = self.before_joins.borrow().get(&key) {
            return known.clone();
        }
        // Threads that wait for each other: what is found without that suffices.
        self.before_joins.borrow_mut().insert(key, None);
        let found = self.find_before_join(thread, other);
        self.before_joins.borrow_mut().insert(key, found.clone());
        found
    }

    fn find_before_join(&self, thread: ThreadId, other: ThreadId) -> Option<Rc<Points>> {
        let info = self.threads.get(thread);
        let is_above = |above: ThreadId, below: ThreadId| {
            self.above[below.index()].binary_search(&above).is_ok()
        };
        if is_above(thread, other) || is_above(other, thread) {
            return None;
        }
        let is_by_initialiser = self.is_started_by_initialiser(other);
        let joins = self.joins.iter().filter(|join| {
            info.nodes.contains(join.node)
                && self.joins(join.node, join.inst, join.event, other, None)
                && (!is_by_initialiser || self.is_of_starting_class(join, other))
        });
        let joins: Vec<&Join<'a>> = joins.collect();
        if let Some(order) = self.simple.filter(|_| !joins.iter().any(|join| join.is_by_round)) {
            return order.before_join(thread, other);
        }
        if joins.is_empty() || !is_by_initialiser && !self.is_started_before(other, thread) {
            return None;
        }
        let mut stops = Stops::default();
        for join in joins {
            self.stop(&mut stops, join, Questions::ALL);
        }
        stops.close(self.program);
        let mut search = Search::new(self.program, &info.nodes, &stops);
        for &root in &info.roots {
            search.begin_with(root, Questions::ALL);
        }
        Some(Rc::new(search.run().points(Question::new(0))))
    }

    /// Whether a join finds what it waits for in a static field of the class whose initialiser has started it: who reads that comes
    /// after the initialiser.
    fn is_of_starting_class(&self, join: &Join<'a>, thread: ThreadId) -> bool {
        let hierarchy = self.program.solver.hierarchy();
        let class_of =
            |node: Node| self.program.node(node).map(|info| hierarchy.method(info.method).class);
        let field = join.event.value.and_then(|value| {
            let body = self.program.node(join.node)?.body;
            let Op::GetStatic { field } = body.insts[body.values[uncast(body, value)].def].op
            else {
                return None;
            };
            hierarchy.resolve_field(class_of(join.node)?, field).ok()
        });
        let class = field.map(|field| hierarchy.field(field.member).class);
        let mut starts = self.threads.get(thread).starts.iter();
        let is_here = |start: &Start| {
            let name = self.program.node(start.node).map(|info| hierarchy.method(info.method).name);
            class_of(start.node) == class && name.is_some_and(|name| name.as_str() == "<clinit>")
        };
        class.is_some() && starts.all(is_here)
    }

    /// Whether a thread has been started whenever the other one is, and is not started again.
    fn is_started_before(&self, earlier: ThreadId, later: ThreadId) -> bool {
        let (of_earlier, of_later) = (&self.ups[earlier.index()], &self.ups[later.index()]);
        let common = |f: &&Up| of_later.iter().any(|g| g.above == f.above);
        let mut starts = of_earlier.iter().filter(common).peekable();
        starts.peek().is_some()
            && starts.all(|f| {
                let mut others = of_later.iter().filter(|g| g.above == f.above);
                others.all(|g| f != g && !self.is_live(*g, later, f.node, f.inst))
            })
    }

    /// Whether one of some threads that a thread started itself may be running when it is at a point.
    pub(crate) fn may_be_running(&self, point: Point, threads: &[ThreadId]) -> bool {
        let Point { thread, node, inst } = point;
        threads.iter().any(|&target| {
            let mut ups = self.ups[target.index()].iter();
            ups.any(|up| {
                up.above == thread && up.child == target && self.is_live(*up, target, node, inst)
            })
        })
    }

    /// Says of each set of points of a thread that matters for the order with others whether a point is in it. Points of the
    /// same threads of which the same is said overlap with the same points of the others.
    pub(crate) fn while_running(
        &self,
        (thread, others): (ThreadId, &[ThreadId]),
        node: Node,
        inst: Inst,
        running: &mut Vec<bool>,
    ) {
        let known = self.lives.borrow().get(&thread).cloned();
        let lives = known.unwrap_or_else(|| {
            let mut lives: Vec<Rc<Points>> = Vec::new();
            // Where several instances run at the same time, it does not matter when they were started.
            let targets = others.iter().copied();
            let targets = targets.filter(|&target| self.instances(thread, target).is_none());
            let starts: Vec<(Up, ThreadId)> = targets
                .flat_map(|target| self.ups[target.index()].iter().map(move |up| (*up, target)))
                .filter(|(up, _)| up.above == thread)
                .collect();
            let asked: Vec<((Up, ThreadId), LiveKey)> = (starts.into_iter())
                .filter_map(|start| Some((start, self.live_key(start.0, start.1)?)))
                .collect();
            let keys: Vec<LiveKey> = asked.iter().map(|(_, key)| key.clone()).collect();
            self.find_with(thread, &keys);
            for (start, key) in asked {
                if self.is_simple(&key.2) {
                    continue;
                }
                let live = Rc::clone(&self.live_with.borrow()[&key]);
                // What was found on the way, before all was known, does not count.
                self.live.borrow_mut().insert(start, Rc::clone(&live));
                if !lives.iter().any(|known| Rc::ptr_eq(known, &live)) {
                    lives.push(live);
                }
            }
            let before = others.iter().filter_map(|&other| self.before_join(thread, other));
            let simple = self.simple.and_then(|order| order.lives.borrow().get(&thread).cloned());
            let is_simple = |one: &Rc<Points>| {
                simple.iter().any(|lives| lives.iter().any(|known| Rc::ptr_eq(known, one)))
            };
            lives.extend(before.filter(|before| !is_simple(before)));
            let lives: Rc<[Rc<Points>]> = lives.into();
            self.lives.borrow_mut().insert(thread, Rc::clone(&lives));
            lives
        });
        running.extend(lives.iter().map(|live| live.has(self.program, node, inst)));
    }

    /// Whether two threads are, or are started by, two instances of one thread.
    fn instances(&self, a: ThreadId, b: ThreadId) -> Option<Overlap> {
        if a == b && self.is_many(a) {
            return Some(Overlap::Instances(a));
        }
        let (of_a, of_b) = (&self.above[a.index()], &self.above[b.index()]);
        let mut common = of_a.iter().copied().filter(|thread| of_b.binary_search(thread).is_ok());
        common
            .find(|&thread| thread != main_thread() && self.is_many(thread))
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
        let comes_after = |later, earlier| self.awaits(later, earlier) && !self.is_many(later);
        if self.are_in_turn(a, b) || comes_after(a, b) || comes_after(b, a) {
            return None;
        }
        for f in &self.ups[a.index()] {
            for g in &self.ups[b.index()] {
                if f.above != g.above || f == g {
                    continue;
                }
                let is_live = self.is_live(*f, a, g.node, g.inst)
                    || self.is_live(*g, b, f.node, f.inst)
                    // Two threads that one call starts; of two loops it runs one or the other.
                    || (f.node, f.inst) == (g.node, g.inst)
                        && !(self.is_loop(f.child) && self.is_loop(g.child));
                if is_live {
                    return Some(Overlap::Starts((f.node, f.inst), (g.node, g.inst)));
                }
            }
        }
        None
    }

    /// Whether a thread stands for the iterations of a parallel loop.
    fn is_loop(&self, thread: ThreadId) -> bool {
        self.threads.get(thread).kind == Some(ForkKind::Loop)
    }

    /// Whether an object carries out one task after the other.
    fn is_sequential(&self, obj: Obj) -> bool {
        self.objects.is_single(obj) && is_in_turn(self.program.solver, obj)
    }

    /// Whether both may be tasks of something that carries them out one after the other.
    pub(crate) fn may_be_in_turn(&self, a: ThreadId, b: ThreadId) -> bool {
        let sequential = |thread: ThreadId| {
            let handles = self.threads.get(thread).starts.iter().flat_map(|s| s.handles.iter());
            handles.filter(|&obj| self.is_sequential(obj)).collect::<FxHashSet<Obj>>()
        };
        !sequential(a).is_disjoint(&sequential(b))
    }

    /// Whether both are tasks of one timer or the like, which carries them out one after the other.
    fn are_in_turn(&self, a: ThreadId, b: ThreadId) -> bool {
        let (a, b) = (&self.threads.get(a).starts, &self.threads.get(b).starts);
        !a.is_empty()
            && !b.is_empty()
            && a.iter().all(|start| {
                b.iter().all(|other| {
                    let common = start.handles.intersection(&other.handles);
                    common.iter().any(|obj| self.is_sequential(obj))
                })
            })
    }

    /// Whether a thread begins when the other, or an instance of it, has ended.
    pub(crate) fn awaits(&self, later: ThreadId, earlier: ThreadId) -> bool {
        let (later, earlier) = (&self.threads.get(later).starts, &self.threads.get(earlier).starts);
        !later.is_empty()
            && !earlier.is_empty()
            && later
                .iter()
                .all(|start| earlier.iter().all(|other| start.awaits.intersects(&other.handles)))
    }

    /// The same, as far as can be said of threads that wait for others of their kind.
    pub(crate) fn may_await(&self, later: ThreadId, earlier: ThreadId) -> bool {
        let (later, earlier) = (&self.threads.get(later).starts, &self.threads.get(earlier).starts);
        let waits = |start: &Start| {
            earlier.iter().all(|other| {
                start.awaits.intersects(&other.handles) || start.awaits.intersects(&other.results)
            })
        };
        !later.is_empty() && !earlier.is_empty() && later.iter().all(waits)
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
        let found = self.find_live(up, target);
        self.live.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn find_live(&self, up: Up, target: ThreadId) -> Rc<Points> {
        let Some(key) = self.live_key(up, target) else { return Rc::new(Points::none()) };
        self.find_with(up.above, std::slice::from_ref(&key));
        Rc::clone(&self.live_with.borrow()[&key])
    }

    /// What the points depend on at which `target` may be running; none if there are none: the call that begins a parallel loop
    /// returns at its end.
    fn live_key(&self, up: Up, target: ThreadId) -> Option<LiveKey> {
        let joins_child = up.child == target || self.ends_with(up.child, target);
        if joins_child && self.is_loop(up.child) {
            return None;
        }
        let nodes = &self.threads.get(up.above).nodes;
        let joins = self.joins.iter().enumerate().filter(|(_, join)| nodes.contains(join.node));
        let joins = joins.filter(|(_, join)| {
            let (node, inst, event) = (join.node, join.inst, join.event);
            self.joins(node, inst, event, target, None)
                || joins_child && self.joins(node, inst, event, up.child, Some((up.node, up.inst)))
                || self.joins_through(node, inst, event, target)
        });
        Some((up.above, (up.node, up.inst), joins.map(|(at, _)| at).collect()))
    }

    /// Whether the simple order says the same, as far as these joins go.
    fn is_simple(&self, joins: &[usize]) -> bool {
        self.simple.is_some() && !joins.iter().any(|&at| self.joins[at].is_by_round)
    }

    /// Finds the points of a thread for what is not known yet: many by one search.
    fn find_with(&self, thread: ThreadId, keys: &[LiveKey]) {
        let mut new: Vec<&LiveKey> = Vec::new();
        let (simple, keys): (Vec<&LiveKey>, Vec<&LiveKey>) =
            keys.iter().partition(|key| self.is_simple(&key.2));
        if let Some(order) = self.simple.filter(|_| !simple.is_empty()) {
            let simple: Vec<LiveKey> = simple.into_iter().cloned().collect();
            order.find_with(thread, &simple);
            let known = order.live_with.borrow();
            let known = simple.into_iter().map(|key| (key.clone(), Rc::clone(&known[&key])));
            self.live_with.borrow_mut().extend(known);
        }
        for key in keys {
            if !self.live_with.borrow().contains_key(key) && !new.contains(&key) {
                new.push(key);
            }
        }
        for some in new.chunks(Question::COUNT) {
            let asked = || some.iter().enumerate().map(|(at, key)| (Question::new(at), *key));
            let mut stops = Stops::default();
            for (question, (_, start, joins)) in asked() {
                for join in joins.iter().map(|&at| &self.joins[at]) {
                    self.stop(&mut stops, join, Questions::of(question));
                    for way in self.not_started(join, *start) {
                        stops.on(way, Questions::of(question));
                    }
                }
            }
            stops.close(self.program);
            let nodes = &self.threads.get(thread).nodes;
            let mut search = Search::new(self.program, nodes, &stops);
            for (question, &(_, (node, inst), _)) in asked() {
                search.begin_at_start(node, inst, Questions::of(question));
            }
            let reached = search.run();
            let mut known = self.live_with.borrow_mut();
            for (question, key) in asked() {
                known.insert(key.clone(), Rc::new(reached.points(question)));
            }
        }
    }

    /// Stops where what a call waits for has ended.
    fn stop(&self, stops: &mut Stops, join: &Join<'a>, asked: Questions) {
        let &Join { node, inst, event, is_sure, is_trusted, is_by_round } = join;
        let late = if is_sure { None } else { limits::late(self.program, node, inst) };
        let is_late_apart = late.is_some();
        match late {
            None if is_trusted && is_by_round => stops.behind_loop(node, inst, asked),
            None if is_trusted => stops.at(node, inst, asked),
            Some(late) if is_trusted => {
                for way in late.back {
                    stops.on(way, asked);
                }
                for last in late.returns {
                    stops.at(node, last, asked);
                }
                stops.behind_loop(node, inst, asked);
            }
            Some(late) if late.leaves_loop => stops.behind_loop(node, inst, asked),
            _ => {}
        }
        if !is_trusted || is_late_apart {
            for way in limits::in_time(self.program, node, inst) {
                stops.on(way, asked);
            }
        }
        let absent = event.value.into_iter().flat_map(|value| self.absent(node, value));
        let skipping = if is_trusted { self.skipping(node, inst) } else { Vec::new() };
        for way in absent.chain(skipping) {
            stops.on(way, asked);
        }
    }

    /// The ways that are taken if there is nothing to wait for: those of `if (pool != null) pool.close()`, which the compiler
    /// makes of a `try` with resources.
    fn absent(&self, node: Node, value: Value) -> Vec<(Node, Block, Block)> {
        limits::ways(self.program, node, value, true)
    }

    /// The ways that are taken if a wait with a limit has failed, and by which the one after it is skipped: those of
    /// `first.awaitTermination(…) && second.awaitTermination(…)`.
    fn skipping(&self, node: Node, inst: Inst) -> Vec<(Node, Block, Block)> {
        let Some(info) = self.program.node(node) else { return Vec::new() };
        let flow = self.program.flow(node);
        let limited = self.joins.iter().filter(|join| join.node == node);
        let limited: Vec<Inst> = limited.map(|join| join.inst).collect();
        let mut ways = Vec::new();
        let mut pending = if limited.contains(&inst) { vec![inst] } else { Vec::new() };
        while let Some(last) = pending.pop() {
            let block = flow.block_of(last);
            for &other in limited.iter().filter(|other| **other != last) {
                let result = info.body.insts[other].result;
                for way in result.into_iter().flat_map(|result| self.absent(node, result)) {
                    let (_, from, to) = way;
                    let is_next = to != block && flow.successors(from).contains(&block);
                    if is_next && !ways.contains(&way) {
                        ways.push(way);
                        pending.push(other);
                    }
                }
            }
        }
        ways
    }

    /// The ways around a join that are not taken after a start, since the same test has led to both:
    /// `if (isLarge) left.start(); … if (isLarge) left.join();`.
    fn not_started(&self, join: &Join<'a>, start: (Node, Inst)) -> Vec<(Node, Block, Block)> {
        let (node, inst) = start;
        let Some(info) = self.program.node(node).filter(|_| join.node == node) else {
            return Vec::new();
        };
        let flow = self.program.flow(node);
        let mut ways = Vec::new();
        let before = flow.tests_on_way(info.body, inst);
        for around in flow.tests_on_way(info.body, join.inst) {
            let is_same = |on: &OnWay| on.is_like(info.body, &around);
            // The next round of a loop tests something else.
            let is_decided_again = around
                .sources(info.body)
                .into_iter()
                .any(|value| flow.reaches(inst, info.body.values[value].def, Some(around.inst)));
            if !is_decided_again && before.iter().any(is_same) {
                ways.push((node, flow.block_of(around.inst), around.other));
            }
        }
        ways
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
        // Of several threads that start it, those that run because of this one.
        let is_under =
            |starting: &ThreadId| self.above[starting.index()].binary_search(&above).is_ok();
        for up in ups.iter().filter(|up| up.child == thread && is_under(&up.above)) {
            is_below = true;
            if self.outlives(*up, thread) || up.above != above && !self.ends_with(above, up.above) {
                return false;
            }
        }
        is_below
    }

    /// Whether a thread that runs because of a start may be running when the one that has started it has ended.
    fn outlives(&self, up: Up, thread: ThreadId) -> bool {
        let roots = &self.threads.get(up.above).roots;
        if let Some(known) = self.live.borrow().get(&(up, thread)) {
            return known.has_end_of(roots);
        }
        let Some(key) = self.live_key(up, thread) else { return false };
        if let Some(known) = self.live_with.borrow().get(&key) {
            return known.has_end_of(roots);
        }
        if let Some(&known) = self.outliving.borrow().get(&key) {
            return known;
        }
        let mut stops = Stops::default();
        for &at in &key.2 {
            self.stop(&mut stops, &self.joins[at], Questions::ALL);
            for way in self.not_started(&self.joins[at], (up.node, up.inst)) {
                stops.on(way, Questions::ALL);
            }
        }
        stops.close(self.program);
        // What is called on the way makes no difference.
        let nodes = &self.threads.get(up.above).nodes;
        let mut search = Search::in_body(self.program, nodes, &stops);
        search.begin_at_start(up.node, up.inst, Questions::ALL);
        let outlives = search.run().points(Question::new(0)).has_end_of(roots);
        self.outliving.borrow_mut().insert(key, outlives);
        outlives
    }

    /// Whether an abstract object stands for one object of a run.
    pub(crate) fn is_single(&self, obj: Obj) -> bool {
        let maker = self.threads.maker(self.program.solver, obj);
        self.objects.is_single(obj)
            || self.objects.is_single_in_thread(obj)
                && maker.is_some_and(|maker| !self.is_many(maker))
    }

    /// Where an object is made, if it is one object of a run and made once.
    pub(crate) fn maker_of_one(&self, obj: Obj) -> Option<(Node, Inst)> {
        self.objects.maker_of_one(obj)
    }

    /// Whether a call waits for another thread, which does not end before this one has: it has waited for it, or both are tasks of
    /// something that carries them out one after the other, and this one was handed over before.
    fn joins_through(&self, node: Node, inst: Inst, event: &Event, thread: ThreadId) -> bool {
        self.threads.ids().any(|other| {
            other != thread
                && self.joins(node, inst, event, other, None)
                && (self
                    .before_join(other, thread)
                    .is_some_and(|before| !before.has_end_of(&self.threads.get(other).roots))
                    || self.is_queued_before(thread, other))
        })
    }

    /// Whether all tasks of a kind were handed over before those of another to what carries them out one after the other.
    fn is_queued_before(&self, earlier: ThreadId, later: ThreadId) -> bool {
        let key = (earlier, later);
        if let Some(&known) = self.queued.borrow().get(&key) {
            return known;
        }
        // What is found without that suffices.
        self.queued.borrow_mut().insert(key, false);
        let is_before = self.find_queued_before(earlier, later);
        self.queued.borrow_mut().insert(key, is_before);
        is_before
    }

    fn find_queued_before(&self, earlier: ThreadId, later: ThreadId) -> bool {
        let (of_earlier, of_later) =
            (&self.threads.get(earlier).starts, &self.threads.get(later).starts);
        let points = |start: &Start| -> Vec<Point> {
            let &Start { node, inst, ref parents, .. } = start;
            parents.iter().map(|&thread| Point { thread, node, inst }).collect()
        };
        // A task that is to begin later may be overtaken.
        let is_at_once = |start: &Start| {
            let info = self.program.node(start.node);
            let args = info.map(|info| (info.body, arguments(info.body, start.inst)));
            !start.is_periodic
                && args.is_some_and(|(body, args)| {
                    !args.iter().any(|&arg| body.values[arg].ty == ir::Type::Long)
                })
        };
        self.are_in_turn(earlier, later)
            && of_earlier.iter().chain(of_later).all(is_at_once)
            && self.is_started_before(earlier, later)
            && of_earlier.iter().flat_map(points).all(|first| {
                let mut others = of_later.iter().flat_map(points);
                others.all(|second| {
                    first.thread == second.thread || self.may_overlap(first, second).is_none()
                })
            })
    }

    /// Whether a call surely waits for the end of all that runs of a thread, or of what one start of it began.
    fn joins(
        &self,
        node: Node,
        inst: Inst,
        event: &Event,
        thread: ThreadId,
        start: Option<(Node, Inst)>,
    ) -> bool {
        let all = &self.threads.get(thread).starts;
        let is_meant = |s: &&Start| start.is_none_or(|start| start == (s.node, s.inst));
        let mut starts = all.iter().filter(is_meant);
        if all.is_empty() || !starts.all(|start| start.handles.intersects(&event.objs)) {
            return false;
        }
        // A call that starts something and waits for it, too.
        if start == Some((node, inst)) {
            return true;
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
            || self.trusts_library && !event.is_direct
            || self.objects.is_repeated(node, inst) && !self.leaves_first(node, event, all)
            || one.is_some() && !self.is_many(thread)
    }
}

impl Order<'_> {
    /// Whether a loop that waits for threads by their numbers begins later than the one that starts them, or leaves some out.
    fn leaves_first(&self, node: Node, event: &Event, starts: &[Start]) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let mut value = event.value;
        while let Some(Op::CheckCast { value: from, .. }) =
            value.map(|value| info.body.insts[info.body.values[value].def].op)
        {
            value = Some(from);
        }
        let index = match value.map(|value| info.body.insts[info.body.values[value].def].op) {
            Some(Op::ArrayLoad { index, .. }) => Some(index),
            Some(Op::Invoke { args, .. }) => match info.body.list(args) {
                &[_, index] => Some(index),
                _ => None,
            },
            _ => None,
        };
        let first = index.and_then(|index| first_of(info.body, index)).unwrap_or_default();
        let by = index.and_then(|index| step(info.body, index)).unwrap_or(1).abs();
        let begins_so_late = |start: &Start| {
            let Some(info) = self.program.node(start.node) else { return true };
            let flow = self.program.flow(start.node);
            let Some(blocks) = flow.innermost(flow.block_of(start.inst)) else { return true };
            info.body.insts.iter().any(|(at, data)| {
                let is_like = |value: Value| match by {
                    1 => first_of(info.body, value).is_some_and(|other| other >= first),
                    _ => step(info.body, value).is_some_and(|other| other.abs() == by),
                };
                blocks[flow.block_of(at).index()] && data.result.is_some_and(is_like)
            })
        };
        // `i < threads.length - 1`
        let last = index.map_or(0, |index| below_limit(info.body, index));
        let ends_so_early = |start: &Start| {
            let Some(info) = self.program.node(start.node) else { return true };
            let flow = self.program.flow(start.node);
            let Some(blocks) = flow.innermost(flow.block_of(start.inst)) else { return true };
            info.body.insts.iter().any(|(at, data)| {
                let ends = |value: Value| below_limit(info.body, value) == last;
                blocks[flow.block_of(at).index()] && data.result.is_some_and(ends)
            })
        };
        (first > 0 || by > 1) && !starts.iter().all(begins_so_late)
            || last < 0 && !starts.iter().all(ends_so_early)
    }
}

/// By how much a loop that counts its rounds ends before the limit that it names; 0 if it goes up to it.
fn below_limit(body: &Body, counter: Value) -> i32 {
    if step(body, counter) != Some(1) {
        return 0;
    }
    let mut insts = body.insts.values();
    let limit = insts.find_map(|inst| match inst.op {
        Op::If { cond, lhs, rhs: Some(rhs), .. } if lhs == counter => {
            let is_included = matches!(cond, Cond::Le | Cond::Gt);
            Some(offset(body, rhs).1 + i32::from(is_included))
        }
        Op::If { cond, lhs, rhs: Some(rhs), .. } if rhs == counter => {
            let is_included = matches!(cond, Cond::Ge | Cond::Lt);
            Some(offset(body, lhs).1 + i32::from(is_included))
        }
        _ => None,
    });
    limit.unwrap_or_default().min(0)
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
