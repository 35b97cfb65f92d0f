//! What calls of library objects do to their state: `ArrayList.add` writes the contents of the list.
//!
//! A watched run counts such a call as an access of the program's, and so does the static side.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::{Effect, Field, MethodModel, Models, Property, Var};

/// What a call does to the state of its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StateEffect {
    /// It reads it.
    Reads,
    /// It writes it.
    Writes,
}

/// Names and parameters of methods that read or write the state of their receiver.
static METHODS: LazyLock<HashSet<(String, String)>> = LazyLock::new(|| {
    let mut methods = HashSet::new();
    let models = Models::jdk();
    for class in models.classes().iter().filter(|class| models.has_state(&class.name)) {
        for method in class.methods.iter().filter(|method| effect(method).is_some()) {
            let parameters = method.parameters.iter().map(|all| all.concat());
            methods.extend(parameters.map(|parameters| (method.name.clone(), parameters)));
        }
    }
    methods
});

impl Models {
    /// Whether objects of a class have a state that must not be shared without a lock. Subclasses that a program writes may
    /// lock by themselves, so the class has to be one that is described.
    pub fn has_state(&self, class: &str) -> bool {
        let is_safe = self.has_property(class, Property::ThreadSafe).is_some()
            || self.has_property(class, Property::TransitivelyThreadSafe).is_some()
            || self.has_property(class, Property::Immutable).is_some();
        !is_safe
            && self.has_property(class, Property::Stateful).is_some()
            && self.class(class).is_some()
    }

    /// What a call does to the state of an object of exactly this class.
    pub fn state_effect(&self, class: &str, name: &str, descriptor: &str) -> Option<StateEffect> {
        let method = self.has_state(class).then(|| self.method(class, name, descriptor))??;
        effect(method)
    }

    /// Whether a call of a method that is named so may read or write the state of its receiver, according to the models of the
    /// JDK.
    pub fn may_access_state(class: &str, name: &str, descriptor: &str) -> bool {
        if Models::jdk().has_property(class, Property::Library).is_none() {
            return false;
        }
        let parameters = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((parameters, _)) = parameters else { return false };
        METHODS.contains(&(name.to_owned(), parameters.to_owned()))
    }
}

/// What a method does to the state of its receiver, which is the first variable.
fn effect(method: &MethodModel) -> Option<StateEffect> {
    if method.is_static || method.name == "<init>" {
        return None;
    }
    let is_own = |base: Var, field: &Field| base.0 == 0 && matches!(field, Field::State(_));
    let effects = method.effects.iter().filter_map(|effect| match effect {
        Effect::Reads { base, field } if is_own(*base, field) => Some(StateEffect::Reads),
        Effect::Writes { base, field } if is_own(*base, field) => Some(StateEffect::Writes),
        _ => None,
    });
    effects.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_without_locks_have_states() {
        let models = Models::jdk();
        let call = |class, name, descriptor| models.state_effect(class, name, descriptor);
        let (reads, writes) = (Some(StateEffect::Reads), Some(StateEffect::Writes));
        assert_eq!(call("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"), writes);
        assert_eq!(call("java/util/ArrayList", "size", "()I"), reads);
        let get = "(Ljava/lang/Object;)Ljava/lang/Object;";
        assert_eq!(call("java/util/HashMap", "get", get), reads);
        assert_eq!(call("java/util/HashMap", "clear", "()V"), writes);
        let append = "(C)Ljava/lang/StringBuilder;";
        assert_eq!(call("java/lang/StringBuilder", "append", append), writes);
        assert!(Models::may_access_state("java/util/List", "add", "(Ljava/lang/Object;)Z"));
        assert!(!Models::may_access_state("com/acme/List", "add", "(Ljava/lang/Object;)Z"));
        assert!(!Models::may_access_state("java/util/List", "hashCode", "(IIII)I"));
    }

    /// What a user's library keeps without a lock is the user's to say.
    #[test]
    fn a_model_of_the_user_can_say_so() {
        let class = "class shop.Basket {\n state things\n method put(Object thing) { this.things = thing; writes this.things }\n}\n";
        let effect = |text: String| {
            let (models, errors) = Models::with_user_files([("my.model".to_owned(), text)]);
            assert!(errors.is_empty(), "{errors:?}");
            models.state_effect("shop/Basket", "put", "(Ljava/lang/Object;)V")
        };
        assert_eq!(effect(class.to_owned()), None);
        let stateful = format!("{class}property stateful shop.*\n");
        assert_eq!(effect(stateful.clone()), Some(StateEffect::Writes));
        assert_eq!(effect(format!("{stateful}property thread-safe shop.Basket\n")), None);
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
            let has_effect = models.has_state(class)
                && models
                    .lookup_order(class)
                    .flat_map(|model| &model.methods)
                    .any(|method| effect(method).is_some());
            assert!(!has_effect, "{} has a state", model.name);
        }
    }
}
