//! Which classes of a library are meant to be used by several threads at once.
//!
//! Nobody says so in most libraries, but the code does: who synchronises expects company. A class is meant to be shared if it, or
//! a class that it extends, is `@ThreadSafe`, names a lock with `@GuardedBy`, has synchronized blocks or synchronized methods
//! that users can call, volatile fields, or fields that hold what only threads need (models: `property concurrent`). Of a
//! class that shows this for static state alone, the static state is shared, and its objects are not. Who holds a shared object
//! of a class that users cannot name is what they use in its place. What one thread at a time uses by its contract (models:
//! `property confined`) is not. `@NotThreadSafe` has the last word.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use classfile::{ClassFlags, FieldFlags, MethodFlags};
use ir::body::Constant;
use ir::class::Annotation;
use ir::lower::Lowerer;
use ir::{Body, Class, Field, Method, MethodType, Name, Op, Type};
use models::{CallMode, ForkKind, MethodCode, Models, Property, Statement};
use rayon::prelude::*;

use super::declarations::Declarations;
use crate::analysis::classes::read;
use crate::contracts::{Contract, contracts};

/// What of a class several threads use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shared {
    /// Its objects, and its static state.
    Objects,
    /// Its static state alone.
    Statics,
}

/// What the code of the application tells about its classes.
pub(super) struct Survey<'m> {
    models: &'m Models,
    signs: HashMap<Name, Signs>,
    /// Constructors that only call another one of their class.
    delegating: HashSet<(Name, MethodType)>,
    /// Constructors that write static fields.
    counting: HashSet<(Name, MethodType)>,
    /// Methods that are carried out by one thread for each object: `Runnable.run`.
    tasks: HashSet<(Name, Name)>,
    /// Classes of which there is an object for each thread.
    per_thread: HashSet<Name>,
}

/// What a class shows by itself.
#[derive(Clone, Debug, Default)]
struct Signs {
    objects: bool,
    statics: bool,
    says_no: bool,
    says_yes: bool,
    /// Whether users can name it.
    is_public: bool,
    /// The classes of its fields that are not static.
    fields: Vec<Name>,
    /// The classes of which it has an object for each thread.
    per_thread: Vec<Name>,
    /// Whether it is taken to be shared for what it holds, and shows nothing else.
    is_spread: bool,
}

impl<'m> Survey<'m> {
    pub(super) fn new(declarations: &Declarations<'_>, models: &'m Models) -> Survey<'m> {
        let program = declarations.program();
        let entries: Vec<_> = program.application().collect();
        let look = |class: Arc<Class>| {
            let inits = |is_it: &dyn Fn(&Class, &Body) -> bool| -> Vec<(Name, MethodType)> {
                let all = class.methods.iter().filter(|method| method.name.as_str() == "<init>");
                let some = all.filter(|init| init.body().is_some_and(|body| is_it(&class, body)));
                some.map(|init| (class.name, init.ty)).collect()
            };
            let (delegating, counting) = (inits(&delegates), inits(&writes_static));
            // What stands in a method of another class speaks for that one.
            let about = match class.outer_class {
                Some(outer) if super::supply::is_local(&class) => outer,
                _ => class.name,
            };
            (about, signs(&class, models), delegating, counting)
        };
        let looked: Vec<_> = entries
            .par_iter()
            .map_init(Lowerer::new, |lowerer, entry| {
                read(program, *entry, lowerer, true).ok().map(look)
            })
            .flatten()
            .collect();
        let mut survey = Survey {
            models,
            signs: HashMap::new(),
            delegating: HashSet::new(),
            counting: HashSet::new(),
            tasks: tasks(models),
            per_thread: HashSet::new(),
        };
        for (class, found, delegating, counting) in looked {
            let known = survey.signs.entry(class).or_default();
            known.objects |= found.objects;
            known.statics |= found.statics;
            known.says_no |= found.says_no;
            known.says_yes |= found.says_yes;
            known.is_public |= found.is_public;
            known.fields.extend(found.fields);
            known.per_thread.extend(found.per_thread);
            survey.delegating.extend(delegating);
            survey.counting.extend(counting);
        }
        survey.spread();
        survey
    }

    /// Who holds something for several threads that users cannot name themselves passes their calls on to it.
    fn spread(&mut self) {
        self.per_thread =
            self.signs.values().flat_map(|signs| signs.per_thread.iter().copied()).collect();
        loop {
            let is_hidden = |name: &Name| {
                self.signs.get(name).is_some_and(|signs| signs.objects && !signs.is_public)
            };
            let holds = |(name, signs): (&Name, &Signs)| {
                (!signs.objects && signs.fields.iter().any(is_hidden)).then_some(*name)
            };
            let new: Vec<Name> = self.signs.iter().filter_map(holds).collect();
            if new.is_empty() {
                return;
            }
            for name in new {
                let signs = self.signs.entry(name).or_default();
                (signs.objects, signs.is_spread) = (true, true);
            }
        }
    }

    /// Whether several threads are meant to use a class.
    pub(super) fn shared(
        &self,
        declarations: &Declarations<'_>,
        class: &Arc<Class>,
    ) -> Option<Shared> {
        let above = declarations.supertypes(class);
        // The nearest word counts.
        let signs = || above.iter().filter_map(|name| self.signs.get(name));
        let word = signs().find(|signs| signs.says_no || signs.says_yes);
        if word.is_some_and(|signs| signs.says_no) {
            return None;
        }
        let own = self.signs.get(&class.name);
        let is_confined = || above.iter().any(|&name| self.is_confined(name));
        // Of what each thread has one of, it takes more to be shared than what it holds.
        let is_per_thread = self.per_thread.contains(&class.name);
        let is_shared = |signs: &Signs| signs.objects && !(is_per_thread && signs.is_spread);
        if word.is_some() || signs().any(is_shared) && !is_confined() {
            Some(Shared::Objects)
        } else {
            own.is_some_and(|signs| signs.statics).then_some(Shared::Statics)
        }
    }

    /// Whether one thread at a time uses objects of a class, whatever its code does.
    fn is_confined(&self, class: Name) -> bool {
        self.models.has_property(class.as_str(), Property::Confined).is_some()
    }

    pub(super) fn is_delegating(&self, class: Name, init: &Method) -> bool {
        self.delegating.contains(&(class, init.ty))
    }

    /// Whether a method does something to what others have. Who makes an object has it for himself, unless the constructor
    /// writes static fields.
    pub(super) fn is_call(&self, class: Name, method: &Method) -> bool {
        method.name.as_str() != "<init>" || self.counting.contains(&(class, method.ty))
    }

    /// Whether users can name a class. What they cannot name, they do not have carried out: the library does so itself.
    pub(super) fn is_public(&self, class: Name) -> bool {
        self.signs.get(&class).is_some_and(|signs| signs.is_public)
    }

    /// Whether a method is what a thread of its own carries out.
    pub(super) fn is_task(&self, above: &[Name], method: &Method) -> bool {
        method.ty.parameters().is_empty()
            && above.iter().any(|&class| self.tasks.contains(&(class, method.name)))
    }
}

fn signs(class: &Class, models: &Models) -> Signs {
    let flags = class.inner_flags.unwrap_or(class.flags);
    let own = class.fields.iter().filter(|field| !field.flags.contains(FieldFlags::STATIC));
    let mut signs = Signs {
        is_public: flags.contains(ClassFlags::PUBLIC),
        fields: own
            .filter(|field| !field.flags.contains(FieldFlags::SYNTHETIC))
            .filter_map(|field| match innermost(field.ty) {
                Type::Ref(name) => Some(name),
                _ => None,
            })
            .collect(),
        ..Signs::default()
    };
    let mut per_thread = Vec::new();
    for contract in contracts(&class.annotations) {
        match contract {
            Contract::ThreadSafe => signs.says_yes = true,
            Contract::NotThreadSafe => signs.says_no = true,
            Contract::GuardedBy(_) | Contract::Immutable => {}
        }
    }
    let is_concurrent = |ty: Type| match ty {
        Type::Ref(name) => models.has_property(name.as_str(), Property::Concurrent).is_some(),
        _ => false,
    };
    let is_public = signs.is_public;
    let mut show = |is_static: bool| match is_static {
        true => signs.statics = true,
        false => signs.objects = true,
    };
    if class.super_class.is_some_and(|above| is_concurrent(Type::Ref(above))) {
        show(false);
    }
    for field in &class.fields {
        per_thread.extend(held_per_thread(field, models));
        let is_static = field.flags.contains(FieldFlags::STATIC);
        if field.flags.contains(FieldFlags::VOLATILE)
            || is_concurrent(innermost(field.ty))
            || has_guard(&field.annotations)
        {
            show(is_static);
        }
    }
    for method in &class.methods {
        // What a public class synchronises for itself may be for its own threads.
        let is_for_users =
            !is_public || method.flags.intersects(MethodFlags::PUBLIC | MethodFlags::PROTECTED);
        let is_synchronized = method.flags.contains(MethodFlags::SYNCHRONIZED);
        if is_synchronized && is_for_users || has_guard(&method.annotations) {
            show(method.is_static());
        }
        if let Some(body) = method.body() {
            monitors(body).for_each(&mut show);
        }
    }
    signs.per_thread = per_thread;
    signs
}

/// What a field is declared to hold for each thread: `ThreadLocal<Scratch>`.
fn held_per_thread(field: &Field, models: &Models) -> Option<Name> {
    let Type::Ref(holder) = field.ty else { return None };
    models.has_property(holder.as_str(), Property::PerThread)?;
    let signature = field.signature?;
    let (_, held) = signature.as_str().split_once('<')?;
    let end = held.find([';', '<'])?;
    held.strip_prefix('L').map(|held| Name::new(&held[..end - 1]))
}

/// The type itself, or what an array is made of.
fn innermost(ty: Type) -> Type {
    ty.element().map_or(ty, innermost)
}

fn has_guard(annotations: &[Annotation]) -> bool {
    contracts(annotations).any(|contract| matches!(contract, Contract::GuardedBy(_)))
}

/// The monitors that a body enters: whether each belongs to static state.
fn monitors(body: &Body) -> impl Iterator<Item = bool> {
    body.insts.values().filter_map(|inst| match inst.op {
        Op::MonitorEnter(value) => Some(matches!(
            body.insts[body.values[value].def].op,
            Op::GetStatic { .. } | Op::Const(Constant::Class(_))
        )),
        _ => None,
    })
}

/// Whether a constructor calls another one of its class.
fn delegates(class: &Class, init: &Body) -> bool {
    let is_this =
        |value: &ir::Value| matches!(init.insts[init.values[*value].def].op, Op::Param(0));
    init.insts.values().any(|inst| {
        let Op::Invoke { method, args, .. } = inst.op else { return false };
        let called = method.data();
        called.name.as_str() == "<init>"
            && called.class == class.name
            && init.list(args).first().is_some_and(is_this)
    })
}

fn writes_static(_: &Class, init: &Body) -> bool {
    init.insts.values().any(|inst| matches!(inst.op, Op::PutStatic { .. }))
}

/// What the models know to be run by a thread that is made for it, without being told anything.
fn tasks(models: &Models) -> HashSet<(Name, Name)> {
    let methods = models.classes().iter().flat_map(|class| &class.methods);
    let summaries = methods.filter_map(|method| match &method.code {
        MethodCode::Summary(summary) => Some(summary),
        _ => None,
    });
    let statements = summaries.flat_map(|summary| &summary.statements);
    statements
        .filter_map(|statement| match statement {
            Statement::Call {
                mode: CallMode::Fork(ForkKind::Thread | ForkKind::Timer),
                class,
                method,
                args,
                ..
            } if args.len() == 1 => Some((Name::new(class), Name::new(method))),
            _ => None,
        })
        .collect()
}
