//! Comparisons: the solver with the reference, and an edited analysis with a new one.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock};

use ir::verify::{Declaration, verify};
use ir::{Class, Name};
use models::Models;
use points_to::{EntryPoint, Options, ProgramDelta, Snapshot, Solver};

use super::delta::State;
use super::fixture::changes;
use super::policies::MakePolicy;
use super::program::Program;
use super::reference::{self, Input};
use super::source::{self, MemoryClasses};

/// Programs with more methods in contexts are left out: names of contexts get long.
const MAX_NODES: usize = 1000;

/// What made-up programs are told about library classes.
pub const GENERATED_MODELS: &str = include_str!("generated.model");

/// A library class for made-up programs.
pub const LIBRARY: &str = include_str!("library.ir");

static MODELS: LazyLock<Arc<Models>> = LazyLock::new(|| models(GENERATED_MODELS));

static FIXED_CLASSES: LazyLock<Vec<Arc<Class>>> = LazyLock::new(|| {
    let library = source::parse(LIBRARY).unwrap_or_else(|error| panic!("library.ir:{error}"));
    source::java_lang().into_iter().chain(library).collect()
});

/// Models from a text.
///
/// # Panics
///
/// If something is wrong with it.
pub fn models(text: &str) -> Arc<Models> {
    let (models, errors) = Models::parse([("test.model", text)]);
    assert!(errors.is_empty(), "{errors:#?}");
    Arc::new(models)
}

/// How a program is analysed.
#[derive(Clone)]
pub struct Setting {
    /// Which contexts are told apart.
    pub policy: MakePolicy,
    /// What is said about library classes.
    pub models: Arc<Models>,
    /// Whether summaries take the place of bodies.
    pub use_summaries: bool,
}

impl Setting {
    /// With the models of made-up programs.
    pub fn generated(policy: MakePolicy, use_summaries: bool) -> Setting {
        Setting { policy, models: Arc::clone(&MODELS), use_summaries }
    }

    /// A solver of no program yet.
    pub fn solver(&self, classes: MemoryClasses) -> Solver {
        let policy = (self.policy)();
        let (models, use_summaries) = (Arc::clone(&self.models), self.use_summaries);
        let reflection = Arc::default();
        Solver::new(Box::new(classes), Options { policy, models, use_summaries, reflection })
    }

    /// What the solver says about classes.
    pub fn solve(&self, classes: MemoryClasses, entries: Vec<EntryPoint>) -> Snapshot {
        let mut solver = self.solver(classes);
        solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(entries) });
        solver.snapshot()
    }

    /// What the reference says about classes; none if there are too many contexts.
    pub fn reference(&self, classes: &MemoryClasses, entries: &[EntryPoint]) -> Option<Snapshot> {
        let classes: Vec<Arc<Class>> = classes.classes().cloned().collect();
        reference::solve(Input {
            classes: &classes,
            entries,
            policy: &*(self.policy)(),
            models: &self.models,
            use_summaries: self.use_summaries,
            limit: MAX_NODES,
        })
    }

    /// What is wrong with an analysis that has followed a history of a program up to the last version: nothing if it is the
    /// same as a new one. A panic counts as wrong.
    pub fn failure(&self, history: &[Program]) -> Option<String> {
        let last = history.last()?;
        let followed = catch_unwind(AssertUnwindSafe(|| {
            let mut follower = Follower::new(self, &history[0]);
            history[1..].iter().for_each(|version| follower.follow(version));
            follower.snapshot()
        }));
        let anew = self.solve(all_classes(last), last.entry_points());
        match followed {
            Ok(followed) => describe(&anew.difference(&followed)),
            Err(panic) => Some(message(&*panic)),
        }
    }

    /// What the solver says about a program.
    pub fn solution(&self, program: &Program) -> Snapshot {
        self.solve(all_classes(program), program.entry_points())
    }

    /// How solver and reference differ about a program: empty if they agree, none if it is too large.
    pub fn disagreement(&self, program: &Program) -> Option<Vec<String>> {
        let (classes, entries) = (all_classes(program), program.entry_points());
        let expected = self.reference(&classes, &entries)?;
        Some(expected.difference(&self.solve(classes, entries)))
    }
}

/// An analysis that is told of every version of a program.
pub struct Follower {
    solver: Solver,
    classes: BTreeMap<Name, Arc<Class>>,
    /// None before the first version.
    entries: Option<Vec<EntryPoint>>,
}

impl Follower {
    /// Starts with a version.
    pub fn new(setting: &Setting, program: &Program) -> Follower {
        let mut follower = Follower {
            solver: setting.solver(all_classes(program)),
            classes: by_name(program),
            entries: None,
        };
        follower.follow(program);
        follower
    }

    /// Goes on to the next version.
    ///
    /// # Panics
    ///
    /// If the analysis does not tell rightly what has changed.
    pub fn follow(&mut self, program: &Program) {
        let new = by_name(program);
        let classes = changes(&self.classes, &new);
        let entries = Some(program.entry_points());
        let changed_entries = entries.clone().filter(|_| entries != self.entries);
        let before = State::of(&self.solver);
        let delta = self.solver.apply(ProgramDelta { classes, entries: changed_entries });
        if let Some(mistake) = before.mistake(&State::of(&self.solver), &delta) {
            panic!("the analysis tells changes wrongly: {mistake}");
        }
        (self.classes, self.entries) = (new, entries);
    }

    /// What it knows.
    pub fn snapshot(&self) -> Snapshot {
        self.solver.snapshot()
    }
}

fn by_name(program: &Program) -> BTreeMap<Name, Arc<Class>> {
    program.classes().into_iter().map(|class| (class.name, class)).collect()
}

/// Checks all bodies of a class.
pub(crate) fn verified(class: &Class) -> Result<(), String> {
    for method in &class.methods {
        if let Some(body) = method.body() {
            let result = verify(body, &Declaration::of(class.name, method));
            result.map_err(|error| format!("{}.{}: {error}", class.name, method.name))?;
        }
    }
    Ok(())
}

/// The first lines of a difference; none if there is none.
pub fn describe(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| lines[..lines.len().min(30)].join("\n"))
}

/// What a panic said.
pub fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("?"))
}

/// The classes of a program and those that it uses.
pub fn all_classes(program: &Program) -> MemoryClasses {
    MemoryClasses::new(FIXED_CLASSES.iter().cloned().chain(program.classes()))
}
