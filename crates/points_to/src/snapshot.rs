//! The result in names instead of numbers, to compare two analyses.
//!
//! Numbers depend on the order in which things came up; names do not. A site is named by its method and the place of its
//! instruction, a variable by the values that it stands for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ir::Value;
use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use rustc_hash::FxHashMap;

use crate::code::{Code, CodeKey, Member, Stmt};
use crate::context::{Instance, Receiver, ThreadInstance};
use crate::heap::ObjKind;
use crate::ids::{CodeId, Context, DynClass, Frame, Node, Obj, Slot, StmtId, Thread, Var};
use crate::solver::{PointerKind, Solver};
use crate::types::{Made, SlotKind};

/// What an analysis found, in names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The reachable nodes.
    pub nodes: BTreeSet<String>,
    /// The call edges: caller, place of the call, callee.
    pub calls: BTreeSet<(String, String, String)>,
    /// The objects of each pointer that has some.
    pub points_to: BTreeMap<String, BTreeSet<String>>,
}

impl Snapshot {
    /// What the other one has more (`+`) or less (`-`), line by line; empty if they are equal.
    pub fn difference(&self, other: &Snapshot) -> Vec<String> {
        let mut lines = Vec::new();
        let mut compare = |what: &str, ours: BTreeSet<String>, theirs: BTreeSet<String>| {
            lines.extend(ours.difference(&theirs).map(|line| format!("- {what} {line}")));
            lines.extend(theirs.difference(&ours).map(|line| format!("+ {what} {line}")));
        };
        compare("node", self.nodes.clone(), other.nodes.clone());
        let calls = |of: &Snapshot| {
            of.calls.iter().map(|(from, at, to)| format!("{from} {at} -> {to}")).collect()
        };
        compare("call", calls(self), calls(other));
        let facts = |of: &Snapshot| {
            let pairs = of
                .points_to
                .iter()
                .flat_map(|(pointer, objs)| objs.iter().map(move |o| (pointer, o)));
            pairs.map(|(pointer, obj)| format!("{pointer} = {obj}")).collect()
        };
        compare("fact", facts(self), facts(other));
        lines
    }
}

impl Solver {
    /// The result in names.
    pub fn snapshot(&self) -> Snapshot {
        let mut namer =
            Namer { solver: self, codes: FxHashMap::default(), objs: FxHashMap::default() };
        let nodes = self
            .reachable()
            .flat_map(|node| images(self.frame(node)).map(move |image| (node, image)))
            .map(|(node, image)| namer.node(node, image))
            .collect();
        let mut calls = BTreeSet::new();
        for (from, at, to) in self.call_edges() {
            let place = self.place(self.code_of(from), at);
            let (here, there) = (self.frame(from), self.frame(to.node));
            for from_image in images(here) {
                for to_image in images(there) {
                    if here == there && (from_image != to_image) != to.is_other {
                        continue;
                    }
                    let to = namer.node(to.node, to_image);
                    calls.insert((namer.node(from, from_image), place.clone(), to));
                }
            }
        }
        let mut points_to: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (pointer, set) in self.pointers() {
            for image in images(self.pointer_frame(pointer)) {
                let objs = set.iter().map(|obj| namer.obj(if image { obj.mirror() } else { obj }));
                let objs: BTreeSet<String> = objs.collect();
                for name in namer.pointer(pointer, image) {
                    points_to.entry(name).or_default().extend(objs.iter().cloned());
                }
            }
        }
        Snapshot { nodes, calls, points_to }
    }

    fn method_name(&self, method: MethodId) -> String {
        let hierarchy = self.hierarchy();
        let decl = hierarchy.method(method);
        format!("{}.{}{}", hierarchy.name(decl.class), decl.name, decl.ty)
    }

    /// The place of a statement: of its instruction, or of the statement itself where there is none.
    fn place(&self, code: &Code, id: StmtId) -> String {
        if id.is_dynamic() {
            return "reflection".to_owned();
        }
        let hierarchy = self.hierarchy();
        match (code.insts.get(id.0 as usize).copied().flatten(), code.stmt(id)) {
            (Some(inst), _) => inst.to_string(),
            (None, Stmt::Call(call)) => format!("call {}", self.method_name(call.target.method())),
            (None, Stmt::Init(class)) => format!("init {}", hierarchy.name(*class)),
            (None, _) => "new".to_owned(),
        }
    }
}

/// What there is of something in a frame: itself, and its mirror image if it has one.
fn images(frame: Frame) -> impl Iterator<Item = bool> {
    let has_image = frame != Frame::NONE;
    std::iter::once(false).chain(has_image.then_some(true))
}

struct Namer<'a> {
    solver: &'a Solver,
    /// By code: places of sites by ordinal, and names of variables.
    codes: FxHashMap<CodeId, String>,
    objs: FxHashMap<Obj, String>,
}

impl Namer<'_> {
    fn code(&mut self, code: CodeId) -> String {
        if let Some(known) = self.codes.get(&code) {
            return known.clone();
        }
        let name = match self.solver.code_key(code) {
            CodeKey::Method(method) => self.solver.method_name(method),
            CodeKey::Lambda(class) => self.class(class),
            CodeKey::Proxy(class, method) => {
                format!("{} for {}", self.class(class), self.solver.method_name(method))
            }
            CodeKey::Root => "root".to_owned(),
        };
        self.codes.insert(code, name.clone());
        name
    }

    /// The name of a node or of its mirror image.
    fn node(&mut self, node: Node, is_image: bool) -> String {
        let mut name = self.code(self.solver.code_id_of(node));
        name += &self.context(self.solver.context(node), is_image);
        if let Some((outer, at)) = self.solver.summary_site(node) {
            let place = self.solver.place(self.solver.code_of(outer), at);
            let _ = write!(name, " for {place} of {}", self.node(outer, is_image));
        }
        name
    }

    fn class(&mut self, class: DynClass) -> String {
        let data = self.solver.dyn_class(class);
        match &data.made {
            Some(Made::Proxy) => format!("proxy of {}", data.ty),
            Some(Made::Handle(handle)) => {
                let kind = format!("{:?}", handle.kind).to_lowercase();
                format!("{kind} handle in {}", self.code(handle.code))
            }
            Some(Made::Lambda(lambda)) => {
                let implementation = match lambda.implementation {
                    ir::MethodHandle::Field(kind, field) => format!("{kind:?} {field}"),
                    ir::MethodHandle::Method(kind, method) => format!("{kind:?} {method}"),
                };
                format!("lambda {} = {implementation} in {}", data.ty, self.code(lambda.code))
            }
            None => data.ty.to_string(),
        }
    }

    fn context(&mut self, context: Context, is_image: bool) -> String {
        let data = self.solver.contexts().get(context).clone();
        let thread = data.thread.map(|ThreadInstance { thread, instance }| {
            let instance = if is_image { instance.mirror() } else { instance };
            self.instance(ThreadInstance { thread, instance })
        });
        let mut parts: Vec<String> = thread.into_iter().collect();
        for receiver in &data.receivers {
            parts.push(self.receiver(*receiver));
        }
        if parts.is_empty() { String::new() } else { format!("[{}]", parts.join(", ")) }
    }

    fn instance(&mut self, ThreadInstance { thread, instance }: ThreadInstance) -> String {
        let letter = match instance {
            Instance::One => "",
            Instance::Alpha => "α",
            Instance::Beta => "β",
        };
        format!("{}{letter}", self.thread(thread))
    }

    fn thread(&mut self, thread: Thread) -> String {
        let data = self.solver.contexts().thread(thread).clone();
        let Some((code, ordinal)) = data.site else {
            return data.kind.map_or("main", |kind| kind.spelling()).to_owned();
        };
        let place = self.site(code, ordinal);
        let receiver = data.receiver.map(|receiver| self.receiver(receiver)).unwrap_or_default();
        let owners = data.owners.iter().flatten().map(|&owner| self.receiver(owner));
        let owners: Vec<String> = owners.collect();
        match owners.is_empty() {
            true => format!("<{place} runs {receiver}>"),
            false => format!("<{place} runs {receiver} for {}>", owners.join(", ")),
        }
    }

    fn receiver(&mut self, receiver: Receiver) -> String {
        match receiver {
            Receiver::Site(code, ordinal, class) => {
                format!("{} at {}", self.class(class), self.site(code, ordinal))
            }
            Receiver::Class(class) => self.class(class),
        }
    }

    /// Method and place of the statement with an ordinal.
    fn site(&mut self, code: CodeId, ordinal: u32) -> String {
        let name = self.code(code);
        let Some(body) = self.solver.code_if_made(code) else {
            return format!("{name}@gone{ordinal}");
        };
        let ids = (0..body.stmts.len() as u32).map(StmtId);
        let has_it = |id: &StmtId| {
            matches!(body.stmt(*id), Stmt::New { .. } | Stmt::Call(_) | Stmt::Init(_))
                && body.ordinal(*id) == ordinal
        };
        let found: Vec<StmtId> = ids.filter(has_it).collect();
        // In code without instructions a call says more than an allocation.
        let call = found.iter().find(|&&id| matches!(body.stmt(id), Stmt::Call(_)));
        match call.or(found.first()) {
            Some(&id) => format!("{name}@{}", self.solver.place(body, id)),
            None => format!("{name}@gone{ordinal}"),
        }
    }

    fn obj(&mut self, obj: Obj) -> String {
        if let Some(known) = self.objs.get(&obj) {
            return known.clone();
        }
        let data = self.solver.obj(obj).clone();
        let class = self.class(data.class);
        let name = match data.kind {
            ObjKind::Site(code, ordinal) => {
                format!("{class} at {}{}", self.site(code, ordinal), self.context(data.heap, false))
            }
            ObjKind::Merged => format!("any {class}"),
            ObjKind::Text(text) => format!("{text:?}"),
            ObjKind::Class(ty) => format!("class {ty}"),
            ObjKind::Member(member) => format!("{class} of {}", self.member(member)),
        };
        self.objs.insert(obj, name.clone());
        name
    }

    fn member(&self, member: Member) -> String {
        let hierarchy = self.solver.hierarchy();
        match member {
            Member::Method(method) => self.solver.method_name(method),
            Member::Special(method) => format!("exactly {}", self.solver.method_name(method)),
            Member::Field(field) => {
                let decl = hierarchy.field(field);
                format!("{}.{}", hierarchy.name(decl.class), decl.name)
            }
            Member::Setter(field) => {
                let decl = hierarchy.field(field);
                format!("{}.{} =", hierarchy.name(decl.class), decl.name)
            }
            Member::Array(class) => self.solver.dyn_class(class).ty.to_string(),
            Member::Element => "[]".to_owned(),
        }
    }

    /// The names of a pointer or of its mirror image. A variable has several: one for each value that it stands for.
    fn pointer(&mut self, pointer: PointerKind, is_image: bool) -> Vec<String> {
        match pointer {
            PointerKind::Variable(node, var) => {
                let code = self.solver.code_of(node);
                let is_it = |other: &Option<Var>| *other == Some(var);
                let mut names = Vec::new();
                if is_it(&code.ret) {
                    names.push("return".to_owned());
                }
                if code.exc == var {
                    names.push("throws".to_owned());
                }
                let values = code.values.iter().enumerate().filter(|(_, value)| is_it(value));
                names.extend(values.map(|(at, _)| Value::from_index(at).to_string()));
                let params = code.params.iter().enumerate().filter(|(_, param)| is_it(param));
                names.extend(params.map(|(at, _)| format!("parameter {at}")));
                let node = self.node(node, is_image);
                names.iter().map(|name| format!("{name} of {node}")).collect()
            }
            PointerKind::Field(obj, slot) => {
                let obj = if is_image { obj.mirror() } else { obj };
                vec![format!("{} of {}", self.slot(slot), self.obj(obj))]
            }
            PointerKind::Static(field) => {
                let hierarchy = self.solver.hierarchy();
                let decl = hierarchy.field(field);
                vec![format!("{}.{}", hierarchy.name(decl.class), decl.name)]
            }
        }
    }

    fn slot(&self, slot: Slot) -> String {
        match self.solver.slot(slot) {
            SlotKind::Field(field) => {
                let hierarchy = self.solver.hierarchy();
                let decl = hierarchy.field(field);
                format!("{}.{}", hierarchy.name(decl.class), decl.name)
            }
            SlotKind::Element => "[]".to_owned(),
            SlotKind::State(name) => name.to_string(),
            SlotKind::Capture(at) => format!("capture {at}"),
        }
    }
}
