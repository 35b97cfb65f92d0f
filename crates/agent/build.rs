//! Compiles the Java side of the agent with the JDK that is found, for the oldest release that it runs on.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The oldest release of Java that the agent runs on.
const OLDEST: u16 = 17;

fn main() {
    println!("cargo::rerun-if-changed=shim");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let classes = out.join("shim");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("cargo's folder can be written");
    if let Err(message) = compile(&classes) {
        println!("cargo::error={message}");
        return;
    }
    let list = list(&classes.join("java/lang"));
    fs::write(out.join("shim.rs"), list).expect("cargo's folder can be written");
}

fn compile(into: &Path) -> Result<(), String> {
    let jdks = project::locate(None).ok().into_iter().chain(project::all_installed());
    let jdk = jdks
        .filter(|jdk| jdk.release >= OLDEST)
        .find_map(|jdk| jdk.javac())
        .ok_or(format!("no JDK of release {OLDEST} or later was found; JAVA_HOME can name one"))?;
    let release = OLDEST.to_string();
    let mut command = Command::new(&jdk);
    // The classes are to become a part of java.base.
    command.args(["-source", &release, "-target", &release, "-Xlint:-options", "-proc:none"]);
    command.args(["-g", "-XDstringConcat=inline", "-encoding", "UTF-8"]);
    command.args(["--patch-module", "java.base=shim", "-d"]).arg(into);
    command.args(sources()?).env_remove("JDK_JAVAC_OPTIONS").env_remove("CLASSPATH");
    command.env_remove("JAVA_TOOL_OPTIONS");
    let output = command.output().map_err(|error| format!("{}: {error}", jdk.display()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).replace('\n', " | "))
}

fn sources() -> Result<Vec<PathBuf>, String> {
    let folder = fs::read_dir("shim/java/lang").map_err(|error| error.to_string())?;
    Ok(folder.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// Rust code with the names and bytes of the classes.
fn list(folder: &Path) -> String {
    let files = fs::read_dir(folder).expect("javac made it");
    let mut files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut text = "&[".to_owned();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        text += &format!("(c\"java/lang/{name}\", include_bytes!({:?}).as_slice()),", file);
    }
    text + "]"
}
