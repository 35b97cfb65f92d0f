//! Statements that rules make of objects while the analysis runs.

use rustc_hash::FxHashMap;

use crate::code::{Call, Code, CodeKey, New, Rule, Stmt};
use crate::ids::{Node, Obj, Pointer, StmtId, Var};
use crate::plugins::{self, Expanded, RuleSite};
use crate::set::PointsToSet;

use super::remove::Removal;
use super::{Owner, Solver};

/// The statements that rules made in one node.
#[derive(Default)]
pub(super) struct Dynamic {
    /// By number; those that were undone are [`Stmt::Gone`].
    pub(super) stmts: Vec<Stmt>,
    /// The variables that rules made. Those of statements that are gone hold nothing.
    pub(super) vars: Vec<Pointer>,
    /// What a rule made of an object.
    made: FxHashMap<(StmtId, Obj), Vec<StmtId>>,
    /// Those that wait for the objects of a variable.
    uses: FxHashMap<Var, Vec<StmtId>>,
    /// Those that copy a variable.
    copies: FxHashMap<Var, Vec<StmtId>>,
    /// Those that define a variable.
    defs: FxHashMap<Var, Vec<StmtId>>,
}

impl Dynamic {
    fn add(&mut self, stmt: Stmt) -> StmtId {
        let id = StmtId::dynamic(self.stmts.len());
        if let Some(base) = stmt.base() {
            self.uses.entry(base).or_default().push(id);
        }
        if let Stmt::Copy { from, .. } = stmt {
            self.copies.entry(from).or_default().push(id);
        }
        if let Some(to) = stmt.to() {
            self.defs.entry(to).or_default().push(id);
        }
        self.stmts.push(stmt);
        id
    }

    /// Nobody finds the statement by its variables any more.
    fn unlink(&mut self, id: StmtId) -> Stmt {
        let stmt = self.stmts[id.dynamic_index()].clone();
        let unlink = |lists: &mut FxHashMap<Var, Vec<StmtId>>, var: Option<Var>| {
            if let Some(list) = var.and_then(|var| lists.get_mut(&var)) {
                list.retain(|&other| other != id);
            }
        };
        unlink(&mut self.uses, stmt.base());
        unlink(&mut self.defs, stmt.to());
        if let Stmt::Copy { from, .. } = stmt {
            unlink(&mut self.copies, Some(from));
        }
        stmt
    }
}

/// By what statements are looked for.
#[derive(Clone, Copy)]
pub(super) enum By {
    Use,
    Copy,
    Def,
}

impl Solver {
    /// The statements of rules that have to do with a variable.
    pub(super) fn dynamic_stmts(&self, node: Node, var: Var, by: By) -> Vec<(StmtId, Stmt)> {
        // Most programs have none.
        let Some(dynamic) = self.dynamic.get(&node) else { return Vec::new() };
        let lists = match by {
            By::Use => &dynamic.uses,
            By::Copy => &dynamic.copies,
            By::Def => &dynamic.defs,
        };
        let ids = lists.get(&var).into_iter().flatten();
        ids.map(|&id| (id, dynamic.stmts[id.dynamic_index()].clone())).collect()
    }

    /// A statement of a node, whoever made it.
    pub(super) fn stmt_at<'s>(&'s self, node: Node, code: &'s Code, id: StmtId) -> &'s Stmt {
        let stmt = match id.is_dynamic() {
            false => code.stmts.get(id.0 as usize),
            true => self.dynamic.get(&node).and_then(|d| d.stmts.get(id.dynamic_index())),
        };
        stmt.unwrap_or(&Stmt::Gone)
    }

    /// What is not known about the targets of reflection in a node.
    pub fn unknowns(&self, node: Node) -> impl Iterator<Item = &crate::gaps::Gap> {
        let stmts = self.dynamic.get(&node).into_iter().flat_map(|dynamic| &dynamic.stmts);
        stmts.filter_map(|stmt| match stmt {
            Stmt::Unknown(gap) => Some(gap),
            _ => None,
        })
    }

    /// A rule acts on new objects.
    pub(super) fn expand(&mut self, node: Node, id: StmtId, rule: &Rule, objs: &PointsToSet) {
        let site = self.rule_site(node);
        for obj in objs.iter() {
            let data = self.heap.get(obj).clone();
            let vars = self.dynamic_vars(node);
            let (world, types) = (&mut self.world, &mut self.types);
            let Expanded { stmts, vars } =
                plugins::expand(world, types, rule, (obj, &data), &site, vars);
            self.ensure_vars(node, vars);
            // Names and classes that have nothing to do with each other are many.
            if stmts.is_empty() {
                continue;
            }
            let mut made = Vec::new();
            for mut stmt in stmts {
                if let Stmt::CopyField { to, .. } = &mut stmt {
                    let Some(copy) = self.object(node, &New::Site(data.class), rule.ordinal) else {
                        continue;
                    };
                    *to = copy;
                }
                let new = self.dynamic.entry(node).or_default().add(stmt.clone());
                made.push((new, stmt));
            }
            let ids = made.iter().map(|(id, _)| *id).collect();
            self.dynamic.entry(node).or_default().made.insert((id, obj), ids);
            for (id, stmt) in made {
                self.instantiate_stmt(node, id, &stmt);
            }
        }
    }

    /// Where the rules of a node stand, as far as plugins want to know.
    fn rule_site(&self, node: Node) -> RuleSite {
        let method_of = |node: Node| match self.key(node) {
            CodeKey::Method(method) => Some(method),
            _ => None,
        };
        let call = self.nodes[node].key.site.and_then(|site| self.call_at(site));
        let caller = self.nodes[node].key.site.and_then(|(outer, _)| method_of(outer));
        let callee = call.as_ref().map(|call| call.target.method());
        // Another summary may have been called, which calls this one in its own way.
        let is_direct = callee.is_some() && callee == method_of(node);
        RuleSite { passed: call.filter(|_| is_direct).map(|call| call.args), caller, callee }
    }

    fn call_at(&self, (node, id): (Node, StmtId)) -> Option<Call> {
        let code = self.codes[self.nodes[node].key.code].as_ref()?;
        match self.stmt_at(node, code, id) {
            Stmt::Call(call) => Some(call.clone()),
            _ => None,
        }
    }

    fn ensure_vars(&mut self, node: Node, count: usize) {
        for at in self.dynamic_vars(node)..count {
            let pointer = self.pointer(Owner::Variable(node, Var::dynamic(at)));
            self.dynamic.entry(node).or_default().vars.push(pointer);
        }
    }

    fn dynamic_vars(&self, node: Node) -> usize {
        self.dynamic.get(&node).map_or(0, |dynamic| dynamic.vars.len())
    }

    /// Undoes what a rule made of objects.
    pub(super) fn unexpand(
        &mut self,
        removal: &mut Removal,
        node: Node,
        id: StmtId,
        objs: &PointsToSet,
    ) {
        for obj in objs.iter() {
            let made =
                self.dynamic.get_mut(&node).and_then(|dynamic| dynamic.made.remove(&(id, obj)));
            for id in made.into_iter().flatten() {
                let Some(dynamic) = self.dynamic.get_mut(&node) else { continue };
                let stmt = dynamic.unlink(id);
                self.undo_stmt(removal, node, id, &stmt);
                if let Some(dynamic) = self.dynamic.get_mut(&node) {
                    dynamic.stmts[id.dynamic_index()] = Stmt::Gone;
                }
            }
        }
    }
}
