//! `deadheat explain`: all about one race.

use std::process::ExitCode;
use std::sync::Arc;

use engine::{Analysis, Problem, Program};

use crate::args::{Explain, RaceFormat};
use crate::check::{tell, why_not};
use crate::progress::Bar;
use crate::settings::Settings;
use crate::{INCOMPLETE, output};

pub(crate) fn run(args: &Explain) -> Result<ExitCode, String> {
    let Explain { id, check: args } = args;
    if !matches!(args.format, RaceFormat::Text | RaceFormat::Json) {
        return Err("a race is explained as text or json".to_owned());
    }
    let settings = Settings::of(args)?;
    output::check_file(args.output.as_deref())?;
    let progress = Bar::new();
    let program = Arc::new(Program::open(&settings.request, &progress));
    if program.problems().iter().any(|problem| matches!(problem, Problem::Jdk(_))) {
        drop(progress);
        output::problems(program.problems().iter());
        return Ok(ExitCode::from(INCOMPLETE));
    }
    let analysis = Analysis::run(Arc::clone(&program), &settings.analysis, &progress);
    let explained = analysis.map(|analysis| {
        let explained = analysis.explain(id, &progress);
        (analysis, explained)
    });
    drop(progress);
    let (analysis, (mut report, story)) = explained.map_err(|no_entry| {
        output::problems(program.problems().iter());
        why_not(&settings, &no_entry)
    })?;
    settings.tell(&program, analysis.entries());
    let is_complete = tell(&program, &analysis, &mut report);
    let story = story.map_err(|no_story| no_story.to_string())?;
    let declared = analysis.declared(&report);
    let declared = declared.get(&story.race.id).map_or(&[][..], Vec::as_slice);
    let text = match args.format {
        RaceFormat::Json => report::story_to_json(&story),
        _ => report::story_to_text(&story, declared, output::columns(args.output.as_deref())),
    };
    output::write_result(args.output.as_deref(), &text)?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}
