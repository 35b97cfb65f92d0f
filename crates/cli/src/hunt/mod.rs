//! `deadheat hunt`: runs a program again and again, each time under another schedule, and keeps what it shows.
//!
//! ```text
//! numbers of runs ──▶ workers ──one: agent + scheduler──▶ JVM ──▶ records, schedule, relations ──▶ Folder ──▶ report
//!                        ▲                                                                           │
//!                        └───────────────── relations so far, acquisitions so far ◀──────────────────┘
//! ```
//!
//! A run is known by its number: its seed and scheduler follow from that, so that shards and continued hunts do each run
//! once. Everything that a run showed is in the folder before the next one starts.

mod folder;
mod merge;
mod one;
mod shard;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use report::Report;
use schedule::Log;

use crate::args::{Hunt, RaceFormat, SchedulerName};
use crate::progress::Bar;
use crate::{INCOMPLETE, RACES, output, run, sources};
use folder::{Folder, Header, Status};
use one::{Job, Program};

pub(crate) use merge::merge;

/// How deep stacks count for DrFinder. Its authors found most with small two-digit numbers, but of all methods of a stack; here
/// those of the program alone count.
const DRFINDER_DEPTH: u32 = 5;
/// How many orders most bugs need (PCT).
const PCT_DEPTH: u32 = 3;
/// A run that ends in a deadlock is done again, with other random numbers, so often.
const ATTEMPTS: u32 = 3;

/// Somebody wants it to end.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

pub(crate) fn hunt(args: &Hunt) -> Result<ExitCode, String> {
    run::check_archives(&args.command)?;
    run::check_sharing(args.watch.sharing.as_deref())?;
    let program = Program {
        agent: run::find_agent()?,
        command: &args.command,
        watch: &args.watch,
        timeout: Duration::from_secs(args.timeout),
    };
    one::stop_on_signals(|| IS_STOPPED.store(true, Ordering::Relaxed))?;
    if let Some(log) = &args.replay {
        return replay(args, &program, log);
    }
    let shard = shard::of(args.shard.as_deref())?;
    let temporary = match &args.output {
        Some(_) => None,
        None => Some(temporary_folder()?),
    };
    let base = args.output.clone().or(temporary.as_ref().map(|folder| folder.path().to_owned()));
    let base = base.expect("invariant: one of them is there");
    let place = shard.as_ref().map_or(base.clone(), |shard| base.join(shard.folder()));
    let folder = Folder::open(&place, &Header::of(&args.command))?;
    let mut numbers: Vec<u32> = (1..=args.runs)
        .filter(|number| shard.as_ref().is_none_or(|shard| shard.has(*number)))
        .filter(|number| !folder.is_done(*number))
        .collect();
    numbers.reverse();
    let folder = work(args, &program, folder, numbers)?;
    let report = folder.report();
    show(&report, args.format)?;
    summarise(&folder, args);
    let is_kept = temporary.is_some() && !report.races.is_empty();
    if let Some(temporary) = temporary.filter(|_| is_kept) {
        output::note(&format!("schedules are kept in {}", temporary.keep().display()));
    }
    Ok(exit_code(&report, folder.is_complete()))
}

fn temporary_folder() -> Result<tempfile::TempDir, String> {
    let folder = tempfile::Builder::new().prefix("deadheat-hunt-").tempdir();
    folder.map_err(|error| format!("there is no temporary folder: {error}"))
}

/// What the workers share.
struct Desk {
    folder: Folder,
    /// The last one is next.
    numbers: Vec<u32>,
    failure: Option<String>,
}

fn work(
    args: &Hunt,
    program: &Program<'_>,
    folder: Folder,
    numbers: Vec<u32>,
) -> Result<Folder, String> {
    let bar = Bar::new();
    bar.hunt(numbers.len() as u64, folder.found());
    let desk = Mutex::new(Desk { folder, numbers, failure: None });
    std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            scope.spawn(|| worker(args, program, &desk, &bar));
        }
    });
    drop(bar);
    let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match desk.failure {
        Some(failure) => Err(failure),
        None => Ok(desk.folder),
    }
}

fn worker(args: &Hunt, program: &Program<'_>, desk: &Mutex<Desk>, bar: &Bar) {
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    while !IS_STOPPED.load(Ordering::Relaxed) {
        let mut open = lock();
        if args.until_found && open.folder.found() > 0 {
            return;
        }
        let Some(number) = open.numbers.pop() else { return };
        let mut job = job(args, &open.folder, number);
        drop(open);
        for attempt in 0..ATTEMPTS {
            job.seed = seed(args.seed, number, attempt);
            let done = one::run(program, &job);
            let mut open = lock();
            let done = done.and_then(|done| {
                let status = done.done.status;
                open.folder.add(done).map(|()| status)
            });
            bar.found(open.folder.found());
            match done {
                Ok(Status::Deadlock) if attempt + 1 < ATTEMPTS => {}
                Ok(_) => break,
                Err(failure) => {
                    open.failure.get_or_insert(failure);
                    IS_STOPPED.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
        bar.step();
    }
}

/// What a run with a number is.
fn job(args: &Hunt, folder: &Folder, number: u32) -> Job {
    let turn =
        [SchedulerName::Native, SchedulerName::Noise, SchedulerName::Pct, SchedulerName::Drfinder];
    let scheduler = match args.scheduler {
        SchedulerName::All => turn[(number as usize - 1) % turn.len()],
        other => other,
    };
    let depth = match scheduler {
        SchedulerName::Pct => PCT_DEPTH,
        _ => DRFINDER_DEPTH,
    };
    Job {
        number,
        scheduler: name(scheduler),
        seed: 0,
        depth: args.depth.unwrap_or(depth),
        steps: folder.most_requests(),
        folder: folder.path().to_owned(),
        relations: folder.relations_file(),
        log: None,
    }
}

fn name(scheduler: SchedulerName) -> &'static str {
    match scheduler {
        SchedulerName::Native => "native",
        SchedulerName::Noise => "noise",
        SchedulerName::Pct => "pct",
        SchedulerName::Drfinder => "drfinder",
        SchedulerName::All => "all",
    }
}

/// Different for each run and each attempt at it.
fn seed(seed: u64, number: u32, attempt: u32) -> u64 {
    let own = u64::from(number) << 8 | u64::from(attempt);
    (seed.rotate_left(32) ^ own).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed
}

fn replay(args: &Hunt, program: &Program<'_>, log: &Path) -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(log).map_err(|e| format!("{}: {e}", log.display()))?;
    Log::read(&text).map_err(|error| format!("{}: {error}", log.display()))?;
    let folder = temporary_folder()?;
    let job = Job {
        number: 1,
        scheduler: "replay",
        seed: args.seed,
        depth: args.depth.unwrap_or(DRFINDER_DEPTH),
        steps: 0,
        folder: folder.path().to_owned(),
        relations: None,
        log: Some(std::path::absolute(log).map_err(|error| error.to_string())?),
    };
    let ran = one::run(program, &job)?;
    let remarks = ran.done.remarks.clone();
    let is_complete = ran.done.status == Status::Done;
    let mut kept = Folder::open(&folder.path().join("hunt"), &Header::of(&args.command))?;
    kept.add(ran)?;
    let mut report = kept.report();
    report.replays.clear();
    show(&report, args.format)?;
    remarks.iter().for_each(|remark| output::note(remark));
    Ok(exit_code(&report, is_complete))
}

fn show(report: &Report, format: RaceFormat) -> Result<(), String> {
    let text = match format {
        RaceFormat::Sarif => {
            let sources = sources::of_run(report);
            run::in_format(&Report { sources, ..report.clone() }, format)
        }
        _ => run::in_format(report, format),
    };
    output::write_result(None, &text)?;
    if format != RaceFormat::Text {
        run::warn_of_gaps(report);
    }
    Ok(())
}

fn summarise(folder: &Folder, args: &Hunt) {
    for line in folder.summary() {
        output::note(&line);
    }
    if IS_STOPPED.load(Ordering::Relaxed) && args.output.is_some() {
        output::note("interrupted; the same command continues");
    }
}

fn exit_code(report: &Report, is_complete: bool) -> ExitCode {
    if !is_complete || report.jvms == 0 || !report.gaps.is_empty() {
        ExitCode::from(INCOMPLETE)
    } else if report.races.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(RACES)
    }
}

/// A word of a command as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-=:+,@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The command that shows what a run has shown.
fn replay_command(schedule: &Path, command: &[String]) -> String {
    let schedule = PathBuf::from(schedule);
    let mut words = vec!["deadheat hunt --replay".to_owned(), quoted(&schedule.to_string_lossy())];
    words.push("--".to_owned());
    words.extend(command.iter().map(|word| quoted(word)));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_misread_them() {
        let command = ["java", "-cp", "a b", "it's", ""].map(str::to_owned);
        let expected = r"deadheat hunt --replay d/run-1.schedule -- java -cp 'a b' 'it'\''s' ''";
        assert_eq!(replay_command(Path::new("d/run-1.schedule"), &command), expected);
    }

    #[test]
    fn every_run_has_its_own_seed() {
        let mut seeds: Vec<u64> = Vec::new();
        for hunt in 0..20 {
            seeds.extend((1..100).flat_map(|run| (0..3).map(move |a| seed(hunt, run, a))));
        }
        let count = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }
}
