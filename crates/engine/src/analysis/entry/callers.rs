//! Callers of a library: threads that call what users can call, at the same time, on the same objects.
//!
//! ```text
//! entry0:  objects of the shared classes are made; start0(); start0(); start1(); … each task is started once
//! start0:  new callers0().start()
//! callers0.run:  any one call, on an object that all share, with arguments of its own
//! ```
//!
//! One thread makes one call, so that nothing seems to come before anything else; and there are several threads, so that each call
//! may meet any other and itself. Each class has its own, so that what the library does for the one is told from what it does
//! for another. What a thread carries out for itself (`Runnable.run`) is called by one thread alone.

use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags, Version};
use ir::body::InvokeKind;
use ir::{Class, FieldRef, Method, MethodCode, MethodType, Name, Type};

use super::driver::{DRIVER, invoke};
use super::shared::Shared;
use super::straight::Straight;
use super::supply::Supply;

/// How the classes of threads begin that call.
const CALLERS: &str = "entry-points$callers";

/// How the classes of threads begin that carry out a task.
const TASK: &str = "entry-points$task";

/// The class that a thread is started with.
const THREAD: &str = "java/lang/Thread";

#[derive(Default)]
pub(super) struct Callers {
    /// What is called of each class.
    calls: Vec<(Name, Straight)>,
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
        let at = self.calls.iter().position(|(known, _)| *known == class.name);
        let at = at.unwrap_or_else(|| {
            self.calls.push((class.name, begin(self.calls.len(), supply.any())));
            self.calls.len() - 1
        });
        let code = &mut self.calls[at].1;
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
        let name = Name::new(&format!("{TASK}{}", self.tasks.len()));
        code.this(name);
        one_call(&mut code, supply, class, owner, method, Shared::Objects);
        self.tasks.push(thread(name, code));
    }

    /// The code that starts them, behind what makes their objects; methods for that, by name; and their classes.
    pub(super) fn finish(self, made: &mut Straight) -> (Vec<(Name, Straight)>, Vec<Class>) {
        let Callers { calls, tasks: mut classes } = self;
        for task in &classes {
            start(made, task.name);
        }
        let mut methods = Vec::new();
        for (at, (_, code)) in calls.into_iter().enumerate() {
            let class = thread(caller(at), code);
            let name = Name::new(&format!("start{at}"));
            let signature = (name, MethodType::new(&[], None));
            // Two calls start two threads.
            for _ in 0..2 {
                made.call(InvokeKind::Static, Name::new(DRIVER), false, signature, &[]);
            }
            let mut code = Straight::default();
            start(&mut code, class.name);
            methods.push((name, code));
            classes.push(class);
        }
        (methods, classes)
    }
}

fn caller(number: usize) -> Name {
    Name::new(&format!("{CALLERS}{number}"))
}

fn begin(number: usize, any: FieldRef) -> Straight {
    let mut code = Straight::default();
    code.this(caller(number));
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
