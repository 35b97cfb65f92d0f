//! `eval callgraph`: what third-party programs execute on a JVM, and how much of it the static call graph contains.
//!
//! ```text
//! eval/programs ──Workshop──▶ jars ──record::run──────────────────▶ Executed ─┐
//!                               └───eval pt-child --calls FILE──▶ CallSets ──┴─▶ Row, Lost ──▶ table, misses
//!                                   └─◀── Told, once more if asked for: what the run said of reflection
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use project::Jdk;
use testkit::record::{self, CallSets, Executed, Fact, MethodName, Recording};

use super::frontier::frontier;
use super::report::{self, Row, Verdict};
use crate::points_to::build::Workshop;
use crate::points_to::process::{self, Outcome};
use crate::points_to::tool::{Collector, Policy, Program, Setting, Tool, WalaReflection};
use crate::points_to::{Answer, of_release};

/// What is compared.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Programs of `eval/programs`; all, if none is named
    programs: Vec<String>,
    /// Releases of the JDK that run the programs and whose classes are analysed
    #[arg(long = "jdk", value_delimiter = ',', default_value = "17")]
    releases: Vec<u16>,
    /// Policies of the analysis
    #[arg(long, value_delimiter = ',', default_value = "insensitive")]
    policies: Vec<Policy>,
    /// The longest that a run or an analysis may take, in seconds
    #[arg(long, default_value_t = 300)]
    limit: u64,
    /// Looks at every call of the run, not only at those after a new sequence of calls: slower by far
    #[arg(long)]
    every_call: bool,
    /// Analyses once more with a log of the reflection of the run and the classes that it made, where the analysis alone
    /// does not meet the bar
    #[arg(long)]
    reflection_log: bool,
    /// Names the missed calls between methods that are both in the graph, too
    #[arg(long)]
    edges: bool,
}

/// Records, analyses and prints. The result is whether the bar is met by all.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let workshop = Workshop::new();
    let names = match arguments.programs.as_slice() {
        [] => workshop.programs()?,
        names => names.to_vec(),
    };
    let installed = project::all_installed();
    let mut rows = Vec::new();
    for &release in &arguments.releases {
        let jdk = of_release(&installed, release)?;
        for name in &names {
            let program = workshop.program(name)?;
            rows.extend(Comparison { arguments, workshop: &workshop, jdk, program }.rows()?);
        }
    }
    println!("{}", report::table(&rows));
    println!("{}", report::misses(&rows, arguments.edges));
    Ok(rows.iter().all(Row::passes))
}

/// What a run tells an analysis: where the log of its reflection is, and the classes that it made.
struct Told {
    log: PathBuf,
    made: PathBuf,
}

/// One program on one JDK.
struct Comparison<'a> {
    arguments: &'a Arguments,
    workshop: &'a Workshop,
    jdk: &'a Jdk,
    program: Program,
}

impl Comparison<'_> {
    /// A row for each policy.
    fn rows(&self) -> Result<Vec<Row>, String> {
        let executed = self.record()?;
        let mut rows = Vec::new();
        for &policy in &self.arguments.policies {
            let row = self.row(policy, &executed, None)?;
            let needs_log = self.arguments.reflection_log && !row.passes();
            rows.push(row);
            if needs_log {
                let log = self.folder()?.join(format!("{}.log", self.name(policy)));
                fs::write(&log, executed.reflection_log())
                    .map_err(|error| format!("{}: {error}", log.display()))?;
                let told = Told { log, made: self.made_classes()? };
                rows.push(self.row(policy, &executed, Some(&told))?);
            }
        }
        Ok(rows)
    }

    /// The name of files.
    fn name(&self, policy: Policy) -> String {
        format!("{}-{}-{policy}", self.program.name, self.jdk.release)
    }

    /// Where files are kept.
    fn folder(&self) -> Result<PathBuf, String> {
        let folder = self.workshop.output.join("callgraph");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    /// The folder of the classes that the program makes while it runs.
    fn made_classes(&self) -> Result<PathBuf, String> {
        Ok(self.folder()?.join(format!("{}-{}-made", self.program.name, self.jdk.release)))
    }

    /// That folder, as it is before the run.
    fn no_made_classes(&self) -> Result<PathBuf, String> {
        let made = self.made_classes()?;
        let failed = |error| format!("{}: {error}", made.display());
        if made.exists() {
            fs::remove_dir_all(&made).map_err(failed)?;
        }
        fs::create_dir(&made).map_err(failed)?;
        Ok(made)
    }

    fn record(&self) -> Result<Executed, String> {
        let Comparison { arguments, jdk, program, .. } = self;
        eprintln!("{} runs on JDK {} …", program.name, jdk.version);
        let made = arguments.reflection_log.then(|| self.no_made_classes()).transpose()?;
        let recording = Recording {
            every_call: arguments.every_call,
            made_classes: made.as_deref(),
            time_limit: Duration::from_secs(arguments.limit),
            ..Recording::new(jdk, &program.main, &program.jars)
        };
        let failed = |why: &str| format!("{} on JDK {}: {why}", program.name, jdk.version);
        let executed = record::run(&recording).map_err(|error| failed(&error.to_string()))?;
        match executed.status {
            Some(status) if status.success() => Ok(executed),
            Some(status) => Err(failed(&format!("{status}\n{}", executed.stderr))),
            None => Err(failed("it did not end in time")),
        }
    }

    fn row(&self, policy: Policy, executed: &Executed, told: Option<&Told>) -> Result<Row, String> {
        let (program, release) = (self.program.name.clone(), self.jdk.release);
        eprintln!("  and is analysed, {policy} …");
        let verdict = match self.analyse(policy, told)? {
            Ok((answer, graph)) => {
                let coverage = executed.covered_by(&graph);
                let missed: BTreeSet<MethodName> = coverage.missed_methods().cloned().collect();
                let lost = frontier(executed, &missed);
                Verdict::Compared { coverage, lost, cpu_ms: answer.cpu_ms }
            }
            Err(why) => Verdict::NoGraph(why),
        };
        Ok(Row { program, release, policy, with_log: told.is_some(), verdict })
    }

    /// The static call graph, or why there is none.
    fn analyse(
        &self,
        policy: Policy,
        told: Option<&Told>,
    ) -> Result<Result<(Answer, CallSets), String>, String> {
        let setting = Setting {
            workshop: self.workshop,
            jdk: self.jdk,
            jdk_jar: None,
            java: Path::new("java"),
            collector: Collector::Default,
            wala_reflection: WalaReflection::None,
        };
        let (name, folder) = (self.name(policy), self.folder()?);
        let file = |end: &str| -> PathBuf { folder.join(format!("{name}.{end}")) };
        let (calls, methods) = (file("calls"), file("methods"));
        let mut program = self.program.clone();
        program.jars.extend(told.map(|told| told.made.clone()));
        let mut command = Tool::Deadheat(policy).command(&setting, &program, &methods)?;
        command.arg("--calls").arg(&calls);
        if let Some(told) = told {
            command.arg("--reflection-log").arg(&told.log);
        }
        let limit = Duration::from_secs(self.arguments.limit);
        Ok(match process::run(&mut command, &folder.join(&name), limit)? {
            Outcome::Answered(answer) => Ok((answer, read_calls(&calls)?)),
            Outcome::TimedOut { after, .. } => {
                Err(format!("the analysis had not ended after {} s", after.as_secs()))
            }
            Outcome::Failed { message, .. } => Err(message),
        })
    }
}

/// Writes a call graph, a method or a call in each line.
pub fn write_calls(path: &Path, graph: CallSets) -> Result<(), String> {
    let methods = graph.methods.into_iter().map(Fact::Method);
    let edges = graph.edges.into_iter().map(|(caller, callee)| Fact::Edge(caller, callee));
    let text: String = methods.chain(edges).map(|fact| format!("{fact}\n")).collect();
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_calls(path: &Path) -> Result<CallSets, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut graph = CallSets::default();
    for line in text.lines() {
        match Fact::parse(line) {
            Fact::Method(method) => {
                graph.methods.insert(method);
            }
            Fact::Edge(caller, callee) => {
                graph.edges.insert((caller, callee));
            }
        }
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_graph_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls");
        let graph = CallSets {
            methods: ["A.m()V".into(), "A.<init>()V".into()].into(),
            edges: [("A.m()V".into(), "A.<init>()V".into())].into(),
        };
        write_calls(&path, graph.clone()).unwrap();
        let read = read_calls(&path).unwrap();
        assert_eq!((read.methods, read.edges), (graph.methods, graph.edges));
    }
}
