//! The façade between what was asked for and what the crates below can do.
//!
//! ```text
//! Request ──▶ Program::open ──▶ Program ──┬─▶ summary   (every class read, lowered, verified; counts and problems)
//!             project, classfile::source  ├─▶ find      (a class by what a person calls it, lowered)
//!                                         ├─▶ source    (the text it was compiled from)
//!                                         ├─▶ hierarchy (who extends whom)
//!                                         └─▶ Analysis  (points-to sets and call graph: calls, points_to, gaps)
//!                                                └─▶ check (races, as a report; sharing: accesses to data of several threads)
//!                                                       ▲
//!                                                    Session (edits of the program)
//! ```
//!
//! A [`Program`] is opened once and then only read, by as many threads as there are. Everything that is wrong with it is a
//! [`Problem`]; nothing is printed here, and this crate knows neither terminals nor editors.

mod analysis;
mod application;
mod check;
mod contracts;
mod find;
mod hierarchy;
mod problem;
mod program;
mod progress;
mod session;
mod source;
mod summary;

pub use analysis::{
    Analysis, AnalysisRequest, Answer, CallCounts, CallEdge, CallGraph, CallKind, Called, Choice,
    ContextName, Entry, EntryKind, EntryPoints, EntryRequest, Fork, GapAt, Holds, InContexts,
    MethodCalls, MethodName, NoEntry, ObjectClass, ObjectKind, ObjectName, Place, Policy,
    ProgramClasses, Question, Reading, ReceiverName, ThreadName, Unanswered, Where,
};
pub use check::{Incomplete, Missing, NoStory, SharingAlgorithm};
pub use check::{LineAccess, LineFacts};
pub use contracts::{SourceMarks, Texts};
pub use find::{Found, NotFound};
pub use models::ForkKind;
pub use points_to::context::Instance;
pub use points_to::{Deletion, Gap, GapKind};
pub use problem::Problem;
pub use program::{Program, Request};
pub use progress::{Progress, Silent};
pub use races::{Technique, Techniques};
pub use session::{Change, Session, Update};
pub use source::SourceText;
pub use summary::{MissingClass, ShadowedClass, Summary};
