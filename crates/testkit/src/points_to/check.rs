//! Comparisons: the solver with the reference, and an edited analysis with a new one.

use std::sync::{Arc, LazyLock};

use ir::Class;
use models::Models;
use points_to::{EntryPoint, Options, ProgramDelta, Snapshot, Solver};

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
        Solver::new(Box::new(classes), Options { policy, models, use_summaries })
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

    /// How solver and reference differ about a program: empty if they agree, none if it is too large.
    pub fn disagreement(&self, program: &Program) -> Option<Vec<String>> {
        let (classes, entries) = (all_classes(program), program.entry_points());
        let expected = self.reference(&classes, &entries)?;
        Some(expected.difference(&self.solve(classes, entries)))
    }
}

/// The classes of a program and those that it uses.
pub fn all_classes(program: &Program) -> MemoryClasses {
    MemoryClasses::new(FIXED_CLASSES.iter().cloned().chain(program.classes()))
}
