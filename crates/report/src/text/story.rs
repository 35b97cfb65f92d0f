//! A story for people.

use std::fmt::Write;

use crate::text::found::{BOLD, DIM, PLACE, race_text, thread, wrapped};
use crate::{Access, Declared, Frame, Lock, Rule, Side, Story};

/// All about a race, for a terminal with so many columns.
pub fn story_to_text(story: &Story, declared: &[Declared], columns: usize) -> String {
    let mut out = String::new();
    let race = &story.race;
    race_text(race, &race.id, declared, (columns, 0), &mut out);
    let accesses = [&race.earlier, &race.later];
    if race.rule != Rule::Race {
        heading("how the thread gets there", &mut out);
        way(accesses[0], columns, &mut out);
        helps(story, columns, &mut out);
        return out;
    }
    heading("why both mean the same", &mut out);
    match &story.object {
        None => {
            let what = format!("{} is static: there is one for all threads", race.location.short());
            line(0, &what, columns, &mut out);
        }
        Some(object) => {
            line(0, &format!("both may access the same object: {object}"), columns, &mut out);
            for (access, side) in accesses.into_iter().zip(&story.sides) {
                trail(access, side, columns, &mut out);
            }
        }
    }
    heading("how the threads get there", &mut out);
    for access in accesses {
        way(access, columns, &mut out);
    }
    heading("what was considered", &mut out);
    line(0, &format!("order: {}", story.order), columns, &mut out);
    for (access, side) in accesses.into_iter().zip(&story.sides) {
        let what = match &side.joins[..] {
            [] => format!("nothing waits for the thread of the {}", told(access)),
            joins => format!(
                "the thread of the {} may be waited for at {}, but not between the two accesses on every way",
                told(access),
                joins.join(", ")
            ),
        };
        line(1, &what, columns, &mut out);
    }
    match &race.doubts[..] {
        [] => line(
            1,
            "no volatile field, latch, barrier or queue was found that puts the one before the other",
            columns,
            &mut out,
        ),
        doubts => doubts.iter().for_each(|doubt| {
            line(1, &format!("but perhaps: {doubt}"), columns, &mut out);
        }),
    }
    line(0, &format!("locks: {}", story.locks), columns, &mut out);
    for access in accesses {
        let what =
            format!("{}: {}", told(access), locks(access.locks.as_deref().unwrap_or_default()));
        line(1, &what, columns, &mut out);
    }
    helps(story, columns, &mut out);
    out
}

/// The thread of an access, and the calls that lead to it.
fn way(access: &Access, columns: usize, out: &mut String) {
    line(0, &format!("{}: {}", told(access), thread(access)), columns, out);
    for frame in access.stack.iter().rev() {
        line(1, &call(frame), columns, out);
    }
    for frame in &access.inside {
        line(2, &format!("inside {}", call(frame)), columns, out);
    }
}

fn helps(story: &Story, columns: usize, out: &mut String) {
    heading("what would help", out);
    for fix in &story.fixes {
        line(0, fix, columns, out);
    }
}

fn heading(text: &str, out: &mut String) {
    let _ = writeln!(out, "\n{BOLD}{text}{BOLD:#}");
}

/// A line below a heading, or below another one; what does not fit goes on below it.
fn line(depth: usize, text: &str, columns: usize, out: &mut String) {
    let indent = " ".repeat(2 + 2 * depth);
    let lines = wrapped(text, columns.saturating_sub(indent.len() + 2));
    let _ = writeln!(out, "{indent}{}", lines.join(&format!("\n{indent}  ")));
}

/// `write at Cache.java:26`
fn told(access: &Access) -> String {
    format!("{} at {PLACE}{}{PLACE:#}", super::kind(access.kind), access.site.place())
}

fn trail(access: &Access, side: &Side, columns: usize, out: &mut String) {
    match &side.trail {
        None => line(1, &format!("{}: inside of what is called there", told(access)), columns, out),
        Some(steps) if steps.is_empty() => {
            line(1, &format!("{}: where it is made", told(access)), columns, out);
        }
        Some(steps) => {
            line(1, &format!("{}: it is", told(access)), columns, out);
            for step in steps {
                line(2, step, columns, out);
            }
        }
    }
    let others = match side.others {
        0 => return,
        1 => "1 other object".to_owned(),
        others => format!("{others} other objects"),
    };
    let _ = writeln!(out, "      {DIM}(this access may mean {others}, too){DIM:#}");
}

fn call(frame: &Frame) -> String {
    let name = super::method(&frame.class, &frame.method);
    match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("{name} ({file}:{line})"),
        _ => name,
    }
}

fn locks(locks: &[Lock]) -> String {
    let one = |lock: &Lock| {
        format!("holds {}, taken at {}", super::held(std::slice::from_ref(lock)), lock.taken_at)
    };
    match locks {
        [] => "holds nothing".to_owned(),
        locks => locks.iter().map(one).collect::<Vec<_>>().join("; "),
    }
}
