//! What is known about abstract objects and code beyond points-to sets: whether they stand for one object of a run or for many.

use std::cell::{Cell, OnceCell, RefCell};

use ir::Inst;
use ir::body::{BinaryOp, Body, Constant, Op, Value};
use points_to::{CodeId, CodeKey, Node, Obj, ObjKind, Stmt};
use rustc_hash::FxHashMap;

use crate::node_set::NodeSet;
use crate::program::Program;
use crate::techniques::{Technique, Techniques};
use crate::threads::{Start, Threads, initialisers, main_thread};

/// How many calls up it is asked whether something runs once. Beyond that it does not: races are less certain, none is missed.
const MANY_CALLS: usize = 200;

pub(crate) struct Objects<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    /// Whether what an instance of a thread makes is told from what another makes.
    knows_makers: bool,
    nodes_of: FxHashMap<CodeId, Vec<Node>>,
    repeated: RefCell<FxHashMap<Node, bool>>,
    single: RefCell<FxHashMap<Obj, bool>>,
    doubles: RefCell<FxHashMap<Obj, bool>>,
    /// The bodies that class initialisers run, once asked.
    initialisers: OnceCell<NodeSet>,
    /// How many callers up the question is being asked.
    asked: Cell<usize>,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        techniques: Techniques,
    ) -> Objects<'a> {
        let mut nodes_of: FxHashMap<CodeId, Vec<Node>> = FxHashMap::default();
        for (node, _) in program.nodes() {
            nodes_of.entry(program.solver.code_id_of(node)).or_default().push(node);
        }
        Objects {
            program,
            threads,
            knows_makers: techniques.has(Technique::TwoThreads),
            nodes_of,
            repeated: RefCell::default(),
            single: RefCell::default(),
            doubles: RefCell::default(),
            initialisers: OnceCell::new(),
            asked: Cell::new(0),
        }
    }

    /// Whether an instruction may be carried out more than once in one instance of its thread.
    pub(crate) fn is_repeated(&self, node: Node, inst: Inst) -> bool {
        self.program.flow(node).is_in_loop(inst) || self.runs_again(node)
    }

    /// Whether a body may run more than once in one instance of its thread.
    pub(crate) fn runs_again(&self, node: Node) -> bool {
        if let Some(&known) = self.repeated.borrow().get(&node) {
            return known;
        }
        // Who is called from that deep is taken to run more than once.
        if self.asked.get() > MANY_CALLS {
            return true;
        }
        self.asked.set(self.asked.get() + 1);
        // A recursion runs more than once.
        self.repeated.borrow_mut().insert(node, true);
        let callers = self.program.callers(node);
        let is_root = self.threads.all.iter().any(|thread| thread.roots.contains(&node));
        let again = match callers {
            [] => false,
            [from] if !is_root => {
                from.is_again
                    || self.program.flow(from.node).is_in_loop(from.inst)
                    || self.runs_again(from.node)
            }
            _ => true,
        };
        self.asked.set(self.asked.get() - 1);
        self.repeated.borrow_mut().insert(node, again);
        again
    }

    /// Whether an abstract object stands for one object of a run, as far as one instance of a thread is concerned.
    pub(crate) fn is_single_in_thread(&self, obj: Obj) -> bool {
        if let Some(&known) = self.single.borrow().get(&obj) {
            return known;
        }
        let is_single = self.find_single(obj);
        // What is not known yet because it is being asked may be known later.
        if self.asked.get() == 0 {
            self.single.borrow_mut().insert(obj, is_single);
        }
        is_single
    }

    fn find_single(&self, obj: Obj) -> bool {
        let solver = self.program.solver;
        match solver.obj(obj).kind {
            ObjKind::Site(code, ordinal) => {
                let Some(nodes) = self.nodes_of.get(&code) else { return false };
                let mut makers = nodes.iter().filter(|&&node| self.may_make(node, obj));
                let maker = makers.next().filter(|_| makers.next().is_none());
                maker.is_some_and(|&node| {
                    self.inst_of(code, ordinal).is_some_and(|inst| {
                        !self.is_repeated(node, inst) && !self.is_row(node, inst, obj)
                    })
                })
            }
            ObjKind::Class(_) | ObjKind::Text(_) => true,
            ObjKind::Merged | ObjKind::Member(_) => false,
        }
    }

    /// Whether the circumstances of a body are those that an object was made in.
    fn may_make(&self, node: Node, obj: Obj) -> bool {
        let solver = self.program.solver;
        let own = solver.contexts().get(solver.context(node));
        let its = solver.contexts().get(solver.obj(obj).heap);
        own.thread.map(|own| own.thread) == its.thread.map(|its| its.thread)
            && (its.receivers.is_empty() || own.receivers == its.receivers)
    }

    /// Whether an object is only another name of what a task makes. Who waits for a task may carry it out in place of its thread, which is
    /// then taken to do it: nobody runs the bodies by which who waits would make things.
    pub(crate) fn is_double(&self, obj: Obj) -> bool {
        if let Some(&known) = self.doubles.borrow().get(&obj) {
            return known;
        }
        let is_double = self.find_double(obj);
        self.doubles.borrow_mut().insert(obj, is_double);
        is_double
    }

    fn find_double(&self, obj: Obj) -> bool {
        let ObjKind::Site(code, _) = self.program.solver.obj(obj).kind else { return false };
        let Some(nodes) = self.nodes_of.get(&code) else { return false };
        let is_run = |&&node: &&Node| {
            let initialisers = self.initialisers.get_or_init(|| initialisers(self.program));
            !self.threads.of(node).is_empty() || initialisers.contains(node)
        };
        let mut makers = nodes.iter().filter(|&&node| self.may_make(node, obj)).peekable();
        makers.peek().is_some()
            && !makers.any(|node| is_run(&node))
            && nodes.iter().any(|node| is_run(&node))
    }

    /// Whether an abstract object stands for one object of a run.
    pub(crate) fn is_single(&self, obj: Obj) -> bool {
        self.program.solver.frame_of_obj(obj) == points_to::Frame::NONE
            && self.is_single_in_thread(obj)
            && (self.knows_makers || self.is_made_in_first(obj))
    }

    /// Whether an object is an array without elements: `new Object[0]`.
    pub(crate) fn is_empty_array(&self, obj: Obj) -> bool {
        let ObjKind::Site(code, ordinal) = self.program.solver.obj(obj).kind else { return false };
        let Some(inst) = self.inst_of(code, ordinal) else { return false };
        let node = self.nodes_of.get(&code).and_then(|nodes| nodes.first());
        let Some(info) = node.and_then(|&node| self.program.node(node)) else { return false };
        match info.body.insts[inst].op {
            Op::NewArray { length, .. } => int_constant(info.body, length) == Some(0),
            _ => false,
        }
    }

    /// The instruction that makes an object that is one object of a run.
    pub(crate) fn maker_of_one(&self, obj: Obj) -> Option<(Node, Inst)> {
        let ObjKind::Site(code, ordinal) = self.program.solver.obj(obj).kind else { return None };
        let [node] = self.nodes_of.get(&code)?[..] else { return None };
        let inst = self.inst_of(code, ordinal)?;
        self.is_single(obj).then_some((node, inst))
    }

    /// Whether only the thread makes it that calls the entry points.
    fn is_made_in_first(&self, obj: Obj) -> bool {
        let ObjKind::Site(code, _) = self.program.solver.obj(obj).kind else { return true };
        let mut makers = self.nodes_of.get(&code).into_iter().flatten();
        makers.all(|&node| self.threads.of(node).iter().all(|&id| id == main_thread()))
    }

    /// Whether it is made by an instruction, not by library code that is called: that may make one for each element.
    pub(crate) fn is_made_by_application(&self, obj: Obj) -> bool {
        let solver = self.program.solver;
        let ObjKind::Site(code, ordinal) = solver.obj(obj).kind else { return false };
        let CodeKey::Method(method) = solver.code_key(code) else { return false };
        let op = solver.body(method).zip(self.inst_of(code, ordinal));
        op.is_some_and(|(body, inst)| !matches!(body.insts[inst].op, Op::Invoke { .. }))
    }

    /// Whether an object is one of the arrays that an array of arrays is made with.
    fn is_row(&self, node: Node, inst: Inst, obj: Obj) -> bool {
        let made = self.program.node(node).map(|info| info.body.insts[inst].op);
        match made {
            Some(Op::NewMultiArray { ty, .. }) => self.program.solver.class_of(obj).ty != ty,
            _ => false,
        }
    }

    /// The instruction of the allocation or call with an ordinal.
    pub(crate) fn inst_of(&self, code: CodeId, ordinal: u32) -> Option<Inst> {
        let made = self.program.solver.code_if_made(code)?;
        let at = made.stmts.iter().position(|stmt| match stmt {
            Stmt::New { ordinal: own, .. } => *own == ordinal,
            Stmt::Call(call) => call.ordinal == ordinal,
            Stmt::Rule(rule) => rule.ordinal == ordinal,
            _ => false,
        })?;
        made.insts.get(at).copied().flatten()
    }

    /// The constant number that the constructor of an object was given first.
    pub(crate) fn made_for(&self, obj: Obj) -> Option<i32> {
        self.given_first(obj, int_constant)
    }

    /// Whether an object is a library's, and its constructor was given a number first.
    pub(crate) fn is_made_for_number(&self, obj: Obj) -> bool {
        let solver = self.program.solver;
        if solver.is_application(solver.class_of(obj).class) {
            return false;
        }
        let is_number = |body: &Body, value: Value| body.values[value].ty == ir::Type::Int;
        self.given_first(obj, |body, value| is_number(body, value).then_some(())).is_some()
    }

    /// What is said about the first thing that the constructor of an object was given.
    fn given_first<T>(&self, obj: Obj, ask: impl Fn(&Body, Value) -> Option<T>) -> Option<T> {
        let solver = self.program.solver;
        let ObjKind::Site(code, ordinal) = solver.obj(obj).kind else { return None };
        let CodeKey::Method(method) = solver.code_key(code) else { return None };
        let body = solver.body(method)?;
        let made = body.insts[self.inst_of(code, ordinal)?].result?;
        body.insts.values().find_map(|call| {
            let Op::Invoke { method, args, .. } = call.op else { return None };
            let args = body.list(args);
            let is_constructor =
                method.data().name.as_str() == "<init>" && args.first() == Some(&made);
            args.get(1).filter(|_| is_constructor).and_then(|&given| ask(body, given))
        })
    }

    /// Whether a start can happen once only: the thread's object is one object, and a `Thread` starts once.
    pub(crate) fn starts_once(&self, start: &Start) -> bool {
        let (node, stmt) = start.fork;
        let Stmt::Call(call) = self.program.solver.stmt_of(node, stmt) else { return false };
        // What is started with something else to run may be started again.
        let [Some(receiver)] = &call.args[..] else { return false };
        if call.fork != Some(models::ForkKind::Thread) {
            return false;
        }
        // Of those that are started there, the one that becomes this thread.
        let solver = self.program.solver;
        let own = solver.code_of(start.target).params.first().copied().flatten();
        let objs = match own.filter(|_| solver.frame(node) == points_to::Frame::NONE) {
            Some(this) => solver.points_to(start.target, this),
            None => solver.points_to(node, *receiver),
        };
        let mut objs = objs.iter();
        let one = objs.next().filter(|_| objs.next().is_none());
        one.is_some_and(|obj| self.is_single(obj))
    }
}

/// An object without the difference between what a thread and another of its kind made.
pub(crate) fn plain(obj: Obj) -> Obj {
    if obj.is_beta() { obj.mirror() } else { obj }
}

/// By how much a number grows with each round of a loop, if it counts the rounds.
pub(crate) fn step(body: &Body, value: Value) -> Option<i32> {
    let Op::Phi(list) = body.insts[body.values[value].def].op else { return None };
    body.list(list).iter().find_map(|&next| match offset(body, next) {
        (from, step) if from == value && step != 0 => Some(step),
        _ => None,
    })
}

/// The number with which a loop begins that counts its rounds by one, if that is a constant.
pub(crate) fn first_of(body: &Body, value: Value) -> Option<i32> {
    let Op::Phi(list) = body.insts[body.values[value].def].op else { return None };
    let first = body.list(list).iter().find_map(|&from| int_constant(body, from));
    first.filter(|_| step(body, value) == Some(1))
}

/// A number without the constant that is added to it, and that.
pub(crate) fn offset(body: &Body, value: Value) -> (Value, i32) {
    let constant = |value| int_constant(body, value);
    match body.insts[body.values[value].def].op {
        Op::Binary(BinaryOp::Iadd, a, b) => match (constant(a), constant(b)) {
            (_, Some(number)) => (a, number),
            (Some(number), _) => (b, number),
            _ => (value, 0),
        },
        Op::Binary(BinaryOp::Isub, a, b) => match constant(b) {
            Some(number) => (a, number.wrapping_neg()),
            None => (value, 0),
        },
        _ => (value, 0),
    }
}

/// A value before it was cast.
pub(crate) fn uncast(body: &Body, mut value: Value) -> Value {
    while let Op::CheckCast { value: from, .. } = body.insts[body.values[value].def].op {
        value = from;
    }
    value
}

/// The number that a value always is.
pub(crate) fn int_constant(body: &Body, value: Value) -> Option<i32> {
    match body.insts[body.values[value].def].op {
        Op::Const(Constant::Int(number)) => Some(number),
        _ => None,
    }
}
