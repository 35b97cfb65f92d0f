//! Which methods have to be described, and which descriptions fit nothing.

use std::collections::{BTreeMap, BTreeSet};

use classfile::MethodFlags;
use ir::Name;
use ir::hierarchy::{ClassId, Hierarchy, MethodDecl};
use models::{ClassModel, MethodModel, Models};

use super::library::{ALL, Library};

/// Methods that need no description, each with the reason: `class.name(descriptor)`, then the reason.
const UNDESCRIBED: &str = include_str!("undescribed.txt");

/// Checks the models against all JDKs.
pub fn check() {
    if ALL.is_empty() {
        return;
    }
    let models = Models::jdk();
    let mut wrong = Vec::new();
    let mut allowed = allowed();
    let mut fitting: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for library in ALL.iter() {
        let mut hierarchy = Hierarchy::new();
        for class in models.classes() {
            let Some(id) = library.load(&mut hierarchy, Name::new(&class.name)) else { continue };
            known.insert(&class.name);
            if models.states(&class.name).next().is_some() {
                for method in undescribed(models, &hierarchy, id) {
                    if allowed.get_mut(&method).map(|used| *used = true).is_none() {
                        let release = library.jdk.release;
                        wrong.push(format!(
                            "JDK {release}: {} does not describe {method}",
                            class.name
                        ));
                    }
                }
            }
            fitting.extend(fits(models, library, &class.name));
        }
    }
    wrong.extend(
        allowed
            .iter()
            .filter(|(_, used)| !**used)
            .map(|(method, _)| format!("{method} need not be listed in undescribed.txt")),
    );
    for (number, class) in models.classes().iter().enumerate() {
        // Helpers are of models only.
        if class.extends.is_some() {
            continue;
        }
        if !known.contains(class.name.as_str()) {
            wrong.push(format!("{}: no JDK has {}", models.describe(class.place), class.name));
            continue;
        }
        for (at, method) in class.methods.iter().enumerate() {
            if !fitting.contains(&(number, at)) {
                let place = models.describe(method.place);
                wrong.push(format!("{place}: no JDK has {}.{}", class.name, signature(method)));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

fn allowed() -> BTreeMap<String, bool> {
    let lines = UNDESCRIBED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (method, reason) = line.split_once(' ').unwrap_or((line, ""));
            assert!(!reason.trim().is_empty(), "undescribed.txt: no reason for {method}");
            (method.to_owned(), false)
        })
        .collect()
}

fn signature(method: &MethodModel) -> String {
    let parameters = method.parameters.as_ref();
    format!("{}({})", method.name, parameters.map_or("*".to_owned(), |types| types.concat()))
}

/// The methods that can be selected on objects of a class with state and of which the models say nothing.
fn undescribed(models: &Models, hierarchy: &Hierarchy, class: ClassId) -> Vec<String> {
    let supers = hierarchy.all_supertypes(class).iter().copied();
    let owners = std::iter::once(class).chain(supers).filter(|&owner| {
        owner != hierarchy.object() && models.class(hierarchy.name(owner).as_str()).is_some()
    });
    let mut missing = Vec::new();
    for owner in owners {
        let name = hierarchy.name(owner).as_str();
        for id in hierarchy.methods(owner) {
            let method = hierarchy.method(id);
            let is_own = owner == class || is_inherited(method);
            if !is_own || !is_to_be_described(method) || hierarchy.select(class, id) != Ok(id) {
                continue;
            }
            let descriptor = method.ty.descriptor();
            if models.method(name, method.name.as_str(), descriptor.as_str()).is_none()
                && models.cut(name, method.name.as_str()).is_none()
            {
                missing.push(format!("{name}.{}{descriptor}", method.name));
            }
        }
    }
    missing
}

fn is_inherited(method: &MethodDecl) -> bool {
    !method.is_static() && method.name.as_str() != "<init>"
}

fn is_to_be_described(method: &MethodDecl) -> bool {
    let is_visible = method.flags.intersects(MethodFlags::PUBLIC | MethodFlags::PROTECTED);
    // A bridge only calls the method that it stands for.
    let is_made = method.flags.contains(MethodFlags::SYNTHETIC);
    is_visible && !is_made && !method.is_abstract() && method.name.as_str() != "<clinit>"
}

/// The models that describe a method which a class declares, by the numbers of class and method.
fn fits(models: &Models, library: &Library, class: &str) -> Vec<(usize, usize)> {
    let Some(real) = library.class(Name::new(class)) else { return Vec::new() };
    let mut found = Vec::new();
    for described in models.lookup_order(class) {
        let Some(number) = models.classes().iter().position(|c| std::ptr::eq(c, described)) else {
            continue;
        };
        found.extend(fitting_methods(described, &real).map(|at| (number, at)));
    }
    found
}

fn fitting_methods<'a>(
    described: &'a ClassModel,
    real: &'a ir::Class,
) -> impl Iterator<Item = usize> + 'a {
    let is_meant = |model: &MethodModel, method: &ir::class::Method| {
        model.name == method.name.as_str()
            && model.is_static == method.is_static()
            && model.parameters.as_ref().is_none_or(|types| {
                let has = method.ty.parameters();
                has.len() == types.len()
                    && has.iter().zip(types).all(|(has, wanted)| has.descriptor() == *wanted)
            })
    };
    (0..described.methods.len()).filter(move |&at| {
        real.methods.iter().any(|method| is_meant(&described.methods[at], method))
    })
}
