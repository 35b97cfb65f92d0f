//! A constant pool that grows as constants are asked for.

use std::collections::HashMap;

use classfile::JStr;

/// The constants of a class that is being made; equal ones are stored once.
#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
    count: u16,
}

impl Pool {
    /// Adds a constant given by its tag and contents, or finds it.
    ///
    /// # Panics
    ///
    /// If there are more than a class file can have.
    pub fn raw(&mut self, constant: Vec<u8>) -> u16 {
        if let Some(&known) = self.known.get(&constant) {
            return known;
        }
        let index = self.count + 1;
        let room = if matches!(constant[0], 5 | 6) { 2 } else { 1 };
        self.count = self.count.checked_add(room).filter(|&n| n < u16::MAX).expect("pool is full");
        self.bytes.extend_from_slice(&constant);
        self.known.insert(constant, index);
        index
    }

    fn tagged(&mut self, tag: u8, contents: &[u8]) -> u16 {
        let mut constant = vec![tag];
        constant.extend_from_slice(contents);
        self.raw(constant)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let [a, b] = first.to_be_bytes();
        let [c, d] = second.to_be_bytes();
        self.tagged(tag, &[a, b, c, d])
    }

    /// Text.
    pub fn utf8(&mut self, text: &str) -> u16 {
        self.utf8_bytes(&JStr::encode(text))
    }

    /// Text that need not be text.
    pub fn utf8_bytes(&mut self, text: &[u8]) -> u16 {
        let mut constant = vec![1];
        constant.extend(u16::try_from(text.len()).expect("text is too long").to_be_bytes());
        constant.extend_from_slice(text);
        self.raw(constant)
    }

    /// An `int`.
    pub fn int(&mut self, value: i32) -> u16 {
        self.tagged(3, &value.to_be_bytes())
    }

    /// A `float`.
    pub fn float(&mut self, value: f32) -> u16 {
        self.tagged(4, &value.to_be_bytes())
    }

    /// A `long`.
    pub fn long(&mut self, value: i64) -> u16 {
        self.tagged(5, &value.to_be_bytes())
    }

    /// A `double`.
    pub fn double(&mut self, value: f64) -> u16 {
        self.tagged(6, &value.to_be_bytes())
    }

    /// A class by internal name, or an array by descriptor.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.tagged(7, &name.to_be_bytes())
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.tagged(8, &text.to_be_bytes())
    }

    /// A name and a descriptor.
    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.pair(12, name, descriptor)
    }

    /// A member; the tag says which kind: 9 field, 10 method, 11 interface method.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name) = (self.class(class), self.name_and_type(name, descriptor));
        self.pair(tag, class, name)
    }

    /// A method handle: its kind (1 to 9) and a member constant.
    pub fn handle(&mut self, kind: u8, member: u16) -> u16 {
        let [a, b] = member.to_be_bytes();
        self.tagged(15, &[kind, a, b])
    }

    /// A method type.
    pub fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor);
        self.tagged(16, &descriptor.to_be_bytes())
    }

    /// A dynamic constant of a bootstrap method.
    pub fn dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name = self.name_and_type(name, descriptor);
        self.pair(17, bootstrap, name)
    }

    /// A call site of a bootstrap method.
    pub fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name = self.name_and_type(name, descriptor);
        self.pair(18, bootstrap, name)
    }

    /// Writes the pool as it stands in a class file.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.count + 1).to_be_bytes());
        out.extend_from_slice(&self.bytes);
    }
}
