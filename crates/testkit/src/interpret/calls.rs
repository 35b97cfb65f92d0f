//! Calls: which method, and what around it.

use classfile::MethodFlags;
use ir::body::InvokeKind;
use ir::{
    Class, HandleKind, Method, MethodHandle, MethodRef, MethodRefData, MethodType, Name, Type,
};

use super::heap::Closure;
use super::{DEEPEST, Done, Machine, Obj, Object, Value, library, stuck};

impl<'a> Machine<'a> {
    /// Executes a call; the receiver is the first argument.
    pub(super) fn invoke(&mut self, kind: InvokeKind, method: MethodRef, args: Vec<Value>) -> Done {
        let MethodRefData { class, name, ty, .. } = *method.data();
        match kind {
            InvokeKind::Static => self.call_static(class, name, ty, args),
            InvokeKind::Special => {
                self.receiver(&args)?;
                self.call_in(class, name, ty, args)
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let receiver = self.receiver(&args)?;
                self.call_virtual(receiver, name, ty, args)
            }
        }
    }

    /// Calls a static method and initialises its class before.
    pub(super) fn call_static(
        &mut self,
        class: Name,
        name: Name,
        ty: MethodType,
        args: Vec<Value>,
    ) -> Done {
        self.initialise(class)?;
        self.call_in(class, name, ty, args)
    }

    fn receiver(&mut self, args: &[Value]) -> Done<Obj> {
        match args.first() {
            Some(&Value::Ref(receiver)) => self.not_null(receiver),
            _ => stuck("a call without a receiver"),
        }
    }

    fn call_virtual(
        &mut self,
        receiver: Obj,
        name: Name,
        ty: MethodType,
        args: Vec<Value>,
    ) -> Done {
        match self.heap.get(receiver) {
            Object::Lambda(closure) if closure.method == name => {
                let closure = closure.clone();
                self.call_closure(&closure, args[1..].to_vec())
            }
            Object::Array { ty, elements } if name.as_str() == "clone" => {
                let copy = Object::Array { ty: *ty, elements: elements.clone() };
                Ok(Some(Value::Ref(Some(self.heap.add(copy)))))
            }
            _ => self.call_in(self.class_of(receiver), name, ty, args),
        }
    }

    fn call_closure(&mut self, closure: &Closure, args: Vec<Value>) -> Done {
        let MethodHandle::Method(kind, method) = closure.implementation else {
            return stuck("a method reference to a field");
        };
        let mut all = closure.captured.clone();
        all.extend(args);
        match kind {
            HandleKind::InvokeStatic => self.invoke(InvokeKind::Static, method, all),
            HandleKind::InvokeSpecial => self.invoke(InvokeKind::Special, method, all),
            HandleKind::InvokeVirtual => self.invoke(InvokeKind::Virtual, method, all),
            HandleKind::InvokeInterface => self.invoke(InvokeKind::Interface, method, all),
            HandleKind::NewInvokeSpecial => {
                self.initialise(method.data().class)?;
                let new = Value::Ref(Some(self.heap.instance(method.data().class)));
                all.insert(0, new);
                self.invoke(InvokeKind::Special, method, all)?;
                Ok(Some(new))
            }
            _ => stuck(format!("a method reference of kind {kind:?}")),
        }
    }

    /// Calls the method that a class declares or inherits.
    fn call_in(&mut self, class: Name, name: Name, ty: MethodType, args: Vec<Value>) -> Done {
        match self.find_method(class, name, ty) {
            Some((class, method)) => self.run_method(class, method, args),
            None => library::call(self, class, name, ty, &args),
        }
    }

    /// Runs the body of a method, in its monitor if it is synchronised.
    pub(super) fn run_method(
        &mut self,
        class: &'a Class,
        method: &'a Method,
        args: Vec<Value>,
    ) -> Done {
        let Some(body) = method.body() else {
            return stuck(format!("{}.{} has no body", class.name, method.name));
        };
        if self.depth >= DEEPEST {
            return stuck(format!("{}.{} calls itself too deeply", class.name, method.name));
        }
        let monitor =
            method.flags.contains(MethodFlags::SYNCHRONIZED).then(|| match args.first() {
                Some(&Value::Ref(Some(receiver))) if !method.is_static() => receiver,
                _ => self.heap.class(Type::Ref(class.name)),
            });
        monitor.inspect(|&object| self.heap.enter(object));
        self.depth += 1;
        let done = self.run(body, args);
        self.depth -= 1;
        match monitor {
            Some(object) => self.leave(object).and(done),
            None => done,
        }
    }
}
