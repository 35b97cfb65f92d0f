//! Deletes single instructions from bodies, as an editor would delete statements.

use ir::body::Constant;
use ir::entity::{EntityId as _, Table};
use ir::{Body, Class, Inst, MethodCode, Op, Type};

use super::check::verified;

/// The instructions of a class that can be deleted: the number of the method, and the instruction.
pub fn deletable(class: &Class) -> Vec<(usize, Inst)> {
    let mut found = Vec::new();
    for (number, method) in class.methods.iter().enumerate() {
        let insts = method.body().map(|body| body.insts.iter());
        for (inst, data) in insts.into_iter().flatten() {
            let is_statement = matches!(
                data.op,
                Op::New(_)
                    | Op::GetField { .. }
                    | Op::PutField { .. }
                    | Op::PutStatic { .. }
                    | Op::ArrayStore { .. }
                    | Op::Invoke { .. }
                    | Op::InvokeDynamic { .. }
            );
            if is_statement && delete(class, number, inst).is_some() {
                found.push((number, inst));
            }
        }
    }
    found
}

/// The class without an instruction; its result becomes `null`. None if the rest makes no sense.
pub fn delete(class: &Class, method: usize, inst: Inst) -> Option<Class> {
    let mut class = class.clone();
    let MethodCode::Body(body) = &mut class.methods[method].code else { return None };
    match body.insts[inst].result {
        Some(value) if body.values[value].ty.is_reference() => {
            body.insts[inst].op = Op::Const(Constant::Null);
            body.values[value].ty = Type::Null;
        }
        Some(_) => return None,
        None => remove(body, inst),
    }
    verified(&class).is_ok().then_some(class)
}

/// Takes an instruction without a result out.
fn remove(body: &mut Body, inst: Inst) {
    let at = inst.index();
    let mut insts = body.insts.as_slice().to_vec();
    insts.remove(at);
    body.insts = Table::from(insts);
    for block in body.blocks.as_mut_slice() {
        let range = block.insts.range();
        if range.contains(&at) {
            block.insts.len -= 1;
        } else if range.start > at {
            block.insts.start -= 1;
        }
    }
    for value in body.values.as_mut_slice() {
        if value.def.index() > at {
            value.def = Inst::from_index(value.def.index() - 1);
        }
    }
}
