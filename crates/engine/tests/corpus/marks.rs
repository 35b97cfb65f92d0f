//! What the comments of a program say about its races.

use std::collections::{BTreeMap, BTreeSet};

use crate::score::Pair;

/// `File.java:LINE`
pub(crate) type Place = String;

/// The marks of a program.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// By ID: the lines that take part.
    pub(crate) ids: BTreeMap<String, BTreeSet<Place>>,
    /// IDs that the default view is known to miss, and a line that says so.
    pub(crate) missed: BTreeMap<String, Place>,
    /// IDs that are known not to be found at all.
    pub(crate) never: BTreeMap<String, Place>,
    /// Lines whose false alarms are known.
    pub(crate) alarms: BTreeSet<Place>,
    /// Lines whose false alarms are known even when the view is precise.
    pub(crate) precise: BTreeSet<Place>,
}

impl Marks {
    /// Adds those of a file.
    pub(crate) fn read(&mut self, file: &str, text: &str) {
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{file}:{number}");
            if let Some((_, mark)) = line.split_once("// race:") {
                self.race(&place, mark);
            }
            if reason(line, "(false alarm:", &place) {
                self.alarms.insert(place);
            } else if reason(line, "(false alarm even when precise:", &place) {
                self.alarms.insert(place.clone());
                self.precise.insert(place);
            }
        }
    }

    fn race(&mut self, place: &str, mark: &str) {
        let ids = mark.split_whitespace().next().unwrap_or_default();
        let (is_missed, is_never) =
            (reason(mark, " missed:", place), reason(mark, " never found:", place));
        for id in ids.split(',') {
            self.ids.entry(id.to_owned()).or_default().insert(place.to_owned());
            if is_missed {
                self.missed.insert(id.to_owned(), place.to_owned());
            }
            if is_never {
                self.never.insert(id.to_owned(), place.to_owned());
            }
        }
    }

    /// The IDs that both lines of a pair have.
    pub(crate) fn shared(&self, pair: &Pair) -> Vec<&str> {
        let has_both = |places: &BTreeSet<Place>| pair.places.iter().all(|at| places.contains(at));
        self.ids.iter().filter(|(_, places)| has_both(places)).map(|(id, _)| id.as_str()).collect()
    }

    pub(crate) fn is_right(&self, pair: &Pair) -> bool {
        !self.shared(pair).is_empty()
    }
}

/// Whether a line has a mark, which must give a reason.
fn reason(line: &str, mark: &str, place: &str) -> bool {
    let Some((_, reason)) = line.split_once(mark) else { return false };
    assert!(reason.trim_end_matches(')').trim().len() > 3, "{place}: `{mark}` needs a reason");
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let mut marks = Marks::default();
        let text = "x++; // race:x,y\ny++; // race:y missed: nobody knows\nz++; // safe: own (false alarm: so far)\nz--; // safe: own\nw++; // race:w never found: too far\nv++; // safe: own (false alarm even when precise: so far)\n";
        marks.read("A.java", text);
        let lines = |id: &str| marks.ids[id].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!((lines("x"), lines("y")), (vec!["A.java:1"], vec!["A.java:1", "A.java:2"]));
        assert_eq!(marks.missed["y"], "A.java:2");
        assert_eq!(marks.never["w"], "A.java:5");
        assert_eq!(marks.alarms.iter().collect::<Vec<_>>(), ["A.java:3", "A.java:6"]);
        assert_eq!(marks.precise.iter().collect::<Vec<_>>(), ["A.java:6"]);
        let pair = |a: &str, b: &str| Pair { places: [a.into(), b.into()], location: "A.y".into() };
        assert_eq!(marks.shared(&pair("A.java:1", "A.java:2")), ["y"]);
        assert_eq!(marks.shared(&pair("A.java:1", "A.java:1")), ["x", "y"]);
        assert!(!marks.is_right(&pair("A.java:1", "A.java:3")));
    }
}
