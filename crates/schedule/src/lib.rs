//! Who runs next. A run of a program asks a scheduler before a thread acquires a lock, and may be told to hold the thread.
//!
//! ```text
//!  thread about to acquire ──request──▶ Controller ──▶ Scheduler: go, suspend, delay
//!  acquired, started, ended, time ────▶     │      ──▶ threads that go on
//!                                           ├── relations (method × lock type), for the next run
//!                                           ├── log of acquisitions, for a replay
//!                                           └── statistics, deadlocks
//! ```
//!
//! The [`Controller`] knows what all schedulers have in common: who is suspended, since when, whether anybody else can still
//! run. It makes sure that a suspended thread never hangs a run, whatever a scheduler decides. A [`Scheduler`] only has
//! an opinion about acquisitions. What both need to know about the running program they ask a [`World`]: in a JVM that is
//! the tool interface, in tests a simulated program.
//!
//! Nothing here knows a JVM, a clock or a file.

mod controller;
mod deadlock;
mod drfinder;
mod ids;
mod log;
mod native;
mod noise;
mod pct;
mod relations;
mod replay;
mod statistics;
mod users;

use std::time::Duration;

pub use controller::{Controller, Limits};
pub use deadlock::{Pending, cycle};
pub use drfinder::{DrFinder, Held, Style, Until};
pub use ids::{LockId, MethodId, Names, PlaceId, ThreadId, ThreadPath, TypeId};
pub use log::{Entry, Log, LogError};
pub use native::Native;
pub use noise::Noise;
pub use pct::{Pct, probability};
pub use relations::{Relations, RelationsError};
pub use replay::Replay;
pub use statistics::Statistics;

/// A thread is about to acquire a lock that it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who.
    pub thread: ThreadId,
    /// The lock.
    pub lock: LockId,
    /// The class of the lock: what tells locks apart across runs.
    pub ty: TypeId,
    /// Where in the program.
    pub place: PlaceId,
    /// The methods of the application that the thread is in, innermost first.
    pub stack: Vec<MethodId>,
    /// What the thread holds already.
    pub held: Vec<(LockId, TypeId)>,
}

/// What a thread that asks has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Acquire the lock.
    Go,
    /// Stay before the acquisition until it is released by name.
    Suspend,
    /// Sleep for a moment, then acquire the lock.
    Delay(Duration),
}

/// Why a suspended thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// What it was suspended for has happened.
    Done,
    /// What it was suspended for will not happen any more.
    InVain,
    /// Nobody could run: thrashing.
    Thrashing,
    /// It was suspended for too long.
    Expired,
}

/// What a thread does, as far as one can see it from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It runs, or will do so by itself: it sleeps, or was started a moment ago.
    Running,
    /// It waits for another thread.
    Waiting {
        /// It gives up after some time.
        is_timed: bool,
    },
    /// It waits for a monitor that somebody has, and goes on as soon as that is given back.
    Blocked,
    /// It is not there any more.
    Ended,
}

/// The program that runs.
pub trait World {
    /// The methods of the application that a thread is in, innermost first: at least as many as asked for, if there are.
    fn stack(&self, thread: ThreadId, depth: usize) -> Vec<MethodId>;

    /// What a thread that is not suspended does.
    fn activity(&self, thread: ThreadId) -> Activity;
}

/// How a thread came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Who the thread is in every run.
    pub path: ThreadPath,
    /// Who started it, if that is known.
    pub by: Option<ThreadId>,
    /// The methods that its starter was in, those that started the starter included.
    pub stack: Vec<MethodId>,
}

/// Threads that a scheduler lets go, and why.
pub type Released = Vec<(ThreadId, Cause)>;

/// Decides about acquisitions. What it is told comes in the order in which it happens.
pub trait Scheduler: Send {
    /// A thread is about to acquire a lock.
    fn request(&mut self, request: &Request, world: &dyn World) -> Verdict;

    /// A thread that was told to go has the lock.
    fn acquired(&mut self, _request: &Request, _world: &dyn World) -> Released {
        Vec::new()
    }

    /// A thread has a lock that nobody was asked about: it has been at that place very often.
    fn passed(
        &mut self,
        _thread: ThreadId,
        _lock: LockId,
        _ty: TypeId,
        _world: &dyn World,
    ) -> Released {
        Vec::new()
    }

    /// A thread starts another one.
    fn started(&mut self, _thread: ThreadId, _start: &Start) {}

    /// A thread has ended.
    fn ended(&mut self, _thread: ThreadId, _world: &dyn World) -> Released {
        Vec::new()
    }

    /// Some time has passed.
    fn review(&mut self, _now: Duration, _world: &dyn World) -> Released {
        Vec::new()
    }

    /// How long it means to wait for threads that wait for time to pass.
    fn patience(&self) -> Duration {
        Duration::ZERO
    }

    /// Nobody can run unless one of these suspended threads does: which?
    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId;

    /// A thread goes on without the scheduler's will.
    fn overruled(&mut self, _thread: ThreadId, _cause: Cause, _world: &dyn World) {}

    /// What people may want to know at the end.
    fn remark(&self) -> Option<String> {
        None
    }
}
