//! Candidates as findings: call stacks, locks, and why nothing orders the accesses.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use ir::Inst;
use ir::hierarchy::MethodId;
use points_to::{Node, Obj, SlotKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Found, Place};
use crate::conflicts::Candidate;
use crate::judge::{InThread, Judge};
use crate::library::Library;
use crate::order::Overlap;
use crate::result::{
    AbstractThread, Access, HeldLock, Location, Order as Why, Race, Site, ThreadId,
};
use crate::techniques::Technique;
use crate::threads::Start;

pub(crate) struct Explain<'a> {
    judge: &'a Judge<'a>,
    library: Option<&'a Library<'a>>,
    ways: RefCell<FxHashMap<ThreadId, Rc<Ways>>>,
}

/// A call in the application that leads to an access in a library; or, without a method, the access itself.
struct Outer {
    node: Node,
    inst: Inst,
    /// The method that is called.
    via: Option<MethodId>,
    /// The calls from there to the body of the access.
    inside: Vec<Site>,
}

/// By body of a thread: the call that leads to it; none where the thread begins.
type Ways = FxHashMap<Node, Option<(Node, Inst)>>;

impl<'a> Explain<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, library: Option<&'a Library<'a>>) -> Explain<'a> {
        Explain { judge, library, ways: RefCell::default() }
    }

    /// A race as those see it who wrote the application: one for each pair of calls that lead there.
    pub(crate) fn races(&self, candidate: Candidate<'_>) -> Vec<Race> {
        let Some(race) = self.race(&candidate) else { return Vec::new() };
        let (firsts, seconds) = (self.calls(candidate.first), self.calls(candidate.second));
        if firsts.is_none() && seconds.is_none() {
            return vec![race];
        }
        let itself = |access: InThread<'_>| {
            let (node, inst) = (access.found.node, access.found.inst);
            vec![Outer { node, inst, via: None, inside: Vec::new() }]
        };
        let firsts = firsts.unwrap_or_else(|| itself(candidate.first));
        let seconds = seconds.unwrap_or_else(|| itself(candidate.second));
        let mut races = Vec::new();
        for a in &firsts {
            for b in &seconds {
                // What has no common lock where all calls meet may have one at these two (§3.5).
                if !self.judge.guards.are_apart((a.node, a.inst), (b.node, b.inst)) {
                    let (first, second) = (self.at(a, &race.first), self.at(b, &race.second));
                    races.push(Race { first, second, ..race.clone() });
                }
            }
        }
        races
    }

    /// Of races that are told in the same way, the most certain one.
    pub(crate) fn keep_best(races: &mut Vec<Race>) {
        races.sort_by_key(|race| race.tier);
        let mut seen = FxHashSet::default();
        races.retain(|race| {
            let side = |access: &Access| (access.site, access.kind, access.via);
            let is_bubbled = !race.first.inside.is_empty() || !race.second.inside.is_empty();
            !is_bubbled || seen.insert((side(&race.first), side(&race.second), race.location))
        });
    }

    /// An access as the call does it that leads there.
    fn at(&self, outer: &Outer, access: &Access) -> Access {
        let Some(site) = self.judge.site(outer.node, outer.inst).filter(|_| outer.via.is_some())
        else {
            return access.clone();
        };
        let mut inside = outer.inside.clone();
        inside.push(access.site);
        inside.extend(&access.inside);
        let stack = self.stack(access.thread, outer.node);
        Access { site, via: outer.via, inside, stack, ..access.clone() }
    }

    /// The calls in the application that lead to an access in a library; none if it is in the application, or told where it is.
    fn calls(&self, access: InThread<'_>) -> Option<Vec<Outer>> {
        let program = self.judge.program;
        let is_application = |node: Node| program.node(node).is_none_or(|info| info.is_application);
        let node = access.found.node;
        if is_application(node) || !self.judge.techniques.has(Technique::BubbleUp) {
            return None;
        }
        let thread = self.judge.threads.get(access.thread);
        let mut outer = Vec::new();
        // By body: the call in it that leads to the access, and where that goes.
        let mut ways: FxHashMap<Node, Option<(Inst, Node)>> = FxHashMap::default();
        let mut pending = VecDeque::from([node]);
        ways.insert(node, None);
        while let Some(node) = pending.pop_front() {
            let via = program.node(node).map(|info| info.method);
            let inside = || {
                let mut sites = Vec::new();
                let mut at = node;
                while let Some(&Some((inst, next))) = ways.get(&at) {
                    sites.extend(self.judge.site(at, inst));
                    at = next;
                }
                sites
            };
            let mut found: Vec<Outer> = Vec::new();
            if thread.roots.contains(&node) {
                let starts = thread.starts.iter().filter(|start| is_application(start.node));
                let of = |start: &Start| (start.node, start.inst);
                found.extend(starts.map(of).map(|(node, inst)| Outer {
                    node,
                    inst,
                    via,
                    inside: inside(),
                }));
            }
            let mut further = Vec::new();
            for from in program.callers(node).iter().filter(|from| thread.nodes.contains(from.node))
            {
                match is_application(from.node) {
                    true => {
                        let (node, inst) = (from.node, from.inst);
                        found.push(Outer { node, inst, via, inside: inside() });
                    }
                    false => further.push((from.node, from.inst)),
                }
            }
            outer.extend(found);
            for (caller, inst) in further {
                if let Entry::Vacant(way) = ways.entry(caller) {
                    way.insert(Some((inst, node)));
                    pending.push_back(caller);
                }
            }
        }
        Some(outer)
    }

    fn race(&self, candidate: &Candidate<'_>) -> Option<Race> {
        let is_inside = |access: InThread<'_>| access.found.inside.is_some();
        let is_inside = is_inside(candidate.first) || is_inside(candidate.second);
        let location = match candidate.place {
            Place::Slot(obj, _) if is_inside && !self.is_array(obj) => Location::Inside(obj),
            Place::Static(field) => Location::Static(field),
            Place::Slot(obj, SlotKind::Field(field)) => Location::Field(obj, field),
            Place::Slot(obj, SlotKind::Element) => Location::Element(obj),
            Place::Slot(obj, SlotKind::State(name)) => Location::State(obj, name),
            Place::Slot(_, SlotKind::Capture(_)) => return None,
        };
        Some(Race {
            tier: candidate.verdict.tier,
            location,
            first: self.access(candidate.place, candidate.first)?,
            second: self.access(candidate.place, candidate.second)?,
            order: self.why(candidate.verdict.overlap, candidate.is_turned),
            doubts: candidate.verdict.doubts.clone(),
        })
    }

    fn access(&self, place: Place, access: InThread<'_>) -> Option<Access> {
        let found = access.found;
        let guarded = self.judge.guards.of(found);
        let locks = guarded.held.iter().filter(|held| !held.is_turn).filter_map(|held| {
            let site = self.judge.site(held.site.0, held.site.1)?;
            Some(HeldLock { site, mode: held.mode, may_objs: held.may.clone() })
        });
        Some(Access {
            kind: found.kind,
            site: self.judge.site(found.node, found.inst)?,
            via: found.via,
            inside: self.inside(place, found),
            thread: access.thread,
            locks: locks.collect(),
            stack: self.stack(access.thread, found.node),
        })
    }

    fn is_array(&self, obj: Obj) -> bool {
        self.judge.program.solver.class_of(obj).ty.is_array()
    }

    /// The places in a library that lead to an access, and its own.
    fn inside(&self, place: Place, found: &Found) -> Vec<Site> {
        let (Some(library), Some(inside), Place::Slot(_, slot)) =
            (self.library, &found.inside, place)
        else {
            return Vec::new();
        };
        library.way((inside.callee, inside.param), found.kind, slot)
    }

    /// The calls that lead from the beginning of a thread to a body: a shortest way.
    pub(crate) fn stack(&self, thread: ThreadId, node: Node) -> Vec<Site> {
        let ways = self.ways(thread);
        let mut stack = Vec::new();
        let mut at = node;
        while let Some(&Some((caller, inst))) = ways.get(&at) {
            stack.extend(self.judge.site(caller, inst));
            at = caller;
        }
        stack.reverse();
        stack
    }

    /// How a thread comes to each body: who calls it first.
    fn ways(&self, thread: ThreadId) -> Rc<Ways> {
        if let Some(known) = self.ways.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let mut ways = Ways::default();
        let mut pending = VecDeque::new();
        for &root in &self.judge.threads.get(thread).roots {
            if ways.insert(root, None).is_none() {
                pending.push_back(root);
            }
        }
        while let Some(node) = pending.pop_front() {
            let Some(info) = self.judge.program.node(node) else { continue };
            for (inst, step) in info.steps() {
                if let Some(callee) = step.callee()
                    && let Entry::Vacant(way) = ways.entry(callee)
                {
                    way.insert(Some((node, inst)));
                    pending.push_back(callee);
                }
            }
        }
        let ways = Rc::new(ways);
        self.ways.borrow_mut().insert(thread, Rc::clone(&ways));
        ways
    }

    fn why(&self, overlap: Overlap, is_turned: bool) -> Why {
        let site = |node, inst| self.judge.site(node, inst);
        let why = match overlap {
            Overlap::Instances(thread) => {
                let start = self.judge.threads.get(thread).starts.first();
                start.and_then(|start| {
                    let is_in_loop = self.judge.program.flow(start.node).is_in_loop(start.inst);
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

    /// What there is to say about a thread.
    pub(crate) fn describe(&self, id: ThreadId) -> AbstractThread {
        let thread = self.judge.threads.get(id);
        let starts =
            thread.starts.iter().filter_map(|start| self.judge.site(start.node, start.inst));
        let mut unique: Vec<Site> = Vec::new();
        for start in starts {
            if !unique.contains(&start) {
                unique.push(start);
            }
        }
        let application =
            |node: &&Node| self.judge.program.node(**node).is_some_and(|i| i.is_application);
        let runs = thread.roots.iter().find(application).or(thread.roots.first());
        AbstractThread {
            kind: thread.kind,
            starts: unique,
            runs: runs.and_then(|&node| Some(self.judge.program.node(node)?.method)),
            is_many: self.judge.order.is_many(id),
            joins: Vec::new(),
        }
    }
}
