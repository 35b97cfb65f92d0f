//! The compiled output of a Maven project: `target/classes` and `target/test-classes` of it and of its modules.
//!
//! Of `pom.xml` the list of modules is read, and what the project depends on. A project that puts its output elsewhere has to
//! name that folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use super::module::{Module, command, folders_in, jars_in};
use super::{Inputs, ProblemKind};
use crate::dependencies::{Key, Libraries, Repository, Resolver};

/// The file that makes a folder a Maven project.
pub(super) const PROJECT_FILE: &str = "pom.xml";

pub(super) fn is_project(folder: &Path) -> bool {
    folder.join(PROJECT_FILE).is_file()
}

/// Whether Maven has compiled anything here.
pub(super) fn has_output(folder: &Path) -> bool {
    folder.join("target").join("classes").is_dir()
}

pub(super) fn add(inputs: &mut Inputs, folder: &Path) {
    let command = command(folder, "mvnw", "mvn", "compile");
    let (places, problems) = (inputs.places.len(), inputs.problems.len());
    let mut modules =
        Modules { inputs, command: &command, visited: HashSet::new(), files: Vec::new() };
    modules.add(folder, PROJECT_FILE);
    let files = modules.files;
    if inputs.places.len() > places {
        let libraries = libraries(&files);
        let fetch = command.replace("compile", "dependency:resolve");
        inputs.take_libraries(folder, "Maven project", places, files.len(), libraries, &fetch);
    }
    if inputs.places.len() == places && inputs.problems.len() == problems {
        inputs.problem(folder, ProblemKind::NotCompiled { command });
    }
}

struct Modules<'a> {
    inputs: &'a mut Inputs,
    command: &'a str,
    /// Project files seen, since modules can name each other in a circle.
    visited: HashSet<PathBuf>,
    /// The project files, in order.
    files: Vec<PathBuf>,
}

/// What `mvn dependency:copy-dependencies` has copied; else what is in the local repository.
fn libraries(files: &[PathBuf]) -> Libraries {
    let mut resolver = Resolver::new(Repository::of_user());
    let own: HashSet<Key> = files.iter().filter_map(|file| resolver.key_of(file)).collect();
    let mut found = Libraries::default();
    for file in files {
        let copied = jars_in(&file.with_file_name("target").join("dependency"));
        let of_module = match copied.is_empty() {
            true => resolver.of_pom(file, &own),
            false => Libraries { jars: copied, missing: Vec::new() },
        };
        found.jars.extend(of_module.jars);
        found.missing.extend(of_module.missing);
    }
    found
}

impl Modules<'_> {
    fn add(&mut self, folder: &Path, project_file: &str) {
        let file = folder.join(project_file);
        let Ok(real) = fs::canonicalize(&file) else {
            return self.inputs.problem(&file, ProblemKind::Absent);
        };
        if !self.visited.insert(real) {
            return;
        }
        self.files.push(file.clone());
        let target = folder.join("target");
        let module = Module {
            folder,
            main_classes: vec![target.join("classes")],
            test_classes: vec![target.join("test-classes")],
            generated_sources: folders_in(&target.join("generated-sources")),
            command: self.command,
        };
        module.add_to(self.inputs);
        match modules_of(&file) {
            Ok(modules) => modules.iter().for_each(|module| self.add_module(folder, module)),
            Err(reason) => self.inputs.problem(&file, ProblemKind::BadProjectFile(reason)),
        }
    }

    /// A module is named by its folder or by a project file in it.
    fn add_module(&mut self, parent: &Path, name: &str) {
        let path = parent.join(name);
        match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
            (Some(folder), Some(file)) if path.is_file() => self.add(folder, file),
            _ => self.add(&path, PROJECT_FILE),
        }
    }
}

/// The modules of a project, also those of its profiles: what is compiled does not depend on the profile of today.
fn modules_of(file: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    let modules = document.descendants().filter(is_module).filter_map(|module| module.text());
    Ok(modules.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect())
}

/// Maven 4 calls them subprojects.
fn is_module(node: &Node<'_, '_>) -> bool {
    let parent = node.parent_element().map(|parent| parent.tag_name().name());
    matches!(
        (parent, node.tag_name().name()),
        (Some("modules"), "module") | (Some("subprojects"), "subproject")
    )
}
