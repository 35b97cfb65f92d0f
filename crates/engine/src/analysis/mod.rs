//! Points-to sets and call graph of a program, and questions about them.
//!
//! ```text
//! Program ──▶ entry (who is called from outside) ──┐
//!         └─▶ classes (read on demand) ────────────┼──▶ points_to::Solver ──▶ calls, objects, gaps: plain data
//! model files, policy ─────────────────────────────┘
//! ```

mod answer;
mod attempts;
mod calls;
mod classes;
mod entry;
mod gaps;
mod objects;
mod places;
mod policy;
mod question;
mod shelf;
mod update;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ir::Class;
use models::Models;
use points_to::context::Instances;
use points_to::{ClassChange, Options, ProgramDelta, ReflectionLog, Solver};
use races::{Technique, Techniques};

use crate::problem::Problem;
use crate::program::Program;
use crate::progress::{Progress, Silent};

pub use answer::{Answer, Holds, InContexts, Where};
use attempts::{Attempt, Found};
pub use calls::{CallCounts, CallEdge, CallGraph, CallKind, Fork, MethodCalls};
pub(crate) use classes::read;
pub use classes::{ProgramClasses, Reading};
pub use entry::{Called, Choice, Entry, EntryKind, EntryPoints, EntryRequest, NoEntry};
pub use gaps::GapAt;
pub use objects::{ContextName, ObjectClass, ObjectKind, ObjectName, ReceiverName, ThreadName};
use places::Bodies;
pub use places::{MethodName, Place};
pub use policy::Policy;
pub use question::{Question, Unanswered};
use shelf::{Ahead, Shelf};
pub(crate) use update::Effect;

/// What is to be analysed, and how.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// Where the program is entered.
    pub entries: EntryRequest,
    /// Which circumstances are told apart.
    pub policy: Policy,
    /// Whether summaries of models take the place of library code.
    pub use_summaries: bool,
    /// Files with further models, which override those that come with deadheat.
    pub models: Vec<PathBuf>,
    /// Whether classes that the program's property files name may be those that it asks for by names that are no constants.
    pub use_property_files: bool,
    /// A file that says what reflection does.
    pub reflection_log: Option<PathBuf>,
    /// With which techniques races are looked for.
    pub techniques: Techniques,
}

impl Default for AnalysisRequest {
    fn default() -> Self {
        AnalysisRequest {
            entries: EntryRequest::default(),
            policy: Policy::default(),
            use_summaries: true,
            models: Vec::new(),
            use_property_files: true,
            reflection_log: None,
            techniques: Techniques::all(),
        }
    }
}

/// An analysed program.
pub struct Analysis {
    program: Arc<Program>,
    request: AnalysisRequest,
    models: Arc<Models>,
    policy: Policy,
    is_alike: bool,
    entries: EntryPoints,
    solver: Solver,
    bodies: Bodies,
    problems: Vec<Problem>,
}

impl Analysis {
    /// Analyses a program. What is wrong with its classes or with model files is among the [problems](Analysis::problems).
    pub fn run(
        program: Arc<Program>,
        request: &AnalysisRequest,
        progress: &dyn Progress,
    ) -> Result<Analysis, NoEntry> {
        let mut problems = Vec::new();
        let models = models(&request.models, &mut problems);
        let entries = entry::select(&program, &request.entries, &models, progress, &mut problems)?;
        let reflection = reflection_log(request.reflection_log.as_deref(), &mut problems);
        progress.begin("analysing", 0);
        let shelf: Arc<Shelf> = Arc::default();
        let ahead = Ahead::of(&program, &shelf);
        let techniques = request.techniques;
        let instances = match techniques.has(Technique::TwoThreads) {
            true => Instances::Two,
            false => Instances::One,
        };
        let solve = |attempt: Attempt<'_>| {
            let shelf = Arc::clone(&shelf);
            let reading = Arc::clone(attempt.reading);
            let classes = ProgramClasses::with_shelf(Arc::clone(&program), shelf, reading);
            let classes = match request.use_property_files {
                true => classes,
                false => classes.without_property_files(),
            };
            let options = Options {
                policy: attempt.policy.build(attempt.threads, instances),
                models: Arc::clone(&models),
                use_summaries: request.use_summaries,
                reflection: Arc::clone(&reflection),
            };
            let mut solver = Solver::new(Box::new(classes), options);
            let delta = ProgramDelta {
                classes: entries.classes().cloned().map(ClassChange::Put).collect(),
                entries: Some(entries.points.clone()),
            };
            match attempt.budget {
                Some(budget) => solver.within(delta, budget),
                None => {
                    solver.apply(delta);
                    Some(solver)
                }
            }
        };
        let Found { solver, reading, policy, is_alike } =
            attempts::first(request.policy, progress, &solve);
        drop(ahead);
        // What was told when entry points were looked for is not told again.
        let told: Vec<String> = problems.iter().map(Problem::to_string).collect();
        let news = reading.take_problems().into_iter();
        problems.extend(news.filter(|problem| !told.contains(&problem.to_string())));
        let bodies = Bodies::new(Arc::clone(&program));
        let request = request.clone();
        Ok(Analysis {
            program,
            request,
            models,
            policy,
            is_alike,
            entries,
            solver,
            bodies,
            problems,
        })
    }

    /// Analyses a program from scratch in which some classes are others than in their class files.
    pub fn edited<'c>(
        program: Arc<Program>,
        classes: impl IntoIterator<Item = &'c Arc<Class>>,
        request: &AnalysisRequest,
    ) -> Result<Analysis, NoEntry> {
        let classes: Vec<Arc<Class>> = classes.into_iter().cloned().collect();
        Analysis::run(Arc::new(program.with_lowered(&classes)), request, &Silent)
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Which circumstances are told apart.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Whether the policy knows threads, but the program is too large to tell each from every other: every thread multiplies
    /// the code that it runs, and in large programs all of them seem to run nearly everything. What a thread made itself is
    /// told from what others made all the same.
    pub fn has_threads_alike(&self) -> bool {
        self.is_alike
    }

    /// With which techniques races are looked for.
    pub fn techniques(&self) -> Techniques {
        self.request.techniques
    }

    /// Where the program is entered.
    pub fn entries(&self) -> &EntryPoints {
        &self.entries
    }

    /// The result, for those who know its ids.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What is wrong with model files and with the classes that were looked at.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// The models that come with deadheat, and those of a user.
fn models(files: &[PathBuf], problems: &mut Vec<Problem>) -> Arc<Models> {
    let texts: Vec<_> = files.iter().filter_map(|file| text_of(file, problems)).collect();
    if texts.is_empty() {
        return Arc::new(Models::jdk().clone());
    }
    let (models, errors) = Models::with_user_files(texts);
    problems.extend(errors.into_iter().map(Problem::Model));
    Arc::new(models)
}

fn reflection_log(file: Option<&Path>, problems: &mut Vec<Problem>) -> Arc<ReflectionLog> {
    let Some((path, text)) = file.and_then(|file| text_of(file, problems)) else {
        return Arc::default();
    };
    let (log, errors) = ReflectionLog::parse(&path, &text);
    problems.extend(errors.into_iter().map(Problem::ReflectionLog));
    Arc::new(log)
}

/// A file's name for messages, and its text.
fn text_of(file: &Path, problems: &mut Vec<Problem>) -> Option<(String, String)> {
    let path = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => Some((path, text)),
        Err(error) => {
            problems.push(Problem::File { path, error });
            None
        }
    }
}

/// Does something, and tells all the while how many classes it has read.
fn while_watched<T>(progress: &dyn Progress, reading: &Reading, work: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                progress.reached(reading.classes(), "classes");
                std::thread::park_timeout(Duration::from_millis(200));
            }
        });
        // Also if the work panics: otherwise the watcher would be waited for in vain.
        let _end = End { is_done: &is_done, watcher: watcher.thread().clone() };
        work()
    })
}

struct End<'a> {
    is_done: &'a AtomicBool,
    watcher: std::thread::Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}
