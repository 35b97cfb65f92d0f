//! Generated programs are programs: a JVM verifies and runs them.

use std::collections::BTreeSet;
use std::process::Command;

use classfile::ClassFile;
use testkit::growth::{Generator, MAIN, Program};
use testkit::java;
use testkit::jdk::skip;

fn generator(seed: u64) -> Option<(project::Jdk, Generator)> {
    let Some(jdk) = java::compilers().into_iter().find(|jdk| jdk.release >= 17) else {
        skip("no JDK of this machine compiles for Java 17");
        return None;
    };
    let generator = Generator::new(&jdk, seed).unwrap_or_else(|error| panic!("{error}"));
    Some((jdk, generator))
}

/// The methods with code, as a reader of class files counts them.
fn methods(program: &Program) -> usize {
    let count = |bytes: &[u8]| {
        let class = ClassFile::parse(bytes).expect("it is a class file");
        class.methods.iter().filter(|method| method.code().is_some()).count()
    };
    program.classes.iter().map(|(_, bytes)| count(bytes)).sum()
}

#[test]
fn a_program_has_as_many_methods_as_asked_and_is_the_same_again() {
    let Some((_, generator)) = generator(1) else { return };
    for size in [generator.least_methods(), 1000, 1001, 10_000] {
        let program = generator.program(size);
        assert_eq!(methods(&program), size);
        assert_eq!(program, generator.program(size), "{size}");
        let names: BTreeSet<&String> = program.classes.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), program.classes.len(), "a class comes twice");
    }
    let (_, again) = self::generator(1).expect("there was a JDK before");
    assert_eq!(generator.program(1000), again.program(1000));
    let (_, other) = self::generator(2).expect("there was a JDK before");
    assert_ne!(generator.program(1000), other.program(1000));
}

#[test]
fn twice_the_size_is_twice_as_many_modules() {
    let Some((_, generator)) = generator(1) else { return };
    let (small, large) = (generator.program(10_000).modules, generator.program(20_000).modules);
    assert!((1.9..2.1).contains(&(large as f64 / small as f64)), "{small} and {large}");
}

#[test]
fn a_jvm_verifies_all_classes_and_runs_to_the_end() {
    for seed in [1, 2] {
        let Some((jdk, generator)) = generator(seed) else { return };
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        generator.program(3000).write_to(folder.path()).expect("it can be written");
        let java = jdk.java().expect("a JDK that compiles runs");
        let mut command = Command::new(java);
        command.args(["-XX:TieredStopAtLevel=1", "-Xverify:all", "-cp"]);
        let output = command.arg(folder.path()).arg(MAIN).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "seed {seed}: {said}");
        // The option is old, and the JVM says so.
        let is_own = |line: &&str| !line.contains("warning");
        assert_eq!(said.lines().find(is_own), None, "seed {seed}");
    }
}
