//! Golden IR for every feature of the Java language that shows in class files.
//!
//! ```text
//! language/<since>/<fixture>/*.java ──javac of each JDK──▶ lower ──▶ verify ──▶ print ══ jdk<release>.ir beside the sources
//!                                                                      ▲         │
//!                                                                      └──parse──┘
//! ```
//!
//! `<since>` is `java<release>` for what came with a release of Java, `classic` for what was there before Java 8, `target8`
//! for what looks different in class files made for Java 8, and `shape` for properties of the IR itself. Compilers differ,
//! so each release of the JDK has goldens of its own. What a JDK cannot compile, or has no goldens for, is said on
//! standard error.
//!
//! A change of the goldens is accepted with `DEADHEAT_BLESS=1 cargo test -p ir --test language`. Read the difference
//! before you commit it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use ir::verify::{Declaration, verify};
use ir::{Class, MethodCode, text};
use project::Jdk;
use testkit::java::{self, FixtureError, Program};
use testkit::jdk::skip;

const ACCEPT: &str = "DEADHEAT_BLESS=1 cargo test -p ir --test language";

/// The release of Java that `classic` and `shape` need. No older compiler is of interest.
const OLDEST: u16 = 8;

/// A folder of sources, by its path below `language`.
struct Fixture {
    name: String,
    folder: PathBuf,
    since: u16,
    /// Compiled for an older release than the JDK's.
    target: Option<u16>,
    files: Vec<PathBuf>,
}

#[test]
fn every_language_feature_lowers_to_its_golden_ir() {
    let fixtures = fixtures();
    let jdks = java::compilers();
    assert!(!jdks.is_empty(), "this test needs a JDK");
    let mut failures = Vec::new();
    for jdk in &jdks {
        for target in [None, Some(OLDEST)] {
            let fixtures: Vec<&Fixture> =
                fixtures.iter().filter(|it| it.target == target).collect();
            failures.extend(check_jdk(jdk, target, &fixtures));
        }
    }
    assert!(
        failures.is_empty(),
        "{}\n{} difference(s). If the new IR is right, accept it with\n    {ACCEPT}",
        failures.join("\n"),
        failures.len()
    );
}

/// Compiles all fixtures that this JDK understands in one run of javac, and checks each.
fn check_jdk(jdk: &Jdk, target: Option<u16>, fixtures: &[&Fixture]) -> Vec<String> {
    let (known, newer): (Vec<&Fixture>, Vec<&Fixture>) =
        fixtures.iter().partition(|fixture| fixture.since <= jdk.release);
    for fixture in newer {
        let Fixture { name, since, .. } = fixture;
        skip(&format!("{name} needs Java {since}, this is JDK {}", jdk.version));
    }
    let program = match compile(jdk, target, &known) {
        Ok(Some(program)) => program,
        Ok(None) => return Vec::new(),
        Err(error) => return vec![format!("JDK {}: {error}", jdk.version)],
    };
    let printed = check_classes(&program);
    if env::var_os("DEADHEAT_BLESS").is_some() {
        bless(jdk, &known, &printed);
    }
    if !known.iter().any(|fixture| fixture.golden(jdk).is_file()) {
        skip(&format!(
            "there are no golden files for JDK {}; its {} fixtures were lowered and verified only",
            jdk.version,
            known.len()
        ));
        return Vec::new();
    }
    known.iter().filter_map(|fixture| check_golden(jdk, fixture, &printed)).collect()
}

fn compile(
    jdk: &Jdk,
    target: Option<u16>,
    fixtures: &[&Fixture],
) -> Result<Option<Program>, FixtureError> {
    let files: Vec<PathBuf> = fixtures.iter().flat_map(|fixture| fixture.files.clone()).collect();
    let Some(target) = target else { return java::compile(jdk, &files).map(Some) };
    let program = java::compile_for(jdk, &files, target)?;
    if program.is_none() {
        let version = &jdk.version;
        skip(&format!("JDK {version} does not make class files for Java {target}"));
    }
    Ok(program)
}

/// Verifies and prints every class; the result holds the text of each fixture's classes by its folder.
fn check_classes(program: &Program) -> BTreeMap<PathBuf, String> {
    let mut printed: BTreeMap<PathBuf, String> = BTreeMap::new();
    for class in &program.classes {
        check_bodies(class);
        let text = text::print(class);
        check_text(class, &text);
        let source = program.source_of(class).expect("every class of a fixture has a source file");
        let folder = source.parent().expect("a source file lies in a folder").to_owned();
        let all = printed.entry(folder).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(&text);
    }
    printed
}

fn check_bodies(class: &Class) {
    for method in &class.methods {
        let name = format!("{}.{}{}", class.name, method.name, method.ty);
        match &method.code {
            MethodCode::Body(body) => {
                let verified = verify(body, &Declaration::of(class.name, method));
                assert!(verified.is_ok(), "{name}: {verified:?}\n{}", text::print_body(body));
            }
            MethodCode::Absent => {}
            MethodCode::NotLowered => panic!("{name} was not lowered"),
            MethodCode::Broken(error) => panic!("{name}: {error}"),
        }
    }
}

fn check_text(class: &Class, text: &str) {
    match text::parse_classes(text) {
        Ok(parsed) => assert!(
            parsed == std::slice::from_ref(class),
            "{} is another class after printing and parsing",
            class.name
        ),
        Err(error) => panic!("the text of {} does not parse: {error}\n{text}", class.name),
    }
}

fn check_golden(
    jdk: &Jdk,
    fixture: &Fixture,
    printed: &BTreeMap<PathBuf, String>,
) -> Option<String> {
    let actual = &printed[&fixture.folder];
    let path = fixture.golden(jdk);
    match fs::read_to_string(&path) {
        Ok(expected) if expected == *actual => None,
        Ok(expected) => {
            Some(format!("{} differs:\n{}", path.display(), first_difference(&expected, actual)))
        }
        Err(error) => Some(format!("{}: {error}", path.display())),
    }
}

fn bless(jdk: &Jdk, fixtures: &[&Fixture], printed: &BTreeMap<PathBuf, String>) {
    for fixture in fixtures {
        let path = fixture.golden(jdk);
        fs::write(&path, &printed[&fixture.folder]).expect("golden files are writable");
    }
}

/// The first lines in which two texts differ, with what stands before them in both.
fn first_difference(expected: &str, actual: &str) -> String {
    const BEFORE: usize = 4;
    const SHOWN: usize = 12;
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    let same = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let (rest, new_rest) = (&expected[same..], &actual[same..]);
    let tail = rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let part = |sign: char, lines: &[&str]| -> String {
        lines.iter().take(SHOWN).map(|line| format!("{sign} {line}\n")).collect()
    };
    let context = part(' ', &expected[same.saturating_sub(BEFORE)..same]);
    let removed = part('-', &rest[..rest.len() - tail]);
    let added = part('+', &new_rest[..new_rest.len() - tail]);
    format!("line {}:\n{context}{removed}{added}", same + 1)
}

impl Fixture {
    fn golden(&self, jdk: &Jdk) -> PathBuf {
        self.folder.join(format!("jdk{}.ir", jdk.release))
    }
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let files = java::sources_below(&root).expect("the fixtures are readable");
    let mut fixtures: Vec<Fixture> = Vec::new();
    for file in files {
        let folder = file.parent().expect("a source file lies in a folder").to_owned();
        match fixtures.last_mut() {
            Some(last) if last.folder == folder => last.files.push(file),
            _ => fixtures.push(fixture(&root, folder, file)),
        }
    }
    assert!(!fixtures.is_empty(), "no fixtures in {}", root.display());
    fixtures
}

fn fixture(root: &Path, folder: PathBuf, file: PathBuf) -> Fixture {
    let name = folder.strip_prefix(root).expect("fixtures lie below their root");
    let name = name.to_string_lossy().replace('\\', "/");
    let target = name.starts_with("target8/").then_some(OLDEST);
    Fixture { since: since(&name), name, folder, target, files: vec![file] }
}

/// The release that a fixture needs, by the first folder of its name.
fn since(name: &str) -> u16 {
    let first = name.split('/').next().unwrap_or_default();
    match first.strip_prefix("java") {
        Some(release) => release.parse().expect("the folder is named java<release>"),
        None => OLDEST,
    }
}

#[test]
fn the_first_difference_is_shown_with_its_surroundings() {
    let expected = "a\nb\nc\nd\ne\nf\n";
    let actual = "a\nb\nc\nd\ne\ng\nh\n";
    assert_eq!(first_difference(expected, actual), "line 6:\n  b\n  c\n  d\n  e\n- f\n+ g\n+ h\n");
    assert_eq!(first_difference("a\n", "a\nb\n"), "line 2:\n  a\n+ b\n");
    assert_eq!(first_difference("a\nb\nc\n", "a\nd\nc\n"), "line 2:\n  a\n- b\n+ d\n");
}
