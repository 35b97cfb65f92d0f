//! The techniques of IteRace, with and without.

use std::collections::BTreeSet;

use engine::{Technique, Techniques};
use report::{Race, Report};

use crate::programs;

/// A program with each of several sets of techniques.
fn check<const N: usize>(program: &str, techniques: [Techniques; N]) -> [Report; N] {
    let programs = programs::all(Some(program));
    let reports: Vec<Report> =
        programs::check_by(&programs, &techniques).into_iter().map(|(_, report)| report).collect();
    reports.try_into().expect("there is one program of this name")
}

fn shown(report: &Report) -> impl Iterator<Item = &Race> {
    report.races.iter().filter(|race| !race.is_unlikely)
}

/// Pairs of accesses, as the paper counts them: a line that reads and writes has two.
fn warnings(report: &Report) -> usize {
    shown(report).map(|race| race.folded.len()).sum()
}

/// `x@80`: what is raced on, and in which lines.
fn groups(report: &Report) -> BTreeSet<String> {
    let of = |race: &Race| {
        let name = match (&race.location.holder, &race.location.field) {
            (None, Some(field)) => field.clone(),
            _ => report::simple(&race.location.class).to_owned(),
        };
        let lines = [&race.earlier, &race.later];
        lines.map(|access| format!("{name}@{}", access.site.place().replace("Main.java:", "")))
    };
    shown(report).flat_map(of).collect()
}

/// The groups of a report that another does not have.
fn new(report: &Report, than: &Report) -> BTreeSet<String> {
    groups(report).difference(&groups(than)).cloned().collect()
}

fn set(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|one| (*one).to_owned()).collect()
}

#[test]
fn all_configurations_work_and_each_technique_is_good_for_something() {
    let configurations: [Techniques; 32] =
        Techniques::configurations().collect::<Vec<_>>().try_into().expect("two to the fifth");
    let reports = check("loops/nbody", configurations);
    let of = |techniques: Techniques| {
        let at = configurations.iter().position(|one| *one == techniques);
        &reports[at.expect("it is one of them")]
    };
    let all = Techniques::all();
    assert_eq!(warnings(of(all)), 12, "as in Fig. 3");
    let mut techniques = Techniques::NONE;
    let mut before = warnings(of(techniques));
    for technique in Technique::ALL {
        techniques = techniques.with(technique);
        let now = warnings(of(techniques));
        assert!(now <= before, "{technique}: {now} in place of {before}");
        before = now;
    }
    for (techniques, report) in configurations.iter().zip(&reports) {
        let number = warnings(report);
        assert!(number >= 12, "{techniques:?}: {number}");
        for technique in techniques.missing().filter(|it| *it != Technique::BubbleUp) {
            let with = warnings(of(techniques.with(technique)));
            assert!(with <= number, "{techniques:?} with {technique}: {with} in place of {number}");
        }
    }
}

#[test]
fn without_a_technique_the_false_groups_appear_that_the_paper_predicts() {
    let all = Techniques::all();
    let [full, two, filtering, bubble, sync] = check(
        "loops/nbody",
        [
            all,
            all.without(Technique::TwoThreads),
            all.without(Technique::Filtering),
            all.without(Technique::BubbleUp),
            all.without(Technique::Sync),
        ],
    );
    // The particles' own fields.
    let own = new(&two, &full);
    for group in ["vX@78", "vY@79", "x@80", "y@81"] {
        assert!(own.contains(group), "{group} is not among {own:?}");
    }
    assert_eq!(new(&filtering, &full), set(&["PrintStream@92"]), "the standard output");
    assert_eq!(new(&sync, &full), set(&["m@87"]), "what is under the lock");
    let inside = new(&bubble, &full);
    assert_eq!(new(&full, &bubble), set(&["ArrayList@93"]));
    assert!(
        inside.iter().all(|group| group.starts_with("ArrayList@ArrayList.java:")),
        "{inside:?}"
    );
}

#[test]
fn locks_of_libraries_are_one_technique_and_those_of_the_program_another() {
    let unfiltered = Techniques::all().without(Technique::Filtering);
    let [unfiltered, deep, app] = check(
        "loops/wrappers",
        [unfiltered, unfiltered.without(Technique::DeepSync), unfiltered.without(Technique::Sync)],
    );
    assert!(warnings(&deep) > warnings(&unfiltered), "wrappers lock by themselves");
    assert!(warnings(&app) > warnings(&unfiltered), "who iterates has to lock");
}
