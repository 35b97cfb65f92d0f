//! Source lines and names of local variables, as far as the class file has them.

use classfile::attribute::Code;
use classfile::instruction::Instruction;

use super::symbols::{Result, Symbols};
use crate::name::Name;

/// Debugging information of one method.
#[derive(Default)]
pub(super) struct Debug {
    /// (bytecode offset, line), ascending.
    lines: Vec<(u16, u16)>,
    /// The line of each instruction, zero if unknown.
    line_of: Vec<u16>,
    /// Ascending by slot and start.
    variables: Vec<Range>,
}

struct Range {
    slot: u16,
    start: u16,
    /// Exclusive; may be one more than the code's length.
    end: u32,
    name: Name,
}

impl Debug {
    pub(super) fn read(
        &mut self,
        code: &Code<'_>,
        instructions: &[Instruction],
        symbols: &mut Symbols<'_, '_>,
    ) -> Result<()> {
        self.lines.clear();
        self.lines.extend(code.line_numbers().map(|entry| (entry.start, entry.line)));
        // Stable: of several entries for one offset the last wins.
        self.lines.sort_by_key(|&(start, _)| start);
        self.spread(instructions);
        self.variables.clear();
        for variable in code.local_variables() {
            self.variables.push(Range {
                slot: variable.index,
                start: variable.start,
                end: u32::from(variable.start) + u32::from(variable.length),
                name: symbols.text(variable.name)?,
            });
        }
        self.variables.sort_by_key(|range| (range.slot, range.start));
        Ok(())
    }

    fn spread(&mut self, instructions: &[Instruction]) {
        self.line_of.clear();
        let mut line = 0;
        let mut next = self.lines.iter().peekable();
        for instruction in instructions {
            while let Some(&&(start, new)) = next.peek()
                && start <= instruction.offset
            {
                line = new;
                next.next();
            }
            self.line_of.push(line);
        }
    }

    /// The line of the n-th instruction, zero if unknown.
    #[inline]
    pub(super) fn line(&self, instruction: usize) -> u16 {
        self.line_of[instruction]
    }

    /// The name of a local variable at a bytecode offset.
    #[inline]
    pub(super) fn variable(&self, slot: u16, offset: u16) -> Option<Name> {
        if self.variables.is_empty() {
            return None;
        }
        let after = self.variables.partition_point(|r| (r.slot, r.start) <= (slot, offset));
        let range = self.variables[..after].last()?;
        (range.slot == slot && u32::from(offset) < range.end).then_some(range.name)
    }
}
