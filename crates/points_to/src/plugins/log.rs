//! The reflection log: what a user knows about reflection that the analysis cannot find out.
//!
//! One line for each target, in the style of TamiFlex; `docs/reflection.md` describes it:
//!
//! ```text
//! Class.forName;shop.Pump;shop.Main.main;12;;
//! Method.invoke;<shop.Pump: void start(java.lang.String)>;shop.Main.main;14;;
//! ```
//!
//! The call is known by the method that is called and the method that calls it. The line is for readers: lines move with
//! every edit. This module only reads; what the targets mean is looked up when they are used.

use std::fmt;

use ir::hierarchy::MethodId;
use ir::{MethodType, Name, Type};
use rustc_hash::FxHashMap;

use crate::code::Member;

use super::Expansion;

/// What a user knows about reflection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReflectionLog {
    /// By caller (`shop.Main.main`): what is called, and the target.
    targets: FxHashMap<String, Vec<(CallPattern, Target)>>,
}

/// Which calls a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CallPattern {
    /// `Class.forName`, without packages.
    name: String,
    /// Whether it may go on: `Field.get*`.
    is_prefix: bool,
}

impl CallPattern {
    fn matches(&self, call: &str) -> bool {
        if self.is_prefix { call.starts_with(&self.name) } else { call == self.name }
    }
}

/// What a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Class(Type),
    Method { class: Name, name: Name, ty: MethodType },
    Field { class: Name, name: Name, ty: Type },
}

/// What is wrong with a line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for LogError {}

impl ReflectionLog {
    /// Reads a log; `file` is its name for messages. Lines that are wrong are left out and reported.
    pub fn parse(file: &str, text: &str) -> (ReflectionLog, Vec<LogError>) {
        let mut log = ReflectionLog::default();
        let mut errors = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if let Err(message) = log.add(text) {
                errors.push(LogError { file: file.to_owned(), line, message });
            }
        }
        (log, errors)
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let &[call, target, caller, ref rest @ ..] = parts.as_slice() else {
            return Err("expected `call;target;caller`".to_owned());
        };
        if let Some(line) = rest.first().filter(|line| !line.is_empty() && **line != "-1")
            && line.parse::<u32>().is_err()
        {
            return Err(format!("`{line}` is no line number"));
        }
        let pattern = call_pattern(call)?;
        let target = parse_target(target)?;
        if let Some(wanted) = wanted(&pattern.name)
            && wanted != target.kind()
        {
            return Err(format!("the target of {call} must be {wanted}, not {}", target.kind()));
        }
        if !caller.contains('.') {
            return Err(format!("`{caller}` is no method: expected `package.Class.method`"));
        }
        self.targets.entry(caller.to_owned()).or_default().push((pattern, target));
        Ok(())
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The targets of a call.
    fn targets<'a>(&'a self, call: &'a str, caller: &str) -> impl Iterator<Item = Target> + 'a {
        let lines = self.targets.get(caller).into_iter().flatten();
        lines.filter(move |(pattern, _)| pattern.matches(call)).map(|(_, target)| *target)
    }
}

impl Target {
    fn kind(self) -> &'static str {
        match self {
            Target::Class(_) => "a class",
            Target::Method { name, .. } if name.as_str() == "<init>" => "a constructor",
            Target::Method { .. } => "a method",
            Target::Field { .. } => "a field",
        }
    }
}

/// What the targets of well-known calls are.
fn wanted(call: &str) -> Option<&'static str> {
    Some(match call {
        "Class.forName" | "Class.newInstance" | "Array.newInstance" => "a class",
        "Constructor.newInstance" => "a constructor",
        "Method.invoke" => "a method",
        _ if call.starts_with("Field.get") || call.starts_with("Field.set") => "a field",
        _ => return None,
    })
}

fn call_pattern(text: &str) -> Result<CallPattern, String> {
    let (name, is_prefix) = match text.strip_suffix('*') {
        Some(name) => (name, true),
        None => (text, false),
    };
    let name =
        simple_name(name).ok_or_else(|| format!("`{text}` is no call: expected `Class.method`"))?;
    Ok(CallPattern { name, is_prefix })
}

/// Class and method without packages and outer classes.
fn simple_name(text: &str) -> Option<String> {
    let (class, method) = text.rsplit_once('.')?;
    let class = class.rsplit(['.', '/', '$']).next()?;
    (!class.is_empty() && !method.is_empty()).then(|| format!("{class}.{method}"))
}

/// A class (`a.B`, `a.B[]`), or a member (`<a.B: void m(int)>`, `<a.B: int f>`).
fn parse_target(text: &str) -> Result<Target, String> {
    let Some(member) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        let ty = parse_type(text).ok_or_else(|| format!("`{text}` is no class"))?;
        return Ok(Target::Class(ty));
    };
    parse_member(member).ok_or_else(|| {
        format!("`{text}` is no member: expected `<Class: Type field>` or `<Class: Type method(Type,…)>`")
    })
}

fn parse_member(text: &str) -> Option<Target> {
    let (class, rest) = text.split_once(':')?;
    let Type::Ref(class) = parse_type(class.trim())? else { return None };
    let (ty, rest) = rest.trim().split_once(' ')?;
    let Some((name, parameters)) = rest.trim().split_once('(') else {
        let (name, ty) = (Name::new(rest.trim()), parse_type(ty)?);
        return Some(Target::Field { class, name, ty });
    };
    let parameters = parameters.strip_suffix(')')?.trim();
    let types = parameters.split(',').map(str::trim).filter(|_| !parameters.is_empty());
    let types: Vec<Type> = types.map(parse_type).collect::<Option<_>>()?;
    let result = if ty == "void" { None } else { Some(parse_type(ty)?) };
    let (name, ty) = (Name::new(name.trim()), MethodType::new(&types, result));
    Some(Target::Method { class, name, ty })
}

/// A type as in a source: `int`, `a.B$C`, `a.B[]`; or an array as `Class.getName` tells it: `[La.B;`.
fn parse_type(text: &str) -> Option<Type> {
    if let Some(element) = text.strip_suffix("[]") {
        return Some(parse_type(element.trim_end())?.array_of());
    }
    let is_name = |c: char| c.is_alphanumeric() || "_$.[;-".contains(c);
    if text.is_empty() || !text.chars().all(is_name) {
        return None;
    }
    if let Some(primitive) = super::classes::primitive(text) {
        return Some(primitive);
    }
    Type::from_class_name(Name::new(&text.replace('.', "/")))
}

impl Expansion<'_> {
    /// What the log says about the call.
    fn logged(&self) -> Vec<Target> {
        let log = &self.world.reflection;
        let (Some(caller), Some(callee)) = (self.site.caller, self.site.callee) else {
            return Vec::new();
        };
        if log.is_empty() {
            return Vec::new();
        }
        let call = simple_name(&self.dotted(callee)).unwrap_or_default();
        log.targets(&call, &self.dotted(caller)).collect()
    }

    /// A method as logs name it.
    fn dotted(&self, method: MethodId) -> String {
        let decl = self.world.hierarchy.method(method);
        let class = self.world.hierarchy.name(decl.class);
        format!("{}.{}", class.as_str().replace('/', "."), decl.name)
    }

    /// The classes that the log says are meant. One that is not there is told.
    pub(super) fn logged_classes(&mut self) -> Vec<Type> {
        let mut classes = Vec::new();
        for target in self.logged() {
            match target {
                Target::Class(ty) if self.world.is_known_type(ty) => classes.push(ty),
                Target::Class(ty) => {
                    let class = Self::spelled(ty);
                    self.unknown(&format!("the class {class} of the reflection log"));
                }
                _ => {}
            }
        }
        classes
    }

    /// The members that the log says are meant. One that is not there is told.
    pub(super) fn logged_members(&mut self) -> Vec<Member> {
        let mut members = Vec::new();
        for target in self.logged() {
            let (class, name) = match target {
                Target::Class(_) => continue,
                Target::Method { class, name, .. } | Target::Field { class, name, .. } => {
                    (class, name)
                }
            };
            match self.logged_member(target) {
                Some(member) => members.push(member),
                None => {
                    let class = Self::spelled(Type::Ref(class));
                    self.unknown(&format!("{class}.{name} of the reflection log"));
                }
            }
        }
        members
    }

    fn logged_member(&mut self, target: Target) -> Option<Member> {
        match target {
            Target::Class(_) => None,
            Target::Method { class, name, ty } => {
                let class = self.world.load(class);
                let method = self.world.hierarchy.declared_method(class, name, ty)?;
                Some(Member::Method(method))
            }
            Target::Field { class, name, ty } => {
                let class = self.world.load(class);
                let field = self.world.hierarchy.declared_field(class, name, ty)?;
                Some(Member::Field(field))
            }
        }
    }
}
