//! The facts in the names that [`Snapshot`] uses.

use std::collections::{BTreeMap, BTreeSet};

use ir::entity::{EntityId as _, Table};
use ir::hierarchy::{FieldId, MethodId};
use ir::{Inst, MethodHandle};
use points_to::context::{Instance, Receiver, ThreadInstance};
use points_to::{CodeId, Context, DynClass, Node, Obj, ObjKind, SlotKind, Snapshot, Thread};

use super::{Code, Ordinal, Pointer, Reference};

/// The names of everything that comes up often.
struct Names {
    nodes: Table<Node, String>,
    objs: Table<Obj, String>,
}

impl Reference<'_> {
    pub(super) fn snapshot(&self) -> Snapshot {
        let names = Names {
            nodes: self.nodes.rows.keys().map(|n| self.node_name(n)).collect::<Vec<_>>().into(),
            objs: self.objs.rows.keys().map(|o| self.obj_name(o)).collect::<Vec<_>>().into(),
        };
        let nodes = self.reachable.iter().map(|&node| names.nodes[node].clone()).collect();
        let calls = self.calls.iter().map(|&(from, at, to)| {
            let place = self.place_name(self.key(from).code, at);
            (names.nodes[from].clone(), place, names.nodes[to].clone())
        });
        let mut points_to: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (&pointer, objs) in &self.facts {
            if let Some(name) = self.pointer_name(&names, pointer)
                && !objs.is_empty()
            {
                let objs = objs.iter().map(|&obj| names.objs[obj].clone());
                points_to.entry(name).or_default().extend(objs);
            }
        }
        Snapshot { nodes, calls: calls.collect(), points_to }
    }

    pub(super) fn method_name(&self, method: MethodId) -> String {
        let decl = self.hierarchy.method(method);
        format!("{}.{}{}", self.hierarchy.name(decl.class), decl.name, decl.ty)
    }

    fn field_name(&self, field: FieldId) -> String {
        let decl = self.hierarchy.field(field);
        format!("{}.{}", self.hierarchy.name(decl.class), decl.name)
    }

    fn place_name(&self, code: CodeId, at: Ordinal) -> String {
        // Several places of one instruction have one name.
        let inst = || Inst::from_index(at.0 as usize & 0xff_ffff).to_string();
        self.places.get(&(code, at)).cloned().unwrap_or_else(inst)
    }

    fn code_name(&self, code: CodeId) -> String {
        match self.codes.rows[code] {
            Code::Method(method) => self.method_name(method),
            Code::Lambda(class) => self.class_name(class),
            Code::Root => "root".to_owned(),
        }
    }

    fn node_name(&self, node: Node) -> String {
        let key = self.key(node);
        let name = format!("{}{}", self.code_name(key.code), self.context_name(key.context));
        match key.call {
            Some((outer, at)) => {
                let place = self.place_name(self.key(outer).code, at);
                format!("{name} for {place} of {}", self.node_name(outer))
            }
            None => name,
        }
    }

    fn class_name(&self, class: DynClass) -> String {
        let data = &self.dyn_classes.rows[class];
        let Some(lambda) = data.lambda() else { return data.ty.to_string() };
        let implementation = match lambda.implementation {
            MethodHandle::Field(kind, field) => format!("{kind:?} {field}"),
            MethodHandle::Method(kind, method) => format!("{kind:?} {method}"),
        };
        format!("lambda {} = {implementation} in {}", data.ty, self.code_name(lambda.code))
    }

    fn context_name(&self, context: Context) -> String {
        let data = self.contexts.get(context);
        let thread = data.thread.map(|thread| self.instance_name(thread));
        let receivers = data.receivers.iter().map(|&receiver| self.receiver_name(receiver));
        let parts: Vec<String> = thread.into_iter().chain(receivers).collect();
        if parts.is_empty() { String::new() } else { format!("[{}]", parts.join(", ")) }
    }

    fn instance_name(&self, instance: ThreadInstance) -> String {
        let letter = match instance.instance {
            Instance::One => "",
            Instance::Alpha => "α",
            Instance::Beta => "β",
        };
        format!("{}{letter}", self.thread_name(instance.thread))
    }

    fn thread_name(&self, thread: Thread) -> String {
        let data = self.contexts.thread(thread);
        let Some((code, at)) = data.site else {
            return data.kind.map_or("main", |kind| kind.spelling()).to_owned();
        };
        let place = self.site_name(code, at);
        let receiver = data.receiver.map(|receiver| self.receiver_name(receiver));
        let receiver = receiver.unwrap_or_default();
        let owners = data.owners.iter().flatten().map(|&owner| self.receiver_name(owner));
        let owners: Vec<String> = owners.collect();
        match owners.is_empty() {
            true => format!("<{place} runs {receiver}>"),
            false => format!("<{place} runs {receiver} for {}>", owners.join(", ")),
        }
    }

    fn receiver_name(&self, receiver: Receiver) -> String {
        match receiver {
            Receiver::Site(code, at, class) => {
                format!("{} at {}", self.class_name(class), self.site_name(code, at))
            }
            Receiver::Class(class) => self.class_name(class),
        }
    }

    fn site_name(&self, code: CodeId, at: u32) -> String {
        format!("{}@{}", self.code_name(code), self.place_name(code, Ordinal(at)))
    }

    fn obj_name(&self, obj: Obj) -> String {
        let data = &self.objs.rows[obj];
        let class = self.class_name(data.class);
        match data.kind {
            ObjKind::Site(code, at) => {
                let heap = self.context_name(data.heap);
                format!("{class} at {}{heap}", self.site_name(code, at))
            }
            ObjKind::Merged => format!("any {class}"),
            ObjKind::Text(text) => format!("{text:?}"),
            ObjKind::Class(ty) => format!("class {ty}"),
            ObjKind::Member(member) => format!("{class} of {member:?}"),
        }
    }

    fn pointer_name(&self, names: &Names, pointer: Pointer) -> Option<String> {
        Some(match pointer {
            Pointer::Value(node, value) => format!("{value} of {}", names.nodes[node]),
            Pointer::Param(node, at) => format!("parameter {at} of {}", names.nodes[node]),
            Pointer::Temporary(..) => return None,
            Pointer::Return(node) => format!("return of {}", names.nodes[node]),
            Pointer::Throws(node) => format!("throws of {}", names.nodes[node]),
            Pointer::Field(obj, slot) => {
                let slot = match slot {
                    SlotKind::Field(field) => self.field_name(field),
                    SlotKind::Element => "[]".to_owned(),
                    SlotKind::State(name) => name.to_string(),
                    SlotKind::Capture(at) => format!("capture {at}"),
                };
                format!("{slot} of {}", names.objs[obj])
            }
            Pointer::Static(field) => self.field_name(field),
        })
    }
}
