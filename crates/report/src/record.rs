//! What a watched JVM writes while it runs, a line of JSON for each record, and how that becomes a report.
//!
//! A line is written at once and by one call, so that everything that was found is there however the JVM ends. A last line
//! that was cut off is a gap, not an error.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::sharing::{self, SharedSite, Touch};
use crate::{Frame, Kind, Location, Lock, Race, Report, id};

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    /// A JVM is watched.
    Started {
        /// Its version.
        version: String,
    },
    /// A race was seen for the first time. Its count is that of the moment.
    Race {
        /// Its number in this JVM; lines may come in another order.
        number: usize,
        /// The race.
        race: Box<Race>,
    },
    /// The stack at the earlier access of a race, if it is only known when the race happens again.
    Stack {
        /// The number of the race.
        number: usize,
        /// Who was the earlier one when the race was seen with a stack; another thread, perhaps, than the first time.
        #[serde(default)]
        thread: Option<String>,
        /// The stack of another time that this thread was there.
        stack: Vec<Frame>,
        /// The locks that it held then.
        #[serde(default)]
        locks: Option<Vec<Lock>>,
    },
    /// How often the races were seen.
    Counts {
        /// For each race, by its number.
        counts: Vec<u64>,
    },
    /// A thread is at a place where it has not been, when that is all that is looked for.
    Touched {
        /// Who and where.
        touch: Touch,
    },
    /// How threads were scheduled, at the end.
    Scheduled {
        /// What the scheduler has counted, by name.
        counts: BTreeMap<String, u64>,
        /// What people may want to know.
        remark: Option<String>,
    },
    /// Threads wait for each other for ever.
    Deadlock {
        /// Which.
        deadlock: Deadlock,
    },
    /// Something is not watched.
    Gap {
        /// What, and why.
        what: String,
    },
    /// The JVM has ended by itself.
    Ended,
}

/// Threads of which each waits for a lock of the next one, and the last for one of the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlock {
    /// The threads.
    pub threads: Vec<Blocked>,
}

/// A thread that waits for a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    /// Its name.
    pub thread: Option<String>,
    /// The class of the lock.
    pub lock: String,
    /// Where, innermost first.
    pub stack: Vec<Frame>,
}

/// What the schedulers of a run's JVMs said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scheduled {
    /// What they have counted, by name.
    pub counts: BTreeMap<String, u64>,
    /// What people may want to know.
    pub remarks: Vec<String>,
    /// Threads that waited for each other.
    pub deadlocks: Vec<Deadlock>,
}

/// Races that look the same in a report.
type Key = (Location, [(String, Kind); 2]);

/// Collects the records of all JVMs of a run.
#[derive(Debug, Default)]
pub struct Merge {
    races: BTreeMap<Key, Race>,
    gaps: BTreeSet<String>,
    jvms: usize,
    shared: BTreeSet<SharedSite>,
    scheduled: Scheduled,
}

impl Merge {
    /// Adds what one JVM wrote.
    pub fn add(&mut self, text: &str) {
        let mut races = BTreeMap::<usize, Race>::new();
        let mut touches = Vec::new();
        let mut has_ended = false;
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(Record::Started { .. }) => self.jvms += 1,
                Ok(Record::Race { number, race }) => {
                    races.insert(number, *race);
                }
                Ok(Record::Stack { number, thread, stack, locks }) => {
                    if let Some(race) = races.get_mut(&number) {
                        race.earlier.thread = thread.or(race.earlier.thread.take());
                        race.earlier.stack = stack;
                        race.earlier.locks = locks;
                    }
                }
                Ok(Record::Counts { counts }) => {
                    for (number, count) in counts.into_iter().enumerate() {
                        if let Some(race) = races.get_mut(&number) {
                            race.count = count;
                        }
                    }
                }
                Ok(Record::Touched { touch }) => touches.push(touch),
                Ok(Record::Scheduled { counts, remark }) => {
                    for (name, count) in counts {
                        *self.scheduled.counts.entry(name).or_default() += count;
                    }
                    self.scheduled.remarks.extend(remark);
                }
                Ok(Record::Deadlock { deadlock }) => self.scheduled.deadlocks.push(deadlock),
                Ok(Record::Gap { what }) => {
                    self.gaps.insert(what);
                }
                Ok(Record::Ended) => has_ended = true,
                Err(_) => {
                    self.gaps.insert("a record of the agent is damaged".to_owned());
                }
            }
        }
        if !has_ended && !text.is_empty() {
            self.gaps.insert(
                "a JVM ended without saying so: how often races happened is not known".into(),
            );
        }
        self.shared.extend(sharing::shared(&touches));
        for race in races.into_values() {
            self.add_race(race);
        }
    }

    /// The places that access data of several threads, if that was looked for.
    pub fn shared(&self) -> &BTreeSet<SharedSite> {
        &self.shared
    }

    /// What the schedulers said.
    pub fn scheduled(&self) -> &Scheduled {
        &self.scheduled
    }

    /// Adds a race that was seen.
    pub fn add_race(&mut self, race: Race) {
        let side = |access: &crate::Access| (access.site.place(), access.kind);
        let mut sides = [side(&race.earlier), side(&race.later)];
        sides.sort();
        let key = (race.location.clone(), sides);
        let known = self.races.entry(key);
        known
            .and_modify(|known| {
                known.count += race.count;
                if known.earlier.stack.is_empty() && !race.earlier.stack.is_empty() {
                    known.earlier = race.earlier.clone();
                    known.later = race.later.clone();
                }
            })
            .or_insert(race);
    }

    /// Everything, sorted by place.
    pub fn finish(self) -> Report {
        let mut races: Vec<Race> = self.races.into_values().collect();
        id::give(&mut races);
        let gaps = self.gaps.into_iter().collect();
        Report { races, gaps, jvms: self.jvms, ..Report::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn race(number: usize, lines: [u16; 2]) -> String {
        let race = testing::race("x", [(Kind::Read, "m", lines[0]), (Kind::Write, "m", lines[1])]);
        let record = Record::Race { number, race: Box::new(race) };
        serde_json::to_string(&record).unwrap() + "\n"
    }

    #[test]
    fn numbers_say_what_belongs_together() {
        let mut merge = Merge::default();
        let mut text = r#"{"record":"started","version":"17"}"#.to_owned() + "\n";
        text += &(race(1, [5, 6]) + &race(0, [3, 4]));
        text +=
            r#"{"record":"stack","number":0,"thread":"b","stack":[{"class":"A","method":"m"}]}"#;
        text += "\n{\"record\":\"counts\",\"counts\":[7,1]}\n{\"record\":\"ended\"}\n";
        merge.add(&text);
        let report = merge.finish();
        assert_eq!((report.jvms, report.gaps.len()), (1, 0));
        let [first, second] = &report.races[..] else { panic!("two races") };
        assert_eq!((first.count, first.earlier.stack.len()), (7, 1));
        // The thread that the stack is of.
        assert_eq!(first.earlier.thread.as_deref(), Some("b"));
        assert_eq!((second.count, second.earlier.stack.len()), (1, 0));
    }

    #[test]
    fn a_line_that_was_cut_off_is_a_gap_and_the_rest_counts() {
        let mut merge = Merge::default();
        let whole = race(0, [1, 2]);
        merge.add(&(whole.clone() + &whole[..whole.len() / 2]));
        let report = merge.finish();
        assert_eq!((report.races.len(), report.gaps.len()), (1, 2));
    }
}
