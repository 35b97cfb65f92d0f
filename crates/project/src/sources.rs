//! The source files of a run: what is to be compiled, and where the text of a class stands.
//!
//! A class file says `SourceFile: Main.java` and which package it belongs to, no more. javac does not demand that
//! folders agree with packages, so the files that are known are looked up by the package that they *declare*; the rest
//! is looked for in the source roots, where folders do agree with packages.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::lexer;

/// Finds the source file of a class, and is the list of files that [`compile`](crate::compile) compiles.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// Indices into `files`, by declared package and file name.
    by_name: HashMap<(String, String), Vec<usize>>,
    roots: Vec<PathBuf>,
}

#[derive(Clone, Debug)]
struct SourceFile {
    path: PathBuf,
    /// The folder from which the declared package leads to this file; none if the folders do not agree with it.
    root: Option<PathBuf>,
}

impl Sources {
    /// Knows `files`, which are read to learn their packages, and what lies below the folders `roots`, which is looked
    /// at only when it is asked for. A file that cannot be read is kept: javac will say what is wrong with it.
    pub fn new(files: &[PathBuf], roots: &[PathBuf]) -> Sources {
        let mut sources = Sources { roots: roots.to_vec(), ..Sources::default() };
        for path in files {
            sources.add(path);
        }
        sources
    }

    fn add(&mut self, path: &Path) {
        let package = lexer::package(&text(path));
        let root = root(path, &package);
        if let Some(name) = path.file_name() {
            let key = (package, name.to_string_lossy().into_owned());
            self.by_name.entry(key).or_default().push(self.files.len());
        }
        self.files.push(SourceFile { path: path.to_owned(), root });
    }

    /// The files given to [`Sources::new`].
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// Whether there is nothing to compile.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The folders from which the packages of the files start, each once.
    pub(crate) fn roots_of_files(&self) -> BTreeSet<&Path> {
        self.files.iter().filter_map(|file| file.root.as_deref()).collect()
    }

    /// The source file of a class, given its name in internal form (`java/util/Map$Entry`) and the value of its
    /// `SourceFile` attribute.
    pub fn find(&self, class: &str, source_file: &str) -> Option<PathBuf> {
        let (package, simple_name) = class.rsplit_once('/').unwrap_or(("", class));
        let key = (package.to_owned(), source_file.to_owned());
        match self.by_name.get(&key).map(Vec::as_slice) {
            Some(&[only]) => Some(self.files[only].path.clone()),
            Some(several) => self.declaring(several, simple_name),
            None => self.below_roots(package, source_file),
        }
    }

    /// Two files of the same name can only differ in the types that they declare.
    fn declaring(&self, candidates: &[usize], simple_name: &str) -> Option<PathBuf> {
        let outermost = simple_name.split('$').next().unwrap_or(simple_name);
        let paths = || candidates.iter().map(|&index| &self.files[index].path);
        paths()
            .find(|path| lexer::declares_type(&text(path), outermost))
            .or_else(|| paths().next())
            .cloned()
    }

    fn below_roots(&self, package: &str, source_file: &str) -> Option<PathBuf> {
        let relative = Path::new(package).join(source_file);
        // Both come out of a class file, which may say anything.
        let stays_below = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if !stays_below {
            return None;
        }
        let roots =
            self.roots_of_files().into_iter().chain(self.roots.iter().map(PathBuf::as_path));
        roots.map(|root| root.join(&relative)).find(|path| path.is_file())
    }
}

/// The text of a source file; empty if it cannot be read.
fn text(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn root(file: &Path, package: &str) -> Option<PathBuf> {
    let folder = file.parent()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if package.is_empty() {
        return Some(folder.to_owned());
    }
    if let Some(root) = without_suffix(folder, package) {
        return Some(root);
    }
    // `cd src/com/acme; deadheat check Main.java`: the package's folders are above the current one.
    without_suffix(&fs::canonicalize(folder).ok()?, package)
}

fn without_suffix(folder: &Path, package: &str) -> Option<PathBuf> {
    let depth = package.split('/').count();
    let root = folder.ancestors().nth(depth).filter(|_| folder.ends_with(package))?;
    Some(if root.as_os_str().is_empty() { PathBuf::from(".") } else { root.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, text: &str) -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn a_class_is_found_by_the_package_that_its_file_declares() {
        let dir = tempfile::tempdir().unwrap();
        let proper =
            write(dir.path(), "src/a/b/Main.java", "package a.b; class Main { class In {} }");
        let misplaced = write(dir.path(), "elsewhere/Main.java", "package c.d; class Main {}");
        let unnamed = write(dir.path(), "Main.java", "class Main {}");
        let sources = Sources::new(&[proper.clone(), misplaced.clone(), unnamed.clone()], &[]);
        assert_eq!(sources.find("a/b/Main$In", "Main.java"), Some(proper));
        assert_eq!(sources.find("c/d/Main", "Main.java"), Some(misplaced));
        assert_eq!(sources.find("Main", "Main.java"), Some(unnamed));
        assert_eq!(sources.find("x/Main", "Main.java"), None);
        assert_eq!(sources.find("a/b/Main", "Other.java"), None);
    }

    #[test]
    fn files_of_the_same_name_are_told_apart_by_their_types() {
        let dir = tempfile::tempdir().unwrap();
        let one = write(dir.path(), "one/Main.java", "class One { /* class Two */ }");
        let two = write(dir.path(), "two/Main.java", "class Two { class In {} }");
        let sources = Sources::new(&[one.clone(), two.clone()], &[]);
        assert_eq!(sources.find("One", "Main.java"), Some(one.clone()));
        assert_eq!(sources.find("Two$In", "Main.java"), Some(two));
        assert_eq!(sources.find("Neither", "Main.java"), Some(one));
    }

    #[test]
    fn what_was_not_named_is_found_below_the_roots() {
        let dir = tempfile::tempdir().unwrap();
        let main = write(dir.path(), "src/a/Main.java", "package a; class Main {}");
        let sibling = write(dir.path(), "src/b/Util.java", "package b; class Util {}");
        let test = write(dir.path(), "test/a/MainTest.java", "package a; class MainTest {}");
        let sources = Sources::new(std::slice::from_ref(&main), &[dir.path().join("test")]);
        assert_eq!(sources.find("b/Util", "Util.java"), Some(sibling));
        assert_eq!(sources.find("a/MainTest", "MainTest.java"), Some(test));
        assert_eq!(sources.files().collect::<Vec<_>>(), [main]);
    }

    #[test]
    fn a_hostile_class_cannot_name_a_file_outside_of_the_roots() {
        let dir = tempfile::tempdir().unwrap();
        let secret = write(dir.path(), "secret.txt", "");
        write(dir.path(), "src/Main.java", "");
        let sources = Sources::new(&[], &[dir.path().join("src")]);
        assert!(sources.find("Main", "Main.java").is_some());
        assert_eq!(sources.find("Main", "../secret.txt"), None);
        assert_eq!(sources.find("../X", "secret.txt"), None);
        assert_eq!(sources.find("Main", &secret.to_string_lossy()), None);
    }
}
