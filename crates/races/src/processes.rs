//! Which runs of a program come by what, if it can be started in several ways.
//!
//! Each `main` is a process of its own: what only the one reaches never meets what only another one reaches. A body is reached
//! in the processes of its callers, as far as its receiver exists there: an object is made in the processes of the code that
//! makes it. That tells the tasks apart that several mains give to one helper, which starts a thread for each.

use fixedbitset::FixedBitSet;
use ir::entity::EntityId as _;
use points_to::{CodeId, CodeKey, EntryPoint, Node, ObjKind};
use rustc_hash::FxHashMap;

use crate::program::Program;
use crate::result::ThreadId;
use crate::threads::Threads;

/// The processes of all code; nothing if there is but one.
#[derive(Default)]
pub(crate) struct Processes {
    by_node: FxHashMap<Node, FixedBitSet>,
    by_thread: Vec<FixedBitSet>,
}

impl Processes {
    /// The entry points that are named are processes of their own, all others are one.
    pub(crate) fn new(program: &Program<'_>, threads: &Threads, mains: &[EntryPoint]) -> Processes {
        let all = mains.len() + 1;
        if mains.len() < 2 {
            return Processes::default();
        }
        let mut search =
            Search { program, all, nodes: FxHashMap::default(), codes: FxHashMap::default() };
        let mut begins = Vec::new();
        for node in program.solver.reachable() {
            if program.solver.key(node) == CodeKey::Root {
                let mut every = FixedBitSet::with_capacity(all);
                every.insert_range(..);
                search.codes.insert(program.solver.code_id_of(node), every);
            }
            if let Some(begin) = search.begin(node, mains) {
                begins.push((node, begin));
            }
        }
        while search.run(&begins) {}
        let of_thread = |id: ThreadId| {
            let mut set = FixedBitSet::with_capacity(all);
            for root in &threads.get(id).roots {
                set.union_with(search.nodes.get(root).unwrap_or(&FixedBitSet::new()));
            }
            set
        };
        let by_thread = threads.ids().map(of_thread).collect();
        Processes { by_node: search.nodes, by_thread }
    }

    /// Whether two bodies are run by two threads in one process.
    pub(crate) fn have_common(&self, first: (ThreadId, Node), second: (ThreadId, Node)) -> bool {
        if self.by_thread.is_empty() {
            return true;
        }
        let (Some(a), Some(b)) = (self.of(first), self.of(second)) else { return true };
        !a.is_disjoint(&b)
    }

    /// For each process whether it reaches a body.
    pub(crate) fn reaching(&self, node: Node) -> impl Iterator<Item = bool> + '_ {
        let set = self.by_node.get(&node);
        set.into_iter().flat_map(|set| (0..set.len()).map(|at| set.contains(at)))
    }

    fn of(&self, (thread, node): (ThreadId, Node)) -> Option<FixedBitSet> {
        // Where nothing is found, something was overlooked.
        let node = self.by_node.get(&node).filter(|set| !set.is_clear())?;
        let thread = Some(&self.by_thread[thread.index()]).filter(|set| !set.is_clear())?;
        let mut set = node.clone();
        set.intersect_with(thread);
        Some(set)
    }
}

struct Search<'a> {
    program: &'a Program<'a>,
    /// How many processes there are.
    all: usize,
    nodes: FxHashMap<Node, FixedBitSet>,
    codes: FxHashMap<CodeId, FixedBitSet>,
}

impl Search<'_> {
    /// The processes that a body is run in although no other one calls it.
    fn begin(&self, node: Node, mains: &[EntryPoint]) -> Option<FixedBitSet> {
        let mut set = FixedBitSet::with_capacity(self.all);
        let CodeKey::Method(method) = self.program.solver.key(node) else { return None };
        let decl = self.program.solver.hierarchy().method(method);
        // Whoever comes by first runs the initialiser of a class.
        if decl.name.as_str() == "<clinit>" {
            set.insert_range(..);
            return Some(set);
        }
        let callers = self.program.solver.callers(node);
        if !callers.iter().any(|caller| self.program.solver.key(caller.node) == CodeKey::Root) {
            return None;
        }
        let class = self.program.solver.hierarchy().name(decl.class);
        let is_it =
            |main: &EntryPoint| (main.class, main.name, main.ty) == (class, decl.name, decl.ty);
        set.insert(mains.iter().position(is_it).unwrap_or(mains.len()));
        Some(set)
    }

    /// Follows all calls; whether more code is known to be run than before.
    fn run(&mut self, begins: &[(Node, FixedBitSet)]) -> bool {
        let mut has_more = false;
        let mut pending: Vec<Node> = Vec::new();
        for (node, set) in begins {
            has_more |= self.add(*node, set, &mut pending);
        }
        pending.extend(self.nodes.keys());
        while let Some(node) = pending.pop() {
            let set = self.nodes[&node].clone();
            let callees: Vec<Node> =
                self.program.edges(node).map(|(_, called)| called.node).collect();
            for callee in callees {
                has_more |= self.add(callee, &set, &mut pending);
            }
        }
        has_more
    }

    fn add(&mut self, node: Node, set: &FixedBitSet, pending: &mut Vec<Node>) -> bool {
        let mut set = set.clone();
        if let Some(limit) = self.limit(node) {
            set.intersect_with(&limit);
        }
        let known = self.nodes.entry(node).or_insert_with(|| FixedBitSet::with_capacity(self.all));
        if set.is_subset(known) {
            return false;
        }
        known.union_with(&set);
        let code = self.program.solver.code_id_of(node);
        let known = self.codes.entry(code).or_insert_with(|| FixedBitSet::with_capacity(self.all));
        known.union_with(&set);
        pending.push(node);
        true
    }

    /// The processes in which a body has a receiver, as far as that is known.
    fn limit(&self, node: Node) -> Option<FixedBitSet> {
        let solver = self.program.solver;
        let has_receiver = match solver.key(node) {
            CodeKey::Method(method) => {
                let flags = solver.hierarchy().method(method).flags;
                !flags.contains(classfile::MethodFlags::STATIC)
            }
            CodeKey::Lambda(_) => true,
            _ => false,
        };
        let this =
            solver.code_of(node).params.first().copied().flatten().filter(|_| has_receiver)?;
        let objs = solver.points_to(node, this);
        let mut limit = FixedBitSet::with_capacity(self.all);
        for obj in objs.iter() {
            let ObjKind::Site(code, _) = solver.obj(obj).kind else { return None };
            if let Some(set) = self.codes.get(&code) {
                limit.union_with(set);
            }
        }
        (!objs.is_empty()).then_some(limit)
    }
}
