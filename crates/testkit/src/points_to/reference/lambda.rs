//! The rules for code that stands in no class: lambda objects, entry points, and what nobody knows.

use classfile::{ClassFlags, HandleKind};
use ir::body::{CallSite, Lambda};
use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, MethodId};
use ir::{MethodHandle, Name, Type};
use points_to::{DynClass, DynClassData, LambdaClass, Made, Node, Obj, SlotKind};

use super::calls::{Call, Target};
use super::{Ordinal, Pointer, Reference};

/// The only places of the code of a lambda object.
const NEW: Ordinal = Ordinal(0);
const CALL: Ordinal = Ordinal(1);

/// From here on, initialisers of classes.
const FIRST_INIT: Ordinal = Ordinal(1 << 16);

impl Reference<'_> {
    /// The object of a lambda expression. Its class is the expression.
    pub(super) fn lambda_object(
        &mut self,
        node: Node,
        at: Ordinal,
        from: ClassId,
        site: &CallSite,
        lambda: &Lambda,
    ) -> Obj {
        let interface = match lambda.interface {
            Type::Ref(name) => self.hierarchy.declare(name),
            _ => self.hierarchy.object(),
        };
        let mut markers = lambda.markers.clone();
        if lambda.serializable {
            markers.push(Type::Ref(Name::new("java/io/Serializable")));
        }
        let class = self.dyn_classes.id(DynClassData {
            ty: lambda.interface,
            class: interface,
            made: Some(Made::Lambda(LambdaClass {
                code: self.key(node).code,
                from,
                method: site.name,
                captured: site.ty.parameters().into(),
                erased: lambda.erased,
                implementation: lambda.implementation,
                markers: markers.into(),
            })),
        });
        self.object_at(node, at, class)
    }

    /// The method of a lambda object calls the implementation with what was captured and what it is given. Numbers become
    /// boxes where objects are wanted.
    pub(super) fn lambda(&mut self, node: Node, class: DynClass) {
        let Some(lambda) = self.dyn_classes.rows[class].lambda().cloned() else { return };
        let MethodHandle::Method(kind, method) = lambda.implementation else { return };
        let Ok(resolved) = self.hierarchy.resolve_method(lambda.from, method) else { return };
        let resolved = resolved.member;
        self.place(node, NEW, || "new".to_owned());
        let called = |this: &Self, method| format!("call {}", this.method_name(method));

        // What there is, each a type and a pointer for objects.
        let mut given: Vec<(Type, Pointer)> = Vec::new();
        for (number, &ty) in lambda.captured.iter().enumerate() {
            let value = Pointer::Temporary(node, number as u32);
            self.load(value, Pointer::Param(node, 0), SlotKind::Capture(number as u16));
            given.push((ty, value));
        }
        for (number, &ty) in lambda.erased.parameters().iter().enumerate() {
            given.push((ty, Pointer::Param(node, number + 1)));
        }

        // What is wanted.
        let owner = Type::Ref(method.data().class);
        let mut wanted = method.data().ty.parameters().to_vec();
        let mut result = method.data().ty.result();
        if kind != HandleKind::InvokeStatic {
            wanted.insert(0, owner);
        }
        let target = match kind {
            HandleKind::InvokeStatic => Target::Fixed(resolved),
            HandleKind::NewInvokeSpecial => {
                let object = Pointer::Temporary(node, u32::MAX);
                let obj = self.allocate(node, NEW, owner);
                self.add(object, [obj]);
                given.insert(0, (owner, object));
                result = Some(owner);
                Target::Fixed(resolved)
            }
            HandleKind::InvokeSpecial => {
                let selected = self.hierarchy.select_special(lambda.from, method);
                Target::Fixed(selected.map_or(resolved, |selected| selected.member))
            }
            _ => Target::Virtual(resolved),
        };
        if matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial) {
            let class = self.hierarchy.method(resolved).class;
            self.initialised_first(node, class);
        }

        let args = given.into_iter().zip(wanted).map(|((has, pointer), wants)| {
            match (has.is_reference(), wants.is_reference()) {
                (true, true) => Some(pointer),
                (false, true) => self.boxed(node, has),
                _ => None,
            }
        });
        let args: Vec<Option<Pointer>> = args.collect();
        let returns = lambda.erased.result().is_some_and(Type::is_reference);
        let call_result = match result {
            Some(ty) if returns && ty.is_reference() => Some(Pointer::Return(node)),
            Some(ty) if returns => {
                if let Some(boxed) = self.boxed(node, ty) {
                    self.copy(Pointer::Return(node), boxed);
                }
                None
            }
            _ => None,
        };
        if let Some(to) = call_result {
            if kind == HandleKind::NewInvokeSpecial {
                self.copy(to, Pointer::Temporary(node, u32::MAX));
            } else if let Some(any) = result.and_then(|ty| self.merged_final(ty)) {
                self.add(to, [any]);
            }
        }
        let name = match target {
            Target::Fixed(method) | Target::Virtual(method) => called(self, method),
        };
        self.place(node, CALL, || name);
        let call = Call {
            from: node,
            at: CALL,
            args,
            result: call_result,
            throws: vec![(Pointer::Throws(node), None)],
            fork: None,
        };
        self.call(&call, target);
    }

    /// A class is initialised before anything else, at a place of its own.
    pub(super) fn initialised_first(&mut self, node: Node, class: ClassId) {
        let at = Ordinal(FIRST_INIT.0 + class.index() as u32);
        let name = format!("init {}", self.hierarchy.name(class));
        self.place(node, at, || name);
        self.initialise(node, at, class);
    }

    /// The box of a number.
    fn boxed(&mut self, node: Node, ty: Type) -> Option<Pointer> {
        let (name, number) = match ty {
            Type::Boolean => ("java/lang/Boolean", 1),
            Type::Byte => ("java/lang/Byte", 2),
            Type::Char => ("java/lang/Character", 3),
            Type::Short => ("java/lang/Short", 4),
            Type::Int => ("java/lang/Integer", 5),
            Type::Long => ("java/lang/Long", 6),
            Type::Float => ("java/lang/Float", 7),
            Type::Double => ("java/lang/Double", 8),
            Type::Ref(_) | Type::Null => return None,
        };
        let class = self.dyn_class(Type::Ref(Name::new(name)));
        let obj = self.merged(class);
        let pointer = Pointer::Temporary(node, u32::MAX - number);
        self.add(pointer, [obj]);
        Some(pointer)
    }

    /// Code that nobody can see returns an object of its result's type, if there can be one.
    pub(super) fn unknown(&mut self, node: Node, method: MethodId) {
        self.place(node, NEW, || "new".to_owned());
        let Some(ty @ Type::Ref(name)) = self.hierarchy.method(method).ty.result() else { return };
        let flags = self.class(name).and_then(|class| self.hierarchy.flags(class));
        let is_abstract =
            |flags: ClassFlags| flags.intersects(ClassFlags::ABSTRACT | ClassFlags::INTERFACE);
        if ty.is_array() || flags.is_some_and(|flags| !is_abstract(flags)) {
            let obj = self.allocate(node, NEW, ty);
            self.add(Pointer::Return(node), [obj]);
        }
    }

    /// Calls every entry point on new objects.
    pub(super) fn root(&mut self, node: Node) {
        for (number, entry) in self.input.entries.iter().enumerate() {
            let class = self.class(entry.class);
            let Some(method) =
                class.and_then(|c| self.hierarchy.declared_method(c, entry.name, entry.ty))
            else {
                continue;
            };
            let at = Ordinal(number as u32);
            let owner = self.hierarchy.method(method).class;
            let name = format!("call {}", self.method_name(method));
            self.place(node, at, || name);
            self.initialised_first(node, owner);
            let types = self.param_types(method);
            let args = types.iter().enumerate().map(|(param, &ty)| {
                let number = (number * 256 + param) as u32;
                self.made_by_type(node, at, ty, number)
            });
            let call = Call {
                from: node,
                at,
                args: args.collect(),
                result: None,
                throws: vec![(Pointer::Throws(node), None)],
                fork: None,
            };
            self.call(&call, Target::Fixed(method));
        }
    }

    /// An object of a type, and what it holds if it is an array.
    fn made_by_type(&mut self, node: Node, at: Ordinal, ty: Type, number: u32) -> Option<Pointer> {
        if !ty.is_reference() {
            return None;
        }
        if let Type::Ref(name) = ty
            && !ty.is_array()
        {
            let class = self.hierarchy.declare(name);
            self.initialised_first(node, class);
        }
        let obj = self.allocate(node, at, ty);
        let pointer = Pointer::Temporary(node, number);
        self.add(pointer, [obj]);
        let element = ty.element().filter(|element| element.is_reference());
        if let Some(element) = element
            && let Some(inside) = self.made_by_type(node, at, element, number + (1 << 24))
        {
            self.copy(Pointer::Field(obj, SlotKind::Element), inside);
        }
        Some(pointer)
    }
}
