//! Invariants 4 to 8: what stands where in a block.

use super::edges::Edges;
use super::{Checked, Declaration, Invariant, VerifyError, broken};
use crate::body::{Block, Body, Inst, Op, Value};
use crate::entity::EntityId;

pub(super) fn check(
    body: &Body,
    declaration: &Declaration,
    edges: &Edges,
    is_defined: &mut Vec<bool>,
) -> Checked {
    is_defined.clear();
    is_defined.resize(body.values.len(), false);
    for block in body.blocks.keys() {
        let params = if block == Body::entry() { declaration.parameter_count() } else { 0 };
        check_order(body, block, params, edges.is_handler(block))?;
        for inst in body.insts_of(block) {
            if let Some(value) = body.insts[inst].result {
                let checked = check_definition(body, value, inst, is_defined);
                checked.map_err(|error| error.at(block, inst))?;
            }
        }
    }
    match is_defined.iter().position(|is_defined| !is_defined) {
        Some(value) => {
            let message = format!("{} has no definition", Value::from_index(value));
            Err(broken(Invariant::Definition, message))
        }
        None => Ok(()),
    }
}

/// Parameters or phis, `catch`, the rest, the terminator.
fn check_order(body: &Body, block: Block, params: usize, is_handler: bool) -> Checked {
    let range = body.blocks[block].insts.range();
    let insts = &body.insts.as_slice()[range.clone()];
    let at = |place: usize| Inst::from_index(range.start + place);
    let phis = insts.iter().take_while(|inst| matches!(inst.op, Op::Phi(_))).count();
    for (place, inst) in insts.iter().enumerate() {
        let is_last = place + 1 == insts.len();
        let problem = match inst.op {
            Op::Param(number) if place >= params || usize::from(number) != place => {
                Some((Invariant::Params, "not the parameter that belongs here"))
            }
            _ if place < params && !matches!(inst.op, Op::Param(_)) => {
                Some((Invariant::Params, "a parameter is missing"))
            }
            Op::Phi(_) if place >= phis => {
                Some((Invariant::PhisFirst, "a phi after other instructions"))
            }
            Op::Catch if !is_handler => {
                Some((Invariant::Catch, "`catch` in a block that is no handler"))
            }
            Op::Catch if place != phis => {
                Some((Invariant::Catch, "`catch` after other instructions"))
            }
            _ if is_handler && place == phis && !matches!(inst.op, Op::Catch) => {
                Some((Invariant::Catch, "a handler without `catch`"))
            }
            _ if inst.op.is_terminator() != is_last => {
                Some((Invariant::Terminator, terminator_problem(is_last)))
            }
            _ => None,
        };
        if let Some((invariant, message)) = problem {
            return Err(broken(invariant, message).at(block, at(place)));
        }
    }
    Ok(())
}

fn terminator_problem(is_last: bool) -> &'static str {
    if is_last { "a block without a terminator" } else { "a terminator inside of a block" }
}

fn check_definition(body: &Body, value: Value, inst: Inst, is_defined: &mut [bool]) -> Checked {
    if std::mem::replace(&mut is_defined[value.index()], true) {
        return Err(definition(format!("{value} is defined twice")));
    }
    let def = body.values[value].def;
    if def != inst {
        return Err(definition(format!("{value} names {def} as its definition")));
    }
    Ok(())
}

#[cold]
fn definition(message: String) -> VerifyError {
    broken(Invariant::Definition, message)
}
