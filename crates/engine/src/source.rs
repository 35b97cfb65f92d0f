//! The text that a class was compiled from.
//!
//! It is looked for where people have it: among the sources of the input and of its project, in `x-sources.jar` beside
//! `x.jar`, and in the `src.zip` of the JDK.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use classfile::source::{ClassEntry, ClassPath, Options};
use ir::class::package_of;
use ir::{Class, Name};
use report::{Race, Report};

use crate::analysis::Analysis;
use crate::program::Program;

/// A source file, in lines.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Where it is.
    pub path: String,
    lines: Vec<String>,
}

impl SourceText {
    fn new(path: String, bytes: &[u8]) -> SourceText {
        let text = String::from_utf8_lossy(bytes);
        SourceText { path, lines: text.lines().map(str::to_owned).collect() }
    }

    /// Everything.
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// A line, counted from one.
    pub fn line(&self, number: u16) -> Option<&str> {
        self.lines.get(usize::from(number).checked_sub(1)?).map(String::as_str)
    }
}

impl Program {
    /// The source file of a class, if it is among those of the input and of its project.
    pub(crate) fn source_file(&self, class: &Class) -> Option<PathBuf> {
        self.sources.find(class.name.as_str(), class.source_file?.as_str())
    }

    /// The text of a class, if it can be found and read.
    pub(crate) fn source_of(&self, class: &Class, entry: ClassEntry<'_>) -> Option<SourceText> {
        let file = class.source_file?.as_str();
        if let Some(path) = self.source_file(class) {
            return Some(SourceText::new(path.display().to_string(), &std::fs::read(&path).ok()?));
        }
        let package = package_of(class.name);
        let name = if package.is_empty() { file.into() } else { format!("{package}/{file}") };
        let container = self.class_path.container(entry.container()).path();
        match sources_jar(Path::new(container)) {
            Some(jar) => read_from(&jar, &name),
            None => self.jdk_source(entry, &name),
        }
    }

    /// In the archive of the JDK's sources, files stand below their module.
    fn jdk_source(&self, entry: ClassEntry<'_>, name: &str) -> Option<SourceText> {
        let home = self.class_path.root_path(entry.root());
        let archive = ["lib/src.zip", "src.zip"].map(|zip| home.join(zip));
        let archive = archive.iter().find(|path| path.is_file())?;
        let path = entry.path();
        let module = path.rsplit_once("!/").and_then(|(_, inside)| inside.split('/').next());
        read_from(archive, &format!("{}/{name}", module?)).or_else(|| read_from(archive, name))
    }
}

impl Analysis {
    /// The source files of the classes that a report is about, as far as they are files.
    pub fn source_files(&self, report: &Report) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::new();
        let races = report.races.iter().chain(report.aside.iter().map(|aside| &aside.race));
        for class in races.flat_map(classes_of) {
            if !files.contains_key(class)
                && let Some(file) = self.source_file(Name::new(class))
            {
                files.insert(class.to_owned(), file);
            }
        }
        files
    }
}

fn classes_of(race: &Race) -> impl Iterator<Item = &str> {
    let sides = [&race.earlier, &race.later].into_iter();
    sides.flat_map(|side| {
        let frames = side.stack.iter().map(|frame| frame.class.as_str());
        frames.chain([side.site.class.as_str()])
    })
}

/// `lib/x-sources.jar` for `lib/x.jar`, if it is there.
fn sources_jar(jar: &Path) -> Option<PathBuf> {
    let stem = jar.file_stem()?.to_str()?;
    let beside = jar.with_file_name(format!("{stem}-sources.jar"));
    beside.is_file().then_some(beside)
}

fn read_from(archive: &Path, name: &str) -> Option<SourceText> {
    let mut class_path = ClassPath::new(Options::default());
    class_path.add(archive);
    let resource = class_path.resources(name).into_iter().next()?;
    Some(SourceText::new(resource.path(), &resource.read().ok()?))
}
