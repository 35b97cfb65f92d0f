//! What each INPUT of the command line is.
//!
//! ```text
//! path ─┬─ file ────▶ by its extension, else by its first bytes
//!       └─ folder ──▶ JDK home? ──▶ Maven or Gradle project? ──▶ what it holds: classes, sources, archives
//! ```
//!
//! Decisions that a user may ask about:
//!
//! - A folder with `.class` *and* `.java` files is a class folder: the classes are what would run. The `.java` files
//!   show the text. If they are newer than every class, a warning says so. To have them compiled, name them.
//! - A Maven or Gradle project is its compiled output; nobody wants an analysis tool to start a build. A project that
//!   has not been compiled is a problem that names the command. Test classes are taken when they are there, and libraries
//!   when they are on this machine.
//! - A folder that holds only archives, such as the `lib` of a distribution, is those archives.
//! - Folders whose name starts with a dot are left out.
//!
//! An input that cannot be used is a [`Problem`]; the others go on.

mod folder;
mod gradle;
mod maven;
mod module;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::Jdk;
use crate::dependencies::Libraries;
use folder::Survey;

/// What the inputs of a run come down to.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Where classes are to be read, in the order of the command line, each once.
    pub places: Vec<Place>,
    /// The `.java` files to compile, each once.
    pub sources: Vec<PathBuf>,
    /// Folders in which the text of classes in `places` may stand, laid out by package.
    pub source_roots: Vec<PathBuf>,
    /// What the inputs need and are not themselves, as far as their projects tell.
    pub libraries: Vec<PathBuf>,
    /// What was taken from each project, in words.
    pub taken: Vec<String>,
    /// What is wrong with the inputs.
    pub problems: Vec<Problem>,
    /// The canonical paths of everything that is already listed.
    known: HashSet<PathBuf>,
}

/// A place in which there are classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder of class files.
    Folder(PathBuf),
    /// A single class file.
    ClassFile(PathBuf),
    /// A jar, war or jmod.
    Archive(PathBuf),
    /// The home of a JDK, which stands for its class library.
    Jdk(PathBuf),
}

/// An input, or a part of one, that cannot be used as it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: ProblemKind,
}

/// What is wrong with an input.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// There is nothing at this path.
    Absent,
    /// It is there but cannot be read; holds the system's reason.
    Unreadable(String),
    /// A file that is neither source nor class nor archive.
    UnknownFile,
    /// A folder with nothing in it that could be read.
    NothingToRead,
    /// A project, or a module of one, that has sources but no classes; holds the command that makes them.
    NotCompiled {
        /// To be run in the folder.
        command: String,
    },
    /// A project file that cannot be understood; holds the reason.
    BadProjectFile(String),
    /// Libraries that a project names and that are not on this machine. A warning: the classes may not be needed.
    MissingLibraries {
        /// `group:artifact:version` of each.
        names: Vec<String>,
        /// The command that fetches them.
        fetch: String,
    },
    /// Sources were changed after the classes were made. A warning: the classes are read all the same.
    NewerSources {
        /// The command that makes the classes anew, where there is a usual one.
        command: Option<String>,
    },
}

impl Inputs {
    /// Finds out what each path is.
    pub fn of(paths: &[PathBuf]) -> Inputs {
        let mut inputs = Inputs::default();
        for path in paths {
            inputs.add(path);
        }
        inputs
    }

    /// Whether a folder is one of Maven or Gradle.
    pub fn is_project(folder: &Path) -> bool {
        maven::is_project(folder) || gradle::is_project(folder)
    }

    /// The places on which the sources may depend, as javac understands them.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let on_class_path = |place: &&Place| match place {
            Place::Folder(_) => true,
            Place::Archive(path) => has_extension(path, &["jar", "zip"]),
            Place::ClassFile(_) | Place::Jdk(_) => false,
        };
        self.places.iter().filter(on_class_path).map(|place| place.path().to_owned()).collect()
    }

    fn add(&mut self, path: &Path) {
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.problem(path, ProblemKind::Absent);
            }
            Err(error) => self.problem(path, ProblemKind::Unreadable(error.to_string())),
            Ok(metadata) if metadata.is_dir() => self.add_folder(path),
            Ok(_) => self.add_file(path),
        }
    }

    fn add_file(&mut self, path: &Path) {
        if let Some(folder) = project_of(path) {
            return self.add_folder(folder);
        }
        match kind_of_file(path) {
            Ok(Some(FileKind::Source)) => self.source(path),
            Ok(Some(FileKind::Class)) => self.place(Place::ClassFile(path.to_owned())),
            Ok(Some(FileKind::Archive)) => self.place(Place::Archive(path.to_owned())),
            Ok(None) => self.problem(path, ProblemKind::UnknownFile),
            Err(error) => self.problem(path, ProblemKind::Unreadable(error.to_string())),
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        let bundled = folder.join("Contents").join("Home");
        if let Some(home) = [folder, &bundled].into_iter().find(|home| Jdk::is_home(home)) {
            return self.place(Place::Jdk(home.to_owned()));
        }
        match (maven::is_project(folder), gradle::is_project(folder)) {
            (false, false) => self.add_plain_folder(folder),
            (true, false) => maven::add(self, folder),
            (false, true) => gradle::add(self, folder),
            (true, true) if gradle::has_output(folder) && !maven::has_output(folder) => {
                gradle::add(self, folder);
            }
            (true, true) => maven::add(self, folder),
        }
    }

    fn add_plain_folder(&mut self, folder: &Path) {
        let survey = Survey::of(folder);
        for (path, reason) in &survey.unreadable {
            self.problem(path, ProblemKind::Unreadable(reason.clone()));
        }
        if survey.has_classes() {
            self.place(Place::Folder(folder.to_owned()));
            if !survey.sources.is_empty() {
                self.source_roots.push(folder.to_owned());
            }
            if survey.sources_are_newer() {
                self.problem(folder, ProblemKind::NewerSources { command: None });
            }
        } else if !survey.sources.is_empty() {
            survey.sources.iter().for_each(|path| self.source(path));
        } else if !survey.archives.is_empty() {
            survey.archives.into_iter().for_each(|path| self.place(Place::Archive(path)));
        } else if survey.unreadable.is_empty() {
            self.problem(folder, ProblemKind::NothingToRead);
        }
    }

    fn place(&mut self, place: Place) {
        if self.is_new(place.path()) {
            self.places.push(place);
        }
    }

    /// What a project needs, and a line about what was taken from it: its places are those from `first` on.
    fn take_libraries(
        &mut self,
        folder: &Path,
        what: &str,
        first: usize,
        modules: usize,
        libraries: Libraries,
        fetch: &str,
    ) {
        let mut count = 0;
        for jar in libraries.jars {
            if self.is_new(&jar) {
                self.libraries.push(jar);
                count += 1;
            }
        }
        let places = &self.places[first..];
        let shown = places.iter().take(3).map(|place| {
            let path = place.path();
            path.strip_prefix(".").unwrap_or(path).display().to_string()
        });
        let mut shown = shown.collect::<Vec<_>>().join(", ");
        if places.len() > 3 {
            shown += &format!(" and {} more", places.len() - 3);
        }
        let modules = if modules == 1 { String::new() } else { format!(" of {modules} modules") };
        let count = match count {
            0 => "no library".to_owned(),
            1 => "1 library".to_owned(),
            count => format!("{count} libraries"),
        };
        self.taken.push(format!("{what}{modules}: {shown}; {count}"));
        let mut missing = libraries.missing;
        missing.sort();
        missing.dedup();
        if !missing.is_empty() {
            let fetch = fetch.to_owned();
            self.problem(folder, ProblemKind::MissingLibraries { names: missing, fetch });
        }
    }

    fn source(&mut self, path: &Path) {
        if self.is_new(path) {
            self.sources.push(path.to_owned());
        }
    }

    fn is_new(&mut self, path: &Path) -> bool {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.known.insert(real)
    }

    fn problem(&mut self, path: &Path, kind: ProblemKind) {
        self.problems.push(Problem { path: path.to_owned(), kind });
    }
}

enum FileKind {
    Source,
    Class,
    Archive,
}

/// The extension decides; a file without a known one is looked into, since downloads lose their names.
fn kind_of_file(path: &Path) -> io::Result<Option<FileKind>> {
    // Opened in every case, so that an unreadable file is reported here and by its name.
    let mut file = File::open(path)?;
    if has_extension(path, &["java"]) {
        return Ok(Some(FileKind::Source));
    }
    if has_extension(path, &["class"]) {
        return Ok(Some(FileKind::Class));
    }
    if has_extension(path, folder::ARCHIVES) {
        return Ok(Some(FileKind::Archive));
    }
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start)?;
    Ok(match start.as_slice() {
        b"\xca\xfe\xba\xbe" => Some(FileKind::Class),
        b"PK\x03\x04" | b"JM\x01\x00" => Some(FileKind::Archive),
        _ => None,
    })
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// `pom.xml` and its like stand for the folder that they describe.
fn project_of(file: &Path) -> Option<&Path> {
    let name = file.file_name()?.to_str()?;
    let folder = file.parent()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    (name == maven::PROJECT_FILE || gradle::PROJECT_FILES.contains(&name)).then_some(folder)
}

impl Place {
    /// The file or folder.
    pub fn path(&self) -> &Path {
        match self {
            Place::Folder(path)
            | Place::ClassFile(path)
            | Place::Archive(path)
            | Place::Jdk(path) => path,
        }
    }
}

impl Problem {
    /// Whether the inputs can be read in full all the same.
    pub fn is_warning(&self) -> bool {
        matches!(self.kind, ProblemKind::NewerSources { .. } | ProblemKind::MissingLibraries { .. })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Absent => f.write_str("there is no such file or folder"),
            ProblemKind::Unreadable(reason) => write!(f, "cannot be read: {reason}"),
            ProblemKind::UnknownFile => {
                f.write_str("neither a .java nor a .class file nor a jar, war or jmod")
            }
            ProblemKind::NothingToRead => {
                f.write_str("there are no .class, .java or .jar files in this folder")
            }
            ProblemKind::NotCompiled { command } => {
                write!(f, "has not been compiled; run `{command}` there first")
            }
            ProblemKind::BadProjectFile(reason) => write!(f, "cannot be understood: {reason}"),
            ProblemKind::MissingLibraries { names, fetch } => {
                const NAMED: usize = 5;
                let (libraries, are) = match names.len() {
                    1 => ("1 library", "is"),
                    number => (&*format!("{number} libraries"), "are"),
                };
                let named = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
                let more = match names.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let named = named.join(", ");
                write!(f, "{libraries} of the project {are} not on this machine: {named}{more}; run `{fetch}`")
            }
            ProblemKind::NewerSources { command: Some(command) } => {
                write!(f, "sources are newer than the classes, which are read; run `{command}`")
            }
            ProblemKind::NewerSources { command: None } => f.write_str(
                "sources are newer than the classes, which are read; compile again, or name the .java files",
            ),
        }
    }
}
