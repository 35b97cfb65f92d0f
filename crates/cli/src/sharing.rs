//! `deadheat sharing`: which accesses of a program are to data that threads share.

use std::process::ExitCode;

use report::Report;

use crate::args::{Sharing, SharingAlgorithm, SharingFormat};
use crate::ask::{Asked, ask, tell};
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
    let algorithm = match args.algorithm {
        SharingAlgorithm::Escape => engine::SharingAlgorithm::Escape,
        SharingAlgorithm::Tsa => engine::SharingAlgorithm::Tsa,
        SharingAlgorithm::Mhp => engine::SharingAlgorithm::Mhp,
    };
    let asked = ask(&settings, |analysis, progress| analysis.sharing(algorithm, progress))?;
    let Some(Asked { program, analysis, answer: mut report, clock }) = asked else {
        return Ok(ExitCode::from(INCOMPLETE));
    };
    clock.finish_analysis(&mut report.analysis);
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
