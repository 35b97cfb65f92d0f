//! What a program really does on a JVM: the methods that it executes and who calls them.
//!
//! ```text
//! folders, jars ──rewrite──▶ classes whose methods report themselves ─┐
//! Recorder.java ──javac──▶ the recorder ──────────────────────────────┴─▶ java ──▶ log ──▶ Executed
//!                                                                            └──▶ classes that it makes, if wanted
//! ```
//!
//! The rewritten classes come first on the class path and the places that they came from after them, so that resources
//! are still found. The caller of a method is the frame below its own on the stack, with these words about it:
//!
//! - An *application* method is one of a rewritten class; everything else is *library*. A call from a library frame is no
//!   edge between application methods, but the pair is kept in [`Executed::from_library`].
//! - Frames that the JVM hides from programs are skipped: the class behind a lambda or method reference, and the adapters
//!   of method handles. So `r.run()` in `m`, where `r` is a lambda, is an edge from `m` to the lambda's body, and so is
//!   `handle.invoke()` to what the handle stands for. Calls through reflection are not skipped: these come from the
//!   library, as do calls through a `Proxy`, whose class is made at run time.
//! - A class initialiser is a method, and its calls are edges. That a method makes it run is no call; such pairs are in
//!   [`Executed::initialisations`].
//! - What the JVM calls with nothing below (`main`, `run` of a thread's subclass) is in [`Executed::from_vm`].

mod compare;
pub mod corpus;
mod jvm;
mod log;
mod name;
mod program;
mod recorder;
mod reflection;
mod rewrite;

pub use compare::{CallGraph, CallSets, Coverage, Fact, KnownMiss, Share};
pub use name::MethodName;
pub use program::Rewritten;
pub use reflection::ReflectiveCall;
pub use rewrite::Unrecorded;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use project::{CompileError, Jdk};
use tempfile::TempDir;

/// A run that is to be recorded.
#[derive(Clone, Debug)]
pub struct Recording<'r> {
    /// Folders and jars with the classes of the application.
    pub classes: &'r [PathBuf],
    /// Modules of the JDK that count as application too, such as `jdk.compiler`.
    pub modules: &'r [&'r str],
    /// Folders and jars that the application needs, which are no part of it.
    pub libraries: &'r [PathBuf],
    /// The class that is run: `pkg.Main`.
    pub main: &'r str,
    /// The JDK that runs it; it must have a compiler.
    pub jdk: &'r Jdk,
    /// The arguments of the program.
    pub args: &'r [&'r str],
    /// Options of the JVM.
    pub vm_args: &'r [&'r str],
    /// After this time the JVM is ended. What was recorded by then counts.
    pub time_limit: Duration,
    /// Whether every call is looked at, which costs more than a microsecond each. Otherwise a call is only looked at if
    /// it comes after a new sequence of entered methods, and some others; the same methods are found, and nearly all
    /// edges.
    pub every_call: bool,
    /// A folder for the classes that the program makes while it runs, if they are wanted. The log of its reflection then
    /// names their constructors.
    pub made_classes: Option<&'r Path>,
}

impl<'r> Recording<'r> {
    /// A run without arguments that looks at every call and ends within a minute.
    pub fn new(jdk: &'r Jdk, main: &'r str, classes: &'r [PathBuf]) -> Recording<'r> {
        Recording {
            classes,
            modules: &[],
            libraries: &[],
            main,
            jdk,
            args: &[],
            vm_args: &[],
            time_limit: Duration::from_secs(60),
            every_call: true,
            made_classes: None,
        }
    }
}

/// What was executed. See the [module](self) for what exactly a caller is.
#[derive(Clone, Debug, Default)]
pub struct Executed {
    /// The application methods that were entered.
    pub methods: BTreeSet<MethodName>,
    /// Which application method called which.
    pub edges: BTreeSet<(MethodName, MethodName)>,
    /// Which application method made a class initialiser run.
    pub initialisations: BTreeSet<(MethodName, MethodName)>,
    /// Which library method called an application method, or made its class initialiser run.
    pub from_library: BTreeSet<(MethodName, MethodName)>,
    /// The calls by reflection.
    pub reflection: BTreeSet<ReflectiveCall>,
    /// The application methods that the JVM itself called.
    pub from_vm: BTreeSet<MethodName>,
    /// Application methods that could not be rewritten, and why. Such a method is only known to be executed if it
    /// called another one.
    pub unrecorded: Vec<(MethodName, Unrecorded)>,
    /// What of the application could not be read.
    pub problems: Vec<String>,
    /// How the JVM ended; none if its time was over. An uncaught exception is no error of the recording.
    pub status: Option<ExitStatus>,
    /// What the program printed.
    pub stdout: String,
    /// What it printed as errors.
    pub stderr: String,
}

/// Rewrites a program, runs it in a temporary folder, and says what was executed.
pub fn run(recording: &Recording<'_>) -> Result<Executed, RecordError> {
    let folder = RunFolder::new()?;
    let program = recording.rewrite(&folder)?;
    recorder::write_classes(recording.jdk, &folder.recorder())?;
    let java = recording.jdk.java().unwrap_or_else(|| recording.jdk.home.join("bin/java"));
    let mut command = Command::new(&java);
    command.current_dir(folder.work()).args(recording.java_arguments(&folder)?);
    let ended = jvm::run(&mut command, folder.path(), recording.time_limit)
        .map_err(|error| RecordError::io(&java, error))?;
    let mut executed = Executed {
        status: ended.status,
        stdout: String::from_utf8_lossy(&ended.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&ended.stderr).into_owned(),
        ..Executed::default()
    };
    // Nobody has opened the file if no method was entered.
    executed.add_log(&program, &fs::read(folder.log()).unwrap_or_default())?;
    if executed.methods.is_empty() {
        let main = recording.main.to_owned();
        return Err(RecordError::NothingRan { main, output: executed.stderr });
    }
    executed.unrecorded = program.unrecorded;
    executed.problems = program.problems;
    Ok(executed)
}

impl Recording<'_> {
    /// Writes the classes of the application as they are to run.
    fn rewrite(&self, folder: &RunFolder) -> Result<Rewritten, RecordError> {
        let mut program = Rewritten::default();
        program.add_places(self.classes, self.jdk.release, &folder.rewritten())?;
        for module in self.modules {
            program.add_module(self.jdk, module, &folder.module(module))?;
        }
        Ok(program)
    }

    fn java_arguments(&self, folder: &RunFolder) -> Result<Vec<OsString>, RecordError> {
        let mut arguments = vec![joined("-Xbootclasspath/a:", &folder.recorder())];
        if let Some(made) = self.made_classes {
            let agent = recorder::write_agent(self.jdk, folder.path())?;
            let made = std::path::absolute(made).map_err(|error| RecordError::io(made, error))?;
            let mut option = joined("-javaagent:", &agent);
            option.push("=");
            option.push(made);
            arguments.extend([option, "-Ddeadheat.record.made=true".into()]);
        }
        arguments.push(joined("-Ddeadheat.record.log=", &folder.log()));
        arguments.push(format!("-Ddeadheat.record.sequences={}", !self.every_call).into());
        for module in self.modules {
            arguments.push("--patch-module".into());
            arguments.push(joined(&format!("{module}="), &folder.module(module)));
            // Where the recorder is.
            arguments.push(format!("--add-reads={module}=ALL-UNNAMED").into());
        }
        arguments.extend(self.vm_args.iter().map(OsString::from));
        arguments.extend(["-cp".into(), self.class_path(folder)?, self.main.into()]);
        arguments.extend(self.args.iter().map(OsString::from));
        Ok(arguments)
    }

    /// The rewritten classes, and then the places that were named, for what is not a class.
    fn class_path(&self, folder: &RunFolder) -> Result<OsString, RecordError> {
        let mut places = vec![folder.rewritten()];
        for place in self.classes.iter().chain(self.libraries) {
            // The JVM runs in another folder.
            places.push(std::path::absolute(place).map_err(|error| RecordError::io(place, error))?);
        }
        std::env::join_paths(places).map_err(|error| RecordError::Place(error.to_string()))
    }
}

/// Where a run has its files, until it is dropped.
struct RunFolder(TempDir);

impl RunFolder {
    fn new() -> Result<RunFolder, RecordError> {
        let folder = RunFolder(TempDir::new().map_err(RecordError::Temporary)?);
        for part in [folder.rewritten(), folder.recorder(), folder.work()] {
            fs::create_dir(part).map_err(RecordError::Temporary)?;
        }
        Ok(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn rewritten(&self) -> PathBuf {
        self.path().join("rewritten")
    }

    fn module(&self, module: &str) -> PathBuf {
        self.path().join("modules").join(module)
    }

    fn recorder(&self) -> PathBuf {
        self.path().join("recorder")
    }

    /// The current folder of the program.
    fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn log(&self) -> PathBuf {
        self.path().join("log")
    }
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut text = OsString::from(option);
    text.push(path);
    text
}

/// Why there is no recording.
#[derive(Debug)]
pub enum RecordError {
    /// No temporary folder could be made.
    Temporary(io::Error),
    /// A file could not be read or written, or a program not be started.
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The recorder could not be compiled.
    Compile(CompileError),
    /// The JDK has no stack walker that tells enough.
    TooOld {
        /// Its release.
        release: u16,
    },
    /// A place that cannot be named on a class path; holds the reason.
    Place(String),
    /// A module that the JDK does not have, or the JDK cannot be read; holds the reason.
    Module(String),
    /// Not one method of the application was entered.
    NothingRan {
        /// The class that was to be run.
        main: String,
        /// What the JVM said.
        output: String,
    },
    /// The log names a method that is not there.
    BadLog {
        /// Its number.
        method: u32,
    },
}

impl RecordError {
    fn io(path: &Path, error: io::Error) -> RecordError {
        RecordError::Io { path: path.to_owned(), error }
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Temporary(error) => write!(f, "there is no temporary folder: {error}"),
            RecordError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            RecordError::Compile(error) => write!(f, "the recorder does not compile: {error}"),
            RecordError::TooOld { release } => {
                write!(f, "a JDK of release {release} cannot record calls (10 and later can)")
            }
            RecordError::Place(why) | RecordError::Module(why) => f.write_str(why),
            RecordError::NothingRan { main, output } => {
                write!(f, "no method of the application ran, starting with {main}:\n{output}")
            }
            RecordError::BadLog { method } => write!(f, "the log names a method {method}"),
        }
    }
}
