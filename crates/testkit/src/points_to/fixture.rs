//! Fixtures: programs as text, with what the analysis should say about them.
//!
//! A fixture is a text of classes. Lines that begin with `//:` are directives:
//!
//! ```text
//! //: entries Main.main()V A.run()V        what is called from outside
//! //: model class Box { … }                a line of a model file
//! //: policy 1-object                      the following is about this policy; at first it is `insensitive`
//! //: fact v1 of Main.main()V has X | Y    exactly these objects; `nothing` for none
//! //: call Main.main()V i3 -> X | Y        exactly these callees; `nothing` for none
//! //: reaches A.m()V                       and `misses A.m()V`
//! //: version                              what follows is an edit: classes that are new or changed
//! //: without A                            a class that the edit takes away
//! //: wrong why                            today an analysis that followed the edits is not as a new one
//! ```
//!
//! Names are those of [`Snapshot`]. What is expected is about the last version. Classes of `java/lang` that the fixture does not
//! have are those of [`super::source::JAVA_LANG`]. Whatever else a fixture says, all versions are analysed with all policies:
//! solver and reference must agree, and an analysis that followed the edits must be as a new one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ir::{Class, MethodType, Name};
use models::Models;
use points_to::{ClassChange, EntryPoint, ProgramDelta, Snapshot, Solver};

use super::check::{self, Setting};
use super::policies;
use super::source::{self, MemoryClasses};

/// A fixture.
pub struct Fixture {
    versions: Vec<Version>,
    models: Arc<Models>,
    expected: Vec<Expected>,
    /// Why edits are not followed rightly.
    wrong: Option<String>,
}

/// A version of a program: all its classes.
#[derive(Clone, Default)]
struct Version {
    classes: BTreeMap<Name, Arc<Class>>,
    entries: Vec<EntryPoint>,
}

/// What is expected with a policy.
struct Expected {
    line: usize,
    policy: String,
    claim: Claim,
}

enum Claim {
    Fact(String, BTreeSet<String>),
    Call(String, String, BTreeSet<String>),
    Reaches(String, bool),
}

/// A fixture that is not understood.
#[derive(Debug)]
pub struct FixtureError {
    /// The line, from 1; 0 for all of it.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for FixtureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for FixtureError {}

impl Fixture {
    /// Reads a fixture.
    pub fn parse(text: &str) -> Result<Fixture, FixtureError> {
        let mut versions =
            vec![Version { classes: by_name(source::java_lang()), entries: Vec::new() }];
        let mut part = Part::default();
        let (mut models, mut expected, mut wrong) = (String::new(), Vec::new(), None);
        let mut policy = "insensitive".to_owned();
        for (number, line) in (1..).zip(text.lines()) {
            let failed = |message: String| FixtureError { line: number, message };
            let claim = |claim| Expected { line: number, policy: policy.clone(), claim };
            part.push(number, line);
            let Some(directive) = line.trim().strip_prefix("//:") else { continue };
            let (word, rest) = directive.trim().split_once(' ').unwrap_or((directive.trim(), ""));
            match word {
                "entries" => {
                    let entries = rest.split_whitespace().map(|text| entry(text).ok_or(text));
                    let entries = entries.collect::<Result<_, _>>();
                    part.entries = Some(entries.map_err(|e| failed(format!("no entry: {e}")))?);
                }
                "model" => models += &format!("{rest}\n"),
                "policy" => policy = rest.to_owned(),
                "fact" | "call" => {
                    expected.push(claim(
                        relation(word, rest).ok_or_else(|| failed(format!("no {word}: {rest}")))?,
                    ));
                }
                "reaches" => expected.push(claim(Claim::Reaches(rest.to_owned(), true))),
                "misses" => expected.push(claim(Claim::Reaches(rest.to_owned(), false))),
                "version" => {
                    std::mem::take(&mut part).apply(&mut versions)?;
                    versions.push(versions[versions.len() - 1].clone());
                }
                "without" => part.gone.extend(rest.split_whitespace().map(Name::new)),
                "wrong" => wrong = Some(rest.to_owned()),
                _ => return Err(failed(format!("unknown directive: {word}"))),
            }
        }
        part.apply(&mut versions)?;
        let (models, errors) = Models::parse([("fixture", models)]);
        if let Some(error) = errors.first() {
            return Err(FixtureError { line: 0, message: format!("model: {error:?}") });
        }
        Ok(Fixture { versions, models: Arc::new(models), expected, wrong })
    }

    /// What is not as the fixture says; empty if all is well.
    pub fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        let mut edit_failures = Vec::new();
        for (name, policy) in policies::ALL {
            let models = Arc::clone(&self.models);
            for use_summaries in [true, false] {
                let models = Arc::clone(&models);
                let setting = Setting { policy, models, use_summaries };
                let found = self.disagreements(&setting);
                failures.extend(found.into_iter().map(|line| format!("{name}: {line}")));
                let found = self.not_followed(&setting);
                edit_failures.extend(found.into_iter().map(|line| format!("{name}: {line}")));
            }
            let setting = Setting { policy, models, use_summaries: true };
            let claims = self.expected.iter().filter(|expected| expected.policy == name);
            let claims: Vec<&Expected> = claims.collect();
            if let (Some(last), false) = (self.versions.last(), claims.is_empty()) {
                let snapshot = setting.solve(last.source(), last.entries.clone());
                failures.extend(claims.iter().filter_map(|expected| expected.failure(&snapshot)));
            }
        }
        for expected in &self.expected {
            if policies::ALL.iter().all(|(name, _)| *name != expected.policy) {
                failures.push(format!("{}: no policy: {}", expected.line, expected.policy));
            }
        }
        match &self.wrong {
            None => failures.extend(edit_failures),
            Some(why) if edit_failures.is_empty() => {
                failures.push(format!("edits are followed rightly now, no longer wrong: {why}"));
            }
            Some(_) => {}
        }
        failures
    }

    /// How reference and solver differ.
    fn disagreements(&self, setting: &Setting) -> Option<String> {
        self.versions.iter().enumerate().find_map(|(number, version)| {
            let expected = setting.reference(&version.source(), &version.entries)?;
            let found = setting.solve(version.source(), version.entries.clone());
            let lines = check::describe(&expected.difference(&found))?;
            Some(format!("version {number}, reference (-) and solver (+):\n{lines}"))
        })
    }

    /// How a new analysis and one that followed the edits differ.
    fn not_followed(&self, setting: &Setting) -> Option<String> {
        let mut solver = setting.solver(self.versions[0].source());
        let mut before = Version { entries: Vec::new(), ..self.versions[0].clone() };
        for (number, version) in self.versions.iter().enumerate() {
            let followed = catch_unwind(AssertUnwindSafe(|| {
                version.follow(&mut solver, &before);
                solver.snapshot()
            }));
            let wrong = match followed {
                Err(panic) => Some(check::message(&*panic)),
                Ok(followed) => {
                    let anew = setting.solve(version.source(), version.entries.clone());
                    check::describe(&anew.difference(&followed))
                }
            };
            if let Some(wrong) = wrong {
                return Some(format!("version {number}, new (-) and edited (+):\n{wrong}"));
            }
            before = version.clone();
        }
        None
    }
}

impl Version {
    fn source(&self) -> MemoryClasses {
        MemoryClasses::new(self.classes.values().cloned())
    }

    fn follow(&self, solver: &mut Solver, before: &Version) {
        let classes = changes(&before.classes, &self.classes);
        solver.apply(ProgramDelta { classes, entries: Some(self.entries.clone()) });
    }
}

/// How to get from some classes to others.
pub fn changes(
    old: &BTreeMap<Name, Arc<Class>>,
    new: &BTreeMap<Name, Arc<Class>>,
) -> Vec<ClassChange> {
    let is_changed = |class: &&Arc<Class>| old.get(&class.name) != Some(*class);
    let put = new.values().filter(is_changed).map(|class| ClassChange::Put(Arc::clone(class)));
    let gone = old.keys().filter(|name| !new.contains_key(name));
    put.chain(gone.map(|&name| ClassChange::Remove(name))).collect()
}

/// A part of the text that is about one version.
#[derive(Default)]
struct Part {
    first_line: Option<usize>,
    text: String,
    gone: Vec<Name>,
    entries: Option<Vec<EntryPoint>>,
}

impl Part {
    fn push(&mut self, number: usize, line: &str) {
        self.first_line.get_or_insert(number);
        self.text += &format!("{line}\n");
    }

    /// Changes the last version.
    fn apply(self, versions: &mut [Version]) -> Result<(), FixtureError> {
        let Some(version) = versions.last_mut() else { return Ok(()) };
        let first = self.first_line.unwrap_or(1);
        let failed = |error: ir::text::TextError| FixtureError {
            line: first + error.line - 1,
            message: error.message,
        };
        let classes = source::parse(&self.text).map_err(failed)?;
        for class in &classes {
            check::verified(class).map_err(|message| FixtureError { line: first, message })?;
        }
        version.classes.extend(by_name(classes));
        version.classes.retain(|name, _| !self.gone.contains(name));
        if let Some(entries) = self.entries {
            version.entries = entries;
        }
        Ok(())
    }
}

fn by_name(classes: Vec<Arc<Class>>) -> BTreeMap<Name, Arc<Class>> {
    classes.into_iter().map(|class| (class.name, class)).collect()
}

/// `Class.method(descriptor)`
fn entry(text: &str) -> Option<EntryPoint> {
    let (before, _) = text.split_once('(')?;
    let (class, name) = before.rsplit_once('.')?;
    let ty = MethodType::from_descriptor(Name::new(&text[before.len()..]))?;
    Some(EntryPoint { class: Name::new(class), name: Name::new(name), ty })
}

/// `pointer has obj | obj`, or `caller place -> callee | callee`.
fn relation(word: &str, text: &str) -> Option<Claim> {
    let set = |text: &str| -> BTreeSet<String> {
        let items = text.split('|').map(|item| item.trim().to_owned());
        items.filter(|item| item != "nothing").collect()
    };
    if word == "fact" {
        let (pointer, objs) = text.split_once(" has ")?;
        return Some(Claim::Fact(pointer.to_owned(), set(objs)));
    }
    let (call, callees) = text.split_once(" -> ")?;
    let (caller, place) = call.rsplit_once(" at ").or_else(|| call.rsplit_once(' '))?;
    Some(Claim::Call(caller.to_owned(), place.to_owned(), set(callees)))
}

impl Expected {
    fn failure(&self, snapshot: &Snapshot) -> Option<String> {
        let (found, expected, what) = match &self.claim {
            Claim::Fact(pointer, objs) => {
                let found = snapshot.points_to.get(pointer).cloned().unwrap_or_default();
                (found, objs.clone(), pointer.clone())
            }
            Claim::Call(caller, place, callees) => {
                let calls = snapshot.calls.iter();
                let at = calls.filter(|(from, at, _)| from == caller && at == place);
                let found = at.map(|(_, _, to)| to.clone()).collect();
                (found, callees.clone(), format!("{caller} {place}"))
            }
            Claim::Reaches(node, expected) => {
                let found = snapshot.nodes.contains(node);
                return (found != *expected).then(|| {
                    format!("{}: {}: {node} is reached: {found}", self.line, self.policy)
                });
            }
        };
        (found != expected).then(|| {
            let found: Vec<String> = found.into_iter().collect();
            format!("{}: {}: {what}: found {}", self.line, self.policy, found.join(" | "))
        })
    }
}
