//! Every dependency of the workspace has a licence that `deny.toml` allows, and comes from the registry.
//!
//! This is what `cargo deny check licenses sources` does, without having to install it. It looks at the dependencies for
//! every platform and at those of tests: what is in the lock file.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn allowed() -> Vec<String> {
    let text = std::fs::read_to_string(workspace().join("deny.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let allow = table["licenses"]["allow"].as_array().unwrap();
    allow.iter().map(|licence| licence.as_str().unwrap().to_owned()).collect()
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("cargo metadata has no list of packages: {other}"),
    }
}

/// What is wrong with the licence of a package, if anything.
fn objection(licence: Option<&str>, allowed: &[String]) -> Option<String> {
    let Some(licence) = licence else { return Some("it names no licence".to_owned()) };
    // Old packages separate alternatives with a slash.
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("`{licence}` is no licence expression: {}", error.reason)),
        Ok(expression) => {
            let is_allowed = expression
                .evaluate(|requirement| allowed.iter().any(|one| *one == requirement.to_string()));
            (!is_allowed).then(|| format!("`{licence}` is not allowed by deny.toml"))
        }
    }
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let allowed = allowed();
    let packages = packages();
    assert!(packages.len() > 5, "where are the dependencies?");
    let mut objections = Vec::new();
    for package in &packages {
        let name = format!("{} {}", package["name"], package["version"]);
        if let Some(objection) = objection(package["license"].as_str(), &allowed) {
            objections.push(format!("{name}: {objection}"));
        }
        // Packages of the workspace have no source.
        if let Some(source) = package["source"].as_str().filter(|s| !s.starts_with("registry+")) {
            objections.push(format!("{name}: comes from {source}"));
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT".to_owned(), "Apache-2.0 WITH LLVM-exception".to_owned()];
    let cases = [
        (Some("MIT"), true),
        (Some("MIT/Apache-2.0"), true),
        (Some("GPL-3.0-only OR MIT"), true),
        (Some("Apache-2.0 WITH LLVM-exception"), true),
        (Some("Apache-2.0"), false),
        (Some("MIT AND GPL-3.0-only"), false),
        (Some("Do What You Like"), false),
        (None, false),
    ];
    for (licence, expected) in cases {
        assert_eq!(objection(licence, &allowed).is_none(), expected, "{licence:?}");
    }
}
