//! Sources become classes, by the JDK's own compiler.
//!
//! ```text
//! Sources ──▶ argument file ──▶ javac -g … -d TEMPORARY ──▶ Compiled::classes
//!                                   └── errors, unchanged ──▶ CompileError::Rejected
//! ```
//!
//! What a user may expect beyond plain `javac`, and how it is met:
//!
//! - *All inputs are one program*: tests see the classes that they test, whatever the order of the folders.
//! - *A single file of a package compiles*: the classes that it mentions are found beside it, from the root of its
//!   package, and are compiled too.
//! - *Modules do not matter*: `module-info.java` is left out, and everything compiles as code on the class path, where
//!   all of the JDK is visible. A folder may thus hold several modules, and libraries need no module path.
//! - *Preview features just work*: when javac asks for `--enable-preview`, it gets it.
//! - *The current folder does not matter*: neither `CLASSPATH` nor `JDK_JAVAC_OPTIONS` nor classes lying around have an
//!   influence. Annotation processors, which are other people's programs, do not run.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::temporary::TemporaryFolder;
use crate::{Jdk, Sources};

/// Classes in a temporary folder, which is removed when this value is dropped.
#[derive(Debug)]
pub struct Compiled {
    folder: TemporaryFolder,
}

/// Why there are no classes.
#[derive(Debug)]
pub enum CompileError {
    /// There is nothing to compile.
    NoSources,
    /// The chosen Java is a runtime, without a compiler.
    NoCompiler {
        /// Its home.
        home: PathBuf,
    },
    /// No folder for the classes could be made.
    Temporary(io::Error),
    /// The compiler could not be started.
    CannotRun {
        /// The program that was to be started.
        javac: PathBuf,
        /// Why it did not.
        error: io::Error,
    },
    /// The compiler refused the sources.
    Rejected {
        /// What it said, unchanged; this is what the user has to see.
        output: String,
    },
}

/// From this number of files on, a compiler that optimises itself is faster than one that starts quickly.
const MANY_SOURCES: usize = 200;

/// Compiles the files of `sources` with debug information. `class_path` holds the folders and jars that they need.
pub fn compile(
    jdk: &Jdk,
    sources: &Sources,
    class_path: &[PathBuf],
) -> Result<Compiled, CompileError> {
    if !sources.files().any(is_no_module) {
        return Err(CompileError::NoSources);
    }
    let javac = jdk.javac().ok_or_else(|| CompileError::NoCompiler { home: jdk.home.clone() })?;
    let folder = TemporaryFolder::new().map_err(CompileError::Temporary)?;
    let job = Job { javac: &javac, sources, class_path, folder: folder.path() };
    let first = job.run(&[])?;
    let last = if !first.status.success() && asks_for_preview(&first) {
        job.run(&preview_options(jdk))?
    } else {
        first
    };
    if last.status.success() { Ok(Compiled { folder }) } else { Err(rejected(&last)) }
}

impl Compiled {
    /// The root of the folder that holds the classes.
    pub fn classes(&self) -> PathBuf {
        classes_in(self.folder.path())
    }
}

fn classes_in(folder: &Path) -> PathBuf {
    folder.join("classes")
}

/// The name of an option is the one part of javac's message that is the same in every language.
fn asks_for_preview(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stderr).contains("--enable-preview")
}

/// `--source` and not `--release`, which would hide the JDK's own classes from the program.
fn preview_options(jdk: &Jdk) -> [OsString; 3] {
    ["--enable-preview".into(), "--source".into(), jdk.release.to_string().into()]
}

fn rejected(output: &Output) -> CompileError {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let mut said = String::from_utf8_lossy(&said).into_owned();
    if said.trim().is_empty() {
        said = format!("javac ended without a message ({})\n", output.status);
    }
    CompileError::Rejected { output: said }
}

/// One compilation; it may take two runs of javac.
struct Job<'a> {
    javac: &'a Path,
    sources: &'a Sources,
    class_path: &'a [PathBuf],
    folder: &'a Path,
}

impl Job<'_> {
    fn run(&self, more: &[OsString]) -> Result<Output, CompileError> {
        let arguments = self.folder.join("arguments");
        self.write_arguments(&arguments, more).map_err(CompileError::Temporary)?;
        let mut command = Command::new(self.javac);
        command.args(self.launcher_options()).arg(at_file(&arguments));
        command.stdin(Stdio::null()).env_remove("JDK_JAVAC_OPTIONS").env_remove("CLASSPATH");
        if !locale_is_utf8() {
            command.env("LC_ALL", "C.UTF-8");
        }
        command
            .output()
            .map_err(|error| CompileError::CannotRun { javac: self.javac.to_owned(), error })
    }

    /// Options of the JVM in which javac runs. For a few files, most of the time goes into starting it.
    fn launcher_options(&self) -> &'static [&'static str] {
        let few = self.sources.files().count() < MANY_SOURCES;
        if few { &["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"] } else { &[] }
    }

    fn write_arguments(&self, file: &Path, more: &[OsString]) -> io::Result<()> {
        let classes = classes_in(self.folder);
        std::fs::create_dir_all(&classes)?;
        let mut arguments: Vec<OsString> = vec!["-d".into(), classes.clone().into()];
        for option in ["-g", "-proc:none", "-nowarn", "-encoding", "UTF-8"] {
            arguments.push(option.into());
        }
        arguments.extend(self.where_to_look(&classes));
        arguments.extend_from_slice(more);
        arguments.extend(self.sources.files().filter(|file| is_no_module(file)).map(Into::into));
        std::fs::write(file, quoted(&arguments))
    }

    /// Where javac finds what the sources mention and the JDK does not have.
    ///
    /// A source path that holds a `module-info.java` would make javac compile that module, and then the class path is
    /// invisible; on the class path, javac finds sources too and takes no notice of modules. Both paths name the (still
    /// empty) output when there is nothing else, since an empty path means the current folder.
    fn where_to_look(&self, classes: &Path) -> Vec<OsString> {
        let roots: Vec<&Path> = self.sources.roots_of_files().into_iter().collect();
        let libraries = self.class_path.iter().map(PathBuf::as_path);
        let has_modules = roots.iter().any(|root| root.join("module-info.java").is_file());
        if has_modules {
            let class_path = joined(libraries.chain(roots).chain([classes]));
            vec!["-classpath".into(), class_path, "-Xprefer:source".into()]
        } else {
            let class_path = joined(libraries.chain([classes]));
            let source_path = joined(roots.into_iter().chain([classes]));
            vec!["-classpath".into(), class_path, "-sourcepath".into(), source_path]
        }
    }
}

fn is_no_module(file: &Path) -> bool {
    file.file_name() != Some(OsStr::new("module-info.java"))
}

/// Without this, a JVM in a container that sets no locale cannot open a file with a name outside of ASCII.
fn locale_is_utf8() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    let locale = locale.unwrap_or_default().to_ascii_lowercase().replace('-', "");
    !cfg!(target_os = "linux") || locale.contains("utf8")
}

/// Paths joined as in a class path. A path cannot contain the separator: javac offers no way to write that.
fn joined<'a>(paths: impl Iterator<Item = &'a Path>) -> OsString {
    let separator = if cfg!(windows) { ";" } else { ":" };
    let paths: Vec<&OsStr> = paths.map(Path::as_os_str).collect();
    paths.join(OsStr::new(separator))
}

fn at_file(arguments: &Path) -> OsString {
    let mut argument = OsString::from("@");
    argument.push(arguments);
    argument
}

/// The contents of an argument file: one argument per line, in quotes, in which a backslash escapes.
fn quoted(arguments: &[OsString]) -> Vec<u8> {
    let mut text = Vec::new();
    for argument in arguments {
        text.push(b'"');
        for &byte in argument.as_encoded_bytes() {
            match byte {
                b'\n' => text.extend_from_slice(b"\\n"),
                b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
                _ => text.push(byte),
            }
        }
        text.extend_from_slice(b"\"\n");
    }
    text
}

impl std::error::Error for CompileError {}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::NoSources => f.write_str("there are no .java files to compile"),
            CompileError::NoCompiler { home } => write!(
                f,
                "{} is a Java runtime without javac, which .java files need; name a JDK with --jdk HOME",
                home.display()
            ),
            CompileError::Temporary(error) => {
                write!(f, "no temporary folder for the compiled classes: {error}")
            }
            CompileError::CannotRun { javac, error } => {
                write!(f, "{} does not run: {error}", javac.display())
            }
            CompileError::Rejected { output } => f.write_str(output),
        }
    }
}
