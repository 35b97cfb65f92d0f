//! The `Code` attribute and its debugging tables.

use std::borrow::Cow;

use super::{Attribute, AttributeData, Context, Place, encode_attributes, parse_table};
use crate::class::Version;
use crate::constant_pool::CpIndex;
use crate::error::ErrorKind;
use crate::instruction::Instructions;
use crate::reader::{Encode, Reader, Result, encode_table, record};

/// The body of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct Code<'a> {
    /// Room for the operand stack, in slots.
    pub max_stack: u16,
    /// Room for local variables, in slots.
    pub max_locals: u16,
    /// The bytecode, not decoded; see [`Code::instructions`].
    pub bytecode: Cow<'a, [u8]>,
    /// Where the bytecode stands in the class file it was read from, for messages.
    pub file_offset: usize,
    /// Exception handlers, the first that fits wins.
    pub exceptions: Vec<ExceptionEntry>,
    /// Attributes of the code.
    pub attributes: Vec<Attribute<'a>>,
}

record! {
    /// A range of code and where its exceptions go.
    ExceptionEntry {
        /// First bytecode offset covered.
        start: u16,
        /// First bytecode offset no longer covered.
        end: u16,
        /// Where the handler starts.
        handler: u16,
        /// The class caught; none for everything.
        catch_type: CpIndex,
    }
}

record! {
    /// From this bytecode offset on, code belongs to this line.
    LineNumber {
        /// The bytecode offset.
        start: u16,
        /// The line.
        line: u16,
    }
}

record! {
    /// The name of a local variable in a range of code.
    LocalVariable {
        /// First bytecode offset at which the variable has a value.
        start: u16,
        /// The length of the range.
        length: u16,
        /// Its name.
        name: CpIndex,
        /// Its descriptor, or its signature in a `LocalVariableTypeTable`.
        descriptor: CpIndex,
        /// Its slot.
        index: u16,
    }
}

impl<'a> Code<'a> {
    pub(super) fn parse(r: &mut Reader<'a>, context: Context<'_, 'a>) -> Result<Self> {
        let short = context.version.has_short_code();
        let (max_stack, max_locals, length) = if short {
            (u16::from(r.u8()?), u16::from(r.u8()?), u32::from(r.u16()?))
        } else {
            (r.u16()?, r.u16()?, r.u32()?)
        };
        if length == 0 || length > 0xffff {
            return r.fail(ErrorKind::CodeLength(length));
        }
        let file_offset = r.position();
        Ok(Code {
            max_stack,
            max_locals,
            bytecode: Cow::Borrowed(r.take(length as usize)?),
            file_offset,
            exceptions: r.table()?,
            attributes: parse_table(r, context, Place::Code)?,
        })
    }

    pub(super) fn encode(&self, version: Version, out: &mut Vec<u8>) {
        let length = self.bytecode.len();
        if version.has_short_code() {
            out.extend([self.max_stack as u8, self.max_locals as u8]);
            crate::reader::count(length).encode(out);
        } else {
            self.max_stack.encode(out);
            self.max_locals.encode(out);
            u32::from(crate::reader::count(length)).encode(out);
        }
        out.extend_from_slice(&self.bytecode);
        encode_table(&self.exceptions, out);
        encode_attributes(&self.attributes, version, out);
    }

    /// The decoded instructions.
    pub fn instructions(&self) -> Result<Instructions> {
        let mut instructions = Instructions::default();
        self.decode_into(&mut instructions)?;
        Ok(instructions)
    }

    /// The same, into room that is used again for the next method.
    pub fn decode_into(&self, instructions: &mut Instructions) -> Result<()> {
        instructions.decode(&self.bytecode).map_err(|mut error| {
            error.offset += self.file_offset;
            error
        })
    }

    /// All entries of all `LineNumberTable`s.
    pub fn line_numbers(&self) -> impl Iterator<Item = LineNumber> + '_ {
        self.attributes
            .iter()
            .flat_map(|attribute| match &attribute.data {
                AttributeData::LineNumberTable(lines) => lines.as_slice(),
                _ => &[],
            })
            .copied()
    }

    /// All entries of all `LocalVariableTable`s.
    pub fn local_variables(&self) -> impl Iterator<Item = LocalVariable> + '_ {
        self.attributes
            .iter()
            .flat_map(|attribute| match &attribute.data {
                AttributeData::LocalVariableTable(variables) => variables.as_slice(),
                _ => &[],
            })
            .copied()
    }

    /// The frames of the `StackMapTable`, none if there is no such table.
    pub fn frames(&self) -> &[super::Frame] {
        self.attributes
            .iter()
            .find_map(|attribute| match &attribute.data {
                AttributeData::StackMapTable(frames) => Some(frames.as_slice()),
                _ => None,
            })
            .unwrap_or_default()
    }
}
