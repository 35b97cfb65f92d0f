//! Candidates as findings: call stacks, locks, and why nothing orders the accesses.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use ir::Inst;
use ir::entity::EntityId as _;
use points_to::{Node, Obj, SlotKind};
use rustc_hash::FxHashMap;

use crate::accesses::{Found, Place};
use crate::conflicts::Candidate;
use crate::judge::{InThread, Judge};
use crate::library::{Next, Way};
use crate::order::Overlap;
use crate::result::{
    AbstractThread, Access, HeldLock, Location, Order as Why, Race, Site, ThreadId,
};

pub(crate) struct Explain<'a> {
    judge: &'a Judge<'a>,
    ways: RefCell<FxHashMap<ThreadId, Rc<Ways>>>,
}

/// By body of a thread: the call that leads to it; none where the thread begins.
type Ways = FxHashMap<Node, Option<(Node, Inst)>>;

impl<'a> Explain<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>) -> Explain<'a> {
        Explain { judge, ways: RefCell::default() }
    }

    pub(crate) fn race(&self, candidate: Candidate<'_>) -> Option<Race> {
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
            first: self.access(candidate.first)?,
            second: self.access(candidate.second)?,
            order: self.why(candidate.verdict.overlap, candidate.is_turned),
            doubts: candidate.verdict.doubts,
        })
    }

    fn access(&self, access: InThread<'_>) -> Option<Access> {
        let found = access.found;
        let guarded = self.judge.guards.of(found);
        let locks = guarded.held.iter().filter_map(|held| {
            let site = self.judge.site(held.site.0, held.site.1)?;
            Some(HeldLock { site, mode: held.mode, may_objs: held.may.clone() })
        });
        Some(Access {
            kind: found.kind,
            site: self.judge.site(found.node, found.inst)?,
            via: found.via,
            inside: self.inside(found),
            thread: access.thread,
            locks: locks.collect(),
            stack: self.stack(access.thread, found.node),
        })
    }

    fn is_array(&self, obj: Obj) -> bool {
        self.judge.program.solver.class_of(obj).ty.is_array()
    }

    /// The places in a library that lead to an access, and its own.
    fn inside(&self, found: &Found) -> Vec<Site> {
        let mut sites = Vec::new();
        let mut way = found.inside.as_ref().map(|inside| &inside.way);
        while let Some(Way { node, inst, next }) = way.map(|way| &**way) {
            sites.extend(self.judge.site(*node, *inst));
            way = match next {
                Next::Call(next) => Some(next),
                Next::Access => None,
                Next::Summary(method) => {
                    sites.push(Site { method: *method, inst: Inst::from_index(0) });
                    None
                }
            };
        }
        sites
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
