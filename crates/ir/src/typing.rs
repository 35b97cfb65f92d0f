//! What an operation says about the type of its result.
//!
//! The verifier demands it, and the text form leaves out the types that follow from it.

use std::sync::LazyLock;

use crate::body::{Body, Constant, Op};
use crate::name::Name;
use crate::types::Type;

/// What is known of the type of an operation's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// There is no result.
    None,
    /// It is this one.
    Exactly(Type),
    /// Some reference.
    Reference,
    /// Anything: it depends on the method or on the operands.
    Any,
}

impl Op {
    /// What the operation says about the type of its result. A number of a table that does not exist says nothing.
    #[inline]
    pub fn result_type(&self, body: &Body) -> ResultType {
        let computed = |ty: Type| ResultType::Exactly(ty.computational());
        let called = |ty: Option<Type>| ty.map_or(ResultType::None, computed);
        match *self {
            Op::Param(_) | Op::Phi(_) => ResultType::Any,
            Op::Catch => ResultType::Reference,
            Op::Const(constant) => constant_type(constant, body),
            Op::Unary(op, _) => ResultType::Exactly(op.signature().1),
            Op::Binary(op, ..) => ResultType::Exactly(op.signature().2),
            Op::GetField { field, .. } | Op::GetStatic { field } => computed(field.data().ty),
            Op::ArrayLoad { kind, .. } => {
                kind.value_type().map_or(ResultType::Reference, ResultType::Exactly)
            }
            Op::ArrayLength(_) | Op::InstanceOf { .. } => ResultType::Exactly(Type::Int),
            Op::New(class) => ResultType::Exactly(Type::Ref(class)),
            Op::NewArray { ty, .. } | Op::NewMultiArray { ty, .. } | Op::CheckCast { ty, .. } => {
                ResultType::Exactly(ty)
            }
            Op::Invoke { method, .. } => called(method.data().ty.result()),
            Op::InvokeDynamic { site, .. } => {
                body.call_sites.get(site).map_or(ResultType::Any, |site| called(site.ty.result()))
            }
            Op::PutField { .. }
            | Op::PutStatic { .. }
            | Op::ArrayStore { .. }
            | Op::MonitorEnter(_)
            | Op::MonitorExit(_)
            | Op::Goto(_)
            | Op::If { .. }
            | Op::Switch { .. }
            | Op::Return(_)
            | Op::Throw(_) => ResultType::None,
        }
    }
}

fn constant_type(constant: Constant, body: &Body) -> ResultType {
    static CLASSES: LazyLock<[Type; 4]> = LazyLock::new(|| {
        let names = ["String", "Class", "invoke/MethodType", "invoke/MethodHandle"];
        names.map(|name| Type::Ref(Name::new(&format!("java/lang/{name}"))))
    });
    ResultType::Exactly(match constant {
        Constant::Null => Type::Null,
        Constant::Int(_) => Type::Int,
        Constant::Long(_) => Type::Long,
        Constant::Float(_) => Type::Float,
        Constant::Double(_) => Type::Double,
        Constant::String(_) => CLASSES[0],
        Constant::Class(_) => CLASSES[1],
        Constant::MethodType(_) => CLASSES[2],
        Constant::MethodHandle(_) => CLASSES[3],
        Constant::Dynamic(id) => match body.dynamics.get(id) {
            Some(dynamic) => dynamic.ty.computational(),
            None => return ResultType::Any,
        },
    })
}
