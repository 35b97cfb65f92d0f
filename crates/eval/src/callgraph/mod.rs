//! How much of what programs really do the static call graph contains.
//!
//! ```text
//! program ──testkit::record──▶ Executed ─┐
//!    └─────points_to─────────▶ CallSets ─┴─▶ Coverage: shares, and every miss by name
//! ```

pub mod command;
mod frontier;
mod graph;
mod report;

pub use graph::call_sets;

use std::path::PathBuf;
use std::sync::Arc;

use engine::{Analysis, AnalysisRequest, EntryRequest, Policy, Program, Request, Silent};

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

/// Analyses a program. What is wrong with it, as far as it could be opened at all, is among the problems of the analysis.
pub fn analyse(subject: &Subject, policy: Policy) -> Result<Analysis, String> {
    let Subject { inputs, class_path, jdk, main } = subject.clone();
    let request = Request { inputs, class_path, jdk: Some(jdk), ..Request::default() };
    let program = Program::open(&request, &Silent);
    if let Some(problem) = program.problems().first() {
        return Err(problem.to_string());
    }
    let entries = EntryRequest { mains: vec![main], ..EntryRequest::default() };
    let request = AnalysisRequest { entries, policy, ..AnalysisRequest::default() };
    Analysis::run(Arc::new(program), &request, &Silent).map_err(|error| error.to_string())
}
