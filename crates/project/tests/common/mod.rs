//! What the tests of this crate share.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use project::Jdk;

/// A temporary folder with a space and a letter outside of ASCII in its name, since users have these too.
pub(crate) struct Folder {
    _dir: tempfile::TempDir,
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        let dir = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(dir.path()).unwrap().join("my prøject");
        fs::create_dir(&path).unwrap();
        Folder { _dir: dir, path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file, with the folders that lead to it.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes a file that was last changed the given number of seconds ago.
    pub(crate) fn write_aged(&self, name: &str, text: &str, seconds_ago: u64) -> PathBuf {
        let path = self.write(name, text);
        let time = SystemTime::now() - Duration::from_secs(seconds_ago);
        fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
        path
    }
}

/// Every JDK of this machine that can compile. The tests need one: a machine without is a mistake, not a pass.
pub(crate) fn compilers() -> Vec<Jdk> {
    let mut jdks = project::all_installed();
    jdks.retain(|jdk| jdk.javac().is_some());
    assert!(!jdks.is_empty(), "these tests need a JDK");
    jdks
}

/// The files below `folder`, relative to it, sorted.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(folder).unwrap();
                files.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    files.sort();
    files
}
