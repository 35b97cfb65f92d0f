//! Why an answer about a program may miss something.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use ir::Name;
use ir::hierarchy::ResolveError;
use points_to::GapKind;

use crate::analysis::{Analysis, Choice, EntryKind};
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
            Incomplete::OldJdk { .. } | Incomplete::NoMain { .. } => true,
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
            Incomplete::NoMain { methods } => write!(
                f,
                "there is no main and no test: {methods} public methods are called one after the other, and races between \
                 their callers are not looked for; name a class with --main, methods with --entry, or say --library-mode if \
                 that is what you want"
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
        const NAMED: usize = 5;
        let (own, others) = (&self.of_application, &self.of_libraries);
        let (number, whose) = match own.len() {
            0 => (others.len(), "libraries refer to"),
            own => (own, "the program refers to"),
        };
        let own = own.iter().map(|(name, place)| format!("{name} ({place})"));
        let named: Vec<String> =
            own.chain(others.iter().cloned()).take(NAMED.min(number)).collect();
        let more = match number - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (classes, are, them) =
            if number == 1 { ("class", "is", "it") } else { ("classes", "are", "them") };
        write!(
            f,
            "{number} {classes} that {whose} {are} missing: {}{more}; add what holds {them} with --class-path",
            named.join(", ")
        )
    }
}

impl Analysis {
    /// Why the answer may miss something, apart from [problems](Analysis::problems).
    pub fn incomplete(&self) -> Vec<Incomplete> {
        let mut reasons = Vec::new();
        let number = self.entries().list.len();
        match self.entries().choice {
            Choice::PublicForWantOfBoth => reasons.push(Incomplete::NoMain { methods: number }),
            Choice::TestsForWantOfMain => reasons.push(Incomplete::OnlyTests { tests: number }),
            Choice::Asked | Choice::EveryMain => {}
        }
        reasons.extend(self.old_jdk());
        let missing = self.missing();
        if missing != Missing::default() {
            reasons.push(Incomplete::Missing(missing));
        }
        reasons.extend(self.class_without_lines());
        reasons
    }

    /// Missing classes that the analysis came upon.
    fn missing(&self) -> Missing {
        let hierarchy = self.solver().hierarchy();
        let phantoms = hierarchy.classes().filter(|&class| hierarchy.is_phantom(class));
        let names: HashMap<String, Name> = phantoms
            .map(|class| hierarchy.name(class))
            .map(|name| (ResolveError::MissingClass(name).to_string(), name))
            .collect();
        let mut found: BTreeMap<Name, Option<String>> = BTreeMap::new();
        if names.is_empty() {
            return Missing::default();
        }
        for at in self.gaps_of(GapKind::Unresolved) {
            let Some(&name) = names.get(&at.gap.why) else { continue };
            let own = at.places.iter().find(|place| self.is_application(place.method.class));
            let place = own.map(|place| {
                let method = place.method;
                format!("in {}.{}", report::simple(method.class.as_str()), method.name)
            });
            let known = found.entry(name).or_default();
            *known = known.take().or(place);
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

    /// A class of an entry point without lines: then the others have none either.
    fn class_without_lines(&self) -> Option<Incomplete> {
        let mains = self.entries().list.iter().filter(|entry| entry.kind == EntryKind::Main);
        let first = mains.chain(&self.entries().list).next()?;
        let has_lines = self.has_lines(first.class)?;
        (!has_lines).then(|| Incomplete::NoLines { class: dotted(first.class.as_str()) })
    }
}
