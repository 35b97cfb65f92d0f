//! `deadheat check`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Outcome, deadheat, write_java};

/// A program of a few classes, compiled.
struct Compiled(TempDir);

impl Compiled {
    /// Compiles classes by name and text, with further options of javac.
    fn new(options: &[&str], classes: &[(&str, &str)]) -> Compiled {
        let jdk = project::locate(None).expect("./test installs a JDK when there is none");
        Compiled::with(&jdk, options, classes)
    }

    fn with(jdk: &project::Jdk, options: &[&str], classes: &[(&str, &str)]) -> Compiled {
        let folder = TempDir::new().unwrap();
        for (name, text) in classes {
            write_java(folder.path(), name, text);
        }
        let files = classes.iter().map(|(name, _)| format!("{name}.java"));
        let mut javac = Command::new(jdk.javac().expect("it has a compiler"));
        javac.args(options).args(files).current_dir(folder.path());
        assert!(javac.status().expect("javac starts").success());
        for (name, _) in classes {
            fs::remove_file(folder.path().join(format!("{name}.java"))).unwrap();
        }
        Compiled(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn remove(&self, class: &str) {
        fs::remove_file(self.path().join(format!("{class}.class"))).unwrap();
    }

    fn check(&self, options: &str) -> Outcome {
        check(self.path().to_str().unwrap(), options)
    }
}

fn check(input: &str, options: &str) -> Outcome {
    deadheat(["check", input].into_iter().chain(options.split_whitespace()))
}

const SAFE: &str = "class Main { static int x; \
     public static void main(String[] a) throws Exception { x = 1; \
     Thread t = new Thread(() -> x = 2); t.start(); t.join(); x = 3; } }";

#[test]
fn a_program_without_races_is_told_so() {
    let program = Compiled::new(&["-g"], &[("Main", SAFE)]);
    let outcome = program.check("");
    outcome.succeeds();
    assert!(outcome.stdout.starts_with("no race: "), "{}", outcome.stdout);
    assert_eq!(outcome.stderr, "");
    let pairs = program.check("--format pairs --main Main");
    pairs.succeeds();
    assert_eq!((pairs.stdout.as_str(), pairs.stderr.as_str()), ("", ""));
    let json = program.check("--format json");
    json.succeeds();
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&json["version"], &json["analysis"]["mode"]), (&1.into(), &"all".into()));
    assert_eq!(json["analysis"]["entry_points"][0], "Main");
    assert!(json["analysis"]["seconds"]["total"].as_f64().unwrap() > 0.0);
    assert_eq!((&json["races"], &json["gaps"]), (&Value::Array(vec![]), &Value::Array(vec![])));
}

#[test]
fn a_main_that_is_not_there_is_told_with_the_nearest() {
    let program = Compiled::new(&["-g"], &[("Main", SAFE), ("Other", "class Other { }")]);
    program.check("--main Mian").fails_with(["there is no class Mian", "did you mean Main?"]);
    program.check("--main Other").fails_with(["Other has no main method; there is one in Main"]);
}

#[test]
fn without_a_main_the_answer_is_not_whole() {
    let library = "public class Library { public void put() { } public void get() { } }";
    let program = Compiled::new(&["-g"], &[("Library", library)]);
    let outcome = program.check("");
    outcome.fails_with(["no class looks as if it were meant for several threads", "--main"]);
    assert!(outcome.stdout.starts_with("no race: "), "{}", outcome.stdout);
    program.check("--library-mode").succeeds();
    program.check("--entry Library.put").succeeds();
    // What users pass is theirs.
    let bag = "public class Bag { private volatile int last;
        public void add(Iterable<String> texts) { for (String text : texts) last = text.length(); } }";
    let outcome = Compiled::new(&["-g"], &[("Bag", bag)]).check("");
    outcome.succeeds();
    assert!(outcome.stderr.starts_with("note: library mode"), "{}", outcome.stderr);
    let hidden = Compiled::new(&["-g"], &[("Hidden", "class Hidden { }")]);
    hidden.check("").fails_with(["there is no main, no test and no public method", "--entry"]);
}

#[test]
fn missing_classes_are_named_with_what_to_do() {
    let main =
        "class Main { public static void main(String[] a) { new Child().go(); Tool.use(); } }";
    let classes = [
        ("Main", main),
        ("Child", "class Child extends Parent { void go() { } }"),
        ("Parent", "class Parent { }"),
        ("Tool", "class Tool { static void use() { } }"),
    ];
    let program = Compiled::new(&["-g"], &classes);
    program.check("").succeeds();
    program.remove("Tool");
    program.check("").fails_with([
        "1 class that the program refers to is missing: Tool (in Main.main)",
        "add what holds it with --class-path",
    ]);
    program.remove("Parent");
    let outcome = program.check("--format json");
    outcome.fails_with(["2 classes that the program refers to are missing: Parent (", "Tool ("]);
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert!(json["gaps"][0].as_str().unwrap().contains("are missing: Parent"), "{json}");
    let libraries = Compiled::new(&["-g"], &classes);
    let class_path = format!("--class-path {}", libraries.path().display());
    program.check(&class_path).succeeds();
}

/// A parallel operation that is not modelled must not look like one that does nothing.
#[test]
fn methods_that_a_model_leaves_out_are_named() {
    let bulk =
        "public class Bulk { public void each(Runnable r) { } public void all(Runnable r) { } }";
    let line = "public interface Line { void all(Runnable r); static Line of() { return null; } }";
    let main = "class Main { static int n; static void wide() { Line.of().all(() -> n++); }
        public static void main(String[] a) { Bulk b = new Bulk(); b.each(() -> n++); b.all(() -> n++); wide(); } }";
    let libraries = Compiled::new(&["-g"], &[("Bulk", bulk), ("Line", line)]);
    let class_path = libraries.path().to_str().unwrap();
    let program = Compiled::new(&["-g", "-cp", class_path], &[("Main", main)]);
    let folder = TempDir::new().unwrap();
    let models = folder.path().join("bulk.model");
    let check = |all: &str, line: &str, format: &str| {
        let text = format!(
            "import Bulk, Line
             class Bulk {{
               state tasks
               method <init>() {{}}
               method each(Runnable r) {{ fork loop Runnable.run(r) }}
               {all}
             }}
             {line}"
        );
        fs::write(&models, text.replace("; ", "\n")).unwrap();
        let options = format!("--class-path {class_path} --models {} {format}", models.display());
        program.check(&options)
    };
    let line = "class Line { state tasks; static method of() { l = new Line; return l } }";
    check("", line, "").fails_with([
        "the program calls 2 methods that no model describes",
        "Bulk.all (in Main.main), Line.all (in Main.wide)",
        "describe them in a file for --models",
    ]);
    let outcome = check("", line, "--format json");
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert!(json["gaps"][0].as_str().unwrap().contains("Bulk.all"), "{json}");
    let outcome = check("method all(Runnable r) { fork loop Runnable.run(r) }", "", "");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_class_that_only_a_library_lacks_is_a_warning() {
    let library = "public class Tool { public static void use() { Absent.go(); } }";
    let classes = [("Tool", library), ("Absent", "class Absent { static void go() { } }")];
    let libraries = Compiled::new(&["-g"], &classes);
    libraries.remove("Absent");
    let class_path = libraries.path().to_str().unwrap();
    let main = "class Main { public static void main(String[] a) { Tool.use(); } }";
    let program = Compiled::new(&["-g", "-cp", class_path], &[("Main", main)]);
    let outcome = program.check(&format!("--class-path {class_path}"));
    outcome.succeeds();
    let told = "warning: 1 class that libraries refer to is missing: Absent";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
}

#[test]
fn a_jdk_that_is_missing_or_too_old_is_told() {
    let program = Compiled::new(&["-g"], &[("Main", SAFE)]);
    program.check("--jdk /no/jdk").fails_with(["--jdk /no/jdk: there is no such file or folder"]);
    let jdks = testkit::java::compilers();
    let (Some(newest), Some(oldest)) = (jdks.first(), jdks.last()) else {
        panic!("./test installs a JDK when there is none")
    };
    if newest.release == oldest.release {
        return testkit::jdk::skip("there is only one release of the JDK");
    }
    let program = Compiled::with(newest, &["-g"], &[("Main", SAFE)]);
    let (needs, has) = (newest.release, oldest.release);
    let message = format!("compiled for Java {needs}, but the JDK is of release {has}");
    let options = |jdk: &project::Jdk| format!("--jdk {}", jdk.home.display());
    program.check(&options(oldest)).fails_with([&message, "name a newer one with --jdk HOME"]);
    program.check(&options(newest)).succeeds();
}

#[test]
fn inputs_without_classes_are_told() {
    let folder = TempDir::new().unwrap();
    let jar = folder.path().join("empty.jar");
    // The end of a directory that has no entries.
    fs::write(&jar, [b"PK\x05\x06".as_slice(), &[0; 18]].concat()).unwrap();
    check(jar.to_str().unwrap(), "")
        .fails_with(["empty.jar: there is no class that could be read"]);
    check("no.jar", "").fails_with(["no.jar: there is no such file or folder"]);
    write_java(folder.path(), "Broken", "class Broken { int x = \"text\"; }");
    let broken = folder.path().join("Broken.java");
    check(broken.to_str().unwrap(), "").fails_with(["Broken.java:1: error: incompatible types"]);
    let output = ["check", "examples", "-o", "/no/such/folder/races"];
    deadheat(output).fails_with(["/no/such/folder/races: it cannot be written"]);
}

#[test]
fn classes_without_lines_are_told_once() {
    let program = Compiled::new(&["-g:none"], &[("Main", SAFE)]);
    let outcome = program.check("");
    let told = "warning: Main has no line numbers: places are given as offsets; compile with javac -g to see lines\n";
    assert_eq!(outcome.stderr, told);
}

#[test]
fn the_report_goes_to_a_file() {
    let program = Compiled::new(&["-g"], &[("Main", SAFE)]);
    let file = program.path().join("races.txt");
    let outcome = program.check(&format!("-o {}", file.display()));
    outcome.succeeds();
    assert_eq!(outcome.stdout, "");
    assert!(fs::read_to_string(file).unwrap().starts_with("no race"));
}

/// Checks a program in `checks` against what is expected of a form of the report. `DEADHEAT_BLESS=1` writes it anew.
fn looks_as_expected(program: &str, options: &str, file: &str, status: i32) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks").join(program);
    let outcome = check(folder.to_str().unwrap(), options);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(status), ""), "{}", outcome.stdout);
    let file = folder.join(file);
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        fs::write(&file, &outcome.stdout).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(outcome.stdout == expected, "{program} {options}: found\n{}", outcome.stdout);
}

#[test]
fn races_are_shown_as_text_and_as_pairs() {
    looks_as_expected("spider", "", "expected.txt", 1);
    looks_as_expected("spider", "--mode lenient --format pairs", "expected.tsv", 1);
}

#[test]
fn the_exit_status_is_that_of_the_certainty_that_was_asked_for() {
    let spider = "crates/cli/tests/checks/spider";
    let status = |options: &str| check(spider, options).status;
    assert_eq!(status("--fail-on precise"), Some(1));
    assert_eq!(status("--fail-on confirmed"), Some(0));
    assert_eq!(status("--fail-on never"), Some(0));
}

#[test]
fn a_race_as_json_has_everything() {
    let outcome = check("crates/cli/tests/checks/spider", "--format json");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let races = json["races"].as_array().unwrap();
    let is_it = |race: &&Value| race["location"]["field"] == "lastCheckpoint";
    let race = races.iter().find(is_it).expect("the race is found");
    assert_eq!(race["id"].as_str().unwrap().len(), 16);
    assert!(["precise", "possible"].contains(&race["tier"].as_str().unwrap()));
    assert_eq!(race["location_text"], "Spider.lastCheckpoint");
    assert!(race["why"].as_str().unwrap().contains("Spider.java:46"), "{race}");
    let access = &race["accesses"][0];
    assert_eq!((&access["kind"], &access["line"]), (&"write".into(), &31.into()));
    assert_eq!(
        (&access["class"], &access["method"], &access["file"]),
        (&"Spider".into(), &"visit".into(), &"Spider.java".into())
    );
    assert_eq!(
        (&access["thread"], &access["started"]["is_many"]),
        (&"Spider thread".into(), &true.into())
    );
    assert_eq!(access["started"]["at"][0], "Spider.java:46");
    assert_eq!(access["locks"][0]["name"], "Spider.queue");
    assert_eq!(access["source"], "lastCheckpoint = now;");
    let stack = access["stack"].as_array().unwrap();
    let methods: Vec<&str> = stack.iter().map(|frame| frame["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["visit", "run"]);
}
