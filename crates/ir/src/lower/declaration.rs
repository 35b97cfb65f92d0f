//! What a class file says about a class besides code.

use classfile::attribute::{
    Annotation as CpAnnotation, ElementValue, InnerClass, RecordComponent as CpComponent,
    TypeAnnotation, TypeTarget,
};
use classfile::{Attribute, AttributeData, ClassFile, CpIndex};

use super::symbols::{Result, Symbols};
use crate::class::{
    Annotation, AnnotationValue, Class, Field, Method, MethodCode, RecordComponent,
};
use crate::name::Name;
use crate::types::Type;

/// The class without bodies.
pub(super) fn declaration(symbols: &mut Symbols<'_, '_>) -> Result<Class> {
    let file = symbols.class;
    let mut class = Class::new(symbols.class_name(file.this_class)?, file.version, file.flags);
    class.super_class = symbols.optional_class_name(file.super_class)?;
    class.interfaces = symbols.class_names(&file.interfaces)?;
    class.fields = fields(file, symbols)?;
    class.methods = methods(file, symbols)?;
    for attribute in &file.attributes {
        class_attribute(&mut class, attribute, symbols)?;
    }
    Ok(class)
}

fn class_attribute(
    class: &mut Class,
    attribute: &Attribute<'_>,
    symbols: &mut Symbols<'_, '_>,
) -> Result<()> {
    match &attribute.data {
        AttributeData::SourceFile(name) => class.source_file = Some(symbols.text(*name)?),
        AttributeData::Signature(text) => class.signature = Some(symbols.text(*text)?),
        AttributeData::InnerClasses(classes) => inner_class(class, classes, symbols)?,
        AttributeData::EnclosingMethod(enclosing) => {
            class.outer_class = Some(symbols.class_name(enclosing.class)?);
            if !enclosing.method.is_none() {
                class.enclosing_method = Some(symbols.name_and_method_type(enclosing.method)?);
            }
        }
        AttributeData::NestHost(host) => class.nest_host = Some(symbols.class_name(*host)?),
        AttributeData::NestMembers(members) => class.nest_members = symbols.class_names(members)?,
        AttributeData::PermittedSubclasses(classes) => {
            class.permitted_subclasses = symbols.class_names(classes)?;
        }
        AttributeData::Record(components) => class.record = Some(record(components, symbols)?),
        data => annotations(data, &mut class.annotations, symbols)?,
    }
    Ok(())
}

/// The entry about the class itself says what it is in the source; the others are about classes it mentions.
fn inner_class(
    class: &mut Class,
    classes: &[InnerClass],
    symbols: &mut Symbols<'_, '_>,
) -> Result<()> {
    for entry in classes {
        if symbols.class_name(entry.inner)? == class.name {
            class.inner_flags = Some(entry.flags);
            class.outer_class = symbols.optional_class_name(entry.outer)?.or(class.outer_class);
        }
    }
    Ok(())
}

fn record(
    components: &[CpComponent<'_>],
    symbols: &mut Symbols<'_, '_>,
) -> Result<Vec<RecordComponent>> {
    let component = |c: &CpComponent<'_>| {
        let ty = symbols.field_type(c.descriptor)?;
        Ok(RecordComponent { name: symbols.text(c.name)?, ty })
    };
    components.iter().map(component).collect()
}

fn fields(file: &ClassFile<'_>, symbols: &mut Symbols<'_, '_>) -> Result<Vec<Field>> {
    let mut fields = Vec::with_capacity(file.fields.len());
    for f in &file.fields {
        let mut field = Field {
            name: symbols.text(f.name)?,
            ty: symbols.field_type(f.descriptor)?,
            flags: f.flags,
            constant: None,
            signature: None,
            annotations: Vec::new(),
        };
        for attribute in &f.attributes {
            match &attribute.data {
                AttributeData::ConstantValue(value) => {
                    field.constant = Some(symbols.simple_constant(*value)?);
                }
                AttributeData::Signature(text) => field.signature = Some(symbols.text(*text)?),
                data => annotations(data, &mut field.annotations, symbols)?,
            }
        }
        fields.push(field);
    }
    Ok(fields)
}

fn methods(file: &ClassFile<'_>, symbols: &mut Symbols<'_, '_>) -> Result<Vec<Method>> {
    let mut methods = Vec::with_capacity(file.methods.len());
    for m in &file.methods {
        let has_code = m.code().is_some();
        let mut method = Method {
            name: symbols.text(m.name)?,
            ty: symbols.method_type(m.descriptor)?,
            flags: m.flags,
            signature: None,
            exceptions: Vec::new(),
            annotations: Vec::new(),
            code: if has_code { MethodCode::NotLowered } else { MethodCode::Absent },
        };
        for attribute in &m.attributes {
            match &attribute.data {
                AttributeData::Signature(text) => method.signature = Some(symbols.text(*text)?),
                AttributeData::Exceptions(classes) => {
                    method.exceptions = symbols.class_names(classes)?;
                }
                data => annotations(data, &mut method.annotations, symbols)?,
            }
        }
        methods.push(method);
    }
    Ok(methods)
}

fn annotations(
    data: &AttributeData<'_>,
    into: &mut Vec<Annotation>,
    symbols: &mut Symbols<'_, '_>,
) -> Result<()> {
    if let AttributeData::RuntimeVisibleAnnotations(annotations)
    | AttributeData::RuntimeInvisibleAnnotations(annotations) = data
    {
        for a in annotations {
            into.push(annotation(a, symbols)?);
        }
    }
    // An annotation of a field's whole type is one of the field: some exist in this form alone.
    if let AttributeData::RuntimeVisibleTypeAnnotations(annotations)
    | AttributeData::RuntimeInvisibleTypeAnnotations(annotations) = data
    {
        let is_of_field = |a: &&TypeAnnotation| {
            matches!(a.target, TypeTarget::Empty { tag: FIELD_TYPE }) && a.path.is_empty()
        };
        for a in annotations.iter().filter(is_of_field) {
            let own = annotation(&a.annotation, symbols)?;
            if !into.contains(&own) {
                into.push(own);
            }
        }
    }
    Ok(())
}

/// The tag of annotations of a field's type (JVMS 4.7.20).
const FIELD_TYPE: u8 = 0x13;

fn annotation(annotation: &CpAnnotation, symbols: &mut Symbols<'_, '_>) -> Result<Annotation> {
    let mut elements = Vec::with_capacity(annotation.elements.len());
    for element in &annotation.elements {
        elements.push((symbols.text(element.name)?, annotation_value(&element.value, symbols)?));
    }
    Ok(Annotation { ty: symbols.field_type(annotation.descriptor)?, elements })
}

fn annotation_value(
    value: &ElementValue,
    symbols: &mut Symbols<'_, '_>,
) -> Result<AnnotationValue> {
    Ok(match value {
        ElementValue::Constant { tag: b's', value } => AnnotationValue::Text(symbols.text(*value)?),
        ElementValue::Constant { tag, value } => {
            let ty = Type::from_descriptor((*tag as char).encode_utf8(&mut [0; 4]))
                .expect("invariant: the reader knows the tags of primitive types");
            AnnotationValue::Number(ty, symbols.simple_constant(*value)?)
        }
        ElementValue::Enum { descriptor, name } => {
            AnnotationValue::Enum(symbols.field_type(*descriptor)?, symbols.text(*name)?)
        }
        ElementValue::Class(descriptor) => {
            AnnotationValue::Class(class_value(*descriptor, symbols)?)
        }
        ElementValue::Annotation(inner) => {
            AnnotationValue::Annotation(self::annotation(inner, symbols)?)
        }
        ElementValue::Array(values) => {
            let values = values.iter().map(|value| annotation_value(value, symbols));
            AnnotationValue::Array(values.collect::<Result<_>>()?)
        }
    })
}

/// A return descriptor, that is a type or `V`.
fn class_value(index: CpIndex, symbols: &mut Symbols<'_, '_>) -> Result<Option<Type>> {
    if symbols.text(index)? == Name::new("V") {
        return Ok(None);
    }
    symbols.field_type(index).map(Some)
}
