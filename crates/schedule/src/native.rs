//! Threads run as the operating system lets them. What is collected on the way is DrFinder's phase I (Algorithm 1).

use crate::{Request, Scheduler, ThreadId, Verdict, World};

/// No scheduler.
#[derive(Debug, Default)]
pub struct Native;

impl Scheduler for Native {
    fn request(&mut self, _request: &Request, _world: &dyn World) -> Verdict {
        Verdict::Go
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        suspended[0]
    }
}
