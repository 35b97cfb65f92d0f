//! The definition of a race, spelled out: a vector of the last reads and one of the last writes for each variable.
//!
//! Slow, and simple enough to be believed. Up to the first race of each variable it finds what FastTrack has to find.

use std::collections::HashMap;

use crate::clocks::{Clocks, Epoch};
use crate::trace::{Detector, Event, RacePair, ThreadId, VarId};

/// The last access of each thread.
type Last = HashMap<ThreadId, (Epoch, usize)>;

/// The detector.
#[derive(Clone, Debug, Default)]
pub struct VectorClocks {
    clocks: Clocks,
    vars: HashMap<VarId, (Last, Last)>,
    races: Vec<(VarId, RacePair)>,
}

impl VectorClocks {
    fn access(&mut self, at: usize, thread: ThreadId, var: VarId, is_write: bool) {
        let epoch = self.clocks.epoch(thread);
        let known = self.clocks.of(thread).clone();
        let (reads, writes) = self.vars.entry(var).or_default();
        let against =
            if is_write { [Some(&*writes), Some(&*reads)] } else { [Some(&*writes), None] };
        let mut earlier: Vec<usize> = against
            .into_iter()
            .flatten()
            .flat_map(HashMap::values)
            .filter(|(epoch, _)| !known.covers(*epoch))
            .map(|(_, at)| *at)
            .collect();
        earlier.sort_unstable();
        let pairs = earlier.into_iter().map(|earlier| (var, RacePair { earlier, later: at }));
        self.races.extend(pairs);
        let last = if is_write { writes } else { reads };
        last.insert(thread, (epoch, at));
    }
}

impl Detector for VectorClocks {
    fn event(&mut self, at: usize, event: Event) {
        match event {
            Event::Read(thread, var) => self.access(at, thread, var, false),
            Event::Write(thread, var) => self.access(at, thread, var, true),
            other => self.clocks.event(other),
        }
    }

    fn races(&self) -> &[(VarId, RacePair)] {
        &self.races
    }
}
