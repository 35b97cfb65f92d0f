//! DrFinder's scheduler (Cai and Cao, ESEC/FSE 2015, Algorithms 2 and 3).
//!
//! A thread t is about to acquire a lock of type c. If another thread t′ is in a method f with mt(f, c), the acquisition is
//! postponed and t′ is *escorted*: all its acquisitions go ahead until it acquires a lock of type c. The edge between the
//! two that most runs have is then the other way round, and races that it hid show.
//!
//! *Deviations.*
//! - The paper looks at the innermost method of t′ only (its S has the size 1), and ends an escort with the first
//!   acquisition of the type. Both are a matter of [`Style`], which is drawn anew for each run: also the outer methods of t′
//!   count (the paper's backward case); an escort may last until the very object was acquired, or until t′ has left the
//!   methods that acquire such locks, as a loop takes more than one acquisition to reverse.
//! - Each suspended thread has its own escort, of one thread or of all that may trigger. The paper has one at a time and
//!   suspends everybody else meanwhile, which takes longer and thrashes more.
//! - A relation continues over the start of a thread: who starts a thread may trigger what that does. Else the first of several
//!   threads would be through before anybody knows of the others. Threads that an escorted one starts are escorted, too.
//! - Who holds a lock that t′ may need first is rarely suspended: t′ could not come to the acquisition that is waited for.
//! - If an escorted thread ends, or waits for others itself, another candidate takes its place.
//! - A place at which threads were suspended in vain or very often is left alone more and more.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::{
    Activity, Cause, MethodId, PlaceId, Relations, Released, Request, Scheduler, Start, ThreadId,
    TypeId, Verdict, World,
};

/// Who waits so long is not expected to acquire anything soon.
const PATIENCE: Duration = Duration::from_millis(25);
/// Whether an escorted thread still may trigger anything is asked so often: its stack is not to be had for nothing.
const BETWEEN_REVIEWS: Duration = Duration::from_millis(4);
/// So many suspensions at a place are free.
const FREE: u32 = 64;

/// What differs from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many methods of another thread are looked at (the paper's S).
    pub window: usize,
    /// When an escort ends.
    pub until: Until,
    /// Of 100 acquisitions that could be reversed, how many are.
    pub percent: u8,
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
}

impl Style {
    /// As it is in the paper.
    pub fn paper() -> Style {
        Style { window: 1, until: Until::Type, percent: 100 }
    }

    /// One for a run.
    pub fn draw(seed: u64, depth: usize) -> Style {
        let mut random = fastrand::Rng::with_seed(seed);
        Style {
            window: *random.choice(&[1, depth, depth, depth]).expect("invariant: not empty"),
            until: *random
                .choice(&[Until::Type, Until::Lock, Until::Lock, Until::Left])
                .expect("invariant: not empty"),
            percent: *random.choice(&[100, 100, 70, 50]).expect("invariant: not empty"),
        }
    }
}

/// A thread that is suspended, and for whom.
#[derive(Debug)]
struct Waiting {
    request: Request,
    /// Who is to go first.
    escorted: BTreeSet<ThreadId>,
    /// Who was, and did not.
    tried: BTreeSet<ThreadId>,
    /// Somebody has.
    is_reversed: bool,
    /// Since when each of them waits for others.
    idle: BTreeMap<ThreadId, Duration>,
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
    tries: FxHashMap<PlaceId, Tries>,
    last_review: Duration,
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
            last_review: Duration::ZERO,
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
            if thread == request.thread
                || self.waiting.contains_key(&thread)
                || world.activity(thread) != Activity::Running
            {
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

    /// Whether a place has not been tried too often already.
    fn is_worth_it(&mut self, place: PlaceId) -> bool {
        let tries = self.tries.entry(place).or_default();
        let odds = (1 + tries.failures) * tries.suspensions.div_ceil(FREE).max(1);
        self.random.u32(..odds) == 0
    }

    fn finish(&mut self, thread: ThreadId) -> Option<(ThreadId, Cause)> {
        let waiting = self.waiting.remove(&thread)?;
        if waiting.is_reversed {
            return Some((thread, Cause::Done));
        }
        self.tries.entry(waiting.request.place).or_default().failures += 1;
        Some((thread, Cause::InVain))
    }

    /// Who is to go first, of those that may.
    fn choose(&mut self, request: &Request, world: &dyn World) -> BTreeSet<ThreadId> {
        let mut candidates = self.candidates(request, world);
        if let Some(waiting) = self.waiting.get(&request.thread) {
            candidates.retain(|thread| !waiting.tried.contains(thread));
        }
        match self.style.until {
            Until::Left => candidates.into_iter().collect(),
            Until::Type | Until::Lock => self.random.choice(candidates).into_iter().collect(),
        }
    }

    /// Nobody is left in some escorts: others take their place, or the threads that wait for them go on.
    fn finish_empty(&mut self, world: &dyn World) -> Released {
        let empty = self.waiting.iter().filter(|(_, waiting)| waiting.escorted.is_empty());
        let empty: Vec<ThreadId> = empty.map(|(thread, _)| *thread).collect();
        let mut released = Vec::new();
        for thread in empty {
            let waiting = &self.waiting[&thread];
            let (is_reversed, request) = (waiting.is_reversed, waiting.request.clone());
            let others = match is_reversed {
                true => BTreeSet::new(),
                false => self.choose(&request, world),
            };
            match self.waiting.get_mut(&thread) {
                Some(waiting) if !others.is_empty() => waiting.escorted = others,
                _ => released.extend(self.finish(thread)),
            }
        }
        released
    }
}

impl Scheduler for DrFinder {
    /// `requestALock`, and `schedule` for one thread.
    fn request(&mut self, request: &Request, world: &dyn World) -> Verdict {
        self.threads.entry(request.thread).or_default();
        let is_escorted =
            self.waiting.values().any(|waiting| waiting.escorted.contains(&request.thread));
        if is_escorted
            || self.random.u8(..100) >= self.style.percent
            || !self.is_worth_it(request.place)
        {
            return Verdict::Go;
        }
        let escorted = self.choose(request, world);
        if escorted.is_empty() {
            return Verdict::Go;
        }
        self.tries.entry(request.place).or_default().suspensions += 1;
        let (tried, idle) = (BTreeSet::new(), BTreeMap::new());
        let (request, is_reversed) = (request.clone(), false);
        let waiting = Waiting { request, escorted, tried, is_reversed, idle };
        self.waiting.insert(waiting.request.thread, waiting);
        Verdict::Suspend
    }

    /// `lockAcquired`
    fn acquired(&mut self, request: &Request, _world: &dyn World) -> Released {
        let mut done = Vec::new();
        for (thread, waiting) in &mut self.waiting {
            if !waiting.escorted.contains(&request.thread) || waiting.request.ty != request.ty {
                continue;
            }
            let is_same = waiting.request.lock == request.lock;
            waiting.is_reversed |= is_same || self.style.until == Until::Type;
            match self.style.until {
                Until::Type => done.push(*thread),
                Until::Lock if is_same => done.push(*thread),
                Until::Lock | Until::Left => {}
            }
        }
        done.into_iter().filter_map(|thread| self.finish(thread)).collect()
    }

    fn started(&mut self, thread: ThreadId, start: &Start) {
        self.threads.insert(thread, start.stack.clone());
        let Some(by) = start.by else { return };
        for waiting in self.waiting.values_mut() {
            if waiting.escorted.contains(&by) {
                waiting.escorted.insert(thread);
            }
        }
    }

    fn ended(&mut self, thread: ThreadId, world: &dyn World) -> Released {
        self.threads.remove(&thread);
        for waiting in self.waiting.values_mut() {
            waiting.escorted.remove(&thread);
        }
        self.finish_empty(world)
    }

    /// Nobody is escorted who has left the methods that acquire such locks, or who waits for others himself.
    fn review(&mut self, now: Duration, world: &dyn World) -> Released {
        if now.saturating_sub(self.last_review) < BETWEEN_REVIEWS || self.waiting.is_empty() {
            return Vec::new();
        }
        self.last_review = now;
        let mut waiting = std::mem::take(&mut self.waiting);
        for entry in waiting.values_mut() {
            let escorted: Vec<ThreadId> = entry.escorted.iter().copied().collect();
            for thread in escorted {
                let stays = match world.activity(thread) {
                    Activity::Ended => false,
                    Activity::Running => {
                        entry.idle.remove(&thread);
                        let methods = self.methods(thread, self.depth, world);
                        self.may_trigger(&methods, entry.request.ty)
                    }
                    Activity::Waiting { .. } => {
                        let since = *entry.idle.entry(thread).or_insert(now);
                        now.saturating_sub(since) < PATIENCE
                    }
                };
                if !stays {
                    entry.escorted.remove(&thread);
                    entry.tried.insert(thread);
                }
            }
        }
        self.waiting = waiting;
        self.finish_empty(world)
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        suspended[self.random.usize(..suspended.len())]
    }

    fn overruled(&mut self, thread: ThreadId, _cause: Cause, _world: &dyn World) {
        if let Some(waiting) = self.waiting.remove(&thread) {
            self.tries.entry(waiting.request.place).or_default().failures += 1;
        }
    }

    fn remark(&self) -> Option<String> {
        let Style { window, until, percent } = self.style;
        let until = match until {
            Until::Type => "its type is acquired",
            Until::Lock => "the lock is acquired",
            Until::Left => "nobody may acquire it",
        };
        let (depth, count) = (self.depth, self.relations.len());
        Some(format!(
            "drfinder: {count} relations of depth {depth}, window {window}, suspended until {until}, {percent} % reversed"
        ))
    }
}
