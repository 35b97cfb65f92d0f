//! Waits for one thread of many, which was picked out.
//!
//! ```java
//! for (Pump pump : pumps) pump.start();
//! pumps.get(pumps.size() - 1).join();         // one has ended
//! for (Pump pump : pumps) sum += pump.litres; // the others need not have
//!
//! Pump first = pumps.get(0);
//! while (first.isAlive()) Thread.sleep(1);
//! use(first.litres);                          // this one has
//! ```
//!
//! Who waits in a loop for another one in each round is taken to wait for all, and so is who waits for several, one after the other:
//! that there are more is not known.

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use points_to::Node;

use crate::objects::{int_constant, uncast};
use crate::program::{NodeInfo, Program};

/// How far back it is followed what an access has to do with; beyond that it may have to do with anything.
const MANY_VALUES: usize = 64;

/// Whether a value, at an instruction, is one of several things, the same whenever the instruction is carried out: an element that was
/// looked up, or what a loop has left in a variable.
pub(crate) fn is_picked(program: &Program<'_>, node: Node, value: Value, at: Inst) -> bool {
    let Some(info) = program.node(node) else { return false };
    let flow = program.flow(node);
    let def = info.body.values[uncast(info.body, value)].def;
    let block = flow.block_of(def);
    match info.body.insts[def].op {
        Op::Phi(_) => {
            let blocks = flow.innermost(block).filter(|_| flow.is_header(block));
            blocks.is_some_and(|blocks| !blocks[flow.block_of(at).index()])
        }
        Op::ArrayLoad { .. } => !flow.is_in_loop(def),
        Op::Invoke { args, .. } => {
            let is_library = info.steps_at(def).all(|step| step.callee().is_none());
            let is_number = |&value: &Value| info.body.values[value].ty == ir::Type::Int;
            is_library && info.body.list(args).iter().any(is_number) && !flow.is_in_loop(def)
        }
        _ => false,
    }
}

/// Whether an instruction has to do with something that was picked out: it is done to that, to what was found by way of it, or to what
/// was picked out by the same number.
pub(crate) fn has_to_do_with(info: &NodeInfo<'_>, inst: Inst, picked: Value) -> bool {
    let picked = uncast(info.body, picked);
    let own = number(info, info.body.values[picked].def);
    let is_same = |other: Value| {
        let constant = |value| int_constant(info.body, value);
        own.is_some_and(|own| {
            own == other || constant(own).is_some() && constant(own) == constant(other)
        })
    };
    let mut pending = vec![inst];
    let mut seen = Vec::new();
    while let Some(inst) = pending.pop() {
        let mut is_it = number(info, inst).is_some_and(is_same) || seen.len() > MANY_VALUES;
        seen.push(inst);
        info.body.insts[inst].op.for_each_operand(&info.body.lists, |operand| {
            is_it |= operand == picked;
            let def = info.body.values[operand].def;
            if info.body.values[operand].ty.is_reference() && !seen.contains(&def) {
                pending.push(def);
            }
        });
        if is_it {
            return true;
        }
    }
    false
}

/// The number by which an instruction finds an element.
fn number(info: &NodeInfo<'_>, inst: Inst) -> Option<Value> {
    match info.body.insts[inst].op {
        Op::ArrayLoad { index, .. } | Op::ArrayStore { index, .. } => Some(index),
        Op::Invoke { args, .. } => match *info.body.list(args) {
            [_, index, ..] if info.body.values[index].ty == ir::Type::Int => Some(index),
            _ => None,
        },
        _ => None,
    }
}
