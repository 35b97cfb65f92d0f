//! Random edits of random, often broken classes. After each one the hierarchy answers as one that was built from scratch,
//! in random order, from the classes that are left.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use classfile::{ClassFlags, MethodFlags};
use ir::Name;
use ir::hierarchy::{ClassId, Hierarchy, MethodId, ResolveError, Resolved, SelectionError};

use crate::random::Random;
use crate::script::{field_ref, method_ref};
use crate::spec::{self, ClassSpec, MemberSpec, PLAIN, TEXT};

const NAMES: [&str; 9] =
    ["p/A", "p/B", "p/C", "p/D", "q/A", "q/B", "q/C", "q/D", "java/lang/Object"];

type Specs = BTreeMap<&'static str, ClassSpec>;

#[test]
fn edits_are_as_from_scratch() {
    for seed in 0..50 {
        let mut random = Random(seed);
        let mut specs = Specs::new();
        let mut edited = Hierarchy::new();
        let mut ids = BTreeMap::new();
        for step in 0..40 {
            edit(&mut random, &mut specs, &mut edited);
            check_ids(&edited, &specs, &mut ids);
            let expected = answers(&from_scratch(&mut random, &specs), &specs);
            let got = answers(&edited, &specs);
            if let Some((e, g)) = expected.lines().zip(got.lines()).find(|(e, g)| e != g) {
                let classes: Vec<String> = specs.values().map(ClassSpec::text).collect();
                panic!(
                    "seed {seed} step {step}:\nfrom scratch {e}\nedited       {g}\n{}",
                    classes.join("\n")
                );
            }
        }
    }
}

/// Chains that are too long for recursion, and a cycle as long; added from both ends.
#[test]
fn long_chains() {
    const LENGTH: usize = 3000;
    let class = |number: usize, above: usize| ClassSpec {
        name: format!("long/C{number}"),
        super_class: Some(format!("long/C{above}")),
        ..ClassSpec::default()
    };
    for bottom_first in [false, true] {
        let mut hierarchy = Hierarchy::new();
        let mut numbers: Vec<usize> = (0..LENGTH).collect();
        if bottom_first {
            numbers.reverse();
        }
        for number in numbers {
            hierarchy.add(&class(number + 1, number).class());
        }
        let (top, bottom) = (class_id(&hierarchy, "long/C1"), class_id(&hierarchy, "long/C3000"));
        assert!(hierarchy.is_subclass(bottom, top));
        assert_eq!(hierarchy.superclasses(bottom).count(), LENGTH + 1);
        assert_eq!(hierarchy.subclasses(top).len(), LENGTH - 1);
        hierarchy.add(&class(0, LENGTH).class());
        assert_eq!(hierarchy.errors().len(), 1);
        assert!(!hierarchy.is_subclass(bottom, top));
        hierarchy.remove(Name::new("long/C1500"));
        assert_eq!(hierarchy.errors(), []);
        assert!(hierarchy.is_subclass(top, bottom));
    }
}

fn edit(random: &mut Random, specs: &mut Specs, hierarchy: &mut Hierarchy) {
    let name = *random.pick(&NAMES);
    match random.below(10) {
        0..2 => {
            assert_eq!(hierarchy.remove(Name::new(name)), specs.remove(name).is_some());
        }
        2..4 => {
            // Adding does not replace.
            let spec = random_class(random, name);
            hierarchy.add(&spec.class());
            specs.entry(name).or_insert(spec);
        }
        _ => {
            let spec = random_class(random, name);
            hierarchy.replace(&spec.class());
            specs.insert(name, spec);
        }
    }
    let name = *random.pick(&NAMES);
    if let (Some(class), Some(spec)) = (hierarchy.class(Name::new(name)), specs.get(name)) {
        // Names that it has as supertypes anyway, because a spec knows no others.
        hierarchy.set_references(class, spec.interfaces.iter().map(|name| Name::new(name)));
    }
}

fn from_scratch(random: &mut Random, specs: &Specs) -> Hierarchy {
    let mut classes: Vec<&ClassSpec> = specs.values().collect();
    random.shuffle(&mut classes);
    let mut hierarchy = Hierarchy::new();
    for class in classes {
        hierarchy.add(&class.class());
    }
    hierarchy
}

/// Any class may name any other as any kind of supertype.
fn random_class(random: &mut Random, name: &str) -> ClassSpec {
    if name == "java/lang/Object" && random.percent(80) {
        return spec::object();
    }
    let is_interface = random.percent(40);
    let mut flags = class_flags(is_interface);
    if random.percent(5) {
        flags |= ClassFlags::FINAL;
    }
    let mut class = ClassSpec {
        name: name.into(),
        flags: flags.bits(),
        super_class: Some("java/lang/Object".into()),
        ..ClassSpec::default()
    };
    if random.percent(if is_interface { 5 } else { 60 }) {
        class.super_class = random.percent(97).then(|| (*random.pick(&NAMES)).into());
    }
    for _ in 0..random.below(3) {
        class.interfaces.push((*random.pick(&NAMES)).into());
    }
    for (name, descriptor) in [("m", PLAIN), ("n", PLAIN), ("toString", PLAIN)] {
        if random.percent(40) {
            let flags = member_flags(random, is_interface).bits();
            class.methods.push(MemberSpec {
                name: name.into(),
                descriptor: descriptor.into(),
                flags,
            });
        }
    }
    if random.percent(40) {
        let flags = member_flags(random, is_interface).bits();
        class.fields.push(MemberSpec { name: "f".into(), descriptor: TEXT.into(), flags });
    }
    if random.percent(20) {
        class.nest_host = Some((*random.pick(&NAMES)).into());
    }
    if random.percent(20) {
        class.nest_members = vec![(*random.pick(&NAMES)).into(), (*random.pick(&NAMES)).into()];
    }
    class
}

fn class_flags(is_interface: bool) -> ClassFlags {
    if is_interface { ClassFlags::INTERFACE | ClassFlags::ABSTRACT } else { ClassFlags::SUPER }
}

fn member_flags(random: &mut Random, is_interface: bool) -> MethodFlags {
    let accesses = [MethodFlags::PUBLIC, MethodFlags::PROTECTED, MethodFlags::empty()];
    let access = if is_interface { MethodFlags::PUBLIC } else { *random.pick(&accesses) };
    match random.below(10) {
        0 => MethodFlags::PRIVATE,
        1 => access | MethodFlags::STATIC,
        2..5 => access | MethodFlags::ABSTRACT,
        _ => access,
    }
}

/// Whatever happens, an id stands for the same class, name and type.
fn check_ids(hierarchy: &Hierarchy, specs: &Specs, ids: &mut BTreeMap<String, String>) {
    for spec in specs.values() {
        let class = class_id(hierarchy, &spec.name);
        for method in hierarchy.methods(class) {
            let known = ids.entry(method_text(hierarchy, method)).or_insert(method.to_string());
            assert_eq!(*known, method.to_string());
        }
        let known = ids.entry(spec.name.clone()).or_insert(class.to_string());
        assert_eq!(*known, class.to_string());
    }
}

/// Every answer about the classes that are there, by names only.
fn answers(h: &Hierarchy, specs: &Specs) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("a string takes everything");
    line(format!("{:?}", h.errors()));
    line(format!("{:?}", h.phantoms()));
    let names = |classes: &[ClassId]| -> Vec<Name> { classes.iter().map(|&c| h.name(c)).collect() };
    for a in NAMES {
        for b in NAMES {
            let (a, b) = (ir::Type::Ref(Name::new(a)), ir::Type::Ref(Name::new(b)));
            line(format!("{a} {b} {}", h.is_subtype(a, b)));
            line(format!("{a} {b} {}", h.is_subtype(a.array_of(), b.array_of())));
        }
    }
    for name in specs.keys() {
        let class = class_id(h, name);
        line(format!("{name} supertypes {:?}", names(h.all_supertypes(class))));
        line(format!("{name} subclasses {:?}", names(&h.subclasses(class))));
        line(format!("{name} implementers {:?}", names(&h.implementers(class))));
        line(format!("{name} nest {:?}", h.name(h.nest_host(class))));
        for declaring in specs.keys().map(|name| class_id(h, name)) {
            for method in h.methods(declaring) {
                let selected = selection_text(h, h.select(class, method));
                line(format!("{name} select {} {selected}", method_text(h, method)));
            }
        }
        for target in NAMES {
            let field = field_ref(&format!("{target}.f"));
            let resolved = h.resolve_field(class, field);
            line(format!(
                "{name} {field} {}",
                resolved_text(h, resolved, |id| { h.name(h.field(id).class).to_string() })
            ));
            for member in ["m", "n", "toString"] {
                for is_interface in [false, true] {
                    let method = method_ref(&format!("{target}.{member}"), is_interface);
                    let resolved = h.resolve_method(class, method);
                    let text = resolved_text(h, resolved, |id| method_text(h, id));
                    line(format!("{name} {method} {text}"));
                    let special = h.select_special(class, method);
                    let text = match special {
                        Ok(resolved) => resolved_text(h, Ok(resolved), |id| method_text(h, id)),
                        Err(ir::hierarchy::SpecialError::Resolve(error)) => error.to_string(),
                        Err(ir::hierarchy::SpecialError::Select(error)) => {
                            selection_text(h, Err(error))
                        }
                    };
                    line(format!("{name} special {method} {text}"));
                }
            }
        }
    }
    out
}

fn class_id(hierarchy: &Hierarchy, name: &str) -> ClassId {
    hierarchy.class(Name::new(name)).expect("a class that is there")
}

fn method_text(hierarchy: &Hierarchy, method: MethodId) -> String {
    let method = hierarchy.method(method);
    format!(
        "{}.{}{} {:?}",
        hierarchy.name(method.class),
        method.name,
        method.ty,
        method.is_declared
    )
}

fn selection_text(h: &Hierarchy, selection: Result<MethodId, SelectionError>) -> String {
    match selection {
        Ok(method) => method_text(h, method),
        Err(SelectionError::Abstract(method)) => format!("abstract {}", method_text(h, method)),
        Err(SelectionError::Conflict(a, b)) => {
            format!("conflict {} {}", method_text(h, a), method_text(h, b))
        }
        Err(SelectionError::MissingClass(class)) => format!("missing {}", h.name(class)),
        Err(error) => error.to_string(),
    }
}

fn resolved_text<M: Copy>(
    h: &Hierarchy,
    resolved: Result<Resolved<M>, ResolveError>,
    text: impl Fn(M) -> String,
) -> String {
    match resolved {
        Ok(Resolved { member, accessible, missing }) => {
            format!("{} {accessible} {:?}", text(member), missing.map(|class| h.name(class)))
        }
        Err(error) => error.to_string(),
    }
}
