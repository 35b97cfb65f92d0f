//! Why an answer about a program may miss something.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use ir::Name;
use points_to::GapKind;
use report::Report;

use crate::analysis::{Analysis, Choice, Place};
use crate::find::dotted;

/// Something that a user should put right to get a whole answer. It prints as a message that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// Classes that the analysis came upon are nowhere.
    Missing(Missing),
    /// Classes were compiled for a newer release than that of the JDK.
    OldJdk {
        /// One of them, by its path.
        path: String,
        /// The release that it needs.
        needs: u16,
        /// The release of the JDK.
        has: u16,
    },
    /// The program calls methods of library classes about which their models say nothing.
    Unmodelled {
        /// Each with a place that calls it.
        methods: Vec<(String, String)>,
    },
    /// There is neither a main nor a test.
    NoMain {
        /// How many public methods were taken instead.
        methods: usize,
    },
    /// There is no main, but there are tests.
    OnlyTests {
        /// How many.
        tests: usize,
    },
    /// Classes without line numbers.
    NoLines {
        /// One of them.
        class: String,
    },
}

/// Classes that are nowhere, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Those that the program itself refers to, and a place that does.
    pub of_application: Vec<(String, String)>,
    /// Those that only libraries refer to; many can do without.
    pub of_libraries: Vec<String>,
}

impl Incomplete {
    /// Whether races may be missed because of it. If not, only the report is poorer.
    pub fn may_miss_races(&self) -> bool {
        match self {
            Incomplete::Missing(missing) => !missing.of_application.is_empty(),
            Incomplete::OldJdk { .. }
            | Incomplete::Unmodelled { .. }
            | Incomplete::NoMain { .. } => true,
            Incomplete::OnlyTests { .. } | Incomplete::NoLines { .. } => false,
        }
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incomplete::Missing(missing) => missing.fmt(f),
            Incomplete::OldJdk { path, needs, has } => write!(
                f,
                "{path}: compiled for Java {needs}, but the JDK is of release {has}; name a newer one with --jdk HOME"
            ),
            Incomplete::Unmodelled { methods } => {
                let (number, them) = match methods.len() {
                    1 => ("a method".to_owned(), "it"),
                    more => (format!("{more} methods"), "them"),
                };
                write!(
                    f,
                    "the program calls {number} that no model describes, of library classes that are known by models alone: {}; \
                     describe {them} in a file for --models (see docs/models.md)",
                    the_first(&with_places(methods))
                )
            }
            Incomplete::NoMain { methods } => write!(
                f,
                "there is no main and no test, and no class looks as if it were meant for several threads: {methods} public \
                 methods are called one after the other; name a class with --main, or with --entry what several threads call \
                 at the same time"
            ),
            Incomplete::OnlyTests { tests } => {
                write!(
                    f,
                    "there is no main: {tests} tests are called; --main names a class that starts the program"
                )
            }
            Incomplete::NoLines { class } => write!(
                f,
                "{class} has no line numbers: places are given as offsets; compile with javac -g to see lines"
            ),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (own, others) = (&self.of_application, &self.of_libraries);
        let (names, whose) = match own.is_empty() {
            true => (others.clone(), "libraries refer to"),
            false => (with_places(own), "the program refers to"),
        };
        let number = names.len();
        let (classes, are, them) =
            if number == 1 { ("class", "is", "it") } else { ("classes", "are", "them") };
        write!(
            f,
            "{number} {classes} that {whose} {are} missing: {}; add what holds {them} with --class-path",
            the_first(&names)
        )
    }
}

fn with_places(named: &[(String, String)]) -> Vec<String> {
    named.iter().map(|(name, place)| format!("{name} ({place})")).collect()
}

/// The first few of some names, and how many more there are.
fn the_first(names: &[String]) -> String {
    const NAMED: usize = 5;
    let named = names[..NAMED.min(names.len())].join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn in_method(place: &Place) -> String {
    format!("in {}.{}", report::simple(place.method.class.as_str()), place.method.name)
}

impl Analysis {
    /// Why the answer may miss something, apart from [problems](Analysis::problems).
    pub fn incomplete(&self, report: &Report) -> Vec<Incomplete> {
        let mut reasons = Vec::new();
        let number = self.entries().list.len();
        match self.entries().choice {
            Choice::PublicForWantOfBoth => reasons.push(Incomplete::NoMain { methods: number }),
            Choice::TestsForWantOfMain => reasons.push(Incomplete::OnlyTests { tests: number }),
            Choice::Asked | Choice::EveryMain | Choice::SharedForWantOfBoth => {}
        }
        reasons.extend(self.old_jdk());
        let missing = self.missing();
        if missing != Missing::default() {
            reasons.push(Incomplete::Missing(missing));
        }
        let methods = self.unmodelled();
        if !methods.is_empty() {
            reasons.push(Incomplete::Unmodelled { methods });
        }
        reasons.extend(self.class_without_lines(report));
        reasons
    }

    /// Methods without a model that the program itself calls.
    fn unmodelled(&self) -> Vec<(String, String)> {
        let gaps = self.gaps_of(GapKind::Unmodelled).into_iter();
        let of_program = gaps.filter_map(|at| {
            let place = at.places.iter().find(|place| self.is_application(place.method.class))?;
            let name = at.gap.what.split('(').next().unwrap_or_default();
            Some((report::external(name), in_method(place)))
        });
        of_program.collect()
    }

    /// Missing classes that the analysis came upon.
    fn missing(&self) -> Missing {
        let mut found: BTreeMap<Name, Option<String>> = BTreeMap::new();
        for at in self.gaps_of(GapKind::Unresolved) {
            let Some(name) = at.gap.missing else { continue };
            let own = at.places.iter().find(|place| self.is_application(place.method.class));
            let place = own.map(in_method);
            let known = found.entry(name).or_default();
            *known = known.take().or(place);
        }
        for (name, class) in self.missing_supertypes() {
            let of = format!("above {}", report::simple(class.as_str()));
            found.entry(name).or_default().get_or_insert(of);
        }
        let mut missing = Missing::default();
        for (name, place) in found {
            let name = dotted(name.as_str());
            match place {
                Some(place) => missing.of_application.push((name, place)),
                None => missing.of_libraries.push(name),
            }
        }
        missing
    }

    /// Missing classes that classes of the program extend or implement.
    fn missing_supertypes(&self) -> Vec<(Name, Name)> {
        let hierarchy = self.solver().hierarchy();
        let mut missing = Vec::new();
        for name in self.reached_classes() {
            let Some(class) = hierarchy.class(name) else { continue };
            let above = hierarchy.super_class(class).into_iter();
            let above = above.chain(hierarchy.interfaces(class).iter().copied());
            let phantoms = above.filter(|class| hierarchy.is_phantom(*class));
            missing.extend(phantoms.map(|class| (hierarchy.name(class), name)));
        }
        missing
    }

    /// The classes of the program that the analysis came to.
    fn reached_classes(&self) -> Vec<Name> {
        let methods = self.solver().reachable_methods();
        let hierarchy = self.solver().hierarchy();
        let classes: HashSet<Name> = methods
            .into_iter()
            .map(|method| hierarchy.name(hierarchy.method(method).class))
            .collect();
        let mut own: Vec<Name> =
            classes.into_iter().filter(|class| self.is_application(*class)).collect();
        own.sort_unstable();
        own
    }

    /// The newest class, if it is too new for the JDK.
    fn old_jdk(&self) -> Option<Incomplete> {
        let has = self.program().jdk()?.release;
        let version = |name: Name| {
            let entry = self.program().class_path.find(name.as_str())?;
            let bytes = entry.read().ok()?;
            let major = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
            Some((major.saturating_sub(44), entry.path()))
        };
        let (needs, path) = self.reached_classes().into_iter().filter_map(version).max()?;
        (needs > has).then_some(Incomplete::OldJdk { path, needs, has })
    }

    /// A class without lines, among those with races and those with entry points.
    fn class_without_lines(&self, report: &Report) -> Option<Incomplete> {
        let mut sites = report.races.iter().flat_map(|race| [&race.earlier.site, &race.later.site]);
        let with_race = sites.find(|site| site.line.is_none()).map(|site| dotted(&site.class));
        let entries = self.entries().list.iter();
        let mut with_entry =
            entries.map(|entry| entry.class).filter(|class| self.is_application(*class));
        let class = with_race.or_else(|| {
            let class = with_entry.next()?;
            (self.has_lines(class) == Some(false)).then(|| dotted(class.as_str()))
        })?;
        Some(Incomplete::NoLines { class })
    }
}
