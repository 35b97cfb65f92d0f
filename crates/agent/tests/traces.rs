//! The detector inside of a JVM finds what the one in Rust finds.
//!
//! A Java program executes random traces: its threads take turns by a variable in opaque mode, which orders nothing, so that
//! every event happens when the trace says. Each trace has a class of its own and each variable methods of its own, so that a
//! reported access names trace and variable. Variables are fields, or neighbouring elements of an array. The set of racy
//! variables must be equal.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use detect::fast_track::FastTrack;
use detect::trace::{Event, LockId, Random, Shape, ThreadId, first_races, random_trace};
use project::{Jdk, Sources};
use report::Merge;
use tempfile::TempDir;

const VARS: u32 = 5;
const LOCKS: u32 = 3;
const TRACES: u64 = 150;

/// What all traces share.
const DRIVER: &str = r#"
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

abstract class Trace {
    static final VarHandle TURN;
    static int turn;

    static {
        try {
            TURN = MethodHandles.lookup().findStaticVarHandle(Trace.class, "turn", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    final Object[] monitors = {new Object(), new Flag(), new Object()};

    abstract void event(int kind, int what);

    /** Each event: thread, kind, what. */
    static void run(Trace trace, int threads, int[] events) throws InterruptedException {
        TURN.setOpaque(0);
        Thread[] others = new Thread[threads];
        for (int i = 1; i < threads; i++) {
            int id = i;
            others[i] = new Thread(() -> play(trace, id, events, 0));
            others[i].start();
        }
        play(trace, 0, events, 0);
        for (int i = 1; i < threads; i++) {
            others[i].join();
        }
    }

    /** From an event on; up to the end of the critical section, if the thread is in one. */
    static int play(Trace trace, int id, int[] events, int at) {
        for (; at * 3 < events.length; at++) {
            if (events[at * 3] == id) {
                int tries = 0;
                while ((int) TURN.getOpaque() != at) {
                    if (++tries > 50) {
                        Thread.yield();
                    }
                }
                int kind = events[at * 3 + 1];
                int what = events[at * 3 + 2];
                if (kind == 7) {
                    return at;
                }
                if (kind == 6) {
                    synchronized (trace.monitors[what]) {
                        TURN.setOpaque(at + 1);
                        at = play(trace, id, events, at + 1);
                    }
                } else {
                    trace.event(kind, what);
                }
                TURN.setOpaque(at + 1);
            }
        }
        return at;
    }
}

final class Flag {
    volatile int value;
}
"#;

/// A trace whose threads are all started first, by the first one: what the JDK itself orders while it starts and ends threads
/// is no matter of this test.
fn trace(seed: u64) -> (Vec<Event>, u32) {
    let mut random = Random(seed ^ 0x5eed);
    let threads = 2 + random.below(4);
    let shape = Shape {
        threads,
        vars: VARS,
        locks: LOCKS,
        volatiles: 2,
        length: 10 + random.below(60) as usize,
        synchronisation: 20 + random.below(50),
    };
    let all = random_trace(seed, shape);
    let forks = (1..threads).map(|thread| Event::Fork(ThreadId(0), ThreadId(thread)));
    let rest = all.into_iter().filter(|event| !matches!(event, Event::Fork(..) | Event::Join(..)));
    (forks.chain(rest).collect(), threads)
}

/// What the variables of a trace are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variables {
    Fields,
    Elements,
    /// Elements that are accessed in loops, which report them when they end.
    ElementsInLoops,
    /// The same with fields.
    FieldsInLoops,
    /// Fields, and locks are monitors; every other trace has elements.
    FieldsWithMonitors,
    ElementsWithMonitors,
}

impl Variables {
    fn are_elements(self) -> bool {
        matches!(
            self,
            Variables::Elements | Variables::ElementsInLoops | Variables::ElementsWithMonitors
        )
    }

    fn has_monitors(self) -> bool {
        matches!(self, Variables::FieldsWithMonitors | Variables::ElementsWithMonitors)
    }

    fn has_loops(self) -> bool {
        matches!(self, Variables::ElementsInLoops | Variables::FieldsInLoops)
    }
}

/// A trace without those critical sections that are inside of others, or that do not end: monitors are left by the code that entered
/// them.
fn without_nested_locks(trace: Vec<Event>) -> Vec<Event> {
    let mut held: HashMap<ThreadId, (LockId, usize)> = HashMap::new();
    let mut keeps = vec![true; trace.len()];
    for (at, event) in trace.iter().enumerate() {
        match *event {
            Event::Acquire(thread, lock) => match held.entry(thread) {
                Entry::Occupied(_) => keeps[at] = false,
                Entry::Vacant(entry) => drop(entry.insert((lock, at))),
            },
            Event::Release(thread, lock) => match held.get(&thread) {
                Some((outer, _)) if *outer == lock => drop(held.remove(&thread)),
                _ => keeps[at] = false,
            },
            _ => {}
        }
    }
    for (_, at) in held.into_values() {
        keeps[at] = false;
    }
    trace.into_iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(event, _)| event).collect()
}

/// Nested `synchronized` blocks cannot cross, as locks of a trace may; these locks can.
fn class_of(number: u64, trace: &[Event], threads: u32, variables: Variables) -> String {
    let mut text = format!("final class T{number} extends Trace {{\n");
    if variables.are_elements() {
        let _ = writeln!(text, "    final int[] x = new int[{VARS}];");
    }
    for var in 0..VARS {
        let x = match variables {
            Variables::ElementsInLoops => "x[i]".to_owned(),
            _ if variables.are_elements() => format!("x[{var}]"),
            _ => format!("x{var}"),
        };
        if !variables.are_elements() {
            let _ = writeln!(text, "    int {x};");
        }
        if !variables.has_loops() {
            let _ = writeln!(text, "    int read{var}() {{ return {x}; }}");
            let _ = writeln!(text, "    void write{var}(int value) {{ {x} = value; }}");
            continue;
        }
        let array = match variables {
            // One of them is that of a field, which is not final.
            Variables::ElementsInLoops if var % 2 == 0 => "int[] x = this.x; ",
            _ => "",
        };
        // Some loops end with an exception behind the access, of an array with one element.
        let end = match (number + u64::from(var)) % 3 {
            0 => "",
            1 => "value /= one.length - 1; ",
            _ => "one[i - i + 1] = 7; ",
        };
        let next = var + 1;
        for (name, access) in
            [("read", format!("value += {x};")), ("write", format!("{x} = value;"))]
        {
            let _ = writeln!(
                text,
                "    int {name}{var}(int value) {{ try {{ return {name}loop{var}(value, new int[1]); }} \
                 catch (RuntimeException e) {{ return 0; }} }}\n    \
                 int {name}loop{var}(int value, int[] one) {{ {array}\
                 for (int i = {var}; i < {next}; i++) {{ {access} {end}}} return value; }}"
            );
        }
        let _ = writeln!(text, "    int read{var}() {{ return read{var}(0); }}");
    }
    text += "    int sum;\n    final java.util.concurrent.locks.ReentrantLock[] locks = {";
    text += &"new java.util.concurrent.locks.ReentrantLock(), ".repeat(LOCKS as usize);
    text += "};\n    final Flag[] flags = {new Flag(), new Flag()};\n";
    text += "    @Override void event(int kind, int what) {\n        int v = 0;\n        switch (kind * 10 + what) {\n";
    for var in 0..VARS {
        let _ = writeln!(text, "            case {var}: v = read{var}(); break;");
        let _ = writeln!(text, "            case 1{var}: write{var}(kind); break;");
    }
    text += "            default:\n                switch (kind) {\n";
    text += "                    case 2: locks[what].lock(); break;\n";
    text += "                    case 3: locks[what].unlock(); break;\n";
    text += "                    case 4: v = flags[what].value; break;\n";
    text += "                    default: flags[what].value = kind; break;\n                }\n";
    text += "        }\n        if (v == 77) System.out.println(v);\n    }\n";
    text += "    static void run() throws InterruptedException {\n        run(new ";
    let _ = write!(text, "T{number}(), {threads}, new int[] {{");
    for event in trace {
        let (kind, what) = match *event {
            Event::Read(_, var) => (0, var.0),
            Event::Write(_, var) => (1, var.0),
            Event::Acquire(_, lock) => (if variables.has_monitors() { 6 } else { 2 }, lock.0),
            Event::Release(_, lock) => (if variables.has_monitors() { 7 } else { 3 }, lock.0),
            Event::VolatileRead(_, volatile) => (4, volatile.0),
            Event::VolatileWrite(_, volatile) => (5, volatile.0),
            Event::Fork(..) | Event::Join(..) => continue,
        };
        let _ = write!(text, "{}, {kind}, {what}, ", event.thread().0);
    }
    text + "});\n    }\n}\n"
}

/// The variables `Tn.xm` that race in all traces, and the program.
fn program(variables: Variables) -> (BTreeSet<String>, String) {
    let (mut expected, mut text, mut calls) = (BTreeSet::new(), DRIVER.to_owned(), String::new());
    for number in 0..TRACES {
        let (mut trace, threads) = trace(number);
        let variables = match variables {
            Variables::FieldsWithMonitors if number % 2 == 0 => Variables::ElementsWithMonitors,
            same => same,
        };
        if variables.has_monitors() {
            trace = without_nested_locks(trace);
        }
        for (var, _) in first_races(&mut FastTrack::default(), &trace) {
            expected.insert(format!("T{number}.x{}", var.0));
        }
        text += &class_of(number, &trace, threads, variables);
        let _ = writeln!(calls, "        T{number}.run();");
    }
    text +=
        "public class Traces {\n    public static void main(String[] args) throws Exception {\n";
    (expected, text + &calls + "    }\n}\n")
}

fn agent() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let library = test.with_file_name("libdeadheat_agent.so");
    assert!(library.is_file(), "{} is built with this test", library.display());
    library
}

fn run(jdk: &Jdk, text: &str, options: &[&str]) -> BTreeSet<String> {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("Traces.java");
    fs::write(&source, text).unwrap();
    let records = folder.path().join("records");
    fs::create_dir(&records).unwrap();
    let compiled = project::compile(jdk, &Sources::new(&[source], &[]), &[]).unwrap();
    let agent = format!("-agentpath:{}=output={}", agent().display(), records.display());
    let mut command = Command::new(jdk.java().unwrap());
    command.arg(agent).args(options).arg("-cp").arg(compiled.classes()).arg("Traces");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut merge = Merge::default();
    for entry in fs::read_dir(&records).unwrap() {
        merge.add(&fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    let report = merge.finish();
    assert_eq!(report.gaps, Vec::<String>::new());
    let var = |method: &str| method.trim_start_matches(char::is_alphabetic).to_owned();
    let sites = report.races.iter().map(|race| &race.later.site);
    sites.map(|site| format!("{}.x{}", site.class, var(&site.method))).collect()
}

fn check(variables: Variables) {
    let (expected, text) = program(variables);
    assert!(expected.len() > 100, "only {} variables race", expected.len());
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        for options in [&["-Xverify:all", "-Xint"][..], &["-XX:+UseSerialGC"]] {
            let found = run(jdk, &text, options);
            let invented: Vec<_> = found.difference(&expected).collect();
            let missed: Vec<_> = expected.difference(&found).collect();
            assert!(
                invented.is_empty() && missed.is_empty(),
                "{jdk}: invented {invented:?}, missed {missed:?}"
            );
        }
    }
}

#[test]
fn a_jvm_sees_the_races_of_random_traces() {
    check(Variables::Fields);
}

/// Loops report what they did when they end, however they end.
#[test]
fn a_jvm_sees_the_races_of_elements_in_loops() {
    check(Variables::ElementsInLoops);
}

#[test]
fn a_jvm_sees_the_races_of_fields_in_loops() {
    check(Variables::FieldsInLoops);
}

/// Elements of a block share a state for as long as that is right.
#[test]
fn a_jvm_sees_the_races_of_elements_that_are_neighbours() {
    check(Variables::Elements);
}

/// A plain object that is only a monitor has its clock written in a shorter way than others.
#[test]
fn a_jvm_sees_the_races_around_monitors() {
    check(Variables::FieldsWithMonitors);
}
