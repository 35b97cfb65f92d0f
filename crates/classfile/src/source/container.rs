//! What holds class files: a folder, a class file, an archive, an image.
//!
//! A container knows its files by number; which of its classes count is the business of the index.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use super::archive::CLASS_FOLDERS;
use super::folder::{Folder, PROPERTIES, read_file};
use super::image::{Image, ImageResource};
use super::limits::Limits;
use super::problem::Problem;
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
    /// A place that was named to [`ClassPath::add`](super::ClassPath::add) or
    /// [`ClassPath::add_jdk`](super::ClassPath::add_jdk), with all that belongs to it.
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

/// A folder, archive or image that holds classes.
pub struct Container {
    pub(super) root: RootId,
    pub(super) parent: Option<ContainerId>,
    pub(super) kind: ContainerKind,
    pub(super) origin: Origin,
    pub(super) path: String,
    pub(super) classes: u32,
    pub(super) duplicates: u32,
    pub(super) contents: Contents,
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

pub(super) enum Contents {
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

/// Where a container has a file that is not a class.
pub(super) enum ResourcePlace {
    Zip(u32),
    Image(ImageResource),
    File(PathBuf),
}

impl Container {
    /// Where a class file is.
    pub(super) fn member_path(&self, member: u32) -> String {
        match &self.contents {
            Contents::ClassFile(_) => self.path.clone(),
            Contents::Folder(folder) => folder.path(member).display().to_string(),
            Contents::Zip(zip) => format!("{}!/{}", self.path, zip.name(member)),
            Contents::Image(image) => format!("{}!{}", self.path, image.path(member)),
        }
    }

    /// The bytes of a class file.
    pub(super) fn read_member(
        &self,
        member: u32,
        limits: &Limits,
    ) -> Result<Cow<'_, [u8]>, Problem> {
        let contents = match &self.contents {
            Contents::Zip(zip) => zip.read(member, limits.file_size, limits),
            Contents::Image(image) => image.read(member, limits),
            Contents::ClassFile(path) => read_file(path, limits).map(Cow::Owned),
            Contents::Folder(folder) => read_file(&folder.path(member), limits).map(Cow::Owned),
        };
        contents.map_err(|fault| match &self.contents {
            // A file has offsets of its own; in the others they are counted from the start of the container.
            Contents::Folder(_) => fault.in_path(self.member_path(member)),
            _ => fault.in_path(&self.path),
        })
    }

    /// All files with this path as a class loader sees it.
    pub(super) fn find_resources(&self, path: &str) -> Vec<ResourcePlace> {
        match &self.contents {
            Contents::ClassFile(_) => Vec::new(),
            Contents::Folder(folder) => folder.find(path).map(ResourcePlace::File).collect(),
            Contents::Image(image) => image.find(path).map(ResourcePlace::Image).collect(),
            Contents::Zip(zip) => {
                let prefixes: &[&str] = match self.kind {
                    ContainerKind::Jmod => &["classes/"],
                    _ => &["", CLASS_FOLDERS[0], CLASS_FOLDERS[1]],
                };
                let found =
                    prefixes.iter().filter_map(|prefix| zip.find(&format!("{prefix}{path}")));
                found.map(ResourcePlace::Zip).collect()
            }
        }
    }

    /// The property files that are not part of the JDK.
    pub(super) fn property_files(&self) -> Vec<ResourcePlace> {
        match &self.contents {
            Contents::ClassFile(_) | Contents::Image(_) => Vec::new(),
            Contents::Folder(folder) => folder.property_files().map(ResourcePlace::File).collect(),
            Contents::Zip(zip) => {
                let files = zip.entries().filter(|(_, name)| name.ends_with(PROPERTIES));
                files.map(|(member, _)| ResourcePlace::Zip(member)).collect()
            }
        }
    }

    pub(super) fn resource_path(&self, place: &ResourcePlace) -> String {
        match (place, &self.contents) {
            (ResourcePlace::File(path), _) => path.display().to_string(),
            (ResourcePlace::Zip(member), Contents::Zip(_)) => self.member_path(*member),
            (ResourcePlace::Image(resource), Contents::Image(image)) => {
                format!("{}!{}", self.path, image.resource_path(*resource))
            }
            _ => unreachable!("a resource's place is one of its container"),
        }
    }

    pub(super) fn read_resource(
        &self,
        place: &ResourcePlace,
        limits: &Limits,
    ) -> Result<Cow<'_, [u8]>, Problem> {
        match (place, &self.contents) {
            (ResourcePlace::File(path), _) => read_file(path, limits)
                .map(Cow::Owned)
                .map_err(|fault| fault.in_path(path.display().to_string())),
            (ResourcePlace::Zip(member), Contents::Zip(_)) => self.read_member(*member, limits),
            (ResourcePlace::Image(resource), Contents::Image(image)) => {
                image.read_resource(*resource, limits).map_err(|fault| fault.in_path(&self.path))
            }
            _ => unreachable!("a resource's place is one of its container"),
        }
    }
}
