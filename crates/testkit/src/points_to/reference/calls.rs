//! The rules for calls: which code runs, in which context, and what flows in and out.

use ir::hierarchy::{ClassId, MethodId};
use ir::{MethodType, Name, Type};
use models::{ForkKind, Property};
use points_to::context::{Callee, ContextData, Instance, Receiver, ReceiverInfo, is_factory};
use points_to::{CodeId, Context, DynClass, Node, Obj, ObjKind};

use super::{Code, Kind, NodeKey, Ordinal, Pointer, Reference};

/// A call of one node.
pub(super) struct Call {
    pub(super) from: Node,
    pub(super) at: Ordinal,
    /// The receiver first; none for what holds no object.
    pub(super) args: Vec<Option<Pointer>>,
    pub(super) result: Option<Pointer>,
    pub(super) throws: Vec<Sink>,
    pub(super) fork: Option<ForkKind>,
}

/// Where exceptions go: those of a type, or all.
pub(super) type Sink = (Pointer, Option<Type>);

/// Which method a call runs.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Fixed(MethodId),
    Virtual(MethodId),
}

impl Reference<'_> {
    /// A class is used for the first time: its initialiser runs, those of its superclasses, and those of superinterfaces
    /// with code in instance methods (JVMS 5.5).
    pub(super) fn initialise(&mut self, node: Node, at: Ordinal, class: ClassId) {
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

    pub(super) fn call(&mut self, call: &Call, target: Target) {
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
                let thread = self.contexts.get(caller).thread;
                let is_many = thread.is_some_and(|thread| thread.instance != Instance::One);
                let nodes = contexts.into_iter().map(|context| match is_many {
                    // Of those that one of many threads starts, none stands for a call of its own.
                    true => self.nodes.id(NodeKey { code, context, call: None }),
                    false => self.node(call, code, context),
                });
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

    pub(super) fn callee(
        &mut self,
        call: &Call,
        code: CodeId,
        receiver: Option<ReceiverInfo>,
    ) -> Node {
        let caller = self.key(call.from).context;
        let info = self.callee_info(code);
        if matches!(self.kind(code), Kind::Summary(..)) && !info.is_initialiser {
            // The stages of a pipeline are told apart.
            let context = match receiver.filter(|_| info.is_stage) {
                Some(stage) => {
                    let thread = self.contexts.get(caller).thread;
                    let receivers = [stage.site].into();
                    self.contexts.intern(ContextData { thread, receivers, call: None })
                }
                None => caller,
            };
            return self.node(call, code, context);
        }
        let (outer, at) = self.outermost(call.from, call.at);
        let site = (outer, at.0);
        let policy = &self.input.policy;
        let context = policy.callee(&mut self.contexts, caller, info, receiver, site);
        self.node(call, code, context)
    }

    fn node(&mut self, call: &Call, code: CodeId, context: Context) -> Node {
        let is_per_call = match self.kind(code) {
            Kind::Summary(model, _) => self.is_per_call(model),
            _ => false,
        };
        // A summary that a summary calls stands for the same call.
        let outer = self.key(call.from).call.unwrap_or((call.from, call.at));
        let call = is_per_call.then_some(outer);
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
    pub(super) fn takes(&self, node: Node, at: usize) -> bool {
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
    pub(super) fn param_types(&self, method: MethodId) -> Vec<Type> {
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
                    is_instance: !decl.is_static(),
                    is_container: !decl.is_static()
                        && self.has_property(decl.class, Property::Container),
                    is_stage: !decl.is_static() && self.has_property(decl.class, Property::Stage),
                    is_initialiser: decl.name.as_str() == "<clinit>",
                    is_factory: is_factory(self.input.models, decl),
                }
            }
            Code::Lambda(class) => {
                let lambda = self.dyn_classes.rows[class].lambda();
                Callee {
                    is_application: lambda.is_some_and(|lambda| !is_library(lambda.from)),
                    is_instance: true,
                    is_container: false,
                    is_stage: false,
                    is_initialiser: false,
                    is_factory: false,
                }
            }
            Code::Root => Callee {
                is_application: true,
                is_instance: false,
                is_container: false,
                is_stage: false,
                is_initialiser: false,
                is_factory: false,
            },
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
}
