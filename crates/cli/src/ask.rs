//! Opens a program, analyses it and asks something of it: what `check`, `explain` and `sharing` have in common.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Analysis, Incomplete, NoEntry, Problem, Program};
use report::Report;

use crate::output;
use crate::progress::Bar;
use crate::settings::Settings;

/// A program, its analysis, and what was asked of it.
pub(crate) struct Asked<T> {
    pub(crate) program: Arc<Program>,
    pub(crate) analysis: Analysis,
    pub(crate) answer: T,
    pub(crate) clock: Clock,
}

/// None if there is no JDK, which has been told: without one nothing would be known about threads.
pub(crate) fn ask<T>(
    settings: &Settings,
    question: impl FnOnce(&Analysis, &Bar) -> T,
) -> Result<Option<Asked<T>>, String> {
    let mut clock = Clock::new();
    let progress = Bar::new();
    let program = Arc::new(Program::open(&settings.request, &progress));
    clock.lap("opening");
    if program.problems().iter().any(|problem| matches!(problem, Problem::Jdk(_))) {
        drop(progress);
        output::problems(program.problems().iter());
        return Ok(None);
    }
    let analysis = Analysis::run(Arc::clone(&program), &settings.analysis, &progress);
    clock.lap("points_to");
    let answered = analysis.map(|analysis| {
        let answer = question(&analysis, &progress);
        (analysis, answer)
    });
    drop(progress);
    let (analysis, answer) = answered.map_err(|no_entry| {
        output::problems(program.problems().iter());
        why_not(settings, &no_entry)
    })?;
    settings.tell(&program, analysis.entries());
    Ok(Some(Asked { program, analysis, answer, clock }))
}

/// Why nothing can be checked, and what to do.
fn why_not(settings: &Settings, no_entry: &NoEntry) -> String {
    match no_entry {
        NoEntry::NoClass => {
            let inputs =
                settings.inputs.iter().map(|input| input.display().to_string()).collect::<Vec<_>>();
            let inputs = inputs.join(", ");
            format!(
                "{inputs}: there is no class that could be read; name class folders, jars or sources of a program"
            )
        }
        _ => no_entry.to_string(),
    }
}

/// How long each part takes.
pub(crate) struct Clock {
    started: Instant,
    last: Instant,
    laps: Vec<(String, Duration)>,
}

impl Clock {
    fn new() -> Clock {
        let now = Instant::now();
        Clock { started: now, last: now, laps: Vec::new() }
    }

    fn lap(&mut self, what: &str) {
        self.laps.push((what.to_owned(), self.last.elapsed()));
        self.last = Instant::now();
    }

    pub(crate) fn finish(self, report: &mut Report) {
        if let Some(analysis) = &mut report.analysis {
            self.finish_analysis(analysis);
        }
    }

    pub(crate) fn finish_analysis(self, analysis: &mut report::Analysed) {
        analysis.times.splice(0..0, self.laps);
        analysis.times.push(("total".to_owned(), self.started.elapsed()));
    }
}

/// Says what stands in the way of a whole answer; whether nothing does.
pub(crate) fn tell(program: &Program, analysis: &Analysis, report: &mut Report) -> bool {
    let problems = || program.problems().iter().chain(analysis.problems());
    let mut is_complete = output::problems(problems());
    report.gaps.extend(problems().filter(|problem| problem.loses_input()).map(Problem::to_string));
    for reason in analysis.incomplete(report) {
        let text = reason.to_string();
        match reason.may_miss_races() {
            true => output::error(&text),
            false => output::warn(&text),
        }
        is_complete &= !reason.may_miss_races();
        if !matches!(reason, Incomplete::NoLines { .. }) {
            report.gaps.push(text);
        }
    }
    is_complete
}
