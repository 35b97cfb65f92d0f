//! `deadheat explain`: all about one race.

use std::process::ExitCode;

use crate::args::{Explain, RaceFormat};
use crate::ask::{Asked, ask, tell};
use crate::settings::Settings;
use crate::{INCOMPLETE, output};

pub(crate) fn run(args: &Explain) -> Result<ExitCode, String> {
    let Explain { id, check: args } = args;
    if !matches!(args.format, RaceFormat::Text | RaceFormat::Json) {
        return Err("a race is explained as text or json".to_owned());
    }
    let settings = Settings::of(args)?;
    output::check_file(args.output.as_deref())?;
    let asked = ask(&settings, |analysis, progress| analysis.explain(id, progress))?;
    let Some(Asked { program, analysis, answer: (mut report, story), .. }) = asked else {
        return Ok(ExitCode::from(INCOMPLETE));
    };
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
