//! Accesses that break what annotations say, whether or not another thread comes in between.
//!
//! ```text
//! class files ──▶ guards (what is declared) ──▶ races::Watched ──▶ races::Use ──▶ is the lock among those that are held?
//! ```
//!
//! A lock is held if one of those that are held may be the object that the annotation names, as seen from the object that is
//! accessed. What the annotation names may be `this`, `lock`, `this.lock`, `Outer.this`, `Name.class`, `Name.lock`, `lock()`, `itself`,
//! or several of them. What cannot be understood is not checked.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::lower::Lowerer;
use ir::{Class, Method, Name, Op, Type};
use points_to::{Obj, SlotKind};
use races::{AccessKind, HeldLock, Location, Use, Used, Watched};
use report::{AccessSite, Kind, Rule, simple};

use super::Namer;
use crate::analysis::{Analysis, read};
use crate::contracts::{Contract, contracts};

/// What annotations of the application say about locks, and which classes are said to be immutable.
#[derive(Default)]
pub(crate) struct Guards {
    pub(super) watched: Watched,
    fields: HashMap<FieldId, Vec<String>>,
    methods: HashMap<MethodId, Vec<String>>,
    immutable: Vec<Arc<Class>>,
    thread_safe: HashSet<Name>,
}

impl Guards {
    pub(super) fn of(analysis: &Analysis) -> Guards {
        let mut guards = Guards::default();
        let hierarchy = analysis.solver().hierarchy();
        let mut lowerer = Lowerer::new();
        for entry in analysis.program().application() {
            // What is wrong with a class has been told.
            let Ok(class) = read(analysis.program(), entry, &mut lowerer, false) else { continue };
            if contracts(&class.annotations).any(|one| one == Contract::Immutable) {
                guards.immutable.extend(read(analysis.program(), entry, &mut lowerer, true));
            }
            if contracts(&class.annotations).any(|one| one == Contract::ThreadSafe) {
                guards.thread_safe.insert(class.name);
            }
            let Some(id) = hierarchy.class(class.name) else { continue };
            for field in &class.fields {
                let field_id = hierarchy.declared_field(id, field.name, field.ty);
                if let (Some(locks), Some(field)) = (locks(&field.annotations), field_id) {
                    guards.fields.insert(field, locks);
                }
            }
            for method in &class.methods {
                let method_id = hierarchy.declared_method(id, method.name, method.ty);
                if let (Some(locks), Some(method)) = (locks(&method.annotations), method_id) {
                    guards.methods.insert(method, locks);
                }
            }
        }
        guards.watched.fields = guards.fields.keys().copied().collect();
        guards.watched.methods = guards.methods.keys().copied().collect();
        guards
    }

    /// Whether it is declared which lock guards a variable.
    pub(super) fn is_declared(&self, location: Location) -> bool {
        match location {
            Location::Static(field) | Location::Field(_, field) => self.fields.contains_key(&field),
            _ => false,
        }
    }

    /// Whether a method is one of a class that is declared to be made for several threads, or of one inside of it.
    pub(super) fn is_in_thread_safe(&self, analysis: &Analysis, method: MethodId) -> bool {
        let hierarchy = analysis.solver().hierarchy();
        let class = hierarchy.method(method).class;
        let mut safe = self.thread_safe.iter().filter_map(|&name| hierarchy.class(name));
        safe.any(|safe| hierarchy.is_subclass(class, safe) || hierarchy.is_nestmate(class, safe))
    }

    /// Whether a class is said to be immutable.
    pub(super) fn is_immutable(&self, class: &str) -> bool {
        self.immutable.iter().any(|one| one.name.as_str() == class)
    }
}

/// The locks that annotations name.
fn locks(annotations: &[ir::class::Annotation]) -> Option<Vec<String>> {
    contracts(annotations).find_map(|contract| match contract {
        Contract::GuardedBy(locks) => Some(locks).filter(|locks| !locks.is_empty()),
        _ => None,
    })
}

/// A line of a method, and the field that is accessed there or that holds what is.
fn place(access: &report::Access, location: &report::Location) -> (String, String, String) {
    let site = &access.site;
    let field = match (&location.holder, &location.field) {
        (Some(report::Holder::Field { class, field }), _) => format!("{class}.{field}"),
        (_, field) => format!("{}.{}", location.class, field.as_deref().unwrap_or_default()),
    };
    (format!("{}.{}{}", site.class, site.method, site.descriptor), site.place(), field)
}

/// What a lock is, as seen from an access.
enum Expected {
    Objects(Vec<Obj>),
    /// The class object of a class with this name.
    Class(String),
}

impl Namer<'_> {
    /// The uses that do not hold what is declared, except where a race says it already.
    pub(super) fn violations(&self, guards: &Guards, races: &[report::Race]) -> Vec<report::Race> {
        let mut told: BTreeSet<(String, String, String)> = BTreeSet::new();
        for race in races.iter().filter(|race| !race.is_unlikely) {
            told.extend([&race.earlier, &race.later].map(|side| place(side, &race.location)));
        }
        let mut found = Vec::new();
        for used in &self.races.uses {
            let violation = self.violation(guards, used);
            found.extend(violation.filter(|one| told.insert(place(&one.earlier, &one.location))));
        }
        for class in &guards.immutable {
            let text = self.analysis.source(class.name);
            for mut one in writes_outside(class) {
                let line = one.earlier.site.line.zip(text.as_ref());
                let line = line.and_then(|(line, text)| Some(text.line(line)?.trim().to_owned()));
                one.earlier.source = line;
                one.later = one.earlier.clone();
                found.push(one);
            }
        }
        found
    }

    fn violation(&self, guards: &Guards, used: &Use) -> Option<report::Race> {
        let hierarchy = self.analysis.solver().hierarchy();
        let (class, name, locks) = match used.what {
            Used::Field(field) => {
                let decl = hierarchy.field(field);
                (decl.class, decl.name.to_string(), guards.fields.get(&field)?)
            }
            Used::Method(method) => {
                let decl = hierarchy.method(method);
                (decl.class, format!("{}()", decl.name), guards.methods.get(&method)?)
            }
        };
        // Whoever makes an object has it for himself.
        let within = self.analysis.method_name(used.access.site.method);
        let is_making = within.name.as_str() == "<init>" && within.class == hierarchy.name(class)
            || within.name.as_str() == "<clinit>";
        if is_making {
            return None;
        }
        // A method that is declared so itself relies on its callers.
        let relied = guards.methods.get(&used.access.site.method);
        let is_relied = |lock: &&String| relied.is_some_and(|relied| relied.contains(lock));
        let mut needed = locks.iter().filter(|lock| !is_relied(lock));
        let lock = needed.find(|lock| self.lacks(used, class, lock))?;
        let owner = hierarchy.name(class);
        let quoted = locks.iter().map(|lock| format!("\"{lock}\"")).collect::<Vec<_>>().join(", ");
        let what = format!("{}.{name} is declared @GuardedBy({quoted})", simple(owner.as_str()));
        let held_as_reader = self.holds(used, class, lock).is_some_and(|mode| mode);
        let why = match (used.what, held_as_reader) {
            (Used::Field(_), true) => {
                format!("{what}, but is written while \"{lock}\" is held as a reader only")
            }
            (Used::Field(_), false) => format!("{what}, but \"{lock}\" is not held here"),
            (Used::Method(_), _) => format!("{what}, but its caller does not hold \"{lock}\" here"),
        };
        let access = self.access(&used.access);
        let location = report::Location {
            class: owner.to_string(),
            field: Some(name),
            is_static: used.objs.is_empty(),
            holder: None,
        };
        Some(finding(Rule::GuardedBy, location, access, why))
    }

    /// Whether a lock is surely understood, and surely not held as it should be.
    fn lacks(&self, used: &Use, class: ClassId, lock: &str) -> bool {
        self.expected(used, class, lock).is_some() && self.holds(used, class, lock) != Some(false)
    }

    /// Whether a lock is held; if so, whether only as a reader by one who writes.
    fn holds(&self, used: &Use, class: ClassId, lock: &str) -> Option<bool> {
        let expected = self.expected(used, class, lock)?;
        let name = simple(self.analysis.solver().hierarchy().name(class).as_str()).to_owned();
        let field = lock.strip_prefix("this.").unwrap_or(lock);
        let is_it = |held: &&HeldLock| match &expected {
            Expected::Objects(objects) => {
                let is_one = |obj: &Obj| objects.contains(obj) || objects.contains(&obj.mirror());
                held.may_objs.iter().any(is_one)
                    || self.locks(std::slice::from_ref(*held))[0].name == format!("{name}.{field}")
            }
            Expected::Class(wanted) => {
                let lock = self.locks(std::slice::from_ref(*held))[0].name.replace('$', ".");
                let class = lock.strip_suffix(".class");
                class.is_some_and(|class| class == wanted || class.ends_with(&format!(".{wanted}")))
            }
        };
        let held: Vec<&HeldLock> = used.access.locks.iter().filter(is_it).collect();
        let is_reader = |held: &&HeldLock| held.mode == models::LockMode::Read;
        (!held.is_empty())
            .then(|| used.access.kind == AccessKind::Write && held.iter().all(is_reader))
    }

    /// What the text of an annotation means; none if it is not understood.
    fn expected(&self, used: &Use, class: ClassId, lock: &str) -> Option<Expected> {
        let hierarchy = self.analysis.solver().hierarchy();
        let lock = lock.trim();
        if let Some(name) = lock.strip_suffix(".class") {
            let name = name.rsplit(['/', '$']).next()?;
            // A package has a small initial; a nested class is written with its outer one or without.
            let parts: Vec<&str> = name.split('.').collect();
            let first = parts.iter().position(|part| part.starts_with(char::is_uppercase))?;
            return Some(Expected::Class(parts[first..].join(".")));
        }
        let own = used.objs.clone();
        let own_name = simple(hierarchy.name(class).as_str());
        if lock == "this" || lock.strip_suffix(".this").is_some_and(|of| own_name.ends_with(of)) {
            return Some(Expected::Objects(own)).filter(|_| !used.objs.is_empty());
        }
        if lock.ends_with(".this") {
            let outer = hierarchy
                .fields(class)
                .find(|&field| hierarchy.field(field).name.as_str().starts_with("this$"))?;
            return Some(Expected::Objects(self.through(&own, outer)));
        }
        // To lock it, it has to be read: what counts is what is done to it, which races tell.
        if matches!(lock, "itself" | "<self>" | "self") {
            return None;
        }
        let mut at = (class, own);
        let parts: Vec<&str> = lock.strip_prefix("this.").unwrap_or(lock).split('.').collect();
        let mut parts = parts.into_iter().peekable();
        // `Name.lock`: another class, unless it is a field.
        if let Some(first) = parts.peek()
            && self.member(at.0, first).is_none()
        {
            let of = self.class_called(at.0, first)?;
            at.0 = of;
            parts.next();
        }
        for part in parts {
            let field = self.member(at.0, part)?;
            let objects = self.through(&at.1, field);
            let Type::Ref(ty) = hierarchy.field(field).ty else { return None };
            at = (hierarchy.class(ty)?, objects);
        }
        Some(Expected::Objects(at.1))
    }

    /// What a field of objects holds, or a static field.
    fn through(&self, objects: &[Obj], field: FieldId) -> Vec<Obj> {
        let solver = self.analysis.solver();
        let mut held: Vec<Obj> =
            solver.static_points_to(field).map(|set| set.iter().collect()).unwrap_or_default();
        if let Some(slot) = solver.slot_id(SlotKind::Field(field)) {
            for &object in objects {
                held.extend(solver.field_points_to(object, slot).iter().flat_map(|set| set.iter()));
            }
        }
        held
    }

    /// The field of a class, or of one above it, that a part of an expression means: by name, or as what a method returns.
    fn member(&self, class: ClassId, part: &str) -> Option<FieldId> {
        let hierarchy = self.analysis.solver().hierarchy();
        let mut class = Some(class);
        while let Some(at) = class {
            let found = match part.strip_suffix("()") {
                None => {
                    hierarchy.fields(at).find(|&field| hierarchy.field(field).name.as_str() == part)
                }
                Some(method) => self.getter(at, method),
            };
            if found.is_some() {
                return found;
            }
            class = hierarchy.super_class(at);
        }
        None
    }

    /// The field that a method returns.
    fn getter(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let solver = self.analysis.solver();
        let hierarchy = solver.hierarchy();
        let method = hierarchy.methods(class).find(|&method| {
            let decl = hierarchy.method(method);
            decl.name.as_str() == name && decl.ty.parameters().is_empty()
        })?;
        let body = solver.body(method)?;
        let returned = body.insts.values().find_map(|inst| match inst.op {
            Op::Return(Some(value)) => Some(value),
            _ => None,
        })?;
        match body.insts[body.values[returned].def].op {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                let data = field.data();
                hierarchy.declared_field(hierarchy.class(data.class)?, data.name, data.ty)
            }
            _ => None,
        }
    }

    /// A class by its simple name: of the same package, or one that the other is nested in.
    fn class_called(&self, from: ClassId, name: &str) -> Option<ClassId> {
        let hierarchy = self.analysis.solver().hierarchy();
        let own = hierarchy.name(from);
        let nested =
            own.as_str().rsplit('/').next().unwrap_or_default().split('$').any(|p| p == name);
        let package = own.as_str().rfind('/').map_or("", |end| &own.as_str()[..=end]);
        let of_package = hierarchy.class(Name::new(&format!("{package}{name}")));
        let outer = own.as_str().find(name).map(|at| &own.as_str()[..at + name.len()]);
        let outer = outer.filter(|_| nested).and_then(|outer| hierarchy.class(Name::new(outer)));
        outer.or(of_package)
    }
}

fn finding(
    rule: Rule,
    location: report::Location,
    access: report::Access,
    why: String,
) -> report::Race {
    report::Race {
        rule,
        location,
        earlier: access.clone(),
        later: access,
        count: 0,
        tier: report::Tier::Precise,
        is_unlikely: false,
        doubts: Vec::new(),
        why: Some(why),
        id: String::new(),
        in_loop: None,
        folded: Vec::new(),
    }
}

/// The writes of an immutable class to its own fields that do not stand in its constructors, or in what only these call.
fn writes_outside(class: &Class) -> Vec<report::Race> {
    let mut found = Vec::new();
    for method in class.methods.iter().filter(|method| !is_making(class, method)) {
        let Some(body) = method.body() else { continue };
        for inst in body.insts.values() {
            let Op::PutField { object, field, .. } = inst.op else { continue };
            let field = field.data();
            // What was just made, or copied, is nobody else's.
            let made = &body.insts[body.values[object].def].op;
            let is_new = matches!(made, Op::New(_) | Op::CheckCast { .. });
            if field.class != class.name || is_new {
                continue;
            }
            let location = report::Location {
                class: class.name.to_string(),
                field: Some(field.name.to_string()),
                is_static: false,
                holder: None,
            };
            let access = report::Access {
                kind: Kind::Write,
                site: AccessSite {
                    class: class.name.to_string(),
                    method: method.name.to_string(),
                    descriptor: method.ty.descriptor().to_string(),
                    file: class.source_file.map(|file| file.to_string()),
                    line: inst.line(),
                    offset: inst.offset,
                },
                thread: Some("any thread".to_owned()),
                stack: Vec::new(),
                started: None,
                locks: None,
                via: None,
                source: None,
                inside: Vec::new(),
            };
            let name = simple(class.name.as_str());
            let why = format!(
                "{name} is declared @Immutable, but {name}.{} is written outside of its constructors",
                field.name
            );
            found.push(finding(Rule::Immutable, location, access, why));
        }
    }
    found
}

/// Whether a method is a constructor, or private and called by constructors alone.
fn is_making(class: &Class, method: &Method) -> bool {
    if matches!(method.name.as_str(), "<init>" | "<clinit>") {
        return true;
    }
    let calls = |other: &&Method| {
        other.body().is_some_and(|body| {
            body.insts.values().any(|inst| match inst.op {
                Op::Invoke { method: called, .. } => {
                    let called = called.data();
                    (called.class, called.name, called.ty) == (class.name, method.name, method.ty)
                }
                _ => false,
            })
        })
    };
    let mut callers = class.methods.iter().filter(calls).peekable();
    method.flags.contains(classfile::MethodFlags::PRIVATE)
        && callers.peek().is_some()
        && callers.all(|caller| caller.name.as_str() == "<init>")
}
