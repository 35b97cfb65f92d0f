//! What has to be known about classes of the JDK so that a detector sees every edge: as data.
//!
//! Nearly all happens-before edges of the JDK come from its own monitors, volatile fields and calls of `Unsafe`, which are
//! watched like those of a program. These tables hold the rest: what the JVM itself orders (start and end of threads),
//! and what must stay untouched.

/// When something happens in a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// When it is entered.
    Entry,
    /// Before it returns.
    Exit,
}

/// What happens, with the receiver of the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Who acquires it later comes after this.
    Release,
    /// This comes after who released it.
    Acquire,
    /// The current thread is acquired, whatever the receiver: it was interrupted by who released it.
    AcquireCurrent,
    /// A release, if the receiver is the current thread: a virtual thread is also handled by the threads that carry it.
    ReleaseIfCurrent,
    /// The receiver is a thread that begins after this.
    Start,
    /// The end of a thread, if it is the current one: a release, and its number may be used again.
    End,
    /// From now on the current thread reads without a lock, and will ask whether what it read is valid.
    Optimistic,
    /// It asks.
    Validate,
}

/// Methods that stand for an edge by themselves: class, method, when, what.
pub(super) const POINTS: &[(&str, &str, When, What)] = &[
    ("java/lang/Thread", "start", When::Entry, What::Start),
    ("java/lang/Thread", "exit", When::Entry, What::End),
    ("java/lang/Thread", "join", When::Exit, What::Acquire),
    ("java/lang/Thread", "isAlive", When::Exit, What::Acquire),
    ("java/lang/Thread", "getState", When::Exit, What::Acquire),
    ("java/lang/Thread", "threadState", When::Exit, What::Acquire),
    ("java/lang/Thread", "interrupt", When::Entry, What::Release),
    ("java/lang/InterruptedException", "<init>", When::Exit, What::AcquireCurrent),
    ("java/util/concurrent/locks/StampedLock", "tryOptimisticRead", When::Exit, What::Optimistic),
    ("java/util/concurrent/locks/StampedLock", "validate", When::Entry, What::Validate),
    ("java/lang/VirtualThread", "start", When::Entry, What::Start),
    ("java/lang/VirtualThread", "setState", When::Entry, What::ReleaseIfCurrent),
    ("java/lang/VirtualThread", "run", When::Exit, What::End),
    // Its carrier tells the scope of the thread that it has ended.
    ("java/lang/VirtualThread", "afterTerminate", When::Entry, What::Acquire),
    ("java/lang/VirtualThread", "afterDone", When::Entry, What::Acquire),
    ("java/lang/VirtualThread", "joinNanos", When::Exit, What::Acquire),
    ("java/lang/VirtualThread", "isAlive", When::Exit, What::Acquire),
    ("java/lang/VirtualThread", "threadState", When::Exit, What::Acquire),
    ("java/lang/VirtualThread", "interrupt", When::Entry, What::Release),
];

/// Fields that are not volatile but are used as if: they are written with compare-and-set or before a fence, and read after a
/// fence or where the processor keeps the order by itself, since what is read next is found through them.
pub(super) const AS_VOLATILE: &[(&str, &[&str])] = &[
    // Found in a cache without a lock; that it is final makes this safe.
    ("java/lang/ClassValue$Entry", &["value"]),
    ("java/util/concurrent/ConcurrentSkipListMap", &["head", "adder"]),
    ("java/util/concurrent/ConcurrentSkipListMap$Node", &["val", "next"]),
    ("java/util/concurrent/ConcurrentSkipListMap$Index", &["right"]),
    ("java/util/concurrent/LinkedTransferQueue$DualNode", &["next"]),
    // An array that has grown is filled with plain stores.
    ("java/util/concurrent/ForkJoinPool$WorkQueue", &["array"]),
    ("java/util/concurrent/SubmissionPublisher$BufferedSubscription", &["array"]),
];

/// Classes whose plain stores to arrays of objects count as releases of the element: others take objects from there before the
/// lock is released under which they were put there.
pub(super) const RELEASES_ELEMENTS: &[&str] = &["java/util/concurrent/ForkJoinPool$WorkQueue"];

/// Classes in which the plain accesses to references by `Unsafe` count as well: they hand over objects in circumstances
/// that make volatile ones unnecessary, but not the order.
pub(super) fn orders_by_plain_references(class: &str) -> bool {
    class.starts_with("java/util/concurrent/")
}

/// Fields that are added to classes of the JDK: class, name, descriptor. Compilers believe what a descriptor says.
pub(super) const FIELDS: &[(&str, &str, &str)] = &[
    ("java/lang/Object", super::CLOCK_FIELD, "Ljava/lang/DeadheatClock;"),
    ("java/lang/Thread", super::EPOCH_FIELD, "J"),
    ("java/lang/Thread", super::STATE_FIELD, "Ljava/lang/DeadheatState;"),
    ("java/lang/Thread", super::STARTED_FIELD, "Ljava/lang/DeadheatClock;"),
    ("java/lang/Thread", super::ARRAYS_FIELD, "[Ljava/lang/DeadheatView;"),
];

/// Classes of which only points and added fields count. `Unsafe` and `Reference` are what the detector itself is made of (and
/// queues of references order by their locks); the others switch between virtual threads and must not call anything
/// while they do.
pub(super) const UNTOUCHED: &[&str] = &[
    "java/lang/Object",
    "java/lang/ref/Reference",
    "java/lang/VirtualThread",
    "java/lang/ThreadBuilders$BoundVirtualThread",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/vm/Continuation",
    "jdk/internal/vm/StackChunk",
    "jdk/internal/misc/CDS",
    "jdk/internal/misc/VM",
];

/// How a fence orders the thread that calls it with all others that do; none if the method is no fence.
pub(super) fn fence_mode(class: &str, name: &str) -> Option<Mode> {
    if !matches!(class, "java/lang/invoke/VarHandle" | "sun/misc/Unsafe") {
        return None;
    }
    let (releases, acquires) = match name {
        "fullFence" => (true, true),
        "releaseFence" | "storeStoreFence" | "storeFence" => (true, false),
        "acquireFence" | "loadLoadFence" | "loadFence" => (false, true),
        _ => return None,
    };
    Some(Mode { releases, acquires })
}

/// How a call orders threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    pub(super) releases: bool,
    pub(super) acquires: bool,
}

/// The mode of a method of `Unsafe` that takes an object and an offset, in the code of a class; none for most plain and opaque
/// accesses. Where the real mode is weaker than what is said here, races may be missed, but none is invented.
pub(super) fn unsafe_mode(class: &str, name: &str, descriptor: &str) -> Option<Mode> {
    if !descriptor.starts_with("(Ljava/lang/Object;J") {
        return None;
    }
    let mode = |releases, acquires| Some(Mode { releases, acquires });
    let is_read_modify_write =
        ["compareAnd", "weakCompareAnd", "getAnd"].iter().any(|prefix| name.starts_with(prefix));
    if is_read_modify_write {
        mode(true, true)
    } else if name == "getReference" && orders_by_plain_references(class) {
        mode(false, true)
    } else if name == "putReference" && orders_by_plain_references(class) {
        mode(true, false)
    } else if name.starts_with("get") {
        (name.ends_with("Volatile") || name.ends_with("Acquire")).then_some(())?;
        mode(false, true)
    } else if name.starts_with("put") {
        (name.ends_with("Volatile") || name.ends_with("Release")).then_some(())?;
        mode(true, false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_follow_the_names() {
        let of = |name| {
            unsafe_mode("A", name, "(Ljava/lang/Object;J)I")
                .map(|mode| (mode.releases, mode.acquires))
        };
        assert_eq!(of("getInt"), None);
        assert_eq!(of("getIntOpaque"), None);
        assert_eq!(of("getIntVolatile"), Some((false, true)));
        assert_eq!(of("getReferenceAcquire"), Some((false, true)));
        assert_eq!(of("putLongRelease"), Some((true, false)));
        assert_eq!(of("putLong"), None);
        assert_eq!(of("weakCompareAndSetIntPlain"), Some((true, true)));
        assert_eq!(of("getAndAddInt"), Some((true, true)));
        assert_eq!(unsafe_mode("A", "getAndAddInt", "(JI)I"), None);
    }

    #[test]
    fn tasks_are_handed_over_by_plain_stores() {
        let of = |class, name| unsafe_mode(class, name, "(Ljava/lang/Object;J)V").is_some();
        assert!(of("java/util/concurrent/ForkJoinPool$WorkQueue", "putReference"));
        assert!(of("java/util/concurrent/ForkJoinPool$WorkQueue", "getReference"));
        // A handle does what it is asked for.
        assert!(!of("java/lang/invoke/VarHandleReferences$Array", "putReference"));
    }
}
