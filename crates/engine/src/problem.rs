//! What is wrong with a program, from every layer, in one type.

use std::fmt;

use classfile::{ParseError, source};
use ir::hierarchy::HierarchyError;
use ir::lower::{DeclarationError, LowerError};
use ir::verify::VerifyError;
use project::{CompileError, JdkError};

/// Something that could not be read or understood. It prints as one message that says what and where.
#[derive(Debug)]
pub enum Problem {
    /// An input that is not what it should be.
    Input(project::Problem),
    /// Sources that could not be compiled.
    Compiler(CompileError),
    /// No JDK, where one is needed.
    Jdk(JdkError),
    /// A place that holds classes, or a class file, that cannot be read.
    Source(source::Problem),
    /// A class whose declaration cannot be understood.
    Declaration {
        /// The class file.
        path: String,
        /// What is wrong with it.
        error: DeclarationError,
    },
    /// A method whose code cannot be understood; the rest of its class is used.
    Code {
        /// The class file.
        path: String,
        /// The method's name and descriptor.
        method: String,
        /// What is wrong with it.
        error: LowerError,
    },
    /// A method whose SSA form breaks a rule: a defect of this program, not of its input.
    Invariant {
        /// The class file.
        path: String,
        /// The method's name and descriptor.
        method: String,
        /// The broken rule.
        error: VerifyError,
    },
    /// A class file in the wrong place: a JVM would not find it there.
    Misplaced {
        /// The class file.
        path: String,
        /// The class that it holds.
        class: String,
    },
    /// A pattern that no class fits.
    Pattern {
        /// What it was given for.
        option: &'static str,
        /// The pattern.
        pattern: String,
    },
    /// A file of models, or a reflection log, that cannot be read.
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A line of a model file that is wrong; the rest of the file is used.
    Model(models::ModelError),
    /// A line of a reflection log that is wrong; the rest of the log is used.
    ReflectionLog(points_to::LogError),
    /// Classes that cannot extend each other.
    Hierarchy {
        /// The class file of one of them.
        path: Option<String>,
        /// What is wrong with them.
        error: HierarchyError,
    },
}

impl Problem {
    pub(crate) fn of_class(entry: source::ClassEntry<'_>, error: ParseError) -> Problem {
        Problem::Source(source::Problem::of_class(entry.path(), error))
    }

    /// Whether a part of the input is missing because of this. The others are notices.
    pub fn loses_input(&self) -> bool {
        match self {
            Problem::Input(problem) => !problem.is_warning(),
            Problem::Source(problem) => problem.loses_input(),
            Problem::Misplaced { .. } => false,
            _ => true,
        }
    }

    /// The file or folder it is about.
    pub fn path(&self) -> Option<String> {
        match self {
            Problem::Input(problem) => Some(problem.path.display().to_string()),
            Problem::Source(problem) => Some(problem.path.clone()),
            Problem::Declaration { path, .. }
            | Problem::Code { path, .. }
            | Problem::Invariant { path, .. }
            | Problem::File { path, .. }
            | Problem::Misplaced { path, .. } => Some(path.clone()),
            Problem::Model(error) => Some(error.file.clone()),
            Problem::ReflectionLog(error) => Some(error.file.clone()),
            Problem::Hierarchy { path, .. } => path.clone(),
            Problem::Compiler(_) | Problem::Jdk(_) | Problem::Pattern { .. } => None,
        }
    }

    /// Where in that file.
    pub fn offset(&self) -> Option<u64> {
        match self {
            Problem::Source(problem) => problem.offset,
            Problem::Declaration { error, .. } => Some(error.offset as u64),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Input(problem) => problem.fmt(f),
            Problem::Compiler(error) => error.fmt(f),
            Problem::Jdk(error) => error.fmt(f),
            Problem::Source(problem) => problem.fmt(f),
            Problem::Declaration { path, error } => write!(f, "{path}: {error}"),
            Problem::Code { path, method, error } => {
                write!(f, "{path}: in {method}: {error}")
            }
            Problem::Invariant { path, method, error } => write!(
                f,
                "{path}: in {method}: {error} (this is a defect of deadheat; please report it)"
            ),
            Problem::Misplaced { path, class } => {
                write!(f, "{path}: holds {class}, which a JVM would not look for there")
            }
            Problem::Pattern { option, pattern } => write!(
                f,
                "{option} {pattern}: no class has a name like this (* is a part of a name, ** also stands for packages)"
            ),
            Problem::File { path, error } => write!(f, "{path}: cannot be read: {error}"),
            Problem::Model(error) => error.fmt(f),
            Problem::ReflectionLog(error) => error.fmt(f),
            Problem::Hierarchy { path: Some(path), error } => write!(f, "{path}: {error}"),
            Problem::Hierarchy { path: None, error } => error.fmt(f),
        }
    }
}
