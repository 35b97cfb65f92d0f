//! Code that one thread gets to, because it asks which thread it is.
//!
//! ```java
//! boolean inLoop() { return Thread.currentThread() == thread; }
//! void add(Task task) { if (inLoop()) { tasks.add(task); } else { execute(() -> tasks.add(task)); } }
//! void run() { thread = Thread.currentThread(); for (;;) { … tasks.poll() … } }
//! ```
//!
//! A `Thread` that is started is itself, too: `if (leader.get() == this)` in what it runs.
//!
//! Who passes the test is the thread that a field knows, and so is who has stored itself there, or is stored there by whoever
//! starts it. Two accesses that only such threads get to, by the same field, are done by one thread; if the field belongs to an object of
//! which there are many, then by one for each, so that what they access has to be something of which there are many as well. What
//! the field has changes, and which of them an access belongs to is not known, so this is a doubt, not a proof.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Block, Body, Cond, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use models::{Effect, Property};
use points_to::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Place;
use crate::flow::Flow;
use crate::locality::Locality;
use crate::objects::{Objects, int_constant, uncast};
use crate::paths::Paths;
use crate::program::{NodeInfo, Program, Step, arguments};
use crate::result::ThreadId;
use crate::threads::{Start, Threads};

pub(crate) struct Identities<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    objects: &'a Objects<'a>,
    locality: &'a Locality<'a>,
    /// By body and what it is asked for: the threads that are let through.
    known: RefCell<FxHashMap<(Node, Inst, ThreadId), Rc<Owners>>>,
    tests: RefCell<FxHashMap<Node, Rc<[Test]>>>,
    told: RefCell<FxHashMap<Node, Rc<[Told]>>>,
    /// Bodies that answer questions, by their names.
    named: OnceCell<FxHashMap<(ir::Name, ir::MethodType), Vec<Node>>>,
    /// The fields that threads are compared with.
    compared: BTreeSet<FieldId>,
}

/// The fields that know the threads that get to a place, and whether there is one of each.
pub(crate) type Owners = BTreeSet<(FieldId, bool)>;

/// A test, and the way that only the thread takes that a field knows.
#[derive(Clone)]
struct Test {
    from: Block,
    way: Block,
    owners: Owners,
}

/// What a body tells by returning true: that a thread is the one that a field of an object has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    /// The parameter that is the thread, or the one that runs.
    thread: Option<u16>,
    field: FieldId,
    /// Whether there is one such field.
    is_one: bool,
}

/// Through how many calls a test is followed, and how many lie between a test and an access.
const DEPTH: usize = 4;
const CALLS: usize = 12;

/// How many places are looked at for one access before nothing is said about it.
const MANY: usize = 400;

/// A comparison that tells something where it leads one way.
struct Compared {
    from: Block,
    way: Block,
    other: Block,
    told: Vec<Told>,
}

impl<'a> Identities<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        objects: &'a Objects<'a>,
        locality: &'a Locality<'a>,
    ) -> Identities<'a> {
        let mut identities = Identities {
            program,
            threads,
            paths,
            objects,
            locality,
            known: RefCell::default(),
            tests: RefCell::default(),
            told: RefCell::default(),
            named: OnceCell::new(),
            compared: BTreeSet::new(),
        };
        identities.compared = identities.find_compared();
        identities
    }

    /// The fields whose threads alone get to an instruction, as far as a thread runs it; none if others do, too.
    pub(crate) fn of(&self, thread: ThreadId, node: Node, inst: Inst) -> Rc<Owners> {
        if self.compared.is_empty() {
            return Rc::default();
        }
        let key = (node, inst, thread);
        if let Some(known) = self.known.borrow().get(&key) {
            return Rc::clone(known);
        }
        let owners = Rc::new(self.find(thread, node, inst));
        self.known.borrow_mut().insert(key, Rc::clone(&owners));
        owners
    }

    /// Whether only one thread gets to both of two instructions.
    pub(crate) fn is_one(
        &self,
        first: (ThreadId, Node, Inst),
        second: (ThreadId, Node, Inst),
        place: Place,
        is_one_object: bool,
    ) -> bool {
        let of_first = self.of(first.0, first.1, first.2);
        if of_first.is_empty() {
            return false;
        }
        let of_second = self.of(second.0, second.1, second.2);
        let is_static = |field: FieldId| {
            let field = self.program.solver.hierarchy().field(field);
            field.flags.contains(classfile::FieldFlags::STATIC)
        };
        of_first.iter().any(|&(field, is_one)| {
            let mut same = of_second.iter().filter(|other| other.0 == field);
            same.any(|other| match place {
                Place::Static(_) => is_static(field),
                // Who asks one of many for its thread has what belongs to that one; those who all have the same are
                // found with each other.
                Place::Slot(..) => !is_one_object || is_one || other.1,
            })
        })
    }

    /// Goes back over all calls that lead to an instruction, until only one thread comes by.
    fn find(&self, thread: ThreadId, node: Node, inst: Inst) -> Owners {
        let mut owners = Owners::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![(node, inst, CALLS)];
        while let Some((node, inst, calls)) = pending.pop() {
            if !seen.insert((node, inst)) {
                continue;
            }
            let here = self.in_body(node, inst);
            if !here.is_empty() {
                owners.extend(here);
                continue;
            }
            if self.threads.get(thread).roots.contains(&node) {
                let mut own = self.of_thread(thread);
                if own.is_empty() && self.is_any(node, inst) {
                    own = self.of_others(thread, node);
                }
                if own.is_empty() {
                    return Owners::new();
                }
                owners.extend(own);
            }
            if calls == 0 || seen.len() > MANY {
                return Owners::new();
            }
            let callers = self.program.callers(node).iter();
            let callers = callers.filter(|from| self.threads.of(from.node).contains(&thread));
            pending.extend(callers.map(|from| (from.node, from.inst, calls - 1)));
        }
        owners
    }

    /// The fields that a thread is stored in by who starts it. Where a factory makes all threads, which of them runs what is
    /// known by what it runs.
    fn of_thread(&self, thread: ThreadId) -> Owners {
        let starts = &self.threads.get(thread).starts;
        starts.iter().flat_map(|start| self.of_start(start)).collect()
    }

    /// Whether a call runs a task that the object was made with.
    fn is_any(&self, node: Node, call: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let Some(&task) = arguments(info.body, call).first() else { return false };
        match info.body.insts[info.body.values[uncast(info.body, task)].def].op {
            Op::GetField { object, .. } => is_param(info.body, object, 0),
            _ => false,
        }
    }

    /// The same for threads that begin in the same way, and run whatever they are given: which of them runs what is not known.
    fn of_others(&self, thread: ThreadId, root: Node) -> Owners {
        let method = |node: Node| self.program.node(node).map(|info| info.method);
        let of = method(root);
        let others = self.threads.ids().filter(|&other| other != thread);
        let alike = others
            .filter(|&other| self.threads.get(other).roots.iter().any(|&root| method(root) == of));
        alike.flat_map(|other| self.of_thread(other)).collect()
    }

    /// The fields of which somebody starts the thread: `thread = new Thread(this); thread.start();`.
    fn of_start(&self, start: &Start) -> Owners {
        let mut owners = Owners::new();
        let Some(info) = self.program.node(start.node) else { return owners };
        let started = arguments(info.body, start.inst);
        let started: Vec<Value> = started.iter().map(|&arg| uncast(info.body, arg)).collect();
        for data in info.body.insts.values() {
            let (object, field) = match data.op {
                Op::PutField { object, field, value }
                    if started.contains(&uncast(info.body, value)) =>
                {
                    (Some(object), field)
                }
                Op::PutStatic { field, value } if started.contains(&uncast(info.body, value)) => {
                    (None, field)
                }
                Op::GetField { object, field }
                    if data.result.is_some_and(|value| started.contains(&value)) =>
                {
                    (Some(object), field)
                }
                Op::GetStatic { field }
                    if data.result.is_some_and(|value| started.contains(&value)) =>
                {
                    (None, field)
                }
                _ => continue,
            };
            let Some(field) = self.paths.field_in(start.node, field) else { continue };
            if self.compared.contains(&field) {
                let is_one = object.is_none_or(|object| self.is_one_object(start.node, object));
                owners.insert((field, is_one));
            }
        }
        owners
    }

    /// The fields whose threads alone get to an instruction of a body from its beginning.
    fn in_body(&self, node: Node, inst: Inst) -> Owners {
        let Some(info) = self.program.node(node) else { return Owners::new() };
        let flow = self.program.flow(node);
        let mut owners = Owners::new();
        let tests = self.tests(node, info);
        // Who has checks of this kind switched off relies on them all the same.
        let mut off: Vec<(Block, Block)> = Vec::new();
        if !tests.is_empty() {
            off = switched_off(info.body, flow);
        }
        for test in tests.iter() {
            let closed: Vec<(Block, Block)> =
                off.iter().copied().chain([(test.from, test.way)]).collect();
            if !flow.reached_without_all(&closed)[flow.block_of(inst).index()] {
                owners.extend(test.owners.iter().copied());
            }
        }
        owners.extend(self.stores(node, info, inst));
        owners
    }

    /// The fields that the thread has stored itself in before an instruction.
    fn stores(&self, node: Node, info: &NodeInfo<'_>, inst: Inst) -> Owners {
        let flow = self.program.flow(node);
        let first = info.body.insts_of(Body::entry()).next();
        let mut owners = Owners::new();
        for (at, data) in info.body.insts.iter() {
            let stored = match data.op {
                Op::PutField { object, field, value } if self.is_current(info, value) => {
                    self.paths.field_in(node, field).map(|f| (f, self.is_one_object(node, object)))
                }
                Op::PutStatic { field, value } if self.is_current(info, value) => {
                    self.paths.field_in(node, field).map(|field| (field, true))
                }
                Op::Invoke { .. } => self.stored_by_call(node, info, at),
                _ => None,
            };
            if let Some(owner) = stored
                && at != inst
                && self.compared.contains(&owner.0)
                && first.is_some_and(|first| first == at || !flow.reaches(first, inst, Some(at)))
            {
                owners.insert(owner);
            }
        }
        owners
    }

    /// The field that a call stores the thread in: `access$402(loop, Thread.currentThread())`, or `owner.set(…)`.
    fn stored_by_call(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        call: Inst,
    ) -> Option<(FieldId, bool)> {
        let args = arguments(info.body, call);
        let at = args.iter().position(|&arg| self.is_current(info, arg))?;
        for callee in info.steps_at(call).filter_map(Step::callee) {
            let Some(inner) = self.program.node(callee) else { continue };
            for data in inner.body.insts.values() {
                if let Op::PutField { object, field, value } = data.op
                    && is_param(inner.body, value, at)
                {
                    let field = self.paths.field_in(callee, field)?;
                    return Some((field, self.is_one_object(callee, object)));
                }
            }
        }
        // Who compares as well may have stored nothing.
        let [receiver, _] = args[..] else { return None };
        let writes = info.steps_at(call).any(|step| {
            matches!(step, Step::Event(event) if matches!(event.what, crate::program::What::Write(_)))
        });
        if at == 0 || !writes {
            return None;
        }
        self.field_of(node, info, receiver)
    }

    /// The tests of a body that one thread passes.
    fn tests(&self, node: Node, info: &NodeInfo<'_>) -> Rc<[Test]> {
        if let Some(known) = self.tests.borrow().get(&node) {
            return Rc::clone(known);
        }
        let mut tests = Vec::new();
        for Compared { from, way, other, told } in self.compared(node, info, DEPTH) {
            let told = told.into_iter().filter(|told| told.thread.is_none());
            let owners: Owners = told.map(|told| (told.field, told.is_one)).collect();
            if !owners.is_empty() && way != other {
                tests.push(Test { from, way, owners });
            }
        }
        let tests: Rc<[Test]> = tests.into();
        self.tests.borrow_mut().insert(node, Rc::clone(&tests));
        tests
    }

    /// What comparisons in a body tell, and where they lead.
    fn compared(&self, node: Node, info: &NodeInfo<'_>, depth: usize) -> Vec<Compared> {
        let flow = self.program.flow(node);
        let mut compared = Vec::new();
        for (at, data) in info.body.insts.iter() {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
            let (equal, unequal) = match cond {
                Cond::Eq => (then, otherwise),
                Cond::Ne => (otherwise, then),
                _ => continue,
            };
            let (way, other, told) = match rhs {
                Some(rhs) => (equal, unequal, self.compares(node, info, lhs, rhs)),
                // Zero is false.
                None => (unequal, equal, self.told_by_call(node, info, lhs, depth)),
            };
            if !told.is_empty() {
                compared.push(Compared { from: flow.block_of(at), way, other, told });
            }
        }
        compared
    }

    /// What it tells that two values are equal.
    fn compares(&self, node: Node, info: &NodeInfo<'_>, lhs: Value, rhs: Value) -> Vec<Told> {
        if !info.body.values[lhs].ty.is_reference() {
            return Vec::new();
        }
        let one_way = |thread: Value, owner: Value| {
            let thread = match info.body.insts[info.body.values[thread].def].op {
                _ if self.is_current(info, thread) => None,
                Op::Param(0) if self.is_thread_itself(node) => None,
                Op::Param(at) => Some(at),
                _ => return None,
            };
            let (field, is_one) = self.field_of(node, info, owner)?;
            Some(Told { thread, field, is_one })
        };
        one_way(lhs, rhs).or_else(|| one_way(rhs, lhs)).into_iter().collect()
    }

    /// The field that has a value, or what holds it: `owner`, or `owner.get()` of a variable in a field.
    fn field_of(&self, node: Node, info: &NodeInfo<'_>, value: Value) -> Option<(FieldId, bool)> {
        let value = uncast(info.body, value);
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::GetField { object, field } => {
                let field = self.paths.field_in(node, field)?;
                Some((field, self.is_one_object(node, object)))
            }
            Op::GetStatic { field } => Some((self.paths.field_in(node, field)?, true)),
            Op::Invoke { args, .. } => {
                let [receiver] = *info.body.list(args) else { return None };
                if info.steps_at(def).any(|step| step.callee().is_some()) {
                    return None;
                }
                let receiver = uncast(info.body, receiver);
                match info.body.insts[info.body.values[receiver].def].op {
                    Op::GetField { .. } | Op::GetStatic { .. } => {
                        self.field_of(node, info, receiver)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What it tells that a call has returned true. Of several methods that may be called, some have no thread of their own.
    fn told_by_call(
        &self,
        node: Node,
        info: &NodeInfo<'_>,
        value: Value,
        depth: usize,
    ) -> Vec<Told> {
        let call = info.body.values[value].def;
        if depth == 0
            || info.body.values[value].ty != ir::Type::Int
            || !matches!(info.body.insts[call].op, Op::Invoke { .. })
        {
            return Vec::new();
        }
        let args = arguments(info.body, call);
        let mut all: Vec<Told> = Vec::new();
        // Where it is asked, it may be known better whose thread is meant.
        let is_one = args.first().is_some_and(|&object| self.is_one_object(node, object));
        for callee in self.callees(info, call) {
            for told in self.told(callee, depth - 1).iter() {
                let thread = match told.thread {
                    None => None,
                    Some(at) => {
                        let Some(&arg) = args.get(usize::from(at)) else { continue };
                        match info.body.insts[info.body.values[arg].def].op {
                            _ if self.is_current(info, arg) => None,
                            Op::Param(own) => Some(own),
                            _ => continue,
                        }
                    }
                };
                let told = Told { thread, is_one: told.is_one || is_one, ..told.clone() };
                if !all.contains(&told) {
                    all.push(told);
                }
            }
        }
        all
    }

    /// The bodies that a call leads to. If there is none, since nobody makes the object here, then all that there are of its name.
    fn callees(&self, info: &NodeInfo<'_>, call: Inst) -> Vec<Node> {
        let mut callees = Vec::new();
        for step in info.steps_at(call) {
            if let Step::Call { node, is_direct: true, .. } = *step {
                callees.push(node);
            }
        }
        let Op::Invoke { method, .. } = info.body.insts[call].op else { return callees };
        let method = method.data();
        if callees.is_empty() {
            let hierarchy = self.program.solver.hierarchy();
            let named = self.named.get_or_init(|| self.find_named());
            let Some(class) = hierarchy.class(method.class) else { return callees };
            let all = named.get(&(method.name, method.ty)).into_iter().flatten().copied();
            callees.extend(all.filter(|&node| {
                let info = self.program.node(node);
                info.is_some_and(|info| {
                    hierarchy.is_subclass(hierarchy.method(info.method).class, class)
                })
            }));
        }
        callees
    }

    /// One body of each method that answers a question, by its name.
    fn find_named(&self) -> FxHashMap<(ir::Name, ir::MethodType), Vec<Node>> {
        let mut named: FxHashMap<_, Vec<Node>> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for (node, info) in self.program.nodes() {
            let method = self.program.solver.hierarchy().method(info.method);
            if seen.insert(info.method) && method.ty.result() == Some(ir::Type::Boolean) {
                named.entry((method.name, method.ty)).or_default().push(node);
            }
        }
        named
    }

    /// What a body tells by returning true.
    fn told(&self, node: Node, depth: usize) -> Rc<[Told]> {
        if let Some(known) = self.told.borrow().get(&node) {
            return Rc::clone(known);
        }
        let told: Rc<[Told]> = self.find_told(node, depth).unwrap_or_default().into();
        if depth == DEPTH - 1 {
            self.told.borrow_mut().insert(node, Rc::clone(&told));
        }
        told
    }

    fn find_told(&self, node: Node, depth: usize) -> Option<Vec<Told>> {
        let info = self.program.node(node)?;
        let flow = self.program.flow(node);
        let mut all: Vec<Told> = Vec::new();
        let compared = self.compared(node, info, depth);
        let told_in = |block: Block, to: Option<Block>| -> Vec<Told> {
            let needs = |from: Block, way: Block| {
                to == Some(way) && from == block
                    || !flow.reached_without((from, way))[block.index()]
            };
            let tests = compared.iter().filter(|test| needs(test.from, test.way));
            tests.flat_map(|test| test.told.clone()).collect()
        };
        for (at, data) in info.body.insts.iter() {
            let Op::Return(value) = data.op else { continue };
            let value = value.filter(|&value| info.body.values[value].ty == ir::Type::Int)?;
            let def = info.body.values[value].def;
            let block = flow.block_of(def);
            let ways: Vec<(Value, Vec<Told>)> = match info.body.insts[def].op {
                Op::Phi(list) => {
                    let from = info.body.predecessors(block);
                    let values = info.body.list(list).iter().copied();
                    values.zip(from).map(|(v, &pred)| (v, told_in(pred, Some(block)))).collect()
                }
                _ => vec![(value, told_in(flow.block_of(at), None))],
            };
            for (value, told) in ways {
                if int_constant(info.body, value) == Some(0) {
                    continue;
                }
                let mut told = told;
                told.extend(self.told_by_call(node, info, value, depth));
                if told.is_empty() {
                    return None;
                }
                all.extend(told.into_iter().filter(|told| !all.contains(told)).collect::<Vec<_>>());
            }
        }
        Some(all)
    }

    /// Whether a value is the thread that runs.
    fn is_current(&self, info: &NodeInfo<'_>, value: Value) -> bool {
        let value = uncast(info.body, value);
        let Op::Invoke { method, .. } = info.body.insts[info.body.values[value].def].op else {
            return false;
        };
        is_current_thread(self.program, method)
    }

    /// Whether the object whose method it is is the very thread that runs it: one that is started once, and begins there.
    fn is_thread_itself(&self, node: Node) -> bool {
        let is_itself = |&thread: &ThreadId| {
            let starts = &self.threads.get(thread).starts;
            let mut starts_once = starts.iter();
            !starts.is_empty()
                && starts_once.all(|s| s.target == node && self.locality.is_started_once(s))
        };
        let threads = self.threads.of(node);
        !threads.is_empty()
            && threads.iter().all(is_itself)
            && self.program.callers(node).is_empty()
    }

    /// Whether there is one object that a value may have.
    fn is_one_object(&self, node: Node, value: Value) -> bool {
        let objs = self.program.points_to(node, value);
        objs.is_some_and(|objs| {
            objs.len() == 1 && objs.iter().all(|obj| self.objects.is_single(obj))
        })
    }

    /// Finds the fields that the running thread is compared with.
    fn find_compared(&self) -> BTreeSet<FieldId> {
        let mut compared = BTreeSet::new();
        let mut seen = FxHashSet::default();
        for (node, info) in self.program.nodes() {
            if !seen.insert(info.method) {
                continue;
            }
            for data in info.body.insts.values() {
                let Op::If { lhs, rhs: Some(rhs), cond: Cond::Eq | Cond::Ne, .. } = data.op else {
                    continue;
                };
                compared.extend(self.compares(node, info, lhs, rhs).iter().map(|told| told.field));
            }
        }
        compared
    }
}

/// Whether a method returns the thread that calls it.
pub(crate) fn is_current_thread(program: &Program<'_>, method: ir::MethodRef) -> bool {
    let method = method.data();
    let (class, name) = (method.class.as_str(), method.name.as_str());
    let models = program.solver.models();
    let model = models.method(class, name, method.ty.descriptor().as_str());
    model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::CurrentThread)))
}

/// The ways that are taken where assertions are not checked.
fn switched_off(body: &Body, flow: &Flow) -> Vec<(Block, Block)> {
    let mut off = Vec::new();
    for (at, data) in body.insts.iter() {
        let Op::If { cond, lhs, rhs: None, then, otherwise } = data.op else { continue };
        let Op::GetStatic { field } = body.insts[body.values[lhs].def].op else { continue };
        // The name that compilers give it.
        if field.data().name.as_str() == "$assertionsDisabled" {
            let way = if cond == Cond::Eq { otherwise } else { then };
            off.push((flow.block_of(at), way));
        }
    }
    off
}

fn is_param(body: &Body, value: Value, at: usize) -> bool {
    matches!(body.insts[body.values[uncast(body, value)].def].op, Op::Param(own) if usize::from(own) == at)
}
