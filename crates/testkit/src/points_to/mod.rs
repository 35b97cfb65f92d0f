//! Tests of the points-to analysis: programs, an oracle, and edits.
//!
//! ```text
//! Random ──generate──▶ Program ──render──▶ text ──parse──▶ classes ─┬─▶ reference ──▶ Snapshot ─┐
//!                        │  ▲                                       └─▶ points_to::Solver ──────┴─▶ equal?
//!                        └──┴─ edit, shrink
//! ```
//!
//! - [`source`]: classes in memory, in front of a JDK if wanted
//! - [`policies`]: all ways to tell contexts apart
//! - [`reference`]: the oracle, naive and obviously right
//! - [`program`], [`generate`], `render`: made-up programs
//! - [`check`]: the comparisons
//! - [`delta`]: what an edit changed
//! - [`fixture`]: programs as text, with what is expected of them
//! - `edit`, [`shrink`]: changed programs, and small failures
//! - [`statements`]: bodies without a statement

pub mod check;
pub mod delta;
mod edit;
pub mod fixture;
pub mod generate;
pub mod policies;
pub mod program;
pub mod reference;
mod render;
pub mod shrink;
pub mod source;
pub mod statements;
