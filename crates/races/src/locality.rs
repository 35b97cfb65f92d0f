//! Objects that one instance of a thread has for itself, although it did not make them.
//!
//! What a thread makes itself is told from what others of its kind make by the points-to sets (α and β). But most threads are
//! given something: the `Runnable` that they run, and what its constructor was given.
//!
//! ```java
//! for (int i = 0; i < n; i++) new Thread(new Worker(new Buffer())).start();
//! ```
//!
//! Each thread has a worker and a buffer of its own, because each start gets a *fresh* worker, and each worker a fresh buffer.
//! An object is local to the instances of a thread T unless
//!
//! - a start of T may get it a second time (for a `Thread` that is started there is no second time);
//! - T loads it from a static field, or from an object that is not local;
//! - code outside of T stores it into a local object, and it is not fresh there or there is a second such store.
//!
//! Of two threads together there is one more way to a second owner: a start gives the object to the one, and the other loads it,
//! if only from an object that nobody else has.
//!
//! By induction over the steps of a run, an instance of T then reaches only local objects that no other instance reaches. Other
//! threads may hold and use them: that is what [`crate::order`] is for.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use models::{ForkKind, Property};
use points_to::{
    Frame, New, Node, Obj, PointerKind, PointsToSet, Slot, SlotKind, Stmt, StmtId, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::node_set::NodeSet;
use crate::objects::{Objects, plain};
use crate::program::Program;
use crate::result::ThreadId;
use crate::threads::{Start, Threads};

pub(crate) struct Locality<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    objects: &'a Objects<'a>,
    stores: Vec<HeapStore>,
    /// Their numbers by what they store into, and by what they store, once asked.
    by_slot: OnceCell<FxHashMap<Slot, Vec<usize>>>,
    by_obj: RefCell<FxHashMap<Obj, Rc<[usize]>>>,
    /// By object, its parts that hold something.
    slots_of: OnceCell<FxHashMap<Obj, Vec<Slot>>>,
    loaded: RefCell<FxHashMap<ThreadId, Rc<Loaded>>>,
    local: RefCell<FxHashMap<(ThreadId, ThreadId), Rc<Local>>>,
    /// Which variables have another object each time that an instruction is carried out.
    fresh: RefCell<FxHashMap<Fresh, bool>>,
    kept: OnceCell<PointsToSet>,
}

/// An object in a variable at an instruction, and whether it was chosen among several.
type Fresh = (Node, Var, Obj, Option<Inst>, bool);

/// What a thread comes across.
#[derive(Default)]
struct Loaded {
    /// All code that it runs, glue too.
    nodes: NodeSet,
    /// What it loads from objects, by what part of them.
    by_slot: FxHashMap<Slot, Loads>,
    /// What it loads from static fields, and what it gets in ways that are not known.
    unknown: PointsToSet,
    /// All that it loads.
    objs: PointsToSet,
    /// The same, whichever instance made it.
    known: PointsToSet,
    /// Whether it comes across more than was looked at.
    is_too_much: bool,
    /// Whether that is more than is looked at of two threads.
    is_too_much_of_two: bool,
    /// What its starts give to it, whichever instance made that.
    given: PointsToSet,
    /// What it loads from static fields, and from what it loads there, and so on: of two threads, this is shared whatever the other
    /// one does.
    from_statics: PointsToSet,
}

/// The loads of one slot.
#[derive(Default)]
struct Loads {
    bases: PointsToSet,
    objs: PointsToSet,
}

/// The objects that are local to the instances of a thread.
#[derive(Default)]
pub(crate) struct Local {
    /// Those that the thread comes across and that are not.
    shared: PointsToSet,
    known: PointsToSet,
    /// Those that it comes across and that an instance made itself.
    own: PointsToSet,
    frame: Option<Frame>,
    /// Whether it comes across more than is looked at: then nothing is known to be local.
    is_too_much: bool,
}

impl Local {
    /// Whether no two instances have this object.
    pub(crate) fn has(&self, program: &Program<'_>, obj: Obj) -> bool {
        self.is_own(program, obj)
            || self.known.contains(plain(obj)) && !self.shared.contains(plain(obj))
    }

    /// Whether no two instances have this object, although others made it.
    pub(crate) fn has_given(&self, program: &Program<'_>, obj: Obj) -> bool {
        self.has(program, obj) && self.frame != Some(program.solver.frame_of_obj(obj))
    }

    fn share(&mut self, obj: Obj) {
        self.shared.union(&PointsToSet::of(obj).closed());
    }

    /// Shares objects; what is new.
    fn share_all(&mut self, mut objs: PointsToSet, new: &mut PointsToSet) {
        if !self.own.is_empty() {
            objs.subtract(&self.own);
        }
        self.shared.union_fresh(&objs.closed(), None, new);
    }

    /// Whether nothing is known that gives the object to an instance: it did not make it, was not given it, and loads it nowhere.
    pub(crate) fn lacks(&self, program: &Program<'_>, obj: Obj) -> bool {
        let frame = program.solver.frame_of_obj(obj);
        !self.is_too_much
            && self.frame.is_some_and(|own| own != frame)
            && !self.known.contains(plain(obj))
    }

    /// Whether the instance that is looked at made it.
    fn is_own(&self, program: &Program<'_>, obj: Obj) -> bool {
        !obj.is_beta() && self.frame == Some(program.solver.frame_of_obj(obj))
    }
}

/// A statement that stores an object in another.
pub(crate) struct HeapStore {
    pub(crate) node: Node,
    pub(crate) inst: Option<Inst>,
    pub(crate) base: Var,
    pub(crate) slot: Slot,
    pub(crate) from: Var,
}

/// How far back a value is followed; beyond that it may come from anywhere, which makes no race disappear.
const DEPTH: usize = 48;

/// How many objects a thread may come across before everything counts as shared: races may be told that are none.
const MANY: usize = 20_000;

/// The same for two threads: of them there are many pairs.
const MANY_OF_TWO: usize = 4_000;

impl<'a> Locality<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        objects: &'a Objects<'a>,
    ) -> Locality<'a> {
        let mut stores = Vec::new();
        let mut nodes: Vec<Node> = program.solver.reachable().collect();
        nodes.sort_unstable();
        for node in nodes {
            let code = program.solver.code_of(node);
            let made = program.solver.made_stmts(node).iter().map(|stmt| (stmt, None));
            let own = code.stmts.iter().zip(code.insts.iter().copied());
            for (stmt, inst) in own.chain(made) {
                if let Stmt::Store { base, slot, from } = *stmt {
                    stores.push(HeapStore { node, inst, base, slot, from });
                }
            }
        }
        Locality {
            program,
            threads,
            objects,
            stores,
            by_slot: OnceCell::new(),
            by_obj: RefCell::default(),
            slots_of: OnceCell::new(),
            loaded: RefCell::default(),
            local: RefCell::default(),
            fresh: RefCell::default(),
            kept: OnceCell::new(),
        }
    }

    /// All that is stored in objects.
    pub(crate) fn stores(&self) -> impl Iterator<Item = &HeapStore> {
        self.stores.iter()
    }

    /// Those of a slot.
    pub(crate) fn stores_of_slot(&self, slot: Slot) -> impl Iterator<Item = &HeapStore> {
        let by_slot = self.by_slot.get_or_init(|| {
            let mut by_slot: FxHashMap<Slot, Vec<usize>> = FxHashMap::default();
            for (at, store) in self.stores.iter().enumerate() {
                by_slot.entry(store.slot).or_default().push(at);
            }
            by_slot
        });
        by_slot.get(&slot).into_iter().flatten().map(|&at| &self.stores[at])
    }

    /// Those that may store an object, whoever of its kind made it, with their numbers.
    pub(crate) fn stores_of_obj(&self, obj: Obj) -> Vec<(usize, &HeapStore)> {
        let obj = plain(obj);
        let known = self.by_obj.borrow().get(&obj).cloned();
        let found = known.unwrap_or_else(|| {
            let solver = self.program.solver;
            let is_it = |store: &HeapStore| {
                let objs = solver.points_to(store.node, store.from);
                objs.contains(obj) || objs.contains(obj.mirror())
            };
            let all = self.stores.iter().enumerate();
            let found: Rc<[usize]> = all.filter(|(_, s)| is_it(s)).map(|(at, _)| at).collect();
            self.by_obj.borrow_mut().insert(obj, Rc::clone(&found));
            found
        });
        found.iter().map(|&at| (at, &self.stores[at])).collect()
    }

    /// Whether what is stored is another object of its kind each time.
    pub(crate) fn is_put_fresh(&self, store: &HeapStore, obj: Obj) -> bool {
        self.is_fresh(store.node, store.from, obj, store.inst, DEPTH)
    }

    /// Whether each run of a body has another object of its kind in a variable.
    pub(crate) fn is_new(&self, node: Node, var: Var, obj: Obj) -> bool {
        self.is_fresh(node, var, obj, None, DEPTH)
    }

    /// The statement of a body that makes an object which is stored, or the call of what does.
    pub(crate) fn origin(&self, store: &HeapStore, obj: Obj) -> Option<(Node, StmtId)> {
        let solver = self.program.solver;
        let (mut node, mut var) = (store.node, store.from);
        for _ in 0..DEPTH {
            let code = solver.code_of(node);
            match code.defs.of(var) {
                [] => match self.given_by(node, var, obj)[..] {
                    [one] => (node, _, var) = one,
                    _ => return None,
                },
                [id] => match code.stmt(*id) {
                    Stmt::Copy { from, .. } => var = *from,
                    Stmt::New { .. } | Stmt::Call(_) if self.program.node(node).is_some() => {
                        return Some((node, *id));
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    /// The calls that give an object for a parameter, and the variables that they give.
    fn given_by(&self, node: Node, param: Var, obj: Obj) -> Vec<(Node, StmtId, Var)> {
        let solver = self.program.solver;
        let mut params = solver.code_of(node).params.iter();
        let Some(position) = params.position(|own| *own == Some(param)) else { return Vec::new() };
        let callers = solver.callers(node).iter().filter_map(|caller| {
            let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt) else { return None };
            let arg = call.args.get(position).copied().flatten()?;
            let objs = solver.points_to(caller.node, arg);
            let is_given = objs.contains(obj) || objs.contains(obj.mirror());
            is_given.then_some((caller.node, caller.stmt, arg))
        });
        callers.collect()
    }

    /// Whether library code stores what it found elsewhere, not what it was given.
    pub(crate) fn is_copy(&self, store: &HeapStore) -> bool {
        if self.program.node(store.node).is_some() {
            return false;
        }
        let code = self.program.solver.code_of(store.node);
        let mut var = store.from;
        for _ in 0..DEPTH {
            match code.defs.of(var) {
                [id] => match code.stmt(*id) {
                    Stmt::Copy { from, .. } => var = *from,
                    _ => return true,
                },
                _ => break,
            }
        }
        !code.params.contains(&Some(var))
    }

    /// Whether library code stores one of several things that it was given: `List.of(first, second)`.
    pub(crate) fn is_one_of_given(&self, store: &HeapStore) -> bool {
        let code = self.program.solver.code_of(store.node);
        let (mut pending, mut seen) = (vec![store.from], FxHashSet::default());
        while let Some(var) = pending.pop() {
            if !seen.insert(var) {
                continue;
            }
            let defs = code.defs.of(var);
            if defs.is_empty() && !code.params.contains(&Some(var)) {
                return false;
            }
            for &id in defs {
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push(*from),
                    _ => return false,
                }
            }
        }
        true
    }

    /// Whether a thread may load something from a slot of these objects.
    pub(crate) fn may_load(&self, thread: ThreadId, slot: Slot, bases: &PointsToSet) -> bool {
        let loaded = self.loaded(thread);
        let may_load = |loads: &Loads| {
            loads.bases.intersects(bases) || loads.bases.intersects(&bases.mirrored())
        };
        loaded.is_too_much || loaded.by_slot.get(&slot).is_some_and(may_load)
    }

    /// What is local to the instances of a thread.
    pub(crate) fn of(&self, thread: ThreadId) -> Rc<Local> {
        self.of_both(thread, thread)
    }

    /// Whether an object is local to the instances of two threads, which may be the same one.
    pub(crate) fn is_local(&self, first: ThreadId, second: ThreadId, obj: Obj) -> bool {
        (first == second || self.may_be_local(first, second, plain(obj)))
            && self.of_both(first, second).has(self.program, obj)
    }

    /// Whether it is, and others made it.
    pub(crate) fn is_given(&self, first: ThreadId, second: ThreadId, obj: Obj) -> bool {
        (first == second || self.may_be_local(first, second, plain(obj)))
            && self.of_both(first, second).has_given(self.program, obj)
    }

    /// Whether what each of two threads does by itself leaves that open. There are many pairs of threads, and few for which all has
    /// to be found out.
    fn may_be_local(&self, first: ThreadId, second: ThreadId, obj: Obj) -> bool {
        if [first, second].iter().any(|&thread| self.threads.get(thread).starts.is_empty()) {
            return false;
        }
        let both = [self.loaded(first), self.loaded(second)];
        let knows = |of: &Rc<Loaded>| of.known.contains(obj) || of.given.contains(obj);
        !both.iter().any(|of| of.is_too_much_of_two || of.from_statics.contains(obj))
            && both.iter().any(knows)
    }

    /// What is local to the instances of two threads: no two of them, of whichever thread, have it.
    fn of_both(&self, first: ThreadId, second: ThreadId) -> Rc<Local> {
        let key = (first.min(second), first.max(second));
        if let Some(known) = self.local.borrow().get(&key) {
            return Rc::clone(known);
        }
        let is_started = |thread| !self.threads.get(thread).starts.is_empty();
        let found = match is_started(first) && is_started(second) {
            true => self.find(first, second),
            false => Local::default(),
        };
        let found = Rc::new(found);
        self.local.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn find(&self, first: ThreadId, second: ThreadId) -> Local {
        let solver = self.program.solver;
        let mut threads = vec![first, second];
        threads.dedup();
        let loaded: Vec<Rc<Loaded>> = threads.iter().map(|&thread| self.loaded(thread)).collect();
        let starts: Vec<&Start> =
            threads.iter().flat_map(|&thread| &self.threads.get(thread).starts).collect();
        // What α made is its own, in the eyes of its own kind.
        let frame = starts.first().map(|start| solver.frame(start.target));
        let frame = frame.filter(|&frame| first == second && frame != Frame::NONE);
        let mut local = Local { frame, ..Local::default() };
        let many = if first == second { MANY } else { MANY_OF_TWO };
        if loaded.iter().any(|loaded| loaded.known.len() > many) {
            return Local { is_too_much: true, ..local };
        }
        for loaded in &loaded {
            local.known.union(&loaded.known);
        }
        let mut given = FxHashSet::default();
        for start in starts {
            self.arguments(start, &mut given, &mut local);
        }
        if let [one, other] = loaded.as_slice() {
            // What is given to the one, and what the other comes across, somewhere that only it has.
            for (thread, loaded) in [(first, other), (second, one)] {
                for obj in self.threads.get(thread).starts.iter().flat_map(|s| self.given(s)) {
                    if loaded.known.contains(obj) {
                        local.share(obj);
                    }
                }
            }
        }
        if local.known.len() > many {
            return Local { frame: local.frame, is_too_much: true, ..Local::default() };
        }
        for obj in loaded.iter().flat_map(|loaded| loaded.objs.iter()) {
            if local.is_own(self.program, obj) {
                local.own.insert(obj);
            }
        }
        for loaded in &loaded {
            let mut objs = loaded.unknown.clone();
            objs.subtract(&local.own);
            local.shared.union(&objs.closed());
        }
        let mirrored = local.known.mirrored();
        let is_outside = |node: Node| !loaded.iter().any(|loaded| loaded.nodes.contains(node));
        let stores: Vec<&HeapStore> = self
            .stores
            .iter()
            .filter(|store| is_outside(store.node))
            .filter(|store| {
                let objs = solver.points_to(store.node, store.from);
                objs.intersects(&local.known) || objs.intersects(&mirrored)
            })
            .collect();
        let mut new = None;
        loop {
            self.spread(&loaded, new, &mut local);
            let stored = self.check_stores(&stores, &mut local);
            if stored.is_empty() {
                return local;
            }
            new = Some(stored);
        }
    }

    /// Shares what is loaded from objects that are not local: from all of them, or from those that are new.
    fn spread(&self, loaded: &[Rc<Loaded>], from: Option<PointsToSet>, local: &mut Local) {
        let mut from = from.unwrap_or_else(|| {
            let mut new = PointsToSet::new();
            for (&slot, loads) in loaded.iter().flat_map(|loaded| &loaded.by_slot) {
                for base in loads.bases.iter() {
                    if !local.has(self.program, base)
                        && let Some(objs) = self.loaded_from(base, slot, loads)
                    {
                        local.share_all(objs, &mut new);
                    }
                }
            }
            new
        });
        while !from.is_empty() {
            // What is shared is not local, but for what an instance made itself.
            let from_others: PointsToSet =
                from.iter().filter(|&base| !local.has(self.program, base)).collect();
            let mut new = PointsToSet::new();
            for loaded in loaded {
                self.each_load(loaded, &from_others, |objs| local.share_all(objs, &mut new));
            }
            from = new;
        }
    }

    fn loaded(&self, thread: ThreadId) -> Rc<Loaded> {
        if let Some(known) = self.loaded.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_loaded(thread));
        self.loaded.borrow_mut().insert(thread, Rc::clone(&found));
        found
    }

    fn find_loaded(&self, thread: ThreadId) -> Loaded {
        let starts = &self.threads.get(thread).starts;
        let targets: Vec<Node> = starts.iter().map(|start| start.target).collect();
        let mut loaded = Loaded { nodes: self.program.run_by(&targets), ..Loaded::default() };
        for (at, node) in std::mem::take(&mut loaded.nodes).iter().enumerate() {
            loaded.nodes.insert(node);
            self.load(node, &mut loaded);
            // To count them takes longer than to look into a body.
            loaded.is_too_much = at % 64 == 63 && loaded.objs.len() > 2 * MANY;
            if loaded.is_too_much {
                break;
            }
        }
        loaded.known = loaded.objs.iter().map(plain).collect();
        loaded.is_too_much_of_two = loaded.known.len() > MANY_OF_TWO;
        loaded.given = starts.iter().flat_map(|start| self.given(start)).collect();
        loaded.from_statics = self.find_from_statics(&loaded);
        loaded
    }

    fn find_from_statics(&self, loaded: &Loaded) -> PointsToSet {
        let mut found = loaded.unknown.closed();
        if loaded.is_too_much_of_two {
            return found;
        }
        let mut from = found.clone();
        while !from.is_empty() {
            let mut new = PointsToSet::new();
            self.each_load(loaded, &from, |objs| {
                found.union_fresh(&objs.closed(), None, &mut new);
            });
            from = new;
        }
        found
    }

    /// Tells what a thread loads from these objects.
    fn each_load(&self, loaded: &Loaded, from: &PointsToSet, mut tell: impl FnMut(PointsToSet)) {
        let slots_of = self.slots_of.get_or_init(|| self.find_slots());
        for base in from.iter() {
            for slot in slots_of.get(&plain(base)).into_iter().flatten() {
                let loads = loaded.by_slot.get(slot).filter(|loads| loads.bases.contains(base));
                let objs = loads.and_then(|loads| self.loaded_from(base, *slot, loads));
                objs.into_iter().for_each(&mut tell);
            }
        }
    }

    /// By object, its parts that hold something.
    fn find_slots(&self) -> FxHashMap<Obj, Vec<Slot>> {
        let mut slots: FxHashMap<Obj, Vec<Slot>> = FxHashMap::default();
        for (pointer, _) in self.program.solver.pointers() {
            if let PointerKind::Field(obj, slot) = pointer {
                slots.entry(plain(obj)).or_default().push(slot);
            }
        }
        slots
    }

    /// What is loaded from one part of one object.
    fn loaded_from(&self, base: Obj, slot: Slot, loads: &Loads) -> Option<PointsToSet> {
        let objs = self.program.solver.field_points_to(base, slot)?;
        Some(objs.intersection(&loads.objs))
    }

    fn load(&self, node: Node, loaded: &mut Loaded) {
        let solver = self.program.solver;
        let made = solver.made_stmts(node).iter();
        for stmt in solver.code_of(node).stmts.iter().chain(made) {
            match *stmt {
                // A thread that asks for the current thread gets itself.
                Stmt::Load { slot, .. } if self.is_current_thread(slot) => {}
                Stmt::Load { to, base, slot } => {
                    let objs = solver.points_to(node, to);
                    if !objs.is_empty() {
                        let loads = loaded.by_slot.entry(slot).or_default();
                        loads.bases.union(solver.points_to(node, base));
                        loads.objs.union(objs);
                        loaded.objs.union(objs);
                    }
                }
                Stmt::LoadStatic { to, .. } | Stmt::New { to, what: New::Known(_), .. } => {
                    let objs = solver.points_to(node, to);
                    loaded.unknown.union(objs);
                    loaded.objs.union(objs);
                }
                _ => {}
            }
        }
    }

    /// Whether it is the field that models have for the threads that may be running; see `threads.model`.
    fn is_current_thread(&self, slot: Slot) -> bool {
        let current = SlotKind::State(ir::Name::new("current"));
        self.program.solver.slot(slot) == current
    }

    /// The objects that a start gives to the thread.
    fn given(&self, start: &Start) -> Vec<Obj> {
        let solver = self.program.solver;
        let (node, stmt) = start.fork;
        let Stmt::Call(call) = solver.stmt_of(node, stmt) else { return Vec::new() };
        let args = call.args.iter().flatten();
        args.flat_map(|&var| solver.points_to(node, var).iter().map(plain)).collect()
    }

    /// Tells what a start gives to the thread from what others get, too.
    fn arguments(&self, start: &Start, given: &mut FxHashSet<Obj>, local: &mut Local) {
        let solver = self.program.solver;
        let (node, stmt) = start.fork;
        let Stmt::Call(call) = solver.stmt_of(node, stmt) else { return };
        let inst = solver.code_of(node).insts.get(stmt.0 as usize).copied().flatten();
        let is_thread = self.is_started_once(start);
        for (at, var) in call.args.iter().enumerate() {
            let Some(var) = *var else { continue };
            for obj in solver.points_to(node, var).iter() {
                local.known.insert(plain(obj));
                // All iterations of a loop are given the same.
                let is_once = is_thread && at == 0
                    || call.fork != Some(ForkKind::Loop)
                        && self.is_fresh(node, var, obj, inst, DEPTH)
                        && given.insert(plain(obj));
                if !is_once {
                    local.share(obj);
                }
            }
        }
    }

    /// Whether a start gives the thread another object of its kind each time, in a variable of the code that forks.
    pub(crate) fn is_given_fresh(&self, start: &Start, var: Var, obj: Obj) -> bool {
        let (node, stmt) = start.fork;
        let inst = self.program.solver.code_of(node).insts.get(stmt.0 as usize).copied().flatten();
        self.is_fresh(node, var, obj, inst, DEPTH)
    }

    /// Whether a start gives a thread nothing but an object that is started once.
    pub(crate) fn is_started_once(&self, start: &Start) -> bool {
        let (node, stmt) = start.fork;
        matches!(self.program.solver.stmt_of(node, stmt), Stmt::Call(call)
            if call.args.len() == 1
                && (call.fork == Some(ForkKind::Thread) || self.runs_itself(start)))
    }

    /// Whether a start runs the own method of an object, as `Thread.start` and `ForkJoinTask.fork` do: such an object is started
    /// once.
    pub(crate) fn runs_itself(&self, start: &Start) -> bool {
        let solver = self.program.solver;
        let (node, stmt) = start.fork;
        let Stmt::Call(call) = solver.stmt_of(node, stmt) else { return false };
        let [Some(arg)] = call.args[..] else { return false };
        let is_of_receiver = solver.code_of(node).params.first() == Some(&Some(arg))
            && self.program.node(node).is_none()
            && !self.is_static(node);
        // Who waits for it waits for that object.
        let mut objs = solver.points_to(node, arg).iter().peekable();
        let is_handle = |obj: Obj| {
            start.handles.contains(plain(obj)) || start.handles.contains(plain(obj).mirror())
        };
        call.fork != Some(ForkKind::Loop)
            && (is_of_receiver || objs.peek().is_some() && objs.all(is_handle))
    }

    /// Whether code is that of a static method.
    fn is_static(&self, node: Node) -> bool {
        let points_to::CodeKey::Method(method) = self.program.solver.key(node) else {
            return false;
        };
        let flags = self.program.solver.hierarchy().method(method).flags;
        flags.contains(classfile::MethodFlags::STATIC)
    }

    /// Shares what others store into local objects, unless each gets one of its own; what is new.
    fn check_stores(&self, stores: &[&HeapStore], local: &mut Local) -> PointsToSet {
        let solver = self.program.solver;
        let mut once: FxHashSet<Obj> = FxHashSet::default();
        let mut new = PointsToSet::new();
        for store in stores {
            let bases = solver.points_to(store.node, store.base);
            if !bases.iter().any(|base| local.has(self.program, base)) {
                continue;
            }
            for obj in solver.points_to(store.node, store.from).iter().map(plain) {
                if !local.known.contains(obj) || local.shared.contains(obj) {
                    continue;
                }
                let is_fresh = self.is_fresh(store.node, store.from, obj, store.inst, DEPTH);
                if !is_fresh || !once.insert(obj) {
                    local.share(obj);
                    new.insert(obj);
                    new.insert(obj.mirror());
                }
            }
        }
        new
    }

    /// Whether a variable has another object of this kind each time that an instruction is carried out.
    fn is_fresh(&self, node: Node, var: Var, obj: Obj, at: Option<Inst>, depth: usize) -> bool {
        self.is_new_each_time(node, var, obj, at, depth, false)
    }

    /// The same; a value that was chosen among several is made in one of the ways each time.
    fn is_new_each_time(
        &self,
        node: Node,
        var: Var,
        obj: Obj,
        at: Option<Inst>,
        depth: usize,
        is_chosen: bool,
    ) -> bool {
        if depth == 0 {
            return false;
        }
        let key = (node, var, obj, at, is_chosen);
        if let Some(&known) = self.fresh.borrow().get(&key) {
            return known;
        }
        // What comes from itself is not new.
        self.fresh.borrow_mut().insert(key, false);
        let is_new = self.find_new_each_time(node, var, obj, at, depth, is_chosen);
        self.fresh.borrow_mut().insert(key, is_new);
        is_new
    }

    fn find_new_each_time(
        &self,
        node: Node,
        var: Var,
        obj: Obj,
        at: Option<Inst>,
        depth: usize,
        is_chosen: bool,
    ) -> bool {
        let solver = self.program.solver;
        let has = |node: Node, var: Var| {
            let objs = solver.points_to(node, var);
            objs.contains(obj) || objs.contains(obj.mirror())
        };
        if !has(node, var) {
            return true;
        }
        let code = solver.code_of(node);
        let is_param = code.params.contains(&Some(var));
        if is_param && !self.is_fresh_param(node, var, obj, at, depth) {
            return false;
        }
        let defs = code.defs.of(var);
        if defs.is_empty() && !is_param || self.is_given_twice(node, var) {
            return false;
        }
        defs.iter().all(|&id| {
            let made = code.insts[id.0 as usize];
            // Between two times the definition comes again.
            let comes_again = || match (at, made) {
                (Some(at), Some(made)) => {
                    let flow = self.program.flow(node);
                    at == made
                        || !flow.reaches(at, at, Some(made))
                        || is_chosen && flow.is_in_loops_of(made, at)
                }
                _ => true,
            };
            match code.stmt(id) {
                Stmt::New { what: New::Site(class), .. } => {
                    solver.obj(obj).class != *class || comes_again()
                }
                Stmt::New { .. } => true,
                Stmt::Copy { from, .. } => {
                    let is_chosen = is_chosen || defs.len() > 1;
                    self.is_new_each_time(node, *from, obj, at, depth - 1, is_chosen)
                }
                Stmt::Call(call) => {
                    let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                    let mut callees = callees.map(|(_, called)| called.node);
                    comes_again()
                        && callees.all(|callee| match solver.code_of(callee).ret {
                            Some(ret) if has(callee, ret) && self.is_kept(callee) => false,
                            // What is returned as it was given is as new as what this call gives: `return this`.
                            Some(ret)
                                if has(callee, ret)
                                    && let Some(param) = self.returned_param(callee, ret) =>
                            {
                                let arg = call.args.get(param).copied().flatten();
                                arg.is_some_and(|arg| {
                                    self.is_fresh(node, arg, obj, made.or(at), depth - 1)
                                })
                            }
                            Some(ret) if has(callee, ret) => {
                                self.is_fresh(callee, ret, obj, None, depth - 1)
                            }
                            _ => true,
                        })
                }
                Stmt::Load { base, slot, .. } => {
                    self.is_traversal(node, (*base, *slot), obj, made.or(at), depth)
                        || self.is_handed_on(node, (*base, *slot), obj, depth)
                }
                _ => false,
            }
        })
    }

    /// The parameter that a body returns each time, if it does.
    fn returned_param(&self, node: Node, ret: Var) -> Option<usize> {
        let code = self.program.solver.code_of(node);
        let param_of = |var: Var| {
            let at = code.params.iter().position(|param| *param == Some(var));
            at.filter(|_| code.defs.of(var).is_empty())
        };
        let mut params = code.defs.of(ret).iter().map(|&id| match code.stmt(id) {
            Stmt::Copy { from, .. } => param_of(*from),
            _ => None,
        });
        match params.next() {
            None => param_of(ret),
            Some(first) => first.filter(|_| params.all(|param| param == first)),
        }
    }

    /// The objects that library code keeps, and gives to who asks again: the values of thread locals, say.
    pub(crate) fn kept(&self) -> &PointsToSet {
        self.kept.get_or_init(|| {
            let solver = self.program.solver;
            let nodes = self.program.nodes();
            let called = nodes.flat_map(|(node, _)| self.program.edges(node)).map(|(_, c)| c.node);
            let mut kept = PointsToSet::new();
            for node in called.filter(|&node| self.is_kept(node)) {
                if let Some(ret) = solver.code_of(node).ret {
                    kept.extend(solver.points_to(node, ret).iter().map(plain));
                }
            }
            kept
        })
    }

    /// Whether a method returns what it may have returned before.
    fn is_kept(&self, node: Node) -> bool {
        let solver = self.program.solver;
        let points_to::CodeKey::Method(method) = solver.key(node) else { return false };
        let decl = solver.hierarchy().method(method);
        let class = solver.hierarchy().name(decl.class);
        let descriptor = decl.ty.descriptor();
        let models = solver.models();
        let model = models.method(class.as_str(), decl.name.as_str(), descriptor.as_str());
        let kept = models::Effect::Property(Property::Kept);
        model.is_some_and(|model| model.effects.contains(&kept))
    }

    /// Whether library code has something in a variable that it was given for two parameters.
    fn is_given_twice(&self, node: Node, var: Var) -> bool {
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let defs = code.defs.of(var);
        if defs.len() < 2 || self.program.node(node).is_some() {
            return false;
        }
        let params: Vec<usize> = defs
            .iter()
            .filter_map(|&id| match code.stmt(id) {
                Stmt::Copy { from, .. } => code.params.iter().position(|own| own == &Some(*from)),
                _ => None,
            })
            .collect();
        solver.callers(node).iter().any(|caller| {
            let mut seen = FxHashSet::default();
            matches!(solver.stmt_of(caller.node, caller.stmt), Stmt::Call(call)
                if params.iter().filter_map(|&at| call.args.get(at).copied().flatten())
                    .any(|arg| !seen.insert(arg)))
        })
    }

    /// Whether a stream or collector finds something new each time in what it is given.
    fn is_handed_on(&self, node: Node, (base, slot): (Var, Slot), obj: Obj, depth: usize) -> bool {
        let solver = self.program.solver;
        let bases = solver.points_to(node, base);
        let is_given = |base: Obj| {
            let class = solver.class_of(base).class;
            let name = solver.hierarchy().name(class);
            let is_passing = solver.has_property(class, Property::Passing)
                || solver.has_property(class, Property::Stage);
            let mut states = solver.models().states(name.as_str());
            is_passing && states.any(|state| ["input", "elements"].contains(&state))
        };
        self.program.node(node).is_none()
            && !bases.is_empty()
            && bases.iter().all(is_given)
            && self.stores.iter().all(|store| {
                store.slot != slot
                    || !solver.points_to(store.node, store.base).intersects(bases)
                    || self.is_fresh(store.node, store.from, obj, store.inst, depth - 1)
            })
    }

    fn is_fresh_param(
        &self,
        node: Node,
        var: Var,
        obj: Obj,
        at: Option<Inst>,
        depth: usize,
    ) -> bool {
        let solver = self.program.solver;
        if at.is_some_and(|at| {
            self.program.node(node).is_some() && self.program.flow(node).is_in_loop(at)
        }) {
            return false;
        }
        let is_library = |node: Node| self.program.node(node).is_none();
        let given = self.given_by(node, var, obj);
        // Of the ways in which library code gets at something, it takes one.
        let are_ways = is_library(node) && given.iter().all(|&(caller, ..)| is_library(caller));
        (given.len() == 1 || !given.is_empty() && are_ways)
            && given.into_iter().all(|(caller, stmt, arg)| {
                let inst = solver.code_of(caller).insts.get(stmt.0 as usize).copied().flatten();
                self.is_fresh(caller, arg, obj, inst, depth - 1)
            })
    }

    /// Whether a load goes over the elements of something, each of which was stored once.
    fn is_traversal(
        &self,
        node: Node,
        (base, slot): (Var, Slot),
        obj: Obj,
        at: Option<Inst>,
        depth: usize,
    ) -> bool {
        let solver = self.program.solver;
        // What a field or a lambda holds is the same each time.
        if !matches!(solver.slot(slot), SlotKind::Element | SlotKind::State(_)) {
            return false;
        }
        // The instruction in a body at which the load happens.
        let Some((body, inst)) = self.outer(node, at) else { return false };
        let Some(info) = self.program.node(body) else { return false };
        // An index must be that of a loop.
        let index = match info.body.insts[inst].op {
            Op::ArrayLoad { index, .. } => Some(index),
            Op::Invoke { args, .. } => {
                let is_number = |arg: &&Value| info.body.values[**arg].ty == ir::Type::Int;
                info.body.list(args).iter().find(is_number).copied()
            }
            _ => None,
        };
        if index.is_some_and(|index| crate::objects::step(info.body, index).is_none()) {
            return false;
        }
        if self.is_asked_again(body, inst) {
            return false;
        }
        let bases = solver.points_to(node, base);
        // It goes over one thing once, or over another one each time.
        let is_once = |of: Obj| self.objects.is_single(of) && !self.objects.runs_again(body);
        let is_new = |of: Obj| self.is_fresh(node, base, of, at, depth - 1);
        if !bases.iter().all(|of| is_once(of) || is_new(of)) {
            return false;
        }
        let mut stores = self.stores.iter().filter(|store| {
            store.slot == slot
                && solver.points_to(store.node, store.base).intersects(bases)
                && solver.points_to(store.node, store.from).contains(obj)
        });
        let one = stores.next().filter(|_| stores.next().is_none());
        one.is_some_and(|store| self.is_fresh(store.node, store.from, obj, store.inst, depth - 1))
    }

    /// Whether a call asks for the same in each round of its loop: `registry.get("main")`.
    pub(crate) fn is_asked_again(&self, node: Node, call: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let Op::Invoke { args, .. } = info.body.insts[call].op else { return false };
        let [_, key, ..] = *info.body.list(args) else { return false };
        let flow = self.program.flow(node);
        let blocks = flow.innermost(flow.block_of(call));
        let def = info.body.values[key].def;
        info.body.values[key].ty.is_reference()
            && (matches!(info.body.insts[def].op, Op::Const(_))
                || blocks.is_some_and(|blocks| !blocks[flow.block_of(def).index()]))
    }

    /// The instruction of a body at which glue does something.
    pub(crate) fn outer(&self, node: Node, at: Option<Inst>) -> Option<(Node, Inst)> {
        let solver = self.program.solver;
        let (mut node, mut at) = (node, at);
        loop {
            if self.program.node(node).is_some() {
                return Some((node, at?));
            }
            let (outer, stmt): (Node, StmtId) = solver.summary_site(node)?;
            at = solver.code_of(outer).insts.get(stmt.0 as usize).copied().flatten();
            node = outer;
        }
    }
}
