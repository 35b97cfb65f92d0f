//! `eval hunt`: what schedulers find, how long they take, and how often they thrash (DrFinder, Tables 3 and 4).
//!
//! Programs are kernels of `eval run`, libraries with the small concurrent drivers of `eval/programs` and `eval/hunt`, and
//! those of `corpus/hidden`, which were written to be missed by others and therefore are not in the sums. Each scheduler
//! hunts by itself, with a folder of its own, so that none learns from another. A race is a pair of places. Times are wall
//! times of whole JVMs, the start included; `watched` is plain `deadheat run`.

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
const LIBRARIES: [(&str, &str); 12] = [
    ("hunt", "xalan"),
    ("hunt", "pmd"),
    ("programs", "sunflow"),
    ("programs", "lucene"),
    ("hunt", "lusearch"),
    ("programs", "h2"),
    ("programs", "derby"),
    ("hunt", "dbcp"),
    ("hunt", "ehcache"),
    ("hunt", "log4j"),
    ("hunt", "quartz"),
    ("hunt", "tomcat"),
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

    /// Keep the hunts in this folder; those that are there already are continued
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Only these programs, or groups of them: hidden, kernels, libraries
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
}

/// A program, and the arguments of `java` that run it.
struct Program {
    name: String,
    /// It was written to have races that others miss.
    is_hidden: bool,
    arguments: Vec<String>,
}

/// What came of a hunt.
#[derive(Default)]
struct Found {
    pairs: BTreeSet<String>,
    /// Of each of the runs from the second on: before that, DrFinder is in its phase I.
    seconds: Vec<f64>,
    suspensions: u64,
    thrashing: u64,
}

impl Found {
    /// The seconds of a run. The median, so that a machine that halts for a while does not count.
    fn median(&self) -> f64 {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        let count = seconds.len();
        match count {
            0 => 0.0,
            _ => (seconds[(count - 1) / 2] + seconds[count / 2]) / 2.0,
        }
    }
}

/// Prints the tables; whether DrFinder finds more than each of the others, and thrashes rarely.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = project::locate(arguments.jdk.as_deref()).map_err(|error| error.to_string())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let hidden = Classes::of(arguments, &jdk, &root.join("corpus/hidden"))?;
    let kernels = Classes::of(arguments, &jdk, &root.join("eval/run/kernels"))?;
    let is_wanted = |group: &str, name: &str| {
        let wanted = &arguments.programs;
        wanted.is_empty() || wanted.iter().any(|wanted| wanted == group || wanted == name)
    };
    let mut programs = hidden_programs(&root.join("corpus/hidden"), &hidden.folder)?;
    programs.retain(|program| is_wanted("hidden", &program.name));
    programs.extend(KERNELS.into_iter().filter(|name| is_wanted("kernels", name)).map(|kernel| {
        let classes = kernels.folder.display().to_string();
        let words = ["-cp", &classes, "kernels.Kernels", kernel, "1", "1"];
        let arguments = words.map(str::to_owned).into();
        Program { name: kernel.to_owned(), is_hidden: false, arguments }
    }));
    let workshop = Workshop::new();
    for (folder, name) in LIBRARIES.into_iter().filter(|(_, name)| is_wanted("libraries", name)) {
        let program = workshop.program_in(folder, name)?;
        let arguments = vec!["-cp".into(), join(&program.jars), program.main];
        programs.push(Program { name: name.to_owned(), is_hidden: false, arguments });
    }
    println!("{jdk}, {} runs each\n", arguments.runs);
    let is_met = compare(arguments, &jdk, &programs)?;
    depths(arguments, &jdk, &programs)?;
    Ok(is_met)
}

/// Compiled programs, and the temporary folder that they are in unless they are kept.
struct Classes {
    folder: PathBuf,
    _temporary: Compiled,
}

impl Classes {
    fn of(arguments: &Arguments, jdk: &Jdk, sources: &Path) -> Result<Classes, String> {
        let all = testkit::java::sources_below(sources).map_err(|error| error.to_string())?;
        let compiled = project::compile(jdk, &Sources::new(&all, &[]), &[]);
        let compiled = compiled.map_err(|error| error.to_string())?;
        let mut folder = compiled.classes();
        if let Some(output) = &arguments.output {
            // A hunt is continued only with the same command.
            let name = sources.file_name().unwrap_or_default();
            let output = std::path::absolute(output).map_err(|error| error.to_string())?;
            let kept = output.join("classes").join(name);
            copy(&folder, &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
            folder = kept;
        }
        Ok(Classes { folder, _temporary: compiled })
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, to) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy(&entry, &to)?;
        } else {
            fs::copy(&entry, &to)?;
        }
    }
    Ok(())
}

fn hidden_programs(folder: &Path, classes: &Path) -> Result<Vec<Program>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let program = |name: String| Program {
        arguments: vec!["-cp".into(), classes.display().to_string(), format!("hidden.{name}.Main")],
        is_hidden: true,
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
            found.push(one);
        }
        let watched = watched(arguments, jdk, program)?;
        let times: Vec<String> =
            found[1..].iter().map(|one| format!("{:.2}", one.median())).collect();
        let drfinder = found.pop().unwrap_or_default();
        let others: BTreeSet<String> = found.iter().flat_map(|one| one.pairs.clone()).collect();
        let ratio = drfinder.median() / watched;
        let counts: Vec<String> = found.iter().map(|one| one.pairs.len().to_string()).collect();
        let new = drfinder.pairs.difference(&others).count();
        let missed = others.difference(&drfinder.pairs).count();
        if !program.is_hidden {
            for (scheduler, count) in
                SCHEDULERS.into_iter().zip(found.iter().map(|one| one.pairs.len()))
            {
                *totals.entry(scheduler).or_default() += count;
            }
            *totals.entry("drfinder").or_default() += drfinder.pairs.len();
            ratios.push(ratio);
            suspensions += drfinder.suspensions;
            thrashing += drfinder.thrashing;
            all_new += new;
            all_missed += missed;
        }
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
        "| all but hidden | {} | {} | {} | {} | {all_new} | {all_missed} | | | | | {mean:.2} | {rate:.1} % |\n",
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
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let base = arguments.output.as_deref().unwrap_or(temporary.path());
    let depth_name = depth.map(|depth| format!("-{depth}")).unwrap_or_default();
    let folder = base.join(&program.name).join(format!("{scheduler}{depth_name}"));
    let mut command = Command::new(&arguments.deadheat);
    command.args(["hunt", "--scheduler", scheduler, "-n", &arguments.runs.to_string()]);
    command.args(["--timeout", &arguments.timeout.to_string()]);
    command.args(["--seed", &arguments.seed.to_string(), "-o"]).arg(&folder);
    if let Some(depth) = depth {
        command.args(["--depth", &depth.to_string()]);
    }
    command.arg("--").arg(java(jdk)?).args(&program.arguments);
    run_quietly(&mut command)?;
    let text = fs::read_to_string(folder.join("runs.jsonl"));
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
            found.seconds.push(run["seconds"].as_f64().unwrap_or(0.0));
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
        assert_eq!((&found.seconds[..], found.median()), (&[1.5, 1.0][..], 1.25));
        assert!(parse("no JSON").is_err());
    }
}
