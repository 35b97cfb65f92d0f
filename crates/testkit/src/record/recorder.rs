//! The recorder's own classes, compiled by the JDK that will run them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use project::{CompileError, Jdk};
use tempfile::TempDir;

use super::RecordError;

const SOURCES: [(&str, &str); 2] = [
    ("Recorder.java", include_str!("Recorder.java")),
    ("Keeper.java", include_str!("Keeper.java")),
];
const PACKAGE: &str = "deadheat/record";

/// The oldest release whose stack walker tells the descriptors of methods.
const OLDEST_RELEASE: u16 = 10;

/// File names and contents.
type Classes = Arc<Vec<(String, Vec<u8>)>>;

/// Writes the recorder's classes below a folder. They are compiled once for each JDK in the life of this process.
pub(super) fn write_classes(jdk: &Jdk, into: &Path) -> Result<(), RecordError> {
    static COMPILED: Mutex<Option<HashMap<PathBuf, Classes>>> = Mutex::new(None);
    let classes = {
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = compiled.get_or_insert_default();
        match compiled.get(&jdk.home) {
            Some(classes) => Arc::clone(classes),
            None => Arc::clone(compiled.entry(jdk.home.clone()).or_insert(compile(jdk)?)),
        }
    };
    let package = into.join(PACKAGE);
    fs::create_dir_all(&package).map_err(|error| RecordError::io(&package, error))?;
    for (name, bytes) in classes.iter() {
        let path = package.join(name);
        fs::write(&path, bytes).map_err(|error| RecordError::io(&path, error))?;
    }
    Ok(())
}

/// Writes the agent that keeps classes into a folder. It is a jar that only names its class: that one is on the boot class
/// path beside the recorder.
pub(super) fn write_agent(jdk: &Jdk, folder: &Path) -> Result<PathBuf, RecordError> {
    let manifest = folder.join("manifest");
    fs::write(&manifest, "Premain-Class: deadheat.record.Keeper\n")
        .map_err(|error| RecordError::io(&manifest, error))?;
    let agent = folder.join("keeper.jar");
    let jar = jdk.home.join("bin/jar");
    let mut command = Command::new(&jar);
    command.args(["--create", "--file"]).arg(&agent).arg("--manifest").arg(&manifest);
    let output = command.output().map_err(|error| RecordError::io(&jar, error))?;
    if !output.status.success() {
        let output = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(RecordError::Compile(CompileError::Rejected { output }));
    }
    Ok(agent)
}

fn compile(jdk: &Jdk) -> Result<Classes, RecordError> {
    if jdk.release < OLDEST_RELEASE {
        return Err(RecordError::TooOld { release: jdk.release });
    }
    let no_compiler = || RecordError::Compile(CompileError::NoCompiler { home: jdk.home.clone() });
    let javac = jdk.javac().ok_or_else(no_compiler)?;
    let folder = TempDir::new().map_err(RecordError::Temporary)?;
    let mut sources = Vec::new();
    for (name, text) in SOURCES {
        let source = folder.path().join(name);
        fs::write(&source, text).map_err(|error| RecordError::io(&source, error))?;
        sources.push(source);
    }
    let mut command = Command::new(&javac);
    // Text is put together without invokedynamic, so that the program itself is the first to use that.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-XDstringConcat=inline"]);
    command.args(["-proc:none", "-encoding", "UTF-8", "-d"]).arg(folder.path()).args(&sources);
    command.stdin(Stdio::null()).env_remove("JDK_JAVAC_OPTIONS").env_remove("CLASSPATH");
    let output = command.output().map_err(|error| RecordError::io(&javac, error))?;
    if !output.status.success() {
        let output = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(RecordError::Compile(CompileError::Rejected { output }));
    }
    read_classes(&folder.path().join(PACKAGE)).map(Arc::new)
}

fn read_classes(package: &Path) -> Result<Vec<(String, Vec<u8>)>, RecordError> {
    let failed = |error| RecordError::io(package, error);
    let mut classes = Vec::new();
    for entry in fs::read_dir(package).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        classes.push((name, fs::read(&path).map_err(|error| RecordError::io(&path, error))?));
    }
    Ok(classes)
}
