//! A module of a Maven or Gradle project: the layout that both share, and what is taken from it.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::Survey;
use super::{Inputs, Place, ProblemKind, has_extension};

const LANGUAGES: [&str; 4] = ["java", "kotlin", "scala", "groovy"];

/// One module, and what its build tool makes of it.
pub(super) struct Module<'a> {
    pub(super) folder: &'a Path,
    /// Where the build tool puts the classes of the program; folders that may not exist.
    pub(super) main_classes: Vec<PathBuf>,
    /// Where it puts the classes of the tests.
    pub(super) test_classes: Vec<PathBuf>,
    /// Where it puts the sources that it generates.
    pub(super) generated_sources: Vec<PathBuf>,
    /// The command that compiles the program.
    pub(super) command: &'a str,
}

/// What became of one source set (`main` or `test`).
struct Output {
    exists: bool,
    is_older_than_sources: bool,
}

impl Module<'_> {
    pub(super) fn add_to(&self, inputs: &mut Inputs) {
        let main_sources = source_folders(self.folder, "main");
        let test_sources = source_folders(self.folder, "test");
        let main = add_classes(inputs, &main_sources, &self.main_classes);
        let test = add_classes(inputs, &test_sources, &self.test_classes);
        let command = self.command.to_owned();
        if !main.exists && main_sources.iter().any(|folder| has_sources(folder)) {
            inputs.problem(self.folder, ProblemKind::NotCompiled { command });
        } else if main.is_older_than_sources || test.is_older_than_sources {
            inputs.problem(self.folder, ProblemKind::NewerSources { command: Some(command) });
        }
        let generated = self.generated_sources.iter().filter(|folder| folder.is_dir()).cloned();
        inputs.source_roots.extend(main_sources.into_iter().chain(test_sources).chain(generated));
    }
}

/// Adds those of the class folders that hold something.
fn add_classes(inputs: &mut Inputs, sources: &[PathBuf], classes: &[PathBuf]) -> Output {
    let sources: Vec<Survey> = sources.iter().map(|folder| Survey::of(folder)).collect();
    let mut output = Output { exists: false, is_older_than_sources: false };
    for folder in classes.iter().filter(|folder| folder.is_dir()) {
        let survey = Survey::of(folder);
        if survey.has_classes() {
            output.exists = true;
            output.is_older_than_sources |=
                sources.iter().any(|sources| sources.is_newer_than(&survey));
            inputs.place(Place::Folder(folder.clone()));
        }
    }
    output
}

fn source_folders(module: &Path, set: &str) -> Vec<PathBuf> {
    let folders = LANGUAGES.iter().map(|language| module.join("src").join(set).join(language));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// Whether there is a source file in any language; Kotlin and Scala are compiled by their build tools only.
fn has_sources(folder: &Path) -> bool {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    files.filter(|entry| entry.file_type().is_file()).any(|entry| {
        let extension = entry.path().extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("java" | "kt" | "scala" | "groovy"))
    })
}

/// The names of the folders in `folder`, sorted; none if it cannot be read.
pub(super) fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The jars in a folder, in the order of their names; none if it cannot be read.
pub(super) fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| has_extension(path, &["jar"])).collect();
    jars.sort();
    jars
}

/// The command as the user would type it: with the wrapper script of the project if it has one.
pub(super) fn command(project: &Path, wrapper: &str, tool: &str, task: &str) -> String {
    if project.join(wrapper).is_file() {
        format!("./{wrapper} {task}")
    } else {
        format!("{tool} {task}")
    }
}
