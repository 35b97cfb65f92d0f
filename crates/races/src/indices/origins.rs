//! Numbers that come from data: the element of an array, what a stream of numbers gives.
//!
//! ```java
//! record Edge(int from, int to) {}
//! Arrays.stream(targets).mapToObj(to -> new Edge(node, to))…
//! edges.parallelStream().forEach(edge -> cost[edge.to()] = …);   // several edges lead there
//! ```
//!
//! What is an iteration's own may hold such a number: it does not tell iterations apart, other than a number that counts.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Name;
use ir::body::{Op, Value};
use ir::hierarchy::FieldId;
use points_to::{CodeKey, Node, Obj, SlotKind};
use rustc_hash::FxHashMap;

use crate::makers::Makers;
use crate::objects::offset;
use crate::paths::Paths;
use crate::program::{Program, Step, arguments};

pub(super) struct Origins<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    makers: Rc<Makers<'a>>,
    fields: RefCell<FxHashMap<FieldId, bool>>,
}

/// How far back a value is followed.
const DEPTH: usize = 6;

impl<'a> Origins<'a> {
    pub(super) fn new(
        program: &'a Program<'a>,
        paths: &'a Paths<'a>,
        makers: Rc<Makers<'a>>,
    ) -> Origins<'a> {
        Origins { program, paths, makers, fields: RefCell::default() }
    }

    /// Whether a number is what a field holds, and that is data.
    pub(super) fn is_data(&self, node: Node, value: Value) -> bool {
        self.field(node, value, DEPTH).is_some_and(|field| {
            if let Some(&known) = self.fields.borrow().get(&field) {
                return known;
            }
            let is_data = self.holds_data(field);
            self.fields.borrow_mut().insert(field, is_data);
            is_data
        })
    }

    /// The field that a number is read from, maybe by a getter.
    fn field(&self, node: Node, value: Value, depth: usize) -> Option<FieldId> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let value = offset(info.body, value).0;
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::GetField { field, .. } => self.paths.field_in(node, field),
            Op::Invoke { .. } => {
                let results = info.steps_at(def).filter_map(Step::callee).flat_map(|callee| {
                    let body = self.program.node(callee).map(|called| called.body);
                    let insts = body.into_iter().flat_map(|body| body.insts.values());
                    insts.filter_map(move |data| match data.op {
                        Op::Return(Some(value)) => Some((callee, value)),
                        _ => None,
                    })
                });
                let mut fields =
                    results.map(|(callee, result)| self.field(callee, result, depth - 1));
                let first = fields.next()??;
                fields.all(|field| field == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Whether data is stored in a field somewhere.
    fn holds_data(&self, field: FieldId) -> bool {
        let mut nodes = self.program.nodes().filter(|(_, info)| info.is_application);
        nodes.any(|(node, info)| {
            info.body.insts.values().any(|data| match data.op {
                Op::PutField { field: into, value, .. } => {
                    self.paths.field_in(node, into) == Some(field)
                        && self.comes_from_data(node, value, DEPTH)
                }
                _ => false,
            })
        })
    }

    fn comes_from_data(&self, node: Node, value: Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        match info.body.insts[info.body.values[value].def].op {
            Op::ArrayLoad { .. } => true,
            Op::Unary(_, value) => self.comes_from_data(node, value, depth - 1),
            Op::Param(param) => {
                if let Some(captured) = self.makers.captured(node, param) {
                    let mut captured = captured.iter();
                    return captured
                        .any(|&(node, _, arg)| self.comes_from_data(node, arg, depth - 1));
                }
                let callers = self.program.callers(node);
                callers.iter().any(|from| match self.program.node(from.node) {
                    Some(caller) if from.is_direct => {
                        let arg =
                            arguments(caller.body, from.inst).get(usize::from(param)).copied();
                        arg.is_some_and(|arg| self.comes_from_data(from.node, arg, depth - 1))
                    }
                    _ => self.is_of_stream(node),
                })
            }
            _ => false,
        }
    }

    /// Whether a callback is given numbers by a stream, and not those that count.
    fn is_of_stream(&self, node: Node) -> bool {
        let solver = self.program.solver;
        let slot = |name: &str| solver.slot_id(SlotKind::State(Name::new(name)));
        let (Some(up), Some(numbers)) = (slot("up"), slot("numbers")) else { return false };
        let is_lambda = |node: &Node| matches!(solver.key(*node), CodeKey::Lambda(_));
        let lambdas = solver.callers(node).iter().map(|caller| caller.node).filter(is_lambda);
        let stages = lambdas.flat_map(|lambda| solver.callers(lambda).iter().map(|c| c.node));
        let counts = |above: Obj| {
            solver.field_points_to(above, numbers).is_some_and(|marks| !marks.is_empty())
        };
        stages.into_iter().any(|stage| {
            let this = solver.code_of(stage).params.first().copied().flatten();
            this.is_some_and(|this| {
                solver.points_to(stage, this).iter().any(|stage| {
                    let above = solver.field_points_to(stage, up);
                    above.is_some_and(|above| !above.is_empty() && !above.iter().any(counts))
                })
            })
        })
    }
}
