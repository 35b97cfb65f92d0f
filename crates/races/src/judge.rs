//! What a pair of accesses comes to (StaTS Def. 9): nothing, or a race with a tier and what speaks against it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::Inst;
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use models::{ForkKind, Limit};
use points_to::{Node, Obj, PointsToSet, SlotKind, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Found, Place};
use crate::announced::Announced;
use crate::claims::Claims;
use crate::custody::{Among, Custodies};
use crate::elements::Elements;
use crate::exchanges::Exchanges;
use crate::flags::Flags;
use crate::guards::Guards;
use crate::identity::Identities;
use crate::indices::Indices;
use crate::iterations::Iterations;
use crate::kinds::Kinds;
use crate::limits::Limited;
use crate::locality::Locality;
use crate::locks::Held;
use crate::makers::Makers;
use crate::node_set::NodeSet;
use crate::objects::{Objects, plain};
use crate::optimistic::is_validated;
use crate::order::{Order, Overlap, Point};
use crate::paths::Paths;
use crate::processes::Processes;
use crate::program::{NodeInfo, Program, Step, What, arguments};
use crate::publication::Publication;
use crate::result::{Doubt, Site, ThreadId, Tier};
use crate::rounds::{self, Rounds};
use crate::sync::Syncs;
use crate::taken::Taken;
use crate::techniques::{Technique, Techniques};
use crate::threads::{Start, Threads};

mod before_start;
mod iterations;
mod numbers;
mod ownership;

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
