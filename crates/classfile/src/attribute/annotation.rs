//! Annotations (JVMS 4.7.16) and type annotations (4.7.20).

use crate::constant_pool::CpIndex;
use crate::error::ErrorKind;
use crate::reader::{Decode, Encode, Reader, Result, encode_all, encode_table, record};

/// Values may nest (arrays and annotations in annotations). No compiler comes near this depth.
const MAX_DEPTH: u32 = 64;

/// An annotation with its element values.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The descriptor of the annotation interface.
    pub descriptor: CpIndex,
    /// The elements that were given.
    pub elements: Vec<Element>,
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The element's name.
    pub name: CpIndex,
    /// Its value.
    pub value: ElementValue,
}

/// The value of an annotation element.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue {
    /// A primitive or a string; the tag is one of `BCDFIJSZs`.
    Constant {
        /// The kind of constant.
        tag: u8,
        /// The constant.
        value: CpIndex,
    },
    /// A constant of an enum.
    Enum {
        /// The descriptor of the enum.
        descriptor: CpIndex,
        /// The constant's name.
        name: CpIndex,
    },
    /// A class, by its return descriptor.
    Class(CpIndex),
    /// Another annotation.
    Annotation(Box<Annotation>),
    /// Several values.
    Array(Vec<ElementValue>),
}

impl Decode<'_> for Annotation {
    const MIN_BYTES: usize = 4;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        annotation(r, MAX_DEPTH)
    }
}

impl Decode<'_> for ElementValue {
    const MIN_BYTES: usize = 3;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        element_value(r, MAX_DEPTH)
    }
}

fn annotation(r: &mut Reader<'_>, depth: u32) -> Result<Annotation> {
    let descriptor = CpIndex::decode(r)?;
    let elements = nested(r, 5, |r| {
        Ok(Element { name: CpIndex::decode(r)?, value: element_value(r, depth)? })
    })?;
    Ok(Annotation { descriptor, elements })
}

fn element_value(r: &mut Reader<'_>, depth: u32) -> Result<ElementValue> {
    let at = r.clone();
    let Some(below) = depth.checked_sub(1) else {
        return r.fail(ErrorKind::TooDeep);
    };
    let tag = r.u8()?;
    Ok(match tag {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' => {
            ElementValue::Constant { tag, value: CpIndex::decode(r)? }
        }
        b'e' => ElementValue::Enum { descriptor: CpIndex::decode(r)?, name: CpIndex::decode(r)? },
        b'c' => ElementValue::Class(CpIndex::decode(r)?),
        b'@' => ElementValue::Annotation(Box::new(annotation(r, below)?)),
        b'[' => ElementValue::Array(nested(r, 3, |r| element_value(r, below))?),
        _ => return at.fail(ErrorKind::UnknownTag { what: "annotation value", tag }),
    })
}

/// A table with a two-byte count whose entries need more than the reader.
fn nested<'a, T>(
    r: &mut Reader<'a>,
    min_bytes: usize,
    mut entry: impl FnMut(&mut Reader<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = usize::from(r.u16()?);
    let mut entries = Vec::with_capacity(count.min(r.remaining() / min_bytes));
    for _ in 0..count {
        entries.push(entry(r)?);
    }
    Ok(entries)
}

impl Encode for Annotation {
    fn encode(&self, out: &mut Vec<u8>) {
        self.descriptor.encode(out);
        encode_table(&self.elements, out);
    }
}

impl Encode for Element {
    fn encode(&self, out: &mut Vec<u8>) {
        self.name.encode(out);
        self.value.encode(out);
    }
}

impl Encode for ElementValue {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            ElementValue::Constant { tag, value } => {
                out.push(*tag);
                value.encode(out);
            }
            ElementValue::Enum { descriptor, name } => {
                out.push(b'e');
                descriptor.encode(out);
                name.encode(out);
            }
            ElementValue::Class(class) => {
                out.push(b'c');
                class.encode(out);
            }
            ElementValue::Annotation(annotation) => {
                out.push(b'@');
                annotation.encode(out);
            }
            ElementValue::Array(values) => {
                out.push(b'[');
                encode_table(values, out);
            }
        }
    }
}

/// An annotation on a use of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeAnnotation {
    /// What is annotated.
    pub target: TypeTarget,
    /// Which part of the type.
    pub path: Vec<PathStep>,
    /// The annotation itself.
    pub annotation: Annotation,
}

/// What a type annotation is about. Each holds the tag of the specification, since several share a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields have the names of the specification")]
pub enum TypeTarget {
    TypeParameter { tag: u8, index: u8 },
    Supertype { index: u16 },
    TypeParameterBound { tag: u8, parameter: u8, bound: u8 },
    Empty { tag: u8 },
    FormalParameter { index: u8 },
    Throws { index: u16 },
    LocalVariable { tag: u8, table: Vec<LocalVariableTarget> },
    Catch { exception: u16 },
    Offset { tag: u8, offset: u16 },
    TypeArgument { tag: u8, offset: u16, index: u8 },
}

record! {
    /// A range in which a local variable has a type.
    LocalVariableTarget {
        /// First bytecode offset.
        start: u16,
        /// Length of the range.
        length: u16,
        /// The variable's slot.
        index: u16,
    }
}

/// A step into a type (JVMS 4.7.20.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Array, nested, wildcard or type argument.
    pub kind: u8,
    /// Which type argument.
    pub argument: u8,
}

impl Decode<'_> for TypeAnnotation {
    const MIN_BYTES: usize = 6;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        let target = TypeTarget::decode(r)?;
        let steps = usize::from(r.u8()?);
        Ok(TypeAnnotation { target, path: r.entries(steps)?, annotation: Annotation::decode(r)? })
    }
}

impl Encode for TypeAnnotation {
    fn encode(&self, out: &mut Vec<u8>) {
        self.target.encode(out);
        out.push(self.path.len() as u8);
        encode_all(&self.path, out);
        self.annotation.encode(out);
    }
}

impl Decode<'_> for PathStep {
    const MIN_BYTES: usize = 2;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(PathStep { kind: r.u8()?, argument: r.u8()? })
    }
}

impl Encode for PathStep {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend([self.kind, self.argument]);
    }
}

impl TypeTarget {
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        let at = r.clone();
        let tag = r.u8()?;
        Ok(match tag {
            0x00 | 0x01 => TypeTarget::TypeParameter { tag, index: r.u8()? },
            0x10 => TypeTarget::Supertype { index: r.u16()? },
            0x11 | 0x12 => {
                TypeTarget::TypeParameterBound { tag, parameter: r.u8()?, bound: r.u8()? }
            }
            0x13..=0x15 => TypeTarget::Empty { tag },
            0x16 => TypeTarget::FormalParameter { index: r.u8()? },
            0x17 => TypeTarget::Throws { index: r.u16()? },
            0x40 | 0x41 => TypeTarget::LocalVariable { tag, table: r.table()? },
            0x42 => TypeTarget::Catch { exception: r.u16()? },
            0x43..=0x46 => TypeTarget::Offset { tag, offset: r.u16()? },
            0x47..=0x4b => TypeTarget::TypeArgument { tag, offset: r.u16()?, index: r.u8()? },
            _ => return at.fail(ErrorKind::UnknownTag { what: "type annotation target", tag }),
        })
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            TypeTarget::TypeParameter { tag, index } => out.extend([*tag, *index]),
            TypeTarget::Supertype { index } => tagged(0x10, *index, out),
            TypeTarget::TypeParameterBound { tag, parameter, bound } => {
                out.extend([*tag, *parameter, *bound]);
            }
            TypeTarget::Empty { tag } => out.push(*tag),
            TypeTarget::FormalParameter { index } => out.extend([0x16, *index]),
            TypeTarget::Throws { index } => tagged(0x17, *index, out),
            TypeTarget::LocalVariable { tag, table } => {
                out.push(*tag);
                encode_table(table, out);
            }
            TypeTarget::Catch { exception } => tagged(0x42, *exception, out),
            TypeTarget::Offset { tag, offset } => tagged(*tag, *offset, out),
            TypeTarget::TypeArgument { tag, offset, index } => {
                tagged(*tag, *offset, out);
                out.push(*index);
            }
        }
    }
}

fn tagged(tag: u8, value: u16, out: &mut Vec<u8>) {
    out.push(tag);
    value.encode(out);
}
