//! ConTest (Edelstein and others, IBM Systems Journal 2002): random delays before acquisitions.
//!
//! Whether a thread's n-th acquisition is delayed, and how long, depends on the seed, the thread and n alone, so that a seed
//! gives the same delays however the threads run. Every delay makes further ones of the same thread less likely: what
//! acquires millions of locks is not to take for ever.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::{Request, Scheduler, ThreadId, Verdict, World};

/// Of so many acquisitions one is delayed, at first.
const ONE_IN: u64 = 4;
/// The longest delay.
const LONGEST: Duration = Duration::from_millis(20);
/// So many delays halve the likelihood of further ones.
const HALF: u64 = 32;

/// Random delays.
#[derive(Debug)]
pub struct Noise {
    seed: u64,
    longest: Duration,
    /// Of each thread how often it asked, and how often it was delayed.
    threads: FxHashMap<ThreadId, (u64, u64)>,
}

impl Noise {
    /// With the random numbers of a seed.
    pub fn new(seed: u64) -> Noise {
        Noise::up_to(LONGEST, seed)
    }

    /// With delays up to a length.
    pub(crate) fn up_to(longest: Duration, seed: u64) -> Noise {
        Noise { seed, longest, threads: FxHashMap::default() }
    }
}

impl Scheduler for Noise {
    fn request(&mut self, request: &Request, _world: &dyn World) -> Verdict {
        let (asked, delayed) = self.threads.entry(request.thread).or_default();
        *asked += 1;
        let own = (u64::from(request.thread.0) << 40).wrapping_add(*asked);
        let mut random =
            fastrand::Rng::with_seed(self.seed ^ own.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let one_in = ONE_IN << (*delayed / HALF).min(40);
        if random.u64(..one_in) != 0 {
            return Verdict::Go;
        }
        *delayed += 1;
        Verdict::Delay(self.longest.mul_f64(random.f64()))
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        suspended[0]
    }
}
