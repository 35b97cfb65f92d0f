//! Happens-before over traces of events, in pure Rust.
//!
//! ```text
//! trace::Event ──▶ clocks::Clocks (who knows what) ──┬─▶ fast_track::FastTrack   adaptive: epochs, vectors where needed
//!                                                    └─▶ oracle::VectorClocks    plain: a vector for each variable
//! ```
//!
//! [`fast_track`] is the algorithm that the agent's shim runs inside of a JVM, rule by rule under the same names, where it
//! can be tested without one. [`oracle`] is what it has to agree with: the definition of a race, spelled out with full
//! vector clocks. A property test compares the two on random traces, and another one lets a real JVM execute random traces
//! and compares what the agent reports.
//!
//! Detectors return ids; nobody here knows classes, lines or a JVM.

pub mod clocks;
pub mod fast_track;
pub mod oracle;
pub mod trace;
