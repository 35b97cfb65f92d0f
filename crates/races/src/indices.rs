//! Array elements that each thread has for itself: indices that come from what only the thread has.
//!
//! `data[i]` for `i` from `this.first` on, where `this` is the thread's own object; `results[index]` with an `index` that a lambda
//! captured. Whether ranges really do not overlap depends on numbers that are not known, so it is a doubt, not a proof.

use ir::Inst;
use ir::body::{Cond, Op, Value};
use points_to::Node;

use crate::locality::Locality;
use crate::objects::int_constant;
use crate::paths::Paths;
use crate::program::{Program, arguments};
use crate::result::{Site, ThreadId};
use crate::threads::Threads;

pub(crate) struct Indices<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) locality: &'a Locality<'a>,
    pub(crate) threads: &'a Threads,
    pub(crate) paths: &'a Paths<'a>,
}

/// How far back a number is followed.
const DEPTH: usize = 10;

impl Indices<'_> {
    /// Whether an index depends on which thread it is.
    pub(crate) fn is_by_thread(&self, thread: ThreadId, node: Node, index: Value) -> bool {
        self.depends(thread, node, index, &mut Vec::new(), DEPTH)
    }

    /// The tests on the way to an instruction that only one of several threads passes.
    pub(crate) fn gates(&self, thread: ThreadId, node: Node, inst: Inst) -> Vec<Site> {
        let mut gates = Vec::new();
        let (mut node, mut inst) = (node, inst);
        for _ in 0..3 {
            let Some(info) = self.program.node(node) else { break };
            for (at, data) in info.body.insts.iter() {
                let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
                let equal = match cond {
                    Cond::Eq => then,
                    Cond::Ne => otherwise,
                    _ => continue,
                };
                let is_constant = rhs.is_none_or(|rhs| int_constant(info.body, rhs).is_some());
                let flow = self.program.flow(node);
                if is_constant
                    && self.is_by_thread(thread, node, lhs)
                    && !flow.is_reached_without(inst, (flow.block_of(at), equal))
                {
                    gates.push(Site { method: info.method, inst: at });
                }
            }
            let [from] = self.program.callers(node) else { break };
            (node, inst) = (from.node, from.inst);
        }
        gates
    }

    fn depends(
        &self,
        thread: ThreadId,
        node: Node,
        value: Value,
        asking: &mut Vec<(Node, Value)>,
        depth: usize,
    ) -> bool {
        if depth == 0 || asking.contains(&(node, value)) {
            return false;
        }
        let Some(info) = self.program.node(node) else { return false };
        asking.push((node, value));
        let mut ask = |value: Value| self.depends(thread, node, value, asking, depth - 1);
        let depends = match info.body.insts[info.body.values[value].def].op {
            Op::Unary(_, value) => ask(value),
            Op::Binary(_, a, b) => ask(a) || ask(b),
            Op::Phi(list) => info.body.list(list).iter().any(|&value| ask(value)),
            // Who starts the others may do the same work beside them, with a number of its own.
            Op::GetField { field, .. } if self.threads.get(thread).starts.is_empty() => {
                let field = self.paths.field_in(node, field);
                field.is_some_and(|field| self.paths.is_constant(field))
            }
            Op::GetField { object, .. } => {
                let local = self.locality.of(thread);
                self.program.points_to(node, object).is_some_and(|objs| {
                    !objs.is_empty() && objs.iter().all(|obj| local.has(self.program, obj))
                })
            }
            Op::Param(at) => {
                let callers = self.program.callers(node);
                // What a lambda captured, or glue hands over: nobody but the thread has it.
                let is_captured = callers.is_empty() || callers.iter().any(|from| !from.is_direct);
                let caller = |from: &crate::program::CallFrom| {
                    let args = arguments(self.program.node(from.node)?.body, from.inst);
                    Some((from.node, *args.get(usize::from(at))?))
                };
                let callers: Vec<(Node, Value)> = callers.iter().filter_map(caller).collect();
                is_captured
                    || callers
                        .into_iter()
                        .any(|(node, value)| self.depends(thread, node, value, asking, depth - 1))
            }
            _ => false,
        };
        asking.pop();
        depends
    }
}
