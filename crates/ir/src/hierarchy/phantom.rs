//! Classes that are named but not there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClassId, Hierarchy};
use crate::name::Name;
use crate::types::Type;

/// A class that is referred to but not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phantom {
    /// Its name.
    pub name: Name,
    /// How many classes refer to it.
    pub referrers: usize,
}

impl Hierarchy {
    /// Says what a class refers to apart from its direct supertypes: names of classes, or of arrays whose elements
    /// count. What counts as a reference is the caller's choice. Forgotten when the class is replaced or removed, and
    /// without effect for a phantom.
    pub fn set_references(&mut self, class: ClassId, names: impl IntoIterator<Item = Name>) {
        if self.is_phantom(class) {
            return;
        }
        let classes = names.into_iter().filter_map(class_name);
        let mut references: Vec<ClassId> = classes.map(|name| self.declare(name)).collect();
        references.sort();
        references.dedup();
        self.classes[class].references = references.into();
    }

    /// The phantoms that some class refers to, by name.
    pub fn phantoms(&self) -> Vec<Phantom> {
        let mut counts: FxHashMap<ClassId, usize> = FxHashMap::default();
        for row in self.classes.values() {
            let Some(declaration) = &row.declaration else { continue };
            let named = declaration.supertypes().chain(row.references.iter().copied());
            let missing: FxHashSet<ClassId> = named.filter(|&c| self.is_phantom(c)).collect();
            for phantom in missing {
                *counts.entry(phantom).or_default() += 1;
            }
        }
        let phantom = |(id, referrers)| Phantom { name: self.name(id), referrers };
        let mut phantoms: Vec<Phantom> = counts.into_iter().map(phantom).collect();
        phantoms.sort_by_key(|phantom| phantom.name);
        phantoms
    }
}

/// The class that a class constant is about; none for arrays of primitives and malformed names.
fn class_name(name: Name) -> Option<Name> {
    let text = name.as_str();
    if !text.starts_with('[') {
        return Some(name);
    }
    match Type::from_descriptor(text.trim_start_matches('['))? {
        Type::Ref(name) => Some(name),
        _ => None,
    }
}
