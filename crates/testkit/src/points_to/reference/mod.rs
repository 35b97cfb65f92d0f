//! A reference solver: naive, slow, and obviously right.
//!
//! It keeps sets of facts and applies every rule to every reachable method in every context until nothing is new. There
//! is no worklist, no statement language, no deletion. It shares with the real solver the questions that both ask others:
//! `ir::hierarchy` (what a reference means, which method runs), the models, and the context policies, which are pure
//! functions.
//!
//! The rules are those of StaTS (Fig. 4), with contexts; `N` is a method in a context, `v` a value of it:
//!
//! | instruction | fact |
//! |---|---|
//! | `v = new C` | `v` has the object of this place in the heap context of `N` |
//! | `v = phi a b`, `(T) a` | `v` has what `a` and `b` have, `T`s only |
//! | `v = a.f`, `a.f = b` | for each object of `a`: `v` has what its `f` has; its `f` has what `b` has |
//! | `v = C.f`, `C.f = b` | the same with one pointer for the program |
//! | `v = a.m(b)` | for each object of `a`: what its class has for `m` runs in the policy's context; its receiver has the object, its parameters what `b` has; `v` has what it returns, the handlers what it throws |
//! | `throw a` | handlers of the block have what `a` has and their type lets through; so do the callers, unless a handler catches everything |
//! | first use of a class | its initialiser runs, and those above it |
//!
//! *Not covered:* library code (where values of merged final classes get no variable), cuts, intrinsics.

mod body;
mod lambda;
mod names;
mod summary;

use std::collections::BTreeSet;
use std::sync::Arc;

use classfile::MethodFlags;
use ir::entity::{EntityId, Table};
use ir::hierarchy::{ClassId, FieldId, Hierarchy, MethodId};
use ir::{Class, Method, MethodType, Name, Type, Value};
use models::{ForkKind, MethodCode, MethodModel, Models, Property};
use points_to::context::{Callee, ContextPolicy, Contexts, Receiver, ReceiverInfo};
use points_to::{
    CodeId, Context, DynClass, DynClassData, EntryPoint, Node, Obj, ObjData, ObjKind, SlotKind,
    Snapshot,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is to be solved.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// All classes.
    pub classes: &'a [Arc<Class>],
    /// What is called from outside.
    pub entries: &'a [EntryPoint],
    /// Which contexts are told apart.
    pub policy: &'a dyn ContextPolicy,
    /// What library classes mean.
    pub models: &'a Models,
    /// Whether summaries take the place of bodies. Natives always have theirs.
    pub use_summaries: bool,
    /// How many methods in contexts may be reachable.
    pub limit: usize,
}

/// All facts about a program; none if it is too large.
pub fn solve(input: Input<'_>) -> Option<Snapshot> {
    let mut reference = Reference::new(input);
    reference.run().then(|| reference.snapshot())
}

/// Something that has objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pointer {
    Value(Node, Value),
    /// The receiver is the first parameter of methods that have one.
    Param(Node, usize),
    /// A variable of a summary that is no parameter, or a component of a record.
    Temporary(Node, u32),
    Return(Node),
    Throws(Node),
    Field(Obj, SlotKind),
    Static(FieldId),
}

/// Something that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Code {
    Method(MethodId),
    /// The method of the objects of a lambda expression, by their class.
    Lambda(DynClass),
    /// What calls the entry points.
    Root,
}

/// Code in a context; of a summary also the call that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct NodeKey {
    code: CodeId,
    context: Context,
    call: Option<(Node, Ordinal)>,
}

/// The place of a call or allocation in its code. One instruction may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Ordinal(u32);

/// Things and their numbers.
struct Numbered<K, V> {
    rows: Table<K, V>,
    ids: FxHashMap<V, K>,
}

impl<K: EntityId, V: Clone + Eq + std::hash::Hash> Numbered<K, V> {
    fn new() -> Self {
        Numbered { rows: Table::new(), ids: FxHashMap::default() }
    }

    fn id(&mut self, row: V) -> K {
        let rows = &mut self.rows;
        *self.ids.entry(row.clone()).or_insert_with(|| rows.push(row))
    }
}

/// What runs when code is called.
#[derive(Clone)]
enum Kind<'a> {
    Body(Arc<Class>, MethodId),
    Summary(&'a MethodModel, MethodId),
    /// Nobody knows: native, or missing.
    Unknown(MethodId),
    Lambda(DynClass),
    Root,
}

struct Reference<'a> {
    input: Input<'a>,
    hierarchy: Hierarchy,
    classes: FxHashMap<ClassId, Arc<Class>>,
    contexts: Contexts,
    codes: Numbered<CodeId, Code>,
    dyn_classes: Numbered<DynClass, DynClassData>,
    objs: Numbered<Obj, ObjData>,
    nodes: Numbered<Node, NodeKey>,
    /// What snapshots call a place that is no instruction.
    places: FxHashMap<(CodeId, Ordinal), String>,

    reachable: Vec<Node>,
    is_reachable: FxHashSet<Node>,
    calls: FxHashSet<(Node, Ordinal, Node)>,
    facts: FxHashMap<Pointer, BTreeSet<Obj>>,
    is_changed: bool,
}

/// A call of one node.
struct Call {
    from: Node,
    at: Ordinal,
    /// The receiver first; none for what holds no object.
    args: Vec<Option<Pointer>>,
    result: Option<Pointer>,
    throws: Vec<Sink>,
    fork: Option<ForkKind>,
}

/// Where exceptions go: those of a type, or all.
type Sink = (Pointer, Option<Type>);

/// Which method a call runs.
#[derive(Clone, Copy)]
enum Target {
    Fixed(MethodId),
    Virtual(MethodId),
}

impl<'a> Reference<'a> {
    fn new(input: Input<'a>) -> Self {
        let mut hierarchy = Hierarchy::new();
        let mut classes = FxHashMap::default();
        for class in input.classes {
            classes.insert(hierarchy.replace(class), Arc::clone(class));
        }
        Reference {
            input,
            hierarchy,
            classes,
            contexts: Contexts::new(),
            codes: Numbered::new(),
            dyn_classes: Numbered::new(),
            objs: Numbered::new(),
            nodes: Numbered::new(),
            places: FxHashMap::default(),
            reachable: Vec::new(),
            is_reachable: FxHashSet::default(),
            calls: FxHashSet::default(),
            facts: FxHashMap::default(),
            is_changed: false,
        }
    }

    /// Whether everything was found.
    fn run(&mut self) -> bool {
        let context = self.input.policy.root(&mut self.contexts);
        let code = self.codes.id(Code::Root);
        let root = self.nodes.id(NodeKey { code, context, call: None });
        self.reach(root);
        while std::mem::take(&mut self.is_changed) {
            let mut at = 0;
            while let Some(&node) = self.reachable.get(at) {
                self.step(node);
                at += 1;
                if self.reachable.len() > self.input.limit {
                    return false;
                }
            }
        }
        true
    }

    /// Everything that follows for one node from what is known.
    fn step(&mut self, node: Node) {
        match self.kind(self.key(node).code) {
            Kind::Body(class, method) => self.body(node, &class, method),
            Kind::Summary(model, _) => self.summary(node, model),
            Kind::Unknown(method) => self.unknown(node, method),
            Kind::Lambda(class) => self.lambda(node, class),
            Kind::Root => self.root(node),
        }
    }

    fn kind(&self, code: CodeId) -> Kind<'a> {
        let method = match self.codes.rows[code] {
            Code::Method(method) => method,
            Code::Lambda(class) => return Kind::Lambda(class),
            Code::Root => return Kind::Root,
        };
        let decl = self.hierarchy.method(method);
        let class = self.hierarchy.name(decl.class);
        let is_native = decl.flags.contains(MethodFlags::NATIVE);
        let descriptor = decl.ty.descriptor();
        let model =
            self.input.models.method(class.as_str(), decl.name.as_str(), descriptor.as_str());
        if let Some(model) = model
            && matches!(model.code, MethodCode::Summary(_))
            && (self.input.use_summaries || is_native)
        {
            return Kind::Summary(model, method);
        }
        match self.classes.get(&decl.class) {
            Some(class) if self.find_body(class, method).is_some() => {
                Kind::Body(Arc::clone(class), method)
            }
            _ => Kind::Unknown(method),
        }
    }

    fn find_body<'c>(&self, class: &'c Class, method: MethodId) -> Option<&'c ir::Body> {
        let decl = self.hierarchy.method(method);
        let is_it = |m: &&Method| m.name == decl.name && m.ty == decl.ty;
        class.methods.iter().find(is_it)?.body()
    }

    fn key(&self, node: Node) -> NodeKey {
        self.nodes.rows[node]
    }

    fn reach(&mut self, node: Node) {
        if self.is_reachable.insert(node) {
            self.reachable.push(node);
            self.is_changed = true;
        }
    }

    fn get(&self, pointer: Pointer) -> BTreeSet<Obj> {
        self.facts.get(&pointer).cloned().unwrap_or_default()
    }

    fn add(&mut self, pointer: Pointer, objs: impl IntoIterator<Item = Obj>) {
        let set = self.facts.entry(pointer).or_default();
        for obj in objs {
            self.is_changed |= set.insert(obj);
        }
    }

    fn copy(&mut self, to: Pointer, from: Pointer) {
        let objs = self.get(from);
        self.add(to, objs);
    }

    /// Copies what a type lets through.
    fn copy_filtered(&mut self, to: Pointer, from: Pointer, ty: Option<Type>) {
        let objs: Vec<Obj> = self.get(from).into_iter().filter(|&o| self.passes(o, ty)).collect();
        self.add(to, objs);
    }

    /// Whether an object may be of a type. Types that are not there let everything through.
    fn passes(&self, obj: Obj, ty: Option<Type>) -> bool {
        let Some(ty) = ty.filter(|&ty| self.is_known(ty)) else { return true };
        let class = &self.dyn_classes.rows[self.objs.rows[obj].class];
        let markers = class.lambda().into_iter().flat_map(|lambda| lambda.markers.iter());
        markers.chain([&class.ty]).any(|&has| self.hierarchy.is_subtype(has, ty))
    }

    fn is_known(&self, ty: Type) -> bool {
        match element(ty) {
            Type::Ref(name) => {
                self.class(name).is_some_and(|class| !self.hierarchy.is_phantom(class))
            }
            _ => true,
        }
    }

    fn class(&self, name: Name) -> Option<ClassId> {
        self.hierarchy.class(name)
    }

    /// The class of objects of a type.
    fn dyn_class(&mut self, ty: Type) -> DynClass {
        let class = match ty {
            Type::Ref(name) if !ty.is_array() => self.hierarchy.declare(name),
            _ => self.hierarchy.object(),
        };
        self.dyn_classes.id(DynClassData { ty, class, made: None })
    }

    fn has_property(&self, class: ClassId, property: Property) -> bool {
        let models = self.input.models;
        let is_below = |above: &str| {
            let above = self.class(Name::new(above));
            above.is_some_and(|above| self.hierarchy.is_subclass(class, above))
        };
        models.has_property(self.hierarchy.name(class).as_str(), property).is_some()
            || models.subtype_properties(property).any(is_below)
    }

    /// The object that code makes at a place: one for the place and context, or one for all of its class.
    fn allocate(&mut self, node: Node, at: Ordinal, ty: Type) -> Obj {
        let class = self.dyn_class(ty);
        let is_merged = !ty.is_array()
            && self.has_property(self.dyn_classes.rows[class].class, Property::Merged);
        if is_merged { self.merged(class) } else { self.object_at(node, at, class) }
    }

    fn object_at(&mut self, node: Node, at: Ordinal, class: DynClass) -> Obj {
        let allocator = self.key(node).context;
        let heap = self.input.policy.heap(&mut self.contexts, allocator);
        let (code, at) = self.outermost(node, at);
        self.objs.id(ObjData { kind: ObjKind::Site(code, at.0), class, heap })
    }

    /// What a summary does, the call does that it stands for.
    fn outermost(&self, mut node: Node, mut at: Ordinal) -> (CodeId, Ordinal) {
        while let Some(call) = self.key(node).call {
            (node, at) = call;
        }
        (self.key(node).code, at)
    }

    fn merged(&mut self, class: DynClass) -> Obj {
        let heap = self.contexts.empty();
        self.objs.id(ObjData { kind: ObjKind::Merged, class, heap })
    }

    /// The one object of a type whose objects are all one and that nobody can extend.
    fn merged_final(&mut self, ty: Type) -> Option<Obj> {
        let Type::Ref(name) = ty else { return None };
        let class = self.class(name)?;
        let flags = self.hierarchy.flags(class)?;
        let is_it = flags.contains(classfile::ClassFlags::FINAL)
            && self.has_property(class, Property::Merged);
        let class = self.dyn_class(ty);
        is_it.then(|| self.merged(class))
    }

    /// A class is used for the first time: its initialiser runs, those of its superclasses, and those of superinterfaces
    /// with code in instance methods (JVMS 5.5).
    fn initialise(&mut self, node: Node, at: Ordinal, class: ClassId) {
        let above = self.hierarchy.all_supertypes(class).to_vec();
        for above in std::iter::once(class).chain(above) {
            let hierarchy = &self.hierarchy;
            let has_code = hierarchy.methods(above).any(|method| {
                let method = hierarchy.method(method);
                !method.is_static() && !method.is_abstract()
            });
            if above != class && hierarchy.is_interface(above) && !has_code {
                continue;
            }
            let void = MethodType::new(&[], None);
            if let Some(method) = hierarchy.declared_method(above, Name::new("<clinit>"), void) {
                let code = self.codes.id(Code::Method(method));
                let call = Call {
                    from: node,
                    at,
                    args: Vec::new(),
                    result: None,
                    throws: Vec::new(),
                    fork: None,
                };
                let callee = self.callee(&call, code, None);
                self.link(&call, callee, 0);
            }
        }
    }

    fn call(&mut self, call: &Call, target: Target) {
        let receiver = call.args.first().copied().flatten();
        match target {
            Target::Fixed(method) => {
                let code = self.codes.id(Code::Method(method));
                let is_instance = !self.hierarchy.method(method).is_static();
                let decides = self.input.policy.depends_on_receiver(self.callee_info(code));
                match receiver {
                    Some(receiver) if is_instance && decides => {
                        // Only objects that have the method decide.
                        let owner = self.hierarchy.method(method).class;
                        for obj in self.get(receiver) {
                            let class = self.dyn_classes.rows[self.objs.rows[obj].class].class;
                            if self.hierarchy.is_subclass(class, owner) {
                                self.call_on(call, code, obj);
                            }
                        }
                    }
                    _ => {
                        let callee = self.callee(call, code, None);
                        self.link(call, callee, 0);
                    }
                }
            }
            Target::Virtual(method) => {
                for obj in receiver.map(|receiver| self.get(receiver)).unwrap_or_default() {
                    if let Some(code) = self.dispatch(self.objs.rows[obj].class, method) {
                        self.call_on(call, code, obj);
                    }
                }
            }
        }
    }

    /// Runs code on one receiver.
    fn call_on(&mut self, call: &Call, code: CodeId, obj: Obj) {
        let info = self.receiver_info(obj);
        let callees = match call.fork {
            None => vec![self.callee(call, code, Some(info))],
            Some(kind) => {
                let callee = self.callee_info(code);
                let (outer, at) = self.outermost(call.from, call.at);
                let caller = self.key(call.from).context;
                let contexts = self.input.policy.fork(
                    &mut self.contexts,
                    caller,
                    callee,
                    info,
                    (outer, at.0),
                    kind,
                );
                let nodes = contexts.into_iter().map(|context| self.node(call, code, context));
                nodes.collect()
            }
        };
        for callee in callees {
            self.link(call, callee, 1);
            if self.takes(callee, 0) {
                self.add(Pointer::Param(callee, 0), [obj]);
            }
        }
    }

    fn callee(&mut self, call: &Call, code: CodeId, receiver: Option<ReceiverInfo>) -> Node {
        let caller = self.key(call.from).context;
        if matches!(self.kind(code), Kind::Summary(..)) {
            return self.node(call, code, caller);
        }
        let info = self.callee_info(code);
        let context = self.input.policy.callee(&mut self.contexts, caller, info, receiver);
        self.node(call, code, context)
    }

    fn node(&mut self, call: &Call, code: CodeId, context: Context) -> Node {
        let is_summary = matches!(self.kind(code), Kind::Summary(..));
        // A summary that a summary calls stands for the same call.
        let outer = self.key(call.from).call.unwrap_or((call.from, call.at));
        let call = is_summary.then_some(outer);
        self.nodes.id(NodeKey { code, context, call })
    }

    /// A call edge: arguments flow in, from one of them on; result and exceptions flow out.
    fn link(&mut self, call: &Call, callee: Node, first: usize) {
        self.reach(callee);
        self.is_changed |= self.calls.insert((call.from, call.at, callee));
        for (at, arg) in call.args.iter().enumerate().skip(first) {
            if let Some(arg) = *arg
                && self.takes(callee, at)
            {
                self.copy(Pointer::Param(callee, at), arg);
            }
        }
        if let Some(result) = call.result {
            self.copy(result, Pointer::Return(callee));
        }
        for &(sink, ty) in &call.throws {
            self.copy_filtered(sink, Pointer::Throws(callee), ty);
        }
    }

    /// Whether a node's code wants the objects of an argument.
    fn takes(&self, node: Node, at: usize) -> bool {
        let is_reference = |ty: Option<&Type>| ty.is_some_and(|ty| ty.is_reference());
        match self.kind(self.key(node).code) {
            Kind::Body(_, method) => is_reference(self.param_types(method).get(at)),
            Kind::Summary(model, method) => {
                at < usize::from(model.fixed_variables())
                    && is_reference(self.param_types(method).get(at))
            }
            Kind::Lambda(class) => {
                let lambda = self.dyn_classes.rows[class].lambda();
                at == 0 || lambda.is_some_and(|l| is_reference(l.erased.parameters().get(at - 1)))
            }
            Kind::Unknown(_) | Kind::Root => false,
        }
    }

    /// The types of a method's parameters, the receiver first.
    fn param_types(&self, method: MethodId) -> Vec<Type> {
        let decl = self.hierarchy.method(method);
        let receiver = (!decl.is_static()).then(|| Type::Ref(self.hierarchy.name(decl.class)));
        receiver.into_iter().chain(decl.ty.parameters().iter().copied()).collect()
    }

    fn callee_info(&self, code: CodeId) -> Callee {
        let is_library = |class| self.has_property(class, Property::Library);
        match self.codes.rows[code] {
            Code::Method(method) => {
                let decl = self.hierarchy.method(method);
                Callee {
                    is_application: !is_library(decl.class),
                    is_container: !decl.is_static()
                        && self.has_property(decl.class, Property::Container),
                    is_initialiser: decl.name.as_str() == "<clinit>",
                }
            }
            Code::Lambda(class) => {
                let lambda = self.dyn_classes.rows[class].lambda();
                Callee {
                    is_application: lambda.is_some_and(|lambda| !is_library(lambda.from)),
                    is_container: false,
                    is_initialiser: false,
                }
            }
            Code::Root => {
                Callee { is_application: true, is_container: false, is_initialiser: false }
            }
        }
    }

    fn receiver_info(&self, obj: Obj) -> ReceiverInfo {
        let data = &self.objs.rows[obj];
        let site = match data.kind {
            ObjKind::Site(code, at) => Receiver::Site(code, at, data.class),
            _ => Receiver::Class(data.class),
        };
        ReceiverInfo { heap: data.heap, site, class: data.class }
    }

    /// What a call of a method runs on objects of a class. A lambda has no code of its own for anything but the one method
    /// of its interface, by whatever interface it is called.
    fn dispatch(&mut self, class: DynClass, method: MethodId) -> Option<CodeId> {
        let data = &self.dyn_classes.rows[class];
        let decl = self.hierarchy.method(method);
        match self.hierarchy.select(data.class, method) {
            Ok(selected) => Some(self.codes.id(Code::Method(selected))),
            Err(_) => {
                let lambda = data.lambda()?;
                let is_its = decl.name == lambda.method && decl.class != self.hierarchy.object();
                is_its.then(|| self.codes.id(Code::Lambda(class)))
            }
        }
    }

    /// Says what snapshots call a place that is no instruction.
    fn place(&mut self, node: Node, at: Ordinal, name: impl FnOnce() -> String) {
        let code = self.key(node).code;
        self.places.entry((code, at)).or_insert_with(name);
    }
}

/// What an array of arrays holds in the end, or the type itself.
fn element(mut ty: Type) -> Type {
    while let Some(inner) = ty.element() {
        ty = inner;
    }
    ty
}
