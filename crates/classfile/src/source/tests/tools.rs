//! The JDKs on this machine and their tools.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every JDK that can be found, each once: `JAVA_HOME`, the one on the `PATH`, those in the system's usual folder.
pub(super) fn jdks() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path)
        .filter_map(|folder| fs::canonicalize(folder.join("javac")).ok())
        .filter_map(|javac| Some(javac.parent()?.parent()?.to_owned()));
    let installed =
        fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let candidates =
        env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().chain(on_path).chain(installed);
    let mut homes: Vec<PathBuf> = candidates
        .filter_map(|home| fs::canonicalize(home).ok())
        .filter(|home| home.join("bin/java").is_file())
        .collect();
    homes.sort();
    homes.dedup();
    homes
}

/// A JDK with this file; says so if there is none.
pub(super) fn jdk_with(test: &str, file: &str) -> Option<PathBuf> {
    let found = jdks().into_iter().find(|home| home.join(file).exists());
    if found.is_none() {
        eprintln!("skipped: {test}: no JDK with {file} on this machine");
    }
    found
}

/// Runs a tool of a JDK in a folder; its output, or what it complained about.
pub(super) fn run(
    jdk: &Path,
    tool: &str,
    arguments: &[&str],
    folder: &Path,
) -> Result<String, String> {
    let output =
        Command::new(jdk.join("bin").join(tool)).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("{tool}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr) + &text(&output.stdout)),
    }
}

/// Writes Java files and compiles each group into a folder of its own.
pub(super) fn compile(jdk: &Path, folder: &Path, group: &str, files: &[(&str, &str)]) {
    let sources = folder.join(format!("{group}-src"));
    let mut arguments = vec!["-d".to_owned(), group.to_owned()];
    for (name, text) in files {
        let file = sources.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        arguments.push(file.display().to_string());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(jdk, "javac", &arguments, folder).unwrap();
}
