//! The compiled output of a Gradle project: `build/classes/*/main` and `…/test` of it and of its subprojects.
//!
//! Gradle's files are programs, so the subprojects are not read from them: every folder below the project that has a
//! build file or classes in the usual place is one.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::module::{Module, command, folders_in, jars_in};
use super::{Inputs, ProblemKind};
use crate::dependencies::{Libraries, Repository, Resolver, declared};

/// The files that make a folder a Gradle project.
pub(super) const PROJECT_FILES: [&str; 4] =
    ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

pub(super) fn is_project(folder: &Path) -> bool {
    PROJECT_FILES.iter().any(|file| folder.join(file).is_file())
}

/// Whether Gradle has compiled anything here.
pub(super) fn has_output(folder: &Path) -> bool {
    classes_of(folder).is_dir()
}

pub(super) fn add(inputs: &mut Inputs, folder: &Path) {
    let command = command(folder, "gradlew", "gradle", "classes");
    let (places, problems) = (inputs.places.len(), inputs.problems.len());
    let projects = projects_below(folder);
    for project in &projects {
        let module = Module {
            folder: project,
            main_classes: classes_of_set(project, "main"),
            test_classes: classes_of_set(project, "test"),
            generated_sources: generated_sources(project),
            command: &command,
        };
        module.add_to(inputs);
    }
    if inputs.places.len() > places {
        let libraries = libraries(&projects, folder);
        let fetch = command.replace("classes", "build");
        inputs.take_libraries(folder, "Gradle project", places, projects.len(), libraries, &fetch);
    }
    if inputs.places.len() == places && inputs.problems.len() == problems {
        inputs.problem(folder, ProblemKind::NotCompiled { command });
    }
}

/// Jars in the usual folders, and what is in the caches of what the projects declare.
fn libraries(projects: &[PathBuf], root: &Path) -> Libraries {
    let mut resolver = Resolver::new(Repository::of_user());
    let mut found = Libraries::default();
    for project in projects {
        let (declared, is_exact) = declared(project, root);
        let of_project = match is_exact {
            true => resolver.locked(&declared),
            false => resolver.of_declared(&declared),
        };
        found.jars.extend(["lib", "libs"].iter().flat_map(|name| jars_in(&project.join(name))));
        found.jars.extend(of_project.jars);
        found.missing.extend(of_project.missing);
    }
    found
}

fn projects_below(folder: &Path) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    let folders = walk.filter_entry(may_hold_projects).flatten();
    let projects = folders.filter(|entry| is_project(entry.path()) || has_output(entry.path()));
    projects.map(DirEntry::into_path).collect()
}

/// `buildSrc` is a part of the build and not of the program.
fn may_hold_projects(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let skipped = ["build", "buildSrc", "src", "node_modules"].contains(&name.as_ref());
    entry.file_type().is_dir() && (entry.depth() == 0 || !skipped && !name.starts_with('.'))
}

fn classes_of(project: &Path) -> PathBuf {
    project.join("build").join("classes")
}

/// One folder for each language.
fn classes_of_set(project: &Path, set: &str) -> Vec<PathBuf> {
    folders_in(&classes_of(project)).iter().map(|language| language.join(set)).collect()
}

fn generated_sources(project: &Path) -> Vec<PathBuf> {
    let generated = project.join("build/generated/sources/annotationProcessor/java");
    ["main", "test"].iter().map(|set| generated.join(set)).collect()
}
