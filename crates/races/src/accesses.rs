//! The accesses of the application to memory that threads may share (StaTS Def. 5–7).
//!
//! An access is an instruction of the application, or a call in it of library code that reads or writes: its model says so, or
//! its body does it to what it is given ([`crate::library`]). Left out is what cannot race: volatile and final fields, objects that nobody else knows yet, class initialisers, objects of
//! immutable and thread-safe classes.
//!
//! A final field can race after all if its constructor makes the object known before it writes the field:
//!
//! ```java
//! Alarm(Station station, double limit) { station.register(this); this.limit = limit; }
//! ```

use std::rc::Rc;

use ir::Inst;
use ir::body::{Body, InvokeKind, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use models::{Effect, MethodCode, Property};
use points_to::{Member, Node, Obj, ObjKind, PointsToSet, SlotKind, Solver, StmtId, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::escape::Escape;
use crate::filter::Filter;
use crate::library::{Library, Touch};
use crate::locks::{Held, Locks};
use crate::objects::plain;
use crate::paths::Paths;
use crate::program::{Event, Guard, NodeInfo, Program, Step, What, arguments};
use crate::result::{AccessKind, ThreadId};
use crate::threads::{Start, Threads};

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
    /// The element of an array, or the first one of a range.
    pub(crate) index: Option<Value>,
    /// Where the range ends; none if it is one element.
    pub(crate) end: Option<End>,
    /// Whether the element is that of the number of an iteration of a parallel loop.
    pub(crate) is_numbered: bool,
    pub(crate) via: Option<MethodId>,
    /// Locks of library code around it.
    pub(crate) under: Vec<Guard>,
    /// Whether it is atomic: it does not race with another one that is.
    pub(crate) is_atomic: bool,
    /// Whether nobody else knows the object yet. Where races are looked for, only writes are kept then.
    pub(crate) is_private: bool,
    /// Where in the body of a library it happens, and the locks that are taken there for it.
    pub(crate) inside: Option<Inside>,
    /// The thread that does it, where library code that it begins with does: node and instruction are those that start it.
    pub(crate) thread: Option<ThreadId>,
}

/// Where a range of elements ends that library code accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Before a number: `Arrays.fill(array, from, to, value)`.
    Before(Value),
    /// After so many: `System.arraycopy(from, at, to, at, length)`.
    After(Value),
    /// It is not known where.
    Unknown,
}

/// An access in the body of a library.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// The body that is called, and what it is given.
    pub(crate) callee: Node,
    pub(crate) param: usize,
    /// Whether the library may guard it: it is something that the object holds, and nobody marked the library.
    pub(crate) is_deep: bool,
    pub(crate) locks: Rc<[Held]>,
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

/// Which accesses are collected, and what is known of them.
#[derive(Clone, Copy)]
pub(crate) struct Of<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) locks: &'a Locks<'a>,
    pub(crate) filter: Filter<'a>,
    /// What bodies of libraries do to what they are given; without it, they are looked at as the application's are.
    pub(crate) library: Option<&'a Library<'a>>,
}

pub(crate) struct Collector<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    escape: &'a Escape<'a>,
    wanted: Wanted,
    locks: &'a Locks<'a>,
    filter: Filter<'a>,
    library: Option<&'a Library<'a>>,
    /// Whether a body is looked at for what it was not given.
    is_own_only: bool,
    /// The final fields that are written when others may know the object.
    late: FxHashSet<FieldId>,
    places: FxHashMap<Place, Vec<usize>>,
    all: Vec<Found>,
    unknown: Vec<(Node, Inst, AccessKind)>,
}

impl<'a> Collector<'a> {
    pub(crate) fn collect(
        program: &'a Program<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        escape: &'a Escape<'a>,
        of: Of<'a>,
    ) -> Accesses {
        let Of { wanted, locks, filter, library } = of;
        let mut collector = Collector {
            program,
            threads,
            paths,
            escape,
            wanted,
            locks,
            filter,
            library,
            is_own_only: false,
            late: FxHashSet::default(),
            places: FxHashMap::default(),
            all: Vec::new(),
            unknown: Vec::new(),
        };
        let mut nodes: Vec<Node> = program.nodes().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        collector.late = collector.find_late(&nodes);
        for node in nodes {
            let Some(info) = program.node(node) else { continue };
            collector.is_own_only = !info.is_application && library.is_some();
            let is_run = !collector.threads.of(node).is_empty() && !filter.is_safe(info.method);
            if filter.is_looked_at(info) && (wanted == Wanted::All || is_run) {
                collector.body(node, info);
            }
        }
        collector.is_own_only = false;
        collector.starts();
        let mut by_place: Vec<(Place, Vec<usize>)> = collector.places.into_iter().collect();
        // Of several objects with the same accesses, the one that is known first is named.
        by_place.sort_by_key(|(place, accesses)| match place {
            Place::Slot(obj, _) => (accesses[0], obj.index()),
            Place::Static(_) => (accesses[0], 0),
        });
        Accesses { all: collector.all, by_place, unknown: collector.unknown }
    }

    /// The final fields of objects that a constructor of the application makes known before it writes them.
    fn find_late(&self, nodes: &[Node]) -> FxHashSet<FieldId> {
        let mut late = FxHashSet::default();
        for &node in nodes {
            let Some(info) = self.program.node(node).filter(|info| info.is_application) else {
                continue;
            };
            for (inst, data) in info.body.insts.iter() {
                if let Op::PutField { object, field, .. } = data.op
                    && let Some(field) = self.paths.field_in(node, field)
                    && is_final(self.program.solver, field)
                    && !self.escape.is_private(node, object, inst)
                {
                    late.insert(field);
                }
            }
        }
        late
    }

    /// What threads do that begin with library code: `forEach(results::add)`.
    fn starts(&mut self) {
        for id in self.threads.ids() {
            for start in &self.threads.get(id).starts {
                if !self.program.node(start.node).is_some_and(|info| info.is_application) {
                    continue;
                }
                self.bodies_behind(id, start);
                for event in self.program.events_behind(start.target) {
                    let (kind, slot) = match event.what {
                        What::Read(slot) => (AccessKind::Read, slot),
                        What::Write(slot) => (AccessKind::Write, slot),
                        _ => continue,
                    };
                    let found = Found {
                        var: Some(event.var),
                        is_numbered: self.is_numbered(event.via),
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

    /// Whether a method of a library accesses the element of the number of an iteration.
    fn is_numbered(&self, via: MethodId) -> bool {
        let (solver, hierarchy) = (self.program.solver, self.program.solver.hierarchy());
        let method = hierarchy.method(via);
        let (class, name) = (hierarchy.name(method.class), method.name.as_str());
        let model = solver.models().method(class.as_str(), name, method.ty.descriptor().as_str());
        let numbered = Effect::Property(Property::Numbered);
        model.is_some_and(|model| model.effects.contains(&numbered))
    }

    /// What threads do that begin with a body of a library.
    fn bodies_behind(&mut self, id: ThreadId, start: &Start) {
        let Some(library) = self.library else { return };
        for step in self.program.calls_behind(start.fork, start.target) {
            let Step::Call { node: callee, from, .. } = step else { continue };
            let found =
                Found { thread: Some(id), ..found(start.node, start.inst, AccessKind::Read) };
            self.touched(library, callee, from, &found, &[]);
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
        let is_late = self.late.contains(&field);
        // However the object is found later: who finds it sees what was written to final fields before it was known.
        let is_written_before =
            || kind == AccessKind::Write && self.escape.is_private(node, object, inst);
        if self.is_safe(field) && !is_late || is_late && is_written_before() {
            return;
        }
        self.variable(found(node, inst, kind), object, None, SlotKind::Field(field));
    }

    /// An access to a part of an object.
    fn variable(&mut self, at: Found, object: Value, index: Option<Value>, slot: SlotKind) {
        let (node, inst) = (at.node, at.inst);
        let Some(objs) = self.program.points_to(node, object) else {
            return self.unknown(node, inst, at.kind);
        };
        let is_private = self.escape.is_private(node, object, inst);
        if self.is_given(node, object) || self.is_left_out(is_private, at.kind) {
            return;
        }
        self.add(Found { base: Some(object), index, is_private, ..at }, objs, slot);
    }

    fn static_field(&mut self, node: Node, inst: Inst, kind: AccessKind, field: ir::FieldRef) {
        let Some(field) = self.paths.field_in(node, field) else {
            return self.unknown(node, inst, kind);
        };
        if self.is_safe(field) {
            return;
        }
        self.add_static(field, found(node, inst, kind));
    }

    fn add_static(&mut self, field: FieldId, found: Found) {
        self.places.entry(Place::Static(field)).or_default().push(self.all.len());
        self.all.push(Found { id: self.all.len(), ..found });
    }

    fn element(&mut self, node: Node, inst: Inst, kind: AccessKind, array: Value, index: Value) {
        self.variable(found(node, inst, kind), array, Some(index), SlotKind::Element);
    }

    /// A call of a variable handle is an access of the variable.
    fn handle(&mut self, node: Node, info: &NodeInfo<'a>, inst: Inst) {
        let Op::Invoke { method, args, .. } = info.body.insts[inst].op else { return };
        let (method, solver) = (method.data(), self.program.solver);
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let model = solver.models().method(class, name, method.ty.descriptor().as_str());
        let Some(model) = model else { return };
        let MethodCode::Intrinsic(intrinsic) = &model.code else { return };
        let kind = match intrinsic.strip_prefix("var-handle-") {
            Some("get") => AccessKind::Read,
            Some("set" | "update" | "exchange" | "compare-and-set" | "compare-and-exchange") => {
                AccessKind::Write
            }
            _ => return,
        };
        let is_atomic = !model.effects.contains(&Effect::Property(Property::Plain));
        let args = info.body.list(args);
        let handles = args.first().and_then(|&handle| self.program.points_to(node, handle));
        let members: FxHashSet<Member> = handles
            .into_iter()
            .flat_map(PointsToSet::iter)
            .filter_map(|handle| match solver.obj(handle).kind {
                ObjKind::Member(member) => Some(member),
                _ => None,
            })
            .collect();
        for member in members {
            let at = Found { is_atomic, ..found(node, inst, kind) };
            match (member, args.get(1)) {
                (Member::Field(field), _) if self.is_safe(field) => {}
                (Member::Field(field), _) if is_static(solver, field) => self.add_static(field, at),
                (Member::Field(field), Some(&object)) => {
                    self.variable(at, object, None, SlotKind::Field(field));
                }
                (Member::Element, Some(&array)) => {
                    self.variable(at, array, args.get(2).copied(), SlotKind::Element);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, node: Node, info: &NodeInfo<'a>, inst: Inst) {
        self.handle(node, info, inst);
        for step in info.steps_at(inst) {
            if let (Step::Call { node: callee, is_direct, from, .. }, Some(library)) =
                (step, self.library)
            {
                let args = if *is_direct { arguments(info.body, inst) } else { Vec::new() };
                let found = found(node, inst, AccessKind::Read);
                self.touched(library, *callee, *from, &found, &args);
            }
            let Step::Event(event) = step else { continue };
            let (kind, slot) = match event.what {
                What::Read(slot) => (AccessKind::Read, slot),
                What::Write(slot) => (AccessKind::Write, slot),
                _ => continue,
            };
            let base = self.base(node, info, inst, event);
            let base = base.map(|value| self.program.first_receiver(node, value));
            let is_private = base.is_some_and(|value| self.escape.is_private(node, value, inst));
            if self.is_left_out(is_private, kind)
                || base.is_some_and(|value| self.is_given(node, value))
            {
                continue;
            }
            // Where a range of an array is named, the array comes first, then the index, and then an end or another array. A last
            // number is something else: what is filled in, or a length.
            let index = base.filter(|_| slot == SlotKind::Element).and_then(|array| {
                let args = arguments(info.body, inst);
                let at = args.iter().position(|&arg| arg == array)?;
                let next = *args.get(at + 1).filter(|_| at + 2 < args.len())?;
                is_number(info.body, next).then_some((at, next))
            });
            let end = index.map(|(at, _)| end(info.body, inst, at));
            let index = index.map(|(_, index)| index);
            let found = Found {
                base,
                var: Some(event.var),
                index,
                end,
                via: Some(event.via),
                under: event.under.clone(),
                is_private,
                ..found(node, inst, kind)
            };
            // Summaries without objects in them are shared by their callers, who do not have all that they have.
            let own = base.and_then(|base| self.program.points_to(node, base));
            let own: Option<PointsToSet> =
                own.map(|own| event.objs.iter().filter(|&obj| own.contains(obj)).collect());
            let objs = own.filter(|own| !own.is_empty());
            let objs = objs.unwrap_or_else(|| event.objs.iter().collect());
            let is_safe = |obj| self.filter.is_safe_part(obj, event.via);
            match objs.iter().any(is_safe) {
                false => self.add(found, &objs, slot),
                true => {
                    let others: PointsToSet = objs.iter().filter(|&obj| !is_safe(obj)).collect();
                    if !others.is_empty() {
                        self.add(found, &others, slot);
                    }
                }
            }
        }
    }

    /// The value that has the objects of an access in library code: the argument that leads to them, or what an iterator among
    /// them was made by.
    fn base(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, event: &Event) -> Option<Value> {
        let has_all = |value: Value| {
            let objs = self.program.points_to(node, value);
            objs.is_some_and(|objs| event.objs.iter().all(|obj| objs.contains(obj)))
        };
        let has_some = |value: Value| {
            let objs = self.program.points_to(node, value);
            objs.is_some_and(|objs| objs.intersects(&event.objs))
        };
        let follow = |mut value: Value, has: &dyn Fn(Value) -> bool| {
            for _ in 0..4 {
                if has(value) {
                    return Some(value);
                }
                match info.body.insts[info.body.values[value].def].op {
                    Op::CheckCast { value: from, .. } => value = from,
                    Op::Invoke { args, .. } => value = *info.body.list(args).first()?,
                    _ => return None,
                }
            }
            None
        };
        match event.value {
            Some(value) => follow(value, &has_some).or(event.value),
            None if event.objs.is_empty() => None,
            None => {
                let args = arguments(info.body, inst);
                let whole = args.iter().find_map(|&arg| follow(arg, &has_all));
                // What has nothing but its receiver does it to that.
                whole.or_else(|| match args[..] {
                    [receiver] => follow(receiver, &has_some),
                    _ => None,
                })
            }
        }
    }

    /// What a body of a library does to what a call gives it.
    fn touched(
        &mut self,
        library: &Library<'a>,
        callee: Node,
        from: (Node, StmtId, bool),
        at: &Found,
        args: &[Value],
    ) {
        let touches = library.of(callee);
        if touches.is_empty() || library.has_effects(callee) {
            return;
        }
        let via = self.program.node(callee).map(|info| info.method);
        let is_marked = via.is_some_and(|method| self.filter.is_marked(method));
        for touch in touches.iter() {
            let Touch { param, kind, locks, .. } = *touch;
            let Some((var, objs)) = self.program.given(from, param) else { continue };
            let base = args.get(param).copied();
            if base.is_some_and(|base| {
                self.is_given(at.node, base) || self.escape.is_private(at.node, base, at.inst)
            }) {
                continue;
            }
            let held = library.locks_of(locks).iter();
            let held = held.filter_map(|held| self.locks.up(at.node, args, held));
            let is_deep = touch.is_deep && !is_marked;
            let inside = Inside { callee, param, is_deep, locks: held.collect() };
            let var = Some((from.0, var));
            let found = Found { kind, base, var, via, inside: Some(inside), ..at.clone() };
            self.add_all(found, &objs, &touch.slots);
        }
    }

    /// Whether a library was given a value, so that it counts where it was.
    fn is_given(&self, node: Node, value: Value) -> bool {
        self.is_own_only && self.library.is_some_and(|library| library.is_given(node, value))
    }

    fn add(&mut self, found: Found, objs: &PointsToSet, slot: SlotKind) {
        self.add_all(found, objs, &[slot]);
    }

    fn add_all(&mut self, found: Found, objs: &PointsToSet, slots: &[SlotKind]) {
        let is_known = |obj: Obj| slots.iter().all(|&slot| self.is_known(obj, slot));
        if self.wanted == Wanted::All && (objs.is_empty() || !objs.iter().all(is_known)) {
            self.unknown(found.node, found.inst, found.kind);
        }
        let may_be_shared = |&obj: &Obj| slots.iter().any(|&slot| self.may_be_shared(obj, slot));
        let objs: Vec<Obj> = objs.iter().filter(may_be_shared).collect();
        let id = self.all.len();
        let mut plain_objs: Vec<Obj> = objs.iter().map(|&obj| plain(obj)).collect();
        plain_objs.dedup();
        for obj in plain_objs {
            for &slot in slots {
                self.places.entry(Place::Slot(obj, slot)).or_default().push(id);
            }
        }
        if !objs.is_empty() {
            self.all.push(Found { id, objs, ..found });
        }
    }

    /// Whether all that access this part of an object can be found, or it cannot race. A watched run looks into objects of classes
    /// that are said to be thread-safe, but not into the state of such library objects.
    fn is_known(&self, obj: Obj, slot: SlotKind) -> bool {
        let is_site = matches!(self.program.solver.obj(obj).kind, ObjKind::Site(..));
        self.may_be_shared(obj, slot) || matches!(slot, SlotKind::State(_)) && is_site
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
        is_safe_field(self.program.solver, field)
    }

    /// Whether it is worth to ask who else accesses this part of an object.
    fn may_be_shared(&self, obj: Obj, slot: SlotKind) -> bool {
        matches!(self.program.solver.obj(obj).kind, ObjKind::Site(..))
            && !self.filter.is_safe_object(obj, slot)
    }
}

fn is_static(solver: &Solver, field: FieldId) -> bool {
    solver.hierarchy().field(field).flags.contains(classfile::FieldFlags::STATIC)
}

/// Whether accesses to a field never race.
pub(crate) fn is_safe_field(solver: &Solver, field: FieldId) -> bool {
    let flags = solver.hierarchy().field(field).flags;
    flags.intersects(classfile::FieldFlags::VOLATILE | classfile::FieldFlags::FINAL)
}

fn is_final(solver: &Solver, field: FieldId) -> bool {
    solver.hierarchy().field(field).flags.contains(classfile::FieldFlags::FINAL)
}

fn is_number(body: &Body, value: Value) -> bool {
    body.values[value].ty == ir::Type::Int
}

/// Where the range ends that a call names: behind the array comes its first index. Methods that are called on something name how many
/// elements they want, and so do those that copy; others name the end.
fn end(body: &Body, inst: Inst, array: usize) -> End {
    let args = arguments(body, inst);
    let is_static = matches!(body.insts[inst].op, Op::Invoke { kind: InvokeKind::Static, .. });
    let is_array = |value: &Value| body.values[*value].ty.is_array();
    let is_copy = args.iter().filter(|value| is_array(value)).count() > 1;
    let last = args.last().copied().filter(|&last| is_number(body, last));
    let second = args.get(array + 2).copied().filter(|&second| is_number(body, second));
    match (is_copy, is_static) {
        (true, _) => last.map_or(End::Unknown, End::After),
        (false, true) => second.map_or(End::Unknown, End::Before),
        (false, false) => second.map_or(End::Unknown, End::After),
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
        end: None,
        is_numbered: false,
        via: None,
        under: Vec::new(),
        is_atomic: false,
        is_private: false,
        inside: None,
        thread: None,
    }
}
