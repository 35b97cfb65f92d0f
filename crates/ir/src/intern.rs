//! One number for equal values, in the whole process.
//!
//! Names and references appear in thousands of classes. Interned, they are compared and hashed as numbers, a body is
//! plain data that two versions of a class can be compared by, and whoever resolves a reference does it once.
//!
//! Numbers depend on the order in which threads meet values, so **no output may be ordered by them**; the types built on
//! this order by text.

use std::hash::{BuildHasher, Hash};
use std::sync::{PoisonError, RwLock};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::entity::EntityId;

crate::entity! {
    /// The number of an interned value.
    Id, "#"
}

const SHARDS: usize = 16;

/// A set that only grows, shared by all threads.
pub(crate) struct Interner<T: 'static> {
    values: boxcar::Vec<&'static T>,
    shards: [RwLock<HashTable<Id>>; SHARDS],
}

impl<T: Hash + Eq + 'static> Interner<T> {
    pub(crate) fn new() -> Self {
        Interner {
            values: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| RwLock::new(HashTable::new())),
        }
    }

    /// The number of the value that equals `key`; made by `make` if it is new, unless that declines.
    pub(crate) fn intern<Q>(&self, key: &Q, make: impl FnOnce() -> Option<T>) -> Option<Id>
    where
        Q: Hash + Eq + ?Sized,
        T: std::borrow::Borrow<Q>,
    {
        let hash = hash(key);
        // The table uses the upper bits for its own tags and the lower ones for its buckets.
        let shard = &self.shards[(hash >> 40) as usize % SHARDS];
        let find =
            |table: &HashTable<Id>| table.find(hash, |&id| self.get(id).borrow() == key).copied();
        let known = find(&shard.read().unwrap_or_else(PoisonError::into_inner));
        if known.is_some() {
            return known;
        }
        // Made outside of the lock: making may intern parts of the value.
        let value = make()?;
        let mut table = shard.write().unwrap_or_else(PoisonError::into_inner);
        let raced = find(&table);
        raced.or_else(|| {
            let id = Id::from_index(self.values.push(Box::leak(Box::new(value))));
            table.insert_unique(hash, id, |&id| hash_of(self, id));
            Some(id)
        })
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> &'static T {
        self.values[id.index()]
    }
}

fn hash<Q: Hash + ?Sized>(key: &Q) -> u64 {
    FxBuildHasher.hash_one(key)
}

fn hash_of<T: Hash + Eq>(interner: &Interner<T>, id: Id) -> u64 {
    hash(interner.get(id))
}
