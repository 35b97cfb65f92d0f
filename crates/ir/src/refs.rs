//! Symbolic references: members by class, name and type, as a class file names them. What they refer to is known
//! only to a hierarchy.

use std::fmt;
use std::sync::LazyLock;

pub use classfile::HandleKind;

use crate::intern::{Id, Interner};
use crate::name::Name;
use crate::types::{MethodType, Type};

/// A field as named by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldRef(Id);

/// The parts of a [`FieldRef`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldRefData {
    /// The class that is named; a superclass may declare the field.
    pub class: Name,
    /// The field's name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A method as named by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodRef(Id);

/// The parts of a [`MethodRef`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodRefData {
    /// The class or array type that is named; a supertype may declare the method.
    pub class: Name,
    /// The method's name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
    /// Whether the reference says that the class is an interface.
    pub is_interface: bool,
}

static FIELD_REFS: LazyLock<Interner<FieldRefData>> = LazyLock::new(Interner::new);
static METHOD_REFS: LazyLock<Interner<MethodRefData>> = LazyLock::new(Interner::new);

impl FieldRef {
    /// The reference with these parts.
    pub fn new(data: FieldRefData) -> FieldRef {
        let id = FIELD_REFS.intern(&data, || Some(Box::new(data)));
        FieldRef(id.expect("invariant: every reference can be interned"))
    }

    /// Its parts.
    #[inline]
    pub fn data(self) -> &'static FieldRefData {
        FIELD_REFS.get(self.0)
    }
}

impl MethodRef {
    /// The reference with these parts.
    pub fn new(data: MethodRefData) -> MethodRef {
        let id = METHOD_REFS.intern(&data, || Some(Box::new(data)));
        MethodRef(id.expect("invariant: every reference can be interned"))
    }

    /// Its parts.
    #[inline]
    pub fn data(self) -> &'static MethodRefData {
        METHOD_REFS.get(self.0)
    }
}

/// `Class.name:descriptor`
impl fmt::Display for FieldRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldRefData { class, name, ty } = self.data();
        write!(f, "{class}.{name}:{ty}")
    }
}

/// `Class.name(parameters)result`
impl fmt::Display for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MethodRefData { class, name, ty, .. } = self.data();
        write!(f, "{class}.{name}{ty}")
    }
}

impl fmt::Debug for FieldRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A method handle constant: what to do with which member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodHandle {
    /// Reads or writes a field.
    Field(HandleKind, FieldRef),
    /// Calls a method or constructor.
    Method(HandleKind, MethodRef),
}
