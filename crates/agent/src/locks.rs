//! Names for locks that a thread holds.

use instrument::watch::{LockCall, Site, SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{jint, jintArray, jobject, jobjectArray};
use models::{Effect, MethodModel, Models};
use report::{Lock, LockMode, external};

use crate::jvm::{Jni, Jvmti};

/// The package whose locks are followed where the program calls them.
const PACKAGE: &str = "java/util/concurrent/locks/";

/// The views of a read-write lock, which share what is in this field.
const VIEWS: [&str; 2] = [
    "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
];

/// A lock that a thread holds.
pub(crate) struct Held {
    /// Its class.
    class: String,
    /// What people call it.
    name: String,
    /// Where it was taken.
    pub(crate) site: SiteId,
}

/// The locks that the current thread holds.
pub(crate) fn held(
    jvmti: Jvmti,
    jni: Jni,
    locks: jobjectArray,
    sites: jintArray,
    count: jint,
) -> Vec<Held> {
    let mut held = Vec::new();
    for i in 0..count {
        let lock = jni.element(locks, i);
        if lock.is_null() {
            continue;
        }
        let class = jvmti.class_name(jni.class_of(lock)).unwrap_or_default();
        let name = name(jvmti, jni, lock, &class);
        held.push(Held { class, name, site: SiteId(jni.int(sites, i) as u32) });
    }
    held
}

/// A class by its name, other objects as `Object.toString` has it.
fn name(jvmti: Jvmti, jni: Jni, lock: jobject, class: &str) -> String {
    if class == "java/lang/Class" {
        let name = jvmti.class_name(lock).unwrap_or_default();
        return format!("{}.class", external(&name));
    }
    if VIEWS.contains(&class) {
        let shared = jni.object_field(
            lock,
            c"sync",
            c"Ljava/util/concurrent/locks/ReentrantReadWriteLock$Sync;",
        );
        if !shared.is_null() {
            let class = class.rsplit_once('$').map_or(class, |(outer, _)| outer);
            return format!("{}@{:x}", external(class), jvmti.hash(shared));
        }
    }
    format!("{}@{:x}", external(class), jvmti.hash(lock))
}

impl Held {
    pub(crate) fn named(&self, taken: Option<&Site>) -> Lock {
        let mode = match taken.map(|site| &site.target) {
            Some(SiteTarget::Call { name, descriptor }) => mode(&self.class, name, descriptor),
            _ => LockMode::Exclusive,
        };
        let place = |site: &Site| {
            let place = report::AccessSite {
                class: site.class.clone(),
                method: site.method.clone(),
                descriptor: site.descriptor.clone(),
                file: site.source_file.clone(),
                line: site.line,
                offset: site.offset,
            };
            place.place()
        };
        Lock { name: self.name.clone(), mode, taken_at: taken.map(place).unwrap_or_default() }
    }
}

/// How a call takes a lock of a class.
fn mode(class: &str, name: &str, descriptor: &str) -> LockMode {
    let Some(method) = Models::jdk().method(class, name, descriptor) else {
        return LockMode::Exclusive;
    };
    method.effects.iter().find_map(mode_of).unwrap_or(LockMode::Exclusive)
}

fn mode_of(effect: &Effect) -> Option<LockMode> {
    match effect {
        Effect::Acquires {
            mode: models::LockMode::Exclusive | models::LockMode::Monitor, ..
        } => Some(LockMode::Exclusive),
        Effect::Acquires { mode: models::LockMode::Read, .. } => Some(LockMode::Read),
        Effect::Acquires { mode: models::LockMode::Write, .. } => Some(LockMode::Write),
        _ => None,
    }
}

/// The interface of locks, and a class that stands for all that implement it.
const INTERFACE: (&str, &str) =
    ("java/util/concurrent/locks/Lock", "java/util/concurrent/locks/ReentrantLock");

/// A conversion from one mode to another is neither.
fn effect(method: &MethodModel) -> Option<LockCall> {
    let has = |wanted: fn(&Effect) -> bool| method.effects.iter().any(wanted);
    let takes = has(|effect| matches!(effect, Effect::Acquires { .. }));
    let leaves = has(|effect| matches!(effect, Effect::Releases { .. }));
    match (takes, leaves) {
        (true, false) => Some(LockCall::Takes),
        (false, true) => Some(LockCall::Leaves),
        _ => None,
    }
}

/// Objects that lock what is inside of them, with the methods that do: they order threads that have nothing else to do with
/// each other. Methods that wait until another thread brings something are not among them, because who is held before
/// such a call would make others wait that cannot know of it.
const INSIDE: &[(&[&str], &[&str])] = &[
    (&["java/util/concurrent/Semaphore"], &["acquire", "acquireUninterruptibly", "tryAcquire"]),
    (
        &[
            "java/util/concurrent/BlockingQueue",
            "java/util/concurrent/BlockingDeque",
            "java/util/concurrent/ArrayBlockingQueue",
            "java/util/concurrent/LinkedBlockingQueue",
            "java/util/concurrent/LinkedBlockingDeque",
            "java/util/concurrent/PriorityBlockingQueue",
            "java/util/concurrent/DelayQueue",
        ],
        &[
            "add",
            "offer",
            "put",
            "addFirst",
            "addLast",
            "offerFirst",
            "offerLast",
            "putFirst",
            "putLast",
        ],
    ),
    (
        &["java/util/Vector", "java/util/Stack"],
        &[
            "add",
            "addElement",
            "clear",
            "elementAt",
            "get",
            "isEmpty",
            "peek",
            "pop",
            "push",
            "remove",
            "removeElement",
            "set",
            "size",
        ],
    ),
    (
        &["java/util/Hashtable", "java/util/Properties"],
        &["clear", "containsKey", "get", "getProperty", "put", "remove", "setProperty", "size"],
    ),
    (&["java/lang/StringBuffer"], &["append", "length", "setLength", "toString"]),
    (&["java/io/PrintStream"], &["append", "format", "print", "printf", "println", "write"]),
];

/// What a call does to its receiver, if that is a lock or has one inside.
pub(crate) fn call(class: &str, name: &str, descriptor: &str) -> Option<LockCall> {
    let is_inside = |(classes, methods): &&(&[&str], &[&str])| {
        classes.contains(&class) && methods.contains(&name)
    };
    if INSIDE.iter().any(|entry| is_inside(&entry)) {
        return Some(LockCall::Passes);
    }
    if !class.starts_with(PACKAGE) {
        return None;
    }
    let class = if class == INTERFACE.0 { INTERFACE.1 } else { class };
    effect(Models::jdk().method(class, name, descriptor)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_take_and_leave_locks_in_their_mode() {
        let call = |class: &str, name: &str, descriptor: &str| {
            call(&format!("{PACKAGE}{class}"), name, descriptor)
        };
        assert_eq!(call("Lock", "lock", "()V"), Some(LockCall::Takes));
        assert_eq!(call("ReentrantLock", "tryLock", "()Z"), Some(LockCall::Takes));
        assert_eq!(call("StampedLock", "readLock", "()J"), Some(LockCall::Takes));
        assert_eq!(call("StampedLock", "unlock", "(J)V"), Some(LockCall::Leaves));
        assert_eq!(call("StampedLock", "tryConvertToWriteLock", "(J)J"), None);
        assert_eq!(call("StampedLock", "validate", "(J)Z"), None);
        let view = "()Ljava/util/concurrent/locks/ReentrantReadWriteLock$ReadLock;";
        assert_eq!(call("ReentrantReadWriteLock", "readLock", view), None);
        assert_eq!(call("ReentrantLock", "isLocked", "()Z"), None);
        assert_eq!(super::call("com/acme/Lock", "lock", "()V"), None);
        let inside = super::call("java/util/concurrent/Semaphore", "acquire", "(I)V");
        assert_eq!(inside, Some(LockCall::Passes));
        let waits = super::call("java/util/concurrent/BlockingQueue", "take", "()V");
        assert_eq!(waits, None);
        assert_eq!(mode(VIEWS[0], "lock", "()V"), LockMode::Read);
        assert_eq!(mode(VIEWS[1], "tryLock", "()Z"), LockMode::Write);
        assert_eq!(mode("com/acme/Lock", "lock", "()V"), LockMode::Exclusive);
    }
}
