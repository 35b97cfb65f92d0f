//! The library that a JVM loads (`-agentpath`).
//!
//! ```text
//!  class file ──hook──▶ classes: how deep? ──▶ instrument::watch ──▶ class file with calls of the shim
//!                          │  numbers of sites
//!                          ▼
//!  shim (Java, in java.base): clocks, shadow words, FastTrack ── first time at a site ──▶ fields: which field is it?
//!                          │
//!                          └── two accesses without order ──▶ races: seen before? stack, names ──▶ output: a line of JSON
//! ```
//!
//! **What is recorded where.** The state of a variable is in shadow fields beside it, that of a thread in fields of
//! `Thread`, that of a lock in a field of `Object`: the garbage collector frees all of it. What a run can only ask for now
//! and then (names of sites, of fields, the races themselves) is here. The hit path is Java that the JIT compilers inline;
//! a call into this library costs ten times as much and happens once per site and once per race.
//!
//! **Phases.** `Agent_OnLoad` asks for the early events; from then on every class is rewritten, `java.lang.Object` first.
//! At the early `VMStart` no Java code has run yet: the shim is defined in `java.base` and gets its natives. At `VMInit` it
//! is switched on. `VMDeath` writes how often each race was seen; all else is on disk by then.
//!
//! **Failure.** A panic ends at the boundary ([`guarded`]). A class that cannot be rewritten is loaded as it is and named as a
//! gap. Nothing here ever throws into the program.
//!
//! This crate knows nothing about static analysis.

mod classes;
mod fields;
mod jvm;
mod locks;
mod natives;
mod options;
mod output;
mod races;
mod sharing;
mod sleepers;
mod states;
mod steering;

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::OnceLock;

use jvmti_bindings::sys::jni::{JNI_OK, JNIEnv, JavaVM, jclass, jint, jmethodID, jobject, jthread};
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_NATIVE_METHOD_BIND, JVMTI_EVENT_THREAD_START,
    JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_START, jvmtiEnv, jvmtiEventCallbacks,
};

use classes::Classes;
use jvm::{Jni, Jvmti};
use natives::Natives;
use options::{Arrays, Options};
use output::Output;
use races::Races;
use report::Record;
use schedule::ThreadId;
use steering::Steering;

pub use options::{
    CHILDREN_VARIABLE, OPTION_ARRAYS, OPTION_DEPTH, OPTION_EXCLUDE, OPTION_INCLUDE,
    OPTION_JDK_INTERNALS, OPTION_LOG, OPTION_LONGEST, OPTION_OUTPUT, OPTION_RELATIONS, OPTION_RUN,
    OPTION_SCHEDULER, OPTION_SEED, OPTION_SHARING, OPTION_SHARING_OUT, OPTION_STEPS,
};

/// The classes of the shim; the names are those of the JVM.
static SHIM_CLASSES: &[(&CStr, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shim.rs"));

/// The oldest release of Java that can be watched.
const OLDEST_RELEASE: u16 = 17;

/// Everything that the agent knows.
struct Agent {
    jvmti: Jvmti,
    classes: Classes,
    races: Races,
    output: Output,
    /// Where the output is.
    folder: PathBuf,
    /// Only who shares data is looked for, not races.
    is_sharing: bool,
    /// Who decides about acquisitions, if anybody does.
    steering: Option<Steering>,
    /// Native methods that are called with a word to the shim.
    natives: Natives,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// Runs something at the boundary to the JVM: a panic is said, and does not go on.
fn guarded<T>(what: &str, otherwise: T, run: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(_) => {
            if let Some(agent) = AGENT.get() {
                agent.output.gap(&format!("something, since the agent failed in {what}"));
            }
            otherwise
        }
    }
}

/// Called by the JVM when it loads the library.
///
/// # Safety
///
/// Only a JVM may call it, as its specification says.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    vm: *mut JavaVM,
    options: *const c_char,
    _reserved: *mut c_void,
) -> jint {
    guarded("its start", JNI_OK, || {
        let options = if options.is_null() {
            String::new()
        } else {
            // SAFETY: the JVM hands over a string that ends with zero.
            unsafe { CStr::from_ptr(options) }.to_string_lossy().into_owned()
        };
        // SAFETY: the pointer comes from the JVM.
        if let Err(message) = unsafe { load(vm, &options) } {
            eprintln!("deadheat: {message}; the program runs without being watched");
        }
        JNI_OK
    })
}

/// # Safety
///
/// `vm` is that of the JVM that loads the agent.
unsafe fn load(vm: *mut JavaVM, options: &str) -> Result<(), String> {
    let options = Options::parse(options)?;
    if let Some(agent) = AGENT.get() {
        // Named on the command line and in the environment: once is enough, if it is for the same run.
        if agent.folder != options.output {
            let output = Output::open(&options)?;
            output.gap("a JVM that another `deadheat run` has watched already");
            output.write(&Record::Ended);
        }
        return Ok(());
    }
    let output = Output::open(&options)?;
    // SAFETY: as above.
    let jvmti = unsafe { Jvmti::of(vm) }.ok_or("this JVM has no tool interface")?;
    let version = jvmti.system_property(c"java.vm.specification.version").unwrap_or_default();
    let release: u16 = version.parse().unwrap_or(0);
    if release < OLDEST_RELEASE {
        let what =
            format!("a JVM of Java {version}: Java {OLDEST_RELEASE} and later can be watched");
        output.gap(&what);
        return Err(what);
    }
    let home = jvmti.system_property(c"java.home").unwrap_or_default();
    let class_path = jvmti.system_property(c"java.class.path").unwrap_or_default();
    let classes = Classes::new(&options, home.as_ref(), &class_path, release)?;
    let steering = options.scheduling.as_ref().map(|how| Steering::new(&options, how));
    let steering = steering.transpose().inspect_err(|why| output.gap(&format!("a JVM: {why}")))?;
    if let Err(why) = jvmti.add_capabilities() {
        output.gap(&format!("a JVM: {why}"));
        return Err(why);
    }
    output.write(&Record::Started { version });
    if let Some(options) = std::env::var_os(CHILDREN_VARIABLE) {
        // SAFETY: no Java thread runs yet, and those of the JVM do not read the environment at this time.
        unsafe { std::env::set_var("JAVA_TOOL_OPTIONS", options) };
    }
    let is_sharing = options.is_sharing;
    let folder = options.output;
    let races = Races::default();
    let natives = Natives::default();
    let agent = Agent { jvmti, classes, races, output, folder, is_sharing, steering, natives };
    let agent = AGENT.get_or_init(|| agent);
    let mut callbacks = jvmtiEventCallbacks::default();
    callbacks.ClassFileLoadHook = Some(class_file_load_hook);
    callbacks.NativeMethodBind = Some(native_method_bind);
    callbacks.VMStart = Some(vm_start);
    callbacks.VMInit = Some(vm_init);
    callbacks.VMDeath = Some(vm_death);
    callbacks.ThreadStart = Some(thread_start);
    let mut events = vec![
        JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
        JVMTI_EVENT_NATIVE_METHOD_BIND,
        JVMTI_EVENT_VM_START,
        JVMTI_EVENT_VM_INIT,
        JVMTI_EVENT_VM_DEATH,
    ];
    if agent.steering.is_some() {
        events.push(JVMTI_EVENT_THREAD_START);
    }
    agent.jvmti.listen(&callbacks, &events)
}

/// A thread runs now, this one.
unsafe extern "system" fn thread_start(_jvmti: *mut jvmtiEnv, jni: *mut JNIEnv, thread: jobject) {
    guarded("the start of a thread", (), || {
        let Some(steering) = AGENT.get().and_then(|agent| agent.steering.as_ref()) else { return };
        // SAFETY: the JVM hands over the environment of the current thread.
        let jni = unsafe { Jni::new(jni) };
        steering.runs_in(ThreadId(jni.long_field(thread, c"tid") as u32));
    });
}

unsafe extern "system" fn class_file_load_hook(
    _jvmti: *mut jvmtiEnv,
    _jni: *mut JNIEnv,
    _redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    bytes: *const u8,
    new_length: *mut jint,
    new_bytes: *mut *mut u8,
) {
    guarded("a class", (), || {
        let Some(agent) = AGENT.get() else { return };
        // SAFETY: the JVM says how long the class is, and keeps it until the hook returns.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length as usize) };
        let name = match name.is_null() {
            true => None,
            // SAFETY: it ends with zero.
            false => unsafe { CStr::from_ptr(name) }.to_str().ok(),
        };
        let Some(changed) = agent.classes.rewrite(name, !loader.is_null(), bytes, &agent.output)
        else {
            return;
        };
        if let Some(copy) = agent.jvmti.allocate_copy(&changed) {
            // SAFETY: both are places that the JVM made for the result.
            unsafe {
                *new_length = changed.len() as jint;
                *new_bytes = copy;
            }
        }
    });
}

unsafe extern "system" fn native_method_bind(
    _jvmti: *mut jvmtiEnv,
    _jni: *mut JNIEnv,
    _thread: jthread,
    method: jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    guarded("a native method", (), || {
        let Some(agent) = AGENT.get() else { return };
        if let Some(slot) = natives::bind(agent, method, address as usize) {
            // SAFETY: it is the place that the JVM made for the result.
            unsafe { *new_address = slot as *mut c_void };
        }
    });
}

unsafe extern "system" fn vm_start(_jvmti: *mut jvmtiEnv, jni: *mut JNIEnv) {
    guarded("the definition of the shim", (), || {
        // SAFETY: it is the environment of the current thread.
        let jni = unsafe { Jni::new(jni) };
        for (name, bytes) in SHIM_CLASSES {
            let class = jni.define_boot_class(name, bytes);
            if class.is_null() {
                // Classes are changed already and would fail one by one.
                eprintln!("deadheat: this JVM does not take the agent's classes: {name:?}");
                std::process::exit(2);
            }
        }
    });
}

unsafe extern "system" fn vm_init(_jvmti: *mut jvmtiEnv, jni: *mut JNIEnv, thread: jthread) {
    guarded("its start", (), || {
        // SAFETY: it is the environment of the current thread.
        let jni = unsafe { Jni::new(jni) };
        let Some(agent) = AGENT.get() else { return };
        agent.natives.begin(jni);
        if let Some(steering) = &agent.steering {
            steering.begin(agent, jni, thread);
            if !jni.call_static_void(c"java/lang/Deadheat", c"schedule") {
                agent.output.gap("the order of threads: the agent's classes do not work");
            }
        }
        let start = match (agent.is_sharing, agent.classes.arrays) {
            (true, _) => c"startSharing",
            (false, Arrays::Whole) => c"startWithWholeArrays",
            (false, _) => c"start",
        };
        if !jni.call_static_void(c"java/lang/Deadheat", start) {
            agent.output.gap("anything: the agent's classes do not work in this JVM");
        }
    });
}

unsafe extern "system" fn vm_death(_jvmti: *mut jvmtiEnv, _jni: *mut JNIEnv) {
    guarded("its end", (), || {
        if let Some(agent) = AGENT.get() {
            if let Some(steering) = &agent.steering {
                steering.finish(agent);
            }
            agent.output.write(&Record::Counts { counts: agent.races.counts() });
            agent.output.write(&Record::Ended);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_at_the_boundary() {
        assert_eq!(guarded("a test", 7, || panic!("on purpose")), 7);
        assert_eq!(guarded("a test", 7, || 8), 8);
    }

    #[test]
    fn options_that_make_no_sense_leave_the_jvm_alone() {
        // SAFETY: the JVM is not looked at when its options are wrong.
        let status = unsafe {
            Agent_OnLoad(std::ptr::null_mut(), c"colour=red".as_ptr(), std::ptr::null_mut())
        };
        assert_eq!(status, JNI_OK);
    }
}
