//! What a call costs: CPU time and memory of its thread, so that tests that run side by side do not disturb each other.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What was used by a call of [`measure`].
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// CPU time of the thread.
    pub time: Duration,
    /// The most memory that was allocated at one time, beyond what was before. Zero unless [`Counting`] is the global
    /// allocator of the program.
    pub memory: usize,
}

/// Calls a function on this thread and measures it.
pub fn measure<T>(call: impl FnOnce() -> T) -> (T, Cost) {
    let before = LIVE.get();
    PEAK.set(before);
    let start = thread_time();
    let result = call();
    let time = thread_time() - start;
    (result, Cost { time, memory: usize::try_from(PEAK.get() - before).unwrap_or(0) })
}

/// The CPU time that this thread has used.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

thread_local! {
    /// Bytes that this thread allocated and did not free; negative if it freed those of others.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    /// The highest value of `LIVE` since the last measurement started.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counting. A test binary makes it its own with `#[global_allocator]`.
pub struct Counting;

fn count(bytes: isize) {
    let live = LIVE.get() + bytes;
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

fn signed(bytes: usize) -> isize {
    bytes.try_into().expect("invariant: no allocation is larger than isize::MAX")
}

// SAFETY: every call goes to the system's allocator unchanged. Counting touches thread-local cells only, which need
// neither an allocation nor a destructor, so it neither recurses nor outlives the thread.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(signed(layout.size()));
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-signed(layout.size()));
        // SAFETY: as above; `place` comes from the system's allocator, since all allocations do.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(signed(layout.size()));
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(signed(size) - signed(layout.size()));
        // SAFETY: as for `dealloc`.
        unsafe { System.realloc(place, layout, size) }
    }
}
