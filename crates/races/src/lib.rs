//! Races between abstract threads.
//!
//! ```text
//! points_to::Solver ──▶ program (bodies, flattened calls, events of models)
//!                          ├──▶ threads   (who starts whom, how often)
//!                          ├──▶ order     (what may run at the same time: start, join; reach: searches in a thread)
//!                          ├──▶ processes (which mains come by what)
//!                          ├──▶ locks     (what is surely held where)
//!                          ├──▶ locality  (objects of one thread instance alone)
//!                          ├──▶ escape    (objects that nobody else knows yet)
//!                          ├──▶ sync, flags, custody, indices, publication (what speaks for or against a race that the rest allows)
//!                          ├──▶ library   (what library code does to what it is given; filter: thread safety by models)
//!                          └──▶ accesses ──▶ conflicts (classes of accesses, by location) ──▶ judge (what a pair comes to)
//!                          │                                      └──▶ explain ──▶ Races: ids, no text
//!                          └──▶ sharing ──▶ Sharing: which accesses are to data of several threads (TSA)
//! ```
//!
//! After StaTS (Def. 5–9) and ECHO (§3.1). Deviations are told in the modules.

mod accesses;
mod announced;
mod check;
mod claims;
mod conditions;
mod conflicts;
mod custody;
mod elements;
mod escape;
mod exchanges;
mod explain;
mod filter;
mod flags;
mod flow;
mod gatherings;
mod guards;
mod here;
mod identity;
mod indices;
mod iterations;
mod joins;
mod judge;
mod kinds;
mod latches;
mod later;
mod levels;
mod library;
mod limits;
mod locality;
mod locks;
mod makers;
mod meets;
mod node_set;
mod objects;
mod optimistic;
mod order;
mod paths;
mod permits;
mod picked;
mod processes;
mod program;
mod publication;
mod questions;
mod reach;
mod result;
mod rounds;
mod sharing;
mod sizes;
mod sync;
mod taken;
mod techniques;
mod threads;
mod turns;
mod uses;
mod variables;

pub use check::{Options, check, check_mains, check_with};
pub use here::{Here, here};

pub use result::{
    AbstractThread, Access, AccessKind, Doubt, HeldLock, Location, Order, Race, Races, Site,
    ThreadId, Tier,
};
pub use sharing::{
    Algorithm, Sharing, SharingAccess, SharingLocation, Status, static_sharing_analysis,
};
pub use techniques::{Technique, Techniques};
pub use uses::{Use, Used, Watched};
