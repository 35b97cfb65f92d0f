//! Derivation: objects flow along edges, and statements act on them.

use crate::code::Stmt;
use crate::ids::{Filter, Node, Obj, Pointer, StmtId, Var};
use crate::set::PointsToSet;

use super::dynamic::By;
use super::mirror::{Edge, Via};
use super::{Owner, Solver};

/// How many objects are filtered one by one.
const FEW: usize = 16;

impl Solver {
    /// Derives until nothing is new.
    pub(super) fn solve(&mut self) {
        loop {
            while let Some(node) = self.new_nodes.pop() {
                self.instantiate(node);
            }
            if self.worklist.is_due(self.edge_count) {
                self.collapse_cycles();
                // New nodes come first: what their variables have is propagated after that.
                continue;
            }
            let Some(pointer) = self.worklist.pop() else { break };
            if let Some(budget) = &self.budget {
                budget.spend(self.pointers[pointer].delta.len());
                let in_bodies = self.nodes.len() - self.calls_of_summaries;
                budget.note_contexts(self.bodies, in_bodies);
                if budget.is_used_up() {
                    break;
                }
            }
            self.propagate(pointer);
        }
    }

    /// A pointer has an object.
    pub(super) fn add_obj(&mut self, pointer: Pointer, obj: Obj) {
        let pointer = self.rep(pointer);
        let data = &mut self.pointers[pointer];
        if data.set.insert(obj) {
            if data.delta.is_empty() {
                self.worklist.push(pointer);
            }
            data.delta.insert(obj);
            if self.journal.is_some() {
                self.note_objs(pointer, &PointsToSet::of(obj));
            }
        }
    }

    /// A pointer has some objects.
    pub(super) fn add_objs(&mut self, pointer: Pointer, objs: &PointsToSet) {
        self.add_filtered(pointer, objs, None);
    }

    /// A pointer has some objects, those that pass a filter.
    pub(super) fn add_filtered(
        &mut self,
        pointer: Pointer,
        objs: &PointsToSet,
        filter: Option<Filter>,
    ) {
        // No statement filters what it puts into an array.
        let filter = filter.or(self.pointers[pointer].accepts);
        let passing;
        let (objs, mask) = match filter {
            None => (objs, None),
            // A mask has to be brought up to date with all new objects.
            Some(filter) if objs.len() <= FEW => {
                passing = objs.iter().filter(|&obj| self.passes(filter, obj)).collect();
                (&passing, None)
            }
            Some(filter) => {
                self.refresh_mask(filter);
                (objs, Some(&self.masks[filter].set))
            }
        };
        let pointer = self.pointers[pointer].rep;
        let data = &mut self.pointers[pointer];
        let was_idle = data.delta.is_empty();
        let is_new = if self.journal.is_some() {
            let mut fresh = PointsToSet::new();
            let is_new = data.set.union_fresh(objs, mask, &mut fresh);
            data.delta.union_fresh(&fresh, None, &mut PointsToSet::new());
            self.note_objs(pointer, &fresh);
            is_new
        } else {
            data.set.union_fresh(objs, mask, &mut data.delta)
        };
        if is_new && was_idle {
            self.worklist.push(pointer);
        }
    }

    /// What one pointer has, the other has too.
    pub(super) fn add_edge(&mut self, edge: Edge) {
        let (from, to) = self.ends(edge);
        self.pointers[edge.from].out.push(to);
        self.pointers[edge.to].into.push(from);
        self.edge_count += 1;
        let via = to.via();
        let (from, to) = (self.rep(edge.from), self.rep(edge.to));
        if (from != to || via != Via::Same) && !self.pointers[from].set.is_empty() {
            let set = std::mem::take(&mut self.pointers[from].set);
            let objs = via.pass(&set);
            if from == to {
                let objs = objs.into_owned();
                self.pointers[from].set = set;
                return self.add_objs(to, &objs);
            }
            self.add_objs(to, &objs);
            self.pointers[from].set = set;
        }
    }

    fn propagate(&mut self, pointer: Pointer) {
        let delta = std::mem::take(&mut self.pointers[pointer].delta);
        if delta.is_empty() {
            return;
        }
        if self.cycles.is_empty() || !self.cycles.contains_key(&pointer) {
            return self.propagate_from(pointer, &delta);
        }
        for member in self.cycles[&pointer].clone() {
            self.propagate_from(member, &delta);
        }
    }

    /// Objects flow from a pointer, which may be one of a cycle.
    pub(super) fn propagate_from(&mut self, pointer: Pointer, delta: &PointsToSet) {
        let rep = self.rep(pointer);
        let out = std::mem::take(&mut self.pointers[pointer].out);
        for &end in &out {
            let (to, via) = (end.pointer(), end.via());
            if via == Via::Same {
                if self.rep(to) != rep {
                    self.add_objs(to, delta);
                }
            } else {
                self.add_objs(to, &via.pass(delta));
            }
        }
        // Nothing above adds edges.
        self.pointers[pointer].out = out;
        if let Owner::Variable(node, var) = self.pointers[pointer].owner
            && self.nodes[node].is_reachable
        {
            self.act(node, var, delta);
        }
    }

    /// The statements of a variable act on new objects.
    fn act(&mut self, node: Node, var: Var, delta: &PointsToSet) {
        let code = self.code(node);
        for &id in code.copies.of(var) {
            if let Stmt::Copy { to, filter, .. } = *code.stmt(id) {
                let to = self.variable(node, to);
                self.add_filtered(to, delta, filter);
            }
        }
        for &id in code.uses.of(var) {
            self.act_on(node, id, code.stmt(id), delta);
        }
        for (_, stmt) in self.dynamic_stmts(node, var, By::Copy) {
            if let Stmt::Copy { to, filter, .. } = stmt {
                let to = self.variable(node, to);
                self.add_filtered(to, delta, filter);
            }
        }
        for (id, stmt) in self.dynamic_stmts(node, var, By::Use) {
            self.act_on(node, id, &stmt, delta);
        }
    }

    /// One statement acts on new objects of its base.
    pub(super) fn act_on(&mut self, node: Node, id: StmtId, stmt: &Stmt, objs: &PointsToSet) {
        let objs = self.acting(node, objs);
        match stmt {
            Stmt::Load { to, slot, .. } => {
                let to = self.variable(node, *to);
                for obj in objs.iter() {
                    let edge = self.load_edge(obj, *slot, to);
                    self.add_edge(edge);
                }
            }
            Stmt::Store { slot, from, .. } => {
                let from = self.variable(node, *from);
                for obj in objs.iter() {
                    let edge = self.store_edge(from, obj, *slot);
                    self.add_edge(edge);
                }
            }
            Stmt::Call(call) => self.call(node, id, call, &objs),
            Stmt::Rule(rule) => self.expand(node, id, rule, &objs),
            _ => {}
        }
    }

    /// Carries out all statements of a node that just became reachable, on what their bases already have.
    pub(super) fn instantiate(&mut self, node: Node) {
        let code = self.code(node);
        for at in 0..code.stmts.len() {
            let id = StmtId(at as u32);
            self.instantiate_stmt(node, id, code.stmt(id));
        }
    }

    pub(super) fn instantiate_stmt(&mut self, node: Node, id: StmtId, stmt: &Stmt) {
        match stmt {
            Stmt::New { to, what, ordinal } => {
                let obj = self.object(node, what, *ordinal);
                let to = self.variable(node, *to);
                if let Some(obj) = obj {
                    self.add_obj(to, obj);
                }
            }
            Stmt::Copy { to, from, filter } => {
                let (from, to) = (self.variable(node, *from), self.variable(node, *to));
                if self.rep(from) != self.rep(to) && !self.set(from).is_empty() {
                    let set = self.set(from).clone();
                    self.add_filtered(to, &set, *filter);
                }
            }
            Stmt::LoadStatic { to, field } => {
                let (from, to) = (self.static_field(*field), self.variable(node, *to));
                self.add_edge(Edge::plain(from, to));
            }
            Stmt::StoreStatic { field, from } => {
                let (from, to) = (self.variable(node, *from), self.static_field(*field));
                self.add_edge(Edge::plain(from, to));
            }
            Stmt::Init(class) => self.initialise(node, id, *class),
            Stmt::Call(call) if call.receiver().is_none() => self.call_fixed(node, id, call),
            Stmt::Load { .. } | Stmt::Store { .. } | Stmt::Call(_) | Stmt::Rule(_) => {
                if let Some(base) = stmt.base() {
                    let base = self.variable(node, base);
                    let done = self.settled(base);
                    if !done.is_empty() {
                        self.act_on(node, id, stmt, &done);
                    }
                }
            }
            Stmt::CopyField { from, to, slot } => {
                let edge = self.field_edge(*from, *to, *slot);
                self.add_edge(edge);
            }
            Stmt::Unknown(_) | Stmt::Gone => {}
        }
    }

    /// The objects of a pointer that have been propagated.
    pub(super) fn settled(&self, pointer: Pointer) -> PointsToSet {
        let data = &self.pointers[self.rep(pointer)];
        let mut settled = data.set.clone();
        settled.subtract(&data.delta);
        settled
    }
}
