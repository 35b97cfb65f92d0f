//! Class files with more in them than their compiler wrote.
//!
//! ```text
//!                      ┌─ edit::CodeEdit   what is inserted at which instruction of a method
//! ClassFile ──parse──▶ │
//!                      └─ pool::Pool       constants that are added
//!                               │
//!            watch::Watch ──────┘          which insertions make a program report its accesses and synchronisation
//! ```
//!
//! [`edit`] is the machinery and knows nothing about what it inserts: only straight-line code goes in, so that the frames
//! of a method stay as they are and merely move. The exceptions are handlers of what is thrown in a method or in parts of it,
//! which bring their own frames, and local variables that are kept over jumps, with which frames become longer. [`watch`]
//! is the policy of the race detector. It asks a [`watch::Surroundings`] for what a single class file cannot tell, and
//! hands out a number for each place that accesses memory.
//!
//! A method either gets all of its insertions or none; what could not be changed is returned with the reason and never
//! dropped in silence.
//!
//! This crate knows neither the JVM's tool interface nor any analysis.

pub mod edit;
pub mod pool;
pub mod watch;
