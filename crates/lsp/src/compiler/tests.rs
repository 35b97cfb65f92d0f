//! Edits that are compiled one by one leave the classes that compiling everything makes.

use std::collections::BTreeMap;

use super::*;

/// Sources by name.
type Texts = BTreeMap<&'static str, String>;

fn compiler() -> Compiler {
    let jdk = project::locate(None).expect("./test installs a JDK when there is none");
    Compiler::new(jdk, Vec::new())
}

/// The classes of sources, compiled at once.
fn from_scratch(
    helper: &mut Compiler,
    folder: &Path,
    texts: &Texts,
) -> Result<Vec<Made>, Vec<Message>> {
    helper.classes.clear();
    helper.sources.clear();
    helper.buffers.clear();
    for (name, text) in texts {
        helper.buffers.insert(folder.join(name), text.as_str().into());
    }
    let units = texts.keys().map(|name| folder.join(name)).collect();
    helper.job(&units).unwrap()
}

/// An edit: the file, what is replaced, by what. An empty text means that the file is gone.
const EDITS: &[(&str, &str, &str)] = &[
    // Only code.
    ("Base.java", "return 1;", "return 2;"),
    // A constant that others have copied, also by way of a subclass.
    ("Base.java", "LIMIT = 10", "LIMIT = 11"),
    // A better overload, for callers that name only a subclass.
    ("Base.java", "void take(Object it) {}", "void take(Object it) {} void take(String it) {}"),
    // A field comes between a name and what it meant in another class.
    (
        "Derived.java",
        "implements Cloneable {",
        "implements Cloneable { static final int LIMIT = 3;",
    ),
    // Another type of result: a different descriptor in callers.
    ("Base.java", "int value()", "long value()"),
    ("Derived.java", "int value()", "long value()"),
    // A constant of an enum: switches elsewhere.
    ("Colour.java", "RED, GREEN", "RED, BLUE, GREEN"),
    // Private things are nobody's business.
    ("Base.java", "private int hidden", "private long hidden"),
    // A class of the same package comes before one that is imported by asterisk.
    ("List.java", "", "package p; public class List<T> { public int size() { return 7; } }"),
    ("List.java", "package p; public class List<T> { public int size() { return 7; } }", ""),
    // A nested class goes.
    ("Derived.java", "static class Inner {}", ""),
    // An interface loses a method that a lambda of another file implements: nothing else may be left.
    ("Task.java", "void run(int x);", "void run(long x);"),
    // Other supertypes.
    ("Derived.java", "implements Cloneable", "implements Cloneable, java.io.Serializable"),
];

fn program() -> Texts {
    [
        (
            "Base.java",
            "package p; public abstract class Base { static final int LIMIT = 10; private int hidden; \
             int value() { return 1; } void take(Object it) {} }",
        ),
        (
            "Derived.java",
            "package p; public class Derived extends Base implements Cloneable { int value() { return 5; } static class Inner {} }",
        ),
        (
            "User.java",
            "package p; import java.util.*; class User { List<String> list; int limit = Derived.LIMIT; \
             void f(Derived d) { d.take(\"x\"); Object v = d.value(); } int g(Colour c) { switch (c) { case RED: return 1; default: return 2; } } }",
        ),
        ("Colour.java", "package p; enum Colour { RED, GREEN }"),
        ("Task.java", "package p; interface Task { void run(int x); }"),
        ("Starter.java", "package p; class Starter { Task t = x -> System.out.println(x); Object o = new Derived(); }"),
    ]
    .into_iter()
    .map(|(name, text)| (name, text.to_owned()))
    .collect()
}

#[test]
fn edits_one_by_one_are_what_compiling_everything_makes() {
    let folder = Path::new("/nowhere/p");
    let (mut compiler, mut other) = (compiler(), compiler());
    let mut texts = program();
    for (name, text) in &texts {
        compiler.edit(&folder.join(name), Some(text.as_str().into()));
    }
    compare(&mut compiler, &mut other, folder, &texts, "at first");
    for (name, before, after) in EDITS {
        let text = texts.remove(*name).unwrap_or_default();
        assert!(text.contains(before), "{name}: no {before}");
        let text =
            if before.is_empty() { (*after).to_owned() } else { text.replace(before, after) };
        if text.is_empty() {
            compiler.edit(&folder.join(name), None);
        } else {
            compiler.edit(&folder.join(name), Some(text.as_str().into()));
            texts.insert(name, text);
        }
        compare(&mut compiler, &mut other, folder, &texts, &format!("{name}: {after}"));
    }
}

fn compare(
    compiler: &mut Compiler,
    other: &mut Compiler,
    folder: &Path,
    texts: &Texts,
    what: &str,
) {
    let compiled = compiler.compile().unwrap();
    match from_scratch(other, folder, texts) {
        Ok(made) => {
            assert!(matches!(compiled, Compiled::Changed(_)), "{what}: {compiled:?}");
            let expected: BTreeMap<&str, &[u8]> =
                made.iter().map(|made| (made.name.as_str(), &made.bytes[..])).collect();
            let got: BTreeMap<&str, &[u8]> = compiler
                .classes
                .iter()
                .map(|(name, known)| (name.as_str(), &known.bytes[..]))
                .collect();
            let names = |of: &BTreeMap<&str, &[u8]>| {
                of.keys().map(|it| (*it).to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(names(&got), names(&expected), "{what}");
            for (name, bytes) in expected {
                assert!(got[name] == bytes, "{what}: {name} is different");
            }
        }
        Err(_) => assert!(matches!(compiled, Compiled::Wrong { .. }), "{what}: {compiled:?}"),
    }
}

#[test]
fn code_alone_compiles_one_file() {
    let folder = Path::new("/nowhere/p");
    let mut compiler = compiler();
    for (name, text) in &program() {
        compiler.edit(&folder.join(name), Some(text.as_str().into()));
    }
    assert!(
        matches!(compiler.compile().unwrap(), Compiled::Changed(changes) if changes.len() == 8)
    );
    let text = program()["Base.java"].replace("return 1;", "return 3;");
    compiler.edit(&folder.join("Base.java"), Some(text.into()));
    let units = BTreeSet::from([folder.join("Base.java")]);
    let made = compiler.job(&units).unwrap().unwrap();
    assert_eq!(compiler.users(&made, &units), BTreeSet::new());
    // Whoever mentions neither the class nor the member need not be asked.
    let text = program()["Base.java"].replace("LIMIT = 10", "LIMIT = 12");
    compiler.edit(&folder.join("Base.java"), Some(text.into()));
    let made = compiler.job(&units).unwrap().unwrap();
    assert_eq!(compiler.users(&made, &units), BTreeSet::from([folder.join("User.java")]));
}

#[test]
fn preview_features_are_turned_on_when_javac_asks_for_them() {
    let Some(jdk) = testkit::java::compilers().into_iter().find(|jdk| jdk.release == 17) else {
        return testkit::jdk::skip(
            "patterns in switches are a preview feature of JDK 17, which is not here",
        );
    };
    let folder = Path::new("/nowhere");
    let mut compiler = Compiler::new(jdk, Vec::new());
    let text =
        "class A { int f(Object o) { return switch (o) { case String s -> 1; default -> 2; }; } }";
    compiler.edit(&folder.join("A.java"), Some(text.into()));
    let compiled = compiler.compile().unwrap();
    assert!(matches!(compiled, Compiled::Changed(changes) if changes.len() == 1));
    assert!(compiler.is_preview);
}
