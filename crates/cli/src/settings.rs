//! What is to be done: the command line, and for what it does not say the project's `deadheat.toml`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use engine::{Called, Choice, EntryKind, EntryPoints, Program};
use project::{Config, Line, Suppress};
use report::{Baseline, Pattern, Reason, Report, Suppression};

use crate::args::{self, AnalysisArgs, Check, FailOn, Mode, ProgramArgs};
use crate::output;

pub(crate) struct Settings {
    config: Option<Config>,
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) request: engine::Request,
    pub(crate) analysis: engine::AnalysisRequest,
    pub(crate) mode: Mode,
    pub(crate) fail_on: FailOn,
    baseline: Option<(PathBuf, Baseline)>,
}

/// What a command line names.
pub(crate) struct Named<'a> {
    pub(crate) inputs: &'a [PathBuf],
    pub(crate) config: Option<&'a Path>,
    pub(crate) library: &'a [String],
    pub(crate) application: &'a [String],
    pub(crate) program: &'a ProgramArgs,
    pub(crate) analysis: &'a AnalysisArgs,
}

impl Settings {
    pub(crate) fn of(args: &Check) -> Result<Settings, String> {
        let mut settings = Settings::of_program(Named {
            inputs: &args.inputs,
            config: args.config.as_deref(),
            library: &args.library,
            application: &args.application,
            program: &args.program,
            analysis: &args.analysis,
        })?;
        let from = settings.config.clone().unwrap_or_default();
        for &without in &args.without {
            settings.analysis.techniques = settings.analysis.techniques.without(without.into());
        }
        let baseline = args.baseline.clone().or(from.baseline.clone());
        // A project may name the file in its configuration before it is written for the first time.
        let is_first = |file: &PathBuf| {
            args.baseline.is_none() && args.write_baseline.is_some() && !file.exists()
        };
        let baseline = baseline.filter(|file| !is_first(file));
        let baseline = baseline.map(|file| read_baseline(&file)).transpose()?;
        Ok(Settings {
            mode: args
                .mode
                .map_or_else(|| word(&from, from.mode.as_ref()), |mode| Ok(Some(mode)))?
                .unwrap_or(Mode::All),
            fail_on: args
                .fail_on
                .map_or_else(|| word(&from, from.fail_on.as_ref()), |fail_on| Ok(Some(fail_on)))?
                .unwrap_or(FailOn::Possible),
            baseline,
            ..settings
        })
    }

    /// What is to be analysed, for those who report something else than races.
    pub(crate) fn of_program(named: Named<'_>) -> Result<Settings, String> {
        let config = configuration(named.config, named.inputs)?;
        let from = config.clone().unwrap_or_default();
        let inputs = first_given(named.inputs, || match &from.inputs[..] {
            [] => vec![folder_of(&from.file)],
            inputs => inputs.to_vec(),
        });
        let mut request = program_request(&from, named.program, inputs.clone());
        let patterns = |given: &[String], configured: Vec<Pattern>| match given {
            [] => configured,
            given => given.iter().map(|pattern| Pattern::new(pattern)).collect(),
        };
        request.libraries = patterns(named.library, request.libraries);
        request.application = patterns(named.application, request.application);
        let mut analysis =
            analysis_request(&from, named.analysis.request(engine::Policy::ThreadObject));
        analysis.entries.at_once = true;
        let (mode, fail_on, baseline) = (Mode::All, FailOn::Possible, None);
        Ok(Settings { config, inputs, request, analysis, mode, fail_on, baseline })
    }

    /// One line about what nobody named on the command line.
    pub(crate) fn tell(&self, program: &Program, entries: &EntryPoints) {
        let config = self.config.as_ref().map(|config| config.file.display().to_string());
        let taken = program.taken().iter().cloned();
        let mut parts: Vec<String> = config.into_iter().chain(taken).collect();
        if entries.called != Called::default() || self.analysis.entries.library {
            parts.push(called(entries));
        } else if !parts.is_empty() && entries.choice != Choice::Asked {
            parts.push(started(entries));
        }
        if !parts.is_empty() {
            output::note(&parts.join("; "));
        }
    }

    /// Sets aside what is suppressed, and what the baseline knows. Whether the suppressions make sense.
    pub(crate) fn set_aside(&self, program: &Program, report: &mut Report) -> bool {
        let is_sensible = self.suppress(program, report);
        if let Some((file, baseline)) = &self.baseline {
            let gone = baseline.gone_from(report);
            report.set_aside(|race| baseline.knows(race).then_some(Reason::Baseline));
            report.is_compared = true;
            if gone > 0 {
                let (races, them) = match gone {
                    1 => ("1 race of it was".to_owned(), "it"),
                    _ => (format!("{gone} races of it were"), "them"),
                };
                output::note(&format!(
                    "{}: {races} not found any more; --write-baseline forgets {them}",
                    file.display()
                ));
            }
        }
        is_sensible
    }

    fn suppress(&self, program: &Program, report: &mut Report) -> bool {
        let Some(config) = &self.config else { return true };
        let mut is_sensible = true;
        for Line { value, line } in &config.suppress {
            let before = report.aside.len();
            let rule = suppression(value);
            let reason = || Reason::Configuration { justification: rule.justification.clone() };
            report.set_aside(|race| rule.fits(race).then(reason));
            if report.aside.len() > before {
                continue;
            }
            let what = [&value.id, &value.location, &value.class].map(Option::as_deref);
            let what = what.into_iter().flatten().collect::<Vec<_>>().join(", ");
            match stray(&rule, value, program) {
                true => {
                    let message = format!("[[suppress]] {what}: no class has a name like this");
                    output::error(&config.error(*line, message).to_string());
                    is_sensible = false;
                }
                false => {
                    let message =
                        format!("[[suppress]] {what}: there is no such race; it may be left out");
                    output::warn(&config.error(*line, message).to_string());
                }
            }
        }
        is_sensible
    }
}

/// The configuration: the file that is named, or else that of the project.
pub(crate) fn configuration(
    named: Option<&Path>,
    inputs: &[PathBuf],
) -> Result<Option<Config>, String> {
    let file = named.map(Path::to_owned).or_else(|| Config::find(inputs));
    file.map(|file| Config::read(&file)).transpose().map_err(|error| error.to_string())
}

/// What is to be opened: what the command line says, else the configuration.
pub(crate) fn program_request(
    from: &Config,
    args: &ProgramArgs,
    inputs: Vec<PathBuf>,
) -> engine::Request {
    let mut request = args.request(inputs);
    if !args.has_class_path() {
        request.class_path = from.class_path.iter().flat_map(|path| args::expand(path)).collect();
    }
    request.jdk = request.jdk.or(from.jdk.clone());
    let patterns = |lines: &[Line<String>]| -> Vec<Pattern> {
        lines.iter().map(|line| Pattern::new(&line.value)).collect()
    };
    request.libraries = patterns(&from.libraries);
    request.application = patterns(&from.application);
    request
}

/// How it is to be analysed: what the command line says, else the configuration.
pub(crate) fn analysis_request(
    from: &Config,
    mut analysis: engine::AnalysisRequest,
) -> engine::AnalysisRequest {
    if analysis.entries == engine::EntryRequest::default() {
        analysis.entries = engine::EntryRequest {
            mains: from.mains.clone(),
            methods: from.entries.clone(),
            tests: from.tests,
            library: from.library_mode,
            ..engine::EntryRequest::default()
        };
    }
    analysis.models = first_given(&analysis.models, || from.models.clone());
    analysis.reflection_log = analysis.reflection_log.or(from.reflection_log.clone());
    analysis
}

/// Sets aside what a run has seen and the configuration knows already.
pub(crate) fn set_aside_of_run(config: &Config, report: &mut Report) -> Result<(), String> {
    for Line { value, .. } in &config.suppress {
        let rule = suppression(value);
        let reason = || Reason::Configuration { justification: rule.justification.clone() };
        report.set_aside(|race| rule.fits(race).then(reason));
    }
    if let Some(file) = config.baseline.as_ref().filter(|file| file.exists()) {
        let (_, baseline) = read_baseline(file)?;
        report.set_aside(|race| baseline.knows(race).then_some(Reason::Baseline));
        report.is_compared = true;
    }
    Ok(())
}

/// `library mode: 12 classes meant to be shared, 87 public methods`
fn called(entries: &EntryPoints) -> String {
    let count = |number: usize, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{} {many}", output::count(number as u64)),
    };
    let Called { classes, methods } = entries.called;
    let is_named = entries.list.iter().any(|entry| entry.kind == EntryKind::Asked);
    match (classes, is_named) {
        (0, _) => "library mode: no class looks as if it were meant to be shared".to_owned(),
        (_, true) => format!(
            "library mode: {} of {} called by several threads at once",
            count(methods, "method", "methods"),
            count(classes, "class", "classes")
        ),
        (_, false) => format!(
            "library mode: {} meant to be shared, {}",
            count(classes, "class", "classes"),
            count(methods, "public method", "public methods")
        ),
    }
}

/// `2 mains (com.acme.Main, com.acme.Web)`
fn started(entries: &EntryPoints) -> String {
    const NAMED: usize = 3;
    let mut classes: Vec<String> =
        entries.list.iter().map(|entry| entry.class.as_str().replace('/', ".")).collect();
    let (one, many) = match entries.choice {
        Choice::TestsForWantOfMain => ("test", "tests"),
        Choice::PublicForWantOfBoth | Choice::SharedForWantOfBoth => {
            ("public method", "public methods")
        }
        Choice::EveryMain | Choice::Asked => ("main", "mains"),
    };
    let what =
        if classes.len() == 1 { format!("1 {one}") } else { format!("{} {many}", classes.len()) };
    classes.dedup();
    let more = if classes.len() > NAMED { ", …" } else { "" };
    classes.truncate(NAMED);
    format!("{what} ({}{more})", classes.join(", "))
}

fn suppression(of: &Suppress) -> Suppression {
    Suppression {
        id: of.id.clone(),
        location: of.location.as_deref().map(Pattern::new),
        class: of.class.as_deref().map(Pattern::new),
        justification: of.justification.clone(),
    }
}

/// Whether a suppression cannot mean anything, because it names classes that are not there.
fn stray(rule: &Suppression, of: &Suppress, program: &Program) -> bool {
    let no_class = |pattern: &Pattern| !program.has_class_like(pattern);
    let owner = of.location.as_deref().map(|location| match location.rsplit_once('.') {
        // The last part is the field; `**` stands for classes, too.
        Some((class, field)) if !field.contains("**") => Pattern::new(class),
        _ => Pattern::new("**"),
    });
    rule.class.as_ref().is_some_and(no_class) || owner.as_ref().is_some_and(no_class)
}

/// What the command line says, or else something else.
fn first_given<T: Clone>(given: &[T], or: impl FnOnce() -> Vec<T>) -> Vec<T> {
    if given.is_empty() { or() } else { given.to_vec() }
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A word of the configuration that the command line knows, too.
pub(crate) fn word<T: ValueEnum>(
    config: &Config,
    line: Option<&Line<String>>,
) -> Result<Option<T>, String> {
    let Some(Line { value, line }) = line else { return Ok(None) };
    T::from_str(value, false).map(Some).map_err(|_| {
        let known = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let known = known.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ");
        config.error(*line, format!("{value} is none of {known}")).to_string()
    })
}

fn read_baseline(file: &Path) -> Result<(PathBuf, Baseline), String> {
    let failed = |error: String| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file)
        .map_err(|error| failed(format!("the baseline cannot be read: {error}")))?;
    let baseline = Baseline::parse(&text).map_err(|error| failed(error.to_string()))?;
    Ok((file.to_owned(), baseline))
}
