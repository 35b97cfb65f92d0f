//! The program as threads run it: bodies, and what the calls in them lead to.
//!
//! ```text
//! call in a body ──▶ summary, lambda, proxy (glue: code without order) ──▶ further glue ──▶ body
//!                      └─ effects of models: accesses, locks, joins, signals        └─ fork: a thread begins
//! ```
//!
//! Glue has no control flow: what it does, happens at the call in the body. So each call instruction of a body gets its
//! [`Step`]s: the bodies that run, the threads that begin, the [`Event`]s that happen.

use std::cell::OnceCell;

use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, MethodId};
use ir::{Block, Body, Inst, Op, Value};
use models::{Effect, Field, Limit, LockMode, Property};
use points_to::{
    Call, Called, Code, CodeKey, Node, PointsToSet, SlotKind, Solver, Stmt, StmtId, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::filter::model;
use crate::flow::Flow;
use crate::node_set::NodeSet;
use crate::reach::Endless;

/// The program.
pub(crate) struct Program<'a> {
    pub(crate) solver: &'a Solver,
    /// By index of the node; none for glue.
    nodes: Vec<Option<NodeInfo<'a>>>,
    methods: FxHashMap<MethodId, OnceCell<Flow>>,
    /// The bodies that the entry points' code calls first.
    pub(crate) roots: Vec<Node>,
    /// Who calls a body: node and instruction, without forks and initialisers.
    callers: Vec<Vec<CallFrom>>,
    /// Bodies that never return to their caller.
    endless: OnceCell<Endless>,
    ranks: OnceCell<Vec<u32>>,
    out: CallEdges,
}

/// What each node calls.
type CallEdges = FxHashMap<Node, Vec<(StmtId, Called)>>;

/// A call of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallFrom {
    pub(crate) node: Node,
    pub(crate) inst: Inst,
    /// Whether the arguments of the call are those of the body: no glue lies between.
    pub(crate) is_direct: bool,
    /// Whether glue calls it for each element of something.
    pub(crate) is_again: bool,
}

/// A body in a context.
pub(crate) struct NodeInfo<'a> {
    pub(crate) method: MethodId,
    pub(crate) body: &'a Body,
    pub(crate) is_application: bool,
    /// By instruction, in order.
    steps: Vec<(Inst, Step)>,
}

/// What a call leads to.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A body runs.
    Call {
        node: Node,
        is_direct: bool,
        is_again: bool,
        under: Vec<Guard>,
        /// What calls it: code, maybe glue, its statement, and whether it sees the objects of another instance.
        from: (Node, StmtId, bool),
    },
    /// A thread begins.
    Fork(Fork),
    /// Something happens.
    Event(Event),
}

impl Step {
    /// The body that runs.
    pub(crate) fn callee(&self) -> Option<Node> {
        match self {
            Step::Call { node, .. } => Some(*node),
            _ => None,
        }
    }
}

/// A thread begins.
#[derive(Clone, Debug)]
pub(crate) struct Fork {
    /// The code that calls, maybe glue, and its statement.
    pub(crate) caller: Node,
    pub(crate) stmt: StmtId,
    pub(crate) called: Called,
    /// The objects by which it can be waited for.
    pub(crate) handles: PointsToSet,
    /// Whether glue starts one for each element of something.
    pub(crate) is_again: bool,
}

/// A lock that glue holds while it does something.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) mode: LockMode,
    pub(crate) objs: PointsToSet,
}

/// Something that a model says about a call.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) what: What,
    /// On which objects.
    pub(crate) objs: PointsToSet,
    /// The value in the body, if it is an argument of the call.
    pub(crate) value: Option<Value>,
    /// The variable of the code that calls, maybe glue.
    pub(crate) var: (Node, points_to::Var),
    /// The method that does it.
    pub(crate) via: MethodId,
    /// Under which locks.
    pub(crate) under: Vec<Guard>,
    /// Whether it is the call itself that does it, not something that it calls.
    pub(crate) is_direct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Read(SlotKind),
    Write(SlotKind),
    Join { limit: Limit },
    Acquire { mode: LockMode, is_try: bool },
    Release { mode: LockMode },
    Signal,
    Await,
}

impl<'a> Program<'a> {
    pub(crate) fn new(solver: &'a Solver) -> Program<'a> {
        let mut out = CallEdges::default();
        for (node, stmt, called) in solver.call_edges() {
            out.entry(node).or_default().push((stmt, called));
        }
        for edges in out.values_mut() {
            edges.sort_unstable();
        }
        let mut program = Program {
            solver,
            nodes: Vec::new(),
            methods: FxHashMap::default(),
            roots: Vec::new(),
            callers: Vec::new(),
            endless: OnceCell::new(),
            ranks: OnceCell::new(),
            out,
        };
        let flat = Flattener { solver, out: &program.out };
        let mut infos = Vec::new();
        let mut roots = Vec::new();
        let mut nodes: Vec<Node> = solver.reachable().collect();
        nodes.sort_unstable();
        let count = nodes.last().map_or(0, |last| last.index() + 1);
        infos.resize_with(count, || None);
        for node in nodes {
            infos[node.index()] = flat.node(node);
            if solver.key(node) == CodeKey::Root {
                roots.extend(flat.bodies(node));
            }
        }
        for info in infos.iter().flatten() {
            program.methods.entry(info.method).or_default();
        }
        program.nodes = infos;
        program.roots = roots;
        program.link();
        program
    }

    fn link(&mut self) {
        let mut all: Vec<Vec<CallFrom>> = vec![Vec::new(); self.nodes.len()];
        for (node, info) in self.nodes() {
            for (inst, step) in &info.steps {
                if let Step::Call { node: callee, is_direct, is_again, .. } = step {
                    let (is_direct, is_again) = (*is_direct, *is_again);
                    let from = CallFrom { node, inst: *inst, is_direct, is_again };
                    all[callee.index()].push(from);
                }
            }
        }
        for callers in &mut all {
            callers.sort_unstable_by_key(|from| (from.node, from.inst));
            callers.dedup();
        }
        self.callers = all;
    }

    /// A number of a body that is smaller than those of its callers, as far as calls do not go in circles.
    pub(crate) fn rank(&self, node: Node) -> u32 {
        self.ranks.get_or_init(|| self.find_ranks())[node.index()]
    }

    fn find_ranks(&self) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.nodes.len()];
        let mut done = 0;
        for (root, _) in self.nodes() {
            let mut pending = vec![(root, false)];
            while let Some((node, is_left)) = pending.pop() {
                let rank = &mut ranks[node.index()];
                if is_left {
                    *rank = done;
                    done += 1;
                } else if *rank == u32::MAX {
                    // It is on the way.
                    *rank = u32::MAX - 1;
                    pending.push((node, true));
                    pending.extend(self.callees(node).map(|callee| (callee, false)));
                }
            }
        }
        ranks
    }

    /// The bodies that never come back to their caller.
    pub(crate) fn endless(&self) -> &Endless {
        self.endless.get_or_init(|| Endless::of(self))
    }

    /// Whether a block of a body is reached through exceptions alone.
    pub(crate) fn is_exceptional(&self, node: Node, block: Block) -> bool {
        let by_calls = self.endless().is_exceptional(node, block);
        by_calls.unwrap_or_else(|| self.flow(node).is_exceptional(block))
    }

    /// The bodies that run first when a node does: itself, or those behind glue.
    pub(crate) fn bodies_behind(&self, node: Node) -> Vec<Node> {
        if self.node(node).is_some() {
            return vec![node];
        }
        Flattener { solver: self.solver, out: &self.out }.bodies(node)
    }

    /// What glue that a thread begins with waits for.
    pub(crate) fn joined_behind(&self, node: Node) -> PointsToSet {
        self.objs_behind(node, |what| matches!(what, What::Join { .. }))
    }

    /// What glue that a thread begins with tells that it has done: the task that a thread was given, say.
    pub(crate) fn told_behind(&self, node: Node) -> PointsToSet {
        self.objs_behind(node, |what| what == What::Signal)
    }

    /// The objects of such events in glue that a thread begins with.
    fn objs_behind(&self, node: Node, is_it: impl Fn(What) -> bool) -> PointsToSet {
        let mut objs = PointsToSet::new();
        for event in self.events_behind(node).iter().filter(|event| is_it(event.what)) {
            objs.union(&event.objs);
        }
        objs
    }

    /// A body in a context; none for glue.
    pub(crate) fn node(&self, node: Node) -> Option<&NodeInfo<'a>> {
        self.nodes.get(node.index())?.as_ref()
    }

    /// All bodies, in order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (Node, &NodeInfo<'a>)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(at, info)| Some((Node::from_index(at), info.as_ref()?)))
    }

    pub(crate) fn callers(&self, node: Node) -> &[CallFrom] {
        self.callers.get(node.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn callees(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let steps = self.node(node).map_or(&[][..], |info| &info.steps);
        steps.iter().filter_map(|(_, step)| step.callee())
    }

    /// The calls of a node, glue or not, without those of class initialisers.
    pub(crate) fn edges(&self, node: Node) -> impl Iterator<Item = (StmtId, Called)> + '_ {
        let edges = self.out.get(&node).map_or(&[][..], Vec::as_slice).iter().copied();
        edges.filter(move |&(stmt, _)| !matches!(self.solver.stmt_of(node, stmt), Stmt::Init(_)))
    }

    /// All code that runs in one thread when some does, glue too.
    pub(crate) fn run_by(&self, first: &[Node]) -> NodeSet {
        let mut nodes = NodeSet::default();
        let mut pending = first.to_vec();
        while let Some(node) = pending.pop() {
            if nodes.insert(node) {
                let calls = self.edges(node);
                let calls = calls.filter(|&(stmt, _)| !self.solver.is_fork(node, stmt));
                pending.extend(calls.map(|(_, called)| called.node));
            }
        }
        nodes
    }

    /// What happens in the glue that a thread begins with, before and between the bodies that it runs.
    pub(crate) fn events_behind(&self, node: Node) -> Vec<Event> {
        if self.node(node).is_some() {
            return Vec::new();
        }
        let steps = Flattener { solver: self.solver, out: &self.out }.glue(node).into_iter();
        steps
            .filter_map(|(_, step)| if let Step::Event(event) = step { Some(event) } else { None })
            .collect()
    }

    /// The bodies that a thread begins with, by the calls that lead to them.
    pub(crate) fn calls_behind(&self, fork: (Node, StmtId), node: Node) -> Vec<Step> {
        if self.node(node).is_some() {
            let from = (fork.0, fork.1, false);
            let (is_direct, is_again, under) = (false, false, Vec::new());
            return vec![Step::Call { node, is_direct, is_again, under, from }];
        }
        let steps = Flattener { solver: self.solver, out: &self.out }.glue(node).into_iter();
        steps.map(|(_, step)| step).filter(|step| matches!(step, Step::Call { .. })).collect()
    }

    /// The control flow of a node's body.
    pub(crate) fn flow(&self, node: Node) -> &Flow {
        let info = self.node(node).expect("invariant: only bodies have control flow");
        self.methods[&info.method].get_or_init(|| Flow::of(info.body))
    }

    /// The arguments that library code may return as they are: `Objects.requireNonNull(it)`.
    pub(crate) fn returned_args(&self, node: Node, inst: Inst) -> Vec<Value> {
        let (solver, Some(info)) = (self.solver, self.node(node)) else { return Vec::new() };
        let (code, args) = (solver.code_of(node), arguments(info.body, inst));
        let mut returned = Vec::new();
        for (stmt, called) in self.edges(node) {
            let is_here = code.insts.get(stmt.0 as usize).copied().flatten() == Some(inst);
            let glue = solver.code_of(called.node);
            if !is_here || self.node(called.node).is_some() {
                continue;
            }
            let mut vars: Vec<Var> = glue.ret.into_iter().collect();
            let mut at = 0;
            while let Some(&var) = vars.get(at) {
                at += 1;
                let param = glue.params.iter().position(|param| *param == Some(var));
                returned.extend(param.and_then(|param| args.get(param).copied()));
                for &id in glue.defs.of(var) {
                    if let Stmt::Copy { from, .. } = glue.stmt(id)
                        && !vars.contains(from)
                    {
                        vars.push(*from);
                    }
                }
            }
        }
        returned
    }

    /// The value that a chain of calls begins with that return their receiver: `builder.append(text).append(';')`.
    pub(crate) fn first_receiver(&self, node: Node, mut value: Value) -> Value {
        while let Some(info) = self.node(node)
            && let Some(receiver) = self.returned_receiver(node, info.body.values[value].def)
        {
            value = receiver;
        }
        value
    }

    /// The receiver of a call that returns it and nothing else: `builder.append(text)`.
    pub(crate) fn returned_receiver(&self, node: Node, inst: Inst) -> Option<Value> {
        let solver = self.solver;
        let body = self.node(node)?.body;
        let receiver = match body.insts[inst].op {
            Op::Invoke { args, .. } => body.list(args).first().copied()?,
            _ => return None,
        };
        let result = body.insts[inst].result?;
        if body.values[result].ty != body.values[receiver].ty {
            return None;
        }
        let code = solver.code_of(node);
        let mut callees = self
            .edges(node)
            .filter(|(stmt, _)| code.insts.get(stmt.0 as usize).copied().flatten() == Some(inst))
            .map(|(_, called)| solver.code_of(called.node))
            .peekable();
        callees.peek()?;
        callees
            .all(|callee| {
                let this = callee.params.first().copied().flatten();
                callee.is_summary
                    && this.is_some()
                    && callee.ret.is_some_and(|ret| {
                        let defs = callee.defs.of(ret);
                        ret == this.unwrap_or(ret)
                            || !defs.is_empty()
                                && defs.iter().all(|&id| {
                                    matches!(callee.stmt(id), Stmt::Copy { from, .. } if Some(*from) == this)
                                })
                    })
            })
            .then_some(receiver)
    }

    /// What all calls of a body give it for a parameter, if that is known of each.
    pub(crate) fn given_by_all(&self, node: Node, param: u16) -> Option<Vec<(Node, Value)>> {
        let given = self.callers(node).iter().map(|from| {
            let body = self.node(from.node).filter(|_| from.is_direct)?.body;
            Some((from.node, *arguments(body, from.inst).get(usize::from(param))?))
        });
        given.collect()
    }

    /// What a call of a body gives it for a parameter: the variable, and what that may be.
    pub(crate) fn given(
        &self,
        (caller, stmt, is_other): (Node, StmtId, bool),
        param: usize,
    ) -> Option<(points_to::Var, PointsToSet)> {
        let Stmt::Call(call) = self.solver.stmt_of(caller, stmt) else { return None };
        let var = call.args.get(param).copied().flatten()?;
        let objs = self.solver.points_to(caller, var);
        Some((var, if is_other { objs.mirrored() } else { objs.clone() }))
    }

    /// What a value of a body may point to.
    pub(crate) fn points_to(&self, node: Node, value: Value) -> Option<&'a PointsToSet> {
        let var = self.solver.code_of(node).values.get(value.index()).copied().flatten()?;
        Some(self.solver.points_to(node, var))
    }
}

impl<'a> NodeInfo<'a> {
    /// What the calls of an instruction lead to.
    pub(crate) fn steps_at(&self, inst: Inst) -> impl Iterator<Item = &Step> + '_ {
        let start = self.steps.partition_point(|(at, _)| *at < inst);
        self.steps[start..].iter().take_while(move |(at, _)| *at == inst).map(|(_, step)| step)
    }

    /// What the calls from an instruction to another lead to.
    pub(crate) fn steps_between(&self, first: Inst, last: Inst) -> &[(Inst, Step)] {
        let start = self.steps.partition_point(|(at, _)| *at < first);
        let end = self.steps.partition_point(|(at, _)| *at <= last);
        &self.steps[start..end]
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = (Inst, &Step)> {
        self.steps.iter().map(|(inst, step)| (*inst, step))
    }

    pub(crate) fn forks(&self) -> impl Iterator<Item = (Inst, &Fork)> {
        self.steps.iter().filter_map(|(inst, step)| match step {
            Step::Fork(fork) => Some((*inst, fork)),
            _ => None,
        })
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = (Inst, &Event)> {
        self.steps.iter().filter_map(|(inst, step)| match step {
            Step::Event(event) => Some((*inst, event)),
            _ => None,
        })
    }
}

/// Takes the glue away.
struct Flattener<'a, 'b> {
    solver: &'a Solver,
    out: &'b CallEdges,
}

/// What is collected at one instruction of a body.
struct Walk {
    inst: Inst,
    steps: Vec<(Inst, Step)>,
    seen: FxHashSet<(Node, bool)>,
    handles: PointsToSet,
    is_again: bool,
    /// How many layers of glue lie around.
    layers: usize,
}

/// The body that code was made of, which has its values; glue has none. A body may have none either.
fn body_of<'a>(solver: &'a Solver, code: &Code, method: MethodId) -> Option<&'a Body> {
    let has_values = |body: &&Body| code.values.len() == body.values.len();
    solver.body(method).filter(|body| !code.is_summary && has_values(body))
}

/// How many layers of glue are followed. What is called from further inside is missed; the models of the JDK have no more than a few.
const MANY_LAYERS: usize = 64;

impl<'a> Flattener<'a, '_> {
    fn node(&self, node: Node) -> Option<NodeInfo<'a>> {
        let solver = self.solver;
        let code = solver.code_of(node);
        let CodeKey::Method(method) = code.key else { return None };
        let body = body_of(solver, code, method)?;
        let mut steps = Vec::new();
        let rules: Vec<Inst> = (0..code.stmts.len())
            .filter(|&at| matches!(code.stmts[at], Stmt::Rule(_)))
            .filter_map(|at| code.insts[at])
            .collect();
        for &(stmt, called) in self.out.get(&node).map_or(&[][..], Vec::as_slice) {
            if matches!(solver.stmt_of(node, stmt), Stmt::Init(_)) {
                continue;
            }
            // What rules made is not known to belong to one of them.
            let insts: Vec<Inst> = if stmt.is_dynamic() {
                rules.clone()
            } else {
                code.insts[stmt.0 as usize].into_iter().collect()
            };
            for inst in insts {
                let mut walk = Walk {
                    inst,
                    steps: std::mem::take(&mut steps),
                    seen: FxHashSet::default(),
                    handles: PointsToSet::new(),
                    is_again: false,
                    layers: 0,
                };
                let args = arguments(body, inst);
                self.edge(&mut walk, (node, stmt, called), Some(&args), &[], false);
                steps = walk.steps;
            }
        }
        steps.sort_by_key(|(inst, _)| *inst);
        let class = solver.hierarchy().method(method).class;
        let is_application = solver.is_application(class);
        Some(NodeInfo { method, body, is_application, steps })
    }

    /// The bodies that glue leads to.
    fn bodies(&self, node: Node) -> Vec<Node> {
        let mut bodies: Vec<Node> = Vec::new();
        for (_, step) in self.glue(node) {
            if let Step::Call { node, .. } = step
                && !bodies.contains(&node)
            {
                bodies.push(node);
            }
        }
        bodies
    }

    /// What glue that no body calls leads to.
    fn glue(&self, node: Node) -> Vec<(Inst, Step)> {
        let mut walk = Walk {
            inst: Inst::from_index(0),
            steps: Vec::new(),
            seen: FxHashSet::default(),
            handles: PointsToSet::new(),
            is_again: false,
            layers: 0,
        };
        for &(stmt, called) in self.out.get(&node).map_or(&[][..], Vec::as_slice) {
            if !matches!(self.solver.stmt_of(node, stmt), Stmt::Init(_)) {
                self.edge(&mut walk, (node, stmt, called), None, &[], false);
            }
        }
        walk.steps
    }

    /// Follows one call edge. `args` are the values of the body that calls, if it is a body that does.
    fn edge(
        &self,
        walk: &mut Walk,
        (caller, stmt, called): (Node, StmtId, Called),
        args: Option<&[Value]>,
        under: &[Guard],
        is_other: bool,
    ) {
        let solver = self.solver;
        let Stmt::Call(call) = solver.stmt_of(caller, stmt) else { return };
        let callee = called.node;
        if call.fork.is_some() {
            let mut handles = walk.handles.clone();
            for var in call.args.iter().flatten() {
                handles.union(&self.objs(caller, *var, is_other));
            }
            let fork = Fork { caller, stmt, called, handles, is_again: walk.is_again };
            walk.steps.push((walk.inst, Step::Fork(fork)));
            return;
        }
        let method = match solver.key(callee) {
            CodeKey::Method(method) => Some(method),
            _ => None,
        };
        let mut guards = under.to_vec();
        if let Some(method) = method {
            let mut events = self.events(method, caller, call, args, is_other);
            // Iterators and the like that a pipeline goes through are nobody else's.
            if self.is_stage(caller) {
                events.retain(|event| !self.is_passing(event));
            }
            // A summary has no order: what it locks and unlocks, it holds all the while.
            let is_released = |lock: &Event| {
                events.iter().any(|event| {
                    matches!((event.what, lock.what), (What::Release { mode: a }, What::Acquire { mode: b, .. }) if a == b)
                        && event.value == lock.value
                })
            };
            for event in &events {
                if let What::Acquire { mode, .. } = event.what
                    && is_released(event)
                {
                    guards.push(Guard { mode, objs: event.objs.clone() });
                }
            }
            for mut event in events {
                event.under = under.to_vec();
                event.is_direct = args.is_some();
                walk.steps.push((walk.inst, Step::Event(event)));
            }
        }
        let code = solver.code_of(callee);
        if method.is_some_and(|method| body_of(solver, code, method).is_some()) {
            let is_direct = args.is_some();
            let is_again = walk.is_again;
            let from = (caller, stmt, is_other);
            let step = Step::Call { node: callee, is_direct, is_again, under: guards, from };
            walk.steps.push((walk.inst, step));
            return;
        }
        let is_other = is_other != called.is_other;
        // Library code that goes through more layers than this is not followed any further.
        if walk.layers > MANY_LAYERS || !walk.seen.insert((callee, is_other)) {
            return;
        }
        walk.layers += 1;
        // Who waits for a thread does it through the receiver or the result of what starts it.
        let before = walk.handles.clone();
        for var in code.params.first().copied().flatten().into_iter().chain(code.ret) {
            let objs = self.objs(callee, var, is_other);
            walk.handles.union(&objs);
        }
        let was_again = walk.is_again;
        // A stage of a pipeline does all it does for each element.
        let is_stage = self.is_stage(callee);
        let elements = self.elements(callee);
        let joined = method.map(|method| self.joined(method)).unwrap_or_default();
        for &(stmt, called) in self.out.get(&callee).map_or(&[][..], Vec::as_slice) {
            let is_its = match solver.stmt_of(callee, stmt) {
                Stmt::Init(_) => false,
                // Who waits for a task may carry it out, in place of its thread.
                Stmt::Call(call) => {
                    let is_element = call.args.iter().flatten().any(|arg| elements.contains(arg))
                        || call.result.is_some_and(|result| self.fills(code, result));
                    walk.is_again = was_again || is_stage || is_element;
                    let receiver = call.args.first().copied().flatten();
                    let at = code.params.iter().position(|&p| p.is_some() && p == receiver);
                    call.fork.is_some() || !at.is_some_and(|at| joined.contains(&at))
                }
                _ => true,
            };
            if is_its {
                self.edge(walk, (callee, stmt, called), None, &guards, is_other);
            }
        }
        walk.is_again = was_again;
        walk.handles = before;
        walk.layers -= 1;
    }

    /// Whether code is that of a stage of a pipeline.
    fn is_stage(&self, node: Node) -> bool {
        let CodeKey::Method(method) = self.solver.key(node) else { return false };
        let class = self.solver.hierarchy().method(method).class;
        self.solver.has_property(class, Property::Stage)
    }

    /// Whether what a variable of glue holds becomes the elements of an array that it was given: each is made anew.
    fn fills(&self, code: &Code, var: points_to::Var) -> bool {
        code.stmts.iter().any(|stmt| match stmt {
            Stmt::Store { base, slot, from } => {
                *from == var
                    && code.params.contains(&Some(*base))
                    && self.solver.slot(*slot) == SlotKind::Element
            }
            _ => false,
        })
    }

    /// Whether something is done with what holds things for a moment only.
    fn is_passing(&self, event: &Event) -> bool {
        let is_passing = |obj: points_to::Obj| {
            self.solver.has_property(self.solver.class_of(obj).class, Property::Passing)
        };
        matches!(event.what, What::Read(_) | What::Write(_)) && event.objs.iter().all(is_passing)
    }

    /// The variables of glue that hold elements of something, or what was made of them: what is done with them, is done for each.
    fn elements(&self, node: Node) -> FxHashSet<points_to::Var> {
        let solver = self.solver;
        let code = solver.code_of(node);
        let mut elements = FxHashSet::default();
        loop {
            let before = elements.len();
            for stmt in &code.stmts {
                match stmt {
                    Stmt::Load { to, base, slot } if self.is_of_many(node, *base, *slot) => {
                        elements.insert(*to);
                    }
                    Stmt::Copy { to, from, .. } if elements.contains(from) => {
                        elements.insert(*to);
                    }
                    Stmt::Store { base, from, .. }
                        if elements.contains(from) && !code.params.contains(&Some(*base)) =>
                    {
                        elements.insert(*base);
                    }
                    Stmt::Call(call) => {
                        let is_made = call.args.iter().flatten().any(|arg| elements.contains(arg));
                        if is_made || self.is_next(call) {
                            elements.extend(call.result);
                        }
                    }
                    _ => {}
                }
            }
            if elements.len() == before {
                return elements;
            }
        }
    }

    /// Whether a call asks an iterator for what comes next.
    fn is_next(&self, call: &Call) -> bool {
        let decl = self.solver.hierarchy().method(call.target.method());
        decl.name.as_str() == "next" && self.is_a(decl.class, &["java/util/Iterator"])
    }

    /// Whether a load takes something of which there are many: an element of an array, a collection or a stream.
    fn is_of_many(&self, node: Node, base: points_to::Var, slot: points_to::Slot) -> bool {
        const MANY: [&str; 3] =
            ["java/lang/Iterable", "java/util/Iterator", "java/util/stream/BaseStream"];
        match self.solver.slot(slot) {
            SlotKind::Element => true,
            SlotKind::State(_) => {
                let mut objs = self.solver.points_to(node, base).iter();
                objs.any(|obj| self.is_a(self.solver.class_of(obj).class, &MANY))
            }
            SlotKind::Field(_) | SlotKind::Capture(_) => false,
        }
    }

    fn is_a(&self, class: ClassId, names: &[&str]) -> bool {
        let hierarchy = self.solver.hierarchy();
        names.iter().any(|name| {
            let above = hierarchy.class(ir::Name::new(name));
            above.is_some_and(|above| hierarchy.is_subclass(class, above))
        })
    }

    fn objs(&self, node: Node, var: points_to::Var, is_other: bool) -> PointsToSet {
        let objs = self.solver.points_to(node, var);
        if is_other { objs.mirrored() } else { objs.clone() }
    }

    /// The parameters whose threads a method waits for.
    fn joined(&self, method: MethodId) -> Vec<usize> {
        let effects = model(self.solver, method).map_or(&[][..], |model| &model.effects);
        let joins = effects.iter().filter_map(|effect| match effect {
            Effect::Joins { thread, .. } => Some(usize::from(thread.0)),
            _ => None,
        });
        joins.collect()
    }

    /// What the model of a method says about a call of it.
    fn events(
        &self,
        method: MethodId,
        caller: Node,
        call: &Call,
        args: Option<&[Value]>,
        is_other: bool,
    ) -> Vec<Event> {
        let Some(model) = model(self.solver, method) else { return Vec::new() };
        let mut events = Vec::new();
        for effect in &model.effects {
            let (var, what) = match effect {
                Effect::Reads { base, field } => (*base, self.slot(field).map(What::Read)),
                Effect::Writes { base, field } => (*base, self.slot(field).map(What::Write)),
                Effect::Joins { thread, limit } => (*thread, Some(What::Join { limit: *limit })),
                Effect::Acquires { lock, mode, is_try } => {
                    (*lock, Some(What::Acquire { mode: *mode, is_try: *is_try }))
                }
                Effect::Releases { lock, mode } => (*lock, Some(What::Release { mode: *mode })),
                Effect::Signals(var) => (*var, Some(What::Signal)),
                Effect::Awaits(var) => (*var, Some(What::Await)),
                Effect::Property(_) => continue,
            };
            let at = usize::from(var.0);
            let Some(what) = what else { continue };
            let Some(&Some(base)) = call.args.get(at) else { continue };
            events.push(Event {
                what,
                objs: self.objs(caller, base, is_other),
                value: args.and_then(|args| args.get(at).copied()),
                var: (caller, base),
                via: method,
                under: Vec::new(),
                is_direct: false,
            });
        }
        events
    }

    fn slot(&self, field: &Field) -> Option<SlotKind> {
        slot_of(self.solver, field)
    }
}

/// What a model means by a field.
pub(crate) fn slot_of(solver: &Solver, field: &Field) -> Option<SlotKind> {
    Some(match field {
        Field::State(name) => SlotKind::State(ir::Name::new(name)),
        Field::Element => SlotKind::Element,
        Field::Declared { class, name } => {
            let hierarchy = solver.hierarchy();
            let class = hierarchy.class(ir::Name::new(class))?;
            let mut fields = hierarchy.fields(class);
            let field =
                fields.find(|&field| hierarchy.field(field).name.as_str() == name.as_str())?;
            SlotKind::Field(field)
        }
    })
}

/// The arguments of a call instruction.
pub(crate) fn arguments(body: &Body, inst: Inst) -> Vec<Value> {
    match body.insts[inst].op {
        Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => body.list(args).to_vec(),
        _ => Vec::new(),
    }
}
