//! Executors that may have one thread only: how many they have was passed on or configured.
//!
//! ```java
//! Pooled(Properties config) { pool = Executors.newFixedThreadPool(Integer.parseInt(config.getProperty("threads"))); }
//! ```
//!
//! Tasks of such an executor may follow each other whenever they run, so that no race among them is certain.

use ir::body::{Op, Value};
use ir::hierarchy::FieldId;
use models::{Effect, Property};
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::{int_constant, plain};
use crate::paths::Paths;
use crate::program::{NodeInfo, Program, Step, arguments};

/// How far back a number is followed.
const DEPTH: usize = 5;

/// By field of the program: what is put into it.
type Stored = FxHashMap<FieldId, Vec<(Node, Value)>>;

/// The executors that may have one thread.
pub(crate) fn may_be_one(program: &Program<'_>, paths: &Paths<'_>) -> FxHashSet<Obj> {
    let mut found = FxHashSet::default();
    let mut stored: Option<Stored> = None;
    for (node, info) in program.nodes().filter(|(_, info)| info.is_application) {
        for (inst, data) in info.body.insts.iter() {
            let Op::Invoke { method, .. } = data.op else { continue };
            let named = method.data();
            let (class, name) = (named.class.as_str(), named.name.as_str());
            let models = program.solver.models();
            let model = models.method(class, name, named.ty.descriptor().as_str());
            let is_sized = model
                .is_some_and(|model| model.effects.contains(&Effect::Property(Property::Sized)));
            if !is_sized {
                continue;
            }
            let numbers = arguments(info.body, inst).into_iter();
            let number = numbers.into_iter().find(|&v| info.body.values[v].ty == ir::Type::Int);
            let stored = stored.get_or_insert_with(|| all_stored(program, paths));
            let sizes = Sizes { program, paths, stored };
            if number.is_none_or(|number| sizes.are_several(node, info, number, DEPTH)) {
                continue;
            }
            let objs = data.result.and_then(|result| program.points_to(node, result));
            found.extend(objs.into_iter().flat_map(|objs| objs.iter()).map(plain));
        }
    }
    found
}

fn all_stored(program: &Program<'_>, paths: &Paths<'_>) -> Stored {
    let mut stored = Stored::default();
    for (node, info) in program.nodes().filter(|(_, info)| info.is_application) {
        for inst in info.body.insts.values() {
            if let Op::PutField { field, value, .. } | Op::PutStatic { field, value } = inst.op
                && info.body.values[value].ty == ir::Type::Int
                && let Some(field) = paths.field_in(node, field)
            {
                stored.entry(field).or_default().push((node, value));
            }
        }
    }
    stored
}

struct Sizes<'a, 's> {
    program: &'s Program<'a>,
    paths: &'s Paths<'a>,
    stored: &'s Stored,
}

impl<'a> Sizes<'a, '_> {
    /// Whether a number is more than one wherever it comes from: a constant, or what the machine has.
    fn are_several(&self, node: Node, info: &NodeInfo<'a>, value: Value, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Some(number) = int_constant(info.body, value) {
            return number != 1;
        }
        let body = info.body;
        let are = |value| self.are_several(node, info, value, depth);
        let are_in = |node: Node, value: Value| {
            let info = self.program.node(node);
            info.is_some_and(|info| self.are_several(node, info, value, depth))
        };
        let def = body.values[value].def;
        match body.insts[def].op {
            // One of them is what it is unless somebody asks for something else.
            Op::Phi(list) => body.list(list).iter().any(|&one| one != value && are(one)),
            Op::Binary(_, a, b) => are(a) || are(b),
            Op::Param(at) => {
                let given = self.program.given_by_all(node, at);
                given.is_some_and(|given| {
                    !given.is_empty() && given.into_iter().all(|(node, value)| are_in(node, value))
                })
            }
            Op::GetField { field, .. } | Op::GetStatic { field } => {
                let stored = self.paths.field_in(node, field);
                let stored = stored.and_then(|field| self.stored.get(&field));
                stored.is_some_and(|all| all.iter().all(|&(node, value)| are_in(node, value)))
            }
            Op::ArrayLength(_) => true,
            Op::Invoke { args, .. } => {
                let is_of_program = info.steps_at(def).any(|step| step.callee().is_some());
                let args = body.list(args);
                let is_given = |value: &Value| body.values[*value].ty == ir::Type::Int;
                match (is_of_program, args.iter().any(is_given)) {
                    (true, _) => info.steps_at(def).filter_map(Step::callee).all(|callee| {
                        let Some(inner) = self.program.node(callee) else { return false };
                        inner.body.insts.values().all(|inst| match inst.op {
                            Op::Return(Some(value)) => {
                                self.are_several(callee, inner, value, depth)
                            }
                            _ => true,
                        })
                    }),
                    // The larger or smaller one of two.
                    (false, true) => args.iter().any(|&arg| is_given(&arg) && are(arg)),
                    // How many processors there are; what is parsed may be anything.
                    (false, false) => args.len() <= 1 && !is_read(body, args),
                }
            }
            _ => false,
        }
    }
}

/// Whether a number is read from a text, or was boxed.
fn is_read(body: &ir::Body, args: &[Value]) -> bool {
    args.iter().any(|&arg| match body.values[arg].ty {
        ir::Type::Ref(class) => matches!(class.as_str(), "java/lang/String" | "java/lang/Integer"),
        _ => false,
    })
}
