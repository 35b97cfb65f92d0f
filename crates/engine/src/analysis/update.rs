//! A program that was analysed and then edited.
//!
//! ```text
//! names of changed classes ──▶ read and lowered ──▶ entry points, if declarations changed ──▶ Solver::apply
//! ```

use std::sync::Arc;

use ir::lower::Lowerer;
use ir::{Class, Name};
use points_to::{ClassChange, PointsToDelta, ProgramDelta};

use super::classes::{broken_methods, read};
use super::entry::{self, NoEntry};
use super::{Analysis, Choice};
use crate::problem::Problem;
use crate::program::Program;
use crate::progress::Silent;

impl Analysis {
    /// The program is now another one, which differs from the one before in these classes alone. Afterwards everything is as if
    /// that program had been analysed from scratch. If it has no entry point, nothing is changed.
    pub(crate) fn update(
        &mut self,
        program: Arc<Program>,
        changed: &[Name],
    ) -> Result<PointsToDelta, NoEntry> {
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
        if is_declared_otherwise || self.do_bodies_matter() {
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
        self.problems.append(&mut problems);
        Ok(self.solver.apply(delta))
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
