//! `deadheat merge`: what several hunts, or the shards of one, have found.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::exit_code;
use super::folder::{self, Folder};
use crate::args::{MergeArgs, RaceFormat};
use crate::{output, run};

pub(crate) fn merge(args: &MergeArgs) -> Result<ExitCode, String> {
    output::check_file(args.output.as_deref())?;
    let mut paths = Vec::new();
    for named in &args.folders {
        let shards = shards(named);
        if shards.is_empty() {
            paths.push(named.clone());
        }
        paths.extend(shards);
    }
    paths.sort();
    paths.dedup();
    let folders: Result<Vec<Folder>, String> =
        paths.iter().map(|path| Folder::read(path)).collect();
    let folders = folders?;
    let all: Vec<&Folder> = folders.iter().collect();
    let report = folder::report_of(&all);
    output::write_result(args.output.as_deref(), &run::in_format(&report, args.format))?;
    if args.format != RaceFormat::Text {
        run::warn_of_gaps(&report);
    }
    for folder in &folders {
        for line in folder.summary() {
            output::note(&format!("{}: {line}", folder.path().display()));
        }
    }
    let is_complete = folders.iter().all(Folder::is_complete);
    Ok(exit_code(&report, is_complete))
}

/// The shards in a folder, if it holds such.
fn shards(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_shard = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("shard-")) && path.join("hunt.json").is_file()
    };
    paths.filter(is_shard).collect()
}
