//! Where class files come from: folders, jars, wars, jmods, the JDK's image.
//!
//! ```text
//!                 folder ─────┐                     index (name ──▶ first class of that name)
//! path ──▶ open ──zip─archive─┼──▶ containers ──────┤
//!                 image ──────┘                     problems (what could not be used, and why)
//!
//! ClassPath::read ──▶ container ──▶ bytes, unpacked and checked (borrowed if they were plain)
//! ```
//!
//! All bytes come from outside and none are trusted. A size is checked against [`Limits`] before anything is allocated
//! for it, an offset against the file before it is followed, a checksum after unpacking. What fails is one [`Problem`]
//! with its path and offset, and everything else is read as if it were not there. Names from archives are never used as
//! paths of files.
//!
//! Invariant: after the last [`ClassPath::add`] nothing is changed, so a `ClassPath` can be shared by threads. Class files that
//! change later on make [another](ClassPath::with) class path, which shares what was opened (`changes`).

mod archive;
mod bytes;
mod changes;
mod class_path;
mod container;
mod decompress;
mod folder;
mod image;
mod index;
mod jdk;
mod limits;
mod manifest;
mod open;
mod problem;
mod this_class;
mod zip;

#[cfg(test)]
mod tests;

pub use changes::ClassFileChange;
pub use class_path::{ClassEntry, ClassPath, Resource};
pub use container::{ClassId, Container, ContainerId, ContainerKind, Origin, RootId};
pub use limits::{Limits, Options};
pub use problem::{Problem, ProblemKind};
pub use this_class::this_class;
