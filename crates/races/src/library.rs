//! What library code does to the objects that it is given, as those see it who call it (IteRace §3.3).
//!
//! A race inside of a library is rarely the library's fault: somebody shares an object that is not made for it. So an access in
//! a library's body counts where the application calls the library, and to the object that the application gave it: the one
//! whose part is accessed, however deep inside.
//!
//! ```text
//! Cache.java:31  flags.set(7) ──▶ BitSet.set ──▶ BitSet.expandTo: words = Arrays.copyOf(…)
//! a write of       the BitSet in Cache.flags              param 0 ◀─── this
//! ```
//!
//! For each body it is worked out what it does to its [parameters](Touch), from what the bodies do that it calls. What
//! belongs to the library itself, its static fields and what they lead to, it is taken to guard; see [`crate::filter`].

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use models::{Effect, LockMode};
use points_to::{Node, PointsToSet, SlotKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::is_safe_field;
use crate::escape::Escape;
use crate::filter::{Filter, model};
use crate::locks::{Held, Key, Locks, meet};
use crate::node_set::NodeSet;
use crate::paths::{Path, Paths, Root};
use crate::program::{NodeInfo, Program, Step, What, arguments};
use crate::result::{AccessKind, Site};
use crate::threads::Threads;

/// What a body of a library does to one of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    pub(crate) param: usize,
    pub(crate) kind: AccessKind,
    /// The parts of it, or of something inside of it.
    pub(crate) slots: Vec<SlotKind>,
    /// Whether these are parts of something that it holds, other than an array.
    pub(crate) is_deep: bool,
    /// The locks that library code takes for it, as the body knows them.
    pub(crate) locks: LockSet,
}

/// A number of a set of locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LockSet(u32);

impl LockSet {
    const NONE: LockSet = LockSet(0);
}

pub(crate) struct Library<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    escape: &'a Escape<'a>,
    locks: &'a Locks<'a>,
    filter: Filter<'a>,
    bodies: FxHashMap<Node, LibraryBody>,
    kinds: Kinds,
    known: RefCell<FxHashMap<Node, Rc<[Touch]>>>,
}

/// A body of a library.
#[derive(Default)]
struct LibraryBody {
    /// What is done to each parameter.
    params: Vec<[Done; DEPTHS]>,
    /// What it does itself: to which parameter, what, where, and by which summary.
    accesses: Vec<OwnAccess>,
    calls: Vec<LibraryCall>,
}

/// A call from a body of a library to another.
struct LibraryCall {
    inst: Inst,
    callee: Node,
    args: Vec<Value>,
    /// By argument: the parameters of the caller that it is, or is a part of.
    roots: Vec<Vec<Part>>,
    /// The locks that the caller holds.
    held: Vec<Held>,
    /// How its callers know locks,  parameter of the caller and what the called body knows.
    known: FxHashMap<(usize, LockSet), LockSet>,
}

/// A parameter, or a part of one: through how many fields, as far as is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    param: usize,
    depth: usize,
}

impl Part {
    /// A part of this part.
    fn below(self, depth: usize) -> Part {
        Part { depth: (self.depth + depth).min(DEPTHS - 1), ..self }
    }
}

/// The parameter, something that it holds, something that this holds or what is below.
const DEPTHS: usize = 3;

/// An access of a body to what one of its parameters leads to.
struct OwnAccess {
    of: Part,
    id: u32,
    locks: LockSet,
    inst: Inst,
    summary: Option<MethodId>,
}

/// What is done to a parameter.
#[derive(Clone, Default)]
struct Done {
    /// Without locks.
    unlocked: Bits,
    /// Under locks, those that are held on all ways.
    locked: FxHashMap<u32, LockSet>,
}

impl Done {
    fn has(&self, id: u32) -> bool {
        self.unlocked.contains(id) || self.locked.contains_key(&id)
    }

    fn iter(&self) -> impl Iterator<Item = (u32, LockSet)> + '_ {
        let unlocked = self.unlocked.iter().map(|id| (id, LockSet::NONE));
        // What is done under locks does not matter where it is also done without.
        let locked = self.locked.iter().filter(|(id, _)| !self.unlocked.contains(**id));
        unlocked.chain(locked.map(|(&id, &locks)| (id, locks)))
    }

    /// Whether that is new.
    fn add(&mut self, id: u32, locks: LockSet, kinds: &mut Kinds) -> bool {
        if self.unlocked.contains(id) {
            return false;
        }
        let known = self.locked.get(&id).copied();
        let all = known.map_or(locks, |known| kinds.meet(known, locks));
        if known == Some(all) {
            return false;
        }
        if all == LockSet::NONE {
            self.locked.remove(&id);
            self.unlocked.insert(id);
        } else {
            self.locked.insert(id, all);
        }
        true
    }
}

/// Numbers for what is done to a parameter: what, and to which part; and for sets of locks.
#[derive(Default)]
struct Kinds {
    all: Vec<(AccessKind, SlotKind)>,
    ids: FxHashMap<(AccessKind, SlotKind), u32>,
    locks: Vec<Rc<[Held]>>,
    lock_ids: FxHashMap<Vec<(LockMode, Vec<Key>)>, LockSet>,
    meets: FxHashMap<(LockSet, LockSet), LockSet>,
}

impl Kinds {
    fn new() -> Kinds {
        let mut kinds = Kinds::default();
        kinds.lock_set(Vec::new());
        kinds
    }

    fn lock_set(&mut self, mut locks: Vec<Held>) -> LockSet {
        let mut names: Vec<(LockMode, Vec<Key>)> = Vec::new();
        locks.retain(|held| {
            let name = (held.mode, held.keys.clone());
            let is_new = !names.contains(&name);
            names.extend(is_new.then_some(name));
            is_new
        });
        let next = LockSet(self.locks.len() as u32);
        let id = *self.lock_ids.entry(names).or_insert(next);
        if id == next {
            self.locks.push(locks.into());
        }
        id
    }

    /// The locks that both have.
    fn meet(&mut self, a: LockSet, b: LockSet) -> LockSet {
        if a == b {
            return a;
        }
        if let Some(&known) = self.meets.get(&(a, b)) {
            return known;
        }
        let of = |set: LockSet| Rc::clone(&self.locks[set.0 as usize]);
        let locks = meet(&of(a).to_vec(), &of(b).to_vec());
        let locks = locks.into_iter().filter(|held| !held.keys.is_empty()).collect();
        let met = self.lock_set(locks);
        self.meets.insert((a, b), met);
        met
    }

    fn id(&mut self, kind: AccessKind, slot: SlotKind) -> u32 {
        let next = self.all.len() as u32;
        let id = *self.ids.entry((kind, slot)).or_insert(next);
        if id == next {
            self.all.push((kind, slot));
        }
        id
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, at: u32) -> bool {
        let (word, bit) = (at as usize / 64, 1 << (at % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    fn contains(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds another set; whether something is new.
    fn union(&mut self, other: &Bits) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut is_new = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            is_new |= other & !*own != 0;
            *own |= other;
        }
        is_new
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit)
        })
    }
}

/// Through how many fields a lock is found from a parameter; others are not known to callers, who then seem to hold less.
const MANY_FIELDS: usize = 4;

impl<'a> Library<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &Threads,
        paths: &'a Paths<'a>,
        escape: &'a Escape<'a>,
        locks: &'a Locks<'a>,
        filter: Filter<'a>,
    ) -> Library<'a> {
        let bodies = FxHashMap::default();
        let kinds = Kinds::new();
        let known = RefCell::default();
        let mut library = Library { program, paths, escape, locks, filter, bodies, kinds, known };
        library.find(threads);
        library
    }

    /// What a body does to its parameters.
    pub(crate) fn of(&self, node: Node) -> Rc<[Touch]> {
        if let Some(known) = self.known.borrow().get(&node) {
            return Rc::clone(known);
        }
        type Alike = (usize, AccessKind, LockSet, bool);
        let mut touches: BTreeMap<Alike, Vec<SlotKind>> = BTreeMap::new();
        let params = self.bodies.get(&node).map_or(&[][..], |body| &body.params);
        for (param, at_depths) in params.iter().enumerate() {
            for (depth, done) in at_depths.iter().enumerate() {
                for (id, locks) in done.iter() {
                    let (kind, slot) = self.kinds.all[id as usize];
                    let is_deep = depth > usize::from(slot == SlotKind::Element);
                    touches.entry((param, kind, locks, is_deep)).or_default().push(slot);
                }
            }
        }
        let touches = touches.into_iter();
        let touches: Rc<[Touch]> = touches
            .map(|((param, kind, locks, is_deep), slots)| Touch {
                param,
                kind,
                slots,
                is_deep,
                locks,
            })
            .collect();
        self.known.borrow_mut().insert(node, Rc::clone(&touches));
        touches
    }

    /// The locks of a set.
    pub(crate) fn locks_of(&self, set: LockSet) -> &Rc<[Held]> {
        &self.kinds.locks[set.0 as usize]
    }

    /// The places in a library that lead from a body to what it does to a parameter, and the last one: a shortest way.
    pub(crate) fn way(
        &self,
        touched: (Node, usize),
        kind: AccessKind,
        slot: SlotKind,
    ) -> Vec<Site> {
        type Spot = (Node, usize);
        let mut ways: FxHashMap<Spot, Option<(Spot, Inst)>> = FxHashMap::default();
        let mut pending = VecDeque::from([touched]);
        ways.insert(touched, None);
        let site =
            |node: Node, inst: Inst| Some(Site { method: self.program.node(node)?.method, inst });
        let Some(&wanted) = self.kinds.ids.get(&(kind, slot)) else { return Vec::new() };
        while let Some(spot) = pending.pop_front() {
            let (node, param) = spot;
            let Some(body) = self.bodies.get(&node) else { continue };
            let is_it = |access: &&OwnAccess| access.of.param == param && access.id == wanted;
            if let Some(access) = body.accesses.iter().find(is_it) {
                let mut sites: Vec<Site> = Vec::new();
                let first = Inst::from_index(0);
                sites.extend(access.summary.map(|method| Site { method, inst: first }));
                sites.extend(site(node, access.inst));
                let mut at = spot;
                while let Some(&Some((outer, inst))) = ways.get(&at) {
                    sites.extend(site(outer.0, inst));
                    at = outer;
                }
                sites.reverse();
                return sites;
            }
            for call in &body.calls {
                let given = call.roots.iter().enumerate();
                let is_given = |roots: &[Part]| roots.iter().any(|part| part.param == param);
                for (at, _) in given.filter(|(_, roots)| is_given(roots)) {
                    let next = (call.callee, at);
                    let callee = self.bodies.get(&call.callee);
                    let done = callee.and_then(|callee| callee.params.get(at)).into_iter();
                    let mut done = done.flatten();
                    if done.any(|done| done.has(wanted)) && !ways.contains_key(&next) {
                        ways.insert(next, Some((spot, call.inst)));
                        pending.push_back(next);
                    }
                }
            }
        }
        Vec::new()
    }

    /// Callees first; where calls go in circles, until nothing is new.
    fn find(&mut self, threads: &Threads) {
        let mut pending: Vec<Node> = Vec::new();
        for (_, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            pending.extend(info.steps().filter_map(|(_, step)| step.callee()));
        }
        pending.extend(threads.all.iter().flat_map(|thread| &thread.roots));
        let mut reached = NodeSet::default();
        let mut nodes = Vec::new();
        while let Some(node) = pending.pop() {
            let Some(info) = self.program.node(node) else { continue };
            if info.is_application || self.is_skipped(info) || !reached.insert(node) {
                continue;
            }
            nodes.push(node);
            pending.extend(self.program.callees(node));
        }
        nodes.sort_unstable_by_key(|&node| self.program.rank(node));
        for &node in &nodes {
            let body = self.body(node, &reached);
            self.bodies.insert(node, body);
        }
        let mut waiting: FxHashSet<Node> = nodes.iter().copied().collect();
        while !waiting.is_empty() {
            for &node in &nodes {
                if waiting.remove(&node) && self.pass_on(node) {
                    let callers = self.program.callers(node).iter().map(|from| from.node);
                    waiting.extend(callers.filter(|&caller| reached.contains(caller)));
                }
            }
        }
    }

    /// Whether it does not matter what a body does.
    fn is_skipped(&self, info: &NodeInfo<'_>) -> bool {
        let name = self.program.solver.hierarchy().method(info.method).name;
        name.as_str() == "<clinit>" || self.filter.is_safe_throughout(info.method)
    }

    /// Adds what the bodies do that a body calls; whether something is new.
    fn pass_on(&mut self, node: Node) -> bool {
        let mut body = self.bodies.remove(&node).unwrap_or_default();
        let LibraryBody { params, accesses, calls } = &mut body;
        let mut is_new = false;
        for access in accesses.iter() {
            let done = &mut params[access.of.param][access.of.depth];
            is_new |= done.add(access.id, access.locks, &mut self.kinds);
        }
        for call in calls {
            let own;
            let of_callee = match self.bodies.get(&call.callee) {
                Some(callee) => &callee.params,
                // It calls itself.
                None => {
                    own = params.clone();
                    &own
                }
            };
            for (at, at_depths) in of_callee.iter().enumerate() {
                for part in call.roots.get(at).cloned().unwrap_or_default() {
                    for (depth, done) in at_depths.iter().enumerate() {
                        let of = part.below(depth);
                        if of.depth < self.looked_at(node) {
                            let into = &mut params[of.param][of.depth];
                            let locks = self.locks;
                            is_new |= call.pass_on(node, locks, done, of, into, &mut self.kinds);
                        }
                    }
                }
            }
        }
        self.bodies.insert(node, body);
        is_new
    }

    /// How deep it is looked at what a body does. Libraries that nobody described or marked are taken to guard what they hold.
    fn looked_at(&self, node: Node) -> usize {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        if self.filter.is_known_library(info.method) { DEPTHS } else { DEPTHS - 1 }
    }

    fn body(&mut self, node: Node, reached: &NodeSet) -> LibraryBody {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let mut found = LibraryBody::default();
        let params = self.program.solver.code_of(node).params.len();
        found.params.resize_with(params, Default::default);
        let is_safe = self.filter.is_safe(info.method);
        for (inst, data) in info.body.insts.iter() {
            let access = match data.op {
                Op::GetField { object, field } => (AccessKind::Read, object, Some(field)),
                Op::PutField { object, field, .. } => (AccessKind::Write, object, Some(field)),
                Op::ArrayLoad { array, .. } => (AccessKind::Read, array, None),
                Op::ArrayStore { array, .. } => (AccessKind::Write, array, None),
                Op::Invoke { .. } | Op::InvokeDynamic { .. } => {
                    self.call(node, info, inst, (is_safe, reached), &mut found);
                    continue;
                }
                _ => continue,
            };
            if is_safe {
                continue;
            }
            let (kind, base, field) = access;
            let slot = match field.map(|field| self.paths.field_in(node, field)) {
                None => SlotKind::Element,
                Some(Some(field)) if !is_safe_field(self.program.solver, field) => {
                    SlotKind::Field(field)
                }
                Some(_) => continue,
            };
            let objs = self.program.points_to(node, base);
            if objs.is_some_and(|objs| self.may_race(objs, slot)) {
                self.access((node, inst), base, (kind, slot), None, &mut found);
            }
        }
        found
    }

    /// Notes an access of a body to what its parameters lead to.
    fn access(
        &mut self,
        (node, inst): (Node, Inst),
        base: Value,
        (kind, slot): (AccessKind, SlotKind),
        summary: Option<MethodId>,
        found: &mut LibraryBody,
    ) {
        let roots = self.roots(node, base);
        if roots.is_empty() {
            return;
        }
        let held = self.locks.taken_by(node, inst);
        let name = self.paths.of(node, base);
        let looked_at = self.looked_at(node);
        for of in roots.into_iter().filter(|of| of.depth < looked_at) {
            let locks = held.iter().filter_map(|held| around(held, &name, of.param, slot));
            let locks = self.kinds.lock_set(locks.collect());
            let id = self.kinds.id(kind, slot);
            found.accesses.push(OwnAccess { of, id, locks, inst, summary });
        }
    }

    fn call(
        &mut self,
        node: Node,
        info: &NodeInfo<'_>,
        inst: Inst,
        (is_safe, reached): (bool, &NodeSet),
        found: &mut LibraryBody,
    ) {
        let args = arguments(info.body, inst);
        for step in info.steps_at(inst) {
            match step {
                Step::Event(event) if !is_safe => {
                    let (kind, slot) = match event.what {
                        What::Read(slot) => (AccessKind::Read, slot),
                        What::Write(slot) => (AccessKind::Write, slot),
                        _ => continue,
                    };
                    let is_safe = |obj| self.filter.is_safe_part(obj, event.via);
                    let may_race =
                        self.may_race(&event.objs, slot) && !event.objs.iter().all(is_safe);
                    if let Some(base) = event.value.filter(|_| may_race) {
                        self.access((node, inst), base, (kind, slot), Some(event.via), found);
                    }
                }
                Step::Call { node: callee, is_direct: true, .. }
                    if reached.contains(*callee) && !self.has_effects(*callee) =>
                {
                    let roots: Vec<Vec<Part>> =
                        args.iter().map(|&arg| self.roots(node, arg)).collect();
                    if roots.iter().any(|roots| !roots.is_empty()) {
                        found.calls.push(LibraryCall {
                            inst,
                            callee: *callee,
                            known: FxHashMap::default(),
                            args: args.clone(),
                            roots,
                            held: self.locks.taken_by(node, inst),
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a model says what calls of a body access, so that the body need not be asked.
    pub(crate) fn has_effects(&self, node: Node) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let effects = model(self.program.solver, info.method).map_or(&[][..], |m| &m.effects);
        effects.iter().any(|e| matches!(e, Effect::Reads { .. } | Effect::Writes { .. }))
    }

    fn may_race(&self, objs: &PointsToSet, slot: SlotKind) -> bool {
        let is_safe = |obj| self.filter.is_safe_object(obj, slot) || self.filter.is_made_safe(obj);
        objs.iter().any(|obj| !is_safe(obj))
    }

    /// Whether a value is one that a body was given, or a part of one.
    pub(crate) fn is_given(&self, node: Node, value: Value) -> bool {
        !self.roots(node, value).is_empty()
    }

    /// The parameters that a value is, or is a part of.
    fn roots(&self, node: Node, value: Value) -> Vec<Part> {
        let mut roots = Vec::new();
        let Some(info) = self.program.node(node) else { return roots };
        let mut seen = FxHashSet::default();
        let mut pending = vec![(value, 0)];
        while let Some((value, depth)) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            let def = info.body.values[value].def;
            let below = (depth + 1).min(DEPTHS - 1);
            match info.body.insts[def].op {
                Op::Param(at) => {
                    let of = Part { param: usize::from(at), depth };
                    if !roots.contains(&of) {
                        roots.push(of);
                    }
                }
                Op::CheckCast { value: from, .. } => pending.push((from, depth)),
                Op::GetField { object: from, .. } | Op::ArrayLoad { array: from, .. } => {
                    pending.push((from, below));
                }
                Op::Phi(list) => {
                    let from = info.body.list(list).iter().rev();
                    pending.extend(from.map(|&from| (from, depth)));
                }
                // What a method of an object gives belongs to that object, unless it was made for the caller.
                Op::Invoke { args, .. } if !self.escape.is_private(node, value, def) => {
                    let receiver = info.body.list(args).first().copied();
                    let receiver = receiver.filter(|_| self.is_of_object(info, def));
                    pending.extend(receiver.map(|receiver| (receiver, below)));
                }
                _ => {}
            }
        }
        roots
    }

    /// Whether a call is one of a method of an object.
    fn is_of_object(&self, info: &NodeInfo<'_>, call: Inst) -> bool {
        let hierarchy = self.program.solver.hierarchy();
        info.steps_at(call).any(|step| match step {
            Step::Call { node, is_direct: true, .. } => {
                let callee = self.program.node(*node);
                callee.is_some_and(|callee| !hierarchy.method(callee.method).is_static())
            }
            _ => false,
        })
    }
}

impl LibraryCall {
    /// Adds what the called body does to a part of a parameter; whether something is new.
    fn pass_on(
        &mut self,
        node: Node,
        locks: &Locks<'_>,
        done: &Done,
        of: Part,
        into: &mut Done,
        kinds: &mut Kinds,
    ) -> bool {
        let mut is_new = false;
        let around = self.outside(node, locks, of.param, LockSet::NONE, kinds);
        if around == LockSet::NONE {
            is_new |= into.unlocked.union(&done.unlocked);
        } else {
            for id in done.unlocked.iter() {
                is_new |= into.add(id, around, kinds);
            }
        }
        for (&id, &inner) in &done.locked {
            if !into.unlocked.contains(id) {
                let inner = self.outside(node, locks, of.param, inner, kinds);
                is_new |= into.add(id, inner, kinds);
            }
        }
        is_new
    }

    /// The locks of the called body and those that are held here, as the callers of the caller know them.
    fn outside(
        &mut self,
        node: Node,
        locks: &Locks<'_>,
        param: usize,
        inner: LockSet,
        kinds: &mut Kinds,
    ) -> LockSet {
        let LibraryCall { known, args, held, .. } = self;
        *known.entry((param, inner)).or_insert_with(|| {
            let inner = Rc::clone(&kinds.locks[inner.0 as usize]);
            let inner = inner.iter().filter_map(|lock| locks.up(node, args, lock));
            let all: Vec<Held> = held.iter().cloned().chain(inner).collect();
            kinds.lock_set(all.iter().filter_map(|lock| outside(lock, param)).collect())
        })
    }
}

/// A lock that a body takes, as its callers may know it: by the parameter whose part is accessed, or whoever asks.
fn outside(held: &Held, param: usize) -> Option<Held> {
    let is_known = |key: &&Key| match key {
        Key::Obj(_) | Key::Class(_) => true,
        Key::Path(path) => {
            let is_its = path.root == Root::Param(param as u16) && path.fields.len() <= MANY_FIELDS;
            is_its || path.is_global()
        }
    };
    let keys: Vec<Key> = held.keys.iter().filter(is_known).cloned().collect();
    (!keys.is_empty()).then(|| Held { keys, ..held.clone() })
}

/// The same for an access in the body. What has no name but is the object of the access, or leads to it, is found from the
/// parameter as that is.
fn around(held: &Held, base: &Path, param: usize, slot: SlotKind) -> Option<Held> {
    let is_its = |key: &Key| matches!((key, base.root), (Key::Path(path), Root::Value(_)) if path.root == base.root);
    match slot {
        SlotKind::Field(field) if held.keys.iter().any(is_its) => {
            let path = Path { root: Root::Param(param as u16), fields: vec![field] };
            Some(Held { keys: vec![Key::Path(path)], ..held.clone() })
        }
        _ => outside(held, param),
    }
}
