//! Prints declarations: classes, fields, methods, annotations.

use std::fmt::{self, Write};

use super::words::{FlagSet, Spelled};
use super::{broken, print_body};
use crate::class::{Annotation, AnnotationValue, Class, Field, Method, MethodCode};
use crate::name::Name;

/// Lines with an indentation.
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = self.indent * 2);
    }

    fn open(&mut self, header: impl fmt::Display) {
        self.line(format_args!("{header} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }
}

pub(super) fn class(class: &Class) -> String {
    let mut p = Printer { out: String::new(), indent: 0 };
    p.open(class_header(class));
    class_attributes(&mut p, class);
    class.fields.iter().for_each(|f| field(&mut p, f));
    class.methods.iter().for_each(|m| method_lines(&mut p, m));
    p.close();
    p.out
}

pub(super) fn method(method: &Method) -> String {
    let mut p = Printer { out: String::new(), indent: 0 };
    method_lines(&mut p, method);
    p.out
}

fn class_header(class: &Class) -> String {
    let mut text = format!("class {}{}", flags(class.flags), Spelled(class.name));
    match class.super_class {
        None => text.push_str(" extends none"),
        Some(name) if name.as_str() == "java/lang/Object" => {}
        Some(name) => text.push_str(&format!(" extends {}", Spelled(name))),
    }
    if !class.interfaces.is_empty() {
        text.push_str(&format!(" implements{}", names(&class.interfaces)));
    }
    text
}

fn class_attributes(p: &mut Printer, class: &Class) {
    p.line(format_args!("version {}.{}", class.version.major, class.version.minor));
    optional(p, "source", class.source_file);
    optional(p, "signature", class.signature);
    if let Some(inner) = class.inner_flags {
        p.line(format!("inner {}", flags(inner)).trim_end());
    }
    optional(p, "outer", class.outer_class);
    if let Some((name, ty)) = class.enclosing_method {
        p.line(format_args!("enclosing {}{}", Spelled(name), Spelled(ty)));
    }
    optional(p, "nest-host", class.nest_host);
    several(p, "nest-members", &class.nest_members);
    several(p, "permits", &class.permitted_subclasses);
    if let Some(components) = &class.record {
        let component =
            |c: &crate::class::RecordComponent| format!(" {} {}", Spelled(c.ty), Spelled(c.name));
        let components: Vec<String> = components.iter().map(component).collect();
        p.line(format_args!("record{}", components.join(",")));
    }
    annotations(p, &class.annotations);
}

fn field(p: &mut Printer, field: &Field) {
    let mut text = format!("field {}{} ", flags(field.flags), Spelled(field.ty));
    text.push_str(&Spelled(field.name).to_string());
    if let Some(constant) = field.constant {
        text.push_str(&format!(" = {}", Spelled(constant)));
    }
    if field.signature.is_none() && field.annotations.is_empty() {
        p.line(text);
        return;
    }
    p.open(text);
    optional(p, "signature", field.signature);
    annotations(p, &field.annotations);
    p.close();
}

fn method_lines(p: &mut Printer, method: &Method) {
    let mut text =
        format!("method {}{}{}", flags(method.flags), Spelled(method.name), Spelled(method.ty));
    if !method.exceptions.is_empty() {
        text.push_str(&format!(" throws{}", names(&method.exceptions)));
    }
    let is_absent = method.code == MethodCode::Absent;
    if is_absent && method.signature.is_none() && method.annotations.is_empty() {
        p.line(text);
        return;
    }
    p.open(text);
    optional(p, "signature", method.signature);
    annotations(p, &method.annotations);
    code(p, &method.code);
    p.close();
}

fn code(p: &mut Printer, code: &MethodCode) {
    match code {
        MethodCode::Absent => {}
        MethodCode::NotLowered => p.line("not-lowered"),
        MethodCode::Broken(error) => p.line(format_args!("broken {}", broken::print(error))),
        MethodCode::Body(body) => {
            let indent = " ".repeat(p.indent * 2);
            p.out.push_str(&print_body::body(body, &indent));
        }
    }
}

fn optional(p: &mut Printer, word: &str, name: Option<Name>) {
    if let Some(name) = name {
        p.line(format_args!("{word} {}", Spelled(name)));
    }
}

fn several(p: &mut Printer, word: &str, all: &[Name]) {
    if !all.is_empty() {
        p.line(format_args!("{word}{}", names(all)));
    }
}

fn names(names: &[Name]) -> String {
    names.iter().map(|&name| format!(" {}", Spelled(name))).collect()
}

/// The words of the flags, each followed by a blank.
pub(super) fn flags(flags: impl FlagSet) -> String {
    let (words, rest) = flags.words();
    let mut text: String = words.iter().map(|word| format!("{word} ")).collect();
    if rest != 0 {
        text.push_str(&format!("{rest:#06x} "));
    }
    text
}

fn annotations(p: &mut Printer, annotations: &[Annotation]) {
    annotations.iter().for_each(|annotation| p.line(Spelled(annotation)));
}

impl fmt::Display for Spelled<&Annotation> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", Spelled(self.0.ty))?;
        for (i, (name, value)) in self.0.elements.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            write!(f, "{} = {}", Spelled(*name), Spelled(value))?;
        }
        f.write_str(if self.0.elements.is_empty() { "" } else { ")" })
    }
}

impl fmt::Display for Spelled<&AnnotationValue> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AnnotationValue::Number(ty, number) => {
                write!(f, "{} {}", Spelled(*ty), Spelled(*number))
            }
            AnnotationValue::Text(text) => super::words::Quoted(text.as_str()).fmt(f),
            AnnotationValue::Enum(ty, name) => {
                write!(f, "enum {} {}", Spelled(*ty), Spelled(*name))
            }
            AnnotationValue::Class(Some(ty)) => write!(f, "class {}", Spelled(*ty)),
            AnnotationValue::Class(None) => f.write_str("class V"),
            AnnotationValue::Annotation(annotation) => Spelled(annotation).fmt(f),
            AnnotationValue::Array(values) => {
                f.write_char('[')?;
                for (i, value) in values.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    Spelled(value).fmt(f)?;
                }
                f.write_char(']')
            }
        }
    }
}
