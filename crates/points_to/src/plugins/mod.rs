//! Plugins: what library methods do that statements alone cannot say, because it depends on *which* object arrives.
//!
//! A model names an intrinsic (`method getMethod(String, Class[]) intrinsic get-method`). A plugin turns the name into
//! statements, among them [rules](crate::code::Rule): a rule waits for the objects of a variable, and is **expanded** for each
//! of them into further statements of the same node, and variables if need be. Expansion is a pure function of rule, object,
//! site and classes, and the solver remembers what came of it, so it can undo it like everything else when the object goes
//! away.
//!
//! ```text
//! Class.forName("a.B").newInstance()      "a.B" ──NameOfClass──▶ class a.B ──OfClass(NewInstance)──▶ new a.B, call <init>
//! ```
//!
//! Where a name, class or member is not known, the [log](log) of the user is asked. If it says nothing either, that is
//! counted ([`Solver::unknowns`](crate::Solver::unknowns)), and an object of the result's class goes on that stands for
//! nothing in particular: so whatever is done with it is counted as well.
//!
//! | file | about |
//! |---|---|
//! | `objects` | copies, arrays, the class of an object, the class of a caller |
//! | `classes` | classes by name; what a class object tells |
//! | `texts` | names in a text that lists them |
//! | `members` | methods, constructors and fields by name; what they tell |
//! | `invoke` | methods and constructors that are called through such objects |
//! | `fields` | fields and elements through reflected fields, variable handles, updaters |
//! | `memory` | the same through `Unsafe` |
//! | `handles` | method handles |
//! | `proxy`, `services`, `serial` | `Proxy`, `ServiceLoader`, object streams |
//! | `log` | what the user knows |
//!
//! Threads, callbacks, privileged actions and natives need no plugin: models say them in statements. What each intrinsic
//! means is told in `jdk/reflection.model` of the models.

mod classes;
mod fields;
mod handles;
mod invoke;
mod log;
mod members;
mod memory;
mod objects;
mod proxy;
mod serial;
mod services;
mod texts;

use classfile::ClassFlags;
use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{Name, Type};

use crate::code::{Code, CodeKey, Member, New, Rule, Stmt};
use crate::extract::{Builder, Shape};
use crate::gaps::{Gap, GapKind};
use crate::heap::{ObjData, ObjKind};
use crate::ids::{DynClass, Obj, Var};
use crate::types::{SlotKind, Types};
use crate::world::World;

pub use classes::ClassStep;
pub use fields::Cell;
pub use invoke::Access;
pub use log::{LogError, ReflectionLog};
pub use members::{Lookup, MemberStep, Scope, Sought};
pub use memory::MemoryStep;
pub use serial::Hook;

pub(crate) use memory::OFFSET;
pub(crate) use texts::{class_names_in, first_of_list, takes_names};

const CLASS: &str = "java/lang/Class";
const STRING: &str = "java/lang/String";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";

/// The kinds of rules. Which argument is what is said where a plugin makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// A name becomes the class of that name.
    NameOfClass,
    /// A list of names becomes its parts.
    NamesInText,
    /// A class object tells or does something.
    OfClass(ClassStep),
    /// An object tells its class.
    ClassOf,
    /// An object is copied.
    Clone,
    /// A class object: its members are looked for, by the names in the first argument or all, and by the types of parameters
    /// in the second.
    MembersOf(Lookup),
    /// A name: the members of a class that have it; types as the first argument.
    MembersNamed(Lookup, ClassId),
    /// The type of a parameter: a method that has it at this place, and all that it was asked for before.
    MembersTyped(DynClass, Member, u8),
    /// A member tells something.
    OfMember(MemberStep),
    /// A member is called, read or written.
    Use(Access),
    /// An object whose memory is read or written, or the offset of a field in it.
    Memory(MemoryStep),
    /// An object whose class has hooks for object streams.
    SerialHook(Hook),
    /// An object that makes a method that nobody can follow.
    ClassDefinition,
}

/// Where a rule stands.
pub(crate) struct RuleSite {
    /// What the call passes, the receiver first, if it is known to be the call of the very method that the rule is part of.
    pub(crate) passed: Option<Box<[Option<Var>]>>,
    /// The method that holds the call, if the rule is part of a summary.
    pub(crate) caller: Option<MethodId>,
    /// The method that this call names; it may be a summary that calls the one with the rule.
    pub(crate) callee: Option<MethodId>,
}

/// What an expansion may look at.
pub(crate) struct Expansion<'a> {
    world: &'a mut World,
    types: &'a mut Types,
    rule: &'a Rule,
    object: &'a ObjData,
    id: Obj,
    site: &'a RuleSite,
    made: Expanded,
}

/// What came of an expansion.
pub(crate) struct Expanded {
    pub(crate) stmts: Vec<Stmt>,
    /// How many variables rules have made in the node.
    pub(crate) vars: usize,
}

/// The statements that a rule makes of an object, in a node where rules have made `vars` variables so far.
pub(crate) fn expand(
    world: &mut World,
    types: &mut Types,
    rule: &Rule,
    (id, object): (Obj, &ObjData),
    site: &RuleSite,
    vars: usize,
) -> Expanded {
    let made = Expanded { stmts: Vec::new(), vars };
    let mut expansion = Expansion { world, types, rule, object, id, site, made };
    match rule.kind {
        RuleKind::NameOfClass => expansion.name_of_class(),
        RuleKind::NamesInText => expansion.names_in_text(),
        RuleKind::OfClass(step) => expansion.of_class(step),
        RuleKind::ClassOf => expansion.class_of(),
        RuleKind::Clone => expansion.clone_object(),
        RuleKind::MembersOf(lookup) => expansion.members_of(lookup),
        RuleKind::MembersNamed(lookup, class) => expansion.members_named(lookup, class),
        RuleKind::MembersTyped(class, member, at) => expansion.members_typed(class, member, at),
        RuleKind::OfMember(step) => expansion.of_member(step),
        RuleKind::Use(access) => expansion.use_member(access),
        RuleKind::Memory(step) => expansion.memory(step),
        RuleKind::SerialHook(hook) => expansion.serial_hook(hook),
        RuleKind::ClassDefinition => expansion.class_definition(),
    }
    expansion.made
}

impl Expansion<'_> {
    fn push(&mut self, stmt: Stmt) {
        self.made.stmts.push(stmt);
    }

    /// A variable for this expansion alone.
    fn fresh(&mut self) -> Var {
        self.made.vars += 1;
        Var::dynamic(self.made.vars - 1)
    }

    /// A variable that holds the object of the expansion and no other.
    fn this(&mut self) -> Var {
        let to = self.fresh();
        self.new_object(to, New::Known(self.id));
        to
    }

    fn new_object(&mut self, to: Var, what: New) {
        let ordinal = self.rule.ordinal;
        self.push(Stmt::New { to, what, ordinal });
    }

    /// The result of the rule is this.
    fn result(&mut self, what: New) {
        if let Some(to) = self.rule.result {
            self.new_object(to, what);
        }
    }

    fn arg(&self, at: usize) -> Option<Var> {
        self.rule.args.get(at).copied().flatten()
    }

    /// A further rule, whose result is that of this one.
    fn then(&mut self, kind: RuleKind, base: Var, args: Vec<Option<Var>>) {
        let Rule { result, exc, ordinal, .. } = *self.rule;
        self.push(Stmt::Rule(Rule { kind, base, args: args.into(), result, exc, ordinal }));
    }

    /// The part of a variable's objects that a place of a type can hold.
    fn fit(&mut self, var: Option<Var>, ty: Type) -> Option<Var> {
        let from = var.filter(|_| ty.is_reference())?;
        let Some(filter) = self.types.filter(self.world, ty) else { return Some(from) };
        let to = self.fresh();
        self.push(Stmt::Copy { to, from, filter: Some(filter) });
        Some(to)
    }

    /// What is meant is not known.
    fn unknown(&mut self, what: &str) {
        self.push(Stmt::Unknown(Gap {
            kind: GapKind::Reflection,
            what: what.to_owned(),
            why: "what it means is known only when the program runs".to_owned(),
            missing: None,
        }));
    }

    /// A type as people write it.
    fn spelled(ty: Type) -> String {
        match (ty.element(), ty) {
            (Some(element), _) => format!("{}[]", Self::spelled(element)),
            (None, Type::Ref(name)) => name.as_str().replace('/', "."),
            (None, _) => classes::primitive_name(ty).to_owned(),
        }
    }

    /// The type that a class object stands for.
    fn class_object(&self) -> Option<Type> {
        match self.object.kind {
            ObjKind::Class(ty) => Some(ty),
            _ => None,
        }
    }

    fn member(&self) -> Option<Member> {
        match self.object.kind {
            ObjKind::Member(member) => Some(member),
            _ => None,
        }
    }

    /// An object of a library class that stands for nothing in particular.
    fn any(&mut self, class: &str) -> Option<New> {
        Some(New::Merged(self.library_class(class)?))
    }

    fn library_class(&mut self, class: &str) -> Option<DynClass> {
        self.types.of_type(self.world, Type::Ref(Name::new(class)))
    }

    /// The class of a type, if it is there and no array.
    fn present(&mut self, ty: Type) -> Option<ClassId> {
        let class = self.world.load_type(ty).filter(|_| !ty.is_array())?;
        (!self.world.hierarchy.is_phantom(class)).then_some(class)
    }

    /// A class that can have objects.
    fn instantiable(&mut self, ty: Type) -> Option<(ClassId, DynClass)> {
        let class = self.present(ty)?;
        let flags = self.world.hierarchy.flags(class)?;
        let has_none = ClassFlags::ABSTRACT | ClassFlags::INTERFACE;
        let dyn_class = self.types.of_type(self.world, ty)?;
        (!flags.intersects(has_none)).then_some((class, dyn_class))
    }

    /// What the objects of the expansion's class can hold: fields and states, or elements.
    fn slots(&self) -> Vec<SlotKind> {
        let data = self.types.class(self.object.class);
        if data.ty.is_array() {
            return vec![SlotKind::Element];
        }
        let mut slots: Vec<SlotKind> =
            instance_fields(self.world, data.class).into_iter().map(SlotKind::Field).collect();
        let hierarchy = &self.world.hierarchy;
        let classes = std::iter::once(data.class).chain(hierarchy.superclasses(data.class));
        for name in classes.map(|class| hierarchy.name(class)) {
            for state in self.world.models.states(name.as_str()) {
                let state = SlotKind::State(Name::new(state));
                if !slots.contains(&state) {
                    slots.push(state);
                }
            }
        }
        slots
    }
}

/// The parameters of an intrinsic.
pub(crate) struct Params<'a> {
    shape: &'a Shape,
    /// The name of the method.
    name: Name,
    vars: Vec<Option<Var>>,
}

impl Params<'_> {
    /// A parameter by place, the receiver first.
    fn at(&self, at: usize) -> Option<Var> {
        self.vars.get(at).copied().flatten()
    }

    /// All parameters from a place on.
    fn from(&self, at: usize) -> Vec<Option<Var>> {
        self.vars.get(at..).unwrap_or_default().to_vec()
    }

    /// The first parameter of a class or array type, by internal name.
    fn of(&self, class: &str) -> Option<Var> {
        let is_it = |ty: &Type| matches!(ty, Type::Ref(name) if name.as_str() == class);
        let at = self.shape.params.iter().position(is_it)?;
        self.at(at)
    }

    /// Where the parameters that are no receiver start.
    fn first(&self) -> usize {
        usize::from(!self.shape.is_static)
    }
}

/// Calls of methods with any type pass more arguments than are declared.
const MAX_ARGUMENTS: usize = 24;

impl Builder<'_> {
    /// The code of an intrinsic.
    pub(crate) fn intrinsic(mut self, method: MethodId, shape: &Shape, name: &str) -> Code {
        let is_open = self.world.hierarchy.is_signature_polymorphic(method);
        let count = if is_open { MAX_ARGUMENTS } else { shape.params.len() };
        let vars: Vec<Option<Var>> = (0..count)
            .map(|at| {
                let has_variable = |ty: &Type| ty.is_reference() || memory::is_offset(name, *ty);
                let is_wanted = is_open || shape.params.get(at).is_none_or(has_variable);
                is_wanted.then(|| self.var())
            })
            .collect();
        let is_returned = |ty: &Type| ty.is_reference() || memory::is_offset(name, *ty);
        let ret = shape.result.filter(is_returned).map(|_| self.var());
        let params = Params { shape, name: self.world.hierarchy.method(method).name, vars };
        self.declared_exceptions(method);
        if !self.intrinsic_statements(name, &params, ret) {
            self.gaps.model(format!("the intrinsic {name}, which there is not"));
        }
        self.finish(CodeKey::Method(method), params.vars, ret, true)
    }

    fn intrinsic_statements(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        self.objects(name, params, ret)
            || self.classes(name, params, ret)
            || self.texts(name, params, ret)
            || self.members(name, params, ret)
            || self.invocations(name, params, ret)
            || self.fields(name, params, ret)
            || self.memory(name, params, ret)
            || self.handles(name, params, ret)
            || self.proxies(name, params, ret)
            || self.service_loaders(name, params, ret)
            || self.object_streams(name, params, ret)
    }

    /// The method may throw what it declares.
    fn declared_exceptions(&mut self, method: MethodId) {
        let decl = self.world.hierarchy.method(method).clone();
        let class = self.world.declaration(self.world.hierarchy.name(decl.class));
        let found = class.as_deref().and_then(|c| crate::world::find_method(c, decl.name, decl.ty));
        let exc = self.exc;
        for exception in found.map(|method| method.exceptions.clone()).unwrap_or_default() {
            self.allocate(exc, Type::Ref(exception));
        }
    }

    /// A rule about the objects of a variable. Exceptions of what it calls leave the method.
    fn rule(
        &mut self,
        kind: RuleKind,
        base: Option<Var>,
        args: Vec<Option<Var>>,
        result: Option<Var>,
    ) {
        let exc = self.exc;
        self.rule_that_throws(kind, base, args, result, exc);
    }

    fn rule_that_throws(
        &mut self,
        kind: RuleKind,
        base: Option<Var>,
        args: Vec<Option<Var>>,
        result: Option<Var>,
        exc: Var,
    ) {
        let Some(base) = base else { return };
        let (args, exc, ordinal) = (args.into(), Some(exc), self.ordinal());
        self.push(Stmt::Rule(Rule { kind, base, args, result, exc, ordinal }));
    }

    /// Where a rule puts what it finds: the result itself, or, if it is an array, an element of a new one.
    fn found(&mut self, params: &Params<'_>, ret: Option<Var>) -> Option<Var> {
        let (base, ty) = (ret?, params.shape.result?);
        if !ty.is_array() {
            return ret;
        }
        self.allocate(base, ty);
        let from = self.var();
        let slot = self.types.slot(SlotKind::Element);
        self.push(Stmt::Store { base, slot, from });
        Some(from)
    }

    /// The elements of an array.
    fn elements(&mut self, array: Option<Var>) -> Option<Var> {
        let base = array?;
        let to = self.var();
        let slot = self.types.slot(SlotKind::Element);
        self.push(Stmt::Load { to, base, slot });
        Some(to)
    }

    /// The dynamic class of a library class.
    fn library_class(&mut self, name: &str) -> Option<DynClass> {
        self.types.of_type(self.world, Type::Ref(Name::new(name)))
    }
}

/// The fields of a class and its superclasses that hold references.
fn instance_fields(world: &World, class: ClassId) -> Vec<FieldId> {
    let hierarchy = &world.hierarchy;
    std::iter::once(class)
        .chain(hierarchy.superclasses(class))
        .flat_map(|class| hierarchy.fields(class))
        .filter(|&field| {
            let decl = hierarchy.field(field);
            decl.ty.is_reference() && !decl.flags.contains(classfile::FieldFlags::STATIC)
        })
        .collect()
}
