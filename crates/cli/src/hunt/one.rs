//! One run of a hunt: a program under a scheduler, and what is left of it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::IS_STOPPED;
use super::folder::{Done, Ran, Status};
use crate::args::Watch;
use crate::run;

/// How long a program may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(5);

/// What all runs have in common.
pub(super) struct Program<'a> {
    pub(super) agent: PathBuf,
    pub(super) command: &'a [OsString],
    pub(super) watch: &'a Watch,
    pub(super) timeout: Duration,
}

/// What a run has for itself.
pub(super) struct Job {
    pub(super) number: u32,
    pub(super) scheduler: &'static str,
    pub(super) seed: u64,
    pub(super) depth: u32,
    /// How many acquisitions are expected.
    pub(super) steps: u64,
    /// Where its files go.
    pub(super) folder: PathBuf,
    pub(super) relations: Option<PathBuf>,
    /// The log to follow.
    pub(super) log: Option<PathBuf>,
}

/// The processes that run now.
static CHILDREN: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whoever asks this program to end means also those that it runs; what they have shown counts.
pub(super) fn stop_on_signals(also: fn()) -> Result<(), String> {
    let handled = ctrlc::set_handler(move || {
        also();
        for child in CHILDREN.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            // It may have ended by itself.
            let _ = kill_process_group(*child, Signal::TERM);
        }
    });
    handled.map_err(|error| format!("signals cannot be handled: {error}"))
}

/// The folder that the agents of a run write to. What is found there later belongs to a run that was cut off.
pub(super) fn scratch(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!(".run-{number}"))
}

pub(super) fn run(program: &Program<'_>, job: &Job) -> Result<Ran, String> {
    let scratch = scratch(&job.folder, job.number);
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).map_err(|error| failed(&scratch, error))?;
    let folder = std::path::absolute(&scratch).map_err(|error| failed(&scratch, error))?;
    let option = run::agent_option(&program.agent, &folder, program.watch, &options(job))?;
    let mut command = run::watched(program.command, &option)?;
    let log = job.folder.join(format!("run-{}.log", job.number));
    let output = File::create(&log).map_err(|error| failed(&log, error))?;
    let errors = output.try_clone().map_err(|error| failed(&log, error))?;
    // A group of its own, so that what it starts ends with it.
    command.stdin(Stdio::null()).stdout(output).stderr(errors).process_group(0);
    let start = Instant::now();
    let child = command.spawn().map_err(|error| run::not_run(program.command, &error))?;
    let (exit, is_late) = wait(child, program.timeout)?;
    let was_stopped = IS_STOPPED.load(std::sync::atomic::Ordering::Relaxed);
    let mut ran = collect(&scratch, &job.folder, job.number)?;
    if ran.done.jvms == 0 && ran.done.gaps.is_empty() && !was_stopped {
        let name = program.command[0].to_string_lossy().into_owned();
        return Err(format!(
            "{name} started no JVM that loads agents (its output is in {}): name a java command after --, or something \
             that starts one",
            log.display()
        ));
    }
    let done = &mut ran.done;
    done.scheduler = job.scheduler.to_owned();
    done.seed = job.seed;
    done.seconds = start.elapsed().as_millis() as f64 / 1e3;
    done.exit = exit.code().or(exit.signal().map(|signal| 128 + signal));
    done.status = match (done.deadlocks.is_empty(), is_late, was_stopped) {
        (false, ..) => Status::Deadlock,
        (_, true, _) => Status::Timeout,
        (.., true) => Status::Interrupted,
        _ => Status::Done,
    };
    Ok(ran)
}

fn options(job: &Job) -> Vec<String> {
    let mut options = vec![
        format!("{}={}", deadheat_agent::OPTION_SCHEDULER, job.scheduler),
        format!("{}={}", deadheat_agent::OPTION_SEED, job.seed),
        format!("{}={}", deadheat_agent::OPTION_RUN, job.number),
        format!("{}={}", deadheat_agent::OPTION_DEPTH, job.depth),
        format!("{}={}", deadheat_agent::OPTION_STEPS, job.steps),
    ];
    let mut file = |key: &str, path: &Option<PathBuf>| {
        if let Some(path) = path {
            options.push(format!("{key}={}", run::encode(&path.to_string_lossy())));
        }
    };
    file(deadheat_agent::OPTION_RELATIONS, &job.relations);
    file(deadheat_agent::OPTION_LOG, &job.log);
    options
}

/// How it ended, and whether that was because its time was over.
fn wait(mut child: Child, timeout: Duration) -> Result<(ExitStatus, bool), String> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let children = || CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    children().extend(pid);
    let start = Instant::now();
    let mut asked: Option<Instant> = None;
    let mut is_late = false;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) => std::thread::sleep(POLL),
            Err(error) => break Err(format!("the program cannot be waited for: {error}")),
        }
        let is_stopped = IS_STOPPED.load(std::sync::atomic::Ordering::Relaxed);
        let is_over = start.elapsed() >= timeout;
        if let Some(asked) = asked {
            if asked.elapsed() >= GRACE
                && let Some(pid) = pid
            {
                let _ = kill_process_group(pid, Signal::KILL);
            }
        } else if is_over || is_stopped {
            is_late = is_over;
            asked = Some(Instant::now());
            if let Some(pid) = pid {
                let _ = kill_process_group(pid, Signal::TERM);
            }
        }
    };
    children().retain(|other| Some(*other) != pid);
    Ok((status?, is_late))
}

/// What the agents of a run left, which goes away; the schedule is kept.
pub(super) fn collect(scratch: &Path, folder: &Path, number: u32) -> Result<Ran, String> {
    let merge = run::collect(scratch)?;
    let scheduled = merge.scheduled().clone();
    let report = merge.finish();
    let mut relations = Vec::new();
    let mut longest: Option<(u64, PathBuf)> = None;
    let entries = fs::read_dir(scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension() == Some(OsStr::new("relations")) {
            relations.extend(fs::read_to_string(&path));
        } else if path.extension() == Some(OsStr::new("schedule")) {
            let size = fs::metadata(&path).map_or(0, |data| data.len());
            if longest.as_ref().is_none_or(|(other, _)| *other < size) {
                longest = Some((size, path));
            }
        }
    }
    if let Some((_, schedule)) = longest {
        let kept = folder.join(format!("run-{number}.schedule"));
        fs::rename(&schedule, &kept).map_err(|e| format!("{}: {e}", kept.display()))?;
    }
    let _ = fs::remove_dir_all(scratch);
    let done = Done {
        run: number,
        status: Status::Interrupted,
        counts: scheduled.counts,
        remarks: scheduled.remarks,
        deadlocks: scheduled.deadlocks,
        gaps: report.gaps.clone(),
        jvms: report.jvms,
        ..Done::default()
    };
    Ok(Ran { done, races: report.races, relations })
}
