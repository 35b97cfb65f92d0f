//! `deadheat check`: the races of a program, without running it.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Analysis, Incomplete, NoEntry, Problem, Program};
use report::Report;

use crate::args::{Check, RaceFormat};
use crate::progress::Bar;
use crate::settings::Settings;
use crate::{INCOMPLETE, RACES, output, sources};

pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    let settings = Settings::of(args)?;
    output::check_file(args.output.as_deref())?;
    output::check_file(args.write_baseline.as_deref())?;
    let mut clock = Clock::new();
    let progress = Bar::new();
    let program = Arc::new(Program::open(&settings.request, &progress));
    clock.lap("opening");
    // Without a JDK nothing would be known about threads.
    if program.problems().iter().any(|problem| matches!(problem, Problem::Jdk(_))) {
        drop(progress);
        output::problems(program.problems().iter());
        return Ok(ExitCode::from(INCOMPLETE));
    }
    let analysis = Analysis::run(Arc::clone(&program), &settings.analysis, &progress);
    clock.lap("points_to");
    let checked = analysis.map(|analysis| {
        let report = analysis.check(settings.mode.into(), &progress);
        (analysis, report)
    });
    drop(progress);
    let (analysis, mut report) = checked.map_err(|no_entry| {
        output::problems(program.problems().iter());
        why_not(&settings, &no_entry)
    })?;
    clock.finish(&mut report);
    settings.tell(&program, analysis.entries());
    let mut is_complete = tell(&program, &analysis, &mut report);
    let marks = analysis.marks();
    report.set_aside(|race| {
        marks.reason(race).map(|justification| report::Reason::Source { justification })
    });
    is_complete &= settings.set_aside(&program, &mut report);
    report.declared = analysis.declared(&report);
    if args.format == RaceFormat::Sarif {
        report.sources = sources::of_check(&analysis, &report);
    }
    show(args, &report, is_complete)?;
    if let Some(file) = &args.write_baseline {
        output::write_result(Some(file), &report::to_baseline(&report))?;
    }
    Ok(exit_code(args, &settings, &report, is_complete))
}

/// Why nothing can be checked, and what to do.
pub(crate) fn why_not(settings: &Settings, no_entry: &NoEntry) -> String {
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
    pub(crate) fn new() -> Clock {
        let now = Instant::now();
        Clock { started: now, last: now, laps: Vec::new() }
    }

    pub(crate) fn lap(&mut self, what: &str) {
        self.laps.push((what.to_owned(), self.last.elapsed()));
        self.last = Instant::now();
    }

    fn finish(self, report: &mut Report) {
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

fn show(args: &Check, report: &Report, is_complete: bool) -> Result<(), String> {
    let text = match (args.format, args.limit) {
        (RaceFormat::Text, limit) => {
            let limit = if limit == 0 { usize::MAX } else { limit };
            let columns = output::columns(args.output.as_deref());
            let layout = report::Layout { locations: limit, columns, depth: args.depth };
            report::to_laid_out_text(report, layout)
        }
        (RaceFormat::Pairs, _) => report::to_pairs(report),
        (RaceFormat::Json, _) => report::to_json(report),
        (RaceFormat::Sarif, _) => report::to_sarif(report, is_complete),
    };
    output::write_result(args.output.as_deref(), &text)
}

fn exit_code(args: &Check, settings: &Settings, report: &Report, is_complete: bool) -> ExitCode {
    // What was just written down as known is no reason to fail.
    let is_failure = args.write_baseline.is_none()
        && report.races.iter().any(|race| settings.fail_on.includes(race.tier));
    match (is_complete, is_failure) {
        (false, _) => ExitCode::from(INCOMPLETE),
        (true, true) => ExitCode::from(RACES),
        (true, false) => ExitCode::SUCCESS,
    }
}
