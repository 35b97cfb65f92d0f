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
//!
//! Tasks that start their own kind, as those that divide work do, are like iterations: each has the task that it is, and what
//! only that one was given. A task hands *parts* of what it has to those that it starts, which is theirs until they have ended.

mod trees;
mod twice;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::{Inst, Name};
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
    loops: FxHashMap<ThreadId, Rc<Loop>>,
    /// What is known of variables.
    own: RefCell<FxHashMap<(ThreadId, Node, Var), Own>>,
    /// What is known of single objects that variables may hold.
    has: RefCell<FxHashMap<Held, Option<bool>>>,
    /// The same of tasks, each by its own way.
    of_one_task: RefCell<FxHashMap<Held, bool>>,
}

/// An object that a variable may hold in a thread.
type Held = (ThreadId, Node, Var, Obj);

/// What a variable may hold, if that is an iteration's own.
type Own = Option<Rc<PointsToSet>>;

/// A parallel loop, or tasks that start their own kind.
struct Loop {
    threads: Vec<ThreadId>,
    /// The tasks, if it is such.
    tasks: PointsToSet,
    /// Where it begins.
    starts: Vec<(Node, Inst)>,
    /// Whether iterations of another one run it.
    is_inner: bool,
    /// The code with which an iteration begins, and all code that it runs.
    targets: Vec<Node>,
    nodes: NodeSet,
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
    /// What the iteration makes has this.
    frame: Frame,
    /// The variables that were asked for, in which call, and of which of their objects.
    asked: FxHashMap<Asked, PointsToSet>,
    /// What is found at the ends of the ways back.
    found: PointsToSet,
    /// The stores that were looked at and are not within what is own, by their numbers, with what they store.
    outside: FxHashSet<(usize, Obj)>,
    /// How many stores it came by.
    depth: usize,
    /// Whether it is asked for the way by which it is found only: others may have it by other ways.
    is_one_way: bool,
}

impl<'a> Search<'a> {
    fn new(of: &'a Loop, frame: Frame) -> Search<'a> {
        let (asked, outside) = (FxHashMap::default(), FxHashSet::default());
        Search { of, frame, asked, found: PointsToSet::new(), outside, depth: 0, is_one_way: false }
    }

    /// Whether the iteration that is looked at made an object.
    fn has_made(&self, solver: &Solver, obj: Obj) -> bool {
        self.frame != Frame::NONE && !obj.is_beta() && solver.frame_of_obj(obj) == self.frame
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
                let nodes = program.run_by(&targets);
                let (containers, tasks) = (OnceCell::new(), PointsToSet::new());
                let starts = thread.starts.iter().map(|start| (start.node, start.inst)).collect();
                let mut parents = thread.starts.iter().flat_map(|start| &start.parents);
                let is_inner = parents.any(|&by| threads.get(by).kind == Some(ForkKind::Loop));
                loops.insert(
                    id,
                    Rc::new(Loop {
                        threads: vec![id],
                        tasks,
                        starts,
                        is_inner,
                        targets,
                        nodes,
                        stages,
                        containers,
                    }),
                );
            }
        }
        if techniques.has(Technique::TwoThreads) {
            for of in trees::find(program, threads, locality).into_iter().map(Rc::new) {
                loops.extend(of.threads.iter().map(|&thread| (thread, Rc::clone(&of))));
            }
        }
        Iterations {
            program,
            locality,
            objects,
            loops,
            own: RefCell::default(),
            has: RefCell::default(),
            of_one_task: RefCell::default(),
        }
    }

    /// Whether a thread stands for the iterations of a loop.
    pub(crate) fn is_loop(&self, thread: ThreadId) -> bool {
        self.loops.get(&thread).is_some_and(|of| !of.is_tree())
    }

    /// Whether a loop goes over parts into which code of the program itself has divided something.
    pub(crate) fn is_divided_by_program(&self, thread: ThreadId) -> bool {
        let solver = self.program.solver;
        let Some(of) = self.loops.get(&thread) else { return false };
        let Some(parts) = solver.slot_id(SlotKind::State(Name::new("parts"))) else { return false };
        let is_its = |obj: Obj| solver.is_application(solver.class_of(obj).class);
        of.stages.iter().any(|stage| {
            solver.field_points_to(stage, parts).is_some_and(|parts| parts.iter().any(is_its))
        })
    }

    /// What a variable may hold, if it holds what only one iteration of a loop has.
    pub(crate) fn own(&self, thread: ThreadId, node: Node, var: Var) -> Option<Rc<PointsToSet>> {
        let of = self.loops.get(&thread)?;
        if let Some(known) = self.own.borrow().get(&(thread, node, var)) {
            return known.clone();
        }
        let mut search = Search::new(of, self.program.solver.frame(node));
        let is_own = self.find_own_all(&mut search, (node, var), &Calls::Any);
        let own = is_own.then(|| Rc::new(search.found));
        self.own.borrow_mut().insert((thread, node, var), own.clone());
        own
    }

    /// Whether a variable that holds this object holds what only one iteration of a loop has; whether it may hold it at all then.
    pub(crate) fn has_own(&self, thread: ThreadId, node: Node, var: Var, obj: Obj) -> Option<bool> {
        let of = self.loops.get(&thread)?;
        if let Some(own) = self.own(thread, node, var) {
            return Some(own.contains(obj) || own.contains(obj.mirror()));
        }
        let key = (thread, node, var, plain(obj));
        if let Some(&known) = self.has.borrow().get(&key) {
            return known;
        }
        let mut search = Search::new(of, self.program.solver.frame(node));
        let both = PointsToSet::of(obj).closed();
        let objs = both.intersection(self.program.solver.points_to(node, var));
        let is_own = self.find_own(&mut search, (node, var), &objs, &Calls::Any);
        let has = is_own.then(|| search.found.intersects(&both));
        self.has.borrow_mut().insert(key, has);
        has
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
        // Several runs at the same time have the same numbers.
        if of.is_inner {
            return Some(false);
        }
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

    /// Follows all that a variable holds back to where the iteration has it from.
    fn find_own_all(&self, search: &mut Search<'_>, at: (Node, Var), calls: &Calls<'_>) -> bool {
        self.find_own(search, at, self.program.solver.points_to(at.0, at.1), calls)
    }

    /// Follows some of what a variable holds back to where the iteration has it from.
    fn find_own(
        &self,
        search: &mut Search<'_>,
        at: (Node, Var),
        objs: &PointsToSet,
        calls: &Calls<'_>,
    ) -> bool {
        let (node, var) = at;
        let solver = self.program.solver;
        let mut new = objs.intersection(solver.points_to(node, var));
        let key = (at, calls.last());
        let is_first = !search.asked.contains_key(&key);
        let asked = search.asked.entry(key).or_default();
        // What is being found out is so, unless something speaks against it.
        let known = new.intersection(asked);
        search.found.union(&known);
        new.subtract(&known);
        if new.is_empty() && !is_first {
            return true;
        }
        asked.union(&new);
        if search.asked.len() > MANY_VARIABLES || !search.of.nodes.contains(node) {
            return false;
        }
        let code = solver.code_of(node);
        let param = code.params.iter().position(|param| *param == Some(var));
        if let Some(at) = param
            && !self.is_given(search, (node, at), &new, calls)
        {
            return false;
        }
        let defs = code.defs.of(var);
        if defs.is_empty() && param.is_none() {
            // What reflection and `clone` make.
            let mut made = solver.made_stmts(node).iter().filter(|stmt| stmt.to() == Some(var));
            return made.all(|stmt| matches!(stmt, Stmt::New { what: New::Site(_), .. }))
                && self.all_made(search, &new);
        }
        defs.iter().all(|&id| match code.stmt(id) {
            Stmt::New { to, what, .. } => {
                // Of what this variable holds, whatever is of the class.
                let objs = solver.points_to(node, *to).intersection(&new);
                let made = objs.iter().filter(|&obj| search.has_made(solver, obj));
                let made: PointsToSet = made.collect();
                search.found.union(&made);
                !matches!(what, New::Known(_))
            }
            Stmt::Copy { from, .. } => self.find_own(search, (node, *from), &new, calls),
            Stmt::Load { base, slot, .. } => {
                self.is_loaded(search, node, (*base, *slot), &new, calls)
            }
            Stmt::Call(call) if call.fork.is_none() => {
                let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                let mut callees = callees.map(|(_, called)| called);
                callees.all(|called| match solver.code_of(called.node).ret {
                    Some(ret) => {
                        let inner = Calls::From { node, stmt: id, callee: called.node, calls };
                        !called.is_other
                            && calls.depth() < MANY_CALLS
                            && self.find_own(search, (called.node, ret), &new, &inner)
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
    fn is_given(
        &self,
        search: &mut Search<'_>,
        (node, at): (Node, usize),
        objs: &PointsToSet,
        calls: &Calls<'_>,
    ) -> bool {
        let solver = self.program.solver;
        let arg = |caller: Node, stmt: StmtId| match solver.stmt_of(caller, stmt) {
            Stmt::Call(call) if call.fork.is_none() => Some(call.args.get(at).copied().flatten()),
            _ => None,
        };
        if at == 0 && self.is_run_by_task(search.of, node) {
            search.found.union(objs);
            return true;
        }
        if let Calls::From { node: caller, stmt, callee, calls } = calls
            && *callee == node
        {
            return match arg(*caller, *stmt) {
                Some(Some(arg)) => self.find_own(search, (*caller, arg), objs, calls),
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
                !caller.is_other && self.find_own(search, (caller.node, arg), objs, &Calls::Any)
            }
            given => given.is_some(),
        })
    }

    /// Whether what is loaded is the element of the iteration, or a part of something that is its own.
    fn is_loaded(
        &self,
        search: &mut Search<'_>,
        node: Node,
        (base, slot): (Var, Slot),
        objs: &PointsToSet,
        calls: &Calls<'_>,
    ) -> bool {
        let solver = self.program.solver;
        let bases = solver.points_to(node, base);
        let is_stage = |base: Obj| search.of.stages.contains(plain(base));
        if is_elements(solver.slot(slot)) && bases.iter().all(is_stage) {
            search.found.union(objs);
            return !objs.iter().any(|obj| self.comes_twice(search.of, plain(obj)));
        }
        if self.is_passing_code(node, bases)
            && let Some(is_handed) = self.is_handed(search, bases, slot, objs, 0)
        {
            return is_handed;
        }
        if let Some(entry) = self.entry(node, base) {
            let is_own = objs.iter().all(|obj| self.is_confined(search, plain(obj), slot));
            search.found.union(objs);
            return is_own && self.find_own_all(search, (node, entry), calls);
        }
        // Those that have one of the objects.
        let holders = bases.iter().filter(|&base| {
            solver.field_points_to(base, slot).is_some_and(|held| held.intersects(objs))
        });
        let holders: PointsToSet = holders.collect();
        let outer = std::mem::take(&mut search.found);
        let is_own = self.find_own(search, (node, base), &holders, calls);
        let bases = std::mem::replace(&mut search.found, outer);
        if !is_own {
            return false;
        }
        let loaded = bases.iter().filter_map(|base| solver.field_points_to(base, slot));
        let mut held = PointsToSet::new();
        loaded.for_each(|loaded| held.union(&loaded));
        let objs = held.intersection(objs);
        if objs
            .iter()
            .all(|obj| search.has_made(solver, obj) || self.is_confined(search, plain(obj), slot))
        {
            search.found.union(&objs);
            return true;
        }
        // What the iteration itself put into what it made.
        bases.iter().all(|base| search.has_made(solver, base))
            && self.locality.stores_of_slot(slot).all(|store| {
                !solver.points_to(store.node, store.base).intersects(&bases)
                    || self.find_own(search, (store.node, store.from), &objs, &Calls::Any)
            })
    }

    /// The variable with the entry of a map in which library code has found the map.
    fn entry(&self, node: Node, map: Var) -> Option<Var> {
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let [id] = code.defs.of(map) else { return None };
        let Stmt::Load { base, .. } = *code.stmt(*id) else { return None };
        let entries = solver.points_to(node, base);
        let is_entry = |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::Entry);
        let is_library = self.program.node(node).is_none();
        (is_library && !entries.is_empty() && entries.iter().all(is_entry)).then_some(base)
    }

    /// Whether library code loads from what holds things for a moment only.
    fn is_passing_code(&self, node: Node, bases: &PointsToSet) -> bool {
        let solver = self.program.solver;
        let is_passing =
            |base: Obj| solver.has_property(solver.class_of(base).class, Property::Passing);
        self.program.node(node).is_none() && !bases.is_empty() && bases.iter().all(is_passing)
    }

    /// Whether the iteration itself put into something what it loads there next; none if somebody else did. What a collector is
    /// given (`input`) goes from one of its states to others as was said when it was made.
    fn is_handed(
        &self,
        search: &mut Search<'_>,
        bases: &PointsToSet,
        slot: Slot,
        objs: &PointsToSet,
        depth: usize,
    ) -> Option<bool> {
        let solver = self.program.solver;
        let is_input = solver.slot(slot) == SlotKind::State(Name::new("input"));
        let mut is_own = None;
        for store in self.locality.stores_of_slot(slot) {
            if !solver.points_to(store.node, store.base).intersects(bases)
                || !solver.points_to(store.node, store.from).intersects(objs)
            {
                continue;
            }
            let is_inside = search.of.nodes.contains(store.node);
            // Others have given it what they are about to take.
            if !is_inside && is_input {
                continue;
            }
            is_own = Some(match is_inside {
                true => self.find_own(search, (store.node, store.from), objs, &Calls::Any),
                false => self.is_passed_on(search, store, objs, depth),
            });
            if is_own == Some(false) {
                break;
            }
        }
        is_own
    }

    /// Whether a collector was told to pass on what the iteration gives it.
    fn is_passed_on(
        &self,
        search: &mut Search<'_>,
        store: &HeapStore,
        objs: &PointsToSet,
        depth: usize,
    ) -> bool {
        let solver = self.program.solver;
        let code = solver.code_of(store.node);
        let [id] = code.defs.of(store.from) else { return false };
        let Stmt::Load { base, slot, .. } = *code.stmt(*id) else { return false };
        let bases = solver.points_to(store.node, base);
        depth < MANY_STORES
            && self.is_passing_code(store.node, bases)
            && self.is_handed(search, bases, slot, objs, depth + 1) == Some(true)
    }

    /// Whether an object is a part of what only one iteration has: iterations of loops put it only into what is their own, too,
    /// and others put it there once, when it was new. Where the loop does not look, it may be as well. Objects that are made in
    /// different places are different, though they may have one name.
    fn is_confined(&self, search: &mut Search<'_>, obj: Obj, slot: Slot) -> bool {
        let solver = self.program.solver;
        let (mut origins, mut is_part) = (Vec::new(), false);
        self.locality.stores_of_obj(obj).into_iter().all(|(at, store)| {
            if self.is_passing(store) {
                return true;
            }
            if search.is_one_way && store.slot != slot {
                return true;
            }
            let bases = solver.points_to(store.node, store.base);
            let mut threads = search.of.threads.iter();
            if !threads.any(|&thread| self.locality.may_load(thread, store.slot, bases)) {
                return true;
            }
            is_part = true;
            if self.is_within(search, (at, store), obj) {
                return true;
            }
            let origin = self.locality.origin(store, obj);
            let is_another = match (origins.is_empty(), origin) {
                (true, origin) => store.slot == slot || origin.is_some(),
                (false, Some(_)) => !origins.contains(&origin) && !origins.contains(&None),
                (false, None) => false,
            };
            origins.push(origin);
            is_another && self.locality.is_put_fresh(store, obj)
        }) && is_part
    }

    /// Whether an iteration of a loop stores what is its own into what is its own.
    fn is_within(
        &self,
        search: &mut Search<'_>,
        (at, store): (usize, &HeapStore),
        obj: Obj,
    ) -> bool {
        if search.depth > MANY_STORES || search.outside.contains(&(at, obj)) {
            return false;
        }
        let is_same = search.of.nodes.contains(store.node);
        let other = || self.loops.values().find(|of| of.nodes.contains(store.node));
        let of = if is_same { Some(search.of) } else { other().map(Rc::as_ref) };
        // What a task hands on as it is belongs to several.
        let of = of.filter(|of| !of.is_tree() || self.is_divided(of, store));
        let mut inner = of.map(|of| Search {
            of,
            frame: self.program.solver.frame(store.node),
            asked: if is_same { search.asked.clone() } else { FxHashMap::default() },
            found: PointsToSet::new(),
            outside: if is_same { search.outside.clone() } else { FxHashSet::default() },
            depth: search.depth + 1,
            is_one_way: search.is_one_way,
        });
        let obj_only = PointsToSet::of(obj).closed();
        let is_within = inner.as_mut().is_some_and(|inner| {
            self.find_own_all(inner, (store.node, store.base), &Calls::Any)
                && self.find_own(inner, (store.node, store.from), &obj_only, &Calls::Any)
        });
        match inner {
            Some(inner) if is_same && is_within => {
                (search.asked, search.outside) = (inner.asked, inner.outside);
            }
            _ if !is_within => {
                search.outside.insert((at, obj));
            }
            _ => {}
        }
        is_within
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
}

/// Whether a slot holds what a loop goes over, or parts into which it was split; see `pipelines.model`.
fn is_elements(slot: SlotKind) -> bool {
    ["elements", "parts"].iter().any(|name| slot == SlotKind::State(Name::new(name)))
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
