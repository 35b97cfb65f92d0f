//! What calls of library objects do to their state, as the models say: `ArrayList.add` writes the contents of the list.
//!
//! The static side reads the same models, so both report the misuse of a shared list at the call in the program.

use std::sync::LazyLock;

use instrument::watch::{SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint};
use models::{Effect, MethodModel, Models, Property};
use rustc_hash::FxHashSet;

use crate::{AGENT, guarded};

/// What a call does; the numbers are those of the shim.
const NOTHING: jint = 1;
const READS: jint = 2;
const WRITES: jint = 3;

/// Names and parameters of methods that read or write the state of their receiver.
static METHODS: LazyLock<FxHashSet<(String, String)>> = LazyLock::new(|| {
    let mut methods = FxHashSet::default();
    let models = Models::jdk();
    for class in models.classes().iter().filter(|class| is_unsafe(models, &class.name)) {
        for method in class.methods.iter().filter(|method| effect(method) != NOTHING) {
            let parameters = method.parameters.iter().map(|all| all.concat());
            methods.extend(parameters.map(|parameters| (method.name.clone(), parameters)));
        }
    }
    methods
});

/// Whether objects of a class must not be shared without a lock. Subclasses that a program writes may lock by themselves, so
/// the class has to be one that is described.
fn is_unsafe(models: &Models, class: &str) -> bool {
    let is_safe = models.has_property(class, Property::ThreadSafe).is_some()
        || models.has_property(class, Property::TransitivelyThreadSafe).is_some()
        || models.has_property(class, Property::Immutable).is_some();
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    !is_safe
        && matches!(package, "java/util" | "java/lang" | "java/text")
        && models.class(class).is_some()
}

fn effect(method: &MethodModel) -> jint {
    if method.is_static || method.name == "<init>" {
        return NOTHING;
    }
    let mut what = NOTHING;
    for effect in &method.effects {
        what = what.max(match effect {
            Effect::Reads { base, field } if is_own_state(*base, field) => READS,
            Effect::Writes { base, field } if is_own_state(*base, field) => WRITES,
            _ => NOTHING,
        });
    }
    what
}

/// The receiver is the first variable.
fn is_own_state(base: models::Var, field: &models::Field) -> bool {
    base.0 == 0 && matches!(field, models::Field::State(_))
}

/// Whether a call is worth a site.
pub(crate) fn may_access(class: &str, name: &str, descriptor: &str) -> bool {
    if !class.starts_with("java/") {
        return false;
    }
    let parameters = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let Some((parameters, _)) = parameters else { return false };
    METHODS.contains(&(name.to_owned(), parameters.to_owned()))
}

/// `DeadheatCore.effect`: what the call at a site does to an object of a class.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_effect(
    _env: *mut JNIEnv,
    _class: jclass,
    ty: jclass,
    site: jint,
) -> jint {
    guarded("a look at a library class", NOTHING, || {
        let Some(agent) = AGENT.get() else { return NOTHING };
        let Some(site) = agent.classes.site(SiteId(site as u32)) else { return NOTHING };
        let SiteTarget::Call { name, descriptor } = &site.target else { return NOTHING };
        let Some(class) = agent.jvmti.class_name(ty) else { return NOTHING };
        let models = Models::jdk();
        if !is_unsafe(models, &class) {
            return NOTHING;
        }
        models.method(&class, name, descriptor).map_or(NOTHING, effect)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a call does to an object of a class.
    fn call(class: &str, name: &str, descriptor: &str) -> jint {
        let models = Models::jdk();
        if !is_unsafe(models, class) {
            return NOTHING;
        }
        models.method(class, name, descriptor).map_or(NOTHING, effect)
    }

    #[test]
    fn classes_without_locks_have_states() {
        assert_eq!(call("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"), WRITES);
        assert_eq!(call("java/util/ArrayList", "size", "()I"), READS);
        assert_eq!(
            call("java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            READS
        );
        assert_eq!(call("java/util/HashMap", "clear", "()V"), WRITES);
        assert_eq!(
            call("java/lang/StringBuilder", "append", "(C)Ljava/lang/StringBuilder;"),
            WRITES
        );
        assert!(may_access("java/util/List", "add", "(Ljava/lang/Object;)Z"));
        assert!(!may_access("com/acme/List", "add", "(Ljava/lang/Object;)Z"));
        assert!(!may_access("java/util/List", "hashCode", "(IIII)I"));
    }

    #[test]
    fn classes_that_lock_by_themselves_have_none() {
        for class in [
            "java/util/Vector",
            "java/util/Stack",
            "java/util/Hashtable",
            "java/util/Properties",
            "java/util/Collections$SynchronizedList",
            "java/util/Collections$SynchronizedRandomAccessList",
            "java/util/Collections$SynchronizedMap",
            "java/util/Collections$SynchronizedCollection",
            "java/util/Collections$SynchronizedSet",
            "java/util/Collections$SynchronizedSortedMap",
            "java/util/Random",
            "java/util/Timer",
            "java/util/TimerTask",
            "java/lang/StringBuffer",
            "java/lang/Thread",
            "java/lang/ThreadLocal",
            "java/lang/InheritableThreadLocal",
            "java/lang/Runtime",
            "java/lang/Process",
            "java/lang/ClassLoader",
            "java/lang/Class",
            "java/lang/ThreadGroup",
            "java/lang/Throwable",
        ] {
            let models = Models::jdk();
            let Some(model) = models.class(class) else { continue };
            let has_effect = is_unsafe(models, class)
                && models
                    .lookup_order(class)
                    .flat_map(|model| &model.methods)
                    .any(|method| effect(method) != NOTHING);
            assert!(!has_effect, "{} has a state", model.name);
        }
    }
}
