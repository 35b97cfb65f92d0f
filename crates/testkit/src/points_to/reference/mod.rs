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
mod calls;
mod lambda;
mod names;
mod summary;

use std::collections::BTreeSet;
use std::sync::Arc;

use classfile::MethodFlags;
use ir::entity::{EntityId, Table};
use ir::hierarchy::{ClassId, FieldId, Hierarchy, MethodId};
use ir::{Class, Method, Name, Type, Value};
use models::{MethodCode, MethodModel, Models, Property};
use points_to::context::{ContextPolicy, Contexts};
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
        let code = self.codes.id(Code::Root);
        for context in self.input.policy.root(&mut self.contexts) {
            let root = self.nodes.id(NodeKey { code, context, call: None });
            self.reach(root);
        }
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
        // The JVM refuses to put objects of other classes into an array.
        let element = match pointer {
            Pointer::Field(array, SlotKind::Element) => {
                self.dyn_classes.rows[self.objs.rows[array].class].ty.element()
            }
            _ => None,
        };
        for obj in objs {
            if self.passes(obj, element) {
                self.is_changed |= self.facts.entry(pointer).or_default().insert(obj);
            }
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
