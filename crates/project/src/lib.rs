//! What the user names becomes something to read.
//!
//! ```text
//! command line ──▶ Inputs::of ──┬─ places ──────────────────────────▶ (the class file reader)
//!                               ├─ sources ──▶ Sources ──▶ compile ──▶ Compiled::classes
//!                               └─ problems ─▶ (told to the user)          ▲
//! --jdk, JAVA_HOME, PATH … ──▶ locate ──▶ Jdk ─────────────────────────────┘
//! deadheat.toml ──▶ Config (what the command line does not say)
//! ```
//!
//! A Java developer says `deadheat check .` or `deadheat check Main.java` and expects the tool to know what is meant:
//! the compiled classes of a Maven project, a source file that has never been compiled, a jar, the JDK itself. This
//! crate decides that, and nothing else: it hands out paths and plain data. It never opens a class file, so it knows
//! neither their format nor any analysis, and it never prints: what is wrong is a value with a message.

mod config;
mod dependencies;
mod inputs;
mod javac;
mod jdk;
mod lexer;
mod marks;
mod nearest;
mod sources;
mod temporary;

pub use config::{CONFIG_FILE, Config, ConfigError, Line, Suppress};
pub use inputs::{Inputs, Place, Problem, ProblemKind};
pub use javac::{CompileError, Compiled, compile};
pub use jdk::{HowFound, Jdk, JdkError, NotAJdk, all_installed, locate};
pub use marks::{Mark, marks};
pub use nearest::nearest;
pub use sources::Sources;
pub use temporary::{
    TemporaryFolder, remove_temporary_folders, remove_temporary_folders_on_interrupt,
};
