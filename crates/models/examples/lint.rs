//! Checks model files: `cargo run -p models --example lint -- FILE…`
//!
//! The files are read after the built-in ones, and in place of those of the same name. Errors go to standard error with file,
//! line and column; the exit status is 2 if there are any.

use models::Models;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let mut files = Vec::new();
    let mut is_ok = true;
    for path in env::args().skip(1) {
        match fs::read_to_string(&path) {
            Ok(text) => files.push((path, text)),
            Err(error) => {
                eprintln!("{path}: cannot be read: {error}");
                is_ok = false;
            }
        }
    }
    let base_name = |path: &str| Path::new(path).file_name().map(ToOwned::to_owned);
    let mut all: Vec<(String, String)> = Vec::new();
    for (name, text) in Models::jdk_files() {
        if !files.iter().any(|(path, _)| base_name(path) == base_name(name)) {
            all.push(((*name).to_owned(), (*text).to_owned()));
        }
    }
    all.extend(files);
    let (models, errors) = Models::parse(all);
    for error in &errors {
        eprintln!("{error}");
    }
    for replaced in models.replaced() {
        let [new, old] = [replaced.new, replaced.old].map(|place| models.describe(place));
        println!("{new}: note: replaces {old}");
    }
    if is_ok && errors.is_empty() {
        let methods: usize = models.classes().iter().map(|class| class.methods.len()).sum();
        println!("no errors; {} classes and {methods} methods", models.classes().len());
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    }
}
