//! Which drivers read and write the state of their receiver.
//!
//! The state of an object is everything that was reachable from it before the driver began, up to objects of the program.
//! Bodies read and write fields and elements, summaries say that they read and write. What cannot race does not count:
//! final and volatile fields, and the code of classes that are thread-safe.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use classfile::FieldFlags;
use ir::body::Op;
use ir::entity::EntityId as _;
use ir::{FieldRef, MethodType, Name, Value};
use models::{Effect, Models, Property};
use points_to::{CodeKey, Node, Obj, ObjKind, PointerKind, Solver};

use super::library::Library;
use super::policy::is_helper;
use super::seen::{self, Driver, Seen, Watched};

/// Fields that are written by those who read.
const CACHES: &str = include_str!("caches.txt");

const READS: &str = "reads the receiver";
const WRITES: &str = "writes the receiver";

/// What the drivers do to their receivers.
pub fn of(solver: &Solver, watched: &Watched, library: &Library) -> Seen {
    let states = states(solver, watched);
    let mut fields = Fields { library, plain: HashMap::new() };
    let mut found = Seen::new();
    for node in solver.reachable() {
        let Some(driver) = watched.watched_driver(solver, node) else { continue };
        let (Some(state), Some((class, _))) = (states.get(driver), seen::method_of(solver, node))
        else {
            continue;
        };
        let accesses = match solver.code_of(node).is_summary {
            true => said(solver, node, class),
            false if is_safe(class) => Vec::new(),
            false => done(solver, node, class, &mut fields),
        };
        let accesses =
            accesses.iter().filter(|(_, objs)| objs.iter().any(|obj| state.contains(obj)));
        let facts = accesses.map(|(access, _)| (*access).to_owned());
        found.entry(driver.clone()).or_default().extend(facts);
    }
    found
}

/// Who writes may also read.
pub fn with_implied(facts: &mut BTreeSet<String>) {
    if facts.contains(WRITES) {
        facts.insert(READS.to_owned());
    }
}

fn is_safe(class: &str) -> bool {
    let safe = [Property::ThreadSafe, Property::TransitivelyThreadSafe, Property::Immutable];
    safe.iter().any(|&property| Models::jdk().has_property(class, property).is_some())
}

/// By driver: the objects that its receiver consists of.
fn states(solver: &Solver, watched: &Watched) -> BTreeMap<Driver, HashSet<Obj>> {
    let mut inside: HashMap<Obj, Vec<Obj>> = HashMap::new();
    for (pointer, objs) in solver.pointers() {
        if let PointerKind::Field(owner, _) = pointer {
            inside.entry(owner).or_default().extend(objs.iter());
        }
    }
    let mut states: BTreeMap<Driver, HashSet<Obj>> = BTreeMap::new();
    for node in solver.reachable() {
        let (Some(_), Some((driver, _)), Some(result)) = (
            watched.receiver_of_maker(solver, node),
            watched.driver(solver, node),
            solver.code_of(node).ret,
        ) else {
            continue;
        };
        let mut left: Vec<Obj> = solver.points_to(node, result).iter().collect();
        // What a thread-safe object consists of is guarded by it.
        let class_of = |obj: &Obj| solver.hierarchy().name(solver.class_of(*obj).class).as_str();
        if left.iter().all(|obj| is_safe(class_of(obj))) {
            continue;
        }
        let state = states.entry(driver.clone()).or_default();
        while let Some(obj) = left.pop() {
            if is_old(solver, obj) && state.insert(obj) {
                left.extend(inside.get(&obj).into_iter().flatten());
            }
        }
    }
    states
}

/// Whether an object of the library was there before what is watched began.
fn is_old(solver: &Solver, obj: Obj) -> bool {
    let data = solver.obj(obj);
    let made_by = solver.contexts().get(data.heap).thread;
    let class = solver.class_of(obj);
    let is_own = solver.hierarchy().name(class.class).as_str().starts_with("app/");
    matches!(data.kind, ObjKind::Site(..))
        && made_by.is_some_and(|thread| is_helper(solver.contexts(), thread))
        && !is_own
}

type Accesses = Vec<(&'static str, Vec<Obj>)>;

/// What a summary says.
fn said(solver: &Solver, node: Node, class: &str) -> Accesses {
    let CodeKey::Method(method) = solver.key(node) else { return Vec::new() };
    let decl = solver.hierarchy().method(method);
    let model = Models::jdk().method(class, decl.name.as_str(), decl.ty.descriptor().as_str());
    let params = &solver.code_of(node).params;
    let effects = model.map(|model| model.effects.as_slice()).unwrap_or_default();
    let access = |effect: &Effect| {
        let (what, base) = match effect {
            Effect::Reads { base, .. } => (READS, base),
            Effect::Writes { base, .. } => (WRITES, base),
            _ => return None,
        };
        let var = params.get(usize::from(base.0)).copied().flatten()?;
        Some((what, solver.points_to(node, var).iter().collect()))
    };
    effects.iter().filter_map(access).collect()
}

/// What a body does.
fn done(solver: &Solver, node: Node, class: &str, fields: &mut Fields) -> Accesses {
    let CodeKey::Method(method) = solver.key(node) else { return Vec::new() };
    let decl = solver.hierarchy().method(method);
    let Some(class) = fields.library.class(Name::new(class)) else { return Vec::new() };
    let is_meant = |method: &&ir::class::Method| is_method(method, decl.name, decl.ty);
    let Some(body) = class.methods.iter().find(is_meant).and_then(|method| method.body()) else {
        return Vec::new();
    };
    let values = &solver.code_of(node).values;
    let mut accesses = Accesses::new();
    for (_, inst) in body.insts.iter() {
        let (what, base): (_, Value) = match inst.op {
            Op::GetField { object, field } if fields.is_plain(field) => (READS, object),
            Op::PutField { object, field, .. } if fields.is_plain(field) => (WRITES, object),
            Op::ArrayLoad { array, .. } => (READS, array),
            Op::ArrayStore { array, .. } => (WRITES, array),
            _ => continue,
        };
        if let Some(var) = values.get(base.index()).copied().flatten() {
            accesses.push((what, solver.points_to(node, var).iter().collect()));
        }
    }
    accesses
}

fn is_method(method: &ir::class::Method, name: Name, ty: MethodType) -> bool {
    method.name == name && method.ty == ty
}

/// Which fields can race.
struct Fields<'a> {
    library: &'a Library,
    plain: HashMap<FieldRef, bool>,
}

impl Fields<'_> {
    fn is_plain(&mut self, field: FieldRef) -> bool {
        if let Some(&known) = self.plain.get(&field) {
            return known;
        }
        let data = field.data();
        let mut class = self.library.class(data.class);
        let mut is_plain = false;
        while let Some(at) = class {
            if let Some(declared) = at.fields.iter().find(|declared| declared.name == data.name) {
                let name = format!("{}.{}", at.name, data.name);
                is_plain = !declared.flags.intersects(FieldFlags::FINAL | FieldFlags::VOLATILE)
                    && !CACHES.lines().any(|line| line == name);
                break;
            }
            class = at.super_class.and_then(|name| self.library.class(name));
        }
        self.plain.insert(field, is_plain);
        is_plain
    }
}

/// Checks that each field that is left out is one of some JDK.
pub fn check_caches(libraries: &[Library]) {
    let is_there = |name: &str| {
        libraries.iter().any(|library| {
            let (class, field) = name.rsplit_once('.').expect("caches.txt: class.field");
            let class = library.class(Name::new(class));
            class.is_some_and(|class| class.fields.iter().any(|it| it.name.as_str() == field))
        })
    };
    let names = CACHES.lines().filter(|line| !line.starts_with('#'));
    let wrong: Vec<&str> = names.filter(|name| !is_there(name)).collect();
    assert!(wrong.is_empty() || libraries.is_empty(), "caches.txt: no JDK has {wrong:?}");
}
