//! What is held where certain fields are accessed and certain methods are called: for those who know what should be.

use ir::Inst;
use ir::body::{Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use points_to::{Node, Obj};
use rustc_hash::FxHashSet;

use crate::escape::Escape;
use crate::explain::Explain;
use crate::judge::Judge;
use crate::locks::Locks;
use crate::program::NodeInfo;
use crate::result::{Access, AccessKind, HeldLock, ThreadId};
use crate::threads::main_thread;

/// Fields and methods of which all uses are wanted.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Fields.
    pub fields: FxHashSet<FieldId>,
    /// Methods.
    pub methods: FxHashSet<MethodId>,
}

/// What is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// A field is accessed.
    Field(FieldId),
    /// A method is called.
    Method(MethodId),
}

/// A use of something that is watched, by code of the application. Not of an object that nobody else knows yet.
#[derive(Clone, Debug)]
pub struct Use {
    /// What is used.
    pub what: Used,
    /// Where, by whom, and what is held.
    pub access: Access,
    /// The objects whose field or method it is; empty if it is static.
    pub objs: Vec<Obj>,
}

pub(crate) struct Uses<'u, 'a> {
    pub(crate) judge: &'a Judge<'a>,
    pub(crate) explain: &'u Explain<'a>,
    pub(crate) locks: &'a Locks<'a>,
    pub(crate) escape: &'a Escape<'a>,
}

impl Uses<'_, '_> {
    pub(crate) fn of(&self, watched: &Watched) -> Vec<Use> {
        let mut found = Vec::new();
        if !watched.fields.is_empty() {
            for (node, info) in self.judge.program.nodes().filter(|(_, info)| info.is_application) {
                self.fields(watched, node, info, &mut found);
            }
        }
        if !watched.methods.is_empty() {
            for (node, info) in self.judge.program.nodes() {
                if watched.methods.contains(&info.method) {
                    self.calls(node, info, &mut found);
                }
            }
        }
        found.sort_by_key(|used| (used.access.site.method.index(), used.access.site.inst));
        found
    }

    fn fields(&self, watched: &Watched, node: Node, info: &NodeInfo<'_>, found: &mut Vec<Use>) {
        for (at, data) in info.body.insts.values().enumerate() {
            let (kind, object, field) = match data.op {
                Op::GetField { object, field } => (AccessKind::Read, Some(object), field),
                Op::PutField { object, field, .. } => (AccessKind::Write, Some(object), field),
                Op::GetStatic { field } => (AccessKind::Read, None, field),
                Op::PutStatic { field, .. } => (AccessKind::Write, None, field),
                _ => continue,
            };
            let field = self.judge.paths.field_in(node, field);
            let Some(field) = field.filter(|field| watched.fields.contains(field)) else {
                continue;
            };
            let inst = Inst::from_index(at);
            if object.is_some_and(|object| self.escape.is_private(node, object, inst)) {
                continue;
            }
            let objs = object.map(|object| self.objs(node, object)).unwrap_or_default();
            let access = self.access(node, inst, kind);
            found.extend(access.map(|access| Use { what: Used::Field(field), access, objs }));
        }
    }

    fn calls(&self, node: Node, info: &NodeInfo<'_>, found: &mut Vec<Use>) {
        let solver = self.judge.program.solver;
        let this = match solver.hierarchy().method(info.method).is_static() {
            true => None,
            false => solver.code_of(node).params.first().copied().flatten(),
        };
        let objs: Vec<Obj> =
            this.map(|this| solver.points_to(node, this).iter().collect()).unwrap_or_default();
        for from in self.judge.program.callers(node) {
            let caller = self.judge.program.node(from.node);
            if !caller.is_some_and(|caller| caller.is_application) {
                continue;
            }
            let access = self.access(from.node, from.inst, AccessKind::Read);
            let what = Used::Method(info.method);
            found.extend(access.map(|access| Use { what, access, objs: objs.clone() }));
        }
    }

    fn objs(&self, node: Node, object: Value) -> Vec<Obj> {
        let objs = self.judge.program.points_to(node, object);
        objs.map(|objs| objs.iter().collect()).unwrap_or_default()
    }

    fn access(&self, node: Node, inst: Inst, kind: AccessKind) -> Option<Access> {
        let held = self.locks.at(node, inst);
        let locks = held.iter().filter_map(|held| {
            let site = self.judge.site(held.site.0, held.site.1)?;
            Some(HeldLock { site, mode: held.mode, may_objs: held.may.clone() })
        });
        let thread: ThreadId =
            self.judge.threads.of(node).first().copied().unwrap_or(main_thread());
        Some(Access {
            kind,
            site: self.judge.site(node, inst)?,
            via: None,
            inside: Vec::new(),
            thread,
            locks: locks.collect(),
            stack: self.explain.stack(thread, node),
        })
    }
}
