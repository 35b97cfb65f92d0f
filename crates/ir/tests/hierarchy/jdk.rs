//! All of `java.base`, as an oracle and as a yardstick.

use std::hint::black_box;
use std::time::Instant;

use classfile::{ClassFile, Constant};
use ir::hierarchy::{ClassId, Hierarchy, MethodId};
use ir::lower::Lowerer;
use ir::{Class, FieldRef, FieldRefData, MethodRef, MethodRefData, MethodType, Name, Type};

use crate::java_home::{TemporaryFolder, run_java};
use crate::random::Random;

#[test]
fn java_base() {
    let folder = TemporaryFolder::new("java-base");
    let dump = folder.0.join("classes");
    let arguments = [dump.to_str().expect("a plain path"), "20000"];
    let Some(pairs) = run_java("java_base", "JdkClasses", &folder.0, &arguments) else { return };
    let bytes = std::fs::read(&dump).expect("the classes");
    let mut files: Vec<ClassFile<'_>> =
        split(&bytes).map(|file| ClassFile::parse(file).expect("a class of the JDK")).collect();
    Random(1).shuffle(&mut files);
    let mut lowerer = Lowerer::new();
    let declarations: Vec<Class> =
        files.iter().map(|file| lowerer.declaration(file).expect("a declaration")).collect();

    let start = Instant::now();
    let mut hierarchy = Hierarchy::new();
    for class in &declarations {
        hierarchy.add(class);
    }
    println!("{} classes added in {:.1?}", declarations.len(), start.elapsed());
    assert_eq!(hierarchy.errors(), []);
    assert_eq!(hierarchy.phantoms(), []);

    check_subtypes(&hierarchy, &pairs);
    check_references(&hierarchy, &files);
    measure(&mut hierarchy, &declarations);
}

fn check_subtypes(hierarchy: &Hierarchy, pairs: &str) {
    let mut positive = 0;
    for line in pairs.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let ty = |text: &str| Type::from_class_name(Name::new(text)).expect("a type's name");
        let expected = words[2] == "true";
        positive += usize::from(expected);
        assert_eq!(hierarchy.is_subtype(ty(words[0]), ty(words[1])), expected, "{line}");
    }
    println!("{} pairs as in the JVM, {positive} of them subtypes", pairs.lines().count());
    assert!(positive > 1000);
}

/// The JDK fits together: every reference to one of its classes resolves, to an accessible member.
fn check_references(hierarchy: &Hierarchy, files: &[ClassFile<'_>]) {
    let mut count = 0;
    let mut elsewhere = 0;
    let mut time = std::time::Duration::ZERO;
    for file in files {
        let from = hierarchy.class(Name::from_jstr(file.name())).expect("an added class");
        for (index, constant) in file.constants.iter() {
            let is_field = match constant {
                Constant::Field { .. } => true,
                Constant::Method { .. } | Constant::InterfaceMethod { .. } => false,
                _ => continue,
            };
            let member = file.constants.member(index).expect("a member");
            let class = Name::from_jstr(member.class);
            if !class.as_str().starts_with('[') && hierarchy.class(class).is_none() {
                elsewhere += 1;
                continue;
            }
            let name = Name::from_jstr(member.name);
            let descriptor = Name::from_jstr(member.descriptor);
            let start;
            let accessible = if is_field {
                let ty = Type::from_descriptor(descriptor.as_str()).expect("a type");
                let field = FieldRef::new(FieldRefData { class, name, ty });
                start = Instant::now();
                hierarchy.resolve_field(from, field).map(|resolved| resolved.accessible)
            } else {
                let ty = MethodType::from_descriptor(descriptor).expect("a type");
                let is_interface = member.is_interface;
                let method = MethodRef::new(MethodRefData { class, name, ty, is_interface });
                start = Instant::now();
                hierarchy.resolve_method(from, method).map(|resolved| resolved.accessible)
            };
            time += start.elapsed();
            count += 1;
            assert_eq!(
                accessible,
                Ok(true),
                "{class} {name} {descriptor} in {}",
                hierarchy.name(from)
            );
        }
    }
    println!(
        "{count} references resolved, {elsewhere} to other modules; {:.0?} each",
        time / count
    );
}

/// Prints times; asserts nothing about them, for they depend on the machine and the build.
fn measure(hierarchy: &mut Hierarchy, declarations: &[Class]) {
    let mut random = Random(2);
    let classes: Vec<ClassId> = hierarchy.classes().collect();
    let pairs: Vec<(ClassId, ClassId)> = (0..200_000)
        .map(|_| {
            let sub = *random.pick(&classes);
            let near = hierarchy.all_supertypes(sub);
            let sup = if near.is_empty() || random.percent(50) { &classes } else { near };
            (sub, *random.pick(sup))
        })
        .collect();
    time("is_subclass", &pairs, |&(sub, sup)| hierarchy.is_subclass(sub, sup));
    let ty = |class: ClassId| Type::Ref(hierarchy.name(class));
    let types: Vec<(Type, Type)> = pairs.iter().map(|&(a, b)| (ty(a), ty(b))).collect();
    time("is_subtype of classes", &types, |&(sub, sup)| hierarchy.is_subtype(sub, sup));
    let arrays: Vec<(Type, Type)> =
        types[..20_000].iter().map(|&(a, b)| (a.array_of(), b.array_of())).collect();
    time("is_subtype of arrays", &arrays, |&(sub, sup)| hierarchy.is_subtype(sub, sup));

    let calls: Vec<(ClassId, MethodId)> = (0..100_000)
        .filter_map(|_| {
            let receiver = *random.pick(&classes);
            let supertypes = hierarchy.all_supertypes(receiver);
            let declaring = if supertypes.is_empty() { receiver } else { *random.pick(supertypes) };
            let methods: Vec<MethodId> = hierarchy.methods(declaring).collect();
            (!methods.is_empty()).then(|| (receiver, *random.pick(&methods)))
        })
        .collect();
    let select =
        |&(receiver, method): &(ClassId, MethodId)| hierarchy.select(receiver, method).is_ok();
    time("select", &calls, select);

    let leaf = declarations.iter().find(|c| c.name.as_str() == "java/util/ArrayList");
    let root = declarations.iter().find(|c| c.name.as_str() == "java/lang/Object");
    for class in [leaf, root].into_iter().flatten() {
        let start = Instant::now();
        hierarchy.remove(class.name);
        hierarchy.add(class);
        println!("{} removed and added: {:.1?}", class.name, start.elapsed());
    }
}

/// The time of one query: the first pass fills caches, the fastest of some more is what it costs from then on.
fn time<T>(what: &str, items: &[T], query: impl Fn(&T) -> bool) {
    let mut passes = Vec::new();
    let mut yes = 0;
    for _ in 0..4 {
        let start = Instant::now();
        yes = items.iter().filter(|item| query(black_box(item))).count();
        passes.push(start.elapsed().as_nanos() as f64 / items.len() as f64);
    }
    let best = passes[1..].iter().copied().fold(f64::INFINITY, f64::min);
    let (first, count) = (passes[0], items.len());
    println!("{what}: {best:.1} ns, the first time {first:.1} ns ({yes} of {count} true)");
}

/// The files of a dump: each with its length before it.
fn split(mut dump: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = dump.split_first_chunk::<4>()?;
        let (file, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        dump = rest;
        Some(file)
    })
}
