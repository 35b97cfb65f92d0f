//! `eval incremental`: how long it takes to have the races again after an edit (ECHO, §4).
//!
//! ```text
//! every statement ──delete──▶ Session::edit ──▶ time ──put back──▶ Session::edit ──▶ time ──▶ average, p99, worst
//!                                               in the same run: the whole program, and resets in place of exact deletion
//! ```

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{
    Analysis, AnalysisRequest, Deletion, EntryRequest, Policy, Program, Request, Session, Silent,
};
use ir::{Class, Inst, Name};
use project::Jdk;
use report::Mode;
use testkit::java;
use testkit::mutate::Random;
use testkit::points_to::statements::{deletable, delete};

use crate::points_to::build::Workshop;
use crate::points_to::of_release;

/// What is measured.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Programs of the corpus: areas, or area/name
    #[arg(long, value_delimiter = ',', default_value = "papers,realistic")]
    corpus: Vec<String>,
    /// Programs of `eval/programs`, with their libraries as a part of the program if `+` follows
    #[arg(long, value_delimiter = ',')]
    programs: Vec<String>,
    /// How many statements of each program are deleted, by chance; 0 for all
    #[arg(long, default_value_t = 0)]
    statements: usize,
    /// Which statements
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The release of the JDK behind the programs
    #[arg(long, default_value_t = 17)]
    jdk: u16,
}

/// The bars: averages, the 99th percentile and the worst, and how much faster than the whole.
const ADDITION: Duration = Duration::from_micros(500);
const DELETION: Duration = Duration::from_millis(1);
const P99: Duration = Duration::from_millis(20);
const WORST: Duration = Duration::from_millis(300);

/// A program that is edited.
struct Target {
    name: String,
    program: Arc<Program>,
    request: AnalysisRequest,
}

/// What edits of one kind took.
#[derive(Default)]
struct Times {
    points_to: Vec<Duration>,
    all: Vec<Duration>,
}

/// Measures and prints. The result is whether all bars are met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let installed = project::all_installed();
    let jdk = of_release(&installed, arguments.jdk)?;
    let mut is_met = true;
    println!("{HEADER}");
    for target in corpus(arguments, jdk)?.into_iter().chain(third_party(arguments, jdk)?) {
        is_met &= measure(arguments, &target);
    }
    println!(
        "\nbars: additions {ADDITION:?} and deletions {DELETION:?} on average, p99 {P99:?}, worst {WORST:?}: {}",
        if is_met { "met" } else { "missed" }
    );
    Ok(is_met)
}

const HEADER: &str = "\
| program | edits | whole | deletion: average, p99, worst | addition: average, p99, worst | under 0.1 s | whole / average, worst | points-to alone: deletion, by resets | addition |
|---|---|---|---|---|---|---|---|---|";

fn corpus(arguments: &Arguments, jdk: &Jdk) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    let root = Workshop::new().root.join("corpus");
    for wanted in &arguments.corpus {
        let folder = root.join(wanted);
        let mut folders = match wanted.contains('/') {
            true => vec![folder],
            false => crate::cold::programs(&folder)?,
        };
        folders.sort();
        for folder in folders {
            let name = folder.strip_prefix(&root).unwrap_or(&folder).display().to_string();
            let failed = |error: String| format!("{name}: {error}");
            let files = java::sources_below(&folder).map_err(|error| failed(error.to_string()))?;
            let compiled = java::compile(jdk, &files).map_err(|error| failed(error.to_string()))?;
            let request = Request {
                inputs: vec![compiled.class_folder()],
                jdk: Some(jdk.home.clone()),
                ..Request::default()
            };
            // The class files are read before the folder is gone.
            let program = Arc::new(Program::open(&request, &Silent).kept());
            targets.push(Target { name, program, request: analysis(EntryRequest::default()) });
        }
    }
    Ok(targets)
}

fn third_party(arguments: &Arguments, jdk: &Jdk) -> Result<Vec<Target>, String> {
    let workshop = Workshop::new();
    let target = |wanted: &String| {
        let (name, is_whole) = match wanted.strip_suffix('+') {
            Some(name) => (name, true),
            None => (wanted.as_str(), false),
        };
        let program = workshop.program(name)?;
        let (driver, libraries) = program.jars.split_first().ok_or("there is no driver")?;
        let libraries = libraries.to_vec();
        let (mut inputs, mut class_path) = (vec![driver.clone()], Vec::new());
        match is_whole {
            true => inputs.extend(libraries),
            false => class_path = libraries,
        }
        let jdk = Some(jdk.home.clone());
        let request = Request { inputs, class_path, jdk, ..Request::default() };
        let entries = EntryRequest { mains: vec![program.main.clone()], ..EntryRequest::default() };
        let program = Arc::new(Program::open(&request, &Silent));
        Ok(Target { name: wanted.clone(), program, request: analysis(entries) })
    };
    arguments.programs.iter().map(target).collect()
}

fn analysis(entries: EntryRequest) -> AnalysisRequest {
    AnalysisRequest { policy: Policy::ThreadObject, entries, ..AnalysisRequest::default() }
}

/// Edits a program and prints a line; whether it is within the bars.
fn measure(arguments: &Arguments, target: &Target) -> bool {
    let Target { name, program, request } = target;
    let started = Instant::now();
    let session = Session::of(Arc::clone(program), request, Mode::All, &Silent);
    let whole = started.elapsed();
    let Ok(analysis) = session.analysis() else {
        println!("| {name} | there is nothing that could be started |");
        return false;
    };
    let edits = edits(arguments, program, analysis);
    let (deletions, additions) = apply(session, &edits, Deletion::Exact);
    let session = Session::of(Arc::clone(program), request, Mode::All, &Silent);
    let (resets, _) = apply(session, &edits, Deletion::Reset);
    let ratio = |time: Duration| whole.as_secs_f64() / time.as_secs_f64().max(1e-9);
    let both: Vec<Duration> = deletions.all.iter().chain(&additions.all).copied().collect();
    let fast = both.iter().filter(|time| **time < Duration::from_millis(100)).count();
    println!(
        "| {name} | {} | {} | {} | {} | {} % | {:.0}, {:.1} | {}, {} | {} |",
        2 * edits.len(),
        shown(whole),
        of(&deletions.all),
        of(&additions.all),
        (100 * fast).checked_div(both.len()).unwrap_or(100),
        ratio(average(&both)),
        ratio(part(&both, 1.0)),
        shown(average(&deletions.points_to)),
        shown(average(&resets.points_to)),
        shown(average(&additions.points_to)),
    );
    let is_within = |times: &Times, bar: Duration| {
        average(&times.all) <= bar
            && part(&times.all, 0.99) <= P99
            && part(&times.all, 1.0) <= WORST
    };
    is_within(&deletions, DELETION) && is_within(&additions, ADDITION)
}

/// The statements that are deleted: the class before and after it.
fn edits(
    arguments: &Arguments,
    program: &Program,
    analysis: &Analysis,
) -> Vec<(Arc<Class>, Arc<Class>)> {
    let names: Vec<Name> = program.application().map(|entry| Name::new(entry.name())).collect();
    let classes = names.into_iter().filter_map(|name| analysis.class(name));
    let mut places: Vec<(Arc<Class>, (usize, Inst))> = Vec::new();
    for class in classes {
        places.extend(deletable(&class).into_iter().map(|at| (Arc::clone(&class), at)));
    }
    let mut random = Random::new(arguments.seed);
    if arguments.statements > 0 {
        let count = places.len().min(arguments.statements);
        for at in 0..count {
            let other = at + random.below(places.len() - at);
            places.swap(at, other);
        }
        places.truncate(count);
    }
    let without = |(class, (method, inst)): (Arc<Class>, (usize, Inst))| {
        let rest = delete(&class, method, inst)?;
        Some((class, Arc::new(rest)))
    };
    places.into_iter().filter_map(without).collect()
}

/// Deletes each statement and puts it back.
fn apply(
    mut session: Session,
    edits: &[(Arc<Class>, Arc<Class>)],
    deletion: Deletion,
) -> (Times, Times) {
    session.delete_by(deletion);
    let (mut deletions, mut additions) = (Times::default(), Times::default());
    for (whole, rest) in edits {
        for (class, times) in [(rest, &mut deletions), (whole, &mut additions)] {
            let update = session.edit(vec![Arc::clone(class)]);
            times.points_to.push(update.points_to);
            times.all.push(update.total());
        }
    }
    (deletions, additions)
}

fn of(times: &[Duration]) -> String {
    format!("{}, {}, {}", shown(average(times)), shown(part(times, 0.99)), shown(part(times, 1.0)))
}

fn average(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap_or(u32::MAX).max(1)
}

/// The time that a part of all is not longer than.
fn part(times: &[Duration], part: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = (times.len() as f64 * part).ceil() as usize;
    times.get(at.saturating_sub(1)).copied().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(part(&times, 0.99), Duration::from_millis(198));
        assert_eq!(part(&times, 1.0), Duration::from_millis(200));
        assert_eq!(average(&times), Duration::from_micros(100_500));
        assert_eq!((part(&[], 0.99), average(&[])), (Duration::ZERO, Duration::ZERO));
    }
}
