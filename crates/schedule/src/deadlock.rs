//! Threads that wait for each other's locks and will do so for ever.

use rustc_hash::FxHashMap;

use crate::{LockId, ThreadId};

/// A thread that was told to acquire a lock and has not got it yet.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Who.
    pub thread: ThreadId,
    /// What it waits for.
    pub lock: LockId,
    /// What it holds while it does.
    pub held: Vec<LockId>,
}

/// Threads of which each waits for a lock of the next one, and the last for one of the first; none if there is no such cycle.
///
/// A thread holds the same locks from the moment that it asks for another one until it has that, so who waits and what
/// they hold is enough to know; releases need not be followed.
pub fn cycle(pending: &[Pending]) -> Option<Vec<ThreadId>> {
    let mut holders = FxHashMap::<LockId, usize>::default();
    for (i, thread) in pending.iter().enumerate() {
        for lock in &thread.held {
            holders.insert(*lock, i);
        }
    }
    // Who waits for whom is a function: a walk from each thread finds every cycle.
    let next = |i: usize| holders.get(&pending[i].lock).copied().filter(|holder| *holder != i);
    for start in 0..pending.len() {
        let mut at = start;
        let mut path = vec![pending[start].thread];
        for _ in 0..pending.len() {
            let Some(holder) = next(at) else { break };
            if holder == start {
                return Some(path);
            }
            path.push(pending[holder].thread);
            at = holder;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(thread: u32, lock: u32, held: &[u32]) -> Pending {
        let held = held.iter().map(|lock| LockId(*lock)).collect();
        Pending { thread: ThreadId(thread), lock: LockId(lock), held }
    }

    #[test]
    fn a_cycle_is_found_and_a_chain_is_none() {
        let chain = [waits(1, 2, &[1]), waits(2, 3, &[2]), waits(3, 4, &[3])];
        assert_eq!(cycle(&chain), None);
        // The first one leads into the cycle and is not a part of it.
        let both = [waits(0, 1, &[]), waits(1, 2, &[1]), waits(2, 3, &[2]), waits(3, 1, &[3])];
        assert_eq!(cycle(&both), Some(vec![ThreadId(1), ThreadId(2), ThreadId(3)]));
        assert_eq!(cycle(&[]), None);
        assert_eq!(cycle(&[waits(1, 1, &[1])]), None);
    }
}
