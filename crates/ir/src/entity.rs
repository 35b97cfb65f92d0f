//! Ids as `u32` newtypes, and tables indexed by them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id: a place in a [`Table`].
pub trait EntityId: Copy + Eq + fmt::Debug {
    /// The id of a place.
    fn from_index(index: usize) -> Self;
    /// The place of an id.
    fn index(self) -> usize;
}

/// Declares an id type. It prints as the text form spells it: a prefix and a number. An `Option` of it has four bytes.
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::num::NonZeroU32);

        impl $crate::entity::EntityId for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                let number = u32::try_from(index + 1).ok().and_then(std::num::NonZeroU32::new);
                $name(number.expect("invariant: a table has fewer than 2^32 - 1 rows"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0.get() - 1)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A vector that is indexed by an id.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<K, V> {
    rows: Vec<V>,
    key: PhantomData<fn(K)>,
}

impl<K: EntityId, V> Table<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        Table::from(Vec::new())
    }

    /// Adds a row and returns its id.
    #[inline]
    pub fn push(&mut self, row: V) -> K {
        self.rows.push(row);
        K::from_index(self.rows.len() - 1)
    }

    /// The number of rows, which is also the next id's index.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row of an id, if there is one.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        self.rows.get(key.index())
    }

    /// All ids in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.rows.len()).map(K::from_index)
    }

    /// All rows in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.rows.iter()
    }

    /// All ids with their rows.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.rows.iter().enumerate().map(|(i, row)| (K::from_index(i), row))
    }

    /// The rows as they lie in memory.
    #[inline]
    pub fn as_slice(&self) -> &[V] {
        &self.rows
    }

    /// The rows, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [V] {
        &mut self.rows
    }

    /// Removes all rows and keeps the room.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Gives room back that is not needed.
    pub fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
    }
}

impl<K, V> From<Vec<V>> for Table<K, V> {
    fn from(rows: Vec<V>) -> Self {
        Table { rows, key: PhantomData }
    }
}

impl<K: EntityId, V> Default for Table<K, V> {
    fn default() -> Self {
        Table::new()
    }
}

impl<K: EntityId, V> Index<K> for Table<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.rows[key.index()]
    }
}

impl<K: EntityId, V> IndexMut<K> for Table<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.rows[key.index()]
    }
}

impl<K: EntityId, V: fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
