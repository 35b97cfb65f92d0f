//! Which places access data of several threads: each place tells at most twice, and `report` works out the rest.

use instrument::watch::{AccessKind, Site, SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jlong, jobject};
use report::{AccessSite, Kind, Record, Touch};

use crate::fields::field_of;
use crate::jvm::Jni;
use crate::{AGENT, Agent, guarded};

/// `DeadheatSharing.touched`. The JVM finds natives of its own classes by name in the libraries of agents.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSharing_touched(
    env: *mut JNIEnv,
    _class: jclass,
    object: jobject,
    site: jint,
    thread: jlong,
) {
    guarded("a look at a place", (), || {
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = AGENT.get() else { return };
        let Some(site) = agent.classes.site(SiteId(site as u32)) else { return };
        jni.in_frame(|| {
            if let Some(what) = accessed(agent, jni, object, &site) {
                let touch = touch(&site, what, thread as u64);
                agent.output.write(&Record::Touched { touch });
            }
            std::ptr::null_mut()
        });
    });
}

/// A name for the field, the type of the array or the class of the library object; none if it cannot race.
fn accessed(agent: &Agent, jni: Jni, object: jobject, site: &Site) -> Option<String> {
    match &site.target {
        SiteTarget::Field { name, .. } => {
            let found = field_of(agent, jni, object, site).filter(|found| found.is_plain())?;
            Some(format!("{}.{name}", agent.jvmti.class_name(found.class)?))
        }
        SiteTarget::Element => agent.jvmti.class_name(jni.class_of(object)),
        SiteTarget::Call { .. } => {
            Some(format!("{}.contents", agent.jvmti.class_name(jni.class_of(object))?))
        }
        SiteTarget::Monitor | SiteTarget::Class => None,
    }
}

fn touch(site: &Site, what: String, thread: u64) -> Touch {
    let kind = if site.kind == AccessKind::Write { Kind::Write } else { Kind::Read };
    let site = AccessSite {
        class: site.class.clone(),
        method: site.method.clone(),
        descriptor: site.descriptor.clone(),
        file: site.source_file.clone(),
        line: site.line,
        offset: site.offset,
    };
    Touch { kind, site, what, thread }
}
