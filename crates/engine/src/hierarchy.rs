//! The hierarchy of a program's classes, with the supertypes that its libraries have.

use std::collections::HashSet;

use ir::hierarchy::Hierarchy;
use ir::lower::Lowerer;
use ir::{Class, Name};

use crate::analysis::read;
use crate::problem::Problem;
use crate::program::Program;

impl Program {
    /// The hierarchy of some classes and all their supertypes. Those that are nowhere are phantoms, and so are library
    /// classes that cannot be read, which are told.
    pub fn hierarchy(&self, classes: &[Class]) -> (Hierarchy, Vec<Problem>) {
        let mut hierarchy = Hierarchy::new();
        let mut problems = Vec::new();
        let mut pending: Vec<Name> = Vec::new();
        for class in classes {
            hierarchy.add(class);
            pending.extend(supertypes(class));
        }
        let mut asked: HashSet<Name> = HashSet::new();
        let mut lowerer = Lowerer::new();
        while let Some(name) = pending.pop() {
            let is_known = hierarchy.class(name).is_some_and(|class| !hierarchy.is_phantom(class));
            // Unreadable application classes were told when they were read.
            let library = self.class_path.find(name.as_str()).filter(|e| !self.is_application(*e));
            let (false, true, Some(entry)) = (is_known, asked.insert(name), library) else {
                continue;
            };
            match read(self, entry, &mut lowerer, false) {
                Ok(class) => {
                    hierarchy.add(&class);
                    pending.extend(supertypes(&class));
                }
                Err(problem) => problems.push(problem),
            }
        }
        (hierarchy, problems)
    }

    pub(crate) fn hierarchy_problems(&self, classes: &[Class]) -> Vec<Problem> {
        let (hierarchy, mut problems) = self.hierarchy(classes);
        problems.extend(hierarchy.errors().into_iter().map(|error| {
            let class = error.class().and_then(|class| self.class_path.find(class.as_str()));
            Problem::Hierarchy { path: class.map(|entry| entry.path()), error }
        }));
        problems
    }
}

fn supertypes(class: &Class) -> impl Iterator<Item = Name> + '_ {
    class.super_class.iter().chain(&class.interfaces).copied()
}
