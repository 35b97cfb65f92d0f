//! What a wait for a signal waits for: the tests of the loop that it is in.
//!
//! A signal only says that it is worth to look again. Who waits in a loop goes on because of what the loop tests, and whoever has
//! not made that come true is not who was waited for. As far as the tests are comparisons of fields, that can be told.

use ir::Inst;
use ir::body::{Block, Body, Cond, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use points_to::Node;
use rustc_hash::FxHashSet;

use crate::limits;
use crate::objects::int_constant;
use crate::paths::Paths;
use crate::program::Program;

/// A test by which a loop is left.
pub(crate) struct Test {
    /// The fields that it depends on and that change.
    pub(crate) fields: Vec<FieldId>,
    pub(crate) kind: TestKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestKind {
    /// The loop is left when a field is true, not null or not zero: one who sets it is enough.
    Set,
    /// The loop is left while a field is below, or not at, a limit: `while (size == items.length)`. So it is in the
    /// beginning, and nobody needs to wait.
    Limit,
    /// Something else about fields.
    Other,
}

/// The tests by which the loop is left that waits; none if it is in no loop, or if a test is about something else than fields.
pub(crate) fn tests(
    program: &Program<'_>,
    paths: &Paths<'_>,
    node: Node,
    inst: Inst,
) -> Option<Vec<Test>> {
    let exits = exits(program, node, inst);
    let tests = exits.into_iter().map(|(at, stays)| test(program, paths, node, at, stays));
    tests.collect::<Option<Vec<Test>>>().filter(|tests| !tests.is_empty())
}

/// Whether the loop that waits is left in the beginning, so that nobody needs to wait.
pub(crate) fn is_open(program: &Program<'_>, paths: &Paths<'_>, node: Node, inst: Inst) -> bool {
    exits(program, node, inst).into_iter().any(|(at, stays)| {
        let test = test(program, paths, node, at, stays);
        test.is_some_and(|test| test.kind == TestKind::Limit)
    })
}

/// The ways out of the loop that waits which are taken because time is up, where another way is taken because of what others have done:
///
/// ```java
/// while (pending > 0) {
///     long left = deadline - System.nanoTime();
///     if (left <= 0) return false;
///     wait(left);
/// }
/// ```
pub(crate) fn given_up(program: &Program<'_>, node: Node, inst: Inst) -> Vec<(Node, Block, Block)> {
    let Some(info) = program.node(node) else { return Vec::new() };
    let flow = program.flow(node);
    let exits = exits(program, node, inst);
    let asks = |&(at, _): &(Inst, bool)| asks_for(program, node, at, inst);
    let (of_clock, others): (Vec<_>, Vec<_>) =
        exits.into_iter().partition(|exit| asks(exit) == Some(About::Time));
    if !others.iter().any(|exit| asks(exit) == Some(About::Others)) {
        return Vec::new();
    }
    let ways = of_clock.into_iter().filter_map(|(at, stays)| match info.body.insts[at].op {
        Op::If { then, otherwise, .. } => {
            Some((node, flow.block_of(at), if stays { otherwise } else { then }))
        }
        _ => None,
    });
    ways.collect()
}

/// The ways on which it is known that a method has not given up that waits in such a loop: whoever has called it asks what it
/// returned, which is something else if it has.
pub(crate) fn not_given_up(
    program: &Program<'_>,
    way: (Node, Block, Block),
) -> Vec<(Node, Block, Block)> {
    let (node, from, to) = way;
    let Some(info) = program.node(node) else { return Vec::new() };
    let others = program.flow(node).reached_without((from, to));
    let mut late = info.body.insts.iter().filter(|(at, data)| {
        matches!(data.op, Op::Return(_)) && !others[program.flow(node).block_of(*at).index()]
    });
    let late = late.find_map(|(_, data)| match data.op {
        Op::Return(Some(value)) => int_constant(info.body, value),
        _ => None,
    });
    let callers = program.callers(node).iter().filter(|from| from.is_direct);
    let ways = callers.flat_map(|from| match late {
        Some(1) => {
            let result = program.node(from.node).and_then(|info| info.body.insts[from.inst].result);
            let ways = |result| limits::ways(program, from.node, result, true);
            result.map(ways).unwrap_or_default()
        }
        _ => limits::in_time(program, from.node, from.inst),
    });
    ways.collect()
}

/// What a branch that leaves a loop is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// How late it is, which a call tells that is given no object, or how much time a wait has left over.
    Time,
    /// What others may have changed.
    Others,
}

/// What a branch is about; none if it is neither.
fn asks_for(program: &Program<'_>, node: Node, branch: Inst, wait: Inst) -> Option<About> {
    let info = program.node(node)?;
    let mut pending = vec![branch];
    let mut seen = FxHashSet::default();
    let mut about = None;
    while let Some(inst) = pending.pop() {
        let op = &info.body.insts[inst].op;
        match op {
            Op::GetField { .. } | Op::GetStatic { .. } | Op::ArrayLoad { .. } => {
                return Some(About::Others);
            }
            _ if inst == wait => about = Some(About::Time),
            Op::Invoke { args, .. } => {
                let mut args = info.body.list(*args).iter();
                let is_library = info.steps_at(inst).all(|step| step.callee().is_none());
                if !is_library || args.any(|&arg| info.body.values[arg].ty.is_reference()) {
                    return Some(About::Others);
                }
                about = Some(About::Time);
            }
            _ => op.for_each_operand(&info.body.lists, |operand| {
                let def = info.body.values[operand].def;
                if seen.insert(def) {
                    pending.push(def);
                }
            }),
        }
    }
    about
}

/// Whether an instruction is in a loop that is left because of what it tests.
pub(crate) fn is_in_tests(program: &Program<'_>, node: Node, inst: Inst) -> bool {
    !exits(program, node, inst).is_empty()
}

/// The branches that leave the innermost loop of an instruction, and whether the loop goes on where their condition holds.
fn exits(program: &Program<'_>, node: Node, inst: Inst) -> Vec<(Inst, bool)> {
    let Some(info) = program.node(node) else { return Vec::new() };
    let flow = program.flow(node);
    let Some(blocks) = flow.innermost(flow.block_of(inst)) else { return Vec::new() };
    let mut exits = Vec::new();
    for block in info.body.blocks.keys().filter(|block| blocks[block.index()]) {
        let Some(last) = info.body.insts_of(block).next_back() else { continue };
        let Op::If { then, otherwise, .. } = info.body.insts[last].op else { continue };
        let is_in = |block: Block| blocks[block.index()];
        if is_in(then) != is_in(otherwise) {
            exits.push((last, is_in(then)));
        }
    }
    exits
}

/// What a branch tests that leaves a loop.
fn test(
    program: &Program<'_>,
    paths: &Paths<'_>,
    node: Node,
    at: Inst,
    stays: bool,
) -> Option<Test> {
    let body = program.node(node)?.body;
    let Op::If { cond, lhs, rhs, .. } = body.insts[at].op else { return None };
    let cond = if stays { cond } else { negated(cond) };
    let field = |value: Value| match body.insts[body.values[value].def].op {
        Op::GetField { field, .. } | Op::GetStatic { field } => {
            paths.field_in(node, field).filter(|&field| !paths.is_constant(field))
        }
        _ => None,
    };
    let Some(rhs) = rhs else {
        let kind = if cond == Cond::Eq { TestKind::Set } else { TestKind::Other };
        return Some(Test { fields: vec![field(lhs)?], kind });
    };
    let is_limit = |value: Value, limits: &[Cond]| {
        let is_equal = cond == Cond::Eq && is_fixed(body, paths, node, value);
        let is_number = int_constant(body, value).is_some();
        is_equal || limits.contains(&cond) && (is_number || is_fixed(body, paths, node, value))
    };
    let kind = |is_limit: bool| if is_limit { TestKind::Limit } else { TestKind::Other };
    match (field(lhs), field(rhs)) {
        (Some(a), Some(b)) => Some(Test { fields: vec![a, b], kind: TestKind::Other }),
        (Some(field), None) => {
            let kind = kind(is_limit(rhs, &[Cond::Ge, Cond::Gt]));
            Some(Test { fields: vec![field], kind })
        }
        (None, Some(field)) => {
            let kind = kind(is_limit(lhs, &[Cond::Le, Cond::Lt]));
            Some(Test { fields: vec![field], kind })
        }
        (None, None) => None,
    }
}

fn negated(cond: Cond) -> Cond {
    match cond {
        Cond::Eq => Cond::Ne,
        Cond::Ne => Cond::Eq,
        Cond::Lt => Cond::Ge,
        Cond::Ge => Cond::Lt,
        Cond::Gt => Cond::Le,
        Cond::Le => Cond::Gt,
    }
}

/// Whether a value is the length of an array, or is in a field that does not change.
fn is_fixed(body: &Body, paths: &Paths<'_>, node: Node, value: Value) -> bool {
    match body.insts[body.values[value].def].op {
        Op::ArrayLength(_) => true,
        Op::GetField { field, .. } | Op::GetStatic { field } => {
            paths.field_in(node, field).is_some_and(|field| paths.is_constant(field))
        }
        _ => false,
    }
}
