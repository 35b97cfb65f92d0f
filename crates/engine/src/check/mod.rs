//! Races in names and lines.
//!
//! ```text
//! Solver ──races::check_with──▶ Races: ids ──┬─ callers (how sure that is of a library)
//!                                       ├─ places  (methods, lines, source text)
//!                                       ├─ holders (which field holds an object)
//!                                       ├─ locks   (what people call a lock)
//!                                       ├─ words   (threads, order, doubts) ──▶ report::Race ──▶ report::collect
//!                                       ├─ violations (of annotations)                       ▲
//!                                       └─ story   (all about one of them; trails: how objects get there) ──▶ report::Story
//! ```

mod callers;
mod here;
mod holders;
mod incomplete;
mod locks;
mod places;
mod sharing;
mod story;
#[cfg(test)]
mod tests;
mod trails;
mod violations;
mod words;

use std::time::{Duration, Instant};

use ir::Type;
use models::ForkKind;
use points_to::Obj;
use races::{AbstractThread, Access, AccessKind, Location, Order, Race, Races, Technique, Tier};
use report::{Analysed, InLoop, Kind, Mode, Report};

use crate::analysis::{Analysis, Entry, EntryKind};
use crate::find::dotted;
use crate::progress::Progress;

pub use here::{LineAccess, LineFacts};
use holders::Holders;
pub use incomplete::{Incomplete, Missing};
use places::Sources;
pub use sharing::SharingAlgorithm;
pub use story::NoStory;
use violations::Guards;

impl Analysis {
    /// Looks for races. The report has those that the mode shows.
    pub fn check(&self, mode: Mode, progress: &dyn Progress) -> Report {
        let guards = self.guards();
        self.tell(&self.search(&guards, progress), &guards, mode)
    }

    /// What annotations say.
    pub(crate) fn guards(&self) -> Guards {
        Guards::of(self)
    }

    /// Looks for races.
    pub(crate) fn search(&self, guards: &Guards, progress: &dyn Progress) -> Search {
        progress.begin("looking for races", 0);
        let started = Instant::now();
        let races = self.races(guards);
        Search { races, time: started.elapsed() }
    }

    /// What was found, in names and lines.
    pub(crate) fn tell(&self, found: &Search, guards: &Guards, mode: Mode) -> Report {
        let started = Instant::now();
        let mut report = Namer::new(self, &found.races).report(guards, mode);
        let analysed = report.analysis.get_or_insert_default();
        analysed.times =
            vec![("races".to_owned(), found.time), ("explaining".to_owned(), started.elapsed())];
        report
    }

    fn races(&self, guards: &Guards) -> Races {
        let is_marked = |class: &str| self.program().is_marked_library(class);
        let options = races::Options {
            techniques: self.techniques(),
            watched: guards.watched.clone(),
            is_marked: Some(&is_marked),
        };
        let mut races = races::check_with(self.solver(), self.entries().mains(), &options);
        callers::weigh(self, guards, &mut races);
        races
    }

    /// Whether a thread calls a library, and is in no program.
    fn is_caller(&self, thread: &AbstractThread) -> bool {
        let runs = thread.runs.map(|method| self.method_name(method));
        thread.kind.is_some() && runs.is_some_and(|method| method.is_driver())
    }

    fn analysed(&self, races: &Races, mode: Mode) -> Analysed {
        let entry = |entry: &Entry| match entry.kind {
            EntryKind::Main => dotted(entry.class.as_str()),
            _ => format!("{}.{}", dotted(entry.class.as_str()), entry.name),
        };
        let counts = self.solver().counts();
        let counts = [
            ("application_methods", counts.application_methods),
            ("methods", counts.methods),
            ("objects", counts.objects),
            ("accesses", races.accesses),
            ("shared_locations", races.shared),
        ];
        Analysed {
            mode,
            entries: self.entries().list.iter().map(entry).collect(),
            policy: match self.has_threads_alike() {
                true => format!("{}, all threads alike", self.policy()),
                false => self.policy().to_string(),
            },
            // What the JDK alone runs in threads of its own is nobody's thread.
            threads: races.threads.iter().filter(|t| t.kind.is_none() || t.runs.is_some()).count(),
            counts: counts.map(|(name, count)| (name.to_owned(), count as u64)).into(),
            further: races.left_out,
            hurried: races.hurried,
            ..Analysed::default()
        }
    }
}

/// What was found, in ids.
pub(crate) struct Search {
    races: Races,
    time: Duration,
}

/// Knows what things are called.
struct Namer<'a> {
    analysis: &'a Analysis,
    races: &'a Races,
    holders: Holders,
    sources: Sources<'a>,
}

impl<'a> Namer<'a> {
    fn new(analysis: &'a Analysis, races: &'a Races) -> Namer<'a> {
        Namer::with_objects(analysis, races, &objects_of(races))
    }

    /// The same, if these are the objects that have to be called something.
    fn with_objects(analysis: &'a Analysis, races: &'a Races, objects: &[Obj]) -> Namer<'a> {
        let holders = Holders::of(analysis, objects);
        Namer { analysis, races, holders, sources: Sources::new(analysis) }
    }

    /// What was found, in names and lines.
    fn report(&self, guards: &Guards, mode: Mode) -> Report {
        let races = self.found(guards);
        report::collect(races, Vec::new(), self.analysis.analysed(self.races, mode))
    }

    /// The races, and what breaks declarations.
    fn found(&self, guards: &Guards) -> Vec<report::Race> {
        let named = self.races.races.iter().map(|race| self.race(race));
        // What is said to be immutable is written where that is told.
        let is_immutable = |race: &report::Race| {
            race.location.holder.is_none() && guards.is_immutable(&race.location.class)
        };
        let mut found: Vec<report::Race> = named.filter(|race| !is_immutable(race)).collect();
        found.extend(self.violations(guards, &found));
        found
    }

    fn race(&self, race: &Race) -> report::Race {
        let is_unlikely = race.tier == Tier::Unlikely;
        report::Race {
            rule: report::Rule::Race,
            location: self.location(race.location),
            earlier: self.access(&race.first),
            later: self.access(&race.second),
            count: 0,
            tier: match race.tier {
                Tier::Precise => report::Tier::Precise,
                Tier::Possible | Tier::Unlikely => report::Tier::Possible,
            },
            is_unlikely,
            doubts: race.doubts.iter().map(|doubt| self.doubt(doubt)).collect(),
            why: Some(self.why(race)),
            id: String::new(),
            in_loop: self.in_loop(race),
            folded: Vec::new(),
        }
    }

    /// The loop whose iterations race.
    fn in_loop(&self, race: &Race) -> Option<InLoop> {
        let Order::SameStart { start, .. } = race.order else { return None };
        let is_loop = self.thread(race.first.thread).kind == Some(ForkKind::Loop);
        let object = race.location.object().and_then(|object| self.made_with_class(object));
        let source = self.sources.line(start);
        is_loop.then(|| InLoop { at: self.frame(start), source, object })
    }

    fn location(&self, location: Location) -> report::Location {
        let hierarchy = self.analysis.solver().hierarchy();
        match location {
            Location::Static(field) | Location::Field(_, field) => {
                let decl = hierarchy.field(field);
                report::Location {
                    class: hierarchy.name(decl.class).to_string(),
                    field: Some(decl.name.to_string()),
                    is_static: matches!(location, Location::Static(_)),
                    holder: None,
                }
            }
            Location::Element(array) => self.part_of(array, None),
            Location::State(object, state) => self.part_of(object, Some(state.to_string())),
            Location::Inside(object) => self.part_of(object, Some("state".to_owned())),
        }
    }

    /// The class of an object, and where it is made.
    fn made_with_class(&self, object: Obj) -> Option<(String, report::Frame)> {
        let Some(report::Holder::Made(frame)) = self.made_at(object) else { return None };
        Some((self.class_of(object), frame))
    }

    fn class_of(&self, object: Obj) -> String {
        match self.analysis.solver().class_of(object).ty {
            Type::Ref(class) => class.to_string(),
            ty => ty.descriptor(),
        }
    }

    /// A part of an object that is known by who holds it.
    fn part_of(&self, object: Obj, field: Option<String>) -> report::Location {
        let class = self.class_of(object);
        let holder = self.holders.get(object).or_else(|| self.made_at(object));
        report::Location { class, field, is_static: false, holder }
    }

    fn access(&self, access: &Access) -> report::Access {
        let (thread, started) = self.who(access);
        let bubbles = self.analysis.techniques().has(Technique::BubbleUp);
        let via = access.via.map(|method| {
            let name = self.analysis.method_name(method);
            format!("{}.{}", report::simple(name.class.as_str()), name.name)
        });
        report::Access {
            kind: match access.kind {
                AccessKind::Read => Kind::Read,
                AccessKind::Write => Kind::Write,
            },
            site: self.told_at(access),
            thread: Some(thread),
            stack: self.stack(access),
            started,
            locks: Some(self.locks(&access.locks)),
            source: self.sources.line(access.site).filter(|_| bubbles || via.is_none()),
            via: via.filter(|_| bubbles),
            inside: access.inside.iter().map(|&site| self.frame(site)).collect(),
        }
    }
}

/// The objects that have to be called something.
fn objects_of(races: &Races) -> Vec<Obj> {
    let mut objects = Vec::new();
    for race in &races.races {
        objects.extend(race.location.held_object());
        for lock in race.first.locks.iter().chain(&race.second.locks) {
            objects.extend(&lock.may_objs);
        }
    }
    objects.sort_unstable();
    objects.dedup();
    objects
}
