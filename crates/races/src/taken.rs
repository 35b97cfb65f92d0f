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
use ir::body::{BinaryOp, Body, Constant, Op, Value};
use ir::hierarchy::{FieldId, MethodId};
use points_to::{CodeKey, Node, PointsToSet, SlotKind, Stmt};
use rustc_hash::FxHashMap;

use crate::escape::Escape;
use crate::locks::Locks;
use crate::paths::Paths;
use crate::program::{NodeInfo, Program, Step, What, arguments};

pub(crate) struct Taken<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) paths: &'a Paths<'a>,
    pub(crate) locks: &'a Locks<'a>,
    pub(crate) escape: &'a Escape<'a>,
    pub(crate) written: RefCell<FxHashMap<(Node, Inst, usize), Rc<PointsToSet>>>,
}

/// How far back an object is followed.
const DEPTH: usize = 8;

/// Through how many calls it is looked for what is changed.
const CALLS: usize = 3;

impl Taken<'_> {
    /// Whether the object of a value was taken out of something when an instruction is carried out.
    pub(crate) fn is_taken(&self, node: Node, value: Value, at: Inst) -> bool {
        self.follow(node, value, at, DEPTH)
    }

    fn follow(&self, node: Node, value: Value, at: Inst, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::CheckCast { value, .. } => self.follow(node, value, at, depth - 1),
            Op::GetField { object, field } => {
                // Of what it belongs to, or of what others have, too.
                let field = self.paths.field_in(node, field);
                let is_part = field.is_some_and(|field| self.paths.is_owned(field));
                self.is_replaced(node, info, def, at)
                    || is_part && self.follow(node, object, at, depth - 1)
            }
            Op::GetStatic { .. } | Op::ArrayLoad { .. } => self.is_replaced(node, info, def, at),
            Op::Phi(list) => {
                let list = info.body.list(list);
                let is_kept = || self.escape.is_kept(node, value, at);
                list.iter().all(|&from| {
                    let made = info.body.insts[info.body.values[from].def].op;
                    match made {
                        _ if from == value => true,
                        Op::Const(Constant::Null) => true,
                        // What is given away for another is not used any more.
                        Op::New(_) => is_kept(),
                        _ => self.follow(node, from, at, depth - 1),
                    }
                })
            }
            Op::Param(param) => {
                let callers = self.program.callers(node);
                let is_so = |from: Node, call: Inst| {
                    let info = self.program.node(from);
                    let args = info.map(|info| arguments(info.body, call)).unwrap_or_default();
                    let arg = args.get(usize::from(param));
                    arg.is_some_and(|&arg| self.follow(from, arg, call, depth - 1))
                };
                // What a lambda has captured belongs to it: who has taken that has taken both.
                let is_captured = self.is_captured(node, param);
                let has_lambda = |from: Node, call: Inst| {
                    let info = self.program.node(from);
                    let lambda = info.and_then(|i| arguments(i.body, call).first().copied());
                    lambda.is_some_and(|lambda| self.follow(from, lambda, call, depth - 1))
                };
                let is_so_for = callers.iter().all(|from| match from.is_direct {
                    true => is_so(from.node, from.inst),
                    false => is_captured && has_lambda(from.node, from.inst),
                });
                !callers.is_empty() && is_so_for
            }
            Op::Invoke { .. } => match self.program.returned_receiver(node, def) {
                Some(receiver) => self.follow(node, receiver, at, depth),
                None => self.is_given(node, info, def, depth),
            },
            _ => false,
        }
    }

    /// Whether a parameter of the body of a lambda is what the lambda has captured, which comes before what it is given.
    fn is_captured(&self, node: Node, param: u16) -> bool {
        let solver = self.program.solver;
        let mut callers = solver.callers(node).iter().peekable();
        callers.peek().is_some()
            && callers.all(|caller| {
                let given = solver.code_of(caller.node).params.len().saturating_sub(1);
                let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt) else {
                    return false;
                };
                matches!(solver.key(caller.node), CodeKey::Lambda(_))
                    && usize::from(param) + given < call.args.len()
            })
    }

    /// Whether the object of a value, or what it is a part of, was given away for another, or back to where it was taken from, when
    /// an instruction is carried out.
    pub(crate) fn is_given_away(&self, node: Node, value: Value, at: Inst) -> bool {
        let (mut node, mut value, mut at) = (node, value, at);
        for _ in 0..DEPTH {
            let Some(info) = self.program.node(node) else { return false };
            value = uncast(info.body, value);
            let def = info.body.values[value].def;
            let flow = self.program.flow(node);
            let mut calls = info.body.insts.iter().filter(|(inst, data)| match data.op {
                Op::Invoke { args, .. } => {
                    let mut given = info.body.list(args).iter().skip(1);
                    given.any(|&arg| uncast(info.body, arg) == value)
                        && self.is_exchange(info, *inst)
                }
                _ => false,
            });
            if calls.any(|(inst, _)| flow.reaches(inst, at, Some(def))) {
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

    /// Whether a call gives something to a thread that waits for it, and waits for something itself.
    fn is_exchange(&self, info: &NodeInfo<'_>, call: Inst) -> bool {
        let has =
            |what: What| info.steps_at(call).any(|s| matches!(s, Step::Event(e) if e.what == what));
        has(What::Signal) && has(What::Await)
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

    /// The library objects that a call changes, itself or in what it calls.
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
                    let calls = inner.body.insts.iter();
                    let calls = calls.filter(|(_, data)| matches!(data.op, Op::Invoke { .. }));
                    for (inst, _) in calls {
                        written.union(&self.written(*callee, inst, depth - 1));
                    }
                }
                _ => {}
            }
        }
        let written = Rc::new(written);
        self.written.borrow_mut().insert((node, call, depth), Rc::clone(&written));
        written
    }

    /// Whether a call takes something out of what others have, too.
    fn is_given(&self, node: Node, info: &NodeInfo<'_>, call: Inst, depth: usize) -> bool {
        let mut returned = Vec::new();
        // What waits for somebody who gives something gets it.
        let mut takes = self.is_exchange(info, call) || self.is_next(node, info, call);
        for step in info.steps_at(call) {
            match step {
                Step::Event(event) => {
                    takes |= match event.what {
                        What::Write(slot) => self.is_removal(event.via, slot),
                        _ => false,
                    };
                }
                Step::Call { node, is_direct: true, .. } => returned.push(*node),
                // What library code calls gives nothing to who called that.
                Step::Call { .. } | Step::Fork(_) => {}
            }
        }
        // A method of the application that takes and returns; or returns nothing, or something new, if there is nothing to take.
        let gives = |&callee: &Node| {
            self.program.node(callee).is_some_and(|inner| {
                let mut takes = false;
                let gives = inner.body.insts.iter().all(|(at, data)| {
                    let Op::Return(Some(value)) = data.op else { return true };
                    let is_taken = self.follow(callee, value, at, depth - 1);
                    takes |= is_taken;
                    is_taken
                        || match inner.body.insts[inner.body.values[value].def].op {
                            Op::Const(Constant::Null) => true,
                            Op::New(_) => self.escape.is_kept(callee, value, at),
                            _ => false,
                        }
                });
                gives && takes
            })
        };
        takes || !returned.is_empty() && returned.iter().all(gives)
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
    fn is_replaced(&self, node: Node, info: &NodeInfo<'_>, load: Inst, at: Inst) -> bool {
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

/// A value before it was cast.
fn uncast(body: &Body, mut value: Value) -> Value {
    while let Op::CheckCast { value: from, .. } = body.insts[body.values[value].def].op {
        value = from;
    }
    value
}
