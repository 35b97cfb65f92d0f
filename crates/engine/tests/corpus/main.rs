//! The score of `deadheat check` on the corpus.
//!
//! `corpus/AREA/NAME/*.java` is a program whose main class is `AREA.NAME.Main`. A line that takes part in a race ends with
//! `// race:ID`; a pair that is reported is right if both lines share an ID. What is known to be wrong is marked: an ID that
//! the default view misses with `// race:ID missed: reason`, a line with a false alarm with `// safe: … (false alarm: reason)`.
//! The first line `// jdk: 25` names the oldest release that compiles the program.
//!
//! `DEADHEAT_CORPUS=order/joinloop cargo test -p engine --test corpus -- --ignored --nocapture` shows everything about one
//! program, or about those of an area.

mod marks;
mod programs;
mod score;

use std::collections::BTreeMap;

use programs::Program;
use score::{Score, View};

/// The bars that the default view has to take, in percent.
const PRECISION: usize = 90;
const RECALL: usize = 95;

#[test]
#[ignore = "the score is below the bars yet"]
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
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
    let percent = |part: usize, whole: usize| (part * 100).checked_div(whole).unwrap_or(100);
    let (precision, recall) =
        (percent(default.right, default.pairs), percent(default.found, total.ids));
    assert!(precision >= PRECISION, "the precision of the default view is {precision} %");
    assert!(recall >= RECALL, "the recall of the default view is {recall} %");
}

fn print_all(program: &Program, report: &report::Report) {
    println!("=== {}\n{}", program.name(), anstream::adapter::strip_str(&report::to_text(report)));
    for pair in score::pairs(report) {
        let verdict = if program.marks.is_right(&pair) { "right" } else { "WRONG" };
        println!("{verdict}  {}", score::line(program, &pair));
    }
}
