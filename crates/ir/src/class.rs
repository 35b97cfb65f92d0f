//! A class as analyses see it: its declaration, and the bodies of its methods.

use classfile::{ClassFlags, FieldFlags, MethodFlags, Version};

use crate::body::{Body, Constant};
use crate::lower::LowerError;
use crate::name::Name;
use crate::types::{MethodType, Type};

/// One class, lowered from one class file and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Internal name: `java/util/Map$Entry`.
    pub name: Name,
    /// Version of its class file.
    pub version: Version,
    /// Flags of the class file; see [`Class::inner_flags`] for those of the source.
    pub flags: ClassFlags,
    /// The superclass; none for `java/lang/Object` and modules.
    pub super_class: Option<Name>,
    /// Direct superinterfaces.
    pub interfaces: Vec<Name>,
    /// The file it was compiled from, without a folder.
    pub source_file: Option<Name>,
    /// Its generic signature.
    pub signature: Option<Name>,
    /// The flags as in the source, if it is a nested class.
    pub inner_flags: Option<ClassFlags>,
    /// The class it is a member of or stands in.
    pub outer_class: Option<Name>,
    /// The method that a local or anonymous class stands in.
    pub enclosing_method: Option<(Name, MethodType)>,
    /// The host of its nest; none if it is the host itself.
    pub nest_host: Option<Name>,
    /// The other members of its nest, if it is the host.
    pub nest_members: Vec<Name>,
    /// The classes that may extend it, if it is sealed.
    pub permitted_subclasses: Vec<Name>,
    /// The components, if it is a record.
    pub record: Option<Vec<RecordComponent>>,
    /// Annotations, visible at run time or not.
    pub annotations: Vec<Annotation>,
    /// The fields in the order of the class file.
    pub fields: Vec<Field>,
    /// The methods in the order of the class file.
    pub methods: Vec<Method>,
}

/// A component of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordComponent {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its flags.
    pub flags: FieldFlags,
    /// The value of a constant.
    pub constant: Option<Constant>,
    /// Its generic signature.
    pub signature: Option<Name>,
    /// Annotations, visible at run time or not.
    pub annotations: Vec<Annotation>,
}

/// A method, constructor or initialiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its name; `<init>` for constructors, `<clinit>` for the initialiser.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
    /// Its flags.
    pub flags: MethodFlags,
    /// Its generic signature.
    pub signature: Option<Name>,
    /// The exceptions it declares.
    pub exceptions: Vec<Name>,
    /// Annotations, visible at run time or not.
    pub annotations: Vec<Annotation>,
    /// What it does.
    pub code: MethodCode,
}

/// What is known of a method's code.
#[derive(Clone, Debug, PartialEq)]
pub enum MethodCode {
    /// Abstract or native: there is none.
    Absent,
    /// Not lowered: only the declaration was asked for.
    NotLowered,
    /// Lowered.
    Body(Box<Body>),
    /// The bytecode is broken; the class is usable without it.
    Broken(LowerError),
}

impl Method {
    /// The lowered body.
    pub fn body(&self) -> Option<&Body> {
        match &self.code {
            MethodCode::Body(body) => Some(body),
            _ => None,
        }
    }

    /// Whether it has no receiver.
    pub fn is_static(&self) -> bool {
        self.flags.contains(MethodFlags::STATIC)
    }
}

/// An annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The annotation interface.
    pub ty: Type,
    /// The elements that were given, by name.
    pub elements: Vec<(Name, AnnotationValue)>,
}

/// The value of an annotation's element.
#[derive(Clone, Debug, PartialEq)]
pub enum AnnotationValue {
    /// `boolean`, `byte`, `char`, `short`, `int`, `long`, `float`, `double`: the number, and which of them it is.
    Number(Type, Constant),
    /// A string.
    Text(Name),
    /// A constant of an enum.
    Enum(Type, Name),
    /// A class; none for `void.class`.
    Class(Option<Type>),
    /// Another annotation.
    Annotation(Annotation),
    /// Several values.
    Array(Vec<AnnotationValue>),
}

impl Class {
    /// A class that extends `java/lang/Object` and has nothing in it.
    pub fn new(name: Name, version: Version, flags: ClassFlags) -> Class {
        Class {
            name,
            version,
            flags,
            super_class: Some(Name::new("java/lang/Object")),
            interfaces: Vec::new(),
            source_file: None,
            signature: None,
            inner_flags: None,
            outer_class: None,
            enclosing_method: None,
            nest_host: None,
            nest_members: Vec::new(),
            permitted_subclasses: Vec::new(),
            record: None,
            annotations: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    /// The class without the code of its methods.
    pub fn declaration(&self) -> Class {
        let methods = self.methods.iter().map(|method| {
            let code = match method.code {
                MethodCode::Absent => MethodCode::Absent,
                _ => MethodCode::NotLowered,
            };
            let (signature, exceptions) = (method.signature, method.exceptions.clone());
            let annotations = method.annotations.clone();
            let (name, ty, flags) = (method.name, method.ty, method.flags);
            Method { name, ty, flags, signature, exceptions, annotations, code }
        });
        Class {
            interfaces: self.interfaces.clone(),
            nest_members: self.nest_members.clone(),
            permitted_subclasses: self.permitted_subclasses.clone(),
            record: self.record.clone(),
            annotations: self.annotations.clone(),
            fields: self.fields.clone(),
            methods: methods.collect(),
            ..*self
        }
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags.contains(ClassFlags::INTERFACE)
    }

    /// The package in internal form, empty for the unnamed one.
    pub fn package(&self) -> &'static str {
        package_of(self.name)
    }

    /// A method by name and type.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Method> {
        self.methods
            .iter()
            .find(|m| m.name.as_str() == name && m.ty.descriptor().as_str() == descriptor)
    }
}

/// The package of a class in internal form, empty for the unnamed one.
pub fn package_of(class: Name) -> &'static str {
    class.as_str().rsplit_once('/').map_or("", |(package, _)| package)
}
