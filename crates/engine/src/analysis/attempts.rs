//! Which circumstances a program is small enough for.
//!
//! Each thread is told from every other if that does not cost too much. If it does, all threads are taken alike, and what is told
//! apart beside threads may be given up, too. What comes out depends on the program alone. When the first attempt has cost some
//! part of what it may cost, the second one begins beside it if there is a processor for it: whoever gives up late would otherwise
//! have wasted all that time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use points_to::Budget;
use points_to::Solver;
use points_to::context::Threads;

use super::classes::Reading;
use super::policy::Policy;
use super::while_watched;
use crate::progress::Progress;

/// How many objects may be passed on to tell each thread from every other; see
/// [`Analysis::has_threads_alike`](super::Analysis::has_threads_alike).
const BUDGET: usize = 8_000_000;

/// When this much has been passed on and contexts make the work more, the first attempt may well be in vain.
const DOUBTFUL: usize = BUDGET / 4;

/// When this much has been passed on, it may be in vain whatever the reason.
const LATE: usize = BUDGET / 4 * 3;

/// An attempt that succeeded.
pub(super) struct Found {
    pub(super) solver: Solver,
    pub(super) reading: Arc<Reading>,
    pub(super) policy: Policy,
    pub(super) is_alike: bool,
}

/// One attempt: a policy, how threads are told apart, what it may cost, and where it tells what it reads.
pub(super) struct Attempt<'a> {
    pub(super) policy: Policy,
    pub(super) threads: Threads,
    pub(super) budget: Option<&'a Arc<Budget>>,
    pub(super) reading: &'a Arc<Reading>,
}

/// Makes attempts until one succeeds.
pub(super) fn first(
    policy: Policy,
    progress: &dyn Progress,
    solve: &(dyn Fn(Attempt<'_>) -> Option<Solver> + Sync),
) -> Found {
    let watched = |policy, threads, budget: Option<&Arc<Budget>>| {
        let reading = Arc::default();
        let attempt = Attempt { policy, threads, budget, reading: &reading };
        let solver = while_watched(progress, &reading, || solve(attempt))?;
        Some(Found { solver, reading, policy, is_alike: threads == Threads::Alike })
    };
    if !policy.knows_threads() {
        let found = watched(policy, Threads::Apart, None);
        return found.expect("invariant: without a budget there is a result");
    }
    let apart = Arc::new(Budget::new(BUDGET));
    let alike = Arc::new(Budget::new(2 * BUDGET));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let found = if cores > 1 {
        let is_done = AtomicBool::new(false);
        let reading = Arc::default();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                while !is_doubtful(&apart) {
                    if is_done.load(Ordering::Relaxed) {
                        return None;
                    }
                    std::thread::park_timeout(Duration::from_millis(10));
                }
                let threads = Threads::Alike;
                solve(Attempt { policy, threads, budget: Some(&alike), reading: &reading })
            });
            // Also if somebody does not want to wait any longer and panics.
            let end = End { is_done: &is_done, budget: &alike };
            let found = watched(policy, Threads::Apart, Some(&apart));
            if found.is_some() {
                return found;
            }
            let solver = while_watched(progress, &reading, || match second.join() {
                Ok(solver) => solver,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            drop(end);
            let reading = Arc::clone(&reading);
            solver.map(|solver| Found { solver, reading, policy, is_alike: true })
        })
    } else {
        watched(policy, Threads::Apart, Some(&apart))
            .or_else(|| watched(policy, Threads::Alike, Some(&alike)))
    };
    let plainer = || watched(policy.plainer().unwrap_or(policy), Threads::Alike, None);
    found.or_else(plainer).expect("invariant: without a budget there is a result")
}

/// Whether it is time to begin the second attempt.
fn is_doubtful(first: &Budget) -> bool {
    let spent = first.spent();
    spent >= LATE || spent >= DOUBTFUL && first.is_multiplying()
}

/// Ends the second attempt, whether it has begun or not.
struct End<'a> {
    is_done: &'a AtomicBool,
    budget: &'a Budget,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        self.budget.end();
    }
}
