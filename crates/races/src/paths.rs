//! How a body names an object: by a parameter, a static field, and fields from there on that never change.
//!
//! Two values of a body with the same path are the same object, and so are values of two bodies if their paths start at the
//! same object. That is what tells that `this.lock` guards `this.count`, however many objects there are.

use std::cell::RefCell;

use ir::body::{Body, Cond, Constant, Op, Value};
use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{FieldRef, Name};
use models::{Effect, Property};
use points_to::{Node, Obj, PointsToSet, Slot, SlotKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Program, Step, arguments};

/// A path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    pub(crate) root: Root,
    pub(crate) fields: Vec<FieldId>,
}

/// Where a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    /// A parameter of the body.
    Param(u16),
    /// A static field that never changes.
    Static(FieldId),
    /// A class object.
    Class(ClassId),
    /// A constant string: all that are equal are one object.
    Text(Name),
    /// The box of a small number, by its class: there is one of each.
    Boxed(Name, i8),
    /// A value of the body that has no other name.
    Value(Value),
}

impl Path {
    fn new(root: Root) -> Path {
        Path { root, fields: Vec::new() }
    }

    /// What has to be appended to this path to get the other one.
    pub(crate) fn suffix(&self, other: &Path) -> Option<Vec<FieldId>> {
        let is_prefix = self.root == other.root && other.fields.starts_with(&self.fields);
        is_prefix.then(|| other.fields[self.fields.len()..].to_vec())
    }

    pub(crate) fn with(mut self, fields: &[FieldId]) -> Path {
        self.fields.extend_from_slice(fields);
        self
    }

    /// The instruction of a body that gives the path another meaning each time it is carried out.
    pub(crate) fn changes_at(&self, body: &Body) -> Option<ir::Inst> {
        match self.root {
            Root::Value(value) => Some(body.values[value].def),
            _ => None,
        }
    }

    /// Whether it means something outside of the body, too.
    pub(crate) fn is_global(&self) -> bool {
        matches!(self.root, Root::Static(_) | Root::Class(_) | Root::Text(_) | Root::Boxed(..))
    }
}

pub(crate) struct Paths<'a> {
    program: &'a Program<'a>,
    /// Fields that are assigned somewhere else than where their object or class comes into being.
    changing: FxHashSet<FieldId>,
    /// Fields that are given something that was not made for them.
    borrowing: FxHashSet<FieldId>,
    fields: RefCell<FxHashMap<(ClassId, FieldRef), Option<FieldId>>>,
    owner: Option<Slot>,
}

/// How many fields and calls a path may lead through. What is further away has no name, so that fewer locks are known.
const DEPTH: usize = 5;

impl<'a> Paths<'a> {
    pub(crate) fn new(program: &'a Program<'a>) -> Paths<'a> {
        let owner = program.solver.slot_id(SlotKind::State(Name::new("owner")));
        let mut paths = Paths {
            program,
            changing: FxHashSet::default(),
            borrowing: FxHashSet::default(),
            fields: RefCell::default(),
            owner,
        };
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        let mut changing = FxHashSet::default();
        let mut borrowing = FxHashSet::default();
        for (_, info) in program.nodes() {
            if !seen.insert(info.method) {
                continue;
            }
            let decl = program.solver.hierarchy().method(info.method);
            for (at, inst) in info.body.insts.iter() {
                let (Op::PutField { field, value, .. } | Op::PutStatic { field, value }) = inst.op
                else {
                    continue;
                };
                let is_first = paths.is_first_write(info.method, info.body, at);
                let Some(field) = paths.field(decl.class, field) else { continue };
                let made = &info.body.insts[info.body.values[value].def].op;
                if !matches!(made, Op::New(_) | Op::NewArray { .. } | Op::NewMultiArray { .. }) {
                    borrowing.insert(field);
                }
                if !(is_first && program.solver.hierarchy().field(field).class == decl.class) {
                    changing.insert(field);
                }
            }
        }
        paths.changing = changing;
        paths.borrowing = borrowing;
        paths
    }

    /// Whether an instruction writes to a field of an object or class that is coming into being.
    pub(crate) fn is_first_write(&self, method: MethodId, body: &Body, inst: ir::Inst) -> bool {
        let name = self.program.solver.hierarchy().method(method).name;
        match body.insts[inst].op {
            Op::PutField { object, .. } => {
                let def = body.values[object].def;
                name.as_str() == "<init>" && matches!(body.insts[def].op, Op::Param(0))
            }
            Op::PutStatic { .. } => name.as_str() == "<clinit>",
            _ => false,
        }
    }

    /// The field that an instruction in a class means.
    pub(crate) fn field(&self, class: ClassId, field: FieldRef) -> Option<FieldId> {
        *self.fields.borrow_mut().entry((class, field)).or_insert_with(|| {
            let resolved = self.program.solver.hierarchy().resolve_field(class, field);
            resolved.ok().map(|resolved| resolved.member)
        })
    }

    pub(crate) fn field_in(&self, node: Node, field: FieldRef) -> Option<FieldId> {
        let info = self.program.node(node)?;
        let class = self.program.solver.hierarchy().method(info.method).class;
        self.field(class, field)
    }

    /// Whether a field keeps the value that it was given when its object or class came into being.
    pub(crate) fn is_constant(&self, field: FieldId) -> bool {
        !self.changing.contains(&field)
    }

    /// Whether what a field holds was made for it: no two objects have the same.
    pub(crate) fn is_owned(&self, field: FieldId) -> bool {
        self.is_constant(field) && !self.borrowing.contains(&field)
    }

    /// How a body names a value.
    pub(crate) fn of(&self, node: Node, value: Value) -> Path {
        self.find(node, value, DEPTH).unwrap_or_else(|| Path::new(Root::Value(value)))
    }

    /// Further names of what a constructor names by a parameter: by the field that it stores the parameter in.
    pub(crate) fn aliases(&self, node: Node, path: &Path) -> Vec<Path> {
        let (Root::Param(param @ 1..), Some(info)) = (path.root, self.program.node(node)) else {
            return Vec::new();
        };
        let method = self.program.solver.hierarchy().method(info.method);
        if method.name.as_str() != "<init>" {
            return Vec::new();
        }
        let is_param = |value: Value, at: u16| matches!(info.body.insts[info.body.values[value].def].op, Op::Param(found) if found == at);
        let stores = info.body.insts.values().filter_map(|inst| match inst.op {
            Op::PutField { object, field, value } if is_param(object, 0) => Some((field, value)),
            _ => None,
        });
        let stores: Vec<(FieldRef, Value)> = stores.collect();
        let is_only = |field: FieldRef| stores.iter().filter(|store| store.0 == field).count() == 1;
        let of_param =
            stores.iter().filter(|(field, value)| is_param(*value, param) && is_only(*field));
        let fields = of_param.filter_map(|(field, _)| self.field(method.class, *field));
        let fields = fields.filter(|&field| self.is_constant(field));
        fields.map(|field| Path::new(Root::Param(0)).with(&[field]).with(&path.fields)).collect()
    }

    /// Other names of an object that an instruction is carried out for only if they mean the same: `if (found == wanted)`.
    pub(crate) fn equal_to(&self, node: Node, inst: ir::Inst, path: &Path) -> Vec<Value> {
        let Some(body) = self.program.node(node).map(|info| info.body) else { return Vec::new() };
        let flow = self.program.flow(node);
        let mut equal = Vec::new();
        for (test, data) in body.insts.iter() {
            let Op::If { cond, lhs, rhs: Some(rhs), then, otherwise } = data.op else { continue };
            let way = match cond {
                Cond::Eq => then,
                Cond::Ne => otherwise,
                _ => continue,
            };
            if !body.values[lhs].ty.is_reference() || then == otherwise {
                continue;
            }
            let (a, b) = (self.of(node, lhs), self.of(node, rhs));
            let (value, other) = match (a == *path, b == *path) {
                (true, false) => (rhs, b),
                (false, true) => (lhs, a),
                _ => continue,
            };
            // What has another meaning in each round is not asked in each.
            let changes = [path, &other].into_iter().any(|path| path.changes_at(body).is_some());
            let is_in_loop = changes && flow.is_in_loop(inst);
            if !is_in_loop && !flow.is_reached_without(inst, (flow.block_of(test), way)) {
                equal.push(value);
            }
        }
        equal
    }

    /// The same, through so many fields and calls at most.
    fn within(&self, node: Node, value: Value, depth: usize) -> Path {
        self.find(node, value, depth).unwrap_or_else(|| Path::new(Root::Value(value)))
    }

    fn find(&self, node: Node, value: Value, depth: usize) -> Option<Path> {
        let info = self.program.node(node)?;
        let body = info.body;
        let inst = body.values[value].def;
        match body.insts[inst].op {
            Op::Param(at) => Some(Path::new(Root::Param(at))),
            Op::Const(Constant::Class(ir::Type::Ref(name))) => {
                let class = self.program.solver.hierarchy().class(name)?;
                Some(Path::new(Root::Class(class)))
            }
            Op::Const(Constant::String(text)) => Some(Path::new(Root::Text(text))),
            Op::CheckCast { value, .. } if depth > 0 => Some(self.within(node, value, depth - 1)),
            Op::GetStatic { field } => {
                let field = self.field_in(node, field).filter(|&field| self.is_constant(field))?;
                Some(Path::new(Root::Static(field)))
            }
            Op::GetField { object, field } if depth > 0 => {
                let field = self.field_in(node, field).filter(|&field| self.is_constant(field))?;
                let base = self.find(node, object, depth - 1);
                let base = base.unwrap_or_else(|| Path::new(Root::Value(object)));
                Some(base.with(&[field]))
            }
            Op::Invoke { .. } if let Some(root) = self.boxed(body, inst) => Some(Path::new(root)),
            Op::Invoke { .. } if depth > 0 => match self.program.returned_receiver(node, inst) {
                Some(receiver) => Some(self.of(node, receiver)),
                None => self.result(node, inst, depth - 1),
            },
            // All ways lead to the same.
            Op::Phi(list) if depth > 0 => {
                let mut paths = body.list(list).iter().map(|&v| self.find(node, v, depth - 1));
                let first = paths.next()??;
                paths.all(|path| path.as_ref() == Some(&first)).then_some(first)
            }
            _ => None,
        }
    }

    /// The box that a call returns, if it is that of a small number.
    fn boxed(&self, body: &Body, inst: ir::Inst) -> Option<Root> {
        let Op::Invoke { method, args, .. } = body.insts[inst].op else { return None };
        let [number] = *body.list(args) else { return None };
        let number = match body.insts[body.values[number].def].op {
            Op::Const(Constant::Int(number)) => i64::from(number),
            Op::Const(Constant::Long(number)) => number,
            _ => return None,
        };
        let method = method.data();
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let models = self.program.solver.models();
        let model = models.method(class, name, method.ty.descriptor().as_str())?;
        let is_boxed = model.effects.contains(&Effect::Property(Property::Boxed));
        let small = i8::try_from(number).ok().filter(|_| is_boxed)?;
        Some(Root::Boxed(method.class, small))
    }

    /// How a body names what a getter returns, or a view of a lock, which is the lock.
    fn result(&self, node: Node, inst: ir::Inst, depth: usize) -> Option<Path> {
        let info = self.program.node(node)?;
        let args = arguments(info.body, inst);
        let result = info.body.insts[inst].result?;
        let mut callees = info.steps_at(inst).filter_map(|step| match step {
            Step::Call { node, is_direct, .. } => Some((*node, *is_direct)),
            _ => None,
        });
        let Some((callee, is_direct)) = callees.next() else {
            let objs = self.program.points_to(node, result)?;
            let is_view = !objs.is_empty() && objs.iter().all(|obj| self.owners(obj).is_some());
            return args.first().filter(|_| is_view).map(|&lock| self.within(node, lock, depth));
        };
        if callees.next().is_some() || !is_direct {
            return None;
        }
        let path = self.returned(callee, depth)?;
        match path.root {
            Root::Param(at) => {
                let arg = *args.get(usize::from(at))?;
                Some(self.within(node, arg, depth).with(&path.fields))
            }
            _ => path.is_global().then_some(path),
        }
    }

    /// How a body names what it returns.
    fn returned(&self, node: Node, depth: usize) -> Option<Path> {
        let body = self.program.node(node)?.body;
        let mut found: Option<Path> = None;
        for inst in body.insts.values() {
            let Op::Return(Some(value)) = inst.op else { continue };
            let path = self.find(node, value, depth)?;
            if found.as_ref().is_some_and(|found| *found != path) {
                return None;
            }
            found = Some(path);
        }
        found
    }

    fn owners(&self, obj: Obj) -> Option<PointsToSet> {
        let owners = self.program.solver.field_points_to(obj, self.owner?)?;
        (!owners.is_empty()).then(|| owners.into_owned())
    }

    /// The locks that objects are: a view of a lock is that lock.
    pub(crate) fn locks(&self, objs: &PointsToSet) -> PointsToSet {
        let mut locks = PointsToSet::new();
        for obj in objs.iter() {
            match self.owners(obj) {
                Some(owners) => locks.union(&owners),
                None => {
                    locks.insert(obj);
                }
            }
        }
        locks
    }
}
