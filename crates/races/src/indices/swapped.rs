//! Arrays that change places: one is read while the other is filled, and then it is the other way round.
//!
//! ```java
//! rows.parallel().forEach(r -> step(current, next, r));
//! int[][] old = current; current = next; next = old;
//! ```
//!
//! Both names mean both arrays in the course of time, but never the same one at a time.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::body::{Op, Value};
use ir::hierarchy::{FieldId, MethodId};
use points_to::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Indexed;
use crate::makers::Makers;
use crate::paths::Paths;
use crate::program::Program;

pub(super) struct Swapped<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    makers: Rc<Makers<'a>>,
    fields: OnceCell<FxHashSet<(FieldId, FieldId)>>,
    /// By value, and how far back it is followed.
    names: RefCell<FxHashMap<(Node, Value, usize), Option<Named>>>,
}

/// What an array is known by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Field(FieldId),
    /// A variable of a loop.
    Phi(MethodId, Node, Value),
}

/// How far back a value is followed.
const DEPTH: usize = 6;

impl<'a> Swapped<'a> {
    pub(super) fn new(
        program: &'a Program<'a>,
        paths: &'a Paths<'a>,
        makers: Rc<Makers<'a>>,
    ) -> Swapped<'a> {
        Swapped { program, paths, makers, fields: OnceCell::new(), names: RefCell::default() }
    }

    /// Whether two arrays change places, or those that have them as rows.
    pub(super) fn are_swapped(&self, first: Indexed, second: Indexed) -> bool {
        let named = |(node, base): Indexed| self.named(node, base?, DEPTH);
        match (named(first), named(second)) {
            (Some(Named::Field(a)), Some(Named::Field(b))) => {
                let fields = self.fields.get_or_init(|| self.find_fields());
                a != b && self.is_plain(a) && self.is_plain(b) && fields.contains(&(a, b))
            }
            (Some(Named::Phi(method, node, a)), Some(Named::Phi(other, _, b))) => {
                a != b && method == other && self.are_exchanged(node, a, b)
            }
            _ => false,
        }
    }

    /// Whether a field is not volatile: such a one changes its place while others look.
    fn is_plain(&self, field: FieldId) -> bool {
        let flags = self.program.solver.hierarchy().field(field).flags;
        !flags.contains(classfile::FieldFlags::VOLATILE)
    }

    /// The field or variable that an array, or what it is a row of, comes from.
    fn named(&self, node: Node, value: Value, depth: usize) -> Option<Named> {
        let key = (node, value, depth);
        if let Some(&known) = self.names.borrow().get(&key) {
            return known;
        }
        let found = self.find_name(node, value, depth);
        self.names.borrow_mut().insert(key, found);
        found
    }

    fn find_name(&self, node: Node, value: Value, depth: usize) -> Option<Named> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        match info.body.insts[info.body.values[value].def].op {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                self.paths.field_in(node, field).map(Named::Field)
            }
            Op::ArrayLoad { array: value, .. } | Op::CheckCast { value, .. } => {
                self.named(node, value, depth - 1)
            }
            Op::Phi(_) => Some(Named::Phi(info.method, node, value)),
            Op::Param(param) => {
                let given: Vec<(Node, Value)> = match self.makers.captured(node, param) {
                    Some(captured) => captured.iter().map(|&(node, _, arg)| (node, arg)).collect(),
                    None => self.program.given_by_all(node, param)?,
                };
                let mut names = given.iter().map(|&(node, arg)| self.named(node, arg, depth - 1));
                let first = names.next()??;
                names.all(|name| name == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Whether two variables of a loop get each the value of the other.
    fn are_exchanged(&self, node: Node, a: Value, b: Value) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let (def_a, def_b) = (info.body.values[a].def, info.body.values[b].def);
        let (Op::Phi(of_a), Op::Phi(of_b)) = (info.body.insts[def_a].op, info.body.insts[def_b].op)
        else {
            return false;
        };
        let flow = self.program.flow(node);
        let (of_a, of_b) = (info.body.list(of_a), info.body.list(of_b));
        flow.block_of(def_a) == flow.block_of(def_b)
            && of_a.iter().zip(of_b).any(|(&next_a, &next_b)| next_a == b && next_b == a)
    }

    /// Pairs of fields that some body gives each the value of the other.
    fn find_fields(&self) -> FxHashSet<(FieldId, FieldId)> {
        let mut moved = FxHashSet::default();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            let body = info.body;
            let stores = body.insts.values().filter_map(|data| match data.op {
                Op::PutField { field, value, .. } | Op::PutStatic { field, value } => {
                    Some((field, value))
                }
                _ => None,
            });
            for (into, value) in stores {
                let from = body.insts[body.values[value].def].op;
                let (Op::GetField { field: from, .. } | Op::GetStatic { field: from }) = from
                else {
                    continue;
                };
                let fields = self.paths.field_in(node, into).zip(self.paths.field_in(node, from));
                moved.extend(fields.map(|(into, from)| (info.method, into, from)));
            }
        }
        let is_back = |&(method, a, b): &(MethodId, FieldId, FieldId)| {
            a != b && moved.contains(&(method, b, a))
        };
        moved.iter().filter(|one| is_back(one)).map(|&(_, a, b)| (a, b)).collect()
    }
}
