//! Invariants 1 to 3: after these, following any number in a body finds something.

use super::{Checked, Invariant, VerifyError, broken};
use crate::body::{Block, Body, CallSiteKind, Constant, InstData, Op, Slice, ValueList};
use crate::entity::EntityId;

pub(super) fn check(body: &Body) -> Checked {
    check_tiling(body)?;
    for block in body.blocks.keys() {
        check_block(body, block)?;
        for inst in body.insts_of(block) {
            check_inst(body, &body.insts[inst]).map_err(|error| error.at(block, inst))?;
        }
    }
    check_constants(body)?;
    check_variables(body)
}

fn check_tiling(body: &Body) -> Checked {
    let mut next = 0;
    for (block, data) in body.blocks.iter() {
        let range = data.insts.range();
        if range.start != next || range.is_empty() || range.end > body.insts.len() {
            let message = format!("instructions {range:?}, but {next} is next");
            return Err(broken(Invariant::Tiling, message).at_block(block));
        }
        next = range.end;
    }
    if body.blocks.is_empty() || next != body.insts.len() {
        let message = format!("{next} of {} instructions are in blocks", body.insts.len());
        return Err(broken(Invariant::Tiling, message));
    }
    Ok(())
}

fn lies_in<T>(slice: Slice, vector: &[T]) -> bool {
    slice.range().end <= vector.len()
}

fn check_block(body: &Body, block: Block) -> Checked {
    let data = &body.blocks[block];
    if !lies_in(data.preds, &body.preds) || !lies_in(data.handlers, &body.handlers) {
        let message = "predecessors or handlers outside of their vector";
        return Err(broken(Invariant::Slices, message).at_block(block));
    }
    let handlers = body.handlers_of(block).iter().map(|handler| handler.block);
    let mut named = body.predecessors(block).iter().copied().chain(handlers);
    match named.find(|&named| body.blocks.get(named).is_none()) {
        Some(named) => Err(no_such(named).at_block(block)),
        None => Ok(()),
    }
}

#[cold]
fn no_such(id: impl std::fmt::Display) -> VerifyError {
    broken(Invariant::Ids, format!("there is no {id}"))
}

fn check_inst(body: &Body, inst: &InstData) -> Checked {
    if let Some(ValueList(list)) = list_of(&inst.op)
        && !lies_in(list, &body.lists)
    {
        return Err(broken(Invariant::Slices, "operands outside of their vector"));
    }
    let mut highest = inst.result;
    inst.op.for_each_operand(&body.lists, |operand| highest = highest.max(Some(operand)));
    if let Some(value) = highest
        && value.index() >= body.values.len()
    {
        return Err(no_such(value));
    }
    check_targets(body, &inst.op)
}

fn list_of(op: &Op) -> Option<ValueList> {
    match *op {
        Op::Phi(list)
        | Op::NewMultiArray { lengths: list, .. }
        | Op::Invoke { args: list, .. }
        | Op::InvokeDynamic { args: list, .. } => Some(list),
        _ => None,
    }
}

/// Everything but values that an operation names.
fn check_targets(body: &Body, op: &Op) -> Checked {
    let exists = |block: Block| match body.blocks.get(block) {
        Some(_) => Ok(()),
        None => Err(no_such(block)),
    };
    match *op {
        Op::Goto(target) => exists(target),
        Op::If { then, otherwise, .. } => exists(then.max(otherwise)),
        Op::Switch { table, .. } => {
            let table = body.switches.get(table).ok_or_else(|| no_such(table))?;
            table.cases.iter().try_for_each(|&(_, target)| exists(target))?;
            exists(table.default)
        }
        Op::InvokeDynamic { site, .. } if body.call_sites.get(site).is_none() => Err(no_such(site)),
        Op::Const(constant) => check_constant(body, &constant),
        _ => Ok(()),
    }
}

fn check_constant(body: &Body, constant: &Constant) -> Checked {
    match *constant {
        Constant::Dynamic(id) if body.dynamics.get(id).is_none() => Err(no_such(id)),
        _ => Ok(()),
    }
}

/// The arguments of bootstrap methods.
fn check_constants(body: &Body) -> Checked {
    for site in body.call_sites.values() {
        let constants = match &site.kind {
            CallSiteKind::StringConcat { constants, .. } => constants.as_slice(),
            CallSiteKind::Switch { labels, .. } => labels,
            CallSiteKind::Unknown { args, .. } => args,
            CallSiteKind::Lambda(_) | CallSiteKind::ObjectMethods { .. } => &[],
        };
        constants.iter().try_for_each(|constant| check_constant(body, constant))?;
    }
    let mut args = body.dynamics.values().flat_map(|dynamic| &dynamic.args);
    args.try_for_each(|constant| check_constant(body, constant))
}

fn check_variables(body: &Body) -> Checked {
    match body.variables.iter().find(|variable| body.values.get(variable.value).is_none()) {
        Some(variable) => Err(no_such(variable.value)),
        None => Ok(()),
    }
}
