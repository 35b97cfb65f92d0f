//! `deadheat inspect --calls`, `--points-to`, `--threads`, `--gaps`.
//!
//! Each folder in `programs` is a program with a line of questions and the answers to them, which are the same whatever the
//! release of the JDK. `DEADHEAT_BLESS=1` writes the answers anew.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Outcome, deadheat, javac, write_java};

fn folder_of(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(program)
}

/// Checks the answers about a program on every JDK.
fn check(program: &str) {
    let folder = folder_of(program);
    let questions = fs::read_to_string(folder.join("questions.txt")).unwrap();
    let jdks = testkit::java::compilers();
    assert!(!jdks.is_empty(), "./test installs a JDK when there is none");
    for jdk in jdks {
        let classes = testkit::java::compile(&jdk, &testkit::java::sources_below(&folder).unwrap());
        let classes = classes.unwrap_or_else(|error| panic!("{error}"));
        let home = jdk.home.to_str().unwrap();
        let class_folder = classes.class_folder();
        let mut args = vec!["inspect", class_folder.to_str().unwrap(), "--jdk", home];
        // For files that are no sources.
        args.extend(["--class-path", folder.to_str().unwrap()]);
        args.extend(questions.split_whitespace());
        let outcome = deadheat(&args);
        outcome.succeeds();
        let found = answers(&outcome);
        let file = folder.join("expected.txt");
        if std::env::var_os("DEADHEAT_BLESS").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert!(found == expected, "{program} on JDK {}: found\n{found}", jdk.release);
    }
}

/// What was printed, without the counts at the end, which depend on the JDK.
fn answers(outcome: &Outcome) -> String {
    let (answers, counts) = outcome.stdout.split_once("\nmethods  ").expect("counts are printed");
    for label in ["calls", "threads", "gaps", "time"] {
        assert!(counts.contains(&format!("\n{label}  ")), "no {label} in {counts}");
    }
    answers.to_owned()
}

#[test]
fn dispatch() {
    check("dispatch");
}

#[test]
fn lambdas() {
    check("lambdas");
}

#[test]
fn streams() {
    check("streams");
}

#[test]
fn reflection() {
    check("reflection");
}

#[test]
fn services() {
    check("services");
}

#[test]
fn threads() {
    check("threads");
}

#[test]
fn containers() {
    check("containers");
}

#[test]
fn library_mode() {
    check("library");
}

fn inspect(input: &str, questions: &str) -> Outcome {
    deadheat(["inspect", input].into_iter().chain(questions.split_whitespace()))
}

fn json(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.stdout).unwrap()
}

const SHOP: &str = "examples/TicketShop.java";

#[test]
fn slips_get_a_suggestion_before_anything_is_analysed() {
    for (questions, message) in [
        ("--calls Desk.rum", "TicketShop$Desk has no method rum; did you mean run?"),
        ("--calls Dekk", "there is no class Dekk in the input, the class path or the JDK"),
        ("--calls --main TicketShopp", "did you mean TicketShop?"),
        ("--calls --main Desk", "TicketShop$Desk has no main method; there is one in TicketShop"),
        ("--calls --entry Seats.sel", "TicketShop$Seats has no method sel; did you mean sell?"),
        ("--calls --tests", "there is no test"),
        (
            "--points-to TicketShop.main:desc",
            "TicketShop.main has no variable desc; did you mean desk?",
        ),
        ("--points-to Desk.seat", "TicketShop$Desk has no field seat; did you mean seats?"),
        ("--points-to Desk.run", "Desk.run is a method; write Desk.run:variable"),
        ("--points-to Desk:run", "Desk:run: write Class.method:variable, or Class.field"),
        ("--points-to Desk.rum:this", "TicketShop$Desk has no method rum; did you mean run?"),
        ("--calls --policy treads", "did you mean thread? There are insensitive, thread,"),
        ("--calls --policy object:9", "object takes a number from 1 to 4; say object:2, not 9"),
        ("Seats Desk --calls", "Desk is neither a file nor a folder"),
    ] {
        inspect(SHOP, questions).fails_with([message]);
    }
}

#[test]
fn the_option_does_not_swallow_an_input() {
    let outcome = deadheat(["inspect", "--calls", SHOP]);
    outcome.succeeds();
    assert!(
        outcome.stdout.contains("thread start through ArrayList.forEach"),
        "{}",
        outcome.stdout
    );
    deadheat(["inspect", "--calls", "Desk"]).fails_with(["there is no input"]);
}

#[test]
fn a_named_method_is_shown_with_library_methods_and_callers() {
    let outcome = inspect(SHOP, "Seats.sold --calls");
    outcome.succeeds();
    let expected = "\
TicketShop$Seats.sold()  TicketShop.java
    <-  TicketShop$Seats.soldOut() TicketShop.java:32  virtual
    <-  TicketShop.lambda$main$0(TicketShop$Seats) TicketShop.java:62  virtual
";
    assert!(outcome.stdout.contains(expected), "{}", outcome.stdout);
    let outcome = inspect(SHOP, "--calls TicketShop");
    outcome.succeeds();
    let add = "    56  java.util.ArrayList.add(Object)";
    assert!(outcome.stdout.contains(add), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("    <-  an entry point"), "{}", outcome.stdout);
    let never = "TicketShop.<init>()\n  is not reached";
    assert!(outcome.stdout.contains(never), "{}", outcome.stdout);
}

#[test]
fn the_json_form_says_the_same() {
    let questions = "--calls --threads --gaps --points-to Desk.run:this --format json";
    let outcome = inspect(SHOP, questions);
    outcome.succeeds();
    let json = json(&outcome);
    assert_eq!(json["format"], "deadheat-inspect-analysis");
    assert_eq!(json["version"], 1);
    assert_eq!(json["policy"], "thread");
    assert_eq!(json["entry_points_because"], "every-main");
    assert_eq!(json["entry_points"][0]["class"], "TicketShop");
    assert_eq!(json["application_methods"], 8);
    assert_eq!(json["threads"], 3);
    assert_eq!(json["thread_list"].as_array().unwrap().len(), 3);
    let methods = json["calls"].as_array().unwrap();
    assert_eq!(methods.len(), 8);
    let main = methods.iter().find(|method| method["method"] == "main").unwrap();
    let start = &main["calls"].as_array().unwrap()[2];
    assert_eq!((&start["kind"], &start["at"]["line"]), (&"thread".into(), &58.into()));
    assert_eq!(start["callee"]["class"], "TicketShop$Desk");
    assert_eq!(start["via"][0]["class"], "java/util/ArrayList");
    let set = &json["points_to"][0]["answers"][0]["sets"][0];
    assert_eq!(set["contexts"].as_array().unwrap().len(), 2, "α and β");
    let object = &set["objects"][0];
    assert_eq!(object["class"]["type"], "LTicketShop$Desk;");
    assert_eq!((&object["kind"], &object["at"]["line"]), (&"site".into(), &56.into()));
    assert_eq!(object["context"]["thread"]["kind"], "main");
    let counted: u64 =
        json["gap_counts"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(json["gaps"].as_array().unwrap().len() as u64, counted);
}

#[test]
fn every_policy_finds_the_same_methods() {
    for policy in ["insensitive", "thread", "thread+container", "object:2", "type:1"] {
        let outcome = inspect(SHOP, &format!("--calls --policy {policy} --format json"));
        outcome.succeeds();
        let json = json(&outcome);
        assert_eq!(json["policy"], policy);
        assert_eq!(json["application_methods"], 8, "{policy}");
        assert_eq!(json["threads"], 3, "{policy}");
    }
}

#[test]
fn a_model_of_the_user_overrides_those_of_the_jdk() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("my.model");
    fs::write(&models, "class java.util.ArrayList {\n  method forEach(*) { }\n}\n").unwrap();
    let (program, models) = (folder_of("lambdas"), models.to_str().unwrap());
    // The lambda expression is called by `ArrayList.forEach` only.
    let asked = |options: &str| {
        let questions = format!("--calls Lambdas.lambda$main$0 {options}");
        let outcome = inspect(program.to_str().unwrap(), &questions);
        outcome.succeeds();
        !outcome.stdout.contains("is not reached")
    };
    assert!(asked(""));
    assert!(!asked(&format!("--models {models}")));
    assert!(asked(&format!("--no-summaries --models {models}")));
}

#[test]
fn a_model_that_is_wrong_is_told_with_its_line_and_the_rest_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("my.model");
    let text = "class java.util.ArrayList {\n  metod size() { }\n  method forEach(*) { }\n}\n";
    fs::write(&models, text).unwrap();
    let path = models.to_str().unwrap();
    let outcome = inspect(SHOP, &format!("--calls Desk.run --models {path}"));
    outcome.fails_with([&format!("{path}:2:")]);
    assert!(outcome.stdout.contains("is not reached"), "{}", outcome.stdout);
    inspect(SHOP, "--calls --models no.model").fails_with(["no.model: cannot be read"]);
}

/// The program makes an object of a class that its argument names.
#[test]
fn a_reflection_log_says_what_the_program_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("reflection.log");
    let text = "\
# as recorded
Class.forName;Plugins$Tools;Plugins.main;71
Class.forName Plugins$Copy
";
    fs::write(&log, text).unwrap();
    let (program, log) = (folder_of("reflection"), log.to_str().unwrap());
    let program = program.to_str().unwrap();
    let without = inspect(program, "--gaps");
    without.succeeds();
    let gap = "a class by a name that is no constant";
    assert!(without.stdout.contains(gap), "{}", without.stdout);
    let made = "\n    71  Plugins$Tools.<init>() ";
    let outcome = inspect(program, &format!("--gaps --calls --reflection-log {log}"));
    outcome.fails_with([&format!("{log}:3:")]);
    assert!(outcome.stdout.contains(made), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains(gap), "{}", outcome.stdout);
    inspect(program, "--gaps --reflection-log no.log").fails_with(["no.log: cannot be read"]);
}

/// The program asks for a class whose name is in one of its property files.
#[test]
fn names_in_property_files_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let text = "package shop; public class Main { public static void main(String[] a) throws Exception { \
                Class.forName(a[0]).getDeclaredConstructor().newInstance(); } }";
    fs::create_dir(root.join("shop")).unwrap();
    write_java(&root.join("shop"), "Main", text);
    let text = "package shop; public class Pump implements Runnable { public Pump() { run(); } public void run() { } }";
    write_java(&root.join("shop"), "Pump", text);
    javac(root, &["shop/Main", "shop/Pump"]);
    for name in ["Main", "Pump"] {
        fs::remove_file(root.join(format!("shop/{name}.java"))).unwrap();
    }
    fs::write(root.join("names.properties"), "pump = shop.Pump\n").unwrap();
    let is_reached = |options: &str| {
        let outcome = inspect(root.to_str().unwrap(), &format!("--calls Pump.run {options}"));
        outcome.succeeds();
        !outcome.stdout.contains("is not reached")
    };
    assert!(is_reached(""));
    assert!(!is_reached("--no-property-files"));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write_java(
        root,
        "Main",
        "class Main { public static void main(String[] a) { new Cut(); ok(); } static void ok() {} }",
    );
    write_java(root, "Cut", "class Cut { }");
    javac(root, &["Main", "Cut"]);
    for name in ["Main", "Cut"] {
        fs::remove_file(root.join(format!("{name}.java"))).unwrap();
    }
    let class = fs::read(root.join("Cut.class")).unwrap();
    fs::write(root.join("Cut.class"), &class[..class.len() - 2]).unwrap();
    let outcome = inspect(root.to_str().unwrap(), "--calls --gaps");
    outcome.fails_with(["Cut.class: at offset ", "the file ends too early"]);
    assert_eq!(outcome.stderr.matches("Cut.class").count(), 1, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("Main.ok()"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 unresolved reference"), "{}", outcome.stdout);
    let gap = "Cut.<init>()V: unknown because Cut is missing\n      Main.java in Main.main";
    assert!(outcome.stdout.contains(gap), "{}", outcome.stdout);
}

#[test]
fn variables_without_names_can_be_asked_for_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let text = "class Main { public static void main(String[] a) { Object made = new Main(); a[0] = made + \"\"; } }";
    write_java(root, "Main", text);
    let jdk = project::locate(None).unwrap();
    let mut compiler = std::process::Command::new(jdk.javac().unwrap());
    let status = compiler.args(["-g:none", "Main.java"]).current_dir(root).status();
    assert!(status.unwrap().success());
    fs::remove_file(root.join("Main.java")).unwrap();
    let input = root.to_str().unwrap();
    inspect(input, "--points-to Main.main:made")
        .fails_with(["no names of local variables", "v0, v1"]);
    let outcome = inspect(input, "--points-to Main.main:v1 --points-to Main.<init>:this");
    outcome.succeeds();
    assert_eq!(
        outcome.stdout.matches("      Main  in Main.main(String[])").count(),
        2,
        "{}",
        outcome.stdout
    );
}
