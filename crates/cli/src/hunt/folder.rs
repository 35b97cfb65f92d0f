//! What a hunt knows, on disk.
//!
//! | file | what |
//! |---|---|
//! | `hunt.json` | which program it is about; says that the folder is a hunt's |
//! | `runs.jsonl` | a line for each run, with the races that it was the first to show |
//! | `relations.tsv` | the may-trigger relations of all runs |
//! | `run-N.log`, `run-N.schedule` | the program's own output, and who acquired what in which order |
//! | `pairs.tsv`, `races.json` | the result so far |
//! | `.run-N` | what a run writes that goes on, or was cut off |
//!
//! *Invariant:* a line of `runs.jsonl` is appended at once when the run is over. The other files are replaced as a whole. So
//! a hunt that is killed loses nothing but the order in which its last runs would have gone on.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use report::{Deadlock, Merge, Race, Report};
use schedule::{Relations, Statistics};
use serde::{Deserialize, Serialize};

use super::{one, replay_command};

const FORMAT: &str = "deadheat hunt";
const VERSION: u32 = 1;

/// What a hunt is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    version: u32,
    pub(super) command: Vec<String>,
}

impl Header {
    pub(super) fn of(command: &[OsString]) -> Header {
        let command = command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        Header { format: FORMAT.to_owned(), version: VERSION, command }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// By itself, however it ended.
    Done,
    /// It took too long.
    Timeout,
    /// Its threads waited for each other.
    Deadlock,
    /// The hunt was stopped meanwhile. The run is done again.
    #[default]
    Interrupted,
}

/// A line about a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) run: u32,
    pub(super) scheduler: String,
    pub(super) seed: u64,
    pub(super) status: Status,
    /// The exit status of the program, as a shell has it.
    pub(super) exit: Option<i32>,
    pub(super) seconds: f64,
    pub(super) jvms: usize,
    /// What the scheduler has counted.
    pub(super) counts: BTreeMap<String, u64>,
    pub(super) remarks: Vec<String>,
    pub(super) gaps: Vec<String>,
    pub(super) deadlocks: Vec<Deadlock>,
    /// All races that it has shown, as lines of `pairs.tsv`.
    pub(super) seen: Vec<String>,
    /// Those that no run before it had shown.
    pub(super) new: Vec<Race>,
}

/// A run, and what it showed.
pub(super) struct Ran {
    pub(super) done: Done,
    pub(super) races: Vec<Race>,
    pub(super) relations: Vec<String>,
}

pub(super) struct Folder {
    path: PathBuf,
    header: Header,
    runs: Vec<Done>,
    /// The file with a line for each run; locked as long as it is open.
    lines: File,
    relations: Relations,
    seen: BTreeSet<String>,
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// What a race is known by across runs.
fn pair(race: &Race) -> String {
    let report = Report { races: vec![race.clone()], ..Report::default() };
    report::to_pairs(&report).trim_end().to_owned()
}

impl Folder {
    /// A new hunt, or one that goes on.
    pub(super) fn open(path: &Path, header: &Header) -> Result<Folder, String> {
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let file = path.join("hunt.json");
        if file.exists() {
            let known = read_header(path)?;
            if known != *header {
                let other = known.command.join(" ");
                return Err(format!(
                    "{}: it belongs to the hunt of another command: {other}; name another folder",
                    path.display()
                ));
            }
        } else {
            let mut entries = fs::read_dir(path).map_err(|error| failed(path, &error))?;
            if entries.next().is_some() {
                return Err(format!(
                    "{}: it is not empty and no hunt has made it; name another folder",
                    path.display()
                ));
            }
            let text = serde_json::to_string_pretty(header).expect("invariant: it is plain data");
            replace(&file, &(text + "\n"))?;
        }
        let mut folder = Folder::load(path, header.clone(), true)?;
        folder.salvage()?;
        Ok(folder)
    }

    /// A hunt that is only read.
    pub(super) fn read(path: &Path) -> Result<Folder, String> {
        Folder::load(path, read_header(path)?, false)
    }

    fn load(path: &Path, header: Header, is_owner: bool) -> Result<Folder, String> {
        let file = path.join("runs.jsonl");
        let mut options = OpenOptions::new();
        let options = if is_owner { options.create(true).append(true) } else { &mut options };
        let opened = options.read(true).open(&file);
        let lines = opened.map_err(|error| failed(&file, &error))?;
        if is_owner && lines.try_lock().is_err() {
            return Err(format!("{}: another hunt uses it at this time", path.display()));
        }
        let text = fs::read_to_string(&file).map_err(|error| failed(&file, &error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut runs = Vec::new();
        for (i, line) in text[..whole].lines().enumerate() {
            let run: Result<Done, _> = serde_json::from_str(line);
            let damaged =
                |error| format!("{}: line {}: it is damaged: {error}", file.display(), i + 1);
            runs.push(run.map_err(damaged)?);
        }
        if is_owner && whole < text.len() {
            // The line of a run whose end nobody saw: its own files are still there.
            lines.set_len(whole as u64).map_err(|error| failed(&file, &error))?;
        }
        let mut relations = Relations::default();
        let file = path.join("relations.tsv");
        if file.exists() {
            let text = fs::read_to_string(&file).map_err(|error| failed(&file, &error))?;
            relations.read(&text).map_err(|error| failed(&file, &error))?;
        }
        let seen = runs.iter().flat_map(|run| run.seen.clone()).collect();
        Ok(Folder { path: path.to_owned(), header, runs, lines, relations, seen })
    }

    /// Runs that were cut off with the hunt itself: what they showed counts, and they are done again.
    fn salvage(&mut self) -> Result<(), String> {
        let entries = fs::read_dir(&self.path).map_err(|error| failed(&self.path, &error))?;
        let names: Vec<OsString> =
            entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
        for name in names {
            let number = name.to_str().and_then(|name| name.strip_prefix(".run-")?.parse().ok());
            if let Some(number) = number {
                let scratch = one::scratch(&self.path, number);
                self.add(one::collect(&scratch, &self.path, number)?)?;
            }
        }
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_done(&self, number: u32) -> bool {
        self.runs.iter().any(|run| run.run == number && run.status != Status::Interrupted)
    }

    /// How many different pairs of places were seen.
    pub(super) fn found(&self) -> usize {
        self.seen.len()
    }

    pub(super) fn relations_file(&self) -> Option<PathBuf> {
        let file = std::path::absolute(self.path.join("relations.tsv")).ok()?;
        (!self.relations.is_empty()).then_some(file)
    }

    /// How many acquisitions the run with most had.
    pub(super) fn most_requests(&self) -> u64 {
        self.runs.iter().filter_map(|run| run.counts.get("requests")).max().copied().unwrap_or(0)
    }

    /// Puts down what a run has shown.
    pub(super) fn add(&mut self, ran: Ran) -> Result<(), String> {
        let Ran { mut done, races, relations } = ran;
        for race in races {
            let pair = pair(&race);
            if !done.seen.contains(&pair) {
                done.seen.push(pair.clone());
            }
            if self.seen.insert(pair) {
                done.new.push(race);
            }
        }
        let before = self.relations.len();
        for text in relations {
            // The last line of a JVM that was killed may be a part of one.
            let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
            let _ = self.relations.read(whole);
        }
        if self.relations.len() > before {
            replace(&self.path.join("relations.tsv"), &self.relations.write())?;
        }
        let line = serde_json::to_string(&done).expect("invariant: it is plain data") + "\n";
        let written = self.lines.write_all(line.as_bytes()).and_then(|()| self.lines.sync_data());
        written.map_err(|error| failed(&self.path.join("runs.jsonl"), &error))?;
        self.runs.push(done);
        let report = self.report();
        replace(&self.path.join("pairs.tsv"), &report::to_pairs(&report))?;
        replace(&self.path.join("races.json"), &report::to_json(&report))
    }

    /// Everything that the runs have shown.
    pub(super) fn report(&self) -> Report {
        report_of(&[self])
    }

    /// Whether every run was done in full.
    pub(super) fn is_complete(&self) -> bool {
        let has =
            |number, status| self.runs.iter().any(|run| run.run == number && run.status == status);
        self.runs.iter().all(|run| has(run.run, Status::Done))
    }

    /// What people want to know about the runs.
    pub(super) fn summary(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let schedulers: BTreeSet<&str> = self
            .runs
            .iter()
            .map(|run| run.scheduler.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        for name in schedulers {
            let runs: Vec<&Done> = self.runs.iter().filter(|run| run.scheduler == name).collect();
            lines.push(summary_of(name, &runs));
            let bound = runs
                .iter()
                .rev()
                .flat_map(|run| &run.remarks)
                .find(|remark| name == "pct" && remark.starts_with("pct: "));
            lines.extend(bound.cloned());
        }
        lines
    }
}

fn summary_of(name: &str, runs: &[&Done]) -> String {
    let count = |what: &str| -> u64 { runs.iter().filter_map(|run| run.counts.get(what)).sum() };
    let statistics = Statistics {
        suspensions: count("suspensions"),
        thrashing: count("thrashing"),
        expired: count("expired"),
        done: count("done"),
        ..Statistics::default()
    };
    let of = |status: Status| runs.iter().filter(|run| run.status == status).count();
    let seen: BTreeSet<&String> = runs.iter().flat_map(|run| &run.seen).collect();
    let seconds: f64 = runs.iter().map(|run| run.seconds).sum();
    let plural = |count: u64, what: &str| match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let mut line = format!(
        "{name}: {} in {seconds:.1} s, {}, {}",
        plural(runs.len() as u64, "run"),
        plural(seen.len() as u64, "racing pair"),
        plural(statistics.suspensions, "suspension")
    );
    if statistics.suspensions > 0 {
        let rate = 100.0 * statistics.thrashing_rate();
        line += &format!(" ({} as wished, thrashing {rate:.1} %)", statistics.done);
    }
    for (status, word) in [
        (Status::Timeout, "took too long"),
        (Status::Deadlock, "ended in a deadlock"),
        (Status::Interrupted, "cut off"),
    ] {
        if of(status) > 0 {
            line += &format!(", {} {word}", of(status));
        }
    }
    line
}

/// What several hunts have shown together.
pub(super) fn report_of(folders: &[&Folder]) -> Report {
    let mut merge = Merge::default();
    let mut replays = BTreeMap::new();
    let (mut jvms, mut gaps, mut deadlocks) = (0, BTreeSet::new(), Vec::new());
    for folder in folders {
        for run in &folder.runs {
            jvms += run.jvms;
            // What a run that was cut off did not do, it does again; a deadlock is told as such.
            if matches!(run.status, Status::Done) {
                gaps.extend(run.gaps.clone());
            }
            if run.status == Status::Timeout {
                gaps.insert(format!("run {} to its end: it took too long", run.run));
            }
            for deadlock in &run.deadlocks {
                // It comes up again in most runs of a program that has one.
                if !deadlocks.contains(deadlock) {
                    deadlocks.push(deadlock.clone());
                }
            }
            for race in &run.new {
                merge.add_race(race.clone());
                let schedule = folder.path.join(format!("run-{}.schedule", run.run));
                let command = replay_command(&schedule, &folder.header.command);
                replays.entry(pair(race)).or_insert(command);
            }
        }
    }
    let mut report = merge.finish();
    report.jvms = jvms;
    report.gaps = gaps.into_iter().collect();
    report.deadlocks = deadlocks;
    for race in &report.races {
        if let Some(command) = replays.get(&pair(race)) {
            report.replays.insert(race.id.clone(), command.clone());
        }
    }
    report
}

fn read_header(path: &Path) -> Result<Header, String> {
    let file = path.join("hunt.json");
    let text = fs::read_to_string(&file)
        .map_err(|error| format!("{}: it is no folder of a hunt: {error}", path.display()))?;
    let header: Header = serde_json::from_str(&text)
        .map_err(|error| format!("{}: it is damaged: {error}", file.display()))?;
    if header.format != FORMAT || header.version != VERSION {
        return Err(format!("{}: another version of deadheat wrote it", file.display()));
    }
    Ok(header)
}

/// Writes a file so that it is the old one or the new one at any time.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    let next = path.with_extension("next");
    let written = fs::write(&next, text).and_then(|()| fs::rename(&next, path));
    written.map_err(|error| failed(path, &error))
}
