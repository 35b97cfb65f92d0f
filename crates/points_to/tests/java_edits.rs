//! An analysis that is told of edits is the same as a new one, on Java programs with the class library of a JDK behind them.
//!
//! Each program has three variants, in `java_edits/v1` to `v3`. The analysis goes from one to the next and back, and loses
//! single statements in between.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use ir::{Class, MethodType, Name};
use models::Models;
use points_to::{Deletion, EntryPoint, ProgramDelta, Snapshot, Solver};
use testkit::java;
use testkit::mutate::Random;
use testkit::points_to::check::{Setting, describe};
use testkit::points_to::delta::State;
use testkit::points_to::fixture::changes;
use testkit::points_to::policies::{self, MakePolicy};
use testkit::points_to::source::{Library, MemoryClasses};
use testkit::points_to::statements::{deletable, delete};

type Classes = BTreeMap<Name, Arc<Class>>;

/// With summaries little of the class library is looked at, and much can be tried.
#[test]
fn with_summaries() {
    for (policy, _) in policies::ALL {
        check(policy, true, 10, &PROGRAMS);
    }
}

/// To find everything again that may have been lost costs more, and gives the same.
#[test]
fn with_resets() {
    check_deleting("thread", true, 10, &PROGRAMS, Deletion::Reset);
}

#[test]
fn with_the_class_library() {
    check("insensitive", false, 1, &PROGRAMS[..1]);
}

#[test]
#[ignore = "slow: about two seconds for each comparison"]
fn with_the_class_library_and_contexts() {
    for policy in ["insensitive", "thread", "thread+container"] {
        check(policy, false, 3, &PROGRAMS);
    }
}

const PROGRAMS: [&str; 3] = ["pool/Pool", "registry/Registry", "events/Events"];

/// The classes of all variants of all programs, and what is behind them.
struct Variants {
    classes: [Vec<Class>; 3],
    library: Arc<Library>,
}

static VARIANTS: LazyLock<Option<Variants>> = LazyLock::new(|| {
    let Some(jdk) = java::compilers().into_iter().next() else {
        testkit::jdk::skip("no JDK that can compile");
        return None;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_edits");
    let classes = ["v1", "v2", "v3"].map(|variant| {
        let files = java::sources_below(&folder.join(variant)).unwrap_or_else(|e| panic!("{e}"));
        java::compile(&jdk, &files).unwrap_or_else(|e| panic!("{e}")).classes
    });
    Some(Variants { classes, library: Arc::new(Library::of(&jdk)) })
});

/// Each variant of each program loses some statements, one after the other.
fn check(policy: &str, use_summaries: bool, deletions: usize, programs: &[&str]) {
    check_deleting(policy, use_summaries, deletions, programs, Deletion::Exact);
}

fn check_deleting(
    policy: &str,
    use_summaries: bool,
    deletions: usize,
    programs: &[&str],
    deletion: Deletion,
) {
    let Some(Variants { classes: variants, library }) = &*VARIANTS else { return };
    for (number, main) in programs.iter().enumerate() {
        let package = main.split('/').next();
        let of_program = |class: &&Class| class.name.as_str().split('/').next() == package;
        let versions = variants.each_ref().map(|classes| {
            let own = classes.iter().filter(of_program);
            own.map(|class| (class.name, Arc::new(class.clone()))).collect::<Classes>()
        });
        let mut edits = Edits::new(policy, use_summaries, library, main, versions[0].clone());
        edits.solver.delete_by(deletion);
        let mut random = Random::new(number as u64);
        for version in versions.iter().chain([&versions[0]]) {
            edits.go_to(version.clone());
            for _ in 0..deletions {
                edits.delete_some(&mut random);
            }
        }
    }
}

/// An analysis and what it has been told.
struct Edits {
    name: String,
    setting: Setting,
    library: Arc<Library>,
    entries: Vec<EntryPoint>,
    classes: Classes,
    solver: Solver,
}

impl Edits {
    fn new(
        policy: &str,
        use_summaries: bool,
        library: &Arc<Library>,
        main: &str,
        classes: Classes,
    ) -> Edits {
        let found = policies::ALL.iter().find(|(name, _)| *name == policy);
        let &(_, make): &(_, MakePolicy) = found.expect("the name of a policy");
        let models = Arc::new(Models::jdk().clone());
        let setting = Setting { policy: make, models, use_summaries };
        let strings = MethodType::from_descriptor(Name::new("([Ljava/lang/String;)V"));
        let ty = strings.expect("a descriptor");
        let entries = vec![EntryPoint { class: Name::new(main), name: Name::new("main"), ty }];
        let source = MemoryClasses::new(classes.values().cloned());
        let mut solver = setting.solver(source.in_front_of(Arc::clone(library)));
        solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(entries.clone()) });
        let name = format!("{main}, {policy}");
        Edits { name, setting, library: Arc::clone(library), entries, classes, solver }
    }

    fn anew(&self) -> Snapshot {
        let source = MemoryClasses::new(self.classes.values().cloned());
        let source = source.in_front_of(Arc::clone(&self.library));
        self.setting.solve(source, self.entries.clone())
    }

    fn go_to(&mut self, classes: Classes) {
        let delta = ProgramDelta { classes: changes(&self.classes, &classes), entries: None };
        self.classes = classes;
        let before = State::of(&self.solver);
        let said = self.solver.apply(delta);
        let mistake = before.mistake(&State::of(&self.solver), &said);
        assert_eq!(mistake, None, "{}: changes are told wrongly", self.name);
        let difference = self.anew().difference(&self.solver.snapshot());
        if let Some(lines) = describe(&difference) {
            panic!("{}:\n// + edited has more, - edited lacks\n{lines}", self.name);
        }
    }

    fn delete_some(&mut self, random: &mut Random) {
        let all: Vec<_> = self
            .classes
            .values()
            .flat_map(|class| deletable(class).into_iter().map(move |at| (Arc::clone(class), at)))
            .collect();
        if all.is_empty() {
            return;
        }
        let (class, (method, inst)) = &all[random.below(all.len())];
        let mut classes = self.classes.clone();
        if let Some(rest) = delete(class, *method, *inst) {
            classes.insert(class.name, Arc::new(rest));
        }
        let before = self.name.len();
        self.name += &format!(", without {}.{} {inst}", class.name, class.methods[*method].name);
        self.go_to(classes);
        self.name.truncate(before);
    }
}
