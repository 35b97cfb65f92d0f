//! Abstract objects, contexts and threads in names.

use ir::{MethodHandle, Type};
use models::ForkKind;
use points_to::context::{Instance, Receiver, ThreadInstance};
use points_to::{Context, DynClass, Made, Member, Obj, ObjKind};

use super::Analysis;
use super::places::Place;

/// An abstract object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectName {
    /// Its class.
    pub class: ObjectClass,
    /// What it stands for.
    pub kind: ObjectKind,
    /// In which circumstances it is made.
    pub context: ContextName,
}

/// The class of an object at run time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectClass {
    /// A class or array type.
    Type(Type),
    /// The class of a lambda expression or method reference: the interface, and what it calls.
    Lambda {
        /// The functional interface.
        interface: Type,
        /// The method or field, as the class file names it.
        calls: String,
    },
    /// The class of a proxy of an interface.
    Proxy(Type),
}

/// What an abstract object stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// The objects that are made in a place; none if it is not known.
    Site(Option<Place>),
    /// All objects of its class.
    Merged,
    /// A constant string.
    Text(String),
    /// The class object of a type.
    Class(Type),
    /// A reflected member, a handle, an updater.
    Member(String),
}

/// Circumstances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContextName {
    /// The thread; none for any.
    pub thread: Option<ThreadName>,
    /// Receivers, the nearest last.
    pub receivers: Vec<ReceiverName>,
    /// The call of a factory.
    pub call: Option<Place>,
}

impl ContextName {
    /// The context with α and β exchanged.
    pub fn mirror(&self) -> ContextName {
        let mut mirrored = self.clone();
        if let Some(thread) = &mut mirrored.thread {
            thread.instance = thread.instance.mirror();
        }
        mirrored
    }
}

/// An abstract thread, or one of its two instances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadName {
    /// What kind of thread; none for the first one.
    pub kind: Option<ForkKind>,
    /// Where it is started.
    pub place: Option<Place>,
    /// The class of the object whose method it runs.
    pub runs: Option<ObjectClass>,
    /// Which of the threads that are started so.
    pub instance: Instance,
}

/// A receiver as a part of a context.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReceiverName {
    /// Its class.
    pub class: ObjectClass,
    /// Where it is made; none if it is known by its class only.
    pub place: Option<Place>,
}

impl Analysis {
    /// An abstract object in names.
    pub fn object(&self, obj: Obj) -> ObjectName {
        let data = self.solver.obj(obj);
        let kind = match &data.kind {
            ObjKind::Site(code, ordinal) => ObjectKind::Site(self.site(*code, *ordinal)),
            ObjKind::Merged => ObjectKind::Merged,
            ObjKind::Text(text) => ObjectKind::Text(text.to_string()),
            ObjKind::Class(ty) => ObjectKind::Class(*ty),
            ObjKind::Member(member) => ObjectKind::Member(self.member(*member)),
        };
        ObjectName { class: self.object_class(data.class), kind, context: self.context(data.heap) }
    }

    /// A class of objects in names.
    pub fn object_class(&self, class: DynClass) -> ObjectClass {
        let data = self.solver.dyn_class(class);
        match &data.made {
            None | Some(Made::Handle(_)) => ObjectClass::Type(data.ty),
            Some(Made::Proxy) => ObjectClass::Proxy(data.ty),
            Some(Made::Lambda(lambda)) => {
                let calls = match lambda.implementation {
                    MethodHandle::Field(_, field) => field.to_string(),
                    MethodHandle::Method(_, method) => method.to_string(),
                };
                ObjectClass::Lambda { interface: data.ty, calls }
            }
        }
    }

    /// A context in names.
    pub fn context(&self, context: Context) -> ContextName {
        let data = self.solver.contexts().get(context);
        ContextName {
            thread: data.thread.map(|thread| self.thread(thread)),
            receivers: data.receivers.iter().map(|receiver| self.receiver(*receiver)).collect(),
            call: data.call.and_then(|(code, ordinal)| self.site(code, ordinal)),
        }
    }

    /// A thread in names.
    pub fn thread(&self, ThreadInstance { thread, instance }: ThreadInstance) -> ThreadName {
        let data = self.solver.contexts().thread(thread);
        let runs = data.receiver.map(|receiver| match receiver {
            Receiver::Site(_, _, class) | Receiver::Class(class) => self.object_class(class),
        });
        ThreadName {
            kind: data.kind,
            place: data.site.and_then(|(code, ordinal)| self.site(code, ordinal)),
            runs,
            instance,
        }
    }

    fn receiver(&self, receiver: Receiver) -> ReceiverName {
        match receiver {
            Receiver::Site(code, ordinal, class) => {
                ReceiverName { class: self.object_class(class), place: self.site(code, ordinal) }
            }
            Receiver::Class(class) => ReceiverName { class: self.object_class(class), place: None },
        }
    }

    fn member(&self, member: Member) -> String {
        match member {
            Member::Method(method) | Member::Special(method) => {
                let name = self.method_name(method);
                format!("{}.{}{}", name.class, name.name, name.ty)
            }
            Member::Field(field) | Member::Setter(field) => {
                let hierarchy = self.solver.hierarchy();
                let decl = hierarchy.field(field);
                format!("{}.{}", hierarchy.name(decl.class), decl.name)
            }
            Member::Element => "[]".to_owned(),
            Member::Array(class) => self.solver.dyn_class(class).ty.to_string(),
        }
    }
}
