//! Other people's code under the agent.
//!
//! `eval verify` loads and links every class of well-known libraries with `-Xverify:all`, natively and watched: the same classes
//! must link. `eval suites` runs the tests that libraries publish, natively and watched: the same tests must pass.
//!
//! Libraries are fetched by their coordinates (`eval/verify/pom.xml`, `eval/suites/pom.xml`) into `target/eval`.

pub mod suites;
pub mod verify;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use project::Jdk;

/// What both commands need to know.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program `deadheat`
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,

    /// The JDK to run with
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Only those whose name starts so
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

impl Arguments {
    fn jdk(&self) -> Result<Jdk, String> {
        project::locate(self.jdk.as_deref()).map_err(|error| error.to_string())
    }

    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|start| name.starts_with(start))
    }
}

/// What became of something, by its name.
type Results = BTreeMap<String, String>;

/// What is different: how it was natively, and how watched.
fn differences(native: &Results, watched: &Results) -> Vec<String> {
    let none = "not there".to_owned();
    let names = native.keys().chain(watched.keys().filter(|name| !native.contains_key(*name)));
    let pair = |name: &String| {
        let (before, after) =
            (native.get(name).unwrap_or(&none), watched.get(name).unwrap_or(&none));
        (before != after).then(|| format!("{name}: {before} natively, {after} watched"))
    };
    names.filter_map(pair).collect()
}

/// How something runs: natively, or under `deadheat run`.
struct Runner<'r> {
    arguments: &'r Arguments,
    java: PathBuf,
}

impl Runner<'_> {
    fn new<'r>(arguments: &'r Arguments, jdk: &Jdk) -> Result<Runner<'r>, String> {
        let java = jdk.java().ok_or_else(|| format!("{jdk} has no launcher"))?;
        Ok(Runner { arguments, java })
    }

    fn native(&self) -> Command {
        Command::new(&self.java)
    }

    /// The report goes to a file.
    fn watched(&self, report: &Path) -> Command {
        let mut command = Command::new(&self.arguments.deadheat);
        command.args(["run", "--format", "json", "-o"]).arg(report).arg("--").arg(&self.java);
        command
    }
}

/// The numbers of races and gaps in a report.
fn found(report: &Path) -> Result<(usize, usize), String> {
    let text = fs::read_to_string(report);
    let text = text.map_err(|error| format!("{}: {error}", report.display()))?;
    let json: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let count = |name: &str| json[name].as_array().map_or(0, Vec::len);
    Ok((count("races"), count("gaps")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let results = |all: &[(&str, &str)]| -> Results {
            all.iter().map(|(name, result)| ((*name).into(), (*result).into())).collect()
        };
        let native = results(&[("A", "linked"), ("B", "linked")]);
        assert!(differences(&native, &native).is_empty());
        let watched = results(&[("A", "VerifyError"), ("C", "linked")]);
        assert_eq!(
            differences(&native, &watched),
            [
                "A: linked natively, VerifyError watched",
                "B: linked natively, not there watched",
                "C: not there natively, linked watched",
            ]
        );
    }
}
