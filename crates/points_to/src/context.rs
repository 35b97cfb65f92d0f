//! Contexts: in which circumstances code runs and objects are made.
//!
//! A [`ContextPolicy`] decides which circumstances are told apart. It is a pure function of what it is given, so that the
//! contexts of a program do not depend on the order in which it is solved.
//!
//! | policy | code runs in the context of | objects carry |
//! |---|---|---|
//! | [`Insensitive`] | nothing | nothing |
//! | [`ThreadSensitive`] | the thread instance | the allocating thread instance |
//! | … with containers | and the receiver, in containers | and the container that allocated them |
//! | … with objects | and the receiver, in the application; and the call, in its factories | and the receiver and the call of the code that allocated them |
//! | [`ObjectSensitive`] | the last k allocation sites of receivers | the last k − 1 of the allocating code |
//! | [`TypeSensitive`] | the same, by class instead of site | the same |
//!
//! After StaTS (§II.B, Def. 1) and IteRace (Fig. 6), with these deviations: elements of contexts are allocation sites, not
//! objects with contexts of their own, so that there are finitely many; class initialisers run in no thread, since they
//! may run in any; and a thread that starts one of its own kind is α to its β, so that an object that two threads call β may
//! be one and the same: a third thread's.

use std::fmt;

use classfile::MethodFlags;
use ir::Type;
use ir::entity::Table;
use ir::hierarchy::MethodDecl;
use models::{ForkKind, Models, Property};
use rustc_hash::FxHashMap;

use crate::ids::{CodeId, Context, DynClass, Frame, Thread};

/// The parts of a context.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContextData {
    /// The thread instance that runs the code or made the object; none for any.
    pub thread: Option<ThreadInstance>,
    /// Receivers, the nearest last.
    pub receivers: Box<[Receiver]>,
    /// The call of the factory that makes objects for its caller, by code and ordinal.
    pub call: Option<(CodeId, u32)>,
}

/// An abstract thread that is one, or one of the two stand-ins for the many threads that it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadInstance {
    /// The abstract thread.
    pub thread: Thread,
    /// Which of the two.
    pub instance: Instance,
}

/// The only one, α or β. What holds for α holds for β with the two exchanged, so the [solver](crate::Solver) works out α alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Instance {
    /// There is no other.
    One,
    /// Any of many, the one that is looked at.
    Alpha,
    /// Any other of them.
    Beta,
}

impl Instance {
    /// The instance with α and β exchanged.
    pub fn mirror(self) -> Instance {
        match self {
            Instance::One => Instance::One,
            Instance::Alpha => Instance::Beta,
            Instance::Beta => Instance::Alpha,
        }
    }
}

/// A receiver as a part of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Receiver {
    /// By where it was allocated: code, ordinal of the statement, class.
    Site(CodeId, u32, DynClass),
    /// By its class.
    Class(DynClass),
}

/// An abstract thread: how and where it is started, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadData {
    /// What kind of thread; none for the one that starts everything.
    pub kind: Option<ForkKind>,
    /// Code and ordinal of the call that starts it.
    pub site: Option<(CodeId, u32)>,
    /// The object whose method it runs.
    pub receiver: Option<Receiver>,
    /// For whom that object was made, and for whom the call was: where receivers are told apart.
    pub owners: [Option<Receiver>; 2],
}

/// All contexts and threads that came up.
pub struct Contexts {
    contexts: Table<Context, ContextData>,
    context_ids: FxHashMap<ContextData, Context>,
    threads: Table<Thread, ThreadData>,
    thread_ids: FxHashMap<ThreadData, Thread>,
}

impl Default for Contexts {
    fn default() -> Self {
        Contexts::new()
    }
}

impl Contexts {
    /// The empty context alone.
    pub fn new() -> Contexts {
        let mut contexts = Contexts {
            contexts: Table::new(),
            context_ids: FxHashMap::default(),
            threads: Table::new(),
            thread_ids: FxHashMap::default(),
        };
        contexts.intern(ContextData::default());
        contexts
    }

    /// The context that tells nothing apart.
    pub fn empty(&self) -> Context {
        ir::entity::EntityId::from_index(0)
    }

    /// The id of a context.
    pub fn intern(&mut self, data: ContextData) -> Context {
        if let Some(&id) = self.context_ids.get(&data) {
            return id;
        }
        let id = self.contexts.push(data.clone());
        self.context_ids.insert(data, id);
        id
    }

    /// The parts of a context.
    pub fn get(&self, context: Context) -> &ContextData {
        &self.contexts[context]
    }

    /// The id of a thread.
    pub fn intern_thread(&mut self, data: ThreadData) -> Thread {
        if let Some(&id) = self.thread_ids.get(&data) {
            return id;
        }
        let id = self.threads.push(data.clone());
        self.thread_ids.insert(data, id);
        id
    }

    /// The parts of a thread.
    pub fn thread(&self, thread: Thread) -> &ThreadData {
        &self.threads[thread]
    }

    /// All threads.
    pub fn threads(&self) -> impl Iterator<Item = (Thread, &ThreadData)> {
        self.threads.iter()
    }

    /// The thread in whose eyes code in a context sees objects.
    pub(crate) fn frame(&self, context: Context) -> Frame {
        match self.contexts[context].thread {
            Some(ThreadInstance { thread, instance: Instance::Alpha | Instance::Beta }) => {
                Frame::of(thread)
            }
            _ => Frame::NONE,
        }
    }

    /// Whether it is a context of β.
    pub(crate) fn is_beta(&self, context: Context) -> bool {
        self.contexts[context].thread.is_some_and(|thread| thread.instance == Instance::Beta)
    }

    /// The context with α and β exchanged.
    pub fn mirror(&mut self, context: Context) -> Context {
        let ContextData { thread, receivers, call } = self.contexts[context].clone();
        let thread = thread.map(|ThreadInstance { thread, instance }| ThreadInstance {
            thread,
            instance: instance.mirror(),
        });
        self.intern(ContextData { thread, receivers, call })
    }

    fn instances(
        &mut self,
        thread: Thread,
        instances: &[Instance],
        receivers: &[Receiver],
    ) -> Vec<Context> {
        let one =
            |&instance| self.with_thread(Some(ThreadInstance { thread, instance }), receivers);
        instances.iter().map(one).collect()
    }

    fn with_thread(&mut self, thread: Option<ThreadInstance>, receivers: &[Receiver]) -> Context {
        self.intern(ContextData { thread, receivers: receivers.into(), call: None })
    }

    /// How a receiver is called in a context: what a factory has made is known by the call of the factory.
    fn name(&self, receiver: ReceiverInfo) -> Receiver {
        match self.get(receiver.heap).call {
            Some((code, ordinal)) => Receiver::Site(code, ordinal, receiver.class),
            None => receiver.site,
        }
    }
}

/// What a policy is told about code that is called.
#[derive(Clone, Copy, Debug)]
pub struct Callee {
    /// Whether it is code of the application.
    pub is_application: bool,
    /// Whether it has a receiver.
    pub is_instance: bool,
    /// Whether it is a method of a container.
    pub is_container: bool,
    /// Whether it is a method of a pipeline's stage.
    pub is_stage: bool,
    /// Whether it initialises a class.
    pub is_initialiser: bool,
    /// Whether it seems to make objects for its callers: see [`is_factory`].
    pub is_factory: bool,
}

/// Whether a method seems to make objects for its callers, each its own: one that only its class or nobody's object has, and that
/// returns an object; any that is given something to run (`locked(lock, () -> …)`, `subscribe(executor, handler)`); or any that may
/// return what it was given, since that has the type of its result (IteRace tells such calls apart by which arguments are shared). By
/// its declaration alone, so that it does not depend on edits of its code.
pub fn is_factory(models: &Models, method: &MethodDecl) -> bool {
    let flags = method.flags;
    if flags.contains(MethodFlags::SYNTHETIC) || method.name.as_str().starts_with('<') {
        return false;
    }
    let has = |ty: Type, property| match ty {
        Type::Ref(name) => models.has_property(name.as_str(), property).is_some(),
        _ => false,
    };
    // Nobody tells merged objects apart.
    let is_object = |ty: Type| ty.is_reference() && !has(ty, Property::Merged);
    let (result, parameters) =
        (method.ty.result().filter(|ty| is_object(*ty)), method.ty.parameters());
    let is_its_own = flags.intersects(MethodFlags::STATIC | MethodFlags::PRIVATE);
    result.is_some_and(|result| is_its_own || parameters.contains(&result))
        || parameters.iter().any(|ty| has(*ty, Property::Function))
}

/// What a policy is told about a receiver.
#[derive(Clone, Copy, Debug)]
pub struct ReceiverInfo {
    /// The context in which it was made.
    pub heap: Context,
    /// How it is called in a context.
    pub site: Receiver,
    /// Its class.
    pub class: DynClass,
}

/// Which circumstances are told apart.
pub trait ContextPolicy: fmt::Debug + Send {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The contexts of what calls the entry points: one, or α and β.
    fn root(&self, contexts: &mut Contexts) -> Vec<Context>;

    /// Whether the receiver has a say in the context of this code.
    fn depends_on_receiver(&self, callee: Callee) -> bool;

    /// Whether the call has a say in the context of this code.
    fn depends_on_call(&self, _: Callee) -> bool {
        false
    }

    /// The context of called code.
    fn callee(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        callee: Callee,
        receiver: Option<ReceiverInfo>,
        site: (CodeId, u32),
    ) -> Context;

    /// The contexts of code that is called in a new thread. What it says of α as a caller and as a result, it must say of β
    /// with the two exchanged.
    fn fork(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        callee: Callee,
        receiver: ReceiverInfo,
        site: (CodeId, u32),
        kind: ForkKind,
    ) -> Vec<Context>;

    /// The context of an object that is made by code in a context.
    fn heap(&self, contexts: &mut Contexts, allocator: Context) -> Context;
}

/// Tells nothing apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insensitive;

impl ContextPolicy for Insensitive {
    fn name(&self) -> &'static str {
        "insensitive"
    }

    fn root(&self, contexts: &mut Contexts) -> Vec<Context> {
        vec![contexts.empty()]
    }

    fn depends_on_receiver(&self, _: Callee) -> bool {
        false
    }

    fn callee(
        &self,
        contexts: &mut Contexts,
        _: Context,
        _: Callee,
        _: Option<ReceiverInfo>,
        _: (CodeId, u32),
    ) -> Context {
        contexts.empty()
    }

    fn fork(
        &self,
        contexts: &mut Contexts,
        _: Context,
        _: Callee,
        _: ReceiverInfo,
        _: (CodeId, u32),
        _: ForkKind,
    ) -> Vec<Context> {
        vec![contexts.empty()]
    }

    fn heap(&self, contexts: &mut Contexts, _: Context) -> Context {
        contexts.empty()
    }
}

/// Tells threads apart, and on request what containers hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadSensitive {
    /// One level of object sensitivity for containers.
    pub containers: bool,
    /// One level of object sensitivity for the application.
    pub objects: bool,
    /// Which threads are told apart.
    pub threads: Threads,
    /// How many stand for a thread that may run more than once.
    pub instances: Instances,
}

/// How many stand for a thread that may run more than once (IteRace §1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instances {
    /// α and β.
    #[default]
    Two,
    /// One for all of them: what each makes is not told from what others make.
    One,
}

/// Which threads are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Each by where it is started and what it runs.
    #[default]
    Apart,
    /// None: all, the first too, are instances of one abstract thread. What a thread made itself is still told from what
    /// others made, at no more nodes than without threads. For large programs, in which every thread seems to run nearly
    /// everything: which of them reaches what is in the call graph all the same.
    Alike,
}

impl ContextPolicy for ThreadSensitive {
    fn name(&self) -> &'static str {
        match (self.threads, self.containers, self.objects) {
            (Threads::Apart, _, true) => "thread+object",
            (Threads::Apart, false, false) => "thread",
            (Threads::Apart, true, false) => "thread+container",
            (Threads::Alike, _, true) => "alike+object",
            (Threads::Alike, false, false) => "alike",
            (Threads::Alike, true, false) => "alike+container",
        }
    }

    fn root(&self, contexts: &mut Contexts) -> Vec<Context> {
        let main = ThreadData { kind: None, site: None, receiver: None, owners: [None; 2] };
        let thread = contexts.intern_thread(main);
        match (self.threads, self.instances) {
            (Threads::Alike, Instances::Two) => {
                contexts.instances(thread, &[Instance::Alpha, Instance::Beta], &[])
            }
            _ => contexts.instances(thread, &[Instance::One], &[]),
        }
    }

    fn depends_on_receiver(&self, callee: Callee) -> bool {
        self.containers && callee.is_container
            || self.objects && callee.is_application && callee.is_instance
    }

    fn depends_on_call(&self, callee: Callee) -> bool {
        self.objects && callee.is_application && callee.is_factory
    }

    fn callee(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        callee: Callee,
        receiver: Option<ReceiverInfo>,
        site: (CodeId, u32),
    ) -> Context {
        let thread = contexts.get(caller).thread;
        // Class initialisers run in whichever thread comes first: in none that is told from others.
        let is_any = callee.is_initialiser && self.threads != Threads::Alike;
        let in_thread = thread.filter(|_| !is_any);
        let mut data = match receiver {
            Some(receiver) if self.depends_on_receiver(callee) => {
                let receivers = [contexts.name(receiver)].into();
                ContextData { receivers, ..ContextData::default() }
            }
            // Code without a receiver works for the one who calls it.
            _ if self.objects && callee.is_application && !callee.is_initialiser => {
                contexts.get(caller).clone()
            }
            _ => ContextData::default(),
        };
        data.thread = in_thread;
        if self.depends_on_call(callee) {
            data.call = Some(site);
        }
        contexts.intern(data)
    }

    fn fork(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        _: Callee,
        receiver: ReceiverInfo,
        site: (CodeId, u32),
        kind: ForkKind,
    ) -> Vec<Context> {
        // The JVM has one thread for finalizers and cleaners.
        let is_one = self.threads == Threads::Apart && kind == ForkKind::Finalizer;
        let is_known = self.threads == Threads::Apart && !is_one;
        let owner = |context: Context| {
            let data = contexts.get(context);
            let call = data.call.map(|(code, at)| Receiver::Site(code, at, receiver.class));
            call.or(data.receivers.last().copied())
        };
        let owners = match is_known && self.objects {
            true => [owner(receiver.heap), owner(caller)],
            false => [None; 2],
        };
        let thread = contexts.intern_thread(ThreadData {
            kind: (self.threads == Threads::Apart).then_some(kind),
            site: is_known.then_some(site),
            receiver: is_known.then_some(receiver.site),
            owners,
        });
        let forking = contexts.get(caller).thread.filter(|forking| forking.thread == thread);
        // Threads that are alike otherwise run what their own objects were given: `new Thread(task)`.
        let receivers = match self.threads {
            Threads::Alike => &[receiver.site][..],
            Threads::Apart => &[],
        };
        let instances: &[Instance] = match forking.map(|forking| forking.instance) {
            _ if is_one || self.instances == Instances::One => &[Instance::One],
            None => &[Instance::Alpha, Instance::Beta],
            // What a thread starts is another thread than itself.
            Some(instance) => &[instance.mirror()],
        };
        contexts.instances(thread, instances, receivers)
    }

    fn heap(&self, contexts: &mut Contexts, allocator: Context) -> Context {
        allocator_context(contexts, allocator, 1)
    }
}

/// The allocator's thread and its last receivers.
fn allocator_context(contexts: &mut Contexts, allocator: Context, keep: usize) -> Context {
    let ContextData { thread, receivers, call } = contexts.get(allocator).clone();
    let receivers = last(&receivers, keep).into();
    contexts.intern(ContextData { thread, receivers, call })
}

fn last(receivers: &[Receiver], keep: usize) -> &[Receiver] {
    &receivers[receivers.len().saturating_sub(keep)..]
}

/// Tells code apart by the allocation sites of its last k receivers (Milanova, Rountev, Ryder).
#[derive(Clone, Copy, Debug)]
pub struct ObjectSensitive {
    /// How many.
    pub depth: usize,
}

/// Tells code apart by the classes of its last k receivers.
#[derive(Clone, Copy, Debug)]
pub struct TypeSensitive {
    /// How many.
    pub depth: usize,
}

/// The context of a callee with this receiver: what the receiver was made in, and the receiver itself. Without a receiver it
/// is the caller's.
fn receiver_context(
    contexts: &mut Contexts,
    caller: Context,
    receiver: Option<ReceiverInfo>,
    depth: usize,
    name: impl Fn(ReceiverInfo) -> Receiver,
) -> Context {
    let Some(receiver) = receiver else { return caller };
    let mut receivers = contexts.get(receiver.heap).receivers.to_vec();
    receivers.push(name(receiver));
    let kept = last(&receivers, depth).to_vec();
    contexts.with_thread(None, &kept)
}

macro_rules! receiver_sensitive {
    ($policy:ty, $name:literal, $receiver:expr) => {
        impl ContextPolicy for $policy {
            fn name(&self) -> &'static str {
                $name
            }

            fn root(&self, contexts: &mut Contexts) -> Vec<Context> {
                vec![contexts.empty()]
            }

            fn depends_on_receiver(&self, _: Callee) -> bool {
                true
            }

            fn callee(
                &self,
                contexts: &mut Contexts,
                caller: Context,
                _: Callee,
                receiver: Option<ReceiverInfo>,
                _: (CodeId, u32),
            ) -> Context {
                receiver_context(contexts, caller, receiver, self.depth, $receiver)
            }

            fn fork(
                &self,
                contexts: &mut Contexts,
                caller: Context,
                _: Callee,
                receiver: ReceiverInfo,
                _: (CodeId, u32),
                _: ForkKind,
            ) -> Vec<Context> {
                vec![receiver_context(contexts, caller, Some(receiver), self.depth, $receiver)]
            }

            fn heap(&self, contexts: &mut Contexts, allocator: Context) -> Context {
                allocator_context(contexts, allocator, self.depth.saturating_sub(1))
            }
        }
    };
}

receiver_sensitive!(ObjectSensitive, "object", |receiver| receiver.site);
receiver_sensitive!(TypeSensitive, "type", |receiver| Receiver::Class(receiver.class));
