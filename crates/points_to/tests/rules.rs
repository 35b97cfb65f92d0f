//! Fixtures for each rule of the solver, and for edits that once went wrong. `testkit::points_to::fixture` tells what a
//! fixture can say.

use std::fs;
use std::path::Path;

use testkit::points_to::fixture::Fixture;

#[test]
fn rules() {
    check("tests/rules");
}

#[test]
fn edits() {
    check("tests/edits");
}

/// Checks all fixtures of a folder.
fn check(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no fixtures", folder.display());
    let mut failures = Vec::new();
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        let fixture = Fixture::parse(&text).unwrap_or_else(|e| panic!("{name}:{e}"));
        // What is wrong with one policy is mostly wrong with all.
        let wrong = fixture.failures().into_iter().take(3);
        failures.extend(wrong.map(|line| format!("{name}:{line}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
