//! Library mode, annotations, and `deadheat explain`, on the programs of `checks`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Outcome, deadheat, write_java};

fn folder(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks").join(program)
}

fn ask(command: &str, program: &str, options: &str) -> Outcome {
    let folder = folder(program);
    let words: Vec<&str> = command.split(' ').collect();
    let input = [folder.to_str().unwrap()];
    deadheat(words.into_iter().chain(input).chain(options.split_whitespace()))
}

/// Compares an answer with what is expected. `DEADHEAT_BLESS=1` writes it anew.
fn looks_as_expected(outcome: &Outcome, program: &str, file: &str) {
    let file = folder(program).join(file);
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        fs::write(&file, &outcome.stdout).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(outcome.stdout == expected, "{}: found\n{}", file.display(), outcome.stdout);
}

#[test]
fn a_library_is_called_by_several_threads() {
    let outcome = ask("check", "cache", "");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let note = "note: library mode: 1 class meant to be shared, 5 public methods\n";
    assert_eq!(outcome.stderr, note);
    looks_as_expected(&outcome, "cache", "expected.txt");
    // A bean is called only if that is asked for.
    assert!(!outcome.stdout.contains("Entry."), "{}", outcome.stdout);
    let asked = ask("check", "cache", "--entry Entry");
    assert_eq!(asked.status, Some(1), "{}", asked.stderr);
    assert!(asked.stdout.contains("a caller of Entry.setWeight (any thread)"), "{}", asked.stdout);
    assert_eq!(
        asked.stderr,
        "note: library mode: 2 methods of 1 class called by several threads at once\n"
    );
}

#[test]
fn entries_are_patterns_of_classes_and_methods() {
    let pairs = |options: &str| ask("check", "cache", &format!("--format pairs {options}")).stdout;
    assert_eq!(pairs("--entry cache.*"), pairs(""));
    assert_eq!(pairs("--entry cache.**"), pairs(""));
    assert_eq!(pairs("--entry Cache.si*").lines().count(), 0);
    assert!(
        pairs("--entry Cache.si* --entry Cache.put").contains("HashMap stored in"),
        "{}",
        pairs("")
    );
    let none = ask("check", "cache", "--entry com.nowhere.**");
    none.fails_with(["com.nowhere.**", "has a name like this"]);
    ask("check", "cache", "--entry **.Entry").fails_with(["meant for several threads", "in full"]);
    ask("check", "cache", "--entry Cache.sise")
        .fails_with(["has no method sise; did you mean size?"]);
}

#[test]
fn what_breaks_annotations_is_told_without_a_race() {
    let outcome = ask("check", "annotated", "");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    looks_as_expected(&outcome, "annotated", "expected.txt");
    let json = ask("check", "annotated", "--format json");
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    let rules: Vec<&str> = json["races"]
        .as_array()
        .unwrap()
        .iter()
        .map(|race| race["rule"].as_str().unwrap())
        .collect();
    assert!(rules.contains(&"guarded-by") && rules.contains(&"immutable"), "{rules:?}");
    let sarif = ask("check", "annotated", "--format sarif").stdout;
    assert!(
        sarif.contains(r#""ruleId": "immutable""#) && sarif.contains(r#""ruleId": "guarded-by""#)
    );
    assert_eq!(ask("check", "annotated", "--format pairs").stdout, "");
}

#[test]
fn one_race_is_explained() {
    let races = ask("check", "cache", "--format json").stdout;
    let races: Value = serde_json::from_str(&races).unwrap();
    let id = races["races"][0]["id"].as_str().unwrap().to_owned();
    let outcome = ask(&format!("explain #{}", &id[..4]), "cache", "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    looks_as_expected(&outcome, "cache", "explained.txt");
    let json = ask(&format!("explain {id}"), "cache", "--format json").stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["race"]["id"], id);
    ask("explain Cache", "cache", "").fails_with(["Cache is no id of a race", "after #"]);
    let wrong = format!("{}{}", &id[..3], if id.as_bytes()[3] == b'0' { '1' } else { '0' });
    ask(&format!("explain {wrong}"), "cache", "")
        .fails_with([&*format!("there is no race #{wrong}"), "did you mean"]);
}

#[test]
fn bad_input_is_told() {
    let folder = TempDir::new().unwrap();
    let jar = folder.path().join("half.jar");
    fs::write(&jar, b"PK\x03\x04 half of a jar").unwrap();
    deadheat(["check", jar.to_str().unwrap()]).fails_with(["half.jar"]);
    deadheat(["check", "/nowhere/at/all"]).fails_with(["/nowhere/at/all"]);
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    deadheat(["check", empty.to_str().unwrap()])
        .fails_with(["there is no class that could be read"]);
    // Whoever may read everything reads this, too.
    use std::os::unix::fs::PermissionsExt;
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    write_java(&closed, "A", "class A { }");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read_dir(&closed).is_err() {
        deadheat(["check", closed.to_str().unwrap()]).fails_with(["closed"]);
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn inspect_reads_the_configuration() {
    let folder = TempDir::new().unwrap();
    write_java(folder.path(), "One", "class One { public static void main(String[] a) { } }");
    write_java(folder.path(), "Two", "class Two { public static void main(String[] a) { } }");
    fs::write(folder.path().join("deadheat.toml"), "mains = [\"Two\"]\n").unwrap();
    let here = folder.path().to_str().unwrap();
    let outcome = deadheat(["inspect", here, "--calls"]);
    outcome.succeeds();
    assert!(
        outcome.stdout.contains("Two") && !outcome.stdout.contains("One"),
        "{}",
        outcome.stdout
    );
    fs::write(folder.path().join("deadheat.toml"), "manis = [\"Two\"]\n").unwrap();
    deadheat(["inspect", here, "--calls"]).fails_with(["manis", "mains"]);
}

/// As slf4j and the like have it: what counts for itself, and is safe enough for those who log.
const LOGGER: &str = "package org.slf4j;
public final class Logger {
    private int lines;
    private StringBuilder last = new StringBuilder();
    public void info(String text) { lines++; last.append(text); }
}
";

const LOGGING: &str = "import org.slf4j.Logger;
class Logging {
    static final Logger LOG = new Logger();
    static int count;
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                LOG.info(\"one\");
                count++;
            }).start();
        }
    }
}
";

#[test]
fn loggers_are_safe_unless_they_are_the_program() {
    let folder = TempDir::new().unwrap();
    write_java(folder.path(), "Logging", LOGGING);
    fs::create_dir_all(folder.path().join("org/slf4j")).unwrap();
    write_java(&folder.path().join("org/slf4j"), "Logger", LOGGER);
    let lines = |options: &[&str]| -> Vec<String> {
        let options = [folder.path().to_str().unwrap(), "--format", "pairs"]
            .into_iter()
            .chain(options.iter().copied());
        let pairs = deadheat(["check"].into_iter().chain(options)).stdout;
        pairs.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    };
    assert_eq!(lines(&["--library", "org.slf4j.**"]), ["Logging.java:9"]);
    let all = lines(&[]);
    assert!(all.contains(&"Logger.java:5".to_owned()), "{all:?}");
}

/// How certain a race between callers is.
#[test]
fn what_is_guarded_nowhere_is_not_precise() {
    let folder = TempDir::new().unwrap();
    let gate = "public class Gate {
    private final Object lock = new Object();
    private int entered;
    private int left;
    private String name;
    private int limit;
    public void enter() { synchronized (lock) { entered++; } }
    public int entered() { return entered; }
    public void leave() { left++; }
    public void setName(String name) { this.name = name; }
    public String getName() { return name; }
    public void setLimit(int limit) { this.limit = limit; }
    public int getLimit() { synchronized (lock) { return limit; } }
}
";
    write_java(folder.path(), "Gate", gate);
    let tiers = |options: &[&str], source: &str| -> Vec<String> {
        write_java(folder.path(), "Gate", source);
        let options =
            ["--format", "json", "--mode", "lenient"].into_iter().chain(options.iter().copied());
        let found =
            deadheat(["check", folder.path().to_str().unwrap()].into_iter().chain(options)).stdout;
        let found: Value = serde_json::from_str(&found).unwrap();
        let races = found["races"].as_array().unwrap();
        let mut tiers: Vec<String> = races
            .iter()
            .map(|race| {
                let field = race["location"]["field"].as_str().unwrap();
                let is_unlikely = race["is_unlikely"].as_bool().unwrap();
                let tier = if is_unlikely { "unlikely" } else { race["tier"].as_str().unwrap() };
                format!("{field} {tier}")
            })
            .collect();
        tiers.sort();
        tiers.dedup();
        tiers
    };
    let expected =
        ["entered precise", "left possible", "limit possible", "limit unlikely", "name unlikely"];
    assert_eq!(tiers(&[], gate), expected);
    // Who asks for it, or declares it, knows that there are several threads.
    let all = ["entered precise", "left precise", "limit precise", "name precise"];
    assert_eq!(tiers(&["--entry", "Gate"], gate), all);
    let declared =
        gate.replace("public class", "@interface ThreadSafe { }\n@ThreadSafe public class");
    assert_eq!(tiers(&[], &declared), all);
}
