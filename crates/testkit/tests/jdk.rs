//! Every class of every JDK of this machine, read, written, lowered, verified, printed, and compared with what others
//! make of it.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use classfile::instruction::Instructions;
use classfile::source::{ClassEntry, ClassPath, Options};
use classfile::{AttributeData, ClassFile, Constant};
use ir::MethodCode;
use rayon::prelude::*;
use testkit::{fuzz, jdk, reachable};

/// Calls a function for every class file (those of modules too) of every JDK.
fn for_each_class(check: impl Fn(ClassEntry<'_>, &[u8]) + Sync) {
    let jdks = jdk::installed();
    if jdks.is_empty() {
        jdk::skip("there is no JDK on this machine");
    }
    for jdk in jdks {
        let count = for_each_of(&jdk::class_path(&jdk), &check);
        assert!(count > 5_000, "{jdk} has only {count} classes");
    }
}

fn for_each_of(class_path: &ClassPath, check: impl Fn(ClassEntry<'_>, &[u8]) + Sync) -> usize {
    let entries: Vec<_> = class_path.classes().chain(class_path.module_infos()).collect();
    entries.par_iter().with_max_len(64).for_each(|entry| {
        let bytes = entry.read().unwrap_or_else(|problem| panic!("{problem}"));
        check(*entry, &bytes);
    });
    entries.len()
}

fn parse<'a>(entry: ClassEntry<'_>, bytes: &'a [u8]) -> ClassFile<'a> {
    ClassFile::parse(bytes).unwrap_or_else(|error| panic!("{}: {error}", entry.path()))
}

fn check_identity(entry: ClassEntry<'_>, bytes: &[u8]) {
    let class = parse(entry, bytes);
    assert!(class.write() == bytes, "{} changes when it is written", entry.path());
    for code in class.methods.iter().filter_map(|method| method.code()) {
        let instructions = code.instructions();
        let instructions = instructions.unwrap_or_else(|e| panic!("{}: {e}", entry.path()));
        assert!(instructions.encode() == *code.bytecode, "{}: code changes", entry.path());
    }
}

#[test]
fn an_identity_rewrite_is_byte_identical() {
    for_each_class(check_identity);
}

/// The jars and jmods that come with JDKs: other ways of packing, and classes that are not in the image.
#[test]
fn an_identity_rewrite_of_jars_is_byte_identical() {
    let mut count = 0;
    for jdk in jdk::installed() {
        let folders = ["lib", "jmods", "jre/lib", "jre/lib/ext"];
        for file in folders.iter().flat_map(|folder| files_of(&jdk.home.join(folder))) {
            let is_archive = file.extension().is_some_and(|e| e == "jar" || e == "jmod");
            if is_archive {
                let mut class_path = ClassPath::new(Options::default());
                class_path.add(&file);
                count += for_each_of(&class_path, check_identity);
            }
        }
    }
    if count == 0 {
        jdk::skip("no JDK of this machine has jars or jmods with classes");
    }
}

fn files_of(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Fields, methods, methods with code and instructions.
#[derive(Debug, Default, PartialEq)]
struct Counts([usize; 4]);

fn our_counts(class: &ClassFile<'_>) -> Counts {
    let codes: Vec<_> = class.methods.iter().filter_map(|method| method.code()).collect();
    let mut room = Instructions::default();
    let mut count = |code: &&classfile::attribute::Code<'_>| {
        code.decode_into(&mut room).expect("decoded by another test too");
        room.list.len()
    };
    let instructions = codes.iter().map(&mut count).sum();
    Counts([class.fields.len(), class.methods.len(), codes.len(), instructions])
}

/// `None` if cafebabe cannot read the class.
fn their_counts(bytes: &[u8]) -> Option<Counts> {
    use cafebabe::attributes::AttributeData;
    let class = cafebabe::parse_class(bytes).ok()?;
    let attributes = class.methods.iter().flat_map(|method| &method.attributes);
    let codes: Vec<_> = attributes
        .filter_map(|attribute| match &attribute.data {
            AttributeData::Code(code) => code.bytecode.as_ref(),
            _ => None,
        })
        .collect();
    let instructions = codes.iter().map(|code| code.opcodes.len()).sum();
    Some(Counts([class.fields.len(), class.methods.len(), codes.len(), instructions]))
}

/// cafebabe 0.9 knows no dynamic constants as arguments of bootstrap methods.
fn has_dynamic_argument(class: &ClassFile<'_>) -> bool {
    let is_dynamic = |&index| matches!(class.constants.get(index), Constant::Dynamic { .. });
    class.attributes.iter().any(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(methods) => {
            methods.iter().any(|method| method.arguments.iter().any(is_dynamic))
        }
        _ => false,
    })
}

#[test]
fn counts_equal_those_of_cafebabe() {
    for_each_class(|entry, bytes| {
        let class = parse(entry, bytes);
        match their_counts(bytes) {
            Some(theirs) => assert_eq!(our_counts(&class), theirs, "{}", entry.path()),
            None => assert!(has_dynamic_argument(&class), "cafebabe cannot read {}", entry.path()),
        }
    });
}

/// Also: every reachable effect of the bytecode is in the IR, once, and nothing else.
#[test]
fn every_method_lowers_to_verified_ssa_that_tells_what_the_bytecode_tells() {
    let bodies = AtomicUsize::new(0);
    for_each_class(|entry, bytes| {
        let file = parse(entry, bytes);
        let class = fuzz::lower_and_verify(&file);
        let class = class.unwrap_or_else(|| panic!("{} cannot be declared", entry.path()));
        for (method, source) in class.methods.iter().zip(&file.methods) {
            let at = || format!("{}.{}{}", class.name, method.name, method.ty);
            match (&method.code, source.code()) {
                (MethodCode::Absent, None) => {}
                (MethodCode::Body(body), Some(code)) => {
                    let same = reachable::compare(code, &file.constants, body);
                    same.unwrap_or_else(|why| panic!("{}: {why}", at()));
                    bodies.fetch_add(1, Ordering::Relaxed);
                }
                (MethodCode::Broken(error), _) => panic!("{}: {error}", at()),
                (other, _) => panic!("{}: {other:?}", at()),
            }
        }
    });
    let bodies = bodies.into_inner();
    assert!(jdk::installed().is_empty() || bodies > 50_000, "only {bodies} methods have a body");
}

#[test]
fn the_text_form_of_java_base_means_the_same_class() {
    for_each_class(|entry, bytes| {
        // An image names the module first; old JDKs have one file for everything.
        if entry.path().contains("!/java.base/") || entry.path().contains("rt.jar!/java/") {
            let class = fuzz::lower_and_verify(&parse(entry, bytes));
            fuzz::text_round_trip(&class.expect("lowered by another test too"));
        }
    });
}
