//! How a thread came by an object: it made it, was started with it, took it out of something, or found it where others find it.
//!
//! ```java
//! Order order = queue.take();                 // taken: nobody else gets it there
//! work.accept(order);                         // the same object, wherever it goes from here
//! new Handle(pool, order).close();            // and what only this thread has leads to it
//! for (…) new Thread(new Session()).start();  // `this` of each session is what its thread was started with
//! registry.get(name).count++;                 // found
//! ```
//!
//! Points-to sets tell which objects a variable may have, whoever has them; a registry that knows all sessions makes them all
//! one for every thread. So it is asked of the *variable*: it is followed back through copies, parameters and results, in the code that the
//! thread runs, library code included, to all places where the thread may have got the object. Of what is loaded from another
//! object it is asked how the thread came by that one, and if nobody else has it, who put the object there.
//!
//! It is not known that nobody keeps a reference, so this is a doubt, not a proof.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::ClassId;
use models::{Effect, ForkKind, Property};
use points_to::{CodeKey, New, Node, Obj, ObjKind, PointsToSet, Slot, SlotKind, Stmt, StmtId, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elements::Elements;
use crate::filter::model;
use crate::identity::is_current_thread;
use crate::locality::{HeapStore, Locality};
use crate::node_set::NodeSet;
use crate::objects::plain;
use crate::paths::Path;
use crate::program::{Program, slot_of};
use crate::result::ThreadId;
use crate::taken::{Claimed, Taken};
use crate::threads::{Start, Threads};

pub(crate) struct Custodies<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) threads: &'a Threads,
    pub(crate) locality: &'a Locality<'a>,
    elements: Rc<Elements<'a>>,
    /// All code that a thread runs, glue too.
    nodes: RefCell<FxHashMap<ThreadId, Rc<NodeSet>>>,
    known: RefCell<FxHashMap<Asked, Custody>>,
    /// What is claimed in a body.
    claimed: RefCell<FxHashMap<Node, Rc<[Claimed]>>>,
    /// What is being asked: it adds nothing to itself.
    asked: RefCell<FxHashSet<Asked>>,
    /// Whether an answer depends on one that was not there yet.
    is_partial: Cell<bool>,
    /// How many variables the question has led to so far.
    steps: Cell<usize>,
}

/// A variable with an object in it, as a thread has it, and where it is used, if that is in the same body.
type Asked = (ThreadId, Node, Var, Obj, Option<Inst>, Among);

/// Among whom it is asked whether a thread has an object for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Among {
    /// The instances of the thread.
    ItsKind,
    /// All threads.
    All,
}

/// The ways in which a thread may have come by an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Custody {
    /// It made it.
    pub(crate) is_made: bool,
    /// It was started with it, and no other instance was.
    pub(crate) is_started: bool,
    /// It was started for it, as one of the elements of a collection.
    pub(crate) is_for_element: bool,
    /// It was started with what another one had that was started with it, and passed it on.
    pub(crate) is_relayed: bool,
    /// It is what there is one of for each thread, or has it from there.
    pub(crate) is_per_thread: bool,
    /// It does not have it: others have put it where there is another one for each thread.
    is_absent: bool,
    /// It took it out of something that others have, too.
    pub(crate) is_taken: bool,
    /// It found it where others find it, or in a way that is not known.
    pub(crate) is_found: bool,
    /// Whether it may have taken it otherwise than by the loads in [`Custody::replaced`].
    is_taken_otherwise: bool,
    /// The loads that took it from a field, since something else was put there.
    replaced: Vec<(Node, Inst)>,
    /// What it took it out of, and where.
    pub(crate) from: PointsToSet,
    pub(crate) sites: Vec<(Node, Inst)>,
    /// What it found it in, as far as that is known.
    pub(crate) found_in: PointsToSet,
    /// Whether it may have found it elsewhere.
    pub(crate) is_unknown: bool,
}

impl Custody {
    fn found() -> Custody {
        Custody { is_found: true, is_unknown: true, ..Custody::default() }
    }

    fn found_in(holder: Obj) -> Custody {
        Custody { is_found: true, found_in: PointsToSet::of(plain(holder)), ..Custody::default() }
    }

    fn relayed() -> Custody {
        Custody { is_relayed: true, ..Custody::default() }
    }

    fn absent() -> Custody {
        Custody { is_absent: true, ..Custody::default() }
    }

    /// Adds other ways.
    pub(crate) fn add(&mut self, other: &Custody) {
        self.is_made |= other.is_made;
        self.is_started |= other.is_started;
        self.is_for_element |= other.is_for_element;
        self.is_relayed |= other.is_relayed;
        self.is_per_thread |= other.is_per_thread;
        self.is_absent |= other.is_absent;
        self.is_taken |= other.is_taken;
        self.is_taken_otherwise |= other.is_taken_otherwise;
        self.is_found |= other.is_found;
        for &load in &other.replaced {
            if !self.replaced.contains(&load) {
                self.replaced.push(load);
            }
        }
        self.from.union(&other.from);
        for &site in &other.sites {
            if !self.sites.contains(&site) {
                self.sites.push(site);
            }
        }
        self.found_in.union(&other.found_in);
        self.is_unknown |= other.is_unknown;
    }

    /// Whether the thread has had it from the beginning, of the object or of its own.
    pub(crate) fn is_own(&self) -> bool {
        let has = self.is_made || self.is_started || self.is_relayed || self.is_per_thread;
        (has || self.is_absent) && !self.is_taken && !self.is_found
    }

    /// Whether the thread never has the object, as far as is known: what it finds in the same place is another one.
    pub(crate) fn is_of_others(&self) -> bool {
        *self == Custody::absent()
    }

    /// Whether no other thread can have it, unless it is given to one.
    pub(crate) fn is_made_only(&self) -> bool {
        (self.is_made || self.is_per_thread)
            && !self.is_started
            && !self.is_relayed
            && !self.is_taken
            && !self.is_found
    }

    /// Whether it can only have been started with it, as far as is known: what is being asked adds nothing to itself.
    fn is_passed_on(&self) -> bool {
        !self.is_made && !self.is_per_thread && !self.is_absent && !self.is_taken && !self.is_found
    }

    fn take(&mut self) {
        self.is_taken = true;
        self.is_taken_otherwise = true;
    }

    fn replace(&mut self, load: Option<(Node, Inst)>) {
        self.is_taken = true;
        self.replaced.extend(load);
    }

    /// The loads that took it from fields, if it came by it in no other way.
    pub(crate) fn replaced(&self) -> Option<&[(Node, Inst)]> {
        let is_otherwise = self.is_made
            || self.is_started
            || self.is_relayed
            || self.is_per_thread
            || self.is_absent
            || self.is_found;
        (self.is_taken && !self.is_taken_otherwise && !is_otherwise).then_some(&self.replaced)
    }

    /// Whether it has it for itself, for a while at least.
    pub(crate) fn is_kept(&self) -> bool {
        (self.is_own() || self.is_taken) && !self.is_found
    }
}

/// Through how many objects the way to an object may lead, and through how many variables. Beyond that it counts as found.
const DEPTH: usize = 6;
const MANY: usize = 500;

impl<'a> Custodies<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        locality: &'a Locality<'a>,
        elements: Rc<Elements<'a>>,
    ) -> Custodies<'a> {
        Custodies {
            program,
            threads,
            locality,
            elements,
            nodes: RefCell::default(),
            known: RefCell::default(),
            claimed: RefCell::default(),
            asked: RefCell::default(),
            is_partial: Cell::new(false),
            steps: Cell::new(0),
        }
    }

    /// How a thread came by the object that a variable has when an instruction of its body is carried out.
    pub(crate) fn of(
        &self,
        taken: &Taken<'_>,
        (thread, among): (ThreadId, Among),
        (node, var, at): (Node, Var, Option<Inst>),
        obj: Obj,
    ) -> Custody {
        let at = match self.is_claimed(taken, node, var, at) {
            true => at,
            false => self.where_it_matters(node, var, at),
        };
        self.ask(taken, (thread, node, var, plain(obj), at, among), DEPTH)
    }

    /// Where a variable is used, if what it has may depend on that: what a parameter has does not.
    fn where_it_matters(&self, node: Node, var: Var, at: Option<Inst>) -> Option<Inst> {
        at.filter(|_| !self.program.solver.code_of(node).defs.of(var).is_empty())
    }

    fn ask(&self, taken: &Taken<'_>, asked: Asked, depth: usize) -> Custody {
        if let Some(known) = self.known.borrow().get(&asked) {
            return known.clone();
        }
        if depth == 0 {
            return Custody::found();
        }
        if !self.asked.borrow_mut().insert(asked) {
            self.is_partial.set(true);
            return Custody::default();
        }
        let is_first = self.asked.borrow().len() == 1;
        if is_first {
            self.steps.set(0);
        }
        let was_partial = self.is_partial.replace(false);
        let custody = self.trace(taken, asked, depth);
        self.asked.borrow_mut().remove(&asked);
        if is_first || !self.is_partial.get() && depth == DEPTH {
            self.known.borrow_mut().insert(asked, custody.clone());
        }
        self.is_partial.set(!is_first && (was_partial || self.is_partial.get()));
        custody
    }

    /// Goes back from a variable to all places where the thread may have got the object.
    fn trace(
        &self,
        taken: &Taken<'_>,
        (thread, node, var, obj, at, among): Asked,
        depth: usize,
    ) -> Custody {
        let solver = self.program.solver;
        let nodes = self.nodes(thread);
        let has = |node: Node, var: Var| {
            let objs = solver.points_to(node, var);
            objs.contains(obj) || objs.contains(obj.mirror())
        };
        let mut custody = Custody::default();
        let mut pending = vec![(node, var, at)];
        let mut seen = FxHashSet::default();
        while let Some((node, var, at)) = pending.pop() {
            if custody.is_unknown {
                break;
            }
            let is_claimed = has(node, var) && self.is_claimed(taken, node, var, at);
            let at = self.where_it_matters(node, var, at);
            if !has(node, var) || !seen.insert((node, var, at)) {
                continue;
            }
            if is_claimed {
                custody.take();
                continue;
            }
            if depth == DEPTH
                && let Some(known) = self.known.borrow().get(&(thread, node, var, obj, at, among))
            {
                custody.add(known);
                continue;
            }
            self.steps.set(self.steps.get() + 1);
            if self.steps.get() > MANY {
                return Custody::found();
            }
            let code = solver.code_of(node);
            if code.params.contains(&Some(var)) {
                let asked = (thread, node, var, obj, at, among);
                let (started, callers) = self.given(taken, asked, &nodes, depth);
                custody.add(&started);
                pending.extend(callers);
            }
            for &id in code.defs.of(var) {
                let inst = code.insts.get(id.0 as usize).copied().flatten();
                if let Some(marks) = self.marks(taken, node, inst, at) {
                    custody.take();
                    custody.from.union(&marks);
                    continue;
                }
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push((node, *from, at)),
                    Stmt::New { what: New::Site(_), .. } => custody.is_made = true,
                    Stmt::New { what: New::Merged(_), .. } if !self.is_constant(node, inst) => {
                        custody.is_made = true;
                    }
                    Stmt::Call(_) if self.is_exchange(taken, node, inst) => custody.take(),
                    // A thread is itself, whoever else knows it.
                    Stmt::Call(_) if self.is_itself(node, inst) => custody.is_per_thread = true,
                    Stmt::Call(_) if self.is_canonical(node, inst) => {
                        custody.add(&Custody::found());
                    }
                    Stmt::Call(_) => pending.extend(self.returned(node, id)),
                    Stmt::Load { base, .. } if self.is_replaced(taken, node, inst, at) => {
                        custody.replace(inst.map(|inst| (node, inst)));
                        custody.from.union(solver.points_to(node, *base));
                    }
                    Stmt::LoadStatic { .. } if self.is_replaced(taken, node, inst, at) => {
                        custody.replace(inst.map(|inst| (node, inst)));
                    }
                    Stmt::Load { base, slot, .. } => {
                        let load = (node, *base, *slot);
                        let tell = |way| {
                            match way {
                                Way::Custody(other) => custody.add(&other),
                                Way::From(node, var) => pending.push((node, var, None)),
                            }
                            match custody.is_unknown {
                                true => ControlFlow::Break(()),
                                false => ControlFlow::Continue(()),
                            }
                        };
                        // Whether it said all or enough is the same.
                        let _ = self.load(taken, (thread, among, &nodes), load, obj, depth, tell);
                    }
                    // What it makes is looked at below.
                    Stmt::Rule(_) => {}
                    _ => custody.add(&Custody::found()),
                }
            }
            if solver.made_stmts(node).iter().any(|stmt| stmt.to() == Some(var)) {
                custody.add(&Custody::found());
            }
        }
        custody
    }

    /// Whether a call returns the thread that carries it out.
    fn is_itself(&self, node: Node, call: Option<Inst>) -> bool {
        let (Some(info), Some(call)) = (self.program.node(node), call) else { return false };
        match info.body.insts[call].op {
            Op::Invoke { method, .. } => is_current_thread(self.program, method),
            _ => false,
        }
    }

    /// Whether an instruction is a constant, which is one object for all.
    fn is_constant(&self, node: Node, inst: Option<Inst>) -> bool {
        let info = self.program.node(node).zip(inst);
        info.is_some_and(|(info, inst)| matches!(info.body.insts[inst].op, Op::Const(_)))
    }

    /// Whether a call returns what others get, too, who call it for something equal.
    fn is_canonical(&self, node: Node, call: Option<Inst>) -> bool {
        let (Some(info), Some(call)) = (self.program.node(node), call) else { return false };
        let Op::Invoke { method, .. } = info.body.insts[call].op else { return false };
        let method = method.data();
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let models = self.program.solver.models();
        let model = models.method(class, name, method.ty.descriptor().as_str());
        let is_shared = |effect: &Effect| {
            matches!(effect, Effect::Property(Property::Canonical | Property::Boxed))
        };
        model.is_some_and(|model| model.effects.iter().any(is_shared))
    }

    /// What a parameter is given: by the start of the thread, and by the calls in it.
    fn given(
        &self,
        taken: &Taken<'_>,
        (thread, node, param, obj, _, among): Asked,
        nodes: &NodeSet,
        depth: usize,
    ) -> (Custody, Vec<(Node, Var, Option<Inst>)>) {
        let solver = self.program.solver;
        let starts = &self.threads.get(thread).starts;
        let params = &solver.code_of(node).params;
        let (mut custody, mut callers) = (Custody::default(), Vec::new());
        let is_root = self.threads.get(thread).roots.contains(&node);
        for (at, _) in params.iter().enumerate().filter(|(_, own)| **own == Some(param)) {
            // Glue that begins the thread gives it what it was started for.
            let is_for_element =
                is_root && self.elements.is_started_for(thread, node, at as u16, obj);
            custody.is_started |= is_for_element;
            custody.is_for_element |= is_for_element;
            for start in starts.iter().filter(|start| start.target == node && !is_for_element) {
                let relays = |start: &Start| {
                    let given = self.gives(start, at, obj);
                    given.is_some_and(|(_, var)| {
                        self.relays(taken, (thread, among), start, (var, obj), depth)
                    })
                };
                if relays(start) {
                    custody.is_relayed = true;
                } else if self.is_given_once(starts, start, at, obj, relays) {
                    custody.is_started = true;
                } else {
                    custody.add(&Custody::found());
                }
            }
            for caller in solver.callers(node) {
                let stmt = solver.stmt_of(caller.node, caller.stmt);
                let Stmt::Call(call) = stmt else { continue };
                let is_begin = is_for_element && self.program.node(caller.node).is_none();
                if call.fork.is_some() || !nodes.contains(caller.node) || is_begin {
                    continue;
                }
                if let Some(arg) = call.args.get(at).copied().flatten() {
                    let insts = &solver.code_of(caller.node).insts;
                    let inst = insts.get(caller.stmt.0 as usize).copied().flatten();
                    callers.push((caller.node, arg, inst));
                }
            }
        }
        // Who calls it is not known.
        if callers.is_empty() && custody == Custody::default() {
            custody = Custody::found();
        }
        (custody, callers)
    }

    /// Whether a start gives the thread another object each time, and no other start gives it the same, unless that passes it on.
    fn is_given_once(
        &self,
        starts: &[Start],
        start: &Start,
        at: usize,
        obj: Obj,
        relays: impl Fn(&Start) -> bool,
    ) -> bool {
        let Some((kind, var)) = self.gives(start, at, obj) else { return true };
        if kind == Some(ForkKind::Loop) {
            return false;
        }
        let mut others = starts.iter().filter(|other| other.fork != start.fork);
        at == 0 && self.locality.is_started_once(start)
            || self.locality.is_given_fresh(start, var, obj)
                && !others.any(|other| self.gives(other, at, obj).is_some() && !relays(other))
    }

    /// If a start may give an object for a parameter: how it forks, and the variable that it gives.
    fn gives(&self, start: &Start, at: usize, obj: Obj) -> Option<(Option<ForkKind>, Var)> {
        let solver = self.program.solver;
        let (node, stmt) = start.fork;
        let Stmt::Call(call) = solver.stmt_of(node, stmt) else { return None };
        let var = call.args.get(at).copied().flatten()?;
        let objs = solver.points_to(node, var);
        (objs.contains(obj) || objs.contains(obj.mirror())).then_some((call.fork, var))
    }

    /// Whether a start passes on what the thread that starts another one was started with itself. Whether it has done with it then
    /// is another question.
    fn relays(
        &self,
        taken: &Taken<'_>,
        (thread, among): (ThreadId, Among),
        start: &Start,
        (var, obj): (Var, Obj),
        depth: usize,
    ) -> bool {
        let node = start.fork.0;
        depth > 1
            && start.parents.contains(&thread)
            && start.parents.iter().all(|&parent| {
                let asked = (parent, node, var, obj, None, among);
                self.ask(taken, asked, depth - 1).is_passed_on()
            })
    }

    /// Whether all who store an object somewhere were started with it, and pass it on that way: who finds it there was started with
    /// what holds it.
    fn pass_on(
        &self,
        taken: &Taken<'_>,
        among: Among,
        store: &HeapStore,
        obj: Obj,
        depth: usize,
    ) -> bool {
        let by = self.threads.of(store.node);
        depth > 1
            && !by.is_empty()
            && self.is_for_start(store)
            && by.iter().all(|&thread| {
                let asked = (thread, store.node, store.from, plain(obj), None, among);
                self.ask(taken, asked, depth - 1).is_passed_on()
            })
    }

    /// Whether something is stored in what is given to one thread that is started.
    fn is_for_start(&self, store: &HeapStore) -> bool {
        let bases = self.program.solver.points_to(store.node, store.base);
        // Of its own kind, the one that it starts has what another one made.
        let is_given = |thread: ThreadId, base: Obj| {
            self.locality.is_local(thread, thread, plain(base).mirror())
        };
        let is_of_one = |thread: ThreadId| {
            !self.locality.may_load(thread, store.slot, bases)
                || bases.iter().all(|base| is_given(thread, base))
        };
        matches!(self.program.solver.slot(store.slot), SlotKind::Capture(_) | SlotKind::Field(_))
            && self.threads.ids().all(is_of_one)
    }

    /// Whether something is stored where it is no matter to a thread: others find it there, and that is how they came by it.
    fn is_for_others(
        &self,
        (thread, among): (ThreadId, Among),
        nodes: &NodeSet,
        store: &HeapStore,
    ) -> bool {
        let solver = self.program.solver;
        let into = solver.points_to(store.node, store.base);
        // Nobody of its kind has found it where it only puts things. What others have put elsewhere they may keep.
        let is_never_loaded =
            || nodes.contains(store.node) && !self.locality.may_load(thread, store.slot, into);
        // Others of its kind may have holders of their own; that somebody keeps a list of all is no matter among them.
        let is_held = || {
            let slot = solver.slot(store.slot);
            matches!(slot, SlotKind::Field(_) | SlotKind::Capture(_))
        };
        among == Among::ItsKind && !is_held() || is_never_loaded()
    }

    /// The variables that a call may return.
    fn returned(&self, node: Node, call: StmtId) -> Vec<(Node, Var, Option<Inst>)> {
        let solver = self.program.solver;
        let mut returned = Vec::new();
        for (_, called) in self.program.edges(node).filter(|(stmt, _)| *stmt == call) {
            let code = solver.code_of(called.node);
            let Some(ret) = code.ret else { continue };
            let Some(info) = self.program.node(called.node) else {
                returned.push((called.node, ret, None));
                continue;
            };
            returned.extend(info.body.insts.iter().filter_map(|(at, data)| match data.op {
                Op::Return(Some(value)) => {
                    let var = code.values.get(value.index()).copied().flatten()?;
                    Some((called.node, var, Some(at)))
                }
                _ => None,
            }));
        }
        returned
    }

    /// How an object is come by that is loaded from others, until enough is told.
    fn load(
        &self,
        taken: &Taken<'_>,
        (thread, among, nodes): (ThreadId, Among, &NodeSet),
        (node, base, slot): (Node, Var, Slot),
        obj: Obj,
        depth: usize,
        mut tell: impl FnMut(Way) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let solver = self.program.solver;
        // Of a part of what was taken: who finds it where threads hand things over is asked for that himself.
        let is_safe =
            |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::ThreadSafe);
        let is_handing_over = |into: &PointsToSet| !into.is_empty() && into.iter().all(is_safe);
        let bases = solver.points_to(node, base);
        if self.is_removal(taken, node, slot) {
            let from = bases.iter().map(plain).collect();
            let sites = self.locality.outer(node, None).into_iter().collect();
            let mut taken = Custody { from, sites, ..Custody::default() };
            taken.take();
            return tell(Way::Custody(taken));
        }
        if self.is_awaited(thread, node, bases) {
            return tell(Way::Custody(Custody { is_started: true, ..Custody::default() }));
        }
        for holder in bases.iter() {
            let held = solver.field_points_to(holder, slot);
            if !held.is_some_and(|held| held.contains(obj) || held.contains(obj.mirror())) {
                continue;
            }
            if self.steps.get() > MANY {
                return tell(Way::Custody(Custody::found()));
            }
            let asked = (thread, node, base, plain(holder), None, among);
            let is_per_thread =
                solver.has_property(solver.class_of(holder).class, Property::PerThread);
            let of_holder = match is_per_thread {
                true => Custody { is_per_thread, ..Custody::default() },
                false => self.ask(taken, asked, depth - 1),
            };
            if of_holder.is_found {
                tell(Way::Custody(Custody::found_in(holder)))?;
                continue;
            }
            if matches!(solver.slot(slot), SlotKind::Field(field) if taken.paths.is_owned(field)) {
                tell(Way::Custody(of_holder))?;
                continue;
            }
            let (mut others, mut parts) = (FxHashSet::default(), FxHashSet::default());
            let stores = self.locality.stores_of_obj(obj);
            let is_in_holder = |store: &HeapStore| {
                let into = solver.points_to(store.node, store.base);
                into.contains(plain(holder)) || into.contains(plain(holder).mirror())
            };
            let is_here = |store: &HeapStore| store.slot == slot && is_in_holder(store);
            // What is in something that was taken, another one has put there.
            let is_own = |store: &HeapStore| nodes.contains(store.node) && !of_holder.is_taken;
            // Where else others put it does not matter if they put nothing here, and what is here has a name by that: then it is
            // seen when the thread itself gives it away.
            let is_named = matches!(solver.slot(slot), SlotKind::Field(field) if taken.paths.is_constant(field));
            let is_by_others =
                !is_named || stores.iter().any(|(_, store)| is_here(store) && !is_own(store));
            for (_, store) in stores {
                let into = solver.points_to(store.node, store.base);
                let (is_own, is_here) = (is_own(store), is_here(store));
                if is_own && is_here {
                    if of_holder.is_started && self.pass_on(taken, among, store, obj, depth) {
                        tell(Way::Custody(Custody::relayed()))?;
                    }
                    tell(Way::From(store.node, store.from))?;
                }
                // Where each thread gets another one, it is no matter what others have elsewhere.
                let is_no_matter = || match is_per_thread {
                    true => !is_in_holder(store),
                    false => self.is_for_others((thread, among), nodes, store),
                };
                // What stands for all of a class is put anywhere.
                let is_merged = matches!(solver.obj(obj).kind, ObjKind::Merged);
                let is_away =
                    || is_merged || is_no_matter() || of_holder.is_taken && is_handing_over(into);
                if is_own || !is_by_others || !is_here && is_away() {
                    continue;
                }
                let is_fresh = self.locality.is_put_fresh(store, obj);
                if !is_fresh && self.pass_on(taken, among, store, obj, depth) {
                    if is_here {
                        tell(Way::Custody(Custody::relayed()))?;
                    }
                    continue;
                }
                if is_per_thread {
                    // What is set and what is inherited are two things, unless one object is both.
                    parts.insert(store.slot);
                    match (parts.len(), is_fresh) {
                        (1, true) => tell(Way::Custody(Custody::absent()))?,
                        (_, true) => tell(Way::Custody(of_holder.clone()))?,
                        (_, false) => tell(Way::Custody(Custody::found()))?,
                    }
                    continue;
                }
                // A part that was made for its holder goes with it.
                others.insert((solver.code_id_of(store.node), store.inst));
                match others.len() == 1 && is_fresh {
                    true if is_here => tell(Way::Custody(of_holder.clone()))?,
                    true => {}
                    false if is_here && is_safe(holder) => {
                        tell(Way::Custody(Custody::found_in(holder)))?;
                    }
                    false => tell(Way::Custody(Custody::found()))?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether only a thread puts an object into any of these, or another one that does so by the same code.
    pub(crate) fn are_filled_by(&self, thread: ThreadId, obj: Obj, into: &PointsToSet) -> bool {
        let (solver, nodes) = (self.program.solver, self.nodes(thread));
        let closed = into.closed();
        let runs = |node: Node| {
            let code = solver.code_id_of(node);
            nodes.contains(node) || nodes.iter().any(|own| solver.code_id_of(own) == code)
        };
        self.locality.stores_of_obj(obj).into_iter().all(|(_, store)| {
            runs(store.node) || !solver.points_to(store.node, store.base).intersects(&closed)
        })
    }

    /// Whether library code loads what it takes away.
    fn is_removal(&self, taken: &Taken<'_>, node: Node, slot: Slot) -> bool {
        let solver = self.program.solver;
        let CodeKey::Method(method) = solver.key(node) else { return false };
        let effects = model(solver, method).map_or(&[][..], |model| &model.effects);
        let slot = solver.slot(slot);
        let writes = |effect: &Effect| matches!(effect, Effect::Writes { field, .. } if slot_of(solver, field) == Some(slot));
        self.program.node(node).is_none()
            && effects.iter().any(writes)
            && taken.is_removal(method, slot)
            && !self.may_put(node, slot, 3)
    }

    /// Whether library code may put something where it takes something from: `computeIfAbsent`.
    fn may_put(&self, node: Node, slot: SlotKind, depth: usize) -> bool {
        let solver = self.program.solver;
        let puts = |stmt: &Stmt| matches!(stmt, Stmt::Store { slot: own, .. } if solver.slot(*own) == slot);
        solver.code_of(node).stmts.iter().any(puts)
            || depth > 0
                && self.program.edges(node).any(|(_, called)| {
                    self.program.node(called.node).is_none()
                        && self.may_put(called.node, slot, depth - 1)
                })
    }

    /// What is made for several threads, and an object is put into.
    pub(crate) fn shared_holders(&self, obj: Obj) -> PointsToSet {
        let solver = self.program.solver;
        let is_shared =
            |&of: &Obj| solver.has_property(solver.class_of(of).class, Property::ThreadSafe);
        let stores = self.locality.stores_of_obj(obj);
        let bases = stores.iter().flat_map(|(_, s)| solver.points_to(s.node, s.base).iter());
        bases.filter(is_shared).map(plain).collect()
    }

    /// Whether it is what a thread waits for before it begins that holds an object: then the object is for this thread.
    fn is_awaited(&self, thread: ThreadId, node: Node, bases: &PointsToSet) -> bool {
        let starts = &self.threads.get(thread).starts;
        self.program.node(node).is_none()
            && !starts.is_empty()
            && starts.iter().all(|start| start.awaits.intersects(bases))
    }

    fn is_exchange(&self, taken: &Taken<'_>, node: Node, call: Option<Inst>) -> bool {
        let info = self.program.node(node).zip(call);
        info.is_some_and(|(info, call)| taken.takes_turns(node, info, call))
    }

    /// If an instruction gets what it marks as its own: the marks.
    fn marks(
        &self,
        taken: &Taken<'_>,
        node: Node,
        inst: Option<Inst>,
        at: Option<Inst>,
    ) -> Option<PointsToSet> {
        let (info, inst) = self.program.node(node).zip(inst)?;
        let op = info.body.insts[inst].op;
        let gets = matches!(op, Op::ArrayLoad { .. } | Op::GetField { .. } | Op::Invoke { .. });
        let at = at.filter(|_| gets)?;
        taken.marks(node, info, inst, at)
    }

    /// Whether only who has claimed what a variable has carries out an instruction of its body.
    fn is_claimed(&self, taken: &Taken<'_>, node: Node, var: Var, at: Option<Inst>) -> bool {
        let (Some(info), Some(at)) = (self.program.node(node), at) else { return false };
        let known = self.claimed.borrow().get(&node).cloned();
        let claimed = known.unwrap_or_else(|| {
            let claimed: Rc<[Claimed]> = taken.claimed_in(node, info).into();
            self.claimed.borrow_mut().insert(node, Rc::clone(&claimed));
            claimed
        });
        if claimed.is_empty() {
            return false;
        }
        let values = &self.program.solver.code_of(node).values;
        let of = |value: Value| values.get(value.index()).copied().flatten();
        let has_path = |path: &Path| {
            let mut values = info.body.values.keys().filter(|&value| of(value) == Some(var));
            values.any(|value| taken.paths.of(node, value) == *path)
        };
        let flow = self.program.flow(node);
        claimed.iter().any(|claimed| {
            (of(claimed.value) == Some(var) || has_path(&claimed.path))
                && claimed.is_before(flow, at)
        })
    }

    /// Whether only who has claimed the object whose method it is carries out an instruction; which class that is.
    pub(crate) fn claimed_this(&self, taken: &Taken<'_>, node: Node, at: Inst) -> Option<ClassId> {
        let info = self.program.node(node)?;
        let method = self.program.solver.hierarchy().method(info.method);
        let this = self.program.solver.code_of(node).params.first().copied().flatten()?;
        let is_claimed = !method.is_static() && self.is_claimed(taken, node, this, Some(at));
        is_claimed.then_some(method.class)
    }

    fn is_replaced(
        &self,
        taken: &Taken<'_>,
        node: Node,
        load: Option<Inst>,
        at: Option<Inst>,
    ) -> bool {
        let (Some(info), Some(load), Some(at)) = (self.program.node(node), load, at) else {
            return false;
        };
        taken.is_replaced(node, info, load, at)
    }

    fn nodes(&self, thread: ThreadId) -> Rc<NodeSet> {
        let mut nodes = self.nodes.borrow_mut();
        let nodes = nodes.entry(thread).or_insert_with(|| {
            let thread = self.threads.get(thread);
            let first: Vec<Node> = match &thread.starts[..] {
                [] => thread.roots.clone(),
                starts => starts.iter().map(|start| start.target).collect(),
            };
            Rc::new(self.program.run_by(&first))
        });
        Rc::clone(nodes)
    }
}

/// A way in which an object may have got somewhere.
enum Way {
    Custody(Custody),
    /// It is what a variable has.
    From(Node, Var),
}
