//! Parses what stands inside of lines: flags, types, references, constants, annotations.

use super::lex::{Cursor, Result};
use super::words::{FlagSet, HANDLES, METHOD_TYPE_MARKS, TYPE_MARKS, meaning_of};
use crate::body::Constant;
use crate::class::{Annotation, AnnotationValue};
use crate::name::Name;
use crate::refs::{FieldRef, FieldRefData, HandleKind, MethodHandle, MethodRef, MethodRefData};
use crate::types::{MethodType, Type};

/// Annotations may nest. The class-file reader has the same limit.
const MAX_DEPTH: u32 = 64;

pub(super) fn flags<F: FlagSet>(c: &mut Cursor<'_>) -> Result<F> {
    let mut bits = 0;
    loop {
        let word = c.peek_word();
        if let Some(flag) = F::bits_of(word) {
            c.eat_word(word);
            bits |= flag;
        } else if c.sees("0x") {
            bits |= c.number("flags", |text| u16::from_str_radix(text.get(2..)?, 16).ok())?;
        } else {
            return Ok(F::from_raw(bits));
        }
    }
}

pub(super) fn ty(c: &mut Cursor<'_>) -> Result<Type> {
    let place = c.place();
    let text = c.descriptor(TYPE_MARKS, "a type")?;
    let ty = match text.as_str() {
        "null" => Some(Type::Null),
        text => Type::from_descriptor(text),
    };
    ty.ok_or_else(|| c.error_at(place, format!("`{text}` is not a type's descriptor")))
}

pub(super) fn method_type(c: &mut Cursor<'_>) -> Result<MethodType> {
    let place = c.place();
    let text = c.descriptor(METHOD_TYPE_MARKS, "a method's type")?;
    MethodType::from_descriptor(text)
        .ok_or_else(|| c.error_at(place, format!("`{text}` is not a method's descriptor")))
}

pub(super) fn class_name(c: &mut Cursor<'_>) -> Result<Name> {
    c.name("the name of a class")
}

pub(super) fn field_ref(c: &mut Cursor<'_>) -> Result<FieldRef> {
    let class = class_name(c)?;
    c.expect(".")?;
    let name = c.name("the name of a field")?;
    c.expect(":")?;
    Ok(FieldRef::new(FieldRefData { class, name, ty: ty(c)? }))
}

/// A reference to a method, of an interface if the text does not say otherwise and `is_interface`.
pub(super) fn method_ref(c: &mut Cursor<'_>, is_interface: bool) -> Result<MethodRef> {
    let says_interface = c.eat_word("interface");
    let says_class = !says_interface && c.eat_word("class");
    let is_interface = says_interface || (is_interface && !says_class);
    let class = class_name(c)?;
    c.expect(".")?;
    let name = c.name("the name of a method")?;
    let ty = method_type(c)?;
    Ok(MethodRef::new(MethodRefData { class, name, ty, is_interface }))
}

pub(super) fn handle(c: &mut Cursor<'_>) -> Result<MethodHandle> {
    let Some(kind) = meaning_of(&HANDLES, c.peek_word()) else {
        return c.fail("a method handle such as `invokestatic A.f()V`");
    };
    c.word("a method handle")?;
    let is_field = matches!(
        kind,
        HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic
    );
    Ok(if is_field {
        MethodHandle::Field(kind, field_ref(c)?)
    } else {
        MethodHandle::Method(kind, method_ref(c, kind == HandleKind::InvokeInterface)?)
    })
}

pub(super) fn constant(c: &mut Cursor<'_>) -> Result<Constant> {
    if c.sees("\"") {
        return Ok(Constant::String(c.name("a string")?));
    }
    if c.sees_id("dynamic") {
        return Ok(Constant::Dynamic(c.id("dynamic", "a dynamic constant")?));
    }
    if c.eat_word("null") {
        return Ok(Constant::Null);
    }
    Ok(match c.peek_word() {
        "class" => Constant::Class(after(c, ty)?),
        "type" => Constant::MethodType(after(c, method_type)?),
        "handle" => Constant::MethodHandle(after(c, handle)?),
        "float" => Constant::Float(after(c, |c| {
            c.number("32 bits", |text| hexadecimal(text)?.try_into().ok())
        })?),
        "double" => Constant::Double(after(c, |c| c.number("64 bits", hexadecimal))?),
        _ => c.number("a constant", number)?,
    })
}

/// What follows a word that was looked at.
fn after<T>(c: &mut Cursor<'_>, parse: impl FnOnce(&mut Cursor<'_>) -> Result<T>) -> Result<T> {
    c.word("a word")?;
    parse(c)
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// A number; the letter at its end or a point in it says what kind it is of.
fn number(text: &str) -> Option<Constant> {
    if let Some(text) = text.strip_suffix('L') {
        return text.parse().ok().map(Constant::Long);
    }
    if let Some(text) = text.strip_suffix('f') {
        let number: f32 = text.parse().ok()?;
        return number.is_finite().then(|| Constant::Float(number.to_bits()));
    }
    if text.contains(['.', 'e']) {
        let number: f64 = text.parse().ok()?;
        return number.is_finite().then(|| Constant::Double(number.to_bits()));
    }
    text.parse().ok().map(Constant::Int)
}

/// Items between brackets.
pub(super) fn bracketed<T>(
    c: &mut Cursor<'_>,
    mut item: impl FnMut(&mut Cursor<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    c.expect("[")?;
    let mut items = Vec::new();
    if c.eat("]") {
        return Ok(items);
    }
    loop {
        items.push(item(c)?);
        if c.eat("]") {
            return Ok(items);
        }
        c.expect(",")?;
    }
}

pub(super) fn annotation(c: &mut Cursor<'_>) -> Result<Annotation> {
    nested_annotation(c, MAX_DEPTH)
}

fn nested_annotation(c: &mut Cursor<'_>, depth: u32) -> Result<Annotation> {
    c.expect("@")?;
    let ty = ty(c)?;
    let mut elements = Vec::new();
    let mut is_open = c.eat("(");
    while is_open {
        let name = c.name("the name of an element")?;
        c.expect("=")?;
        elements.push((name, annotation_value(c, depth)?));
        is_open = !c.eat(")");
        if is_open {
            c.expect(",")?;
        }
    }
    Ok(Annotation { ty, elements })
}

fn annotation_value(c: &mut Cursor<'_>, depth: u32) -> Result<AnnotationValue> {
    let Some(below) = depth.checked_sub(1) else {
        return Err(c.error("values of annotations are nested too deeply"));
    };
    if c.sees("\"") {
        return Ok(AnnotationValue::Text(c.name("a string")?));
    }
    if c.sees("@") {
        return nested_annotation(c, below).map(AnnotationValue::Annotation);
    }
    // An array's descriptor cannot stand here, so this is a list.
    if c.sees("[") {
        return bracketed(c, |c| annotation_value(c, below)).map(AnnotationValue::Array);
    }
    if c.eat_word("enum") {
        return Ok(AnnotationValue::Enum(ty(c)?, c.name("the name of an enum constant")?));
    }
    if c.eat_word("class") {
        let class = if c.eat_word("V") { None } else { Some(ty(c)?) };
        return Ok(AnnotationValue::Class(class));
    }
    Ok(AnnotationValue::Number(ty(c)?, constant(c)?))
}
