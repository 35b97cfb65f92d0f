//! Conflicts: accesses of two threads to one location (StaTS Def. 9).
//!
//! Pairs are not gone through one by one (IteRace §4.4). The accesses to a location fall into *classes*: those that happen in the
//! same threads at times that are ordered with others in the same way, and under the same locks. Whether there can be a race
//! is asked once for each pair of classes; most are done with that. What is left is judged, for each pair of instructions
//! once whatever the object, and of one field no more than [`MANY_PAIRS`].

use std::cell::RefCell;
use std::hash::BuildHasher as _;
use std::rc::Rc;

use ir::Inst;
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use points_to::{Frame, Node, Obj, SlotKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::accesses::{Accesses, Found, Place};
use crate::guards::Signature;
use crate::judge::{Chance, InThread, Judge, Owners, Verdict};
use crate::objects::plain;
use crate::publication::Publication;
use crate::result::{AccessKind, Doubt, Site, ThreadId, Tier};
use crate::techniques::Technique;

/// How many pairs of one field are told, and how many of those that are unlikely. Whoever has that many has the same thing wrong
/// everywhere.
const MANY_PAIRS: usize = 400;

/// In how many pairs of threads a race may not be certain before it is taken not to be so in all. If it is unlikely because of that,
/// it counts as [`Conflicts::hurried`].
const MANY_THREADS: usize = 16;

/// How often a pair may be unlikely, in different threads and on different objects, before it is taken to be so always, and counts
/// as [`Conflicts::hurried`].
const MANY_TRIES: usize = 64;

/// How many pairs of one field may be unlikely before the others are not looked at.
const MANY_UNLIKELY: usize = 10 * MANY_PAIRS;

/// The conflicts that were found.
pub(crate) struct Conflicts<'a> {
    judge: &'a Judge<'a>,
    accesses: &'a Accesses,
    /// The threads that access something.
    accessing: Vec<ThreadId>,
    times: RefCell<Times>,
    owners: RefCell<FxHashMap<Owners, usize>>,
    overlaps: RefCell<Overlaps>,
    best: FxHashMap<PairKey, Candidate<'a>>,
    told: FxHashMap<(Subject, bool), usize>,
    /// How often a pair was unlikely, and how many pairs of a field were.
    tries: FxHashMap<PairKey, usize>,
    unlikely: FxHashMap<Subject, usize>,
    /// Locations that more than one thread accesses.
    pub(crate) shared: usize,
    /// Pairs that were not looked at because so many of the same field are told: there may be millions, so they are known by their
    /// hashes.
    left_out: FxHashSet<u64>,
    /// Pairs that were not looked at in all threads and on all objects.
    hurried: FxHashSet<PairKey>,
}

/// A race as it is known so far.
pub(crate) struct Candidate<'a> {
    pub(crate) place: Place,
    pub(crate) first: InThread<'a>,
    pub(crate) second: InThread<'a>,
    pub(crate) verdict: Verdict,
    /// Whether the accesses were exchanged after they were judged.
    pub(crate) is_turned: bool,
}

/// Places and kinds of two accesses, and the field.
type PairKey = (Option<Site>, AccessKind, Option<Site>, AccessKind, Subject);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Static(FieldId),
    Slot(SlotKind),
    /// The same of one object, where the place of an access does not tell which object it means: in library code.
    SlotOf(Obj, SlotKind),
    /// What is inside of a library object, whatever it is.
    Inside,
}

/// When an access may happen: in which threads, and while which others run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Time(usize);

#[derive(Default)]
struct Times {
    of: FxHashMap<usize, Time>,
    ids: FxHashMap<(Vec<ThreadId>, Vec<bool>), Time>,
}

/// By when they may happen, the threads in which two accesses happen at the same time.
type Overlaps = FxHashMap<(Time, Time), Rc<[Together]>>;

/// Threads in which two accesses may happen at the same time.
#[derive(Clone, Copy)]
pub(crate) struct Together {
    first: ThreadId,
    second: ThreadId,
    chance: Chance,
}

/// The threads in which the accesses of two classes may happen at the same time, on the same object. Of many threads the first few
/// decide, so that they are found as they are asked for.
pub(crate) struct Meetings<'a> {
    judge: &'a Judge<'a>,
    place: Place,
    first: &'a Found,
    second: &'a Found,
    /// Those that may happen at the same time.
    all: Rc<[Together]>,
    /// How many of them were looked at, and those that may have the same object.
    looked_at: usize,
    found: Vec<Together>,
}

impl Meetings<'_> {
    /// One of them, by its number.
    fn get(&mut self, number: usize) -> Option<Together> {
        while self.found.len() <= number {
            let next = *self.all.get(self.looked_at)?;
            self.looked_at += 1;
            let first = InThread { found: self.first, thread: next.first };
            let second = InThread { found: self.second, thread: next.second };
            if self.judge.may_have(self.place, first, second) {
                self.found.push(next);
            }
        }
        Some(self.found[number])
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.get(0).is_none()
    }
}

/// What the accesses of a class have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClassKey {
    pub(crate) kind: AccessKind,
    pub(crate) time: Time,
    pub(crate) locks: Signature,
    /// What the object is a part of.
    owners: usize,
    frame: Frame,
    /// Whether an instance of the thread accesses what it made itself, and what another one did.
    makers: (bool, bool),
}

impl<'a> Conflicts<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, accesses: &'a Accesses) -> Conflicts<'a> {
        let found = accesses.all.iter();
        let mut accessing: Vec<ThreadId> =
            found.flat_map(|found| found.threads(judge.threads)).copied().collect();
        accessing.sort_unstable();
        accessing.dedup();
        Conflicts {
            judge,
            accesses,
            accessing,
            times: RefCell::default(),
            owners: RefCell::default(),
            overlaps: RefCell::default(),
            best: FxHashMap::default(),
            told: FxHashMap::default(),
            tries: FxHashMap::default(),
            unlikely: FxHashMap::default(),
            shared: 0,
            left_out: FxHashSet::default(),
            hurried: FxHashSet::default(),
        }
    }

    /// Looks for all conflicts.
    pub(crate) fn find(&mut self) {
        self.everywhere();
        // What is found by a race is not handed over. Who only looks on while something is taken does not get it as well.
        let races = self.best.values().filter(|race| race.verdict.tier != Tier::Unlikely);
        let sites = races.flat_map(|race| {
            let (first, second) = (race.first.found, race.second.found);
            let is_disturbed = |(_, by): &(&Found, &Found)| by.kind == AccessKind::Write;
            [(first, second), (second, first)].into_iter().filter(is_disturbed)
        });
        let sites = sites.filter_map(|(found, _)| self.site(found)).collect();
        self.judge.racing.replace(sites);
        self.judge.found.borrow_mut().clear();
        if self.judge.has_own.get() {
            self.tries.clear();
            self.unlikely.clear();
            self.everywhere();
        }
        self.publish();
    }

    /// How many pairs were not looked at because so many of the same field are told.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out.len()
    }

    /// How many pairs are unlikely as far as was looked, which was not in all threads and on all objects.
    pub(crate) fn hurried(&self) -> usize {
        let is_unlikely = |key: &&PairKey| {
            self.best.get(*key).is_some_and(|best| best.verdict.tier == Tier::Unlikely)
        };
        self.hurried.iter().filter(is_unlikely).count()
    }

    fn leave_out(&mut self, key: &PairKey) {
        self.left_out.insert(FxBuildHasher.hash_one(key));
    }

    pub(crate) fn into_candidates(self) -> impl Iterator<Item = Candidate<'a>> {
        self.best.into_values()
    }

    fn everywhere(&mut self) {
        self.shared = 0;
        for (place, ids) in &self.accesses.by_place {
            let found = ids.iter().map(|&id| &self.accesses.all[id]);
            let found: Vec<&Found> = found.filter(|found| !found.is_private).collect();
            self.shared += usize::from(self.place(*place, &found));
        }
    }

    fn site(&self, found: &Found) -> Option<Site> {
        self.judge.site(found.node, found.inst)
    }

    /// Looks for conflicts at one place; whether several threads come there.
    fn place(&mut self, place: Place, accesses: &[&'a Found]) -> bool {
        let threads = |found: &&'a Found| found.threads(self.judge.threads).iter();
        let mut all = accesses.iter().flat_map(threads);
        let Some(one) = all.next() else { return false };
        if !self.judge.order.is_many(*one) && all.all(|thread| thread == one) {
            return false;
        }
        if accesses.iter().all(|found| found.kind == AccessKind::Read) {
            return true;
        }
        let classes = self.classes(place, accesses);
        for (at, (key, members)) in classes.iter().enumerate() {
            for (other, others) in &classes[at..] {
                let is_read = |key: &ClassKey| key.kind == AccessKind::Read;
                if is_read(key) && is_read(other)
                    || self.judge.guards.have_common(key.locks, other.locks)
                    || !self.judge.may_be_same(place, members[0], others[0])
                {
                    continue;
                }
                let mut together =
                    self.together(place, (key.time, members[0]), (other.time, others[0]));
                if !together.is_empty() {
                    let is_same = std::ptr::eq(members, others);
                    self.members(place, (members, others), is_same, &mut together);
                }
            }
        }
        true
    }

    /// The accesses by what they have in common: of each instruction one is enough.
    pub(crate) fn classes(
        &self,
        place: Place,
        accesses: &[&'a Found],
    ) -> Vec<(ClassKey, Vec<&'a Found>)> {
        let solver = self.judge.program.solver;
        let mut classes: Vec<(ClassKey, Vec<&'a Found>)> = Vec::new();
        let mut ids: FxHashMap<ClassKey, usize> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for &found in accesses {
            let has = |obj: Obj| found.may_be(obj);
            let key = ClassKey {
                kind: found.kind,
                time: self.time(found),
                locks: self.judge.guards.of(found).signature,
                owners: self.owners(found),
                frame: solver.frame(found.node),
                makers: match place {
                    Place::Slot(obj, _) => (has(plain(obj)), has(plain(obj).mirror())),
                    Place::Static(_) => (true, true),
                },
            };
            if !seen.insert((key, self.site(found), found.via)) {
                continue;
            }
            let id = *ids.entry(key).or_insert_with(|| {
                classes.push((key, Vec::new()));
                classes.len() - 1
            });
            classes[id].1.push(found);
        }
        classes
    }

    fn owners(&self, found: &Found) -> usize {
        let mut ids = self.owners.borrow_mut();
        let count = ids.len();
        *ids.entry(self.judge.owners(found)).or_insert(count)
    }

    fn time(&self, found: &Found) -> Time {
        let mut times = self.times.borrow_mut();
        if let Some(&known) = times.of.get(&found.id) {
            return known;
        }
        let threads = found.threads(self.judge.threads);
        let mut running = Vec::new();
        for &thread in threads {
            let between = (thread, &self.accessing[..]);
            self.judge.order.while_running(between, found.node, found.inst, &mut running);
            for (limit, order) in self.judge.without {
                if self.judge.limits.iter().any(|limited| limited.limit == *limit) {
                    order.while_running(between, found.node, found.inst, &mut running);
                }
            }
            if !self.judge.rounds.is_empty() {
                let order = self.judge.in_rounds;
                order.while_running(between, found.node, found.inst, &mut running);
            }
        }
        running.extend(self.judge.processes.reaching(found.node));
        let count = times.ids.len();
        let time = *times.ids.entry((threads.to_vec(), running)).or_insert(Time(count));
        times.of.insert(found.id, time);
        time
    }

    /// The threads in which the accesses of two classes may happen at the same time, on the same object.
    pub(crate) fn together(
        &self,
        place: Place,
        (time, first): (Time, &'a Found),
        (other, second): (Time, &'a Found),
    ) -> Meetings<'a> {
        let known = self.overlaps.borrow().get(&(time, other)).cloned();
        let all = known.unwrap_or_else(|| {
            let mut found = Vec::new();
            for &a in first.threads(self.judge.threads) {
                for &b in second.threads(self.judge.threads) {
                    let sides = (
                        InThread { found: first, thread: a },
                        InThread { found: second, thread: b },
                    );
                    if let Some(chance) = self.judge.chance(sides.0, sides.1) {
                        found.push(Together { first: a, second: b, chance });
                    }
                }
            }
            let found: Rc<[Together]> = found.into();
            self.overlaps.borrow_mut().insert((time, other), Rc::clone(&found));
            found
        });
        let (judge, found) = (self.judge, Vec::new());
        Meetings { judge, place, first, second, all, looked_at: 0, found }
    }

    /// Judges the pairs of two classes.
    fn members(
        &mut self,
        place: Place,
        (members, others): (&[&'a Found], &[&'a Found]),
        is_same: bool,
        together: &mut Meetings<'a>,
    ) {
        for (at, &first) in members.iter().enumerate() {
            for &second in &others[if is_same { at } else { 0 }..] {
                self.pair(place, first, second, together);
            }
        }
    }

    /// Judges two accesses.
    fn pair(
        &mut self,
        place: Place,
        first: &'a Found,
        second: &'a Found,
        together: &mut Meetings<'a>,
    ) {
        if first.is_atomic && second.is_atomic || self.judge.have_other_indices(first, second) {
            return;
        }
        let (key, is_turned) = self.key(place, first, second);
        let is_one = self.judge.is_one(place, first) && self.judge.is_one(place, second);
        let most = if is_one { Tier::Precise } else { Tier::Possible };
        let known = self.best.get(&key).map(|known| known.verdict.tier);
        if known.is_some_and(|known| known <= most) {
            return;
        }
        let tries = self.tries.get(&key).copied().unwrap_or_default();
        if tries >= MANY_TRIES {
            self.hurried.insert(key);
            return;
        }
        let is_enough = || {
            self.told(key.4, false) >= MANY_PAIRS
                || tries == 0 && self.unlikely.get(&key.4).is_some_and(|n| *n >= MANY_UNLIKELY)
        };
        if known.is_none() && is_enough() {
            self.leave_out(&key);
            return;
        }
        let (mut judged, mut unlikely, mut at) = (0, 0, 0);
        while let Some(pair) = together.get(at) {
            at += 1;
            // In two instances of one thread, the other way round is the same.
            if first.id == second.id && pair.first > pair.second {
                continue;
            }
            let a = InThread { found: first, thread: pair.first };
            let b = InThread { found: second, thread: pair.second };
            let known = self.best.get(&key).map(|known| known.verdict.tier);
            let verdict = self.judge.judge(place, a, b, pair.chance, known);
            let Some(verdict) = verdict else { continue };
            judged += 1;
            unlikely += usize::from(verdict.tier == Tier::Unlikely);
            let is_settled = verdict.is_settled;
            self.note(key, Candidate { place, first: a, second: b, verdict, is_turned });
            if is_settled {
                break;
            }
            if judged > MANY_THREADS {
                if together.get(at).is_some() {
                    self.hurried.insert(key);
                }
                break;
            }
        }
        if unlikely > 0 {
            *self.tries.entry(key).or_default() += unlikely;
            *self.unlikely.entry(key.4).or_default() += usize::from(tries == 0);
        }
    }

    fn told(&self, subject: Subject, is_unlikely: bool) -> usize {
        self.told.get(&(subject, is_unlikely)).copied().unwrap_or_default()
    }

    /// Keeps the most certain of what is known about a pair.
    fn note(&mut self, key: PairKey, mut new: Candidate<'a>) {
        let tier = new.verdict.tier;
        let known = self.best.get(&key).map(|known| known.verdict.tier);
        if known.is_some_and(|known| known <= tier) {
            return;
        }
        let is_unlikely = tier == Tier::Unlikely;
        if known.is_none() && self.told(key.4, is_unlikely) >= MANY_PAIRS {
            self.leave_out(&key);
            return;
        }
        if let Some(known) = known {
            *self.told.entry((key.4, known == Tier::Unlikely)).or_default() -= 1;
        }
        *self.told.entry((key.4, is_unlikely)).or_default() += 1;
        if new.is_turned {
            std::mem::swap(&mut new.first, &mut new.second);
        }
        self.best.insert(key, new);
    }

    /// What a pair is known by, and whether it is turned round for that: the write first; of two alike the one that stands first.
    fn key(&self, place: Place, first: &Found, second: &Found) -> (PairKey, bool) {
        let has_bubbles = self.judge.techniques.has(Technique::BubbleUp);
        let is_in_library = |found: &Found| !has_bubbles && found.via.is_some();
        let subject = match place {
            Place::Static(field) => Subject::Static(field),
            Place::Slot(..) if first.inside.is_some() || second.inside.is_some() => Subject::Inside,
            Place::Slot(obj, slot) if is_in_library(first) && is_in_library(second) => {
                Subject::SlotOf(plain(obj), slot)
            }
            Place::Slot(_, slot) => Subject::Slot(slot),
        };
        let (a, b) = (self.told_at(first), self.told_at(second));
        let place_of = |site: Option<Site>| site.map(|site| (site.method.index(), site.inst));
        let is_turned = match (first.kind, second.kind) {
            (AccessKind::Read, AccessKind::Write) => true,
            (AccessKind::Write, AccessKind::Read) => false,
            _ => place_of(b) < place_of(a),
        };
        let key = match is_turned {
            true => (b, second.kind, a, first.kind, subject),
            false => (a, first.kind, b, second.kind, subject),
        };
        (key, is_turned)
    }

    /// Where an access is told: at the call in the application, or without bubble-up in the library method that is called.
    fn told_at(&self, found: &Found) -> Option<Site> {
        match found.via {
            Some(method) if !self.judge.techniques.has(Technique::BubbleUp) => {
                Some(Site { method, inst: Inst::from_index(0) })
            }
            _ => self.site(found),
        }
    }

    /// Looks for what is written before an object is known, where that happens by a race.
    fn publish(&mut self) {
        let accesses = self.accesses;
        let publication = &self.judge.publication;
        let has_private = |ids: &[usize]| ids.iter().any(|&id| accesses.all[id].is_private);
        let places: Vec<(Obj, Place, &[usize])> = (accesses.by_place.iter())
            .filter(|(_, ids)| has_private(ids))
            .filter_map(|(place, ids)| match place {
                Place::Slot(obj, _) => Some((plain(*obj), *place, ids.as_slice())),
                Place::Static(_) => None,
            })
            .collect();
        let private: FxHashSet<Obj> = places.iter().map(|(obj, ..)| *obj).collect();
        // What races may be what makes something known, and so on.
        for _ in 0..3 {
            let before = self.best.len();
            let stored = self.stored_by_race(publication, &private);
            for (obj, place, ids) in &places {
                let Some(loads) = stored.get(obj) else { continue };
                let accesses = ids.iter().map(|&id| &accesses.all[id]);
                let (written, later): (Vec<&Found>, Vec<&Found>) =
                    accesses.partition(|found| found.is_private);
                for later in later {
                    let Some(base) = later.base else { continue };
                    let sources = publication.sources(later.node, base);
                    let mut sources = sources.iter();
                    let is_racing = |&(node, inst): &(Node, Inst)| {
                        self.judge.site(node, inst).is_some_and(|site| loads.contains(&site))
                    };
                    if sources.any(is_racing) {
                        self.publish_at(*place, &written, later);
                    }
                }
            }
            if self.best.len() == before {
                break;
            }
        }
    }

    /// By object: the loads that find it because of a race with what stores it.
    fn stored_by_race(
        &self,
        publication: &Publication<'_>,
        objs: &FxHashSet<Obj>,
    ) -> FxHashMap<Obj, FxHashSet<Site>> {
        let mut loads_of: FxHashMap<Site, FxHashSet<Site>> = FxHashMap::default();
        for race in self.best.values().filter(|race| race.verdict.tier != Tier::Unlikely) {
            if let (Some(store), Some(load)) =
                (self.site(race.first.found), self.site(race.second.found))
            {
                loads_of.entry(store).or_default().insert(load);
            }
        }
        let mut stored: FxHashMap<Obj, FxHashSet<Site>> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for found in &self.accesses.all {
            let Some(site) = self.site(found) else { continue };
            let Some(loads) = loads_of.get(&site) else { continue };
            if !seen.insert((found.node, found.inst)) {
                continue;
            }
            for obj in publication.stored(found.node, found.inst) {
                if objs.contains(&obj) {
                    stored.entry(obj).or_default().extend(loads);
                }
            }
        }
        stored
    }

    fn publish_at(&mut self, place: Place, written: &[&'a Found], later: &'a Found) {
        for &found in written {
            let (key, is_turned) = self.key(place, found, later);
            let known = self.best.get(&key).map(|known| known.verdict.tier);
            if known.is_some_and(|known| known <= Tier::Possible) {
                continue;
            }
            if known.is_none() && self.told(key.4, false) >= MANY_PAIRS {
                self.leave_out(&key);
                continue;
            }
            let locks = |found: &Found| self.judge.guards.of(found).signature;
            if self.judge.guards.have_common(locks(found), locks(later))
                || !self.judge.may_be_same(place, found, later)
                || self.judge.have_other_indices(found, later)
            {
                continue;
            }
            let mut judged = 0;
            'threads: for &thread in found.threads(self.judge.threads) {
                for &other in later.threads(self.judge.threads) {
                    let first = InThread { found, thread };
                    let second = InThread { found: later, thread: other };
                    let verdict = self.judge.chance(first, second).and_then(|chance| {
                        let may_have = self.judge.may_have(place, first, second);
                        let known = self.best.get(&key).map(|known| known.verdict.tier);
                        may_have.then(|| self.judge.judge(place, first, second, chance, known))?
                    });
                    if let Some(mut verdict) = verdict {
                        verdict.tier = verdict.tier.max(Tier::Possible);
                        verdict.doubts.push(Doubt::UnsafePublication);
                        judged += 1;
                        let is_settled = verdict.tier == Tier::Possible || judged > MANY_THREADS;
                        self.note(key, Candidate { place, first, second, verdict, is_turned });
                        if is_settled {
                            break 'threads;
                        }
                    }
                }
            }
        }
    }
}
