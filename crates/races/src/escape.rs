//! Objects that nobody else knows yet: what a constructor does to its object, and what is done to a new object before it is
//! stored, handed over or captured by something that others know.
//!
//! A new value is followed through its body: into objects that are themselves new (then it is known when they are), into calls
//! (what they do with a parameter is its [`Fate`]), and to the instructions that make it known. Before those, whatever is done
//! to it is done in private.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::Inst;
use ir::body::{Body, Op, Value};
use points_to::{New, Node, Stmt, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::Objects;
use crate::program::{Program, arguments};

/// What code does with a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fate {
    /// Others may know it afterwards.
    escapes: bool,
    /// It is stored in other parameters.
    into: Vec<usize>,
    /// It is returned, or what is returned holds it.
    is_returned: bool,
}

impl Fate {
    fn escaping() -> Fate {
        Fate { escapes: true, into: Vec::new(), is_returned: false }
    }
}

pub(crate) struct Escape<'a> {
    program: &'a Program<'a>,
    objects: &'a Objects<'a>,
    fates: RefCell<FxHashMap<(Node, usize, bool), Fate>>,
    tracked: RefCell<FxHashMap<(Node, Value, bool), Rc<Tracked>>>,
    gives_new: RefCell<FxHashMap<(Node, Inst), bool>>,
    private_params: RefCell<FxHashMap<(Node, u16), bool>>,
    asking: RefCell<FxHashSet<(Node, Value, Inst)>>,
    /// How deep the calls are that are being followed.
    calls: Cell<usize>,
}

/// How deep calls are followed; beyond that everything is known to everybody.
const MANY_CALLS: usize = 100;

/// How far loads are followed into private objects.
const DEPTH: usize = 4;

impl<'a> Escape<'a> {
    pub(crate) fn new(program: &'a Program<'a>, objects: &'a Objects<'a>) -> Escape<'a> {
        Escape {
            program,
            objects,
            fates: RefCell::default(),
            tracked: RefCell::default(),
            gives_new: RefCell::default(),
            private_params: RefCell::default(),
            asking: RefCell::default(),
            calls: Cell::new(0),
        }
    }

    /// Whether nobody else knows the object of a value when an instruction is carried out.
    pub(crate) fn is_private(&self, node: Node, value: Value, at: Inst) -> bool {
        self.find(node, value, at, DEPTH)
    }

    fn find(&self, node: Node, value: Value, at: Inst, depth: usize) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::New(_) | Op::NewArray { .. } | Op::NewMultiArray { .. } => {
                self.is_unknown_at(node, value, Some(def), at)
            }
            Op::Param(param) => {
                self.is_unknown_at(node, value, None, at) && self.is_private_param(node, param)
            }
            Op::CheckCast { value, .. } => self.find(node, value, at, depth),
            Op::Invoke { .. } if depth > 0 => {
                let receiver = self.program.returned_receiver(node, def);
                receiver.is_some_and(|receiver| self.find(node, receiver, at, depth))
                    || self.gives_new(node, def, depth)
                        && self.is_unknown_at(node, value, Some(def), at)
            }
            Op::GetField { object: base, .. } | Op::ArrayLoad { array: base, .. } if depth > 0 => {
                self.find(node, base, at, depth - 1) && self.is_all_private(node, value, at)
            }
            Op::Phi(list) if depth > 0 => info
                .body
                .list(list)
                .iter()
                .all(|&from| from == value || self.find(node, from, at, depth - 1)),
            _ => false,
        }
    }

    /// Whether a value has not been made known since it was defined.
    pub(crate) fn is_kept(&self, node: Node, value: Value, at: Inst) -> bool {
        let def = self.program.node(node).map(|info| info.body.values[value].def);
        def.is_some() && self.is_unknown_at(node, value, def, at)
    }

    /// Whether a call returns an object that it made and that nobody else knows.
    fn gives_new(&self, node: Node, call: Inst, depth: usize) -> bool {
        if let Some(&known) = self.gives_new.borrow().get(&(node, call)) {
            return known;
        }
        // A recursion gives what its end gives.
        self.gives_new.borrow_mut().insert((node, call), true);
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let mut callees = (self.program.edges(node))
            .filter(|(stmt, _)| code.insts.get(stmt.0 as usize).copied().flatten() == Some(call))
            .map(|(_, called)| called.node)
            .peekable();
        let gives = callees.peek().is_some()
            && callees.all(|callee| match self.program.node(callee) {
                Some(inner) => inner.body.insts.iter().all(|(at, data)| match data.op {
                    Op::Return(Some(value)) => self.find(callee, value, at, depth - 1),
                    _ => true,
                }),
                None => self.glue_gives_new(callee),
            });
        self.gives_new.borrow_mut().insert((node, call), gives);
        gives
    }

    /// Whether what a summary returns is made there and goes nowhere else.
    fn glue_gives_new(&self, node: Node) -> bool {
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let Some(ret) = code.ret.filter(|_| solver.made_stmts(node).is_empty()) else {
            return false;
        };
        let mut vars = vec![ret];
        let mut at = 0;
        while let Some(&var) = vars.get(at) {
            at += 1;
            let defs = code.defs.of(var);
            if defs.is_empty() || code.params.contains(&Some(var)) {
                return false;
            }
            for &id in defs {
                match code.stmt(id) {
                    Stmt::New { what: New::Site(_), .. } => {}
                    Stmt::Copy { from, .. } if vars.contains(from) => {}
                    Stmt::Copy { from, .. } => vars.push(*from),
                    _ => return false,
                }
            }
        }
        !code.stmts.iter().any(|stmt| match stmt {
            Stmt::Store { from, .. } | Stmt::StoreStatic { from, .. } => vars.contains(from),
            Stmt::Call(call) => call.args.iter().flatten().any(|arg| vars.contains(arg)),
            Stmt::Rule(rule) => {
                vars.contains(&rule.base) || rule.args.iter().flatten().any(|a| vars.contains(a))
            }
            _ => false,
        })
    }

    /// Whether all objects of a value are made in the same body and still private.
    fn is_all_private(&self, node: Node, value: Value, at: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let Some(objs) = self.program.points_to(node, value) else { return false };
        let code = self.program.solver.code_id_of(node);
        objs.iter().all(|obj| {
            let points_to::ObjKind::Site(maker, ordinal) = self.program.solver.obj(obj).kind else {
                return false;
            };
            let made = self.objects.inst_of(maker, ordinal);
            maker == code
                && made.is_some_and(|made| {
                    let result = info.body.insts[made].result;
                    result.is_some_and(|made_value| {
                        self.is_unknown_at(node, made_value, Some(made), at)
                    })
                })
        })
    }

    /// Whether a value has not been made known on the way from its definition to an instruction.
    fn is_unknown_at(&self, node: Node, value: Value, def: Option<Inst>, at: Inst) -> bool {
        // Objects that hold each other are private if nothing else is found.
        if !self.asking.borrow_mut().insert((node, value, at)) {
            return true;
        }
        let flow = self.program.flow(node);
        let tracked = self.tracked(node, value, false);
        let is_unknown = tracked.points.iter().all(|&point| !flow.reaches(point, at, def))
            && tracked.into.iter().all(|&(param, point)| {
                !flow.reaches(point, at, def) || self.is_private_at(node, param, at)
            });
        self.asking.borrow_mut().remove(&(node, value, at));
        is_unknown
    }

    /// Whether a parameter is still private at an instruction.
    fn is_private_at(&self, node: Node, param: usize, at: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let value = parameter(info.body, param);
        value.is_some_and(|value| self.is_unknown_at(node, value, None, at))
            && self.is_private_param(node, param as u16)
    }

    /// Whether all callers give an object that nobody else knows.
    fn is_private_param(&self, node: Node, param: u16) -> bool {
        if let Some(&known) = self.private_params.borrow().get(&(node, param)) {
            return known;
        }
        if self.calls.get() > MANY_CALLS {
            return false;
        }
        self.calls.set(self.calls.get() + 1);
        self.private_params.borrow_mut().insert((node, param), false);
        let callers = self.program.callers(node);
        let is_root = self.program.solver.callers(node).len() > callers.len();
        let may_be_forked = is_root && self.is_forked(node);
        let is_private = !callers.is_empty()
            && !may_be_forked
            && callers.iter().all(|from| {
                let Some(info) = self.program.node(from.node) else { return false };
                let args = arguments(info.body, from.inst);
                let arg = args.get(usize::from(param));
                // Glue that calls a constructor has just made the object.
                let is_made = || {
                    let method = self.program.node(node).map(|info| info.method);
                    let name =
                        method.map(|method| self.program.solver.hierarchy().method(method).name);
                    param == 0 && name.is_some_and(|name| name.as_str() == "<init>")
                };
                !from.is_direct && is_made()
                    || from.is_direct
                        && arg.is_some_and(|&arg| self.is_private(from.node, arg, from.inst))
            });
        self.calls.set(self.calls.get() - 1);
        self.private_params.borrow_mut().insert((node, param), is_private);
        is_private
    }

    fn is_forked(&self, node: Node) -> bool {
        let solver = self.program.solver;
        solver.callers(node).iter().any(|caller| solver.is_fork(caller.node, caller.stmt))
    }

    /// Where an object goes that is a value, or that a value holds.
    fn tracked(&self, node: Node, value: Value, is_held: bool) -> Rc<Tracked> {
        let key = (node, value, is_held);
        if let Some(known) = self.tracked.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.track(node, value, is_held));
        self.tracked.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// Follows a value through its body.
    fn track(&self, node: Node, value: Value, is_held: bool) -> Tracked {
        let Some(info) = self.program.node(node) else { return Tracked::default() };
        let body = info.body;
        let mut tracked = Tracked::default();
        let mut pending = vec![(value, is_held)];
        let mut seen: FxHashSet<(Value, bool)> = FxHashSet::default();
        while let Some((value, is_held)) = pending.pop() {
            if !seen.insert((value, is_held)) {
                continue;
            }
            for (inst, data) in body.insts.iter() {
                let mut uses = false;
                data.op.for_each_operand(&body.lists, |operand| uses |= operand == value);
                if !uses {
                    continue;
                }
                match data.op {
                    Op::Phi(_) | Op::CheckCast { .. } => {
                        pending.extend(data.result.map(|to| (to, is_held)));
                    }
                    // What is taken out of what holds it may be it, or hold it.
                    Op::GetField { object: from, .. } | Op::ArrayLoad { array: from, .. }
                        if is_held && from == value =>
                    {
                        let loaded = data.result.filter(|&to| body.values[to].ty.is_reference());
                        pending.extend(loaded.map(|to| (to, true)));
                    }
                    Op::PutStatic { .. } => tracked.points.push(inst),
                    Op::PutField { object, value: stored, .. } if stored == value => {
                        tracked.stored(body, object, inst, &mut pending);
                    }
                    Op::ArrayStore { array, value: stored, .. } if stored == value => {
                        tracked.stored(body, array, inst, &mut pending);
                    }
                    // What captures it holds it.
                    Op::InvokeDynamic { .. } => pending.extend(data.result.map(|to| (to, true))),
                    Op::Invoke { .. } => {
                        let at = (inst, value, is_held);
                        self.track_call(node, at, &mut tracked, &mut pending);
                    }
                    Op::Return(_) => tracked.is_returned = true,
                    _ => {}
                }
            }
        }
        tracked.points.sort_unstable();
        tracked.points.dedup();
        tracked.into.sort_unstable();
        tracked.into.dedup();
        tracked
    }

    fn track_call(
        &self,
        node: Node,
        (inst, value, is_held): (Inst, Value, bool),
        tracked: &mut Tracked,
        pending: &mut Vec<(Value, bool)>,
    ) {
        let Some(info) = self.program.node(node) else { return };
        let args = arguments(info.body, inst);
        let positions = args.iter().enumerate().filter(|(_, arg)| **arg == value);
        let solver = self.program.solver;
        let code = solver.code_of(node);
        for (at, _) in positions {
            for (stmt, called) in self.program.edges(node) {
                let is_here = code.insts.get(stmt.0 as usize).copied().flatten() == Some(inst);
                if !is_here && !stmt.is_dynamic() {
                    continue;
                }
                if solver.is_fork(node, stmt) {
                    tracked.points.push(inst);
                    continue;
                }
                let fate = self.fate(called.node, at, is_held);
                if fate.escapes {
                    tracked.points.push(inst);
                }
                for into in fate.into {
                    match args.get(into) {
                        Some(&holder) if holder != value => {
                            tracked.stored(info.body, holder, inst, pending);
                        }
                        _ => {}
                    }
                }
                if fate.is_returned {
                    pending.extend(info.body.insts[inst].result.map(|to| (to, true)));
                }
            }
        }
    }

    /// What code does with a parameter.
    fn fate(&self, node: Node, param: usize, is_held: bool) -> Fate {
        let key = (node, param, is_held);
        if let Some(known) = self.fates.borrow().get(&key) {
            return known.clone();
        }
        if self.calls.get() > MANY_CALLS {
            return Fate { escapes: true, ..Fate::default() };
        }
        self.calls.set(self.calls.get() + 1);
        // A recursion that does nothing else does nothing.
        self.fates.borrow_mut().insert(key, Fate::default());
        let fate = match self.program.node(node) {
            Some(info) => self.body_fate(node, info.body, param, is_held),
            None => self.glue_fate(node, param, is_held),
        };
        self.calls.set(self.calls.get() - 1);
        self.fates.borrow_mut().insert(key, fate.clone());
        fate
    }

    fn body_fate(&self, node: Node, body: &Body, param: usize, is_held: bool) -> Fate {
        let Some(value) = parameter(body, param) else { return Fate::default() };
        let tracked = self.tracked(node, value, is_held);
        let mut into: Vec<usize> = tracked.into.iter().map(|&(into, _)| into).collect();
        into.dedup();
        Fate { escapes: !tracked.points.is_empty(), into, is_returned: tracked.is_returned }
    }

    fn glue_fate(&self, node: Node, param: usize, is_held: bool) -> Fate {
        let solver = self.program.solver;
        let code = solver.code_of(node);
        if !solver.made_stmts(node).is_empty() {
            return Fate::escaping();
        }
        let Some(Some(var)) = code.params.get(param).copied() else {
            // What has no variable there goes nowhere.
            return Fate::default();
        };
        let mut fate = Fate::default();
        let mut pending = vec![(var, is_held)];
        let mut seen: FxHashSet<(Var, bool)> = FxHashSet::default();
        let is_new = |var: Var| {
            let defs = code.defs.of(var);
            !defs.is_empty()
                && defs.iter().all(|&id| {
                    matches!(code.stmt(id), Stmt::New { what: New::Site(_) | New::Merged(_), .. })
                })
        };
        while let Some((var, is_held)) = pending.pop() {
            if !seen.insert((var, is_held)) {
                continue;
            }
            fate.is_returned |= code.ret == Some(var);
            for (at, stmt) in code.stmts.iter().enumerate() {
                match stmt {
                    Stmt::Copy { to, from, .. } if *from == var => pending.push((*to, is_held)),
                    Stmt::Load { to, base, .. } if is_held && *base == var => {
                        pending.push((*to, true));
                    }
                    Stmt::StoreStatic { from, .. } if *from == var => fate.escapes = true,
                    Stmt::Store { base, from, .. } if *from == var => {
                        match code.params.iter().position(|param| *param == Some(*base)) {
                            Some(into) => fate.into.push(into),
                            None if is_new(*base) => pending.push((*base, true)),
                            None => fate.escapes = true,
                        }
                    }
                    Stmt::Rule(rule) if rule.base == var || rule.args.contains(&Some(var)) => {
                        fate.escapes = true;
                    }
                    Stmt::Call(call) if call.args.contains(&Some(var)) => {
                        if call.fork.is_some() {
                            fate.escapes = true;
                            continue;
                        }
                        let id = points_to::StmtId(at as u32);
                        let callees: Vec<Node> = self
                            .program
                            .edges(node)
                            .filter(|(stmt, _)| *stmt == id)
                            .map(|(_, called)| called.node)
                            .collect();
                        for (position, _) in
                            call.args.iter().enumerate().filter(|(_, arg)| **arg == Some(var))
                        {
                            for &callee in &callees {
                                let inner = self.fate(callee, position, is_held);
                                fate.escapes |= inner.escapes;
                                for into in inner.into {
                                    let Some(Some(holder)) = call.args.get(into).copied() else {
                                        continue;
                                    };
                                    match code.params.iter().position(|p| *p == Some(holder)) {
                                        Some(into) => fate.into.push(into),
                                        None if is_new(holder) => pending.push((holder, true)),
                                        None => fate.escapes = true,
                                    }
                                }
                                if inner.is_returned {
                                    pending.extend(call.result.map(|to| (to, true)));
                                }
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        fate.into.sort_unstable();
        fate.into.dedup();
        fate.into.retain(|&into| into != param);
        fate
    }
}

/// Where a value goes in its body.
#[derive(Default)]
struct Tracked {
    /// The instructions that make it known.
    points: Vec<Inst>,
    /// The parameters that it is stored in, and where.
    into: Vec<(usize, Inst)>,
    is_returned: bool,
}

impl Tracked {
    /// It is stored in something.
    fn stored(&mut self, body: &Body, holder: Value, inst: Inst, pending: &mut Vec<(Value, bool)>) {
        let mut holder = holder;
        while let Op::CheckCast { value, .. } = body.insts[body.values[holder].def].op {
            holder = value;
        }
        match body.insts[body.values[holder].def].op {
            Op::New(_)
            | Op::NewArray { .. }
            | Op::NewMultiArray { .. }
            | Op::InvokeDynamic { .. } => pending.push((holder, true)),
            // Then it depends on what that parameter is.
            Op::Param(at) => {
                self.into.push((usize::from(at), inst));
                pending.push((holder, true));
            }
            _ => self.points.push(inst),
        }
    }
}

/// The value of a parameter.
fn parameter(body: &Body, param: usize) -> Option<Value> {
    let is_it = |op: &Op| matches!(op, Op::Param(at) if usize::from(*at) == param);
    body.insts.values().find(|inst| is_it(&inst.op)).and_then(|inst| inst.result)
}
