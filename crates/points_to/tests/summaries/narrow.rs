//! Bodies, made to say what a reader of them knows and the analysis does not see.
//!
//! - Constant empty arrays are null. All lists begin with the same one, which holds nothing, but the analysis does not look
//!   at lengths and would let everything that is put into any list come out of every other.
//! - Where `x instanceof C` or `x.getClass() == C.class` was asked before, `x` is a `C`. Otherwise a method that wraps
//!   its argument unless that is wrapped already would seem to return the argument itself.

use std::collections::BTreeSet;

use ir::body::{Body, Cond, Constant, Op};
use ir::dominators::Dominators;
use ir::{Block, Class, Inst, Name, Type, Value};

/// Changes all bodies of a class. Which class is below another one is asked.
pub fn class(class: &mut Class, is_below: &impl Fn(Name, Name) -> bool) {
    for method in &mut class.methods {
        if let ir::class::MethodCode::Body(body) = &mut method.code {
            remove_empty_arrays(body);
            narrow(body, is_below);
        }
    }
}

fn remove_empty_arrays(body: &mut Body) {
    let is_zero = |value: Value| matches!(def(body, value).1, Op::Const(Constant::Int(0)));
    let is_empty = |op: &Op| matches!(op, Op::NewArray { length, .. } if is_zero(*length));
    let empty: Vec<Inst> =
        body.insts.iter().filter(|(_, data)| is_empty(&data.op)).map(|(inst, _)| inst).collect();
    for inst in empty {
        body.insts[inst].op = Op::Const(Constant::Null);
    }
}

fn def(body: &Body, value: Value) -> (Inst, Op) {
    let inst = body.values[value].def;
    (inst, body.insts[inst].op)
}

/// A question about the type of a value: in `block` the answer was yes.
#[derive(Clone, Copy)]
struct Question {
    asked: Inst,
    value: Value,
    ty: Type,
    block: Block,
}

fn narrow(body: &mut Body, is_below: &impl Fn(Name, Name) -> bool) {
    let asked: Vec<Question> =
        body.blocks.iter().filter_map(|(block, _)| question(body, block)).collect();
    if asked.is_empty() {
        return;
    }
    let dominators = Dominators::of(body);
    let blocks: BTreeSet<Block> = asked.iter().map(|question| question.block).collect();
    for block in blocks {
        let before: Vec<Question> =
            asked.iter().filter(|question| question.block == block).copied().collect();
        let Some(Question { asked, value, ty, .. }) = widest(body, block, &before, is_below) else {
            continue;
        };
        let Some(narrowed) = body.insts[asked].result else { continue };
        body.insts[asked].op = Op::CheckCast { value, ty };
        body.values[narrowed].ty = ty;
        let below: Vec<Inst> = body
            .blocks
            .iter()
            .filter(|&(other, _)| dominators.dominates(block, other))
            .flat_map(|(other, _)| body.insts_of(other))
            .collect();
        for inst in below {
            replace(body, inst, value, narrowed);
        }
    }
}

/// The question with the widest type, if a block is only entered after one of several about the same value.
fn widest(
    body: &Body,
    block: Block,
    before: &[Question],
    is_below: &impl Fn(Name, Name) -> bool,
) -> Option<Question> {
    let first = before.first()?;
    let is_same = before.iter().all(|question| question.value == first.value);
    if body.predecessors(block).len() != before.len() || !is_same {
        return None;
    }
    let covers = |wide: &Question, other: &Question| match (wide.ty, other.ty) {
        (wide, other) if wide == other => true,
        (Type::Ref(wide), Type::Ref(other)) => is_below(other, wide),
        _ => false,
    };
    before.iter().find(|wide| before.iter().all(|other| covers(wide, other))).copied()
}

fn question(body: &Body, block: Block) -> Option<Question> {
    let Op::If { cond, lhs, rhs, then, otherwise } = body.terminator(block).op else { return None };
    let (asked, value, ty, yes) = match (def(body, lhs), rhs.map(|rhs| def(body, rhs))) {
        ((inst, Op::InstanceOf { value, ty }), None) => (inst, value, ty, Cond::Ne),
        ((inst, op), Some((_, Op::Const(Constant::Class(ty)))))
        | ((_, Op::Const(Constant::Class(ty))), Some((inst, op))) => {
            (inst, asks_for_class(body, op)?, ty, Cond::Eq)
        }
        _ => return None,
    };
    let block = if cond == yes { then } else { otherwise };
    (then != otherwise).then_some(Question { asked, value, ty, block })
}

fn asks_for_class(body: &Body, op: Op) -> Option<Value> {
    match op {
        Op::Invoke { method, args, .. } if method.data().name.as_str() == "getClass" => {
            body.list(args).first().copied()
        }
        _ => None,
    }
}

/// Replaces a value where an object is passed on.
fn replace(body: &mut Body, inst: Inst, from: Value, to: Value) {
    let change = |value: &mut Value| {
        if *value == from {
            *value = to;
        }
    };
    match &mut body.insts[inst].op {
        Op::Phi(_) => {}
        Op::Return(Some(value)) | Op::CheckCast { value, .. } | Op::PutStatic { value, .. } => {
            change(value);
        }
        Op::PutField { object, value, .. } => {
            change(object);
            change(value);
        }
        Op::GetField { object, .. } => change(object),
        Op::ArrayStore { value, .. } => change(value),
        Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => {
            let range = args.0.start as usize..(args.0.start + args.0.len) as usize;
            body.lists[range].iter_mut().for_each(change);
        }
        _ => {}
    }
}
