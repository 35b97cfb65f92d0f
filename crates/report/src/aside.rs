//! Races that somebody knows about and does not want to be told again: they are set aside, with the reason.

use crate::{Declared, Holder, Location, Pattern, Race, Report};

/// A race that is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The race.
    pub race: Race,
    /// Why not.
    pub reason: Reason,
}

/// Why a race is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was there already when the baseline was written.
    Baseline,
    /// The configuration says so.
    Configuration {
        /// Its reason.
        justification: String,
    },
    /// The source says so, with an annotation.
    Source {
        /// The annotation, and where it is.
        justification: String,
    },
}

impl Reason {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Reason::Baseline => "baseline",
            Reason::Configuration { .. } => "configuration",
            Reason::Source { .. } => "source",
        }
    }

    pub(crate) fn justification(&self) -> &str {
        match self {
            Reason::Baseline => "known when the baseline was written",
            Reason::Configuration { justification } | Reason::Source { justification } => {
                justification
            }
        }
    }
}

/// Which races are not to be shown. What is not given does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// What its id starts with.
    pub id: Option<String>,
    /// What is accessed: a field with its class; of an array or library object the field that holds it.
    pub location: Option<Pattern>,
    /// The class of one of the accesses.
    pub class: Option<Pattern>,
    /// Why.
    pub justification: String,
}

impl Suppression {
    /// Whether a race is meant.
    pub fn fits(&self, race: &Race) -> bool {
        let has_id = |id: &String| race.id.starts_with(id.as_str());
        let is_there = |location: &Pattern| location.fits(&field_of(&race.location));
        let is_in = |class: &Pattern| {
            [&race.earlier, &race.later].iter().any(|access| class.fits(&access.site.class))
        };
        self.id.as_ref().is_none_or(has_id)
            && self.location.as_ref().is_none_or(is_there)
            && self.class.as_ref().is_none_or(is_in)
    }
}

/// `com/acme/Cache/entries`, which patterns are made for: the field, or the one that holds what is accessed.
fn field_of(location: &Location) -> String {
    match (&location.holder, &location.field) {
        (Some(Holder::Field { class, field }), _) => format!("{class}/{field}"),
        (Some(Holder::Made(frame)), _) => format!("{}/{}", frame.class, frame.method),
        (None, Some(field)) => format!("{}/{field}", location.class),
        (None, None) => location.class.clone(),
    }
}

impl Report {
    /// What annotations say about a race.
    pub(crate) fn declared(&self, race: &Race) -> &[Declared] {
        self.declared.get(&race.id).map_or(&[], Vec::as_slice)
    }

    /// Sets races aside for which there is a reason, also those that the mode does not show.
    pub fn set_aside(&mut self, mut reason: impl FnMut(&Race) -> Option<Reason>) {
        let mut aside = std::mem::take(&mut self.aside);
        let mut keep = |race: Race| match reason(&race) {
            Some(reason) => {
                aside.push(Aside { race, reason });
                None
            }
            None => Some(race),
        };
        let races = std::mem::take(&mut self.races);
        self.races = races.into_iter().filter_map(&mut keep).collect();
        let hidden = std::mem::take(&mut self.hidden);
        self.hidden = hidden.into_iter().filter_map(&mut keep).collect();
        self.aside = aside;
        if let Some(analysis) = &mut self.analysis {
            analysis.count_hidden(&self.hidden);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Read, Write};
    use crate::{Analysed, Mode, Tier, collect, testing};

    fn race(field: &str) -> Race {
        Race { tier: Tier::Precise, ..testing::race(field, [(Write, "m", 1), (Read, "n", 2)]) }
    }

    fn suppression() -> Suppression {
        Suppression { id: None, location: None, class: None, justification: "so".into() }
    }

    #[test]
    fn a_suppression_fits_if_all_that_is_given_does() {
        let race = Race { id: "a41f00".into(), ..race("x") };
        let location = |text: &str| Some(Pattern::new(text));
        assert!(Suppression { location: location("A.*"), ..suppression() }.fits(&race));
        assert!(!Suppression { location: location("B.*"), ..suppression() }.fits(&race));
        assert!(Suppression { id: Some("a41f".into()), ..suppression() }.fits(&race));
        let both = Suppression { id: Some("a41f".into()), class: location("B"), ..suppression() };
        assert!(!both.fits(&race));
    }

    #[test]
    fn a_list_is_meant_by_the_field_that_holds_it() {
        let mut race = race("contents");
        race.location.class = "java/util/ArrayList".into();
        race.location.holder =
            Some(Holder::Field { class: "com/acme/Cache".into(), field: "entries".into() });
        let location = Some(Pattern::new("com.acme.Cache.entries"));
        assert!(Suppression { location, ..suppression() }.fits(&race));
    }

    #[test]
    fn hidden_races_are_set_aside_too() {
        let races = vec![
            race("shown"),
            race("known"),
            Race { is_unlikely: true, ..race("hidden") },
            Race { is_unlikely: true, ..race("unlikely") },
        ];
        let mode = Mode::All;
        let mut report = collect(races, vec![], Analysed { mode, ..Analysed::default() });
        report.set_aside(|race| {
            let field = race.location.field.as_deref()?;
            ["known", "hidden"].contains(&field).then_some(Reason::Baseline)
        });
        assert_eq!((report.races.len(), report.hidden.len(), report.aside.len()), (1, 1, 2));
        assert_eq!(report.analysis.unwrap().hidden_unlikely, 1);
    }
}
