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
use rustc_hash::{FxHashMap, FxHashSet};

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
        let mut roots = vec![id];
        for &member in old.iter().flat_map(|cycle| cycle.iter()) {
            self.classes[member].cycle = None;
            roots.push(member);
        }
        owners.extend(&roots);
        for mut cycle in cycles_above(&roots, |class| self.sound_links(class)) {
            cycle.sort_by_key(|&member| self.name(member));
            let cycle: Arc<[ClassId]> = cycle.into();
            for &member in cycle.iter() {
                self.classes[member].cycle = Some(Arc::clone(&cycle));
                owners.push(member);
            }
        }
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

/// The strongly connected components, of more than one class or a class that is its own supertype, that are reached from
/// some classes. Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with a stack of its own
/// instead of recursion.
fn cycles_above(roots: &[ClassId], links: impl Fn(ClassId) -> Links) -> Vec<Vec<ClassId>> {
    let mut search = CycleSearch::default();
    for &root in roots {
        if !search.numbers.contains_key(&root) {
            search.enter(root, &links);
        }
        while let Some(step) = search.path.last_mut() {
            match step.supertypes.pop() {
                Some(supertype) => match search.numbers.get(&supertype) {
                    Some(&number) if search.open.contains(&supertype) => {
                        step.lowest = step.lowest.min(number);
                    }
                    Some(_) => {}
                    None => search.enter(supertype, &links),
                },
                None => search.leave(),
            }
        }
    }
    search.cycles
}

#[derive(Default)]
struct CycleSearch {
    /// The classes that were met, numbered in that order.
    numbers: FxHashMap<ClassId, usize>,
    /// The way from the root to the class that is being looked at.
    path: Vec<Step>,
    /// Classes whose component is not complete, in the order of their numbers.
    stack: Vec<ClassId>,
    /// The same as a set.
    open: FxHashSet<ClassId>,
    cycles: Vec<Vec<ClassId>>,
}

struct Step {
    class: ClassId,
    number: usize,
    /// The smallest number of a class that is known to be in the same component.
    lowest: usize,
    /// Those that are still to be followed.
    supertypes: Vec<ClassId>,
    is_own_supertype: bool,
}

impl CycleSearch {
    fn enter(&mut self, class: ClassId, links: &impl Fn(ClassId) -> Links) {
        let number = self.numbers.len();
        let supertypes: Vec<ClassId> = links(class).iter().collect();
        let is_own_supertype = supertypes.contains(&class);
        self.numbers.insert(class, number);
        self.stack.push(class);
        self.open.insert(class);
        self.path.push(Step { class, number, lowest: number, supertypes, is_own_supertype });
    }

    /// All supertypes of the last class on the path were followed.
    fn leave(&mut self) {
        let Some(step) = self.path.pop() else { return };
        if let Some(below) = self.path.last_mut() {
            below.lowest = below.lowest.min(step.lowest);
        }
        if step.lowest < step.number {
            return;
        }
        let start = self.stack.iter().rposition(|&class| class == step.class).unwrap_or(0);
        let component = self.stack.split_off(start);
        for class in &component {
            self.open.remove(class);
        }
        if component.len() > 1 || step.is_own_supertype {
            self.cycles.push(component);
        }
    }
}

impl Links {
    /// The superclass, then the superinterfaces in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = ClassId> + '_ {
        self.super_class.iter().chain(&self.interfaces).copied()
    }
}

#[cfg(test)]
mod tests {
    use classfile::{ClassFlags, Version};

    use super::*;
    use crate::{Class, Name};

    fn class(name: &str, super_class: &str) -> Class {
        let version = Version { major: 55, minor: 0 };
        let super_class = Some(Name::new(super_class));
        Class { super_class, ..Class::new(Name::new(name), version, ClassFlags::SUPER) }
    }

    /// The classes whose ancestors are remembered.
    fn remembered(hierarchy: &Hierarchy) -> Vec<&'static str> {
        let ids = hierarchy.classes().filter(|&id| hierarchy.ancestors[id].is_filled());
        ids.map(|id| hierarchy.name(id).as_str()).collect()
    }

    #[test]
    fn an_edit_empties_the_caches_below_it_only() {
        let mut hierarchy = Hierarchy::new();
        for (name, super_class) in [("A", "Root"), ("D", "A"), ("B", "A"), ("C", "B")] {
            hierarchy.add(&class(name, super_class));
        }
        for id in hierarchy.classes() {
            hierarchy.all_supertypes(id);
        }
        hierarchy.replace(&class("B", "A"));
        assert_eq!(remembered(&hierarchy), ["A", "D", "B", "C"]);
        hierarchy.replace(&class("B", "D"));
        assert_eq!(remembered(&hierarchy), ["A", "D"]);
    }

    #[test]
    fn threads_can_share_it() {
        fn shared<T: Send + Sync>() {}
        shared::<Hierarchy>();
    }
}
