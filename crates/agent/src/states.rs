//! What calls of library objects do to their state, as the models say: `ArrayList.add` writes the contents of the list.
//!
//! The static side reads the same models, so both report the misuse of a shared list at the call in the program.

use instrument::watch::{SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint};
use models::{Models, StateEffect};

use crate::{AGENT, guarded};

/// What a call does; the numbers are those of the shim.
const NOTHING: jint = 1;
const READS: jint = 2;
const WRITES: jint = 3;

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
        match Models::jdk().state_effect(&class, name, descriptor) {
            Some(StateEffect::Reads) => READS,
            Some(StateEffect::Writes) => WRITES,
            None => NOTHING,
        }
    })
}
