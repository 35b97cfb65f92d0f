//! Types of values, fields and methods.

use std::fmt;
use std::sync::LazyLock;

use crate::intern::{Id, Interner};
use crate::name::Name;

/// A type of Java. Values of SSA have only the types that the JVM computes with: `Int`, `Long`, `Float`, `Double`,
/// `Ref` and `Null`; the smaller ones appear in fields, arrays and signatures.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the language")]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class or interface by its internal name (`java/lang/Object`), or an array by its descriptor (`[I`).
    Ref(Name),
    /// The type of `null` alone.
    Null,
}

impl Type {
    /// `java/lang/Object`
    pub fn object() -> Type {
        static OBJECT: LazyLock<Name> = LazyLock::new(|| Name::new("java/lang/Object"));
        Type::Ref(*OBJECT)
    }

    /// Whether values of the type are references.
    pub fn is_reference(self) -> bool {
        matches!(self, Type::Ref(_) | Type::Null)
    }

    /// Whether it takes two slots of the JVM's stack.
    pub fn is_wide(self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// The type that the JVM computes with.
    pub fn computational(self) -> Type {
        match self {
            Type::Boolean | Type::Byte | Type::Char | Type::Short => Type::Int,
            other => other,
        }
    }

    /// Whether it is an array type.
    pub fn is_array(self) -> bool {
        matches!(self, Type::Ref(name) if name.as_str().starts_with('['))
    }

    /// The type of an array's elements.
    pub fn element(self) -> Option<Type> {
        match self {
            Type::Ref(name) => Type::from_descriptor(name.as_str().strip_prefix('[')?),
            _ => None,
        }
    }

    /// The type of arrays of this.
    pub fn array_of(self) -> Type {
        Type::Ref(Name::new(&format!("[{}", self.descriptor())))
    }

    /// The type of a class constant's name: an internal name or an array descriptor. `None` if it is neither.
    pub fn from_class_name(name: Name) -> Option<Type> {
        let text = name.as_str();
        if text.starts_with('[') {
            Type::from_descriptor(text)
        } else {
            is_class_name(text).then_some(Type::Ref(name))
        }
    }

    /// Reads a field descriptor; `None` if it is none.
    pub fn from_descriptor(text: &str) -> Option<Type> {
        let (ty, rest) = parse_type(text)?;
        rest.is_empty().then_some(ty)
    }

    /// Its descriptor. `Null` has none and prints as `null`.
    pub fn descriptor(self) -> String {
        match self {
            Type::Boolean => "Z".into(),
            Type::Byte => "B".into(),
            Type::Char => "C".into(),
            Type::Short => "S".into(),
            Type::Int => "I".into(),
            Type::Long => "J".into(),
            Type::Float => "F".into(),
            Type::Double => "D".into(),
            Type::Null => "null".into(),
            Type::Ref(name) if self.is_array() => name.as_str().into(),
            Type::Ref(name) => format!("L{name};"),
        }
    }
}

/// An internal name: not empty, no empty part, none of the characters that descriptors give a meaning.
fn is_class_name(text: &str) -> bool {
    !text.is_empty()
        && !text.contains([';', '[', '.'])
        && !text.starts_with('/')
        && !text.ends_with('/')
        && !text.contains("//")
}

fn parse_type(text: &str) -> Option<(Type, &str)> {
    let first = *text.as_bytes().first()?;
    let simple = |ty| Some((ty, &text[1..]));
    match first {
        b'Z' => simple(Type::Boolean),
        b'B' => simple(Type::Byte),
        b'C' => simple(Type::Char),
        b'S' => simple(Type::Short),
        b'I' => simple(Type::Int),
        b'J' => simple(Type::Long),
        b'F' => simple(Type::Float),
        b'D' => simple(Type::Double),
        b'L' => {
            let (name, rest) = text[1..].split_once(';')?;
            is_class_name(name).then(|| (Type::Ref(Name::new(name)), rest))
        }
        b'[' => {
            let dimensions = text.bytes().take_while(|&b| b == b'[').count();
            if dimensions > 255 {
                return None;
            }
            let (_, rest) = parse_type(&text[dimensions..])?;
            let whole = &text[..text.len() - rest.len()];
            Some((Type::Ref(Name::new(whole)), rest))
        }
        _ => None,
    }
}

/// Prints as a descriptor.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.descriptor())
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

static METHOD_TYPES: LazyLock<Interner<MethodTypeData>> = LazyLock::new(Interner::new);

/// The parameters and the result of a method, interned. Equal descriptors are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodType(Id);

struct MethodTypeData {
    descriptor: Name,
    parameters: Box<[Type]>,
    result: Option<Type>,
}

// A method type is its descriptor; the rest is derived from that.

impl std::hash::Hash for MethodTypeData {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.descriptor.hash(state);
    }
}

impl PartialEq for MethodTypeData {
    fn eq(&self, other: &Self) -> bool {
        self.descriptor == other.descriptor
    }
}

impl Eq for MethodTypeData {}

impl std::borrow::Borrow<Name> for MethodTypeData {
    fn borrow(&self) -> &Name {
        &self.descriptor
    }
}

impl MethodType {
    /// Reads a method descriptor; `None` if it is none.
    pub fn from_descriptor(descriptor: Name) -> Option<MethodType> {
        METHOD_TYPES.intern(&descriptor, || parse_method_type(descriptor)).map(MethodType)
    }

    /// The type with these parameters and this result.
    pub fn new(parameters: &[Type], result: Option<Type>) -> MethodType {
        let mut text = String::from("(");
        for parameter in parameters {
            text.push_str(&parameter.descriptor());
        }
        text.push(')');
        text.push_str(&result.map_or("V".into(), Type::descriptor));
        MethodType::from_descriptor(Name::new(&text))
            .expect("invariant: types make a well-formed descriptor")
    }

    /// The descriptor.
    pub fn descriptor(self) -> Name {
        METHOD_TYPES.get(self.0).descriptor
    }

    /// The types of the parameters, without a receiver.
    pub fn parameters(self) -> &'static [Type] {
        &METHOD_TYPES.get(self.0).parameters
    }

    /// The type of the result; none for `void`.
    pub fn result(self) -> Option<Type> {
        METHOD_TYPES.get(self.0).result
    }
}

fn parse_method_type(descriptor: Name) -> Option<Box<MethodTypeData>> {
    let mut rest = descriptor.as_str().strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (parameter, after) = parse_type(rest)?;
        parameters.push(parameter);
        rest = after;
    }
    let result = match &rest[1..] {
        "V" => None,
        result => Some(Type::from_descriptor(result)?),
    };
    let slots: usize = parameters.iter().map(|p| if p.is_wide() { 2 } else { 1 }).sum();
    // JVMS 4.3.3; a receiver would be the 256th.
    let parameters = parameters.into();
    (slots <= 255).then(|| Box::new(MethodTypeData { descriptor, parameters, result }))
}

impl fmt::Display for MethodType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.descriptor(), f)
    }
}

impl fmt::Debug for MethodType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
