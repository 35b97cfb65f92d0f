//! Conflicts: accesses of two threads to one location (StaTS Def. 9).

use std::cell::{Cell, RefCell};

use ir::Inst;
use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use models::{ForkKind, LockMode};
use points_to::{CodeKey, Node, Obj, PointsToSet, SlotKind, Solver, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Accesses, Collector, Found, Place};
use crate::escape::Escape;
use crate::indices::Indices;
use crate::locality::Locality;
use crate::locks::{Held, Key, Locks};
use crate::objects::{Objects, plain};
use crate::order::{Order, Overlap, Point};
use crate::paths::{Path, Paths, Root};
use crate::program::{Program, Step, What, arguments};
use crate::publication::Publication;
use crate::result::{
    AbstractThread, Access, AccessKind, Doubt, HeldLock, Location, Order as Why, Race, Races, Site,
    ThreadId, Tier,
};
use crate::sync::Syncs;
use crate::taken::Taken;
use crate::threads::Threads;

/// How races are looked for.
#[derive(Clone, Debug, Default)]
pub struct Options {}

/// The races of an analysed program.
pub fn check(solver: &Solver, _options: &Options) -> Races {
    let program = Program::new(solver);
    let threads = Threads::new(&program);
    let objects = Objects::new(&program, &threads);
    let order = Order::new(&program, &threads, &objects, true);
    let limits = limits(&program);
    let untimed = Order::new(&program, &threads, &objects, false);
    let paths = Paths::new(&program);
    let locks = Locks::new(&program, &threads, &objects, &paths);
    let escape = Escape::new(&program, &objects);
    let locality = Locality::new(&program, &threads, &objects);
    let syncs = Syncs::new(&program, &threads, &order, &paths, &objects);
    let accesses = Collector::collect(&program, &threads, &paths, &escape);
    let mut objs_at: FxHashMap<Site, FxHashSet<Obj>> = FxHashMap::default();
    for found in &accesses.all {
        if let Some(info) = program.node(found.node) {
            let site = Site { method: info.method, inst: found.inst };
            objs_at.entry(site).or_default().extend(found.objs.iter().map(|&obj| plain(obj)));
        }
    }
    let checker = Checker {
        program: &program,
        threads: &threads,
        order: &order,
        untimed: &untimed,
        limits: &limits,
        paths: &paths,
        locks: &locks,
        locality: &locality,
        indices: Indices {
            program: &program,
            locality: &locality,
            threads: &threads,
            paths: &paths,
        },
        taken: Taken { program: &program, paths: &paths, locks: &locks, escape: &escape },
        syncs: &syncs,
        accesses: &accesses,
        racing: RefCell::default(),
        has_own: Cell::new(false),
        objs_at,
    };
    checker.run()
}

/// The joins with a time limit, and of what.
fn limits(program: &Program<'_>) -> Vec<(Site, PointsToSet)> {
    let mut limits = Vec::new();
    for (_, info) in program.nodes() {
        for (inst, event) in info.events() {
            if event.what == (What::Join { is_try: true }) {
                limits.push((Site { method: info.method, inst }, event.objs.clone()));
            }
        }
    }
    limits.sort_by_key(|(site, _)| (site.method.index(), site.inst));
    limits
}

struct Checker<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    order: &'a Order<'a>,
    /// The same without the joins that have a time limit, and these.
    untimed: &'a Order<'a>,
    limits: &'a [(Site, PointsToSet)],
    paths: &'a Paths<'a>,
    locks: &'a Locks<'a>,
    locality: &'a Locality<'a>,
    indices: Indices<'a>,
    taken: Taken<'a>,
    syncs: &'a Syncs<'a>,
    accesses: &'a Accesses,
    /// The reads that race, once they are known.
    racing: RefCell<FxHashSet<Site>>,
    /// Whether it made a difference which object an instance of a thread made.
    has_own: Cell<bool>,
    /// The objects that an instruction accesses, whoever carries it out.
    objs_at: FxHashMap<Site, FxHashSet<Obj>>,
}

/// An access in one of the threads that carry it out.
#[derive(Clone, Copy)]
struct InThread<'a> {
    found: &'a Found,
    thread: ThreadId,
}

/// What a pair of accesses came to.
struct Verdict {
    tier: Tier,
    overlap: Overlap,
    doubts: Vec<Doubt>,
}

/// Places and kinds of two accesses, and the field.
type PairKey = (Option<Site>, AccessKind, Option<Site>, AccessKind, Subject);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Static(FieldId),
    Slot(SlotKind),
}

impl<'a> Checker<'a> {
    fn run(&self) -> Races {
        let mut best: FxHashMap<PairKey, Race> = FxHashMap::default();
        let everywhere = |best: &mut FxHashMap<PairKey, Race>| {
            let places = self.accesses.by_place.iter();
            let places = places.map(|(place, ids)| {
                let found: Vec<&Found> = ids.iter().map(|&id| &self.accesses.all[id]).collect();
                usize::from(self.place(*place, &found, best))
            });
            places.sum::<usize>()
        };
        let shared = everywhere(&mut best);
        // What is found by a race is not handed over.
        let races = best.values().filter(|race| race.tier != Tier::Unlikely);
        let racing: FxHashSet<Site> = races.map(|race| race.second.site).collect();
        self.racing.replace(racing);
        if self.has_own.get() {
            everywhere(&mut best);
        }
        self.publish(&mut best);
        let mut races: Vec<Race> = best.into_values().collect();
        let site = |access: &Access| (access.site.method.index(), access.site.inst);
        races.sort_by_key(|race| (race.tier, site(&race.first), site(&race.second)));
        Races {
            races,
            threads: self.threads.ids().map(|id| self.describe(id)).collect(),
            accesses: self.accesses.all.iter().filter(|found| !found.is_private).count(),
            shared,
        }
    }

    /// Looks for conflicts at one place; whether several threads come there.
    fn place(
        &self,
        place: Place,
        accesses: &[&Found],
        best: &mut FxHashMap<PairKey, Race>,
    ) -> bool {
        let mut all = Vec::new();
        for &found in accesses.iter().filter(|found| !found.is_private) {
            for &thread in self.threads.of(found.node) {
                all.push(InThread { found, thread });
            }
        }
        let is_shared = all
            .iter()
            .any(|access| access.thread != all[0].thread || self.order.is_many(access.thread));
        if !is_shared || all.iter().all(|access| access.found.kind == AccessKind::Read) {
            return is_shared;
        }
        for (at, first) in all.iter().enumerate() {
            for second in &all[at..] {
                if first.found.kind == AccessKind::Read && second.found.kind == AccessKind::Read {
                    continue;
                }
                if let Some(verdict) = self.conflict(place, *first, *second) {
                    self.note(place, *first, *second, verdict, best);
                }
            }
        }
        true
    }

    /// Looks for what is written before an object is known, where that happens by a race.
    fn publish(&self, best: &mut FxHashMap<PairKey, Race>) {
        let publication = Publication { program: self.program };
        // What races may be what makes something known, and so on.
        for _ in 0..3 {
            let before = best.len();
            let mut published: FxHashSet<(Site, Site)> = FxHashSet::default();
            for race in best.values().filter(|race| race.tier != Tier::Unlikely) {
                published.insert((race.first.site, race.second.site));
            }
            let written: FxHashSet<Site> = published.iter().map(|(write, _)| *write).collect();
            let stores: Vec<&Found> = (self.accesses.all.iter())
                .filter(|found| {
                    self.site(found.node, found.inst).is_some_and(|s| written.contains(&s))
                })
                .collect();
            for (place, ids) in &self.accesses.by_place {
                let accesses: Vec<&Found> = ids.iter().map(|&id| &self.accesses.all[id]).collect();
                let Place::Slot(obj, _) = *place else { continue };
                if accesses.iter().all(|found| !found.is_private) {
                    continue;
                }
                let stores: Vec<Site> = (stores.iter())
                    .filter(|found| publication.stores(found.node, found.inst, obj))
                    .filter_map(|found| self.site(found.node, found.inst))
                    .collect();
                for &later in
                    accesses.iter().filter(|found| !found.is_private && !stores.is_empty())
                {
                    let Some(base) = later.base else { continue };
                    let loads = publication.sources(later.node, base);
                    let is_published = loads.iter().any(|&(node, inst)| {
                        let load = self.site(node, inst);
                        load.is_some_and(|load| {
                            stores.iter().any(|&s| published.contains(&(s, load)))
                        })
                    });
                    if is_published {
                        self.publish_at(*place, &accesses, later, best);
                    }
                }
            }
            if best.len() == before {
                break;
            }
        }
    }

    fn publish_at(
        &self,
        place: Place,
        accesses: &[&Found],
        later: &Found,
        best: &mut FxHashMap<PairKey, Race>,
    ) {
        for &found in accesses.iter().filter(|found| found.is_private) {
            for &thread in self.threads.of(found.node) {
                for &other in self.threads.of(later.node) {
                    let first = InThread { found, thread };
                    let second = InThread { found: later, thread: other };
                    if let Some(mut verdict) = self.conflict(place, first, second) {
                        verdict.tier = verdict.tier.max(Tier::Possible);
                        verdict.doubts.push(Doubt::UnsafePublication);
                        self.note(place, first, second, verdict, best);
                    }
                }
            }
        }
    }

    fn conflict(&self, place: Place, first: InThread<'_>, second: InThread<'_>) -> Option<Verdict> {
        if let Place::Slot(obj, _) = place
            && !self.may_be_same(obj, first, second)
        {
            return None;
        }
        if let (Some(a), Some(b)) = (self.index(first), self.index(second))
            && a != b
        {
            return None;
        }
        let point = |access: InThread<'_>| Point {
            thread: access.thread,
            node: access.found.node,
            inst: access.found.inst,
        };
        let overlap = self.order.may_overlap(point(first), point(second));
        let limit = self.limit(first.thread, second.thread).filter(|_| overlap.is_none());
        let untimed = || self.untimed.may_overlap(point(first), point(second));
        let overlap = overlap.or_else(|| limit.and_then(|_| untimed()))?;
        if let Place::Slot(obj, _) = place
            && self.is_before_own_start(obj, first, second, overlap)
        {
            return None;
        }
        let (held_a, held_b) = (self.held(first.found), self.held(second.found));
        if self.have_common_lock(&held_a, first.found, &held_b, second.found) {
            return None;
        }
        let may_share = self.may_share_lock(&held_a, first.thread, &held_b, second.thread);
        let is_one = self.is_one(place, first.found) && self.is_one(place, second.found);
        let mut doubts: Vec<Doubt> = limit.map(Doubt::TimedJoin).into_iter().collect();
        let is_element = matches!(place, Place::Slot(_, SlotKind::Element));
        let is_foreign = self.holds_other_lock(&held_a, first.found, &held_b, second.found)
            || self.holds_other_lock(&held_b, second.found, &held_a, first.found);
        if may_share && !is_foreign && (!is_one || is_element) {
            doubts.push(Doubt::MayShareLock);
        }
        let is_own = matches!(place, Place::Slot(obj, _) if self.is_own(obj, first, second));
        if is_own || self.is_taken(first) && self.is_taken(second) {
            doubts.push(Doubt::HandedOver);
        }
        let is_by_thread = |access: InThread<'_>| {
            let found = access.found;
            let index = found.index;
            index.is_some_and(|i| self.indices.is_by_thread(access.thread, found.node, i))
                || found.base.is_some_and(|b| self.is_own_element(access.thread, found.node, b, 3))
        };
        // Who starts threads in a loop uses an index of the loop for each of them.
        let is_by_start = |access: InThread<'_>, is_outside: bool| {
            let (Overlap::FirstStarts(node, start) | Overlap::SecondStarts(node, start)) = overlap
            else {
                return false;
            };
            let found = access.found;
            is_outside
                && found.node == node
                && found.index.is_some_and(|index| self.varies_with(node, index, start))
        };
        let is_first_outside = matches!(overlap, Overlap::FirstStarts(..));
        if (is_by_thread(first) || is_by_start(first, is_first_outside))
            && (is_by_thread(second) || is_by_start(second, !is_first_outside))
        {
            doubts.push(Doubt::IndexByThread);
        }
        // Of many pairs of threads that follow each other, each pair has objects of its own.
        if !is_one {
            doubts.extend(self.followed(first.thread, second.thread).map(Doubt::OrderedBySignal));
        }
        doubts.extend(self.syncs.doubt(point(first), point(second)));
        let gates = |access: InThread<'_>| {
            self.indices.gates(access.thread, access.found.node, access.found.inst)
        };
        let of_first = gates(first);
        if !of_first.is_empty() && gates(second).iter().any(|gate| of_first.contains(gate)) {
            doubts.push(Doubt::OneThreadOnly);
        }
        let is_same_index = self.index(first).is_some();
        // Stages of futures wait for each other in ways that are not followed.
        let is_stage =
            |access: InThread<'_>| self.threads.get(access.thread).kind == Some(ForkKind::Stage);
        let is_alone = !self.syncs.have_common(first.thread, second.thread)
            && !is_stage(first)
            && !is_stage(second);
        let tier = if !doubts.is_empty() {
            Tier::Unlikely
        } else if is_one && is_alone && !may_share && (!is_element || is_same_index) {
            Tier::Precise
        } else {
            Tier::Possible
        };
        Some(Verdict { tier, overlap, doubts })
    }

    /// The start of one of two threads, if it begins when the other has ended.
    fn followed(&self, first: ThreadId, second: ThreadId) -> Option<Site> {
        let later = match (self.order.awaits(first, second), self.order.awaits(second, first)) {
            (true, false) => first,
            (false, true) => second,
            _ => return None,
        };
        let start = self.threads.get(later).starts.first()?;
        self.site(start.node, start.inst)
    }

    /// A join with a time limit that one of two threads is waited for by.
    fn limit(&self, first: ThreadId, second: ThreadId) -> Option<Site> {
        let is_handle = |objs: &PointsToSet, thread: ThreadId| {
            self.threads.get(thread).starts.iter().any(|start| start.handles.intersects(objs))
        };
        let mut limits = self.limits.iter();
        let limit = limits.find(|(_, objs)| is_handle(objs, first) || is_handle(objs, second))?;
        Some(limit.0)
    }

    /// Whether a value is an element of an array that each thread has one of.
    fn is_own_element(&self, thread: ThreadId, node: Node, value: ir::Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        match info.body.insts[info.body.values[value].def].op {
            ir::Op::ArrayLoad { index, .. } => self.indices.is_by_thread(thread, node, index),
            ir::Op::CheckCast { value, .. } if depth > 0 => {
                self.is_own_element(thread, node, value, depth - 1)
            }
            ir::Op::GetField { object, .. } if depth > 0 => {
                self.is_own_element(thread, node, object, depth - 1)
            }
            ir::Op::Param(_) if depth > 0 => self.is_so_for_callers(node, value, |node, arg| {
                self.is_own_element(thread, node, arg, depth - 1)
            }),
            _ => false,
        }
    }

    /// Whether something is so for what all callers give for a parameter.
    fn is_so_for_callers(
        &self,
        node: Node,
        param: ir::Value,
        is_so: impl Fn(Node, ir::Value) -> bool,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let ir::Op::Param(at) = info.body.insts[info.body.values[param].def].op else {
            return false;
        };
        let callers = self.program.callers(node);
        !callers.is_empty()
            && callers.iter().all(|from| {
                let args = self.program.node(from.node).map(|i| arguments(i.body, from.inst));
                let arg = args.and_then(|args| args.get(usize::from(at)).copied());
                from.is_direct && arg.is_some_and(|arg| is_so(from.node, arg))
            })
    }

    /// Whether the object was taken out of something: then nobody else gets it there.
    fn is_taken(&self, access: InThread<'_>) -> bool {
        let found = access.found;
        found.base.is_some_and(|base| self.taken.is_taken(found.node, base, found.inst))
    }

    /// Whether an object is one that an instance of a thread made and another got, not by a race and not from a collection that
    /// still has it: it seems to have been handed over.
    fn is_own(&self, obj: Obj, first: InThread<'_>, second: InThread<'_>) -> bool {
        let local = self.locality.of_both(first.thread, second.thread);
        let obj = plain(obj);
        if !local.has(self.program, obj) || local.has_given(self.program, obj) {
            return false;
        }
        self.has_own.set(true);
        !self.is_found(first) && !self.is_found(second)
    }

    /// Whether the object of an access, or what it is a part of, is found where others find it, too.
    fn is_found(&self, access: InThread<'_>) -> bool {
        let found = access.found;
        let Some(base) = found.base else { return false };
        let publication = Publication { program: self.program };
        publication.outer_sources(found.node, base).into_iter().any(|(node, inst)| {
            let is_racing =
                self.site(node, inst).is_some_and(|s| self.racing.borrow().contains(&s));
            is_racing || self.is_looked_up(node, inst)
        })
    }

    /// Whether a call looks something up in a collection or map, and leaves it there.
    fn is_looked_up(&self, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let hierarchy = self.program.solver.hierarchy();
        let is_collection = |obj: Obj| {
            let class = self.program.solver.class_of(obj).class;
            ["java/util/Map", "java/util/List"].iter().any(|name| {
                let above = hierarchy.class(ir::Name::new(name));
                above.is_some_and(|above| hierarchy.is_subclass(class, above))
            })
        };
        let receiver = arguments(info.body, inst).first().copied();
        let objs = receiver.and_then(|receiver| self.program.points_to(node, receiver));
        let removes = info.steps_at(inst).any(|step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Write(slot) if self.taken.is_removal(event.via, slot)))
        });
        !removes && objs.is_some_and(|objs| objs.iter().any(is_collection))
    }

    /// Whether an index changes with each round of the loop that an instruction is in.
    fn varies_with(&self, node: Node, index: ir::Value, start: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        let def = info.body.values[index].def;
        let Some(blocks) = flow.innermost(flow.block_of(start)) else { return false };
        matches!(info.body.insts[def].op, ir::Op::Phi(_)) && blocks[flow.block_of(def).index()]
    }

    fn index(&self, access: InThread<'_>) -> Option<i32> {
        let info = self.program.node(access.found.node)?;
        crate::objects::int_constant(info.body, access.found.index?)
    }

    /// Whether two accesses in different thread instances may mean the same object.
    fn may_be_same(&self, obj: Obj, first: InThread<'_>, second: InThread<'_>) -> bool {
        let solver = self.program.solver;
        let frame = |access: InThread<'_>| solver.frame(access.found.node);
        let sees_only_own = |access: InThread<'_>| {
            frame(access) == solver.frame_of_obj(obj)
                && frame(access) != points_to::Frame::NONE
                && !access.found.objs.contains(&plain(obj).mirror())
        };
        if frame(first) == frame(second) && sees_only_own(first) && sees_only_own(second) {
            return false;
        }
        // What only another instance could have made does not exist if there is no other.
        let is_of_other = |access: InThread<'_>| {
            frame(access) == solver.frame_of_obj(obj)
                && frame(access) != points_to::Frame::NONE
                && !access.found.objs.contains(&plain(obj))
                && !self.order.is_many(access.thread)
        };
        if is_of_other(first) || is_of_other(second) {
            return false;
        }
        let local = self.locality.of_both(first.thread, second.thread);
        !local.has_given(self.program, plain(obj))
            && !self.have_other_owners(first.found, second.found)
    }

    /// Whether the objects are parts of objects that are not the same, and were made for them.
    fn have_other_owners(&self, first: &Found, second: &Found) -> bool {
        let (of_first, of_second) = (self.owners(first), self.owners(second));
        of_first.iter().any(|(fields, objs)| {
            let mut same = of_second.iter().filter(|(other, _)| other == fields);
            same.any(|(_, others)| !objs.iter().any(|obj| others.contains(obj)))
        })
    }

    /// The objects that the accessed object is a part of, by the fields that lead there.
    fn owners(&self, found: &Found) -> Vec<(Vec<FieldId>, Vec<Obj>)> {
        let mut owners = Vec::new();
        let (Some(mut value), Some(info)) = (found.base, self.program.node(found.node)) else {
            return owners;
        };
        let mut fields = Vec::new();
        loop {
            match info.body.insts[info.body.values[value].def].op {
                ir::Op::CheckCast { value: from, .. } => value = from,
                ir::Op::GetField { object, field } => {
                    let field = self.paths.field_in(found.node, field);
                    let Some(field) = field.filter(|&field| self.paths.is_owned(field)) else {
                        return owners;
                    };
                    fields.insert(0, field);
                    value = object;
                    let objs = self.program.points_to(found.node, value);
                    let objs = objs.map(|objs| objs.iter().map(plain).collect());
                    owners.push((fields.clone(), objs.unwrap_or_default()));
                }
                _ => return owners,
            }
        }
    }

    /// Whether one access is done by who starts the other's thread, to an object that is that thread's own, before the start.
    fn is_before_own_start(
        &self,
        obj: Obj,
        first: InThread<'_>,
        second: InThread<'_>,
        overlap: Overlap,
    ) -> bool {
        let (outside, inside, (node, start)) = match overlap {
            Overlap::FirstStarts(node, inst) => (first, second, (node, inst)),
            Overlap::SecondStarts(node, inst) => (second, first, (node, inst)),
            _ => return false,
        };
        if !self.locality.of(inside.thread).has(self.program, obj) {
            return false;
        }
        let Some(base) = outside.found.base else { return false };
        let Some((value, inst)) = self.at_start(outside.found.node, base, outside.found.inst, node)
        else {
            return false;
        };
        let Some(info) = self.program.node(node) else { return false };
        let mut def = info.body.values[value].def;
        while let ir::Op::CheckCast { value, .. } = info.body.insts[def].op {
            def = info.body.values[value].def;
        }
        let is_made_here =
            matches!(info.body.insts[def].op, ir::Op::New(_) | ir::Op::NewArray { .. });
        let flow = self.program.flow(node);
        is_made_here && flow.reaches(def, start, None) && !flow.reaches(start, inst, Some(def))
    }

    /// The value in a calling body that is the base of an access, and the call that leads to it.
    fn at_start(
        &self,
        mut node: Node,
        mut base: ir::Value,
        mut inst: Inst,
        target: Node,
    ) -> Option<(ir::Value, Inst)> {
        for _ in 0..8 {
            if node == target {
                return Some((base, inst));
            }
            let path = self.paths.of(node, base);
            let Root::Param(at) = path.root else { return None };
            let [from] = self.program.callers(node) else { return None };
            let info = self.program.node(from.node)?;
            if !from.is_direct || !path.fields.is_empty() {
                return None;
            }
            base = *arguments(info.body, from.inst).get(usize::from(at))?;
            (node, inst) = (from.node, from.inst);
        }
        None
    }

    /// The locks that are held at an access, with how the body names its object.
    fn held(&self, found: &Found) -> Vec<Held> {
        let mut held = self.locks.at(found.node, found.inst);
        held.extend(
            found.under.iter().map(|guard| self.locks.guard(found.node, found.inst, guard)),
        );
        held
    }

    fn have_common_lock(&self, a: &[Held], first: &Found, b: &[Held], second: &Found) -> bool {
        let name = |found: &Found| found.base.map(|base| self.paths.of(found.node, base));
        let (first, second) = (name(first), name(second));
        a.iter().any(|held| {
            b.iter().any(|other| {
                excludes(held.mode, other.mode)
                    && self.is_same_lock(held, first.as_ref(), other, second.as_ref())
            })
        })
    }

    fn is_same_lock(
        &self,
        a: &Held,
        first: Option<&Path>,
        b: &Held,
        second: Option<&Path>,
    ) -> bool {
        let is_global = |key: &Key| match key {
            Key::Obj(_) | Key::Class(_) => true,
            Key::Path(path) => path.is_global(),
        };
        if a.keys.iter().any(|key| is_global(key) && b.keys.contains(key)) {
            return true;
        }
        let (Some(first), Some(second)) = (first, second) else { return false };
        let (of_a, of_b) = (self.relations(a, first), self.relations(b, second));
        of_a.iter().any(|relation| of_b.contains(relation))
    }

    /// From an object that a body has names for: how a lock is found, and how the accessed object is, which must be in no other
    /// such object.
    fn relations(&self, held: &Held, base: &Path) -> Vec<(Vec<FieldId>, Vec<FieldId>)> {
        let mut relations = Vec::new();
        for key in &held.keys {
            let Key::Path(path) = key else { continue };
            for kept in 0..=base.fields.len() {
                let (above, below) = base.fields.split_at(kept);
                let above = Path { root: base.root, fields: above.to_vec() };
                if let Some(lock) = above.suffix(path)
                    && below.iter().all(|&field| self.paths.is_owned(field))
                {
                    relations.push((lock, below.to_vec()));
                }
            }
        }
        relations
    }

    /// Whether the one holds a lock of the accessed object itself, and the other one of a parameter that is another.
    fn holds_other_lock(&self, a: &[Held], first: &Found, b: &[Held], second: &Found) -> bool {
        let name = |found: &Found| found.base.map(|base| self.paths.of(found.node, base));
        let (Some(first), Some(second)) = (name(first), name(second)) else { return false };
        let is_param = |path: &Path| matches!(path.root, Root::Param(_));
        let is_guarded = a.iter().any(|held| !self.relations(held, &first).is_empty());
        let is_foreign = |held: &Held| {
            held.keys.iter().any(
                |key| matches!(key, Key::Path(lock) if is_param(lock) && lock.root != second.root),
            )
        };
        is_guarded && is_param(&second) && !b.is_empty() && b.iter().all(is_foreign)
    }

    /// Whether both hold a lock that may be the same one.
    fn may_share_lock(&self, a: &[Held], first: ThreadId, b: &[Held], second: ThreadId) -> bool {
        let local = self.locality.of_both(first, second);
        let is_own = |obj: Obj| local.has(self.program, plain(obj));
        a.iter().any(|held| {
            b.iter().any(|other| {
                excludes(held.mode, other.mode)
                    && held.may.iter().any(|&obj| {
                        let has = other.may.iter().any(|&o| plain(o) == plain(obj));
                        has && !is_own(obj)
                    })
            })
        })
    }

    /// Whether an access means one object of a run.
    fn is_one(&self, place: Place, found: &Found) -> bool {
        match place {
            Place::Static(_) => true,
            Place::Slot(obj, _) => {
                let site = self.site(found.node, found.inst);
                let objs = site.and_then(|site| self.objs_at.get(&site));
                objs.is_some_and(|objs| objs.len() == 1) && self.order.is_single(obj)
            }
        }
    }

    fn note(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        verdict: Verdict,
        best: &mut FxHashMap<PairKey, Race>,
    ) {
        let subject = match place {
            Place::Static(field) => Subject::Static(field),
            Place::Slot(_, slot) => Subject::Slot(slot),
        };
        let side = |access: InThread<'_>| {
            let code = self.program.node(access.found.node).map(|info| info.method);
            (access.found.kind, code, access.found.inst)
        };
        // The write first; of two alike the one that stands first.
        let is_turned = {
            let ((a, m, i), (b, n, j)) = (side(first), side(second));
            (b == AccessKind::Write && a == AccessKind::Read)
                || a == b && (n.map(|n| n.index()), j) < (m.map(|m| m.index()), i)
        };
        let (a, b) = if is_turned { (second, first) } else { (first, second) };
        let key = |access: InThread<'_>| self.site(access.found.node, access.found.inst);
        let key = (key(a), a.found.kind, key(b), b.found.kind, subject);
        if best.get(&key).is_some_and(|known| known.tier <= verdict.tier) {
            return;
        }
        let Some(race) = self.race(place, a, b, verdict, is_turned) else { return };
        best.insert(key, race);
    }

    fn race(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        verdict: Verdict,
        is_turned: bool,
    ) -> Option<Race> {
        let location = match place {
            Place::Static(field) => Location::Static(field),
            Place::Slot(obj, SlotKind::Field(field)) => Location::Field(obj, field),
            Place::Slot(obj, SlotKind::Element) => Location::Element(obj),
            Place::Slot(obj, SlotKind::State(name)) => Location::State(obj, name),
            Place::Slot(_, SlotKind::Capture(_)) => return None,
        };
        Some(Race {
            tier: verdict.tier,
            location,
            first: self.access(first)?,
            second: self.access(second)?,
            order: self.why(verdict.overlap, is_turned),
            doubts: verdict.doubts,
        })
    }

    fn site(&self, node: Node, inst: Inst) -> Option<Site> {
        Some(Site { method: self.program.node(node)?.method, inst })
    }

    fn access(&self, access: InThread<'_>) -> Option<Access> {
        let found = access.found;
        let held = self.held(found);
        let locks = held.iter().filter_map(|held| {
            let site = self.site(held.site.0, held.site.1)?;
            Some(HeldLock { site, mode: held.mode, may_objs: held.may.clone() })
        });
        Some(Access {
            kind: found.kind,
            site: self.site(found.node, found.inst)?,
            via: found.via,
            thread: access.thread,
            locks: locks.collect(),
            stack: self.stack(access.thread, found.node),
        })
    }

    /// The calls that lead from the beginning of a thread to a body: a shortest way.
    fn stack(&self, thread: ThreadId, node: Node) -> Vec<Site> {
        let thread = self.threads.get(thread);
        let mut next: FxHashMap<Node, Option<(Node, Inst)>> = FxHashMap::default();
        next.insert(node, None);
        let mut pending = std::collections::VecDeque::from([node]);
        while let Some(node) = pending.pop_front() {
            if thread.roots.contains(&node) {
                let mut stack = Vec::new();
                let mut at = node;
                while let Some(Some((callee, inst))) = next.get(&at) {
                    stack.extend(self.site(at, *inst));
                    at = *callee;
                }
                return stack;
            }
            for from in self.program.callers(node) {
                if thread.nodes.contains(from.node) && !next.contains_key(&from.node) {
                    next.insert(from.node, Some((node, from.inst)));
                    pending.push_back(from.node);
                }
            }
        }
        Vec::new()
    }

    fn why(&self, overlap: Overlap, is_turned: bool) -> Why {
        let site = |node, inst| self.site(node, inst);
        let why = match overlap {
            Overlap::Instances(thread) => {
                let start = self.threads.get(thread).starts.first();
                start.and_then(|start| {
                    let is_in_loop = self.program.flow(start.node).is_in_loop(start.inst);
                    Some(Why::SameStart { start: site(start.node, start.inst)?, is_in_loop })
                })
            }
            Overlap::Starts(a, b) => {
                let (a, b) = if is_turned { (b, a) } else { (a, b) };
                site(a.0, a.1)
                    .zip(site(b.0, b.1))
                    .map(|(first, second)| Why::TwoStarts { first, second })
            }
            Overlap::FirstStarts(node, inst) => {
                site(node, inst).map(|start| Why::Child { start, is_first_in_child: is_turned })
            }
            Overlap::SecondStarts(node, inst) => {
                site(node, inst).map(|start| Why::Child { start, is_first_in_child: !is_turned })
            }
            Overlap::Unknown => None,
        };
        why.unwrap_or(Why::Unknown)
    }

    fn describe(&self, id: ThreadId) -> AbstractThread {
        let thread = self.threads.get(id);
        let starts = thread.starts.iter().filter_map(|start| self.site(start.node, start.inst));
        let mut unique: Vec<Site> = Vec::new();
        for start in starts {
            if !unique.contains(&start) {
                unique.push(start);
            }
        }
        let application =
            |node: &&Node| self.program.node(**node).is_some_and(|i| i.is_application);
        let runs = thread.roots.iter().find(application).or(thread.roots.first());
        AbstractThread {
            kind: thread.kind,
            starts: unique,
            runs: runs.and_then(|&node| Some(self.program.node(node)?.method)),
            is_many: self.order.is_many(id),
        }
    }
}

/// Whether two who hold a lock in these ways keep each other out.
fn excludes(a: LockMode, b: LockMode) -> bool {
    !(a == LockMode::Read && b == LockMode::Read)
}
