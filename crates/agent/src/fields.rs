//! Which field a site means: asked once for each site, when it is first reached.
//!
//! Nothing is asked that would initialise a class, since the current thread may be in the midst of that.

use std::ptr;

use instrument::watch::{FROZEN_FIELD, SHADOW_PREFIX, Site, SiteId, SiteTarget, shadow_name};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jobject, jobjectArray};

use crate::jvm::{Jni, Jvmti};
use crate::{AGENT, Agent, guarded};

/// The modifier of a final field.
const FINAL: jint = 0x10;
/// The class whose finalizer does nothing.
const OBJECT: &str = "java/lang/Object";
/// The modifier of a static field.
const STATIC: jint = 0x8;

/// `DeadheatCore.resolve`. The JVM finds natives of its own classes by name in the libraries of agents.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_resolve(
    env: *mut JNIEnv,
    _class: jclass,
    object: jobject,
    site: jint,
    names: jobjectArray,
    modifiers: jobject,
) -> jclass {
    guarded("a look at a field", ptr::null_mut(), || {
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = AGENT.get() else { return ptr::null_mut() };
        let id = SiteId(site as u32);
        let Some(site) = agent.classes.site(id) else { return ptr::null_mut() };
        jni.in_frame(|| {
            let found = find(agent, jni, object, &site, names, modifiers);
            if let Some(owner) = found.and_then(|class| agent.jvmti.class_name(class)) {
                agent.classes.set_owner(id, owner);
            }
            found.unwrap_or(ptr::null_mut())
        })
    })
}

/// Whether a field is a shadow of one of an object, and a word; as `shadow_name` has it.
fn is_shadow((name, ty, modifiers): &(String, String, jint), is_word: bool) -> bool {
    let kinds: [&str; 2] = if is_word { ["w$", "r$"] } else { ["s$", "s$"] };
    let kind = name.strip_prefix(SHADOW_PREFIX).unwrap_or_default();
    modifiers & STATIC == 0
        && (ty == "J") == is_word
        && kinds.iter().any(|start| kind.starts_with(start))
}

/// `DeadheatShadows.names`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatShadows_names(
    env: *mut JNIEnv,
    _class: jclass,
    ty: jclass,
    is_word: jboolean,
    names: jobjectArray,
) -> jint {
    guarded("a look at the fields of a clone", 0, || {
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = AGENT.get() else { return 0 };
        let mut fields = agent.jvmti.fields(ty).unwrap_or_default();
        fields.retain(|field| is_shadow(field, is_word != 0));
        if !names.is_null() {
            jni.in_frame(|| {
                for (i, (name, ..)) in (0..).zip(&fields) {
                    if let Some(name) = jni.new_string(name) {
                        jni.set_element(names, i, name);
                    }
                }
                ptr::null_mut()
            });
        }
        fields.len() as jint
    })
}

/// `DeadheatShadows.hasFinalizer`: its superclasses are all there, since there is an object.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatShadows_hasFinalizer(
    env: *mut JNIEnv,
    _class: jclass,
    ty: jclass,
) -> jboolean {
    guarded("a look for a finalizer", 1, || {
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = AGENT.get() else { return 1 };
        // If it is not known, there is more order than is needed.
        let mut has_finalizer = true;
        jni.in_frame(|| {
            let above = std::iter::successors(Some(ty), |class| jni.super_class(*class));
            let names = above.map(|class| (class, agent.jvmti.class_name(class)));
            let mut own = names.take_while(|(_, name)| name.as_deref() != Some(OBJECT));
            has_finalizer = own.any(|(class, _)| agent.jvmti.declares(class, "finalize", "()V"));
            ptr::null_mut()
        });
        jboolean::from(has_finalizer)
    })
}

fn find(
    agent: &Agent,
    jni: Jni,
    object: jobject,
    site: &Site,
    names: jobjectArray,
    modifiers: jobject,
) -> Option<jclass> {
    let SiteTarget::Field { name, descriptor, .. } = &site.target else { return None };
    let found = field_of(agent, jni, object, site)?;
    jni.set_int(modifiers, found.modifiers);
    if found.is_frozen {
        jni.set_element(names, 0, jni.new_string(FROZEN_FIELD)?);
    }
    if found.has_shadow && site.is_watched {
        for (i, kind) in (0..).zip(['w', 'r', 's']) {
            let name = shadow_name(kind, name, descriptor);
            jni.set_element(names, i, jni.new_string(&name)?);
        }
    }
    Some(found.class)
}

/// The field that a site means.
pub(crate) fn field_of(agent: &Agent, jni: Jni, object: jobject, site: &Site) -> Option<Found> {
    let SiteTarget::Field { class, name, descriptor, is_static } = &site.target else {
        return None;
    };
    let named = if *is_static {
        named_class(agent, jni, site, class)?
    } else {
        superclass_named(agent.jvmti, jni, jni.class_of(object), class)?
    };
    declared(agent.jvmti, jni, named, (name, descriptor))
}

/// The class that a static site names, as the class that it stands in sees it.
fn named_class(agent: &Agent, jni: Jni, site: &Site, name: &str) -> Option<jclass> {
    // The frames of the shim come first.
    let user = agent.jvmti.stack(16).into_iter().find_map(|place| {
        let class = agent.jvmti.method_class(place.method.0)?;
        (agent.jvmti.class_name(class)? == site.class).then_some(class)
    })?;
    if name == site.class {
        return Some(user);
    }
    jni.loaded_class(name, agent.jvmti.loader(user)?)
}

fn superclass_named(jvmti: Jvmti, jni: Jni, class: jclass, name: &str) -> Option<jclass> {
    let mut class = class;
    while jvmti.class_name(class)? != name {
        class = jni.super_class(class)?;
    }
    Some(class)
}

/// A field as the JVM has it.
pub(crate) struct Found {
    /// Who declares it.
    pub(crate) class: jclass,
    modifiers: jint,
    has_shadow: bool,
    /// It is final, and its class has the epoch of the constructor's end.
    is_frozen: bool,
}

impl Found {
    /// Whether accesses can race.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_shadow
    }
}

/// JVMS 5.4.3.2: the class, its interfaces, its superclass.
fn declared(jvmti: Jvmti, jni: Jni, class: jclass, field: (&str, &str)) -> Option<Found> {
    let fields = jvmti.fields(class)?;
    let own = fields.iter().find(|(name, ty, _)| (name.as_str(), ty.as_str()) == field);
    if let Some((_, _, modifiers)) = own {
        let shadow = shadow_name('w', field.0, field.1);
        let has_shadow = fields.iter().any(|(name, ..)| *name == shadow);
        // As `instrument` adds it.
        let is_frozen = modifiers & FINAL != 0
            && field.1.starts_with(['L', '['])
            && fields.iter().any(|(name, ..)| name == FROZEN_FIELD);
        return Some(Found { class, modifiers: *modifiers, has_shadow, is_frozen });
    }
    let interfaces = jvmti.interfaces(class);
    interfaces
        .into_iter()
        .find_map(|above| declared(jvmti, jni, above, field))
        .or_else(|| declared(jvmti, jni, jni.super_class(class)?, field))
}
