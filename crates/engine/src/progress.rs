//! How long work tells how far it is.

/// Someone who wants to know how far the work is. Called from many threads.
pub trait Progress: Sync {
    /// A new part of the work begins; `steps` is zero if their number is not known.
    fn begin(&self, what: &str, steps: u64);
    /// One more step of it is done.
    fn step(&self);
}

/// Nobody wants to know.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _steps: u64) {}
    fn step(&self) {}
}
