//! The constant pool (JVMS 4.4).

use std::fmt;

use crate::error::{ErrorKind, ParseError};
use crate::jstr::JStr;
use crate::reader::{Decode, Encode, Reader, Result, count};

/// The place of a constant in its pool. Zero stands for "none" where the format allows that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CpIndex(pub u16);

impl CpIndex {
    /// "None" in optional places.
    pub const NONE: CpIndex = CpIndex(0);

    /// Whether it stands for "none".
    pub fn is_none(self) -> bool {
        self == CpIndex::NONE
    }
}

impl fmt::Debug for CpIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl Decode<'_> for CpIndex {
    const MIN_BYTES: usize = 2;
    #[inline]
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(CpIndex(r.u16()?))
    }
}

impl Encode for CpIndex {
    fn encode(&self, out: &mut Vec<u8>) {
        self.0.encode(out);
    }
}

/// What a method handle does with its member (JVMS 4.4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum HandleKind {
    GetField = 1,
    GetStatic = 2,
    PutField = 3,
    PutStatic = 4,
    InvokeVirtual = 5,
    InvokeStatic = 6,
    InvokeSpecial = 7,
    NewInvokeSpecial = 8,
    InvokeInterface = 9,
}

impl HandleKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [HandleKind; 9] = [
        HandleKind::GetField,
        HandleKind::GetStatic,
        HandleKind::PutField,
        HandleKind::PutStatic,
        HandleKind::InvokeVirtual,
        HandleKind::InvokeStatic,
        HandleKind::InvokeSpecial,
        HandleKind::NewInvokeSpecial,
        HandleKind::InvokeInterface,
    ];

    fn from_number(kind: u8) -> Option<HandleKind> {
        HandleKind::ALL.get(usize::from(kind).wrapping_sub(1)).copied()
    }

    /// Whether the handle reads or writes a field.
    pub fn is_field(self) -> bool {
        (self as u8) <= HandleKind::PutStatic as u8
    }
}

/// One constant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum Constant<'a> {
    /// Entry 0, and the entry after a long or double.
    Unusable,
    Utf8(JStr<'a>),
    Integer(i32),
    /// The bits, since not every NaN survives as a number.
    Float(u32),
    Long(i64),
    /// The bits, since not every NaN survives as a number.
    Double(u64),
    Class(CpIndex),
    String(CpIndex),
    Field {
        class: CpIndex,
        name_and_type: CpIndex,
    },
    Method {
        class: CpIndex,
        name_and_type: CpIndex,
    },
    InterfaceMethod {
        class: CpIndex,
        name_and_type: CpIndex,
    },
    NameAndType {
        name: CpIndex,
        descriptor: CpIndex,
    },
    MethodHandle {
        kind: HandleKind,
        reference: CpIndex,
    },
    MethodType(CpIndex),
    Dynamic {
        bootstrap: u16,
        name_and_type: CpIndex,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: CpIndex,
    },
    Module(CpIndex),
    Package(CpIndex),
}

/// A field or method reference, its parts looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// The class that the reference names, in internal form, or an array descriptor.
    pub class: JStr<'a>,
    /// The member's name.
    pub name: JStr<'a>,
    /// The member's descriptor.
    pub descriptor: JStr<'a>,
    /// Whether it is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// A constant of another kind than its user needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadConstant {
    /// The constant.
    pub index: CpIndex,
    /// What it should have been, with an article.
    pub expected: &'static str,
}

impl fmt::Display for BadConstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constant {:?} is not {}", self.index, self.expected)
    }
}

impl std::error::Error for BadConstant {}

impl BadConstant {
    pub(crate) fn at(self, offset: usize) -> ParseError {
        let kind = ErrorKind::BadConstant { index: self.index.0, expected: self.expected };
        ParseError { offset, kind }
    }
}

/// All constants of a class. References between constants were checked when it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantPool<'a> {
    constants: Vec<Constant<'a>>,
}

type Lookup<T> = std::result::Result<T, BadConstant>;

impl<'a> ConstantPool<'a> {
    /// The constant at an index, `Unusable` if there is none.
    #[inline]
    pub fn get(&self, index: CpIndex) -> Constant<'a> {
        self.constants.get(usize::from(index.0)).copied().unwrap_or(Constant::Unusable)
    }

    /// One more than the highest index.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Whether there is no constant at all.
    pub fn is_empty(&self) -> bool {
        self.constants.len() <= 1
    }

    /// All constants with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (CpIndex, Constant<'a>)> + '_ {
        // A pool has less than 65536 constants.
        let constants = self.constants.iter().copied().enumerate();
        constants.map(|(at, constant)| (CpIndex(at as u16), constant))
    }

    /// Where a constant stands in the class file, for messages.
    pub fn file_offset(&self, index: CpIndex) -> usize {
        // After the magic number, the version and the count.
        let mut bytes = vec![0; 10];
        for constant in self.constants.iter().take(index.0.into()) {
            constant.encode(&mut bytes);
        }
        bytes.len()
    }

    /// Appends a constant; `None` when the pool is full.
    pub fn push(&mut self, constant: Constant<'a>) -> Option<CpIndex> {
        let room = if constant.is_wide() { 2 } else { 1 };
        let index = u16::try_from(self.constants.len()).ok()?;
        u16::try_from(self.constants.len() + room).ok()?;
        self.constants.push(constant);
        if constant.is_wide() {
            self.constants.push(Constant::Unusable);
        }
        Some(CpIndex(index))
    }

    /// Text.
    #[inline]
    pub fn utf8(&self, index: CpIndex) -> Lookup<JStr<'a>> {
        match self.get(index) {
            Constant::Utf8(text) => Ok(text),
            _ => Err(BadConstant { index, expected: "text" }),
        }
    }

    /// Text, or `None` for index zero.
    pub fn optional_utf8(&self, index: CpIndex) -> Lookup<Option<JStr<'a>>> {
        if index.is_none() { Ok(None) } else { self.utf8(index).map(Some) }
    }

    /// A class's name in internal form, or an array descriptor.
    #[inline]
    pub fn class(&self, index: CpIndex) -> Lookup<JStr<'a>> {
        match self.get(index) {
            Constant::Class(name) => self.utf8(name),
            _ => Err(BadConstant { index, expected: "a class" }),
        }
    }

    /// A class's name, or `None` for index zero.
    pub fn optional_class(&self, index: CpIndex) -> Lookup<Option<JStr<'a>>> {
        if index.is_none() { Ok(None) } else { self.class(index).map(Some) }
    }

    /// A name and a descriptor.
    pub fn name_and_type(&self, index: CpIndex) -> Lookup<(JStr<'a>, JStr<'a>)> {
        match self.get(index) {
            Constant::NameAndType { name, descriptor } => {
                Ok((self.utf8(name)?, self.utf8(descriptor)?))
            }
            _ => Err(BadConstant { index, expected: "a name and type" }),
        }
    }

    /// A field or method reference of any kind.
    pub fn member(&self, index: CpIndex) -> Lookup<MemberRef<'a>> {
        let (class, name_and_type, is_interface) = match self.get(index) {
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type } => (class, name_and_type, false),
            Constant::InterfaceMethod { class, name_and_type } => (class, name_and_type, true),
            _ => return Err(BadConstant { index, expected: "a field or method" }),
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(MemberRef { class: self.class(class)?, name, descriptor, is_interface })
    }

    pub(crate) fn parse(r: &mut Reader<'a>) -> Result<Self> {
        let start = r.position();
        let count = usize::from(r.u16()?);
        if count == 0 {
            return Err(BadConstant { index: CpIndex(0), expected: "a constant" }.at(start));
        }
        // The smallest constant has three bytes.
        let mut constants = Vec::with_capacity(count.min(r.remaining() / 3 + 2));
        constants.push(Constant::Unusable);
        while constants.len() < count {
            let at = r.position();
            let constant = Constant::decode(r)?;
            constants.push(constant);
            if constant.is_wide() {
                constants.push(Constant::Unusable);
                if constants.len() > count {
                    let index = CpIndex(count as u16);
                    return Err(BadConstant { index, expected: "inside of the pool" }.at(at));
                }
            }
        }
        let pool = ConstantPool { constants };
        pool.check_references().map_err(|(bad, user)| bad.at(pool.file_offset(user)))?;
        Ok(pool)
    }

    /// Every constant refers to constants of the kinds it needs.
    fn check_references(&self) -> std::result::Result<(), (BadConstant, CpIndex)> {
        for (user, constant) in self.iter() {
            self.check(constant).map_err(|bad| (bad, user))?;
        }
        Ok(())
    }

    #[inline]
    fn check(&self, constant: Constant<'a>) -> Lookup<()> {
        match constant {
            Constant::Class(text)
            | Constant::String(text)
            | Constant::MethodType(text)
            | Constant::Module(text)
            | Constant::Package(text) => self.utf8(text).map(drop),
            Constant::NameAndType { name, descriptor } => {
                self.utf8(name)?;
                self.utf8(descriptor).map(drop)
            }
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => {
                self.check_kind(class, "a class", |c| matches!(c, Constant::Class(_)))?;
                self.check_name_and_type(name_and_type)
            }
            Constant::Dynamic { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. } => {
                self.check_name_and_type(name_and_type)
            }
            Constant::MethodHandle { kind, reference } if kind.is_field() => {
                self.check_kind(reference, "a field", |c| matches!(c, Constant::Field { .. }))
            }
            Constant::MethodHandle { reference, .. } => {
                self.check_kind(reference, "a method", |c| {
                    matches!(c, Constant::Method { .. } | Constant::InterfaceMethod { .. })
                })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn check_name_and_type(&self, index: CpIndex) -> Lookup<()> {
        let is_it = |c| matches!(c, Constant::NameAndType { .. });
        self.check_kind(index, "a name and type", is_it)
    }

    #[inline]
    fn check_kind(
        &self,
        index: CpIndex,
        expected: &'static str,
        is_it: impl Fn(Constant<'a>) -> bool,
    ) -> Lookup<()> {
        if is_it(self.get(index)) { Ok(()) } else { Err(BadConstant { index, expected }) }
    }
}

impl<'a> Constant<'a> {
    /// Whether it takes two places in the pool.
    fn is_wide(self) -> bool {
        matches!(self, Constant::Long(_) | Constant::Double(_))
    }

    #[inline]
    fn decode(r: &mut Reader<'a>) -> Result<Self> {
        let start = r.position();
        let tag = r.u8()?;
        Ok(match tag {
            1 => {
                let length = usize::from(r.u16()?);
                let bytes = r.take(length)?;
                let bad_text = || ParseError { offset: start + 3, kind: ErrorKind::BadText };
                Constant::Utf8(JStr::new(bytes).ok_or_else(bad_text)?)
            }
            3 => Constant::Integer(r.u32()? as i32),
            4 => Constant::Float(r.u32()?),
            5 => Constant::Long(r.u64()? as i64),
            6 => Constant::Double(r.u64()?),
            7 => Constant::Class(CpIndex::decode(r)?),
            8 => Constant::String(CpIndex::decode(r)?),
            9 => {
                let (class, name_and_type) = pair(r)?;
                Constant::Field { class, name_and_type }
            }
            10 => {
                let (class, name_and_type) = pair(r)?;
                Constant::Method { class, name_and_type }
            }
            11 => {
                let (class, name_and_type) = pair(r)?;
                Constant::InterfaceMethod { class, name_and_type }
            }
            12 => {
                let (name, descriptor) = pair(r)?;
                Constant::NameAndType { name, descriptor }
            }
            15 => {
                let kind = r.u8()?;
                let unknown = ErrorKind::UnknownTag { what: "method handle kind", tag: kind };
                let kind = HandleKind::from_number(kind)
                    .ok_or(ParseError { offset: start + 1, kind: unknown })?;
                Constant::MethodHandle { kind, reference: CpIndex::decode(r)? }
            }
            16 => Constant::MethodType(CpIndex::decode(r)?),
            17 => {
                let (bootstrap, name_and_type) = pair(r)?;
                Constant::Dynamic { bootstrap: bootstrap.0, name_and_type }
            }
            18 => {
                let (bootstrap, name_and_type) = pair(r)?;
                Constant::InvokeDynamic { bootstrap: bootstrap.0, name_and_type }
            }
            19 => Constant::Module(CpIndex::decode(r)?),
            20 => Constant::Package(CpIndex::decode(r)?),
            _ => {
                return Err(ParseError { offset: start, kind: ErrorKind::UnknownConstantTag(tag) });
            }
        })
    }
}

#[inline]
fn pair(r: &mut Reader<'_>) -> Result<(CpIndex, CpIndex)> {
    Ok((CpIndex::decode(r)?, CpIndex::decode(r)?))
}

impl Encode for ConstantPool<'_> {
    fn encode(&self, out: &mut Vec<u8>) {
        count(self.constants.len()).encode(out);
        for constant in &self.constants {
            constant.encode(out);
        }
    }
}

impl Encode for Constant<'_> {
    fn encode(&self, out: &mut Vec<u8>) {
        match *self {
            Constant::Unusable => {}
            Constant::Utf8(text) => {
                out.push(1);
                count(text.as_bytes().len()).encode(out);
                out.extend_from_slice(text.as_bytes());
            }
            Constant::Integer(value) => tagged(3, &value.to_be_bytes(), out),
            Constant::Float(bits) => tagged(4, &bits.to_be_bytes(), out),
            Constant::Long(value) => tagged(5, &value.to_be_bytes(), out),
            Constant::Double(bits) => tagged(6, &bits.to_be_bytes(), out),
            Constant::Class(name) => indices(7, &[name], out),
            Constant::String(text) => indices(8, &[text], out),
            Constant::Field { class, name_and_type } => indices(9, &[class, name_and_type], out),
            Constant::Method { class, name_and_type } => indices(10, &[class, name_and_type], out),
            Constant::InterfaceMethod { class, name_and_type } => {
                indices(11, &[class, name_and_type], out);
            }
            Constant::NameAndType { name, descriptor } => indices(12, &[name, descriptor], out),
            Constant::MethodHandle { kind, reference } => {
                out.extend([15, kind as u8]);
                reference.encode(out);
            }
            Constant::MethodType(descriptor) => indices(16, &[descriptor], out),
            Constant::Dynamic { bootstrap, name_and_type } => {
                indices(17, &[CpIndex(bootstrap), name_and_type], out);
            }
            Constant::InvokeDynamic { bootstrap, name_and_type } => {
                indices(18, &[CpIndex(bootstrap), name_and_type], out);
            }
            Constant::Module(name) => indices(19, &[name], out),
            Constant::Package(name) => indices(20, &[name], out),
        }
    }
}

fn tagged(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(bytes);
}

fn indices(tag: u8, indices: &[CpIndex], out: &mut Vec<u8>) {
    out.push(tag);
    for index in indices {
        index.encode(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_pool_can_be_gone_through() {
        let mut pool = ConstantPool { constants: vec![Constant::Unusable] };
        while pool.push(Constant::Integer(1)).is_some() {}
        assert_eq!(pool.len(), 65535);
        let mut last = CpIndex(0);
        for (index, _) in pool.iter() {
            last = index;
        }
        assert_eq!(last, CpIndex(65534));
    }
}
