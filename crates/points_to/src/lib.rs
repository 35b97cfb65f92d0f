//! Points-to sets and the call graph.

mod code;
pub mod context;
mod diff;
mod extract;
mod gaps;
mod heap;
mod ids;
mod plugins;
mod set;
mod snapshot;
mod solver;
mod types;
mod world;

pub use code::{Call, Code, CodeKey, Member, New, Rule, Stmt, Target};
pub use gaps::{Gap, GapKind};
pub use heap::{ObjData, ObjKind};
pub use ids::*;
pub use plugins::{
    Access, Cell, ClassStep, Hook, LogError, Lookup, MemberStep, MemoryStep, ReflectionLog,
    RuleKind, Scope, Sought,
};
pub use set::PointsToSet;
pub use snapshot::Snapshot;
pub use solver::{
    Budget, Called, Caller, ClassChange, Counts, Deletion, EntryPoint, Options, PointerKind,
    PointsToDelta, ProgramDelta, Solver,
};
pub use types::{DynClassData, HandleClass, HandleKind, LambdaClass, Made, SlotKind};
pub use world::ClassSource;
