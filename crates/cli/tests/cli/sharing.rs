//! `deadheat sharing`, and what `deadheat run` leaves out because of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use project::Jdk;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{deadheat, deadheat_in, javac, write_java};
use crate::run::{Program, compile, ids, java, marks, programs};

/// Our version of the paper's Fig. 1.
const FIGURE: &str = "corpus/papers/tsa1/Main.java";

fn json(args: &[&str]) -> Value {
    let outcome = deadheat(["sharing", "--format", "json"].iter().chain(args));
    outcome.succeeds();
    serde_json::from_str(&outcome.stdout).unwrap()
}

/// The numbers of the figure's accesses that are shared: its lines say `access N`.
fn shared_in_figure(args: &[&str]) -> BTreeSet<u64> {
    let text = fs::read_to_string(crate::common::project_root().join(FIGURE)).unwrap();
    let number = |line: u64| {
        let line = text.lines().nth(line as usize - 1).unwrap_or_default();
        let number = line.split_once("access ").map(|(_, rest)| rest.trim_end_matches(')'));
        number.unwrap_or_else(|| panic!("{line} has no number")).parse().unwrap()
    };
    let found = json(&[&[FIGURE], args].concat());
    let accesses = found["accesses"].as_array().unwrap().iter();
    let shared = accesses.filter(|access| access["status"] == "shared");
    shared.map(|access| number(access["line"].as_u64().unwrap())).collect()
}

#[test]
fn exactly_five_accesses_of_the_figure_are_shared() {
    for algorithm in ["mhp", "tsa"] {
        let shared = shared_in_figure(&["--algorithm", algorithm]);
        assert_eq!(shared, [2, 3, 4, 7, 9].into(), "{algorithm}");
    }
}

#[test]
fn without_the_library_code_that_passes_the_object_on_two_are_found() {
    let folder = TempDir::new().unwrap();
    let models = folder.path().join("cut.model");
    let cut =
        "class java.util.HashSet { method add(*) cut \"out\" method iterator(*) cut \"out\" }";
    fs::write(&models, cut).unwrap();
    let shared = shared_in_figure(&["--models", models.to_str().unwrap()]);
    assert_eq!(shared, [7, 9].into());
}

#[test]
fn escape_analysis_takes_all_of_an_escaped_object_for_shared() {
    let found = json(&[FIGURE, "--algorithm", "escape"]);
    let accesses = found["accesses"].as_array().unwrap().iter();
    let total = accesses.clone().find(|access| access["what"] == "papers/tsa1/Main$Record.total");
    assert_eq!(total.unwrap()["status"], "shared");
    assert!(accesses.filter(|access| access["status"] == "shared").count() > 9);
}

#[test]
fn locations_say_who_reads_and_who_writes() {
    let found = json(&[FIGURE]);
    assert_eq!(found["version"], 1);
    assert_eq!(found["algorithm"], "mhp");
    let names: Vec<&str> =
        found["threads"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    let at = |name: &str| names.iter().position(|known| known.contains(name)).unwrap() as u64;
    let location = |text: &str| {
        let all = found["locations"].as_array().unwrap().iter();
        all.clone().find(|entry| entry["location_text"] == text).unwrap_or_else(|| panic!("{text}"))
    };
    let counter = location("papers.tsa1.Main$Record.counter");
    assert_eq!(counter["status"], "shared");
    assert!(counter["writers"].as_array().unwrap().contains(&at("Hasher").into()));
    assert_eq!(counter["made_at"], "Main.java:16");
    // Main and the clearer read the reference, and nobody writes it after the constructor.
    let cells = location("papers.tsa1.Main$Record.cells");
    assert_eq!(cells["status"], "immutable");
    assert_eq!(cells["writers"].as_array().unwrap().len(), 0);
    assert_eq!(cells["readers"], serde_json::json!([at("main"), at("Clearer")]));
}

#[test]
fn the_summary_is_short() {
    let outcome = deadheat(["sharing", FIGURE, "--limit", "1"]);
    outcome.succeeds();
    let text = &outcome.stdout;
    assert!(text.contains("accesses to fields, arrays and library objects are to shared data"));
    assert!(text.contains("  papers.tsa1.Main$Record.counter  3 places; written by "), "{text}");
    assert!(text.contains("  and 1 more; --limit 0 shows all"), "{text}");
    assert!(text.lines().count() < 20, "{text}");
}

/// The file of an analysis of a program in a folder of classes.
fn sites(classes: &Path, main: &str, file: &Path) {
    let classes = classes.display().to_string();
    let file = file.display().to_string();
    let args = ["sharing", &classes, "--main", main, "--format", "sites", "-o", &file];
    deadheat(args).succeeds();
}

/// The IDs of races that one run shows.
fn seen(jdk: &Jdk, classes: &Path, program: &Program, file: &Path) -> BTreeSet<String> {
    let main = format!("{}.{}.Main", program.area, program.name);
    let java = java(jdk).display().to_string();
    let (classes, file) = (classes.display().to_string(), file.display().to_string());
    let args = ["run", "--format", "pairs", "-o", "/dev/stdout", "--sharing", &file, "--", &java];
    let outcome = deadheat(args.into_iter().chain(["-cp", &classes, &main]));
    let pairs = outcome.stdout.lines().filter(|line| line.split('\t').count() == 3);
    ids(&(pairs.collect::<Vec<_>>().join("\n")), &marks(program), &main)
}

/// A run that watches only what an analysis takes for shared sees all races that are marked.
fn check_programs(area: &'static str, wanted: impl Fn(&str) -> bool) {
    const RUNS: usize = 20;
    let jdk = project::locate(None).unwrap();
    let mut programs: Vec<Program> =
        programs(area).into_iter().filter(|program| wanted(&program.name)).collect();
    let compiled = compile(&jdk, &mut programs);
    let folder = TempDir::new().unwrap();
    for program in &programs {
        let main = format!("{area}.{}.Main", program.name);
        let all: BTreeSet<String> = marks(program).into_iter().map(|(_, id)| id).collect();
        let file = folder.path().join(&program.name);
        sites(&compiled.classes(), &main, &file);
        let mut found = BTreeSet::new();
        for run in 0.. {
            found.extend(seen(&jdk, &compiled.classes(), program, &file));
            if found == all {
                break;
            }
            assert!(run < RUNS, "{main}: of {all:?} only {found:?} were seen");
        }
    }
}

#[test]
fn races_are_seen_in_what_may_be_shared() {
    check_programs("runtime", |name| ["arrays", "collections", "published"].contains(&name));
}

#[test]
#[ignore = "takes a minute"]
fn all_races_are_seen_in_what_may_be_shared() {
    check_programs("runtime", |_| true);
}

#[test]
fn classes_that_nobody_analysed_stay_watched() {
    let folder = TempDir::new().unwrap();
    let plugin = "public class Plugin implements Runnable { static int n; \
         public void run() { n++; Main.late++; } }";
    let main = "public class Main { static int late; static int own; \
         public static void main(String[] a) throws Exception { own++; \
         Runnable r = (Runnable) Class.forName(new StringBuilder(\"nigulP\").reverse().toString()) \
         .getDeclaredConstructor().newInstance(); \
         Thread t = new Thread(r); t.start(); r.run(); t.join(); } }";
    write_java(folder.path(), "Plugin", plugin);
    write_java(folder.path(), "Main", main);
    javac(folder.path(), &["Main", "Plugin"]);
    let sites = folder.path().join("shared.tsv");
    let args = ["sharing", "Main.class", "--main", "Main", "--format", "sites", "-o", "shared.tsv"];
    let outcome = deadheat_in(folder.path(), args);
    assert!(outcome.status.is_some_and(|status| status != 1), "{}", outcome.stderr);
    let text = fs::read_to_string(&sites).unwrap();
    assert!(text.contains("[known]\tMain\t") && !text.contains("[known]\tPlugin"), "{text}");
    assert!(!text.contains("Main.own"), "{text}");
    let outcome =
        deadheat_in(folder.path(), ["run", "--sharing", "shared.tsv", "--", "java", "Main"]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("Plugin.n"), "{}", outcome.stderr);
}

#[test]
fn what_cannot_be_done_is_said() {
    deadheat(["sharing", "/no/such/classes"]).fails_with(["/no/such/classes"]);
    deadheat(["sharing", "--algorithm", "magic", FIGURE]).fails_with(["magic", "escape, tsa, mhp"]);
    deadheat(["sharing", FIGURE, "--main", "Nobody"]).fails_with(["Nobody"]);
    deadheat(["sharing", FIGURE, "-o", "/no/such/folder/file"]).fails_with(["cannot be written"]);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("shared.tsv");
    fs::write(&file, "[deadheat sharing 9]\n").unwrap();
    let file = file.display().to_string();
    deadheat(["run", "--sharing", &file, "--", "java", "Main"])
        .fails_with(["line 1", "another version"]);
}
