//! How much of what programs really do the static call graph contains.
//!
//! ```text
//! program ──testkit::record──▶ Executed ─┐
//!    └─────points_to─────────▶ CallSets ─┴─▶ Coverage: shares, and every miss by name
//! ```

mod graph;

pub use graph::call_sets;

use std::path::PathBuf;
use std::sync::Arc;

use engine::{Program, ProgramClasses, Request, Silent};
use ir::{MethodType, Name, Type};
use models::Models;
use points_to::context::{ContextPolicy, Insensitive, ThreadSensitive};
use points_to::{EntryPoint, Options, ProgramDelta, Solver};

/// Which contexts the analysis uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contexts {
    /// None.
    Insensitive,
    /// The abstract thread.
    Thread,
}

impl Contexts {
    /// All of them.
    pub const ALL: [Contexts; 2] = [Contexts::Insensitive, Contexts::Thread];

    fn policy(self) -> Box<dyn ContextPolicy> {
        match self {
            Contexts::Insensitive => Box::new(Insensitive),
            Contexts::Thread => Box::new(ThreadSensitive { containers: false }),
        }
    }
}

/// A program that is analysed.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Folders and jars of the application.
    pub inputs: Vec<PathBuf>,
    /// What else is on its class path.
    pub class_path: Vec<PathBuf>,
    /// The JDK.
    pub jdk: PathBuf,
    /// The class whose `main` runs: `pkg.Main`.
    pub main: String,
}

/// An analysed program.
pub struct Analysed {
    /// The result.
    pub solver: Solver,
    /// The classes.
    pub classes: ProgramClasses,
    /// What could not be opened.
    pub problems: Vec<String>,
}

/// Analyses a program.
pub fn analyse(subject: &Subject, contexts: Contexts) -> Analysed {
    let Subject { inputs, class_path, jdk, .. } = subject.clone();
    let request = Request { inputs, class_path, jdk: Some(jdk) };
    let program = Arc::new(Program::open(&request, &Silent));
    let options = Options {
        policy: contexts.policy(),
        models: Arc::new(Models::jdk().clone()),
        use_summaries: true,
    };
    let mut solver = Solver::new(Box::new(ProgramClasses::new(Arc::clone(&program))), options);
    let entry = EntryPoint {
        class: Name::new(&subject.main.replace('.', "/")),
        name: Name::new("main"),
        ty: MethodType::new(&[Type::Ref(Name::new("java/lang/String")).array_of()], None),
    };
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(vec![entry]) });
    let problems = program.problems().iter().map(ToString::to_string).collect();
    Analysed { solver, classes: ProgramClasses::new(program), problems }
}
