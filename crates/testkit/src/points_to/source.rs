//! Classes in memory, in front of a class library if wanted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use classfile::ClassFile;
use classfile::source::ClassPath;
use ir::lower::Lowerer;
use ir::text::TextError;
use ir::{Class, Name};
use points_to::ClassSource;
use project::Jdk;
use rustc_hash::FxHashMap;

/// The few classes of `java/lang` that the JVM and the analysis cannot do without, as text.
pub const JAVA_LANG: &str = include_str!("java_lang.ir");

/// Classes in memory. All of them are application classes, those of the library behind them are not.
#[derive(Clone, Default)]
pub struct MemoryClasses {
    classes: BTreeMap<Name, Arc<Class>>,
    library: Option<Arc<Library>>,
}

impl MemoryClasses {
    /// These classes and no others.
    pub fn new(classes: impl IntoIterator<Item = Arc<Class>>) -> MemoryClasses {
        let classes = classes.into_iter().map(|class| (class.name, class)).collect();
        MemoryClasses { classes, library: None }
    }

    /// The classes of a text, and those of [`JAVA_LANG`] that it does not have itself.
    pub fn parse(text: &str) -> Result<MemoryClasses, TextError> {
        let classes = java_lang().into_iter().chain(parse(text)?);
        Ok(MemoryClasses::new(classes))
    }

    /// The same, with a library behind.
    pub fn in_front_of(self, library: Arc<Library>) -> MemoryClasses {
        MemoryClasses { library: Some(library), ..self }
    }

    /// The classes in memory, by name.
    pub fn classes(&self) -> impl Iterator<Item = &Arc<Class>> {
        self.classes.values()
    }

    fn find(&self, name: Name) -> Option<Arc<Class>> {
        let own = self.classes.get(&name).cloned();
        own.or_else(|| self.library.as_ref()?.class(name))
    }
}

impl ClassSource for MemoryClasses {
    fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        self.find(name)
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        self.find(name)
    }

    fn is_application(&self, name: Name) -> bool {
        // Without a library also those that are not there: they may come.
        self.library.is_none() || self.classes.contains_key(&name)
    }

    fn resources(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The classes of a text.
pub fn parse(text: &str) -> Result<Vec<Arc<Class>>, TextError> {
    Ok(ir::text::parse_classes(text)?.into_iter().map(Arc::new).collect())
}

/// The classes of [`JAVA_LANG`].
pub fn java_lang() -> Vec<Arc<Class>> {
    parse(JAVA_LANG).unwrap_or_else(|error| panic!("java_lang.ir:{error}"))
}

/// The class library of a JDK, each class lowered once for all analyses.
pub struct Library {
    class_path: ClassPath,
    lowered: Mutex<FxHashMap<Name, Option<Arc<Class>>>>,
}

impl Library {
    /// The library of a JDK.
    ///
    /// # Panics
    ///
    /// If the JDK cannot be read.
    pub fn of(jdk: &Jdk) -> Library {
        Library { class_path: crate::jdk::class_path(jdk), lowered: Mutex::default() }
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        let mut lowered = self.lowered.lock().unwrap_or_else(PoisonError::into_inner);
        lowered.entry(name).or_insert_with(|| self.lower(name)).clone()
    }

    fn lower(&self, name: Name) -> Option<Arc<Class>> {
        let bytes = self.class_path.find(name.as_str())?.read().ok()?;
        let file = ClassFile::parse(&bytes).ok()?;
        Lowerer::new().lower(&file).ok().map(Arc::new)
    }
}
