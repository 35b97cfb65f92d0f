//! FastTrack: Flanagan and Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009, Figure 5.
//!
//! The state of a variable is the epoch of its last write and either the epoch of its last read or, once reads of two
//! threads were not ordered, a vector of them. Every rule of the paper has a name and a counter.
//!
//! Deviations: after a race the access is recorded as if there was none, so that later ones are found too (the paper stops
//! at the first). [`FastTrackRule::WriteShared`] forgets the reads, as in the paper; the agent's shim does the same.

use std::collections::HashMap;

use crate::clocks::{Clocks, Epoch};
use crate::trace::{Detector, Event, RacePair, ThreadId, VarId};

/// The rules, by the names of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FastTrackRule {
    /// The thread has read the variable in this epoch.
    ReadSameEpoch,
    /// It has, and others did too.
    ReadSharedSameEpoch,
    /// The last read is ordered before this one.
    ReadExclusive,
    /// The last read is not: from now on there is a vector.
    ReadShare,
    /// There is a vector.
    ReadShared,
    /// The thread has written the variable in this epoch.
    WriteSameEpoch,
    /// The last read is an epoch.
    WriteExclusive,
    /// The last reads are a vector, which is given up.
    WriteShared,
    /// A read after a write that is not ordered.
    WriteReadRace,
    /// A write after a write that is not ordered.
    WriteWriteRace,
    /// A write after a read that is not ordered.
    ReadWriteRace,
    /// A write after several reads, one of which is not ordered.
    SharedWriteRace,
}

impl FastTrackRule {
    /// All rules.
    pub const ALL: [FastTrackRule; 12] = [
        FastTrackRule::ReadSameEpoch,
        FastTrackRule::ReadSharedSameEpoch,
        FastTrackRule::ReadExclusive,
        FastTrackRule::ReadShare,
        FastTrackRule::ReadShared,
        FastTrackRule::WriteSameEpoch,
        FastTrackRule::WriteExclusive,
        FastTrackRule::WriteShared,
        FastTrackRule::WriteReadRace,
        FastTrackRule::WriteWriteRace,
        FastTrackRule::ReadWriteRace,
        FastTrackRule::SharedWriteRace,
    ];
}

/// An access: when its thread did it, and which event it was.
#[derive(Clone, Copy, Debug)]
struct Stamp {
    epoch: Epoch,
    at: usize,
}

const NEVER: Stamp = Stamp { epoch: Epoch::NEVER, at: usize::MAX };

/// What is known of the reads of a variable.
#[derive(Clone, Debug)]
enum Reads {
    /// The last one; all others are ordered before it.
    Epoch(Stamp),
    /// The last one of each thread.
    Shared(HashMap<ThreadId, Stamp>),
}

#[derive(Clone, Debug)]
struct VarState {
    write: Stamp,
    reads: Reads,
}

/// The detector.
#[derive(Clone, Debug, Default)]
pub struct FastTrack {
    clocks: Clocks,
    vars: HashMap<VarId, VarState>,
    races: Vec<(VarId, RacePair)>,
    counts: HashMap<FastTrackRule, u64>,
}

impl FastTrack {
    /// How often a rule was used.
    pub fn count(&self, rule: FastTrackRule) -> u64 {
        self.counts.get(&rule).copied().unwrap_or(0)
    }

    fn used(&mut self, rule: FastTrackRule) {
        *self.counts.entry(rule).or_default() += 1;
    }

    fn race(&mut self, rule: FastTrackRule, var: VarId, earlier: usize, later: usize) {
        self.used(rule);
        self.races.push((var, RacePair { earlier, later }));
    }

    fn var(&mut self, var: VarId) -> VarState {
        let new = VarState { write: NEVER, reads: Reads::Epoch(NEVER) };
        self.vars.remove(&var).unwrap_or(new)
    }

    fn read(&mut self, at: usize, thread: ThreadId, var: VarId) {
        let stamp = Stamp { epoch: self.clocks.epoch(thread), at };
        let mut state = self.var(var);
        let rule = match &mut state.reads {
            Reads::Epoch(last) if last.epoch == stamp.epoch => FastTrackRule::ReadSameEpoch,
            Reads::Shared(all)
                if all.get(&thread).is_some_and(|last| last.epoch == stamp.epoch) =>
            {
                FastTrackRule::ReadSharedSameEpoch
            }
            Reads::Shared(all) => {
                all.insert(thread, stamp);
                FastTrackRule::ReadShared
            }
            Reads::Epoch(last) if self.clocks.of(thread).covers(last.epoch) => {
                *last = stamp;
                FastTrackRule::ReadExclusive
            }
            Reads::Epoch(last) => {
                let all = HashMap::from([(last.epoch.thread, *last), (thread, stamp)]);
                state.reads = Reads::Shared(all);
                FastTrackRule::ReadShare
            }
        };
        self.used(rule);
        let is_new =
            !matches!(rule, FastTrackRule::ReadSameEpoch | FastTrackRule::ReadSharedSameEpoch);
        if is_new && !self.clocks.of(thread).covers(state.write.epoch) {
            self.race(FastTrackRule::WriteReadRace, var, state.write.at, at);
        }
        self.vars.insert(var, state);
    }

    fn write(&mut self, at: usize, thread: ThreadId, var: VarId) {
        let stamp = Stamp { epoch: self.clocks.epoch(thread), at };
        let mut state = self.var(var);
        if state.write.epoch == stamp.epoch {
            self.used(FastTrackRule::WriteSameEpoch);
            self.vars.insert(var, state);
            return;
        }
        let known = self.clocks.of(thread).clone();
        if !known.covers(state.write.epoch) {
            self.race(FastTrackRule::WriteWriteRace, var, state.write.at, at);
        }
        match &state.reads {
            Reads::Epoch(last) => {
                self.used(FastTrackRule::WriteExclusive);
                if !known.covers(last.epoch) {
                    self.race(FastTrackRule::ReadWriteRace, var, last.at, at);
                }
            }
            Reads::Shared(all) => {
                self.used(FastTrackRule::WriteShared);
                let mut unordered: Vec<usize> = all
                    .values()
                    .filter(|read| !known.covers(read.epoch))
                    .map(|read| read.at)
                    .collect();
                unordered.sort_unstable();
                if let Some(read) = unordered.last() {
                    self.race(FastTrackRule::SharedWriteRace, var, *read, at);
                }
                state.reads = Reads::Epoch(NEVER);
            }
        }
        state.write = stamp;
        self.vars.insert(var, state);
    }
}

impl Detector for FastTrack {
    fn event(&mut self, at: usize, event: Event) {
        match event {
            Event::Read(thread, var) => self.read(at, thread, var),
            Event::Write(thread, var) => self.write(at, thread, var),
            other => self.clocks.event(other),
        }
    }

    fn races(&self) -> &[(VarId, RacePair)] {
        &self.races
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::LockId;

    const T: [ThreadId; 3] = [ThreadId(0), ThreadId(1), ThreadId(2)];
    const X: VarId = VarId(0);
    const L: LockId = LockId(0);

    /// The rules that a trace uses, with how often, in their order; not those of the same epoch.
    fn rules(trace: &[Event]) -> Vec<(FastTrackRule, u64)> {
        let mut detector = FastTrack::default();
        for (at, event) in trace.iter().enumerate() {
            detector.event(at, *event);
        }
        let counts = FastTrackRule::ALL.map(|rule| (rule, detector.count(rule)));
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn the_figure_of_the_paper() {
        // Figure 4: a variable that goes from exclusive to shared and back.
        use Event::{Fork, Join, Read, Write};
        let trace = [
            Write(T[0], X),
            Fork(T[0], T[1]),
            Read(T[1], X),
            Read(T[0], X),
            Read(T[1], X),
            Join(T[0], T[1]),
            Write(T[0], X),
            Read(T[0], X),
        ];
        assert_eq!(
            rules(&trace),
            [
                (FastTrackRule::ReadSharedSameEpoch, 1),
                (FastTrackRule::ReadExclusive, 2),
                (FastTrackRule::ReadShare, 1),
                (FastTrackRule::WriteExclusive, 1),
                (FastTrackRule::WriteShared, 1),
            ]
        );
    }

    #[test]
    fn each_kind_of_race_has_its_rule() {
        use Event::{Fork, Read, Write};
        let start = [Fork(T[0], T[1]), Fork(T[0], T[2])];
        let race = |events: &[Event]| {
            let mut rules = rules(&[&start, events].concat());
            rules.retain(|(rule, _)| *rule >= FastTrackRule::WriteReadRace);
            rules
        };
        use FastTrackRule::{ReadWriteRace, SharedWriteRace, WriteReadRace, WriteWriteRace};
        assert_eq!(race(&[Write(T[1], X), Read(T[2], X)]), [(WriteReadRace, 1)]);
        assert_eq!(race(&[Write(T[1], X), Write(T[2], X)]), [(WriteWriteRace, 1)]);
        assert_eq!(race(&[Read(T[1], X), Write(T[2], X)]), [(ReadWriteRace, 1)]);
        let shared = [Read(T[1], X), Read(T[2], X), Write(T[0], X)];
        assert_eq!(race(&shared), [(SharedWriteRace, 1)]);
    }

    #[test]
    fn a_lock_orders() {
        use Event::{Acquire, Fork, Release, Write};
        let trace = [
            Fork(T[0], T[1]),
            Acquire(T[0], L),
            Write(T[0], X),
            Release(T[0], L),
            Acquire(T[1], L),
            Write(T[1], X),
            Release(T[1], L),
        ];
        assert_eq!(rules(&trace), [(FastTrackRule::WriteExclusive, 2)]);
    }
}
