//! Races that a run has shown, with stacks as Java prints them.

use std::fmt::Write;

use crate::{Access, Blocked, Deadlock, Frame, Location, Lock, LockMode, Race, Report, external};

pub(super) fn text(report: &Report) -> String {
    let mut out = String::new();
    for race in &report.races {
        race_text(race, &mut out);
        if let Some(command) = report.replays.get(&race.id) {
            let _ = writeln!(out, "  shown again by\n    {command}");
        }
        out.push('\n');
    }
    for deadlock in &report.deadlocks {
        deadlock_text(deadlock, &mut out);
    }
    for gap in &report.gaps {
        let _ = writeln!(out, "not watched: {gap}");
    }
    let races = match report.races.len() {
        0 => "no race was seen".to_owned(),
        1 => "1 race".to_owned(),
        n => format!("{n} races"),
    };
    let jvms = match report.jvms {
        1 => String::new(),
        n => format!(" in {n} JVMs"),
    };
    let _ = writeln!(out, "deadheat: {races}{jvms}");
    out
}

fn race_text(race: &Race, out: &mut String) {
    let times =
        if race.count == 1 { String::new() } else { format!(", seen {} times", race.count) };
    let kind = match &race.location {
        Location { is_static: true, .. } => "static field ",
        Location { field: None, .. } => "an element of ",
        _ => "",
    };
    // A String takes everything.
    let _ = writeln!(out, "race on {kind}{}{times}", race.location);
    access("", &race.later, out);
    access("earlier ", &race.earlier, out);
}

fn deadlock_text(deadlock: &Deadlock, out: &mut String) {
    let _ = writeln!(out, "deadlock of {} threads", deadlock.threads.len());
    for Blocked { thread, lock, stack } in &deadlock.threads {
        let thread = thread.as_deref().unwrap_or_default();
        let _ = writeln!(out, "  thread \"{thread}\" waits for a lock of {lock}");
        stack.iter().for_each(|next| frame(next, out));
    }
    out.push('\n');
}

fn access(word: &str, access: &Access, out: &mut String) {
    let kind = super::kind(access.kind);
    let thread = match access.thread.as_deref() {
        None => String::new(),
        Some("") => " by an unnamed thread".to_owned(),
        Some(name) => format!(" by thread \"{name}\""),
    };
    let _ = writeln!(out, "  {word}{kind}{thread}");
    let site = &access.site;
    let top = Frame {
        class: site.class.clone(),
        method: site.method.clone(),
        file: site.file.clone(),
        line: site.line,
    };
    frame(&top, out);
    for next in access.stack.iter().skip(1) {
        frame(next, out);
    }
    match access.locks.as_deref() {
        None => {}
        Some([]) => out.push_str("    holds no lock\n"),
        Some(locks) => locks.iter().for_each(|lock| held(lock, out)),
    }
}

fn held(lock: &Lock, out: &mut String) {
    let how = match lock.mode {
        LockMode::Exclusive => "",
        LockMode::Read => " as reader",
        LockMode::Write => " as writer",
    };
    let place = match lock.taken_at.as_str() {
        "" => String::new(),
        place => format!(", taken at {place}"),
    };
    let _ = writeln!(out, "    holds {}{how}{place}", lock.name);
}

/// As a stack trace of Java has it, so that tools make links of it.
fn frame(frame: &Frame, out: &mut String) {
    let place = match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => "Unknown Source".to_owned(),
    };
    let _ = writeln!(out, "    at {}.{}({place})", external(&frame.class), frame.method);
}
