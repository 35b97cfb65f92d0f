//! `eval run`: how much slower a program is when `deadheat run` watches it.
//!
//! The kernels of `eval/run/kernels` run with two threads, natively and watched, one after the other in the same run, each
//! in a JVM of its own. A JVM repeats a kernel until it is compiled, with both threads beginning at the same time, and prints
//! the median times of a round. CPU is that of the kernel's threads: on a shared machine it varies less than wall time.
//! Results of both must be equal, and no race may be reported.

mod programs;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use project::{Compiled, Jdk, Sources};

/// The kernels, as the driver names them.
pub(crate) const KERNELS: [&str; 13] = [
    "sor",
    "moldyn",
    "montecarlo",
    "raytracer",
    "sparse",
    "lufact",
    "crypt",
    "series",
    "tsp",
    "nbody",
    "quicksort",
    "hashmap",
    "prodcons",
];

/// The goals of the project: the geometric mean, and the worst.
const BARS: (f64, f64) = (4.0, 10.0);

/// What is measured.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program `deadheat`, built in the profile that counts
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,

    /// The JDK to run with
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Rounds before and while time is taken: watched code is larger, and takes more of them to be compiled
    #[arg(long, default_value_t = 40)]
    rounds: u32,

    /// Real programs instead of kernels: those of `eval/run/programs`
    #[arg(long)]
    programs: bool,

    /// Seconds until a program counts as compiled; three times as long if it is watched
    #[arg(long, default_value_t = 20)]
    warm: u64,

    /// Seconds while time is taken of a program; three times as long if it is watched
    #[arg(long, default_value_t = 15)]
    seconds: u64,

    /// Only these kernels or programs
    #[arg(value_name = "KERNEL")]
    kernels: Vec<String>,
}

/// What a JVM prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    wall_us: f64,
    pub(crate) cpu_us: f64,
    heap_kib: f64,
    pub(crate) result: i64,
    /// How many rounds were measured, if the JVM says so.
    rounds: u32,
}

impl Measured {
    fn parse(text: &str) -> Option<Measured> {
        let mut words = text.split_whitespace();
        let mut number = || words.next()?.parse::<f64>().ok();
        let (wall_us, cpu_us, heap_kib) = (number()?, number()?, number()?);
        let result = words.next()?.parse().ok()?;
        let rounds = words.next().map_or(Some(0), |word| word.parse().ok())?;
        Some(Measured { wall_us, cpu_us, heap_kib, result, rounds })
    }
}

/// Prints the table; whether the bars are met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = project::locate(arguments.jdk.as_deref()).map_err(|error| error.to_string())?;
    if arguments.programs {
        return programs::run(arguments, &jdk);
    }
    let compiled = kernels(&jdk)?;
    println!("{jdk}\n");
    println!("| kernel | native CPU ms | CPU × | CPU × without arrays | wall × | heap + MB |");
    println!("|---|---|---|---|---|---|");
    let (mut all, mut fields) = (Vec::new(), Vec::new());
    for kernel in KERNELS.iter().filter(|kernel| is_wanted(arguments, kernel)) {
        let measure = |how: &[&str]| {
            measure(&arguments.deadheat, arguments.rounds, &jdk, &compiled.classes(), kernel, how)
        };
        let native = measure(&[])?;
        let watched = measure(&["--arrays", "element"])?;
        let without_arrays = measure(&["--arrays", "off"])?;
        for other in [watched, without_arrays] {
            if other.result != native.result {
                return Err(format!("{kernel}: {} came out, not {}", other.result, native.result));
            }
        }
        all.push(watched.cpu_us / native.cpu_us);
        fields.push(without_arrays.cpu_us / native.cpu_us);
        println!("{}", line(kernel, native, watched, without_arrays));
    }
    let (mean, worst) = (geometric_mean(&all), all.iter().copied().fold(0.0, f64::max));
    println!("| geometric mean | | {mean:.2} | {:.2} | | |", geometric_mean(&fields));
    println!("\nbars: mean {mean:.2} of {}, worst {worst:.2} of {}", BARS.0, BARS.1);
    Ok(mean <= BARS.0 && worst <= BARS.1)
}

/// The kernels, compiled.
pub(crate) fn kernels(jdk: &Jdk) -> Result<Compiled, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/run/kernels");
    let sources = testkit::java::sources_below(&folder).map_err(|error| error.to_string())?;
    let compiled = project::compile(jdk, &Sources::new(&sources, &[]), &[]);
    compiled.map_err(|error| error.to_string())
}

fn is_wanted(arguments: &Arguments, kernel: &str) -> bool {
    arguments.kernels.is_empty() || arguments.kernels.iter().any(|wanted| wanted == kernel)
}

fn line(kernel: &str, native: Measured, watched: Measured, fields: Measured) -> String {
    let mut line = format!("| {kernel} | {:.1} ", native.cpu_us / 1000.0);
    let _ = write!(line, "| {:.2} ", watched.cpu_us / native.cpu_us);
    let _ = write!(line, "| {:.2} ", fields.cpu_us / native.cpu_us);
    let _ = write!(line, "| {:.2} ", watched.wall_us / native.wall_us);
    let _ = write!(line, "| {:.0} |", (watched.heap_kib - native.heap_kib) / 1024.0);
    line
}

pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len().max(1) as f64).exp()
}

/// One JVM: natively if `how` is empty, else watched with these options.
pub(crate) fn measure(
    deadheat: &Path,
    rounds: u32,
    jdk: &Jdk,
    classes: &Path,
    kernel: &str,
    how: &[&str],
) -> Result<Measured, String> {
    let java = jdk.java().ok_or_else(|| format!("{jdk} has no launcher"))?;
    let mut command = if how.is_empty() {
        Command::new(&java)
    } else {
        let mut command = Command::new(deadheat);
        command.arg("run").args(how).arg("--").arg(&java);
        command
    };
    let rounds = rounds.to_string();
    command.args(["-Xmx3g", "-XX:+UseParallelGC", "-cp"]).arg(classes);
    command.args(["kernels.Kernels", kernel, &rounds, &rounds]);
    let output = command.output().map_err(|error| format!("{kernel}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{kernel}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Measured::parse(&text).ok_or_else(|| format!("{kernel} printed {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_jvm_prints_is_read() {
        let measured = Measured::parse("1200 2000 1024 -5\n").unwrap();
        let expected =
            Measured { wall_us: 1200.0, cpu_us: 2000.0, heap_kib: 1024.0, result: -5, rounds: 0 };
        assert_eq!(measured, expected);
        assert_eq!(Measured::parse("1 2 3 4 50").unwrap().rounds, 50);
        assert_eq!(Measured::parse("1200 2000"), None);
    }

    #[test]
    fn the_mean_of_ratios_is_geometric() {
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-9);
    }
}
