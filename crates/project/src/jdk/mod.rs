//! Which JDK a run uses.
//!
//! ```text
//! --jdk ──▶ JAVA_HOME ──▶ javac on PATH ──▶ java on PATH ──▶ the system's usual folders
//!   │           │              │                │                   │
//!   └───────────┴──────────────┴── home::of ────┴───────────────────┘──▶ Jdk { home, version, … }
//! ```
//!
//! The first two are the user's own words. When one of them names something that is no JDK, that is an error and not a
//! reason to look further: the program would silently be analysed against another class library than the one that was
//! asked for, and Maven and Gradle refuse a wrong `JAVA_HOME` too. An empty `JAVA_HOME` counts as none.
//!
//! The others are guesses. Among these a JDK (with javac) wins over a mere runtime, which can be read but cannot
//! compile; among the installed ones the newest wins.

mod home;
mod search;
mod version;

use std::fmt;
use std::path::{Path, PathBuf};

use search::Search;
use version::Version;

/// An installed JDK, or a Java runtime without a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// The folder that holds `bin` and `lib`.
    pub home: PathBuf,
    /// The feature release: 8 for `1.8.0_442`, 17 for `17.0.15`.
    pub release: u16,
    /// The version as the JDK itself spells it.
    pub version: String,
    /// What led to this JDK.
    pub how_found: HowFound,
}

/// What led to a [`Jdk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowFound {
    /// The path that the user gave with `--jdk`.
    Explicit,
    /// The environment variable `JAVA_HOME`.
    JavaHome,
    /// `javac` or `java` on the `PATH`.
    Path,
    /// One of the folders in which JDKs are usually installed.
    UsualFolder,
}

/// Why there is no JDK to work with. The message says what was looked at and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JdkError {
    /// The path given with `--jdk` is not a JDK.
    Explicit {
        /// The path as given.
        path: PathBuf,
        /// What is wrong with it.
        why: NotAJdk,
    },
    /// `JAVA_HOME` is set to something that is not a JDK.
    JavaHome {
        /// The value of the variable.
        path: PathBuf,
        /// What is wrong with it.
        why: NotAJdk,
    },
    /// Nothing was named, and nothing was found.
    NotFound {
        /// The folders that were searched after `JAVA_HOME` and `PATH`.
        folders: Vec<PathBuf>,
    },
}

/// What is wrong with a path that should be a JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAJdk {
    /// There is nothing at this path.
    Absent,
    /// There is something, but none of the files in which a JDK keeps its classes.
    NoClassLibrary,
    /// The class library is there, but neither a `release` file nor a working `java` tells the version.
    NoVersion,
}

/// Finds the JDK to use; `explicit` is the value of `--jdk`: a home, its `bin` folder, or a `java` or `javac` in it.
pub fn locate(explicit: Option<&Path>) -> Result<Jdk, JdkError> {
    Search::on_this_machine().locate(explicit)
}

/// Every JDK and runtime that [`locate`] could find without being told, each once, newest first.
pub fn all_installed() -> Vec<Jdk> {
    Search::on_this_machine().all()
}

impl Jdk {
    /// The JDK to which `path` leads (a home, its `bin` folder, a launcher in it, a macOS bundle).
    fn at(path: &Path, how_found: HowFound) -> Result<Jdk, NotAJdk> {
        let home = home::of(path)?;
        let version = version::of_home(&home).ok_or(NotAJdk::NoVersion)?;
        let release = Version::parse(&version).ok_or(NotAJdk::NoVersion)?.feature();
        Ok(Jdk { home, release, version, how_found })
    }

    /// Whether `path` is itself the home of a JDK or of a runtime.
    pub fn is_home(path: &Path) -> bool {
        home::has_class_library(path)
    }

    /// The compiler, unless this is only a runtime.
    pub fn javac(&self) -> Option<PathBuf> {
        home::launcher(&self.home, "javac")
    }

    /// The `java` launcher, if there is one.
    pub fn java(&self) -> Option<PathBuf> {
        home::launcher(&self.home, "java")
            .or_else(|| home::launcher(&self.home.join("jre"), "java"))
    }

    /// Orders JDKs by usefulness when the user left the choice to us: a compiler first, then the version.
    fn rank(&self) -> (bool, Option<Version>) {
        (self.javac().is_some(), Version::parse(&self.version))
    }
}

impl fmt::Display for Jdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.javac().is_some() { "JDK" } else { "Java runtime" };
        write!(f, "{kind} {} in {} (from {})", self.version, self.home.display(), self.how_found)
    }
}

impl fmt::Display for HowFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HowFound::Explicit => "--jdk",
            HowFound::JavaHome => "JAVA_HOME",
            HowFound::Path => "PATH",
            HowFound::UsualFolder => "the usual folders",
        })
    }
}

impl std::error::Error for JdkError {}

impl fmt::Display for JdkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JdkError::Explicit { path, why } => {
                write!(f, "--jdk {}: {why}; name the folder that holds bin/javac", path.display())
            }
            JdkError::JavaHome { path, why } => write!(
                f,
                "JAVA_HOME is {}: {why}; correct or unset it, or name a JDK with --jdk HOME",
                path.display()
            ),
            JdkError::NotFound { folders } => {
                write!(
                    f,
                    "no JDK found: JAVA_HOME is not set, no working javac or java is on PATH, and there is none in "
                )?;
                write_list(f, folders)?;
                f.write_str("; install one, or name it with --jdk HOME")
            }
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, folders: &[PathBuf]) -> fmt::Result {
    for (i, folder) in folders.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        write!(f, "{separator}{}", folder.display())?;
    }
    Ok(())
}

impl fmt::Display for NotAJdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotAJdk::Absent => "there is no such file or folder",
            NotAJdk::NoClassLibrary => {
                "this is no JDK (it has neither lib/modules nor lib/rt.jar nor jre/lib/rt.jar)"
            }
            NotAJdk::NoVersion => {
                "this JDK does not tell its version (no usable `release` file, and bin/java does not run)"
            }
        })
    }
}
