//! What people read.

use std::fmt::Write;

use engine::{
    Answer, CallEdge, Choice, Entry, EntryKind, EntryPoints, GapAt, Holds, MethodCalls, ObjectName,
    ThreadName, Where,
};

use super::{Answers, CallsAnswer};
use crate::inspect::names;
use crate::output::{BOLD, DIM, count};

/// Places of a gap that are named; the rest is counted, and all are in the JSON form.
const PLACES_SHOWN: usize = 3;

pub(super) fn answers(answers: &Answers<'_>) -> String {
    let mut out = String::new();
    line(&mut out, "entry points", &entry_points(answers.analysis.entries()));
    let alike = match answers.analysis.has_threads_alike() {
        true => ", with all threads alike: the program is large",
        false => "",
    };
    line(&mut out, "policy", &format!("{}{alike}", answers.analysis.policy()));
    if let Some(of) = &answers.calls {
        calls(&mut out, of);
    }
    for (question, answers) in &answers.points_to {
        points_to(&mut out, question, answers);
    }
    if let Some(list) = &answers.threads {
        threads(&mut out, list);
    }
    if let Some(list) = &answers.gaps {
        gaps(&mut out, list);
    }
    out.push('\n');
    let counts = &answers.counts;
    let number = |number: usize| count(number as u64);
    let (own, others) = (number(counts.application_methods), number(counts.library_methods));
    line(&mut out, "methods", &format!("{own} of the program, {others} of libraries"));
    line(&mut out, "calls", &number(counts.edges));
    line(&mut out, "threads", &number(counts.threads));
    line(&mut out, "gaps", &gap_counts(answers));
    line(&mut out, "time", &format!("{:.2} s", answers.time.as_secs_f64()));
    out
}

// Writing to a string cannot fail.

fn line(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "{DIM}{label:14}{DIM:#} {text}");
}

/// What was taken, in one line.
fn entry_points(entries: &EntryPoints) -> String {
    let why = match entries.choice {
        Choice::Asked | Choice::EveryMain => "",
        Choice::TestsForWantOfMain => ", because there is no main",
        Choice::PublicForWantOfBoth | Choice::SharedForWantOfBoth => {
            ", because there is neither a main nor a test"
        }
    };
    let kinds = [EntryKind::Main, EntryKind::Test, EntryKind::Public, EntryKind::Asked];
    let parts = kinds.into_iter().filter_map(|kind| {
        let of_kind: Vec<&Entry> = entries.list.iter().filter(|e| e.kind == kind).collect();
        (!of_kind.is_empty()).then(|| entries_of(kind, &of_kind))
    });
    format!("{}{why}", parts.collect::<Vec<_>>().join("; "))
}

fn entries_of(kind: EntryKind, entries: &[&Entry]) -> String {
    const NAMED: usize = 3;
    let name = |entry: &&Entry| match kind {
        EntryKind::Main => names::class(entry.class),
        _ => format!("{}.{}", names::class(entry.class), entry.name),
    };
    let named = entries.iter().take(NAMED).map(name).collect::<Vec<_>>().join(", ");
    let more = if entries.len() > NAMED { ", …" } else { "" };
    let plural = if entries.len() == 1 { "" } else { "s" };
    let number = count(entries.len() as u64);
    format!("{number} {}{plural} ({named}{more})", names::entry_kind(kind))
}

fn calls(out: &mut String, answer: &CallsAnswer) {
    for of in &answer.methods {
        method(out, of);
    }
    for unreached in &answer.unreached {
        let _ = writeln!(out, "\n{BOLD}{}{BOLD:#}\n  is not reached", names::method(unreached));
    }
}

fn method(out: &mut String, of: &MethodCalls) {
    let file = of.place.file.map(|file| format!("  {DIM}{file}{DIM:#}")).unwrap_or_default();
    let _ = writeln!(out, "\n{BOLD}{}{BOLD:#}{file}", names::method(&of.method));
    if of.is_summary {
        let _ = writeln!(out, "  {DIM}a model takes the place of its code{DIM:#}");
    }
    let callee = |edge: &CallEdge| names::method(&edge.callee);
    let width = of.calls.iter().map(|edge| callee(edge).len()).max().unwrap_or_default();
    for edge in &of.calls {
        let at = edge.place.line.map(|line| line.to_string()).unwrap_or_default();
        let why = why(edge);
        let _ = writeln!(out, "{DIM}{at:>6}{DIM:#}  {:width$}  {DIM}{why}{DIM:#}", callee(edge));
    }
    for edge in &of.callers {
        let from = match edge.place.method.is_driver() {
            true => "an entry point".to_owned(),
            false => names::method(&edge.place.method),
        };
        let at = names::position(&edge.place).map(|at| format!(" {at}")).unwrap_or_default();
        let _ = writeln!(out, "{DIM}    <-{DIM:#}  {from}{DIM}{at}  {}{DIM:#}", why(edge));
    }
}

fn why(edge: &CallEdge) -> String {
    let kind = names::call_kind(edge.kind, &edge.callee);
    // What follows the method that stands in the source is how the library is made.
    match edge.via.first() {
        Some(via) => format!("{kind} through {}", names::short_method(via)),
        None => kind.to_owned(),
    }
}

fn points_to(out: &mut String, question: &str, answers: &[Answer]) {
    let _ = writeln!(out, "\n{BOLD}{question}{BOLD:#}");
    for answer in answers {
        let _ = writeln!(out, "  {}", heading(&answer.what));
        match &answer.holds {
            _ if !answer.is_reachable => {
                let _ = writeln!(out, "    is not reached");
            }
            Holds::Number => {
                let _ = writeln!(out, "    is no reference");
            }
            Holds::Untracked(ty) => {
                let _ = writeln!(out, "    {}  {DIM}all of the class{DIM:#}", names::ty(*ty));
            }
            Holds::Objects(groups) => {
                for group in groups {
                    let contexts = names::contexts(&group.contexts);
                    if !contexts.is_empty() {
                        let _ = writeln!(out, "    {DIM}in {contexts}{DIM:#}");
                    }
                    objects(out, &group.objects);
                }
                if groups.is_empty() {
                    objects(out, &[]);
                }
            }
        }
    }
}

fn heading(what: &Where) -> String {
    match what {
        Where::Variable { value, place } => {
            let value = value.map(|value| format!("{value} ")).unwrap_or_default();
            let at = names::position(place).map(|at| format!(" {DIM}{at}{DIM:#}"));
            format!("{value}of {}{}", names::method(&place.method), at.unwrap_or_default())
        }
        Where::Static { class, field } => format!("static {}.{field}", names::class(*class)),
        Where::Field { class, field, of: None } => format!("{}.{field}", names::class(*class)),
        Where::Field { class, field, of: Some(object) } => {
            format!("{}.{field} of {}", names::class(*class), object_text(object))
        }
    }
}

fn objects(out: &mut String, objects: &[ObjectName]) {
    if objects.is_empty() {
        let _ = writeln!(out, "      {DIM}nothing{DIM:#}");
    }
    for object in objects {
        let _ = writeln!(out, "      {}", object_text(object));
    }
}

fn object_text(object: &ObjectName) -> String {
    let made = names::object_kind(&object.kind);
    let context = names::contexts(std::slice::from_ref(&object.context));
    let by = if context.is_empty() { String::new() } else { format!(", by {context}") };
    format!("{}  {DIM}{made}{by}{DIM:#}", names::object_class(&object.class))
}

fn threads(out: &mut String, threads: &[ThreadName]) {
    let number = count(threads.len() as u64);
    let plural = if threads.len() == 1 { "" } else { "s" };
    let _ = writeln!(out, "\n{BOLD}{number} abstract thread{plural}{BOLD:#}");
    for thread in threads {
        let _ = writeln!(out, "  {}", names::thread(thread));
    }
}

fn gap_counts(answers: &Answers<'_>) -> String {
    if answers.gap_counts.is_empty() {
        return "none".into();
    }
    let one = |(kind, number): (&engine::GapKind, &usize)| {
        format!("{} {}", count(*number as u64), names::gap_kind(*kind, *number))
    };
    let counts = answers.gap_counts.iter().map(one).collect::<Vec<_>>().join(", ");
    let hint = if answers.gaps.is_none() { "; --gaps lists them" } else { "" };
    format!("{counts}{hint}")
}

fn gaps(out: &mut String, gaps: &[GapAt]) {
    for of_kind in gaps.chunk_by(|a, b| a.gap.kind == b.gap.kind) {
        let number = of_kind.len();
        let kind = names::gap_kind(of_kind[0].gap.kind, number);
        let _ = writeln!(out, "\n{BOLD}{} {kind}{BOLD:#}", count(number as u64));
        for at in of_kind {
            let _ = writeln!(out, "  {}: {}", at.gap.what, at.gap.why);
            for place in at.places.iter().take(PLACES_SHOWN) {
                let _ = writeln!(out, "      {DIM}{}{DIM:#}", names::place(place));
            }
            if let more @ 1.. = at.places.len().saturating_sub(PLACES_SHOWN) {
                let more = count(more as u64);
                let _ = writeln!(out, "      {DIM}and {more} more{DIM:#}");
            }
        }
    }
}
