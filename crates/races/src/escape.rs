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
use points_to::{Code, CodeId, CodeKey, New, Node, Rule, RuleKind, Stmt, Var};
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
    gives_new: RefCell<FxHashMap<(Node, Inst, bool), bool>>,
    private_params: RefCell<FxHashMap<(Node, u16, bool), bool>>,
    asking: RefCell<FxHashSet<(Node, Value, Inst, bool)>>,
    /// By the code that makes an object: whether it is a constructor that stores it in the constructed object, and nowhere else.
    made_parts: RefCell<FxHashMap<(CodeId, u32), bool>>,
    /// Those whose own ways are being followed because something is stored in them.
    holders: RefCell<FxHashSet<(Node, Value)>>,
    /// How deep the calls are that are being followed.
    calls: Cell<usize>,
}

/// How deep calls are followed; beyond that everything is known to everybody.
const MANY_CALLS: usize = 100;

/// How far loads are followed into private objects; beyond that everything is known to everybody, too.
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
            made_parts: RefCell::default(),
            holders: RefCell::default(),
            calls: Cell::new(0),
        }
    }

    /// Whether nobody else knows the object of a value when an instruction is carried out.
    pub(crate) fn is_private(&self, node: Node, value: Value, at: Inst) -> bool {
        self.find(node, value, at, false, DEPTH)
    }

    /// The same; if so, also for all that the object holds.
    fn find(&self, node: Node, value: Value, at: Inst, is_held: bool, depth: usize) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::New(_) | Op::NewArray { .. } | Op::NewMultiArray { .. } => {
                self.is_unknown_at(node, value, is_held, Some(def), at)
            }
            Op::Param(param) => {
                self.is_unknown_at(node, value, is_held, None, at)
                    && self.is_private_param(node, param, is_held)
            }
            Op::CheckCast { value, .. } => self.find(node, value, at, is_held, depth),
            Op::Invoke { .. } if depth > 0 => {
                let receiver = self.program.returned_receiver(node, def);
                receiver.is_some_and(|receiver| self.find(node, receiver, at, is_held, depth))
                    || self.gives_new(node, def, is_held, depth)
                        && self.is_unknown_at(node, value, is_held, Some(def), at)
            }
            Op::GetField { object: base, .. } | Op::ArrayLoad { array: base, .. } if depth > 0 => {
                self.find(node, base, at, is_held, depth - 1)
                    && self.is_all_private(node, value, is_held, at)
                    || self.is_made_part(node, value) && self.find(node, base, at, true, depth - 1)
            }
            Op::Phi(list) if depth > 0 => info
                .body
                .list(list)
                .iter()
                .all(|&from| from == value || self.find(node, from, at, is_held, depth - 1)),
            _ => self.is_nothing(node, value),
        }
    }

    /// Whether all that a value may be are arrays without elements: whoever knows them, there is nothing to know.
    fn is_nothing(&self, node: Node, value: Value) -> bool {
        let objs = self.program.points_to(node, value);
        objs.is_some_and(|objs| {
            !objs.is_empty() && objs.iter().all(|obj| self.objects.is_empty_array(obj))
        })
    }

    /// Whether a call returns an object that it made and that nobody else knows.
    fn gives_new(&self, node: Node, call: Inst, is_held: bool, depth: usize) -> bool {
        let key = (node, call, is_held);
        if let Some(&known) = self.gives_new.borrow().get(&key) {
            return known;
        }
        // A recursion gives what its end gives.
        self.gives_new.borrow_mut().insert(key, true);
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let mut callees = (self.program.edges(node))
            .filter(|(stmt, _)| code.insts.get(stmt.0 as usize).copied().flatten() == Some(call))
            .map(|(_, called)| called.node)
            .peekable();
        let gives = callees.peek().is_some()
            && callees.all(|callee| self.returns_new(callee, is_held, depth - 1));
        self.gives_new.borrow_mut().insert(key, gives);
        gives
    }

    /// The same for the code that is called.
    fn returns_new(&self, node: Node, is_held: bool, depth: usize) -> bool {
        match self.program.node(node) {
            Some(info) => info.body.insts.iter().all(|(at, data)| match data.op {
                Op::Return(Some(value)) => self.find(node, value, at, is_held, depth),
                _ => true,
            }),
            None => self.glue_gives_new(node, is_held, DEPTH),
        }
    }

    /// Whether what a summary returns is made there, or copied, and goes nowhere else.
    fn glue_gives_new(&self, node: Node, is_held: bool, depth: usize) -> bool {
        let code = self.program.solver.code_of(node);
        let vars = code.ret.and_then(|ret| self.made_in_glue(node, ret, is_held, depth));
        let Some(vars) = vars else { return false };
        !code.stmts.iter().any(|stmt| match stmt {
            Stmt::Store { from, .. } | Stmt::StoreStatic { from, .. } => vars.contains(from),
            Stmt::Call(call) => call.args.iter().flatten().any(|arg| vars.contains(arg)),
            Stmt::Rule(rule) => {
                vars.contains(&rule.base) || rule.args.iter().flatten().any(|a| vars.contains(a))
            }
            _ => false,
        })
    }

    /// If all objects of a variable of a summary are made there, or copied: the variables that they come from.
    fn made_in_glue(&self, node: Node, var: Var, is_held: bool, depth: usize) -> Option<Vec<Var>> {
        let solver = self.program.solver;
        let code = solver.code_of(node);
        if depth == 0 || !copies_only(code) && !solver.made_stmts(node).is_empty() {
            return None;
        }
        let mut vars = vec![var];
        let mut at = 0;
        while let Some(&var) = vars.get(at) {
            at += 1;
            let defines = |stmt: &Stmt| match stmt {
                Stmt::Call(call) => call.result == Some(var),
                Stmt::Rule(rule) => rule.result == Some(var),
                _ => stmt.to() == Some(var),
            };
            let stmts = code.stmts.iter().enumerate();
            let mut defs = stmts.filter(|(_, stmt)| defines(stmt)).peekable();
            if defs.peek().is_none() || code.params.contains(&Some(var)) {
                return None;
            }
            for (at, stmt) in defs {
                match stmt {
                    Stmt::New { what: New::Site(_) | New::Merged(_), .. } => {}
                    Stmt::Copy { from, .. } if vars.contains(from) => {}
                    Stmt::Copy { from, .. } => vars.push(*from),
                    Stmt::Rule(rule) if is_copy(rule) => {}
                    Stmt::Call(call) if call.fork.is_none() => {
                        let id = points_to::StmtId(at as u32);
                        let mut called = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                        let gives = |node: Node| match self.program.node(node) {
                            Some(_) => self.returns_new(node, is_held, depth - 1),
                            None => self.glue_gives_new(node, is_held, depth - 1),
                        };
                        if !called.all(|(_, called)| gives(called.node)) {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
        }
        Some(vars)
    }

    /// Whether all objects of a value were made by the constructor of what they are parts of, which told nobody else of them.
    fn is_made_part(&self, node: Node, value: Value) -> bool {
        let solver = self.program.solver;
        let Some(objs) = self.program.points_to(node, value) else { return false };
        !objs.is_empty()
            && objs.iter().all(|obj| match solver.obj(obj).kind {
                points_to::ObjKind::Site(maker, ordinal) => self.makes_part(maker, ordinal),
                _ => false,
            })
    }

    fn makes_part(&self, maker: CodeId, ordinal: u32) -> bool {
        if let Some(&known) = self.made_parts.borrow().get(&(maker, ordinal)) {
            return known;
        }
        let solver = self.program.solver;
        let is_constructor = matches!(solver.code_key(maker), CodeKey::Method(method)
            if solver.hierarchy().method(method).name.as_str() == "<init>");
        let made = self.objects.inst_of(maker, ordinal).filter(|_| is_constructor);
        let makes = made.is_some_and(|made| {
            let mut nodes =
                self.program.nodes().filter(|(node, _)| solver.code_id_of(*node) == maker);
            nodes.all(|(node, info)| {
                let tracked = info.body.insts[made].result.map(|v| self.tracked(node, v, true));
                tracked.is_some_and(|tracked| {
                    let mut into = tracked.into.iter();
                    tracked.points.is_empty() && into.all(|(param, _)| *param == 0)
                })
            })
        });
        self.made_parts.borrow_mut().insert((maker, ordinal), makes);
        makes
    }

    /// Whether all objects of a value are made in the same body and still private.
    fn is_all_private(&self, node: Node, value: Value, is_held: bool, at: Inst) -> bool {
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
                        self.is_unknown_at(node, made_value, is_held, Some(made), at)
                    })
                })
        })
    }

    /// Whether a value has not been made known on the way from its definition to an instruction.
    fn is_unknown_at(
        &self,
        node: Node,
        value: Value,
        is_held: bool,
        def: Option<Inst>,
        at: Inst,
    ) -> bool {
        // Objects that hold each other are private if nothing else is found.
        if !self.asking.borrow_mut().insert((node, value, at, is_held)) {
            return true;
        }
        let flow = self.program.flow(node);
        let tracked = self.tracked(node, value, is_held);
        let is_unknown = tracked.points.iter().all(|point| {
            let is_held = |since: Inst| since == point.at || flow.reaches(since, point.at, def);
            !point.since.is_none_or(is_held) || !flow.reaches(point.at, at, def)
        }) && tracked.into.iter().all(|&(param, point)| {
            !flow.reaches(point, at, def) || self.is_private_at(node, param, is_held, at)
        });
        self.asking.borrow_mut().remove(&(node, value, at, is_held));
        is_unknown
    }

    /// Whether a parameter is still private at an instruction.
    fn is_private_at(&self, node: Node, param: usize, is_held: bool, at: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let value = parameter(info.body, param);
        value.is_some_and(|value| self.is_unknown_at(node, value, is_held, None, at))
            && self.is_private_param(node, param as u16, is_held)
    }

    /// Whether all callers give an object that nobody else knows.
    fn is_private_param(&self, node: Node, param: u16, is_held: bool) -> bool {
        let key = (node, param, is_held);
        if let Some(&known) = self.private_params.borrow().get(&key) {
            return known;
        }
        if self.calls.get() > MANY_CALLS {
            return false;
        }
        self.calls.set(self.calls.get() + 1);
        self.private_params.borrow_mut().insert(key, false);
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
                        && arg.is_some_and(|&arg| {
                            self.find(from.node, arg, from.inst, is_held, DEPTH)
                        })
            });
        self.calls.set(self.calls.get() - 1);
        self.private_params.borrow_mut().insert(key, is_private);
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
        let (body, flow) = (info.body, self.program.flow(node));
        let mut tracked = Tracked::default();
        let mut pending = vec![Step { value, is_held, since: None }];
        let mut seen: FxHashSet<Step> = FxHashSet::default();
        while let Some(step) = pending.pop() {
            if !seen.insert(step) {
                continue;
            }
            let Step { value, is_held, since } = step;
            for (inst, data) in body.insts.iter() {
                let mut uses = false;
                data.op.for_each_operand(&body.lists, |operand| uses |= operand == value);
                // What is done to a holder before it holds anything is no matter.
                let is_late = |since: Inst| since == inst || flow.reaches(since, inst, None);
                if !uses || !since.is_none_or(is_late) {
                    continue;
                }
                match data.op {
                    Op::Phi(_) | Op::CheckCast { .. } => {
                        pending.extend(data.result.map(|value| Step { value, ..step }));
                    }
                    // What is taken out of what holds it may be it, or hold it.
                    Op::GetField { object: from, .. } | Op::ArrayLoad { array: from, .. }
                        if is_held && from == value =>
                    {
                        let loaded = data.result.filter(|&to| body.values[to].ty.is_reference());
                        pending.extend(loaded.map(|value| Step { value, ..step }));
                    }
                    Op::PutStatic { .. } => tracked.points.push(Known { at: inst, since }),
                    Op::PutField { object, value: stored, .. } if stored == value => {
                        self.store(node, object, (inst, since), &mut tracked, &mut pending);
                    }
                    Op::ArrayStore { array, value: stored, .. } if stored == value => {
                        self.store(node, array, (inst, since), &mut tracked, &mut pending);
                    }
                    // What captures it holds it.
                    Op::InvokeDynamic { .. } => {
                        let holder = data.result;
                        pending.extend(holder.map(|value| Step { value, is_held: true, since }));
                    }
                    Op::Invoke { .. } => {
                        self.track_call(node, inst, step, &mut tracked, &mut pending);
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

    /// A value is stored in something.
    fn store(
        &self,
        node: Node,
        holder: Value,
        (inst, since): (Inst, Option<Inst>),
        tracked: &mut Tracked,
        pending: &mut Vec<Step>,
    ) {
        let Some(info) = self.program.node(node) else { return };
        let (body, mut holder) = (info.body, holder);
        while let Op::CheckCast { value, .. } = body.insts[body.values[holder].def].op {
            holder = value;
        }
        let def = body.values[holder].def;
        let holding = Step { value: holder, is_held: true, since: Some(inst) };
        match body.insts[def].op {
            Op::New(_)
            | Op::NewArray { .. }
            | Op::NewMultiArray { .. }
            | Op::InvokeDynamic { .. } => {
                pending.push(holding);
                // What is stored in something that others know already is known at once.
                let flow = self.program.flow(node);
                let known = self.known_before(node, holder);
                if known.iter().any(|point| flow.reaches(point.at, inst, Some(def))) {
                    tracked.points.push(Known { at: inst, since });
                }
            }
            // Then it depends on what that parameter is.
            Op::Param(at) => {
                tracked.into.push((usize::from(at), inst));
                pending.push(holding);
            }
            _ => tracked.points.push(Known { at: inst, since }),
        }
    }

    /// Where something that holds a value is made known.
    fn known_before(&self, node: Node, holder: Value) -> Vec<Known> {
        // Objects that are stored in each other are followed from one of them.
        if !self.holders.borrow_mut().insert((node, holder)) {
            return Vec::new();
        }
        let points = self.tracked(node, holder, true).points.clone();
        self.holders.borrow_mut().remove(&(node, holder));
        points
    }

    fn track_call(
        &self,
        node: Node,
        inst: Inst,
        Step { value, is_held, since }: Step,
        tracked: &mut Tracked,
        pending: &mut Vec<Step>,
    ) {
        let Some(info) = self.program.node(node) else { return };
        let args = arguments(info.body, inst);
        let positions = args.iter().enumerate().filter(|(_, arg)| **arg == value);
        let solver = self.program.solver;
        let code = solver.code_of(node);
        let known = Known { at: inst, since };
        for (at, _) in positions {
            for (stmt, called) in self.program.edges(node) {
                let is_here = code.insts.get(stmt.0 as usize).copied().flatten() == Some(inst);
                if !is_here && !stmt.is_dynamic() {
                    continue;
                }
                if solver.is_fork(node, stmt) {
                    tracked.points.push(known);
                    continue;
                }
                let fate = self.fate(called.node, at, is_held);
                if fate.escapes {
                    tracked.points.push(known);
                }
                for into in fate.into {
                    match args.get(into) {
                        Some(&holder) if holder != value => {
                            self.store(node, holder, (inst, since), tracked, pending);
                        }
                        _ => {}
                    }
                }
                if fate.is_returned {
                    let returned = info.body.insts[inst].result;
                    pending.extend(returned.map(|value| Step { value, is_held: true, since }));
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
        if !solver.made_stmts(node).is_empty() && !copies_only(code) {
            return Fate::escaping();
        }
        let Some(Some(var)) = code.params.get(param).copied() else {
            // What has no variable there goes nowhere.
            return Fate::default();
        };
        let mut fate = Fate::default();
        let mut pending = vec![(var, is_held)];
        let mut seen: FxHashSet<(Var, bool)> = FxHashSet::default();
        let is_new = |var: Var| self.made_in_glue(node, var, true, DEPTH).is_some();
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
                    // A copy holds the same.
                    Stmt::Rule(rule) if rule.base == var && is_copy(rule) => {
                        pending.extend(rule.result.filter(|_| is_held).map(|to| (to, true)));
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

/// Whether it copies an object.
fn is_copy(rule: &Rule) -> bool {
    rule.kind == RuleKind::Clone
}

/// Whether what code does by rules is to copy objects.
fn copies_only(code: &Code) -> bool {
    code.stmts.iter().all(|stmt| match stmt {
        Stmt::Rule(rule) => is_copy(rule),
        _ => true,
    })
}

/// A value that may be what is followed, or hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Step {
    value: Value,
    is_held: bool,
    /// Where it was stored in what the value comes from, if it was.
    since: Option<Inst>,
}

/// An instruction that makes a value known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    at: Inst,
    /// If it is by a holder: where the value was stored there.
    since: Option<Inst>,
}

/// Where a value goes in its body.
#[derive(Default)]
struct Tracked {
    /// The instructions that make it known.
    points: Vec<Known>,
    /// The parameters that it is stored in, and where.
    into: Vec<(usize, Inst)>,
    is_returned: bool,
}

/// The value of a parameter.
fn parameter(body: &Body, param: usize) -> Option<Value> {
    let is_it = |op: &Op| matches!(op, Op::Param(at) if usize::from(*at) == param);
    body.insts.values().find(|inst| is_it(&inst.op)).and_then(|inst| inst.result)
}
