//! Bytes to class files and back.
//!
//! ```text
//! source::ClassPath ──bytes──▶ ClassFile::parse ──▶ Code::instructions
//!                                    │
//!                                    └──▶ ClassFile::write   (byte-identical when nothing was changed)
//! ```
//!
//! The reader is *lossless*: everything the file says is kept, also what nobody needs (the order of constants, the
//! padding of a switch, attributes that no specification knows), so that parsing and writing gives the same bytes.
//! Text and code are borrowed from the input; tables are decoded.
//!
//! A class file comes from outside. Every count is checked against the bytes that are left before anything is
//! allocated for it, and every failure is a [`ParseError`] with the offset at which reading stopped.
//!
//! This crate knows nothing about analysis: no hierarchy, no resolution, no types of values.

pub mod attribute;
mod class;
mod constant_pool;
mod error;
mod flags;
pub mod instruction;
mod jstr;
mod reader;
pub mod source;
mod writer;

pub use attribute::{Attribute, AttributeData};
pub use class::{ClassFile, Field, Method, Version};
pub use constant_pool::{BadConstant, Constant, ConstantPool, CpIndex, HandleKind, MemberRef};
pub use error::{ErrorKind, ParseError};
pub use flags::{ClassFlags, FieldFlags, MethodFlags};
pub use jstr::JStr;
