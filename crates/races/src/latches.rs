//! Latches that programs make by hand: a truth value that is set once, and asked for under the same lock of its object.
//!
//! ```java
//! synchronized void raise() { raised = true; notifyAll(); }
//! synchronized void awaitRaised() { while (!raised) wait(); }
//! ```
//!
//! Such a field tells as much as a volatile one. It must never be used without the lock, and nobody may set it back: then somebody
//! who has found it set would know nothing of those who set it again.

use std::cell::{OnceCell, RefCell};

use ir::Inst;
use ir::body::{Constant, Op, Value};
use ir::hierarchy::FieldId;
use points_to::Node;
use rustc_hash::FxHashMap;

use crate::locks::{Key, Locks};
use crate::paths::Paths;
use crate::program::Program;

pub(crate) struct Latches<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    locks: &'a Locks<'a>,
    uses: OnceCell<FxHashMap<FieldId, Vec<Use>>>,
    guarded: RefCell<FxHashMap<FieldId, bool>>,
}

/// A read or write of a field that holds a truth value.
struct Use {
    node: Node,
    inst: Inst,
    object: Value,
    /// Whether it makes it true; none if it only reads, or writes while the object comes into being.
    sets: Option<bool>,
    /// Whether nobody else knows the object.
    is_first: bool,
}

impl<'a> Latches<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        paths: &'a Paths<'a>,
        locks: &'a Locks<'a>,
    ) -> Latches<'a> {
        Latches { program, paths, locks, uses: OnceCell::new(), guarded: RefCell::default() }
    }

    /// Whether a field is a latch that is guarded by a lock of its object.
    pub(crate) fn is_guarded(&self, field: FieldId) -> bool {
        if let Some(&known) = self.guarded.borrow().get(&field) {
            return known;
        }
        let is_guarded = self.is_set_only(field) && self.have_common_lock(field);
        self.guarded.borrow_mut().insert(field, is_guarded);
        is_guarded
    }

    /// Whether a field is only ever made true.
    pub(crate) fn is_set_only(&self, field: FieldId) -> bool {
        let uses = self.uses().get(&field).map_or(&[][..], Vec::as_slice);
        let mut writes = uses.iter().filter_map(|found| found.sets).peekable();
        writes.peek().is_some() && writes.all(|is_set| is_set)
    }

    /// Whether there is a lock, found from the object always in the same way, under which a field is always used.
    fn have_common_lock(&self, field: FieldId) -> bool {
        let uses = self.uses().get(&field).into_iter().flatten();
        let mut common: Option<Vec<Vec<FieldId>>> = None;
        for found in uses.filter(|found| !found.is_first) {
            let object = self.paths.of(found.node, found.object);
            let held = self.locks.at(found.node, found.inst);
            let keys = held.iter().flat_map(|held| &held.keys);
            let ways: Vec<Vec<FieldId>> = keys
                .filter_map(|key| match key {
                    Key::Path(path) => object.suffix(path),
                    _ => None,
                })
                .collect();
            match &mut common {
                Some(common) => common.retain(|way| ways.contains(way)),
                None => common = Some(ways),
            }
        }
        common.is_some_and(|common| !common.is_empty())
    }

    /// All uses of truth values by the program.
    fn uses(&self) -> &FxHashMap<FieldId, Vec<Use>> {
        self.uses.get_or_init(|| {
            let mut uses: FxHashMap<FieldId, Vec<Use>> = FxHashMap::default();
            for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
                for (inst, data) in info.body.insts.iter() {
                    let (object, field, value) = match data.op {
                        Op::GetField { object, field } => (object, field, None),
                        Op::PutField { object, field, value } => (object, field, Some(value)),
                        _ => continue,
                    };
                    if field.data().ty != ir::Type::Boolean {
                        continue;
                    }
                    let Some(field) = self.paths.field_in(node, field) else { continue };
                    let is_first = self.paths.is_first_write(info.method, info.body, inst);
                    let sets = value.filter(|_| !is_first).map(|value| {
                        let written = info.body.insts[info.body.values[value].def].op;
                        matches!(written, Op::Const(Constant::Int(number)) if number != 0)
                    });
                    let found = Use { node, inst, object, sets, is_first };
                    uses.entry(field).or_default().push(found);
                }
            }
            uses
        })
    }
}
