//! Order through synchronisation that is not a start, a join or a lock: latches, barriers, volatile fields, atomics.
//!
//! Whether such a thing really orders two accesses depends on counts and values that are not known. So nothing is dropped
//! because of it: it is a [`Doubt`], and the race is ranked down.
//!
//! A thread *releases* through a signal, a write of a volatile field, or a call on an object of a thread-safe class. It *acquires*
//! by waiting for a signal, or by a branch on what it read from a volatile field or got from such an object. Two accesses are
//! ordered if the one is never carried out after a release without an acquisition in between, and the other neither that nor
//! without an acquisition at all: they take turns.
//!
//! What a thread acquires it *carries* on with its next releases: who waits for a latch, and then counts down another, tells whoever
//! waits for that one of both. So a wait counts as an acquisition of all that may have been carried to it.
//!
//! A signal says only that it is worth to look again. It does not order if the one who signals never wrote to what the other tests
//! ([`crate::conditions`]), if another who signals suffices, or if nobody needed to wait; nor does the signal of one run of a periodic
//! task order its next runs.
//!
//! So does the [end of a thread](ended) with what it has got. Who has got [a certain thing](words) has been told by who has passed that
//! one, and the cursors of [rings](rings) tell which elements are done with.
//!
//! A barrier is both at once. In a loop the first rule says nothing; but accesses that no stretch without a barrier has in
//! common happen in different phases.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use ir::Inst;
use ir::body::{Block, Body, Cond, Constant, InvokeKind, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use models::{Effect, ForkKind, Limit, Property};
use points_to::{Member, Node, Obj, ObjKind, PointsToSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Accesses;
use crate::conditions::{self, Test, TestKind};
use crate::gatherings::{self, Gathering};
use crate::later::{Later, Things};
use crate::limits;
use crate::meets;
use crate::objects::{Objects, int_constant, plain};
use crate::order::{Order, Point};
use crate::paths::Paths;
use crate::permits;
use crate::picked::{has_to_do_with, is_picked};
use crate::program::{NodeInfo, Program, Step, What, arguments};
use crate::questions::{Question, Questions};
use crate::reach::{Points, Reached, Search, Stops};
use crate::result::{Doubt, Site, ThreadId};
use crate::threads::Threads;

mod ended;
mod hooks;
mod rings;
mod words;

use ended::Ended;
use words::Word;

/// What threads synchronise through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Sync {
    Obj(Obj),
    Field(FieldId),
    /// A certain thing that is passed through an object.
    Word(Obj, Word),
}

/// The synchronisation of one thread.
#[derive(Default)]
struct Own {
    releases: FxHashMap<Sync, Vec<(Node, Inst)>>,
    acquires: FxHashMap<Sync, Acquires>,
    barriers: FxHashMap<Sync, Vec<(Node, Inst)>>,
    /// Those of them that the program has made by hand: nobody comes to them without waiting, whatever it is made of.
    by_hand: FxHashSet<Sync>,
    /// Joins of threads, by what they are waited for with.
    joins: FxHashMap<Sync, FxHashSet<(Node, Inst)>>,
    /// Joins of threads that have got something before they ended.
    ended: Ended,
    /// What is waited for because something else is that comes after it.
    wholes: FxHashSet<Sync>,
    /// What counts rights, and has one to begin with.
    rights: FxHashSet<Sync>,
    /// Releases that are signals of latches and the like.
    signals: FxHashMap<Sync, Vec<(Node, Inst)>>,
    /// Whether it calls something that ends what is run again and again: itself, maybe.
    has_end: bool,
    /// The fields that it writes to, and whether it is zero that it writes.
    writes: FxHashSet<(FieldId, bool)>,
}

impl Own {
    fn extend(&mut self, other: &Own) {
        let lists = [
            (&mut self.releases, &other.releases),
            (&mut self.barriers, &other.barriers),
            (&mut self.signals, &other.signals),
        ];
        for (own, others) in lists {
            for (&sync, at) in others {
                own.entry(sync).or_default().extend(at);
            }
        }
        for (&sync, at) in &other.joins {
            self.joins.entry(sync).or_default().extend(at);
        }
        for (&sync, acquires) in &other.acquires {
            let own = self.acquires.entry(sync).or_default();
            own.waits.extend(&acquires.waits);
            own.told.extend(&acquires.told);
            own.ends.extend(&acquires.ends);
            own.edges.extend(&acquires.edges);
            own.is_attempt |= acquires.is_attempt;
        }
        self.by_hand.extend(&other.by_hand);
        self.wholes.extend(&other.wholes);
        self.rights.extend(&other.rights);
        self.writes.extend(&other.writes);
        self.has_end |= other.has_end;
    }
}

#[derive(Clone, Default)]
struct Acquires {
    /// Instructions that wait.
    waits: FxHashSet<(Node, Inst)>,
    /// Those that say whether it was in time, where that is asked: what is done because it was not comes after nothing.
    told: FxHashSet<(Node, Inst)>,
    /// Where that leaves the body.
    ends: FxHashSet<(Node, Inst)>,
    /// Ways out of blocks that are taken because of what was read.
    edges: FxHashSet<(Node, Block, Block)>,
    /// Whether they are taken because a call said that it succeeded.
    is_attempt: bool,
}

impl Acquires {
    /// Where somebody who has come by has waited.
    fn stops(&self) -> impl Iterator<Item = (Node, Inst)> + '_ {
        self.waits.difference(&self.told).chain(&self.ends).copied()
    }
}

/// How many ways to synchronise two threads may have before only those count whose acquisitions are near: everything that a large
/// program has goes through some lock-free counter or other, and that orders nothing. Races may lack a doubt because of it; none is missed.
const MANY_SYNCS: usize = 48;

/// What the instances of a thread of which there are many count for.
const MANY_THREADS: i32 = 100;

/// How many calls around an access are looked at.
const MANY_CALLS: usize = 4;

/// How what was got by a wait comes along with another signal.
#[derive(Clone, Copy)]
enum Carried {
    Maybe,
    Surely,
}

/// What is asked about the acquisitions of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Asked {
    sync: Sync,
    /// Whether a wait counts for what may be carried to it.
    takes_others: bool,
}

/// All that is asked about a thread. What is acquired and released at the same places has the same answer.
#[derive(Default)]
struct Asking {
    /// By what is asked: which of the different ones it is.
    same_as: FxHashMap<Asked, usize>,
    different: Vec<Asked>,
    /// By place in [`Numbers`]: which of the different ones has the answer.
    of_number: FxHashMap<usize, usize>,
}

impl Asking {
    /// Whether one search does not answer all.
    fn is_long(&self) -> bool {
        self.different.len() > Question::COUNT
    }
}

/// How what is asked about a thread is divided among searches.
struct Searches {
    /// For each, which of the different ones it answers.
    all: Vec<Vec<usize>>,
    /// By the different ones: which search answers it, as which question.
    place: Vec<(usize, Question)>,
}

impl Searches {
    /// The first ones are asked for together, and the others hardly ever.
    fn of(first: Vec<usize>, others: Vec<usize>) -> Searches {
        let mut place = vec![(0, Question::new(0)); first.len() + others.len()];
        let chunks = first.chunks(Question::COUNT).chain(others.chunks(Question::COUNT));
        let all: Vec<Vec<usize>> = chunks.map(<[usize]>::to_vec).collect();
        for (search, some) in all.iter().enumerate() {
            for (at, &index) in some.iter().enumerate() {
                place[index] = (search, Question::new(at));
            }
        }
        Searches { all, place }
    }
}

/// What one thread releases and another, or itself, acquires through, in order. Sets of them are sets of their places here.
struct Numbers {
    all: Vec<Sync>,
    of: FxHashMap<Sync, usize>,
}

/// From where a thread does something without an acquisition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum From {
    /// From its beginning.
    Begin,
    /// From a release on.
    Release,
    /// From a release on that does not wait itself, as a barrier does.
    Signal,
}

/// Where is waited, which ways are taken because of what was read, and where is released.
type Places = (Vec<(Node, Inst)>, Vec<(Node, Block, Block)>, Vec<(Node, Inst)>);

type Near = FxHashMap<Node, Vec<usize>>;

/// What is reached from the beginning of a thread, or from a barrier.
type Stretch = (Option<Site>, Points);

/// What is known of a thread and the barriers that it comes by.
type ByThread<T> = FxHashMap<(ThreadId, Vec<Sync>), Rc<T>>;

/// What all threads together synchronise through.
#[derive(Default)]
struct Everywhere {
    released: FxHashSet<Sync>,
    acquired: FxHashSet<Sync>,
    /// What some thread waits for.
    awaited: FxHashSet<Sync>,
}

/// What one thread releases and another acquires through.
type Common = FxHashMap<(ThreadId, ThreadId), Rc<FixedBitSet>>;

pub(crate) struct Syncs<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    order: &'a Order<'a>,
    paths: &'a Paths<'a>,
    objects: &'a Objects<'a>,
    accesses: &'a Accesses,
    /// The objects by which threads can be waited for, and asked whether they have ended.
    handles: FxHashSet<Obj>,
    own: RefCell<FxHashMap<ThreadId, Rc<Own>>>,
    by_handle: OnceCell<FxHashMap<Obj, Vec<ThreadId>>>,
    got_before_end: RefCell<FxHashMap<ThreadId, Rc<[Sync]>>>,
    own_of_body: RefCell<FxHashMap<Node, Rc<Own>>>,
    common: RefCell<Common>,
    sync_of: RefCell<FxHashMap<Obj, Option<Sync>>>,
    /// The truth value that volatile fields are set to, if it is always the same one.
    truths: OnceCell<FxHashMap<FieldId, Option<bool>>>,
    everywhere: OnceCell<Everywhere>,
    numbers: OnceCell<Numbers>,
    carried: OnceCell<(Vec<FixedBitSet>, Vec<FixedBitSet>)>,
    enough_before_all: RefCell<FxHashMap<Sync, bool>>,
    asked: RefCell<FxHashMap<ThreadId, Rc<Asking>>>,
    /// By thread, and whether it is about its beginning.
    searches: RefCell<FxHashMap<(ThreadId, bool), Rc<Searches>>>,
    /// By thread and place in that list: what it does without acquisitions, for as many as one search answers.
    freely: RefCell<FxHashMap<(ThreadId, From, usize), Rc<Reached>>>,
    /// By thread and body: what is acquired in the body, in one that calls it, or in one that it calls.
    near: RefCell<FxHashMap<ThreadId, Rc<Near>>>,
    /// Of what may matter for order where threads have very much in common; see [`Syncs::find_used`].
    used: OnceCell<FixedBitSet>,
    /// What is released after points.
    later: OnceCell<Later<'a>>,
    phases: RefCell<ByThread<Vec<Stretch>>>,
    /// The calls that end the program.
    exits: OnceCell<Vec<Point>>,
    meets: RefCell<ByThread<Vec<(Node, Inst)>>>,
    /// By body: what it is if it is a barrier that the program has made by hand.
    gatherings: RefCell<FxHashMap<Node, Option<Rc<Gathering>>>>,
}

impl<'a> Syncs<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        order: &'a Order<'a>,
        paths: &'a Paths<'a>,
        objects: &'a Objects<'a>,
        accesses: &'a Accesses,
    ) -> Syncs<'a> {
        // What a loop returns is what it made of its elements, nothing to wait for.
        let tasks = threads.all.iter().filter(|thread| thread.kind != Some(ForkKind::Loop));
        let results = tasks.flat_map(|thread| &thread.starts).flat_map(|s| s.results.iter());
        let starts = threads.all.iter().flat_map(|thread| &thread.starts);
        let handles = starts.flat_map(|start| start.handles.iter());
        let handles = handles.chain(results).map(plain).collect();
        Syncs {
            handles,
            program,
            threads,
            order,
            paths,
            objects,
            accesses,
            own: RefCell::default(),
            by_handle: OnceCell::new(),
            got_before_end: RefCell::default(),
            own_of_body: RefCell::default(),
            common: RefCell::default(),
            sync_of: RefCell::default(),
            truths: OnceCell::new(),
            everywhere: OnceCell::new(),
            numbers: OnceCell::new(),
            carried: OnceCell::new(),
            enough_before_all: RefCell::default(),
            asked: RefCell::default(),
            searches: RefCell::default(),
            freely: RefCell::default(),
            used: OnceCell::new(),
            near: RefCell::default(),
            later: OnceCell::new(),
            phases: RefCell::default(),
            exits: OnceCell::new(),
            meets: RefCell::default(),
            gatherings: RefCell::default(),
        }
    }

    /// What may order two points.
    /// An exchange puts in order only what is exchanged, and not given away for something else.
    pub(crate) fn doubt(&self, first: Point, second: Point, is_exchanged: bool) -> Option<Doubt> {
        self.ordered(first, second)
            .or_else(|| self.ordered(second, first))
            .or_else(|| self.has_seen_end(first, second))
            .or_else(|| self.has_seen_end(second, first))
            .or_else(|| self.in_phases(first, second, is_exchanged))
            .or_else(|| self.interrupted(first, second))
            .or_else(|| self.interrupted(second, first))
    }

    /// Whether the second is done because its thread was interrupted, by the one that has done the first before.
    fn interrupted(&self, first: Point, second: Point) -> Option<Doubt> {
        if first.thread == second.thread || !self.is_after_interruption(second.node, second.inst) {
            return None;
        }
        let from = self.own(first.thread);
        let handles = self.threads.get(second.thread).starts.iter().flat_map(|s| s.handles.iter());
        for sync in handles.map(|handle| Sync::Obj(plain(handle))) {
            let Some(signals) = from.signals.get(&sync) else { continue };
            let flow = self.program.flow(first.node);
            let is_before = |&(node, inst): &(Node, Inst)| {
                node != first.node || !flow.reaches(inst, first.inst, None)
            };
            if signals.iter().all(is_before) {
                return Some(self.doubt_of(sync, signals));
            }
        }
        None
    }

    /// Whether an instruction is carried out only if an exception was caught that says that the thread was interrupted.
    fn is_after_interruption(&self, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let (flow, solver) = (self.program.flow(node), self.program.solver);
        let is_interruption = |name: ir::Name| {
            let class = solver.hierarchy().class(name);
            class.is_some_and(|class| solver.has_property(class, Property::Interruption))
        };
        let handlers = info.body.handlers.iter();
        let (of_it, others): (Vec<&ir::body::Handler>, Vec<&ir::body::Handler>) =
            handlers.partition(|handler| handler.catch_type.is_some_and(is_interruption));
        let reaches = |block: Block| {
            let first = info.body.insts_of(block).next();
            block == flow.block_of(inst) || first.is_some_and(|f| flow.reaches(f, inst, None))
        };
        flow.is_exceptional(flow.block_of(inst))
            && of_it.iter().any(|handler| reaches(handler.block))
            && !others.iter().any(|handler| reaches(handler.block))
    }

    /// Whether threads have something to synchronise through, whatever it orders.
    pub(crate) fn have_common(&self, first: ThreadId, second: ThreadId) -> bool {
        !self.common(first, second).is_clear() || !self.common(second, first).is_clear()
    }

    /// What one thread releases and the other acquires through.
    fn common(&self, first: ThreadId, second: ThreadId) -> Rc<FixedBitSet> {
        if let Some(known) = self.common.borrow().get(&(first, second)) {
            return Rc::clone(known);
        }
        let (from, to) = (self.own(first), self.own(second));
        let numbers = self.numbers();
        let mut common = FixedBitSet::with_capacity(numbers.all.len());
        let is_acquired = |sync: &&Sync| {
            to.acquires.contains_key(sync)
                || to.ended.contains_key(sync)
                || !self.carried_waits(&to, **sync, Carried::Surely).is_empty()
        };
        for sync in from.releases.keys().filter(is_acquired) {
            common.extend(numbers.of.get(sync).copied());
        }
        let common = Rc::new(common);
        self.common.borrow_mut().insert((first, second), Rc::clone(&common));
        common
    }

    /// Where a thread waits for something by which what was got by another wait may have been carried on. Who gives back what it
    /// waited for has told others of nothing but itself.
    fn carried_waits<'o>(&self, own: &'o Own, sync: Sync, how: Carried) -> Vec<&'o Acquires> {
        let numbers = self.numbers();
        let Some(&number) = numbers.of.get(&sync) else { return Vec::new() };
        let (maybe, surely) = self.carried();
        let carried = match how {
            Carried::Maybe => &maybe[number],
            Carried::Surely => &surely[number],
        };
        if carried.is_clear() {
            return Vec::new();
        }
        let waited = own.acquires.iter().filter(|(other, acquires)| {
            !acquires.waits.is_empty()
                && !own.releases.contains_key(other)
                && numbers.of.get(other).is_some_and(|&other| carried.contains(other))
        });
        waited.map(|(_, acquires)| acquires).collect()
    }

    /// By number: what it may be carried on with, by one thread or from thread to thread; and what it surely is.
    fn carried(&self) -> &(Vec<FixedBitSet>, Vec<FixedBitSet>) {
        self.carried.get_or_init(|| {
            let (numbers, awaited) = (self.numbers(), &self.everywhere().awaited);
            let is_awaited = |number: &usize| awaited.contains(&numbers.all[*number]);
            let all: Vec<usize> = (0..numbers.all.len()).filter(is_awaited).collect();
            let mut carried =
                vec![FixedBitSet::with_capacity(numbers.all.len()); numbers.all.len()];
            // In a large program everything would be carried on with everything.
            if all.len() > MANY_SYNCS {
                return (carried.clone(), carried);
            }
            for thread in self.threads.ids() {
                for (sync, acquires) in &self.own(thread).acquires {
                    let Some(&from) = numbers.of.get(sync) else { continue };
                    for &(node, inst) in &acquires.waits {
                        let point = Point { thread, node, inst };
                        let to = all.iter().filter(|&&to| self.is_released_after(point, to));
                        carried[from].extend(to.copied());
                    }
                }
            }
            let mut surely = carried.clone();
            for &from in &all {
                let is_sure = |&to: &usize| self.must_carry(numbers.all[from], numbers.all[to]);
                surely[from] = carried[from].ones().filter(is_sure).collect();
                surely[from].grow(numbers.all.len());
            }
            for carried in [&mut carried, &mut surely] {
                for &through in &all {
                    let further = carried[through].clone();
                    for &from in &all {
                        if carried[from].contains(through) {
                            carried[from].union_with(&further);
                        }
                    }
                }
            }
            (carried, surely)
        })
    }

    /// Whether whoever releases the second has waited for the first before, which is something that counts: whether a condition is
    /// waited for depends on what it is about.
    fn must_carry(&self, first: Sync, second: Sync) -> bool {
        let Sync::Obj(obj) = first else { return false };
        self.objects.is_made_for_number(obj)
            && self.threads.ids().all(|thread| {
                let own = self.own(thread);
                let Some(releases) = own.releases.get(&second) else { return true };
                let Some(acquires) = own.acquires.get(&first) else { return false };
                let mut stops = Stops::default();
                for (node, inst) in acquires.stops() {
                    stops.at(node, inst, Questions::ALL);
                }
                let ways = acquires.edges.iter().filter(|_| !acquires.told.is_empty());
                ways.for_each(|&way| stops.on(way, Questions::ALL));
                stops.close(self.program);
                let mut search = self.search(thread, &stops);
                for &root in &self.threads.get(thread).roots {
                    search.begin_with(root, Questions::ALL);
                }
                let reached = search.run().points(Question::new(0));
                !releases.iter().any(|&(node, inst)| reached.has(self.program, node, inst))
            })
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let everywhere = self.everywhere();
            let common = everywhere.released.intersection(&everywhere.acquired);
            let mut all: Vec<Sync> = common.copied().collect();
            all.sort_unstable();
            let of = all.iter().enumerate().map(|(number, &sync)| (sync, number)).collect();
            Numbers { all, of }
        })
    }

    /// What a thread acquires near bodies: there, in a body that calls it, or in one that it calls.
    fn near(&self, thread: ThreadId) -> Rc<Near> {
        let known = self.near.borrow().get(&thread).cloned();
        known.unwrap_or_else(|| {
            let mut near = Near::default();
            let numbers = self.numbers();
            for (sync, acquires) in &self.own(thread).acquires {
                let Some(&number) = numbers.of.get(sync) else { continue };
                let waits = acquires.waits.iter().map(|&(node, _)| node);
                let at = waits.chain(acquires.edges.iter().map(|&(node, ..)| node));
                let at: FxHashSet<Node> = at.collect();
                let around = at.iter().flat_map(|&node| {
                    let callers = self.program.callers(node).iter().map(|from| from.node);
                    std::iter::once(node).chain(callers).chain(self.program.callees(node))
                });
                for node in around.collect::<FxHashSet<Node>>() {
                    near.entry(node).or_default().push(number);
                }
            }
            for syncs in near.values_mut() {
                syncs.sort_unstable();
            }
            let near = Rc::new(near);
            self.near.borrow_mut().insert(thread, Rc::clone(&near));
            near
        })
    }

    /// Whether the second is done after it was asked whether the thread of the first has ended.
    fn has_seen_end(&self, first: Point, second: Point) -> Option<Doubt> {
        let to = self.own(second.thread);
        for start in &self.threads.get(first.thread).starts {
            for handle in start.handles.iter().chain(start.results.iter()).map(plain) {
                let sync = Sync::Obj(handle);
                if (to.acquires.contains_key(&sync) || to.wholes.contains(&sync))
                    && !self.is_done(From::Begin, Asked { sync, takes_others: false }, second)
                    && !(self.order.is_many(first.thread) && self.is_end_of_other(handle, second))
                {
                    return Some(self.doubt_of(sync, &[(start.node, start.inst)]));
                }
            }
        }
        None
    }

    /// Whether a point is reached though the thread has not ended that it has to do with: it was asked only whether one of several has
    /// ended, which was picked out.
    fn is_end_of_other(&self, handle: Obj, at: Point) -> bool {
        let Some(info) = self.program.node(at.node).filter(|_| !self.order.is_single(handle))
        else {
            return false;
        };
        let flow = self.program.flow(at.node);
        let (waits, ways, _) = self
            .places(&self.own(at.thread), Asked { sync: Sync::Obj(handle), takes_others: false });
        let is_other = |inst: Inst| {
            arguments(info.body, inst).first().is_some_and(|&asked| {
                is_picked(self.program, at.node, asked, inst)
                    && !has_to_do_with(info, at.inst, asked)
            })
        };
        let is_other_wait = |&(node, inst): &(Node, Inst)| node == at.node && is_other(inst);
        let is_other_way = |&(node, block, _): &(Node, Block, Block)| {
            let last = if node == at.node { info.body.insts_of(block).next_back() } else { None };
            last.and_then(|last| question(info, last)).is_some_and(is_other)
        };
        let (others, waits): (Vec<_>, Vec<_>) = waits.into_iter().partition(is_other_wait);
        let (other_ways, ways): (Vec<_>, Vec<_>) = ways.into_iter().partition(is_other_way);
        // That there are more than a thread waits for, one after the other, is not known.
        let on_way =
            others.iter().filter(|&&(_, inst)| flow.comes_after(info.body, at.inst, inst)).count()
                + other_ways
                    .iter()
                    .filter(|&&(_, from, to)| !flow.is_reached_without(at.inst, (from, to)))
                    .count();
        if on_way != 1 {
            return false;
        }
        let mut stops = Stops::default();
        for (node, inst) in waits {
            stops.at(node, inst, Questions::ALL);
        }
        for way in ways {
            stops.on(way, Questions::ALL);
        }
        stops.close(self.program);
        let mut search = self.search(at.thread, &stops);
        for &root in &self.threads.get(at.thread).roots {
            search.begin_with(root, Questions::ALL);
        }
        search.run().points(Question::new(0)).has(self.program, at.node, at.inst)
    }

    /// Whether the first is done before a release, and the second after an acquisition of the same.
    fn ordered(&self, first: Point, second: Point) -> Option<Doubt> {
        let common = self.common(first.thread, second.thread);
        if common.is_clear() {
            return None;
        }
        let (from, to) = (self.own(first.thread), self.own(second.thread));
        // Who counts down again and again does so once more after each access, and all of that is waited for.
        let is_counted_later = |number: &usize| {
            let sync = self.numbers().all[*number];
            self.is_latch(sync, &from, &to) && self.must_release_after(first, sync, &from)
        };
        let may_order = |number: &usize| {
            !self.is_without(*number, From::Begin, second)
                && !self.is_without(*number, From::Signal, second)
                && (!self.is_without(*number, From::Release, first) || is_counted_later(number))
        };
        let orders = |number: usize| {
            let sync = self.numbers().all[number];
            // Instances of one thread meet at a barrier: that is about phases. And they are kept apart only by what one
            // of them can have.
            if first.thread == second.thread
                && (from.barriers.contains_key(&sync)
                    || !self.is_exclusive(sync, &from) && !self.is_latch(sync, &from, &to))
            {
                return None;
            }
            // A right that is there from the beginning on is got without a release.
            let is_lock = from.rights.contains(&sync) || to.rights.contains(&sync);
            let is_got_otherwise = self.is_enough_before_all(sync)
                || is_lock && self.is_without(number, From::Begin, first);
            let is_again =
                || self.is_done_again(first) && self.must_release_after(first, sync, &from);
            let is_ordered = !is_got_otherwise
                && !is_again()
                && self.may_let_through(sync, &from, &to)
                && self.is_released_after(first, number)
                && (is_counted_later(&number) || !self.has_told_itself(first, sync, &from));
            is_ordered.then(|| self.doubt_of(sync, &from.releases[&sync]))
        };
        match common.count_ones(..) > MANY_SYNCS {
            false => common.ones().filter(may_order).find_map(orders),
            true => {
                let near = self.near(second.thread);
                let near = near.get(&second.node).into_iter().flatten().copied();
                near.filter(|&number| common.contains(number)).filter(may_order).find_map(orders)
            }
        }
    }

    /// Whether a thread comes to a point after it has released what nobody else releases, and what it has acquired in between by the
    /// same is what it has released itself.
    ///
    /// ```java
    /// int at = written; if (at - read < size) { count++; written = at + 1; }
    /// ```
    fn has_told_itself(&self, point: Point, sync: Sync, own: &Own) -> bool {
        let thread = point.thread;
        let is_by_others = || {
            let mut others = self.threads.ids().filter(|&other| other != thread);
            others.any(|other| self.own(other).releases.contains_key(&sync))
        };
        if !own.acquires.contains_key(&sync) || self.order.is_many(thread) || is_by_others() {
            return false;
        }
        let mut stops = Stops::default();
        for carried in self.carried_waits(own, sync, Carried::Maybe) {
            carried.stops().for_each(|(node, inst)| stops.at(node, inst, Questions::ALL));
            if !carried.told.is_empty() {
                carried.edges.iter().for_each(|&way| stops.on(way, Questions::ALL));
            }
        }
        stops.close(self.program);
        let mut search = self.search(thread, &stops);
        for &(node, inst) in own.releases.get(&sync).into_iter().flatten() {
            search.begin_behind(node, inst, Questions::ALL);
        }
        search.run().points(Question::new(0)).has(self.program, point.node, point.inst)
    }

    /// Whether a thread runs a task again and again, and does something each time: if it signals each time, too, what comes after
    /// the signal of one run does not come after the next runs.
    fn is_done_again(&self, point: Point) -> bool {
        let thread = self.threads.get(point.thread);
        let is_periodic = thread.starts.iter().any(|start| start.is_periodic);
        if !is_periodic || self.own(point.thread).has_end {
            return false;
        }
        let mut stops = Stops::default();
        stops.at(point.node, point.inst, Questions::ALL);
        for way in self.ways_for_others(point) {
            stops.on(way, Questions::ALL);
        }
        stops.close(self.program);
        thread.roots.iter().all(|&root| stops.are_on_all_ways(root))
    }

    /// The ways around a point that are taken because of what others have written: `if (stopped) return`. What has been so before
    /// may be so the next time, too.
    fn ways_for_others(&self, point: Point) -> Vec<(Node, Block, Block)> {
        let own = self.own(point.thread);
        let is_written =
            |field| [true, false].iter().any(|&zero| own.writes.contains(&(field, zero)));
        let (mut node, mut inst) = (point.node, point.inst);
        let mut ways = Vec::new();
        for _ in 0..MANY_CALLS {
            let Some(info) = self.program.node(node) else { break };
            let flow = self.program.flow(node);
            for test in flow.tests_on_way(info.body, inst) {
                let is_of_others =
                    |value: Value| match info.body.insts[info.body.values[value].def].op {
                        Op::GetField { field, .. } | Op::GetStatic { field } => {
                            self.paths.field_in(node, field).is_some_and(|field| !is_written(field))
                        }
                        _ => false,
                    };
                let sources = test.sources(info.body);
                if !sources.is_empty() && sources.into_iter().all(is_of_others) {
                    ways.push((node, flow.block_of(test.inst), test.other));
                }
            }
            let [from] = self.program.callers(node) else { break };
            (node, inst) = (from.node, from.inst);
        }
        ways
    }

    /// Whether a thread that signals may be the one because of which another has gone on: one that has written to what the other
    /// tests. What it tests may not be known.
    fn may_let_through(&self, sync: Sync, from: &Own, to: &Own) -> bool {
        let Some(acquires) = to.acquires.get(&sync) else { return true };
        let mut waits = acquires.waits.iter();
        !acquires.edges.is_empty()
            || waits.any(|&(node, inst)| {
                let tests = conditions::tests(self.program, self.paths, node, inst);
                tests.is_none_or(|tests| {
                    let mut fields = tests.iter().flat_map(|test| &test.fields);
                    fields.any(|&f| {
                        from.writes.contains(&(f, true)) || from.writes.contains(&(f, false))
                    })
                })
            })
            || acquires.waits.is_empty()
    }

    /// Whether a point is reached without having acquired something of [`Numbers`].
    fn is_without(&self, number: usize, from: From, point: Point) -> bool {
        let index = self.asked(point.thread).of_number.get(&number).copied();
        index.is_some_and(|index| self.is_done_freely(from, index, point))
    }

    fn doubt_of(&self, sync: Sync, at: &[(Node, Inst)]) -> Doubt {
        match sync {
            Sync::Field(field) => Doubt::OrderedByVolatile(field),
            Sync::Obj(_) | Sync::Word(..) => {
                let (node, inst) = at[0];
                let method =
                    self.program.node(node).expect("invariant: only bodies release").method;
                Doubt::OrderedBySignal(Site { method, inst })
            }
        }
    }

    /// Whether one instance at a time gets through.
    fn is_exclusive(&self, sync: Sync, own: &Own) -> bool {
        let Sync::Obj(obj) = sync else { return false };
        let Some(acquires) = own.acquires.get(&sync) else { return false };
        match acquires.waits.is_empty() {
            true => acquires.is_attempt,
            false => self.objects.made_for(obj) == Some(1),
        }
    }

    /// Whether a thread waits until all have signalled: what is made for a number, and told nothing by a signal.
    fn is_latch(&self, sync: Sync, from: &Own, to: &Own) -> bool {
        let (Sync::Obj(obj), Some(signals)) = (sync, from.signals.get(&sync)) else { return false };
        let says_nothing = |&(node, inst): &(Node, Inst)| {
            self.program.node(node).is_some_and(|info| arguments(info.body, inst).len() == 1)
        };
        !from.barriers.contains_key(&sync)
            && to.acquires.get(&sync).is_some_and(|acquires| !acquires.waits.is_empty())
            && self.objects.is_made_for_number(obj)
            && self.objects.made_for(obj) != Some(1)
            && signals.iter().all(says_nothing)
    }

    /// Whether a wait is over when some of those who signal have not done so.
    fn is_enough_before_all(&self, sync: Sync) -> bool {
        if let Some(&known) = self.enough_before_all.borrow().get(&sync) {
            return known;
        }
        let is_enough = self.find_enough(sync);
        self.enough_before_all.borrow_mut().insert(sync, is_enough);
        is_enough
    }

    fn find_enough(&self, sync: Sync) -> bool {
        if matches!(sync, Sync::Word(..)) {
            return self.is_said_by_several(sync);
        }
        let Sync::Obj(obj) = sync else { return false };
        let set = match self.objects.made_for(obj) {
            Some(1) => None,
            Some(0) if self.is_of_rights(sync) => return self.are_fewer_got(sync),
            _ => match self.is_set_by_one(sync) {
                Some(field) => Some(field),
                None => return false,
            },
        };
        let mut signals = 0;
        for thread in self.threads.ids() {
            let own = self.own(thread);
            if let Some(at) = own.signals.get(&sync) {
                // Of a flag, those count that set it.
                let sets = |node: Node| {
                    let own = self.program.node(node).map(|info| self.own_of_body(node, info));
                    set.is_none_or(|field| {
                        own.is_some_and(|own| own.writes.contains(&(field, false)))
                    })
                };
                let at =
                    at.iter().filter(|(node, inst)| sets(*node) && !self.is_by_last(*node, *inst));
                let at = at.count();
                signals += at as i32 * if self.order.is_many(thread) { MANY_THREADS } else { 1 };
            }
        }
        self.everywhere().awaited.contains(&sync) && signals > 1
    }

    /// Whether what is waited for are rights, which threads give and others take away.
    fn is_of_rights(&self, sync: Sync) -> bool {
        let has = |at: Option<&Vec<(Node, Inst)>>| at.is_some_and(|at| !at.is_empty());
        let mut owns = self.threads.ids().map(|thread| self.own(thread));
        owns.any(|own| has(own.releases.get(&sync)) && !has(own.signals.get(&sync)))
    }

    /// Whether fewer rights are waited for than there are threads that give one: `done.acquire()`, and two who release.
    fn are_fewer_got(&self, sync: Sync) -> bool {
        let (mut givers, mut got) = (0, 0);
        for thread in self.threads.ids() {
            let own = self.own(thread);
            let is_many = self.order.is_many(thread);
            if own.releases.contains_key(&sync) {
                givers += if is_many { MANY_THREADS } else { 1 };
            }
            for &(node, inst) in own.acquires.get(&sync).into_iter().flat_map(|a| &a.waits) {
                let info = self.program.node(node);
                let number = info.and_then(|info| permits::number(info, inst));
                match number.filter(|_| !is_many && !self.program.flow(node).is_in_loop(inst)) {
                    Some(number) => got += number,
                    None => return false,
                }
            }
        }
        givers > 1 && got > 0 && got < givers
    }

    /// The field by which all who wait are let through as soon as somebody sets it.
    fn is_set_by_one(&self, sync: Sync) -> Option<FieldId> {
        let mut found = None;
        for thread in self.threads.ids() {
            let own = self.own(thread);
            let waits = own.acquires.get(&sync).into_iter().flat_map(|acquires| &acquires.waits);
            for &(node, inst) in waits {
                let tests = conditions::tests(self.program, self.paths, node, inst)?;
                let [Test { fields, kind: TestKind::Set }] = &tests[..] else { return None };
                let field = *fields.first()?;
                if found.is_some_and(|found| found != field) {
                    return None;
                }
                found = Some(field);
            }
        }
        found
    }

    /// Whether only the last of several threads does something: who has counted down to a number.
    fn is_by_last(&self, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        info.body.insts.iter().any(|(at, data)| {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { return false };
            let equal = match cond {
                Cond::Eq => then,
                Cond::Ne => otherwise,
                _ => return false,
            };
            let is_number = rhs.is_none_or(|rhs| int_constant(info.body, rhs).is_some());
            let def = info.body.values[lhs].def;
            let is_counted = matches!(info.body.insts[def].op, Op::Invoke { .. })
                && info.body.values[lhs].ty != ir::Type::Boolean
                && !self.is_question(info, def)
                && !self.safe_receivers(node, info, def).is_empty();
            is_number && is_counted && !flow.is_reached_without(inst, (flow.block_of(at), equal))
        })
    }

    /// Whether a thread does not come to its end from a point without a release.
    fn must_release_after(&self, point: Point, sync: Sync, own: &Own) -> bool {
        let mut stops = Stops::default();
        for &(node, inst) in own.releases.get(&sync).into_iter().flatten() {
            stops.at(node, inst, Questions::ALL);
        }
        stops.close(self.program);
        let mut search = self.search(point.thread, &stops);
        search.begin_behind(point.node, point.inst, Questions::ALL);
        let reached = search.run().points(Question::new(0));
        !reached.has_end_of(&self.threads.get(point.thread).roots)
    }

    /// Whether a thread may release after a point.
    fn is_released_after(&self, point: Point, number: usize) -> bool {
        let later = self.later.get_or_init(|| {
            let numbers = self.numbers();
            let mut things = Things::default();
            for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
                for (sync, at) in &self.own_of_body(node, info).releases {
                    if let Some(&number) = numbers.of.get(sync) {
                        let at = at.iter().map(|&(_, inst)| (inst, number));
                        things.entry(node).or_default().extend(at);
                    }
                }
            }
            Later::new(self.program, self.threads, things, numbers.all.len())
        });
        later.has(point, number)
    }

    fn search<'s>(&'s self, thread: ThreadId, stops: &'s Stops) -> Search<'s> {
        Search::new(self.program, &self.threads.get(thread).nodes, stops)
    }

    /// Whether a thread comes to a point without an acquisition.
    fn is_done(&self, from: From, asked: Asked, at: Point) -> bool {
        let all = self.asked(at.thread);
        let index = all.same_as.get(&asked);
        let index = *index.expect("invariant: all that two threads have in common is asked");
        self.is_done_freely(from, index, at)
    }

    /// The same for one of the different things that are asked about the thread.
    fn is_done_freely(&self, from: From, index: usize, at: Point) -> bool {
        let (search, question) = self.searches(at.thread, from).place[index];
        let reached = self.freely(at.thread, from, search);
        reached.at(self.program, at.node, at.inst).contains(question)
    }

    /// What a thread does without acquisitions, for some of what is asked about it.
    fn freely(&self, thread: ThreadId, from: From, search: usize) -> Rc<Reached> {
        let from = match from {
            // Who comes by no barrier releases by signals alone.
            From::Signal if self.own(thread).barriers.is_empty() => From::Release,
            other => other,
        };
        let key = (thread, from, search);
        let known = self.freely.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let (all, searches) = (self.asked(thread), self.searches(thread, from));
            let some: Vec<Asked> =
                searches.all[search].iter().map(|&at| all.different[at]).collect();
            let found = self.find_freely(thread, from, &some);
            self.freely.borrow_mut().insert(key, Rc::clone(&found));
            found
        })
    }

    fn searches(&self, thread: ThreadId, from: From) -> Rc<Searches> {
        let key = (thread, from == From::Begin);
        if let Some(known) = self.searches.borrow().get(&key) {
            return Rc::clone(known);
        }
        let asking = self.asked(thread);
        let all = 0..asking.different.len();
        let found = match from == From::Begin || !asking.is_long() {
            true => Searches::of(all.collect(), Vec::new()),
            false => {
                let used = self.used.get_or_init(|| self.find_used());
                let is_used = |&(number, _): &(&usize, &usize)| used.contains(*number);
                let used: FxHashSet<usize> =
                    asking.of_number.iter().filter(is_used).map(|(_, &index)| index).collect();
                let (first, others) = all.partition(|index| used.contains(index));
                Searches::of(first, others)
            }
        };
        let found = Rc::new(found);
        self.searches.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// What some thread has to come by on its way to an access near it: only that is looked at where threads have very much in
    /// common. Where they have little, all is.
    fn find_used(&self) -> FixedBitSet {
        let mut used = FixedBitSet::with_capacity(self.numbers().all.len());
        for thread in self.threads.ids() {
            let asking = self.asked(thread);
            if !asking.is_long() {
                used.extend(asking.of_number.keys().copied());
                continue;
            }
            let (near, nodes) = (self.near(thread), &self.threads.get(thread).nodes);
            for found in self.accesses.all.iter().filter(|found| nodes.contains(found.node)) {
                let point = Point { thread, node: found.node, inst: found.inst };
                for &number in near.get(&found.node).into_iter().flatten() {
                    if !used.contains(number) && !self.is_without(number, From::Begin, point) {
                        used.insert(number);
                    }
                }
            }
        }
        used
    }

    /// What may be asked about a thread: of what it has in common with others, and of threads that it waits for.
    fn asked(&self, thread: ThreadId) -> Rc<Asking> {
        if let Some(known) = self.asked.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let (own, all) = (self.own(thread), self.everywhere());
        let carried = self.numbers().all.iter();
        let is_carried =
            |sync: &&Sync| !self.carried_waits(&own, **sync, Carried::Maybe).is_empty();
        let carried = carried.filter(is_carried);
        let acquired = own.acquires.keys().filter(|sync| all.released.contains(sync));
        let ended = own.ended.keys().filter(|sync| all.released.contains(sync));
        let acquired = acquired.chain(ended).chain(carried);
        let released = own.releases.keys().filter(|sync| all.acquired.contains(sync));
        let common = acquired.chain(released).map(|&sync| Asked { sync, takes_others: true });
        let is_handle = |sync: &&Sync| matches!(sync, Sync::Obj(obj) if self.handles.contains(obj));
        let ends = own.acquires.keys().chain(&own.wholes).filter(is_handle);
        let ends = ends.map(|&sync| Asked { sync, takes_others: false });
        let mut asked: Vec<Asked> = common.chain(ends).collect();
        asked.sort_unstable();
        asked.dedup();
        let mut asking = Asking::default();
        let mut known = FxHashMap::default();
        for one in asked {
            let index = *known.entry(self.places(&own, one)).or_insert_with(|| {
                asking.different.push(one);
                asking.different.len() - 1
            });
            asking.same_as.insert(one, index);
            if one.takes_others {
                let number = self.numbers().of.get(&one.sync);
                asking.of_number.extend(number.map(|&number| (number, index)));
            }
        }
        let asking = Rc::new(asking);
        self.asked.borrow_mut().insert(thread, Rc::clone(&asking));
        asking
    }

    /// All that an answer depends on.
    fn places(&self, own: &Own, asked: Asked) -> Places {
        let Asked { sync, takes_others } = asked;
        let acquires = own.acquires.get(&sync);
        let waits = acquires.into_iter().flat_map(Acquires::stops);
        let joins = [&own.joins, &own.ended].into_iter().filter_map(|joins| joins.get(&sync));
        let waits = waits.chain(joins.flatten().copied());
        let mut waits: Vec<(Node, Inst)> = waits.collect();
        let edges = acquires.into_iter().flat_map(|acquires| &acquires.edges);
        let mut edges: Vec<(Node, Block, Block)> = edges.copied().collect();
        if takes_others {
            for carried in self.carried_waits(own, sync, Carried::Maybe) {
                waits.extend(carried.stops());
                // Which ways are taken because of a wait: the others may be about anything.
                if !carried.told.is_empty() {
                    edges.extend(&carried.edges);
                }
            }
        }
        let mut releases = own.releases.get(&sync).cloned().unwrap_or_default();
        waits.sort_unstable();
        waits.dedup();
        edges.sort_unstable();
        edges.dedup();
        releases.sort_unstable();
        (waits, edges, releases)
    }

    /// What a thread does without acquisitions.
    fn find_freely(&self, thread: ThreadId, from: From, asked: &[Asked]) -> Rc<Reached> {
        let own = self.own(thread);
        let mut stops = Stops::default();
        let mut all = Questions::NONE;
        for (at, &one) in asked.iter().enumerate() {
            let question = Questions::of(Question::new(at));
            all |= question;
            let (waits, ways, _) = self.places(&own, one);
            for (node, inst) in waits {
                stops.at(node, inst, question);
                for way in conditions::given_up(self.program, node, inst) {
                    stops.leave_open(way, question);
                    for told in conditions::not_given_up(self.program, way) {
                        stops.on(told, question);
                    }
                }
            }
            for way in ways {
                stops.on(way, question);
            }
        }
        stops.close(self.program);
        let mut search = self.search(thread, &stops);
        match from {
            From::Begin => {
                for &root in &self.threads.get(thread).roots {
                    search.begin_with(root, all);
                }
            }
            From::Release | From::Signal => {
                for (at, Asked { sync, .. }) in asked.iter().enumerate() {
                    let barriers = own.barriers.get(sync).map_or(&[][..], Vec::as_slice);
                    for &(node, inst) in own.releases.get(sync).into_iter().flatten() {
                        if from == From::Release || !barriers.contains(&(node, inst)) {
                            search.begin_behind(node, inst, Questions::of(Question::new(at)));
                        }
                    }
                }
            }
        }
        search.run()
    }

    fn everywhere(&self) -> &Everywhere {
        self.everywhere.get_or_init(|| {
            let mut all = Everywhere::default();
            for thread in self.threads.ids() {
                let own = self.own(thread);
                all.released.extend(own.releases.keys());
                all.acquired.extend(own.acquires.keys().chain(own.ended.keys()));
                let waits = own.acquires.iter().filter(|(_, acquires)| !acquires.waits.is_empty());
                all.awaited.extend(waits.map(|(sync, _)| sync));
            }
            all
        })
    }

    /// Whether a barrier keeps two points in different phases.
    fn in_phases(&self, first: Point, second: Point, is_exchanged: bool) -> Option<Doubt> {
        let (own, other) = (self.own(first.thread), self.own(second.thread));
        let mut barriers: Vec<Sync> =
            own.barriers.keys().filter(|sync| other.barriers.contains_key(sync)).copied().collect();
        barriers.sort_unstable();
        let is_divided = |point: Point, sync: Sync| {
            !self.comes_to_gather(point, sync) && !self.has_come_by(point, sync)
        };
        barriers.retain(|&sync| is_divided(first, sync) && is_divided(second, sync));
        // Of all that there is one of, each thread comes by the same ones.
        let is_one = |sync: &Sync| matches!(sync, Sync::Obj(obj) if self.order.is_single(*obj));
        let all: Vec<Sync> = barriers.iter().copied().filter(is_one).collect();
        let alone = barriers.iter().map(std::slice::from_ref);
        let together = (all.len() > 1).then_some(all.as_slice());
        let mut meetings = alone.chain(together);
        let meeting = meetings.find(|syncs| self.are_in_phases(first, second, syncs, is_exchanged));
        meeting.map(|syncs| self.doubt_of(syncs[0], &own.barriers[&syncs[0]]))
    }

    /// Whether a thread has come to a barrier before a point without having waited there: others may be in any phase after that.
    fn has_come_by(&self, point: Point, sync: Sync) -> bool {
        let number = self.numbers().of.get(&sync);
        !self.own(point.thread).by_hand.contains(&sync)
            && number.is_some_and(|&number| self.is_without(number, From::Signal, point))
    }

    /// Whether some barriers keep two points in different phases.
    fn are_in_phases(
        &self,
        first: Point,
        second: Point,
        syncs: &[Sync],
        is_exchanged: bool,
    ) -> bool {
        let (a, b) = (self.stretches(first.thread, syncs), self.stretches(second.thread, syncs));
        let is_in = |stretch: &Points, at: Point| stretch.has(self.program, at.node, at.inst);
        // Threads that run the same code come by the same barriers; others by the first ones of each at the same time, and so on.
        let sites = |stretches: &[Stretch]| -> Vec<Site> {
            stretches.iter().filter_map(|(begin, _)| *begin).collect()
        };
        let (of_a, of_b) = (sites(&a), sites(&b));
        let gives_object = |&sync: &Sync| {
            let own = [first, second].map(|point| self.own(point.thread));
            let mut at = own.iter().flat_map(|own| &own.barriers[&sync]);
            at.any(|&(node, inst)| self.gives_object(node, inst))
        };
        let is_exchange = is_exchanged && syncs.iter().any(gives_object);
        let places = [first, second].map(|point| self.meets(point.thread, syncs));
        let mut places = places.iter().flat_map(|at| at.iter());
        let is_in_loop = places.any(|&(node, inst)| self.program.flow(node).is_in_loop(inst));
        // Who exchanges things has others before and after.
        let is_by_site = is_exchange || of_a.iter().any(|site| of_b.contains(site));
        let is_same_time = |begin: Option<Site>, other: Option<Site>| match (begin, other) {
            _ if is_by_site => begin == other,
            (Some(begin), Some(other)) => match (nth(&of_a, begin), nth(&of_b, other)) {
                (Some(at), Some(other)) if !is_in_loop || of_a.len() == of_b.len() => at == other,
                _ => true,
            },
            (begin, other) => begin == other,
        };
        let is_common = a.iter().any(|(begin, stretch)| {
            is_in(stretch, first)
                && b.iter()
                    .any(|(other, stretch)| is_same_time(*begin, *other) && is_in(stretch, second))
        });
        let come_by = |thread: ThreadId| self.come_by(thread, syncs);
        !is_common
            && (is_by_site
                || syncs.len() == 1
                || come_by(first.thread).is_some_and(|a| come_by(second.thread) == Some(a)))
    }

    /// By which one of several barriers a thread comes at each place, if that is known of all.
    fn come_by(&self, thread: ThreadId, syncs: &[Sync]) -> Option<Vec<Sync>> {
        let own = self.own(thread);
        let places = self.meets(thread, syncs);
        let sync_at = |place: &(Node, Inst)| {
            let mut here = syncs.iter().filter(|sync| own.barriers[sync].contains(place));
            here.next().copied().filter(|_| here.next().is_none())
        };
        places.iter().map(sync_at).collect()
    }

    /// What a body is if it is a barrier that the program has made by hand.
    fn gathering(&self, node: Node) -> Option<Rc<Gathering>> {
        let known = self.gatherings.borrow().get(&node).cloned();
        known.unwrap_or_else(|| {
            let found = gatherings::of(self.program, self.paths, node).map(Rc::new);
            self.gatherings.borrow_mut().insert(node, found.clone());
            found
        })
    }

    /// Whether a point is inside of such a barrier, where others may be as well: it is neither before nor after it.
    fn comes_to_gather(&self, point: Point, sync: Sync) -> bool {
        self.gathering(point.node).is_some_and(|gathering| {
            let block = self.program.flow(point.node).block_of(point.inst);
            gathering.objs.iter().any(|&obj| Sync::Obj(obj) == sync)
                && !gathering.of_last.contains(&block)
        })
    }

    /// The barriers that a call comes by which the program has made by hand.
    fn gathered_at(&self, info: &NodeInfo<'a>, inst: Inst) -> Vec<Obj> {
        let mut callees = info.steps_at(inst).filter_map(Step::callee);
        let gathering = callees.next().and_then(|callee| self.gathering(callee));
        let gathering = gathering.filter(|_| callees.next().is_none());
        gathering.map(|gathering| gathering.objs.clone()).unwrap_or_default()
    }

    /// Where a thread waits at some barriers, or calls something that does nothing else.
    fn meets(&self, thread: ThreadId, syncs: &[Sync]) -> Rc<Vec<(Node, Inst)>> {
        let key = (thread, syncs.to_vec());
        let known = self.meets.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let at = self.barriers_of(thread, syncs);
            let found = Rc::new(meets::outermost(self.program, self.threads.get(thread), &at));
            self.meets.borrow_mut().insert(key, Rc::clone(&found));
            found
        })
    }

    fn barriers_of(&self, thread: ThreadId, syncs: &[Sync]) -> Vec<(Node, Inst)> {
        let own = self.own(thread);
        syncs.iter().flat_map(|sync| own.barriers[sync].iter().copied()).collect()
    }

    /// Whether a call returns an object.
    fn gives_object(&self, node: Node, inst: Inst) -> bool {
        let info = self.program.node(node);
        info.is_some_and(|info| {
            let result = info.body.insts[inst].result;
            result.is_some_and(|result| info.body.values[result].ty.is_reference())
        })
    }

    /// What is reached from the beginning of a thread, and from each of some barriers, without coming by one of them.
    fn stretches(&self, thread: ThreadId, syncs: &[Sync]) -> Rc<Vec<Stretch>> {
        let key = (thread, syncs.to_vec());
        if let Some(known) = self.phases.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut stops = Stops::default();
        for (node, inst) in self.barriers_of(thread, syncs) {
            stops.at(node, inst, Questions::ALL);
        }
        stops.close(self.program);
        let mut stretches = Vec::new();
        let places = self.meets(thread, syncs);
        let begins: Vec<Option<(Node, Inst)>> =
            std::iter::once(None).chain(places.iter().copied().map(Some)).collect();
        for some in begins.chunks(Question::COUNT) {
            let mut search = self.search(thread, &stops);
            for (at, begin) in some.iter().enumerate() {
                let question = Questions::of(Question::new(at));
                match *begin {
                    Some((node, inst)) => search.begin_behind(node, inst, question),
                    None => {
                        for &root in &self.threads.get(thread).roots {
                            search.begin_with(root, question);
                        }
                    }
                }
            }
            let reached = search.run();
            for (at, begin) in some.iter().enumerate() {
                let site = begin.map(|(node, inst)| {
                    let info = self.program.node(node);
                    let method = info.expect("invariant: only bodies wait").method;
                    Site { method, inst }
                });
                stretches.push((site, reached.points(Question::new(at))));
            }
        }
        let found = Rc::new(stretches);
        self.phases.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn own(&self, thread: ThreadId) -> Rc<Own> {
        if let Some(known) = self.own.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let mut own = self.own_of_bodies(thread);
        self.add_ended(thread, &mut own);
        let own = Rc::new(own);
        self.own.borrow_mut().insert(thread, Rc::clone(&own));
        own
    }

    /// The synchronisation of a thread, without what others have got that it waits for.
    fn own_of_bodies(&self, thread: ThreadId) -> Own {
        let mut own = Own::default();
        for node in self.threads.get(thread).nodes.iter() {
            if let Some(info) = self.program.node(node)
                && info.is_application
            {
                own.extend(&self.own_of_body(node, info));
            }
        }
        own
    }

    fn own_of_body(&self, node: Node, info: &NodeInfo<'a>) -> Rc<Own> {
        if let Some(known) = self.own_of_body.borrow().get(&node) {
            return Rc::clone(known);
        }
        let mut own = Own::default();
        self.collect(node, info, &mut own);
        let own = Rc::new(own);
        self.own_of_body.borrow_mut().insert(node, Rc::clone(&own));
        own
    }

    fn collect(&self, node: Node, info: &NodeInfo<'a>, own: &mut Own) {
        for (inst, data) in info.body.insts.iter() {
            match data.op {
                Op::PutField { field, value, .. } | Op::PutStatic { field, value } => {
                    let written = info.body.insts[info.body.values[value].def].op;
                    let is_zero = matches!(written, Op::Const(Constant::Int(0) | Constant::Null));
                    let put = self.paths.field_in(node, field);
                    own.writes.extend(put.map(|field| (field, is_zero)));
                    if let Some(field) = self.volatile(node, field) {
                        own.releases.entry(Sync::Field(field)).or_default().push((node, inst));
                    }
                }
                Op::Invoke { .. } => {
                    own.has_end |= self.is_end(info, inst);
                    for obj in self.gathered_at(info, inst) {
                        own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
                        own.by_hand.insert(Sync::Obj(obj));
                    }
                    if self.collect_events(node, info, inst, own) {
                        continue;
                    }
                    // What nobody has yet tells nobody anything, and who only asks does not, either.
                    if self.is_constructor(info, inst) || self.is_question(info, inst) {
                        continue;
                    }
                    for sync in self.safe_receivers(node, info, inst) {
                        own.releases.entry(sync).or_default().push((node, inst));
                        if let Sync::Obj(obj) = sync {
                            for word in self.words_passed(node, info, inst) {
                                let passed = own.releases.entry(Sync::Word(obj, word));
                                passed.or_default().push((node, inst));
                            }
                        }
                    }
                }
                Op::If { .. } => {
                    self.collect_branch(node, info, inst, own);
                    self.collect_word(node, info, inst, own);
                }
                _ => {}
            }
        }
    }

    /// Signals and waits of a call; whether there are some.
    fn collect_events(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) -> bool {
        let (mut signals, mut awaits) = (FxHashSet::default(), FxHashSet::default());
        let mut joined = FxHashSet::default();
        let has = |is_it: fn(What) -> bool| {
            info.steps_at(inst).any(|step| matches!(step, Step::Event(event) if is_it(event.what)))
        };
        // What is acquired and released besides is counted.
        let counted: FxHashSet<Obj> = info
            .steps_at(inst)
            .filter_map(|step| match step {
                Step::Event(event) => Some(event),
                _ => None,
            })
            .filter(|event| matches!(event.what, What::Acquire { .. } | What::Release { .. }))
            .flat_map(|event| event.objs.iter().map(plain))
            .collect();
        // An attempt may fail; if it does not, it is a lock, or somebody has given the first right.
        if has(|what| matches!(what, What::Acquire { is_try: true, .. })) {
            self.collect_attempt(node, info, inst, own);
            return true;
        }
        for step in info.steps_at(inst) {
            let Step::Event(event) = step else { continue };
            let into = match event.what {
                What::Signal => &mut signals,
                What::Await => &mut awaits,
                What::Join { .. } => {
                    // Whoever goes on when time is up has to ask.
                    if limits::limit(self.program, info, inst, event) != Limit::None {
                        continue;
                    }
                    joined.extend(event.objs.iter().map(plain));
                    if !event.is_direct {
                        own.wholes.extend(event.objs.iter().map(|obj| Sync::Obj(plain(obj))));
                    }
                    continue;
                }
                _ => continue,
            };
            // What lets several through orders nobody.
            let objs = event.objs.iter().map(plain).filter(|obj| {
                !counted.contains(obj) || matches!(self.objects.made_for(*obj), Some(0 | 1))
            });
            into.extend(objs);
        }
        let rights = signals.iter().chain(&awaits).copied().filter(|obj| counted.contains(obj));
        let has_one = |obj: &Obj| self.objects.made_for(*obj) == Some(1);
        own.rights.extend(rights.filter(has_one).map(Sync::Obj));
        // Who has waited for a thread need not ask whether it has ended.
        for obj in joined {
            own.joins.entry(Sync::Obj(obj)).or_default().insert((node, inst));
        }
        let has_some = !signals.is_empty() || !awaits.is_empty();
        for &obj in &signals {
            own.releases.entry(Sync::Obj(obj)).or_default().push((node, inst));
            if !counted.contains(&obj) {
                own.signals.entry(Sync::Obj(obj)).or_default().push((node, inst));
            }
            if awaits.contains(&obj) {
                own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
            }
        }
        for obj in self.arrived(info, inst).into_iter().filter(|obj| awaits.contains(obj)) {
            own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
        }
        // Where nobody needs to wait in the beginning, nobody is known to have waited.
        let is_open = conditions::is_open(self.program, self.paths, node, inst);
        // Who waits for some time only, and never asks how that ended, goes on in any case.
        let is_unasked = says_whether(info, inst)
            && !is_result_used(info.body, inst)
            && !conditions::is_in_tests(self.program, node, inst);
        let is_told = !is_open && !awaits.is_empty() && says_whether(info, inst);
        let late = if is_told { limits::late(self.program, node, inst) } else { None };
        for obj in awaits {
            let acquires = own.acquires.entry(Sync::Obj(obj)).or_default();
            if !is_open && !is_unasked {
                acquires.waits.insert((node, inst));
            }
            if let Some(late) = &late {
                let in_time = limits::in_time(self.program, node, inst);
                acquires.told.insert((node, inst));
                acquires.edges.extend(in_time.iter().chain(&late.back));
                acquires.ends.extend(late.returns.iter().map(|&last| (node, last)));
            }
        }
        has_some
    }

    /// What a call has signalled just before whose result tells this one for what to wait: `phaser.awaitAdvance(phaser.arrive())`.
    /// Both together are a barrier.
    fn arrived(&self, info: &NodeInfo<'a>, inst: Inst) -> Vec<Obj> {
        let mut args = arguments(info.body, inst).into_iter();
        let arrival = args.find_map(|arg| {
            let def = info.body.values[arg].def;
            let follow = info.body.insts.keys().skip_while(|&at| at <= def);
            let is_just_before = def < inst
                && follow.take_while(|&at| at < inst).all(|at| meets::is_quiet(info, at));
            is_just_before.then_some(def)
        });
        let signals =
            arrival.into_iter().flat_map(|def| info.steps_at(def)).filter_map(|step| match step {
                Step::Event(event) if event.what == What::Signal => {
                    Some(event.objs.iter().map(plain))
                }
                _ => None,
            });
        signals.flatten().collect()
    }

    /// What tells that an attempt has succeeded to get a right that nobody has had from the beginning on.
    fn collect_attempt(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) {
        let ways = info.body.insts[inst].result;
        let ways = ways.map(|told| limits::ways(self.program, node, told, false));
        for (_, event) in
            info.events().filter(|(at, event)| *at == inst && event.what == What::Await)
        {
            let objs = event.objs.iter().map(plain);
            for obj in objs.filter(|&obj| self.objects.made_for(obj) == Some(0)) {
                let acquires = own.acquires.entry(Sync::Obj(obj)).or_default();
                acquires.edges.extend(ways.iter().flatten());
            }
        }
    }

    /// Whether a call only reads.
    fn is_question(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let only_reads = |model: &models::MethodModel| {
            let mut effects = model.effects.iter();
            let is_asking = model.effects.contains(&Effect::Property(Property::Asking));
            let reads = effects.clone().any(|effect| matches!(effect, Effect::Reads { .. }));
            is_asking || reads && !effects.any(|effect| matches!(effect, Effect::Writes { .. }))
        };
        if let Some(model) = self.model(info, inst) {
            return only_reads(model);
        }
        // What an interface promises is said by those who keep the promise.
        let mut events = self.models_of_events(info, inst).peekable();
        events.peek().is_some() && events.all(|model| model.is_some_and(only_reads))
    }

    /// What models say of the library code that a call gets to and that does something, if they say anything.
    fn models_of_events<'s>(
        &'s self,
        info: &'s NodeInfo<'a>,
        inst: Inst,
    ) -> impl Iterator<Item = Option<&'a models::MethodModel>> + 's {
        info.steps_at(inst).filter_map(|step| match step {
            Step::Event(event) => Some(crate::filter::model(self.program.solver, event.via)),
            _ => None,
        })
    }

    fn is_constructor(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let Op::Invoke { method, .. } = info.body.insts[inst].op else { return false };
        method.data().name.as_str() == "<init>"
    }

    /// The receiver of a call, if it is an object of a thread-safe class, or the field that a handle or an updater is for.
    fn safe_receivers(&self, node: Node, info: &NodeInfo<'a>, inst: Inst) -> Vec<Sync> {
        let is_lock = info.steps_at(inst).any(|step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Acquire { .. } | What::Release { .. }))
        });
        // What a method of the program does is seen there.
        let is_own = info.steps_at(inst).any(|step| {
            matches!(step, Step::Call { node, is_direct: true, .. }
                if self.program.node(*node).is_some_and(|info| info.is_application))
        });
        let is_static =
            matches!(info.body.insts[inst].op, Op::Invoke { kind: InvokeKind::Static, .. });
        if is_lock || is_own || is_static {
            return Vec::new();
        }
        let receiver = arguments(info.body, inst).first().copied();
        let objs = receiver.and_then(|receiver| self.program.points_to(node, receiver));
        let syncs = |objs: &PointsToSet| {
            objs.iter().map(plain).filter_map(|obj| self.sync_of(obj)).collect()
        };
        objs.map(syncs).unwrap_or_default()
    }

    /// What calls on an object synchronise through, if its class is thread-safe.
    fn sync_of(&self, obj: Obj) -> Option<Sync> {
        if let Some(&known) = self.sync_of.borrow().get(&obj) {
            return known;
        }
        let solver = self.program.solver;
        let class = solver.class_of(obj).class;
        let sync = match solver.obj(obj).kind {
            ObjKind::Member(Member::Field(field)) => Some(Sync::Field(field)),
            ObjKind::Member(_) => Some(Sync::Obj(obj)),
            ObjKind::Site(..) => {
                let is_safe = !solver.has_property(class, Property::Immutable)
                    && (solver.has_property(class, Property::ThreadSafe)
                        || solver.has_property(class, Property::TransitivelyThreadSafe)
                        || self.handles.contains(&obj));
                is_safe.then_some(Sync::Obj(obj))
            }
            _ => None,
        };
        self.sync_of.borrow_mut().insert(obj, sync);
        sync
    }

    fn volatile(&self, node: Node, field: ir::FieldRef) -> Option<FieldId> {
        let field = self.paths.field_in(node, field)?;
        let flags = self.program.solver.hierarchy().field(field).flags;
        flags.contains(classfile::FieldFlags::VOLATILE).then_some(field)
    }

    /// A branch on what was read.
    fn collect_branch(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) {
        let Op::If { cond, lhs, rhs, then, otherwise } = info.body.insts[inst].op else { return };
        let block = self.program.flow(node).block_of(inst);
        let values = std::iter::once(lhs).chain(rhs);
        let values_asked = values.clone();
        let mut read = Vec::new();
        for value in values {
            self.sources(node, info, value, 3, &mut read);
        }
        let asked = read.len();
        for value in values_asked {
            self.sources_asked(node, info, value, &mut read);
        }
        for (at, sync) in read.into_iter().enumerate() {
            let way = match (sync, cond) {
                _ if at >= asked => None,
                _ if rhs.is_some() => None,
                (Sync::Field(field), _) => self.way(field, cond, (then, otherwise)),
                (Sync::Obj(_), Cond::Eq) if self.tells_running(info, lhs) => Some(then),
                (Sync::Obj(_), Cond::Ne) if self.tells_running(info, lhs) => Some(otherwise),
                (Sync::Obj(_) | Sync::Word(..), _) => None,
            };
            let behind = self.behind_all(node, info, sync, inst);
            let acquires = own.acquires.entry(sync).or_default();
            acquires.is_attempt |= self.is_attempt(info, lhs);
            let edges = &mut acquires.edges;
            edges.extend(behind);
            match way {
                Some(way) => {
                    edges.insert((node, block, way));
                }
                // The way that means that it has happened: the one that leaves a loop, if one does.
                None => {
                    let flow = self.program.flow(node);
                    let leaves = |to: Block| flow.left(block, to).next().is_some();
                    let ways = [then, otherwise];
                    if ways.iter().any(|&to| leaves(to)) {
                        let left = ways.into_iter().filter(|&to| leaves(to));
                        edges.extend(left.map(|to| (node, block, to)));
                    } else {
                        // Something is there, or true.
                        let is_otherwise = rhs.is_none() && cond == Cond::Eq;
                        let way = if is_otherwise { otherwise } else { then };
                        edges.insert((node, block, way));
                    }
                }
            }
        }
    }

    /// The ways out of a loop that asks each of some threads whether it has ended: behind it all have been asked, as many as there are.
    fn behind_all(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        sync: Sync,
        branch: Inst,
    ) -> Vec<(Node, Block, Block)> {
        let is_handle = matches!(sync, Sync::Obj(obj) if self.handles.contains(&obj));
        let question = question(info, branch).filter(|_| is_handle);
        let asked = question.and_then(|inst| arguments(info.body, inst).first().copied());
        let Some(asked) = asked else { return Vec::new() };
        let flow = self.program.flow(node);
        let def = info.body.values[asked].def;
        let Some(blocks) = flow.innermost(flow.block_of(def)) else { return Vec::new() };
        let is_inside = |block: Block| blocks[block.index()];
        let header = flow.header(blocks).filter(|_| is_inside(flow.block_of(branch)));
        header.map_or_else(Vec::new, |header| {
            let left = flow.successors(header).iter().filter(|&&next| !is_inside(next));
            left.map(|&next| (node, header, next)).collect()
        })
    }

    /// Whether a call ends what is run again and again.
    fn is_end(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let is_it = |model: &models::MethodModel| {
            model.effects.contains(&Effect::Property(Property::Ending))
        };
        let events = self.models_of_events(info, inst).flatten();
        self.model(info, inst).into_iter().chain(events).any(is_it)
    }

    /// Whether a value says that a thread is still running.
    fn tells_running(&self, info: &NodeInfo<'a>, value: Value) -> bool {
        let def = info.body.values[value].def;
        let model = self.model(info, def);
        model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Running)))
    }

    /// What the model says about a call.
    fn model(&self, info: &NodeInfo<'a>, inst: Inst) -> Option<&'a models::MethodModel> {
        let Op::Invoke { method, .. } = info.body.insts[inst].op else { return None };
        let (solver, named) = (self.program.solver, method.data());
        let (class, name) = (named.class.as_str(), named.name.as_str());
        solver.models().method(class, name, named.ty.descriptor().as_str()).or_else(|| {
            let from = solver.hierarchy().method(info.method).class;
            let resolved = solver.hierarchy().resolve_method(from, method).ok()?;
            crate::filter::model(solver, resolved.member)
        })
    }

    /// Whether a value is what a call with arguments said about its success.
    fn is_attempt(&self, info: &NodeInfo<'a>, value: Value) -> bool {
        match info.body.insts[info.body.values[value].def].op {
            Op::Invoke { method, .. } => {
                let ty = method.data().ty;
                ty.result() == Some(ir::Type::Boolean) && !ty.parameters().is_empty()
            }
            _ => false,
        }
    }

    /// What a value was read from.
    fn sources(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        value: Value,
        depth: usize,
        read: &mut Vec<Sync>,
    ) {
        if depth == 0 {
            return;
        }
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                read.extend(self.volatile(node, field).map(Sync::Field));
            }
            Op::Invoke { .. } => {
                read.extend(self.safe_receivers(node, info, def));
                // A getter of a volatile field.
                for step in info.steps_at(def) {
                    let Step::Call { node: callee, .. } = step else { continue };
                    let Some(inner) = self.program.node(*callee) else { continue };
                    for inst in inner.body.insts.values() {
                        if let Op::Return(Some(value)) = inst.op {
                            self.sources(*callee, inner, value, depth - 1, read);
                        }
                    }
                }
            }
            Op::Unary(_, value) | Op::CheckCast { value, .. } | Op::InstanceOf { value, .. } => {
                self.sources(node, info, value, depth - 1, read);
            }
            Op::Phi(list) => {
                for &value in info.body.list(list) {
                    self.sources(node, info, value, depth - 1, read);
                }
            }
            Op::Binary(_, a, b) => {
                self.sources(node, info, a, depth - 1, read);
                self.sources(node, info, b, depth - 1, read);
            }
            _ => {}
        }
    }

    /// The volatile fields with what a call of library code is asked about: `while (names.isEmpty())`.
    fn sources_asked(&self, node: Node, info: &NodeInfo<'a>, value: Value, read: &mut Vec<Sync>) {
        let def = info.body.values[value].def;
        let is_of_program = || {
            let mut callees = info.steps_at(def).filter_map(Step::callee);
            callees.any(|callee| self.program.node(callee).is_some_and(|info| info.is_application))
        };
        if let Op::Invoke { kind, args, .. } = info.body.insts[def].op
            && kind != InvokeKind::Static
            && let Some(&receiver) = info.body.list(args).first()
            && !is_of_program()
        {
            let mut sources = Vec::new();
            self.sources(node, info, receiver, 2, &mut sources);
            read.extend(sources.into_iter().filter(|sync| matches!(sync, Sync::Field(_))));
        }
    }

    /// The way out of a test for zero that a volatile field leads to which is only ever set to one truth value.
    fn way(&self, field: FieldId, cond: Cond, (then, otherwise): (Block, Block)) -> Option<Block> {
        let truths = self.truths.get_or_init(|| self.find_truths());
        let truth = truths.get(&field).copied().flatten();
        match (cond, truth?) {
            (Cond::Ne, true) | (Cond::Eq, false) => Some(then),
            (Cond::Eq, true) | (Cond::Ne, false) => Some(otherwise),
            _ => None,
        }
    }

    fn find_truths(&self) -> FxHashMap<FieldId, Option<bool>> {
        let mut truths: FxHashMap<FieldId, Option<bool>> = FxHashMap::default();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            let decl = self.program.solver.hierarchy().method(info.method);
            if matches!(decl.name.as_str(), "<init>" | "<clinit>") {
                continue;
            }
            for inst in info.body.insts.values() {
                let (Op::PutField { field, value, .. } | Op::PutStatic { field, value }) = inst.op
                else {
                    continue;
                };
                let Some(field) = self.volatile(node, field) else { continue };
                let truth = match info.body.insts[info.body.values[value].def].op {
                    Op::Const(Constant::Int(number)) => Some(number != 0),
                    Op::Const(Constant::Null) => Some(false),
                    _ if info.body.values[value].ty.is_reference() => Some(true),
                    _ => None,
                };
                let known = truths.entry(field).or_insert(truth);
                if *known != truth {
                    *known = None;
                }
            }
        }
        truths
    }
}

/// Whether a call says whether something is so.
fn says_whether(info: &NodeInfo<'_>, inst: Inst) -> bool {
    let Op::Invoke { method, .. } = info.body.insts[inst].op else { return false };
    method.data().ty.result() == Some(ir::Type::Boolean)
}

/// Whether anything is done with what a call returns.
fn is_result_used(body: &Body, inst: Inst) -> bool {
    body.insts[inst].result.is_some_and(|result| {
        body.insts.values().any(|inst| {
            let mut is_used = false;
            inst.op.for_each_operand(&body.lists, |operand| is_used |= operand == result);
            is_used
        })
    })
}

/// The call whose answer a branch tests.
fn question(info: &NodeInfo<'_>, branch: Inst) -> Option<Inst> {
    let Op::If { lhs, rhs, .. } = info.body.insts[branch].op else { return None };
    let mut defs = std::iter::once(lhs).chain(rhs).map(|value| info.body.values[value].def);
    defs.find(|&def| matches!(info.body.insts[def].op, Op::Invoke { .. }))
}

/// The place of a site among those of one method; none if they are in several.
fn nth(sites: &[Site], site: Site) -> Option<usize> {
    let is_one = sites.iter().all(|other| other.method == site.method);
    is_one.then(|| sites.iter().filter(|other| other.inst < site.inst).count())
}
