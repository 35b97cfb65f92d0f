//! Makes [`Code`] of bodies, summaries, lambdas and entry points.
//!
//! A reference becomes a variable only if it can hold an object that anybody could ask about. In libraries the classes of
//! which all objects are merged and that nobody can extend (`String`, boxes) need none: such a value is *opaque*, known
//! by its type. Where it flows into a variable of a wider type, the merged object of its class does.

mod body;
mod elements;
mod lambda;
mod summary;

use classfile::{ClassFlags, MethodFlags};
use ir::class::Class;
use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, MethodId};
use ir::{Inst, MethodRef, Name, Type};
use models::{MethodCode, Property};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Call, Code, CodeKey, Lists, New, Stmt, Target};
use crate::gaps::Gaps;
use crate::ids::{CodeId, DynClass, Var};
use crate::solver::EntryPoint;
use crate::types::Types;
use crate::world::World;

/// What a value of a body is to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// Nothing: `null`, or a number.
    None,
    /// A variable.
    Var(Var),
    /// Some object of a class of which all objects are one.
    Opaque(DynClass),
}

/// Collects the statements of one piece of code.
pub(crate) struct Builder<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) types: &'a mut Types,
    pub(crate) gaps: Gaps,
    code: CodeId,
    /// Whether values of merged final classes get no variable.
    may_be_opaque: bool,
    /// Whether models may say what calls with certain constants mean: what they say is a summary.
    has_givens: bool,
    is_special: IsSpecial<'a>,
    vars: u32,
    stmts: Vec<Stmt>,
    insts: Vec<Option<Inst>>,
    mentions: Vec<ClassId>,
    opaque_vars: FxHashMap<DynClass, Var>,
    initialised: FxHashSet<ClassId>,
    opaque_types: FxHashMap<Name, Option<DynClass>>,
    pub(crate) exc: Var,
    inst: Option<Inst>,
    next_ordinal: u32,
    values: Vec<Option<Var>>,
}

impl<'a> Builder<'a> {
    fn new(
        world: &'a mut World,
        types: &'a mut Types,
        code: CodeId,
        may_be_opaque: bool,
        is_special: IsSpecial<'a>,
    ) -> Self {
        Builder {
            world,
            types,
            gaps: Gaps::default(),
            code,
            may_be_opaque,
            has_givens: true,
            is_special,
            vars: 1,
            stmts: Vec::new(),
            insts: Vec::new(),
            mentions: Vec::new(),
            opaque_vars: FxHashMap::default(),
            initialised: FxHashSet::default(),
            opaque_types: FxHashMap::default(),
            exc: Var(0),
            inst: None,
            next_ordinal: 0,
            values: Vec::new(),
        }
    }

    pub(crate) fn var(&mut self) -> Var {
        self.vars += 1;
        Var(self.vars - 1)
    }

    pub(crate) fn push(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
        self.insts.push(self.inst);
    }

    pub(crate) fn copy(&mut self, to: Var, from: Var) {
        if to != from {
            self.push(Stmt::Copy { to, from, filter: None });
        }
    }

    /// `to = (ty) from`
    pub(crate) fn copy_filtered(&mut self, to: Var, from: Var, ty: Type) {
        self.mention_type(ty);
        let filter = self.types.filter(self.world, ty);
        self.push(Stmt::Copy { to, from, filter });
    }

    pub(crate) fn new_object(&mut self, to: Var, what: New) {
        let ordinal = self.ordinal();
        self.push(Stmt::New { to, what, ordinal });
    }

    /// The number of the statement that is made next, for those that need one: that of the instruction where there is one.
    /// The statements of one instruction that need a number are of different kinds.
    pub(crate) fn ordinal(&mut self) -> u32 {
        match self.inst {
            Some(inst) => inst.index() as u32,
            None => {
                self.next_ordinal += 1;
                self.next_ordinal - 1
            }
        }
    }

    pub(crate) fn mention(&mut self, class: ClassId) {
        self.mentions.push(class);
    }

    pub(crate) fn mention_type(&mut self, ty: Type) {
        if let Some(class) = self.world.load_type(ty) {
            self.mention(class);
        }
    }

    /// The class of an instruction's name, loaded.
    pub(crate) fn class(&mut self, name: Name) -> ClassId {
        let class = self.world.load(name);
        self.mention(class);
        class
    }

    /// A class is initialised here. Nothing is said if neither it nor its supertypes have an initialiser.
    pub(crate) fn init(&mut self, class: ClassId) {
        if self.initialised.insert(class) && has_initialiser(self.world, class) {
            self.push(Stmt::Init(class));
        }
    }

    /// The class of all objects of a type, if they are merged and the type has no other.
    fn opaque(&mut self, ty: Type) -> Option<DynClass> {
        let Type::Ref(name) = ty else { return None };
        if !self.may_be_opaque || ty.is_array() {
            return None;
        }
        if let Some(&known) = self.opaque_types.get(&name) {
            return known;
        }
        let opaque = self.merged_final(ty);
        self.opaque_types.insert(name, opaque);
        opaque
    }

    /// The class of a type whose objects are merged and that nobody can extend.
    fn merged_final(&mut self, ty: Type) -> Option<DynClass> {
        let class = self.world.load_type(ty)?;
        self.mention(class);
        let is_final = self
            .world
            .hierarchy
            .flags(class)
            .is_some_and(|flags| flags.contains(ClassFlags::FINAL));
        (is_final && self.world.has_property(class, Property::Merged))
            .then(|| self.types.of_type(self.world, ty))
            .flatten()
    }

    /// The variable that holds the merged object of a class.
    fn opaque_var(&mut self, class: DynClass) -> Var {
        if let Some(&var) = self.opaque_vars.get(&class) {
            return var;
        }
        let var = self.var();
        self.opaque_vars.insert(class, var);
        self.push(Stmt::New { to: var, what: New::Merged(class), ordinal: u32::MAX });
        var
    }

    fn var_of(&mut self, operand: Operand) -> Option<Var> {
        match operand {
            Operand::None => None,
            Operand::Var(var) => Some(var),
            Operand::Opaque(class) => Some(self.opaque_var(class)),
        }
    }

    /// A place for a reference of a type: a variable, or nothing if it is opaque.
    fn place(&mut self, ty: Type) -> Operand {
        match self.opaque(ty) {
            Some(class) => Operand::Opaque(class),
            None if ty.is_reference() => Operand::Var(self.var()),
            None => Operand::None,
        }
    }

    /// Whether objects of a class are merged wherever they come from.
    fn is_merged(&mut self, class: DynClass) -> bool {
        let data = self.types.class(class);
        let (id, is_plain) = (data.class, data.made.is_none() && !data.ty.is_array());
        is_plain && self.world.has_property(id, Property::Merged)
    }

    /// `to = new ty`
    pub(crate) fn allocate(&mut self, to: Var, ty: Type) {
        self.mention_type(ty);
        let Some(class) = self.types.of_type(self.world, ty) else { return };
        let what = if self.is_merged(class) { New::Merged(class) } else { New::Site(class) };
        self.new_object(to, what);
    }

    /// `to = new ty`, told from others even if its class is merged.
    fn allocate_apart(&mut self, to: Var, ty: Type) {
        self.mention_type(ty);
        let Some(class) = self.types.of_type(self.world, ty) else { return };
        self.new_object(to, New::Site(class));
    }

    /// The method that a reference in a class means.
    fn resolve(&mut self, from: ClassId, method: MethodRef) -> Option<MethodId> {
        let class = method.data().class;
        match Type::from_class_name(class) {
            Some(ty) => self.mention_type(ty),
            None => {
                self.class(class);
            }
        }
        match self.world.hierarchy.resolve_method(from, method) {
            Ok(resolved) => Some(resolved.member),
            Err(error) => {
                self.gaps.reference(method.to_string(), error);
                None
            }
        }
    }

    pub(crate) fn call(&mut self, mut call: Call) {
        if let Target::Fixed(method) = call.target
            && call.args.first().is_some_and(Option::is_some)
            && !self.world.hierarchy.method(method).is_static()
            && (self.is_special)(crate::solver::callee_of(self.world, method))
        {
            call.target = Target::Special(method);
        }
        if let Target::Virtual(_) = call.target
            && call.receiver().is_none()
        {
            return;
        }
        self.push(Stmt::Call(call));
    }

    pub(crate) fn finish(
        mut self,
        key: CodeKey,
        params: Vec<Option<Var>>,
        ret: Option<Var>,
        is_summary: bool,
    ) -> Code {
        self.mentions.sort_unstable();
        self.mentions.dedup();
        let mut code = Code {
            key,
            vars: self.vars,
            params: params.into(),
            ret,
            exc: self.exc,
            is_summary,
            is_per_call: false,
            stmts: self.stmts,
            insts: self.insts,
            uses: Lists::default(),
            copies: Lists::default(),
            defs: Lists::default(),
            values: self.values.into(),
            mentions: self.mentions.into(),
            gaps: self.gaps.0,
        };
        code.index();
        let hierarchy = &self.world.hierarchy;
        let is_of_every_object = |method| hierarchy.method(method).class == hierarchy.object();
        // A class is initialised once, whoever comes first.
        let is_initialiser = matches!(
            key,
            CodeKey::Method(method) if hierarchy.method(method).name.as_str() == "<clinit>"
        );
        code.is_per_call = is_summary && !is_initialiser && code.lets_flow(is_of_every_object);
        code
    }
}

/// The initialisers that run when a class is initialised, in no order: its own, those of its superclasses, and those of
/// superinterfaces with default methods.
pub(crate) fn initialisers(world: &World, class: ClassId) -> Vec<MethodId> {
    let clinit = Name::new("<clinit>");
    let ty = void();
    let hierarchy = &world.hierarchy;
    let is_run = |above: &ClassId| {
        *above == class || !hierarchy.is_interface(*above) || has_default(world, *above)
    };
    let classes = std::iter::once(class).chain(hierarchy.all_supertypes(class).iter().copied());
    classes
        .filter(is_run)
        .filter_map(|class| hierarchy.declared_method(class, clinit, ty))
        .collect()
}

fn has_initialiser(world: &World, class: ClassId) -> bool {
    !initialisers(world, class).is_empty()
}

fn has_default(world: &World, interface: ClassId) -> bool {
    let hierarchy = &world.hierarchy;
    hierarchy.methods(interface).any(|method| {
        let method = hierarchy.method(method);
        !method.is_abstract() && !method.is_static()
    })
}

fn void() -> ir::MethodType {
    ir::MethodType::new(&[], None)
}

/// Makes the code of a method: from its body, or from what takes the body's place.
pub(crate) fn method(
    world: &mut World,
    types: &mut Types,
    code: CodeId,
    method: MethodId,
    use_summaries: bool,
    is_special: IsSpecial<'_>,
) -> Code {
    let decl = world.hierarchy.method(method).clone();
    let class_name = world.hierarchy.name(decl.class);
    let models = std::sync::Arc::clone(&world.models);
    let descriptor = decl.ty.descriptor();
    let model = models.method(class_name.as_str(), decl.name.as_str(), descriptor.as_str());
    let is_native = decl.flags.contains(MethodFlags::NATIVE);
    let shape = Shape::new(world, &decl);
    let full_name = || format!("{class_name}.{}{}", decl.name, decl.ty);
    match model.map(|model| (model, &model.code)) {
        Some((model, MethodCode::Summary(summary))) if use_summaries || is_native => {
            return Builder::new(world, types, code, false, is_special)
                .summary(method, &shape, model, summary);
        }
        Some((_, MethodCode::Intrinsic(name))) => {
            return Builder::new(world, types, code, false, is_special)
                .intrinsic(method, &shape, name);
        }
        Some((_, MethodCode::Cut(reason))) => {
            let mut builder = Builder::new(world, types, code, false, is_special);
            builder.gaps.cut(full_name(), reason.clone());
            return builder.unknown(method, &shape);
        }
        _ => {}
    }
    if let Some(reason) = world.cut(method) {
        let mut builder = Builder::new(world, types, code, false, is_special);
        builder.gaps.cut(full_name(), reason);
        return builder.unknown(method, &shape);
    }
    if is_native {
        let mut builder = Builder::new(world, types, code, false, is_special);
        builder.gaps.native(full_name());
        return builder.unknown(method, &shape);
    }
    let class = world.body(method);
    let body =
        class.as_deref().and_then(|class: &Class| crate::world::find_body(world, class, method));
    match body {
        Some(body) => {
            let is_library = !world.is_application(decl.class);
            let mut builder = Builder::new(world, types, code, is_library, is_special);
            builder.has_givens = use_summaries;
            // Summaries fill states and never the fields that this code reads.
            if use_summaries && model.is_none() && is_about_state(&models, class_name, &decl) {
                builder.gaps.unmodelled(full_name());
            }
            builder.body(method, &shape, body)
        }
        None => {
            let mut builder = Builder::new(world, types, code, false, is_special);
            builder.gaps.unresolved(full_name(), "there is no code".to_owned());
            builder.unknown(method, &shape)
        }
    }
}

/// Whether others can call a method on an object whose state is told by models.
fn is_about_state(models: &models::Models, class: Name, decl: &ir::hierarchy::MethodDecl) -> bool {
    let is_open = decl.flags.intersects(MethodFlags::PUBLIC | MethodFlags::PROTECTED);
    let is_seen = is_open && !decl.flags.contains(MethodFlags::SYNTHETIC);
    is_seen && !decl.is_static() && models.states(class.as_str()).next().is_some()
}

pub(crate) use lambda::{made, proxy};

/// Parameters and result of a method.
pub(crate) struct Shape {
    /// Types of the parameters, the receiver first.
    pub(crate) params: Vec<Type>,
    pub(crate) result: Option<Type>,
    pub(crate) class: ClassId,
    pub(crate) is_static: bool,
}

impl Shape {
    fn new(world: &World, decl: &ir::hierarchy::MethodDecl) -> Shape {
        let receiver = (!decl.is_static()).then(|| Type::Ref(world.hierarchy.name(decl.class)));
        let params = receiver.into_iter().chain(decl.ty.parameters().iter().copied()).collect();
        Shape { params, result: decl.ty.result(), class: decl.class, is_static: decl.is_static() }
    }
}

impl Builder<'_> {
    /// Code that nobody can see or that is not looked at: if it returns objects of a class that can have some, it returns
    /// one.
    fn unknown(mut self, method: MethodId, shape: &Shape) -> Code {
        let params = vec![None; shape.params.len()];
        let ret = shape.result.filter(|ty| ty.is_reference()).and_then(|ty| {
            self.mention_type(ty);
            let has_none = ClassFlags::ABSTRACT | ClassFlags::INTERFACE;
            let class = self.world.load_type(ty);
            let flags = class.and_then(|class| self.world.hierarchy.flags(class));
            (ty.is_array() || flags.is_some_and(|flags| !flags.intersects(has_none))).then(|| {
                let ret = self.var();
                self.allocate(ret, ty);
                ret
            })
        });
        self.finish(CodeKey::Method(method), params, ret, false)
    }
}

/// The code that calls the entry points. It allocates what they are given.
pub(crate) fn root(
    world: &mut World,
    types: &mut Types,
    code: CodeId,
    entries: &[EntryPoint],
    is_special: IsSpecial<'_>,
) -> Code {
    let mut builder = Builder::new(world, types, code, false, is_special);
    for entry in entries {
        builder.entry(entry);
    }
    builder.finish(CodeKey::Root, Vec::new(), None, false)
}

impl Builder<'_> {
    /// A call of an entry point on arguments that are made by type. The ordinal is that of the method, which stays the
    /// same whatever other entry points there are.
    fn entry(&mut self, entry: &EntryPoint) {
        let class = self.class(entry.class);
        let Some(method) = self.world.hierarchy.declared_method(class, entry.name, entry.ty) else {
            let what = format!("{}.{}{}", entry.class, entry.name, entry.ty);
            self.gaps.unresolved(what, "there is no such entry point".to_owned());
            return;
        };
        let decl = self.world.hierarchy.method(method).clone();
        let shape = Shape::new(self.world, &decl);
        let ordinal = method.index() as u32;
        self.init(decl.class);
        let args: Box<[Option<Var>]> =
            shape.params.iter().map(|&ty| self.made_by_type(ty, ordinal)).collect();
        let target = Target::Fixed(method);
        let exc = Some(self.exc);
        self.call(Call { target, args, result: None, exc, fork: None, ordinal });
    }

    /// A new object of a type, and for an array new elements.
    fn made_by_type(&mut self, ty: Type, ordinal: u32) -> Option<Var> {
        if !ty.is_reference() {
            return None;
        }
        self.mention_type(ty);
        let class = self.types.of_type(self.world, ty)?;
        if let Some(class) = self.world.load_type(ty).filter(|_| !ty.is_array()) {
            self.init(class);
        }
        let var = self.var();
        let what = if self.is_merged(class) { New::Merged(class) } else { New::Site(class) };
        self.push(Stmt::New { to: var, what, ordinal });
        if let Some(element) = ty.element()
            && let Some(from) = self.made_by_type(element, ordinal)
        {
            let slot = self.types.slot(crate::types::SlotKind::Element);
            self.push(Stmt::Store { base: var, slot, from });
        }
        Some(var)
    }
}

/// Whether the receiver has a say in the context of a callee.
pub(crate) type IsSpecial<'a> = &'a dyn Fn(crate::context::Callee) -> bool;
