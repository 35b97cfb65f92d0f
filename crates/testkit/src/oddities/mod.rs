//! Classes that compilers of today do not write: rare, old, or made to hurt.
//!
//! Each comes with what has to become of its methods, so that one test walks through all of them and a new one is a new
//! entry in [`valid`] or [`hostile`].

mod hostile;
mod valid;

pub use hostile::hostile;
pub use valid::valid;

/// A class made by hand.
pub struct Oddity {
    /// What is odd about it.
    pub name: &'static str,
    /// The class file.
    pub bytes: Vec<u8>,
    /// What has to become of its methods.
    pub outcome: Outcome,
}

/// What has to become of the methods of an [`Oddity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All are lowered.
    Lowers,
    /// At least one is refused; none is lost.
    Breaks,
    /// The reader refuses the class.
    Unreadable,
    /// Anything that ends soon and needs little memory.
    Ends,
}

/// All of them.
pub fn all() -> Vec<Oddity> {
    let mut all = valid();
    all.extend(hostile());
    all
}
