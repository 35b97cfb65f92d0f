//! A report for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Access, Analysed, Aside, Deadlock, Declared, Location, Race, Report};

/// Goes up when something that is there changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    jvms: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<Analysis<'r>>,
    races: Vec<Entry<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressed: Vec<Suppressed<'r>>,
    #[serde(skip_serializing_if = "<[Deadlock]>::is_empty")]
    deadlocks: &'r [Deadlock],
    gaps: &'r [String],
}

/// What was analysed.
#[derive(Serialize)]
struct Analysis<'r> {
    mode: &'static str,
    entry_points: &'r [String],
    policy: &'r str,
    threads: usize,
    counts: BTreeMap<&'r str, u64>,
    seconds: BTreeMap<&'r str, f64>,
    further: usize,
    #[serde(skip_serializing_if = "is_zero")]
    hurried: usize,
    hidden_possible: usize,
    hidden_unlikely: usize,
}

/// A race. One that a run has shown has an earlier and a later access; others have two.
#[derive(Serialize)]
struct Entry<'r> {
    id: &'r str,
    /// Only of an analysis: what is wrong. Of what breaks a declaration, both accesses are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    tier: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_unlikely: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubts: Option<&'r [String]>,
    location: &'r Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    location_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accesses: Option<[&'r Access; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'r str>,
    #[serde(skip_serializing_if = "<[Declared]>::is_empty")]
    declared: &'r [Declared],
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<&'r Access>,
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<&'r Access>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<&'r str>,
}

/// A race that is known already.
#[derive(Serialize)]
struct Suppressed<'r> {
    by: &'static str,
    justification: &'r str,
    race: Entry<'r>,
}

/// The report as JSON, with a line end.
pub fn to_json<'r>(report: &'r Report) -> String {
    let entry = if report.analysis.is_some() { found } else { seen };
    let suppressed = |aside: &'r Aside| Suppressed {
        by: aside.reason.name(),
        justification: aside.reason.justification(),
        race: entry(&aside.race),
    };
    let document = Document {
        version: VERSION,
        jvms: report.analysis.is_none().then_some(report.jvms),
        analysis: report.analysis.as_ref().map(analysis),
        races: report
            .races
            .iter()
            .map(|race| Entry {
                declared: report.declared(race),
                replay: report.replays.get(&race.id).map(String::as_str),
                ..entry(race)
            })
            .collect(),
        suppressed: report.aside.iter().map(suppressed).collect(),
        deadlocks: &report.deadlocks,
        gaps: &report.gaps,
    };
    let mut text = serde_json::to_string_pretty(&document)
        .expect("invariant: a report holds nothing that JSON cannot");
    text.push('\n');
    text
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn analysis(of: &Analysed) -> Analysis<'_> {
    // Whole microseconds: more digits mean nothing.
    let seconds = |time: &std::time::Duration| time.as_micros() as f64 / 1e6;
    Analysis {
        mode: of.mode.name(),
        entry_points: &of.entries,
        policy: &of.policy,
        threads: of.threads,
        counts: of.counts.iter().map(|(name, count)| (name.as_str(), *count)).collect(),
        seconds: of.times.iter().map(|(name, time)| (name.as_str(), seconds(time))).collect(),
        further: of.further,
        hurried: of.hurried,
        hidden_possible: of.hidden_possible,
        hidden_unlikely: of.hidden_unlikely,
    }
}

/// A race that a run has shown.
fn seen(race: &Race) -> Entry<'_> {
    Entry {
        id: &race.id,
        rule: None,
        tier: race.tier.name(),
        is_unlikely: None,
        doubts: None,
        location: &race.location,
        location_text: None,
        accesses: None,
        why: None,
        declared: &[],
        earlier: Some(&race.earlier),
        later: Some(&race.later),
        count: Some(race.count),
        replay: None,
    }
}

/// A race that an analysis has found.
fn found(race: &Race) -> Entry<'_> {
    Entry {
        rule: Some(race.rule.name()),
        is_unlikely: Some(race.is_unlikely),
        doubts: Some(&race.doubts),
        location_text: Some(race.location.to_string()),
        accesses: Some([&race.earlier, &race.later]),
        why: race.why.as_deref(),
        earlier: None,
        later: None,
        count: None,
        ..seen(race)
    }
}
