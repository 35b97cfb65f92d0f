//! Java fixtures, compiled by a real javac and lowered.
//!
//! ```text
//! folder ──sources_below──▶ files ──compile──▶ Program { classes, lowered } ──▶ goldens, oracles
//! ```
//!
//! Starting javac takes longer than compiling a hundred small files, so a test hands over all its files at once; packages
//! keep them apart, and [`Program::source_of`] says which class came from which file.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use classfile::ClassFile;
use ir::Class;
use ir::lower::Lowerer;
use project::{CompileError, Compiled, Jdk, Sources};
use tempfile::TempDir;

/// The JDKs of this machine that can compile, one for each feature release, newest first.
pub fn compilers() -> Vec<Jdk> {
    let mut jdks = project::all_installed();
    jdks.retain(|jdk| jdk.javac().is_some());
    jdks.sort_by_key(|jdk| std::cmp::Reverse(jdk.release));
    jdks.dedup_by_key(|jdk| jdk.release);
    jdks
}

/// The `.java` files below a folder, sorted.
pub fn sources_below(folder: &Path) -> Result<Vec<PathBuf>, FixtureError> {
    files_below(folder, "java")
}

/// Sources that were compiled together, as classes on disk and lowered.
pub struct Program {
    sources: Sources,
    folder: ClassFolder,
    /// The lowered classes, sorted by name.
    pub classes: Vec<Class>,
}

/// Who removes the class files at the end.
enum ClassFolder {
    Compiled(Compiled),
    Temporary(TempDir),
}

/// Compiles the files and lowers their classes.
pub fn compile(jdk: &Jdk, files: &[PathBuf]) -> Result<Program, FixtureError> {
    let sources = Sources::new(files, &[]);
    let compiled = project::compile(jdk, &sources, &[]).map_err(FixtureError::Compile)?;
    Program::of(sources, ClassFolder::Compiled(compiled))
}

/// Compiles the files to class files as an older release of Java had them, and lowers these. `None` if the JDK cannot
/// do that any more.
pub fn compile_for(
    jdk: &Jdk,
    files: &[PathBuf],
    release: u16,
) -> Result<Option<Program>, FixtureError> {
    let home = || CompileError::NoCompiler { home: jdk.home.clone() };
    let javac = jdk.javac().ok_or_else(home).map_err(FixtureError::Compile)?;
    let folder =
        TempDir::new().map_err(|error| FixtureError::Compile(CompileError::Temporary(error)))?;
    let mut command = Command::new(&javac);
    command.args([
        "-J-XX:TieredStopAtLevel=1",
        "-J-Duser.language=en",
        "-g",
        "-proc:none",
        "-nowarn",
    ]);
    command.args(["-encoding", "UTF-8", "--release", &release.to_string(), "-d"]);
    command.arg(folder.path()).args(files).stdin(Stdio::null());
    command.env_remove("JDK_JAVAC_OPTIONS").env_remove("CLASSPATH");
    let output = command.output().map_err(|error| FixtureError::Io { path: javac, error })?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Program::of(Sources::new(files, &[]), ClassFolder::Temporary(folder)).map(Some)
    } else if said.contains(&format!("release version {release} not supported")) {
        Ok(None)
    } else {
        Err(FixtureError::Compile(CompileError::Rejected { output: said }))
    }
}

impl Program {
    fn of(sources: Sources, folder: ClassFolder) -> Result<Program, FixtureError> {
        let mut program = Program { sources, folder, classes: Vec::new() };
        program.classes = lower_below(&program.class_folder())?;
        Ok(program)
    }

    /// The root of the folder with the class files; it lives as long as this value.
    pub fn class_folder(&self) -> PathBuf {
        match &self.folder {
            ClassFolder::Compiled(compiled) => compiled.classes(),
            ClassFolder::Temporary(folder) => folder.path().to_owned(),
        }
    }

    /// The file that a class was compiled from.
    pub fn source_of(&self, class: &Class) -> Option<PathBuf> {
        self.sources.find(class.name.as_str(), class.source_file?.as_str())
    }
}

fn lower_below(folder: &Path) -> Result<Vec<Class>, FixtureError> {
    let mut lowerer = Lowerer::new();
    let files = files_below(folder, "class")?;
    let classes: Result<Vec<Class>, _> =
        files.iter().map(|file| lower(&mut lowerer, file)).collect();
    let mut classes = classes?;
    classes.sort_by_key(|class| class.name);
    Ok(classes)
}

fn lower(lowerer: &mut Lowerer, path: &Path) -> Result<Class, FixtureError> {
    let bytes = read(path)?;
    let broken = |message: String| FixtureError::Class { path: path.to_owned(), message };
    let file = ClassFile::parse(&bytes).map_err(|error| broken(error.to_string()))?;
    lowerer.lower(&file).map_err(|error| broken(error.to_string()))
}

fn read(path: &Path) -> Result<Vec<u8>, FixtureError> {
    fs::read(path).map_err(|error| FixtureError::Io { path: path.to_owned(), error })
}

pub(crate) fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, FixtureError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in entries(&next)? {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, FixtureError> {
    let entries = fs::read_dir(folder);
    let paths = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    paths.map_err(|error| FixtureError::Io { path: folder.to_owned(), error })
}

/// Why a fixture cannot be used.
#[derive(Debug)]
pub enum FixtureError {
    /// javac did not make classes of it.
    Compile(CompileError),
    /// A file or folder cannot be read.
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A class that javac wrote is not understood.
    Class {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl std::error::Error for FixtureError {}

impl fmt::Display for FixtureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixtureError::Compile(error) => error.fmt(f),
            FixtureError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            FixtureError::Class { path, message } => write!(f, "{}: {message}", path.display()),
        }
    }
}
