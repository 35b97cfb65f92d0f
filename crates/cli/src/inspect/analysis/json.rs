//! What programs read. The shape is versioned and only grows.

use engine::{
    Answer, CallEdge, CallKind, Choice, ContextName, EntryKind, ForkKind, GapAt, GapKind, Holds,
    InContexts, Instance, MethodCalls, MethodName, ObjectClass, ObjectKind, ObjectName, Place,
    ThreadName, Where,
};
use serde::Serialize;

use super::Answers;
use crate::inspect::json::{JdkJson, ProblemJson, jdk, pretty, problem};

const VERSION: u32 = 1;

#[derive(Serialize)]
struct AnalysisJson<'a> {
    format: &'static str,
    version: u32,
    inputs: &'a [String],
    jdk: Option<JdkJson>,
    policy: String,
    threads_alike: bool,
    /// `asked`, `every-main`, `tests` or `public-methods`.
    entry_points_because: &'static str,
    entry_points: Vec<EntryJson>,
    application_methods: usize,
    library_methods: usize,
    call_edges: usize,
    threads: usize,
    gap_counts: GapCountsJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Vec<MethodCallsJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_reached: Option<Vec<MethodJson>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points_to: Vec<QuestionJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread_list: Option<Vec<ThreadJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gaps: Option<Vec<GapJson<'a>>>,
    problems: Vec<ProblemJson>,
    seconds: f64,
}

#[derive(Serialize)]
struct MethodJson {
    class: &'static str,
    method: &'static str,
    descriptor: &'static str,
}

#[derive(Serialize)]
struct EntryJson {
    kind: &'static str,
    #[serde(flatten)]
    method: MethodJson,
}

#[derive(Serialize)]
struct PlaceJson {
    #[serde(flatten)]
    method: MethodJson,
    /// Whether it is code that deadheat made to call the entry points.
    is_entry: bool,
    file: Option<&'static str>,
    line: Option<u16>,
    offset: Option<u16>,
}

#[derive(Serialize)]
struct MethodCallsJson {
    #[serde(flatten)]
    method: MethodJson,
    file: Option<&'static str>,
    application: bool,
    summary: bool,
    calls: Vec<EdgeJson>,
    callers: Vec<EdgeJson>,
}

#[derive(Serialize)]
struct EdgeJson {
    at: PlaceJson,
    callee: MethodJson,
    kind: &'static str,
    via: Vec<MethodJson>,
}

#[derive(Serialize)]
struct GapCountsJson {
    unresolved: usize,
    cut: usize,
    native: usize,
    reflection: usize,
    model: usize,
    unmodelled: usize,
}

#[derive(Serialize)]
struct GapJson<'a> {
    kind: &'static str,
    what: &'a str,
    why: &'a str,
    places: Vec<PlaceJson>,
}

#[derive(Serialize)]
struct QuestionJson<'a> {
    question: &'a str,
    answers: Vec<AnswerJson>,
}

#[derive(Serialize)]
struct AnswerJson {
    /// `variable`, `static-field` or `field`.
    of: &'static str,
    value: Option<String>,
    at: Option<PlaceJson>,
    field: Option<FieldJson>,
    object: Option<ObjectJson>,
    reached: bool,
    /// `number`, `untracked` or `objects`.
    holds: &'static str,
    sets: Vec<SetJson>,
}

#[derive(Serialize)]
struct FieldJson {
    class: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct SetJson {
    contexts: Vec<ContextJson>,
    objects: Vec<ObjectJson>,
}

#[derive(Serialize)]
struct ContextJson {
    thread: Option<ThreadJson>,
    receivers: Vec<ReceiverJson>,
    /// The call of a factory.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<PlaceJson>,
}

#[derive(Serialize)]
struct ThreadJson {
    /// `main` or a kind of thread.
    kind: &'static str,
    at: Option<PlaceJson>,
    runs: Option<ClassJson>,
    /// `alpha` or `beta`.
    instance: &'static str,
}

#[derive(Serialize)]
struct ReceiverJson {
    class: ClassJson,
    at: Option<PlaceJson>,
}

#[derive(Serialize)]
struct ClassJson {
    /// Of a lambda or proxy the interface.
    r#type: String,
    /// `class`, `lambda` or `proxy`.
    kind: &'static str,
    /// What a lambda calls.
    calls: Option<String>,
}

#[derive(Serialize)]
struct ObjectJson {
    class: ClassJson,
    /// `site`, `merged`, `text`, `class` or `member`.
    kind: &'static str,
    at: Option<PlaceJson>,
    /// The text, the type or the member that it stands for.
    stands_for: Option<String>,
    context: ContextJson,
}

pub(super) fn answers(answers: &Answers<'_>) -> String {
    let analysis = answers.analysis;
    let entries = analysis.entries();
    let gaps = |kind| answers.gap_counts.get(&kind).copied().unwrap_or_default();
    let problems = analysis.program().problems().iter().chain(analysis.problems());
    pretty(&AnalysisJson {
        format: "deadheat-inspect-analysis",
        version: VERSION,
        inputs: &answers.args.operands,
        jdk: jdk(analysis.program()),
        policy: analysis.policy().to_string(),
        threads_alike: analysis.has_threads_alike(),
        entry_points_because: match entries.choice {
            Choice::Asked => "asked",
            Choice::EveryMain => "every-main",
            Choice::TestsForWantOfMain => "tests",
            Choice::PublicForWantOfBoth | Choice::SharedForWantOfBoth => "public-methods",
        },
        entry_points: entries.list.iter().map(entry).collect(),
        application_methods: answers.counts.application_methods,
        library_methods: answers.counts.library_methods,
        call_edges: answers.counts.edges,
        threads: answers.counts.threads,
        gap_counts: GapCountsJson {
            unresolved: gaps(GapKind::Unresolved),
            cut: gaps(GapKind::Cut),
            native: gaps(GapKind::Native),
            reflection: gaps(GapKind::Reflection),
            model: gaps(GapKind::Model),
            unmodelled: gaps(GapKind::Unmodelled),
        },
        calls: answers.calls.as_ref().map(|calls| calls.methods.iter().map(calls_of).collect()),
        not_reached: answers
            .calls
            .as_ref()
            .map(|calls| calls.unreached.iter().map(method).collect()),
        points_to: answers
            .points_to
            .iter()
            .map(|(question, answers)| QuestionJson {
                question,
                answers: answers.iter().map(answer).collect(),
            })
            .collect(),
        thread_list: answers.threads.as_ref().map(|list| list.iter().map(thread).collect()),
        gaps: answers.gaps.as_ref().map(|gaps| gaps.iter().map(gap).collect()),
        problems: problems.map(problem).collect(),
        seconds: answers.time.as_secs_f64(),
    })
}

fn method(method: &MethodName) -> MethodJson {
    MethodJson {
        class: method.class.as_str(),
        method: method.name.as_str(),
        descriptor: method.ty.descriptor().as_str(),
    }
}

fn entry(entry: &engine::Entry) -> EntryJson {
    EntryJson {
        kind: match entry.kind {
            EntryKind::Main => "main",
            EntryKind::Test => "test",
            EntryKind::Public => "public",
            EntryKind::Asked => "asked",
        },
        method: method(&MethodName { class: entry.class, name: entry.name, ty: entry.ty }),
    }
}

fn place(place: &Place) -> PlaceJson {
    PlaceJson {
        method: method(&place.method),
        is_entry: place.method.is_driver(),
        file: place.file.map(|file| file.as_str()),
        line: place.line,
        offset: place.offset,
    }
}

fn calls_of(of: &MethodCalls) -> MethodCallsJson {
    MethodCallsJson {
        method: method(&of.method),
        file: of.place.file.map(|file| file.as_str()),
        application: of.is_application,
        summary: of.is_summary,
        calls: of.calls.iter().map(edge).collect(),
        callers: of.callers.iter().map(edge).collect(),
    }
}

fn edge(edge: &CallEdge) -> EdgeJson {
    EdgeJson {
        at: place(&edge.place),
        callee: method(&edge.callee),
        kind: match edge.kind {
            CallKind::Virtual => "virtual",
            CallKind::Static => "static",
            CallKind::Direct => "direct",
            CallKind::Lambda => "lambda",
            CallKind::Proxy => "proxy",
            CallKind::Callback => "callback",
            CallKind::Initialiser => "class-initialiser",
            CallKind::Reflection => "reflection",
            CallKind::Fork(fork) => thread_kind(fork.0),
        },
        via: edge.via.iter().map(method).collect(),
    }
}

fn thread_kind(kind: ForkKind) -> &'static str {
    kind.spelling()
}

fn gap(at: &GapAt) -> GapJson<'_> {
    GapJson {
        kind: match at.gap.kind {
            GapKind::Unresolved => "unresolved",
            GapKind::Cut => "cut",
            GapKind::Native => "native",
            GapKind::Reflection => "reflection",
            GapKind::Model => "model",
            GapKind::Unmodelled => "unmodelled",
        },
        what: &at.gap.what,
        why: &at.gap.why,
        places: at.places.iter().map(place).collect(),
    }
}

fn answer(answer: &Answer) -> AnswerJson {
    let (holds, sets) = match &answer.holds {
        Holds::Number => ("number", Vec::new()),
        Holds::Untracked(_) => ("untracked", Vec::new()),
        Holds::Objects(sets) => ("objects", sets.iter().map(set).collect()),
    };
    let field = |class: &ir::Name, field: &ir::Name| FieldJson {
        class: class.as_str(),
        name: field.as_str(),
    };
    let reached = answer.is_reachable;
    let empty = AnswerJson {
        of: "variable",
        value: None,
        at: None,
        field: None,
        object: None,
        reached,
        holds,
        sets,
    };
    match &answer.what {
        Where::Variable { value, place: at } => {
            AnswerJson { value: value.map(|value| value.to_string()), at: Some(place(at)), ..empty }
        }
        Where::Static { class, field: name } => {
            AnswerJson { of: "static-field", field: Some(field(class, name)), ..empty }
        }
        Where::Field { class, field: name, of } => AnswerJson {
            of: "field",
            field: Some(field(class, name)),
            object: of.as_ref().map(object),
            ..empty
        },
    }
}

fn set(set: &InContexts) -> SetJson {
    SetJson {
        contexts: set.contexts.iter().map(context).collect(),
        objects: set.objects.iter().map(object).collect(),
    }
}

fn context(context: &ContextName) -> ContextJson {
    let receiver = |receiver: &engine::ReceiverName| ReceiverJson {
        class: class(&receiver.class),
        at: receiver.place.as_ref().map(place),
    };
    ContextJson {
        thread: context.thread.as_ref().map(thread),
        receivers: context.receivers.iter().map(receiver).collect(),
        call: context.call.as_ref().map(place),
    }
}

fn thread(thread: &ThreadName) -> ThreadJson {
    ThreadJson {
        kind: thread.kind.map_or("main", thread_kind),
        at: thread.place.as_ref().map(place),
        runs: thread.runs.as_ref().map(class),
        instance: match thread.instance {
            Instance::One => "one",
            Instance::Alpha => "alpha",
            Instance::Beta => "beta",
        },
    }
}

fn class(of: &ObjectClass) -> ClassJson {
    match of {
        ObjectClass::Type(ty) => ClassJson { r#type: ty.descriptor(), kind: "class", calls: None },
        ObjectClass::Lambda { interface, calls } => {
            ClassJson { r#type: interface.descriptor(), kind: "lambda", calls: Some(calls.clone()) }
        }
        ObjectClass::Proxy(ty) => ClassJson { r#type: ty.descriptor(), kind: "proxy", calls: None },
    }
}

fn object(object: &ObjectName) -> ObjectJson {
    let (kind, at, stands_for) = match &object.kind {
        ObjectKind::Site(at) => ("site", at.as_ref().map(place), None),
        ObjectKind::Merged => ("merged", None, None),
        ObjectKind::Text(text) => ("text", None, Some(text.clone())),
        ObjectKind::Class(ty) => ("class", None, Some(ty.descriptor())),
        ObjectKind::Member(member) => ("member", None, Some(member.clone())),
    };
    ObjectJson {
        class: class(&object.class),
        kind,
        at,
        stands_for,
        context: context(&object.context),
    }
}
