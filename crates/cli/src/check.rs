//! `deadheat check`: the races of a program, without running it.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Analysis, Incomplete, NoEntry, Problem, Program};
use report::Report;

use crate::args::{Check, RaceFormat};
use crate::progress::Bar;
use crate::{INCOMPLETE, RACES, output};

pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    output::check_file(args.output.as_deref())?;
    let mut clock = Clock::new();
    let progress = Bar::new();
    let program = Arc::new(Program::open(&args.program.request(args.inputs()), &progress));
    clock.lap("opening");
    // Without a JDK nothing would be known about threads.
    if program.problems().iter().any(|problem| matches!(problem, Problem::Jdk(_))) {
        drop(progress);
        output::problems(program.problems().iter());
        return Ok(ExitCode::from(INCOMPLETE));
    }
    let analysis = Analysis::run(
        Arc::clone(&program),
        &args.analysis.request(engine::Policy::ThreadObject),
        &progress,
    );
    clock.lap("points_to");
    let checked = analysis.map(|analysis| {
        let report = analysis.check(args.mode.into(), &progress);
        (analysis, report)
    });
    drop(progress);
    let (analysis, mut report) = checked.map_err(|no_entry| {
        output::problems(program.problems().iter());
        why_not(args, &no_entry)
    })?;
    clock.finish(&mut report);
    let is_complete = tell(&program, &analysis, &mut report);
    show(args, &report)?;
    Ok(exit_code(args, &report, is_complete))
}

/// Why nothing can be checked, and what to do.
fn why_not(args: &Check, no_entry: &NoEntry) -> String {
    match no_entry {
        NoEntry::NoClass => {
            let inputs =
                args.inputs().iter().map(|input| input.display().to_string()).collect::<Vec<_>>();
            let inputs = inputs.join(", ");
            format!(
                "{inputs}: there is no class that could be read; name class folders, jars or sources of a program"
            )
        }
        _ => no_entry.to_string(),
    }
}

/// How long each part takes.
struct Clock {
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

    fn finish(self, report: &mut Report) {
        let Some(analysis) = &mut report.analysis else { return };
        analysis.times.splice(0..0, self.laps);
        analysis.times.push(("total".to_owned(), self.started.elapsed()));
    }
}

/// Says what stands in the way of a whole answer; whether nothing does.
fn tell(program: &Program, analysis: &Analysis, report: &mut Report) -> bool {
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

fn show(args: &Check, report: &Report) -> Result<(), String> {
    let text = match (args.format, args.limit) {
        (RaceFormat::Text, 0) => report::to_text(report),
        (RaceFormat::Text, limit) => report::to_short_text(report, limit),
        (RaceFormat::Pairs, _) => report::to_pairs(report),
        (RaceFormat::Json, _) => report::to_json(report),
    };
    output::write_result(args.output.as_deref(), &text)
}

fn exit_code(args: &Check, report: &Report, is_complete: bool) -> ExitCode {
    let is_failure = report.races.iter().any(|race| args.fail_on.includes(race.tier));
    match (is_complete, is_failure) {
        (false, _) => ExitCode::from(INCOMPLETE),
        (true, true) => ExitCode::from(RACES),
        (true, false) => ExitCode::SUCCESS,
    }
}
