//! The call graph in names, without contexts.
//!
//! What the solver makes besides methods is passed through: the method of a lambda expression's object, and summaries, which
//! call back. An edge says what it went through.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ir::hierarchy::MethodId;
use ir::{Inst, Type};
use models::ForkKind;
use points_to::context::Instance;
use points_to::{CodeId, CodeKey, DynClass, Node, Stmt, StmtId, Target};

use super::Analysis;
use super::objects::{ObjectClass, ThreadName};
use super::places::{MethodName, Place};

/// Why a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallKind {
    /// By the class of the receiver.
    Virtual,
    /// A static method.
    Static,
    /// A constructor, a private method, a method of the superclass.
    Direct,
    /// Through the object of a lambda expression or method reference.
    Lambda,
    /// Through a proxy.
    Proxy,
    /// A model says that a library method calls it.
    Callback,
    /// By a new thread.
    Fork(Fork),
    /// Because its class is initialised.
    Initialiser,
    /// By reflection, through a handle, or as a service provider.
    Reflection,
}

/// The kinds of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fork(pub ForkKind);

impl Fork {
    fn rank(self) -> Option<usize> {
        ForkKind::ALL.iter().position(|kind| *kind == self.0)
    }
}

impl Ord for Fork {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Fork {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A reachable method with its calls.
#[derive(Clone, Debug)]
pub struct MethodCalls {
    /// The method.
    pub method: MethodName,
    /// Where it is.
    pub place: Place,
    /// Whether it is one of the program, not of a library.
    pub is_application: bool,
    /// Whether a model takes the place of its code.
    pub is_summary: bool,
    /// What it calls, by place.
    pub calls: Vec<CallEdge>,
    /// Who calls it, by name and place.
    pub callers: Vec<CallEdge>,
}

/// A call: from a place to a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallEdge {
    /// Where it is.
    pub place: Place,
    /// What is called.
    pub callee: MethodName,
    /// Why.
    pub kind: CallKind,
    /// Library methods whose models it goes through, the one that is called at the place first.
    pub via: Vec<MethodName>,
}

/// The call graph of an analysis.
pub struct CallGraph<'a> {
    analysis: &'a Analysis,
    /// By caller.
    edges: BTreeMap<CodeId, BTreeSet<Edge>>,
    forks: BTreeSet<Forked>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    inst: Option<Inst>,
    callee: MethodId,
    kind: CallKind,
    via: Vec<MethodId>,
}

/// A thread that a call starts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Forked {
    caller: CodeId,
    inst: Option<Inst>,
    kind: Fork,
    runs: Runs,
}

/// What a thread runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Runs {
    Method(MethodId),
    /// The method of a lambda's object.
    Made(DynClass),
}

/// How large a call graph is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCounts {
    /// Reachable methods of the program.
    pub application_methods: usize,
    /// Reachable methods of libraries.
    pub library_methods: usize,
    /// Pairs of a call and a method that it may run.
    pub edges: usize,
    /// Abstract threads, the first included.
    pub threads: usize,
}

impl Analysis {
    /// The call graph.
    pub fn call_graph(&self) -> CallGraph<'_> {
        let mut walk = Walk::new(self);
        for node in self.solver.reachable() {
            let is_method = matches!(self.solver.key(node), CodeKey::Method(_));
            if is_method && !self.solver.code_of(node).is_summary {
                walk.node(node);
            }
        }
        CallGraph { analysis: self, edges: walk.edges, forks: walk.forks }
    }
}

impl CallGraph<'_> {
    /// How large it is.
    pub fn counts(&self) -> CallCounts {
        let mut counts = CallCounts { threads: self.threads().len(), ..CallCounts::default() };
        for method in self.methods() {
            match self.analysis.is_application(method.class) {
                true => counts.application_methods += 1,
                false => counts.library_methods += 1,
            }
        }
        let own = self.edges.iter().filter(|(code, _)| !self.is_driver(**code));
        counts.edges = own.map(|(_, edges)| edges.len()).sum();
        counts
    }

    /// The reachable methods, without those that were made to call the entry points.
    pub fn methods(&self) -> impl Iterator<Item = MethodName> {
        let methods = self.analysis.solver.reachable_methods().into_iter();
        let names = methods.map(|method| self.analysis.method_name(method));
        names.filter(|method| !method.is_driver())
    }

    fn is_driver(&self, code: CodeId) -> bool {
        match self.analysis.solver.code_key(code) {
            CodeKey::Method(method) => self.analysis.method_name(method).is_driver(),
            CodeKey::Lambda(_) | CodeKey::Proxy(..) => false,
            CodeKey::Root => true,
        }
    }

    /// The abstract threads: the first one, and what calls start. They do not depend on the policy, which may tell fewer
    /// apart. Of each the first instance is named.
    pub fn threads(&self) -> Vec<ThreadName> {
        let instance = Instance::One;
        let main = ThreadName { kind: None, place: None, runs: None, instance };
        let forked = self.forks.iter().map(|fork| {
            let runs = match fork.runs {
                Runs::Method(method) => {
                    ObjectClass::Type(Type::Ref(self.analysis.method_name(method).class))
                }
                Runs::Made(class) => self.analysis.object_class(class),
            };
            let place = self.analysis.code_place(fork.caller, fork.inst);
            ThreadName {
                kind: Some(fork.kind.0),
                place,
                runs: Some(runs),
                instance: Instance::Alpha,
            }
        });
        let mut threads: Vec<ThreadName> = std::iter::once(main).chain(forked).collect();
        threads.sort_by_cached_key(|thread| (thread.kind.is_some(), format!("{thread:?}")));
        threads.dedup();
        threads
    }

    /// The calls between methods of the program, by method. Other calls are left out.
    pub fn of_application(&self) -> Vec<MethodCalls> {
        let is_application = |method: &MethodName| self.analysis.is_application(method.class);
        let mut methods = self.describe(is_application, false);
        for method in &mut methods {
            method.calls.retain(|edge| is_application(&edge.callee));
        }
        methods
    }

    /// All calls of some methods, and all calls that run them.
    pub fn of(&self, is_meant: impl Fn(&MethodName) -> bool) -> Vec<MethodCalls> {
        self.describe(is_meant, true)
    }

    fn describe(
        &self,
        is_meant: impl Fn(&MethodName) -> bool,
        with_callers: bool,
    ) -> Vec<MethodCalls> {
        let solver = &self.analysis.solver;
        let mut found: BTreeMap<MethodName, MethodCalls> = BTreeMap::new();
        for node in solver.reachable() {
            let CodeKey::Method(id) = solver.key(node) else { continue };
            let method = self.analysis.method_name(id);
            if method.is_driver() || !is_meant(&method) || found.contains_key(&method) {
                continue;
            }
            let is_summary = solver.code_of(node).is_summary;
            let code = solver.code_id_of(node);
            let calls = if is_summary { self.calls_of_summary(code) } else { self.calls_of(code) };
            let callers = if with_callers { self.callers_of(id) } else { Vec::new() };
            let place = self.analysis.place(method, None);
            let is_application = self.analysis.is_application(method.class);
            let described =
                MethodCalls { method, place, is_application, is_summary, calls, callers };
            found.insert(method, described);
        }
        found.into_values().collect()
    }

    fn calls_of(&self, code: CodeId) -> Vec<CallEdge> {
        let edges = self.edges.get(&code).into_iter().flatten();
        sorted(edges.filter_map(|edge| self.edge(code, edge)))
    }

    /// Summaries are part of their callers; their own calls are worked out when somebody asks.
    fn calls_of_summary(&self, code: CodeId) -> Vec<CallEdge> {
        let mut walk = Walk::new(self.analysis);
        for node in self.analysis.solver.reachable() {
            if self.analysis.solver.code_id_of(node) == code {
                walk.node(node);
            }
        }
        let edges = walk.edges.get(&code).into_iter().flatten();
        sorted(edges.filter_map(|edge| self.edge(code, edge)))
    }

    fn callers_of(&self, method: MethodId) -> Vec<CallEdge> {
        let edges = self.edges.iter().flat_map(|(code, edges)| {
            let to_it = edges.iter().filter(|edge| edge.callee == method);
            to_it.filter_map(|edge| self.edge(*code, edge))
        });
        sorted(edges)
    }

    fn edge(&self, caller: CodeId, edge: &Edge) -> Option<CallEdge> {
        let name = |&method: &MethodId| self.analysis.method_name(method);
        Some(CallEdge {
            place: self.analysis.code_place(caller, edge.inst)?,
            callee: name(&edge.callee),
            kind: edge.kind,
            via: edge.via.iter().map(name).collect(),
        })
    }
}

/// By place; what is called there comes before what that calls in turn.
fn sorted(edges: impl Iterator<Item = CallEdge>) -> Vec<CallEdge> {
    let mut edges: Vec<CallEdge> = edges.collect::<BTreeSet<_>>().into_iter().collect();
    edges.sort_by_key(|edge| (edge.place, edge.via.len()));
    edges
}

/// Collects edges between methods.
struct Walk<'a> {
    analysis: &'a Analysis,
    /// All edges, by caller.
    all: Vec<(Node, StmtId, Node)>,
    edges: BTreeMap<CodeId, BTreeSet<Edge>>,
    forks: BTreeSet<Forked>,
}

/// Where a walk begins.
struct Origin {
    caller: CodeId,
    inst: Option<Inst>,
}

/// A call on the way from there.
struct Step {
    callee: Node,
    kind: CallKind,
    /// The summaries that it went through.
    via: Vec<MethodId>,
}

impl<'a> Walk<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        let edges = analysis.solver.call_edges();
        let mut all: Vec<_> = edges.map(|(caller, stmt, to)| (caller, stmt, to.node)).collect();
        all.sort_unstable();
        Walk { analysis, all, edges: BTreeMap::new(), forks: BTreeSet::new() }
    }

    fn calls_of(&self, node: Node) -> std::ops::Range<usize> {
        let start = self.all.partition_point(|(caller, ..)| *caller < node);
        let end = self.all.partition_point(|(caller, ..)| *caller <= node);
        start..end
    }

    /// The edges of a node of a method.
    fn node(&mut self, node: Node) {
        for at in self.calls_of(node) {
            let (_, stmt, callee) = self.all[at];
            let origin = Origin {
                caller: self.analysis.solver.code_id_of(node),
                inst: self.analysis.inst_at(node, stmt),
            };
            let kind = self.kind(node, stmt);
            self.note_fork(&origin, kind, callee);
            self.follow(&origin, kind, callee);
        }
    }

    fn note_fork(&mut self, origin: &Origin, kind: CallKind, callee: Node) {
        let CallKind::Fork(kind) = kind else { return };
        let runs = match self.analysis.solver.key(callee) {
            CodeKey::Method(method) => Runs::Method(method),
            CodeKey::Lambda(class) | CodeKey::Proxy(class, ..) => Runs::Made(class),
            CodeKey::Root => return,
        };
        self.forks.insert(Forked { caller: origin.caller, inst: origin.inst, kind, runs });
    }

    /// Goes on through what is no method with code of its own. Each such node is passed once, on the shortest way:
    /// summaries that call each other make more ways than can be told.
    fn follow(&mut self, origin: &Origin, kind: CallKind, callee: Node) {
        let mut passed = BTreeSet::from([(callee, kind)]);
        let mut rest = VecDeque::from([Step { callee, kind, via: Vec::new() }]);
        while let Some(step) = rest.pop_front() {
            let Some((kind, via)) = self.pass(origin, &step) else { continue };
            for at in self.calls_of(step.callee) {
                let (_, stmt, callee) = self.all[at];
                let own = self.kind(step.callee, stmt);
                self.note_fork(origin, own, callee);
                let is_summary =
                    matches!(self.analysis.solver.key(step.callee), CodeKey::Method(_));
                let kind = match own {
                    CallKind::Fork(_) | CallKind::Initialiser | CallKind::Reflection => {
                        through(kind, own)
                    }
                    _ if is_summary => through(kind, CallKind::Callback),
                    _ => kind,
                };
                if passed.insert((callee, kind)) {
                    rest.push_back(Step { callee, kind, via: via.clone() });
                }
            }
        }
    }

    /// Notes the edge to a method. If the walk goes on from there: as which kind of call, and through what.
    fn pass(&mut self, origin: &Origin, step: &Step) -> Option<(CallKind, Vec<MethodId>)> {
        let solver = &self.analysis.solver;
        match solver.key(step.callee) {
            CodeKey::Method(method) => {
                let Step { callee, kind, ref via } = *step;
                let edge = Edge { inst: origin.inst, callee: method, kind, via: via.clone() };
                self.edges.entry(origin.caller).or_default().insert(edge);
                let through = || (kind, via.iter().copied().chain([method]).collect());
                solver.code_of(callee).is_summary.then(through)
            }
            CodeKey::Lambda(_) => Some((through(step.kind, CallKind::Lambda), step.via.clone())),
            CodeKey::Proxy(..) => Some((through(step.kind, CallKind::Proxy), step.via.clone())),
            CodeKey::Root => None,
        }
    }

    /// Why a statement calls.
    fn kind(&self, node: Node, stmt: StmtId) -> CallKind {
        let solver = &self.analysis.solver;
        if stmt.is_dynamic() {
            return CallKind::Reflection;
        }
        let Stmt::Call(call) = solver.code_of(node).stmt(stmt) else {
            return CallKind::Initialiser;
        };
        if let Some(fork) = call.fork {
            return CallKind::Fork(Fork(fork));
        }
        match call.target {
            Target::Virtual(_) => CallKind::Virtual,
            Target::Fixed(method) | Target::Special(method) => {
                let is_static = solver.hierarchy().method(method).is_static();
                if is_static { CallKind::Static } else { CallKind::Direct }
            }
        }
    }
}

/// What a call is that goes on from another: once in a new thread or unknown to the compiler, it stays that.
fn through(before: CallKind, now: CallKind) -> CallKind {
    match before {
        CallKind::Fork(_) => before,
        CallKind::Reflection if !matches!(now, CallKind::Fork(_)) => before,
        _ => now,
    }
}
