//! How long work tells how far it is.

/// Someone who wants to know how far the work is. Called from many threads.
pub trait Progress: Sync {
    /// A new part of the work begins; `steps` is zero if their number is not known.
    fn begin(&self, what: &str, steps: u64);
    /// One more step of it is done.
    fn step(&self);
    /// So many things (`what`, in the plural) have come up in work of which nobody knows how much there is.
    fn reached(&self, number: u64, what: &str);
}

/// Nobody wants to know.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _steps: u64) {}
    fn step(&self) {}
    fn reached(&self, _number: u64, _what: &str) {}
}
