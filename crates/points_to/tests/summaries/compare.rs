//! Summaries against bodies: what a program can see of either.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use classfile::MethodFlags;
use ir::{Class, MethodType, Name};
use models::{ClassModel, MethodCode, Models};
use points_to::{ClassSource, EntryPoint, Options, ProgramDelta, ReflectionLog, Solver};

use super::drivers::{self, Drivers, Group};
use super::library::{ALL, Library};
use super::policy::PerDriver;
use super::seen::{self, Seen};

/// Checks the summaries of a group with all JDKs that can compile the drivers.
pub fn check(name: &str) {
    let groups = drivers::groups();
    let group = groups.iter().find(|group| group.name == name);
    let group = group.unwrap_or_else(|| panic!("receivers.txt: there is no group {name}"));
    let mut wrong = Vec::new();
    let mut exceptions = exceptions(name);
    for library in ALL.iter() {
        if library.jdk.javac().is_none() {
            testkit::jdk::skip(&format!("JDK {} cannot compile", library.jdk.release));
            continue;
        }
        for (driver, missing) in check_with(library, group) {
            for what in missing {
                let line = format!("{driver} | {what}");
                let excused = exceptions.iter_mut().find(|(pattern, _)| matches(pattern, &line));
                match excused {
                    Some((_, used)) => *used += 1,
                    None => wrong.push(format!("JDK {}: {line}", library.jdk.release)),
                }
            }
        }
    }
    if let Some(path) = env::var_os("DEADHEAT_SUMMARIES") {
        fs::write(path, wrong.join("\n") + "\n").expect("the list of differences");
    }
    let unused = exceptions.iter().filter(|(_, used)| *used == 0);
    wrong.extend(unused.map(|(pattern, _)| format!("exceptions.txt: nothing matches {pattern}")));
    let first = wrong.iter().take(100).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} things that summaries do not cover:\n{first}", wrong.len());
}

/// What may be missing: patterns with `*`, each with how often it was of use. A line in brackets starts a group.
fn exceptions(group: &str) -> Vec<(&'static str, usize)> {
    let heading = format!("[{group}]");
    let lines = include_str!("exceptions.txt").lines().skip_while(|line| **line != *heading);
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| (line, 0)).collect()
}

fn matches(pattern: &str, line: &str) -> bool {
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

/// By driver: what bodies show and summaries do not.
fn check_with(library: &Library, group: &Group) -> BTreeMap<String, BTreeSet<String>> {
    let drivers = drivers::write(library, group);
    let program = Arc::new(Program::compile(library, &drivers));
    let jdk = Arc::new(Models::jdk().clone());
    let start = Instant::now();
    let (with_summaries, summaries) = solve(library, &drivers, &program, &jdk);
    let middle = Instant::now();
    let (with_bodies, _) =
        solve(library, &drivers, &program, &Arc::new(with_bodies(library, group)));
    let seconds = |time: std::time::Duration| time.as_secs_f32();
    testkit::jdk::skip(&format!(
        "JDK {}, {}: {} methods not called; {} are, {} facts with summaries ({:.1} s), {} with bodies ({:.1} s), \
         {} summaries of {}",
        library.jdk.release,
        group.name,
        drivers.skipped.len(),
        drivers.called.len(),
        with_summaries.values().map(BTreeSet::len).sum::<usize>(),
        seconds(middle - start),
        with_bodies.values().map(BTreeSet::len).sum::<usize>(),
        seconds(middle.elapsed()),
        summaries.len(),
        all_summaries(library, group),
    ));
    let nothing = BTreeSet::new();
    let mut missing = BTreeMap::new();
    for (driver, bodies) in &with_bodies {
        let covered = with_summaries.get(driver).unwrap_or(&nothing);
        let less: BTreeSet<String> = bodies.difference(covered).cloned().collect();
        if !less.is_empty() {
            missing.insert(drivers.called[driver].clone(), less);
        }
    }
    missing
}

/// How many summaries of the files there are for methods of the JDK.
fn all_summaries(library: &Library, group: &Group) -> usize {
    let jdk = Models::jdk();
    let classes = jdk.classes().iter().filter(|class| is_compared(group, jdk, class));
    let summarised = |class: &ClassModel| {
        let real = library.class(Name::new(&class.name))?;
        let is_summarised = |method: &&ir::class::Method| {
            let descriptor = method.ty.descriptor();
            let model = jdk.method(&class.name, method.name.as_str(), descriptor.as_str());
            matches!(model.map(|model| &model.code), Some(MethodCode::Summary(_)))
        };
        Some(real.methods.iter().filter(is_summarised).count())
    };
    classes.filter_map(summarised).sum()
}

fn is_compared(group: &Group, models: &Models, class: &ClassModel) -> bool {
    let file = models.files()[class.place.file as usize].as_str();
    file.strip_suffix(".model").is_some_and(|file| group.files.contains(&file))
}

/// The models without the summaries that are compared. Natives keep theirs.
fn with_bodies(library: &Library, group: &Group) -> Models {
    let jdk = Models::jdk();
    let mut text = String::new();
    for class in jdk.classes() {
        let mut class = class.clone();
        if is_compared(group, jdk, &class) {
            let real = library.class(Name::new(&class.name));
            let is_native = |name: &str| {
                real.iter().flat_map(|real| &real.methods).any(|method| {
                    method.name.as_str() == name && method.flags.contains(MethodFlags::NATIVE)
                })
            };
            class.methods.retain(|method| {
                !matches!(method.code, MethodCode::Summary(_)) || is_native(&method.name)
            });
        }
        text.push_str(&format!("{class}\n"));
    }
    text.extend(jdk.properties().iter().map(|rule| format!("{rule}\n")));
    text.extend(jdk.cuts().iter().map(|cut| format!("{cut}\n")));
    let (models, errors) = Models::parse([("bodies.model", text)]);
    assert!(errors.is_empty(), "{errors:?}");
    models
}

fn solve(
    library: &Library,
    drivers: &Drivers,
    program: &Arc<Program>,
    models: &Arc<Models>,
) -> (Seen, BTreeSet<String>) {
    let mut solver = Solver::new(
        Box::new(Classes { program: Arc::clone(program), release: library.jdk.release }),
        Options {
            policy: Box::new(PerDriver),
            models: Arc::clone(models),
            use_summaries: true,
            reflection: Arc::new(ReflectionLog::default()),
        },
    );
    let entry = |at: usize| EntryPoint {
        class: Name::new(&format!("app/D{at}")),
        name: Name::new("run"),
        ty: MethodType::new(&[], None),
    };
    let entries = (0..drivers.classes).map(entry).collect();
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(entries) });
    if env::var_os("DEADHEAT_COUNTS").is_some() {
        counts(&solver);
    }
    (seen::of(&solver), seen::summaries(&solver))
}

fn counts(solver: &Solver) {
    let mut by_method: BTreeMap<String, usize> = BTreeMap::new();
    for node in solver.reachable() {
        if let points_to::CodeKey::Method(method) = solver.key(node) {
            let decl = solver.hierarchy().method(method);
            let class = solver.hierarchy().name(decl.class);
            *by_method.entry(format!("{class}")).or_default() += 1;
        }
    }
    let mut sorted: Vec<_> = by_method.into_iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    testkit::jdk::skip(&format!("{:?}", solver.counts()));
    for (name, count) in sorted.iter().take(40) {
        testkit::jdk::skip(&format!("{count} {name}"));
    }
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
        Some(if has_bodies(name.as_str()) { class } else { Arc::new(without_bodies(&class)) })
    }

    fn is_application(&self, name: Name) -> bool {
        self.program.classes.contains_key(&name)
    }

    fn resources(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}
