//! Findings as plain data, and how they are shown.
//!
//! ```text
//! agent ──Record, a line each──▶ file ──▶ merge ──▶ Report ──▶ text │ pairs │ json
//! ```
//!
//! A race is two [`Access`]es to one [`Location`]. Nothing here knows how it was found: a watched run fills in what it saw,
//! and what it did not see is empty.

mod json;
mod pairs;
mod record;
mod text;

pub use json::to_json;
pub use pairs::to_pairs;
pub use record::{Merge, Record};
pub use text::to_text;

use serde::{Deserialize, Serialize};

/// A place in the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AccessSite {
    /// The class in internal form: `pkg/Outer$Inner`.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The name of the source file, without folders.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u16>,
    /// The bytecode offset.
    pub offset: u16,
}

impl AccessSite {
    /// `File.java:LINE`; without either, the class and the offset.
    pub fn place(&self) -> String {
        place(self.file.as_deref(), self.line, &self.class, self.offset)
    }
}

fn place(file: Option<&str>, line: Option<u16>, class: &str, offset: u16) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => format!("{file}@{offset}"),
        (None, _) => format!("{}@{offset}", external(class)),
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// A frame of a call stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The class in internal form.
    pub class: String,
    /// The method.
    pub method: String,
    /// The name of the source file.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u16>,
}

/// One of the two sides of a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Access {
    /// What it does.
    pub kind: Kind,
    /// Where.
    #[serde(flatten)]
    pub site: AccessSite,
    /// The name of the thread.
    pub thread: Option<String>,
    /// The call stack, innermost first; empty if it is not known.
    pub stack: Vec<Frame>,
}

/// What is accessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// The class that declares the field, in internal form; or the type of the array, as a descriptor.
    pub class: String,
    /// The field; none for an element of an array.
    pub field: Option<String>,
    /// Whether it is static.
    pub is_static: bool,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{}.{field}", external(&self.class)),
            None => f.write_str(&array_type(&self.class)),
        }
    }
}

/// Two accesses that nothing puts in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Race {
    /// What both access.
    pub location: Location,
    /// The one that came first in the run that showed it.
    pub earlier: Access,
    /// The other one.
    pub later: Access,
    /// How often it was seen.
    pub count: u64,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The races, sorted.
    pub races: Vec<Race>,
    /// What was not watched, and why; sorted.
    pub gaps: Vec<String>,
    /// How many JVMs were watched.
    pub jvms: usize,
}

/// A class name as it is written in Java.
pub fn external(class: &str) -> String {
    class.replace('/', ".")
}

/// The type that a descriptor of an array means: `int[][]` for `[[I`.
fn array_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => external(element.trim_start_matches('L').trim_end_matches(';')),
    };
    name + &"[]".repeat(dimensions)
}
