//! `deadheat check` on the folders of build tools and on archives that are run as a whole. What the build tools would make is made
//! here with javac, so that none of them has to be there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::Outcome;

/// A folder that has both a user's home and a project.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Compiles a source into a folder.
    fn compile(&self, source: &str, classes: &str, class_path: &[&str]) {
        let jdk = project::locate(None).expect("./test installs a JDK when there is none");
        let class_path: Vec<String> =
            class_path.iter().map(|one| self.path(one).display().to_string()).collect();
        let mut javac = Command::new(jdk.javac().unwrap());
        javac.arg("-g").arg("-d").arg(self.path(classes)).arg("-cp").arg(class_path.join(":"));
        assert!(javac.arg(self.path(source)).status().unwrap().success());
    }

    /// Packs folders, each below a path in the archive.
    fn pack(&self, archive: &str, folders: &[(&str, &str)]) {
        let jdk = project::locate(None).unwrap();
        let staging = TempDir::new().unwrap();
        for (folder, below) in folders {
            copy(&self.path(folder), &staging.path().join(below));
        }
        let archive = self.path(archive);
        fs::create_dir_all(archive.parent().unwrap()).unwrap();
        let mut jar = Command::new(jdk.home.join("bin/jar"));
        jar.arg("cf0M").arg(&archive).arg("-C").arg(staging.path()).arg(".");
        assert!(jar.status().unwrap().success());
    }

    fn check(&self, input: &str, options: &str) -> Outcome {
        let output = Command::new(env!("CARGO_BIN_EXE_deadheat"))
            .args(["check", input])
            .args(options.split_whitespace())
            .current_dir(self.0.path())
            .env("HOME", self.path("home"))
            .env_remove("GRADLE_USER_HOME")
            .output()
            .unwrap();
        Outcome {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// A library with a race of its own, and a program that uses it from two threads.
const LIBRARY: &str =
    "package org.lib; public class Counter { public int count; public void add() { count++; } }";
const MAIN: &str = "package com.acme; import org.lib.Counter; public class Main { static int x;\n\
    public static void main(String[] a) {\n\
    Counter counter = new Counter();\n\
    new Thread(() -> { x = 1; counter.add(); }).start();\n\
    x = 2; counter.add(); } }";

/// What a project of two modules looks like when Maven has compiled it.
fn maven() -> Place {
    let place = Place::new();
    place.write(
        "app/pom.xml",
        "<project><groupId>com.acme</groupId><artifactId>all</artifactId><version>1</version>\
         <packaging>pom</packaging><modules><module>core</module><module>web</module></modules>\
         <properties><lib.version>2</lib.version></properties></project>",
    );
    let parent = "<parent><groupId>com.acme</groupId><artifactId>all</artifactId><version>1</version></parent>";
    let library = "<dependency><groupId>org.lib</groupId><artifactId>lib</artifactId><version>${lib.version}</version></dependency>";
    let core = "<dependency><groupId>com.acme</groupId><artifactId>core</artifactId><version>1</version></dependency>";
    let module = |name: &str, needs: &str| {
        format!(
            "<project>{parent}<artifactId>{name}</artifactId><dependencies>{needs}</dependencies></project>"
        )
    };
    place.write("app/core/pom.xml", &module("core", library));
    place.write("app/web/pom.xml", &module("web", &(core.to_owned() + library)));
    place.write("lib/Counter.java", LIBRARY);
    place.compile("lib/Counter.java", "lib/classes", &[]);
    let jar = "home/.m2/repository/org/lib/lib/2/lib-2.jar";
    place.pack(jar, &[("lib/classes", "")]);
    place.write("app/core/src/main/java/com/acme/Main.java", MAIN);
    place.compile("app/core/src/main/java/com/acme/Main.java", "app/core/target/classes", &[jar]);
    let web = "package com.acme; public class Web { public static void main(String[] a) { Main.main(a); } }";
    place.write("app/web/src/main/java/com/acme/Web.java", web);
    place.compile(
        "app/web/src/main/java/com/acme/Web.java",
        "app/web/target/classes",
        &["app/core/target/classes"],
    );
    place
}

#[test]
fn a_maven_project_is_its_modules_and_its_libraries() {
    let place = maven();
    let outcome = place.check("app", "--format sarif");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let told = "note: Maven project of 3 modules: app/core/target/classes, app/web/target/classes; 1 library; 2 mains (com.acme.Main, com.acme.Web)\n";
    assert_eq!(outcome.stderr, told);
    let uri = "\"uri\": \"app/core/src/main/java/com/acme/Main.java\"";
    assert!(outcome.stdout.contains(uri), "{}", outcome.stdout);
}

/// The counter of the library is changed at the calls of the program; without the jar, nobody knows.
#[test]
fn a_library_that_was_not_fetched_is_named() {
    let place = maven();
    fs::remove_dir_all(place.path("home/.m2")).unwrap();
    let outcome = place.check("app", "");
    outcome.fails_with([
        "1 library of the project is not on this machine: org.lib:lib:2; run `mvn dependency:resolve`",
        "1 class that the program refers to is missing: org.lib.Counter",
    ]);
    // What was copied beside the classes is used, too.
    place.pack("app/core/target/dependency/lib-2.jar", &[("lib/classes", "")]);
    place.pack("app/web/target/dependency/lib-2.jar", &[("lib/classes", "")]);
    assert_eq!(place.check("app", "").status, Some(1));
}

#[test]
fn a_project_that_is_not_compiled_says_how() {
    let place = maven();
    fs::remove_dir_all(place.path("app/core/target")).unwrap();
    fs::remove_dir_all(place.path("app/web/target")).unwrap();
    place.check("app", "").fails_with(["has not been compiled; run `mvn compile` there first"]);
    let place = Place::new();
    place.write("app/build.gradle", "");
    place.write("app/src/main/java/Main.java", "class Main { }");
    place.write("app/gradlew", "");
    place
        .check("app", "")
        .fails_with(["has not been compiled; run `./gradlew classes` there first"]);
}

#[test]
fn a_gradle_project_finds_its_libraries_in_the_cache() {
    let place = Place::new();
    place.write("lib/Counter.java", LIBRARY);
    place.compile("lib/Counter.java", "lib/classes", &[]);
    let jar = "home/.gradle/caches/modules-2/files-2.1/org.lib/lib/2/0a1b/lib-2.jar";
    place.pack(jar, &[("lib/classes", "")]);
    place.write("app/settings.gradle", "include 'core'\n");
    place.write("app/core/build.gradle", "dependencies {\n    implementation 'org.lib:lib:2'\n}\n");
    let main = place.write("app/core/src/main/java/com/acme/Main.java", MAIN);
    let source = "app/core/src/main/java/com/acme/Main.java";
    assert!(main.is_file());
    place.compile(source, "app/core/build/classes/java/main", &[jar]);
    let outcome = place.check("app", "");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let told = "note: Gradle project of 2 modules: app/core/build/classes/java/main; 1 library; 1 main (com.acme.Main)\n";
    assert_eq!(outcome.stderr, told);
    assert!(outcome.stdout.contains("race  Main.x"), "{}", outcome.stdout);
}

/// The fields that races are on.
fn found(outcome: &Outcome) -> Vec<&str> {
    let races = outcome.stdout.lines().filter_map(|line| line.strip_prefix("race  "));
    let mut found: Vec<&str> = races.map(|race| race.split_whitespace().next().unwrap()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn in_an_archive_the_libraries_are_told_from_the_program() {
    let place = Place::new();
    place.write("lib/Counter.java", LIBRARY);
    place.compile("lib/Counter.java", "lib/classes", &[]);
    place.pack("lib/lib-2.jar", &[("lib/classes", "")]);
    place.write("Main.java", MAIN);
    place.compile("Main.java", "classes", &["lib/classes"]);
    // What starts the archive has a race of its own, which is nobody's business.
    let launcher = "package boot; public class Launcher { static int y; public static void main(String[] a) {\n\
        new Thread(() -> { y = 1; }).start();\ny = 2; } }";
    place.write("Launcher.java", launcher);
    place.compile("Launcher.java", "launcher", &[]);
    let parts = [
        ("launcher", ""),
        ("classes", "BOOT-INF/classes"),
        ("lib/lib-2.jar", "BOOT-INF/lib/lib-2.jar"),
    ];
    place.pack("boot.jar", &parts);
    let outcome = place.check("boot.jar", "--mode lenient");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let told = "note: boot.jar: 1 class of its own, 1 library inside; 1 main (com.acme.Main)\n";
    assert_eq!(outcome.stderr, told);
    let own = found(&outcome);
    assert!(own.contains(&"Main.x") && !own.contains(&"Launcher.y"), "{}", outcome.stdout);
    place.pack(
        "shop.war",
        &[("classes", "WEB-INF/classes"), ("lib/lib-2.jar", "WEB-INF/lib/lib-2.jar")],
    );
    assert_eq!(found(&place.check("shop.war", "--mode lenient")), own);
    // Patterns correct it.
    let outcome = place.check("boot.jar", "--application boot.* --main boot.Launcher");
    assert_eq!(found(&outcome), ["Launcher.y"], "{}", outcome.stderr);
    let outcome = place.check("boot.jar", "--library com.acme.* --main com.acme.Main");
    assert_eq!(found(&outcome), Vec::<&str>::new(), "{}", outcome.stdout);
}

#[test]
fn a_jar_that_was_cut_off_is_told() {
    let place = Place::new();
    place.write("Main.java", "public class Main { public static void main(String[] a) { } }");
    place.compile("Main.java", "classes", &[]);
    place.pack("app.jar", &[("classes", "")]);
    let bytes = fs::read(place.path("app.jar")).unwrap();
    fs::write(place.path("half.jar"), &bytes[..bytes.len() / 2]).unwrap();
    place.check("half.jar", "").fails_with([
        "half.jar: ",
        "the archive has no table of contents at its end",
        "cut off",
    ]);
}
