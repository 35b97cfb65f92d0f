//! JVM bytecode as SSA, for whole-program analysis.
//!
//! ```text
//! classfile::ClassFile ──lower──▶ Class { Method { Body } } ──verify──▶ analyses
//!                                   │   ▲
//!                              print│   │parse                  Hierarchy: who extends whom,
//!                                   ▼   │                       what a reference resolves to
//!                                 text form
//! ```
//!
//! Lowering of a class depends on its class file alone: classes are lowered in parallel, and an edited one by itself.
//! All references between classes are symbolic until a [`hierarchy`] resolves them.
//!
//! This crate knows neither threads nor points-to sets.

pub mod body;
pub mod class;
pub mod dominators;
pub mod entity;
mod equality;
pub mod hierarchy;
mod intern;
pub mod lower;
mod name;
mod refs;
#[cfg(test)]
mod testing;
pub mod text;
mod types;
mod typing;
pub mod verify;

pub use body::{Block, Body, Inst, InstData, Op, Value};
pub use class::{Class, Field, Method, MethodCode};
pub use name::Name;
pub use refs::{FieldRef, FieldRefData, HandleKind, MethodHandle, MethodRef, MethodRefData};
pub use types::{MethodType, Type};
pub use typing::ResultType;
