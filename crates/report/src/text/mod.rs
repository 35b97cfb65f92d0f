//! A report for people.

mod found;
mod seen;

use crate::{Kind, Report};

/// The report as text. What an analysis found has colours, which whoever prints it may have to leave out.
pub fn to_text(report: &Report) -> String {
    to_short_text(report, usize::MAX)
}

/// The same, but of an analysis only so many locations, the most certain ones; and a word about the rest.
pub fn to_short_text(report: &Report, locations: usize) -> String {
    match &report.analysis {
        Some(analysis) => found::text(report, analysis, locations),
        None => seen::text(report),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "read",
        Kind::Write => "write",
    }
}
