//! What a program can see of the library: which of its methods are called with which of its objects, and which of its
//! objects come out again.

use std::collections::{BTreeMap, BTreeSet};

use ir::hierarchy::MethodId;
use points_to::context::{Instance, ThreadInstance};
use points_to::{CodeKey, Node, Obj, ObjKind, Solver, Thread, Var};

/// By driver (class and method): facts in words.
pub type Seen = BTreeMap<(String, String), BTreeSet<String>>;

/// What the drivers see.
pub fn of(solver: &Solver) -> Seen {
    let mut drivers: BTreeMap<usize, (String, String)> = BTreeMap::new();
    let mut facts: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for node in solver.reachable() {
        let Some((class, name)) = method_of(solver, node) else { continue };
        let Some(class) = class.strip_prefix("app/") else { continue };
        let Some(driver) = solver.contexts().get(solver.context(node)).thread else { continue };
        let is_driver =
            class.strip_prefix('D').is_some_and(|number| number.parse::<usize>().is_ok());
        let number = number(driver.thread);
        if is_driver {
            if name != "<init>" {
                drivers.insert(number, (format!("app/{class}"), name.to_owned()));
            }
            continue;
        }
        facts.entry(number).or_default().extend(facts_of(solver, node, class, name, driver));
    }
    let of_driver = |(number, facts)| Some((drivers.get(&number)?.clone(), facts));
    facts.into_iter().filter_map(of_driver).collect()
}

fn number(thread: Thread) -> usize {
    ir::entity::EntityId::index(thread)
}

fn method_of(solver: &Solver, node: Node) -> Option<(&'static str, &'static str)> {
    let CodeKey::Method(method) = solver.key(node) else { return None };
    Some(name_of(solver, method))
}

fn name_of(solver: &Solver, method: MethodId) -> (&'static str, &'static str) {
    let decl = solver.hierarchy().method(method);
    (solver.hierarchy().name(decl.class).as_str(), decl.name.as_str())
}

fn facts_of(
    solver: &Solver,
    node: Node,
    class: &str,
    name: &str,
    driver: ThreadInstance,
) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let params = &solver.code_of(node).params;
    let tags = |at: usize| -> Vec<&'static str> {
        let var = params.get(at).copied().flatten();
        var.map(|var| tags(solver, node, var, driver.thread)).unwrap_or_default()
    };
    match (class, name) {
        (_, "<init>" | "<clinit>") => {}
        ("Look", "direct" | "element" | "key" | "value") => {
            let this = params.first().copied().flatten();
            let look = this.and_then(|this| solver.points_to(node, this).iter().next());
            let look = look.and_then(|look| app_class(solver, look)).unwrap_or("Look");
            facts.extend(tags(1).into_iter().map(|tag| format!("{look} {name} is {tag}")));
        }
        ("Look" | "Make" | "Made" | "FillOrder", _) => {}
        _ if driver.instance == Instance::Beta => {}
        _ => {
            facts.insert(format!("{class}.{name} is called"));
            for at in 1..params.len() {
                let given = tags(at).into_iter();
                facts.extend(given.map(|tag| format!("{class}.{name} gets {tag} as {at}")));
            }
        }
    }
    facts
}

/// The objects of the program that a variable may hold.
fn tags(solver: &Solver, node: Node, var: Var, driver: Thread) -> Vec<&'static str> {
    let objs = solver.points_to(node, var).iter();
    objs.filter(|&obj| is_own(solver, obj, driver))
        .filter_map(|obj| app_class(solver, obj))
        .collect()
}

fn app_class(solver: &Solver, obj: Obj) -> Option<&'static str> {
    let class = solver.class_of(obj);
    let name = solver.hierarchy().name(class.class).as_str();
    name.strip_prefix("app/").filter(|_| !class.ty.is_array())
}

/// Whether an object belongs to a driver, and was not made only because the test asked for it.
fn is_own(solver: &Solver, obj: Obj, driver: Thread) -> bool {
    let data = solver.obj(obj);
    let ObjKind::Site(code, _) = data.kind else { return true };
    let Some(made_by) = solver.contexts().get(data.heap).thread else { return false };
    let CodeKey::Method(method) = solver.code_key(code) else { return false };
    let (class, _) = name_of(solver, method);
    let is_asked_for = made_by.instance == Instance::Beta
        && class.strip_prefix("app/").is_some_and(|class| !class.starts_with("Ma"));
    made_by.thread == driver && !is_asked_for
}

/// The methods whose summaries were called by drivers.
pub fn summaries(solver: &Solver) -> BTreeSet<String> {
    let is_watched = |node: &Node| {
        let driver = solver.contexts().get(solver.context(*node)).thread;
        driver.is_some_and(|driver| driver.instance == Instance::Alpha)
    };
    let summaries = solver.reachable().filter(|&node| solver.code_of(node).is_summary);
    summaries
        .filter(is_watched)
        .filter_map(|node| match solver.key(node) {
            CodeKey::Method(method) => Some(method),
            _ => None,
        })
        .map(|method| {
            let (class, name) = name_of(solver, method);
            format!("{class}.{name}{}", solver.hierarchy().method(method).ty)
        })
        .collect()
}
