//! Where that was made what a thread has: the values that a lambda captured, and what the constructor of an object was given.

use std::cell::OnceCell;

use ir::body::{CallSiteKind, Op, Value};
use ir::hierarchy::{FieldId, MethodId};
use ir::{Inst, MethodHandle};
use points_to::{CodeId, Node, Obj, ObjKind};
use rustc_hash::FxHashMap;

use crate::objects::Objects;
use crate::paths::Paths;
use crate::program::{Program, Step, arguments};

pub(crate) struct Makers<'a> {
    program: &'a Program<'a>,
    objects: &'a Objects<'a>,
    paths: &'a Paths<'a>,
    lambdas: OnceCell<FxHashMap<MethodId, Vec<(Node, Inst)>>>,
    nodes_of: OnceCell<FxHashMap<CodeId, Vec<Node>>>,
}

/// A constructor that stores something in a field of the object that it makes.
pub(crate) struct Stored {
    /// The body that makes the object, where it does, and where it calls a constructor.
    pub(crate) maker: Node,
    pub(crate) made: Inst,
    /// The calls of constructors, the one that stores being the last.
    pub(crate) calls: Vec<(Inst, Node)>,
    pub(crate) value: Value,
}

/// Where an object was made.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Birth {
    method: MethodId,
    inst: Inst,
    /// The bodies that make it.
    pub(crate) nodes: Vec<Node>,
}

/// How many constructors call each other.
const DEPTH: usize = 3;

/// How far back a value is followed to where its object was made.
const FAR: usize = 6;

impl<'a> Makers<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        objects: &'a Objects<'a>,
        paths: &'a Paths<'a>,
    ) -> Makers<'a> {
        Makers { program, objects, paths, lambdas: OnceCell::new(), nodes_of: OnceCell::new() }
    }

    /// Where the lambdas are made that a body is the code of, with what they capture for a parameter of it; none if it is not
    /// captured.
    pub(crate) fn captured(&self, node: Node, param: u16) -> Option<Vec<(Node, Inst, Value)>> {
        let method = self.program.node(node)?.method;
        let sites = self.lambdas.get_or_init(|| self.find_lambdas()).get(&method)?;
        let captured = sites.iter().map(|&(maker, inst)| {
            let body = self.program.node(maker)?.body;
            let value = *arguments(body, inst).get(usize::from(param))?;
            Some((maker, inst, value))
        });
        captured.collect()
    }

    fn find_lambdas(&self) -> FxHashMap<MethodId, Vec<(Node, Inst)>> {
        let mut lambdas: FxHashMap<MethodId, Vec<(Node, Inst)>> = FxHashMap::default();
        let hierarchy = self.program.solver.hierarchy();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            let class = hierarchy.method(info.method).class;
            for (inst, data) in info.body.insts.iter() {
                let Op::InvokeDynamic { site, .. } = data.op else { continue };
                let CallSiteKind::Lambda(lambda) = &info.body.call_sites[site].kind else {
                    continue;
                };
                let MethodHandle::Method(_, method) = lambda.implementation else { continue };
                if let Ok(resolved) = hierarchy.resolve_method(class, method) {
                    lambdas.entry(resolved.member).or_default().push((node, inst));
                }
            }
        }
        lambdas
    }

    /// Where the object of a value, or what it is a part of, was made, if that is one instruction of one method: the value is
    /// followed back through what lambdas capture and calls give. With the bodies of the method.
    pub(crate) fn birth(&self, node: Node, value: Value) -> Option<Birth> {
        let mut nodes = Vec::new();
        let (method, inst) = self.find_birth(node, value, FAR, &mut nodes)?;
        nodes.sort_unstable();
        nodes.dedup();
        Some(Birth { method, inst, nodes })
    }

    fn find_birth(
        &self,
        node: Node,
        value: Value,
        depth: usize,
        nodes: &mut Vec<Node>,
    ) -> Option<(MethodId, Inst)> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::New(_) | Op::NewArray { .. } => {
                nodes.push(node);
                Some((info.method, def))
            }
            Op::CheckCast { value, .. } => self.find_birth(node, value, depth - 1, nodes),
            Op::GetField { object, field } => {
                let field = self.paths.field_in(node, field)?;
                let object = self.paths.is_owned(field).then_some(object)?;
                self.find_birth(node, object, depth - 1, nodes)
            }
            Op::Param(param) => {
                let captured = self.captured(node, param).map(|captured| {
                    captured.into_iter().map(|(maker, _, value)| (maker, value)).collect()
                });
                let given = captured.or_else(|| self.program.given_by_all(node, param))?;
                let mut births = given
                    .into_iter()
                    .map(|(node, value)| self.find_birth(node, value, depth - 1, nodes));
                let first = births.next()??;
                births.all(|birth| birth == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// What the constructors of an object store in one of its fields: all that may have made it.
    pub(crate) fn stored(&self, obj: Obj, field: FieldId) -> Option<Vec<Stored>> {
        let solver = self.program.solver;
        let ObjKind::Site(code, ordinal) = solver.obj(obj).kind else { return None };
        let made = self.objects.inst_of(code, ordinal)?;
        let nodes = self.nodes_of.get_or_init(|| self.find_nodes()).get(&code)?;
        let stored = nodes.iter().map(|&maker| {
            let body = self.program.node(maker)?.body;
            let result = body.insts[made].result?;
            let (calls, value) = self.store(maker, result, field, DEPTH)?;
            Some(Stored { maker, made, calls, value })
        });
        stored.collect()
    }

    fn find_nodes(&self) -> FxHashMap<CodeId, Vec<Node>> {
        let mut nodes: FxHashMap<CodeId, Vec<Node>> = FxHashMap::default();
        for (node, _) in self.program.nodes() {
            nodes.entry(self.program.solver.code_id_of(node)).or_default().push(node);
        }
        nodes
    }

    /// The calls of constructors on an object up to the one that stores something in a field, and what that is.
    fn store(
        &self,
        node: Node,
        object: Value,
        field: FieldId,
        depth: usize,
    ) -> Option<(Vec<(Inst, Node)>, Value)> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let constructors = info.body.insts.iter().filter_map(|(inst, data)| match data.op {
            Op::Invoke { method, args, .. } => {
                let is_it = method.data().name.as_str() == "<init>"
                    && info.body.list(args).first() == Some(&object);
                is_it.then_some(inst)
            }
            _ => None,
        });
        for inst in constructors {
            for callee in info.steps_at(inst).filter_map(Step::callee) {
                if let Some(value) = self.stored_by(callee, field) {
                    return Some((vec![(inst, callee)], value));
                }
                let this = self.this(callee)?;
                if let Some((mut calls, value)) = self.store(callee, this, field, depth - 1) {
                    calls.insert(0, (inst, callee));
                    return Some((calls, value));
                }
            }
        }
        None
    }

    fn this(&self, node: Node) -> Option<Value> {
        let body = self.program.node(node)?.body;
        body.insts.values().find(|data| matches!(data.op, Op::Param(0)))?.result
    }

    /// What a constructor stores in a field itself, if it does so once.
    fn stored_by(&self, node: Node, field: FieldId) -> Option<Value> {
        let body = self.program.node(node)?.body;
        let this = self.this(node)?;
        let mut stores = body.insts.values().filter_map(|data| match data.op {
            Op::PutField { object, field: other, value } if object == this => {
                (self.paths.field_in(node, other) == Some(field)).then_some(value)
            }
            _ => None,
        });
        stores.next().filter(|_| stores.next().is_none())
    }
}
