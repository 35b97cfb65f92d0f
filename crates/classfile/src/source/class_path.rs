//! Everything that holds class files, in one order.
//!
//! Opening a place makes *containers* (a folder, a jar, a jar inside it, the JDK image) and puts their classes into the
//! index, in the order in which a JVM would look for them: a jar, the archives inside it, what its manifest's
//! `Class-Path` names, then the next place. After opening nothing changes any more, so that classes can be read from
//! many threads.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use hashbrown::HashMap;
use memmap2::Mmap;

use super::archive::{CLASS_FOLDERS, choose_versions, is_archive_name, place, place_in_jmod};
use super::bytes::Bytes;
use super::folder::{Folder, Roots, read_file};
use super::image::{ByteOrder, Image, ImageResource};
use super::index::{Index, Standing};
use super::jdk;
use super::limits::Options;
use super::manifest::{self, Manifest};
use super::problem::{Fault, Log, Problem, ProblemKind, shown};
use super::this_class::this_class;
use super::zip::Zip;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The number, to index a table with.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}

id!(
    /// A place that was named to [`ClassPath::add`] or [`ClassPath::add_jdk`], with all that belongs to it.
    RootId,
    "root"
);
id!(
    /// A folder, archive or image that holds classes.
    ContainerId,
    "container"
);
id!(
    /// A class file on the class path.
    ClassId,
    "class"
);

/// All classes of a program, its libraries and its JDK.
pub struct ClassPath {
    options: Options,
    roots: Vec<PathBuf>,
    containers: Vec<Container>,
    index: Index,
    problems: Vec<Problem>,
    /// What is open already, by its real path: a JVM too opens a jar only once, however often it is named.
    opened: HashMap<PathBuf, ContainerId>,
    nested: NestedSoFar,
}

/// What archives in archives have cost so far.
#[derive(Default)]
struct NestedSoFar {
    count: u32,
    bytes: u64,
}

/// A folder, archive or image that holds classes.
pub struct Container {
    root: RootId,
    parent: Option<ContainerId>,
    kind: ContainerKind,
    origin: Origin,
    path: String,
    classes: u32,
    duplicates: u32,
    contents: Contents,
}

/// What a [`Container`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ContainerKind {
    /// A folder with everything below it.
    Folder,
    /// A class file that was named itself.
    ClassFile,
    /// A jar, war or ear.
    Archive,
    /// A module as `jlink` takes it.
    Jmod,
    /// The JDK's `lib/modules`.
    Image,
}

/// Why a [`Container`] is on the class path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// It was named, or it is a part of the JDK that was named.
    Named,
    /// It lies below a folder that was named.
    InFolder,
    /// It lies in an archive, its parent.
    Nested,
    /// The manifest of its parent names it.
    Manifest,
}

enum Contents {
    ClassFile(PathBuf),
    Folder(Folder),
    Zip(Zip),
    Image(Image),
}

impl Container {
    /// The named place that it belongs to.
    pub fn root(&self) -> RootId {
        self.root
    }

    /// The archive or folder that it lies in, or whose manifest names it.
    pub fn parent(&self) -> Option<ContainerId> {
        self.parent
    }

    /// What it is.
    pub fn kind(&self) -> ContainerKind {
        self.kind
    }

    /// Why it is on the class path.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Where it is: `app.jar!/BOOT-INF/lib/x.jar`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// How many classes it gives to the program, without duplicates and module descriptors.
    pub fn class_count(&self) -> u32 {
        self.classes
    }

    /// How many of its classes come too late: another class of the same name comes first.
    pub fn duplicate_count(&self) -> u32 {
        self.duplicates
    }
}

/// Who a container will be.
struct Identity {
    root: RootId,
    parent: Option<ContainerId>,
    kind: ContainerKind,
    origin: Origin,
    path: String,
}

/// A place that is still to be opened.
struct Pending {
    path: PathBuf,
    origin: Origin,
    parent: Option<ContainerId>,
}

impl ClassPath {
    /// A class path with nothing on it.
    pub fn new(options: Options) -> ClassPath {
        ClassPath {
            options,
            roots: Vec::new(),
            containers: Vec::new(),
            index: Index::default(),
            problems: Vec::new(),
            opened: HashMap::new(),
            nested: NestedSoFar::default(),
        }
    }

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

    /// The classes that a program on this class path sees, in class-path order.
    pub fn classes(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        self.entries(|standing| standing == Standing::Class)
    }

    /// The `module-info` of every module. They are no classes, and each module has one.
    pub fn module_infos(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        self.entries(|standing| standing == Standing::ModuleInfo)
    }

    /// The class files that are hidden because a class of the same name comes first.
    pub fn duplicates(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        self.entries(|standing| matches!(standing, Standing::Shadowed(_)))
    }

    /// The class with an internal name such as `java/lang/Object`.
    pub fn find(&self, internal_name: &str) -> Option<ClassEntry<'_>> {
        self.index.find(internal_name).map(|id| self.class(id))
    }

    /// The class file with an id of this class path.
    pub fn class(&self, id: ClassId) -> ClassEntry<'_> {
        ClassEntry { class_path: self, id }
    }

    /// The bytes of a class file, borrowed where nothing had to be unpacked.
    pub fn read(&self, id: ClassId) -> Result<Cow<'_, [u8]>, Problem> {
        let entry = self.index.entry(id);
        let container = &self.containers[entry.container.index()];
        let limits = &self.options.limits;
        let contents = match &container.contents {
            Contents::Zip(zip) => zip.read(entry.member, limits.file_size, limits),
            Contents::Image(image) => image.read(entry.member, limits),
            Contents::ClassFile(path) => read_file(path, limits).map(Cow::Owned),
            Contents::Folder(folder) => {
                let path = folder.path(entry.member);
                let contents = read_file(&path, limits).map(Cow::Owned);
                return contents.map_err(|fault| fault.in_path(path.display().to_string()));
            }
        };
        contents.map_err(|fault| fault.in_path(&container.path))
    }

    /// The files with this exact path (`META-INF/services/java.sql.Driver`) in all containers, in class-path order.
    pub fn resources<'p>(&'p self, path: &str) -> Vec<Resource<'p>> {
        let mut found = Vec::new();
        for container in self.container_ids() {
            let places = self.resource_places(&self.containers[container.index()], path);
            found.extend(places.into_iter().map(|place| Resource {
                class_path: self,
                container,
                place,
            }));
        }
        found
    }

    /// A container of this class path.
    pub fn container(&self, id: ContainerId) -> &Container {
        &self.containers[id.index()]
    }

    /// All containers, in class-path order.
    pub fn container_ids(&self) -> impl Iterator<Item = ContainerId> + use<> {
        (0..self.containers.len() as u32).map(ContainerId)
    }

    /// A named place, as it was named.
    pub fn root_path(&self, id: RootId) -> &Path {
        &self.roots[id.index()]
    }

    /// What was wrong with the places that were opened.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    fn entries(&self, wanted: impl Fn(Standing) -> bool) -> impl Iterator<Item = ClassEntry<'_>> {
        let entries = self.index.iter().filter(move |(_, entry)| wanted(entry.standing));
        entries.map(|(id, _)| self.class(id))
    }

    fn new_root(&mut self, path: &Path) -> RootId {
        self.roots.push(path.to_owned());
        RootId(self.roots.len() as u32 - 1)
    }

    /// The root of a place that is open already. If it is only open because something else led to it, it now becomes
    /// a root of its own, but keeps its position.
    fn named_before(&mut self, path: &Path) -> Option<RootId> {
        let container = *self.opened.get(&fs::canonicalize(path).ok()?)?;
        if self.containers[container.index()].origin == Origin::Named {
            return Some(self.containers[container.index()].root);
        }
        let root = self.new_root(path);
        self.containers[container.index()].origin = Origin::Named;
        self.move_to_root(container, root);
        Some(root)
    }

    /// Moves a container and the archives in it to another root.
    fn move_to_root(&mut self, top: ContainerId, root: RootId) {
        self.containers[top.index()].root = root;
        for index in top.index() + 1..self.containers.len() {
            let container = &self.containers[index];
            let parent = container.parent.filter(|_| container.origin == Origin::Nested);
            if parent.is_some_and(|p| p >= top && self.containers[p.index()].root == root) {
                self.containers[index].root = root;
            }
        }
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
        self.index.reserve(image.class_count());
        let mut tally = Tally::default();
        image
            .visit_names(&mut log, |member, name| tally.count(self.index.insert(name, id, member)));
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
        let bytes = zip.read(member, limits.nested_size.min(left), limits)?.into_owned();
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
        for (name, member) in classes {
            tally.count(self.index.insert(name, container, member));
        }
        tally
    }

    fn push_container(&mut self, identity: Identity, tally: Tally, contents: Contents) {
        let Identity { root, parent, kind, origin, path } = identity;
        let Tally { classes, duplicates } = tally;
        self.containers.push(Container {
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

    fn log(&self, path: &str) -> Log {
        Log::new(path, self.options.limits.problems)
    }

    fn resource_places(&self, container: &Container, path: &str) -> Vec<ResourcePlace> {
        match &container.contents {
            Contents::ClassFile(_) => Vec::new(),
            Contents::Folder(folder) => folder.find(path).map(ResourcePlace::File).collect(),
            Contents::Image(image) => image.find(path).map(ResourcePlace::Image).collect(),
            Contents::Zip(zip) => {
                let prefixes: &[&str] = match container.kind {
                    ContainerKind::Jmod => &["classes/"],
                    _ => &["", CLASS_FOLDERS[0], CLASS_FOLDERS[1]],
                };
                let found =
                    prefixes.iter().filter_map(|prefix| zip.find(&format!("{prefix}{path}")));
                found.map(ResourcePlace::Zip).collect()
            }
        }
    }
}

const MANIFEST: &str = "META-INF/MANIFEST.MF";

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

fn map(path: &Path) -> Result<Mmap, Fault> {
    let file = File::open(path)?;
    // SAFETY: the JDK's image is mapped for reading and is not written by anyone while a JDK is installed; package
    // managers replace it by renaming, which leaves this mapping alone. The bytes are only ever read as bytes, so even
    // a change would give wrong answers, not undefined values of a type; the JVM relies on the same.
    Ok(unsafe { Mmap::map(&file) }?)
}

/// A class file on a [`ClassPath`].
#[derive(Clone, Copy)]
pub struct ClassEntry<'p> {
    class_path: &'p ClassPath,
    id: ClassId,
}

impl<'p> ClassEntry<'p> {
    /// Its id, for [`ClassPath::class`].
    pub fn id(self) -> ClassId {
        self.id
    }

    /// Its internal name: `java/lang/Object`.
    pub fn name(self) -> &'p str {
        self.class_path.index.name(self.id)
    }

    /// What it lies in.
    pub fn container(self) -> ContainerId {
        self.class_path.index.entry(self.id).container
    }

    /// The named place that it comes from.
    pub fn root(self) -> RootId {
        self.class_path.container(self.container()).root
    }

    /// The class that hides this one, if it is a duplicate.
    pub fn shadowed_by(self) -> Option<ClassEntry<'p>> {
        match self.class_path.index.entry(self.id).standing {
            Standing::Shadowed(winner) => Some(self.class_path.class(winner)),
            _ => None,
        }
    }

    /// Where it is: `app.jar!/BOOT-INF/lib/x.jar!/a/B.class`, `/jdk/lib/modules!/java.base/java/lang/Object.class`.
    pub fn path(self) -> String {
        let container = self.class_path.container(self.container());
        let member = self.class_path.index.entry(self.id).member;
        match &container.contents {
            Contents::ClassFile(_) => container.path.clone(),
            Contents::Folder(folder) => folder.path(member).display().to_string(),
            Contents::Zip(zip) => format!("{}!/{}", container.path, zip.name(member)),
            Contents::Image(image) => format!("{}!{}", container.path, image.path(member)),
        }
    }

    /// Its bytes; see [`ClassPath::read`].
    pub fn read(self) -> Result<Cow<'p, [u8]>, Problem> {
        self.class_path.read(self.id)
    }
}

impl fmt::Debug for ClassEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in {}", self.id, self.name(), self.path())
    }
}

/// A file on a [`ClassPath`] that is not a class.
pub struct Resource<'p> {
    class_path: &'p ClassPath,
    container: ContainerId,
    place: ResourcePlace,
}

enum ResourcePlace {
    Zip(u32),
    Image(ImageResource),
    File(PathBuf),
}

impl<'p> Resource<'p> {
    /// What it lies in.
    pub fn container(&self) -> ContainerId {
        self.container
    }

    /// Where it is, spelled as for a [class](ClassEntry::path).
    pub fn path(&self) -> String {
        let container = self.class_path.container(self.container);
        match (&self.place, &container.contents) {
            (ResourcePlace::File(path), _) => path.display().to_string(),
            (ResourcePlace::Zip(member), Contents::Zip(zip)) => {
                format!("{}!/{}", container.path, zip.name(*member))
            }
            (ResourcePlace::Image(resource), Contents::Image(image)) => {
                format!("{}!{}", container.path, image.resource_path(*resource))
            }
            _ => unreachable!("a resource's place is one of its container"),
        }
    }

    /// Its bytes, borrowed where nothing had to be unpacked.
    pub fn read(&self) -> Result<Cow<'p, [u8]>, Problem> {
        let container = self.class_path.container(self.container);
        let limits = &self.class_path.options.limits;
        let contents = match (&self.place, &container.contents) {
            (ResourcePlace::File(path), _) => {
                let contents = read_file(path, limits).map(Cow::Owned);
                return contents.map_err(|fault| fault.in_path(path.display().to_string()));
            }
            (ResourcePlace::Zip(member), Contents::Zip(zip)) => {
                zip.read(*member, limits.file_size, limits)
            }
            (ResourcePlace::Image(resource), Contents::Image(image)) => {
                image.read_resource(*resource, limits)
            }
            _ => unreachable!("a resource's place is one of its container"),
        };
        contents.map_err(|fault| fault.in_path(&container.path))
    }
}
