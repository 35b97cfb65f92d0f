//! Recorded programs do what they would do unrecorded, and the records say what they did.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::Duration;

use project::Jdk;
use tempfile::TempDir;
use testkit::java;
use testkit::jdk::skip;
use testkit::record::corpus::{self, CompiledCorpus, CorpusProgram};
use testkit::record::{self, Executed, MethodName, Recording};

/// Small programs are over before the better compiler has looked at them.
const QUICK: &[&str] = &["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Starting a JVM is most of the work, and does not need more than one core.
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

fn run_unrecorded(jdk: &Jdk, corpus: &CompiledCorpus, program: &CorpusProgram) -> Output {
    let places = [corpus.compiled.class_folder(), program.folder.clone()];
    let class_path = std::env::join_paths(places).expect("temporary folders have simple names");
    let mut command = Command::new(jdk.java().expect("it has a compiler"));
    command.args(QUICK).arg("-cp").arg(class_path).arg(program.main());
    command.output().expect("java can be started")
}

/// That a program does the same, recorded or not.
fn check_output(executed: &Executed, unrecorded: &Output, name: &str) {
    assert_eq!(executed.status, Some(unrecorded.status), "{name}: {}", executed.stderr);
    assert_eq!(executed.stdout, String::from_utf8_lossy(&unrecorded.stdout), "{name}");
    assert_eq!(executed.stderr, String::from_utf8_lossy(&unrecorded.stderr), "{name}");
}

/// What must hold for every program.
fn check(jdk: &Jdk, corpus: &CompiledCorpus, program: &CorpusProgram) -> Executed {
    let name = &program.name;
    let executed = record(jdk, corpus, program);
    assert!(executed.unrecorded.is_empty(), "{name}: {:?}", executed.unrecorded);
    assert!(executed.problems.is_empty(), "{name}: {:?}", executed.problems);
    assert!(executed.from_vm.contains(&program.main_method()), "{name}: {:?}", executed.from_vm);

    let package = format!("callgraph/{name}/");
    for method in &executed.methods {
        assert!(method.as_str().starts_with(&package), "{name}: {method} is none of its methods");
    }
    for (caller, callee) in executed.edges.iter().chain(&executed.initialisations) {
        assert!(executed.methods.contains(caller), "{name}: {caller}");
        assert!(executed.methods.contains(callee), "{name}: {callee}");
    }
    for (caller, callee) in &executed.from_library {
        // The package alone does not tell: the class of a proxy may be in it.
        let is_own =
            corpus.compiled.classes.iter().any(|class| class.name.as_str() == caller.class());
        assert!(!is_own, "{name}: {caller} is no library");
        assert!(executed.methods.contains(callee), "{name}: {callee}");
    }
    if let Some(expected) = &program.edges {
        let expected: BTreeSet<_> = expected.iter().cloned().collect();
        let missing: Vec<_> = expected.difference(&executed.edges).collect();
        let surplus: Vec<_> = executed.edges.difference(&expected).collect();
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "{name}, JDK {}:\nmissing {missing:#?}\nsurplus {surplus:#?}",
            jdk.version
        );
    }
    executed
}

#[test]
fn the_corpus_does_the_same_when_it_is_recorded() {
    // A program prints the same on every JDK, so it runs unrecorded on the first alone.
    let mut printed = BTreeMap::new();
    for jdk in jdks() {
        let corpus = corpus::compile(&jdk).unwrap_or_else(|error| panic!("{error}"));
        assert!(corpus.programs.iter().filter(|program| program.edges.is_some()).count() >= 3);
        if printed.is_empty() {
            printed = for_all(&corpus, |program| run_unrecorded(&jdk, &corpus, program));
        }
        let executed = for_all(&corpus, |program| check(&jdk, &corpus, program));
        for (name, executed) in &executed {
            check_output(executed, &printed[name], name);
        }
        check_callers(&executed);
    }
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

/// One check for each word of the module about what a caller is.
fn check_callers(executed: &BTreeMap<String, Executed>) {
    // Reflection comes from the library, whatever the JVM has between.
    let reflection = &executed["reflection"];
    let greet = "callgraph/reflection/Plugin.greet(Ljava/lang/String;)Ljava/lang/String;";
    assert_eq!(callers(&reflection.edges, greet), [""; 0]);
    assert!(is_from(reflection, "jdk/internal/reflect/", greet));
    // It is known who asked for it, and for what.
    let log = reflection.reflection_log();
    let plugin = "callgraph.reflection.Plugin";
    for (asked, target) in [
        ("Method.invoke", format!("<{plugin}: java.lang.String greet(java.lang.String)>")),
        ("Constructor.newInstance", format!("<{plugin}: void <init>(java.lang.String)>")),
    ] {
        let line = format!("{asked};{target};callgraph.reflection.Main.main;");
        assert!(log.lines().any(|logged| logged.starts_with(&line)), "{line}\n{log}");
    }
    // So do proxies, whose class exists at run time only.
    let proxies = &executed["proxies"];
    let invoke = "callgraph/proxies/Tracing.invoke(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)\
                  Ljava/lang/Object;";
    assert_eq!(callers(&proxies.edges, invoke), [""; 0]);
    assert!(is_from(proxies, "callgraph/proxies/$Proxy", invoke));
    // Handles do not.
    let handles = &executed["handles"];
    let main = "callgraph/handles/Main.main([Ljava/lang/String;)V";
    assert_eq!(callers(&handles.edges, "callgraph/handles/Main.isBig(I)Z"), [main]);
    // An initialiser is not called; the main class's is run by the JVM.
    let initialisers = &executed["initialisers"];
    let (main, holder) = ("callgraph/initialisers/Main", "callgraph/initialisers/Lazy$Holder");
    let triggers = callers(&initialisers.initialisations, &format!("{holder}.<clinit>()V"));
    assert_eq!(triggers, ["callgraph/initialisers/Lazy.instance()Lcallgraph/initialisers/Lazy;"]);
    assert!(initialisers.from_vm.contains(&*format!("{main}.<clinit>()V")));
    assert!(!initialisers.methods.contains("callgraph/initialisers/Unused.<clinit>()V"));
    // Threads: a subclass is run by the JVM, a Runnable by the library; hooks are seen though the program exits.
    let hooks = &executed["hooks"];
    assert!(hooks.from_vm.contains("callgraph/hooks/Goodbye.run()V"));
    assert!(hooks.methods.contains("callgraph/hooks/Goodbye.farewell()Ljava/lang/String;"));
    assert!(is_from(hooks, "java/lang/Thread.run", "callgraph/hooks/Failing.run()V"));
}

fn callers<'e>(edges: &'e BTreeSet<(MethodName, MethodName)>, callee: &str) -> Vec<&'e str> {
    edges.iter().filter(|edge| edge.1.as_str() == callee).map(|edge| edge.0.as_str()).collect()
}

fn is_from(executed: &Executed, library: &str, callee: &str) -> bool {
    callers(&executed.from_library, callee).iter().any(|caller| caller.starts_with(library))
}

const MAIN: &str = "Endings.main([Ljava/lang/String;)V";

#[test]
fn a_recording_survives_every_end() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/record/Endings.java");
    for jdk in jdks() {
        let program = java::compile(&jdk, std::slice::from_ref(&fixture));
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        let classes = [program.class_folder()];
        let end = |how: &str, time_limit| {
            let mut recording = Recording::new(&jdk, "Endings", &classes);
            let args = [how];
            recording.args = &args;
            recording.time_limit = time_limit;
            recording.vm_args = QUICK;
            record::run(&recording).unwrap_or_else(|error| panic!("{error}"))
        };
        let halted = end("halt", Duration::from_secs(60));
        assert_eq!(halted.status.and_then(|status| status.code()), Some(7));
        assert_eq!(callers(&halted.edges, "Endings.halt()V"), [MAIN]);
        let failed = end("throw", Duration::from_secs(60));
        assert_eq!(failed.status.and_then(|status| status.code()), Some(1));
        assert_eq!(callers(&failed.edges, "Endings.fail()V"), [MAIN]);
        let ended = end("never", Duration::from_secs(3));
        assert_eq!(ended.status, None);
        assert_eq!(callers(&ended.edges, "Endings.next(I)I"), ["Endings.loop()V"]);
    }
}

#[test]
fn a_program_that_does_not_start_is_an_error() {
    let Some(jdk) = jdks().into_iter().next() else { return };
    let error = record::run(&Recording::new(&jdk, "no.such.Main", &[])).unwrap_err().to_string();
    assert!(error.contains("starting with no.such.Main"), "{error}");
    assert!(error.contains("ClassNotFoundException"), "{error}");
    let no_module = Recording { modules: &["no.such.module"], ..Recording::new(&jdk, "Main", &[]) };
    let error = record::run(&no_module).unwrap_err().to_string();
    assert!(error.ends_with("has no module no.such.module"), "{error}");
}

/// Looking at new sequences of methods only finds every method, since the first call of a method is a new sequence.
#[test]
fn fewer_looks_find_the_same_methods() {
    let Some(jdk) = jdks().into_iter().next() else { return };
    let corpus = corpus::compile(&jdk).unwrap_or_else(|error| panic!("{error}"));
    let program = corpus.programs.iter().find(|program| program.name == "parser");
    let program = program.expect("the corpus has a parser");
    let all = record(&jdk, &corpus, program);
    let (main, classes) = (program.main(), [corpus.classes_of(program)]);
    let recording = Recording { every_call: false, ..Recording::new(&jdk, &main, &classes) };
    let some = record::run(&recording).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(some.methods, all.methods);
    assert!(some.edges.is_subset(&all.edges));
    assert!(some.edges.len() * 10 >= all.edges.len() * 9, "{} edges", some.edges.len());
}

#[test]
fn classes_that_a_run_makes_are_kept_and_their_constructors_known() {
    let fixture =
        |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/record").join(name);
    for jdk in jdks() {
        let program = java::compile(&jdk, &[fixture("Making.java"), fixture("Made.java")]);
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        let folder = TempDir::new().unwrap();
        let (hidden, made) = (folder.path().join("hidden"), folder.path().join("made"));
        fs::rename(program.class_folder().join("Made.class"), &hidden).unwrap();
        fs::create_dir(&made).unwrap();
        let (classes, args) = ([program.class_folder()], [hidden.to_str().unwrap()]);
        let recording = Recording {
            args: &args,
            vm_args: QUICK,
            made_classes: Some(&made),
            ..Recording::new(&jdk, "Making", &classes)
        };
        let executed = record::run(&recording).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(executed.stdout, "made\n7\n", "{}", executed.stderr);
        let kept: Vec<_> =
            fs::read_dir(&made).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(kept, ["Made.class"]);
        assert_eq!(fs::read(made.join("Made.class")).unwrap(), fs::read(&hidden).unwrap());
        let log = executed.reflection_log();
        assert!(
            log.contains("Constructor.newInstance;<Made: void <init>()>;Making.main;"),
            "{log}"
        );
    }
}
