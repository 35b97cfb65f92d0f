//! A program that is edited while somebody looks at its races.
//!
//! ```text
//! changed class files ──▶ Program::with ──▶ Analysis::update ──▶ check ──▶ Update: races that appeared and disappeared
//!                                               (points-to by its delta)  (not if all that is run does the same as before)
//! ```
//!
//! Whatever was changed, and in however many steps: the races are those of a check from scratch.
//!
//! Class files that lie in folders are read when the session begins. Whoever compiles writes them one by one, and a class that is
//! read late would be a newer one than the rest.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use classfile::source::ClassFileChange;
use ir::{Class, Name};
use points_to::Deletion;
use report::{Mode, Race, Report};

use crate::analysis::{Analysis, AnalysisRequest, Effect, NoEntry};
use crate::check::Search;
use crate::problem::Problem;
use crate::program::{Program, Request};
use crate::progress::{Progress, Silent};

/// A class file that is new, different or gone.
#[derive(Clone, Debug)]
pub struct Change {
    /// The internal name of the class.
    pub class: String,
    /// What it is now; none if it is gone.
    pub bytes: Option<Arc<[u8]>>,
    /// Where it is, for messages.
    pub path: String,
}

impl Change {
    /// The change that a class file is now this one. The class is the one that the bytes say.
    pub fn put(path: &Path, bytes: Vec<u8>) -> Result<Change, Problem> {
        let path = path.display().to_string();
        let name = classfile::source::this_class(&bytes).map_err(|error| {
            Problem::Source(classfile::source::Problem::of_class(path.clone(), error))
        })?;
        Ok(Change { class: name.to_text().into_owned(), bytes: Some(bytes.into()), path })
    }

    /// The change that a class is gone.
    pub fn remove(class: &str, path: &Path) -> Change {
        Change { class: class.to_owned(), bytes: None, path: path.display().to_string() }
    }
}

/// A program, its analysis and its races, kept up to date.
pub struct Session {
    program: Arc<Program>,
    request: AnalysisRequest,
    mode: Mode,
    /// None if there is nothing that could be started.
    analysis: Result<Analysis, NoEntry>,
    /// What was found, if there is an analysis.
    found: Option<Search>,
    report: Report,
}

/// What a change of the program came to.
#[derive(Debug, Default)]
pub struct Update {
    /// Races that were not there before.
    pub appeared: Vec<Race>,
    /// Races that are gone.
    pub disappeared: Vec<Race>,
    /// How long it took to read the classes and to bring points-to sets and call graph up to date.
    pub points_to: Duration,
    /// How long it took to look for races.
    pub races: Duration,
}

impl Update {
    /// How long all of it took.
    pub fn total(&self) -> Duration {
        self.points_to + self.races
    }
}

impl Session {
    /// Opens a program and checks it.
    pub fn open(
        program: &Request,
        request: &AnalysisRequest,
        mode: Mode,
        progress: &dyn Progress,
    ) -> Session {
        let program = Arc::new(Program::open(program, progress));
        Session::of(program, request, mode, progress)
    }

    /// Checks a program that is open.
    pub fn of(
        program: Arc<Program>,
        request: &AnalysisRequest,
        mode: Mode,
        progress: &dyn Progress,
    ) -> Session {
        let program = Arc::new(program.kept());
        let analysis = Analysis::run(Arc::clone(&program), request, progress);
        let (found, report) = look(&analysis, None, mode, progress);
        Session { program, request: request.clone(), mode, analysis, found, report }
    }

    /// Says how the analysis takes back what rests on deleted code, to compare ways.
    pub fn delete_by(&mut self, deletion: Deletion) {
        if let Ok(analysis) = &mut self.analysis {
            analysis.delete_by(deletion);
        }
    }

    /// The program as it is now.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Its analysis, or why there is none.
    pub fn analysis(&self) -> Result<&Analysis, &NoEntry> {
        self.analysis.as_ref()
    }

    /// Its races.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The program changes. Several changes of one class count as the last of them.
    pub fn apply(&mut self, changes: Vec<Change>) -> Update {
        let started = Instant::now();
        let mut seen = HashSet::new();
        let mut changed: Vec<Change> = Vec::with_capacity(changes.len());
        for change in changes.into_iter().rev() {
            if seen.insert(change.class.clone()) && self.is_news(&change) {
                changed.push(change);
            }
        }
        if changed.is_empty() {
            return Update::default();
        }
        changed.sort_by(|a, b| a.class.cmp(&b.class));
        let names: Vec<Name> = changed.iter().map(|change| Name::new(&change.class)).collect();
        let files = changed.into_iter().map(|change| {
            let Change { class: name, bytes, path } = change;
            ClassFileChange { name, bytes, path }
        });
        let program = self.program.with(files);
        self.update(started, program, &names)
    }

    /// Bodies of classes change, in the form in which they are analysed. Class files stay as they are.
    pub fn edit(&mut self, classes: Vec<Arc<Class>>) -> Update {
        let started = Instant::now();
        let names: Vec<Name> = classes.iter().map(|class| class.name).collect();
        let program = self.program.with_lowered(&classes);
        self.update(started, program, &names)
    }

    fn update(&mut self, started: Instant, program: Program, changed: &[Name]) -> Update {
        self.program = Arc::new(program);
        let mut effect = Effect::Any;
        self.analysis = match std::mem::replace(&mut self.analysis, Err(NoEntry::Nothing)) {
            Ok(mut analysis) => {
                analysis.update(Arc::clone(&self.program), changed).map(|of_edit| {
                    effect = of_edit;
                    analysis
                })
            }
            Err(_) => Analysis::run(Arc::clone(&self.program), &self.request, &Silent),
        };
        let points_to = started.elapsed();
        // What was found stays, if all that is run does the same.
        let known = self.found.take().filter(|_| effect == Effect::OtherPlaces);
        let (found, report) = look(&self.analysis, known, self.mode, &Silent);
        self.found = found;
        let before = std::mem::replace(&mut self.report, report);
        let races = started.elapsed() - points_to;
        Update {
            appeared: without(&self.report, &before),
            disappeared: without(&before, &self.report),
            points_to,
            races,
        }
    }

    /// Whether a class file is not what is known already.
    fn is_news(&self, change: &Change) -> bool {
        let known = self.program.class_path.find(&change.class);
        match (&change.bytes, known.map(|entry| entry.read())) {
            (Some(new), Some(Ok(old))) => old[..] != new[..],
            (None, None) => false,
            _ => true,
        }
    }
}

/// Looks for races, unless they are known already, and tells them.
fn look(
    analysis: &Result<Analysis, NoEntry>,
    known: Option<Search>,
    mode: Mode,
    progress: &dyn Progress,
) -> (Option<Search>, Report) {
    let Ok(analysis) = analysis else { return (None, Report::default()) };
    let guards = analysis.guards();
    let found = known.unwrap_or_else(|| analysis.search(&guards, progress));
    let report = analysis.tell(&found, &guards, mode);
    (Some(found), report)
}

/// The races of a report that another one does not have.
fn without(report: &Report, other: &Report) -> Vec<Race> {
    let known: HashSet<&str> = other.races.iter().map(|race| race.id.as_str()).collect();
    report.races.iter().filter(|race| !known.contains(race.id.as_str())).cloned().collect()
}
