//! Whether an iteration of a parallel loop, or a task of those that start their own kind, has an object for itself (IteRace).

use points_to::{Node, Obj};

use crate::objects::plain;
use crate::result::ThreadId;

use super::{InThread, Judge};

impl<'a> Judge<'a> {
    /// Whether an iteration of a parallel loop has the object for itself, or cannot have it.
    pub(super) fn is_iterations_own(
        &self,
        obj: Obj,
        first: InThread<'_>,
        second: InThread<'_>,
    ) -> bool {
        let is_of_one_task = |access: InThread<'_>| {
            let var = self.var(access);
            var.is_some_and(|(node, var)| {
                self.iterations.is_of_one_task(access.thread, node, var, obj)
            })
        };
        if let Some(kind) = self.iterations.kind(first.thread)
            && kind.contains(&second.thread)
            && is_of_one_task(first)
            && is_of_one_task(second)
            && self.is_of_one_run(first.thread, obj)
        {
            return true;
        }
        match (self.has_iterations_own(obj, first), self.has_iterations_own(obj, second)) {
            (Some(false), _) | (_, Some(false)) => true,
            (Some(true), Some(true)) => match self.iterations.kind(first.thread) {
                None => {
                    (first.thread == second.thread
                        || self.is_inner_loop(first.thread, second.thread)
                        || self.is_inner_loop(second.thread, first.thread))
                        && self.is_of_one_run(first.thread, obj)
                        && self.is_of_one_run(second.thread, obj)
                }
                Some(kind) => {
                    kind.contains(&second.thread)
                        && self.is_of_one_run(first.thread, obj)
                        && self.is_own_time(kind, first)
                        && self.is_own_time(kind, second)
                }
            },
            _ => false,
        }
    }

    /// Whether two instances of a thread access the objects that they are.
    pub(super) fn are_threads_themselves(&self, first: InThread<'_>, second: InThread<'_>) -> bool {
        let is_itself = |access: InThread<'_>| {
            let found = access.found;
            let is_it = |base| self.elements.is_thread_itself(access.thread, found.node, base);
            found.base.is_some_and(is_it)
        };
        first.thread == second.thread && is_itself(first) && is_itself(second)
    }

    /// Whether each iteration of a loop runs another one over what is its own, and does nothing else meanwhile.
    fn is_inner_loop(&self, inner: ThreadId, outer: ThreadId) -> bool {
        let starts = &self.threads.get(inner).starts;
        self.iterations.is_loop(inner)
            && starts.iter().all(|start| start.parents == [outer])
            && self.iterations.has_own_elements(outer, inner)
    }

    /// Whether a loop is given what the thread that runs it has made just then, and that is what the thread itself accesses: others
    /// of its kind have made others, and it does nothing while the loop runs.
    ///
    /// ```java
    /// rows.parallelStream().forEach(row -> {
    ///     Sum sum = new Sum();
    ///     row.cells.parallelStream().forEach(cell -> sum.add(cell.value));
    ///     row.total = sum.value;
    /// });
    /// ```
    pub(super) fn is_of_iteration(&self, inner: InThread<'_>, outer: InThread<'_>) -> bool {
        let starts = &self.threads.get(inner.thread).starts;
        let birth = |access: InThread<'_>| self.makers.birth(access.found.node, access.found.base?);
        let is_made_by_outer = |node: &Node| self.threads.of(*node) == [outer.thread];
        inner.thread != outer.thread
            && self.iterations.is_loop(inner.thread)
            && !starts.is_empty()
            && starts.iter().all(|start| start.parents == [outer.thread])
            && birth(inner).is_some_and(|of_inner| {
                of_inner.nodes.iter().all(is_made_by_outer) && birth(outer) == Some(of_inner)
            })
    }

    /// Whether a task has what is its own while none has it that it started.
    fn is_own_time(&self, kind: &[ThreadId], access: InThread<'_>) -> bool {
        let var = self.var(access);
        var.is_some_and(|(node, var)| self.iterations.is_of_task(access.thread, node, var))
            || !self.order.may_be_running(access.point(), kind)
    }

    /// Whether no two runs of a loop at the same time have the same object: there is one run, or each has objects of its own.
    fn is_of_one_run(&self, thread: ThreadId, obj: Obj) -> bool {
        let kind = self.iterations.kind(thread);
        let threads = kind.unwrap_or(std::slice::from_ref(&thread));
        if threads
            .iter()
            .any(|&thread| self.threads.maker(self.program.solver, obj) == Some(thread))
        {
            return true;
        }
        let starts = threads.iter().flat_map(|&thread| &self.threads.get(thread).starts);
        let mut parents = starts.flat_map(|start| &start.parents);
        parents.all(|&parent| {
            !self.order.is_many(parent)
                || kind.is_some_and(|kind| kind.contains(&parent))
                || self.locality.of(parent).has(self.program, plain(obj))
                || self.iterations.has_own_elements(parent, thread)
                    && self.is_of_one_run(parent, obj)
        })
    }

    /// Whether an access may mean the object, if that is what only one iteration of a parallel loop has.
    fn has_iterations_own(&self, obj: Obj, access: InThread<'_>) -> Option<bool> {
        let (node, var) = self.var(access)?;
        self.iterations.has_own(access.thread, node, var, obj)
    }
}
