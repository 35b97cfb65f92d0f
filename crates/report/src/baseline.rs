//! The races that were known at some time, so that only what is new is shown.
//!
//! ```text
//! # deadheat baseline 1
//! # Races that are known. …
//! a41f00c2d3e4f506<TAB>com.acme.Spider.lastCheckpoint<TAB>com.acme.Spider.visit<TAB>com.acme.Spider.run
//! ```
//!
//! Only the id counts; the rest is for people. There are no lines in it, so that it changes only when races come and go.

use std::collections::BTreeSet;
use std::fmt;

use crate::{Access, Race, Report, external};

/// Goes up when what was written before cannot be understood any more.
const VERSION: &str = "1";

const TITLE: &str = "# deadheat baseline ";

/// Known races.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    ids: BTreeSet<String>,
}

/// Why a text is no baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaselineError {
    /// It does not start as one.
    NoBaseline,
    /// It is one of another version.
    Version(String),
    /// A line is wrong.
    Line(usize),
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BaselineError::NoBaseline => {
                write!(f, "this is no baseline: its first line is not \"{TITLE}{VERSION}\"")
            }
            BaselineError::Version(version) => write!(
                f,
                "this is a baseline of version {version}, but version {VERSION} is needed; write it anew with --write-baseline"
            ),
            BaselineError::Line(line) => {
                write!(f, "line {line} does not start with the id of a race and a tab")
            }
        }
    }
}

impl Baseline {
    /// Reads what [`to_baseline`] writes.
    pub fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let mut lines = (1..).zip(text.lines());
        let first = lines.next().and_then(|(_, line)| line.strip_prefix(TITLE.trim_end()));
        match first.map(str::trim) {
            Some(VERSION) => {}
            None | Some("") => return Err(BaselineError::NoBaseline),
            Some(other) => return Err(BaselineError::Version(other.to_owned())),
        }
        let mut ids = BTreeSet::new();
        for (number, line) in lines {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let id = line.split('\t').next().unwrap_or_default();
            if id.len() != 16 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(BaselineError::Line(number));
            }
            ids.insert(id.to_owned());
        }
        Ok(Baseline { ids })
    }

    /// Whether a race was known.
    pub fn knows(&self, race: &Race) -> bool {
        self.ids.contains(&race.id)
    }

    /// How many of its races are in no part of a report.
    pub fn gone_from(&self, report: &Report) -> usize {
        let races = report.races.iter().chain(&report.hidden);
        let races = races.chain(report.aside.iter().map(|aside| &aside.race));
        let there: BTreeSet<&str> = races.map(|race| race.id.as_str()).collect();
        self.ids.iter().filter(|id| !there.contains(id.as_str())).count()
    }
}

/// The races of a report that are shown, and those that a baseline knew, as a new baseline.
pub fn to_baseline(report: &Report) -> String {
    let known = report.aside.iter().filter(|aside| aside.reason == crate::Reason::Baseline);
    let races = report.races.iter().chain(known.map(|aside| &aside.race));
    let mut lines: Vec<[String; 4]> = races.map(line).collect();
    // By location, so that a list of changes reads well.
    lines.sort_by(|a, b| a[1..].cmp(&b[1..]).then(a[0].cmp(&b[0])));
    lines.dedup();
    let mut text = format!(
        "{TITLE}{VERSION}\n\
         # Races that are known and not shown again: id, location and the two methods. Only the id counts.\n"
    );
    for line in lines {
        text += &line.join("\t");
        text.push('\n');
    }
    text
}

fn line(race: &Race) -> [String; 4] {
    let method =
        |access: &Access| format!("{}.{}", external(&access.site.class), access.site.method);
    let mut methods = [method(&race.earlier), method(&race.later)];
    methods.sort();
    let [first, second] = methods;
    [race.id.clone(), race.location.stable(), first, second]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Read, Write};
    use crate::{Analysed, Reason, collect, testing};

    #[test]
    fn what_is_written_is_known() {
        let one = testing::race("x", [(Write, "m", 5), (Read, "get", 9)]);
        let other = testing::race("y", [(Write, "m", 5), (Read, "get", 9)]);
        let mut report = collect(vec![one, other], vec![], Analysed::default());
        let text = to_baseline(&report);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "# deadheat baseline 1");
        assert!(lines[2].ends_with("\tA.x\tA.get\tA.m"), "{text}");
        let baseline = Baseline::parse(&text).unwrap();
        assert!(report.races.iter().all(|race| baseline.knows(race)));
        report.set_aside(|race| baseline.knows(race).then_some(Reason::Baseline));
        assert_eq!((report.races.len(), baseline.gone_from(&report)), (0, 0));
        assert_eq!(to_baseline(&report), text, "a known race stays in the baseline");
        assert_eq!(baseline.gone_from(&Report::default()), 2);
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        let error = |text: &str| Baseline::parse(text).unwrap_err();
        assert_eq!(error(""), BaselineError::NoBaseline);
        assert_eq!(error("{}"), BaselineError::NoBaseline);
        assert_eq!(error("# deadheat baseline 2\n"), BaselineError::Version("2".into()));
        assert_eq!(error("# deadheat baseline 1\n#\nx\ty\n"), BaselineError::Line(3));
        assert!(error("# deadheat baseline 2").to_string().contains("--write-baseline"));
        assert!(Baseline::parse("# deadheat baseline 1\r\n0123456789abcdef\tx\r\n").is_ok());
    }
}
