//! Compiling real sources with every JDK of this machine.

mod common;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, compilers, files_below};
use project::{CompileError, Compiled, Inputs, Jdk, Sources, compile};

/// Compiles what a user names, as the commands do.
fn compile_inputs(jdk: &Jdk, paths: &[PathBuf]) -> Result<Compiled, CompileError> {
    let inputs = Inputs::of(paths);
    assert_eq!(inputs.problems, []);
    let sources = Sources::new(&inputs.sources, &inputs.source_roots);
    compile(jdk, &sources, &inputs.class_path())
}

/// The classes that come out, whichever JDK compiles.
#[track_caller]
fn check(paths: &[PathBuf], expected: &[&str]) {
    for jdk in compilers() {
        let compiled = compile_inputs(&jdk, paths).unwrap_or_else(|error| panic!("{jdk}: {error}"));
        assert_eq!(files_below(&compiled.classes()), expected, "{jdk}");
    }
}

fn rejection(jdk: &Jdk, paths: &[PathBuf]) -> String {
    match compile_inputs(jdk, paths) {
        Err(CompileError::Rejected { output }) => output,
        other => panic!("{jdk}: expected a rejection, got {other:?}"),
    }
}

fn bytes_contain(file: &Path, needle: &str) -> bool {
    fs::read(file).unwrap().windows(needle.len()).any(|window| window == needle.as_bytes())
}

/// For the JDK's programs that the tests run themselves on paths outside of ASCII.
fn utf8_locale() -> Option<(&'static str, &'static str)> {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale =
        names.iter().find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let is_utf8 = locale.is_some_and(|locale| locale.to_uppercase().contains("UTF"));
    (!is_utf8).then_some(("LC_ALL", "C.UTF-8"))
}

#[test]
fn a_file_compiles_with_debug_information() {
    let folder = Folder::new();
    let main = folder.write("Main.java", "class Main { void f() { int counter = 1; f(); } }");
    for jdk in compilers() {
        let compiled = compile_inputs(&jdk, std::slice::from_ref(&main)).unwrap();
        let class = compiled.classes().join("Main.class");
        for attribute in ["LocalVariableTable", "LineNumberTable", "counter", "Main.java"] {
            assert!(bytes_contain(&class, attribute), "{jdk}: {attribute}");
        }
    }
}

#[test]
fn the_classes_live_as_long_as_the_value() {
    let folder = Folder::new();
    let main = folder.write("Main.java", "class Main {}");
    let compiled = compile_inputs(&compilers()[0], &[main]).unwrap();
    let classes = compiled.classes();
    assert!(classes.join("Main.class").is_file());
    drop(compiled);
    assert!(!classes.parent().unwrap().exists());
}

#[test]
fn several_folders_are_one_program() {
    let folder = Folder::new();
    folder.write("test/a/MainTest.java", "package a; class MainTest { Main main = new Main(); }");
    folder.write("main/a/Main.java", "package a; class Main { b.Util util; }");
    folder.write("main/b/Util.java", "package b; public class Util {}");
    folder.write("main/b/package-info.java", "/** Doc. */\n@Deprecated\npackage b;");
    let expected = ["a/Main.class", "a/MainTest.class", "b/Util.class", "b/package-info.class"];
    check(&[folder.join("test"), folder.join("main")], &expected);
}

#[test]
fn a_single_file_finds_its_siblings_and_sources_win_over_classes_lying_around() {
    let folder = Folder::new();
    let main = folder.write("src/a/Main.java", "package a; class Main { b.Util util; Near near; }");
    folder.write_aged("src/a/Near.java", "package a; class Near {}", 100);
    folder.write("src/b/Util.java", "package b; public class Util {}");
    folder.write("src/a/Unused.java", "package a; class Unused { does not compile }");
    folder.write("src/a/Near.class", "left over from an earlier compilation");
    check(&[main], &["a/Main.class", "a/Near.class", "b/Util.class"]);
}

#[test]
fn folders_need_not_agree_with_packages() {
    let folder = Folder::new();
    let one = folder.write("One.java", "package a.b; class One { c.Two two; }");
    let two = folder.write("x/Two.java", "package c; public class Two {}");
    check(&[one, two], &["a/b/One.class", "c/Two.class"]);
}

#[test]
fn modules_are_compiled_as_plain_classes() {
    let folder = Folder::new();
    let modules = [
        ("one", "module one { exports one; }", "package one; public class One {}"),
        (
            "two",
            "module two { requires one; }",
            "package two; class Two { one.One o; java.sql.Date d; }",
        ),
    ];
    for (name, module, class) in modules {
        let file = name[..1].to_uppercase() + &name[1..];
        folder.write(&format!("{name}/src/module-info.java"), module);
        folder.write(&format!("{name}/src/{name}/{file}.java"), class);
    }
    check(&[folder.path().to_owned()], &["one/One.class", "two/Two.class"]);
    let beside = folder.write("one/src/one/More.java", "package one; class More extends One {}");
    check(&[beside], &["one/More.class", "one/One.class"]);
}

#[test]
fn a_module_declaration_alone_is_nothing_to_compile() {
    let folder = Folder::new();
    let module = folder.write("module-info.java", "module m {}");
    let error = compile_inputs(&compilers()[0], &[module]).unwrap_err();
    assert!(matches!(error, CompileError::NoSources), "{error:?}");
}

#[test]
fn classes_and_jars_among_the_inputs_are_on_the_class_path() {
    for jdk in compilers() {
        let folder = Folder::new();
        let library = folder.write("lib/l/Lib.java", "package l; public class Lib {}");
        let compiled = compile_inputs(&jdk, &[library]).unwrap();
        let main = folder.write("Main.java", "class Main extends l.Lib {}");
        let as_folder = compile_inputs(&jdk, &[main.clone(), compiled.classes()]).unwrap();
        assert_eq!(files_below(&as_folder.classes()), ["Main.class"], "{jdk}");

        let jar = folder.join("lib.jar");
        let status = Command::new(jdk.home.join("bin/jar"))
            .arg("cf")
            .arg(&jar)
            .arg("-C")
            .arg(compiled.classes())
            .arg(".")
            .envs(utf8_locale())
            .status();
        assert!(status.unwrap().success());
        let as_jar = compile_inputs(&jdk, &[main, jar]).unwrap();
        assert_eq!(files_below(&as_jar.classes()), ["Main.class"], "{jdk}");
    }
}

/// A feature that is in preview in the JDK at hand; none for those in which we know of no simple one.
fn preview_source(release: u16) -> Option<&'static str> {
    match release {
        17..=20 => Some(
            "class Main { int f(Object o) { return switch (o) { case String s -> 1; default -> 2; }; } }",
        ),
        23..=26 => Some("class Main { boolean f(int i) { return i instanceof byte b; } }"),
        _ => None,
    }
}

#[test]
fn preview_features_are_enabled_when_javac_asks_for_it() {
    for jdk in compilers() {
        let Some(source) = preview_source(jdk.release) else {
            println!("skipped: no preview feature known for {jdk}");
            continue;
        };
        let folder = Folder::new();
        let main = folder.write("Main.java", source);
        let compiled = compile_inputs(&jdk, std::slice::from_ref(&main)).unwrap();
        let class = fs::read(compiled.classes().join("Main.class")).unwrap();
        assert_eq!(
            class[4..6],
            [0xff, 0xff],
            "{jdk}: the minor version marks the use of a preview"
        );

        folder.write("Main.java", &source.replace("class Main {", "class Main { Absent a;"));
        let said = rejection(&jdk, &[main]);
        assert!(said.contains("Absent") && !said.contains("--enable-preview"), "{said}");
    }
}

#[test]
fn errors_are_those_of_javac() {
    let folder = Folder::new();
    let main = folder.write("Main.java", "class Main {\n    Absent field;\n}\n");
    for jdk in compilers() {
        let said = rejection(&jdk, std::slice::from_ref(&main));
        let direct = Command::new(jdk.javac().unwrap())
            .arg("-d")
            .arg(folder.path())
            .arg(&main)
            .envs(utf8_locale())
            .output();
        let direct = String::from_utf8(direct.unwrap().stderr).unwrap();
        assert_eq!(said, direct, "{jdk}");
        assert!(said.starts_with(&format!("{}:2: ", main.display())), "{said}");
    }
}

#[test]
fn a_text_in_another_encoding_is_an_error_of_javac_and_not_ours() {
    let folder = Folder::new();
    let main = folder.join("Main.java");
    fs::write(&main, b"class Main { String s = \"\xe9t\xe9\"; }").unwrap();
    for jdk in compilers() {
        match compile_inputs(&jdk, std::slice::from_ref(&main)) {
            // Old compilers only warn.
            Ok(_) => assert!(jdk.release < 9, "{jdk}"),
            Err(CompileError::Rejected { output }) => assert!(output.contains("UTF"), "{output}"),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn odd_names_and_many_files_fit_through_the_argument_file() {
    let folder = Folder::new();
    let mut expected = Vec::new();
    for i in 0..300 {
        folder
            .write(&format!("a \"quoted\" folder/größe{i}/C{i}.java"), &format!("class C{i} {{}}"));
        expected.push(format!("C{i}.class"));
    }
    expected.sort();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check(&[folder.path().to_owned()], &expected);
}

#[test]
fn a_runtime_without_compiler_says_so() {
    let folder = Folder::new();
    let main = folder.write("Main.java", "class Main {}");
    let runtime = Jdk { home: folder.join("jre"), ..compilers()[0].clone() };
    let error = compile_inputs(&runtime, &[main]).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("without javac") && text.contains("--jdk"), "{text}");
}

#[test]
fn a_compiled_class_leads_back_to_its_source() {
    let folder = Folder::new();
    folder.write("src/a/Main.java", "package a; class Main { Runnable r = () -> {}; class In {} }");
    let inputs = Inputs::of(&[folder.join("src")]);
    let sources = Sources::new(&inputs.sources, &inputs.source_roots);
    let found = sources.find("a/Main$In", "Main.java");
    assert_eq!(found, Some(folder.join("src/a/Main.java")));
}

#[test]
fn the_examples_compile_as_one_folder() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for jdk in compilers().iter().filter(|jdk| jdk.release >= 17) {
        let compiled = compile_inputs(jdk, std::slice::from_ref(&examples));
        assert!(compiled.is_ok(), "{jdk}: {}", compiled.unwrap_err());
    }
}
