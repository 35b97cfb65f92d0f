//! The JDKs of this machine.

use std::io::Write as _;

use classfile::source::{ClassPath, Options};
use project::Jdk;

/// Every JDK and runtime of the machine, one of each feature release, newest first.
///
/// A test that runs on each of them says so with [`skip`] when there is none.
pub fn installed() -> Vec<Jdk> {
    let mut jdks = project::all_installed();
    // The sort is stable: of one release the first that was found stays.
    jdks.sort_by_key(|jdk| std::cmp::Reverse(jdk.release));
    jdks.dedup_by_key(|jdk| jdk.release);
    jdks
}

/// The newest JDK; `None`, visibly, if there is none.
pub fn newest() -> Option<Jdk> {
    let newest = installed().into_iter().next();
    if newest.is_none() {
        skip("there is no JDK on this machine");
    }
    newest
}

/// The class library of a JDK.
///
/// # Panics
///
/// If the JDK cannot be read, or not all of it.
pub fn class_path(jdk: &Jdk) -> ClassPath {
    let mut class_path = ClassPath::new(Options { release: jdk.release, ..Options::default() });
    class_path.add_jdk(&jdk.home).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(class_path.problems().is_empty(), "{:?}", class_path.problems());
    class_path
}

/// Says that a test, or a part of it, was not done. Cargo hides what passing tests print, but not this.
pub fn skip(reason: &str) {
    // Straight to the process's own stream: `eprintln!` would be captured. Nothing helps if it is closed.
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}
