//! Subtyping (JVMS 4.10.1.2, 6.5 `checkcast`), and walks up and down the hierarchy.
//!
//! A points-to solver asks for subtypes millions of times. So the ancestors of a class are kept as a small open-addressed
//! hash set, made when first asked for: one multiplication and mostly one probe for classes and interfaces alike.

use std::sync::{LazyLock, OnceLock};

use super::{ClassId, Hierarchy};
use crate::entity::EntityId as _;
use crate::intern::Interner;
use crate::name::Name;
use crate::types::Type;

/// The ancestors of a class, once they were asked for.
#[derive(Clone, Default)]
pub(super) struct AncestorCache(OnceLock<Ancestors>);

impl AncestorCache {
    pub(super) fn clear(&mut self) {
        self.0.take();
    }

    #[cfg(test)]
    pub(super) fn is_filled(&self) -> bool {
        self.0.get().is_some()
    }
}

/// A class and all its supertypes, `Object` among them.
#[derive(Clone)]
struct Ancestors {
    /// Breadth first, so that the order follows from the declarations alone.
    order: Box<[ClassId]>,
    /// The same as a hash set: at most half full, collisions go to the next slot.
    slots: Box<[Option<ClassId>]>,
    /// A bit for each ancestor; most classes that are no ancestors have none of these and need no look at the slots.
    filter: u64,
}

impl Ancestors {
    fn of(hierarchy: &Hierarchy, class: ClassId) -> Ancestors {
        let mut seen = rustc_hash::FxHashSet::from_iter([class]);
        let mut order = vec![class];
        let mut next = 0;
        while next < order.len() {
            let links = &hierarchy.classes[order[next]].links;
            order.extend(links.iter().filter(|&supertype| seen.insert(supertype)));
            next += 1;
        }
        let mut slots = vec![None; order.len() * 2].into_boxed_slice();
        for &ancestor in &order {
            let mut slot = first_slot(ancestor, slots.len());
            while slots[slot].is_some() {
                slot = next_slot(slot, slots.len());
            }
            slots[slot] = Some(ancestor);
        }
        let filter = order.iter().fold(0, |filter, &ancestor| filter | filter_bit(ancestor));
        Ancestors { order: order.into(), slots, filter }
    }

    #[inline]
    fn contains(&self, class: ClassId) -> bool {
        if self.filter & filter_bit(class) == 0 {
            return false;
        }
        let slots = &*self.slots;
        let mut slot = first_slot(class, slots.len());
        // Ends: half of the slots are empty.
        while let Some(found) = slots[slot] {
            if found == class {
                return true;
            }
            slot = next_slot(slot, slots.len());
        }
        false
    }
}

/// Fibonacci hashing; the upper half of the second product is a slot without a division.
#[inline]
fn first_slot(class: ClassId, slots: usize) -> usize {
    let hash = (class.index() as u32).wrapping_mul(0x9e37_79b9);
    ((u64::from(hash) * slots as u64) >> 32) as usize
}

/// From other bits of the hash than the slot, mostly.
#[inline]
fn filter_bit(class: ClassId) -> u64 {
    let hash = (class.index() as u32).wrapping_mul(0x85eb_ca6b);
    1 << (hash >> 26)
}

#[inline]
fn next_slot(slot: usize, slots: usize) -> usize {
    if slot + 1 == slots { 0 } else { slot + 1 }
}

/// An array type taken apart.
struct ArrayShape {
    descriptor: Name,
    dimensions: usize,
    /// Not an array.
    element: Type,
}

/// A shape follows from the descriptor alone, whatever the hierarchy.
static SHAPES: LazyLock<Interner<ArrayShape>> = LazyLock::new(Interner::new);

impl std::hash::Hash for ArrayShape {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.descriptor.hash(state);
    }
}

impl PartialEq for ArrayShape {
    fn eq(&self, other: &Self) -> bool {
        self.descriptor == other.descriptor
    }
}

impl Eq for ArrayShape {}

impl std::borrow::Borrow<Name> for ArrayShape {
    fn borrow(&self) -> &Name {
        &self.descriptor
    }
}

impl ArrayShape {
    /// The shape of a type's name; none if it is not that of an array.
    fn of(descriptor: Name) -> Option<&'static ArrayShape> {
        let text = descriptor.as_str();
        if !text.starts_with('[') {
            return None;
        }
        let make = || {
            let element = text.trim_start_matches('[');
            let dimensions = text.len() - element.len();
            let element = Type::from_descriptor(element)?;
            Some(Box::new(ArrayShape { descriptor, dimensions, element }))
        };
        SHAPES.intern(&descriptor, make).map(|id| SHAPES.get(id))
    }
}

impl Hierarchy {
    #[inline]
    fn ancestors(&self, class: ClassId) -> &Ancestors {
        self.ancestors[class].0.get_or_init(|| Ancestors::of(self, class))
    }

    /// Whether `class` is `ancestor`, extends it or implements it. A phantom is a subtype of itself and `Object` only.
    #[inline]
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor || self.ancestors(class).contains(ancestor)
    }

    /// Whether every value of one type is one of the other. Primitive types are subtypes of themselves only.
    pub fn is_subtype(&self, sub: Type, sup: Type) -> bool {
        match (sub, sup) {
            _ if sub == sup => true,
            (Type::Null, Type::Ref(_)) => true,
            (Type::Ref(sub), Type::Ref(sup)) => self.is_reference_subtype(sub, sup),
            _ => false,
        }
    }

    /// For two names that differ.
    fn is_reference_subtype(&self, sub: Name, sup: Name) -> bool {
        if sup == self.known.object {
            return true;
        }
        match (self.class(sub), self.class(sup)) {
            (Some(sub), Some(sup)) => self.is_subclass(sub, sup),
            // A class is no subtype of an array or of a class that it cannot have named.
            (Some(_), None) => false,
            (None, _) => ArrayShape::of(sub).is_some_and(|sub| self.is_array_subtype(sub, sup)),
        }
    }

    /// JLS 4.10.3. Covariant for references; at each level an array is also an `Object`, a `Cloneable` and a
    /// `Serializable`.
    fn is_array_subtype(&self, sub: &ArrayShape, sup: Name) -> bool {
        let (dimensions, element) = match ArrayShape::of(sup) {
            Some(shape) => (shape.dimensions, shape.element),
            None => (0, Type::Ref(sup)),
        };
        match sub.dimensions.cmp(&dimensions) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => self.is_subtype(sub.element, element),
            std::cmp::Ordering::Greater => self.is_supertype_of_arrays(element),
        }
    }

    fn is_supertype_of_arrays(&self, ty: Type) -> bool {
        let names = [self.known.object, self.known.cloneable, self.known.serializable];
        matches!(ty, Type::Ref(name) if names.contains(&name))
    }

    /// The class whose methods run on a value of this type: that of an array is `Object`. None for primitive types,
    /// `null`, and names that nobody added or referred to.
    pub fn receiver_class(&self, ty: Type) -> Option<ClassId> {
        match ty {
            Type::Ref(name) => self.class(name).or_else(|| ty.is_array().then(|| self.object())),
            _ => None,
        }
    }

    /// The superclasses of a class, the nearest first, without itself.
    pub fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(self.super_class(class), |&c| self.super_class(c))
    }

    /// A class and its superclasses, the nearest first.
    pub(super) fn with_superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::once(class).chain(self.superclasses(class))
    }

    /// All supertypes of a class without itself, near ones first: the superclass, the superinterfaces in order, then
    /// theirs.
    pub fn all_supertypes(&self, class: ClassId) -> &[ClassId] {
        &self.ancestors(class).order[1..]
    }

    /// All classes and interfaces that are there and below a class or interface, without itself, by name.
    pub fn subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let mut below = self.with_descendants(class);
        below.retain(|&c| c != class && !self.is_phantom(c));
        below.sort_by_key(|&c| self.name(c));
        below
    }

    /// All classes that are there and below a class or interface, without interfaces and itself, by name.
    pub fn implementers(&self, class: ClassId) -> Vec<ClassId> {
        let mut below = self.subclasses(class);
        below.retain(|&c| !self.is_interface(c));
        below
    }
}
