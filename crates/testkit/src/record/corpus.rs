//! The programs of `corpus/callgraph`, each about one way in which methods come to be called.
//!
//! A folder holds the program of the package `callgraph.<folder>`, which starts with the class `Main` of that package.
//! Beside its sources may lie:
//!
//! - resources, from the folder as a root: `META-INF/services/…`
//! - `release`: the oldest release of Java that compiles it, if that is newer than 17
//! - `edges`: every edge between application methods that the program executes, one in a line, spelled
//!   `caller -> callee`
//! - `missed`: what a static call graph is known to miss of it, a method or an edge in a line, each with its reason:
//!   `pkg/Main.m()V because its name is computed`
//!
//! Empty lines and lines that start with `#` say nothing.

use std::fs;
use std::path::{Path, PathBuf};

use project::Jdk;

use super::{Fact, KnownMiss, MethodName};
use crate::java::{self, FixtureError};

/// The release that a program compiles with if it does not say otherwise.
const USUAL_RELEASE: u16 = 17;

/// A program of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusProgram {
    /// The name of its folder.
    pub name: String,
    /// Its folder, which is also a place of the class path.
    pub folder: PathBuf,
    /// The oldest release that compiles it.
    pub release: u16,
    /// All edges, if they are written down.
    pub edges: Option<Vec<(MethodName, MethodName)>>,
    /// What static call graphs are known to miss.
    pub missed: Vec<KnownMiss>,
}

/// All programs of the corpus, sorted by name.
pub fn programs() -> Result<Vec<CorpusProgram>, FixtureError> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/callgraph");
    let failed = |error| FixtureError::Io { path: corpus.clone(), error };
    let mut programs = Vec::new();
    for entry in fs::read_dir(&corpus).map_err(failed)? {
        let folder = entry.map_err(failed)?.path();
        if folder.is_dir() {
            programs.push(CorpusProgram::open(folder)?);
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

/// The programs that a JDK can compile, compiled together.
pub struct CompiledCorpus {
    /// The programs.
    pub programs: Vec<CorpusProgram>,
    /// Their classes, on disk and lowered.
    pub compiled: java::Program,
}

/// Compiles all programs of the corpus that the JDK is new enough for.
pub fn compile(jdk: &Jdk) -> Result<CompiledCorpus, FixtureError> {
    let mut programs = programs()?;
    programs.retain(|program| program.release <= jdk.release);
    let mut files = Vec::new();
    for program in &programs {
        files.extend(java::sources_below(&program.folder)?);
    }
    Ok(CompiledCorpus { programs, compiled: java::compile(jdk, &files)? })
}

impl CompiledCorpus {
    /// The folder with the classes of one program and of no other.
    pub fn classes_of(&self, program: &CorpusProgram) -> PathBuf {
        self.compiled.class_folder().join("callgraph").join(&program.name)
    }
}

impl CorpusProgram {
    fn open(folder: PathBuf) -> Result<CorpusProgram, FixtureError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let release = match read(&folder.join("release"))? {
            Some(text) => parse_release(&folder, &text)?,
            None => USUAL_RELEASE,
        };
        let edges = match read(&folder.join("edges"))? {
            Some(text) => Some(parse_edges(&folder, &text)?),
            None => None,
        };
        let missed = match read(&folder.join("missed"))? {
            Some(text) => parse_missed(&folder, &text)?,
            None => Vec::new(),
        };
        Ok(CorpusProgram { name, folder, release, edges, missed })
    }

    /// The class that is run: `callgraph.name.Main`.
    pub fn main(&self) -> String {
        format!("callgraph.{}.Main", self.name)
    }

    /// The method that is run.
    pub fn main_method(&self) -> MethodName {
        let class = format!("callgraph/{}/Main", self.name);
        MethodName::new(class, "main", "([Ljava/lang/String;)V")
    }
}

/// `None` if there is no such file.
fn read(path: &Path) -> Result<Option<String>, FixtureError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FixtureError::Io { path: path.to_owned(), error }),
    }
}

fn parse_release(folder: &Path, text: &str) -> Result<u16, FixtureError> {
    text.trim().parse().map_err(|_| wrong(folder.join("release"), "it should hold a number"))
}

fn parse_edges(folder: &Path, text: &str) -> Result<Vec<(MethodName, MethodName)>, FixtureError> {
    let edge = |(number, line): (usize, &str)| match Fact::parse(line) {
        Fact::Edge(caller, callee) => Ok((caller, callee)),
        Fact::Method(_) => Err(wrong(folder.join(format!("edges:{number}")), "it has no arrow")),
    };
    lines(text).map(edge).collect()
}

fn parse_missed(folder: &Path, text: &str) -> Result<Vec<KnownMiss>, FixtureError> {
    let miss = |(number, line)| {
        let place = || folder.join(format!("missed:{number}"));
        KnownMiss::parse(line).ok_or_else(|| wrong(place(), "it does not say because of what"))
    };
    lines(text).map(miss).collect()
}

/// The lines that say something, and their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn wrong(path: PathBuf, message: &str) -> FixtureError {
    FixtureError::Class { path, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let error = parse_edges(Path::new("p"), "# fine\n\nA.m()V -> A.n()V\nA.m()V A.n()V\n");
        assert_eq!(error.unwrap_err().to_string(), "p/edges:4: it has no arrow");
        let error = parse_missed(Path::new("p"), "A.m()V because of a bug\nA.n()V\n");
        let message = "p/missed:2: it does not say because of what";
        assert_eq!(error.unwrap_err().to_string(), message);
        let error = parse_release(Path::new("p"), "new");
        assert_eq!(error.unwrap_err().to_string(), "p/release: it should hold a number");
    }

    #[test]
    fn every_program_says_what_it_is_about() {
        let programs = programs().unwrap();
        assert!(programs.len() >= 25);
        for program in programs {
            let main = fs::read_to_string(program.folder.join("Main.java")).unwrap();
            assert!(main.starts_with("// "), "{} has no comment at its head", program.name);
            let package = format!("package callgraph.{};", program.name);
            assert!(main.contains(&package), "{} has another package", program.name);
        }
    }
}
