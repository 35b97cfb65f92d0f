//! `eval run --programs`: the real programs of `eval/run/programs`, natively and watched.
//!
//! A JVM repeats a round of a program for some seconds until it is compiled, and prints the means of the rounds of some seconds
//! more. Watched code is larger and takes longer to be compiled, so it gets three times as long. CPU is that of the whole JVM.
//! What rounds compute must be the same; races are the programs' own, and only counted. A JVM that takes much longer than it was told
//! is ended, and its line says so.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use project::{Compiled, Jdk, Sources};

use super::{Arguments, BARS, Measured, geometric_mean};
use crate::points_to::build::{Workshop, join};

/// A program, and the classes of the JDK that it consists of.
struct Program {
    name: &'static str,
    /// Folders with sources besides its own and the harness.
    common: &'static [&'static str],
    /// Patterns for `--include`, if the program comes with the JDK, which is not watched by itself.
    include: &'static [&'static str],
    has_libraries: bool,
}

const fn with_libraries(name: &'static str, common: &'static [&'static str]) -> Program {
    Program { name, common, include: &[], has_libraries: true }
}

const PROGRAMS: [Program; 6] = [
    with_libraries("h2", &[]),
    with_libraries("lucene", &[]),
    with_libraries("sunflow", &[]),
    with_libraries("xalan", &[]),
    with_libraries("ecj", &["compile"]),
    Program {
        name: "javac",
        common: &["compile"],
        include: &["com.sun.tools.javac.**", "com.sun.source.**", "work.**"],
        has_libraries: false,
    },
];

/// Extra heap that is allowed, in MB.
const HEAP: f64 = 1536.0;

/// How much longer a watched JVM warms up and is measured.
const LONGER: u64 = 3;

/// Prints the table; whether the bars are met.
pub(super) fn run(arguments: &Arguments, jdk: &Jdk) -> Result<bool, String> {
    let workshop = Workshop::new();
    println!("{jdk}\n");
    println!(
        "| program | native CPU ms | CPU × | wall × | native heap MB | heap + MB | races | rounds |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (mut ratios, mut most, mut is_complete) = (Vec::new(), 0.0_f64, true);
    for program in PROGRAMS.iter().filter(|program| super::is_wanted(arguments, program.name)) {
        match compare(arguments, jdk, &workshop, program) {
            Ok(both) => {
                println!("{}", both.line(program.name));
                ratios.push(both.ratio());
                most = most.max(both.heap());
            }
            Err(why) => {
                is_complete = false;
                println!("| {} | {} | | | | | | |", program.name, why.trim().replace('\n', " "));
            }
        }
    }
    let (mean, worst) = (geometric_mean(&ratios), ratios.iter().copied().fold(0.0, f64::max));
    println!("| geometric mean | | {mean:.2} | | | | | |");
    println!(
        "\nbars: mean {mean:.2} of {}, worst {worst:.2} of {}, heap {most:.0} of {HEAP} MB",
        BARS.0, BARS.1
    );
    Ok(is_complete && mean <= BARS.0 && worst <= BARS.1 && most <= HEAP)
}

/// A program natively and watched.
struct Both {
    native: Measured,
    watched: Measured,
    races: usize,
}

impl Both {
    fn ratio(&self) -> f64 {
        self.watched.cpu_us / self.native.cpu_us
    }

    fn heap(&self) -> f64 {
        (self.watched.heap_kib - self.native.heap_kib) / 1024.0
    }

    fn line(&self, name: &str) -> String {
        let Both { native, watched, races } = self;
        format!(
            "| {name} | {:.0} | {:.2} | {:.2} | {:.0} | {:.0} | {races} | {} and {} |",
            native.cpu_us / 1000.0,
            self.ratio(),
            watched.wall_us / native.wall_us,
            native.heap_kib / 1024.0,
            self.heap(),
            native.rounds,
            watched.rounds,
        )
    }
}

fn compare(
    arguments: &Arguments,
    jdk: &Jdk,
    workshop: &Workshop,
    program: &Program,
) -> Result<Both, String> {
    let libraries = libraries(workshop, program)?;
    let compiled = compile(workshop, jdk, program, &libraries)?;
    let mut path = vec![compiled.classes().to_path_buf()];
    path.extend(libraries);
    let path = join(&path);
    let report = workshop.output.join(format!("run-{}.tsv", program.name));
    let native = measure(arguments, jdk, program, &path, None)?;
    let watched = measure(arguments, jdk, program, &path, Some(&report))?;
    if native.result != watched.result {
        return Err(format!("computed {} natively and {} watched", native.result, watched.result));
    }
    let races = fs::read_to_string(&report).unwrap_or_default().lines().count();
    Ok(Both { native, watched, races })
}

fn libraries(workshop: &Workshop, program: &Program) -> Result<Vec<PathBuf>, String> {
    if !program.has_libraries {
        return Ok(Vec::new());
    }
    let mut jars = workshop.jars_of("run/programs", Some(program.name))?;
    if program.name == "sunflow" {
        let jar = workshop.output.join("run/programs/sunflow/sunflow.jar");
        workshop.fetch_sunflow(&jar)?;
        if !jars.contains(&jar) {
            jars.push(jar);
        }
    }
    Ok(jars)
}

fn compile(
    workshop: &Workshop,
    jdk: &Jdk,
    program: &Program,
    jars: &[PathBuf],
) -> Result<Compiled, String> {
    let mut sources = Vec::new();
    for folder in [&["harness", program.name], program.common].concat() {
        let folder = workshop.root.join("eval/run/programs").join(folder);
        let found = testkit::java::sources_below(&folder);
        sources.extend(found.map_err(|error| format!("{}: {error}", folder.display()))?);
    }
    project::compile(jdk, &Sources::new(&sources, &[]), jars).map_err(|error| error.to_string())
}

/// One JVM: natively, or watched with a file for its races.
fn measure(
    arguments: &Arguments,
    jdk: &Jdk,
    program: &Program,
    class_path: &str,
    report: Option<&Path>,
) -> Result<Measured, String> {
    let java = jdk.java().ok_or_else(|| format!("{jdk} has no launcher"))?;
    let (mut command, times) = match report {
        None => (Command::new(&java), 1),
        Some(report) => {
            let mut command = Command::new(&arguments.deadheat);
            command.args(["run", "--format", "pairs", "-o"]).arg(report);
            for pattern in program.include {
                command.args(["--include", pattern]);
            }
            command.arg("--").arg(&java);
            (command, LONGER)
        }
    };
    let (warm, seconds) = (arguments.warm * times, arguments.seconds * times);
    command.args(["-Xmx3g", "-XX:+UseParallelGC", "-cp", class_path, "work.Programs"]);
    command.args([warm.to_string(), seconds.to_string()]);
    // A few rounds of a minute each, and the start.
    let limit = Duration::from_secs(warm + seconds + 300);
    let (out, err) = in_time(&mut command, limit)?;
    Measured::parse(&out).ok_or_else(|| format!("{out}{}", last_lines(&err, 12)))
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// What a command prints; it is ended when it takes too long. Files hold what it says: a pipe that nobody reads would stop it.
fn in_time(command: &mut Command, limit: Duration) -> Result<(String, String), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let file = |path: &Path| File::create(path).map(Stdio::from).map_err(|error| error.to_string());
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file(&out)?)
        .stderr(file(&err)?)
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > limit {
            // `deadheat` hands this on to the JVM.
            let asked = Command::new("kill").arg(child.id().to_string()).status();
            asked.map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            return Err(format!("did not end within {} s", limit.as_secs()));
        }
        thread::sleep(Duration::from_millis(100));
    }
    let text =
        |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let both = text(&out).and_then(|out| Ok((out, text(&err)?)));
    both.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_ended() {
        let told = in_time(Command::new("sleep").arg("60"), Duration::from_millis(200));
        assert!(told.unwrap_err().starts_with("did not end"));
        let (out, _) = in_time(Command::new("echo").arg("1 2"), Duration::from_secs(60)).unwrap();
        assert_eq!(out, "1 2\n");
    }

    #[test]
    fn every_program_has_sources() {
        let workshop = Workshop::new();
        for program in &PROGRAMS {
            let source = workshop.root.join("eval/run/programs").join(program.name);
            assert!(source.join("Program.java").is_file(), "{}", source.display());
        }
    }
}
