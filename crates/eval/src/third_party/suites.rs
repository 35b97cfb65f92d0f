//! `eval suites`: the tests of libraries have the same results under the agent.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::{Arguments, Results, Runner, differences, found};
use crate::points_to::build::{Workshop, join};

/// The libraries, as the profiles of `eval/suites/pom.xml` are called.
const SUITES: [&str; 4] =
    ["commons-pool2", "commons-lang3", "commons-codec", "commons-collections4"];

/// Tests that fill the whole heap take as long as that is large.
const LEFT_OUT: &str = ".*OutOfMemory.*";

/// Packages that tests look into.
const OPENED: [&str; 9] = [
    "java.lang",
    "java.lang.invoke",
    "java.lang.reflect",
    "java.math",
    "java.time",
    "java.time.chrono",
    "java.util",
    "java.util.concurrent",
    "java.util.regex",
];

/// What comes with the launcher of tests.
const LAUNCHER: [&str; 5] =
    ["junit-jupiter", "junit-platform-", "opentest4j", "apiguardian", "junit-vintage"];

/// Prints the table; whether all is well.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = arguments.jdk()?;
    let runner = Runner::new(arguments, &jdk)?;
    let workshop = Workshop::new();
    let report = workshop.output.join("suites.json");
    println!("{jdk}\n");
    println!("| library | tests | pass natively | pass watched | time × | races | gaps |");
    println!("|---|---|---|---|---|---|---|");
    let mut problems = Vec::new();
    for suite in SUITES.iter().filter(|name| arguments.wants(name)) {
        let jars = workshop.jars_of("suites", Some(suite))?;
        let execute = |mut command: Command| {
            let start = Instant::now();
            tests(prepare(&mut command, &jars)?).map(|results| (results, start.elapsed()))
        };
        let (native, before) = execute(runner.native())?;
        let (watched, after) = execute(runner.watched(&report))?;
        let passed = |all: &Results| all.values().filter(|result| *result == PASSED).count();
        let (races, gaps) = found(&report)?;
        let ratio = after.as_secs_f64() / before.as_secs_f64();
        println!(
            "| {suite} | {} | {} | {} | {ratio:.1} | {races} | {gaps} |",
            native.len(),
            passed(&native),
            passed(&watched),
        );
        problems.extend(differences(&native, &watched));
    }
    problems.iter().for_each(|problem| println!("\n{problem}"));
    Ok(problems.is_empty())
}

fn is_one_of(jar: &Path, starts: &[&str]) -> bool {
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    starts.iter().any(|start| name.starts_with(start))
}

/// The launcher of tests for what is in the jar with tests.
fn prepare<'c>(command: &'c mut Command, jars: &[PathBuf]) -> Result<&'c mut Command, String> {
    let ends = |end: &'static str| {
        move |jar: &&PathBuf| jar.file_name().is_some_and(|n| n.to_string_lossy().ends_with(end))
    };
    let tests = jars.iter().find(ends("-tests.jar")).ok_or("there is no jar with tests")?;
    let launcher = jars.iter().find(|jar| is_one_of(jar, &["junit-platform-console-standalone"]));
    let launcher = launcher.ok_or("there is no launcher of tests")?;
    let libraries: Vec<PathBuf> =
        jars.iter().filter(|jar| !is_one_of(jar, &LAUNCHER)).cloned().collect();
    command.args(["-Xmx1g", "-Duser.language=en", "-Duser.country=US"]);
    for package in OPENED {
        command.arg("--add-opens").arg(format!("java.base/{package}=ALL-UNNAMED"));
    }
    command.arg("-jar").arg(launcher).arg("--class-path").arg(join(&libraries));
    command.arg("--scan-class-path").arg(tests).args(["--exclude-classname", LEFT_OUT]);
    command.args(["--details=tree", "--details-theme=ascii"]);
    Ok(command.args(["--disable-ansi-colors", "--disable-banner"]))
}

const PASSED: &str = "passed";

fn tests(command: &mut Command) -> Result<Results, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let results = parse(&String::from_utf8_lossy(&output.stdout));
    if results.is_empty() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(results)
}

/// Lines such as `|  |  +-- testClose() [OK]`, below a line with the name of their class.
fn parse(text: &str) -> Results {
    let mut results = Results::new();
    let mut above: Vec<(usize, String)> = Vec::new();
    for line in text.lines() {
        let Some(start) = line.find("+-- ").or_else(|| line.find("'-- ")) else { continue };
        let rest = &line[start + 4..];
        let marks = [(" [OK]", PASSED), (" [X]", "failed"), (" [S]", "skipped"), (" [A]", "ended")];
        let mark = marks.iter().find_map(|(mark, result)| Some((rest.find(mark)?, result)));
        let (end, result) = mark.unwrap_or((rest.len(), &""));
        above.retain(|(depth, _)| *depth < start);
        above.push((start, lasting(&rest[..end])));
        if !result.is_empty() {
            let names: Vec<&str> = above.iter().map(|(_, name)| name.as_str()).collect();
            // Names can come twice: tests with parameters.
            let mut name = names.join(" > ");
            while results.contains_key(&name) {
                name.push('+');
            }
            results.insert(name, (*result).to_owned());
        }
    }
    results
}

/// The part of a name that is the same the next time: not how long a test took, nor where its parameters are in memory.
fn lasting(name: &str) -> String {
    let words = name.strip_suffix(" ms").and_then(|name| name.rsplit_once(' '));
    let name = match words {
        Some((name, time)) if time.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    };
    match name.rsplit_once('@') {
        Some((name, hash)) if hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => name.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_the_next_time() {
        assert_eq!(lasting("testPool() 11132 ms"), "testPool()");
        assert_eq!(lasting("[1] a.CallStack@268c030f"), "[1] a.CallStack");
        assert_eq!(lasting("[1] me@home"), "[1] me@home");
        assert_eq!(lasting("takes 5 or more ms"), "takes 5 or more ms");
    }

    #[test]
    fn results_are_read_with_the_names_above_them() {
        let text = "'-- JUnit Jupiter [OK]\n  +-- PoolTest [OK]\n  | +-- close() [OK]\n\
                    | '-- borrow() [X] expected: 1\n  '-- Other [OK]\n";
        let results = parse(text);
        let of = |name: &str| results.get(name).map(String::as_str);
        assert_eq!(of("JUnit Jupiter > PoolTest > close()"), Some(PASSED));
        assert_eq!(of("JUnit Jupiter > PoolTest"), Some(PASSED));
        assert!(results.values().any(|result| result == "failed"), "{results:?}");
    }
}
