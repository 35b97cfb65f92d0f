//! The command `eval`: measurements that take longer than a benchmark, and need other tools.
//!
//! `cargo run --release -p eval -- points-to` compares whole-program analyses; see `docs/evaluation/points-to.md`.
//! `cargo run --release -p eval -- callgraph` compares call graphs with runs; see `docs/evaluation/callgraph.md`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use eval::callgraph::command as callgraph;
use eval::growth;
use eval::points_to::{self, child};
use eval::third_party;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "eval", about = "Measures deadheat, and others in the same run")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Time, memory and reach of the points-to analysis, against WALA and Tai-e
    PointsTo(points_to::Arguments),
    /// How much of what programs execute on a JVM the static call graph contains
    Callgraph(callgraph::Arguments),
    /// One run of deadheat's own analysis, in a process of its own
    #[command(hide = true)]
    PtChild(child::Arguments),
    /// How much slower programs are when `deadheat run` watches them
    Run(eval::run::Arguments),
    /// How much of programs threads share, how long it takes to find out, and what `deadheat run` saves by it
    Sharing(eval::sharing::Arguments),
    /// What `deadheat check` finds in other people's programs, how long it takes and how much memory
    Check(eval::check::Arguments),
    /// What schedulers find in hidden races and kernels, how long they take and how often they thrash
    Hunt(eval::hunt::Arguments),
    /// Whether the classes of libraries pass the verifier when they are watched
    Verify(third_party::Arguments),
    /// Whether the tests of libraries have the same results when they are watched
    Suites(third_party::Arguments),
    /// How time grows with the size of a generated program
    Growth(growth::Arguments),
    /// How long it takes to have the races again after an edit
    Incremental(eval::incremental::Arguments),
    /// What each technique of IteRace is good for on parallel loops, and what it costs
    Loops(eval::loops::Arguments),
    /// How long `deadheat check` takes on small programs, from the start of the process on
    Cold(eval::cold::Arguments),
    /// How long it takes from a key stroke to the races of what was typed
    Lsp(eval::lsp::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::PointsTo(arguments) => points_to::run(&arguments),
        Command::Callgraph(arguments) => callgraph::run(&arguments),
        Command::PtChild(arguments) => child::run(&arguments).map(|()| true),
        Command::Growth(arguments) => growth::run(&arguments),
        Command::Cold(arguments) => eval::cold::run(&arguments),
        Command::Incremental(arguments) => eval::incremental::run(&arguments),
        Command::Lsp(arguments) => eval::lsp::run(&arguments),
        Command::Loops(arguments) => eval::loops::run(&arguments),
        Command::Run(arguments) => eval::run::run(&arguments),
        Command::Sharing(arguments) => eval::sharing::run(&arguments),
        Command::Check(arguments) => eval::check::run(&arguments),
        Command::Hunt(arguments) => eval::hunt::run(&arguments),
        Command::Verify(arguments) => third_party::verify::run(&arguments),
        Command::Suites(arguments) => third_party::suites::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("eval: {message}");
            ExitCode::from(2)
        }
    }
}
