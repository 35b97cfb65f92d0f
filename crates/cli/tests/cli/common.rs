//! Runs the real binary.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run of `deadheat` left.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn project_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `deadheat` in the root of the project.
pub(crate) fn deadheat<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Outcome {
    deadheat_in(&project_root(), args)
}

/// Runs `deadheat` in a folder.
pub(crate) fn deadheat_in<A: AsRef<OsStr>>(
    folder: &Path,
    args: impl IntoIterator<Item = A>,
) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the binary was built for this test");
    outcome(output)
}

fn outcome(output: Output) -> Outcome {
    Outcome {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

impl Outcome {
    pub(crate) fn succeeds(&self) {
        assert_eq!(self.status, Some(0), "{}{}", self.stdout, self.stderr);
    }

    /// Exit status 2, and messages that contain each of some texts.
    pub(crate) fn fails_with<const N: usize>(&self, texts: [&str; N]) {
        assert_eq!(self.status, Some(2), "{}{}", self.stdout, self.stderr);
        for text in texts {
            assert!(self.stderr.contains(text), "no {text:?} in:\n{}", self.stderr);
        }
    }
}

pub(crate) fn write_java(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(format!("{name}.java")), text).expect("the folder is writable");
}

/// Compiles sources in a folder, classes beside them.
pub(crate) fn javac(folder: &Path, names: &[&str]) {
    let jdk = project::locate(None).expect("./test installs a JDK when there is none");
    let files = names.iter().map(|name| format!("{name}.java"));
    let javac = jdk.javac().expect("it has a compiler");
    let status = Command::new(javac).arg("-g").args(files).current_dir(folder).status();
    assert!(status.expect("javac starts").success());
}

/// Runs `deadheat inspect FOLDER` with a part of the folder closed. Root may read everything, so root lets nobody run it.
pub(crate) fn deadheat_for_others(folder: &Path, closed: &str) -> Option<Outcome> {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, permissions).expect("the test owns the folder");
    };
    let closed = folder.join(closed);
    set(folder, 0o755);
    set(&closed, 0o000);
    let is_root = std::fs::read_dir(&closed).is_ok();
    let outcome =
        if is_root { as_nobody(folder) } else { Some(deadheat(["inspect".as_ref(), folder])) };
    set(&closed, 0o755);
    outcome
}

/// The binary is copied to where everybody may run it. `None`, visibly, where nobody may run anything, as in a system below
/// a closed folder.
fn as_nobody(folder: &Path) -> Option<Outcome> {
    let program = folder.join("deadheat");
    std::fs::copy(env!("CARGO_BIN_EXE_deadheat"), &program).expect("the folder is writable");
    let run = |command: &str| {
        Command::new("su").args(["nobody", "-s", "/bin/sh", "-c", command]).output()
    };
    if !run("true").is_ok_and(|output| output.status.success()) {
        testkit::jdk::skip("the user nobody may not run programs here");
        return None;
    }
    let command = format!("'{}' inspect '{}'", program.display(), folder.display());
    Some(outcome(run(&command).expect("it ran before")))
}
