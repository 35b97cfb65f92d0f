//! `eval run --programs`: the drivers of `eval/programs`, natively and watched.
//!
//! As with kernels, a JVM repeats a driver until it is compiled; it prints the mean of as many rounds more. CPU is that of the whole
//! JVM. What the programs print must be the same; races are theirs, and only counted.

use std::fs;
use std::path::Path;
use std::process::Command;

use project::{Jdk, Sources};

use super::{Arguments, Measured, geometric_mean};
use crate::points_to::build::{Workshop, join};

/// Programs that print the same each time.
const PROGRAMS: [&str; 3] = ["h2", "lucene", "sunflow"];

/// Extra heap that is allowed, in MB.
const HEAP: f64 = 1536.0;

/// Prints the table; whether none needs too much heap.
pub(super) fn run(arguments: &Arguments, jdk: &Jdk) -> Result<bool, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/run/programs");
    let sources = testkit::java::sources_below(&folder).map_err(|error| error.to_string())?;
    let compiled = project::compile(jdk, &Sources::new(&sources, &[]), &[]);
    let compiled = compiled.map_err(|error| error.to_string())?;
    let workshop = Workshop::new();
    println!("{jdk}\n");
    println!("| program | native CPU ms | CPU × | wall × | native heap MB | heap + MB | races |");
    println!("|---|---|---|---|---|---|---|");
    let (mut ratios, mut most) = (Vec::new(), 0.0_f64);
    for name in PROGRAMS.iter().filter(|name| super::is_wanted(arguments, name)) {
        let mut path = vec![compiled.classes().to_path_buf()];
        path.extend(workshop.program(name)?.jars);
        let path = join(&path);
        let report = workshop.output.join(format!("run-{name}.tsv"));
        let native = measure(arguments, jdk, name, path.as_ref(), None)?;
        let watched = measure(arguments, jdk, name, path.as_ref(), Some(&report))?;
        if native.result != watched.result {
            return Err(format!("{name} did not print the same"));
        }
        let races = fs::read_to_string(&report).unwrap_or_default().lines().count();
        let heap = (watched.heap_kib - native.heap_kib) / 1024.0;
        ratios.push(watched.cpu_us / native.cpu_us);
        most = most.max(heap);
        println!(
            "| {name} | {:.0} | {:.2} | {:.2} | {:.0} | {heap:.0} | {races} |",
            native.cpu_us / 1000.0,
            watched.cpu_us / native.cpu_us,
            watched.wall_us / native.wall_us,
            native.heap_kib / 1024.0,
        );
    }
    println!("| geometric mean | | {:.2} | | | | |", geometric_mean(&ratios));
    Ok(most <= HEAP)
}

/// One JVM: natively, or watched with a file for its races.
fn measure(
    arguments: &Arguments,
    jdk: &Jdk,
    name: &str,
    class_path: &std::ffi::OsStr,
    report: Option<&Path>,
) -> Result<Measured, String> {
    let java = jdk.java().ok_or_else(|| format!("{jdk} has no launcher"))?;
    let mut command = match report {
        None => Command::new(&java),
        Some(report) => {
            let mut command = Command::new(&arguments.deadheat);
            command.args(["run", "--format", "pairs", "-o"]).arg(report).arg("--").arg(&java);
            command
        }
    };
    let rounds = arguments.rounds.to_string();
    command.args(["-Xmx3g", "-XX:+UseParallelGC", "-cp"]).arg(class_path);
    command.args(["Programs", name, &rounds, &rounds]);
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Measured::parse(&text)
        .ok_or_else(|| format!("{name}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}
