//! Summaries against bodies: what a program can see of either.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::Instant;
use std::{env, fs};

use ir::{Class, MethodType, Name};
use models::Models;
use points_to::{ClassSource, EntryPoint, Options, ProgramDelta, ReflectionLog, Solver};

use super::drivers::{self, Drivers, Group};
use super::effects;
use super::family::{self, Family};
use super::library::{ALL, Library};
use super::policy::PerDriver;
use super::seen::{self, Watched};

/// Checks the summaries of a group with all JDKs that can compile the drivers.
pub fn check(name: &str) {
    let mut wrong = Vec::new();
    let mut exceptions = exceptions(name);
    for (release, comparison) in results(name).iter() {
        for (driver, facts) in &comparison.facts {
            let missing = uncovered(driver, facts, &mut exceptions);
            wrong.extend(missing.iter().map(|line| format!("JDK {release}: {line}")));
        }
    }
    if let Some(path) = env::var_os("DEADHEAT_SUMMARIES") {
        fs::write(path, wrong.join("\n") + "\n").expect("the list of differences");
    }
    let unused = exceptions.iter().filter(|exception| !exception.is_used);
    wrong.extend(unused.map(|unused| format!("exceptions.txt: no use for {}", unused.pattern)));
    let first = wrong.iter().take(100).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} things that summaries do not cover:\n{first}", wrong.len());
}

/// What was compared with one JDK.
pub struct Comparison {
    /// What the drivers see.
    facts: BTreeMap<String, Facts>,
    /// The methods of which both the summary and the body ran: class, name and type.
    pub methods: BTreeSet<String>,
}

/// By release: the comparisons of a group.
pub type Comparisons = BTreeMap<u16, Comparison>;

/// The comparisons of a group, which are made once.
pub fn results(name: &str) -> Arc<Comparisons> {
    type Once = Arc<OnceLock<Arc<Comparisons>>>;
    static MADE: LazyLock<Mutex<BTreeMap<String, Once>>> = LazyLock::new(Mutex::default);
    let made = {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(made.entry(name.to_owned()).or_default())
    };
    Arc::clone(made.get_or_init(|| Arc::new(compare(name))))
}

fn compare(name: &str) -> Comparisons {
    let groups = drivers::groups();
    let group = groups.iter().find(|group| group.name == name);
    let group = group.unwrap_or_else(|| panic!("receivers.txt: there is no group {name}"));
    let mut comparisons = Comparisons::new();
    for library in ALL.iter() {
        match library.jdk.javac() {
            Some(_) => {
                comparisons.insert(library.jdk.release, compare_with(library, group));
            }
            None => testkit::jdk::skip(&format!("JDK {} cannot compile", library.jdk.release)),
        }
    }
    comparisons
}

/// What a driver sees.
struct Facts {
    summaries: BTreeSet<String>,
    bodies: BTreeSet<String>,
}

/// What bodies do and summaries do not, without what is excused.
fn uncovered(driver: &str, facts: &Facts, exceptions: &mut [Exception]) -> Vec<String> {
    let mut missing: Vec<String> = facts
        .bodies
        .difference(&facts.summaries)
        // What waits for something is carried out by whoever comes last; a summary says that it may be another thread.
        .filter(|fact| !facts.summaries.contains(&format!("{fact} in another thread")))
        .map(|fact| format!("{driver} | {fact}"))
        .collect();
    for exception in exceptions.iter_mut() {
        let before = missing.len();
        if exception.is_weak {
            if before > 0 && matches(exception.pattern, driver) {
                let known: BTreeSet<String> =
                    facts.summaries.iter().map(|fact| weak(fact)).collect();
                missing.retain(|line| {
                    !known.contains(&weak(line.rsplit(" | ").next().unwrap_or_default()))
                });
            }
        } else {
            missing.retain(|line| !matches(exception.pattern, line));
        }
        exception.is_used |= missing.len() < before;
    }
    missing
}

/// A fact that does not tell the key of an entry from its value, nor one argument from another.
fn weak(fact: &str) -> String {
    let fact = fact.replace("EntryKey", "Part").replace("EntryValue", "Part");
    let fact = fact.replace("Key", "Val").replace(" value is", " is").replace(" key is", " is");
    let fact = fact.replace(" element is", " is").replace("getVal is", "getValue is");
    fact.replace(|c: char| c.is_ascii_digit(), "#").replace("Val#", "Val")
}

/// A line of `exceptions.txt`.
struct Exception {
    /// What it is about, with `*` for anything.
    pattern: &'static str,
    /// Whether it is still compared, without telling keys from values.
    is_weak: bool,
    is_used: bool,
}

/// What may be missing. A line in brackets starts a group; a comment gives the reason for the lines that follow.
fn exceptions(group: &str) -> Vec<Exception> {
    let heading = format!("[{group}]");
    let lines = include_str!("exceptions.txt").lines().skip_while(|line| **line != *heading);
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    let mut has_reason = false;
    let mut found = Vec::new();
    for line in lines {
        match line.split_once(' ') {
            None => has_reason = false,
            Some(("#", _)) => has_reason = true,
            Some((kind @ ("weak" | "except"), pattern)) if has_reason => {
                found.push(Exception { pattern, is_weak: kind == "weak", is_used: false });
            }
            _ => panic!("exceptions.txt: not `weak` or `except` below a reason: {line}"),
        }
    }
    found
}

/// Whether a line is what a pattern with `*` says.
pub fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let mut rest = match line.strip_prefix(parts.next().unwrap_or("")) {
        Some(rest) => rest,
        None => return false,
    };
    let mut last = "";
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
        last = part;
    }
    rest.is_empty() || (pattern.ends_with('*') && last.is_empty())
}

fn compare_with(library: &Library, group: &Group) -> Comparison {
    let start = Instant::now();
    let drivers = drivers::write(library, group);
    let program = Arc::new(Program::compile(library, &drivers));
    let compiled = Instant::now();
    let jdk = Arc::new(Models::jdk().clone());
    let everyone: BTreeSet<String> = (0..drivers.classes).map(|at| format!("app/D{at}")).collect();
    let with_summaries = solve(library, &everyone, &program, &jdk, &Family::new());
    let watched = Watched::of(&with_summaries);
    let mut expected = seen::of(&with_summaries, &watched);
    for (driver, facts) in effects::of(&with_summaries, &watched, library) {
        expected.entry(driver).or_default().extend(facts);
    }
    expected.values_mut().for_each(effects::with_implied);
    let direct = seen::drivers_of_summaries(&with_summaries, &watched);
    let summaries = seen::methods(&with_summaries, &watched, true);
    let families = family::of(&with_summaries, &watched);
    let solved = Instant::now();

    let nothing = BTreeSet::new();
    let mut facts = BTreeMap::new();
    let mut compared: BTreeSet<String> = BTreeSet::new();
    for (family, receivers) in &families {
        let models = family::without_summaries(library, family);
        let with_bodies = solve(library, receivers, &program, &models, family);
        let watched = Watched::of(&with_bodies);
        let mut actual = seen::of(&with_bodies, &watched);
        for (driver, facts) in effects::of(&with_bodies, &watched, library) {
            actual.entry(driver).or_default().extend(facts);
        }
        for (driver, bodies) in seen::methods(&with_bodies, &watched, false) {
            let summaries = summaries.get(&driver).unwrap_or(&nothing);
            let both: Vec<&String> = summaries.intersection(&bodies).collect();
            if direct.contains(&driver) && !both.is_empty() {
                compared.extend(both.into_iter().cloned());
                let summaries = expected.get(&driver).unwrap_or(&nothing).clone();
                let bodies = actual.remove(&driver).unwrap_or_default();
                facts.insert(drivers.called[&driver].clone(), Facts { summaries, bodies });
            }
        }
    }
    testkit::jdk::skip(&format!(
        "JDK {}, {}: {} methods are called, {} are not; {} summaries are compared; {:.1} s to compile, {:.1} s with \
         summaries, {:.1} s with the bodies of {} families",
        library.jdk.release,
        group.name,
        drivers.called.len(),
        drivers.skipped.len(),
        compared.len(),
        (compiled - start).as_secs_f32(),
        (solved - compiled).as_secs_f32(),
        solved.elapsed().as_secs_f32(),
        families.len(),
    ));
    Comparison { facts, methods: compared }
}

/// Analyses the drivers of some receivers, with the code of a family.
fn solve(
    library: &Library,
    receivers: &BTreeSet<String>,
    program: &Arc<Program>,
    models: &Arc<Models>,
    family: &Family,
) -> Solver {
    let mut solver = Solver::new(
        Box::new(Classes {
            program: Arc::clone(program),
            release: library.jdk.release,
            family: family.clone(),
        }),
        Options {
            policy: Box::new(PerDriver),
            models: Arc::clone(models),
            use_summaries: true,
            reflection: Arc::new(ReflectionLog::default()),
        },
    );
    let entry = |class: &String| EntryPoint {
        class: Name::new(class),
        name: Name::new("run"),
        ty: MethodType::new(&[], None),
    };
    let entries = receivers.iter().map(entry).collect();
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(entries) });
    solver
}

/// The compiled drivers.
struct Program {
    classes: BTreeMap<Name, Arc<Class>>,
}

impl Program {
    fn compile(library: &Library, drivers: &Drivers) -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let package = folder.path().join("app");
        fs::create_dir(&package).expect("a folder for the drivers");
        let mut paths = Vec::new();
        for (name, text) in &drivers.files {
            let path = package.join(name);
            fs::write(&path, text).expect("a source");
            paths.push(path);
        }
        let program = testkit::java::compile(&library.jdk, &paths)
            .unwrap_or_else(|error| panic!("JDK {}: {error}", library.jdk.release));
        let classes = program.classes.into_iter().map(|class| (class.name, Arc::new(class)));
        Program { classes: classes.collect() }
    }
}

/// The classes that an analysis sees.
struct Classes {
    program: Arc<Program>,
    release: u16,
    /// The classes whose code is compared.
    family: Family,
}

impl Classes {
    fn find(&self, name: Name) -> Option<Arc<Class>> {
        let library = ALL.iter().find(|library| library.jdk.release == self.release);
        let own = self.program.classes.get(&name).cloned();
        own.or_else(|| library.and_then(|library| library.class(name)))
    }
}

/// Whether the bodies of a class are looked at. The collections, tasks and streams are of interest, not what they reach in
/// order to log, to format a message or to ask for a permission: each driver would reach it anew.
fn has_bodies(class: &str) -> bool {
    const INSIDE: &[&str] = &[
        "app/",
        "java/util/",
        "java/lang/ref/",
        "java/lang/Object",
        "java/lang/Iterable",
        "java/lang/ThreadLocal",
        "java/lang/InheritableThreadLocal",
        "java/lang/AbstractStringBuilder",
        "java/lang/StringBu",
        "jdk/internal/util/ArraysSupport",
    ];
    const OUTSIDE: &[&str] = &[
        "java/util/Calendar",
        "java/util/Currency",
        "java/util/Date",
        "java/util/Formatter",
        "java/util/Locale",
        "java/util/Properties",
        "java/util/ResourceBundle",
        "java/util/Scanner",
        "java/util/ServiceLoader",
        "java/util/TimeZone",
        "java/util/concurrent/locks/",
        "java/util/jar/",
        "java/util/logging/",
        "java/util/prefs/",
        "java/util/regex/",
        "java/util/zip/",
    ];
    let is_of = |names: &[&str]| names.iter().any(|&name| class.starts_with(name));
    is_of(INSIDE) && !is_of(OUTSIDE)
}

fn without_bodies(class: &Class) -> Class {
    let mut class = class.clone();
    for method in &mut class.methods {
        if method.body().is_some() {
            method.code = ir::class::MethodCode::NotLowered;
        }
    }
    class
}

impl ClassSource for Classes {
    fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        self.find(name)
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        let class = self.find(name)?;
        let has_bodies =
            self.family.contains(family::nest(name.as_str())) || has_bodies(name.as_str());
        Some(if has_bodies { class } else { Arc::new(without_bodies(&class)) })
    }

    fn is_application(&self, name: Name) -> bool {
        self.program.classes.contains_key(&name)
    }

    fn resources(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}
