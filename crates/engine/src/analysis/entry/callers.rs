//! Callers of a library: threads that call what users can call, at the same time, on the same objects.
//!
//! ```text
//! entry0:  objects of the shared classes are made; start(); start(); each task is started once
//! start:   new callers().start()
//! callers.run:  any one call, on an object that all share, with arguments of its own
//! ```
//!
//! One thread makes one call, so that nothing seems to come before anything else; and there are several threads, so that each call
//! may meet any other and itself. What a thread carries out for itself (`Runnable.run`) is called by one thread alone.

use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags, Version};
use ir::body::InvokeKind;
use ir::{Class, FieldRef, Method, MethodCode, MethodType, Name, Type};

use super::driver::{DRIVER, invoke};
use super::shared::Shared;
use super::straight::Straight;
use super::supply::Supply;

/// The class of the thread that calls; tasks follow.
const CALLERS: &str = "entry-points$callers";

/// The class that a thread is started with.
const THREAD: &str = "java/lang/Thread";

/// A method of the driver that starts a caller.
const START: &str = "start";

#[derive(Default)]
pub(super) struct Callers {
    calls: Option<Straight>,
    tasks: Vec<Class>,
}

impl Callers {
    /// Has callers call a method; a constructor, too.
    pub(super) fn call(
        &mut self,
        supply: &mut Supply<'_>,
        class: &Arc<Class>,
        owner: &Arc<Class>,
        method: &Method,
        how: Shared,
    ) {
        let any = supply.any();
        let code = self.calls.get_or_insert_with(|| begin(any));
        one_call(code, supply, class, owner, method, how);
        code.end_arm(None);
    }

    /// Has one thread carry out a method.
    pub(super) fn task(
        &mut self,
        supply: &mut Supply<'_>,
        class: &Arc<Class>,
        owner: &Arc<Class>,
        method: &Method,
    ) {
        let mut code = Straight::default();
        let name = Name::new(&format!("{CALLERS}{}", self.tasks.len()));
        code.this(name);
        one_call(&mut code, supply, class, owner, method, Shared::Objects);
        self.tasks.push(thread(name, code));
    }

    /// The code that starts them, behind what makes their objects; and their classes.
    pub(super) fn finish(self, made: &mut Straight) -> (Option<Straight>, Vec<Class>) {
        let Callers { calls, tasks: mut classes } = self;
        for task in &classes {
            start(made, task.name);
        }
        let Some(calls) = calls else { return (None, classes) };
        let class = thread(Name::new(CALLERS), calls);
        // Two calls start two threads.
        for _ in 0..2 {
            let signature = (Name::new(START), MethodType::new(&[], None));
            made.call(InvokeKind::Static, Name::new(DRIVER), false, signature, &[]);
        }
        let mut code = Straight::default();
        start(&mut code, class.name);
        classes.push(class);
        (Some(code), classes)
    }
}

/// The name of the method whose code [`Callers::finish`] gives.
pub(super) fn start_name() -> Name {
    Name::new(START)
}

fn begin(any: FieldRef) -> Straight {
    let mut code = Straight::default();
    code.this(Name::new(CALLERS));
    code.choose(any);
    code
}

fn one_call(
    code: &mut Straight,
    supply: &mut Supply<'_>,
    class: &Arc<Class>,
    owner: &Arc<Class>,
    method: &Method,
    how: Shared,
) {
    let receiver = if method.name.as_str() == "<init>" {
        Some(code.new_object(class.name))
    } else if method.is_static() {
        None
    } else if how == Shared::Objects {
        // `a.transfer(b)`: two of them meet.
        if method.ty.parameters().contains(&Type::Ref(class.name)) {
            supply.need_two(class);
        }
        let place = supply.share(class);
        Some(code.get_static(place))
    } else {
        Some(supply.take(code, Type::Ref(class.name)))
    };
    let args = supply.args(code, receiver, method);
    let named = if method.is_static() { owner } else { class };
    invoke(code, named, method, &args);
}

fn start(code: &mut Straight, class: Name) {
    let object = code.new_object(class);
    let signature = (Name::new("start"), MethodType::new(&[], None));
    code.call(InvokeKind::Virtual, class, false, signature, &[object]);
}

/// A class of threads that run some code.
fn thread(name: Name, code: Straight) -> Class {
    let version = Version { major: 61, minor: 0 };
    let mut class = Class::new(name, version, ClassFlags::PUBLIC | ClassFlags::SUPER);
    class.super_class = Some(Name::new(THREAD));
    class.methods.push(Method {
        name: Name::new("run"),
        ty: MethodType::new(&[], None),
        flags: MethodFlags::PUBLIC,
        signature: None,
        exceptions: Vec::new(),
        annotations: Vec::new(),
        code: MethodCode::Body(Box::new(code.finish())),
    });
    class
}
