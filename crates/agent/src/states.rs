//! What calls of library objects do to their state, as the models say: `ArrayList.add` writes the contents of the list.
//!
//! The static side reads the same models, so both report the misuse of a shared list at the call in the program.
//!
//! A model may say what a method does by a call of another one of the same object, as `DateFormat.format(Date)` does, or name a
//! field of a class whose own code is analysed, as that of `BitSet` is. The class of the object is exactly known here, so that
//! such calls can be followed.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use instrument::watch::{SiteId, SiteTarget, state_shadow_name};
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint};
use models::{
    CallMode, ClassModel, Effect, Field, MethodCode, MethodModel, Models, Property, StateEffect,
    Statement, Var,
};

use crate::jvm::Jni;
use crate::{AGENT, Agent, guarded};

/// What a call does; the numbers are those of the shim.
const NOTHING: jint = 1;
const READS: jint = 2;
const WRITES: jint = 3;
/// Objects of the class have a shadow for their state.
const IN_FIELDS: jint = 4;

/// `DeadheatCore.effect`: what the call at a site does to an object of a class.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_effect(
    env: *mut JNIEnv,
    _class: jclass,
    ty: jclass,
    site: jint,
) -> jint {
    guarded("a look at a library class", NOTHING, || {
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = AGENT.get() else { return NOTHING };
        let Some(site) = agent.classes.site(SiteId(site as u32)) else { return NOTHING };
        let SiteTarget::Call { name, descriptor } = &site.target else { return NOTHING };
        let Some(class) = agent.jvmti.class_name(ty) else { return NOTHING };
        let effect = effect_of(&class, name, descriptor)
            .or_else(|| effect_of_superclass(agent, jni, ty, name, descriptor));
        let effect = match effect {
            Some(StateEffect::Reads) => READS,
            Some(StateEffect::Writes) => WRITES,
            None => return NOTHING,
        };
        let shadow = state_shadow_name('w');
        let fields = agent.jvmti.fields(ty).unwrap_or_default();
        let has_shadow = fields.iter().any(|(name, ..)| *name == shadow);
        effect | if has_shadow { IN_FIELDS } else { 0 }
    })
}

/// What a call does to an object of a class of the program that inherits from a library class, as `class Names extends
/// ArrayList<String>` does. It must not override any method that accesses the state: what that does instead, under a lock perhaps,
/// is in its own code, and other methods of the library may call it.
fn effect_of_superclass(
    agent: &Agent,
    jni: Jni,
    ty: jclass,
    name: &str,
    descriptor: &str,
) -> Option<StateEffect> {
    let mut declared: Vec<String> = Vec::new();
    let mut at = ty;
    loop {
        let class = agent.jvmti.class_name(at)?;
        if class.starts_with("java/") {
            let is_plain = has_shadow(&class) && !declared.iter().any(|own| accesses(&class, own));
            return if is_plain { effect_of(&class, name, descriptor) } else { None };
        }
        declared.extend(agent.jvmti.method_names(at)?);
        at = jni.super_class(at)?;
    }
}

/// Whether any method of this name accesses the state of an object of a class.
fn accesses(class: &str, name: &str) -> bool {
    let models = Models::jdk();
    let Some(model) = models.class(class) else { return true };
    let mut named = inherited(models, model).into_iter().filter(|method| method.name == name);
    named.any(|method| effect(models, class, method, 0).is_some())
}

/// Packages whose classes are asked for the fields that their models name.
const PACKAGES: [&str; 4] = ["java/util", "java/util/regex", "java/util/zip", "java/text"];

/// How many calls of the same object are followed.
const DEEPEST: usize = 4;

/// What a call does to the state of an object of exactly this class.
fn effect_of(class: &str, name: &str, descriptor: &str) -> Option<StateEffect> {
    let models = Models::jdk();
    let method = has_state(models, class).then(|| models.method(class, name, descriptor))??;
    effect(models, class, method, 0)
}

/// Whether objects of a class must not be shared without a lock.
fn has_state(models: &Models, class: &str) -> bool {
    let is_safe = [Property::ThreadSafe, Property::TransitivelyThreadSafe, Property::Immutable]
        .iter()
        .any(|property| models.has_property(class, *property).is_some());
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    models.has_state(class)
        || !is_safe && PACKAGES.contains(&package) && models.class(class).is_some()
}

fn effect(models: &Models, class: &str, method: &MethodModel, depth: usize) -> Option<StateEffect> {
    if method.is_static || method.name == "<init>" {
        return None;
    }
    let is_body = method.code == MethodCode::Body;
    let is_own = |base: Var, field: &Field| match field {
        Field::State(_) => base == Var(0),
        Field::Declared { class: declaring, .. } => base == Var(0) && is_body && declaring == class,
        Field::Element => false,
    };
    let own = method.effects.iter().filter_map(|effect| match effect {
        Effect::Reads { base, field } if is_own(*base, field) => Some(StateEffect::Reads),
        Effect::Writes { base, field } if is_own(*base, field) => Some(StateEffect::Writes),
        _ => None,
    });
    let called =
        calls(method).filter(|_| depth < DEEPEST).filter_map(|(name, parameters, count)| {
            let other = overload(models, class, name, parameters, count)?;
            effect(models, class, other, depth + 1)
        });
    own.chain(called).max()
}

/// The methods of the same object that a summary calls: name, parameters if they are needed, and how many there are.
fn calls(method: &MethodModel) -> impl Iterator<Item = (&str, Option<&[String]>, usize)> {
    let statements = match &method.code {
        MethodCode::Summary(summary) => &summary.statements[..],
        _ => &[],
    };
    statements.iter().filter_map(|statement| match statement {
        Statement::Call { mode: CallMode::Virtual, method, parameters, args, .. }
            if args.first() == Some(&Some(Var(0))) =>
        {
            Some((method.as_str(), parameters.as_deref(), args.len() - 1))
        }
        _ => None,
    })
}

/// The method of a class that a summary means.
fn overload<'m>(
    models: &'m Models,
    class: &str,
    name: &str,
    parameters: Option<&[String]>,
    count: usize,
) -> Option<&'m MethodModel> {
    if let Some(parameters) = parameters {
        return models.method(class, name, &format!("({})V", parameters.concat()));
    }
    let named = |method: &&MethodModel| {
        method.name == name && method.parameters.as_ref().is_none_or(|all| all.len() == count)
    };
    // Names and numbers of parameters are enough there, also in the class that declares it.
    let found = models.class(class)?.methods.iter().find(named);
    found.or_else(|| {
        let all = models.classes().iter().flat_map(|other| other.methods.iter().filter(named));
        let mut known = all.filter_map(|method| {
            let parameters = method.parameters.as_ref()?.concat();
            models.method(class, name, &format!("({parameters})V"))
        });
        known.next()
    })
}

/// The methods of a class and of those that it is like.
fn inherited<'m>(models: &'m Models, class: &'m ClassModel) -> Vec<&'m MethodModel> {
    let mut classes = vec![class];
    let mut at = 0;
    while let Some(class) = classes.get(at) {
        let new: Vec<_> = class.like.iter().filter_map(|like| models.class(like)).collect();
        for like in new {
            if !classes.iter().any(|known| known.name == like.name) {
                classes.push(like);
            }
        }
        at += 1;
    }
    classes.into_iter().flat_map(|class| &class.methods).collect()
}

/// What the models say that entries of maps are like. There are as many as elements, and programs seldom look at one: a shadow in
/// each would take too much room, and those of `WeakHashMap` are references, in which the collector does not look for fields.
const ENTRY: &str = "java/util/HashMap$Node";

/// Classes with a state that calls access.
static CLASSES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let models = Models::jdk();
    let classes = models.classes().iter().filter(|class| {
        let mut methods = inherited(models, class).into_iter();
        let is_entry = class.name == ENTRY || class.like.iter().any(|like| like == ENTRY);
        !is_entry
            && has_state(models, &class.name)
            && methods.any(|method| effect(models, &class.name, method, 0).is_some())
    });
    classes.map(|class| class.name.as_str()).collect()
});

/// Whether objects of exactly this class have a shadow for their state.
pub(crate) fn has_shadow(class: &str) -> bool {
    class.starts_with("java/") && CLASSES.contains(class)
}

/// Methods that access the state of their receiver: those with known parameters by name and parameters, others by class and name.
static METHODS: LazyLock<HashSet<(String, String)>> = LazyLock::new(|| {
    let mut methods = HashSet::new();
    let models = Models::jdk();
    for class in models.classes().iter().filter(|class| has_state(models, &class.name)) {
        for method in inherited(models, class) {
            if effect(models, &class.name, method, 0).is_some() {
                methods.insert(match &method.parameters {
                    Some(parameters) => (method.name.clone(), parameters.concat()),
                    None => (class.name.clone(), method.name.clone()),
                });
            }
        }
    }
    methods
});

/// Whether a call may access the state of its receiver, whose class need not be exactly the one that is named.
pub(crate) fn may_access(class: &str, name: &str, descriptor: &str) -> bool {
    if !class.starts_with("java/") {
        return false;
    }
    let parameters = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let Some((parameters, _)) = parameters else { return false };
    METHODS.contains(&(name.to_owned(), parameters.to_owned()))
        || METHODS.contains(&(class.to_owned(), name.to_owned()))
        || Models::may_access_state(class, name, descriptor)
}

/// The numbers of arguments that methods read, by name and parameters; of constructors by class and parameters.
static ARGUMENTS: LazyLock<HashMap<(String, String), Vec<usize>>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for class in Models::jdk().classes().iter().filter(|class| class.name.starts_with("java/")) {
        for method in &class.methods {
            let Some(parameters) = &method.parameters else { continue };
            let first = u16::from(!method.is_static);
            let numbers = (0..parameters.len())
                .filter(|argument| reads(method, Var(first + *argument as u16)));
            let numbers: Vec<usize> = numbers.collect();
            if !numbers.is_empty() {
                let name = if method.name == "<init>" { &class.name } else { &method.name };
                all.insert((name.clone(), parameters.concat()), numbers);
            }
        }
    }
    all
});

/// How summaries read collections and maps that they are given.
const READERS: [&str; 4] = ["iterator", "toArray", "forEach", "entrySet"];

/// Whether a summary reads what a variable has.
fn reads(method: &MethodModel, variable: Var) -> bool {
    let MethodCode::Summary(summary) = &method.code else { return false };
    summary.statements.iter().any(|statement| match statement {
        Statement::Call { mode: CallMode::Virtual, method, args, .. } => {
            args.first() == Some(&Some(variable)) && READERS.contains(&method.as_str())
        }
        _ => false,
    })
}

/// The numbers of the arguments of which a call reads the state.
pub(crate) fn read_arguments(class: &str, name: &str, descriptor: &str) -> Vec<usize> {
    if !class.starts_with("java/") {
        return Vec::new();
    }
    let parameters = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let Some((parameters, _)) = parameters else { return Vec::new() };
    let name = if name == "<init>" { class } else { name };
    ARGUMENTS.get(&(name.to_owned(), parameters.to_owned())).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_that_are_given_to_others_are_read() {
        let collection = "(Ljava/util/Collection;)V";
        assert_eq!(read_arguments("java/util/ArrayList", "<init>", collection), [0]);
        assert_eq!(read_arguments("java/util/List", "addAll", "(Ljava/util/Collection;)Z"), [0]);
        assert_eq!(read_arguments("java/util/Map", "putAll", "(Ljava/util/Map;)V"), [0]);
        assert!(read_arguments("java/util/HashMap", "<init>", "(I)V").is_empty());
        assert!(read_arguments("app/List", "addAll", "(Ljava/util/Collection;)Z").is_empty());
        for class in ["java/util/ArrayList", "java/util/HashMap", "java/util/TreeSet"] {
            assert_eq!(effect_of(class, "size", "()I"), Some(StateEffect::Reads));
        }
    }

    #[test]
    fn calls_of_the_same_object_are_followed() {
        let writes = Some(StateEffect::Writes);
        let date = "(Ljava/util/Date;)Ljava/lang/String;";
        let parse = "(Ljava/lang/String;)Ljava/util/Date;";
        assert_eq!(effect_of("java/text/SimpleDateFormat", "format", date), writes);
        assert_eq!(effect_of("java/text/SimpleDateFormat", "parse", parse), writes);
        assert_eq!(effect_of("java/text/DecimalFormat", "format", "(D)Ljava/lang/String;"), writes);
        assert!(may_access("java/text/SimpleDateFormat", "format", date));
        assert!(may_access("java/text/DateFormat", "parse", parse));
    }

    #[test]
    fn fields_of_classes_without_locks_are_states() {
        let (reads, writes) = (Some(StateEffect::Reads), Some(StateEffect::Writes));
        assert_eq!(effect_of("java/util/BitSet", "set", "(I)V"), writes);
        assert_eq!(effect_of("java/util/BitSet", "get", "(I)Z"), reads);
        assert_eq!(effect_of("java/util/regex/Matcher", "find", "()Z"), writes);
        assert!(may_access("java/util/BitSet", "set", "(II)V"));
        assert!(!may_access("java/util/concurrent/Future", "set", "(II)V"));
    }

    #[test]
    fn classes_with_states_have_shadows() {
        for class in ["java/util/ArrayList", "java/util/HashMap", "java/lang/StringBuilder"] {
            assert!(has_shadow(class), "{class}");
        }
        for class in ["java/lang/Object", "java/lang/String", "java/util/Vector", "a/ArrayList"] {
            assert!(!has_shadow(class), "{class}");
        }
        for class in ["java/util/HashMap$Node", "java/util/WeakHashMap$Entry"] {
            assert!(!has_shadow(class), "{class}");
        }
    }

    #[test]
    fn what_a_subclass_overrides_may_matter() {
        assert!(accesses("java/util/ArrayList", "add"));
        assert!(accesses("java/util/LinkedHashMap", "get"));
        assert!(!accesses("java/util/LinkedHashMap", "removeEldestEntry"));
        assert!(!accesses("java/util/ArrayList", "somethingElse"));
    }

    #[test]
    fn classes_that_lock_by_themselves_have_none() {
        assert_eq!(effect_of("java/util/Vector", "add", "(Ljava/lang/Object;)Z"), None);
        let add = "(Ljava/lang/Object;)Z";
        assert_eq!(effect_of("java/util/ArrayList", "add", add), Some(StateEffect::Writes));
        let format = "(Ljava/time/temporal/TemporalAccessor;)Ljava/lang/String;";
        assert_eq!(effect_of("java/time/format/DateTimeFormatter", "format", format), None);
        assert_eq!(effect_of("java/util/Random", "nextInt", "()I"), None);
        assert_eq!(
            effect_of("java/util/StringTokenizer", "toString", "()Ljava/lang/String;"),
            None
        );
    }
}
