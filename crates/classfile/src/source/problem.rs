//! What can be wrong with an input, as data.
//!
//! A part that cannot be read becomes a [`Problem`] and the rest is still read. Inside this module a failure is first a
//! [`Fault`], which knows its offset but not its file; whoever knows the file makes a problem of it. A [`Log`] collects
//! the problems of one container and stops telling the same story after a while, so that an archive of a million bad
//! entries gives a handful of messages.

use std::fmt;
use std::mem::{Discriminant, discriminant};

use crate::error::{ErrorKind, ParseError};

/// Something in the input that cannot be used, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file or folder, or an archive in an archive: `app.jar!/BOOT-INF/lib/x.jar`.
    pub path: String,
    /// Where in `path` this became clear, from its start.
    pub offset: Option<u64>,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// The reason of a [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a variant's description covers its fields")]
pub enum ProblemKind {
    /// There is no such file or folder.
    Absent,
    /// The system refused to read it; holds its message.
    Unreadable(String),
    /// A device, a pipe or a socket where a file belongs.
    NotAFile,
    /// A file without any bytes.
    EmptyFile,
    /// Neither a class file, an archive nor a JDK image; holds the first bytes.
    Unrecognised(Vec<u8>),
    /// A folder that holds no JDK.
    NoJdk,
    /// A class file that cannot be read.
    BadClass(ErrorKind),
    /// An archive without its table of contents, which stands at the end.
    TruncatedArchive,
    /// An archive whose table of contents contradicts itself.
    BadArchive(&'static str),
    /// Entries of an archive that have a name twice. As in a JVM, the last one counts.
    DuplicateEntries { first: String, count: u32 },
    /// An entry with a name that no class loader asks for and that could do harm elsewhere.
    RefusedName { name: String, why: &'static str },
    /// Two entries that share bytes of the archive.
    OverlappingEntry { name: String },
    /// An encrypted entry.
    EncryptedEntry { name: String },
    /// An entry that is compressed in a way that no JVM reads.
    UnsupportedMethod { name: String, method: u16 },
    /// An entry whose place or contents are damaged.
    BadEntry { name: String, what: &'static str },
    /// Contents that do not have the declared size.
    WrongSize { name: String, declared: u64 },
    /// Contents that do not have the declared checksum.
    WrongChecksum { name: String, declared: u32, actual: u32 },
    /// Something larger than the limits allow.
    TooLarge { name: String, size: u64, limit: u64 },
    /// Something that unpacks to far more than its packed size explains.
    AbsurdRatio { name: String, packed: u64, size: u64 },
    /// Archives in archives, deeper than the limits allow.
    TooDeep { name: String, limit: u32 },
    /// An archive in an archive that does not fit into what the limits leave for all of them.
    NestedTotal { name: String, limit: u64 },
    /// More archives in archives than the limits allow.
    TooManyNested { limit: u32 },
    /// More files below a folder than the limits allow.
    TooManyFiles { limit: u64 },
    /// A JDK image whose tables contradict its size or each other.
    BadImage(&'static str),
    /// A JDK image of a version that is not known.
    ImageVersion { major: u16, minor: u16 },
    /// A resource of a JDK image that is compressed in an unknown way.
    UnknownDecompressor { name: String, decompressor: String },
    /// Archives below a folder of classes, which were not opened.
    ArchivesNotOpened { count: u32 },
    /// More problems of the kind before, which were only counted, and whether they lose input.
    More { count: u32, loses_input: bool },
}

impl Problem {
    /// A class file that could not be read: `path` is where it comes from.
    pub fn of_class(path: impl Into<String>, error: ParseError) -> Problem {
        Fault::at(error.offset as u64, ProblemKind::BadClass(error.kind)).in_path(path)
    }

    /// Whether a part of the input is missing because of this. The others are notices: a JVM would have run the same
    /// classes.
    pub fn loses_input(&self) -> bool {
        match &self.kind {
            ProblemKind::DuplicateEntries { .. } | ProblemKind::ArchivesNotOpened { .. } => false,
            ProblemKind::RefusedName { name, .. }
            | ProblemKind::OverlappingEntry { name }
            | ProblemKind::EncryptedEntry { name }
            | ProblemKind::UnsupportedMethod { name, .. } => may_hold_code(name),
            ProblemKind::More { loses_input, .. } => *loses_input,
            _ => true,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        if let Some(offset) = self.offset {
            write!(f, "at offset {offset}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind::*;
        match self {
            Absent => write!(f, "there is no such file or folder"),
            Unreadable(why) => write!(f, "it cannot be read: {why}"),
            NotAFile => write!(f, "neither a file nor a folder (a device, a pipe or a socket)"),
            EmptyFile => write!(f, "the file is empty"),
            Unrecognised(start) => write!(
                f,
                "neither a class file, a jar, a jmod nor a JDK image (it starts with \"{}\")",
                start.escape_ascii()
            ),
            NoJdk => write!(
                f,
                "no JDK here: neither lib/modules, lib/rt.jar, jre/lib/rt.jar nor jmods/java.base.jmod (name the \
                 folder that JAVA_HOME would have)"
            ),
            BadClass(why) => write!(f, "{why}"),
            TruncatedArchive => write!(
                f,
                "the archive has no table of contents at its end; it was probably cut off (fetch or build it again)"
            ),
            BadArchive(what) => {
                write!(f, "the archive is damaged: {what} (fetch or build it again)")
            }
            DuplicateEntries { first, count: 1 } => {
                write!(
                    f,
                    "the entry {first} is there more than once; the last one is used, as a JVM does"
                )
            }
            DuplicateEntries { first, count } => write!(
                f,
                "{count} entries are there more than once, {first} is one; the last one is used, as a JVM does"
            ),
            RefusedName { name, why } => {
                write!(f, "the entry \"{name}\" is refused: its name {why}")
            }
            OverlappingEntry { name } => {
                write!(f, "the entry {name} is refused: it shares its bytes with another entry")
            }
            EncryptedEntry { name } => {
                write!(f, "the entry {name} is encrypted (a JVM cannot read it either)")
            }
            UnsupportedMethod { name, method } => write!(
                f,
                "the entry {name} is compressed with method {method} (a JVM reads only 0 and 8)"
            ),
            BadEntry { name, what } => write!(f, "the entry {name} is damaged: {what}"),
            WrongSize { name, declared } => {
                write!(
                    f,
                    "the contents of {name} do not have the declared size of {declared} bytes"
                )
            }
            WrongChecksum { name, declared, actual } => write!(
                f,
                "the contents of {name} are damaged: their checksum is {actual:08x}, {declared:08x} was declared"
            ),
            TooLarge { name, size, limit } => {
                write!(f, "{name} is refused: it has {size} bytes, the limit is {limit}")
            }
            AbsurdRatio { name, packed, size } => write!(
                f,
                "{name} is refused: {packed} bytes that unpack to {size} are probably an attack"
            ),
            TooDeep { name, limit } => write!(
                f,
                "{name} is not opened: archives are followed into archives only {limit} deep"
            ),
            NestedTotal { name, limit } => write!(
                f,
                "{name} is not opened: all archives in archives together may unpack to {limit} bytes"
            ),
            TooManyNested { limit } => {
                write!(f, "the archives inside are not all opened: {limit} are the limit")
            }
            TooManyFiles { limit } => write!(
                f,
                "not everything below this folder was looked at: {limit} files and folders are the limit (name the \
                 folder of the classes)"
            ),
            BadImage(what) => write!(f, "the JDK image is damaged: {what} (install the JDK again)"),
            ImageVersion { major, minor } => {
                write!(f, "version {major}.{minor} of JDK images is not known (1.x is)")
            }
            UnknownDecompressor { name, decompressor } => {
                write!(
                    f,
                    "{name} is compressed with \"{decompressor}\" (zip and compact-cp are known)"
                )
            }
            ArchivesNotOpened { count } => write!(
                f,
                "{count} archives below this folder of classes were not opened (name those that belong to the program)"
            ),
            More { count, .. } => write!(f, "{count} more problems of this kind"),
        }
    }
}

/// A failure at an offset of a file that only the caller knows.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: Option<u64>,
    pub(crate) kind: ProblemKind,
}

impl Fault {
    pub(crate) fn new(kind: ProblemKind) -> Fault {
        Fault { offset: None, kind }
    }

    pub(crate) fn at(offset: u64, kind: ProblemKind) -> Fault {
        Fault { offset: Some(offset), kind }
    }

    pub(crate) fn in_path(self, path: impl Into<String>) -> Problem {
        Problem { path: path.into(), offset: self.offset, kind: self.kind }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::new(match error.kind() {
            std::io::ErrorKind::NotFound => ProblemKind::Absent,
            _ => ProblemKind::Unreadable(error.to_string()),
        })
    }
}

/// Problems that are counted together: of one kind, and either losing input or not.
type Sort = (Discriminant<ProblemKind>, bool);

fn sort_of(problem: &Problem) -> Sort {
    (discriminant(&problem.kind), problem.loses_input())
}

/// Whether an entry of this name is of interest: resources that no JVM could load either are not.
fn may_hold_code(name: &str) -> bool {
    // A name that was cut off may have ended in anything.
    let endings = [".class", ".jar", ".war", ".ear", "…"];
    endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// The problems of one container.
pub(crate) struct Log {
    path: String,
    limit: u32,
    problems: Vec<Problem>,
    counts: Vec<(Sort, u32)>,
}

impl Log {
    pub(crate) fn new(path: impl Into<String>, limit: u32) -> Log {
        Log { path: path.into(), limit: limit.max(1), problems: Vec::new(), counts: Vec::new() }
    }

    pub(crate) fn add(&mut self, fault: Fault) {
        let path = self.path.clone();
        self.add_problem(fault.in_path(path));
    }

    pub(crate) fn add_problem(&mut self, problem: Problem) {
        let sort = sort_of(&problem);
        let count = match self.counts.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, count)) => count,
            None => &mut self.counts.push_mut((sort, 0)).1,
        };
        *count += 1;
        if *count <= self.limit {
            self.problems.push(problem);
        }
    }

    /// What was logged, and for each kind that was cut short, right behind it, how much more there was.
    pub(crate) fn finish(self) -> Vec<Problem> {
        let mut told = self.problems;
        for (sort, count) in self.counts {
            if count > self.limit {
                let last = told.iter().rposition(|problem| sort_of(problem) == sort);
                let (count, loses_input) = (count - self.limit, sort.1);
                let more = Fault::new(ProblemKind::More { count, loses_input });
                told.insert(last.map_or(told.len(), |at| at + 1), more.in_path(self.path.clone()));
            }
        }
        told
    }
}

/// A name from outside, fit for a message: no control characters, not longer than a line or two.
pub(crate) fn shown(name: &[u8]) -> String {
    const LONGEST: usize = 200;
    let text = String::from_utf8_lossy(&name[..name.len().min(4 * LONGEST)]);
    let mut shown: String = text.chars().take(LONGEST).flat_map(show_char).collect();
    if name.len() > shown.len() && text.chars().count() > LONGEST {
        shown.push('…');
    }
    shown
}

fn show_char(c: char) -> impl Iterator<Item = char> {
    // Quotes and backslashes are part of real names and harmless; `escape_debug` would double them.
    let plain = (!c.is_control()).then_some(c);
    plain.into_iter().chain(c.escape_debug().filter(move |_| plain.is_none()))
}
