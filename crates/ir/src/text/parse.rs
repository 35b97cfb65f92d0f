//! Parses declarations: classes, fields, methods.

use classfile::{ClassFlags, Version};

use super::broken::{self, Detail};
use super::lex::{Cursor, Result};
use super::parse_body::BodyParser;
use super::parse_parts::{annotation, class_name, constant, flags, method_type, ty};
use crate::body::Body;
use crate::class::{Class, Field, Method, MethodCode, RecordComponent};
use crate::lower::LowerError;
use crate::name::Name;

/// The version of classes that do not tell theirs: Java 17.
const DEFAULT_VERSION: Version = Version { major: 61, minor: 0 };

pub(super) fn classes(text: &str) -> Result<Vec<Class>> {
    let mut c = Cursor::new(text);
    let mut classes = Vec::new();
    while !c.at_end() {
        classes.push(class(&mut c)?);
    }
    Ok(classes)
}

pub(super) fn single_method(text: &str) -> Result<Method> {
    let mut c = Cursor::new(text);
    c.expect_word("method")?;
    let method = method(&mut c)?;
    if c.at_end() { Ok(method) } else { c.fail("the end of the text") }
}

pub(super) fn single_body(text: &str) -> Result<Body> {
    let mut c = Cursor::new(text);
    let mut parser = BodyParser::default();
    while !c.at_end() {
        parser.line(&mut c)?;
        c.end_line()?;
    }
    parser.finish(&c)
}

fn class(c: &mut Cursor<'_>) -> Result<Class> {
    c.expect_word("class")?;
    let mut class = class_header(c)?;
    c.expect("{")?;
    c.end_line()?;
    while !c.eat("}") {
        member(c, &mut class)?;
    }
    c.end_line()?;
    Ok(class)
}

fn class_header(c: &mut Cursor<'_>) -> Result<Class> {
    let flags: ClassFlags = flags(c)?;
    let mut class = Class::new(class_name(c)?, DEFAULT_VERSION, flags);
    class.super_class = super_class(c)?;
    if c.eat_word("implements") {
        class.interfaces = c.names("the name of an interface")?;
    }
    Ok(class)
}

fn super_class(c: &mut Cursor<'_>) -> Result<Option<Name>> {
    if !c.eat_word("extends") {
        return Ok(Some(Name::new("java/lang/Object")));
    }
    if c.eat_word("none") { Ok(None) } else { class_name(c).map(Some) }
}

fn member(c: &mut Cursor<'_>, class: &mut Class) -> Result<()> {
    if c.sees("@") {
        class.annotations.push(annotation(c)?);
        return c.end_line();
    }
    match c.peek_word() {
        "field" => {
            c.eat_word("field");
            class.fields.push(field(c)?);
            Ok(())
        }
        "method" => {
            c.eat_word("method");
            class.methods.push(method(c)?);
            Ok(())
        }
        _ => {
            class_attribute(c, class)?;
            c.end_line()
        }
    }
}

fn class_attribute(c: &mut Cursor<'_>, class: &mut Class) -> Result<()> {
    let place = c.place();
    match c.word("a line of a class, or `}`")? {
        "version" => class.version = version(c)?,
        "source" => class.source_file = Some(c.name("the name of a file")?),
        "signature" => class.signature = Some(c.name("a signature")?),
        "inner" => class.inner_flags = Some(flags(c)?),
        "outer" => class.outer_class = Some(class_name(c)?),
        "enclosing" => {
            class.enclosing_method = Some((c.name("the name of a method")?, method_type(c)?));
        }
        "nest-host" => class.nest_host = Some(class_name(c)?),
        "nest-members" => class.nest_members = c.names("the name of a class")?,
        "permits" => class.permitted_subclasses = c.names("the name of a class")?,
        "record" => class.record = Some(record(c)?),
        word => return Err(c.error_at(place, format!("a class has no `{word}`"))),
    }
    Ok(())
}

fn version(c: &mut Cursor<'_>) -> Result<Version> {
    c.number("a version such as 61.0", |text| {
        let (major, minor) = text.split_once('.')?;
        Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
    })
}

fn record(c: &mut Cursor<'_>) -> Result<Vec<RecordComponent>> {
    let mut components = Vec::new();
    if c.at_line_end() {
        return Ok(components);
    }
    loop {
        let ty = ty(c)?;
        components.push(RecordComponent { name: c.name("the name of a component")?, ty });
        if !c.eat(",") {
            return Ok(components);
        }
    }
}

fn field(c: &mut Cursor<'_>) -> Result<Field> {
    let flags = flags(c)?;
    let ty = ty(c)?;
    let name = c.name("the name of a field")?;
    let constant = if c.eat("=") { Some(constant(c)?) } else { None };
    let mut field = Field { name, ty, flags, constant, signature: None, annotations: Vec::new() };
    if c.eat("{") {
        c.end_line()?;
        while !c.eat("}") {
            if c.sees("@") {
                field.annotations.push(annotation(c)?);
            } else {
                c.expect_word("signature")?;
                field.signature = Some(c.name("a signature")?);
            }
            c.end_line()?;
        }
    }
    c.end_line()?;
    Ok(field)
}

fn method(c: &mut Cursor<'_>) -> Result<Method> {
    let flags = flags(c)?;
    let name = c.name("the name of a method")?;
    let ty = method_type(c)?;
    let exceptions =
        if c.eat_word("throws") { c.names("the name of a class")? } else { Vec::new() };
    let mut method = Method {
        name,
        ty,
        flags,
        signature: None,
        exceptions,
        annotations: Vec::new(),
        code: MethodCode::Absent,
    };
    if c.eat("{") {
        c.end_line()?;
        method_lines(c, &mut method)?;
    }
    c.end_line()?;
    Ok(method)
}

/// The lines of a method up to its closing brace.
fn method_lines(c: &mut Cursor<'_>, method: &mut Method) -> Result<()> {
    let mut body: Option<BodyParser> = None;
    while !c.eat("}") {
        if c.sees("@") {
            method.annotations.push(annotation(c)?);
        } else if c.eat_word("signature") {
            method.signature = Some(c.name("a signature")?);
        } else if c.eat_word("not-lowered") {
            method.code = MethodCode::NotLowered;
        } else if c.eat_word("broken") {
            method.code = MethodCode::Broken(broken(c)?);
        } else if !c.at_end() {
            body.get_or_insert_default().line(c)?;
        } else {
            return c.fail("`}`");
        }
        c.end_line()?;
    }
    if let Some(body) = body {
        method.code = MethodCode::Body(Box::new(body.finish(c)?));
    }
    Ok(())
}

fn broken(c: &mut Cursor<'_>) -> Result<LowerError> {
    c.expect("@")?;
    let offset = c.decimal("a bytecode offset")?;
    let place = c.place();
    let word = c.word("the reason")?;
    let detail = if c.at_line_end() {
        Detail::None
    } else if c.sees("\"") {
        Detail::Text(c.name("a text")?)
    } else {
        Detail::Number(c.decimal("a number")?)
    };
    let kind = broken::kind(word, &detail)
        .ok_or_else(|| c.error_at(place, format!("`{word}` is no reason, or not with this")))?;
    Ok(LowerError { offset, kind })
}
