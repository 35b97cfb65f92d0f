//! Temporary folders that are gone when the run is, also when it is interrupted.
//!
//! A folder is removed when its owner is dropped. A signal drops nothing, so the folders that are alive are also listed
//! here, and whoever handles the signal removes them. Only `kill -9` and a crash of the machine leave one behind, in the
//! system's folder for temporary files.

use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

static ALIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The shell's convention for a program that ended because of an interrupt: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// A folder that is removed with everything in it when this value is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    dir: TempDir,
}

impl TemporaryFolder {
    /// A new one, in the system's folder for temporary files.
    pub fn new() -> io::Result<TemporaryFolder> {
        let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = tempfile::Builder::new().prefix("deadheat-").tempdir()?;
        alive.push(dir.path().to_owned());
        Ok(TemporaryFolder { dir })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
        alive.retain(|path| path != self.dir.path());
    }
}

/// Removes every temporary folder of this process at once. For handlers of signals; values that own a folder must not
/// be used afterwards.
pub fn remove_temporary_folders() {
    let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in alive.drain(..) {
        // There is nobody left to tell, and the system's own cleaning will come.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// From now on an interrupt or a polite request to end (SIGINT, SIGTERM, SIGHUP) removes the temporary folders and then
/// ends the process with status 130. To be called once, by a program that does not handle these signals itself; fails if
/// it does.
pub fn remove_temporary_folders_on_interrupt() -> io::Result<()> {
    ctrlc::set_handler(|| {
        remove_temporary_folders();
        process::exit(INTERRUPTED);
    })
    .map_err(io::Error::other)
}
