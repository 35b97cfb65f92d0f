//! The score of `deadheat check` on the corpus.
//!
//! `corpus/AREA/NAME/*.java` is a program whose main class is `AREA.NAME.Main`. A line that takes part in a race ends with
//! `// race:ID`; a pair that is reported is right if both lines share an ID. What is known to be wrong is marked: an ID that
//! the default view misses with `// race:ID missed: reason`, a line with a false alarm with `// safe: … (false alarm: reason)`.
//! What is wrong and not yet understood well enough for a reason is listed in `known.txt`; `DEADHEAT_BLESS=1` writes it anew.
//! The first line `// jdk: 25` names the oldest release that compiles the program.
//!
//! `DEADHEAT_CORPUS=order/joinloop cargo test -p engine --test corpus -- --nocapture` shows everything about one program, or
//! about those of an area.

mod marks;
mod programs;
mod score;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use programs::Program;
use score::{Score, View};

/// The bars for the default view, in percent.
const PRECISION: usize = 90;
const RECALL: usize = 95;

#[test]
fn the_corpus_is_scored() {
    let wanted = std::env::var("DEADHEAT_CORPUS").ok();
    let programs = programs::all(wanted.as_deref());
    assert!(!programs.is_empty(), "there is no program {wanted:?} in the corpus");
    let mut areas: BTreeMap<&str, Score> = BTreeMap::new();
    let mut complaints = Vec::new();
    for (program, report) in programs::check(&programs) {
        if wanted.is_some() {
            print_all(program, &report);
        }
        let score = Score::of(program, &report);
        complaints.extend(score.complaints.iter().cloned());
        areas.entry(&program.area).or_default().add(score);
    }
    println!("{}", score::table(&areas));
    let mut total = Score::default();
    areas.into_values().for_each(|score| total.add(score));
    let default = &total.views[View::Default as usize];
    let percent = |part: usize, whole: usize| part as f64 * 100.0 / whole.max(1) as f64;
    println!(
        "default view: precision {:.1} % (bar {PRECISION} %), recall {:.1} % (bar {RECALL} %)",
        percent(default.right, default.pairs),
        percent(default.found, total.ids)
    );
    if wanted.is_none() {
        compare(complaints);
    }
}

/// What is wrong must be what is known to be wrong.
fn compare(mut complaints: Vec<String>) {
    complaints.sort();
    complaints.dedup();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/known.txt");
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        std::fs::write(&path, complaints.join("\n") + "\n").unwrap();
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<&str> = known.lines().collect();
    let found: BTreeSet<&str> = complaints.iter().map(String::as_str).collect();
    let new: Vec<&str> = found.difference(&known).copied().collect();
    let gone: Vec<&str> = known.difference(&found).copied().collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "{} wrong that are not in known.txt:\n{}\n\n{} in known.txt that are right now:\n{}",
        new.len(),
        new.join("\n"),
        gone.len(),
        gone.join("\n")
    );
}

fn print_all(program: &Program, report: &report::Report) {
    println!("=== {}\n{}", program.name(), anstream::adapter::strip_str(&report::to_text(report)));
    for pair in score::pairs(report) {
        let verdict = if program.marks.is_right(&pair) { "right" } else { "WRONG" };
        println!("{verdict}  {}", score::line(program, &pair));
    }
}
