//! `deadheat.toml`, `deadheat init` and baselines.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{Outcome, deadheat_in, javac, write_java};

/// Two programs with a race each, and a class that both use.
fn project() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["First", "Second"] {
        let text = format!(
            "public class {name} {{ static int x; public static void main(String[] a) {{\n\
             new Thread(() -> {{ x = 1; }}).start();\nx = 2; }} }}"
        );
        write_java(folder.path(), name, &text);
    }
    javac(folder.path(), &["First", "Second"]);
    folder
}

fn configured(text: &str) -> TempDir {
    let folder = project();
    fs::write(folder.path().join("deadheat.toml"), text).unwrap();
    folder
}

fn check(folder: &Path, options: &str) -> Outcome {
    deadheat_in(folder, ["check"].into_iter().chain(options.split_whitespace()))
}

/// The locations of the races.
fn found(outcome: &Outcome) -> Vec<&str> {
    let races = outcome.stdout.lines().filter_map(|line| line.strip_prefix("race  "));
    races.map(|race| race.split_whitespace().next().unwrap()).collect()
}

#[test]
fn the_configuration_of_the_folder_counts_unless_the_command_line_says_otherwise() {
    let folder = configured("mains = [\"First\"]\nfail-on = \"confirmed\"\n");
    let outcome = check(folder.path(), "");
    assert_eq!((found(&outcome), outcome.status), (vec!["First.x"], Some(0)), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("note: deadheat.toml"), "{}", outcome.stderr);
    let outcome = check(folder.path(), "--main Second --fail-on possible");
    assert_eq!((found(&outcome), outcome.status), (vec!["Second.x"], Some(1)));
}

#[test]
fn a_configuration_is_found_in_the_input_or_named() {
    let folder = configured("mains = [\"First\"]\n");
    let elsewhere = TempDir::new().unwrap();
    let input = folder.path().to_str().unwrap();
    assert_eq!(found(&check(elsewhere.path(), input)), ["First.x"]);
    let other = elsewhere.path().join("other.toml");
    fs::write(&other, format!("inputs = [\"{input}\"]\nmains = [\"Second\"]\n")).unwrap();
    assert_eq!(found(&check(elsewhere.path(), "--config other.toml")), ["Second.x"]);
    check(elsewhere.path(), "--config no.toml").fails_with(["no.toml: cannot be read"]);
}

#[test]
fn what_is_wrong_with_a_configuration_is_told_with_the_line() {
    for (text, told) in [
        ("\nmain = [\"First\"]", "deadheat.toml:2: unknown key main; did you mean mains?"),
        (
            "fail-on = \"always\"",
            "deadheat.toml:1: always is none of confirmed, precise, possible, never",
        ),
        ("mode = \"most\"", "deadheat.toml:1: most is none of precise, all, lenient"),
        ("mains = [\"Fist\"]", "did you mean First?"),
        ("[[suppress]]\nclass = \"First\"", "[[suppress]] has no justification"),
        ("libraries = [\"com.acme.**\"]", "com.acme.**: no class has a name like this"),
        ("models = [\"no.model\"]", "no.model: cannot be read"),
        ("baseline = \"no.txt\"", "no.txt: the baseline cannot be read"),
    ] {
        check(configured(text).path(), "").fails_with([told]);
    }
}

#[test]
fn patterns_say_which_classes_are_the_programs_own() {
    let folder = project();
    let outcome = check(folder.path(), "--library Second");
    assert_eq!(found(&outcome), ["First.x"]);
    let outcome = check(folder.path(), "--library Third");
    outcome.fails_with(["--library Third: no class has a name like this"]);
    let empty = TempDir::new().unwrap();
    write_java(
        empty.path(),
        "Start",
        "class Start { public static void main(String[] a) { First.main(a); } }",
    );
    let libraries = format!("--class-path {}", folder.path().display());
    let outcome = check(empty.path(), &libraries);
    assert_eq!(found(&outcome), Vec::<&str>::new(), "{}", outcome.stderr);
    let outcome = check(empty.path(), &format!("{libraries} --application First --main Start"));
    assert_eq!(found(&outcome), ["First.x"], "{}", outcome.stderr);
}

#[test]
fn suppressed_races_are_counted_and_not_shown() {
    let text = "[[suppress]]\nlocation = \"First.*\"\njustification = \"nobody reads it\"\n";
    let folder = configured(text);
    let outcome = check(folder.path(), "");
    assert_eq!((found(&outcome), outcome.status), (vec!["Second.x"], Some(1)));
    assert!(outcome.stdout.ends_with("; 1 suppressed\n"), "{}", outcome.stdout);
    let json = check(folder.path(), "--format json").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["suppressed"][0]["justification"], "nobody reads it");
    assert_eq!(json["suppressed"][0]["race"]["location"]["class"], "First");
}

#[test]
fn a_suppression_by_id_survives_and_one_of_nothing_is_told() {
    let folder = project();
    let shown = check(folder.path(), "").stdout;
    let id = shown.lines().next().unwrap().rsplit('#').next().unwrap();
    let config = |text: String| fs::write(folder.path().join("deadheat.toml"), text).unwrap();
    config(format!("[[suppress]]\nid = \"#{id}\"\njustification = \"x\"\n"));
    assert_eq!(found(&check(folder.path(), "")), ["Second.x"]);
    config("[[suppress]]\nid = \"0000000000\"\njustification = \"x\"\n".into());
    let outcome = check(folder.path(), "");
    assert_eq!(outcome.status, Some(1));
    let told = "warning: deadheat.toml:1: [[suppress]] 0000000000: there is no such race";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    config("\n[[suppress]]\nclass = \"com.acme.*\"\njustification = \"x\"\n".into());
    let told = "deadheat.toml:2: [[suppress]] com.acme.*: no class has a name like this";
    check(folder.path(), "").fails_with([told]);
    config("\n[[suppress]]\nlocation = \"com.acme.Stats.hits\"\njustification = \"x\"\n".into());
    check(folder.path(), "").fails_with(["com.acme.Stats.hits: no class has a name like this"]);
}

#[test]
fn only_what_is_not_in_the_baseline_is_shown() {
    let folder = project();
    let known = folder.path().join("known.txt");
    check(folder.path(), "--main First --write-baseline known.txt").succeeds();
    let text = fs::read_to_string(&known).unwrap();
    assert!(text.starts_with("# deadheat baseline 1\n"), "{text}");
    assert!(text.contains("\tFirst.x\t"), "{text}");
    let nothing = check(folder.path(), "--main First --baseline known.txt");
    nothing.succeeds();
    let told = "no new race: 2 threads were looked at; 1 in the baseline\n";
    assert_eq!(nothing.stdout, told);
    let outcome = check(folder.path(), "--baseline known.txt");
    assert_eq!((found(&outcome), outcome.status), (vec!["Second.x"], Some(1)));
    assert!(outcome.stdout.contains("1 new race on 1 location"), "{}", outcome.stdout);
    // What is known stays known, and what is gone is told.
    check(folder.path(), "--baseline known.txt --write-baseline known.txt").succeeds();
    assert_eq!(fs::read_to_string(&known).unwrap().lines().count(), 4);
    let outcome = check(folder.path(), "--main Second --baseline known.txt");
    outcome.succeeds();
    let told = "note: known.txt: 1 race of it was not found any more; --write-baseline forgets it";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
}

/// A file that is named in the configuration, but not written yet, and one that cannot be written.
#[test]
fn a_first_baseline_is_written() {
    let folder = configured("baseline = \"known.txt\"\n");
    check(folder.path(), "--main Absent --write-baseline known.txt").fails_with(["Absent"]);
    assert!(!folder.path().join("known.txt").exists(), "nothing was found, so nothing is known");
    check(folder.path(), "--write-baseline known.txt").succeeds();
    let outcome = check(folder.path(), "");
    outcome.succeeds();
    assert!(outcome.stdout.ends_with("; 2 in the baseline\n"), "{}", outcome.stdout);
    let told = "no/known.txt: it cannot be written";
    check(folder.path(), "--write-baseline no/known.txt").fails_with([told]);
}

#[test]
fn a_baseline_that_is_none_or_of_another_version_is_refused() {
    let folder = project();
    let known = folder.path().join("known.txt");
    fs::write(&known, "# deadheat baseline 2\n").unwrap();
    let told = "known.txt: this is a baseline of version 2, but version 1 is needed";
    check(folder.path(), "--baseline known.txt").fails_with([told, "--write-baseline"]);
    fs::write(&known, "{}").unwrap();
    check(folder.path(), "--baseline known.txt").fails_with(["known.txt: this is no baseline"]);
    check(folder.path(), "--baseline no.txt").fails_with(["no.txt: the baseline cannot be read"]);
    fs::write(&known, "# deadheat baseline 1\nxyz\n").unwrap();
    check(folder.path(), "--baseline known.txt").fails_with(["known.txt: line 2 does not"]);
}

#[test]
fn init_writes_what_fits_the_project() {
    let folder = project();
    let init = |options: &[&str]| deadheat_in(folder.path(), [&["init"], options].concat());
    let outcome = init(&[]);
    outcome.succeeds();
    assert!(
        outcome.stderr.contains("2 classes, 2 mains, 0 tests were found"),
        "{}",
        outcome.stderr
    );
    let file = folder.path().join("deadheat.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\nmains = [\"First\", \"Second\"]\n"), "{text}");
    let config = project::Config::parse(&file, &text).unwrap();
    assert_eq!(config.mains, ["First", "Second"]);
    // With every comment taken away from a key, it is still a configuration.
    let uncommented: String = text
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| is_setting(rest)).unwrap_or(line))
        .map(|line| format!("{line}\n"))
        .collect();
    let config =
        project::Config::parse(&file, &uncommented).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((config.suppress.len(), config.jdk.is_some(), config.tests), (1, true, true));
    assert_eq!(found(&check(folder.path(), "")), ["First.x", "Second.x"]);
    init(&[]).fails_with(["deadheat.toml: is there already; --force writes over it"]);
    init(&["--force"]).succeeds();
    init(&["no-folder"]).fails_with(["no-folder: there is no such folder"]);
}

fn is_setting(line: &str) -> bool {
    let key = line.split(" = ").next().unwrap_or_default();
    let is_key = line.contains(" = ") && key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    is_key || line.starts_with("[[")
}

/// A program with annotations of a package of its own: only their simple names count.
fn annotated() -> TempDir {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    for (name, members) in [("GuardedBy", "String[] value();"), ("ThreadSafe", "")] {
        write_java(path, name, &format!("@interface {name} {{ {members} }}"));
    }
    let account = "@ThreadSafe class Account {\n\
        @GuardedBy(\"this\") int balance;\n\
        int quick;\n\
        synchronized void add() { balance++; }\n\
        int get() { return balance; }\n\
        @SuppressWarnings({\"unused\", \"race\"})\n\
        void touch() {\n\
            quick++;\n\
        }\n}";
    write_java(path, "Account", account);
    let main = "class Main { public static void main(String[] a) { Account account = new Account();\n\
        new Thread(() -> { account.add(); account.touch(); }).start();\n\
        System.out.println(account.get()); account.touch(); } }";
    write_java(path, "Main", main);
    javac(path, &["GuardedBy", "ThreadSafe", "Account", "Main"]);
    folder
}

#[test]
fn annotations_are_told_with_the_race() {
    let folder = annotated();
    let outcome = check(folder.path(), "");
    assert_eq!(found(&outcome), ["Account.balance"], "{}", outcome.stdout);
    let told = "  violation: Account.balance is declared @GuardedBy(\"this\"), but the read at Account.java:5 holds no lock\n  \
                declared: Account is declared @ThreadSafe\n";
    assert!(outcome.stdout.contains(told), "{}", outcome.stdout);
    assert!(outcome.stdout.ends_with("; 1 suppressed\n"), "{}", outcome.stdout);
    let sarif: serde_json::Value =
        serde_json::from_str(&check(folder.path(), "--format sarif").stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results[0]["ruleId"], "guarded-by");
    let suppression = &results[1]["suppressions"][0];
    assert_eq!(suppression["kind"], "inSource");
    assert_eq!(suppression["justification"], "@SuppressWarnings at Account.java:6");
    // The compiler does not keep the annotation: without the source it is not there.
    fs::remove_file(folder.path().join("Account.java")).unwrap();
    assert_eq!(found(&check(folder.path(), "")), ["Account.balance", "Account.quick"]);
}
