//! The classes of a JDK.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use classfile::ClassFile;
use classfile::source::ClassPath;
use ir::hierarchy::{ClassId, Hierarchy};
use ir::lower::Lowerer;
use ir::{Class, Name};
use project::Jdk;

use super::narrow;

/// The class library of a JDK, each class lowered once.
pub struct Library {
    pub jdk: Jdk,
    class_path: ClassPath,
    lowered: Mutex<BTreeMap<Name, Option<Arc<Class>>>>,
}

/// One for each JDK.
pub static ALL: LazyLock<Vec<Library>> = LazyLock::new(|| {
    let jdks = testkit::jdk::installed();
    if jdks.is_empty() {
        testkit::jdk::skip("there is no JDK on this machine");
    }
    jdks.into_iter().map(Library::of).collect()
});

impl Library {
    fn of(jdk: Jdk) -> Library {
        let class_path = testkit::jdk::class_path(&jdk);
        Library { jdk, class_path, lowered: Mutex::default() }
    }

    /// A class with its bodies.
    pub fn class(&self, name: Name) -> Option<Arc<Class>> {
        let mut lowered = self.lowered.lock().unwrap_or_else(PoisonError::into_inner);
        lowered.entry(name).or_insert_with(|| self.lower(name)).clone()
    }

    fn lower(&self, name: Name) -> Option<Arc<Class>> {
        let mut class = self.read(name)?;
        narrow::class(&mut class, &|below, above| self.extends(below, above));
        Some(Arc::new(class))
    }

    fn read(&self, name: Name) -> Option<Class> {
        let bytes = self.class_path.find(name.as_str())?.read().ok()?;
        let file = ClassFile::parse(&bytes).ok()?;
        Lowerer::new().lower(&file).ok()
    }

    fn extends(&self, below: Name, above: Name) -> bool {
        let parent = |name: Name| self.read(name).and_then(|class| class.super_class);
        std::iter::successors(parent(below), |&name| parent(name)).any(|name| name == above)
    }

    /// Loads a class and its supertypes; none if it is not there.
    pub fn load(&self, hierarchy: &mut Hierarchy, name: Name) -> Option<ClassId> {
        if let Some(known) = hierarchy.class(name).filter(|&id| !hierarchy.is_phantom(id)) {
            return Some(known);
        }
        let class = self.class(name)?;
        for above in class.super_class.iter().chain(&class.interfaces) {
            self.load(hierarchy, *above);
        }
        hierarchy.add(&class);
        hierarchy.class(name)
    }
}
