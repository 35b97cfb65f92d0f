//! The constants of a class as names, types and references. Each is looked up and interned once for a class.

use classfile::{BadConstant, ClassFile, Constant as CpConstant, ConstantPool, CpIndex};

use crate::body::Constant;
use crate::name::Name;
use crate::refs::{FieldRef, FieldRefData, MethodHandle, MethodRef, MethodRefData};
use crate::types::{MethodType, Type};

/// Why a constant cannot be used, in words, with its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolError {
    pub(crate) index: CpIndex,
    pub(crate) message: String,
}

pub(crate) type Result<T> = std::result::Result<T, SymbolError>;

impl From<BadConstant> for SymbolError {
    fn from(bad: BadConstant) -> Self {
        SymbolError { index: bad.index, message: bad.to_string() }
    }
}

#[derive(Clone, Copy)]
enum Cached {
    Unknown,
    Name(Name),
    Type(Type),
    MethodType(MethodType),
    Field(FieldRef),
    Method(MethodRef),
}

/// What was looked up in the constants of the present class; the room is used again for the next.
#[derive(Default)]
pub(crate) struct SymbolCache {
    cached: Vec<Cached>,
}

/// The constants of one class.
pub(crate) struct Symbols<'c, 'a> {
    pub(crate) class: &'c ClassFile<'a>,
    cache: &'c mut SymbolCache,
}

impl<'c, 'a> Symbols<'c, 'a> {
    pub(crate) fn new(class: &'c ClassFile<'a>, cache: &'c mut SymbolCache) -> Self {
        cache.cached.clear();
        cache.cached.resize(class.constants.len(), Cached::Unknown);
        Symbols { class, cache }
    }

    pub(crate) fn pool(&self) -> &'c ConstantPool<'a> {
        &self.class.constants
    }

    #[inline]
    fn cached(&self, index: CpIndex) -> Cached {
        self.cache.cached.get(usize::from(index.0)).copied().unwrap_or(Cached::Unknown)
    }

    fn remember(&mut self, index: CpIndex, what: Cached) {
        if let Some(place) = self.cache.cached.get_mut(usize::from(index.0)) {
            *place = what;
        }
    }

    /// Text.
    pub(crate) fn text(&mut self, index: CpIndex) -> Result<Name> {
        if let Cached::Name(name) = self.cached(index) {
            return Ok(name);
        }
        let name = Name::from_jstr(self.pool().utf8(index)?);
        self.remember(index, Cached::Name(name));
        Ok(name)
    }

    /// A class constant: a class or an array.
    pub(crate) fn class_type(&mut self, index: CpIndex) -> Result<Type> {
        if let Cached::Type(ty) = self.cached(index) {
            return Ok(ty);
        }
        let CpConstant::Class(name) = self.pool().get(index) else {
            return Err(BadConstant { index, expected: "a class" }.into());
        };
        let name = self.text(name)?;
        let ty = Type::from_class_name(name).ok_or_else(|| no(index, name, "class"))?;
        self.remember(index, Cached::Type(ty));
        Ok(ty)
    }

    /// A class constant that is not an array.
    pub(crate) fn class_name(&mut self, index: CpIndex) -> Result<Name> {
        match self.class_type(index)? {
            Type::Ref(name) if !name.as_str().starts_with('[') => Ok(name),
            ty => Err(SymbolError { index, message: format!("{ty} is an array, not a class") }),
        }
    }

    pub(crate) fn optional_class_name(&mut self, index: CpIndex) -> Result<Option<Name>> {
        if index.is_none() { Ok(None) } else { self.class_name(index).map(Some) }
    }

    pub(crate) fn class_names(&mut self, indices: &[CpIndex]) -> Result<Vec<Name>> {
        indices.iter().map(|&index| self.class_name(index)).collect()
    }

    /// Text that is a field descriptor. It is not cached: the same text may also be asked for as a name.
    pub(crate) fn field_type(&mut self, index: CpIndex) -> Result<Type> {
        let text = self.text(index)?;
        Type::from_descriptor(text.as_str()).ok_or_else(|| no(index, text, "type"))
    }

    /// Text that is a method descriptor.
    pub(crate) fn method_type(&mut self, index: CpIndex) -> Result<MethodType> {
        let text = self.text(index)?;
        MethodType::from_descriptor(text).ok_or_else(|| no(index, text, "method type"))
    }

    /// A `MethodType` constant.
    pub(crate) fn method_type_constant(&mut self, index: CpIndex) -> Result<MethodType> {
        if let Cached::MethodType(ty) = self.cached(index) {
            return Ok(ty);
        }
        let CpConstant::MethodType(descriptor) = self.pool().get(index) else {
            return Err(BadConstant { index, expected: "a method type" }.into());
        };
        let ty = self.method_type(descriptor)?;
        self.remember(index, Cached::MethodType(ty));
        Ok(ty)
    }

    /// A name and a field descriptor.
    pub(crate) fn name_and_field_type(&mut self, index: CpIndex) -> Result<(Name, Type)> {
        let (name, descriptor) = self.name_and_type(index)?;
        Ok((self.text(name)?, self.field_type(descriptor)?))
    }

    /// A name and a method descriptor.
    pub(crate) fn name_and_method_type(&mut self, index: CpIndex) -> Result<(Name, MethodType)> {
        let (name, descriptor) = self.name_and_type(index)?;
        Ok((self.text(name)?, self.method_type(descriptor)?))
    }

    fn name_and_type(&self, index: CpIndex) -> Result<(CpIndex, CpIndex)> {
        match self.pool().get(index) {
            CpConstant::NameAndType { name, descriptor } => Ok((name, descriptor)),
            _ => Err(BadConstant { index, expected: "a name and type" }.into()),
        }
    }

    /// A field reference.
    pub(crate) fn field(&mut self, index: CpIndex) -> Result<FieldRef> {
        if let Cached::Field(field) = self.cached(index) {
            return Ok(field);
        }
        let CpConstant::Field { class, name_and_type } = self.pool().get(index) else {
            return Err(BadConstant { index, expected: "a field" }.into());
        };
        let class = self.class_name(class)?;
        let (name, ty) = self.name_and_field_type(name_and_type)?;
        let field = FieldRef::new(FieldRefData { class, name, ty });
        self.remember(index, Cached::Field(field));
        Ok(field)
    }

    /// A method reference, to a class or to an interface.
    pub(crate) fn method(&mut self, index: CpIndex) -> Result<MethodRef> {
        if let Cached::Method(method) = self.cached(index) {
            return Ok(method);
        }
        let (class, name_and_type, is_interface) = match self.pool().get(index) {
            CpConstant::Method { class, name_and_type } => (class, name_and_type, false),
            CpConstant::InterfaceMethod { class, name_and_type } => (class, name_and_type, true),
            _ => return Err(BadConstant { index, expected: "a method" }.into()),
        };
        let Type::Ref(class) = self.class_type(class)? else {
            unreachable!("invariant: class constants are references");
        };
        let (name, ty) = self.name_and_method_type(name_and_type)?;
        let method = MethodRef::new(MethodRefData { class, name, ty, is_interface });
        self.remember(index, Cached::Method(method));
        Ok(method)
    }

    /// A number or a string.
    pub(crate) fn simple_constant(&mut self, index: CpIndex) -> Result<Constant> {
        Ok(match self.pool().get(index) {
            CpConstant::Integer(value) => Constant::Int(value),
            CpConstant::Long(value) => Constant::Long(value),
            CpConstant::Float(bits) => Constant::Float(bits),
            CpConstant::Double(bits) => Constant::Double(bits),
            CpConstant::String(text) => Constant::String(self.text(text)?),
            _ => return Err(BadConstant { index, expected: "a loadable constant" }.into()),
        })
    }

    /// A method handle.
    pub(crate) fn method_handle(&mut self, index: CpIndex) -> Result<MethodHandle> {
        match self.pool().get(index) {
            CpConstant::MethodHandle { kind, reference } if kind.is_field() => {
                Ok(MethodHandle::Field(kind, self.field(reference)?))
            }
            CpConstant::MethodHandle { kind, reference } => {
                Ok(MethodHandle::Method(kind, self.method(reference)?))
            }
            _ => Err(BadConstant { index, expected: "a method handle" }.into()),
        }
    }
}

fn no(index: CpIndex, text: Name, what: &str) -> SymbolError {
    SymbolError { index, message: format!("constant {index:?}, {text:?}, names no {what}") }
}
