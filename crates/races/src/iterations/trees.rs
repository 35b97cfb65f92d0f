//! Tasks that start their own kind.
//!
//! ```java
//! protected void compute() {                       // of a task with `folder`
//!     for (Folder child : folder.children) invokeAll(new Size(child, scan));
//!     folder.total = …                             // each folder is one task's: a task hands on parts of what it has,
//!     scan.count++;                                // but all have the same `scan`
//! }
//! ```

use std::cell::OnceCell;

use points_to::{Node, Obj, PointsToSet, Stmt, Var};
use rustc_hash::FxHashSet;

use super::{Calls, Iterations, Loop, MANY_VARIABLES, Search};
use crate::locality::{HeapStore, Locality};
use crate::node_set::NodeSet;
use crate::objects::plain;
use crate::program::Program;
use crate::result::ThreadId;
use crate::threads::Threads;

/// The kinds of tasks that start their own kind.
pub(super) fn find(program: &Program<'_>, threads: &Threads, locality: &Locality<'_>) -> Vec<Loop> {
    let starts = |id: ThreadId| &threads.get(id).starts;
    let is_task = |id: ThreadId| {
        !starts(id).is_empty() && starts(id).iter().all(|start| locality.runs_itself(start))
    };
    // What any `Thread` runs first says nothing: what it was given to run does.
    let run_same = |id: ThreadId, by: ThreadId| {
        let key = |&root: &Node| program.solver.key(root);
        let roots = &threads.get(by).roots;
        threads.get(id).roots.iter().any(|root| roots.iter().any(|by| key(by) == key(root)))
    };
    let is_started_by = |id: ThreadId, by: ThreadId| {
        let runs_same = |key| starts(by).iter().any(|s| program.solver.key(s.target) == key);
        run_same(id, by)
            && starts(id).iter().any(|start| {
                start.parents.contains(&by) && runs_same(program.solver.key(start.target))
            })
    };
    let mut kinds: Vec<Vec<ThreadId>> = Vec::new();
    for id in threads.ids().filter(|&id| is_task(id)) {
        let is_of = |kind: &Vec<ThreadId>| {
            kind.iter().any(|&other| is_started_by(id, other) || is_started_by(other, id))
        };
        let (same, others): (Vec<_>, Vec<_>) = kinds.into_iter().partition(is_of);
        kinds = others;
        kinds.push(same.into_iter().flatten().chain([id]).collect());
    }
    kinds.retain(|kind| kind.iter().any(|&id| kind.iter().any(|&other| is_started_by(id, other))));
    let trees = kinds.into_iter().map(|kind| tree(program, threads, kind));
    trees.filter(|tree| tree.nodes.iter().count() <= MANY_BODIES).collect()
}

/// How many bodies tasks may run that divide their work. In a large program, threads that seem to run nearly everything seem to
/// start their own kind, too; that says nothing about what each has for itself.
const MANY_BODIES: usize = 2_000;

fn tree(program: &Program<'_>, threads: &Threads, kind: Vec<ThreadId>) -> Loop {
    let all = || kind.iter().flat_map(|&id| &threads.get(id).starts);
    let targets: Vec<Node> = all().map(|start| start.target).collect();
    // A thread hands on what its `Runnable` has.
    let roots = kind.iter().flat_map(|&id| &threads.get(id).roots).copied();
    let roots = roots.filter(|&root| is_of_object(program, root));
    let mut tasks = PointsToSet::new();
    for code in targets.iter().copied().chain(roots) {
        if let Some(this) = program.solver.code_of(code).params.first().copied().flatten() {
            tasks.union(program.solver.points_to(code, this));
        }
    }
    // Who waits for a task may carry it out.
    let is_same = |&node: &Node| {
        let key = program.solver.key(node);
        targets.iter().any(|&target| program.solver.key(target) == key)
    };
    let all_targets: Vec<Node> = program.solver.reachable().filter(is_same).collect();
    let nodes: NodeSet = program.run_by(&all_targets);
    let starts = all().map(|start| (start.node, start.inst)).collect();
    Loop {
        threads: kind,
        tasks: tasks.closed(),
        starts,
        is_inner: false,
        targets,
        nodes,
        stages: PointsToSet::new(),
        containers: OnceCell::new(),
    }
}

/// Whether code is that of a method with a receiver.
fn is_of_object(program: &Program<'_>, node: Node) -> bool {
    let method = program.node(node).map(|info| info.method);
    method.is_some_and(|method| !program.solver.hierarchy().method(method).is_static())
}

impl Loop {
    /// Whether it is tasks that start their own kind.
    pub(super) fn is_tree(&self) -> bool {
        !self.tasks.is_empty()
    }
}

impl Iterations<'_> {
    /// The tasks of a kind that starts its own kind, with this one.
    pub(crate) fn kind(&self, thread: ThreadId) -> Option<&[ThreadId]> {
        self.loops.get(&thread).filter(|of| of.is_tree()).map(|of| of.threads.as_slice())
    }

    /// Whether a variable of a task has what is in a field of the task itself, not a part of that.
    pub(crate) fn is_of_task(&self, thread: ThreadId, node: Node, var: Var) -> bool {
        self.loops.get(&thread).is_some_and(|of| of.is_tree() && self.may_be_field(of, node, var))
    }

    /// Whether a variable of a task has what is in a field of the task itself, and no two tasks have the same there.
    pub(crate) fn is_of_one_task(&self, thread: ThreadId, node: Node, var: Var, obj: Obj) -> bool {
        let Some(of) = self.loops.get(&thread).filter(|_| self.is_of_task(thread, node, var))
        else {
            return false;
        };
        let key = (thread, node, var, plain(obj));
        if let Some(&known) = self.of_one_task.borrow().get(&key) {
            return known;
        }
        let mut search = Search::new(of, self.program.solver.frame(node));
        search.is_one_way = true;
        let objs = PointsToSet::of(obj).closed();
        let is_own = self.find_own(&mut search, (node, var), &objs, &Calls::Any);
        self.of_one_task.borrow_mut().insert(key, is_own);
        is_own
    }

    /// Whether a task that is made is given parts of what the one that makes it has, or what is new.
    pub(super) fn is_divided(&self, of: &Loop, store: &HeapStore) -> bool {
        !self.program.solver.points_to(store.node, store.base).intersects(&of.tasks)
            || !self.may_be_field(of, store.node, store.from)
    }

    /// Whether code is what a task does, as its thread or called by another.
    pub(super) fn is_run_by_task(&self, of: &Loop, node: Node) -> bool {
        let key = self.program.solver.key(node);
        of.is_tree() && of.targets.iter().any(|&target| self.program.solver.key(target) == key)
    }

    /// Whether what a variable has may have been loaded from a task.
    fn may_be_field(&self, of: &Loop, node: Node, var: Var) -> bool {
        let solver = self.program.solver;
        let mut asked: FxHashSet<(Node, Var)> = FxHashSet::default();
        let mut pending = vec![(node, var)];
        while let Some((node, var)) = pending.pop() {
            if !asked.insert((node, var)) {
                continue;
            }
            if asked.len() > MANY_VARIABLES {
                return true;
            }
            let code = solver.code_of(node);
            if let Some(at) = code.params.iter().position(|param| *param == Some(var)) {
                if self.is_run_by_task(of, node) {
                    return true;
                }
                for caller in solver.callers(node).iter().filter(|c| of.nodes.contains(c.node)) {
                    if let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt)
                        && let Some(arg) = call.args.get(at).copied().flatten()
                    {
                        pending.push((caller.node, arg));
                    }
                }
            }
            for &id in code.defs.of(var) {
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push((node, *from)),
                    Stmt::Load { base, .. }
                        if solver.points_to(node, *base).intersects(&of.tasks) =>
                    {
                        return true;
                    }
                    Stmt::Load { base, slot, .. } => {
                        let bases = solver.points_to(node, *base);
                        let of_it = self.locality.stores_of_slot(*slot).filter(|store| {
                            self.is_passing(store)
                                && solver.points_to(store.node, store.base).intersects(bases)
                        });
                        pending.extend(of_it.map(|store| (store.node, store.from)));
                    }
                    Stmt::Call(_) => {
                        let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                        pending.extend(callees.filter_map(|(_, called)| {
                            Some((called.node, solver.code_of(called.node).ret?))
                        }));
                    }
                    _ => {}
                }
            }
        }
        false
    }
}
