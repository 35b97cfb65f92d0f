//! An assembler of class files, for what no compiler of today writes.
//!
//! ```
//! use testkit::assemble::ClassBuilder;
//!
//! let mut class = ClassBuilder::new("Old").version(48, 0);
//! class.method("static", "m", "(I)I", "
//!     start:
//!       jsr inner
//!       iload_0
//!       ireturn
//!     inner:
//!       astore_1
//!       iinc 0 1
//!       ret 1
//! ");
//! assert!(classfile::ClassFile::parse(&class.build()).is_ok());
//! ```
//!
//! It checks nothing but its own syntax: classes that no JVM would accept are what it is for.

mod code;
mod pool;

pub use code::Code;
pub use pool::Pool;

/// A class file in the making.
pub struct ClassBuilder {
    /// Its constants.
    pub pool: Pool,
    version: (u16, u16),
    flags: u16,
    name: String,
    super_class: Option<String>,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    bootstraps: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassBuilder {
    /// A public class of version 52.0 that extends `java/lang/Object`.
    pub fn new(name: &str) -> ClassBuilder {
        ClassBuilder {
            pool: Pool::default(),
            version: (52, 0),
            flags: 0x21,
            name: name.into(),
            super_class: Some("java/lang/Object".into()),
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            bootstraps: Vec::new(),
            attributes: Vec::new(),
        }
    }

    /// Of another version.
    pub fn version(mut self, major: u16, minor: u16) -> Self {
        self.version = (major, minor);
        self
    }

    /// With other flags.
    pub fn flags(mut self, flags: u16) -> Self {
        self.flags = flags;
        self
    }

    /// With another superclass, or none.
    pub fn extends(mut self, super_class: Option<&str>) -> Self {
        self.super_class = super_class.map(Into::into);
        self
    }

    /// Adds a superinterface.
    pub fn interface(&mut self, name: &str) {
        let name = self.pool.class(name);
        self.interfaces.push(name);
    }

    /// Adds a field; flags by name, as in Java.
    pub fn field(&mut self, flags: &str, name: &str, descriptor: &str) {
        let field = self.member(flags, name, descriptor, &[]);
        self.fields.push(field);
    }

    /// Adds a method; its code in the language of [`Code::assemble`], none if it is empty.
    ///
    /// # Panics
    ///
    /// If there is a mistake in the code.
    pub fn method(&mut self, flags: &str, name: &str, descriptor: &str, code: &str) {
        if code.trim().is_empty() {
            return self.method_with(flags, name, descriptor, &[]);
        }
        let code = Code::assemble(code, self);
        self.method_code(flags, name, descriptor, &code);
    }

    /// Adds a method with code that is already bytes.
    pub fn method_code(&mut self, flags: &str, name: &str, descriptor: &str, code: &Code) {
        let has_short_code = self.version.0 == 45 && self.version.1 < 3;
        let code = self.attribute_bytes("Code", &code.write(has_short_code));
        self.method_with(flags, name, descriptor, &[code]);
    }

    /// Adds a method with attributes made by [`ClassBuilder::attribute_bytes`].
    pub fn method_with(&mut self, flags: &str, name: &str, descriptor: &str, with: &[Vec<u8>]) {
        let method = self.member(flags, name, descriptor, with);
        self.methods.push(method);
    }

    /// Adds a bootstrap method: a handle and its arguments, all constants.
    pub fn bootstrap(&mut self, handle: u16, arguments: &[u16]) -> u16 {
        let mut bytes = handle.to_be_bytes().to_vec();
        table(arguments.iter().map(|argument| argument.to_be_bytes()), &mut bytes);
        self.bootstraps.push(bytes);
        self.bootstraps.len() as u16 - 1
    }

    /// Adds an attribute to the class.
    pub fn attribute(&mut self, name: &str, contents: &[u8]) {
        let attribute = self.attribute_bytes(name, contents);
        self.attributes.push(attribute);
    }

    /// An attribute as bytes: name, length, contents.
    pub fn attribute_bytes(&mut self, name: &str, contents: &[u8]) -> Vec<u8> {
        let mut bytes = self.pool.utf8(name).to_be_bytes().to_vec();
        bytes.extend((contents.len() as u32).to_be_bytes());
        bytes.extend_from_slice(contents);
        bytes
    }

    fn member(&mut self, flags: &str, name: &str, descriptor: &str, with: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = flag_bits(flags).to_be_bytes().to_vec();
        bytes.extend(self.pool.utf8(name).to_be_bytes());
        bytes.extend(self.pool.utf8(descriptor).to_be_bytes());
        table(with, &mut bytes);
        bytes
    }

    /// The class file.
    pub fn build(mut self) -> Vec<u8> {
        if !self.bootstraps.is_empty() {
            let mut contents = Vec::new();
            table(&self.bootstraps, &mut contents);
            self.attribute("BootstrapMethods", &contents);
        }
        let name = self.name.clone();
        let this_class = self.pool.class(&name);
        let super_class = self.super_class.as_deref().map_or(0, |name| self.pool.class(name));
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe];
        out.extend(self.version.1.to_be_bytes());
        out.extend(self.version.0.to_be_bytes());
        self.pool.write(&mut out);
        out.extend(self.flags.to_be_bytes());
        out.extend(this_class.to_be_bytes());
        out.extend(super_class.to_be_bytes());
        table(self.interfaces.iter().map(|index| index.to_be_bytes()), &mut out);
        table(&self.fields, &mut out);
        table(&self.methods, &mut out);
        table(&self.attributes, &mut out);
        out
    }
}

/// A count in two bytes, then the entries.
fn table<T: AsRef<[u8]>>(entries: impl IntoIterator<Item = T>, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend([0, 0]);
    let mut count = 0u16;
    for entry in entries {
        out.extend_from_slice(entry.as_ref());
        count += 1;
    }
    out[start..start + 2].copy_from_slice(&count.to_be_bytes());
}

fn flag_bits(flags: &str) -> u16 {
    let bit = |flag| match flag {
        "public" => 0x1,
        "private" => 0x2,
        "protected" => 0x4,
        "static" => 0x8,
        "final" => 0x10,
        "synchronized" => 0x20,
        "volatile" => 0x40,
        "native" => 0x100,
        "abstract" => 0x400,
        _ => panic!("unknown flag {flag}"),
    };
    flags.split_whitespace().map(bit).fold(0, |all, flag| all | flag)
}
