//! Synchronized native methods: the JVM enters their monitor by itself, and they have no code to insert anything into.
//!
//! When the JVM finds the function of such a method, it is given the address of a slot instead ([`bind`]). A slot calls the real
//! function, with the arguments as they came, between two words to the shim: by then the JVM has the monitor, and still has it
//! afterwards. The class stays as it is, and so do reflection and stack traces.
//!
//! If threads are scheduled, the method is not synchronized any more (`instrument::watch`); then the slot also asks, and enters and
//! leaves the monitor.
//!
//! A slot does not know which arguments the function has. It passes on all registers that may hold some, and copies as much of
//! the caller's stack as the method has parameters. That is written for one processor; where there is no such code, a method is
//! named as a gap.

use std::ffi::{CStr, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

use instrument::watch::{AccessKind, Site, SiteTarget};
use jvmti_bindings::sys::jni::{jint, jmethodID, jobject};

use crate::Agent;
use crate::jvm::{GlobalRef, Jni, MethodId};

const SYNCHRONIZED: jint = 0x0020;

/// What a slot stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    /// `pkg/Class.name(descriptor)`
    method: String,
    /// The address of the real function.
    function: usize,
    /// As many words of the caller's stack may hold arguments.
    words: usize,
    /// Where the monitor is entered.
    site: jint,
    /// Whether the JVM does not enter the monitor.
    is_unsynchronized: bool,
}

/// The rest are for methods whose monitor the JVM enters.
const OTHERS: usize = slots::COUNT - UNSYNCHRONIZED;

/// The slots that are in use. They are never given back: the JVM may be about to call one.
#[derive(Default)]
pub(crate) struct Natives {
    bound: Mutex<Vec<&'static Target>>,
    shim: OnceLock<Shim>,
}

/// The methods of the shim that are called.
struct Shim {
    class: GlobalRef,
    before: MethodId,
    enter: MethodId,
    after: MethodId,
    exit: MethodId,
}

const LOCK: &CStr = c"(Ljava/lang/Object;)V";
const LOCK_AT: &CStr = c"(Ljava/lang/Object;I)V";

impl Shim {
    fn find(jni: Jni) -> Option<Shim> {
        let class = jni.find_class(c"java/lang/Deadheat")?;
        Some(Shim {
            class: jni.global(class),
            before: jni.static_method(class, c"before", LOCK_AT)?,
            enter: jni.static_method(class, c"enter", LOCK_AT)?,
            after: jni.static_method(class, c"after", c"()V")?,
            exit: jni.static_method(class, c"exit", LOCK)?,
        })
    }
}

impl Natives {
    /// From now on the shim can be called.
    pub(crate) fn begin(&self, jni: Jni) {
        if let Some(shim) = Shim::find(jni) {
            let _ = self.shim.set(shim);
        }
    }

    /// The address of a slot for a target.
    fn slot(&self, target: Target) -> Option<usize> {
        let mut bound = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        // A class that is loaded again, with the same library.
        let is_same =
            |there: &&Target| there.method == target.method && there.function == target.function;
        let others = bound.iter().filter(|there| !there.is_unsynchronized).count();
        let index = match bound.iter().position(is_same) {
            Some(index) => index,
            None if bound.len() < slots::COUNT && (target.is_unsynchronized || others < OTHERS) => {
                let target = Box::leak(Box::new(target));
                slots::set(bound.len(), target);
                bound.push(target);
                bound.len() - 1
            }
            None => return None,
        };
        slots::address(index)
    }
}

/// The JVM has found the function of a native method; the address that it is to call instead, if it is synchronized.
pub(crate) fn bind(agent: &Agent, method: jmethodID, function: usize) -> Option<usize> {
    let modifiers = agent.jvmti.method_modifiers(method)?;
    let is_synchronized = modifiers & SYNCHRONIZED != 0;
    if !is_synchronized && agent.steering.is_none() {
        return None;
    }
    let class_object = agent.jvmti.method_class(method)?;
    let class = agent.jvmti.class_name(class_object)?;
    let (name, descriptor) = agent.jvmti.method_name_and_type(method)?;
    let method = format!("{class}.{name}{descriptor}");
    if !is_synchronized && !agent.classes.was_synchronized(&method) {
        return None;
    }
    let source_file = agent.jvmti.source_file(class_object);
    let words = words(&descriptor);
    let site = agent.classes.number(Site {
        class,
        source_file,
        method: name,
        descriptor,
        offset: 0,
        line: None,
        kind: AccessKind::Write,
        target: SiteTarget::Monitor,
        is_watched: false,
    });
    let target = Target {
        method: method.clone(),
        function,
        words,
        site: site.map_or(0, |site| site.0 as jint),
        is_unsynchronized: !is_synchronized,
    };
    let address = agent.natives.slot(target);
    if address.is_none() {
        agent.output.gap(&format!("the monitor of {method}, a native method"));
    }
    address
}

/// How many words of the stack the arguments of a method need at most.
fn words(descriptor: &str) -> usize {
    let inside = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let mut rest = inside.map_or("", |(parameters, _)| parameters);
    let mut words = 0;
    while !rest.is_empty() {
        rest = rest.trim_start_matches('[');
        let end = if rest.starts_with('L') { rest.find(';').unwrap_or(rest.len() - 1) } else { 0 };
        rest = &rest[end + 1..];
        words += 1;
    }
    words
}

/// A call that a slot is about to pass on, or has.
struct Passing {
    jni: Jni,
    lock: jobject,
}

impl Passing {
    fn enter(&self, agent: &Agent, target: &Target) {
        if target.is_unsynchronized {
            self.tell(agent, |shim| shim.before, &[target.site]);
            self.jni.monitor_enter(self.lock);
        }
        self.tell(agent, |shim| shim.enter, &[target.site]);
        if target.is_unsynchronized {
            let Some(shim) = agent.natives.shim.get() else { return };
            self.jni.call_static(shim.class, shim.after, None, &[]);
        }
    }

    /// What the function has thrown is thrown afterwards.
    fn exit(&self, agent: &Agent, target: &Target) {
        let thrown = self.jni.take_exception();
        self.tell(agent, |shim| shim.exit, &[]);
        if target.is_unsynchronized {
            self.jni.monitor_exit(self.lock);
        }
        if let Some(thrown) = thrown {
            self.jni.throw(thrown);
        }
    }

    fn tell(&self, agent: &Agent, method: fn(&Shim) -> MethodId, numbers: &[jint]) {
        let Some(shim) = agent.natives.shim.get() else { return };
        self.jni.call_static(shim.class, method(shim), Some(self.lock), numbers);
    }
}

/// Slots for x86-64 with the calling convention that all but Windows have.
#[cfg(all(target_arch = "x86_64", unix))]
mod slots {
    use std::arch::naked_asm;
    use std::sync::atomic::{AtomicPtr, Ordering};

    use jvmti_bindings::sys::jni::{JNIEnv, jobject};

    use super::{Passing, Target, c_void};
    use crate::jvm::Jni;
    use crate::{AGENT, guarded};

    pub(super) const COUNT: usize = 1024;

    /// The bytes of a slot.
    const SIZE: usize = 10;

    static TARGETS: [AtomicPtr<Target>; COUNT] =
        [const { AtomicPtr::new(std::ptr::null_mut()) }; COUNT];

    pub(super) fn set(index: usize, target: &'static Target) {
        TARGETS[index].store(std::ptr::from_ref(target).cast_mut(), Ordering::Release);
    }

    pub(super) fn address(index: usize) -> Option<usize> {
        Some(first as *const () as usize + index * SIZE)
    }

    /// What a slot has on its stack while it passes on a call.
    #[repr(C)]
    struct Frame {
        /// The arguments in registers; the first two are the environment and what is locked.
        general: [u64; 6],
        /// The same for numbers with a point.
        floating: [u64; 8],
        /// What is called.
        function: usize,
        /// How many words of the caller's stack it may want to see.
        words: usize,
        /// The number of the slot.
        index: usize,
        unused: usize,
    }

    /// The slots, one behind the other: each pushes its number and goes to what all have in common.
    ///
    /// There, `rbp` is set up as in any function, so that tools that read stacks find their way. `rbx` keeps the place of the
    /// [`Frame`] while the real function runs, whose arguments on the stack are copied right below.
    #[unsafe(naked)]
    unsafe extern "C" fn first() {
        naked_asm!(
            ".set deadheat_slot, 0",
            ".rept {count}",
            ".byte 0x68", // push
            ".long deadheat_slot",
            ".byte 0xe9", // jmp
            ".long 2f - . - 4",
            ".set deadheat_slot, deadheat_slot + 1",
            ".endr",
            "2:",
            ".cfi_startproc",
            ".cfi_def_cfa_offset 16",
            "pop r11",
            ".cfi_def_cfa_offset 8",
            "push rbp",
            ".cfi_def_cfa_offset 16",
            ".cfi_offset rbp, -16",
            "mov rbp, rsp",
            ".cfi_def_cfa_register rbp",
            "push rbx",
            ".cfi_offset rbx, -24",
            "sub rsp, 152",
            "mov [rsp], rdi",
            "mov [rsp + 8], rsi",
            "mov [rsp + 16], rdx",
            "mov [rsp + 24], rcx",
            "mov [rsp + 32], r8",
            "mov [rsp + 40], r9",
            "movsd [rsp + 48], xmm0",
            "movsd [rsp + 56], xmm1",
            "movsd [rsp + 64], xmm2",
            "movsd [rsp + 72], xmm3",
            "movsd [rsp + 80], xmm4",
            "movsd [rsp + 88], xmm5",
            "movsd [rsp + 96], xmm6",
            "movsd [rsp + 104], xmm7",
            "mov [rsp + 128], r11",
            "mov rbx, rsp",
            "mov rdi, rsp",
            "call {enter}",
            // An even number of words keeps the stack aligned.
            "mov rcx, [rbx + 120]",
            "lea rax, [rcx * 8 + 8]",
            "and rax, -16",
            "sub rsp, rax",
            "3:",
            "test rcx, rcx",
            "jz 4f",
            "mov rax, [rbp + rcx * 8 + 8]",
            "mov [rsp + rcx * 8 - 8], rax",
            "dec rcx",
            "jmp 3b",
            "4:",
            "mov rdi, [rbx]",
            "mov rsi, [rbx + 8]",
            "mov rdx, [rbx + 16]",
            "mov rcx, [rbx + 24]",
            "mov r8, [rbx + 32]",
            "mov r9, [rbx + 40]",
            "movsd xmm0, [rbx + 48]",
            "movsd xmm1, [rbx + 56]",
            "movsd xmm2, [rbx + 64]",
            "movsd xmm3, [rbx + 72]",
            "movsd xmm4, [rbx + 80]",
            "movsd xmm5, [rbx + 88]",
            "movsd xmm6, [rbx + 96]",
            "movsd xmm7, [rbx + 104]",
            "call [rbx + 112]",
            // The result is in one of two registers.
            "mov rsp, rbx",
            "mov [rbx + 16], rax",
            "movsd [rbx + 48], xmm0",
            "mov rdi, rbx",
            "call {exit}",
            "mov rax, [rbx + 16]",
            "movsd xmm0, [rbx + 48]",
            "mov rbx, [rbp - 8]",
            "mov rsp, rbp",
            "pop rbp",
            "ret",
            ".cfi_endproc",
            count = const COUNT,
            enter = sym enter,
            exit = sym exit,
        )
    }

    fn target(index: usize) -> &'static Target {
        let target = TARGETS[index].load(Ordering::Acquire);
        // SAFETY: the JVM only knows the addresses of slots that were set, to something that stays.
        unsafe { &*target }
    }

    fn passing(frame: &Frame) -> Passing {
        // SAFETY: the first argument of every native method is the environment of the current thread.
        let jni = unsafe { Jni::new(frame.general[0] as *mut JNIEnv) };
        Passing { jni, lock: frame.general[1] as *mut c_void as jobject }
    }

    /// # Safety
    ///
    /// Only a slot may call it, with its frame.
    unsafe extern "C" fn enter(frame: *mut Frame) {
        // SAFETY: the frame is the slot's own.
        let frame = unsafe { &mut *frame };
        let target = target(frame.index);
        frame.function = target.function;
        frame.words = target.words;
        guarded("a native method", (), || {
            if let Some(agent) = AGENT.get() {
                passing(frame).enter(agent, target);
            }
        });
    }

    /// # Safety
    ///
    /// As above.
    unsafe extern "C" fn exit(frame: *mut Frame) {
        // SAFETY: as above.
        let frame = unsafe { &*frame };
        guarded("a native method", (), || {
            if let Some(agent) = AGENT.get() {
                passing(frame).exit(agent, target(frame.index));
            }
        });
    }
}

/// No slots.
#[cfg(not(all(target_arch = "x86_64", unix)))]
mod slots {
    use super::Target;

    pub(super) const COUNT: usize = 0;

    pub(super) fn set(_index: usize, _target: &'static Target) {}

    pub(super) fn address(_index: usize) -> Option<usize> {
        None
    }
}

/// So many methods can be left without their monitors: each will find a slot, which enters the monitor.
pub(crate) const UNSYNCHRONIZED: usize = slots::COUNT / 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_need_at_most_a_word_each() {
        assert_eq!(words("()V"), 0);
        assert_eq!(words("(IJ[[Ljava/lang/String;D[BLA;)V"), 6);
    }
}
