//! The statements of a body.

use std::sync::Arc;

use classfile::HandleKind;
use ir::body::{ArrayKind, Block, Body, CallSiteKind, Constant, Handler, InvokeKind, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, MethodId};
use ir::{FieldRef, InstData, MethodHandle, MethodRef, Name, Type};
use models::{Literal, MethodCode, MethodModel, Models, Property, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Builder, Operand, Shape, elements};
use crate::code::{Call, Code, CodeKey, New, Stmt, Target};
use crate::ids::Var;
use crate::plugins::OFFSET;
use crate::types::SlotKind;

/// What is known about the body that is being read.
struct Reader<'b> {
    body: &'b Body,
    class: ClassId,
    params: Vec<Operand>,
    operands: Vec<Option<Operand>>,
    /// Where exceptions go, by list of handlers.
    regions: FxHashMap<Vec<(Option<Name>, Block)>, Var>,
    ret: Option<Var>,
    /// Constant strings that name something: they are told apart.
    names: FxHashSet<Value>,
    /// Numbers that are offsets of fields.
    offsets: FxHashSet<Value>,
    /// Loads of array elements of which it is known what was stored there.
    stored: FxHashMap<Value, Value>,
}

impl Builder<'_> {
    pub(super) fn body(mut self, method: MethodId, shape: &Shape, body: &Body) -> Code {
        let params: Vec<Operand> = shape.params.iter().map(|&ty| self.place(ty)).collect();
        let ret = match shape.result.map(|ty| self.place(ty)) {
            Some(Operand::Var(var)) => Some(var),
            _ => None,
        };
        let mut reader = Reader {
            body,
            class: shape.class,
            params,
            operands: vec![None; body.values.len()],
            regions: FxHashMap::default(),
            ret,
            names: self.names(body),
            offsets: self.offsets(body),
            stored: elements::stored(body),
        };
        for block in body.blocks.keys() {
            // What the JVM throws reaches the handlers, whatever else stands in the block.
            if !body.handlers_of(block).is_empty() {
                self.inst = None;
                self.region(&mut reader, block);
            }
            for inst in body.insts_of(block) {
                self.inst = Some(inst);
                self.instruction(&mut reader, block, &body.insts[inst]);
            }
        }
        let params = reader.params.iter().map(|param| match param {
            Operand::Var(var) => Some(*var),
            _ => None,
        });
        let params = params.collect();
        self.values = reader
            .operands
            .iter()
            .map(|operand| match operand {
                Some(Operand::Var(var)) => Some(*var),
                _ => None,
            })
            .collect();
        self.finish(CodeKey::Method(method), params, ret, false)
    }

    /// The constant strings that name something: a class that is there, or what is given to an intrinsic.
    fn names(&mut self, body: &Body) -> FxHashSet<Value> {
        let text_of = |value: Value| match body.insts[body.values[value].def].op {
            Op::Const(Constant::String(text)) => Some(text),
            _ => None,
        };
        let mut names = FxHashSet::default();
        for inst in body.insts.values() {
            match inst.op {
                Op::Const(Constant::String(text)) if self.names_class(text) => {
                    names.extend(inst.result)
                }
                Op::Invoke { method, args, .. } => {
                    let texts: Vec<Value> = body
                        .list(args)
                        .iter()
                        .copied()
                        .filter(|&arg| text_of(arg).is_some())
                        .collect();
                    if !texts.is_empty() && self.takes_names(method) {
                        names.extend(texts);
                    }
                }
                _ => {}
            }
        }
        names
    }

    /// The numbers that intrinsics give and take as offsets of fields, as far as they are followed: results of calls, and
    /// static fields on their way to a call.
    fn offsets(&mut self, body: &Body) -> FxHashSet<Value> {
        let mut offsets = FxHashSet::default();
        for inst in body.insts.values() {
            let Op::Invoke { method, args, .. } = inst.op else { continue };
            let ty = method.data().ty;
            if ty.result() != Some(Type::Long) && !ty.parameters().contains(&Type::Long) {
                continue;
            }
            match intrinsic(&self.world.models, method) {
                Some("unsafe-offset") => offsets.extend(inst.result),
                Some(name) if name.starts_with("unsafe-") => {
                    let numbers =
                        body.list(args).iter().filter(|&&arg| body.values[arg].ty == Type::Long);
                    offsets.extend(numbers.filter(|&&arg| {
                        matches!(body.insts[body.values[arg].def].op, Op::GetStatic { .. })
                    }));
                }
                _ => {}
            }
        }
        offsets
    }

    /// Whether a constant text that is given to a method is a name.
    fn takes_names(&mut self, method: MethodRef) -> bool {
        let models = &self.world.models;
        let known = self.world.takes_names.entry(method);
        *known.or_insert_with(|| {
            model(models, method).is_some_and(|model| takes_names(models, model, 3))
        })
    }

    /// Whether a text is the name of a class that is there, or a list that begins with one.
    fn names_class(&mut self, text: Name) -> bool {
        // In libraries only what is given to an intrinsic counts.
        if self.may_be_opaque {
            return false;
        }
        let text = match crate::plugins::first_of_list(text.as_str()) {
            Some(first) => Name::new(first),
            None => text,
        };
        if !looks_like_class(text.as_str()) {
            return false;
        }
        let name = Name::new(&text.as_str().replace('.', "/"));
        let class = self.class(name);
        !self.world.hierarchy.is_phantom(class)
    }

    /// Whether an object of a merged class is a matter of its own: the application makes it, it can change, and it is used
    /// for more than to call its methods one after the other, as text is put together.
    fn is_told_apart(&mut self, reader: &Reader<'_>, name: Name, inst: &InstData) -> bool {
        let Some(made) = inst.result.filter(|_| !self.may_be_opaque) else { return false };
        let Some(merged) = self.merged_final(Type::Ref(name)) else { return false };
        let class = self.types.class(merged).class;
        if self.world.has_property(class, Property::Immutable) {
            return false;
        }
        let body = reader.body;
        let mut same = vec![made];
        let mut at = 0;
        while let Some(&value) = same.get(at) {
            at += 1;
            for inst in body.insts.values() {
                let mut uses = 0;
                inst.op
                    .for_each_operand(&body.lists, |operand| uses += usize::from(operand == value));
                if uses == 0 {
                    continue;
                }
                let is_own_call = match inst.op {
                    Op::Invoke { method, args, .. } => {
                        uses == 1
                            && method.data().class == name
                            && body.list(args).first() == Some(&value)
                    }
                    _ => false,
                };
                if !is_own_call {
                    return true;
                }
                let result =
                    inst.result.filter(|&result| body.values[result].ty == Type::Ref(name));
                same.extend(result.filter(|result| !same.contains(result)));
            }
        }
        false
    }

    /// What a value is to the solver.
    fn operand(&mut self, reader: &mut Reader<'_>, value: Value) -> Operand {
        if let Some(known) = reader.operands[value.index()] {
            return known;
        }
        let data = &reader.body.values[value];
        let operand = match reader.body.insts[data.def].op {
            Op::Param(at) => reader.params.get(usize::from(at)).copied().unwrap_or(Operand::None),
            Op::Const(Constant::Null) => Operand::None,
            Op::Const(Constant::String(_)) if reader.names.contains(&value) => {
                Operand::Var(self.var())
            }
            Op::CheckCast { value: from, ty } if self.lets_all_through(ty) => {
                self.operand(reader, from)
            }
            Op::ArrayLoad { .. } if reader.stored.contains_key(&value) => {
                self.operand(reader, reader.stored[&value])
            }
            _ if data.ty.is_reference() => self.place(data.ty),
            _ if reader.offsets.contains(&value) => Operand::Var(self.var()),
            _ => Operand::None,
        };
        reader.operands[value.index()] = Some(operand);
        operand
    }

    fn lets_all_through(&mut self, ty: Type) -> bool {
        self.mention_type(ty);
        self.opaque(ty).is_none() && self.types.filter(self.world, ty).is_none()
    }

    fn source(&mut self, reader: &mut Reader<'_>, value: Value) -> Option<Var> {
        let operand = self.operand(reader, value);
        self.var_of(operand)
    }

    /// The variable of a result, if it needs one.
    fn result(&mut self, reader: &mut Reader<'_>, inst: &InstData) -> Option<Var> {
        let value = inst.result?;
        match self.operand(reader, value) {
            Operand::Var(var) => {
                self.fill_from_library(reader, value, var, inst);
                Some(var)
            }
            _ => None,
        }
    }

    /// Library code does not keep track of merged classes: what comes from there may be any of them.
    fn fill_from_library(&mut self, reader: &Reader<'_>, value: Value, var: Var, inst: &InstData) {
        let comes_from_elsewhere = match inst.op {
            // An intrinsic says all that it returns.
            Op::Invoke { method, .. } => intrinsic(&self.world.models, method).is_none(),
            Op::GetField { .. } | Op::GetStatic { .. } | Op::ArrayLoad { .. } => true,
            _ => false,
        };
        if comes_from_elsewhere
            && !self.may_be_opaque
            && let Some(class) = self.merged_final(reader.body.values[value].ty)
        {
            self.push(Stmt::New { to: var, what: New::Merged(class), ordinal: u32::MAX });
        }
    }

    fn instruction(&mut self, reader: &mut Reader<'_>, block: Block, inst: &InstData) {
        match inst.op {
            Op::Param(_) => {
                self.result(reader, inst);
            }
            Op::Phi(list) => {
                let Some(to) = self.result(reader, inst) else { return };
                for &value in reader.body.list(list) {
                    if let Some(from) = self.source(reader, value) {
                        self.copy(to, from);
                    }
                }
            }
            Op::Const(constant) => self.constant(reader, inst, constant),
            Op::GetField { object, field } => self.get_field(reader, inst, object, field),
            Op::PutField { object, field, value } => self.put_field(reader, object, field, value),
            Op::GetStatic { field } => self.get_static(reader, inst, field),
            Op::PutStatic { field, value } => self.put_static(reader, field, value),
            Op::ArrayLoad { .. } if inst.result.is_some_and(|r| reader.stored.contains_key(&r)) => {
                self.result(reader, inst);
            }
            Op::ArrayLoad { kind: ArrayKind::Ref, array, .. } => {
                let Some(to) = self.result(reader, inst) else { return };
                if let Some(base) = self.source(reader, array) {
                    let slot = self.types.slot(SlotKind::Element);
                    self.push(Stmt::Load { to, base, slot });
                }
            }
            Op::ArrayStore { kind: ArrayKind::Ref, array, value, .. } => {
                let array_type = reader.body.values[array].ty;
                if array_type.element().is_some_and(|ty| self.opaque(ty).is_some()) {
                    return;
                }
                let (base, from) = (self.source(reader, array), self.source(reader, value));
                if let (Some(base), Some(from)) = (base, from) {
                    let slot = self.types.slot(SlotKind::Element);
                    self.push(Stmt::Store { base, slot, from });
                }
            }
            Op::New(name) => {
                let class = self.class(name);
                self.init(class);
                if let Some(to) = self.result(reader, inst) {
                    if self.is_told_apart(reader, name, inst) {
                        self.allocate_apart(to, Type::Ref(name));
                    } else {
                        self.allocate(to, Type::Ref(name));
                    }
                    self.finalizer(to, name);
                }
            }
            Op::NewArray { ty, .. } => {
                if let Some(to) = self.result(reader, inst) {
                    self.allocate(to, ty);
                }
            }
            Op::NewMultiArray { ty, lengths } => {
                if let Some(to) = self.result(reader, inst) {
                    self.multi_array(to, ty, reader.body.list(lengths).len());
                }
            }
            Op::CheckCast { value, ty } => {
                let result = inst.result.map(|value| self.operand(reader, value));
                let from = self.operand(reader, value);
                if let (Some(Operand::Var(to)), from) = (result, from)
                    && from != Operand::Var(to)
                    && let Some(from) = self.var_of(from)
                {
                    self.copy_filtered(to, from, ty);
                }
            }
            Op::Invoke { kind, method, args } => {
                let args = reader.body.list(args).to_vec();
                self.invoke(reader, block, inst, kind, method, &args);
            }
            Op::InvokeDynamic { site, args } => {
                let args = reader.body.list(args).to_vec();
                self.invoke_dynamic(reader, block, inst, site, &args);
            }
            Op::Return(Some(value)) => {
                if let Some(ret) = reader.ret
                    && let Some(from) = self.source(reader, value)
                {
                    self.copy(ret, from);
                }
            }
            Op::Throw(value) => {
                if let Some(from) = self.source(reader, value) {
                    let region = self.region(reader, block);
                    self.copy(region, from);
                }
            }
            _ => {}
        }
    }

    /// Objects of a class with a finalizer are finalized some time, in a thread of its own.
    fn finalizer(&mut self, object: Var, class: Name) {
        let finalize = (Name::new("finalize"), ir::MethodType::new(&[], None));
        let hierarchy = &self.world.hierarchy;
        let Some(class) = hierarchy.class(class) else { return };
        let overrides = std::iter::once(class)
            .chain(hierarchy.superclasses(class))
            .filter(|&class| class != hierarchy.object())
            .find_map(|class| hierarchy.declared_method(class, finalize.0, finalize.1));
        if let Some(method) = overrides.filter(|&method| !self.is_empty(method)) {
            let ordinal = self.ordinal() | 0xfe << 24;
            self.call(Call {
                target: Target::Virtual(method),
                args: [Some(object)].into(),
                result: None,
                exc: None,
                fork: Some(models::ForkKind::Finalizer),
                ordinal,
            });
        }
    }

    /// Whether a method does nothing; that of enums, for one, is there to forbid others.
    fn is_empty(&mut self, method: MethodId) -> bool {
        let class = self.world.body(method);
        let body =
            class.as_deref().and_then(|class| crate::world::find_body(self.world, class, method));
        let is_idle =
            |inst: &InstData| matches!(inst.op, Op::Param(_) | Op::Goto(_) | Op::Return(None));
        body.is_some_and(|body| body.insts.values().all(is_idle))
    }

    fn constant(&mut self, reader: &mut Reader<'_>, inst: &InstData, constant: Constant) {
        if constant == Constant::Null {
            return;
        }
        let Some(to) = self.result(reader, inst) else { return };
        match constant {
            Constant::String(text)
                if inst.result.is_some_and(|value| reader.names.contains(&value)) =>
            {
                self.new_object(to, New::Text(text));
            }
            Constant::Class(ty) => {
                self.mention_type(ty);
                self.new_object(to, New::Class(ty));
            }
            other => {
                let ty = inst.result.map(|value| reader.body.values[value].ty);
                if let (Some(ty), true) =
                    (ty, other.class().is_some() || matches!(other, Constant::Dynamic(_)))
                {
                    self.allocate(to, ty);
                }
            }
        }
    }

    fn multi_array(&mut self, to: Var, ty: Type, dimensions: usize) {
        self.allocate(to, ty);
        let (mut outer, mut outer_type) = (to, ty);
        for depth in 1..dimensions {
            let Some(inner_type) = outer_type.element() else { return };
            let inner = self.var();
            let slot = self.types.slot(SlotKind::Element);
            self.mention_type(inner_type);
            if let Some(class) = self.types.of_type(self.world, inner_type) {
                // Instruction and depth are both small.
                let ordinal = self.ordinal() | (depth as u32) << 24;
                self.push(Stmt::New { to: inner, what: New::Site(class), ordinal });
            }
            self.push(Stmt::Store { base: outer, slot, from: inner });
            (outer, outer_type) = (inner, inner_type);
        }
    }

    fn get_field(
        &mut self,
        reader: &mut Reader<'_>,
        inst: &InstData,
        object: Value,
        field: FieldRef,
    ) {
        let Some(to) = self.result(reader, inst) else { return };
        if let Some(base) = self.source(reader, object)
            && let Some(field) = self.field(reader.class, field, false)
        {
            let slot = self.types.slot(SlotKind::Field(field));
            self.push(Stmt::Load { to, base, slot });
        }
    }

    fn put_field(&mut self, reader: &mut Reader<'_>, object: Value, field: FieldRef, value: Value) {
        if self.opaque(field.data().ty).is_some() {
            return;
        }
        let (base, from) = (self.source(reader, object), self.source(reader, value));
        if let (Some(base), Some(from)) = (base, from)
            && let Some(field) = self.field(reader.class, field, false)
        {
            let slot = self.types.slot(SlotKind::Field(field));
            self.push(Stmt::Store { base, slot, from });
        }
    }

    fn get_static(&mut self, reader: &mut Reader<'_>, inst: &InstData, field: FieldRef) {
        let resolved = self.field(reader.class, field, true);
        let Some(to) = self.result(reader, inst) else { return };
        if let Some(field) = resolved {
            self.push(Stmt::LoadStatic { to, field });
        }
    }

    fn put_static(&mut self, reader: &mut Reader<'_>, field: FieldRef, value: Value) {
        let resolved = self.field(reader.class, field, true);
        let ty = field.data().ty;
        if self.opaque(ty).is_some() || !ty.is_reference() && ty != Type::Long {
            return;
        }
        let from = match self.source(reader, value) {
            // It may be used as an offset, and nobody knows which.
            None if ty == Type::Long => {
                let any = self.types.of_type(self.world, Type::Ref(Name::new(OFFSET)));
                any.map(|any| self.opaque_var(any))
            }
            from => from,
        };
        if let Some(field) = resolved
            && let Some(from) = from
        {
            self.push(Stmt::StoreStatic { field, from });
        }
    }

    /// The field that a reference means; its class is initialised if it is a static one.
    fn field(
        &mut self,
        from: ClassId,
        field: FieldRef,
        is_static: bool,
    ) -> Option<ir::hierarchy::FieldId> {
        self.class(field.data().class);
        match self.world.hierarchy.resolve_field(from, field) {
            Ok(resolved) => {
                let owner = self.world.hierarchy.field(resolved.member).class;
                if is_static && !self.is_initialised_with(from, owner) {
                    self.init(owner);
                }
                Some(resolved.member)
            }
            Err(error) => {
                self.gaps.reference(field.to_string(), error);
                None
            }
        }
    }

    /// Whether a class is initialised when code of another one runs: that one itself, and its superclasses, but not its
    /// superinterfaces (JLS §12.4.1).
    fn is_initialised_with(&self, running: ClassId, class: ClassId) -> bool {
        let hierarchy = &self.world.hierarchy;
        running == class || !hierarchy.is_interface(class) && hierarchy.is_subclass(running, class)
    }

    /// The variable that receives the exceptions of a block.
    fn region(&mut self, reader: &mut Reader<'_>, block: Block) -> Var {
        let handlers = reader.body.handlers_of(block);
        if handlers.is_empty() {
            return self.exc;
        }
        let key: Vec<(Option<Name>, Block)> =
            handlers.iter().map(|h| (h.catch_type, h.block)).collect();
        if let Some(&known) = reader.regions.get(&key) {
            return known;
        }
        let region = self.var();
        reader.regions.insert(key, region);
        let mut escapes = true;
        for &Handler { catch_type, block } in handlers {
            let caught = self.caught(reader, block);
            match catch_type {
                Some(name) => {
                    let ty = Type::Ref(name);
                    if let Some(caught) = caught {
                        self.copy_filtered(caught, region, ty);
                        self.machine_exceptions(caught, ty);
                    }
                    if name.as_str() == "java/lang/Throwable" {
                        escapes = false;
                    }
                }
                None => {
                    if let Some(caught) = caught {
                        self.copy(caught, region);
                    }
                    escapes = false;
                }
            }
        }
        if escapes {
            let exc = self.exc;
            self.copy(exc, region);
        }
        region
    }

    /// The variable of the exception that a handler block receives.
    fn caught(&mut self, reader: &mut Reader<'_>, block: Block) -> Option<Var> {
        let catch =
            reader.body.insts_of(block).find(|&inst| reader.body.insts[inst].op == Op::Catch)?;
        let value = reader.body.insts[catch].result?;
        match self.operand(reader, value) {
            Operand::Var(var) => Some(var),
            _ => None,
        }
    }

    /// What the JVM itself may throw and a handler for a type catches.
    fn machine_exceptions(&mut self, caught: Var, ty: Type) {
        let models = Arc::clone(&self.world.models);
        for name in models.machine_exceptions() {
            let exception = Type::Ref(Name::new(name));
            self.mention_type(exception);
            if let Some(class) = self.types.of_type(self.world, exception)
                && self.world.hierarchy.is_subtype(exception, ty)
            {
                self.push(Stmt::New { to: caught, what: New::Merged(class), ordinal: u32::MAX });
            }
        }
    }

    fn invoke(
        &mut self,
        reader: &mut Reader<'_>,
        block: Block,
        inst: &InstData,
        kind: InvokeKind,
        method: MethodRef,
        args: &[Value],
    ) {
        let result = self.result(reader, inst);
        let Some(resolved) = self.resolve(reader.class, method) else { return };
        if kind == InvokeKind::Static {
            let owner = self.world.hierarchy.method(resolved).class;
            if !self.is_initialised_with(reader.class, owner) {
                self.init(owner);
            }
        }
        let target = match kind {
            InvokeKind::Static => Target::Fixed(resolved),
            InvokeKind::Special => {
                match self.world.hierarchy.select_special(reader.class, method) {
                    Ok(selected) => Target::Fixed(selected.member),
                    Err(_) => return,
                }
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                match args.first().map(|&receiver| self.operand(reader, receiver)) {
                    Some(Operand::Opaque(class)) => {
                        let class = self.types.class(class).class;
                        match self.world.hierarchy.select(class, resolved) {
                            Ok(selected) => Target::Fixed(selected),
                            Err(_) => return,
                        }
                    }
                    _ => Target::Virtual(resolved),
                }
            }
        };
        let target = self.given(reader.body, resolved, args).map_or(target, Target::Fixed);
        let args: Box<[Option<Var>]> = args.iter().map(|&arg| self.argument(reader, arg)).collect();
        if kind != InvokeKind::Static
            && args.first() == Some(&None)
            && !matches!(target, Target::Fixed(_))
        {
            return;
        }
        let exc = Some(self.region(reader, block));
        let ordinal = self.ordinal();
        self.call(Call { target, args, result, exc, fork: None, ordinal });
    }

    /// What a call means because of a constant that it passes, if a model says so.
    fn given(&mut self, body: &Body, method: MethodId, args: &[Value]) -> Option<MethodId> {
        if !self.has_givens {
            return None;
        }
        let hierarchy = &self.world.hierarchy;
        let decl = hierarchy.method(method);
        let (class, receiver) = (hierarchy.name(decl.class), usize::from(!decl.is_static()));
        let descriptor = decl.ty.descriptor();
        let models = Arc::clone(&self.world.models);
        let mut givens = models.givens(class.as_str(), decl.name.as_str(), descriptor.as_str());
        let given = givens.find(|given| {
            let arg = args.get(given.parameter + receiver);
            let op = arg.map(|&arg| body.insts[body.values[arg].def].op);
            match given.constant {
                Literal::False => matches!(op, Some(Op::Const(Constant::Int(0)))),
                Literal::True | Literal::One => matches!(op, Some(Op::Const(Constant::Int(1)))),
                Literal::MaxValue => matches!(
                    op,
                    Some(Op::Const(Constant::Int(i32::MAX) | Constant::Long(i64::MAX)))
                ),
            }
        })?;
        self.named_method(&given.helper, &given.target, args.len(), None)
    }

    /// Arguments that are opaque are passed on only where a parameter could want them; the callee knows that best, so
    /// they are given a variable.
    fn argument(&mut self, reader: &mut Reader<'_>, value: Value) -> Option<Var> {
        if !reader.body.values[value].ty.is_reference() && !reader.offsets.contains(&value) {
            return None;
        }
        self.source(reader, value)
    }

    fn invoke_dynamic(
        &mut self,
        reader: &mut Reader<'_>,
        block: Block,
        inst: &InstData,
        site: ir::body::CallSiteId,
        args: &[Value],
    ) {
        let site = &reader.body.call_sites[site];
        match &site.kind {
            CallSiteKind::Lambda(lambda) => {
                let Some(to) = self.result(reader, inst) else { return };
                let captured: Vec<Option<Var>> =
                    args.iter().map(|&arg| self.argument(reader, arg)).collect();
                self.make_lambda(reader.class, to, site, lambda, &captured);
            }
            CallSiteKind::StringConcat { .. } => {
                for &arg in args {
                    self.call_on(
                        reader,
                        block,
                        arg,
                        "toString",
                        &[],
                        Some(Type::Ref(Name::new("java/lang/String"))),
                    );
                }
                self.fresh_result(reader, inst);
            }
            CallSiteKind::ObjectMethods { components, .. } => {
                self.object_method(reader, block, inst, site.name, components, args);
            }
            CallSiteKind::Switch { .. } => {}
            CallSiteKind::Unknown { bootstrap, .. } => {
                let bootstrap = match bootstrap {
                    MethodHandle::Field(_, field) => field.to_string(),
                    MethodHandle::Method(_, method) => method.to_string(),
                };
                self.gaps.unresolved(bootstrap, "bootstrap method of an unknown kind".to_owned());
                self.fresh_result(reader, inst);
            }
        }
    }

    /// The result is a new object of its type.
    fn fresh_result(&mut self, reader: &mut Reader<'_>, inst: &InstData) {
        if let Some(to) = self.result(reader, inst)
            && let Some(value) = inst.result
        {
            self.allocate(to, reader.body.values[value].ty);
        }
    }

    /// A virtual call of one of `Object`'s methods on a value, whose result nobody sees.
    fn call_on(
        &mut self,
        reader: &mut Reader<'_>,
        block: Block,
        receiver: Value,
        name: &str,
        args: &[Option<Var>],
        result: Option<Type>,
    ) {
        let Operand::Var(receiver) = self.operand(reader, receiver) else { return };
        let exc = self.region(reader, block);
        self.call_object_method(receiver, name, args, result, exc);
    }

    fn call_object_method(
        &mut self,
        receiver: Var,
        name: &str,
        args: &[Option<Var>],
        result: Option<Type>,
        exc: Var,
    ) {
        let object = self.world.hierarchy.object();
        self.world.load(Name::new("java/lang/Object"));
        let params: Vec<Type> = args.iter().map(|_| Type::object()).collect();
        let ty = ir::MethodType::new(&params, result);
        let Some(method) = self.world.hierarchy.declared_method(object, Name::new(name), ty) else {
            return;
        };
        let args = std::iter::once(Some(receiver)).chain(args.iter().copied()).collect();
        // Several calls of one instruction are told apart by their receivers.
        let ordinal = self.ordinal() | (receiver.0.min(0xff) + 1) << 24;
        self.call(Call {
            target: Target::Virtual(method),
            args,
            result: None,
            exc: Some(exc),
            fork: None,
            ordinal,
        });
    }

    /// `toString`, `hashCode` and `equals` of a record call those of its components.
    fn object_method(
        &mut self,
        reader: &mut Reader<'_>,
        block: Block,
        inst: &InstData,
        name: Name,
        components: &[(Name, MethodHandle)],
        args: &[Value],
    ) {
        let string = Type::Ref(Name::new("java/lang/String"));
        let Some(&this) = args.first() else { return };
        let exc = self.region(reader, block);
        for &(_, getter) in components {
            let MethodHandle::Field(HandleKind::GetField, field) = getter else { continue };
            let Operand::Var(component) = self.place(field.data().ty) else { continue };
            if let (Some(base), Some(field)) =
                (self.source(reader, this), self.field(reader.class, field, false))
            {
                let slot = self.types.slot(SlotKind::Field(field));
                self.push(Stmt::Load { to: component, base, slot });
            }
            match name.as_str() {
                "toString" => {
                    self.call_object_method(component, "toString", &[], Some(string), exc)
                }
                "hashCode" => {
                    self.call_object_method(component, "hashCode", &[], Some(Type::Int), exc)
                }
                _ => self.call_object_method(
                    component,
                    "equals",
                    &[Some(component)],
                    Some(Type::Boolean),
                    exc,
                ),
            }
        }
        self.fresh_result(reader, inst);
    }
}

fn model(models: &Models, method: MethodRef) -> Option<&MethodModel> {
    let data = method.data();
    models.method(data.class.as_str(), data.name.as_str(), data.ty.descriptor().as_str())
}

fn intrinsic(models: &Models, method: MethodRef) -> Option<&str> {
    match &model(models, method)?.code {
        MethodCode::Intrinsic(name) => Some(name),
        _ => None,
    }
}

/// Whether a model is an intrinsic that takes texts, or a summary that may hand one on to such an intrinsic. Looks at what
/// summaries call, up to a depth.
fn takes_names(models: &Models, model: &MethodModel, depth: usize) -> bool {
    let takes_text = |types: &Vec<String>| types.iter().any(|ty| ty == "Ljava/lang/String;");
    if !model.parameters.as_ref().is_some_and(takes_text) {
        return false;
    }
    let summary = match &model.code {
        MethodCode::Intrinsic(name) => return crate::plugins::takes_names(name),
        MethodCode::Summary(summary) if depth > 0 => summary,
        _ => return false,
    };
    let receives = |args: &[Option<models::Var>]| {
        args.iter().flatten().any(|arg| arg.0 < model.fixed_variables())
    };
    summary.statements.iter().any(|statement| match statement {
        Statement::Call { class, method, args, .. } if receives(args) => {
            let mut callees = models.lookup_order(class).flat_map(|class| &class.methods);
            callees.any(|callee| callee.name == *method && takes_names(models, callee, depth - 1))
        }
        _ => false,
    })
}

/// Names with dots, or one that starts with a capital letter, made of what identifiers are made of.
fn looks_like_class(text: &str) -> bool {
    let is_identifier = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    let has_shape = text.contains('.') || text.starts_with(char::is_uppercase);
    has_shape && text.len() < 200 && text.split('.').all(is_identifier)
}
