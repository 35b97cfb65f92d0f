//! From declared supertypes to links without faults and cycles.
//!
//! A declared supertype is *sound* if it is of the right kind. Sound links can still make cycles. A set of classes that
//! are supertypes of each other has no innocent link, and which one closed the cycle depends on the order of loading;
//! so all links inside of such a set are cut, and the outcome does not depend on the order.
//!
//! An edit of a class changes only links that begin or end at it. So every cycle that it makes or breaks goes through
//! that class: looking at its old and its new cycle is enough.

use std::sync::Arc;

use classfile::ClassFlags;
use rustc_hash::FxHashSet;

use super::{ClassId, Declaration, Hierarchy, Links};

/// What a class can be a supertype as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A phantom: good for everything.
    Unknown,
    Class,
    FinalClass,
    Interface,
}

impl Kind {
    pub(super) fn of(flags: ClassFlags) -> Kind {
        if flags.contains(ClassFlags::INTERFACE) {
            Kind::Interface
        } else if flags.contains(ClassFlags::FINAL) {
            Kind::FinalClass
        } else {
            Kind::Class
        }
    }
}

/// Why a declared superclass is not the one that is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum LinkFault {
    None,
    OfObject(ClassId),
    OfInterface(ClassId),
    Kind(ClassId),
}

impl Hierarchy {
    /// The superclass as declared, if it may be one (JVMS 4.1, 5.3.5).
    pub(super) fn sound_super_class(
        &self,
        id: ClassId,
        declaration: &Declaration,
    ) -> Result<Option<ClassId>, LinkFault> {
        let object = self.object();
        let is_interface = declaration.flags.contains(ClassFlags::INTERFACE);
        let super_class = match declaration.super_class {
            None if id == object => return Ok(None),
            // A module is no class; an array is reported as such.
            None if declaration.flags.contains(ClassFlags::MODULE)
                || !declaration.array_supertypes.is_empty() =>
            {
                return Ok(Some(object));
            }
            None => return Err(LinkFault::None),
            Some(super_class) => super_class,
        };
        match self.kind(super_class) {
            _ if id == object => Err(LinkFault::OfObject(super_class)),
            _ if is_interface && super_class != object => Err(LinkFault::OfInterface(super_class)),
            Kind::Interface | Kind::FinalClass => Err(LinkFault::Kind(super_class)),
            Kind::Class | Kind::Unknown => Ok(Some(super_class)),
        }
    }

    /// Whether a declared superinterface may be one.
    pub(super) fn is_sound_interface(&self, id: ClassId, interface: ClassId) -> bool {
        id != self.object() && matches!(self.kind(interface), Kind::Interface | Kind::Unknown)
    }

    /// The links of a class before cycles are cut.
    fn sound_links(&self, id: ClassId) -> Links {
        let object = (id != self.object()).then(|| self.object());
        let Some(declaration) = &self.classes[id].declaration else {
            return Links { super_class: object, interfaces: Box::default() };
        };
        let super_class = self.sound_super_class(id, declaration).unwrap_or(object);
        let mut interfaces = Vec::with_capacity(declaration.interfaces.len());
        for &interface in &declaration.interfaces {
            if self.is_sound_interface(id, interface) && !interfaces.contains(&interface) {
                interfaces.push(interface);
            }
        }
        Links { super_class, interfaces: interfaces.into() }
    }

    /// The links of a class.
    fn acyclic_links(&self, id: ClassId) -> Links {
        let mut links = self.sound_links(id);
        let Some(cycle) = &self.classes[id].cycle else { return links };
        if links.super_class.is_some_and(|s| cycle.contains(&s)) {
            links.super_class = Some(self.object());
        }
        links.interfaces =
            links.interfaces.iter().copied().filter(|i| !cycle.contains(i)).collect();
        links
    }

    /// Brings links and cycles up to date after the declaration of a class was changed.
    pub(super) fn relink(&mut self, id: ClassId, kind_changed: bool) {
        let mut owners = vec![id];
        if kind_changed {
            owners.extend(&self.classes[id].named_by);
        }
        self.find_cycles(id, &mut owners);
        owners.sort();
        owners.dedup();
        let mut changes = Vec::new();
        for owner in owners {
            let links = self.acyclic_links(owner);
            if links != self.classes[owner].links {
                changes.push((owner, links));
            }
        }
        // Descendants are found over the old links. That is enough: between a new descendant and its new ancestor lies
        // a changed link, and the new descendant was one of that link's owner before.
        for &(owner, _) in &changes {
            self.forget_ancestors(owner);
        }
        for (owner, links) in changes {
            self.classes[owner].links = links;
        }
    }

    /// Finds the cycle that a changed class is on now, and what is left of the one that it was on. Adds all whose cycle
    /// changed to `owners`.
    fn find_cycles(&mut self, id: ClassId, owners: &mut Vec<ClassId>) {
        let old = self.classes[id].cycle.take();
        // Nobody names it: it is on no cycle.
        if old.is_none() && self.classes[id].named_by.is_empty() {
            return;
        }
        let mut candidates = vec![id];
        for &member in old.iter().flat_map(|cycle| cycle.iter()) {
            self.classes[member].cycle = None;
            candidates.push(member);
            owners.push(member);
        }
        for candidate in candidates {
            if self.classes[candidate].cycle.is_some() {
                continue;
            }
            if let Some(cycle) = self.cycle_through(candidate) {
                for &member in cycle.iter() {
                    self.classes[member].cycle = Some(Arc::clone(&cycle));
                    owners.push(member);
                }
            }
        }
    }

    /// The strongly connected component of a class over sound links, by name; none if it is not on a cycle.
    fn cycle_through(&self, id: ClassId) -> Option<Arc<[ClassId]>> {
        let mut above = FxHashSet::default();
        let mut work = vec![id];
        while let Some(class) = work.pop() {
            let links = self.sound_links(class);
            work.extend(links.iter().filter(|&supertype| above.insert(supertype)));
        }
        if !above.contains(&id) {
            return None;
        }
        // Of what is above it: that from which it can be reached.
        let mut cycle = FxHashSet::default();
        cycle.insert(id);
        let mut work = vec![id];
        while let Some(class) = work.pop() {
            let namers = self.classes[class].named_by.iter().copied();
            for namer in namers.filter(|namer| above.contains(namer)) {
                if self.sound_links(namer).iter().any(|s| s == class) && cycle.insert(namer) {
                    work.push(namer);
                }
            }
        }
        let mut cycle: Vec<ClassId> = cycle.into_iter().collect();
        cycle.sort_by_key(|&member| self.name(member));
        Some(cycle.into())
    }

    /// The classes and interfaces that a class is a direct supertype of. In no order; not for `Object`.
    pub(super) fn direct_subtypes(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let namers = self.classes[class].named_by.iter().copied();
        namers.filter(move |&namer| self.classes[namer].links.iter().any(|s| s == class))
    }

    /// A class and everything below it. In no order.
    pub(super) fn with_descendants(&self, class: ClassId) -> Vec<ClassId> {
        if class == self.object() {
            return self.classes.keys().collect();
        }
        let mut seen: FxHashSet<ClassId> = FxHashSet::from_iter([class]);
        let mut found = vec![class];
        let mut next = 0;
        while next < found.len() {
            let direct = self.direct_subtypes(found[next]);
            found.extend(direct.filter(|&subtype| seen.insert(subtype)));
            next += 1;
        }
        found
    }

    fn forget_ancestors(&mut self, class: ClassId) {
        for descendant in self.with_descendants(class) {
            self.ancestors[descendant].clear();
            self.dispatch[descendant].clear();
        }
    }

    pub(super) fn forget_selections(&mut self, class: ClassId) {
        for descendant in self.with_descendants(class) {
            self.dispatch[descendant].clear();
        }
    }
}

impl Links {
    /// The superclass, then the superinterfaces in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = ClassId> + '_ {
        self.super_class.iter().chain(&self.interfaces).copied()
    }
}
