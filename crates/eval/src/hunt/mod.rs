//! `eval hunt`: what schedulers find, how long they take, and how often they thrash (DrFinder, Tables 3 and 4).
//!
//! Programs are those of `corpus/hidden` and the kernels of `eval run`. Each scheduler hunts by itself, with a folder of its own, so
//! that none learns from another. A race is a pair of places. Times are wall times of whole JVMs, the start included;
//! `watched` is plain `deadheat run`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use project::{Compiled, Jdk, Sources};
use serde_json::Value;

const SCHEDULERS: [&str; 4] = ["native", "noise", "pct", "drfinder"];

/// What is measured.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program `deadheat`, built in the profile that counts
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,

    /// The JDK to run with
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Runs of each program under each scheduler
    #[arg(short = 'n', long, default_value_t = 10)]
    runs: u32,

    /// Names the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Depths of DrFinder to compare
    #[arg(long, value_delimiter = ',', default_value = "1,2,5,10,20")]
    depths: Vec<u32>,

    /// Only these programs
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
}

/// A program, and the arguments of `java` that run it.
struct Program {
    name: String,
    arguments: Vec<String>,
}

/// What came of a hunt.
#[derive(Default)]
struct Found {
    pairs: BTreeSet<String>,
    /// Of the runs from the second on: before that, DrFinder is in its phase I.
    seconds: f64,
    suspensions: u64,
    thrashing: u64,
}

/// Prints the tables; whether DrFinder finds more than each of the others, and thrashes rarely.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = project::locate(arguments.jdk.as_deref()).map_err(|error| error.to_string())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let hidden = compile(&jdk, &root.join("corpus/hidden"))?;
    let kernels = compile(&jdk, &root.join("eval/run/kernels"))?;
    let mut programs = hidden_programs(&root.join("corpus/hidden"), &hidden.classes())?;
    programs.extend(["tsp", "montecarlo", "hashmap", "prodcons"].map(|kernel| Program {
        name: kernel.to_owned(),
        arguments: vec![
            "-cp".into(),
            kernels.classes().display().to_string(),
            "kernels.Kernels".into(),
            kernel.into(),
            "2".into(),
            "2".into(),
        ],
    }));
    let wanted = &arguments.programs;
    programs.retain(|program| wanted.is_empty() || wanted.contains(&program.name));
    println!("{jdk}, {} runs each\n", arguments.runs);
    let is_met = compare(arguments, &jdk, &programs)?;
    depths(arguments, &jdk, &programs)?;
    Ok(is_met)
}

fn compile(jdk: &Jdk, folder: &Path) -> Result<Compiled, String> {
    let sources = testkit::java::sources_below(folder).map_err(|error| error.to_string())?;
    project::compile(jdk, &Sources::new(&sources, &[]), &[]).map_err(|error| error.to_string())
}

fn hidden_programs(folder: &Path, classes: &Path) -> Result<Vec<Program>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let program = |name: String| Program {
        arguments: vec!["-cp".into(), classes.display().to_string(), format!("hidden.{name}.Main")],
        name,
    };
    Ok(names.into_iter().map(program).collect())
}

fn compare(arguments: &Arguments, jdk: &Jdk, programs: &[Program]) -> Result<bool, String> {
    println!(
        "| program | native | noise | pct | drfinder | new | missed | watched s | drfinder s | × | thrashing |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut totals = BTreeMap::<&str, usize>::new();
    let (mut ratios, mut suspensions, mut thrashing) = (Vec::new(), 0, 0);
    for program in programs {
        let mut found = Vec::new();
        for scheduler in SCHEDULERS {
            let one = hunt(arguments, jdk, program, scheduler, None)?;
            *totals.entry(scheduler).or_default() += one.pairs.len();
            found.push(one);
        }
        let drfinder = found.pop().unwrap_or_default();
        let others: BTreeSet<String> = found.iter().flat_map(|one| one.pairs.clone()).collect();
        let watched = watched(arguments, jdk, program)?;
        let seconds = drfinder.seconds / f64::from(arguments.runs.saturating_sub(1).max(1));
        ratios.push(seconds / watched);
        suspensions += drfinder.suspensions;
        thrashing += drfinder.thrashing;
        let counts: Vec<String> = found.iter().map(|one| one.pairs.len().to_string()).collect();
        println!(
            "| {} | {} | {} | {} | {} | {watched:.2} | {seconds:.2} | {:.2} | {} of {} |",
            program.name,
            counts.join(" | "),
            drfinder.pairs.len(),
            drfinder.pairs.difference(&others).count(),
            others.difference(&drfinder.pairs).count(),
            seconds / watched,
            drfinder.thrashing,
            drfinder.suspensions,
        );
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    let rate = 100.0 * thrashing as f64 / suspensions.max(1) as f64;
    let counts = SCHEDULERS.map(|name| totals.get(name).copied().unwrap_or(0));
    println!(
        "| all | {} | {} | {} | {} | | | | | {mean:.2} | {rate:.1} % |\n",
        counts[0], counts[1], counts[2], counts[3]
    );
    Ok(counts[..3].iter().all(|other| *other < counts[3]) && mean <= 2.0 && rate < 5.0)
}

fn depths(arguments: &Arguments, jdk: &Jdk, programs: &[Program]) -> Result<(), String> {
    let columns: Vec<String> =
        arguments.depths.iter().map(|depth| format!("d = {depth}")).collect();
    println!("| program | {} |", columns.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
    for program in programs {
        let mut line = format!("| {} |", program.name);
        for depth in &arguments.depths {
            let found = hunt(arguments, jdk, program, "drfinder", Some(*depth))?;
            line += &format!(" {} |", found.pairs.len());
        }
        println!("{line}");
    }
    Ok(())
}

fn java(jdk: &Jdk) -> Result<PathBuf, String> {
    jdk.java().ok_or_else(|| format!("{jdk} has no launcher"))
}

/// How long a plain watched run takes, the best of three.
fn watched(arguments: &Arguments, jdk: &Jdk, program: &Program) -> Result<f64, String> {
    let mut best = f64::MAX;
    for _ in 0..3 {
        let mut command = Command::new(&arguments.deadheat);
        command.args(["run", "--"]).arg(java(jdk)?).args(&program.arguments);
        let start = Instant::now();
        run_quietly(&mut command)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn hunt(
    arguments: &Arguments,
    jdk: &Jdk,
    program: &Program,
    scheduler: &str,
    depth: Option<u32>,
) -> Result<Found, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = Command::new(&arguments.deadheat);
    command.args(["hunt", "--scheduler", scheduler, "-n", &arguments.runs.to_string()]);
    command.args(["--seed", &arguments.seed.to_string(), "-o"]).arg(folder.path());
    if let Some(depth) = depth {
        command.args(["--depth", &depth.to_string()]);
    }
    command.arg("--").arg(java(jdk)?).args(&program.arguments);
    run_quietly(&mut command)?;
    let text = fs::read_to_string(folder.path().join("runs.jsonl"));
    parse(&text.map_err(|error| format!("{}: {error}", program.name))?)
}

fn run_quietly(command: &mut Command) -> Result<(), String> {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.map(drop).map_err(|error| format!("{:?}: {error}", command.get_program()))
}

/// What the lines of a hunt's runs say.
fn parse(text: &str) -> Result<Found, String> {
    let mut found = Found::default();
    for line in text.lines() {
        let run: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let seen = run["seen"].as_array().into_iter().flatten();
        found.pairs.extend(seen.filter_map(|pair| pair.as_str().map(str::to_owned)));
        let count = |name: &str| run["counts"][name].as_u64().unwrap_or(0);
        found.suspensions += count("suspensions");
        found.thrashing += count("thrashing") + count("expired");
        if run["run"].as_u64() > Some(1) {
            found.seconds += run["seconds"].as_f64().unwrap_or(0.0);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_added_up() {
        let text = concat!(
            r#"{"run":1,"seconds":9.0,"counts":{"suspensions":0},"seen":[]}"#,
            "\n",
            r#"{"run":2,"seconds":1.5,"counts":{"suspensions":4,"thrashing":1,"expired":1},"seen":["a","b"]}"#,
            "\n",
            r#"{"run":3,"seconds":1.0,"counts":{"suspensions":2},"seen":["a"]}"#,
        );
        let found = parse(text).unwrap();
        assert_eq!((found.pairs.len(), found.suspensions, found.thrashing), (2, 6, 2));
        assert!((found.seconds - 2.5).abs() < 1e-9);
        assert!(parse("no JSON").is_err());
    }
}
