//! `Class.method:variable` and `Class.field`: what a user may ask about.
//!
//! A question is understood before the program is analysed, so that a slip is told at once.

use std::fmt;

use classfile::FieldFlags;
use ir::entity::EntityId as _;
use ir::lower::Lowerer;
use ir::{Body, Class, Method, Name, Op, Type, Value};
use project::nearest;

use super::classes::read;
use crate::find::{NotFound, dotted, split_method};
use crate::program::Program;

/// A variable (`Class.method:variable`) or a field (`Class.field`). A variable is a local one by name, a parameter, `this`,
/// `return`, `throws`, or a value of the SSA form such as `v12`.
pub struct Question {
    /// As it was written.
    pub text: String,
    pub(super) about: About,
}

pub(super) enum About {
    /// Variables of methods of a class.
    Variables(Box<Class>, Vec<(usize, Asked)>),
    Field {
        class: Name,
        field: Name,
        ty: Type,
        is_static: bool,
    },
}

/// What of a method is asked for.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Value(Value),
    Return,
    Throws,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// A class or method is not there.
    NotFound(NotFound),
    /// The method has no such variable.
    Variable {
        /// The method.
        method: String,
        /// What was asked for.
        name: String,
        /// A variable with a similar name.
        nearest: Option<String>,
        /// Whether the class file names local variables.
        has_names: bool,
    },
    /// The class has no such field.
    Field {
        /// The class.
        class: String,
        /// What was asked for.
        name: String,
        /// A field with a similar name.
        nearest: Option<String>,
    },
    /// It names a method, and no variable of it.
    Method(String),
    /// The method has no code.
    NoCode(String),
    /// It is not written as a question.
    Form(String),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = |f: &mut fmt::Formatter<'_>, nearest: &Option<String>| match nearest {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => Ok(()),
        };
        match self {
            Unanswered::NotFound(not_found) => not_found.fmt(f),
            Unanswered::Variable { method, name, has_names: false, .. } => write!(
                f,
                "{method}: {name} is not known, because the class file has no names of local variables (javac -g writes \
                 them); this, return and v0, v1, … as deadheat inspect {method} shows them can be asked for"
            ),
            Unanswered::Variable { method, name, nearest, .. } => {
                write!(f, "{method} has no variable {name}")?;
                hint(f, nearest)
            }
            Unanswered::Field { class, name, nearest } => {
                write!(f, "{class} has no field {name}")?;
                hint(f, nearest)
            }
            Unanswered::Method(method) => {
                write!(f, "{method} is a method; write {method}:variable, such as {method}:return")
            }
            Unanswered::NoCode(method) => write!(f, "{method} has no code"),
            Unanswered::Form(text) => {
                write!(f, "{text}: write Class.method:variable, or Class.field")
            }
        }
    }
}

impl Question {
    /// Finds out what is meant.
    pub fn new(program: &Program, text: &str) -> Result<Question, Unanswered> {
        let about = match text.rsplit_once(':') {
            Some((method, variable)) if !method.ends_with(':') => {
                variables(program, text, method, variable)?
            }
            _ => field(program, text)?,
        };
        Ok(Question { text: text.to_owned(), about })
    }
}

fn variables(
    program: &Program,
    text: &str,
    method: &str,
    variable: &str,
) -> Result<About, Unanswered> {
    let is_class = matches!(program.find_class(method), Ok(Some(_)));
    if is_class || variable.is_empty() {
        return Err(Unanswered::Form(text.to_owned()));
    }
    let found = program.find(method).map_err(Unanswered::NotFound)?;
    let class = found.class;
    let mut asked = Vec::new();
    for &at in &found.methods {
        asked.extend(asked_of(&class.methods[at], variable).into_iter().map(|one| (at, one)));
    }
    if !asked.is_empty() {
        return Ok(About::Variables(Box::new(class), asked));
    }
    let bodies = || found.methods.iter().filter_map(|&at| class.methods[at].body());
    if bodies().next().is_none() {
        return Err(Unanswered::NoCode(method.to_owned()));
    }
    let mut names: Vec<&str> =
        bodies().flat_map(|body| &body.variables).map(|v| v.name.as_str()).collect();
    let has_names = !names.is_empty();
    names.extend(["this", "return", "throws"]);
    Err(Unanswered::Variable {
        method: method.to_owned(),
        name: variable.to_owned(),
        nearest: nearest(variable, names.into_iter(), str::to_owned).map(str::to_owned),
        has_names,
    })
}

/// What a name stands for in a method: each value of a variable.
fn asked_of(method: &Method, name: &str) -> Vec<Asked> {
    let Some(body) = method.body() else { return Vec::new() };
    let values = values_of(body, name, method.is_static());
    match name {
        _ if !values.is_empty() => values.into_iter().map(Asked::Value).collect(),
        "return" if method.ty.result().is_some() => vec![Asked::Return],
        "throws" => vec![Asked::Throws],
        _ => Vec::new(),
    }
}

/// The values that a name stands for, in order.
fn values_of(body: &Body, name: &str, is_static: bool) -> Vec<Value> {
    let is_it = |variable: &&ir::body::Variable| variable.name.as_str() == name;
    let mut values: Vec<Value> =
        body.variables.iter().filter(is_it).map(|variable| variable.value).collect();
    values.sort_unstable();
    values.dedup();
    if !values.is_empty() {
        return values;
    }
    let number = name.strip_prefix('v').and_then(|number| number.parse::<usize>().ok());
    let is_param = |value: &Value, at| body.insts[body.values[*value].def].op == Op::Param(at);
    match (name, number) {
        ("this", _) if !is_static => body.values.keys().filter(|v| is_param(v, 0)).collect(),
        (_, Some(number)) if number < body.values.len() => vec![Value::from_index(number)],
        _ => Vec::new(),
    }
}

/// A field of a class or of one above it.
fn field(program: &Program, text: &str) -> Result<About, Unanswered> {
    let Some((class, field)) = split_method(text) else {
        return Err(Unanswered::Form(text.to_owned()));
    };
    let found = program.find_class(class).map_err(Unanswered::NotFound)?;
    let entry = found.ok_or_else(|| Unanswered::NotFound(program.no_class(class)))?;
    let mut names: Vec<&str> = Vec::new();
    let mut passed: Vec<Name> = Vec::new();
    let mut is_method = false;
    let mut next = Some(Name::new(entry.name()));
    while let Some(name) = next.filter(|name| !passed.contains(name)) {
        passed.push(name);
        let entry = program.class_path.find(name.as_str());
        let class = entry.and_then(|entry| read(program, entry, &mut Lowerer::new(), false).ok());
        let Some(class) = class else { break };
        if let Some(found) = class.fields.iter().find(|f| f.name.as_str() == field) {
            return Ok(About::Field {
                class: class.name,
                field: found.name,
                ty: found.ty,
                is_static: found.flags.contains(FieldFlags::STATIC),
            });
        }
        names.extend(class.fields.iter().map(|field| field.name.as_str()));
        is_method |= class.methods.iter().any(|method| method.name.as_str() == field);
        next = class.super_class;
    }
    if is_method {
        return Err(Unanswered::Method(text.to_owned()));
    }
    let nearest = nearest(field, names.into_iter(), str::to_owned).map(str::to_owned);
    Err(Unanswered::Field { class: dotted(entry.name()), name: field.to_owned(), nearest })
}
