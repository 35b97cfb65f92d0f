//! How much an analysis may cost.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many objects an analysis may pass on from pointer to pointer before it is given up. Others can look on, and end it.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    spent: AtomicUsize,
    is_multiplying: AtomicBool,
    is_ended: AtomicBool,
}

impl Budget {
    /// So many objects.
    pub fn new(limit: usize) -> Budget {
        Budget {
            limit,
            spent: AtomicUsize::new(0),
            is_multiplying: AtomicBool::new(false),
            is_ended: AtomicBool::new(false),
        }
    }

    /// How many objects were passed on so far.
    pub fn spent(&self) -> usize {
        self.spent.load(Ordering::Relaxed)
    }

    /// Whether contexts make the work more: bodies are analysed in five contexts for every four bodies, or in more. If not, an
    /// analysis is as large as its program.
    pub fn is_multiplying(&self) -> bool {
        self.is_multiplying.load(Ordering::Relaxed)
    }

    /// Nobody wants the result any more.
    pub fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
    }

    /// Whether the analysis is to be given up.
    pub(super) fn is_used_up(&self) -> bool {
        self.spent() >= self.limit || self.is_ended.load(Ordering::Relaxed)
    }

    /// So many bodies are analysed, in so many contexts all together.
    pub(super) fn note_contexts(&self, bodies: usize, contexts: usize) {
        self.is_multiplying.store(4 * contexts >= 5 * bodies, Ordering::Relaxed);
    }

    /// Some objects are about to be passed on.
    pub(super) fn spend(&self, objs: usize) {
        self.spent.fetch_add(objs, Ordering::Relaxed);
    }
}
