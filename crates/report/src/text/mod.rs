//! A report for people.

mod found;
mod seen;
mod story;

use crate::{Kind, Report};

pub use found::method;
pub(crate) use found::{held, thread};
pub use story::story_to_text;

/// The report as text. What an analysis found has colours, which whoever prints it may have to leave out.
pub fn to_text(report: &Report) -> String {
    to_short_text(report, usize::MAX)
}

/// The same, but of an analysis only so many locations, the most certain ones; and a word about the rest.
pub fn to_short_text(report: &Report, locations: usize) -> String {
    to_narrow_text(report, locations, usize::MAX)
}

/// The same for a terminal with so many columns: long sentences are broken between words.
pub fn to_narrow_text(report: &Report, locations: usize, columns: usize) -> String {
    match &report.analysis {
        Some(analysis) => found::text(report, analysis, locations, columns),
        None => seen::text(report),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "read",
        Kind::Write => "write",
    }
}
