//! Class files below a folder.
//!
//! The user may name a folder above the root of the packages (`target` instead of `target/classes`), so the name of a
//! class comes from its bytes, and what is left of the path is a root under which resources are looked up. The class
//! files of an unpacked multi-release jar are treated as in the jar.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use super::archive::{is_archive_name, split_version};
use super::limits::{Limits, Options};
use super::manifest::Manifest;
use super::problem::{Fault, Log, ProblemKind};
use super::this_class::this_class;

/// How the names of property files end.
pub(crate) const PROPERTIES: &str = ".properties";

/// An open folder.
pub(crate) struct Folder {
    base: PathBuf,
    /// The class files that are used, from `base`.
    files: Vec<PathBuf>,
    /// The folders that packages start in, from `base`.
    roots: BTreeSet<PathBuf>,
    /// The property files, from `base`.
    properties: Vec<PathBuf>,
}

/// How the names of classes are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Roots {
    /// Packages start in this very folder, as a JVM demands; a class elsewhere is not reachable.
    Here,
    /// Packages start anywhere below.
    Anywhere,
}

/// What a walk found, from the folder on.
#[derive(Default)]
struct Found {
    classes: Vec<PathBuf>,
    archives: Vec<PathBuf>,
    properties: Vec<PathBuf>,
}

struct Class {
    file: PathBuf,
    name: String,
    root: PathBuf,
    version: u16,
}

impl Folder {
    /// Finds all classes, and the archives that should be opened as well.
    pub(crate) fn open(
        base: &Path,
        roots: Roots,
        options: &Options,
        log: &mut Log,
    ) -> Result<(Folder, Vec<String>, Vec<PathBuf>), Fault> {
        let mut found = walk(base, &options.limits, log)?;
        let properties = std::mem::take(&mut found.properties);
        let archives = archives_to_open(base, &found, roots, log);
        let classes = name_classes(base, found.classes, roots, &options.limits, log);
        let classes = choose_versions(base, classes, options);
        let (files, roots) = (Vec::new(), BTreeSet::new());
        let mut folder = Folder { base: base.to_owned(), files, roots, properties };
        let mut names = Vec::with_capacity(classes.len());
        for class in classes {
            folder.files.push(class.file);
            folder.roots.insert(class.root);
            names.push(class.name);
        }
        folder.roots.insert(PathBuf::new());
        Ok((folder, names, archives))
    }

    pub(crate) fn path(&self, member: u32) -> PathBuf {
        self.base.join(&self.files[member as usize])
    }

    /// The property files, wherever they are.
    pub(crate) fn property_files(&self) -> impl Iterator<Item = PathBuf> {
        self.properties.iter().map(|file| self.base.join(file))
    }

    /// The files with this path below any of the roots.
    pub(crate) fn find(&self, path: &str) -> impl Iterator<Item = PathBuf> {
        let is_plain =
            !path.split(['/', '\\']).any(|part| part == "..") && !Path::new(path).is_absolute();
        let roots = self.roots.iter().filter(move |_| is_plain);
        roots.map(move |root| self.base.join(root).join(path)).filter(|file| file.is_file())
    }
}

/// The contents of a file that is not larger than the limit.
pub(crate) fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, Fault> {
    let metadata = fs::metadata(path)?;
    // Opening a pipe would wait for someone to write to it.
    if !metadata.is_file() {
        return Err(Fault::new(ProblemKind::NotAFile));
    }
    let too_large = |size| {
        let (name, limit) = ("the file".to_owned(), limits.file_size);
        Fault::new(ProblemKind::TooLarge { name, size, limit })
    };
    if metadata.len() > limits.file_size {
        return Err(too_large(metadata.len()));
    }
    let mut contents = Vec::with_capacity(metadata.len() as usize);
    File::open(path)?.take(limits.file_size + 1).read_to_end(&mut contents)?;
    match contents.len() as u64 > limits.file_size {
        true => Err(too_large(contents.len() as u64)),
        false => Ok(contents),
    }
}

/// Walks all folders, each once, however many links lead to it. Files come in the order of their names.
fn walk(base: &Path, limits: &Limits, log: &mut Log) -> Result<Found, Fault> {
    // The folder itself has to be readable; what is wrong further down is logged.
    fs::read_dir(base)?;
    let mut found = Found::default();
    let mut visited = HashSet::new();
    let mut pending = vec![PathBuf::new()];
    let mut looked_at = 0;
    while let Some(folder) = pending.pop() {
        let full = base.join(&folder);
        let is_new = fs::canonicalize(&full).is_ok_and(|real| visited.insert(real));
        if !is_new {
            continue;
        }
        let (mut entries, failures) = list(&full);
        failures
            .into_iter()
            .for_each(|fault| log.add_problem(fault.in_path(full.display().to_string())));
        looked_at += entries.len() as u64;
        if looked_at > limits.folder_entries {
            log.add(Fault::new(ProblemKind::TooManyFiles { limit: limits.folder_entries }));
            break;
        }
        entries.sort_by_key(fs::DirEntry::file_name);
        let subfolders =
            entries.iter().filter_map(|entry| sort_in(entry, &folder, &mut found, log));
        let first = pending.len();
        pending.extend(subfolders);
        pending[first..].reverse();
    }
    Ok(found)
}

fn list(folder: &Path) -> (Vec<fs::DirEntry>, Vec<Fault>) {
    match fs::read_dir(folder) {
        Err(error) => (Vec::new(), vec![error.into()]),
        Ok(entries) => {
            let (mut good, mut bad) = (Vec::new(), Vec::new());
            for entry in entries {
                match entry {
                    Ok(entry) => good.push(entry),
                    Err(error) => bad.push(error.into()),
                }
            }
            (good, bad)
        }
    }
}

/// Notes a class file or an archive; gives back a folder.
fn sort_in(
    entry: &fs::DirEntry,
    folder: &Path,
    found: &mut Found,
    log: &mut Log,
) -> Option<PathBuf> {
    let name = entry.file_name();
    let text = name.to_string_lossy();
    let path = folder.join(&name);
    let list = match () {
        () if text.ends_with(".class") => Some(&mut found.classes),
        () if is_archive_name(&text) => Some(&mut found.archives),
        () if text.ends_with(PROPERTIES) => Some(&mut found.properties),
        () => None,
    };
    let file_type = match entry.file_type() {
        Ok(link) if link.is_symlink() => {
            fs::metadata(entry.path()).map(|target| target.file_type())
        }
        other => other,
    };
    match (file_type, list) {
        (Ok(file_type), _) if file_type.is_dir() => return Some(path),
        (Ok(file_type), Some(list)) if file_type.is_file() => list.push(path),
        (Ok(_), Some(_)) => log_file(entry, Fault::new(ProblemKind::NotAFile), log),
        (Err(error), Some(_)) => log_file(entry, error.into(), log),
        // A broken link that is neither a class nor an archive is none of our business.
        (_, None) => {}
    }
    None
}

fn log_file(entry: &fs::DirEntry, fault: Fault, log: &mut Log) {
    log.add_problem(fault.in_path(entry.path().display().to_string()));
}

/// Archives are opened where they are known to belong to the program (an unpacked war), or if there is nothing else (a
/// folder of libraries). An archive beside classes is usually made from them.
fn archives_to_open(base: &Path, found: &Found, roots: Roots, log: &mut Log) -> Vec<PathBuf> {
    if roots == Roots::Here {
        return Vec::new();
    }
    let belongs = |path: &Path| {
        let names: Vec<_> = path.components().map(|part| part.as_os_str()).collect();
        names
            .windows(2)
            .any(|pair| (pair[0] == "WEB-INF" || pair[0] == "BOOT-INF") && pair[1] == "lib")
    };
    let (open, skip): (Vec<&PathBuf>, Vec<&PathBuf>) =
        found.archives.iter().partition(|path| found.classes.is_empty() || belongs(path));
    if !skip.is_empty() {
        let count = skip.len() as u32;
        log.add(Fault::new(ProblemKind::ArchivesNotOpened { count }));
    }
    open.into_iter().map(|path| base.join(path)).collect()
}

/// Reads the names of all classes, on all cores.
fn name_classes(
    base: &Path,
    files: Vec<PathBuf>,
    roots: Roots,
    limits: &Limits,
    log: &mut Log,
) -> Vec<Class> {
    let name = |file: PathBuf| {
        let full = base.join(&file);
        let name =
            name_of(&full, limits).map_err(|fault| fault.in_path(full.display().to_string()))?;
        Ok(place(file, name, roots))
    };
    let named: Vec<_> = files.into_par_iter().map(name).collect();
    let mut classes = Vec::with_capacity(named.len());
    for result in named {
        match result {
            Ok(class) => classes.extend(class),
            Err(problem) => log.add_problem(problem),
        }
    }
    classes
}

fn name_of(file: &Path, limits: &Limits) -> Result<String, Fault> {
    let bytes = read_file(file, limits)?;
    if bytes.is_empty() {
        return Err(Fault::new(ProblemKind::EmptyFile));
    }
    match this_class(&bytes) {
        Ok(name) => Ok(name.to_text().into_owned()),
        Err(error) => Err(Fault::at(error.offset as u64, ProblemKind::BadClass(error.kind))),
    }
}

/// The root and version of a class; `None` if no loader would find it.
fn place(file: PathBuf, name: String, roots: Roots) -> Option<Class> {
    let parts: Vec<String> = file.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let below_meta_inf = parts.iter().position(|part| part == "META-INF");
    let (root_parts, version) = match below_meta_inf {
        Some(at) => (&parts[..at], split_version(&parts[at..].join("/"))?.0),
        None => (root_of(&parts, &name), 0),
    };
    let root: PathBuf = root_parts.iter().collect();
    let reachable = roots == Roots::Anywhere || (root.as_os_str().is_empty() && version == 0);
    reachable.then_some(Class { file, name, root, version })
}

/// What is left of the path without the class's name; the file's folder if the path does not end with the name.
fn root_of<'a>(parts: &'a [String], name: &str) -> &'a [String] {
    let own = name.split('/').count();
    let matches =
        parts.len() >= own && format!("{name}.class") == parts[parts.len() - own..].join("/");
    &parts[..parts.len() - if matches { own } else { 1 }]
}

/// Of an unpacked multi-release jar, keeps the version of each class that the release uses.
fn choose_versions(base: &Path, mut classes: Vec<Class>, options: &Options) -> Vec<Class> {
    if classes.iter().all(|class| class.version == 0) {
        return classes;
    }
    let mut multi_release: HashMap<PathBuf, bool> = HashMap::new();
    classes.retain(|class| {
        let mut is_multi_release = |root: &PathBuf| {
            *multi_release
                .entry_ref(root)
                .or_insert_with(|| says_multi_release(&base.join(root), options))
        };
        class.version == 0 || (class.version <= options.release && is_multi_release(&class.root))
    });
    let mut best: HashMap<(PathBuf, String), u16> = HashMap::new();
    for class in classes.iter().filter(|class| class.version > 0) {
        let version = best.entry((class.root.clone(), class.name.clone())).or_default();
        *version = class.version.max(*version);
    }
    let wanted =
        |class: &Class| best.get(&(class.root.clone(), class.name.clone())).copied().unwrap_or(0);
    classes.retain(|class| class.version == wanted(class));
    classes
}

fn says_multi_release(root: &Path, options: &Options) -> bool {
    let manifest = read_file(&root.join("META-INF/MANIFEST.MF"), &options.limits);
    manifest.is_ok_and(|bytes| Manifest::parse(&bytes).multi_release)
}
