//! DrFinder's scheduler (Cai and Cao, ESEC/FSE 2015, Algorithms 2 and 3).
//!
//! A thread t is about to acquire a lock of type c. If another thread t′ is in a method f with mt(f, c), the acquisition is
//! postponed and t′ is *escorted*: all its acquisitions go ahead until it acquires a lock of type c. The edge between the
//! two that most runs have is then the other way round, and races that it hid show.
//!
//! *Deviations.*
//! - The paper looks at the innermost method of t′ only (its S has the size 1), and ends an escort with the first
//!   acquisition of the type. Both are a matter of [`Style`], which changes from run to run: also the outer methods of t′
//!   count (the paper's backward case); an escort may last until the very object was acquired, or until t′ has left the
//!   methods that acquire such locks, as a loop takes more than one acquisition to reverse. In some runs a random half of
//!   the threads is never suspended: some races need one order reversed and another one as it is.
//! - A long suspension makes threads run one after the other, and what then has to come at the same time does not. So some runs
//!   suspend for a short time, or only at a few acquisitions; and in some both threads go on at the same moment as soon as t′ is
//!   about to acquire such a lock, too, which shows what both do first. Where nobody is waited for, the paper picks a random
//!   thread; here some runs delay some acquisitions at random, as it would else suspend everybody all the time.
//! - Each suspended thread has its own escort, of one thread or of all that may trigger. The paper has one at a time and
//!   suspends everybody else meanwhile, which takes longer and thrashes more.
//! - Acquisitions of a lock that one thread has for itself are neither relations nor waited at: they order nobody.
//! - A relation continues over the start of a thread: who starts a thread may trigger what that does. Else the first of several
//!   threads would be through before anybody knows of the others. Threads that an escorted one starts are escorted, too.
//! - Who holds a lock that t′ may need first is rarely suspended: t′ could not come to the acquisition that is waited for.
//! - Of several threads whose escort ends at the same time one goes, and the others let it acquire its lock first, so that
//!   their order is a random one and not that of their arrival.
//! - Who waits for one lock does not always make others of its type go ahead: an escorted thread may be suspended before
//!   another lock.
//! - If an escorted thread ends, or waits for others itself, another candidate takes its place. One that sleeps is waited for in
//!   some runs only: it comes back by itself, but nobody knows how soon.
//! - A place at which threads were suspended in vain or very often is left alone more and more.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHasher};

use crate::{
    Activity, Cause, LockId, MethodId, Noise, PlaceId, Relations, Released, Request, Scheduler,
    Start, ThreadId, TypeId, Verdict, World,
};

/// Who waits so long is not expected to acquire anything soon.
const PATIENCE: Duration = Duration::from_millis(25);
/// Whether an escorted thread still may trigger anything is asked so often: its stack is not to be had for nothing.
const BETWEEN_REVIEWS: Duration = Duration::from_millis(4);
/// So long after the end of an escort a thread goes on. By then the escorted one has mostly given the lock back: locks are made
/// of atomic operations, and whoever tries to get one that is held comes before its holder in the eyes of a detector.
const SETTLE: Duration = Duration::from_millis(2);

/// What differs from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many methods of another thread are looked at (the paper's S).
    pub window: usize,
    /// When an escort ends.
    pub until: Until,
    /// Who is suspended at all.
    pub held: Held,
    /// How long a suspension takes at most.
    pub longest: Duration,
    /// How long somebody is waited for who waits for time to pass.
    pub patience: Duration,
    /// How often a thread is suspended at a place before doubts come up whether that is worth it.
    pub trust: u32,
    /// How long an acquisition for which nobody is waited may be delayed at random.
    pub tie: Duration,
}

/// A suspension of this length outlasts most of what one waits for.
const LONG: Duration = Duration::from_secs(2);
/// One of this length is not yet all that a run does.
const MEDIUM: Duration = Duration::from_millis(300);
/// One of this length leaves threads running side by side.
const SHORT: Duration = Duration::from_millis(30);

/// Who is suspended at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Everybody who may be.
    Everybody,
    /// A random half of the threads.
    HalfOfThreads,
    /// Everybody, but only at one of so many acquisitions, a random one.
    OneIn(u32),
}

/// When an escort ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// With the first acquisition of a lock of the type.
    Type,
    /// With the acquisition of the same lock.
    Lock,
    /// When nothing of that kind is to come.
    Left,
    /// When somebody else is about to acquire a lock of the type; then both go on at the same moment.
    Met,
}

impl Style {
    fn new(window: usize, until: Until, held: Held, longest: Duration) -> Style {
        let patience = if (until, longest) == (Until::Left, LONG) { MEDIUM } else { PATIENCE };
        Style { window, until, held, longest, patience, trust: 16, tie: Duration::ZERO }
    }

    fn with_ties(self, millis: u64) -> Style {
        Style { tie: Duration::from_millis(millis), ..self }
    }

    /// As it is in the paper.
    pub fn paper() -> Style {
        Style { trust: 64, ..Style::new(1, Until::Type, Held::Everybody, LONG) }
    }

    /// That of the run with a number. The first one, from 1 on, has no relations yet. The next two reverse all that they can;
    /// of the others some do and some leave the threads alone for most of the time, since much is only to be seen when threads
    /// run side by side.
    pub fn of_run(number: u32, depth: usize) -> Style {
        let new = |until, held, longest| Style::new(depth, until, held, longest);
        let styles = [
            new(Until::Lock, Held::Everybody, LONG),
            new(Until::Left, Held::Everybody, LONG),
            new(Until::Met, Held::HalfOfThreads, MEDIUM),
            new(Until::Left, Held::HalfOfThreads, MEDIUM).with_ties(5),
            new(Until::Type, Held::OneIn(8), SHORT),
            new(Until::Lock, Held::HalfOfThreads, MEDIUM).with_ties(10),
            Style::paper(),
            new(Until::Met, Held::OneIn(2), SHORT),
            new(Until::Lock, Held::OneIn(2), SHORT).with_ties(20),
        ];
        styles[number.saturating_sub(2) as usize % styles.len()]
    }
}

/// A thread that is suspended, and for whom.
#[derive(Debug)]
struct Waiting {
    request: Request,
    /// Since when it is suspended.
    since: Option<Duration>,
    /// Who is to go first.
    escorted: BTreeSet<ThreadId>,
    /// Who was, and did not.
    tried: BTreeSet<ThreadId>,
    /// Who did, but then had to wait for others, and may come back once.
    interrupted: BTreeSet<ThreadId>,
    /// Somebody is about to.
    has_met: bool,
    /// Somebody has.
    is_reversed: bool,
    /// Its escort is over.
    is_over: bool,
    /// Since when.
    over: Option<Duration>,
    /// Since when each of them waits for others.
    idle: BTreeMap<ThreadId, Duration>,
}

impl Waiting {
    fn new(request: &Request, escorted: BTreeSet<ThreadId>) -> Waiting {
        Waiting {
            request: request.clone(),
            since: None,
            escorted,
            tried: BTreeSet::new(),
            interrupted: BTreeSet::new(),
            has_met: false,
            is_reversed: false,
            is_over: false,
            over: None,
            idle: BTreeMap::new(),
        }
    }
}

#[derive(Debug, Default)]
struct Tries {
    suspensions: u32,
    failures: u32,
}

/// The scheduler.
#[derive(Debug)]
pub struct DrFinder {
    relations: Relations,
    depth: usize,
    style: Style,
    random: fastrand::Rng,
    /// All threads, with the methods that started them.
    threads: BTreeMap<ThreadId, Vec<MethodId>>,
    waiting: BTreeMap<ThreadId, Waiting>,
    /// By the place, and the method that called the one that it is in.
    tries: FxHashMap<(PlaceId, Option<MethodId>), Tries>,
    /// Threads that are never suspended.
    free: BTreeSet<ThreadId>,
    seed: u64,
    last_review: Duration,
    /// Breaks ties.
    noise: Noise,
}

impl DrFinder {
    /// Predicts by the relations of earlier runs.
    pub fn new(relations: Relations, depth: usize, style: Style, seed: u64) -> DrFinder {
        DrFinder {
            relations,
            depth: depth.max(1),
            style,
            random: fastrand::Rng::with_seed(seed),
            threads: BTreeMap::new(),
            waiting: BTreeMap::new(),
            tries: FxHashMap::default(),
            free: BTreeSet::new(),
            seed,
            last_review: Duration::ZERO,
            noise: Noise::up_to(style.tie, seed),
        }
    }

    /// Whether methods may lead to an acquisition of a type (the paper's `mayTrigger`).
    fn may_trigger(&self, methods: &[MethodId], ty: TypeId) -> bool {
        methods.iter().any(|method| self.relations.may_trigger(*method, ty))
    }

    /// The methods of a thread by which its future is predicted. One that has not come to any is where it was started.
    fn methods(&self, thread: ThreadId, count: usize, world: &dyn World) -> Vec<MethodId> {
        let mut stack = world.stack(thread, count);
        if stack.is_empty() {
            stack = self.threads.get(&thread).cloned().unwrap_or_default();
        }
        stack.truncate(count);
        stack
    }

    /// Those who may acquire a lock of the same type soon (the paper's CT).
    fn candidates(&mut self, request: &Request, world: &dyn World) -> Vec<ThreadId> {
        let mut candidates = Vec::new();
        for thread in self.threads.keys().copied() {
            if thread == request.thread || self.waiting.contains_key(&thread) {
                continue;
            }
            let may_come = match world.activity(thread) {
                Activity::Running => true,
                Activity::Waiting { is_timed } => is_timed && self.style.patience > PATIENCE,
                Activity::Blocked => self.style.until == Until::Left,
                Activity::Ended => false,
            };
            if !may_come {
                continue;
            }
            let methods = self.methods(thread, self.style.window, world);
            if !self.may_trigger(&methods, request.ty) {
                continue;
            }
            let needs_held = request.held.iter().any(|(_, held)| self.may_trigger(&methods, *held));
            candidates.push((thread, needs_held));
        }
        let random = &mut self.random;
        candidates.retain(|(_, needs_held)| !needs_held || random.u8(..8) == 0);
        candidates.into_iter().map(|(thread, _)| thread).collect()
    }

    fn tries(&mut self, request: &Request) -> &mut Tries {
        let caller = request.stack.get(1).copied();
        self.tries.entry((request.place, caller)).or_default()
    }

    /// Whether others have acquired what this method acquires, so that there is an order to reverse.
    fn is_shared(&self, request: &Request) -> bool {
        let method = request.stack.first().or(self.threads[&request.thread].first());
        method.is_none_or(|method| self.relations.may_trigger(*method, request.ty))
    }

    /// Whether a place has not been tried too often already.
    fn is_worth_it(&mut self, request: &Request) -> bool {
        let trust = self.style.trust.max(1);
        let tries = self.tries(request);
        let odds = (1 + tries.failures) * tries.suspensions.div_ceil(trust).max(1);
        self.random.u32(..odds) == 0
    }

    fn finish(&mut self, thread: ThreadId) -> Option<(ThreadId, Cause)> {
        let waiting = self.waiting.remove(&thread)?;
        if waiting.is_reversed {
            return Some((thread, Cause::Done));
        }
        self.tries(&waiting.request).failures += 1;
        Some((thread, Cause::InVain))
    }

    /// Whether somebody is suspended until this thread comes here. Both go on with the next review.
    fn meet(&mut self, request: &Request) -> bool {
        let mut has_met = false;
        for waiting in self.waiting.values_mut() {
            let is_awaited = waiting.escorted.contains(&request.thread);
            if is_awaited && waiting.request.ty == request.ty && !waiting.has_met {
                (waiting.has_met, waiting.is_reversed) = (true, true);
                has_met = true;
            }
        }
        if has_met {
            let mut own = Waiting::new(request, BTreeSet::new());
            (own.has_met, own.is_reversed) = (true, true);
            self.waiting.insert(request.thread, own);
        }
        has_met
    }

    /// Lets threads go whose escort is over; of those that want a lock of the same type one, which the others escort.
    fn finish_one_by_one(&mut self, mut threads: Vec<ThreadId>) -> Released {
        let mut released = Vec::new();
        self.random.shuffle(&mut threads);
        let mut first = FxHashMap::<TypeId, ThreadId>::default();
        for thread in threads {
            let Some(waiting) = self.waiting.get_mut(&thread) else { continue };
            match first.get(&waiting.request.ty) {
                Some(first) => {
                    waiting.escorted = BTreeSet::from([*first]);
                    (waiting.is_over, waiting.over) = (false, None);
                    waiting.idle.clear();
                }
                None => {
                    first.insert(waiting.request.ty, thread);
                    released.extend(self.finish(thread));
                }
            }
        }
        released
    }

    /// Who is to go first, of those that may.
    fn choose(&mut self, request: &Request, world: &dyn World) -> BTreeSet<ThreadId> {
        let mut candidates = self.candidates(request, world);
        if let Some(waiting) = self.waiting.get(&request.thread) {
            candidates.retain(|thread| !waiting.tried.contains(thread));
        }
        match self.style.until {
            Until::Left => candidates.into_iter().collect(),
            Until::Type | Until::Lock | Until::Met => {
                self.random.choice(candidates).into_iter().collect()
            }
        }
    }

    /// Nobody is left in some escorts: others take their place, or the escorts are over. One that lasts until nobody is left
    /// goes on if somebody comes back in the moment after it: those who were signalled meanwhile.
    fn refill(&mut self, now: Duration, world: &dyn World) {
        let is_left = self.style.until == Until::Left;
        let is_empty = |waiting: &Waiting| {
            let may_go_on = !waiting.is_over || is_left && !self.is_expired(waiting, now);
            waiting.escorted.is_empty() && may_go_on
        };
        let empty = self.waiting.iter().filter(|(_, waiting)| is_empty(waiting));
        let empty: Vec<ThreadId> = empty.map(|(thread, _)| *thread).collect();
        for thread in empty {
            let waiting = &self.waiting[&thread];
            let (is_reversed, request) = (waiting.is_reversed, waiting.request.clone());
            let others = match is_reversed && !is_left {
                true => BTreeSet::new(),
                false => self.choose(&request, world),
            };
            if let Some(waiting) = self.waiting.get_mut(&thread) {
                waiting.is_over = others.is_empty();
                if !waiting.is_over {
                    waiting.over = None;
                }
                waiting.escorted = others;
            }
        }
    }

    /// Nobody is escorted who has left the methods that acquire such locks, or who waits for others himself.
    fn review_escorts(&mut self, now: Duration, world: &dyn World) {
        let mut waiting = std::mem::take(&mut self.waiting);
        for entry in waiting.values_mut() {
            let escorted: Vec<ThreadId> = entry.escorted.iter().copied().collect();
            for thread in escorted {
                let mut is_interrupted = false;
                let stays = match world.activity(thread) {
                    Activity::Ended => false,
                    Activity::Running => {
                        entry.idle.remove(&thread);
                        let methods = self.methods(thread, self.depth, world);
                        self.may_trigger(&methods, entry.request.ty)
                    }
                    // It has done what it was to do, and needs others now.
                    Activity::Waiting { is_timed: false } if entry.is_reversed => {
                        is_interrupted = self.style.until == Until::Left;
                        false
                    }
                    Activity::Blocked if entry.is_reversed && self.style.until != Until::Left => {
                        false
                    }
                    activity => {
                        let is_timed = activity == Activity::Waiting { is_timed: true };
                        let patience = if is_timed { self.style.patience } else { PATIENCE };
                        let since = *entry.idle.entry(thread).or_insert(now);
                        now.saturating_sub(since) < patience
                    }
                };
                if !stays {
                    entry.escorted.remove(&thread);
                    if !is_interrupted || !entry.interrupted.insert(thread) {
                        entry.tried.insert(thread);
                    }
                }
            }
        }
        self.waiting = waiting;
    }

    /// Whether a thread has been suspended for as long as it may.
    fn is_expired(&self, waiting: &Waiting, now: Duration) -> bool {
        waiting.since.is_some_and(|since| now.saturating_sub(since) >= self.style.longest)
    }

    /// Lets threads go whose escort has been over for a moment.
    fn settle(&mut self, now: Duration) -> Released {
        let mut over = Vec::new();
        for (thread, waiting) in &mut self.waiting {
            let since = *waiting.since.get_or_insert(now);
            waiting.is_over |= now.saturating_sub(since) >= self.style.longest;
            if waiting.is_over {
                let since = *waiting.over.get_or_insert(now);
                if now.saturating_sub(since) >= SETTLE {
                    over.push(*thread);
                }
            }
        }
        self.finish_one_by_one(over)
    }
}

impl Scheduler for DrFinder {
    /// `requestALock`, and `schedule` for one thread.
    fn request(&mut self, request: &Request, world: &dyn World) -> Verdict {
        self.threads.entry(request.thread).or_default();
        // Half of the time an escorted thread may be suspended before a lock that nobody waits for.
        let is_strict = self.style.until == Until::Type || self.random.bool();
        let is_escorted = self.waiting.values().any(|waiting| {
            let is_awaited = is_strict || waiting.request.lock == request.lock;
            is_awaited && waiting.escorted.contains(&request.thread)
        });
        let is_free = match self.style.held {
            Held::Everybody => false,
            Held::HalfOfThreads => self.free.contains(&request.thread),
            Held::OneIn(count) => self.random.u32(..count.max(1)) != 0,
        };
        if self.style.until == Until::Met && self.meet(request) {
            return Verdict::Suspend;
        }
        if is_escorted {
            return Verdict::Go;
        }
        let is_considered = !is_free && self.is_shared(request) && self.is_worth_it(request);
        let escorted = if is_considered { self.choose(request, world) } else { BTreeSet::new() };
        if escorted.is_empty() {
            return match self.style.tie.is_zero() {
                true => Verdict::Go,
                false => self.noise.request(request, world),
            };
        }
        self.tries(request).suspensions += 1;
        self.waiting.insert(request.thread, Waiting::new(request, escorted));
        Verdict::Suspend
    }

    /// `lockAcquired`
    fn acquired(&mut self, request: &Request, world: &dyn World) -> Released {
        self.passed(request.thread, request.lock, request.ty, world)
    }

    fn passed(
        &mut self,
        thread: ThreadId,
        lock: LockId,
        ty: TypeId,
        _world: &dyn World,
    ) -> Released {
        for waiting in self.waiting.values_mut() {
            if !waiting.escorted.contains(&thread) || waiting.request.ty != ty {
                continue;
            }
            let is_same = waiting.request.lock == lock;
            waiting.is_reversed |= is_same || self.style.until == Until::Type;
            waiting.is_over |= match self.style.until {
                Until::Type => true,
                Until::Lock => is_same,
                Until::Left => false,
                // It came by without being asked.
                Until::Met => true,
            };
        }
        Vec::new()
    }

    fn started(&mut self, thread: ThreadId, start: &Start) {
        self.threads.insert(thread, start.stack.clone());
        let mut hasher = FxHasher::default();
        (self.seed, &start.path).hash(&mut hasher);
        if fastrand::Rng::with_seed(hasher.finish()).bool() {
            self.free.insert(thread);
        }
        let Some(by) = start.by else { return };
        for waiting in self.waiting.values_mut() {
            if waiting.escorted.contains(&by) {
                waiting.escorted.insert(thread);
            }
        }
    }

    fn ended(&mut self, thread: ThreadId, _world: &dyn World) -> Released {
        self.threads.remove(&thread);
        for waiting in self.waiting.values_mut() {
            waiting.escorted.remove(&thread);
        }
        Vec::new()
    }

    fn review(&mut self, now: Duration, world: &dyn World) -> Released {
        let met = self.waiting.iter().filter(|(_, waiting)| waiting.has_met);
        let met: Vec<ThreadId> = met.map(|(thread, _)| *thread).collect();
        if !met.is_empty() {
            return met.into_iter().filter_map(|thread| self.finish(thread)).collect();
        }
        if now.saturating_sub(self.last_review) >= BETWEEN_REVIEWS {
            self.last_review = now;
            self.review_escorts(now, world);
        }
        self.refill(now, world);
        self.settle(now)
    }

    fn patience(&self) -> Duration {
        self.style.patience
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        suspended[self.random.usize(..suspended.len())]
    }

    fn overruled(&mut self, thread: ThreadId, _cause: Cause, _world: &dyn World) {
        if let Some(waiting) = self.waiting.remove(&thread) {
            self.tries(&waiting.request).failures += 1;
        }
    }

    fn remark(&self) -> Option<String> {
        let Style { window, until, held, longest, .. } = self.style;
        let until = match until {
            Until::Type => "its type is acquired",
            Until::Lock => "the lock is acquired",
            Until::Left => "nobody may acquire it",
            Until::Met => "another one is about to acquire its type",
        };
        let held = match held {
            Held::Everybody => "all threads",
            Held::HalfOfThreads => "half of the threads",
            Held::OneIn(count) => &format!("threads at one of {count} acquisitions"),
        };
        let (depth, count) = (self.depth, self.relations.len());
        Some(format!(
            "drfinder: {count} relations of depth {depth}, window {window}, {held} suspended until {until}, for at most {} ms",
            longest.as_millis()
        ))
    }
}
