//! What is wrong with the declarations of classes, apart from what is missing.

use std::fmt;

use super::links::{Kind, LinkFault};
use super::{ClassId, Declaration, Hierarchy};
use crate::name::Name;

/// A declaration that the JVM would refuse. The classes are used nevertheless, as each case says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HierarchyError {
    /// The classes are their own supertypes. All links among them are cut.
    Cycle {
        /// All classes on the cycle, by name.
        classes: Vec<Name>,
    },
    /// A class extends an interface. It is taken to extend `Object`.
    SuperclassIsInterface {
        /// The class.
        class: Name,
        /// What it extends.
        super_class: Name,
    },
    /// A class extends a final class. It is taken to extend `Object`.
    SuperclassIsFinal {
        /// The class.
        class: Name,
        /// What it extends.
        super_class: Name,
    },
    /// A superinterface is a class. The link is dropped.
    SuperinterfaceIsClass {
        /// The class or interface.
        class: Name,
        /// What it implements or extends.
        interface: Name,
    },
    /// An interface has another superclass than `Object`. It is taken to have `Object`.
    InterfaceWithSuperclass {
        /// The interface.
        class: Name,
        /// What it extends.
        super_class: Name,
    },
    /// A supertype is an array. The link is dropped.
    SupertypeIsArray {
        /// The class.
        class: Name,
        /// The array type.
        supertype: Name,
    },
    /// A class other than `Object` has no superclass. It is taken to extend `Object`.
    NoSuperclass {
        /// The class.
        class: Name,
    },
    /// `Object` has a supertype. The link is dropped.
    ObjectHasSupertype {
        /// The supertype.
        supertype: Name,
    },
    /// A class declares a member more than once. The first counts.
    DuplicateMember {
        /// The class.
        class: Name,
        /// The member's name.
        member: Name,
        /// The member's descriptor.
        descriptor: Name,
    },
}

impl HierarchyError {
    /// The class at fault, or one of them.
    pub fn class(&self) -> Option<Name> {
        match self {
            HierarchyError::Cycle { classes } => classes.first().copied(),
            HierarchyError::ObjectHasSupertype { .. } => Some(Name::new("java/lang/Object")),
            HierarchyError::SuperclassIsInterface { class, .. }
            | HierarchyError::SuperclassIsFinal { class, .. }
            | HierarchyError::SuperinterfaceIsClass { class, .. }
            | HierarchyError::InterfaceWithSuperclass { class, .. }
            | HierarchyError::SupertypeIsArray { class, .. }
            | HierarchyError::NoSuperclass { class }
            | HierarchyError::DuplicateMember { class, .. } => Some(*class),
        }
    }
}

impl fmt::Display for HierarchyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use HierarchyError as E;
        match self {
            E::Cycle { classes } => {
                write!(f, "cyclic supertypes:")?;
                classes.iter().try_for_each(|class| write!(f, " {class}"))
            }
            E::SuperclassIsInterface { class, super_class } => {
                write!(f, "{class} extends {super_class}, which is an interface")
            }
            E::SuperclassIsFinal { class, super_class } => {
                write!(f, "{class} extends {super_class}, which is final")
            }
            E::SuperinterfaceIsClass { class, interface } => {
                write!(f, "{class} has the superinterface {interface}, which is a class")
            }
            E::InterfaceWithSuperclass { class, super_class } => {
                write!(f, "the interface {class} has the superclass {super_class}")
            }
            E::SupertypeIsArray { class, supertype } => {
                write!(f, "{class} has the supertype {supertype}, which is an array")
            }
            E::NoSuperclass { class } => write!(f, "{class} has no superclass"),
            E::ObjectHasSupertype { supertype } => {
                write!(f, "java/lang/Object has the supertype {supertype}")
            }
            E::DuplicateMember { class, member, descriptor } => {
                write!(f, "{class} declares {member} {descriptor} more than once")
            }
        }
    }
}

impl std::error::Error for HierarchyError {}

impl Hierarchy {
    /// All that is wrong with the declarations, sorted. One error for each fault.
    pub fn errors(&self) -> Vec<HierarchyError> {
        let mut errors = Vec::new();
        for (id, row) in self.classes.iter() {
            if let Some(declaration) = &row.declaration {
                self.declaration_errors(id, declaration, &mut errors);
            }
            match &row.cycle {
                Some(cycle) if cycle.first() == Some(&id) => {
                    let classes = cycle.iter().map(|&member| self.name(member)).collect();
                    errors.push(HierarchyError::Cycle { classes });
                }
                _ => {}
            }
        }
        errors.sort();
        errors.dedup();
        errors
    }

    fn declaration_errors(
        &self,
        id: ClassId,
        declaration: &Declaration,
        errors: &mut Vec<HierarchyError>,
    ) {
        let class = self.name(id);
        if let Err(fault) = self.sound_super_class(id, declaration) {
            errors.push(self.super_class_error(class, fault));
        }
        for &interface in &declaration.interfaces {
            if !self.is_sound_interface(id, interface) {
                errors.push(self.interface_error(id, interface));
            }
        }
        errors.extend(
            declaration
                .array_supertypes
                .iter()
                .map(|&supertype| HierarchyError::SupertypeIsArray { class, supertype }),
        );
        errors.extend(declaration.duplicates.iter().map(|&(member, descriptor)| {
            HierarchyError::DuplicateMember { class, member, descriptor }
        }));
    }

    fn super_class_error(&self, class: Name, fault: LinkFault) -> HierarchyError {
        let name = |id| self.name(id);
        match fault {
            LinkFault::None => HierarchyError::NoSuperclass { class },
            LinkFault::OfObject(id) => HierarchyError::ObjectHasSupertype { supertype: name(id) },
            LinkFault::OfInterface(id) => {
                HierarchyError::InterfaceWithSuperclass { class, super_class: name(id) }
            }
            LinkFault::Kind(id) if self.kind(id) == Kind::Interface => {
                HierarchyError::SuperclassIsInterface { class, super_class: name(id) }
            }
            LinkFault::Kind(id) => {
                HierarchyError::SuperclassIsFinal { class, super_class: name(id) }
            }
        }
    }

    fn interface_error(&self, id: ClassId, interface: ClassId) -> HierarchyError {
        let (class, interface) = (self.name(id), self.name(interface));
        if id == self.object() {
            HierarchyError::ObjectHasSupertype { supertype: interface }
        } else {
            HierarchyError::SuperinterfaceIsClass { class, interface }
        }
    }
}
