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
use ir::body::{Block, Op, Value};
use ir::hierarchy::FieldId;
use models::{ForkKind, Property};
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Accesses;
use crate::conditions;
use crate::gatherings::Gathering;
use crate::later::{Later, Things};
use crate::objects::{Objects, plain};
use crate::order::{Order, Point};
use crate::paths::Paths;
use crate::picked::{has_to_do_with, is_picked};
use crate::program::{Program, arguments};
use crate::questions::{Question, Questions};
use crate::reach::{Points, Reached, Search, Stops};
use crate::result::{Doubt, Site, ThreadId};
use crate::threads::Threads;

mod collect;
mod ended;
mod enough;
mod hooks;
mod phases;
mod rings;
mod words;

use collect::question;
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
}
