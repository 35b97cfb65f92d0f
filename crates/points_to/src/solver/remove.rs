//! Deletion: what rested on something that went away is taken back, exactly.
//!
//! In two steps (delete and rederive, after Gupta, Mumick and Subrahmanian). **First** everything is taken back whose derivation
//! may have used what went away; **then** what can be derived in another way is derived again.
//!
//! Taking back too little would be wrong: facts that only support each other must not survive. That is guaranteed by the
//! order of derivation. A node and a call edge remember the *first* thing that derived them, which cannot depend on
//! them; while that lasts, they stay. Objects of pointers remember nothing: losing any derivation, they are taken back.
//! So whatever is left after the first step still has its first derivation, and that one's, down to the ground.
//!
//! ECHO (§3.2.2) asks instead whether an object still reaches a pointer in the graph. That takes an edge for granted
//! whose own reason may be the fact in question, and is not exact where facts make edges and edges make facts.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::code::{Call, Stmt};
use crate::ids::{CodeId, Filter, Node, Obj, Pointer, StmtId};
use crate::set::PointsToSet;

use super::dynamic::By;
use super::mirror::{Edge, End, Via};
use super::{Called, Caller, Owner, Solver};

/// How objects of pointers are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deletion {
    /// Only those that may rest on what went away.
    #[default]
    Exact,
    /// All of every pointer that lost one, to be found again: what was done before ECHO (§3.2.2), for comparison.
    Reset,
}

/// What one deletion has found out so far.
#[derive(Default)]
pub(super) struct Removal {
    /// Objects that pointers have lost, and whose consequences are still there.
    losing: FxHashMap<Pointer, PointsToSet>,
    queue: VecDeque<Pointer>,
    /// Objects that pointers have lost.
    lost: FxHashMap<Pointer, PointsToSet>,
    /// Nodes that are not reachable any more, perhaps.
    dead: Vec<Node>,
    /// Calls that have lost an edge.
    calls: Vec<(Node, StmtId)>,
}

impl Removal {
    /// The objects that a pointer has lost, at least for a while.
    pub(super) fn lost(&self, pointer: Pointer) -> Option<&PointsToSet> {
        self.lost.get(&pointer)
    }

    /// The objects that pointers have lost, at least for a while.
    pub(super) fn all_lost(&self) -> impl Iterator<Item = (Pointer, &PointsToSet)> {
        self.lost.iter().map(|(&pointer, lost)| (pointer, lost))
    }
}

impl Solver {
    /// Undoes a statement in all nodes of its code.
    pub(super) fn remove_stmt(&mut self, removal: &mut Removal, code: CodeId, id: StmtId) {
        for node in self.nodes_of.get(&code).cloned().unwrap_or_default() {
            if self.nodes[node].is_reachable {
                let stmt = self.code(node).stmt(id).clone();
                self.undo_stmt(removal, node, id, &stmt);
            }
        }
    }

    /// Undoes all nodes of some code, together with the edges of their calls, so that the code may be exchanged.
    pub(super) fn remove_code(&mut self, removal: &mut Removal, code: CodeId) {
        for node in self.nodes_of.get(&code).cloned().unwrap_or_default() {
            for Caller { node: caller, stmt, is_other } in self.nodes[node].callers.clone() {
                self.remove_call_edge(removal, caller, stmt, Called { node, is_other });
            }
            if self.nodes[node].is_reachable {
                self.kill(removal, node);
            }
        }
    }

    /// Takes back everything that rests on what was undone.
    pub(super) fn take_back(&mut self, removal: &mut Removal) {
        while let Some(pointer) = removal.queue.pop_front() {
            let Some(objs) = removal.losing.remove(&pointer) else { continue };
            for to in self.pointers[pointer].out.clone() {
                if to.pointer() != pointer || to.via() != Via::Same {
                    self.lose(removal, to.pointer(), &to.via().pass(&objs));
                }
            }
            let Owner::Variable(node, var) = self.pointers[pointer].owner else { continue };
            if !self.nodes[node].is_reachable {
                continue;
            }
            let code = self.code(node);
            for &id in code.copies.of(var) {
                if let Stmt::Copy { to, filter, .. } = *code.stmt(id) {
                    let to = self.variable(node, to);
                    self.lose_filtered(removal, to, &objs, filter);
                }
            }
            for &id in code.uses.of(var) {
                self.undo_on(removal, node, id, code.stmt(id), &objs);
            }
            for (_, stmt) in self.dynamic_stmts(node, var, By::Copy) {
                if let Stmt::Copy { to, filter, .. } = stmt {
                    let to = self.variable(node, to);
                    self.lose_filtered(removal, to, &objs, filter);
                }
            }
            for (id, stmt) in self.dynamic_stmts(node, var, By::Use) {
                self.undo_on(removal, node, id, &stmt, &objs);
            }
        }
    }

    /// Derives again what has another derivation, and everything that follows.
    pub(super) fn rederive(&mut self, removal: &mut Removal) {
        debug_assert!(removal.queue.is_empty(), "everything was taken back");
        for node in std::mem::take(&mut removal.dead) {
            let data = &mut self.nodes[node];
            if !data.is_reachable && (!data.callers.is_empty() || self.root == Some(node)) {
                data.is_reachable = true;
                self.new_nodes.push(node);
            }
        }
        // Codes that were exchanged are made anew here, before anything looks at variables.
        while let Some(node) = self.new_nodes.pop() {
            self.ensure_code(self.nodes[node].key.code);
            self.instantiate(node);
        }
        for (&pointer, lost) in &removal.lost {
            self.rederive_objs(pointer, lost);
        }
        for (node, id) in std::mem::take(&mut removal.calls) {
            if self.nodes[node].is_reachable {
                let stmt = self.stmt_of(node, id).clone();
                // In code that was exchanged the number may be that of something else, which is carried out already.
                if matches!(stmt, Stmt::Call(_) | Stmt::Init(_)) {
                    self.instantiate_stmt(node, id, &stmt);
                }
            }
        }
        self.solve();
    }

    fn rederive_objs(&mut self, pointer: Pointer, lost: &PointsToSet) {
        for from in self.pointers[pointer].into.clone() {
            let again = from.via().pass(self.set(from.pointer())).intersection(lost);
            self.add_objs(pointer, &again);
        }
        let Owner::Variable(node, var) = self.pointers[pointer].owner else { return };
        if !self.nodes[node].is_reachable {
            return;
        }
        let code = self.code(node);
        for &id in code.defs.of(var) {
            self.rederive_by(node, id, code.stmt(id), pointer, lost);
        }
        for (id, stmt) in self.dynamic_stmts(node, var, By::Def) {
            self.rederive_by(node, id, &stmt, pointer, lost);
        }
        if code.params.first() == Some(&Some(var)) {
            self.rederive_receivers(node, pointer, lost);
        }
    }

    fn rederive_by(
        &mut self,
        node: Node,
        id: StmtId,
        stmt: &Stmt,
        pointer: Pointer,
        lost: &PointsToSet,
    ) {
        match stmt {
            Stmt::New { .. } => self.instantiate_stmt(node, id, stmt),
            Stmt::Copy { from, filter, .. } => {
                let from = self.variable(node, *from);
                let again = self.set(from).intersection(lost);
                self.add_filtered(pointer, &again, *filter);
            }
            _ => {}
        }
    }

    /// Receivers do not flow along edges, but are passed by calls, one by one.
    fn rederive_receivers(&mut self, node: Node, this: Pointer, lost: &PointsToSet) {
        let lost = Via::Both.pass(lost);
        for Caller { node: caller, stmt: id, is_other } in self.nodes[node].callers.clone() {
            let Stmt::Call(call) = self.stmt_of(caller, id).clone() else { continue };
            let Some(base) = call.receiver() else { continue };
            let base = self.variable(caller, base);
            let called = Called { node, is_other };
            let candidates = self.set(base).intersection(&lost);
            for obj in self.acting(caller, &candidates).iter() {
                if self.callees_of(caller, id, &call, obj).into_iter().any(|to| to == called) {
                    for obj in self.receivers(obj, called) {
                        self.add_obj(this, obj);
                    }
                }
            }
        }
    }

    /// A pointer loses objects.
    fn lose(&mut self, removal: &mut Removal, pointer: Pointer, objs: &PointsToSet) {
        let mut lost = self.set(pointer).intersection(objs);
        if self.deletion == Deletion::Reset && !lost.is_empty() {
            lost = self.set(pointer).clone();
        }
        if lost.is_empty() {
            // Pointers on a cycle may not have any objects yet. Without the edge they must not share those that come.
            if self.set(pointer).is_empty() {
                self.split(pointer);
            }
            return;
        }
        self.split(pointer);
        self.pointers[pointer].set.subtract(&lost);
        let losing = removal.losing.entry(pointer).or_default();
        if losing.is_empty() {
            removal.queue.push_back(pointer);
        }
        let mut fresh = PointsToSet::new();
        losing.union_fresh(&lost, None, &mut fresh);
        removal.lost.entry(pointer).or_default().union_fresh(&lost, None, &mut fresh);
    }

    fn lose_filtered(
        &mut self,
        removal: &mut Removal,
        pointer: Pointer,
        objs: &PointsToSet,
        filter: Option<Filter>,
    ) {
        match filter {
            Some(filter) => {
                let passing = objs.iter().filter(|&obj| self.passes(filter, obj)).collect();
                self.lose(removal, pointer, &passing);
            }
            None => self.lose(removal, pointer, objs),
        }
    }

    /// The objects of a pointer whose consequences are still there.
    fn held(&self, removal: &Removal, pointer: Pointer) -> PointsToSet {
        let mut held = self.set(pointer).clone();
        if let Some(losing) = removal.losing.get(&pointer) {
            held.union_fresh(losing, None, &mut PointsToSet::new());
        }
        held
    }

    fn remove_edge(&mut self, removal: &mut Removal, edge: Edge) {
        let take = |list: &mut Vec<End>, what: End| {
            if let Some(at) = list.iter().position(|&end| end == what) {
                list.swap_remove(at);
            }
        };
        let (from, to) = self.ends(edge);
        take(&mut self.pointers[edge.from].out, to);
        take(&mut self.pointers[edge.to].into, from);
        if edge.from != edge.to || to.via() != Via::Same {
            let held = self.held(removal, edge.from);
            self.lose(removal, edge.to, &to.via().pass(&held));
        }
    }

    /// Undoes what a statement did to objects of its base.
    fn undo_on(
        &mut self,
        removal: &mut Removal,
        node: Node,
        id: StmtId,
        stmt: &Stmt,
        objs: &PointsToSet,
    ) {
        let objs = self.acting(node, objs);
        match stmt {
            Stmt::Load { to, slot, .. } => {
                let to = self.variable(node, *to);
                for obj in objs.iter() {
                    let edge = self.load_edge(obj, *slot, to);
                    self.remove_edge(removal, edge);
                }
            }
            Stmt::Store { slot, from, .. } => {
                let from = self.variable(node, *from);
                for obj in objs.iter() {
                    let edge = self.store_edge(from, obj, *slot);
                    self.remove_edge(removal, edge);
                }
            }
            Stmt::Call(call) => {
                for obj in objs.iter() {
                    self.undo_call(removal, node, id, call, obj);
                }
            }
            Stmt::Rule(_) => self.unexpand(removal, node, id, &objs),
            _ => {}
        }
    }

    fn undo_call(&mut self, removal: &mut Removal, node: Node, id: StmtId, call: &Call, obj: Obj) {
        for callee in self.callees_of(node, id, call, obj) {
            if let Some(this) = self.receiver_pointer(callee.node) {
                let passed = self.receivers(obj, callee).collect();
                self.lose(removal, this, &passed);
            }
            let edge = self.call_edges.get(&(node, id, callee));
            if edge.is_some_and(|edge| edge.witness == Some(obj)) {
                self.remove_call_edge(removal, node, id, callee);
            }
        }
    }

    fn remove_call_edge(&mut self, removal: &mut Removal, node: Node, id: StmtId, called: Called) {
        if self.call_edges.remove(&(node, id, called)).is_none() {
            return;
        }
        self.note_call((node, id, called), true);
        let Called { node: callee, is_other } = called;
        removal.calls.push((node, id));
        if let Stmt::Call(call) = &self.stmt_of(node, id).clone() {
            for edge in self.call_flows(node, call, called) {
                self.remove_edge(removal, edge);
            }
            if let (Some(base), Some(this)) = (call.receiver(), self.receiver_pointer(callee)) {
                let base = self.variable(node, base);
                let passed = self.held(removal, base);
                self.lose(removal, this, &Via::Both.pass(&passed));
            }
        }
        let callers = &mut self.nodes[callee].callers;
        let caller = Caller { node, stmt: id, is_other };
        let at = callers.iter().position(|&known| known == caller);
        let Some(at) = at else { return };
        callers.remove(at);
        if at == 0 && self.nodes[callee].is_reachable {
            self.kill(removal, callee);
        }
    }

    /// A node has lost what made it reachable.
    fn kill(&mut self, removal: &mut Removal, node: Node) {
        self.note_node(node);
        self.nodes[node].is_reachable = false;
        removal.dead.push(node);
        let code = self.code(node);
        for at in 0..code.stmts.len() {
            let id = StmtId(at as u32);
            self.undo_stmt(removal, node, id, code.stmt(id));
        }
    }

    pub(super) fn undo_stmt(&mut self, removal: &mut Removal, node: Node, id: StmtId, stmt: &Stmt) {
        match stmt {
            Stmt::New { to, what, ordinal } => {
                let obj = self.object(node, what, *ordinal);
                let to = self.variable(node, *to);
                if let Some(obj) = obj {
                    self.lose(removal, to, &PointsToSet::of(obj));
                }
            }
            Stmt::Copy { to, from, filter } => {
                let (from, to) = (self.variable(node, *from), self.variable(node, *to));
                let held = self.held(removal, from);
                self.lose_filtered(removal, to, &held, *filter);
            }
            Stmt::LoadStatic { to, field } => {
                let (from, to) = (self.static_field(*field), self.variable(node, *to));
                self.remove_edge(removal, Edge::plain(from, to));
            }
            Stmt::StoreStatic { field, from } => {
                let (from, to) = (self.variable(node, *from), self.static_field(*field));
                self.remove_edge(removal, Edge::plain(from, to));
            }
            Stmt::Init(class) => {
                for method in crate::extract::initialisers(&self.world, *class) {
                    let code = self.method_code(method);
                    let callee = self.callee_node(node, id, code, None);
                    self.remove_call_edge(removal, node, id, callee);
                }
            }
            Stmt::Call(call) if call.receiver().is_none() => {
                if let crate::code::Target::Fixed(method) = call.target {
                    let code = self.method_code(method);
                    let callee = self.callee_node(node, id, code, None);
                    self.remove_call_edge(removal, node, id, callee);
                }
            }
            Stmt::Load { .. } | Stmt::Store { .. } | Stmt::Call(_) | Stmt::Rule(_) => {
                if let Some(base) = stmt.base() {
                    let held = self.held(removal, self.variable(node, base));
                    self.undo_on(removal, node, id, stmt, &held);
                }
            }
            Stmt::CopyField { from, to, slot } => {
                let edge = self.field_edge(*from, *to, *slot);
                self.remove_edge(removal, edge);
            }
            Stmt::Unknown(_) | Stmt::Gone => {}
        }
    }
}
