//! Codes, nodes and objects come into being.

use std::sync::Arc;

use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use models::Property;

use crate::code::{Code, CodeKey, New, Stmt};
use crate::context::{Callee, is_factory};
use crate::extract;
use crate::heap::{ObjData, ObjKind};
use crate::ids::{CodeId, Context, DynClass, Frame, Node, Obj, StmtId, Var};
use crate::types::{DynClassData, HandleClass, HandleKind, Made};

use super::{NodeData, NodeKey, Owner, Solver};

impl Solver {
    /// The code of a method; made when it is first needed.
    pub(super) fn method_code(&mut self, method: MethodId) -> CodeId {
        self.code_id(CodeKey::Method(method))
    }

    pub(super) fn code_id(&mut self, key: CodeKey) -> CodeId {
        if let Some(&id) = self.code_ids.get(&key) {
            return id;
        }
        let id = self.codes.push(None);
        self.code_keys.push(key);
        self.code_ids.insert(key, id);
        id
    }

    /// Makes the code if it is not there.
    pub(super) fn ensure_code(&mut self, id: CodeId) -> Arc<Code> {
        if let Some(code) = &self.codes[id] {
            return Arc::clone(code);
        }
        let code = Arc::new(self.extract(id));
        self.codes[id] = Some(Arc::clone(&code));
        // Code that was exchanged may have more variables now.
        for node in self.nodes_of.get(&id).cloned().unwrap_or_default() {
            self.ensure_room(node);
        }
        code
    }

    pub(super) fn extract(&mut self, id: CodeId) -> Code {
        let policy = &self.policy;
        let is_special = |callee: Callee| policy.depends_on_receiver(callee);
        let (world, types) = (&mut self.world, &mut self.types);
        match self.code_keys[id] {
            CodeKey::Method(method) => {
                extract::method(world, types, id, method, self.use_summaries, &is_special)
            }
            CodeKey::Lambda(class) => extract::made(world, types, id, class, &is_special),
            CodeKey::Proxy(class, method) => {
                extract::proxy(world, types, id, (class, method), &is_special)
            }
            CodeKey::Root => extract::root(world, types, id, &self.entries, &is_special),
        }
    }

    /// What a policy is told about code.
    pub(super) fn callee_info(&mut self, code: CodeId) -> Callee {
        if let Some(&known) = self.callees.get(&code) {
            return known;
        }
        let info = match self.code_keys[code] {
            CodeKey::Method(method) => callee_of(&mut self.world, method),
            CodeKey::Lambda(class) => {
                let from = self.types.class(class).lambda().map(|lambda| lambda.from);
                // A method handle calls whatever it was made of, in the thread of the caller.
                let is_application = from.is_none_or(|from| self.world.is_application(from));
                Callee {
                    is_application,
                    is_instance: true,
                    is_container: false,
                    is_stage: false,
                    is_initialiser: false,
                    is_factory: false,
                }
            }
            // A proxy passes calls on to whatever handler it has, in the thread of the caller.
            CodeKey::Proxy(..) | CodeKey::Root => Callee {
                is_application: true,
                is_instance: false,
                is_container: false,
                is_stage: false,
                is_initialiser: false,
                is_factory: false,
            },
        };
        self.callees.insert(code, info);
        info
    }

    /// The node of code in a context.
    pub(super) fn node(
        &mut self,
        code: CodeId,
        context: Context,
        site: Option<(Node, StmtId)>,
    ) -> Node {
        let key = NodeKey { code, context, site };
        if let Some(&node) = self.node_ids.get(&key) {
            self.ensure_code(code);
            return node;
        }
        let room = self.ensure_code(code).vars;
        let node = Node::from_index(self.nodes.len());
        let first = crate::ids::Pointer::from_index(self.pointers.len());
        self.nodes.push(NodeData {
            key,
            first,
            room,
            more: Vec::new(),
            is_reachable: false,
            frame: self.contexts.frame(context),
            callers: Vec::new(),
        });
        for var in 0..room {
            self.pointer(Owner::Variable(node, Var(var)));
        }
        self.node_ids.insert(key, node);
        let of_code = self.nodes_of.entry(code).or_default();
        match site {
            Some(_) => self.calls_of_summaries += 1,
            None => self.bodies += usize::from(of_code.is_empty()),
        }
        of_code.push(node);
        node
    }

    /// Gives a node pointers for all variables of its code, which may have been edited.
    pub(super) fn ensure_room(&mut self, node: Node) {
        let vars = self.code(node).vars;
        let data = &self.nodes[node];
        let has = data.room + data.more.len() as u32;
        for var in has..vars {
            let pointer = self.pointer(Owner::Variable(node, Var(var)));
            self.nodes[node].more.push(pointer);
        }
    }

    /// The abstract object that a statement of a node makes.
    pub(super) fn object(&mut self, node: Node, what: &New, ordinal: u32) -> Option<Obj> {
        let NodeKey { code, context, site } = self.nodes[node].key;
        let empty = self.contexts.empty();
        let (kind, class, heap) = match what {
            New::Site(class) => {
                // What a summary allocates belongs to the call that it stands for. Several statements of a summary are
                // told apart by their class.
                let (code, ordinal) = match site {
                    Some(site) => self.outer_site(site),
                    None => (code, ordinal),
                };
                let heap = self.policy.heap(&mut self.contexts, context);
                (ObjKind::Site(code, ordinal), *class, heap)
            }
            New::Merged(class) => (ObjKind::Merged, *class, empty),
            New::Text(text) => (ObjKind::Text(*text), self.plain_class("java/lang/String")?, empty),
            New::Class(ty) => (ObjKind::Class(*ty), self.plain_class("java/lang/Class")?, empty),
            New::Member(class, member) => (ObjKind::Member(*member), *class, empty),
            New::Handle(kind) => {
                let class = self.handle_class(node, *kind)?;
                return self.object(node, &New::Site(class), ordinal);
            }
            New::Caller => {
                let caller = self.world.hierarchy.name(self.caller_class(node)?);
                return self.object(node, &New::Class(ir::Type::Ref(caller)), ordinal);
            }
            New::Known(obj) => return Some(*obj),
        };
        let data = ObjData { kind, class, heap };
        let frame = self.contexts.frame(heap);
        let (world, types) = (&self.world, &self.types);
        let family = || family(world, types.class(class));
        Some(if frame == Frame::NONE {
            self.heap.intern(data, family)
        } else {
            let beta = self.contexts.mirror(heap);
            self.heap.intern_pair(data, beta, frame, family)
        })
    }

    /// The call in a body that a summary, or a summary within a summary, stands for.
    pub(super) fn outer_site(&self, (mut node, mut stmt): (Node, StmtId)) -> (CodeId, u32) {
        while let Some((outer, at)) = self.nodes[node].key.site {
            (node, stmt) = (outer, at);
        }
        let code = self.nodes[node].key.code;
        let Some(made) = &self.codes[code] else { return (code, stmt.0) };
        let ordinal = match self.stmt_at(node, made, stmt) {
            Stmt::Call(call) => call.ordinal,
            Stmt::Init(class) => crate::code::init_ordinal(*class),
            _ => stmt.0,
        };
        (code, ordinal)
    }

    /// The code in whose name a node runs: for a summary, that with the call that it stands for.
    pub(super) fn outer_code(&self, mut node: Node) -> CodeId {
        while let Some((outer, _)) = self.nodes[node].key.site {
            node = outer;
        }
        self.nodes[node].key.code
    }

    fn caller_class(&self, node: Node) -> Option<ir::hierarchy::ClassId> {
        match self.code_keys[self.outer_code(node)] {
            CodeKey::Method(method) => Some(self.world.hierarchy.method(method).class),
            CodeKey::Lambda(class) => self.types.class(class).lambda().map(|lambda| lambda.from),
            CodeKey::Proxy(..) | CodeKey::Root => None,
        }
    }

    /// The class of the method handles that code makes of others.
    fn handle_class(&mut self, node: Node, kind: HandleKind) -> Option<DynClass> {
        let handle = HandleClass { code: self.outer_code(node), kind };
        let class = self.plain_class("java/lang/invoke/MethodHandle")?;
        let plain = self.types.class(class).clone();
        Some(self.types.intern(DynClassData { made: Some(Made::Handle(handle)), ..plain }))
    }

    fn plain_class(&mut self, name: &str) -> Option<DynClass> {
        self.types.of_type(&mut self.world, ir::Type::Ref(ir::Name::new(name)))
    }
}

/// What a policy is told about a method.
pub(crate) fn callee_of(world: &mut crate::world::World, method: MethodId) -> Callee {
    let decl = world.hierarchy.method(method);
    let (class, is_initialiser) = (decl.class, decl.name.as_str() == "<clinit>");
    let is_instance = !decl.is_static();
    let is_factory = is_factory(&world.models, decl);
    Callee {
        is_application: world.is_application(class),
        is_instance,
        is_container: is_instance && world.has_property(class, Property::Container),
        is_stage: is_instance && world.has_property(class, Property::Stage),
        is_initialiser,
        is_factory,
    }
}

/// The topmost superclass below `Object`; of an array that of its elements.
fn family(
    world: &crate::world::World,
    class: &crate::types::DynClassData,
) -> ir::hierarchy::ClassId {
    let mut element = class.ty;
    while let Some(inner) = element.element() {
        element = inner;
    }
    let hierarchy = &world.hierarchy;
    let class = hierarchy.receiver_class(element).unwrap_or(class.class);
    let object = hierarchy.object();
    let above = std::iter::once(class).chain(hierarchy.superclasses(class));
    above.filter(|&class| class != object).last().unwrap_or(object)
}
