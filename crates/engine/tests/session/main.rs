//! Programs that are edited: the races after each edit are those of a check from scratch.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use engine::{AnalysisRequest, Change, Policy, Request, Session, Silent};
use report::{Mode, Report};

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
    let request = Request { inputs: vec![folder.path().to_owned()], ..Request::default() };
    let mut analysis =
        AnalysisRequest { policy: Policy::ThreadObject, ..AnalysisRequest::default() };
    analysis.entries.at_once = true;
    let session = Session::open(&request, &analysis, Mode::All, &Silent);
    (folder, session)
}

/// What makes the one program of the other.
fn changes(from: &Classes, to: &Classes) -> Vec<Change> {
    let path = |name: &str| PathBuf::from(format!("{name}.class"));
    let put = to.iter().filter(|(name, bytes)| from.get(*name) != Some(bytes));
    let put = put.map(|(name, bytes)| Change::put(&path(name), bytes.clone()).unwrap());
    let gone = from.keys().filter(|name| !to.contains_key(*name));
    put.chain(gone.map(|name| Change::remove(name, &path(name)))).collect()
}

/// What a report says, without what depends on time.
fn said(report: &Report) -> Vec<String> {
    let mut report = report.clone();
    report.analysis = None;
    let json: Vec<String> = report.races.iter().map(|race| format!("{race:#?}")).collect();
    json
}

/// The pairs of lines.
fn pairs(report: &Report) -> Vec<String> {
    let text = report::to_pairs(report);
    text.lines().map(str::to_owned).collect()
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
        let update = session.apply(changes(&states[step[0]], &states[step[1]]));
        let (_other, scratch) = open(&states[step[1]]);
        assert_eq!(pairs(session.report()), pairs(scratch.report()), "{step:?}");
        assert_eq!(said(session.report()), said(scratch.report()), "{step:?}");
        println!(
            "{step:?}: {} appeared, {} disappeared, {:?} {:?}",
            update.appeared.len(),
            update.disappeared.len(),
            update.points_to,
            update.races
        );
    }
}
