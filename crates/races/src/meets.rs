//! Calls of methods that do nothing but wait at a barrier.
//!
//! ```java
//! void sync() {
//!     try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { throw new IllegalStateException(e); }
//! }
//! …
//! int left = cells[id + 1];
//! sync();                       // a phase ends here, and another one …
//! cells[id] += left;
//! sync();                       // … here: not both in `sync`, from where all phases would begin
//! ```
//!
//! A method is taken for a barrier where it is called, if it waits once, whatever way it takes, and has nothing to do with shared
//! memory after that.

use ir::Inst;
use ir::body::{Block, Op};
use ir::entity::EntityId as _;
use points_to::Node;

use crate::program::{NodeInfo, Program};
use crate::questions::Questions;
use crate::reach::Stops;
use crate::threads::Thread;

/// How many methods around a barrier are gone up.
const DEPTH: usize = 4;

/// The places where a thread waits at a barrier, as those see it who call a method for that.
pub(crate) fn outermost(
    program: &Program<'_>,
    thread: &Thread,
    at: &[(Node, Inst)],
) -> Vec<(Node, Inst)> {
    let mut stops = Stops::default();
    for &(node, inst) in at {
        stops.at(node, inst, Questions::ALL);
    }
    stops.close(program);
    let mut places = at.to_vec();
    for _ in 0..DEPTH {
        let mut outer = Vec::new();
        let mut is_new = false;
        for &(node, inst) in &places {
            let is_only = places.iter().filter(|(other, _)| *other == node).count() == 1;
            let is_all = is_only && !thread.roots.contains(&node) && stops.are_on_all_ways(node);
            match callers(program, thread, node).filter(|_| is_all && is_last(program, node, inst))
            {
                Some(callers) => {
                    is_new = true;
                    outer.extend(callers);
                }
                None => outer.push((node, inst)),
            }
        }
        outer.sort_unstable();
        outer.dedup();
        places = outer;
        if !is_new {
            break;
        }
    }
    places
}

/// The calls by which a thread comes to a body, if they are plain calls of it alone.
fn callers(program: &Program<'_>, thread: &Thread, node: Node) -> Option<Vec<(Node, Inst)>> {
    let callers = program.callers(node).iter().filter(|from| thread.nodes.contains(from.node));
    let calls = callers.map(|from| {
        let mut callees = program.node(from.node)?.steps_at(from.inst).filter_map(|s| s.callee());
        let is_plain = from.is_direct && !from.is_again && callees.all(|callee| callee == node);
        is_plain.then_some((from.node, from.inst))
    });
    let calls: Vec<(Node, Inst)> = calls.collect::<Option<_>>()?;
    Some(calls).filter(|calls| !calls.is_empty())
}

/// Whether a body comes by an instruction once, and accesses nothing afterwards.
fn is_last(program: &Program<'_>, node: Node, inst: Inst) -> bool {
    let Some(info) = program.node(node) else { return false };
    let flow = program.flow(node);
    let mut seen = vec![false; flow.block_count()];
    let mut pending: Vec<Block> = flow.successors(flow.block_of(inst)).to_vec();
    let mut rest = info.body.insts_of(flow.block_of(inst)).filter(|&other| other > inst);
    let mut is_last = !flow.is_in_loop(inst) && rest.all(|inst| is_quiet(info, inst));
    while let Some(block) = pending.pop().filter(|_| is_last) {
        if !std::mem::replace(&mut seen[block.index()], true) {
            is_last = info.body.insts_of(block).all(|inst| is_quiet(info, inst));
            pending.extend(flow.successors(block));
        }
    }
    is_last
}

/// Whether an instruction accesses nothing and calls nothing.
pub(crate) fn is_quiet(info: &NodeInfo<'_>, inst: Inst) -> bool {
    let accesses = matches!(
        info.body.insts[inst].op,
        Op::GetField { .. }
            | Op::PutField { .. }
            | Op::GetStatic { .. }
            | Op::PutStatic { .. }
            | Op::ArrayLoad { .. }
            | Op::ArrayStore { .. }
    );
    !accesses && info.steps_at(inst).next().is_none()
}
