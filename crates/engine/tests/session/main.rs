//! Programs that are edited: the races after each edit are those of a check from scratch.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Analysis, AnalysisRequest, Change, Policy, Program, Request, Session, Silent};
use ir::{Class, Name};
use report::{Mode, Report};
use testkit::mutate::Random;
use testkit::points_to::statements::{deletable, delete};

/// The classes of a program, by name.
type Classes = BTreeMap<String, Vec<u8>>;

/// Compiles Java files.
fn compiled(files: &[(&str, String)]) -> Classes {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        paths.push(path);
    }
    let jdk = testkit::java::compilers().into_iter().next().expect("there is a JDK");
    let program = testkit::java::compile(&jdk, &paths).unwrap();
    classes_below(&program.class_folder())
}

fn classes_below(folder: &Path) -> Classes {
    let mut classes = Classes::new();
    let mut pending: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                let change = Change::put(&path, bytes.clone()).unwrap();
                classes.insert(change.class, bytes);
            }
        }
    }
    classes
}

/// Opens a session with these classes, in a folder that is kept.
fn open(classes: &Classes) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in classes {
        let path = folder.path().join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let session = Session::open(&request(folder.path()), &analysis(), Mode::All, &Silent);
    (folder, session)
}

fn request(folder: &Path) -> Request {
    Request { inputs: vec![folder.to_owned()], ..Request::default() }
}

fn analysis() -> AnalysisRequest {
    let policy = Policy::ThreadObject;
    let mut analysis = AnalysisRequest { policy, ..AnalysisRequest::default() };
    analysis.entries.at_once = true;
    analysis
}

/// What makes the one program of the other.
fn changes(from: &Classes, to: &Classes) -> Vec<Change> {
    let path = |name: &str| PathBuf::from(format!("{name}.class"));
    let put = to.iter().filter(|(name, bytes)| from.get(*name) != Some(bytes));
    let put = put.map(|(name, bytes)| Change::put(&path(name), bytes.clone()).unwrap());
    let gone = from.keys().filter(|name| !to.contains_key(*name));
    put.chain(gone.map(|name| Change::remove(name, &path(name)))).collect()
}

/// What a report says about races, sorted. Of several threads that come to the same two places one pair is named, and it depends
/// on the order in which they became known which one.
fn said(report: &Report) -> Vec<String> {
    let access = |of: &report::Access| format!("{:?} {:?} {:?}", of.kind, of.site, of.via);
    let mut said: Vec<String> = (report.races.iter())
        .map(|race| {
            let mut sides = [access(&race.earlier), access(&race.later)];
            sides.sort();
            let [first, second] = sides;
            let tier = (race.tier, race.is_unlikely, race.rule);
            format!("{} {tier:?} {:?}\n  {first}\n  {second}", race.id, race.location)
        })
        .collect();
    said.sort();
    said
}

/// The pairs of lines.
fn pairs(report: &Report) -> Vec<String> {
    let text = report::to_pairs(report);
    text.lines().map(str::to_owned).collect()
}

/// How many races came, and how many went.
fn difference(before: &Report, after: &Report) -> (usize, usize) {
    let ids = |report: &Report| -> BTreeSet<String> {
        report.races.iter().map(|race| race.id.clone()).collect()
    };
    let (before, after) = (ids(before), ids(after));
    (after.difference(&before).count(), before.difference(&after).count())
}

/// The states of ECHO's Fig. 2 as one program that is edited five times, and taken back again.
#[test]
fn the_edits_of_echo_give_the_published_warnings() {
    let states: Vec<Classes> = ["a", "b", "c", "d", "e", "f"]
        .map(|state| {
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../../corpus/papers/echo2{state}/Main.java"));
            let text = fs::read_to_string(file).unwrap();
            compiled(&[("Main.java", text.replace(&format!("echo2{state}"), "echo2"))])
        })
        .into();
    let (_folder, mut session) = open(&states[0]);
    let order = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 5, 1, 3, 0];
    for step in order.windows(2) {
        let before = session.report().clone();
        let update = session.apply(changes(&states[step[0]], &states[step[1]]));
        let (_other, scratch) = open(&states[step[1]]);
        assert_eq!(pairs(session.report()), pairs(scratch.report()), "{step:?}");
        assert_eq!(said(session.report()), said(scratch.report()), "{step:?}");
        let counts = (update.appeared.len(), update.disappeared.len());
        assert_eq!(counts, difference(&before, session.report()), "{step:?}");
    }
}

/// Programs of the corpus, each of which loses some statements and gets them back.
#[test]
fn single_statements_come_and_go() {
    let programs = [
        "threads/executor",
        "realistic/elevator",
        "realistic/hedc",
        "locks/readwrite",
        "order/latch",
        "loops/nbody",
        "library/guardedcache",
    ];
    for (seed, name) in programs.iter().enumerate() {
        edit_at_random(name, seed as u64, 12);
    }
}

#[test]
#[ignore = "slow: thousands of edits, each compared with a check from scratch"]
fn statements_of_all_programs_come_and_go() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut count = 0;
    for area in ["threads", "order", "locks", "conflicts", "realistic", "juc", "loops", "library"] {
        for entry in fs::read_dir(corpus.join(area)).unwrap() {
            let folder = entry.unwrap().path();
            if folder.is_dir() {
                let name = format!("{area}/{}", folder.file_name().unwrap().to_string_lossy());
                count += edit_at_random(&name, count as u64, 20);
            }
        }
    }
    println!("{count} edits");
}

/// Each edit deletes a statement of a class, or brings a class back. How many edits there were.
fn edit_at_random(name: &str, seed: u64, edits: usize) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    let files = testkit::java::sources_below(&folder).unwrap_or_else(|e| panic!("{name}: {e}"));
    let jdk = testkit::java::compilers().into_iter().next().expect("there is a JDK");
    let compiled = testkit::java::compile(&jdk, &files).unwrap_or_else(|e| panic!("{name}: {e}"));
    let original: BTreeMap<Name, Arc<Class>> =
        compiled.classes.iter().map(|class| (class.name, Arc::new(class.clone()))).collect();
    let program = Arc::new(Program::open(&request(&compiled.class_folder()), &Silent));
    let mut session = Session::of(Arc::clone(&program), &analysis(), Mode::All, &Silent);
    let mut now = original.clone();
    let mut random = Random::new(seed);
    for _ in 0..edits {
        let names: Vec<Name> = now.keys().copied().collect();
        let class = names[random.below(names.len())];
        let places = deletable(&now[&class]);
        let edited = match places.is_empty() || random.below(4) == 0 {
            true => Arc::clone(&original[&class]),
            false => {
                let (method, inst) = places[random.below(places.len())];
                Arc::new(delete(&now[&class], method, inst).expect("it can be deleted"))
            }
        };
        now.insert(class, Arc::clone(&edited));
        session.edit(vec![edited]);
        let anew = Analysis::edited(Arc::clone(&program), now.values(), &analysis());
        let anew = anew.unwrap_or_else(|e| panic!("{name}: {e}")).check(Mode::All, &Silent);
        assert_eq!(pairs(session.report()), pairs(&anew), "{name}, seed {seed}: {class}");
        assert_eq!(said(session.report()), said(&anew), "{name}, seed {seed}: {class}");
    }
    edits
}

/// Lines move, and code changes that nobody runs: nothing is searched again, but places are told anew.
#[test]
fn lines_move_and_unused_code_changes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/papers/echo2b/Main.java");
    let text = fs::read_to_string(file).unwrap();
    let moved =
        text.replace("static final class Catalogue", "\n\n    static final class Catalogue");
    let renamed = text.replace("slots", "places");
    let unused = text.replace("this.year++;", "this.year += 2;");
    let versions = [&text, &moved, &renamed, &unused, &text]
        .map(|text| compiled(&[("Main.java", text.clone())]));
    let (_folder, mut session) = open(&versions[0]);
    for step in versions.windows(2) {
        let [from, to] = step else { unreachable!("windows of two") };
        assert_ne!(from, to, "an edit changes class files");
        let before = session.report().clone();
        let update = session.apply(changes(from, to));
        let (_other, scratch) = open(to);
        assert_eq!(said(session.report()), said(scratch.report()));
        assert_eq!(pairs(session.report()), pairs(scratch.report()));
        assert_eq!((update.appeared.len(), update.disappeared.len()), (0, 0));
        assert_eq!(session.report().races.len(), before.races.len());
    }
}

/// Programs with several variants: fields, methods, classes, supertypes, modifiers and lambdas come and go. At the end classes
/// vanish one by one, the one with `main` among them, and all come back at once.
#[test]
fn declarations_change() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../points_to/tests/java_edits");
    let jdk = testkit::java::compilers().into_iter().next().expect("there is a JDK");
    let variants = ["v1", "v2", "v3"].map(|variant| {
        let files = testkit::java::sources_below(&folder.join(variant)).unwrap();
        classes_below(&testkit::java::compile(&jdk, &files).unwrap().class_folder())
    });
    let (_folder, mut session) = open(&variants[0]);
    let mut now = variants[0].clone();
    let mut go_to = |to: Classes| {
        session.apply(changes(&now, &to));
        let (_other, scratch) = open(&to);
        assert_eq!(session.analysis().is_ok(), scratch.analysis().is_ok());
        assert_eq!(said(session.report()), said(scratch.report()));
        now = to;
    };
    for at in [1, 2, 0, 2, 1, 0] {
        go_to(variants[at].clone());
    }
    let mut fewer = variants[0].clone();
    for name in variants[0].keys() {
        fewer.remove(name);
        go_to(fewer.clone());
    }
    go_to(variants[2].clone());
    assert!(session.analysis().is_ok());
}

/// A class that cannot be read is gone until it can be read again, and a file that is no class file is an error.
#[test]
fn a_damaged_class_is_told() {
    let text = "public class Main { public static void main(String[] a) { new Other().run(); } }
        class Other { void run() {} }";
    let whole = compiled(&[("Main.java", text.to_owned())]);
    let (_folder, mut session) = open(&whole);
    let problems = |session: &Session| session.analysis().unwrap().problems().len();
    assert_eq!(problems(&session), 0);
    let mut damaged = whole.clone();
    let bytes = damaged.get_mut("Other").unwrap();
    bytes.truncate(bytes.len() - 20);
    session.apply(changes(&whole, &damaged));
    assert_eq!(problems(&session), 1);
    session.apply(changes(&damaged, &whole));
    assert_eq!(problems(&session), 0);
    assert!(Change::put(Path::new("Main.class"), b"nonsense".to_vec()).is_err());
}
