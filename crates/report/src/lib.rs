//! Findings as plain data, and how they are shown.
//!
//! ```text
//! agent ──Record, a line each──▶ file ──▶ merge ──┐
//! an analysis ──Race, a list──▶ collect ──────────┴──▶ Report ──▶ text │ pairs │ json │ sarif
//!                                                      ▲ aside: what is known already (baseline, suppressions)
//! ```
//!
//! A race is two [`Access`]es to one [`Location`]. Nothing here knows how it was found: a watched run fills in what it saw,
//! an analysis what it worked out, and what is not known is empty.

mod aside;
mod baseline;
mod collect;
mod id;
mod json;
mod location;
mod pairs;
mod pattern;
mod record;
mod sarif;
mod sharing;
mod sharing_report;
mod story;
#[cfg(test)]
mod testing;
mod text;

pub use aside::{Aside, Reason, Suppression};
pub use baseline::{Baseline, BaselineError, to_baseline};
pub use collect::{Mode, collect};
pub use json::to_json;
pub use location::{Holder, Location};
pub use pairs::to_pairs;
pub use pattern::Pattern;
pub use record::{Blocked, Deadlock, Merge, Record, Scheduled};
pub use sarif::to_sarif;
pub use sharing::{KnownMethods, SharedSite, Touch, WantedSites, parse_sharing, to_sharing};
pub use sharing_report::{
    SharingAccess, SharingLocation, SharingReport, SharingStatus, SharingThread, sharing_to_json,
    sharing_to_text,
};
pub use story::{Side, Story, story_to_json};
pub use text::{Layout, method, story_to_text, to_laid_out_text, to_short_text, to_text};

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A place in the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AccessSite {
    /// The class in internal form: `pkg/Outer$Inner`.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The name of the source file, without folders.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u16>,
    /// The bytecode offset.
    pub offset: u16,
}

impl AccessSite {
    /// `File.java:LINE`; without either, the class and the offset.
    pub fn place(&self) -> String {
        place(self.file.as_deref(), self.line, &self.class, self.offset)
    }
}

fn place(file: Option<&str>, line: Option<u16>, class: &str, offset: u16) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => format!("{file}@{offset}"),
        (None, _) => format!("{}@{offset}", external(class)),
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// A frame of a call stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The class in internal form.
    pub class: String,
    /// The method.
    pub method: String,
    /// The name of the source file.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u16>,
}

/// One of the two sides of a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Access {
    /// What it does.
    pub kind: Kind,
    /// Where.
    #[serde(flatten)]
    pub site: AccessSite,
    /// The name of the thread.
    pub thread: Option<String>,
    /// The call stack, innermost first; empty if it is not known.
    pub stack: Vec<Frame>,
    /// How the thread came to be, if an analysis tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Started>,
    /// The locks that are held; none if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locks: Option<Vec<Lock>>,
    /// The library method that is called here and does it: `ArrayList.add`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The line of the source, if that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Where in the code of a library it happens, from the method that is called to the access.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Frame>,
}

/// How a thread came to be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Started {
    /// The places that start it; empty for the first thread.
    pub at: Vec<String>,
    /// Whether several such threads may run at the same time.
    pub is_many: bool,
}

/// A lock that is held.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lock {
    /// What people call it: the field that holds it, `this`, or where it was made.
    pub name: String,
    /// How it is held.
    pub mode: LockMode,
    /// Where it was taken.
    pub taken_at: String,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LockMode {
    /// By one thread alone.
    Exclusive,
    /// Together with other readers.
    Read,
    /// As the writer of a lock that also has readers.
    Write,
}

/// How certain a race is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// A run has shown it.
    #[default]
    Confirmed,
    /// Objects and locks are unambiguous.
    Precise,
    /// The accesses may mean the same object.
    Possible,
}

impl Tier {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Confirmed => "confirmed",
            Tier::Precise => "precise",
            Tier::Possible => "possible",
        }
    }
}

/// What is wrong.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Two accesses race.
    #[default]
    Race,
    /// An access, or a call, does not hold the lock that is declared.
    GuardedBy,
    /// What is declared immutable is written.
    Immutable,
}

impl Rule {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Race => "race",
            Rule::GuardedBy => "guarded-by",
            Rule::Immutable => "immutable",
        }
    }
}

/// Two accesses that nothing puts in order; or one that breaks what is declared, which is then on both sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Race {
    /// What is wrong.
    #[serde(default)]
    pub rule: Rule,
    /// What both access.
    pub location: Location,
    /// The one that came first in the run that showed it. If none did, the one that is shown first: a write.
    pub earlier: Access,
    /// The other one.
    pub later: Access,
    /// How often it was seen.
    pub count: u64,
    /// How certain it is.
    #[serde(default)]
    pub tier: Tier,
    /// Whether something speaks against it: the doubts.
    #[serde(default)]
    pub is_unlikely: bool,
    /// What makes it less certain than others.
    #[serde(default)]
    pub doubts: Vec<String>,
    /// Why nothing orders the two, or what is broken, in a sentence.
    #[serde(default)]
    pub why: Option<String>,
    /// What it is known by: the same for the same code, whatever line it stands in. Given when a report is made.
    #[serde(default)]
    pub id: String,
    /// The parallel loop whose iterations race with each other.
    #[serde(skip)]
    pub in_loop: Option<InLoop>,
    /// The accesses of the two places that race, by kind and offset: a line may read and write. Given when a report is made.
    #[serde(skip)]
    pub folded: Vec<[(Kind, u16); 2]>,
}

/// A parallel loop, and what its iterations race on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InLoop {
    /// Where it begins.
    pub at: Frame,
    /// The line of the source, if that was found.
    pub source: Option<String>,
    /// The class of the object, and where it is made; none for a static field.
    pub object: Option<(String, Frame)>,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The races, sorted.
    pub races: Vec<Race>,
    /// What was not watched or not understood, and why; sorted.
    pub gaps: Vec<String>,
    /// How many JVMs were watched.
    pub jvms: usize,
    /// What was analysed, if it was an analysis.
    pub analysis: Option<Analysed>,
    /// The races that the mode does not show.
    pub hidden: Vec<Race>,
    /// The races that are known already and not shown.
    pub aside: Vec<Aside>,
    /// What annotations say about races, by the id of the race.
    pub declared: BTreeMap<String, Vec<Declared>>,
    /// Whether there was a baseline, so that what is shown is new.
    pub is_compared: bool,
    /// The paths of source files, by class in internal form, as far as they are known.
    pub sources: BTreeMap<String, String>,
    /// Commands that show a race again, by its id.
    pub replays: BTreeMap<String, String>,
    /// Threads that waited for each other.
    pub deadlocks: Vec<Deadlock>,
}

/// What an annotation says about what is accessed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Declared {
    /// Whether it names a lock, so that the race is a violation of it.
    pub is_guard: bool,
    /// A sentence.
    pub text: String,
}

/// What an analysis looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysed {
    /// What is shown.
    pub mode: Mode,
    /// The methods that the program is entered by.
    pub entries: Vec<String>,
    /// Which circumstances were told apart.
    pub policy: String,
    /// How many threads were told apart, the first included.
    pub threads: usize,
    /// Further numbers, by name.
    pub counts: Vec<(String, u64)>,
    /// How long each part took, in order.
    pub times: Vec<(String, Duration)>,
    /// How many possible races the mode leaves out.
    pub hidden_possible: usize,
    /// How many unlikely ones.
    pub hidden_unlikely: usize,
    /// How many further pairs of accesses there are that were not looked at, because so many of the same fields were.
    pub further: usize,
    /// How many unlikely races may be more than that, because they were not looked at in all threads and on all objects.
    pub hurried: usize,
}

/// A class name as it is written in Java.
pub fn external(class: &str) -> String {
    class.replace('/', ".")
}

/// A class name without its package.
pub fn simple(class: &str) -> &str {
    class.rsplit('/').next().unwrap_or(class)
}
