//! `eval hunt`: what schedulers find, how long they take, and how often they thrash (DrFinder, Tables 3 and 4).
//!
//! Programs are those of `corpus/hidden`, kernels of `eval run`, and libraries with the small concurrent drivers of
//! `eval/programs` and `eval/hunt`. Each scheduler hunts by itself, with a folder of its own, so that none learns from
//! another. A race is a pair of places. Times are wall times of whole JVMs, the start included; `watched` is plain
//! `deadheat run`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use project::{Compiled, Jdk, Sources};
use serde_json::Value;

use crate::points_to::build::{Workshop, join};

const SCHEDULERS: [&str; 4] = ["native", "noise", "pct", "drfinder"];

/// Kernels that acquire locks; what schedulers do to the others is nothing.
const KERNELS: [&str; 4] = ["tsp", "montecarlo", "hashmap", "prodcons"];

/// Libraries, and the folders of `eval` that their drivers are in.
const LIBRARIES: [(&str, &str); 6] = [
    ("hunt", "xalan"),
    ("hunt", "pmd"),
    ("programs", "sunflow"),
    ("programs", "lucene"),
    ("programs", "h2"),
    ("programs", "derby"),
];
/// Of all phase II runs, in the mean: how much longer than a plain watched run.
const MOST_TIME: f64 = 2.0;
/// Of all suspensions, in percent.
const MOST_THRASHING: f64 = 5.0;

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

    /// Leave out the comparison of depths
    #[arg(long)]
    no_depths: bool,

    /// Depths of DrFinder to compare
    #[arg(long, value_delimiter = ',', default_value = "1,2,5,10,20")]
    depths: Vec<u32>,

    /// Seconds that a run may take
    #[arg(long, default_value_t = 60)]
    timeout: u64,

    /// Only these programs, or groups of them: hidden, kernels, libraries
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
    let is_wanted = |group: &str, name: &str| {
        let wanted = &arguments.programs;
        wanted.is_empty() || wanted.iter().any(|wanted| wanted == group || wanted == name)
    };
    let mut programs = hidden_programs(&root.join("corpus/hidden"), &hidden.classes())?;
    programs.retain(|program| is_wanted("hidden", &program.name));
    programs.extend(KERNELS.into_iter().filter(|name| is_wanted("kernels", name)).map(|kernel| {
        let classes = kernels.classes().display().to_string();
        let arguments = ["-cp", &classes, "kernels.Kernels", kernel, "1", "1"];
        Program { name: kernel.to_owned(), arguments: arguments.map(str::to_owned).into() }
    }));
    let workshop = Workshop::new();
    for (folder, name) in LIBRARIES.into_iter().filter(|(_, name)| is_wanted("libraries", name)) {
        let program = workshop.program_in(folder, name)?;
        let arguments = vec!["-cp".into(), join(&program.jars), program.main];
        programs.push(Program { name: name.to_owned(), arguments });
    }
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
    println!("Races in {} runs of each scheduler, and seconds of a run:\n", arguments.runs);
    println!(
        "| program | native | noise | pct | drfinder | new | missed | watched s | noise s | pct s | drfinder s | × | thrashing |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut totals = BTreeMap::<&str, usize>::new();
    let (mut ratios, mut suspensions, mut thrashing) = (Vec::new(), 0, 0);
    let (mut all_new, mut all_missed) = (0, 0);
    for program in programs {
        let mut found = Vec::new();
        for scheduler in SCHEDULERS {
            let one = hunt(arguments, jdk, program, scheduler, None)?;
            *totals.entry(scheduler).or_default() += one.pairs.len();
            found.push(one);
        }
        let watched = watched(arguments, jdk, program)?;
        let seconds = |found: &Found| found.seconds / f64::from((arguments.runs - 1).max(1));
        let times: Vec<String> =
            found[1..].iter().map(|one| format!("{:.2}", seconds(one))).collect();
        let drfinder = found.pop().unwrap_or_default();
        let others: BTreeSet<String> = found.iter().flat_map(|one| one.pairs.clone()).collect();
        let ratio = seconds(&drfinder) / watched;
        ratios.push(ratio);
        suspensions += drfinder.suspensions;
        thrashing += drfinder.thrashing;
        let counts: Vec<String> = found.iter().map(|one| one.pairs.len().to_string()).collect();
        let new = drfinder.pairs.difference(&others).count();
        let missed = others.difference(&drfinder.pairs).count();
        all_new += new;
        all_missed += missed;
        println!(
            "| {} | {} | {} | {new} | {missed} | {watched:.2} | {} | {ratio:.2} | {} of {} |",
            program.name,
            counts.join(" | "),
            drfinder.pairs.len(),
            times.join(" | "),
            drfinder.thrashing,
            drfinder.suspensions,
        );
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    let rate = 100.0 * thrashing as f64 / suspensions.max(1) as f64;
    let counts = SCHEDULERS.map(|name| totals.get(name).copied().unwrap_or(0));
    println!(
        "| all | {} | {} | {} | {} | {all_new} | {all_missed} | | | | | {mean:.2} | {rate:.1} % |\n",
        counts[0], counts[1], counts[2], counts[3]
    );
    Ok(bars(counts, mean, rate))
}

/// Says which goals are met, and whether all are.
fn bars(counts: [usize; 4], mean: f64, rate: f64) -> bool {
    let best = counts[..3].iter().copied().max().unwrap_or(0);
    let bars = [
        (
            counts[3] > best,
            format!("drfinder finds {}, the best of the others {best}; it must be more", counts[3]),
        ),
        (
            mean <= MOST_TIME,
            format!(
                "phase II takes {mean:.2} × of a plain watched run in the mean; at most {MOST_TIME}"
            ),
        ),
        (rate < MOST_THRASHING, format!("thrashing {rate:.1} %; less than {MOST_THRASHING} %")),
    ];
    for (is_met, text) in &bars {
        println!("{}", if *is_met { format!("- {text}") } else { format!("- **missed: {text}**") });
    }
    println!();
    bars.iter().all(|(is_met, _)| *is_met)
}

fn depths(arguments: &Arguments, jdk: &Jdk, programs: &[Program]) -> Result<(), String> {
    if arguments.no_depths {
        return Ok(());
    }
    println!("Races that drfinder finds at different depths:\n");
    let columns: Vec<String> =
        arguments.depths.iter().map(|depth| format!("d = {depth}")).collect();
    println!("| program | {} |", columns.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
    let mut totals = vec![0; arguments.depths.len()];
    for program in programs {
        let mut line = format!("| {} |", program.name);
        for (depth, total) in arguments.depths.iter().zip(&mut totals) {
            let found = hunt(arguments, jdk, program, "drfinder", Some(*depth))?;
            *total += found.pairs.len();
            line += &format!(" {} |", found.pairs.len());
        }
        println!("{line}");
    }
    let totals: Vec<String> = totals.iter().map(usize::to_string).collect();
    println!("| all | {} |", totals.join(" | "));
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
    command.args(["--timeout", &arguments.timeout.to_string()]);
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
