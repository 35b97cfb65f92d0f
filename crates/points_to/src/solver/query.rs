//! Questions about the result.

use std::borrow::Cow;

use ir::Body;
use ir::entity::EntityId as _;
use ir::hierarchy::{ClassId, FieldId, Hierarchy, MethodId, SelectionError};
use models::{Models, Property};
use rustc_hash::FxHashSet;

use crate::code::{Code, CodeKey, New, Stmt, Target};
use crate::context::Contexts;
use crate::gaps::Gap;
use crate::heap::{ObjData, ObjKind};
use crate::ids::{CodeId, Context, DynClass, Frame, Node, Obj, Pointer, Slot, StmtId, Var};
use crate::set::PointsToSet;
use crate::types::{DynClassData, SlotKind};

use super::mirror::Via;
use super::{Called, Caller, Owner, Solver};

/// What a pointer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerKind {
    /// A variable of a node.
    Variable(Node, Var),
    /// A field of an object.
    Field(Obj, Slot),
    /// A static field.
    Static(FieldId),
}

/// How large the result is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Methods with at least one reachable node.
    pub methods: usize,
    /// Those of the application.
    pub application_methods: usize,
    /// Reachable nodes of the call graph.
    pub nodes: usize,
    /// Call edges.
    pub call_edges: usize,
    /// Pointers that have an object.
    pub pointers: usize,
    /// Abstract objects that some pointer has or had.
    pub objects: usize,
    /// Edges between pointers, without those inside of methods.
    pub edges: usize,
    /// Pairs of a pointer and an object that it may have.
    pub facts: usize,
}

impl Solver {
    /// The classes.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.world.hierarchy
    }

    /// The contexts and threads.
    pub fn contexts(&self) -> &Contexts {
        &self.contexts
    }

    /// The reachable nodes.
    pub fn reachable(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes.iter().filter(|(_, data)| data.is_reachable).map(|(node, _)| node)
    }

    /// Whether some node of a method is reachable.
    pub fn is_reached(&self, method: MethodId) -> bool {
        let code = self.code_ids.get(&CodeKey::Method(method));
        let nodes = code.and_then(|code| self.nodes_of.get(code));
        nodes.into_iter().flatten().any(|&node| self.nodes[node].is_reachable)
    }

    /// What a node's code stands for.
    pub fn key(&self, node: Node) -> CodeKey {
        self.code_keys[self.nodes[node].key.code]
    }

    /// The number of a node's code.
    pub fn code_id_of(&self, node: Node) -> CodeId {
        self.nodes[node].key.code
    }

    /// What a piece of code stands for.
    pub fn code_key(&self, code: CodeId) -> CodeKey {
        self.code_keys[code]
    }

    /// A piece of code, if it was needed so far.
    pub fn code_if_made(&self, code: CodeId) -> Option<&Code> {
        self.codes[code].as_deref()
    }

    /// The parts of a class.
    pub fn dyn_class(&self, class: DynClass) -> &DynClassData {
        self.types.class(class)
    }

    /// The code of a node.
    pub fn code_of(&self, node: Node) -> &Code {
        let code = self.codes[self.nodes[node].key.code].as_deref();
        code.expect("invariant: a node has code")
    }

    /// The context of a node.
    pub fn context(&self, node: Node) -> Context {
        self.nodes[node].key.context
    }

    /// In whose eyes a node sees objects. If it is a thread's, the node stands for two: for α, and mirrored for β.
    pub fn frame(&self, node: Node) -> Frame {
        self.nodes[node].frame
    }

    /// In whose eyes the objects of a pointer are named. If it is a thread's, the pointer stands for two.
    pub fn pointer_frame(&self, pointer: PointerKind) -> Frame {
        match pointer {
            PointerKind::Variable(node, _) => self.nodes[node].frame,
            PointerKind::Field(obj, _) => self.heap.frame(obj),
            PointerKind::Static(_) => Frame::NONE,
        }
    }

    /// The call that a node of a summary stands for.
    pub fn summary_site(&self, node: Node) -> Option<(Node, StmtId)> {
        self.nodes[node].key.site
    }

    /// The call edges: caller, statement, callee.
    pub fn call_edges(&self) -> impl Iterator<Item = (Node, StmtId, Called)> + '_ {
        self.call_edges.keys().copied()
    }

    /// Whether a call starts a thread.
    pub fn is_fork(&self, node: Node, id: StmtId) -> bool {
        matches!(self.stmt_at(node, self.code_of(node), id), Stmt::Call(call) if call.fork.is_some())
    }

    /// Who calls a node.
    pub fn callers(&self, node: Node) -> &[Caller] {
        &self.nodes[node].callers
    }

    /// An object.
    pub fn obj(&self, obj: Obj) -> &ObjData {
        self.heap.get(obj)
    }

    /// The class of an object.
    pub fn class_of(&self, obj: Obj) -> &DynClassData {
        self.types.class(self.heap.get(obj).class)
    }

    /// What a slot is.
    pub fn slot(&self, slot: Slot) -> SlotKind {
        self.types.slot_kind(slot)
    }

    /// What a variable of a node may point to.
    pub fn points_to(&self, node: Node, var: Var) -> &PointsToSet {
        self.set(self.variable(node, var))
    }

    /// What a field of an object may point to.
    pub fn field_points_to(&self, obj: Obj, slot: Slot) -> Option<Cow<'_, PointsToSet>> {
        let (obj, via) = if obj.is_beta() { (obj.mirror(), Via::Mirror) } else { (obj, Via::Same) };
        self.fields.get(&(obj, slot)).map(|&pointer| via.pass(self.set(pointer)))
    }

    /// What a static field may point to.
    pub fn static_points_to(&self, field: FieldId) -> Option<&PointsToSet> {
        self.statics.get(&field).map(|&pointer| self.set(pointer))
    }

    /// All pointers that have an object.
    pub fn pointers(&self) -> impl Iterator<Item = (PointerKind, &PointsToSet)> + '_ {
        let data = self.pointers.values().map(|data| (data, &self.pointers[data.rep].set));
        data.filter(|(_, set)| !set.is_empty()).map(|(data, set)| {
            let kind = match data.owner {
                Owner::Variable(node, var) => PointerKind::Variable(node, var),
                Owner::Field(obj, slot) => PointerKind::Field(obj, slot),
                Owner::Static(field) => PointerKind::Static(field),
            };
            (kind, set)
        })
    }

    /// The methods with a reachable node.
    pub fn reachable_methods(&self) -> Vec<MethodId> {
        let mut methods: Vec<MethodId> = self
            .reachable()
            .filter_map(|node| match self.key(node) {
                CodeKey::Method(method) => Some(method),
                _ => None,
            })
            .collect();
        methods.sort_unstable_by_key(|method| method.index());
        methods.dedup();
        methods
    }

    /// How large the result is.
    pub fn counts(&self) -> Counts {
        let methods = self.reachable_methods();
        let is_application = |method: &&MethodId| {
            let class = self.world.hierarchy.method(**method).class;
            self.world.source.is_application(self.world.hierarchy.name(class))
        };
        Counts {
            application_methods: methods.iter().filter(is_application).count(),
            methods: methods.len(),
            nodes: self.reachable().count(),
            call_edges: self.call_edges.len(),
            pointers: self.pointers().count(),
            objects: self.heap.len(),
            edges: self.pointers.values().map(|data| data.out.len()).sum(),
            facts: self.pointers().map(|(_, set)| set.len()).sum(),
        }
    }
}

impl Solver {
    /// What library classes mean.
    pub fn models(&self) -> &Models {
        &self.world.models
    }

    /// Calls on objects that models have made, of methods for which these have no code at all.
    pub fn calls_without_code(&self) -> Vec<(Node, StmtId, Gap)> {
        // Almost always there are none, and then nobody has to look for calls.
        let without = self.dispatch.iter().filter(|(_, code)| code.is_none()).map(|(key, _)| *key);
        let without: FxHashSet<_> =
            without.filter(|(class, method)| self.is_unmodelled(*class, *method)).collect();
        let mut calls = Vec::new();
        if without.is_empty() {
            return calls;
        }
        for node in self.reachable() {
            for (index, stmt) in self.code_of(node).stmts.iter().enumerate() {
                let Stmt::Call(call) = stmt else { continue };
                let (Target::Virtual(method), Some(receiver)) = (call.target, call.receiver())
                else {
                    continue;
                };
                let objs = self.points_to(node, receiver).iter();
                let objs = objs.filter(|&obj| self.is_made_by_model(obj));
                let classes: FxHashSet<DynClass> =
                    objs.map(|obj| self.heap.get(obj).class).collect();
                for class in classes {
                    if without.contains(&(class, method)) {
                        let class = self.world.hierarchy.name(self.types.class(class).class);
                        let decl = self.world.hierarchy.method(method);
                        let gap = Gap::unmodelled(format!("{class}.{}{}", decl.name, decl.ty));
                        calls.push((node, StmtId(index as u32), gap));
                    }
                }
            }
        }
        calls
    }

    /// Whether an object without code was made by a model, and not by a body for a caller of a library who passes one of its type.
    fn is_made_by_model(&self, obj: Obj) -> bool {
        let data = self.heap.get(obj);
        let ObjKind::Site(code, at) = data.kind else { return false };
        // What a summary makes belongs to the call of it.
        let is_it = |stmt: &Stmt| match *stmt {
            Stmt::New { what: New::Site(class), ordinal, .. } => {
                (class, ordinal) == (data.class, at)
            }
            _ => false,
        };
        let is_own = |code: &Code| !code.is_summary && code.stmts.iter().any(is_it);
        self.code_keys[code] != CodeKey::Root && !self.code_if_made(code).is_some_and(is_own)
    }

    /// Whether a class has a model and the method, but no code for it.
    fn is_unmodelled(&self, class: DynClass, method: MethodId) -> bool {
        let data = self.types.class(class);
        let hierarchy = &self.world.hierarchy;
        let has_none = matches!(
            hierarchy.select(data.class, method),
            Err(SelectionError::Abstract(_) | SelectionError::NotImplemented)
        );
        let name = hierarchy.name(data.class);
        data.made.is_none() && has_none && self.world.models.class(name.as_str()).is_some()
    }

    /// The body of a method whose code has been looked at.
    pub fn body(&self, method: MethodId) -> Option<&Body> {
        let hierarchy = &self.world.hierarchy;
        let class = self.world.known_class(hierarchy.name(hierarchy.method(method).class))?;
        crate::world::find_body(&self.world, class, method)
    }

    /// Whether a class is part of the program under test.
    pub fn is_application(&self, class: ClassId) -> bool {
        self.world.is_known_application(class)
    }

    /// Whether a class has a property according to the models.
    pub fn has_property(&self, class: ClassId, property: Property) -> bool {
        self.world.has_known_property(class, property)
    }

    /// In whose eyes the fields of an object are named; see [`Solver::frame`].
    pub fn frame_of_obj(&self, obj: Obj) -> Frame {
        self.heap.frame(obj)
    }

    /// The number of a slot, if it came up.
    pub fn slot_id(&self, kind: SlotKind) -> Option<Slot> {
        self.types.known_slot(kind)
    }

    /// A statement of a node, also one that a rule made.
    pub fn stmt_of(&self, node: Node, id: StmtId) -> &Stmt {
        self.stmt_at(node, self.code_of(node), id)
    }

    /// The statements that rules made in a node.
    pub fn made_stmts(&self, node: Node) -> &[Stmt] {
        self.dynamic.get(&node).map_or(&[], |dynamic| &dynamic.stmts)
    }

    /// The pointer of a variable, for those who look at many.
    pub fn pointer_of(&self, node: Node, var: Var) -> Pointer {
        self.variable(node, var)
    }
}
