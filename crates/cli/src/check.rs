//! `deadheat check`: the races of a program, without running it.

use std::process::ExitCode;

use report::Report;

use crate::args::{Check, RaceFormat};
use crate::ask::{Asked, ask, tell};
use crate::settings::Settings;
use crate::{INCOMPLETE, RACES, output, sources};

pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    let settings = Settings::of(args)?;
    output::check_file(args.output.as_deref())?;
    output::check_file(args.write_baseline.as_deref())?;
    let asked =
        ask(&settings, |analysis, progress| analysis.check(settings.mode.into(), progress))?;
    let Some(Asked { program, analysis, answer: mut report, clock }) = asked else {
        return Ok(ExitCode::from(INCOMPLETE));
    };
    clock.finish(&mut report);
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
