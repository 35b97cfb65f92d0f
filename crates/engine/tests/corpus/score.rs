//! How many races are found, and how many of those that are reported are right.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use report::{Race, Report, Rule, Tier};

use crate::marks::Place;
use crate::programs::Program;

/// What a user may ask to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Precise,
    Default,
    Lenient,
}

impl View {
    const ALL: [View; 3] = [View::Precise, View::Default, View::Lenient];

    fn shows(self, race: &Race) -> bool {
        match self {
            View::Precise => race.tier <= Tier::Precise && !race.is_unlikely,
            View::Default => !race.is_unlikely,
            View::Lenient => true,
        }
    }
}

/// Two lines with a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) places: [Place; 2],
    pub(crate) location: String,
}

/// What one program, or several, came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    pub(crate) programs: usize,
    pub(crate) ids: usize,
    pub(crate) views: [ViewScore; 3],
    /// What is wrong and not marked, or marked and not wrong.
    pub(crate) complaints: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ViewScore {
    /// IDs that are found.
    pub(crate) found: usize,
    /// Pairs that are reported.
    pub(crate) pairs: usize,
    /// Those that are right.
    pub(crate) right: usize,
}

/// All pairs of a report. What breaks a declaration is none.
pub(crate) fn pairs(report: &Report) -> BTreeSet<Pair> {
    races(report).map(pair).collect()
}

fn races(report: &Report) -> impl Iterator<Item = &Race> {
    report.races.iter().filter(|race| race.rule == Rule::Race)
}

/// The lines of a race.
pub(crate) fn pair(race: &Race) -> Pair {
    let mut places = [race.earlier.site.place(), race.later.site.place()];
    places.sort();
    Pair { places, location: race.location.to_string() }
}

/// A pair as a complaint tells it.
pub(crate) fn line(program: &Program, pair: &Pair) -> String {
    let [first, second] = &pair.places;
    format!("{}  {first} {second}  {}", program.name(), pair.location)
}

impl Score {
    /// The score of a program. The report has everything that is found.
    pub(crate) fn of(program: &Program, report: &Report) -> Score {
        let mut score = Score { programs: 1, ids: program.marks.ids.len(), ..Score::default() };
        for view in View::ALL {
            let shown = races(report).filter(|race| view.shows(race));
            let pairs: BTreeSet<Pair> = shown.map(pair).collect();
            score.view(program, view, &pairs);
        }
        score
    }

    fn view(&mut self, program: &Program, view: View, pairs: &BTreeSet<Pair>) {
        let marks = &program.marks;
        let found: BTreeSet<&str> = pairs.iter().flat_map(|pair| marks.shared(pair)).collect();
        let (right, wrong): (Vec<&Pair>, Vec<&Pair>) =
            pairs.iter().partition(|pair| marks.is_right(pair));
        self.views[view as usize] =
            ViewScore { found: found.len(), pairs: pairs.len(), right: right.len() };
        let missed: Vec<&str> =
            marks.ids.keys().map(String::as_str).filter(|id| !found.contains(id)).collect();
        match view {
            View::Precise => {
                let is_known =
                    |pair: &Pair| pair.places.iter().any(|at| marks.precise.contains(at));
                for pair in wrong.iter().filter(|pair| !is_known(pair)) {
                    self.complain("precise, but no race", &line(program, pair));
                }
                let alarms: BTreeSet<&Place> = wrong.iter().flat_map(|pair| &pair.places).collect();
                for place in marks.precise.iter().filter(|place| !alarms.contains(place)) {
                    let text = format!("{}  {place}", program.name());
                    self.complain("marked as precise false alarm, but there is none", &text);
                }
            }
            View::Lenient => {
                for id in missed.iter().filter(|id| !marks.never.contains_key(**id)) {
                    self.complain("missed even when lenient", &id_line(program, id));
                }
                for (id, place) in
                    marks.never.iter().filter(|(id, _)| !missed.contains(&id.as_str()))
                {
                    let text = format!("{}  {place}  {id}", program.name());
                    self.complain("marked as never found, but found", &text);
                }
            }
            View::Default => self.default_view(program, &wrong, &missed),
        }
    }

    /// Here what is wrong may be known.
    fn default_view(&mut self, program: &Program, wrong: &[&Pair], missed: &[&str]) {
        let marks = &program.marks;
        // What is told of the precise view is not told again.
        let told = self.complaints.clone();
        let is_told = |pair: &Pair| told.iter().any(|told| told.ends_with(&line(program, pair)));
        let is_known =
            |pair: &Pair| is_told(pair) || pair.places.iter().any(|at| marks.alarms.contains(at));
        for pair in wrong.iter().filter(|pair| !is_known(pair)) {
            self.complain("no race", &line(program, pair));
        }
        let is_marked = |id: &str| marks.missed.contains_key(id) || marks.never.contains_key(id);
        for id in missed.iter().filter(|id| !is_marked(id)) {
            self.complain("missed", &id_line(program, id));
        }
        for (id, place) in marks.missed.iter().filter(|(id, _)| !missed.contains(&id.as_str())) {
            let text = format!("{}  {place}  {id}", program.name());
            self.complain("marked as missed, but found", &text);
        }
        let alarms: BTreeSet<&Place> = wrong.iter().flat_map(|pair| &pair.places).collect();
        for place in marks.alarms.iter().filter(|place| !alarms.contains(place)) {
            let text = format!("{}  {place}", program.name());
            self.complain("marked as false alarm, but there is none", &text);
        }
    }

    fn complain(&mut self, what: &str, about: &str) {
        self.complaints.push(format!("{what}: {about}"));
    }

    pub(crate) fn add(&mut self, other: Score) {
        self.programs += other.programs;
        self.ids += other.ids;
        for (own, other) in self.views.iter_mut().zip(other.views) {
            own.found += other.found;
            own.pairs += other.pairs;
            own.right += other.right;
        }
        self.complaints.extend(other.complaints);
    }
}

fn id_line(program: &Program, id: &str) -> String {
    let places = program.marks.ids[id].iter().cloned().collect::<Vec<_>>().join(" ");
    format!("{}  {id}  {places}", program.name())
}

/// A line for each area, and one for all.
pub(crate) fn table(areas: &BTreeMap<&str, Score>) -> String {
    let mut out = String::new();
    let views = View::ALL.map(|view| format!("{:>20}", format!("{view:?}").to_lowercase()));
    let _ = writeln!(out, "{:30}{}", "", views.concat());
    let _ = write!(out, "{:12}{:>9}{:>9}", "area", "programs", "ids");
    let _ = writeln!(out, "{}", format!("{:>7}{:>7}{:>6}", "found", "pairs", "right").repeat(3));
    let mut total = Score::default();
    for (area, score) in areas {
        row(area, score, &mut out);
        total.add(score.clone());
    }
    row("all", &total, &mut out);
    out
}

fn row(name: &str, score: &Score, out: &mut String) {
    let _ = write!(out, "{name:12}{:>9}{:>9}", score.programs, score.ids);
    for view in score.views {
        let _ = write!(out, "{:>7}{:>7}{:>6}", view.found, view.pairs, view.right);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::Marks;
    use report::{Access, AccessSite, Kind, Location};

    fn access(line: u16) -> Access {
        Access {
            kind: Kind::Write,
            site: AccessSite {
                class: "A".into(),
                method: "m".into(),
                descriptor: "()V".into(),
                file: Some("A.java".into()),
                line: Some(line),
                offset: 0,
            },
            thread: None,
            stack: Vec::new(),
            started: None,
            locks: None,
            via: None,
            source: None,
            inside: Vec::new(),
        }
    }

    fn race(lines: [u16; 2], tier: Tier, is_unlikely: bool) -> Race {
        let location = Location { class: "A".into(), field: None, is_static: false, holder: None };
        let [earlier, later] = lines.map(access);
        Race {
            rule: Rule::Race,
            location,
            earlier,
            later,
            count: 0,
            tier,
            is_unlikely,
            doubts: Vec::new(),
            why: None,
            id: String::new(),
            in_loop: None,
            folded: Vec::new(),
        }
    }

    fn score(text: &str, races: Vec<Race>) -> Score {
        let mut marks = Marks::default();
        marks.read("A.java", text);
        let program = Program::named("order", "latch", marks);
        Score::of(&program, &Report { races, ..Report::default() })
    }

    fn complaints(score: &Score) -> Vec<&str> {
        score.complaints.iter().map(|line| line.split(':').next().unwrap()).collect()
    }

    #[test]
    fn views_are_scored_by_what_they_show() {
        let text = "// race:x\n// race:x\n// race:y\n// safe: own\n";
        let races = vec![
            race([1, 2], Tier::Precise, false),
            race([3, 3], Tier::Possible, false),
            race([3, 4], Tier::Possible, true),
        ];
        let score = score(text, races);
        let view = |found, pairs, right| ViewScore { found, pairs, right };
        assert_eq!(score.views, [view(1, 1, 1), view(2, 2, 2), view(2, 3, 2)]);
        assert_eq!((score.ids, score.complaints.len()), (2, 0));
    }

    #[test]
    fn what_is_wrong_is_told_unless_it_is_marked() {
        let unmarked = "// race:x\n// safe: own\n";
        let wrong = || vec![race([2, 2], Tier::Possible, false)];
        assert_eq!(
            complaints(&score(unmarked, wrong())),
            ["no race", "missed", "missed even when lenient"]
        );
        let marked = "// race:x missed: so far\n// safe: own (false alarm: so far)\n";
        assert_eq!(complaints(&score(marked, wrong())), ["missed even when lenient"]);
        let right = vec![race([1, 1], Tier::Precise, false)];
        assert_eq!(
            complaints(&score(marked, right)),
            ["marked as missed, but found", "marked as false alarm, but there is none"]
        );
        let precise = vec![race([1, 1], Tier::Precise, false), race([2, 2], Tier::Precise, false)];
        let told = score(unmarked, precise);
        assert_eq!(complaints(&told), ["precise, but no race"]);
        assert!(told.complaints[0].ends_with("order/latch  A.java:2 A.java:2  A"), "{told:?}");
        let marked =
            "// race:x never found: so far\n// safe: own (false alarm even when precise: so far)\n";
        assert_eq!(complaints(&score(marked, vec![race([2, 2], Tier::Precise, false)])), [""; 0]);
        assert_eq!(
            complaints(&score(marked, vec![race([1, 1], Tier::Precise, false)])),
            [
                "marked as precise false alarm, but there is none",
                "marked as false alarm, but there is none",
                "marked as never found, but found"
            ]
        );
    }
}
