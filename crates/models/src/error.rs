//! What is wrong with a model file, and what to do about it.

use std::fmt;

/// An error in a model file. The rest of the file, and all others, are read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// The name of the file, as it was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, message, help } = self;
        write!(f, "{file}:{line}:{column}: {message}; {help}")
    }
}

impl std::error::Error for ModelError {}

/// A line and a column of the file that is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub line: u32,
    pub column: u32,
}

/// An error whose file is known from where it is found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub spot: Spot,
    pub message: String,
    pub help: String,
}

impl Fault {
    pub fn new(spot: Spot, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { spot, message: message.into(), help: help.into() }
    }

    /// With the name of the file.
    pub fn in_file(self, file: &str) -> ModelError {
        let Self { spot, message, help } = self;
        ModelError { file: file.to_owned(), line: spot.line, column: spot.column, message, help }
    }
}

/// The candidate that `word` may have been meant to be.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // Of a full name, packages do not count, and names of one or two characters are near to everything.
    let limit = word.rsplit('.').next().unwrap_or(word).chars().count() / 3;
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= limit && candidate != word)
        .min()
        .map(|(_, candidate)| candidate)
}

/// `did you mean …?` if there is a candidate, or `otherwise`.
pub(crate) fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    match nearest(word, candidates) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => otherwise(),
    }
}
