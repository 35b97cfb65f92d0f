//! What library classes mean, as data.
//!
//! ```text
//! crates/models/jdk/*.model ──┐
//! a user's files ─────────────┴─parse──▶ Models ──▶ points_to (summaries, natives, cuts, merged objects)
//!                                              ├──▶ races     (forks, joins, locks, thread safety, states)
//!                                              └──▶ agent     (the same, at run time)
//! ```
//!
//! Nothing about a class of the JDK is said anywhere else. A model file is text; its language is described in
//! `docs/models.md`, and an error names file and line. This crate knows neither class files nor solvers: classes, methods
//! and types are text here, in the form of class files (`java/util/List`, `[I`).

mod assemble;
mod ast;
mod data;
mod error;
mod lex;
mod lower;
mod models;
mod names;
mod parse;
mod patterns;
mod print;
mod states;

pub use data::*;
pub use error::ModelError;
pub use models::{Models, Replaced};
pub use states::StateEffect;
