//! The cases, compiled by each JDK of the machine: as they are, and edited.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    run: BTreeMap<String, Vec<(String, String)>>,
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
        for file in sources() {
            let case = case_of(&file);
            let name = file.file_name().expect("a file has a name");
            let source = fs::read_to_string(&file).expect("a source can be read");
            let is_main = name == "Main.java";
            let source = if is_main { edited(&case, &source) } else { source };
            fs::create_dir_all(copies.path().join(&case)).expect("a folder for edited sources");
            fs::write(copies.path().join(&case).join(name), source).expect("an edited source");
        }
        let oracle = folder("").join("../Oracle.java");
        let before = compile(jdk, sources().into_iter().chain([oracle]).collect());
        let edited = testkit::java::sources_below(copies.path());
        let after = compile(jdk, edited.unwrap_or_else(|error| panic!("{error}")));
        Cases {
            release: jdk.release,
            library: Arc::new(Library::of(jdk)),
            run: run(jdk, &before.class_folder()),
            before: before.classes.into_iter().map(Arc::new).collect(),
            after: after.classes.into_iter().map(Arc::new).collect(),
        }
    }

    /// What a JVM found in static fields of a case: field and value.
    pub fn run(&self, case: &str) -> &[(String, String)] {
        self.run.get(case).map_or(&[], Vec::as_slice)
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

fn sources() -> Vec<PathBuf> {
    testkit::java::sources_below(&folder("")).unwrap_or_else(|error| panic!("{error}"))
}

fn case_of(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name).expect("a case has a folder");
    folder.to_str().expect("a plain name").to_owned()
}

fn compile(jdk: &Jdk, files: Vec<PathBuf>) -> testkit::java::Program {
    testkit::java::compile(jdk, &files).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs all cases in one JVM.
fn run(jdk: &Jdk, classes: &Path) -> BTreeMap<String, Vec<(String, String)>> {
    let mut java = Command::new(jdk.home.join("bin/java"))
        .args(["-XX:TieredStopAtLevel=1", "-cp"])
        .arg(classes)
        .arg("Oracle")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a JDK has a JVM");
    let mut input = java.stdin.take().expect("a pipe");
    for case in case_names() {
        let expected = expect::parse(&read(&case, "Main.java").expect("a case has a Main.java"));
        let mut line = vec![folder(&case).display().to_string() + "/", case];
        line.extend(expected.fields().map(ToOwned::to_owned));
        line.push("-".to_owned());
        line.extend(expected.arguments);
        writeln!(input, "{}", line.join("\t")).expect("the JVM reads");
    }
    drop(input);
    let output = java.wait_with_output().expect("the JVM ends");
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut parts = line.splitn(3, '\t').map(ToOwned::to_owned);
        if let (Some(case), Some(field), Some(value)) = (parts.next(), parts.next(), parts.next()) {
            found.entry(case).or_default().push((field, value));
        }
    }
    found
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

    fn property_files(&self) -> Vec<String> {
        read(&self.case, "names.properties").into_iter().collect()
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
