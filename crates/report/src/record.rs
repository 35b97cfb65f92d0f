//! What a watched JVM writes while it runs, a line of JSON for each record, and how that becomes a report.
//!
//! A line is written at once and by one call, so that everything that was found is there however the JVM ends. A last line
//! that was cut off is a gap, not an error.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Kind, Location, Race, Report};

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
    Race(Box<Race>),
    /// How often the races were seen, in the order of their lines.
    Counts {
        /// One number for each race.
        counts: Vec<u64>,
    },
    /// Something is not watched.
    Gap {
        /// What, and why.
        what: String,
    },
    /// The JVM has ended by itself.
    Ended,
}

/// Races that look the same in a report.
type Key = (Location, [(String, Kind); 2]);

/// Collects the records of all JVMs of a run.
#[derive(Debug, Default)]
pub struct Merge {
    races: BTreeMap<Key, Race>,
    gaps: BTreeSet<String>,
    jvms: usize,
}

impl Merge {
    /// Adds what one JVM wrote.
    pub fn add(&mut self, text: &str) {
        let mut races = Vec::new();
        let mut has_ended = false;
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(Record::Started { .. }) => self.jvms += 1,
                Ok(Record::Race(race)) => races.push(*race),
                Ok(Record::Counts { counts }) => {
                    for (race, count) in races.iter_mut().zip(counts) {
                        race.count = count;
                    }
                }
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
        for race in races {
            self.add_race(race);
        }
    }

    fn add_race(&mut self, race: Race) {
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
        Report {
            races: self.races.into_values().collect(),
            gaps: self.gaps.into_iter().collect(),
            jvms: self.jvms,
        }
    }
}
