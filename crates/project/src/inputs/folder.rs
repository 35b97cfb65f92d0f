//! What a folder holds, found in one walk.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};

use super::has_extension;

/// The extensions of files that are read as archives of classes.
pub(super) const ARCHIVES: &[&str] = &["jar", "war", "jmod", "zip"];

/// The files below a folder, by kind and in the order of their names.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) sources: Vec<PathBuf>,
    pub(super) archives: Vec<PathBuf>,
    pub(super) unreadable: Vec<(PathBuf, String)>,
    newest_source: Option<SystemTime>,
    newest_class: Option<SystemTime>,
}

impl Survey {
    pub(super) fn of(folder: &Path) -> Survey {
        let mut survey = Survey::default();
        let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(|entry| !is_hidden(entry)) {
            match entry {
                Ok(entry) => survey.add(&entry),
                Err(error) => survey.add_unreadable(folder, &error),
            }
        }
        survey
    }

    pub(super) fn has_classes(&self) -> bool {
        self.newest_class.is_some()
    }

    /// Compilers leave classes alone whose source did not change, so only the newest of each kind can be compared.
    pub(super) fn sources_are_newer(&self) -> bool {
        self.has_classes() && self.newest_source > self.newest_class
    }

    /// Whether the newest of these sources was changed after the newest of `classes` was made.
    pub(super) fn is_newer_than(&self, classes: &Survey) -> bool {
        classes.has_classes() && self.newest_source > classes.newest_class
    }

    fn add(&mut self, entry: &DirEntry) {
        let path = entry.path();
        if entry.file_type().is_dir() {
            return;
        }
        if has_extension(path, &["java"]) {
            self.newest_source = self.newest_source.max(Some(time_of(entry)));
            self.sources.push(path.to_owned());
        } else if has_extension(path, &["class"]) {
            self.newest_class = self.newest_class.max(Some(time_of(entry)));
        } else if has_extension(path, ARCHIVES) {
            self.archives.push(path.to_owned());
        }
    }

    /// A link that leads back into the walk, or nowhere, hides nothing.
    fn add_unreadable(&mut self, folder: &Path, error: &walkdir::Error) {
        let path = error.path().unwrap_or(folder);
        if error.loop_ancestor().is_some() || path.is_symlink() && !path.exists() {
            return;
        }
        let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
        self.unreadable.push((path.to_owned(), reason));
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    let starts_with_dot = entry.file_name().as_encoded_bytes().starts_with(b".");
    entry.depth() > 0 && starts_with_dot && entry.file_type().is_dir()
}

/// A time that is not to be had counts as long ago: a missing warning is better than a wrong one.
fn time_of(entry: &DirEntry) -> SystemTime {
    let modified = entry.metadata().ok().and_then(|metadata| metadata.modified().ok());
    modified.unwrap_or(SystemTime::UNIX_EPOCH)
}
