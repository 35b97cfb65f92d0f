//! One run of deadheat's own analysis. It has a process of its own, as the other tools have, so that the peak of its
//! memory is its own and each run starts from nothing.

use std::path::PathBuf;

use super::tool::Policy;

/// What is analysed. The options are those of the drivers of the other tools.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The JDK
    #[arg(long)]
    pub jdk: PathBuf,
    /// The jars of the program, separated by colons
    #[arg(long)]
    pub app: String,
    /// The class whose `main` is the entry point
    #[arg(long)]
    pub main: String,
    /// Where the reached application methods are listed, one `class.name(descriptor)` a line
    #[arg(long)]
    pub methods: PathBuf,
    /// Which contexts
    #[arg(long)]
    pub policy: Policy,
}

/// Analyses, lists methods and prints an [`Answer`](super::Answer) as the last line.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    Err(format!("the analysis of {} cannot be run from here yet", arguments.main))
}
