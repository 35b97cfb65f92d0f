//! Contexts that keep drivers apart, so that thousands of them can be analysed in one run.

use ir::entity::EntityId as _;
use models::ForkKind;
use points_to::context::{
    Callee, ContextData, ContextPolicy, Contexts, Instance, Receiver, ReceiverInfo, ThreadData,
    ThreadInstance,
};
use points_to::{CodeId, Context};

/// Object sensitivity below each driver. The place of the thread holds the driver: the first object of the program on which
/// a method is called. What static methods of the program do for it has a thread with a [site](HELPER), so
/// that calls which only prepare or look at objects can be told from those that are watched. The kind of the thread says
/// whether the driver itself runs, or a thread that was started for it.
#[derive(Clone, Copy, Debug)]
pub struct PerDriver;

/// In place of the site of a thread: a static method of the program runs for the driver.
const HELPER: u32 = 1;

/// Whether a thread is there only to prepare objects or to look at them.
pub fn is_helper(contexts: &Contexts, thread: ThreadInstance) -> bool {
    contexts.thread(thread.thread).site.is_some()
}

/// How many receivers are told apart below a driver.
const DEPTH: usize = 3;

fn last(receivers: &[Receiver], keep: usize) -> Box<[Receiver]> {
    receivers[receivers.len().saturating_sub(keep)..].into()
}

impl ContextPolicy for PerDriver {
    fn name(&self) -> &'static str {
        "driver"
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
        callee: Callee,
        receiver: Option<ReceiverInfo>,
        _: (CodeId, u32),
    ) -> Context {
        if callee.is_initialiser {
            return contexts.empty();
        }
        let thread = contexts.get(caller).thread;
        let Some(receiver) = receiver else {
            let ContextData { thread, receivers, call } = contexts.get(caller).clone();
            let thread = thread.map(|driver| match callee.is_application {
                true => {
                    let site = Some((CodeId::from_index(0), HELPER));
                    let data = ThreadData { site, ..contexts.thread(driver.thread).clone() };
                    ThreadInstance { thread: contexts.intern_thread(data), ..driver }
                }
                false => driver,
            });
            return contexts.intern(ContextData { thread, receivers, call });
        };
        let thread = thread.or_else(|| {
            let data = ThreadData {
                kind: None,
                site: None,
                receiver: Some(receiver.site),
                owners: [None; 2],
            };
            callee.is_application.then(|| ThreadInstance {
                thread: contexts.intern_thread(data),
                instance: Instance::One,
            })
        });
        let mut receivers = contexts.get(receiver.heap).receivers.to_vec();
        receivers.push(receiver.site);
        contexts.intern(ContextData { thread, receivers: last(&receivers, DEPTH), call: None })
    }

    fn fork(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        callee: Callee,
        receiver: ReceiverInfo,
        site: (CodeId, u32),
        kind: ForkKind,
    ) -> Vec<Context> {
        let context = self.callee(contexts, caller, callee, Some(receiver), site);
        let ContextData { thread, receivers, call } = contexts.get(context).clone();
        let thread = thread.map(|driver| {
            let data = ThreadData { kind: Some(kind), ..contexts.thread(driver.thread).clone() };
            ThreadInstance { thread: contexts.intern_thread(data), ..driver }
        });
        vec![contexts.intern(ContextData { thread, receivers, call })]
    }

    fn heap(&self, contexts: &mut Contexts, allocator: Context) -> Context {
        let ContextData { thread, receivers, call } = contexts.get(allocator).clone();
        contexts.intern(ContextData { thread, receivers: last(&receivers, DEPTH - 1), call })
    }
}
