//! Compiles the helper of the warm compiler with the JDK that is found, for the oldest release that it can make classes for.
//!
//! The helper runs in the JDK of the program that is edited, which may be older than the one that deadheat was built with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const FOLDER: &str = "helper/deadheat/compiler";

/// What the helper may be compiled for, oldest first. Every release drops old ones some day.
const RELEASES: [&str; 3] = ["8", "11", "17"];

fn main() {
    println!("cargo::rerun-if-changed=helper");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let classes = out.join("helper");
    if let Err(message) = compile(&classes) {
        println!("cargo::error={message}");
        return;
    }
    let list = list(&classes.join("deadheat/compiler"));
    fs::write(out.join("helper.rs"), list).expect("cargo's folder can be written");
}

fn compile(into: &Path) -> Result<(), String> {
    let jdks = project::locate(None).ok().into_iter().chain(project::all_installed());
    let javac = jdks
        .filter(|jdk| jdk.release >= 9)
        .find_map(|jdk| jdk.javac())
        .ok_or("no JDK of release 9 or later was found; JAVA_HOME can name one")?;
    let mut said = String::new();
    for release in RELEASES {
        let _ = fs::remove_dir_all(into);
        fs::create_dir_all(into).expect("cargo's folder can be written");
        let mut command = Command::new(&javac);
        command.args(["--release", release, "-Xlint:-options", "-proc:none", "-encoding", "UTF-8"]);
        command.arg("-d").arg(into).args(sources()?);
        command.env_remove("JDK_JAVAC_OPTIONS").env_remove("CLASSPATH");
        command.env_remove("JAVA_TOOL_OPTIONS");
        let output = command.output().map_err(|error| format!("{}: {error}", javac.display()))?;
        if output.status.success() {
            return Ok(());
        }
        said = String::from_utf8_lossy(&output.stderr).replace('\n', " | ");
    }
    Err(said)
}

fn sources() -> Result<Vec<PathBuf>, String> {
    let folder = fs::read_dir(FOLDER).map_err(|error| error.to_string())?;
    Ok(folder.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// Rust code with the file names and bytes of the classes.
fn list(folder: &Path) -> String {
    let files = fs::read_dir(folder).expect("javac made it");
    let mut files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut text = "&[".to_owned();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        text += &format!("({name:?}, include_bytes!({file:?}).as_slice()),");
    }
    text + "]"
}
