//! What the JVM's local variables and stack hold while code is walked.

use super::locals::Kind;
use crate::body::Value;
use crate::entity::EntityId;
use crate::types::Type;

/// The contents of a local variable or a stack entry, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(u32);

impl Slot {
    /// No value, different values of different kinds, or the second half of a wide value.
    pub(super) const UNUSABLE: Slot = Slot(0);
    /// The return address of a subroutine.
    pub(super) const RETURN_ADDRESS: Slot = Slot(1);

    pub(super) fn new(value: Value) -> Slot {
        Slot(value.index() as u32 + 2)
    }

    pub(super) fn value(self) -> Option<Value> {
        self.0.checked_sub(2).map(|index| Value::from_index(index as usize))
    }
}

/// Local variables and stack at one point of the code.
#[derive(Default)]
pub(super) struct State {
    pub(super) locals: Vec<Slot>,
    pub(super) stack: Vec<Slot>,
}

impl Kind {
    pub(super) fn of(ty: Type) -> Kind {
        match ty {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            Type::Float => Kind::Float,
            Type::Double => Kind::Double,
            Type::Ref(_) | Type::Null => Kind::Ref,
        }
    }

    /// The type, if the kind says it all.
    pub(super) fn primitive(self) -> Option<Type> {
        match self {
            Kind::Int => Some(Type::Int),
            Kind::Long => Some(Type::Long),
            Kind::Float => Some(Type::Float),
            Kind::Double => Some(Type::Double),
            Kind::Ref => None,
        }
    }

    /// As messages name it.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Kind::Int => "an int",
            Kind::Long => "a long",
            Kind::Float => "a float",
            Kind::Double => "a double",
            Kind::Ref => "a reference",
        }
    }
}
