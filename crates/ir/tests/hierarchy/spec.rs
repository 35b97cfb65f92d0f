//! Class declarations as tests write and generate them.

use classfile::{ClassFlags, FieldFlags, MethodFlags, Version};
use ir::{Class, Field, Method, MethodCode, MethodType, Name, Type};

/// The type of a method if nothing else is said.
pub const PLAIN: &str = "()Ljava/lang/String;";

/// The type of a field if nothing else is said.
pub const TEXT: &str = "Ljava/lang/String;";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassSpec {
    pub name: String,
    pub flags: u16,
    pub super_class: Option<String>,
    pub interfaces: Vec<String>,
    pub nest_host: Option<String>,
    pub nest_members: Vec<String>,
    pub methods: Vec<MemberSpec>,
    pub fields: Vec<MemberSpec>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MemberSpec {
    pub name: String,
    pub descriptor: String,
    pub flags: u16,
}

impl ClassSpec {
    pub fn is_interface(&self) -> bool {
        ClassFlags::from_bits_retain(self.flags).contains(ClassFlags::INTERFACE)
    }

    /// One line, for messages.
    pub fn text(&self) -> String {
        let mut text = self.name.clone();
        for (word, names) in [
            ("extends", &self.super_class.iter().cloned().collect()),
            ("implements", &self.interfaces),
            ("host", &self.nest_host.iter().cloned().collect()),
            ("members", &self.nest_members),
        ] {
            if !names.is_empty() {
                text += &format!(" {word} {}", names.join(", "));
            }
        }
        let members = self.methods.iter().chain(&self.fields);
        let members: Vec<String> = members
            .map(|m| format!("{:?} {}", MethodFlags::from_bits_retain(m.flags), m.name))
            .collect();
        format!("{text} {{ {} }}", members.join(" | "))
    }

    /// The declaration, without code.
    pub fn class(&self) -> Class {
        let names = |texts: &[String]| texts.iter().map(|t| Name::new(t)).collect();
        Class {
            name: Name::new(&self.name),
            version: Version { major: 55, minor: 0 },
            flags: ClassFlags::from_bits_retain(self.flags),
            super_class: self.super_class.as_deref().map(Name::new),
            interfaces: names(&self.interfaces),
            source_file: None,
            signature: None,
            inner_flags: None,
            outer_class: None,
            enclosing_method: None,
            nest_host: self.nest_host.as_deref().map(Name::new),
            nest_members: names(&self.nest_members),
            permitted_subclasses: Vec::new(),
            record: None,
            annotations: Vec::new(),
            fields: self.fields.iter().map(MemberSpec::field).collect(),
            methods: self.methods.iter().map(MemberSpec::method).collect(),
        }
    }
}

impl MemberSpec {
    fn field(&self) -> Field {
        Field {
            name: Name::new(&self.name),
            ty: Type::from_descriptor(&self.descriptor).expect("a test has good descriptors"),
            flags: FieldFlags::from_bits_retain(self.flags),
            constant: None,
            signature: None,
            annotations: Vec::new(),
        }
    }

    fn method(&self) -> Method {
        Method {
            name: Name::new(&self.name),
            ty: method_type(&self.descriptor),
            flags: MethodFlags::from_bits_retain(self.flags),
            signature: None,
            exceptions: Vec::new(),
            annotations: Vec::new(),
            code: MethodCode::NotLowered,
        }
    }
}

pub fn method_type(descriptor: &str) -> MethodType {
    MethodType::from_descriptor(Name::new(descriptor)).expect("a test has good descriptors")
}

/// Those of `Object`'s methods that matter.
pub fn object() -> ClassSpec {
    let public = MethodFlags::PUBLIC.bits();
    let member = |name: &str, descriptor: &str, flags| MemberSpec {
        name: name.into(),
        descriptor: descriptor.into(),
        flags,
    };
    ClassSpec {
        name: "java/lang/Object".into(),
        flags: (ClassFlags::PUBLIC | ClassFlags::SUPER).bits(),
        methods: vec![
            member("<init>", "()V", public),
            member("toString", PLAIN, public),
            member("hashCode", "()I", public),
            member("clone", "()Ljava/lang/Object;", MethodFlags::PROTECTED.bits()),
        ],
        ..ClassSpec::default()
    }
}
