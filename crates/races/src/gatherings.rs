//! Barriers that programs make by hand: methods that count who has come, and let nobody go on before the last one has.
//!
//! ```java
//! synchronized void meet() throws InterruptedException {
//!     int mine = round;
//!     if (++present == all) { present = 0; round++; notifyAll(); }
//!     else while (mine == round) wait();
//! }
//! ```
//!
//! Whoever comes out of it was the last one, or has waited in a loop until that one had written to what the loop tests. So what threads do
//! before they come is done when any of them goes on, as with a barrier of a library: [`crate::sync`] divides them into phases. What is done
//! because somebody is the last one, is done while all others wait. That the number of those that are waited for is right is not known.

use ir::Inst;
use ir::body::{BinaryOp, Block, Body, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use points_to::{Node, Obj};

use crate::conditions;
use crate::objects::{int_constant, plain};
use crate::paths::Paths;
use crate::program::{Event, NodeInfo, Program, What};

/// A method that is a barrier.
#[derive(Clone)]
pub(crate) struct Gathering {
    /// What threads wait for in it.
    pub(crate) objs: Vec<Obj>,
    /// The blocks that only the last one comes to.
    pub(crate) of_last: Vec<Block>,
}

/// What a body is, if it is a barrier.
pub(crate) fn of(program: &Program<'_>, paths: &Paths<'_>, node: Node) -> Option<Gathering> {
    let info = program.node(node).filter(|info| info.is_application)?;
    let events = |what| info.events().filter(move |(_, event)| event.what == what);
    events(What::Await).find_map(|(wait, awaited)| {
        events(What::Signal).find_map(|(signal, signalled)| {
            let objs = common(awaited, signalled)?;
            let of_last = of_last(program, paths, (node, info), wait, signal)?;
            Some(Gathering { objs, of_last })
        })
    })
}

fn common(awaited: &Event, signalled: &Event) -> Option<Vec<Obj>> {
    let objs: Vec<Obj> =
        awaited.objs.iter().filter(|obj| signalled.objs.contains(*obj)).map(plain).collect();
    (!objs.is_empty()).then_some(objs)
}

/// The blocks that only the last one comes to, if it signals there that the others need not wait any longer, and nobody else gets by.
fn of_last(
    program: &Program<'_>,
    paths: &Paths<'_>,
    (node, info): (Node, &NodeInfo<'_>),
    wait: Inst,
    signal: Inst,
) -> Option<Vec<Block>> {
    let (body, flow) = (info.body, program.flow(node));
    let counted = |value| counted(paths, node, body, value);
    let tests = flow.tests_on_way(body, signal);
    let (last, counter) = tests.iter().find_map(|test| {
        let counter = counted(test.lhs).or_else(|| test.rhs.and_then(counted))?;
        Some((test, counter))
    })?;
    let from = flow.block_of(last.inst);
    let taken = flow.successors(from).iter().find(|&&next| next != last.other)?;
    let elsewhere = flow.reached_without((from, *taken));
    let of_last: Vec<Block> =
        body.blocks.keys().filter(|block| !elsewhere[block.index()]).collect();
    let written: Vec<FieldId> = writes(paths, node, body)
        .filter(|(inst, _)| of_last.contains(&flow.block_of(*inst)))
        .map(|(_, field)| field)
        .collect();
    let tests = conditions::tests(program, paths, node, wait)?;
    let is_ended = |field: &FieldId| written.contains(field) || *field == counter;
    let is_waited_for = tests.iter().all(|test| test.fields.iter().any(is_ended));
    // Who does not signal comes by the loop that waits.
    let header = flow.header(flow.innermost(flow.block_of(wait))?)?;
    let by_either = [header, flow.block_of(signal)].map(|block| ways_to(body, block)).concat();
    let past = flow.reached_without_all(&by_either);
    let mut insts = body.insts.iter();
    let is_passed = insts
        .any(|(inst, data)| crate::flow::leaves(&data.op) && past[flow.block_of(inst).index()]);
    (is_waited_for && !is_passed).then_some(of_last)
}

/// The ways into a block.
fn ways_to(body: &Body, block: Block) -> Vec<(Block, Block)> {
    body.predecessors(block).iter().map(|&from| (from, block)).collect()
}

/// The field that is counted up or down by one in the body, if a value is what it comes to.
fn counted(paths: &Paths<'_>, node: Node, body: &Body, value: Value) -> Option<FieldId> {
    let field_of = |value: Value| match body.insts[body.values[value].def].op {
        Op::GetField { field, .. } | Op::GetStatic { field } => paths.field_in(node, field),
        _ => None,
    };
    let field = match body.insts[body.values[value].def].op {
        Op::Binary(BinaryOp::Iadd | BinaryOp::Isub, lhs, _) => field_of(lhs)?,
        _ => field_of(value)?,
    };
    let is_step = |put: Value| match body.insts[body.values[put].def].op {
        Op::Binary(BinaryOp::Iadd | BinaryOp::Isub, lhs, by) => {
            field_of(lhs) == Some(field) && matches!(int_constant(body, by), Some(1 | -1))
        }
        _ => false,
    };
    let mut puts = body.insts.iter().filter_map(|(_, data)| match data.op {
        Op::PutField { field, value, .. } | Op::PutStatic { field, value } => {
            Some((paths.field_in(node, field)?, value))
        }
        _ => None,
    });
    puts.any(|(put, value)| put == field && is_step(value)).then_some(field)
}

/// The fields that a body writes to.
fn writes<'p>(
    paths: &'p Paths<'_>,
    node: Node,
    body: &'p Body,
) -> impl Iterator<Item = (Inst, FieldId)> + 'p {
    body.insts.iter().filter_map(move |(inst, data)| match data.op {
        Op::PutField { field, .. } | Op::PutStatic { field, .. } => {
            Some((inst, paths.field_in(node, field)?))
        }
        _ => None,
    })
}
