//! The cases, compiled by each JDK of the machine: as they are, and edited.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use classfile::ClassFile;
use classfile::source::ClassPath;
use ir::lower::Lowerer;
use ir::{Class, Name};
use points_to::ClassSource;
use project::Jdk;

use super::expect;

/// The folder of a case.
pub fn folder(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugins/cases").join(case)
}

/// The names of all cases.
pub fn case_names() -> Vec<String> {
    let entries = fs::read_dir(folder("")).expect("the folder of the cases can be read");
    entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect()
}

/// A file of a case, if it has it.
pub fn read(case: &str, file: &str) -> Option<String> {
    fs::read_to_string(folder(case).join(file)).ok()
}

/// All cases with one JDK behind them.
pub struct Cases {
    pub release: u16,
    library: Arc<Library>,
    before: Vec<Arc<Class>>,
    after: Vec<Arc<Class>>,
}

/// One element for each JDK.
pub static ALL: LazyLock<Vec<Cases>> = LazyLock::new(|| {
    let jdks = testkit::java::compilers();
    if jdks.is_empty() {
        testkit::jdk::skip("there is no JDK that compiles");
    }
    jdks.iter().map(Cases::compile).collect()
});

impl Cases {
    fn compile(jdk: &Jdk) -> Cases {
        let copies = tempfile::tempdir().expect("a temporary folder");
        for case in case_names() {
            let main = read(&case, "Main.java").unwrap_or_else(|| panic!("{case}: no Main.java"));
            let edited = edited(&case, &main);
            let package = copies.path().join(&case);
            fs::create_dir(&package).expect("a folder for the edited source");
            fs::write(package.join("Main.java"), edited).expect("the edited source");
        }
        Cases {
            release: jdk.release,
            library: Arc::new(Library::of(jdk)),
            before: classes_of(jdk, &folder("")),
            after: classes_of(jdk, copies.path()),
        }
    }

    /// The classes of a case and everything that a JDK has.
    pub fn source(&self, case: &str, is_edited: bool) -> CaseClasses {
        let classes = self.classes(case, is_edited).map(|class| (class.name, class)).collect();
        CaseClasses { case: case.to_owned(), classes, library: Arc::clone(&self.library) }
    }

    /// The classes of a case.
    pub fn classes(&self, case: &str, is_edited: bool) -> impl Iterator<Item = Arc<Class>> {
        let package = format!("{case}/");
        let classes = if is_edited { &self.after } else { &self.before };
        classes.iter().filter(move |c| c.name.as_str().starts_with(&package)).map(Arc::clone)
    }
}

/// The source after the edits that it asks for.
fn edited(case: &str, source: &str) -> String {
    let is_comment = |line: &&str| line.trim().starts_with("//=");
    let code = source.lines().filter(|line| !is_comment(line));
    let mut code: String = code.flat_map(|line| [line, "\n"]).collect();
    for (from, to) in expect::parse(source).edits {
        assert!(code.contains(&from), "{case}: there is no {from} to be edited");
        code = code.replace(&from, &to);
    }
    code
}

fn classes_of(jdk: &Jdk, folder: &Path) -> Vec<Arc<Class>> {
    let files = testkit::java::sources_below(folder).unwrap_or_else(|error| panic!("{error}"));
    let program = testkit::java::compile(jdk, &files).unwrap_or_else(|error| panic!("{error}"));
    program.classes.into_iter().map(Arc::new).collect()
}

/// The classes that an analysis of a case can see.
pub struct CaseClasses {
    case: String,
    classes: BTreeMap<Name, Arc<Class>>,
    library: Arc<Library>,
}

impl CaseClasses {
    fn find(&self, name: Name) -> Option<Arc<Class>> {
        self.classes.get(&name).cloned().or_else(|| self.library.class(name))
    }
}

impl ClassSource for CaseClasses {
    fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        self.find(name)
    }

    fn class(&self, name: Name) -> Option<Arc<Class>> {
        self.find(name)
    }

    fn is_application(&self, name: Name) -> bool {
        self.classes.contains_key(&name)
    }

    fn resources(&self, path: &str) -> Vec<String> {
        read(&self.case, path).into_iter().collect()
    }
}

/// The class library of a JDK, each class lowered once.
struct Library {
    class_path: ClassPath,
    lowered: Mutex<BTreeMap<Name, Option<Arc<Class>>>>,
}

impl Library {
    fn of(jdk: &Jdk) -> Library {
        Library { class_path: testkit::jdk::class_path(jdk), lowered: Mutex::default() }
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

/// How the names of a case's classes start.
pub fn prefix(case: &str) -> String {
    format!("{case}/")
}
