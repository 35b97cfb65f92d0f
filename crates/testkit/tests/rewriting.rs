//! Rewritten classes are classes: readable, valid, and the same but for what was put in front of their code.

use std::path::Path;

use classfile::ClassFile;
use classfile::instruction::{Instruction, Instructions, Operand};
use rayon::prelude::*;
use testkit::jdk::skip;
use testkit::record::{self, Recording, Rewritten};
use testkit::{fuzz, java, jdk, oddities};

/// Rewrites a class and checks the result; `at` says where it comes from.
fn check(bytes: &[u8], at: &str) -> usize {
    let before = ClassFile::parse(bytes).unwrap_or_else(|error| panic!("{at}: {error}"));
    let mut rewritten = Rewritten::default();
    let bytes = rewritten.add(bytes).unwrap_or_else(|error| panic!("{at}: {error}"));
    let after = ClassFile::parse(&bytes).unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(before.methods.len(), after.methods.len(), "{at}");
    let mut recorded = 0;
    for (before, after) in before.methods.iter().zip(&after.methods) {
        let (Some(before), Some(after)) = (before.code(), after.code()) else { continue };
        if after.bytecode.len() > before.bytecode.len() {
            recorded += 1;
            let (Ok(was), Ok(is)) = (before.instructions(), after.instructions()) else {
                panic!("{at}: what cannot be decoded is not rewritten");
            };
            check_instructions(&was, &is, at);
        } else {
            // The same, at another place of the file.
            let moved =
                classfile::attribute::Code { file_offset: before.file_offset, ..after.clone() };
            assert_eq!(*before, moved, "{at}");
        }
    }
    assert_eq!(recorded + rewritten.unrecorded.len(), rewritten.methods.len(), "{at}");
    recorded
}

/// Two instructions come first; all others are the same and lead to the same.
fn check_instructions(was: &Instructions, is: &Instructions, at: &str) {
    assert_eq!(was.list.len() + 2, is.list.len(), "{at}");
    let place = |of: &Instructions, target: i32| {
        of.list.partition_point(|instruction| i32::from(instruction.offset) < target)
    };
    for (was_one, is_one) in was.list.iter().zip(&is.list[2..]) {
        assert_eq!(was_one.opcode, is_one.opcode, "{at}");
        let jumps = |of: &Instructions, one: &Instruction| -> Option<Vec<usize>> {
            let from = i32::from(one.offset);
            let to = |distance: i32| place(of, from + distance);
            match one.operand {
                Operand::Jump(distance) => Some(vec![to(distance)]),
                Operand::Switch(at) => {
                    let switch = &of.switches[at as usize];
                    let cases = switch.pairs().map(|(_, distance)| to(distance));
                    Some(cases.chain([to(switch.default)]).collect())
                }
                _ => None,
            }
        };
        match (jumps(was, was_one), jumps(is, is_one)) {
            (Some(was), Some(is)) => {
                assert!(was.iter().map(|place| place + 2).eq(is), "{at}: {was_one:?}");
            }
            (was_jumps, is_jumps) => {
                assert_eq!(was_jumps, is_jumps, "{at}");
                assert_eq!(was_one.operand, is_one.operand, "{at}");
            }
        }
    }
}

#[test]
fn every_class_of_the_newest_jdk_can_be_rewritten() {
    let Some(jdk) = jdk::newest() else { return };
    let class_path = jdk::class_path(&jdk);
    let entries: Vec<_> = class_path.classes().collect();
    let recorded: usize = entries
        .par_iter()
        .map(|entry| {
            check(&entry.read().unwrap_or_else(|problem| panic!("{problem}")), &entry.path())
        })
        .sum();
    assert!(recorded > 50_000, "only {recorded} methods were rewritten");
}

/// Lowering reads stack maps, exception tables and branches, and finds what does not fit.
#[test]
fn rewritten_classes_of_the_language_lower() {
    let Some(jdk) = jdk::newest() else { return };
    let class_path = jdk::class_path(&jdk);
    let entries: Vec<_> =
        class_path.classes().filter(|entry| entry.name().starts_with("java/")).collect();
    entries.par_iter().for_each(|entry| {
        let bytes = entry.read().unwrap_or_else(|problem| panic!("{problem}"));
        let bytes = Rewritten::default().add(&bytes).unwrap_or_else(|error| panic!("{error}"));
        fuzz::lower(&bytes);
    });
    assert!(entries.len() > 1_000, "only {} classes", entries.len());
}

#[test]
fn odd_classes_can_be_rewritten() {
    for odd in oddities::all() {
        if ClassFile::parse(&odd.bytes).is_ok() {
            check(&odd.bytes, odd.name);
        }
    }
}

/// The compiler itself, rewritten: the JVM verifies it, and it still compiles.
#[test]
fn a_rewritten_compiler_compiles() {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/callgraph/parser/Main.java");
    let source = source.to_str().expect("the folder of this repository has a simple name");
    for jdk in java::compilers() {
        if jdk.release < 17 {
            skip(&format!("JDK {} does not compile the corpus", jdk.version));
            continue;
        }
        let recording = Recording {
            modules: &["jdk.compiler"],
            args: &["-proc:none", "-d", ".", source],
            every_call: false,
            ..Recording::new(&jdk, "com.sun.tools.javac.Main", &[])
        };
        let executed = record::run(&recording).unwrap_or_else(|error| panic!("{error}"));
        assert!(executed.status.is_some_and(|status| status.success()), "{}", executed.stderr);
        assert!(executed.problems.is_empty(), "{:?}", executed.problems);
        assert!(executed.methods.len() > 3_000, "only {} methods ran", executed.methods.len());
        assert!(executed.edges.len() > executed.methods.len(), "{} edges", executed.edges.len());
        let unrecorded = executed.unrecorded.len();
        assert!(unrecorded < 10, "{unrecorded} methods were not rewritten");
    }
}
