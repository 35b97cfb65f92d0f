//! Reads that a write of the same variable follows at once, as in `count++` and `sum[i] += x`.
//!
//! What races with such a read races with the write, too, and both stand in the same statement; so the write is watched alone.
//! Between the two, nothing may branch, call or synchronise. If an exception comes in between, a race may be missed.

use classfile::CpIndex;
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};

/// The slots of the field that a constant names.
pub(super) type Width<'w> = dyn Fn(CpIndex) -> Option<usize> + 'w;

/// How far a write is looked for.
const LONGEST: usize = 48;

/// The write that follows a read of the same variable, which stands after a copy of the object, or of the array and the index.
pub(super) fn write_after(
    width_of: &Width<'_>,
    instructions: &Instructions,
    read: usize,
) -> Option<usize> {
    let list = &instructions.list;
    let before = list.get(read.checked_sub(1)?)?;
    // The slots of the operand stack from the variable on; what the copy was made of is marked.
    let mut stack = match (before.opcode, list[read].opcode) {
        (Opcode::Dup, Opcode::Getfield) => vec![true],
        (Opcode::Dup2, opcode) if opcode.family() == Family::ArrayLoad => vec![true, true],
        _ => return None,
    };
    let variable = stack.len();
    let (_, read_width) = effect(width_of, &list[read])?;
    stack.resize(variable + read_width, false);
    for (at, instruction) in list.iter().enumerate().skip(read + 1).take(LONGEST) {
        if is_write_of(&list[read], instruction) {
            let value = written_width(width_of, instruction)?;
            let below = stack.len().checked_sub(value)?;
            let is_same = below >= variable
                && stack[below - variable..below].iter().all(|slot| *slot)
                && stack[below..].iter().all(|slot| !slot);
            return is_same.then_some(at);
        }
        if instruction.opcode.family() == Family::Stack {
            shuffle(instruction.opcode, &mut stack)?;
            continue;
        }
        let (taken, given) = effect(width_of, instruction)?;
        let left = stack.len().checked_sub(taken)?;
        if stack[left..].contains(&true) {
            return None;
        }
        stack.resize(left, false);
        stack.resize(left + given, false);
    }
    None
}

fn is_write_of(read: &Instruction, write: &Instruction) -> bool {
    match write.opcode {
        Opcode::Putfield => read.opcode == Opcode::Getfield && read.operand == write.operand,
        opcode if opcode.family() == Family::ArrayStore => {
            read.opcode.family() == Family::ArrayLoad
                && read.opcode.distance_from(Opcode::Iaload)
                    == opcode.distance_from(Opcode::Iastore)
        }
        _ => false,
    }
}

fn written_width(width_of: &Width<'_>, write: &Instruction) -> Option<usize> {
    match (write.opcode, write.operand) {
        (Opcode::Lastore | Opcode::Dastore, _) => Some(2),
        (Opcode::Putfield, Operand::Constant(field)) => width_of(field),
        _ => Some(1),
    }
}

/// How the instructions that only move values do that, on slots.
fn shuffle(opcode: Opcode, stack: &mut Vec<bool>) -> Option<()> {
    let (copied, skipped) = match opcode {
        Opcode::Dup => (1, 0),
        Opcode::DupX1 => (1, 1),
        Opcode::DupX2 => (1, 2),
        Opcode::Dup2 => (2, 0),
        Opcode::Dup2X1 => (2, 1),
        Opcode::Dup2X2 => (2, 2),
        _ => return None,
    };
    let top = stack.len().checked_sub(copied)?;
    let copy: Vec<bool> = stack[top..].to_vec();
    // A copy of what names the variable is not what is looked for.
    if copy.contains(&true) {
        return None;
    }
    let at = top.checked_sub(skipped)?;
    stack.splice(at..at, copy);
    Some(())
}

/// How many slots an instruction takes and gives; none if it may do more than to compute.
pub(super) fn effect(width_of: &Width<'_>, instruction: &Instruction) -> Option<(usize, usize)> {
    let opcode = instruction.opcode;
    // int, long, float, double, and so on for groups of instructions in that order.
    let wide = |first: Opcode, each: usize| {
        if opcode.distance_from(first) / each % 2 == 1 { 2 } else { 1 }
    };
    Some(match opcode.family() {
        Family::IntConstant => (0, 1),
        Family::Load => (0, if opcode == Opcode::Aload { 1 } else { wide(Opcode::Iload, 1) }),
        Family::LoadNth if opcode >= Opcode::Aload0 => (0, 1),
        Family::LoadNth => (0, wide(Opcode::Iload0, 4)),
        Family::ArrayLoad if matches!(opcode, Opcode::Laload | Opcode::Daload) => (2, 2),
        Family::ArrayLoad => (2, 1),
        Family::Arithmetic => (2 * wide(Opcode::Iadd, 1), wide(Opcode::Iadd, 1)),
        Family::Negate => (wide(Opcode::Ineg, 1), wide(Opcode::Ineg, 1)),
        Family::Bits if opcode <= Opcode::Lushr => {
            (wide(Opcode::Ishl, 1) + 1, wide(Opcode::Ishl, 1))
        }
        Family::Bits => (2 * wide(Opcode::Iand, 1), wide(Opcode::Iand, 1)),
        Family::Convert => match opcode {
            Opcode::I2l | Opcode::I2d | Opcode::F2l | Opcode::F2d => (1, 2),
            Opcode::L2i | Opcode::L2f | Opcode::D2i | Opcode::D2f => (2, 1),
            Opcode::L2d | Opcode::D2l => (2, 2),
            _ => (1, 1),
        },
        Family::Field => match (opcode, instruction.operand) {
            (Opcode::Getfield, Operand::Constant(field)) => (1, width_of(field)?),
            _ => return None,
        },
        _ => match opcode {
            Opcode::Nop | Opcode::Iinc => (0, 0),
            Opcode::AconstNull | Opcode::Bipush | Opcode::Sipush | Opcode::Ldc | Opcode::LdcW => {
                (0, 1)
            }
            Opcode::Fconst0 | Opcode::Fconst1 | Opcode::Fconst2 => (0, 1),
            Opcode::Lconst0
            | Opcode::Lconst1
            | Opcode::Dconst0
            | Opcode::Dconst1
            | Opcode::Ldc2W => (0, 2),
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use classfile::attribute::Code;

    use super::*;

    const DUP2: u8 = 0x5c;
    const IALOAD: u8 = 0x2e;
    const IASTORE: u8 = 0x4f;
    const RETURN: u8 = 0xb1;

    fn write(bytes: &[u8], read: usize) -> Option<usize> {
        let code = Code {
            max_stack: 8,
            max_locals: 4,
            bytecode: bytes.into(),
            file_offset: 0,
            exceptions: Vec::new(),
            attributes: Vec::new(),
        };
        write_after(&|_| None, &code.instructions().unwrap(), read)
    }

    #[test]
    fn an_element_that_is_read_and_written_in_a_statement_is_found() {
        // aload_0, iload_1, dup2, iaload, iconst_1, iadd, iastore
        assert_eq!(write(&[0x2a, 0x1b, DUP2, IALOAD, 4, 0x60, IASTORE, RETURN], 3), Some(6));
        // The old value is used: dup_x2 before it is changed.
        assert_eq!(write(&[0x2a, 0x1b, DUP2, IALOAD, 0x5b, 4, 0x60, IASTORE, 0xac], 3), Some(7));
    }

    #[test]
    fn what_is_not_the_same_element_or_may_not_come_is_not() {
        // aload_0, iload_1, aload_0, iload_2, iaload, iastore
        assert_eq!(write(&[0x2a, 0x1b, 0x2a, 0x1c, IALOAD, IASTORE, RETURN], 4), None);
        // A long in place of an int.
        assert_eq!(write(&[0x2a, 0x1b, DUP2, IALOAD, 0x85, 0x50, RETURN], 3), None);
        // A jump in between.
        let jump = [0x2a, 0x1b, DUP2, IALOAD, 0x99, 0, 3, 4, IASTORE, RETURN];
        assert_eq!(write(&jump, 3), None);
        // The copy is not of this element: dup2 of what was read.
        assert_eq!(write(&[0x2a, 0x1b, DUP2, IALOAD, DUP2, IASTORE, RETURN], 3), None);
    }
}
