//! What an analysis says about the data that threads share.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::{AccessSite, Analysed, Kind, KnownMethods, Location, SharedSite, Started, to_sharing};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// What an analysis found out about all accesses of a program.
#[derive(Clone, Debug, Default)]
pub struct SharingReport {
    /// How it was decided what is shared.
    pub algorithm: String,
    /// What was analysed.
    pub analysis: Analysed,
    /// The threads.
    pub threads: Vec<SharingThread>,
    /// The accesses, in the order of the code.
    pub accesses: Vec<SharingAccess>,
    /// What several threads use, the most used first.
    pub locations: Vec<SharingLocation>,
    /// How many locations one thread uses.
    pub local_locations: usize,
    /// The methods whose accesses are all known.
    pub known: KnownMethods,
    /// What was not understood, and why.
    pub gaps: Vec<String>,
}

/// A thread.
#[derive(Clone, Debug, Serialize)]
pub struct SharingThread {
    /// What people call it.
    pub name: String,
    /// How it came to be.
    #[serde(flatten)]
    pub started: Started,
}

/// An access.
#[derive(Clone, Debug, Serialize)]
pub struct SharingAccess {
    /// What it does.
    pub kind: Kind,
    /// Where.
    #[serde(flatten)]
    pub site: AccessSite,
    /// The field with its class, the type of the array, or the part of the library object; empty if it is not known.
    pub what: String,
    /// The library method that is called here and does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// What is known about what it accesses.
    pub status: SharingStatus,
}

/// A location that several threads use.
#[derive(Clone, Debug, Serialize)]
pub struct SharingLocation {
    /// What it is.
    pub location: Location,
    /// Where the object is made, if it is the field of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_at: Option<String>,
    /// What is known about it.
    pub status: SharingStatus,
    /// The threads that read it, by their numbers.
    pub readers: BTreeSet<usize>,
    /// The threads that write it once others may know it.
    pub writers: BTreeSet<usize>,
    /// At how many places in the code it is accessed.
    pub places: usize,
}

/// What is known about data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SharingStatus {
    /// One thread uses it.
    Local,
    /// Several threads use it, and nobody writes it any more once others know it.
    Immutable,
    /// Several threads use it, one of them writes, but not while others use it.
    Ordered,
    /// It is not known what is accessed.
    Unknown,
    /// Several threads use it, and one of them writes.
    Shared,
}

impl SharingStatus {
    const ALL: [SharingStatus; 5] = [
        SharingStatus::Shared,
        SharingStatus::Unknown,
        SharingStatus::Ordered,
        SharingStatus::Immutable,
        SharingStatus::Local,
    ];

    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            SharingStatus::Local => "local",
            SharingStatus::Immutable => "immutable",
            SharingStatus::Ordered => "ordered",
            SharingStatus::Unknown => "unknown",
            SharingStatus::Shared => "shared",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            SharingStatus::Local => "one thread uses it",
            SharingStatus::Immutable => "only read once others know it",
            SharingStatus::Ordered => "not written while others use it",
            SharingStatus::Unknown => "taken for shared",
            SharingStatus::Shared => "several threads, one of them writes",
        }
    }

    /// Whether an access has to be taken for one to shared data.
    pub fn may_be_shared(self) -> bool {
        self >= SharingStatus::Unknown
    }
}

impl SharingReport {
    /// How many accesses there are of which something is known.
    pub fn count(&self, status: SharingStatus) -> usize {
        self.accesses.iter().filter(|access| access.status == status).count()
    }

    /// The accesses that have to be taken for shared ones.
    pub fn shared(&self) -> usize {
        self.accesses.iter().filter(|access| access.status.may_be_shared()).count()
    }

    /// The file that a watched run reads.
    pub fn to_sites(&self) -> String {
        let shared = self.accesses.iter().filter(|access| access.status.may_be_shared());
        let sites = shared.map(|access| SharedSite {
            site: access.site.clone(),
            kind: access.kind,
            what: access.what.clone(),
        });
        to_sharing(&sites.collect(), Some(&self.known))
    }
}

#[derive(Serialize)]
struct Document<'r> {
    version: u32,
    algorithm: &'r str,
    entry_points: &'r [String],
    policy: &'r str,
    counts: BTreeMap<&'r str, u64>,
    seconds: BTreeMap<&'r str, f64>,
    threads: &'r [SharingThread],
    accesses: Vec<Access<'r>>,
    locations: Vec<LocationEntry<'r>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    gaps: &'r [String],
}

#[derive(Serialize)]
struct Access<'r> {
    #[serde(flatten)]
    access: &'r SharingAccess,
    /// Whether it is a shared access point.
    is_shared: bool,
}

#[derive(Serialize)]
struct LocationEntry<'r> {
    #[serde(flatten)]
    entry: &'r SharingLocation,
    location_text: String,
}

/// The report as JSON, with a line end.
pub fn sharing_to_json(report: &SharingReport) -> String {
    let seconds = |time: &Duration| time.as_micros() as f64 / 1e6;
    let mut counts: BTreeMap<&str, u64> =
        report.analysis.counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    counts.insert("accesses", report.accesses.len() as u64);
    counts.insert("local_locations", report.local_locations as u64);
    for status in SharingStatus::ALL {
        let name = match status {
            SharingStatus::Shared => "shared_accesses",
            SharingStatus::Unknown => "unknown_accesses",
            SharingStatus::Ordered => "ordered_accesses",
            SharingStatus::Immutable => "immutable_accesses",
            SharingStatus::Local => "local_accesses",
        };
        counts.insert(name, report.count(status) as u64);
    }
    let times = report.analysis.times.iter();
    let accesses = report.accesses.iter();
    let document = Document {
        version: VERSION,
        algorithm: &report.algorithm,
        entry_points: &report.analysis.entries,
        policy: &report.analysis.policy,
        counts,
        seconds: times.map(|(name, time)| (name.as_str(), seconds(time))).collect(),
        threads: &report.threads,
        accesses: accesses
            .map(|access| Access { access, is_shared: access.status.may_be_shared() })
            .collect(),
        locations: report
            .locations
            .iter()
            .map(|entry| LocationEntry { entry, location_text: entry.location.to_string() })
            .collect(),
        gaps: &report.gaps,
    };
    let mut text = serde_json::to_string_pretty(&document)
        .expect("invariant: a report holds nothing that JSON cannot");
    text.push('\n');
    text
}

/// A summary for people, with so many of the shared locations.
pub fn sharing_to_text(report: &SharingReport, limit: usize) -> String {
    let all = report.accesses.len();
    let percent = |part: usize| (part * 100 + all / 2).checked_div(all).unwrap_or_default();
    let shared = report.shared();
    let mut text = format!(
        "{shared} of {} to fields, arrays and library objects {} shared data ({} %).\n\n",
        counted(all, "access", "accesses"),
        if shared == 1 { "is to" } else { "are to" },
        percent(shared)
    );
    for status in SharingStatus::ALL {
        let count = report.count(status);
        if count > 0 {
            let (name, meaning) = (status.name(), status.meaning());
            let _ = writeln!(text, "  {name:<10}{count:>8} {:>4} %  {meaning}", percent(count));
        }
    }
    let names: Vec<String> = report.threads.iter().map(called).collect();
    let _ = writeln!(text, "\n{}:", counted(names.len(), "thread", "threads"));
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &names {
        *alike.entry(name).or_default() += 1;
    }
    for name in &names {
        match alike.remove(name.as_str()) {
            Some(1) => text += &format!("  {name}\n"),
            Some(number) => text += &format!("  {name} ({number})\n"),
            None => {}
        }
    }
    let merged = merged(report);
    if !merged.is_empty() {
        text += "\nShared locations, those with the most places in the code first:\n";
    }
    for entry in merged.iter().take(limit) {
        let of = |threads: &BTreeSet<usize>| {
            let names: BTreeSet<&str> =
                threads.iter().map(|&at| report.threads[at].name.as_str()).collect();
            names.into_iter().collect::<Vec<_>>().join(", ")
        };
        let _ = write!(text, "  {}  {}", entry.name, counted(entry.places, "place", "places"));
        if !entry.writers.is_empty() {
            let _ = write!(text, "; written by {}", of(&entry.writers));
        }
        if !entry.readers.is_empty() {
            let _ = write!(text, "; read by {}", of(&entry.readers));
        }
        text.push('\n');
    }
    if let Some(more) = merged.len().checked_sub(limit).filter(|more| *more > 0) {
        let _ = writeln!(text, "  and {more} more; --limit 0 shows all");
    }
    text
}

/// `Spider thread, several at once`
fn called(thread: &SharingThread) -> String {
    let several = if thread.started.is_many { ", several at once" } else { "" };
    match &thread.started.at[..] {
        [] => format!("{}{several}", thread.name),
        [at, ..] => format!("{}, started at {at}{several}", thread.name),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Locations that are called the same.
struct Merged {
    name: String,
    readers: BTreeSet<usize>,
    writers: BTreeSet<usize>,
    places: usize,
}

fn merged(report: &SharingReport) -> Vec<Merged> {
    let mut by_name: BTreeMap<String, Merged> = BTreeMap::new();
    for entry in report.locations.iter().filter(|entry| entry.status == SharingStatus::Shared) {
        let name = entry.location.to_string();
        let merged = by_name.entry(name.clone()).or_insert_with(|| Merged {
            name,
            readers: BTreeSet::new(),
            writers: BTreeSet::new(),
            places: 0,
        });
        merged.readers.extend(&entry.readers);
        merged.writers.extend(&entry.writers);
        merged.places = merged.places.max(entry.places);
    }
    let mut merged: Vec<Merged> = by_name.into_values().collect();
    merged.sort_by(|a, b| b.places.cmp(&a.places).then_with(|| a.name.cmp(&b.name)));
    merged
}
