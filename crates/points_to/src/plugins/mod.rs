//! Plugins: what library methods do that statements alone cannot say, because it depends on *which* object arrives.
//!
//! A model names an intrinsic (`method forName(String n) intrinsic class-for-name`). A plugin turns the name into statements,
//! among them [rules](crate::code::Rule): a rule waits for the objects of a variable, and is **expanded** for each
//! of them into further statements of the same node. Expansion is a pure function of rule, object and classes, so the solver
//! can undo it like everything else when the object goes away.
//!
//! Threads, callbacks, privileged actions and natives need no plugin: models say them in statements.

mod clone;
mod handles;
mod proxy;
mod reflection;
mod services;

use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{Name, Type};

use crate::code::{Code, CodeKey, Member, New, Rule, Stmt};
use crate::extract::{Builder, Shape};
use crate::gaps::{Gap, GapKind};
use crate::heap::{ObjData, ObjKind};
use crate::ids::{DynClass, Obj, Var};
use crate::types::{SlotKind, Types};
use crate::world::World;

/// The kinds of rules. Which argument is what is said where a plugin makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// A name becomes the class of that name.
    ClassOfName,
    /// A class object: an object of the class is made, with the constructor without parameters.
    NewInstance,
    /// A class object: an array of the class is made.
    NewArray,
    /// A class object: its members are looked for, by the names in the first argument or all.
    MembersOf(Lookup),
    /// A name: the members of a class that have it.
    MembersNamed(Lookup, ClassId),
    /// A member: it is called, read or written.
    Use(Access),
    /// An object is copied.
    Clone,
    /// An interface: an object that implements it is made; the first argument handles the calls.
    Proxy,
    /// A class object: its service providers are made.
    Services,
    /// An object whose field, whichever it is, is read or written (`Unsafe`); the first argument is what is written.
    AnyField {
        /// Whether it is written.
        is_write: bool,
    },
}

/// What is looked for in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lookup {
    /// Methods, as objects of a class.
    Methods(DynClass),
    /// Constructors; they have no names.
    Constructors(DynClass),
    /// Fields.
    Fields(DynClass),
    /// Fields, to be written.
    Setters(DynClass),
}

/// How a member is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Arguments: receiver, then one that stands for all arguments (`Method.invoke`).
    Spread,
    /// Arguments: those of the method, the receiver first (`MethodHandle.invoke`).
    Direct,
    /// Arguments: object, index if it is an array, then values. Reads.
    Read,
    /// The same; the last value is written, what was there is the result.
    Write,
}

/// What an expansion may look at.
pub(crate) struct Expansion<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) types: &'a mut Types,
    pub(crate) rule: &'a Rule,
    pub(crate) object: &'a ObjData,
    pub(crate) id: Obj,
    pub(crate) stmts: Vec<Stmt>,
}

/// The statements that a rule makes of an object.
pub(crate) fn expand(
    world: &mut World,
    types: &mut Types,
    rule: &Rule,
    id: Obj,
    object: &ObjData,
) -> Vec<Stmt> {
    let mut expansion = Expansion { world, types, rule, object, id, stmts: Vec::new() };
    match rule.kind {
        RuleKind::ClassOfName => expansion.class_of_name(),
        RuleKind::NewInstance => expansion.new_instance(),
        RuleKind::NewArray => expansion.new_array(),
        RuleKind::MembersOf(lookup) => expansion.members_of(lookup),
        RuleKind::MembersNamed(lookup, class) => expansion.members_named(lookup, class),
        RuleKind::Use(access) => expansion.use_member(access),
        RuleKind::Clone => expansion.clone_object(),
        RuleKind::Proxy => expansion.proxy(),
        RuleKind::Services => expansion.services(),
        RuleKind::AnyField { is_write } => expansion.any_field(is_write),
    }
    expansion.stmts
}

impl Expansion<'_> {
    pub(crate) fn push(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
    }

    /// The result of the rule is this.
    pub(crate) fn result(&mut self, what: New) {
        if let Some(to) = self.rule.result {
            let ordinal = self.rule.ordinal;
            self.push(Stmt::New { to, what, ordinal });
        }
    }

    pub(crate) fn arg(&self, at: usize) -> Option<Var> {
        self.rule.args.get(at).copied().flatten()
    }

    /// What is meant is not known.
    pub(crate) fn unknown(&mut self, what: &str) {
        self.push(Stmt::Unknown(Gap {
            kind: GapKind::Reflection,
            what: what.to_owned(),
            why: "what it means is known only when the program runs".to_owned(),
        }));
    }

    /// The type that a class object stands for.
    pub(crate) fn class_object(&self) -> Option<Type> {
        match self.object.kind {
            ObjKind::Class(ty) => Some(ty),
            _ => None,
        }
    }

    pub(crate) fn member(&self) -> Option<Member> {
        match self.object.kind {
            ObjKind::Member(member) => Some(member),
            _ => None,
        }
    }

    /// A class that can have objects.
    pub(crate) fn instantiable(&mut self, ty: Type) -> Option<(ClassId, DynClass)> {
        if ty.is_array() {
            return None;
        }
        let class = self.world.load_type(ty)?;
        let flags = self.world.hierarchy.flags(class)?;
        let has_none = classfile::ClassFlags::ABSTRACT | classfile::ClassFlags::INTERFACE;
        if flags.intersects(has_none) {
            return None;
        }
        Some((class, self.types.of_type(self.world, ty)?))
    }
}

/// The parameters of an intrinsic.
pub(crate) struct Params<'a> {
    shape: &'a Shape,
    vars: Vec<Option<Var>>,
}

impl Params<'_> {
    /// A parameter by place, the receiver first.
    pub(crate) fn at(&self, at: usize) -> Option<Var> {
        self.vars.get(at).copied().flatten()
    }

    /// The first parameter of a class.
    pub(crate) fn of(&self, class: &str) -> Option<Var> {
        self.all_of(class).next()
    }

    /// The parameters of a class or array type, by internal name.
    pub(crate) fn all_of<'a>(&'a self, class: &'a str) -> impl Iterator<Item = Var> + 'a {
        let is_it = move |ty: &Type| matches!(ty, Type::Ref(name) if name.as_str() == class);
        self.shape
            .params
            .iter()
            .zip(&self.vars)
            .filter(move |(ty, _)| is_it(ty))
            .filter_map(|(_, var)| *var)
    }

    /// Where the parameters that are no receiver start.
    pub(crate) fn first(&self) -> usize {
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
                let is_reference = shape.params.get(at).is_none_or(|ty| ty.is_reference());
                (is_open || is_reference).then(|| self.var())
            })
            .collect();
        let ret = shape.result.filter(|ty| ty.is_reference()).map(|_| self.var());
        let params = Params { shape, vars };
        if !self.intrinsic_statements(name, &params, ret) {
            self.gaps.model(format!("the intrinsic {name}, which there is not"));
        }
        self.finish(CodeKey::Method(method), params.vars, ret, true)
    }

    fn intrinsic_statements(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        self.reflection(name, params, ret)
            || self.handles(name, params, ret)
            || self.copies(name, params, ret)
            || self.proxies(name, params, ret)
            || self.service_loaders(name, params, ret)
    }

    /// A rule about the objects of a variable.
    pub(crate) fn rule(
        &mut self,
        kind: RuleKind,
        base: Option<Var>,
        args: Vec<Option<Var>>,
        result: Option<Var>,
    ) {
        let Some(base) = base else { return };
        let ordinal = self.ordinal();
        self.push(Stmt::Rule(Rule { kind, base, args: args.into(), result, ordinal }));
    }

    /// The elements of an array.
    pub(crate) fn elements(&mut self, array: Option<Var>) -> Option<Var> {
        let base = array?;
        let to = self.var();
        let slot = self.types.slot(SlotKind::Element);
        self.push(Stmt::Load { to, base, slot });
        Some(to)
    }

    /// The dynamic class of a library class.
    pub(crate) fn library_class(&mut self, name: &str) -> Option<DynClass> {
        self.types.of_type(self.world, Type::Ref(Name::new(name)))
    }
}

/// The fields of a class and its superclasses that hold references.
pub(crate) fn instance_fields(world: &World, class: ClassId) -> Vec<FieldId> {
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
