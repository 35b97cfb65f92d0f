//! One number for equal values, in the whole process.
//!
//! Names and references appear in thousands of classes. Interned, they are compared and hashed as numbers, a body is
//! plain data that two versions of a class can be compared by, and whoever resolves a reference does it once.
//!
//! Nearly every question is about a value that is known already, and all threads ask all the time. So asking takes no
//! lock: it reads an open-addressing table of atomic slots. Only a new value takes the lock. A full table is replaced by one
//! of twice the size; who still reads the old one may not find a new value there, then takes the lock, and looks again.
//!
//! Numbers depend on the order in which threads meet values, so **no output may be ordered by them**; the types built on
//! this order by text.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxBuildHasher;

use crate::entity::EntityId;

crate::entity! {
    /// The number of an interned value.
    Id, "#"
}

/// Slots of the first table, as a power of two.
const FIRST_BITS: usize = 12;
/// Tables that can ever be needed: ids have 32 bits, and no table is more than half full.
const LEVELS: usize = 33 - FIRST_BITS + 1;

/// A set that only grows, shared by all threads.
pub(crate) struct Interner<T: ?Sized + 'static> {
    values: boxcar::Vec<&'static T>,
    /// Each twice as large as the one before. A slot is zero, or the upper half of a hash and a number.
    tables: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    /// The table in use.
    level: AtomicUsize,
    /// The number of values, and the right to add one.
    count: Mutex<usize>,
}

impl<T: Hash + Eq + ?Sized + 'static> Interner<T> {
    pub(crate) fn new() -> Self {
        Interner {
            values: boxcar::Vec::new(),
            tables: [const { OnceLock::new() }; LEVELS],
            level: AtomicUsize::new(0),
            count: Mutex::new(0),
        }
    }

    /// The number of the value that equals `key`; made by `make` if it is new, unless that declines.
    pub(crate) fn intern<Q>(&self, key: &Q, make: impl FnOnce() -> Option<Box<T>>) -> Option<Id>
    where
        Q: Hash + Eq + ?Sized,
        T: Borrow<Q>,
    {
        let hash = FxBuildHasher.hash_one(key);
        let known = self.find(hash, |value| value.borrow() == key);
        if known.is_some() {
            return known;
        }
        // Made outside of the lock: making may intern parts of the value.
        let value = make()?;
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let raced = self.find(hash, |value| value.borrow() == key);
        raced.or_else(|| Some(self.insert(hash, Box::leak(value), &mut count)))
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> &'static T {
        self.values[id.index()]
    }

    fn table(&self) -> &[AtomicU64] {
        let level = self.level.load(Ordering::Acquire);
        self.tables[level].get_or_init(|| empty_table(level))
    }

    /// The number of a value with this hash, if it is in the table.
    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<Id> {
        let table = self.table();
        let mask = table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = table[at].load(Ordering::Acquire);
            if slot == 0 {
                return None;
            }
            if slot >> 32 == hash >> 32 {
                let id = Id::from_index(slot as u32 as usize - 1);
                if is_it(self.get(id)) {
                    return Some(id);
                }
            }
            at = (at + 1) & mask;
        }
    }

    fn insert(&self, hash: u64, value: &'static T, count: &mut usize) -> Id {
        if *count * 2 >= self.table().len() {
            self.grow();
        }
        let id = Id::from_index(self.values.push(value));
        occupy(self.table(), hash, id);
        *count += 1;
        id
    }

    /// Fills the next table and then makes it the one in use.
    fn grow(&self) {
        let level = self.level.load(Ordering::Acquire) + 1;
        let table = empty_table(level);
        for (index, value) in self.values.iter() {
            occupy(&table, FxBuildHasher.hash_one(value), Id::from_index(index));
        }
        // Nobody else can have made it: the lock is held.
        let _ = self.tables[level].set(table);
        self.level.store(level, Ordering::Release);
    }
}

fn empty_table(level: usize) -> Box<[AtomicU64]> {
    (0..1usize << (FIRST_BITS + level)).map(|_| AtomicU64::new(0)).collect()
}

/// Puts a number into the first free slot for its hash.
fn occupy(table: &[AtomicU64], hash: u64, id: Id) {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    while table[at].load(Ordering::Relaxed) != 0 {
        at = (at + 1) & mask;
    }
    table[at].store(hash >> 32 << 32 | (id.index() as u64 + 1), Ordering::Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_agree_on_numbers_while_the_table_grows() {
        let interner: Interner<str> = Interner::new();
        let texts: Vec<String> = (0..50_000).map(|i| format!("text {}", i % 20_000)).collect();
        let intern = || -> Vec<Id> {
            let one = |text: &String| interner.intern(text.as_str(), || Some(text.as_str().into()));
            texts.iter().filter_map(one).collect()
        };
        let all: Vec<Vec<Id>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(intern)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for ids in &all {
            assert_eq!(ids, &all[0]);
            assert!(ids.iter().zip(&texts).all(|(id, text)| interner.get(*id) == text));
        }
        assert_eq!(interner.values.count(), 20_000, "each text is stored once");
    }

    #[test]
    fn what_cannot_be_made_is_not_stored() {
        let interner: Interner<str> = Interner::new();
        assert_eq!(interner.intern("a", || None), None);
        assert!(interner.intern("a", || Some("a".into())).is_some());
    }
}
