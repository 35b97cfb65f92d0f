//! Invariants 17 to 24: types fit operations.

use super::{Checked, Declaration, Invariant, VerifyError, broken};
use crate::body::{ArrayKind, Body, Cond, InstData, InvokeKind, Op, Value, ValueList};
use crate::types::{MethodType, Type};
use crate::typing::ResultType;

pub(super) fn check(body: &Body, declaration: &Declaration) -> Checked {
    for block in body.blocks.keys() {
        for inst in body.insts_of(block) {
            let data = &body.insts[inst];
            let checked = check_result(body, data, declaration)
                .and_then(|()| check_operands(body, data, declaration));
            checked.map_err(|error| error.at(block, inst))?;
        }
    }
    Ok(())
}

#[cold]
fn wrong(invariant: Invariant, message: String) -> Checked {
    Err(broken(invariant, message))
}

fn check_result(body: &Body, inst: &InstData, declaration: &Declaration) -> Checked {
    let expected = match inst.op {
        Op::Param(number) => parameter_type(declaration, number),
        _ => inst.op.result_type(body),
    };
    match (inst.result, expected) {
        (None, ResultType::None) => Ok(()),
        (None, _) => wrong(Invariant::HasResult, "a result is missing".into()),
        (Some(_), ResultType::None) => wrong(Invariant::HasResult, "there can be no result".into()),
        (Some(result), _) => check_result_type(result, body.values[result].ty, expected),
    }
}

fn parameter_type(declaration: &Declaration, number: u16) -> ResultType {
    let parameter = declaration.parameter(number.into());
    parameter.map_or(ResultType::Any, |ty| ResultType::Exactly(ty.computational()))
}

fn check_result_type(result: Value, ty: Type, expected: ResultType) -> Checked {
    if ty.computational() != ty {
        return wrong(Invariant::Computational, format!("{result} is of type {ty}"));
    }
    match expected {
        ResultType::Exactly(expected) if ty != expected => {
            wrong(Invariant::Results, format!("{result} is of type {ty}, not {expected}"))
        }
        ResultType::Reference if !ty.is_reference() => {
            wrong(Invariant::Results, format!("{result} is of type {ty}, not a reference"))
        }
        _ => Ok(()),
    }
}

/// Whether a value of one type can be used where the other is expected: both references, or the same kind of number.
#[inline]
fn same_kind(found: Type, expected: Type) -> bool {
    match expected {
        Type::Ref(_) | Type::Null => found.is_reference(),
        _ => found == expected.computational(),
    }
}

/// What an operand has to be.
#[derive(Clone, Copy)]
enum Need {
    Reference,
    Like(Type),
}

impl Need {
    const INT: Need = Need::Like(Type::Int);

    #[inline]
    fn is_met(self, found: Type) -> bool {
        match self {
            Need::Reference => found.is_reference(),
            Need::Like(expected) => same_kind(found, expected),
        }
    }
}

impl From<Type> for Need {
    fn from(ty: Type) -> Need {
        Need::Like(ty)
    }
}

#[cold]
fn operand_error(invariant: Invariant, value: Value, found: Type, need: Need) -> VerifyError {
    let needed = match need {
        Need::Reference => "a reference".to_string(),
        Need::Like(ty) if ty.is_reference() => "a reference".to_string(),
        Need::Like(ty) => ty.computational().to_string(),
    };
    broken(invariant, format!("{value} is of type {found}, needed is {needed}"))
}

#[inline]
fn operand(body: &Body, value: Value, need: impl Into<Need>) -> Checked {
    operand_of(body, Invariant::Operands, value, need.into())
}

#[inline]
fn operand_of(body: &Body, invariant: Invariant, value: Value, need: Need) -> Checked {
    let found = body.values[value].ty;
    if need.is_met(found) { Ok(()) } else { Err(operand_error(invariant, value, found, need)) }
}

fn check_operands(body: &Body, inst: &InstData, declaration: &Declaration) -> Checked {
    match inst.op {
        Op::Param(_) | Op::Catch | Op::Const(_) | Op::GetStatic { .. } => Ok(()),
        Op::New(_) | Op::Goto(_) => Ok(()),
        Op::Phi(args) => check_phi(body, inst, args),
        Op::Unary(op, a) => operand(body, a, op.signature().0),
        Op::Binary(op, a, b) => {
            let (left, right, _) = op.signature();
            operand(body, a, left)?;
            operand(body, b, right)
        }
        Op::GetField { object, .. } => operand(body, object, Need::Reference),
        Op::PutField { object, field, value } => {
            operand(body, object, Need::Reference)?;
            operand(body, value, field.data().ty)
        }
        Op::PutStatic { field, value } => operand(body, value, field.data().ty),
        Op::ArrayLoad { array, index, .. } => check_element(body, array, index),
        Op::ArrayStore { kind, array, index, value } => {
            check_element(body, array, index)?;
            operand(body, value, element_need(kind))
        }
        Op::ArrayLength(value)
        | Op::CheckCast { value, .. }
        | Op::InstanceOf { value, .. }
        | Op::MonitorEnter(value)
        | Op::MonitorExit(value)
        | Op::Throw(value) => operand(body, value, Need::Reference),
        Op::NewArray { ty, length } => {
            check_dimensions(ty, 1)?;
            operand(body, length, Need::INT)
        }
        Op::NewMultiArray { ty, lengths } => {
            check_dimensions(ty, lengths.0.len as usize)?;
            body.list(lengths).iter().try_for_each(|&length| operand(body, length, Need::INT))
        }
        Op::Invoke { kind, method, args } => {
            check_call(body, method.data().ty, kind != InvokeKind::Static, args)
        }
        Op::InvokeDynamic { site, args } => check_call(body, body.call_sites[site].ty, false, args),
        Op::If { cond, lhs, rhs, .. } => check_condition(body, cond, lhs, rhs),
        Op::Switch { value, .. } => operand(body, value, Need::INT),
        Op::Return(value) => check_return(body, value, declaration.ty.result()),
    }
}

fn check_phi(body: &Body, inst: &InstData, args: ValueList) -> Checked {
    let Some(result) = inst.result else { return Ok(()) };
    let need = Need::Like(body.values[result].ty);
    let mut args = body.list(args).iter();
    args.try_for_each(|&arg| operand_of(body, Invariant::Phis, arg, need))
}

fn check_element(body: &Body, array: Value, index: Value) -> Checked {
    operand(body, array, Need::Reference)?;
    operand(body, index, Need::INT)
}

fn element_need(kind: ArrayKind) -> Need {
    kind.value_type().map_or(Need::Reference, Need::Like)
}

fn check_dimensions(ty: Type, lengths: usize) -> Checked {
    let dimensions = match ty {
        Type::Ref(name) => name.as_str().bytes().take_while(|&b| b == b'[').count(),
        _ => 0,
    };
    if lengths == 0 || dimensions < lengths {
        return wrong(Invariant::Arrays, format!("{lengths} lengths for {ty}"));
    }
    Ok(())
}

fn check_call(body: &Body, ty: MethodType, has_receiver: bool, args: ValueList) -> Checked {
    let parameters = ty.parameters();
    let args = body.list(args);
    let expected = parameters.len() + usize::from(has_receiver);
    if args.len() != expected {
        let message = format!("{} arguments instead of {expected}", args.len());
        return wrong(Invariant::Arguments, message);
    }
    let args = match args.split_first() {
        Some((&receiver, args)) if has_receiver => {
            operand(body, receiver, Need::Reference)?;
            args
        }
        _ => args,
    };
    let mut pairs = args.iter().zip(parameters);
    pairs.try_for_each(|(&arg, &parameter)| operand(body, arg, parameter))
}

/// References can only be compared for being the same.
fn check_condition(body: &Body, cond: Cond, lhs: Value, rhs: Option<Value>) -> Checked {
    let is_identity = matches!(cond, Cond::Eq | Cond::Ne);
    let need =
        if is_identity && body.values[lhs].ty.is_reference() { Need::Reference } else { Need::INT };
    operand(body, lhs, need)?;
    rhs.map_or(Ok(()), |rhs| operand(body, rhs, need))
}

fn check_return(body: &Body, value: Option<Value>, expected: Option<Type>) -> Checked {
    match (value, expected) {
        (None, None) => Ok(()),
        (Some(value), Some(ty)) => operand_of(body, Invariant::Returns, value, Need::Like(ty)),
        (Some(value), None) => {
            wrong(Invariant::Returns, format!("{value} is returned, but there is no result"))
        }
        (None, Some(ty)) => wrong(Invariant::Returns, format!("{ty} is to be returned")),
    }
}
