//! Abstract threads: who starts whom, and what each runs.
//!
//! The identity of a thread is what the context policy says: how and where it is started, and on what. Where the policy tells
//! no threads apart, it is the call that starts it and the code that it runs.

use ir::Inst;
use ir::entity::EntityId as _;
use models::{Effect, ForkKind, Property};
use points_to::{CodeId, CodeKey, Node, Obj, PointsToSet, Solver, Stmt, StmtId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::filter::model;
use crate::node_set::NodeSet;
use crate::objects::plain;
use crate::program::{Fork, NodeInfo, Program};
use crate::result::ThreadId;

/// All abstract threads.
pub(crate) struct Threads {
    pub(crate) all: Vec<Thread>,
    /// By body: who runs it. Class initialisers are run by none.
    by_node: FxHashMap<Node, Vec<ThreadId>>,
    /// By the thread of a context.
    known: FxHashMap<points_to::Thread, ThreadId>,
}

/// An abstract thread.
pub(crate) struct Thread {
    pub(crate) kind: Option<ForkKind>,
    pub(crate) starts: Vec<Start>,
    /// The bodies that it runs first.
    pub(crate) roots: Vec<Node>,
    /// All bodies that it runs.
    pub(crate) nodes: NodeSet,
}

/// A call that starts a thread.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The body that calls.
    pub(crate) node: Node,
    pub(crate) inst: Inst,
    /// The threads that run that body; none for a class initialiser.
    pub(crate) parents: Vec<ThreadId>,
    /// The objects by which the thread can be waited for.
    pub(crate) handles: PointsToSet,
    /// What the call that starts it returns. Threads may wait for others of their kind, so that this is no handle.
    pub(crate) results: PointsToSet,
    /// Those that it waits for itself before it runs any body.
    pub(crate) awaits: PointsToSet,
    /// The statement that forks, and its code, maybe glue.
    pub(crate) fork: (Node, StmtId),
    /// What it forks.
    pub(crate) target: Node,
    /// Whether library code starts one for each element of something.
    pub(crate) is_again: bool,
    /// Whether what it runs is run again and again, one after the other.
    pub(crate) is_periodic: bool,
}

/// What a call starts threads on, without what this thread runs on: by that others are waited for.
///
/// ```java
/// for (Thread thread : List.of(cook, waiter)) thread.start();
/// cook.join();                                              // the waiter may go on
/// ```
fn others_started(solver: &Solver, fork: &Fork) -> PointsToSet {
    let first = |params: &[Option<points_to::Var>]| params.first().copied().flatten();
    let target = fork.called.node;
    let (Stmt::Call(call), Some(this)) =
        (solver.stmt_of(fork.caller, fork.stmt), first(&solver.code_of(target).params))
    else {
        return PointsToSet::new();
    };
    let Some(on) = first(&call.args) else { return PointsToSet::new() };
    let its: FxHashSet<Obj> = solver.points_to(target, this).iter().map(plain).collect();
    let others = solver.points_to(fork.caller, on).iter();
    match its.is_empty() {
        true => PointsToSet::new(),
        false => others.filter(|&obj| !its.contains(&plain(obj))).collect(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Known(points_to::Thread),
    Site(CodeId, Inst, CodeId),
}

/// The thread that calls the entry points.
pub(crate) fn main_thread() -> ThreadId {
    ThreadId::from_index(0)
}

/// The bodies that class initialisers run.
pub(crate) fn initialisers(program: &Program<'_>) -> NodeSet {
    let hierarchy = program.solver.hierarchy();
    let is_it = |info: &NodeInfo<'_>| hierarchy.method(info.method).name.as_str() == "<clinit>";
    let mut pending: Vec<Node> =
        program.nodes().filter(|(_, info)| is_it(info)).map(|(node, _)| node).collect();
    let mut found = NodeSet::default();
    while let Some(node) = pending.pop() {
        if found.insert(node) {
            pending.extend(program.callees(node));
        }
    }
    found
}

impl Threads {
    pub(crate) fn new(program: &Program<'_>) -> Threads {
        let mut threads =
            Threads { all: Vec::new(), by_node: FxHashMap::default(), known: FxHashMap::default() };
        threads.all.push(Thread {
            kind: None,
            starts: Vec::new(),
            roots: program.roots.clone(),
            nodes: NodeSet::default(),
        });
        let mut keys = FxHashMap::default();
        // What class initialisers start, and then what threads start that somebody starts.
        let mut seen = NodeSet::default();
        let mut new = initialisers(program);
        let mut done = 0;
        loop {
            for node in std::mem::take(&mut new).iter() {
                seen.insert(node);
                let Some(info) = program.node(node) else { continue };
                for (inst, fork) in info.forks() {
                    threads.add(program, &mut keys, node, inst, fork);
                }
            }
            let Some(next) = threads.all.get(done) else { break };
            let mut pending = next.roots.clone();
            while let Some(node) = pending.pop() {
                if !seen.contains(node) && new.insert(node) {
                    pending.extend(program.callees(node));
                }
            }
            // A thread that was known already may have got another beginning.
            done += usize::from(new.is_empty());
        }
        for id in 0..threads.all.len() {
            threads.spread(program, ThreadId::from_index(id));
        }
        for id in 0..threads.all.len() {
            for at in 0..threads.all[id].starts.len() {
                let node = threads.all[id].starts[at].node;
                threads.all[id].starts[at].parents = threads.of(node).to_vec();
            }
        }
        threads
    }

    fn add(
        &mut self,
        program: &Program<'_>,
        keys: &mut FxHashMap<Key, ThreadId>,
        node: Node,
        inst: Inst,
        fork: &Fork,
    ) {
        let solver = program.solver;
        let target = fork.called.node;
        let context = solver.contexts().get(solver.context(target));
        let known = context.thread.map(|instance| instance.thread);
        let known = known.filter(|&thread| solver.contexts().thread(thread).kind.is_some());
        let key = match known {
            Some(thread) => Key::Known(thread),
            None => Key::Site(solver.code_id_of(node), inst, solver.code_id_of(target)),
        };
        let id = *keys.entry(key).or_insert_with(|| {
            let kind = match solver.stmt_of(fork.caller, fork.stmt) {
                Stmt::Call(call) => call.fork,
                _ => None,
            };
            self.all.push(Thread {
                kind,
                starts: Vec::new(),
                roots: Vec::new(),
                nodes: NodeSet::default(),
            });
            ThreadId::from_index(self.all.len() - 1)
        });
        if let Key::Known(thread) = key {
            self.known.insert(thread, id);
        }
        // What it waits for is not what tells that it has ended.
        let awaits = program.joined_behind(target);
        let mut handles = fork.handles.clone();
        handles.subtract(&awaits);
        handles.subtract(&others_started(solver, fork));
        let roots = program.bodies_behind(target);
        // Who is told that a task is done has waited for all that there is of it.
        if let [_] = roots[..] {
            handles.union(&program.told_behind(target));
        }
        let result = program.node(node).and_then(|info| info.body.insts[inst].result);
        let results = result.and_then(|result| program.points_to(node, result));
        let results = results.cloned().unwrap_or_default();
        let is_periodic = match solver.code_key(solver.code_id_of(fork.caller)) {
            CodeKey::Method(method) => model(solver, method)
                .is_some_and(|model| model.effects.contains(&Effect::Property(Property::Periodic))),
            _ => false,
        };
        let thread = &mut self.all[id.index()];
        for root in roots {
            if !thread.roots.contains(&root) {
                thread.roots.push(root);
            }
        }
        thread.starts.push(Start {
            node,
            inst,
            parents: Vec::new(),
            handles,
            results,
            awaits,
            fork: (fork.caller, fork.stmt),
            target,
            is_again: fork.is_again,
            is_periodic,
        });
    }

    fn spread(&mut self, program: &Program<'_>, id: ThreadId) {
        let thread = &mut self.all[id.index()];
        let mut pending = thread.roots.clone();
        while let Some(node) = pending.pop() {
            if thread.nodes.insert(node) {
                self.by_node.entry(node).or_default().push(id);
                pending.extend(program.callees(node));
            }
        }
    }

    pub(crate) fn get(&self, id: ThreadId) -> &Thread {
        &self.all[id.index()]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.all.len()).map(ThreadId::from_index)
    }

    /// Who makes an object, if it is a thread that is told from others and not the first.
    pub(crate) fn maker(&self, solver: &Solver, obj: Obj) -> Option<ThreadId> {
        let context = solver.contexts().get(solver.obj(obj).heap);
        self.known.get(&context.thread?.thread).copied()
    }

    /// Who runs a body.
    pub(crate) fn of(&self, node: Node) -> &[ThreadId] {
        self.by_node.get(&node).map_or(&[], Vec::as_slice)
    }
}
