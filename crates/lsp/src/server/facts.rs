//! What is known about a line, for whoever points at it.

use std::path::Path;

use report::{Access, Race};

use super::diagnostics::{held, kind, sides};
use crate::Live;

/// What is known about a line: the races that it takes part in, in Markdown. None if it takes part in none.
///
/// Today this is what the report says; accesses that do not race are not in it.
pub(crate) fn facts(live: &Live, path: &Path, line: u16) -> Option<String> {
    let races: Vec<(&Race, &Access, &Access)> = at(live, path, line).collect();
    let mut parts = Vec::new();
    for (race, here, there) in races {
        let mut text = format!("**{}** is {} here", race.location.short(), kind(here));
        if let Some(thread) = &here.thread {
            text += &format!(" by {thread}");
            if here.started.as_ref().is_some_and(|started| started.is_many) {
                text += " (several at the same time)";
            }
        }
        text += &format!(", which {}.\n\n", held(here));
        if race.rule == report::Rule::Race {
            let place = there.site.place();
            text += &format!("It is shared: {} at {place}", kind(there));
            if let Some(thread) = &there.thread {
                text += &format!(" by {thread}");
            }
            text += &format!(", which {}.\n\n", held(there));
        }
        if let Some(why) = &race.why {
            text += &format!("Not ordered: {why}.\n\n");
        }
        for doubt in &race.doubts {
            text += &format!("- but {doubt}\n\n");
        }
        text += &format!("`deadheat explain {}` tells more ({}).", race.id, race.tier.name());
        parts.push(text);
    }
    (!parts.is_empty()).then(|| parts.join("\n\n---\n\n"))
}

/// The races with an access in a line, that access first.
pub(crate) fn at<'l>(
    live: &'l Live,
    path: &'l Path,
    line: u16,
) -> impl Iterator<Item = (&'l Race, &'l Access, &'l Access)> {
    let races = live.report().races.iter();
    let all = races.flat_map(|race| sides(race).map(move |(here, there)| (race, here, there)));
    all.filter(move |(_, here, _)| {
        here.site.line == Some(line) && live.source_of(&here.site.class) == Some(path)
    })
}
