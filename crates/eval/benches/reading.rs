//! `cargo bench -p eval`: reading and lowering all of `java.base` of the newest JDK, against others in the same run.
//!
//! Every contestant gets the same bytes in memory, decodes all attributes and instructions, and frees what it made
//! within the time that counts. Exits with a failure if a bar is missed.

use std::process::ExitCode;

use classfile::ClassFile;
use classfile::instruction::Instructions;
use eval::{Clock, Comparison, Contestant, markdown, race};
use ir::MethodCode;
use ir::lower::Lowerer;
use ir::verify::{Declaration, Verifier};
use rayon::prelude::*;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Classes = Vec<Vec<u8>>;

/// What was counted on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    classes: usize,
    methods: usize,
    instructions: usize,
}

fn main() -> ExitCode {
    let Some(jdk) = testkit::jdk::newest() else { return ExitCode::FAILURE };
    let classes = java_base(&jdk);
    let bytes: usize = classes.iter().map(Vec::len).sum();
    let counts = ours(&classes);
    println!(
        "java.base of JDK {}: {} classes, {:.1} MB, {} methods with code, {} instructions\n",
        jdk.version,
        counts.classes,
        bytes as f64 / 1e6,
        counts.methods,
        counts.instructions
    );
    let mut comparisons = reading(&classes);
    comparisons.extend(lowering(&classes));
    comparisons.push(two_threads(&classes));
    println!("{}", markdown(&comparisons));
    let megabytes = bytes as f64 / 1e6 / comparisons[0].ours.as_secs_f64();
    println!("parse and decode: {megabytes:.0} MB/s");
    if comparisons.iter().all(Comparison::passes) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The classes of `java.base`, its `module-info` too.
fn java_base(jdk: &project::Jdk) -> Classes {
    let class_path = testkit::jdk::class_path(jdk);
    let entries = class_path.classes().chain(class_path.module_infos());
    let of_base = entries.filter(|entry| entry.path().contains("!/java.base/"));
    let read = |entry: classfile::source::ClassEntry<'_>| {
        entry.read().unwrap_or_else(|problem| panic!("{problem}")).into_owned()
    };
    of_base.map(read).collect()
}

// ---- parse and decode

fn reading(classes: &Classes) -> Vec<Comparison> {
    let mut contestants = [
        Contestant::new("deadheat", || ours(classes)),
        Contestant::new("ristretto_classfile 0.31", || ristretto(classes)),
        Contestant::new("cafebabe 0.9", || cafebabe(classes)),
    ];
    let best = race(Clock::Thread, 7, &mut contestants);
    let compare = |i: usize, bar| Comparison {
        what: "parse and decode".into(),
        ours: best[0],
        other: (contestants[i].name, best[i]),
        bar,
    };
    vec![compare(1, 1.0), compare(2, 3.0)]
}

fn ours(classes: &Classes) -> Counts {
    let mut counts = Counts::default();
    let mut room = Instructions::default();
    for bytes in classes {
        let class = ClassFile::parse(bytes).expect("a class of the JDK");
        counts.classes += 1;
        for code in class.methods.iter().filter_map(|method| method.code()) {
            code.decode_into(&mut room).expect("code of the JDK");
            counts.methods += 1;
            counts.instructions += room.list.len();
        }
        std::hint::black_box(&class);
    }
    counts
}

fn ristretto(classes: &Classes) -> Counts {
    use ristretto_classfile::attributes::Attribute;
    let mut counts = Counts::default();
    for bytes in classes {
        let class = ristretto_classfile::ClassFile::from_slice(bytes).expect("a class of the JDK");
        counts.classes += 1;
        for attribute in class.methods.iter().flat_map(|method| &method.attributes) {
            if let Attribute::Code { code, .. } = attribute {
                counts.methods += 1;
                counts.instructions += code.len();
            }
        }
        std::hint::black_box(&class);
    }
    counts
}

fn cafebabe(classes: &Classes) -> Counts {
    use cafebabe::attributes::AttributeData;
    let mut counts = Counts::default();
    for bytes in classes {
        let class = cafebabe::parse_class(bytes).expect("a class of the JDK");
        counts.classes += 1;
        for attribute in class.methods.iter().flat_map(|method| &method.attributes) {
            if let AttributeData::Code(code) = &attribute.data {
                counts.methods += 1;
                counts.instructions += code.bytecode.as_ref().map_or(0, |code| code.opcodes.len());
            }
        }
        std::hint::black_box(&class);
    }
    counts
}

// ---- lower to verified SSA

/// The number of methods that became SSA.
type Bodies = usize;

fn lowering(classes: &Classes) -> Vec<Comparison> {
    let parsed: Vec<ClassFile<'_>> =
        classes.iter().map(|bytes| ClassFile::parse(bytes).expect("a class of the JDK")).collect();
    let theirs: Vec<mokapot::jvm::Class> = classes
        .iter()
        .map(|bytes| mokapot::jvm::Class::from_bytes(bytes).expect("a class of the JDK"))
        .collect();
    let mut contestants = [
        Contestant::new("deadheat", || lower_parsed(&parsed)),
        Contestant::new("mokapot 0.28", || mokapot_ssa(&theirs)),
    ];
    let from_parsed = race(Clock::Thread, 3, &mut contestants);
    let mut contestants = [
        Contestant::new("deadheat", || lower_all(classes)),
        Contestant::new("mokapot 0.28", || mokapot_all(classes)),
    ];
    let from_bytes = race(Clock::Thread, 2, &mut contestants);
    let compare = |what: &str, best: &[std::time::Duration]| Comparison {
        what: what.into(),
        ours: best[0],
        other: ("mokapot 0.28 (SSA, not verified)", best[1]),
        bar: 5.0,
    };
    vec![
        compare("parsed classes to verified SSA", &from_parsed),
        compare("bytes to verified SSA", &from_bytes),
    ]
}

/// Lowers and verifies one class after the other.
#[derive(Default)]
struct Room {
    lowerer: Lowerer,
    verifier: Verifier,
}

impl Room {
    fn lower(&mut self, file: &ClassFile<'_>) -> Bodies {
        let class = self.lowerer.lower(file).expect("a class of the JDK");
        let mut bodies = 0;
        for method in &class.methods {
            match &method.code {
                MethodCode::Body(body) => {
                    let declaration = Declaration::of(class.name, method);
                    self.verifier.verify(body, &declaration).expect("lowering makes valid bodies");
                    bodies += 1;
                }
                MethodCode::Broken(error) => panic!("{}.{}: {error}", class.name, method.name),
                MethodCode::Absent | MethodCode::NotLowered => {}
            }
        }
        bodies
    }

    fn read_and_lower(&mut self, bytes: &[u8]) -> Bodies {
        self.lower(&ClassFile::parse(bytes).expect("a class of the JDK"))
    }
}

fn lower_parsed(classes: &[ClassFile<'_>]) -> Bodies {
    let mut room = Room::default();
    classes.iter().map(|file| room.lower(file)).sum()
}

fn lower_all(classes: &Classes) -> Bodies {
    let mut room = Room::default();
    classes.iter().map(|bytes| room.read_and_lower(bytes)).sum()
}

fn mokapot_ssa(classes: &[mokapot::jvm::Class]) -> Bodies {
    classes.iter().map(mokapot_class).sum()
}

fn mokapot_class(class: &mokapot::jvm::Class) -> Bodies {
    let with_body = class.methods().filter(|method| method.body().is_some());
    with_body
        .map(|method| {
            let ir = mokapot::ir::MokaIRMethod::from_method(method).expect("a method of the JDK");
            std::hint::black_box(&ir);
        })
        .count()
}

fn mokapot_all(classes: &Classes) -> Bodies {
    let parse = |bytes: &Vec<u8>| mokapot::jvm::Class::from_bytes(bytes).expect("a class");
    classes.iter().map(|bytes| mokapot_class(&parse(bytes))).sum()
}

// ---- threads

fn two_threads(classes: &Classes) -> Comparison {
    let pool = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("the machine has two threads to spare")
    };
    let (one, two) = (pool(1), pool(2));
    let mut contestants = [
        Contestant::new("two threads", || in_pool(&two, classes)),
        Contestant::new("one thread", || in_pool(&one, classes)),
    ];
    // More rounds than elsewhere: on the wall, whatever else the machine does counts too.
    let best = race(Clock::Wall, 25, &mut contestants);
    let cpu = race(Clock::Process, 3, &mut contestants);
    let more = cpu[0].as_secs_f64() / cpu[1].as_secs_f64();
    println!(
        "two threads use {more:.2} times the CPU time of one, so they can be at most {:.2} times as fast\n",
        2.0 / more
    );
    Comparison {
        what: "bytes to verified SSA, two threads".into(),
        ours: best[0],
        other: ("deadheat on one thread", best[1]),
        bar: 1.6,
    }
}

fn in_pool(pool: &rayon::ThreadPool, classes: &Classes) -> Bodies {
    pool.install(|| {
        let lower = |room: &mut Room, bytes: &Vec<u8>| room.read_and_lower(bytes);
        classes.par_iter().with_min_len(32).map_init(Room::default, lower).sum()
    })
}
