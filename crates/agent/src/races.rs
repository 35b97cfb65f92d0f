//! Races that the shim has seen: each pair of sites is written once, with what can be known at that moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use instrument::watch::{Site, SiteId, SiteTarget};
use jvmti_bindings::sys::jni::{
    JNIEnv, jboolean, jclass, jint, jintArray, jlong, jobject, jobjectArray, jstring,
};
use report::{Access, AccessSite, Frame, Kind, Location, Lock, Race, Record, Tier};
use rustc_hash::FxHashMap;

use crate::jvm::{Jni, Jvmti, Place};
use crate::locks::{self, Held};
use crate::{AGENT, Agent, guarded};

/// The deepest stack that is written.
const DEPTH: usize = 256;

/// How often the stack of the earlier access of a race is looked for.
const TRIES: u64 = 100;

/// How many stacks are kept at the same time.
const STACKS: usize = 200_000;

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
    /// How it was when threads, by their number, were at sites.
    visits: FxHashMap<(SiteId, jint), Arc<Visit>>,
}

/// A thread was at a site.
struct Visit {
    /// The first clock of the thread, by which it differs from others that had its number.
    first: jlong,
    stack: Vec<Place>,
    held: Vec<Held>,
}

impl Seen {
    fn visit(&self, of: Earlier) -> Option<&Arc<Visit>> {
        self.visits.get(&(of.site, of.tid)).filter(|visit| visit.first == of.first)
    }
}

/// The earlier access of a race.
#[derive(Clone, Copy)]
struct Earlier {
    site: SiteId,
    tid: jint,
    first: jlong,
}

struct Counted {
    count: u64,
    has_both_stacks: bool,
}

/// What is to be done about a race.
enum Todo {
    /// It is the first of its pair, and gets this number. The earlier thread may have been seen at its site.
    Write(usize, Option<Arc<Visit>>),
    /// The stack of the earlier access of the race with this number is known by now.
    Complete(usize, Arc<Visit>),
    /// It is known; whether the stack of the earlier access is still looked for.
    Nothing { is_incomplete: bool },
}

impl Races {
    fn count(&self, earlier: Earlier, later: SiteId) -> Todo {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = &mut *seen;
        let visit = seen.visit(earlier).cloned();
        let Some(&index) = seen.pairs.get(&(earlier.site, later)) else {
            seen.pairs.insert((earlier.site, later), seen.races.len());
            seen.races.push(Counted { count: 1, has_both_stacks: visit.is_some() });
            return Todo::Write(seen.races.len() - 1, visit);
        };
        let race = &mut seen.races[index];
        race.count += 1;
        if race.has_both_stacks || race.count > TRIES {
            return Todo::Nothing { is_incomplete: false };
        }
        match visit {
            Some(visit) => {
                race.has_both_stacks = true;
                Todo::Complete(index, visit)
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
    tid: jint,
    first: jlong,
    earlier_thread: jstring,
    later: jint,
    later_thread: jstring,
    object: jobject,
    are_writes: jint,
    held: jobjectArray,
    held_at: jintArray,
    held_count: jint,
) -> jboolean {
    let is_stack_wanted = guarded("a race", false, || {
        let Some(agent) = AGENT.get() else { return false };
        if agent.races.is_order_lost.load(Ordering::Relaxed) {
            return false;
        }
        let earlier = Earlier { site: SiteId(earlier as u32), tid, first };
        let later = SiteId(later as u32);
        if later == SiteId(0) {
            // The shim only wants the JVM to find this function while nothing depends on it.
            return false;
        }
        match agent.races.count(earlier, later) {
            Todo::Write(number, visit) => {
                // SAFETY: the JVM hands over the environment of the current thread.
                let jni = unsafe { Jni::new(env) };
                let is_incomplete = visit.is_none();
                jni.in_frame(|| {
                    let sides = Sides {
                        earlier: (earlier.site, jni.text(earlier_thread)),
                        visit,
                        later: (later, jni.text(later_thread)),
                        held: locks::held(agent.jvmti, jni, held, held_at, held_count),
                    };
                    if let Some(race) = explain(agent, jni, sides, object, are_writes) {
                        agent.output.write(&Record::Race { number, race: Box::new(race) });
                    }
                    std::ptr::null_mut()
                });
                is_incomplete
            }
            Todo::Complete(number, visit) => {
                let mut stack = frames(agent.jvmti, &visit.stack);
                if let Some(site) = agent.classes.site(earlier.site) {
                    set_line(&mut stack, &site);
                }
                let locks = Some(named(agent, &visit.held));
                // SAFETY: as above.
                let thread = unsafe { Jni::new(env) }.text(earlier_thread);
                agent.output.write(&Record::Stack { number, thread, stack, locks });
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
    env: *mut JNIEnv,
    _class: jclass,
    site: jint,
    tid: jint,
    first: jlong,
    held: jobjectArray,
    held_at: jintArray,
    held_count: jint,
) {
    guarded("a stack", (), || {
        let Some(agent) = AGENT.get() else { return };
        let site = SiteId(site as u32);
        let here = Earlier { site, tid, first };
        let seen = || agent.races.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if site == SiteId(0) || seen().visit(here).is_some() {
            return;
        }
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let mut locks = Vec::new();
        if held_count > 0 {
            jni.in_frame(|| {
                locks = locks::held(agent.jvmti, jni, held, held_at, held_count);
                std::ptr::null_mut()
            });
        }
        let visit = Visit { first, stack: agent.jvmti.stack(DEPTH), held: locks };
        let mut seen = seen();
        if seen.visits.len() < STACKS || seen.visits.contains_key(&(site, tid)) {
            seen.visits.insert((site, tid), Arc::new(visit));
        }
    });
}

/// What is known about both sides of a race.
struct Sides {
    /// The site and the name of the thread.
    earlier: (SiteId, Option<String>),
    /// How it was when that thread was at that site, this time or another.
    visit: Option<Arc<Visit>>,
    later: (SiteId, Option<String>),
    /// The locks of the current thread.
    held: Vec<Held>,
}

/// What is known about a race at the moment of the later access.
fn explain(
    agent: &Agent,
    jni: Jni,
    sides: Sides,
    object: jobject,
    are_writes: jint,
) -> Option<Race> {
    let Sides { earlier, visit, later, held } = sides;
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
        SiteTarget::Monitor | SiteTarget::Class => {
            agent.output.gap("a race at a place that accesses nothing");
            return None;
        }
    };
    let mut before = access(&first, are_writes & 2 != 0, earlier.1);
    if let Some(visit) = visit {
        before.stack = frames(agent.jvmti, &visit.stack);
        set_line(&mut before.stack, &first);
        before.locks = Some(named(agent, &visit.held));
    }
    let mut after = access(&second, are_writes & 1 != 0, later.1);
    after.stack = frames(agent.jvmti, &agent.jvmti.stack(DEPTH));
    set_line(&mut after.stack, &second);
    after.locks = Some(named(agent, &held));
    Some(Race {
        rule: report::Rule::Race,
        location,
        earlier: before,
        later: after,
        count: 1,
        tier: Tier::Confirmed,
        is_unlikely: false,
        doubts: Vec::new(),
        why: None,
        id: String::new(),
        in_loop: None,
        folded: Vec::new(),
    })
}

fn access(site: &Site, is_write: bool, thread: Option<String>) -> Access {
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
        stack: Vec::new(),
        started: None,
        locks: None,
        via: None,
        source: None,
        inside: Vec::new(),
    }
}

/// What is held, as a report has it.
fn named(agent: &Agent, held: &[Held]) -> Vec<Lock> {
    held.iter().map(|held| held.named(agent.classes.site(held.site).as_deref())).collect()
}

/// An access of a loop is reported behind the loop: the line of the topmost frame is that of the access.
fn set_line(stack: &mut [Frame], site: &Site) {
    if let Some(top) = stack.first_mut()
        && top.method == site.method
        && top.class.replace('/', ".") == site.class.replace('/', ".")
    {
        top.line = site.line.or(top.line);
    }
}

/// A stack without the agent's own frames.
pub(crate) fn frames(jvmti: Jvmti, stack: &[Place]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for &Place { method, location } in stack {
        let Some(class) = jvmti.method_class(method.0) else { continue };
        let Some(name) = jvmti.class_name(class) else { continue };
        // The JVM makes classes for lambdas and hides them from stack traces too.
        let is_hidden = name.contains(".0x") || name.contains("+0x");
        if is_hidden || name.starts_with(instrument::watch::SHIM) {
            continue;
        }
        frames.push(Frame {
            class: name,
            method: jvmti.method_name(method.0).unwrap_or_default(),
            file: jvmti.source_file(class),
            line: jvmti.line(method.0, location),
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
