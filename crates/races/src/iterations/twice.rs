//! Evidence that a loop goes over one object twice.
//!
//! Nothing says of a list that its elements differ, and nearly always they do. So they are taken to, unless the program puts one
//! object there several times: the same variable in a loop or in two calls, a callback that returns the same each time, a map that
//! is asked for what it may have been asked for before, a list that is added to itself, twice to another, or to one that has its elements already, two sources of one
//! stream that have the same.

use ir::body::{BinaryOp, Body, Op, Value};
use ir::{Inst, Name};
use models::{Effect, Property};
use points_to::{Node, Obj, PointsToSet, SlotKind, Stmt, Var};
use rustc_hash::FxHashSet;

use super::{Iterations, Loop, MANY_VARIABLES, is_elements};
use crate::locality::HeapStore;
use crate::objects::{int_constant, plain};
use crate::program::arguments;
use crate::threads::Start;

/// A call of library code that copies from collections to others.
struct Copied {
    at: (Node, Inst),
    from: PointsToSet,
    into: PointsToSet,
}

impl Iterations<'_> {
    /// Whether one object is put several times into what a loop goes over.
    pub(super) fn comes_twice(&self, of: &Loop, obj: Obj) -> bool {
        let solver = self.program.solver;
        let Some(slot) = solver.slot_id(SlotKind::State(Name::new("elements"))) else {
            return false;
        };
        let is_unique =
            |stage: Obj| solver.has_property(solver.class_of(stage).class, Property::Unique);
        if of.stages.iter().any(is_unique) {
            return false;
        }
        // Two sources that have the same.
        let is_in = |stage: &Obj| {
            let held = solver.field_points_to(*stage, slot);
            held.is_some_and(|held| held.contains(obj) || held.contains(obj.mirror()))
        };
        if of.stages.iter().filter(is_in).count() > 1 {
            return true;
        }
        let is_one = self.objects.is_single(obj) && self.objects.is_made_by_application(obj);
        let containers = of.containers.get_or_init(|| self.containers(of));
        let (mut puts, mut fed, mut picked) = (0, PointsToSet::new(), PointsToSet::new());
        let (mut places, mut copied): (Vec<(Node, Inst)>, Vec<Copied>) = (Vec::new(), Vec::new());
        let (mut put, mut filled) = (PointsToSet::new(), PointsToSet::new());
        let mut stores = FxHashSet::default();
        for (_, store) in self.locality.stores_of_obj(obj) {
            let is_fed = solver.points_to(store.node, store.base).intersects(containers);
            if !is_fed || !solver.points_to(store.node, store.from).contains(obj) {
                continue;
            }
            let at = self.locality.outer(store.node, store.inst);
            if at.is_some_and(|at| !self.may_come_before(at, of)) {
                continue;
            }
            // Library code that does so more than once.
            let is_library = self.program.node(store.node).is_none();
            if !stores.insert((store.node, store.base, store.slot, store.from)) && is_library {
                return true;
            }
            // What copies from one collection to another puts in each once more.
            if self.locality.is_copy(store) {
                // Two streams that were put together and have the same.
                let of_streams = || {
                    let from = self.sources(vec![(store.node, store.from)]);
                    let is_stage =
                        |of: Obj| solver.has_property(solver.class_of(of).class, Property::Stage);
                    from.iter().filter(|of| is_stage(*of) && is_in(of)).count() > 1
                };
                if is_one && self.is_returned(store, obj)
                    || of_streams()
                    || self.is_copy_of_itself(store)
                    || self.is_copied_again(store, at, &mut copied)
                {
                    return true;
                }
                // From another collection of the program; what only changes places is not put there again.
                let into = solver.points_to(store.node, store.base);
                let is_other =
                    |copy: &Copied| !copy.from.is_empty() && !copy.from.closed().intersects(into);
                if copied.last().is_some_and(is_other) {
                    filled.union(&into.intersection(containers));
                }
                if put.intersects(&filled) {
                    return true;
                }
                continue;
            }
            put.union(&solver.points_to(store.node, store.base).intersection(containers));
            if put.intersects(&filled) {
                return true;
            }
            if let Some(at) = at {
                if places.iter().any(|&other| self.is_put_again(obj, at, other)) {
                    return true;
                }
                places.push(at);
            }
            let is_repeated = at.is_some_and(|(node, inst)| self.objects.is_repeated(node, inst));
            puts += 1;
            let bases = solver.points_to(store.node, store.base);
            let is_again = bases.intersects(&picked);
            let is_picked = at.is_some_and(|at| self.is_picked(at));
            if is_one && (puts > 1 || is_repeated)
                || is_repeated && at.is_some_and(|at| self.is_picked_in_turn(at))
                || is_again
                || is_picked && bases.intersects(&fed)
                || is_repeated && at.is_some_and(|at| self.is_kept_value(at))
            {
                return true;
            }
            fed.union(bases);
            if is_picked {
                picked.union(bases);
            }
        }
        false
    }

    /// The arrays and collections, without sets, in which a body finds what it has in a variable.
    pub(crate) fn containers_of(&self, node: Node, var: Option<Var>) -> PointsToSet {
        self.sources(var.map(|var| (node, var)).into_iter().collect())
    }

    /// Whether an object is put once into some collections and arrays, or into any if it is not known into which. What starts wrap it
    /// in is none.
    pub(crate) fn is_put_once(&self, obj: Obj, starts: &[Start], into: &PointsToSet) -> bool {
        let solver = self.program.solver;
        let is_by_start = |store: &HeapStore| {
            let at = self.locality.outer(store.node, store.inst);
            at.is_none_or(|at| starts.iter().any(|start| (start.node, start.inst) == at))
        };
        let into = into.closed();
        let is_there = |store: &HeapStore| {
            into.is_empty() || solver.points_to(store.node, store.base).intersects(&into)
        };
        let stores = self.locality.stores_of_obj(obj).into_iter().map(|(_, store)| store);
        let mut puts = stores.filter(|store| {
            matches!(solver.slot(store.slot), SlotKind::Element | SlotKind::State(_))
                && !self.is_passing(store)
                && (!self.locality.is_copy(store) || self.locality.is_one_of_given(store))
                && !is_by_start(store)
                && is_there(store)
        });
        let Some(one) = puts.next() else { return false };
        let at = self.locality.outer(one.node, one.inst);
        puts.next().is_none()
            && at.is_some_and(|(node, inst)| {
                (!self.objects.is_repeated(node, inst) || self.locality.is_put_fresh(one, obj))
                    && !self.is_given_twice((node, inst), obj)
            })
    }

    /// Whether a call may be given an object for two parameters: `List.of(lamp, lamp)`.
    fn is_given_twice(&self, (node, inst): (Node, Inst), obj: Obj) -> bool {
        let Some(info) = self.program.node(node) else { return true };
        let has = |arg: &Value| {
            let objs = self.program.points_to(node, *arg);
            objs.is_some_and(|objs| objs.contains(obj) || objs.contains(obj.mirror()))
        };
        arguments(info.body, inst).iter().filter(|arg| has(arg)).count() > 1
    }

    /// Whether two calls put in the same object, which a variable has, under different keys if there are keys.
    fn is_put_again(&self, obj: Obj, first: (Node, Inst), second: (Node, Inst)) -> bool {
        let (node, (_, a), (_, b)) = (first.0, first, second);
        let Some(info) = self.program.node(node).filter(|_| second.0 == node && a != b) else {
            return false;
        };
        let flow = self.program.flow(node);
        let (of_a, of_b) = (arguments(info.body, a), arguments(info.body, b));
        let has = |value: Value| {
            let objs = self.program.points_to(node, value);
            objs.is_some_and(|objs| objs.contains(obj) || objs.contains(obj.mirror()))
        };
        let is_same = |at: usize, value: Value| {
            let def = info.body.values[value].def;
            let keys = of_a.iter().zip(&of_b).enumerate().skip(1).filter(|(other, _)| *other != at);
            of_b.get(at) == Some(&value)
                && has(value)
                && (of_a.len() == 2 || keys.into_iter().any(|(_, (a, b))| a != b))
                && (flow.reaches(a, b, Some(def)) || flow.reaches(b, a, Some(def)))
        };
        // The collection that they are put into.
        let into = |args: &[Value]| self.program.points_to(node, *args.first()?);
        of_a.len() == of_b.len()
            && into(&of_a).is_some()
            && into(&of_a) == into(&of_b)
            && of_a.iter().enumerate().skip(1).any(|(at, &value)| is_same(at, value))
    }

    /// Whether two calls of library code copy from one and the same collection.
    fn is_copied_again(
        &self,
        store: &HeapStore,
        at: Option<(Node, Inst)>,
        copied: &mut Vec<Copied>,
    ) -> bool {
        let Some(at) = at else { return false };
        let into = self.program.solver.points_to(store.node, store.base);
        let from = self.sources(vec![(store.node, store.from)]);
        let from: PointsToSet = from
            .iter()
            .filter(|&obj| self.objects.is_single(obj) && self.objects.is_made_by_application(obj))
            .collect();
        let is_again = copied.iter().any(|other| {
            other.at != at && other.into.intersects(into) && other.from.intersects(&from)
        });
        copied.push(Copied { at, into: into.clone(), from });
        is_again
    }

    /// Whether something happens before a loop, as far as the body tells that does both.
    fn may_come_before(&self, (node, inst): (Node, Inst), of: &Loop) -> bool {
        let mut here = of.starts.iter().filter(|(start, _)| *start == node).peekable();
        here.peek().is_none()
            || of.starts.iter().any(|(start, _)| *start != node)
            || self.objects.runs_again(node)
            || here.any(|&(_, start)| self.program.flow(node).reaches(inst, start, None))
    }

    /// Whether a call of library code is given an element that was picked by its number: `urgent.add(orders.get(0))`.
    fn is_picked(&self, at: (Node, Inst)) -> bool {
        self.is_picked_by(at, |body, index| int_constant(body, index).is_some())
    }

    /// The same, by a number that comes again and again: `groups.put(name, rooms.get(i % rooms.size()))`.
    fn is_picked_in_turn(&self, at: (Node, Inst)) -> bool {
        self.is_picked_by(at, |body, index| {
            matches!(body.insts[body.values[index].def].op, Op::Binary(BinaryOp::Irem, ..))
        })
    }

    fn is_picked_by(
        &self,
        (node, inst): (Node, Inst),
        is_such: impl Fn(&Body, Value) -> bool,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let body = info.body;
        arguments(body, inst).iter().any(|&arg| {
            let mut def = body.values[arg].def;
            while let Op::CheckCast { value, .. } = body.insts[def].op {
                def = body.values[value].def;
            }
            match body.insts[def].op {
                Op::ArrayLoad { index, .. } => is_such(body, index),
                Op::Invoke { args, .. } => {
                    info.steps_at(def).all(|step| step.callee().is_none())
                        && body.list(args).iter().skip(1).any(|&arg| is_such(body, arg))
                }
                _ => false,
            }
        })
    }

    /// Whether a call of library code is given what a map was asked for, which it may have been asked for before.
    fn is_kept_value(&self, (node, inst): (Node, Inst)) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let body = info.body;
        let models = self.program.solver.models();
        arguments(body, inst).iter().any(|&arg| {
            let mut def = body.values[arg].def;
            while let Op::CheckCast { value, .. } = body.insts[def].op {
                def = body.values[value].def;
            }
            let Op::Invoke { method, .. } = body.insts[def].op else { return false };
            let method = method.data();
            let (class, name) = (method.class.as_str(), method.name.as_str());
            let model = models.method(class, name, method.ty.descriptor().as_str());
            model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Kept)))
        })
    }

    /// Whether library code stores what it found in the very same collection.
    fn is_copy_of_itself(&self, store: &HeapStore) -> bool {
        let solver = self.program.solver;
        let bases = solver.points_to(store.node, store.base);
        let mut one = bases.iter();
        let single =
            one.next().filter(|&base| one.next().is_none() && self.objects.is_single(base));
        single.is_some_and(|base| self.sources(vec![(store.node, store.from)]).contains(base))
    }

    /// Whether library code stores what a callback returned, which is the same each time.
    fn is_returned(&self, store: &HeapStore, obj: Obj) -> bool {
        let solver = self.program.solver;
        let mut asked: FxHashSet<(Node, Var)> = FxHashSet::default();
        let mut pending = vec![(store.node, store.from)];
        while let Some((node, var)) = pending.pop() {
            if !asked.insert((node, var))
                || asked.len() > MANY_VARIABLES
                || !solver.points_to(node, var).contains(obj)
            {
                continue;
            }
            if self.program.node(node).is_some() {
                if !self.locality.is_new(node, var, obj) {
                    return true;
                }
                continue;
            }
            let code = solver.code_of(node);
            for &id in code.defs.of(var) {
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push((node, *from)),
                    Stmt::Call(_) => {
                        let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                        pending.extend(callees.filter_map(|(_, called)| {
                            Some((called.node, solver.code_of(called.node).ret?))
                        }));
                    }
                    Stmt::Load { base, slot, .. } => {
                        let bases = solver.points_to(node, *base);
                        pending.extend(
                            (self.locality.stores_of_slot(*slot))
                                .filter(|store| self.is_passing(store))
                                .filter(|s| solver.points_to(s.node, s.base).intersects(bases))
                                .map(|store| (store.node, store.from)),
                        );
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The arrays and collections whose elements a loop goes over, without sets, which have each once.
    fn containers(&self, of: &Loop) -> PointsToSet {
        let solver = self.program.solver;
        let is_stage = |obj: Obj| of.stages.contains(plain(obj));
        let fed = self.locality.stores().filter(|store| {
            is_elements(solver.slot(store.slot))
                && solver.points_to(store.node, store.base).iter().any(is_stage)
        });
        self.sources(fed.map(|store| (store.node, store.from)).collect())
    }

    /// The arrays and collections, without sets, in which library code finds what it has in variables.
    fn sources(&self, mut pending: Vec<(Node, Var)>) -> PointsToSet {
        let solver = self.program.solver;
        let mut found = PointsToSet::new();
        let mut asked: FxHashSet<(Node, Var)> = FxHashSet::default();
        while let Some((node, var)) = pending.pop() {
            if !asked.insert((node, var)) || asked.len() > MANY_VARIABLES {
                continue;
            }
            let code = solver.code_of(node);
            // What an application passes by itself is no collection any more.
            if let Some(at) = code.params.iter().position(|param| *param == Some(var))
                && self.program.node(node).is_none()
            {
                for caller in solver.callers(node) {
                    if let Stmt::Call(call) = solver.stmt_of(caller.node, caller.stmt)
                        && let Some(arg) = call.args.get(at).copied().flatten()
                        && self.program.node(caller.node).is_none()
                    {
                        pending.push((caller.node, arg));
                    }
                }
            }
            for &id in code.defs.of(var) {
                match code.stmt(id) {
                    Stmt::Copy { from, .. } => pending.push((node, *from)),
                    Stmt::Call(_) => {
                        let callees = self.program.edges(node).filter(|(stmt, _)| *stmt == id);
                        let rets = callees.filter_map(|(_, called)| {
                            Some((called.node, solver.code_of(called.node).ret?))
                        });
                        pending.extend(rets.filter(|(node, _)| self.program.node(*node).is_none()));
                    }
                    Stmt::Load { base, slot, .. } => {
                        let bases = solver.points_to(node, *base);
                        for store in self.locality.stores_of_slot(*slot) {
                            let is_its = solver.points_to(store.node, store.base).intersects(bases);
                            // Through iterators, and from one collection to another.
                            if is_its && (self.is_passing(store) || self.locality.is_copy(store)) {
                                pending.push((store.node, store.from));
                            }
                        }
                        for obj in bases.iter() {
                            let class = solver.class_of(obj).class;
                            if !solver.has_property(class, Property::Unique) {
                                found.insert(obj);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }
}
