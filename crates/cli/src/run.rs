//! `deadheat run`: starts a command so that every JVM in it loads the agent, and shows what they wrote.
//!
//! ```text
//! command ──agent──▶ JVMs ──a file each──▶ temporary folder ──merge──▶ report
//! ```
//!
//! A command that is `java` itself gets the agent as its first argument, which the program does not notice. All others get it
//! through the environment variable `JAVA_TOOL_OPTIONS`, and so do JVMs that the first one starts; these say so in a line
//! on standard error.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::atomic::{AtomicI32, Ordering};

use report::{Merge, Report};

use crate::args::{Arrays, FailOn, RaceFormat, Run, Watch};
use crate::settings::{configuration, set_aside_of_run, word};
use crate::{INCOMPLETE, RACES, output, sources};

/// The file name of the agent.
const AGENT: &str = "libdeadheat_agent.so";

/// Names another agent than the one beside this program.
const AGENT_VARIABLE: &str = "DEADHEAT_AGENT";

const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// The process that a signal is handed on to; zero before it is there.
static CHILD: AtomicI32 = AtomicI32::new(0);

pub(crate) fn run(args: &Run) -> Result<ExitCode, String> {
    let config = configuration(args.config.as_deref(), &[])?.unwrap_or_default();
    let fail_on = word(&config, config.fail_on.as_ref())?.unwrap_or(FailOn::Possible);
    check_archives(&args.command)?;
    let agent = find_agent()?;
    output::check_file(args.output.as_deref())?;
    output::check_file(args.sharing_out.as_deref())?;
    check_sharing(args.watch.sharing.as_deref())?;
    let folder = tempfile::Builder::new().prefix("deadheat-run-").tempdir();
    let folder = folder.map_err(|error| format!("there is no temporary folder: {error}"))?;
    let flag = args.sharing_out.as_ref().map(|_| deadheat_agent::OPTION_SHARING_OUT.to_owned());
    let mut watch = args.watch.clone();
    if watch.exclude.is_empty() {
        watch.exclude = config.libraries.iter().map(|line| line.value.clone()).collect();
    }
    let option = agent_option(&agent, folder.path(), &watch, flag.as_slice())?;
    hand_on_signals()?;
    let mut command = watched(&args.command, &option)?;
    let child = command.spawn().map_err(|error| not_run(&args.command, &error))?;
    let status = wait(child)?;
    let merge = collect(folder.path())?;
    if let Some(file) = &args.sharing_out {
        output::write_result(Some(file), &report::to_sharing(merge.shared(), None))?;
    }
    let mut report = merge.finish();
    set_aside_of_run(&config, &mut report)?;
    if args.format == RaceFormat::Sarif {
        report.sources = sources::of_run(&report);
    }
    if args.sharing_out.is_some() {
        warn_of_gaps(&report);
    } else {
        show(args, &report)?;
    }
    if report.jvms == 0 && report.gaps.is_empty() {
        let command = args.command[0].to_string_lossy().into_owned();
        output::error(&format!(
            "{command} started no JVM that loads agents: name a java command after --, or something that starts one"
        ));
    }
    Ok(exit_code(status, &report, fail_on))
}

/// A JVM that must take its classes from an archive would refuse to start.
pub(crate) fn check_archives(command: &[OsString]) -> Result<(), String> {
    const OPTION: &str = "-Xshare:on";
    let why = "a JVM cannot take its classes from an archive and have them watched; leave it out";
    if command.iter().any(|argument| argument == OPTION) {
        return Err(format!("{OPTION}: {why}"));
    }
    for variable in [TOOL_OPTIONS, "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
        let options = std::env::var_os(variable).unwrap_or_default();
        if options.to_string_lossy().split_whitespace().any(|option| option == OPTION) {
            return Err(format!("{variable}: {OPTION}: {why}"));
        }
    }
    Ok(())
}

pub(crate) fn find_agent() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os(AGENT_VARIABLE).map(PathBuf::from) {
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("{AGENT_VARIABLE} names {}, which is no file", named.display()))
        };
    }
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let beside = program.parent().unwrap_or(Path::new("/"));
    // Cargo leaves the one that it built last in `deps`; an installation has it beside the program.
    let places = [beside.join("deps").join(AGENT), beside.join(AGENT)];
    places.iter().find(|place| place.is_file()).cloned().ok_or_else(|| {
        let places = places.map(|place| place.display().to_string()).join(" nor ");
        format!("the agent is missing: it is neither {places}; {AGENT_VARIABLE} can name it")
    })
}

pub(crate) fn check_sharing(file: Option<&Path>) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let sites = report::parse_sharing(&text);
    sites.map(drop).map_err(|error| format!("{}: {error}", file.display()))
}

/// `-agentpath:LIBRARY=OPTIONS`, with further options as they are.
pub(crate) fn agent_option(
    agent: &Path,
    folder: &Path,
    args: &Watch,
    further: &[String],
) -> Result<String, String> {
    let text = |path: &Path| -> Result<String, String> {
        let text = path.to_str().map(ToOwned::to_owned);
        text.ok_or_else(|| format!("{}: a JVM cannot be told this name", path.display()))
    };
    let agent = text(agent)?;
    if agent.contains('=') {
        return Err(format!(
            "{agent}: a JVM would misread this name; {AGENT_VARIABLE} can name a copy"
        ));
    }
    let mut options = format!("{}={}", deadheat_agent::OPTION_OUTPUT, encode(&text(folder)?));
    let arrays = match args.arrays {
        Arrays::Element => "element",
        Arrays::Array => "array",
        Arrays::Off => "off",
    };
    options += &format!(",{}={arrays}", deadheat_agent::OPTION_ARRAYS);
    if let Some(file) = &args.sharing {
        let file = std::path::absolute(file).map_err(|error| error.to_string())?;
        options += &format!(",{}={}", deadheat_agent::OPTION_SHARING, encode(&text(&file)?));
    }
    if args.jdk_internals {
        options += &format!(",{}", deadheat_agent::OPTION_JDK_INTERNALS);
    }
    for option in further {
        options += &format!(",{option}");
    }
    for (key, patterns) in [
        (deadheat_agent::OPTION_INCLUDE, &args.include),
        (deadheat_agent::OPTION_EXCLUDE, &args.exclude),
    ] {
        for pattern in patterns {
            options += &format!(",{key}={}", encode(pattern));
        }
    }
    Ok(format!("-agentpath:{agent}={options}"))
}

/// Spelled so that neither the agent nor the JVM misreads it.
pub(crate) fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-$*".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") })
        .collect()
}

/// The command of a program, so that every JVM in it loads the agent.
pub(crate) fn watched(of: &[OsString], option: &str) -> Result<Command, String> {
    let (program, rest) = of.split_first().expect("invariant: clap requires it");
    let mut command = Command::new(program);
    if Path::new(program).file_name() == Some(OsStr::new("java")) {
        command.arg(option);
        command.env(deadheat_agent::CHILDREN_VARIABLE, tool_options(option)?);
    } else {
        command.env(TOOL_OPTIONS, tool_options(option)?);
    }
    command.args(rest);
    Ok(command)
}

pub(crate) fn not_run(command: &[OsString], error: &std::io::Error) -> String {
    format!("{}: it cannot be run: {error}", command[0].to_string_lossy())
}

/// What was in the variable, and the agent.
fn tool_options(option: &str) -> Result<OsString, String> {
    let quoted = match (option.contains(char::is_whitespace), option.contains('"')) {
        (false, _) => option.to_owned(),
        (true, false) => format!("\"{option}\""),
        (true, true) => return Err(format!("a JVM would misread {option}")),
    };
    let mut all = std::env::var_os(TOOL_OPTIONS).unwrap_or_default();
    if !all.is_empty() {
        all.push(" ");
    }
    all.push(quoted);
    Ok(all)
}

/// Whoever asks this program to end means the one that it runs. What was found is shown all the same.
fn hand_on_signals() -> Result<(), String> {
    let handled = ctrlc::set_handler(|| {
        let child = rustix::process::Pid::from_raw(CHILD.load(Ordering::Relaxed));
        if let Some(child) = child {
            // It may have ended by itself.
            let _ = rustix::process::kill_process(child, rustix::process::Signal::TERM);
        }
    });
    handled.map_err(|error| format!("signals cannot be handled: {error}"))
}

fn wait(mut child: Child) -> Result<ExitStatus, String> {
    CHILD.store(i32::try_from(child.id()).unwrap_or(0), Ordering::Relaxed);
    let status = child.wait().map_err(|error| format!("the program cannot be waited for: {error}"));
    CHILD.store(0, Ordering::Relaxed);
    status
}

pub(crate) fn collect(folder: &Path) -> Result<Merge, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut merge = Merge::default();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension() != Some(OsStr::new("jsonl")) {
            continue;
        }
        let bytes = fs::read(path).map_err(failed)?;
        merge.add(&String::from_utf8_lossy(&bytes));
    }
    Ok(merge)
}

fn show(args: &Run, report: &Report) -> Result<(), String> {
    let text = in_format(report, args.format);
    match &args.output {
        Some(file) => output::write_result(Some(file), &text)?,
        None => anstream::eprint!("{text}"),
    }
    if args.format != RaceFormat::Text {
        warn_of_gaps(report);
    }
    Ok(())
}

/// What runs have shown, in a form.
pub(crate) fn in_format(report: &Report, format: RaceFormat) -> String {
    match format {
        RaceFormat::Text => report::to_text(report),
        RaceFormat::Pairs => report::to_pairs(report),
        RaceFormat::Json => report::to_json(report),
        RaceFormat::Sarif => report::to_sarif(report, report.jvms > 0 && report.gaps.is_empty()),
    }
}

pub(crate) fn warn_of_gaps(report: &Report) {
    for gap in &report.gaps {
        output::warn(&format!("not watched: {gap}"));
    }
}

fn exit_code(status: ExitStatus, report: &Report, fail_on: FailOn) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    // As a shell says it.
    let own = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    match u8::try_from(own) {
        Ok(0) if report.jvms == 0 || !report.gaps.is_empty() => ExitCode::from(INCOMPLETE),
        Ok(0) if report.races.iter().any(|race| fail_on.includes(race.tier)) => {
            ExitCode::from(RACES)
        }
        Ok(own) => ExitCode::from(own),
        Err(_) => ExitCode::FAILURE,
    }
}
