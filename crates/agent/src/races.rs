//! Races that the shim has seen: each pair of sites is written once, with what can be known at that moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use instrument::watch::{Site, SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jobject, jstring};
use report::{Access, AccessSite, Frame, Kind, Location, Race, Record, Tier};
use rustc_hash::FxHashMap;

use crate::jvm::{Jni, Jvmti};
use crate::{AGENT, Agent, guarded};

/// The deepest stack that is written.
const DEPTH: usize = 256;

/// How often the stack of the earlier access of a race is looked for.
const TRIES: u64 = 100;

/// The pairs of sites that were seen.
#[derive(Default)]
pub(crate) struct Races {
    seen: Mutex<Seen>,
    is_order_lost: AtomicBool,
}

#[derive(Default)]
struct Seen {
    /// By the earlier and the later site: the place in the list below.
    pairs: FxHashMap<(SiteId, SiteId), usize>,
    races: Vec<Counted>,
    /// The stacks of threads, by their number, at sites where that was wanted.
    stacks: FxHashMap<(SiteId, i32), Vec<Frame>>,
}

struct Counted {
    count: u64,
    has_both_stacks: bool,
}

/// What is to be done about a race.
enum Todo {
    /// It is the first of its pair, and gets this number.
    Write(usize),
    /// The stack of the earlier access of the race with this number is known by now.
    Complete(usize, Vec<Frame>),
    /// It is known; whether the stack of the earlier access is still looked for.
    Nothing { is_incomplete: bool },
}

impl Races {
    fn count(&self, earlier: SiteId, tid: i32, later: SiteId) -> Todo {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = &mut *seen;
        let Some(&index) = seen.pairs.get(&(earlier, later)) else {
            seen.pairs.insert((earlier, later), seen.races.len());
            seen.races.push(Counted { count: 1, has_both_stacks: false });
            return Todo::Write(seen.races.len() - 1);
        };
        let race = &mut seen.races[index];
        race.count += 1;
        if race.has_both_stacks || race.count > TRIES {
            return Todo::Nothing { is_incomplete: false };
        }
        match seen.stacks.get(&(earlier, tid)) {
            Some(stack) => {
                race.has_both_stacks = true;
                Todo::Complete(index, stack.clone())
            }
            None => Todo::Nothing { is_incomplete: true },
        }
    }

    /// How often each race was seen, by its number.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.races.iter().map(|race| race.count).collect()
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
    earlier_tid: jint,
    earlier_thread: jstring,
    later: jint,
    later_thread: jstring,
    object: jobject,
    are_writes: jint,
) -> jboolean {
    let is_stack_wanted = guarded("a race", false, || {
        let Some(agent) = AGENT.get() else { return false };
        if agent.races.is_order_lost.load(Ordering::Relaxed) {
            return false;
        }
        let (earlier, later) = (SiteId(earlier as u32), SiteId(later as u32));
        if later == SiteId(0) {
            // The shim only wants the JVM to find this function while nothing depends on it.
            return false;
        }
        match agent.races.count(earlier, earlier_tid, later) {
            Todo::Write(number) => {
                // SAFETY: the JVM hands over the environment of the current thread.
                let jni = unsafe { Jni::new(env) };
                jni.in_frame(|| {
                    let (earlier, later) = ((earlier, earlier_thread), (later, later_thread));
                    if let Some(race) = explain(agent, jni, earlier, later, object, are_writes) {
                        agent.output.write(&Record::Race { number, race: Box::new(race) });
                    }
                    std::ptr::null_mut()
                });
                true
            }
            Todo::Complete(number, stack) => {
                agent.output.write(&Record::Stack { number, stack });
                false
            }
            Todo::Nothing { is_incomplete } => is_incomplete,
        }
    });
    jboolean::from(is_stack_wanted)
}

/// `DeadheatCore.remember`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatCore_remember(
    _env: *mut JNIEnv,
    _class: jclass,
    site: jint,
    tid: jint,
) {
    guarded("a stack", (), || {
        let Some(agent) = AGENT.get() else { return };
        let key = (SiteId(site as u32), tid);
        let is_known = |seen: &Seen| key.0 == SiteId(0) || seen.stacks.contains_key(&key);
        if is_known(&agent.races.seen.lock().unwrap_or_else(PoisonError::into_inner)) {
            return;
        }
        let stack = stack(agent.jvmti);
        let mut seen = agent.races.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.stacks.insert(key, stack);
    });
}

/// What is known about a race at the moment of the later access.
fn explain(
    agent: &Agent,
    jni: Jni,
    earlier: (SiteId, jstring),
    later: (SiteId, jstring),
    object: jobject,
    are_writes: jint,
) -> Option<Race> {
    let site = |id| agent.classes.site(id);
    let (Some(first), Some(second)) = (site(earlier.0), site(later.0)) else {
        // No class has such a place: the number was damaged.
        agent.output.gap("a race at an unknown place");
        return None;
    };
    let location = match &second.target {
        SiteTarget::Field { class, name, is_static, .. } => Location {
            class: agent.classes.owner(later.0).unwrap_or_else(|| class.clone()),
            field: Some(name.clone()),
            is_static: *is_static,
            holder: None,
        },
        SiteTarget::Call { .. } => {
            let class = agent.jvmti.class_name(jni.class_of(object)).unwrap_or_default();
            Location { class, field: Some("contents".to_owned()), is_static: false, holder: None }
        }
        SiteTarget::Element => {
            let class = agent.jvmti.class_name(jni.class_of(object)).unwrap_or_default();
            Location { class, field: None, is_static: false, holder: None }
        }
    };
    Some(Race {
        location,
        earlier: access(&first, are_writes & 2 != 0, jni.text(earlier.1), Vec::new()),
        later: access(&second, are_writes & 1 != 0, jni.text(later.1), stack(agent.jvmti)),
        count: 1,
        tier: Tier::Confirmed,
        is_unlikely: false,
        doubts: Vec::new(),
        why: None,
        id: String::new(),
    })
}

fn access(site: &Site, is_write: bool, thread: Option<String>, stack: Vec<Frame>) -> Access {
    Access {
        kind: if is_write { Kind::Write } else { Kind::Read },
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
        started: None,
        locks: None,
        via: None,
        source: None,
    }
}

/// The stack of the current thread, without the agent's own frames.
fn stack(jvmti: Jvmti) -> Vec<Frame> {
    let mut frames = Vec::new();
    for (method, location) in jvmti.stack(DEPTH) {
        let Some(class) = jvmti.method_class(method) else { continue };
        let Some(name) = jvmti.class_name(class) else { continue };
        // The JVM makes classes for lambdas and hides them from stack traces too.
        let is_hidden = name.contains(".0x") || name.contains("+0x");
        if is_hidden || name.starts_with(instrument::watch::SHIM) {
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
