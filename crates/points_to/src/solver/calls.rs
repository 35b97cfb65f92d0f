//! Calls: which code runs, in which context, and what flows in and out.

use classfile::MethodFlags;
use ir::hierarchy::{ClassId, MethodId};

use crate::code::{Call, CodeKey, Target};
use crate::context::{ContextData, ReceiverInfo};
use crate::extract;
use crate::ids::{CodeId, Context, DynClass, Frame, Node, Obj, Pointer, StmtId};
use crate::set::PointsToSet;
use crate::types::Made;

use super::mirror::Edge;
use super::{CallEdge, Called, Caller, Solver};

impl Solver {
    /// A call whose target does not depend on a receiver.
    pub(super) fn call_fixed(&mut self, node: Node, id: StmtId, call: &Call) {
        let Target::Fixed(method) = call.target else { return };
        let code = self.method_code(method);
        let callee = self.callee_node(node, id, code, None);
        self.add_call_edge(node, id, Some(call), callee, None);
    }

    /// A class is initialised: its initialisers run.
    pub(super) fn initialise(&mut self, node: Node, id: StmtId, class: ClassId) {
        for method in extract::initialisers(&self.world, class) {
            let code = self.method_code(method);
            let callee = self.callee_node(node, id, code, None);
            self.add_call_edge(node, id, None, callee, None);
        }
    }

    /// A call on new receivers.
    pub(super) fn call(&mut self, node: Node, id: StmtId, call: &Call, receivers: &PointsToSet) {
        let mut batches: Vec<(Called, PointsToSet)> = Vec::new();
        // Receivers of one class run the same code, mostly in the same context.
        let mut last: Option<(DynClass, Called)> = None;
        for obj in receivers.iter() {
            let class = self.heap.get(obj).class;
            if let Some((known, callee)) = last
                && known == class
                && let Some((_, batch)) =
                    batches.iter_mut().rev().take(8).find(|(called, _)| *called == callee)
            {
                batch.extend(self.receivers(obj, callee));
                continue;
            }
            last = None;
            if let Some(callee) = self.callee_by_class(node, id, call, class) {
                last = Some((class, callee));
            }
            for callee in self.callees_of(node, id, call, obj) {
                self.add_call_edge(node, id, Some(call), callee, Some(obj));
                let passed = self.receivers(obj, callee);
                match batches.iter_mut().rev().take(8).find(|(known, _)| *known == callee) {
                    Some((_, batch)) => batch.extend(passed),
                    None => batches.push((callee, passed.collect())),
                }
            }
        }
        for (callee, objs) in batches {
            if let Some(this) = self.receiver_pointer(callee.node) {
                self.add_objs(this, &objs);
            }
        }
    }

    /// The node that a call runs on all receivers of a class, if nothing else about them matters.
    fn callee_by_class(
        &mut self,
        node: Node,
        id: StmtId,
        call: &Call,
        class: DynClass,
    ) -> Option<Called> {
        let Target::Virtual(method) = call.target else { return None };
        if call.fork.is_some() {
            return None;
        }
        let code = self.dispatch(class, method)?;
        let info = self.callee_info(code);
        let is_by_receiver = info.is_stage || self.policy.depends_on_receiver(info);
        (!is_by_receiver).then(|| self.callee_node(node, id, code, None))
    }

    /// The nodes that a call runs on a receiver.
    pub(super) fn callees_of(
        &mut self,
        node: Node,
        id: StmtId,
        call: &Call,
        obj: Obj,
    ) -> CalleeNodes {
        let code = match call.target {
            Target::Fixed(method) => Some(self.method_code(method)),
            Target::Special(method) => {
                let class = self.types.class(self.heap.get(obj).class).class;
                let owner = self.world.hierarchy.method(method).class;
                // A variable of reflection may hold objects that the method has nothing to do with.
                self.world.hierarchy.is_subclass(class, owner).then(|| self.method_code(method))
            }
            Target::Virtual(method) => self.dispatch(self.heap.get(obj).class, method),
        };
        let Some(code) = code else { return CalleeNodes::None };
        let Some(kind) = call.fork else {
            return CalleeNodes::One(self.callee_node(node, id, code, Some(obj)));
        };
        let receiver = self.receiver_info(obj);
        let info = self.callee_info(code);
        let site = self.outer_site((node, id));
        let caller = self.nodes[node].key.context;
        let contexts = self.policy.fork(&mut self.contexts, caller, info, receiver, site, kind);
        let callees = contexts.into_iter().filter_map(|context| {
            let is_other = self.contexts.is_beta(context);
            // From elsewhere β is started as α is, and stands beside it.
            if is_other && self.contexts.frame(context) != self.nodes[node].frame {
                return None;
            }
            let context = if is_other { self.contexts.mirror(context) } else { context };
            // A node of one thread for a call of another would be seen by two threads at once.
            let node = match self.nodes[node].frame {
                Frame::NONE => self.node_in(node, id, code, context),
                _ => self.node(code, context, None),
            };
            Some(Called { node, is_other })
        });
        CalleeNodes::Many(callees.collect())
    }

    /// The variable of a node's receiver.
    pub(super) fn receiver_pointer(&self, node: Node) -> Option<Pointer> {
        let this = self.code(node).params.first().copied().flatten()?;
        Some(self.variable(node, this))
    }

    fn receiver_info(&self, obj: Obj) -> ReceiverInfo {
        let data = self.heap.get(obj);
        ReceiverInfo { heap: data.heap, site: data.as_receiver(), class: data.class }
    }

    pub(super) fn callee_node(
        &mut self,
        node: Node,
        id: StmtId,
        code: CodeId,
        receiver: Option<Obj>,
    ) -> Called {
        let caller = self.nodes[node].key.context;
        let info = self.callee_info(code);
        // A class is initialised once for all, also by a summary: it runs where the policy says.
        if self.ensure_code(code).is_summary && !info.is_initialiser {
            let context = match receiver.filter(|_| info.is_stage) {
                Some(stage) => self.stage_context(caller, stage),
                None => caller,
            };
            return Called { node: self.node_in(node, id, code, context), is_other: false };
        }
        if !self.policy.depends_on_receiver(info) && !self.policy.depends_on_call(info) {
            if let Some(&known) = self.plain_callees.get(&(caller, code)) {
                return Called { node: known, is_other: false };
            }
            let site = self.outer_site((node, id));
            let context = self.policy.callee(&mut self.contexts, caller, info, None, site);
            let callee = self.node(code, context, None);
            self.plain_callees.insert((caller, code), callee);
            return Called { node: callee, is_other: false };
        }
        let receiver = receiver.map(|obj| self.receiver_info(obj));
        let site = self.outer_site((node, id));
        let context = self.policy.callee(&mut self.contexts, caller, info, receiver, site);
        let is_other = self.contexts.is_beta(context);
        let context = if is_other { self.contexts.mirror(context) } else { context };
        Called { node: self.node(code, context, None), is_other }
    }

    /// The stages of one pipeline are told apart: otherwise the callbacks of each would get the elements of all.
    fn stage_context(&mut self, caller: Context, stage: Obj) -> Context {
        let thread = self.contexts.get(caller).thread;
        let receivers = Box::new([self.receiver_info(stage).site]);
        self.contexts.intern(ContextData { thread, receivers, call: None })
    }

    fn node_in(&mut self, node: Node, id: StmtId, code: CodeId, context: Context) -> Node {
        if !self.ensure_code(code).is_per_call {
            return self.node(code, context, None);
        }
        let site = self.body_site(node, id);
        self.node(code, context, Some(site))
    }

    /// The call in a body that a summary is carried out for. A summary that is called by another one stands for the same
    /// call of the body: summaries call each other, and themselves, and each chain of them would be a node of its own.
    fn body_site(&self, node: Node, id: StmtId) -> (Node, StmtId) {
        self.nodes[node].key.site.unwrap_or((node, id))
    }

    /// The code that a call of a method runs on objects of a class.
    fn dispatch(&mut self, class: DynClass, method: MethodId) -> Option<CodeId> {
        if let Some(&known) = self.dispatch.get(&(class, method)) {
            return known;
        }
        let found = self.dispatch_anew(class, method);
        self.dispatch.insert((class, method), found);
        found
    }

    fn dispatch_anew(&mut self, class: DynClass, method: MethodId) -> Option<CodeId> {
        let data = self.types.class(class);
        let receiver = data.class;
        if let Some(made) = &data.made {
            let hierarchy = &self.world.hierarchy;
            let decl = hierarchy.method(method);
            let has_no_code = || hierarchy.select(receiver, method).is_err();
            // Defaults of a proxy's interface are passed on too, and what can be overridden of `Object`.
            let fixed = MethodFlags::FINAL | MethodFlags::STATIC | MethodFlags::PRIVATE;
            let is_its_method = match made {
                Made::Lambda(lambda) => {
                    decl.name == lambda.method && !self.is_of_object(method) && has_no_code()
                }
                Made::Proxy => {
                    hierarchy.is_subclass(receiver, decl.class) && !decl.flags.intersects(fixed)
                }
                Made::Handle(_) => hierarchy.is_signature_polymorphic(method),
            };
            match made {
                Made::Proxy if is_its_method => {
                    return Some(self.code_id(CodeKey::Proxy(class, method)));
                }
                _ if is_its_method => return Some(self.code_id(CodeKey::Lambda(class))),
                _ => {}
            }
        }
        let selected = self.world.hierarchy.select(receiver, method).ok()?;
        Some(self.method_code(selected))
    }

    fn is_of_object(&self, method: MethodId) -> bool {
        self.world.hierarchy.method(method).class == self.world.hierarchy.object()
    }

    /// Adds a call edge, if it is not there: the callee is reachable, arguments flow in and the result out.
    fn add_call_edge(
        &mut self,
        node: Node,
        id: StmtId,
        call: Option<&Call>,
        called: Called,
        witness: Option<Obj>,
    ) {
        let std::collections::hash_map::Entry::Vacant(entry) =
            self.call_edges.entry((node, id, called))
        else {
            return;
        };
        entry.insert(CallEdge { witness });
        self.note_call((node, id, called), false);
        let Called { node: callee, is_other } = called;
        self.nodes[callee].callers.push(Caller { node, stmt: id, is_other });
        if !self.nodes[callee].is_reachable {
            self.note_node(callee);
            self.nodes[callee].is_reachable = true;
            self.new_nodes.push(callee);
        }
        if let Some(call) = call {
            for edge in self.call_flows(node, call, called) {
                self.add_edge(edge);
            }
        }
    }

    /// The edges between pointers that a call edge brings.
    pub(super) fn call_flows(&self, node: Node, call: &Call, called: Called) -> Vec<Edge> {
        let Called { node: callee, is_other } = called;
        let code = self.code(callee);
        let mut flows = Vec::with_capacity(call.args.len() + 2);
        // Receivers that decide about the target are passed one by one.
        let first = usize::from(call.receiver().is_some());
        for (arg, param) in call.args.iter().zip(&code.params).skip(first) {
            if let (Some(arg), Some(param)) = (*arg, *param) {
                flows.push((self.variable(node, arg), self.variable(callee, param)));
            }
        }
        if let (Some(result), Some(ret)) = (call.result, code.ret) {
            flows.push((self.variable(callee, ret), self.variable(node, result)));
        }
        if let Some(exc) = call.exc {
            flows.push((self.variable(callee, code.exc), self.variable(node, exc)));
        }
        flows.into_iter().map(|(from, to)| Edge { from, to, is_other }).collect()
    }
}

/// The nodes that a call runs on one receiver.
pub(super) enum CalleeNodes {
    None,
    One(Called),
    Many(Vec<Called>),
}

impl IntoIterator for CalleeNodes {
    type Item = Called;
    type IntoIter = std::iter::Chain<std::option::IntoIter<Called>, std::vec::IntoIter<Called>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self {
            CalleeNodes::None => (None, Vec::new()),
            CalleeNodes::One(node) => (Some(node), Vec::new()),
            CalleeNodes::Many(nodes) => (None, nodes),
        };
        one.into_iter().chain(many)
    }
}
