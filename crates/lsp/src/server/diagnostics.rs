//! Races as an editor shows them: one diagnostic at each side.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range,
};
use report::{Access, Kind, LockMode, Race, Rule, Tier};

use super::text::{line_range, line_ranges, uri_of};
use crate::Live;

/// The diagnostics of all files that have some.
pub(crate) fn of_report(live: &Live) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let places = Places::of(live);
    let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for race in &live.report().races {
        for (here, there) in sides(race) {
            if let Some((path, range)) = places.of_access(here) {
                all.entry(path).or_default().push(diagnostic(race, here, there, range, &places));
            }
        }
    }
    for list in all.values_mut() {
        list.sort_by_key(|it| (it.range.start.line, it.range.start.character));
    }
    all
}

/// Each access with the other one. If both are in one line, or there is only one, it is told once.
pub(crate) fn sides(race: &Race) -> impl Iterator<Item = (&Access, &Access)> {
    let (one, other) = (&race.earlier, &race.later);
    let is_same = one.site.class == other.site.class && one.site.line == other.site.line;
    let second = (!is_same).then_some((other, one));
    [(one, other)].into_iter().chain(second)
}

fn diagnostic(
    race: &Race,
    here: &Access,
    there: &Access,
    range: Range,
    places: &Places<'_>,
) -> Diagnostic {
    let related = related(race, here, there, places);
    let json = serde_json::json!({
        "range": range,
        "severity": severity(race),
        "code": race.id,
        "source": "deadheat",
        "message": message(race, here, there),
        "relatedInformation": related,
        "data": race.id,
    });
    serde_json::from_value(json).expect("invariant: this is a diagnostic")
}

fn severity(race: &Race) -> DiagnosticSeverity {
    match (race.tier, race.is_unlikely) {
        (_, true) => DiagnosticSeverity::Hint,
        (Tier::Confirmed, _) => DiagnosticSeverity::Error,
        (Tier::Precise, _) => DiagnosticSeverity::Warning,
        (Tier::Possible, _) => DiagnosticSeverity::Information,
    }
}

fn message(race: &Race, here: &Access, there: &Access) -> String {
    let location = race.location.short();
    if race.rule != Rule::Race {
        let why = race.why.clone().unwrap_or_default();
        return format!("{}: {location}: {why}", race.rule.name());
    }
    let mut text = match here.site.line == there.site.line && here.site.class == there.site.class {
        true => format!(
            "Race on {location}: {} here and in another thread at the same time{}",
            kind(here),
            of_thread(there)
        ),
        false => format!(
            "Race on {location}: {} here and {} at {}{} at the same time",
            kind(here),
            kind(there),
            there.site.place(),
            of_thread(there)
        ),
    };
    if let Some(why) = &race.why {
        text += &format!(": {why}");
    }
    text += ".";
    for doubt in &race.doubts {
        text += &format!("\nBut: {doubt}");
    }
    text
}

pub(crate) fn kind(access: &Access) -> String {
    let what = if access.kind == Kind::Read { "read" } else { "written" };
    match &access.via {
        Some(method) => format!("{what} (by {method})"),
        None => what.to_owned(),
    }
}

fn of_thread(access: &Access) -> String {
    access.thread.as_ref().map(|thread| format!(" (by {thread})")).unwrap_or_default()
}

/// `holds Cache.lock`
pub(crate) fn held(access: &Access) -> String {
    match access.locks.as_deref() {
        None => "which locks are held is not known".to_owned(),
        Some([]) => "holds no lock".to_owned(),
        Some(locks) => {
            let one = |lock: &report::Lock| match lock.mode {
                LockMode::Exclusive => lock.name.clone(),
                LockMode::Read => format!("{} (to read)", lock.name),
                LockMode::Write => format!("{} (to write)", lock.name),
            };
            format!("holds {}", locks.iter().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}

fn related(
    race: &Race,
    here: &Access,
    there: &Access,
    places: &Places<'_>,
) -> Vec<DiagnosticRelatedInformation> {
    let mut all = Vec::new();
    let mut add = |place: Option<(PathBuf, Range)>, message: String| {
        if let Some((path, range)) = place {
            let location = Location { uri: uri_of(&path), range };
            let one = DiagnosticRelatedInformation { location, message };
            if !all.contains(&one) {
                all.push(one);
            }
        }
    };
    if race.rule == Rule::Race {
        let thread = there.thread.as_deref().unwrap_or("another thread");
        let what = kind(there);
        add(
            places.of_access(there),
            format!("also {what} here, by {thread}, which {}", held(there)),
        );
    }
    for access in [here, there] {
        let near = places.live.source_of(&access.site.class);
        let thread = access.thread.as_deref().unwrap_or("a thread");
        for at in access.started.iter().flat_map(|started| &started.at) {
            add(places.of_text(at, near), format!("{thread} is started here"));
        }
        for lock in access.locks.iter().flatten() {
            let message = format!("{thread} takes {} here", lock.name);
            add(places.of_text(&lock.taken_at, near), message);
        }
    }
    all
}

/// Finds lines of sources.
pub(crate) struct Places<'l> {
    live: &'l Live,
    /// Sources by the name of the file.
    files: HashMap<&'l OsStr, Vec<&'l Path>>,
    /// What stands in each line of the sources that were looked at.
    lines: RefCell<HashMap<PathBuf, Vec<Range>>>,
}

impl<'l> Places<'l> {
    pub(crate) fn of(live: &'l Live) -> Places<'l> {
        let mut files: HashMap<&OsStr, Vec<&Path>> = HashMap::new();
        for path in live.sources() {
            if let Some(name) = path.file_name() {
                files.entry(name).or_default().push(path);
            }
        }
        Places { live, files, lines: RefCell::default() }
    }

    pub(crate) fn of_access(&self, access: &Access) -> Option<(PathBuf, Range)> {
        let path = self.live.source_of(&access.site.class)?;
        Some((path.to_owned(), self.range(path, access.site.line?)))
    }

    /// Of `Main.java:12`. If several files are called so, the one beside `near` is meant, or none.
    pub(crate) fn of_text(&self, place: &str, near: Option<&Path>) -> Option<(PathBuf, Range)> {
        let (file, line) = place.rsplit_once(':')?;
        let line = line.parse().ok()?;
        let path = match self.files.get(OsStr::new(file))?.as_slice() {
            [only] => *only,
            several => {
                let folder = near?.parent();
                *several.iter().find(|path| path.parent() == folder)?
            }
        };
        Some((path.to_owned(), self.range(path, line)))
    }

    fn range(&self, path: &Path, line: u16) -> Range {
        let mut lines = self.lines.borrow_mut();
        if !lines.contains_key(path) {
            let text = self.live.text(path).unwrap_or_default();
            lines.insert(path.to_owned(), line_ranges(&text));
        }
        let range = usize::from(line).checked_sub(1).and_then(|at| lines[path].get(at).copied());
        // The text is shorter than it was when it was compiled.
        range.unwrap_or_else(|| line_range(None, line))
    }
}
