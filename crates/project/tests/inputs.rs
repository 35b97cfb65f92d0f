//! What the paths of a command line are taken for.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::Folder;
use project::{Inputs, Place, Problem, ProblemKind};

fn of(path: &Path) -> Inputs {
    Inputs::of(&[path.to_owned()])
}

/// One path, and everything that must come of it.
#[track_caller]
fn check(path: &Path, places: &[Place], sources: &[PathBuf], problems: &[(&Path, ProblemKind)]) {
    let inputs = of(path);
    assert_eq!(inputs.places, places);
    assert_eq!(inputs.sources, sources);
    let found: Vec<(&Path, &ProblemKind)> =
        inputs.problems.iter().map(|problem| (problem.path.as_path(), &problem.kind)).collect();
    let expected: Vec<(&Path, &ProblemKind)> =
        problems.iter().map(|(path, kind)| (*path, kind)).collect();
    assert_eq!(found, expected);
}

fn not_compiled(command: &str) -> ProblemKind {
    ProblemKind::NotCompiled { command: command.to_owned() }
}

fn newer_sources(command: &str) -> ProblemKind {
    ProblemKind::NewerSources { command: Some(command.to_owned()) }
}

#[test]
fn files_are_known_by_their_extension() {
    let folder = Folder::new();
    let source = folder.write("Main.java", "");
    check(&source, &[], std::slice::from_ref(&source), &[]);
    let class = folder.write("Main.class", "");
    check(&class, &[Place::ClassFile(class.clone())], &[], &[]);
    for name in ["a.jar", "b.war", "c.jmod", "d.JAR", "e.zip"] {
        let archive = folder.write(name, "");
        check(&archive, &[Place::Archive(archive.clone())], &[], &[]);
    }
}

#[test]
fn files_without_a_known_extension_are_looked_into() {
    let folder = Folder::new();
    let archive = folder.write("download", "PK\u{3}\u{4} and so on");
    check(&archive, &[Place::Archive(archive.clone())], &[], &[]);
    let class = folder.join("Main.class.bak");
    fs::write(&class, b"\xca\xfe\xba\xbe\0\0\0\x41").unwrap();
    check(&class, &[Place::ClassFile(class.clone())], &[], &[]);
    for text in ["plain text", "PK", ""] {
        let other = folder.write("README", text);
        check(&other, &[], &[], &[(&other, ProblemKind::UnknownFile)]);
    }
}

#[test]
fn an_absent_path_is_named_and_the_others_are_read() {
    let folder = Folder::new();
    let absent = folder.join("absent.jar");
    let jar = folder.write("there.jar", "");
    let inputs = Inputs::of(&[absent.clone(), jar.clone()]);
    assert_eq!(inputs.places, [Place::Archive(jar)]);
    assert_eq!(inputs.problems, [Problem { path: absent.clone(), kind: ProblemKind::Absent }]);
    assert!(inputs.problems[0].to_string().starts_with(&absent.display().to_string()));
    assert!(!inputs.problems[0].is_warning());
}

#[test]
fn a_folder_of_sources_is_compiled() {
    let folder = Folder::new();
    let sources = [folder.write("a/A.java", ""), folder.write("b/c/C.java", "")];
    folder.write("notes.txt", "");
    folder.write("lib/some.jar", "");
    folder.write(".git/Hidden.java", "");
    check(folder.path(), &[], &sources, &[]);
}

#[test]
fn a_folder_of_classes_is_read() {
    let folder = Folder::new();
    folder.write("a/A.class", "");
    check(folder.path(), &[Place::Folder(folder.path().to_owned())], &[], &[]);
}

#[test]
fn a_folder_with_both_is_its_classes() {
    let folder = Folder::new();
    folder.write_aged("a/A.class", "", 10);
    folder.write_aged("a/A.java", "", 20);
    let place = [Place::Folder(folder.path().to_owned())];
    check(folder.path(), &place, &[], &[]);
    assert_eq!(of(folder.path()).source_roots, [folder.path()]);

    folder.write_aged("a/B.java", "", 1);
    let newer = ProblemKind::NewerSources { command: None };
    check(folder.path(), &place, &[], &[(folder.path(), newer)]);
    assert!(of(folder.path()).problems[0].is_warning());
}

#[test]
fn a_folder_of_archives_is_those() {
    let folder = Folder::new();
    let b = folder.write("lib/b.jar", "");
    let a = folder.write("a.jar", "");
    check(folder.path(), &[Place::Archive(a), Place::Archive(b)], &[], &[]);
}

#[test]
fn an_empty_folder_is_a_problem() {
    let folder = Folder::new();
    folder.write("notes.txt", "");
    check(folder.path(), &[], &[], &[(folder.path(), ProblemKind::NothingToRead)]);
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_or_to_nowhere_do_not_matter() {
    let folder = Folder::new();
    let source = folder.write("a/A.java", "");
    std::os::unix::fs::symlink(folder.path(), folder.join("a/circle")).unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", folder.join("a/broken.java")).unwrap();
    check(folder.path(), &[], &[source], &[]);
}

#[cfg(unix)]
#[test]
fn an_unreadable_folder_is_named_and_the_rest_is_read() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let readable = folder.write("a/A.java", "");
    folder.write("locked/B.java", "");
    let locked = folder.join("locked");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let may_read_all = fs::read_dir(&locked).is_ok();
    let inputs = of(folder.path());
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    if may_read_all {
        println!("skipped: nothing is unreadable for the super user");
        return;
    }
    assert_eq!(inputs.sources, [readable]);
    assert_eq!(inputs.problems[0].path, locked);
    assert!(matches!(inputs.problems[0].kind, ProblemKind::Unreadable(_)));
}

#[test]
fn whatever_is_named_twice_is_taken_once() {
    let folder = Folder::new();
    let source = folder.write("src/A.java", "");
    let jar = folder.write("a.jar", "");
    let roundabout = folder.join("src/../src/A.java");
    let paths = [source.clone(), folder.join("src"), roundabout, jar.clone(), jar.clone()];
    let inputs = Inputs::of(&paths);
    assert_eq!(inputs.sources, [source]);
    assert_eq!(inputs.places, [Place::Archive(jar)]);
}

#[test]
fn the_class_path_is_what_javac_can_use() {
    let folder = Folder::new();
    folder.write("classes/A.class", "");
    let names = ["a.jar", "b.war", "c.jmod"];
    let mut paths: Vec<PathBuf> = names.iter().map(|name| folder.write(name, "")).collect();
    paths.push(folder.join("classes"));
    paths.push(folder.join("classes/A.class"));
    let class_path = Inputs::of(&paths).class_path();
    assert_eq!(class_path, [folder.join("a.jar"), folder.join("classes")]);
}

#[test]
fn every_jdk_of_this_machine_is_a_jdk() {
    for jdk in common::compilers() {
        check(&jdk.home, &[Place::Jdk(jdk.home.clone())], &[], &[]);
    }
}

#[test]
fn a_compiled_maven_project_is_its_output() {
    let folder = Folder::new();
    let pom = folder.write("pom.xml", "<project/>");
    folder.write_aged("src/main/java/A.java", "", 20);
    folder.write_aged("src/test/java/ATest.java", "", 20);
    folder.write_aged("target/classes/A.class", "", 10);
    folder.write("target/generated-sources/annotations/G.java", "");
    let main = Place::Folder(folder.join("target/classes"));
    check(folder.path(), std::slice::from_ref(&main), &[], &[]);
    check(&pom, std::slice::from_ref(&main), &[], &[]);

    folder.write_aged("target/test-classes/ATest.class", "", 10);
    let test = Place::Folder(folder.join("target/test-classes"));
    check(folder.path(), &[main.clone(), test.clone()], &[], &[]);
    let roots = ["src/main/java", "src/test/java", "target/generated-sources/annotations"];
    assert_eq!(of(folder.path()).source_roots, roots.map(|root| folder.join(root)));

    folder.write_aged("src/main/java/A.java", "", 1);
    check(folder.path(), &[main, test], &[], &[(folder.path(), newer_sources("mvn compile"))]);
}

#[test]
fn an_uncompiled_maven_project_says_what_to_run() {
    let folder = Folder::new();
    folder.write("pom.xml", "<project/>");
    folder.write("src/main/java/A.java", "class A {}");
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("mvn compile"))]);
    folder.write("mvnw", "");
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("./mvnw compile"))]);
    fs::remove_dir_all(folder.join("src")).unwrap();
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("./mvnw compile"))]);
}

#[test]
fn the_modules_of_a_maven_project_are_read_each() {
    let folder = Folder::new();
    folder.write(
        "pom.xml",
        r#"<?xml version="1.0"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modules><module>core</module> <module> web/pom-web.xml </module><!-- <module>no</module> --></modules>
          <profiles><profile><modules><module>extra</module></modules></profile></profiles>
        </project>"#,
    );
    folder.write(
        "core/pom.xml",
        "<project><modules><module>..</module><module>deep</module></modules></project>",
    );
    folder.write("core/deep/pom.xml", "<project/>");
    folder.write("web/pom-web.xml", "<project/>");
    folder.write("extra/pom.xml", "<project/>");
    folder.write("extra/src/main/kotlin/E.kt", "");
    for module in ["core", "core/deep", "web"] {
        folder.write(&format!("{module}/target/classes/A.class"), "");
    }
    let classes = |module: &str| Place::Folder(folder.join(module).join("target/classes"));
    let places = [classes("core"), classes("core/deep"), classes("web")];
    check(folder.path(), &places, &[], &[(&folder.join("extra"), not_compiled("mvn compile"))]);
}

#[test]
fn a_broken_maven_project_is_named() {
    let folder = Folder::new();
    let pom = folder.write("pom.xml", "<project><modules>");
    folder.write("target/classes/A.class", "");
    let inputs = of(folder.path());
    assert_eq!(inputs.places, [Place::Folder(folder.join("target/classes"))]);
    assert_eq!(inputs.problems[0].path, pom);
    assert!(matches!(inputs.problems[0].kind, ProblemKind::BadProjectFile(_)));

    folder.write("pom.xml", "<project><modules><module>gone</module></modules></project>");
    let problems = of(folder.path()).problems;
    let path = folder.join("gone/pom.xml");
    assert_eq!(problems, [Problem { path, kind: ProblemKind::Absent }]);
}

#[test]
fn a_compiled_gradle_project_is_its_output() {
    let folder = Folder::new();
    let settings = folder.write("settings.gradle.kts", "include(\"app\", \"lib\")");
    folder.write("build.gradle", "");
    folder.write("app/build.gradle.kts", "");
    folder.write("app/src/main/java/App.java", "");
    folder.write("app/build/classes/java/main/App.class", "");
    folder.write("app/build/classes/kotlin/main/AppKt.class", "");
    folder.write("app/build/classes/java/test/AppTest.class", "");
    folder.write("lib/build/classes/java/main/Lib.class", "");
    folder.write("buildSrc/build.gradle", "");
    folder.write("buildSrc/build/classes/java/main/Build.class", "");
    let place = |path: &str| Place::Folder(folder.join(path));
    let places = [
        place("app/build/classes/java/main"),
        place("app/build/classes/kotlin/main"),
        place("app/build/classes/java/test"),
        place("lib/build/classes/java/main"),
    ];
    check(folder.path(), &places, &[], &[]);
    check(&settings, &places, &[], &[]);
    assert_eq!(of(folder.path()).source_roots, [folder.join("app/src/main/java")]);
}

#[test]
fn an_uncompiled_gradle_project_says_what_to_run() {
    let folder = Folder::new();
    folder.write("build.gradle", "");
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("gradle classes"))]);
    folder.write("gradlew", "");
    folder.write("src/main/java/A.java", "");
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("./gradlew classes"))]);
}

#[test]
fn a_project_of_both_tools_is_the_one_that_was_compiled() {
    let folder = Folder::new();
    folder.write("pom.xml", "<project/>");
    folder.write("build.gradle", "");
    folder.write("src/main/java/A.java", "");
    check(folder.path(), &[], &[], &[(folder.path(), not_compiled("mvn compile"))]);
    folder.write("build/classes/java/main/A.class", "");
    let gradle = Place::Folder(folder.join("build/classes/java/main"));
    check(folder.path(), &[gradle], &[], &[]);
    folder.write("target/classes/A.class", "");
    let maven = Place::Folder(folder.join("target/classes"));
    check(folder.path(), &[maven], &[], &[]);
}
