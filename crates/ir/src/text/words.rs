//! How names, types, references and constants are spelled. What is said here about bare names and keywords holds for
//! the printer and for the parser.

use std::fmt::{self, Write};

use classfile::{ClassFlags, FieldFlags, HandleKind, MethodFlags};

use crate::body::{ArrayKind, Cond, Constant, InvokeKind};
use crate::name::Name;
use crate::refs::{FieldRef, FieldRefData, MethodHandle, MethodRef, MethodRefData};
use crate::types::{MethodType, Type};

/// The names of constructors and initialisers are bare although they have odd characters.
pub(super) const SPECIAL_NAMES: [&str; 2] = ["<init>", "<clinit>"];

pub(super) const INVOKES: [(&str, InvokeKind); 4] = [
    ("invokevirtual", InvokeKind::Virtual),
    ("invokespecial", InvokeKind::Special),
    ("invokestatic", InvokeKind::Static),
    ("invokeinterface", InvokeKind::Interface),
];

pub(super) const HANDLES: [(&str, HandleKind); 9] = [
    ("getfield", HandleKind::GetField),
    ("getstatic", HandleKind::GetStatic),
    ("putfield", HandleKind::PutField),
    ("putstatic", HandleKind::PutStatic),
    ("invokevirtual", HandleKind::InvokeVirtual),
    ("invokestatic", HandleKind::InvokeStatic),
    ("invokespecial", HandleKind::InvokeSpecial),
    ("newinvokespecial", HandleKind::NewInvokeSpecial),
    ("invokeinterface", HandleKind::InvokeInterface),
];

/// Array instructions: the word for a load, the word for a store.
pub(super) const ARRAYS: [(&str, &str, ArrayKind); 8] = [
    ("iaload", "iastore", ArrayKind::Int),
    ("laload", "lastore", ArrayKind::Long),
    ("faload", "fastore", ArrayKind::Float),
    ("daload", "dastore", ArrayKind::Double),
    ("aaload", "aastore", ArrayKind::Ref),
    ("baload", "bastore", ArrayKind::Byte),
    ("caload", "castore", ArrayKind::Char),
    ("saload", "sastore", ArrayKind::Short),
];

pub(super) const CONDITIONS: [(&str, Cond); 6] = [
    ("==", Cond::Eq),
    ("!=", Cond::Ne),
    ("<=", Cond::Le),
    (">=", Cond::Ge),
    ("<", Cond::Lt),
    (">", Cond::Gt),
];

/// The word of a table for a meaning.
pub(super) fn word_for<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> &'static str {
    table.iter().find(|(_, m)| m == meaning).map_or("?", |&(word, _)| word)
}

/// The meaning of a word.
pub(super) fn meaning_of<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    table.iter().find(|(w, _)| *w == word).map(|&(_, meaning)| meaning)
}

/// The meaning of a name of flags.
pub(super) trait FlagSet: Copy {
    /// The bits of a flag by its name in lower case.
    fn bits_of(word: &str) -> Option<u16>;
    /// The set with these bits.
    fn from_raw(bits: u16) -> Self;
    /// The words, and the bits that have none.
    fn words(self) -> (Vec<String>, u16);
}

macro_rules! flag_set {
    ($($flags:ident)*) => { $(
        impl FlagSet for $flags {
            fn bits_of(word: &str) -> Option<u16> {
                let is_lower = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
                is_lower.then(|| $flags::from_name(&word.to_ascii_uppercase()))?.map(|f| f.bits())
            }

            fn from_raw(bits: u16) -> Self {
                $flags::from_bits_retain(bits)
            }

            fn words(self) -> (Vec<String>, u16) {
                let mut rest = self.bits();
                let mut words = Vec::new();
                for (name, flag) in self.iter_names() {
                    rest &= !flag.bits();
                    words.push(name.to_ascii_lowercase());
                }
                (words, rest)
            }
        }
    )* };
}

flag_set! { ClassFlags FieldFlags MethodFlags }

/// Whether a name may start so.
pub(super) fn starts_bare(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

/// Whether a name that has started may go on so.
pub(super) fn continues_bare(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '/')
}

/// Whether the parser would take the name for something else.
fn is_keyword(name: &str) -> bool {
    matches!(name, "none" | "class" | "interface" | "extends" | "implements" | "throws")
        || ClassFlags::bits_of(name).is_some()
        || FieldFlags::bits_of(name).is_some()
        || MethodFlags::bits_of(name).is_some()
}

/// Whether a name needs no quotes.
fn is_bare(name: &str) -> bool {
    if SPECIAL_NAMES.contains(&name) {
        return true;
    }
    name.starts_with(starts_bare)
        && name.chars().all(continues_bare)
        && !name.contains("//")
        && !is_keyword(name)
}

/// What the descriptors of types have besides the characters of names.
pub(super) const TYPE_MARKS: &[char] = &['[', ';'];

/// What the descriptors of methods have besides the characters of names.
pub(super) const METHOD_TYPE_MARKS: &[char] = &['[', ';', '(', ')'];

/// Whether a descriptor needs no quotes.
fn is_bare_descriptor(text: &str, marks: &[char]) -> bool {
    text.chars().all(|c| continues_bare(c) || marks.contains(&c)) && !text.contains("//")
}

/// Something as it is spelled in the text form.
pub(super) struct Spelled<T>(pub(super) T);

/// Text in quotes, whatever it contains.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '\'' => f.write_char(c)?,
                _ => write!(f, "{}", c.escape_debug())?,
            }
        }
        f.write_char('"')
    }
}

impl fmt::Display for Spelled<Name> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.as_str();
        if is_bare(text) { f.write_str(text) } else { write!(f, "{}", Quoted(text)) }
    }
}

fn write_descriptor(f: &mut fmt::Formatter<'_>, text: &str, marks: &[char]) -> fmt::Result {
    if is_bare_descriptor(text, marks) { f.write_str(text) } else { write!(f, "{}", Quoted(text)) }
}

impl fmt::Display for Spelled<Type> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_descriptor(f, &self.0.descriptor(), TYPE_MARKS)
    }
}

impl fmt::Display for Spelled<MethodType> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_descriptor(f, self.0.descriptor().as_str(), METHOD_TYPE_MARKS)
    }
}

impl fmt::Display for Spelled<FieldRef> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &FieldRefData { class, name, ty } = self.0.data();
        write!(f, "{}.{}:{}", Spelled(class), Spelled(name), Spelled(ty))
    }
}

/// A method, and whether the context says that its class is an interface.
impl fmt::Display for Spelled<(MethodRef, bool)> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (method, expected) = self.0;
        let &MethodRefData { class, name, ty, is_interface } = method.data();
        match is_interface {
            true if !expected => f.write_str("interface ")?,
            false if expected => f.write_str("class ")?,
            _ => {}
        }
        write!(f, "{}.{}{}", Spelled(class), Spelled(name), Spelled(ty))
    }
}

impl fmt::Display for Spelled<MethodHandle> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            MethodHandle::Field(kind, field) => {
                write!(f, "{} {}", word_for(&HANDLES, &kind), Spelled(field))
            }
            MethodHandle::Method(kind, method) => {
                let is_interface = kind == HandleKind::InvokeInterface;
                write!(f, "{} {}", word_for(&HANDLES, &kind), Spelled((method, is_interface)))
            }
        }
    }
}

impl fmt::Display for Spelled<Constant> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Constant::Null => f.write_str("null"),
            Constant::Int(number) => write!(f, "{number}"),
            Constant::Long(number) => write!(f, "{number}L"),
            // Infinity and the many kinds of NaN are told by their bits.
            Constant::Float(bits) => match f32::from_bits(bits) {
                number if number.is_finite() => write!(f, "{number:?}f"),
                _ => write!(f, "float {bits:#x}"),
            },
            Constant::Double(bits) => match f64::from_bits(bits) {
                number if number.is_finite() => write!(f, "{number:?}"),
                _ => write!(f, "double {bits:#x}"),
            },
            Constant::String(text) => Quoted(text.as_str()).fmt(f),
            Constant::Class(ty) => write!(f, "class {}", Spelled(ty)),
            Constant::MethodType(ty) => write!(f, "type {}", Spelled(ty)),
            Constant::MethodHandle(handle) => write!(f, "handle {}", Spelled(handle)),
            Constant::Dynamic(id) => write!(f, "{id}"),
        }
    }
}

/// Items between brackets.
pub(super) struct Bracketed<'a, T>(pub(super) &'a [T]);

impl<T: Copy> fmt::Display for Bracketed<'_, T>
where
    Spelled<T>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (i, &item) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            Spelled(item).fmt(f)?;
        }
        f.write_char(']')
    }
}

impl fmt::Display for Spelled<(Name, MethodHandle)> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", Spelled(self.0.0), Spelled(self.0.1))
    }
}
