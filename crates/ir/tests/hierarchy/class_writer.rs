//! Class files for the JVM: declarations as a [`ClassSpec`] has them, with methods that say who they are, and call sites.

use classfile::{ClassFlags, MethodFlags};

use crate::spec::{ClassSpec, PLAIN, TEXT};

/// How a call site uses a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    Virtual,
    Interface,
    Static,
    Special,
    /// `getstatic`
    Field,
}

/// A static method in a class that uses a member on the receiver that it is given, and returns what that returns.
#[derive(Clone, Debug)]
pub struct Site {
    pub name: String,
    pub how: Use,
    /// The class that the reference names.
    pub class: String,
    pub is_interface: bool,
    pub member: String,
}

struct Pool {
    bytes: Vec<u8>,
    count: u16,
}

impl Pool {
    fn push(&mut self, tag: u8, contents: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(contents);
        self.count += 1;
        self.count - 1
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let mut contents = (text.len() as u16).to_be_bytes().to_vec();
        contents.extend(text.bytes());
        self.push(1, &contents)
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.push(7, &name.to_be_bytes())
    }

    fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.push(8, &text.to_be_bytes())
    }

    /// `tag` says which kind of member.
    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.push(12, &pair(name, descriptor));
        self.push(tag, &pair(class, name_and_type))
    }
}

fn pair(a: u16, b: u16) -> Vec<u8> {
    [a.to_be_bytes(), b.to_be_bytes()].concat()
}

const FIELD: u8 = 9;
const METHOD: u8 = 10;
const INTERFACE_METHOD: u8 = 11;

/// The class file. A method of the plain type returns `Class.name`, a static field holds it, and a class has a public
/// constructor that calls that of its superclass.
pub fn write(spec: &ClassSpec, sites: &[Site]) -> Vec<u8> {
    let mut pool = Pool { bytes: Vec::new(), count: 1 };
    let mut body = Vec::new();
    let mut put = |value: u16| body.extend(value.to_be_bytes());
    put(spec.flags);
    put(pool.class(&spec.name));
    let super_class = spec.super_class.as_deref().unwrap_or("java/lang/Object");
    put(pool.class(super_class));
    put(spec.interfaces.len() as u16);
    for interface in &spec.interfaces {
        put(pool.class(interface));
    }
    let mut fields = Vec::new();
    for field in &spec.fields {
        let value = pool.string(&format!("{}.{}", spec.name, field.name));
        fields.push(member(&mut pool, field.flags, &field.name, TEXT));
        fields.push(attributes(&mut pool, &[("ConstantValue", value.to_be_bytes().to_vec())]));
    }
    put(spec.fields.len() as u16);
    body.extend(fields.concat());
    let mut methods = own_methods(&mut pool, spec);
    if !spec.is_interface() {
        methods.push(constructor(&mut pool, super_class));
    }
    methods.extend(sites.iter().map(|site| call_site(&mut pool, spec, site)));
    body.extend((methods.len() as u16).to_be_bytes());
    body.extend(methods.concat());
    body.extend(nest(&mut pool, spec));

    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 55];
    file.extend(pool.count.to_be_bytes());
    file.extend(pool.bytes);
    file.extend(body);
    file
}

fn own_methods(pool: &mut Pool, spec: &ClassSpec) -> Vec<Vec<u8>> {
    let mut methods = Vec::new();
    for method in &spec.methods {
        let mut bytes = member(pool, method.flags, &method.name, PLAIN);
        if method.flags & MethodFlags::ABSTRACT.bits() != 0 {
            bytes.extend(attributes(pool, &[]));
        } else {
            let [high, low] = pool.string(&format!("{}.{}", spec.name, method.name)).to_be_bytes();
            bytes.extend(code(pool, &[0x13, high, low, 0xb0]));
        }
        methods.push(bytes);
    }
    methods
}

fn constructor(pool: &mut Pool, super_class: &str) -> Vec<u8> {
    let mut bytes = member(pool, MethodFlags::PUBLIC.bits(), "<init>", "()V");
    let [high, low] = pool.member(METHOD, super_class, "<init>", "()V").to_be_bytes();
    bytes.extend(code(pool, &[0x2a, 0xb7, high, low, 0xb1]));
    bytes
}

fn call_site(pool: &mut Pool, holder: &ClassSpec, site: &Site) -> Vec<u8> {
    let parameter = match site.how {
        Use::Virtual | Use::Interface => format!("L{};", site.class),
        Use::Special => format!("L{};", holder.name),
        Use::Static | Use::Field => String::new(),
    };
    let flags = MethodFlags::PUBLIC | MethodFlags::STATIC;
    let mut bytes =
        member(pool, flags.bits(), &site.name, &format!("({parameter})Ljava/lang/String;"));
    let (tag, descriptor) = match (site.how, site.is_interface) {
        (Use::Field, _) => (FIELD, TEXT),
        (_, true) => (INTERFACE_METHOD, PLAIN),
        (_, false) => (METHOD, PLAIN),
    };
    let [high, low] = pool.member(tag, &site.class, &site.member, descriptor).to_be_bytes();
    let instructions: &[u8] = match site.how {
        Use::Virtual => &[0x2a, 0xb6, high, low, 0xb0],
        Use::Special => &[0x2a, 0xb7, high, low, 0xb0],
        Use::Static => &[0xb8, high, low, 0xb0],
        Use::Interface => &[0x2a, 0xb9, high, low, 1, 0, 0xb0],
        Use::Field => &[0xb2, high, low, 0xb0],
    };
    bytes.extend(code(pool, instructions));
    bytes
}

/// Everything of a member but its attributes.
fn member(pool: &mut Pool, flags: u16, name: &str, descriptor: &str) -> Vec<u8> {
    let mut bytes = flags.to_be_bytes().to_vec();
    bytes.extend(pair(pool.utf8(name), pool.utf8(descriptor)));
    bytes
}

fn code(pool: &mut Pool, instructions: &[u8]) -> Vec<u8> {
    let mut contents = vec![0, 2, 0, 2];
    contents.extend((instructions.len() as u32).to_be_bytes());
    contents.extend(instructions);
    contents.extend([0, 0, 0, 0]);
    attributes(pool, &[("Code", contents)])
}

fn attributes(pool: &mut Pool, list: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = (list.len() as u16).to_be_bytes().to_vec();
    for (name, contents) in list {
        bytes.extend(pool.utf8(name).to_be_bytes());
        bytes.extend((contents.len() as u32).to_be_bytes());
        bytes.extend(contents);
    }
    bytes
}

fn nest(pool: &mut Pool, spec: &ClassSpec) -> Vec<u8> {
    let mut list = Vec::new();
    if let Some(host) = &spec.nest_host {
        list.push(("NestHost", pool.class(host).to_be_bytes().to_vec()));
    }
    if !spec.nest_members.is_empty() {
        let mut contents = (spec.nest_members.len() as u16).to_be_bytes().to_vec();
        for class in &spec.nest_members {
            contents.extend(pool.class(class).to_be_bytes());
        }
        list.push(("NestMembers", contents));
    }
    attributes(pool, &list)
}

/// Flags of a public class or interface.
pub fn public_class(is_interface: bool) -> u16 {
    let kind =
        if is_interface { ClassFlags::INTERFACE | ClassFlags::ABSTRACT } else { ClassFlags::SUPER };
    (ClassFlags::PUBLIC | kind).bits()
}
