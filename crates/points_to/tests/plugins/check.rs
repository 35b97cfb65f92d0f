//! Checks a case: what it expects, and that edits lead to what an analysis from scratch finds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{MethodType, Name, Type};
use models::Models;
use points_to::context::{ContextPolicy, Insensitive, ThreadSensitive};
use points_to::{
    ClassChange, CodeKey, EntryPoint, Options, ProgramDelta, ReflectionLog, Snapshot, Solver,
};

use super::expect::{self, Fact};
use super::program::{self, Cases};

/// Checks a case with all JDKs and some policies.
pub fn check(case: &str) {
    let wrong: Vec<String> =
        program::ALL.iter().flat_map(|cases| check_with(cases, case)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn check_with(cases: &Cases, case: &str) -> Vec<String> {
    let main = program::read(case, "Main.java").expect("a case has a Main.java");
    let expected = expect::parse(&main);
    let mut wrong = Vec::new();
    let names = ["insensitive", "threads and containers"].into_iter();
    for name in names.chain(expected.is_of_bodies.then_some(BODIES)) {
        let at = format!("JDK {}, {name}", cases.release);
        let mut solver = solve(cases, case, name, false);
        let before = Found::of(&solver, case);
        wrong.extend(before.check(&at, case, &expected.before));
        if before.unresolved != expected.unresolved {
            let (found, expected) = (&before.unresolved, &expected.unresolved);
            wrong.push(format!("{at}: unresolved is {found:?}, not {expected:?}"));
        }
        wrong.extend(before.check_run(&at, case, cases.run(case)));
        if expected.edits.is_empty() {
            continue;
        }
        let after = Found::of(&solve(cases, case, name, true), case);
        wrong.extend(after.check(&format!("{at}, edited"), case, &expected.after));
        change(&mut solver, cases, case, true);
        let edited = Found::of(&solver, case);
        wrong.extend(after.check_same(&format!("{at}, after the edit"), &edited));
        change(&mut solver, cases, case, false);
        let again = Found::of(&solver, case);
        wrong.extend(before.check_same(&format!("{at}, after the edit back"), &again));
    }
    wrong
}

/// Without contexts and without summaries.
const BODIES: &str = "bodies";

fn policy(name: &str) -> Box<dyn ContextPolicy> {
    match name {
        "insensitive" | BODIES => Box::new(Insensitive),
        _ => Box::new(ThreadSensitive { containers: true, ..Default::default() }),
    }
}

fn solve(cases: &Cases, case: &str, policy_name: &str, is_edited: bool) -> Solver {
    let log = program::read(case, "reflection.log").unwrap_or_default();
    let (reflection, errors) = ReflectionLog::parse("reflection.log", &log);
    assert!(errors.is_empty(), "{errors:?}");
    let mut solver = Solver::new(
        Box::new(cases.source(case, is_edited)),
        Options {
            policy: policy(policy_name),
            models: Arc::new(Models::jdk().clone()),
            use_summaries: policy_name != BODIES,
            reflection: Arc::new(reflection),
        },
    );
    let strings = Type::Ref(Name::new("java/lang/String")).array_of();
    let entry = EntryPoint {
        class: Name::new(&format!("{}Main", program::prefix(case))),
        name: Name::new("main"),
        ty: MethodType::new(&[strings], None),
    };
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(vec![entry]) });
    solver
}

fn change(solver: &mut Solver, cases: &Cases, case: &str, is_edited: bool) {
    let names: BTreeSet<Name> = cases.classes(case, is_edited).map(|class| class.name).collect();
    let before = cases.classes(case, !is_edited).map(|class| class.name);
    let gone = before.filter(|name| !names.contains(name)).map(ClassChange::Remove);
    let classes = gone.chain(cases.classes(case, is_edited).map(ClassChange::Put)).collect();
    solver.apply(ProgramDelta { classes, entries: None });
}

/// What an analysis found.
struct Found {
    snapshot: Snapshot,
    /// What is not known, in all methods.
    unknowns: BTreeMap<String, usize>,
    /// What is not known in methods of the case.
    unresolved: BTreeMap<String, usize>,
}

impl Found {
    fn of(solver: &Solver, case: &str) -> Found {
        let (mut unknowns, mut unresolved) = (BTreeMap::new(), BTreeMap::new());
        for node in solver.reachable() {
            let mut outer = node;
            while let Some((caller, _)) = solver.summary_site(outer) {
                outer = caller;
            }
            let is_own = match solver.key(outer) {
                CodeKey::Method(method) => {
                    let class = solver.hierarchy().method(method).class;
                    solver.hierarchy().name(class).as_str().starts_with(&program::prefix(case))
                }
                _ => false,
            };
            for gap in solver.unknowns(node) {
                *unknowns.entry(gap.what.clone()).or_default() += 1;
                if is_own {
                    *unresolved.entry(gap.what.clone()).or_default() += 1;
                }
            }
        }
        Found { snapshot: solver.snapshot(), unknowns, unresolved }
    }

    /// All that is not as expected.
    fn check(&self, at: &str, case: &str, facts: &[Fact]) -> Vec<String> {
        let prefix = program::prefix(case);
        facts
            .iter()
            .filter_map(|fact| Some(format!("{at}: {}", self.wrong(&prefix, fact)?)))
            .collect()
    }

    /// What is wrong about a fact.
    fn wrong(&self, prefix: &str, fact: &Fact) -> Option<String> {
        match fact {
            Fact::Calls { from, to } => {
                let callees = self.callees(prefix, &format!("{prefix}{from}("));
                let to = format!("{prefix}{to}(");
                let is_called = callees.iter().any(|callee| callee.starts_with(&to));
                (!is_called).then(|| format!("{from} does not call {to}, but {callees:?}"))
            }
            Fact::Never(method) => {
                let method = format!("{prefix}{method}(");
                let node = self.snapshot.nodes.iter().find(|node| node.starts_with(&method))?;
                Some(format!("{node} is reachable"))
            }
            Fact::Holds { field, objects } => {
                let held = self.held(prefix, field);
                (held != *objects).then(|| format!("{field} is {held:?}, not {objects:?}"))
            }
        }
    }

    /// Whether what a JVM found in fields was foreseen.
    fn check_run(&self, at: &str, case: &str, run: &[(String, String)]) -> Vec<String> {
        let prefix = program::prefix(case);
        let mut wrong = Vec::new();
        if run.is_empty() {
            wrong.push(format!("{at}: the JVM says nothing"));
        }
        for (field, value) in run.iter().filter(|(_, value)| value != "null") {
            let held = self.held(&prefix, field);
            let is_text = value.starts_with('"');
            let value = match is_text {
                true => value.clone(),
                false => value.replace(&format!("{case}."), "").replace('.', "/"),
            };
            let any = match value.as_str() {
                _ if is_text => "java/lang/String",
                class if class.starts_with("class ") => "java/lang/Class",
                other => other,
            };
            if !held.contains(&value) && !held.contains(&format!("any {any}")) {
                wrong.push(format!("{at}: the JVM has {value} in {field}, but not {held:?}"));
            }
        }
        wrong
    }

    /// What a static field may hold.
    fn held(&self, prefix: &str, field: &str) -> BTreeSet<String> {
        let held = self.snapshot.points_to.get(&format!("{prefix}{field}"));
        held.into_iter().flatten().map(|name| short(name, prefix)).collect()
    }

    /// The methods of the case that a method calls, through library code only.
    fn callees(&self, prefix: &str, from: &str) -> BTreeSet<&str> {
        let mut callees = BTreeSet::new();
        let calls = &self.snapshot.calls;
        let mut pending: Vec<&str> = calls
            .iter()
            .map(|call| call.0.as_str())
            .filter(|name| name.starts_with(from))
            .collect();
        let mut seen: BTreeSet<&str> = pending.iter().copied().collect();
        while let Some(caller) = pending.pop() {
            for (_, _, callee) in calls.iter().filter(|call| call.0 == caller) {
                if !seen.insert(callee) {
                    continue;
                }
                if callee.starts_with(prefix) {
                    callees.insert(callee.as_str());
                } else {
                    pending.push(callee);
                }
            }
        }
        callees
    }

    fn check_same(&self, at: &str, other: &Found) -> Vec<String> {
        let mut wrong = self.snapshot.difference(&other.snapshot);
        if self.unknowns != other.unknowns {
            wrong.push(format!("unknowns {:?}, not {:?}", other.unknowns, self.unknowns));
        }
        wrong.into_iter().take(20).map(|wrong| format!("{at}: {wrong}")).collect()
    }
}

/// The name of an object as a source has it: without the place where it is made, without the package of the case.
fn short(name: &str, prefix: &str) -> String {
    let name = name.split(" at ").next().unwrap_or(name);
    let words = name.split(' ').map(|word| {
        let element = word.trim_start_matches('[');
        let class = element.strip_prefix('L').and_then(|word| word.strip_suffix(';'));
        let class = class.unwrap_or(element).replace(prefix, "");
        class + &"[]".repeat(word.len() - element.len())
    });
    words.collect::<Vec<_>>().join(" ")
}
