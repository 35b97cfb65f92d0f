//! `eval points-to`: how long the points-to analysis takes, how much memory, and how far it reaches, against others.
//!
//! ```text
//! eval/programs ──▶ build::Workshop ──▶ Program ─┐
//! JDKs ───────────▶                 ──▶ JdkJar ──┤
//! eval/tools ─────▶                 ──▶ drivers ─┴▶ Tool::command ──▶ process::run ──▶ Outcome ──▶ bars, table
//! ```
//!
//! Each tool runs in a process of its own, one after the other, and says itself what it used until its result stood.

mod answer;
mod bars;
pub(crate) mod build;
pub mod child;
mod cuts;
pub(crate) mod hubs;
pub(crate) mod process;
mod rounds;
mod table;
pub(crate) mod tool;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use project::Jdk;

pub use answer::Answer;
pub use process::own_peak;
pub use tool::Policy;

use bars::Measured;
use build::Workshop;
use cuts::Cuts;
use process::Outcome;
use rounds::Rounds;
use tool::{Collector, Program, Setting, Tool, WalaReflection};

/// What is compared.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Programs of `eval/programs`; all, if none is named
    programs: Vec<String>,
    /// Releases of the JDK whose classes are analysed
    #[arg(long = "jdk", value_delimiter = ',', default_value = "17")]
    releases: Vec<u16>,
    /// Who takes part
    #[arg(long, value_delimiter = ',', default_value = "deadheat,wala,tai-e")]
    tools: Vec<Family>,
    /// Policies of deadheat
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "bodies,insensitive,without-property-files,thread,thread-container"
    )]
    policies: Vec<Policy>,
    /// The collector of the JVM that runs the other tools
    #[arg(long, value_enum, default_value_t = Collector::Default)]
    collector: Collector,
    /// What WALA does about reflection: with all, it does not come to an end on larger programs
    #[arg(long, value_enum, default_value_t = WalaReflection::None)]
    wala_reflection: WalaReflection,
    /// What of the JDK the other tools do not look into
    #[arg(long, value_enum, default_value_t = Cuts::Same)]
    cuts: Cuts,
    /// The longest that a run may take, in seconds
    #[arg(long, default_value_t = 1800)]
    limit: u64,
    /// How often each tool analyses each program, in turns; the run with the median time counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Takes what the other tools said in an earlier run, for a quick look; a comparison needs one run for all
    #[arg(long)]
    reuse: bool,
}

/// A tool as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Family {
    Deadheat,
    Wala,
    TaiE,
}

/// Measures and prints. The result is whether all bars are passed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let workshop = Workshop::new();
    let names = if arguments.programs.is_empty() {
        workshop.programs()?
    } else {
        arguments.programs.clone()
    };
    let installed = project::all_installed();
    // The oldest one that the drivers are compiled for, for all JDKs that are analysed.
    let runner = of_release(&installed, 17).or_else(|_| of_release(&installed, 21));
    let runner = runner.or_else(|_| of_release(&installed, 25))?;
    let java = runner.home.join("bin/java");
    let mut all_pass = true;
    for &release in &arguments.releases {
        let jdk = of_release(&installed, release)?;
        let others = arguments.tools.iter().any(|tool| *tool != Family::Deadheat);
        let jar = others.then(|| workshop.jdk_jar(jdk, arguments.cuts, &java)).transpose()?;
        let setting = Setting {
            workshop: &workshop,
            jdk,
            jdk_jar: jar.as_ref(),
            java: &java,
            collector: arguments.collector,
            wala_reflection: arguments.wala_reflection,
        };
        for name in &names {
            let program = workshop.program(name)?;
            all_pass &= measure(arguments, &setting, &program)?;
        }
    }
    Ok(all_pass)
}

/// The installed JDK of a release.
pub(crate) fn of_release(installed: &[Jdk], release: u16) -> Result<&Jdk, String> {
    let found = installed.iter().find(|jdk| jdk.release == release);
    found.ok_or_else(|| format!("no JDK {release} is installed"))
}

/// Lets all tools analyse one program and prints the tables.
fn measure(
    arguments: &Arguments,
    setting: &Setting<'_>,
    program: &Program,
) -> Result<bool, String> {
    let release = setting.jdk.release;
    let results = setting.workshop.output.join("results").join(format!(
        "{}-{release}-{}",
        program.name,
        arguments.cuts.file_name()
    ));
    fs::create_dir_all(&results).map_err(|error| format!("{}: {error}", results.display()))?;
    let mut measured = Measured { program: program.name.clone(), release, runs: Vec::new() };
    // In turns, so that what else the machine does at a time is no tool's bad luck.
    let mut runs: Vec<(Tool, Rounds)> =
        tools(arguments).into_iter().map(|tool| (tool, Rounds::default())).collect();
    for _ in 0..arguments.rounds {
        // Which does not count: it comes after the last one of the round before, which had gigabytes, and on a virtual machine
        // the host has taken these back by now. Who is first would pay for that.
        if let Some((tool, _)) = runs.first().filter(|(_, rounds)| !rounds.is_over()) {
            outcome(arguments, setting, program, *tool, &results)?;
        }
        for (tool, rounds) in runs.iter_mut().filter(|(_, rounds)| !rounds.is_over()) {
            rounds.push(outcome(arguments, setting, program, *tool, &results)?);
        }
    }
    for (tool, rounds) in &runs {
        measured.runs.extend(rounds.outcome().map(|outcome| (*tool, outcome)));
    }
    let ours = reached(&results, Tool::Deadheat(Policy::Insensitive));
    let beyond = |tool| Some(reached(&results, tool)?.difference(ours.as_ref()?).count());
    println!("{}", table::measurements(&measured, beyond));
    if arguments.rounds > 1 {
        let times: Vec<_> = runs.iter().map(|(tool, rounds)| (*tool, rounds.times())).collect();
        println!("{}", table::rounds(&times));
    }
    let bars = bars::bars(&measured);
    println!("{}", table::bars(&measured, &bars));
    Ok(bars.iter().all(|bar| bar.passes))
}

fn tools(arguments: &Arguments) -> Vec<Tool> {
    let of = |family: &Family| match family {
        Family::Deadheat => {
            arguments.policies.iter().map(|policy| Tool::Deadheat(*policy)).collect()
        }
        Family::Wala => vec![Tool::Wala],
        Family::TaiE => vec![Tool::TaiE],
    };
    let mut tools: Vec<Tool> = arguments.tools.iter().flat_map(of).collect();
    // Ours come first: the others are compared with them.
    tools.sort();
    tools.dedup();
    tools
}

/// Runs a tool, or remembers what it said.
fn outcome(
    arguments: &Arguments,
    setting: &Setting<'_>,
    program: &Program,
    tool: Tool,
    results: &Path,
) -> Result<Outcome, String> {
    let file = |extension| results.join(format!("{}.{extension}", tool.file_name()));
    let (kept, methods) = (file("json"), file("methods"));
    if arguments.reuse
        && !matches!(tool, Tool::Deadheat(_))
        && let Ok(text) = fs::read_to_string(&kept)
    {
        return Answer::in_output(&text).map(Outcome::Answered);
    }
    // What an earlier run left must not be taken for this one's.
    let _ = fs::remove_file(&kept);
    let _ = fs::remove_file(&methods);
    eprintln!("{} on {} with JDK {} …", tool, program.name, setting.jdk.version);
    warn_if_busy();
    let mut command = tool.command(setting, program, &methods)?;
    let log = results.join(tool.file_name());
    let outcome = process::run(&mut command, &log, Duration::from_secs(arguments.limit))?;
    if let Some(answer) = outcome.answer() {
        let text = serde_json::to_string(answer).map_err(|error| error.to_string())?;
        fs::write(&kept, text).map_err(|error| format!("{}: {error}", kept.display()))?;
    }
    Ok(outcome)
}

/// Others' work makes times on the wall longer, and more so for those who use several threads.
fn warn_if_busy() {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|load| load.parse::<f64>().ok()).unwrap_or(0.0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if load > cores as f64 {
        eprintln!(
            "  the machine is busy (a load of {load} on {cores} cores): compare CPU times, not those on the wall"
        );
    }
}

/// The application methods that a tool has listed.
fn reached(results: &Path, tool: Tool) -> Option<BTreeSet<String>> {
    let file = results.join(format!("{}.methods", tool.file_name()));
    let text = fs::read_to_string(file).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}
