//! Everything that the programs of `corpus/callgraph` execute is in the static call graph, except for what their
//! `missed` files name.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use engine::Policy;
use eval::callgraph::{Subject, analyse, call_sets};
use project::Jdk;
use testkit::java;
use testkit::jdk::skip;
use testkit::record::corpus::{self, CompiledCorpus, CorpusProgram};
use testkit::record::{self, Executed, Recording};

/// Small programs are over before the better compiler has looked at them.
const QUICK: &[&str] = &["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// How many programs are recorded and analysed at a time.
const AT_A_TIME: usize = 2;

/// The JDKs that can compile and record.
fn jdks() -> Vec<Jdk> {
    let jdks: Vec<Jdk> = java::compilers().into_iter().filter(|jdk| jdk.release >= 17).collect();
    if jdks.is_empty() {
        skip("no JDK of this machine can compile and record the corpus");
    }
    jdks
}

fn record(jdk: &Jdk, corpus: &CompiledCorpus, program: &CorpusProgram) -> Executed {
    let (main, classes) = (program.main(), [corpus.classes_of(program)]);
    let libraries = [program.folder.clone()];
    let recording =
        Recording { libraries: &libraries, vm_args: QUICK, ..Recording::new(jdk, &main, &classes) };
    record::run(&recording).unwrap_or_else(|error| panic!("{}: {error}", program.name))
}

/// What is wrong with a program, and what is worth knowing about it.
#[derive(Default)]
struct Findings {
    surprises: String,
    table: String,
}

fn check(jdk: &Jdk, corpus: &CompiledCorpus, program: &CorpusProgram) -> Findings {
    let executed = record(jdk, corpus, program);
    let subject = Subject {
        inputs: vec![corpus.compiled.class_folder()],
        class_path: vec![program.folder.clone()],
        jdk: jdk.home.clone(),
        main: program.main(),
    };
    let mut findings = Findings::default();
    for policy in [Policy::Insensitive, Policy::Thread] {
        let analysis = analyse(&subject, policy).unwrap_or_else(|error| panic!("{error}"));
        let graph = call_sets(&analysis);
        let coverage = executed.covered_by(&graph);
        let place = format!("{} (JDK {}, {policy})", program.name, jdk.release);
        for surprise in coverage.surprises(&program.missed) {
            let _ = writeln!(findings.surprises, "{place}: {surprise}");
        }
        let surplus = graph.methods.difference(&executed.methods).count();
        let _ = writeln!(
            findings.table,
            "{place}: methods {}, edges {}, {surplus} reachable methods were not executed",
            coverage.methods, coverage.edges
        );
    }
    findings
}

/// Does something with all programs and returns the results, by their names.
fn for_all<T: Send>(
    corpus: &CompiledCorpus,
    action: impl Fn(&CorpusProgram) -> T + Sync,
) -> BTreeMap<String, T> {
    let rest = Mutex::new(corpus.programs.iter());
    let next = || rest.lock().expect("nobody panics with the lock").next();
    let work = || {
        let mut results = Vec::new();
        while let Some(program) = next() {
            results.push((program.name.clone(), action(program)));
        }
        results
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a check failed")).collect()
    })
}

#[test]
fn what_the_corpus_executes_is_in_the_call_graph() {
    let mut surprises = String::new();
    for jdk in jdks() {
        let mut corpus = corpus::compile(&jdk).unwrap_or_else(|error| panic!("{error}"));
        if let Ok(only) = std::env::var("DEADHEAT_PROGRAMS") {
            corpus.programs.retain(|program| only.split(',').any(|name| name == program.name));
        }
        for findings in for_all(&corpus, |program| check(&jdk, &corpus, program)).into_values() {
            print!("{}", findings.table);
            surprises += &findings.surprises;
        }
    }
    assert!(surprises.is_empty(), "\n{surprises}");
}
