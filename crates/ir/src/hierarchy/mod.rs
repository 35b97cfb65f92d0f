//! Who extends whom, what a symbolic reference means, and which method a call runs.
//!
//! ```text
//! Class ──add, replace, remove──▶ rows: classes, methods, fields      (edit)
//!                                   │
//!                                   ▼
//!                                 links: direct supertypes that make sense, cycles cut   (links, error)
//!                                   │
//!              ┌────────────────────┼──────────────────────┐
//!              ▼                    ▼                      ▼
//!        ancestor sets         resolution             selection                (filled on first use)
//!        (subtyping)           (resolve, access)      (select, dispatch cache)
//! ```
//!
//! The JVM answers these questions for classes that it has loaded and checked. An analysis has to answer them for a
//! class path that may lack classes, hold broken ones, and change while it is looked at. Hence:
//!
//! - **Ids are for ever.** A [`ClassId`] stands for a name, a [`MethodId`] and a [`FieldId`] for class, name and type.
//!   Taking a class away and bringing it back gives the same ids, so what a solver knows about unchanged members stays
//!   valid after an edit.
//! - **Missing classes are phantoms.** A class that is named but not there has an id, no members, and
//!   `java/lang/Object` as its superclass. A question whose answer a phantom could change is answered with that
//!   phantom instead of a "no".
//! - **Broken supertypes are cut.** A link of the wrong kind, or one on a cycle, is reported by
//!   [`Hierarchy::errors`] and treated as `Object` or dropped. All walks go over the links that are left, which have no
//!   cycle.
//! - **Edits are local.** Caches hang on the class that they are about and depend only on its ancestors; an edit
//!   empties those of the edited class and its descendants.
//! - **Order does not matter.** The answers depend on the set of classes, not on the order in which they came. Only the
//!   numbers inside ids do; where the specification leaves a choice, the smallest class name is taken.
//!
//! Queries take `&self` and may come from several threads at once; edits take `&mut self`.
//!
//! Deviations from the JVM: there is one class loader, so a run-time package is a package name; modules and sealed
//! classes are not enforced; nothing is verified. An inaccessible member resolves, and the answer says that it is
//! inaccessible ([`Resolved::accessible`]): class paths that are slightly out of step are analysed all the same.
//!
//! Section numbers are those of the Java Virtual Machine Specification (JVMS), Java SE 25 edition.

mod access;
mod edit;
mod error;
mod links;
mod phantom;
mod resolve;
mod select;
mod subtyping;

use std::sync::Arc;

use classfile::{ClassFlags, FieldFlags, MethodFlags};
use rustc_hash::FxHashMap;

use crate::entity;
use crate::entity::{EntityId as _, Table};
use crate::name::Name;
use crate::types::{MethodType, Type};

pub use access::Member;
pub use error::HierarchyError;
pub use phantom::Phantom;
pub use resolve::{Incompatibility, ResolveError, Resolved};
pub use select::{SelectionError, SpecialError};

entity! {
    /// A class, interface or phantom.
    ClassId, "class"
}

entity! {
    /// A method of a class.
    MethodId, "method"
}

entity! {
    /// A field of a class.
    FieldId, "field"
}

/// All classes of a program and their relations. See the [module](self).
#[derive(Clone)]
pub struct Hierarchy {
    classes: Table<ClassId, ClassRow>,
    methods: Table<MethodId, MethodDecl>,
    fields: Table<FieldId, FieldDecl>,
    class_ids: FxHashMap<Name, ClassId>,
    /// Every method that was ever declared, also those that are gone.
    method_ids: FxHashMap<(ClassId, Name, MethodType), MethodId>,
    /// Every field that was ever declared, also those that are gone.
    field_ids: FxHashMap<(ClassId, Name, Type), FieldId>,
    /// Apart from the rows, because it is read far more often than they are.
    ancestors: Table<ClassId, subtyping::AncestorCache>,
    dispatch: Table<ClassId, select::DispatchCache>,
    known: KnownNames,
}

/// A method as its class declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodDecl {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
    /// Its flags.
    pub flags: MethodFlags,
    /// False after an edit took it away; it may come back.
    pub is_declared: bool,
}

/// A field as its class declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDecl {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its flags.
    pub flags: FieldFlags,
    /// False after an edit took it away; it may come back.
    pub is_declared: bool,
}

#[derive(Clone)]
struct ClassRow {
    name: Name,
    package: Name,
    /// None for a phantom.
    declaration: Option<Declaration>,
    /// The direct supertypes that everything else goes by.
    links: Links,
    /// The classes whose declaration names this one as a direct supertype, rightly or not. Not kept for `Object`.
    named_by: Vec<ClassId>,
    /// The members of the cycle that it is on, by name.
    cycle: Option<Arc<[ClassId]>>,
    /// What it refers to according to the caller.
    references: Box<[ClassId]>,
}

/// The part of a class file that the hierarchy needs.
#[derive(Clone, PartialEq)]
struct Declaration {
    flags: ClassFlags,
    super_class: Option<ClassId>,
    /// As declared, in order.
    interfaces: Box<[ClassId]>,
    /// Supertypes that are no class names.
    array_supertypes: Box<[Name]>,
    nest_host: Option<Name>,
    nest_members: Box<[Name]>,
    methods: Box<[(MethodId, MethodFlags)]>,
    fields: Box<[(FieldId, FieldFlags)]>,
    /// Name and descriptor of members that are declared more than once.
    duplicates: Box<[(Name, Name)]>,
}

/// Direct supertypes. Invariant: over all classes they have no cycle, and only `Object` has no superclass.
#[derive(Clone, PartialEq, Default)]
struct Links {
    super_class: Option<ClassId>,
    interfaces: Box<[ClassId]>,
}

/// The names that the specification gives a meaning of their own.
#[derive(Clone, Copy)]
struct KnownNames {
    object: Name,
    cloneable: Name,
    serializable: Name,
    method_handle: Name,
    var_handle: Name,
    clone: Name,
    init: Name,
}

impl KnownNames {
    fn new() -> Self {
        KnownNames {
            object: Name::new("java/lang/Object"),
            cloneable: Name::new("java/lang/Cloneable"),
            serializable: Name::new("java/io/Serializable"),
            method_handle: Name::new("java/lang/invoke/MethodHandle"),
            var_handle: Name::new("java/lang/invoke/VarHandle"),
            clone: Name::new("clone"),
            init: Name::new("<init>"),
        }
    }
}

impl Default for Hierarchy {
    fn default() -> Self {
        Hierarchy::new()
    }
}

impl Hierarchy {
    /// No class but the phantom of `java/lang/Object`.
    pub fn new() -> Hierarchy {
        let mut hierarchy = Hierarchy {
            classes: Table::new(),
            methods: Table::new(),
            fields: Table::new(),
            class_ids: FxHashMap::default(),
            method_ids: FxHashMap::default(),
            field_ids: FxHashMap::default(),
            ancestors: Table::new(),
            dispatch: Table::new(),
            known: KnownNames::new(),
        };
        let object = hierarchy.declare(hierarchy.known.object);
        debug_assert_eq!(object, hierarchy.object());
        hierarchy
    }

    /// `java/lang/Object`, there or phantom.
    #[inline]
    pub fn object(&self) -> ClassId {
        ClassId::from_index(0)
    }

    /// The id of a class name, if it was ever added or referred to. See [`Hierarchy::is_phantom`].
    #[inline]
    pub fn class(&self, name: Name) -> Option<ClassId> {
        self.class_ids.get(&name).copied()
    }

    /// The classes that are there, in the order of their ids.
    pub fn classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.classes.iter().filter(|(_, row)| row.declaration.is_some()).map(|(id, _)| id)
    }

    /// One more than the highest index of a class id, phantoms included.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// One more than the highest index of a method id, those that are gone included.
    pub fn method_count(&self) -> usize {
        self.methods.len()
    }

    /// One more than the highest index of a field id, those that are gone included.
    pub fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// The name of a class.
    pub fn name(&self, class: ClassId) -> Name {
        self.classes[class].name
    }

    /// The package of a class in internal form, empty for the unnamed one.
    pub fn package(&self, class: ClassId) -> Name {
        self.classes[class].package
    }

    /// Whether the class is named but not there.
    pub fn is_phantom(&self, class: ClassId) -> bool {
        self.classes[class].declaration.is_none()
    }

    /// The flags of a class; none of a phantom.
    pub fn flags(&self, class: ClassId) -> Option<ClassFlags> {
        self.classes[class].declaration.as_ref().map(|d| d.flags)
    }

    /// Whether the class is there and an interface.
    pub fn is_interface(&self, class: ClassId) -> bool {
        self.flags(class).is_some_and(|flags| flags.contains(ClassFlags::INTERFACE))
    }

    /// The direct superclass; `Object` for interfaces and phantoms, none for `Object`.
    #[inline]
    pub fn super_class(&self, class: ClassId) -> Option<ClassId> {
        self.classes[class].links.super_class
    }

    /// The direct superinterfaces in the order of the declaration.
    #[inline]
    pub fn interfaces(&self, class: ClassId) -> &[ClassId] {
        &self.classes[class].links.interfaces
    }

    /// The methods that a class declares, in the order of the class file.
    pub fn methods(
        &self,
        class: ClassId,
    ) -> impl DoubleEndedIterator<Item = MethodId> + ExactSizeIterator + '_ {
        let methods = self.classes[class].declaration.as_ref().map_or(&[][..], |d| &d.methods);
        methods.iter().map(|&(id, _)| id)
    }

    /// The fields that a class declares, in the order of the class file.
    pub fn fields(
        &self,
        class: ClassId,
    ) -> impl DoubleEndedIterator<Item = FieldId> + ExactSizeIterator + '_ {
        let fields = self.classes[class].declaration.as_ref().map_or(&[][..], |d| &d.fields);
        fields.iter().map(|&(id, _)| id)
    }

    /// What is declared about a method.
    #[inline]
    pub fn method(&self, method: MethodId) -> &MethodDecl {
        &self.methods[method]
    }

    /// What is declared about a field.
    #[inline]
    pub fn field(&self, field: FieldId) -> &FieldDecl {
        &self.fields[field]
    }

    /// The method of this name and type that the class itself declares.
    #[inline]
    pub fn declared_method(&self, class: ClassId, name: Name, ty: MethodType) -> Option<MethodId> {
        let id = *self.method_ids.get(&(class, name, ty))?;
        self.methods[id].is_declared.then_some(id)
    }

    /// The field of this name and type that the class itself declares.
    #[inline]
    pub fn declared_field(&self, class: ClassId, name: Name, ty: Type) -> Option<FieldId> {
        let id = *self.field_ids.get(&(class, name, ty))?;
        self.fields[id].is_declared.then_some(id)
    }
}

impl MethodDecl {
    /// Whether it has no receiver.
    #[inline]
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodFlags::STATIC)
    }

    /// Whether it holds the monitor of its receiver or class.
    #[inline]
    pub fn is_synchronized(&self) -> bool {
        self.flags.contains(MethodFlags::SYNCHRONIZED)
    }

    /// Whether it is private.
    #[inline]
    pub fn is_private(&self) -> bool {
        self.flags.contains(MethodFlags::PRIVATE)
    }

    /// Whether it is abstract.
    #[inline]
    pub fn is_abstract(&self) -> bool {
        self.flags.contains(MethodFlags::ABSTRACT)
    }

    /// An instance method that other classes can override or inherit.
    #[inline]
    fn is_inheritable(&self) -> bool {
        !self.flags.intersects(MethodFlags::STATIC.union(MethodFlags::PRIVATE))
    }
}
