//! Threads are scheduled: where the program is about to acquire a lock, the crate `schedule` decides whether it may.
//!
//! ```text
//!  shim: before(lock) ──ask──▶ Steering ──▶ schedule::Controller ──▶ go, or a nap, or held here until somebody wakes it
//!        after()      ──acquired──▶ │  ◀── watchdog: every millisecond while threads are held
//!                                   └──▶ PID.schedule, PID.relations, beside the records
//! ```
//!
//! **Where the scheduler lives.** Here, in Rust, behind one lock: acquisitions of the program are rare enough for a native
//! call, the same logic is tested without a JVM, and a held thread waits in native code, where neither the program's
//! interrupts nor its permits to park are touched and the garbage collector does not wait for it.
//!
//! **What the scheduler sees.** Methods are those of the program's classes, from the tool interface's stack traces: of
//! the current thread at every acquisition that is asked about, of others when a decision depends on them. What a
//! thread does (runs, waits, sleeps) is asked of the tool interface as well, which covers every way to wait: monitors,
//! locks, conditions, joins, latches, queues. Of who is in native code, as for a socket, the operating system knows whether
//! it sleeps ([`crate::sleepers`]).
//!
//! **Nobody hangs.** A watchdog, a thread that the program does not see, looks after held threads. If it failed, a held thread
//! would do so itself after the limit. Threads inside of class initialisers are not held, since the JVM makes others wait for
//! them in ways that cannot be seen.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, ptr};

use instrument::watch::SiteId;
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jintArray, jlong, jobject};
use jvmti_bindings::sys::jvmti::{
    JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER as BLOCKED,
    JVMTI_THREAD_STATE_IN_NATIVE as IN_NATIVE, JVMTI_THREAD_STATE_SLEEPING as SLEEPING,
    JVMTI_THREAD_STATE_TERMINATED as TERMINATED, JVMTI_THREAD_STATE_WAITING as WAITING,
    JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT as WITH_TIMEOUT, jvmtiEnv,
};
use report::{Blocked, Deadlock, Record};
use rustc_hash::FxHashMap;
use schedule::{
    Activity, Controller, DrFinder, Limits, LockId, Log, MethodId, Names, Native, Noise, Pct,
    PlaceId, Relations, Replay, Request, Scheduler, Style, ThreadId, TypeId, Verdict, World,
};

use crate::jvm::{GlobalRef, Jni, Place};
use crate::options::{Options, Scheduling};
use crate::races::frames;
use crate::sleepers::{self, Sleepers};
use crate::{AGENT, Agent, guarded};

/// How many frames of a stack are looked through for methods of the program.
const FRAMES: usize = 48;
/// How often held threads are looked after.
const TICK: Duration = Duration::from_millis(1);
/// How often the rest is done: files, deadlocks.
const SLOW_TICK: Duration = Duration::from_millis(200);
/// How long a stack in a report on a deadlock is.
const DEADLOCK_FRAMES: usize = 64;

/// Whether threads are held; the shim reads the byte without a call.
static IS_ANYBODY_HELD: AtomicBool = AtomicBool::new(false);

/// Where a held thread waits.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn close(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }

    /// Whether it was opened in time.
    fn wait(&self, longest: Duration) -> bool {
        let is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.opened.wait_timeout_while(is_open, longest, |is_open| !*is_open);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

struct Thread {
    object: GlobalRef,
    gate: Arc<Gate>,
}

/// What a frame of a stack means to a scheduler.
#[derive(Clone, Copy)]
enum Frame {
    /// Nothing: it is the JDK's, or unknown to earlier runs.
    Other,
    Method(MethodId),
    Initialiser,
}

/// What the scheduler sees of the JVM.
#[derive(Default)]
struct View {
    threads: FxHashMap<ThreadId, Thread>,
    sleepers: Sleepers,
    /// The names that earlier runs knew: what others count for.
    known: Names<MethodId>,
    frames: RefCell<FxHashMap<usize, Frame>>,
}

impl World for View {
    fn stack(&self, thread: ThreadId, depth: usize) -> Vec<MethodId> {
        let (Some(agent), Some(thread)) = (AGENT.get(), self.threads.get(&thread)) else {
            return Vec::new();
        };
        let mut methods = Vec::new();
        for place in agent.jvmti.stack_of(thread.object.0, FRAMES) {
            let mut known = self.frames.borrow_mut();
            let frame = known.entry(place.method.0 as usize).or_insert_with(|| {
                match application_method(agent, place) {
                    Some(name) => self.known.find(&name).map_or(Frame::Other, Frame::Method),
                    None => Frame::Other,
                }
            });
            if let Frame::Method(method) = *frame {
                methods.push(method);
            }
            if methods.len() >= depth {
                break;
            }
        }
        methods
    }

    fn activity(&self, thread: ThreadId) -> Activity {
        let state = match (AGENT.get(), self.threads.get(&thread)) {
            (Some(agent), Some(thread)) => agent.jvmti.thread_state(thread.object.0),
            _ => None,
        };
        match state {
            None => Activity::Ended,
            Some(state) if state & TERMINATED != 0 => Activity::Ended,
            Some(state) if state & SLEEPING != 0 => Activity::Running,
            Some(state) if state & BLOCKED != 0 => Activity::Blocked,
            Some(state) if state & WAITING != 0 => {
                Activity::Waiting { is_timed: state & WITH_TIMEOUT != 0 }
            }
            // Nobody knows what it waits for; something from outside may end it.
            Some(state) if state & IN_NATIVE != 0 && self.sleepers.is_asleep(thread) => {
                Activity::Waiting { is_timed: true }
            }
            Some(_) => Activity::Running,
        }
    }
}

/// The name of a method, if it is the program's.
fn application_method(agent: &Agent, place: Place) -> Option<String> {
    let class = agent.jvmti.method_class(place.method.0)?;
    let name = agent.jvmti.class_name(class)?;
    let has_loader = agent.jvmti.loader(class).is_some_and(|loader| !loader.is_null());
    // The JVM makes classes for lambdas, whose names change from run to run.
    let is_hidden = name.contains(".0x") || name.contains("+0x");
    if is_hidden || !agent.classes.is_application(&name, has_loader) {
        return None;
    }
    Some(format!("{name}.{}", agent.jvmti.method_signature(place.method.0)?))
}

struct Shared {
    controller: Controller,
    view: View,
    /// The meaning of the frames of threads that ask.
    frames: FxHashMap<usize, Frame>,
    places: FxHashMap<SiteId, PlaceId>,
    files: Option<Files>,
    is_deadlocked: bool,
}

struct Files {
    schedule: File,
    relations: File,
}

pub(crate) struct Steering {
    shared: Mutex<Shared>,
    /// Somebody is held, for the watchdog.
    has_work: Condvar,
    start: Instant,
    longest: Duration,
    is_over: AtomicBool,
}

impl Steering {
    pub(crate) fn new(options: &Options, scheduling: &Scheduling) -> Result<Steering, String> {
        let mut relations = Relations::default();
        if let Some(file) = &scheduling.relations {
            relations.read(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let mut limits = Limits::default();
        limits.longest = scheduling.longest.unwrap_or(limits.longest);
        let (depth, seed) = (scheduling.depth.max(1), scheduling.seed);
        let mut places = Names::default();
        let scheduler: Box<dyn Scheduler> = match scheduling.scheduler.as_str() {
            "native" => Box::new(Native),
            "noise" => Box::new(Noise::new(seed)),
            "pct" => Box::new(Pct::new(seed, depth, scheduling.steps)),
            "drfinder" => {
                let style = Style::of_run(scheduling.run, depth);
                Box::new(DrFinder::new(relations.clone(), depth, style, seed))
            }
            "replay" => {
                let file = scheduling.log.as_deref().ok_or("a replay needs a log")?;
                let log = Log::read(&read(file)?);
                let log = log.map_err(|error| format!("{}: {error}", file.display()))?;
                Box::new(Replay::new(log, &mut places))
            }
            other => return Err(format!("there is no scheduler {other}")),
        };
        let known = relations.methods.clone();
        let shared = Shared {
            controller: Controller::new(scheduler, depth, relations, places, limits),
            view: View { known, ..View::default() },
            frames: FxHashMap::default(),
            places: FxHashMap::default(),
            files: Some(Files::open(&options.output)?),
            is_deadlocked: false,
        };
        Ok(Steering {
            shared: Mutex::new(shared),
            has_work: Condvar::new(),
            start: Instant::now(),
            longest: limits.longest,
            is_over: AtomicBool::new(false),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// The first thread, and somebody who looks after all of them.
    pub(crate) fn begin(&self, agent: &Agent, jni: Jni, first: jobject) {
        let id = jni.long_field(first, c"tid");
        self.runs_in(ThreadId(id as u32));
        self.lock().register(jni, ThreadId(id as u32), first, None, &[]);
        let watchdog = jni.new_thread("deadheat");
        let runs = watchdog.is_some_and(|thread| agent.jvmti.run_agent_thread(thread, watch));
        if !runs {
            agent.output.gap("threads that are suspended: they go on when their time is over");
        }
    }

    /// The current thread is one of the program's.
    pub(crate) fn runs_in(&self, thread: ThreadId) {
        if let Some(task) = sleepers::current_task() {
            self.lock().view.sleepers.add(thread, task);
        }
    }

    /// From now on nobody is held; what is known is written.
    pub(crate) fn finish(&self, agent: &Agent) {
        self.is_over.store(true, Ordering::Relaxed);
        let mut shared = self.lock();
        for thread in shared.view.threads.values() {
            thread.gate.open();
        }
        shared.flush();
        shared.files = None;
        let statistics = shared.controller.statistics();
        let counts = [
            ("threads", statistics.threads),
            ("requests", statistics.requests),
            ("suspensions", statistics.suspensions),
            ("delays", statistics.delays),
            ("done", statistics.done),
            ("in_vain", statistics.in_vain),
            ("thrashing", statistics.thrashing),
            ("expired", statistics.expired),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count)).into();
        let remark = shared.controller.remark();
        drop(shared);
        agent.output.write(&Record::Scheduled { counts, remark });
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

impl Files {
    fn open(folder: &Path) -> Result<Files, String> {
        let open = |extension: &str, header: &str| {
            let path = folder.join(format!("{}.{extension}", std::process::id()));
            let file = OpenOptions::new().create(true).append(true).open(&path);
            let mut file = file.map_err(|error| format!("{}: {error}", path.display()))?;
            let written = file.write_all(header.as_bytes());
            written.map_err(|error| format!("{}: {error}", path.display()))?;
            Ok::<File, String>(file)
        };
        // The controller writes the header of a log itself.
        Ok(Files {
            schedule: open("schedule", "")?,
            relations: open("relations", &Relations::header())?,
        })
    }
}

impl Shared {
    fn register(
        &mut self,
        jni: Jni,
        id: ThreadId,
        object: jobject,
        by: Option<ThreadId>,
        stack: &[MethodId],
    ) {
        if self.view.threads.contains_key(&id) || object.is_null() {
            return;
        }
        let thread = Thread { object: jni.global(object), gate: Arc::default() };
        self.view.threads.insert(id, thread);
        self.controller.started(id, by, stack);
    }

    /// The methods of the program on a stack; none if a class is being initialised there.
    fn methods(&mut self, agent: &Agent, stack: &[Place]) -> Option<Vec<MethodId>> {
        let mut methods = Vec::new();
        for place in stack {
            let key = place.method.0 as usize;
            let frame = match self.frames.get(&key) {
                Some(frame) => *frame,
                None => {
                    let name = application_method(agent, *place);
                    let frame = match name {
                        Some(name) if name.contains(".<clinit>") => Frame::Initialiser,
                        Some(name) => Frame::Method(self.controller.method(&name)),
                        None => Frame::Other,
                    };
                    self.frames.insert(key, frame);
                    frame
                }
            };
            match frame {
                Frame::Other => {}
                Frame::Method(method) => methods.push(method),
                Frame::Initialiser => return None,
            }
        }
        methods.truncate(self.controller.depth());
        Some(methods)
    }

    fn place(&mut self, agent: &Agent, site: SiteId) -> PlaceId {
        if let Some(known) = self.places.get(&site) {
            return *known;
        }
        let name = agent.classes.site(site).map_or_else(
            || "?".to_owned(),
            |site| {
                let line = site.line.map_or("?".to_owned(), |line| line.to_string());
                format!("{}.{}:{line}", site.class, site.method)
            },
        );
        let place = self.controller.place(&name);
        self.places.insert(site, place);
        place
    }

    fn wake(&self, threads: Vec<ThreadId>) {
        for thread in threads {
            if let Some(thread) = self.view.threads.get(&thread) {
                thread.gate.open();
            }
        }
    }

    fn tick(&mut self, now: Duration) {
        let released = self.controller.tick(now, &self.view);
        self.wake(released);
        IS_ANYBODY_HELD.store(self.controller.has_suspended(), Ordering::Relaxed);
    }

    fn flush(&mut self) {
        let (log, relations) = (self.controller.take_log(), self.controller.take_relations());
        if let Some(files) = &mut self.files {
            let written = files.schedule.write_all(log.as_bytes());
            let written = written.and(files.relations.write_all(relations.as_bytes()));
            if let Err(error) = written {
                eprintln!("deadheat: the schedule could not be written: {error}");
                self.files = None;
            }
        }
    }

    /// Threads that wait for each other, if that is new.
    fn deadlock(&mut self, agent: &Agent, now: Duration) -> Option<Deadlock> {
        if self.is_deadlocked {
            return None;
        }
        let threads = self.controller.deadlock(now)?;
        // Who gives up after some time is not in a deadlock.
        let is_blocked = |thread: &ThreadId| {
            matches!(
                self.view.activity(*thread),
                Activity::Waiting { is_timed: false } | Activity::Blocked
            )
        };
        if !threads.iter().all(is_blocked) {
            return None;
        }
        self.is_deadlocked = true;
        let blocked = |thread: &ThreadId| {
            let object = self.view.threads.get(thread).map_or(ptr::null_mut(), |t| t.object.0);
            let ty = self.controller.asked(*thread).map(|request| request.ty);
            let lock = ty.map_or_else(String::new, |ty| {
                report::external(self.controller.names().types.name(ty))
            });
            let stack = frames(agent.jvmti, &agent.jvmti.stack_of(object, DEADLOCK_FRAMES));
            Blocked { thread: agent.jvmti.thread_name(object), lock, stack }
        };
        Some(Deadlock { threads: threads.iter().map(blocked).collect() })
    }
}

/// The watchdog.
unsafe extern "system" fn watch(
    _jvmti: *mut jvmtiEnv,
    env: *mut JNIEnv,
    _argument: *mut std::ffi::c_void,
) {
    guarded("the watchdog of suspended threads", (), || {
        let Some(agent) = AGENT.get() else { return };
        let Some(steering) = &agent.steering else { return };
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        let mut last = Duration::ZERO;
        while !steering.is_over.load(Ordering::Relaxed) {
            let shared = steering.lock();
            let time = if shared.controller.has_suspended() { TICK } else { SLOW_TICK };
            let waited = steering.has_work.wait_timeout(shared, time);
            let mut shared = waited.unwrap_or_else(PoisonError::into_inner).0;
            let now = steering.now();
            jni.in_frame(|| {
                shared.tick(now);
                ptr::null_mut()
            });
            if now.saturating_sub(last) < SLOW_TICK {
                continue;
            }
            last = now;
            shared.flush();
            let mut deadlock = None;
            jni.in_frame(|| {
                deadlock = shared.deadlock(agent, now);
                ptr::null_mut()
            });
            drop(shared);
            if let Some(deadlock) = deadlock {
                agent.output.write(&Record::Deadlock { deadlock });
                jni.call_static_void(c"java/lang/DeadheatSchedule", c"halt");
            }
        }
    });
}

/// What a native of `DeadheatSchedule` needs, unless the shim only wants the JVM to find the function.
fn with_steering(what: &str, env: *mut JNIEnv, run: impl FnOnce(&Agent, &Steering, Jni)) {
    guarded(what, (), || {
        let Some(agent) = AGENT.get() else { return };
        let Some(steering) = &agent.steering else { return };
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(env) };
        if steering.is_over.load(Ordering::Relaxed) {
            return;
        }
        jni.in_frame(|| {
            run(agent, steering, jni);
            ptr::null_mut()
        });
    });
}

/// The views of a read-write lock are that lock.
fn lock_type(class: &str) -> &str {
    match class.strip_prefix("java/util/concurrent/locks/ReentrantReadWriteLock$") {
        Some("ReadLock" | "WriteLock") => "java/util/concurrent/locks/ReentrantReadWriteLock",
        _ => class,
    }
}

/// `DeadheatSchedule.typeOf`. The JVM finds natives of its own classes by name in the libraries of agents.
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_typeOf(
    env: *mut JNIEnv,
    _class: jclass,
    ty: jclass,
) -> jint {
    let mut number = 0;
    with_steering("the class of a lock", env, |agent, steering, _| {
        let name = agent.jvmti.class_name(ty).unwrap_or_default();
        number = steering.lock().controller.ty(lock_type(&name)).0 as jint + 1;
    });
    number
}

/// The type that the shim has the number of.
fn type_id(number: jint) -> TypeId {
    TypeId((number - 1).max(0) as u32)
}

/// `DeadheatSchedule.ask`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_ask(
    env: *mut JNIEnv,
    _class: jclass,
    thread: jobject,
    id: jlong,
    lock: jint,
    ty: jint,
    site: jint,
    held: jintArray,
) {
    if thread.is_null() {
        return;
    }
    with_steering("an acquisition", env, |agent, steering, jni| {
        let id = ThreadId(id as u32);
        let held = jni.ints(held);
        let held = held.chunks_exact(2).map(|pair| (LockId(pair[0] as u32), type_id(pair[1])));
        let held: Vec<(LockId, TypeId)> = held.collect();
        let stack = agent.jvmti.stack(FRAMES);
        let mut shared = steering.lock();
        shared.register(jni, id, thread, None, &[]);
        let Some(stack) = shared.methods(agent, &stack) else { return };
        let place = shared.place(agent, SiteId(site as u32));
        let (lock, ty) = (LockId(lock as u32), type_id(ty));
        let request = Request { thread: id, lock, ty, place, stack, held };
        let Shared { controller, view, .. } = &mut *shared;
        match controller.request(request, steering.now(), &*view) {
            Verdict::Go => {}
            Verdict::Delay(time) => {
                drop(shared);
                std::thread::sleep(time);
            }
            Verdict::Suspend => {
                let Some(gate) = view.threads.get(&id).map(|thread| Arc::clone(&thread.gate))
                else {
                    return;
                };
                gate.close();
                IS_ANYBODY_HELD.store(true, Ordering::Relaxed);
                steering.has_work.notify_one();
                drop(shared);
                // The watchdog is quicker, if there is one.
                let longest = steering.longest + SLOW_TICK;
                while !gate.wait(longest) && !steering.is_over.load(Ordering::Relaxed) {
                    steering.lock().tick(steering.now());
                }
            }
        }
    });
}

/// `DeadheatSchedule.acquired`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_acquired(
    env: *mut JNIEnv,
    _class: jclass,
    id: jlong,
) {
    with_steering("an acquisition", env, |_, steering, _| {
        let mut shared = steering.lock();
        let Shared { controller, view, .. } = &mut *shared;
        let released = controller.acquired(ThreadId(id as u32), steering.now(), &*view);
        shared.wake(released);
    });
}

/// `DeadheatSchedule.passed`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_passed(
    env: *mut JNIEnv,
    _class: jclass,
    id: jlong,
    lock: jint,
    ty: jint,
) {
    with_steering("an acquisition", env, |_, steering, _| {
        let mut shared = steering.lock();
        let Shared { controller, view, .. } = &mut *shared;
        let (id, lock, ty) = (ThreadId(id as u32), LockId(lock as u32), type_id(ty));
        let released = controller.passed(id, lock, ty, steering.now(), &*view);
        shared.wake(released);
    });
}

/// `DeadheatSchedule.held`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_held(
    _env: *mut JNIEnv,
    _class: jclass,
) -> jlong {
    IS_ANYBODY_HELD.as_ptr() as jlong
}

/// `DeadheatSchedule.wasSynchronized`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_wasSynchronized(
    env: *mut JNIEnv,
    _class: jclass,
    method: jobject,
) -> jboolean {
    if method.is_null() {
        return 0;
    }
    let mut was = false;
    with_steering("a method", env, |agent, _, jni| {
        let id = jni.reflected(method);
        let class = agent.jvmti.method_class(id).and_then(|class| agent.jvmti.class_name(class));
        if let (Some(class), Some(name)) = (class, agent.jvmti.method_signature(id)) {
            was = agent.classes.was_synchronized(&format!("{class}.{name}"));
        }
    });
    jboolean::from(was)
}

/// `DeadheatSchedule.started`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_started(
    env: *mut JNIEnv,
    _class: jclass,
    by: jobject,
    by_id: jlong,
    thread: jobject,
    id: jlong,
) {
    if thread.is_null() {
        return;
    }
    with_steering("the start of a thread", env, |agent, steering, jni| {
        let stack = agent.jvmti.stack(FRAMES);
        let mut shared = steering.lock();
        let by_id = (!by.is_null()).then_some(ThreadId(by_id as u32));
        if let Some(by_id) = by_id {
            shared.register(jni, by_id, by, None, &[]);
        }
        let stack = shared.methods(agent, &stack).unwrap_or_default();
        shared.register(jni, ThreadId(id as u32), thread, by_id, &stack);
    });
}

/// `DeadheatSchedule.ended`
///
/// # Safety
///
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_java_lang_DeadheatSchedule_ended(
    env: *mut JNIEnv,
    _class: jclass,
    id: jlong,
) {
    with_steering("the end of a thread", env, |_, steering, jni| {
        let mut shared = steering.lock();
        let id = ThreadId(id as u32);
        let Shared { controller, view, .. } = &mut *shared;
        let released = controller.ended(id, steering.now(), &*view);
        shared.wake(released);
        shared.view.sleepers.remove(id);
        if let Some(thread) = shared.view.threads.remove(&id) {
            jni.delete_global(thread.object);
        }
    });
}
