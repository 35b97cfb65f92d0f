//! A program that was analysed and then edited.
//!
//! ```text
//! names of changed classes ──▶ read and lowered ──▶ entry points, if declarations changed ──▶ Solver::apply
//! ```

use std::collections::HashSet;
use std::sync::Arc;

use ir::lower::Lowerer;
use ir::{Class, MethodType, Name};
use points_to::{ClassChange, Deletion, ProgramDelta};

use super::classes::{broken_methods, read};
use super::entry::{self, NoEntry};
use super::{Analysis, Choice};
use crate::problem::Problem;
use crate::program::Program;
use crate::progress::Silent;

/// What an edit means for those who have looked at an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// All that is run does the same as before, in other lines perhaps.
    OtherPlaces,
    /// Anything may be different.
    Any,
}

impl Analysis {
    /// The program is now another one, which differs from the one before in these classes alone. Afterwards everything is as if
    /// that program had been analysed from scratch. If it has no entry point, nothing is changed.
    pub(crate) fn update(
        &mut self,
        program: Arc<Program>,
        changed: &[Name],
    ) -> Result<Effect, NoEntry> {
        let mut problems = Vec::new();
        let mut lowerer = Lowerer::new();
        let now: Vec<(Name, Option<Arc<Class>>)> = changed
            .iter()
            .map(|&name| (name, class(&program, name, &mut lowerer, &mut problems)))
            .collect();
        let declaration = |class: &Option<Arc<Class>>| class.as_deref().map(Class::declaration);
        let is_declared_otherwise = now
            .iter()
            .any(|(name, class)| declaration(&self.bodies.class(*name)) != declaration(class));
        let mut delta = ProgramDelta::default();
        let is_selected_anew = is_declared_otherwise || self.do_bodies_matter();
        let does_same = !is_selected_anew && now.iter().all(|(_, class)| self.does_same(class));
        if is_selected_anew {
            let (request, models) = (&self.request.entries, &self.models);
            let entries = entry::select(&program, request, models, &Silent, &mut problems)?;
            let is_gone =
                |class: &&Arc<Class>| !entries.classes().any(|new| new.name == class.name);
            let gone = self.entries.classes().filter(is_gone);
            delta.classes.extend(gone.map(|class| ClassChange::Remove(class.name)));
            delta.classes.extend(entries.classes().cloned().map(ClassChange::Put));
            delta.entries = Some(entries.points.clone());
            self.entries = entries;
        }
        delta.classes.extend(now.into_iter().map(|(name, class)| match class {
            Some(class) => ClassChange::Put(class),
            None => ClassChange::Remove(name),
        }));
        // What was wrong with the old classes is wrong no more.
        let paths: Vec<String> =
            changed.iter().filter_map(|name| self.program.path_of(*name)).collect();
        self.problems.retain(|problem| problem.path().is_none_or(|path| !paths.contains(&path)));
        self.bodies.update(Arc::clone(&program), changed.iter().copied());
        self.program = program;
        // Whoever looks for entry points reads classes, too.
        let mut told: HashSet<String> = self.problems.iter().map(Problem::to_string).collect();
        problems.retain(|problem| told.insert(problem.to_string()));
        self.problems.append(&mut problems);
        let delta = self.solver.apply(delta);
        Ok(if does_same && delta.is_empty() { Effect::OtherPlaces } else { Effect::Any })
    }

    pub(crate) fn delete_by(&mut self, deletion: Deletion) {
        self.solver.delete_by(deletion);
    }

    /// Whether all methods of a class that are run do what they did before.
    fn does_same(&self, class: &Option<Arc<Class>>) -> bool {
        let Some(class) = class else { return true };
        let Some(old) = self.bodies.class(class.name) else { return false };
        class.methods.iter().zip(&old.methods).all(|(new, old)| match (new.body(), old.body()) {
            (Some(body), Some(before)) => {
                body.does_same(before) || !self.is_reached(class.name, new.name, new.ty)
            }
            (None, None) => true,
            _ => false,
        })
    }

    fn is_reached(&self, class: Name, name: Name, ty: MethodType) -> bool {
        let hierarchy = self.solver.hierarchy();
        let class = hierarchy.class(class);
        let method = class.and_then(|class| hierarchy.declared_method(class, name, ty));
        method.is_some_and(|method| self.solver.is_reached(method))
    }

    /// Whether it depends on the code of classes what is called from outside, not on their declarations alone.
    fn do_bodies_matter(&self) -> bool {
        !self.entries.called.is_none() || self.entries.choice == Choice::SharedForWantOfBoth
    }
}

/// A class with its code; none if it is gone or cannot be read.
fn class(
    program: &Program,
    name: Name,
    lowerer: &mut Lowerer,
    problems: &mut Vec<Problem>,
) -> Option<Arc<Class>> {
    let entry = program.class_path.find(name.as_str())?;
    match read(program, entry, lowerer, true) {
        Ok(class) => {
            problems.extend(broken_methods(entry, &class));
            Some(class)
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}
