//! What bodies release and acquire: the signals, waits, writes and branches in them.

use std::rc::Rc;

use ir::Inst;
use ir::body::{Block, Body, Cond, Constant, InvokeKind, Op, Value};
use ir::entity::EntityId as _;
use ir::hierarchy::FieldId;
use models::{Effect, Limit, Property};
use points_to::{Member, Node, Obj, ObjKind, PointsToSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::conditions;
use crate::limits;
use crate::meets;
use crate::objects::plain;
use crate::program::{NodeInfo, Step, What, arguments};
use crate::result::ThreadId;

use super::{Own, Sync, Syncs};

impl<'a> Syncs<'a> {
    pub(super) fn own(&self, thread: ThreadId) -> Rc<Own> {
        if let Some(known) = self.own.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let mut own = self.own_of_bodies(thread);
        self.add_ended(thread, &mut own);
        let own = Rc::new(own);
        self.own.borrow_mut().insert(thread, Rc::clone(&own));
        own
    }

    /// The synchronisation of a thread, without what others have got that it waits for.
    pub(super) fn own_of_bodies(&self, thread: ThreadId) -> Own {
        let mut own = Own::default();
        for node in self.threads.get(thread).nodes.iter() {
            if let Some(info) = self.program.node(node)
                && info.is_application
            {
                own.extend(&self.own_of_body(node, info));
            }
        }
        own
    }

    pub(super) fn own_of_body(&self, node: Node, info: &NodeInfo<'a>) -> Rc<Own> {
        if let Some(known) = self.own_of_body.borrow().get(&node) {
            return Rc::clone(known);
        }
        let mut own = Own::default();
        self.collect(node, info, &mut own);
        let own = Rc::new(own);
        self.own_of_body.borrow_mut().insert(node, Rc::clone(&own));
        own
    }

    pub(super) fn collect(&self, node: Node, info: &NodeInfo<'a>, own: &mut Own) {
        for (inst, data) in info.body.insts.iter() {
            match data.op {
                Op::PutField { field, value, .. } | Op::PutStatic { field, value } => {
                    let written = info.body.insts[info.body.values[value].def].op;
                    let is_zero = matches!(written, Op::Const(Constant::Int(0) | Constant::Null));
                    let put = self.paths.field_in(node, field);
                    own.writes.extend(put.map(|field| (field, is_zero)));
                    if let Some(field) = self.volatile(node, field) {
                        own.releases.entry(Sync::Field(field)).or_default().push((node, inst));
                    }
                }
                Op::Invoke { .. } => {
                    own.has_end |= self.is_end(info, inst);
                    for obj in self.gathered_at(info, inst) {
                        own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
                        own.by_hand.insert(Sync::Obj(obj));
                    }
                    if self.collect_events(node, info, inst, own) {
                        continue;
                    }
                    // What nobody has yet tells nobody anything, and who only asks does not, either.
                    if self.is_constructor(info, inst) || self.is_question(info, inst) {
                        continue;
                    }
                    for sync in self.safe_receivers(node, info, inst) {
                        own.releases.entry(sync).or_default().push((node, inst));
                        if let Sync::Obj(obj) = sync {
                            for word in self.words_passed(node, info, inst) {
                                let passed = own.releases.entry(Sync::Word(obj, word));
                                passed.or_default().push((node, inst));
                            }
                        }
                    }
                }
                Op::If { .. } => {
                    self.collect_branch(node, info, inst, own);
                    self.collect_word(node, info, inst, own);
                }
                _ => {}
            }
        }
    }

    /// Signals and waits of a call; whether there are some.
    fn collect_events(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) -> bool {
        let (mut signals, mut awaits) = (FxHashSet::default(), FxHashSet::default());
        let mut joined = FxHashSet::default();
        let has = |is_it: fn(What) -> bool| {
            info.steps_at(inst).any(|step| matches!(step, Step::Event(event) if is_it(event.what)))
        };
        // What is acquired and released besides is counted.
        let counted: FxHashSet<Obj> = info
            .steps_at(inst)
            .filter_map(|step| match step {
                Step::Event(event) => Some(event),
                _ => None,
            })
            .filter(|event| matches!(event.what, What::Acquire { .. } | What::Release { .. }))
            .flat_map(|event| event.objs.iter().map(plain))
            .collect();
        // An attempt may fail; if it does not, it is a lock, or somebody has given the first right.
        if has(|what| matches!(what, What::Acquire { is_try: true, .. })) {
            self.collect_attempt(node, info, inst, own);
            return true;
        }
        for step in info.steps_at(inst) {
            let Step::Event(event) = step else { continue };
            let into = match event.what {
                What::Signal => &mut signals,
                What::Await => &mut awaits,
                What::Join { .. } => {
                    // Whoever goes on when time is up has to ask.
                    if limits::limit(self.program, info, inst, event) != Limit::None {
                        continue;
                    }
                    joined.extend(event.objs.iter().map(plain));
                    if !event.is_direct {
                        own.wholes.extend(event.objs.iter().map(|obj| Sync::Obj(plain(obj))));
                    }
                    continue;
                }
                _ => continue,
            };
            // What lets several through orders nobody.
            let objs = event.objs.iter().map(plain).filter(|obj| {
                !counted.contains(obj) || matches!(self.objects.made_for(*obj), Some(0 | 1))
            });
            into.extend(objs);
        }
        let rights = signals.iter().chain(&awaits).copied().filter(|obj| counted.contains(obj));
        let has_one = |obj: &Obj| self.objects.made_for(*obj) == Some(1);
        own.rights.extend(rights.filter(has_one).map(Sync::Obj));
        // Who has waited for a thread need not ask whether it has ended.
        for obj in joined {
            own.joins.entry(Sync::Obj(obj)).or_default().insert((node, inst));
        }
        let has_some = !signals.is_empty() || !awaits.is_empty();
        for &obj in &signals {
            own.releases.entry(Sync::Obj(obj)).or_default().push((node, inst));
            if !counted.contains(&obj) {
                own.signals.entry(Sync::Obj(obj)).or_default().push((node, inst));
            }
            if awaits.contains(&obj) {
                own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
            }
        }
        for obj in self.arrived(info, inst).into_iter().filter(|obj| awaits.contains(obj)) {
            own.barriers.entry(Sync::Obj(obj)).or_default().push((node, inst));
        }
        // Where nobody needs to wait in the beginning, nobody is known to have waited.
        let is_open = conditions::is_open(self.program, self.paths, node, inst);
        // Who waits for some time only, and never asks how that ended, goes on in any case.
        let is_unasked = says_whether(info, inst)
            && !is_result_used(info.body, inst)
            && !conditions::is_in_tests(self.program, node, inst);
        let is_told = !is_open && !awaits.is_empty() && says_whether(info, inst);
        let late = if is_told { limits::late(self.program, node, inst) } else { None };
        for obj in awaits {
            let acquires = own.acquires.entry(Sync::Obj(obj)).or_default();
            if !is_open && !is_unasked {
                acquires.waits.insert((node, inst));
            }
            if let Some(late) = &late {
                let in_time = limits::in_time(self.program, node, inst);
                acquires.told.insert((node, inst));
                acquires.edges.extend(&in_time);
                acquires.ends.extend(late.returns.iter().map(|&last| (node, last)));
            }
        }
        has_some
    }

    /// What a call has signalled just before whose result tells this one for what to wait: `phaser.awaitAdvance(phaser.arrive())`.
    /// Both together are a barrier.
    fn arrived(&self, info: &NodeInfo<'a>, inst: Inst) -> Vec<Obj> {
        let mut args = arguments(info.body, inst).into_iter();
        let arrival = args.find_map(|arg| {
            let def = info.body.values[arg].def;
            let follow = info.body.insts.keys().skip_while(|&at| at <= def);
            let is_just_before = def < inst
                && follow.take_while(|&at| at < inst).all(|at| meets::is_quiet(info, at));
            is_just_before.then_some(def)
        });
        let signals =
            arrival.into_iter().flat_map(|def| info.steps_at(def)).filter_map(|step| match step {
                Step::Event(event) if event.what == What::Signal => {
                    Some(event.objs.iter().map(plain))
                }
                _ => None,
            });
        signals.flatten().collect()
    }

    /// What tells that an attempt has succeeded to get a right that nobody has had from the beginning on.
    fn collect_attempt(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) {
        let ways = info.body.insts[inst].result;
        let ways = ways.map(|told| limits::ways(self.program, node, told, false));
        for (_, event) in
            info.events().filter(|(at, event)| *at == inst && event.what == What::Await)
        {
            let objs = event.objs.iter().map(plain);
            for obj in objs.filter(|&obj| self.objects.made_for(obj) == Some(0)) {
                let acquires = own.acquires.entry(Sync::Obj(obj)).or_default();
                acquires.edges.extend(ways.iter().flatten());
            }
        }
    }

    /// Whether a call only reads.
    pub(super) fn is_question(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let only_reads = |model: &models::MethodModel| {
            let mut effects = model.effects.iter();
            let is_asking = model.effects.contains(&Effect::Property(Property::Asking));
            let reads = effects.clone().any(|effect| matches!(effect, Effect::Reads { .. }));
            is_asking || reads && !effects.any(|effect| matches!(effect, Effect::Writes { .. }))
        };
        if let Some(model) = self.model(info, inst) {
            return only_reads(model);
        }
        // What an interface promises is said by those who keep the promise.
        let mut events = self.models_of_events(info, inst).peekable();
        events.peek().is_some() && events.all(|model| model.is_some_and(only_reads))
    }

    /// What models say of the library code that a call gets to and that does something, if they say anything.
    fn models_of_events<'s>(
        &'s self,
        info: &'s NodeInfo<'a>,
        inst: Inst,
    ) -> impl Iterator<Item = Option<&'a models::MethodModel>> + 's {
        info.steps_at(inst).filter_map(|step| match step {
            Step::Event(event) => Some(crate::filter::model(self.program.solver, event.via)),
            _ => None,
        })
    }

    fn is_constructor(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let Op::Invoke { method, .. } = info.body.insts[inst].op else { return false };
        method.data().name.as_str() == "<init>"
    }

    /// The receiver of a call, if it is an object of a thread-safe class, or the field that a handle or an updater is for.
    pub(super) fn safe_receivers(&self, node: Node, info: &NodeInfo<'a>, inst: Inst) -> Vec<Sync> {
        let is_lock = info.steps_at(inst).any(|step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Acquire { .. } | What::Release { .. }))
        });
        // What a method of the program does is seen there.
        let is_own = info.steps_at(inst).any(|step| {
            matches!(step, Step::Call { node, is_direct: true, .. }
                if self.program.node(*node).is_some_and(|info| info.is_application))
        });
        let is_static =
            matches!(info.body.insts[inst].op, Op::Invoke { kind: InvokeKind::Static, .. });
        if is_lock || is_own || is_static {
            return Vec::new();
        }
        let receiver = arguments(info.body, inst).first().copied();
        let objs = receiver.and_then(|receiver| self.program.points_to(node, receiver));
        let syncs = |objs: &PointsToSet| {
            objs.iter().map(plain).filter_map(|obj| self.sync_of(obj)).collect()
        };
        objs.map(syncs).unwrap_or_default()
    }

    /// What calls on an object synchronise through, if its class is thread-safe.
    pub(super) fn sync_of(&self, obj: Obj) -> Option<Sync> {
        if let Some(&known) = self.sync_of.borrow().get(&obj) {
            return known;
        }
        let solver = self.program.solver;
        let class = solver.class_of(obj).class;
        let sync = match solver.obj(obj).kind {
            ObjKind::Member(Member::Field(field)) => Some(Sync::Field(field)),
            ObjKind::Member(_) => Some(Sync::Obj(obj)),
            ObjKind::Site(..) => {
                let is_safe = !solver.has_property(class, Property::Immutable)
                    && (solver.has_property(class, Property::ThreadSafe)
                        || solver.has_property(class, Property::TransitivelyThreadSafe)
                        || self.handles.contains(&obj));
                is_safe.then_some(Sync::Obj(obj))
            }
            _ => None,
        };
        self.sync_of.borrow_mut().insert(obj, sync);
        sync
    }

    pub(super) fn volatile(&self, node: Node, field: ir::FieldRef) -> Option<FieldId> {
        let field = self.paths.field_in(node, field)?;
        let flags = self.program.solver.hierarchy().field(field).flags;
        flags.contains(classfile::FieldFlags::VOLATILE).then_some(field)
    }

    /// A branch on what was read.
    fn collect_branch(&self, node: Node, info: &NodeInfo<'a>, inst: Inst, own: &mut Own) {
        let Op::If { cond, lhs, rhs, then, otherwise } = info.body.insts[inst].op else { return };
        let block = self.program.flow(node).block_of(inst);
        let values = std::iter::once(lhs).chain(rhs);
        let values_asked = values.clone();
        let mut read = Vec::new();
        for value in values {
            self.sources(node, info, value, 3, &mut read);
        }
        let asked = read.len();
        for value in values_asked {
            self.sources_asked(node, info, value, &mut read);
        }
        for (at, sync) in read.into_iter().enumerate() {
            let way = match (sync, cond) {
                _ if at >= asked => None,
                _ if rhs.is_some() => None,
                (Sync::Field(field), _) => self.way(field, cond, (then, otherwise)),
                (Sync::Obj(_), Cond::Eq) if self.tells_running(info, lhs) => Some(then),
                (Sync::Obj(_), Cond::Ne) if self.tells_running(info, lhs) => Some(otherwise),
                (Sync::Obj(_) | Sync::Word(..), _) => None,
            };
            let behind = self.behind_all(node, info, sync, inst);
            let acquires = own.acquires.entry(sync).or_default();
            acquires.is_attempt |= self.is_attempt(info, lhs);
            let edges = &mut acquires.edges;
            edges.extend(behind);
            match way {
                Some(way) => {
                    edges.insert((node, block, way));
                }
                // The way that means that it has happened: the one that leaves a loop, if one does.
                None => {
                    let flow = self.program.flow(node);
                    let leaves = |to: Block| flow.left(block, to).next().is_some();
                    let ways = [then, otherwise];
                    if ways.iter().any(|&to| leaves(to)) {
                        let left = ways.into_iter().filter(|&to| leaves(to));
                        edges.extend(left.map(|to| (node, block, to)));
                    } else {
                        // Something is there, or true.
                        let is_otherwise = rhs.is_none() && cond == Cond::Eq;
                        let way = if is_otherwise { otherwise } else { then };
                        edges.insert((node, block, way));
                    }
                }
            }
        }
    }

    /// The ways out of a loop that asks each of some threads whether it has ended: behind it all have been asked, as many as there are.
    fn behind_all(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        sync: Sync,
        branch: Inst,
    ) -> Vec<(Node, Block, Block)> {
        let is_handle = matches!(sync, Sync::Obj(obj) if self.handles.contains(&obj));
        let question = question(info, branch).filter(|_| is_handle);
        let asked = question.and_then(|inst| arguments(info.body, inst).first().copied());
        let Some(asked) = asked else { return Vec::new() };
        let flow = self.program.flow(node);
        let def = info.body.values[asked].def;
        let Some(blocks) = flow.innermost(flow.block_of(def)) else { return Vec::new() };
        let is_inside = |block: Block| blocks[block.index()];
        let header = flow.header(blocks).filter(|_| is_inside(flow.block_of(branch)));
        header.map_or_else(Vec::new, |header| {
            let left = flow.successors(header).iter().filter(|&&next| !is_inside(next));
            left.map(|&next| (node, header, next)).collect()
        })
    }

    /// Whether a call ends what is run again and again.
    fn is_end(&self, info: &NodeInfo<'a>, inst: Inst) -> bool {
        let is_it = |model: &models::MethodModel| {
            model.effects.contains(&Effect::Property(Property::Ending))
        };
        let events = self.models_of_events(info, inst).flatten();
        self.model(info, inst).into_iter().chain(events).any(is_it)
    }

    /// Whether a value says that a thread is still running.
    fn tells_running(&self, info: &NodeInfo<'a>, value: Value) -> bool {
        let def = info.body.values[value].def;
        let model = self.model(info, def);
        model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Running)))
    }

    /// What the model says about a call.
    pub(super) fn model(&self, info: &NodeInfo<'a>, inst: Inst) -> Option<&'a models::MethodModel> {
        let Op::Invoke { method, .. } = info.body.insts[inst].op else { return None };
        let (solver, named) = (self.program.solver, method.data());
        let (class, name) = (named.class.as_str(), named.name.as_str());
        solver.models().method(class, name, named.ty.descriptor().as_str()).or_else(|| {
            let from = solver.hierarchy().method(info.method).class;
            let resolved = solver.hierarchy().resolve_method(from, method).ok()?;
            crate::filter::model(solver, resolved.member)
        })
    }

    /// Whether a value is what a call with arguments said about its success.
    pub(super) fn is_attempt(&self, info: &NodeInfo<'a>, value: Value) -> bool {
        match info.body.insts[info.body.values[value].def].op {
            Op::Invoke { method, .. } => {
                let ty = method.data().ty;
                ty.result() == Some(ir::Type::Boolean) && !ty.parameters().is_empty()
            }
            _ => false,
        }
    }

    /// What a value was read from.
    pub(super) fn sources(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        value: Value,
        depth: usize,
        read: &mut Vec<Sync>,
    ) {
        if depth == 0 {
            return;
        }
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                read.extend(self.volatile(node, field).map(Sync::Field));
            }
            Op::Invoke { .. } => {
                read.extend(self.safe_receivers(node, info, def));
                // A getter of a volatile field.
                for step in info.steps_at(def) {
                    let Step::Call { node: callee, .. } = step else { continue };
                    let Some(inner) = self.program.node(*callee) else { continue };
                    for inst in inner.body.insts.values() {
                        if let Op::Return(Some(value)) = inst.op {
                            self.sources(*callee, inner, value, depth - 1, read);
                        }
                    }
                }
            }
            Op::Unary(_, value) | Op::CheckCast { value, .. } | Op::InstanceOf { value, .. } => {
                self.sources(node, info, value, depth - 1, read);
            }
            Op::Phi(list) => {
                for &value in info.body.list(list) {
                    self.sources(node, info, value, depth - 1, read);
                }
            }
            Op::Binary(_, a, b) => {
                self.sources(node, info, a, depth - 1, read);
                self.sources(node, info, b, depth - 1, read);
            }
            _ => {}
        }
    }

    /// The volatile fields with what a call of library code is asked about: `while (names.isEmpty())`.
    fn sources_asked(&self, node: Node, info: &NodeInfo<'a>, value: Value, read: &mut Vec<Sync>) {
        let def = info.body.values[value].def;
        let is_of_program = || {
            let mut callees = info.steps_at(def).filter_map(Step::callee);
            callees.any(|callee| self.program.node(callee).is_some_and(|info| info.is_application))
        };
        if let Op::Invoke { kind, args, .. } = info.body.insts[def].op
            && kind != InvokeKind::Static
            && let Some(&receiver) = info.body.list(args).first()
            && !is_of_program()
        {
            let mut sources = Vec::new();
            self.sources(node, info, receiver, 2, &mut sources);
            read.extend(sources.into_iter().filter(|sync| matches!(sync, Sync::Field(_))));
        }
    }

    /// The way out of a test for zero that a volatile field leads to which is only ever set to one truth value.
    pub(super) fn way(
        &self,
        field: FieldId,
        cond: Cond,
        (then, otherwise): (Block, Block),
    ) -> Option<Block> {
        let truths = self.truths.get_or_init(|| self.find_truths());
        let truth = truths.get(&field).copied().flatten();
        match (cond, truth?) {
            (Cond::Ne, true) | (Cond::Eq, false) => Some(then),
            (Cond::Eq, true) | (Cond::Ne, false) => Some(otherwise),
            _ => None,
        }
    }

    fn find_truths(&self) -> FxHashMap<FieldId, Option<bool>> {
        let mut truths: FxHashMap<FieldId, Option<bool>> = FxHashMap::default();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            let decl = self.program.solver.hierarchy().method(info.method);
            if matches!(decl.name.as_str(), "<init>" | "<clinit>") {
                continue;
            }
            for inst in info.body.insts.values() {
                let (Op::PutField { field, value, .. } | Op::PutStatic { field, value }) = inst.op
                else {
                    continue;
                };
                let Some(field) = self.volatile(node, field) else { continue };
                let truth = match info.body.insts[info.body.values[value].def].op {
                    Op::Const(Constant::Int(number)) => Some(number != 0),
                    Op::Const(Constant::Null) => Some(false),
                    _ if info.body.values[value].ty.is_reference() => Some(true),
                    _ => None,
                };
                let known = truths.entry(field).or_insert(truth);
                if *known != truth {
                    *known = None;
                }
            }
        }
        truths
    }
}

/// Whether a call says whether something is so.
fn says_whether(info: &NodeInfo<'_>, inst: Inst) -> bool {
    let Op::Invoke { method, .. } = info.body.insts[inst].op else { return false };
    method.data().ty.result() == Some(ir::Type::Boolean)
}

/// Whether anything is done with what a call returns.
fn is_result_used(body: &Body, inst: Inst) -> bool {
    body.insts[inst].result.is_some_and(|result| {
        body.insts.values().any(|inst| {
            let mut is_used = false;
            inst.op.for_each_operand(&body.lists, |operand| is_used |= operand == result);
            is_used
        })
    })
}

/// The call whose answer a branch tests.
pub(super) fn question(info: &NodeInfo<'_>, branch: Inst) -> Option<Inst> {
    let Op::If { lhs, rhs, .. } = info.body.insts[branch].op else { return None };
    let mut defs = std::iter::once(lhs).chain(rhs).map(|value| info.body.values[value].def);
    defs.find(|&def| matches!(info.body.insts[def].op, Op::Invoke { .. }))
}
