//! `eval cold`: how long `deadheat check` takes on programs of the corpus, as a process of its own each time.
//!
//! ```text
//! corpus/AREA/NAME ──javac──▶ class files ──deadheat check──▶ time on the wall ──▶ the slowest
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use project::Jdk;
use testkit::java;

use crate::Clock;

/// What is measured.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program `deadheat`, built with the profile that is to be measured
    #[arg(long, default_value = "target/release/deadheat")]
    deadheat: PathBuf,
    /// Folders of the corpus
    #[arg(long, value_delimiter = ',', default_value = "locks,order,realistic,threads")]
    areas: Vec<String>,
    /// How often each is checked; the least time counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How many of the slowest are told
    #[arg(long, default_value_t = 5)]
    slowest: usize,
    /// The longest that a program may take, in milliseconds
    #[arg(long, default_value_t = 1000)]
    bar: u64,
}

/// Measures and prints. The result is whether all programs are within the bar.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = java::compilers().into_iter().next().ok_or("no JDK that can compile")?;
    let mut times = Vec::new();
    for area in &arguments.areas {
        for folder in programs(&Path::new("corpus").join(area))? {
            let time = measure(arguments, &jdk, &folder)?;
            times.push((time, folder));
        }
    }
    times.sort_by(|a, b| b.cmp(a));
    let Some((longest, _)) = times.first() else { return Err("no programs".to_owned()) };
    let is_within = *longest < Duration::from_millis(arguments.bar);
    println!("| program | `deadheat check`, cold |\n|---|---|");
    for (time, folder) in times.iter().take(arguments.slowest) {
        println!("| {} | {} ms |", folder.display(), time.as_millis());
    }
    let middle = times[times.len() / 2].0.as_millis();
    println!("| median of {} | {middle} ms |", times.len());
    Ok(is_within)
}

pub(crate) fn programs(area: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(area).map_err(|error| format!("{}: {error}", area.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}

fn measure(arguments: &Arguments, jdk: &Jdk, folder: &Path) -> Result<Duration, String> {
    let failed = |error: String| format!("{}: {error}", folder.display());
    let files = java::sources_below(folder).map_err(|error| failed(error.to_string()))?;
    let program = java::compile(jdk, &files).map_err(|error| failed(error.to_string()))?;
    let mut best = Duration::MAX;
    for _ in 0..arguments.rounds {
        let mut command = Command::new(&arguments.deadheat);
        command.arg("check").arg(program.class_folder()).arg("--jdk").arg(&jdk.home);
        command.args(["--fail-on", "never"]).stdin(Stdio::null());
        let (output, time) = Clock::Wall.time(|| command.output());
        let output = output.map_err(|error| {
            failed(format!("{} does not start: {error}", arguments.deadheat.display()))
        })?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        best = best.min(time);
    }
    Ok(best)
}
