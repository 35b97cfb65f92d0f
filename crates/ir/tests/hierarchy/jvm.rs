//! The JVM as an oracle: random classes over two packages, written as class files so that they need not obey the rules
//! of the language, and random call sites. What a call returns or throws must follow from resolution, access and
//! selection.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use classfile::MethodFlags;
use ir::body::InvokeKind;
use ir::hierarchy::{Hierarchy, MethodId, ResolveError, SelectionError, SpecialError};
use ir::{MethodRef, Name};

use crate::class_writer::{self, Site, Use};
use crate::java_home::{TemporaryFolder, run_java};
use crate::random::Random;
use crate::script::{field_ref, method_ref};
use crate::spec::{self, ClassSpec, MemberSpec, PLAIN, TEXT};

const WORLDS: usize = 400;

/// Classes, and call sites with the index of their holder and the class of the receiver.
struct World {
    classes: Vec<ClassSpec>,
    sites: Vec<(usize, Site, Option<String>)>,
}

#[test]
fn calls_run_what_the_jvm_runs() {
    let folder = TemporaryFolder::new("dispatch");
    let worlds: Vec<World> =
        (0..WORLDS as u64).map(|seed| World::random(&mut Random(seed))).collect();
    for (number, world) in worlds.iter().enumerate() {
        world.write(&folder.0.join(format!("world{number}")));
    }
    let arguments = [folder.0.to_str().expect("a plain path"), &WORLDS.to_string()];
    let Some(output) = run_java("calls_run_what_the_jvm_runs", "Dispatch", &folder.0, &arguments)
    else {
        return;
    };
    let mut actual = output.lines();
    let version: u32 = actual.next().and_then(|line| line.parse().ok()).expect("a version");
    let mut differences = Vec::new();
    let mut outcomes = BTreeMap::<String, usize>::new();
    for (number, world) in worlds.iter().enumerate() {
        let hierarchy = world.hierarchy();
        for (holder, site, receiver) in &world.sites {
            let holder = &world.classes[*holder].name;
            let expected = outcome(&hierarchy, holder, site, receiver.as_deref());
            let got = actual.next().unwrap_or("nothing");
            let got = got.strip_prefix(&format!("{number} {} ", site.name)).unwrap_or(got);
            let (class, member) = (&site.class, &site.member);
            let difference =
                Difference { expected: &expected, got, member, receiver: receiver.as_deref() };
            if expected != got && !is_known_difference(version, world, &difference) {
                let how = format!("{holder} {:?} {class}.{member} on {receiver:?}", site.how);
                differences.push(format!("{expected}, the JVM: {got}: {how}\n{}", world.text()));
            }
            let kind = if expected.contains('.') { "a member" } else { &expected };
            *outcomes.entry(format!("{:?}: {kind}", site.how)).or_default() += 1;
        }
    }
    println!("{outcomes:#?}");
    let shown = &differences[..differences.len().min(3)];
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), shown.join("\n"));
}

/// Where HotSpot does not follow the specification: it throws `AbstractMethodError`, but
///
/// - before 25 (seen in 17) at times for conflicting default methods, which have an error of their own (JVMS 6.5
///   `invokeinterface`);
/// - at times for a method that the receiver's class or a superclass declares as private or static; those override
///   nothing (JVMS 5.4.5) and no compiler makes them.
fn is_known_difference(version: u32, world: &World, of: &Difference<'_>) -> bool {
    let overrides_nothing = |class: &ClassSpec| {
        let mut methods = class.methods.iter().filter(|m| m.name == of.member);
        let flags = MethodFlags::PRIVATE | MethodFlags::STATIC;
        methods.any(|m| MethodFlags::from_bits_retain(m.flags).intersects(flags))
    };
    let mut classes = std::iter::successors(world.class(of.receiver), |class| {
        world.class(class.super_class.as_deref())
    });
    of.got == "AbstractMethodError"
        && (version < 25 && of.expected == "IncompatibleClassChangeError"
            || classes.any(overrides_nothing))
}

/// What was expected of a call and what happened.
struct Difference<'a> {
    expected: &'a str,
    got: &'a str,
    member: &'a str,
    receiver: Option<&'a str>,
}

impl World {
    fn random(random: &mut Random) -> World {
        let mut classes: Vec<ClassSpec> = Vec::new();
        for number in 0..5 + random.below(5) {
            let is_interface = random.percent(40);
            let mut class = ClassSpec {
                name: format!(
                    "{}/{}{number}",
                    random.pick(&["p", "q"]),
                    if is_interface { "I" } else { "C" }
                ),
                flags: class_writer::public_class(is_interface),
                super_class: Some("java/lang/Object".into()),
                ..ClassSpec::default()
            };
            for earlier in &classes {
                if earlier.is_interface() {
                    if random.percent(40) {
                        class.interfaces.push(earlier.name.clone());
                    }
                } else if !is_interface && random.percent(60) {
                    class.super_class = Some(earlier.name.clone());
                }
            }
            add_members(random, &mut class);
            classes.push(class);
        }
        add_nest(random, &mut classes);
        for package in ["p", "q"] {
            classes.push(ClassSpec {
                name: format!("{package}/Caller"),
                flags: class_writer::public_class(false),
                super_class: Some("java/lang/Object".into()),
                ..ClassSpec::default()
            });
        }
        let mut world = World { classes, sites: Vec::new() };
        let hierarchy = world.hierarchy();
        for number in 0..60 {
            world.add_site(random, &hierarchy, format!("site{number}"));
        }
        world
    }

    fn hierarchy(&self) -> Hierarchy {
        let mut hierarchy = Hierarchy::new();
        hierarchy.add(&spec::object().class());
        for class in &self.classes {
            hierarchy.add(&class.class());
        }
        assert_eq!(hierarchy.errors(), []);
        hierarchy
    }

    fn class(&self, name: Option<&str>) -> Option<&ClassSpec> {
        self.classes.iter().find(|class| Some(class.name.as_str()) == name)
    }

    /// For messages.
    fn text(&self) -> String {
        let lines: Vec<String> = self.classes.iter().map(ClassSpec::text).collect();
        lines.join("\n")
    }

    /// Adds a site that the verifier accepts, if the choices allow for one.
    fn add_site(&mut self, random: &mut Random, hierarchy: &Hierarchy, name: String) {
        let is_subclass = |a: &str, b: &str| {
            let id = |name| hierarchy.class(Name::new(name)).expect("a class of the world");
            hierarchy.is_subclass(id(a), id(b))
        };
        let holder = random.below(self.classes.len());
        let holder_class = &self.classes[holder];
        let class = random.pick(&self.classes);
        let mut is_interface = class.is_interface();
        let kinds = [Use::Virtual, Use::Virtual, Use::Special, Use::Static, Use::Field];
        let how = match *random.pick(&kinds) {
            Use::Virtual if is_interface => Use::Interface,
            how => how,
        };
        // A use of a superclass's protected members asks the verifier for a receiver of the current class (4.10.1.8).
        if how == Use::Virtual
            && holder_class.name != class.name
            && is_subclass(&holder_class.name, &class.name)
        {
            return;
        }
        // The current class, a superclass, a direct superinterface (4.10.1.9).
        let is_super = is_subclass(&holder_class.name, &class.name)
            && (!is_interface
                || holder_class.name == class.name
                || holder_class.interfaces.contains(&class.name));
        if how == Use::Special && !is_super {
            return;
        }
        // A reference that is wrong about what it names; the instruction must agree with the reference.
        let how = match (how, random.percent(5)) {
            (Use::Virtual, true) => Use::Interface,
            (Use::Interface, true) => Use::Virtual,
            _ => how,
        };
        is_interface = match how {
            Use::Virtual => false,
            Use::Interface => true,
            Use::Static => is_interface != random.percent(5),
            _ => is_interface,
        };
        let needed = match how {
            Use::Virtual | Use::Interface => &class.name,
            Use::Special => &holder_class.name,
            Use::Static | Use::Field => "",
        };
        let receivers: Vec<&ClassSpec> = self
            .classes
            .iter()
            .filter(|c| !c.is_interface() && !needed.is_empty() && is_subclass(&c.name, needed))
            .collect();
        if !needed.is_empty() && receivers.is_empty() {
            return;
        }
        let receiver = (!needed.is_empty()).then(|| random.pick(&receivers).name.clone());
        let member = if how == Use::Field {
            "f"
        } else {
            random.pick(&["m", "m", "n", "n", "n", "toString"])
        };
        let site =
            Site { name, how, class: class.name.clone(), is_interface, member: member.into() };
        self.sites.push((holder, site, receiver));
    }

    fn write(&self, folder: &Path) {
        let mut list = String::new();
        for (holder, site, receiver) in &self.sites {
            let dotted = |name: &str| name.replace('/', ".");
            let receiver = receiver.as_deref().map_or("-".into(), dotted);
            let holder = dotted(&self.classes[*holder].name);
            writeln!(list, "{holder} {} {receiver}", site.name).expect("a string takes everything");
        }
        for (number, class) in self.classes.iter().enumerate() {
            let sites = self.sites.iter().filter(|(holder, ..)| *holder == number);
            let sites: Vec<Site> = sites.map(|(_, site, _)| site.clone()).collect();
            let file = folder.join(format!("{}.class", class.name));
            std::fs::create_dir_all(file.parent().unwrap_or(folder)).expect("a folder");
            std::fs::write(file, class_writer::write(class, &sites)).expect("a class file");
        }
        std::fs::write(folder.join("sites.txt"), list).expect("a list of sites");
    }
}

fn add_members(random: &mut Random, class: &mut ClassSpec) {
    for name in ["m", "n", "toString"] {
        if random.percent(if name == "toString" { 15 } else { 60 }) {
            let flags = if class.is_interface() {
                interface_method_flags(random)
            } else {
                class_method_flags(random)
            };
            let (name, descriptor) = (name.into(), PLAIN.into());
            class.methods.push(MemberSpec { name, descriptor, flags: flags.bits() });
        }
    }
    if random.percent(40) {
        let mut flags = access(random);
        if class.is_interface() {
            flags = MethodFlags::PUBLIC | MethodFlags::STATIC | MethodFlags::FINAL;
        } else if random.percent(85) {
            flags |= MethodFlags::STATIC;
        }
        let (name, descriptor) = ("f".into(), TEXT.into());
        class.fields.push(MemberSpec { name, descriptor, flags: flags.bits() });
    }
}

fn access(random: &mut Random) -> MethodFlags {
    match random.below(10) {
        0..4 => MethodFlags::PUBLIC,
        4..6 => MethodFlags::PROTECTED,
        6..9 => MethodFlags::empty(),
        _ => MethodFlags::PRIVATE,
    }
}

fn class_method_flags(random: &mut Random) -> MethodFlags {
    let access = access(random);
    match random.below(10) {
        0 => access | MethodFlags::STATIC,
        1 if access != MethodFlags::PRIVATE => access | MethodFlags::ABSTRACT,
        _ => access,
    }
}

fn interface_method_flags(random: &mut Random) -> MethodFlags {
    match random.below(10) {
        0..4 => MethodFlags::PUBLIC | MethodFlags::ABSTRACT,
        4..8 => MethodFlags::PUBLIC,
        8 => MethodFlags::PRIVATE,
        _ => *random.pick(&[MethodFlags::PUBLIC, MethodFlags::PRIVATE]) | MethodFlags::STATIC,
    }
}

/// A host in `p` that may list classes which do not know of it, and classes that may claim it without being listed.
fn add_nest(random: &mut Random, classes: &mut [ClassSpec]) {
    let Some(host) = classes.iter().position(|class| class.name.starts_with('p')) else { return };
    let host_name = classes[host].name.clone();
    let mut members = Vec::new();
    for (number, class) in classes.iter_mut().enumerate() {
        if number == host {
            continue;
        }
        if random.percent(40) {
            class.nest_host = Some(host_name.clone());
        }
        if random.percent(60) {
            members.push(class.name.clone());
        }
    }
    classes[host].nest_members = members;
}

/// What the JVM does at a call site, according to the hierarchy. It checks access before anything else.
fn outcome(hierarchy: &Hierarchy, holder: &str, site: &Site, receiver: Option<&str>) -> String {
    let class = |name| hierarchy.class(Name::new(name)).expect("a class of the world");
    let from = class(holder);
    let reference = format!("{}.{}", site.class, site.member);
    if site.how == Use::Field {
        return match hierarchy.resolve_field(from, field_ref(&reference)) {
            Err(error) => resolve_error(error),
            Ok(resolved) if !resolved.accessible => "IllegalAccessError".into(),
            Ok(resolved) => match hierarchy.link_field(from, field_ref(&reference), true) {
                Err(error) => resolve_error(error),
                Ok(_) => {
                    let field = hierarchy.field(resolved.member);
                    format!("{}.{}", hierarchy.name(field.class), field.name)
                }
            },
        };
    }
    let reference = method_ref(&reference, site.is_interface);
    let resolved = match hierarchy.resolve_method(from, reference) {
        Err(error) => return resolve_error(error),
        Ok(resolved) if !resolved.accessible => return "IllegalAccessError".into(),
        Ok(resolved) => resolved.member,
    };
    let invoke = |kind| hierarchy.link_invoke(from, kind, reference);
    let select = |kind| -> Result<MethodId, SpecialError> {
        invoke(kind)?;
        Ok(hierarchy.select(class(receiver.expect("a receiver")), resolved)?)
    };
    let selected = match site.how {
        Use::Virtual => select(InvokeKind::Virtual),
        Use::Interface => select(InvokeKind::Interface),
        Use::Static => invoke(InvokeKind::Static).map(|r| r.member).map_err(SpecialError::from),
        Use::Special => special(hierarchy, from, reference),
        Use::Field => unreachable!("done above"),
    };
    let is_refused = |method: MethodId| {
        let allowed = MethodFlags::PUBLIC | MethodFlags::PRIVATE;
        site.how == Use::Interface && !hierarchy.method(method).flags.intersects(allowed)
    };
    match selected {
        // JVMS 6.5 invokeinterface: the selected method must be public or private.
        Ok(method) | Err(SpecialError::Select(SelectionError::Abstract(method)))
            if is_refused(method) =>
        {
            "IllegalAccessError".into()
        }
        Ok(method) => {
            let method = hierarchy.method(method);
            format!("{}.{}", hierarchy.name(method.class), method.name)
        }
        Err(SpecialError::Resolve(error)) => resolve_error(error),
        Err(SpecialError::Select(SelectionError::Conflict(..))) => {
            "IncompatibleClassChangeError".into()
        }
        Err(SpecialError::Select(SelectionError::Abstract(_) | SelectionError::NotImplemented)) => {
            "AbstractMethodError".into()
        }
        Err(error) => format!("unexpected: {error}"),
    }
}

fn special(
    hierarchy: &Hierarchy,
    from: ir::hierarchy::ClassId,
    reference: MethodRef,
) -> Result<MethodId, SpecialError> {
    hierarchy.select_special(from, reference).map(|resolved| resolved.member)
}

fn resolve_error(error: ResolveError) -> String {
    match error {
        ResolveError::NoSuchField => "NoSuchFieldError".into(),
        ResolveError::NoSuchMethod => "NoSuchMethodError".into(),
        ResolveError::IncompatibleClassChange(_) => "IncompatibleClassChangeError".into(),
        ResolveError::MissingClass(_) => format!("unexpected: {error}"),
    }
}
