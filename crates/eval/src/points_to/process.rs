//! Runs a tool in a process of its own, within a limit of time.
//!
//! A tool reports its own costs (see [`Answer`]); of one that does not get that far, what the kernel said last about its
//! memory is kept, so that "did not finish" comes with figures too.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Answer;

/// How often the process is looked at.
const POLL: Duration = Duration::from_millis(50);

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The tool gave an answer.
    Answered(Answer),
    /// It was stopped at the limit.
    TimedOut {
        /// The limit.
        after: Duration,
        /// The peak of its resident memory until then.
        peak_kb: u64,
    },
    /// It ended without an answer.
    Failed {
        /// Why, and where to read more.
        message: String,
        /// The peak of its resident memory.
        peak_kb: u64,
    },
}

impl Outcome {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Outcome::Answered(answer) => Some(answer),
            _ => None,
        }
    }
}

/// Runs a command and reads its answer. What it prints is kept in `<log>.out` and `<log>.err`.
pub fn run(command: &mut Command, log: &Path, limit: Duration) -> Result<Outcome, String> {
    let (out, err) = (with_extension(log, "out"), with_extension(log, "err"));
    let child = start(command, &out, &err).map_err(|error| format!("{command:?}: {error}"))?;
    let ended = watch(child, limit).map_err(|error| format!("{command:?}: {error}"))?;
    let Some(success) = ended.success else {
        return Ok(Outcome::TimedOut { after: limit, peak_kb: ended.peak_kb });
    };
    let output = fs::read(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let answer = Answer::in_output(&String::from_utf8_lossy(&output));
    let answer =
        answer.and_then(
            |answer| if success { Ok(answer) } else { Err("it ended with a failure".into()) },
        );
    Ok(match answer {
        Ok(answer) => Outcome::Answered(answer),
        Err(message) => {
            let said = last_words(&err).map(|words| format!(" (`{words}`)")).unwrap_or_default();
            let message = format!("{message}{said}; see {}", err.display());
            Outcome::Failed { message, peak_kb: ended.peak_kb }
        }
    })
}

/// What a process cost.
pub(crate) struct Cost {
    /// Whether it had to be stopped.
    pub(crate) is_stopped: bool,
    pub(crate) peak_kb: u64,
    /// Its time on processors.
    pub(crate) cpu: Duration,
}

/// Runs a command that writes its result elsewhere.
pub(crate) fn cost(command: &mut Command, log: &Path, limit: Duration) -> Result<Cost, String> {
    let (out, err) = (with_extension(log, "out"), with_extension(log, "err"));
    let child = start(command, &out, &err).map_err(|error| format!("{command:?}: {error}"))?;
    let ended = watch(child, limit).map_err(|error| format!("{command:?}: {error}"))?;
    Ok(Cost { is_stopped: ended.success.is_none(), peak_kb: ended.peak_kb, cpu: ended.cpu })
}

/// The last line that a tool wrote about its troubles.
fn last_words(err: &Path) -> Option<String> {
    let said = String::from_utf8_lossy(&fs::read(err).ok()?).into_owned();
    said.lines().rev().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}

/// Appends to the whole name: names of programs may hold dots.
fn with_extension(log: &Path, extension: &str) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

fn start(command: &mut Command, out: &Path, err: &Path) -> io::Result<Child> {
    command.stdout(File::create(out)?).stderr(File::create(err)?).spawn()
}

struct Ended {
    /// `None` if the process had to be stopped.
    success: Option<bool>,
    peak_kb: u64,
    /// As it was when it was looked at last.
    cpu: Duration,
}

fn watch(mut child: Child, limit: Duration) -> io::Result<Ended> {
    let start = Instant::now();
    let (mut peak_kb, mut cpu) = (0, Duration::ZERO);
    loop {
        peak_kb = peak_kb.max(peak_of(child.id()));
        cpu = cpu.max(cpu_of(child.id()));
        if let Some(status) = child.try_wait()? {
            return Ok(Ended { success: Some(status.success()), peak_kb, cpu });
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(Ended { success: None, peak_kb, cpu });
        }
        thread::sleep(POLL);
    }
}

/// The peak of a process's resident memory in kilobytes; 0 if it is gone.
fn peak_of(process: u32) -> u64 {
    peak_in(&fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default())
}

/// The time that a process spent on processors, of all its threads; nothing if it is gone.
fn cpu_of(process: u32) -> Duration {
    cpu_in(&fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default())
}

/// The fields 14 and 15, in hundredths of a second on Linux; the second field is a name that may hold blanks.
fn cpu_in(stat: &str) -> Duration {
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = rest.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

/// The peak of this process's own resident memory in kilobytes, as the kernel knows it; 0 where it does not say.
pub fn own_peak() -> u64 {
    peak_in(&fs::read_to_string("/proc/self/status").unwrap_or_default())
}

fn peak_in(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        run(Command::new("sh").args(["-c", script]), &folder.path().join("log.1"), limit).unwrap()
    }

    const LINE: &str = r#"echo '{"tool":"t","wall_ms":1,"cpu_ms":2,"peak_kb":3,"methods":4,
        "application_methods":5,"call_edges":6}' | tr -d '\n'"#;

    #[test]
    fn an_answer_is_read() {
        let outcome = shell(&format!("echo talk; {LINE}"), Duration::from_secs(20));
        let answer = outcome.answer().unwrap_or_else(|| panic!("{outcome:?}"));
        assert_eq!((answer.cpu_ms, answer.call_edges), (2, 6));
    }

    #[test]
    fn an_answer_does_not_count_if_the_process_fails() {
        let outcome = shell(&format!("{LINE}; echo oh dear >&2; exit 3"), Duration::from_secs(20));
        let Outcome::Failed { message, .. } = outcome else { panic!("{outcome:?}") };
        assert!(message.starts_with("it ended with a failure (`oh dear`); see "), "{message}");
        assert!(message.ends_with("log.1.err"), "{message}");
    }

    #[test]
    fn a_process_that_takes_too_long_is_stopped() {
        let start = Instant::now();
        let outcome = shell("exec sleep 60", Duration::from_millis(200));
        assert!(start.elapsed() < Duration::from_secs(30));
        let Outcome::TimedOut { peak_kb, .. } = outcome else { panic!("{outcome:?}") };
        assert!(peak_kb > 100, "{peak_kb} kB");
    }

    #[test]
    fn time_on_processors_is_read() {
        let stat = "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 120 30 0 0";
        assert_eq!(cpu_in(stat), Duration::from_millis(1500));
        assert_eq!(cpu_in(""), Duration::ZERO);
    }

    #[test]
    fn the_own_peak_is_known() {
        assert!(own_peak() > 500);
        assert_eq!(peak_in("Name:\tsh\nVmHWM:\t   2376 kB\nVmRSS:\t 12 kB\n"), 2376);
        assert_eq!(peak_in("Name:\tsh\n"), 0);
    }
}
