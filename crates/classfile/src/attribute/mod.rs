//! Attributes (JVMS 4.7): every one that the specification names is decoded, all others are kept as bytes.
//!
//! As the JVM does, an attribute is only recognised where the specification puts it and in class files that are new
//! enough to know it. Elsewhere it is foreign matter, and its bytes are kept.

mod annotation;
mod code;
mod module;
mod stack_map;

pub use annotation::{
    Annotation, Element, ElementValue, LocalVariableTarget, PathStep, TypeAnnotation, TypeTarget,
};
pub use code::{Code, ExceptionEntry, LineNumber, LocalVariable};
pub use module::{Module, ModuleExports, ModuleProvides, ModuleRequires};
pub use stack_map::{Frame, FrameKind, VerificationType};

use crate::class::Version;
use crate::constant_pool::{ConstantPool, CpIndex};
use crate::error::{ErrorKind, ParseError};
use crate::flags::ClassFlags;
use crate::reader::{Decode, Encode, Reader, Result, encode_all, encode_table, record};

/// One attribute of a class, field, method, code or record component.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute<'a> {
    /// The constant with its name.
    pub name: CpIndex,
    /// Its contents.
    pub data: AttributeData<'a>,
}

/// The contents of an attribute; the variants have the names of the specification.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum AttributeData<'a> {
    /// An attribute that the specification does not name, or not in this place or version.
    Unknown(&'a [u8]),
    ConstantValue(CpIndex),
    Code(Box<Code<'a>>),
    StackMapTable(Vec<Frame>),
    Exceptions(Vec<CpIndex>),
    InnerClasses(Vec<InnerClass>),
    EnclosingMethod(EnclosingMethod),
    Synthetic,
    Signature(CpIndex),
    SourceFile(CpIndex),
    SourceDebugExtension(&'a [u8]),
    LineNumberTable(Vec<LineNumber>),
    LocalVariableTable(Vec<LocalVariable>),
    LocalVariableTypeTable(Vec<LocalVariable>),
    Deprecated,
    RuntimeVisibleAnnotations(Vec<Annotation>),
    RuntimeInvisibleAnnotations(Vec<Annotation>),
    RuntimeVisibleParameterAnnotations(Vec<ParameterAnnotations>),
    RuntimeInvisibleParameterAnnotations(Vec<ParameterAnnotations>),
    RuntimeVisibleTypeAnnotations(Vec<TypeAnnotation>),
    RuntimeInvisibleTypeAnnotations(Vec<TypeAnnotation>),
    AnnotationDefault(ElementValue),
    BootstrapMethods(Vec<BootstrapMethod>),
    MethodParameters(Vec<MethodParameter>),
    Module(Box<Module>),
    ModulePackages(Vec<CpIndex>),
    ModuleMainClass(CpIndex),
    NestHost(CpIndex),
    NestMembers(Vec<CpIndex>),
    Record(Vec<RecordComponent<'a>>),
    PermittedSubclasses(Vec<CpIndex>),
}

record! {
    /// An entry of `InnerClasses`: a nested class that this class mentions.
    InnerClass {
        /// The nested class.
        inner: CpIndex,
        /// The class it is a member of; none for local and anonymous ones.
        outer: CpIndex,
        /// Its simple name; none for anonymous ones.
        name: CpIndex,
        /// Its flags as in the source.
        flags: ClassFlags,
    }
}

record! {
    /// The method that a local or anonymous class stands in.
    EnclosingMethod {
        /// The class.
        class: CpIndex,
        /// The method's name and type; none in initialisers.
        method: CpIndex,
    }
}

record! {
    /// A formal parameter of a method.
    MethodParameter {
        /// The name; none if it has none.
        name: CpIndex,
        /// `final`, `synthetic` and `mandated`.
        flags: u16,
    }
}

/// A bootstrap method of `invokedynamic` and of dynamic constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// A method handle.
    pub method: CpIndex,
    /// Loadable constants.
    pub arguments: Vec<CpIndex>,
}

/// The annotations of one formal parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterAnnotations(pub Vec<Annotation>);

/// A component of a record class.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordComponent<'a> {
    /// The name.
    pub name: CpIndex,
    /// The descriptor of its type.
    pub descriptor: CpIndex,
    /// Its attributes.
    pub attributes: Vec<Attribute<'a>>,
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Class,
    Field,
    Method,
    Code,
    RecordComponent,
}

/// What is needed to read attributes.
#[derive(Clone, Copy)]
pub(crate) struct Context<'p, 'a> {
    pub(crate) pool: &'p ConstantPool<'a>,
    pub(crate) version: Version,
}

pub(crate) fn parse_table<'a>(
    r: &mut Reader<'a>,
    context: Context<'_, 'a>,
    place: Place,
) -> Result<Vec<Attribute<'a>>> {
    let count = usize::from(r.u16()?);
    // An attribute has at least six bytes.
    let mut attributes = Vec::with_capacity(count.min(r.remaining() / 6 + 1));
    for _ in 0..count {
        attributes.push(parse(r, context, place)?);
    }
    Ok(attributes)
}

fn parse<'a>(r: &mut Reader<'a>, context: Context<'_, 'a>, place: Place) -> Result<Attribute<'a>> {
    let start = r.position();
    let name = CpIndex::decode(r)?;
    let text = context.pool.utf8(name).map_err(|bad| bad.at(start))?;
    let declared = r.u32()?;
    let mut contents = r.window(declared as usize)?;
    let first = contents.position();
    let data = parse_data(text.as_bytes(), &mut contents, context, place)?;
    if contents.remaining() != 0 {
        let read = contents.position() - first;
        let kind = ErrorKind::AttributeLength { declared, read };
        return Err(ParseError { offset: start, kind });
    }
    Ok(Attribute { name, data })
}

fn parse_data<'a>(
    name: &[u8],
    r: &mut Reader<'a>,
    context: Context<'_, 'a>,
    place: Place,
) -> Result<AttributeData<'a>> {
    use AttributeData as A;
    use Place::{Class, Code as InCode, Field, Method, RecordComponent as Component};
    let major = context.version.major;
    // Every line: name, places, first version (JVMS tables 4.7-A to 4.7-C).
    Ok(match (name, place) {
        (b"Code", Method) => A::Code(Box::new(Code::parse(r, context)?)),
        (b"LineNumberTable", InCode) => A::LineNumberTable(r.table()?),
        (b"LocalVariableTable", InCode) => A::LocalVariableTable(r.table()?),
        (b"StackMapTable", InCode) if major >= 50 => A::StackMapTable(r.table()?),
        (b"ConstantValue", Field) => A::ConstantValue(CpIndex::decode(r)?),
        (b"Exceptions", Method) => A::Exceptions(r.table()?),
        (b"SourceFile", Class) => A::SourceFile(CpIndex::decode(r)?),
        (b"InnerClasses", Class) => A::InnerClasses(r.table()?),
        (b"Synthetic", Class | Field | Method) => A::Synthetic,
        (b"Deprecated", Class | Field | Method) => A::Deprecated,
        (_, _) if major < 49 => unknown(r)?,
        (b"Signature", Class | Field | Method | Component) => A::Signature(CpIndex::decode(r)?),
        (b"EnclosingMethod", Class) => A::EnclosingMethod(EnclosingMethod::decode(r)?),
        (b"SourceDebugExtension", Class) => A::SourceDebugExtension(r.take(r.remaining())?),
        (b"LocalVariableTypeTable", InCode) => A::LocalVariableTypeTable(r.table()?),
        (b"RuntimeVisibleAnnotations", Class | Field | Method | Component) => {
            A::RuntimeVisibleAnnotations(r.table()?)
        }
        (b"RuntimeInvisibleAnnotations", Class | Field | Method | Component) => {
            A::RuntimeInvisibleAnnotations(r.table()?)
        }
        (b"RuntimeVisibleParameterAnnotations", Method) => {
            A::RuntimeVisibleParameterAnnotations(parameter_annotations(r)?)
        }
        (b"RuntimeInvisibleParameterAnnotations", Method) => {
            A::RuntimeInvisibleParameterAnnotations(parameter_annotations(r)?)
        }
        (b"AnnotationDefault", Method) => A::AnnotationDefault(ElementValue::decode(r)?),
        (b"BootstrapMethods", Class) if major >= 51 => A::BootstrapMethods(r.table()?),
        (b"MethodParameters", Method) if major >= 52 => {
            let count = usize::from(r.u8()?);
            A::MethodParameters(r.entries(count)?)
        }
        (b"RuntimeVisibleTypeAnnotations", _) if major >= 52 => {
            A::RuntimeVisibleTypeAnnotations(r.table()?)
        }
        (b"RuntimeInvisibleTypeAnnotations", _) if major >= 52 => {
            A::RuntimeInvisibleTypeAnnotations(r.table()?)
        }
        (b"Module", Class) if major >= 53 => A::Module(Box::new(Module::decode(r)?)),
        (b"ModulePackages", Class) if major >= 53 => A::ModulePackages(r.table()?),
        (b"ModuleMainClass", Class) if major >= 53 => A::ModuleMainClass(CpIndex::decode(r)?),
        (b"NestHost", Class) if major >= 55 => A::NestHost(CpIndex::decode(r)?),
        (b"NestMembers", Class) if major >= 55 => A::NestMembers(r.table()?),
        (b"Record", Class) if major >= 60 => A::Record(components(r, context)?),
        (b"PermittedSubclasses", Class) if major >= 61 => A::PermittedSubclasses(r.table()?),
        _ => unknown(r)?,
    })
}

fn unknown<'a>(r: &mut Reader<'a>) -> Result<AttributeData<'a>> {
    Ok(AttributeData::Unknown(r.take(r.remaining())?))
}

fn parameter_annotations(r: &mut Reader<'_>) -> Result<Vec<ParameterAnnotations>> {
    let count = usize::from(r.u8()?);
    r.entries(count)
}

fn components<'a>(
    r: &mut Reader<'a>,
    context: Context<'_, 'a>,
) -> Result<Vec<RecordComponent<'a>>> {
    let count = usize::from(r.u16()?);
    let mut components = Vec::with_capacity(count.min(r.remaining() / 6 + 1));
    for _ in 0..count {
        components.push(RecordComponent {
            name: CpIndex::decode(r)?,
            descriptor: CpIndex::decode(r)?,
            attributes: parse_table(r, context, Place::RecordComponent)?,
        });
    }
    Ok(components)
}

impl Decode<'_> for ParameterAnnotations {
    const MIN_BYTES: usize = 2;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(ParameterAnnotations(r.table()?))
    }
}

impl Encode for ParameterAnnotations {
    fn encode(&self, out: &mut Vec<u8>) {
        encode_table(&self.0, out);
    }
}

impl Decode<'_> for BootstrapMethod {
    const MIN_BYTES: usize = 4;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(BootstrapMethod { method: CpIndex::decode(r)?, arguments: r.table()? })
    }
}

impl Encode for BootstrapMethod {
    fn encode(&self, out: &mut Vec<u8>) {
        self.method.encode(out);
        encode_table(&self.arguments, out);
    }
}

/// Writes attributes; the version decides about the shape of old code attributes.
pub(crate) fn encode_attributes(attributes: &[Attribute<'_>], version: Version, out: &mut Vec<u8>) {
    crate::reader::count(attributes.len()).encode(out);
    for attribute in attributes {
        attribute.name.encode(out);
        let length_at = out.len();
        out.extend([0; 4]);
        attribute.data.encode(version, out);
        let length =
            u32::try_from(out.len() - length_at - 4).expect("invariant: no attribute has 4 GiB");
        out[length_at..length_at + 4].copy_from_slice(&length.to_be_bytes());
    }
}

impl AttributeData<'_> {
    fn encode(&self, version: Version, out: &mut Vec<u8>) {
        use AttributeData as A;
        match self {
            A::Unknown(bytes) | A::SourceDebugExtension(bytes) => out.extend_from_slice(bytes),
            A::Synthetic | A::Deprecated => {}
            A::ConstantValue(index)
            | A::Signature(index)
            | A::SourceFile(index)
            | A::ModuleMainClass(index)
            | A::NestHost(index) => index.encode(out),
            A::Exceptions(classes)
            | A::ModulePackages(classes)
            | A::NestMembers(classes)
            | A::PermittedSubclasses(classes) => encode_table(classes, out),
            A::Code(code) => code.encode(version, out),
            A::StackMapTable(frames) => encode_table(frames, out),
            A::InnerClasses(classes) => encode_table(classes, out),
            A::EnclosingMethod(method) => method.encode(out),
            A::LineNumberTable(lines) => encode_table(lines, out),
            A::LocalVariableTable(variables) | A::LocalVariableTypeTable(variables) => {
                encode_table(variables, out);
            }
            A::RuntimeVisibleAnnotations(annotations)
            | A::RuntimeInvisibleAnnotations(annotations) => encode_table(annotations, out),
            A::RuntimeVisibleParameterAnnotations(parameters)
            | A::RuntimeInvisibleParameterAnnotations(parameters) => {
                encode_byte_table(parameters, out);
            }
            A::RuntimeVisibleTypeAnnotations(annotations)
            | A::RuntimeInvisibleTypeAnnotations(annotations) => encode_table(annotations, out),
            A::AnnotationDefault(value) => value.encode(out),
            A::BootstrapMethods(methods) => encode_table(methods, out),
            A::MethodParameters(parameters) => encode_byte_table(parameters, out),
            A::Module(module) => module.encode(out),
            A::Record(components) => {
                crate::reader::count(components.len()).encode(out);
                for component in components {
                    component.name.encode(out);
                    component.descriptor.encode(out);
                    encode_attributes(&component.attributes, version, out);
                }
            }
        }
    }
}

/// A table with a one-byte count.
fn encode_byte_table<T: Encode>(entries: &[T], out: &mut Vec<u8>) {
    let count =
        u8::try_from(entries.len()).expect("invariant: a method has at most 255 parameters");
    out.push(count);
    encode_all(entries, out);
}
