//! What all schedulers have in common: who is suspended, and that it ends.
//!
//! *Invariants.* A thread that was told to suspend is released exactly once. It is released at the latest when it has been
//! suspended for [`Limits::longest`], and when nobody else can run, provided that [`Controller::tick`] is called now and
//! then.

use std::collections::BTreeMap;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::{
    Activity, Cause, Entry, LockId, Log, MethodId, Names, Pending, PlaceId, Relations, Released,
    Request, Scheduler, Start, Statistics, ThreadId, ThreadPath, TypeId, Verdict, World, cycle,
};

use crate::users::Users;

/// Acquisitions that a log holds.
const LOG_LIMIT: usize = 1_000_000;

/// How long something may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A suspension.
    pub longest: Duration,
    /// Nobody can run for so long: that is thrashing.
    pub settled: Duration,
    /// The same if some of them give up waiting by themselves after some time.
    pub settled_timed: Duration,
    /// Threads wait for each other for so long: that is a deadlock.
    pub deadlock: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            longest: Duration::from_secs(2),
            settled: Duration::from_millis(12),
            settled_timed: Duration::from_millis(60),
            deadlock: Duration::from_millis(400),
        }
    }
}

#[derive(Debug)]
struct Known {
    start: Start,
    children: u32,
}

/// A thread that asked and has not acquired the lock yet.
#[derive(Debug)]
struct Asked {
    request: Request,
    since: Duration,
    is_suspended: bool,
}

/// Carries out what a scheduler decides.
pub struct Controller {
    scheduler: Box<dyn Scheduler>,
    depth: usize,
    limits: Limits,
    /// Those of earlier runs, and those that come up in this one.
    relations: Relations,
    fresh: Vec<(MethodId, TypeId)>,
    users: Users,
    /// The names of places.
    places: Names<PlaceId>,
    threads: BTreeMap<ThreadId, Known>,
    roots: u32,
    asked: FxHashMap<ThreadId, Asked>,
    suspended: usize,
    /// Since when nobody can run.
    idle: Option<Duration>,
    log: String,
    logged: usize,
    statistics: Statistics,
}

impl Controller {
    /// For one run. The scheduler's numbers of methods, types and places are those of `relations` and `places`.
    pub fn new(
        scheduler: Box<dyn Scheduler>,
        depth: usize,
        relations: Relations,
        places: Names<PlaceId>,
        limits: Limits,
    ) -> Controller {
        Controller {
            scheduler,
            depth: depth.max(1),
            limits,
            relations,
            fresh: Vec::new(),
            users: Users::default(),
            places,
            threads: BTreeMap::new(),
            roots: 0,
            asked: FxHashMap::default(),
            suspended: 0,
            idle: None,
            log: Log::header(),
            logged: 0,
            statistics: Statistics::default(),
        }
    }

    /// The number of a method.
    pub fn method(&mut self, name: &str) -> MethodId {
        self.relations.methods.number(name)
    }

    /// The number of a lock type.
    pub fn ty(&mut self, name: &str) -> TypeId {
        self.relations.types.number(name)
    }

    /// The number of a place.
    pub fn place(&mut self, name: &str) -> PlaceId {
        self.places.number(name)
    }

    /// How many methods of a stack count.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether anybody is suspended, so that somebody has to look after them.
    pub fn has_suspended(&self) -> bool {
        self.suspended > 0
    }

    /// A thread is there, or is about to be; with the methods that its starter is in.
    pub fn started(&mut self, thread: ThreadId, by: Option<ThreadId>, stack: &[MethodId]) {
        if self.threads.contains_key(&thread) {
            return;
        }
        let starter = by.and_then(|by| self.threads.get_mut(&by));
        let mut all = stack.to_vec();
        let path = match starter {
            Some(starter) => {
                starter.children += 1;
                all.extend(&starter.start.stack);
                format!("{}.{}", starter.start.path, starter.children)
            }
            None => {
                self.roots += 1;
                (self.roots - 1).to_string()
            }
        };
        all.truncate(self.depth);
        let start = Start { path: ThreadPath(path), by, stack: all };
        self.scheduler.started(thread, &start);
        self.threads.insert(thread, Known { start, children: 0 });
        self.statistics.threads += 1;
    }

    /// A thread is about to acquire a lock.
    pub fn request(&mut self, request: Request, now: Duration, world: &dyn World) -> Verdict {
        self.started(request.thread, None, &[]);
        self.statistics.requests += 1;
        self.collect(&request);
        let verdict = self.scheduler.request(&request, world);
        let is_suspended = verdict == Verdict::Suspend;
        match verdict {
            Verdict::Go => {}
            Verdict::Suspend => {
                self.suspended += 1;
                self.statistics.suspensions += 1;
            }
            Verdict::Delay(_) => self.statistics.delays += 1,
        }
        self.asked.insert(request.thread, Asked { request, since: now, is_suspended });
        verdict
    }

    /// Algorithm 1: the top d methods of the stack, and of those that started the thread if it is not that high, may trigger
    /// an acquisition of the type.
    /// A lock that one thread has for itself orders nobody, so that it is no relation (the paper takes all).
    fn collect(&mut self, request: &Request) {
        let start = &self.threads[&request.thread].start.stack;
        let methods = request.stack.iter().chain(start).take(self.depth);
        let relations = methods.map(|method| (*method, request.ty)).collect();
        for (method, ty) in self.users.acquires(request.thread, request.lock, relations) {
            if self.relations.insert(method, ty) {
                self.fresh.push((method, ty));
            }
        }
    }

    /// A thread that was told to go has the lock, or has given up.
    pub fn acquired(
        &mut self,
        thread: ThreadId,
        now: Duration,
        world: &dyn World,
    ) -> Vec<ThreadId> {
        let Some(asked) = self.asked.remove(&thread) else { return Vec::new() };
        self.write(&asked.request);
        let released = self.scheduler.acquired(&asked.request, world);
        self.release(released, now)
    }

    /// A thread has a lock without having asked. Who waits for that has to know; nothing else is done, so that the schedule
    /// of a run does not depend on whether somebody was suspended.
    pub fn passed(
        &mut self,
        thread: ThreadId,
        lock: LockId,
        ty: TypeId,
        now: Duration,
        world: &dyn World,
    ) -> Vec<ThreadId> {
        if self.suspended == 0 {
            return Vec::new();
        }
        let released = self.scheduler.passed(thread, lock, ty, world);
        self.release(released, now)
    }

    fn write(&mut self, request: &Request) {
        self.logged += 1;
        if self.logged == LOG_LIMIT {
            self.log += &Log::cut();
        }
        if self.logged >= LOG_LIMIT {
            return;
        }
        let entry = Entry {
            thread: self.threads[&request.thread].start.path.clone(),
            place: self.places.name(request.place).to_owned(),
            ty: self.relations.types.name(request.ty).to_owned(),
        };
        self.log += &entry.line();
    }

    /// A thread has ended.
    pub fn ended(&mut self, thread: ThreadId, now: Duration, world: &dyn World) -> Vec<ThreadId> {
        if self.threads.remove(&thread).is_none() {
            return Vec::new();
        }
        self.asked.remove(&thread);
        let released = self.scheduler.ended(thread, world);
        self.release(released, now)
    }

    /// Some time has passed. While threads are suspended this must be called again and again.
    pub fn tick(&mut self, now: Duration, world: &dyn World) -> Vec<ThreadId> {
        if self.suspended == 0 {
            self.idle = None;
            return Vec::new();
        }
        let released = self.scheduler.review(now, world);
        let mut released = self.release(released, now);
        released.extend(self.expire(now, world));
        if released.is_empty() && self.suspended > 0 && self.is_thrashing(now, world) {
            released.extend(self.thrash(now, world));
        }
        released
    }

    fn expire(&mut self, now: Duration, world: &dyn World) -> Vec<ThreadId> {
        let is_old = |asked: &Asked| {
            asked.is_suspended && now.saturating_sub(asked.since) >= self.limits.longest
        };
        let old = self.asked.iter().filter(|(_, asked)| is_old(asked));
        let mut old: Vec<ThreadId> = old.map(|(thread, _)| *thread).collect();
        old.sort_unstable();
        for thread in &old {
            self.scheduler.overruled(*thread, Cause::Expired, world);
        }
        self.release(old.into_iter().map(|thread| (thread, Cause::Expired)).collect(), now)
    }

    fn is_suspended(&self, thread: ThreadId) -> bool {
        self.asked.get(&thread).is_some_and(|asked| asked.is_suspended)
    }

    /// Whether nobody has been able to run for long enough to be sure of it.
    fn is_thrashing(&mut self, now: Duration, world: &dyn World) -> bool {
        let mut is_timed = false;
        for thread in self.threads.keys() {
            if self.is_suspended(*thread) {
                continue;
            }
            match world.activity(*thread) {
                Activity::Running => {
                    self.idle = None;
                    return false;
                }
                Activity::Waiting { is_timed: is } => is_timed |= is,
                Activity::Blocked | Activity::Ended => {}
            }
        }
        let since = *self.idle.get_or_insert(now);
        let limit = match is_timed {
            true => self.limits.settled_timed.max(self.scheduler.patience() + self.limits.settled),
            false => self.limits.settled,
        };
        now.saturating_sub(since) >= limit
    }

    fn thrash(&mut self, now: Duration, world: &dyn World) -> Vec<ThreadId> {
        self.idle = None;
        let suspended = self.asked.iter().filter(|(_, asked)| asked.is_suspended);
        let mut suspended: Vec<ThreadId> = suspended.map(|(thread, _)| *thread).collect();
        suspended.sort_unstable();
        let thread = self.scheduler.thrashing(&suspended);
        self.scheduler.overruled(thread, Cause::Thrashing, world);
        self.release(vec![(thread, Cause::Thrashing)], now)
    }

    /// Lets threads go that are suspended.
    fn release(&mut self, released: Released, now: Duration) -> Vec<ThreadId> {
        let mut threads = Vec::new();
        for (thread, cause) in released {
            let Some(asked) = self.asked.get_mut(&thread) else { continue };
            if std::mem::take(&mut asked.is_suspended) {
                asked.since = now;
                self.suspended -= 1;
                self.statistics.count(cause);
                threads.push(thread);
            }
        }
        threads
    }

    /// Threads that wait for each other's locks for ever; none are suspended.
    pub fn deadlock(&self, now: Duration) -> Option<Vec<ThreadId>> {
        let is_stuck = |asked: &&Asked| {
            !asked.is_suspended && now.saturating_sub(asked.since) >= self.limits.deadlock
        };
        let mut pending: Vec<Pending> = self
            .asked
            .values()
            .filter(is_stuck)
            .map(|asked| Pending {
                thread: asked.request.thread,
                lock: asked.request.lock,
                held: asked.request.held.iter().map(|(lock, _)| *lock).collect(),
            })
            .collect();
        pending.sort_unstable_by_key(|pending| pending.thread);
        cycle(&pending)
    }

    /// What a thread waits for.
    pub fn asked(&self, thread: ThreadId) -> Option<&Request> {
        self.asked.get(&thread).map(|asked| &asked.request)
    }

    /// The names of methods and types.
    pub fn names(&self) -> &Relations {
        &self.relations
    }

    /// Relations that have come up since the last time, as lines of a file.
    pub fn take_relations(&mut self) -> String {
        let name = |(method, ty): (MethodId, TypeId)| {
            format!("{}\t{}\n", self.relations.methods.name(method), self.relations.types.name(ty))
        };
        self.fresh.drain(..).map(name).collect()
    }

    /// What the log got since the last time.
    pub fn take_log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }

    /// How the run went so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What people may want to know at the end.
    pub fn remark(&self) -> Option<String> {
        self.scheduler.remark()
    }
}
