//! A program that was opened: where its classes are, nothing lowered yet.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use classfile::ClassFile;
use classfile::source::{
    ClassEntry, ClassFileChange, ClassId, ClassPath, ContainerKind, Options, Resource, RootId,
};
use ir::lower::Lowerer;
use ir::verify::{Declaration, Verifier};
use ir::{Class, MethodCode, Name};
use project::{Compiled, Inputs, Jdk, Place, Sources};
use report::Pattern;

use crate::application::Application;
use crate::problem::Problem;
use crate::progress::Progress;

/// What a user asks to be opened.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The program: classes, archives, sources, projects.
    pub inputs: Vec<PathBuf>,
    /// What it needs and is not of interest itself.
    pub class_path: Vec<PathBuf>,
    /// The JDK; the machine's if none is named.
    pub jdk: Option<PathBuf>,
    /// Classes that are of libraries, wherever they come from.
    pub libraries: Vec<Pattern>,
    /// Classes that are the program's own, wherever they come from, unless they are of libraries.
    pub application: Vec<Pattern>,
}

/// An opened program.
pub struct Program {
    pub(crate) class_path: ClassPath,
    application: Arc<Application>,
    /// The classes that were asked for and that were there when the program was opened, once somebody wants to know.
    own: Arc<OnceLock<Vec<ClassId>>>,
    pub(crate) jdk: Option<Jdk>,
    pub(crate) sources: Arc<Sources>,
    /// Holds the classes of compiled sources, which are gone with it, and where they are on the class path.
    compiled: Option<Arc<(Compiled, RootId)>>,
    problems: Arc<[Problem]>,
    taken: Arc<[String]>,
    /// Classes that are at hand, in place of what class files hold.
    lowered: HashMap<Name, Arc<Class>>,
    /// The declarations of the program's own classes, once they were read.
    declared: RwLock<HashMap<Name, Arc<Class>>>,
}

impl Program {
    /// Opens everything that was asked for. What cannot be opened is among the [problems](Program::problems).
    pub fn open(request: &Request, progress: &dyn Progress) -> Program {
        let mut problems = Vec::new();
        let mut inputs = Inputs::of(&request.inputs);
        problems.extend(std::mem::take(&mut inputs.problems).into_iter().map(Problem::Input));
        let jdk = find_jdk(request, &inputs, &mut problems);
        let sources = Sources::new(&inputs.sources, &inputs.source_roots);
        let compiled = match &jdk {
            Some(jdk) if !sources.is_empty() => {
                progress.begin("compiling", 0);
                compile(jdk, &sources, &inputs, request, &mut problems)
            }
            _ => None,
        };
        progress.begin("opening", 0);
        let release = jdk.as_ref().map_or(NEWEST_RELEASE, |jdk| jdk.release);
        let mut class_path = ClassPath::new(Options { release, ..Options::default() });
        let mut roots: Vec<RootId> =
            inputs.places.iter().map(|place| class_path.add(place.path())).collect();
        let compiled = compiled.map(|compiled| {
            let root = class_path.add(&compiled.classes());
            (compiled, root)
        });
        roots.extend(compiled.iter().map(|(_, root)| *root));
        for path in request.class_path.iter().chain(&inputs.libraries) {
            class_path.add(path);
        }
        if let Some(jdk) = &jdk
            && let Err(problem) = class_path.add_jdk(&jdk.home)
        {
            problems.push(Problem::Source(problem));
        }
        // What was told when the inputs were looked at is not told again.
        let told: HashSet<String> = problems.iter().filter_map(Problem::path).collect();
        let news = class_path.problems().iter().filter(|problem| !told.contains(&problem.path));
        problems.extend(news.cloned().map(Problem::Source));
        let application = Application::new(&class_path, &roots, request, &mut problems);
        let mut taken = std::mem::take(&mut inputs.taken);
        taken.extend(application.archives(&class_path, &roots));
        Program {
            class_path,
            application: Arc::new(application),
            own: Arc::default(),
            taken: taken.into(),
            jdk,
            sources: Arc::new(sources),
            compiled: compiled.map(Arc::new),
            problems: problems.into(),
            lowered: HashMap::new(),
            declared: RwLock::default(),
        }
    }

    /// This program with some class files changed. What was opened is shared.
    pub fn with(&self, changes: impl IntoIterator<Item = ClassFileChange>) -> Program {
        let changes: Vec<ClassFileChange> = changes.into_iter().collect();
        let mut lowered = self.lowered.clone();
        let mut declared = self.declarations();
        for change in &changes {
            let name = Name::new(&change.name);
            lowered.remove(&name);
            declared.remove(&name);
        }
        let class_path = self.class_path.with(changes);
        Program { lowered, declared: RwLock::new(declared), ..self.shared(class_path) }
    }

    /// This program with some classes changed that are no class files.
    pub(crate) fn with_lowered(&self, classes: &[Arc<Class>]) -> Program {
        let mut lowered = self.lowered.clone();
        lowered.extend(classes.iter().map(|class| (class.name, Arc::clone(class))));
        let declared = RwLock::new(self.declarations());
        Program { lowered, declared, ..self.shared(self.class_path.with([])) }
    }

    fn declarations(&self) -> HashMap<Name, Arc<Class>> {
        self.declared.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The declaration of a class of the program, if it was read before.
    pub(crate) fn declared(&self, entry: ClassEntry<'_>) -> Option<Arc<Class>> {
        let known = self.declared.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&Name::new(entry.name())).cloned()
    }

    /// Keeps the declaration of a class, if it is one of the program's own: those of libraries are many and asked for once.
    pub(crate) fn declare(&self, entry: ClassEntry<'_>, class: &Arc<Class>) {
        if self.is_application(entry) {
            let mut known = self.declared.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(class.name, Arc::clone(class));
        }
    }

    /// A class that is at hand.
    pub(crate) fn lowered(&self, entry: ClassEntry<'_>) -> Option<&Arc<Class>> {
        match self.lowered.is_empty() {
            true => None,
            false => self.lowered.get(&Name::new(entry.name())),
        }
    }

    fn shared(&self, class_path: ClassPath) -> Program {
        Program {
            class_path,
            lowered: HashMap::new(),
            declared: RwLock::default(),
            application: Arc::clone(&self.application),
            own: Arc::clone(&self.own),
            jdk: self.jdk.clone(),
            sources: Arc::clone(&self.sources),
            compiled: self.compiled.clone(),
            problems: Arc::clone(&self.problems),
            taken: Arc::clone(&self.taken),
        }
    }

    /// This program with the class files of folders in memory, so that it stays as it is whatever becomes of them. What cannot be
    /// read is told by whoever looks at it.
    pub fn kept(&self) -> Program {
        let is_in_folder = |entry: &ClassEntry<'_>| {
            let kind = self.class_path.container(entry.container()).kind();
            matches!(kind, ContainerKind::Folder | ContainerKind::ClassFile)
        };
        let files = self.class_path.classes().filter(is_in_folder).filter_map(|entry| {
            let bytes = entry.read().ok()?.into_owned();
            let (name, path) = (entry.name().to_owned(), entry.path());
            Some(ClassFileChange { name, bytes: Some(bytes.into()), path })
        });
        self.with(files)
    }

    /// What went wrong when it was opened.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The JDK that its library classes come from; none if the JDK itself was to be opened.
    pub fn jdk(&self) -> Option<&Jdk> {
        self.jdk.as_ref()
    }

    /// What was taken from projects and from archives that hold libraries, a line for each.
    pub fn taken(&self) -> &[String] {
        &self.taken
    }

    /// Whether a class, of the program or of a library, has a name like this.
    pub fn has_class_like(&self, pattern: &Pattern) -> bool {
        self.class_path.classes().any(|entry| pattern.fits(entry.name()))
    }

    /// The classes that were asked for, in class-path order.
    pub fn application(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        let is_own = |entry: &ClassEntry<'_>| self.is_application(*entry);
        let own = self.own.get_or_init(|| {
            self.class_path.opened().filter(is_own).map(|entry| entry.id()).collect()
        });
        let opened = own.iter().filter_map(|&id| self.class_path.now(id));
        opened.chain(self.class_path.came().filter(is_own))
    }

    /// Whether a pattern of the request says that a class is a library's.
    pub fn is_marked_library(&self, class: &str) -> bool {
        self.application.is_marked(class)
    }

    /// Whether a class is one that was asked for, not one of a library.
    pub fn is_application(&self, entry: ClassEntry<'_>) -> bool {
        self.application.contains(entry)
    }

    /// The property files beside the classes that were asked for.
    pub fn property_files(&self) -> impl Iterator<Item = Resource<'_>> {
        let files = self.class_path.property_files().into_iter();
        files.filter(|file| self.application.has(file.container()))
    }

    /// Where a class is.
    pub(crate) fn path_of(&self, class: Name) -> Option<String> {
        self.class_path.find(class.as_str()).map(|entry| entry.path())
    }

    /// Whether a class was compiled from a source that was asked for.
    pub fn is_compiled_here(&self, entry: ClassEntry<'_>) -> bool {
        self.compiled.as_ref().is_some_and(|compiled| compiled.1 == entry.root())
    }
}

/// The newest release whose class files can be read, for multi-release jars when there is no JDK to ask.
const NEWEST_RELEASE: u16 = *classfile::Version::SUPPORTED.end() - 44;

/// The JDK is needed to compile and as a library. When the program *is* a JDK, it needs no other.
fn find_jdk(request: &Request, inputs: &Inputs, problems: &mut Vec<Problem>) -> Option<Jdk> {
    let is_jdk = |place: &Place| matches!(place, Place::Jdk(_));
    let is_self_contained = inputs.places.iter().any(is_jdk) && inputs.sources.is_empty();
    let has_nothing = inputs.places.is_empty() && inputs.sources.is_empty();
    if request.jdk.is_none() && (is_self_contained || has_nothing) {
        return None;
    }
    match project::locate(request.jdk.as_deref()) {
        Ok(jdk) => Some(jdk),
        Err(error) => {
            problems.push(Problem::Jdk(error));
            None
        }
    }
}

fn compile(
    jdk: &Jdk,
    sources: &Sources,
    inputs: &Inputs,
    request: &Request,
    problems: &mut Vec<Problem>,
) -> Option<Compiled> {
    let mut class_path = inputs.class_path();
    class_path.extend_from_slice(&request.class_path);
    class_path.extend_from_slice(&inputs.libraries);
    match project::compile(jdk, sources, &class_path) {
        Ok(compiled) => Some(compiled),
        Err(error) => {
            problems.push(Problem::Compiler(error));
            None
        }
    }
}

/// Reads classes; one for each thread.
#[derive(Default)]
pub(crate) struct ClassReader {
    lowerer: Lowerer,
    verifier: Verifier,
}

impl ClassReader {
    /// Reads a class and hands it out parsed and lowered, with what is wrong with its parts.
    pub(crate) fn read<T>(
        &mut self,
        entry: ClassEntry<'_>,
        problems: &mut Vec<Problem>,
        use_it: impl FnOnce(&ClassFile<'_>, Class) -> T,
    ) -> Option<T> {
        match self.try_read(entry, problems, use_it) {
            Ok(used) => Some(used),
            Err(problem) => {
                problems.push(problem);
                None
            }
        }
    }

    fn try_read<T>(
        &mut self,
        entry: ClassEntry<'_>,
        problems: &mut Vec<Problem>,
        use_it: impl FnOnce(&ClassFile<'_>, Class) -> T,
    ) -> Result<T, Problem> {
        let bytes = entry.read().map_err(Problem::Source)?;
        let file = ClassFile::parse(&bytes).map_err(|error| Problem::of_class(entry, error))?;
        let class = self.lowerer.lower(&file);
        let class = class.map_err(|error| Problem::Declaration { path: entry.path(), error })?;
        self.check(&class, entry, problems);
        Ok(use_it(&file, class))
    }

    fn check(&mut self, class: &Class, entry: ClassEntry<'_>, problems: &mut Vec<Problem>) {
        if class.name.as_str() != entry.name() {
            let class = class.name.to_string();
            problems.push(Problem::Misplaced { path: entry.path(), class });
        }
        for method in &class.methods {
            let name = || format!("{}{}", method.name, method.ty);
            match &method.code {
                MethodCode::Body(body) => {
                    if let Err(error) =
                        self.verifier.verify(body, &Declaration::of(class.name, method))
                    {
                        let (path, method) = (entry.path(), name());
                        problems.push(Problem::Invariant { path, method, error });
                    }
                }
                MethodCode::Broken(error) => {
                    let (path, method, error) = (entry.path(), name(), error.clone());
                    problems.push(Problem::Code { path, method, error });
                }
                MethodCode::Absent | MethodCode::NotLowered => {}
            }
        }
    }
}
