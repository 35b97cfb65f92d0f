//! Which accesses are to data that several threads use (TSA).
//!
//! ```text
//! static_sharing_analysis (Alg. 1)
//!   ├─ the accesses of each thread (Alg. 2): those that [`crate::accesses`] found on the bodies that threads run
//!   ├─ check_sharing (Alg. 3): by location, who reads and who writes
//!   │    └─ publication: what was written before an object was made known by a race
//!   └─ query_sap (Alg. 4): by place in the code, whether one of its locations is shared
//! ```
//!
//! The paper's algorithm says that a field of an object is shared if two threads access it and one of them writes. Here, as there,
//! what a constructor does to an object that nobody else knows yet does not count: a field that is only read from then on is
//! immutable. [`Algorithm::Mhp`] asks besides whether the two may happen at the same time, which the paper names as an
//! improvement (§8); [`Algorithm::Escape`] is what it compares itself with.
//!
//! A watched run leaves out what is not shared. So nothing is that a race could be a part of: what may be made known by a race is shared
//! from its first write on, and where objects are not known, nothing is claimed. What class initialisers do to what
//! they made, and to their own class's fields, comes before everything else, unless an initialiser starts a thread.

use ir::body::{InvokeKind, Op};
use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use ir::{MethodRefData, Type, Value};
use models::Models;
use points_to::{
    CodeId, EntryPoint, Frame, Node, Obj, ObjKind, PointsToSet, SlotKind, Solver, Stmt,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Accesses, Found, Place, Wanted};
use crate::check::{Basis, Options, with_judge};
use crate::conflicts::{ClassKey, Conflicts};
use crate::explain::Explain;
use crate::judge::{InThread, Judge};
use crate::node_set::NodeSet;
use crate::objects::plain;
use crate::program::{Event, What, arguments};
use crate::result::{AbstractThread, AccessKind, Location, Site, ThreadId};
use crate::threads::initialisers;

/// How it is decided what is shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// All that can be reached from static fields and from what threads are given.
    Escape,
    /// What two threads access, one of them for writing (TSA, Algorithms 1 to 4).
    Tsa,
    /// The same, if the two accesses may happen in parallel.
    #[default]
    Mhp,
}

/// What is known about all accesses.
#[derive(Clone, Debug, Default)]
pub struct Sharing {
    /// The abstract threads, by [`ThreadId`]; the first is the one that calls the entry points.
    pub threads: Vec<AbstractThread>,
    /// The accesses of the application, by place in the code, kind and what is accessed.
    pub accesses: Vec<SharingAccess>,
    /// What they access, by object and field.
    pub locations: Vec<SharingLocation>,
    /// The methods of the application whose accesses are all known.
    pub methods: Vec<MethodId>,
}

/// An access.
#[derive(Clone, Debug)]
pub struct SharingAccess {
    /// Where, in application code.
    pub site: Site,
    /// What it does.
    pub kind: AccessKind,
    /// The library method that is called there, if the access happens in library code.
    pub via: Option<MethodId>,
    /// One of the locations that it accesses, a shared one if there is one; none if that is not known.
    pub location: Option<Location>,
    /// What is known about it.
    pub status: Status,
}

/// A location, and who uses it.
#[derive(Clone, Debug)]
pub struct SharingLocation {
    /// What it is.
    pub location: Location,
    /// What is known about it.
    pub status: Status,
    /// The threads that read it, in order.
    pub readers: Vec<ThreadId>,
    /// The threads that write it after others could know it, in order.
    pub writers: Vec<ThreadId>,
    /// At how many places in the code it is accessed.
    pub sites: usize,
}

/// What is known about the data at a location, or about all data that an access may be to. The last one that fits counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// One thread uses it.
    Local,
    /// Several threads use it, and nobody writes it any more once others know it.
    Immutable,
    /// Several threads use it, one of them writes, but not while others use it.
    Ordered,
    /// It is not known what is accessed.
    Unknown,
    /// Several threads use it, and one of them writes.
    Shared,
}

impl Status {
    /// Whether an access has to be taken for one to shared data.
    pub fn may_be_shared(self) -> bool {
        self >= Status::Unknown
    }
}

/// TSA's Algorithm 1: what is shared, in a program that starts with one of these mains.
pub fn static_sharing_analysis(
    solver: &Solver,
    mains: &[EntryPoint],
    algorithm: Algorithm,
) -> Sharing {
    with_judge(solver, mains, Wanted::All, &Options::default(), |basis| of(basis, algorithm))
}

/// The same for what is known already.
pub(crate) fn of(basis: &Basis<'_>, algorithm: Algorithm) -> Sharing {
    Analysis::new(basis, algorithm).run()
}

struct Analysis<'a> {
    judge: &'a Judge<'a>,
    accesses: &'a Accesses,
    conflicts: Conflicts<'a>,
    algorithm: Algorithm,
    /// What class initialisers run and no thread does.
    initialising: NodeSet,
    /// The code that nobody else runs.
    early_code: FxHashSet<CodeId>,
    /// Whether a class initialiser starts a thread.
    has_early_threads: bool,
    /// By access: whether it is to shared data, and whether no lock keeps it apart from another one.
    is_shared: Vec<bool>,
    is_racy: Vec<bool>,
}

/// Accesses to a location of which the same can be said about whose objects they mean: kind, threads, how code is told apart by
/// threads, and whether they mean what the thread made itself, and what another one did.
type GroupKey<'a> = (AccessKind, &'a [ThreadId], Frame, bool, bool);

/// The accesses to a location by when they happen.
struct Parts<'a> {
    /// When others may know the object.
    open: Vec<&'a Found>,
    /// Before.
    private: Vec<&'a Found>,
    /// While a class is being initialised.
    early: Vec<&'a Found>,
}

impl<'a> Analysis<'a> {
    fn new(basis: &Basis<'a>, algorithm: Algorithm) -> Analysis<'a> {
        let (judge, accesses) = (basis.judge, basis.accesses);
        let mut threads = judge.threads.all.iter();
        let initialising = initialisers(judge.program);
        let solver = judge.program.solver;
        let (mut early_code, mut late_code) = (FxHashSet::default(), FxHashSet::default());
        for node in solver.reachable() {
            let is_early = initialising.contains(node) && judge.threads.of(node).is_empty();
            let code = if is_early { &mut early_code } else { &mut late_code };
            code.insert(solver.code_id_of(node));
        }
        early_code.retain(|code| !late_code.contains(code));
        Analysis {
            judge,
            accesses,
            conflicts: Conflicts::new(judge, accesses),
            algorithm,
            initialising,
            early_code,
            has_early_threads: threads
                .any(|thread| thread.starts.iter().any(|start| start.parents.is_empty())),
            is_shared: vec![false; accesses.all.len()],
            is_racy: vec![false; accesses.all.len()],
        }
    }

    fn run(mut self) -> Sharing {
        let accesses = self.accesses;
        match self.algorithm {
            Algorithm::Escape => self.escape(),
            Algorithm::Tsa | Algorithm::Mhp => {
                for (place, ids) in &accesses.by_place {
                    self.check_sharing(*place, &self.parts(ids));
                }
                self.publish();
            }
        }
        let explain = Explain::new(self.judge, None);
        let statuses = accesses.by_place.iter().map(|(place, ids)| self.status(*place, ids));
        let statuses: Vec<Status> = statuses.collect();
        let locations = accesses.by_place.iter().zip(&statuses);
        Sharing {
            threads: self.judge.threads.ids().map(|id| explain.describe(id)).collect(),
            accesses: self.query_saps(&statuses),
            locations: locations
                .filter_map(|((place, ids), status)| self.location(*place, ids, *status))
                .collect(),
            methods: self.methods(),
        }
    }

    fn parts(&self, ids: &[usize]) -> Parts<'a> {
        let mut parts = Parts { open: Vec::new(), private: Vec::new(), early: Vec::new() };
        for found in ids.iter().map(|&id| &self.accesses.all[id]) {
            let part = if found.threads(self.judge.threads).is_empty() {
                &mut parts.early
            } else if found.is_private {
                &mut parts.private
            } else {
                &mut parts.open
            };
            part.push(found);
        }
        parts
    }

    /// TSA's Algorithm 3 for all accesses to a location.
    fn check_sharing(&mut self, place: Place, parts: &Parts<'a>) {
        let is_write = |found: &&'a Found| found.kind == AccessKind::Write;
        if !parts.open.iter().chain(&parts.early).any(is_write) {
            return;
        }
        let groups = self.groups(place, &parts.open);
        let is_used = self.is_used_by_two(place, &groups, &groups, true);
        match self.algorithm {
            Algorithm::Tsa if is_used => {
                for found in &parts.open {
                    self.is_shared[found.id] = true;
                    self.is_racy[found.id] = true;
                }
            }
            Algorithm::Mhp if is_used => self.check_order(place, &parts.open),
            _ => {}
        }
        for &early in &parts.early {
            if self.comes_first(place, early) {
                continue;
            }
            let is_other = |found: &&&'a Found| is_write(found) || is_write(&early);
            let others: Vec<&Found> = parts.open.iter().filter(is_other).copied().collect();
            for found in others.iter().copied().chain((!others.is_empty()).then_some(early)) {
                self.is_shared[found.id] = true;
                self.is_racy[found.id] = true;
            }
        }
    }

    /// The accesses to a location by what decides whose objects they mean.
    fn groups(&self, place: Place, accesses: &[&'a Found]) -> Vec<&'a Found> {
        let mut known: FxHashSet<GroupKey<'a>> = FxHashSet::default();
        let mut groups = Vec::new();
        for &found in accesses {
            let (own, others) = match place {
                Place::Slot(obj, _) => {
                    (found.may_be(plain(obj)), found.may_be(plain(obj).mirror()))
                }
                Place::Static(_) => (true, true),
            };
            let frame = self.judge.program.solver.frame(found.node);
            let threads = found.threads(self.judge.threads);
            if known.insert((found.kind, threads, frame, own, others)) {
                groups.push(found);
            }
        }
        groups
    }

    /// Whether one of the accesses and one of the others may be to the same object in two threads; if that is asked, a write
    /// among them.
    fn is_used_by_two(
        &self,
        place: Place,
        accesses: &[&'a Found],
        others: &[&'a Found],
        needs_write: bool,
    ) -> bool {
        let is_read = |found: &Found| found.kind == AccessKind::Read;
        accesses.iter().any(|first| {
            let others = others.iter().filter(|second| {
                let are_reads = is_read(first) && is_read(second);
                !are_reads || !needs_write
            });
            let mut others =
                others.filter(|second| !self.judge.is_own_of_both(place, first, second));
            others.any(|second| self.may_meet_ever(place, first, second))
        })
    }

    /// Which of the accesses to a location may happen at the same time as another one.
    fn check_order(&mut self, place: Place, open: &[&'a Found]) {
        let classes = self.conflicts.classes(place, open);
        for (at, (key, members)) in classes.iter().enumerate() {
            for (other, others) in &classes[at..] {
                if key.kind == AccessKind::Read && other.kind == AccessKind::Read {
                    continue;
                }
                let all = || members.iter().chain(others);
                let is_racy = !self.judge.guards.have_common(key.locks, other.locks);
                let is_done = all()
                    .all(|found| self.is_shared[found.id] && (!is_racy || self.is_racy[found.id]));
                if !is_done && self.may_meet(place, (key, members[0]), (other, others[0])) {
                    for found in all() {
                        self.is_shared[found.id] = true;
                        self.is_racy[found.id] |= is_racy;
                    }
                }
            }
        }
    }

    /// Whether two accesses may be to the same object in two threads, for [`Algorithm::Mhp`] at the same time.
    fn may_meet(
        &self,
        place: Place,
        (key, first): (&ClassKey, &'a Found),
        (other, second): (&ClassKey, &'a Found),
    ) -> bool {
        match self.algorithm {
            Algorithm::Mhp => {
                let together =
                    || self.conflicts.together(place, (key.time, first), (other.time, second));
                self.judge.may_be_same(place, first, second) && !together().is_empty()
            }
            _ => {
                !self.judge.is_own_of_both(place, first, second)
                    && self.may_meet_ever(place, first, second)
            }
        }
    }

    fn may_meet_ever(&self, place: Place, first: &'a Found, second: &'a Found) -> bool {
        let threads = |found: &'a Found| found.threads(self.judge.threads).iter().copied();
        threads(first).any(|a| {
            threads(second).any(|b| {
                (a != b || self.judge.order.is_many(a))
                    && self.judge.processes.have_common((a, first.node), (b, second.node))
                    && self.judge.may_have(
                        place,
                        InThread { found: first, thread: a },
                        InThread { found: second, thread: b },
                    )
            })
        })
    }

    /// Whether what a class initialiser does comes before all other accesses to the location: whoever uses the class waits for it.
    fn comes_first(&self, place: Place, early: &Found) -> bool {
        if self.has_early_threads || !self.initialising.contains(early.node) {
            return false;
        }
        let solver = self.judge.program.solver;
        match place {
            Place::Static(field) => {
                let method = self.judge.program.node(early.node).map(|info| info.method);
                let class = method.map(|method| solver.hierarchy().method(method).class);
                class == Some(solver.hierarchy().field(field).class)
            }
            Place::Slot(obj, _) => {
                let ObjKind::Site(code, _) = solver.obj(obj).kind else { return false };
                self.early_code.contains(&code)
            }
        }
    }

    /// Marks what was done to objects before others knew them, if they come to know them by a race; and so on, since what is
    /// stored in such objects becomes known with them.
    fn publish(&mut self) {
        let mut places: FxHashMap<Obj, Vec<usize>> = FxHashMap::default();
        for (at, (place, ids)) in self.accesses.by_place.iter().enumerate() {
            let is_private = |&id: &usize| self.accesses.all[id].is_private;
            if let Place::Slot(obj, _) = place
                && ids.iter().any(is_private)
            {
                places.entry(plain(*obj)).or_default().push(at);
            }
        }
        let is_write = |found: &&Found| found.kind == AccessKind::Write;
        let racing = self.accesses.all.iter().filter(|found| self.is_racy[found.id]);
        let mut pending: Vec<&'a Found> = racing.filter(is_write).collect();
        let mut published: FxHashSet<Obj> = FxHashSet::default();
        while let Some(write) = pending.pop() {
            for obj in self.stored(write) {
                if !published.insert(obj) {
                    continue;
                }
                for &at in places.get(&obj).into_iter().flatten() {
                    let (place, ids) = &self.accesses.by_place[at];
                    let parts = self.parts(ids);
                    pending.extend(self.publish_at(*place, &parts));
                }
            }
        }
    }

    /// The same at one place; the writes that are marked for the first time.
    fn publish_at(&mut self, place: Place, parts: &Parts<'a>) -> Vec<&'a Found> {
        let private = self.conflicts.classes(place, &parts.private);
        let open = self.conflicts.classes(place, &parts.open);
        let mut marked = Vec::new();
        for (key, members) in &private {
            for (other, others) in &open {
                if key.kind == AccessKind::Read && other.kind == AccessKind::Read
                    || !self.may_meet(place, (key, members[0]), (other, others[0]))
                {
                    continue;
                }
                for &found in members.iter().chain(others) {
                    self.is_shared[found.id] = true;
                    if !std::mem::replace(&mut self.is_racy[found.id], true)
                        && found.kind == AccessKind::Write
                    {
                        marked.push(found);
                    }
                }
            }
        }
        marked
    }

    /// The objects that a write puts somewhere, whichever instance of a thread made them.
    fn stored(&self, write: &Found) -> Vec<Obj> {
        let Some(info) = self.judge.program.node(write.node) else { return Vec::new() };
        match info.body.insts[write.inst].op {
            Op::Invoke { .. } | Op::InvokeDynamic { .. } => {
                let args = arguments(info.body, write.inst);
                let objs = |arg: Value| self.judge.program.points_to(write.node, arg);
                let objs = args.into_iter().filter_map(objs).flat_map(PointsToSet::iter);
                objs.map(plain).collect()
            }
            _ => self.judge.publication.stored(write.node, write.inst),
        }
    }

    /// Everything that can be reached from static fields and from what is handed to threads.
    fn escape(&mut self) {
        let solver = self.judge.program.solver;
        let mut escaped = PointsToSet::new();
        for node in solver.reachable() {
            for stmt in solver.code_of(node).stmts.iter().chain(solver.made_stmts(node)) {
                if let Stmt::StoreStatic { from, .. } = stmt {
                    escaped.union(&solver.points_to(node, *from).closed());
                }
            }
        }
        for start in self.judge.threads.all.iter().flat_map(|thread| &thread.starts) {
            escaped.union(&start.handles.closed());
            for &param in solver.code_of(start.target).params.iter().flatten() {
                escaped.union(&solver.points_to(start.target, param).closed());
            }
        }
        loop {
            let before = escaped.len();
            for store in self.judge.locality.stores() {
                if solver.points_to(store.node, store.base).intersects(&escaped) {
                    escaped.union(&solver.points_to(store.node, store.from).closed());
                }
            }
            if escaped.len() == before {
                break;
            }
        }
        for (place, ids) in &self.accesses.by_place {
            let has_escaped = match place {
                Place::Static(_) => true,
                Place::Slot(obj, _) => escaped.contains(plain(*obj)),
            };
            for &id in ids.iter().filter(|_| has_escaped) {
                self.is_shared[id] = true;
            }
        }
    }

    /// Who uses a location, and what that comes to.
    fn location(&self, place: Place, ids: &[usize], status: Status) -> Option<SharingLocation> {
        let found = || ids.iter().map(|&id| &self.accesses.all[id]);
        let threads = |kind: AccessKind| {
            let open = found().filter(|found| found.kind == kind && !found.is_private);
            let threads = open.flat_map(|found| found.threads(self.judge.threads));
            let mut threads: Vec<ThreadId> = threads.copied().collect();
            threads.sort_unstable();
            threads.dedup();
            threads
        };
        let sites: FxHashSet<Option<Site>> =
            found().map(|found| self.judge.site(found.node, found.inst)).collect();
        Some(SharingLocation {
            location: location(place)?,
            status,
            readers: threads(AccessKind::Read),
            writers: threads(AccessKind::Write),
            sites: sites.len(),
        })
    }

    /// What is known about a location.
    fn status(&self, place: Place, ids: &[usize]) -> Status {
        if ids.iter().any(|&id| self.is_shared[id]) {
            return Status::Shared;
        }
        let parts = self.parts(ids);
        let (open, private) = (self.groups(place, &parts.open), self.groups(place, &parts.private));
        // Who made it and was the only one to know it is somebody, too.
        let is_used_by_two = self.is_used_by_two(place, &open, &open, false)
            || self.is_used_by_two(place, &open, &private, false);
        let is_written = parts.open.iter().any(|found| found.kind == AccessKind::Write);
        match (is_used_by_two, is_written) {
            (false, _) => Status::Local,
            (true, false) => Status::Immutable,
            (true, true) => Status::Ordered,
        }
    }

    /// TSA's Algorithm 4 for all places in the code.
    fn query_saps(&self, statuses: &[Status]) -> Vec<SharingAccess> {
        let mut status_of: Vec<Option<(Status, Place)>> = vec![None; self.accesses.all.len()];
        for ((place, ids), &status) in self.accesses.by_place.iter().zip(statuses) {
            for &id in ids {
                // Another access may be what makes the location a shared one.
                let own = match status {
                    Status::Shared if !self.is_shared[id] => Status::Ordered,
                    status => status,
                };
                if status_of[id].is_none_or(|(known, _)| known < own) {
                    status_of[id] = Some((own, *place));
                }
            }
        }
        let mut accesses: FxHashMap<_, SharingAccess> = FxHashMap::default();
        let mut add = |access: SharingAccess| {
            let Site { method, inst } = access.site;
            let known = accesses.entry((method, inst, access.kind)).or_insert(access.clone());
            if known.status < access.status {
                *known = access;
            }
        };
        for found in &self.accesses.all {
            let Some(site) = self.judge.site(found.node, found.inst) else { continue };
            let Some((status, place)) = status_of[found.id] else { continue };
            let (kind, via) = (found.kind, found.via);
            add(SharingAccess { site, kind, via, location: location(place), status });
        }
        for &(node, inst, kind) in &self.accesses.unknown {
            let Some(site) = self.judge.site(node, inst) else { continue };
            let status = Status::Unknown;
            add(SharingAccess { site, kind, via: None, location: None, status });
        }
        for site in self.unknown_calls() {
            let (kind, status) = (AccessKind::Read, Status::Unknown);
            add(SharingAccess { site, kind, via: None, location: None, status });
        }
        let mut accesses: Vec<SharingAccess> = accesses.into_values().collect();
        let key =
            |access: &SharingAccess| (access.site.method.index(), access.site.inst, access.kind);
        accesses.sort_by_key(key);
        accesses
    }

    /// Calls that a watched run takes for accesses to library objects, and of which no model says what they do there.
    fn unknown_calls(&self) -> Vec<Site> {
        let mut judged: FxHashSet<Site> = FxHashSet::default();
        let mut calls: Vec<Site> = Vec::new();
        let nodes = self.judge.program.nodes().filter(|(_, info)| info.is_application);
        for (node, info) in nodes {
            let is_access = |event: &Event| {
                let (What::Read(slot) | What::Write(slot)) = event.what else { return false };
                matches!(slot, SlotKind::State(_)) && !event.objs.is_empty()
            };
            let events = info.events().filter(|(_, event)| is_access(event));
            judged.extend(events.map(|(inst, _)| Site { method: info.method, inst }));
            for (inst, data) in info.body.insts.iter() {
                let Op::Invoke { kind, method, args, .. } = data.op else { continue };
                let MethodRefData { class, name, ty, .. } = method.data();
                let call = (name.as_str(), ty.descriptor().as_str());
                if matches!(kind, InvokeKind::Virtual | InvokeKind::Interface)
                    && Models::may_access_state(class.as_str(), call.0, call.1)
                    && self.may_have_state(node, info.body.list(args)[0], call)
                {
                    calls.push(Site { method: info.method, inst });
                }
            }
        }
        calls.retain(|call| !judged.contains(call));
        calls
    }

    /// Whether a receiver may be of a class whose state a call accesses.
    fn may_have_state(
        &self,
        node: Node,
        receiver: Value,
        (name, descriptor): (&str, &str),
    ) -> bool {
        let solver = self.judge.program.solver;
        let objs = self.judge.program.points_to(node, receiver);
        let has_state = |obj: Obj| match solver.class_of(obj).ty {
            Type::Ref(class) => {
                solver.models().state_effect(class.as_str(), name, descriptor).is_some()
            }
            _ => false,
        };
        objs.is_none_or(|objs| objs.is_empty() || objs.iter().any(has_state))
    }

    fn methods(&self) -> Vec<MethodId> {
        let nodes = self.judge.program.nodes();
        let is_run = |node: Node| {
            !self.judge.threads.of(node).is_empty() || self.initialising.contains(node)
        };
        let (mut known, mut unknown) = (FxHashSet::default(), FxHashSet::default());
        for (node, info) in nodes.filter(|(_, info)| info.is_application) {
            if is_run(node) {
                known.insert(info.method)
            } else {
                unknown.insert(info.method)
            };
        }
        let mut methods: Vec<MethodId> = known.difference(&unknown).copied().collect();
        methods.sort_unstable_by_key(|method| method.index());
        methods
    }
}

fn location(place: Place) -> Option<Location> {
    Some(match place {
        Place::Static(field) => Location::Static(field),
        Place::Slot(obj, SlotKind::Field(field)) => Location::Field(obj, field),
        Place::Slot(obj, SlotKind::Element) => Location::Element(obj),
        Place::Slot(obj, SlotKind::State(name)) => Location::State(obj, name),
        Place::Slot(_, SlotKind::Capture(_)) => return None,
    })
}
