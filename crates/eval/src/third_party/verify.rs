//! `eval verify`: the classes of libraries, rewritten, pass the verifier.

use std::path::{Path, PathBuf};
use std::process::Command;

use project::Sources;

use super::{Arguments, Results, Runner, differences, found};
use crate::points_to::build::Workshop;

/// The libraries whose classes count; the others are what they need.
const LIBRARIES: [&str; 12] = [
    "h2",
    "lucene-core",
    "derby-1",
    "tomcat-embed-core",
    "guava",
    "netty-common",
    "netty-buffer",
    "netty-codec",
    "netty-handler",
    "kotlin-stdlib",
    "scala-library",
    "groovy",
];

/// Prints the table; whether all is well.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = arguments.jdk()?;
    let runner = Runner::new(arguments, &jdk)?;
    let workshop = Workshop::new();
    let jars = workshop.jars_of("verify", None)?;
    let source = workshop.root.join("eval/verify/LoadJar.java");
    let compiled = project::compile(&jdk, &Sources::new(&[source], &[]), &[]);
    let compiled = compiled.map_err(|error| error.to_string())?;
    let report = workshop.output.join("verify.json");
    println!("{jdk}\n");
    println!("| library | classes | link natively | link watched | gaps |");
    println!("|---|---|---|---|---|");
    let mut problems = Vec::new();
    for library in LIBRARIES.iter().filter(|name| arguments.wants(name)) {
        let (wanted, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
            jars.iter().partition(|jar| is_library(jar, library));
        let [jar] = wanted[..] else { return Err(format!("there is no one jar of {library}")) };
        let load = |mut command: Command| {
            command.args(["-Xverify:all", "-cp"]).arg(compiled.classes()).arg("LoadJar");
            results(command.arg(jar).args(&others))
        };
        let (native, watched) = (load(runner.native())?, load(runner.watched(&report))?);
        let linked = |all: &Results| all.values().filter(|result| *result == "linked").count();
        let (_, gaps) = found(&report)?;
        let (before, after) = (linked(&native), linked(&watched));
        println!("| {} | {} | {before} | {after} | {gaps} |", name(jar), native.len());
        problems.extend(differences(&native, &watched));
    }
    problems.iter().for_each(|problem| println!("\n{problem}"));
    Ok(problems.is_empty())
}

fn name(jar: &Path) -> String {
    jar.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// `name-1.2.jar`
fn is_library(jar: &Path, library: &str) -> bool {
    let name = name(jar);
    let rest = name.strip_prefix(library).unwrap_or_default();
    rest.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit() || first == '.')
}

fn results(command: &mut Command) -> Result<Results, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let results: Results = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, result)| (name.to_owned(), result.to_owned()))
        .collect();
    if results.is_empty() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_known_by_the_name_of_its_jar() {
        assert!(is_library(Path::new("lib/derby-10.16.1.1.jar"), "derby-1"));
        assert!(is_library(Path::new("netty-common-4.1.Final.jar"), "netty-common"));
        assert!(!is_library(Path::new("derbyshared-10.16.jar"), "derby-1"));
        assert!(!is_library(Path::new("netty-transport-4.1.jar"), "netty-common"));
    }
}
