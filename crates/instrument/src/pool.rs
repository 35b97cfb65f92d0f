//! Constants that are added to a class, each once.

use classfile::{Constant, ConstantPool, CpIndex, JStr};
use rustc_hash::FxHashMap;

/// Text that a rewritten class borrows. It has to outlive the class.
#[derive(Default)]
pub struct Texts(boxcar::Vec<Vec<u8>>);

impl Texts {
    /// Keeps a text.
    pub fn keep(&self, text: &str) -> JStr<'_> {
        let bytes = JStr::encode(text);
        let index = self.0.push(bytes);
        let bytes = self.0.get(index).expect("invariant: it was pushed just now");
        JStr::new(bytes).expect("invariant: encoded text is well formed")
    }
}

/// The pool has no room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolFull;

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Text(String),
    Int(i32),
    Class(CpIndex),
    NameAndType(CpIndex, CpIndex),
    Method(CpIndex, CpIndex),
    Field(CpIndex, CpIndex),
}

/// Adds constants to the pool of a class.
pub struct Pool<'t> {
    texts: &'t Texts,
    added: FxHashMap<Key, CpIndex>,
}

impl<'t> Pool<'t> {
    /// For one class.
    pub fn new(texts: &'t Texts) -> Pool<'t> {
        Pool { texts, added: FxHashMap::default() }
    }

    fn add(
        &mut self,
        constants: &mut ConstantPool<'t>,
        key: Key,
        make: impl FnOnce(&'t Texts) -> Constant<'t>,
    ) -> Result<CpIndex, PoolFull> {
        if let Some(&index) = self.added.get(&key) {
            return Ok(index);
        }
        let index = constants.push(make(self.texts)).ok_or(PoolFull)?;
        self.added.insert(key, index);
        Ok(index)
    }

    /// Text.
    pub fn text(
        &mut self,
        constants: &mut ConstantPool<'t>,
        text: &str,
    ) -> Result<CpIndex, PoolFull> {
        self.add(constants, Key::Text(text.to_owned()), |texts| Constant::Utf8(texts.keep(text)))
    }

    /// A number.
    pub fn int(
        &mut self,
        constants: &mut ConstantPool<'t>,
        value: i32,
    ) -> Result<CpIndex, PoolFull> {
        self.add(constants, Key::Int(value), |_| Constant::Integer(value))
    }

    /// A class by its internal name.
    pub fn class(
        &mut self,
        constants: &mut ConstantPool<'t>,
        name: &str,
    ) -> Result<CpIndex, PoolFull> {
        let name = self.text(constants, name)?;
        self.add(constants, Key::Class(name), |_| Constant::Class(name))
    }

    /// A method of a class.
    pub fn method(
        &mut self,
        constants: &mut ConstantPool<'t>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<CpIndex, PoolFull> {
        let class = self.class(constants, class)?;
        let name_and_type = self.name_and_type(constants, name, descriptor)?;
        let key = Key::Method(class, name_and_type);
        self.add(constants, key, |_| Constant::Method { class, name_and_type })
    }

    /// A field of a class.
    pub fn field(
        &mut self,
        constants: &mut ConstantPool<'t>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<CpIndex, PoolFull> {
        let class = self.class(constants, class)?;
        let name_and_type = self.name_and_type(constants, name, descriptor)?;
        let key = Key::Field(class, name_and_type);
        self.add(constants, key, |_| Constant::Field { class, name_and_type })
    }

    fn name_and_type(
        &mut self,
        constants: &mut ConstantPool<'t>,
        name: &str,
        descriptor: &str,
    ) -> Result<CpIndex, PoolFull> {
        let name = self.text(constants, name)?;
        let descriptor = self.text(constants, descriptor)?;
        let key = Key::NameAndType(name, descriptor);
        self.add(constants, key, |_| Constant::NameAndType { name, descriptor })
    }
}
