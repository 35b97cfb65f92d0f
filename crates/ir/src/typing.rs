//! What an operation says about the type of its result.
//!
//! The verifier demands it, and the text form leaves out the types that follow from it.

use crate::body::{Body, Constant, Op};
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
    let ty = match constant {
        Constant::Null => Some(Type::Null),
        Constant::Int(_) => Some(Type::Int),
        Constant::Long(_) => Some(Type::Long),
        Constant::Float(_) => Some(Type::Float),
        Constant::Double(_) => Some(Type::Double),
        Constant::Dynamic(id) => body.dynamics.get(id).map(|dynamic| dynamic.ty.computational()),
        _ => constant.class().map(Type::Ref),
    };
    ty.map_or(ResultType::Any, ResultType::Exactly)
}
