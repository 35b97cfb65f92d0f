//! A schedule as a value: who acquired a lock where, in the order in which it happened.
//!
//! ```text
//! # deadheat schedule 1
//! 0.1<TAB>Bank.deposit:17<TAB>Account
//! 0.2<TAB>Bank.withdraw:23<TAB>Account
//! ```

use std::fmt;

use crate::ThreadPath;

const HEADER: &str = "# deadheat schedule 1";
/// The last line of a log that does not hold everything.
const CUT: &str = "# cut";

/// An acquisition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who.
    pub thread: ThreadPath,
    /// Where.
    pub place: String,
    /// The class of the lock.
    pub ty: String,
}

impl Entry {
    /// The line for it.
    pub fn line(&self) -> String {
        format!("{}\t{}\t{}\n", self.thread, self.place, self.ty)
    }
}

/// The acquisitions of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// In their order.
    pub entries: Vec<Entry>,
    /// There were more.
    pub is_cut: bool,
}

/// A log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogError {
    /// The line, from 1 on.
    pub line: usize,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} does not belong into the schedule of a run", self.line)
    }
}

impl std::error::Error for LogError {}

impl Log {
    /// What a file of its own starts with.
    pub fn header() -> String {
        format!("{HEADER}\n")
    }

    /// What it ends with if it does not hold everything.
    pub fn cut() -> String {
        format!("{CUT}\n")
    }

    /// Reads a log. A last line without its end, as a run leaves it that was killed, is left out.
    pub fn read(text: &str) -> Result<Log, LogError> {
        let mut log = Log::default();
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(LogError { line: 1 });
        }
        for (i, line) in lines {
            if line == CUT {
                log.is_cut = true;
                continue;
            }
            let parts: Vec<&str> = line.split('\t').collect();
            let [thread, place, ty] = parts[..] else { return Err(LogError { line: i + 1 }) };
            log.entries.push(Entry {
                thread: ThreadPath(thread.to_owned()),
                place: place.to_owned(),
                ty: ty.to_owned(),
            });
        }
        Ok(log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let entry = |thread: &str| Entry {
            thread: ThreadPath(thread.to_owned()),
            place: "A.run:3".to_owned(),
            ty: "Lock".to_owned(),
        };
        let log = Log { entries: vec![entry("0"), entry("0.1")], is_cut: true };
        let lines: String = log.entries.iter().map(Entry::line).collect();
        let text = Log::header() + &lines + &Log::cut();
        assert_eq!(Log::read(&text), Ok(log.clone()));
        let torn = Log { entries: vec![entry("0")], is_cut: false };
        assert_eq!(Log::read(&(Log::header() + &entry("0").line() + "0.1\tA.r")), Ok(torn));
        assert_eq!(Log::read("0\tA\tB\n"), Err(LogError { line: 1 }));
        assert_eq!(Log::read(&(Log::header() + "0 A B\n")), Err(LogError { line: 2 }));
    }
}
