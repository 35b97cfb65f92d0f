//! The accesses of the application to memory that threads may share (StaTS Def. 5–7).
//!
//! An access is an instruction of the application, or a call in it of library code whose model says what it reads and writes.
//! Left out is what cannot race: volatile and final fields, objects that nobody else knows yet, class initialisers, objects of
//! immutable and thread-safe classes.

use ir::Inst;
use ir::body::{Op, Value};
use ir::hierarchy::{ClassId, FieldId, MethodId};
use models::Property;
use points_to::{Node, Obj, ObjKind, PointsToSet, SlotKind, Var};
use rustc_hash::FxHashMap;

use crate::escape::Escape;
use crate::objects::plain;
use crate::paths::Paths;
use crate::program::{Guard, NodeInfo, Program, Step, What, arguments};
use crate::result::{AccessKind, ThreadId};
use crate::threads::Threads;

/// What is accessed, as far as accesses can conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Static(FieldId),
    Slot(Obj, SlotKind),
}

/// An access.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its number.
    pub(crate) id: usize,
    pub(crate) node: Node,
    pub(crate) inst: Inst,
    pub(crate) kind: AccessKind,
    /// The objects as the node names them, in order; empty for a static field.
    pub(crate) objs: Vec<Obj>,
    /// The value that is the object.
    pub(crate) base: Option<Value>,
    /// The variable that is the object, where library code accesses it.
    pub(crate) var: Option<(Node, Var)>,
    /// The element of an array.
    pub(crate) index: Option<Value>,
    pub(crate) via: Option<MethodId>,
    /// Locks of library code around it.
    pub(crate) under: Vec<Guard>,
    /// Whether nobody else knows the object yet. Where races are looked for, only writes are kept then.
    pub(crate) is_private: bool,
    /// The thread that does it, where library code that it begins with does: node and instruction are those that start it.
    pub(crate) thread: Option<ThreadId>,
}

impl Found {
    /// The threads that do it.
    pub(crate) fn threads<'a>(&'a self, threads: &'a Threads) -> &'a [ThreadId] {
        self.thread.as_ref().map_or_else(|| threads.of(self.node), std::slice::from_ref)
    }
}

impl Found {
    /// Whether the object may be this one, as the node names it.
    pub(crate) fn may_be(&self, obj: Obj) -> bool {
        self.objs.binary_search(&obj).is_ok()
    }
}

/// All accesses, by what they access.
pub(crate) struct Accesses {
    pub(crate) all: Vec<Found>,
    pub(crate) by_place: Vec<(Place, Vec<usize>)>,
    /// Those of which it is not known what they access, or nobody can say who else does; only if all are wanted.
    pub(crate) unknown: Vec<(Node, Inst, AccessKind)>,
}

/// Which accesses are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those that may be a part of a race.
    Racing,
    /// Also those of class initialisers, and reads of objects that nobody else knows yet.
    All,
}

pub(crate) struct Collector<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    escape: &'a Escape<'a>,
    wanted: Wanted,
    places: FxHashMap<Place, Vec<usize>>,
    all: Vec<Found>,
    unknown: Vec<(Node, Inst, AccessKind)>,
    /// By class: whether its objects may be a part of a race.
    unsafe_classes: FxHashMap<ClassId, bool>,
}

impl<'a> Collector<'a> {
    pub(crate) fn collect(
        program: &'a Program<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        escape: &'a Escape<'a>,
        wanted: Wanted,
    ) -> Accesses {
        let mut collector = Collector {
            program,
            threads,
            paths,
            escape,
            wanted,
            places: FxHashMap::default(),
            all: Vec::new(),
            unknown: Vec::new(),
            unsafe_classes: FxHashMap::default(),
        };
        let mut nodes: Vec<Node> = program.nodes().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        for node in nodes {
            let Some(info) = program.node(node) else { continue };
            let is_run = wanted == Wanted::All || !collector.threads.of(node).is_empty();
            if info.is_application && is_run {
                collector.body(node, info);
            }
        }
        collector.starts();
        let mut by_place: Vec<(Place, Vec<usize>)> = collector.places.into_iter().collect();
        by_place.sort_by_key(|(_, accesses)| accesses[0]);
        Accesses { all: collector.all, by_place, unknown: collector.unknown }
    }

    /// What threads do that begin with library code: `forEach(results::add)`.
    fn starts(&mut self) {
        for id in self.threads.ids() {
            for start in &self.threads.get(id).starts {
                if !self.program.node(start.node).is_some_and(|info| info.is_application) {
                    continue;
                }
                for event in self.program.events_behind(start.target) {
                    let (kind, slot) = match event.what {
                        What::Read(slot) => (AccessKind::Read, slot),
                        What::Write(slot) => (AccessKind::Write, slot),
                        _ => continue,
                    };
                    let found = Found {
                        var: Some(event.var),
                        via: Some(event.via),
                        under: event.under,
                        thread: Some(id),
                        ..found(start.node, start.inst, kind)
                    };
                    self.add(found, &event.objs, slot);
                }
            }
        }
    }

    fn body(&mut self, node: Node, info: &NodeInfo<'a>) {
        for (inst, data) in info.body.insts.iter() {
            match data.op {
                Op::GetField { object, field } => {
                    self.field(node, inst, AccessKind::Read, object, field);
                }
                Op::PutField { object, field, .. } => {
                    self.field(node, inst, AccessKind::Write, object, field);
                }
                Op::GetStatic { field } => self.static_field(node, inst, AccessKind::Read, field),
                Op::PutStatic { field, .. } => {
                    self.static_field(node, inst, AccessKind::Write, field);
                }
                Op::ArrayLoad { array, index, .. } => {
                    self.element(node, inst, AccessKind::Read, array, index);
                }
                Op::ArrayStore { array, index, .. } => {
                    self.element(node, inst, AccessKind::Write, array, index);
                }
                Op::Invoke { .. } | Op::InvokeDynamic { .. } => self.call(node, info, inst),
                _ => {}
            }
        }
    }

    fn field(
        &mut self,
        node: Node,
        inst: Inst,
        kind: AccessKind,
        object: Value,
        field: ir::FieldRef,
    ) {
        let Some(field) = self.paths.field_in(node, field) else {
            return self.unknown(node, inst, kind);
        };
        if self.is_safe(field) {
            return;
        }
        let Some(objs) = self.program.points_to(node, object) else {
            return self.unknown(node, inst, kind);
        };
        let is_private = self.escape.is_private(node, object, inst);
        if self.is_left_out(is_private, kind) {
            return;
        }
        let found = Found { base: Some(object), is_private, ..found(node, inst, kind) };
        self.add(found, objs, SlotKind::Field(field));
    }

    fn static_field(&mut self, node: Node, inst: Inst, kind: AccessKind, field: ir::FieldRef) {
        let Some(field) = self.paths.field_in(node, field) else {
            return self.unknown(node, inst, kind);
        };
        if self.is_safe(field) {
            return;
        }
        self.places.entry(Place::Static(field)).or_default().push(self.all.len());
        self.all.push(Found { id: self.all.len(), ..found(node, inst, kind) });
    }

    fn element(&mut self, node: Node, inst: Inst, kind: AccessKind, array: Value, index: Value) {
        let Some(objs) = self.program.points_to(node, array) else {
            return self.unknown(node, inst, kind);
        };
        let is_private = self.escape.is_private(node, array, inst);
        if self.is_left_out(is_private, kind) {
            return;
        }
        let (base, index) = (Some(array), Some(index));
        let found = Found { base, index, is_private, ..found(node, inst, kind) };
        self.add(found, objs, SlotKind::Element);
    }

    fn call(&mut self, node: Node, info: &NodeInfo<'a>, inst: Inst) {
        for step in info.steps_at(inst) {
            let Step::Event(event) = step else { continue };
            let (kind, slot) = match event.what {
                What::Read(slot) => (AccessKind::Read, slot),
                What::Write(slot) => (AccessKind::Write, slot),
                _ => continue,
            };
            let is_private =
                event.value.is_some_and(|value| self.escape.is_private(node, value, inst));
            if self.is_left_out(is_private, kind) {
                continue;
            }
            // Where a range of an array is named, the array comes first and then the index.
            let index = event.value.filter(|_| slot == SlotKind::Element).and_then(|array| {
                let args = arguments(info.body, inst);
                let at = args.iter().position(|&arg| arg == array)?;
                let next = *args.get(at + 1)?;
                (info.body.values[next].ty == ir::Type::Int).then_some(next)
            });
            let found = Found {
                base: event.value,
                var: Some(event.var),
                index,
                via: Some(event.via),
                under: event.under.clone(),
                is_private,
                ..found(node, inst, kind)
            };
            self.add(found, &event.objs, slot);
        }
    }

    fn add(&mut self, found: Found, objs: &PointsToSet, slot: SlotKind) {
        if self.wanted == Wanted::All
            && (objs.is_empty() || objs.iter().any(|obj| !self.is_known(obj, slot)))
        {
            self.unknown(found.node, found.inst, found.kind);
        }
        let objs: Vec<Obj> = objs.iter().filter(|&obj| self.may_be_shared(obj, slot)).collect();
        let id = self.all.len();
        let mut plain_objs: Vec<Obj> = objs.iter().map(|&obj| plain(obj)).collect();
        plain_objs.dedup();
        for obj in plain_objs {
            self.places.entry(Place::Slot(obj, slot)).or_default().push(id);
        }
        if !objs.is_empty() {
            self.all.push(Found { id, objs, ..found });
        }
    }

    /// Whether all that access this part of an object can be found, or it cannot race. A watched run looks into objects of classes
    /// that are said to be thread-safe, but not into the state of such library objects.
    fn is_known(&mut self, obj: Obj, slot: SlotKind) -> bool {
        let is_site = matches!(self.program.solver.obj(obj).kind, ObjKind::Site(..));
        self.may_be_shared(obj, slot) || matches!(slot, SlotKind::State(_)) && is_site
    }

    /// Whether it is worth to ask who else accesses this part of an object.
    fn may_be_shared(&mut self, obj: Obj, slot: SlotKind) -> bool {
        let solver = self.program.solver;
        if !matches!(solver.obj(obj).kind, ObjKind::Site(..)) {
            return false;
        }
        if matches!(slot, SlotKind::Element) {
            return true;
        }
        let class = solver.class_of(obj).class;
        *self.unsafe_classes.entry(class).or_insert_with(|| {
            !solver.has_property(class, Property::ThreadSafe)
                && !solver.has_property(class, Property::TransitivelyThreadSafe)
                && !solver.has_property(class, Property::Immutable)
        })
    }

    /// An access of which nothing can be said.
    fn unknown(&mut self, node: Node, inst: Inst, kind: AccessKind) {
        if self.wanted == Wanted::All {
            self.unknown.push((node, inst, kind));
        }
    }

    /// Whether an access is none that is looked for.
    fn is_left_out(&self, is_private: bool, kind: AccessKind) -> bool {
        self.wanted == Wanted::Racing && is_private && kind == AccessKind::Read
    }

    /// Whether accesses to a field never race.
    fn is_safe(&self, field: FieldId) -> bool {
        let flags = self.program.solver.hierarchy().field(field).flags;
        flags.intersects(classfile::FieldFlags::VOLATILE | classfile::FieldFlags::FINAL)
    }
}

fn found(node: Node, inst: Inst, kind: AccessKind) -> Found {
    Found {
        id: 0,
        node,
        inst,
        kind,
        objs: Vec::new(),
        base: None,
        var: None,
        index: None,
        via: None,
        under: Vec::new(),
        is_private: false,
        thread: None,
    }
}
