//! What somebody keeps out who has taken permits: everybody, or who wants all of them.
//!
//! ```java
//! final Semaphore mutex = new Semaphore(1);      // a lock
//! final Semaphore doors = new Semaphore(3);
//! void look()  { doors.acquire();  … doors.release(); }      // as a lock for reading: three may look
//! void alter() { doors.acquire(3); … doors.release(3); }     // as one for writing
//! ```
//!
//! With fewer than all permits, one is only kept apart from who has all of them. So this is nothing to hold as long as nobody takes all: a
//! pool of three things is not guarded by three permits. Numbers must be constants.

use ir::Inst;
use ir::body::Op;
use models::LockMode;
use points_to::{Obj, PointsToSet};
use rustc_hash::FxHashSet;

use crate::objects::{Objects, int_constant, plain};
use crate::program::{Event, NodeInfo, Program, Step, What, arguments};

pub(crate) struct Permits<'a> {
    objects: &'a Objects<'a>,
    /// Those of which somebody takes all of several permits.
    taken_whole: FxHashSet<Obj>,
}

impl<'a> Permits<'a> {
    pub(crate) fn new(program: &'a Program<'a>, objects: &'a Objects<'a>) -> Permits<'a> {
        let mut permits = Permits { objects, taken_whole: FxHashSet::default() };
        let mut whole = FxHashSet::default();
        for (_, info) in program.nodes() {
            for (inst, event) in info.events() {
                if matches!(event.what, What::Acquire { .. })
                    && is_counting(info, inst, event)
                    && permits.are_all(info, inst, &event.objs)
                {
                    whole.extend(event.objs.iter().map(plain));
                }
            }
        }
        permits.taken_whole = whole;
        permits
    }

    /// In which mode an acquisition keeps others out, if it does.
    pub(crate) fn mode(
        &self,
        info: &NodeInfo<'_>,
        inst: Inst,
        event: &Event,
        mode: LockMode,
    ) -> Option<LockMode> {
        let made_for_one = |obj: Obj| self.objects.made_for(obj) == Some(1);
        if !is_counting(info, inst, event) || event.objs.iter().all(made_for_one) {
            return Some(mode);
        }
        if !event.objs.iter().all(|obj| self.taken_whole.contains(&plain(obj))) {
            return None;
        }
        match self.are_all(info, inst, &event.objs) {
            true => Some(LockMode::Write),
            false => (number(info, inst) != Some(0)).then_some(LockMode::Read),
        }
    }

    /// The modes of locks that a release may end. Who gives back some of all permits has the rest, which is nothing that is known.
    pub(crate) fn released(
        &self,
        info: &NodeInfo<'_>,
        inst: Inst,
        event: &Event,
        mode: LockMode,
    ) -> Vec<LockMode> {
        let is_whole = |obj: Obj| self.taken_whole.contains(&plain(obj));
        match event.objs.iter().any(is_whole) {
            true if self.are_all(info, inst, &event.objs) => vec![LockMode::Write],
            true => vec![LockMode::Read, LockMode::Write],
            false => vec![mode],
        }
    }

    /// Whether a call is about all of several permits.
    fn are_all(&self, info: &NodeInfo<'_>, inst: Inst, objs: &PointsToSet) -> bool {
        let Some(number) = number(info, inst) else { return false };
        let has_no_more = |obj: Obj| {
            let all = self.objects.made_for(obj);
            all.is_some_and(|all| all > 1 && number >= all)
        };
        !objs.is_empty() && objs.iter().all(has_no_more)
    }
}

/// Whether what a call acquires it also waits for, as for permits.
fn is_counting(info: &NodeInfo<'_>, inst: Inst, lock: &Event) -> bool {
    info.steps_at(inst).any(|step| {
        matches!(step, Step::Event(event)
            if event.what == What::Await && event.value == lock.value)
    })
}

/// How many permits a call is about; one if it does not say, none if it is not known.
pub(crate) fn number(info: &NodeInfo<'_>, inst: Inst) -> Option<i32> {
    let Op::Invoke { .. } = info.body.insts[inst].op else { return None };
    let args = arguments(info.body, inst);
    let mut numbers = args.iter().skip(1).filter(|v| info.body.values[**v].ty == ir::Type::Int);
    match numbers.next() {
        Some(&number) => int_constant(info.body, number),
        None => Some(1),
    }
}
