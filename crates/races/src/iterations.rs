//! What each iteration of a parallel loop has for itself (IteRace §3.1: the elements eα and eβ).
//!
//! Two iterations of a loop are two instances of its thread. What each makes is told apart by the points-to sets, but an element
//! that the loop was given has one name for all of them: the one that every iteration calls `p`.
//!
//! ```java
//! particles.parallelStream().forEach(p -> p.move(particles));   // p.x of the one is not p.x of the other
//! ```
//!
//! A variable is an iteration's *own* if what it holds came to it from the element that the iteration handles, from what it made
//! itself, or as a part of such an object that no other object has. Two own objects of two iterations are two objects, unless
//! the loop goes over the same one twice, for which there must be evidence: one object that is put in several times.
//!
//! It is variables that are own, not objects: `q` of a loop over all particles inside of `move` may be any of them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::Name;
use models::{ForkKind, Property};
use points_to::{
    CodeKey, Frame, New, Node, Obj, PointsToSet, Slot, SlotKind, Solver, Stmt, StmtId, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locality::{HeapStore, Locality};
use crate::node_set::NodeSet;
use crate::objects::{Objects, plain};
use crate::program::Program;
use crate::result::ThreadId;
use crate::techniques::{Technique, Techniques};
use crate::threads::Threads;

pub(crate) struct Iterations<'a> {
    program: &'a Program<'a>,
    locality: &'a Locality<'a>,
    objects: &'a Objects<'a>,
    loops: FxHashMap<ThreadId, Loop>,
    /// What is known of variables.
    own: RefCell<FxHashMap<(ThreadId, Node, Var), Own>>,
}

/// What a variable may hold, if that is an iteration's own.
type Own = Option<Rc<PointsToSet>>;

/// A parallel loop.
struct Loop {
    /// The code with which an iteration begins, and all code that it runs.
    targets: Vec<Node>,
    nodes: NodeSet,
    frame: Frame,
    /// The stages of the pipelines that it goes through.
    stages: PointsToSet,
    /// The arrays and collections whose elements it goes over, once asked.
    containers: OnceCell<PointsToSet>,
}

/// A variable, and the call that is being looked into.
type Asked = ((Node, Var), Option<(Node, StmtId)>);

/// A search for where an iteration has something from.
struct Search<'a> {
    of: &'a Loop,
    /// The variables that were asked for, and in which call.
    asked: FxHashSet<Asked>,
    /// What is found at the ends of the ways back.
    found: PointsToSet,
    /// How many stores it came by.
    depth: usize,
}

impl Search<'_> {
    /// Whether the iteration that is looked at made an object.
    fn has_made(&self, solver: &Solver, obj: Obj) -> bool {
        self.of.frame != Frame::NONE && !obj.is_beta() && solver.frame_of_obj(obj) == self.of.frame
    }
}

/// The calls that a search has gone into, and by which it has to come out again.
enum Calls<'a> {
    Any,
    From { node: Node, stmt: StmtId, callee: Node, calls: &'a Calls<'a> },
}

impl Calls<'_> {
    fn last(&self) -> Option<(Node, StmtId)> {
        match self {
            Calls::Any => None,
            Calls::From { node, stmt, .. } => Some((*node, *stmt)),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Calls::Any => 0,
            Calls::From { calls, .. } => 1 + calls.depth(),
        }
    }
}

/// How many variables are looked at before one is taken not to be own.
const MANY_VARIABLES: usize = 4_000;

/// How many stores are gone through to find out where something is put.
const MANY_STORES: usize = 12;

/// How deep calls are followed.
const MANY_CALLS: usize = 24;

impl<'a> Iterations<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &Threads,
        objects: &'a Objects<'a>,
        locality: &'a Locality<'a>,
        techniques: Techniques,
    ) -> Iterations<'a> {
        let mut loops = FxHashMap::default();
        for id in threads.ids() {
            let thread = threads.get(id);
            if thread.kind == Some(ForkKind::Loop) && techniques.has(Technique::TwoThreads) {
                let targets: Vec<Node> = thread.starts.iter().map(|start| start.target).collect();
                let mut stages = PointsToSet::new();
                for start in &thread.starts {
                    let (node, stmt) = start.fork;
                    if let Stmt::Call(call) = program.solver.stmt_of(node, stmt)
                        && let Some(receiver) = call.receiver()
                    {
                        add_stages(program, program.solver.points_to(node, receiver), &mut stages);
                    }
                }
                let frame = targets.first().map_or(Frame::NONE, |&node| program.solver.frame(node));
                let nodes = program.run_by(&targets);
                let containers = OnceCell::new();
                loops.insert(id, Loop { targets, nodes, frame, stages, containers });
            }
        }
        Iterations { program, locality, objects, loops, own: RefCell::default() }
    }

    /// Whether a thread stands for the iterations of a loop.
    pub(crate) fn is_loop(&self, thread: ThreadId) -> bool {
        self.loops.contains_key(&thread)
    }

    /// What a variable may hold, if it holds what only one iteration of a loop has.
    pub(crate) fn own(&self, thread: ThreadId, node: Node, var: Var) -> Option<Rc<PointsToSet>> {
        let of = self.loops.get(&thread)?;
        if let Some(known) = self.own.borrow().get(&(thread, node, var)) {
            return known.clone();
        }
        let (asked, found) = (FxHashSet::default(), PointsToSet::new());
        let mut search = Search { of, asked, found, depth: 0 };
        let is_own = self.find_own(&mut search, (node, var), &Calls::Any);
        let own = is_own.then(|| Rc::new(search.found));
        self.own.borrow_mut().insert((thread, node, var), own.clone());
        own
    }

    /// Whether what a loop goes over is the own of each iteration of the loop that runs it.
    pub(crate) fn has_own_elements(&self, outer: ThreadId, inner: ThreadId) -> bool {
        let (Some(of), Some(inner)) = (self.loops.get(&outer), self.loops.get(&inner)) else {
            return false;
        };
        let solver = self.program.solver;
        let mut is_any = false;
        self.locality.stores().all(|store| {
            let is_its = is_elements(solver.slot(store.slot))
                && of.nodes.contains(store.node)
                && solver
                    .points_to(store.node, store.base)
                    .iter()
                    .any(|base| inner.stages.contains(plain(base)));
            is_any |= is_its;
            !is_its || self.own(outer, store.node, store.from).is_some()
        }) && is_any
    }

    /// Whether the numbers that a callback of a loop is given are never the same in two iterations; none if it is not a callback
    /// that gets this parameter from the loop.
    pub(crate) fn has_distinct_number(
        &self,
        thread: ThreadId,
        node: Node,
        param: usize,
    ) -> Option<bool> {
        let of = self.loops.get(&thread)?;
        let solver = self.program.solver;
        let numbers = solver.slot_id(SlotKind::State(Name::new("numbers")));
        let up = solver.slot_id(SlotKind::State(Name::new("up")));
        let mut answer = None;
        for caller in solver.callers(node).iter().filter(|caller| of.nodes.contains(caller.node)) {
            if self.program.node(caller.node).is_some() {
                return None;
            }
            let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt) else { return None };
            // A lambda has what it captured before what it is given.
            let is_lambda = matches!(solver.key(caller.node), CodeKey::Lambda(_));
            let given = match is_lambda {
                true => solver.code_of(caller.node).params.len().saturating_sub(1),
                false => call.args.len().saturating_sub(1),
            };
            if param + given < call.args.len() {
                return Some(false);
            }
            let stages: Vec<Node> = match is_lambda {
                true => solver.callers(caller.node).iter().map(|caller| caller.node).collect(),
                false => vec![caller.node],
            };
            for stage in stages.into_iter().filter(|&stage| of.nodes.contains(stage)) {
                let this = solver.code_of(stage).params.first().copied().flatten()?;
                let mut stages = solver.points_to(stage, this).iter().peekable();
                stages.peek()?;
                let is_distinct = stages.all(|stage| {
                    let above = up.and_then(|up| solver.field_points_to(stage, up));
                    of.stages.contains(plain(stage))
                        && above.is_some_and(|above| {
                            !above.is_empty()
                                && above.iter().all(|above| {
                                    let marks = numbers
                                        .and_then(|numbers| solver.field_points_to(above, numbers));
                                    marks.is_some_and(|marks| !marks.is_empty())
                                })
                        })
                });
                answer = Some(answer.unwrap_or(true) && is_distinct);
            }
        }
        answer
    }

    /// Follows what a variable holds back to where the iteration has it from.
    fn find_own(&self, search: &mut Search<'_>, at: (Node, Var), calls: &Calls<'_>) -> bool {
        let (node, var) = at;
        let solver = self.program.solver;
        // What is being found out is so, unless something speaks against it.
        if !search.asked.insert((at, calls.last())) {
            search.found.union(solver.points_to(node, var));
            return true;
        }
        if search.asked.len() > MANY_VARIABLES || !search.of.nodes.contains(node) {
            return false;
        }
        let code = solver.code_of(node);
        let param = code.params.iter().position(|param| *param == Some(var));
        if let Some(at) = param
            && !self.is_given(search, node, at, calls)
        {
            return false;
        }
        let defs = code.defs.of(var);
        if defs.is_empty() && param.is_none() {
            // What reflection and `clone` make.
            let mut made = solver.made_stmts(node).iter().filter(|stmt| stmt.to() == Some(var));
            return made.all(|stmt| matches!(stmt, Stmt::New { what: New::Site(_), .. }))
                && self.all_made(search, solver.points_to(node, var));
        }
        defs.iter().all(|&id| match code.stmt(id) {
            Stmt::New { to, what, .. } => {
                // Of what this variable holds, whatever is of the class.
                let objs = solver.points_to(node, *to).iter();
                let made: Vec<Obj> = objs.filter(|&obj| search.has_made(solver, obj)).collect();
                for obj in made {
                    search.found.insert(obj);
                }
                !matches!(what, New::Known(_))
            }
            Stmt::Copy { from, .. } => self.find_own(search, (node, *from), calls),
            Stmt::Load { to, base, slot } => {
                self.is_loaded(search, node, (*to, *base, *slot), calls)
            }
            Stmt::Call(call) if call.fork.is_none() => {
                let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                let mut callees = callees.map(|(_, called)| called);
                callees.all(|called| match solver.code_of(called.node).ret {
                    Some(ret) => {
                        let inner = Calls::From { node, stmt: id, callee: called.node, calls };
                        !called.is_other
                            && calls.depth() < MANY_CALLS
                            && self.find_own(search, (called.node, ret), &inner)
                    }
                    None => true,
                })
            }
            _ => false,
        })
    }

    /// Whether the iteration made all of these, which are found then.
    fn all_made(&self, search: &mut Search<'_>, objs: &PointsToSet) -> bool {
        let solver = self.program.solver;
        let all = objs.iter().all(|obj| search.has_made(solver, obj));
        search.found.union(objs);
        all
    }

    /// Whether a parameter is the iteration's own: in the call that is being looked into, or in all.
    fn is_given(&self, search: &mut Search<'_>, node: Node, at: usize, calls: &Calls<'_>) -> bool {
        let solver = self.program.solver;
        let arg = |caller: Node, stmt: StmtId| match solver.stmt_of(caller, stmt) {
            Stmt::Call(call) if call.fork.is_none() => Some(call.args.get(at).copied().flatten()),
            _ => None,
        };
        if let Calls::From { node: caller, stmt, callee, calls } = calls
            && *callee == node
        {
            return match arg(*caller, *stmt) {
                Some(Some(arg)) => self.find_own(search, (*caller, arg), calls),
                given => given.is_some(),
            };
        }
        if search.of.targets.contains(&node) {
            return false;
        }
        let callers = solver.callers(node).iter();
        let nodes = &search.of.nodes;
        let callers: Vec<_> = callers.filter(|caller| nodes.contains(caller.node)).collect();
        callers.into_iter().all(|caller| match arg(caller.node, caller.stmt) {
            Some(Some(arg)) => {
                !caller.is_other && self.find_own(search, (caller.node, arg), &Calls::Any)
            }
            given => given.is_some(),
        })
    }

    /// Whether what is loaded is the element of the iteration, or a part of something that is its own.
    fn is_loaded(
        &self,
        search: &mut Search<'_>,
        node: Node,
        (to, base, slot): (Var, Var, Slot),
        calls: &Calls<'_>,
    ) -> bool {
        let solver = self.program.solver;
        let (bases, objs) = (solver.points_to(node, base), solver.points_to(node, to));
        let is_stage = |base: Obj| search.of.stages.contains(plain(base));
        if is_elements(solver.slot(slot)) && bases.iter().all(is_stage) {
            search.found.union(objs);
            return !objs.iter().any(|obj| self.comes_twice(search.of, plain(obj)));
        }
        let outer = std::mem::take(&mut search.found);
        let is_own = self.find_own(search, (node, base), calls);
        let bases = std::mem::replace(&mut search.found, outer);
        if !is_own {
            return false;
        }
        let loaded = bases.iter().filter_map(|base| solver.field_points_to(base, slot));
        let mut objs = PointsToSet::new();
        loaded.for_each(|loaded| objs.union(&loaded));
        let is_part =
            |obj: Obj| search.has_made(solver, obj) || self.is_confined(search, plain(obj), slot);
        if objs.iter().all(is_part) {
            search.found.union(&objs);
            return true;
        }
        // What the iteration itself put into what it made.
        bases.iter().all(|base| search.has_made(solver, base))
            && self.locality.stores().all(|store| {
                store.slot != slot
                    || !solver.points_to(store.node, store.base).intersects(&bases)
                    || self.find_own(search, (store.node, store.from), &Calls::Any)
            })
    }

    /// Whether an object is a part of what only one iteration has: iterations of loops put it only into what is their own, too,
    /// and others put it there once, when it was new.
    fn is_confined(&self, search: &Search<'_>, obj: Obj, slot: Slot) -> bool {
        let solver = self.program.solver;
        let (mut puts, mut is_part) = (0, false);
        self.locality.stores().all(|store| {
            let objs = solver.points_to(store.node, store.from);
            if !objs.contains(obj) && !objs.contains(obj.mirror()) || self.is_passing(store) {
                return true;
            }
            is_part = true;
            if self.is_within(search, store) {
                return true;
            }
            puts += 1;
            puts == 1 && store.slot == slot && self.locality.is_put_fresh(store, obj)
        }) && is_part
    }

    /// Whether an iteration of a loop stores what is its own into what is its own.
    fn is_within(&self, search: &Search<'_>, store: &HeapStore) -> bool {
        if search.depth > MANY_STORES {
            return false;
        }
        let of = match search.of.nodes.contains(store.node) {
            true => Some(search.of),
            false => self.loops.values().find(|of| of.nodes.contains(store.node)),
        };
        of.is_some_and(|of| {
            let asked = match std::ptr::eq(of, search.of) {
                true => search.asked.clone(),
                false => FxHashSet::default(),
            };
            let depth = search.depth + 1;
            let mut inner = Search { of, asked, found: PointsToSet::new(), depth };
            [store.base, store.from]
                .into_iter()
                .all(|var| self.find_own(&mut inner, (store.node, var), &Calls::Any))
        })
    }

    /// Whether a store puts something where it is only in passing: who finds it there has the iterator or lambda.
    fn is_passing(&self, store: &HeapStore) -> bool {
        let solver = self.program.solver;
        let is_passing = |base: Obj| {
            let class = solver.class_of(base).class;
            solver.has_property(class, Property::Stage)
                || solver.has_property(class, Property::Passing)
        };
        matches!(solver.slot(store.slot), SlotKind::Capture(_))
            || self.program.node(store.node).is_none()
                && solver.points_to(store.node, store.base).iter().all(is_passing)
    }

    /// Whether one object is put several times into what a loop goes over.
    fn comes_twice(&self, of: &Loop, obj: Obj) -> bool {
        let solver = self.program.solver;
        let Some(slot) = solver.slot_id(SlotKind::State(Name::new("elements"))) else {
            return false;
        };
        // Two sources that have the same.
        let is_in = |stage: &Obj| {
            let held = solver.field_points_to(*stage, slot);
            held.is_some_and(|held| held.contains(obj) || held.contains(obj.mirror()))
        };
        if of.stages.iter().filter(is_in).count() > 1 {
            return true;
        }
        if !self.objects.is_single(obj) || !self.objects.is_made_by_application(obj) {
            return false;
        }
        let containers = of.containers.get_or_init(|| self.containers(of));
        let mut puts = 0;
        for store in self.locality.stores() {
            let is_fed = solver.points_to(store.node, store.base).intersects(containers);
            // What copies from one collection to another puts in each once more.
            if is_fed
                && solver.points_to(store.node, store.from).contains(obj)
                && !self.locality.is_copy(store)
            {
                puts += 1;
                let at = self.locality.outer(store.node, store.inst);
                if puts > 1 || at.is_some_and(|(node, inst)| self.objects.is_repeated(node, inst)) {
                    return true;
                }
            }
        }
        false
    }

    /// The arrays and collections whose elements a loop goes over, without sets, which have each once.
    fn containers(&self, of: &Loop) -> PointsToSet {
        let solver = self.program.solver;
        let mut found = PointsToSet::new();
        let mut asked: FxHashSet<(Node, Var)> = FxHashSet::default();
        let mut pending: Vec<(Node, Var)> = Vec::new();
        let is_stage = |obj: Obj| of.stages.contains(plain(obj));
        for store in self.locality.stores().filter(|s| is_elements(solver.slot(s.slot))) {
            if solver.points_to(store.node, store.base).iter().any(is_stage) {
                pending.push((store.node, store.from));
            }
        }
        while let Some((node, var)) = pending.pop() {
            if !asked.insert((node, var)) || asked.len() > MANY_VARIABLES {
                continue;
            }
            let code = solver.code_of(node);
            // What an application passes by itself is no collection any more.
            if let Some(at) = code.params.iter().position(|param| *param == Some(var))
                && self.program.node(node).is_none()
            {
                for caller in solver.callers(node) {
                    if let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt)
                        && let Some(arg) = call.args.get(at).copied().flatten()
                        && self.program.node(caller.node).is_none()
                    {
                        pending.push((caller.node, arg));
                    }
                }
            }
            for &id in code.defs.of(var) {
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push((node, *from)),
                    Stmt::Call(_) => {
                        let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                        let rets = callees.filter_map(|(_, called)| {
                            Some((called.node, solver.code_of(called.node).ret?))
                        });
                        pending.extend(rets.filter(|(node, _)| self.program.node(*node).is_none()));
                    }
                    Stmt::Load { base, slot, .. } => {
                        let bases = solver.points_to(node, *base);
                        for store in self.locality.stores().filter(|store| store.slot == *slot) {
                            let is_its = solver.points_to(store.node, store.base).intersects(bases);
                            // Through iterators, and from one collection to another.
                            if is_its && (self.is_passing(store) || self.locality.is_copy(store)) {
                                pending.push((store.node, store.from));
                            }
                        }
                        for obj in bases.iter() {
                            let class = solver.class_of(obj).class;
                            if !solver.has_property(class, Property::Unique) {
                                found.insert(obj);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

/// Whether a slot holds what a loop goes over; see `pipelines.model`.
fn is_elements(slot: SlotKind) -> bool {
    slot == SlotKind::State(Name::new("elements"))
}

/// The stages of pipelines that lead to others.
fn add_stages(program: &Program<'_>, objs: &PointsToSet, stages: &mut PointsToSet) {
    let solver = program.solver;
    for obj in objs.iter() {
        let class = solver.class_of(obj).class;
        if !solver.has_property(class, Property::Stage) || stages.contains(plain(obj)) {
            continue;
        }
        stages.insert(plain(obj));
        let name = solver.hierarchy().name(class);
        for state in solver.models().states(name.as_str()) {
            let slot = solver.slot_id(SlotKind::State(Name::new(state)));
            if let Some(above) = slot.and_then(|slot| solver.field_points_to(obj, slot)) {
                add_stages(program, &above, stages);
            }
        }
    }
}
