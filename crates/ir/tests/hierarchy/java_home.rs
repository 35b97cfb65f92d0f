//! Finds a JDK and runs its tools.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The `bin` folder of a JDK: of JAVA_HOME, of PATH, or in the system's usual place.
pub fn jdk_bin() -> Option<PathBuf> {
    let has_javac = |bin: &PathBuf| bin.join("javac").is_file();
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut usual: Vec<PathBuf> = std::fs::read_dir("/usr/lib/jvm")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    usual.sort();
    home.into_iter().chain(std::env::split_paths(&path)).chain(usual).find(has_javac)
}

/// Compiles a program of the `java` folder and runs it; returns its output. None, and a line that says so, without a JDK.
pub fn run_java(test: &str, program: &str, folder: &Path, arguments: &[&str]) -> Option<String> {
    let Some(bin) = jdk_bin() else {
        eprintln!("skipped: {test}: no JDK in JAVA_HOME, PATH or /usr/lib/jvm");
        return None;
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/hierarchy/java")
        .join(format!("{program}.java"));
    let mut javac = Command::new(bin.join("javac"));
    run(javac.arg("-d").arg(folder).arg(source));
    let mut java = Command::new(bin.join("java"));
    java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]);
    Some(run(java.arg(folder).arg(program).args(arguments)))
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the JDK's tools start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A new folder that is removed with this value.
pub struct TemporaryFolder(pub PathBuf);

impl TemporaryFolder {
    pub fn new(test: &str) -> TemporaryFolder {
        let path = std::env::temp_dir().join(format!("deadheat-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        TemporaryFolder(path)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Best effort: a leftover does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
