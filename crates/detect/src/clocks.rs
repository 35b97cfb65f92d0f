//! Vector clocks, and how synchronisation moves them.
//!
//! Arithmetic only: nothing here knows what a race is.

use std::collections::HashMap;

use crate::trace::{Event, LockId, ThreadId, VolatileId};

/// A time of one thread: `clock@thread` in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch {
    /// The thread.
    pub thread: ThreadId,
    /// Its clock. Zero is before everything.
    pub clock: u32,
}

impl Epoch {
    /// Before everything.
    pub const NEVER: Epoch = Epoch { thread: ThreadId(0), clock: 0 };
}

/// What is known of each thread's time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorClock(Vec<u32>);

impl VectorClock {
    /// The time of a thread.
    pub fn get(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.0 as usize).copied().unwrap_or(0)
    }

    /// Sets the time of a thread.
    pub fn set(&mut self, thread: ThreadId, clock: u32) {
        let index = thread.0 as usize;
        if index >= self.0.len() {
            self.0.resize(index + 1, 0);
        }
        self.0[index] = clock;
    }

    /// Learns what another clock says.
    pub fn join(&mut self, other: &VectorClock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Whether an epoch is known.
    pub fn covers(&self, epoch: Epoch) -> bool {
        epoch.clock <= self.get(epoch.thread)
    }

    /// Threads and their times.
    pub fn iter(&self) -> impl Iterator<Item = Epoch> + '_ {
        let epochs = (0..).map(ThreadId).zip(&self.0);
        epochs.map(|(thread, clock)| Epoch { thread, clock: *clock })
    }
}

/// The clocks of threads, locks and volatile variables.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    threads: HashMap<ThreadId, VectorClock>,
    locks: HashMap<LockId, VectorClock>,
    volatiles: HashMap<VolatileId, VectorClock>,
}

impl Clocks {
    /// What a thread knows.
    pub fn of(&mut self, thread: ThreadId) -> &VectorClock {
        self.thread(thread)
    }

    /// A thread's own time.
    pub fn epoch(&mut self, thread: ThreadId) -> Epoch {
        Epoch { thread, clock: self.thread(thread).get(thread) }
    }

    fn thread(&mut self, thread: ThreadId) -> &mut VectorClock {
        self.threads.entry(thread).or_insert_with(|| {
            let mut clock = VectorClock::default();
            clock.set(thread, 1);
            clock
        })
    }

    fn tick(&mut self, thread: ThreadId) {
        let clock = self.thread(thread);
        clock.set(thread, clock.get(thread) + 1);
    }

    /// Moves the clocks by an event; reads and writes of plain variables move nothing.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Read(..) | Event::Write(..) => {}
            Event::Acquire(thread, lock) => {
                let known = self.locks.entry(lock).or_default().clone();
                self.thread(thread).join(&known);
            }
            Event::Release(thread, lock) => {
                let known = self.thread(thread).clone();
                self.locks.insert(lock, known);
                self.tick(thread);
            }
            Event::VolatileRead(thread, volatile) => {
                let known = self.volatiles.entry(volatile).or_default().clone();
                self.thread(thread).join(&known);
            }
            Event::VolatileWrite(thread, volatile) => {
                let known = self.thread(thread).clone();
                self.volatiles.entry(volatile).or_default().join(&known);
                self.tick(thread);
            }
            Event::Fork(parent, child) => {
                let known = self.thread(parent).clone();
                self.thread(child).join(&known);
                self.tick(parent);
            }
            Event::Join(parent, child) => {
                let known = self.thread(child).clone();
                self.thread(parent).join(&known);
                self.tick(child);
            }
        }
    }
}
