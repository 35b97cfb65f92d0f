//! `eval growth`: how the cost of the points-to analysis grows with the size of a program.
//!
//! ```text
//! testkit::growth ──▶ class files ──eval pt-child──▶ Answer ──▶ table, exponents
//! ```
//!
//! If time is a constant times size to the power of *e*, then its logarithm is a line over that of the size, and *e* its
//! slope: 1 says that twice the program takes twice the time.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use project::Jdk;
use testkit::growth::{Generator, MAIN};

use crate::points_to::build::Workshop;
use crate::points_to::hubs::{self, Held};
use crate::points_to::process::{self, Outcome};
use crate::points_to::tool::{Collector, Policy, Program, Setting, Tool, WalaReflection};
use crate::points_to::{Answer, of_release};

/// What is measured.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Sizes of the programs, in methods
    #[arg(long, value_delimiter = ',', default_value = "10000,20000,40000,80000,160000")]
    sizes: Vec<usize>,
    /// Policies of the analysis
    #[arg(long, value_delimiter = ',', default_value = "insensitive")]
    policies: Vec<Policy>,
    /// The release of the JDK behind the programs
    #[arg(long, default_value_t = 17)]
    jdk: u16,
    /// Which programs: another seed, other programs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often each is analysed; the least CPU time counts
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// The longest that an analysis may take, in seconds
    #[arg(long, default_value_t = 600)]
    limit: u64,
    /// Lists so many methods and fields whose facts grow most between the smallest and the largest program
    #[arg(long, default_value_t = 0)]
    hubs: usize,
}

/// Measures and prints. The result is whether all analyses came to an end.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let installed = project::all_installed();
    let jdk = of_release(&installed, arguments.jdk)?;
    let generator = Generator::new(jdk, arguments.seed).map_err(|error| error.to_string())?;
    let mut all_ended = true;
    for &policy in &arguments.policies {
        let mut points = Vec::new();
        for &size in &arguments.sizes {
            if size < generator.least_methods() {
                return Err(format!(
                    "no program has less than {} methods",
                    generator.least_methods()
                ));
            }
            match measure(arguments, jdk, &generator, size, policy)? {
                Some(point) => points.push(point),
                None => all_ended = false,
            }
        }
        println!("{}", table(policy, arguments.jdk, &points));
        if let (true, [first, .., last]) = (arguments.hubs > 0, &points[..]) {
            println!("{}", hub_table(first, last, arguments.hubs));
        }
    }
    Ok(all_ended)
}

/// A measured program.
struct Point {
    size: usize,
    modules: usize,
    answer: Answer,
    hubs: BTreeMap<String, Held>,
}

impl Point {
    fn ln_size(&self) -> f64 {
        (self.size as f64).ln()
    }

    fn ln_time(&self) -> f64 {
        (self.answer.cpu_ms.max(1) as f64).ln()
    }
}

/// Analyses a program of a size; nothing if that does not come to an end.
fn measure(
    arguments: &Arguments,
    jdk: &Jdk,
    generator: &Generator,
    size: usize,
    policy: Policy,
) -> Result<Option<Point>, String> {
    let workshop = Workshop::new();
    let folder = workshop.output.join("growth");
    let name = format!("{size}-{policy}");
    let classes = folder.join(format!("{size}-classes"));
    let program = generator.program(size);
    clear(&classes)?;
    program.write_to(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
    let subject = Program { name: name.clone(), jars: vec![classes.clone()], main: MAIN.into() };
    let setting = Setting {
        workshop: &workshop,
        jdk,
        jdk_jar: None,
        java: Path::new("java"),
        collector: Collector::Default,
        wala_reflection: WalaReflection::None,
    };
    let methods = folder.join(format!("{name}.methods"));
    let held = folder.join(format!("{name}.hubs"));
    let mut best: Option<Answer> = None;
    for _ in 0..arguments.rounds {
        eprintln!("{size} methods, {policy} …");
        let mut command = Tool::Deadheat(policy).command(&setting, &subject, &methods)?;
        if arguments.hubs > 0 {
            command.arg("--hubs").arg(&held);
        }
        let limit = Duration::from_secs(arguments.limit);
        match process::run(&mut command, &folder.join(&name), limit)? {
            Outcome::Answered(answer) => {
                if best.as_ref().is_none_or(|best| answer.cpu_ms < best.cpu_ms) {
                    best = Some(answer);
                }
            }
            Outcome::TimedOut { after, .. } => {
                eprintln!("  had not ended after {} s", after.as_secs());
                break;
            }
            Outcome::Failed { message, .. } => return Err(message),
        }
    }
    clear(&classes)?;
    let hubs = match arguments.hubs {
        0 => BTreeMap::new(),
        _ => {
            hubs::parse(&fs::read_to_string(&held).map_err(|e| format!("{}: {e}", held.display()))?)
        }
    };
    Ok(best.map(|answer| Point { size, modules: program.modules, answer, hubs }))
}

/// Removes a folder, if it is there.
fn clear(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

fn table(policy: Policy, release: u16, points: &[Point]) -> String {
    let mut table = format!(
        "{policy}, JDK {release}\n\n\
         | methods | modules | reached | CPU | memory | pointers | objects | facts | exponent |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    let mut before: Option<&Point> = None;
    for point in points {
        let Answer { cpu_ms, peak_kb, application_methods, pointers, objects, facts, .. } =
            point.answer;
        let exponent = before.and_then(|before| slope(&[before, point]));
        let count = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
        table += &format!(
            "| {} | {} | {application_methods} | {:.2} s | {} MB | {} | {} | {} | {} |\n",
            point.size,
            point.modules,
            cpu_ms as f64 / 1000.0,
            peak_kb / 1024,
            count(pointers),
            count(objects),
            count(facts),
            exponent.map_or("".into(), |exponent| format!("{exponent:.2}")),
        );
        before = Some(point);
    }
    let all: Vec<&Point> = points.iter().collect();
    if let Some(exponent) = slope(&all) {
        table += &format!("\nExponent of CPU time over methods, least squares: {exponent:.2}\n");
    }
    table
}

/// What holds more facts in the larger program than its size explains.
fn hub_table(small: &Point, large: &Point, rows: usize) -> String {
    let factor = large.size as f64 / small.size as f64;
    let mut grown: Vec<(&str, Held, Held, f64)> = large
        .hubs
        .iter()
        .map(|(name, &held)| {
            let before = small.hubs.get(name).copied().unwrap_or_default();
            (name.as_str(), before, held, held.facts as f64 - before.facts as f64 * factor)
        })
        .collect();
    grown.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    let mut table = format!(
        "| | facts of {} methods | in pointers | facts of {} methods | in pointers | beyond the growth of the program |\n\
         |---|---|---|---|---|---|\n",
        small.size, large.size
    );
    for (name, before, after, beyond) in grown.into_iter().take(rows) {
        table += &format!(
            "| {name} | {} | {} | {} | {} | {beyond:.0} |\n",
            before.facts, before.pointers, after.facts, after.pointers
        );
    }
    table
}

/// The slope of the line that is closest to the logarithms of time over those of size.
fn slope(points: &[&Point]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |of: fn(&Point) -> f64| points.iter().map(|point| of(point)).sum::<f64>() / count;
    let (size, time) = (mean(Point::ln_size), mean(Point::ln_time));
    let spread: f64 = points.iter().map(|point| (point.ln_size() - size).powi(2)).sum();
    let common: f64 =
        points.iter().map(|point| (point.ln_size() - size) * (point.ln_time() - time)).sum();
    (points.len() > 1 && spread > 0.0).then(|| common / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(size: usize, cpu_ms: u64) -> Point {
        let answer = Answer { cpu_ms, peak_kb: 2048, facts: Some(5), ..Answer::default() };
        Point { size, modules: size / 50, answer, hubs: BTreeMap::new() }
    }

    #[test]
    fn the_exponent_is_that_of_the_law() {
        let linear = [point(1000, 10), point(2000, 20), point(4000, 40)];
        let square = [point(1000, 10), point(2000, 40), point(4000, 160)];
        let of = |points: &[Point]| slope(&points.iter().collect::<Vec<_>>()).unwrap();
        assert!((of(&linear) - 1.0).abs() < 1e-9);
        assert!((of(&square) - 2.0).abs() < 1e-9);
        assert_eq!(slope(&[&linear[0]]), None);
        assert_eq!(slope(&[&linear[0], &linear[0]]), None);
    }

    #[test]
    fn each_line_has_its_exponent_from_the_one_before() {
        let text = table(Policy::Insensitive, 17, &[point(1000, 10), point(2000, 40)]);
        assert!(text.contains("| 1000 | 20 | 0 | 0.01 s | 2 MB | - | - | 5 |  |\n"), "{text}");
        assert!(text.contains("| 2000 | 40 | 0 | 0.04 s | 2 MB | - | - | 5 | 2.00 |\n"), "{text}");
        assert!(text.ends_with("least squares: 2.00\n"), "{text}");
        assert!(!table(Policy::Insensitive, 17, &[point(1000, 10)]).contains("least squares"));
    }
}
