//! The README shows real output.

use crate::common::{deadheat, project_root};

/// What the README shows below a command.
fn shown(readme: &str, command: &str) -> Vec<String> {
    let (_, after) = readme.split_once(&format!("$ {command}\n")).expect("the README shows it");
    let until_next = |line: &&str| !line.starts_with("```") && !line.starts_with("$ ");
    let mut lines: Vec<String> = after.lines().take_while(until_next).map(str::to_owned).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn printed(command: &str) -> Vec<String> {
    let args = command.split(' ').skip(1);
    let outcome = deadheat(args);
    outcome.succeeds();
    outcome.stdout.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn a_method_looks_as_in_the_readme() {
    let readme = std::fs::read_to_string(project_root().join("README.md")).unwrap();
    let command = "./deadheat inspect examples/TicketShop.java Seats.sell";
    assert_eq!(printed(command), shown(&readme, command));
}

#[test]
fn a_summary_looks_as_in_the_readme() {
    let readme = std::fs::read_to_string(project_root().join("README.md")).unwrap();
    let command = "./deadheat inspect examples/TicketShop.java";
    let shown = shown(&readme, command);
    let jdk = project::locate(None).expect("./test installs a JDK when there is none");
    if !shown[1].contains(&format!(" {}.", jdk.release)) {
        return testkit::jdk::skip("the README was written with another release of the JDK");
    }
    // The JDK's update and the time are those of the day.
    let same_every_day = |lines: Vec<String>| -> Vec<String> {
        let is_kept = |line: &String| !line.starts_with("JDK") && !line.starts_with("time");
        lines.into_iter().filter(is_kept).collect()
    };
    assert_eq!(same_every_day(printed(command)), same_every_day(shown));
}

#[test]
fn races_look_as_in_the_readme() {
    let readme = std::fs::read_to_string(project_root().join("README.md")).unwrap();
    let command = "./deadheat check examples/TicketShop.java";
    let outcome = deadheat(command.split(' ').skip(1));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(1), ""));
    let printed: Vec<&str> = outcome.stdout.lines().map(str::trim_end).collect();
    assert_eq!(printed, shown(&readme, command));
}

/// Answers about the whole program. The counts at the end depend on the JDK.
#[test]
fn answers_look_as_in_the_readme() {
    let readme = std::fs::read_to_string(project_root().join("README.md")).unwrap();
    let without_counts = |lines: Vec<String>| -> Vec<String> {
        let is_count = |line: &String| {
            ["methods  ", "calls  ", "gaps  ", "time  "].iter().any(|label| line.starts_with(label))
        };
        lines.into_iter().filter(|line| !is_count(line)).collect()
    };
    for questions in ["--calls", "--points-to Seats.sell:this --threads"] {
        let command = format!("./deadheat inspect examples/TicketShop.java {questions}");
        assert_eq!(without_counts(printed(&command)), without_counts(shown(&readme, &command)));
    }
}
