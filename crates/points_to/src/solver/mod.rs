//! The solver: Andersen's analysis with the call graph built on the fly, over changes.
//!
//! ```text
//!             ┌───────────── a node becomes reachable: its statements are instantiated (calls)
//!             ▼                                                            ▲
//!  objects of a pointer ──copies and edges──▶ objects of other pointers    │
//!             │                                                            │
//!             └─statements that wait for them: loads and stores make edges, calls make nodes
//! ```
//!
//! **Facts.** Four kinds, each derived from others: a node is reachable; a pointer has an object; there is an edge between two
//! pointers; there is a call edge. The [`propagate`] and [`calls`] modules derive, [`remove`] takes back.
//!
//! **Edges** that a statement makes are one per statement and object of its base, without looking whether there is one
//! already: a statement is carried out once for each object, and undone once.
//!
//! After ECHO (§3.2, Algorithm 2 and Table 2), with contexts, and with another way to delete: see [`remove`].

mod apply;
mod budget;
mod calls;
mod dynamic;
mod journal;
mod mirror;
mod nodes;
mod order;
mod propagate;
mod query;
mod remove;

use std::sync::Arc;

use ir::entity::{EntityId as _, Table};
use ir::hierarchy::{FieldId, MethodId};
use models::Models;
use rustc_hash::FxHashMap;

use crate::code::{Code, CodeKey};
use crate::context::{ContextPolicy, Contexts};
use crate::heap::Heap;
use crate::ids::{CodeId, Context, DynClass, Filter, Frame, Node, Obj, Pointer, Slot, StmtId, Var};
use crate::plugins::ReflectionLog;
use crate::set::PointsToSet;
use crate::types::{SlotKind, Types};
use crate::world::{ClassSource, World};

pub use apply::{ClassChange, EntryPoint, ProgramDelta};
pub use budget::Budget;
pub use journal::PointsToDelta;
pub use mirror::Called;
use mirror::End;
pub(crate) use nodes::callee_of;
use order::Worklist;
pub use query::{Counts, PointerKind};
pub use remove::Deletion;

/// The state of an analysis.
pub struct Solver {
    pub(crate) world: World,
    pub(crate) types: Types,
    pub(crate) contexts: Contexts,
    pub(crate) heap: Heap,
    policy: Box<dyn ContextPolicy>,
    use_summaries: bool,

    codes: Table<CodeId, Option<Arc<Code>>>,
    code_keys: Table<CodeId, CodeKey>,
    code_ids: FxHashMap<CodeKey, CodeId>,
    nodes: Table<Node, NodeData>,
    node_ids: FxHashMap<NodeKey, Node>,
    nodes_of: FxHashMap<CodeId, Vec<Node>>,
    call_edges: FxHashMap<(Node, StmtId, Called), CallEdge>,

    pointers: Table<Pointer, PointerData>,
    fields: FxHashMap<(Obj, Slot), Pointer>,
    statics: FxHashMap<FieldId, Pointer>,
    masks: Table<Filter, Mask>,
    dynamic: FxHashMap<Node, dynamic::Dynamic>,
    dispatch: FxHashMap<(DynClass, MethodId), Option<CodeId>>,
    callees: FxHashMap<CodeId, crate::context::Callee>,
    /// The node of code that a context calls, where the receiver has no say.
    plain_callees: FxHashMap<(Context, CodeId), Node>,

    worklist: Worklist,
    /// The pointers of cycles, by the one that holds their objects.
    cycles: FxHashMap<Pointer, Vec<Pointer>>,
    /// How many edges were ever added.
    edge_count: usize,
    new_nodes: Vec<Node>,
    /// How many nodes stand for a summary at one call.
    calls_of_summaries: usize,
    /// How many pieces of code have other nodes than these.
    bodies: usize,
    entries: Vec<EntryPoint>,
    root: Option<Node>,
    /// While a change is applied to what is there already.
    journal: Option<journal::Journal>,
    /// While work may be given up.
    budget: Option<Arc<Budget>>,
    deletion: Deletion,
}

/// Code in a context; a summary also by the call that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct NodeKey {
    code: CodeId,
    context: Context,
    site: Option<(Node, StmtId)>,
}

struct NodeData {
    key: NodeKey,
    /// The pointers of the variables start here.
    first: Pointer,
    /// How many pointers there are from `first` on.
    room: u32,
    /// The pointers of variables beyond that.
    more: Vec<Pointer>,
    is_reachable: bool,
    frame: Frame,
    /// The calls of it. The first is the one that made it reachable; the others may depend on it.
    callers: Vec<Caller>,
}

/// Who calls a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The node that calls.
    pub node: Node,
    /// Its statement.
    pub stmt: StmtId,
    /// See [`Called::is_other`].
    pub is_other: bool,
}

struct CallEdge {
    /// The receiver that made the edge; edges of other receivers may depend on it.
    witness: Option<Obj>,
}

struct PointerData {
    /// The pointer that holds the objects of all pointers on a cycle; itself if it is on none that was found.
    rep: Pointer,
    /// The objects; empty if another pointer holds them.
    set: PointsToSet,
    /// The part of the set that has not been propagated.
    delta: PointsToSet,
    out: Vec<End>,
    into: Vec<End>,
    owner: Owner,
    frame: Frame,
    /// What else is never in there: the JVM refuses to put objects of other classes into an array.
    accepts: Option<Filter>,
}

#[derive(Clone, Copy)]
enum Owner {
    Variable(Node, Var),
    Field(Obj, Slot),
    Static(FieldId),
}

/// The objects that pass a filter, up to a number.
#[derive(Default)]
struct Mask {
    set: PointsToSet,
    objs: usize,
}

/// What an analysis is to do.
pub struct Options {
    /// Which circumstances are told apart.
    pub policy: Box<dyn ContextPolicy>,
    /// What library classes mean.
    pub models: Arc<Models>,
    /// Whether summaries take the place of bodies. Natives always have theirs.
    pub use_summaries: bool,
    /// What the user knows about reflection.
    pub reflection: Arc<ReflectionLog>,
}

impl Solver {
    /// Says how objects are taken back from now on. The result is the same.
    pub fn delete_by(&mut self, deletion: Deletion) {
        self.deletion = deletion;
    }

    /// An analysis of nothing.
    pub fn new(source: Box<dyn ClassSource>, options: Options) -> Solver {
        Solver {
            world: World::new(source, options.models, options.reflection),
            types: Types::default(),
            contexts: Contexts::new(),
            heap: Heap::default(),
            policy: options.policy,
            use_summaries: options.use_summaries,
            codes: Table::new(),
            code_keys: Table::new(),
            code_ids: FxHashMap::default(),
            nodes: Table::new(),
            node_ids: FxHashMap::default(),
            nodes_of: FxHashMap::default(),
            call_edges: FxHashMap::default(),
            pointers: Table::new(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            masks: Table::new(),
            dynamic: FxHashMap::default(),
            dispatch: FxHashMap::default(),
            callees: FxHashMap::default(),
            plain_callees: FxHashMap::default(),
            worklist: Worklist::default(),
            cycles: FxHashMap::default(),
            edge_count: 0,
            new_nodes: Vec::new(),
            calls_of_summaries: 0,
            bodies: 0,
            entries: Vec::new(),
            root: None,
            journal: None,
            budget: None,
            deletion: Deletion::default(),
        }
    }

    fn pointer(&mut self, owner: Owner) -> Pointer {
        let rep = Pointer::from_index(self.pointers.len());
        let frame = self.frame_of(owner);
        self.pointers.push(PointerData {
            rep,
            set: PointsToSet::new(),
            delta: PointsToSet::new(),
            out: Vec::new(),
            into: Vec::new(),
            owner,
            frame,
            accepts: None,
        })
    }

    /// The pointer of a variable of a node.
    #[inline]
    fn variable(&self, node: Node, var: Var) -> Pointer {
        let data = &self.nodes[node];
        if var.0 < data.room {
            Pointer::from_index(data.first.index() + var.0 as usize)
        } else {
            self.far_variable(node, var)
        }
    }

    /// The pointer of a variable that came after the node was made: by an edit, or by a rule.
    fn far_variable(&self, node: Node, var: Var) -> Pointer {
        let data = &self.nodes[node];
        match var.dynamic_index() {
            Some(at) => self.dynamic[&node].vars[at],
            None => data.more[(var.0 - data.room) as usize],
        }
    }

    /// The pointer that holds a pointer's objects.
    #[inline]
    fn rep(&self, pointer: Pointer) -> Pointer {
        self.pointers[pointer].rep
    }

    /// The objects of a pointer.
    #[inline]
    fn set(&self, pointer: Pointer) -> &PointsToSet {
        &self.pointers[self.pointers[pointer].rep].set
    }

    /// The pointer of a field of an object, or of its mirror image, and whether it is that.
    fn field(&mut self, obj: Obj, slot: Slot) -> (Pointer, bool) {
        let is_other = obj.is_beta();
        let obj = if is_other { obj.mirror() } else { obj };
        if let Some(&known) = self.fields.get(&(obj, slot)) {
            return (known, is_other);
        }
        let pointer = self.pointer(Owner::Field(obj, slot));
        self.pointers[pointer].accepts = self.accepted(obj, slot);
        self.fields.insert((obj, slot), pointer);
        (pointer, is_other)
    }

    /// What a field of an object can hold, if it is the elements of an array.
    fn accepted(&mut self, obj: Obj, slot: Slot) -> Option<Filter> {
        if self.types.slot_kind(slot) != SlotKind::Element {
            return None;
        }
        let element = self.types.class(self.heap.get(obj).class).ty.element();
        element.and_then(|ty| self.types.filter(&mut self.world, ty))
    }

    /// Works out anew what arrays can hold, because types have come or gone.
    fn refresh_accepted(&mut self) {
        let fields: Vec<((Obj, Slot), Pointer)> =
            self.fields.iter().map(|(&field, &pointer)| (field, pointer)).collect();
        for ((obj, slot), pointer) in fields {
            self.pointers[pointer].accepts = self.accepted(obj, slot);
        }
    }

    /// The pointer of a static field.
    fn static_field(&mut self, field: FieldId) -> Pointer {
        if let Some(&known) = self.statics.get(&field) {
            return known;
        }
        let pointer = self.pointer(Owner::Static(field));
        self.statics.insert(field, pointer);
        pointer
    }

    /// Whether an object passes a filter.
    fn passes(&mut self, filter: Filter, obj: Obj) -> bool {
        self.types.passes(&self.world, filter, self.heap.get(obj).class)
    }

    /// Brings the mask of a filter up to date.
    fn refresh_mask(&mut self, filter: Filter) {
        while self.masks.len() <= filter.index() {
            self.masks.push(Mask::default());
        }
        let mask = &mut self.masks[filter];
        for (obj, data) in self.heap.since(mask.objs) {
            if self.types.passes(&self.world, filter, data.class) {
                mask.set.insert(obj);
            }
        }
        mask.objs = self.heap.len();
    }

    fn code(&self, node: Node) -> Arc<Code> {
        let code = self.codes[self.nodes[node].key.code].as_ref();
        Arc::clone(code.expect("invariant: a node that is looked at has code"))
    }
}
