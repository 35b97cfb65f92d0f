//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use engine::Policy;

/// Finds data races in JVM programs.
#[derive(Parser)]
#[command(name = "deadheat", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find data races in a program without running it
    Check(Check),
    /// Tell all about one race that check has found
    Explain(Explain),
    /// Find out which accesses of a program are to data that threads share
    Sharing(Sharing),
    /// Show what a program consists of: a summary, or a class or method as deadheat sees it
    Inspect(Inspect),
    /// Write a commented deadheat.toml that fits a project
    Init(Init),
    /// Run a program and watch it for data races
    Run(Run),
    /// Run a program again and again under schedules that show hidden races
    Hunt(Hunt),
    /// Put together what several hunts have found
    Merge(MergeArgs),
    /// Serve an editor: races while you type (Language Server Protocol, over standard input and output)
    Lsp(Lsp),
    /// Follow a project and tell which races appear and disappear
    Watch(WatchProject),
}

/// Serve an editor: races while you type
#[derive(clap::Args)]
#[command(after_help = "\
It is started by an editor, not by hand; docs/editors.md says how. Which folders it looks at is said by
the editor; each is read as deadheat check would, with its deadheat.toml.")]
pub(crate) struct Lsp {
    /// What every editor has and nothing else is offered; some editors insist on saying so
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Follow a project and tell which races appear and disappear
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat watch                               the project in the current folder
  deadheat watch services/billing

Of a Maven or Gradle project and of class folders, the class files are followed: build as you always
do. Folders of sources are compiled when they are saved. Ctrl-C ends it.

Exit status: 0 ended by Ctrl-C, 2 the project could not be read.")]
pub(crate) struct WatchProject {
    /// A Maven or Gradle project, a class folder, or a folder of sources
    #[arg(value_name = "PROJECT", default_value = ".")]
    pub(crate) folder: PathBuf,
}

/// Write a commented deadheat.toml that fits a project
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat init                                for the project in the current folder
  deadheat init services/billing

Exit status: 0 done, 2 not.")]
pub(crate) struct Init {
    /// The folder of the project
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,

    /// Write over a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Find data races in a program without running it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat check target/classes
  deadheat check app.jar --main com.acme.Main --class-path 'lib/*'
  deadheat check Main.java                     sources are compiled first
  deadheat check app.jar --mode lenient        what is unlikely, too
  deadheat check app.jar --format pairs        a line for each pair of places
  deadheat check --write-baseline known.txt    what is there today is known;
  deadheat check --baseline known.txt          later only what is new is shown
  deadheat check --format sarif -o races.sarif for code scanning

A race is precise if objects and locks are unambiguous, and possible if the accesses may mean the
same object. An unlikely one is possible, but something speaks against it, which is said.

Exit status: 0 no race that --fail-on names, 1 races, 2 not everything could be looked at; what is
missing is said on standard error.")]
pub(crate) struct Check {
    /// Class folders, .class files, jars, wars, .java files, folders of them, Maven or Gradle projects [default: the current
    /// folder]
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Which races are shown [default: all]
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,

    /// Form of the report
    #[arg(long, value_enum, default_value_t = RaceFormat::Text)]
    pub(crate) format: RaceFormat,

    /// Show at most so many locations as text, the most certain ones; 0 for all
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: usize,

    /// Write the report to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// From which certainty on a race makes the exit status 1 [default: possible]
    #[arg(long, value_enum, value_name = "CERTAINTY")]
    pub(crate) fail_on: Option<FailOn>,

    /// Show only races that are not in this file, which --write-baseline wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the races that are found to a file, as known from now on
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// The configuration; see docs/configuration.md [default: deadheat.toml in the INPUT folder or the current one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Classes that are not the program's own, wherever they are; * stands for a part of a name, ** for anything:
    /// com.acme.generated.**
    #[arg(long, value_name = "PATTERN")]
    pub(crate) library: Vec<String>,

    /// Classes that are the program's own, though they are in a library
    #[arg(long, value_name = "PATTERN")]
    pub(crate) application: Vec<String>,

    /// Show so many calls inside of a library, from the one that the program calls on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) depth: usize,

    /// Do without a technique, to see what it is good for; see docs/loops.md
    #[arg(long, value_enum, value_name = "TECHNIQUE")]
    pub(crate) without: Vec<Without>,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
}

/// Find out which accesses of a program are to data that threads share
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat sharing target/classes              how much is shared, and what most
  deadheat sharing app.jar --main com.acme.Main --class-path 'lib/*' --format sites -o shared.tsv
  deadheat run --sharing shared.tsv -- java -jar app.jar
                                               watches only what may be shared
  deadheat sharing app.jar --format json       every access and location, and who reads and writes

An access is shared if it may be to a field, an array or a library object that several threads use
at the same time, one of them for writing. What is unknown is taken for shared. The file for run
says which methods it knows; all others stay watched. See docs/sharing.md.

Exit status: 0 done, 2 not everything could be looked at; what is missing is said on standard error.")]
pub(crate) struct Sharing {
    /// Class folders, .class files, jars, wars, .java files, folders of them, Maven or Gradle projects [default: the current
    /// folder]
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// How it is decided what is shared
    #[arg(long, value_enum, default_value_t = SharingAlgorithm::Mhp)]
    pub(crate) algorithm: SharingAlgorithm,

    /// Form of the result
    #[arg(long, value_enum, default_value_t = SharingFormat::Text)]
    pub(crate) format: SharingFormat,

    /// Show at most so many shared locations as text; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The configuration; see docs/configuration.md [default: deadheat.toml in the INPUT folder or the current one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Classes that are not the program's own, wherever they are; * stands for a part of a name, ** for anything:
    /// com.acme.generated.**
    #[arg(long, value_name = "PATTERN")]
    pub(crate) library: Vec<String>,

    /// Classes that are the program's own, though they are in a library
    #[arg(long, value_name = "PATTERN")]
    pub(crate) application: Vec<String>,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SharingAlgorithm {
    /// What can be reached from static fields and from what threads are given: classical escape analysis
    Escape,
    /// What two threads access, one of them for writing (TSA, Algorithms 1 to 4)
    Tsa,
    /// The same, if the two accesses may happen in parallel
    Mhp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SharingFormat {
    /// A summary for people
    Text,
    /// Everything, for programs
    Json,
    /// The file that deadheat run --sharing reads
    Sites,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Without {
    /// All threads of a kind are one, and all elements of a loop
    TwoThreads,
    /// Nothing is known to be thread-safe
    Filtering,
    /// What library code does is told where it does it
    BubbleUp,
    /// Locks that library code takes do not count
    DeepSync,
    /// Locks that the program takes do not count
    Sync,
}

impl From<Without> for engine::Technique {
    fn from(without: Without) -> engine::Technique {
        match without {
            Without::TwoThreads => engine::Technique::TwoThreads,
            Without::Filtering => engine::Technique::Filtering,
            Without::BubbleUp => engine::Technique::BubbleUp,
            Without::DeepSync => engine::Technique::DeepSync,
            Without::Sync => engine::Technique::Sync,
        }
    }
}

/// Tell all about one race that check has found
#[derive(clap::Args)]
#[command(
    about = "Tell all about one race that check has found",
    after_help = "\
Examples:
  deadheat explain a41f                        in the project in the current folder
  deadheat explain '#a41f' app.jar --main com.acme.Main

Name what was named to check: the same inputs, mains and libraries. It is told why both accesses may
mean the same object, how each thread gets there, what was considered, and what would help.

Exit status: 0 done, 2 there is no such race, or not everything could be looked at."
)]
pub(crate) struct Explain {
    /// What check prints after #, or more of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    #[command(flatten)]
    pub(crate) check: Check,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Those whose objects and locks are unambiguous
    Precise,
    /// Also those that are possible
    All,
    /// Also those that are unlikely
    Lenient,
}

impl From<Mode> for report::Mode {
    fn from(mode: Mode) -> report::Mode {
        match mode {
            Mode::Precise => report::Mode::Precise,
            Mode::All => report::Mode::All,
            Mode::Lenient => report::Mode::Lenient,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Those that a run has shown
    Confirmed,
    /// Also the precise ones
    Precise,
    /// All that are shown
    Possible,
    /// None
    Never,
}

impl FailOn {
    /// Whether a race is certain enough.
    pub(crate) fn includes(self, tier: report::Tier) -> bool {
        match self {
            FailOn::Confirmed => tier <= report::Tier::Confirmed,
            FailOn::Precise => tier <= report::Tier::Precise,
            FailOn::Possible => true,
            FailOn::Never => false,
        }
    }
}

/// Run a program and watch it for data races
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat run -- java -cp target/classes com.acme.Main
  deadheat run --format pairs -o races.tsv -- java -jar app.jar --port 8080
  deadheat run --include 'com.acme.**' -- mvn test     all JVMs that the command starts
  deadheat sharing classes --format sites -o shared.tsv  what threads share, by analysis; or
  deadheat run --sharing-out shared.tsv -- java Main   a first run finds out what they share,
  deadheat run --sharing shared.tsv -- java Main       a second one watches only that

The program's own input and output are left alone; the report goes to standard error or to the file of -o.

Exit status: that of the program if it is not 0; else 0 no race was seen, 1 races, 2 not everything was watched.")]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) watch: Watch,

    /// Write such a file instead of looking for races: the places that access what several threads use
    #[arg(long, value_name = "FILE", conflicts_with = "sharing")]
    pub(crate) sharing_out: Option<PathBuf>,

    /// Form of the report
    #[arg(long, value_enum, default_value_t = RaceFormat::Text)]
    pub(crate) format: RaceFormat,

    /// Write the report to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The configuration; see docs/configuration.md [default: deadheat.toml in the current folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The command that starts the program
    #[arg(required = true, last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// What is watched of a program that runs.
#[derive(clap::Args, Clone)]
pub(crate) struct Watch {
    /// Watch the accesses of these classes only; * stands for a part of a name, ** for anything: com.acme.**
    /// [default: all classes that are not the JDK's]
    #[arg(long, value_name = "PATTERN")]
    pub(crate) include: Vec<String>,

    /// Do not watch the accesses of these classes; what they synchronise counts all the same
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,

    /// Watch accesses inside of the JDK's collections, formats, numbers, dates and streams, too. Without it, what calls do to
    /// such an object counts at the program's call
    #[arg(long)]
    pub(crate) jdk_internals: bool,

    /// What is watched of arrays
    #[arg(long, value_enum, default_value_t = Arrays::Element)]
    pub(crate) arrays: Arrays,

    /// Watch only the places of this file, which accesses to data of several threads come from
    #[arg(long, value_name = "FILE")]
    pub(crate) sharing: Option<PathBuf>,
}

/// Run a program again and again under schedules that show hidden races
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat hunt -n 20 -- java -cp target/classes com.acme.Main
  deadheat hunt -n 20 -o found -- java -jar app.jar        results are kept, and the hunt can be continued
  deadheat hunt --scheduler all --until-found -- java Main each scheduler in turn until there is a race
  deadheat hunt --replay found/run-7.schedule -- java Main the same order of acquisitions once more
  deadheat hunt -n 400 --shard 2/4 -o found -- java Main   a part of the runs; deadheat merge found

Schedulers act where the program is about to acquire a lock. drfinder learns which methods acquire
locks of which types, and reverses orders that most runs have; noise delays threads; pct gives them
random priorities; native leaves them alone. The program's own output goes to run-N.log in DIR.

Exit status: 0 no race was seen, 1 races, 2 not every run could be done or watched in full.")]
pub(crate) struct Hunt {
    /// How many runs, those of an earlier hunt in the same folder included
    #[arg(short = 'n', long, value_name = "RUNS", default_value_t = 10)]
    pub(crate) runs: u32,

    /// Who decides which thread goes first; all: each in turn
    #[arg(long, value_enum, default_value_t = SchedulerName::Drfinder)]
    pub(crate) scheduler: SchedulerName,

    /// For drfinder, how many methods of a stack may trigger an acquisition [default: 5]; for pct, how many orders a bug needs
    /// [default: 3]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,

    /// Names the random numbers of all runs
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// End a run after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout: u64,

    /// How many runs at the same time
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: u32,

    /// Do only every N-th run, from the I-th on; the rest is for others. Also read from SLURM_ARRAY_TASK_ID and …_COUNT,
    /// TEST_SHARD_INDEX and TEST_TOTAL_SHARDS, JOB_COMPLETION_INDEX and DEADHEAT_SHARDS
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,

    /// Stop after the first run that shows a race
    #[arg(long)]
    pub(crate) until_found: bool,

    /// Where everything is kept: pairs.tsv, races.json, run-N.log, run-N.schedule, and what a later hunt continues with
    /// [default: a temporary folder, which is kept if there are races]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Steer the acquisitions of this log once more instead
    #[arg(long, value_name = "LOG")]
    pub(crate) replay: Option<PathBuf>,

    /// Form of the result
    #[arg(long, value_enum, default_value_t = RaceFormat::Text)]
    pub(crate) format: RaceFormat,

    #[command(flatten)]
    pub(crate) watch: Watch,

    /// The configuration; see docs/configuration.md [default: deadheat.toml in the current folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The command that starts the program
    #[arg(required = true, last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// Put together what several hunts have found
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat merge found                         all shards of a hunt
  deadheat merge monday tuesday --format pairs

Exit status: 0 no race, 1 races, 2 not every run of these hunts was done in full.")]
pub(crate) struct MergeArgs {
    /// Folders that deadheat hunt wrote, or folders with the shards of a hunt
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,

    /// Form of the result
    #[arg(long, value_enum, default_value_t = RaceFormat::Text)]
    pub(crate) format: RaceFormat,

    /// Write the result to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchedulerName {
    /// Threads run as they like
    Native,
    /// Random delays before acquisitions (ConTest)
    Noise,
    /// Random priorities (PCT)
    Pct,
    /// Reverses the orders of acquisitions that earlier runs had
    Drfinder,
    /// Each of them in turn
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Arrays {
    /// Each element by itself
    Element,
    /// Each array as a whole: less memory, but accesses to different elements are reported as well
    Array,
    /// Nothing
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RaceFormat {
    /// For people, with call stacks
    Text,
    /// A line for each pair of places
    Pairs,
    /// Everything, for programs
    Json,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
}

/// Show what a program consists of
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deadheat inspect app.jar                     how many classes and methods, what is missing, what is broken
  deadheat inspect target/classes Cache.get    a method beside its source lines
  deadheat inspect Main.java                   sources are compiled first
  deadheat inspect \"$JAVA_HOME\" java.util.Map  a class of the JDK
  deadheat inspect app.jar --calls             who calls whom, from every main on
  deadheat inspect app.jar --calls Cache.get   what Cache.get calls, and who calls it
  deadheat inspect app.jar --points-to Cache.get:key
  deadheat inspect app.jar --gaps              what the analysis did not see

Exit status: 0 done, 2 something could not be read.")]
pub(crate) struct Inspect {
    /// Class folders, .class files, jars, wars, jmods, .java files, folders of them, Maven or Gradle projects, JDKs.
    /// What is no file or folder is the name of a class, or of a class and a method: Class.method
    #[arg(required_unless_present = "calls", value_name = "INPUT")]
    pub(crate) operands: Vec<String>,

    #[command(flatten)]
    pub(crate) questions: Questions,

    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    /// The configuration; see docs/configuration.md [default: deadheat.toml in the INPUT folder or the current one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Write the output to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What is asked about the points-to sets and the call graph of a program.
#[derive(clap::Args)]
#[command(next_help_heading = "Questions about the whole program")]
pub(crate) struct Questions {
    /// The call graph: calls between methods of the input; or, of a class or method, all calls and callers
    #[arg(long, value_name = "CLASS[.METHOD]", num_args = 0..=1, default_missing_value = "")]
    pub(crate) calls: Option<String>,

    /// The objects that a variable may point to. VARIABLE: a local variable or parameter by name, this, return, throws, or a
    /// value as the SSA form names it, such as v12. Also CLASS.FIELD
    #[arg(long, value_name = "CLASS.METHOD:VARIABLE")]
    pub(crate) points_to: Vec<String>,

    /// The abstract threads: how and where each is started, and by which
    #[arg(long)]
    pub(crate) threads: bool,

    /// What the analysis did not see: missing classes, code that models cut, natives, unknown reflection
    #[arg(long)]
    pub(crate) gaps: bool,
}

/// How a program is analysed.
#[derive(clap::Args)]
#[command(next_help_heading = "Analysis")]
pub(crate) struct AnalysisArgs {
    /// A class whose main method starts the program [default: every main; without one every test; without one --library-mode]
    #[arg(long, value_name = "CLASS")]
    main: Vec<String>,

    /// A method that is called from outside; of a class, all its public methods. For races: by several threads at the same
    /// time. In patterns * stands for a part of a name, ** for anything; they mean classes that are meant to be shared
    #[arg(long, value_name = "CLASS[.METHOD]")]
    entry: Vec<String>,

    /// Start with the tests of JUnit 3, 4 and 5 and of TestNG
    #[arg(long)]
    tests: bool,

    /// Start with the public methods of public classes, on objects that are made by type; for races, with those of classes
    /// that are meant to be shared, called by several threads at the same time
    #[arg(long)]
    library_mode: bool,

    /// What is told apart: insensitive, thread, thread+container, thread+object, object:K, type:K [default: thread; for
    /// races thread+object, or thread if the program is too large for it]
    #[arg(long, value_name = "POLICY")]
    policy: Option<Policy>,

    /// Analyse the code of library classes also where a model has a summary of it
    #[arg(long)]
    no_summaries: bool,

    /// A file with further models; see docs/models.md
    #[arg(long, value_name = "FILE")]
    models: Vec<PathBuf>,

    /// Do not take classes that property files of the program name for those that it asks for by name
    #[arg(long)]
    no_property_files: bool,

    /// A file that says which classes and members reflection means, where the program does not tell
    #[arg(long, value_name = "FILE")]
    reflection_log: Option<PathBuf>,
}

impl AnalysisArgs {
    /// What the engine is to analyse, with a policy if none was named.
    pub(crate) fn request(&self, default: Policy) -> engine::AnalysisRequest {
        engine::AnalysisRequest {
            entries: engine::EntryRequest {
                mains: self.main.clone(),
                tests: self.tests,
                library: self.library_mode,
                methods: self.entry.clone(),
                at_once: false,
            },
            policy: self.policy.unwrap_or(default),
            use_summaries: !self.no_summaries,
            models: self.models.clone(),
            use_property_files: !self.no_property_files,
            reflection_log: self.reflection_log.clone(),
            techniques: engine::Techniques::all(),
        }
    }
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
    /// Whether libraries were named.
    pub(crate) fn has_class_path(&self) -> bool {
        self.class_path.is_some()
    }

    /// What the engine is to open.
    pub(crate) fn request(&self, inputs: Vec<PathBuf>) -> engine::Request {
        let class_path = self.class_path.as_deref().unwrap_or_default();
        let places = std::env::split_paths(class_path).filter(|path| !path.as_os_str().is_empty());
        engine::Request {
            inputs,
            class_path: places.flat_map(|path| expand(&path)).collect(),
            jdk: self.jdk.clone(),
            ..engine::Request::default()
        }
    }
}

/// `DIR/*` as the `java` command understands it: all jars in the folder, in the order of their names.
pub(crate) fn expand(path: &Path) -> Vec<PathBuf> {
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

/// What is to be done with the inputs.
pub(crate) enum Task<'a> {
    /// Count what is in them.
    Summary,
    /// Show a class or method.
    Show(&'a str),
    /// Analyse them; of the call graph, show what is named.
    Analyse(Option<Calls<'a>>),
}

/// The part of the call graph that is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Calls<'a> {
    /// Calls between methods of the input.
    Application,
    /// Those of a class or method.
    Of(&'a str),
}

impl Inspect {
    /// The inputs, and what to do with them.
    pub(crate) fn split(&self) -> Result<(Vec<PathBuf>, Task<'_>), String> {
        let (mut inputs, mut names) = (Vec::new(), Vec::new());
        for (i, operand) in self.operands.iter().enumerate() {
            if i == 0 || is_place(operand) {
                inputs.push(PathBuf::from(operand));
            } else {
                names.push(operand.as_str());
            }
        }
        let Questions { calls, points_to, threads, gaps } = &self.questions;
        // `--calls app.jar`: the option takes the next word, but a class is not what was meant.
        let calls = match calls.as_deref() {
            Some("") => Some(Calls::Application),
            Some(place) if is_place(place) => {
                inputs.push(PathBuf::from(place));
                Some(Calls::Application)
            }
            Some(name) => Some(Calls::Of(name)),
            None => None,
        };
        if inputs.is_empty() {
            return Err("there is no input: name class folders, jars or sources".to_owned());
        }
        let is_analysis = calls.is_some() || !points_to.is_empty() || *threads || *gaps;
        let task = match (&names[..], is_analysis, calls) {
            ([], false, _) => Task::Summary,
            ([name], false, _) => Task::Show(name),
            ([], true, calls) => Task::Analyse(calls),
            ([name], true, Some(Calls::Application)) => Task::Analyse(Some(Calls::Of(name))),
            ([second], true, _) | ([_, second, ..], ..) => {
                return Err(format!(
                    "{second} is neither a file nor a folder; only one class can be shown"
                ));
            }
        };
        Ok((inputs, task))
    }
}

/// Whether an operand is something to read, not the name of a class.
fn is_place(operand: &str) -> bool {
    Path::new(operand).exists() || looks_like_a_file(operand)
}

/// Whether something that is not there was meant to be a file.
fn looks_like_a_file(operand: &str) -> bool {
    let extension = Path::new(operand).extension().and_then(|e| e.to_str()).unwrap_or_default();
    operand.starts_with(['.', '/', '~'])
        || ["jar", "war", "ear", "jmod", "class", "java", "zip"].contains(&extension)
}
