//! The call graph of a points-to analysis, in the words of the recorder.
//!
//! Both name methods alike. They differ in what stands between a caller and a callee: the recorder does not see frames that
//! the JVM hides, while the analysis has nodes for them. Such a node is looked through here, so that `r.run()` in `m`
//! is an edge from `m` to the body of the lambda. Summaries are not looked through: at run time library methods are there.

use std::collections::BTreeSet;

use classfile::MethodFlags;
use engine::Analysis;
use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use points_to::{CodeKey, Node, Solver};
use testkit::record::{CallSets, MethodName};

/// The reachable application methods, and the calls between them.
pub fn call_sets(analysis: &Analysis) -> CallSets {
    let graph = Graph::new(analysis);
    let mut sets = CallSets::default();
    for (node, name) in graph.application() {
        sets.methods.insert(name.clone());
        for callee in graph.callees(node) {
            sets.edges.insert((name.clone(), callee));
        }
    }
    sets
}

/// What a node is to the recorder.
#[derive(Clone)]
enum Role {
    /// A method of the application.
    Application(MethodName),
    /// A frame that the JVM hides.
    Hidden,
    /// Anything else; calls from there are not between application methods.
    Library,
}

struct Graph {
    roles: Vec<Role>,
    /// The callees of application and hidden nodes.
    callees: Vec<Vec<Node>>,
}

impl Graph {
    fn new(analysis: &Analysis) -> Graph {
        let solver = analysis.solver();
        let count = solver.reachable().map(|node| node.index() + 1).max().unwrap_or(0);
        let mut roles = vec![Role::Library; count];
        for node in solver.reachable() {
            roles[node.index()] = role(analysis, node);
        }
        let mut callees = vec![Vec::new(); count];
        for (caller, _, called) in solver.call_edges() {
            let callee = called.node;
            if !matches!(roles[caller.index()], Role::Library)
                && !matches!(roles[callee.index()], Role::Library)
            {
                callees[caller.index()].push(callee);
            }
        }
        Graph { roles, callees }
    }

    fn application(&self) -> impl Iterator<Item = (Node, &MethodName)> {
        self.roles.iter().enumerate().filter_map(|(at, role)| match role {
            Role::Application(name) => Some((Node::from_index(at), name)),
            _ => None,
        })
    }

    /// The application methods that a node calls, directly or through hidden frames.
    fn callees(&self, node: Node) -> BTreeSet<MethodName> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut rest = self.callees[node.index()].clone();
        while let Some(callee) = rest.pop() {
            match &self.roles[callee.index()] {
                Role::Application(name) => {
                    found.insert(name.clone());
                }
                Role::Hidden if seen.insert(callee.index()) => {
                    rest.extend(&self.callees[callee.index()]);
                }
                _ => {}
            }
        }
        found
    }
}

fn role(analysis: &Analysis, node: Node) -> Role {
    let solver = analysis.solver();
    match solver.key(node) {
        CodeKey::Method(method) if is_polymorphic(solver, method) => Role::Hidden,
        CodeKey::Method(method) => {
            let decl = solver.hierarchy().method(method);
            let class = solver.hierarchy().name(decl.class);
            if analysis.is_application(class) {
                Role::Application(MethodName::new(class, decl.name, decl.ty.descriptor()))
            } else {
                Role::Library
            }
        }
        // The method of a lambda expression's object, or of a method handle.
        CodeKey::Lambda(_) => Role::Hidden,
        CodeKey::Proxy(..) | CodeKey::Root => Role::Library,
    }
}

/// Whether a call of the method is none at run time, as `MethodHandle.invoke`: it goes to what the handle stands for (JLS
/// §15.12.3, signature polymorphic).
fn is_polymorphic(solver: &Solver, method: MethodId) -> bool {
    let decl = solver.hierarchy().method(method);
    decl.flags.contains(MethodFlags::NATIVE | MethodFlags::VARARGS)
        && solver.hierarchy().name(decl.class).as_str() == "java/lang/invoke/MethodHandle"
}
