//! Reports as SARIF are what the official schema asks for. The schema comes with the crate `serde-sarif`.

use std::fs;
use std::path::Path;
use std::process::Command;

use jsonschema::Validator;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{deadheat, deadheat_in, project_root, write_java};

/// What the compiler calls the machine that it runs on.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").current_dir(project_root()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap_or_else(|| panic!("no host in {text}")).to_owned()
}

/// The schema that OASIS publishes. Packages that are for other machines alone need not have been downloaded.
fn schema() -> Validator {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host()])
        .current_dir(project_root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    // As published it has a bracket too many in the pattern of `language`, which strict readers refuse.
    let schema = schema.replace("^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}-[a-zA-Z]{2}?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$id"].as_str().unwrap().ends_with("/sarif-schema-2.1.0.json"));
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

/// A report that the schema accepts.
fn valid(text: &str) -> Value {
    let report: Value = serde_json::from_str(text).unwrap();
    let schema = schema();
    let errors: Vec<String> = schema
        .iter_errors(&report)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    report
}

fn results(report: &Value) -> &Vec<Value> {
    report["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema = schema();
    let without_message =
        r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{}]}]}"#;
    assert!(!schema.is_valid(&serde_json::from_str(without_message).unwrap()));
}

#[test]
fn races_of_a_check_are_valid_and_whole() {
    let outcome = deadheat(["check", "crates/cli/tests/checks/spider", "--format", "sarif"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(1), ""));
    let report = valid(&outcome.stdout);
    let driver = &report["runs"][0]["tool"]["driver"];
    for rule in driver["rules"].as_array().unwrap() {
        assert!(rule["help"]["markdown"].as_str().unwrap().len() > 100, "{rule}");
    }
    let is_it = |result: &&Value| result["properties"]["location"] == "Spider.lastCheckpoint";
    let result = results(&report).iter().find(is_it).unwrap();
    let rule = result["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(driver["rules"][rule]["id"], result["ruleId"]);
    let place = &result["locations"][0]["physicalLocation"];
    let uri = &place["artifactLocation"]["uri"];
    assert_eq!(uri, "crates/cli/tests/checks/spider/Spider.java");
    assert_eq!(place["region"]["startLine"], 31);
    assert_eq!(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 29);
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let lines = |flow: &Value| -> Vec<u64> {
        let steps = flow["locations"].as_array().unwrap().iter();
        let line = |step: &Value| {
            step["location"]["physicalLocation"]["region"]["startLine"].as_u64().unwrap()
        };
        steps.map(line).collect()
    };
    assert_eq!([lines(&flows[0]), lines(&flows[1])], [[17, 31], [17, 29]]);
    let id = result["partialFingerprints"]["deadheatRaceId/v1"].as_str().unwrap();
    assert_eq!(id.len(), 16);
    assert_eq!(result["partialFingerprints"]["primaryLocationLineHash"], id);
}

#[test]
fn a_report_without_races_and_one_with_gaps_are_valid() {
    let folder = TempDir::new().unwrap();
    let text = "class Main { public static void main(String[] a) { Gone.go(); } }";
    write_java(folder.path(), "Main", text);
    write_java(folder.path(), "Gone", "class Gone { static void go() { } }");
    crate::common::javac(folder.path(), &["Main", "Gone"]);
    let check = || deadheat_in(folder.path(), ["check", "--format", "sarif"]);
    let whole = check();
    whole.succeeds();
    let report = valid(&whole.stdout);
    assert!(results(&report).is_empty());
    assert_eq!(report["runs"][0]["invocations"][0]["executionSuccessful"], true);
    fs::remove_file(folder.path().join("Gone.class")).unwrap();
    let part = check();
    part.fails_with(["Gone"]);
    let invocation = &valid(&part.stdout)["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert!(invocation["toolExecutionNotifications"].to_string().contains("Gone"), "{invocation}");
}

#[test]
fn known_and_suppressed_races_are_there_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let spider = project_root().join("crates/cli/tests/checks/spider/Spider.java");
    fs::copy(spider, folder.path().join("Spider.java")).unwrap();
    let config = "baseline = \"known.txt\"\n[[suppress]]\nlocation = \"Spider.seen\"\njustification = \"a test\"\n";
    fs::write(folder.path().join("deadheat.toml"), config).unwrap();
    let written = deadheat_in(folder.path(), ["check", "--write-baseline", "known.txt"]);
    written.succeeds();
    let outcome = deadheat_in(folder.path(), ["check", "--format", "sarif"]);
    outcome.succeeds();
    let report = valid(&outcome.stdout);
    let mut found: Vec<(String, String, String)> = Vec::new();
    for result in results(&report) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let suppression = &result["suppressions"][0];
        found.push((
            text(&result["properties"]["location"]),
            text(&suppression["justification"]),
            text(&result["baselineState"]),
        ));
        assert_eq!(suppression["kind"], "external");
    }
    found.sort();
    let expected = [
        ("ArrayList stored in Spider.seen", "a test", "new"),
        ("Spider.lastCheckpoint", "known when the baseline was written", "unchanged"),
    ];
    let expected = expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn races_of_a_run_are_valid() {
    let folder = TempDir::new().unwrap();
    let text = "class Main { static int x; public static void main(String[] a) throws Exception {\n\
                Thread t = new Thread(() -> { x = 1; }); t.start();\nx = 2; t.join(); } }";
    write_java(folder.path(), "Main", text);
    crate::common::javac(folder.path(), &["Main"]);
    let jdk = project::locate(None).unwrap();
    let java = jdk.java().unwrap().display().to_string();
    let file = folder.path().join("races.sarif");
    let file_name = file.to_str().unwrap();
    let args = ["run", "--format", "sarif", "-o", file_name, "--", &java, "Main"];
    // Which of the two accesses comes first depends on the run; that there are two does not.
    let outcome = deadheat_in(folder.path(), args);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let report = valid(&fs::read_to_string(&file).unwrap());
    let [result] = &results(&report)[..] else { panic!("{report}") };
    assert_eq!((&result["level"], &result["rank"]), (&"error".into(), &100.0.into()));
    assert!(result["occurrenceCount"].as_u64().unwrap() > 0);
}
