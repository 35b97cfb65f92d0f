//! Tests of `ir::hierarchy`.
//!
//! - `rules`: one file per rule of the specification, in a small language (see `script`).
//! - `jvm`: random class files, loaded and called by a real JVM; what it runs is what the hierarchy selects.
//! - `jdk`: all of `java.base`; subtyping as `Class.isAssignableFrom` has it.
//! - `edits`: random edits; every answer afterwards is that of a hierarchy built from scratch.

mod class_writer;
mod edits;
mod java_home;
mod jdk;
mod jvm;
mod random;
mod rules;
mod script;
mod spec;
