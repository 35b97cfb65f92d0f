//! What is known about a line, for whoever points at it.

use std::path::Path;

use engine::LineFacts;
use report::{Access, Kind, Race, SharingStatus, SharingThread};

use super::diagnostics::{held, kind, sides};
use crate::Live;

/// What is known about a line, in Markdown: who comes there, what is held and accessed, and the races that it takes part in. None
/// if there is no code.
pub(crate) fn facts(live: &Live, path: &Path, line: u16) -> Option<String> {
    let races: Vec<(&Race, &Access, &Access)> = at(live, path, line).collect();
    let mut parts: Vec<String> =
        live.line_facts(path, line).as_ref().map(about).into_iter().collect();
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

/// Who comes to a line, and what is held and accessed there.
fn about(line: &LineFacts) -> String {
    let thread = |thread: &SharingThread| {
        let many = if thread.started.is_many { ", several at the same time" } else { "" };
        match thread.started.at.as_slice() {
            [] => format!("{}{many}", thread.name),
            at => format!("{}{many} (started at {})", thread.name, at.join(", ")),
        }
    };
    if line.threads.is_empty() {
        return "No thread comes here.".to_owned();
    }
    let threads: Vec<String> = line.threads.iter().map(thread).collect();
    let locks: Vec<&str> = line.locks.iter().map(|lock| lock.name.as_str()).collect();
    let locks = if locks.is_empty() { "none".to_owned() } else { locks.join(", ") };
    let mut text = format!("Threads: {}  \nLocks held: {locks}", threads.join("; "));
    for access in &line.accesses {
        let what = access.location.as_ref().map(|location| location.short());
        let what = what.map_or_else(|| "something".to_owned(), |what| format!("**{what}**"));
        let kind = if access.kind == Kind::Read { "read" } else { "written" };
        let by = |names: &[String]| names.join(", ");
        let status = match access.status {
            SharingStatus::Local => "one thread uses it".to_owned(),
            SharingStatus::Immutable => {
                format!("shared by {}, and nobody changes it any more", by(&access.readers))
            }
            SharingStatus::Ordered => "several threads use it, one after the other".to_owned(),
            SharingStatus::Unknown => "it is not known who uses it".to_owned(),
            SharingStatus::Shared => {
                let readers = match access.readers.as_slice() {
                    [] => String::new(),
                    readers => format!(", read by {}", by(readers)),
                };
                format!("shared: written by {}{readers}", by(&access.writers))
            }
        };
        text += &format!("\n\n{what} is {kind} here; {status}.");
    }
    text
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
