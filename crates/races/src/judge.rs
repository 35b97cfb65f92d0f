//! What a pair of accesses comes to (StaTS Def. 9): nothing, or a race with a tier and what speaks against it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::Inst;
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use models::{Effect, ForkKind, Limit, Property};
use points_to::{CodeKey, Node, Obj, ObjKind, PointsToSet, SlotKind, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Found, Place};
use crate::announced::Announced;
use crate::claims::Claims;
use crate::custody::{Among, Custodies, Custody};
use crate::elements::Elements;
use crate::exchanges::Exchanges;
use crate::flags::Flags;
use crate::guards::Guards;
use crate::identity::Identities;
use crate::indices::{Indices, Meeting};
use crate::iterations::Iterations;
use crate::kinds::Kinds;
use crate::limits::Limited;
use crate::locality::Locality;
use crate::locks::Held;
use crate::makers::Makers;
use crate::node_set::NodeSet;
use crate::objects::{Objects, offset, plain, step};
use crate::optimistic::is_validated;
use crate::order::{Order, Overlap, Point};
use crate::paths::{Paths, Root};
use crate::processes::Processes;
use crate::program::{CallFrom, NodeInfo, Program, Step, What, arguments};
use crate::publication::Publication;
use crate::result::{AccessKind, Doubt, Site, ThreadId, Tier};
use crate::rounds::{self, Rounds};
use crate::sync::Syncs;
use crate::taken::Taken;
use crate::techniques::{Technique, Techniques};
use crate::threads::{Start, Threads};

pub(crate) struct Judge<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) threads: &'a Threads,
    pub(crate) order: &'a Order<'a>,
    /// The same without the joins that have such a time limit and those before it, and these joins.
    pub(crate) without: &'a [(Limit, Order<'a>)],
    /// The same if loops that wait for threads have waited for one in each round.
    pub(crate) in_rounds: &'a Order<'a>,
    pub(crate) rounds: Rounds<'a>,
    pub(crate) limits: &'a [Limited],
    pub(crate) paths: &'a Paths<'a>,
    pub(crate) locality: &'a Locality<'a>,
    pub(crate) objects: &'a Objects<'a>,
    pub(crate) iterations: &'a Iterations<'a>,
    pub(crate) guards: Guards<'a>,
    pub(crate) indices: Indices<'a>,
    pub(crate) elements: Rc<Elements<'a>>,
    pub(crate) taken: Taken<'a>,
    pub(crate) custodies: Custodies<'a>,
    pub(crate) makers: Rc<Makers<'a>>,
    pub(crate) flags: Flags<'a>,
    pub(crate) announced: Announced<'a>,
    pub(crate) exchanges: Exchanges<'a>,
    pub(crate) claims: Claims<'a>,
    pub(crate) identities: Identities<'a>,
    pub(crate) kinds: Kinds<'a>,
    pub(crate) syncs: &'a Syncs<'a>,
    pub(crate) publication: Publication<'a>,
    pub(crate) processes: Processes,
    pub(crate) techniques: Techniques,
    /// The accesses that race, once they are known.
    pub(crate) racing: RefCell<FxHashSet<Site>>,
    /// Which objects of accesses are found where others find them, as far as is known of the accesses that race.
    pub(crate) found: RefCell<FxHashMap<(usize, ThreadId), bool>>,
    /// Whether it made a difference which object an instance of a thread made.
    pub(crate) has_own: Cell<bool>,
    /// By thread: the bodies that it gets to by calls that mean one method each.
    pub(crate) surely_run: RefCell<FxHashMap<ThreadId, NodeSet>>,
    /// The executors that may have one thread.
    pub(crate) may_be_one: FxHashSet<Obj>,
    /// The objects that an instruction accesses, whoever carries it out.
    pub(crate) objs_at: FxHashMap<Site, FxHashSet<Obj>>,
}

/// An access in one of the threads that carry it out.
#[derive(Clone, Copy)]
pub(crate) struct InThread<'a> {
    pub(crate) found: &'a Found,
    pub(crate) thread: ThreadId,
}

impl InThread<'_> {
    pub(crate) fn point(self) -> Point {
        Point { thread: self.thread, node: self.found.node, inst: self.found.inst }
    }
}

/// Why two accesses may happen at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    pub(crate) overlap: Overlap,
    /// The join with a time limit that would have to give up for that.
    limit: Option<(Limit, Site)>,
    /// Whether it is because a loop waits for one thread after the other.
    is_in_rounds: bool,
}

/// What a pair of accesses came to.
pub(crate) struct Verdict {
    pub(crate) tier: Tier,
    pub(crate) overlap: Overlap,
    pub(crate) doubts: Vec<Doubt>,
    /// Whether it would be no more certain in other threads.
    pub(crate) is_settled: bool,
}

/// Objects that another one is a part of, by the fields that lead there.
pub(crate) type Owners = Vec<(Vec<FieldId>, Vec<Obj>)>;

impl<'a> Judge<'a> {
    /// Whether two accesses may happen at the same time.
    pub(crate) fn chance(&self, first: InThread<'_>, second: InThread<'_>) -> Option<Chance> {
        let at = |access: InThread<'_>| (access.thread, access.found.node);
        if !self.processes.have_common(at(first), at(second)) {
            return None;
        }
        if let Some(overlap) = self.order.may_overlap(first.point(), second.point()) {
            return Some(Chance { overlap, limit: None, is_in_rounds: false });
        }
        if !self.rounds.is_empty()
            && let Some(overlap) = self.in_rounds.may_overlap(first.point(), second.point())
        {
            return Some(Chance { overlap, limit: None, is_in_rounds: true });
        }
        self.late_chance(first, second)
    }

    /// Whether they may because a join with a time limit gives up.
    fn late_chance(&self, first: InThread<'_>, second: InThread<'_>) -> Option<Chance> {
        self.without.iter().find_map(|(limit, order)| {
            let site = self.limit(*limit, first.thread, second.thread)?;
            let overlap = order.may_overlap(first.point(), second.point())?;
            Some(Chance { overlap, limit: Some((*limit, site)), is_in_rounds: false })
        })
    }

    /// Whether an access is done in a loop that waits for threads of a kind one after the other, and has nothing to do with the one
    /// that it has waited for, or with what others may have as well.
    fn is_of_others(&self, place: Place, access: InThread<'_>, other: InThread<'_>) -> bool {
        let found = access.found;
        let values = found.base.into_iter().chain(found.index).collect();
        self.is_of_others_at(place, access.point(), values, other.thread)
    }

    /// The same of what is done with some values.
    pub(crate) fn is_of_others_at(
        &self,
        place: Place,
        point: Point,
        values: Vec<ir::Value>,
        other: ThreadId,
    ) -> bool {
        let starts = &self.threads.get(other).starts;
        let is_handle =
            |objs: &PointsToSet| starts.iter().any(|start| start.handles.intersects(objs));
        let is_kept =
            || matches!(place, Place::Slot(obj, _) if self.locality.kept().contains(plain(obj)));
        point.thread != other
            && match self.rounds.of((point.node, point.inst), values, &is_handle) {
                Some(rounds::Of::Others) => true,
                Some(rounds::Of::ThatThread) => is_kept(),
                None => false,
            }
    }

    /// Whether two threads may be carried out by one of some objects.
    fn have_common_handle(&self, of: &FxHashSet<Obj>, first: ThreadId, second: ThreadId) -> bool {
        let handles = |thread: ThreadId| {
            let starts = self.threads.get(thread).starts.iter();
            let handles = starts.flat_map(|start| start.handles.iter()).map(plain);
            handles.filter(|obj| of.contains(obj)).collect::<FxHashSet<Obj>>()
        };
        !of.is_empty() && !handles(first).is_disjoint(&handles(second))
    }

    /// Whether two accesses in different thread instances may mean the same object, whichever threads these are.
    pub(crate) fn may_be_same(&self, place: Place, first: &Found, second: &Found) -> bool {
        !self.is_own_of_both(place, first, second)
            && (matches!(place, Place::Static(_)) || !self.have_other_owners(first, second))
    }

    /// Whether each thread instance accesses what it made itself.
    pub(crate) fn is_own_of_both(&self, place: Place, first: &Found, second: &Found) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let sees_only_own =
            |found: &Found| self.is_of_maker(obj, found) && !found.may_be(plain(obj).mirror());
        let frame = |found: &Found| self.program.solver.frame(found.node);
        frame(first) == frame(second) && sees_only_own(first) && sees_only_own(second)
    }

    /// Whether the code of an access is told apart by threads as the object is.
    fn is_of_maker(&self, obj: Obj, found: &Found) -> bool {
        let frame = self.program.solver.frame(found.node);
        frame == self.program.solver.frame_of_obj(obj) && frame != points_to::Frame::NONE
    }

    /// Whether two threads may have the same object.
    pub(crate) fn may_have(&self, place: Place, first: InThread<'_>, second: InThread<'_>) -> bool {
        let Place::Slot(obj, slot) = place else { return true };
        let is_nothing = || slot == SlotKind::Element && self.objects.is_empty_array(obj);
        if self.objects.is_double(plain(obj)) || is_nothing() {
            return false;
        }
        // What only another instance could have made does not exist if there is no other.
        let is_of_other = |access: InThread<'_>| {
            self.is_of_maker(obj, access.found)
                && !access.found.may_be(plain(obj))
                && !self.order.is_many(access.thread)
        };
        !self.locality.is_given(first.thread, second.thread, plain(obj))
            && !is_of_other(first)
            && !is_of_other(second)
    }

    /// Whether two accesses are to elements of an array that are not the same.
    pub(crate) fn have_other_indices(&self, first: &Found, second: &Found) -> bool {
        match (self.index(first), self.index(second)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        }
    }

    /// What two accesses come to that may happen at the same time, may mean the same, and have no lock in common. Of a pair that is
    /// known to be unlikely in other threads, all doubts are known already, and one is enough.
    pub(crate) fn judge(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        mut chance: Chance,
        known: Option<Tier>,
    ) -> Option<Verdict> {
        if chance.is_in_rounds
            && !self.is_of_others(place, first, second)
            && !self.is_of_others(place, second, first)
        {
            chance = self.late_chance(first, second)?;
        }
        let overlap = chance.overlap;
        if self.are_never_both(first.found, second.found) {
            return None;
        }
        // What a loop does to elements by their numbers is, for others, done by who runs the loop.
        if (first.found.is_numbered || second.found.is_numbered) && first.thread != second.thread {
            return None;
        }
        let mut is_own_part = false;
        if let Place::Slot(obj, _) = place {
            let is_own = self.is_iterations_own(obj, first, second);
            // Nobody knows how well the program divides.
            is_own_part = is_own && self.iterations.is_divided_by_program(first.thread);
            if is_own && !is_own_part
                || self.is_before_own_start(place, first, second, overlap)
                || self.are_threads_themselves(first, second)
            {
                return None;
            }
        }
        let (of_first, of_second) = (self.guards.of(first.found), self.guards.of(second.found));
        let threads = (first.thread, second.thread);
        let may_share = self.guards.may_have_common(&of_first.held, &of_second.held, threads);
        let is_one = self.is_one(place, first.found) && self.is_one(place, second.found);
        let mut doubts = Vec::new();
        if let Some((Limit::Long, site)) = chance.limit {
            doubts.push(Doubt::TimedJoin(site));
        }
        doubts.extend(is_own_part.then_some(Doubt::OwnPart));
        // One of several locks may be that of the element, unless it is the same element for all, and not the same lock.
        let is_same_element = || {
            self.index(first.found).is_some()
                && self.index(second.found).is_some()
                && self.guards.are_chosen(&of_first.held, &of_second.held)
        };
        let is_element = matches!(place, Place::Slot(_, SlotKind::Element)) && !is_same_element();
        let is_foreign = || {
            self.guards.has_other(first.found, second.found)
                || self.guards.has_other(second.found, first.found)
        };
        let is_in_structure = || {
            !is_one
                && matches!(place, Place::Slot(obj, _)
                    if self.guards.hold_lock_of_structure(obj, first.found, second.found))
        };
        let at = |access: InThread<'_>| (access.thread, access.found.node, access.found.inst);
        let is_of_kind = || {
            !is_one
                && self.techniques.has(Technique::Sync)
                && matches!(place, Place::Slot(obj, _)
                    if self.kinds.have_common(obj, at(first), at(second)))
                && !is_foreign()
        };
        let may_guard = may_share && self.may_guard(first, second);
        let has_other_keys = || self.guards.have_other_keys(first.found, second.found);
        let is_keyed = || self.is_keyed(first.found) && self.is_keyed(second.found);
        if may_guard && (!is_one || is_element) && !is_foreign() && !has_other_keys()
            || may_guard && self.is_lock_steady(first, second)
            || may_guard && self.guards.have_same_number(&of_first.held, &of_second.held)
            || is_in_structure()
            || is_of_kind()
            || !is_one && is_keyed()
            || self.guards.hold_all_and_one(first.found, second.found)
        {
            doubts.push(Doubt::MayShareLock);
        }
        // Iterations of a loop hand nothing over to each other.
        let is_loop = first.thread == second.thread
            && self.threads.get(first.thread).kind == Some(ForkKind::Loop);
        let is_own =
            !is_loop && matches!(place, Place::Slot(obj, _) if self.is_own(obj, first, second));
        // Each stage of a kind gets what its own future holds.
        let is_got =
            !is_one && first.thread == second.thread && self.is_got(first) && self.is_got(second);
        let is_given_away = |access: InThread<'_>| {
            let found = access.found;
            found.base.is_some_and(|base| self.taken.is_given_away(found.node, base, found.inst))
        };
        let is_given_away = is_given_away(first)
            || is_given_away(second)
            || self.is_given_to_thread(first, second.thread)
            || self.is_given_to_thread(second, first.thread);
        let is_of_iteration =
            || self.is_of_iteration(first, second) || self.is_of_iteration(second, first);
        let is_exchanged = |access: InThread<'_>| {
            let found = access.found;
            found.base.is_some_and(|base| self.exchanges.is_got(found.node, base))
        };
        let are_exchanged = || is_exchanged(first) && is_exchanged(second);
        let is_handed_over =
            (is_own || is_got || are_exchanged()) && !is_given_away || is_of_iteration();
        let is_kept = !is_loop
            && !is_handed_over
            && (self.is_kept(place, first, second, is_one, is_given_away)
                || self.is_passed_on(place, first, second, is_one));
        if is_handed_over || is_kept {
            doubts.push(Doubt::HandedOver);
        }
        let is_for_element = |access: InThread<'_>, is_one: bool| {
            let found = access.found;
            found
                .base
                .is_some_and(|base| self.elements.is_own(access.thread, found.node, base, is_one))
        };
        let is_kind = first.thread == second.thread;
        let are_for_elements =
            is_kind && is_for_element(first, false) && is_for_element(second, false);
        if are_for_elements
            && (!is_one || is_for_element(first, true) && is_for_element(second, true))
        {
            doubts.push(Doubt::StartedForElement);
        }
        let (a, b) = (first.found, second.found);
        if is_validated(self.program, &self.guards, a, b)
            || is_validated(self.program, &self.guards, b, a)
        {
            doubts.push(Doubt::Validated);
        }
        let is_deep = |access: InThread<'_>| {
            access.found.inside.as_ref().is_some_and(|inside| inside.is_deep)
        };
        if is_deep(first) || is_deep(second) {
            doubts.push(Doubt::InsideLibrary);
        }
        if let Place::Slot(obj, _) = place
            && (self.is_given_out(obj, first) || self.is_given_out(obj, second))
        {
            doubts.push(Doubt::GivenOut);
        }
        doubts.extend(self.indices_apart(first, second, overlap));
        // Of many pairs of threads that follow each other, each pair has objects of its own; or they follow each other all. What
        // waits for several has others beside it, which run the same code but for what they were given to run.
        let is_same_code =
            || !self.is_chain(first.thread) && !self.is_chosen(first) && !self.is_chosen(second);
        if !is_one || first.thread == second.thread && !is_same_code() {
            doubts.extend(self.followed(first.thread, second.thread).map(Doubt::OrderedBySignal));
        }
        if known == Some(Tier::Unlikely) && !doubts.is_empty() {
            return Some(Verdict { tier: Tier::Unlikely, overlap, doubts, is_settled: is_kept });
        }
        let may_be_exchanged = !is_given_away
            && matches!(place, Place::Slot(obj, _) if self.exchanges.is_exchanged(obj));
        let by_signal = self.syncs.doubt(first.point(), second.point(), may_be_exchanged);
        // That of the round is known to be no matter.
        let is_end_of_one = |doubt: &Doubt| {
            let starts = [first, second].map(|access| &self.threads.get(access.thread).starts);
            let mut starts = starts.into_iter().flatten();
            let mut is_it =
                |site| starts.any(|start| self.site(start.node, start.inst) == Some(site));
            chance.is_in_rounds && matches!(doubt, Doubt::OrderedBySignal(site) if is_it(*site))
        };
        let by_signal = by_signal.filter(|doubt| !is_end_of_one(doubt));
        let claims = |access: InThread<'_>| {
            self.claims.before(access.found.node, access.found.inst, access.found.base)
        };
        let by_flag = |of: InThread<'_>, other: InThread<'_>| {
            self.flags.doubt((of.found, !claims(of).is_empty()), other.found, is_one)
        };
        let by_flag = || by_flag(first, second).or_else(|| by_flag(second, first));
        let by_ring = || {
            let element = |access: InThread<'_>| Some((access.point(), access.found.index?));
            let is_element = matches!(place, Place::Slot(_, SlotKind::Element));
            let (a, b) = (element(first).filter(|_| is_element)?, element(second)?);
            self.syncs.in_ring(a, b)
        };
        let by_end = |before: InThread<'_>, hook: InThread<'_>| {
            let of_hook = (hook.thread, hook.found.node);
            let is_same_program =
                |thread, node| self.processes.have_common((thread, node), of_hook);
            self.syncs.before_hook(before.point(), hook.point(), is_same_program)
        };
        let by_end = || by_end(first, second).or_else(|| by_end(second, first));
        let by_signal = by_signal.or_else(by_ring).or_else(by_end);
        let announced = |first: &Found, second: &Found| match place {
            Place::Slot(obj, _) => self.announced.doubt(&self.publication, obj, first, second),
            Place::Static(_) => None,
        };
        let by_volatile = || announced(a, b).or_else(|| announced(b, a));
        let is_clear = doubts.is_empty();
        let by_object = || by_flag().or_else(by_volatile);
        doubts.extend(by_signal.or_else(|| if is_clear { by_object() } else { None }));
        let gates = |access: InThread<'_>| {
            self.indices.gates(access.thread, access.found.node, access.found.inst)
        };
        let claimed = claims(first);
        let is_turn = |access: InThread<'_>| {
            let at = (access.found.node, access.found.inst);
            self.claims.is_turn(self.threads, access.thread, at)
        };
        let is_claimed = !claimed.is_empty()
            && claims(second).iter().any(|claim| claimed.contains(claim))
            || first.thread == second.thread
                && is_turn(first)
                && is_turn(second)
                && self.may_be_of_one(first, second, is_one);
        let is_by_identity = || self.identities.is_one(at(first), at(second), place, is_one);
        // Who has set a flag of the object by comparing keeps out all who would.
        let is_by_flag = || {
            let class = |access: InThread<'_>| {
                self.custodies.claimed_this(&self.taken, access.found.node, access.found.inst)
            };
            matches!(place, Place::Slot(..))
                && class(first).is_some_and(|of| class(second) == Some(of))
        };
        let of_first = gates(first);
        if is_claimed
            || is_by_identity()
            || is_by_flag()
            || !of_first.is_empty() && gates(second).iter().any(|gate| of_first.contains(gate))
        {
            doubts.push(Doubt::OneThreadOnly);
        }
        let is_same_index = self.index(first.found).is_some() && self.index(second.found).is_some();
        // Stages of futures wait for each other in ways that are not followed.
        let is_stage =
            |access: InThread<'_>| self.threads.get(access.thread).kind == Some(ForkKind::Stage);
        let waits = |access: InThread<'_>| {
            let starts = &self.threads.get(access.thread).starts;
            starts.iter().any(|start| !start.awaits.is_empty())
        };
        // Of the executors that a task may be given to, one may carry out one task after the other.
        let may_be_in_turn = self.order.may_be_in_turn(first.thread, second.thread);
        // A hook runs when the JVM ends, which nobody knows to be before anything.
        let is_hook =
            |access: InThread<'_>| self.threads.get(access.thread).kind == Some(ForkKind::Hook);
        let is_alone = !self.syncs.have_common(first.thread, second.thread)
            && !is_hook(first)
            && !is_hook(second)
            && !are_for_elements
            && !may_be_in_turn
            && !self.have_common_handle(&self.may_be_one, first.thread, second.thread)
            && !is_stage(first)
            && !is_stage(second)
            && !waits(first)
            && !waits(second);
        let tier = if !doubts.is_empty() {
            Tier::Unlikely
        } else if is_one
            && is_alone
            && !may_share
            && (!is_element || is_same_index)
            && chance.limit.is_none()
            // When a class is initialised is not followed.
            && !matches!(overlap, Overlap::Unknown)
            && !chance.is_in_rounds
            && self.is_surely_run(first)
            && self.is_surely_run(second)
        {
            Tier::Precise
        } else {
            Tier::Possible
        };
        let is_settled = match tier {
            Tier::Precise => true,
            Tier::Possible => !is_one,
            Tier::Unlikely => is_kept,
        };
        // It is told, though nobody who gives up waiting need be believed to have waited long enough.
        if let Some((Limit::Try, site)) = chance.limit {
            doubts.push(Doubt::TimedJoin(site));
        }
        Some(Verdict { tier, overlap, doubts, is_settled })
    }

    /// Whether a thread gets to the body of an access without a call that may mean one method or another: which of several handlers
    /// a thread runs may be decided by what points-to sets do not tell. Nor by way of one of which it is not clear what it holds.
    fn is_surely_run(&self, access: InThread<'_>) -> bool {
        let mut surely_run = self.surely_run.borrow_mut();
        let nodes = surely_run.entry(access.thread).or_insert_with(|| {
            let mut nodes = NodeSet::default();
            let thread = self.threads.get(access.thread);
            // Who finds a task somewhere may have waited for the one before.
            if thread.starts.iter().any(|start| self.finds_task(start)) {
                return nodes;
            }
            let mut pending = thread.roots.clone();
            while let Some(node) = pending.pop() {
                let Some(info) = self.program.node(node).filter(|_| nodes.insert(node)) else {
                    continue;
                };
                let method = |node: Node| self.program.node(node).map(|info| info.method);
                // What calls itself under a lock may hold any number of them when it calls others.
                let locks_again = |(inst, step): (Inst, &Step)| {
                    step.callee().and_then(method) == Some(info.method)
                        && !self.taken.locks.at(node, inst).is_empty()
                };
                if info.steps().any(locks_again) {
                    continue;
                }
                let is_clear = |inst: Inst, callee: Node| {
                    let mut callees = info.steps_at(inst).filter_map(Step::callee);
                    callees.all(|other| method(other) == method(callee))
                };
                let calls = info.steps().filter_map(|(inst, step)| Some((inst, step.callee()?)));
                pending.extend(calls.filter(|&(inst, c)| is_clear(inst, c)).map(|(_, c)| c));
            }
            nodes
        });
        nodes.contains(access.found.node)
    }

    /// Whether a start hands over what is in a field that changes, or was taken out of something.
    fn finds_task(&self, start: &Start) -> bool {
        let Some(info) = self.program.node(start.node) else { return false };
        arguments(info.body, start.inst).into_iter().skip(1).any(|task| {
            let mut def = info.body.values[task].def;
            while let ir::Op::CheckCast { value, .. } = info.body.insts[def].op {
                def = info.body.values[value].def;
            }
            match info.body.insts[def].op {
                ir::Op::GetField { field, .. } => {
                    let field = self.paths.field_in(start.node, field);
                    field.is_some_and(|field| !self.paths.is_constant(field))
                }
                ir::Op::Invoke { .. } => self.removes(info, def),
                _ => false,
            }
        })
    }

    /// Whether a call of library code takes something out of what it is called on.
    fn removes(&self, info: &NodeInfo<'_>, inst: Inst) -> bool {
        info.steps_at(inst).any(|step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Write(slot) if self.taken.is_removal(event.via, slot)))
        })
    }

    /// Whether two accesses of a kind of thread, to something of which there may be only one, are done for the same object, as far as is
    /// known: what the thread runs a method of.
    fn may_be_of_one(&self, first: InThread<'_>, second: InThread<'_>, is_one: bool) -> bool {
        let objs = |access: InThread<'_>| -> PointsToSet {
            let solver = self.program.solver;
            let at = (access.found.node, access.found.inst);
            let around = self.claims.around(self.threads, access.thread, at);
            let roots = &self.threads.get(access.thread).roots;
            let around = around.into_iter().map(|(node, _)| node).filter(|n| roots.contains(n));
            let this = around.filter_map(|node| {
                let this = solver.code_of(node).params.first().copied().flatten()?;
                Some(solver.points_to(node, this))
            });
            this.flat_map(|objs| objs.iter().map(plain)).collect()
        };
        let (of_first, of_second) = (objs(first), objs(second));
        // What there is one of, all objects of a kind have, each in its own turn.
        let has_one = |objs: &PointsToSet| {
            let mut objs = objs.iter();
            objs.next().is_some_and(|obj| self.order.is_single(obj)) && objs.next().is_none()
        };
        of_first.intersects(&of_second) && (!is_one || has_one(&of_first) && has_one(&of_second))
    }

    /// Whether two accesses are in methods of objects of which a run has one or the other: `slow ? new Slow() : new Quick()`.
    fn are_never_both(&self, first: &Found, second: &Found) -> bool {
        let (Some(a), Some(b)) = (self.maker_of_this(first), self.maker_of_this(second)) else {
            return false;
        };
        let flow = self.program.flow(a.0);
        let reaches = |from: Inst, to: Inst| flow.reaches(from, to, None);
        a.0 == b.0 && a.1 != b.1 && !reaches(a.1, b.1) && !reaches(b.1, a.1)
    }

    /// Where the object is made that an access is in a method of, if there is one only.
    fn maker_of_this(&self, found: &Found) -> Option<(Node, Inst)> {
        let (solver, info) = (self.program.solver, self.program.node(found.node)?);
        if solver.hierarchy().method(info.method).is_static() {
            return None;
        }
        let this = solver.code_of(found.node).params.first().copied().flatten()?;
        let mut objs = solver.points_to(found.node, this).iter();
        let obj = objs.next().filter(|_| objs.next().is_none())?;
        self.order.maker_of_one(obj)
    }

    /// Whether threads that hold locks that may be the same have not each made their own: a string that each has cut out of a line
    /// itself keeps nobody out, though it is equal to that of another.
    fn may_guard(&self, first: InThread<'_>, second: InThread<'_>) -> bool {
        let (of_first, of_second) = (self.guards.of(first.found), self.guards.of(second.found));
        let threads = (first.thread, second.thread);
        let others = |held: &[Held], thread: ThreadId| -> Vec<Held> {
            held.iter().filter(|held| !self.has_made_lock(thread, held)).cloned().collect()
        };
        let may_have_common = |a: &[Held], b: &[Held]| self.guards.may_have_common(a, b, threads);
        may_have_common(&others(&of_first.held, first.thread), &of_second.held)
            || may_have_common(&of_first.held, &others(&of_second.held, second.thread))
    }

    /// Whether a lock can only be one that the thread itself has made, wherever it may have put it.
    fn has_made_lock(&self, thread: ThreadId, held: &Held) -> bool {
        let (node, inst) = held.site;
        let value = self.guards.value_of_lock(held).filter(|_| !held.is_turn);
        let values = &self.program.solver.code_of(node).values;
        let var = value.and_then(|value| values.get(value.index()).copied().flatten());
        let custody = |var: Var, obj: Obj| {
            let at = (node, var, Some(inst));
            self.custodies.of(&self.taken, (thread, Among::All), at, obj)
        };
        !held.may.is_empty()
            && var.is_some_and(|var| held.may.iter().all(|&obj| custody(var, obj).is_made_only()))
    }

    /// Whether both find the lock that they hold in one place, and what is there does not change while they may find it: then
    /// either all that happens at the same time comes before a change, or all of it after it.
    fn is_lock_steady(&self, first: InThread<'_>, second: InThread<'_>) -> bool {
        let fields = self.guards.common_fields(first.found, second.found);
        fields.into_iter().any(|field| {
            self.guards.writes(field).iter().all(|&(node, inst)| {
                self.threads.of(node).iter().all(|&thread| {
                    let write = Point { thread, node, inst };
                    let may_meet = |access: InThread<'_>| {
                        self.order.may_overlap(write, access.point()).is_some()
                    };
                    !may_meet(first) && !may_meet(second)
                })
            })
        })
    }

    /// Whether each thread seems to have elements of its own.
    fn indices_apart(
        &self,
        first: InThread<'_>,
        second: InThread<'_>,
        overlap: Overlap,
    ) -> Option<Doubt> {
        let by_index = |access: InThread<'_>| {
            let (node, index) = (access.found.node, access.found.index);
            let is_write = access.found.kind == AccessKind::Write;
            let is_by_thread = |index| match self.is_updated(access.found) {
                true => self.indices.is_updated_by_thread(access.thread, node, index),
                false => self.indices.is_by_thread(access.thread, node, index),
            };
            index.is_some_and(|index| {
                is_by_thread(index)
                    && !(is_write && self.indices.is_remainder(node, index))
                    && !self.indices.is_up_to(access.thread, node, index)
            })
        };
        let rows = |access: InThread<'_>| {
            let found = access.found;
            found.base.map_or(0, |b| self.own_levels(access.thread, found.node, b, 3))
        };
        let by_row = |access: InThread<'_>| rows(access) != 0;
        let is_by_thread = |access: InThread<'_>| by_index(access) || by_row(access);
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
        let (a, b) = (first.found, second.found);
        let row = |found: &Found| {
            let body = self.program.node(found.node)?.body;
            match body.insts[body.values[found.base?].def].op {
                ir::Op::ArrayLoad { index, .. } => Some(index),
                _ => None,
            }
        };
        // Where each has every other element of its rows, as on a chessboard, neighbours do not meet.
        let has_all = |found: &Found| {
            let body = self.program.node(found.node).map(|info| info.body);
            body.zip(found.index).is_none_or(|(body, index)| {
                matches!(step(body, offset(body, index).0), None | Some(1))
            })
        };
        let are_neighbours = || {
            let are_beside = |of_a, of_b| {
                let indices = ((a.node, of_a), (b.node, of_b));
                a.kind != b.kind && self.indices.are_neighbours(first.thread, indices.0, indices.1)
            };
            let are_opposite = || {
                let indices = ((a.node, a.index), (b.node, b.index));
                self.indices.are_opposite(first.thread, indices.0, indices.1)
            };
            by_index(first) && by_index(second) && (are_beside(a.index, b.index) || are_opposite())
                || by_row(first)
                    && by_row(second)
                    && has_all(a)
                    && has_all(b)
                    && are_beside(row(a), row(b))
        };
        let are_apart = || {
            self.indices.are_apart((a.node, a.index), (b.node, b.index))
                || self.indices.are_in_rows_apart((a.node, a.base), (b.node, b.base))
                || self.indices.are_swapped((a.node, a.base), (b.node, b.base))
        };
        let are_single = !self.order.is_many(first.thread) && !self.order.is_many(second.thread);
        match self.indices.compare((first.thread, a), (second.thread, b), are_single) {
            Meeting::Apart => return Some(Doubt::IndexByThread),
            Meeting::Overlapping => return are_apart().then_some(Doubt::IndexByThread),
            Meeting::Unknown => {}
        }
        if first.thread == second.thread
            && let Some(are_apart) = self.indices.are_apart_in_loop(first.thread, a, b)
        {
            return are_apart.then_some(Doubt::IndexByThread);
        }
        // A row of the one and a column of the other cross.
        let are_crossing = by_row(first) != by_row(second)
            && by_index(first) != by_index(second)
            && is_by_thread(first)
            && is_by_thread(second)
            || by_row(first) && by_row(second) && rows(first) & rows(second) == 0;
        let has_own = !are_crossing
            && (is_by_thread(first) || is_by_start(first, is_first_outside))
            && (is_by_thread(second) || is_by_start(second, !is_first_outside))
            && !are_neighbours();
        (has_own || are_apart()).then_some(Doubt::IndexByThread)
    }

    /// Whether an element is read and then written, `counts[kind]++`, and not one after the other of a range.
    fn is_updated(&self, found: &Found) -> bool {
        let (Some(info), Some(array), Some(index)) =
            (self.program.node(found.node), found.base, found.index)
        else {
            return false;
        };
        let counter = crate::objects::offset(info.body, index).0;
        if matches!(info.body.insts[info.body.values[counter].def].op, ir::Op::Phi(_)) {
            return false;
        }
        let same = |a: ir::Value, i: ir::Value| a == array && Some(i) == found.index;
        let mut insts = info.body.insts.values();
        let is_read = insts.any(
            |inst| matches!(inst.op, ir::Op::ArrayLoad { array, index, .. } if same(array, index)),
        );
        let mut insts = info.body.insts.values();
        is_read
            && insts.any(|inst| {
                matches!(inst.op, ir::Op::ArrayStore { array, index, .. } if same(array, index))
            })
    }

    /// The start of one of two threads, if it begins when the other has ended.
    fn followed(&self, first: ThreadId, second: ThreadId) -> Option<Site> {
        let (first, second) = (self.runner(first), self.runner(second));
        // Instances of one thread may wait for each other.
        let (a, b) = (self.order.may_await(first, second), self.order.may_await(second, first));
        let later = match (a, b) {
            (true, false) => first,
            (false, true) => second,
            (true, true) if first == second => first,
            _ => return None,
        };
        let start = self.threads.get(later).starts.first()?;
        self.site(start.node, start.inst)
    }

    /// Who does nothing else while a thread runs: who runs a loop goes on when all its iterations have ended. Other threads may
    /// go on when the one has ended that started them.
    fn runner(&self, thread: ThreadId) -> ThreadId {
        let mut thread = thread;
        while let info = self.threads.get(thread)
            && info.kind == Some(ForkKind::Loop)
            && let Some(&[parent]) = info.starts.first().map(|start| &start.parents[..])
            && info.starts.iter().all(|start| start.parents == [parent])
            && parent != thread
        {
            thread = parent;
        }
        thread
    }

    /// Whether each start of a thread waits for the one before, which a variable or a field has: `last = last.thenRun(next)`. What
    /// is looked up somewhere, or waits for several, has others beside it.
    fn is_chain(&self, thread: ThreadId) -> bool {
        self.threads.get(thread).starts.iter().all(|start| {
            let Some(info) = self.program.node(start.node) else { return false };
            let Some(&on) = arguments(info.body, start.inst).first() else { return false };
            let mut def = info.body.values[on].def;
            while let ir::Op::CheckCast { value, .. } = info.body.insts[def].op {
                def = info.body.values[value].def;
            }
            matches!(
                info.body.insts[def].op,
                ir::Op::Phi(_) | ir::Op::GetField { .. } | ir::Op::GetStatic { .. }
            )
        })
    }

    /// Whether code is run that a thread has chosen: a function that it was given or has found.
    fn is_chosen(&self, access: InThread<'_>) -> bool {
        let mut node = access.found.node;
        for _ in 0..4 {
            if self.threads.get(access.thread).roots.contains(&node) {
                return false;
            }
            let [from] = self.program.callers(node) else { return false };
            if !from.is_direct {
                return true;
            }
            node = from.node;
        }
        false
    }

    /// Whether an access of who starts a thread is to what it has given to that thread before.
    /// And not waited for since.
    fn is_given_to_thread(&self, access: InThread<'_>, other: ThreadId) -> bool {
        let (found, node) = (access.found, access.found.node);
        let (Some(info), Some(base)) = (self.program.node(node), found.base) else { return false };
        let flow = self.program.flow(node);
        let objs = self.program.points_to(node, base);
        let is_join = |step: &Step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Join { .. })
                    && objs.is_some_and(|objs| objs.intersects(&event.objs)))
        };
        let joins: Vec<Inst> =
            info.steps().filter(|(_, step)| is_join(step)).map(|(inst, _)| inst).collect();
        let starts = self.threads.get(other).starts.iter().filter(|start| start.node == node);
        starts.into_iter().any(|start| {
            let stops = joins.iter().copied().chain([info.body.values[base].def]);
            arguments(info.body, start.inst).contains(&base)
                && !joins.contains(&start.inst)
                && stops.into_iter().all(|stop| flow.reaches(start.inst, found.inst, Some(stop)))
        })
    }

    /// A join with such a time limit that one of two threads is waited for by.
    pub(crate) fn limit(&self, limit: Limit, first: ThreadId, second: ThreadId) -> Option<Site> {
        let is_handle = |objs: &PointsToSet, thread: ThreadId| {
            self.threads.get(thread).starts.iter().any(|start| start.handles.intersects(objs))
        };
        let mut limits = self.limits.iter().filter(|limited| limited.limit == limit);
        let limited = limits
            .find(|limited| is_handle(&limited.objs, first) || is_handle(&limited.objs, second))?;
        Some(limited.site)
    }

    /// On which levels of arrays and lists in each other a value is an element that each thread has one of, the bits counted from
    /// the inside: `cells.get(row).get(column)` is the thread's own on the second if `row` is.
    fn own_levels(&self, thread: ThreadId, node: Node, value: ir::Value, depth: usize) -> u32 {
        let Some(info) = self.program.node(node) else { return 0 };
        let by_index = |index| u32::from(self.indices.is_by_thread(thread, node, index));
        let outer = |value| match depth {
            0 => 0,
            _ => self.own_levels(thread, node, value, depth - 1) << 1,
        };
        let narrow = |levels: &Cell<u32>, given: u32| {
            levels.set(levels.get() & given);
            levels.get() != 0
        };
        match info.body.insts[info.body.values[value].def].op {
            ir::Op::ArrayLoad { array, index, .. } => by_index(index) | outer(array),
            ir::Op::CheckCast { value, .. } => self.own_levels(thread, node, value, depth),
            ir::Op::GetField { object, .. } => outer(object),
            // Of a list.
            ir::Op::Invoke { args, .. }
                if info.steps_at(info.body.values[value].def).all(|s| s.callee().is_none()) =>
            {
                let args = info.body.list(args);
                let is_number = |arg: &&ir::Value| info.body.values[**arg].ty == ir::Type::Int;
                let index = args.iter().skip(1).find(is_number);
                index.map_or(0, |&index| by_index(index) | outer(args[0]))
            }
            // Of what a method of the program has: by the number that it is asked for.
            ir::Op::Invoke { .. } if depth > 0 => {
                let def = info.body.values[value].def;
                let args = arguments(info.body, def);
                let mut numbers =
                    args.into_iter().filter(|&arg| info.body.values[arg].ty == ir::Type::Int);
                let are_own = numbers.all(|n| self.is_number_of(thread, node, n, depth));
                let levels = Cell::new(u32::MAX);
                let is_so = are_own
                    && self.is_so_for_returned(info, def, |node, returned| {
                        narrow(&levels, self.own_levels(thread, node, returned, depth - 1))
                    });
                if is_so { levels.get() } else { 0 }
            }
            ir::Op::Param(_) if depth > 0 => {
                let levels = Cell::new(u32::MAX);
                let is_so = self.is_so_for_callers(node, value, |node, arg| {
                    narrow(&levels, self.own_levels(thread, node, arg, depth - 1))
                });
                if is_so { levels.get() } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether a number is one that a thread has, or counts, not one that it has drawn or worked out: that may be another one's, too.
    fn is_number_of(&self, thread: ThreadId, node: Node, number: ir::Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return false };
        match info.body.insts[info.body.values[number].def].op {
            ir::Op::GetField { .. } => true,
            ir::Op::Phi(_) => step(info.body, number).is_some(),
            ir::Op::Param(_) => {
                self.threads.get(thread).roots.contains(&node)
                    || self.is_so_for_callers(node, number, |node, arg| {
                        self.is_number_of(thread, node, arg, depth - 1)
                    })
            }
            _ => false,
        }
    }

    /// Whether something is so for all that a call may return, if it means methods of the program.
    fn is_so_for_returned(
        &self,
        info: &NodeInfo<'_>,
        call: Inst,
        is_so: impl Fn(Node, ir::Value) -> bool,
    ) -> bool {
        let mut steps = info.steps_at(call).peekable();
        steps.peek().is_some()
            && steps.all(|step| {
                let Step::Call { node: callee, is_direct: true, .. } = step else { return false };
                let Some(inner) = self.program.node(*callee) else { return false };
                let returned = inner.body.insts.values().filter_map(|inst| match inst.op {
                    ir::Op::Return(value) => value,
                    _ => None,
                });
                let mut returned = returned.peekable();
                returned.peek().is_some() && returned.all(|value| is_so(*callee, value))
            })
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

    /// Whether each thread seems to have the object for itself, by the ways in which they came by it.
    fn is_kept(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        is_one: bool,
        is_given_away: bool,
    ) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let is_kind = first.thread == second.thread;
        let among = if is_kind { Among::ItsKind } else { Among::All };
        let custody = |access: InThread<'_>| {
            let of_object = || self.custody_of_object(access, among, obj);
            self.custody_of_owner(access, among).or_else(of_object)
        };
        let (Some(of_first), Some(of_second)) = (custody(first), custody(second)) else {
            return false;
        };
        let is_until_replaced = self.is_until_replaced(first.found, &of_second)
            || self.is_until_replaced(second.found, &of_first);
        if is_until_replaced && !is_given_away {
            return true;
        }
        if of_first.is_unknown || of_second.is_unknown {
            return false;
        }
        if of_first.is_found || of_second.is_found {
            return !is_given_away
                && (self.is_published(obj, first, (&of_first, &of_second))
                    || self.is_published(obj, second, (&of_second, &of_first)));
        }
        if !of_first.is_kept() || !of_second.is_kept() {
            return false;
        }
        // What is taken by a race, several may take.
        let by_race = |custody: &Custody| {
            let mut sites = custody.sites.iter().filter_map(|&(node, inst)| self.site(node, inst));
            sites.any(|site| self.racing.borrow().contains(&site))
        };
        self.has_own.set(true);
        if by_race(&of_first) || by_race(&of_second) {
            return false;
        }
        if of_first.is_own() && of_second.is_own() {
            if of_first.is_of_others() || of_second.is_of_others() {
                return true;
            }
            if of_first.is_per_thread && of_second.is_per_thread {
                return true;
            }
            // Who starts its own kind gives what it made to another one.
            let starts = &self.threads.get(first.thread).starts;
            let starts_itself = starts.iter().any(|start| start.parents.contains(&first.thread));
            return is_kind
                && !is_one
                && (!starts_itself || of_first == of_second)
                && self.is_passed_once(first.thread, &of_first);
        }
        // What a thread was started with, who started it has, too: the thread itself must be who hands it over.
        let hands_over = |access: InThread<'_>, own: &Custody, other: &Custody| {
            is_kind
                || !own.is_started
                || self.custodies.are_filled_by(access.thread, obj, &other.from)
        };
        if !hands_over(first, &of_first, &of_second) || !hands_over(second, &of_second, &of_first) {
            return false;
        }
        let mut from = match of_first.is_made || of_second.is_made {
            true => self.custodies.shared_holders(obj),
            false => PointsToSet::new(),
        };
        from.union(&of_first.from);
        from.union(&of_second.from);
        !is_given_away && !self.is_put_into(first, &from) && !self.is_put_into(second, &from)
    }

    /// Whether each thread passes the object on to the next one that it starts, and has done with it then: what is tried again and
    /// again, or carried out step by step, is of one thread at a time.
    ///
    /// ```java
    /// void attempt(Job job) {
    ///     job.tries++;
    ///     if (!job.load()) pool.schedule(() -> attempt(job), 1, SECONDS);
    /// }
    /// ```
    fn is_passed_on(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        is_one: bool,
    ) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let among = Among::ItsKind;
        let custody = |access| {
            self.custody_of_owner(access, among)
                .or_else(|| self.custody_of_object(access, among, obj))
        };
        let (Some(of_first), Some(of_second)) = (custody(first), custody(second)) else {
            return false;
        };
        let mut chain = vec![first.thread, second.thread];
        for (access, custody) in [(first, &of_first), (second, &of_second)] {
            chain.extend(self.passed_by(access.thread, custody));
        }
        let own_starts = || {
            let starts = chain.iter().flat_map(|&thread| &self.threads.get(thread).starts);
            starts.filter(|start| start.parents.iter().any(|parent| chain.contains(parent)))
        };
        if own_starts().next().is_none() {
            return false;
        }
        // Who passes it on has passed nothing on before, and does not do it twice.
        let is_last = |start: &Start| {
            let parents = start.parents.iter().filter(|parent| chain.contains(parent));
            let mut points =
                parents.map(|&thread| Point { thread, node: start.node, inst: start.inst });
            points.all(|point| !self.order.may_be_running(point, &chain))
        };
        // What there is one of is passed on once only if it is known who was started for it.
        let is_known = |custody: &Custody| !is_one || custody.is_relayed || custody.is_for_element;
        let is_passed =
            |custody: &Custody| custody.is_own() && !custody.is_made && is_known(custody);
        is_passed(&of_first)
            && is_passed(&of_second)
            && (of_first.is_relayed || of_second.is_relayed)
            && own_starts().all(is_last)
            && !self.order.may_be_running(first.point(), &chain)
            && !self.order.may_be_running(second.point(), &chain)
    }

    /// Those who pass on to a thread what it has, if nobody starts it with something new.
    fn passed_by(&self, thread: ThreadId, custody: &Custody) -> Vec<ThreadId> {
        let starts = &self.threads.get(thread).starts;
        let is_passed = custody.is_relayed && !custody.is_started;
        starts.iter().filter(|_| is_passed).flat_map(|start| start.parents.clone()).collect()
    }

    /// Whether those who pass on to a thread what it has start no other one while it may be running.
    fn is_passed_once(&self, thread: ThreadId, custody: &Custody) -> bool {
        let parents = self.passed_by(thread, custody);
        let mut starts = self.threads.get(thread).starts.iter();
        starts.all(|start| {
            parents.iter().filter(|parent| start.parents.contains(parent)).all(|&parent| {
                let point = Point { thread: parent, node: start.node, inst: start.inst };
                !self.order.may_be_running(point, &[thread])
            })
        })
    }

    /// How a thread came by an object that it accesses.
    fn custody_of_object(&self, access: InThread<'_>, among: Among, obj: Obj) -> Option<Custody> {
        let (node, var) = self.var(access)?;
        let at = (node == access.found.node).then_some(access.found.inst);
        Some(self.custodies.of(&self.taken, (access.thread, among), (node, var, at), obj))
    }

    /// How a thread came by what an accessed object is a part of, if it was made for that.
    fn custody_of_owner(&self, access: InThread<'_>, among: Among) -> Option<Custody> {
        let (found, node) = (access.found, access.found.node);
        let info = self.program.node(node)?;
        let ir::Op::GetField { object, field } =
            info.body.insts[info.body.values[found.base?].def].op
        else {
            return None;
        };
        let field = self.paths.field_in(node, field).filter(|&field| self.paths.is_owned(field));
        let owner = self.program.solver.code_of(node).values.get(object.index()).copied()??;
        let mut all: Option<Custody> = None;
        for obj in self.program.solver.points_to(node, owner).iter().filter(|_| field.is_some()) {
            let at = (node, owner, Some(found.inst));
            let one = self.custodies.of(&self.taken, (access.thread, among), at, obj);
            all.get_or_insert_default().add(&one);
        }
        all
    }

    /// Whether an access to what a thread has for itself comes before the thread makes it known, by putting it into something
    /// that is made for several threads, and where the other one has found it.
    fn is_published(
        &self,
        obj: Obj,
        access: InThread<'_>,
        (own, other): (&Custody, &Custody),
    ) -> bool {
        let solver = self.program.solver;
        let is_safe =
            |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::ThreadSafe);
        own.is_kept()
            && other.is_found
            && !other.is_unknown
            && !other.found_in.is_empty()
            && other.found_in.iter().all(is_safe)
            && self.custodies.are_filled_by(access.thread, obj, &other.found_in)
            && !self.is_put_into(access, &other.found_in)
            && access.found.base.is_some_and(|base| {
                let found = access.found;
                self.taken.is_put_later(found.node, base, found.inst, &other.found_in)
            })
    }

    /// Whether an access is to what it finds in a field, under a lock that it holds all the while, and the other thread took the object
    /// from that field under the same lock, when it put something else there: who finds it there comes before that.
    ///
    /// ```java
    /// synchronized void add(Line line) { current.add(line); }
    /// synchronized List<Line> swap() { List<Line> full = current; current = new ArrayList<>(); return full; }
    /// ```
    fn is_until_replaced(&self, found: &Found, other: &Custody) -> bool {
        let Some(info) = self.program.node(found.node) else { return false };
        let Some(base) = found.base else { return false };
        let load = info.body.values[base].def;
        other.replaced().is_some_and(|replaced| {
            replaced.iter().all(|&take| {
                self.taken.are_same_field((found.node, load), take)
                    && self.guards.hold_common((found.node, load), found.inst, take)
            })
        })
    }

    /// Whether the object of an access was put into one of these before.
    fn is_put_into(&self, access: InThread<'_>, into: &PointsToSet) -> bool {
        let found = access.found;
        found.base.is_some_and(|base| {
            self.taken.is_put_back(found.node, base, found.inst, into)
                || self.taken.is_left_in_field((found.node, base), into)
        })
    }

    /// Whether a thread got the object out of a library by a call of its own. Library code is not told apart by who calls it, so
    /// that others seem to get the same.
    fn is_given_out(&self, obj: Obj, access: InThread<'_>) -> bool {
        let (found, solver) = (access.found, self.program.solver);
        let (Some(base), Some(_)) = (found.base, &found.inside) else { return false };
        let ObjKind::Site(code, _) = solver.obj(obj).kind else { return false };
        let CodeKey::Method(maker) = solver.code_key(code) else { return false };
        let is_call = |&(node, inst): &(Node, Inst)| {
            let op = self.program.node(node).map(|info| info.body.insts[inst].op);
            matches!(op, Some(ir::Op::Invoke { .. }))
                && self.threads.of(node).contains(&access.thread)
        };
        let sources = self.publication.sources(found.node, base);
        let is_own = |(node, _): &&(Node, Inst)| {
            self.program.node(*node).is_some_and(|info| info.is_application)
        };
        let mut sources = sources.iter().filter(is_own).peekable();
        !solver.is_application(solver.hierarchy().method(maker).class)
            && sources.peek().is_some()
            && sources.all(is_call)
    }

    /// Whether the object is what a thread was given that waits for others before it begins.
    fn is_got(&self, access: InThread<'_>) -> bool {
        let (found, thread) = (access.found, self.threads.get(access.thread));
        let Some(base) = found.base else { return false };
        let is_param = matches!(self.paths.of(found.node, base).root, Root::Param(_));
        is_param
            && thread.roots.contains(&found.node)
            && thread.starts.iter().all(|start| !start.awaits.is_empty())
    }

    /// Whether the object is the value of a key that a map has locked for the function that gets it.
    fn is_keyed(&self, found: &Found) -> bool {
        found.base.is_some_and(|base| self.is_of_key(found.node, base, 4))
    }

    /// Whether a value is what such a function gets or makes, or a part of it, there or in what it calls.
    fn is_of_key(&self, node: Node, value: ir::Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|info| info.is_application) else {
            return false;
        };
        let callers = self.program.callers(node);
        let is_function = !callers.is_empty()
            && callers.iter().all(|from| !from.is_direct && self.locks_keys(from.node, from.inst));
        let path = self.paths.of(node, value);
        match path.root {
            // What a lambda captured comes first.
            Root::Param(at) if is_function => {
                usize::from(at) + 2 >= self.program.solver.code_of(node).params.len()
            }
            Root::Param(at) if depth > 0 => {
                let is_it = |from: &CallFrom| {
                    let args = self.program.node(from.node).map(|i| arguments(i.body, from.inst));
                    let arg = args.and_then(|args| args.get(usize::from(at)).copied());
                    from.is_direct
                        && arg.is_some_and(|arg| self.is_of_key(from.node, arg, depth - 1))
                };
                !callers.is_empty() && callers.iter().all(is_it)
            }
            Root::Value(made) => match info.body.insts[info.body.values[made].def].op {
                ir::Op::New(_) => is_function,
                // `if (list == null) list = new ArrayList<>();`
                ir::Op::Phi(list) if depth > 0 => {
                    let mut list = info.body.list(list).iter();
                    list.all(|&from| from == made || self.is_of_key(node, from, depth - 1))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a call is one of a map that locks each key for the function that it calls.
    fn locks_keys(&self, node: Node, inst: Inst) -> bool {
        let solver = self.program.solver;
        let Some(info) = self.program.node(node) else { return false };
        let ir::Op::Invoke { method, args, .. } = info.body.insts[inst].op else { return false };
        let method = method.data();
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let model = solver.models().method(class, name, method.ty.descriptor().as_str());
        let map = info.body.list(args).first().copied();
        let maps = map.and_then(|map| self.program.points_to(node, map));
        let is_map = |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::Keyed);
        model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Keyed)))
            && maps.is_some_and(|maps| maps.iter().all(is_map))
    }

    /// Whether an object is one that an instance of a thread made and another got, not by a race and not from a collection that
    /// still has it: it seems to have been handed over.
    fn is_own(&self, obj: Obj, first: InThread<'_>, second: InThread<'_>) -> bool {
        // Of two threads, no one has made what the other made as well.
        if first.thread != second.thread {
            return false;
        }
        let local = self.locality.of(first.thread);
        let obj = plain(obj);
        let is_made = local.has(self.program, obj) && !local.has_given(self.program, obj);
        if !is_made && !local.lacks(self.program, obj) {
            return false;
        }
        self.has_own.set(true);
        !self.is_found(first) && !self.is_found(second)
    }

    /// Whether the object of an access, or what it is a part of, is found where others find it, too.
    fn is_found(&self, access: InThread<'_>) -> bool {
        let key = (access.found.id, access.thread);
        if let Some(&known) = self.found.borrow().get(&key) {
            return known;
        }
        let is_found = self.find_found(access);
        self.found.borrow_mut().insert(key, is_found);
        is_found
    }

    fn find_found(&self, access: InThread<'_>) -> bool {
        let found = access.found;
        let Some(base) = found.base else { return false };
        let sources = self.publication.outer_sources(found.node, base);
        sources.iter().any(|&(node, inst)| {
            let is_racing =
                self.site(node, inst).is_some_and(|s| self.racing.borrow().contains(&s));
            is_racing || self.is_looked_up(access.thread, node, inst)
        })
    }

    /// Whether a call looks something up in a collection or map, and leaves it there.
    fn is_looked_up(&self, thread: ThreadId, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let hierarchy = self.program.solver.hierarchy();
        let is_collection = |obj: Obj| {
            let class = self.program.solver.class_of(obj).class;
            ["java/util/Map", "java/util/List", "java/util/Queue"].iter().any(|name| {
                let above = hierarchy.class(ir::Name::new(name));
                above.is_some_and(|above| hierarchy.is_subclass(class, above))
            })
        };
        let receiver = arguments(info.body, inst).first().copied();
        let objs = receiver.and_then(|receiver| self.program.points_to(node, receiver));
        let removes = self.removes(info, inst);
        // Others do not find it in a collection that they do not have.
        let local = self.locality.of(thread);
        let is_shared = |obj: Obj| is_collection(obj) && !local.has(self.program, obj);
        !removes && objs.is_some_and(|objs| objs.iter().any(is_shared))
    }

    /// Whether an index changes with each round of the loop that an instruction is in.
    fn varies_with(&self, node: Node, index: ir::Value, start: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        let def = info.body.values[index].def;
        let Some(blocks) = flow.innermost(flow.block_of(start)) else { return false };
        matches!(info.body.insts[def].op, ir::Op::Phi(_)) && blocks[flow.block_of(def).index()]
    }

    /// The index of an array element, if it is a constant.
    fn index(&self, found: &Found) -> Option<i32> {
        let info = self.program.node(found.node).filter(|_| found.end.is_none())?;
        crate::objects::int_constant(info.body, found.index?)
    }

    /// Whether an iteration of a parallel loop has the object for itself, or cannot have it.
    fn is_iterations_own(&self, obj: Obj, first: InThread<'_>, second: InThread<'_>) -> bool {
        let is_of_one_task = |access: InThread<'_>| {
            let var = self.var(access);
            var.is_some_and(|(node, var)| {
                self.iterations.is_of_one_task(access.thread, node, var, obj)
            })
        };
        if let Some(kind) = self.iterations.kind(first.thread)
            && kind.contains(&second.thread)
            && is_of_one_task(first)
            && is_of_one_task(second)
            && self.is_of_one_run(first.thread, obj)
        {
            return true;
        }
        match (self.has_iterations_own(obj, first), self.has_iterations_own(obj, second)) {
            (Some(false), _) | (_, Some(false)) => true,
            (Some(true), Some(true)) => match self.iterations.kind(first.thread) {
                None => {
                    (first.thread == second.thread
                        || self.is_inner_loop(first.thread, second.thread)
                        || self.is_inner_loop(second.thread, first.thread))
                        && self.is_of_one_run(first.thread, obj)
                        && self.is_of_one_run(second.thread, obj)
                }
                Some(kind) => {
                    kind.contains(&second.thread)
                        && self.is_of_one_run(first.thread, obj)
                        && self.is_own_time(kind, first)
                        && self.is_own_time(kind, second)
                }
            },
            _ => false,
        }
    }

    /// Whether two instances of a thread access the objects that they are.
    fn are_threads_themselves(&self, first: InThread<'_>, second: InThread<'_>) -> bool {
        let is_itself = |access: InThread<'_>| {
            let found = access.found;
            let is_it = |base| self.elements.is_thread_itself(access.thread, found.node, base);
            found.base.is_some_and(is_it)
        };
        first.thread == second.thread && is_itself(first) && is_itself(second)
    }

    /// Whether each iteration of a loop runs another one over what is its own, and does nothing else meanwhile.
    fn is_inner_loop(&self, inner: ThreadId, outer: ThreadId) -> bool {
        let starts = &self.threads.get(inner).starts;
        self.iterations.is_loop(inner)
            && starts.iter().all(|start| start.parents == [outer])
            && self.iterations.has_own_elements(outer, inner)
    }

    /// Whether a loop is given what the thread that runs it has made just then, and that is what the thread itself accesses: others
    /// of its kind have made others, and it does nothing while the loop runs.
    ///
    /// ```java
    /// rows.parallelStream().forEach(row -> {
    ///     Sum sum = new Sum();
    ///     row.cells.parallelStream().forEach(cell -> sum.add(cell.value));
    ///     row.total = sum.value;
    /// });
    /// ```
    fn is_of_iteration(&self, inner: InThread<'_>, outer: InThread<'_>) -> bool {
        let starts = &self.threads.get(inner.thread).starts;
        let birth = |access: InThread<'_>| self.makers.birth(access.found.node, access.found.base?);
        let is_made_by_outer = |node: &Node| self.threads.of(*node) == [outer.thread];
        inner.thread != outer.thread
            && self.iterations.is_loop(inner.thread)
            && !starts.is_empty()
            && starts.iter().all(|start| start.parents == [outer.thread])
            && birth(inner).is_some_and(|of_inner| {
                of_inner.nodes.iter().all(is_made_by_outer) && birth(outer) == Some(of_inner)
            })
    }

    /// Whether a task has what is its own while none has it that it started.
    fn is_own_time(&self, kind: &[ThreadId], access: InThread<'_>) -> bool {
        let var = self.var(access);
        var.is_some_and(|(node, var)| self.iterations.is_of_task(access.thread, node, var))
            || !self.order.may_be_running(access.point(), kind)
    }

    /// Whether no two runs of a loop at the same time have the same object: there is one run, or each has objects of its own.
    fn is_of_one_run(&self, thread: ThreadId, obj: Obj) -> bool {
        let kind = self.iterations.kind(thread);
        let threads = kind.unwrap_or(std::slice::from_ref(&thread));
        if threads
            .iter()
            .any(|&thread| self.threads.maker(self.program.solver, obj) == Some(thread))
        {
            return true;
        }
        let starts = threads.iter().flat_map(|&thread| &self.threads.get(thread).starts);
        let mut parents = starts.flat_map(|start| &start.parents);
        parents.all(|&parent| {
            !self.order.is_many(parent)
                || kind.is_some_and(|kind| kind.contains(&parent))
                || self.locality.of(parent).has(self.program, plain(obj))
                || self.iterations.has_own_elements(parent, thread)
                    && self.is_of_one_run(parent, obj)
        })
    }

    /// The variable that has the object of an access.
    fn var(&self, access: InThread<'_>) -> Option<(Node, Var)> {
        let found = access.found;
        let value = || {
            let code = self.program.solver.code_of(found.node);
            let var = code.values.get(found.base?.index()).copied().flatten()?;
            Some((found.node, var))
        };
        if found.thread.is_some() { found.var } else { value().or(found.var) }
    }

    /// Whether an access may mean the object, if that is what only one iteration of a parallel loop has.
    fn has_iterations_own(&self, obj: Obj, access: InThread<'_>) -> Option<bool> {
        let (node, var) = self.var(access)?;
        self.iterations.has_own(access.thread, node, var, obj)
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
    pub(crate) fn owners(&self, found: &Found) -> Owners {
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

    /// Whether an access means one object of a run.
    pub(crate) fn is_one(&self, place: Place, found: &Found) -> bool {
        match place {
            // Of what is inside of an object there may be many.
            _ if found.inside.is_some() => false,
            Place::Static(_) => true,
            Place::Slot(obj, _) => {
                let site = self.site(found.node, found.inst);
                let objs = site.and_then(|site| self.objs_at.get(&site));
                objs.is_some_and(|objs| objs.len() == 1) && self.order.is_single(obj)
            }
        }
    }

    pub(crate) fn site(&self, node: Node, inst: Inst) -> Option<Site> {
        Some(Site { method: self.program.node(node)?.method, inst })
    }
}
