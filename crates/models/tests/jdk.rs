//! The built-in files.

mod shared;

use models::Models;
use shared::{print, same};
use std::path::Path;
use std::{env, fs};

#[test]
fn the_built_in_files_have_no_errors() {
    let messages: Vec<String> = Models::jdk_errors().iter().map(ToString::to_string).collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

/// Two files that describe one method would each be half the truth.
#[test]
fn no_built_in_file_overrides_another() {
    let models = Models::jdk();
    let doubles: Vec<String> = models
        .replaced()
        .iter()
        .map(|r| format!("{} and {}", models.describe(r.old), models.describe(r.new)))
        .collect();
    assert!(doubles.is_empty(), "described twice:\n{}", doubles.join("\n"));
}

#[test]
fn the_built_in_models_are_read_back_as_printed() {
    let models = Models::jdk();
    let (again, errors) = Models::parse([("printed.model", print(models))]);
    same(models, &again);
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn all_files_of_the_folder_are_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("jdk");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".model"));
    names.sort();
    assert_eq!(Models::jdk().files(), names);
}
