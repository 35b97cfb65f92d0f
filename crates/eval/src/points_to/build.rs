//! Makes what a comparison needs: the drivers of the other tools, the programs with their libraries, and the JDKs as
//! plain jars. All of it lies below `target/eval`, and is made again only when its sources have changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use project::Jdk;

use super::cuts::Cuts;
use super::tool::Program;

/// The class of every program whose `main` is the entry point.
pub const MAIN: &str = "driver.Main";

/// Where sources are and where things are made.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The root of the repository.
    pub root: PathBuf,
    /// `target/eval`.
    pub output: PathBuf,
}

impl Workshop {
    /// The workshop of this repository.
    pub fn new() -> Workshop {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().unwrap_or(root);
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Workshop { output: target.join("eval"), root }
    }

    /// The names of all programs.
    pub fn programs(&self) -> Result<Vec<String>, String> {
        let folder = self.root.join("eval/programs");
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let with_pom = entries.flatten().filter(|entry| entry.path().join("pom.xml").is_file());
        let mut names: Vec<String> =
            with_pom.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_by_key(|name| (name != "hello", name.clone()));
        Ok(names)
    }

    /// A program, its driver compiled and its libraries fetched.
    pub fn program(&self, name: &str) -> Result<Program, String> {
        self.program_in("programs", name)
    }

    /// The same for a program in a folder of `eval`.
    pub fn program_in(&self, folder: &str, name: &str) -> Result<Program, String> {
        let source = self.root.join("eval").join(folder).join(name);
        if !source.join("pom.xml").is_file() {
            let known = self.programs()?.join(", ");
            return Err(format!("there is no program `{name}`, but {known}"));
        }
        let output = self.output.join("programs");
        let driver = output.join(name).join("driver.jar");
        let libraries = output.join(name).join("lib");
        if name == "sunflow" {
            self.fetch_sunflow(&libraries.join("sunflow.jar"))?;
        }
        if !is_newer(&driver, &source) {
            maven(&source, &output)?;
        }
        let mut jars = vec![driver];
        jars.extend(jars_in(&libraries)?);
        Ok(Program { name: name.into(), jars, main: MAIN.into() })
    }

    /// The jars that a folder of `eval` names in a `pom.xml`, in one of its profiles.
    pub fn jars_of(&self, folder: &str, profile: Option<&str>) -> Result<Vec<PathBuf>, String> {
        let source = self.root.join("eval").join(folder);
        let output = self.output.join(folder).join(profile.unwrap_or_default());
        if jars_in(&output)?.is_empty() {
            let mut command = Command::new("mvn");
            command.args(["--quiet", "--batch-mode", "package"]);
            command.arg("--file").arg(source.join("pom.xml"));
            command.args(profile.map(|profile| format!("--activate-profiles={profile}")));
            command.arg(format!("-Deval.output={}", output.display()));
            check(&mut command)?;
        }
        jars_in(&output)
    }

    /// The jar of the renderer, which is in no Maven repository.
    pub fn fetch_sunflow(&self, jar: &Path) -> Result<(), String> {
        if jar.is_file() {
            return Ok(());
        }
        check(Command::new(self.root.join("scripts/fetch-sunflow")).arg(jar))
    }

    /// The class path of the driver of another tool.
    pub fn driver(&self, tool: &str) -> Result<Vec<PathBuf>, String> {
        let source = self.root.join("eval/tools");
        let output = self.output.join("tools");
        let jar = output.join(tool).join(format!("{tool}-1.jar"));
        if !is_newer(&jar, &source) {
            maven(&source, &output)?;
        }
        let mut jars = vec![jar];
        jars.extend(jars_in(&output.join(tool).join("lib"))?);
        Ok(jars)
    }

    /// All classes of a JDK in one jar, without the bodies that are cut. The folders above the jar are those that Tai-e
    /// looks for.
    pub fn jdk_jar(&self, jdk: &Jdk, cuts: Cuts, java: &Path) -> Result<JdkJar, String> {
        let home = self.output.join("jdk").join(format!("{}-{}", jdk.version, cuts.file_name()));
        let cuts = self.file_of_cuts(cuts)?;
        let folder = home.join("java-benchmarks/JREs").join(format!("jre1.{}", jdk.release));
        let jar = folder.join("jdk.jar");
        if !jar.is_file() || cuts.as_ref().is_some_and(|cuts| !is_newer(&jar, cuts)) {
            fs::create_dir_all(&folder)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            // Every driver comes with the class that does this; which one is the same.
            let class_path = join(&self.driver("wala")?);
            let mut command = Command::new(java);
            command.arg("-cp").arg(class_path).arg("deadheat.eval.JdkJar").arg(&jdk.home).arg(&jar);
            check(command.args(cuts))?;
        }
        Ok(JdkJar { home, jar, release: jdk.release })
    }

    /// The cuts in a file, which is touched only if they have changed.
    fn file_of_cuts(&self, cuts: Cuts) -> Result<Option<PathBuf>, String> {
        let Some(text) = cuts.text()? else { return Ok(None) };
        let file = self.output.join("cuts.txt");
        if fs::read_to_string(&file).ok().as_ref() != Some(&text) {
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        Ok(Some(file))
    }
}

impl Default for Workshop {
    fn default() -> Self {
        Workshop::new()
    }
}

/// A JDK as one jar.
#[derive(Clone, Debug)]
pub struct JdkJar {
    /// The folder from which Tai-e finds the jar.
    pub home: PathBuf,
    /// The jar.
    pub jar: PathBuf,
    /// The release of the JDK.
    pub release: u16,
}

/// Paths as the JVM wants them on its command line.
pub fn join(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    paths.join(":")
}

fn maven(project: &Path, output: &Path) -> Result<(), String> {
    let mut command = Command::new("mvn");
    command.args(["--quiet", "--batch-mode", "package"]).arg("--file").arg(project.join("pom.xml"));
    command.arg(format!("-Deval.output={}", output.display()));
    check(&mut command)
}

fn check(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&said)))
}

fn jars_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    Ok(jars)
}

/// Whether a file was made after the last change of anything in a folder (or of a file).
fn is_newer(made: &Path, source: &Path) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let Some(made) = changed(made) else { return false };
    last_change(source).is_some_and(|source| source <= made)
}

fn last_change(path: &Path) -> Option<SystemTime> {
    let data = fs::metadata(path).ok()?;
    let own = data.modified().ok()?;
    if !data.is_dir() {
        return Some(own);
    }
    let inside = fs::read_dir(path).ok()?.flatten().filter_map(|entry| last_change(&entry.path()));
    inside.chain([own]).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_there_and_hello_comes_first() {
        let programs = Workshop::new().programs().unwrap();
        assert_eq!(programs, ["hello", "derby", "guava", "h2", "lucene", "sunflow", "weka"]);
    }

    #[test]
    fn an_unknown_program_is_named_with_those_that_are_known() {
        let message = Workshop::new().program("doom").unwrap_err();
        assert!(message.contains("no program `doom`, but hello, "), "{message}");
    }

    #[test]
    fn what_is_older_than_a_source_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let (source, made) = (folder.path().join("source"), folder.path().join("made.jar"));
        fs::create_dir_all(source.join("deep")).unwrap();
        fs::write(source.join("deep/Main.java"), "").unwrap();
        assert!(!is_newer(&made, &source), "not made yet");
        fs::write(&made, "").unwrap();
        assert!(is_newer(&made, &source));
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        fs::File::open(source.join("deep/Main.java")).unwrap().set_modified(later).unwrap();
        assert!(!is_newer(&made, &source));
    }
}
