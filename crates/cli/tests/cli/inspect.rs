//! `deadheat inspect`.

use std::fs;

use crate::common::{deadheat, project_root, write_java};
use serde_json::Value;

#[test]
fn examples_are_compiled_and_summed_up() {
    let outcome = deadheat(["inspect", "examples"]);
    outcome.succeeds();
    assert!(outcome.stdout.contains("classes        4 (Java"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("missing        no class"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains('\u{1b}'), "no colours in a pipe");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_method_stands_beside_its_source_lines() {
    let outcome = deadheat(["inspect", "examples", "TicketShop.main"]);
    outcome.succeeds();
    let source = fs::read_to_string(project_root().join("examples/TicketShop.java")).unwrap();
    let (number, line) = (1..)
        .zip(source.lines())
        .find(|(_, line)| line.contains("desk.join()"))
        .expect("the example joins its desks");
    let heading = format!("{number:6} | {}", line.trim());
    let (_, after) = outcome.stdout.split_once(&heading).expect("the source line is shown");
    let next = after.trim_start().lines().next().unwrap_or_default();
    assert!(next.contains("invokevirtual TicketShop$Desk.join()V"), "{next}");
    assert!(!outcome.stdout.contains("<init>()V  public"), "only main is shown");
}

#[test]
fn the_summary_as_json_has_the_same_counts() {
    let outcome = deadheat(["inspect", "examples", "--format", "json"]);
    outcome.succeeds();
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(json["format"], "deadheat-inspect-summary");
    assert_eq!(json["version"], 1);
    assert_eq!(json["classes"], 4);
    assert_eq!(json["missing_classes"], Value::Array(Vec::new()));
    assert_eq!(json["problems"], Value::Array(Vec::new()));
    let versions = json["class_file_versions"].as_array().unwrap();
    assert_eq!(versions.iter().map(|v| v["classes"].as_u64().unwrap()).sum::<u64>(), 4);
}

#[test]
fn a_method_as_json_has_blocks_values_lines_and_names() {
    let outcome = deadheat(["inspect", "examples", "TicketShop.main", "--format", "json"]);
    outcome.succeeds();
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let method = &json["methods"][0];
    assert_eq!((&method["name"], &method["code"]), (&"main".into(), &"body".into()));
    let first = &method["blocks"][0]["instructions"][0];
    assert_eq!(first["text"], "param 0");
    assert_eq!(first["result"], "v0");
    assert_eq!(first["type"], "[Ljava/lang/String;");
    assert!(first["line"].is_u64() && first["source"].is_string());
    assert!(method["variables"].as_array().unwrap().iter().any(|v| v["name"] == "seats"));
    assert!(method["call_sites"][0].as_str().unwrap().starts_with("lambda "));
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    let outcome = deadheat(["inspect", "examples", "-o", file.to_str().unwrap()]);
    outcome.succeeds();
    assert_eq!(outcome.stdout, "");
    assert!(fs::read_to_string(file).unwrap().contains("classes        4"));
    let outcome = deadheat(["inspect", "examples", "-o", "/no/such/folder/out.txt"]);
    outcome.fails_with(["/no/such/folder/out.txt: it cannot be written"]);
}

#[test]
fn errors_of_javac_are_shown_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    write_java(folder.path(), "Broken", "class Broken { int x = \"text\"; }");
    let outcome = deadheat(["inspect", folder.path().to_str().unwrap()]);
    outcome.fails_with(["Broken.java:1: error: incompatible types", "^", "1 error"]);
    let file = folder.path().join("Broken.java");
    assert!(outcome.stderr.starts_with(file.to_str().unwrap()), "{}", outcome.stderr);
}

#[test]
fn what_can_be_read_is_read_and_the_rest_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let good = compiled(root, "Good", "class Good { int f(int a) { return a + 1; } }");
    fs::write(root.join("Text.class"), "this is no class").unwrap();
    fs::write(root.join("Cut.class"), &good[..good.len() / 2]).unwrap();
    fs::write(root.join("Empty.class"), "").unwrap();
    let outcome = deadheat(["inspect", root.to_str().unwrap()]);
    outcome.fails_with([
        "Text.class: at offset 0: not a class file (it starts with 74686973 instead of cafebabe)",
        "Cut.class: at offset ",
        "Empty.class: ",
    ]);
    assert!(outcome.stdout.contains("classes        1 (Java"), "{}", outcome.stdout);
    let complaints = outcome.stderr.lines().filter(|line| line.starts_with("error:")).count();
    assert_eq!(complaints, 3, "one message each:\n{}", outcome.stderr);
}

#[test]
fn broken_code_is_an_error_of_its_method() {
    let folder = tempfile::tempdir().unwrap();
    let mut class = compiled(
        folder.path(),
        "Sum",
        "class Sum { int f(int a, int b) { return a + b; } int g() { return 7; } }",
    );
    // iload_1 iload_2 iadd ireturn: without the first load the stack has too few values.
    let code = class.windows(4).position(|w| w == [0x1b, 0x1c, 0x60, 0xac]).unwrap();
    class[code] = 0;
    let file = folder.path().join("Sum.class");
    fs::write(&file, class).unwrap();
    let outcome = deadheat(["inspect", file.to_str().unwrap()]);
    outcome.fails_with(["Sum.class: in f(II)I: bytecode offset 2: the stack has too few values"]);
    assert!(outcome.stdout.contains("methods        3, 2 of them with code"), "{}", outcome.stdout);
    let shown = deadheat(["inspect", file.to_str().unwrap(), "Sum.f"]);
    assert!(shown.stdout.contains("broken: bytecode offset 2"), "{}", shown.stdout);
}

#[test]
fn nothing_to_read_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    deadheat(["inspect", empty]).fails_with([empty]);
    deadheat(["inspect", "no/such/place"]).fails_with(["no/such/place"]);
    let not_a_jar = folder.path().join("app.jar");
    fs::write(&not_a_jar, "text").unwrap();
    let outcome = deadheat(["inspect", not_a_jar.to_str().unwrap()]);
    outcome.fails_with(["app.jar", "there is no class that could be read"]);
}

/// A folder that may not be read, seen by a user who is not root.
#[test]
fn a_folder_that_cannot_be_read_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("closed")).unwrap();
    compiled(root, "Open", "class Open {}");
    let Some(outcome) = crate::common::deadheat_for_others(root, "closed") else {
        return;
    };
    outcome.fails_with(["closed: cannot be read: "]);
    assert_eq!(outcome.stderr.matches("cannot be read").count(), 1, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("classes        1"), "{}", outcome.stdout);
}

#[test]
fn unknown_names_get_a_suggestion() {
    deadheat(["inspect", "examples", "TicketShopp"]).fails_with(["did you mean TicketShop?"]);
    deadheat(["inspect", "examples", "TicketShop.mian"])
        .fails_with(["TicketShop has no method mian; did you mean main?"]);
    deadheat(["inspect", "examples", "missing.jar"]).fails_with(["missing.jar"]);
}

#[test]
fn simple_names_must_be_unique() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for package in ["a", "b"] {
        fs::create_dir(root.join(package)).unwrap();
        let text = format!("package {package}; class Same {{ static class Inner {{}} }}");
        write_java(&root.join(package), "Same", &text);
    }
    let input = root.to_str().unwrap();
    deadheat(["inspect", input, "Same"]).fails_with(["Same may be any of a.Same, b.Same"]);
    for name in ["a.Same", "a/Same", "a.Same.Inner", "a.Same$Inner"] {
        deadheat(["inspect", input, name]).succeeds();
    }
}

#[test]
fn missing_classes_are_named_once_with_their_users() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write_java(root, "Gone", "class Gone { static int x; }");
    write_java(root, "A", "class A { int f() { return Gone.x; } }");
    write_java(root, "B", "class B extends Gone {}");
    compile(root, &["Gone", "A", "B"]);
    fs::remove_file(root.join("Gone.class")).unwrap();
    let outcome = deadheat(["inspect", root.to_str().unwrap()]);
    let missing = "1 class that the program refers to (give libraries by --class-path):";
    assert!(outcome.stdout.contains(missing), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("Gone (in 2)"), "{}", outcome.stdout);
}

#[test]
fn the_first_of_two_classes_of_one_name_wins() {
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = vec!["inspect".to_owned()];
    for (name, text) in [("one", "class Same { int a; }"), ("two", "class Same { int a, b; }")] {
        let root = folder.path().join(name);
        fs::create_dir(&root).unwrap();
        compiled(&root, "Same", text);
        inputs.push(root.to_str().unwrap().to_owned());
    }
    let outcome = deadheat(&inputs);
    outcome.succeeds();
    assert!(outcome.stdout.contains("fields         1"), "{}", outcome.stdout);
    let told = format!("not used       {}/Same.class, because {}/Same.class", inputs[2], inputs[1]);
    assert!(outcome.stdout.contains(&told), "{}", outcome.stdout);
}

#[test]
fn classes_that_extend_each_other_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    // Each compiled while the other does not extend it yet.
    let one = compiled_beside(root, "class One extends Two {}", "class Two {}");
    let two = compiled_beside(root, "class Two extends One {}", "class One {}");
    fs::write(root.join("One.class"), one).unwrap();
    fs::write(root.join("Two.class"), two).unwrap();
    let outcome = deadheat(["inspect", root.to_str().unwrap()]);
    outcome.fails_with(["One.class: cyclic supertypes: One Two"]);
    assert!(outcome.stdout.contains("classes        2"), "{}", outcome.stdout);
}

#[test]
fn a_library_class_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (app, library) = (folder.path().join("app"), folder.path().join("library"));
    fs::create_dir(&app).unwrap();
    fs::create_dir(&library).unwrap();
    let class = compiled_beside(&app, "class Below extends Above {}", "class Above {}");
    let above = fs::read(app.join("Above.class")).unwrap();
    fs::remove_file(app.join("Above.class")).unwrap();
    fs::write(app.join("Below.class"), class).unwrap();
    // Its name can be read, its end is gone.
    fs::write(library.join("Above.class"), &above[..above.len() - 2]).unwrap();
    let (app, library) = (app.to_str().unwrap(), library.to_str().unwrap());
    let outcome = deadheat(["inspect", app, "--class-path", library]);
    outcome.fails_with(["library/Above.class: at offset ", "the file ends too early"]);
    assert!(outcome.stdout.contains("classes        1"), "{}", outcome.stdout);
}

/// The bytes of the first class, compiled together with a second one.
fn compiled_beside(root: &std::path::Path, first: &str, second: &str) -> Vec<u8> {
    let name = |text: &str| text.split(' ').nth(1).unwrap().to_owned();
    for text in [first, second] {
        write_java(root, &name(text), text);
    }
    compile(root, &[&name(first), &name(second)]);
    fs::read(root.join(format!("{}.class", name(first)))).unwrap()
}

#[test]
fn every_jdk_is_read_without_a_problem() {
    let jdks = testkit::jdk::installed();
    assert!(!jdks.is_empty(), "./test installs a JDK when there is none");
    for jdk in jdks {
        let home = jdk.home.to_str().unwrap();
        let outcome = deadheat(["inspect", home, "--format", "json"]);
        outcome.succeeds();
        let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!(json["problems"], Value::Array(Vec::new()));
        assert!(json["methods_with_code"].as_u64().unwrap() > 50_000);
        assert!(jdk.release < 9 || json["modules"].as_u64().unwrap() > 1, "JDKs have modules");
        let object = deadheat(["inspect", home, "java.lang.Object.wait"]);
        object.succeeds();
        assert!(object.stdout.contains("wait(J)V"), "{}", object.stdout);
    }
}

/// The bytes of a class, compiled and left in a folder; the source is not kept.
fn compiled(root: &std::path::Path, name: &str, text: &str) -> Vec<u8> {
    write_java(root, name, text);
    compile(root, &[name]);
    fs::read(root.join(format!("{name}.class"))).unwrap()
}

/// Compiles sources; only the classes stay.
fn compile(root: &std::path::Path, names: &[&str]) {
    crate::common::javac(root, names);
    for name in names {
        fs::remove_file(root.join(format!("{name}.java"))).unwrap();
    }
}
