//! The rules for instructions.

use classfile::HandleKind;
use ir::body::{ArrayKind, CallSiteId, CallSiteKind, Constant, InvokeKind};
use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{
    Block, Body, Class, FieldRef, Inst, MethodHandle, MethodRef, MethodType, Name, Op, Type, Value,
};
use models::ForkKind;
use points_to::{Node, Obj, ObjData, ObjKind, SlotKind};
use rustc_hash::FxHashSet;

use super::calls::{Call, Sink, Target};
use super::{Ordinal, Pointer, Reference};

/// The body that is looked at, and where.
#[derive(Clone, Copy)]
struct At<'b> {
    node: Node,
    body: &'b Body,
    class: ClassId,
    block: Block,
    inst: Inst,
}

impl At<'_> {
    fn ordinal(&self) -> Ordinal {
        self.nth(0)
    }

    /// One of several places of an instruction.
    fn nth(&self, nth: usize) -> Ordinal {
        Ordinal(self.inst.index() as u32 | (nth as u32) << 24)
    }

    fn value(&self, value: Value) -> Pointer {
        Pointer::Value(self.node, value)
    }

    fn result(&self) -> Option<Pointer> {
        let result = self.body.insts[self.inst].result;
        let is_reference = |v: &Value| self.body.values[*v].ty.is_reference();
        result.filter(is_reference).map(|v| self.value(v))
    }

    fn result_type(&self) -> Option<Type> {
        self.body.insts[self.inst].result.map(|v| self.body.values[v].ty)
    }

    /// The argument of a call: none if it is a number or `null` itself.
    fn argument(&self, reference: &Reference<'_>, value: Value) -> Option<Pointer> {
        let data = &self.body.values[value];
        match self.body.insts[data.def].op {
            _ if !data.ty.is_reference() => None,
            Op::Const(Constant::Null) => None,
            Op::CheckCast { value, ty } if ty == Type::object() || !reference.is_known(ty) => {
                self.argument(reference, value)
            }
            _ => Some(self.value(value)),
        }
    }
}

impl Reference<'_> {
    pub(super) fn body(&mut self, node: Node, class: &Class, method: MethodId) {
        let Some(body) = self.find_body(class, method) else { return };
        let class = self.hierarchy.method(method).class;
        // A class that code uses several times is initialised at the first place.
        let mut initialised = FxHashSet::default();
        for block in body.blocks.keys() {
            for inst in body.insts_of(block) {
                let at = At { node, body, class, block, inst };
                if let Some(used) = self.initialised_by(at)
                    && initialised.insert(used)
                {
                    self.initialise(node, at.ordinal(), used);
                }
                self.instruction(at, body.insts[inst].op);
            }
            self.machine_exceptions(node, body, block);
        }
    }

    fn instruction(&mut self, at: At<'_>, op: Op) {
        match op {
            Op::Param(number) => {
                if let Some(to) = at.result() {
                    self.copy(to, Pointer::Param(at.node, usize::from(number)));
                }
            }
            Op::Phi(list) => {
                if let Some(to) = at.result() {
                    for &value in at.body.list(list) {
                        self.copy(to, at.value(value));
                    }
                }
            }
            Op::Const(constant) => self.constant(at, constant),
            Op::CheckCast { value, ty } => {
                if let Some(to) = at.result() {
                    self.copy_filtered(to, at.value(value), Some(ty));
                }
            }
            Op::New(name) => {
                self.fresh(at, Type::Ref(name));
                self.finalizer(at, name);
            }
            Op::NewArray { ty, .. } => self.fresh(at, ty),
            Op::NewMultiArray { ty, lengths } => {
                self.multi_array(at, ty, at.body.list(lengths).len());
            }
            Op::GetField { object, field } => {
                self.add_any(at);
                if let (Some(to), Some(field)) = (at.result(), self.field(at, field)) {
                    self.load(to, at.value(object), SlotKind::Field(field));
                }
            }
            Op::PutField { object, field, value } => {
                if let Some(field) = self.field(at, field) {
                    self.store(at.value(object), SlotKind::Field(field), at.value(value));
                }
            }
            Op::GetStatic { field } => {
                self.add_any(at);
                if let (Some(to), Some(field)) = (at.result(), self.field(at, field)) {
                    self.copy(to, Pointer::Static(field));
                }
            }
            Op::PutStatic { field, value } => {
                if let Some(field) = self.field(at, field) {
                    self.copy(Pointer::Static(field), at.value(value));
                }
            }
            Op::ArrayLoad { kind: ArrayKind::Ref, array, .. } => {
                self.add_any(at);
                if let Some(to) = at.result() {
                    self.load(to, at.value(array), SlotKind::Element);
                }
            }
            Op::ArrayStore { kind: ArrayKind::Ref, array, value, .. } => {
                self.store(at.value(array), SlotKind::Element, at.value(value));
            }
            Op::Invoke { kind, method, args } => {
                self.add_any(at);
                self.invoke(at, kind, method, at.body.list(args));
            }
            Op::InvokeDynamic { site, args } => {
                self.invoke_dynamic(at, site, at.body.list(args));
            }
            Op::Return(Some(value)) if at.body.values[value].ty.is_reference() => {
                self.copy(Pointer::Return(at.node), at.value(value));
            }
            Op::Throw(value) => {
                for (sink, ty) in self.sinks(at.node, at.body, at.block) {
                    self.copy_filtered(sink, at.value(value), ty);
                }
            }
            _ => {}
        }
    }

    pub(super) fn load(&mut self, to: Pointer, base: Pointer, slot: SlotKind) {
        for obj in self.get(base) {
            self.copy(to, Pointer::Field(obj, slot));
        }
    }

    pub(super) fn store(&mut self, base: Pointer, slot: SlotKind, from: Pointer) {
        for obj in self.get(base) {
            self.copy(Pointer::Field(obj, slot), from);
        }
    }

    /// The class that an instruction initialises. A class that is running need not be, nor its superclasses; its
    /// superinterfaces are a different matter.
    fn initialised_by(&mut self, at: At<'_>) -> Option<ClassId> {
        let is_other = |this: &Self, class| {
            let is_above = this.hierarchy.is_subclass(at.class, class);
            at.class != class && (!is_above || this.hierarchy.is_interface(class))
        };
        match at.body.insts[at.inst].op {
            Op::New(name) => Some(self.hierarchy.declare(name)),
            Op::GetStatic { field } | Op::PutStatic { field, .. } => {
                let field = self.field(at, field)?;
                let class = self.hierarchy.field(field).class;
                is_other(self, class).then_some(class)
            }
            Op::Invoke { kind: InvokeKind::Static, method, .. } => {
                let method = self.hierarchy.resolve_method(at.class, method).ok()?.member;
                let class = self.hierarchy.method(method).class;
                is_other(self, class).then_some(class)
            }
            _ => None,
        }
    }

    /// Library code does not keep track of classes whose objects are all one: what comes from elsewhere may be any.
    fn add_any(&mut self, at: At<'_>) {
        if let (Some(to), Some(ty)) = (at.result(), at.result_type())
            && let Some(any) = self.merged_final(ty)
        {
            self.add(to, [any]);
        }
    }

    /// The result is a new object.
    fn fresh(&mut self, at: At<'_>, ty: Type) {
        if let Some(to) = at.result() {
            let obj = self.allocate(at.node, at.ordinal(), ty);
            self.add(to, [obj]);
        }
    }

    fn multi_array(&mut self, at: At<'_>, ty: Type, dimensions: usize) {
        let Some(to) = at.result() else { return };
        let mut ty = ty;
        let mut outer = self.allocate(at.node, at.ordinal(), ty);
        self.add(to, [outer]);
        for depth in 1..dimensions {
            let Some(inner_type) = ty.element() else { return };
            let class = self.dyn_class(inner_type);
            let inner = self.object_at(at.node, at.nth(depth), class);
            self.add(Pointer::Field(outer, SlotKind::Element), [inner]);
            (ty, outer) = (inner_type, inner);
        }
    }

    /// Objects whose class, or one above it but `Object`, has a finalizer that does something are finalized some time in another thread.
    fn finalizer(&mut self, at: At<'_>, class: Name) {
        let class = self.hierarchy.declare(class);
        let (name, ty) = (Name::new("finalize"), MethodType::new(&[], None));
        let finalizer = std::iter::once(class)
            .chain(self.hierarchy.superclasses(class))
            .filter(|&class| class != self.hierarchy.object())
            .find_map(|class| self.hierarchy.declared_method(class, name, ty));
        if let Some(finalizer) = finalizer.filter(|&method| !self.is_empty(method)) {
            let call = Call {
                from: at.node,
                at: at.nth(0xfe),
                args: vec![at.result()],
                result: None,
                throws: Vec::new(),
                fork: Some(ForkKind::Finalizer),
            };
            self.call(&call, Target::Virtual(finalizer));
        }
    }

    /// Whether a method does nothing.
    fn is_empty(&self, method: MethodId) -> bool {
        let class = self.classes.get(&self.hierarchy.method(method).class);
        let body = class.and_then(|class| self.find_body(class, method));
        let is_idle = |op: Op| matches!(op, Op::Param(_) | Op::Goto(_) | Op::Return(None));
        body.is_some_and(|body| body.insts.values().all(|inst| is_idle(inst.op)))
    }

    /// Whether a text is the name of a class that is there.
    fn names_class(&self, text: Name) -> bool {
        let class = Name::new(&text.as_str().replace('.', "/"));
        !text.as_str().contains('/') && self.is_known(Type::Ref(class))
    }

    fn constant(&mut self, at: At<'_>, constant: Constant) {
        let Some(to) = at.result() else { return };
        let heap = self.contexts.empty();
        let kind = match constant {
            Constant::Null => return,
            Constant::String(text) if self.names_class(text) => ObjKind::Text(text),
            Constant::Class(ty) => ObjKind::Class(ty),
            _ => {
                if let Some(ty) = at.result_type() {
                    self.fresh(at, ty);
                }
                return;
            }
        };
        if let Some(name) = constant.class() {
            let class = self.dyn_class(Type::Ref(name));
            let obj: Obj = self.objs.id(ObjData { kind, class, heap });
            self.add(to, [obj]);
        }
    }

    fn field(&self, at: At<'_>, field: FieldRef) -> Option<FieldId> {
        self.hierarchy.resolve_field(at.class, field).ok().map(|resolved| resolved.member)
    }

    /// Where exceptions of a block go: to each handler, by its type; to the callers, unless a handler catches all.
    fn sinks(&self, node: Node, body: &Body, block: Block) -> Vec<Sink> {
        let handlers = body.handlers_of(block);
        let throwable = Name::new("java/lang/Throwable");
        let catches_all = handlers.iter().any(|h| h.catch_type.is_none_or(|ty| ty == throwable));
        let caught = handlers.iter().filter_map(|handler| {
            let value = caught(body, handler.block)?;
            Some((Pointer::Value(node, value), handler.catch_type.map(Type::Ref)))
        });
        let escapes = (!catches_all).then_some((Pointer::Throws(node), None));
        caught.chain(escapes).collect()
    }

    /// What the JVM itself may throw, a handler for such a type catches.
    fn machine_exceptions(&mut self, node: Node, body: &Body, block: Block) {
        let exceptions: Vec<Name> = self.input.models.machine_exceptions().map(Name::new).collect();
        for handler in body.handlers_of(block) {
            let (Some(wanted), Some(value)) = (handler.catch_type, caught(body, handler.block))
            else {
                continue;
            };
            for &exception in &exceptions {
                let ty = Type::Ref(exception);
                if self.hierarchy.is_subtype(ty, Type::Ref(wanted)) {
                    let class = self.dyn_class(ty);
                    let obj = self.merged(class);
                    self.add(Pointer::Value(node, value), [obj]);
                }
            }
        }
    }

    fn invoke(&mut self, at: At<'_>, kind: InvokeKind, method: MethodRef, args: &[Value]) {
        let Ok(resolved) = self.hierarchy.resolve_method(at.class, method) else { return };
        let target = match kind {
            InvokeKind::Static => Target::Fixed(resolved.member),
            InvokeKind::Special => match self.hierarchy.select_special(at.class, method) {
                Ok(selected) => Target::Fixed(selected.member),
                Err(_) => return,
            },
            InvokeKind::Virtual | InvokeKind::Interface => Target::Virtual(resolved.member),
        };
        let call = Call {
            from: at.node,
            at: at.ordinal(),
            args: args.iter().map(|&arg| at.argument(self, arg)).collect(),
            result: at.result(),
            throws: self.sinks(at.node, at.body, at.block),
            fork: None,
        };
        self.call(&call, target);
    }

    fn invoke_dynamic(&mut self, at: At<'_>, site: CallSiteId, args: &[Value]) {
        let site = &at.body.call_sites[site];
        match &site.kind {
            CallSiteKind::Lambda(lambda) => {
                let Some(to) = at.result() else { return };
                let obj = self.lambda_object(at.node, at.ordinal(), at.class, site, lambda);
                self.add(to, [obj]);
                for (number, &arg) in args.iter().enumerate() {
                    let capture = SlotKind::Capture(number as u16);
                    self.store(to, capture, at.value(arg));
                }
            }
            CallSiteKind::StringConcat { .. } => {
                for (nth, &arg) in args.iter().enumerate() {
                    if let Some(receiver) = at.argument(self, arg) {
                        let string = Type::Ref(Name::new("java/lang/String"));
                        self.object_method(at, nth, receiver, "toString", false, string);
                    }
                }
                self.fresh_result(at);
            }
            CallSiteKind::ObjectMethods { components, .. } => {
                if let Some(&this) = args.first() {
                    self.record_method(at, site.name, this, components);
                }
                self.fresh_result(at);
            }
            CallSiteKind::Switch { .. } => {}
            CallSiteKind::Unknown { .. } => self.fresh_result(at),
        }
    }

    fn fresh_result(&mut self, at: At<'_>) {
        if let Some(ty) = at.result_type() {
            self.fresh(at, ty);
        }
    }

    /// One of `Object`'s methods is called, and nobody sees the result.
    fn object_method(
        &mut self,
        at: At<'_>,
        nth: usize,
        receiver: Pointer,
        name: &str,
        takes_itself: bool,
        result: Type,
    ) {
        let params: &[Type] = if takes_itself { &[Type::object()] } else { &[] };
        let ty = MethodType::new(params, Some(result));
        let object = self.hierarchy.object();
        let Some(method) = self.hierarchy.declared_method(object, Name::new(name), ty) else {
            return;
        };
        let call = Call {
            from: at.node,
            at: at.nth(nth),
            args: vec![Some(receiver); 1 + params.len()],
            result: None,
            throws: self.sinks(at.node, at.body, at.block),
            fork: None,
        };
        self.call(&call, Target::Virtual(method));
    }

    /// `toString`, `hashCode` and `equals` of a record call those of its components.
    fn record_method(
        &mut self,
        at: At<'_>,
        name: Name,
        this: Value,
        components: &[(Name, MethodHandle)],
    ) {
        for (nth, &(_, getter)) in components.iter().enumerate() {
            let MethodHandle::Field(HandleKind::GetField, field) = getter else { continue };
            let Some(field) = self.field(at, field) else { continue };
            if !self.hierarchy.field(field).ty.is_reference() {
                continue;
            }
            // Each component has a place of its own, which no snapshot shows.
            let component = Pointer::Temporary(at.node, at.nth(nth).0);
            self.load(component, at.value(this), SlotKind::Field(field));
            let (itself, result) = match name.as_str() {
                "toString" => (false, Type::Ref(Name::new("java/lang/String"))),
                "hashCode" => (false, Type::Int),
                _ => (true, Type::Boolean),
            };
            let method = if itself { "equals" } else { name.as_str() };
            self.object_method(at, nth, component, method, itself, result);
        }
    }
}

/// The exception that a handler receives.
fn caught(body: &Body, handler: Block) -> Option<Value> {
    let catch = body.insts_of(handler).find(|&inst| body.insts[inst].op == Op::Catch)?;
    body.insts[catch].result
}
