//! A report for people.

mod found;
mod loops;
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
    to_laid_out_text(report, Layout { locations, ..Layout::default() })
}

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How many locations, the most certain ones.
    pub locations: usize,
    /// On how wide a terminal: long sentences are broken between words.
    pub columns: usize,
    /// How many calls inside of a library.
    pub depth: usize,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { locations: usize::MAX, columns: usize::MAX, depth: 1 }
    }
}

/// The same as one wants it.
pub fn to_laid_out_text(report: &Report, layout: Layout) -> String {
    match &report.analysis {
        Some(analysis) => found::text(report, analysis, layout),
        None => seen::text(report),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "read",
        Kind::Write => "write",
    }
}
