//! Races in parallel loops: how they are shown, what libraries have to do with them, and what each technique is good for.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{Outcome, deadheat, write_java};

const NBODY: &str = "corpus/loops/nbody";
const COREF: &str = "corpus/loops/coref";

fn check(input: &str, options: &str) -> Outcome {
    deadheat(["check", input].into_iter().chain(options.split_whitespace()))
}

/// Compares with a file beside the other programs. `DEADHEAT_BLESS=1` writes it anew.
fn looks_as_expected(input: &str, options: &str, file: &str) {
    let outcome = check(input, options);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(1), ""), "{}", outcome.stdout);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks/loops").join(file);
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        fs::write(&file, &outcome.stdout).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(outcome.stdout == expected, "{input} {options}: found\n{}", outcome.stdout);
}

#[test]
fn races_of_a_loop_are_shown_by_object_and_field() {
    looks_as_expected(NBODY, "", "nbody.txt");
    let text = check(NBODY, "").stdout;
    assert_eq!(text.matches("loop  ").count(), 1, "{text}");
    assert_eq!(text.matches("[2x]").count(), 2, "{text}");
}

#[test]
fn what_is_marked_as_library_is_told_where_it_is_called() {
    let marks = "--library loops.coref.Lemmas --library loops.coref.Similarity** \
                 --library loops.coref.Classifier --library loops.coref.Decoder";
    looks_as_expected(COREF, &format!("{marks} --depth 2"), "coref.txt");
    let pairs = check(COREF, &format!("{marks} --format pairs")).stdout;
    for line in pairs.lines() {
        let places = line.split('\t').take(2);
        for place in places {
            let is_outside = place.starts_with("Main.java") || place.starts_with("Document.java");
            assert!(is_outside, "{line}");
        }
    }
    // All that was found is still there, if only elsewhere.
    let whole = check(COREF, "--format pairs").stdout;
    assert!(pairs.lines().count() < whole.lines().count(), "{pairs}\n{whole}");
    let none = check(COREF, &format!("{marks} --depth 0")).stdout;
    assert!(!none.contains("inside"), "{none}");
}

#[test]
fn a_technique_can_be_left_out() {
    let pairs = |options: &str| check(NBODY, &format!("--format pairs {options}")).stdout;
    let full = pairs("");
    assert!(pairs("--without sync").lines().count() > full.lines().count());
    assert!(pairs("--without filtering").contains("PrintStream"), "{full}");
    let inside = pairs("--without bubble-up --without two-threads");
    assert!(inside.contains("ArrayList.java:") && inside.contains("Particle.vX"), "{inside}");
    let unknown = check(NBODY, "--without magic");
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("two-threads, filtering, bubble-up, deep-sync, sync"));
}

const COUNTER: &str = "package lib;
public class Counter {
    private static int made;
    private final Object lock = new Object();
    private int count;
    private int guarded;
    public static Counter make() {
        made++;
        return new Counter();
    }
    public synchronized void add() {
        count++;
    }
    public int count() {
        return count;
    }
    public void guarded() {
        synchronized (lock) {
            set(guarded + 1);
        }
    }
    private void set(int to) {
        guarded = to;
    }
}
";

const USER: &str = "import java.util.stream.IntStream;
import lib.Counter;
class User {
    static final Counter SHARED = new Counter();
    public static void main(String[] args) {
        IntStream.range(0, 9).parallel().forEach(i -> {
            SHARED.add();
            SHARED.guarded();
            SHARED.count();
            Counter own = Counter.make();
            own.add();
        });
    }
}
";

#[test]
fn locks_inside_of_a_library_count_and_its_own_state_does_if_it_is_marked() {
    let folder = TempDir::new().unwrap();
    write_java(folder.path(), "User", USER);
    fs::create_dir(folder.path().join("lib")).unwrap();
    write_java(&folder.path().join("lib"), "Counter", COUNTER);
    let lines = |options: &str| -> Vec<String> {
        let options = format!("--library lib.** --format pairs {options}");
        let pairs = check(folder.path().to_str().unwrap(), &options).stdout;
        let places = |line: &str| line.split('\t').take(2).collect::<Vec<_>>().join(" ");
        pairs.lines().map(|line| places(line).replace("User.java:", "")).collect()
    };
    // `count` reads what `add` writes; `make` counts in a static field.
    assert_eq!(lines(""), ["10 10", "7 9"]);
    assert_eq!(lines("--without deep-sync"), ["10 10", "7 7", "7 9", "8 8"]);
}
