//! What programs read. The shape is versioned and only grows.

use std::time::Duration;

use engine::{Found, Problem, Program, SourceText, Summary};
use ir::{Block, Body, Inst, Method, MethodCode};
use serde::Serialize;

use crate::args::Inspect;

const VERSION: u32 = 1;

#[derive(Serialize)]
struct SummaryJson {
    format: &'static str,
    version: u32,
    inputs: Vec<String>,
    jdk: Option<JdkJson>,
    classes: u64,
    modules: u64,
    fields: u64,
    methods: u64,
    methods_with_code: u64,
    bytecode_instructions: u64,
    ssa_instructions: u64,
    blocks: u64,
    class_file_versions: Vec<VersionJson>,
    missing_classes: Vec<MissingJson>,
    shadowed_classes: Vec<ShadowedJson>,
    problems: Vec<ProblemJson>,
    seconds: f64,
}

#[derive(Serialize)]
pub(super) struct JdkJson {
    home: String,
    version: String,
}

#[derive(Serialize)]
struct VersionJson {
    major: u16,
    minor: u16,
    java: u16,
    classes: u64,
}

#[derive(Serialize)]
struct MissingJson {
    name: &'static str,
    referenced_by: u64,
}

#[derive(Serialize)]
struct ShadowedJson {
    path: String,
    used: String,
}

#[derive(Serialize)]
pub(super) struct ProblemJson {
    path: Option<String>,
    offset: Option<u64>,
    message: String,
    loses_input: bool,
}

pub(super) fn summary<'p>(
    args: &Inspect,
    program: &Program,
    summary: &Summary,
    problems: impl Iterator<Item = &'p Problem>,
    time: Duration,
) -> String {
    let version = |(version, classes): (&classfile::Version, &u64)| VersionJson {
        major: version.major,
        minor: version.minor,
        java: version.java_release(),
        classes: *classes,
    };
    let missing = |class: &engine::MissingClass| MissingJson {
        name: class.name.as_str(),
        referenced_by: class.referenced_by,
    };
    let shadowed = |class: &engine::ShadowedClass| ShadowedJson {
        path: class.path.clone(),
        used: class.used.clone(),
    };
    pretty(&SummaryJson {
        format: "deadheat-inspect-summary",
        version: VERSION,
        inputs: args.operands.clone(),
        jdk: jdk(program),
        classes: summary.classes,
        modules: summary.modules,
        fields: summary.fields,
        methods: summary.methods,
        methods_with_code: summary.bodies,
        bytecode_instructions: summary.bytecodes,
        ssa_instructions: summary.instructions,
        blocks: summary.blocks,
        class_file_versions: summary.versions.iter().map(version).collect(),
        missing_classes: summary.missing.iter().map(missing).collect(),
        shadowed_classes: summary.shadowed.iter().map(shadowed).collect(),
        problems: problems.map(problem).collect(),
        seconds: time.as_secs_f64(),
    })
}

pub(super) fn jdk(program: &Program) -> Option<JdkJson> {
    program
        .jdk()
        .map(|jdk| JdkJson { home: jdk.home.display().to_string(), version: jdk.version.clone() })
}

pub(super) fn problem(problem: &Problem) -> ProblemJson {
    ProblemJson {
        path: problem.path(),
        offset: problem.offset(),
        message: problem.to_string(),
        loses_input: problem.loses_input(),
    }
}

#[derive(Serialize)]
struct ClassJson {
    format: &'static str,
    version: u32,
    class: &'static str,
    class_file: Option<String>,
    source: Option<String>,
    methods: Vec<MethodJson>,
    problems: Vec<ProblemJson>,
}

#[derive(Serialize)]
struct MethodJson {
    name: &'static str,
    descriptor: &'static str,
    flags: String,
    /// `body`, `absent` or `broken`.
    code: &'static str,
    error: Option<String>,
    blocks: Vec<BlockJson>,
    variables: Vec<VariableJson>,
    call_sites: Vec<String>,
}

#[derive(Serialize)]
struct BlockJson {
    id: String,
    predecessors: Vec<String>,
    handlers: Vec<HandlerJson>,
    instructions: Vec<InstructionJson>,
}

#[derive(Serialize)]
struct HandlerJson {
    catches: Option<&'static str>,
    block: String,
}

#[derive(Serialize)]
struct InstructionJson {
    text: String,
    result: Option<String>,
    r#type: Option<String>,
    operands: Vec<String>,
    offset: u16,
    line: Option<u16>,
    source: Option<String>,
}

#[derive(Serialize)]
struct VariableJson {
    name: &'static str,
    value: String,
    slot: u16,
    from_offset: u16,
}

pub(super) fn class(found: &Found) -> String {
    let class = &found.class;
    let source = found.source.as_ref();
    let methods = found.methods.iter().map(|&i| method(&class.methods[i], source));
    pretty(&ClassJson {
        format: "deadheat-inspect-class",
        version: VERSION,
        class: class.name.as_str(),
        class_file: found.path.clone(),
        source: source.map(|source| source.path.clone()),
        methods: methods.collect(),
        problems: found.problems.iter().map(problem).collect(),
    })
}

fn method(method: &Method, source: Option<&SourceText>) -> MethodJson {
    let (code, error) = match &method.code {
        MethodCode::Body(_) => ("body", None),
        MethodCode::Broken(error) => ("broken", Some(error.to_string())),
        MethodCode::Absent | MethodCode::NotLowered => ("absent", None),
    };
    let body = method.body();
    let blocks = body.map(|body| body.blocks.keys().map(|b| block(body, b, source)).collect());
    let variable = |v: &ir::body::Variable| VariableJson {
        name: v.name.as_str(),
        value: v.value.to_string(),
        slot: v.slot,
        from_offset: v.start,
    };
    MethodJson {
        name: method.name.as_str(),
        descriptor: method.ty.descriptor().as_str(),
        flags: ir::text::method_flags(method.flags),
        code,
        error,
        blocks: blocks.unwrap_or_default(),
        variables: body.map_or(Vec::new(), |b| b.variables.iter().map(variable).collect()),
        call_sites: body.map_or(Vec::new(), call_sites),
    }
}

fn call_sites(body: &Body) -> Vec<String> {
    body.call_sites.values().map(ir::text::call_site).collect()
}

fn block(body: &Body, block: Block, source: Option<&SourceText>) -> BlockJson {
    let handler = |handler: &ir::body::Handler| HandlerJson {
        catches: handler.catch_type.map(|class| class.as_str()),
        block: handler.block.to_string(),
    };
    BlockJson {
        id: block.to_string(),
        predecessors: body.predecessors(block).iter().map(Block::to_string).collect(),
        handlers: body.handlers_of(block).iter().map(handler).collect(),
        instructions: body.insts_of(block).map(|i| instruction(body, block, i, source)).collect(),
    }
}

fn instruction(
    body: &Body,
    block: Block,
    inst: Inst,
    source: Option<&SourceText>,
) -> InstructionJson {
    let data = &body.insts[inst];
    let mut operands = Vec::new();
    data.op.for_each_operand(&body.lists, |value| operands.push(value.to_string()));
    InstructionJson {
        text: ir::text::operation(body, block, inst),
        result: data.result.map(|value| value.to_string()),
        r#type: data.result.map(|value| body.values[value].ty.to_string()),
        operands,
        offset: data.offset,
        line: data.line(),
        source: data.line().and_then(|line| source?.line(line)).map(|line| line.trim().into()),
    }
}

pub(super) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value)
        .expect("invariant: plain data with text keys can be written as JSON");
    text.push('\n');
    text
}
