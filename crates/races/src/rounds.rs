//! Loops that wait for one thread in each round.
//!
//! ```java
//! for (Worker worker : workers) {
//!     worker.join();
//!     total += worker.count;      // its own thread has ended
//!     report.add(shared.size());  // the other threads have not
//! }
//! ```
//!
//! For what comes after such a loop all threads have ended. In the loop it is the one that was waited for: what has to do with that one
//! is ordered, and everything else is not.

use ir::Inst;
use ir::body::{Block, Op, Value};
use ir::entity::EntityId as _;
use points_to::{Node, PointsToSet};
use rustc_hash::FxHashSet;

use crate::program::{Event, NodeInfo, Program, Step, What, arguments};

pub(crate) struct Rounds<'a> {
    program: &'a Program<'a>,
    joins: Vec<Join<'a>>,
}

/// A call that waits for another thread in each round of its loop.
struct Join<'a> {
    node: Node,
    inst: Inst,
    objs: &'a PointsToSet,
    /// What is waited for.
    value: Value,
}

/// Whether something in a loop has to do with the thread that the round has waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    ThatThread,
    Others,
}

/// How many calls lead from a loop to what is done there. What is further away counts as done after the loop.
const DEPTH: usize = 3;

/// What a call waits for, if that is another one in each round of a loop, and the round has found and not started it.
pub(crate) fn waited_for(
    program: &Program<'_>,
    node: Node,
    inst: Inst,
    event: &Event,
) -> Option<Value> {
    let (value, info, flow) = (event.value?, program.node(node)?, program.flow(node));
    let blocks = flow.innermost(flow.block_of(inst))?;
    let mut found = value;
    let def = loop {
        let def = info.body.values[found].def;
        match info.body.insts[def].op {
            Op::CheckCast { value, .. } => found = value,
            _ => break def,
        }
    };
    let is_found = match info.body.insts[def].op {
        Op::ArrayLoad { .. } | Op::GetField { .. } => true,
        Op::Invoke { .. } => info.steps_at(def).all(|step| matches!(step, Step::Event(_))),
        _ => false,
    };
    let is_other = || !varying(program, node, blocks, [value]).is_empty();
    (is_found && is_other()).then_some(value)
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(program: &'a Program<'a>) -> Rounds<'a> {
        let mut joins = Vec::new();
        for (node, info) in program.nodes().filter(|(_, info)| info.is_application) {
            for (inst, event) in info.events() {
                if matches!(event.what, What::Join { .. })
                    && let Some(value) = waited_for(program, node, inst, event)
                {
                    joins.push(Join { node, inst, objs: &event.objs, value });
                }
            }
        }
        Rounds { program, joins }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }

    /// If an instruction is carried out in a loop that waits for threads with these handles: whether these values, by which it finds
    /// what it accesses, have to do with the one that the round has waited for.
    pub(crate) fn of(
        &self,
        at: (Node, Inst),
        values: Vec<Value>,
        is_handle: &dyn Fn(&PointsToSet) -> bool,
    ) -> Option<Of> {
        self.find(at, values, is_handle, DEPTH)
    }

    fn find(
        &self,
        (node, inst): (Node, Inst),
        values: Vec<Value>,
        is_handle: &dyn Fn(&PointsToSet) -> bool,
        depth: usize,
    ) -> Option<Of> {
        let (info, flow) = (self.program.node(node)?, self.program.flow(node));
        let mut found: Option<Of> = None;
        for join in self.joins.iter().filter(|join| join.node == node && is_handle(join.objs)) {
            let Some(blocks) = flow.innermost(flow.block_of(join.inst)) else { continue };
            if !blocks[flow.block_of(inst).index()] {
                continue;
            }
            let mut waited = varying(self.program, node, blocks, [join.value]);
            waited.extend(info.body.insts[join.inst].result);
            let own = varying(self.program, node, blocks, values.iter().copied());
            match own.is_disjoint(&waited) {
                true => found = found.or(Some(Of::Others)),
                false => return Some(Of::ThatThread),
            }
        }
        if found.is_some() || depth == 0 {
            return found;
        }
        for from in self.program.callers(node) {
            let Some(outer) = self.program.node(from.node) else { continue };
            let args = arguments(outer.body, from.inst);
            let roots = values.iter().filter_map(|&value| parameter(info, value));
            let given: Vec<Value> = match from.is_direct {
                true => roots.filter_map(|at| args.get(usize::from(at)).copied()).collect(),
                false => args,
            };
            match self.find((from.node, from.inst), given, is_handle, depth - 1) {
                Some(Of::ThatThread) => return Some(Of::ThatThread),
                other => found = found.or(other),
            }
        }
        found
    }
}

/// The parameter that a value is found from.
fn parameter(info: &NodeInfo<'_>, mut value: Value) -> Option<u16> {
    loop {
        match info.body.insts[info.body.values[value].def].op {
            Op::Param(at) => return Some(at),
            Op::GetField { object: from, .. }
            | Op::ArrayLoad { array: from, .. }
            | Op::CheckCast { value: from, .. } => value = from,
            _ => return None,
        }
    }
}

/// What values depend on, themselves included, that is another one in each round of a loop.
fn varying(
    program: &Program<'_>,
    node: Node,
    blocks: &[bool],
    values: impl IntoIterator<Item = Value>,
) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    let Some(info) = program.node(node) else { return found };
    let (body, flow) = (info.body, program.flow(node));
    let is_inside = |block: Block| blocks[block.index()];
    let mut pending: Vec<Value> = values.into_iter().collect();
    while let Some(value) = pending.pop() {
        let def = body.values[value].def;
        let (op, block) = (&body.insts[def].op, flow.block_of(def));
        if !is_inside(block) || matches!(op, Op::Const(_)) || !found.insert(value) {
            continue;
        }
        // A variable of the loop is what it is, whatever the round before made of it.
        let is_variable = matches!(op, Op::Phi(_))
            && !body.predecessors(block).iter().all(|&before| is_inside(before));
        if !is_variable {
            op.for_each_operand(&body.lists, |operand| pending.push(operand));
        }
    }
    found
}
