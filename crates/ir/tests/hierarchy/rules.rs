//! Runs the rule files.

use std::path::Path;

use crate::script::Script;

#[test]
fn rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hierarchy/rules");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of rules")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for file in files {
        let expected = std::fs::read_to_string(&file).expect("a rule file");
        let got = Script::run(&expected);
        for (line, (e, g)) in expected.lines().zip(got.lines()).enumerate() {
            if e != g {
                let file = file.file_name().unwrap_or_default().display();
                failures.push(format!("{file}:{}\n  expected {e}\n  got      {g}", line + 1));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
