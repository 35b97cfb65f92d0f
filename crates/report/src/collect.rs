//! The races of an analysis become a report: each pair of places once, the most certain first, and of those what a mode
//! shows.

use std::collections::HashMap;

use crate::{Access, AccessSite, Analysed, Kind, Location, Race, Report, Rule, Tier, id};

/// Which races are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Those whose objects and locks are unambiguous.
    Precise,
    /// These, and the possible ones.
    #[default]
    All,
    /// These, and the unlikely ones.
    Lenient,
}

impl Mode {
    /// As it is written on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Precise => "precise",
            Mode::All => "all",
            Mode::Lenient => "lenient",
        }
    }

    fn shows(self, race: &Race) -> bool {
        match self {
            Mode::Precise => race.tier <= Tier::Precise && !race.is_unlikely,
            Mode::All => !race.is_unlikely,
            Mode::Lenient => true,
        }
    }
}

/// A report on the races that an analysis found. The mode is that of `analysis`, which also gets to know what that leaves out.
pub fn collect(races: Vec<Race>, gaps: Vec<String>, mut analysis: Analysed) -> Report {
    let mut races = fold(races);
    // Before anything is left out, so that a race has the same id in every mode.
    id::give(&mut races);
    sort(&mut races);
    let (races, hidden): (Vec<Race>, Vec<Race>) =
        races.into_iter().partition(|race| analysis.mode.shows(race));
    analysis.count_hidden(&hidden);
    Report { races, hidden, gaps, analysis: Some(analysis), ..Report::default() }
}

impl Analysed {
    pub(crate) fn count_hidden(&mut self, hidden: &[Race]) {
        self.hidden_unlikely = hidden.iter().filter(|race| race.is_unlikely).count();
        self.hidden_possible = hidden.len() - self.hidden_unlikely;
    }
}

/// Of races between the same places, the most certain one: `count++` reads and writes, but is one mistake.
fn fold(races: Vec<Race>) -> Vec<Race> {
    type Side = (String, String, String);
    let side = |site: &AccessSite| -> Side {
        (site.place(), site.class.clone(), format!("{}{}", site.method, site.descriptor))
    };
    let mut known: HashMap<(Rule, Location, [Side; 2]), Race> = HashMap::new();
    for mut race in races {
        let access = |access: &Access| (access.kind, access.site.offset);
        race.folded = vec![[access(&race.earlier), access(&race.later)]];
        let mut sides = [side(&race.earlier.site), side(&race.later.site)];
        sides.sort();
        let key = (race.rule, race.location.clone(), sides);
        let Some(known) = known.get_mut(&key) else {
            known.insert(key, race);
            continue;
        };
        // Which side comes first is up to the most certain one.
        if certainty(known) > certainty(&race) {
            std::mem::swap(known, &mut race);
        }
        let is_turned = side(&race.earlier.site) != side(&known.earlier.site);
        let folded = race.folded.into_iter();
        known.folded.extend(folded.map(|[a, b]| if is_turned { [b, a] } else { [a, b] }));
    }
    let mut races: Vec<Race> = known.into_values().collect();
    for race in &mut races {
        race.folded.sort_unstable();
        race.folded.dedup();
    }
    races
}

/// The smaller, the more certain; two writes are worse than a write and a read.
fn certainty(race: &Race) -> (bool, Tier, usize, [(Option<u16>, u16); 2]) {
    let accesses = [&race.earlier, &race.later];
    let reads = accesses.iter().filter(|access| access.kind == Kind::Read).count();
    let places = accesses.map(|access| (access.site.line, access.site.offset));
    (race.is_unlikely, race.tier, reads, places)
}

/// Locations by their most certain race, and the races of a location side by side.
fn sort(races: &mut [Race]) {
    let rank = |race: &Race| (race.is_unlikely, race.tier);
    let mut best: HashMap<String, (bool, Tier)> = HashMap::new();
    for race in races.iter() {
        let known = best.entry(race.location.to_string()).or_insert(rank(race));
        *known = rank(race).min(*known);
    }
    races.sort_by_cached_key(|race| {
        let location = race.location.to_string();
        let place = |site: &AccessSite| (site.file.clone(), site.line, site.offset);
        let places = [place(&race.earlier.site), place(&race.later.site)];
        (best[&location], location, rank(race), places, race.id.clone())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Read, Write};
    use crate::testing;

    fn race(field: &str, lines: [u16; 2], tier: Tier) -> Race {
        let sides = [(Write, "m", lines[0]), (Read, "n", lines[1])];
        Race { tier, ..testing::race(field, sides) }
    }

    fn unlikely(field: &str, lines: [u16; 2]) -> Race {
        let doubts = vec!["each thread seems to use elements of its own".into()];
        Race { is_unlikely: true, doubts, ..race(field, lines, Tier::Possible) }
    }

    fn shown(report: &Report) -> Vec<String> {
        let one = |race: &Race| format!("{}:{}", race.location, race.earlier.site.line.unwrap());
        report.races.iter().map(one).collect()
    }

    fn report(mode: Mode) -> Report {
        let races = vec![
            race("possible", [1, 2], Tier::Possible),
            unlikely("precise", [9, 8]),
            unlikely("unlikely", [3, 4]),
            race("precise", [5, 6], Tier::Possible),
            race("precise", [7, 8], Tier::Precise),
        ];
        collect(races, Vec::new(), Analysed { mode, ..Analysed::default() })
    }

    #[test]
    fn the_most_certain_location_comes_first_with_all_its_races() {
        let all = ["A.precise:7", "A.precise:5", "A.precise:9", "A.possible:1", "A.unlikely:3"];
        assert_eq!(shown(&report(Mode::Lenient)), all);
    }

    #[test]
    fn a_mode_shows_a_part_and_the_rest_is_counted() {
        let hidden = |report: &Report| {
            let analysis = report.analysis.as_ref().unwrap();
            (analysis.hidden_possible, analysis.hidden_unlikely)
        };
        let (lenient, all, precise) =
            (report(Mode::Lenient), report(Mode::All), report(Mode::Precise));
        assert_eq!([lenient.races.len(), all.races.len(), precise.races.len()], [5, 3, 1]);
        assert_eq!([hidden(&lenient), hidden(&all), hidden(&precise)], [(0, 0), (0, 2), (2, 2)]);
        assert_eq!(precise.races[0].id, lenient.races[0].id);
    }

    #[test]
    fn a_line_that_reads_and_writes_is_one_race() {
        let with = |sides, tier| Race { tier, ..testing::race("x", sides) };
        let races = vec![
            with([(Write, "m", 5), (Read, "m", 5)], Tier::Precise),
            with([(Write, "m", 5), (Write, "m", 5)], Tier::Precise),
            with([(Write, "m", 5), (Write, "m", 5)], Tier::Possible),
        ];
        let report = collect(races, Vec::new(), Analysed::default());
        let [race] = &report.races[..] else { panic!("{:?}", report.races) };
        assert_eq!((race.tier, race.later.kind), (Tier::Precise, Write));
    }
}
