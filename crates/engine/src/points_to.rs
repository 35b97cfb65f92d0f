//! The classes of an opened program, for an analysis.

use std::cell::RefCell;
use std::sync::Arc;

use classfile::ClassFile;
use ir::lower::Lowerer;
use ir::{Class, Name};
use points_to::ClassSource;

use crate::program::Program;

/// The classes of a program, read when they are asked for.
pub struct ProgramClasses {
    program: Arc<Program>,
    lowerer: RefCell<Lowerer>,
}

impl ProgramClasses {
    /// The classes of a program.
    pub fn new(program: Arc<Program>) -> ProgramClasses {
        ProgramClasses { program, lowerer: RefCell::default() }
    }

    fn read(&self, name: Name, with_bodies: bool) -> Option<Arc<Class>> {
        let entry = self.program.class_path.find(name.as_str())?;
        let bytes = entry.read().ok()?;
        let file = ClassFile::parse(&bytes).ok()?;
        let mut lowerer = self.lowerer.borrow_mut();
        let class = if with_bodies { lowerer.lower(&file) } else { lowerer.declaration(&file) };
        class.ok().map(Arc::new)
    }
}

impl ClassSource for ProgramClasses {
    fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        self.read(name, false)
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        self.read(name, true)
    }

    fn is_application(&self, name: Name) -> bool {
        let entry = self.program.class_path.find(name.as_str());
        entry.is_some_and(|entry| self.program.is_application(entry))
    }

    fn resources(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }
}
