//! Entry points of compiled programs: which methods are taken, and the code that calls them.
//!
//! Each folder in `entries` is a program. Its `requests.txt` has a request in each line, in the form of the command line, the
//! empty one included; `expected.txt` has the answers. `DEADHEAT_BLESS=1` writes them anew. A folder whose name starts with
//! `java25` needs a JDK of that release.

use std::fmt::Write as _;
use std::path::Path;

use engine::{EntryKind, EntryRequest, Program, Request, Silent};
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
        for jdk in testkit::java::compilers() {
            check(&case, &jdk);
        }
    }
}

fn check(case: &Path, jdk: &project::Jdk) {
    let name = case.file_name().unwrap().to_str().unwrap();
    let needed = name.strip_prefix("java").and_then(|rest| rest.split('_').next()?.parse().ok());
    if needed.is_some_and(|needed: u16| jdk.release < needed) {
        return testkit::jdk::skip(&format!("{name} needs a newer JDK than {}", jdk.release));
    }
    let request = Request {
        inputs: vec![case.to_owned()],
        class_path: Vec::new(),
        jdk: Some(jdk.home.clone()),
    };
    let program = Program::open(&request, &Silent);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let requests = std::fs::read_to_string(case.join("requests.txt")).unwrap();
    let mut found = String::new();
    for line in requests.lines() {
        let _ = writeln!(found, "> {line}\n{}", outcome(&program, line));
    }
    let file = case.join("expected.txt");
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
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
