//! A program that is edited: sources or class files go in, races that come and go come out.
//!
//! ```text
//! texts of an editor ─┐
//! sources on disk ────┼─▶ Compiler ──▶ classes ──▶ engine::Session ──▶ Report ──▶ (without what is known already)
//! class files on disk ┴────────────────────▲
//! ```

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use classfile::{AttributeData, ClassFile};
use engine::{AnalysisRequest, Change, LineFacts, Problem, Progress, Request, Session};
use ir::Name;
use project::{Inputs, Place, Sources};
use report::{Mode, Race, Reason, Report};

use crate::compiler::{Compiled, Compiler, CompilerError, Message};

/// What is known about a folder before anything of it is read: what the command line and `deadheat.toml` say.
pub struct Project {
    /// What is opened.
    pub request: Request,
    /// How it is analysed.
    pub analysis: AnalysisRequest,
    /// Which races are shown.
    pub mode: Mode,
    /// The configuration, if there is one.
    pub config: Option<PathBuf>,
    /// Sets aside what the configuration knows already.
    pub set_aside: Box<SetAside>,
}

/// Takes what is known already out of a report.
pub type SetAside = dyn Fn(&mut Report) -> Result<(), String> + Send;

/// Finds out what is known about a folder.
pub type Settings = dyn Fn(&Path) -> Result<Project, String> + Send + Sync;

/// A program that is edited.
pub struct Live {
    project: Project,
    session: Session,
    compiler: Compiler,
    /// Folders with class files.
    class_folders: Vec<PathBuf>,
    /// Folders and files with sources.
    source_places: Vec<PathBuf>,
    /// Class files that somebody else has written, or removed.
    written: BTreeSet<PathBuf>,
    report: Report,
    /// What stood in the way of a whole answer when it was opened.
    problems: Vec<String>,
}

/// What an update came to.
#[derive(Debug, Default)]
pub struct Step {
    /// Races that were not there before.
    pub appeared: Vec<Race>,
    /// Races that are gone.
    pub disappeared: Vec<Race>,
    /// How many classes are different.
    pub classes: usize,
    /// What javac says about sources that make no sense at the moment.
    pub messages: Vec<Message>,
    /// How long it took to compile.
    pub compiling: Duration,
    /// How long it took to bring points-to sets and call graph up to date.
    pub points_to: Duration,
    /// How long it took to look for races.
    pub races: Duration,
}

impl Step {
    /// How long all of it took.
    pub fn total(&self) -> Duration {
        self.compiling + self.points_to + self.races
    }
}

impl Live {
    /// Opens and checks a program. What stands in the way of the whole program is among its [problems](Live::problems).
    pub fn open(project: Project, progress: &dyn Progress) -> Result<Live, String> {
        let session = Session::open(&project.request, &project.analysis, project.mode, progress);
        let inputs = Inputs::of(&project.request.inputs);
        let no_jdk = session.program().problems().iter().find(|it| matches!(it, Problem::Jdk(_)));
        let jdk = match (no_jdk, session.program().jdk()) {
            (None, Some(jdk)) => jdk.clone(),
            (Some(problem), _) => return Err(problem.to_string()),
            (None, None) => {
                let mut problems = session.program().problems().iter().map(Problem::to_string);
                return Err(problems.next().unwrap_or("there is nothing to read".to_owned()));
            }
        };
        let is_folder = |place: &&Place| matches!(place, Place::Folder(_));
        let class_folders: Vec<PathBuf> =
            inputs.places.iter().filter(is_folder).map(|place| place.path().to_owned()).collect();
        let mut class_path = inputs.class_path();
        class_path.retain(|place| !class_folders.contains(place));
        class_path.extend_from_slice(&project.request.class_path);
        class_path.extend_from_slice(&inputs.libraries);
        let mut source_places = inputs.source_roots.clone();
        if !inputs.sources.is_empty() {
            source_places.extend(project.request.inputs.iter().cloned());
        }
        let mut live = Live {
            compiler: Compiler::new(jdk, class_path),
            project,
            session,
            class_folders,
            source_places,
            written: BTreeSet::new(),
            report: Report::default(),
            problems: Vec::new(),
        };
        live.learn(&inputs);
        live.tell_problems();
        live.report = live.shown();
        Ok(live)
    }

    /// Which class comes from which source, and which sources are newer than their classes.
    fn learn(&mut self, inputs: &Inputs) {
        let sources = Sources::new(&inputs.sources, &inputs.source_roots);
        let mut known = HashSet::new();
        let mut newer = BTreeSet::new();
        let program = Arc::clone(self.session.program());
        for entry in program.application().filter(|entry| !entry.path().contains("!/")) {
            let Ok(bytes) = entry.read() else { continue };
            let source = source_file(&bytes).and_then(|file| sources.find(entry.name(), &file));
            if let Some(source) = &source
                && !program.is_compiled_here(entry)
                && is_newer(source, Path::new(&entry.path()))
            {
                newer.insert(source.clone());
            }
            known.extend(source.clone());
            self.compiler.know(entry.name(), bytes.into_owned().into(), source);
        }
        newer.iter().for_each(|source| self.compiler.saved(source));
        // What did not compile when the program was opened may do so when somebody writes on.
        let is_left = |path: &&Path| !known.contains(*path);
        sources.files().filter(is_left).for_each(|path| self.compiler.saved(path));
    }

    fn tell_problems(&mut self) {
        let mut problems: Vec<String> = Vec::new();
        let of_program = self.session.program().problems().iter();
        let is_told =
            |problem: &&Problem| problem.loses_input() && !matches!(problem, Problem::Compiler(_));
        problems.extend(of_program.filter(is_told).map(Problem::to_string));
        match self.session.analysis() {
            Err(no_entry) => problems.push(no_entry.to_string()),
            Ok(analysis) => {
                let reasons = analysis.incomplete(self.session.report()).into_iter();
                let reasons = reasons.filter(|reason| reason.may_miss_races());
                problems.extend(reasons.map(|reason| reason.to_string()));
            }
        }
        self.problems = problems;
    }

    /// Starts the compiler, so that the first edit does not wait for it.
    pub fn warm_up(&mut self) -> Result<(), CompilerError> {
        self.compiler.warm_up()
    }

    /// The races that are shown now.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The program and its analysis.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What stood in the way of a whole answer when it was opened.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The configuration, if there is one.
    pub fn config(&self) -> Option<&Path> {
        self.project.config.as_deref()
    }

    /// The number that the system knows the helper of the compiler by, if it runs.
    pub fn helper(&self) -> Option<u32> {
        self.compiler.helper()
    }

    /// Folders and files that the program is made of, for those who follow changes.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.class_folders.iter().chain(&self.source_places).map(PathBuf::as_path)
    }

    /// The folders with class files that somebody else compiles.
    pub fn class_folders(&self) -> impl Iterator<Item = &Path> {
        self.class_folders.iter().map(PathBuf::as_path)
    }

    /// The files of the program that are in a folder now, or were when they were last read.
    pub fn files_below(&self, folder: &Path) -> BTreeSet<PathBuf> {
        let is_ours =
            |path: &Path| path.extension().is_some_and(|it| it == "class" || it == "java");
        let now = walkdir::WalkDir::new(folder)
            .into_iter()
            .filter_map(|entry| Some(entry.ok()?.into_path()));
        let mut files: BTreeSet<PathBuf> = now.filter(|path| is_ours(path)).collect();
        files.extend(self.sources().filter(|path| path.starts_with(folder)).map(Path::to_owned));
        for classes in &self.class_folders {
            let known =
                self.compiler.class_names().map(|name| classes.join(format!("{name}.class")));
            files.extend(known.filter(|path| path.starts_with(folder)));
        }
        files
    }

    /// What is known about a line of a source, counted from one; none if there is no code.
    pub fn line_facts(&self, path: &Path, line: u16) -> Option<LineFacts> {
        let analysis = self.session.analysis().ok()?;
        let program = self.session.program();
        let classes = program.application().map(|entry| entry.name());
        let classes = classes.filter(|class| self.source_of(class) == Some(path));
        let classes: Vec<Name> = classes.map(Name::new).collect();
        analysis.line_facts(&classes, line)
    }

    /// The source of a class.
    pub fn source_of(&self, class: &str) -> Option<&Path> {
        self.compiler.source_of(class)
    }

    /// All sources that classes were made of.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.compiler.sources()
    }

    /// Whether a source is not what its classes were made of.
    pub fn is_ahead(&self, path: &Path) -> bool {
        self.compiler.is_ahead(path)
    }

    /// The text of a source, saved or not.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.compiler.text(path)
    }

    /// Somebody writes in a source: this is its text. None: it is what the file says.
    pub fn edit(&mut self, path: &Path, text: Option<Arc<str>>) {
        if self.is_source(path) {
            self.compiler.edit(path, text);
        }
    }

    /// A file is new, different or gone. Whether it is one that matters.
    pub fn changed_on_disk(&mut self, path: &Path) -> bool {
        let is_class = path.extension().is_some_and(|it| it == "class");
        if is_class && self.class_folders.iter().any(|folder| path.starts_with(folder)) {
            self.written.insert(path.to_owned());
            return true;
        }
        // Of a project that somebody builds, the classes are followed; its sources only if somebody writes in them.
        let is_source = self.is_source(path);
        if is_source {
            self.compiler.saved(path);
        }
        is_source
    }

    fn is_source(&self, path: &Path) -> bool {
        path.extension().is_some_and(|it| it == "java")
            && (self.compiler.has_source(path)
                || self.source_places.iter().any(|place| path.starts_with(place)))
    }

    /// Whether there is something to do.
    pub fn is_edited(&self) -> bool {
        self.compiler.is_edited() || !self.written.is_empty()
    }

    /// Compiles what was edited, and finds the races of what came of it. What does not compile leaves everything as it was.
    pub fn update(&mut self) -> Result<Step, CompilerError> {
        let mut changes = self.take_written();
        let started = Instant::now();
        let compiled = self.compiler.compile();
        let compiling = started.elapsed();
        let (more, messages, failure) = match compiled {
            Ok(Compiled::Changed(changes)) => (changes, Vec::new(), None),
            Ok(Compiled::Wrong { messages, changes }) => (changes, messages, None),
            Err(error) => (Vec::new(), Vec::new(), Some(error)),
        };
        changes.extend(more);
        let mut step = Step { compiling, messages, classes: changes.len(), ..Step::default() };
        if !changes.is_empty() {
            let update = self.session.apply(changes);
            step.points_to = update.points_to;
            step.races = update.races;
        }
        self.show(&mut step);
        // What others compiled counts all the same.
        match failure {
            Some(error) if step.classes == 0 => Err(error),
            _ => Ok(step),
        }
    }

    /// Whether a configuration says the same about the program and how it is analysed.
    pub fn is_same_program(&self, project: &Project) -> bool {
        let said = |project: &Project| format!("{:?} {:?}", project.request, project.analysis);
        said(&self.project) == said(project) && self.project.mode == project.mode
    }

    /// The configuration is a different one, as far as it says what is shown.
    pub fn show_again(&mut self, project: Project) -> Step {
        self.project = project;
        let mut step = Step::default();
        self.show(&mut step);
        step
    }

    fn show(&mut self, step: &mut Step) {
        let now = self.shown();
        let before = std::mem::replace(&mut self.report, now);
        step.appeared = without(&self.report, &before);
        step.disappeared = without(&before, &self.report);
    }

    /// Class files that others have written. A class whose source somebody edits is what the editor says.
    fn take_written(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        for path in std::mem::take(&mut self.written) {
            let folder = self.class_folders.iter().find(|folder| path.starts_with(folder));
            let Some(name) = folder.and_then(|folder| class_name(folder, &path)) else { continue };
            let source = self.compiler.source_of(&name).map(Path::to_owned);
            if source.is_some_and(|source| self.compiler.is_buffer(&source)) {
                continue;
            }
            match std::fs::read(&path) {
                // Half of a class file is not one; whoever writes it will say so again.
                Ok(bytes) => match Change::put(&path, bytes) {
                    Ok(change) if change.class == name => changes.push(change),
                    _ => {}
                },
                Err(_) => changes.push(Change::remove(&name, &path)),
            }
        }
        self.compiler.told(&changes, |class, bytes| {
            let sources = Sources::new(&[], &self.source_places);
            source_file(bytes).and_then(|file| sources.find(class, &file))
        });
        changes
    }

    /// The races without those that somebody knows about.
    fn shown(&self) -> Report {
        let mut report = self.session.report().clone();
        if let Ok(analysis) = self.session.analysis() {
            let texts = |path: &Path| self.compiler.text(path);
            let marks = analysis.marks_in(&texts);
            report.set_aside(|race| {
                marks.reason(race).map(|justification| Reason::Source { justification })
            });
        }
        if let Err(problem) = (self.project.set_aside)(&mut report) {
            report.gaps.push(problem);
        }
        report
    }
}

/// The races of a report that another one does not have.
fn without(report: &Report, other: &Report) -> Vec<Race> {
    let known: HashSet<&str> = other.races.iter().map(|race| race.id.as_str()).collect();
    report.races.iter().filter(|race| !known.contains(race.id.as_str())).cloned().collect()
}

/// What a class file says its source is called.
fn source_file(bytes: &[u8]) -> Option<String> {
    let file = ClassFile::parse(bytes).ok()?;
    file.attributes.iter().find_map(|attribute| match attribute.data {
        AttributeData::SourceFile(index) => Some(file.constants.utf8(index).ok()?.to_text().into()),
        _ => None,
    })
}

/// The class that belongs into a file of a class folder.
fn class_name(folder: &Path, file: &Path) -> Option<String> {
    let parts = file.strip_prefix(folder).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = parts.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

fn is_newer(source: &Path, class: &Path) -> bool {
    let time =
        |path: &Path| -> Option<SystemTime> { std::fs::metadata(path).ok()?.modified().ok() };
    time(source).zip(time(class)).is_some_and(|(source, class)| source > class)
}
