//! Races that an analysis has found, grouped by location, the most certain first.
//!
//! ```text
//! race  Spider.lastCheckpoint              precise   #a41f
//!   write  Spider.java:87  lastCheckpoint = now;     Spider thread (many), started at Spider.java:41
//!                          in Spider.run:60 → Spider.visit
//!                          holds Spider.queue
//!   read   Spider.java:82  if (now - lastCheckpoint  Spider thread (many), started at Spider.java:41
//!                          in Spider.run
//!                          holds nothing
//!   not ordered: both run in threads that are started in a loop at Spider.java:41, …
//! ```

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::Layout;
use super::loops::{self, Block};
use crate::{
    Access, Analysed, Aside, Declared, Frame, Lock, LockMode, Race, Reason, Report, Rule, Tier, id,
    simple,
};

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
const CERTAIN: Style = AnsiColor::Red.on_default().bold();
const LIKELY: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const PLACE: Style = AnsiColor::Cyan.on_default();

/// As much of a line of source as is shown.
const SNIPPET: usize = 48;

/// How many races are shown of a location when not everything is.
const PAIRS: usize = 5;

/// How many calls of a stack are shown.
const CALLS: usize = 6;

pub(super) fn text(
    report: &Report,
    analysis: &Analysed,
    Layout { locations, columns, depth }: Layout,
) -> String {
    let ids = id::shortened(&report.races);
    let races: Vec<(&Race, &str)> = report.races.iter().zip(ids).collect();
    let groups: Vec<&[(&Race, &str)]> =
        races.chunk_by(|(a, _), (b, _)| a.location == b.location).collect();
    let pairs = if locations >= groups.len() { usize::MAX } else { PAIRS };
    let mut out = String::new();
    let mut hidden = 0;
    let shown: Vec<&[(&Race, &str)]> =
        groups.iter().take(locations).map(|group| &group[..group.len().min(pairs)]).collect();
    hidden += groups.iter().zip(&shown).map(|(all, shown)| all.len() - shown.len()).sum::<usize>();
    for block in loops::blocks(&shown) {
        match block {
            Block::Pairs(races) => {
                for (race, id) in races {
                    race_text(race, id, report.declared(race), (columns, depth), &mut out);
                }
            }
            Block::Loop(of, races) => loops::loop_text(of, &races, columns, depth, &mut out),
        }
        out.push('\n');
    }
    let rest = groups.iter().skip(locations);
    hidden += rest.map(|group| group.len()).sum::<usize>();
    let _ = writeln!(out, "{}", summary(report, analysis, groups.len()));
    if hidden > 0 {
        let what = plural(hidden, "race");
        let _ = writeln!(out, "{what} of these not shown here: --limit 0 shows everything");
    }
    out
}

// A String takes everything that is written to it.

/// A race as a report shows it.
pub(super) fn race_text(
    race: &Race,
    id: &str,
    declared: &[Declared],
    (columns, depth): (usize, usize),
    out: &mut String,
) {
    let (style, tier) = style(race);
    let location = race.location.short();
    let what = if race.rule == Rule::Race { "race" } else { "violation" };
    let tier = if race.rule == Rule::Race { tier } else { race.rule.name() };
    let _ = writeln!(
        out,
        "{style}{what}{style:#}  {BOLD}{location:40}{BOLD:#} {style}{tier:9}{style:#} {DIM}#{id}{DIM:#}"
    );
    let sides = [&race.earlier, &race.later];
    let mut widths = Widths {
        place: sides.map(|side| width(&side.site.place())).into_iter().max().unwrap_or(0),
        code: sides.map(|side| width(&code(side))).into_iter().max().unwrap_or(0),
        thread: sides.map(|side| width(&thread(side))).into_iter().max().unwrap_or(0),
    };
    if widths.total() > columns {
        widths.thread = 0;
    }
    let told = if race.rule == Rule::Race { &sides[..] } else { &sides[..1] };
    for side in told {
        access(side, &widths, (columns, depth), out);
    }
    if let Some(why) = &race.why {
        let label = if race.rule == Rule::Race { "not ordered:" } else { "violation:" };
        sentence(label, why, columns, out);
    }
    for Declared { is_guard, text } in declared {
        sentence(if *is_guard { "violation:" } else { "declared:" }, text, columns, out);
    }
    if !race.doubts.is_empty() {
        sentence("but perhaps:", &race.doubts.join("; "), columns, out);
    }
}

/// How certain a race is, and how that looks.
pub(super) fn style(race: &Race) -> (Style, &'static str) {
    match (race.is_unlikely, race.tier) {
        (true, _) => (DIM, "unlikely"),
        (_, Tier::Possible) => (LIKELY, race.tier.name()),
        _ => (CERTAIN, race.tier.name()),
    }
}

/// As many of the calls inside of a library as are wanted: `inside BitSet.set:450 → … 2 more`.
pub(super) fn inside(access: &Access, depth: usize) -> Option<String> {
    let frames = &access.inside[..access.inside.len().min(depth)];
    let call = |frame: &Frame| {
        let name = method(&frame.class, &frame.method);
        frame.line.map_or(name.clone(), |line| format!("{name}:{line}"))
    };
    let mut calls: Vec<String> = frames.iter().map(call).collect();
    if calls.is_empty() {
        return None;
    }
    match access.inside.len() - frames.len() {
        0 => {}
        further => calls.push(format!("… {further} more")),
    }
    Some(format!("inside {}", calls.join(" → ")))
}

/// A sentence behind a word, its further lines below its first one.
fn sentence(label: &str, text: &str, columns: usize, out: &mut String) {
    let indent = 2 + width(label) + 1;
    let lines = wrapped(text, columns.saturating_sub(indent));
    let lines = lines.join(&format!("\n{}", " ".repeat(indent)));
    let _ = writeln!(out, "  {DIM}{label}{DIM:#} {lines}");
}

/// The least room for text, however narrow a terminal is.
const ROOM: usize = 24;

/// Lines of at most so many columns, broken between words.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("invariant: there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= columns.max(ROOM) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// How wide the columns of a race are.
struct Widths {
    place: usize,
    code: usize,
    /// Zero if the thread is in a line of its own.
    thread: usize,
}

impl Widths {
    fn total(&self) -> usize {
        self.indent() + self.code + 2 + self.thread
    }

    /// Where the code starts.
    fn indent(&self) -> usize {
        2 + 5 + 2 + self.place + 2
    }
}

fn access(access: &Access, widths: &Widths, (columns, depth): (usize, usize), out: &mut String) {
    let kind = super::kind(access.kind);
    let place = padded(&access.site.place(), widths.place);
    let code = code(access);
    let indent = " ".repeat(widths.indent());
    let mut below = Vec::new();
    if widths.thread > 0 {
        let (code, thread) = (padded(&code, widths.code), thread(access));
        let _ = writeln!(out, "  {kind:5}  {PLACE}{place}{PLACE:#}  {code}  {DIM}{thread}{DIM:#}");
    } else {
        let _ = writeln!(out, "  {kind:5}  {PLACE}{place}{PLACE:#}  {code}");
        below.push(format!("by {}", thread(access)));
    }
    if !access.stack.is_empty() {
        below.push(format!("in {}", stack(&access.stack)));
    }
    below.extend(inside(access, depth));
    if let Some(locks) = &access.locks {
        below.push(format!("holds {}", held(locks)));
    }
    for line in below.iter().flat_map(|text| wrapped(text, columns.saturating_sub(indent.len()))) {
        let _ = writeln!(out, "{indent}{DIM}{line}{DIM:#}");
    }
}

/// The line of source; where there is none, what stands there.
pub(super) fn code(access: &Access) -> String {
    match (&access.source, &access.via) {
        (Some(source), _) => shortened(source.trim()),
        (None, Some(via)) => format!("call of {via}"),
        (None, None) => method(&access.site.class, &access.site.method),
    }
}

pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SNIPPET) {
        None => text.to_owned(),
        Some(_) => text.chars().take(SNIPPET - 1).chain(['…']).collect(),
    }
}

pub(crate) fn thread(access: &Access) -> String {
    let name = access.thread.as_deref().unwrap_or("a thread");
    let Some(started) = &access.started else { return name.to_owned() };
    let many = if started.is_many { " (many)" } else { "" };
    let at = match &started.at[..] {
        [] => String::new(),
        [at] => format!(", started at {at}"),
        [first, second] => format!(", started at {first} and {second}"),
        [first, second, rest @ ..] => {
            format!(", started at {first}, {second} and {} more", rest.len())
        }
    };
    format!("{name}{many}{at}")
}

/// From the thread's first method on: `Spider.run:60 → Spider.visit`.
pub(super) fn stack(frames: &[Frame]) -> String {
    let call = |(at, frame): (usize, &Frame)| {
        let name = method(&frame.class, &frame.method);
        // The line of the innermost one is that of the access.
        match frame.line.filter(|_| at > 0) {
            Some(line) => format!("{name}:{line}"),
            None => name,
        }
    };
    let mut calls: Vec<String> = frames.iter().enumerate().rev().map(call).collect();
    if calls.len() > CALLS {
        let left_out = calls.len() - CALLS + 1;
        calls.splice(2..2 + left_out, [format!("… {left_out} calls …")]);
    }
    calls.join(" → ")
}

/// What people call a method of a class in internal form: `Spider.visit`, `new Spider`.
pub fn method(class: &str, method: &str) -> String {
    let class = simple(class);
    let lambda = method.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$'));
    match (method, lambda) {
        (_, Some((inside, _))) => format!("lambda in {class}.{inside}"),
        ("<init>", _) => format!("new {class}"),
        ("<clinit>", _) => format!("initialiser of {class}"),
        _ => format!("{class}.{method}"),
    }
}

pub(crate) fn held(locks: &[Lock]) -> String {
    let one = |lock: &Lock| match lock.mode {
        LockMode::Exclusive => lock.name.clone(),
        LockMode::Read => format!("{} (as reader)", lock.name),
        LockMode::Write => format!("{} (as writer)", lock.name),
    };
    match locks {
        [] => "nothing".to_owned(),
        locks => locks.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn summary(report: &Report, analysis: &Analysed, locations: usize) -> String {
    let hidden = format!("{}{}{}", hidden(analysis), further(analysis), aside(report));
    let new = if report.is_compared { "new " } else { "" };
    if report.races.is_empty() {
        return format!("no {new}race: {}{hidden}", looked_at(analysis));
    }
    let races = || report.races.iter().filter(|race| race.rule == Rule::Race);
    let count = |is_it: fn(&Race) -> bool| races().filter(|race| is_it(race)).count();
    let tiers = [
        (count(|race| race.tier == Tier::Confirmed && !race.is_unlikely), "confirmed"),
        (count(|race| race.tier == Tier::Precise && !race.is_unlikely), "precise"),
        (count(|race| race.tier == Tier::Possible && !race.is_unlikely), "possible"),
        (count(|race| race.is_unlikely), "unlikely"),
    ];
    let tiers = tiers.iter().filter(|(number, _)| *number > 0);
    let tiers = tiers.map(|(number, tier)| format!("{number} {tier}")).collect::<Vec<_>>();
    let number = races().count();
    let violations = match report.races.len() - number {
        0 => String::new(),
        violations => plural(violations, &format!("{new}violation")) + " of annotations",
    };
    if number == 0 {
        return format!("{violations}, no {new}race{hidden}");
    }
    let (races, locations) = (plural(number, &format!("{new}race")), plural(locations, "location"));
    let violations = if violations.is_empty() { violations } else { format!("; {violations}") };
    format!("{races} on {locations}: {}{violations}{hidden}", tiers.join(", "))
}

fn looked_at(analysis: &Analysed) -> String {
    match analysis.threads {
        0 | 1 => "the program has only one thread".to_owned(),
        threads => format!("{threads} threads were looked at"),
    }
}

/// What was not looked at.
fn further(analysis: &Analysed) -> String {
    let further = match analysis.further {
        0 => String::new(),
        further => {
            format!("; {} of the same fields not looked at", plural(further, "further pair"))
        }
    };
    let hurried = match analysis.hurried {
        0 => String::new(),
        hurried => format!("; {} not looked at in all threads", plural(hurried, "unlikely race")),
    };
    further + &hurried
}

/// What a mode leaves out, and how to see it.
fn hidden(analysis: &Analysed) -> String {
    let ones = |number: usize| if number == 1 { "one" } else { "ones" };
    match (analysis.hidden_possible, analysis.hidden_unlikely) {
        (0, 0) => String::new(),
        (0, unlikely) => {
            format!("; {unlikely} unlikely {} not shown: --mode lenient", ones(unlikely))
        }
        (possible, 0) => format!("; {possible} possible {} not shown: --mode all", ones(possible)),
        (possible, unlikely) => {
            format!(
                "; not shown: {possible} possible (--mode all), {unlikely} unlikely (--mode lenient)"
            )
        }
    }
}

/// What is known already.
fn aside(report: &Report) -> String {
    let (known, suppressed): (Vec<&Aside>, Vec<&Aside>) =
        report.aside.iter().partition(|aside| aside.reason == Reason::Baseline);
    let mut parts = String::new();
    if !known.is_empty() {
        parts += &format!("; {} in the baseline", known.len());
    }
    if !suppressed.is_empty() {
        parts += &format!("; {} suppressed", suppressed.len());
    }
    parts
}

fn plural(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

pub(super) fn padded(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Read, Write};
    use crate::{Mode, Started, collect, testing};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn spider() -> Race {
        let mut race = testing::race("last", [(Write, "visit", 87), (Read, "run", 82)]);
        let frame = |method: &str, line| Frame {
            class: "A".into(),
            method: method.into(),
            file: Some("A.java".into()),
            line: Some(line),
        };
        let started = Started { at: vec!["A.java:41".into()], is_many: true };
        for side in [&mut race.earlier, &mut race.later] {
            side.thread = Some("A thread".into());
            side.started = Some(started.clone());
            side.locks = Some(Vec::new());
        }
        race.earlier.stack = vec![frame("visit", 87), frame("run", 60)];
        race.later.stack = vec![frame("run", 82)];
        race.earlier.locks = Some(vec![Lock {
            name: "A.queue".into(),
            mode: LockMode::Exclusive,
            taken_at: "A.java:86".into(),
        }]);
        race.earlier.source = Some("    last = now;".into());
        race.later.source =
            Some("if (now - last > interval) { // every now and then, but not too often".into());
        race.why = Some("both run in threads that are started at A.java:41".into());
        Race { tier: Tier::Precise, count: 0, ..race }
    }

    fn report(races: Vec<Race>, mode: Mode) -> Report {
        collect(races, Vec::new(), Analysed { mode, threads: 2, ..Analysed::default() })
    }

    #[test]
    fn a_race_is_told_in_a_few_lines() {
        let text = plain(&crate::to_text(&report(vec![spider()], Mode::All)));
        let expected = "\
race  A.last                                   precise   #d54b
  write  A.java:87  last = now;                                       A thread (many), started at A.java:41
                    in A.run:60 → A.visit
                    holds A.queue
  read   A.java:82  if (now - last > interval) { // every now and t…  A thread (many), started at A.java:41
                    in A.run
                    holds nothing
  not ordered: both run in threads that are started at A.java:41

1 race on 1 location: 1 precise
";
        let id = &report(vec![spider()], Mode::All).races[0].id[..4];
        assert_eq!(text, expected.replace("d54b", id));
    }

    #[test]
    fn on_a_narrow_terminal_lines_are_broken_between_words() {
        let report = report(vec![spider()], Mode::All);
        let text =
            plain(&crate::to_laid_out_text(&report, Layout { columns: 64, ..Layout::default() }));
        let expected = "\
  write  A.java:87  last = now;
                    by A thread (many), started at A.java:41
                    in A.run:60 → A.visit
                    holds A.queue
  read   A.java:82  if (now - last > interval) { // every now and t…
                    by A thread (many), started at A.java:41
                    in A.run
                    holds nothing
  not ordered: both run in threads that are started at A.java:41
";
        assert!(text.contains(expected), "{text}");
        let text =
            plain(&crate::to_laid_out_text(&report, Layout { columns: 50, ..Layout::default() }));
        let broken =
            "  not ordered: both run in threads that are\n               started at A.java:41\n";
        assert!(text.contains(broken), "{text}");
    }

    #[test]
    fn what_is_not_shown_is_said() {
        let of = |field: &str, line| Race {
            tier: Tier::Possible,
            ..testing::race(field, [(Write, "m", line), (Read, "n", line)])
        };
        let mut races: Vec<Race> = (1..=9).map(|line| of("x", line)).collect();
        races.extend([of("y", 1), of("z", 1)]);
        races.push(Race { is_unlikely: true, ..of("u", 1) });
        let all = report(races.clone(), Mode::All);
        let text = plain(&crate::to_short_text(&all, 2));
        assert_eq!(text.matches("race  A.x").count(), 5);
        assert!(text.contains(
            "11 races on 3 locations: 11 possible; 1 unlikely one not shown: --mode lenient\n"
        ));
        assert!(text.ends_with("\n5 races of these not shown here: --limit 0 shows everything\n"));
        let text = plain(&crate::to_text(&all));
        assert_eq!(text.matches("race  A.x").count(), 9);
        assert!(!text.contains("--limit"));
        let text = plain(&crate::to_text(&report(races, Mode::Precise)));
        let summary = "no race: 2 threads were looked at; not shown: 11 possible (--mode all), 1 unlikely (--mode lenient)\n";
        assert_eq!(text, summary);
    }

    #[test]
    fn a_deep_stack_keeps_its_ends() {
        let frame = |at: u16| Frame {
            class: "p/A".into(),
            method: format!("m{at}"),
            file: None,
            line: Some(at),
        };
        let frames: Vec<Frame> = (0..9).map(frame).collect();
        let text = "A.m8:8 → A.m7:7 → … 4 calls … → A.m2:2 → A.m1:1 → A.m0";
        assert_eq!(stack(&frames), text);
        assert_eq!(method("A", "lambda$main$0"), "lambda in A.main");
    }
}
