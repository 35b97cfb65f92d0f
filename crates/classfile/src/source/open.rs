//! Opening places and putting them on the class path.
//!
//! Opening a place makes *containers* (a folder, a jar, a jar inside it, the JDK image) and puts their classes into the
//! index, in the order in which a JVM would look for them: a jar, the archives inside it, what its manifest's
//! `Class-Path` names, then the next place. After opening nothing changes any more, so that classes can be read from
//! many threads.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;

use super::archive::{choose_versions, is_archive_name, place, place_in_jmod};
use super::bytes::Bytes;
use super::class_path::ClassPath;
use super::container::{Container, ContainerId, ContainerKind, Contents, Origin, RootId};
use super::folder::{Folder, Roots, read_file};
use super::image::{ByteOrder, Image};
use super::index::{Index, Standing};
use super::jdk;
use super::manifest::{self, Manifest};
use super::problem::{Fault, Log, Problem, ProblemKind, shown};
use super::this_class::this_class;
use super::zip::Zip;

const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Who a container will be.
struct Identity {
    root: RootId,
    parent: Option<ContainerId>,
    kind: ContainerKind,
    origin: Origin,
    path: String,
}

const NOT_SHARED: &str = "invariant: nothing is added to a class path once it was changed";

/// A place that is still to be opened.
struct Pending {
    path: PathBuf,
    origin: Origin,
    parent: Option<ContainerId>,
}

/// How many classes of a container count.
#[derive(Default)]
struct Tally {
    classes: u32,
    duplicates: u32,
}

impl Tally {
    fn count(&mut self, standing: Standing) {
        match standing {
            Standing::Class => self.classes += 1,
            Standing::Shadowed(_) => self.duplicates += 1,
            Standing::ModuleInfo => {}
        }
    }
}

impl ClassPath {
    /// Opens a folder, a class file, an archive, an image or the home of a JDK, behind all that is there already.
    ///
    /// What cannot be read is a [problem](ClassPath::problems). A place that was named before is not opened again.
    pub fn add(&mut self, path: &Path) -> RootId {
        if let Some(root) = self.jdk_root(path).or_else(|| self.named_before(path)) {
            return root;
        }
        let root = self.new_root(path);
        self.open_all(root, Pending { path: path.to_owned(), origin: Origin::Named, parent: None });
        root
    }

    /// Opens the classes of the JDK in the folder `home`. It is an error if there is no JDK, or none that can be read;
    /// such a problem is not among the [problems](ClassPath::problems).
    pub fn add_jdk(&mut self, home: &Path) -> Result<RootId, Problem> {
        let (told, opened) = (self.problems.len(), self.containers.len());
        let Some(root) = self.jdk_root(home) else {
            let fault =
                fs::metadata(home).map_or_else(Fault::from, |_| Fault::new(ProblemKind::NoJdk));
            return Err(fault.in_path(home.display().to_string()));
        };
        match self.problems.get(told).cloned() {
            Some(problem) if self.containers.len() == opened => {
                self.problems.truncate(told);
                Err(problem)
            }
            _ => Ok(root),
        }
    }

    /// Opens a JDK; `None` if there is none in this folder.
    fn jdk_root(&mut self, home: &Path) -> Option<RootId> {
        let files = jdk::class_files(home);
        if let Some(root) = self.named_before(files.first()?) {
            return Some(root);
        }
        let root = self.new_root(home);
        for path in files {
            self.open_all(root, Pending { path, origin: Origin::Named, parent: None });
        }
        Some(root)
    }

    /// The root of a place that is open already. If it is only open because something else led to it, it now becomes
    /// a root of its own, but keeps its position.
    fn named_before(&mut self, path: &Path) -> Option<RootId> {
        let container = *self.opened.get(&fs::canonicalize(path).ok()?)?;
        if self.containers[container.index()].origin == Origin::Named {
            return Some(self.containers[container.index()].root);
        }
        let root = self.new_root(path);
        self.containers_mut()[container.index()].origin = Origin::Named;
        self.move_to_root(container, root);
        Some(root)
    }

    /// Moves a container and the archives in it to another root.
    fn move_to_root(&mut self, top: ContainerId, root: RootId) {
        self.containers_mut()[top.index()].root = root;
        for index in top.index() + 1..self.containers.len() {
            let container = &self.containers[index];
            let parent = container.parent.filter(|_| container.origin == Origin::Nested);
            if parent.is_some_and(|p| p >= top && self.containers[p.index()].root == root) {
                self.containers_mut()[index].root = root;
            }
        }
    }

    fn new_root(&mut self, path: &Path) -> RootId {
        self.roots.push(path.to_owned());
        RootId(self.roots.len() as u32 - 1)
    }

    /// Opens a place and all that it leads to. A list of what is pending takes the place of recursion, because
    /// manifests may name one jar after the other.
    fn open_all(&mut self, root: RootId, place: Pending) {
        let mut pending = vec![place];
        while let Some(place) = pending.pop() {
            let display = place.path.display().to_string();
            match self.open(root, &place) {
                Ok(more) => pending.extend(more.into_iter().rev()),
                // A `Class-Path` may name files that are not there.
                Err(Fault { kind: ProblemKind::Absent, .. })
                    if place.origin == Origin::Manifest => {}
                Err(fault) => self.problems.push(fault.in_path(display)),
            }
        }
    }

    fn open(&mut self, root: RootId, place: &Pending) -> Result<Vec<Pending>, Fault> {
        let metadata = fs::metadata(&place.path)?;
        let real = fs::canonicalize(&place.path)?;
        if self.opened.contains_key(&real) {
            return Ok(Vec::new());
        }
        let identity = Identity {
            root,
            parent: place.parent,
            kind: ContainerKind::Folder,
            origin: place.origin,
            path: place.path.display().to_string(),
        };
        let first_new = ContainerId(self.containers.len() as u32);
        let more = if metadata.is_dir() {
            self.open_folder(identity, &place.path)?
        } else if metadata.is_file() {
            self.open_file(identity, &place.path)?
        } else {
            return Err(Fault::new(ProblemKind::NotAFile));
        };
        self.opened.insert(real, first_new);
        Ok(more)
    }

    fn open_folder(&mut self, identity: Identity, path: &Path) -> Result<Vec<Pending>, Fault> {
        // A folder in a manifest is a root of packages, and to a JVM only if its URL ends with a slash.
        let roots = match identity.origin {
            Origin::Manifest if !manifest::names_folder(path) => {
                return Err(Fault::new(ProblemKind::Absent));
            }
            Origin::Manifest => Roots::Here,
            _ => Roots::Anywhere,
        };
        let mut log = self.log(&identity.path);
        let (folder, names, archives) = Folder::open(path, roots, &self.options, &mut log)?;
        self.problems.extend(log.finish());
        let id = self.next_container();
        let tally = self.insert_all(id, names.iter().map(String::as_str).zip(0..));
        self.push_container(identity, tally, Contents::Folder(folder));
        let pending = |path| Pending { path, origin: Origin::InFolder, parent: Some(id) };
        Ok(archives.into_iter().map(pending).collect())
    }

    /// What a file is, its first bytes tell; names lie.
    fn open_file(&mut self, identity: Identity, path: &Path) -> Result<Vec<Pending>, Fault> {
        let mut start = Vec::new();
        File::open(path)?.take(16).read_to_end(&mut start)?;
        if start.is_empty() {
            return Err(Fault::new(ProblemKind::EmptyFile));
        }
        if start.starts_with(b"\xca\xfe\xba\xbe") || path.extension().is_some_and(|e| e == "class")
        {
            self.open_class_file(identity, path)?;
            return Ok(Vec::new());
        }
        if ByteOrder::of_image(&start).is_some() {
            self.open_image(identity, map(path)?)?;
            return Ok(Vec::new());
        }
        let kind = if start.starts_with(b"JM\x01\x00") {
            ContainerKind::Jmod
        } else {
            ContainerKind::Archive
        };
        let bytes = Bytes::of_file(File::open(path)?)?;
        let opened = self.open_archive(Identity { kind, ..identity }, bytes, 0);
        let (id, manifest) = opened.map_err(|fault| match fault.kind {
            ProblemKind::TruncatedArchive if !start.starts_with(b"PK") => {
                Fault::at(0, ProblemKind::Unrecognised(start))
            }
            _ => fault,
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let named = manifest.class_path.iter().filter_map(|url| manifest::resolve(folder, url));
        Ok(named.map(|path| Pending { path, origin: Origin::Manifest, parent: Some(id) }).collect())
    }

    fn open_class_file(&mut self, identity: Identity, path: &Path) -> Result<(), Fault> {
        let bytes = read_file(path, &self.options.limits)?;
        let name = this_class(&bytes)
            .map_err(|error| Fault::at(error.offset as u64, ProblemKind::BadClass(error.kind)))?;
        let tally = self.insert_all(self.next_container(), [(&*name.to_text(), 0)].into_iter());
        let identity = Identity { kind: ContainerKind::ClassFile, ..identity };
        self.push_container(identity, tally, Contents::ClassFile(path.to_owned()));
        Ok(())
    }

    fn open_image(&mut self, identity: Identity, bytes: Mmap) -> Result<(), Fault> {
        let mut log = self.log(&identity.path);
        let image = Image::open(bytes, &mut log)?;
        let id = self.next_container();
        let index = self.index_mut();
        index.reserve(image.class_count());
        let mut tally = Tally::default();
        image.visit_names(&mut log, |member, name| tally.count(index.insert(name, id, member)));
        self.problems.extend(log.finish());
        let identity = Identity { kind: ContainerKind::Image, ..identity };
        self.push_container(identity, tally, Contents::Image(image));
        Ok(())
    }

    /// Opens an archive and the archives in it.
    fn open_archive(
        &mut self,
        identity: Identity,
        bytes: Bytes,
        depth: u32,
    ) -> Result<(ContainerId, Manifest), Fault> {
        let mut log = self.log(&identity.path);
        let zip = Zip::open(bytes, &mut log)?;
        let manifest = self.read_manifest(&zip, &mut log);
        self.problems.extend(log.finish());
        let place = if identity.kind == ContainerKind::Jmod { place_in_jmod } else { place };
        let classes =
            zip.entries().filter_map(|(member, path)| Some((member, place(path)?))).collect();
        let classes = choose_versions(classes, &manifest, self.options.release);
        let id = self.next_container();
        let tally =
            self.insert_all(id, classes.iter().map(|(member, class)| (class.name, *member)));
        // The jars in a jmod are for tools that run outside of the JDK.
        let nested: Vec<u32> = match identity.kind {
            ContainerKind::Jmod => Vec::new(),
            _ => zip
                .entries()
                .filter(|(_, path)| is_archive_name(path))
                .map(|(member, _)| member)
                .collect(),
        };
        self.push_container(identity, tally, Contents::Zip(zip));
        self.open_nested(id, &nested, depth + 1);
        Ok((id, manifest))
    }

    fn read_manifest(&self, zip: &Zip, log: &mut Log) -> Manifest {
        let limits = &self.options.limits;
        // The JVM does not distinguish upper and lower case here.
        let find_any_case = || {
            zip.entries()
                .find(|(_, path)| path.eq_ignore_ascii_case(MANIFEST))
                .map(|(member, _)| member)
        };
        let Some(member) = zip.find(MANIFEST).or_else(find_any_case) else {
            return Manifest::default();
        };
        match zip.read(member, limits.file_size, limits) {
            Ok(bytes) => Manifest::parse(&bytes),
            Err(fault) => {
                log.add(fault);
                Manifest::default()
            }
        }
    }

    fn open_nested(&mut self, parent: ContainerId, members: &[u32], depth: u32) {
        let Container { root, path: outer, .. } = &self.containers[parent.index()];
        let (root, outer) = (*root, outer.clone());
        let mut log = self.log(&outer);
        for &member in members {
            if self.nested.count >= self.options.limits.nested_count {
                let limit = self.options.limits.nested_count;
                log.add(Fault::new(ProblemKind::TooManyNested { limit }));
                break;
            }
            match self.nested_bytes(parent, member, depth) {
                Ok((name, bytes)) => {
                    self.nested.count += 1;
                    let (kind, origin) = (ContainerKind::Archive, Origin::Nested);
                    let path = format!("{outer}!/{name}");
                    let identity =
                        Identity { root, parent: Some(parent), kind, origin, path: path.clone() };
                    if let Err(fault) = self.open_archive(identity, bytes, depth) {
                        log.add_problem(fault.in_path(path));
                    }
                }
                Err(fault) => log.add(fault),
            }
        }
        self.problems.extend(log.finish());
    }

    /// The name and the bytes of an archive in an archive: in place if it is stored, else unpacked into memory.
    fn nested_bytes(
        &mut self,
        parent: ContainerId,
        member: u32,
        depth: u32,
    ) -> Result<(String, Bytes), Fault> {
        let Contents::Zip(zip) = &self.containers[parent.index()].contents else {
            unreachable!("only archives have nested archives");
        };
        let limits = &self.options.limits;
        let name = shown(zip.name(member).as_bytes());
        if depth > limits.nested_depth {
            let limit = limits.nested_depth;
            return Err(Fault::at(zip.offset(member), ProblemKind::TooDeep { name, limit }));
        }
        if let Some(part) = zip.stored_part(member) {
            return Ok((name, part?));
        }
        let left = limits.nested_total - self.nested.bytes;
        let size = zip.declared_size(member);
        if size > left && size <= limits.nested_size {
            let limit = limits.nested_total;
            return Err(Fault::at(zip.offset(member), ProblemKind::NestedTotal { name, limit }));
        }
        let bytes = zip.read(member, limits.nested_size, limits)?.into_owned();
        self.nested.bytes += bytes.len() as u64;
        Ok((name, Bytes::of_memory(bytes)))
    }

    fn next_container(&self) -> ContainerId {
        ContainerId(self.containers.len() as u32)
    }

    fn insert_all<'n>(
        &mut self,
        container: ContainerId,
        classes: impl Iterator<Item = (&'n str, u32)>,
    ) -> Tally {
        let mut tally = Tally::default();
        let index = self.index_mut();
        for (name, member) in classes {
            tally.count(index.insert(name, container, member));
        }
        tally
    }

    fn push_container(&mut self, identity: Identity, tally: Tally, contents: Contents) {
        let Identity { root, parent, kind, origin, path } = identity;
        let Tally { classes, duplicates } = tally;
        self.containers_mut().push(Container {
            root,
            parent,
            kind,
            origin,
            path,
            classes,
            duplicates,
            contents,
        });
    }

    fn containers_mut(&mut self) -> &mut Vec<Container> {
        Arc::get_mut(&mut self.containers).expect(NOT_SHARED)
    }

    fn index_mut(&mut self) -> &mut Index {
        Arc::get_mut(&mut self.index).expect(NOT_SHARED)
    }

    fn log(&self, path: &str) -> Log {
        Log::new(path, self.options.limits.problems)
    }
}

fn map(path: &Path) -> Result<Mmap, Fault> {
    let file = File::open(path)?;
    // SAFETY: the JDK's image is mapped for reading and is not written by anyone while a JDK is installed; package
    // managers replace it by renaming, which leaves this mapping alone. The bytes are only ever read as bytes, so even
    // a change would give wrong answers, not undefined values of a type; the JVM relies on the same.
    Ok(unsafe { Mmap::map(&file) }?)
}
