//! How an object gets from where it is made to where it is accessed.
//!
//! A search backwards from the variable of the access, through the statements that the points-to sets come from: copies,
//! arguments, results, and what is stored where something is loaded. A shortest trail is told, of which only what stands in the
//! program is shown.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use ir::Inst;
use ir::body::Op;
use ir::hierarchy::{FieldId, MethodId};
use points_to::{CodeKey, New, Node, Obj, ObjKind, PointsToSet, Slot, SlotKind, Stmt, StmtId, Var};
use races::Site;
use report::simple;

use super::Namer;

/// How many places are looked at before a search is given up.
const MANY: usize = 200_000;

/// Where an object can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spot {
    Var(Node, Var),
    Field(Obj, Slot),
    Static(FieldId),
}

/// Statements by what they do.
pub(super) struct Trails<'n, 'a> {
    namer: &'n Namer<'a>,
    stores: HashMap<Slot, Vec<(Node, StmtId, Var, Var)>>,
    statics: HashMap<FieldId, Vec<(Node, StmtId, Var)>>,
    callees: HashMap<(Node, StmtId), Vec<Node>>,
    nodes: HashMap<MethodId, Vec<Node>>,
}

/// By spot: the one that is nearer to the access, and what leads there from here.
type Ways = HashMap<Spot, Option<(Spot, Option<String>)>>;

impl<'n, 'a> Trails<'n, 'a> {
    pub(super) fn new(namer: &'n Namer<'a>) -> Trails<'n, 'a> {
        let mut trails = Trails {
            namer,
            stores: HashMap::new(),
            statics: HashMap::new(),
            callees: HashMap::new(),
            nodes: HashMap::new(),
        };
        let solver = namer.analysis.solver();
        for node in solver.reachable() {
            if let CodeKey::Method(method) = solver.key(node) {
                trails.nodes.entry(method).or_default().push(node);
            }
            for (at, stmt) in (0..).zip(&solver.code_of(node).stmts) {
                let id = StmtId(at);
                match *stmt {
                    Stmt::Store { base, slot, from } => {
                        trails.stores.entry(slot).or_default().push((node, id, base, from));
                    }
                    Stmt::StoreStatic { field, from } => {
                        trails.statics.entry(field).or_default().push((node, id, from));
                    }
                    _ => {}
                }
            }
        }
        for (node, stmt, called) in solver.call_edges() {
            trails.callees.entry((node, stmt)).or_default().push(called.node);
        }
        trails
    }

    /// The steps from where an object is made to an access, in words; and how many other objects the access may mean.
    pub(super) fn trail(&self, obj: Obj, site: Site) -> Option<(Vec<String>, usize)> {
        let starts = self.starts(obj, site);
        let &(node, var) = starts.first()?;
        let others = self.set(node, var).len().saturating_sub(1);
        let mut ways: Ways = HashMap::new();
        let mut pending = VecDeque::new();
        for (node, var) in starts {
            ways.insert(Spot::Var(node, var), None);
            pending.push_back(Spot::Var(node, var));
        }
        while let Some(spot) = pending.pop_front() {
            if self.is_origin(obj, spot) {
                return Some((told(&ways, spot), others));
            }
            if ways.len() > MANY {
                break;
            }
            for (next, label) in self.before(obj, spot) {
                if let Entry::Vacant(way) = ways.entry(next) {
                    way.insert(Some((spot, label)));
                    pending.push_back(next);
                }
            }
        }
        None
    }

    /// The variables that have the object where it is accessed.
    fn starts(&self, obj: Obj, site: Site) -> Vec<(Node, Var)> {
        let solver = self.namer.analysis.solver();
        let Some(body) = solver.body(site.method) else { return Vec::new() };
        let values = match body.insts[site.inst].op {
            Op::GetField { object, .. } | Op::PutField { object, .. } => vec![object],
            Op::ArrayLoad { array, .. } | Op::ArrayStore { array, .. } => vec![array],
            Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => body.list(args).to_vec(),
            _ => Vec::new(),
        };
        let mut starts = Vec::new();
        for &node in self.nodes.get(&site.method).into_iter().flatten() {
            let vars = &solver.code_of(node).values;
            for value in &values {
                let index = ir::entity::EntityId::index(*value);
                let var = vars.get(index).copied().flatten();
                starts.extend(var.filter(|&var| self.has(node, var, obj)).map(|var| (node, var)));
            }
        }
        starts
    }

    fn set(&self, node: Node, var: Var) -> &PointsToSet {
        self.namer.analysis.solver().points_to(node, var)
    }

    /// What holds for one thread of a kind holds for the other.
    fn has(&self, node: Node, var: Var, obj: Obj) -> bool {
        is_in(self.set(node, var), obj)
    }

    fn is_origin(&self, obj: Obj, spot: Spot) -> bool {
        let Spot::Var(node, var) = spot else { return false };
        let solver = self.namer.analysis.solver();
        let code = solver.code_of(node);
        code.defs.of(var).iter().any(|&id| match (code.stmt(id), &solver.obj(obj).kind) {
            (Stmt::New { ordinal, what: New::Site(_), .. }, ObjKind::Site(made, own)) => {
                ordinal == own && *made == solver.code_id_of(node)
            }
            (Stmt::New { what: New::Site(_), .. }, _) => false,
            (Stmt::New { .. }, kind) => !matches!(kind, ObjKind::Site(..)),
            _ => false,
        })
    }

    /// Where an object was just before, and what brought it here.
    fn before(&self, obj: Obj, spot: Spot) -> Vec<(Spot, Option<String>)> {
        match spot {
            Spot::Var(node, var) => self.before_var(obj, node, var),
            Spot::Field(owner, slot) => {
                let name = self.slot_name(owner, slot);
                let stores = self.stores.get(&slot).into_iter().flatten();
                let stores = stores.filter(|&&(node, _, base, from)| {
                    self.has(node, from, obj) && self.has(node, base, owner)
                });
                let one = |&(node, stmt, _, from): &(Node, StmtId, Var, Var)| {
                    (Spot::Var(node, from), self.label(node, stmt, &format!("stored in {name}")))
                };
                stores.map(one).collect()
            }
            Spot::Static(field) => {
                let name = self.field_name(field);
                let stores = self.statics.get(&field).into_iter().flatten();
                let stores = stores.filter(|&&(node, _, from)| self.has(node, from, obj));
                let one = |&(node, stmt, from): &(Node, StmtId, Var)| {
                    (Spot::Var(node, from), self.label(node, stmt, &format!("stored in {name}")))
                };
                stores.map(one).collect()
            }
        }
    }

    fn before_var(&self, obj: Obj, node: Node, var: Var) -> Vec<(Spot, Option<String>)> {
        let solver = self.namer.analysis.solver();
        let code = solver.code_of(node);
        let mut found = Vec::new();
        for &id in code.defs.of(var) {
            match code.stmt(id) {
                Stmt::Copy { from, .. } if self.has(node, *from, obj) => {
                    found.push((Spot::Var(node, *from), None));
                }
                Stmt::Load { base, slot, .. } => {
                    for owner in self.set(node, *base).iter() {
                        let held = solver.field_points_to(owner, *slot);
                        if held.is_some_and(|held| is_in(&held, obj)) {
                            let what = format!("read from {}", self.slot_name(owner, *slot));
                            found.push((Spot::Field(owner, *slot), self.label(node, id, &what)));
                        }
                    }
                }
                Stmt::LoadStatic { field, .. } => {
                    let what = format!("read from {}", self.field_name(*field));
                    found.push((Spot::Static(*field), self.label(node, id, &what)));
                }
                Stmt::Call(_) => {
                    for &callee in self.callees.get(&(node, id)).into_iter().flatten() {
                        let ret = solver.code_of(callee).ret;
                        if let Some(ret) = ret.filter(|&ret| self.has(callee, ret, obj)) {
                            let what = format!("returned by {}", self.method_name(callee));
                            found.push((Spot::Var(callee, ret), self.label(node, id, &what)));
                        }
                    }
                }
                _ => {}
            }
        }
        let position = code.params.iter().position(|param| *param == Some(var));
        for caller in position.into_iter().flat_map(|_| solver.callers(node)) {
            let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt) else { continue };
            let arg = position.and_then(|at| call.args.get(at).copied().flatten());
            if let Some(arg) = arg.filter(|&arg| self.has(caller.node, arg, obj)) {
                let what = format!("passed to {}", self.method_name(node));
                let label = self.label(caller.node, caller.stmt, &what);
                found.push((Spot::Var(caller.node, arg), label));
            }
        }
        found
    }

    /// What a statement does, if it stands in the program: in the instruction, or in the call that a summary stands for.
    fn label(&self, node: Node, stmt: StmtId, what: &str) -> Option<String> {
        let analysis = self.namer.analysis;
        let outer = analysis.outer_call(node);
        let (body, stmt) = outer.unwrap_or((node, stmt));
        let CodeKey::Method(method) = analysis.solver().key(body) else { return None };
        let inst: Inst = analysis.inst_at(body, stmt)?;
        let name = analysis.method_name(method);
        // What one call of a library does inside is told once.
        let is_inner = outer.is_some() && what.contains("passed to");
        (analysis.is_application(name.class) && !is_inner)
            .then(|| format!("{what} at {}", self.namer.position(Site { method, inst })))
    }

    fn method_name(&self, node: Node) -> String {
        match self.namer.analysis.solver().key(node) {
            CodeKey::Method(method) => {
                let name = self.namer.analysis.method_name(method);
                report::method(name.class.as_str(), name.name.as_str())
            }
            _ => "a lambda expression".to_owned(),
        }
    }

    fn slot_name(&self, owner: Obj, slot: Slot) -> String {
        let solver = self.namer.analysis.solver();
        match solver.slot(slot) {
            SlotKind::Field(field) => self.field_name(field),
            SlotKind::Element => "an array".to_owned(),
            SlotKind::Capture(_) => "what a lambda expression captures".to_owned(),
            SlotKind::State(_) => match solver.class_of(owner).ty {
                ir::Type::Ref(class) => format!("the {}", simple(class.as_str())),
                _ => "a library object".to_owned(),
            },
        }
    }

    fn field_name(&self, field: FieldId) -> String {
        let hierarchy = self.namer.analysis.solver().hierarchy();
        let decl = hierarchy.field(field);
        format!("{}.{}", simple(hierarchy.name(decl.class).as_str()), decl.name)
    }
}

fn is_in(set: &PointsToSet, obj: Obj) -> bool {
    set.contains(obj) || set.contains(obj.mirror())
}

/// The labels on the way from a spot to the access; each once where several follow that say the same.
fn told(ways: &Ways, from: Spot) -> Vec<String> {
    let mut steps = Vec::new();
    let mut at = from;
    while let Some(Some((next, label))) = ways.get(&at) {
        steps.extend(label.clone());
        at = *next;
    }
    steps.dedup();
    steps
}
