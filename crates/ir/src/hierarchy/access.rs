//! Access control (JVMS 5.4.4) and nests.

use classfile::{ClassFlags, FieldFlags, MethodFlags};

use super::{ClassId, FieldId, Hierarchy, MethodId};

/// A method or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// A method.
    Method(MethodId),
    /// A field.
    Field(FieldId),
}

impl From<MethodId> for Member {
    fn from(method: MethodId) -> Member {
        Member::Method(method)
    }
}

impl From<FieldId> for Member {
    fn from(field: FieldId) -> Member {
        Member::Field(field)
    }
}

/// Who may use a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Public,
    Protected,
    Package,
    Private,
}

impl Access {
    /// Fields and methods have the same bits.
    pub(super) fn of_method(flags: MethodFlags) -> Access {
        if flags.contains(MethodFlags::PUBLIC) {
            Access::Public
        } else if flags.contains(MethodFlags::PROTECTED) {
            Access::Protected
        } else if flags.contains(MethodFlags::PRIVATE) {
            Access::Private
        } else {
            Access::Package
        }
    }

    fn of_field(flags: FieldFlags) -> Access {
        Access::of_method(MethodFlags::from_bits_retain(flags.bits()))
    }
}

impl Hierarchy {
    /// Whether code of the class `from` may use a member through a reference that names the class `named` (JVMS 5.4.4).
    pub fn may_access(&self, from: ClassId, member: impl Into<Member>, named: ClassId) -> bool {
        let (owner, access, is_static) = match member.into() {
            Member::Method(id) => {
                let method = self.method(id);
                (method.class, Access::of_method(method.flags), method.is_static())
            }
            Member::Field(id) => {
                let field = self.field(id);
                let is_static = field.flags.contains(FieldFlags::STATIC);
                (field.class, Access::of_field(field.flags), is_static)
            }
        };
        match access {
            Access::Public => true,
            Access::Protected => {
                self.is_same_package(from, owner)
                    || self.is_subclass(from, owner)
                        && (is_static
                            || self.is_subclass(named, from)
                            || self.is_subclass(from, named))
            }
            Access::Package => self.is_same_package(from, owner),
            Access::Private => self.is_nestmate(from, owner),
        }
    }

    /// Whether code of the class `from` may name the class `class` (JVMS 5.4.4). It may name a phantom.
    pub fn may_access_class(&self, from: ClassId, class: ClassId) -> bool {
        self.flags(class).is_none_or(|flags| flags.contains(ClassFlags::PUBLIC))
            || self.is_same_package(from, class)
    }

    /// Whether two classes are in one package.
    #[inline]
    pub fn is_same_package(&self, a: ClassId, b: ClassId) -> bool {
        self.package(a) == self.package(b)
    }

    /// The host of a class's nest (JVMS 5.4.4). Both sides must agree: if the host that the class names is missing, in
    /// another package, or does not list the class, then the class is its own host.
    pub fn nest_host(&self, class: ClassId) -> ClassId {
        let named = self.classes[class].declaration.as_ref().and_then(|d| d.nest_host);
        let Some(host) = named.and_then(|name| self.class(name)) else { return class };
        let Some(declaration) = &self.classes[host].declaration else { return class };
        let is_listed = declaration.nest_members.contains(&self.name(class));
        if is_listed && self.is_same_package(class, host) { host } else { class }
    }

    /// Whether two classes are in one nest, so that they may use each other's private members.
    pub fn is_nestmate(&self, a: ClassId, b: ClassId) -> bool {
        a == b || self.nest_host(a) == self.nest_host(b)
    }
}
