//! An oracle for lowering, straight from the bytecode and independent of it.
//!
//! Every instruction that can be reached and does something that analyses look for (a call, an access to a field or an
//! array, an allocation, a cast, a monitor, a way out of the method) has to appear in the IR exactly once, at its
//! offset, naming the same member; and nothing else of that kind may appear.
//!
//! Methods with subroutines are left out: lowering copies a subroutine for each of its callers.

use std::borrow::Cow;
use std::collections::HashSet;

use classfile::attribute::Code;
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{Constant, ConstantPool, CpIndex};
use ir::body::{ArrayKind, InvokeKind};
use ir::{Body, Op, Type};

/// Something that analyses look for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect<'a> {
    /// Opcode, class, name, descriptor, and whether the class is said to be an interface.
    Member(Opcode, Cow<'a, str>, Cow<'a, str>, Cow<'a, str>, bool),
    /// Opcode and class, for `new`, `anewarray` and so on, with the number of dimensions.
    Class(Opcode, Cow<'a, str>, u32),
    /// Name and descriptor of a call site.
    Dynamic(Cow<'a, str>, Cow<'a, str>),
    /// All that is told by the opcode.
    Plain(Opcode),
}

/// Whether [`compare`] takes reasonable time; hostile code can make it quadratic.
pub fn is_affordable(code: &Code<'_>) -> bool {
    code.exceptions.len() * code.bytecode.len() < 1 << 22
}

/// Compares a body with the bytecode that it was lowered from. The error says what differs.
pub fn compare(code: &Code<'_>, pool: &ConstantPool<'_>, body: &Body) -> Result<(), String> {
    let instructions = code.instructions().map_err(|error| error.to_string())?;
    let Some(reachable) = reachable(code, &instructions, pool) else { return Ok(()) };
    let mut expected = Vec::new();
    for (instruction, _) in instructions.list.iter().zip(&reachable).filter(|(_, is)| **is) {
        if let Some(effect) = effect_of_instruction(instruction, pool) {
            expected.push((instruction.offset, effect));
        }
    }
    let mut found: Vec<_> = body
        .insts
        .iter()
        .filter_map(|(_, inst)| Some((inst.offset, effect_of_op(&inst.op, body)?)))
        .collect();
    found.sort();
    match expected.iter().zip(&found).find(|(a, b)| a != b) {
        Some((expected, found)) => Err(format!("{expected:?} became {found:?}")),
        None if expected.len() == found.len() => Ok(()),
        None => Err(format!("{} effects became {}", expected.len(), found.len())),
    }
}

/// For each instruction whether it can be reached; `None` for code with subroutines.
fn reachable(
    code: &Code<'_>,
    instructions: &Instructions,
    pool: &ConstantPool<'_>,
) -> Option<Vec<bool>> {
    let list = &instructions.list;
    let mut reached = vec![false; list.len()];
    let mut pending = vec![0];
    let go = |from: &Instruction, distance: i32| {
        let offset = i32::from(from.offset) + distance;
        list.binary_search_by_key(&offset, |i| i.offset.into()).expect("lowering checks jumps")
    };
    while let Some(i) = pending.pop() {
        if i >= list.len() || std::mem::replace(&mut reached[i], true) {
            continue;
        }
        let instruction = &list[i];
        match (instruction.opcode, instruction.operand) {
            (Opcode::Jsr | Opcode::JsrW | Opcode::Ret, _) => return None,
            (Opcode::Goto | Opcode::GotoW, Operand::Jump(by)) => pending.push(go(instruction, by)),
            (_, Operand::Jump(by)) => pending.extend([i + 1, go(instruction, by)]),
            (_, Operand::Switch(switch)) => {
                let switch = &instructions.switches[switch as usize];
                pending.push(go(instruction, switch.default));
                pending.extend(switch.pairs().map(|(_, by)| go(instruction, by)));
            }
            (Opcode::Athrow, _) => {}
            (opcode, _) if opcode.family() == Family::Return => {}
            _ => pending.push(i + 1),
        }
        if may_throw(instruction, pool) {
            let handlers = handlers_of(instruction.offset, code, pool);
            pending.extend(handlers.map(|handler| go(&list[0], handler.into())));
        }
    }
    Some(reached)
}

/// The handlers that an exception at an offset can reach: of entries for one class only the first, none after one for
/// all classes.
fn handlers_of<'c>(
    offset: u16,
    code: &'c Code<'_>,
    pool: &'c ConstantPool<'_>,
) -> impl Iterator<Item = u16> + 'c {
    let mut seen = HashSet::new();
    let mut is_over = false;
    let covering = code.exceptions.iter().filter(move |e| e.start <= offset && offset < e.end);
    covering.filter_map(move |entry| {
        let is_new =
            !is_over && seen.insert(pool.class(entry.catch_type).ok().map(|c| c.as_bytes()));
        is_over |= entry.catch_type.is_none();
        is_new.then_some(entry.handler)
    })
}

/// Whether an instruction may throw something that does not mean the end of the JVM or a broken class.
fn may_throw(instruction: &Instruction, pool: &ConstantPool<'_>) -> bool {
    let opcode = instruction.opcode;
    match opcode {
        Opcode::Ldc | Opcode::LdcW | Opcode::Ldc2W => match instruction.operand {
            Operand::Constant(index) => !matches!(
                pool.get(index),
                Constant::Integer(_)
                    | Constant::Float(_)
                    | Constant::Long(_)
                    | Constant::Double(_)
                    | Constant::String(_)
            ),
            _ => false,
        },
        Opcode::Idiv | Opcode::Ldiv | Opcode::Irem | Opcode::Lrem => true,
        Opcode::Instanceof => false,
        _ if matches!(opcode.family(), Family::ArrayLoad | Family::ArrayStore) => true,
        _ => {
            (Opcode::Getstatic..=Opcode::Monitorexit).contains(&opcode)
                || opcode == Opcode::Multianewarray
        }
    }
}

fn effect_of_instruction<'a>(
    instruction: &Instruction,
    pool: &ConstantPool<'a>,
) -> Option<Effect<'a>> {
    let opcode = instruction.opcode;
    let member = |index| {
        let member = pool.member(index).expect("lowering checks members");
        let [class, name, descriptor] = [member.class, member.name, member.descriptor];
        let is_interface = member.is_interface;
        let (class, name) = (class.to_text(), name.to_text());
        Some(Effect::Member(opcode, class, name, descriptor.to_text(), is_interface))
    };
    let class = |index: CpIndex| pool.class(index).expect("lowering checks classes").to_text();
    match (opcode, instruction.operand) {
        (_, Operand::Interface { method, .. }) => member(method),
        (_, Operand::Dynamic { site, .. }) => {
            let Constant::InvokeDynamic { name_and_type, .. } = pool.get(site) else { return None };
            let (name, ty) = pool.name_and_type(name_and_type).expect("checked by the reader");
            Some(Effect::Dynamic(name.to_text(), ty.to_text()))
        }
        (_, Operand::MultiArray { class: index, dimensions }) => {
            Some(Effect::Class(opcode, class(index), dimensions.into()))
        }
        (_, Operand::ArrayType(kind)) => {
            let element = ["Z", "C", "F", "D", "B", "S", "I", "J"][usize::from(kind) - 4];
            Some(Effect::Class(Opcode::Anewarray, format!("[{element}").into(), 1))
        }
        (Opcode::Anewarray, Operand::Constant(index)) => {
            let element = class(index);
            let is_array = element.starts_with('[');
            let array = if is_array { format!("[{element}") } else { format!("[L{element};") };
            Some(Effect::Class(opcode, array.into(), 1))
        }
        (Opcode::New | Opcode::Checkcast | Opcode::Instanceof, Operand::Constant(index)) => {
            Some(Effect::Class(opcode, class(index), 0))
        }
        (_, Operand::Constant(index)) if is_of_member(opcode) => member(index),
        (Opcode::Arraylength | Opcode::Athrow | Opcode::Monitorenter | Opcode::Monitorexit, _) => {
            Some(Effect::Plain(opcode))
        }
        (Opcode::Return, _) => Some(Effect::Plain(opcode)),
        _ => match opcode.family() {
            Family::ArrayLoad | Family::ArrayStore => Some(Effect::Plain(opcode)),
            // Which kind of value is returned is told by the method.
            Family::Return => Some(Effect::Plain(Opcode::Ireturn)),
            _ => None,
        },
    }
}

/// Fields and calls.
fn is_of_member(opcode: Opcode) -> bool {
    (Opcode::Getstatic..=Opcode::Invokeinterface).contains(&opcode)
}

fn effect_of_op<'a>(op: &Op, body: &'a Body) -> Option<Effect<'a>> {
    let field = |opcode, field: &ir::FieldRef| {
        let data = field.data();
        let (class, name) = (data.class.as_str().into(), data.name.as_str().into());
        Effect::Member(opcode, class, name, data.ty.descriptor().into(), false)
    };
    let of_type = |opcode, ty: &Type, dimensions| match ty {
        Type::Ref(name) => Effect::Class(opcode, name.as_str().into(), dimensions),
        _ => Effect::Class(opcode, ty.descriptor().into(), dimensions),
    };
    Some(match op {
        Op::GetField { field: f, .. } => field(Opcode::Getfield, f),
        Op::PutField { field: f, .. } => field(Opcode::Putfield, f),
        Op::GetStatic { field: f } => field(Opcode::Getstatic, f),
        Op::PutStatic { field: f, .. } => field(Opcode::Putstatic, f),
        Op::ArrayLoad { kind, .. } => Effect::Plain(nth(Opcode::Iaload, *kind)),
        Op::ArrayStore { kind, .. } => Effect::Plain(nth(Opcode::Iastore, *kind)),
        Op::ArrayLength(_) => Effect::Plain(Opcode::Arraylength),
        Op::New(class) => Effect::Class(Opcode::New, class.as_str().into(), 0),
        Op::NewArray { ty, .. } => of_type(Opcode::Anewarray, ty, 1),
        Op::NewMultiArray { ty, lengths } => of_type(Opcode::Multianewarray, ty, lengths.0.len),
        Op::CheckCast { ty, .. } => of_type(Opcode::Checkcast, ty, 0),
        Op::InstanceOf { ty, .. } => of_type(Opcode::Instanceof, ty, 0),
        Op::Invoke { kind, method, .. } => {
            let opcode = match kind {
                InvokeKind::Virtual => Opcode::Invokevirtual,
                InvokeKind::Special => Opcode::Invokespecial,
                InvokeKind::Static => Opcode::Invokestatic,
                InvokeKind::Interface => Opcode::Invokeinterface,
            };
            let data = method.data();
            let (class, name) = (data.class.as_str().into(), data.name.as_str().into());
            let descriptor = data.ty.descriptor().as_str().into();
            Effect::Member(opcode, class, name, descriptor, data.is_interface)
        }
        Op::InvokeDynamic { site, .. } => {
            let site = &body.call_sites[*site];
            Effect::Dynamic(site.name.as_str().into(), site.ty.descriptor().as_str().into())
        }
        Op::MonitorEnter(_) => Effect::Plain(Opcode::Monitorenter),
        Op::MonitorExit(_) => Effect::Plain(Opcode::Monitorexit),
        Op::Return(Some(_)) => Effect::Plain(Opcode::Ireturn),
        Op::Return(None) => Effect::Plain(Opcode::Return),
        Op::Throw(_) => Effect::Plain(Opcode::Athrow),
        _ => return None,
    })
}

/// The opcode for a kind of elements; the kinds stand in the order of the opcodes.
fn nth(first: Opcode, kind: ArrayKind) -> Opcode {
    let opcode = Opcode::from_byte(first as u8 + kind as u8);
    opcode.expect("invariant: eight opcodes follow each other")
}

#[cfg(test)]
mod tests {
    use classfile::ClassFile;

    use super::*;
    use crate::assemble::ClassBuilder;

    /// The body of one method against the bytecode of another.
    fn difference(lowered: &str, bytecode: &str) -> Result<(), String> {
        let mut class = ClassBuilder::new("C");
        class.method("static", "a", "(I)V", lowered);
        class.method("static", "b", "(I)V", bytecode);
        let bytes = class.build();
        let file = ClassFile::parse(&bytes).expect("the class is valid");
        let class = crate::fuzz::lower_and_verify(&file).expect("it can be declared");
        let code = file.methods[1].code().expect("it has code");
        compare(code, &file.constants, class.methods[0].body().expect("it lowers"))
    }

    const GET: &str = "getstatic C.f:I\n pop\n return";

    #[test]
    fn what_is_the_same_is_accepted() {
        assert_eq!(difference(GET, GET), Ok(()));
    }

    #[test]
    fn another_member_is_told() {
        assert!(difference(GET, "getstatic C.g:I\n pop\n return").is_err());
    }

    #[test]
    fn a_missing_instruction_is_told() {
        assert!(difference("nop\n nop\n nop\n nop\n return", GET).is_err());
    }

    #[test]
    fn only_reachable_instructions_count() {
        let dead = "getstatic C.f:I\n pop\n return\n getstatic C.f:I\n pop\n return";
        assert_eq!(difference(GET, dead), Ok(()));
    }
}
