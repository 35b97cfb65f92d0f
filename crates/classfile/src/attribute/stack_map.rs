//! `StackMapTable` (JVMS 4.7.4). The chosen encoding of a frame is kept, since several can say the same.

use crate::constant_pool::CpIndex;
use crate::error::ErrorKind;
use crate::reader::{Decode, Encode, Reader, Result, encode_all, encode_table};

/// What the verifier may assume at a place of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Distance to the frame before: the bytecode offset is that frame's plus this plus one (the first: just this).
    pub delta: u16,
    /// The difference to the frame before.
    pub kind: FrameKind,
}

/// How a frame differs from the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Same locals, empty stack.
    Same,
    /// The same, in the long form (a short delta may have it too).
    SameExtended,
    /// Same locals, one value on the stack.
    Stack(VerificationType),
    /// The same, in the long form.
    StackExtended(VerificationType),
    /// The last one to three locals are gone, empty stack.
    Chop(u8),
    /// One to three more locals, empty stack.
    Append(Vec<VerificationType>),
    /// Everything anew.
    Full {
        /// The locals.
        locals: Vec<VerificationType>,
        /// The stack, its bottom first.
        stack: Vec<VerificationType>,
    },
}

/// The type of a local or stack entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerificationType {
    /// Unusable.
    Top,
    /// `int` and everything smaller.
    Integer,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long`
    Long,
    /// The null reference.
    Null,
    /// `this` before the call of a superclass constructor.
    UninitializedThis,
    /// An object of this class or array type.
    Object(CpIndex),
    /// The fresh object of the `new` at this bytecode offset.
    Uninitialized(u16),
}

impl Decode<'_> for Frame {
    const MIN_BYTES: usize = 1;

    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        let at = r.clone();
        let tag = r.u8()?;
        let (delta, kind) = match tag {
            0..=63 => (u16::from(tag), FrameKind::Same),
            64..=127 => (u16::from(tag - 64), FrameKind::Stack(VerificationType::decode(r)?)),
            247 => (r.u16()?, FrameKind::StackExtended(VerificationType::decode(r)?)),
            248..=250 => (r.u16()?, FrameKind::Chop(251 - tag)),
            251 => (r.u16()?, FrameKind::SameExtended),
            252..=254 => (r.u16()?, FrameKind::Append(r.entries(usize::from(tag - 251))?)),
            255 => (r.u16()?, FrameKind::Full { locals: r.table()?, stack: r.table()? }),
            128..=246 => return at.fail(ErrorKind::UnknownTag { what: "stack map frame", tag }),
        };
        Ok(Frame { delta, kind })
    }
}

impl Encode for Frame {
    fn encode(&self, out: &mut Vec<u8>) {
        let short = self.delta as u8;
        match &self.kind {
            FrameKind::Same => out.push(short),
            FrameKind::Stack(value) => {
                out.push(64 + short);
                value.encode(out);
            }
            FrameKind::StackExtended(value) => {
                long(247, self.delta, out);
                value.encode(out);
            }
            FrameKind::Chop(n) => long(251 - n, self.delta, out),
            FrameKind::SameExtended => long(251, self.delta, out),
            FrameKind::Append(locals) => {
                long(251 + locals.len() as u8, self.delta, out);
                encode_all(locals, out);
            }
            FrameKind::Full { locals, stack } => {
                long(255, self.delta, out);
                encode_table(locals, out);
                encode_table(stack, out);
            }
        }
    }
}

fn long(tag: u8, delta: u16, out: &mut Vec<u8>) {
    out.push(tag);
    delta.encode(out);
}

impl Decode<'_> for VerificationType {
    const MIN_BYTES: usize = 1;

    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        let at = r.clone();
        let tag = r.u8()?;
        Ok(match tag {
            0 => VerificationType::Top,
            1 => VerificationType::Integer,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(CpIndex::decode(r)?),
            8 => VerificationType::Uninitialized(r.u16()?),
            _ => return at.fail(ErrorKind::UnknownTag { what: "verification type", tag }),
        })
    }
}

impl Encode for VerificationType {
    fn encode(&self, out: &mut Vec<u8>) {
        let tag = match self {
            VerificationType::Top => 0,
            VerificationType::Integer => 1,
            VerificationType::Float => 2,
            VerificationType::Double => 3,
            VerificationType::Long => 4,
            VerificationType::Null => 5,
            VerificationType::UninitializedThis => 6,
            VerificationType::Object(_) => 7,
            VerificationType::Uninitialized(_) => 8,
        };
        out.push(tag);
        match self {
            VerificationType::Object(class) => class.encode(out),
            VerificationType::Uninitialized(offset) => offset.encode(out),
            _ => {}
        }
    }
}
