//! The analyses that are compared, and how each is started.
//!
//! All get the same: the jars of the program, one `main`, and all classes of one JDK. The JVM's tools run with its
//! default collector unless told otherwise, as their users run them; a frugal collector is a choice of the caller.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;
use project::Jdk;

use super::build::{JdkJar, Workshop, join};

/// What none of the tools may exceed, ours included.
pub const MEMORY_LIMIT_GB: u64 = 8;

/// A program to analyse.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its own classes and those of its libraries. All of them are the application.
    pub jars: Vec<PathBuf>,
    /// The class with the `main` that is the entry point.
    pub main: String,
}

/// Which contexts deadheat uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Policy {
    /// None, and no summaries: every body of the JDK that is reached is analysed.
    Bodies,
    /// None.
    Insensitive,
    /// None, and no look into property files for names of classes, since the other tools do not look there.
    WithoutPropertyFiles,
    /// The abstract thread.
    Thread,
    /// The abstract thread, and the receiver for collections.
    ThreadContainer,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Bodies => "bodies",
            Policy::Insensitive => "insensitive",
            Policy::WithoutPropertyFiles => "without-property-files",
            Policy::Thread => "thread",
            Policy::ThreadContainer => "thread-container",
        })
    }
}

/// Who analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// This project.
    Deadheat(Policy),
    /// WALA's ZeroOneCFA.
    Wala,
    /// Tai-e's context-insensitive analysis.
    TaiE,
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tool::Deadheat(policy) => write!(f, "deadheat {policy}"),
            Tool::Wala => f.write_str("WALA ZeroOneCFA"),
            Tool::TaiE => f.write_str("Tai-e ci"),
        }
    }
}

impl Tool {
    /// The name in names of files.
    pub fn file_name(self) -> String {
        match self {
            Tool::Deadheat(policy) => format!("deadheat-{policy}"),
            Tool::Wala => "wala".into(),
            Tool::TaiE => "tai-e".into(),
        }
    }
}

/// The collector of the JVM that runs a tool: time against memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Collector {
    /// Whatever the JVM takes by itself.
    Default,
    /// The one that keeps the heap smallest.
    Serial,
}

/// How much WALA does about reflection; a name of its `ReflectionOptions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WalaReflection {
    /// Nothing.
    None,
    /// All that it knows, its default.
    Full,
}

/// What is the same for all runs on one JDK.
pub struct Setting<'s> {
    /// Makes drivers.
    pub workshop: &'s Workshop,
    /// The JDK whose classes are analysed.
    pub jdk: &'s Jdk,
    /// These classes as a jar, for those who cannot open the JDK.
    pub jdk_jar: Option<&'s JdkJar>,
    /// The JVM that runs the other tools.
    pub java: &'s Path,
    /// Its collector.
    pub collector: Collector,
    /// An option of WALA.
    pub wala_reflection: WalaReflection,
}

impl Tool {
    /// The command that analyses a program, lists the reached application methods in a file, and prints an
    /// [`Answer`](super::Answer).
    pub fn command(
        self,
        setting: &Setting<'_>,
        program: &Program,
        methods: &Path,
    ) -> Result<Command, String> {
        let mut command = match self {
            Tool::Deadheat(policy) => {
                let this =
                    std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
                let mut command = Command::new(this);
                command.arg("pt-child").args(["--policy", &policy.to_string()]);
                command.arg("--jdk").arg(&setting.jdk.home);
                command
            }
            Tool::Wala => {
                let mut command = setting.jvm("wala", "deadheat.eval.wala.Main")?;
                command.args([
                    "--reflection",
                    match setting.wala_reflection {
                        WalaReflection::None => "NONE",
                        WalaReflection::Full => "FULL",
                    },
                ]);
                command
            }
            Tool::TaiE => {
                let mut command = setting.jvm("tai-e", "deadheat.eval.taie.Main")?;
                let jar = setting.jar()?;
                command.current_dir(&jar.home).args(["--java", &jar.release.to_string()]);
                command.arg("--output").arg(methods.with_extension("tai-e"));
                command
            }
        };
        command.args(["--app", &join(&program.jars), "--main", &program.main]);
        command.arg("--methods").arg(methods);
        Ok(command)
    }
}

impl Setting<'_> {
    fn jar(&self) -> Result<&JdkJar, String> {
        self.jdk_jar.ok_or_else(|| "the jar of the JDK was not made".into())
    }

    fn jvm(&self, driver: &str, main: &str) -> Result<Command, String> {
        let mut command = Command::new(self.java);
        if self.collector == Collector::Serial {
            command.arg("-XX:+UseSerialGC");
        }
        command.arg(format!("-Xmx{MEMORY_LIMIT_GB}g"));
        command.arg("-cp").arg(join(&self.workshop.driver(driver)?)).arg(main);
        command.arg("--jdk").arg(&self.jar()?.jar);
        Ok(command)
    }
}
