//! Class objects: by name, and what they tell about their class.
//!
//! Coarser than the library: which class loader is asked does not matter, there is one class of a name. All three of
//! `getName`, `getTypeName` and `getCanonicalName` give the binary name. The enclosing class is the one that a class is
//! declared in and the host of its nest. The names of primitive types name them for `forName` too, which real programs cannot
//! do. A class that is defined from bytes is one that nobody knows.
//!
//! A program that asks for a class by a name that is no constant may have read the name from one of its property files: all
//! classes of the program that these name are candidates. Others are possible, so the call counts as unresolved all the same.

use ir::hierarchy::ClassId;
use ir::{Name, Type};

use crate::code::{Member, New, Stmt};
use crate::extract::Builder;
use crate::heap::ObjKind;
use crate::ids::Var;
use crate::types::SlotKind;

use super::objects::array_of;
use super::{CLASS, Expansion, METHOD_HANDLE, Params, RuleKind, STRING};

/// What a class object tells or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the library")]
pub enum ClassStep {
    Initialize,
    /// Makes an object with the constructor without parameters.
    NewInstance,
    /// Makes an object without any constructor.
    Allocate,
    NewArray {
        /// How deep arrays of arrays go.
        dimensions: u8,
    },
    Name,
    Superclass,
    ComponentType,
    ArrayType,
    Enclosing,
    Interfaces,
    Nested,
    EnumConstants,
    /// A method handle for arrays of the class.
    ArrayHandle,
    /// A proxy of the interface.
    Proxy,
    /// The providers of the service.
    Services,
}

impl Builder<'_> {
    pub(super) fn classes(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        let step = match name {
            "class-for-name" => {
                self.rule(RuleKind::NameOfClass, params.of(STRING), vec![], ret);
                return true;
            }
            "class-define" => {
                self.class_define(params, ret);
                return true;
            }
            "class-initialize" => ClassStep::Initialize,
            "class-new-instance" => ClassStep::NewInstance,
            "class-allocate" => ClassStep::Allocate,
            "class-get-name" => ClassStep::Name,
            "class-superclass" => ClassStep::Superclass,
            "class-component-type" => ClassStep::ComponentType,
            "class-array-type" => ClassStep::ArrayType,
            "class-enclosing" => ClassStep::Enclosing,
            "class-interfaces" => ClassStep::Interfaces,
            "class-nested" => ClassStep::Nested,
            "class-enum-constants" => ClassStep::EnumConstants,
            _ => return false,
        };
        let to = match step {
            ClassStep::Interfaces | ClassStep::Nested => self.found(params, ret),
            _ => ret,
        };
        self.rule(RuleKind::OfClass(step), params.of(CLASS), vec![], to);
        true
    }

    /// Nobody knows what the bytes say, whichever they are: one object that is always there stands for them.
    fn class_define(&mut self, params: &Params<'_>, ret: Option<Var>) {
        let Some(ty) = params.shape.result.filter(|ty| ty.is_reference()) else { return };
        let bytes = self.var();
        self.allocate(bytes, Type::Byte.array_of());
        let result = ret.filter(|_| ty == Type::Ref(Name::new(CLASS)));
        self.rule(RuleKind::ClassDefinition, Some(bytes), vec![], result);
    }
}

impl Expansion<'_> {
    /// The object of a name becomes the class of that name.
    pub(super) fn name_of_class(&mut self) {
        let ObjKind::Text(text) = self.object.kind else {
            self.classes_of_property_files();
            return self.class_instead("a class by a name that is no constant");
        };
        match primitive(text.as_str()) {
            Some(ty) => self.result(New::Class(ty)),
            None => self.class_named(text),
        }
    }

    /// Where a name comes from a file, it is most likely one of the program's own. What the log says is more than a guess.
    fn classes_of_property_files(&mut self) {
        let caller = self.site.caller.map(|method| self.world.hierarchy.method(method).class);
        let is_application = caller.is_some_and(|class| self.world.is_application(class));
        if is_application && self.logged_classes().is_empty() {
            for name in self.world.named_classes() {
                self.class_found(Type::Ref(name));
            }
        }
    }

    fn class_named(&mut self, text: Name) {
        let internal = Name::new(&text.as_str().replace('.', "/"));
        let ty = Type::from_class_name(internal).filter(|&ty| self.world.is_known_type(ty));
        match ty {
            Some(ty) => self.class_found(ty),
            None => self.unknown(&format!("the class {text}")),
        }
    }

    fn class_found(&mut self, ty: Type) {
        self.result(New::Class(ty));
        if let Some(class) = self.present(ty) {
            self.push(Stmt::Init(class));
        }
    }

    /// The classes of the log, or one that nobody knows.
    fn class_instead(&mut self, what: &str) {
        let classes = self.logged_classes();
        for &ty in &classes {
            self.class_found(ty);
        }
        if classes.is_empty() {
            self.unknown(what);
            if let Some(any) = self.any(CLASS) {
                self.result(any);
            }
        }
    }

    pub(super) fn class_definition(&mut self) {
        self.class_instead("a class that is defined from bytes");
    }

    /// A class object tells or does something.
    pub(super) fn of_class(&mut self, step: ClassStep) {
        match self.class_object() {
            Some(ty) => self.of_known_class(step, ty),
            None => self.of_unknown_class(step),
        }
    }

    fn of_known_class(&mut self, step: ClassStep, ty: Type) {
        match step {
            ClassStep::Initialize => {
                self.result(New::Known(self.id));
                if let Some(class) = self.present(ty) {
                    self.push(Stmt::Init(class));
                }
            }
            ClassStep::NewInstance => self.new_instance(ty),
            ClassStep::Allocate => {
                if let Some((class, dyn_class)) = self.instantiable(ty) {
                    self.push(Stmt::Init(class));
                    self.result(New::Site(dyn_class));
                }
            }
            ClassStep::NewArray { dimensions } => self.new_array(ty, dimensions),
            ClassStep::Name => {
                let name = match ty {
                    Type::Ref(name) => name.as_str().replace('/', "."),
                    _ => primitive_name(ty).to_owned(),
                };
                self.result(New::Text(Name::new(&name)));
            }
            ClassStep::ComponentType => self.classes_found(ty.element()),
            ClassStep::ArrayType => self.classes_found(Some(array_of(ty))),
            ClassStep::Superclass | ClassStep::Interfaces => self.supertypes(step, ty),
            ClassStep::Enclosing => self.enclosing(ty),
            ClassStep::Nested => self.nested(ty),
            ClassStep::EnumConstants => self.enum_constants(ty),
            ClassStep::ArrayHandle => {
                let handle = self.library_class(METHOD_HANDLE);
                if let (Some(handle), Some(class)) = (handle, self.types.of_type(self.world, ty)) {
                    self.result(New::Member(handle, Member::Array(class)));
                }
            }
            ClassStep::Proxy => self.proxy(ty),
            ClassStep::Services => self.services(ty),
        }
    }

    fn of_unknown_class(&mut self, step: ClassStep) {
        let what = match step {
            ClassStep::Initialize
            | ClassStep::Superclass
            | ClassStep::ComponentType
            | ClassStep::ArrayType
            | ClassStep::Enclosing
            | ClassStep::Interfaces
            | ClassStep::Nested => return self.result(New::Known(self.id)),
            ClassStep::Name => {
                if let Some(any) = self.any(STRING) {
                    self.result(any);
                }
                return;
            }
            ClassStep::NewInstance | ClassStep::Allocate => {
                "an object of a class that is not known"
            }
            ClassStep::NewArray { .. } | ClassStep::ArrayHandle => {
                "an array of a class that is not known"
            }
            ClassStep::EnumConstants => "the constants of an enum that is not known",
            ClassStep::Proxy => "a proxy of an interface that is not known",
            ClassStep::Services => "providers of a service that is not known",
        };
        let classes = self.logged_classes();
        for &ty in &classes {
            match step {
                // What is logged is the array, or the provider.
                ClassStep::NewArray { .. } if ty.is_array() => {
                    if let Some(class) = self.types.of_type(self.world, ty) {
                        self.result(New::Site(class));
                    }
                }
                ClassStep::Services => self.provider(ty),
                _ => self.of_known_class(step, ty),
            }
        }
        if classes.is_empty() {
            self.unknown(what);
        }
    }

    fn classes_found(&mut self, types: impl IntoIterator<Item = Type>) {
        for ty in types {
            self.result(New::Class(ty));
        }
    }

    fn names_found(&mut self, classes: impl IntoIterator<Item = Name>) {
        for name in classes {
            let ty = Type::Ref(name);
            if self.present(ty).is_some() {
                self.result(New::Class(ty));
            }
        }
    }

    fn supertypes(&mut self, step: ClassStep, ty: Type) {
        let object = self.world.hierarchy.object();
        let class = if ty.is_array() { Some(object) } else { self.present(ty) };
        let Some(class) = class else { return };
        let hierarchy = &self.world.hierarchy;
        let above: Vec<ClassId> = match step {
            ClassStep::Interfaces => hierarchy.interfaces(class).to_vec(),
            _ if ty.is_array() => vec![object],
            _ if hierarchy.is_interface(class) => Vec::new(),
            _ => hierarchy.super_class(class).into_iter().collect(),
        };
        let names: Vec<Name> = above.into_iter().map(|class| hierarchy.name(class)).collect();
        self.names_found(names);
    }

    fn enclosing(&mut self, ty: Type) {
        let Type::Ref(name) = ty else { return };
        let Some(class) = self.world.declaration(name) else { return };
        // A class that names no host is the host of its own nest.
        let around = [class.outer_class, class.nest_host.or(Some(name))];
        self.names_found(around.into_iter().flatten());
    }

    fn nested(&mut self, ty: Type) {
        let Type::Ref(name) = ty else { return };
        let Some(class) = self.world.declaration(name) else { return };
        let others = class.nest_members.iter().chain(&class.permitted_subclasses).copied();
        self.names_found(others.collect::<Vec<_>>());
    }

    /// An array of the values of the static fields of the enum's own type.
    fn enum_constants(&mut self, ty: Type) {
        let Some(class) = self.present(ty) else { return };
        let Some(array) = self.types.of_type(self.world, ty.array_of()) else { return };
        self.push(Stmt::Init(class));
        let base = self.fresh();
        self.new_object(base, New::Site(array));
        if let Some(to) = self.rule.result {
            self.push(Stmt::Copy { to, from: base, filter: None });
        }
        let constants: Vec<_> = self.world.hierarchy.fields(class).collect();
        for field in constants {
            let decl = self.world.hierarchy.field(field);
            if decl.ty == ty && decl.flags.contains(classfile::FieldFlags::STATIC) {
                let to = self.fresh();
                let slot = self.types.slot(SlotKind::Element);
                self.push(Stmt::LoadStatic { to, field });
                self.push(Stmt::Store { base, slot, from: to });
            }
        }
    }
}

const PRIMITIVES: [(&str, Type); 8] = [
    ("boolean", Type::Boolean),
    ("byte", Type::Byte),
    ("char", Type::Char),
    ("short", Type::Short),
    ("int", Type::Int),
    ("long", Type::Long),
    ("float", Type::Float),
    ("double", Type::Double),
];

/// The primitive type of a name.
pub(super) fn primitive(name: &str) -> Option<Type> {
    PRIMITIVES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}

/// The name of a primitive type.
pub(super) fn primitive_name(ty: Type) -> &'static str {
    PRIMITIVES.iter().find(|(_, known)| *known == ty).map_or("null", |(name, _)| name)
}
