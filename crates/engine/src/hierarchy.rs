//! The hierarchy of a program's classes, with the supertypes that its libraries have.

use classfile::ClassFile;
use ir::hierarchy::Hierarchy;
use ir::lower::Lowerer;
use ir::{Class, Name};

use crate::problem::Problem;
use crate::program::Program;

impl Program {
    /// The hierarchy of some classes and all their supertypes. Those that are nowhere are phantoms.
    pub fn hierarchy(&self, classes: &[Class]) -> Hierarchy {
        let mut hierarchy = Hierarchy::new();
        let mut pending: Vec<Name> = Vec::new();
        for class in classes {
            hierarchy.add(class);
        }
        for class in classes {
            pending.extend(supertypes(class));
        }
        let mut lowerer = Lowerer::new();
        while let Some(name) = pending.pop() {
            if hierarchy.class(name).is_some_and(|class| !hierarchy.is_phantom(class)) {
                continue;
            }
            if let Some(class) = self.declaration(name, &mut lowerer) {
                hierarchy.add(&class);
                pending.extend(supertypes(&class));
            }
        }
        hierarchy
    }

    /// The declaration of a library class. One that cannot be read is as good as missing.
    fn declaration(&self, name: Name, lowerer: &mut Lowerer) -> Option<Class> {
        let bytes = self.class_path.find(name.as_str())?.read().ok()?;
        let class = lowerer.declaration(&ClassFile::parse(&bytes).ok()?).ok()?;
        (class.name == name).then_some(class)
    }

    pub(crate) fn hierarchy_problems(&self, classes: &[Class]) -> Vec<Problem> {
        let errors = self.hierarchy(classes).errors();
        errors
            .into_iter()
            .map(|error| {
                let class = error.class().and_then(|class| self.class_path.find(class.as_str()));
                Problem::Hierarchy { path: class.map(|entry| entry.path()), error }
            })
            .collect()
    }
}

fn supertypes(class: &Class) -> impl Iterator<Item = Name> + '_ {
    class.super_class.iter().chain(&class.interfaces).copied()
}
