//! `eval sharing`: the columns of TSA's Table 2, and what `deadheat run` saves when it watches only what is shared.
//!
//! ```text
//! kernels, corpus, other people's programs ──deadheat sharing──▶ threads, accesses, shared ones by algorithm, time
//! kernels ──natively, watched, watched with the file──▶ how much less it costs
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use project::Sources;

use crate::others::{Analysed, Other, analyse, programs};
use crate::run::{KERNELS, geometric_mean, kernels, measure};

/// What is measured.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program `deadheat`, built in the profile that counts
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,

    /// The JDK to run with
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// The longest that an analysis may take, in seconds
    #[arg(long, default_value_t = 120)]
    limit: u64,

    /// Rounds before and while time is taken
    #[arg(long, default_value_t = 8)]
    rounds: u32,

    /// Folders of the corpus
    #[arg(long, value_delimiter = ',', default_value = "realistic")]
    areas: Vec<String>,

    /// Only this table
    #[arg(long, value_enum)]
    only: Option<Table>,

    /// Only these kernels, or these programs of others
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Table {
    /// How much is shared
    Accesses,
    /// What a watched run saves
    Overhead,
}

/// The goals of the project: seconds for an analysis (on processors, since the machine may be shared), and how much less overhead a watched run has.
const BARS: (f64, f64) = (20.0, 0.25);

/// Prints both tables; whether the bars are met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut is_within = true;
    if arguments.only != Some(Table::Overhead) {
        is_within &= accesses(arguments)?;
    }
    if arguments.only != Some(Table::Accesses) {
        is_within &= overhead(arguments)?;
    }
    Ok(is_within)
}

fn accesses(arguments: &Arguments) -> Result<bool, String> {
    let jdk = project::locate(arguments.jdk.as_deref()).map_err(|error| error.to_string())?;
    println!("{jdk}\n");
    println!(
        "| program | methods | threads | accesses | escape | tsa | mhp | unknown | wall | CPU |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut all = Vec::new();
    let compiled = kernels(&jdk)?;
    let is_wanted =
        |name: &str| arguments.names.is_empty() || arguments.names.iter().any(|n| n == name);
    if is_wanted("kernels") {
        let classes = compiled.classes().to_string_lossy().into_owned();
        all.push(Other { name: "kernels".into(), arguments: vec![classes] });
    }
    let mut folders = Vec::new();
    for area in arguments.areas.iter().filter(|area| is_wanted(area)) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(area);
        let sources = testkit::java::sources_below(&folder).map_err(|error| error.to_string())?;
        let area_classes = project::compile(&jdk, &Sources::new(&sources, &[]), &[]);
        let area_classes = area_classes.map_err(|error| error.to_string())?;
        let classes = area_classes.classes().to_string_lossy().into_owned();
        folders.push(area_classes);
        all.push(Other { name: format!("corpus/{area}"), arguments: vec![classes] });
    }
    all.extend(programs(false, &arguments.names));
    let mut is_within = true;
    for other in &all {
        let limit = Duration::from_secs(arguments.limit);
        let mut results = BTreeMap::new();
        for algorithm in ["mhp", "tsa", "escape"] {
            let more = ["--algorithm".to_owned(), algorithm.to_owned()];
            let all: Vec<String> = other.arguments.iter().cloned().chain(more).collect();
            let result = analyse(&arguments.deadheat, "sharing", &all, limit)?;
            results.insert(algorithm, result);
        }
        println!("{}", line(&other.name, &results));
        let mhp = &results["mhp"];
        is_within &= mhp.json.is_some() && mhp.cpu.as_secs_f64() <= BARS.0;
    }
    println!("\nbar: {} s of CPU for each\n", BARS.0);
    Ok(is_within)
}

/// A line of the table.
fn line(name: &str, results: &BTreeMap<&str, Analysed>) -> String {
    let mhp = &results["mhp"];
    let Some(json) = &mhp.json else {
        let why = if mhp.is_too_long { "no end after" } else { "failed after" };
        let (wall, cpu) = (mhp.wall.as_secs_f64(), mhp.cpu.as_secs_f64());
        return format!("| {name} | | | | | | | | {why} {wall:.0} s | {cpu:.1} s |");
    };
    let count =
        |json: &serde_json::Value, name: &str| json["counts"][name].as_u64().unwrap_or_default();
    let all = count(json, "accesses");
    let shared = |algorithm: &str| {
        let Some(json) = &results[algorithm].json else { return "no end".to_owned() };
        let shared = count(json, "shared_accesses") + count(json, "unknown_accesses");
        let less = 100.0 * (1.0 - shared as f64 / all.max(1) as f64);
        format!("{shared} (↓ {less:.0} %)")
    };
    let threads = json["threads"].as_array().map_or(0, Vec::len);
    format!(
        "| {name} | {} | {threads} | {all} | {} | {} | {} | {} | {:.1} s | {:.1} s |",
        count(json, "application_methods"),
        shared("escape"),
        shared("tsa"),
        shared("mhp"),
        count(json, "unknown_accesses"),
        mhp.wall.as_secs_f64(),
        mhp.cpu.as_secs_f64(),
    )
}

fn overhead(arguments: &Arguments) -> Result<bool, String> {
    let jdk = project::locate(arguments.jdk.as_deref()).map_err(|error| error.to_string())?;
    let compiled = kernels(&jdk)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("shared.tsv");
    let mut analysis = Command::new(&arguments.deadheat);
    analysis.arg("sharing").arg(compiled.classes()).args(["--format", "sites", "-o"]).arg(&file);
    let output = analysis.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let sites = text.lines().filter(|line| !line.starts_with('[')).count();
    println!("{jdk}; {sites} places are shared\n");
    println!("| kernel | native CPU ms | CPU ×, all | CPU ×, shared | overhead less |");
    println!("|---|---|---|---|---|");
    let (mut before, mut after, mut saved) = (Vec::new(), Vec::new(), Vec::new());
    let file = file.to_string_lossy().into_owned();
    let is_wanted = |kernel: &&&str| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == **kernel)
    };
    for kernel in KERNELS.iter().filter(is_wanted) {
        let measure = |how: &[&str]| {
            let (deadheat, rounds) = (&arguments.deadheat, arguments.rounds);
            measure(deadheat, rounds, &jdk, &compiled.classes(), kernel, how)
        };
        let native = measure(&[])?;
        let all = measure(&["--arrays", "element"])?;
        let shared = measure(&["--sharing", &file])?;
        for other in [all, shared] {
            if other.result != native.result {
                return Err(format!("{kernel}: {} came out, not {}", other.result, native.result));
            }
        }
        let (all, shared) = (all.cpu_us / native.cpu_us, shared.cpu_us / native.cpu_us);
        let less = less_overhead(all, shared);
        let percent = 100.0 * less;
        println!(
            "| {kernel} | {:.1} | {all:.2} | {shared:.2} | {percent:.0} % |",
            native.cpu_us / 1000.0
        );
        before.push(all);
        after.push(shared);
        saved.push(less);
    }
    let mean = saved.iter().sum::<f64>() / saved.len().max(1) as f64;
    println!(
        "| mean | | {:.2} | {:.2} | {:.0} % |",
        geometric_mean(&before),
        geometric_mean(&after),
        100.0 * mean
    );
    println!("\nbar: {:.0} % less overhead on average", 100.0 * BARS.1);
    Ok(mean >= BARS.1)
}

/// By which part the overhead became smaller; nothing if there was none.
fn less_overhead(all: f64, shared: f64) -> f64 {
    let (all, shared) = (all - 1.0, shared - 1.0);
    if all <= 0.1 { 0.0 } else { (all - shared.max(0.0)) / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overhead_is_what_comes_on_top() {
        assert!((less_overhead(5.0, 3.0) - 0.5).abs() < 1e-9);
        assert!((less_overhead(5.0, 0.9) - 1.0).abs() < 1e-9);
        assert!(less_overhead(2.0, 3.0) < 0.0);
        assert!(less_overhead(0.9, 0.8).abs() < 1e-9);
    }

    #[test]
    fn algorithms_are_columns() {
        let result = |shared: u64| Analysed {
            json: Some(serde_json::json!({
                "threads": [{}, {}],
                "counts": { "accesses": 10, "shared_accesses": shared, "unknown_accesses": 1,
                            "application_methods": 3 },
            })),
            wall: Duration::from_millis(300),
            cpu: Duration::from_millis(200),
            peak_kb: 1,
            is_too_long: false,
        };
        let results =
            BTreeMap::from([("mhp", result(1)), ("tsa", result(4)), ("escape", result(9))]);
        let expected =
            "| a | 3 | 2 | 10 | 10 (↓ 0 %) | 5 (↓ 50 %) | 2 (↓ 80 %) | 1 | 0.3 s | 0.2 s |";
        assert_eq!(line("a", &results), expected);
    }
}
