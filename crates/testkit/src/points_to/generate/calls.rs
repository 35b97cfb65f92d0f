//! Calls and lambda expressions of made-up programs.

use ir::body::InvokeKind;
use ir::{HandleKind, MethodHandle, MethodRef, MethodRefData, MethodType, Name, Type};

use super::{Generator, Scope, method_ref, method_type, type_of};
use crate::points_to::program::{Action, LambdaSpec, MethodKind, MethodSpec, Operand, Program};

impl Generator {
    /// A call of a method that something in scope has, or of a static one.
    pub(super) fn invoke(&mut self, program: &Program, scope: &Scope) -> (Action, Type) {
        let (receiver, ty) =
            if scope.is_empty() { (Operand::Null, Type::object()) } else { self.pick(scope) };
        let (kind, method) = self.method_to_call(program, ty);
        let data = method.data();
        let mut args = Vec::new();
        if kind != InvokeKind::Static {
            args.push(if self.chance(5) { Operand::Null } else { receiver });
        }
        for &ty in data.ty.parameters() {
            args.push(self.operand(program, scope, Some(ty)));
        }
        (Action::Invoke(kind, method, args), data.ty.result().unwrap_or(Type::object()))
    }

    fn method_to_call(&mut self, program: &Program, receiver: Type) -> (InvokeKind, MethodRef) {
        let name = match receiver {
            Type::Ref(name) if !receiver.is_array() => name,
            _ => Name::new("java/lang/Object"),
        };
        match name.as_str() {
            "p/Box" => return self.box_method(),
            "java/lang/Thread" => {
                return (InvokeKind::Virtual, method_ref(name, "start", "()V", false));
            }
            "java/lang/Runnable" => {
                return (InvokeKind::Interface, method_ref(name, "run", "()V", true));
            }
            _ => {}
        }
        let class = match program.class(name) {
            Some(class) if self.chance(75) => class,
            _ => return self.static_method(program),
        };
        if program.is_subtype(receiver, type_of("Ljava/lang/Thread;")) && self.chance(40) {
            return (InvokeKind::Virtual, method_ref(name, "start", "()V", false));
        }
        let above = program.with_supertypes(class.name);
        let methods: Vec<&MethodSpec> = above
            .iter()
            .flat_map(|class| &class.methods)
            .filter(|m| m.kind != MethodKind::Static && m.name.as_str() != "<init>")
            .collect();
        if methods.is_empty() {
            return self.static_method(program);
        }
        let method = self.pick(&methods);
        let (owner, kind) = match (class.is_interface, self.random.below(12)) {
            (true, _) => (class, InvokeKind::Interface),
            (false, 0) => (self.pick(&above), InvokeKind::Special),
            (false, _) => (class, InvokeKind::Virtual),
        };
        (
            kind,
            MethodRef::new(MethodRefData {
                class: owner.name,
                name: method.name,
                ty: method.ty,
                is_interface: owner.is_interface,
            }),
        )
    }

    fn box_method(&mut self) -> (InvokeKind, MethodRef) {
        let (name, ty) = self.pick(&[
            ("put", "(Ljava/lang/Object;)V"),
            ("put", "(Ljava/lang/Object;)V"),
            ("get", "()Ljava/lang/Object;"),
            ("get", "()Ljava/lang/Object;"),
            ("copy", "()Lp/Box;"),
            ("each", "(Ljava/lang/Runnable;)Ljava/lang/Object;"),
            ("later", "(Ljava/lang/Runnable;)V"),
            ("of", "(Ljava/lang/Object;)Lp/Box;"),
        ]);
        let kind = if name == "of" { InvokeKind::Static } else { InvokeKind::Virtual };
        (kind, method_ref(Name::new("p/Box"), name, ty, false))
    }

    fn static_method(&mut self, program: &Program) -> (InvokeKind, MethodRef) {
        let class = self.pick(&program.classes);
        let statics: Vec<&MethodSpec> = class
            .methods
            .iter()
            .filter(|m| m.kind == MethodKind::Static && m.name.as_str() != "<clinit>")
            .collect();
        let (name, ty) = match statics.is_empty() {
            true => (Name::new("s0"), method_type("()V")),
            false => {
                let method = self.pick(&statics);
                (method.name, method.ty)
            }
        };
        let is_interface = class.is_interface;
        let method = MethodRef::new(MethodRefData { class: class.name, name, ty, is_interface });
        (InvokeKind::Static, method)
    }

    /// A lambda expression of an interface of the program, or a `Runnable`.
    pub(super) fn lambda(&mut self, program: &Program, own: Name, scope: &Scope) -> (Action, Type) {
        let mut interfaces = vec![("java/lang/Runnable", "run", method_type("()V"))];
        for class in program.classes.iter().filter(|class| class.is_interface) {
            let is_abstract = |m: &&MethodSpec| m.kind == MethodKind::Abstract;
            let methods = class.methods.iter().filter(is_abstract);
            interfaces.extend(methods.map(|m| (class.name.as_str(), m.name.as_str(), m.ty)));
        }
        let (interface, method, erased) = self.pick(&interfaces);
        let interface = Type::Ref(Name::new(interface));
        let (handle, captures) = self.handle(program, own, erased);
        let captured =
            captures.into_iter().map(|ty| (ty, self.operand(program, scope, Some(ty)))).collect();
        let markers = match self.chance(15) {
            true => vec![type_of("Lp/I0;")],
            false => Vec::new(),
        };
        let method = Name::new(method);
        let spec = LambdaSpec { interface, method, erased, handle, captured, markers };
        (Action::Lambda(spec), interface)
    }

    /// What a lambda calls, and the types of what it has to capture: as many as are missing.
    fn handle(
        &mut self,
        program: &Program,
        own: Name,
        erased: MethodType,
    ) -> (MethodHandle, Vec<Type>) {
        let (kind, method) = match self.random.below(4) {
            0 => {
                let class = self.class_to_make(program, own);
                (HandleKind::NewInvokeSpecial, method_ref(class, "<init>", "()V", false))
            }
            1 => {
                let (_, method) = self.static_method(program);
                (HandleKind::InvokeStatic, method)
            }
            _ => {
                let class = self.pick(&program.classes).name;
                let (kind, method) = self.method_to_call(program, Type::Ref(class));
                let kind = match kind {
                    InvokeKind::Static => HandleKind::InvokeStatic,
                    InvokeKind::Special => HandleKind::InvokeSpecial,
                    InvokeKind::Interface => HandleKind::InvokeInterface,
                    InvokeKind::Virtual => HandleKind::InvokeVirtual,
                };
                (kind, method)
            }
        };
        let mut wanted = method.data().ty.parameters().to_vec();
        if !matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial) {
            wanted.insert(0, Type::Ref(method.data().class));
        }
        let given = erased.parameters().len();
        wanted.truncate(wanted.len().saturating_sub(given));
        (MethodHandle::Method(kind, method), wanted)
    }
}
