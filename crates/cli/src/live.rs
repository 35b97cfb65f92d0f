//! `deadheat lsp`, and what `lsp` and `watch` know about a folder before they read it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use project::{CONFIG_FILE, Config};

use crate::args::{Args, Command, Mode};
use crate::settings;

/// Serves an editor.
pub(crate) fn serve() -> Result<ExitCode, String> {
    let input = io::BufReader::new(io::stdin());
    let is_proper = lsp::serve(Arc::new(project), input, io::stdout());
    project::remove_temporary_folders();
    // Threads may be in the middle of an analysis that nobody wants any more.
    std::process::exit(i32::from(!is_proper));
}

/// What `deadheat check FOLDER` would do. The configuration is that of the folder, whatever the current one is.
pub(crate) fn project(folder: &Path) -> Result<lsp::Project, String> {
    let file = folder.join(CONFIG_FILE);
    let config = file.is_file().then(|| Config::read(&file)).transpose();
    let config = config.map_err(|error| error.to_string())?;
    let from = config.clone().unwrap_or_default();
    let parsed = Args::try_parse_from(["deadheat", "check"]).map_err(|error| error.to_string())?;
    let Command::Check(check) = parsed.command else {
        return Err("the command check is gone".to_owned());
    };
    let inputs: Vec<PathBuf> = match &from.inputs[..] {
        [] => vec![folder.to_owned()],
        inputs => inputs.to_vec(),
    };
    let request = settings::program_request(&from, &check.program, inputs);
    let analysis = check.analysis.request(engine::Policy::ThreadObject);
    let mut analysis = settings::analysis_request(&from, analysis);
    analysis.entries.at_once = true;
    let mode = settings::word(&from, from.mode.as_ref())?.unwrap_or(Mode::All);
    Ok(lsp::Project {
        request,
        analysis,
        mode: mode.into(),
        config: config.as_ref().map(|config| config.file.clone()),
        set_aside: Box::new(move |report| match &config {
            Some(config) => settings::set_aside_of_run(config, report),
            None => Ok(()),
        }),
    })
}
