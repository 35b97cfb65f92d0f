//! Things that threads exchange: what one gives the other gets, and it has nothing else to do with the exchange.
//!
//! ```java
//! buffer = exchanger.exchange(buffer);      // fill(buffer) here, drain(buffer) there: never the same one
//! total += world.score;                     // the other goes on writing to `world` after each exchange
//! ```
//!
//! So whoever accesses what it got has that for itself, whichever method exchanges on its behalf. And an exchange keeps apart what is done before and
//! after only as far as the things are concerned that go to and fro.

use std::cell::OnceCell;

use ir::Inst;
use ir::body::{Op, Value};
use points_to::{Node, Obj, PointerKind, PointsToSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::plain;
use crate::program::{NodeInfo, Program, Step, What};

pub(crate) struct Exchanges<'a> {
    program: &'a Program<'a>,
    exchanged: OnceCell<FxHashSet<Obj>>,
}

/// Through how many methods it is followed that something was got by an exchange.
const DEPTH: usize = 3;

impl<'a> Exchanges<'a> {
    pub(crate) fn new(program: &'a Program<'a>) -> Exchanges<'a> {
        Exchanges { program, exchanged: OnceCell::new() }
    }

    /// Whether a value is what an exchange has given, whoever has asked for it.
    pub(crate) fn is_got(&self, node: Node, value: Value) -> bool {
        self.is_got_within(node, value, DEPTH)
    }

    fn is_got_within(&self, node: Node, value: Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::CheckCast { value, .. } => self.is_got_within(node, value, depth),
            Op::Invoke { .. } if is_exchange(info, def) => true,
            Op::Invoke { .. } => {
                let mut callees = info.steps_at(def).filter_map(|step| match step {
                    Step::Call { node, is_direct: true, .. } => Some(*node),
                    _ => None,
                });
                let Some(callee) = callees.next().filter(|_| callees.next().is_none()) else {
                    return false;
                };
                let Some(inner) = self.program.node(callee) else { return false };
                let mut returned = inner.body.insts.values().filter_map(|inst| match inst.op {
                    Op::Return(value) => value,
                    _ => None,
                });
                let is_got = |value: Value| self.is_got_within(callee, value, depth - 1);
                returned.next().is_some_and(is_got) && returned.all(is_got)
            }
            _ => false,
        }
    }

    /// Whether an object may be one that is exchanged, or is found from one.
    pub(crate) fn is_exchanged(&self, obj: Obj) -> bool {
        self.exchanged.get_or_init(|| self.find_exchanged()).contains(&plain(obj))
    }

    fn find_exchanged(&self) -> FxHashSet<Obj> {
        let mut pending: Vec<Obj> = Vec::new();
        for (node, info) in self.program.nodes() {
            let awaits = info.events().filter(|(_, event)| event.what == What::Await);
            for (inst, _) in awaits.filter(|(inst, _)| is_exchange(info, *inst)) {
                let result = info.body.insts[inst].result;
                let objs = result.and_then(|value| self.program.points_to(node, value));
                pending.extend(objs.into_iter().flat_map(PointsToSet::iter).map(plain));
            }
        }
        let mut found = FxHashSet::default();
        if pending.is_empty() {
            return found;
        }
        let mut held: FxHashMap<Obj, Vec<&PointsToSet>> = FxHashMap::default();
        for (pointer, objs) in self.program.solver.pointers() {
            if let PointerKind::Field(obj, _) = pointer {
                held.entry(plain(obj)).or_default().push(objs);
            }
        }
        while let Some(obj) = pending.pop() {
            if found.insert(obj) {
                let held = held.get(&obj).into_iter().flatten();
                pending.extend(held.flat_map(|objs| objs.iter()).map(plain));
            }
        }
        found
    }
}

/// Whether a call gives something to a thread that waits for it, and gets something else.
fn is_exchange(info: &NodeInfo<'_>, call: Inst) -> bool {
    let has =
        |what: What| info.steps_at(call).any(|s| matches!(s, Step::Event(e) if e.what == what));
    let result = info.body.insts[call].result;
    result.is_some_and(|result| info.body.values[result].ty.is_reference())
        && has(What::Signal)
        && has(What::Await)
}
