//! Where the sources of reported classes are, as seen from the current folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine::Analysis;
use project::{Inputs, Sources};
use report::{Access, Report};

/// Of the program that was analysed.
pub(crate) fn of_check(analysis: &Analysis, report: &Report) -> BTreeMap<String, String> {
    shown(analysis.source_files(report))
}

/// A run knows only class files. If the current folder is a project, its sources are looked at.
pub(crate) fn of_run(report: &Report) -> BTreeMap<String, String> {
    let here = Path::new(".");
    if !Inputs::is_project(here) {
        return BTreeMap::new();
    }
    let sources = Sources::new(&[], &Inputs::of(&[here.to_owned()]).source_roots);
    let mut files = BTreeMap::new();
    for race in &report.races {
        for Access { site, stack, .. } in [&race.earlier, &race.later] {
            let frames = stack.iter().map(|frame| (&frame.class, &frame.file));
            for (class, file) in frames.chain([(&site.class, &site.file)]) {
                let file = file.as_ref().and_then(|file| sources.find(class, file));
                files.extend(file.map(|file| (class.clone(), file)));
            }
        }
    }
    shown(files)
}

/// Relative to the current folder, if they are below it.
fn shown(files: BTreeMap<String, PathBuf>) -> BTreeMap<String, String> {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).ok();
    let one = |(class, file): (String, PathBuf)| {
        let real = std::fs::canonicalize(&file).unwrap_or(file);
        let below = here.as_deref().and_then(|here| real.strip_prefix(here).ok());
        (class, below.unwrap_or(&real).display().to_string())
    };
    files.into_iter().map(one).collect()
}
