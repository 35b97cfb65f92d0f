//! Which locks several threads acquire: only those order threads.

use rustc_hash::FxHashMap;

use crate::{LockId, MethodId, ThreadId, TypeId};

/// So many locks are told apart; all others count as if several threads acquired them.
const MOST_LOCKS: usize = 100_000;

/// A method may acquire a lock of a type.
type Relation = (MethodId, TypeId);

#[derive(Debug)]
enum User {
    /// A single thread so far, and the relations that its acquisitions would be.
    One(ThreadId, Vec<Relation>),
    Several,
}

/// Who has acquired which lock.
#[derive(Debug, Default)]
pub(crate) struct Users {
    locks: FxHashMap<LockId, User>,
}

impl Users {
    /// A thread acquires a lock, in some methods. Relations that count from now on: none as long as it is alone with the
    /// lock, since no order comes of that; when a second thread comes, those of both.
    pub(crate) fn acquires(
        &mut self,
        thread: ThreadId,
        lock: LockId,
        relations: Vec<Relation>,
    ) -> Vec<Relation> {
        if self.locks.len() >= MOST_LOCKS && !self.locks.contains_key(&lock) {
            return relations;
        }
        let user = self.locks.entry(lock).or_insert(User::One(thread, Vec::new()));
        match user {
            User::Several => relations,
            User::One(only, known) => {
                for relation in relations {
                    if !known.contains(&relation) {
                        known.push(relation);
                    }
                }
                if *only == thread {
                    return Vec::new();
                }
                let known = std::mem::take(known);
                *user = User::Several;
                known
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_counts_when_a_second_thread_comes() {
        let relation = |method| (MethodId(method), TypeId(0));
        let mut users = Users::default();
        let mut acquires =
            |thread, method| users.acquires(ThreadId(thread), LockId(7), vec![relation(method)]);
        assert_eq!(acquires(1, 1), []);
        assert_eq!(acquires(1, 2), []);
        assert_eq!(acquires(1, 1), []);
        assert_eq!(acquires(2, 3), [relation(1), relation(2), relation(3)]);
        assert_eq!(acquires(1, 4), [relation(4)]);
    }
}
