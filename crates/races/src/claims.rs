//! Code that one thread gets to, because it was the first to change an atomic variable.
//!
//! ```java
//! if (sold.compareAndSet(false, true)) { winner = name; }
//! if (!started.getAndSet(true)) { open(); }
//! ```
//!
//! Nobody else gets there, unless somebody puts back what was expected: then it is a lock, of which [`crate::sync`] knows. If it is
//! the task that is started there that does so, at its end, then such tasks take turns. So do tasks of which each starts the next one
//! at its end, if others start one only where a field says, under a lock, that there is none:
//!
//! ```java
//! synchronized void execute(Runnable task) {
//!     tasks.add(() -> { task.run(); next(); });
//!     if (active == null) { next(); }
//! }
//! synchronized void next() {
//!     if ((active = tasks.poll()) != null) { pool.execute(active); }
//! }
//! ```
//!
//! Which variable it is depends on objects, so this is a doubt, not a proof.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::body::{Block, Body, Cond, Constant, Op, Value};
use ir::hierarchy::FieldId;
use ir::{FieldRef, Inst};
use models::{Effect, ForkKind, LockMode};
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locks::Locks;
use crate::objects::{Objects, plain};
use crate::paths::{Paths, Root};
use crate::program::{NodeInfo, Program, arguments};
use crate::result::{Site, ThreadId};
use crate::threads::Threads;
use crate::variables;

pub(crate) struct Claims<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    objects: &'a Objects<'a>,
    locks: &'a Locks<'a>,
    /// By thread whose starts are claimed: where it puts back what was claimed.
    put_back: RefCell<FxHashMap<ThreadId, Option<Places>>>,
    /// What is written to variables that are claimed somewhere.
    written: OnceCell<WrittenTo<Obj>>,
    /// What is written to fields, other than by constructors.
    written_to_fields: OnceCell<WrittenTo<FieldId>>,
}

/// What is written to an atomic variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Written {
    Number(i64),
    Null,
    /// A constant of an enumeration, which no other object is.
    Named(FieldId),
    /// An object.
    Some,
    Unknown,
}

impl Written {
    /// Whether it may be the same.
    fn may_be(self, other: Written) -> bool {
        use Written::{Named, Some, Unknown};
        match (self, other) {
            (Unknown, _) | (_, Unknown) => true,
            (Named(_), Some) | (Some, Named(_)) => true,
            (a, b) => a == b,
        }
    }
}

/// Instructions of bodies.
type Places = Rc<[(Node, Inst)]>;

/// What is written to variables, and where.
type WrittenTo<V> = FxHashMap<V, FxHashSet<(Written, (Node, Inst))>>;

/// Where a kind of task gives back what was claimed for it.
#[derive(Clone, Default)]
struct Back {
    /// Where it puts back the value of a variable.
    written: FxHashSet<(Node, Inst)>,
    /// Where it starts the next one itself.
    next: FxHashSet<(Node, Inst)>,
}

/// A test that one thread passes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Claim {
    site: Site,
    /// What has the variable, if that is not one variable: the same thing must have what is accessed.
    root: Option<(Node, Root)>,
}

/// How many calls around an instruction are looked at.
const CALLS: usize = 3;

/// How many calls lead to an instruction before the others are not looked at: then it may seem to come before what it comes after,
/// which is a doubt too many.
const MANY_FRAMES: usize = 256;

impl<'a> Claims<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        paths: &'a Paths<'a>,
        objects: &'a Objects<'a>,
        locks: &'a Locks<'a>,
    ) -> Claims<'a> {
        Claims {
            program,
            paths,
            objects,
            locks,
            put_back: RefCell::default(),
            written: OnceCell::new(),
            written_to_fields: OnceCell::new(),
        }
    }

    /// The tests on the way to an access of an object that one thread passes.
    pub(crate) fn before(&self, node: Node, inst: Inst, base: Option<Value>) -> Vec<Claim> {
        let mut claims = Vec::new();
        let (mut node, mut inst, mut base) = (node, inst, base);
        for _ in 0..CALLS {
            let Some(info) = self.program.node(node) else { break };
            let root = base.map(|base| (node, self.paths.of(node, base).root));
            for claim in self.in_body(node, info, inst) {
                if claim.root.is_none() || claim.root == root {
                    claims.push(Claim { root: None, ..claim });
                }
            }
            let [from] = self.program.callers(node) else { break };
            base = match root {
                Some((_, Root::Param(at))) if from.is_direct => self
                    .program
                    .node(from.node)
                    .and_then(|i| arguments(i.body, from.inst).get(usize::from(at)).copied()),
                _ => None,
            };
            (node, inst) = (from.node, from.inst);
        }
        claims
    }

    fn in_body(&self, node: Node, info: &NodeInfo<'a>, inst: Inst) -> Vec<Claim> {
        self.tests(node, info, inst, |obj, expected| self.is_kept(obj, expected))
    }

    /// The tests of claims on the way to an instruction whose variables are such.
    fn tests(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        inst: Inst,
        is_such: impl Fn(Obj, Written) -> bool,
    ) -> Vec<Claim> {
        let flow = self.program.flow(node);
        let mut claims = Vec::new();
        for (at, data) in info.body.insts.iter() {
            let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { continue };
            let call = info.body.values[lhs].def;
            let Some(way) = self.way(info, call, cond, (then, otherwise)) else { continue };
            if flow.is_reached_without(inst, (flow.block_of(at), way)) {
                continue;
            }
            let variable = arguments(info.body, call)[0];
            let objs = self.program.points_to(node, variable);
            let expected = self.expected(node, info.body, call);
            let is_kept = |obj: Obj| is_such(plain(obj), expected);
            let Some(objs) = objs.filter(|objs| !objs.is_empty() && objs.iter().all(is_kept))
            else {
                continue;
            };
            let is_one = objs.len() == 1 && objs.iter().all(|obj| self.objects.is_single(obj));
            let root = (!is_one).then(|| (node, self.paths.of(node, variable).root));
            claims.push(Claim { site: Site { method: info.method, inst: call }, root });
        }
        claims
    }

    /// The way out of a test that who has changed a variable takes.
    fn way(
        &self,
        info: &NodeInfo<'_>,
        call: Inst,
        cond: Cond,
        (then, otherwise): (Block, Block),
    ) -> Option<Block> {
        if !self.is_claiming(info, call) {
            return None;
        }
        // Who compares is told of success, who exchanges a truth value gets what was there before.
        let is_success = match arguments(info.body, call)[..] {
            [_, value] => number(info.body, value) == Some(0),
            _ => true,
        };
        match (cond, is_success) {
            (Cond::Ne, true) | (Cond::Eq, false) => Some(then),
            (Cond::Eq, true) | (Cond::Ne, false) => Some(otherwise),
            _ => None,
        }
    }

    fn is_claiming(&self, info: &NodeInfo<'_>, call: Inst) -> bool {
        variables::is_claiming(self.program, info, call)
    }

    /// Whether nobody puts back what a variable was expected to have.
    fn is_kept(&self, obj: Obj, expected: Written) -> bool {
        let written = self.written.get_or_init(|| self.find_written()).get(&obj);
        expected != Written::Unknown
            && written
                .is_none_or(|written| !written.iter().any(|(value, _)| value.may_be(expected)))
    }

    /// Whether each start of a thread is done by who has claimed a variable that only that thread puts back, and an instruction is
    /// carried out before it does so.
    pub(crate) fn is_turn(&self, threads: &Threads, thread: ThreadId, at: (Node, Inst)) -> bool {
        let starts = &threads.get(thread).starts;
        // Iterations of a loop begin together.
        if threads.get(thread).kind == Some(ForkKind::Loop) || starts.is_empty() {
            return false;
        }
        let known = self.put_back.borrow().get(&thread).cloned();
        let back = known.unwrap_or_else(|| {
            let mut back = Back::default();
            let mut starts = starts.iter().map(|start| (start.node, start.inst));
            let are_claimed = starts
                .all(|start| self.is_claimed(threads, thread, start, CALLS, &mut back))
                && self.is_next_one(&back);
            let all = back.written.into_iter().chain(back.next);
            let back: Option<Places> = are_claimed.then(|| all.collect());
            self.put_back.borrow_mut().insert(thread, back.clone());
            back
        });
        back.is_some_and(|back| {
            !back.iter().any(|&back| self.may_follow(threads, thread, back, at))
        })
    }

    /// Whether a task starts one other of its kind at most, and somebody else the first.
    fn is_next_one(&self, back: &Back) -> bool {
        let is_twice = |a: &(Node, Inst), b: &(Node, Inst)| {
            a.0 != b.0 || self.program.flow(a.0).reaches(a.1, b.1, None)
        };
        let next = &back.next;
        next.is_empty()
            || !back.written.is_empty() && !next.iter().any(|a| next.iter().any(|b| is_twice(a, b)))
    }

    /// Whether who gets to an instruction has claimed a variable that only a thread puts back; where that does so. Or it is that
    /// thread itself.
    fn is_claimed(
        &self,
        threads: &Threads,
        thread: ThreadId,
        (node, inst): (Node, Inst),
        calls: usize,
        back: &mut Back,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let put_back = RefCell::new(Vec::new());
        let is_put_back = |written: Option<&FxHashSet<(Written, (Node, Inst))>>, expected| {
            let is_back = |value: Written| value.may_be(expected);
            let written = written.into_iter().flatten();
            let found: Vec<(Node, Inst)> =
                written.filter(|(value, _)| is_back(*value)).map(|(_, at)| *at).collect();
            put_back.borrow_mut().extend_from_slice(&found);
            !found.is_empty() && found.iter().all(|(node, _)| self.is_run(threads, thread, *node))
        };
        let is_variable_back = |obj: Obj, expected: Written| {
            let written = self.written.get_or_init(|| self.find_written());
            is_put_back(written.get(&obj), expected)
        };
        let is_field_back = |field: FieldId, expected: Written| {
            let written = self.written_to_fields.get_or_init(|| self.find_written_to_fields());
            is_put_back(written.get(&field), expected)
        };
        if !self.tests(node, info, inst, is_variable_back).is_empty()
            || self.is_flagged(node, info, inst, is_field_back)
        {
            back.written.extend(put_back.into_inner());
            return true;
        }
        let callers = self.program.callers(node);
        let mut of_callers = back.clone();
        let are_claimed = calls > 0
            && !callers.is_empty()
            && callers.iter().all(|from| {
                let from = (from.node, from.inst);
                self.is_claimed(threads, thread, from, calls - 1, &mut of_callers)
            });
        if are_claimed {
            *back = of_callers;
            return true;
        }
        let is_own = threads.of(node).iter().all(|&other| other == thread);
        if is_own {
            back.next.insert((node, inst));
        }
        is_own
    }

    /// Whether a thread runs the method of a body, be it for another caller.
    fn is_run(&self, threads: &Threads, thread: ThreadId, node: Node) -> bool {
        let method = |node: Node| self.program.node(node).map(|info| info.method);
        threads.of(node).contains(&thread)
            || self.program.nodes().any(|(other, info)| {
                Some(info.method) == method(node) && threads.of(other).contains(&thread)
            })
    }

    /// Whether who gets to an instruction has found a field to be such, under a lock: `null`, or one of two truth values.
    fn is_flagged(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        inst: Inst,
        is_such: impl Fn(FieldId, Written) -> bool,
    ) -> bool {
        let flow = self.program.flow(node);
        info.body.insts.iter().any(|(at, data)| {
            let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { return false };
            let (Op::GetField { field, .. } | Op::GetStatic { field }) =
                info.body.insts[info.body.values[lhs].def].op
            else {
                return false;
            };
            let (zero, other) = match cond {
                Cond::Eq => (then, otherwise),
                Cond::Ne => (otherwise, then),
                _ => return false,
            };
            let on_ways = match info.body.values[lhs].ty.is_reference() {
                true => [Some((zero, Written::Null)), None],
                false => [Some((zero, Written::Number(0))), Some((other, Written::Number(1)))],
            };
            let Some(field) = self.paths.field_in(node, field) else { return false };
            let is_way = |way: Block| !flow.is_reached_without(inst, (flow.block_of(at), way));
            let is_locked = || {
                self.locks
                    .at(node, at)
                    .iter()
                    .any(|held| matches!(held.mode, LockMode::Exclusive | LockMode::Monitor))
            };
            on_ways
                .into_iter()
                .flatten()
                .any(|(way, expected)| is_way(way) && is_locked() && is_such(field, expected))
        })
    }

    /// Whether an instruction may be carried out after another one in the same run of a thread, and nothing is claimed again in between.
    fn may_follow(
        &self,
        threads: &Threads,
        thread: ThreadId,
        first: (Node, Inst),
        second: (Node, Inst),
    ) -> bool {
        let (before, after) =
            (self.around(threads, thread, first), self.around(threads, thread, second));
        before.iter().any(|&(node, first)| {
            let Some(info) = self.program.node(node) else { return false };
            let mut insts = info.body.insts.iter().map(|(inst, _)| inst);
            let again = insts.find(|&inst| self.is_claiming(info, inst));
            let mut after =
                after.iter().filter(|(other, second)| *other == node && *second != first);
            after.any(|&(_, second)| self.program.flow(node).reaches(first, second, again))
        })
    }

    /// An instruction, and the calls that lead to it in a thread.
    pub(crate) fn around(
        &self,
        threads: &Threads,
        thread: ThreadId,
        at: (Node, Inst),
    ) -> Vec<(Node, Inst)> {
        let mut found = vec![at];
        let mut next = 0;
        while let Some(&(node, _)) = found.get(next).filter(|_| found.len() < MANY_FRAMES) {
            next += 1;
            for from in self.program.callers(node) {
                let frame = (from.node, from.inst);
                if threads.of(from.node).contains(&thread) && !found.contains(&frame) {
                    found.push(frame);
                }
            }
        }
        found
    }

    fn find_written_to_fields(&self) -> WrittenTo<FieldId> {
        let mut written = WrittenTo::default();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            let name = self.program.solver.hierarchy().method(info.method).name;
            if matches!(name.as_str(), "<init>" | "<clinit>") {
                continue;
            }
            for (inst, data) in info.body.insts.iter() {
                let (Op::PutField { field, value, .. } | Op::PutStatic { field, value }) = data.op
                else {
                    continue;
                };
                // What is found somewhere may be nothing.
                let value = match info.body.insts[info.body.values[value].def].op {
                    Op::New(_) | Op::Const(_) | Op::InvokeDynamic { .. } => {
                        self.constant(node, info.body, value)
                    }
                    _ => Written::Unknown,
                };
                if let Some(field) = self.paths.field_in(node, field) {
                    let all: &mut FxHashSet<_> = written.entry(field).or_default();
                    all.insert((value, (node, inst)));
                }
            }
        }
        written
    }

    fn find_written(&self) -> WrittenTo<Obj> {
        let mut written = WrittenTo::default();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            for (inst, data) in info.body.insts.iter() {
                let Op::Invoke { method, .. } = data.op else { continue };
                let is_new = method.data().name.as_str() == "<init>";
                if is_new
                    || !variables::has(self.program, info, inst, |e| {
                        matches!(e, Effect::Writes { .. })
                    })
                {
                    continue;
                }
                let args = arguments(info.body, inst);
                // What is counted up, or computed, may be anything.
                let is_plain = self.is_claiming(info, inst) || args.len() == 2;
                let value = args.get(1..).and_then(<[Value]>::last);
                let value =
                    value.filter(|_| is_plain).map(|&value| self.constant(node, info.body, value));
                let objs = self.program.points_to(node, args[0]);
                for obj in objs.into_iter().flat_map(|objs| objs.iter()) {
                    let all = written.entry(plain(obj)).or_default();
                    all.insert((value.unwrap_or(Written::Unknown), (node, inst)));
                }
            }
        }
        written
    }

    /// What a call that claims a variable expects there: who exchanges a truth value, the other one.
    fn expected(&self, node: Node, body: &Body, call: Inst) -> Written {
        match arguments(body, call)[..] {
            [_, expected, _] => self.constant(node, body, expected),
            [_, value] => match number(body, value) {
                Some(number @ (0 | 1)) => Written::Number(1 - number),
                _ => Written::Unknown,
            },
            _ => Written::Unknown,
        }
    }

    fn constant(&self, node: Node, body: &Body, value: Value) -> Written {
        if let Some(number) = number(body, value) {
            return Written::Number(number);
        }
        match body.insts[body.values[value].def].op {
            Op::Const(Constant::Null) => Written::Null,
            Op::GetStatic { field } if let Some(field) = self.enum_constant(node, field) => {
                Written::Named(field)
            }
            _ if body.values[value].ty.is_reference() => Written::Some,
            _ => Written::Unknown,
        }
    }

    fn enum_constant(&self, node: Node, field: FieldRef) -> Option<FieldId> {
        let field = self.paths.field_in(node, field)?;
        let flags = self.program.solver.hierarchy().field(field).flags;
        flags.contains(classfile::FieldFlags::ENUM).then_some(field)
    }
}

fn number(body: &Body, value: Value) -> Option<i64> {
    match body.insts[body.values[value].def].op {
        Op::Const(Constant::Int(number)) => Some(i64::from(number)),
        Op::Const(Constant::Long(number)) => Some(number),
        _ => None,
    }
}
