//! A report for programs.

use serde::Serialize;

use crate::{Race, Report};

/// Goes up when something that is there changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    version: u32,
    jvms: usize,
    races: Vec<Entry<'r>>,
    gaps: &'r [String],
}

#[derive(Serialize)]
struct Entry<'r> {
    id: String,
    tier: &'static str,
    #[serde(flatten)]
    race: &'r Race,
}

/// The report as JSON, with a line end.
pub fn to_json(report: &Report) -> String {
    let entry = |race| Entry { id: id(race), tier: "confirmed", race };
    let document = Document {
        version: VERSION,
        jvms: report.jvms,
        races: report.races.iter().map(entry).collect(),
        gaps: &report.gaps,
    };
    let mut text = serde_json::to_string_pretty(&document)
        .expect("invariant: a report holds nothing that JSON cannot");
    text.push('\n');
    text
}

/// The same for the same code, whatever line it stands in and whichever side came first.
fn id(race: &Race) -> String {
    let side = |access: &crate::Access| {
        format!(
            "{}.{}{} {:?}",
            access.site.class, access.site.method, access.site.descriptor, access.kind
        )
    };
    let mut sides = [side(&race.earlier), side(&race.later)];
    sides.sort();
    let text = format!("{} {} {}", race.location, sides[0], sides[1]);
    // FNV-1a, which anyone can compute again.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
