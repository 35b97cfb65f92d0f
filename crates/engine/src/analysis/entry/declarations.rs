//! Classes without their code, for those who look for entry points.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ir::lower::Lowerer;
use ir::{Class, Name};
use rayon::prelude::*;

use crate::analysis::classes::read;
use crate::problem::Problem;
use crate::program::Program;

/// The declarations of a program's classes. Those of libraries are read when they are asked for.
pub(super) struct Declarations<'p> {
    program: &'p Program,
    application: OnceCell<Vec<Arc<Class>>>,
    classes: RefCell<HashMap<Name, Option<Arc<Class>>>>,
    problems: RefCell<Vec<Problem>>,
}

impl<'p> Declarations<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Declarations {
            program,
            application: OnceCell::new(),
            classes: RefCell::default(),
            problems: RefCell::default(),
        }
    }

    pub(super) fn program(&self) -> &'p Program {
        self.program
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems.into_inner()
    }

    /// All classes of the application, in class-path order.
    pub(super) fn application(&self) -> &[Arc<Class>] {
        self.application.get_or_init(|| {
            let entries: Vec<_> = self.program.application().collect();
            let read: Vec<Result<Arc<Class>, Problem>> = entries
                .par_iter()
                .map_init(Lowerer::new, |lowerer, entry| read(self.program, *entry, lowerer, false))
                .collect();
            let mut classes = self.classes.borrow_mut();
            let mut found = Vec::with_capacity(read.len());
            for (entry, class) in entries.iter().zip(read) {
                let class = class.map_err(|p| self.problems.borrow_mut().push(p));
                classes.insert(Name::new(entry.name()), class.as_ref().ok().cloned());
                found.extend(class);
            }
            found
        })
    }

    pub(super) fn is_application(&self, name: Name) -> bool {
        let entry = self.program.class_path.find(name.as_str());
        entry.is_some_and(|entry| self.program.is_application(entry))
    }

    /// A class, if it is there and can be read.
    pub(super) fn get(&self, name: Name) -> Option<Arc<Class>> {
        if let Some(known) = self.classes.borrow().get(&name) {
            return known.clone();
        }
        let entry = self.program.class_path.find(name.as_str());
        let class =
            entry.and_then(|entry| match read(self.program, entry, &mut Lowerer::new(), false) {
                Ok(class) => Some(class),
                Err(problem) => {
                    self.problems.borrow_mut().push(problem);
                    None
                }
            });
        self.classes.borrow_mut().insert(name, class.clone());
        class
    }

    /// A class and its superclasses as far as they are there, the class first.
    pub(super) fn chain(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let mut chain: Vec<Arc<Class>> = vec![Arc::clone(class)];
        let mut next = class.super_class;
        while let Some(above) = next.and_then(|name| self.get(name)) {
            // Classes may be broken enough to extend themselves.
            if chain.iter().any(|known| known.name == above.name) {
                break;
            }
            next = above.super_class;
            chain.push(above);
        }
        chain
    }

    /// The names of all supertypes of a class and its own, there or not, each once: superclasses first.
    pub(super) fn supertypes(&self, class: &Arc<Class>) -> Vec<Name> {
        let mut seen: HashSet<Name> = HashSet::new();
        let mut found = Vec::new();
        let mut pending = vec![class.name];
        let mut at = 0;
        while at < pending.len() {
            let name = pending[at];
            at += 1;
            if !seen.insert(name) {
                continue;
            }
            found.push(name);
            let class = if name == class.name { Some(Arc::clone(class)) } else { self.get(name) };
            if let Some(class) = class {
                pending.extend(class.super_class.iter().chain(&class.interfaces));
            }
        }
        found
    }
}
