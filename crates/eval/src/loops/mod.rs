//! `eval loops`: what each technique of IteRace is good for, as in its Tables III and V.
//!
//! ```text
//! corpus/loops/NAME, eval/loops/NAME with its jars ──deadheat check --without …, 16 times──▶ warnings, seconds
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use testkit::java;

use crate::points_to::build::{Workshop, join};

/// What is measured.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program `deadheat`, built with the profile that is to be measured
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,
    /// After how many seconds a run is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    patience: u64,
    /// Only these programs
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// A program with a parallel loop.
struct Subject {
    name: &'static str,
    /// Its classes, if they are those of a library that a small program uses.
    library: Option<&'static str>,
}

const SUBJECTS: [Subject; 7] = [
    Subject { name: "nbody", library: None },
    Subject { name: "em3d", library: None },
    Subject { name: "montecarlo", library: None },
    Subject { name: "coref", library: None },
    Subject { name: "junit", library: Some("junit.**") },
    Subject { name: "lucene", library: Some("org.apache.lucene.**") },
    Subject { name: "weka", library: Some("weka.**") },
];

/// The techniques of a table's row, and what is left out without them: locks of libraries go with those of the program.
const TECHNIQUES: [(char, &[&str]); 4] = [
    ('T', &["two-threads"]),
    ('F', &["filtering"]),
    ('B', &["bubble-up"]),
    ('S', &["sync", "deep-sync"]),
];

/// The place of bubble-up among these.
const BUBBLE_UP: usize = 2;

/// How much longer everything may take than nothing.
const SLOWER: f64 = 3.0;

/// How long the largest programs may take with everything.
const LARGE: (&[&str], Duration) = (&["lucene", "weka"], Duration::from_secs(30));

/// What one run came to.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    warnings: u64,
    time: Duration,
}

/// The outcomes of a program by configuration: none where patience came to an end.
type Row = Vec<Option<Outcome>>;

/// Prints the tables; whether the bars are met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let wanted = |subject: &&Subject| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == subject.name)
    };
    let subjects: Vec<&Subject> = SUBJECTS.iter().filter(wanted).collect();
    let mut rows = Vec::new();
    for subject in &subjects {
        rows.push(measure(arguments, subject)?);
    }
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name).collect();
    println!("Warnings: racing pairs of places.\n");
    println!("{}", table(&names, &rows, |outcome| outcome.warnings.to_string()));
    println!("Seconds of CPU.\n");
    println!("{}", table(&names, &rows, |o| format!("{:.1}", o.time.as_secs_f64())));
    let problems = problems(&names, &rows);
    problems.iter().for_each(|problem| println!("{problem}"));
    if problems.is_empty() {
        println!("All bars are met.");
    }
    Ok(problems.is_empty())
}

/// Whether a configuration has a technique of the table.
fn has(configuration: usize, technique: usize) -> bool {
    configuration >> (TECHNIQUES.len() - 1 - technique) & 1 == 1
}

fn measure(arguments: &Arguments, subject: &Subject) -> Result<Row, String> {
    let workshop = Workshop::new();
    let jdk = java::compilers().into_iter().next().ok_or("no JDK that can compile")?;
    let mut options: Vec<String> = vec!["--jdk".into(), jdk.home.display().to_string()];
    let folder = match subject.library {
        None => workshop.root.join("corpus/loops").join(subject.name),
        Some(pattern) => {
            let jars = workshop.jars_of("loops", Some(subject.name))?;
            options.extend(["--class-path".into(), join(&jars)]);
            options.extend(["--library".into(), pattern.into()]);
            workshop.root.join("eval/loops").join(subject.name)
        }
    };
    let files = java::sources_below(&folder).map_err(|error| error.to_string())?;
    let compiled = match subject.library {
        None => Some(java::compile(&jdk, &files).map_err(|error| error.to_string())?),
        // Sources that need libraries are compiled by deadheat.
        Some(_) => None,
    };
    let input = compiled.as_ref().map_or(folder, |compiled| compiled.class_folder());
    let report = workshop.output.join("loops.json");
    fs::create_dir_all(&workshop.output).map_err(|error| error.to_string())?;
    let mut row = Row::new();
    for configuration in 0..1 << TECHNIQUES.len() {
        let mut command = Command::new(&arguments.deadheat);
        command.arg("check").arg(&input).args(&options);
        command.args(["--fail-on", "never", "--format", "json", "-o"]).arg(&report);
        for (at, (_, names)) in TECHNIQUES.iter().enumerate() {
            if !has(configuration, at) {
                command.args(names.iter().flat_map(|name| ["--without", name]));
            }
        }
        let patience = Duration::from_secs(arguments.patience);
        let outcome = check(&mut command, &report, patience, has(configuration, BUBBLE_UP))?;
        eprintln!("{} {}: {outcome:?}", subject.name, dots(configuration));
        row.push(outcome);
    }
    Ok(row)
}

/// One run; none if it takes too long.
fn check(
    command: &mut Command,
    report: &Path,
    patience: Duration,
    bubbles: bool,
) -> Result<Option<Outcome>, String> {
    let _ = fs::remove_file(report);
    let (started, before) = (Instant::now(), cpu_of_children());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if started.elapsed() > patience => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(10)),
            Err(error) => return Err(error.to_string()),
        }
    }
    // On a busy machine, the time on the wall says nothing.
    let cpu = cpu_of_children().zip(before).map(|(after, before)| after.saturating_sub(before));
    let time = cpu.unwrap_or_else(|| started.elapsed());
    let text = fs::read_to_string(report);
    let text = text.map_err(|error| format!("{command:?} wrote no report: {error}"))?;
    let json: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let told = json["races"].as_array().map_or(0, Vec::len) as u64;
    let further = json["analysis"]["further"].as_u64().unwrap_or_default();
    // What was not looked at is of the same fields, and bubbles up to the same calls.
    let further = if bubbles { 0 } else { further };
    Ok(Some(Outcome { warnings: told + further, time }))
}

/// The CPU time of all processes that were started and have ended, where the kernel tells.
fn cpu_of_children() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold anything, but ends with the last bracket.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks = |at: usize| rest.split_whitespace().nth(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(13)? + ticks(14)?)))
}

/// `T·B·`: the techniques of a configuration.
fn dots(configuration: usize) -> String {
    let one = |(at, (letter, _)): (usize, &(char, &[&str]))| match has(configuration, at) {
        true => *letter,
        false => '·',
    };
    TECHNIQUES.iter().enumerate().map(one).collect()
}

fn table(names: &[&str], rows: &[Row], cell: impl Fn(&Outcome) -> String) -> String {
    let letters: Vec<String> = TECHNIQUES.iter().map(|(letter, _)| letter.to_string()).collect();
    let mut text = format!("| {} | {} |\n", letters.join(" | "), names.join(" | "));
    let line = "---|".repeat(TECHNIQUES.len());
    let _ = writeln!(text, "|{line}{}", "--:|".repeat(names.len()));
    for configuration in 0..1 << TECHNIQUES.len() {
        let mark = |at| if has(configuration, at) { "•" } else { " " };
        let marks: Vec<&str> = (0..TECHNIQUES.len()).map(mark).collect();
        let cells = rows.iter().map(|row| row[configuration].as_ref().map_or("–".into(), &cell));
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| {} | {} |", marks.join(" | "), cells.join(" | "));
    }
    text
}

/// What is not as published, or too slow.
fn problems(names: &[&str], rows: &[Row]) -> Vec<String> {
    let mut problems = Vec::new();
    let full = (1 << TECHNIQUES.len()) - 1;
    for (name, row) in names.iter().zip(rows) {
        let Some(best) = row[full] else {
            problems.push(format!("{name}: everything takes too long"));
            continue;
        };
        // Without bubble-up, a method of a library is one place, however many call it.
        let comparable = |at: &usize| has(*at, BUBBLE_UP);
        for (configuration, outcome) in row.iter().enumerate().filter(|(at, _)| comparable(at)) {
            if outcome.is_some_and(|outcome| outcome.warnings < best.warnings) {
                problems.push(format!("{name}: {} has fewer warnings", dots(configuration)));
            }
        }
        // The techniques that never add warnings: bubble-up may, where a library is used in many places.
        for at in [0, 1, 3] {
            let without = full & !(1 << (TECHNIQUES.len() - 1 - at));
            if row[without].is_some_and(|without| without.warnings < best.warnings) {
                problems.push(format!("{name}: {} adds warnings", TECHNIQUES[at].0));
            }
        }
        if let Some(plain) = row[0]
            && best.time.as_secs_f64() > SLOWER * plain.time.as_secs_f64()
        {
            let ratio = best.time.as_secs_f64() / plain.time.as_secs_f64();
            problems.push(format!("{name}: everything takes {ratio:.1} times as long as nothing"));
        }
        if LARGE.0.contains(name) && best.time > LARGE.1 {
            problems.push(format!("{name}: {:.1} s with everything", best.time.as_secs_f64()));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(of: impl Fn(usize) -> (u64, u64)) -> Row {
        let outcome = |at| {
            let (warnings, seconds) = of(at);
            Some(Outcome { warnings, time: Duration::from_secs(seconds) })
        };
        (0..16).map(outcome).collect()
    }

    #[test]
    fn rows_are_in_the_order_of_the_paper() {
        assert_eq!([0, 1, 2, 8, 15].map(dots), ["····", "···S", "··B·", "T···", "TFBS"]);
        let text = table(&["em3d"], &[row(|at| (at as u64, 1))], |o| o.warnings.to_string());
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("| T | F | B | S | em3d |"));
        assert_eq!(lines.last(), Some("| • | • | • | • | 15 |"));
    }

    #[test]
    fn what_is_not_as_published_is_told() {
        assert!(problems(&["em3d"], &[row(|at| (20 - at as u64, 1))]).is_empty());
        let rising = problems(&["em3d"], &[row(|at| (at as u64, 1))]);
        assert!(rising.iter().any(|problem| problem.ends_with("T adds warnings")), "{rising:?}");
        let slow = problems(&["weka"], &[row(|at| (1, 1 + 3 * at as u64))]);
        assert_eq!(slow.len(), 2, "{slow:?}");
        let mut given_up = row(|_| (1, 1));
        given_up[15] = None;
        assert_eq!(problems(&["weka"], &[given_up]), ["weka: everything takes too long"]);
    }
}
