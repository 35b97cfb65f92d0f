//! Which classes are watched how deep, and the numbers of their sites.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use classfile::source::{ClassPath, Options as SourceOptions};
use classfile::{ClassFile, ClassFlags};
use instrument::watch::{
    self, DeclaredField, Depth, Finalizer, LockCall, Site, SiteId, Surroundings,
};
use report::{Pattern, WantedSites};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::options::{Arrays, Options};
use crate::output::Output;

/// One more than the highest number that a shadow word has room for.
const SITES: usize = 1 << 20;

/// What comes with the JDK, or is made by it at run time.
const PLATFORM: &[&str] = &["java/", "jdk/", "sun/", "com/sun/", "javax/"];

/// What of the JDK can be watched in depth. The rest is what the detector itself is made of, or what a thread does while it
/// loads classes; and `java.util.concurrent` races on purpose, in ways that the order it makes says all about.
const INTERNALS: &[&str] = &["java/util/", "java/text/", "java/math/", "java/time/", "java/io/"];
const NO_INTERNALS: &[&str] =
    &["java/util/concurrent/", "java/util/jar/", "java/util/zip/", "java/io/File"];

fn is_platform(class: &str) -> bool {
    PLATFORM.iter().any(|start| class.starts_with(start))
}

pub(crate) struct Classes {
    has_jdk_internals: bool,
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    pub(crate) arrays: Arrays,
    known: Mutex<Known>,
}

/// The class path of the JVM, which is looked at when a class on it is rewritten.
struct Program {
    folders: Vec<PathBuf>,
    release: u16,
    opened: Option<ClassPath>,
    /// The class that is being rewritten, if anybody may ask about it.
    current: Option<(String, Vec<u8>)>,
    /// Whether that is the one on the class path. Then those that it names are, too: they have the same loader.
    is_current: Option<bool>,
}

impl Program {
    fn new(class_path: &str, release: u16) -> Program {
        let folders = std::env::split_paths(class_path).filter(|path| path.exists()).collect();
        Program { folders, release, opened: None, current: None, is_current: None }
    }

    fn is_current_there(&mut self) -> bool {
        if let Some(known) = self.is_current {
            return known;
        }
        if self.current.is_none() {
            return false;
        }
        let current = self.current.take();
        let is_there = current.as_ref().is_some_and(|(name, bytes)| {
            let there = self.opened().find(name).and_then(|entry| entry.read().ok());
            there.is_some_and(|there| *there == bytes[..])
        });
        self.current = current;
        self.is_current = Some(is_there);
        is_there
    }

    fn opened(&mut self) -> &ClassPath {
        let release = self.release;
        let folders = &self.folders;
        self.opened.get_or_insert_with(|| {
            let mut path = ClassPath::new(SourceOptions { release, ..SourceOptions::default() });
            for folder in folders {
                path.add(folder);
            }
            path
        })
    }

    /// Whether a class on the class path declares a finalizer, and its superclass.
    fn finalizer_of(&mut self, class: &str) -> Option<(bool, Option<String>)> {
        let bytes = self.opened().find(class)?.read().ok()?;
        let file = ClassFile::parse(&bytes).ok()?;
        let above = file.super_name().map(|name| name.to_text().into_owned());
        Some((watch::declares_finalizer(&file), above))
    }
}

/// What grows while classes are loaded.
struct Known {
    jdk: Option<ClassPath>,
    program: Program,
    /// The fields of classes of the JDK, as far as somebody asked.
    fields: FxHashMap<String, Arc<ClassFields>>,
    /// Classes on the class path, and whether their objects have finalizers.
    finalized: FxHashMap<String, Finalizer>,
    /// Classes on the class path, and the class with a state that they inherit from.
    bases: FxHashMap<String, Option<String>>,
    sites: Vec<Arc<Site>>,
    /// Who declares the field of a site, as far as sites were reached.
    owners: FxHashMap<SiteId, String>,
    is_full: bool,
    /// Places are looked for, reads and writes, and not races.
    is_sharing: bool,
    /// The program asks before it acquires locks.
    schedules: bool,
    /// Methods that were synchronized before they were rewritten: `pkg/Class.name(descriptor)`.
    unsynchronized: FxHashSet<String>,
    /// How many more native methods can be left without their monitors.
    natives_left: usize,
    /// The places that are watched, if not all are.
    wanted: Option<WantedSites>,
}

fn wanted_sites(file: &Path) -> Result<WantedSites, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    report::parse_sharing(&text).map_err(|error| format!("{}: {error}", file.display()))
}

#[derive(Default)]
struct ClassFields {
    is_found: bool,
    is_public: bool,
    super_class: Option<String>,
    interfaces: Vec<String>,
    fields: Vec<(String, String, classfile::FieldFlags)>,
}

impl Classes {
    pub(crate) fn new(
        options: &Options,
        home: &Path,
        class_path: &str,
        release: u16,
    ) -> Result<Classes, String> {
        let mut jdk = ClassPath::new(SourceOptions { release, ..SourceOptions::default() });
        let jdk = jdk.add_jdk(home).is_ok().then_some(jdk);
        let wanted = options.sharing.as_deref().map(wanted_sites).transpose()?;
        Ok(Classes {
            has_jdk_internals: options.has_jdk_internals,
            include: options.include.clone(),
            exclude: options.exclude.clone(),
            arrays: options.arrays,
            known: Mutex::new(Known {
                jdk,
                program: Program::new(class_path, release),
                fields: FxHashMap::default(),
                finalized: FxHashMap::default(),
                bases: FxHashMap::default(),
                sites: Vec::new(),
                owners: FxHashMap::default(),
                is_full: false,
                is_sharing: options.is_sharing,
                schedules: options.scheduling.is_some(),
                unsynchronized: FxHashSet::default(),
                natives_left: crate::natives::UNSYNCHRONIZED,
                wanted,
            }),
        })
    }

    /// The class with what is to be reported; none if it stays as it is.
    pub(crate) fn rewrite(
        &self,
        name: Option<&str>,
        has_loader: bool,
        bytes: &[u8],
        output: &Output,
    ) -> Option<Vec<u8>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let depth = self.depth(name, has_loader, &known);
        let is_asked = has_loader && matches!(depth, Depth::Accesses { .. });
        known.program.current =
            name.filter(|_| is_asked).map(|name| (name.to_owned(), bytes.to_vec()));
        known.program.is_current = None;
        let mut watched = match watch::watch(bytes, depth, &mut *known) {
            Ok(watched) => watched,
            Err(error) => {
                output.gap(&format!("class {}: {error}", name.unwrap_or("without a name")));
                return None;
            }
        };
        for method in watched.unsynchronized.drain(..) {
            known.unsynchronized.insert(format!("{}.{method}", name.unwrap_or_default()));
        }
        let is_full = known.is_full;
        drop(known);
        if is_full {
            output.gap("accesses beyond the first million places in the code");
        }
        for (method, why) in watched.unwatched {
            output.gap(&format!("{}.{method}: {why}", name.unwrap_or("a class without a name")));
        }
        watched.bytes
    }

    fn depth(&self, name: Option<&str>, has_loader: bool, known: &Known) -> Depth {
        let Some(name) = name else { return Depth::Platform };
        let starts = |all: &[&str]| all.iter().any(|start| name.starts_with(start));
        let is_platform = !has_loader
            || starts(PLATFORM)
            || known.jdk.as_ref().is_some_and(|jdk| jdk.find(name).is_some());
        let is_internal = self.has_jdk_internals
            && is_platform
            && (has_loader || starts(INTERNALS) && !starts(NO_INTERNALS));
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.fits(name));
        let is_watched = match self.include[..] {
            [] => !is_platform || is_internal,
            _ => fits(&self.include) && (has_loader || is_internal),
        };
        if is_watched && !fits(&self.exclude) {
            Depth::Accesses { arrays: self.arrays != Arrays::Off }
        } else if is_platform {
            Depth::Platform
        } else {
            Depth::Synchronisation
        }
    }

    /// Whether a method was synchronized before it was rewritten.
    pub(crate) fn was_synchronized(&self, method: &str) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.unsynchronized.contains(method)
    }

    pub(crate) fn number(&self, site: Site) -> Option<SiteId> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).number(site)
    }

    /// Whether a class belongs to the program.
    pub(crate) fn is_application(&self, name: &str, has_loader: bool) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.depth(Some(name), has_loader, &known) != Depth::Platform
    }

    pub(crate) fn site(&self, id: SiteId) -> Option<Arc<Site>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let index = (id.0 as usize).checked_sub(1)?;
        known.sites.get(index).cloned()
    }
}

impl Classes {
    /// The field of a site turned out to be declared by a class.
    pub(crate) fn set_owner(&self, id: SiteId, class: String) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).owners.insert(id, class);
    }

    pub(crate) fn owner(&self, id: SiteId) -> Option<String> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).owners.get(&id).cloned()
    }
}

impl Known {
    /// Whether a class on the class path has a finalizer of the program.
    fn inherited_finalizer(&mut self, class: &str) -> Finalizer {
        if let Some(known) = self.finalized.get(class) {
            return *known;
        }
        if is_platform(class) {
            return Finalizer::None;
        }
        // Until more is known; no class is above itself, but a class path may hold anything.
        self.finalized.insert(class.to_owned(), Finalizer::None);
        let finalizer = match self.program.finalizer_of(class) {
            Some((true, _)) => Finalizer::Known,
            Some((false, Some(above))) => self.inherited_finalizer(&above),
            Some((false, None)) => Finalizer::None,
            None => Finalizer::Unknown,
        };
        self.finalized.insert(class.to_owned(), finalizer);
        finalizer
    }

    /// The class of the JDK with a state that a class on the class path inherits from.
    fn library_base(&mut self, class: &str) -> Option<String> {
        if !self.program.is_current_there() {
            return None;
        }
        if let Some(known) = self.bases.get(class) {
            return known.clone();
        }
        // No class is above itself, but a class path may hold anything.
        self.bases.insert(class.to_owned(), None);
        let above = self.program.opened.as_ref().and_then(|path| read_fields(path, class));
        let above = above.and_then(|class| class.super_class)?;
        let base = match above.starts_with("java/") {
            true => crate::states::has_shadow(&above).then_some(above),
            false => self.library_base(&above),
        };
        self.bases.insert(class.to_owned(), base.clone());
        base
    }

    /// A class of the JDK.
    fn class(&mut self, name: &str) -> Arc<ClassFields> {
        if let Some(known) = self.fields.get(name) {
            return Arc::clone(known);
        }
        let found = self.jdk.as_ref().and_then(|jdk| read_fields(jdk, name));
        let found = Arc::new(found.unwrap_or_default());
        self.fields.insert(name.to_owned(), Arc::clone(&found));
        found
    }
}

fn read_fields(path: &ClassPath, name: &str) -> Option<ClassFields> {
    let bytes = path.find(name)?.read().ok()?;
    let file = ClassFile::parse(&bytes).ok()?;
    let text = |index| file.constants.utf8(index).map(|text| text.to_text().into_owned());
    let fields = file.fields.iter().filter_map(|field| {
        Some((text(field.name).ok()?, text(field.descriptor).ok()?, field.flags))
    });
    let interfaces = file.interfaces.iter();
    let interfaces = interfaces.filter_map(|index| file.constants.class(*index).ok());
    Some(ClassFields {
        is_found: true,
        is_public: file.flags.contains(ClassFlags::PUBLIC),
        super_class: file.super_name().map(|name| name.to_text().into_owned()),
        interfaces: interfaces.map(|name| name.to_text().into_owned()).collect(),
        fields: fields.collect(),
    })
}

/// JVMS 5.4.3.2: the class, its interfaces, its superclass. None if a class on the way cannot be found.
fn find_field(
    class_of: &mut dyn FnMut(&str) -> Arc<ClassFields>,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Option<DeclaredField> {
    let found = class_of(class);
    if !found.is_found {
        return None;
    }
    let own = found.fields.iter().find(|(n, d, _)| n == name && d == descriptor);
    if let Some((_, _, flags)) = own {
        let is_class_public = found.is_public;
        return Some(DeclaredField { class: class.to_owned(), is_class_public, flags: *flags });
    }
    let supers = found.interfaces.iter().chain(&found.super_class);
    supers.into_iter().find_map(|above| find_field(class_of, above, name, descriptor))
}

impl Surroundings for Known {
    fn field(&mut self, class: &str, name: &str, descriptor: &str) -> Option<DeclaredField> {
        find_field(&mut |class| self.class(class), class, name, descriptor)
    }

    fn field_of_other(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<DeclaredField> {
        if !self.program.is_current_there() {
            return None;
        }
        let mut class_of = |class: &str| {
            let found = self.class(class);
            if found.is_found {
                return found;
            }
            let opened = self.program.opened.as_ref();
            Arc::new(opened.and_then(|path| read_fields(path, class)).unwrap_or_default())
        };
        find_field(&mut class_of, class, name, descriptor)
    }

    fn finalizer(&mut self, file: &ClassFile<'_>) -> Finalizer {
        if watch::declares_finalizer(file) {
            return Finalizer::Known;
        }
        let above = file.super_name().map(|above| above.to_text().into_owned());
        let Some(above) = above.filter(|above| !is_platform(above)) else {
            return Finalizer::None;
        };
        if !self.program.is_current_there() {
            // Another loader may find anything under that name.
            return Finalizer::Unknown;
        }
        self.inherited_finalizer(&above)
    }

    fn may_access_state(&mut self, class: &str, name: &str, descriptor: &str) -> bool {
        if class.starts_with("java/") {
            return crate::states::may_access(class, name, descriptor);
        }
        let base = self.library_base(class);
        base.is_some_and(|base| crate::states::may_access(&base, name, descriptor))
    }

    fn read_arguments(&mut self, class: &str, name: &str, descriptor: &str) -> Vec<usize> {
        crate::states::read_arguments(class, name, descriptor)
    }

    fn has_state(&mut self, class: &str) -> bool {
        !self.is_sharing && crate::states::has_shadow(class)
    }

    fn lock_call(&mut self, class: &str, name: &str, descriptor: &str) -> Option<LockCall> {
        crate::locks::call(class, name, descriptor)
    }

    fn is_wanted(&mut self, site: &Site) -> bool {
        let Some(wanted) = &self.wanted else { return true };
        let Site { class, method, descriptor, offset, .. } = site;
        wanted.has(class, method, descriptor, *offset)
    }

    fn leaves_out_reads(&self) -> bool {
        !self.is_sharing
    }

    fn schedules(&self) -> bool {
        self.schedules
    }

    fn enters_for_native(&mut self) -> bool {
        let is_left = self.schedules && self.natives_left > 0;
        self.natives_left -= usize::from(is_left);
        is_left
    }

    fn number(&mut self, site: Site) -> Option<SiteId> {
        let number = self.sites.len() + 1;
        if number >= SITES {
            self.is_full = true;
            return None;
        }
        self.sites.push(Arc::new(site));
        Some(SiteId(number as u32))
    }
}
