//! Executors that carry out one task after the other, as locks that their tasks hold.
//!
//! ```java
//! final ExecutorService mailbox = Executors.newSingleThreadExecutor();
//! void post(Runnable task) { mailbox.execute(task); }
//! void bid(Bid bid) { post(() -> best.add(bid)); }     // `this.best` under `this.mailbox`, however many rooms there are
//! ```
//!
//! How the call that hands over a task names the executor is translated into the names of the task: by what a lambda captured, or
//! what the constructor of a task stored.

use ir::MethodHandle;
use ir::body::{CallSiteKind, Op, Value};
use ir::hierarchy::MethodId;
use ir::{Inst, Name};
use models::Property;
use points_to::{Node, Obj, PointsToSet, SlotKind, Solver};

use crate::paths::{Path, Paths, Root};
use crate::program::{Program, Step, arguments};
use crate::threads::Start;

/// Through how many calls a task is followed back to where it was made. Beyond that its executor has no name.
const DEPTH: usize = 3;

/// Whether an object carries out one task after the other.
pub(crate) fn is_in_turn(solver: &Solver, obj: Obj) -> bool {
    let is_marked =
        |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::Sequential);
    let turn = solver.slot_id(SlotKind::State(Name::new("turn")));
    let turns = turn.and_then(|turn| solver.field_points_to(obj, turn));
    is_marked(obj) || turns.is_some_and(|turns| turns.iter().any(is_marked))
}

/// The executor of a task.
pub(crate) struct Turn {
    /// What it may be.
    pub(crate) objs: PointsToSet,
    /// How the first body of the task names it.
    pub(crate) paths: Vec<Path>,
}

pub(crate) struct Turns<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) paths: &'a Paths<'a>,
}

impl Turns<'_> {
    /// The executor that surely carries out what a start hands over, if it does so with one task after the other.
    pub(crate) fn of(&self, start: &Start, root: Node) -> Option<Turn> {
        let solver = self.program.solver;
        if !start.handles.iter().any(|obj| is_in_turn(solver, obj)) {
            return None;
        }
        let body = self.program.node(start.node)?.body;
        let args = arguments(body, start.inst);
        let executor = args.iter().copied().find_map(|arg| {
            let objs = self.program.points_to(start.node, arg)?;
            let is_it = !objs.is_empty() && objs.iter().all(|obj| is_in_turn(solver, obj));
            is_it.then_some((arg, objs))
        });
        let (executor, objs) = executor?;
        let path = self.paths.of(start.node, executor);
        let root = Task { node: root, method: self.program.node(root)?.method };
        let tasks = args.iter().copied().filter(|&arg| arg != executor);
        let names = tasks.map(|task| self.names(start.node, task, &path, root, DEPTH));
        let paths = match path.is_global() {
            true => vec![path.clone()],
            false => names.fold(Names::OfOther, Names::meet).into_paths(),
        };
        Some(Turn { objs: objs.clone(), paths })
    }

    /// How a task names what the body names that has the task as a value.
    fn names(&self, node: Node, task: Value, path: &Path, root: Task, depth: usize) -> Names {
        let Some(info) = self.program.node(node) else { return Names::unknown() };
        let def = info.body.values[task].def;
        match info.body.insts[def].op {
            Op::CheckCast { value, .. } => self.names(node, value, path, root, depth),
            Op::Phi(list) if depth > 0 => {
                let all = info.body.list(list).iter().filter(|&&value| value != task);
                all.map(|&value| self.names(node, value, path, root, depth - 1))
                    .fold(Names::OfOther, Names::meet)
            }
            Op::InvokeDynamic { site, .. } => {
                let CallSiteKind::Lambda(lambda) = &info.body.call_sites[site].kind else {
                    return Names::OfOther;
                };
                let MethodHandle::Method(_, method) = lambda.implementation else {
                    return Names::OfOther;
                };
                let hierarchy = self.program.solver.hierarchy();
                let class = hierarchy.method(info.method).class;
                match hierarchy.resolve_method(class, method) {
                    Ok(found) if found.member == root.method => {
                        Names::Known(self.by_captured(node, def, path))
                    }
                    _ => Names::OfOther,
                }
            }
            Op::Param(at) if depth > 0 => {
                let callers = self.program.callers(node).iter();
                let names = callers.filter(|from| from.is_direct).map(|from| {
                    let outer = self.program.node(from.node);
                    let args = outer.map(|outer| arguments(outer.body, from.inst));
                    let args = args.unwrap_or_default();
                    let Some(&task) = args.get(usize::from(at)) else { return Names::unknown() };
                    match self.up(from.node, &args, path) {
                        Some(path) => self.names(from.node, task, &path, root, depth - 1),
                        None => Names::unknown(),
                    }
                });
                let names: Vec<Names> = names.collect();
                match names.is_empty() {
                    true => self.by_object(node, task, path, root),
                    false => names.into_iter().fold(Names::OfOther, Names::meet),
                }
            }
            _ => self.by_object(node, task, path, root),
        }
    }

    /// By what a lambda captures.
    fn by_captured(&self, node: Node, lambda: Inst, path: &Path) -> Vec<Path> {
        let Some(info) = self.program.node(node) else { return Vec::new() };
        let captured = arguments(info.body, lambda);
        let named = captured.iter().enumerate().filter_map(|(at, &value)| {
            let fields = self.paths.of(node, value).suffix(path)?;
            Some(Path { root: Root::Param(u16::try_from(at).ok()?), fields })
        });
        named.collect()
    }

    /// By the object that a task is, and what its constructor was given.
    fn by_object(&self, node: Node, task: Value, path: &Path, root: Task) -> Names {
        let solver = self.program.solver;
        let is_it = || {
            let this = solver.code_of(root.node).params.first().copied().flatten()?;
            let objs = self.program.points_to(node, task)?;
            Some(solver.points_to(root.node, this).intersects(objs))
        };
        let method = solver.hierarchy().method(root.method);
        if method.is_static() || is_it() != Some(true) {
            return Names::OfOther;
        }
        let this = Path { root: Root::Param(0), fields: Vec::new() };
        let mut names: Vec<Path> = Vec::new();
        names.extend(self.paths.of(node, task).suffix(path).map(|f| this.clone().with(&f)));
        let Some(info) = self.program.node(node) else { return Names::unknown() };
        for (inst, data) in info.body.insts.iter() {
            let Op::Invoke { method, args, .. } = data.op else { continue };
            let args = info.body.list(args);
            if method.data().name.as_str() != "<init>" || args.first() != Some(&task) {
                continue;
            }
            for constructor in info.steps_at(inst).filter_map(Step::callee) {
                for (at, &arg) in args.iter().enumerate().skip(1) {
                    let Some(fields) = self.paths.of(node, arg).suffix(path) else { continue };
                    let Ok(at) = u16::try_from(at) else { continue };
                    let param = Path { root: Root::Param(at), fields };
                    names.extend(self.paths.aliases(constructor, &param));
                }
            }
        }
        Names::Known(names)
    }

    /// A path of a called body as the caller has it.
    fn up(&self, node: Node, args: &[Value], path: &Path) -> Option<Path> {
        match path.root {
            Root::Param(at) => {
                let arg = *args.get(usize::from(at))?;
                Some(self.paths.of(node, arg).with(&path.fields))
            }
            _ => path.is_global().then(|| path.clone()),
        }
    }
}

/// The body that a task begins with.
#[derive(Clone, Copy)]
struct Task {
    node: Node,
    method: MethodId,
}

/// How a task names its executor.
enum Names {
    /// It is another task.
    OfOther,
    Known(Vec<Path>),
}

impl Names {
    fn unknown() -> Names {
        Names::Known(Vec::new())
    }

    /// What both ways have in common.
    fn meet(self, other: Names) -> Names {
        match (self, other) {
            (Names::OfOther, names) | (names, Names::OfOther) => names,
            (Names::Known(mut names), Names::Known(others)) => {
                names.retain(|name| others.contains(name));
                Names::Known(names)
            }
        }
    }

    fn into_paths(self) -> Vec<Path> {
        match self {
            Names::OfOther => Vec::new(),
            Names::Known(names) => names,
        }
    }
}
