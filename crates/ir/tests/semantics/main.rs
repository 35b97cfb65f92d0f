//! Lowering keeps what programs do: the IR of the cases, interpreted, gives the results of the real JVM.
//!
//! `cases/Driver.java` calls every public static method of the other classes with many arguments, in a JVM, and prints a
//! line for each call. The same calls are then made in [`testkit::interpret`], in the same order, so that static fields
//! have the same history. Cases that need a newer Java lie in `cases/java<release>`; those that no compiler writes any
//! more are in `assembled.rs`.

mod assembled;

use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::ClassFile;
use ir::lower::Lowerer;
use ir::{Class, MethodCode, MethodType, Name, Op, Type};
use project::Jdk;
use testkit::interpret::{Machine, Outcome, Value};
use testkit::java::{self, Program};
use testkit::jdk::skip;

/// More differences than these are not worth reading.
const MOST_SHOWN: usize = 20;

/// A line of the driver.
struct Call<'a> {
    class: Name,
    method: Name,
    ty: MethodType,
    args: Vec<&'a str>,
    result: &'a str,
}

#[test]
fn the_ir_computes_what_the_jvm_computes() {
    let jdks = java::compilers();
    assert!(!jdks.is_empty(), "this test needs a JDK");
    for jdk in &jdks {
        let program = compile(jdk);
        let expected = run_driver(jdk, &program);
        for class in driven(&program) {
            let calls =
                expected.lines().filter(|line| line.split(' ').next() == Some(class)).count();
            assert!(calls > 20, "the driver made only {calls} calls of {class}");
        }
        let differences = compare(&program.classes, &expected);
        assert!(
            differences.is_empty(),
            "JDK {}: {} calls differ:\n{}",
            jdk.version,
            differences.len(),
            differences[..differences.len().min(MOST_SHOWN)].join("\n")
        );
        let broken = with_swapped_phis(&program.classes);
        assert!(!compare(&broken, &expected).is_empty(), "wrong phis were not noticed");
    }
}

/// Shows that the comparison would notice a mistake.
fn with_swapped_phis(classes: &[Class]) -> Vec<Class> {
    let mut classes = classes.to_vec();
    for method in classes.iter_mut().flat_map(|class| &mut class.methods) {
        let MethodCode::Body(body) = &mut method.code else { continue };
        for inst in body.insts.values() {
            if let Op::Phi(args) = inst.op {
                body.lists[args.0.range()].reverse();
            }
        }
    }
    classes
}

/// All cases, as class files and lowered.
fn compile(jdk: &Jdk) -> Program {
    let mut program = java::compile(jdk, &cases(jdk)).unwrap_or_else(|error| panic!("{error}"));
    let bytes = assembled::class_file();
    let path = program.class_folder().join(assembled::NAME).with_extension("class");
    std::fs::write(path, &bytes).expect("the folder of the classes is writable");
    let file = ClassFile::parse(&bytes).expect("the assembler writes class files");
    program.classes.push(Lowerer::new().lower(&file).expect("its declaration is simple"));
    program
}

/// The files that this JDK can compile.
fn cases(jdk: &Jdk) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics/cases");
    let mut files = java::sources_below(&folder).expect("the cases are readable");
    files.retain(|file| {
        let since = since(file);
        if since > jdk.release {
            let name = file.strip_prefix(&folder).unwrap_or(file).display();
            skip(&format!("{name} needs Java {since}, this is JDK {}", jdk.version));
        }
        since <= jdk.release
    });
    files
}

/// The release that a case needs, by its folder.
fn since(file: &Path) -> u16 {
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    folder.strip_prefix("java").and_then(|release| release.parse().ok()).unwrap_or(8)
}

/// The classes whose methods are called from outside.
fn driven(program: &Program) -> impl Iterator<Item = &str> {
    let classes = program.classes.iter().map(|class| class.name.as_str());
    classes.filter(|name| *name != "Driver" && !name.contains('$'))
}

fn run_driver(jdk: &Jdk, program: &Program) -> String {
    let java = jdk.java().expect("a JDK has a launcher");
    let output = Command::new(java)
        .args(["-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "-cp"])
        .arg(program.class_folder())
        .arg("Driver")
        .args(driven(program))
        .output()
        .expect("the launcher runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the driver prints UTF-8")
}

/// The calls whose results differ, with both of them.
fn compare(classes: &[Class], expected: &str) -> Vec<String> {
    let mut machine = Machine::new(classes);
    let differs = |line: &str| {
        let call = parse(line).unwrap_or_else(|| panic!("the driver printed {line:?}"));
        let actual = interpret(&mut machine, &call);
        (actual != call.result).then(|| format!("{line}, but the IR gives {actual}"))
    };
    expected.lines().filter_map(differs).collect()
}

/// `Class method descriptor|argument|argument -> result`
fn parse(line: &str) -> Option<Call<'_>> {
    let (call, result) = line.split_once(" -> ")?;
    let mut parts = call.split('|');
    let mut names = parts.next()?.split(' ').map(Name::new);
    let (class, method, descriptor) = (names.next()?, names.next()?, names.next()?);
    let ty = MethodType::from_descriptor(descriptor)?;
    Some(Call { class, method, ty, args: parts.collect(), result })
}

fn interpret(machine: &mut Machine<'_>, call: &Call<'_>) -> String {
    let args = call.args.iter().zip(call.ty.parameters());
    let args: Option<Vec<Value>> = args.map(|(text, &ty)| argument(text, ty)).collect();
    let args = args.expect("the driver prints numbers of the types of the parameters");
    match machine.call(call.class, call.method, call.ty, &args) {
        Ok(Outcome::Returned(None)) => "null".to_owned(),
        Ok(Outcome::Returned(Some(value))) => shown(machine, value),
        Ok(Outcome::Threw(class)) => format!("throws {class}"),
        Err(why) => format!("nothing: {why}"),
    }
}

fn argument(text: &str, ty: Type) -> Option<Value> {
    Some(match ty {
        Type::Long => Value::Long(text.parse().ok()?),
        Type::Float => Value::Float(f32::from_bits(u32::from_str_radix(text, 16).ok()?)),
        Type::Double => Value::Double(f64::from_bits(u64::from_str_radix(text, 16).ok()?)),
        _ => Value::Int(text.parse().ok()?),
    })
}

/// As the driver prints it: fractions by their bits, with one NaN.
fn shown(machine: &mut Machine<'_>, value: Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Long(n) => n.to_string(),
        Value::Float(n) if n.is_nan() => "7fc00000".to_owned(),
        Value::Float(n) => format!("{:x}", n.to_bits()),
        Value::Double(n) if n.is_nan() => "7ff8000000000000".to_owned(),
        Value::Double(n) => format!("{:x}", n.to_bits()),
        Value::Ref(None) => "null".to_owned(),
        Value::Ref(Some(object)) => {
            machine.heap().text(object).map_or("an object".to_owned(), str::to_owned)
        }
    }
}
