//! The classes of an opened program, for an analysis.
//!
//! Classes are read when they are asked for, or a little before ([`shelf`](super::shelf)). Declarations are not kept: a solver
//! asks once for a declaration and once for the bodies, and to parse a class file twice costs less than to hold what may
//! not be asked for.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use classfile::ClassFile;
use classfile::source::{ClassEntry, Resource};
use ir::lower::Lowerer;
use ir::{Class, MethodCode, Name};
use points_to::ClassSource;

use super::shelf::Shelf;
use crate::problem::Problem;
use crate::program::Program;

/// The classes of a program, read when they are asked for.
pub struct ProgramClasses {
    program: Arc<Program>,
    /// Lowerers that nobody uses just now.
    lowerers: Mutex<Vec<Lowerer>>,
    reading: Arc<Reading>,
    shelf: Arc<Shelf>,
    has_property_files: bool,
}

/// What has been read so far, for those who look on.
#[derive(Default)]
pub struct Reading {
    classes: AtomicU64,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    classes: HashSet<Name>,
    problems: Vec<Problem>,
}

impl Reading {
    /// How many classes were read with their bodies.
    pub fn classes(&self) -> u64 {
        self.classes.load(Ordering::Relaxed)
    }

    /// What was wrong with the classes that were read, once each. It is told to one only.
    pub fn take_problems(&self) -> Vec<Problem> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut told.problems)
    }

    /// A class is read twice, but what is wrong with it is told once.
    fn tell(&self, class: Name, problems: impl IntoIterator<Item = Problem>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut problems = problems.into_iter().peekable();
        if problems.peek().is_some() && told.classes.insert(class) {
            told.problems.extend(problems);
        }
    }
}

impl ProgramClasses {
    /// The classes of a program.
    pub fn new(program: Arc<Program>) -> ProgramClasses {
        ProgramClasses::with_shelf(program, Arc::new(Shelf::closed()), Arc::default())
    }

    /// The classes of a program, some of which may have been read, and where to tell what is read from now on.
    pub(crate) fn with_shelf(
        program: Arc<Program>,
        shelf: Arc<Shelf>,
        reading: Arc<Reading>,
    ) -> ProgramClasses {
        let has_property_files = true;
        ProgramClasses { program, lowerers: Mutex::default(), reading, shelf, has_property_files }
    }

    /// The same classes, with nobody looking into property files.
    pub(crate) fn without_property_files(self) -> ProgramClasses {
        ProgramClasses { has_property_files: false, ..self }
    }

    /// What is read from now on.
    pub fn reading(&self) -> Arc<Reading> {
        Arc::clone(&self.reading)
    }

    fn texts<'p>(&self, resources: impl IntoIterator<Item = Resource<'p>>) -> Vec<String> {
        let texts = resources.into_iter().filter_map(|resource| match resource.read() {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(problem) => {
                self.reading.tell(Name::new(&resource.path()), [Problem::Source(problem)]);
                None
            }
        });
        texts.collect()
    }

    fn read(&self, name: Name, with_bodies: bool) -> Option<Arc<Class>> {
        let entry = self.program.class_path.find(name.as_str())?;
        let read = || {
            let taken = self.lowerers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut lowerer = taken.unwrap_or_default();
            let class = read(&self.program, entry, &mut lowerer, with_bodies);
            self.lowerers.lock().unwrap_or_else(PoisonError::into_inner).push(lowerer);
            class
        };
        let class = if with_bodies { self.shelf.get(name, read) } else { read() };
        match class {
            Ok(class) => {
                if with_bodies {
                    self.reading.tell(name, broken_methods(entry, &class));
                }
                Some(class)
            }
            Err(problem) => {
                self.reading.tell(name, [problem]);
                None
            }
        }
    }
}

/// Reads a class of a program, unless it is at hand.
pub(crate) fn read(
    program: &Program,
    entry: ClassEntry<'_>,
    lowerer: &mut Lowerer,
    with_bodies: bool,
) -> Result<Arc<Class>, Problem> {
    if let Some(class) = program.lowered(entry) {
        return Ok(Arc::clone(class));
    }
    if let Some(class) = (!with_bodies).then(|| program.declared(entry)).flatten() {
        return Ok(class);
    }
    let bytes = entry.read().map_err(Problem::Source)?;
    let file = ClassFile::parse(&bytes).map_err(|error| Problem::of_class(entry, error))?;
    let class = if with_bodies { lowerer.lower(&file) } else { lowerer.declaration(&file) };
    let class = class.map_err(|error| Problem::Declaration { path: entry.path(), error })?;
    let class = Arc::new(class);
    if !with_bodies {
        program.declare(entry, &class);
    }
    Ok(class)
}

pub(super) fn broken_methods<'a>(
    entry: ClassEntry<'a>,
    class: &'a Class,
) -> impl Iterator<Item = Problem> + use<'a> {
    class.methods.iter().filter_map(move |method| match &method.code {
        MethodCode::Broken(error) => Some(Problem::Code {
            path: entry.path(),
            method: format!("{}{}", method.name, method.ty),
            error: error.clone(),
        }),
        _ => None,
    })
}

impl ClassSource for ProgramClasses {
    fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        self.read(name, false)
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        self.reading.classes.fetch_add(1, Ordering::Relaxed);
        self.read(name, true)
    }

    fn is_application(&self, name: Name) -> bool {
        let entry = self.program.class_path.find(name.as_str());
        entry.is_some_and(|entry| self.program.is_application(entry))
    }

    fn resources(&self, path: &str) -> Vec<String> {
        self.texts(self.program.class_path.resources(path))
    }

    fn property_files(&self) -> Vec<String> {
        if !self.has_property_files {
            return Vec::new();
        }
        self.texts(self.program.property_files())
    }
}
