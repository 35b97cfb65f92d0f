//! Phases: what threads do between barriers that all of them come by.
//!
//! ```java
//! cells[me] = next;  barrier.await();  sum += cells[other];  barrier.await();     // written and read in different phases
//! ```
//!
//! A stretch is what a thread reaches from its beginning, or from behind a barrier, without coming by a barrier. Two accesses that no
//! stretch has in common happen in different phases. That holds for what waits at the barrier; who has only arrived may be anywhere.

use std::rc::Rc;

use ir::Inst;
use points_to::{Node, Obj};

use crate::gatherings::{self, Gathering};
use crate::meets;
use crate::order::Point;
use crate::program::{NodeInfo, Step};
use crate::questions::{Question, Questions};
use crate::reach::{Points, Stops};
use crate::result::{Doubt, Site, ThreadId};

use super::{From, Stretch, Sync, Syncs};

impl<'a> Syncs<'a> {
    /// Whether a barrier keeps two points in different phases.
    pub(super) fn in_phases(
        &self,
        first: Point,
        second: Point,
        is_exchanged: bool,
    ) -> Option<Doubt> {
        let (own, other) = (self.own(first.thread), self.own(second.thread));
        let mut barriers: Vec<Sync> =
            own.barriers.keys().filter(|sync| other.barriers.contains_key(sync)).copied().collect();
        barriers.sort_unstable();
        let is_divided = |point: Point, sync: Sync| {
            !self.comes_to_gather(point, sync) && !self.has_come_by(point, sync)
        };
        barriers.retain(|&sync| is_divided(first, sync) && is_divided(second, sync));
        // Of all that there is one of, each thread comes by the same ones.
        let is_one = |sync: &Sync| matches!(sync, Sync::Obj(obj) if self.order.is_single(*obj));
        let all: Vec<Sync> = barriers.iter().copied().filter(is_one).collect();
        let alone = barriers.iter().map(std::slice::from_ref);
        let together = (all.len() > 1).then_some(all.as_slice());
        let mut meetings = alone.chain(together);
        let meeting = meetings.find(|syncs| self.are_in_phases(first, second, syncs, is_exchanged));
        meeting.map(|syncs| self.doubt_of(syncs[0], &own.barriers[&syncs[0]]))
    }

    /// Whether a thread calls a body in two places between two barriers: `sweep(RED); sweep(BLACK); barrier.await()`. What it does to every
    /// other element in one call, it does to those between them in the next. In one place, it may do the same for other rows; and what is
    /// put in order by other signals than barriers is not known.
    pub(crate) fn comes_again(&self, thread: ThreadId, node: Node) -> bool {
        let own = self.own(thread);
        if own.barriers.is_empty() && !own.acquires.is_empty() {
            return false;
        }
        let nodes = &self.threads.get(thread).nodes;
        let calls = self.program.callers(node).iter().filter(|from| nodes.contains(from.node));
        let calls: Vec<(Node, Inst)> = calls.map(|from| (from.node, from.inst)).collect();
        let mut stops = Stops::default();
        for &(node, inst) in own.barriers.values().flatten() {
            stops.at(node, inst, Questions::ALL);
        }
        stops.close(self.program);
        calls.iter().any(|&(node, inst)| {
            let mut search = self.search(thread, &stops);
            search.begin_behind(node, inst, Questions::ALL);
            let reached = search.run().points(Question::new(0));
            let mut others = calls.iter().filter(|&&other| other != (node, inst));
            others.any(|&(node, inst)| reached.has(self.program, node, inst))
        })
    }

    /// Whether a thread has come to a barrier before a point without having waited there: others may be in any phase after that.
    fn has_come_by(&self, point: Point, sync: Sync) -> bool {
        let number = self.numbers().of.get(&sync);
        !self.own(point.thread).by_hand.contains(&sync)
            && number.is_some_and(|&number| self.is_without(number, From::Signal, point))
    }

    /// Whether some barriers keep two points in different phases.
    fn are_in_phases(
        &self,
        first: Point,
        second: Point,
        syncs: &[Sync],
        is_exchanged: bool,
    ) -> bool {
        let (a, b) = (self.stretches(first.thread, syncs), self.stretches(second.thread, syncs));
        let is_in = |stretch: &Points, at: Point| stretch.has(self.program, at.node, at.inst);
        // Threads that run the same code come by the same barriers; others by the first ones of each at the same time, and so on.
        let sites = |stretches: &[Stretch]| -> Vec<Site> {
            stretches.iter().filter_map(|(begin, _)| *begin).collect()
        };
        let (of_a, of_b) = (sites(&a), sites(&b));
        let gives_object = |&sync: &Sync| {
            let own = [first, second].map(|point| self.own(point.thread));
            let mut at = own.iter().flat_map(|own| &own.barriers[&sync]);
            at.any(|&(node, inst)| self.gives_object(node, inst))
        };
        let is_exchange = is_exchanged && syncs.iter().any(gives_object);
        let places = [first, second].map(|point| self.meets(point.thread, syncs));
        let mut places = places.iter().flat_map(|at| at.iter());
        let is_in_loop = places.any(|&(node, inst)| self.program.flow(node).is_in_loop(inst));
        // Who exchanges things has others before and after.
        let is_by_site = is_exchange || of_a.iter().any(|site| of_b.contains(site));
        let is_same_time = |begin: Option<Site>, other: Option<Site>| match (begin, other) {
            _ if is_by_site => begin == other,
            (Some(begin), Some(other)) => match (nth(&of_a, begin), nth(&of_b, other)) {
                (Some(at), Some(other)) if !is_in_loop || of_a.len() == of_b.len() => at == other,
                _ => true,
            },
            (begin, other) => begin == other,
        };
        let is_common = a.iter().any(|(begin, stretch)| {
            is_in(stretch, first)
                && b.iter()
                    .any(|(other, stretch)| is_same_time(*begin, *other) && is_in(stretch, second))
        });
        let come_by = |thread: ThreadId| self.come_by(thread, syncs);
        !is_common
            && (is_by_site
                || syncs.len() == 1
                || come_by(first.thread).is_some_and(|a| come_by(second.thread) == Some(a)))
    }

    /// By which one of several barriers a thread comes at each place, if that is known of all.
    fn come_by(&self, thread: ThreadId, syncs: &[Sync]) -> Option<Vec<Sync>> {
        let own = self.own(thread);
        let places = self.meets(thread, syncs);
        let sync_at = |place: &(Node, Inst)| {
            let mut here = syncs.iter().filter(|sync| own.barriers[sync].contains(place));
            here.next().copied().filter(|_| here.next().is_none())
        };
        places.iter().map(sync_at).collect()
    }

    /// What a body is if it is a barrier that the program has made by hand.
    fn gathering(&self, node: Node) -> Option<Rc<Gathering>> {
        let known = self.gatherings.borrow().get(&node).cloned();
        known.unwrap_or_else(|| {
            let found = gatherings::of(self.program, self.paths, node).map(Rc::new);
            self.gatherings.borrow_mut().insert(node, found.clone());
            found
        })
    }

    /// Whether a point is inside of such a barrier, where others may be as well: it is neither before nor after it.
    fn comes_to_gather(&self, point: Point, sync: Sync) -> bool {
        self.gathering(point.node).is_some_and(|gathering| {
            let block = self.program.flow(point.node).block_of(point.inst);
            gathering.objs.iter().any(|&obj| Sync::Obj(obj) == sync)
                && !gathering.of_last.contains(&block)
        })
    }

    /// The barriers that a call comes by which the program has made by hand.
    pub(super) fn gathered_at(&self, info: &NodeInfo<'a>, inst: Inst) -> Vec<Obj> {
        let mut callees = info.steps_at(inst).filter_map(Step::callee);
        let gathering = callees.next().and_then(|callee| self.gathering(callee));
        let gathering = gathering.filter(|_| callees.next().is_none());
        gathering.map(|gathering| gathering.objs.clone()).unwrap_or_default()
    }

    /// Where a thread waits at some barriers, or calls something that does nothing else.
    pub(super) fn meets(&self, thread: ThreadId, syncs: &[Sync]) -> Rc<Vec<(Node, Inst)>> {
        let key = (thread, syncs.to_vec());
        let known = self.meets.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let at = self.barriers_of(thread, syncs);
            let found = Rc::new(meets::outermost(self.program, self.threads.get(thread), &at));
            self.meets.borrow_mut().insert(key, Rc::clone(&found));
            found
        })
    }

    fn barriers_of(&self, thread: ThreadId, syncs: &[Sync]) -> Vec<(Node, Inst)> {
        let own = self.own(thread);
        syncs.iter().flat_map(|sync| own.barriers[sync].iter().copied()).collect()
    }

    /// Whether a call returns an object.
    fn gives_object(&self, node: Node, inst: Inst) -> bool {
        let info = self.program.node(node);
        info.is_some_and(|info| {
            let result = info.body.insts[inst].result;
            result.is_some_and(|result| info.body.values[result].ty.is_reference())
        })
    }

    /// What is reached from the beginning of a thread, and from each of some barriers, without coming by one of them.
    fn stretches(&self, thread: ThreadId, syncs: &[Sync]) -> Rc<Vec<Stretch>> {
        let key = (thread, syncs.to_vec());
        if let Some(known) = self.phases.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut stops = Stops::default();
        for (node, inst) in self.barriers_of(thread, syncs) {
            stops.at(node, inst, Questions::ALL);
        }
        stops.close(self.program);
        let mut stretches = Vec::new();
        let places = self.meets(thread, syncs);
        let begins: Vec<Option<(Node, Inst)>> =
            std::iter::once(None).chain(places.iter().copied().map(Some)).collect();
        for some in begins.chunks(Question::COUNT) {
            let mut search = self.search(thread, &stops);
            for (at, begin) in some.iter().enumerate() {
                let question = Questions::of(Question::new(at));
                match *begin {
                    Some((node, inst)) => search.begin_behind(node, inst, question),
                    None => {
                        for &root in &self.threads.get(thread).roots {
                            search.begin_with(root, question);
                        }
                    }
                }
            }
            let reached = search.run();
            for (at, begin) in some.iter().enumerate() {
                let site = begin.map(|(node, inst)| {
                    let info = self.program.node(node);
                    let method = info.expect("invariant: only bodies wait").method;
                    Site { method, inst }
                });
                stretches.push((site, reached.points(Question::new(at))));
            }
        }
        let found = Rc::new(stretches);
        self.phases.borrow_mut().insert(key, Rc::clone(&found));
        found
    }
}

/// The place of a site among those of one method; none if they are in several.
fn nth(sites: &[Site], site: Site) -> Option<usize> {
    let is_one = sites.iter().all(|other| other.method == site.method);
    is_one.then(|| sites.iter().filter(|other| other.inst < site.inst).count())
}
