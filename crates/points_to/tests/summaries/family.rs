//! Which classes run their own code, and for which receivers.
//!
//! Summaries are compared class by class: the class of a receiver, what it inherits from and what is nested in them run
//! their own code, and everything else keeps its summaries, which are compared in another run. That keeps runs small,
//! and bodies from mixing what goes through helpers that all of them call.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use classfile::MethodFlags;
use ir::{Class, Name};
use models::{ClassModel, MethodCode, MethodModel, Models};
use points_to::{Node, Solver};

use super::library::Library;
use super::seen::{self, Watched};

/// Outermost classes; everything that is nested in them belongs to them.
pub type Family = BTreeSet<String>;

/// The outermost class that a class is nested in.
pub fn nest(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outer, _)| outer)
}

/// The receivers (by the class of their drivers) of each family, from a run with summaries.
pub fn of(solver: &Solver, watched: &Watched) -> BTreeMap<Family, BTreeSet<String>> {
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    for (caller, _, callee) in solver.call_edges() {
        let is_summary = solver.code_of(callee.node).is_summary;
        let receiver = watched.receiver_of_maker_or_driver(solver, caller);
        if let (true, Some(receiver), Some((class, _))) =
            (is_summary, receiver, seen::method_of(solver, callee.node))
        {
            families.entry(receiver).or_default().insert(nest(class).to_owned());
        }
    }
    for node in solver.reachable() {
        if let Some(receiver) = watched.receiver_of_maker(solver, node) {
            let supertypes = supertypes_of_result(solver, node);
            families.entry(receiver).or_default().extend(supertypes);
        }
    }
    let mut receivers: BTreeMap<Family, BTreeSet<String>> = BTreeMap::new();
    for (receiver, family) in families {
        receivers.entry(family).or_default().insert(receiver);
    }
    receivers
}

fn supertypes_of_result(solver: &Solver, node: Node) -> BTreeSet<String> {
    let Some(result) = solver.code_of(node).ret else { return BTreeSet::new() };
    let hierarchy = solver.hierarchy();
    let mut found = BTreeSet::new();
    for obj in solver.points_to(node, result).iter() {
        let class = solver.class_of(obj).class;
        let all = std::iter::once(class).chain(hierarchy.all_supertypes(class).iter().copied());
        let names = all.filter(|&class| class != hierarchy.object());
        found.extend(names.map(|class| nest(hierarchy.name(class).as_str()).to_owned()));
    }
    found
}

/// The models without the summaries of a family. What has no code of its own keeps them.
pub fn without_summaries(library: &Library, family: &Family) -> Arc<Models> {
    let jdk = Models::jdk();
    let mut models = jdk.clone();
    for class in jdk.classes().iter().filter(|class| family.contains(nest(&class.name))) {
        if let Some(real) = library.class(Name::new(&class.name)) {
            models.set_methods(&class.name, methods_with_bodies(jdk, class, &real));
        }
    }
    Arc::new(models)
}

fn methods_with_bodies(jdk: &Models, class: &ClassModel, real: &Class) -> Vec<MethodModel> {
    let has_code = |method: &&ir::class::Method| {
        !method.flags.intersects(MethodFlags::NATIVE | MethodFlags::ABSTRACT)
    };
    let with_code = real.methods.iter().filter(has_code);
    let mut bodies: Vec<MethodModel> =
        with_code.filter_map(|method| body_of(jdk, &class.name, method)).collect();
    // A bridge has the name and the parameters of another method.
    bodies.sort_by(|a, b| (&a.name, &a.parameters).cmp(&(&b.name, &b.parameters)));
    bodies.dedup_by(|a, b| is_same(a, b));
    let kept =
        class.methods.iter().filter(|method| !bodies.iter().any(|body| is_same(body, method)));
    let kept: Vec<MethodModel> = kept.cloned().collect();
    bodies.extend(kept);
    bodies
}

fn is_same(a: &MethodModel, b: &MethodModel) -> bool {
    a.name == b.name && a.parameters == b.parameters
}

/// The model of a method whose summary is left out: its own code.
fn body_of(jdk: &Models, class: &str, method: &ir::class::Method) -> Option<MethodModel> {
    let descriptor = method.ty.descriptor();
    let model = jdk.method(class, method.name.as_str(), descriptor.as_str())?;
    let parameters = method.ty.parameters().iter().map(|ty| ty.descriptor().to_string()).collect();
    matches!(model.code, MethodCode::Summary(_)).then(|| MethodModel {
        name: method.name.to_string(),
        parameters: Some(parameters),
        is_static: method.is_static(),
        code: MethodCode::Body,
        effects: Vec::new(),
        place: model.place,
    })
}
