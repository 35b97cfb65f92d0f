//! The score of `deadheat check` on the corpus.
//!
//! `corpus/AREA/NAME/*.java` is a program whose main class is `AREA.NAME.Main`. A line that takes part in a race ends with
//! `// race:ID`; a pair that is reported is right if both lines share an ID. What is known to be wrong is marked, with the reason:
//! an ID that the default view misses with `// race:ID missed: reason`, one that no view shows with `// race:ID never found: …`,
//! a line with a false alarm with `// safe: … (false alarm: reason)`, or `(false alarm even when precise: reason)`. What is
//! wrong and not marked fails, and so does a mark that is no longer true.
//! The first line `// jdk: 25` names the oldest release that compiles the program.
//!
//! `DEADHEAT_CORPUS=order/joinloop cargo test -p engine --test corpus -- --nocapture` shows everything about one program, or
//! about those of an area; several names have commas between.

mod marks;
mod programs;
mod score;
mod techniques;

use std::collections::{BTreeMap, BTreeSet};

use programs::Program;
use score::Score;

/// The bars for the default view, in percent.
const PRECISION: usize = 90;
const RECALL: usize = 95;

/// The bar for the precision of the default view on parallel loops, all of whose races it must show.
const LOOPS_PRECISION: usize = 95;

/// The bars that are not met.
const MISSED: [&str; 0] = [];

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
    let loops = areas.get("loops").cloned().unwrap_or_default();
    let mut total = Score::default();
    areas.into_values().for_each(|score| total.add(score));
    complaints.sort();
    complaints.dedup();
    if wanted.is_some() {
        complaints.iter().for_each(|complaint| println!("not marked: {complaint}"));
    } else {
        let missed = judge(&total, &loops);
        assert!(
            complaints.is_empty(),
            "{} not marked:\n{}",
            complaints.len(),
            complaints.join("\n")
        );
        assert_eq!(missed, MISSED, "the bars that are not met");
    }
}

/// The example of IteRace, with streams: the 12 races of its Fig. 3. A report names lines, and in two places a line has both
/// a read and a write that race with the write of the other iteration, so it has 10 pairs.
#[test]
fn nbody_has_the_published_races() {
    let programs = programs::all(Some("loops/nbody"));
    let checked = programs::check(&programs);
    let [(_, report)] = checked.as_slice() else { panic!("there is one NBody") };
    let shown = report.races.iter().filter(|race| !race.is_unlikely).map(score::pair);
    let found: BTreeSet<String> = shown
        .map(|pair| {
            let [first, second] = pair.places;
            let name = pair.location.rsplit('.').next().unwrap_or_default().to_owned();
            format!("{first} {second} {name}")
        })
        .collect();
    let center = [83, 84, 87, 89, 90, 92, 93].map(|line| {
        let (first, second) = (line.min(84), line.max(84));
        format!("Main.java:{first} Main.java:{second} centerOfMass")
    });
    let others = [(89, "x"), (90, "y"), (93, "history")]
        .map(|(line, name)| format!("Main.java:{line} Main.java:{line} {name}"));
    assert_eq!(found, center.into_iter().chain(others).collect());
}

/// Compares the score with the bars. One that is not met is told, and must be known.
fn judge(total: &Score, loops: &Score) -> Vec<&'static str> {
    let [precise, default, lenient] = &total.views;
    let [_, of_loops, _] = &loops.views;
    let percent = |part: usize, whole: usize| part as f64 * 100.0 / whole.max(1) as f64;
    let bars = [
        (
            "precise: no false pair",
            format!("{} of {} false", precise.pairs - precise.right, precise.pairs),
            precise.pairs == precise.right,
        ),
        (
            "default: precision",
            format!("{:.1} % (bar {PRECISION} %)", percent(default.right, default.pairs)),
            default.right * 100 >= PRECISION * default.pairs,
        ),
        (
            "default: recall",
            format!("{:.1} % (bar {RECALL} %)", percent(default.found, total.ids)),
            default.found * 100 >= RECALL * total.ids,
        ),
        (
            "lenient: every ID",
            format!("{} of {}", lenient.found, total.ids),
            lenient.found == total.ids,
        ),
        (
            "loops: every ID",
            format!("{} of {}", of_loops.found, loops.ids),
            of_loops.found == loops.ids,
        ),
        (
            "loops: precision",
            format!("{:.1} % (bar {LOOPS_PRECISION} %)", percent(of_loops.right, of_loops.pairs)),
            of_loops.right * 100 >= LOOPS_PRECISION * of_loops.pairs,
        ),
    ];
    for (bar, measured, is_met) in &bars {
        println!("{bar:24} {measured:24} {}", if *is_met { "met" } else { "MISSED" });
    }
    bars.iter().filter(|(.., met)| !met).map(|(bar, ..)| *bar).collect()
}

fn print_all(program: &Program, report: &report::Report) {
    println!("=== {}\n{}", program.name(), anstream::adapter::strip_str(&report::to_text(report)));
    for pair in score::pairs(report) {
        let verdict = if program.marks.is_right(&pair) { "right" } else { "WRONG" };
        println!("{verdict}  {}", score::line(program, &pair));
    }
}
