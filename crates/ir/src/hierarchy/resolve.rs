//! Resolution of symbolic references (JVMS 5.4.3.2 to 5.4.3.4).
//!
//! A lookup passes classes one after the other. If it passes a phantom and finds nothing, the answer is that phantom; if
//! it finds something behind the phantom, the answer is what it found, and [`Resolved::missing`] names the phantom that
//! may declare something nearer.

use std::fmt;

use classfile::{FieldFlags, MethodFlags};
use rustc_hash::FxHashSet;

use super::{ClassId, FieldId, Hierarchy, MethodId};
use crate::body::InvokeKind;
use crate::name::Name;
use crate::refs::{FieldRef, FieldRefData, MethodRef, MethodRefData};
use crate::types::{MethodType, Type};

/// What a reference resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved<M> {
    /// The member.
    pub member: M,
    /// Whether the referring class may use it; if not, the JVM throws `IllegalAccessError`.
    pub accessible: bool,
    /// A phantom that was passed on the way to the member and may declare another one.
    pub missing: Option<ClassId>,
}

/// Why a reference does not resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolveError {
    /// Nothing was found, but this class is missing: the one that is named, or one of its supertypes.
    MissingClass(Name),
    /// There is no such field.
    NoSuchField,
    /// There is no such method.
    NoSuchMethod,
    /// There is one, but not of the kind that the reference or instruction expects.
    IncompatibleClassChange(Incompatibility),
}

/// What is different from what a reference or instruction expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incompatibility {
    /// A class, where an interface is expected.
    ClassFound,
    /// An interface, where a class is expected.
    InterfaceFound,
    /// A static member, where one of an instance is expected.
    StaticFound,
    /// A member of an instance, where a static one is expected.
    InstanceFound,
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::MissingClass(name) => write!(f, "unknown because {name} is missing"),
            ResolveError::NoSuchField => write!(f, "no such field"),
            ResolveError::NoSuchMethod => write!(f, "no such method"),
            ResolveError::IncompatibleClassChange(found) => write!(
                f,
                "incompatible class change: {}",
                match found {
                    Incompatibility::ClassFound => "a class instead of an interface",
                    Incompatibility::InterfaceFound => "an interface instead of a class",
                    Incompatibility::StaticFound => "static instead of instance",
                    Incompatibility::InstanceFound => "instance instead of static",
                }
            ),
        }
    }
}

impl std::error::Error for ResolveError {}

/// A method or field that was found, and the first phantom on the way; or only the phantom.
pub(super) struct Lookup<M> {
    pub(super) found: Option<M>,
    pub(super) missing: Option<ClassId>,
}

/// The methods of a class's superinterfaces that match a name and type.
pub(super) struct InterfaceMethods {
    /// Maximally specific (JVMS 5.4.3.3), by name of the interface.
    pub(super) most_specific: Vec<MethodId>,
    /// The nearest phantom among the class and its supertypes.
    pub(super) missing: Option<ClassId>,
}

impl InterfaceMethods {
    /// Those of the maximally specific ones that have code.
    pub(super) fn concrete(&self, hierarchy: &Hierarchy) -> Vec<MethodId> {
        let methods = self.most_specific.iter().copied();
        methods.filter(|&m| !hierarchy.method(m).is_abstract()).collect()
    }
}

fn incompatible<T>(found: Incompatibility) -> Result<T, ResolveError> {
    Err(ResolveError::IncompatibleClassChange(found))
}

impl Hierarchy {
    /// What a field reference in the class `from` means (JVMS 5.4.3.2).
    pub fn resolve_field(
        &self,
        from: ClassId,
        field: FieldRef,
    ) -> Result<Resolved<FieldId>, ResolveError> {
        let &FieldRefData { class, name, ty } = field.data();
        if class.as_str().starts_with('[') {
            return Err(ResolveError::NoSuchField);
        }
        let class = self.present(class)?;
        let lookup = self.look_up_field(class, name, ty);
        let member = self.found(&lookup, ResolveError::NoSuchField)?;
        let accessible = self.may_access(from, member, class);
        Ok(Resolved { member, accessible, missing: lookup.missing })
    }

    /// What a method reference in the class `from` means (JVMS 5.4.3.3, 5.4.3.4). A signature-polymorphic method is
    /// found whatever the type of the reference.
    pub fn resolve_method(
        &self,
        from: ClassId,
        method: MethodRef,
    ) -> Result<Resolved<MethodId>, ResolveError> {
        let &MethodRefData { class, name, ty, is_interface } = method.data();
        if class.as_str().starts_with('[') {
            return self.resolve_array_method(from, name, ty, is_interface);
        }
        let class = self.present(class)?;
        let lookup = match (is_interface, self.is_interface(class)) {
            (true, false) => return incompatible(Incompatibility::ClassFound),
            (false, true) => return incompatible(Incompatibility::InterfaceFound),
            (true, true) => self.look_up_interface_method(class, name, ty),
            (false, false) => self.look_up_class_method(class, name, ty),
        };
        let member = self.found(&lookup, ResolveError::NoSuchMethod)?;
        let accessible = self.may_access(from, member, class);
        Ok(Resolved { member, accessible, missing: lookup.missing })
    }

    /// [`Hierarchy::resolve_field`] for an instruction that expects a static field or one of an instance (JVMS 6.5
    /// `getfield`, `getstatic`, `putfield`, `putstatic`).
    pub fn link_field(
        &self,
        from: ClassId,
        field: FieldRef,
        is_static: bool,
    ) -> Result<Resolved<FieldId>, ResolveError> {
        let resolved = self.resolve_field(from, field)?;
        check_static(self.field(resolved.member).flags.contains(FieldFlags::STATIC), is_static)?;
        Ok(resolved)
    }

    /// [`Hierarchy::resolve_method`] for a call of this kind (JVMS 6.5 `invokeinterface`, `invokespecial`,
    /// `invokestatic`, `invokevirtual`). Which method then runs is the matter of selection.
    pub fn link_invoke(
        &self,
        from: ClassId,
        kind: InvokeKind,
        method: MethodRef,
    ) -> Result<Resolved<MethodId>, ResolveError> {
        let resolved = self.resolve_method(from, method)?;
        check_static(self.method(resolved.member).is_static(), kind == InvokeKind::Static)?;
        Ok(resolved)
    }

    /// Whether calls of a method may have any type (JVMS 2.9.3).
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        let method = self.method(method);
        let class = self.name(method.class);
        (class == self.known.method_handle || class == self.known.var_handle)
            && method.flags.contains(MethodFlags::NATIVE.union(MethodFlags::VARARGS))
            && matches!(method.ty.parameters(), &[parameter] if parameter == Type::object().array_of())
    }

    /// The class of this name, if it is there.
    fn present(&self, name: Name) -> Result<ClassId, ResolveError> {
        let class = self.class(name).filter(|&class| !self.is_phantom(class));
        class.ok_or(ResolveError::MissingClass(name))
    }

    fn found<M: Copy>(&self, lookup: &Lookup<M>, none: ResolveError) -> Result<M, ResolveError> {
        lookup.found.ok_or_else(|| match lookup.missing {
            Some(phantom) => ResolveError::MissingClass(self.name(phantom)),
            None => none,
        })
    }

    /// JVMS 5.4.3.2: the class, then its superinterfaces, then its superclass, each with all of its own.
    fn look_up_field(&self, class: ClassId, name: Name, ty: Type) -> Lookup<FieldId> {
        let mut missing = None;
        let mut seen = FxHashSet::default();
        let mut work = vec![class];
        while let Some(class) = work.pop() {
            let found = self.declared_field(class, name, ty);
            if found.is_some() {
                return Lookup { found, missing };
            }
            if !seen.insert(class) {
                continue;
            }
            if self.is_phantom(class) {
                missing = missing.or(Some(class));
            }
            work.extend(self.super_class(class));
            work.extend(self.interfaces(class).iter().rev());
        }
        Lookup { found: None, missing }
    }

    /// JVMS 5.4.3.3, steps 2 and 3.
    fn look_up_class_method(&self, class: ClassId, name: Name, ty: MethodType) -> Lookup<MethodId> {
        let mut missing = None;
        for class in self.with_superclasses(class) {
            let found = self
                .polymorphic_method(class, name)
                .or_else(|| self.declared_method(class, name, ty));
            if found.is_some() {
                return Lookup { found, missing };
            }
            if self.is_phantom(class) {
                missing = missing.or(Some(class));
            }
        }
        let mut lookup = self.look_up_in_superinterfaces(class, name, ty);
        lookup.missing = missing.or(lookup.missing);
        lookup
    }

    /// JVMS 5.4.3.4, steps 2 to 5.
    fn look_up_interface_method(
        &self,
        class: ClassId,
        name: Name,
        ty: MethodType,
    ) -> Lookup<MethodId> {
        let own = self.declared_method(class, name, ty);
        let found = own.or_else(|| self.public_method_of_object(name, ty));
        if found.is_some() {
            return Lookup { found, missing: None };
        }
        let mut lookup = self.look_up_in_superinterfaces(class, name, ty);
        let object = self.is_phantom(self.object()).then(|| self.object());
        lookup.missing = lookup.missing.or(object);
        lookup
    }

    /// The public instance method of `Object` that every interface has.
    pub(super) fn public_method_of_object(&self, name: Name, ty: MethodType) -> Option<MethodId> {
        let method = self.declared_method(self.object(), name, ty)?;
        let flags = self.method(method).flags;
        let is_inherited =
            flags.contains(MethodFlags::PUBLIC) && !flags.contains(MethodFlags::STATIC);
        is_inherited.then_some(method)
    }

    /// The one maximally specific method with code, else any method that is neither private nor static. "Any" is the one
    /// whose interface has the smallest name, but a maximally specific one.
    fn look_up_in_superinterfaces(
        &self,
        class: ClassId,
        name: Name,
        ty: MethodType,
    ) -> Lookup<MethodId> {
        let methods = self.interface_methods(class, name, ty);
        let found = match methods.concrete(self)[..] {
            [one] => Some(one),
            _ => methods.most_specific.first().copied(),
        };
        Lookup { found, missing: methods.missing }
    }

    /// The maximally specific superinterface methods of a class or interface (JVMS 5.4.3.3).
    pub(super) fn interface_methods(
        &self,
        class: ClassId,
        name: Name,
        ty: MethodType,
    ) -> InterfaceMethods {
        let mut all = Vec::new();
        let mut missing = self.is_phantom(class).then_some(class);
        for &supertype in self.all_supertypes(class) {
            if self.is_phantom(supertype) {
                missing = missing.or(Some(supertype));
            } else if self.is_interface(supertype) {
                let method = self.declared_method(supertype, name, ty);
                all.extend(method.filter(|&m| self.method(m).is_inheritable()));
            }
        }
        let owner = |method: MethodId| self.method(method).class;
        let is_overridden = |&method: &MethodId| {
            all.iter()
                .any(|&other| other != method && self.is_subclass(owner(other), owner(method)))
        };
        let mut most_specific: Vec<MethodId> =
            all.iter().copied().filter(|method| !is_overridden(method)).collect();
        most_specific.sort_by_key(|&method| self.name(owner(method)));
        InterfaceMethods { most_specific, missing }
    }

    /// JVMS 5.4.3.3: the only method of this name, if it is signature-polymorphic.
    fn polymorphic_method(&self, class: ClassId, name: Name) -> Option<MethodId> {
        let class_name = self.name(class);
        if class_name != self.known.method_handle && class_name != self.known.var_handle {
            return None;
        }
        let mut methods = self.methods(class).filter(|&m| self.method(m).name == name);
        let method = methods.next()?;
        (methods.next().is_none() && self.is_signature_polymorphic(method)).then_some(method)
    }

    /// Arrays have the methods of `Object`, and their `clone` is public (JLS 10.7).
    fn resolve_array_method(
        &self,
        from: ClassId,
        name: Name,
        ty: MethodType,
        is_interface: bool,
    ) -> Result<Resolved<MethodId>, ResolveError> {
        if is_interface {
            return incompatible(Incompatibility::ClassFound);
        }
        let object = self.present(self.known.object)?;
        let member = self.declared_method(object, name, ty).ok_or(ResolveError::NoSuchMethod)?;
        let is_clone = name == self.known.clone && ty.parameters().is_empty();
        let accessible = is_clone || self.may_access(from, member, object);
        Ok(Resolved { member, accessible, missing: None })
    }
}

fn check_static(found: bool, expected: bool) -> Result<(), ResolveError> {
    match (found, expected) {
        (true, false) => incompatible(Incompatibility::StaticFound),
        (false, true) => incompatible(Incompatibility::InstanceFound),
        _ => Ok(()),
    }
}
