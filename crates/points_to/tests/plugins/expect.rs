//! What a case says about itself: comments of its `Main.java` that start with `//=`.
//!
//! ```text
//! //= main -> Pump.<init>                   Main.main calls it, through library code only
//! //= never Pump.stop                       it is not reachable
//! //= Main.made = Pump, class Pump, "text"  what the static field may hold, exactly; nothing on the right if nothing
//! //= unresolved 2 a member by a name …     what is not known in this package, and how often; all of it is listed
//! //= bodies                                the same must be found without summaries
//! //= arguments one two                     what the program is given when a JVM runs it; "x" otherwise
//! //= edit "cases.Pump" to "cases.Tank"     an edit of the text below the comments
//! //= edited never Pump.<init>              the same after the edit
//! ```
//!
//! Classes are named without the package of the case.

use std::collections::{BTreeMap, BTreeSet};

/// What a case says.
#[derive(Debug, Default)]
pub struct Expectations {
    /// About the program as it is.
    pub before: Vec<Fact>,
    /// About the edited program.
    pub after: Vec<Fact>,
    /// Whether it must also be found without summaries.
    pub is_of_bodies: bool,
    /// What is replaced by what.
    pub edits: Vec<(String, String)>,
    /// What the program is given when a JVM runs it.
    pub arguments: Vec<String>,
    /// How often something is not known.
    pub unresolved: BTreeMap<String, usize>,
}

/// One thing that must be found.
#[derive(Debug)]
pub enum Fact {
    /// A call.
    Calls {
        /// By a method of this class and name.
        from: String,
        /// Of one.
        to: String,
    },
    /// A method that is not reachable.
    Never(String),
    /// All that a static field may hold.
    Holds {
        /// The field.
        field: String,
        /// The objects.
        objects: BTreeSet<String>,
    },
}

/// Reads the comments of a source.
pub fn parse(source: &str) -> Expectations {
    let mut expectations =
        Expectations { arguments: vec!["x".to_owned()], ..Expectations::default() };
    for line in source.lines().filter_map(|line| line.trim().strip_prefix("//=")) {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("edit ") {
            let (from, to) = rest.split_once(" to ").unwrap_or_else(|| panic!("{line}"));
            expectations.edits.push((from.to_owned(), to.to_owned()));
        } else if let Some(rest) = line.strip_prefix("unresolved ") {
            let (count, what) = rest.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            let count = count.parse().unwrap_or_else(|_| panic!("{line}"));
            expectations.unresolved.insert(what.to_owned(), count);
        } else if line == "bodies" {
            expectations.is_of_bodies = true;
        } else if let Some(rest) = line.strip_prefix("arguments ") {
            expectations.arguments = rest.split(' ').map(ToOwned::to_owned).collect();
        } else if let Some(rest) = line.strip_prefix("edited ") {
            expectations.after.push(fact(rest));
        } else {
            expectations.before.push(fact(line));
        }
    }
    assert!(!expectations.before.is_empty(), "a case that expects nothing");
    expectations
}

fn fact(line: &str) -> Fact {
    if let Some(method) = line.strip_prefix("never ") {
        return Fact::Never(method.to_owned());
    }
    if let Some((from, to)) = line.split_once(" -> ") {
        let from = if from.contains('.') { from.to_owned() } else { format!("Main.{from}") };
        return Fact::Calls { from, to: to.to_owned() };
    }
    let (field, objects) = line.split_once(" =").unwrap_or_else(|| panic!("{line}"));
    let objects = objects.split(',').map(|object| object.trim().to_owned());
    let objects = objects.filter(|object| !object.is_empty()).collect();
    Fact::Holds { field: field.to_owned(), objects }
}

impl Expectations {
    /// The static fields that something is said about.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.before.iter().filter_map(|fact| match fact {
            Fact::Holds { field, .. } => Some(field.as_str()),
            _ => None,
        })
    }
}
