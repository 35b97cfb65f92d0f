//! The scripts at the root, tried on a small stand-in for this repository.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use common::Folder;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A clone whose tool prints a word, its arguments and its current folder, and ends with status 7.
struct Clone {
    folder: Folder,
}

impl Clone {
    fn new(word: &str) -> Clone {
        let clone = Clone { folder: Folder::new() };
        clone
            .folder
            .write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n");
        clone.folder.write(
            "crates/cli/Cargo.toml",
            "[package]\nname = \"deadheat\"\nversion = \"0.0.0\"\nedition = \"2024\"\n",
        );
        clone.write_main(word);
        fs::create_dir(clone.path("scripts")).unwrap();
        for script in ["deadheat", "scripts/setup.sh"] {
            fs::copy(repository().join(script), clone.path(script)).unwrap();
        }
        clone
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write_main(&self, word: &str) {
        let main = format!(
            "fn main() {{\n    let arguments: Vec<String> = std::env::args().skip(1).collect();\n    \
             let folder = std::env::current_dir().unwrap();\n    \
             println!(\"{word} {{arguments:?}} {{}}\", folder.display());\n    std::process::exit(7)\n}}\n"
        );
        self.folder.write("crates/cli/src/main.rs", &main);
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(["one", "two words"]).current_dir("/");
        command.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR");
        command
    }

    fn run(&self) -> Output {
        self.command(&self.path("deadheat")).output().unwrap()
    }

    /// Runs with a cargo that fails, so that only a run which does not need it succeeds.
    fn run_without_cargo(&self) -> Output {
        let broken = self.folder.write("broken/cargo", "#!/bin/sh\nexit 1\n");
        make_executable(&broken);
        let path = format!("{}:/usr/bin:/bin", self.path("broken").display());
        self.command(&self.path("deadheat")).env("PATH", path).output().unwrap()
    }
}

fn make_executable(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The tool ran, and nothing else was printed.
#[track_caller]
fn check(output: &Output, word: &str) {
    let errors = text(&output.stderr);
    assert_eq!(text(&output.stdout), format!("{word} [\"one\", \"two words\"] /\n"), "{errors}");
    assert_eq!(errors, "");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn the_tool_is_built_on_first_use_and_then_only_after_changes() {
    let clone = Clone::new("first");
    check(&clone.run(), "first");
    // The build itself writes Cargo.lock, so the second run asks cargo once more.
    check(&clone.run(), "first");
    check(&clone.run_without_cargo(), "first");

    clone.write_main("second");
    assert_eq!(clone.run_without_cargo().status.code(), Some(2));
    check(&clone.run(), "second");
    check(&clone.run_without_cargo(), "second");

    // A new file, even one that claims to be old.
    let new = clone.folder.write("crates/cli/src/new.rs", "");
    let old = SystemTime::now() - Duration::from_secs(1_000_000);
    fs::File::options().append(true).open(&new).unwrap().set_modified(old).unwrap();
    assert_eq!(clone.run_without_cargo().status.code(), Some(2));
    check(&clone.run(), "second");
    fs::remove_file(new).unwrap();
    assert_eq!(clone.run_without_cargo().status.code(), Some(2));
    check(&clone.run(), "second");

    // A link to the script serves as well as the script.
    let link = clone.path("link");
    symlink(clone.path("deadheat"), &link).unwrap();
    check(&clone.command(&link).output().unwrap(), "second");
}

#[test]
fn a_failed_build_runs_nothing() {
    let clone = Clone::new("good");
    check(&clone.run(), "good");
    clone.folder.write("crates/cli/src/main.rs", "fn main() { does not compile }");
    for _ in 0..2 {
        let output = clone.run();
        assert_eq!(text(&output.stdout), "");
        assert!(text(&output.stderr).ends_with("deadheat: the build failed\n"));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn clones_that_share_a_target_folder_run_their_own_tool() {
    let (one, two) = (Clone::new("one"), Clone::new("two"));
    let shared = Folder::new();
    let run = |clone: &Clone| {
        let mut command = clone.command(&clone.path("deadheat"));
        command.env("CARGO_TARGET_DIR", shared.path()).output().unwrap()
    };
    for _ in 0..2 {
        check(&run(&one), "one");
        check(&run(&two), "two");
    }
    assert!(!one.path("target").exists());
    // A build by hand puts the other clone's binary in the place.
    let by_hand = Command::new("cargo")
        .args(["build", "--quiet", "--release"])
        .current_dir(one.folder.path())
        .env("CARGO_TARGET_DIR", shared.path())
        .status();
    assert!(by_hand.unwrap().success());
    check(&run(&two), "two");
}

/// A machine without a C compiler; `programs` are scripts that pretend to be something.
fn ensure_cc(programs: &[(&str, &str)]) -> (Output, String) {
    let folder = Folder::new();
    let bin = folder.join("bin");
    fs::create_dir(&bin).unwrap();
    for tool in ["sh", "id", "mkdir", "uname"] {
        let found = ["/bin", "/usr/bin"].iter().map(|place| Path::new(place).join(tool));
        symlink(found.clone().find(|path| path.exists()).unwrap(), bin.join(tool)).unwrap();
    }
    for (name, script) in programs {
        let path = bin.join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        make_executable(&path);
    }
    let setup = repository().join("scripts/setup.sh");
    let output = Command::new("/bin/sh")
        .args(["-c", "set -eu; . \"$0\"; ensure cc; echo ready"])
        .arg(setup)
        .env("PATH", &bin)
        .env("BIN", &bin)
        .output()
        .unwrap();
    let log = fs::read_to_string(bin.join("log")).unwrap_or_default();
    (output, log)
}

/// Notes its arguments and provides a `cc`.
const INSTALLS: &str = r#"echo "${0##*/} $*" >>"$BIN/log"; : >"$BIN/cc"; /bin/chmod +x "$BIN/cc""#;
const ROOT: (&str, &str) = ("id", "echo 0");
const USER: (&str, &str) = ("id", "echo 1000");
const NO_FOLDERS: (&str, &str) = ("mkdir", ":");

#[test]
fn nothing_is_installed_when_nothing_is_missing() {
    let (output, log) = ensure_cc(&[ROOT, ("cc", ":"), ("apt-get", INSTALLS)]);
    assert_eq!(text(&output.stdout), "ready\n");
    assert_eq!((text(&output.stderr).as_str(), log.as_str()), ("", ""));
}

#[test]
fn what_is_missing_is_installed_by_the_package_manager_at_hand() {
    let cases = [
        ("apt-get", "gcc libc6-dev"),
        ("dnf", "gcc"),
        ("apk", "gcc musl-dev"),
        ("pacman", "gcc"),
        ("zypper", "gcc"),
    ];
    for (manager, packages) in cases {
        let (output, log) = ensure_cc(&[ROOT, NO_FOLDERS, (manager, INSTALLS)]);
        let errors = text(&output.stderr);
        assert_eq!(text(&output.stdout), "ready\n", "{errors}");
        let line = format!("deadheat: installing {packages} with {manager}, because ");
        assert!(errors.starts_with(&line), "{errors}");
        assert!(log.trim_end().ends_with(packages), "{log}");
    }
}

#[test]
fn without_the_right_to_install_the_command_is_told() {
    let (output, log) = ensure_cc(&[USER, ("apt-get", INSTALLS)]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(errors.contains("please run as root: apt-get install"), "{errors}");
    assert_eq!((text(&output.stdout).as_str(), log.as_str()), ("", ""));

    let sudo = r#"echo sudo >>"$BIN/log"; "$@""#;
    let (output, log) = ensure_cc(&[USER, NO_FOLDERS, ("sudo", sudo), ("dnf", INSTALLS)]);
    assert_eq!(text(&output.stdout), "ready\n");
    assert_eq!(log.lines().next(), Some("sudo"));
}

#[test]
fn an_installation_that_fails_ends_the_script() {
    let (output, _) = ensure_cc(&[ROOT, NO_FOLDERS, ("dnf", "exit 1")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("that did not work: dnf install -y -q gcc"));
    let (output, _) = ensure_cc(&[ROOT, NO_FOLDERS, ("dnf", ":")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cc is still missing"));
    let (output, _) = ensure_cc(&[ROOT]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("please install it"));
}
