//! How a run went.

use crate::Cause;

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Threads that were there.
    pub threads: u64,
    /// Acquisitions that were asked about.
    pub requests: u64,
    /// Threads were suspended before an acquisition.
    pub suspensions: u64,
    /// Threads were delayed.
    pub delays: u64,
    /// What a thread was suspended for happened.
    pub done: u64,
    /// It could not happen any more.
    pub in_vain: u64,
    /// Nobody could run.
    pub thrashing: u64,
    /// A thread was suspended for too long.
    pub expired: u64,
}

impl Statistics {
    pub(crate) fn count(&mut self, cause: Cause) {
        match cause {
            Cause::Done => self.done += 1,
            Cause::InVain => self.in_vain += 1,
            Cause::Thrashing => self.thrashing += 1,
            Cause::Expired => self.expired += 1,
        }
    }

    /// Adds those of another run.
    pub fn add(&mut self, other: &Statistics) {
        self.threads = self.threads.max(other.threads);
        self.requests += other.requests;
        self.suspensions += other.suspensions;
        self.delays += other.delays;
        self.done += other.done;
        self.in_vain += other.in_vain;
        self.thrashing += other.thrashing;
        self.expired += other.expired;
    }

    /// Of all suspensions, the part that had to be broken up from outside.
    pub fn thrashing_rate(&self) -> f64 {
        (self.thrashing + self.expired) as f64 / (self.suspensions.max(1)) as f64
    }
}
