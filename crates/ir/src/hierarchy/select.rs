//! Selection: which method a call runs (JVMS 5.4.5, 5.4.6, and 6.5 `invokespecial`).

use std::fmt;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::access::Access;
use super::resolve::ResolveError;
use super::{ClassId, Hierarchy, MethodId, Resolved};
use crate::body::InvokeKind;
use crate::name::Name;
use crate::refs::{MethodRef, MethodRefData};
use crate::types::MethodType;

/// Why no method can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectionError {
    /// The method that is selected has no code (`AbstractMethodError`).
    Abstract(MethodId),
    /// No class has the method, and no superinterface has it with code (`AbstractMethodError`).
    NotImplemented,
    /// Several superinterfaces have it with code and none is more specific (`IncompatibleClassChangeError`). These are the
    /// two of the smallest class names.
    Conflict(MethodId, MethodId),
    /// Nothing can be selected, but this class is missing and might have the method.
    MissingClass(ClassId),
    /// The receiver's class is no subtype of the class that declares the method.
    NotASubtype,
    /// The method is no longer declared.
    NotDeclared,
}

/// Why `invokespecial` can run no method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialError {
    /// The reference does not resolve.
    Resolve(ResolveError),
    /// It does, but nothing is selected.
    Select(SelectionError),
}

impl From<ResolveError> for SpecialError {
    fn from(error: ResolveError) -> Self {
        SpecialError::Resolve(error)
    }
}

impl From<SelectionError> for SpecialError {
    fn from(error: SelectionError) -> Self {
        SpecialError::Select(error)
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Abstract(method) => write!(f, "{method} is abstract"),
            SelectionError::NotImplemented => write!(f, "not implemented"),
            SelectionError::Conflict(a, b) => write!(f, "conflict between {a} and {b}"),
            SelectionError::MissingClass(class) => write!(f, "unknown because {class} is missing"),
            SelectionError::NotASubtype => write!(f, "the receiver is no subtype"),
            SelectionError::NotDeclared => write!(f, "no longer declared"),
        }
    }
}

impl fmt::Display for SpecialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecialError::Resolve(error) => error.fmt(f),
            SpecialError::Select(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SelectionError {}
impl std::error::Error for SpecialError {}

type Selection = Result<MethodId, SelectionError>;

/// What was selected for receivers of one class, by resolved method. Depends on the class and its ancestors only.
#[derive(Default)]
pub(super) struct DispatchCache(RwLock<FxHashMap<MethodId, Selection>>);

/// A copy starts without what the other remembers.
impl Clone for DispatchCache {
    fn clone(&self) -> Self {
        DispatchCache::default()
    }
}

impl DispatchCache {
    pub(super) fn clear(&mut self) {
        let selections = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !selections.is_empty() {
            *selections = FxHashMap::default();
        }
    }

    fn get_or(&self, method: MethodId, select: impl FnOnce() -> Selection) -> Selection {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&method).copied();
        known.unwrap_or_else(|| {
            let selection = select();
            self.0.write().unwrap_or_else(PoisonError::into_inner).insert(method, selection);
            selection
        })
    }
}

impl Hierarchy {
    /// The method that a call of `resolved` runs on a receiver of this class (JVMS 5.4.6). For an array the receiver's
    /// class is `Object`. A method that is private, static or a constructor is its own selection.
    ///
    /// As with access, a selected method that `invokeinterface` may not call because it is not public is no error.
    pub fn select(
        &self,
        receiver: ClassId,
        resolved: MethodId,
    ) -> Result<MethodId, SelectionError> {
        let method = self.method(resolved);
        if !method.is_declared {
            return Err(SelectionError::NotDeclared);
        }
        if !method.is_inheritable() || method.name == self.known.init {
            return Ok(resolved);
        }
        self.dispatch[receiver].get_or(resolved, || self.select_anew(receiver, resolved))
    }

    fn select_anew(&self, receiver: ClassId, resolved: MethodId) -> Selection {
        let method = self.method(resolved);
        let (name, ty) = (method.name, method.ty);
        if !self.is_subclass(receiver, method.class) {
            return Err(match self.first_missing_ancestor(receiver) {
                Some(phantom) => SelectionError::MissingClass(phantom),
                None => SelectionError::NotASubtype,
            });
        }
        let overrider = match Access::of_method(method.flags) {
            Access::Package => self.package_overrider(receiver, resolved),
            _ => self.inherited_method(receiver, resolved),
        };
        match overrider {
            Some(selected) => self.runnable(selected),
            None => self.select_in_superinterfaces(receiver, name, ty),
        }
    }

    /// The nearest instance method in a class and its superclasses that is not private; it overrides a public or
    /// protected method of the same name and type, wherever that is declared (JVMS 5.4.5).
    fn inherited_method(&self, class: ClassId, overridden: MethodId) -> Option<MethodId> {
        let method = self.method(overridden);
        self.with_superclasses(class)
            .filter_map(|class| self.declared_method(class, method.name, method.ty))
            .find(|&m| self.method(m).is_inheritable())
    }

    /// The nearest method in a class and its superclasses that overrides a package-private method (JVMS 5.4.5): directly
    /// if it is in the same package, or by overriding another method, in between, that does.
    fn package_overrider(&self, class: ClassId, overridden: MethodId) -> Option<MethodId> {
        let method = self.method(overridden);
        let candidates: Vec<MethodId> = self
            .with_superclasses(class)
            .take_while(|&class| class != method.class)
            .filter_map(|class| self.declared_method(class, method.name, method.ty))
            .filter(|&m| self.method(m).is_inheritable())
            .collect();
        let mut overriders = vec![overridden];
        for &candidate in candidates.iter().rev() {
            if overriders.iter().any(|&above| self.directly_overrides(candidate, above)) {
                overriders.push(candidate);
            }
        }
        overriders.last().copied()
    }

    fn directly_overrides(&self, method: MethodId, above: MethodId) -> bool {
        let (method, above) = (self.method(method), self.method(above));
        match Access::of_method(above.flags) {
            Access::Public | Access::Protected => true,
            Access::Package => self.is_same_package(method.class, above.class),
            Access::Private => false,
        }
    }

    /// JVMS 5.4.6, last step of the lookup: the only maximally specific superinterface method that has code.
    fn select_in_superinterfaces(&self, class: ClassId, name: Name, ty: MethodType) -> Selection {
        let methods = self.interface_methods(class, name, ty);
        match (&methods.concrete(self)[..], methods.missing) {
            (&[one], _) => Ok(one),
            (_, Some(phantom)) => Err(SelectionError::MissingClass(phantom)),
            (&[one, other, ..], None) => Err(SelectionError::Conflict(one, other)),
            ([], None) => Err(SelectionError::NotImplemented),
        }
    }

    fn runnable(&self, method: MethodId) -> Selection {
        if self.method(method).is_abstract() {
            Err(SelectionError::Abstract(method))
        } else {
            Ok(method)
        }
    }

    /// The nearest phantom among a class and its supertypes.
    fn first_missing_ancestor(&self, class: ClassId) -> Option<ClassId> {
        let mut nearest_first =
            [class].into_iter().chain(self.all_supertypes(class).iter().copied());
        nearest_first.find(|&c| self.is_phantom(c))
    }

    /// The method that `invokespecial` runs in code of the class `current` (JVMS 6.5 `invokespecial`): constructors,
    /// private methods, methods of a superclass (`super.m()`) and of a direct superinterface (`I.super.m()`).
    ///
    /// [`Resolved::member`] is the selected method; the other parts are about the resolved one.
    pub fn select_special(
        &self,
        current: ClassId,
        method: MethodRef,
    ) -> Result<Resolved<MethodId>, SpecialError> {
        let resolved = self.link_invoke(current, InvokeKind::Special, method)?;
        let &MethodRefData { class, name, ty, is_interface } = method.data();
        // Arrays have no code that calls `super`; their class is as good as `Object`.
        let named = self.class(class).unwrap_or_else(|| self.object());
        if name == self.known.init {
            // A constructor is not inherited.
            let is_own = self.method(resolved.member).class == named;
            return if is_own { Ok(resolved) } else { Err(ResolveError::NoSuchMethod.into()) };
        }
        // ACC_SUPER is taken as set in every class (JVMS 4.1).
        let is_super_call = !is_interface && current != named && self.is_subclass(current, named);
        let start = match self.super_class(current) {
            Some(super_class) if is_super_call => super_class,
            _ => named,
        };
        let selected = self.look_up_special(start, name, ty)?;
        Ok(Resolved { member: selected, ..resolved })
    }

    /// JVMS 6.5 `invokespecial`, steps 1 to 4 of the lookup. Access of the methods does not matter.
    fn look_up_special(&self, start: ClassId, name: Name, ty: MethodType) -> Selection {
        let is_instance = |&m: &MethodId| !self.method(m).is_static();
        let own = |class| self.declared_method(class, name, ty).filter(is_instance);
        let selected = if self.is_interface(start) {
            own(start).or_else(|| self.public_method_of_object(name, ty))
        } else {
            self.with_superclasses(start).find_map(own)
        };
        match selected {
            Some(selected) => self.runnable(selected),
            None => self.select_in_superinterfaces(start, name, ty),
        }
    }
}
