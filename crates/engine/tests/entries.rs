//! Entry points of compiled programs: which methods are taken, and the code that calls them.
//!
//! Each folder in `entries` is a program. Its `requests.txt` has a request in each line, in the form of the command line, the
//! empty one included; `expected.txt` has the answers: the methods, the code that calls them, and all methods of the program
//! that are reached from there. `DEADHEAT_BLESS=1` writes them anew. A folder whose name starts with `java25` needs a JDK of
//! that release, and one with `before25` an older one.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use engine::{
    Analysis, AnalysisRequest, EntryKind, EntryRequest, MethodCalls, Program, Request, Silent,
};
use ir::Class;
use ir::verify::{Declaration, Verifier};

#[test]
fn entry_points_are_found_and_called() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/entries");
    let mut cases: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() >= 7, "{cases:?}");
    for case in cases {
        // What is reached is looked at on one JDK alone, for the sake of time.
        let mut jdks = testkit::java::compilers().into_iter().filter(|jdk| can_run(&case, jdk));
        let newest = jdks.next();
        newest.iter().for_each(|jdk| check(&case, jdk, true));
        jdks.for_each(|jdk| check(&case, &jdk, false));
    }
}

/// Whether a JDK has the release that a case needs.
fn can_run(case: &Path, jdk: &project::Jdk) -> bool {
    let name = case.file_name().unwrap().to_str().unwrap();
    let release = |prefix: &str| -> Option<u16> {
        name.strip_prefix(prefix)?.split('_').next()?.parse().ok()
    };
    let is_too_old = release("java").is_some_and(|needed| jdk.release < needed);
    let is_too_new = release("before").is_some_and(|end| jdk.release >= end);
    if is_too_old || is_too_new {
        testkit::jdk::skip(&format!("{name} on JDK {}", jdk.release));
    }
    !is_too_old && !is_too_new
}

fn check(case: &Path, jdk: &project::Jdk, with_analysis: bool) {
    let name = case.file_name().unwrap().to_str().unwrap();
    let request = Request {
        inputs: vec![case.to_owned()],
        class_path: Vec::new(),
        jdk: Some(jdk.home.clone()),
        ..Request::default()
    };
    let program = Arc::new(Program::open(&request, &Silent));
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let requests = std::fs::read_to_string(case.join("requests.txt")).unwrap();
    let mut found = String::new();
    for line in requests.lines() {
        let outcome = outcome(&program, line);
        let reached = match with_analysis && !outcome.starts_with("error") {
            true => reached(&program, line),
            false => String::new(),
        };
        let _ = writeln!(found, "> {line}\n{outcome}{reached}");
    }
    let file = case.join("expected.txt");
    if with_analysis && std::env::var_os("DEADHEAT_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let mut expected = std::fs::read_to_string(&file).unwrap_or_default();
    if !with_analysis {
        let is_kept = |line: &&str| !line.starts_with("reached ");
        expected = expected.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    }
    assert!(found == expected, "{name} on JDK {}: found\n{found}", jdk.release);
}

fn outcome(program: &Program, line: &str) -> String {
    let (entries, problems) = program.entry_points(&parse(line), &Silent);
    assert!(problems.is_empty(), "{problems:?}");
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => return format!("error: {error}\n"),
    };
    let mut text = format!("because: {:?}\n", entries.choice);
    for entry in &entries.list {
        let kind = match entry.kind {
            EntryKind::Main => "main",
            EntryKind::Test => "test",
            EntryKind::Public => "public",
            EntryKind::Asked => "asked",
        };
        let _ = writeln!(text, "{kind} {}.{}{}", entry.class, entry.name, entry.ty);
    }
    let driver = entries.driver();
    let mut verifier = Verifier::default();
    for method in &driver.methods {
        let body = method.body().expect("everything in it has code");
        let checked = verifier.verify(body, &Declaration::of(driver.name, method));
        assert!(checked.is_ok(), "{}: {checked:?}", ir::text::print_method(method));
    }
    text + &code_of(driver)
}

/// The methods of the program that are reached.
fn reached(program: &Arc<Program>, line: &str) -> String {
    let request = AnalysisRequest { entries: parse(line), ..AnalysisRequest::default() };
    let analysis = match Analysis::run(Arc::clone(program), &request, &Silent) {
        Ok(analysis) => analysis,
        Err(error) => panic!("{error}"),
    };
    assert!(analysis.problems().is_empty(), "{:?}", analysis.problems());
    let methods = analysis.call_graph().of_application();
    let name = |of: &MethodCalls| {
        format!("reached {}.{}{}\n", of.method.class, of.method.name, of.method.ty)
    };
    methods.iter().map(name).collect()
}

/// The fields and bodies, without what is the same in all of them.
fn code_of(driver: &Class) -> String {
    let mut text = String::new();
    for field in &driver.fields {
        let _ = writeln!(text, "static {} {}", field.ty, field.name);
    }
    for method in &driver.methods {
        let _ = writeln!(text, "{}:", method.name);
        let lines = method.body().map(ir::text::body_lines).unwrap_or_default();
        for line in lines.iter().filter(|line| line.inst.is_some()) {
            let without_offset = line.text.rsplit_once('@').map_or(&*line.text, |(text, _)| text);
            let _ = writeln!(text, "  {}", without_offset.trim());
        }
    }
    text
}

fn parse(line: &str) -> EntryRequest {
    let mut request = EntryRequest::default();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let mut name = || words.next().expect("a name follows").to_owned();
        match word {
            "--main" => request.mains.push(name()),
            "--entry" => request.methods.push(name()),
            "--tests" => request.tests = true,
            "--library-mode" => request.library = true,
            other => panic!("{other} is no option"),
        }
    }
    request
}
