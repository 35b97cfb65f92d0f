//! One run of deadheat's own analysis. It has a process of its own, as the other tools have, so that the peak of its
//! memory is its own and each run starts from nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use engine::{Analysis, AnalysisRequest, EntryRequest, MethodName, Program, Request, Silent};

use super::answer::Answer;
use super::hubs;
use super::tool::Policy;
use crate::callgraph::call_sets;
use crate::callgraph::command::write_calls;

/// What is analysed. The options are those of the drivers of the other tools.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The JDK
    #[arg(long)]
    pub jdk: PathBuf,
    /// The jars of the program, separated by colons
    #[arg(long)]
    pub app: String,
    /// The class whose `main` is the entry point
    #[arg(long)]
    pub main: String,
    /// Where the reached application methods are listed, one `class.name(descriptor)` a line
    #[arg(long)]
    pub methods: PathBuf,
    /// Which contexts
    #[arg(long)]
    pub policy: Policy,
    /// Where the reached application methods and the calls between them are listed, in the recorder's words
    #[arg(long)]
    pub calls: Option<PathBuf>,
    /// What is known about reflection
    #[arg(long)]
    pub reflection_log: Option<PathBuf>,
    /// Where to list which code and which fields hold the facts
    #[arg(long)]
    pub hubs: Option<PathBuf>,
}

/// Analyses, lists methods and prints an [`Answer`] as the last line.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let began = Instant::now();
    let request = Request {
        inputs: arguments.app.split(':').map(PathBuf::from).collect(),
        class_path: Vec::new(),
        jdk: Some(arguments.jdk.clone()),
        ..Request::default()
    };
    let program = Program::open(&request, &Silent);
    if let Some(problem) = program.problems().first() {
        return Err(problem.to_string());
    }
    let (policy, use_summaries) = match arguments.policy {
        Policy::Bodies => (engine::Policy::Insensitive, false),
        Policy::Insensitive | Policy::WithoutPropertyFiles => (engine::Policy::Insensitive, true),
        Policy::Thread => (engine::Policy::Thread, true),
        Policy::ThreadContainer => (engine::Policy::ThreadContainer, true),
    };
    let request = AnalysisRequest {
        entries: EntryRequest { mains: vec![arguments.main.clone()], ..EntryRequest::default() },
        policy,
        use_summaries,
        use_property_files: arguments.policy != Policy::WithoutPropertyFiles,
        reflection_log: arguments.reflection_log.clone(),
        ..AnalysisRequest::default()
    };
    let analysis =
        Analysis::run(Arc::new(program), &request, &Silent).map_err(|error| error.to_string())?;
    let wall_ms = began.elapsed().as_millis() as u64;
    let (cpu_ms, peak_kb) = costs();

    let counts = analysis.solver().counts();
    let methods: Vec<MethodName> = analysis.call_graph().methods().collect();
    let application: Vec<String> = methods
        .iter()
        .filter(|method| analysis.is_application(method.class))
        .map(|method| format!("{}.{}{}", method.class, method.name, method.ty))
        .collect();
    std::fs::write(&arguments.methods, application.join("\n") + "\n")
        .map_err(|error| format!("{}: {error}", arguments.methods.display()))?;
    if let Some(hubs) = &arguments.hubs {
        std::fs::write(hubs, hubs::lines(&hubs::of(analysis.solver())))
            .map_err(|error| format!("{}: {error}", hubs.display()))?;
    }
    if let Some(calls) = &arguments.calls {
        write_calls(calls, call_sets(&analysis))?;
    }
    let answer = Answer {
        tool: format!("deadheat {}", arguments.policy),
        wall_ms,
        cpu_ms,
        peak_kb,
        methods: methods.len() as u64,
        application_methods: application.len() as u64,
        nodes: Some(counts.nodes as u64),
        call_edges: counts.call_edges as u64,
        pointers: Some(counts.pointers as u64),
        objects: Some(counts.objects as u64),
        edges: Some(counts.edges as u64),
        facts: Some(counts.facts as u64),
    };
    println!("{}", serde_json::to_string(&answer).map_err(|error| error.to_string())?);
    Ok(())
}

/// CPU time in milliseconds and the peak of memory in kilobytes, so far.
fn costs() -> (u64, u64) {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let cpu_ms = time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|text| text.trim().trim_end_matches(" kB").trim().parse().ok());
    (cpu_ms, peak.unwrap_or(0))
}
