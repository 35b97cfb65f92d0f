//! From a path that a user, a variable or a package manager gave to the home of a JDK.
//!
//! A home is what holds a class library. `bin/java` is not demanded: an image made by `jlink` may lack it, and reading
//! needs only the classes.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::NotAJdk;

/// The files in which JDKs have kept their classes, newest form first. The last is a JDK built from source.
const CLASS_LIBRARIES: [&str; 4] =
    ["lib/modules", "lib/rt.jar", "jre/lib/rt.jar", "modules/java.base/module-info.class"];

/// Where below a folder the home may be: the folder itself, a macOS bundle, Homebrew's bundle.
const HOMES_BELOW: [&str; 3] = ["", "Contents/Home", "libexec/openjdk.jdk/Contents/Home"];

/// The home to which `path` leads.
pub(super) fn of(path: &Path) -> Result<PathBuf, NotAJdk> {
    if !path.exists() {
        return Err(NotAJdk::Absent);
    }
    let found = if path.is_file() { of_launcher(path) } else { of_folder(path) };
    found.ok_or(NotAJdk::NoClassLibrary)
}

pub(super) fn has_class_library(home: &Path) -> bool {
    CLASS_LIBRARIES.iter().any(|library| home.join(library).is_file())
}

/// The program `name` in the `bin` folder of `home`, if it is there.
pub(super) fn launcher(home: &Path, name: &str) -> Option<PathBuf> {
    let program = home.join("bin").join(format!("{name}{EXE_SUFFIX}"));
    program.is_file().then_some(program)
}

fn of_folder(folder: &Path) -> Option<PathBuf> {
    let below = HOMES_BELOW.iter().map(|below| folder.join(below));
    let above = (folder.file_name()? == "bin").then(|| folder.parent()).flatten();
    let home = below.chain(above.map(Path::to_owned)).find(|home| has_class_library(home))?;
    Some(around_runtime(without_trailing_separator(home)))
}

/// `join("")` leaves a separator at the end, which would show in messages.
fn without_trailing_separator(path: PathBuf) -> PathBuf {
    path.components().collect()
}

/// Up to Java 8 a JDK holds its runtime in a folder `jre`, and the `java` on the PATH often points into that.
fn around_runtime(home: PathBuf) -> PathBuf {
    match home.parent() {
        Some(jdk) if home.ends_with("jre") && launcher(jdk, "javac").is_some() => jdk.to_owned(),
        _ => home,
    }
}

/// Launchers on the PATH are mostly links into a home; the rest are scripts of version managers, which know the home.
fn of_launcher(program: &Path) -> Option<PathBuf> {
    if !["java", "javac"].iter().any(|name| program.file_stem().is_some_and(|stem| stem == *name)) {
        return None;
    }
    let real = fs::canonicalize(program).ok()?;
    let linked = [real.as_path(), program];
    linked.iter().find_map(|program| of_folder(program.parent()?)).or_else(|| {
        let java = program.with_file_name(format!("java{EXE_SUFFIX}"));
        of_folder(&ask(&java)?.home?)
    })
}

/// What a `java` says about itself.
pub(super) struct Answer {
    pub(super) home: Option<PathBuf>,
    pub(super) version: Option<String>,
}

/// Runs `java` to learn its home and version; `None` when it does not run.
pub(super) fn ask(java: &Path) -> Option<Answer> {
    let output = Command::new(java)
        .args(["-XshowSettings:properties", "-version"])
        .stdin(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(answer(&String::from_utf8_lossy(&output.stderr)))
}

fn answer(settings: &str) -> Answer {
    let value = |key: &str| {
        settings.lines().find_map(|line| {
            let (name, value) = line.split_once('=')?;
            (name.trim() == key).then(|| value.trim().to_owned())
        })
    };
    Answer { home: value("java.home").map(PathBuf::from), version: value("java.version") }
}
