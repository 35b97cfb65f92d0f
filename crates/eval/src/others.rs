//! Programs that nobody here wrote, and how they are handed to `deadheat`.
//!
//! Some have a driver of ours with a `main` (`eval/programs`); the rest are libraries whose public methods are called by several
//! threads at once (`eval/check/pom.xml`). Both are fetched by their coordinates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::points_to::build::{Workshop, join};
use crate::points_to::process;

/// A program of `eval/programs`, and the start of the name of the jar that is its own code.
const DRIVEN: [(&str, &str); 6] = [
    ("derby", "derby"),
    ("guava", "guava"),
    ("h2", "h2"),
    ("lucene", "lucene-core"),
    ("sunflow", "sunflow"),
    ("weka", "weka"),
];

/// A profile of `eval/check/pom.xml`, and the same.
const LIBRARIES: [(&str, &str); 11] = [
    ("commons-pool", "commons-pool-"),
    ("commons-pool2", "commons-pool2"),
    ("caffeine", "caffeine"),
    ("guava", "guava-"),
    ("hikaricp", "HikariCP"),
    ("jetty", "jetty-util"),
    ("junit", "junit"),
    ("log4j", "log4j-core"),
    ("netty", "netty-common"),
    ("quartz", "quartz"),
    ("tomcat", "tomcat-embed-core"),
];

/// A program that is analysed with its libraries.
pub(crate) struct Other {
    pub(crate) name: String,
    /// The arguments that say what is to be analysed.
    pub(crate) arguments: Vec<String>,
}

/// The programs with a driver, and if wanted the libraries. One that cannot be had is told, and left out.
pub(crate) fn programs(has_libraries: bool, wanted: &[String]) -> Vec<Other> {
    let workshop = Workshop::new();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let mut others = Vec::new();
    let mut add =
        |name: String, jars: Result<Vec<PathBuf>, String>, own: &str, main: Option<&str>| {
            let other = jars.and_then(|jars| arguments(&jars, own, main));
            match other {
                Ok(arguments) => others.push(Other { name, arguments }),
                Err(error) => eprintln!("eval: {name}: {error}"),
            }
        };
    for (name, own) in DRIVEN.into_iter().filter(|(name, _)| is_wanted(name)) {
        let program = workshop.program(name);
        let main = program.as_ref().map(|program| program.main.clone()).unwrap_or_default();
        add(name.to_owned(), program.map(|program| program.jars), own, Some(&main));
    }
    let libraries = LIBRARIES.into_iter().filter(|_| has_libraries);
    for (profile, own) in libraries.filter(|(name, _)| is_wanted(name)) {
        let jars = workshop.jars_of("check", Some(profile));
        add(format!("{profile} (library)"), jars, own, None);
    }
    others
}

/// The jars that are analysed as the program's own, and the rest as its class path.
fn arguments(jars: &[PathBuf], own: &str, main: Option<&str>) -> Result<Vec<String>, String> {
    let name = |jar: &Path| jar.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !jars.iter().any(|jar| name(jar).starts_with(own)) {
        return Err(format!("there is no jar {own}*"));
    }
    let is_own = |jar: &PathBuf| name(jar).starts_with(own) || name(jar) == "driver.jar";
    let (own_jars, rest): (Vec<PathBuf>, Vec<PathBuf>) = jars.iter().cloned().partition(is_own);
    let mut arguments: Vec<String> =
        own_jars.iter().map(|jar| jar.to_string_lossy().into_owned()).collect();
    if !rest.is_empty() {
        arguments.extend(["--class-path".to_owned(), join(&rest)]);
    }
    match main {
        Some(main) => arguments.extend(["--main".to_owned(), main.to_owned()]),
        None => arguments.push("--library-mode".to_owned()),
    }
    Ok(arguments)
}

/// What a run of `deadheat` came to.
pub(crate) struct Analysed {
    /// Its JSON; none if it did not come to an end in time or failed.
    pub(crate) json: Option<serde_json::Value>,
    pub(crate) wall: Duration,
    /// The time on processors, which others on the machine do not change.
    pub(crate) cpu: Duration,
    pub(crate) peak_kb: u64,
    /// Whether it was stopped.
    pub(crate) is_too_long: bool,
}

/// Runs `deadheat` with these arguments and `--format json`.
pub(crate) fn analyse(
    deadheat: &Path,
    command: &str,
    arguments: &[String],
    limit: Duration,
) -> Result<Analysed, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("result.json");
    let mut process = Command::new(deadheat);
    process.arg(command).args(arguments).args(["--format", "json", "-o"]).arg(&file);
    let start = Instant::now();
    let cost = process::cost(&mut process, &folder.path().join("log"), limit)?;
    let wall = start.elapsed();
    let text = fs::read_to_string(&file).ok().filter(|_| !cost.is_stopped);
    let json = text.and_then(|text| serde_json::from_str(&text).ok());
    let (cpu, peak_kb) = (cost.cpu, cost.peak_kb);
    Ok(Analysed { json, wall, cpu, peak_kb, is_too_long: cost.is_stopped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_jars_are_told_from_libraries() {
        let jars = ["x/driver.jar", "x/lib/h2-2.jar", "x/lib/log.jar"].map(PathBuf::from);
        let driven = arguments(&jars, "h2", Some("driver.Main")).unwrap();
        let expected = [
            "x/driver.jar",
            "x/lib/h2-2.jar",
            "--class-path",
            "x/lib/log.jar",
            "--main",
            "driver.Main",
        ];
        assert_eq!(driven, expected);
        let library = arguments(&jars[1..2], "h2", None).unwrap();
        assert_eq!(library, ["x/lib/h2-2.jar", "--library-mode"]);
        assert!(arguments(&jars, "derby", None).unwrap_err().contains("derby"));
    }
}
