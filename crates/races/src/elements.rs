//! Threads that are started for the elements of a collection, one for each.
//!
//! ```java
//! for (Client client : clients) new Thread(client).start();
//! for (Player player : players) pool.submit(() -> play(world, player));
//! ```
//!
//! What such a thread gets to from the element that it was started for is its own, as far as no two elements are the same. That
//! is not known, so it is a doubt, not a proof; and what it finds in another way, `clients.get(next)`, is not.
//!
//! A thread that *is* an object, `class Node extends Thread`, has it for itself in the variables that it began with, whoever else
//! knows the object: nobody starts it twice. That is a proof.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use models::Property;
use points_to::{Node, Obj};
use rustc_hash::FxHashMap;

use crate::locality::Locality;
use crate::makers::Makers;
use crate::objects::{plain, step};
use crate::paths::Paths;
use crate::program::{CallFrom, Program, arguments};
use crate::result::ThreadId;
use crate::threads::Threads;

pub(crate) struct Elements<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    locality: &'a Locality<'a>,
    makers: Rc<Makers<'a>>,
    known: RefCell<FxHashMap<(ThreadId, Obj), bool>>,
}

/// How far back values and calls are followed; beyond that there is no doubt.
const DEPTH: usize = 5;

impl<'a> Elements<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        locality: &'a Locality<'a>,
        makers: Rc<Makers<'a>>,
    ) -> Elements<'a> {
        Elements { program, threads, paths, locality, makers, known: RefCell::default() }
    }

    /// Whether a value is the very object that a thread is, or a part of it: each instance has another one.
    pub(crate) fn is_thread_itself(&self, thread: ThreadId, node: Node, value: Value) -> bool {
        let starts = &self.threads.get(thread).starts;
        let is_it = |root: Node| {
            let mut starts = starts.iter();
            starts.all(|start| start.target == root && self.locality.is_started_once(start))
        };
        !starts.is_empty()
            && matches!(self.root(thread, node, value, DEPTH), Some((root, 0)) if is_it(root))
    }

    /// Whether a value is what a thread was started for, or a part of it.
    pub(crate) fn is_own(&self, thread: ThreadId, node: Node, value: Value) -> bool {
        let Some((root, param)) = self.root(thread, node, value, DEPTH) else { return false };
        let solver = self.program.solver;
        let var = solver.code_of(root).params.get(usize::from(param)).copied().flatten();
        let mut objs =
            var.into_iter().flat_map(|var| solver.points_to(root, var).iter()).peekable();
        objs.peek().is_some()
            && objs.all(|obj| self.is_element(thread, plain(obj)))
            && !self.is_captured_again(root, param)
    }

    /// Whether the lambda that a thread begins with captures the same for a parameter in each round of the loop that makes it.
    fn is_captured_again(&self, root: Node, param: u16) -> bool {
        let captured = self.makers.captured(root, param).unwrap_or_default();
        captured.into_iter().any(|(node, inst, value)| self.is_same(node, inst, value, DEPTH))
    }

    /// Whether a value is the same each time that an instruction is carried out.
    fn is_same(&self, node: Node, inst: Inst, value: Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let flow = self.program.flow(node);
        let def = info.body.values[value].def;
        match (flow.innermost(flow.block_of(inst)), info.body.insts[def].op) {
            (_, Op::CheckCast { value, .. }) => self.is_same(node, inst, value, depth),
            (Some(blocks), _) => {
                !blocks[flow.block_of(def).index()] || self.locality.is_asked_again(node, def)
            }
            (None, Op::Param(at)) => {
                let callers = self.program.callers(node).iter().filter(|from| from.is_direct);
                callers.into_iter().any(|from| {
                    let outer = self.program.node(from.node);
                    let args = outer.map(|outer| arguments(outer.body, from.inst));
                    let arg = args.and_then(|args| args.get(usize::from(at)).copied());
                    arg.is_some_and(|arg| self.is_same(from.node, from.inst, arg, depth - 1))
                })
            }
            (None, _) => false,
        }
    }

    /// The parameter of the body that a thread begins with by which it has got a value.
    fn root(
        &self,
        thread: ThreadId,
        node: Node,
        value: Value,
        depth: usize,
    ) -> Option<(Node, u16)> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        match info.body.insts[info.body.values[value].def].op {
            Op::CheckCast { value, .. } => self.root(thread, node, value, depth),
            Op::GetField { object, field } => {
                let field = self.paths.field_in(node, field)?;
                let is_part = self.paths.is_owned(field);
                is_part.then(|| self.root(thread, node, object, depth)).flatten()
            }
            Op::Param(at) if self.threads.get(thread).roots.contains(&node) => Some((node, at)),
            Op::Param(at) => {
                let callers = self.program.callers(node).iter();
                let mut roots = callers.map(|from| {
                    let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
                    let arg = *arguments(body, from.inst).get(usize::from(at))?;
                    self.root(thread, from.node, arg, depth - 1)
                });
                let first = roots.next()??;
                roots.all(|root| root == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Whether each start of a thread is done for an element that may be this object.
    fn is_element(&self, thread: ThreadId, obj: Obj) -> bool {
        if let Some(&known) = self.known.borrow().get(&(thread, obj)) {
            return known;
        }
        let starts = &self.threads.get(thread).starts;
        let is_element = !starts.is_empty()
            && starts
                .iter()
                .all(|start| !start.is_again && self.is_for(start.node, start.inst, obj, DEPTH));
        self.known.borrow_mut().insert((thread, obj), is_element);
        is_element
    }

    /// Whether an instruction is carried out once for each of some elements.
    fn is_for(&self, node: Node, inst: Inst, obj: Obj, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let flow = self.program.flow(node);
        let Some(blocks) = flow.innermost(flow.block_of(inst)) else {
            let callers = self.program.callers(node);
            let is_for = |from: &CallFrom| {
                !from.is_again && self.is_for(from.node, from.inst, obj, depth - 1)
            };
            return !callers.is_empty() && callers.iter().all(is_for);
        };
        info.body.insts.iter().any(|(at, data)| {
            let is_inside = blocks[flow.block_of(at).index()];
            let value = data.result.filter(|_| is_inside && self.is_next(node, at));
            let objs = value.and_then(|value| self.program.points_to(node, value));
            objs.is_some_and(|objs| objs.iter().any(|other| plain(other) == obj))
        })
    }

    /// Whether an instruction gets another element in each round of its loop.
    fn is_next(&self, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let counts = |index: Value| step(info.body, index).is_some();
        match info.body.insts[inst].op {
            Op::ArrayLoad { index, .. } => counts(index),
            Op::Invoke { args, .. } => {
                let args = info.body.list(args);
                let objs = args.first().and_then(|&from| self.program.points_to(node, from));
                let solver = self.program.solver;
                let is_passing =
                    |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::Passing);
                let is_iterator = args.len() == 1
                    && objs.is_some_and(|objs| !objs.is_empty() && objs.iter().all(is_passing));
                let is_library = info.steps_at(inst).all(|step| step.callee().is_none());
                is_iterator || is_library && matches!(args, &[_, index] if counts(index))
            }
            _ => false,
        }
    }
}
