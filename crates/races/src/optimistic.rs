//! Reads without a lock whose result is used only if nobody had the lock for writing meanwhile.
//!
//! ```java
//! long stamp = lock.tryOptimisticRead();
//! int now = value;
//! if (!lock.validate(stamp)) { … }
//! ```
//!
//! They race with what is written under the lock, and are meant to. That the result is not used is not looked at, so this is a doubt.

use ir::Inst;
use ir::body::Op;
use models::{Effect, LockMode, Property};
use points_to::{Node, PointsToSet};

use crate::accesses::Found;
use crate::guards::Guards;
use crate::objects::plain;
use crate::program::{NodeInfo, Program, arguments};
use crate::result::AccessKind;

/// Whether the first is such a read, and the second is done under its lock.
pub(crate) fn is_validated(
    program: &Program<'_>,
    guards: &Guards<'_>,
    first: &Found,
    second: &Found,
) -> bool {
    let held = &guards.of(second).held;
    if first.kind != AccessKind::Read || held.is_empty() {
        return false;
    }
    let is_written = |objs: &PointsToSet| {
        let mut writing = held.iter().filter(|held| held.mode != LockMode::Read);
        writing.any(|held| objs.iter().any(|obj| held.may.contains(&plain(obj))))
    };
    let Some(info) = program.node(first.node) else { return false };
    let (flow, at) = (program.flow(first.node), first.inst);
    let calls = |count: usize| {
        info.body.insts.keys().filter(move |&inst| {
            is_optimistic(program, info, inst)
                && arguments(info.body, inst).len() == count
                && receivers(program, first.node, info, inst).is_some_and(is_written)
        })
    };
    let mut ends = info.body.insts.iter().filter(|(_, data)| matches!(data.op, Op::Return(_)));
    let checks: Vec<Inst> = calls(2).collect();
    calls(1).any(|begin| flow.reaches(begin, at, None))
        && checks.iter().any(|&check| flow.reaches(at, check, None))
        && ends.all(|(end, _)| checks.iter().any(|&check| !flow.reaches(at, end, Some(check))))
}

fn is_optimistic(program: &Program<'_>, info: &NodeInfo<'_>, inst: Inst) -> bool {
    let Op::Invoke { method, .. } = info.body.insts[inst].op else { return false };
    let method = method.data();
    let (class, name) = (method.class.as_str(), method.name.as_str());
    let model = program.solver.models().method(class, name, method.ty.descriptor().as_str());
    model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Optimistic)))
}

fn receivers<'p>(
    program: &'p Program<'_>,
    node: Node,
    info: &NodeInfo<'_>,
    inst: Inst,
) -> Option<&'p PointsToSet> {
    let receiver = arguments(info.body, inst).first().copied()?;
    program.points_to(node, receiver)
}
