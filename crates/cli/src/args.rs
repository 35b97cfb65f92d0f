//! The command line.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};

/// Finds data races in JVM programs.
#[derive(Parser)]
#[command(name = "deadheat", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show what a program consists of: a summary, or a class or method as deadheat sees it
    Inspect(Inspect),
}

/// Show what a program consists of
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat inspect app.jar                     how many classes and methods, what is missing, what is broken
  deadheat inspect target/classes Cache.get    a method beside its source lines
  deadheat inspect Main.java                   sources are compiled first
  deadheat inspect \"$JAVA_HOME\" java.util.Map  a class of the JDK

Exit status: 0 done, 2 something could not be read.")]
pub(crate) struct Inspect {
    /// Class folders, .class files, jars, wars, jmods, .java files, folders of them, Maven or Gradle projects, JDKs.
    /// What is no file or folder is the name of a class, or of a class and a method: Class.method
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) operands: Vec<String>,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Write the output to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What a program needs besides itself.
#[derive(clap::Args)]
pub(crate) struct ProgramArgs {
    /// Libraries of the program, separated as for java; DIR/* stands for all jars in DIR
    #[arg(long, value_name = "CP", visible_aliases = ["classpath", "cp"])]
    class_path: Option<String>,

    /// The JDK to compile with and to take library classes from [default: JAVA_HOME, PATH, newest installed]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

impl ProgramArgs {
    /// What the engine is to open.
    pub(crate) fn request(&self, inputs: Vec<PathBuf>) -> engine::Request {
        let class_path = self.class_path.as_deref().unwrap_or_default();
        let places = std::env::split_paths(class_path).filter(|path| !path.as_os_str().is_empty());
        engine::Request {
            inputs,
            class_path: places.flat_map(|path| expand(&path)).collect(),
            jdk: self.jdk.clone(),
        }
    }
}

/// `DIR/*` as the `java` command understands it: all jars in the folder, in the order of their names.
fn expand(path: &Path) -> Vec<PathBuf> {
    let (Some(folder), true) = (path.parent(), path.ends_with("*")) else {
        return vec![path.to_owned()];
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else {
        // Whoever opens the folder will say what is wrong with it.
        return vec![folder.to_owned()];
    };
    let is_jar = |path: &PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jar"));
    let mut jars: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_jar).collect();
    jars.sort();
    jars
}

impl Inspect {
    /// The inputs, and the class or method to show.
    pub(crate) fn split(&self) -> Result<(Vec<PathBuf>, Option<&str>), String> {
        let (mut inputs, mut names) = (Vec::new(), Vec::new());
        for (i, operand) in self.operands.iter().enumerate() {
            if i == 0 || Path::new(operand).exists() || looks_like_a_file(operand) {
                inputs.push(PathBuf::from(operand));
            } else {
                names.push(operand.as_str());
            }
        }
        match names[..] {
            [] => Ok((inputs, None)),
            [name] => Ok((inputs, Some(name))),
            [_, second, ..] => {
                Err(format!("{second} is neither a file nor a folder; only one class can be shown"))
            }
        }
    }
}

/// Whether something that is not there was meant to be a file.
fn looks_like_a_file(operand: &str) -> bool {
    let extension = Path::new(operand).extension().and_then(|e| e.to_str()).unwrap_or_default();
    operand.starts_with(['.', '/', '~'])
        || ["jar", "war", "ear", "jmod", "class", "java", "zip"].contains(&extension)
}
