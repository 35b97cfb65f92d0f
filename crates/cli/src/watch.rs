//! `deadheat watch`: follows a project and tells which races come and go.
//!
//! ```text
//! files ──notify──▶ changes ──(a pause)──▶ Live::update ──▶ lines
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use lsp::{Live, Step};
use notify::{RecursiveMode, Watcher};
use report::{Access, Kind, Race};

use crate::args::WatchProject;
use crate::output::{self, BOLD, DIM};
use crate::progress::Bar;
use crate::{INCOMPLETE, live};

/// A build or a change of branches writes many files; it is over when nothing has been written for so long.
const PAUSE: Duration = Duration::from_millis(200);

/// Something that happens.
enum Event {
    Files(Vec<PathBuf>),
    Trouble(String),
    End,
}

pub(crate) fn run(args: &WatchProject) -> Result<ExitCode, String> {
    let (sender, events) = crossbeam_channel::unbounded();
    end_on_interrupt(&sender)?;
    let folder = std::fs::canonicalize(&args.folder)
        .map_err(|error| format!("{}: {error}", args.folder.display()))?;
    // What is written while the program is read counts, too.
    let trouble = |error: notify::Error| format!("files cannot be watched: {error}");
    let mut watcher =
        notify::recommended_watcher(move |event| tell(event, &sender)).map_err(trouble)?;
    watcher.watch(&folder, RecursiveMode::Recursive).map_err(trouble)?;
    let Some(mut live) = open(&folder, &events)? else {
        return Ok(ExitCode::from(INCOMPLETE));
    };
    for place in live.places().filter(|place| !place.starts_with(&folder)) {
        watcher.watch(place, RecursiveMode::Recursive).map_err(trouble)?;
    }
    follow(&mut live, &folder, &events);
    project::remove_temporary_folders();
    Ok(ExitCode::SUCCESS)
}

fn end_on_interrupt(sender: &Sender<Event>) -> Result<(), String> {
    let sender = sender.clone();
    let is_second = std::sync::atomic::AtomicBool::new(false);
    ctrlc::set_handler(move || {
        // While the program is read for the first time, nobody listens.
        if is_second.swap(true, std::sync::atomic::Ordering::Relaxed)
            || sender.send(Event::End).is_err()
        {
            project::remove_temporary_folders();
            std::process::exit(130);
        }
    })
    .map_err(|error| error.to_string())
}

fn tell(event: notify::Result<notify::Event>, sender: &Sender<Event>) {
    let event = match event {
        Ok(event) if event.kind.is_access() => return,
        Ok(event) => Event::Files(event.paths),
        Err(error) => Event::Trouble(error.to_string()),
    };
    // Nobody listens any more when the process ends.
    let _ = sender.send(event);
}

/// Opens the program and says what it found. None if there is nothing to follow.
fn open(folder: &Path, events: &Receiver<Event>) -> Result<Option<Live>, String> {
    let project = live::project(folder)?;
    let started = Instant::now();
    let bar = Bar::new();
    let opened = Live::open(project, &bar);
    drop(bar);
    let mut live = opened?;
    for problem in live.problems() {
        output::warn(problem);
    }
    if live.places().next().is_none() {
        output::error("there is nothing that could be followed");
        return Ok(None);
    }
    for race in &live.report().races {
        show("", race);
    }
    let races = count(live.report().races.len(), "race");
    anstream::println!("{DIM}{races}; {:.1} s{DIM:#}", started.elapsed().as_secs_f64());
    if !follows_classes(&live)
        && let Err(error) = live.warm_up()
    {
        output::warn(&error.to_string());
    }
    if live.is_edited() && events.is_empty() {
        update(&mut live);
    }
    Ok(Some(live))
}

/// Whether somebody else compiles.
fn follows_classes(live: &Live) -> bool {
    live.class_folders().next().is_some()
}

fn follow(live: &mut Live, folder: &Path, events: &Receiver<Event>) {
    let by_classes = follows_classes(live);
    let mut due: Option<Instant> = None;
    loop {
        let event = match due {
            Some(due) => events.recv_deadline(due).ok(),
            None => events.recv().ok(),
        };
        match event {
            Some(Event::End) => return,
            Some(Event::Trouble(what)) => output::warn(&what),
            Some(Event::Files(paths)) => {
                let mut matters = false;
                for path in paths {
                    if path.ends_with(project::CONFIG_FILE) {
                        matters |= configure(live, folder);
                    } else if !by_classes || !is_source(&path) {
                        matters |= changed(live, &path);
                    }
                }
                if matters {
                    due = Some(Instant::now() + PAUSE);
                }
            }
            None => {
                due = None;
                update(live);
            }
        }
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "java")
}

/// A folder that came, was renamed or went stands for all that is, or was, in it.
fn changed(live: &mut Live, path: &Path) -> bool {
    if path.extension().is_some_and(|it| it == "class" || it == "java") {
        return live.changed_on_disk(path);
    }
    let mut matters = false;
    for file in live.files_below(path) {
        matters |= live.changed_on_disk(&file);
    }
    matters
}

/// What is suppressed may be different now.
fn configure(live: &mut Live, folder: &Path) -> bool {
    match live::project(folder) {
        Ok(project) if live.is_same_program(&project) => {
            let step = live.show_again(project);
            say(live, &step);
        }
        Ok(_) => output::note("deadheat.toml says something else about the program: start again"),
        Err(error) => output::error(&error),
    }
    false
}

fn update(live: &mut Live) {
    match live.update() {
        Ok(step) => say(live, &step),
        Err(error) => output::error(&error.to_string()),
    }
}

fn say(live: &Live, step: &Step) {
    for race in &step.disappeared {
        show("-", race);
    }
    for race in &step.appeared {
        show("+", race);
    }
    if let Some(message) = step.messages.first() {
        let file = message.file.as_deref().unwrap_or(Path::new("")).display();
        output::warn(&format!("{file}:{}: {}; the last state stays", message.line, message.text));
    }
    let races = count(live.report().races.len(), "race");
    let classes = if step.classes == 1 { "1 class" } else { &format!("{} classes", step.classes) };
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    anstream::println!(
        "{DIM}{races}; {classes} changed; {:.1} ms ({:.1} ms to compile){DIM:#}",
        ms(step.total()),
        ms(step.compiling)
    );
}

/// `+ Counter.value  Counter.java:7 written by main  Counter.java:12 read by Worker  precise  #a41f…`
fn show(sign: &str, race: &Race) {
    let side = |access: &Access| {
        let kind = if access.kind == Kind::Read { "read" } else { "written" };
        let thread = access.thread.as_deref().unwrap_or("a thread");
        format!("{} {kind} by {thread}", access.site.place())
    };
    let sign = if sign.is_empty() { String::new() } else { format!("{sign} ") };
    anstream::println!(
        "{sign}{BOLD}{}{BOLD:#}  {}  {}  {DIM}{} #{}{DIM:#}",
        race.location.short(),
        side(&race.earlier),
        side(&race.later),
        race.tier.name(),
        race.id
    );
}

fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", output::count(number as u64)),
    }
}
