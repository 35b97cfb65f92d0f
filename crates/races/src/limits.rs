//! Waits for threads that have a time limit: when they are believed, and what tells how they ended.
//!
//! Such a wait orders what comes after it only if the thread has ended in time. So it is not ordered for certain, and there are
//! degrees, which are a decision about what people mean:
//!
//! - Where the code asks how the wait ended, what comes after *ended in time* is ordered: `if (!pool.awaitTermination(…)) throw …`,
//!   `while (!pool.awaitTermination(…))`. What is done only because time was up is not ordered at all.
//! - Whoever could have waited without a limit and gave one ([`Limit::Try`], `thread.join(1000)`) goes on when time is up: what
//!   comes after is a race, though no certain one.
//! - Where there is no way to wait without a limit ([`Limit::Long`], `pool.awaitTermination(…)`) people give one that is long enough and
//!   take what comes after for ordered. That is a doubt, which is told.
//! - A limit of the largest number is none, and library code that waits on behalf of something else (`close()`) does so until
//!   the thread has ended. Waits that throw when time is up (`future.get(…)`) have none, either.

use ir::Inst;
use ir::body::{Block, Cond, Constant, Op, Value};
use ir::entity::EntityId as _;
use models::Limit;
use points_to::{Node, PointsToSet};

use crate::program::{Event, NodeInfo, Program, What, arguments};
use crate::result::Site;

/// A way out of a block.
pub(crate) type Way = (Node, Block, Block);

/// How many calls up it is followed that a method returns how a wait ended.
const MANY_CALLS: usize = 3;

/// A wait with a time limit.
pub(crate) struct Limited {
    pub(crate) site: Site,
    /// For what is waited.
    pub(crate) objs: PointsToSet,
    pub(crate) limit: Limit,
}

/// The waits with a time limit.
pub(crate) fn all(program: &Program<'_>) -> Vec<Limited> {
    let mut all = Vec::new();
    for (_, info) in program.nodes() {
        for (inst, event) in info.events() {
            let limit = limit(program, info, inst, event);
            if limit != Limit::None {
                let site = Site { method: info.method, inst };
                all.push(Limited { site, objs: event.objs.clone(), limit });
            }
        }
    }
    all.sort_by_key(|limited| (limited.site.method.index(), limited.site.inst));
    all
}

/// The time limit of something that waits for threads.
pub(crate) fn limit(
    program: &Program<'_>,
    info: &NodeInfo<'_>,
    inst: Inst,
    event: &Event,
) -> Limit {
    let What::Join { limit } = event.what else { return Limit::None };
    let body = info.body;
    let is_largest = |value: &Value| {
        let def = body.values[*value].def;
        matches!(body.insts[def].op, Op::Const(Constant::Long(i64::MAX)))
    };
    let is_asked_for = || match body.insts[inst].op {
        Op::Invoke { method, .. } => {
            method.data().name == program.solver.hierarchy().method(event.via).name
        }
        _ => event.is_direct,
    };
    match limit != Limit::None && is_asked_for() && !arguments(body, inst).iter().any(is_largest) {
        true => limit,
        false => Limit::None,
    }
}

/// The ways that are taken if a value is zero, false or null, or if it is not.
pub(crate) fn ways(program: &Program<'_>, node: Node, value: Value, is_zero: bool) -> Vec<Way> {
    let Some(info) = program.node(node) else { return Vec::new() };
    let flow = program.flow(node);
    let mut ways = Vec::new();
    for (inst, data) in info.body.insts.iter() {
        let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { continue };
        let to = match cond {
            Cond::Eq if is_zero => then,
            Cond::Eq => otherwise,
            Cond::Ne if is_zero => otherwise,
            Cond::Ne => then,
            _ => continue,
        };
        if lhs == value {
            ways.push((node, flow.block_of(inst), to));
        }
    }
    ways
}

/// The ways that are taken if a call has said that what it waits for has ended, there or where it is returned to.
pub(crate) fn in_time(program: &Program<'_>, node: Node, inst: Inst) -> Vec<Way> {
    let mut found = Vec::new();
    add_in_time(program, node, inst, MANY_CALLS, &mut found);
    found
}

fn add_in_time(program: &Program<'_>, node: Node, inst: Inst, depth: usize, found: &mut Vec<Way>) {
    let Some(info) = program.node(node) else { return };
    let Some(result) = info.body.insts[inst].result else { return };
    found.extend(ways(program, node, result, false));
    let mut returns = info.body.insts.values().filter_map(|inst| match inst.op {
        Op::Return(value) => value,
        _ => None,
    });
    if depth > 0 && returns.next() == Some(result) && returns.next().is_none() {
        for from in program.callers(node).iter().filter(|from| from.is_direct) {
            add_in_time(program, from.node, from.inst, depth - 1, found);
        }
    }
}

/// What is done because time was up, if that is asked at once.
pub(crate) struct Late {
    /// The ways back to what is done in any case.
    pub(crate) back: Vec<Way>,
    /// Where it leaves the body.
    pub(crate) returns: Vec<Inst>,
    /// Whether it is out of the innermost loop that the wait is in.
    pub(crate) leaves_loop: bool,
}

/// What is done because a wait did not end in time. If other things are done before that is asked, it does not matter: they
/// are not done because of it.
pub(crate) fn late(program: &Program<'_>, node: Node, inst: Inst) -> Option<Late> {
    let info = program.node(node)?;
    let (flow, body) = (program.flow(node), info.body);
    let block = flow.block_of(inst);
    let result = body.insts[inst].result?;
    let is_nothing =
        |at: Inst| matches!(body.insts[at].op, Op::Const(_) | Op::Unary(..) | Op::If { .. });
    if !body.insts_of(block).filter(|&at| at > inst).all(is_nothing) {
        return None;
    }
    let ways = ways(program, node, result, true);
    let &(_, _, to) = ways.iter().find(|(_, from, _)| *from == block)?;
    let others = flow.reached_without((block, to));
    let mut late = Late { back: Vec::new(), returns: Vec::new(), leaves_loop: false };
    let innermost = flow.innermost(block);
    late.leaves_loop = innermost.is_some_and(|blocks| !blocks[to.index()]);
    if others[to.index()] {
        late.back.push((node, block, to));
    }
    for from in body.blocks.keys().filter(|from| !others[from.index()]) {
        let back = flow.successors(from).iter().filter(|next| others[next.index()]);
        late.back.extend(back.map(|&next| (node, from, next)));
        let last = body.insts_of(from).next_back();
        late.returns.extend(last.filter(|&last| crate::flow::leaves(&body.insts[last].op)));
    }
    Some(late)
}
