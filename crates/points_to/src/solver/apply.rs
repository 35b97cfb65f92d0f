//! Changes of the program.

use std::sync::Arc;

use ir::hierarchy::{ClassId, MethodId};
use ir::{Class, MethodType, Name};
use rustc_hash::FxHashSet;

use crate::code::CodeKey;
use crate::diff;
use crate::ids::CodeId;

use super::Solver;
use super::budget::Budget;
use super::journal::{Journal, PointsToDelta};
use super::remove::Removal;

/// A change of the program. The whole program is a change of the empty one.
#[derive(Clone, Debug, Default)]
pub struct ProgramDelta {
    /// Classes that are new, changed or gone.
    pub classes: Vec<ClassChange>,
    /// All entry points, if they are not those of before.
    pub entries: Option<Vec<EntryPoint>>,
}

/// A change of a class.
#[derive(Clone, Debug)]
pub enum ClassChange {
    /// The class is now this one.
    Put(Arc<Class>),
    /// There is no such class any more.
    Remove(Name),
}

/// A method that is called from outside, on arguments that are made by type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryPoint {
    /// The class that declares it.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
}

impl ClassChange {
    fn name(&self) -> Name {
        match self {
            ClassChange::Put(class) => class.name,
            ClassChange::Remove(name) => *name,
        }
    }

    fn class(&self) -> Option<&Arc<Class>> {
        match self {
            ClassChange::Put(class) => Some(class),
            ClassChange::Remove(_) => None,
        }
    }
}

impl Solver {
    /// Analyses a program from scratch, unless that takes more than a budget allows: then there is no result.
    pub fn within(mut self, delta: ProgramDelta, budget: &Arc<Budget>) -> Option<Solver> {
        self.budget = Some(Arc::clone(budget));
        self.apply(delta);
        self.budget = None;
        (!budget.is_used_up()).then_some(self)
    }

    /// Applies a change, and tells what it changed. Afterwards the state is what an analysis of the changed program from
    /// scratch would give.
    pub fn apply(&mut self, delta: ProgramDelta) -> PointsToDelta {
        self.journal = self.root.is_some().then(Journal::default);
        // Classes that nobody has asked for are not part of what is analysed yet.
        let (known, unknown): (Vec<_>, Vec<_>) =
            delta.classes.into_iter().partition(|change| self.world.was_asked(change.name()));
        for change in unknown {
            self.world.put(change.name(), change.class().cloned());
        }
        let is_declaration_changed = known
            .iter()
            .any(|change| self.world.is_declaration_changed(change.name(), change.class()));
        let mut removal = Removal::default();
        let added = if is_declaration_changed {
            self.exchange(&mut removal, known);
            Vec::new()
        } else {
            self.edit(&mut removal, known)
        };
        let added_entries = delta.entries.map(|entries| self.edit_entries(&mut removal, &entries));
        self.take_back(&mut removal);
        self.finish(&mut removal, added.into_iter().chain(added_entries).collect());
        match self.journal.take() {
            Some(journal) => self.delta(journal, &removal),
            None => PointsToDelta { is_everything: true, ..PointsToDelta::default() },
        }
    }

    /// Bodies changed, nothing else: statement by statement.
    fn edit(&mut self, removal: &mut Removal, changes: Vec<ClassChange>) -> Vec<Edited> {
        let mut edited = Vec::new();
        for change in changes {
            let Some(class) = change.class() else { continue };
            let Some(id) = self.world.hierarchy.class(class.name) else { continue };
            let methods: Vec<MethodId> = self.world.hierarchy.methods(id).collect();
            self.world.put(class.name, Some(Arc::clone(class)));
            for method in methods {
                let Some(&code) = self.code_ids.get(&CodeKey::Method(method)) else { continue };
                edited.extend(self.edit_code(removal, code));
            }
        }
        edited
    }

    /// Undoes what an edit took away from a piece of code; what it added is left to be carried out.
    fn edit_code(&mut self, removal: &mut Removal, id: CodeId) -> Option<Edited> {
        let old = self.codes[id].clone()?;
        let new = self.extract(id);
        let patch = diff::patch(&old, new);
        for stmt in patch.removed {
            self.remove_stmt(removal, id, stmt);
        }
        // Nothing is undone twice, and nothing that has not been done.
        self.codes[id] = Some(Arc::new(patch.rest));
        Some(Edited { id, code: patch.code, added: patch.added })
    }

    fn edit_entries(&mut self, removal: &mut Removal, entries: &[EntryPoint]) -> Edited {
        self.entries = entries.to_vec();
        let id = self.code_id(CodeKey::Root);
        match self.edit_code(removal, id) {
            Some(edited) => edited,
            None => {
                self.ensure_code(id);
                let contexts = self.policy.root(&mut self.contexts);
                let alpha = contexts.into_iter().find(|&context| !self.contexts.is_beta(context));
                let context = alpha.expect("invariant: β is there only beside α");
                let root = self.node(id, context, None);
                self.root = Some(root);
                self.nodes[root].is_reachable = true;
                self.new_nodes.push(root);
                let code = (*self.code(root)).clone();
                Edited { id, code, added: Vec::new() }
            }
        }
    }

    /// Declarations changed: all code that was made with their help is made anew, and so is all code that allocates
    /// objects whose classes mean something else now.
    fn exchange(&mut self, removal: &mut Removal, changes: Vec<ClassChange>) {
        let mut affected: FxHashSet<ClassId> = FxHashSet::default();
        let below = |solver: &Solver, name: Name, affected: &mut FxHashSet<ClassId>| {
            if let Some(class) = solver.world.hierarchy.class(name) {
                affected.insert(class);
                affected.extend(solver.world.hierarchy.subclasses(class));
            }
        };
        for change in &changes {
            below(self, change.name(), &mut affected);
        }
        // What is below the changed classes afterwards was below them before or is changed itself.
        // Reflection may have looked at any class.
        let reflective: FxHashSet<CodeId> =
            self.dynamic.keys().map(|&node| self.nodes[node].key.code).collect();
        let is_changed =
            |code: CodeId| reflective.contains(&code) || self.depends_on(code, &affected);
        let codes: Vec<CodeId> = self.codes.keys().filter(|&code| is_changed(code)).collect();
        for &code in &codes {
            self.remove_code(removal, code);
        }
        self.take_back(removal);
        for change in changes {
            self.world.put(change.name(), change.class().cloned());
        }
        for code in codes {
            self.codes[code] = None;
            self.callees.remove(&code);
        }
        let types = &self.types;
        self.dispatch.retain(|(class, method), _| {
            let owner = self.world.hierarchy.method(*method).class;
            !affected.contains(&types.class(*class).class) && !affected.contains(&owner)
        });
        self.types.forget(|data| affected.contains(&data.class) || data.ty.is_array());
        self.masks.clear();
        self.plain_callees.clear();
        self.refresh_accepted();
    }

    fn depends_on(&self, code: CodeId, affected: &FxHashSet<ClassId>) -> bool {
        let own = match self.code_keys[code] {
            CodeKey::Method(method) => Some(self.world.hierarchy.method(method).class),
            CodeKey::Lambda(class) => self.types.class(class).lambda().map(|lambda| lambda.from),
            CodeKey::Proxy(_, method) => Some(self.world.hierarchy.method(method).class),
            CodeKey::Root => None,
        };
        let mentions = self.codes[code].iter().flat_map(|code| code.mentions.iter().copied());
        own.into_iter().chain(mentions).any(|class| affected.contains(&class))
    }

    fn finish(&mut self, removal: &mut Removal, edited: Vec<Edited>) {
        let mut added = Vec::new();
        for Edited { id, code, added: new } in edited {
            self.codes[id] = Some(Arc::new(code));
            let nodes = self.nodes_of.get(&id).cloned().unwrap_or_default();
            for &node in &nodes {
                self.ensure_room(node);
            }
            added.extend(
                nodes.into_iter().flat_map(|node| new.iter().map(move |&stmt| (node, stmt))),
            );
        }
        // Nodes that come back are carried out as a whole, with what was added.
        added.retain(|(node, _)| self.nodes[*node].is_reachable);
        for (node, stmt) in added {
            let code = self.code(node);
            self.instantiate_stmt(node, stmt, code.stmt(stmt));
        }
        self.rederive(removal);
    }
}

/// Code that was edited.
struct Edited {
    id: CodeId,
    code: crate::code::Code,
    added: Vec<crate::ids::StmtId>,
}
