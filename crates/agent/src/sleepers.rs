//! Threads that are in native code and sleep there: for a socket, a pipe, a process, the keyboard.
//!
//! The JVM does not know what a thread does in native code. Linux does: `/proc/self/task/ID/status` says whether it sleeps, and
//! how often it has gone to sleep so far. One that sleeps, and has not run since it was looked at some time ago, waits for
//! something. Elsewhere nobody seems to sleep, and a suspension that counts on such a thread ends with the limit of time.

use std::cell::RefCell;
use std::fs;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use schedule::ThreadId;

/// Who sleeps for less waits for a lock of the JVM, or of this agent.
const LONG: Duration = Duration::from_millis(5);

/// The number of a thread in the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskId(u32);

/// That of the current thread.
pub(crate) fn current_task() -> Option<TaskId> {
    let link = fs::read_link("/proc/thread-self").ok()?;
    link.file_name()?.to_str()?.parse().ok().map(TaskId)
}

/// A look at a thread that slept.
#[derive(Clone, Copy, Debug)]
struct Look {
    first: Instant,
    /// How often the thread had gone to sleep by then.
    sleeps: u64,
}

/// The threads of the program, as the operating system sees them.
#[derive(Debug, Default)]
pub(crate) struct Sleepers {
    tasks: FxHashMap<ThreadId, TaskId>,
    looks: RefCell<FxHashMap<ThreadId, Look>>,
}

impl Sleepers {
    pub(crate) fn add(&mut self, thread: ThreadId, task: TaskId) {
        self.tasks.insert(thread, task);
    }

    pub(crate) fn remove(&mut self, thread: ThreadId) {
        self.tasks.remove(&thread);
        self.looks.borrow_mut().remove(&thread);
    }

    /// Whether a thread has slept for some time, as far as looks at it can tell.
    pub(crate) fn is_asleep(&self, thread: ThreadId) -> bool {
        let Some(task) = self.tasks.get(&thread) else { return false };
        let mut looks = self.looks.borrow_mut();
        let status = fs::read_to_string(format!("/proc/self/task/{}/status", task.0));
        let Some(sleeps) = status.ok().and_then(|status| sleeps(&status)) else {
            looks.remove(&thread);
            return false;
        };
        let now = Look { first: Instant::now(), sleeps };
        let look = looks.entry(thread).or_insert(now);
        if look.sleeps != sleeps {
            *look = now;
        }
        look.first.elapsed() >= LONG
    }
}

/// How often a thread went to sleep, the last time included; none if it does not sleep.
fn sleeps(status: &str) -> Option<u64> {
    let value = |key: &str| status.lines().find_map(|line| line.strip_prefix(key));
    value("State:")?.trim_start().starts_with('S').then_some(())?;
    value("voluntary_ctxt_switches:")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn the_status_of_a_thread_is_read() {
        let status = "Name:\tjava\nState:\tS (sleeping)\nvoluntary_ctxt_switches:\t12\n";
        assert_eq!(sleeps(status), Some(12));
        assert_eq!(sleeps(&status.replace("S (s", "R (r")), None);
        assert_eq!(sleeps(""), None);
    }

    #[test]
    fn who_waits_is_asleep_and_who_computes_is_not() {
        if current_task().is_none() {
            println!("skipped: this system does not tell what threads do");
            return;
        }
        let (tell, told) = mpsc::channel();
        let (wake, woken) = mpsc::channel::<()>();
        let sleeper = std::thread::spawn(move || {
            tell.send(current_task()).unwrap();
            let _ = woken.recv();
        });
        let mut sleepers = Sleepers::default();
        sleepers.add(ThreadId(1), told.recv().unwrap().unwrap());
        sleepers.add(ThreadId(2), current_task().unwrap());
        let start = Instant::now();
        while !sleepers.is_asleep(ThreadId(1)) {
            assert!(start.elapsed() < Duration::from_secs(10), "it does not sleep");
            assert!(!sleepers.is_asleep(ThreadId(2)));
        }
        drop(wake);
        sleeper.join().unwrap();
        assert!(!sleepers.is_asleep(ThreadId(1)));
    }
}
