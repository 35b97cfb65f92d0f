//! Which places in the code access data that several threads use: TSA's shared access points (Algorithm 5).
//!
//! A JVM tells of each place at most twice: when a thread is there for the first time, and when another one is. What is shared
//! is decided here: a field, or a type of array, that two threads use, one of them for writing. All places that access it are
//! shared, whatever the object.
//!
//! A file of shared places has a line for each, with tabs between class, method, descriptor, bytecode offset, `read` or
//! `write`, `File.java:LINE`, and what is accessed. Whoever reads it needs the first four.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{AccessSite, Kind};

/// A thread was at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Touch {
    /// What it does there.
    pub kind: Kind,
    /// The place.
    #[serde(flatten)]
    pub site: AccessSite,
    /// The field with the class that declares it, or the type of the array.
    pub what: String,
    /// The number of the thread in its JVM.
    pub thread: u64,
}

/// A place that accesses what several threads use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SharedSite {
    /// The place.
    pub site: AccessSite,
    /// What it does.
    pub kind: Kind,
    /// What it accesses.
    pub what: String,
}

/// A place by what a class file says of it: class, method, descriptor, offset.
pub type SiteKey = (String, String, String, u16);

/// The shared places of one JVM.
pub(crate) fn shared(touches: &[Touch]) -> BTreeSet<SharedSite> {
    let mut users = BTreeMap::<&str, (BTreeSet<u64>, bool)>::new();
    for touch in touches {
        let (threads, is_written) = users.entry(&touch.what).or_default();
        threads.insert(touch.thread);
        *is_written |= touch.kind == Kind::Write;
    }
    let is_shared = |touch: &&Touch| users[&*touch.what].0.len() > 1 && users[&*touch.what].1;
    let shared = touches.iter().filter(is_shared).map(|touch| SharedSite {
        site: touch.site.clone(),
        kind: touch.kind,
        what: touch.what.clone(),
    });
    shared.collect()
}

/// The text of a file of shared places.
pub fn to_sharing(sites: &BTreeSet<SharedSite>) -> String {
    let mut text = String::new();
    for SharedSite { site, kind, what } in sites {
        let kind = if *kind == Kind::Write { "write" } else { "read" };
        let AccessSite { class, method, descriptor, offset, .. } = site;
        let place = site.place();
        text += &format!("{class}\t{method}\t{descriptor}\t{offset}\t{kind}\t{place}\t{what}\n");
    }
    text
}

/// The places of such a text. An error says in which line it is, and what is wrong there.
pub fn parse_sharing(text: &str) -> Result<BTreeSet<SiteKey>, String> {
    let mut sites = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = || {
            format!("line {number} is not: class, method, descriptor, offset, with tabs between")
        };
        let [class, method, descriptor, offset, ..] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let offset = offset.parse().map_err(|_| wrong())?;
        sites.insert((class.to_owned(), method.to_owned(), descriptor.to_owned(), offset));
    }
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(offset: u16, kind: Kind, what: &str, thread: u64) -> Touch {
        let site = AccessSite {
            class: "p/A".into(),
            method: "m".into(),
            descriptor: "()V".into(),
            file: Some("A.java".into()),
            line: Some(7),
            offset,
        };
        Touch { kind, site, what: what.into(), thread }
    }

    #[test]
    fn two_threads_share_what_one_of_them_writes() {
        let touches = [
            touch(1, Kind::Write, "p/A.x", 1),
            touch(2, Kind::Read, "p/A.x", 2),
            touch(3, Kind::Read, "p/A.constant", 1),
            touch(3, Kind::Read, "p/A.constant", 2),
            touch(4, Kind::Write, "p/A.own", 1),
        ];
        let sites = shared(&touches);
        let offsets: Vec<u16> = sites.iter().map(|shared| shared.site.offset).collect();
        assert_eq!(offsets, [1, 2]);
        let text = to_sharing(&sites);
        assert!(text.starts_with("p/A\tm\t()V\t1\twrite\tA.java:7\tp/A.x\n"), "{text}");
        let keys = parse_sharing(&text).unwrap();
        assert!(keys.contains(&("p/A".into(), "m".into(), "()V".into(), 2)));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert!(parse_sharing("a\tb\tc\t1\na\tb\n").unwrap_err().starts_with("line 2"));
        assert!(parse_sharing("a\tb\tc\tx").unwrap_err().starts_with("line 1"));
    }
}
