//! Everything that holds class files, in one order: what callers see of it.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashbrown::HashMap;

use super::changes::{ChangedFile, Changes, ClassFileChange};
use super::container::{ClassId, Container, ContainerId, ResourcePlace, RootId};
use super::index::{Index, Standing};
use super::limits::Options;
use super::problem::Problem;

/// All classes of a program, its libraries and its JDK.
pub struct ClassPath {
    pub(super) options: Options,
    pub(super) roots: Vec<PathBuf>,
    pub(super) containers: Arc<Vec<Container>>,
    pub(super) index: Arc<Index>,
    /// What is different from what was opened.
    pub(super) changes: Changes,
    pub(super) problems: Vec<Problem>,
    /// What is open already, by its real path: a JVM too opens a jar only once, however often it is named.
    pub(super) opened: HashMap<PathBuf, ContainerId>,
    pub(super) nested: NestedSoFar,
}

/// What archives in archives have cost so far.
#[derive(Clone, Copy, Default)]
pub(super) struct NestedSoFar {
    pub(super) count: u32,
    pub(super) bytes: u64,
}

impl ClassPath {
    /// A class path with nothing on it.
    pub fn new(options: Options) -> ClassPath {
        ClassPath {
            options,
            roots: Vec::new(),
            containers: Arc::default(),
            index: Arc::default(),
            changes: Changes::default(),
            problems: Vec::new(),
            opened: HashMap::new(),
            nested: NestedSoFar::default(),
        }
    }

    /// This class path with some class files changed. What was opened is shared, so this costs little.
    pub fn with(&self, changes: impl IntoIterator<Item = ClassFileChange>) -> ClassPath {
        let mut changed = self.changes.clone();
        for change in changes {
            let there = self.index.find(&change.name).map(|id| self.index.entry(id).container);
            changed.put(change, there);
        }
        ClassPath {
            options: self.options.clone(),
            roots: self.roots.clone(),
            containers: Arc::clone(&self.containers),
            index: Arc::clone(&self.index),
            changes: changed,
            problems: self.problems.clone(),
            opened: self.opened.clone(),
            nested: self.nested,
        }
    }

    /// The classes that a program on this class path sees, in class-path order; at the end those that came with a change.
    pub fn classes(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        self.opened().filter_map(|entry| self.now(entry.id)).chain(self.came())
    }

    /// The classes that were there when the class path was opened, changed since or not.
    pub fn opened(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        self.entries(|standing| standing == Standing::Class)
    }

    /// The classes that came with a change.
    pub fn came(&self) -> impl Iterator<Item = ClassEntry<'_>> {
        let changed = self.changes.ids().map(|at| self.class(self.changed_id(at)));
        changed.filter(|entry| self.index.find(entry.name()).is_none())
    }

    /// What a class that was opened is now; none if it is gone.
    pub fn now(&self, opened: ClassId) -> Option<ClassEntry<'_>> {
        match self.changes.get(self.index.name(opened)) {
            Some(changed) => changed.map(|at| self.class(self.changed_id(at))),
            None => Some(self.class(opened)),
        }
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
        let found = match self.changes.get(internal_name) {
            Some(changed) => changed.map(|at| self.changed_id(at)),
            None => self.index.find(internal_name),
        };
        found.map(|id| self.class(id))
    }

    /// The class file with an id of this class path.
    pub fn class(&self, id: ClassId) -> ClassEntry<'_> {
        ClassEntry { class_path: self, id }
    }

    /// The bytes of a class file, borrowed where nothing had to be unpacked.
    pub fn read(&self, id: ClassId) -> Result<Cow<'_, [u8]>, Problem> {
        if let Some(changed) = self.changed(id) {
            return Ok(Cow::Borrowed(&changed.bytes));
        }
        let entry = self.index.entry(id);
        self.container(entry.container).read_member(entry.member, &self.options.limits)
    }

    fn changed_id(&self, at: usize) -> ClassId {
        ClassId((self.index.len() + at) as u32)
    }

    /// The class file with an id, if it is one that was changed.
    fn changed(&self, id: ClassId) -> Option<&ChangedFile> {
        id.index().checked_sub(self.index.len()).map(|at| self.changes.file(at))
    }

    /// The files with this exact path (`META-INF/services/java.sql.Driver`) in all containers, in class-path order.
    pub fn resources<'p>(&'p self, path: &str) -> Vec<Resource<'p>> {
        let mut found = Vec::new();
        for container in self.container_ids() {
            let places = self.container(container).find_resources(path);
            found.extend(places.into_iter().map(|place| Resource {
                class_path: self,
                container,
                place,
            }));
        }
        found
    }

    /// All property files, in class-path order, without those in the image of a JDK.
    pub fn property_files(&self) -> Vec<Resource<'_>> {
        let mut found = Vec::new();
        for container in self.container_ids() {
            let places = self.container(container).property_files();
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
        match self.class_path.changed(self.id) {
            Some(changed) => &changed.name,
            None => self.class_path.index.name(self.id),
        }
    }

    /// Whether it was not there when the class path was opened.
    pub fn is_new(self) -> bool {
        self.class_path.changed(self.id).is_some_and(|changed| changed.there.is_none())
    }

    /// What it lies in. A [new](ClassEntry::is_new) class lies in none; it is told as one of the first.
    pub fn container(self) -> ContainerId {
        match self.class_path.changed(self.id) {
            Some(changed) => changed.there.unwrap_or(ContainerId(0)),
            None => self.class_path.index.entry(self.id).container,
        }
    }

    /// The named place that it comes from.
    pub fn root(self) -> RootId {
        self.class_path.container(self.container()).root
    }

    /// The class that hides this one, if it is a duplicate.
    pub fn shadowed_by(self) -> Option<ClassEntry<'p>> {
        if self.class_path.changed(self.id).is_some() {
            return None;
        }
        match self.class_path.index.entry(self.id).standing {
            Standing::Shadowed(winner) => Some(self.class_path.class(winner)),
            _ => None,
        }
    }

    /// Where it is: `app.jar!/BOOT-INF/lib/x.jar!/a/B.class`, `/jdk/lib/modules!/java.base/java/lang/Object.class`.
    pub fn path(self) -> String {
        if let Some(changed) = self.class_path.changed(self.id) {
            return changed.path.clone();
        }
        let entry = self.class_path.index.entry(self.id);
        self.class_path.container(entry.container).member_path(entry.member)
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

impl<'p> Resource<'p> {
    /// What it lies in.
    pub fn container(&self) -> ContainerId {
        self.container
    }

    /// The named place that it comes from.
    pub fn root(&self) -> RootId {
        self.class_path.container(self.container).root
    }

    /// Where it is, spelled as for a [class](ClassEntry::path).
    pub fn path(&self) -> String {
        self.class_path.container(self.container).resource_path(&self.place)
    }

    /// Its bytes, borrowed where nothing had to be unpacked.
    pub fn read(&self) -> Result<Cow<'p, [u8]>, Problem> {
        let container = self.class_path.container(self.container);
        container.read_resource(&self.place, &self.class_path.options.limits)
    }
}
