//! Objects that are made known by a volatile field when they are done.
//!
//! ```java
//! names.put("ACM", "Acme"); table = names;         // `table` is volatile
//! String name = table.get("ACM");                  // found there: it has been put in before
//! ```
//!
//! Others may have known the object all along; who has found it in the field comes after all that was done to it before it was stored
//! there. That does not hold if somebody else stores it there, too, or if more is done to it after that. How often the body is run
//! for one object is not known, so this is a doubt, not a proof.

use std::cell::OnceCell;

use ir::Inst;
use ir::body::{Op, Value};
use ir::hierarchy::FieldId;
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Found;
use crate::objects::plain;
use crate::paths::{Paths, Root};
use crate::program::{Program, arguments};
use crate::publication::Publication;
use crate::result::Doubt;

pub(crate) struct Announced<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    /// By volatile field: where something is stored in it.
    stores: OnceCell<FxHashMap<FieldId, Vec<(Node, Inst)>>>,
}

/// How many calls around an access are looked at.
const CALLS: usize = 3;

impl<'a> Announced<'a> {
    pub(crate) fn new(program: &'a Program<'a>, paths: &'a Paths<'a>) -> Announced<'a> {
        Announced { program, paths, stores: OnceCell::new() }
    }

    /// The field in which the second access finds the object after the first has been done to it.
    pub(crate) fn doubt(
        &self,
        publication: &Publication<'_>,
        obj: Obj,
        first: &Found,
        second: &Found,
    ) -> Option<Doubt> {
        let sources = publication.sources(second.node, second.base?);
        let field = self.found_in(&sources)?;
        let stores = self.stores(publication, field, obj);
        (!stores.is_empty() && self.is_before_all(first, &stores))
            .then_some(Doubt::OrderedByVolatile(field))
    }

    /// The volatile field that loads are of, if all are of one.
    fn found_in(&self, sources: &FxHashSet<(Node, Inst)>) -> Option<FieldId> {
        let mut fields = sources.iter().map(|&(node, inst)| self.volatile(node, inst));
        let field = fields.next()??;
        fields.all(|other| other == Some(field)).then_some(field)
    }

    fn volatile(&self, node: Node, inst: Inst) -> Option<FieldId> {
        let (Op::GetField { field, .. }
        | Op::GetStatic { field }
        | Op::PutField { field, .. }
        | Op::PutStatic { field, .. }) = self.program.node(node)?.body.insts[inst].op
        else {
            return None;
        };
        let field = self.paths.field_in(node, field)?;
        let flags = self.program.solver.hierarchy().field(field).flags;
        flags.contains(classfile::FieldFlags::VOLATILE).then_some(field)
    }

    /// Where the object is stored in a volatile field, by all threads.
    fn stores(&self, publication: &Publication<'_>, field: FieldId, obj: Obj) -> Vec<(Node, Inst)> {
        let stores = self.stores.get_or_init(|| self.find_stores()).get(&field);
        let has =
            |&&(node, inst): &&(Node, Inst)| publication.stored(node, inst).contains(&plain(obj));
        stores.into_iter().flatten().filter(has).copied().collect()
    }

    fn find_stores(&self) -> FxHashMap<FieldId, Vec<(Node, Inst)>> {
        let mut stores: FxHashMap<FieldId, Vec<(Node, Inst)>> = FxHashMap::default();
        for (node, info) in self.program.nodes() {
            for (inst, data) in info.body.insts.iter() {
                let is_put = matches!(data.op, Op::PutField { .. } | Op::PutStatic { .. });
                if let Some(field) = self.volatile(node, inst).filter(|_| is_put) {
                    stores.entry(field).or_default().push((node, inst));
                }
            }
        }
        stores
    }

    /// Whether all of some stores are of the object of an access, and come after it and never before it, in its body or in one that
    /// calls it.
    fn is_before_all(&self, found: &Found, stores: &[(Node, Inst)]) -> bool {
        let (mut node, mut inst, mut base) = (found.node, found.inst, found.base);
        for _ in 0..CALLS {
            let (Some(info), Some(value)) = (self.program.node(node), base) else { return false };
            let path = self.paths.of(node, value);
            let flow = self.program.flow(node);
            let changes = path.changes_at(info.body);
            let is_after = |&(of, store): &(Node, Inst)| {
                of == node
                    && self.stored(info.body, store).is_some_and(|v| self.paths.of(node, v) == path)
                    && flow.reaches(inst, store, changes)
                    && !flow.reaches(store, inst, changes)
            };
            if stores.iter().all(is_after) {
                return true;
            }
            // The object is what a caller has given.
            let [from] = self.program.callers(node) else { return false };
            let Root::Param(at) = path.root else { return false };
            let outer = self.program.node(from.node).filter(|_| from.is_direct);
            base = outer.and_then(|o| arguments(o.body, from.inst).get(usize::from(at)).copied());
            base = base.filter(|_| path.fields.is_empty());
            (node, inst) = (from.node, from.inst);
        }
        false
    }

    fn stored(&self, body: &ir::Body, store: Inst) -> Option<Value> {
        match body.insts[store].op {
            Op::PutField { value, .. } | Op::PutStatic { value, .. } => Some(value),
            _ => None,
        }
    }
}
