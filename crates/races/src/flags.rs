//! Flags of the very object that is accessed: who has set one tells whoever asks for it that what came before is done.
//!
//! ```java
//! void finish(long value) { result = value; state = DONE; }     // `state` is volatile
//! if (job.state() == DONE) sum += job.result();
//!
//! request.answer = compute(); request.done.countDown();         // `done` is a latch of its own, or a future
//! request.done.await(); use(request.answer);
//! ```
//!
//! An [atomic variable](crate::variables) of the object is a flag like a volatile field: `state.set(DONE)`, `state.get() == DONE`. Who does
//! something because it was the first to change one (`state.compareAndSet(OPEN, BUSY)`) does so once.
//!
//! A flag may also be a [latch that the program has made by hand](crate::latches), asked for by a method that returns only if it is set.
//! And what is written only while a flag is not set, which it then is for good, is written once: `if (!opened) { price = p; opened = true; }`.
//!
//! Signals between threads are the business of [`crate::sync`], which asks what a thread does at all: a worker finishes one job, and
//! then writes to the next. Here it is asked what is done to *one* object, as far as the bodies around the two accesses name it in the same way:
//! the one is followed by the write of a flag, and none of it comes after that; the other is carried out only if the flag has that value.
//! Whether others set it, too, is not known, so this is a doubt, not a proof.

use ir::Inst;
use ir::body::{Body, Cond, Constant, Op, Value};
use ir::hierarchy::FieldId;
use points_to::Node;
use rustc_hash::FxHashSet;

use crate::accesses::Found;
use crate::flow::Flow;
use crate::latches::Latches;
use crate::objects::{Objects, uncast};
use crate::order::Order;
use crate::paths::{Path, Paths, Root};
use crate::program::{NodeInfo, Program, Step, What, arguments};
use crate::result::{Doubt, Site};
use crate::threads::Threads;
use crate::variables;

pub(crate) struct Flags<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) threads: &'a Threads,
    pub(crate) order: &'a Order<'a>,
    pub(crate) paths: &'a Paths<'a>,
    pub(crate) objects: &'a Objects<'a>,
    pub(crate) latches: Latches<'a>,
}

/// What a flag is set to, or asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    Number(i64),
    /// A constant of an enumeration, or another object that has a name.
    Named(FieldId),
    Null,
    /// Anything else, or anything but null.
    Other,
    /// What the field holds is signalled, or waited for.
    Signalled,
}

/// A flag that an access asks for before it is carried out.
struct AskedFor {
    field: FieldId,
    setting: Setting,
    /// Where it is waited for, if it is.
    wait: Option<Site>,
}

/// How many calls around an access are looked at, and how deep in those beside it.
const CALLS: usize = 3;
const DEPTH: usize = 2;

/// A body around an access, where in it that happens, and how it names the object.
struct FrameOf {
    node: Node,
    inst: Inst,
    path: Path,
}

impl Flags<'_> {
    /// The flag by which the second access knows that the first has been done. Of an object of which there is one, several threads may
    /// signal the same; of many it is taken to be done once for each, in one way or another. Whether the first access is claimed has to be told.
    pub(crate) fn doubt(
        &self,
        (first, is_claimed): (&Found, bool),
        second: &Found,
        is_one: bool,
    ) -> Option<Doubt> {
        let asked = self.asked(second, is_one);
        let frames = if asked.is_empty() { Vec::new() } else { self.frames(first) };
        let mut asked = asked.into_iter();
        let flag = asked.find(|flag| {
            let what = (flag.field, flag.setting);
            self.is_set_after(&frames, what, is_claimed) || self.is_set_once(&frames, what)
        })?;
        Some(flag.wait.map_or(Doubt::OrderedByVolatile(flag.field), Doubt::OrderedBySignal))
    }

    /// The body of an access, and those that call it, as long as there is one that does and names the object.
    fn frames(&self, found: &Found) -> Vec<FrameOf> {
        let mut frames = Vec::new();
        let (mut node, mut inst, mut base) = (found.node, found.inst, found.base);
        for _ in 0..CALLS {
            let (Some(info), Some(value)) = (self.program.node(node), base) else { break };
            let path = self.object(node, info, value);
            let (root, has_fields) = (path.root, !path.fields.is_empty());
            frames.push(FrameOf { node, inst, path });
            let [from] = self.program.callers(node) else { break };
            let Root::Param(at) = root else { break };
            if has_fields {
                break;
            }
            let outer = self.program.node(from.node).filter(|_| from.is_direct);
            base = outer.and_then(|o| arguments(o.body, from.inst).get(usize::from(at)).copied());
            (node, inst) = (from.node, from.inst);
        }
        frames
    }

    /// How a body names the object that has the flag: what is accessed, or what that is a part of.
    fn object(&self, node: Node, info: &NodeInfo<'_>, value: Value) -> Path {
        let path = self.paths.of(node, value);
        match info.body.insts[info.body.values[value].def].op {
            Op::GetField { object, field } => {
                let field = self.paths.field_in(node, field);
                match field.is_some_and(|field| self.paths.is_owned(field)) {
                    true => self.paths.of(node, object),
                    false => path,
                }
            }
            _ => path,
        }
    }

    /// The flags of the object, with the values, without which the access is not carried out.
    fn asked(&self, found: &Found, is_one: bool) -> Vec<AskedFor> {
        let mut asked = Vec::new();
        for frame in self.frames(found) {
            self.waits(&frame, is_one, &mut asked);
            self.tests(&frame, &mut asked);
            self.tests_of_calls(&frame, &mut asked);
        }
        asked
    }

    /// What a call has tested that comes before the access: it does not return unless the flag is set.
    fn tests_of_calls(&self, frame: &FrameOf, asked: &mut Vec<AskedFor>) {
        let Some(info) = self.program.node(frame.node) else { return };
        let flow = self.program.flow(frame.node);
        for (inst, step) in info.steps() {
            let Step::Call { node: callee, is_direct: true, .. } = step else { continue };
            let Some(inner) = self.program.node(*callee) else { continue };
            let receiver = arguments(info.body, inst).first().copied();
            if !inner.is_application
                || inst == frame.inst
                || receiver.is_none_or(|this| self.paths.of(frame.node, this) != frame.path)
                || info.steps_at(inst).filter_map(Step::callee).count() > 1
                || !flow.comes_after(info.body, frame.inst, inst)
            {
                continue;
            }
            let mut returns =
                inner.body.insts.iter().filter(|(_, data)| crate::flow::leaves(&data.op));
            if let (Some((last, _)), None) = (returns.next(), returns.next()) {
                let path = Path { root: Root::Param(0), fields: Vec::new() };
                self.tests(&FrameOf { node: *callee, inst: last, path }, asked);
            }
        }
    }

    /// What is waited for.
    fn waits(&self, frame: &FrameOf, is_one: bool, asked: &mut Vec<AskedFor>) {
        let Some(info) = self.program.node(frame.node) else { return };
        let flow = self.program.flow(frame.node);
        // Who waits for a lock, or gives one back for that, may have been told of something else.
        let is_lock = |inst: Inst| {
            let mut steps = info.steps_at(inst);
            steps.any(|step| {
                matches!(step, Step::Event(event)
                    if matches!(event.what, What::Acquire { .. } | What::Release { .. }))
            })
        };
        for (inst, event) in info.events().filter(|(_, event)| event.what == What::Await) {
            // What several count down tells of none of them for sure. A future comes to its end once.
            let is_future = || {
                info.steps_at(inst).any(|step| {
                    matches!(step, Step::Event(event) if matches!(event.what, What::Join { .. }))
                })
            };
            let is_for_one =
                event.objs.iter().all(|obj| self.objects.made_for(obj) == Some(1)) || is_future();
            let value = event.value.filter(|_| is_for_one && !is_lock(inst));
            let field = value.and_then(|value| self.signal(frame.node, &frame.path, value));
            if let Some(field) = field
                && (!is_one || self.is_signalled_by_one(field))
                && self.has_waited(info, flow, inst, frame.inst)
            {
                let wait = Some(Site { method: info.method, inst });
                asked.push(AskedFor { field, setting: Setting::Signalled, wait });
            }
        }
    }

    /// What is tested.
    fn tests(&self, frame: &FrameOf, asked: &mut Vec<AskedFor>) {
        let Some(info) = self.program.node(frame.node) else { return };
        let flow = self.program.flow(frame.node);
        for (at, data) in info.body.insts.iter() {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
            let Some(field) = self.flag_read(frame, info, lhs) else { continue };
            let is_reference = info.body.values[lhs].ty.is_reference();
            let value = match rhs {
                Some(rhs) => self.setting(frame.node, info.body, rhs),
                None if is_reference => Setting::Null,
                None => Setting::Number(0),
            };
            let (equal, other) = match cond {
                Cond::Eq => (then, otherwise),
                Cond::Ne => (otherwise, then),
                _ => continue,
            };
            let needs = |way| !flow.is_reached_without(frame.inst, (flow.block_of(at), way));
            // What a field has from the beginning tells nothing; that it has something else does.
            let setting = match value {
                Setting::Number(0) if rhs.is_none() && needs(other) => Setting::Number(1),
                Setting::Null if needs(other) => Setting::Other,
                Setting::Number(0) | Setting::Null | Setting::Other => continue,
                _ if needs(equal) => value,
                _ => continue,
            };
            asked.push(AskedFor { field, setting, wait: None });
        }
    }

    /// The field of the object that has had what is signalled or waited for since it was made.
    fn signal(&self, node: Node, path: &Path, value: Value) -> Option<FieldId> {
        let fields = path.suffix(&self.paths.of(node, value))?;
        let [field] = fields[..] else { return None };
        self.paths.is_owned(field).then_some(field)
    }

    /// Whether one method alone signals what a field holds, in one thread.
    fn is_signalled_by_one(&self, field: FieldId) -> bool {
        let mut methods = FxHashSet::default();
        let mut threads = FxHashSet::default();
        for (node, info) in self.program.nodes() {
            for (_, event) in info.events().filter(|(_, event)| event.what == What::Signal) {
                let path = event.value.map(|value| self.paths.of(node, value));
                if path.is_some_and(|path| path.fields.last() == Some(&field)) {
                    methods.insert(info.method);
                    threads.extend(self.threads.of(node).iter().copied());
                }
            }
        }
        methods.len() == 1
            && threads.len() == 1
            && threads.into_iter().all(|thread| !self.order.is_many(thread))
    }

    /// Whether an instruction is carried out only after a call has waited, and with success where the call tells.
    fn has_waited(&self, info: &NodeInfo<'_>, flow: &Flow, wait: Inst, at: Inst) -> bool {
        let body = info.body;
        let Some(told) =
            body.insts[wait].result.filter(|&told| body.values[told].ty == ir::Type::Int)
        else {
            return flow.comes_after(body, at, wait);
        };
        body.insts.iter().any(|(test, data)| match data.op {
            Op::If { cond: Cond::Ne, lhs, rhs: None, then, .. } if lhs == told => {
                !flow.is_reached_without(at, (flow.block_of(test), then))
            }
            Op::If { cond: Cond::Eq, lhs, rhs: None, otherwise, .. } if lhs == told => {
                !flow.is_reached_without(at, (flow.block_of(test), otherwise))
            }
            _ => false,
        })
    }

    /// The volatile field of the object that a value was read from, here or by a method that does nothing else.
    fn flag_read(&self, frame: &FrameOf, info: &NodeInfo<'_>, value: Value) -> Option<FieldId> {
        let def = info.body.values[uncast(info.body, value)].def;
        if let Some(variable) = variables::read(self.program, info, def) {
            return self.signal(frame.node, &frame.path, variable);
        }
        match info.body.insts[def].op {
            Op::GetField { object, field } => {
                let field = self.paths.field_in(frame.node, field)?;
                let is_it = self.paths.of(frame.node, object) == frame.path;
                (is_it && self.is_flag(field)).then_some(field)
            }
            Op::Invoke { args, .. } => {
                let receiver = info.body.list(args).first().copied()?;
                if self.paths.of(frame.node, receiver) != frame.path {
                    return None;
                }
                let mut callees = info.steps_at(def).filter_map(|step| match step {
                    Step::Call { node, is_direct: true, .. } => Some(*node),
                    _ => None,
                });
                let callee = callees.next().filter(|_| callees.next().is_none())?;
                let inner = self.program.node(callee)?;
                let mut returns = inner.body.insts.values().filter_map(|inst| match inst.op {
                    Op::Return(value) => value,
                    _ => None,
                });
                let returned = returns.next().filter(|_| returns.next().is_none())?;
                let this = Path { root: Root::Param(0), fields: Vec::new() };
                let def = inner.body.values[uncast(inner.body, returned)].def;
                if let Some(variable) = variables::read(self.program, inner, def) {
                    return self.signal(callee, &this, variable);
                }
                let Op::GetField { object, field } = inner.body.insts[def].op else { return None };
                let field = self.paths.field_in(callee, field)?;
                (is_param(inner.body, object, 0) && self.is_flag(field)).then_some(field)
            }
            _ => None,
        }
    }

    /// Whether a flag is set after an access, and nowhere before it.
    fn is_set_after(
        &self,
        frames: &[FrameOf],
        (field, value): (FieldId, Setting),
        is_claimed: bool,
    ) -> bool {
        let mut is_set = false;
        for frame in frames {
            let Some(info) = self.program.node(frame.node) else { return false };
            let flow = self.program.flow(frame.node);
            let changes = frame.path.changes_at(info.body);
            let sets: Vec<Inst> = info
                .body
                .insts
                .iter()
                .map(|(inst, _)| inst)
                .filter(|&inst| inst != frame.inst)
                .filter(|&inst| self.sets(frame.node, inst, &frame.path, (field, value), DEPTH))
                .collect();
            let is_again = is_set && flow.reaches(frame.inst, frame.inst, changes);
            if is_again || sets.iter().any(|&set| flow.reaches(set, frame.inst, changes)) {
                return false;
            }
            is_set |= sets.iter().any(|&set| flow.reaches(frame.inst, set, changes));
        }
        is_set && (is_claimed || frames.last().is_some_and(|frame| !self.is_done_again(frame)))
    }

    /// Whether an access is done only where the flag is not set yet, which it then is, for good, by the one thread that does so.
    fn is_set_once(&self, frames: &[FrameOf], (field, value): (FieldId, Setting)) -> bool {
        let Some(frame) = frames.first() else { return false };
        let Some(info) = self.program.node(frame.node) else { return false };
        let is_by_one = match self.threads.of(frame.node) {
            [thread] => !self.order.is_many(*thread),
            _ => false,
        };
        if value != Setting::Number(1) || !is_by_one || !self.latches.is_set_only(field) {
            return false;
        }
        let flow = self.program.flow(frame.node);
        let tests = flow.tests_on_way(info.body, frame.inst);
        let unset = tests.iter().find(|test| {
            test.cond == Cond::Eq
                && test.rhs.is_none()
                && self.flag_read(frame, info, test.lhs) == Some(field)
        });
        let is_followed = |set: Inst, test: Inst| {
            let mut insts = info.body.insts.iter();
            !insts.any(|(inst, data)| {
                crate::flow::leaves(&data.op) && flow.reaches(frame.inst, inst, Some(set))
            }) && !flow.reaches(frame.inst, frame.inst, Some(set))
                && !flow.reaches(set, frame.inst, Some(test))
        };
        unset.is_some_and(|unset| {
            let mut insts = info.body.insts.iter().map(|(inst, _)| inst);
            insts.any(|inst| {
                self.sets(frame.node, inst, &frame.path, (field, value), 0)
                    && is_followed(inst, unset.inst)
            })
        })
    }

    /// Whether the same body may run once more for the same object.
    fn is_done_again(&self, frame: &FrameOf) -> bool {
        !matches!(frame.path.root, Root::Value(_)) && !self.program.callers(frame.node).is_empty()
    }

    /// Whether an instruction sets a flag of an object, itself or by a call.
    fn sets(
        &self,
        node: Node,
        inst: Inst,
        path: &Path,
        flag: (FieldId, Setting),
        depth: usize,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        if flag.1 == Setting::Signalled {
            let signals = info.steps_at(inst).any(|step| {
                matches!(step, Step::Event(event)
                if event.what == What::Signal
                    && event.value.and_then(|value| self.signal(node, path, value)) == Some(flag.0))
            });
            if signals {
                return true;
            }
        }
        match info.body.insts[inst].op {
            Op::PutField { object, field, value } => {
                let set = self.setting(node, info.body, value);
                self.paths.field_in(node, field) == Some(flag.0)
                    && (set == flag.1 || set == Setting::Other)
                    && self.paths.of(node, object) == *path
            }
            Op::Invoke { .. }
                if let Some((variable, value)) = variables::written(self.program, info, inst) =>
            {
                let set = value.map_or(Setting::Other, |v| self.setting(node, info.body, v));
                self.signal(node, path, variable) == Some(flag.0)
                    && (set == flag.1 || set == Setting::Other)
            }
            Op::Invoke { args, .. } if depth > 0 => {
                let args = info.body.list(args);
                let at = args.iter().position(|&arg| self.paths.of(node, arg) == *path);
                let Some(at) = at else { return false };
                let path = Path { root: Root::Param(at as u16), fields: Vec::new() };
                info.steps_at(inst).any(|step| match step {
                    Step::Call { node: callee, is_direct: true, .. } => {
                        let inner = self.program.node(*callee).map(|info| info.body);
                        inner.is_some_and(|inner| {
                            let mut insts = inner.insts.iter();
                            insts.any(|(inst, _)| self.sets(*callee, inst, &path, flag, depth - 1))
                        })
                    }
                    _ => false,
                })
            }
            _ => false,
        }
    }

    fn is_flag(&self, field: FieldId) -> bool {
        let decl = self.program.solver.hierarchy().field(field);
        decl.flags.contains(classfile::FieldFlags::VOLATILE) || self.latches.is_guarded(field)
    }

    fn setting(&self, node: Node, body: &Body, value: Value) -> Setting {
        match body.insts[body.values[value].def].op {
            Op::Const(Constant::Int(number)) => Setting::Number(i64::from(number)),
            Op::Const(Constant::Long(number)) => Setting::Number(number),
            Op::Const(Constant::Null) => Setting::Null,
            Op::GetStatic { field } => {
                let field = self.paths.field_in(node, field);
                let field = field.filter(|&field| self.paths.is_constant(field));
                field.map_or(Setting::Other, Setting::Named)
            }
            _ => Setting::Other,
        }
    }
}

fn is_param(body: &Body, value: Value, at: u16) -> bool {
    matches!(body.insts[body.values[value].def].op, Op::Param(own) if own == at)
}
