//! `deadheat run` on programs of the corpus, with every JDK of the machine.
//!
//! `corpus/juc` has programs without races, one for each class that orders threads; `corpus/runtime` has programs whose racy
//! lines are marked `// race:ID`. A reported pair is right if both lines share an ID. An ID that no schedule has to
//! show may take some runs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use project::{Compiled, Jdk, Sources};
use tempfile::TempDir;

use crate::common::{Outcome, deadheat, project_root};

/// How many runs it may take to see every race.
const RUNS: usize = 20;

/// A program of the corpus: `corpus/AREA/NAME/*.java`, whose main class is `AREA.NAME.Main`.
pub(crate) struct Program {
    pub(crate) area: &'static str,
    pub(crate) name: String,
    sources: Vec<PathBuf>,
    /// The oldest release that compiles it.
    release: u16,
}

pub(crate) fn programs(area: &'static str) -> Vec<Program> {
    let folder = project_root().join("corpus").join(area);
    let mut programs = Vec::new();
    for entry in fs::read_dir(&folder).expect("the corpus is there") {
        let folder = entry.expect("the corpus can be read").path();
        let release = fs::read_to_string(folder.join("release")).unwrap_or("17".into());
        programs.push(Program {
            area,
            name: folder.file_name().unwrap().to_string_lossy().into_owned(),
            sources: testkit::java::sources_below(&folder).unwrap(),
            release: release.trim().parse().expect("a release is a number"),
        });
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

/// Compiles the programs that the JDK is new enough for, together.
pub(crate) fn compile(jdk: &Jdk, programs: &mut Vec<Program>) -> Compiled {
    programs.retain(|program| program.release <= jdk.release);
    let files: Vec<PathBuf> = programs.iter().flat_map(|program| program.sources.clone()).collect();
    project::compile(jdk, &Sources::new(&files, &[]), &[]).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn java(jdk: &Jdk) -> PathBuf {
    jdk.java().expect("a JDK has a launcher")
}

/// Runs a class under `deadheat run`; also the pairs that it wrote.
fn watch(jdk: &Jdk, options: &[&str], classes: &Path, main: &str) -> (Outcome, String) {
    let folder = TempDir::new().unwrap();
    let pairs = folder.path().join("pairs.tsv");
    let mut args: Vec<String> = ["run", "--format", "pairs", "-o"].map(str::to_owned).into();
    args.extend([pairs.display().to_string(), "--".into(), java(jdk).display().to_string()]);
    args.extend(options.iter().map(|option| (*option).to_owned()));
    args.extend(["-cp".into(), classes.display().to_string(), main.to_owned()]);
    let outcome = deadheat(args);
    (outcome, fs::read_to_string(&pairs).unwrap_or_default())
}

pub(crate) fn plain(jdk: &Jdk, classes: &Path, main: &str) -> Outcome {
    let output = Command::new(java(jdk)).arg("-cp").arg(classes).arg(main).output().unwrap();
    Outcome {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// `File.java:LINE` and ID, for all marks of a program.
pub(crate) fn marks(program: &Program) -> BTreeSet<(String, String)> {
    let mut marks = BTreeSet::new();
    for source in &program.sources {
        let file = source.file_name().unwrap().to_string_lossy().into_owned();
        for (number, line) in fs::read_to_string(source).unwrap().lines().enumerate() {
            let Some((_, ids)) = line.split_once("// race:") else { continue };
            for id in ids.split_whitespace().next().unwrap_or_default().split(',') {
                marks.insert((format!("{file}:{}", number + 1), id.to_owned()));
            }
        }
    }
    marks
}

/// The IDs that a list of pairs shows; a pair without an ID is wrong.
pub(crate) fn ids(
    pairs: &str,
    marks: &BTreeSet<(String, String)>,
    program: &str,
) -> BTreeSet<String> {
    let at = |place: &str| -> BTreeSet<String> {
        marks.iter().filter(|(line, _)| line == place).map(|(_, id)| id.clone()).collect()
    };
    let mut found = BTreeSet::new();
    for line in pairs.lines() {
        let [first, second, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{program}: not a pair: {line}")
        };
        let common: Vec<String> = at(first).intersection(&at(second)).cloned().collect();
        assert!(!common.is_empty(), "{program}: there is no such race: {line}");
        found.extend(common);
    }
    found
}

fn check_racy(jdk: &Jdk, classes: &Path, program: &Program) {
    let main = format!("{}.{}.Main", program.area, program.name);
    let marks = marks(program);
    let wanted: BTreeSet<String> = marks.iter().map(|(_, id)| id.clone()).collect();
    let expected = plain(jdk, classes, &main);
    let mut found = BTreeSet::new();
    for run in 1.. {
        let (outcome, pairs) = watch(jdk, &["-Xverify:all"], classes, &main);
        assert_eq!(outcome.stdout, expected.stdout, "{main} on {jdk}");
        assert_eq!(outcome.stderr, expected.stderr, "{main} on {jdk}");
        assert_eq!(outcome.status, Some(i32::from(!pairs.is_empty())), "{main} on {jdk}");
        found.extend(ids(&pairs, &marks, &main));
        if found == wanted {
            break;
        }
        assert!(run < RUNS, "{main} on {jdk}: of {wanted:?} only {found:?} were seen");
    }
}

#[test]
fn races_of_the_corpus_are_seen_and_nothing_else() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        let mut programs = programs("runtime");
        let compiled = compile(jdk, &mut programs);
        for program in &programs {
            check_racy(jdk, &compiled.classes(), program);
        }
    }
}

fn check_safe(jdk: &Jdk, options: &[&str], classes: &Path, program: &Program) {
    let main = format!("{}.{}.Main", program.area, program.name);
    let (outcome, pairs) = watch(jdk, options, classes, &main);
    assert_eq!((pairs.as_str(), outcome.stderr.as_str()), ("", ""), "{main} on {jdk}");
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "done\n"), "{main} on {jdk}");
}

#[test]
fn whatever_orders_threads_is_known() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        let mut programs = programs("juc");
        let compiled = compile(jdk, &mut programs);
        for program in &programs {
            check_safe(jdk, &[], &compiled.classes(), program);
        }
    }
}

/// Runs the `main` of a class again and again in one JVM, each time with new classes: most of the code is compiled by then, and
/// threads meet in more ways than in JVMs that have just started.
const REPEAT: &str = "public class Repeat { public static void main(String[] a) throws Exception { \
     java.net.URL[] places = {java.nio.file.Path.of(a[0]).toUri().toURL()}; \
     for (int i = 0; i < Integer.parseInt(a[2]); i++) { \
     try (var loader = new java.net.URLClassLoader(places, ClassLoader.getPlatformClassLoader())) { \
     loader.loadClass(a[1]).getMethod(\"main\", String[].class).invoke(null, (Object) new String[0]); \
     } } } }";

/// One JVM for each program and each of these.
const WAYS: [&str; 5] =
    ["-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseZGC", "-Xint"];

/// Many runs in one JVM show more than JVMs that have just started, and take less time.
const RUNS_IN_A_JVM: usize = 40;

/// 200 runs of each program on each JDK; `-- --ignored --nocapture no_schedule` shows how far it has come.
#[test]
#[ignore = "slow: every safe program many times, with every collector"]
fn no_schedule_makes_an_ordered_program_racy() {
    let driver = TempDir::new().unwrap();
    crate::common::write_java(driver.path(), "Repeat", REPEAT);
    crate::common::javac(driver.path(), &["Repeat"]);
    let driver = driver.path().display().to_string();
    let mut wrong = Vec::new();
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        let mut programs = programs("juc");
        let compiled = compile(jdk, &mut programs);
        let classes = compiled.classes().display().to_string();
        for way in WAYS {
            let start = std::time::Instant::now();
            for program in &programs {
                wrong.extend(repeat(jdk, way, &driver, &classes, program));
            }
            let (count, seconds) = (programs.len(), start.elapsed().as_secs());
            eprintln!(
                "{jdk}, {way}: {count} programs, {RUNS_IN_A_JVM} runs each, {seconds} s; {} wrong so far",
                wrong.len()
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs a program many times in one JVM; what was wrong with that.
fn repeat(jdk: &Jdk, way: &str, driver: &str, classes: &str, program: &Program) -> Option<String> {
    let main = format!("juc.{}.Main", program.name);
    let (java, times) = (java(jdk).display().to_string(), RUNS_IN_A_JVM.to_string());
    let mut args = vec!["run", "--format", "pairs", "--"];
    args.extend([&*java, way, "-Xmx128m", "-cp", driver, "Repeat", classes, &main, &times]);
    let outcome = deadheat(args);
    let is_right = outcome.stderr.is_empty()
        && outcome.stdout == "done\n".repeat(RUNS_IN_A_JVM)
        && outcome.status == Some(0);
    (!is_right).then(|| format!("{main} with {way} on {jdk}: {outcome:?}"))
}

/// A program of one class, compiled with the JDK that is used by default.
struct Single {
    folder: TempDir,
    jdk: Jdk,
}

impl Single {
    fn new(body: &str) -> Single {
        let folder = TempDir::new().unwrap();
        let text = format!("public class Main {{ {body} }}");
        crate::common::write_java(folder.path(), "Main", &text);
        crate::common::javac(folder.path(), &["Main"]);
        Single { folder, jdk: project::locate(None).unwrap() }
    }

    fn run(&self, options: &[&str], command: &[&str]) -> Outcome {
        let classes = self.folder.path().display().to_string();
        let java = java(&self.jdk).display().to_string();
        let mut args = vec!["run"];
        args.extend(options);
        args.extend(["--", &java, "-cp", &classes, "Main"]);
        args.extend(command);
        deadheat(args)
    }
}

/// JLS 17.4.5: the end of a constructor comes before the start of the finalizer.
#[test]
fn a_finalizer_comes_after_the_constructor() {
    let program = Single::new(
        "static volatile int seen; int value; int[] more; \
         Main(int value) { this.value = value; more = new int[100]; \
           for (int i = 0; i < 100; i++) more[i] = value; } \
         @Override protected void finalize() { int sum = value; \
           for (int i = 0; i < 100; i++) sum += more[i]; seen = sum; } \
         static void make() { new Main(7); } \
         public static void main(String[] a) throws Exception { \
           make(); \
           for (int i = 0; i < 500 && seen == 0; i++) { System.gc(); Thread.sleep(10); } \
           System.out.println(seen); }",
    );
    let outcome = program.run(&[], &[]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "707\n"), "{}", outcome.stderr);
}

/// The JVM shows a class before its superclass, where the finalizer is.
#[test]
fn a_finalizer_that_is_inherited_comes_after_the_constructor() {
    let program = Single::new(
        "static volatile int seen; \
         static abstract class Above { abstract int sum(); \
           @Override protected void finalize() { seen = sum(); } } \
         static class Between extends Above { int sum() { return 0; } } \
         static final class Below extends Between { int value; int[] more = new int[100]; \
           Below(int value) { this.value = value; for (int i = 0; i < 100; i++) more[i] = value; } \
           @Override int sum() { int sum = value; for (int i = 0; i < 100; i++) sum += more[i]; return sum; } } \
         static void make() { new Below(7); } \
         public static void main(String[] a) throws Exception { \
           make(); \
           for (int i = 0; i < 500 && seen == 0; i++) { System.gc(); Thread.sleep(10); } \
           System.out.println(seen); }",
    );
    let outcome = program.run(&[], &[]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "707\n"), "{}", outcome.stderr);
}

/// The same if a class loader of the program finds both elsewhere than on the class path.
#[test]
fn a_finalizer_from_another_class_loader_comes_after_the_constructor() {
    let (folder, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let above = "public abstract class Above { public static volatile int seen; abstract int sum(); \
        @Override protected void finalize() { seen = sum(); } }";
    let below = "public final class Below extends Above { int value; int[] more = new int[100]; \
        public Below() { value = 7; for (int i = 0; i < 100; i++) more[i] = 7; } \
        @Override int sum() { int sum = value; for (int i = 0; i < 100; i++) sum += more[i]; return sum; } }";
    let main = "public class Main { \
        static void make(Class<?> below) throws Exception { below.getConstructor().newInstance(); } \
        public static void main(String[] a) throws Exception { \
          java.net.URL[] places = {java.nio.file.Path.of(a[0]).toUri().toURL()}; \
          var loader = new java.net.URLClassLoader(places); \
          Class<?> below = loader.loadClass(\"Below\"); make(below); \
          var seen = below.getField(\"seen\"); \
          for (int i = 0; i < 500 && seen.getInt(null) == 0; i++) { System.gc(); Thread.sleep(10); } \
          System.out.println(seen.getInt(null)); } }";
    for (name, text) in [("Above", above), ("Below", below)] {
        crate::common::write_java(elsewhere.path(), name, text);
    }
    crate::common::write_java(folder.path(), "Main", main);
    crate::common::javac(elsewhere.path(), &["Above", "Below"]);
    crate::common::javac(folder.path(), &["Main"]);
    let jdk = project::locate(None).unwrap();
    let (java, classes) = (java(&jdk).display().to_string(), folder.path().display().to_string());
    let elsewhere = elsewhere.path().display().to_string();
    let outcome = deadheat(["run", "--", &java, "-cp", &classes, "Main", &elsewhere]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "707\n"), "{}", outcome.stderr);
}

/// Shadows of arrays that are gone make room, also if there are many little ones.
#[test]
fn a_small_heap_is_enough_for_many_little_arrays() {
    let program = Single::new(
        "public static void main(String[] a) { long sum = 0; \
           for (int i = 0; i < 2_000_000; i++) { int[] one = new int[1]; one[0] = i; sum += one[0]; } \
           System.out.println(sum); }",
    );
    let classes = program.folder.path().display().to_string();
    let java = java(&program.jdk).display().to_string();
    let outcome = deadheat(["run", "--", &java, "-Xmx64m", "-cp", &classes, "Main"]);
    let expected = (Some(0), "1999999000000\n");
    assert_eq!((outcome.status, outcome.stdout.as_str()), expected, "{}", outcome.stderr);
}

/// The carrier of a virtual thread tells the scope that the thread has ended. The program is compiled when it is started.
#[test]
fn tasks_come_before_the_end_of_their_scope() {
    let text = "import java.util.concurrent.StructuredTaskScope; \
        public class Main { static int count; static int other; \
          public static void main(String[] a) throws Exception { \
            for (int i = 0; i < 20; i++) { \
              try (var scope = StructuredTaskScope.open(StructuredTaskScope.Joiner.awaitAll())) { \
                scope.fork(() -> { count++; throw new IllegalStateException(); }); scope.join(); } \
              count++; } \
            Thread t = Thread.ofVirtual().start(() -> other = 1); other = 2; t.join(); \
            System.out.println(count); } }";
    let folder = TempDir::new().unwrap();
    crate::common::write_java(folder.path(), "Main", text);
    let source = folder.path().join("Main.java").display().to_string();
    let jdks = testkit::java::compilers();
    let Some(jdk) = jdks.iter().find(|jdk| jdk.release == 25) else {
        println!("skipped: structured concurrency has this form in JDK 25");
        return;
    };
    let java = java(jdk).display().to_string();
    let outcome = deadheat(["run", "--", &java, "--enable-preview", "--source", "25", &source]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(1), "40\n"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("Main.other"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("Main.count"), "{}", outcome.stderr);
}

/// What a thread does before it joins another one is no order for that one, even if it has not begun yet.
#[test]
fn who_joins_a_thread_does_not_come_before_it() {
    let program = Single::new(
        "static int x, y; static final class T extends Thread { public void run() { y = x; } } \
         public static void main(String[] a) throws Exception { \
           Thread first = new T(); first.start(); first.join(); \
           for (int i = 0; i < 20; i++) { \
             Thread t = new T(); t.start(); x = 1; t.join(); } }",
    );
    let outcome = program.run(&[], &[]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("Main.x"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("Main.y"), "{}", outcome.stderr);
}

/// The goal is half a second on a quiet machine; this says that it is not several.
#[test]
fn a_jvm_starts_nearly_as_fast_as_natively() {
    let program = Single::new("public static void main(String[] a) { }");
    let classes = program.folder.path().display().to_string();
    let best = |run: &dyn Fn()| {
        let times = (0..3).map(|_| {
            let start = std::time::Instant::now();
            run();
            start.elapsed().as_secs_f64()
        });
        times.fold(f64::MAX, f64::min)
    };
    let native = best(&|| {
        let mut command = Command::new(java(&program.jdk));
        assert!(command.args(["-cp", &classes, "Main"]).status().unwrap().success());
    });
    let watched = best(&|| assert_eq!(program.run(&[], &[]).status, Some(0)));
    assert!(watched - native < 3.0, "{native:.2} s natively, {watched:.2} s watched");
}

const RACE: &str = "static int x; static void race() throws Exception { \
     Thread t = new Thread(() -> x = 1); t.start(); x = 2; t.join(); }";

#[test]
fn a_report_has_both_sides_with_lines_threads_and_a_stack() {
    let main = "public static void main(String[] a) throws Exception { race(); }";
    let program = Single::new(&format!("{RACE} {main}"));
    let outcome = program.run(&[], &[]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    for text in [
        "race on static field Main.x",
        "write by thread \"main\"",
        "write by thread \"Thread-0\"",
        "at Main.race(Main.java:1)",
        "deadheat: 1 race",
    ] {
        assert!(outcome.stderr.contains(text), "no {text:?} in:\n{}", outcome.stderr);
    }
    let json = program.run(&["--format", "json"], &[]);
    let json: serde_json::Value = serde_json::from_str(&json.stderr).unwrap();
    assert_eq!(json["version"], 1);
    let race = &json["races"][0];
    assert_eq!(race["location"]["field"], "x");
    assert_eq!(race["tier"], "confirmed");
    assert_eq!([&race["earlier"]["line"], &race["later"]["line"]], [1, 1]);
    assert!(!race["later"]["stack"].as_array().unwrap().is_empty());
}

/// Each side holds a lock of another kind, so that none helps; each race happens once.
#[test]
fn a_report_says_which_locks_are_held_and_where_they_were_taken() {
    let program = Single::new(
        "static int x, y, z; static final Object lock = new Object(); \n\
         static final java.util.concurrent.locks.ReentrantReadWriteLock rw = \n\
         new java.util.concurrent.locks.ReentrantReadWriteLock(); \n\
         static final java.util.concurrent.locks.Lock own = new java.util.concurrent.locks.ReentrantLock(); \
         static synchronized void one() { x = 1; rw.readLock().lock(); y = 1; rw.readLock().unlock(); } \n\
         static void two() { synchronized (lock) { \n\
         \n\
         if (own.tryLock()) { x = 2; own.unlock(); } y = 2; \n\
         if (!rw.writeLock().tryLock()) { throw new AssertionError(); } \n\
         z = 2; rw.writeLock().unlock(); } } \n\
         public static void main(String[] a) throws Exception { \n\
         Thread t = new Thread(() -> { one(); z = 1; }); \n\
         t.start(); Thread.sleep(500); two(); t.join(); }",
    );
    let outcome = program.run(&["--format", "json"], &[]);
    let json: serde_json::Value = serde_json::from_str(&outcome.stderr).unwrap();
    let locks = |race: &serde_json::Value, side: &str| -> Vec<String> {
        let locks = race[side]["locks"].as_array().unwrap_or_else(|| panic!("{race:#}"));
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let name = |lock: &serde_json::Value| {
            let name = text(&lock["name"]);
            let name = name.split_once('@').map_or(&*name, |(class, _)| class).to_owned();
            format!("{name} {} {}", text(&lock["mode"]), text(&lock["taken_at"]))
        };
        locks.iter().map(name).collect()
    };
    let rw = "java.util.concurrent.locks.ReentrantReadWriteLock";
    let of = |field: &str| {
        let mut races = json["races"].as_array().unwrap().iter();
        let race = races.find(|race| race["location"]["field"] == field);
        let race = race.unwrap_or_else(|| panic!("no race on {field} in {json:#}"));
        let mut sides = [locks(race, "earlier"), locks(race, "later")];
        for side in ["earlier", "later"] {
            assert!(!race[side]["stack"].as_array().unwrap().is_empty(), "{race:#}");
        }
        sides.sort();
        sides
    };
    let own = "java.util.concurrent.locks.ReentrantLock exclusive Main.java:7";
    let both = vec!["java.lang.Object exclusive Main.java:5".to_owned(), own.to_owned()];
    assert_eq!(of("x"), [vec!["Main.class exclusive Main.java:4".to_owned()], both]);
    let class = "Main.class exclusive Main.java:4".to_owned();
    let object = "java.lang.Object exclusive Main.java:5".to_owned();
    assert_eq!(of("y"), [vec![class, format!("{rw} read Main.java:4")], vec![object.clone()]]);
    assert_eq!(of("z"), [vec![], vec![object, format!("{rw} write Main.java:8")]]);
    let text = program.run(&[], &[]).stderr;
    for line in ["holds no lock", "holds Main.class, taken at Main.java:4", " as reader, taken at"]
    {
        assert!(text.contains(line), "no {line:?} in:\n{text}");
    }
}

#[test]
fn the_programs_own_status_comes_first_and_what_was_found_is_kept() {
    for (end, status) in [
        ("System.exit(7);", 7),
        ("Runtime.getRuntime().halt(9);", 9),
        ("throw new IllegalStateException();", 1),
        ("", 1),
    ] {
        let main =
            format!("public static void main(String[] a) throws Exception {{ race(); {end} }}");
        let outcome = Single::new(&format!("{RACE} {main}")).run(&["--format", "pairs"], &[]);
        assert_eq!(outcome.status, Some(status), "{end}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("Main.java:1\tMain.java:1\tMain.x"), "{}", outcome.stderr);
    }
}

/// The JVM itself ends, without a word to the agent.
#[test]
fn what_was_found_is_kept_when_a_jvm_crashes_or_has_no_memory_left() {
    let hog = "java.util.List<long[]> all = new java.util.ArrayList<>(); \
         while (true) all.add(new long[100_000]);";
    let crash = "var f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\"); f.setAccessible(true); \
         ((sun.misc.Unsafe) f.get(null)).putAddress(0, 0);";
    let jvm = ["-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null", "-Xmx64m"];
    for (end, option, status) in [
        (hog, "-XX:+UseSerialGC", 1),
        (hog, "-XX:+ExitOnOutOfMemoryError", 3),
        (crash, "-XX:+UseSerialGC", 1),
    ] {
        let main =
            format!("public static void main(String[] a) throws Exception {{ race(); {end} }}");
        let program = Single::new(&format!("{RACE} {main}"));
        let classes = program.folder.path().display().to_string();
        let java = java(&program.jdk).display().to_string();
        let mut args = vec!["run", "--format", "pairs", "--", &java, option, "-cp", &classes];
        args.splice(5..5, jvm);
        args.push("Main");
        let outcome = deadheat(args);
        assert_eq!(outcome.status, Some(status), "{end}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("Main.java:1\tMain.java:1\tMain.x"), "{}", outcome.stderr);
    }
}

#[test]
fn excluded_classes_are_not_watched_but_order_threads() {
    let main = "public static void main(String[] a) throws Exception { race(); }";
    let program = Single::new(&format!("{RACE} {main}"));
    program.run(&["--exclude", "Main"], &[]).succeeds();
    program.run(&["--include", "com.acme.**"], &[]).succeeds();
    assert_eq!(program.run(&["--include", "M*"], &[]).status, Some(1));
}

/// The volatile field belongs to neither of the classes that use it, and an initialiser makes data for others.
#[test]
fn what_excluded_classes_order_with_fields_of_others_counts() {
    let program = Single::new(
        "static int data; static class Flag { volatile boolean isUp; } \
         static class Signal { static int[] made = {0}; \
         static void raise(Flag f) { f.isUp = true; } \
         static void await(Flag f) { while (!f.isUp) Thread.onSpinWait(); } } \
         public static void main(String[] a) throws Exception { Flag flag = new Flag(); \
         Thread t = new Thread(() -> { Signal.made[0]++; data = 1; Signal.raise(flag); }); \
         t.start(); Signal.await(flag); data = 2; Signal.made[0]++; t.join(); }",
    );
    program.run(&["--exclude", "*Signal"], &[]).succeeds();
    program.run(&[], &[]).succeeds();
}

/// Without the option, the misuse of a map is seen at the program's calls alone.
#[test]
fn accesses_inside_of_the_jdk_are_watched_on_request() {
    let program = Single::new(
        "static final java.util.Map<Integer, Integer> map = new java.util.HashMap<>(); \
         public static void main(String[] a) throws Exception { map.put(0, 0); \
         Thread t = new Thread(() -> map.put(1, 1)); t.start(); \
         Thread.sleep(500); map.put(2, 2); t.join(); \
         System.out.println(new java.text.SimpleDateFormat(\"yyyy\").format(new java.util.Date(0))); }",
    );
    let plain = program.run(&["--format", "pairs"], &[]);
    assert!(plain.stderr.contains("java.util.HashMap.contents"), "{}", plain.stderr);
    assert!(!plain.stderr.contains("HashMap.java"), "{}", plain.stderr);
    let deep = program.run(&["--format", "pairs", "--jdk-internals"], &[]);
    assert_eq!((deep.status, deep.stdout.as_str()), (Some(1), "1970\n"), "{}", deep.stderr);
    assert!(deep.stderr.contains("java.util.HashMap.size"), "{}", deep.stderr);
}

/// Those that override nothing of the collection are like it; what others do instead is their own code, which may lock.
#[test]
fn objects_of_classes_that_inherit_from_a_collection_are_watched() {
    let program = Single::new(
        "static final class Names extends java.util.ArrayList<Integer> { } \
         static final class Recent extends java.util.LinkedHashMap<Integer, Integer> { \
           @Override protected boolean removeEldestEntry(java.util.Map.Entry<Integer, Integer> e) { return false; } } \
         static final class Locked extends java.util.ArrayList<Integer> { \
           @Override public synchronized boolean add(Integer i) { return super.add(i); } \
           @Override public synchronized int size() { return super.size(); } } \
         static final Names names = new Names(), guarded = new Names(); static final Recent recent = new Recent(); \
         static final Locked locked = new Locked(); \
         static void use() { try { \
             locked.add(locked.size()); synchronized (guarded) { guarded.add(1); } \
             names.add(1); recent.put(1, 1); } catch (RuntimeException e) { } } \
         public static void main(String[] a) throws Exception { \
           Thread t = new Thread(Main::use); t.start(); Thread u = new Thread(Main::use); u.start(); \
           t.join(); u.join(); }",
    );
    let mut seen = BTreeSet::new();
    for run in 1.. {
        let outcome = program.run(&["--format", "pairs"], &[]);
        let pairs = outcome.stderr.lines().filter_map(|pair| pair.split('\t').nth(2));
        seen.extend(pairs.map(ToOwned::to_owned));
        if seen.len() >= 2 {
            break;
        }
        assert!(run < RUNS, "{seen:?}");
    }
    let expected = ["Main$Names.contents", "Main$Recent.contents"];
    assert_eq!(seen, expected.map(ToOwned::to_owned).into());
}

/// Two threads use different elements: no race, unless an array is one variable.
#[test]
fn arrays_are_watched_by_element_as_a_whole_or_not_at_all() {
    let program = Single::new(
        "static int[] own = new int[64], same = new int[1]; \
         public static void main(String[] a) throws Exception { \
         Thread t = new Thread(() -> { own[1] = 1; if (a.length > 0) same[0] = 1; }); t.start(); \
         own[2] = 2; if (a.length > 0) same[0] = 2; t.join(); }",
    );
    program.run(&[], &[]).succeeds();
    program.run(&["--arrays", "element"], &[]).succeeds();
    let races = |how: &[&str], args: &[&str]| program.run(how, args).status;
    assert_eq!(races(&["--arrays", "array"], &[]), Some(1));
    assert_eq!(races(&["--arrays", "element"], &["both"]), Some(1));
    assert_eq!(races(&["--arrays", "off"], &["both"]), Some(0));
}

#[test]
fn a_second_run_watches_what_threads_shared_in_the_first() {
    let program = Single::new(
        "static int shared; static int own; int field; static class Flag { volatile boolean isUp; } \
         public static void main(String[] a) throws Exception { \n Flag flag = new Flag(); \
         int[] data = new int[1]; \
         Thread t = new Thread(() -> { \n shared = 1; \n data[0] = 1; flag.isUp = true; }); \n \
         t.start(); while (!flag.isUp) { Thread.onSpinWait(); } \n \
         data[0]++; own = shared; \n t.join(); shared++; }",
    );
    let file = program.folder.path().join("shared.tsv").display().to_string();
    program.run(&["--sharing-out", &file], &[]).succeeds();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("write\tMain.java:3\tMain.shared\n"), "{text}");
    assert!(text.contains("\t[I\n"), "{text}");
    assert!(!text.contains("Main.own") && !text.contains("isUp"), "{text}");
    // What is not watched still orders.
    program.run(&["--sharing", &file], &[]).succeeds();
    let racy = Single::new(&format!(
        "{RACE} public static void main(String[] a) throws Exception {{ race(); }}"
    ));
    let file = racy.folder.path().join("shared.tsv").display().to_string();
    racy.run(&["--sharing-out", &file], &[]).succeeds();
    assert_eq!(racy.run(&["--sharing", &file], &[]).status, Some(1));
    fs::write(&file, "").unwrap();
    racy.run(&["--sharing", &file], &[]).succeeds();
    fs::write(&file, "Main\tx\n").unwrap();
    deadheat(["run", "--sharing", &file, "--", "java"]).fails_with(["line 1"]);
}

#[test]
fn jvms_that_others_start_are_watched() {
    let main = "public static void main(String[] a) throws Exception { if (a.length > 0) { race(); \
         return; } String java = System.getProperty(\"java.home\") + \"/bin/java\"; \
         Process p = new ProcessBuilder(java, \"-cp\", System.getProperty(\"java.class.path\"), \
         \"Main\", \"race\").inheritIO().start(); System.exit(p.waitFor()); }";
    let program = Single::new(&format!("{RACE} {main}"));
    let outcome = program.run(&[], &[]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("deadheat: 1 race in 2 JVMs"), "{}", outcome.stderr);
    // The same from a script, through the environment.
    let java = java(&program.jdk).display().to_string();
    let classes = program.folder.path().display().to_string();
    let script = format!("'{java}' -cp '{classes}' Main race");
    let outcome = deadheat(["run", "--", "sh", "-c", &script]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("race on static field Main.x"), "{}", outcome.stderr);
}

#[test]
fn what_cannot_be_done_is_said_before_or_after() {
    deadheat(["run", "--", "true"]).fails_with(["true started no JVM"]);
    deadheat(["run", "--", "/no/such/program"]).fails_with(["/no/such/program: it cannot be run"]);
    deadheat(["run", "--", "java", "-Xshare:on", "Main"])
        .fails_with(["-Xshare:on", "leave it out"]);
    let output = ["run", "-o", "/no/such/folder/races", "--", "touch", "/no/such/file"];
    deadheat(output).fails_with(["/no/such/folder/races: it cannot be written"]);
}

#[test]
fn options_that_an_environment_holds_count_too() {
    let program = Single::new("public static void main(String[] a) { }");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(["run", "--"]).arg(java(&program.jdk)).arg("-cp").arg(program.folder.path());
    let output = command.arg("Main").env("JAVA_TOOL_OPTIONS", "-Xshare:on").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("JAVA_TOOL_OPTIONS: -Xshare:on"), "{stderr}");
}

/// The one outside has it; the one inside says so.
#[test]
fn a_jvm_that_is_watched_already_is_not_watched_twice() {
    let main = "public static void main(String[] a) throws Exception { race(); }";
    let program = Single::new(&format!("{RACE} {main}"));
    let classes = program.folder.path().display().to_string();
    let java = java(&program.jdk).display().to_string();
    let inner = env!("CARGO_BIN_EXE_deadheat");
    let outcome = deadheat(["run", "--", inner, "run", "--", &java, "-cp", &classes, "Main"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    for text in ["watched already", "race on static field Main.x", "deadheat: 1 race"] {
        assert!(outcome.stderr.contains(text), "no {text:?} in:\n{}", outcome.stderr);
    }
    assert!(!outcome.stderr.contains("started no JVM"), "{}", outcome.stderr);
}

/// The JVM refuses such a class by itself. One of its own future would not.
#[test]
fn classes_of_a_future_version_are_named() {
    let program = Single::new(
        "public static void main(String[] a) { try { Class.forName(\"Main$Later\"); } \
         catch (Throwable e) { System.out.println(e.getClass().getName()); } } \
         static class Later { int x; }",
    );
    let file = program.folder.path().join("Main$Later.class");
    let mut bytes = fs::read(&file).unwrap();
    bytes[6..8].copy_from_slice(&99_u16.to_be_bytes());
    fs::write(&file, bytes).unwrap();
    let outcome = program.run(&[], &[]);
    assert_eq!(outcome.stdout, "java.lang.UnsupportedClassVersionError\n");
    outcome.fails_with(["not watched: class Main$Later", "99"]);
}

/// More code than a method has room for, with a lock that counts all the same.
#[test]
fn a_method_without_room_is_named_and_its_locks_order() {
    let more = "d[i & 7]++; ".repeat(3500);
    let program = Single::new(&format!(
        "static int[] d = new int[8]; static int x; static final Object lock = new Object(); \
         static void large(int i) {{ synchronized (lock) {{ x++; }} if (i > 5) {{ {more} }} }} \
         static void small() {{ synchronized (lock) {{ x++; }} }} \
         public static void main(String[] a) throws Exception {{ \
         Thread t = new Thread(() -> {{ small(); Other.y = 1; large(1); }}); t.start(); \
         Thread.sleep(500); large(2); Other.y++; t.join(); }} \
         static class Other {{ static int y; }}",
    ));
    let outcome = program.run(&[], &[]);
    outcome.fails_with(["not watched: Main.large(I)V: its code has no room for more"]);
    assert!(outcome.stderr.contains("no race was seen"), "{}", outcome.stderr);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = command.args(["run", "--", "true"]).env("TMPDIR", "/no/such/folder").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("there is no temporary folder"), "{stderr}");
}

#[test]
fn a_program_that_is_ended_from_outside_has_its_races_reported() {
    let main = "public static void main(String[] a) throws Exception { race(); \
         System.out.println(\"ready\"); Thread.sleep(60_000); }";
    let program = Single::new(&format!("{RACE} {main}"));
    let (java, classes) = (java(&program.jdk), program.folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(["run", "--format", "pairs", "--"]).arg(java).arg("-cp").arg(classes).arg("Main");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    // What a JVM returns when it is asked to end.
    assert_eq!(output.status.code(), Some(143));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("Main.java:1\tMain.java:1\tMain.x"), "{stderr}");
}
