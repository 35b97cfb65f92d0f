//! Objects that are handed over: who takes one out of a queue, a buffer or a shared field has it for itself.
//!
//! ```java
//! Parcel mine = queue.take();
//! synchronized (this) { item = slots[head]; slots[head] = null; }      // the same by hand
//! synchronized (orders) { return orders.hasNext() ? orders.next() : null; }
//! mine = exchanger.exchange(mine);                                      // one goes, another comes
//! ```
//!
//! It is not known that nobody keeps a reference, so this is a doubt, not a proof.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{BinaryOp, Block, Body, Cond, Constant, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use models::{Effect, MethodCode, Property};
use points_to::{CodeKey, Node, PointsToSet, SlotKind, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::Flow;
use crate::locks::Locks;
use crate::objects::uncast;
use crate::paths::{Path, Paths, Root};
use crate::program::{NodeInfo, Program, Step, What, arguments};

pub(crate) struct Taken<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) paths: &'a Paths<'a>,
    pub(crate) locks: &'a Locks<'a>,
    pub(crate) written: RefCell<FxHashMap<(Node, Inst, usize), Rc<PointsToSet>>>,
}

/// What is claimed in a body.
pub(crate) struct Claimed {
    pub(crate) value: Value,
    pub(crate) path: Path,
    /// The ways that only who has claimed it takes, or says so: `isOwner || reserve(entry)`.
    ways: Vec<(Block, Block)>,
}

impl Claimed {
    /// Whether only who has claimed it carries out an instruction.
    pub(crate) fn is_before(&self, flow: &Flow, at: Inst) -> bool {
        !flow.reached_without_all(&self.ways)[flow.block_of(at).index()]
    }
}

/// The collections of a body that keep an object.
struct Kept {
    found_in: Option<Value>,
    put_into: Vec<Value>,
}

impl Kept {
    fn has(&self, collection: Option<Value>) -> bool {
        collection.is_some_and(|of| self.found_in == Some(of) || self.put_into.contains(&of))
    }

    /// Whether what an instruction got out of one of them may be the object that a value has at another instruction, later on: not if
    /// each round of a loop has another one, and does both.
    fn may_be_same_before(
        &self,
        body: &Body,
        flow: &Flow,
        (inst, value): (Inst, Value),
        at: Inst,
    ) -> bool {
        let def = body.values[value].def;
        let blocks = flow.innermost(flow.block_of(inst));
        let is_same_round = blocks.is_some_and(|blocks| blocks[flow.block_of(def).index()]);
        let avoid = if self.found_in.is_some() && !is_same_round { None } else { Some(def) };
        flow.reaches(inst, at, avoid)
    }
}

/// When something is done, as seen from an access.
#[derive(Clone, Copy)]
enum When {
    Before,
    After,
}

/// How far back an object is followed.
const DEPTH: usize = 8;

/// How many objects a store may mean before it is not taken for one that puts something back: a doubt too many.
const MANY_WRITTEN: usize = 32;

/// Through how many calls it is looked for what is changed.
const CALLS: usize = 3;

impl Taken<'_> {
    /// Whether the object of a value, or what it is a part of, was given away for another, or back to where it was taken from, when
    /// an instruction is carried out.
    pub(crate) fn is_given_away(&self, node: Node, value: Value, at: Inst) -> bool {
        let (mut node, mut value, mut at) = (node, value, at);
        for _ in 0..DEPTH {
            let Some(info) = self.program.node(node) else { return false };
            value = uncast(info.body, value);
            let def = info.body.values[value].def;
            let flow = self.program.flow(node);
            let mut calls = info.body.insts.keys().filter(|&inst| self.gives(info, inst, value));
            if calls.any(|inst| flow.reaches(inst, at, Some(def))) {
                return true;
            }
            match info.body.insts[def].op {
                Op::GetField { object, .. } => value = object,
                Op::Invoke { .. } => return self.is_given_back(node, info, (value, def), at),
                Op::Param(param) => {
                    let [from] = self.program.callers(node) else { return false };
                    let Some(outer) = self.program.node(from.node).filter(|_| from.is_direct)
                    else {
                        return false;
                    };
                    let args = arguments(outer.body, from.inst);
                    let Some(&arg) = args.get(usize::from(param)) else { return false };
                    (node, value, at) = (from.node, arg, from.inst);
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether a call gives something away for another, or to a method that does so.
    fn gives(&self, info: &NodeInfo<'_>, call: Inst, value: Value) -> bool {
        let is_given = |info: &NodeInfo<'_>, call: Inst, value: Value| {
            let Op::Invoke { args, .. } = info.body.insts[call].op else { return false };
            let mut given = info.body.list(args).iter().skip(1);
            given.any(|&arg| uncast(info.body, arg) == value) && self.is_exchange(info, call)
        };
        if is_given(info, call, value) {
            return true;
        }
        let Op::Invoke { args, .. } = info.body.insts[call].op else { return false };
        let args = info.body.list(args);
        let Some(at) = args.iter().position(|&arg| uncast(info.body, arg) == value) else {
            return false;
        };
        info.steps_at(call).any(|step| {
            let Step::Call { node, is_direct: true, .. } = step else { return false };
            let Some(inner) = self.program.node(*node) else { return false };
            let is_it = |op: &Op| matches!(op, Op::Param(own) if usize::from(*own) == at);
            let mut params = inner.body.insts.values().filter(|inst| is_it(&inst.op));
            params.next().and_then(|param| param.result).is_some_and(|param| {
                inner.body.insts.keys().any(|inst| is_given(inner, inst, param))
            })
        })
    }

    /// Whether a call gets something that nobody else gets: from a thread that it waits for, or from an iterator under a lock.
    pub(crate) fn takes_turns(&self, node: Node, info: &NodeInfo<'_>, call: Inst) -> bool {
        self.is_exchange(info, call) || self.is_next(node, info, call)
    }

    /// Whether a call gives something to a thread that waits for it, and waits for something itself.
    fn is_exchange(&self, info: &NodeInfo<'_>, call: Inst) -> bool {
        let has =
            |what: What| info.steps_at(call).any(|s| matches!(s, Step::Event(e) if e.what == what));
        has(What::Signal) && has(What::Await)
    }

    /// Whether the object of a value was put into one of these, here or by who called this, before an instruction is carried out.
    pub(crate) fn is_put_back(
        &self,
        node: Node,
        value: Value,
        at: Inst,
        into: &PointsToSet,
    ) -> bool {
        self.is_put((node, value, at), (into, When::Before), DEPTH, &mut FxHashSet::default())
    }

    /// The same, after it was.
    pub(crate) fn is_put_later(
        &self,
        node: Node,
        value: Value,
        at: Inst,
        into: &PointsToSet,
    ) -> bool {
        self.is_put((node, value, at), (into, When::After), DEPTH, &mut FxHashSet::default())
    }

    fn is_put(
        &self,
        (node, value, at): (Node, Value, Inst),
        (into, when): (&PointsToSet, When),
        depth: usize,
        seen: &mut FxHashSet<(Node, Value, Inst)>,
    ) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let value = uncast(info.body, value);
        if !seen.insert((node, value, at)) {
            return false;
        }
        let path = self.paths.of(node, value);
        let changes = path.changes_at(info.body);
        let is_it = |arg: Value| arg == value || self.paths.of(node, arg) == path;
        // What the object is a part of, and was made for.
        let is_owner = |arg: Value| {
            let rest = self.paths.of(node, arg).suffix(&path);
            rest.is_some_and(|rest| rest.iter().all(|&field| self.paths.is_owned(field)))
        };
        let flow = self.program.flow(node);
        let around = self.around(info, value);
        let is_in = |arg: Value| is_it(arg) || around.contains(&arg);
        let kept = self.kept_in(node, info, value, &around);
        let is_put_here = info.body.insts.iter().any(|(inst, data)| {
            let Op::Invoke { args, .. } = data.op else { return false };
            let has = |is_in: &dyn Fn(Value) -> bool| {
                info.body.list(args).iter().any(|&arg| is_in(uncast(info.body, arg)))
            };
            let is_put = || has(&is_in) || self.puts(info, inst, &is_owner, into, CALLS);
            self.written(node, inst, CALLS).intersects(into)
                && match when {
                    When::Before => {
                        is_put() && flow.reaches(inst, at, changes)
                            || has(&|arg| {
                                kept.has(self.looked_up_in(node, info, arg))
                                    || self.is_kept_with(node, info, arg, &kept)
                            }) && kept.may_be_same_before(info.body, flow, (inst, value), at)
                    }
                    When::After => is_put() && flow.reaches(at, inst, changes),
                }
        });
        if is_put_here {
            return true;
        }
        match path.root {
            Root::Param(param) => self.program.callers(node).iter().any(|from| {
                let outer = self.program.node(from.node).filter(|_| from.is_direct);
                let args = outer.map(|outer| arguments(outer.body, from.inst)).unwrap_or_default();
                let arg = args.get(usize::from(param));
                arg.is_some_and(|&arg| {
                    self.is_put((from.node, arg, from.inst), (into, when), depth - 1, seen)
                })
            }),
            _ => false,
        }
    }

    /// Whether a body puts what a value has into the collection that another one was found in: it may be the same.
    fn is_kept_with(&self, node: Node, info: &NodeInfo<'_>, value: Value, kept: &Kept) -> bool {
        kept.found_in.is_some_and(|found_in| {
            self.kept_in(node, info, value, &[]).put_into.contains(&found_in)
        })
    }

    /// The collections of a body that keep the object of a value, or what was made to hold it: `tasks` after `tasks.add(task)`, and where
    /// the task was found in `for (Task task : tasks)`. What is looked up there may be the same.
    fn kept_in(&self, node: Node, info: &NodeInfo<'_>, value: Value, around: &[Value]) -> Kept {
        let mut kept =
            Kept { found_in: self.looked_up_in(node, info, value), put_into: Vec::new() };
        let is_part = |arg: Value| arg == value || around.contains(&arg);
        for (inst, data) in info.body.insts.iter() {
            if let Op::ArrayStore { array, value, .. } = data.op
                && is_part(uncast(info.body, value))
            {
                kept.put_into.push(uncast(info.body, array));
            }
            let Op::Invoke { args, .. } = data.op else { continue };
            let [into, given @ ..] = info.body.list(args) else { continue };
            if given.iter().any(|&arg| is_part(uncast(info.body, arg)))
                && info.steps_at(inst).all(|step| step.callee().is_none())
                && info.steps_at(inst).any(is_write)
            {
                kept.put_into.push(uncast(info.body, *into));
            }
        }
        kept
    }

    /// The array or collection that a value was looked up in, by a call or by an iterator, and that still has it.
    fn looked_up_in(&self, node: Node, info: &NodeInfo<'_>, value: Value) -> Option<Value> {
        let receiver = |value: Value| {
            let def = info.body.values[uncast(info.body, value)].def;
            let removes = |step: &Step| {
                matches!(step, Step::Event(event)
                    if matches!(event.what, What::Write(slot) if self.is_removal(event.via, slot)))
            };
            let mut steps = info.steps_at(def).peekable();
            let is_lookup = steps.peek().is_some()
                && steps.all(|step| step.callee().is_none() && !removes(step));
            let Op::Invoke { args, .. } = info.body.insts[def].op else { return None };
            let from = info.body.list(args).first().filter(|_| is_lookup);
            from.map(|&from| uncast(info.body, from))
        };
        if let Op::ArrayLoad { array, .. } = info.body.insts[info.body.values[value].def].op {
            return Some(uncast(info.body, array));
        }
        let from = receiver(value)?;
        let solver = self.program.solver;
        let is_passing = |obj| solver.has_property(solver.class_of(obj).class, Property::Passing);
        let objs = self.program.points_to(node, from)?;
        match objs.iter().all(is_passing) {
            true => receiver(from),
            false => Some(from),
        }
    }

    /// Whether the object of a value was found in a field whose object is put into one of these somewhere, and left in the field as
    /// well, so that the next one finds it there.
    ///
    /// ```java
    /// queue.put(batch); batch = new ArrayList<>();      // nothing is left
    /// queue.put(batch);                                 // the next one adds to what is in the queue
    /// ```
    pub(crate) fn is_left_in_field(
        &self,
        (node, value): (Node, Value),
        into: &PointsToSet,
    ) -> bool {
        let Some(field) = self.loaded_field(node, value) else { return false };
        !self.paths.is_constant(field)
            && self.program.nodes().filter(|(_, info)| info.is_application).any(|(node, info)| {
                info.body.insts.iter().any(|(inst, data)| {
                    let Op::Invoke { args, .. } = data.op else { return false };
                    let mut args = info.body.list(args).iter();
                    args.any(|&arg| {
                        self.loaded_field(node, arg) == Some(field)
                            && self.written(node, inst, CALLS).intersects(into)
                            && self.keeps_field((node, info), (inst, arg), field)
                    })
                })
            })
    }

    /// The field of an object that a value was loaded from.
    fn loaded_field(&self, node: Node, value: Value) -> Option<FieldId> {
        let body = self.program.node(node)?.body;
        match body.insts[body.values[uncast(body, value)].def].op {
            Op::GetField { field, .. } => self.paths.field_in(node, field),
            _ => None,
        }
    }

    /// Whether a body may come to its end with the object in a field that it has loaded from there and given to a call: nothing else
    /// is put there before the call, nor after it.
    fn keeps_field(
        &self,
        (node, info): (Node, &NodeInfo<'_>),
        (call, given): (Inst, Value),
        field: FieldId,
    ) -> bool {
        let (body, flow) = (info.body, self.program.flow(node));
        let load = body.values[uncast(body, given)].def;
        let mut puts = body.insts.iter().filter_map(|(inst, data)| match data.op {
            Op::PutField { field: own, .. } if self.paths.field_in(node, own) == Some(field) => {
                Some(inst)
            }
            _ => None,
        });
        !puts.any(|put| {
            let ends = body.insts.iter().filter(|(_, data)| matches!(data.op, Op::Return(_)));
            let is_before = !flow.reaches(load, call, Some(put));
            is_before || ends.into_iter().all(|(end, _)| !flow.reaches(call, end, Some(put)))
        })
    }

    /// What is made or changed in a body to hold the object of a value: `new Message(id, lines)`, `order.lines = lines`.
    fn around(&self, info: &NodeInfo<'_>, value: Value) -> Vec<Value> {
        let mut around = vec![value];
        let mut at = 0;
        while let Some(&part) = around.get(at).filter(|_| at < DEPTH) {
            at += 1;
            for (inst, data) in info.body.insts.iter() {
                let holder = match data.op {
                    Op::PutField { object, value, .. } if uncast(info.body, value) == part => {
                        object
                    }
                    Op::Invoke { args, .. } => match info.body.list(args) {
                        [made, given @ ..]
                            if given.iter().any(|&arg| uncast(info.body, arg) == part)
                                && self.keeps(info, inst, part) =>
                        {
                            *made
                        }
                        _ => continue,
                    },
                    _ => continue,
                };
                let holder = uncast(info.body, holder);
                if !around.contains(&holder) {
                    around.push(holder);
                }
            }
        }
        around.split_off(1)
    }

    /// Whether a call of a constructor stores what it is given for a value in the new object.
    fn keeps(&self, info: &NodeInfo<'_>, call: Inst, value: Value) -> bool {
        let Op::Invoke { method, .. } = info.body.insts[call].op else { return false };
        let args = arguments(info.body, call);
        let is_kept = |callee: Node| {
            let Some(inner) = self.program.node(callee) else { return false };
            let is_given =
                |value_in: Value| match inner.body.insts[inner.body.values[value_in].def].op {
                    Op::Param(at) => args
                        .get(usize::from(at))
                        .is_some_and(|&arg| uncast(info.body, arg) == value),
                    _ => false,
                };
            inner.body.insts.values().any(
                |inst| matches!(inst.op, Op::PutField { value, .. } if is_given(uncast(inner.body, value))),
            )
        };
        method.data().name.as_str() == "<init>"
            && info.steps_at(call).filter_map(Step::callee).any(is_kept)
    }

    /// Whether a call, or one in what it calls, is that of library code that puts such a value itself into one of these.
    fn puts(
        &self,
        info: &NodeInfo<'_>,
        call: Inst,
        is_it: &dyn Fn(Value) -> bool,
        into: &PointsToSet,
        depth: usize,
    ) -> bool {
        let args = arguments(info.body, call);
        let given: Vec<usize> =
            (0..args.len()).filter(|&at| is_it(uncast(info.body, args[at]))).collect();
        !given.is_empty()
            && depth > 0
            && info.steps_at(call).any(|step| match step {
                Step::Event(event) => {
                    matches!(event.what, What::Write(_) | What::Signal)
                        && event.objs.intersects(into)
                        && given.iter().any(|&at| at > 0)
                }
                Step::Call { node: callee, is_direct: true, .. } => {
                    let Some(inner) = self.program.node(*callee) else { return false };
                    let is_given = |value: Value| match self.paths.of(*callee, value) {
                        Path { root: Root::Param(at), fields } => {
                            fields.is_empty() && given.contains(&usize::from(at))
                        }
                        _ => false,
                    };
                    let mut calls = inner.body.insts.iter();
                    calls.any(|(inst, data)| {
                        matches!(data.op, Op::Invoke { .. })
                            && self.puts(inner, inst, &is_given, into, depth - 1)
                    })
                }
                _ => false,
            })
    }

    /// Whether what a call has taken out of something was put back there before an instruction is carried out.
    fn is_given_back(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        (value, call): (Value, Inst),
        at: Inst,
    ) -> bool {
        let flow = self.program.flow(node);
        let mut from = None;
        info.body.insts.iter().any(|(inst, data)| {
            let Op::Invoke { args, .. } = data.op else { return false };
            info.body.list(args).iter().any(|&arg| uncast(info.body, arg) == value)
                && inst != call
                && flow.reaches(inst, at, Some(call))
                && {
                    let from = from.get_or_insert_with(|| self.written(node, call, CALLS));
                    self.written(node, inst, CALLS).intersects(from)
                }
        })
    }

    /// What a call changes: library objects itself, and others in what it calls.
    fn written(&self, node: Node, call: Inst, depth: usize) -> Rc<PointsToSet> {
        if let Some(known) = self.written.borrow().get(&(node, call, depth)) {
            return Rc::clone(known);
        }
        let mut written = PointsToSet::new();
        let info = self.program.node(node).filter(|_| depth > 0);
        for step in info.into_iter().flat_map(|info| info.steps_at(call)) {
            match step {
                Step::Event(event) if matches!(event.what, What::Write(_) | What::Signal) => {
                    written.union(&event.objs);
                }
                Step::Call { node: callee, is_direct: true, .. } => {
                    let Some(inner) = self.program.node(*callee) else { continue };
                    for (inst, data) in inner.body.insts.iter() {
                        match data.op {
                            Op::Invoke { .. } => {
                                written.union(&self.written(*callee, inst, depth - 1));
                            }
                            Op::ArrayStore { array: into, .. }
                            | Op::PutField { object: into, .. }
                                if inner.is_application =>
                            {
                                let objs = self.program.points_to(*callee, into);
                                let objs = objs.filter(|objs| objs.len() <= MANY_WRITTEN);
                                objs.into_iter().for_each(|objs| written.union(objs));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        let written = Rc::new(written);
        self.written.borrow_mut().insert((node, call, depth), Rc::clone(&written));
        written
    }

    /// Whether a call asks an iterator that others have, too, for what comes next, under a lock.
    fn is_next(&self, node: Node, info: &NodeInfo<'_>, call: Inst) -> bool {
        let Op::Invoke { method, .. } = info.body.insts[call].op else { return false };
        let method = method.data();
        let hierarchy = self.program.solver.hierarchy();
        let is_iterator = |class| {
            let iterator = hierarchy.class(ir::Name::new("java/util/Iterator"));
            iterator.is_some_and(|iterator| hierarchy.is_subclass(class, iterator))
        };
        let class = hierarchy.class(method.class);
        let receiver = arguments(info.body, call).first().copied();
        let is_shared = receiver.is_some_and(|receiver| {
            let def = info.body.values[receiver].def;
            matches!(info.body.insts[def].op, Op::GetField { .. } | Op::GetStatic { .. })
        });
        method.name.as_str() == "next"
            && class.is_some_and(is_iterator)
            && is_shared
            && !self.locks.at(node, call).is_empty()
    }

    /// Whether something else is put, under a lock, where an object was loaded, before an instruction is carried out.
    pub(crate) fn is_replaced(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        load: Inst,
        at: Inst,
    ) -> bool {
        if self.locks.at(node, load).is_empty() {
            return false;
        }
        let flow = self.program.flow(node);
        let body = info.body;
        let is_same = |a: Value, b: Value| self.paths.of(node, a) == self.paths.of(node, b);
        let loaded = body.insts[load].result;
        let is_null = |value: Value| {
            matches!(body.insts[body.values[value].def].op, Op::Const(Constant::Null))
        };
        let field = |field| self.paths.field_in(node, field);
        body.insts.iter().any(|(store, data)| {
            let replaces = match (body.insts[load].op, data.op) {
                (
                    Op::GetField { object, field: a },
                    Op::PutField { object: into, field: b, value },
                ) => {
                    field(a).is_some()
                        && field(a) == field(b)
                        && is_same(object, into)
                        && Some(value) != loaded
                }
                (Op::GetStatic { field: a }, Op::PutStatic { field: b, value }) => {
                    field(a).is_some() && field(a) == field(b) && Some(value) != loaded
                }
                (Op::ArrayLoad { array, .. }, Op::ArrayStore { array: into, value, .. }) => {
                    is_same(array, into) && is_null(value)
                }
                // The end of what is filled moves down: `items[--count]`.
                (Op::ArrayLoad { index, .. }, Op::PutField { field: moved, value, .. }) => {
                    let moved = field(moved);
                    moved.is_some()
                        && matches!(
                            body.insts[body.values[value].def].op,
                            Op::Binary(BinaryOp::Isub, ..)
                        )
                        && self.reads(node, info, index, moved, 3)
                        && !flow.reaches(store, at, Some(load))
                }
                _ => false,
            };
            let is_counted = matches!(
                (body.insts[load].op, data.op),
                (Op::ArrayLoad { .. }, Op::PutField { .. })
            );
            replaces && (is_counted || !flow.reaches(load, at, Some(store)))
        })
    }

    /// Whether two instructions load the same field, of whatever object.
    pub(crate) fn are_same_field(&self, a: (Node, Inst), b: (Node, Inst)) -> bool {
        let field = |(node, inst): (Node, Inst)| match self.program.node(node)?.body.insts[inst].op
        {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                self.paths.field_in(node, field)
            }
            _ => None,
        };
        field(a).is_some() && field(a) == field(b)
    }

    /// If what was loaded is marked as somebody's under a lock before an instruction, and was asked to be nobody's: the marks, if they are in an array of
    /// their own.
    ///
    /// ```java
    /// synchronized (this) { if (!used[i]) { used[i] = true; return buffers[i]; } }
    /// synchronized (this) { for (Link link : all) if (!link.busy) { link.busy = true; return link; } }
    /// ```
    pub(crate) fn marks(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        load: Inst,
        at: Inst,
    ) -> Option<PointsToSet> {
        let body = info.body;
        let first = body.insts_of(Body::entry()).next()?;
        let loaded = body.insts[load].result?;
        let flow = self.program.flow(node);
        let is_tested = |value: Value| {
            let mut insts = body.insts.values();
            insts.any(|inst| matches!(inst.op, Op::If { lhs, rhs: None, .. } if lhs == value))
        };
        // A mark is set, not counted.
        let is_set = |value: Value| {
            let op = &body.insts[body.values[value].def].op;
            matches!(op, Op::Const(_)) || body.values[value].ty.is_reference()
        };
        // What is asked and then written, as what a test looks at.
        let asked = |put: Inst, is_same: &dyn Fn(&Op) -> bool| {
            body.insts.iter().any(|(get, data)| {
                is_same(&data.op)
                    && data.result.is_some_and(is_tested)
                    && flow.reaches(get, put, None)
                    && !self.locks.at(node, get).is_empty()
            })
        };
        let is_one = |a: Value, b: Value| uncast(body, a) == uncast(body, b);
        let is_value = |a: Value, b: Value| self.paths.of(node, a) == self.paths.of(node, b);
        body.insts.iter().find_map(|(put, data)| {
            let marks = match data.op {
                Op::PutField { object, field, value }
                    if is_one(object, loaded) && is_set(value) =>
                {
                    let is_same = |op: &Op| matches!(*op, Op::GetField { object: of, field: own } if own == field && is_one(of, loaded));
                    asked(put, &is_same).then(PointsToSet::new)
                }
                Op::ArrayStore { array, index, value, .. } if is_set(value) => {
                    let Op::ArrayLoad { array: from, index: at, .. } = body.insts[load].op else {
                        return None;
                    };
                    let is_same = |op: &Op| matches!(*op, Op::ArrayLoad { array: of, index: own, .. } if own == index && is_value(of, array));
                    let is_mark = index == at && !is_value(array, from);
                    let marks = self.program.points_to(node, array).cloned();
                    marks.filter(|_| is_mark && asked(put, &is_same))
                }
                _ => None,
            };
            let is_passed =
                || !flow.reaches(load, at, Some(put)) || !flow.reaches(first, load, Some(put));
            marks.filter(|_| !self.locks.at(node, put).is_empty() && is_passed())
        })
    }

    /// The values that are claimed in a body, with the way out of a test that only who has claimed one takes: who has changed a
    /// variable of it by comparing.
    ///
    /// ```java
    /// for (Entry entry : all) if (entry.compareAndSet(IDLE, BUSY)) return entry;
    /// ```
    pub(crate) fn claimed_in(&self, node: Node, info: &NodeInfo<'_>) -> Vec<Claimed> {
        let body = info.body;
        let mut claimed = Vec::new();
        for (test, data) in body.insts.iter() {
            let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { continue };
            let way = match cond {
                Cond::Ne => then,
                Cond::Eq => otherwise,
                _ => continue,
            };
            let call = body.values[lhs].def;
            let is_call = matches!(body.insts[call].op, Op::Invoke { .. });
            if then == otherwise || !is_call {
                continue;
            }
            let args = arguments(body, call).into_iter().map(|arg| uncast(body, arg));
            let parts = args.clone().filter_map(|arg| match body.insts[body.values[arg].def].op {
                Op::GetField { object, .. } => Some(uncast(body, object)),
                _ => None,
            });
            for value in args.chain(parts).filter(|&value| body.values[value].ty.is_reference()) {
                let is_it = |arg: Value| uncast(body, arg) == value;
                if self.claims(info, call, &is_it, CALLS) {
                    let mut ways = vec![(self.program.flow(node).block_of(test), way)];
                    ways.extend(self.ways_of_flags(node, body, way));
                    claimed.push(Claimed { value, path: self.paths.of(node, value), ways });
                }
            }
        }
        claimed
    }

    /// The ways to a block that are taken where a parameter is true.
    fn ways_of_flags(&self, node: Node, body: &Body, to: Block) -> Vec<(Block, Block)> {
        let flags = body.insts.iter().filter_map(|(test, data)| {
            let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { return None };
            let way = match cond {
                Cond::Ne => then,
                Cond::Eq => otherwise,
                _ => return None,
            };
            let is_flag = matches!(body.insts[body.values[lhs].def].op, Op::Param(_))
                && body.values[lhs].ty == ir::Type::Int;
            (is_flag && way == to && then != otherwise)
                .then(|| (self.program.flow(node).block_of(test), way))
        });
        flags.collect()
    }

    /// Whether a call that returns true has claimed something: by changing a variable of it, or of a part of it.
    fn claims(
        &self,
        info: &NodeInfo<'_>,
        call: Inst,
        is_it: &dyn Fn(Value) -> bool,
        depth: usize,
    ) -> bool {
        let body = info.body;
        let Op::Invoke { method, .. } = body.insts[call].op else { return false };
        let args = arguments(body, call);
        let method = method.data();
        let models = self.program.solver.models();
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let model = models.method(class, name, method.ty.descriptor().as_str());
        let is_claiming = model.is_some_and(|model| {
            model.effects.contains(&Effect::Property(Property::Claiming))
                || matches!(&model.code, MethodCode::Intrinsic(name)
                    if name.ends_with("-compare-and-set"))
        });
        let is_part = |arg: Value| match body.insts[body.values[uncast(body, arg)].def].op {
            Op::GetField { object, .. } => is_it(object),
            _ => false,
        };
        if is_claiming {
            // An updater changes a field of what it is given.
            return match args[..] {
                [variable, _, _] => is_part(variable),
                [_, object, _, _] => is_it(object),
                _ => false,
            };
        }
        let mut callees = info.steps_at(call).filter_map(Step::callee).peekable();
        depth > 0
            && callees.peek().is_some()
            && callees.all(|callee| {
                let Some(inner) = self.program.node(callee) else { return false };
                let is_param = |value: Value| match inner.body.insts
                    [inner.body.values[uncast(inner.body, value)].def]
                    .op
                {
                    Op::Param(at) => args.get(usize::from(at)).is_some_and(|&arg| is_it(arg)),
                    _ => false,
                };
                let mut returns = inner.body.insts.values().filter_map(|inst| match inst.op {
                    Op::Return(Some(value)) => Some(value),
                    _ => None,
                });
                returns.all(|value| {
                    let def = inner.body.values[value].def;
                    self.claims(inner, def, &is_param, depth - 1)
                })
            })
    }

    /// Whether an index is a field, or one beside it.
    fn reads(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        index: Value,
        field: Option<FieldId>,
        depth: usize,
    ) -> bool {
        let ask = |value| depth > 0 && self.reads(node, info, value, field, depth - 1);
        match info.body.insts[info.body.values[index].def].op {
            Op::GetField { field: read, .. } => self.paths.field_in(node, read) == field,
            Op::Binary(BinaryOp::Isub, a, b) => ask(a) || ask(b),
            _ => false,
        }
    }

    /// Whether a library method gives away what is in a part of the state, and puts nothing there.
    pub(crate) fn is_removal(&self, method: MethodId, slot: SlotKind) -> bool {
        let solver = self.program.solver;
        let Some(slot) = solver.slot_id(slot) else { return false };
        let mut codes =
            solver.reachable().filter(|&node| solver.key(node) == CodeKey::Method(method));
        codes.next().is_some_and(|node| {
            let stmts = &solver.code_of(node).stmts;
            stmts.iter().any(|stmt| matches!(stmt, Stmt::Load { slot: own, .. } if *own == slot))
                && !stmts.iter().any(|stmt| matches!(stmt, Stmt::Store { .. }))
        })
    }
}

/// Whether a call changes something of a library.
fn is_write(step: &Step) -> bool {
    matches!(step, Step::Event(event) if matches!(event.what, What::Write(_)))
}
