//! A class or method by what a person calls it.
//!
//! People write `java.util.Map.Entry`, `java/util/Map$Entry`, or just `Entry`; and `Counter.run` for a method.

use std::fmt;

use classfile::source::ClassEntry;
use ir::{Class, Method};
use project::nearest;

use crate::problem::Problem;
use crate::program::{ClassReader, Program};
use crate::source::SourceText;

/// What a name stands for.
#[derive(Debug)]
pub struct Found {
    /// The class, lowered.
    pub class: Class,
    /// Its class file; none if it was compiled for this run only.
    pub path: Option<String>,
    /// The text it was compiled from, if that could be found.
    pub source: Option<SourceText>,
    /// The methods that are meant: those with the name, or all.
    pub methods: Vec<usize>,
    /// What is wrong with the class.
    pub problems: Vec<Problem>,
}

/// Why a name stands for nothing.
#[derive(Debug)]
pub enum NotFound {
    /// There is no such class.
    Class {
        /// What was asked for.
        name: String,
        /// A class with a similar name.
        nearest: Option<String>,
    },
    /// Several classes of the program have this simple name.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// Their full names.
        candidates: Vec<String>,
    },
    /// The class has no such method.
    Method {
        /// The class.
        class: String,
        /// What was asked for.
        name: String,
        /// A method with a similar name.
        nearest: Option<String>,
    },
    /// Nothing fits a pattern.
    Pattern {
        /// What was asked for.
        pattern: String,
    },
    /// The class is there, but cannot be read.
    Unreadable(Vec<Problem>),
}

impl Program {
    /// The class, or class and method, that a name stands for. A class is preferred to a method.
    pub fn find(&self, name: &str) -> Result<Found, NotFound> {
        match self.find_class(name)? {
            Some(entry) => self.found(entry, None),
            None => match split_method(name) {
                Some((class, method)) => match self.find_class(class)? {
                    Some(entry) => self.found(entry, Some(method)),
                    None => Err(self.no_class(class)),
                },
                None => Err(self.no_class(name)),
            },
        }
    }

    fn found(&self, entry: ClassEntry<'_>, method: Option<&str>) -> Result<Found, NotFound> {
        let mut problems = Vec::new();
        let read = ClassReader::default().read(entry, &mut problems, |_, class| class);
        let Some(class) = read else { return Err(NotFound::Unreadable(problems)) };
        let is_meant = |m: &Method| method.is_none_or(|name| is_called(m, name));
        let methods: Vec<usize> =
            (0..class.methods.len()).filter(|&i| is_meant(&class.methods[i])).collect();
        match method {
            Some(name) if methods.is_empty() => Err(no_method(&class, name)),
            _ => {
                let path = (!self.is_compiled_here(entry)).then(|| entry.path());
                let source = self.source_of(&class, entry);
                Ok(Found { class, path, source, methods, problems })
            }
        }
    }

    /// A class by its full name in any spelling, or an application class by its simple name.
    pub(crate) fn find_class(&self, name: &str) -> Result<Option<ClassEntry<'_>>, NotFound> {
        if let Some(entry) = spellings(name).find_map(|name| self.class_path.find(&name)) {
            return Ok(Some(entry));
        }
        let nested = name.replace('.', "$");
        let is_it =
            |full: &str| full.strip_suffix(&*nested).is_some_and(|rest| rest.ends_with(['/', '$']));
        let mut candidates = self.application().filter(|entry| is_it(entry.name()));
        match (candidates.next(), candidates.next()) {
            (Some(first), Some(second)) => {
                let names = [first, second].into_iter().chain(candidates);
                let candidates = names.map(|entry| dotted(entry.name())).collect();
                Err(NotFound::Ambiguous { name: name.into(), candidates })
            }
            (only, _) => Ok(only),
        }
    }

    pub(crate) fn no_class(&self, name: &str) -> NotFound {
        let simple = |full: &str| full.rsplit(['.', '/', '$']).next().unwrap_or(full).to_owned();
        let names = self.application().map(|entry| entry.name());
        let nearest = nearest(&simple(name), names, simple).map(dotted);
        NotFound::Class { name: name.into(), nearest }
    }
}

/// Ways to write a full name in internal form: with more and more of the last dots as `$`.
fn spellings(name: &str) -> impl Iterator<Item = String> + use<> {
    let mut next = Some(name.replace('.', "/"));
    std::iter::from_fn(move || {
        let now = next.take()?;
        next = now.rfind('/').map(|slash| format!("{}${}", &now[..slash], &now[slash + 1..]));
        Some(now)
    })
}

/// `Class.method`, `Class.method(descriptor)`, `Class#method`, `Class::method`.
pub(crate) fn split_method(name: &str) -> Option<(&str, &str)> {
    let head = name.find('(').map_or(name, |end| &name[..end]);
    let (at, width) = match (head.rfind('#'), head.rfind("::")) {
        (Some(at), _) => (at, 1),
        (None, Some(at)) => (at, 2),
        (None, None) => (head.rfind('.')?, 1),
    };
    Some((&name[..at], &name[at + width..]))
}

pub(crate) fn is_called(method: &Method, wanted: &str) -> bool {
    let name = method.name.as_str();
    name == wanted
        || wanted.strip_prefix(name).is_some_and(|ty| method.ty.descriptor().as_str() == ty)
}

pub(crate) fn no_method(class: &Class, name: &str) -> NotFound {
    let names = class.methods.iter().map(|method| method.name.as_str());
    let nearest = nearest(name, names, str::to_owned).map(str::to_owned);
    NotFound::Method { class: dotted(class.name.as_str()), name: name.into(), nearest }
}

/// As people write it.
pub(crate) fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = |f: &mut fmt::Formatter<'_>, nearest: &Option<String>| match nearest {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => Ok(()),
        };
        match self {
            NotFound::Class { name, nearest } => {
                write!(f, "there is no class {name} in the input, the class path or the JDK")?;
                hint(f, nearest)
            }
            NotFound::Ambiguous { name, candidates } => {
                write!(f, "{name} may be any of {}; write it in full", candidates.join(", "))
            }
            NotFound::Method { class, name, nearest } => {
                write!(f, "{class} has no method {name}")?;
                hint(f, nearest)
            }
            NotFound::Pattern { pattern } => {
                write!(
                    f,
                    "{pattern}: no class and no public method of the input has a name like this"
                )
            }
            NotFound::Unreadable(problems) => {
                for problem in problems {
                    writeln!(f, "{problem}")?;
                }
                Ok(())
            }
        }
    }
}
