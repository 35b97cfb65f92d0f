//! Which places in the code access data that several threads use: TSA's shared access points.
//!
//! An analysis finds them out (Algorithms 1 to 4; see [`crate::SharingReport`]), or a run does (Algorithm 5). In a run, a JVM tells
//! of each place at most twice: when a thread is there for the first time, and when another one is. What is shared is
//! decided here: a field, or a type of array, that two threads use, one of them for writing. All places that access it are
//! shared, whatever the object.
//!
//! Both write the same kind of file (`docs/sharing.md`). It has a line for each shared place, with tabs between class, method,
//! descriptor, bytecode offset, `read` or `write`, `File.java:LINE`, and what is accessed; whoever reads it needs the first
//! four. Lines that begin with a word in brackets, as no class does, come before: the version, and the methods whose other
//! places are known not to be shared. Without the latter that is so everywhere.

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

/// A method by what a class file says of it: name and descriptor.
pub type MethodKey = (String, String);

/// The methods of each class of which everything is known.
pub type KnownMethods = BTreeMap<String, BTreeSet<MethodKey>>;

/// What such a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedSites {
    /// Where places are shared, by class and method.
    sites: BTreeMap<String, BTreeMap<MethodKey, BTreeSet<u16>>>,
    /// Where others are not; none if that is so everywhere.
    known: Option<KnownMethods>,
}

impl WantedSites {
    /// Whether a place is shared, or nobody knows.
    pub fn has(&self, class: &str, method: &str, descriptor: &str, offset: u16) -> bool {
        let method = (method.to_owned(), descriptor.to_owned());
        let known = self.known.as_ref();
        let is_unknown = known
            .is_some_and(|known| !known.get(class).is_some_and(|known| known.contains(&method)));
        let sites = self.sites.get(class).and_then(|class| class.get(&method));
        is_unknown || sites.is_some_and(|sites| sites.contains(&offset))
    }
}

/// The version of the file.
const HEADER: &str = "[deadheat sharing 1]";

/// What stands before methods that are known.
const KNOWN: &str = "[known]";

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

/// The text of a file of shared places. What is said of methods that are known is that their other places are not shared;
/// without them, no other place is.
pub fn to_sharing(sites: &BTreeSet<SharedSite>, known: Option<&KnownMethods>) -> String {
    let mut text = format!("{HEADER}\n");
    if known.is_some_and(KnownMethods::is_empty) {
        text += &format!("{KNOWN}\n");
    }
    for (class, methods) in known.into_iter().flatten() {
        text += &format!("{KNOWN}\t{class}");
        for (method, descriptor) in methods {
            text += &format!("\t{method}{descriptor}");
        }
        text.push('\n');
    }
    for SharedSite { site, kind, what } in sites {
        let kind = if *kind == Kind::Write { "write" } else { "read" };
        let AccessSite { class, method, descriptor, offset, .. } = site;
        let place = site.place();
        text += &format!("{class}\t{method}\t{descriptor}\t{offset}\t{kind}\t{place}\t{what}\n");
    }
    text
}

/// What such a text says. An error says in which line it is, and what is wrong there.
pub fn parse_sharing(text: &str) -> Result<WantedSites, String> {
    let mut wanted = WantedSites::default();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.split('\t').collect::<Vec<_>>();
        if line.starts_with('[') {
            wanted.head(&words).map_err(|wrong| format!("line {number}: {wrong}"))?;
            continue;
        }
        let wrong = || {
            format!("line {number} is not: class, method, descriptor, offset, with tabs between")
        };
        let [class, method, descriptor, offset, ..] = words[..] else { return Err(wrong()) };
        let offset = offset.parse().map_err(|_| wrong())?;
        let methods = wanted.sites.entry(class.to_owned()).or_default();
        let method = (method.to_owned(), descriptor.to_owned());
        methods.entry(method).or_default().insert(offset);
    }
    Ok(wanted)
}

impl WantedSites {
    /// A line that is about no place.
    fn head(&mut self, words: &[&str]) -> Result<(), String> {
        match *words {
            [HEADER] => Ok(()),
            [KNOWN] => {
                self.known.get_or_insert_default();
                Ok(())
            }
            [KNOWN, class, ref methods @ ..] => {
                let known = self.known.get_or_insert_default().entry(class.to_owned()).or_default();
                for method in methods {
                    let at = method.find('(').ok_or_else(|| {
                        format!("{method} is not a method: name and descriptor, without a blank")
                    })?;
                    known.insert((method[..at].to_owned(), method[at..].to_owned()));
                }
                Ok(())
            }
            [word, ..] if word.starts_with("[deadheat sharing") => Err(format!(
                "{word} is of another version than this program, which reads {HEADER}; write the file again"
            )),
            [word, ..] => Err(format!("{word} is not known")),
            [] => Ok(()),
        }
    }
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
        let text = to_sharing(&sites, None);
        let start = "[deadheat sharing 1]\np/A\tm\t()V\t1\twrite\tA.java:7\tp/A.x\n";
        assert!(text.starts_with(start), "{text}");
        let wanted = parse_sharing(&text).unwrap();
        assert!(wanted.has("p/A", "m", "()V", 2));
        assert!(!wanted.has("p/A", "m", "()V", 3) && !wanted.has("p/B", "m", "()V", 2));
    }

    #[test]
    fn what_is_not_known_is_wanted() {
        let known = BTreeMap::from([(
            "p/A".to_owned(),
            BTreeSet::from([
                ("m".to_owned(), "()V".to_owned()),
                ("n".to_owned(), "(I)V".to_owned()),
            ]),
        )]);
        let sites = shared(&[touch(1, Kind::Write, "x", 1), touch(1, Kind::Write, "x", 2)]);
        let text = to_sharing(&sites, Some(&known));
        assert!(text.contains("\n[known]\tp/A\tm()V\tn(I)V\n"), "{text}");
        let wanted = parse_sharing(&text).unwrap();
        assert!(wanted.has("p/A", "m", "()V", 1) && !wanted.has("p/A", "m", "()V", 2));
        assert!(!wanted.has("p/A", "n", "(I)V", 1));
        assert!(wanted.has("p/A", "other", "()V", 1) && wanted.has("p/B", "m", "()V", 1));
        let nothing = parse_sharing(&to_sharing(&BTreeSet::new(), Some(&BTreeMap::new()))).unwrap();
        assert!(nothing.has("p/A", "m", "()V", 1));
        let all = parse_sharing(&to_sharing(&BTreeSet::new(), None)).unwrap();
        assert!(!all.has("p/A", "m", "()V", 1));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert!(parse_sharing("a\tb\tc\t1\na\tb\n").unwrap_err().starts_with("line 2"));
        assert!(parse_sharing("a\tb\tc\tx").unwrap_err().starts_with("line 1"));
        let other = parse_sharing("[deadheat sharing 2]\n").unwrap_err();
        assert!(other.starts_with("line 1") && other.contains("another version"), "{other}");
        assert!(parse_sharing("[known]\tp/A\tm\n").unwrap_err().contains("not a method"));
        assert!(parse_sharing("[what]\n").unwrap_err().contains("not known"));
    }
}
