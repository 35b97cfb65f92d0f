//! From a class file to SSA.

mod error;

pub use error::{LowerError, LowerErrorKind};
