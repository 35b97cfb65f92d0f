//! `deadheat hunt` and `deadheat merge` on programs of the corpus.
//!
//! `corpus/hidden` has programs whose races an accidental order hides in nearly every run. DrFinder has to show every ID
//! within ten runs; without a scheduler nearly none may show.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use project::{Compiled, Jdk};
use tempfile::TempDir;

use crate::common::{Outcome, deadheat, javac, project_root, write_java};
use crate::run::{Program, compile, ids, java, marks, plain, programs};

fn jdk() -> Jdk {
    project::locate(None).expect("./test installs a JDK when there is none")
}

/// Programs with their classes.
struct Corpus {
    jdk: Jdk,
    programs: Vec<Program>,
    classes: Compiled,
}

impl Corpus {
    fn of(area: &'static str, jdk: Jdk) -> Corpus {
        let mut programs = programs(area);
        let classes = compile(&jdk, &mut programs);
        Corpus { jdk, programs, classes }
    }

    fn command(&self, program: &Program) -> Vec<String> {
        let main = format!("{}.{}.Main", program.area, program.name);
        let classes = self.classes.classes().display().to_string();
        vec!["--".into(), java(&self.jdk).display().to_string(), "-cp".into(), classes, main]
    }

    /// A hunt for a program; also the folder that it wrote.
    fn hunt(&self, program: &Program, options: &[&str]) -> (Outcome, TempDir) {
        let folder = TempDir::new().unwrap();
        let outcome = deadheat(hunt_args(options, folder.path(), &self.command(program)));
        (outcome, folder)
    }

    /// The IDs that a hunt shows. Pairs without a common ID are wrong.
    fn found(&self, program: &Program, options: &[&str]) -> BTreeSet<String> {
        let (outcome, folder) = self.hunt(program, options);
        let name = &program.name;
        assert!(matches!(outcome.status, Some(0 | 1)), "{name}: {}", outcome.stderr);
        let pairs = fs::read_to_string(folder.path().join("pairs.tsv")).unwrap();
        ids(&pairs, &marks(program), name)
    }
}

fn hunt_args(options: &[&str], folder: &Path, command: &[String]) -> Vec<String> {
    let mut args: Vec<String> = vec!["hunt".into()];
    args.extend(options.iter().map(|option| (*option).to_owned()));
    args.extend(["-o".into(), folder.display().to_string()]);
    args.extend(command.iter().cloned());
    args
}

/// Does something for each program, two at a time.
fn for_each(corpus: &Corpus, run: impl Fn(&Program) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(program) = corpus.programs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    run(program);
                }
            });
        }
    });
}

fn all_ids(program: &Program) -> BTreeSet<String> {
    marks(program).into_iter().map(|(_, id)| id).collect()
}

/// Ten runs in at most four steps, since most races show soon.
fn shows_all(corpus: &Corpus, program: &Program, seed: u64) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let wanted = all_ids(program);
    let mut found = BTreeSet::new();
    for runs in ["3", "5", "7", "10"] {
        let options = ["-n", runs, "--seed", &seed.to_string()].map(str::to_owned);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let args = hunt_args(&options, folder.path(), &corpus.command(program));
        let outcome = deadheat(args);
        assert!(matches!(outcome.status, Some(0 | 1)), "{}: {}", program.name, outcome.stderr);
        let pairs = fs::read_to_string(folder.path().join("pairs.tsv")).unwrap();
        found = ids(&pairs, &marks(program), &program.name);
        if found == wanted {
            return Ok(());
        }
    }
    let runs = fs::read_to_string(folder.path().join("runs.jsonl")).unwrap();
    Err(format!("{}, seed {seed}: {found:?} of {wanted:?}\n{runs}", program.name))
}

/// 95 of 100 hunts are to show everything (the slow test below counts them), so one of these may fail; but not twice.
#[test]
fn drfinder_shows_hidden_races_and_native_runs_do_not() {
    let corpus = Corpus::of("hidden", jdk());
    assert!(corpus.programs.len() >= 12);
    let (native, missed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    for_each(&corpus, |program| {
        if let Err(why) = shows_all(&corpus, program, 1) {
            missed.lock().unwrap().push(why);
            shows_all(&corpus, program, 2).unwrap_or_else(|why| panic!("{why}"));
        }
        let shown = corpus.found(program, &["-n", "1", "--scheduler", "native"]);
        native.fetch_add(usize::from(!shown.is_empty()), Ordering::Relaxed);
    });
    let (native, missed) = (native.into_inner(), missed.into_inner().unwrap());
    assert!(missed.len() <= 1, "{}", missed.join("\n"));
    assert!(native <= corpus.programs.len() / 5, "{native} races are not hidden");
}

#[test]
#[ignore = "slow: 20 hunts of each hidden race, on every JDK"]
fn drfinder_shows_hidden_races_whatever_the_seed() {
    for jdk in project::all_installed().into_iter().filter(|jdk| jdk.release >= 17) {
        let corpus = Corpus::of("hidden", jdk);
        let (failures, native) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        for_each(&corpus, |program| {
            for seed in 1..=20 {
                failures.lock().unwrap().extend(shows_all(&corpus, program, seed).err());
            }
            let options = ["-n", "20", "--scheduler", "native"];
            let (_, folder) = corpus.hunt(program, &options);
            let runs = fs::read_to_string(folder.path().join("runs.jsonl")).unwrap();
            let shown = runs.lines().filter(|line| !line.contains("\"seen\":[]")).count();
            native.fetch_add(shown, Ordering::Relaxed);
        });
        let (failures, native) = (failures.into_inner().unwrap(), native.into_inner());
        let hunts = 20 * corpus.programs.len();
        println!("{}: {} of {hunts} hunts missed something", corpus.jdk, failures.len());
        println!("{}: {native} of {hunts} native runs showed something", corpus.jdk);
        assert!(failures.len() * 20 <= hunts, "{}", failures.join("\n"));
        assert!(native * 10 < hunts, "{native} of {hunts} native runs");
    }
}

/// Runs of programs without races under every scheduler print what they print without, and show nothing.
fn check_safe(corpus: &Corpus, program: &Program, runs: u32, seed: u64) -> TempDir {
    let main = format!("{}.{}.Main", program.area, program.name);
    let expected = plain(&corpus.jdk, &corpus.classes.classes(), &main);
    let (runs_text, seed_text) = (runs.to_string(), seed.to_string());
    let options = ["-n", &runs_text, "--scheduler", "all", "--seed", &seed_text];
    let (outcome, folder) = corpus.hunt(program, &options);
    let (name, jdk) = (&program.name, &corpus.jdk);
    assert_eq!(outcome.status, Some(0), "{name} on {jdk}: {}{}", outcome.stdout, outcome.stderr);
    for run in 1..=runs {
        let log = fs::read_to_string(folder.path().join(format!("run-{run}.log"))).unwrap();
        assert_eq!(log, expected.stdout.clone() + &expected.stderr, "{name}, run {run} on {jdk}");
    }
    folder
}

/// Programs with locks and conditions of all kinds.
const SAFE: [&str; 6] = [
    "condition",
    "cyclicbarrier",
    "executor",
    "readwritelock",
    "synchronizedmethods",
    "waitnotify",
];

#[test]
fn no_scheduler_changes_what_a_program_computes() {
    let mut corpus = Corpus::of("juc", jdk());
    corpus.programs.retain(|program| SAFE.contains(&program.name.as_str()));
    assert_eq!(corpus.programs.len(), SAFE.len());
    for_each(&corpus, |program| drop(check_safe(&corpus, program, 5, 1)));
}

#[test]
fn nobody_is_held_for_a_thread_that_waits_itself() {
    let mut corpus = Corpus::of("juc", jdk());
    corpus.programs.retain(|program| program.name == "blocking");
    let folder = check_safe(&corpus, &corpus.programs[0], 8, 1);
    let runs = fs::read_to_string(folder.path().join("runs.jsonl")).unwrap();
    let mut suspensions = 0;
    for line in runs.lines() {
        let run: serde_json::Value = serde_json::from_str(line).unwrap();
        suspensions += run["counts"]["suspensions"].as_u64().unwrap();
        assert_eq!(run["counts"]["expired"], 0, "a thread was held for too long: {line}");
    }
    assert!(suspensions > 0);
}

#[test]
#[ignore = "slow: 20 runs of each safe program under each scheduler, on every JDK"]
fn no_scheduler_changes_what_any_program_computes() {
    for jdk in project::all_installed().into_iter().filter(|jdk| jdk.release >= 17) {
        let corpus = Corpus::of("juc", jdk);
        for_each(&corpus, |program| drop(check_safe(&corpus, program, 80, 7)));
    }
}

/// The hunt of a small race, with its command.
fn mailbox() -> (Corpus, Vec<String>) {
    let mut corpus = Corpus::of("hidden", jdk());
    corpus.programs.retain(|program| program.name == "oneedge");
    let command = corpus.command(&corpus.programs[0]);
    (corpus, command)
}

#[test]
fn a_race_carries_the_command_that_shows_it_again() {
    let (_corpus, command) = mailbox();
    let folder = TempDir::new().unwrap();
    let options = ["-n", "10", "--until-found", "--format", "json"];
    let outcome = deadheat(hunt_args(&options, folder.path(), &command));
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let again = json["races"][0]["replay"].as_str().expect("a race says how to show it again");
    let words: Vec<&str> = again.split(' ').collect();
    assert_eq!(words[0], "deadheat");
    for _ in 0..2 {
        let outcome = deadheat(&words[1..]);
        assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
        assert!(outcome.stdout.contains("race on static field"), "{}", outcome.stdout);
        assert!(outcome.stderr.contains("replay: followed all 3"), "{}", outcome.stderr);
    }
    // Acquisitions in an order that this program never has: the same thread twice.
    let schedule = PathBuf::from(words[3]);
    let text = fs::read_to_string(&schedule).unwrap();
    let line = text.lines().nth(1).unwrap();
    fs::write(&schedule, format!("# deadheat schedule 1\n{line}\n{line}\n")).unwrap();
    let outcome = deadheat(&words[1..]);
    assert!(outcome.stderr.contains("replay: diverged"), "{}", outcome.stderr);
    fs::write(&schedule, "something else\n").unwrap();
    deadheat(&words[1..]).fails_with(["line 1 does not belong into the schedule of a run"]);
}

#[test]
fn a_hunt_is_continued_and_other_folders_are_refused() {
    let (_corpus, command) = mailbox();
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("found");
    let run = |options: &[&str]| deadheat(hunt_args(options, &place, &command));
    let lines = || fs::read_to_string(place.join("runs.jsonl")).unwrap().lines().count();
    run(&["-n", "1", "--scheduler", "native"]);
    assert_eq!(lines(), 1);
    run(&["-n", "2", "--scheduler", "native"]);
    assert_eq!(lines(), 2);
    run(&["-n", "2", "--scheduler", "native"]).succeeds();
    assert_eq!(lines(), 2, "all runs are done");
    assert!(place.join("run-2.schedule").is_file() && place.join("run-2.log").is_file());

    let other: Vec<String> = command.iter().cloned().chain(["argument".to_owned()]).collect();
    deadheat(hunt_args(&[], &place, &other)).fails_with(["another command"]);
    // A run that was cut off in the middle of its line is done again.
    let runs = place.join("runs.jsonl");
    let text = fs::read_to_string(&runs).unwrap();
    fs::write(&runs, &text[..text.len() - 20]).unwrap();
    run(&["-n", "2", "--scheduler", "native"]).succeeds();
    assert_eq!(lines(), 2);
    fs::write(&runs, "nonsense\n").unwrap();
    run(&[]).fails_with(["runs.jsonl: line 1: it is damaged"]);
    fs::write(place.join("hunt.json"), "{}").unwrap();
    run(&[]).fails_with(["hunt.json: it is damaged"]);
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "Dear Ada").unwrap();
    deadheat(hunt_args(&[], &foreign, &command)).fails_with(["no hunt has made it"]);
    deadheat(["merge".to_owned(), foreign.display().to_string()])
        .fails_with(["it is no folder of a hunt"]);
}

#[test]
fn shards_do_each_run_once_and_are_merged() {
    let (_corpus, command) = mailbox();
    let folder = TempDir::new().unwrap();
    for shard in ["1/2", "2/2"] {
        let outcome = deadheat(hunt_args(&["-n", "7", "--shard", shard], folder.path(), &command));
        assert!(matches!(outcome.status, Some(0 | 1)), "{}", outcome.stderr);
    }
    let runs = |shard: &str| {
        let text = fs::read_to_string(folder.path().join(shard).join("runs.jsonl")).unwrap();
        text.lines().count()
    };
    assert_eq!((runs("shard-1-of-2"), runs("shard-2-of-2")), (4, 3));
    let merge = |format: &str| {
        let folder = folder.path().display().to_string();
        deadheat(["merge".to_owned(), folder, "--format".into(), format.into()])
    };
    let outcome = merge("pairs");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert_eq!(outcome.stdout.lines().count(), 1, "{}", outcome.stdout);
    let json: serde_json::Value = serde_json::from_str(&merge("json").stdout).unwrap();
    assert_eq!(json["jvms"], 7);
    let outcome = deadheat(hunt_args(&["--shard", "3/2"], folder.path(), &command));
    outcome.fails_with(["there are 2 parts"]);
}

fn command_of(classes: &Path, main: &str) -> Vec<String> {
    let (java, classes) = (java(&jdk()).display().to_string(), classes.display().to_string());
    vec!["--".into(), java, "-cp".into(), classes, main.into()]
}

const DEADLOCK: &str = r#"
public class Philosophers {
    static class Fork {}
    static class Knife {}
    static final Fork FORK = new Fork();
    static final Knife KNIFE = new Knife();
    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> eat(FORK, KNIFE), "Kant");
        Thread second = new Thread(() -> eat(KNIFE, FORK), "Hume");
        first.start();
        second.start();
        first.join();
        second.join();
    }
    static void eat(Object left, Object right) {
        synchronized (left) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            synchronized (right) {
                Thread.onSpinWait();
            }
        }
    }
}
"#;

#[test]
fn a_deadlock_is_told_with_both_stacks_and_the_run_is_done_again() {
    let sources = TempDir::new().unwrap();
    write_java(sources.path(), "Philosophers", DEADLOCK);
    javac(sources.path(), &["Philosophers"]);
    let folder = TempDir::new().unwrap();
    let command = command_of(sources.path(), "Philosophers");
    let options = ["-n", "1", "--scheduler", "native"];
    let outcome = deadheat(hunt_args(&options, folder.path(), &command));
    assert_eq!(outcome.status, Some(2), "{}{}", outcome.stdout, outcome.stderr);
    for text in ["deadlock of 2 threads", "\"Kant\"", "\"Hume\"", "Philosophers.eat"] {
        assert!(outcome.stdout.contains(text), "no {text}: {}", outcome.stdout);
    }
    assert!(outcome.stderr.contains("3 ended in a deadlock"), "{}", outcome.stderr);
}

#[test]
fn a_run_that_takes_too_long_ends() {
    let sources = TempDir::new().unwrap();
    let sleeper = "public class Sleeper { public static void main(String[] a) throws Exception { Thread.sleep(100000); } }";
    write_java(sources.path(), "Sleeper", sleeper);
    javac(sources.path(), &["Sleeper"]);
    let folder = TempDir::new().unwrap();
    let command = command_of(sources.path(), "Sleeper");
    let start = Instant::now();
    let outcome = deadheat(hunt_args(&["-n", "1", "--timeout", "2"], folder.path(), &command));
    outcome.fails_with(["1 took too long"]);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_interrupted_hunt_loses_nothing() {
    let (_corpus, command) = mailbox();
    let folder = TempDir::new().unwrap();
    let args = hunt_args(&["-n", "200"], folder.path(), &command);
    let mut child = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .args(&args)
        .current_dir(project_root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let runs = folder.path().join("runs.jsonl");
    let done = |runs: &Path| {
        fs::read_to_string(runs).map_or(0, |text| text.matches("\"status\":\"done\"").count())
    };
    let start = Instant::now();
    while done(&runs) < 4 {
        assert!(start.elapsed() < Duration::from_secs(120), "it does nothing");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Not even a chance to clean up.
    child.kill().unwrap();
    child.wait().unwrap();
    let before = done(&runs);
    let more = (before + 2).to_string();
    let outcome = deadheat(hunt_args(&["-n", &more], folder.path(), &command));
    assert!(matches!(outcome.status, Some(0 | 1)), "{}", outcome.stderr);
    assert_eq!(done(&runs), before + 2);
    let left = fs::read_dir(folder.path()).unwrap().filter_map(|entry| {
        entry.unwrap().file_name().into_string().ok().filter(|name| name.starts_with(".run"))
    });
    assert_eq!(left.count(), 0);
}
