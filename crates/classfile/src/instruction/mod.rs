//! Bytecode as a list of instructions (JVMS 6).
//!
//! An instruction keeps the form it was written in (`iload_1`, `iload 1` and `wide iload 1` stay apart), jumps keep
//! their distances, switches their padding, so that encoding gives the same bytes again.

mod opcode;

use opcode::Format;
pub use opcode::{Family, Opcode};

use crate::constant_pool::CpIndex;
use crate::error::{ErrorKind, ParseError};
use crate::reader::Result;

/// One instruction. Twelve bytes, so that whole programs can be walked as arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its bytecode offset.
    pub offset: u16,
    /// What it does.
    pub opcode: Opcode,
    /// Whether it has the prefix `wide`.
    pub wide: bool,
    /// What it does it with.
    pub operand: Operand,
}

/// The operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// None, or implied by the opcode.
    None,
    /// The value of `bipush` and `sipush`.
    Value(i16),
    /// A local variable.
    Local(u16),
    /// `iinc`
    Increment {
        /// The variable.
        local: u16,
        /// The amount.
        by: i16,
    },
    /// A constant: loaded, or naming a class, field, method or call site.
    Constant(CpIndex),
    /// `invokeinterface`: the method and two bytes that are of no use today.
    Interface {
        /// The method.
        method: CpIndex,
        /// The number of argument slots.
        count: u8,
        /// Zero in valid classes.
        zero: u8,
    },
    /// `invokedynamic`: the call site and two bytes, zero in valid classes.
    Dynamic {
        /// The call site.
        site: CpIndex,
        /// Zero in valid classes.
        zero: u16,
    },
    /// `multianewarray`
    MultiArray {
        /// The array type.
        class: CpIndex,
        /// How many dimensions are created.
        dimensions: u8,
    },
    /// The element type of `newarray` (4 to 11 in valid classes).
    ArrayType(u8),
    /// The distance of a jump.
    Jump(i32),
    /// A switch, as a place in [`Instructions::switches`].
    Switch(u32),
}

/// The table of a `tableswitch` or `lookupswitch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Distance for all other values.
    pub default: i32,
    /// The cases.
    pub cases: SwitchCases,
    /// Up to three bytes between the opcode and the table.
    pub padding: [u8; 3],
}

/// The cases of a switch; jumps are distances from the switch itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchCases {
    /// Consecutive values.
    Table {
        /// The first value.
        low: i32,
        /// One distance for each value.
        jumps: Vec<i32>,
    },
    /// Values with their distances.
    Lookup(Vec<(i32, i32)>),
}

/// The decoded code of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instructions {
    /// In the order of the code.
    pub list: Vec<Instruction>,
    /// The tables of the switches.
    pub switches: Vec<Switch>,
}

impl Instruction {
    /// The bytecode offset that a jump goes to; may lie outside of the code in broken classes.
    pub fn jump_target(&self) -> Option<i32> {
        match self.operand {
            Operand::Jump(distance) => Some(i32::from(self.offset).saturating_add(distance)),
            _ => None,
        }
    }
}

impl Switch {
    /// Every value with its distance.
    pub fn pairs(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let (table, lookup) = match &self.cases {
            SwitchCases::Table { low, jumps } => {
                (Some((0..).zip(jumps).map(|(i, jump)| (low.wrapping_add(i), *jump))), None)
            }
            SwitchCases::Lookup(pairs) => (None, Some(pairs.iter().copied())),
        };
        table.into_iter().flatten().chain(lookup.into_iter().flatten())
    }
}

impl Instructions {
    /// Replaces the contents by the instructions of some code. Offsets in errors count from the start of the code.
    pub fn decode(&mut self, code: &[u8]) -> Result<()> {
        self.list.clear();
        self.switches.clear();
        // On average an instruction has a little over two bytes.
        self.list.reserve(code.len() / 2);
        let mut at = 0;
        while at < code.len() {
            let (instruction, length) = self.one(code, at)?;
            self.list.push(instruction);
            at += length;
        }
        Ok(())
    }

    #[inline]
    fn one(&mut self, code: &[u8], at: usize) -> Result<(Instruction, usize)> {
        let bytes = &code[at..];
        let fail = |kind| Err(ParseError { offset: at, kind });
        let Some(opcode) = Opcode::from_byte(bytes[0]) else {
            return fail(ErrorKind::UnknownOpcode(bytes[0]));
        };
        let offset = at as u16;
        let make =
            |operand, length| Ok((Instruction { offset, opcode, wide: false, operand }, length));
        match (opcode.format(), bytes) {
            (Format::None, _) => make(Operand::None, 1),
            (Format::Local, &[_, local, ..]) => make(Operand::Local(local.into()), 2),
            (Format::Byte, &[_, value, ..]) => make(Operand::Value((value as i8).into()), 2),
            (Format::Short, &[_, a, b, ..]) => make(Operand::Value(i16::from_be_bytes([a, b])), 3),
            (Format::ShortConstant, &[_, index, ..]) => {
                make(Operand::Constant(CpIndex(index.into())), 2)
            }
            (Format::Constant, &[_, a, b, ..]) => make(Operand::Constant(index(a, b)), 3),
            (Format::Jump, &[_, a, b, ..]) => {
                make(Operand::Jump(i16::from_be_bytes([a, b]).into()), 3)
            }
            (Format::WideJump, &[_, a, b, c, d, ..]) => {
                make(Operand::Jump(i32::from_be_bytes([a, b, c, d])), 5)
            }
            (Format::Increment, &[_, local, by, ..]) => {
                make(Operand::Increment { local: local.into(), by: (by as i8).into() }, 3)
            }
            (Format::Interface, &[_, a, b, count, zero, ..]) => {
                make(Operand::Interface { method: index(a, b), count, zero }, 5)
            }
            (Format::Dynamic, &[_, a, b, c, d, ..]) => {
                let zero = u16::from_be_bytes([c, d]);
                make(Operand::Dynamic { site: index(a, b), zero }, 5)
            }
            (Format::ArrayType, &[_, kind, ..]) => make(Operand::ArrayType(kind), 2),
            (Format::MultiArray, &[_, a, b, dimensions, ..]) => {
                make(Operand::MultiArray { class: index(a, b), dimensions }, 4)
            }
            (Format::TableSwitch | Format::LookupSwitch, _) => {
                let (switch, length) = switch(opcode, code, at)?;
                self.switches.push(switch);
                make(Operand::Switch(self.switches.len() as u32 - 1), length)
            }
            (Format::Wide, _) => wide(code, at),
            _ => fail(ErrorKind::TruncatedInstruction),
        }
    }

    /// The bytes of the instructions. Each must stand at its offset, as after decoding.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.list.len() * 2 + 8);
        for instruction in &self.list {
            debug_assert_eq!(out.len(), usize::from(instruction.offset));
            self.encode_one(instruction, &mut out);
        }
        out
    }

    fn encode_one(&self, instruction: &Instruction, out: &mut Vec<u8>) {
        let opcode = instruction.opcode;
        if instruction.wide {
            out.push(Opcode::Wide as u8);
        }
        out.push(opcode as u8);
        match instruction.operand {
            Operand::None => {}
            Operand::Value(value) if opcode == Opcode::Bipush => out.push(value as u8),
            Operand::Value(value) => out.extend(value.to_be_bytes()),
            Operand::Local(local) if instruction.wide => out.extend(local.to_be_bytes()),
            Operand::Local(local) => out.push(local as u8),
            Operand::Increment { local, by } if instruction.wide => {
                out.extend(local.to_be_bytes());
                out.extend(by.to_be_bytes());
            }
            Operand::Increment { local, by } => out.extend([local as u8, by as u8]),
            Operand::Constant(index) if opcode == Opcode::Ldc => out.push(index.0 as u8),
            Operand::Constant(index) => out.extend(index.0.to_be_bytes()),
            Operand::Interface { method, count, zero } => {
                out.extend(method.0.to_be_bytes());
                out.extend([count, zero]);
            }
            Operand::Dynamic { site, zero } => {
                out.extend(site.0.to_be_bytes());
                out.extend(zero.to_be_bytes());
            }
            Operand::MultiArray { class, dimensions } => {
                out.extend(class.0.to_be_bytes());
                out.push(dimensions);
            }
            Operand::ArrayType(kind) => out.push(kind),
            Operand::Jump(distance) if opcode.format() == Format::WideJump => {
                out.extend(distance.to_be_bytes());
            }
            Operand::Jump(distance) => out.extend((distance as i16).to_be_bytes()),
            Operand::Switch(index) => {
                encode_switch(&self.switches[index as usize], instruction.offset, out);
            }
        }
    }
}

#[inline]
fn index(a: u8, b: u8) -> CpIndex {
    CpIndex(u16::from_be_bytes([a, b]))
}

fn wide(code: &[u8], at: usize) -> Result<(Instruction, usize)> {
    let offset = at as u16;
    let fail = |kind| Err(ParseError { offset: at, kind });
    let Some(&byte) = code.get(at + 1) else {
        return fail(ErrorKind::TruncatedInstruction);
    };
    let Some(opcode) = Opcode::from_byte(byte) else {
        return fail(ErrorKind::UnknownOpcode(byte));
    };
    let (operand, length) = match (opcode.format(), &code[at + 2..]) {
        (Format::Local, &[a, b, ..]) => (Operand::Local(u16::from_be_bytes([a, b])), 4),
        (Format::Increment, &[a, b, c, d, ..]) => {
            let local = u16::from_be_bytes([a, b]);
            (Operand::Increment { local, by: i16::from_be_bytes([c, d]) }, 6)
        }
        (Format::Local | Format::Increment, _) => return fail(ErrorKind::TruncatedInstruction),
        _ => return fail(ErrorKind::UnknownOpcode(byte)),
    };
    Ok((Instruction { offset, opcode, wide: true, operand }, length))
}

/// How many bytes stand between the opcode of a switch and its table, which is aligned to four.
fn padding_after(opcode_at: usize) -> usize {
    3 - opcode_at % 4
}

fn switch(opcode: Opcode, code: &[u8], at: usize) -> Result<(Switch, usize)> {
    let fail = |kind| ParseError { offset: at, kind };
    let pad = padding_after(at);
    let table_at = at + 1 + pad;
    let words = |n: usize| {
        let end = n.checked_mul(4).and_then(|n| table_at.checked_add(n));
        let bytes = end.and_then(|end| code.get(table_at..end));
        let bytes = bytes.ok_or(fail(ErrorKind::TruncatedInstruction))?;
        Ok(bytes.chunks_exact(4).map(|w| i32::from_be_bytes([w[0], w[1], w[2], w[3]])))
    };
    let mut padding = [0; 3];
    let Some(bytes) = code.get(at + 1..table_at) else {
        return Err(fail(ErrorKind::TruncatedInstruction));
    };
    padding[..pad].copy_from_slice(bytes);
    let header: Vec<i32> = words(if opcode == Opcode::Tableswitch { 3 } else { 2 })?.collect();
    let (cases, length) = match header[..] {
        [_, low, high] => {
            let count = i64::from(high) - i64::from(low) + 1;
            let count = usize::try_from(count).map_err(|_| fail(ErrorKind::BadSwitch))?;
            let jumps = words(count.saturating_add(3))?.skip(3).collect();
            (SwitchCases::Table { low, jumps }, 3 + count)
        }
        [_, count] => {
            let count = usize::try_from(count).map_err(|_| fail(ErrorKind::BadSwitch))?;
            let mut rest = words(count.saturating_mul(2).saturating_add(2))?.skip(2);
            let mut pairs = Vec::with_capacity(count);
            while let (Some(value), Some(jump)) = (rest.next(), rest.next()) {
                pairs.push((value, jump));
            }
            (SwitchCases::Lookup(pairs), 2 + 2 * count)
        }
        _ => unreachable!("invariant: a switch header has two or three words"),
    };
    Ok((Switch { default: header[0], cases, padding }, 1 + pad + 4 * length))
}

fn encode_switch(switch: &Switch, offset: u16, out: &mut Vec<u8>) {
    out.extend_from_slice(&switch.padding[..padding_after(offset.into())]);
    out.extend(switch.default.to_be_bytes());
    match &switch.cases {
        SwitchCases::Table { low, jumps } => {
            let high = low.wrapping_add(jumps.len() as i32).wrapping_sub(1);
            out.extend(low.to_be_bytes());
            out.extend(high.to_be_bytes());
            for jump in jumps {
                out.extend(jump.to_be_bytes());
            }
        }
        SwitchCases::Lookup(pairs) => {
            out.extend((pairs.len() as i32).to_be_bytes());
            for (value, jump) in pairs {
                out.extend(value.to_be_bytes());
                out.extend(jump.to_be_bytes());
            }
        }
    }
}
