//! All classes of a program, rewritten into a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use classfile::ClassFile;
use classfile::source::{ClassEntry, ClassPath, Options};
use project::Jdk;

use super::name::MethodName;
use super::rewrite::record_methods;
use super::{RecordError, Unrecorded};

/// What was rewritten.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The methods that have code; the number that a method hands to the recorder is its place in this list.
    pub methods: Vec<MethodName>,
    /// The methods among them that do not report themselves, and why.
    pub unrecorded: Vec<(MethodName, Unrecorded)>,
    /// The internal names of the classes, those without any code too.
    pub classes: BTreeSet<String>,
    /// Classes and places that could not be read or written under their name. They run as they are, if the JVM finds
    /// them, and count as library.
    pub problems: Vec<String>,
}

impl Rewritten {
    /// Rewrites all classes that a JVM of this release would find in the places, into a folder.
    pub fn add_places(
        &mut self,
        places: &[PathBuf],
        release: u16,
        into: &Path,
    ) -> Result<(), RecordError> {
        let mut class_path = ClassPath::new(Options { release, ..Options::default() });
        for place in places {
            class_path.add(place);
        }
        self.problems.extend(class_path.problems().iter().map(ToString::to_string));
        self.add_all(class_path.classes(), into)
    }

    /// Rewrites all classes of a module of a JDK, into a folder.
    pub fn add_module(&mut self, jdk: &Jdk, module: &str, into: &Path) -> Result<(), RecordError> {
        let mut class_path = ClassPath::new(Options { release: jdk.release, ..Options::default() });
        class_path
            .add_jdk(&jdk.home)
            .map_err(|problem| RecordError::Module(problem.to_string()))?;
        // An image names the module first.
        let marker = format!("!/{module}/");
        let before = self.classes.len();
        self.add_all(class_path.classes().filter(|class| class.path().contains(&marker)), into)?;
        if self.classes.len() == before {
            return Err(RecordError::Module(format!("{jdk} has no module {module}")));
        }
        Ok(())
    }

    fn add_all<'p>(
        &mut self,
        entries: impl Iterator<Item = ClassEntry<'p>>,
        into: &Path,
    ) -> Result<(), RecordError> {
        for entry in entries {
            if !is_harmless(entry.name()) {
                self.problems.push(format!("{}: no file can have its name", entry.path()));
                continue;
            }
            let bytes = match entry.read() {
                Ok(bytes) => bytes,
                Err(problem) => {
                    self.problems.push(problem.to_string());
                    continue;
                }
            };
            match self.add(&bytes) {
                Ok(bytes) => write(&into.join(format!("{}.class", entry.name())), &bytes)?,
                Err(error) => self.problems.push(format!("{}: {error}", entry.path())),
            }
        }
        Ok(())
    }

    /// Rewrites a class.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Vec<u8>, classfile::ParseError> {
        let mut file = ClassFile::parse(bytes)?;
        let class = file.name().to_text();
        let methods = &mut self.methods;
        record_methods(
            &mut file,
            |name, descriptor| {
                methods.push(MethodName::new(&class, name, descriptor));
                i32::try_from(methods.len() - 1).expect("invariant: no program has 2^31 methods")
            },
            |name, descriptor, why| {
                self.unrecorded.push((MethodName::new(&class, name, descriptor), why));
            },
        );
        self.classes.insert(class.into_owned());
        Ok(file.write())
    }
}

/// The name of a class in a folder is what the class says, which may be anything.
fn is_harmless(name: &str) -> bool {
    name.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let failed = |error| RecordError::Io { path: path.to_owned(), error };
    match fs::write(path, bytes) {
        // Most classes share their folder with others, so it is made only when it is missed.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path);
            fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).map_err(failed)
        }
        result => result.map_err(failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_lead_out_of_the_folder() {
        assert!(is_harmless("a/b/C$1"));
        for name in ["../A", "a/../../B", "/etc/A", "a//B", "", "a\\..\\B"] {
            assert!(!is_harmless(name), "{name}");
        }
    }
}
