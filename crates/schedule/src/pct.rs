//! PCT (Burckhardt and others, ASPLOS 2010): random priorities, and d−1 moments at which the running thread gets a low one.
//!
//! A thread acquires a lock only while no thread of a higher priority can run. *Deviations:* steps are acquisitions, not
//! instructions, since threads can only be held there; between two acquisitions threads of all priorities run. A thread
//! that keeps others suspended for too long, as one that spins, becomes the lowest (the paper does so when a thread yields).
//! Suspended threads are looked at again when something happens and as time passes, so that a thread of a higher priority
//! that blocks is noticed.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::{Activity, Cause, Released, Request, Scheduler, Start, ThreadId, Verdict, World};

/// Priority-based scheduling.
#[derive(Debug)]
pub struct Pct {
    random: fastrand::Rng,
    depth: usize,
    /// How many acquisitions an earlier run had.
    expected: u64,
    /// The steps at which a priority changes, the smallest last.
    changes: Vec<u64>,
    steps: u64,
    threads: FxHashMap<ThreadId, u64>,
    suspended: Vec<ThreadId>,
    most_threads: u64,
}

/// The likelihood that a run shows a bug of depth `depth`, at least: 1 / (n · k^(d−1)).
pub fn probability(threads: u64, steps: u64, depth: usize) -> f64 {
    1.0 / (threads.max(1) as f64 * (steps.max(1) as f64).powi(depth.max(1) as i32 - 1))
}

impl Pct {
    /// For bugs of a depth, in a program that acquires about so many locks.
    pub fn new(seed: u64, depth: usize, expected: u64) -> Pct {
        let mut random = fastrand::Rng::with_seed(seed);
        let depth = depth.max(1);
        let mut changes: Vec<u64> = (1..depth).map(|_| random.u64(1..=expected.max(1))).collect();
        changes.sort_unstable_by(|a, b| b.cmp(a));
        Pct {
            random,
            depth,
            expected,
            changes,
            steps: 0,
            threads: FxHashMap::default(),
            suspended: Vec::new(),
            most_threads: 0,
        }
    }

    /// A new thread's priority is above those that change points hand out.
    fn priority(&mut self, thread: ThreadId) -> u64 {
        let (random, depth) = (&mut self.random, self.depth as u64);
        let priority =
            *self.threads.entry(thread).or_insert_with(|| random.u64(depth..u64::MAX / 2));
        self.most_threads = self.most_threads.max(self.threads.len() as u64);
        priority
    }

    /// The thread that is to run: the highest of those that can.
    fn highest(&self, world: &dyn World) -> Option<ThreadId> {
        let can_run = |thread: &ThreadId| {
            self.suspended.contains(thread) || world.activity(*thread) == Activity::Running
        };
        let all = self.threads.iter().filter(|(thread, _)| can_run(thread));
        all.max_by_key(|(thread, priority)| (**priority, thread.0)).map(|(thread, _)| *thread)
    }

    fn release_highest(&mut self, world: &dyn World) -> Released {
        if self.suspended.is_empty() {
            return Vec::new();
        }
        match self.highest(world) {
            Some(thread) if self.suspended.contains(&thread) => {
                self.suspended.retain(|other| *other != thread);
                vec![(thread, Cause::Done)]
            }
            _ => Vec::new(),
        }
    }
}

impl Scheduler for Pct {
    fn request(&mut self, request: &Request, world: &dyn World) -> Verdict {
        self.priority(request.thread);
        self.steps += 1;
        while self.changes.last().is_some_and(|step| *step <= self.steps) {
            self.changes.pop();
            // The last change hands out the lowest priority.
            self.threads.insert(request.thread, self.changes.len() as u64 + 1);
        }
        if self.highest(world).is_none_or(|highest| highest == request.thread) {
            Verdict::Go
        } else {
            self.suspended.push(request.thread);
            Verdict::Suspend
        }
    }

    fn acquired(&mut self, _request: &Request, world: &dyn World) -> Released {
        self.release_highest(world)
    }

    fn started(&mut self, thread: ThreadId, _start: &Start) {
        self.priority(thread);
    }

    fn ended(&mut self, thread: ThreadId, world: &dyn World) -> Released {
        self.threads.remove(&thread);
        self.release_highest(world)
    }

    fn review(&mut self, _now: Duration, world: &dyn World) -> Released {
        self.release_highest(world)
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        let highest = suspended.iter().max_by_key(|thread| self.threads.get(thread));
        *highest.unwrap_or(&suspended[0])
    }

    fn overruled(&mut self, thread: ThreadId, cause: Cause, world: &dyn World) {
        self.suspended.retain(|other| *other != thread);
        if cause == Cause::Expired
            && let Some(highest) = self.highest(world)
        {
            self.threads.insert(highest, 0);
        }
    }

    fn remark(&self) -> Option<String> {
        let (n, k, d) = (self.most_threads, self.steps, self.depth);
        let bound = probability(n, k, d);
        let expected = self.expected;
        Some(format!(
            "pct: n = {n} threads, k = {k} acquisitions ({expected} expected), d = {d}: a run shows a bug of this depth with \
             a probability of at least {bound:.2e}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_that_of_the_paper() {
        assert_eq!(probability(2, 10, 1), 0.5);
        assert_eq!(probability(2, 10, 3), 0.005);
        assert_eq!(probability(0, 0, 0), 1.0);
    }
}
