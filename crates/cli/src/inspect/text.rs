//! What people read.

use std::cmp::Reverse;
use std::fmt::Write;
use std::time::Duration;

use engine::{Found, Program, ShadowedClass, SourceText, Summary};
use ir::{Method, MethodCode};

use crate::args::Inspect;
use crate::output::{BOLD, DIM, count};

/// Missing classes that are named, those with the most users first; the rest is counted, and all are in the JSON form.
const MISSING_SHOWN: usize = 20;

pub(super) fn summary(
    args: &Inspect,
    program: &Program,
    summary: &Summary,
    time: Duration,
) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let mut line = |label: &str, text: &str| {
        let _ = writeln!(out, "{DIM}{label:14}{DIM:#} {text}");
    };
    line("input", &format!("{BOLD}{}{BOLD:#}", args.operands.join(" ")));
    if let Some(jdk) = program.jdk() {
        line("JDK", &format!("{} in {}", jdk.version, jdk.home.display()));
    }
    line("classes", &format!("{} ({})", count(summary.classes), versions(summary)));
    if summary.modules > 0 {
        line("modules", &count(summary.modules));
    }
    if let Some(first) = summary.shadowed.first() {
        line("not used", &not_used(first, summary.shadowed.len()));
    }
    line("fields", &count(summary.fields));
    let bodies = count(summary.bodies);
    line("methods", &format!("{}, {bodies} of them with code", count(summary.methods)));
    let (from, to) = (count(summary.bytecodes), count(summary.instructions));
    let blocks = count(summary.blocks);
    line("instructions", &format!("{from} of bytecode, {to} in SSA form, in {blocks} blocks"));
    line("missing", &missing(summary));
    line("problems", &problems(program, summary));
    line("time", &format!("{:.2} s", time.as_secs_f64()));
    out
}

fn versions(summary: &Summary) -> String {
    let one = |(version, classes): (&classfile::Version, &u64)| {
        let preview = if version.minor == 0xffff { " preview" } else { "" };
        format!("Java {}{preview}: {}", java_name(version.java_release()), count(*classes))
    };
    summary.versions.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn not_used(first: &ShadowedClass, number: usize) -> String {
    let ShadowedClass { path, used } = first;
    let more = match number - 1 {
        0 => String::new(),
        n => format!(", and {} more; --format json lists all", count(n as u64)),
    };
    format!("{path}, because {used} comes first{more}")
}

/// Releases before 5 were called 1.1 to 1.4.
fn java_name(release: u16) -> String {
    if release < 5 { format!("1.{release}") } else { release.to_string() }
}

fn missing(summary: &Summary) -> String {
    if summary.missing.is_empty() {
        return "no class that is referred to".into();
    }
    let number = summary.missing.len();
    let mut text = format!(
        "{} {} that the program refers to (give libraries by --class-path):",
        count(number as u64),
        if number == 1 { "class" } else { "classes" }
    );
    let mut classes: Vec<_> = summary.missing.iter().collect();
    classes.sort_by_key(|class| (Reverse(class.referenced_by), class.name));
    for class in classes.iter().take(MISSING_SHOWN) {
        let by = class.referenced_by;
        let _ = write!(text, "\n{:15}{} {DIM}(in {by}){DIM:#}", "", class.name);
    }
    if number > MISSING_SHOWN {
        let rest = count((number - MISSING_SHOWN) as u64);
        let _ = write!(text, "\n{:15}and {rest} more; --format json lists all", "");
    }
    text
}

fn problems(program: &Program, summary: &Summary) -> String {
    match program.problems().len() + summary.problems.len() {
        0 => "none".into(),
        n => format!("{}, told above", count(n as u64)),
    }
}

pub(super) fn class(found: &Found) -> String {
    let mut out = String::new();
    let class = &found.class;
    let _ = writeln!(out, "{BOLD}{}{BOLD:#}", class.name);
    if let Some(path) = &found.path {
        let _ = writeln!(out, "{DIM}class file: {path}{DIM:#}");
    }
    let _ = writeln!(out, "{DIM}{}{DIM:#}", where_source_is(found));
    for &method in &found.methods {
        self::method(&class.methods[method], found.source.as_ref(), &mut out);
    }
    out
}

fn where_source_is(found: &Found) -> String {
    match (&found.source, found.class.source_file) {
        (Some(source), _) => format!("source: {}", source.path),
        (None, Some(file)) => format!("source: {file} (not found)"),
        (None, None) => "source: unknown (compile with -g to have it named)".into(),
    }
}

fn method(method: &Method, source: Option<&SourceText>, out: &mut String) {
    let flags = ir::text::method_flags(method.flags);
    let _ = writeln!(out, "\n{BOLD}{}{}{BOLD:#}  {DIM}{flags}{DIM:#}", method.name, method.ty);
    let body = match &method.code {
        MethodCode::Body(body) => body,
        MethodCode::Broken(error) => {
            let _ = writeln!(out, "  broken: {error}");
            return;
        }
        MethodCode::Absent | MethodCode::NotLowered => {
            let _ = writeln!(out, "  no code");
            return;
        }
    };
    let mut shown = None;
    for line in ir::text::body_lines(body) {
        let number = line.inst.and_then(|inst| body.insts[inst].line());
        if let Some(number) = number
            && shown != Some(number)
        {
            let text = source.and_then(|source| source.line(number)).unwrap_or_default();
            let _ = writeln!(out, "{DIM}{number:6} | {}{DIM:#}", text.trim());
            shown = Some(number);
        }
        if line.inst.is_none() {
            shown = None;
        }
        let _ = writeln!(out, "{:9}{}", "", line.text);
    }
}
