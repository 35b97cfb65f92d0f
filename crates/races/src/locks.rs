//! Which locks are surely held where.
//!
//! An IFDS problem (IteRace §3.4): the facts are locks, the paths are those that return to where they were called from, and
//! facts of several paths meet by what all of them have. It is solved as entry states that calls hand down, and net effects of
//! bodies that calls get back.
//!
//! A lock is known by [`Key`]s: as one object of a run, or by how the body names it. Locks of two paths are the same if they
//! have a key in common. Besides, each has the objects that it *may* be, for those who want to know what is certain.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use ir::body::{BinaryOp, Block, Body, Cond, Constant, Inst, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::ClassId;
use models::LockMode;
use points_to::{CodeId, Node, Obj, ObjKind, PointsToSet};
use rustc_hash::FxHashMap;

use crate::filter::Filter;
use crate::levels::is_next_level;
use crate::node_set::NodeSet;
use crate::objects::{Objects, int_constant, plain};
use crate::paths::{Path, Paths, Root};
use crate::permits::Permits;
use crate::program::{Event, Guard, NodeInfo, Program, Step, What, arguments};
use crate::threads::Threads;
use crate::turns::Turns;

/// How a lock is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// As one object of a run.
    Obj(Obj),
    /// As the monitor of a class object.
    Class(ClassId),
    /// By a path in the current body.
    Path(Path),
}

/// A lock that is surely held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Where it was taken.
    pub(crate) site: (Node, Inst),
    pub(crate) mode: LockMode,
    pub(crate) keys: Vec<Key>,
    pub(crate) may: Vec<Obj>,
    /// What makes these, whoever they belong to.
    pub(crate) made: Vec<(CodeId, u32)>,
    /// Whether all that it may be are held: each round of a loop has taken one.
    pub(crate) is_all: bool,
    /// Whether it is no lock, but an executor that carries out one task after the other: a task never gives it back.
    pub(crate) is_turn: bool,
}

/// The locks that are held, in the order in which they were taken.
pub(crate) type State = Vec<Held>;

/// What a body does to the locks of its caller.
#[derive(Clone, Debug, Default, PartialEq)]
struct Net {
    acquired: State,
    /// What it has acquired if it returns true.
    on_success: State,
    released: Vec<Held>,
    /// Whether it releases more than is worth to be listed: then nothing is held for sure.
    releases_all: bool,
}

/// How many locks a body may release before it counts as releasing all: then fewer are known to be held.
const MANY_RELEASED: usize = 8;

/// How many rounds bodies that call each other are looked at before they count as releasing all.
const MANY_ROUNDS: usize = 16;

/// How many objects a lock may be. One that may be as many may be any other, for those who release.
const MANY_OBJECTS: usize = 64;

pub(crate) struct Locks<'a> {
    program: &'a Program<'a>,
    objects: &'a Objects<'a>,
    paths: &'a Paths<'a>,
    permits: Permits<'a>,
    calls_of_itself: RefCell<FxHashMap<Node, Rc<[Inst]>>>,
    /// Bodies in which accesses are told, and all from which they are called.
    wanted: NodeSet,
    entries: FxHashMap<Node, State>,
    nets: FxHashMap<Node, Net>,
    states: RefCell<FxHashMap<Node, Rc<States>>>,
    /// The same, whoever calls.
    own_states: RefCell<FxHashMap<Node, Rc<States>>>,
}

/// What is held in a body.
enum States {
    /// The same everywhere.
    Same(State),
    /// By block, at its beginning; none where control never comes.
    ByBlock(Vec<Option<State>>),
}

impl<'a> Locks<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &Threads,
        objects: &'a Objects<'a>,
        paths: &'a Paths<'a>,
        filter: &Filter<'_>,
    ) -> Locks<'a> {
        let mut wanted = NodeSet::default();
        let application = program.nodes().filter(|(_, info)| filter.is_looked_at(info));
        let mut pending: Vec<Node> = application.map(|(node, _)| node).collect();
        while let Some(node) = pending.pop() {
            if wanted.insert(node) {
                pending.extend(program.callers(node).iter().map(|from| from.node));
            }
        }
        let mut locks = Locks {
            wanted,
            program,
            objects,
            paths,
            permits: Permits::new(program, objects),
            calls_of_itself: RefCell::default(),
            entries: FxHashMap::default(),
            nets: FxHashMap::default(),
            states: RefCell::default(),
            own_states: RefCell::default(),
        };
        locks.find_nets();
        locks.find_entries(threads);
        locks
    }

    /// Bodies that take or release locks of which their callers hear.
    fn find_nets(&mut self) {
        let is_lock =
            |event: &Event| matches!(event.what, What::Acquire { .. } | What::Release { .. });
        let ranked = |node: Node| (self.program.rank(node), node);
        let mut pending: BTreeSet<(u32, Node)> = self
            .program
            .nodes()
            .filter(|(_, info)| info.events().any(|(_, event)| is_lock(event)))
            .map(|(node, _)| ranked(node))
            .collect();
        // Callees first, so that bodies are looked at once; those that call each other a few times. What is not known by then is the
        // worst.
        let mut rounds: FxHashMap<Node, usize> = FxHashMap::default();
        while let Some((_, node)) = pending.pop_first() {
            let round = rounds.entry(node).or_default();
            *round += 1;
            let net = match *round > MANY_ROUNDS {
                true => Net { releases_all: true, ..Net::default() },
                false => self.net(node),
            };
            if self.nets.get(&node).cloned().unwrap_or_default() != net {
                self.nets.insert(node, net);
                pending.extend(self.program.callers(node).iter().map(|from| ranked(from.node)));
            }
        }
    }

    fn net(&self, node: Node) -> Net {
        let states = self.solve(node, Vec::new());
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let (mut acquired, mut released): (Option<State>, Vec<Held>) = (None, Vec::new());
        let mut on_success: Option<State> = None;
        let mut releases_all = false;
        for block in info.body.blocks.keys() {
            let Some(Some(state)) = states.get(block.index()) else { continue };
            let mut state = state.clone();
            for inst in info.body.insts_of(block) {
                let (locks, is_all) = self.releases(node, inst);
                releases_all |= is_all;
                for lock in locks {
                    let is_known = |other: &Held| {
                        other.mode == lock.mode && other.keys == lock.keys && other.may == lock.may
                    };
                    if !state.iter().any(|held| shares_key(held, &lock))
                        && !released.iter().any(is_known)
                    {
                        released.push(lock);
                    }
                }
                if let Op::Return(result) = info.body.insts[inst].op {
                    acquired = Some(both(acquired, state.clone()));
                    let is_failure = |value| int_constant(info.body, value) == Some(0);
                    if let Some(value) = result.filter(|&value| !is_failure(value)) {
                        let tried = self.attempt(node, info.body.values[value].def);
                        let state = state.iter().cloned().chain(tried).collect();
                        on_success = Some(both(on_success, state));
                    }
                }
                self.transfer(node, inst, &mut state);
            }
        }
        // The monitor of a synchronized method is released when it returns.
        let own = self.own_monitor(node).map(|own| own.site);
        let outside = |state: Option<State>| -> State {
            let state = state.unwrap_or_default().into_iter();
            let state = state.filter(|held| Some(held.site) != own);
            state
                .filter(|held| held.keys.is_empty() || held.keys.iter().any(is_known_outside))
                .collect()
        };
        let acquired = outside(acquired);
        let mut on_success = outside(on_success);
        on_success.retain(|held| !acquired.contains(held));
        if released.len() > MANY_RELEASED {
            releases_all = true;
            released.clear();
        }
        Net { acquired, on_success, released, releases_all }
    }

    fn find_entries(&mut self, threads: &Threads) {
        let roots = threads.all.iter().flat_map(|thread| thread.roots.iter().copied());
        let initialisers = self.program.nodes().map(|(node, _)| node);
        let initialisers = initialisers.filter(|&node| self.program.callers(node).is_empty());
        let roots: Vec<Node> =
            roots.chain(initialisers).filter(|&node| self.wanted.contains(node)).collect();
        // Callers first, as far as that goes: then most bodies are looked at once.
        let order = self.callers_first(&roots);
        let mut pending: BTreeSet<(usize, Node)> = BTreeSet::new();
        for root in roots {
            let entry = self.turn(threads, root);
            self.entries.insert(root, entry);
            pending.insert((order[&root], root));
        }
        while let Some((_, node)) = pending.pop_first() {
            let entry = self.entries[&node].clone();
            for (callee, state) in self.calls(node, entry) {
                let new = match self.entries.get(&callee) {
                    None => state,
                    Some(old) if old.is_empty() => continue,
                    Some(old) => {
                        let new = meet(old, &state);
                        if new == *old {
                            continue;
                        }
                        new
                    }
                };
                self.entries.insert(callee, new);
                pending.insert((order[&callee], callee));
            }
        }
    }

    /// The executor that all tasks have in turn that begin with a body.
    fn turn(&self, threads: &Threads, root: Node) -> State {
        let turns = Turns { program: self.program, paths: self.paths };
        let mut all: Option<State> = None;
        for thread in threads.all.iter().filter(|thread| thread.roots.contains(&root)) {
            if thread.starts.is_empty() {
                return State::new();
            }
            for start in &thread.starts {
                if !self.program.bodies_behind(start.target).contains(&root) {
                    continue;
                }
                let turn = turns.of(start, root).map(|turn| {
                    let site = (start.node, start.inst);
                    let mut held = self.lock(site, LockMode::Exclusive, &turn.objs, None);
                    held.keys.extend(turn.paths.into_iter().map(Key::Path));
                    Held { is_turn: true, ..held }
                });
                let state = both(all, turn.into_iter().collect());
                if state.is_empty() {
                    return state;
                }
                all = Some(state);
            }
        }
        all.unwrap_or_default()
    }

    /// The place of each wanted body in an order in which callers come before the bodies that they call.
    fn callers_first(&self, roots: &[Node]) -> FxHashMap<Node, usize> {
        let mut order = FxHashMap::default();
        let mut seen = NodeSet::default();
        let mut pending: Vec<(Node, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((node, is_done)) = pending.pop() {
            if is_done {
                order.insert(node, usize::MAX - order.len());
            } else if seen.insert(node) {
                pending.push((node, true));
                let callees = self.program.callees(node);
                let wanted = callees.filter(|&callee| self.wanted.contains(callee));
                pending.extend(wanted.map(|callee| (callee, false)));
            }
        }
        order
    }

    /// What is held when bodies are called from a body.
    fn calls(&self, node: Node, entry: State) -> Vec<(Node, State)> {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let mut calls = Vec::new();
        let mut call = |inst: Inst, step: &Step, state: &State| {
            let Step::Call { node: callee, is_direct, under, .. } = step else { return };
            if !self.wanted.contains(*callee) {
                return;
            }
            let mut inside = match state.is_empty() {
                true => Vec::new(),
                false if *is_direct => self.down(node, &arguments(info.body, inst), state),
                false => self.down(node, &[], state),
            };
            for guard in under {
                inside.push(self.lock((node, inst), guard.mode, &guard.objs, None));
            }
            calls.push((*callee, inside));
        };
        if !self.changes_locks(node) {
            for (inst, step) in info.steps() {
                call(inst, step, &entry);
            }
            return calls;
        }
        let states = self.solve(node, entry);
        for block in info.body.blocks.keys() {
            let Some(Some(state)) = states.get(block.index()) else { continue };
            let mut state = state.clone();
            for inst in info.body.insts_of(block) {
                for step in info.steps_at(inst) {
                    call(inst, step, &state);
                }
                self.transfer(node, inst, &mut state);
            }
        }
        calls
    }

    /// Whether a body takes or releases locks, or calls one that does so for its caller. Otherwise the same are held from its
    /// beginning to its end.
    fn changes_locks(&self, node: Node) -> bool {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let is_monitor = |op: &Op| matches!(op, Op::MonitorEnter(_) | Op::MonitorExit(_));
        self.own_monitor(node).is_some()
            || info.body.insts.values().any(|inst| is_monitor(&inst.op))
            || info.steps().any(|(_, step)| match step {
                Step::Call { node, .. } => self.nets.contains_key(node),
                Step::Event(event) => {
                    matches!(event.what, What::Acquire { .. } | What::Release { .. })
                }
                Step::Fork(_) => false,
            })
    }

    /// The locks that are surely held at an instruction, before it is carried out.
    pub(crate) fn at(&self, node: Node, inst: Inst) -> State {
        let entry = || self.entries.get(&node).cloned().unwrap_or_default();
        let mut state = self.state_at(&self.states, entry, node, inst);
        state.extend(self.taken_in_levels(node, inst));
        state
    }

    /// The locks that each level of a method takes which then calls itself, and that are held in the last one: those of all stripes,
    /// say. Which ones they are is not known, but that they are held.
    fn taken_in_levels(&self, node: Node, inst: Inst) -> State {
        let calls = self.calls_of_itself(node);
        let mut state = State::new();
        if calls.is_empty() {
            return state;
        }
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let flow = self.program.flow(node);
        for &call in calls.iter() {
            if call == inst || flow.reaches(call, inst, None) || flow.reaches(inst, call, None) {
                continue;
            }
            let taken = self.taken_by(node, call).into_iter();
            let taken = taken
                .filter(|held| held.site.0 == node && is_next_level(info.body, held.site.1, call));
            state.extend(taken.map(|held| Held { keys: Vec::new(), is_all: true, ..held }));
        }
        state
    }

    /// Where a body calls its own method.
    fn calls_of_itself(&self, node: Node) -> Rc<[Inst]> {
        if let Some(known) = self.calls_of_itself.borrow().get(&node) {
            return Rc::clone(known);
        }
        let method = |node: Node| self.program.node(node).map(|info| info.method);
        let is_itself = |step: &Step| {
            matches!(step, Step::Call { node: callee, is_direct: true, .. }
                if method(*callee) == method(node))
        };
        let steps = self.program.node(node).into_iter().flat_map(NodeInfo::steps);
        let calls: Rc<[Inst]> =
            steps.filter(|(_, step)| is_itself(step)).map(|(call, _)| call).collect();
        self.calls_of_itself.borrow_mut().insert(node, Rc::clone(&calls));
        calls
    }

    /// Those of them that the body itself takes, or what it calls.
    pub(crate) fn taken_by(&self, node: Node, inst: Inst) -> State {
        self.state_at(&self.own_states, Vec::new, node, inst)
    }

    fn state_at(
        &self,
        known: &RefCell<FxHashMap<Node, Rc<States>>>,
        entry: impl FnOnce() -> State,
        node: Node,
        inst: Inst,
    ) -> State {
        let states = known.borrow().get(&node).cloned();
        let states = states.unwrap_or_else(|| {
            let states = Rc::new(match self.changes_locks(node) {
                true => States::ByBlock(self.solve(node, entry())),
                false => States::Same(entry()),
            });
            known.borrow_mut().insert(node, Rc::clone(&states));
            states
        });
        let block = self.program.flow(node).block_of(inst);
        let state = match &*states {
            States::Same(state) => return state.clone(),
            States::ByBlock(states) => states.get(block.index()).and_then(Option::as_ref),
        };
        let Some(state) = state else { return Vec::new() };
        let mut state = state.clone();
        let body = self.program.node(node).expect("invariant: only bodies are looked at").body;
        for before in body.insts_of(block).take_while(|&before| before < inst) {
            self.transfer(node, before, &mut state);
        }
        state
    }

    /// The locks at the beginning of each block; none where control never comes.
    fn solve(&self, node: Node, mut entry: State) -> Vec<Option<State>> {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let flow = self.program.flow(node);
        entry.extend(self.own_monitor(node));
        let mut states: Vec<Option<State>> = vec![None; flow.block_count()];
        states[Body::entry().index()] = Some(entry);
        let mut pending = vec![Body::entry()];
        while let Some(block) = pending.pop() {
            let mut state = states[block.index()].clone().unwrap_or_default();
            let mut thrown: Option<State> = None;
            for inst in info.body.insts_of(block) {
                if info.body.insts[inst].op.may_throw() {
                    thrown = Some(match thrown {
                        None => state.clone(),
                        Some(other) => meet(&other, &state),
                    });
                }
                self.transfer(node, inst, &mut state);
            }
            let mut send = |to: Block, state: State| {
                let old = &mut states[to.index()];
                let new = match old {
                    None => state,
                    Some(old) => meet(old, &state),
                };
                if old.as_ref() != Some(&new) {
                    *old = Some(new);
                    pending.push(to);
                }
            };
            for &next in flow.successors(block) {
                let mut state = state.clone();
                state.extend(self.tried(node, block, next));
                state.extend(self.taken_in_rounds(node, block, next));
                send(next, self.renamed(node, block, next, state));
            }
            if let Some(thrown) = thrown {
                for &handler in flow.handlers(block) {
                    send(handler, self.renamed(node, block, handler, thrown.clone()));
                }
            }
        }
        states
    }

    /// The same locks by the names that they have behind an edge, where values get new ones: `before = here` in a loop that goes from
    /// node to node, and holds the lock of the one until it has that of the other.
    fn renamed(&self, node: Node, block: Block, next: Block, mut state: State) -> State {
        let body = self.program.node(node).expect("invariant: only bodies are looked at").body;
        if state.is_empty() {
            return state;
        }
        let Some(edge) = body.predecessors(next).iter().position(|&pred| pred == block) else {
            return state;
        };
        let phis: Vec<(Value, Path)> = body
            .insts_of(next)
            .map_while(|inst| match (body.insts[inst].op, body.insts[inst].result) {
                (Op::Phi(list), Some(phi)) => Some((phi, *body.list(list).get(edge)?)),
                _ => None,
            })
            .filter(|(phi, _)| body.values[*phi].ty.is_reference())
            .map(|(phi, value)| (phi, self.paths.of(node, value)))
            .collect();
        if phis.is_empty() {
            return state;
        }
        for held in &mut state {
            let is_kept = |key: &&Key| !matches!(key, Key::Path(Path { root: Root::Value(value), .. }) if phis.iter().any(|(phi, _)| phi == value));
            let mut keys: Vec<Key> = held.keys.iter().filter(is_kept).cloned().collect();
            for key in &held.keys {
                let Key::Path(path) = key else { continue };
                for (phi, value) in &phis {
                    if let Some(fields) = value.suffix(path) {
                        keys.push(Key::Path(Path { root: Root::Value(*phi), fields }));
                    }
                }
            }
            held.keys = keys;
        }
        state
    }

    /// The monitor that a synchronized method holds.
    fn own_monitor(&self, node: Node) -> Option<Held> {
        let info = self.program.node(node)?;
        let decl = self.program.solver.hierarchy().method(info.method);
        if !decl.is_synchronized() {
            return None;
        }
        let site = (node, Inst::from_index(0));
        if decl.is_static() {
            let keys = vec![Key::Class(decl.class)];
            let mode = LockMode::Monitor;
            return Some(Held {
                site,
                mode,
                keys,
                may: Vec::new(),
                made: Vec::new(),
                is_all: false,
                is_turn: false,
            });
        }
        let this = self.program.solver.code_of(node).params.first().copied().flatten()?;
        let objs = self.program.solver.points_to(node, this);
        let path = Path { root: Root::Param(0), fields: Vec::new() };
        Some(self.lock(site, LockMode::Monitor, objs, Some(path)))
    }

    fn lock(
        &self,
        site: (Node, Inst),
        mode: LockMode,
        objs: &PointsToSet,
        path: Option<Path>,
    ) -> Held {
        let locks = self.paths.locks(objs);
        let may: Vec<Obj> = locks.iter().take(MANY_OBJECTS).collect();
        let aliases = path.as_ref().map(|path| self.paths.aliases(site.0, path));
        let mut keys: Vec<Key> = path
            .into_iter()
            .chain(aliases.unwrap_or_default())
            .map(|path| match path.root {
                Root::Class(class) if path.fields.is_empty() => Key::Class(class),
                _ => Key::Path(path),
            })
            .collect();
        if let [one] = may[..]
            && self.objects.is_single(one)
        {
            keys.push(Key::Obj(plain(one)));
        }
        let maker = |&obj: &Obj| match self.program.solver.obj(obj).kind {
            ObjKind::Site(code, ordinal) => Some((code, ordinal)),
            _ => None,
        };
        let mut made: Vec<(CodeId, u32)> = may.iter().filter_map(maker).collect();
        made.sort_unstable();
        made.dedup();
        Held { site, mode, keys, may, made, is_all: false, is_turn: false }
    }

    /// A lock that library code holds while it does something.
    pub(crate) fn guard(&self, node: Node, inst: Inst, guard: &Guard) -> Held {
        self.lock((node, inst), guard.mode, &guard.objs, None)
    }

    fn lock_of_value(&self, node: Node, inst: Inst, mode: LockMode, value: Value) -> Held {
        let none = PointsToSet::new();
        let objs = self.program.points_to(node, value).unwrap_or(&none);
        let path = self.paths.of(node, value);
        let equal = self.paths.equal_to(node, inst, &path);
        let mut held = self.lock((node, inst), mode, objs, Some(path));
        for value in equal {
            held.keys.push(Key::Path(self.paths.of(node, value)));
            let objs = self.program.points_to(node, value).unwrap_or(&none);
            let room = MANY_OBJECTS.saturating_sub(held.may.len());
            let new: Vec<Obj> = objs.iter().filter(|obj| !held.may.contains(obj)).collect();
            held.may.extend(new.into_iter().take(room));
        }
        held
    }

    fn lock_of_event(&self, node: Node, inst: Inst, mode: LockMode, event: &Event) -> Held {
        let path = event.value.map(|value| self.paths.of(node, value));
        self.lock((node, inst), mode, &event.objs, path)
    }

    /// What an instruction does to the locks.
    fn transfer(&self, node: Node, inst: Inst, state: &mut State) {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        match info.body.insts[inst].op {
            Op::MonitorEnter(value) => {
                let held = self.lock_of_value(node, inst, LockMode::Monitor, value);
                if !state.contains(&held) {
                    state.push(held);
                }
            }
            Op::MonitorExit(value) => {
                release(state, &self.lock_of_value(node, inst, LockMode::Monitor, value));
            }
            Op::Invoke { .. } | Op::InvokeDynamic { .. } => self.call(node, inst, state),
            _ => {}
        }
    }

    fn call(&self, node: Node, inst: Inst, state: &mut State) {
        let (locks, is_all) = self.releases(node, inst);
        if is_all {
            state.retain(|held| held.is_turn);
        }
        for lock in locks {
            release(state, &lock);
        }
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let events: Vec<&Event> = events_at(info, inst).collect();
        for event in &events {
            if let What::Acquire { mode, is_try: false } = event.what
                && !self.is_scoped(&events, event)
                && let Some(mode) = self.permits.mode(info, inst, event, mode)
            {
                state.push(self.lock_of_event(node, inst, mode, event));
            }
        }
        for held in self.acquired_by_callees(node, inst, |net| &net.acquired) {
            if !state.contains(&held) {
                state.push(held);
            }
        }
    }

    /// The locks that all bodies that a call may run have acquired, as the caller knows them.
    fn acquired_by_callees(&self, node: Node, inst: Inst, of: fn(&Net) -> &State) -> State {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let mut acquired: Option<State> = None;
        for step in info.steps_at(inst) {
            let Step::Call { node: callee, is_direct, .. } = step else { continue };
            let net = self.nets.get(callee).map(of).into_iter().flatten();
            let args = if *is_direct { arguments(info.body, inst) } else { Vec::new() };
            let net = net.filter_map(|held| self.up(node, &args, held)).collect();
            acquired = Some(both(acquired, net));
        }
        acquired.unwrap_or_default()
    }

    /// Whether a lock is taken for the time of the call only.
    fn is_scoped(&self, events: &[&Event], lock: &Event) -> bool {
        let What::Acquire { mode, .. } = lock.what else { return false };
        events.iter().any(|event| {
            event.what == What::Release { mode }
                && event.value == lock.value
                && event.objs.iter().eq(lock.objs.iter())
        })
    }

    /// The locks that an instruction may release by a call.
    /// Also, whether that may be any.
    fn releases(&self, node: Node, inst: Inst) -> (Vec<Held>, bool) {
        let Some(info) = self.program.node(node) else { return (Vec::new(), false) };
        let mut released = Vec::new();
        let mut is_all = false;
        let events: Vec<&Event> = info
            .steps_at(inst)
            .filter_map(|step| match step {
                Step::Event(event) => Some(event),
                _ => None,
            })
            .collect();
        for event in &events {
            if let What::Release { mode } = event.what {
                let taken = What::Acquire { mode, is_try: false };
                let is_scoped = events.iter().any(|other| {
                    other.what == taken
                        && other.value == event.value
                        && other.objs.iter().eq(event.objs.iter())
                });
                if !is_scoped {
                    let modes = self.permits.released(info, inst, event, mode);
                    let locks = modes.into_iter();
                    released.extend(locks.map(|mode| self.lock_of_event(node, inst, mode, event)));
                }
            }
        }
        for step in info.steps_at(inst) {
            let Step::Call { node: callee, is_direct, .. } = step else { continue };
            let Some(net) = self.nets.get(callee) else { continue };
            is_all |= net.releases_all;
            let args = if *is_direct { arguments(info.body, inst) } else { Vec::new() };
            for lock in &net.released {
                let mut here = self
                    .up(node, &args, lock)
                    .unwrap_or_else(|| Held { keys: Vec::new(), ..lock.clone() });
                here.site = (node, inst);
                released.push(here);
            }
        }
        (released, is_all)
    }

    /// The locks that each round of a loop takes and none gives back, on a way that leaves the loop: those of all stripes, say.
    /// Which ones they are is not known, but that they are held.
    fn taken_in_rounds(&self, node: Node, block: Block, next: Block) -> State {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let flow = self.program.flow(node);
        let mut state = State::new();
        for blocks in flow.left(block, next) {
            let inside = info.steps().filter(|(inst, _)| blocks[flow.block_of(*inst).index()]);
            let mut insts: Vec<Inst> = inside.map(|(inst, _)| inst).collect();
            insts.dedup();
            let is_given_back = |held: &Held| {
                insts.iter().any(|&inst| {
                    let (released, is_all) = self.releases(node, inst);
                    is_all
                        || released.iter().any(|lock| {
                            lock.mode == held.mode && held.may.iter().any(|o| lock.may.contains(o))
                        })
                })
            };
            for &inst in &insts {
                let at = flow.block_of(inst);
                let is_innermost = flow.innermost(at).is_some_and(|own| std::ptr::eq(own, blocks));
                let mut taken = State::new();
                self.call(node, inst, &mut taken);
                if taken.is_empty()
                    || !is_innermost
                    || !flow.is_done_in_each_round(info.body, blocks, at)
                {
                    continue;
                }
                let taken = taken.into_iter().filter(|held| !is_given_back(held));
                let is_one = |key: &Key| matches!(key, Key::Obj(_));
                state.extend(taken.map(|mut held| {
                    held.keys.retain(is_one);
                    held.is_all = true;
                    held
                }));
            }
        }
        state
    }

    /// The locks that are held on a way out of a block because an attempt succeeded.
    fn tried(&self, node: Node, block: Block, next: Block) -> State {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let body = info.body;
        let Op::If { cond, lhs, rhs: None, then, otherwise } = body.terminator(block).op else {
            return Vec::new();
        };
        let on_success = match cond {
            Cond::Ne => then,
            Cond::Eq => otherwise,
            _ => return Vec::new(),
        };
        if next != on_success || then == otherwise {
            return Vec::new();
        }
        let mut value = lhs;
        if let Op::Binary(BinaryOp::Lcmp, stamp, zero) = body.insts[body.values[lhs].def].op {
            if !matches!(body.insts[body.values[zero].def].op, Op::Const(Constant::Long(0))) {
                return Vec::new();
            }
            value = stamp;
        }
        // The last of several attempts.
        let attempts: Vec<Value> = match body.insts[body.values[value].def].op {
            Op::Phi(list) => body.list(list).to_vec(),
            _ => vec![value],
        };
        let states = attempts.iter().map(|&value| self.attempt(node, body.values[value].def));
        states.reduce(|a, b| meet(&a, &b)).unwrap_or_default()
    }

    /// The locks that a call holds if it succeeds.
    fn attempt(&self, node: Node, def: Inst) -> State {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let mut state = Vec::new();
        let events: Vec<&Event> = events_at(info, def).collect();
        for event in &events {
            if let What::Acquire { mode, is_try: true } = event.what
                && let Some(mode) = self.permits.mode(info, def, event, mode)
            {
                state.push(self.lock_of_event(node, def, mode, event));
            }
        }
        state.extend(self.acquired_by_callees(node, def, |net| &net.on_success));
        state
    }

    /// Locks of a caller as the body knows them that is called with these arguments.
    fn down(&self, node: Node, args: &[Value], state: &State) -> State {
        let names: Vec<Path> = args.iter().map(|&arg| self.paths.of(node, arg)).collect();
        state
            .iter()
            .map(|held| {
                let mut keys = Vec::new();
                for key in &held.keys {
                    match key {
                        Key::Path(path) if !path.is_global() => {
                            for (at, name) in names.iter().enumerate() {
                                if let Some(fields) = name.suffix(path) {
                                    let root = Root::Param(at as u16);
                                    keys.push(Key::Path(Path { root, fields }));
                                }
                            }
                        }
                        _ => keys.push(key.clone()),
                    }
                }
                Held { keys, ..held.clone() }
            })
            .collect()
    }

    /// A lock of a called body as the caller knows it; none if it does not.
    pub(crate) fn up(&self, node: Node, args: &[Value], held: &Held) -> Option<Held> {
        let mut keys = Vec::new();
        for key in &held.keys {
            match key {
                Key::Path(path) if !path.is_global() => {
                    if let Root::Param(at) = path.root
                        && let Some(&arg) = args.get(usize::from(at))
                    {
                        keys.push(Key::Path(self.paths.of(node, arg).with(&path.fields)));
                    }
                }
                _ => keys.push(key.clone()),
            }
        }
        // One of which nothing is known but that it is held, is held here as well.
        (!keys.is_empty() || held.keys.is_empty()).then(|| Held { keys, ..held.clone() })
    }
}

fn is_known_outside(key: &Key) -> bool {
    match key {
        Key::Obj(_) | Key::Class(_) => true,
        Key::Path(path) => !matches!(path.root, Root::Value(_)),
    }
}

fn has_common_key(a: &Held, b: &Held) -> bool {
    let are_alike = (a.mode == LockMode::Monitor) == (b.mode == LockMode::Monitor);
    are_alike && a.keys.iter().any(|key| b.keys.contains(key))
}

fn shares_key(a: &Held, b: &Held) -> bool {
    a.mode == b.mode && has_common_key(a, b)
}

/// The mode in which a lock is held at least.
fn weaker(a: LockMode, b: LockMode) -> LockMode {
    match (a, b) {
        (LockMode::Read, _) | (_, LockMode::Read) => LockMode::Read,
        (LockMode::Write, _) | (_, LockMode::Write) => LockMode::Write,
        (LockMode::Monitor, _) | (_, LockMode::Monitor) => LockMode::Monitor,
        _ => LockMode::Exclusive,
    }
}

/// Takes a lock away: the one that it surely is, or else all that it may be.
fn release(state: &mut State, lock: &Held) {
    let exactly = state.iter().rposition(|held| shares_key(held, lock));
    // Where ways meet, a lock is held in the weaker of two modes.
    let weaker = || {
        let is_weaker = |held: &Held| held.mode == LockMode::Read && has_common_key(held, lock);
        state.iter().rposition(is_weaker)
    };
    if let Some(at) = exactly.or_else(weaker) {
        state.remove(at);
    } else {
        let is_any = |lock: &Held| lock.may.len() >= MANY_OBJECTS;
        state.retain(|held| {
            let may_be_it =
                is_any(held) || is_any(lock) || held.may.iter().any(|obj| lock.may.contains(obj));
            held.is_turn || held.mode != lock.mode || !may_be_it
        });
    }
}

/// What a state has that all others have, too.
fn both(others: Option<State>, state: State) -> State {
    match others {
        None => state,
        Some(others) => meet(&others, &state),
    }
}

/// What a call of library code does besides calling others.
fn events_at<'a>(info: &'a NodeInfo<'_>, inst: Inst) -> impl Iterator<Item = &'a Event> {
    info.steps_at(inst).filter_map(|step| match step {
        Step::Event(event) => Some(event),
        _ => None,
    })
}

/// What both states have.
pub(crate) fn meet(a: &State, b: &State) -> State {
    let mut state = State::new();
    let mut used = vec![false; b.len()];
    // Those that are held in the same way first.
    let is_shared = |held: &&Held| b.iter().any(|other| shares_key(held, other));
    let (same, others): (Vec<&Held>, Vec<&Held>) = a.iter().partition(is_shared);
    for held in same.into_iter().chain(others) {
        let free = || b.iter().enumerate().filter(|(at, _)| !used[*at]);
        let is_same = |other: &Held| other.site == held.site && other.mode == held.mode;
        let known = free().find(|(_, other)| shares_key(held, other));
        let known = known.or_else(|| free().find(|(_, other)| is_same(other)));
        let otherwise = || free().find(|(_, other)| has_common_key(held, other));
        // The same lock of two objects, say: one of these is held, whichever it is.
        let is_similar = |other: &Held| {
            other.mode == held.mode
                && other.is_turn == held.is_turn
                && held.made.iter().any(|maker| other.made.contains(maker))
        };
        let similar = || free().find(|(_, other)| is_similar(other));
        let Some((at, other)) = known.or_else(otherwise).or_else(similar) else { continue };
        used[at] = true;
        let keys = held.keys.iter().filter(|key| other.keys.contains(key)).cloned().collect();
        let mut may = held.may.clone();
        may.extend(other.may.iter().filter(|obj| !held.may.contains(obj)));
        may.sort_unstable();
        may.truncate(MANY_OBJECTS);
        let mode = weaker(held.mode, other.mode);
        let is_all = held.is_all && other.is_all;
        let is_turn = held.is_turn && other.is_turn;
        let mut made = held.made.clone();
        made.extend(other.made.iter().filter(|maker| !held.made.contains(maker)));
        made.sort_unstable();
        state.push(Held { site: held.site, mode, keys, may, made, is_all, is_turn });
    }
    state
}
