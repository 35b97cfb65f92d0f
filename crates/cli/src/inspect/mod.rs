//! `deadheat inspect`: a summary of a program, the SSA form of a class or method beside its source lines, or answers about
//! the whole program: calls, points-to sets, gaps.

mod analysis;
mod json;
mod names;
mod text;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use engine::{Found, Program, Summary};

use crate::args::{Format, Inspect, Task};
use crate::progress::Bar;
use crate::settings::{analysis_request, configuration, program_request};
use crate::{INCOMPLETE, output};

pub(crate) fn run(args: &Inspect) -> Result<ExitCode, String> {
    let (inputs, task) = args.split()?;
    let config = configuration(args.config.as_deref(), &inputs)?.unwrap_or_default();
    let started = Instant::now();
    let progress = Bar::new();
    let program = Program::open(&program_request(&config, &args.program, inputs), &progress);
    match task {
        Task::Summary => {
            let summary = program.summary(&progress);
            drop(progress);
            show_summary(args, &program, &summary, started.elapsed())
        }
        Task::Show(name) => {
            let found = program.find(name);
            drop(progress);
            match found {
                Ok(found) => show_class(args, &program, &found),
                Err(not_found) => {
                    output::problems(program.problems().iter());
                    Err(not_found.to_string())
                }
            }
        }
        Task::Analyse(calls) => {
            let request = args.analysis.request(engine::Policy::Thread);
            let request = analysis_request(&config, request);
            analysis::run(args, program, &request, calls, progress, started)
        }
    }
}

fn show_summary(
    args: &Inspect,
    program: &Program,
    summary: &Summary,
    time: Duration,
) -> Result<ExitCode, String> {
    let problems = program.problems().iter().chain(&summary.problems);
    let is_complete = output::problems(problems.clone());
    if summary.classes == 0 {
        // Never success when nothing could be read.
        let inputs = args.operands.join(", ");
        return Err(format!("{inputs}: there is no class that could be read"));
    }
    let text = match args.format {
        Format::Text => text::summary(args, program, summary, time),
        Format::Json => json::summary(args, program, summary, problems, time),
    };
    output::write_result(args.output.as_deref(), &text)?;
    Ok(status(is_complete))
}

fn show_class(args: &Inspect, program: &Program, found: &Found) -> Result<ExitCode, String> {
    let is_complete = output::problems(program.problems().iter().chain(&found.problems));
    let text = match args.format {
        Format::Text => text::class(found),
        Format::Json => json::class(found),
    };
    output::write_result(args.output.as_deref(), &text)?;
    Ok(status(is_complete))
}

fn status(is_complete: bool) -> ExitCode {
    if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}
