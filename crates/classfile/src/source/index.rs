//! All classes of a class path by name.
//!
//! A JDK alone has 30,000 classes, so an entry is a few words: names stand one after the other in one string, and the
//! hash table holds entry numbers.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable, hash_table};

use super::container::{ClassId, ContainerId};

const MODULE_INFO: &str = "module-info";

#[derive(Default)]
pub(crate) struct Index {
    names: String,
    entries: Vec<Entry>,
    by_name: HashTable<ClassId>,
    hasher: DefaultHashBuilder,
}

pub(crate) struct Entry {
    name: usize,
    name_len: u32,
    pub(crate) container: ContainerId,
    /// Which class of its container.
    pub(crate) member: u32,
    pub(crate) standing: Standing,
}

/// What a class file on the class path is to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// The class that a loader finds under this name.
    Class,
    /// Another class of this name comes first.
    Shadowed(ClassId),
    /// A module's `module-info`: every module has one of this name.
    ModuleInfo,
}

impl Index {
    /// Adds a class behind all others. The first of a name wins.
    pub(crate) fn insert(&mut self, name: &str, container: ContainerId, member: u32) -> Standing {
        let id = ClassId(self.entries.len() as u32);
        let standing =
            if name == MODULE_INFO { Standing::ModuleInfo } else { self.claim(name, id) };
        let (start, name_len) = match standing {
            // The name is there already.
            Standing::Shadowed(winner) => {
                let winner = &self.entries[winner.index()];
                (winner.name, winner.name_len)
            }
            _ => {
                self.names.push_str(name);
                (self.names.len() - name.len(), name.len() as u32)
            }
        };
        self.entries.push(Entry { name: start, name_len, container, member, standing });
        standing
    }

    fn claim(&mut self, name: &str, id: ClassId) -> Standing {
        let (entries, names, hasher) = (&self.entries, &self.names, &self.hasher);
        let same = |&other: &ClassId| name_in(names, &entries[other.index()]) == name;
        let hash_of = |&other: &ClassId| hasher.hash_one(name_in(names, &entries[other.index()]));
        match self.by_name.entry(hasher.hash_one(name), same, hash_of) {
            hash_table::Entry::Occupied(winner) => Standing::Shadowed(*winner.get()),
            hash_table::Entry::Vacant(vacant) => {
                vacant.insert(id);
                Standing::Class
            }
        }
    }

    /// Makes room for a large container at once.
    pub(crate) fn reserve(&mut self, classes: usize) {
        self.entries.reserve(classes);
        let (entries, names, hasher) = (&self.entries, &self.names, &self.hasher);
        let hash_of = |id: &ClassId| hasher.hash_one(name_in(names, &entries[id.index()]));
        self.by_name.reserve(classes, hash_of);
    }

    pub(crate) fn find(&self, name: &str) -> Option<ClassId> {
        let same = |&id: &ClassId| self.name(id) == name;
        self.by_name.find(self.hasher.hash_one(name), same).copied()
    }

    pub(crate) fn name(&self, id: ClassId) -> &str {
        name_in(&self.names, &self.entries[id.index()])
    }

    pub(crate) fn entry(&self, id: ClassId) -> &Entry {
        &self.entries[id.index()]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ClassId, &Entry)> {
        self.entries.iter().enumerate().map(|(index, entry)| (ClassId(index as u32), entry))
    }
}

fn name_in<'a>(names: &'a str, entry: &Entry) -> &'a str {
    &names[entry.name..entry.name + entry.name_len as usize]
}
