//! A class file as a whole (JVMS 4.1).

use crate::attribute::{self, Attribute, AttributeData, Code, Context, Place};
use crate::constant_pool::{ConstantPool, CpIndex};
use crate::error::ErrorKind;
use crate::flags::{ClassFlags, FieldFlags, MethodFlags};
use crate::jstr::JStr;
use crate::reader::{Decode, Reader, Result};

/// The version of the class file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// 45 is Java 1.1, 52 is Java 8, 69 is Java 25.
    pub major: u16,
    /// 65535 for classes that use preview features.
    pub minor: u16,
}

impl Version {
    /// The oldest and newest major versions that are read.
    pub const SUPPORTED: std::ops::RangeInclusive<u16> = 45..=69;

    /// The feature release of Java that made the version: 8 for 52.
    pub fn java_release(self) -> u16 {
        self.major.saturating_sub(44)
    }

    /// Before 45.3 the `Code` attribute had shorter fields.
    pub(crate) fn has_short_code(self) -> bool {
        self.major == 45 && self.minor < 3
    }
}

/// A parsed class file. It borrows text and code from the bytes it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFile<'a> {
    /// The version of the format.
    pub version: Version,
    /// The constants.
    pub constants: ConstantPool<'a>,
    /// The flags of the class.
    pub flags: ClassFlags,
    /// The class itself.
    pub this_class: CpIndex,
    /// The superclass; none for `java/lang/Object` and modules.
    pub super_class: CpIndex,
    /// The direct superinterfaces.
    pub interfaces: Vec<CpIndex>,
    /// The fields.
    pub fields: Vec<Field<'a>>,
    /// The methods.
    pub methods: Vec<Method<'a>>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute<'a>>,
}

/// A field of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<'a> {
    /// Its flags.
    pub flags: FieldFlags,
    /// Its name.
    pub name: CpIndex,
    /// Its type.
    pub descriptor: CpIndex,
    /// Its attributes.
    pub attributes: Vec<Attribute<'a>>,
}

/// A method of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Method<'a> {
    /// Its flags.
    pub flags: MethodFlags,
    /// Its name.
    pub name: CpIndex,
    /// Its parameters and result.
    pub descriptor: CpIndex,
    /// Its attributes, `Code` among them.
    pub attributes: Vec<Attribute<'a>>,
}

impl<'a> Method<'a> {
    /// The body, if it has one.
    pub fn code(&self) -> Option<&Code<'a>> {
        self.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::Code(code) => Some(&**code),
            _ => None,
        })
    }
}

impl<'a> ClassFile<'a> {
    /// Reads a class file; all of `bytes` must belong to it.
    pub fn parse(bytes: &'a [u8]) -> Result<ClassFile<'a>> {
        let mut r = Reader::new(bytes);
        let Start { version, constants, flags, this_class } = parse_start(&mut r)?;
        let super_class = optional_class_at(&mut r, &constants)?;
        let interfaces = interfaces(&mut r, &constants)?;
        let context = Context { pool: &constants, version };
        let fields = members(&mut r, context, Place::Field, |flags, m| Field {
            flags: FieldFlags::from_bits_retain(flags),
            name: m.name,
            descriptor: m.descriptor,
            attributes: m.attributes,
        })?;
        let methods = members(&mut r, context, Place::Method, |flags, m| Method {
            flags: MethodFlags::from_bits_retain(flags),
            name: m.name,
            descriptor: m.descriptor,
            attributes: m.attributes,
        })?;
        let attributes = attribute::parse_table(&mut r, context, Place::Class)?;
        if r.remaining() != 0 {
            return r.fail(ErrorKind::TrailingBytes(r.remaining()));
        }
        Ok(ClassFile {
            version,
            constants,
            flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// The class's name in internal form, such as `java/lang/Object`.
    pub fn name(&self) -> JStr<'a> {
        self.constants.class(self.this_class).expect("invariant: checked when the class was read")
    }

    /// The superclass's name.
    pub fn super_name(&self) -> Option<JStr<'a>> {
        self.constants.class(self.super_class).ok()
    }
}

/// A class file up to the name of its class.
struct Start<'a> {
    version: Version,
    constants: ConstantPool<'a>,
    flags: ClassFlags,
    this_class: CpIndex,
}

fn parse_start<'a>(r: &mut Reader<'a>) -> Result<Start<'a>> {
    let version = parse_version(r)?;
    let constants = ConstantPool::parse(r)?;
    let flags = ClassFlags::decode(r)?;
    let this_class = class_at(r, &constants)?;
    Ok(Start { version, constants, flags, this_class })
}

/// The name of a class, without reading what comes after it.
pub(crate) fn name_only(bytes: &[u8]) -> Result<JStr<'_>> {
    let mut r = Reader::new(bytes);
    let start = parse_start(&mut r)?;
    start.constants.class(start.this_class).map_err(|bad| bad.at(r.position() - 2))
}

fn parse_version(r: &mut Reader<'_>) -> Result<Version> {
    let start = r.clone();
    let magic = r.u32()?;
    if magic != 0xcafe_babe {
        return start.fail(ErrorKind::NotAClassFile(magic));
    }
    let at = r.clone();
    let (minor, major) = (r.u16()?, r.u16()?);
    if !Version::SUPPORTED.contains(&major) {
        return at.fail(ErrorKind::UnsupportedVersion { major, minor });
    }
    Ok(Version { major, minor })
}

fn class_at(r: &mut Reader<'_>, constants: &ConstantPool<'_>) -> Result<CpIndex> {
    let offset = r.position();
    let index = CpIndex::decode(r)?;
    constants.class(index).map_err(|bad| bad.at(offset))?;
    Ok(index)
}

fn optional_class_at(r: &mut Reader<'_>, constants: &ConstantPool<'_>) -> Result<CpIndex> {
    let offset = r.position();
    let index = CpIndex::decode(r)?;
    constants.optional_class(index).map_err(|bad| bad.at(offset))?;
    Ok(index)
}

fn interfaces(r: &mut Reader<'_>, constants: &ConstantPool<'_>) -> Result<Vec<CpIndex>> {
    let count = usize::from(r.u16()?);
    let mut interfaces = Vec::with_capacity(count.min(r.remaining() / 2));
    for _ in 0..count {
        interfaces.push(class_at(r, constants)?);
    }
    Ok(interfaces)
}

/// What fields and methods have in common.
struct Member<'a> {
    name: CpIndex,
    descriptor: CpIndex,
    attributes: Vec<Attribute<'a>>,
}

fn members<'a, T>(
    r: &mut Reader<'a>,
    context: Context<'_, 'a>,
    place: Place,
    make: impl Fn(u16, Member<'a>) -> T,
) -> Result<Vec<T>> {
    let count = usize::from(r.u16()?);
    // A member has at least eight bytes.
    let mut members = Vec::with_capacity(count.min(r.remaining() / 8));
    for _ in 0..count {
        let flags = r.u16()?;
        let name = text_at(r, context)?;
        let descriptor = text_at(r, context)?;
        let attributes = attribute::parse_table(r, context, place)?;
        members.push(make(flags, Member { name, descriptor, attributes }));
    }
    Ok(members)
}

fn text_at(r: &mut Reader<'_>, context: Context<'_, '_>) -> Result<CpIndex> {
    let offset = r.position();
    let index = CpIndex::decode(r)?;
    context.pool.utf8(index).map_err(|bad| bad.at(offset))?;
    Ok(index)
}
