//! What a program can see of the library: which of its methods are called with which of its objects, and which of its
//! objects come out again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ir::hierarchy::MethodId;
use points_to::context::ThreadInstance;
use points_to::{CodeKey, Node, Obj, ObjKind, Solver, Thread, Var};

use super::policy::is_helper;

/// Class and method of a driver.
pub type Driver = (String, String);

/// By driver: facts in words.
pub type Seen = BTreeMap<Driver, BTreeSet<String>>;

/// The drivers of a run by the threads that stand for them in contexts.
pub struct Watched {
    drivers: HashMap<Thread, Driver>,
}

impl Watched {
    pub fn of(solver: &Solver) -> Watched {
        let contexts = solver.contexts();
        let mut by_receiver = HashMap::new();
        for node in solver.reachable() {
            let Some((class, name)) = method_of(solver, node) else { continue };
            let Some(thread) = contexts.get(solver.context(node)).thread else { continue };
            if is_driver(class) && name != "<init>" {
                let driver = (class.to_owned(), name.to_owned());
                by_receiver.insert(contexts.thread(thread.thread).receiver, driver);
            }
        }
        let threads = contexts.threads().filter_map(|(thread, data)| {
            let driver = by_receiver.get(&data.receiver)?;
            Some((thread, driver.clone()))
        });
        Watched { drivers: threads.collect() }
    }

    /// The driver for which a node runs.
    pub fn driver(&self, solver: &Solver, node: Node) -> Option<(&Driver, ThreadInstance)> {
        let thread = solver.contexts().get(solver.context(node)).thread?;
        Some((self.drivers.get(&thread.thread)?, thread))
    }

    /// The driver for which a node runs, if it is not only there to prepare or to look at objects.
    pub fn watched_driver(&self, solver: &Solver, node: Node) -> Option<&Driver> {
        let (driver, thread) = self.driver(solver, node)?;
        (!is_helper(solver.contexts(), thread)).then_some(driver)
    }

    /// The class of the drivers whose receiver a node makes.
    pub fn receiver_of_maker(&self, solver: &Solver, node: Node) -> Option<String> {
        let (class, name) = method_of(solver, node)?;
        let is_maker = class == "app/Made" && name.starts_with('r');
        is_maker.then(|| self.driver(solver, node).map(|(driver, _)| driver.0.clone()))?
    }

    /// The class of the drivers whose receiver a node makes, or to which it belongs.
    pub fn receiver_of_maker_or_driver(&self, solver: &Solver, node: Node) -> Option<String> {
        let (class, _) = method_of(solver, node)?;
        match is_driver(class) {
            true => Some(class.to_owned()),
            false => self.receiver_of_maker(solver, node),
        }
    }

    fn is_same(&self, a: Thread, b: Thread) -> bool {
        a == b || self.drivers.get(&a).is_some_and(|driver| self.drivers.get(&b) == Some(driver))
    }
}

fn is_driver(class: &str) -> bool {
    class.strip_prefix("app/D").is_some_and(|number| number.parse::<usize>().is_ok())
}

/// What the drivers see.
pub fn of(solver: &Solver, watched: &Watched) -> Seen {
    let mut seen = Seen::new();
    for node in solver.reachable() {
        let Some((class, name)) = method_of(solver, node) else { continue };
        let Some(short) = class.strip_prefix("app/").filter(|_| !is_driver(class)) else {
            continue;
        };
        let Some((driver, thread)) = watched.driver(solver, node) else { continue };
        let facts = facts_of(solver, watched, node, short, name, thread);
        seen.entry(driver.clone()).or_default().extend(facts);
    }
    seen
}

/// Class and name of the method whose code a node has.
pub fn method_of(solver: &Solver, node: Node) -> Option<(&'static str, &'static str)> {
    let CodeKey::Method(method) = solver.key(node) else { return None };
    Some(name_of(solver, method))
}

fn name_of(solver: &Solver, method: MethodId) -> (&'static str, &'static str) {
    let decl = solver.hierarchy().method(method);
    (solver.hierarchy().name(decl.class).as_str(), decl.name.as_str())
}

fn facts_of(
    solver: &Solver,
    watched: &Watched,
    node: Node,
    class: &str,
    name: &str,
    driver: ThreadInstance,
) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let params = &solver.code_of(node).params;
    let tags = |at: usize| -> Vec<&'static str> {
        let var = params.get(at).copied().flatten();
        var.map(|var| tags(solver, watched, node, var, driver.thread)).unwrap_or_default()
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
        _ if is_helper(solver.contexts(), driver) => {}
        // Called on an object of another driver, which went through a static field.
        _ if tags(0).is_empty() => {}
        _ => {
            let is_forked = solver.contexts().thread(driver.thread).kind.is_some();
            let place = if is_forked { " in another thread" } else { "" };
            facts.insert(format!("{class}.{name} is called{place}"));
            for at in 1..params.len() {
                let given = tags(at).into_iter();
                facts.extend(given.map(|tag| format!("{class}.{name} gets {tag} as {at}")));
            }
        }
    }
    facts
}

/// The objects of the program that a variable may hold.
fn tags(
    solver: &Solver,
    watched: &Watched,
    node: Node,
    var: Var,
    driver: Thread,
) -> Vec<&'static str> {
    let objs = solver.points_to(node, var).iter();
    objs.filter(|&obj| is_own(solver, watched, obj, driver))
        .filter_map(|obj| app_class(solver, obj))
        .collect()
}

fn app_class(solver: &Solver, obj: Obj) -> Option<&'static str> {
    let class = solver.class_of(obj);
    let name = solver.hierarchy().name(class.class).as_str();
    name.strip_prefix("app/").filter(|_| !class.ty.is_array())
}

/// Whether an object belongs to a driver, and was not made only because the test asked for it.
fn is_own(solver: &Solver, watched: &Watched, obj: Obj, driver: Thread) -> bool {
    let data = solver.obj(obj);
    let ObjKind::Site(code, _) = data.kind else { return true };
    let Some(made_by) = solver.contexts().get(data.heap).thread else { return false };
    let CodeKey::Method(method) = solver.code_key(code) else { return false };
    let (class, _) = name_of(solver, method);
    let is_asked_for = is_helper(solver.contexts(), made_by)
        && class.strip_prefix("app/").is_some_and(|class| !class.starts_with("Ma"));
    watched.is_same(made_by.thread, driver) && !is_asked_for
}

/// The methods of the library that run for each driver, by whether a summary takes their place.
pub fn methods(
    solver: &Solver,
    watched: &Watched,
    is_summary: bool,
) -> BTreeMap<Driver, BTreeSet<String>> {
    let mut found: BTreeMap<Driver, BTreeSet<String>> = BTreeMap::new();
    for node in solver.reachable() {
        let CodeKey::Method(method) = solver.key(node) else { continue };
        let Some(driver) = watched.watched_driver(solver, node) else { continue };
        let (class, name) = name_of(solver, method);
        if solver.code_of(node).is_summary == is_summary && !class.starts_with("app/") {
            let ty = solver.hierarchy().method(method).ty;
            found.entry(driver.clone()).or_default().insert(format!("{class}.{name}{ty}"));
        }
    }
    found
}

/// The drivers that call a summary themselves.
pub fn drivers_of_summaries(solver: &Solver, watched: &Watched) -> BTreeSet<Driver> {
    let calls = solver.call_edges().filter(|&(caller, _, callee)| {
        solver.code_of(callee.node).is_summary
            && method_of(solver, callee.node).is_some_and(|(_, name)| name != "<clinit>")
            && method_of(solver, caller)
                .is_some_and(|(class, name)| is_driver(class) && name != "<init>")
    });
    calls.filter_map(|(caller, ..)| watched.watched_driver(solver, caller).cloned()).collect()
}
