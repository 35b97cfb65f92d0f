//! Threads that are started for the elements of a collection, one for each.
//!
//! ```java
//! for (Client client : clients) new Thread(client).start();
//! for (Player player : players) pool.submit(() -> play(world, player));
//! ```
//!
//! What such a thread gets to from the element that it was started for is its own, as far as no two elements are the same. That
//! is not known, so it is a doubt, not a proof; and what it finds in another way, `clients.get(next)`, is not. Of an object of which
//! there is one it is known that it is among the elements, so it must be put there once, and the loop be run once.
//!
//! A thread that *is* an object, `class Node extends Thread`, has it for itself in the variables that it began with, whoever else
//! knows the object: nobody starts it twice. That is a proof.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use models::Property;
use points_to::{Node, Obj, PointsToSet};
use rustc_hash::FxHashMap;

use crate::iterations::Iterations;
use crate::locality::Locality;
use crate::makers::Makers;
use crate::objects::{Objects, plain, step};
use crate::paths::Paths;
use crate::program::{Program, arguments};
use crate::result::ThreadId;
use crate::threads::{Threads, main_thread};

pub(crate) struct Elements<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    locality: &'a Locality<'a>,
    makers: Rc<Makers<'a>>,
    objects: &'a Objects<'a>,
    iterations: &'a Iterations<'a>,
    /// How a thread is started for an object; none if it is not.
    known: RefCell<FxHashMap<(ThreadId, Obj), Started>>,
}

/// How a thread is started for an object, if it is.
type Started = Option<Rc<Rounds>>;

/// The loops that start threads for elements.
#[derive(Default)]
struct Rounds {
    /// The collections that the elements are in, without sets.
    from: PointsToSet,
    /// Where the loops go on to the next element.
    nexts: Vec<(Node, Inst)>,
}

/// What a thread has got a value by: a parameter of the body that it begins with, and the objects that the value may be, or be a
/// part of.
struct Begin {
    root: Node,
    param: u16,
    objs: PointsToSet,
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
        (objects, iterations): (&'a Objects<'a>, &'a Iterations<'a>),
    ) -> Elements<'a> {
        let known = RefCell::default();
        Elements { program, threads, paths, locality, makers, objects, iterations, known }
    }

    /// Whether a value is the very object that a thread is, or a part of it: each instance has another one.
    pub(crate) fn is_thread_itself(&self, thread: ThreadId, node: Node, value: Value) -> bool {
        let starts = &self.threads.get(thread).starts;
        let is_it = |root: Node| {
            let mut starts = starts.iter();
            starts.all(|start| start.target == root && self.locality.is_started_once(start))
        };
        !starts.is_empty()
            && matches!(self.begin(thread, node, value), Some(Begin { root, param: 0, .. }) if is_it(root))
    }

    /// Whether a value is what a thread was started for, or a part of it. Of an object of which there is one it may be asked that it
    /// is among the elements once.
    pub(crate) fn is_own(&self, thread: ThreadId, node: Node, value: Value, is_one: bool) -> bool {
        let Some(begin) = self.begin(thread, node, value) else { return false };
        let solver = self.program.solver;
        let param = usize::from(begin.param);
        let var = solver.code_of(begin.root).params.get(param).copied().flatten();
        let mut objs =
            var.into_iter().flat_map(|var| solver.points_to(begin.root, var).iter()).peekable();
        objs.peek().is_some()
            && objs.all(|obj| self.is_element(thread, plain(obj)).is_some())
            && !self.is_captured_again(begin.root, begin.param)
            && (!is_one || begin.objs.iter().all(|obj| self.is_element_once(thread, plain(obj))))
    }

    /// Whether an object that a thread begins with, in a parameter, is what it was started for, and no other instance was.
    pub(crate) fn is_started_for(
        &self,
        thread: ThreadId,
        root: Node,
        param: u16,
        obj: Obj,
    ) -> bool {
        self.is_element_once(thread, plain(obj)) && !self.is_captured_again(root, param)
    }

    /// Whether each start of a thread is done for an element, and this object is one of them once, if there is one of it at all.
    fn is_element_once(&self, thread: ThreadId, obj: Obj) -> bool {
        let starts = &self.threads.get(thread).starts;
        self.is_element(thread, obj).is_some_and(|rounds| {
            !self.objects.is_single(obj)
                || self.is_one_loop(&rounds)
                    && self.iterations.is_put_once(obj, starts, &rounds.from)
        })
    }

    /// Whether it is one loop that is run once, so that it starts one thread for each element.
    fn is_one_loop(&self, rounds: &Rounds) -> bool {
        let [(node, next)] = rounds.nexts[..] else { return false };
        let flow = self.program.flow(node);
        let all = vec![true; flow.block_count()];
        flow.depth_within(flow.block_of(next), &all) == 1
            && !self.objects.runs_again(node)
            && matches!(self.threads.of(node), [thread] if self.runs_once(*thread, DEPTH))
    }

    /// Whether there is one instance of a thread: one start, carried out once by another such thread.
    fn runs_once(&self, thread: ThreadId, depth: usize) -> bool {
        let start = match &self.threads.get(thread).starts[..] {
            [] => return thread == main_thread(),
            [start] => start,
            _ => return false,
        };
        depth > 0
            && !start.is_again
            && !start.is_periodic
            && !self.objects.is_repeated(start.node, start.inst)
            && matches!(start.parents[..], [parent] if self.runs_once(parent, depth - 1))
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

    /// How a thread has got a value from what it began with, itself or as a part.
    fn begin(&self, thread: ThreadId, node: Node, value: Value) -> Option<Begin> {
        let objs = self.program.points_to(node, value).cloned().unwrap_or_default();
        self.root(thread, node, value, objs, DEPTH)
    }

    fn root(
        &self,
        thread: ThreadId,
        node: Node,
        value: Value,
        objs: PointsToSet,
        depth: usize,
    ) -> Option<Begin> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        match info.body.insts[info.body.values[value].def].op {
            Op::CheckCast { value, .. } => self.root(thread, node, value, objs, depth),
            Op::GetField { object, field } => {
                let field = self.paths.field_in(node, field)?;
                let is_part = self.paths.is_owned(field);
                let objs = self.program.points_to(node, object).cloned().unwrap_or_default();
                is_part.then(|| self.root(thread, node, object, objs, depth)).flatten()
            }
            Op::Param(param) if self.threads.get(thread).roots.contains(&node) => {
                Some(Begin { root: node, param, objs })
            }
            Op::Param(at) => {
                let callers = self.program.callers(node).iter();
                let mut roots = callers.map(|from| {
                    let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
                    let arg = *arguments(body, from.inst).get(usize::from(at))?;
                    self.root(thread, from.node, arg, objs.clone(), depth - 1)
                });
                let mut first = roots.next()??;
                for other in roots {
                    let other = other?;
                    if (other.root, other.param) != (first.root, first.param) {
                        return None;
                    }
                    first.objs.union(&other.objs);
                }
                Some(first)
            }
            _ => None,
        }
    }

    /// If each start of a thread is done for an element that may be this object: the loops that do so.
    fn is_element(&self, thread: ThreadId, obj: Obj) -> Option<Rc<Rounds>> {
        if let Some(known) = self.known.borrow().get(&(thread, obj)) {
            return known.clone();
        }
        let starts = &self.threads.get(thread).starts;
        let mut rounds = Rounds::default();
        let is_element = !starts.is_empty()
            && starts.iter().all(|start| {
                !start.is_again && self.is_for((start.node, start.inst), obj, DEPTH, &mut rounds)
            });
        let found = is_element.then(|| Rc::new(rounds));
        self.known.borrow_mut().insert((thread, obj), found.clone());
        found
    }

    /// Whether an instruction is carried out once for each of some elements, and by which loops.
    fn is_for(
        &self,
        (node, inst): (Node, Inst),
        obj: Obj,
        depth: usize,
        rounds: &mut Rounds,
    ) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let flow = self.program.flow(node);
        let Some(blocks) = flow.innermost(flow.block_of(inst)) else {
            let callers = self.program.callers(node);
            return !callers.is_empty()
                && callers.iter().all(|caller| {
                    !caller.is_again
                        && self.is_for((caller.node, caller.inst), obj, depth - 1, rounds)
                });
        };
        let mut is_for = false;
        for (at, data) in info.body.insts.iter() {
            let is_inside = blocks[flow.block_of(at).index()];
            let Some(value) = data.result.filter(|_| is_inside && self.is_next(node, at)) else {
                continue;
            };
            let objs = self.program.points_to(node, value);
            if objs.is_some_and(|objs| objs.iter().any(|other| plain(other) == obj)) {
                let vars = &self.program.solver.code_of(node).values;
                let var = vars.get(value.index()).copied().flatten();
                rounds.from.union(&self.iterations.containers_of(node, var));
                rounds.nexts.push((node, at));
                is_for = true;
            }
        }
        is_for
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
