//! Answers about the whole program.

mod json;
mod text;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{
    Analysis, AnalysisRequest, Answer, CallCounts, GapAt, GapKind, MethodCalls, MethodName,
    NotFound, Program, Question, ThreadName,
};

use super::status;
use crate::args::{Calls, Format, Inspect};
use crate::output;
use crate::progress::Bar;

/// What was asked for, answered.
struct Answers<'a> {
    args: &'a Inspect,
    analysis: &'a Analysis,
    counts: CallCounts,
    gap_counts: BTreeMap<GapKind, usize>,
    calls: Option<CallsAnswer>,
    points_to: Vec<(&'a str, Vec<Answer>)>,
    threads: Option<Vec<ThreadName>>,
    gaps: Option<Vec<GapAt>>,
    time: Duration,
}

/// The part of the call graph that was asked for.
struct CallsAnswer {
    methods: Vec<MethodCalls>,
    /// Methods that were asked for and that the program does not get to.
    unreached: Vec<MethodName>,
}

/// What is asked, as far as it can be understood without an analysis.
struct Asked<'a> {
    calls: Option<AskedCalls>,
    points_to: Vec<Question>,
    args: &'a Inspect,
}

enum AskedCalls {
    Application,
    Of(Vec<MethodName>),
}

pub(super) fn run(
    args: &Inspect,
    program: Program,
    request: &AnalysisRequest,
    calls: Option<Calls<'_>>,
    progress: Bar,
    started: Instant,
) -> Result<ExitCode, String> {
    let program = Arc::new(program);
    let analysis = ask(args, &program, calls).and_then(|asked| {
        let analysis = Analysis::run(Arc::clone(&program), request, &progress);
        Ok((asked, analysis.map_err(|no_entry| no_entry.to_string())?))
    });
    drop(progress);
    let (asked, analysis) = analysis.inspect_err(|_| {
        output::problems(program.problems().iter());
    })?;
    let is_complete = output::problems(program.problems().iter().chain(analysis.problems()));
    let answers = answer(&asked, &analysis, started);
    let text = match args.format {
        Format::Text => text::answers(&answers),
        Format::Json => json::answers(&answers),
    };
    output::write_result(args.output.as_deref(), &text)?;
    Ok(status(is_complete))
}

fn ask<'a>(
    args: &'a Inspect,
    program: &Program,
    calls: Option<Calls<'_>>,
) -> Result<Asked<'a>, String> {
    let calls = match calls {
        None => None,
        Some(Calls::Application) => Some(AskedCalls::Application),
        Some(Calls::Of(name)) => {
            let methods = methods_of(program, name);
            Some(AskedCalls::Of(methods.map_err(|not_found| not_found.to_string())?))
        }
    };
    let question = |text: &String| Question::new(program, text).map_err(|error| error.to_string());
    let points_to = args.questions.points_to.iter().map(question).collect::<Result<_, _>>()?;
    Ok(Asked { calls, points_to, args })
}

fn answer<'a>(asked: &'a Asked<'a>, analysis: &'a Analysis, started: Instant) -> Answers<'a> {
    let graph = analysis.call_graph();
    let calls = asked.calls.as_ref().map(|calls| match calls {
        AskedCalls::Application => {
            CallsAnswer { methods: graph.of_application(), unreached: Vec::new() }
        }
        AskedCalls::Of(asked) => {
            let methods = graph.of(|method| asked.contains(method));
            let is_reached = |name: &MethodName| methods.iter().any(|m| m.method == *name);
            let unreached = asked.iter().filter(|name| !is_reached(name)).copied().collect();
            CallsAnswer { methods, unreached }
        }
    });
    let answer = |question: &'a Question| (question.text.as_str(), analysis.answer(question));
    Answers {
        args: asked.args,
        analysis,
        counts: graph.counts(),
        gap_counts: analysis.gap_counts(),
        calls,
        points_to: asked.points_to.iter().map(answer).collect(),
        threads: asked.args.questions.threads.then(|| graph.threads()),
        gaps: asked.args.questions.gaps.then(|| analysis.gaps()),
        time: started.elapsed(),
    }
}

/// The methods that a name stands for.
fn methods_of(program: &Program, name: &str) -> Result<Vec<MethodName>, NotFound> {
    let found = program.find(name)?;
    let class = found.class.name;
    let methods = found.methods.iter().map(|&at| &found.class.methods[at]);
    Ok(methods.map(|m| MethodName { class, name: m.name, ty: m.ty }).collect())
}
