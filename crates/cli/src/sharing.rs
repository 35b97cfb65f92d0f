//! `deadheat sharing`: which accesses of a program are to data that threads share.

use std::process::ExitCode;
use std::sync::Arc;

use engine::{Analysis, Problem, Program};
use report::Report;

use crate::args::{Sharing, SharingAlgorithm, SharingFormat};
use crate::check::{Clock, tell, why_not};
use crate::progress::Bar;
use crate::settings::{Named, Settings};
use crate::{INCOMPLETE, output};

pub(crate) fn run(args: &Sharing) -> Result<ExitCode, String> {
    let settings = Settings::of_program(Named {
        inputs: &args.inputs,
        config: args.config.as_deref(),
        library: &args.library,
        application: &args.application,
        program: &args.program,
        analysis: &args.analysis,
    })?;
    output::check_file(args.output.as_deref())?;
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
    let algorithm = match args.algorithm {
        SharingAlgorithm::Escape => engine::SharingAlgorithm::Escape,
        SharingAlgorithm::Tsa => engine::SharingAlgorithm::Tsa,
        SharingAlgorithm::Mhp => engine::SharingAlgorithm::Mhp,
    };
    let found = analysis.map(|analysis| {
        let report = analysis.sharing(algorithm, &progress);
        (analysis, report)
    });
    drop(progress);
    let (analysis, mut report) = found.map_err(|no_entry| {
        output::problems(program.problems().iter());
        why_not(&settings, &no_entry)
    })?;
    clock.finish_analysis(&mut report.analysis);
    settings.tell(&program, analysis.entries());
    let mut told = Report::default();
    let is_complete = tell(&program, &analysis, &mut told);
    report.gaps = told.gaps;
    let text = match args.format {
        SharingFormat::Text => {
            let limit = if args.limit == 0 { usize::MAX } else { args.limit };
            report::sharing_to_text(&report, limit)
        }
        SharingFormat::Json => report::sharing_to_json(&report),
        SharingFormat::Sites => report.to_sites(),
    };
    output::write_result(args.output.as_deref(), &text)?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}
