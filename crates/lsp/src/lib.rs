//! Races while a program is edited.
//!
//! ```text
//! an editor ──▶ server ──▶ Live ◀── deadheat watch
//!  (LSP)                    ├─▶ Compiler ──▶ a JVM with javac that stays warm
//!                           └─▶ engine::Session
//! ```
//!
//! [`Live`] is a program that is edited, whoever edits it; [`Compiler`] makes class files of what an editor has not saved; [`serve`]
//! is the language server. What a folder means (configuration, mains, suppressions) is told by whoever starts this, as
//! [`Settings`].

mod compiler;
mod live;
mod server;

pub use compiler::{Compiled, Compiler, CompilerError, Message};
pub use live::{Live, Project, SetAside, Settings, Step};
pub use server::serve;
