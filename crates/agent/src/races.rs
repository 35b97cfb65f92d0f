//! Races that the shim has seen: each pair of sites is written once, with what can be known at that moment.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use instrument::watch::{AccessKind, Site, SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jobject, jstring};
use report::{Access, AccessSite, Frame, Kind, Location, Race, Record};
use rustc_hash::FxHashMap;

use crate::jvm::{Jni, Jvmti};
use crate::{AGENT, Agent, guarded};

/// The deepest stack that is written.
const DEPTH: usize = 256;

/// The pairs of sites that were seen.
#[derive(Default)]
pub(crate) struct Races {
    seen: Mutex<Seen>,
    is_order_lost: AtomicBool,
}

#[derive(Default)]
struct Seen {
    pairs: FxHashMap<(SiteId, SiteId), Arc<AtomicU64>>,
    in_order: Vec<Arc<AtomicU64>>,
}

impl Races {
    /// Counts a race; whether it is the first of its pair.
    fn count(&self, earlier: SiteId, later: SiteId) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = seen.pairs.get(&(earlier, later)) {
            count.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        let count = Arc::new(AtomicU64::new(1));
        seen.pairs.insert((earlier, later), Arc::clone(&count));
        seen.in_order.push(count);
        true
    }

    /// How often each race was seen, in the order in which they were written.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.in_order.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }
}

/// `DeadheatCore.report`. The JVM finds natives of its own classes by name in the libraries of agents.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_report(
    env: *mut JNIEnv,
    _class: jclass,
    earlier: jint,
    _is_earlier_write: jboolean,
    earlier_thread: jstring,
    later: jint,
    _is_later_write: jboolean,
    later_thread: jstring,
    object: jobject,
) {
    guarded("a race", (), || {
        let Some(agent) = AGENT.get() else { return };
        if agent.races.is_order_lost.load(Ordering::Relaxed) {
            return;
        }
        let (earlier, later) = (SiteId(earlier as u32), SiteId(later as u32));
        if later == SiteId(0) {
            // The shim only wants the JVM to find this function while nothing depends on it.
            return;
        }
        if !agent.races.count(earlier, later) {
            return;
        }
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        jni.in_frame(|| {
            write(agent, jni, (earlier, earlier_thread), (later, later_thread), object);
            std::ptr::null_mut()
        });
    });
}

fn write(
    agent: &Agent,
    jni: Jni,
    earlier: (SiteId, jstring),
    later: (SiteId, jstring),
    object: jobject,
) {
    let site = |id| agent.classes.site(id);
    let (Some(first), Some(second)) = (site(earlier.0), site(later.0)) else {
        // Its line in the list of counts must be there all the same.
        agent.output.gap("a race at an unknown place");
        return;
    };
    let location = match &second.target {
        SiteTarget::Field { class, name, is_static, .. } => Location {
            class: agent.classes.owner(later.0).unwrap_or_else(|| class.clone()),
            field: Some(name.clone()),
            is_static: *is_static,
        },
        SiteTarget::Element => {
            let class = agent.jvmti.class_name(jni.class_of(object)).unwrap_or_default();
            Location { class, field: None, is_static: false }
        }
    };
    let race = Race {
        location,
        earlier: access(&first, jni.text(earlier.1), Vec::new()),
        later: access(&second, jni.text(later.1), stack(agent.jvmti)),
        count: 1,
    };
    agent.output.write(&Record::Race(Box::new(race)));
}

fn access(site: &Site, thread: Option<String>, stack: Vec<Frame>) -> Access {
    Access {
        kind: match site.kind {
            AccessKind::Read => Kind::Read,
            AccessKind::Write => Kind::Write,
        },
        site: AccessSite {
            class: site.class.clone(),
            method: site.method.clone(),
            descriptor: site.descriptor.clone(),
            file: site.source_file.clone(),
            line: site.line,
            offset: site.offset,
        },
        thread,
        stack,
    }
}

/// The stack of the current thread, without the agent's own frames.
fn stack(jvmti: Jvmti) -> Vec<Frame> {
    let mut frames = Vec::new();
    for (method, location) in jvmti.stack(DEPTH) {
        let Some(class) = jvmti.method_class(method) else { continue };
        let Some(name) = jvmti.class_name(class) else { continue };
        if name.starts_with(instrument::watch::SHIM) {
            continue;
        }
        frames.push(Frame {
            class: name,
            method: jvmti.method_name(method).unwrap_or_default(),
            file: jvmti.source_file(class),
            line: jvmti.line(method, location),
        });
    }
    frames
}

/// `DeadheatCore.broken`. The JVM finds natives of its own classes by name in the libraries of agents.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_broken(
    env: *mut JNIEnv,
    _class: jclass,
    what: jstring,
    is_order_lost: jboolean,
) {
    guarded("a failure of the shim", (), || {
        let Some(agent) = AGENT.get() else { return };
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let Some(what) = jni.text(what) else { return };
        if is_order_lost != 0 {
            agent.races.is_order_lost.store(true, Ordering::Relaxed);
            agent.output.gap(&format!("anything from some moment on: {what}"));
        } else {
            agent.output.gap(&what);
        }
    });
}
