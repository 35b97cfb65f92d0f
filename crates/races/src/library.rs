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

use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::hierarchy::MethodId;
use models::{Effect, LockMode};
use points_to::{Node, PointsToSet, SlotKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::is_safe_field;
use crate::escape::Escape;
use crate::filter::{Filter, model};
use crate::locks::{Held, Key, Locks};
use crate::node_set::NodeSet;
use crate::paths::{Path, Paths, Root};
use crate::program::{NodeInfo, Program, Step, What, arguments};
use crate::result::AccessKind;
use crate::threads::Threads;

/// What a body of a library does to one of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    pub(crate) param: usize,
    pub(crate) kind: AccessKind,
    /// The part of it, or of something inside of it.
    pub(crate) slot: SlotKind,
    /// The locks that library code takes for it, as the body knows them.
    pub(crate) locks: Rc<[Held]>,
    pub(crate) way: Rc<Way>,
}

/// The calls inside of a library that lead to an access, and it.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) node: Node,
    pub(crate) inst: Inst,
    pub(crate) next: Next,
}

/// What an instruction of a library leads to.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// It is the access.
    Access,
    /// It calls a method that has a summary, which accesses.
    Summary(MethodId),
    /// It calls a body.
    Call(Rc<Way>),
}

pub(crate) struct Library<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    escape: &'a Escape<'a>,
    locks: &'a Locks<'a>,
    filter: Filter<'a>,
    touches: FxHashMap<Node, Rc<[Touch]>>,
}

/// How far back a value is followed inside of a body.
const DEPTH: usize = 8;

/// Through how many fields a lock is found from a parameter; others are not known to callers.
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
        let touches = FxHashMap::default();
        let mut library = Library { program, paths, escape, locks, filter, touches };
        library.find(threads);
        library
    }

    /// What a body does to its parameters.
    pub(crate) fn of(&self, node: Node) -> &[Touch] {
        self.touches.get(&node).map_or(&[], |touches| touches)
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
        let mut waiting: FxHashSet<Node> = nodes.iter().copied().collect();
        while !waiting.is_empty() {
            for &node in &nodes {
                if !waiting.remove(&node) {
                    continue;
                }
                let touches = self.body(node);
                if touches.len() == self.of(node).len() {
                    continue;
                }
                self.touches.insert(node, touches.into());
                let callers = self.program.callers(node).iter().map(|from| from.node);
                waiting.extend(callers.filter(|&caller| reached.contains(caller)));
            }
        }
    }

    /// Whether it does not matter what a body does.
    fn is_skipped(&self, info: &NodeInfo<'_>) -> bool {
        let name = self.program.solver.hierarchy().method(info.method).name;
        name.as_str() == "<clinit>" || self.filter.is_safe_throughout(info.method)
    }

    fn body(&self, node: Node) -> Vec<Touch> {
        let info = self.program.node(node).expect("invariant: only bodies are looked at");
        let mut found = Found { touches: Vec::new(), seen: FxHashSet::default() };
        let is_safe = self.filter.is_safe(info.method);
        for (inst, data) in info.body.insts.iter() {
            let access = match data.op {
                Op::GetField { object, field } => (AccessKind::Read, object, Some(field)),
                Op::PutField { object, field, .. } => (AccessKind::Write, object, Some(field)),
                Op::ArrayLoad { array, .. } => (AccessKind::Read, array, None),
                Op::ArrayStore { array, .. } => (AccessKind::Write, array, None),
                Op::Invoke { .. } | Op::InvokeDynamic { .. } => {
                    self.call(node, info, inst, &mut found);
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
            if !objs.is_some_and(|objs| self.may_race(objs, slot)) {
                continue;
            }
            let roots = self.roots(node, base);
            if roots.is_empty() || self.escape.is_private(node, base, inst) {
                continue;
            }
            let way = Rc::new(Way { node, inst, next: Next::Access });
            self.access(node, inst, base, &roots, (kind, slot), &way, &mut found);
        }
        found.touches
    }

    /// Notes an access of a body to what its parameters lead to.
    #[expect(clippy::too_many_arguments, reason = "what, where and how")]
    fn access(
        &self,
        node: Node,
        inst: Inst,
        base: Value,
        roots: &[usize],
        (kind, slot): (AccessKind, SlotKind),
        way: &Rc<Way>,
        found: &mut Found,
    ) {
        let held = self.locks.taken_by(node, inst);
        let name = self.paths.of(node, base);
        for &param in roots {
            let locks = held.iter().filter_map(|held| self.outside(held, &name, param, slot));
            let locks: Rc<[Held]> = locks.collect();
            let way = Rc::clone(way);
            found.add(Touch { param, kind, slot, locks, way });
        }
    }

    /// A lock that a body takes around an access, as its callers may know it.
    fn outside(&self, held: &Held, base: &Path, param: usize, slot: SlotKind) -> Option<Held> {
        let is_known = |key: &&Key| match key {
            Key::Obj(_) | Key::Class(_) => true,
            Key::Path(path) => {
                !matches!(path.root, Root::Value(_)) && path.fields.len() <= MANY_FIELDS
            }
        };
        let mut keys: Vec<Key> = held.keys.iter().filter(is_known).cloned().collect();
        // What has no name but is the object of the access, or leads to it, is found from the parameter as that is.
        let is_its = |key: &Key| matches!((key, base.root), (Key::Path(path), Root::Value(_)) if path.root == base.root);
        if let SlotKind::Field(field) = slot
            && held.keys.iter().any(is_its)
        {
            keys.push(Key::Path(Path { root: Root::Param(param as u16), fields: vec![field] }));
        }
        (!keys.is_empty()).then(|| Held { keys, ..held.clone() })
    }

    fn call(&self, node: Node, info: &NodeInfo<'_>, inst: Inst, found: &mut Found) {
        let args = arguments(info.body, inst);
        for step in info.steps_at(inst) {
            match step {
                Step::Event(event) => {
                    let (kind, slot) = match event.what {
                        What::Read(slot) => (AccessKind::Read, slot),
                        What::Write(slot) => (AccessKind::Write, slot),
                        _ => continue,
                    };
                    let Some(base) = event.value else { continue };
                    if self.filter.is_safe(info.method)
                        || !self.may_race(&event.objs, slot)
                        || self.escape.is_private(node, base, inst)
                    {
                        continue;
                    }
                    let next = Next::Summary(event.via);
                    let way = Rc::new(Way { node, inst, next });
                    let roots = self.roots(node, base);
                    self.access(node, inst, base, &roots, (kind, slot), &way, found);
                }
                Step::Call { node: callee, is_direct: true, .. } if *callee != node => {
                    self.called(node, inst, &args, *callee, found);
                }
                Step::Call { .. } | Step::Fork(_) => {}
            }
        }
    }

    /// Notes what a body does to what its caller gives it.
    fn called(&self, node: Node, inst: Inst, args: &[Value], callee: Node, found: &mut Found) {
        let touches = self.of(callee);
        if touches.is_empty() || self.has_effects(callee) {
            return;
        }
        let roots: Vec<Vec<usize>> = args
            .iter()
            .map(|&arg| match self.escape.is_private(node, arg, inst) {
                true => Vec::new(),
                false => self.roots(node, arg),
            })
            .collect();
        if roots.iter().all(Vec::is_empty) {
            return;
        }
        let held = self.locks.taken_by(node, inst);
        for touch in touches {
            for &param in roots.get(touch.param).map_or(&[][..], Vec::as_slice) {
                let name = self.paths.of(node, args[touch.param]);
                let own =
                    held.iter().filter_map(|held| self.outside(held, &name, param, touch.slot));
                let inner = touch.locks.iter().filter_map(|held| self.locks.up(node, args, held));
                let inner = inner.filter_map(|held| self.outside(&held, &name, param, touch.slot));
                let mut locks: Vec<Held> = own.collect();
                for lock in inner {
                    if !locks.iter().any(|held| held.mode == lock.mode && held.keys == lock.keys) {
                        locks.push(lock);
                    }
                }
                let locks: Rc<[Held]> = locks.into();
                if found.has(param, touch.kind, touch.slot, &locks) {
                    continue;
                }
                let next = Next::Call(Rc::clone(&touch.way));
                let way = Rc::new(Way { node, inst, next });
                found.add(Touch { param, locks, way, ..touch.clone() });
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

    /// The parameters that a value is, or is a part of.
    fn roots(&self, node: Node, value: Value) -> Vec<usize> {
        let mut roots = Vec::new();
        let mut seen = FxHashSet::default();
        self.add_roots(node, value, DEPTH, &mut seen, &mut roots);
        roots
    }

    fn add_roots(
        &self,
        node: Node,
        value: Value,
        depth: usize,
        seen: &mut FxHashSet<Value>,
        roots: &mut Vec<usize>,
    ) {
        if depth == 0 || !seen.insert(value) {
            return;
        }
        let Some(info) = self.program.node(node) else { return };
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::Param(at) => {
                if !roots.contains(&usize::from(at)) {
                    roots.push(usize::from(at));
                }
            }
            Op::CheckCast { value: from, .. }
            | Op::GetField { object: from, .. }
            | Op::ArrayLoad { array: from, .. } => {
                self.add_roots(node, from, depth - 1, seen, roots);
            }
            Op::Phi(list) => {
                for &from in info.body.list(list) {
                    self.add_roots(node, from, depth - 1, seen, roots);
                }
            }
            // What a method of an object gives belongs to that object, unless it was made for the caller.
            Op::Invoke { args, .. } if !self.escape.is_private(node, value, def) => {
                let hierarchy = self.program.solver.hierarchy();
                let is_instance = info.steps_at(def).any(|step| match step {
                    Step::Call { node, is_direct: true, .. } => self
                        .program
                        .node(*node)
                        .is_some_and(|callee| !hierarchy.method(callee.method).is_static()),
                    _ => false,
                });
                if let Some(&receiver) = info.body.list(args).first().filter(|_| is_instance) {
                    self.add_roots(node, receiver, depth - 1, seen, roots);
                }
            }
            _ => {}
        }
    }
}

/// What is found in a body.
struct Found {
    touches: Vec<Touch>,
    seen: FxHashSet<Seen>,
}

type Seen = (usize, AccessKind, SlotKind, Vec<(LockMode, Vec<Key>)>);

impl Found {
    fn key(param: usize, kind: AccessKind, slot: SlotKind, locks: &[Held]) -> Seen {
        let locks = locks.iter().map(|held| (held.mode, held.keys.clone())).collect();
        (param, kind, slot, locks)
    }

    /// Whether the same is known, or the same without locks.
    fn has(&self, param: usize, kind: AccessKind, slot: SlotKind, locks: &[Held]) -> bool {
        self.seen.contains(&Found::key(param, kind, slot, &[]))
            || self.seen.contains(&Found::key(param, kind, slot, locks))
    }

    fn add(&mut self, touch: Touch) {
        if !self.has(touch.param, touch.kind, touch.slot, &touch.locks) {
            self.seen.insert(Found::key(touch.param, touch.kind, touch.slot, &touch.locks));
            self.touches.push(touch);
        }
    }
}
